//! The lists of the first page: what stands on their lines, and how they are drawn.

use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::super::super::LobbyHit;
use super::super::super::brush::{Brush, rows};
use super::super::super::known::Known;
use super::filter::ListedTables;
use crate::table::front::{KeptTable, NearTable};
use crate::tui::text::lobby::{self as text, home as words};
use crate::tui::theme::Role;
use crate::tui::widgets::field::{Field, FieldView};
use crate::tui::widgets::pen::{fit, width};

/// Lines that are always there.
pub(super) const FIXED: usize = 3;
/// Before the first column: the mark of the chosen line and its digit.
const FRONT: i32 = 5;

/// A list of the page, and where its first line stands among all.
pub(super) struct List {
    /// Whether the first lines of the page are chosen by their digits.
    pub(super) numbered: bool,
    title: &'static str,
    first: usize,
    lines: Vec<Vec<LinePart>>,
    /// What stands there while there are none.
    empty: &'static str,
}

/// A piece of a line: what, at most how wide, and how it looks.
type LinePart = (String, i32, Role);

/// What is always there, with the game that can be practised at once.
pub(super) fn play(game: String) -> List {
    let line = |name: &str, about: String, role| vec![(name.to_owned(), 25, role), (about, 70, Role::Dim)];
    let lines = vec![
        line(words::line::PRACTISE, game, Role::Legal),
        line(words::line::NEW_TABLE, words::line::NEW_TABLE_ABOUT.to_owned(), Role::Plain),
        line(words::line::CONNECT, words::line::CONNECT_ABOUT.to_owned(), Role::Plain),
    ];
    List { numbered: true, title: words::title::PLAY, first: 0, lines, empty: "" }
}

/// Tables on the network.
pub(super) fn near(brush: &Brush<'_>, known: &Known, shown: &ListedTables<'_>, wide: i32) -> List {
    let lines = shown.tables.iter().map(|table| near_line(brush, table, known, wide));
    let folded = (shown.folded > 0).then(|| vec![(words::folded(shown.folded), 70, Role::Dim)]);
    let lines = lines.chain(folded).collect();
    let empty = match &known.near {
        None => words::LOOKING_AROUND,
        Some(near) if near.is_empty() => words::line::NOBODY,
        Some(_) => words::line::NONE_FITS,
    };
    List { numbered: true, title: words::title::NEAR, first: FIXED, lines, empty }
}

/// Tables of this player.
pub(super) fn kept(known: &Known, wide: i32, first: usize) -> List {
    let lines = known.kept.iter().map(|table| kept_line(table, known, wide)).collect();
    List { numbered: true, title: words::title::KEPT, first, lines, empty: words::line::NOTHING_KEPT }
}

impl List {
    /// The chosen line is counted among all lists. Above them may stand what is typed to find one, and whether letters go there.
    pub(super) fn draw(
        &self,
        brush: &mut Brush<'_>,
        area: Rect,
        chosen: usize,
        filter: Option<(&Field, bool)>,
    ) {
        let inside = chosen.checked_sub(self.first).filter(|at| *at < self.lines.len());
        let mut inner =
            brush.pane(self.title, inside.is_some() || filter.is_some_and(|(_, typing)| typing), area);
        if let Some((field, focused)) = filter {
            let view =
                FieldView { field, prompt: "/ ", hint: words::FILTER_BLANK, focused, theme: brush.theme };
            view.render(rows(inner, 0, 1), brush.buffer);
            inner = rows(inner, 1, u16::MAX);
        }
        if self.lines.is_empty() {
            let used = brush.sentences(inner, self.empty, Role::Dim);
            brush.scenery(rows(inner, used + 1, u16::MAX));
            return;
        }
        let height = usize::from(inner.height);
        let used = u16::try_from(self.lines.len()).unwrap_or(u16::MAX);
        brush.scenery(rows(inner, used.saturating_add(2), u16::MAX));
        // The chosen line is always seen.
        let from = inside.map_or(0, |at| (at + 1).saturating_sub(height));
        for (y, (at, line)) in (0..).zip(self.lines.iter().enumerate().skip(from)).take(height) {
            let digit = self.numbered && self.first + at < 9;
            draw_line(brush, rows(inner, y, 1), (self.first + at, digit), line, inside == Some(at));
        }
        let (up, down) = (brush.theme.glyphs.more_up, brush.theme.glyphs.more_down);
        let style = brush.style(Role::Key);
        let mut pen = brush.pen(inner);
        let (right, bottom) = (pen.width() - 1, pen.height() - 1);
        if from > 0 {
            pen.glyph(right, 0, up, style);
        }
        if from + height < self.lines.len() {
            pen.glyph(right, bottom, down, style);
        }
    }
}

fn near_line(brush: &Brush<'_>, table: &NearTable, known: &Known, wide: i32) -> Vec<LinePart> {
    let role = if table.fits { Role::Plain } else { Role::Dim };
    let mark = if !table.fits {
        (format!("{} {}", brush.theme.glyphs.alert, words::mark::OTHER_VERSION), Role::Alert)
    } else if table.pass_phrase {
        (words::mark::PHRASE.to_owned(), Role::Changed)
    } else {
        (known.shown_names(&table.names), Role::Dim)
    };
    let (whose, game) = if wide >= 76 { (16, 21) } else { (14, 16) };
    vec![
        (text::table_of(table), whose, role),
        (known.title_of(&table.game).to_owned(), game, role),
        (words::near_state(table), 13, role),
        (mark.0, 40, mark.1),
    ]
}

fn kept_line(table: &KeptTable, known: &Known, wide: i32) -> Vec<LinePart> {
    let role = if table.over || table.carried_on.is_some() { Role::Dim } else { Role::Plain };
    let (game, state) = if wide >= 76 { (21, 10) } else { (14, 10) };
    let names = known.shown_names(&table.names);
    let names = if table.local { format!("{names} ({})", words::mark::HERE) } else { names };
    vec![
        (known.title_of(&table.game).to_owned(), game, role),
        (words::kept_state(table), state, role),
        (names, 60, Role::Dim),
    ]
}

fn draw_line(brush: &mut Brush<'_>, area: Rect, (at, digit): (usize, bool), line: &[LinePart], chosen: bool) {
    let glyphs = brush.theme.glyphs;
    let (key, cursor) = (brush.style(Role::Key), brush.style(Role::Cursor));
    // Colours on the bar of the chosen line would tear it apart.
    let styles: Vec<_> =
        line.iter().map(|(.., role)| brush.style(if chosen { Role::Plain } else { *role })).collect();
    let key = if chosen { brush.style(Role::Plain) } else { key };
    let mut pen = brush.pen(area);
    if digit {
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
    brush.hit(area, LobbyHit::Row(at));
}
