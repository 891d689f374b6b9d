//! A position being set up.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::figures::{ALL_CARDS, CARDS, Pair, RAILROADS, growing, hand, named, segment, segment_income};
use super::table::Table;
use crate::test_kit::stage;

/// A game whose opening is over; everything else can be set. What follows from the rest (incomes, values, pieces left,
/// dividends played) is worked out.
pub(crate) type Stage = stage::Stage<Map>;

/// What stands on the map, and the cards.
#[derive(Clone, Debug)]
pub(crate) struct Map {
    hands: Vec<[i64; 3]>,
    deck: [i64; 3],
    tracks: BTreeMap<&'static str, Vec<Pair>>,
    westerns: BTreeMap<&'static str, &'static str>,
    grown: Vec<&'static str>,
}

/// So many players at the start of seat 0's first turn, each with the cash and the cards that were dealt. The shares of
/// the six railroads are with seats 0, 1, 2 and so on, round and round; each has one segment and no money.
pub(crate) fn stage(players: usize) -> Stage {
    let dealt = hand(players).map(|count| count * i64::try_from(players).unwrap());
    let firsts = [
        ["troy", "marysville"],
        ["atchison", "topeka"],
        ["kansas_city", "lawrence"],
        ["fort_scott", "iola"],
        ["columbus", "coffeyville"],
        ["paola", "ottawa"],
    ];
    let map = Map {
        hands: vec![hand(players); players],
        deck: [0, 1, 2].map(|card| ALL_CARDS[card] - dealt[card]),
        tracks: RAILROADS.into_iter().zip(firsts.map(|[a, b]| vec![segment(a, b)])).collect(),
        westerns: BTreeMap::new(),
        grown: vec![],
    };
    Stage::new(players, [80, 70, 60][players - 3], &RAILROADS, &RAILROADS, map)
}

impl Stage {
    /// The seat owns every share of the railroad that nobody else has.
    pub(crate) fn sold_out(self, seat: usize, railroad: &'static str) -> Self {
        self.rest_of(seat, railroad, 5)
    }

    /// The seat holds so many of CT, OS and PD.
    pub(crate) fn hand(mut self, seat: usize, cards: [i64; 3]) -> Self {
        self.own.hands[seat] = cards;
        self
    }

    /// So many of CT, OS and PD are in the deck.
    pub(crate) fn deck(mut self, cards: [i64; 3]) -> Self {
        self.own.deck = cards;
        self
    }

    /// Nobody has a card, and the deck has none.
    pub(crate) fn no_cards(mut self) -> Self {
        self.own.hands.fill([0; 3]);
        self.deck([0; 3])
    }

    /// The railroad has exactly the segments along these cities: "troy marysville cuba".
    pub(crate) fn track(mut self, railroad: &'static str, way: &str) -> Self {
        self.own.tracks.insert(railroad, vec![]);
        self.branch(railroad, way)
    }

    /// The railroad also has the segments along these cities.
    pub(crate) fn branch(mut self, railroad: &'static str, way: &str) -> Self {
        let cities: Vec<&str> = way.split_whitespace().collect();
        let new = cities.windows(2).map(|pair| segment(pair[0], pair[1]));
        self.own.tracks.get_mut(railroad).unwrap().extend(new);
        self
    }

    pub(crate) fn western(mut self, railroad: &'static str, city: &str) -> Self {
        self.own.westerns.insert(railroad, named(city));
        self
    }

    /// These cities have grown.
    pub(crate) fn grown(mut self, cities: &str) -> Self {
        self.own.grown.extend(cities.split_whitespace().map(named));
        self
    }

    /// So many of the growth chart's primary cities have grown, by id, and so many of the secondary ones.
    pub(crate) fn grown_so_far(mut self, primaries: usize, secondaries: usize) -> Self {
        self.own.grown =
            [growing(true)[..primaries].to_vec(), growing(false)[..secondaries].to_vec()].concat();
        self
    }

    pub(crate) fn phase(mut self, phase: &'static str) -> Self {
        self.phase = phase;
        self
    }

    pub(crate) fn position(&self) -> Value {
        let players = self.cash.iter().zip(&self.shares).zip(&self.own.hands);
        let players = players
            .map(|((cash, shares), hand)| json!({"cash": cash, "shares": shares, "hand": shown(hand)}));
        let railroads = RAILROADS.map(|railroad| (railroad.to_owned(), self.railroad(railroad)));
        let dividends_left: i64 = self.own.deck[2] + self.own.hands.iter().map(|hand| hand[2]).sum::<i64>();
        let over = self.phase == "over";
        json!({
            "game": "prairie-railroads",
            "phase": self.phase,
            "players": players.collect::<Vec<_>>(),
            "railroads": Value::Object(railroads.into_iter().collect()),
            "deck": shown(&self.own.deck),
            "dividends_played": 8 - dividends_left,
            "grown": self.own.grown,
            "development_left": 40 - i64::try_from(self.own.grown.len()).unwrap(),
            "active": self.active,
            "deciding": if over { Value::Null } else { self.active.into() },
            "drawn_card": null,
            "delegated": null,
            "auction": null,
        })
    }

    fn railroad(&self, railroad: &str) -> Value {
        let track = &self.own.tracks[railroad];
        let income: i64 = track.iter().map(|&pair| segment_income(pair, &self.own.grown)).sum();
        let (built, western) = (i64::try_from(track.len()).unwrap(), self.own.westerns.get(railroad));
        json!({
            "treasury": self.treasuries[railroad],
            "income": income,
            "value": 5 * built + if western.is_some() { 25 } else { 0 },
            "shares_left": 5 - self.sold(railroad),
            "cubes_left": 31 - built - i64::from(western.is_some()),
            "segments": track,
            "western": western,
        })
    }

    /// The table at this position.
    pub(crate) fn set(&self) -> Table {
        Table::at(&self.position())
    }
}

fn shown(cards: &[i64; 3]) -> Value {
    Value::Object(CARDS.iter().zip(cards).map(|(card, count)| ((*card).to_owned(), json!(count))).collect())
}
