//! How strong the bots are: games against players that take anything, each seat in turn.

use whistlestop::bots;
use whistlestop::engine::any_game::GameEntry;
use whistlestop::engine::game::{Notes, Setup, Turn};
use whistlestop::engine::seat::Seat;
use whistlestop::games::GAMES;

use super::{patience, play, play_anything};
use crate::common::table::{Picks, Table};

/// `WHISTLESTOP_SEEDS=10` plays ten times as many: for a bot that is new.
fn times() -> u64 {
    std::env::var("WHISTLESTOP_SEEDS").ok().map_or(1, |times| {
        times.parse().expect("WHISTLESTOP_SEEDS is how many times as many games are to be played")
    })
}

#[test]
fn greedy_beats_one_player_who_takes_anything_in_at_least_four_games_of_five() {
    for entry in GAMES {
        let games = 40 * times() / u64::from(patience(entry)).min(4);
        let won = wins(entry, entry.meta.seats.0.max(2), games);
        assert!(won * 5 >= games * 4, "{}: {won} of {games}", entry.meta.id);
    }
}

#[test]
fn greedy_beats_three_players_who_take_anything_in_most_games() {
    for entry in GAMES.iter().filter(|entry| entry.meta.seats.1 >= 4) {
        let games = 20 * times() / u64::from(patience(entry)).min(4);
        let won = wins(entry, 4, games);
        assert!(won * 5 >= games * 3, "{}: {won} of {games}", entry.meta.id);
    }
}

/// In how many games the greedy bot stands first alone.
fn wins(entry: &GameEntry, seats: u8, games: u64) -> u64 {
    let places = (0..).flat_map(|seed| Seat::all(seats).map(move |seat| (seed, seat)));
    let played = places.zip(0..games);
    let won = played.filter(|&((seed, seat), _)| wins_one(entry, seats, seat, seed)).count() as u64;
    told(entry, seats, won, games);
    won
}

#[expect(
    clippy::print_stderr,
    reason = "whoever works on a bot wants the figures: cargo test shows them with --nocapture"
)]
fn told(entry: &GameEntry, seats: u8, won: u64, games: u64) {
    eprintln!("{} with {seats} seats: greedy wins {won} of {games}", entry.meta.id);
}

fn wins_one(entry: &GameEntry, seats: u8, greedy: Seat, seed: u64) -> bool {
    let bot = bots::find("greedy").expect("there is a greedy bot");
    let (mut table, mut picks) = (Table::begin(entry, &Setup::new(seats), seed), Picks::new(seed));
    loop {
        match table.game.turn() {
            Turn::Over => break,
            Turn::Chance => table.draw(&mut Notes::ignored()),
            Turn::Seat(seat) if seat == greedy => play(&mut table, bot),
            Turn::Seat(_) => play_anything(&mut table, &mut picks),
        }
    }
    let standings = table.game.standings();
    standings.iter().all(|standing| (standing.rank == 1) == (standing.seat == greedy))
}
