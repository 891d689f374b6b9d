//! The past: the board as it was after an entry, and what the entry changed.

use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line as TextLine, Span};
use ratatui::widgets::Paragraph;

use super::super::bar::{BarKey, worded};
use super::super::draw::TableBrush;
use super::super::{TableHit, TableScreen};
use super::{Stride, TablePage};
use crate::tui::keymap::table::AtTable;
use crate::tui::text::table::key as words;
use crate::tui::theme::Role;
use crate::tui::view::TableView;

/// Entries that a page of the past skips.
const LEAP: i32 = 10;

/// The past.
#[derive(Debug)]
pub struct Past {
    /// The entry that is looked at.
    pub at: u32,
}

impl Past {
    /// The past, from the last entry shown.
    pub fn new(view: &TableView) -> Self {
        Self { at: view.shown() }
    }

    /// Goes back or forth; stays within the game.
    pub(super) fn go(&mut self, stride: Stride, back: bool, len: u32) {
        let by = match stride {
            Stride::Line => 1,
            Stride::Page => LEAP,
            Stride::End => i32::MAX,
        };
        self.at = self.at.saturating_add_signed(if back { -by } else { by }).min(len);
    }
}

pub(super) fn keys() -> Vec<BarKey> {
    vec![
        ("←→", words::STEP, &[AtTable::Left, AtTable::Right]),
        (words::PAGE_KEYS, words::LEAP, &[AtTable::PageUp, AtTable::PageDown]),
        worded(AtTable::CatchUp, words::NOW),
    ]
}

impl TableScreen {
    /// The board as it was, with a line that shows how far back that is.
    pub(super) fn draw_past(&mut self, brush: &mut TableBrush<'_, '_>, body: Rect) {
        let TablePage::Past(past) = &self.page else { return };
        let (at, len) = (past.at, self.view.len().max(1));
        let [above, bar] = Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(body);
        self.draw_table(brush, above);
        let columns = usize::from(bar.width.saturating_sub(2));
        let place = usize::try_from(u64::from(at) * columns as u64 / u64::from(len)).unwrap_or(columns);
        let line = TextLine::from(vec![
            Span::raw(" "),
            Span::styled(brush.plain(&"━".repeat(place)), brush.theme.style(Role::Draft)),
            Span::styled(brush.plain("●"), brush.theme.style(Role::Strong)),
            Span::styled(
                brush.plain(&"─".repeat(columns.saturating_sub(place + 1))),
                brush.theme.style(Role::Dim),
            ),
        ]);
        brush.frame.render_widget(Paragraph::new(line), bar);
        let moment = |x: u16| {
            let share = u64::from(x.saturating_sub(bar.x + 1)) * u64::from(len) / (columns as u64).max(1);
            u32::try_from(share).unwrap_or(len).min(len)
        };
        let columns = bar.x..bar.right();
        self.hits.extend(columns.map(|x| (Rect::new(x, bar.y, 1, 1), TableHit::Moment(moment(x)))));
    }
}
