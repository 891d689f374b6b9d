//! The valley: four rows of four squares.

use whistlestop::engine::money::Money;
use whistlestop::engine::named::Named;
use whistlestop::engine::scene::Ground;
use whistlestop::impl_named_serde;

/// How many squares there are.
pub(super) const SQUARES: usize = 16;

/// What everybody begins with (HA-1), and takes for resting (HA-5).
pub(super) const PURSE: Money = Money::new(6);
pub(super) const FOR_RESTING: Money = Money::new(2);

/// How many turns each player has (HA-6).
pub(super) const TURNS: u8 = 6;

const IDS: [&str; SQUARES] =
    ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3", "a4", "b4", "c4", "d4"];

/// Open land, wood, hill, town.
const LAND: &[u8; SQUARES] = b"TpwhppwwphpphpwT";

/// A square, numbered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Square(u8);

impl_named_serde!(Square);

impl Named for Square {
    const KIND: &'static str = "square";

    fn number(self) -> u16 {
        self.0.into()
    }

    fn from_number(number: u16) -> Option<Self> {
        u8::try_from(number).ok().filter(|&number| usize::from(number) < SQUARES).map(Self)
    }

    fn name(self) -> &'static str {
        IDS[self.index()]
    }

    fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|square| square.name() == name)
    }
}

impl Square {
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..).map_while(Self::from_number)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Column and row.
    pub(super) fn at(self) -> (i16, i16) {
        (i16::from(self.0 % 4), i16::from(self.0 / 4))
    }

    fn beside(self, (right, down): (i16, i16)) -> Option<Self> {
        let (column, row) = self.at();
        Self::all().find(|square| square.at() == (column + right, row + down))
    }

    pub(super) fn east(self) -> Option<Self> {
        self.beside((1, 0))
    }

    pub(super) fn south(self) -> Option<Self> {
        self.beside((0, 1))
    }

    /// The squares that share a side with it.
    pub(super) fn neighbours(self) -> impl Iterator<Item = Self> {
        [(1, 0), (0, 1), (-1, 0), (0, -1)].into_iter().filter_map(move |step| self.beside(step))
    }

    pub(super) fn ground(self) -> Ground {
        match LAND[self.index()] {
            b'w' => Ground::Wood,
            b'h' => Ground::Hill,
            b'T' => Ground::Town,
            _ => Ground::Plain,
        }
    }

    /// What a halt costs (HA-3).
    pub(super) fn cost(self) -> Money {
        Money::new(match self.ground() {
            Ground::Plain => 1,
            Ground::Wood => 2,
            _ => 3,
        })
    }

    /// What a halt is worth (HA-6).
    pub(super) fn earns(self) -> i64 {
        if self.ground() == Ground::Town { 3 } else { 1 }
    }
}
