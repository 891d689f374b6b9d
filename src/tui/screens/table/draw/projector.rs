//! The table for a room: what can be read from the back row.
//!
//! Nothing here can be pressed or chosen. Who is on stands in large letters, the board has the whole width, and below
//! it is how everybody stands and what happened last.

use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::Paragraph;

use super::super::TableScreen;
use super::TableBrush;
use super::panels::panel_title;
use crate::engine::game::Turn;
use crate::engine::scene::{Panel, Scene};
use crate::tui::text::table as text;
use crate::tui::theme::Role;
use crate::tui::view::Says;
use crate::tui::widgets::large::Large;
use crate::tui::widgets::pen::{fit, width, wrap};

/// From this height on there is room for large letters.
const HIGH: u16 = 30;

/// Between two panels.
const GAP: u16 = 3;

impl TableScreen {
    pub(in super::super) fn draw_projector(&mut self, brush: &mut TableBrush<'_, '_>, body: Rect) {
        // The board needs every line; frames and the legend are for those who sit near.
        brush.roomy = false;
        let high = body.height >= HIGH;
        let banner = if high { self.large_name(brush).height() + 2 } else { 1 };
        let news = if high { 3 } else { 2 };
        let room = body.height.saturating_sub(banner + news);
        let board = self.board_lines(Rect { height: room.saturating_sub(self.players_lines(brush)), ..body });
        let rows = self.rows_of_panels(brush, body.width, room.saturating_sub(board));
        let panels = rows.iter().map(|row| row.height + 1).sum();
        let [top, board, middle, news] = Layout::vertical([
            Constraint::Length(banner),
            Constraint::Fill(1),
            Constraint::Length(panels),
            Constraint::Length(news),
        ])
        .areas(body);
        self.draw_banner(brush, top);
        self.draw_board(brush, board);
        let before = self.scene_before();
        self.draw_rows(brush, middle, &rows, before.as_ref());
        self.draw_news(brush, news);
    }

    /// The lines that the whole board takes, if there are so many.
    fn board_lines(&self, room: Rect) -> u16 {
        u16::try_from(self.board_map_in(room).size().1).unwrap_or(u16::MAX).min(room.height)
    }

    /// The lines that the first table of players takes, with its title and a blank line.
    fn players_lines(&self, brush: &TableBrush<'_, '_>) -> u16 {
        let players = self.scene.panels.iter().find(|panel| lists_players(panel));
        players.map_or(0, |panel| self.panel_height(panel, brush.theme, 0) + 2)
    }

    // Who is on

    /// Who is on, or what the game waits for.
    fn on_now(&self) -> &str {
        match self.turn_shown() {
            Turn::Seat(seat) => self.view.name(seat.number()),
            Turn::Chance => text::header::CHANCE,
            Turn::Over => text::header::OVER,
        }
    }

    fn large_name<'a>(&'a self, brush: &TableBrush<'_, '_>) -> Large<'a> {
        let style = brush.theme.style(Role::Strong);
        Large { text: self.on_now(), style, ascii: brush.theme.glyphs.ascii }
    }

    /// The name in large letters where there is room for them, and what is going on.
    fn draw_banner(&self, brush: &mut TableBrush<'_, '_>, area: Rect) {
        let large = self.large_name(brush);
        let status = self.view.named(&self.scene.status);
        let fits = large.width().filter(|&columns| columns < area.width && area.height > large.height());
        let Some(columns) = fits else {
            return brush.centred(&status, area);
        };
        let name = Rect {
            x: area.x + (area.width - columns) / 2,
            width: columns,
            height: large.height().min(area.height),
            ..area
        };
        brush.frame.render_widget(&large, name);
        brush.centred(&status, Rect { y: name.bottom() + 1, height: 1, ..area }.intersection(area));
    }

    // How all stand

    /// The panels that there is room for, side by side and in rows; tables of players first.
    fn rows_of_panels(&self, brush: &TableBrush<'_, '_>, columns: u16, mut room: u16) -> Vec<PanelRow> {
        let mut places: Vec<usize> = (0..self.scene.panels.len()).collect();
        places.sort_by_key(|&place| !lists_players(&self.scene.panels[place]));
        let mut rows: Vec<PanelRow> = Vec::new();
        for place in places {
            let panel = &self.scene.panels[place];
            let width = self.shown_width(panel, brush).min(columns);
            let height = self.panel_height(panel, brush.theme, width) + 1;
            match rows.last_mut() {
                Some(row) if row.width + GAP + width <= columns && height <= row.height + room => {
                    room -= height.saturating_sub(row.height).min(room);
                    row.height = row.height.max(height);
                    row.width += GAP + width;
                    row.panels.push((place, width));
                }
                _ if height < room => {
                    room -= height + 1;
                    rows.push(PanelRow { height, width, panels: vec![(place, width)] });
                }
                _ => {}
            }
        }
        rows
    }

    fn shown_width(&self, panel: &Panel, brush: &TableBrush<'_, '_>) -> u16 {
        match panel {
            Panel::Table(_) => self.table_width(panel, brush.theme),
            Panel::Dials(_) | Panel::Facts(_) | Panel::Cards(_) => NARROW,
        }
    }

    fn draw_rows(
        &self,
        brush: &mut TableBrush<'_, '_>,
        area: Rect,
        rows: &[PanelRow],
        before: Option<&Scene>,
    ) {
        let heights = rows.iter().map(|row| Constraint::Length(row.height + 1));
        for (row, area) in rows.iter().zip(Layout::vertical(heights).split(area).iter()) {
            let widths = row.panels.iter().map(|(_, width)| Constraint::Length(*width));
            let areas = Layout::horizontal(widths).spacing(GAP).split(*area);
            for ((place, _), area) in row.panels.iter().zip(areas.iter()) {
                let panel = &self.scene.panels[*place];
                let [title, below] =
                    Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(*area);
                let style = brush.theme.style(Role::Title);
                brush.frame.render_widget(Paragraph::new(panel_title(panel)).style(style), title);
                let old = before.and_then(|scene| scene.panels.get(*place));
                self.draw_panel(brush.frame.buffer_mut(), below, panel, old, brush.theme);
            }
        }
    }

    // What happened last

    fn draw_news(&self, brush: &mut TableBrush<'_, '_>, area: Rect) {
        let said = self.view.lines(self.view.shown()).iter().flat_map(|line| match &line.says {
            Says::Did { notes, .. } => notes.iter().map(|note| self.view.named(note)).collect(),
            Says::News(news) => vec![news.clone()],
            Says::Talk { .. } => Vec::new(),
        });
        let lines: Vec<String> = said.flat_map(|line| wrap(&line, area.width.into())).collect();
        let newest = lines.len().saturating_sub(area.height.into());
        let shown = lines[newest..].join("\n");
        brush.frame.render_widget(Paragraph::new(shown).style(brush.theme.style(Role::Plain)), area);
    }
}

/// Panels side by side.
struct PanelRow {
    height: u16,
    width: u16,
    /// The number of each panel, and its width.
    panels: Vec<(usize, u16)>,
}

/// How wide panels are that fill whatever they are given.
const NARROW: u16 = 38;

fn lists_players(panel: &Panel) -> bool {
    matches!(panel, Panel::Table(table) if table.rows.iter().any(|row| row.seat.is_some()))
}

impl TableBrush<'_, '_> {
    /// A sentence in the middle of the first line.
    fn centred(&mut self, sentence: &str, area: Rect) {
        let sentence = fit(sentence, area.width.into(), self.theme.glyphs.ellipsis);
        let indent = u16::try_from((i32::from(area.width) - width(&sentence)) / 2).unwrap_or(0);
        let line =
            Rect { x: area.x + indent, width: area.width - indent, height: area.height.min(1), ..area };
        self.strong(&sentence, line);
    }
}
