//! Who is at the table, and how they are.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::pen::{Pen, fit, height_of, width};
use crate::engine::scene::Token;
use crate::tui::theme::{Role, Theme};

/// The people and bots of a table.
#[derive(Clone, Copy, Debug)]
pub struct Seats<'a> {
    /// One line a seat.
    pub seats: &'a [SeatLine],
    /// The line that the keys are on.
    pub selected: Option<usize>,
    /// How it looks.
    pub theme: &'a Theme,
}

/// One seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatLine {
    /// Who sits there; empty if nobody does.
    pub name: String,
    /// The sign that goes with them.
    pub token: Option<Token>,
    /// How they are.
    pub presence: Presence,
    /// Whether the reader sits there.
    pub own: bool,
    /// Whether it is their turn.
    pub turn: bool,
    /// Words behind the name: that it is you, a bot, how long they are away.
    pub note: String,
    /// Words at the right: in step or not, ready, how far.
    pub state: String,
}

/// How somebody is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Presence {
    /// Here and in step.
    #[default]
    Here,
    /// Here, but behind.
    Behind,
    /// Gone.
    Away,
    /// A bot.
    Bot,
    /// Nobody yet.
    Free,
}

impl Seats<'_> {
    /// The lines it takes.
    pub fn height(&self) -> u16 {
        height_of(self.seats.len())
    }

    fn sign(&self, presence: Presence) -> (char, Role) {
        let glyphs = self.theme.glyphs;
        match presence {
            Presence::Here => (glyphs.here, Role::Good),
            Presence::Behind => (glyphs.ellipsis, Role::Changed),
            Presence::Away => (glyphs.away, Role::Alert),
            Presence::Bot => (glyphs.bot, Role::Dim),
            Presence::Free => (glyphs.empty, Role::Dim),
        }
    }

    fn draw(&self, pen: &mut Pen<'_>, y: i32, seat: &SeatLine, selected: bool) {
        let theme = self.theme;
        if seat.turn {
            pen.glyph(0, y, theme.glyphs.becomes, theme.style(Role::Key));
        }
        let (glyph, role) = self.sign(seat.presence);
        pen.glyph(2, y, glyph, theme.style(role));
        let mut x = 4;
        if let Some(token) = seat.token {
            pen.glyph(x, y, token.letter, theme.piece(token.tone));
            x += 2;
        }
        let state = width(&seat.state);
        // The state gives way before the name does.
        let state_fits = x + width(&seat.name) + 1 + width(&seat.note) + 1 + state <= pen.width();
        let end = if state_fits { pen.width() - state } else { pen.width() };
        let name = fit(&seat.name, end - x, theme.glyphs.ellipsis);
        let x = pen.text(x, y, &name, theme.style(if seat.own { Role::Strong } else { Role::Plain })) + 1;
        let quiet = if seat.presence == Presence::Away { Role::Alert } else { Role::Dim };
        pen.text(x, y, &fit(&seat.note, end - x, theme.glyphs.ellipsis), theme.style(quiet));
        if state_fits {
            pen.text(end, y, &seat.state, theme.style(role));
        }
        if selected {
            pen.tint(0, y, pen.width(), theme.style(Role::Cursor));
        }
    }
}

impl Widget for &Seats<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let mut pen = Pen::new(buffer, area);
        for (y, (number, seat)) in (0..).zip(self.seats.iter().enumerate()) {
            self.draw(&mut pen, y, seat, self.selected == Some(number));
        }
    }
}
