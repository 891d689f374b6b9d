//! What lies beside the board: tables, dials, facts and cards.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::Widget;

use super::super::TableScreen;
use super::TableBrush;
use crate::engine::game::Turn;
use crate::engine::scene::{FigureTable, Panel, Scene};
use crate::engine::seat::{Seat, SeatSet};
use crate::tui::text::table as text;
use crate::tui::theme::Theme;
use crate::tui::widgets::Names;
use crate::tui::widgets::cards::CardsView;
use crate::tui::widgets::dials::Dials;
use crate::tui::widgets::facts::Facts;
use crate::tui::widgets::ledger::Ledger;

impl TableScreen {
    /// Panels in panes of their own, one below the other; gives what is left.
    pub(super) fn draw_side(
        &self,
        brush: &mut TableBrush<'_, '_>,
        area: Rect,
        before: Option<&Scene>,
    ) -> Rect {
        let mut rest = area;
        for (place, panel) in self.scene.panels.iter().enumerate() {
            let old = before.and_then(|scene| scene.panels.get(place));
            let lines = self.panel_height(panel, brush.theme, rest.width.saturating_sub(2));
            let height = lines + 2;
            // The log always keeps some lines.
            if lines == 0 || rest.height < height + 5 {
                continue;
            }
            let [pane, below] =
                Layout::vertical([Constraint::Length(height), Constraint::Fill(1)]).areas(rest);
            let inner = brush.pane(panel_title(panel), false, pane);
            self.draw_panel(brush.frame.buffer_mut(), inner, panel, old, brush.theme);
            rest = below;
        }
        rest
    }

    /// Tables alone, one below the other; gives what is left.
    pub(super) fn draw_tables(
        &self,
        brush: &mut TableBrush<'_, '_>,
        area: Rect,
        before: Option<&Scene>,
    ) -> Rect {
        let tables = self.scene.panels.iter().filter(|panel| has_rows(panel));
        let spaced: u16 = tables.map(|panel| self.panel_height(panel, brush.theme, area.width) + 1).sum();
        // Rows come before the lines between the tables.
        let spacing = u16::from(spaced <= area.height + 1);
        let mut rest = area;
        for (place, panel) in self.scene.panels.iter().enumerate() {
            let old = before.and_then(|scene| scene.panels.get(place));
            // A head without a row says nothing.
            if has_rows(panel) && rest.height > 1 {
                let height = self.panel_height(panel, brush.theme, rest.width).min(rest.height);
                let [pane, below] = Layout::vertical([Constraint::Length(height), Constraint::Fill(1)])
                    .spacing(spacing)
                    .areas(rest);
                self.draw_panel(brush.frame.buffer_mut(), pane, panel, old, brush.theme);
                rest = below;
            }
        }
        rest
    }

    /// Dials and facts, as tightly as they can be.
    pub(super) fn draw_compact(&self, brush: &mut TableBrush<'_, '_>, area: Rect, before: Option<&Scene>) {
        let mut rest = area;
        for (place, panel) in self.scene.panels.iter().enumerate() {
            let old = before.and_then(|scene| scene.panels.get(place));
            if is_compact(panel) {
                let height = compact_panel_height(panel, brush.theme, rest.width).min(rest.height);
                let [pane, below] =
                    Layout::vertical([Constraint::Length(height), Constraint::Fill(1)]).areas(rest);
                self.draw_panel(brush.frame.buffer_mut(), pane, panel, old, brush.theme);
                rest = below;
            }
        }
    }

    pub(super) fn compact_height(&self, theme: &Theme, columns: u16) -> u16 {
        let panels = self.scene.panels.iter().filter(|panel| is_compact(panel));
        panels.map(|panel| compact_panel_height(panel, theme, columns)).sum()
    }

    pub(in super::super) fn panel_height(&self, panel: &Panel, theme: &Theme, columns: u16) -> u16 {
        match panel {
            Panel::Dials(dials) => Dials { dials, before: None, theme }.height(),
            Panel::Table(table) => self.ledger(table, None, theme).height(),
            Panel::Facts(facts) => Facts { facts, before: None, theme }.height(columns),
            Panel::Cards(cards) => CardsView { cards, before: None, theme }.height(columns),
        }
    }

    pub(super) fn table_width(&self, panel: &Panel, theme: &Theme) -> u16 {
        match panel {
            Panel::Table(table) => self.ledger(table, None, theme).width(),
            Panel::Dials(_) | Panel::Facts(_) | Panel::Cards(_) => 0,
        }
    }

    pub(in super::super) fn draw_panel(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        panel: &Panel,
        old: Option<&Panel>,
        theme: &Theme,
    ) {
        match (panel, old) {
            (Panel::Dials(dials), old) => {
                let before = if let Some(Panel::Dials(old)) = old { Some(&old[..]) } else { None };
                Dials { dials, before, theme }.render(area, buffer);
            }
            (Panel::Table(table), old) => {
                let before = if let Some(Panel::Table(old)) = old { Some(old) } else { None };
                self.ledger(table, before, theme).render(area, buffer);
            }
            (Panel::Facts(facts), old) => {
                let before = if let Some(Panel::Facts(old)) = old { Some(&old[..]) } else { None };
                Facts { facts, before, theme }.render(area, buffer);
            }
            (Panel::Cards(cards), old) => {
                let before = if let Some(Panel::Cards(old)) = old { Some(old) } else { None };
                CardsView { cards, before, theme }.render(area, buffer);
            }
        }
    }

    fn ledger<'a>(
        &'a self,
        table: &'a FigureTable,
        before: Option<&'a FigureTable>,
        theme: &'a Theme,
    ) -> Ledger<'a> {
        let own = self.view.own.iter().filter_map(|seat| Seat::new(*seat)).collect::<SeatSet>();
        let turn = if let Turn::Seat(seat) = self.turn_shown() { Some(seat) } else { None };
        Ledger { table, before, own, turn, names: Names(&self.view.names), theme }
    }
}

/// Whether a panel is a table that has something in it.
fn has_rows(panel: &Panel) -> bool {
    matches!(panel, Panel::Table(table) if !table.rows.is_empty())
}

pub(in super::super) fn panel_title(panel: &Panel) -> &str {
    match panel {
        Panel::Table(table) => &table.title,
        Panel::Cards(cards) => &cards.title,
        Panel::Dials(_) => text::panels::DIALS,
        Panel::Facts(_) => text::panels::FACTS,
    }
}

/// Whether a panel can be told in a line or two; cards need the page with everything.
const fn is_compact(panel: &Panel) -> bool {
    matches!(panel, Panel::Dials(_) | Panel::Facts(_))
}

fn compact_panel_height(panel: &Panel, theme: &Theme, columns: u16) -> u16 {
    match panel {
        Panel::Dials(dials) => Dials { dials, before: None, theme }.compact_height(columns),
        Panel::Facts(facts) => Facts { facts, before: None, theme }.height(columns),
        Panel::Table(_) | Panel::Cards(_) => 0,
    }
}
