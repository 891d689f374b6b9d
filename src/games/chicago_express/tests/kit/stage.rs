//! A position being set up.

use std::collections::{BTreeMap, VecDeque};

use serde_json::{Value, json};

use super::figures::{COMPANIES, Figures, income, is_exclusive, is_house_site, lands_beside, named};
use super::table::Table;

/// A game whose initial auctions are over; everything else can be set. What follows from the rest (incomes,
/// pieces left, dividends paid) is worked out.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    cash: Vec<i64>,
    shares: Vec<BTreeMap<&'static str, i64>>,
    treasuries: BTreeMap<&'static str, i64>,
    networks: BTreeMap<&'static str, Vec<&'static str>>,
    dials: [i64; 3],
    industry: BTreeMap<&'static str, i64>,
    houses: Vec<&'static str>,
    active: usize,
    phase: &'static str,
    expanding: Value,
}

/// So many players at the start of seat 0's turn, each with the starting cash. The shares of PRR, B&O, C&O and
/// NYC are with seats 0, 1, 2, 3 and round again; the companies have no money.
pub(crate) fn stage(players: usize) -> Stage {
    let mut shares = vec![BTreeMap::new(); players];
    for (place, company) in COMPANIES[..4].iter().enumerate() {
        shares[place % players].insert(*company, 1);
    }
    let start = |company| if company == "WAB" { vec![] } else { vec![Figures::of(company).start] };
    Stage {
        cash: vec![120 / i64::try_from(players).unwrap(); players],
        shares,
        treasuries: COMPANIES.map(|company| (company, 0)).into(),
        networks: COMPANIES.map(|company| (company, start(company))).into(),
        dials: [0; 3],
        industry: [("Detroit", 1), ("Wheeling", 3), ("Pittsburgh", 4)].into(),
        houses: vec![],
        active: 0,
        phase: "turn",
        expanding: Value::Null,
    }
}

impl Stage {
    pub(crate) fn cash(mut self, seat: usize, dollars: i64) -> Self {
        self.cash[seat] = dollars;
        self
    }

    /// Every player has so much.
    pub(crate) fn all_have(mut self, dollars: i64) -> Self {
        self.cash.fill(dollars);
        self
    }

    /// The seat owns so many shares of the company.
    pub(crate) fn shares(mut self, seat: usize, company: &'static str, count: i64) -> Self {
        self.shares[seat].insert(company, count);
        self
    }

    /// The seat owns every share of the company that nobody else has.
    pub(crate) fn sold_out(mut self, seat: usize, company: &'static str) -> Self {
        self.shares[seat].remove(company);
        let others: i64 = self.shares.iter().filter_map(|shares| shares.get(company)).sum();
        self.shares(seat, company, Figures::of(company).shares - others)
    }

    pub(crate) fn treasury(mut self, company: &'static str, dollars: i64) -> Self {
        self.treasuries.insert(company, dollars);
        self
    }

    /// The company also has these hexes.
    pub(crate) fn network(mut self, company: &'static str, hexes: &str) -> Self {
        let network = self.networks.get_mut(company).unwrap();
        network.extend(hexes.split_whitespace().map(named));
        self
    }

    /// The company also has a shortest way to the hex that keeps clear of Chicago.
    pub(crate) fn route(mut self, company: &'static str, to: &str) -> Self {
        let (to, network) = (named(to), &self.networks[company]);
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
        self.networks.get_mut(company).unwrap().extend(new);
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
        while self.networks[company].len() < Figures::of(company).locomotives - left {
            let network = &self.networks[company];
            let around = network.iter().flat_map(|hex| lands_beside(hex));
            let open = around.filter(|hex| !network.contains(hex) && self.has_room(hex));
            let next = open.min_by_key(|hex| (avoided(hex), *hex)).expect("the map has room");
            self.networks.get_mut(company).unwrap().push(next);
        }
        self
    }

    fn has_room(&self, hex: &str) -> bool {
        !is_exclusive(hex) || !self.networks.values().flatten().any(|&taken| taken == hex)
    }

    /// Wabash stands on Fort Wayne, since NYC has reached Chicago along the lake shore.
    pub(crate) fn wabash_open(self) -> Self {
        let nyc = [super::LAKE_SHORE, super::CLEVELAND_TO_CHICAGO, "A2"].join(" ");
        self.network("NYC", &nyc).network("WAB", "D3")
    }

    /// How often the auction, expansion and development dials have moved.
    pub(crate) fn dials(mut self, auction: i64, expansion: i64, development: i64) -> Self {
        self.dials = [auction, expansion, development];
        self
    }

    /// One dial is on red and the next expansion puts a second one there.
    pub(crate) fn dividend_is_near(self) -> Self {
        self.dials(3, 4, 0)
    }

    pub(crate) fn industry(mut self, city: &'static str, value: i64) -> Self {
        self.industry.insert(city, value);
        self
    }

    /// Houses stand on these hexes.
    pub(crate) fn houses(mut self, hexes: &str) -> Self {
        self.houses.extend(hexes.split_whitespace().map(named));
        self
    }

    /// Houses stand on hexes of the networks until so many are left in the supply.
    pub(crate) fn houses_left(mut self, left: usize) -> Self {
        let mut sites: Vec<_> = self.networks.values().flatten().copied().collect();
        sites.retain(|site| is_house_site(site));
        sites.sort_unstable();
        sites.dedup();
        assert!(sites.len() >= 20 - left, "the networks have room for only {} houses", sites.len());
        self.houses = sites[..20 - left].to_vec();
        self
    }

    pub(crate) fn active(mut self, seat: usize) -> Self {
        self.active = seat;
        self
    }

    /// In this phase, whose dial has moved.
    pub(crate) fn phase(mut self, phase: &'static str) -> Self {
        self.phase = phase;
        match phase {
            "offer" | "auction" => self.dials[0] += 1,
            "expansion" | "wabash_auction" => self.dials[1] += 1,
            "development" => self.dials[2] += 1,
            _ => {}
        }
        self
    }

    /// In an expansion of the company that has placed so many, Chicago among them or not.
    pub(crate) fn expanding(mut self, company: &str, placed: u8, chicago: bool) -> Self {
        self.expanding = json!({"company": company, "placed": placed, "chicago": chicago});
        self.phase("expansion")
    }

    pub(crate) fn position(&self) -> Value {
        let over = u8::from(self.phase == "over");
        let players = self.cash.iter().zip(&self.shares);
        let players = players.map(|(cash, shares)| json!({"cash": cash, "shares": shares}));
        let companies = COMPANIES.map(|company| (company.to_owned(), self.company(company)));
        let [auction, expansion, development] = self.dials;
        json!({
            "game": "chicago-express",
            "phase": self.phase,
            "players": players.collect::<Vec<_>>(),
            "companies": Value::Object(companies.into_iter().collect()),
            "dials": {"auction": auction, "expansion": expansion, "development": development},
            "industry": self.industry,
            "houses_left": 20 - self.houses.len(),
            "developed": self.houses,
            "dividends_paid": self.industry["Detroit"] - 1 + i64::from(over),
            "active": self.active,
            "expanding": self.expanding,
            "banker": 0,
            "auction": null,
        })
    }

    fn company(&self, company: &str) -> Value {
        let (figures, hexes) = (Figures::of(company), &self.networks[company]);
        let sold: i64 = self.shares.iter().filter_map(|shares| shares.get(company)).sum();
        json!({
            "cash": self.treasuries[company],
            "income": income(company, hexes, &json!(self.industry), &self.houses),
            "shares_left": figures.shares - sold,
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
