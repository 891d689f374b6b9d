//! What the table looks like: the board page in two layouts, one for small windows and one with room.

mod panels;
mod parts;
mod projector;

pub(super) use self::panels::panel_title;

use std::collections::BTreeMap;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::Paragraph;

use super::pages::TablePage;
use super::{Pane, TableHit, TableScreen};
use crate::engine::scene::Panel;
use crate::tui::keymap::spelled;
use crate::tui::text::table as text;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::board::{BoardMap, BoardView, Mark, Zoom};
use crate::tui::widgets::field::{Field, FieldView};
use crate::tui::widgets::legend::Legend;
use crate::tui::widgets::notice::Notice;
use crate::tui::widgets::prose::{self, Prose};

/// From this size on there is room for panes with frames.
const ROOMY: (u16, u16) = (104, 32);

/// Lines for dials and facts in a small window, below a board that must be scrolled. Where they are more, only the first
/// half of these is given to them: the page with everything has the rest.
const MOST_COMPACT: u16 = 4;

/// Lines for this player's turn in a small window, beside a board that must be scrolled.
const SCROLLED_TURN: u16 = 9;

/// So many lines below the board explain it at most.
const LEGEND_ROWS: u16 = 3;

/// Columns beside a board that could use any width.
const SIDE: u16 = 52;

/// What everything is drawn with.
pub(super) struct TableBrush<'a, 'f> {
    pub(super) frame: &'a mut Frame<'f>,
    pub(super) theme: &'a Theme,
    pub(super) now: u64,
    /// Whether panes have frames.
    pub(super) roomy: bool,
}

impl TableScreen {
    /// Draws the table.
    pub fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &Theme, now: u64) {
        self.hits.clear();
        let roomy = area.width >= ROOMY.0 && area.height >= ROOMY.1;
        let mut brush = TableBrush { frame, theme, now, roomy };
        let [head, body, foot, keys] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(self.foot_height(area.width, now)),
            Constraint::Length(u16::from(!self.projector)),
        ])
        .areas(area);
        self.draw_header(&mut brush, head);
        if let Some(seat) = self.hand_over() {
            let words = self.hand_over_words(seat);
            brush.frame.render_widget(&Notice { sentences: &[&words], theme }, body);
        } else {
            self.draw_page(&mut brush, body);
        }
        self.draw_foot(&mut brush, foot);
        self.draw_keys(&mut brush, keys);
    }

    /// The board with all that lies beside it.
    pub(super) fn draw_table(&mut self, brush: &mut TableBrush<'_, '_>, body: Rect) {
        if brush.roomy { self.draw_roomy(brush, body) } else { self.draw_tight(brush, body) }
    }

    fn draw_roomy(&mut self, brush: &mut TableBrush<'_, '_>, body: Rect) {
        let board_width = self.board_width(body);
        let side = (body.width - board_width).clamp(38, 56);
        let [left, right] = Layout::horizontal([Constraint::Fill(1), Constraint::Length(side)]).areas(body);
        let board = self.board_height(brush.theme, Rect { height: left.height.saturating_sub(10), ..left });
        // A small map that could be shown nearer gets room for that, near or not: panes stay where they are.
        let near = BoardMap::new(&self.scene.board, left, Zoom::Large, None).size().1;
        let near = u16::try_from(near).unwrap_or(u16::MAX).min(left.height * 3 / 5);
        let board = board.max(near);
        let charts = u16::try_from(self.scene.series.len().min(7)).unwrap_or(7) + 2;
        let spare = left.height.saturating_sub(board + 10);
        let charts = if spare >= charts { charts } else { 0 };
        let [map, turn, chart] =
            Layout::vertical([Constraint::Length(board), Constraint::Fill(1), Constraint::Length(charts)])
                .areas(left);
        self.draw_board(brush, map);
        self.draw_turn(brush, turn);
        self.draw_sparklines(brush, chart);
        let before = self.scene_before();
        let log = self.draw_side(brush, right, before.as_ref());
        self.draw_log(brush, log, false);
    }

    /// Tables and the log at the right, everything else below the board.
    fn draw_tight(&mut self, brush: &mut TableBrush<'_, '_>, body: Rect) {
        let before = self.scene_before();
        let side = self.tables_width(brush.theme).clamp(24, body.width * 2 / 5);
        let [left, right] =
            Layout::horizontal([Constraint::Fill(1), Constraint::Length(side)]).spacing(1).areas(body);
        let facts = self.compact_height(brush.theme, left.width);
        let wanted = self.turn_height(brush.theme, left.width);
        let board = self.board_height(brush.theme, left);
        // A board that must be scrolled anyway leaves more room to choose in, and facts leave more to both.
        let scrolled = board + facts + 5 > left.height;
        let facts = if scrolled && facts > MOST_COMPACT { MOST_COMPACT / 2 } else { facts };
        let least = if scrolled { wanted.clamp(5, SCROLLED_TURN) } else { 5 };
        let board = board.min(left.height.saturating_sub(facts + least));
        let turn = wanted.max(5).min(left.height.saturating_sub(board + facts)).max(4);
        let [map, compact, turn] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(facts), Constraint::Length(turn)])
                .areas(left);
        self.draw_board(brush, map);
        self.draw_compact(brush, compact, before.as_ref());
        self.draw_turn(brush, turn);
        let log = self.draw_tables(brush, right, before.as_ref());
        self.draw_log(brush, log, false);
    }

    // The board

    /// How wide the board would like to be, frame included.
    fn board_width(&self, body: Rect) -> u16 {
        let room = Rect { width: body.width.saturating_sub(40), ..body };
        let width = |zoom| {
            let map = BoardMap::new(&self.scene.board, room, zoom, None);
            u16::try_from(map.size().0).unwrap_or(u16::MAX).saturating_add(2)
        };
        // The same from near and from afar: panes stay where they are.
        let near = width(Zoom::Large).min(body.width.saturating_sub(SIDE));
        width(Zoom::Fit).max(near).min(room.width)
    }

    /// How high the board would like to be, frame included.
    fn board_height(&self, theme: &Theme, room: Rect) -> u16 {
        let framed = 2;
        let inner =
            Rect { width: room.width.saturating_sub(2), height: room.height.saturating_sub(framed), ..room };
        let marks = self.legend_marks();
        let legend = Legend { entries: &self.scene.legend, marks: &marks, theme };
        let map = BoardMap::new(&self.scene.board, inner, Zoom::Fit, None);
        let lines = u16::try_from(map.size().1).unwrap_or(u16::MAX);
        lines.saturating_add(framed + legend.height(inner.width).min(LEGEND_ROWS)).min(room.height)
    }

    /// What the marks mean, while there is something to choose.
    fn legend_marks(&self) -> Vec<(&'static str, Role, &'static str)> {
        let Some(desk) = self.desk_shown() else { return Vec::new() };
        let priced = desk.choices().iter().any(|choice| choice.place.is_some() && choice.price.is_some());
        let legal = if priced { ("+$2", text::turn::MARK_PRICED) } else { ("+", text::turn::MARK_LEGAL) };
        vec![(legal.0, Role::Legal, legal.1), ("(1)", Role::Draft, text::turn::MARK_DRAFT)]
    }

    pub(super) fn draw_board(&mut self, brush: &mut TableBrush<'_, '_>, area: Rect) {
        let focused = self.pane == Pane::Map && !self.projector;
        let inner = brush.pane(text::pane::MAP, focused, area);
        let marks = self.marks();
        let legend_marks = self.legend_marks();
        let view = BoardView {
            board: &self.scene.board,
            marks: &marks,
            cursor: self.cursor.as_deref(),
            zoom: self.zoom(),
            theme: brush.theme,
        };
        let signs = self.scene.legend.iter().filter(|known| view.shows(known.sign, inner));
        let signs: Vec<_> = signs.cloned().collect();
        let legend = Legend { entries: &signs, marks: &legend_marks, theme: brush.theme };
        let explains = brush.roomy || matches!(self.page, TablePage::Map);
        let rows = legend.height(inner.width).min(self.legend_lines(inner));
        let rows = if explains { rows } else { 0 };
        let spare = inner.height.saturating_sub(rows);
        let [board, below] =
            Layout::vertical([Constraint::Length(spare), Constraint::Length(rows)]).areas(inner);
        self.board_area = board;
        brush.frame.render_widget(&view, board);
        brush.frame.render_widget(&legend, below);
        self.hits.push((area, TableHit::Pane(Pane::Map)));
    }

    /// Lines below the board that it can spare for its legend: what it does not need, but some in any case.
    fn legend_lines(&self, inner: Rect) -> u16 {
        let map_in = |room: Rect| BoardMap::new(&self.scene.board, room, self.zoom(), None);
        let less = Rect { height: inner.height.saturating_sub(LEGEND_ROWS), ..inner };
        if map_in(less).is_whole() {
            return LEGEND_ROWS;
        }
        let map = map_in(inner);
        let lines = u16::try_from(map.size().1).unwrap_or(u16::MAX);
        let spare = inner.height.saturating_sub(lines).clamp(1, LEGEND_ROWS);
        // What is scrolled anyway does not miss a line.
        if self.zoom() == Zoom::Large { 2 } else { spare }
    }

    /// What is to be noticed on the map: what can be chosen, what was tried, what the last entry changed.
    fn marks(&self) -> BTreeMap<String, Mark> {
        let mut marks = BTreeMap::new();
        if let Some(desk) = self.desk_shown() {
            for number in desk.shown() {
                if let Some(place) = desk.spot(number) {
                    marks.insert(place.to_owned(), Mark::Legal { price: desk.choice(number).price });
                }
            }
            for (number, picked) in (1..).zip(desk.picked()) {
                if let Some(place) = &picked.choice.place {
                    marks.insert(place.clone(), Mark::Draft(number));
                }
            }
            return marks;
        }
        let after = self.entry_shown();
        if let Some(before) = after.checked_sub(1) {
            let (before, after) = (self.view.scene_at(before).board, self.view.scene_at(after).board);
            let changed = after.changed_since(&before).into_iter();
            marks.extend(changed.map(|place| (place.to_owned(), Mark::Changed)));
        }
        marks
    }

    fn tables_width(&self, theme: &Theme) -> u16 {
        let tables = self.scene.panels.iter().filter(|panel| matches!(panel, Panel::Table(_)));
        tables.map(|panel| self.table_width(panel, theme)).max().unwrap_or(0)
    }
}

impl TableBrush<'_, '_> {
    /// Text with the signs that this terminal has.
    pub(super) fn plain(&self, text: &str) -> String {
        let text = spelled(text, self.theme.glyphs.ascii);
        if !self.theme.glyphs.ascii {
            return text;
        }
        let ascii = |sign: char| match sign {
            '►' => '>',
            '━' => '=',
            '─' => '-',
            '●' => 'O',
            other => other,
        };
        text.chars().map(ascii).collect()
    }

    /// A sentence that should be read first.
    pub(super) fn strong(&mut self, text: &str, area: Rect) {
        self.frame.render_widget(Paragraph::new(text).style(self.theme.style(Role::Strong)), area);
    }

    /// A text of headings and paragraphs.
    pub(super) fn prose(&mut self, text: &str, area: Rect) {
        let page = prose::ParsedProse::parse(text);
        self.frame.render_widget(&Prose { page: &page, from: 0, query: "", theme: self.theme }, area);
    }

    /// A line being typed.
    pub(super) fn typed(&mut self, prompt: &str, line: &Field, area: Rect) {
        let view = FieldView { field: line, prompt, hint: "", focused: true, theme: self.theme };
        self.frame.render_widget(&view, area);
    }

    /// Draws the frame of a pane, if there is room for frames, and gives what is inside.
    pub(super) fn pane(&mut self, title: &str, focused: bool, area: Rect) -> Rect {
        if !self.roomy {
            return area;
        }
        let block = self.theme.pane(title, focused);
        let inner = block.inner(area);
        self.frame.render_widget(block, area);
        inner
    }
}
