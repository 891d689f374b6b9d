//! Words of the line at the bottom: what came of a key, who is missing, what is worth knowing.

use super::turn::range;
use crate::engine::any_game::AmountRange;
use crate::engine::money::Currency;

/// How long a bot's move is looked at, with the word for it.
pub const PACES: [(u64, &str); 5] =
    [(0, "at once"), (250, "fast"), (700, "brisk"), (1_500, "steady"), (4_000, "slow")];
/// The usual one of [`PACES`].
pub const USUAL_PACE: usize = 2;

/// How fast bots are shown.
pub fn pace(words: &str) -> String {
    format!("bots play {words}")
}

/// The name of who talks without a seat.
pub const YOU: &str = "you";
/// The result was asked for too early.
pub const NOT_OVER: &str = "the game is not over yet";
/// Nothing on the map is chosen.
pub const NO_CURSOR: &str = "move to a place with the arrows, or type / and its name";
/// Somebody else decides.
pub const NOT_YOUR_TURN: &str = "it is not your turn; you may look around, talk (t) or read the rules (?)";
/// Everybody is here.
pub const NOBODY_MISSING: &str = "nobody is missing";
/// There is nothing to take back.
pub const NO_TAKE_BACK: &str = "only your last move can be taken back, and none across a draw";
/// Nobody asks for anything.
pub const NOTHING_TO_AGREE: &str = "nobody asks for anything";
/// The player wants another game.
pub const WANT_AGAIN: &str = "you would play again; it begins when all who are here say so";

/// No place is called so.
pub fn no_such_place(typed: &str) -> String {
    format!("no place here is called {typed:?}")
}

/// A take-back was asked for.
pub fn asked_take_back(to: u32) -> String {
    format!("you ask to go back to entry {to}; it happens when all players agree")
}

/// What leaving means.
pub const ASK_LEAVE: &str = "Leave? Your seat stays yours (s, resume later), or a bot plays meanwhile (b)";
/// Somebody asks for a take-back.
pub const ASKED_TAKE_BACK: &str = "somebody asks to take moves back: y agrees; it happens when all do";
/// The same at the bottom, with the way on.
pub const ASKING_WHAT: &str = "you move once the others let this laptop begin anew; q saves and leaves";
/// In the past.
pub const PAST: &str = "the board as it was; what the entry changed is marked";
/// Bots have moved on.
pub const CATCH_UP: &str = "bots are playing; n shows at once how it stands";
/// The commit line is highlighted.
pub const COMMIT: &str = "nothing counts before you commit; u takes back a step, esc all of it";
/// The draft leads to a draw.
pub const CHANCE: &str = "then chance decides: once committed, this cannot be taken back";
/// Many choices of a kind, or about a place.
pub const GROUP: &str = "Enter lists them, esc comes back; the map shows where they are";
/// Places can be picked.
pub const PLACES: &str = "pick a line, or a marked place: tab and arrows, / and its name, or a click";

/// Somebody is missing.
pub fn missing(names: &[&str], seconds: u64, waits: bool) -> String {
    let name = names.join(" and ");
    let choices = if waits { ": wait, b lets a bot play, q saves and leaves" } else { "" };
    format!("{name} lost contact {seconds} s ago{choices}")
}

/// How to type an amount.
pub fn amount(currency: Currency, within: AmountRange) -> String {
    format!("type {}, or + and -; Enter tries it", range(currency, within))
}

/// The laptop goes to somebody else.
pub fn hand_over(name: &str) -> String {
    format!("Hand the laptop to {name}. {name}: press Enter.")
}

/// Before what is said.
pub const PROMPT_TALK: &str = " say: ";
/// Before a place.
pub const PROMPT_FIND: &str = " go to: ";
