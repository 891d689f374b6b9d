//! What every game must keep to, proved on every game of the registry and on a small one that is not shipped, and so on those
//! to come.
//!
//! Nothing here names a game. Games are played at random with every number of seats and every option, and at
//! each moment the promises of `Game` and `AnyGame` are checked: here those about the course of a game, in
//! `actions` those about what is accepted and refused, in `states` those about positions and bytes, in
//! `words` those about texts, in `properties` those that are worth shrinking. A failure prints the game, the
//! set-up and the seed that lead to it.

mod actions;
mod properties;
mod states;
mod walk;
mod words;

use std::collections::BTreeSet;

use crate::common::halts::games;
use crate::common::table::{Picks, Table};
use walk::{Pace, at_every_moment, check_soundness, every_setup, play_out};
use whistlestop::engine::game::{Notes, Setup, Turn};

#[test]
fn games_have_different_ids_and_seats_for_somebody() {
    let ids: BTreeSet<_> = games().iter().map(|entry| entry.meta.id).collect();
    assert_eq!(ids.len(), games().len());
    for entry in games() {
        let (min, max) = entry.meta.seats;
        assert!(1 <= min && min <= max, "{}", entry.meta.id);
        assert!(entry.meta.id.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", entry.meta.id);
    }
}

#[test]
fn a_setup_that_is_not_the_games_is_refused() {
    for entry in games() {
        let (min, max) = entry.meta.seats;
        for seats in [0, min - 1, max + 1, u8::MAX].into_iter().filter(|s| !(min..=max).contains(s)) {
            assert!((entry.begin)(&Setup::new(seats)).is_err(), "{} with {seats} seats", entry.meta.id);
        }
        let mut setups = vec![("no such option", true.into())];
        setups.extend(entry.meta.options.iter().map(|option| (option.name, "no such value".into())));
        for (name, value) in setups {
            let setup = Setup { seats: min, options: [(name.to_owned(), value)].into() };
            assert!((entry.begin)(&setup).is_err(), "{} with {setup:?}", entry.meta.id);
        }
    }
}

#[test]
fn random_games_stay_sound_and_end() {
    at_every_moment(0..6, |table, _| {
        check_soundness(table.game.as_ref(), table.setup.seats);
        assert!(table.actions() <= table.game.meta().max_actions, "a game has too many actions");
    });
}

/// Raising by the least there is, for as long as there is anything to raise, makes the longest games.
#[test]
fn the_slowest_games_end_within_the_stated_number_of_actions() {
    for (entry, setup) in every_setup() {
        for seed in 0..3 {
            let mut table = Table::begin(entry, &setup, seed);
            play_out(&mut table, &mut Picks::new(seed), Pace::Slow, |_, _| {});
            assert!(table.actions() <= entry.meta.max_actions, "{} actions", table.actions());
        }
    }
}

#[test]
fn a_draw_happens_only_at_a_chance_turn_and_an_action_only_at_a_seats() {
    at_every_moment(0..2, |table, _| {
        let mut game = table.game.fork();
        let before = game.encode();
        if game.turn() == Turn::Chance {
            assert!(game.choices().is_empty() && game.blocked().is_empty());
        } else {
            assert!(!game.draw([7; 32], &mut Notes::kept()));
            assert_eq!(game.encode(), before);
        }
    });
}

#[test]
fn what_happens_on_a_fork_stays_there_and_nobody_has_to_listen() {
    at_every_moment(10..12, |table, picks| {
        let game = table.game.as_ref();
        let before = game.encode();
        let (mut heard, mut unheard) = (game.fork(), game.fork());
        if game.turn() == Turn::Chance {
            assert!(heard.draw([3; 32], &mut Notes::kept()) && unheard.draw([3; 32], &mut Notes::ignored()));
        } else if game.turn() != Turn::Over {
            let choices = game.choices();
            let choice = picks.one(&choices);
            let action = picks.action(game, choice);
            heard.apply(&action, &mut Notes::kept()).unwrap();
            unheard.apply(&action, &mut Notes::ignored()).unwrap();
        }
        assert_eq!(heard.encode(), unheard.encode(), "listening changes what happens");
        assert_eq!(heard.state_hash(), unheard.state_hash());
        assert_eq!(game.encode(), before, "a fork is not independent");
    });
}

#[test]
fn the_entropy_of_draws_is_all_that_chance_is() {
    for (entry, setup) in every_setup() {
        let play = || {
            let mut table = Table::begin(entry, &setup, 5);
            let mut hashes = Vec::new();
            play_out(&mut table, &mut Picks::new(5), Pace::Random, |table, _| {
                hashes.push(table.game.state_hash());
            });
            hashes
        };
        assert_eq!(play(), play(), "{} with {setup:?}", entry.meta.id);
    }
}
