//! The books of a game, kept a second time from its positions alone.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use serde_json::Value;

/// A position to look things up in. Games add their own with an `impl Book<'_, TheGame>`.
#[derive(Debug)]
pub(crate) struct Book<'a, G> {
    pub(crate) position: &'a Value,
    of: PhantomData<fn() -> G>,
}

/// Everybody's money: what players have, by seat, and what companies have, by name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Funds {
    pub(crate) purses: Vec<i64>,
    pub(crate) treasuries: BTreeMap<&'static str, i64>,
}

// Not derived: that would ask the same of the game.
impl<G> Clone for Book<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Book<'_, G> {}

impl<'a, G> Book<'a, G> {
    pub(crate) fn new(position: &'a Value) -> Self {
        Self { position, of: PhantomData }
    }

    pub(crate) fn seats(self) -> usize {
        self.position["players"].as_array().unwrap().len()
    }

    pub(crate) fn cash(self, seat: usize) -> i64 {
        self.position["players"][seat]["cash"].as_i64().unwrap()
    }

    pub(crate) fn shares(self, seat: usize, company: &str) -> i64 {
        self.position["players"][seat]["shares"][company].as_i64().unwrap_or(0)
    }

    pub(crate) fn sold(self, company: &str) -> i64 {
        (0..self.seats()).map(|seat| self.shares(seat, company)).sum()
    }

    /// The strings of a list.
    pub(crate) fn strings(self, pointer: &str) -> Vec<&'a str> {
        let list = self.position.pointer(pointer).unwrap_or_else(|| panic!("no {pointer}"));
        list.as_array().unwrap().iter().map(|item| item.as_str().unwrap()).collect()
    }

    /// All money, with what `treasury` says of each company.
    pub(crate) fn funds<const N: usize>(
        self,
        companies: [&'static str; N],
        treasury: impl Fn(&'static str) -> i64,
    ) -> Funds {
        Funds {
            purses: (0..self.seats()).map(|seat| self.cash(seat)).collect(),
            treasuries: companies.map(|company| (company, treasury(company))).into(),
        }
    }
}

impl Funds {
    pub(crate) fn treasury(&mut self, company: &str) -> &mut i64 {
        self.treasuries.get_mut(company).unwrap()
    }

    /// The bank pays each share of a company so much.
    pub(crate) fn pay<G>(&mut self, book: Book<'_, G>, company: &str, each: i64) {
        for (seat, purse) in self.purses.iter_mut().enumerate() {
            *purse += each * book.shares(seat, company);
        }
    }
}
