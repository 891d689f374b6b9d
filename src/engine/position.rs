//! What positions of all games have in common: shown as JSON, read strictly, and taken only if the game that was made
//! of one shows the same again.
//!
//! A position repeats much that follows from the rest. A game takes only what it needs; [`agree`] then names the first
//! place in which its own position differs from what was given.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::game::BadPosition;

/// The JSON of a game's own type for its positions.
///
/// # Panics
/// If the type holds what JSON cannot: a mistake in the type.
pub fn show(position: &impl Serialize) -> Value {
    serde_json::to_value(position).expect("a position is plain data")
}

/// A game's own type for its positions, from JSON that may be anybody's.
pub fn read<P: DeserializeOwned>(shown: &Value) -> Result<P, BadPosition> {
    P::deserialize(shown).map_err(|error| format!("not a position: {error}").into())
}

/// Refuses what was given if the game that was made of it shows another position.
pub fn agree(given: &impl Serialize, game: &Value) -> Result<(), BadPosition> {
    first_difference(&show(given), game).map_or(Ok(()), |difference| Err(difference.into()))
}

/// The game set up for as many players as a position shows.
pub fn for_players<G>(players: usize, set_up: impl FnOnce(u8) -> Option<G>) -> Result<G, BadPosition> {
    let game = u8::try_from(players).ok().and_then(set_up);
    game.ok_or_else(|| format!("there cannot be {players} players").into())
}

/// The value by this key in a map that must have one for each: `within` is the map's name, `name` the key's.
pub fn part<'a, K: Ord, V>(
    within: &str,
    map: &'a BTreeMap<K, V>,
    key: &K,
    name: &str,
) -> Result<&'a V, BadPosition> {
    map.get(key).ok_or_else(|| format!("{within} lacks {name}").into())
}

/// Counts by kind, without those that are zero.
pub fn shown_counts<K: Ord, const N: usize>(kinds: [K; N], counts: [u8; N]) -> BTreeMap<K, u8> {
    kinds.into_iter().zip(counts).filter(|(_, count)| *count > 0).collect()
}

/// One count for each kind; those that are not shown are zero.
pub fn read_counts<K: Ord, C: Copy + Default, const N: usize>(
    kinds: [K; N],
    shown: &BTreeMap<K, C>,
) -> [C; N] {
    kinds.map(|kind| shown.get(&kind).copied().unwrap_or_default())
}

/// The first place in which two pieces of JSON differ, in one sentence: `given` against what `must` be.
pub fn first_difference(given: &Value, must: &Value) -> Option<String> {
    difference("position", given, must)
}

fn difference(path: &str, given: &Value, must: &Value) -> Option<String> {
    match (given, must) {
        (Value::Object(a), Value::Object(b)) => {
            let missing = b.keys().find(|key| !a.contains_key(*key));
            let missing = missing.map(|key| format!("{path}.{key} is missing"));
            missing.or_else(|| {
                a.iter().find_map(|(key, value)| match b.get(key) {
                    Some(other) => difference(&format!("{path}.{key}"), value, other),
                    None => Some(format!("{path}.{key} should not be there")),
                })
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let mut pairs = a.iter().zip(b).enumerate();
            pairs.find_map(|(i, (value, other))| difference(&format!("{path}[{i}]"), value, other))
        }
        _ => (given != must).then(|| format!("{path} is {given} but must be {must}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn nonsense_is_no_position_and_another_one_is_named() {
        let refused = read::<BTreeMap<String, u8>>(&json!({"a": "x"})).unwrap_err().to_string();
        assert!(refused.starts_with("not a position: "), "{refused}");
        let given: BTreeMap<String, u8> = read(&json!({"a": 1})).unwrap();
        assert_eq!(agree(&given, &json!({"a": 1})), Ok(()));
        assert_eq!(agree(&given, &json!({"a": 2})), Err("position.a is 1 but must be 2".into()));
        assert_eq!(part("things", &given, &"a".to_owned(), "a"), Ok(&1));
        assert_eq!(part("things", &given, &"b".to_owned(), "b"), Err("things lacks b".into()));
    }

    #[test]
    fn a_game_is_set_up_only_for_as_many_as_it_is_for() {
        let set_up = |seats: u8| (seats == 3).then_some(seats);
        assert_eq!(for_players(3, set_up), Ok(3));
        for players in [0, 4, 259] {
            assert_eq!(
                for_players(players, set_up),
                Err(format!("there cannot be {players} players").into())
            );
        }
    }

    #[test]
    fn counts_of_zero_are_left_out_and_come_back() {
        let shown = shown_counts(["a", "b", "c"], [2, 0, 1]);
        assert_eq!(shown, [("a", 2), ("c", 1)].into());
        assert_eq!(read_counts(["a", "b", "c"], &shown), [2, 0, 1]);
    }

    #[test]
    fn the_first_difference_is_named_with_both_values() {
        let must = json!({"a": {"b": [1, 2]}, "c": null});
        assert_eq!(first_difference(&must, &must), None);
        let difference = |given| first_difference(&given, &must).unwrap();
        assert_eq!(difference(json!({"a": {"b": [1, 3]}, "c": null})), "position.a.b[1] is 3 but must be 2");
        assert_eq!(difference(json!({"a": {"b": [1]}, "c": null})), "position.a.b is [1] but must be [1,2]");
        assert_eq!(difference(json!({"a": {"b": [1, 2]}})), "position.c is missing");
        assert_eq!(difference(json!({"a": {}, "c": null})), "position.a.b is missing");
    }
}
