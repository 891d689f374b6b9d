//! What lies beside the board: tables, dials, facts and cards.

use ratatui::layout::{Constraint, Layout, Rect};

use super::super::TableScreen;
use super::Brush;
use crate::engine::game::Turn;
use crate::engine::scene::{Panel, Scene, Table};
use crate::engine::seat::{Seat, SeatSet};
use crate::tui::text::table as text;
use crate::tui::theme::Theme;
use crate::tui::widgets::Names;
use crate::tui::widgets::cards::CardsView;
use crate::tui::widgets::dials::Dials;
use crate::tui::widgets::facts::Facts;
use crate::tui::widgets::ledger::Ledger;
use crate::tui::widgets::prose;

impl TableScreen {
    /// Panels in panes of their own, one below the other; gives what is left.
    pub(super) fn draw_side(&self, brush: &mut Brush<'_, '_>, area: Rect, before: Option<&Scene>) -> Rect {
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
            self.draw_panel(brush, inner, panel, old);
            rest = below;
        }
        rest
    }

    /// Tables alone, one below the other; gives what is left.
    pub(super) fn draw_tables(&self, brush: &mut Brush<'_, '_>, area: Rect, before: Option<&Scene>) -> Rect {
        let mut rest = area;
        for (place, panel) in self.scene.panels.iter().enumerate() {
            let old = before.and_then(|scene| scene.panels.get(place));
            if let Panel::Table(_) = panel {
                let height = self.panel_height(panel, brush.theme, rest.width).min(rest.height);
                let [pane, below] = Layout::vertical([Constraint::Length(height), Constraint::Fill(1)])
                    .spacing(1)
                    .areas(rest);
                self.draw_panel(brush, pane, panel, old);
                rest = below;
            }
        }
        rest
    }

    /// All but tables, as tightly as they can be.
    pub(super) fn draw_compact(&self, brush: &mut Brush<'_, '_>, area: Rect, before: Option<&Scene>) {
        let mut rest = area;
        for (place, panel) in self.scene.panels.iter().enumerate() {
            let old = before.and_then(|scene| scene.panels.get(place));
            if !matches!(panel, Panel::Table(_)) {
                let height = compact_panel_height(panel, brush.theme, rest.width).min(rest.height);
                let [pane, below] =
                    Layout::vertical([Constraint::Length(height), Constraint::Fill(1)]).areas(rest);
                self.draw_panel(brush, pane, panel, old);
                rest = below;
            }
        }
    }

    pub(super) fn compact_height(&self, theme: &Theme, columns: u16) -> u16 {
        let panels = self.scene.panels.iter().filter(|panel| !matches!(panel, Panel::Table(_)));
        panels.map(|panel| compact_panel_height(panel, theme, columns)).sum()
    }

    /// All panels with all they say, from one on: in two columns where there is room.
    pub(super) fn draw_panels(&self, brush: &mut Brush<'_, '_>, body: Rect, first: usize) {
        let columns = if brush.roomy { 2 } else { 1 };
        let areas = Layout::horizontal(vec![Constraint::Fill(1); columns]).spacing(1).split(body);
        let mut panels = self.scene.panels.iter().skip(first).peekable();
        for area in areas.iter() {
            let mut rest = *area;
            while let Some(panel) = panels.peek() {
                let frame = if brush.roomy { 2 } else { 1 };
                let height = self.whole_height(panel, brush.theme, rest.width.saturating_sub(2)) + frame;
                // One that is too long for a whole column is shown as far as it goes.
                if height > rest.height && rest != *area {
                    break;
                }
                let [pane, below] =
                    Layout::vertical([Constraint::Length(height), Constraint::Fill(1)]).areas(rest);
                self.draw_whole(brush, pane, panel);
                panels.next();
                rest = below;
            }
        }
    }

    fn draw_whole(&self, brush: &mut Brush<'_, '_>, area: Rect, panel: &Panel) {
        let title = panel_title(panel).to_owned();
        let inner = if brush.roomy {
            brush.pane(&title, false, area)
        } else {
            let [head, below] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(area);
            brush.strong(&title, head);
            below
        };
        match panel {
            Panel::Cards(cards) => brush.prose(&text::cards(cards), inner),
            _ => self.draw_panel(brush, inner, panel, None),
        }
    }

    /// The lines of a panel with all it says.
    fn whole_height(&self, panel: &Panel, theme: &Theme, columns: u16) -> u16 {
        match panel {
            Panel::Cards(cards) => {
                let lines = prose::Page::parse(&text::cards(cards)).height(columns);
                u16::try_from(lines).unwrap_or(u16::MAX)
            }
            _ => self.panel_height(panel, theme, columns),
        }
    }

    fn panel_height(&self, panel: &Panel, theme: &Theme, columns: u16) -> u16 {
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

    fn draw_panel(&self, brush: &mut Brush<'_, '_>, area: Rect, panel: &Panel, old: Option<&Panel>) {
        let theme = brush.theme;
        match (panel, old) {
            (Panel::Dials(dials), old) => {
                let before = if let Some(Panel::Dials(old)) = old { Some(&old[..]) } else { None };
                brush.frame.render_widget(&Dials { dials, before, theme }, area);
            }
            (Panel::Table(table), old) => {
                let before = if let Some(Panel::Table(old)) = old { Some(old) } else { None };
                brush.frame.render_widget(&self.ledger(table, before, theme), area);
            }
            (Panel::Facts(facts), old) => {
                let before = if let Some(Panel::Facts(old)) = old { Some(&old[..]) } else { None };
                brush.frame.render_widget(&Facts { facts, before, theme }, area);
            }
            (Panel::Cards(cards), old) => {
                let before = if let Some(Panel::Cards(old)) = old { Some(old) } else { None };
                brush.frame.render_widget(&CardsView { cards, before, theme }, area);
            }
        }
    }

    fn ledger<'a>(&'a self, table: &'a Table, before: Option<&'a Table>, theme: &'a Theme) -> Ledger<'a> {
        let own = self.view.own.iter().filter_map(|seat| Seat::new(*seat)).collect::<SeatSet>();
        let turn = if let Turn::Seat(seat) = self.turn_shown() { Some(seat) } else { None };
        Ledger { table, before, own, turn, names: Names(&self.view.names), theme }
    }
}

fn panel_title(panel: &Panel) -> &str {
    match panel {
        Panel::Table(table) => &table.title,
        Panel::Cards(cards) => &cards.title,
        Panel::Dials(_) => text::PANE_DIALS,
        Panel::Facts(_) => text::PANE_FACTS,
    }
}

fn compact_panel_height(panel: &Panel, theme: &Theme, columns: u16) -> u16 {
    match panel {
        Panel::Dials(dials) => Dials { dials, before: None, theme }.compact_height(columns),
        Panel::Facts(facts) => Facts { facts, before: None, theme }.height(columns),
        Panel::Cards(cards) => CardsView { cards, before: None, theme }.height(columns),
        Panel::Table(_) => 0,
    }
}
