//! What the bytes of a journal hold, for whoever checks, lists or shows a table without being at it.
//!
//! Nothing is signed here, no signature is looked at and no rule is asked: that is for [`verify`](crate::verify). Only
//! [`Lockstep::restore`](crate::lockstep::Lockstep::restore) takes a journal up. Read [`Kept::read`] first.

use std::collections::BTreeMap;

use crate::contract::{Accession, Contract};
use crate::entry::{Body, Change, Entry};
use crate::error::OpenError;
use crate::guard::final_entry;
use crate::hash::Hash;
use crate::journal::{self, Record, Salvaged};
use crate::membership::Membership;
use crate::quorum::{Quorum, Roll, Voter};
use crate::rolls::Rolls;
use crate::sign::PublicKey;
use crate::statement::{Evidence, Head, Lost, Signed};
use crate::world::TableContract;

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
    /// Who counted where, as the entries say.
    rolls: Rolls,
}

impl Kept {
    /// Reads a journal; a torn end is left out.
    pub fn read(bytes: &[u8]) -> Result<Self, OpenError> {
        let (kept, damage) = Self::salvage(bytes)?;
        damage.map_or(Ok(kept), Err)
    }

    /// Reads a journal as far as it can be read, and says why it ends there, if it is not just torn.
    pub fn salvage(bytes: &[u8]) -> Result<(Self, Option<OpenError>), OpenError> {
        let Salvaged { records, good, damage, .. } = journal::salvage(bytes)?;
        if let (true, Some(damage)) = (records.is_empty(), &damage) {
            return Err(damage.clone());
        }
        let mut records = records.into_iter().enumerate();
        let contract = match records.next() {
            Some((_, Record::Contract(contract))) => contract,
            Some(_) => return Err(OpenError::NotAJournal),
            None => return Err(OpenError::Empty),
        };
        let mut reader = JournalReader::new(contract, bytes.len() - good);
        for (number, record) in records {
            reader.take(record).map_err(|why| OpenError::Edited { record: number, why: why.to_owned() })?;
        }
        let mut kept = reader.kept;
        kept.accessions.sort_by_key(|accession| accession.voter);
        Ok((kept, damage))
    }

    /// How many entries there are.
    pub fn entries(&self) -> u32 {
        u32::try_from(self.log.len()).unwrap_or(u32::MAX)
    }

    /// The proofs that voters said two things, each with whom it is about; nothing if one of them is not good.
    pub fn proofs(&self) -> Option<Vec<(Voter, Evidence)>> {
        let table = TableContract::of_log(&self.contract, &self.log);
        self.evidence.iter().map(|proof| Some((proof.verify(&table)?, proof.clone()))).collect()
    }

    /// The last entry that enough of those who counted there acknowledged in one round, as far as the heads in this
    /// journal show it. An entry covers all before it.
    pub fn proved(&self) -> u32 {
        let table = TableContract::of_log(&self.contract, &self.log);
        let shown = |entry: &&Entry| {
            let (index, hash) = (entry.core.index, entry.hash());
            let roll = self.rolls.at(index);
            let heads = self.heads.iter().filter(|head| head.says.index == index && head.says.entry == hash);
            // A move comes with the head of its own seat.
            let good = heads.copied().chain(entry.head()).filter(|head| {
                roll.speaks(head.voter, head.says.life) && head.verify(&table.id, &table.verifiers)
            });
            let good: Vec<_> = good.map(|head| Signed::ack(&head)).collect();
            let lost = self
                .lost
                .iter()
                .filter(|lost| lost.holds_at(index, &roll) && lost.verify(&table.id, &table.verifiers));
            let lost = lost.map(|lost| lost.voter).collect();
            final_entry(Quorum { lost, ..Quorum::of(roll.voters) }, good.into_iter()).is_some()
        };
        self.log.iter().rev().find(shown).map_or(0, |entry| entry.core.index)
    }
}

/// Goes through the records.
pub(crate) struct JournalReader {
    kept: Kept,
    table: TableContract,
    /// Behind the last final entry; nothing before there is one.
    membership: Option<Membership>,
    /// Entries at the open index.
    candidates: BTreeMap<Hash, Entry>,
}

impl JournalReader {
    pub(crate) fn new(contract: Contract, torn_bytes: usize) -> Self {
        let kept = Kept {
            rolls: Rolls::new(contract.founders()),
            contract: contract.clone(),
            owner: None,
            accessions: Vec::new(),
            log: Vec::new(),
            heads: Vec::new(),
            lost: Vec::new(),
            evidence: Vec::new(),
            torn_bytes,
        };
        Self { kept, table: TableContract::new(contract), membership: None, candidates: BTreeMap::new() }
    }

    pub(crate) fn table(&self) -> &TableContract {
        &self.table
    }

    /// Who counts at an index, as far as the records go.
    pub(crate) fn roll_at(&self, index: u32) -> Roll {
        self.kept.rolls.at(index)
    }

    /// How many entries are final so far.
    pub(crate) fn entries(&self) -> u32 {
        self.kept.entries()
    }

    /// The final entry at an index.
    pub(crate) fn entry_at(&self, index: u32) -> Option<&Entry> {
        self.kept.log.get((index as usize).checked_sub(1)?)
    }

    pub(crate) fn take(&mut self, record: Record) -> Result<(), &'static str> {
        let kept = &mut self.kept;
        match record {
            Record::Contract(_) => return Err("a second contract"),
            Record::Owner(key) => kept.owner = Some(key),
            Record::Accession(accession) => kept.accessions.push(accession),
            Record::Entry(entry) => {
                self.candidates.insert(entry.hash(), entry);
            }
            Record::Final { index, entry, heads, lost, .. } => {
                let mut entry = self.candidates.remove(&entry).ok_or("a final entry is missing")?;
                if index != kept.entries() + 1 || entry.core.index != index {
                    return Err("an entry is missing");
                }
                let named = lost.iter().map(|lost| lost.voter).collect();
                entry.seal(&kept.rolls.at(index), named, heads.iter(), || lost.clone());
                self.go_on(&entry);
                let kept = &mut self.kept;
                kept.log.push(entry);
                kept.heads.extend(heads);
                kept.lost.extend(lost);
                // What else was proposed at this index is of no use any more.
                self.candidates.clear();
            }
            Record::Head(head) => kept.heads.push(head),
            Record::Evidence(evidence) => kept.evidence.push(evidence),
            Record::Vote(_)
            | Record::Leave(_)
            | Record::Reveal(_)
            | Record::Joined(_)
            | Record::Place(_)
            | Record::Stance(_)
            | Record::Votes(_)
            | Record::Reading(_) => {}
        }
        Ok(())
    }

    /// Notes who counts behind an entry. What makes no sense there is for others to find: it is passed over.
    fn go_on(&mut self, entry: &Entry) {
        let (table, kept) = (&mut self.table, &mut self.kept);
        let membership = self.membership.get_or_insert_with(|| {
            let founders = table.contract.founders();
            let signed = kept.accessions.iter().filter(|accession| founders.contains(accession.voter));
            let keys = table.agreed_keys(signed).unwrap_or_default();
            Membership::new(&table.contract, keys)
        });
        let mut after = membership.clone();
        if after.go_on(table, entry.core.index, &entry.core.body, entry.accession()).is_ok() {
            *membership = after;
            if let Body::Change(Change::Admit { key, .. }) = entry.core.body {
                table.admit(membership.admissions() - 1, &key);
            }
            kept.rolls.note(entry.core.index + 1, membership.roll());
        }
    }
}
