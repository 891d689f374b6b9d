//! What is listed is accepted, and nothing else is.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use whistlestop::engine::any_game::{ActionBytes, AnyChoice, AnyGame, Refused};
use whistlestop::engine::game::{Heard, Notes, Turn};
use whistlestop::engine::money::Money;

use super::walk::{at_every_moment, check_soundness, lists};
use super::words::check_illegal;
use crate::common::table::{Picks, with_amount};

#[test]
fn every_listed_choice_is_accepted_and_changes_the_state() {
    at_every_moment(20..22, |table, _| {
        let game = table.game.as_ref();
        let before = (game.encode(), game.state_hash());
        for choice in game.choices() {
            for action in samples(game, &choice) {
                let mut fork = game.fork();
                fork.apply(&action, &mut Notes::kept()).unwrap();
                assert_ne!(fork.state_hash(), before.1, "{:?} changes nothing", choice.json);
                check_soundness(fork.as_ref(), table.setup.seats);
                let json = game.action_to_json(&action).unwrap();
                assert_eq!(game.action_from_json(&json), Ok(action), "{json} does not come back");
            }
        }
        assert_eq!(game.encode(), before.0);
    });
}

#[test]
fn amounts_outside_what_is_listed_are_refused() {
    at_every_moment(30..34, |table, _| {
        let mut game = table.game.fork();
        for choice in game.choices() {
            let Some(range) = choice.amount else { continue };
            let (min, max, step) = (range.min, range.max, range.step);
            assert!(min <= max && step > Money::ZERO, "{range:?}");
            assert_eq!((max - min).dollars() % step.dollars(), 0, "{range:?} does not end on a step");
            assert_eq!(with_amount(game.as_ref(), &choice, min), choice.action);
            let dollars = [0, -1, -min.dollars(), i64::MIN, i64::MAX].map(Money::new);
            let one = Money::new(1);
            let edges = [min - step, max + step, min - one, max + one, min + one, max - one];
            for amount in dollars.into_iter().chain(edges) {
                let action = with_amount(game.as_ref(), &choice, amount);
                check_if_unlisted(game.as_mut(), std::slice::from_ref(&choice), &action);
            }
            for nonsense in [json!(null), json!("9"), json!(9.5), json!([9]), json!(u64::MAX), json!(true)] {
                let mut action = choice.json.clone();
                action["amount"] = nonsense;
                assert!(game.action_from_json(&action).is_err(), "{action}");
            }
        }
    });
}

#[test]
fn what_may_be_done_at_other_moments_is_refused_at_this_one() {
    let pools = Pools::of_every_game();
    at_every_moment(40..44, |table, picks| {
        let mut game = table.game.fork();
        let (choices, pool) = (game.choices(), pools.of(game.as_ref()));
        for _ in 0..60 {
            check_if_unlisted(game.as_mut(), &choices, picks.one(&pool.actions));
        }
        for _ in 0..20 {
            let json = pool.crossed(picks);
            check_json(game.as_mut(), &choices, &json);
        }
    });
}

/// The whole pool, once at each kind of moment that a list of choices shows.
#[test]
fn at_each_kind_of_moment_everything_else_is_refused() {
    let pools = Pools::of_every_game();
    let mut seen = BTreeSet::new();
    at_every_moment(50..51, |table, _| {
        let mut game = table.game.fork();
        let choices = game.choices();
        let kinds: BTreeSet<String> = choices.iter().map(|choice| choice.json["type"].to_string()).collect();
        if seen.insert((game.meta().id, table.setup.seats, game.turn() == Turn::Chance, kinds)) {
            for action in &pools.of(table.game.as_ref()).actions {
                check_if_unlisted(game.as_mut(), &choices, action);
            }
        }
    });
}

#[test]
fn wrong_json_is_never_taken_for_an_action() {
    at_every_moment(60..61, |table, picks| {
        let mut game = table.game.fork();
        let choices = game.choices();
        for nonsense in [json!(null), json!(3), json!("pass"), json!([]), json!({}), json!({"type": null})] {
            assert!(game.action_from_json(&nonsense).is_err(), "{nonsense}");
        }
        if choices.is_empty() {
            return;
        }
        let choice = picks.one(&choices);
        let action = picks.action(game.as_ref(), choice);
        let json = game.action_to_json(&action).unwrap();
        for wrong in wrong_variants(&json) {
            check_json(game.as_mut(), &choices, &wrong);
        }
    });
}

#[test]
fn bytes_from_anybody_do_no_harm() {
    at_every_moment(70..72, |table, picks| {
        let mut game = table.game.fork();
        let choices = game.choices();
        for _ in 0..8 {
            let length = picks.below(24);
            let bytes = (0..length).map(|_| any_byte(picks)).collect();
            check_if_unlisted(game.as_mut(), &choices, &ActionBytes(bytes));
        }
        if choices.is_empty() {
            return;
        }
        let choice = picks.one(&choices);
        let ActionBytes(bytes) = picks.action(game.as_ref(), choice);
        for bit in 0..8 * bytes.len() {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            check_if_unlisted(game.as_mut(), &choices, &ActionBytes(flipped));
        }
        for end in 0..bytes.len() {
            check_if_unlisted(game.as_mut(), &choices, &ActionBytes(bytes[..end].to_vec()));
        }
        for more in [0, 1, u8::MAX] {
            let longer = bytes.iter().copied().chain([more]).collect();
            assert!(
                game.apply(&ActionBytes(longer), &mut Notes::ignored()).is_err(),
                "a trailing byte is taken"
            );
        }
    });
}

/// A listed choice as actions: the least, the most and one amount between them.
fn samples(game: &dyn AnyGame, choice: &AnyChoice) -> Vec<ActionBytes> {
    let Some(range) = choice.amount else { return vec![choice.action.clone()] };
    let steps = (range.max - range.min).dollars() / range.step.dollars();
    let amounts = BTreeSet::from([range.min, range.min + range.step * (steps / 2), range.max]);
    amounts.into_iter().map(|amount| with_amount(game, choice, amount)).collect()
}

/// An action that is not listed must be refused with a reason and change nothing.
fn check_if_unlisted(game: &mut dyn AnyGame, choices: &[AnyChoice], action: &ActionBytes) {
    if lists(game, choices, action) {
        return;
    }
    let before = game.encode();
    let mut notes = Notes::kept();
    let shown = game.action_to_json(action);
    let Err(refused) = game.apply(action, &mut notes) else {
        unreachable!("{shown:?} is not listed but accepted");
    };
    match refused {
        Refused::Illegal(illegal) => check_illegal(game.meta(), &illegal),
        Refused::NotAnAction(why) => assert!(!why.is_empty(), "{shown:?} is refused without a reason"),
    }
    assert_eq!(game.encode(), before, "{shown:?} is refused but changes the state");
    assert_eq!(notes.into_heard(), Heard::default(), "{shown:?} is refused but tells something");
}

/// JSON that is an action must mean exactly that action, and be refused unless it is listed.
fn check_json(game: &mut dyn AnyGame, choices: &[AnyChoice], json: &Value) {
    match game.action_from_json(json) {
        Ok(action) => {
            assert_eq!(game.action_to_json(&action), Ok(without_nulls(json)), "part of {json} is ignored");
            check_if_unlisted(game, choices, &action);
        }
        Err(refused) => assert!(!refused.to_string().is_empty(), "{json} is refused without a reason"),
    }
}

/// A field that may be missing may also be null.
fn without_nulls(json: &Value) -> Value {
    let mut json = json.clone();
    if let Some(fields) = json.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    json
}

fn any_byte(picks: &mut Picks) -> u8 {
    u8::try_from(picks.below(256)).expect("a byte")
}

/// An action with fields missing, fields too many, or something else in a field.
fn wrong_variants(action: &Value) -> Vec<Value> {
    let with = |name: &str, value: Value| {
        let mut variant = action.clone();
        variant[name] = value;
        variant
    };
    let mut variants = vec![json!([action]), with("no such field", 1.into()), with("amount", 1.into())];
    let fields = action.as_object().expect("an action is an object");
    for (name, value) in fields {
        let mut less = fields.clone();
        less.remove(name);
        variants.push(less.into());
        let others =
            [json!(null), json!(true), json!(0), json!(-1), json!(0.5), json!(i64::MAX), json!(u64::MAX)];
        let others = others.into_iter().chain([json!(""), json!("no such name"), json!([]), json!({})]);
        variants.extend(others.map(|other| with(name, other)));
        variants.push(with(name, json!([value])));
        if let Some(list) = value.as_array() {
            variants.push(with(name, list.iter().chain(list).cloned().collect()));
            variants.push(with(name, list[..list.len().saturating_sub(1)].into()));
        }
    }
    variants
}

/// What was listed at all moments of some games.
#[derive(Debug, Default)]
struct Pool {
    actions: Vec<ActionBytes>,
    json: Vec<Value>,
    /// The values that each field was seen with.
    values: BTreeMap<String, Vec<Value>>,
}

/// A pool for each game.
#[derive(Debug)]
struct Pools(BTreeMap<&'static str, Pool>);

impl Pools {
    fn of_every_game() -> Self {
        let mut seen: BTreeMap<&str, BTreeMap<ActionBytes, Value>> = BTreeMap::new();
        at_every_moment(80..83, |table, _| {
            let game = table.game.as_ref();
            let all = seen.entry(game.meta().id).or_default();
            for choice in game.choices() {
                for action in samples(game, &choice) {
                    all.entry(action).or_insert_with_key(|action| {
                        game.action_to_json(action).expect("a listed action shows as JSON")
                    });
                }
            }
        });
        Self(seen.into_iter().map(|(id, actions)| (id, Pool::new(actions))).collect())
    }

    fn of(&self, game: &dyn AnyGame) -> &Pool {
        &self.0[game.meta().id]
    }
}

impl Pool {
    fn new(seen: BTreeMap<ActionBytes, Value>) -> Self {
        let mut pool = Self::default();
        for (action, json) in seen {
            for (name, value) in json.as_object().expect("an action is an object") {
                let values = pool.values.entry(name.clone()).or_default();
                if !values.contains(value) {
                    values.push(value.clone());
                }
            }
            pool.actions.push(action);
            pool.json.push(json);
        }
        pool
    }

    /// An action with one field as in another.
    fn crossed(&self, picks: &mut Picks) -> Value {
        let mut json = picks.one(&self.json).clone();
        let names: Vec<String> = json.as_object().expect("an action is an object").keys().cloned().collect();
        let name = picks.one(&names);
        json[name.as_str()] = picks.one(&self.values[name]).clone();
        json
    }
}
