//! How it ended.

use ratatui::layout::{Constraint, Layout, Rect};

use super::super::TableScreen;
use super::super::bar::{BarKey, key, worded};
use super::super::draw::TableBrush;
use crate::engine::game::Standing;
use crate::engine::scene::{Column, FigureTable, Row};
use crate::engine::seat::{Seat, SeatSet};
use crate::tui::keymap::table::AtTable;
use crate::tui::text::table::{self as text, result as words};
use crate::tui::widgets::Names;
use crate::tui::widgets::chart::StepChart;
use crate::tui::widgets::ledger::Ledger;

pub(super) fn keys() -> Vec<BarKey> {
    vec![
        worded(AtTable::Again, text::key::AGAIN),
        key(AtTable::Charts),
        key(AtTable::History),
        worded(AtTable::Escape, text::key::BOARD),
    ]
}

impl TableScreen {
    pub(super) fn draw_result(&self, brush: &mut TableBrush<'_, '_>, body: Rect) {
        let Some(standings) = &self.view.result else { return };
        let inner = brush.pane(words::TITLE, false, body);
        // Who plays alone has nobody to win against.
        let winners: Vec<&str> = standings
            .iter()
            .filter(|one| one.rank == 1 && standings.len() > 1)
            .map(|one| self.view.name(one.seat.number()))
            .collect();
        let row = |one: &Standing| Row {
            head: one.seat.to_string().into(),
            token: None,
            seat: Some(one.seat),
            cells: std::iter::once(format!("{}.", one.rank))
                .chain([one.score.to_string()])
                .chain(one.counted().map(|(_, value)| value))
                .collect(),
        };
        let details = standings.first().into_iter().flat_map(|one| one.counted().map(|(name, _)| name));
        let columns =
            [words::COLUMN_RANK.to_owned(), words::COLUMN_SCORE.to_owned()].into_iter().chain(details);
        let table = FigureTable {
            title: String::new(),
            about: "",
            columns: columns.map(Column::from).collect(),
            rows: standings.iter().map(row).collect(),
        };
        let own = self.view.own.iter().filter_map(|seat| Seat::new(*seat)).collect::<SeatSet>();
        let ledger = Ledger {
            table: &table,
            before: None,
            own,
            turn: None,
            names: Names(&self.view.names),
            theme: brush.theme,
        };
        let chart_rows = inner.height.saturating_sub(ledger.height() + 6);
        let [head, list, again, chart] = Layout::vertical([
            Constraint::Length(2),
            Constraint::Length(ledger.height() + 1),
            Constraint::Length(2),
            Constraint::Length(chart_rows),
        ])
        .areas(inner);
        brush.strong(&words::won(&winners), head);
        let narrow = Rect { width: list.width.min(ledger.width().max(40)), ..list };
        brush.frame.render_widget(&ledger, narrow);
        let wanting: Vec<&str> = self.view.again.iter().map(|seat| self.view.name(*seat)).collect();
        brush.prose(&words::again(&wanting), again);
        if let Some(kind) = self.view.charts().first() {
            let tracks = self.tracks(kind, self.view.shown(), false);
            brush.frame.render_widget(
                &StepChart { tracks: &tracks, first: 0, cursor: None, theme: brush.theme },
                chart,
            );
        }
    }
}
