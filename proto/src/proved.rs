//! How much of a journal a peer may take up.
//!
//! What a journal holds for final is believed where it is this peer's own and lies where this peer left it, whole. What
//! anybody else wrote, or may have, ends where it holds something for final without showing that it is: a lie there
//! would part whoever takes it up from the others. Who wrote it is a word in the file and no signature, so a file that is
//! found elsewhere, or damaged, proves what it says as another's does.
//!
//! What proves the last entry is taken up with it, also where it stood behind that: what this peer writes stands behind
//! what it took up, and it reads the same again.

use std::collections::BTreeMap;

use crate::contract::Contract;
use crate::entry::Proof;
use crate::error::OpenError;
use crate::guard::final_entry;
use crate::hash::Hash;
use crate::heads::Heads;
use crate::journal::{self, Record, Salvaged};
use crate::kept::JournalReader;
use crate::quorum::{Quorum, Voters};
use crate::sign::PublicKey;
use crate::statement::{Head, Lost, Signed};

/// The part of a journal that this peer may take up.
pub(crate) struct ProvedPart {
    /// Its records.
    pub(crate) part: Salvaged,
    /// The journal was found elsewhere than it lay, or damaged: it may be an old one, or another's.
    pub(crate) is_suspect: bool,
    /// Heads that show its last entry to be final, wherever in the journal they stood.
    pub(crate) proof: Vec<Signed<Head>>,
}

/// As much of a journal as is proved, by what stands anywhere in it, or needs no proof.
pub(crate) fn proved_part(bytes: &[u8], me: PublicKey, place: Hash) -> Result<ProvedPart, OpenError> {
    let whole = journal::salvage(bytes)?;
    let last_place = whole.records.iter().rev().find_map(|record| match record {
        Record::Place(place) => Some(*place),
        _ => None,
    });
    let is_suspect = whole.damage.is_some() || last_place != Some(place);
    let all = |part| Ok(ProvedPart { part, is_suspect, proof: Vec::new() });
    let Some(Record::Contract(contract)) = whole.records.first() else { return all(whole) };
    let unshown = unshown(&whole.records, Some(me).filter(|_| !is_suspect));
    if unshown.is_empty() {
        return all(whole);
    }
    let mut proving = Proving::new(contract);
    for record in &whole.records[1..] {
        // What cannot be read at all is refused with a reason where it is taken up.
        if proving.take(record).is_err() {
            break;
        }
    }
    let Some((number, _)) = unshown.into_iter().find(|(_, index)| *index > proving.proved) else {
        return all(whole);
    };
    let end = whole.ends.get(number - 1).copied().unwrap_or_default();
    Ok(ProvedPart { part: journal::salvage(&bytes[..end])?, is_suspect, proof: proving.proof() })
}

/// The numbers and indices of the records that hold an entry for final and must show it: all but those that the
/// `believed` one wrote.
fn unshown(records: &[Record], believed: Option<PublicKey>) -> Vec<(usize, u32)> {
    let mut writer = None;
    let unshown = records.iter().enumerate().filter_map(|(number, record)| match record {
        Record::Owner(key) => {
            writer = Some(*key);
            None
        }
        Record::Final { index, .. } => (writer.is_none() || writer != believed).then_some((number, *index)),
        _ => None,
    });
    unshown.collect()
}

/// Goes through the records of a journal, and looks at each signature once.
struct Proving {
    reader: JournalReader,
    /// Of the final entries.
    hashes: Vec<Hash>,
    /// Heads with good signatures, by index.
    heads: BTreeMap<u32, Heads>,
    /// Who had lost its memory at an index, by the words beside the heads there.
    lost: BTreeMap<u32, Voters>,
    /// The last entry that is proved so far, and so all before it.
    proved: u32,
}

impl Proving {
    fn new(contract: &Contract) -> Self {
        let reader = JournalReader::new(contract.clone(), 0);
        Self { reader, hashes: Vec::new(), heads: BTreeMap::new(), lost: BTreeMap::new(), proved: 0 }
    }

    fn take(&mut self, record: &Record) -> Result<(), &'static str> {
        self.reader.take(record.clone())?;
        match record {
            Record::Head(head) => self.note_head(*head),
            Record::Final { index, entry, heads, lost, .. } => {
                self.hashes.push(*entry);
                self.note_lost(*index, lost);
                let Some(entry) = self.reader.entry_at(*index).cloned() else { return Ok(()) };
                heads.iter().copied().chain(entry.head()).for_each(|head| self.note_head(head));
                // Heads that came while it was open.
                let rounds = self.heads.get(index).into_iter().flat_map(Heads::iter);
                let rounds: Vec<u32> = rounds.map(|head| head.says.round).collect();
                for round in rounds {
                    self.look_at(*index, round);
                }
                let (roll, table) = (self.reader.roll_at(*index), self.reader.table());
                let by_itself = matches!(entry.proof, Proof::Repaired(_) | Proof::Lost(_));
                if by_itself && entry.is_certified(&roll) && entry.is_signed(&table.id, &table.verifiers) {
                    self.proved = self.proved.max(*index);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The heads for the last entry that is proved.
    fn proof(&self) -> Vec<Signed<Head>> {
        let hash = (self.proved as usize).checked_sub(1).and_then(|place| self.hashes.get(place));
        let heads = self.heads.get(&self.proved).zip(hash).map(|(heads, hash)| heads.for_entry(hash));
        heads.unwrap_or_default().iter().copied().collect()
    }

    fn note_lost(&mut self, index: u32, lost: &[Signed<Lost>]) {
        let (roll, table) = (self.reader.roll_at(index), self.reader.table());
        let holds =
            |lost: &&Signed<Lost>| lost.holds_at(index, &roll) && lost.verify(&table.id, &table.verifiers);
        self.lost.insert(index, lost.iter().filter(holds).map(|lost| lost.voter).collect());
    }

    fn note_head(&mut self, head: Signed<Head>) {
        let Head { index, round, life, .. } = head.says;
        let (roll, table) = (self.reader.roll_at(index), self.reader.table());
        let known = self.heads.get(&index).is_some_and(|heads| heads.contains(&head));
        // Nothing is asked of what is proved, and nothing said of what is not there.
        if index <= self.proved || index > self.reader.entries() + 1 || known {
            return;
        }
        if roll.speaks(head.voter, life) && head.verify(&table.id, &table.verifiers) {
            self.heads.entry(index).or_default().insert(head);
            self.look_at(index, round);
        }
    }

    /// Whether the heads of a round prove the entry at an index.
    fn look_at(&mut self, index: u32, round: u32) {
        let hash = (index as usize).checked_sub(1).and_then(|place| self.hashes.get(place));
        let (Some(heads), Some(hash)) = (self.heads.get(&index), hash) else { return };
        let here = heads.iter().filter(|head| head.says.round == round && head.says.entry == *hash);
        let lost = self.lost.get(&index).copied().unwrap_or(Voters::NONE);
        let quorum = Quorum { lost, ..Quorum::of(self.reader.roll_at(index).voters) };
        if final_entry(quorum, here.map(Signed::ack)).is_some() {
            self.proved = self.proved.max(index);
        }
    }
}
