//! A position being set up.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::figures::{CUBES, all_cities, all_railroads, bag, edges, named};
use super::table::Table;

/// A game under way. What follows from the rest (links, bag, piles, what has left the game) is worked out, and what is needed
/// to make the counts right (stocks held, the market) is filled up.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    players: usize,
    options: Value,
    order: Vec<usize>,
    scores: Vec<i64>,
    hands: Vec<Vec<&'static str>>,
    stocks: Vec<BTreeMap<&'static str, i64>>,
    tiles: Vec<Laid>,
    owners: BTreeMap<([i16; 2], [i16; 2]), usize>,
    values: BTreeMap<&'static str, i64>,
    delivered: Vec<&'static str>,
    row: Vec<&'static str>,
    market: Vec<&'static str>,
    laid: usize,
    round: Option<usize>,
    phase: &'static str,
    active: usize,
    last_round: bool,
}

#[derive(Clone, Debug)]
struct Laid {
    tile: &'static str,
    at: [i16; 2],
    rotation: u8,
    cubes: Vec<&'static str>,
}

/// So many players in the order of their seats, with 20 points each and nothing but St. Louis on the table; seat 0 lays.
pub(crate) fn stage(players: usize) -> Stage {
    Stage {
        players,
        options: json!({"ordered_bidding": false, "challenge": false}),
        order: (0..players).collect(),
        scores: vec![20; players],
        hands: vec![vec![]; players],
        stocks: vec![BTreeMap::new(); players],
        tiles: vec![Laid { tile: "st_louis", at: [0, 0], rotation: 0, cubes: vec![] }],
        owners: BTreeMap::new(),
        values: all_railroads().into_iter().map(|railroad| (railroad, 0)).collect(),
        delivered: vec![],
        row: vec![],
        market: vec![],
        laid: 0,
        round: None,
        phase: "lay",
        active: 0,
        last_round: false,
    }
}

/// A turn of solitaire: the first tiles lie without cubes, three brown cubes are in the row.
pub(crate) fn solo(round: usize) -> Stage {
    let mut stage = stage(1).tile("chicago", [0, 1], 2).tile("washington", [1, 0], 0);
    stage.scores = vec![1];
    stage.row = vec!["brown"; 3];
    stage.round = Some(round);
    stage
}

// What there is

impl Stage {
    pub(crate) fn order(mut self, seats: &[usize]) -> Self {
        self.order = seats.to_vec();
        self
    }

    pub(crate) fn score(mut self, seat: usize, points: i64) -> Self {
        self.scores[seat] = points;
        self
    }

    /// The seat holds these city tiles: `"boston new_york"`.
    pub(crate) fn hand(mut self, seat: usize, tiles: &str) -> Self {
        self.hands[seat] = tiles.split_whitespace().map(named).collect();
        self
    }

    /// The seat holds so many stock tiles of the railroad.
    pub(crate) fn stocks(mut self, seat: usize, railroad: &'static str, count: i64) -> Self {
        self.stocks[seat].insert(railroad, count);
        self
    }

    /// Another tile lies first.
    pub(crate) fn first(mut self, tile: &str) -> Self {
        self.tiles[0].tile = named(tile);
        self
    }

    pub(crate) fn tile(mut self, tile: &str, at: [i16; 2], rotation: u8) -> Self {
        self.tiles.push(Laid { tile: named(tile), at, rotation, cubes: vec![] });
        self
    }

    /// These cubes lie on the tile at a place: "brown brown".
    pub(crate) fn cubes(mut self, at: [i16; 2], cubes: &'static str) -> Self {
        let laid = self.tiles.iter_mut().find(|laid| laid.at == at).unwrap();
        laid.cubes = cubes.split_whitespace().collect();
        self
    }

    /// The link between two places belongs to somebody else than the first in order.
    pub(crate) fn owner(mut self, a: [i16; 2], b: [i16; 2], owner: usize) -> Self {
        self.owners.insert((a, b), owner);
        self
    }

    /// Every other link belongs to the second in order, as nobody has locomotives for many.
    pub(crate) fn shared_links(mut self) -> Self {
        for (number, link) in self.links().iter().enumerate() {
            let [a, b] = ["a", "b"].map(|end| serde_json::from_value(link[end].clone()).unwrap());
            self.owners.insert((a, b), self.order[number % 2]);
        }
        self
    }

    pub(crate) fn value(mut self, railroad: &'static str, value: i64) -> Self {
        self.values.insert(railroad, value);
        self
    }

    pub(crate) fn option(mut self, name: &str) -> Self {
        self.options[name] = json!(true);
        self
    }

    pub(crate) fn row(mut self, cubes: &'static str) -> Self {
        self.row = cubes.split_whitespace().collect();
        self
    }

    /// City tiles that lie open.
    pub(crate) fn market(mut self, tiles: &str) -> Self {
        self.market = tiles.split_whitespace().map(named).collect();
        self
    }

    /// Hands that nothing was said of are filled with tiles that are nowhere else, as if city tiles had been drawn in so many
    /// turns.
    pub(crate) fn drawn_in(mut self, turns: usize) -> Self {
        let unused = self.unused();
        let missing = 2 * self.players + self.players * turns + 1 - self.tiles.len();
        let held: usize = self.hands.iter().map(Vec::len).sum();
        let open: Vec<usize> = (0..self.players).filter(|&seat| self.hands[seat].is_empty()).collect();
        for (place, tile) in unused.into_iter().take(missing - held).enumerate() {
            self.hands[open[place % open.len()]].push(tile);
        }
        self
    }
}

// The moment

impl Stage {
    /// So many tiles were laid this turn, and the seat is to lay.
    pub(crate) fn laying(mut self, seat: usize, laid: usize) -> Self {
        (self.phase, self.active, self.laid) = ("lay", seat, laid);
        self
    }

    /// All have laid, the seat is to deliver behind those before it, who delivered these.
    pub(crate) fn delivering(mut self, seat: usize, delivered: &'static str) -> Self {
        (self.phase, self.active) = ("deliver", seat);
        self.delivered = delivered.split_whitespace().collect();
        let opening = if self.players == 1 { 3 } else { 1 };
        self.laid = self.players.min(self.tiles.len() - opening);
        self
    }

    /// So many tiles were laid this turn; the others lay there before.
    pub(crate) fn laid(mut self, tiles: usize) -> Self {
        self.laid = tiles;
        self
    }

    pub(crate) fn last_round(mut self) -> Self {
        self.last_round = true;
        self
    }

    /// The bidding begins.
    pub(crate) fn bidding(mut self) -> Self {
        self.phase = "bid";
        self.active = self.order[self.players - 1];
        self
    }

    /// The draft begins.
    pub(crate) fn drafting(mut self) -> Self {
        self.phase = "draft";
        self.active = self.order[0];
        self
    }

    pub(crate) fn keeping(mut self) -> Self {
        self.phase = "keep";
        self
    }

    /// It is this turn, although city tiles were drawn in fewer.
    pub(crate) fn round(mut self, round: usize) -> Self {
        self.round = Some(round);
        self
    }
}

// The position

impl Stage {
    /// The table at this position.
    pub(crate) fn set(&self) -> Table {
        Table::at(&self.position())
    }

    pub(crate) fn position(&self) -> Value {
        let counts = self.counts();
        let mut stocks = self.stocks.clone();
        let mut left: BTreeMap<&str, i64> =
            all_railroads().into_iter().map(|railroad| (railroad, 4)).collect();
        for (railroad, removed) in &counts.removed_stocks {
            *left.get_mut(railroad).unwrap() -= removed;
        }
        for (railroad, held) in self.stocks.iter().flatten() {
            *left.get_mut(railroad).unwrap() -= held;
        }
        let held = |stocks: &[BTreeMap<&str, i64>]| stocks.iter().flat_map(BTreeMap::values).sum::<i64>();
        let mut seat = self.players - 1;
        while held(&stocks) < counts.held {
            // From the most plentiful on, so that what a test does not speak of is spread thin.
            let railroad = *left.iter().max_by_key(|(railroad, count)| (**count, **railroad)).unwrap().0;
            *left.get_mut(railroad).unwrap() -= 1;
            *stocks[seat].entry(railroad).or_default() += 1;
            seat = (seat + self.players - 1) % self.players;
        }
        let mut open: Vec<&str> = vec![];
        for _ in 0..counts.open {
            let railroad = *left.iter().max_by_key(|(railroad, count)| (**count, **railroad)).unwrap().0;
            *left.get_mut(railroad).unwrap() -= 1;
            open.push(railroad);
        }
        open.sort_unstable();
        let players: Vec<Value> = (0..self.players)
            .map(|seat| {
                json!({
                    "score": self.scores[seat],
                    "hand": self.hands[seat],
                    "stocks": stocks[seat],
                    "locomotives_left": self.locomotives(seat),
                })
            })
            .collect();
        json!({
            "game": "railroad-rivals",
            "phase": self.phase,
            "options": self.options,
            "players": players,
            "order": self.order,
            "market": {"cities": counts.market, "stocks": open},
            "tiles": self.tiles.iter().map(|laid| json!({
                "tile": laid.tile, "at": laid.at, "rotation": laid.rotation, "cubes": counted(&laid.cubes),
            })).collect::<Vec<_>>(),
            "links": self.links(),
            "stock_values": self.values,
            "bag": self.bag(),
            "cities_left": counts.cities_left,
            "stocks_left": left.values().sum::<i64>(),
            "removed": {"cities": counts.removed, "stocks": counts.removed_stocks},
            "delivered": counted(&self.delivered),
            "row": self.row,
            "drafted": vec![counts.drafted; self.players],
            "laid": self.laid,
            "round": counts.round,
            "last_round": self.last_round,
            "active": if self.phase == "over" { Value::Null } else { self.active.into() },
            "auction": if self.phase == "bid" { self.auction() } else { Value::Null },
        })
    }

    fn auction(&self) -> Value {
        let mut bidders = self.order.clone();
        bidders.sort_unstable();
        let opener = self.order[self.players - 1];
        json!({"what": "first", "min": 1, "high": null, "high_seat": null, "bidders": bidders, "opener": opener, "passed": []})
    }

    /// Tiles that nothing was said of.
    fn unused(&self) -> Vec<&'static str> {
        let known = |tile: &&str| {
            self.tiles.iter().any(|laid| laid.tile == *tile)
                || self.hands.iter().flatten().chain(&self.market).any(|other| other == tile)
        };
        all_cities().into_iter().filter(|tile| !known(tile)).collect()
    }

    fn bag(&self) -> Value {
        let all = CUBES.iter().zip(bag(self.players));
        let there = |cube: &str| {
            let on_tiles = self.tiles.iter().flat_map(|laid| &laid.cubes);
            on_tiles.chain(&self.delivered).chain(&self.row).filter(|other| **other == cube).count()
        };
        let left = all.map(|(cube, all)| (*cube, all - i64::try_from(there(cube)).unwrap()));
        json!(left.filter(|(_, count)| *count > 0).collect::<BTreeMap<_, _>>())
    }

    /// Wherever a railroad meets itself there is a link; the first in order owns it unless somebody else was named.
    fn links(&self) -> Vec<Value> {
        let mut links = vec![];
        for laid in &self.tiles {
            for (side, other_side, [dx, dy]) in [(1, 3, [1, 0]), (2, 0, [0, 1])] {
                let there = [laid.at[0] + dx, laid.at[1] + dy];
                let Some(other) = self.tiles.iter().find(|other| other.at == there) else { continue };
                let railroad = edges(laid.tile, laid.rotation)[side];
                if !railroad.is_empty() && railroad == edges(other.tile, other.rotation)[other_side] {
                    let owner = self.owners.get(&(laid.at, there)).copied().unwrap_or(self.order[0]);
                    links.push(json!({"a": laid.at, "b": there, "railroad": railroad, "owner": owner}));
                }
            }
        }
        links
    }

    fn locomotives(&self, seat: usize) -> usize {
        let own = self.links().iter().filter(|link| link["owner"] == seat).count();
        if self.players == 1 { 19 } else { 19 - own }
    }

    fn counts(&self) -> Counts {
        if self.players == 1 { self.solitaire_counts() } else { self.usual_counts() }
    }

    /// How many tiles were drawn follows from where they are.
    fn usual_counts(&self) -> Counts {
        let n = self.players;
        let opens = matches!(self.phase, "bid" | "draft");
        let mut unused = self.unused();
        let in_hands: usize = self.hands.iter().map(Vec::len).sum();
        let drawn = self.tiles.len() - 1 + in_hands - 2 * n;
        assert_eq!(drawn % n, 0, "{drawn} city tiles cannot have been drawn by {n} players");
        let before = drawn / n;
        let round = self.round.unwrap_or(before + usize::from(opens));
        let only_stocks = self.round.is_some_and(|round| round > before + usize::from(opens))
            || opens && self.round == Some(before + 1) && unused.len() < n + if n == 2 { 6 } else { 0 };
        let mut market = self.market.clone();
        if opens && !only_stocks {
            let missing = n - market.len();
            market.extend(unused.drain(..missing));
        }
        let with_cities = before + usize::from(opens && !only_stocks);
        let removed: Vec<&str> = match (n, only_stocks) {
            (_, true) => std::mem::take(&mut unused),
            (2, false) => unused.split_off(unused.len() - 6),
            _ => vec![],
        };
        let stocks = |markets: usize, with_cities: usize| {
            let all = if n == 2 { 36 } else { 48 };
            i64::try_from((n * with_cities + 2 * n * (markets - with_cities)).min(all)).unwrap()
        };
        let now = stocks(round, with_cities);
        let then = stocks(round - 1, with_cities - usize::from(!only_stocks));
        let drafted = match (opens, only_stocks) {
            (true, _) => vec![],
            (false, true) => vec!["stock", "stock"],
            (false, false) => vec!["city", "stock"],
        };
        Counts {
            round,
            held: if opens { then } else { now },
            open: if opens { now - then } else { 0 },
            market,
            removed,
            removed_stocks: all_railroads()
                .into_iter()
                .filter(|_| n == 2)
                .map(|railroad| (railroad, 1))
                .collect(),
            drafted,
            cities_left: unused.len(),
        }
    }

    fn solitaire_counts(&self) -> Counts {
        let round = self.round.unwrap();
        let kept = if self.phase == "keep" { round - 1 } else { round };
        let mut unused = self.unused();
        let laid = self.tiles.len() - 3;
        let gone = 3 * kept - laid - self.hands[0].len();
        let removed = unused.split_off(unused.len() - gone);
        let mut removed_stocks = BTreeMap::new();
        for railroad in all_railroads().into_iter().cycle().take(2 * kept) {
            *removed_stocks.entry(railroad).or_insert(0) += 1;
        }
        Counts {
            round,
            held: i64::try_from(kept).unwrap(),
            open: if self.phase == "keep" { 3 } else { 0 },
            market: vec![],
            removed,
            removed_stocks,
            drafted: vec![],
            cities_left: unused.len(),
        }
    }
}

/// What is filled up.
struct Counts {
    round: usize,
    /// Stocks that all hold together.
    held: i64,
    /// Stocks that lie open.
    open: i64,
    market: Vec<&'static str>,
    removed: Vec<&'static str>,
    removed_stocks: BTreeMap<&'static str, i64>,
    drafted: Vec<&'static str>,
    cities_left: usize,
}

fn counted(names: &[&str]) -> Value {
    let mut counts = BTreeMap::new();
    for name in names {
        *counts.entry(*name).or_insert(0) += 1;
    }
    json!(counts)
}
