//! The tiles on the table: what lies where, which edges meet, where a further tile fits (RR-8).

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::action::{At, Cube, Rotation, Side};
use super::board::{City, CitySet, Edge, Edges, Railroad, board};
use super::state::Cubes;
use crate::engine::seat::Seat;

/// All tiles that lie, by place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Map {
    tiles: Vec<Laid>,
}

/// A tile that lies. Each link is kept once, by the western or northern of the two tiles that it joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Laid {
    pub(super) at: At,
    pub(super) tile: City,
    pub(super) rotation: Rotation,
    pub(super) cubes: Cubes,
    pub(super) east: Option<Link>,
    pub(super) south: Option<Link>,
}

/// What joins two tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Link {
    /// Whose locomotive stands on it.
    pub(super) owner: Option<Seat>,
}

/// A link with the place that it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) to: At,
    pub(super) railroad: Railroad,
    pub(super) owner: Option<Seat>,
}

/// Where and how a tile may be laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) tile: City,
    pub(super) at: At,
    pub(super) rotation: Rotation,
}

/// What makes a placement fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// A railroad meets itself.
    Link,
    /// A blank edge meets a blank one.
    Blank,
    /// The tile lies beside another.
    Beside,
}

/// A free place beside a tile, and the edges that it borders on by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) at: At,
    pub(super) borders: [Option<Edge>; 4],
}

// What lies

impl Map {
    pub(super) fn tiles(&self) -> &[Laid] {
        &self.tiles
    }

    /// The tiles that lie, wherever.
    pub(super) fn cities(&self) -> CitySet {
        self.tiles.iter().map(|laid| laid.tile.place()).collect()
    }

    pub(super) fn at(&self, at: At) -> Option<&Laid> {
        self.place_of(at).ok().map(|place| &self.tiles[place])
    }

    pub(super) fn at_mut(&mut self, at: At) -> Option<&mut Laid> {
        self.place_of(at).ok().map(|place| &mut self.tiles[place])
    }

    fn place_of(&self, at: At) -> Result<usize, usize> {
        self.tiles.binary_search_by_key(&at, |laid| laid.at)
    }

    /// How many links bear a locomotive of the seat.
    pub(super) fn links_of(&self, seat: Seat) -> u8 {
        let links = self.tiles.iter().flat_map(|laid| [laid.east, laid.south]).flatten();
        u8::try_from(links.filter(|link| link.owner == Some(seat)).count()).expect("a tile has two links")
    }

    /// The links of the tile at a place, by side.
    pub(super) fn ways_from(&self, laid: &Laid) -> impl Iterator<Item = Way> {
        let edges = laid.edges();
        Side::ALL.into_iter().filter_map(move |side| {
            let to = laid.at.beside(side);
            let link = match side {
                Side::East => laid.east,
                Side::South => laid.south,
                Side::West => self.at(to)?.east,
                Side::North => self.at(to)?.south,
            };
            Some(Way { to, railroad: edges[side.index()]?, owner: link?.owner })
        })
    }

    /// The link between two places.
    pub(super) fn way(&self, from: At, to: At) -> Option<Way> {
        self.ways_from(self.at(from)?).find(|way| way.to == to)
    }

    /// Puts a tile down without links or cubes; nothing may lie there.
    pub(super) fn put(&mut self, placement: Placement) {
        let Placement { tile, at, rotation } = placement;
        let place = self.place_of(at).expect_err("a tile is laid at a free place");
        let laid = Laid { at, tile, rotation, cubes: Cubes::default(), east: None, south: None };
        self.tiles.insert(place, laid);
    }

    /// Sets the link at a side of the tile at a place.
    pub(super) fn link(&mut self, at: At, side: Side, owner: Option<Seat>) {
        let (first, side) = match side {
            Side::East | Side::South => (at, side),
            Side::West | Side::North => (at.beside(side), side.opposite()),
        };
        let laid = self.at_mut(first).expect("a link joins tiles that lie");
        let link = if side == Side::East { &mut laid.east } else { &mut laid.south };
        *link = Some(Link { owner });
    }
}

impl Laid {
    /// By side, as the tile lies.
    pub(super) fn edges(&self) -> Edges {
        board().edges(self.tile, self.rotation)
    }

    /// The colours of which it has a cube.
    pub(super) fn colours(&self) -> impl Iterator<Item = Cube> {
        let cubes = self.cubes;
        Cube::ALL.into_iter().filter(move |cube| cubes.count(cube.index()) > 0)
    }
}

// What fits

impl Map {
    /// Shows all places beside a tile, by place, until told to stop.
    pub(super) fn spots<B>(&self, mut look: impl FnMut(&Spot) -> ControlFlow<B>) -> ControlFlow<B> {
        let grid = Grid::of(self);
        let (mut low, mut high) = (At(0, 0), At(0, 0));
        for Laid { at: At(x, y), .. } in &self.tiles {
            low = At(low.0.min(*x), low.1.min(*y));
            high = At(high.0.max(*x), high.1.max(*y));
        }
        for x in low.0 - 1..=high.0 + 1 {
            for y in low.1 - 1..=high.1 + 1 {
                let at = At(x, y);
                if grid.at(at).is_some() {
                    continue;
                }
                let borders = Side::ALL.map(|side| {
                    let there = &self.tiles[grid.at(at.beside(side))?];
                    Some(there.edges()[side.opposite().index()])
                });
                if borders.iter().any(Option::is_some) {
                    look(&Spot { at, borders })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The place as one where a tile may be laid, if nothing lies there and something beside it.
    pub(super) fn spot(&self, at: At) -> Option<Spot> {
        let border = |side: Side| {
            let there = at.beside(side);
            let laid = self.at(there).filter(|_| there != at)?;
            Some(laid.edges()[side.opposite().index()])
        };
        let borders = Side::ALL.map(border);
        (self.at(at).is_none() && borders.iter().any(Option::is_some)).then_some(Spot { at, borders })
    }

    /// Shows every way to lay one of the tiles so that it fits, by place, then tile, then rotation, until told to stop.
    pub(super) fn placements<B>(
        &self,
        tiles: CitySet,
        fit: Fit,
        mut look: impl FnMut(Placement) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.spots(|spot| {
            for tile in City::all_in(&tiles) {
                for rotation in Rotation::ALL {
                    if spot.fits(board().edges(tile, rotation), fit) {
                        look(Placement { tile, at: spot.at, rotation })?;
                    }
                }
            }
            ControlFlow::Continue(())
        })
    }

    /// Whether one of the tiles can be laid so that it fits.
    pub(super) fn any_fits(&self, tiles: CitySet, fit: Fit) -> bool {
        self.placements(tiles, fit, |_| ControlFlow::Break(())).is_break()
    }
}

impl Spot {
    pub(super) fn fits(&self, edges: Edges, fit: Fit) -> bool {
        let mut meeting = self.borders.iter().zip(edges);
        match fit {
            Fit::Link => meeting.any(|(border, edge)| edge.is_some() && *border == Some(edge)),
            Fit::Blank => meeting.any(|(border, edge)| edge.is_none() && *border == Some(None)),
            Fit::Beside => true,
        }
    }

    /// The sides at which a tile with these edges is linked, in the order in which locomotives are placed.
    pub(super) fn links(&self, edges: Edges) -> impl Iterator<Item = (Side, Railroad)> {
        let borders = self.borders;
        Side::ALL.into_iter().filter_map(move |side| {
            let railroad = edges[side.index()]?;
            (borders[side.index()] == Some(Some(railroad))).then_some((side, railroad))
        })
    }
}

/// Which tile lies where, for looking up many places at once.
struct Grid {
    /// The number of the tile in the map plus one, by column and row.
    cells: [[u8; Self::WIDTH]; Self::WIDTH],
}

impl Grid {
    /// So far from the first tile others can lie, and one place more.
    const REACH: i16 = FARTHEST + 2;
    const WIDTH: usize = 2 * Self::REACH as usize + 1;

    fn of(map: &Map) -> Self {
        let mut grid = Self { cells: [[0; Self::WIDTH]; Self::WIDTH] };
        for (number, laid) in (1..).zip(&map.tiles) {
            let [x, y] = Self::place(laid.at);
            grid.cells[x][y] = number;
        }
        grid
    }

    fn at(&self, at: At) -> Option<usize> {
        let [x, y] = Self::place(at);
        usize::from(self.cells[x][y]).checked_sub(1)
    }

    fn place(At(x, y): At) -> [usize; 2] {
        [x, y].map(|number| usize::try_from(number + Self::REACH).expect("tiles lie near the first"))
    }
}

/// All tiles but one in a row from the first: none can lie farther from it.
pub(super) const FARTHEST: i16 = 36;
