//! Whole pictures of widgets side by side, as a screen would show them.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::Widget;
use whistlestop::engine::scene::Panel;
use whistlestop::engine::seat::SeatSet;
use whistlestop::tui::theme::{Role, Theme};
use whistlestop::tui::widgets::Names;
use whistlestop::tui::widgets::board::{BoardView, Zoom};
use whistlestop::tui::widgets::chart::{Sparks, StepChart};
use whistlestop::tui::widgets::dials::Dials;
use whistlestop::tui::widgets::facts::Facts;
use whistlestop::tui::widgets::header::Header;
use whistlestop::tui::widgets::key_bar::{KeyBar, KeyHint};
use whistlestop::tui::widgets::ledger::Ledger;
use whistlestop::tui::widgets::legend::Legend;
use whistlestop::tui::widgets::log::Log;
use whistlestop::tui::widgets::menu::Menu;
use whistlestop::tui::widgets::prose::{ParsedProse, Prose};
use whistlestop::tui::widgets::qr::Qr;
use whistlestop::tui::widgets::seats::{Presence, SeatLine, Seats};

use super::boards;
use super::stage::Stage;
use super::track_board;

/// Draws one of the pictures.
pub(crate) fn draw(picture: &str, stage: &Stage, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    match picture {
        "small" => small(stage, theme, area, buffer),
        "graph" | "tiles" | "tracks" | "overview" => other_board(picture, theme, area, buffer),
        "map" => board(stage, theme, Zoom::Fit).render(area, buffer),
        "chart" => {
            let cursor = Some(stage.tracks[0].values.len() / 2);
            StepChart { tracks: &stage.tracks, first: 1, cursor, theme }.render(area, buffer);
        }
        "rules" => {
            let page = ParsedProse::parse(stage.rules);
            let from = page.heading("CE-12", area.width).expect("the rule is there");
            Prose { page: &page, from, query: "share company", theme }.render(area, buffer);
        }
        "qr" => Qr::new("WHISTLESTOP 192.168.1.23", theme).expect("a short text").render(area, buffer),
        _ => table(stage, theme, area, buffer),
    }
}

/// The board of the moment, the cursor on the drafted hex.
pub(crate) fn board<'a>(stage: &'a Stage, theme: &'a Theme, zoom: Zoom) -> BoardView<'a> {
    BoardView { board: &stage.after.board, marks: &stage.marks, cursor: Some("K4"), zoom, theme }
}

/// A board of another kind.
fn other_board(kind: &str, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let (board, marks, cursor) = match kind {
        "graph" => (boards::graph(), boards::graph_marks(), "lake-pine"),
        "tracks" | "overview" => (track_board::tracks(), track_board::track_marks(), "9,1"),
        _ => (boards::tiles(), boards::tile_marks(), "1,0"),
    };
    let zoom = match kind {
        "tracks" => Zoom::Large,
        "overview" => Zoom::Small,
        _ => Zoom::Fit,
    };
    BoardView { board: &board, marks: &marks, cursor: Some(cursor), zoom, theme }.render(area, buffer);
}

/// The keys of a turn.
pub(crate) fn keys() -> Vec<KeyHint> {
    let hint = |(key, words, rank): (&str, &str, u8)| KeyHint { key: key.into(), words: words.into(), rank };
    let keys = [
        ("arrows", "hex", 3),
        ("tab", "pane", 4),
        ("1-9", "choose", 2),
        ("enter", "commit", 0),
        ("u", "undo", 1),
        ("esc", "drop", 1),
        ("t", "talk", 5),
        ("h", "history", 6),
        ("i", "charts", 6),
        ("?", "help", 0),
        ("q", "leave", 1),
    ];
    keys.map(hint).to_vec()
}

/// The people of the moment.
pub(crate) fn seats(stage: &Stage) -> Vec<SeatLine> {
    let states = [
        (Presence::Here, "you", "in step"),
        (Presence::Here, "", "in step"),
        (Presence::Away, "away 6 s", "owes a head"),
        (Presence::Bot, "bot greedy", ""),
    ];
    let line =
        |(number, (name, (presence, note, state))): (usize, (&String, (Presence, &str, &str)))| SeatLine {
            name: name.clone(),
            presence,
            own: number == 0,
            turn: number == usize::from(stage.turn.number()),
            note: note.to_owned(),
            state: state.to_owned(),
            ..SeatLine::default()
        };
    stage.names.iter().zip(states).enumerate().map(line).collect()
}

/// The header of the moment.
pub(crate) fn header(theme: &Theme) -> Header<'_> {
    Header {
        title: &["Chicago Express  BIRCH-42", "Chicago Express"],
        progress: &["turn 14  entry 56", "entry 56"],
        step: &["3 of 4 in step, Chloe away", "3/4 in step"],
        out_of_step: true,
        turn: &["YOUR TURN, ANN   00:41"],
        yours: true,
        theme,
    }
}

/// A ledger of the moment.
pub(crate) fn ledger<'a>(stage: &'a Stage, title: &str, theme: &'a Theme) -> Ledger<'a> {
    let (before, table) = stage.tables(title);
    Ledger {
        table,
        before: Some(before),
        own: [stage.turn].into_iter().collect::<SeatSet>(),
        turn: Some(stage.turn),
        names: Names(&stage.names),
        theme,
    }
}

/// The dials of the moment.
pub(crate) fn dials<'a>(stage: &'a Stage, theme: &'a Theme) -> Dials<'a> {
    let find = |panels: &'a [Panel]| {
        panels.iter().find_map(|panel| if let Panel::Dials(dials) = panel { Some(&**dials) } else { None })
    };
    let dials = find(&stage.after.panels).expect("there are dials");
    Dials { dials, before: find(&stage.before.panels), theme }
}

/// The facts of the moment.
pub(crate) fn facts<'a>(stage: &'a Stage, theme: &'a Theme) -> Facts<'a> {
    let find = |panels: &'a [Panel]| {
        panels.iter().find_map(|panel| if let Panel::Facts(facts) = panel { Some(&**facts) } else { None })
    };
    let facts = find(&stage.after.panels).expect("there are facts");
    Facts { facts, before: find(&stage.before.panels), theme }
}

/// The legend of the moment.
pub(crate) fn legend<'a>(stage: &'a Stage, theme: &'a Theme) -> Legend<'a> {
    const MARKS: &[(&str, Role, &str)] =
        &[("(1)", Role::Draft, "draft"), ("+$2", Role::Legal, "legal, price")];
    Legend { entries: &stage.after.legend, marks: MARKS, theme }
}

fn pane(title: &str, focused: bool, theme: &Theme, area: Rect, buffer: &mut Buffer) -> Rect {
    let block = theme.pane(title, focused);
    let inner = block.inner(area);
    block.render(area, buffer);
    inner
}

fn table(stage: &Stage, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let [top, middle, bottom] =
        Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)]).areas(area);
    header(theme).render(top, buffer);
    KeyBar { keys: &keys(), theme }.render(bottom, buffer);
    let [left, right] = Layout::horizontal([Constraint::Length(79), Constraint::Fill(1)]).areas(middle);
    let [map, menu, sparks] =
        Layout::vertical([Constraint::Length(27), Constraint::Fill(1), Constraint::Length(0)]).areas(left);
    let map = pane("Map", true, theme, map, buffer);
    let legend = legend(stage, theme);
    let [map, below] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(legend.height(map.width))]).areas(map);
    board(stage, theme, Zoom::Fit).render(map, buffer);
    legend.render(below, buffer);
    let menu = pane("Your turn", false, theme, menu, buffer);
    Menu { entries: &stage.choices, selected: Some(1), theme }.render(menu, buffer);
    Sparks { tracks: &stage.tracks, theme }.render(sparks, buffer);
    let [dial, companies, players, people, chart, log] = Layout::vertical([
        Constraint::Length(6),
        Constraint::Length(8),
        Constraint::Length(7),
        Constraint::Length(6),
        Constraint::Length(7),
        Constraint::Fill(1),
    ])
    .areas(right);
    let inner = pane("Dials", false, theme, dial, buffer);
    let [inner, below] = Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(inner);
    dials(stage, theme).render(inner, buffer);
    facts(stage, theme).render(below, buffer);
    ledger(stage, "Companies", theme).render(pane("Companies", false, theme, companies, buffer), buffer);
    ledger(stage, "Players", theme).render(pane("Players", false, theme, players, buffer), buffer);
    Seats { seats: &seats(stage), selected: None, theme }
        .render(pane("People", false, theme, people, buffer), buffer);
    Sparks { tracks: &stage.tracks, theme }.render(pane("Income", false, theme, chart, buffer), buffer);
    let log = pane("Log", false, theme, log, buffer);
    Log { lines: &stage.log, back: 0, selected: None, theme }.render(log, buffer);
}

fn small(stage: &Stage, theme: &Theme, area: Rect, buffer: &mut Buffer) {
    let [top, middle, bottom] =
        Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)]).areas(area);
    header(theme).render(top, buffer);
    KeyBar { keys: &keys(), theme }.render(bottom, buffer);
    let [left, right] = Layout::horizontal([Constraint::Length(41), Constraint::Fill(1)]).areas(middle);
    board(stage, theme, Zoom::Fit).render(left, buffer);
    let [companies, players, dial, fact, menu, log] = Layout::vertical([
        Constraint::Length(6),
        Constraint::Length(5),
        Constraint::Length(2),
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(3),
    ])
    .areas(right);
    ledger(stage, "Companies", theme).render(companies, buffer);
    ledger(stage, "Players", theme).render(players, buffer);
    dials(stage, theme).render(dial, buffer);
    facts(stage, theme).render(fact, buffer);
    Menu { entries: &stage.choices, selected: Some(0), theme }.render(menu, buffer);
    Log { lines: &stage.log, back: 0, selected: None, theme }.render(log, buffer);
}
