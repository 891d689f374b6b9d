//! Square tiles, with what stands at their sides.
//!
//! ```text
//! ╭─────PRR──────╮
//! │Pittsburgh    │
//! B&O          B&O
//! │ RB           │
//! ╰─────PRR──────╯
//! ```
//! The small form has one line inside, with the tile's code.

use ratatui::style::Style;

use super::map::{BoardMap, Picture, ROW, Spot};
use super::{BoardView, Zoom};
use crate::engine::scene::{Face, Side, Tile, Token};
use crate::tui::theme::Role;
use crate::tui::widgets::pen::{Pen, Piece, fit, width};

/// Columns and lines of a tile.
#[derive(Clone, Copy)]
struct Form {
    columns: i32,
    lines: i32,
}

const LARGE: Form = Form { columns: 16, lines: 5 };
const SMALL: Form = Form { columns: 14, lines: 3 };

/// The picture of these tiles that suits the room.
pub(super) fn picture(tiles: &[Tile], room: (i32, i32), zoom: Zoom) -> Picture {
    let form = form(tiles, room, zoom);
    let (west, north) = corner(tiles);
    let spot = |tile: &Tile| {
        let (column, row) = (i32::from(tile.at.0), i32::from(tile.at.1));
        let rect = [(column - west) * form.columns, (row - north) * form.lines, form.columns, form.lines];
        Spot {
            id: tile.id.clone(),
            name: tile.name().map(str::to_owned),
            code: tile.face.as_ref().map(|face| face.code.clone()),
            at: (column * ROW, row * ROW),
            rect,
            cells: Vec::new(),
        }
    };
    Picture { size: size(tiles, form), spots: tiles.iter().map(spot).collect() }
}

/// Draws tiles where the map says.
pub(super) fn draw(view: &BoardView<'_>, tiles: &[Tile], map: &BoardMap, pen: &mut Pen<'_>) {
    let form = form(tiles, map.room(), view.zoom);
    for tile in tiles {
        let Some(spot) = map.spot(&tile.id) else { continue };
        let mut canvas = Canvas { pen, view, tile, form, corner: map.seen(spot.corner()) };
        match &tile.face {
            Some(face) => canvas.draw_tile(face),
            None => canvas.draw_free_place(),
        }
    }
}

/// Where one tile is drawn.
struct Canvas<'a, 'b, 'c> {
    pen: &'a mut Pen<'b>,
    view: &'a BoardView<'c>,
    tile: &'a Tile,
    form: Form,
    corner: (i32, i32),
}

impl Canvas<'_, '_, '_> {
    fn text(&mut self, column: i32, line: i32, text: &str, style: Style) {
        self.pen.text(self.corner.0 + column, self.corner.1 + line, text, style);
    }

    /// The look of the tile's name, or of what else is to be noticed.
    fn style(&self, otherwise: Role) -> Style {
        self.view.noticed(&self.tile.id).unwrap_or(self.view.theme.style(otherwise))
    }

    fn draw_tile(&mut self, face: &Face) {
        self.draw_frame();
        let Form { columns, lines } = self.form;
        let ellipsis = self.view.theme.glyphs.ellipsis;
        let name_style = self.style(Role::Strong);
        if lines > 3 {
            self.text(1, 1, &fit(&face.name, columns - 2, ellipsis), name_style);
            self.draw_tokens(2, 3, &face.tokens);
        } else {
            self.text((columns - width(&face.code)) / 2, 1, &face.code, name_style);
            self.draw_tokens(1, 2, &face.tokens);
        }
        if let Some(mark) = self.mark() {
            // Where there is one line inside, what stands at the east side needs it.
            let line = if lines > 3 { 1 } else { lines - 1 };
            self.text(columns - 1 - width(&mark), line, &mark, name_style);
        }
        let [north, east, south, west] = &face.sides;
        for (side, line) in [(north, 0), (south, lines - 1)] {
            if let Some(side) = side {
                self.draw_side((columns - side_width(side)) / 2, line, side, false);
            }
        }
        if let Some(side) = west {
            self.draw_side(0, lines / 2, side, true);
        }
        if let Some(side) = east {
            self.draw_side(columns - side_width(side), lines / 2, side, false);
        }
    }

    fn draw_frame(&mut self) {
        let style = self.view.line_style(&self.tile.id, self.view.theme.style(Role::Border));
        let Form { columns, lines } = self.form;
        let strokes = &self.view.theme.glyphs.lines;
        let across: String =
            std::iter::repeat_n(strokes.across, usize::try_from(columns - 2).unwrap_or(0)).collect();
        self.text(0, 0, &format!("{}{across}{}", strokes.right_down, strokes.left_down), style);
        self.text(0, lines - 1, &format!("{}{across}{}", strokes.right_up, strokes.left_up), style);
        for line in 1..lines - 1 {
            self.text(0, line, &strokes.down.to_string(), style);
            self.text(columns - 1, line, &strokes.down.to_string(), style);
        }
    }

    /// What stands at a side: strong where it is joined, with the letter of whoever has it towards the other tile.
    fn draw_side(&mut self, column: i32, line: i32, side: &Side, letter_first: bool) {
        let theme = self.view.theme;
        let style = theme.style(if side.joined { Role::Strong } else { Role::Plain });
        let name = (side.name.clone(), style);
        let letter = side.token.map(|token| (token.letter.to_string(), theme.piece(token.tone)));
        let pieces: Vec<Piece> = if letter_first {
            letter.into_iter().chain([name]).collect()
        } else {
            [name].into_iter().chain(letter).collect()
        };
        self.pen.pieces(self.corner.0 + column, self.corner.1 + line, &pieces);
    }

    fn draw_tokens(&mut self, column: i32, line: i32, tokens: &[Token]) {
        for (column, token) in (column..self.form.columns - 1).zip(tokens) {
            self.text(column, line, &token.letter.to_string(), self.view.theme.piece(token.tone));
        }
    }

    /// How the mark is written at its longest.
    fn mark(&self) -> Option<String> {
        let texts = self.view.mark(&self.tile.id)?.texts(self.view.theme.glyphs);
        texts.into_iter().next()
    }

    /// A place where a tile may be laid: nothing but its middle, or what is to be noticed there.
    fn draw_free_place(&mut self) {
        if self.view.noticed(&self.tile.id).is_some() {
            self.draw_frame();
        }
        let sign = self.mark().unwrap_or_else(|| self.view.theme.glyphs.nothing.to_string());
        let style = self.style(Role::Dim);
        self.text((self.form.columns - width(&sign)) / 2, self.form.lines / 2, &sign, style);
    }
}

fn side_width(side: &Side) -> i32 {
    width(&side.name) + i32::from(side.token.is_some())
}

fn form(tiles: &[Tile], room: (i32, i32), zoom: Zoom) -> Form {
    let (columns, lines) = size(tiles, LARGE);
    match zoom {
        Zoom::Large => LARGE,
        Zoom::Fit if columns <= room.0 && lines <= room.1 => LARGE,
        Zoom::Fit | Zoom::Small => SMALL,
    }
}

/// The westmost column and the northmost row.
fn corner(tiles: &[Tile]) -> (i32, i32) {
    let least = |of: fn(&Tile) -> i16| i32::from(tiles.iter().map(of).min().unwrap_or(0));
    (least(|tile| tile.at.0), least(|tile| tile.at.1))
}

fn size(tiles: &[Tile], form: Form) -> (i32, i32) {
    let most = |of: fn(&Tile) -> i16| i32::from(tiles.iter().map(of).max().unwrap_or(0));
    let (west, north) = corner(tiles);
    ((most(|tile| tile.at.0) - west + 1) * form.columns, (most(|tile| tile.at.1) - north + 1) * form.lines)
}
