//! States as positions and as bytes: what comes from a game comes back, what comes from anybody does no harm.

use serde_json::{Value, json};
use whistlestop::engine::any_game::{AnyGame, GameEntry};
use whistlestop::engine::game::{Notes, Turn, Viewer};
use whistlestop::engine::seat::Seat;
use whistlestop_proto::chance::seeded_entropy;

use super::walk::{at_every_moment, check_soundness};
use crate::common::halts::games;
use crate::common::table::Picks;

#[test]
fn a_position_is_taken_up_as_the_same_game() {
    at_every_moment(200..202, |table, _| {
        let game = table.game.as_ref();
        let loaded = (entry(game).load)(&game.position(Viewer::Everything)).unwrap();
        check_same(game, loaded.as_ref());
    });
}

#[test]
fn a_view_that_can_be_taken_up_is_the_whole_game() {
    at_every_moment(210..211, |table, _| {
        let game = table.game.as_ref();
        for viewer in Seat::all(table.setup.seats).map(Viewer::Seat).chain([Viewer::Spectator]) {
            // A view that hides something cannot be taken up; one that can must be the whole game.
            if let Ok(loaded) = (entry(game).load)(&game.position(viewer)) {
                check_same(game, loaded.as_ref());
            }
        }
    });
}

#[test]
fn a_states_bytes_are_taken_up_as_the_same_game() {
    at_every_moment(220..223, |table, _| {
        let game = table.game.as_ref();
        let decoded = (entry(game).decode)(&game.encode()).unwrap();
        check_same(game, decoded.as_ref());
    });
}

#[test]
fn damaged_bytes_are_refused_or_are_another_sound_game() {
    at_every_moment(230..231, |table, picks| {
        let game = table.game.as_ref();
        let bytes = game.encode();
        let cut = picks.below(bytes.len());
        assert!((entry(game).decode)(&bytes[..cut]).is_err(), "a part of a state is taken for a state");
        let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
        assert!((entry(game).decode)(&longer).is_err(), "a trailing byte is taken");
        for _ in 0..12 {
            let mut damaged = bytes.clone();
            let at = picks.below(bytes.len());
            damaged[at] = match picks.below(3) {
                0 => bytes[at].wrapping_add(1),
                1 => bytes[at].wrapping_sub(1),
                _ => bytes[at] ^ (1 << picks.below(8)),
            };
            let _told = Told(|| format!("damaged state {damaged:?}"));
            if let Ok(mut decoded) = (entry(game).decode)(&damaged) {
                assert_eq!(decoded.encode(), damaged, "two byte strings are one state");
                check_playable(decoded.as_mut(), picks);
            }
        }
    });
}

#[test]
fn a_changed_position_is_refused_or_is_another_sound_game() {
    at_every_moment(240..241, |table, picks| {
        let game = table.game.as_ref();
        let position = game.position(Viewer::Everything);
        for _ in 0..12 {
            let mut changed = position.clone();
            change_somewhere(&mut changed, picks);
            let _told = Told(|| format!("changed position {changed}"));
            if let Ok(mut loaded) = (entry(game).load)(&changed) {
                let shown = loaded.position(Viewer::Everything);
                let again = (entry(game).load)(&shown).unwrap();
                check_same(loaded.as_ref(), again.as_ref());
                check_playable(loaded.as_mut(), picks);
            }
        }
    });
}

#[test]
fn what_is_no_position_at_all_is_refused() {
    for entry in games() {
        let id = entry.meta.id;
        for nonsense in [json!(null), json!([]), json!({}), json!({"game": id}), json!("x"), json!(7)] {
            assert!((entry.load)(&nonsense).is_err(), "{id} takes up {nonsense}");
        }
        for nonsense in [&[][..], &[0; 64], &[u8::MAX; 64], &[1; 4096]] {
            assert!((entry.decode)(nonsense).is_err(), "{id} takes up {nonsense:?}");
        }
    }
}

/// Says what was looked at if the test fails while it lives.
struct Told<F: Fn() -> String>(F);

impl<F: Fn() -> String> Drop for Told<F> {
    #[expect(clippy::print_stderr, reason = "a failing test says where it failed")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("failed with {}", self.0());
        }
    }
}

fn entry(game: &dyn AnyGame) -> &'static GameEntry {
    games().iter().find(|entry| entry.meta.id == game.meta().id).expect("the game is known")
}

fn check_same(game: &dyn AnyGame, other: &dyn AnyGame) {
    assert_eq!(game.encode(), other.encode());
    assert_eq!(game.state_hash(), other.state_hash());
    assert_eq!(game.turn(), other.turn());
    assert_eq!(game.choices(), other.choices());
    assert_eq!(game.blocked(), other.blocked());
    assert_eq!(game.standings(), other.standings());
    assert_eq!(game.position(Viewer::Everything), other.position(Viewer::Everything));
}

/// A game that was let in must be as good as one that was played: it goes on without harm.
fn check_playable(game: &mut dyn AnyGame, picks: &mut Picks) {
    let seats = u8::try_from(game.standings().len()).expect("a few seats");
    for round in 0..6 {
        check_soundness(game, seats);
        let before = game.state_hash();
        match game.turn() {
            Turn::Over => return,
            Turn::Chance => assert!(game.draw(seeded_entropy(round, 0), &mut Notes::kept())),
            Turn::Seat(_) => {
                let choices = game.choices();
                let choice = picks.one(&choices);
                let action = picks.action(game, choice);
                game.apply(&action, &mut Notes::kept()).expect("a listed choice is accepted");
            }
        }
        assert_ne!(game.state_hash(), before);
    }
}

/// Changes one thing somewhere in the JSON: a value, a key that is missing, a key too many.
fn change_somewhere(json: &mut Value, picks: &mut Picks) {
    let inside = !matches!(json, Value::Object(fields) if fields.is_empty())
        && !matches!(json, Value::Array(items) if items.is_empty());
    match json {
        Value::Object(fields) if inside => {
            let names: Vec<String> = fields.keys().cloned().collect();
            let name = picks.one(&names).clone();
            match picks.below(40) {
                0 => drop(fields.shift_remove(&name)),
                1 => drop(fields.insert("no such field".to_owned(), Value::Null)),
                2 => {
                    let other = fields[picks.one(&names)].clone();
                    fields[&name] = other;
                }
                _ => change_somewhere(&mut fields[&name], picks),
            }
        }
        Value::Array(items) if inside => {
            let at = picks.below(items.len());
            match picks.below(10) {
                0 => drop(items.remove(at)),
                1 => items.push(items[at].clone()),
                _ => change_somewhere(&mut items[at], picks),
            }
        }
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or_default();
            let near = [number.saturating_add(1), number.saturating_sub(1), number.saturating_mul(3)];
            let far = [0, -1, 255, 256, i64::from(i32::MAX), i64::MAX, i64::MIN];
            let numbers: Vec<i64> = near.into_iter().chain(near).chain(far).collect();
            *json = (*picks.one(&numbers)).into();
        }
        Value::Bool(flag) => *json = (!*flag).into(),
        _ => *json = picks.one(&[json!(null), json!(0), json!("no such name"), json!([]), json!({})]).clone(),
    }
}
