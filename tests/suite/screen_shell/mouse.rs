//! A real terminal and its mouse: from the lobby to a table and back without a key.

use super::pty::whistlestop;
use super::sight::Sight;

#[test]
fn clicks_alone_lead_from_the_lobby_to_a_move_and_out_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut ann = Sight::new(whistlestop("xterm-256color", &folder.path().join("home"), &["--no-mdns"]));
    ann.click("Play now");
    ann.click("pass and leave this auction");
    ann.click("u undo");
    ann.click("bid for the share");
    ann.click("+ amount");
    ann.click("⏎ choose");
    ann.click("⏎ commit");
    ann.until("Ann bids", |_, _| {});
    ann.click(". more");
    ann.click("h history");
    ann.until("PAST", |_, _| {});
    ann.click("n back to now");
    ann.click("q leave");
    ann.click("s save and leave");
    ann.until("Your tables", |_, _| {});
    ann.click("q quit");
    assert_eq!(ann.pty.ends_in_order().code(), Some(0));
}
