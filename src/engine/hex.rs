//! Hexes: coordinates, directions and which hexes touch.

use super::network::Network;

/// A hex by its column `q` and its slanted row `r`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Axial {
    /// Column, west to east.
    pub q: i16,
    /// Row along the slanted axis.
    pub r: i16,
}

impl Axial {
    /// Steps to the six neighbours, going round.
    pub const STEPS: [Self; 6] = [
        Self::new(1, 0),
        Self::new(1, -1),
        Self::new(0, -1),
        Self::new(-1, 0),
        Self::new(-1, 1),
        Self::new(0, 1),
    ];

    /// The hex at these coordinates.
    pub const fn new(q: i16, r: i16) -> Self {
        Self { q, r }
    }

    /// The hex one step away in direction 0 to 5.
    #[must_use]
    pub const fn step(self, direction: usize) -> Self {
        let step = Self::STEPS[direction];
        Self::new(self.q + step.q, self.r + step.r)
    }

    /// How many steps apart two hexes are.
    pub const fn distance(self, other: Self) -> u16 {
        let (q, r) = (self.q - other.q, self.r - other.r);
        (q.unsigned_abs() + r.unsigned_abs() + (q + r).unsigned_abs()) / 2
    }
}

/// The network of these hexes, numbered as they stand: two touch if they share a side.
pub fn network<const WORDS: usize>(hexes: &[Axial]) -> Network<WORDS> {
    let places = u16::try_from(hexes.len()).expect("a map has some hundred hexes");
    Network::new(places, |a, b| hexes[usize::from(a)].distance(hexes[usize::from(b)]) == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_steps_lead_to_six_neighbours_and_back() {
        let home = Axial::new(4, -2);
        for direction in 0..6 {
            let there = home.step(direction);
            assert_eq!(home.distance(there), 1);
            assert_eq!(there.step((direction + 3) % 6), home);
        }
    }

    #[test]
    fn distance_counts_steps() {
        assert_eq!(Axial::new(0, 0).distance(Axial::new(3, -1)), 3);
        assert_eq!(Axial::new(0, 0).distance(Axial::new(2, 2)), 4);
    }

    #[test]
    fn hexes_touch_where_they_share_a_side() {
        let ring: Vec<Axial> = (0..6).map(|d| Axial::new(0, 0).step(d)).collect();
        let network = network::<1>(&ring);
        assert!((0..6).all(|place| network.touching(place).len() == 2), "each touches its two neighbours");
    }
}
