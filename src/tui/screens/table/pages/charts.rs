//! Charts: one kind of number at a time, entry by entry.

use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line as TextLine, Span};
use ratatui::widgets::Paragraph;

use super::super::bar::{BarKey, back};
use super::super::draw::TableBrush;
use super::super::{TableHit, TableScreen};
use super::TablePage;
use crate::engine::scene::Series;
use crate::engine::words::Words;
use crate::tui::keymap::table::AtTable;
use crate::tui::text::table as text;
use crate::tui::theme::Role;
use crate::tui::view::TableView;
use crate::tui::widgets::chart::{StepChart, Track};

/// The charts of a table.
#[derive(Debug)]
pub struct Charts {
    kinds: Vec<&'static str>,
    kind: usize,
}

impl Charts {
    /// The charts of a table.
    pub fn new(view: &TableView) -> Self {
        Self { kinds: view.charts(), kind: 0 }
    }

    /// Another kind; the list goes round.
    pub(super) fn step(&mut self, back: bool) {
        let by = if back { -1 } else { 1 };
        let len = isize::try_from(self.kinds.len()).unwrap_or(0).max(1);
        let kind = (isize::try_from(self.kind).unwrap_or(0) + by).rem_euclid(len);
        self.kind = usize::try_from(kind).unwrap_or(0);
    }

    /// The kind with this number.
    pub fn choose(&mut self, kind: usize) {
        self.kind = kind.min(self.kinds.len().saturating_sub(1));
    }

    /// The kind that is shown.
    pub fn kind(&self) -> &'static str {
        self.kinds.get(self.kind).copied().unwrap_or_default()
    }

    /// All kinds.
    pub fn kinds(&self) -> &[&'static str] {
        &self.kinds
    }
}

pub(super) fn keys() -> Vec<BarKey> {
    vec![("←→", text::key::OTHER_CHART, &[AtTable::Left, AtTable::Right]), back()]
}

impl TableScreen {
    pub(super) fn draw_charts(&mut self, brush: &mut TableBrush<'_, '_>, body: Rect) {
        let TablePage::Charts(charts) = &self.page else { return };
        let tabs: Vec<Span<'_>> = charts
            .kinds()
            .iter()
            .map(|kind| {
                let role = if *kind == charts.kind() { Role::Cursor } else { Role::Dim };
                Span::styled(format!(" {kind} "), brush.theme.style(role))
            })
            .collect();
        let inner = brush.pane(text::pane::CHARTS, false, body);
        let [head, chart] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(inner);
        let mut x = head.x;
        for (number, tab) in tabs.iter().enumerate() {
            let width = u16::try_from(tab.width()).unwrap_or(u16::MAX);
            self.hits.push((Rect { x, width, ..head }, TableHit::Chart(number)));
            x = x.saturating_add(width);
        }
        brush.frame.render_widget(Paragraph::new(TextLine::from(tabs)), head);
        let tracks = self.tracks(charts.kind(), self.view.shown(), false);
        brush
            .frame
            .render_widget(&StepChart { tracks: &tracks, first: 0, cursor: None, theme: brush.theme }, chart);
    }

    /// The numbers of a chart up to an entry, with what the draft would make of them.
    pub(in super::super) fn tracks(&self, kind: &str, upto: u32, with_draft: bool) -> Vec<Track> {
        let next = |name: &Words| {
            let found = self.scene.series.iter().find(|series| series.chart == kind && series.name == *name);
            found.map(|series| series.value)
        };
        let track = |(series, values): (&Series, Vec<i64>)| Track {
            name: self.view.named(&series.name),
            token: series.token,
            next: next(&series.name).filter(|next| with_draft && Some(next) != values.last()),
            values,
        };
        self.view.chart(kind, upto).into_iter().map(track).collect()
    }
}
