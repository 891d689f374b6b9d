//! What is written in a hex: as much as its size allows, the most important first.

use ratatui::style::Style;

use super::{BoardView, Mark};
use crate::engine::scene::{Ground, Marker, Place, Token};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::pen::{Piece, pieces_width, spaces, width};

/// A hex with everything that decides how it looks.
pub(super) struct Look<'a> {
    pub(super) place: &'a Place,
    pub(super) mark: Option<Mark>,
    pub(super) cursor: bool,
    /// The look of its sides.
    pub(super) side: Style,
    pub(super) theme: &'a Theme,
    pub(super) ground: Style,
}

/// The two lines inside a large hex.
pub(super) fn large_lines(look: &Look<'_>, inside: i32) -> [Vec<Piece>; 2] {
    let Some(code) = &look.place.code else { return nameless_lines(look, inside) };
    let sign = if inside > 3 { look.sign() } else { String::new() };
    let first = vec![(format!("{sign}{code}"), look.name_style())];
    // A mark leaves room for one piece at least.
    let second = match look.mark(inside - i32::from(!look.is_bare())) {
        None if look.is_bare() => look.worth(inside),
        None => look.pieces(inside),
        Some(mark) => ending_with(look.pieces(inside - width(&mark.0)), mark, inside, look.ground),
    };
    [first, second]
}

/// Without a name the first line is free for the mark.
fn nameless_lines(look: &Look<'_>, inside: i32) -> [Vec<Piece>; 2] {
    let first = match look.mark(inside) {
        Some(mark) if width(&mark.0) < inside => vec![(look.sign(), look.name_style()), mark],
        Some(mark) => vec![mark],
        None => look.land(),
    };
    [first, look.pieces(inside)]
}

/// The line inside a small hex of so many columns, the last of which is a gap that only a sign may use.
pub(super) fn small_line(look: &Look<'_>, brick: i32) -> Vec<Piece> {
    if let Some(code) = &look.place.code {
        let left = brick - width(code);
        let sign = look.mark(left).map_or_else(|| look.pieces(left), |mark| vec![mark]);
        return std::iter::once((code.clone(), look.name_style())).chain(sign).collect();
    }
    match look.mark(brick - 1) {
        Some(mark) => vec![mark],
        None if look.is_bare() => look.land(),
        None => look.pieces(brick - 1),
    }
}

impl<'a> Look<'a> {
    pub(super) fn new(view: &BoardView<'a>, place: &'a Place, lighter: bool) -> Self {
        Self {
            place,
            mark: view.mark(&place.id),
            cursor: view.is_cursor(&place.id),
            side: view.line_style(&place.id, view.theme.style(Role::Border)),
            theme: view.theme,
            ground: if lighter {
                view.theme.lighter_ground(place.ground, 1)
            } else {
                view.theme.ground(place.ground)
            },
        }
    }

    fn on_ground(&self, role: Role) -> Style {
        self.ground.patch(self.theme.style(role))
    }

    /// Whether nobody has been here.
    fn is_bare(&self) -> bool {
        self.place.tokens.is_empty() && self.place.markers.is_empty()
    }

    /// The sign of the land.
    fn sign(&self) -> String {
        self.theme.glyphs.ground(self.place.ground).to_string()
    }

    /// The look of the hex's own name: a mark shows there too.
    fn name_style(&self) -> Style {
        match self.mark {
            Some(mark) => self.on_ground(mark.role()),
            None if self.place.code.is_some() => self.on_ground(Role::Strong),
            None => self.ground,
        }
    }

    /// The longest way to write the mark in so much room.
    fn mark(&self, room: i32) -> Option<Piece> {
        let mark = self.mark?;
        let texts = mark.texts(self.theme.glyphs);
        texts.into_iter().find(|text| width(text) <= room).map(|text| (text, self.on_ground(mark.role())))
    }

    /// The sign of the land and what it costs, for a hex without a name.
    fn land(&self) -> Vec<Piece> {
        let quiet = if self.place.ground == Ground::Plain { Role::Dim } else { Role::Plain };
        let cost = self.place.cost();
        let cost = if cost > 0 { cost.to_string() } else { String::new() };
        vec![(format!("{}{cost}", self.sign()), self.on_ground(quiet))]
    }

    /// Pieces and, as far as there is room, markers.
    fn pieces(&self, room: i32) -> Vec<Piece> {
        let pieces = tokens(&self.place.tokens, spaces(room), self.theme, self.ground);
        let left = spaces(room - pieces_width(&pieces));
        let markers = markers(&self.place.markers, self.theme, self.ground);
        pieces.into_iter().chain(markers.take(left)).collect()
    }

    /// What a hex costs and, if there is room, earns.
    fn worth(&self, room: i32) -> Vec<Piece> {
        let (cost, earns) = (self.place.cost(), self.place.earns());
        let cost = if cost > 0 { format!("${cost}") } else { String::new() };
        let earns = if earns > 0 { format!("{}{earns}", self.theme.glyphs.earns) } else { String::new() };
        let gap = room - width(&cost) - width(&earns);
        let fits = gap > 0 || cost.is_empty();
        let text = if fits { format!("{cost}{:gap$}{earns}", "", gap = spaces(gap)) } else { cost };
        vec![(text, self.on_ground(Role::Dim))]
    }
}

/// Pieces of players as letters; where there are too many, a sign stands for the rest.
pub(super) fn tokens(tokens: &[Token], room: usize, theme: &Theme, ground: Style) -> Vec<Piece> {
    let letter = |token: &Token| (token.letter.to_string(), ground.patch(theme.piece(token.tone)));
    if tokens.len() <= room {
        return tokens.iter().map(letter).collect();
    }
    let more = (theme.glyphs.ellipsis.to_string(), ground.patch(theme.style(Role::Strong)));
    let shown = tokens.iter().take(room.saturating_sub(1)).map(letter);
    if room == 0 { Vec::new() } else { shown.chain([more]).collect() }
}

/// Markers, each a sign of its own.
pub(super) fn markers(markers: &[Marker], theme: &Theme, ground: Style) -> impl Iterator<Item = Piece> {
    let style = ground.patch(theme.style(Role::Strong));
    markers.iter().map(move |marker| (theme.glyphs.marker(*marker).to_string(), style))
}

/// A line with something at its end.
fn ending_with(mut pieces: Vec<Piece>, last: Piece, columns: i32, between: Style) -> Vec<Piece> {
    let used = pieces_width(&pieces);
    pieces.push((" ".repeat(spaces(columns - used - width(&last.0))), between));
    pieces.push(last);
    pieces
}
