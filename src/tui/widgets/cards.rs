//! Cards that lie open: their names side by side. What they say is on the page of help.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::pen::{Pen, Piece, fit, flow, height_of, pieces_width, width};
use crate::engine::scene::{OpenCard, OpenCards};
use crate::tui::theme::{Role, Theme};

/// Some cards, perhaps beside those that lay there before the draft.
#[derive(Clone, Copy, Debug)]
pub struct CardsView<'a> {
    /// The cards.
    pub cards: &'a OpenCards,
    /// The cards as they lay: what has come since looks different.
    pub before: Option<&'a OpenCards>,
    /// How it looks.
    pub theme: &'a Theme,
}

impl CardsView<'_> {
    /// The lines it takes.
    pub fn height(&self, columns: u16) -> u16 {
        height_of(self.lines(columns.into()).len())
    }

    fn lines(&self, columns: i32) -> Vec<Vec<Piece>> {
        flow(self.cards.cards.iter().map(|card| self.item(card, columns)).collect(), columns, 2)
    }

    /// A card in one line: of a long one the name is cut, not what it is worth.
    fn item(&self, card: &OpenCard, columns: i32) -> Vec<Piece> {
        let is_new = self.before.is_some_and(|before| !before.cards.contains(card));
        let name = self.theme.style(if is_new { Role::Changed } else { Role::Plain });
        let owner = card.token.map(|token| (token.letter.to_string(), self.theme.piece(token.tone)));
        let gap = owner.is_some().then(|| (" ".to_owned(), name));
        let worth =
            (!card.worth.is_empty()).then(|| (format!(" {}", card.worth), self.theme.style(Role::Strong)));
        let before: Vec<Piece> = owner.into_iter().chain(gap).collect();
        let room = columns - pieces_width(&before) - worth.as_ref().map_or(0, |(text, _)| width(text));
        let name = (fit(&card.name, room, self.theme.glyphs.ellipsis), name);
        before.into_iter().chain([name]).chain(worth).collect()
    }
}

impl Widget for &CardsView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let mut pen = Pen::new(buffer, area);
        for (y, line) in (0..).zip(self.lines(pen.width())) {
            pen.pieces(0, y, &line);
        }
    }
}
