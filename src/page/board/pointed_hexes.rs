//! Hexes with pointed tops, and the track on them.

use std::fmt::Write as _;

use super::{escape, ground, picture, piece, title, tokens, tone};
use crate::engine::scene::{Compass, Join, JoinState, Marker, Place, SceneBoard};

/// Half the width of a hex, and the distance from its middle to its upper point.
const HALF_WIDTH: i32 = 24;
const RADIUS: i32 = 28;

/// The corners of a hex, clockwise from the one in the north-east: each side runs from one to the next.
const CORNERS: [(i32, i32); 6] = [
    (HALF_WIDTH, -RADIUS / 2),
    (HALF_WIDTH, RADIUS / 2),
    (0, RADIUS),
    (-HALF_WIDTH, RADIUS / 2),
    (-HALF_WIDTH, -RADIUS / 2),
    (0, -RADIUS),
];

type PagePoint = (i32, i32);

pub(super) fn picture_of(board: &SceneBoard) -> String {
    let middles: Vec<PagePoint> = board.places.iter().map(middle).collect();
    let joins = board.joins_by_place();
    let both = || board.places.iter().zip(&middles);
    let mut drawn: String = both().map(|(place, at)| land(place, *at)).collect();
    // Over all land: what lies on a side belongs to two hexes.
    drawn
        .extend(both().map(|(place, at)| upon(place, joins.get(&*place.id).map_or(&[], Vec::as_slice), *at)));
    picture(&middles, RADIUS + 4, &drawn)
}

/// Odd rows sit half a hex further east; a row is three quarters of a hex below the last.
fn middle(place: &Place) -> PagePoint {
    let (column, row) = (i32::from(place.at.0), i32::from(place.at.1));
    ((2 * column + row.rem_euclid(2)) * HALF_WIDTH, row * RADIUS * 3 / 2)
}

fn land(place: &Place, at: PagePoint) -> String {
    let corners: Vec<String> =
        (0..6).map(|number| corner(at, number)).map(|(x, y)| format!("{x},{y}")).collect();
    format!("<polygon points=\"{}\" fill=\"{}\" stroke=\"#8885\"/>", corners.join(" "), ground(place.ground))
}

/// Everything that is on the land of a hex.
fn upon(place: &Place, joins: &[&Join], at: PagePoint) -> String {
    let laid = joins.iter().filter_map(|join| Some((*join, join.sides_in(&place.id)?)));
    let laid: Vec<(&Join, [Compass; 2])> = laid.collect();
    let mut drawn: String =
        laid.iter().map(|&(join, sides)| track(join, sides, at, laid.len() > 1)).collect();
    for side in &place.ridges {
        let [(x1, y1), (x2, y2)] = edge(at, *side);
        let _ = write!(
            drawn,
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#7a4a1c\" stroke-width=\"5\" \
             stroke-linecap=\"round\"/>"
        );
    }
    match &place.code {
        Some(code) => drawn.push_str(&town(place, code, at)),
        None => drawn.push_str(&tokens(&place.tokens, at)),
    }
    drawn
}

/// A piece of track bends towards the middle of its hex; one whose link is not complete is dashed. Its owner's letter
/// stands half-way, or where two share the hex a third of the way in, so that both are seen where they cross.
fn track(join: &Join, sides: [Compass; 2], at: PagePoint, shared: bool) -> String {
    let [from, to] = sides.map(|side| half_way(edge(at, side)));
    let dashes = if join.state == JoinState::Begun { " stroke-dasharray=\"5 3\"" } else { "" };
    let fill = join.owner().map_or("#999", |owner| tone(owner.tone).0);
    // Where such a curve is after a half or a third of its way: so much of its ends and its middle, in parts of `whole`.
    let ([first, middle, last], whole) = if shared { ([4, 4, 1], 9) } else { ([1, 2, 1], 4) };
    let along = |from: i32, at: i32, to: i32| (first * from + middle * at + last * to) / whole;
    let letter = (along(from.0, at.0, to.0), along(from.1, at.1, to.1));
    format!(
        "<path d=\"M{} {}Q{} {} {} {}\" fill=\"none\" stroke=\"{fill}\" stroke-width=\"5\"{dashes}/>{}",
        from.0,
        from.1,
        at.0,
        at.1,
        to.0,
        to.1,
        join.owner().map_or(String::new(), |owner| piece(owner, letter))
    )
}

fn town(place: &Place, code: &str, (x, y): PagePoint) -> String {
    let (fill, ink) = place.takes.map_or(("#d8d8d8", "#222"), |goods| tone(goods.tone));
    let takes = place.takes.map_or(String::new(), |goods| format!(" takes {}", goods.letter));
    let owner: Vec<_> = place.owner.into_iter().collect();
    let goods: String =
        place.tokens.chunks(4).zip(0..).map(|(row, line)| tokens(row, (x, y + 5 + 11 * line))).collect();
    let empty = if place.has(Marker::Emptied) {
        format!("<text x=\"{x}\" y=\"{}\" font-size=\"9\">empty</text>", y + 20)
    } else {
        String::new()
    };
    format!(
        "<g><title>{}{takes}</title><rect x=\"{}\" y=\"{}\" width=\"34\" height=\"14\" rx=\"3\" fill=\"{fill}\" \
         stroke=\"#222\"/><text x=\"{x}\" y=\"{}\" font-weight=\"bold\" fill=\"{ink}\">{}</text>{goods}{empty}{}</g>",
        escape(title(place)),
        x - 17,
        y - 18,
        y - 7,
        escape(code),
        tokens(&owner, (x, y + 24))
    )
}

const fn corner((x, y): PagePoint, number: usize) -> PagePoint {
    let (dx, dy) = CORNERS[number % CORNERS.len()];
    (x + dx, y + dy)
}

/// The two corners of a side. North and south there are only points, which belong to the sides behind them.
const fn edge(at: PagePoint, side: Compass) -> [PagePoint; 2] {
    let first = match side {
        Compass::East => 0,
        Compass::SouthEast => 1,
        Compass::SouthWest | Compass::South => 2,
        Compass::West => 3,
        Compass::NorthWest => 4,
        Compass::NorthEast | Compass::North => 5,
    };
    [corner(at, first), corner(at, first + 1)]
}

const fn half_way([a, b]: [PagePoint; 2]) -> PagePoint {
    (i32::midpoint(a.0, b.0), i32::midpoint(a.1, b.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::scene::{JoinEnd, Shape, Token, Tone};

    fn hex(at: (i16, i16)) -> Place {
        Place { id: format!("{},{}", at.0, at.1), at, ..Place::default() }
    }

    #[test]
    fn neighbours_share_the_side_between_them() {
        use Compass::{East, NorthEast, NorthWest, SouthEast, SouthWest, West};
        for (at, beside, side, across) in [
            ((4, 2), (5, 2), East, West),
            ((4, 2), (4, 3), SouthEast, NorthWest),
            ((4, 2), (3, 3), SouthWest, NorthEast),
            ((4, 3), (5, 4), SouthEast, NorthWest),
            ((4, 3), (4, 4), SouthWest, NorthEast),
        ] {
            let [from, to] = [(at, side), (beside, across)].map(|(at, side)| edge(middle(&hex(at)), side));
            assert_eq!(from, [to[1], to[0]], "{side:?} of {at:?}");
        }
    }

    #[test]
    fn everything_on_a_hex_is_in_the_picture() {
        let [red, black] =
            [('R', Tone::Red), ('K', Tone::Black)].map(|(letter, tone)| Token { letter, tone });
        let land = Place { ridges: vec![Compass::East], ..hex((0, 0)) };
        let track = Join {
            from: JoinEnd::at("0,0", Compass::West),
            to: Some(JoinEnd::at("0,0", Compass::NorthEast)),
            tokens: vec![red],
            state: JoinState::Begun,
            ..Join::default()
        };
        let town = Place {
            name: Some("Oak & Elm".to_owned()),
            code: Some("OAK".to_owned()),
            takes: Some(red),
            tokens: vec![black; 5],
            ..hex((1, 0))
        };
        let (places, joins) = (vec![land, town], vec![track]);
        let svg = picture_of(&SceneBoard { shape: Shape::PointedHexes, places, joins, head: None });
        for part in ["stroke-dasharray", ">R<", "#7a4a1c", ">OAK<", "Oak &amp; Elm takes R"] {
            assert!(svg.contains(part), "{part} is missing in {svg}");
        }
        assert_eq!(svg.matches(">K<").count(), 5, "each cube is seen");
    }
}
