//! Checking a journal offline: every signature, link and state from the contract on, trusting nobody.

use whistlestop_proto::contract::Contract;
use whistlestop_proto::error::{OpenError, VerifyError};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::kept::Kept;
use whistlestop_proto::quorum::Voter;
use whistlestop_proto::rules::{Rules as _, ToMove};
use whistlestop_proto::sign::PublicKey;
use whistlestop_proto::statement::Evidence;
use whistlestop_proto::step::Step;
use whistlestop_proto::verify::{BotMoves, verify_each};
use whistlestop_proto::world::World;

use crate::engine::game::Standing;

use super::catalog::Catalog;
use super::genesis::{Earlier, GenesisError, genesis};
use super::rules::GameRules;
use super::terms::roster_hash;

/// What a journal proves. Two journals with the same table and the same last entry are of the same game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The table's id.
    pub table: Hash,
    /// The contract.
    pub contract: Contract,
    /// Whose journal it is.
    pub owner: Option<PublicKey>,
    /// How many entries there are.
    pub entries: u32,
    /// Up to this entry, heads in this journal show that a majority acknowledged what stands there. The last ones may
    /// be shown by other journals only.
    pub proved: u32,
    /// The hash of the last entry, which covers all before it.
    pub tip: Hash,
    /// The hash of the state after it.
    pub state: Hash,
    /// Whether the game is over.
    pub over: bool,
    /// How the players stand.
    pub standings: Vec<Standing>,
    /// What the roster phrase is made of.
    pub roster: Hash,
    /// Voters that are proved to have said two things, and the proof.
    pub evidence: Vec<(Voter, Evidence)>,
    /// Bytes at its end that a crash tore, which say nothing.
    pub torn_bytes: usize,
}

/// Why a journal proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyJournalError {
    /// It is no journal, or was damaged.
    #[error(transparent)]
    Kept(#[from] OpenError),
    /// Its game cannot begin here.
    #[error(transparent)]
    Genesis(#[from] GenesisError),
    /// Something in it is not as it must be.
    #[error(transparent)]
    Log(#[from] VerifyError),
    /// A proof in it proves nothing.
    #[error("the journal blames somebody for saying two things, and the proof is not good")]
    Evidence,
}

/// What the last entry of a journal led to, and its proofs that voters said two things.
type Checked = (World<GameRules>, Vec<(Voter, Evidence)>);

/// Checks a journal of a table that carries on no other.
pub fn verify_journal(bytes: &[u8], catalog: impl Into<Catalog>) -> Result<Verified, VerifyJournalError> {
    verify_journal_after(bytes, catalog, &mut |_| None)
}

/// Checks a journal; `earlier` gives those of the tables that it carries on. Of these only the part that leads here
/// counts, and whoever doubts their signatures checks them too.
pub fn verify_journal_after(
    bytes: &[u8],
    catalog: impl Into<Catalog>,
    earlier: Earlier<'_>,
) -> Result<Verified, VerifyJournalError> {
    let kept = Kept::read(bytes)?;
    let genesis = genesis(&kept.contract, catalog.into(), earlier)?;
    let (world, evidence) = check(&kept, &genesis, BotMoves::Computed, |_, _| ())?;
    Ok(Verified {
        table: kept.contract.table(),
        owner: kept.owner,
        entries: world.index,
        proved: kept.proved(),
        tip: world.tip,
        state: world.state,
        over: world.rules.turn() == ToMove::Over,
        standings: world.rules.game().standings(),
        roster: roster_hash(&kept.contract),
        evidence,
        torn_bytes: kept.torn_bytes,
        contract: kept.contract,
    })
}

/// Checks all that a journal holds. `see` is shown what each entry does to the game, and the game after it.
pub(super) fn check(
    kept: &Kept,
    genesis: &GameRules,
    bots: BotMoves,
    see: impl FnMut(Step, &GameRules),
) -> Result<Checked, VerifyJournalError> {
    let Kept { contract, accessions, log, .. } = kept;
    let world = verify_each(contract, accessions, log, genesis, bots, see)?;
    let evidence = kept.proofs().ok_or(VerifyJournalError::Evidence)?;
    Ok((world, evidence))
}
