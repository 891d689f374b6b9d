//! A bot that finishes its turn in the way that is worth most to it, by the game's own judgement.
//!
//! It tries what the deciding seat can do on forks of the game, action by action, until the position is
//! [quiet](crate::engine::game::Game::is_quiet) or somebody else is on, and takes the line whose last position has the
//! highest [`worth`](AnyGame::worth). It never looks at answers of the others: what a game expects of them is part of
//! its judgement. Of the lines under way only the most promising are followed, so the time of a decision is bounded.

use std::cmp::Reverse;

use crate::engine::any_game::{Action, AmountRange, AnyChoice, AnyGame};
use crate::engine::bot::Bot;
use crate::engine::chance::Chance;
use crate::engine::game::{Notes, Turn};
use crate::engine::seat::Seat;

/// Lines that are followed at once: enough to see a city three hexes away beside a nearer one, few enough to decide in
/// some milliseconds.
const MAX_LINES: usize = 12;

/// Actions of one line: what a move may hold.
const MAX_ACTIONS: usize = 16;

/// Takes what looks best now.
#[derive(Debug)]
pub(super) struct Greedy;

impl Bot for Greedy {
    fn name(&self) -> &'static str {
        "greedy/1"
    }

    fn about(&self) -> &'static str {
        "takes what is worth most at the end of its own turn, without looking at answers"
    }

    fn decide(&self, game: &dyn AnyGame) -> Vec<Action> {
        let Turn::Seat(seat) = game.turn() else { return Vec::new() };
        let mut finished: Vec<Line> = Vec::new();
        let mut under_way = Line { actions: Vec::new(), game: game.fork(), worth: 0 }.continued(seat);
        for _ in 1..MAX_ACTIONS {
            let (done, open): (Vec<Line>, Vec<Line>) =
                under_way.into_iter().partition(|line| line.is_finished(seat));
            keep_best(&mut finished, done);
            under_way = best_of(open).iter().flat_map(|line| line.continued(seat)).collect();
        }
        // What is still under way is as long as a move may be; where it may not end, it is none.
        keep_best(&mut finished, under_way.into_iter().filter(|line| line.may_end(seat)).collect());
        pick(game, finished)
    }
}

/// Some actions of the deciding seat, and the game after them.
#[derive(Debug)]
struct Line {
    actions: Vec<Action>,
    game: Box<dyn AnyGame>,
    worth: i64,
}

impl Line {
    fn is_finished(&self, seat: Seat) -> bool {
        self.may_end(seat) && (self.game.turn() != Turn::Seat(seat) || self.game.is_quiet())
    }

    fn may_end(&self, seat: Seat) -> bool {
        self.game.turn() != Turn::Seat(seat) || self.game.may_pause()
    }

    /// This line with each further action.
    fn continued(&self, seat: Seat) -> Vec<Self> {
        let choices = self.game.bare_choices();
        choices.iter().map(|choice| self.with_choice(seat, choice)).collect()
    }

    fn with_choice(&self, seat: Seat, choice: &AnyChoice) -> Self {
        match choice.amount {
            None => self.with_action(seat, choice.action.clone()),
            Some(range) => self.with_best_amount(seat, choice, range),
        }
    }

    /// The least amount or, if that is worth more, the one where the worth stops rising: found by halving the range, as
    /// worth rises up to some amount and falls from there. The least wins a tie, since paying more gains nothing.
    fn with_best_amount(&self, seat: Seat, choice: &AnyChoice, range: AmountRange) -> Self {
        let with_step = |step: i64| {
            let json = choice.json_with_amount(range.min + range.step * step);
            let action = self.game.action_from_json(&json);
            self.with_action(seat, action.expect("a choice with an amount is an action"))
        };
        let (mut low, mut high) = (0, (range.max - range.min).dollars() / range.step.dollars());
        while low < high {
            let middle = low + (high - low) / 2;
            if with_step(middle).worth < with_step(middle + 1).worth {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let (least, best) = (with_step(0), with_step(low));
        if best.worth > least.worth { best } else { least }
    }

    fn with_action(&self, seat: Seat, action: Action) -> Self {
        let mut game = self.game.fork();
        game.apply(&action, &mut Notes::ignored()).expect("a listed choice is legal");
        let worth = game.worth(seat);
        let actions = self.actions.iter().cloned().chain([action]).collect();
        Self { actions, game, worth }
    }
}

/// The most promising lines; of equals the first.
fn best_of(mut lines: Vec<Line>) -> Vec<Line> {
    lines.sort_by_key(|line| Reverse(line.worth));
    lines.truncate(MAX_LINES);
    lines
}

/// Keeps the best lines of both, those that are equal to one another.
fn keep_best(kept: &mut Vec<Line>, more: Vec<Line>) {
    kept.extend(more);
    let best = kept.iter().map(|line| line.worth).max();
    kept.retain(|line| Some(line.worth) == best);
}

/// One of equally good lines. The hash of the state picks, so that a game whose judgement sees no difference is not
/// played by always taking what is listed first.
fn pick(game: &dyn AnyGame, mut best: Vec<Line>) -> Vec<Action> {
    let count = u32::try_from(best.len()).expect("lines are some thousand at most");
    let place = if count > 1 { Chance::new(*game.state_hash().as_bytes()).below(count) } else { 0 };
    best.swap_remove(place as usize).actions
}
