//! The pages over the board: the past, charts, help, people, the result.

use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line as TextLine, Span};
use ratatui::widgets::Paragraph;

use super::super::{Hit, Page, TableScreen};
use super::Brush;
use crate::engine::scene::{Column, Panel, Row, Table};
use crate::engine::seat::SeatSet;
use crate::table::front::{Seat, SeatNow};
use crate::tui::keymap::table::TABLE;
use crate::tui::text::table as text;
use crate::tui::theme::Role;
use crate::tui::widgets::Names;
use crate::tui::widgets::chart::StepChart;
use crate::tui::widgets::ledger::Ledger;
use crate::tui::widgets::prose::{self, Prose};
use crate::tui::widgets::seats::{Presence, SeatLine, Seats};

impl TableScreen {
    /// The board as it was, with a line that shows how far back that is.
    pub(super) fn draw_past(&mut self, brush: &mut Brush<'_, '_>, body: Rect) {
        let Page::Past(past) = &self.page else { return };
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
        self.hits.extend(columns.map(|x| (Rect::new(x, bar.y, 1, 1), Hit::Moment(moment(x)))));
    }

    pub(super) fn draw_charts(&mut self, brush: &mut Brush<'_, '_>, body: Rect) {
        let Page::Charts(charts) = &self.page else { return };
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
            self.hits.push((Rect { x, width, ..head }, Hit::Chart(number)));
            x = x.saturating_add(width);
        }
        brush.frame.render_widget(Paragraph::new(TextLine::from(tabs)), head);
        let tracks = self.tracks(charts.kind(), self.view.shown(), false);
        brush
            .frame
            .render_widget(&StepChart { tracks: &tracks, first: 0, cursor: None, theme: brush.theme }, chart);
    }

    // Help

    pub(super) fn draw_help(&mut self, brush: &mut Brush<'_, '_>, body: Rect) {
        let page = prose::Page::parse(&brush.plain(&self.help_text()));
        let inner = brush.pane(text::help::TITLE, true, body);
        let Page::Help(help) = &mut self.page else { return };
        let [top, below] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(u16::from(help.search.is_some()))])
                .areas(inner);
        let most = page.height(top.width).saturating_sub(usize::from(top.height));
        if std::mem::take(&mut help.jump) && !help.wanted.is_empty() {
            let found = page.find(&help.wanted, top.width);
            let next = found.iter().find(|line| **line > help.scroll).or_else(|| found.first());
            help.scroll = next.copied().unwrap_or(help.scroll);
        }
        help.scroll = help.scroll.min(most);
        let prose = Prose { page: &page, from: help.scroll, query: &help.wanted, theme: brush.theme };
        brush.frame.render_widget(&prose, top);
        if let Some(search) = &help.search {
            let search = search.clone();
            brush.typed(text::help::PROMPT_SEARCH, &search, below);
        }
    }

    /// What can be done now, the rules that say so, the keys, then all rules.
    fn help_text(&self) -> String {
        let rules = self.view.meta.rules_text;
        let game =
            self.desk.as_ref().map_or_else(|| self.view.at(self.view.shown()), |desk| desk.game().fork());
        let now: String = game.rules_now().iter().filter_map(|rule| section(rules, rule)).collect();
        let listed = TABLE.iter().filter(|binding| !binding.words.is_empty());
        let keys: Vec<String> = listed
            .map(|binding| format!("- **{}** {}", binding.shown, text::help::long_words(binding.intent)))
            .collect();
        let status = self.view.named(&self.scene.status);
        let cards = self.scene.panels.iter().filter_map(|panel| match panel {
            Panel::Cards(cards) => Some(text::panels::cards_section(cards)),
            _ => None,
        });
        let keys = keys.join("\n") + "\n\n" + &self.columns_text();
        text::help::page(&status, &now, &cards.collect::<String>(), &keys, rules)
    }

    // People

    pub(super) fn draw_people(&self, brush: &mut Brush<'_, '_>, body: Rect) {
        let inner = brush.pane(text::people::TITLE, false, body);
        let lines: Vec<SeatLine> =
            (0..).zip(&self.view.present).map(|(seat, now)| self.seat_line(seat, now, brush.now)).collect();
        let seats = Seats { seats: &lines, selected: None, theme: brush.theme };
        let [list, words] =
            Layout::vertical([Constraint::Length(seats.height() + 1), Constraint::Fill(1)]).areas(inner);
        brush.frame.render_widget(&seats, list);
        let (phrase, journal) = (self.view.phrase.join(" "), self.view.journal.display().to_string());
        let said = text::people::about_table(&phrase, &journal, &self.view.proofs);
        brush.prose(&said, words);
    }

    fn seat_line(&self, seat: Seat, now: &SeatNow, millis: u64) -> SeatLine {
        let bot = self.view.bots.get(usize::from(seat)).copied().unwrap_or(false);
        let away = now.away_since_millis.map(|since| millis.saturating_sub(since) / 1_000);
        let presence = match (bot || now.holder.is_bot(), away) {
            (true, _) => Presence::Bot,
            (false, Some(_)) => Presence::Away,
            (false, None) if now.in_step => Presence::Here,
            (false, None) => Presence::Behind,
        };
        let own = self.view.own.contains(&seat);
        SeatLine {
            name: self.view.name(seat).to_owned(),
            token: None,
            presence,
            own,
            turn: self.turn_seat() == Some(seat),
            note: text::people::seat_note(own, bot, now.holder, away),
            state: text::people::seat_state(now.in_step, away.is_some()),
        }
    }

    // Advice

    pub(super) fn draw_advice(&self, brush: &mut Brush<'_, '_>, body: Rect) {
        let inner = brush.pane(text::advice::TITLE, false, body);
        let said = match self.advice_now() {
            Some(advice) => {
                let named = |(words, amount): &(_, Option<i64>)| (self.view.named(words), *amount);
                let all: Vec<String> = advice
                    .iter()
                    .map(|one| {
                        text::advice::one(&one.steps.iter().map(named).collect::<Vec<_>>(), &one.tally)
                    })
                    .collect();
                text::advice::all(&all)
            }
            None => text::advice::thinking(self.view.advising.unwrap_or(0)),
        };
        brush.prose(&said, inner);
    }

    // The result

    pub(super) fn draw_result(&self, brush: &mut Brush<'_, '_>, body: Rect) {
        let Some(standings) = &self.view.result else { return };
        let inner = brush.pane(text::result::TITLE, false, body);
        // Who plays alone has nobody to win against.
        let winners: Vec<&str> = standings
            .iter()
            .filter(|one| one.rank == 1 && standings.len() > 1)
            .map(|one| self.view.name(one.seat.number()))
            .collect();
        let row = |one: &crate::engine::game::Standing| Row {
            head: one.seat.to_string().into(),
            token: None,
            seat: Some(one.seat),
            cells: std::iter::once(format!("{}.", one.rank))
                .chain([one.score.to_string()])
                .chain(one.counted().map(|(_, value)| value))
                .collect(),
        };
        let details = standings.first().into_iter().flat_map(|one| one.counted().map(|(name, _)| name));
        let columns = [text::result::COLUMN_RANK.to_owned(), text::result::COLUMN_SCORE.to_owned()]
            .into_iter()
            .chain(details);
        let table = Table {
            title: String::new(),
            about: "",
            columns: columns.map(Column::from).collect(),
            rows: standings.iter().map(row).collect(),
        };
        let own = self
            .view
            .own
            .iter()
            .filter_map(|seat| crate::engine::seat::Seat::new(*seat))
            .collect::<SeatSet>();
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
        brush.strong(&text::result::won(&winners), head);
        let narrow = Rect { width: list.width.min(ledger.width().max(40)), ..list };
        brush.frame.render_widget(&ledger, narrow);
        let wanting: Vec<&str> = self.view.again.iter().map(|seat| self.view.name(*seat)).collect();
        brush.prose(&text::result::again(&wanting), again);
        if let Some(kind) = self.view.charts().first() {
            let tracks = self.tracks(kind, self.view.shown(), false);
            brush.frame.render_widget(
                &StepChart { tracks: &tracks, first: 0, cursor: None, theme: brush.theme },
                chart,
            );
        }
    }
}

/// The section of the rules with this id: its heading and all until the next.
fn section(rules: &str, id: &str) -> Option<String> {
    let start = rules.find(&format!("### {id} "))?;
    let rest = &rules[start..];
    let end = rest[3..].find("\n#").map_or(rest.len(), |end| end + 3);
    Some(format!("{}\n", &rest[..end]))
}
