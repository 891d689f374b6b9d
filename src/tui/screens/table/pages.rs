//! The pages that open over the board, a file each: what is kept while one is open, its keys, how it looks.
//!
//! `Page` says which there are, and here is all that asks which one is open: its keys, how far one goes on it, how it is
//! drawn. What fills the screen else, the board with its panes and the map alone, is the rest of the table's screen.
//! Read [`charts`] first.

mod advice;
pub mod charts;
pub mod help;
pub mod panels;
pub mod past;
mod people;
mod result;

use ratatui::layout::Rect;

use self::charts::Charts;
use self::help::Help;
use self::panels::Panels;
use self::past::Past;
use super::TableScreen;
use super::bar::{BarKey, SCROLL, back};
use super::draw::TableBrush;

/// What fills the screen.
#[derive(Debug)]
pub(super) enum TablePage {
    /// The board and all beside it.
    Board,
    /// The map alone.
    Map,
    /// The log alone.
    Log,
    Past(Past),
    Charts(Charts),
    Help(Help),
    Panels(Panels),
    People,
    Advice,
    Result,
}

/// How far a key goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stride {
    Line,
    Page,
    End,
}

impl TablePage {
    /// Whether the map is seen, and what is done on it.
    pub(super) const fn has_map(&self) -> bool {
        matches!(self, Self::Board | Self::Map)
    }

    /// Goes back or forth on a page; says whether a key can go so far on this one.
    pub(super) fn go(&mut self, stride: Stride, back: bool, len: u32) -> bool {
        match self {
            Self::Past(past) => past.go(stride, back, len),
            Self::Help(help) => help.go(stride, back),
            Self::Charts(charts) if stride == Stride::Line => charts.step(back),
            Self::Panels(panels) => return panels.go(stride, back),
            _ => return false,
        }
        true
    }
}

impl TableScreen {
    /// Opens a page; the same key closes it again.
    pub(super) fn open(&mut self, page: TablePage) {
        self.log_scroll = 0;
        let again = std::mem::discriminant(&page) == std::mem::discriminant(&self.page);
        self.page = if again { TablePage::Board } else { page };
    }

    /// The keys of the page that is open, the most important first.
    pub(super) fn page_keys(&self) -> Vec<BarKey> {
        match &self.page {
            TablePage::Board | TablePage::Map => self.board_keys(),
            TablePage::Log | TablePage::Panels(_) => vec![SCROLL, back()],
            TablePage::Past(_) => past::keys(),
            TablePage::Charts(_) => charts::keys(),
            TablePage::Help(_) => help::keys(),
            TablePage::People | TablePage::Advice => vec![back()],
            TablePage::Result => result::keys(),
        }
    }

    pub(super) fn draw_page(&mut self, brush: &mut TableBrush<'_, '_>, body: Rect) {
        match &self.page {
            TablePage::Board if self.projector => self.draw_projector(brush, body),
            TablePage::Board => self.draw_table(brush, body),
            TablePage::Map => self.draw_board(brush, body),
            TablePage::Log => self.draw_log(brush, body, true),
            TablePage::Past(_) => self.draw_past(brush, body),
            TablePage::Charts(_) => self.draw_charts(brush, body),
            TablePage::Help(_) => self.draw_help(brush, body),
            TablePage::Panels(_) => self.draw_everything(brush, body),
            TablePage::People => self.draw_people(brush, body),
            TablePage::Advice => self.draw_advice(brush, body),
            TablePage::Result => self.draw_result(brush, body),
        }
    }
}
