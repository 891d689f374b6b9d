//! Words for a newcomer's first turns.

/// Nothing was chosen yet.
pub const FIRST: &str = "Welcome! Enter takes the highlighted line; arrows, a number or a click another. Nothing counts yet, so \
try things out; ? explains.";
/// An amount is asked for.
pub const AMOUNT: &str = "Type an amount, or change it with + and -. Enter tries it out.";
/// Something was tried.
pub const DRAFT: &str = "This is only a draft: the tables show what it would change. Commit it with Enter, or take it back with u.";
/// The others play.
pub const OTHERS: &str =
    "Now the others play. The log tells what they do; h looks back at any moment of the game.";
/// A later turn.
pub const AGAIN: &str = "Your turn again. What the last moves changed is marked on the map; i draws charts.";
