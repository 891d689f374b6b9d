//! What the deciding seat can do until its turn ends, and what that is worth to it, for bots.
//!
//! A [`Line`] is what a seat could commit at once. A [`Scout`] tries lines on copies of the game, action by action, until
//! the position is [quiet](super::game::Worth::is_quiet) or somebody else is on. Of the lines under way only the most promising are
//! followed, so the time of a decision is bounded. It never looks at answers of the others: what a game expects of them is
//! part of its judgement.

use std::cmp::Reverse;

use super::any_game::state_hash;
use super::chance::Chance;
use super::game::{Choice, Game, Notes, Turn};
use super::money::Money;
use super::seat::Seat;

/// Lines that are followed at once: enough to see a city three hexes away beside a nearer one, few enough to decide in
/// some milliseconds.
const MAX_LINES: usize = 12;

/// Actions of one line: what a move may hold.
const MAX_ACTIONS: usize = 16;

/// Some actions of the deciding seat, and the game after them.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    /// The actions.
    pub actions: Vec<G::Action>,
    /// The game after them.
    pub game: G,
    /// What that is worth to the seat.
    pub worth: i64,
}

/// Tries lines, and counts how many positions it has judged: that is nearly all of its work.
#[derive(Debug)]
pub struct Scout {
    /// Positions judged so far.
    pub judged: u64,
    /// How many lines are followed at once.
    pub width: usize,
}

impl Default for Scout {
    fn default() -> Self {
        Self { judged: 0, width: MAX_LINES }
    }
}

impl Scout {
    /// The line that is worth most. Of equals the hash of the state picks one, so that a game whose judgement sees no
    /// difference is not played by always taking what is listed first.
    ///
    /// # Panics
    /// If it is not the seat's turn.
    pub fn best<G: Game>(&mut self, game: &G, seat: Seat) -> Line<G> {
        let mut lines = self.finished(game, seat);
        let most = lines.iter().map(|line| line.worth).max();
        lines.retain(|line| Some(line.worth) == most);
        let count = u32::try_from(lines.len()).expect("lines are some thousand at most");
        let place = if count > 1 { Chance::new(*state_hash(game).as_bytes()).below(count) } else { 0 };
        lines.swap_remove(place as usize)
    }

    /// All lines that were followed to their end, in the order in which they were found.
    pub fn finished<G: Game>(&mut self, game: &G, seat: Seat) -> Vec<Line<G>> {
        let mut finished: Vec<Line<G>> = Vec::new();
        let mut under_way = self.continued(&Line { actions: Vec::new(), game: game.clone(), worth: 0 }, seat);
        for _ in 1..MAX_ACTIONS {
            let (done, open): (Vec<_>, Vec<_>) =
                under_way.into_iter().partition(|line| line.is_finished(seat));
            finished.extend(done);
            under_way =
                best_of(open, self.width).iter().flat_map(|line| self.continued(line, seat)).collect();
        }
        // What is still under way is as long as a move may be; where it may not end, it is none.
        finished.extend(under_way.into_iter().filter(|line| line.may_end(seat)));
        finished
    }

    /// The line with each further action.
    fn continued<G: Game>(&mut self, line: &Line<G>, seat: Seat) -> Vec<Line<G>> {
        let choices = line.game.legal_choices();
        choices.into_iter().map(|choice| self.with_choice(line, seat, choice)).collect()
    }

    fn with_choice<G: Game>(&mut self, line: &Line<G>, seat: Seat, choice: Choice<G::Action>) -> Line<G> {
        match choice {
            Choice::Act(action) => self.with_action(line, seat, action),
            Choice::Amount { with, min, max, step } => {
                let amount = self.best_amount(line, seat, with, (min, max, step));
                self.with_action(line, seat, with(amount))
            }
        }
    }

    /// The least amount or, if that is worth more, the one where the worth stops rising: found by halving the range (least,
    /// most, step), as worth rises up to some amount and falls from there. The least wins a tie, since paying more gains
    /// nothing.
    pub fn best_amount<G: Game>(
        &mut self,
        line: &Line<G>,
        seat: Seat,
        with: fn(Money) -> G::Action,
        (min, max, step): (Money, Money, Money),
    ) -> Money {
        let mut worth_with = |steps: i64| self.with_action(line, seat, with(min + step * steps)).worth;
        let (mut low, mut high) = (0, (max - min).dollars() / step.dollars());
        while low < high {
            let middle = low + (high - low) / 2;
            if worth_with(middle) < worth_with(middle + 1) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if worth_with(low) > worth_with(0) { min + step * low } else { min }
    }

    /// The line with one more action, which must be legal.
    pub fn with_action<G: Game>(&mut self, line: &Line<G>, seat: Seat, action: G::Action) -> Line<G> {
        let mut game = line.game.clone();
        game.apply(&action, &mut Notes::ignored()).expect("a listed choice is legal");
        self.judged += 1;
        let worth = game.worth(seat);
        let actions = line.actions.iter().cloned().chain([action]).collect();
        Line { actions, game, worth }
    }
}

impl<G: Game> Line<G> {
    fn is_finished(&self, seat: Seat) -> bool {
        self.may_end(seat) && (self.game.turn() != Turn::Seat(seat) || self.game.is_quiet())
    }

    /// Whether a move may end here.
    pub fn may_end(&self, seat: Seat) -> bool {
        self.game.turn() != Turn::Seat(seat) || self.game.may_pause()
    }
}

/// The most promising lines; of equals the first.
fn best_of<G: Game>(mut lines: Vec<Line<G>>, width: usize) -> Vec<Line<G>> {
    lines.sort_by_key(|line| Reverse(line.worth));
    lines.truncate(width);
    lines
}
