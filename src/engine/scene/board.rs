//! A board as plain data: places of one shape, and what joins them.
//!
//! Widgets draw a board by its [`Shape`] and never by its game: everything that is special about a game is in what its
//! places bear, and in the words that they say. Read [`Place`] first, then [`Join`].

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Ground, Token};
use crate::engine::words::Words;

/// Everything that lies on the table between the players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SceneBoard {
    /// What kind of places it has, and so what [`Place::at`] counts.
    pub shape: Shape,
    /// The places. Those where nothing can ever happen may be left out, or be [`Ground::Sea`].
    pub places: Vec<Place>,
    /// What joins them.
    pub joins: Vec<Join>,
    /// While somebody is laying track: where the next piece goes, and the side by which the track comes in.
    pub head: Option<JoinEnd>,
}

/// The kind of places that a board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Shape {
    /// Hexes with flat tops; `at` is column and row along two slanted axes.
    FlatHexes,
    /// Hexes with pointed tops; `at` is column from the west and row from the north, odd rows half a hex further east.
    PointedHexes,
    /// Squares; `at` is column from the west and row from the north, from any square on.
    Squares,
    /// Anywhere on a plane that is measured in character cells: a screen may draw it one to one, or scale it. There no
    /// two codes of three letters around `at` may overlap.
    Free {
        /// Columns and rows of the whole plane.
        size: (u16, u16),
    },
}

/// One place of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Its id, as actions and choices name it.
    pub id: String,
    /// What people call it, if it has a name.
    pub name: Option<String>,
    /// Its name in three letters, if it has one.
    pub code: Option<String>,
    /// Where it lies, in the measure of the board's shape.
    pub at: (i16, i16),
    /// What kind of land it is.
    pub ground: Ground,
    /// Its numbers.
    pub figures: Vec<Figure>,
    /// What can be brought there.
    pub takes: Option<Token>,
    /// What lies there, or who has a piece there.
    pub tokens: Vec<Token>,
    /// Whose it is, or whose way leads to it.
    pub owner: Option<Token>,
    /// What else can be seen of it.
    pub markers: Vec<Marker>,
    /// Sides along which a ridge runs: each ridge is told once, by one of the two places beside it.
    pub ridges: Vec<Compass>,
    /// What is said of it when somebody looks at it.
    pub says: Option<Words>,
}

/// A number of a place, and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Figure {
    /// What it costs the next to come, as printed.
    Costs(i64),
    /// What it earns whoever gets there now.
    Earns(i64),
}

/// Something that can be seen of a place beside its land and what lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Marker {
    /// It has been developed.
    Developed,
    /// A way leads from it off the map.
    Exit,
    /// What it had has run out.
    Emptied,
}

/// What joins two places or two sides of one; with one end only, the side of a place that may be joined.
///
/// Between free places it is a line; squares show at each side what stands there; in a hex with a pointed top it is track
/// from side to side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Join {
    /// Its id if choices name it: then it can be pointed at like a place.
    pub id: Option<String>,
    /// Where it begins.
    pub from: JoinEnd,
    /// Where it ends, if it does yet.
    pub to: Option<JoinEnd>,
    /// The points between its ends that it runs through, from the first end on; without any it runs straight.
    pub via: Vec<(i16, i16)>,
    /// Whether it leads only from its first end to the second.
    pub one_way: bool,
    /// Who has a piece on it; the first is whose it is.
    pub tokens: Vec<Token>,
    /// What it costs the next to take it; nothing to say once nobody can.
    pub price: Option<i64>,
    /// What stands on it, or must meet the same at the other end: four letters at most.
    pub label: Option<String>,
    /// How far it is.
    pub state: JoinState,
}

/// An end of a join.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct JoinEnd {
    /// The id of the place.
    pub place: String,
    /// The side of the place, on boards where that matters.
    pub side: Option<Compass>,
}

/// How far a join is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum JoinState {
    /// It is part of something that is not complete.
    Begun,
    /// It is what it is meant to be.
    #[default]
    Complete,
    /// It is complete, and something on its way right now came along here.
    Ridden,
}

/// The sides of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[expect(missing_docs, reason = "a direction is a direction")]
pub enum Compass {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Compass {
    /// The sides of a square, clockwise from the north.
    pub const OF_SQUARE: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The sides of a hex with a pointed top, clockwise from the east.
    pub const OF_POINTED_HEX: [Self; 6] =
        [Self::East, Self::SouthEast, Self::SouthWest, Self::West, Self::NorthWest, Self::NorthEast];
}

impl SceneBoard {
    /// The place with this id.
    pub fn place(&self, id: &str) -> Option<&Place> {
        self.places.iter().find(|place| place.id == id)
    }

    /// The join with this id.
    pub fn join(&self, id: &str) -> Option<&Join> {
        self.joins.iter().find(|join| join.id.as_deref() == Some(id))
    }

    /// What people call a place or a join, if it has a name.
    pub fn name(&self, id: &str) -> Option<String> {
        if let Some(place) = self.place(id) {
            return place.name.clone();
        }
        let join = self.join(id)?;
        let name = |end: &JoinEnd| self.place(&end.place)?.name.as_deref();
        Some(format!("{}-{}", name(&join.from)?, name(join.to.as_ref()?)?))
    }

    /// The joins that begin or end at each place, by its id.
    pub fn joins_by_place(&self) -> BTreeMap<&str, Vec<&Join>> {
        let mut by_place: BTreeMap<&str, Vec<&Join>> = BTreeMap::new();
        for join in &self.joins {
            let from = &*join.from.place;
            by_place.entry(from).or_default().push(join);
            if let Some(to) = join.to.as_ref().filter(|to| to.place != from) {
                by_place.entry(&to.place).or_default().push(join);
            }
        }
        by_place
    }

    /// The ids of places and joins where something else lies than on the board `before`, in this board's order. Figures and
    /// words alone are no change: nobody has moved there.
    pub fn changed_since(&self, before: &Self) -> Vec<&str> {
        let old: BTreeMap<&str, &Place> = before.places.iter().map(|place| (&*place.id, place)).collect();
        let (joins, old_joins) = (self.joins_by_place(), before.joins_by_place());
        let is_changed = |place: &&Place| {
            let id = &*place.id;
            let same = old.get(id).is_some_and(|old| place.bears_the_same_as(old));
            !same || own_joins(&joins, id).ne(own_joins(&old_joins, id))
        };
        let places = self.places.iter().filter(is_changed).map(|place| &*place.id);
        let joins = self.joins.iter().filter_map(|join| Some((join.id.as_deref()?, join)));
        let changed_joins = joins.filter(|&(id, join)| before.join(id) != Some(join)).map(|(id, _)| id);
        places.chain(changed_joins).collect()
    }
}

/// The joins that are part of a place: those that cannot be pointed at by themselves.
fn own_joins<'a>(by_place: &BTreeMap<&str, Vec<&'a Join>>, id: &str) -> impl Iterator<Item = &'a Join> {
    let joins = by_place.get(id).cloned().unwrap_or_default();
    joins.into_iter().filter(|join| join.id.is_none())
}

impl Place {
    /// What it costs the next to come, as printed; nothing if that is not told.
    pub fn cost(&self) -> i64 {
        let costs = |figure: &Figure| if let Figure::Costs(cost) = figure { Some(*cost) } else { None };
        self.figures.iter().find_map(costs).unwrap_or(0)
    }

    /// What it earns whoever gets there now; nothing if that is not told.
    pub fn earns(&self) -> i64 {
        let earns = |figure: &Figure| if let Figure::Earns(earns) = figure { Some(*earns) } else { None };
        self.figures.iter().find_map(earns).unwrap_or(0)
    }

    /// Whether it has this marker.
    pub fn has(&self, marker: Marker) -> bool {
        self.markers.contains(&marker)
    }

    fn bears_the_same_as(&self, other: &Self) -> bool {
        let borne = |place: &Self| (place.ground, place.takes, place.owner);
        borne(self) == borne(other) && self.tokens == other.tokens && self.markers == other.markers
    }
}

impl Join {
    /// Where one piece of track enters and leaves a place.
    pub fn sides_in(&self, place: &str) -> Option<[Compass; 2]> {
        let side = |end: &JoinEnd| end.side.filter(|_| end.place == place);
        Some([side(&self.from)?, side(self.to.as_ref()?)?])
    }

    /// The side at which it stands at a place that it joins to others.
    pub fn side_at(&self, place: &str) -> Option<Compass> {
        let mut ends = [Some(&self.from), self.to.as_ref()].into_iter().flatten();
        ends.find(|end| end.place == place)?.side
    }

    /// Whose it is.
    pub fn owner(&self) -> Option<Token> {
        self.tokens.first().copied()
    }
}

impl JoinEnd {
    /// A place, wherever the join meets it.
    pub fn of(place: impl Into<String>) -> Self {
        Self { place: place.into(), side: None }
    }

    /// A side of a place.
    pub fn at(place: impl Into<String>, side: Compass) -> Self {
        Self { place: place.into(), side: Some(side) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Tone;
    use super::*;

    const RED: Token = Token { letter: 'R', tone: Tone::Red };

    fn place(id: &str) -> Place {
        Place { id: id.to_owned(), name: Some(id.to_uppercase()), ..Place::default() }
    }

    fn line(from: &str, to: &str) -> Join {
        Join {
            id: Some(format!("{from}-{to}")),
            from: JoinEnd::of(from),
            to: Some(JoinEnd::of(to)),
            ..Join::default()
        }
    }

    fn board(joins: Vec<Join>) -> SceneBoard {
        let places = ["oak", "elm", "ash"].map(place).to_vec();
        SceneBoard { shape: Shape::Free { size: (9, 9) }, places, joins, head: None }
    }

    #[test]
    fn a_line_has_the_names_of_its_ends() {
        let board = board(vec![line("oak", "elm")]);
        assert_eq!(board.name("ash").as_deref(), Some("ASH"));
        assert_eq!(board.name("oak-elm").as_deref(), Some("OAK-ELM"));
        assert_eq!(board.name("elm-oak"), None);
    }

    #[test]
    fn what_lies_elsewhere_has_changed_and_what_is_only_worth_more_has_not() {
        let before = board(vec![line("oak", "elm"), line("elm", "ash")]);
        let mut after = before.clone();
        after.places[2].figures = vec![Figure::Earns(7)];
        after.places[2].says = Some("earns more".into());
        assert_eq!(after.changed_since(&before), [""; 0]);
        after.joins[1].tokens = vec![RED];
        after.places[0].tokens = vec![RED];
        assert_eq!(after.changed_since(&before), ["oak", "elm-ash"], "a line, but not its ends");
        assert_eq!(before.changed_since(&board(Vec::new())), ["oak-elm", "elm-ash"]);
    }

    #[test]
    fn a_join_without_an_id_is_part_of_its_places() {
        let before = board(Vec::new());
        let (from, to) = (JoinEnd::at("oak", Compass::East), Some(JoinEnd::at("elm", Compass::West)));
        let joined = Join { from, to, ..Join::default() };
        assert_eq!(joined.side_at("elm"), Some(Compass::West));
        assert_eq!(joined.sides_in("oak"), None);
        assert_eq!(board(vec![joined]).changed_since(&before), ["oak", "elm"]);
        let (from, to) = (JoinEnd::at("ash", Compass::East), Some(JoinEnd::at("ash", Compass::West)));
        let track = Join { from, to, ..Join::default() };
        assert_eq!(track.sides_in("ash"), Some([Compass::East, Compass::West]));
        assert_eq!(board(vec![track]).changed_since(&before), ["ash"]);
    }
}
