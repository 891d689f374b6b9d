//! Checking a journal offline: every signature, link and state from the contract on, trusting nobody.

use whistlestop_proto::contract::Contract;
use whistlestop_proto::entry::{Body, Change, Entry};
use whistlestop_proto::error::VerifyError;
use whistlestop_proto::guard::final_entry;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::quorum::{Quorum, Roll, Voter};
use whistlestop_proto::rules::{Rules as _, Turn};
use whistlestop_proto::sign::PublicKey;
use whistlestop_proto::statement::{Evidence, Signed};
use whistlestop_proto::verify::{BotMoves, verify_log_with};
use whistlestop_proto::world::Table;

use crate::engine::game::Standing;

use super::catalog::Catalog;
use super::counted::Counted;
use super::genesis::{Earlier, GenesisError, genesis};
use super::kept::{Kept, KeptError};
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
    Kept(#[from] KeptError),
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
    verify_with(bytes, catalog.into(), earlier, BotMoves::Computed)
}

/// The same; bots that take long may be believed to have moved as the journal says.
pub(super) fn verify_with(
    bytes: &[u8],
    catalog: Catalog,
    earlier: Earlier<'_>,
    moves: BotMoves,
) -> Result<Verified, VerifyJournalError> {
    let kept = Kept::read(bytes)?;
    let genesis = genesis(&kept.contract, catalog, earlier)?;
    let world = verify_log_with(&kept.contract, &kept.accessions, &kept.log, &genesis, moves)?;
    let table = signers(&kept);
    let evidence = good_evidence(&kept)?;
    Ok(Verified {
        table: table.id,
        owner: kept.owner,
        entries: world.index,
        proved: proved(&kept, &table),
        tip: world.tip,
        state: world.state,
        over: world.rules.turn() == Turn::Over,
        standings: world.rules.game().standings(),
        roster: roster_hash(&kept.contract),
        evidence,
        torn_bytes: kept.torn_bytes,
        contract: kept.contract,
    })
}

/// The proofs in a journal, each with whom it is about; all of them must be good.
pub(super) fn good_evidence(kept: &Kept) -> Result<Vec<(Voter, Evidence)>, VerifyJournalError> {
    let table = signers(kept);
    let checked = kept.evidence.iter().map(|proof| {
        let voter = proof.verify(&table).ok_or(VerifyJournalError::Evidence)?;
        Ok((voter, proof.clone()))
    });
    checked.collect()
}

/// The table with the keys of all who could sign there: those of the contract, and witnesses who were admitted.
fn signers(kept: &Kept) -> Table {
    let mut table = Table::new(kept.contract.clone());
    let admitted = kept.log.iter().filter_map(|entry| match entry.core.body {
        Body::Change(Change::Admit { key, .. }) => Some(key),
        _ => None,
    });
    for (place, key) in admitted.enumerate() {
        table.admit(place, &key);
    }
    table
}

/// The last entry that enough of those who counted there acknowledged in one round, as far as the heads in this journal
/// show it. An entry covers all before it.
fn proved(kept: &Kept, table: &Table) -> u32 {
    let shown = |(entry, roll): &(&Entry, Roll)| {
        let (index, hash) = (entry.core.index, entry.hash());
        let heads = kept.heads.iter().filter(|head| head.says.index == index && head.says.entry == hash);
        // A move comes with the head of its own seat.
        let all = heads.copied().chain(entry.head());
        let good: Vec<_> = all
            .filter(|head| roll.speaks(head.voter, head.says.life))
            .filter(|head| head.verify(&table.id, &table.verifiers))
            .map(|head| Signed::ack(&head))
            .collect();
        let lost = kept.lost.iter().filter(|lost| roll.is_lost(lost.voter, lost.says.index, lost.says.life));
        let lost = lost.filter(|lost| lost.verify(&table.id, &table.verifiers)).map(|lost| lost.voter);
        final_entry(Quorum { lost: lost.collect(), ..Quorum::of(roll.voters) }, good.into_iter()).is_some()
    };
    let mut counted = Counted::new(&kept.contract);
    let rolls = kept.log.iter().map(|entry| {
        let here = counted.roll();
        counted.go_on(entry);
        (entry, here)
    });
    let entries: Vec<(&Entry, Roll)> = rolls.collect();
    entries.into_iter().rev().find(shown).map_or(0, |(entry, _)| entry.core.index)
}
