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

use super::cell::tokens;
use super::map::{BoardMap, Picture, ROW, Spot};
use super::{BoardView, Mark, Zoom};
use crate::engine::scene::{Compass, Ground, Join, JoinState, Marker, Place, SceneBoard, Sign};
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::pen::{Pen, Piece, spaces, width};

/// Columns and lines of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PointedForm {
    columns: i32,
    lines: i32,
}

const NEAR: PointedForm = PointedForm { columns: 6, lines: 3 };
const FAR: PointedForm = PointedForm { columns: 2, lines: 1 };

/// Neighbours all differ when the colours of a honeycomb are dealt out in three shades.
const SHADES: i32 = 3;

/// The picture of this board that suits the room.
pub(super) fn picture(places: &[Place], room: (i32, i32), zoom: Zoom) -> Picture {
    let bounds = Bounds::of(places);
    let form = bounds.form(room, zoom);
    // Nothing happens at sea, so nothing can be pointed at there.
    let land = places.iter().filter(|place| place.ground != Ground::Sea);
    Picture { size: bounds.size(form), spots: land.map(|place| bounds.spot(place, form)).collect() }
}

/// Draws a board where the map says: names and what is to be noticed last, as they may reach over to a neighbour.
pub(super) fn draw(view: &BoardView<'_>, map: &BoardMap, pen: &mut Pen<'_>) {
    let places = &view.board.places;
    let bounds = Bounds::of(places);
    let form = bounds.form(map.room(), view.zoom);
    let joins = view.board.joins_by_place();
    let looks = places.iter().filter_map(|place| {
        let corner = map.seen(bounds.corner(place, form));
        let sees = corner.0 + form.columns > 0 && corner.0 < pen.width();
        sees.then(|| HexLook::new(view, place, joins.get(&*place.id).map_or(&[], Vec::as_slice), corner))
    });
    let mut looks: Vec<HexLook<'_>> = looks.collect();
    looks.sort_by_key(|look| (look.cursor, look.mark.is_some(), look.place.name.is_some()));
    if form == NEAR {
        for look in &looks {
            near::draw(look, pen);
        }
    } else {
        far::draw(&looks, pen);
    }
}

/// Whether a sign can be seen on the board. A city is its name in any form; what lies there is seen from near only.
pub(super) fn shows(board: &SceneBoard, sign: Sign, map: &BoardMap, zoom: Zoom) -> bool {
    let near = Bounds::of(&board.places).form(map.room(), zoom) == NEAR;
    match sign {
        Sign::Ground(Ground::City | Ground::Sea) => false,
        Sign::Ground(Ground::Town) | Sign::Ridge | Sign::Marker(Marker::Emptied) => near,
        _ => true,
    }
}

/// A hex with everything that decides how it looks.
struct HexLook<'a> {
    place: &'a Place,
    track: Vec<TrackPiece<'a>>,
    mark: Option<Mark>,
    cursor: bool,
    /// The side by which the track comes in whose next piece goes here.
    head: Option<Compass>,
    /// The upper left cell for the pen.
    corner: (i32, i32),
    ground: Style,
    theme: &'a Theme,
}

/// A piece of track that crosses a hex from side to side.
#[derive(Clone, Copy)]
struct TrackPiece<'a> {
    sides: [Compass; 2],
    join: &'a Join,
}

impl TrackPiece<'_> {
    fn is_complete(self) -> bool {
        self.join.state != JoinState::Begun
    }
}

impl<'a> HexLook<'a> {
    fn new(view: &BoardView<'a>, place: &'a Place, joins: &[&'a Join], corner: (i32, i32)) -> Self {
        let head = view.board.head.as_ref().filter(|head| head.place == place.id);
        let track =
            joins.iter().filter_map(|&join| Some(TrackPiece { sides: join.sides_in(&place.id)?, join }));
        let (column, row) = (i32::from(place.at.0), i32::from(place.at.1));
        // Rows slant back by one column every second row, so a step down and a step aside never undo each other.
        let shade = (column - row.div_euclid(2) - row).rem_euclid(SHADES);
        let shade = if place.ground == Ground::Sea { 0 } else { shade };
        Self {
            place,
            track: track.collect(),
            mark: view.mark(&place.id),
            cursor: view.is_cursor(&place.id),
            head: head.and_then(|head| head.side),
            corner,
            ground: view.theme.lighter_ground(place.ground, u8::try_from(shade).unwrap_or(0)),
            theme: view.theme,
        }
    }

    fn on_ground(&self, role: Role) -> Style {
        self.ground.patch(self.theme.style(role))
    }

    /// The sign of the land, quiet where there is nothing in the way.
    fn sign(&self) -> Piece {
        let role = if self.place.ground == Ground::Plain { Role::Dim } else { Role::Plain };
        let sign = self.theme.glyphs.ground(self.place.ground);
        let sign = if self.place.ground == Ground::Sea { ' ' } else { sign };
        (sign.to_string(), self.on_ground(role))
    }

    /// Whether there is nothing but land, so that a neighbour's name may reach over.
    fn is_bare(&self) -> bool {
        let open = self.place.name.is_none() && self.place.tokens.is_empty() && self.track.is_empty();
        open && self.mark.is_none() && self.head.is_none() && !self.cursor
    }

    /// The colour of whoever owns the track.
    fn color_of(&self, track: &TrackPiece<'_>) -> Style {
        let owner = track.join.owner().map(|owner| self.theme.tone(owner.tone));
        self.ground.patch(owner.unwrap_or(self.theme.style(Role::Plain)))
    }

    /// What lies there, in so much room.
    fn tokens(&self, room: i32) -> Vec<Piece> {
        tokens(&self.place.tokens, spaces(room), self.theme, self.ground)
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
    fn of(places: &[Place]) -> Self {
        let range = |of: fn(&Place) -> i32| {
            let values = || places.iter().map(of);
            (values().min().unwrap_or(0), values().max().unwrap_or(0))
        };
        Self { halves: range(half), rows: range(|place| place.at.1.into()) }
    }

    /// The larger form if it fits, else the smaller one.
    fn form(&self, room: (i32, i32), zoom: Zoom) -> PointedForm {
        let (columns, lines) = self.size(NEAR);
        match zoom {
            Zoom::Large => NEAR,
            Zoom::Fit if columns <= room.0 && lines <= room.1 => NEAR,
            Zoom::Fit | Zoom::Small => FAR,
        }
    }

    fn size(&self, form: PointedForm) -> (i32, i32) {
        let halves = self.halves.1 - self.halves.0 + 2;
        (halves * form.columns / 2, (self.rows.1 - self.rows.0 + 1) * form.lines)
    }

    fn corner(&self, place: &Place, form: PointedForm) -> (i32, i32) {
        let (x, y) = (half(place) - self.halves.0, i32::from(place.at.1) - self.rows.0);
        (x * form.columns / 2, y * form.lines)
    }

    fn spot(&self, place: &Place, form: PointedForm) -> Spot {
        let (x, y) = self.corner(place, form);
        let (column, row) = (i32::from(place.at.0), i32::from(place.at.1));
        // Less than half a hex aside: so going up and down keeps to a column.
        let at = (column * ROW + row.rem_euclid(2), row * ROW);
        Spot::new(place, at, [x, y, form.columns, form.lines])
    }
}

/// How many halves of a hex lie west of it.
fn half(place: &Place) -> i32 {
    2 * i32::from(place.at.0) + i32::from(place.at.1).rem_euclid(2)
}
