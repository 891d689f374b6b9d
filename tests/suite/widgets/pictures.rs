//! What widgets look like.

use std::path::Path;

use insta::assert_snapshot;
use whistlestop::tui::theme::Role;
use whistlestop::tui::widgets::board::{BoardView, Zoom};
use whistlestop::tui::widgets::chart::Sparks;
use whistlestop::tui::widgets::field::{Field, FieldView};
use whistlestop::tui::widgets::key_bar::KeyBar;
use whistlestop::tui::widgets::log::{Log, LogKind, LogLine};
use whistlestop::tui::widgets::menu::{Amount, ChoiceKind, Hit, Menu, MenuEntry};
use whistlestop::tui::widgets::notice::Notice;
use whistlestop::tui::widgets::prose::{ParsedProse, Prose};
use whistlestop::tui::widgets::qr::Qr;
use whistlestop::tui::widgets::seats::Seats;

use super::boards;
use super::compose;
use super::picture::{ANSI16, ANSI256, DARK, LIGHT, MONO, PLAIN, drawn, styled, text};
use super::stage::stage;

/// Snapshots stand with those of whole screens.
fn compare(name: &str, picture: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| assert_snapshot!(format!("widget_{name}"), picture));
}

fn whole(picture: &str, size: (u16, u16), theme: &whistlestop::tui::theme::Theme) -> ratatui::buffer::Buffer {
    let area = ratatui::layout::Rect::new(0, 0, size.0, size.1);
    let mut buffer = ratatui::buffer::Buffer::empty(area);
    compose::draw(picture, stage(), theme, area, &mut buffer);
    buffer
}

#[test]
fn side_by_side_on_a_large_screen() {
    compare("table_120x40", &text(&whole("table", (120, 40), &DARK)));
    compare("table_120x40_ascii", &text(&whole("table", (120, 40), &PLAIN)));
}

#[test]
fn side_by_side_on_a_small_screen() {
    compare("table_80x24", &text(&whole("small", (80, 24), &DARK)));
    compare("table_80x24_ascii", &text(&whole("small", (80, 24), &PLAIN)));
}

#[test]
fn boards_of_every_size() {
    let stage = stage();
    let board = compose::board(stage, &DARK, Zoom::Fit);
    compare("board_large", &styled(&drawn(&board, (77, 22))));
    compare("board_largest", &text(&drawn(&board, (140, 24))));
    compare("board_small", &styled(&drawn(&board, (41, 21))));
    compare("board_scrolled", &text(&drawn(&board, (30, 10))));
    let close = compose::board(stage, &DARK, Zoom::Large);
    compare("board_large_scrolled", &text(&drawn(&close, (40, 12))));
}

#[test]
fn boards_in_every_depth_of_colour() {
    let stage = stage();
    for (name, theme) in
        [("light", LIGHT), ("256", ANSI256), ("16", ANSI16), ("mono", MONO), ("ascii", PLAIN)]
    {
        let board = compose::board(stage, &theme, Zoom::Large);
        compare(&format!("board_{name}"), &styled(&drawn(&board, (77, 22))));
    }
}

#[test]
fn graphs_of_every_size() {
    compare("graph_large", &styled(&whole("graph", (80, 24), &DARK)));
    compare("graph_one_to_one_ascii", &text(&whole("graph", (60, 14), &PLAIN)));
    compare("graph_scrolled", &text(&whole("graph", (24, 7), &MONO)));
    let (board, marks) = (boards::graph(), boards::graph_marks());
    let view = BoardView { board: &board, marks: &marks, cursor: None, zoom: Zoom::Small, theme: &DARK };
    compare("graph_overview", &text(&drawn(&view, (30, 8))));
}

#[test]
fn tiles_of_every_size() {
    compare("tiles_large", &styled(&whole("tiles", (80, 24), &DARK)));
    compare("tiles_small_ascii", &text(&whole("tiles", (60, 14), &PLAIN)));
}

#[test]
fn track_from_near_and_from_afar() {
    compare("tracks_near", &styled(&whole("tracks", (80, 24), &ANSI16)));
    compare("tracks_near_ascii", &text(&whole("tracks", (76, 24), &PLAIN)));
    compare("tracks_near_scrolled", &text(&whole("tracks", (40, 10), &MONO)));
    compare("tracks_far", &styled(&whole("overview", (30, 9), &ANSI16)));
    compare("tracks_far_ascii", &text(&whole("overview", (30, 9), &PLAIN)));
}

#[test]
fn ledgers_give_way_without_cutting_a_number() {
    let stage = stage();
    let widths = |title: &str| {
        let ledger = compose::ledger(stage, title, &DARK);
        let pictures = [80, 44, 39, 30, 24, 16, 9].map(|columns| {
            format!("{columns} columns\n{}", text(&drawn(&ledger, (columns, ledger.height()))))
        });
        pictures.join("\n")
    };
    compare("ledger_companies", &widths("Companies"));
    compare("ledger_players", &widths("Players"));
    let ledger = compose::ledger(stage, "Companies", &DARK);
    compare("ledger_styled", &styled(&drawn(&ledger, (39, 6))));
}

#[test]
fn dials_facts_and_legend() {
    let stage = stage();
    let pictures = [
        text(&drawn(&compose::dials(stage, &DARK), (39, 3))),
        text(&drawn(&compose::dials(stage, &PLAIN), (22, 3))),
        text(&drawn(&compose::dials(stage, &DARK), (41, 2))),
        text(&drawn(&compose::facts(stage, &DARK), (41, 2))),
        text(&drawn(&compose::facts(stage, &DARK), (24, 4))),
        text(&drawn(&compose::legend(stage, &DARK), (76, 3))),
        text(&drawn(&compose::legend(stage, &PLAIN), (40, 6))),
    ];
    compare("panels", &pictures.join("\n"));
}

/// A bid, a pass and something that cannot be done.
fn entries() -> Vec<MenuEntry> {
    let blocked = |text: &str, why: &str, rule: &str| MenuEntry {
        text: text.to_owned(),
        kind: ChoiceKind::Blocked { why: why.to_owned(), rule: rule.to_owned() },
        ..MenuEntry::default()
    };
    vec![
        MenuEntry { text: "Auction".to_owned(), kind: ChoiceKind::Heading, ..MenuEntry::default() },
        MenuEntry {
            key: Some('1'),
            text: "bid for the share".to_owned(),
            kind: ChoiceKind::Amount(Amount { value: 12, min: 8, max: 31, step: 2 }),
            ..MenuEntry::default()
        },
        MenuEntry { key: Some('2'), text: "pass".to_owned(), price: "$0".to_owned(), ..MenuEntry::default() },
        blocked("develop Detroit", "it grows by itself after each general dividend", "CE-16"),
    ]
}

#[test]
fn menus_with_amounts_and_blocked_choices() {
    let entries = entries();
    let menu = |selected, theme| Menu { entries: &entries, selected, theme };
    let pictures = [
        styled(&drawn(&menu(Some(1), &DARK), (60, 6))),
        text(&drawn(&menu(Some(2), &PLAIN), (34, 7))),
        text(&drawn(&menu(Some(2), &DARK), (34, 3))),
    ];
    compare("menu", &pictures.join("\n"));
}

#[test]
fn a_click_in_a_menu_hits_what_is_drawn_there() {
    let entries = entries();
    let menu = Menu { entries: &entries, selected: Some(1), theme: &PLAIN };
    let buffer = drawn(&menu, (60, 6));
    let hit = |sign: &str, line: u16| {
        let x = (0..60).find(|&x| buffer[(x, line)].symbol() == sign).expect("it is drawn");
        menu.entry_at(buffer.area, x, line)
    };
    assert_eq!(hit("1", 1), Some(Hit::Entry(1)));
    assert_eq!(hit("-", 2), Some(Hit::Less(1)));
    assert_eq!(hit("+", 2), Some(Hit::More(1)));
    assert_eq!(hit("2", 3), Some(Hit::Entry(2)));
    assert_eq!(menu.entry_at(buffer.area, 60, 1), None);
    let narrow = Menu { selected: Some(3), ..menu };
    let area = ratatui::layout::Rect::new(2, 4, 30, 2);
    assert_eq!(narrow.entry_at(area, 4, 4), Some(Hit::Entry(3)), "a scrolled menu is hit where it is");
}

#[test]
fn amounts_stop_at_their_ends() {
    let amount = |value| Amount { value, min: 8, max: 11, step: 2 };
    assert_eq!((amount(8).less(), amount(8).more()), (None, Some(10)));
    assert_eq!((amount(10).less(), amount(10).more()), (Some(8), None));
}

#[test]
fn logs_and_talk() {
    let stage = stage();
    let mut lines = stage.log.clone();
    let line = |who: &str, text: &str, kind| LogLine {
        who: who.to_owned(),
        text: text.to_owned(),
        kind,
        ..LogLine::default()
    };
    lines.push(line("Chloe", "that was my hill!", LogKind::Said));
    lines.push(line("", "Chloe lost contact 6 s ago", LogKind::Alert));
    lines.push(line("", "your turn", LogKind::Notice));
    let last = lines.iter().filter_map(|line| line.entry).max();
    let log = |back, theme| Log { lines: &lines, back, selected: last, theme };
    let talk = [line("Ben", "hello", LogKind::Said), line("Dee", "who hosts the next one?", LogKind::Said)];
    let pictures = [
        styled(&drawn(&log(0, &DARK), (39, 8))),
        text(&drawn(&log(4, &PLAIN), (60, 6))),
        text(&drawn(&Log { lines: &talk, back: 0, selected: None, theme: &DARK }, (24, 4))),
    ];
    compare("log", &pictures.join("\n"));
    let shown = log(0, &DARK);
    let area = ratatui::layout::Rect::new(0, 0, 39, 8);
    assert_eq!(shown.entry_at(area, 3, 4), last, "a click finds the entry that is drawn there");
    assert_eq!(shown.entry_at(area, 3, 7), None, "a notice is no entry");
}

#[test]
fn people() {
    let stage = stage();
    let seats = compose::seats(stage);
    let pictures = [
        styled(&drawn(&Seats { seats: &seats, selected: None, theme: &DARK }, (39, 4))),
        text(&drawn(&Seats { seats: &seats, selected: Some(1), theme: &PLAIN }, (20, 4))),
    ];
    compare("seats", &pictures.join("\n"));
}

#[test]
fn header_and_keys() {
    let keys = compose::keys();
    let bar = KeyBar { keys: &keys, theme: &DARK };
    let pictures = [
        styled(&drawn(&compose::header(&DARK), (120, 1))),
        text(&drawn(&compose::header(&DARK), (80, 1))),
        text(&drawn(&bar, (120, 1))),
        text(&drawn(&bar, (80, 1))),
        text(&drawn(&bar, (40, 1))),
    ];
    compare("header_and_keys", &pictures.join("\n"));
}

#[test]
fn charts() {
    let stage = stage();
    let sparks = |theme| Sparks { tracks: &stage.tracks, theme };
    let pictures = [text(&drawn(&sparks(&DARK), (60, 5))), text(&drawn(&sparks(&PLAIN), (40, 5)))];
    compare("sparks", &pictures.join("\n"));
    compare("chart_120x40", &text(&whole("chart", (120, 40), &DARK)));
    compare("chart_80x24", &styled(&whole("chart", (80, 24), &DARK)));
    compare("chart_80x24_ascii", &text(&whole("chart", (80, 24), &PLAIN)));
}

#[test]
fn rules_with_a_search() {
    compare("rules", &styled(&whole("rules", (80, 24), &DARK)));
    let stage = stage();
    let page = ParsedProse::parse(stage.rules);
    assert!(page.find("share company", 80).len() > 3);
    let prose = Prose { page: &page, from: page.height(30) - 4, query: "", theme: &PLAIN };
    compare("rules_end", &text(&drawn(&prose, (30, 6))));
}

#[test]
fn pictures_for_cameras() {
    for (name, theme) in [("color", DARK), ("mono", MONO), ("ascii", PLAIN)] {
        let qr = Qr::new("WHISTLESTOP 192.168.1.23", &theme).expect("a short text");
        compare(&format!("qr_{name}"), &text(&drawn(&qr, qr.size())));
        let (columns, rows) = qr.size();
        assert_eq!(text(&drawn(&qr, (columns - 1, rows))).trim(), "", "half a picture is none");
    }
}

#[test]
fn a_line_to_type_in() {
    let mut field = Field::default();
    let view = |field: &Field, columns| {
        let view =
            FieldView { field, prompt: "name: ", hint: "up to 16 letters", focused: true, theme: &DARK };
        styled(&drawn(&view, (columns, 1)))
    };
    let empty = view(&field, 24);
    field.insert("Ann of Green Gables");
    field.left();
    compare("field", &[empty, view(&field, 30), view(&field, 16)].join("\n"));
}

#[test]
fn a_window_that_is_too_small() {
    let notice =
        Notice { sentences: &["This window is too small.", "Make it 80 by 24, or press q."], theme: &MONO };
    compare("notice", &styled(&drawn(&notice, (22, 7))));
}

#[test]
fn a_legend_shows_the_marks_of_the_screen() {
    let stage = stage();
    let mut legend = compose::legend(stage, &DARK);
    legend.entries = &[];
    legend.marks = &[("x", Role::Dim, "blocked")];
    assert_eq!(text(&drawn(&legend, (20, 1))), "x blocked\n");
}
