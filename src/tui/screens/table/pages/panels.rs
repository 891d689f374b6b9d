//! All that lies beside the board, with all it says.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::Widget;

use super::super::TableScreen;
use super::super::draw::{TableBrush, panel_title};
use super::{Stride, TablePage};
use crate::engine::scene::Panel;
use crate::tui::text::table::panels as words;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::legend::Legend;
use crate::tui::widgets::pen::height_of;
use crate::tui::widgets::prose::{self, Prose};

/// The page, and its first line that is shown.
#[derive(Debug, Default)]
pub struct Panels {
    first: u16,
}

impl Panels {
    /// Goes back or forth; says whether a key can go so far here.
    pub(super) fn go(&mut self, stride: Stride, back: bool) -> bool {
        let by = match stride {
            Stride::Line => 1,
            Stride::Page => 10,
            Stride::End => return false,
        };
        // How far it can go is known when it is drawn.
        self.first = if back { self.first.saturating_sub(by) } else { self.first.saturating_add(by) };
        true
    }
}

impl TableScreen {
    /// All panels one below the other, from a line on: the last is the one from which they fill the area.
    pub(super) fn draw_everything(&mut self, brush: &mut TableBrush<'_, '_>, area: Rect) {
        let TablePage::Panels(Panels { first }) = self.page else { return };
        let height = |panel: &Panel| self.whole_height(panel, brush.theme, area.width) + 2;
        let legend = Legend { entries: &self.scene.legend, marks: &[], theme: brush.theme };
        let signs = legend.height(area.width) + 2;
        let columns = prose::ParsedProse::parse(&self.columns_text());
        let heads = height_of(columns.height(area.width));
        let whole: u16 = self.scene.panels.iter().map(height).sum::<u16>() + signs + heads;
        // Drawn whole where nobody sees it, so that any part of it can be shown.
        let mut canvas = Buffer::empty(Rect::new(0, 0, area.width, whole));
        let mut rest = canvas.area;
        for panel in &self.scene.panels {
            let [head, body, below] = Layout::vertical([
                Constraint::Length(1),
                Constraint::Length(height(panel) - 1),
                Constraint::Fill(1),
            ])
            .areas(rest);
            canvas.set_string(head.x, head.y, panel_title(panel), brush.theme.style(Role::Title));
            match panel {
                Panel::Cards(cards) => {
                    let page = prose::ParsedProse::parse(&words::cards(cards));
                    Prose { page: &page, from: 0, query: "", theme: brush.theme }.render(body, &mut canvas);
                }
                _ => self.draw_panel(&mut canvas, body, panel, None, brush.theme),
            }
            rest = below;
        }
        canvas.set_string(rest.x, rest.y, words::SIGNS, brush.theme.style(Role::Title));
        legend.render(Rect { y: rest.y + 1, height: signs - 2, ..rest }, &mut canvas);
        let below = Rect { y: rest.y + signs, height: heads, ..rest };
        Prose { page: &columns, from: 0, query: "", theme: brush.theme }.render(below, &mut canvas);
        let first = first.min(whole.saturating_sub(area.height));
        for at in area.intersection(Rect { height: whole.min(area.height), ..area }).positions() {
            let seen = (at.x - area.x, at.y - area.y + first);
            brush.frame.buffer_mut()[at] = canvas[seen].clone();
        }
        self.page = TablePage::Panels(Panels { first });
    }

    /// What the columns of all tables mean.
    pub(super) fn columns_text(&self) -> String {
        let tables = self.scene.panels.iter().filter_map(|panel| match panel {
            Panel::Table(table) if !table.about.is_empty() => Some((&*table.title, table.about)),
            _ => None,
        });
        words::columns(tables)
    }

    /// The lines of a panel with all it says.
    fn whole_height(&self, panel: &Panel, theme: &Theme, columns: u16) -> u16 {
        match panel {
            Panel::Cards(cards) => height_of(prose::ParsedProse::parse(&words::cards(cards)).height(columns)),
            _ => self.panel_height(panel, theme, columns),
        }
    }
}
