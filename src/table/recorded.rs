//! A journal that was checked, with the game in it: for whoever looks at a game again.

use std::path::Path;

use whistlestop_proto::contract::Contract;
use whistlestop_proto::kept::Kept;
use whistlestop_proto::verify::BotMoves;

use super::catalog::Catalog;
use super::front::Event;
use super::genesis::{Earlier, genesis};
use super::history::History;
use super::verify::{VerifyJournalError, check};

/// A table that was played, wholly or in part.
#[derive(Debug)]
pub struct Recorded {
    /// What it was about.
    pub contract: Contract,
    /// All that happened.
    pub history: History,
}

impl Recorded {
    /// The table in these bytes, once every signature, draw and state is checked; bots that take long are not asked again.
    /// `earlier` gives the journals of tables that it carries on.
    pub fn check(
        bytes: &[u8],
        catalog: impl Into<Catalog>,
        earlier: Earlier<'_>,
    ) -> Result<Self, VerifyJournalError> {
        let kept = Kept::read(bytes)?;
        let genesis = genesis(&kept.contract, catalog.into(), earlier)?;
        let mut history = History::new(genesis.shared());
        check(&kept, &genesis, BotMoves::Believed, |step, rules| history.take(step, rules.shared()))?;
        Ok(Self { contract: kept.contract, history })
    }

    /// The table as a front end hears of one that nobody plays any more. `phrase` shows whose it was.
    pub fn event(&self, journal: &Path, phrase: [&'static str; 4]) -> Event {
        Event::Table {
            id: self.contract.table(),
            contract: Box::new(self.contract.clone()),
            seats: Vec::new(),
            phrase,
            journal: journal.to_path_buf(),
            start: self.history.state(0),
            steps: self.history.steps().to_vec(),
        }
    }
}
