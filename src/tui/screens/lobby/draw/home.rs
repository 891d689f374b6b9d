//! The first page.

use ratatui::layout::{Constraint, Layout, Rect};

use super::super::home::Home;
use super::super::known::Known;
use super::super::{Hit, hints};
use super::{Brush, rows, with_about};
use crate::table::front::{KeptTable, NearTable};
use crate::tui::text::lobby as text;
use crate::tui::theme::Role;
use crate::tui::widgets::pen::{fit, width};

/// Lines that are always there.
const FIXED: usize = 3;
/// Before the first column: the mark of the chosen line and its digit.
const FRONT: i32 = 5;

/// A piece of a line: what, at most how wide, and how it looks.
type Column = (String, i32, Role);

/// A list of the page, and where its first line stands among all.
struct List {
    title: &'static str,
    first: usize,
    lines: Vec<Vec<Column>>,
    /// What stands there while there are none.
    empty: &'static str,
}

pub(super) fn draw(brush: &mut Brush<'_>, area: Rect, home: &Home, known: &Known) {
    let (page, about) = with_about(area);
    let wide = i32::from(page.width);
    let near: Vec<Vec<Column>> =
        known.near().iter().map(|table| near_line(brush, table, known, wide)).collect();
    let kept: Vec<Vec<Column>> = known.kept.iter().map(|table| kept_line(table, known, wide)).collect();
    let fixed = u16::try_from(FIXED + 2).unwrap_or(0);
    let rest = page.height.saturating_sub(fixed);
    let wanted = u16::try_from(kept.len().max(1) + 2).unwrap_or(u16::MAX);
    let [play_area, near_area, kept_area] = Layout::vertical([
        Constraint::Length(fixed),
        Constraint::Fill(1),
        Constraint::Length(wanted.min(rest / 2)),
    ])
    .areas(page);
    let kept_first = FIXED + near.len();
    let nobody = if known.near.is_none() { text::LOOKING_AROUND } else { text::line::NOBODY };
    let play = List { title: text::title::PLAY, first: 0, lines: fixed_lines(brush, home, known), empty: "" };
    let near = List { title: text::title::NEAR, first: FIXED, lines: near, empty: nobody };
    let kept =
        List { title: text::title::KEPT, first: kept_first, lines: kept, empty: text::line::NOTHING_KEPT };
    for (list, area) in [(play, play_area), (near, near_area), (kept, kept_area)] {
        draw_list(brush, area, &list, home.at());
    }
    if let Some(about) = about {
        let inner = brush.pane(text::title::ABOUT, false, about);
        brush.prose(inner, &hints::about_at_length(home, known));
    }
}

fn fixed_lines(brush: &Brush<'_>, home: &Home, known: &Known) -> Vec<Vec<Column>> {
    let plan = home.practice(known);
    let game = text::practise(known.title_of(&plan.game), plan.bots);
    let arrows = brush.theme.glyphs.arrows.left..=brush.theme.glyphs.arrows.right;
    let game =
        if home.can_change(known) { format!("{} {game} {}", arrows.start(), arrows.end()) } else { game };
    let line =
        |name: &str, about: &str, role| vec![(name.to_owned(), 25, role), (about.to_owned(), 70, Role::Dim)];
    vec![
        line(text::line::PRACTISE, &game, Role::Legal),
        line(text::line::NEW_TABLE, text::line::NEW_TABLE_ABOUT, Role::Plain),
        line(text::line::CONNECT, text::line::CONNECT_ABOUT, Role::Plain),
    ]
}

fn near_line(brush: &Brush<'_>, table: &NearTable, known: &Known, wide: i32) -> Vec<Column> {
    let role = if table.fits { Role::Plain } else { Role::Dim };
    let mark = if !table.fits {
        (format!("{} {}", brush.theme.glyphs.alert, text::mark::OTHER_VERSION), Role::Alert)
    } else if table.pass_phrase {
        (text::mark::PHRASE.to_owned(), Role::Changed)
    } else {
        (known.shown_names(&table.names), Role::Dim)
    };
    let (whose, game) = if wide >= 76 { (16, 21) } else { (14, 16) };
    vec![
        (text::table_of(table), whose, role),
        (known.title_of(&table.game).to_owned(), game, role),
        (text::near_state(table), 13, role),
        (mark.0, 40, mark.1),
    ]
}

fn kept_line(table: &KeptTable, known: &Known, wide: i32) -> Vec<Column> {
    let role = if table.over { Role::Dim } else { Role::Plain };
    let (game, state) = if wide >= 76 { (21, 10) } else { (14, 10) };
    let names = known.shown_names(&table.names);
    let names = if table.local { format!("{names} ({})", text::mark::HERE) } else { names };
    vec![
        (known.title_of(&table.game).to_owned(), game, role),
        (text::kept_state(table), state, role),
        (names, 60, Role::Dim),
    ]
}

fn draw_list(brush: &mut Brush<'_>, area: Rect, list: &List, chosen: usize) {
    let inside = chosen.checked_sub(list.first).filter(|at| *at < list.lines.len());
    let inner = brush.pane(list.title, inside.is_some(), area);
    if list.lines.is_empty() {
        let used = brush.sentences(inner, list.empty, Role::Dim);
        brush.scenery(rows(inner, used + 1, u16::MAX));
        return;
    }
    let height = usize::from(inner.height);
    let used = u16::try_from(list.lines.len()).unwrap_or(u16::MAX);
    brush.scenery(rows(inner, used.saturating_add(2), u16::MAX));
    // The chosen line is always seen.
    let from = inside.map_or(0, |at| (at + 1).saturating_sub(height));
    for (y, (at, line)) in (0..).zip(list.lines.iter().enumerate().skip(from)).take(height) {
        draw_line(brush, rows(inner, y, 1), list.first + at, line, inside == Some(at));
    }
    let (up, down) = (brush.theme.glyphs.more_up, brush.theme.glyphs.more_down);
    let style = brush.style(Role::Key);
    let mut pen = brush.pen(inner);
    let (right, bottom) = (pen.width() - 1, pen.height() - 1);
    if from > 0 {
        pen.glyph(right, 0, up, style);
    }
    if from + height < list.lines.len() {
        pen.glyph(right, bottom, down, style);
    }
}

fn draw_line(brush: &mut Brush<'_>, area: Rect, at: usize, line: &[Column], chosen: bool) {
    let glyphs = brush.theme.glyphs;
    let (key, cursor) = (brush.style(Role::Key), brush.style(Role::Cursor));
    // Colours on the bar of the chosen line would tear it apart.
    let styles: Vec<_> =
        line.iter().map(|(.., role)| brush.style(if chosen { Role::Plain } else { *role })).collect();
    let key = if chosen { brush.style(Role::Plain) } else { key };
    let mut pen = brush.pen(area);
    if at < 9 {
        pen.text(2, 0, &(at + 1).to_string(), key);
    }
    let mut x = FRONT;
    for ((text, most, _), style) in line.iter().zip(styles) {
        let room = (*most).min(pen.width() - x);
        pen.text(x, 0, &fit(text, room, glyphs.ellipsis), style);
        x += most.max(&width(text).min(*most)) + 1;
    }
    if chosen {
        pen.tint(0, 0, pen.width(), cursor);
        pen.glyph(0, 0, glyphs.becomes, cursor);
    }
    brush.hit(area, Hit::Row(at));
}
