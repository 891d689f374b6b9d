//! Words on the way to a table.

/// The title of the page.
pub const TITLE: &str = "One moment";
/// What Esc does.
pub const STOP: &str = "stop";
/// A table is made.
pub const OPENING: &str = "Setting up the table ...";
/// A table of this player is taken up again.
pub const RESUMING: &str = "Going back to your table ...";
/// What goes on without doing anything.
pub const ABOUT: &str = "It goes on by itself as soon as the table answers. Esc stops looking.";

/// A table is looked for.
pub fn looking(what: &str) -> String {
    format!("Looking for {what} ...")
}

/// What somebody typed.
pub fn typed(text: &str) -> String {
    if text.is_empty() { "any table with a free seat".to_owned() } else { text.to_owned() }
}

/// How long already.
pub fn since(seconds: u64) -> String {
    format!("{seconds} s")
}

/// What the page is about, for help.
pub const HELP: &[&str] = &["Nothing is to be done here: the table is looked for until it answers."];
