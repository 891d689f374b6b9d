//! The bots, at every game of the registry and at one that is not shipped: they move legally, always decide the same, come to an end, and are as
//! strong as they say.

mod decisions;
mod looking_ahead;
mod strength;
mod west;

use crate::common::halts::games;
use crate::common::table::{Picks, Table};
use whistlestop::bots::BOTS;
use whistlestop::engine::any_game::GameEntry;
use whistlestop::engine::bot::Bot;
use whistlestop::engine::game::{Notes, Setup, Turn};

/// The longest move that is taken at a table.
const MAX_MOVE_ACTIONS: usize = 16;

/// How much less often a game is played or asked than others, so that one of very many actions does not take for ever.
fn patience(entry: &GameEntry) -> u32 {
    if entry.meta.max_actions > 20_000 { 8 } else { 1 }
}

/// Every game with every number of seats.
fn every_setup() -> impl Iterator<Item = (&'static GameEntry, Setup)> {
    games().iter().flat_map(|entry| {
        let (min, max) = entry.meta.seats;
        (min..=max).map(move |seats| (entry, Setup::new(seats)))
    })
}

/// Carries out an action that a seed picks: random play with as many different games as there are seeds. The random bot
/// would play the same few games again and again, since the state alone decides for it.
fn play_anything(table: &mut Table, picks: &mut Picks) {
    let choices = table.game.bare_choices();
    let choice = picks.one(&choices);
    let action = picks.action(table.game.as_ref(), choice);
    table.apply(&action, &mut Notes::ignored()).expect("a listed choice is accepted");
}

/// Bots that decide at once; those that look ahead have tests of their own.
fn quick() -> impl Iterator<Item = &'static dyn Bot> {
    BOTS.iter().copied().filter(|bot| !bot.is_slow())
}

/// Carries out what a bot decides as a table does: all of it by the deciding seat.
fn play(table: &mut Table, bot: &dyn Bot) {
    let turn = table.game.turn();
    let actions = bot.decide(table.game.as_ref());
    assert!((1..=MAX_MOVE_ACTIONS).contains(&actions.len()), "{} decides {actions:?}", bot.name());
    for action in &actions {
        assert_eq!(table.game.turn(), turn, "{} goes on after its turn", bot.name());
        let applied = table.apply(action, &mut Notes::ignored());
        assert!(applied.is_ok(), "{} wants {action:?}: {applied:?}", bot.name());
    }
}

#[test]
fn every_bot_moves_legally_and_decides_the_same_again_wherever_it_is_asked() {
    for (entry, setup) in every_setup() {
        let (mut table, mut picks) = (Table::begin(entry, &setup, 31), Picks::new(31));
        while table.game.turn() != Turn::Over {
            if table.game.turn() == Turn::Chance {
                table.draw(&mut Notes::ignored());
                continue;
            }
            // Asked at some moments of all kinds; every moment takes long without adding a kind.
            if picks.below(3 * patience(entry) as usize) == 0 {
                for bot in quick() {
                    let mut tried = Table::begin(entry, &setup, 31);
                    tried.game = table.game.fork();
                    let before = table.game.encode();
                    play(&mut tried, bot);
                    assert_eq!(table.game.encode(), before, "{} changes the game", bot.name());
                    let again = (entry.decode)(&before).unwrap();
                    assert_eq!(bot.decide(again.as_ref()), bot.decide(table.game.as_ref()), "{}", bot.name());
                }
            }
            play_anything(&mut table, &mut picks);
        }
    }
}

#[test]
fn games_of_bots_among_themselves_end_long_before_they_must() {
    for bot in quick() {
        for (entry, setup) in every_setup() {
            let mut table = Table::begin(entry, &setup, 5);
            loop {
                match table.game.turn() {
                    Turn::Over => break,
                    Turn::Chance => table.draw(&mut Notes::ignored()),
                    Turn::Seat(_) => play(&mut table, bot),
                }
                assert!(table.actions() <= entry.meta.max_actions / 5, "{} does not get on", bot.name());
            }
        }
    }
}
