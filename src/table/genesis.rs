//! Where a table's game begins: at the very start, or for a copy where it left the table that it carries on.

use whistlestop_proto::contract::{Contract, Parent, start};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::kept::Kept;

use crate::engine::any_game::AnyGame;

use super::catalog::Catalog;
use super::history::History;
use super::limits::MAX_PARENTS;
use super::rules::GameRules;
use super::terms::{Agreed, BadTerms};

/// Gives the journal of an earlier table, if it can be had.
pub type Earlier<'a> = &'a mut dyn FnMut(&Hash) -> Option<Vec<u8>>;

/// Why a table's game cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenesisError {
    /// The contract does not fit this program.
    #[error(transparent)]
    Terms(#[from] BadTerms),
    /// The table that this one carries on is not known.
    #[error(
        "this table carries on table {0}, whose journal is not here: copy that journal into the tables folder first"
    )]
    ParentMissing(Hash),
    /// The table that this one carries on does not lead here.
    #[error("this table carries on table {table}, but the journal of that one does not lead here: {why}")]
    ParentDiffers {
        /// Which.
        table: Hash,
        /// Why not.
        why: String,
    },
}

/// The game of a contract before its first entry, with its bots.
pub fn genesis(
    contract: &Contract,
    catalog: Catalog,
    earlier: Earlier<'_>,
) -> Result<GameRules, GenesisError> {
    genesis_within(MAX_PARENTS, contract, catalog, earlier)
}

fn genesis_within(
    parents: usize,
    contract: &Contract,
    catalog: Catalog,
    earlier: Earlier<'_>,
) -> Result<GameRules, GenesisError> {
    let agreed = Agreed::new(contract, catalog)?;
    let game = match &contract.parent {
        None => agreed.begin()?,
        Some(parent) => {
            let differs = |why: String| GenesisError::ParentDiffers { table: parent.table, why };
            let within = parents.checked_sub(1);
            let within = within.ok_or_else(|| differs("too many tables carry each other on".to_owned()))?;
            let bytes = earlier(&parent.table).ok_or(GenesisError::ParentMissing(parent.table))?;
            let kept = Kept::read(&bytes).map_err(|why| differs(why.to_string()))?;
            check_parent(contract, parent, &kept).map_err(|why| differs(why.to_owned()))?;
            let start = genesis_within(within, &kept.contract, catalog, earlier)?;
            last_state(parent, &kept, &start).map_err(differs)?
        }
    };
    Ok(GameRules::new(game, agreed.bots))
}

fn check_parent(contract: &Contract, parent: &Parent, kept: &Kept) -> Result<(), &'static str> {
    let theirs = &kept.contract;
    if theirs.table() != parent.table {
        return Err("it is of another table");
    }
    let same_game = contract.game == theirs.game && contract.options == theirs.options;
    if !same_game || contract.seats.len() != theirs.seats.len() {
        return Err("it is of another game, or has other options or seats");
    }
    let entry = match (parent.index as usize).checked_sub(1) {
        None => Some(start(&parent.table, &kept.accessions)),
        Some(place) => kept.log.get(place).map(whistlestop_proto::entry::Entry::hash),
    };
    match entry {
        None => Err("it ends before that"),
        Some(entry) if entry == parent.entry => Ok(()),
        Some(_) => Err("it went on differently there"),
    }
}

fn last_state(parent: &Parent, kept: &Kept, genesis: &GameRules) -> Result<Box<dyn AnyGame>, String> {
    let history = History::of(kept, genesis.shared(), parent.index);
    history.map(|history| history.last().fork()).map_err(|why| why.to_string())
}
