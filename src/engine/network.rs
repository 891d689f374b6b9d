//! Places joined to one another, and sets of them small enough to copy.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A set of places by number, as `WORDS` words of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaceSet<const WORDS: usize>([u64; WORDS]);

const SMALL: &str = "a board has some hundred places";

/// Which places touch which, for up to 64 x `WORDS` places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network<const WORDS: usize> {
    touching: Box<[PlaceSet<WORDS>]>,
}

impl<const WORDS: usize> PlaceSet<WORDS> {
    /// No place.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Whether the place is in the set.
    pub const fn contains(&self, place: u16) -> bool {
        self.0[place as usize / 64] & (1 << (place % 64)) != 0
    }

    /// Puts the place in.
    pub const fn insert(&mut self, place: u16) {
        self.0[place as usize / 64] |= 1 << (place % 64);
    }

    /// How many places are in the set.
    pub fn len(&self) -> u16 {
        u16::try_from(self.0.iter().map(|word| word.count_ones()).sum::<u32>()).expect(SMALL)
    }

    /// Whether no place is in the set.
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// The places in either set.
    #[must_use]
    pub fn union(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, more)| *word |= more);
        self
    }

    /// The places in both sets.
    #[must_use]
    pub fn intersection(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, kept)| *word &= kept);
        self
    }

    /// The places of this set that are not in the other.
    #[must_use]
    pub fn without(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, gone)| *word &= !gone);
        self
    }

    /// The places by rising number.
    pub fn iter(&self) -> impl Iterator<Item = u16> + use<WORDS> {
        let mut words = self.0;
        let mut at = 0;
        std::iter::from_fn(move || {
            while *words.get(at)? == 0 {
                at += 1;
            }
            let bit = words[at].trailing_zeros();
            words[at] &= words[at] - 1;
            Some(u16::try_from(at * 64).expect(SMALL) + u16::try_from(bit).expect(SMALL))
        })
    }
}

impl<const WORDS: usize> Default for PlaceSet<WORDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const WORDS: usize> FromIterator<u16> for PlaceSet<WORDS> {
    fn from_iter<I: IntoIterator<Item = u16>>(places: I) -> Self {
        let mut set = Self::EMPTY;
        places.into_iter().for_each(|place| set.insert(place));
        set
    }
}

impl<const WORDS: usize> Serialize for PlaceSet<WORDS> {
    fn serialize<S: Serializer>(&self, sink: S) -> Result<S::Ok, S::Error> {
        self.0.as_slice().serialize(sink)
    }
}

impl<'de, const WORDS: usize> Deserialize<'de> for PlaceSet<WORDS> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        let words = Vec::<u64>::deserialize(source)?;
        let words = words.try_into().map_err(|_| D::Error::custom("a set of places has another size"))?;
        Ok(Self(words))
    }
}

impl<const WORDS: usize> Network<WORDS> {
    /// A network of `places` in which `touch` says which two are joined.
    ///
    /// # Panics
    /// If there are more places than the sets can hold: a mistake in the board's code.
    pub fn new(places: u16, touch: impl Fn(u16, u16) -> bool) -> Self {
        assert!(usize::from(places) <= 64 * WORDS, "{places} places do not fit");
        let touching = (0..places).map(|a| (0..places).filter(|&b| a != b && touch(a, b)).collect());
        Self { touching: touching.collect() }
    }

    /// The places joined to this one.
    pub fn touching(&self, place: u16) -> &PlaceSet<WORDS> {
        &self.touching[usize::from(place)]
    }

    /// All places joined to one of the set and not in it.
    pub fn around(&self, set: &PlaceSet<WORDS>) -> PlaceSet<WORDS> {
        set.iter().fold(PlaceSet::EMPTY, |all, place| all.union(self.touching(place))).without(set)
    }

    /// The places of `within` that can be reached from `start` without leaving it.
    pub fn reachable(&self, start: u16, within: &PlaceSet<WORDS>) -> PlaceSet<WORDS> {
        let mut reached = PlaceSet::from_iter([start]).intersection(within);
        loop {
            let next = self.around(&reached).intersection(within);
            if next.is_empty() {
                return reached;
            }
            reached = reached.union(&next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Set = PlaceSet<2>;

    #[test]
    fn sets_list_places_across_words_in_rising_order() {
        let set = Set::from_iter([127, 0, 64, 63, 5]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 5, 63, 64, 127]);
        assert_eq!(set.len(), 5);
        assert_eq!(set.without(&Set::from_iter([63, 64])).len(), 3);
    }

    #[test]
    fn what_is_cut_off_is_not_reachable() {
        let line = Network::<2>::new(100, |a, b| a.abs_diff(b) == 1);
        let within = (0..40).chain(50..60).collect::<Set>();
        assert_eq!(line.reachable(10, &within), (0..40).collect());
        assert_eq!(line.reachable(45, &within), Set::EMPTY);
        assert_eq!(line.around(&(50..60).collect()), Set::from_iter([49, 60]));
    }
}
