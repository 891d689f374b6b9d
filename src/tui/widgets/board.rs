//! The board of any game, drawn by its shape, and where its places came to lie.
//!
//! [`BoardView`] draws; [`BoardView::map`] tells for the same area which place is where, which lies in a direction and
//! which one typed letters mean. Both go by one layout, so what is seen is what is hit.

mod cell;
mod flat_hexes;
mod free;
mod map;
mod path;
mod pointed_hexes;
mod squares;

use std::collections::BTreeMap;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

pub use map::{BoardMap, Direction};

use super::pen::Pen;
use crate::engine::money::Money;
use crate::engine::scene::{SceneBoard, Shape, Sign};
use crate::tui::theme::{Glyphs, Role, Theme};

/// A board with what the player should notice on it.
#[derive(Clone, Copy, Debug)]
pub struct BoardView<'a> {
    /// The board.
    pub board: &'a SceneBoard,
    /// What is to be noticed, by the id of the place.
    pub marks: &'a BTreeMap<String, Mark>,
    /// The place where the cursor is.
    pub cursor: Option<&'a str>,
    /// How large it should be.
    pub zoom: Zoom,
    /// How it looks.
    pub theme: &'a Theme,
}

/// What is to be noticed about a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It can be chosen now, at a price.
    Legal {
        /// What that costs at once.
        price: Option<Money>,
    },
    /// It is the step of the draft with this number.
    Draft(u8),
    /// It cannot be chosen.
    Blocked,
    /// The last move changed it.
    Changed,
}

/// How large a board is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zoom {
    /// As large as it fits; if nothing fits, small and scrolled.
    #[default]
    Fit,
    /// With all that can be told of a place, scrolled if need be.
    Large,
    /// To see as much of it as possible.
    Small,
}

impl Mark {
    /// What the mark means for the look of a place.
    const fn role(self) -> Role {
        match self {
            Self::Legal { .. } => Role::Legal,
            Self::Draft(_) => Role::Draft,
            Self::Blocked => Role::Dim,
            Self::Changed => Role::Changed,
        }
    }

    /// How the mark is written, longest first.
    fn texts(self, glyphs: &Glyphs) -> Vec<String> {
        match self {
            Self::Legal { price: Some(price) } => {
                vec![format!("+{price}"), format!("+{}", price.dollars()), "+".to_owned()]
            }
            Self::Legal { price: None } => vec!["+".to_owned()],
            Self::Draft(number) => vec![format!("({number})"), number.to_string()],
            Self::Blocked => vec![glyphs.blocked.to_string()],
            Self::Changed => vec![glyphs.changed.to_string()],
        }
    }
}

impl BoardView<'_> {
    /// The mark of a place.
    fn mark(&self, id: &str) -> Option<Mark> {
        self.marks.get(id).copied()
    }

    /// The look of a place that is marked or under the cursor.
    fn noticed(&self, id: &str) -> Option<Style> {
        let mark = self.mark(id).map(|mark| self.theme.style(mark.role()));
        let cursor = self.is_cursor(id).then(|| self.theme.style(Role::Cursor));
        match (mark, cursor) {
            (Some(mark), Some(cursor)) => Some(mark.patch(cursor)),
            (mark, cursor) => mark.or(cursor),
        }
    }

    /// The look of the lines of a place: its frame, or itself if it is a line.
    fn line_style(&self, id: &str, otherwise: Style) -> Style {
        match self.mark(id) {
            _ if self.is_cursor(id) => self.theme.style(Role::Focus),
            Some(mark @ (Mark::Legal { .. } | Mark::Draft(_) | Mark::Changed)) => {
                // A line that is underlined is two.
                self.theme.style(mark.role()).remove_modifier(Modifier::UNDERLINED)
            }
            _ => otherwise,
        }
    }

    fn is_cursor(&self, id: &str) -> bool {
        self.cursor == Some(id)
    }

    /// Whether a sign can be seen when this is drawn in that area: a small form leaves some out.
    pub fn shows(&self, sign: Sign, area: Rect) -> bool {
        match self.board.shape {
            Shape::PointedHexes => pointed_hexes::shows(self.board, sign, &self.map(area), self.zoom),
            Shape::FlatHexes | Shape::Squares | Shape::Free { .. } => true,
        }
    }

    /// Where the places are when this is drawn in that area.
    pub fn map(&self, area: Rect) -> BoardMap {
        BoardMap::new(self.board, area, self.zoom, self.cursor)
    }
}

impl Widget for &BoardView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let map = self.map(area);
        let mut pen = Pen::new(buffer, area);
        match self.board.shape {
            Shape::FlatHexes => flat_hexes::draw(self, &map, &mut pen),
            Shape::PointedHexes => pointed_hexes::draw(self, &map, &mut pen),
            Shape::Squares => squares::draw(self, &map, &mut pen),
            Shape::Free { size } => free::draw(self, size, &map, &mut pen),
        }
        map.draw_more(&mut pen, self.theme);
    }
}
