//! Hexes with pointed tops, as bricks of which every other row is shifted by half a brick, with track on them.
//!
//! Near, a hex takes six columns and three lines, and every piece of track can be followed from side to side:
//! ```text
//!    NYC  R ┃
//!    RRYK   ┗━┓     two of six neighbours touch above, two below
//! ━━A━━━━━━   ┃
//! ```
//! From afar it takes two columns and one line: a city is its code, a piece of track its owner's letter and a stroke.
//! [`far`] and [`near`] draw the two, [`rails`] knows the ways through a hex.

mod far;
mod near;
mod rails;

use ratatui::style::Style;

use super::map::{BoardMap, Picture, ROW, Spot};
use super::{BoardView, Mark, Zoom};
use crate::engine::scene::{Ground, HexSide, Sign, TrackHex, TrackMap};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::pen::{Pen, Piece, width};

/// Columns and lines of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Form {
    columns: i32,
    lines: i32,
}

const NEAR: Form = Form { columns: 6, lines: 3 };
const FAR: Form = Form { columns: 2, lines: 1 };

/// Neighbours all differ when the colours of a honeycomb are dealt out in three shades.
const SHADES: i32 = 3;

/// The picture of this board that suits the room.
pub(super) fn picture(map: &TrackMap, room: (i32, i32), zoom: Zoom) -> Picture {
    let bounds = Bounds::of(&map.hexes);
    let form = bounds.form(room, zoom);
    // Nothing happens at sea, so nothing can be pointed at there.
    let land = map.hexes.iter().filter(|hex| hex.ground != Ground::Sea);
    Picture { size: bounds.size(form), spots: land.map(|hex| bounds.spot(hex, form)).collect() }
}

/// Draws a board where the map says: names and what is to be noticed last, as they may reach over to a neighbour.
pub(super) fn draw(view: &BoardView<'_>, tracks: &TrackMap, map: &BoardMap, pen: &mut Pen<'_>) {
    let bounds = Bounds::of(&tracks.hexes);
    let form = bounds.form(map.room(), view.zoom);
    let head = |hex: &TrackHex| tracks.head.as_ref().filter(|head| head.hex == hex.id).map(|head| head.from);
    let looks = tracks.hexes.iter().filter_map(|hex| {
        let corner = map.seen(bounds.corner(hex, form));
        let sees = corner.0 + form.columns > 0 && corner.0 < pen.width();
        sees.then(|| Look::new(view, hex, head(hex), corner))
    });
    let mut looks: Vec<Look<'_>> = looks.collect();
    looks.sort_by_key(|look| (look.cursor, look.mark.is_some(), look.hex.city.is_some()));
    if form == NEAR {
        for look in &looks {
            near::draw(look, pen);
        }
    } else {
        far::draw(&looks, pen);
    }
}

/// Whether a sign can be seen on the board. A city is its name in any form; what lies there is seen from near only.
pub(super) fn shows(tracks: &TrackMap, sign: Sign, map: &BoardMap, zoom: Zoom) -> bool {
    let near = Bounds::of(&tracks.hexes).form(map.room(), zoom) == NEAR;
    match sign {
        Sign::Ground(Ground::City | Ground::Sea) => false,
        Sign::Ground(Ground::Town) | Sign::Ridge | Sign::Emptied => near,
        _ => true,
    }
}

/// A hex with everything that decides how it looks.
struct Look<'a> {
    hex: &'a TrackHex,
    mark: Option<Mark>,
    cursor: bool,
    /// The side by which the track comes in whose next piece goes here.
    head: Option<HexSide>,
    /// The upper left cell for the pen.
    corner: (i32, i32),
    ground: Style,
    theme: &'a Theme,
}

impl<'a> Look<'a> {
    fn new(view: &BoardView<'a>, hex: &'a TrackHex, head: Option<HexSide>, corner: (i32, i32)) -> Self {
        let (column, row) = (i32::from(hex.at.0), i32::from(hex.at.1));
        // Rows slant back by one column every second row, so a step down and a step aside never undo each other.
        let shade = (column - row.div_euclid(2) - row).rem_euclid(SHADES);
        let shade = if hex.ground == Ground::Sea { 0 } else { shade };
        Self {
            hex,
            mark: view.mark(&hex.id),
            cursor: view.is_cursor(&hex.id),
            head,
            corner,
            ground: view.theme.lighter_ground(hex.ground, u8::try_from(shade).unwrap_or(0)),
            theme: view.theme,
        }
    }

    fn on_ground(&self, role: Role) -> Style {
        self.ground.patch(self.theme.style(role))
    }

    /// The sign of the land, quiet where there is nothing in the way.
    fn sign(&self) -> Piece {
        let role = if self.hex.ground == Ground::Plain { Role::Dim } else { Role::Plain };
        let sign = self.theme.glyphs.ground(self.hex.ground);
        let sign = if self.hex.ground == Ground::Sea { ' ' } else { sign };
        (sign.to_string(), self.on_ground(role))
    }

    /// Whether there is nothing but land, so that a neighbour's name may reach over.
    fn is_bare(&self) -> bool {
        let open = self.hex.city.is_none() && self.hex.pieces.is_empty();
        open && self.mark.is_none() && self.head.is_none() && !self.cursor
    }

    /// The longest way to write the mark in so much room.
    fn mark(&self, room: i32) -> Option<Piece> {
        let mark = self.mark?;
        let texts = mark.texts(self.theme.glyphs);
        texts.into_iter().find(|text| width(text) <= room).map(|text| (text, self.on_ground(mark.role())))
    }
}

/// The first and last half column and row of a board.
struct Bounds {
    halves: (i32, i32),
    rows: (i32, i32),
}

impl Bounds {
    fn of(hexes: &[TrackHex]) -> Self {
        let range = |of: fn(&TrackHex) -> i32| {
            let values = || hexes.iter().map(of);
            (values().min().unwrap_or(0), values().max().unwrap_or(0))
        };
        Self { halves: range(half), rows: range(|hex| hex.at.1.into()) }
    }

    /// The larger form if it fits, else the smaller one.
    fn form(&self, room: (i32, i32), zoom: Zoom) -> Form {
        let (columns, lines) = self.size(NEAR);
        match zoom {
            Zoom::Large => NEAR,
            Zoom::Fit if columns <= room.0 && lines <= room.1 => NEAR,
            Zoom::Fit | Zoom::Small => FAR,
        }
    }

    fn size(&self, form: Form) -> (i32, i32) {
        let halves = self.halves.1 - self.halves.0 + 2;
        (halves * form.columns / 2, (self.rows.1 - self.rows.0 + 1) * form.lines)
    }

    fn corner(&self, hex: &TrackHex, form: Form) -> (i32, i32) {
        let (x, y) = (half(hex) - self.halves.0, i32::from(hex.at.1) - self.rows.0);
        (x * form.columns / 2, y * form.lines)
    }

    fn spot(&self, hex: &TrackHex, form: Form) -> Spot {
        let (x, y) = self.corner(hex, form);
        let (column, row) = (i32::from(hex.at.0), i32::from(hex.at.1));
        Spot {
            id: hex.id.clone(),
            name: hex.city.as_ref().map(|city| city.name.clone()),
            code: hex.city.as_ref().map(|city| city.code.clone()),
            // Less than half a hex aside: so going up and down keeps to a column.
            at: (column * ROW + row.rem_euclid(2), row * ROW),
            rect: [x, y, form.columns, form.lines],
            cells: Vec::new(),
        }
    }
}

/// How many halves of a hex lie west of it.
fn half(hex: &TrackHex) -> i32 {
    2 * i32::from(hex.at.0) + i32::from(hex.at.1).rem_euclid(2)
}
