//! What every page looks like, at the smallest size and at a comfortable one.

use super::crowd::hall;
use super::fixture::{Stage, bob, chloe, gathering, kept, listening, me, open, over, place, playing};
use crate::table::front::{Event, Finding, GatherSeat, News, Verdict};
use crate::tui::theme::{Depth, Theme, Wishes};

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (120, 40);

fn theme(ascii: bool) -> Theme {
    Theme::detect(|_| None, Wishes { ascii, depth: Some(Depth::Mono), backdrop: None })
}

/// A lobby in which something goes on.
fn busy() -> Stage {
    let mut stage = Stage::named();
    let mut locked = open(2);
    (locked.pass_phrase, locked.names, locked.taken) = (true, vec!["Dora".to_owned()], 1);
    let mut other = open(4);
    (other.fits, other.version, other.names) = (false, "0.9.2".to_owned(), vec!["Eli".to_owned()]);
    let mut toy = playing(3);
    toy.game = "toy".to_owned();
    stage.hear(&News::Near(vec![open(1), locked, toy, other, over(5)]));
    let mut here = kept("b.wsl", false);
    here.local = true;
    stage.hear(&News::Kept(vec![kept("a.wsl", false), here, kept("c.wsl", true)]));
    stage
}

/// Draws a page at both sizes.
fn look(name: &str, stage: &mut Stage) {
    for (size, theme) in [(SMALL, theme(false)), (LARGE, theme(false))] {
        let shown = stage.draw(size, &theme);
        insta::with_settings!({ snapshot_path => "../../../../../tests/snapshots", prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("lobby-{name}-{}x{}", size.0, size.1), shown);
        });
    }
}

fn gathered() -> Stage {
    let mut stage = Stage::named();
    stage.press("+ up 'red space 'lamp enter");
    stage.hear(&listening());
    let bot = GatherSeat::Bot { name: "second/1".to_owned() };
    stage.hear(&News::Event(gathering(&[
        place(me(), false),
        GatherSeat::Open,
        GatherSeat::Open,
        bot.clone(),
    ])));
    stage.hear(&News::Event(gathering(&[place(me(), false), place(bob(), true), GatherSeat::Open, bot])));
    stage.hear(&News::Event(Event::Chat {
        name: "Ben".to_owned(),
        text: "need one more, who is in?".to_owned(),
    }));
    stage.press("t 'Chloe space 'comes space 'in space 'two space 'minutes enter esc");
    stage
}

#[test]
fn the_first_start() {
    let mut stage = Stage::new();
    stage.hear(&News::Name(None));
    look("first-start", &mut stage);
}

#[test]
fn a_quiet_lobby() {
    look("quiet", &mut Stage::named());
}

#[test]
fn a_busy_lobby_and_its_kinds_of_lines() {
    let mut stage = busy();
    look("busy", &mut stage);
    stage.press("down down down");
    look("busy-open-table", &mut stage);
    stage.press("down down down");
    look("busy-other-version", &mut stage);
    stage.press("enter");
    look("busy-refused", &mut stage);
    stage.press("down down");
    look("busy-own-table", &mut stage);
}

#[test]
fn many_tables_are_scrolled_through() {
    let mut stage = busy();
    stage.hear(&News::Near((10..40).map(open).collect()));
    stage.press("down ".repeat(20).trim_end());
    look("many", &mut stage);
}

#[test]
fn a_hall_of_two_hundred_tables() {
    let mut stage = busy();
    stage.hear(&News::Near(hall()));
    look("hall", &mut stage);
    stage.press("/ 'dora");
    look("hall-found", &mut stage);
}

#[test]
fn a_new_table() {
    let mut stage = Stage::named();
    stage.press("+");
    look("new-table", &mut stage);
    stage.press("up up right up up");
    look("new-table-option", &mut stage);
    let mut stage = Stage::named();
    stage.press("+ down right down 'Ben,Ben enter");
    look("new-table-problem", &mut stage);
}

#[test]
fn joining_by_address() {
    let mut stage = Stage::named();
    stage.press("c");
    look("connect", &mut stage);
    stage.press("'10.0.0.9 enter");
    stage.hear(&News::Ended(Err(
        "nobody answered at 10.0.0.9:18300: check the address on the host's screen, or run the network check"
            .to_owned(),
    )));
    look("connect-problem", &mut stage);
    let mut stage = busy();
    stage.press("5");
    look("pass-phrase", &mut stage);
}

#[test]
fn waiting_for_a_table() {
    let mut stage = Stage::named();
    stage.press("c 'ben enter");
    stage.now += 7_300;
    look("wait", &mut stage);
}

#[test]
fn gathering_as_host_and_as_guest() {
    let mut stage = gathered();
    look("gather-host", &mut stage);
    stage.press("esc");
    look("gather-question", &mut stage);
    let mut stage = Stage::hosting(&[place(bob(), true), place(me(), false), place(chloe(), true)]);
    stage.press("t 'on space 'my space 'way");
    look("gather-guest", &mut stage);
}

#[test]
fn the_own_address() {
    let mut stage = gathered();
    stage.press("i");
    look("address", &mut stage);
    let mut stage = Stage::named();
    stage.press("i");
    look("address-none", &mut stage);
    let mut stage = Stage::hosting(&[place(bob(), true), place(me(), false)]);
    stage.press("i");
    look("address-guest", &mut stage);
}

#[test]
fn the_network_check() {
    let finding = |what: &str, verdict, advice: Option<&str>| Finding {
        what: what.to_owned(),
        verdict,
        advice: advice.map(str::to_owned),
    };
    let mut stage = Stage::named();
    stage.press("n");
    stage.hear(&News::Network(
        vec![
            finding("wlan0 has the address 192.168.1.23", Verdict::Good, None),
            finding("tun0 leads to one machine only, as VPNs do", Verdict::Note, None),
        ],
        false,
    ));
    look("network-begun", &mut stage);
    stage.hear(&News::Network(
        vec![
            finding("wlan0 has the address 192.168.1.23", Verdict::Good, None),
            finding("tun0 leads to one machine only, as VPNs do", Verdict::Note, None),
            finding(
                "multicast does not come back on wlan0",
                Verdict::Bad,
                Some("The access point may keep its guests apart: join by address instead, or use another network."),
            ),
        ],
        true,
    ));
    look("network-done", &mut stage);
}

#[test]
fn help() {
    let mut stage = busy();
    stage.press("?");
    look("help", &mut stage);
    let mut stage = gathered();
    stage.press("?");
    look("help-gather", &mut stage);
}

#[test]
fn ascii_is_enough_for_everything() {
    let mut pages = [busy(), gathered(), Stage::named(), Stage::named(), gathered(), busy()];
    for (stage, keys) in pages.iter_mut().zip(["down", "", "+", "c", "i", "?"]) {
        if !keys.is_empty() {
            stage.press(keys);
        }
        let shown = stage.draw(LARGE, &theme(true));
        let strange: Vec<char> = shown.chars().filter(|c| !c.is_ascii()).collect();
        assert!(strange.is_empty(), "{keys}: {strange:?}\n{shown}");
    }
    let shown = busy().draw(SMALL, &theme(true));
    insta::with_settings!({ snapshot_path => "../../../../../tests/snapshots", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("lobby-busy-ascii", shown);
    });
}

#[test]
fn the_first_line_says_how_to_play_at_once() {
    let shown = busy().draw(SMALL, &theme(false));
    let first = shown.lines().find(|line| line.contains('1')).expect("a first line");
    assert!(first.contains("Play now against bots"), "{first}");
}
