//! Squares, with what stands at their sides.
//!
//! ```text
//! ╭─────PRR──────╮
//! │Pittsburgh    │
//! B&O          B&O
//! │ RB           │
//! ╰─────PRR──────╯
//! ```
//! The small form has one line inside, with the code of the square.

use ratatui::style::Style;

use super::cell::{markers, tokens};
use super::map::{BoardMap, Picture, ROW, Spot};
use super::{BoardView, Zoom};
use crate::engine::scene::{Compass, Ground, Join, Place};
use crate::tui::theme::Role;
use crate::tui::widgets::pen::{Pen, Piece, fit, pieces_width, spaces, width};

/// Columns and lines of a square.
#[derive(Clone, Copy)]
struct SquareForm {
    columns: i32,
    lines: i32,
}

const LARGE: SquareForm = SquareForm { columns: 16, lines: 5 };
const SMALL: SquareForm = SquareForm { columns: 14, lines: 3 };

/// The picture of these squares that suits the room.
pub(super) fn picture(places: &[Place], room: (i32, i32), zoom: Zoom) -> Picture {
    let form = form(places, room, zoom);
    let (west, north) = corner(places);
    let spot = |place: &Place| {
        let (column, row) = (i32::from(place.at.0), i32::from(place.at.1));
        let rect = [(column - west) * form.columns, (row - north) * form.lines, form.columns, form.lines];
        Spot::new(place, (column * ROW, row * ROW), rect)
    };
    Picture { size: size(places, form), spots: places.iter().map(spot).collect() }
}

/// Draws squares where the map says.
pub(super) fn draw(view: &BoardView<'_>, map: &BoardMap, pen: &mut Pen<'_>) {
    let form = form(&view.board.places, map.room(), view.zoom);
    let joins = view.board.joins_by_place();
    for place in &view.board.places {
        let Some(spot) = map.spot(&place.id) else { continue };
        let ground = view.theme.ground(place.ground);
        let mut canvas = Canvas { pen, view, place, form, corner: map.seen(spot.corner()), ground };
        if place.ground == Ground::Vacant {
            canvas.draw_vacancy();
        } else {
            canvas.draw_square(joins.get(&*place.id).map_or(&[], Vec::as_slice));
        }
    }
}

/// Where one square is drawn.
struct Canvas<'a, 'b, 'c> {
    pen: &'a mut Pen<'b>,
    view: &'a BoardView<'c>,
    place: &'a Place,
    form: SquareForm,
    corner: (i32, i32),
    ground: Style,
}

impl Canvas<'_, '_, '_> {
    fn text(&mut self, column: i32, line: i32, text: &str, style: Style) {
        self.pen.text(self.corner.0 + column, self.corner.1 + line, text, self.ground.patch(style));
    }

    /// The look of the square's name, or of what else is to be noticed.
    fn style(&self, otherwise: Role) -> Style {
        self.view.noticed(&self.place.id).unwrap_or(self.view.theme.style(otherwise))
    }

    fn draw_square(&mut self, joins: &[&Join]) {
        self.draw_frame();
        let SquareForm { columns, lines } = self.form;
        for line in 1..lines - 1 {
            self.pen.blank(self.corner.0 + 1, self.corner.1 + line, columns - 2, self.ground);
        }
        let style = self.style(Role::Strong);
        if lines > 3 {
            let name = fit(&self.name(), columns - 2, self.view.theme.glyphs.ellipsis);
            self.text(1, 1, &name, style);
            let figures = self.figures();
            self.text(columns - 1 - width(&figures), lines - 2, &figures, self.view.theme.style(Role::Dim));
            self.draw_pieces(2, lines - 2, columns - 3 - width(&figures));
        } else {
            let code = self.code();
            self.text((columns - width(&code)) / 2, 1, &code, style);
            self.draw_pieces(1, 2, columns - 2);
        }
        if let Some(mark) = self.mark() {
            // Where there is one line inside, what stands at the east side needs it.
            let line = if lines > 3 { 1 } else { lines - 1 };
            self.text(columns - 1 - width(&mark), line, &mark, style);
        }
        for join in joins {
            self.draw_side(join);
        }
    }

    /// What the square is called, or else the sign of its land.
    fn name(&self) -> String {
        self.place.name.clone().unwrap_or_else(|| self.sign())
    }

    fn code(&self) -> String {
        self.place.code.clone().unwrap_or_else(|| self.sign())
    }

    fn sign(&self) -> String {
        self.view.theme.glyphs.ground(self.place.ground).to_string()
    }

    /// What the square costs and earns.
    fn figures(&self) -> String {
        let (cost, earns) = (self.place.cost(), self.place.earns());
        let cost = if cost > 0 { format!("${cost}") } else { String::new() };
        let earns =
            if earns > 0 { format!("{}{earns}", self.view.theme.glyphs.earns) } else { String::new() };
        format!("{cost}{earns}")
    }

    fn draw_frame(&mut self) {
        let style = self.view.line_style(&self.place.id, self.view.theme.style(Role::Border));
        let SquareForm { columns, lines } = self.form;
        let strokes = &self.view.theme.glyphs.lines;
        let across: String = std::iter::repeat_n(strokes.across, spaces(columns - 2)).collect();
        self.text(0, 0, &format!("{}{across}{}", strokes.right_down, strokes.left_down), style);
        self.text(0, lines - 1, &format!("{}{across}{}", strokes.right_up, strokes.left_up), style);
        for line in 1..lines - 1 {
            self.text(0, line, &strokes.down.to_string(), style);
            self.text(columns - 1, line, &strokes.down.to_string(), style);
        }
    }

    /// What stands in the middle of a side: strong where it is joined, with the letter of whoever has it towards the other
    /// square.
    fn draw_side(&mut self, join: &Join) {
        let Some(side) = join.side_at(&self.place.id) else { return };
        let theme = self.view.theme;
        let style = theme.style(if join.to.is_some() { Role::Strong } else { Role::Plain });
        let label = join.label.iter().map(|label| (label.clone(), style));
        let letter = join.owner().map(|token| (token.letter.to_string(), theme.piece(token.tone)));
        let mut pieces: Vec<Piece> = label.chain(letter).collect();
        if side == Compass::West {
            pieces.reverse();
        }
        let SquareForm { columns, lines } = self.form;
        let room = columns - pieces_width(&pieces);
        let (column, line) = match side {
            Compass::North => (room / 2, 0),
            Compass::South => (room / 2, lines - 1),
            Compass::West => (0, lines / 2),
            Compass::East => (room, lines / 2),
            // The corners of a square are none of its sides.
            Compass::NorthEast | Compass::SouthEast | Compass::SouthWest | Compass::NorthWest => return,
        };
        self.pen.pieces(self.corner.0 + column, self.corner.1 + line, &pieces);
    }

    /// What lies there, and markers.
    fn draw_pieces(&mut self, column: i32, line: i32, room: i32) {
        let (theme, place) = (self.view.theme, self.place);
        let owner: Vec<_> = place.owner.into_iter().chain(place.tokens.iter().copied()).collect();
        let tokens = tokens(&owner, spaces(room), theme, self.ground);
        let pieces: Vec<Piece> =
            tokens.into_iter().chain(markers(&place.markers, theme, self.ground)).collect();
        self.pen.pieces(
            self.corner.0 + column,
            self.corner.1 + line,
            &pieces[..pieces.len().min(spaces(room))],
        );
    }

    /// How the mark is written at its longest.
    fn mark(&self) -> Option<String> {
        let texts = self.view.mark(&self.place.id)?.texts(self.view.theme.glyphs);
        texts.into_iter().next()
    }

    /// A place where a tile may be laid: nothing but its middle, or what is to be noticed there.
    fn draw_vacancy(&mut self) {
        if self.view.noticed(&self.place.id).is_some() {
            self.draw_frame();
        }
        let sign = self.mark().unwrap_or_else(|| self.sign());
        let style = self.style(Role::Dim);
        self.text((self.form.columns - width(&sign)) / 2, self.form.lines / 2, &sign, style);
    }
}

fn form(places: &[Place], room: (i32, i32), zoom: Zoom) -> SquareForm {
    let (columns, lines) = size(places, LARGE);
    match zoom {
        Zoom::Large => LARGE,
        Zoom::Fit if columns <= room.0 && lines <= room.1 => LARGE,
        Zoom::Fit | Zoom::Small => SMALL,
    }
}

/// The westmost column and the northmost row.
fn corner(places: &[Place]) -> (i32, i32) {
    let least = |of: fn(&Place) -> i16| i32::from(places.iter().map(of).min().unwrap_or(0));
    (least(|place| place.at.0), least(|place| place.at.1))
}

fn size(places: &[Place], form: SquareForm) -> (i32, i32) {
    let most = |of: fn(&Place) -> i16| i32::from(places.iter().map(of).max().unwrap_or(0));
    let (west, north) = corner(places);
    (
        (most(|place| place.at.0) - west + 1) * form.columns,
        (most(|place| place.at.1) - north + 1) * form.lines,
    )
}
