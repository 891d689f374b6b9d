//! What the bytes of a journal hold, read without being at the table and without signing anything.

use std::collections::BTreeMap;

use whistlestop_proto::contract::{Accession, Contract};
use whistlestop_proto::entry::Entry;
use whistlestop_proto::error::OpenError;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::journal::{self, Record, Salvaged};
use whistlestop_proto::sign::PublicKey;
use whistlestop_proto::statement::{Evidence, Head, Lost, Signed};
use whistlestop_proto::step::Step;

use crate::engine::any_game::AnyGame;

use super::counted::Counted;
use super::history::History;

/// The bytes that begin a journal of any version; three digits follow.
const MAGIC: &[u8] = b"wsl\0v";

/// What a journal holds.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The contract.
    pub contract: Contract,
    /// Whose journal it is.
    pub owner: Option<PublicKey>,
    /// The signatures under the contract, by voter.
    pub accessions: Vec<Accession>,
    /// The entries that were final for its owner, from index 1.
    pub log: Vec<Entry>,
    /// Heads, as far as the owner kept them.
    pub heads: Vec<Signed<Head>>,
    /// Where half of those who counted decided: that the others had lost their memory.
    pub lost: Vec<Signed<Lost>>,
    /// Proofs that voters said two things, not yet checked.
    pub evidence: Vec<Evidence>,
    /// Bytes at its end that a crash tore.
    pub torn_bytes: usize,
}

/// Why bytes are no journal that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeptError {
    /// They are something else.
    #[error("this is not a journal of whistlestop")]
    NotAJournal,
    /// A later version of this program wrote them.
    #[error("this journal was written by a newer whistlestop: take the newest version to open it")]
    Newer,
    /// An earlier version of this program wrote them.
    #[error(
        "this journal was written by whistlestop 0.1, and its protocol is not spoken any more: open it with whistlestop 0.1"
    )]
    Older,
    /// The table never began.
    #[error("this journal ends before its contract: the table never began, and the file can be deleted")]
    Empty,
    /// They were changed.
    #[error(
        "the journal was damaged or edited at record {record}: {why}. take a copy of it, or the journal of \
         another player at the table"
    )]
    Damaged {
        /// Counted from 0.
        record: usize,
        /// What does not fit.
        why: String,
    },
    /// An entry does not lead where it says.
    #[error("entry {index} of the journal does not lead to the state that it says")]
    OtherState {
        /// Which.
        index: u32,
    },
    /// The protocol refuses it.
    #[error("{0}")]
    Refused(String),
}

impl From<OpenError> for KeptError {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::NotAJournal => Self::NotAJournal,
            OpenError::Edited { record, why } => Self::Damaged { record, why },
            other => Self::Refused(other.to_string()),
        }
    }
}

impl Kept {
    /// Reads a journal; a torn end is left out.
    pub fn read(bytes: &[u8]) -> Result<Self, KeptError> {
        let (kept, damage) = Self::salvage(bytes)?;
        damage.map_or(Ok(kept), Err)
    }

    /// Reads a journal as far as it can be read, and says why it ends there, if it is not just torn.
    pub fn salvage(bytes: &[u8]) -> Result<(Self, Option<KeptError>), KeptError> {
        check_version(bytes)?;
        let Salvaged { records, good, damage, .. } = journal::salvage(bytes)?;
        let damage = damage.map(KeptError::from);
        if let (true, Some(damage)) = (records.is_empty(), &damage) {
            return Err(damage.clone());
        }
        let mut records = records.into_iter().enumerate();
        let contract = match records.next() {
            Some((_, Record::Contract(contract))) => contract,
            Some(_) => return Err(KeptError::NotAJournal),
            None => return Err(KeptError::Empty),
        };
        let mut kept = Self {
            contract,
            owner: None,
            accessions: Vec::new(),
            log: Vec::new(),
            heads: Vec::new(),
            lost: Vec::new(),
            evidence: Vec::new(),
            torn_bytes: bytes.len() - good,
        };
        let mut candidates: BTreeMap<Hash, Entry> = BTreeMap::new();
        let mut counted = Counted::new(&kept.contract);
        for (number, record) in records {
            kept.take(record, &mut candidates, &mut counted)
                .map_err(|why| KeptError::Damaged { record: number, why: why.to_owned() })?;
        }
        kept.accessions.sort_by_key(|accession| accession.voter);
        Ok((kept, damage))
    }

    fn take(
        &mut self,
        record: Record,
        candidates: &mut BTreeMap<Hash, Entry>,
        counted: &mut Counted,
    ) -> Result<(), &'static str> {
        match record {
            Record::Contract(_) => return Err("a second contract"),
            Record::Owner(key) => self.owner = Some(key),
            Record::Accession(accession) => self.accessions.push(accession),
            Record::Entry(entry) => {
                candidates.insert(entry.hash(), entry);
            }
            Record::Final { index, entry, heads, lost, .. } => {
                let mut entry = candidates.remove(&entry).ok_or("a final entry is missing")?;
                if index != self.entries() + 1 || entry.core.index != index {
                    return Err("an entry is missing");
                }
                counted.seal(&mut entry, &heads, &lost);
                counted.go_on(&entry);
                self.log.push(entry);
                self.heads.extend(heads);
                self.lost.extend(lost);
                // What else was proposed at this index is of no use any more.
                candidates.clear();
            }
            Record::Head(head) => self.heads.push(head),
            Record::Evidence(evidence) => self.evidence.push(evidence),
            Record::Vote(_)
            | Record::Leave(_)
            | Record::Reveal(_)
            | Record::Joined(_)
            | Record::Place(_)
            | Record::Standing(_)
            | Record::Votes(_) => {}
        }
        Ok(())
    }

    /// How many entries there are.
    pub fn entries(&self) -> u32 {
        u32::try_from(self.log.len()).unwrap_or(u32::MAX)
    }

    /// Plays the first entries again, without looking at signatures and without asking bots; every state must be the one
    /// that its entry says.
    pub fn replay(&self, start: Box<dyn AnyGame>, entries: u32) -> Result<History, KeptError> {
        let table = self.contract.table();
        let mut history = History::new(start);
        for entry in self.log.iter().take(entries as usize) {
            let step = Step::of(&entry.core.body, &table, self.contract.draw);
            history.push(step);
            if *history.last().state_hash().as_bytes() != entry.core.state.0 {
                return Err(KeptError::OtherState { index: entry.core.index });
            }
        }
        Ok(history)
    }
}

/// Whether this version of the program can read the journal at all.
pub(super) fn check_version(bytes: &[u8]) -> Result<(), KeptError> {
    let ours = journal::preamble();
    let digits = |bytes: &[u8]| bytes.strip_prefix(MAGIC).and_then(|rest| rest.get(..3)).map(<[u8]>::to_vec);
    match (digits(bytes), digits(&ours)) {
        (Some(theirs), Some(ours)) if theirs.iter().all(u8::is_ascii_digit) => match theirs.cmp(&ours) {
            std::cmp::Ordering::Less => Err(KeptError::Older),
            std::cmp::Ordering::Equal => Ok(()),
            std::cmp::Ordering::Greater => Err(KeptError::Newer),
        },
        _ => Ok(()),
    }
}
