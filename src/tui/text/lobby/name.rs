//! Words of the page that asks for the player's name.

/// The title at the first start.
pub const TITLE: &str = "Welcome";
/// The title later.
pub const RENAME: &str = "Your name";
/// What Enter does.
pub const SAVE: &str = "that's me";
/// The line.
pub const LABEL: &str = "Your name";
/// The same while nothing is typed.
pub const BLANK: &str = "type it and press Enter";
/// The greeting at the first start.
pub const WELCOME: &str =
    "Train games on one network: no server, no account. What shall the others call you?";
/// Why there must be a name.
pub const NEEDED: &str = "Type a name first, a short one: others see it at the table.";
/// About changing it.
pub const RENAME_ABOUT: &str = "Others see it at the tables you sit down at from now on.";
/// What the page is about, for help.
pub const HELP: &[&str] =
    &["Others see your name at the table. It can be changed at any time with y in the lobby."];
