//! Words of the page that says how others reach this laptop.

/// The title of the page.
pub const TITLE: &str = "How others reach you";

/// What keys do here.
pub mod key {
    #![allow(missing_docs, reason = "each is its own word")]
    pub const NEW_TABLE: &str = "new table";
    pub const COPY: &str = "copy the join code";
}

/// Before there is a table.
pub const NO_TABLE: [&str; 3] = [
    "Nobody can reach you yet: only a table that you opened or sit at has an address.",
    "Tables on the same network find each other by themselves, usually nobody needs one.",
    "Press Enter to open a table; then i shows its address, join code and QR code.",
];
/// At somebody else's table.
pub fn of_host(host: &str) -> String {
    format!("This is the table of {host}: others need the address that the screen of {host} shows under i.")
}

/// No network.
pub const NO_NETWORK: &str =
    "This laptop has no address that others can reach. Press n to check the network.";
/// Above the addresses.
pub const ADDRESSES: &str = "Address (any of these)";
/// Above the join code.
pub const CODE: &str = "Join code, to read out";
/// Above the words of the key.
pub const KEY: &str = "Your key in words: who compares them knows that it is you";
/// What others do with it.
pub const HOW: &str = "Others press c in their lobby and type the address or the words.";
/// Done.
pub const COPIED: &str = "The join code is in the clipboard, if this terminal has one.";
/// Nothing there.
pub const NO_CODE: &str = "There is no join code to copy.";

/// What the page is about, for help.
pub const HELP: &[&str] = &[
    "Only needed where tables do not find each other by themselves, as in some guest networks.",
    "A phone's camera reads the QR code as text, to be sent on to somebody.",
];
