//! Words of the network check.

/// The title of the page.
pub const TITLE: &str = "Network check";
/// What Enter does.
pub const CHECK: &str = "check";
/// What the arrows do.
pub const SCROLL: &str = "scroll";
/// Whom to try the way to.
pub const PEER_LABEL: &str = "Way to";
/// The same while nothing is typed.
pub const PEER_BLANK: &str = "an address, if somebody cannot be reached";
/// Nothing found yet.
pub const BEGUN: &str = "Looking at this laptop's networks ...";
/// Nothing found at all.
pub const NOTHING: &str = "The check found nothing out. Press Enter to try again.";
/// What it does.
pub const ABOUT: &str = "Nothing is changed by this check.";

/// The outcome.
pub fn verdict(bad: usize, notes: usize) -> String {
    match (bad, notes) {
        (0, 0) => "All is well: this network can play.".to_owned(),
        (0, _) => "This network can play; see the notes.".to_owned(),
        (1, _) => "One thing is in the way; its line says what to do.".to_owned(),
        (many, _) => format!("{many} things are in the way; their lines say what to do."),
    }
}

/// What the page is about, for help.
pub const HELP: &[&str] = &[
    "Checks what play needs: an address, multicast, and finding oneself by mDNS. With an address it also checks the way to that laptop and back.",
];
