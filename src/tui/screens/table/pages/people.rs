//! Who is here, the words to compare, and where the table is kept.

use ratatui::layout::{Constraint, Layout, Rect};

use super::super::TableScreen;
use super::super::draw::TableBrush;
use crate::table::clock::{clock_words, left_text};
use crate::table::front::{SeatNow, SeatNumber};
use crate::tui::text::table::people as words;
use crate::tui::widgets::seats::{Presence, SeatLine, Seats};

impl TableScreen {
    pub(super) fn draw_people(&self, brush: &mut TableBrush<'_, '_>, body: Rect) {
        let inner = brush.pane(words::TITLE, false, body);
        let lines: Vec<SeatLine> =
            (0..).zip(&self.view.present).map(|(seat, now)| self.seat_line(seat, now, brush.now)).collect();
        let seats = Seats { seats: &lines, selected: None, theme: brush.theme };
        let [list, below] =
            Layout::vertical([Constraint::Length(seats.height() + 1), Constraint::Fill(1)]).areas(inner);
        brush.frame.render_widget(&seats, list);
        let (phrase, journal) = (self.view.phrase.join(" "), self.view.journal.display().to_string());
        let said = words::about_table(&phrase, &journal, clock_words(self.view.clock), &self.view.proofs);
        brush.prose(&said, below);
    }

    fn seat_line(&self, seat: SeatNumber, now: &SeatNow, millis: u64) -> SeatLine {
        let bot = self.view.bots.get(usize::from(seat)).copied().unwrap_or(false);
        let away = now.away_since_millis.map(|since| millis.saturating_sub(since) / 1_000);
        let presence = match (bot || now.holder.is_bot(), away) {
            (true, _) => Presence::Bot,
            (false, Some(_)) => Presence::Away,
            (false, None) if now.in_step => Presence::Here,
            (false, None) => Presence::Behind,
        };
        let own = self.view.own.contains(&seat);
        let left = now.time.map(|time| left_text(time.seconds));
        SeatLine {
            name: self.view.name(seat).to_owned(),
            token: None,
            presence,
            own,
            turn: self.turn_seat() == Some(seat),
            note: words::seat_note(own, bot, now.holder, away),
            state: words::seat_state(now.in_step, away.is_some(), left.as_deref()),
        }
    }
}
