//! A move being thought out: actions tried on a game of its own, undone step by step, committed at once or never.
//!
//! A draft never changes the table, and it stops where the seat's turn ends or chance decides: nobody may try what
//! chance would bring.

use whistlestop_proto::contract::SeatNumber;
use whistlestop_proto::rules::ToMove;

use crate::engine::any_game::{ActionBytes, AnyChoice, AnyGame, Refused};
use crate::engine::game::{Heard, Notes};
use crate::engine::money::Money;

use super::rules::{BadMove, MAX_MOVE_ACTIONS, Move, turn};

/// A move being thought out.
#[derive(Debug)]
pub struct Draft {
    seat: Option<SeatNumber>,
    start: Box<dyn AnyGame>,
    tried: Vec<Tried>,
}

#[derive(Debug)]
struct Tried {
    action: ActionBytes,
    after: Box<dyn AnyGame>,
    heard: Heard,
}

/// Why an action cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DraftError {
    /// Somebody else decides.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The turn ends behind what was tried, or chance decides there.
    #[error("your turn ends here: commit the move, or undo something")]
    TurnEnds,
    /// The move would be too long.
    #[error("a move has at most {MAX_MOVE_ACTIONS} actions: commit these first")]
    Full,
    /// The action is not possible.
    #[error(transparent)]
    Refused(#[from] Refused),
}

impl Draft {
    /// A draft of a seat's move from here; without a seat nothing can be tried.
    pub fn new(game: &dyn AnyGame, seat: Option<SeatNumber>) -> Self {
        Self { seat, start: game.fork(), tried: Vec::new() }
    }

    /// The game after what was tried.
    pub fn game(&self) -> &dyn AnyGame {
        self.tried.last().map_or(&*self.start, |tried| &*tried.after)
    }

    /// Whether the seat can try something more.
    pub fn goes_on(&self) -> bool {
        self.tried.len() < MAX_MOVE_ACTIONS && self.decides()
    }

    /// Whether what was tried can be committed: something, and nothing that the rules would leave half done.
    pub fn may_commit(&self) -> bool {
        !self.tried.is_empty() && (!self.decides() || self.game().may_pause())
    }

    /// Tries an action, and says what it brings about.
    pub fn add(&mut self, action: ActionBytes) -> Result<&Heard, DraftError> {
        if !self.decides() {
            let first = self.tried.is_empty();
            return Err(if first { DraftError::NotYourTurn } else { DraftError::TurnEnds });
        }
        let mut actions: Vec<ActionBytes> = self.tried.iter().map(|tried| tried.action.clone()).collect();
        actions.push(action.clone());
        let mut after = self.game().fork();
        let mut notes = Notes::kept();
        after.apply(&action, &mut notes)?;
        // Measured behind the rules: only what they allow can be too much of a good thing.
        Move::new(actions).map_err(|_| DraftError::Full)?;
        let place = self.tried.len();
        self.tried.push(Tried { action, after, heard: notes.into_heard() });
        Ok(&self.tried[place].heard)
    }

    /// Tries a choice, with this amount if it has one to choose.
    pub fn add_choice(&mut self, choice: &AnyChoice, amount: Option<Money>) -> Result<&Heard, DraftError> {
        let action = chosen(&*self.start, choice, amount)?;
        self.add(action)
    }

    /// Takes the last action back; says whether there was one.
    pub fn undo(&mut self) -> bool {
        self.tried.pop().is_some()
    }

    /// How many actions were tried.
    pub fn len(&self) -> usize {
        self.tried.len()
    }

    /// Whether nothing was tried.
    pub fn is_empty(&self) -> bool {
        self.tried.is_empty()
    }

    /// What the actions brought about, one by one.
    pub fn heard(&self) -> impl Iterator<Item = &Heard> {
        self.tried.iter().map(|tried| &tried.heard)
    }

    /// The move to commit; there is none without actions.
    pub fn actions(&self) -> Result<Move, BadMove> {
        Move::new(self.tried.iter().map(|tried| tried.action.clone()).collect())
    }

    fn decides(&self) -> bool {
        self.seat.is_some_and(|seat| turn(self.game()) == ToMove::Seat(seat))
    }
}

/// The action of a choice of this game, with this amount if it has one to choose.
pub fn chosen(game: &dyn AnyGame, choice: &AnyChoice, amount: Option<Money>) -> Result<ActionBytes, Refused> {
    match amount {
        Some(amount) => game.action_from_json(&choice.json_with_amount(amount)),
        None => Ok(choice.action.clone()),
    }
}
