//! A position being set up.

use std::collections::{BTreeMap, VecDeque};

use serde_json::{Value, json};

use super::figures::{COMPANIES, Figures, income, is_exclusive, is_house_site, lands_beside, named};
use super::table::Table;
use crate::test_kit::stage;

/// A game whose initial auctions are over; everything else can be set. What follows from the rest (incomes,
/// pieces left, dividends paid) is worked out.
pub(crate) type Stage = stage::Stage<Map>;

/// What stands on the map, and the dials.
#[derive(Clone, Debug)]
pub(crate) struct Map {
    networks: BTreeMap<&'static str, Vec<&'static str>>,
    dials: [i64; 3],
    industry: BTreeMap<&'static str, i64>,
    houses: Vec<&'static str>,
    expanding: Value,
}

/// So many players at the start of seat 0's turn, each with the starting cash. The shares of PRR, B&O, C&O and
/// NYC are with seats 0, 1, 2, 3 and round again; the companies have no money.
pub(crate) fn stage(players: usize) -> Stage {
    let start = |company| if company == "WAB" { vec![] } else { vec![Figures::of(company).start] };
    let map = Map {
        networks: COMPANIES.map(|company| (company, start(company))).into(),
        dials: [0; 3],
        industry: [("Detroit", 1), ("Wheeling", 3), ("Pittsburgh", 4)].into(),
        houses: vec![],
        expanding: Value::Null,
    };
    Stage::new(players, 120 / i64::try_from(players).unwrap(), &COMPANIES, &COMPANIES[..4], map)
}

impl Stage {
    /// The seat owns every share of the company that nobody else has.
    pub(crate) fn sold_out(self, seat: usize, company: &'static str) -> Self {
        self.rest_of(seat, company, Figures::of(company).shares)
    }

    /// The company also has these hexes.
    pub(crate) fn network(mut self, company: &'static str, hexes: &str) -> Self {
        let network = self.own.networks.get_mut(company).unwrap();
        network.extend(hexes.split_whitespace().map(named));
        self
    }

    /// The company also has a shortest way to the hex that keeps clear of Chicago.
    pub(crate) fn route(mut self, company: &'static str, to: &str) -> Self {
        let (to, network) = (named(to), &self.own.networks[company]);
        let mut from: BTreeMap<_, _> = network.iter().map(|&hex| (hex, hex)).collect();
        let mut reached: VecDeque<_> = network.iter().copied().collect();
        while let Some(hex) = reached.pop_front() {
            for next in lands_beside(hex).filter(|&next| self.has_room(next)) {
                from.entry(next).or_insert_with(|| {
                    reached.push_back(next);
                    hex
                });
            }
        }
        let way = std::iter::successors(Some(to), |hex| from.get(hex).copied());
        let new: Vec<_> = way.take_while(|hex| !network.contains(hex)).collect();
        self.own.networks.get_mut(company).unwrap().extend(new);
        self
    }

    /// The company grows over plains and cities until so many locomotives are left on its charter. It leaves
    /// forests and mountains alone while it can, so that companies do not shut each other in.
    pub(crate) fn locomotives_left(self, company: &'static str, left: usize) -> Self {
        self.grow(company, left, is_exclusive)
    }

    /// The same over hexes that can have a house.
    pub(crate) fn in_the_woods(self, company: &'static str, left: usize) -> Self {
        self.grow(company, left, |hex| !is_house_site(hex))
    }

    fn grow(mut self, company: &'static str, left: usize, avoided: impl Fn(&str) -> bool) -> Self {
        while self.own.networks[company].len() < Figures::of(company).locomotives - left {
            let network = &self.own.networks[company];
            let around = network.iter().flat_map(|hex| lands_beside(hex));
            let open = around.filter(|hex| !network.contains(hex) && self.has_room(hex));
            let next = open.min_by_key(|hex| (avoided(hex), *hex)).expect("the map has room");
            self.own.networks.get_mut(company).unwrap().push(next);
        }
        self
    }

    fn has_room(&self, hex: &str) -> bool {
        !is_exclusive(hex) || !self.own.networks.values().flatten().any(|&taken| taken == hex)
    }

    /// Wabash stands on Fort Wayne, since NYC has reached Chicago along the lake shore.
    pub(crate) fn wabash_open(self) -> Self {
        let nyc = [super::LAKE_SHORE, super::CLEVELAND_TO_CHICAGO, "A2"].join(" ");
        self.network("NYC", &nyc).network("WAB", "D3")
    }

    /// How often the auction, expansion and development dials have moved.
    pub(crate) fn dials(mut self, auction: i64, expansion: i64, development: i64) -> Self {
        self.own.dials = [auction, expansion, development];
        self
    }

    /// One dial is on red and the next expansion puts a second one there.
    pub(crate) fn dividend_is_near(self) -> Self {
        self.dials(3, 4, 0)
    }

    pub(crate) fn industry(mut self, city: &'static str, value: i64) -> Self {
        self.own.industry.insert(city, value);
        self
    }

    /// Houses stand on these hexes.
    pub(crate) fn houses(mut self, hexes: &str) -> Self {
        self.own.houses.extend(hexes.split_whitespace().map(named));
        self
    }

    /// Houses stand on hexes of the networks until so many are left in the supply.
    pub(crate) fn houses_left(mut self, left: usize) -> Self {
        let mut sites: Vec<_> = self.own.networks.values().flatten().copied().collect();
        sites.retain(|site| is_house_site(site));
        sites.sort_unstable();
        sites.dedup();
        assert!(sites.len() >= 20 - left, "the networks have room for only {} houses", sites.len());
        self.own.houses = sites[..20 - left].to_vec();
        self
    }

    /// In this phase, whose dial has moved.
    pub(crate) fn phase(mut self, phase: &'static str) -> Self {
        self.phase = phase;
        match phase {
            "offer" | "auction" => self.own.dials[0] += 1,
            "expansion" | "wabash_auction" => self.own.dials[1] += 1,
            "development" => self.own.dials[2] += 1,
            _ => {}
        }
        self
    }

    /// In an expansion of the company that has placed so many, Chicago among them or not.
    pub(crate) fn expanding(mut self, company: &str, placed: u8, chicago: bool) -> Self {
        self.own.expanding = json!({"company": company, "placed": placed, "chicago": chicago});
        self.phase("expansion")
    }

    pub(crate) fn position(&self) -> Value {
        let over = u8::from(self.phase == "over");
        let players = self.cash.iter().zip(&self.shares);
        let players = players.map(|(cash, shares)| json!({"cash": cash, "shares": shares}));
        let companies = COMPANIES.map(|company| (company.to_owned(), self.company(company)));
        let [auction, expansion, development] = self.own.dials;
        json!({
            "game": "chicago-express",
            "phase": self.phase,
            "players": players.collect::<Vec<_>>(),
            "companies": Value::Object(companies.into_iter().collect()),
            "dials": {"auction": auction, "expansion": expansion, "development": development},
            "industry": self.own.industry,
            "houses_left": 20 - self.own.houses.len(),
            "developed": self.own.houses,
            "dividends_paid": self.own.industry["Detroit"] - 1 + i64::from(over),
            "active": self.active,
            "expanding": self.own.expanding,
            "banker": 0,
            "auction": null,
        })
    }

    fn company(&self, company: &str) -> Value {
        let (figures, hexes) = (Figures::of(company), &self.own.networks[company]);
        json!({
            "cash": self.treasuries[company],
            "income": income(company, hexes, &json!(self.own.industry), &self.own.houses),
            "shares_left": figures.shares - self.sold(company),
            "locomotives_left": figures.locomotives - hexes.len(),
            "open": !hexes.is_empty(),
            "hexes": hexes,
        })
    }

    /// The table at this position.
    pub(crate) fn set(&self) -> Table {
        Table::at(&self.position())
    }
}
