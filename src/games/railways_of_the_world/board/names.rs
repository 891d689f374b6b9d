//! Cities, cards and barons by name: those of all maps together, so that an action means the same at every table.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::MapId;
use crate::engine::named::Named;
use crate::impl_named_serde;

/// One city of one map, the terminals of special links included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct City(u8);

/// One operations card. Cards of two maps with the same id are the same card, but may do other things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Card(u8);

/// One baron.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) struct Baron(u8);

/// Some cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "u64", try_from = "u64")]
pub(in super::super) struct CardSet(u64);

/// Some cities of one map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct CitySet(u64);

/// Numbers that each map has for its cities: as many as a [`CitySet`] holds.
const CITIES_A_MAP: u8 = 64;

static NAMES: LazyLock<Names> = LazyLock::new(Names::read);

#[derive(Debug)]
struct Names {
    /// By map: cities in the order of the file, then the terminals of its special links.
    cities: [Vec<String>; 2],
    cards: Vec<String>,
    barons: Vec<String>,
}

/// As much of a map's file as names things.
#[derive(Debug, Deserialize)]
struct Outline {
    cities: Listed,
    special: Sites,
    cards: Listed,
    barons: Listed,
}

#[derive(Debug, Deserialize)]
struct Listed {
    list: Vec<Item>,
}

#[derive(Debug, Deserialize)]
struct Item {
    id: String,
}

#[derive(Debug, Deserialize)]
struct Sites {
    sites: Vec<SiteNames>,
}

#[derive(Debug, Deserialize)]
struct SiteNames {
    gateway: String,
}

impl Names {
    fn read() -> Self {
        let maps: [Outline; 2] =
            MapId::ALL.map(|map| toml::from_str(map.file()).expect("a map's file is well formed"));
        let cities = maps.each_ref().map(|map| {
            let terminals = map.special.sites.iter().map(|site| format!("T_{}", site.gateway));
            map.cities.ids().chain(terminals).collect::<Vec<_>>()
        });
        let most = cities.iter().map(Vec::len).max().unwrap_or(0);
        assert!(most <= usize::from(CITIES_A_MAP), "a set of cities holds {CITIES_A_MAP}");
        let this = Self {
            cities,
            cards: by_name(maps.iter().flat_map(|map| map.cards.ids())),
            barons: by_name(maps.iter().flat_map(|map| map.barons.ids())),
        };
        assert!(this.cards.len() <= 64, "a set of cards holds 64");
        this
    }
}

impl Listed {
    fn ids(&self) -> impl Iterator<Item = String> + '_ {
        self.list.iter().map(|item| item.id.clone())
    }
}

fn by_name(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.collect();
    names.sort();
    names.dedup();
    names
}

impl City {
    /// The city with this number on its map.
    pub(in super::super) fn on(map: MapId, index: usize) -> Self {
        let first = map as usize * usize::from(CITIES_A_MAP);
        Self(u8::try_from(first + index).expect("a map has at most 64 cities"))
    }

    /// Which map it is on.
    pub(in super::super) fn map(self) -> MapId {
        MapId::ALL[usize::from(self.0 / CITIES_A_MAP)]
    }

    /// Its place in arrays of one value a city of its map.
    pub(in super::super) const fn index(self) -> usize {
        (self.0 % CITIES_A_MAP) as usize
    }
}

impl Named for City {
    const KIND: &'static str = "city";

    fn number(self) -> u16 {
        self.0.into()
    }

    fn from_number(number: u16) -> Option<Self> {
        let city = Self(u8::try_from(number).ok()?);
        let cities = NAMES.cities.get(usize::from(city.0 / CITIES_A_MAP))?;
        (city.index() < cities.len()).then_some(city)
    }

    fn name(self) -> &'static str {
        &NAMES.cities[self.map() as usize][self.index()]
    }

    fn from_name(name: &str) -> Option<Self> {
        MapId::ALL.into_iter().find_map(|map| {
            let index = NAMES.cities[map as usize].iter().position(|known| known == name)?;
            Some(Self::on(map, index))
        })
    }
}

impl Card {
    /// Its place in arrays of one value a card.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// How many there are on all maps.
    pub(super) fn count() -> usize {
        NAMES.cards.len()
    }
}

impl Named for Card {
    const KIND: &'static str = "card";

    fn number(self) -> u16 {
        self.0.into()
    }

    fn from_number(number: u16) -> Option<Self> {
        numbered(&NAMES.cards, number).map(Self)
    }

    fn name(self) -> &'static str {
        &NAMES.cards[self.index()]
    }

    fn from_name(name: &str) -> Option<Self> {
        named(&NAMES.cards, name).map(Self)
    }
}

impl Named for Baron {
    const KIND: &'static str = "baron";

    fn number(self) -> u16 {
        self.0.into()
    }

    fn from_number(number: u16) -> Option<Self> {
        numbered(&NAMES.barons, number).map(Self)
    }

    fn name(self) -> &'static str {
        &NAMES.barons[usize::from(self.0)]
    }

    fn from_name(name: &str) -> Option<Self> {
        named(&NAMES.barons, name).map(Self)
    }
}

fn numbered(names: &[String], number: u16) -> Option<u8> {
    (usize::from(number) < names.len()).then(|| u8::try_from(number).ok())?
}

fn named(names: &[String], name: &str) -> Option<u8> {
    let place = names.binary_search_by(|known| known.as_str().cmp(name)).ok()?;
    u8::try_from(place).ok()
}

impl_named_serde!(City);
impl_named_serde!(Card);
impl_named_serde!(Baron);

impl CardSet {
    pub(in super::super) const EMPTY: Self = Self(0);

    pub(in super::super) const fn contains(self, card: Card) -> bool {
        self.0 & (1 << card.0) != 0
    }

    pub(in super::super) const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }

    pub(in super::super) const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }

    pub(in super::super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(in super::super) fn len(self) -> u8 {
        u8::try_from(self.0.count_ones()).expect("64 cards")
    }

    #[must_use]
    pub(in super::super) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[must_use]
    pub(in super::super) const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[must_use]
    pub(in super::super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The cards by name.
    pub(in super::super) fn iter(self) -> impl Iterator<Item = Card> {
        bits(self.0).map(Card)
    }
}

impl From<CardSet> for u64 {
    fn from(cards: CardSet) -> Self {
        cards.0
    }
}

/// Bytes may name cards that there are none of.
impl TryFrom<u64> for CardSet {
    type Error = &'static str;

    fn try_from(bits: u64) -> Result<Self, Self::Error> {
        let known = (0..Card::count()).fold(0, |known, card| known | 1 << card);
        if bits & !known == 0 { Ok(Self(bits)) } else { Err("there is no such card") }
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::EMPTY;
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

impl CitySet {
    pub(in super::super) const EMPTY: Self = Self(0);

    pub(in super::super) const fn contains(self, city: City) -> bool {
        self.0 & (1 << city.index()) != 0
    }

    pub(in super::super) const fn insert(&mut self, city: City) {
        self.0 |= 1 << city.index();
    }

    pub(in super::super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[must_use]
    pub(in super::super) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[must_use]
    pub(in super::super) const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[must_use]
    pub(in super::super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The cities in the order of the map's file, as their places in arrays.
    pub(in super::super) fn indices(self) -> impl Iterator<Item = usize> {
        bits(self.0).map(usize::from)
    }
}

impl FromIterator<City> for CitySet {
    fn from_iter<I: IntoIterator<Item = City>>(cities: I) -> Self {
        let mut set = Self::EMPTY;
        cities.into_iter().for_each(|city| set.insert(city));
        set
    }
}

/// The bits that are set, from the lowest.
fn bits(mut word: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = u8::try_from(word.trailing_zeros()).ok().filter(|bit| *bit < 64)?;
        word &= word - 1;
        Some(bit)
    })
}
