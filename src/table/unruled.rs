//! Journals of rules that this program does not play: what they prove and tell all the same.
//!
//! Who signed what, in which order, and that draws came from links that were committed to: for that nobody needs the
//! rules. What a move meant, and how the game stood, is not known here and never guessed. Read [`Unruled`] first.

use whistlestop_proto::contract::{Contract, SeatNumber};
use whistlestop_proto::entry::Entry;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::kept::Kept;
use whistlestop_proto::quorum::Voter;
use whistlestop_proto::statement::Evidence;
use whistlestop_proto::verify::chain::verify_chain;

use super::front::Kind;
use super::genesis::GenesisError;
use super::terms::BadTerms;
use super::verify::VerifyJournalError;

/// A journal whose signatures and order were checked, and whose rules were not.
#[derive(Clone, Debug)]
pub struct Unruled {
    /// The contract.
    pub contract: Contract,
    /// Why its rules were not checked.
    pub why: BadTerms,
    /// The hash of the last entry, which covers all before it.
    pub tip: Hash,
    /// Those who are proved to have said two things, and how.
    pub evidence: Vec<(Voter, Evidence)>,
    log: Vec<Entry>,
}

impl Unruled {
    /// Checks what can be checked of a journal that was refused with this error; the error itself if it is not about the
    /// rules, and another if something is wrong with what was signed.
    pub fn check(bytes: &[u8], refused: VerifyJournalError) -> Result<Self, VerifyJournalError> {
        let why = match refused {
            VerifyJournalError::Genesis(GenesisError::Terms(why)) if why.is_of_another_program() => why,
            other => return Err(other),
        };
        let kept = Kept::read(bytes)?;
        let tip = verify_chain(&kept.contract, &kept.accessions, &kept.log)?;
        let evidence = kept.proofs().ok_or(VerifyJournalError::Evidence)?;
        Ok(Self { contract: kept.contract, why, tip, evidence, log: kept.log })
    }

    /// How many entries there are.
    pub fn entries(&self) -> u32 {
        u32::try_from(self.log.len()).unwrap_or(u32::MAX)
    }

    /// Every entry: its index, what it is and whose, and the hash of the state that it says it led to.
    pub fn log(&self) -> impl Iterator<Item = (u32, Kind, Option<SeatNumber>, Hash)> + '_ {
        self.log.iter().map(|entry| {
            let (kind, seat) = Kind::of(entry);
            (entry.core.index, kind, seat, entry.core.state)
        })
    }
}
