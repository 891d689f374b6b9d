//! What a game is, as small traits: each is implemented in the file of its name in a game's folder.
//!
//! | trait | in | says |
//! |---|---|---|
//! | [`Game`] | `turn.rs` | the rules: what may be done, and what comes of it |
//! | [`Turns`] | `turn.rs` | who decides, and how the players stand |
//! | [`Show`] | `scene.rs` | what there is to see |
//! | [`Load`] | `position.rs` | the state as people write it, and the way back |
//! | [`Audited`] | `audit.rs` | what must always hold |
//! | [`Worth`] | `worth.rs` | what a position is worth, for bots |
//!
//! All but [`Game`] speak of plain data alone, so [`AnyGame`](super::any_game::AnyGame) has them from every game as they are.
//! The plain types that they speak in are in the files below.

mod choices;
mod meta;
mod notes;
mod standing;

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use choices::{BadPosition, Blocked, Choice, Choices, Illegal, Label};
pub use meta::{Meta, OptionMeta, OptionValue, Setup, SetupError};
pub use notes::{Heard, Notes};
pub use standing::Standing;

use super::chance::Chance;
use super::scene::Scene;
use super::seat::Seat;

/// The rules of one game, as a state that actions and draws change.
///
/// The state is a pure function of set-up, actions and the entropy of draws. It holds sized integers in
/// arrays, no text of players, and nothing that a position does not show.
pub trait Game:
    Turns
    + Show
    + Load
    + Audited
    + Worth
    + Clone
    + Debug
    + Eq
    + Serialize
    + DeserializeOwned
    + Send
    + Sync
    + 'static
{
    /// One small step of one player: a bid, one hex, "done". An enum of unit and struct variants.
    type Action: Clone + Debug + Eq + Serialize + DeserializeOwned + Send + Sync;

    /// What is fixed about the game.
    const META: &'static Meta;

    /// The game at its very start. Nothing here is random: a game that must deal starts at a chance turn.
    fn new(setup: &Setup) -> Result<Self, SetupError>;

    /// Adds every action the deciding seat may take (none at a chance turn or when the game is over) and,
    /// if they are wanted, those that come to mind but are blocked.
    fn list_choices(&self, choices: &mut Choices<Self::Action>);

    /// Carries out an action of the deciding seat, all or nothing.
    fn apply(&mut self, action: &Self::Action, notes: &mut Notes) -> Result<(), Illegal>;

    /// Carries out a chance turn. Called only when [`turn`](Turns::turn) says so.
    fn draw(&mut self, chance: &mut Chance, notes: &mut Notes);

    /// How an action is put to the deciding player.
    fn describe(&self, action: &Self::Action) -> Label;

    /// What somebody in a hurry would do here, where that is as good as known without trying everything: bots ask this
    /// where they play a game out in their minds. Auctions above all, which may take dozens of bids to end as expected.
    fn hasty_action(&self) -> Option<Self::Action> {
        None
    }

    /// All legal choices, without the blocked ones.
    fn legal_choices(&self) -> Vec<Choice<Self::Action>> {
        let mut choices = Choices::legal_only();
        self.list_choices(&mut choices);
        choices.legal
    }
}

/// Who decides, and how the players stand.
pub trait Turns {
    /// Who decides now: exactly one seat, or chance, or nobody any more.
    fn turn(&self) -> Turn;

    /// How the players stand, or stood at the end: best first, equals by seat.
    fn standings(&self) -> Vec<Standing>;

    /// Whether the deciding seat may commit what it has done so far and go on later. It may not in the midst of what the
    /// rules make one move: then peers refuse a move that ends here.
    ///
    /// From a position where it may, every line of choices must come to one again, or to another seat, within the
    /// actions of one move.
    fn may_pause(&self) -> bool {
        true
    }

    /// The ids of the rules that say what may be done now, for whoever asks for help: the headings of
    /// [`Meta::rules_text`].
    fn rules_now(&self) -> &'static [&'static str] {
        &[]
    }
}

/// What there is to see.
pub trait Show {
    /// Everything that a screen shows, for one viewer.
    fn scene(&self, viewer: Viewer) -> Scene;
}

/// The state as people write it, and the way back.
pub trait Load {
    /// Everything that decides what happens next, as far as the viewer may see it.
    fn position(&self, viewer: Viewer) -> Value;

    /// The game at this position; a reason if it cannot stand so. Whoever takes it up has it [audited](Audited) too.
    fn from_position(position: &Value) -> Result<Self, BadPosition>
    where
        Self: Sized;
}

/// What must always hold.
pub trait Audited {
    /// Checks what must always hold, whatever was played; the conformance suite asks after every action
    /// and a position from outside is refused with the reason.
    fn audit(&self) -> Result<(), BadPosition>;
}

/// What bots judge by.
pub trait Worth: Turns {
    /// What this position is worth to the seat, for bots that compare positions: more is better for the seat, in
    /// any unit of the game's own. It must be a pure function of the state in whole numbers, as all peers compute it.
    ///
    /// Asked at [quiet](Self::is_quiet) positions and, to sort out hopeless lines early, at others. A game that does
    /// not say better is judged by the seat's present score.
    fn worth(&self, seat: Seat) -> i64 {
        let standings = self.standings();
        standings.iter().find(|standing| standing.seat == seat).map_or(0, |standing| standing.score)
    }

    /// Whether [`worth`](Self::worth) can judge the position as it stands. It cannot while the deciding seat is in
    /// the midst of something, such as having named a kind of action and not yet done it: then a bot looks further.
    fn is_quiet(&self) -> bool {
        true
    }

    /// Puts something that could just as well be in the place of whatever the seat may not see, as hands of others: a bot
    /// that looks ahead must not look into them. A game without secrets has nothing to do here.
    fn redeal(&mut self, _seat: Seat, _chance: &mut Chance) {}
}

/// Who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This seat.
    Seat(Seat),
    /// Chance: [`Game::draw`] comes next.
    Chance,
    /// Nobody: the game is over.
    Over,
}

/// Whose eyes see: one seat's, or all there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// What this seat may see.
    Seat(Seat),
    /// What somebody without a seat may see.
    Spectator,
    /// Everything, hidden hands too: for the rules command, tests and saved positions.
    Everything,
}
