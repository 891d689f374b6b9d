//! Random play: how the other parts of the suite get to the moments that they look at.

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::json;
use whistlestop::engine::any_game::{ActionBytes, AnyChoice, AnyGame, GameEntry};
use whistlestop::engine::game::{Notes, Setup, Standing, Turn};
use whistlestop::engine::seat::Seat;

use crate::common::halts::games;
use crate::common::table::{Picks, Table};

/// How players decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// At random.
    Random,
    /// At random, but where there is an amount to choose, the least.
    Slow,
}

/// Every game with every number of seats and, one at a time, every value of its options with the fewest and the most.
pub(crate) fn every_setup() -> impl Iterator<Item = (&'static GameEntry, Setup)> {
    games().iter().flat_map(|entry| setups(entry).into_iter().map(move |setup| (entry, setup)))
}

fn setups(entry: &GameEntry) -> Vec<Setup> {
    let (min, max) = entry.meta.seats;
    let mut setups: Vec<Setup> = (min..=max).map(Setup::new).collect();
    for option in entry.meta.options {
        for value in &option.values[1..] {
            let options = [(option.name.to_owned(), json!(value))];
            // The fewest and the most: what lies between shows no more of an option.
            let with = (min..=max).map(|seats| Setup { seats, options: options.clone().into() });
            // An option may not be for every number of seats, but it must be for some.
            let known: Vec<Setup> = with.filter(|setup| (entry.begin)(setup).is_ok()).collect();
            assert!(!known.is_empty(), "nobody can play {} with {options:?}", entry.meta.id);
            let ends = [known.first(), known.last()].into_iter().flatten().cloned();
            setups.extend(ends.take(known.len()));
        }
    }
    setups
}

/// Shows every moment of random games of every set-up, the first and the last included.
///
/// `WHISTLESTOP_SEEDS=20` plays twenty times as many: for a night, or for rules that are new.
pub(crate) fn at_every_moment(seeds: Range<u64>, mut look: impl FnMut(&Table, &mut Picks)) {
    let times = std::env::var("WHISTLESTOP_SEEDS").ok().map_or(1, |times| {
        times.parse().expect("WHISTLESTOP_SEEDS is how many times as many games are to be played")
    });
    let seeds = seeds.start..seeds.start + times * (seeds.end - seeds.start);
    for (entry, setup) in every_setup() {
        // Options multiply set-ups; each gets one game, so that a game with many does not take for ever.
        let games = if setup.options.is_empty() { usize::MAX } else { 1 };
        for seed in seeds.clone().take(games) {
            let mut table = Table::begin(entry, &setup, seed);
            play_out(&mut table, &mut Picks::new(seed), Pace::Random, &mut look);
        }
    }
}

/// Plays to the end of the game and shows its moments, the last included.
pub(crate) fn play_out(
    table: &mut Table,
    picks: &mut Picks,
    pace: Pace,
    mut look: impl FnMut(&Table, &mut Picks),
) {
    let limit = table.game.meta().max_actions;
    loop {
        if is_looked_at(table) {
            look(table, picks);
        }
        assert!(table.actions() <= limit, "the game does not end");
        if !step(table, picks, pace) {
            return;
        }
    }
}

/// Every moment of the first hundreds, then one of eleven, in the longest games one of a hundred, and the last: moments of a
/// long game are much alike.
fn is_looked_at(table: &Table) -> bool {
    let stride = match table.actions() {
        0..300 => 1,
        300..1_200 => 11,
        _ => 101,
    };
    table.actions().is_multiple_of(stride) || table.game.turn() == Turn::Over
}

/// Plays a draw or an action; `false` when the game is over.
pub(crate) fn step(table: &mut Table, picks: &mut Picks, pace: Pace) -> bool {
    match table.game.turn() {
        Turn::Over => return false,
        Turn::Chance => table.draw(&mut Notes::ignored()),
        Turn::Seat(_) => {
            let choices = table.game.bare_choices();
            let raise = choices.iter().find(|choice| choice.amount.is_some() && pace == Pace::Slow);
            let action = raise.map_or_else(
                || {
                    let choice = picks.one(&choices);
                    picks.action(table.game.as_ref(), choice)
                },
                |raise| raise.action.clone(),
            );
            table.apply(&action, &mut Notes::ignored()).expect("a listed choice is accepted");
        }
    }
    true
}

/// What must hold at any moment of any game.
pub(crate) fn check_soundness(game: &dyn AnyGame, seats: u8) {
    game.audit().expect("a game that was played is sound");
    let (choices, blocked) = (game.bare_choices(), game.blocked());
    match game.turn() {
        Turn::Seat(seat) => {
            assert!(seat.number() < seats, "{seat:?} is not at this table");
            assert!(!choices.is_empty(), "a seat decides but has no choice");
        }
        Turn::Chance | Turn::Over => {
            assert!(choices.is_empty(), "nobody decides but there are choices");
            assert!(blocked.is_empty(), "nobody decides but something is blocked");
        }
    }
    check_standings(&game.standings(), seats);
}

/// Best first, equals by seat, equal ranks for shared places.
fn check_standings(standings: &[Standing], seats: u8) {
    let named: BTreeSet<Seat> = standings.iter().map(|standing| standing.seat).collect();
    assert!(named.into_iter().eq(Seat::all(seats)), "each seat stands once: {standings:?}");
    assert_eq!(standings.len(), usize::from(seats));
    assert!(standings.is_sorted_by_key(|s| (s.rank, s.seat)), "best first, equals by seat: {standings:?}");
    for standing in standings {
        let better = standings.iter().filter(|other| other.rank < standing.rank).count();
        assert_eq!(usize::from(standing.rank), better + 1, "ranks count those before: {standings:?}");
    }
}

/// Whether the action is among the choices.
pub(crate) fn lists(game: &dyn AnyGame, choices: &[AnyChoice], action: &ActionBytes) -> bool {
    let Ok(mut json) = game.action_to_json(action) else { return false };
    let amount = json.get("amount").and_then(serde_json::Value::as_i64);
    choices.iter().any(|choice| match (choice.amount, amount) {
        (None, _) => choice.action == *action,
        (Some(range), Some(amount)) => {
            json["amount"] = range.min.dollars().into();
            let (min, max, step) = (range.min.dollars(), range.max.dollars(), range.step.dollars());
            json == choice.json_with_amount(range.min)
                && (min..=max).contains(&amount)
                && (amount - min) % step == 0
        }
        (Some(_), None) => false,
    })
}
