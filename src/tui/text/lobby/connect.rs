//! Words of the page that leads to a table by its address or code.

/// The title of the page.
pub const TITLE: &str = "Join by address or code";
/// What Enter does.
pub const JOIN: &str = "join";
/// Where to.
pub const WHAT_LABEL: &str = "Address or code";
/// The same while nothing is typed.
pub const WHAT_BLANK: &str = "192.168.1.23, the words of a code, or a host's name";
/// The same as a sentence.
pub const WHAT_ABOUT: &str =
    "Ask the host: the table's screen shows both under i. Pasting works. Left empty, any free seat will do.";
/// As what.
pub const HOW_LABEL: &str = "To";
/// The same as a sentence.
pub const HOW_ABOUT: &str = "Sit down to play, or look on without a seat.";
/// A way to be at a table.
pub const HOW: [&str; 3] = ["sit down", "watch", "watch, large for a projector"];
/// About a pass phrase that may be needed.
pub const PHRASE_ABOUT: &str = "Only needed at tables that have one; the host knows it.";
/// No pass phrase where one is needed.
pub const PHRASE_NEEDED: &str = "This table has a pass phrase: ask its host and type it here.";
/// What the page is about, for help.
pub const HELP: &[&str] = &[
    "The host's screen shows an address and a join code under i. Type or paste either; the name of the host works too, on the same network.",
    "A join code also proves that you reach the laptop it was made on.",
];
