//! Words of the player's turn: what can be chosen, what was tried, and why something cannot be done.

use crate::engine::any_game::AmountRange;
use crate::engine::money::{Currency, Money};

/// What follows what was tried.
pub fn then(status: &str) -> String {
    format!("then: {status}")
}

/// The line of the menu that commits.
pub fn commit_line(steps: usize) -> String {
    if steps == 1 { "Commit this".to_owned() } else { format!("Commit these {steps} steps") }
}

/// Behind the commit line where chance follows.
pub const COMMIT_TO_CHANCE: &str = "(then chance decides: no way back)";
/// Space was pressed on the commit line.
pub const ENTER_COMMITS: &str = "press Enter to commit";

/// All choices of a kind, or about a place.
pub fn group_line(name: &str, count: usize) -> String {
    format!("{name} ({count} choices)")
}

/// What something costs.
pub fn price(currency: Currency, price: Money) -> String {
    format!("-{}", currency.write(price))
}

/// From the least to the most.
pub fn range(currency: Currency, range: AmountRange) -> String {
    format!("{} to {}", currency.write(range.min), currency.write(range.max))
}

/// What an amount must be.
pub fn amount_range(currency: Currency, range: AmountRange) -> String {
    let [min, max, step] = [range.min, range.max, range.step].map(|amount| currency.write(amount));
    if range.step == Money::new(1) {
        format!("type an amount from {min} to {max}")
    } else {
        format!("type an amount from {min} to {max} in steps of {step}")
    }
}

/// Why a choice is blocked.
pub fn blocked(why: &str, rule: &str) -> String {
    format!("{why} ({rule})")
}

/// The menu is shorter.
pub fn no_such_line(digit: usize) -> String {
    format!("there is no choice {digit}")
}

/// A commit waits for the others.
pub const WAITING_FOR_TABLE: &str = "your move is on its way; wait until the others have signed it";
/// There is no choice.
pub const NOTHING_TO_CHOOSE: &str = "there is nothing to choose";
/// There is nothing to do at a place.
pub const NOTHING_HERE: &str = "nothing can be done there now";
/// Nothing was tried.
pub const NOTHING_TO_UNDO: &str = "there is nothing to undo";
/// Nothing was tried, or nothing else can be done there.
pub const NO_OTHER_WAY: &str = "there is no other way to do this here";
/// Nothing was tried.
pub const NOTHING_TO_COMMIT: &str = "choose something first; nothing counts before you commit it";
/// A commit was asked for in the midst of what is one move.
pub const NOT_YET_WHOLE: &str = "finish what you began first, or take it back: it is one move";
/// What can be chosen on the map.
pub const MARK_LEGAL: &str = "can be chosen";
/// The same where it costs something.
pub const MARK_PRICED: &str = "can be chosen, at this price";
/// What was tried on the map.
pub const MARK_DRAFT: &str = "tried";
