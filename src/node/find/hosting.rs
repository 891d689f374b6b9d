//! A table that this node opens: what it is about, and the contract that comes of those who gather.

use whistlestop_proto::contract::{Contract, DrawMode};

use crate::engine::bot::Bots;
use crate::node::plan::{phrase_key, plan_terms};
use crate::node::system::random;
use crate::table::front::Plan;
use crate::table::gather::Gather;
use crate::table::phrase::PhraseKey;
use crate::table::terms::{BadTerms, Terms};

/// A table that this node opens.
#[derive(Clone, Debug)]
pub(crate) struct Hosting {
    /// Its seats and nonce are filled in when all sit.
    terms: Terms,
    seats: usize,
    /// The bots on the last of them.
    bots: Vec<String>,
    phrase: Option<PhraseKey>,
    games: u32,
    ready: bool,
}

impl Hosting {
    /// A table to open, if the plan can be played; so many games in a row, begun without being told if the host is `ready`.
    pub(crate) fn new(plan: &Plan, games: u32, ready: bool) -> anyhow::Result<Self> {
        let terms = plan_terms(plan)?;
        let bots = vec![terms.stand_in.clone(); plan.bots.into()];
        let phrase = phrase_key(plan.pass_phrase.as_deref())?;
        Ok(Self { terms, seats: plan.seats.into(), bots, phrase, games, ready })
    }

    /// Whether the host begins as soon as all sit.
    pub(crate) const fn is_ready(&self) -> bool {
        self.ready
    }

    /// What others must know to come in.
    pub(crate) const fn phrase(&self) -> Option<&PhraseKey> {
        self.phrase.as_ref()
    }

    /// How many games follow the first.
    pub(crate) const fn more_games(&self) -> u32 {
        self.games - 1
    }

    /// What the table is to be called, if not by a number.
    pub(crate) fn wanted_name(&self) -> Option<&str> {
        self.terms.name.as_deref()
    }

    /// The table of this name with nobody at it yet.
    pub(crate) fn gather(&self, name: &str) -> anyhow::Result<Gather> {
        let (game, phrase) = (&self.terms.game, self.phrase.clone());
        Ok(Gather::new(name, game, random()?, self.seats, &self.bots, phrase))
    }

    /// It is to be gathered for anew, at a later game of the row.
    pub(crate) fn go_on_with(&mut self, more_games: u32, draw: DrawMode) {
        (self.games, self.terms.draw) = (more_games + 1, draw);
    }

    /// The contract of those who gathered, once all sit and are ready.
    pub(crate) fn contract(&self, gather: &Gather, bots: Bots) -> Option<Result<Contract, BadTerms>> {
        let name = Some(gather.name().to_owned());
        let terms = Terms { seats: gather.plan()?, nonce: gather.nonce(), name, ..self.terms.clone() };
        Some(terms.contract(bots))
    }
}
