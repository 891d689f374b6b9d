//! A position being set up: what companies and their shareholders have. A game adds what is its own, with an
//! `impl Stage<ItsOwn>` that ends in a position.

use std::collections::BTreeMap;

/// What is set so far.
#[derive(Clone, Debug)]
pub(crate) struct Stage<Own> {
    pub(crate) cash: Vec<i64>,
    pub(crate) shares: Vec<BTreeMap<&'static str, i64>>,
    pub(crate) treasuries: BTreeMap<&'static str, i64>,
    pub(crate) active: usize,
    pub(crate) phase: &'static str,
    /// What only this game has.
    pub(crate) own: Own,
}

impl<Own> Stage<Own> {
    /// So many players with so much cash each at the start of seat 0's turn. One share of each company of `sold` is with
    /// seats 0, 1, 2 and so on, round and round; no company has money.
    pub(crate) fn new(
        players: usize,
        cash: i64,
        companies: &[&'static str],
        sold: &[&'static str],
        own: Own,
    ) -> Self {
        let mut shares = vec![BTreeMap::new(); players];
        for (place, company) in sold.iter().enumerate() {
            shares[place % players].insert(*company, 1);
        }
        let treasuries = companies.iter().map(|company| (*company, 0)).collect();
        Self { cash: vec![cash; players], shares, treasuries, active: 0, phase: "turn", own }
    }

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

    /// The seat owns every share of the company, which has so many, that nobody else has.
    pub(crate) fn rest_of(mut self, seat: usize, company: &'static str, all: i64) -> Self {
        self.shares[seat].remove(company);
        let others = self.sold(company);
        self.shares(seat, company, all - others)
    }

    /// How many shares of the company the players own.
    pub(crate) fn sold(&self, company: &str) -> i64 {
        self.shares.iter().filter_map(|shares| shares.get(company)).sum()
    }

    pub(crate) fn treasury(mut self, company: &'static str, dollars: i64) -> Self {
        self.treasuries.insert(company, dollars);
        self
    }

    pub(crate) fn active(mut self, seat: usize) -> Self {
        self.active = seat;
        self
    }
}
