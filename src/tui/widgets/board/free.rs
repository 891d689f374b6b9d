//! Places anywhere on a plane, joined by lines.
//!
//! Each place is its code; beside it stand, where there is room, what kind of place it is and who is there. A line is
//! a place too: it can be pointed at anywhere along it, and its middle carries what there is to say of it.

use std::collections::{BTreeMap, BTreeSet};

use ratatui::style::Style;

use super::cell::markers;
use super::map::{BoardMap, Picture, Spot};
use super::path::{Cell, Stroke, line};
use super::{BoardView, Zoom};
use crate::engine::scene::{Join, Marker, Place, SceneBoard, Token};
use crate::tui::theme::Role;
use crate::tui::widgets::pen::{Pen, Piece, pieces_width, width};

/// Columns and rows of the whole plane.
type Plane = (u16, u16);

/// How many hundredths as large as the scene's own measure a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BoardScale {
    across: i32,
    down: i32,
}

/// As it is measured: there no two codes overlap.
const ONE_TO_ONE: BoardScale = BoardScale { across: 100, down: 100 };

/// Larger than this lines get long and places lose touch with each other.
const LARGEST: i32 = 200;

/// Smaller than this nothing can be told apart.
const SMALLEST: i32 = 40;

/// Of so many lines one may be displaced before a map is too crowded to be read.
const MOST_DISPLACED: usize = 10;

/// Where the code of a place may move when others are in the way, the nearest first.
const NUDGES: [Cell; 12] =
    [(1, 0), (-1, 0), (2, 0), (-2, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1), (3, 0), (-3, 0)];

/// Everything in its place, before it is scrolled.
struct Layout<'a> {
    /// The places with the first column and the line of what is written, and whether that is the whole code.
    places: Vec<(&'a Place, Cell, bool)>,
    lines: Vec<(&'a Join, Vec<Stroke>)>,
    /// The cells that places take.
    taken: BTreeSet<Cell>,
    /// Lines that have no cell of their own where they run, and are shown by one beside it.
    displaced: usize,
}

/// The picture of a board that suits the room.
pub(super) fn picture(board: &SceneBoard, plane: Plane, room: (i32, i32), zoom: Zoom) -> Picture {
    let scale = scale(board, plane, room, zoom);
    let layout = Layout::new(board, plane, scale);
    let places = layout.places.iter().map(|&(place, at, whole)| {
        Spot::new(place, logical(place.at), [at.0, at.1, if whole { width(code(place)) } else { 1 }, 1])
    });
    let mut taken = layout.taken.clone();
    let lines = layout.lines.iter().filter_map(|(join, strokes)| {
        // Where lines cross, the cell belongs to the first.
        let cells: Vec<Cell> =
            strokes.iter().map(|stroke| stroke.at).filter(|&at| taken.insert(at)).collect();
        let middle = *cells.get(cells.len() / 2)?;
        let (from, to) = (board.place(&join.from.place)?, board.place(&join.to.as_ref()?.place)?);
        Some(Spot {
            id: join.id.clone()?,
            name: Some(format!("{} {}", name(from), name(to))),
            code: None,
            at: between(logical(from.at), logical(to.at)),
            rect: [middle.0, middle.1, 1, 1],
            cells,
        })
    });
    let lines: Vec<Spot> = lines.collect();
    Picture { size: scale.size(plane), spots: places.chain(lines).collect() }
}

/// Draws a board where the map says.
pub(super) fn draw(view: &BoardView<'_>, plane: Plane, map: &BoardMap, pen: &mut Pen<'_>) {
    let layout = Layout::new(view.board, plane, scale(view.board, plane, map.room(), view.zoom));
    let mut lines: Vec<&(&Join, Vec<Stroke>)> = layout.lines.iter().collect();
    // What is to be noticed comes last, over the others.
    lines.sort_by_key(|(join, _)| {
        (view.is_cursor(id(join)), view.mark(id(join)).is_some(), !join.tokens.is_empty())
    });
    let mut drawn: BTreeMap<Cell, Stroke> = BTreeMap::new();
    for (join, strokes) in &lines {
        draw_line(view, map, pen, &mut drawn, (join, strokes));
    }
    for (join, strokes) in lines {
        draw_sign(view, map, pen, &layout, (join, strokes));
    }
    for &(place, at, whole) in &layout.places {
        draw_place(view, map, pen, &layout, (place, at, whole));
    }
}

/// What is written of a place.
fn code(place: &Place) -> &str {
    place.code.as_deref().unwrap_or(&place.id)
}

fn name(place: &Place) -> &str {
    place.name.as_deref().unwrap_or(&place.id)
}

/// What choices call a line; nothing where none does.
fn id(join: &Join) -> &str {
    join.id.as_deref().unwrap_or_default()
}

fn draw_line(
    view: &BoardView<'_>,
    map: &BoardMap,
    pen: &mut Pen<'_>,
    drawn: &mut BTreeMap<Cell, Stroke>,
    (join, strokes): (&Join, &[Stroke]),
) {
    let glyphs = view.theme.glyphs;
    let owned = !join.tokens.is_empty();
    let owners = join.tokens.iter().map(|token| view.theme.tone(token.tone));
    let owners: Vec<Style> = if owned { owners.collect() } else { vec![view.theme.style(Role::Border)] };
    let lines = if owned || view.is_cursor(id(join)) { &glyphs.thick } else { &glyphs.lines };
    let arrow = if join.one_way { strokes.len() * 2 / 3 } else { usize::MAX };
    for (number, &stroke) in strokes.iter().enumerate() {
        // A line of several owners shows their colours in turn.
        let style = view.line_style(id(join), owners[number % owners.len()]);
        let crossed = drawn.insert(stroke.at, stroke).is_some_and(|below| below.crosses(stroke));
        let glyph = match number {
            _ if number == arrow => stroke.arrow(&glyphs.arrows),
            _ if crossed => lines.cross,
            _ => stroke.glyph(lines),
        };
        let (x, y) = map.seen(stroke.at);
        pen.glyph(x, y, glyph, style);
    }
}

/// What stands in the middle of a line: its mark, whose it is, or what the game writes there.
fn draw_sign(
    view: &BoardView<'_>,
    map: &BoardMap,
    pen: &mut Pen<'_>,
    layout: &Layout<'_>,
    (join, strokes): (&Join, &[Stroke]),
) {
    let Some(middle) = strokes.get(strokes.len() / 2) else { return };
    let look = view.noticed(id(join)).unwrap_or_default();
    if view.is_cursor(id(join)) {
        let (x, y) = map.seen(middle.at);
        pen.tint(x, y, 1, look);
    }
    let marks = view.mark(id(join)).map(|mark| mark.texts(view.theme.glyphs)).unwrap_or_default();
    let marks = marks.into_iter().map(|text| vec![(text, look)]);
    let owners = (!join.tokens.is_empty()).then(|| letters(view, &join.tokens));
    let label = join.label.iter().map(|label| vec![(label.clone(), view.theme.style(Role::Dim))]);
    // On a short line a long sign would cover its neighbours.
    let length = i32::try_from(strokes.len()).unwrap_or(i32::MAX);
    let fits = |sign: &Vec<Piece>| {
        let start = middle.at.0 - pieces_width(sign) / 2;
        // What kind of place it is stands before its code.
        let is_free = |x: i32| [x, x + 1].iter().all(|&x| !layout.taken.contains(&(x, middle.at.1)));
        (start..start + pieces_width(sign)).all(is_free) && pieces_width(sign) <= length
    };
    let Some(sign) = marks.chain(owners).chain(label).find(fits) else { return };
    let (x, y) = map.seen((middle.at.0 - pieces_width(&sign) / 2, middle.at.1));
    pen.pieces(x, y, &sign);
}

fn draw_place(
    view: &BoardView<'_>,
    map: &BoardMap,
    pen: &mut Pen<'_>,
    layout: &Layout<'_>,
    (place, at, whole): (&Place, Cell, bool),
) {
    let theme = view.theme;
    let ground = theme.ground(place.ground);
    let own = ground.patch(theme.style(Role::Strong));
    let style = view.noticed(&place.id).map_or(own, |noticed| own.patch(noticed));
    let (exits, others): (Vec<Marker>, _) = place.markers.iter().partition(|&&marker| marker == Marker::Exit);
    let sign = exits.first().map_or(theme.glyphs.ground(place.ground), |&exit| theme.glyphs.marker(exit));
    let (x, y) = map.seen(at);
    if !whole {
        return pen.glyph(x, y, sign, style);
    }
    let end = pen.text(x, y, code(place), style);
    if !layout.taken.contains(&(at.0 - 1, at.1)) {
        pen.glyph(x - 1, y, sign, theme.style(Role::Plain));
    }
    let after = at.0 + width(code(place));
    let room = (0..6).take_while(|step| !layout.taken.contains(&(after + step, at.1))).count();
    let marks = view.mark(&place.id).map(|mark| mark.texts(theme.glyphs)).unwrap_or_default();
    let mark = marks.into_iter().map(|text| vec![(text, style)]).find(|mark| fits(mark, room));
    let owner: Vec<Token> = place.owner.into_iter().chain(place.tokens.iter().copied()).collect();
    let pieces = letters(view, &owner).into_iter().chain(markers(&others, theme, Style::new()));
    pen.pieces(end, y, &mark.unwrap_or_else(|| pieces.take(room).collect()));
}

fn fits(pieces: &[Piece], room: usize) -> bool {
    usize::try_from(pieces_width(pieces)).is_ok_and(|columns| columns <= room)
}

/// Somebody's pieces.
fn letters(view: &BoardView<'_>, tokens: &[Token]) -> Vec<Piece> {
    tokens.iter().map(|token| (token.letter.to_string(), view.theme.piece(token.tone))).collect()
}

/// The scale that suits the room: larger where there is room; smaller only if codes and lines can still be told apart, or
/// if an overview is wanted.
fn scale(board: &SceneBoard, plane: Plane, room: (i32, i32), zoom: Zoom) -> BoardScale {
    let hundredths = |room: i32, size: u16| room * 100 / i32::from(size).max(1);
    let across = hundredths(room.0, plane.0);
    let down = hundredths(room.1, plane.1);
    let between =
        |least: i32| BoardScale { across: across.clamp(least, LARGEST), down: down.clamp(least, LARGEST) };
    let shrunk = between(SMALLEST);
    match zoom {
        Zoom::Small => BoardScale { across: shrunk.across.min(100), down: shrunk.down.min(100) },
        Zoom::Fit if Layout::new(board, plane, shrunk).is_readable() => shrunk,
        Zoom::Fit | Zoom::Large => between(ONE_TO_ONE.across),
    }
}

impl BoardScale {
    fn place(self, (x, y): (i16, i16)) -> Cell {
        (i32::from(x) * self.across / 100, i32::from(y) * self.down / 100)
    }

    fn size(self, (columns, rows): Plane) -> (i32, i32) {
        ((i32::from(columns) * self.across + 99) / 100, (i32::from(rows) * self.down + 99) / 100)
    }
}

impl<'a> Layout<'a> {
    fn new(board: &'a SceneBoard, plane: Plane, scale: BoardScale) -> Self {
        let size = scale.size(plane);
        let mut taken = BTreeSet::new();
        let mut middles: BTreeMap<&str, Cell> = BTreeMap::new();
        let places = board.places.iter().map(|place| {
            let (cell, whole) = free_cells(place, scale.place(place.at), size, &taken);
            let columns = if whole { width(code(place)) } else { 1 };
            taken.extend((cell.0..cell.0 + columns).map(|x| (x, cell.1)));
            middles.insert(&place.id, (cell.0 + columns / 2, cell.1));
            (place, cell, whole)
        });
        let places: Vec<_> = places.collect();
        let lines = board.joins.iter().filter_map(|join| {
            let (from, to) = (middles.get(&*join.from.place)?, middles.get(&*join.to.as_ref()?.place)?);
            let via = join.via.iter().map(|&at| scale.place(at));
            let points: Vec<Cell> = std::iter::once(*from).chain(via).chain([*to]).collect();
            Some((join, line(&points)))
        });
        let (lines, displaced) = seen_lines(lines.collect(), size, &taken);
        Self { places, lines, taken, displaced }
    }

    /// Whether all codes can be read and nearly all lines followed.
    fn is_readable(&self) -> bool {
        self.places.iter().all(|&(.., whole)| whole) && self.displaced * MOST_DISPLACED <= self.lines.len()
    }
}

/// Where a place's code goes: to its place or, if others are in the way, a little beside it, with a free cell on either
/// side if there is room for that; and else where at least a sign of it does.
fn free_cells(place: &Place, (x, y): Cell, size: (i32, i32), taken: &BTreeSet<Cell>) -> (Cell, bool) {
    let columns = width(code(place));
    let is_free = |(x, y): Cell, gap: i32| (x - gap..x + columns + gap).all(|x| !taken.contains(&(x, y)));
    let is_inside = |(x, y): Cell| x >= 0 && x + columns <= size.0 && (0..size.1).contains(&y);
    let start = x - columns / 2;
    let own = (start, y);
    let beside = NUDGES.map(|(across, down)| (start + across, y + down));
    let wide = std::iter::once(own).filter(|&cell| is_free(cell, 1));
    let nudged = beside.into_iter().filter(|&cell| is_inside(cell) && is_free(cell, 1));
    let tight = std::iter::once(own).chain(beside.into_iter().filter(|&cell| is_inside(cell)));
    let tight = tight.filter(|&cell| is_free(cell, 0));
    match wide.chain(nudged).chain(tight).next() {
        Some(cell) => (cell, true),
        None => (nearest_free((x, y), size, taken), false),
    }
}

/// What is seen of the lines, and how many are displaced. One that is hidden wholly, as its ends stand side by side or others run there, gets a cell
/// beside them that nothing else needs.
fn seen_lines<'a>(
    lines: Vec<(&'a Join, Vec<Stroke>)>,
    size: (i32, i32),
    taken: &BTreeSet<Cell>,
) -> (Vec<(&'a Join, Vec<Stroke>)>, usize) {
    let mut held = taken.clone();
    let seen = lines.into_iter().map(|(join, strokes)| {
        let middle = strokes.get(strokes.len() / 2).copied();
        let seen: Vec<Stroke> = strokes.into_iter().filter(|stroke| !taken.contains(&stroke.at)).collect();
        let own = seen.iter().filter(|stroke| held.insert(stroke.at)).count();
        (join, seen, middle.filter(|_| own == 0))
    });
    let seen: Vec<_> = seen.collect();
    let displaced = seen.iter().filter(|(.., hidden)| hidden.is_some()).count();
    let whole = seen.into_iter().map(|(join, strokes, hidden)| {
        let Some(hidden) = hidden else { return (join, strokes) };
        let at = nearest_free(hidden.at, size, &held);
        held.insert(at);
        (join, vec![hidden.moved_to(at)])
    });
    (whole.collect(), displaced)
}

/// The free cell of the picture that is nearest to one; a line counts as two columns, as it is as high.
fn nearest_free((x, y): Cell, size: (i32, i32), taken: &BTreeSet<Cell>) -> Cell {
    let is_free = |cell: &Cell| {
        let inside = (0..size.0).contains(&cell.0) && (0..size.1).contains(&cell.1);
        inside && !taken.contains(cell)
    };
    let rings = (0..=size.0 + 2 * size.1).map(|far| {
        let rows = (-far / 2..=far / 2).map(|down| (far - 2 * down.abs(), down));
        let cells = rows.flat_map(|(aside, down)| [(x + aside, y + down), (x - aside, y + down)]);
        cells.into_iter().find(is_free)
    });
    rings.flatten().next().unwrap_or((x, y))
}

/// A place in the measure by which arrows go: a line is as high as two columns are wide.
fn logical((x, y): (i16, i16)) -> (i32, i32) {
    (i32::from(x), 2 * i32::from(y))
}

const fn between(a: (i32, i32), b: (i32, i32)) -> (i32, i32) {
    (i32::midpoint(a.0, b.0), i32::midpoint(a.1, b.1))
}
