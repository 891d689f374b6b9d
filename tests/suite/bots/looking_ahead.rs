//! The search that looks ahead: within its bounds, by the rules, and without secrets.

use whistlestop::bots::{self, BOTS};
use whistlestop::engine::bot::Progress;
use whistlestop::engine::game::{Notes, Turn};
use whistlestop::engine::search::Effort;

use super::{every_setup, play, play_anything};
use crate::common::table::{Picks, Table};

const GLANCE: Effort = Effort { judgements: 300, candidates: 5 };

/// Asks at some moments of a game that anything may happen in.
fn at_some_moments(every: usize, mut look: impl FnMut(&mut Table)) {
    for (entry, setup) in every_setup() {
        let (mut table, mut picks) = (Table::begin(entry, &setup, 21), Picks::new(21));
        while table.game.turn() != Turn::Over {
            if table.game.turn() == Turn::Chance {
                table.draw(&mut Notes::ignored());
                continue;
            }
            if picks.below(every) == 0 {
                look(&mut table);
            }
            play_anything(&mut table, &mut picks);
        }
    }
}

#[test]
fn whatever_it_finds_is_legal_found_again_and_leaves_the_game_alone() {
    at_some_moments(12, |table| {
        let before = table.game.encode();
        let found = table.game.search(&GLANCE, &Progress::default());
        assert_eq!(found, table.game.search(&GLANCE, &Progress::default()));
        assert_eq!(table.game.encode(), before);
        assert!((1..=GLANCE.candidates).contains(&found.len()));
        let decider = table.game.turn();
        for prospect in found {
            let mut tried = table.game.fork();
            for action in &prospect.actions {
                assert_eq!(tried.turn(), decider);
                tried.apply(action, &mut Notes::ignored()).unwrap();
            }
        }
    });
}

#[test]
fn the_bound_on_its_work_is_kept() {
    let effort = Effort { judgements: 3_000, candidates: 4 };
    at_some_moments(40, |table| {
        let found = table.game.search(&effort, &Progress::default());
        let playouts: u64 = found.iter().map(|prospect| u64::from(prospect.tally.playouts)).sum();
        // A playout is counted as 50 judgements at least, and a round ends with all who are still in it.
        assert!(playouts <= effort.judgements / 50 + 8, "{playouts}");
    });
}

#[test]
fn how_far_it_is_can_be_seen() {
    let easy = bots::find("easy").unwrap();
    at_some_moments(60, |table| {
        let progress = Progress::default();
        assert_eq!(progress.percent(), 0);
        easy.think(table.game.as_ref(), &progress);
        assert!(progress.percent() <= 100);
        let alone = table.game.search(&GLANCE, &Progress::default()).len() == 1;
        assert!(alone || progress.percent() > 50, "{}", progress.percent());
    });
}

#[test]
fn a_game_of_easy_bots_comes_to_its_end() {
    let easy = bots::find("easy").unwrap();
    for entry in crate::common::halts::games() {
        let seats = entry.meta.seats.0.max(2);
        let mut table = Table::begin(entry, &whistlestop::engine::game::Setup::new(seats), 2);
        loop {
            match table.game.turn() {
                Turn::Over => break,
                Turn::Chance => table.draw(&mut Notes::ignored()),
                Turn::Seat(_) => play(&mut table, easy),
            }
        }
    }
}

#[test]
fn the_levels_take_their_time_and_the_others_do_not() {
    let slow: Vec<&str> = BOTS.iter().filter(|bot| bot.is_slow()).map(|bot| bot.name()).collect();
    assert_eq!(slow, ["easy/2", "normal/2", "hard/2"]);
}
