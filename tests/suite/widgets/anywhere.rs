//! Widgets draw in any area, however small, and never outside it.

use proptest::prelude::*;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::widgets::Widget;
use whistlestop::tui::theme::Theme;
use whistlestop::tui::widgets::board::Zoom;
use whistlestop::tui::widgets::chart::{Sparks, StepChart};
use whistlestop::tui::widgets::field::{Field, FieldView};
use whistlestop::tui::widgets::key_bar::KeyBar;
use whistlestop::tui::widgets::log::Log;
use whistlestop::tui::widgets::menu::Menu;
use whistlestop::tui::widgets::notice::Notice;
use whistlestop::tui::widgets::prose::{ParsedProse, Prose};
use whistlestop::tui::widgets::qr::Qr;
use whistlestop::tui::widgets::seats::Seats;

use super::compose;
use super::picture::{DARK, PLAIN};
use super::stage::{Stage, stage};

const WIDEST: u16 = 200;
const HIGHEST: u16 = 60;

type Draw<'a> = &'a dyn Fn(&mut Buffer);

/// Draws every widget in the area; says which wrote outside.
fn strays(stage: &Stage, theme: &Theme, area: Rect) -> Vec<&'static str> {
    let mut field = Field::default();
    field.insert("a rather long line of talk with 車両 in it");
    let (keys, seats) = (compose::keys(), compose::seats(stage));
    let page = ParsedProse::parse(stage.rules);
    let qr = Qr::new("WHISTLESTOP", theme).expect("a short text");
    let draw: [(&'static str, Draw<'_>); 21] = [
        ("board", &|b| compose::board(stage, theme, Zoom::Fit).render(area, b)),
        ("large board", &|b| compose::board(stage, theme, Zoom::Large).render(area, b)),
        ("small board", &|b| compose::board(stage, theme, Zoom::Small).render(area, b)),
        ("graph", &|b| compose::draw("graph", stage, theme, area, b)),
        ("tiles", &|b| compose::draw("tiles", stage, theme, area, b)),
        ("tracks", &|b| compose::draw("tracks", stage, theme, area, b)),
        ("overview of tracks", &|b| compose::draw("overview", stage, theme, area, b)),
        ("companies", &|b| compose::ledger(stage, "Companies", theme).render(area, b)),
        ("players", &|b| compose::ledger(stage, "Players", theme).render(area, b)),
        ("dials", &|b| compose::dials(stage, theme).render(area, b)),
        ("facts", &|b| compose::facts(stage, theme).render(area, b)),
        ("legend", &|b| compose::legend(stage, theme).render(area, b)),
        ("menu", &|b| Menu { entries: &stage.choices, selected: Some(4), theme }.render(area, b)),
        ("log", &|b| Log { lines: &stage.log, back: 3, selected: Some(7), theme }.render(area, b)),
        ("seats", &|b| Seats { seats: &seats, selected: Some(1), theme }.render(area, b)),
        ("keys", &|b| KeyBar { keys: &keys, theme }.render(area, b)),
        ("header", &|b| compose::header(theme).render(area, b)),
        ("sparks", &|b| Sparks { tracks: &stage.tracks, theme }.render(area, b)),
        ("chart", &|b| StepChart { tracks: &stage.tracks, first: 1, cursor: Some(9), theme }.render(area, b)),
        ("prose", &|b| Prose { page: &page, from: 5, query: "share", theme }.render(area, b)),
        ("rest", &|b| {
            FieldView { field: &field, prompt: "say ", hint: "", focused: true, theme }.render(area, b);
            Notice { sentences: &["too small", "make the window larger"], theme }.render(area, b);
            qr.render(area, b);
        }),
    ];
    let wrote_outside = |draw: Draw<'_>| {
        let mut buffer = Buffer::filled(Rect::new(0, 0, WIDEST, HIGHEST), Cell::new("~"));
        let untouched = buffer.clone();
        draw(&mut buffer);
        let outside = buffer.area.positions().filter(|&position| !area.contains(position));
        outside.into_iter().any(|position| buffer[position] != untouched[position])
    };
    draw.into_iter().filter(|(_, draw)| wrote_outside(draw)).map(|(name, _)| name).collect()
}

#[test]
fn no_widget_writes_outside_the_smallest_areas() {
    let stage = stage();
    for (width, height) in (0..6).flat_map(|width| (0..4).map(move |height| (width, height))) {
        for theme in [&DARK, &PLAIN] {
            assert_eq!(strays(stage, theme, Rect::new(7, 3, width, height)), [""; 0], "{width}x{height}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_widget_writes_outside_any_area(
        (x, width) in (0..=WIDEST).prop_flat_map(|x| (Just(x), 0..=WIDEST - x)),
        (y, height) in (0..=HIGHEST).prop_flat_map(|y| (Just(y), 0..=HIGHEST - y)),
        ascii: bool,
    ) {
        let stage = stage();
        let theme = if ascii { &PLAIN } else { &DARK };
        prop_assert_eq!(strays(stage, theme, Rect::new(x, y, width, height)), [""; 0]);
    }
}
