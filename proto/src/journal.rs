//! The journal: what a peer must still know after a crash, as bytes that [`poll_store`] gives out.
//!
//! A record is its length, the length's checksum, its bytes' checksum and its bytes. A torn last record is cut off: it
//! was never complete, so nothing that follows from it was ever sent. Anything else that does not fit is damage and
//! refused. The length has a checksum of its own, or one flipped bit in it would pass for a torn tail and take all
//! records behind it away. Both checksums cover the one of the record before, so that a record which is taken out of
//! the middle is missed: a promise must not get lost unseen.
//!
//! [`poll_store`]: crate::lockstep::Lockstep::poll_store

use serde::{Deserialize, Serialize};

use crate::codec;
use crate::contract::{Accession, Contract};
use crate::entry::Entry;
use crate::error::OpenError;
use crate::hash::Hash;
use crate::message::Reveal;
use crate::quorum::Life;
use crate::sign::PublicKey;
use crate::statement::{Evidence, Head, Leave, Lost, Reading, Signed, Stance, Vote};

/// The first bytes: what it is, and in three digits by which version it was written.
const MAGIC: &[u8; 8] = b"wsl\x00v002";
const VERSION_DIGITS: usize = 3;
const CHECK_DOMAIN: &str = "whistlestop/journal/2";
const LENGTH_DOMAIN: &str = "whistlestop/journal/length/2";
const HEADER_BYTES: usize = 4 + 4 + 8;

/// One thing worth keeping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Record {
    /// The contract; first of all.
    Contract(Contract),
    /// A signature under it.
    Accession(Accession),
    /// An entry that this peer acknowledged, signed or learned of.
    Entry(Entry),
    /// The entry at this index is final, and these heads show it.
    Final {
        /// Which.
        index: u32,
        /// Its hash.
        entry: Hash,
        /// Heads of a majority.
        heads: Vec<Signed<Head>>,
        /// If it took votes: those that were known.
        votes: Vec<Signed<Vote>>,
        /// If half of those who count were enough: that the others had lost their memory.
        lost: Vec<Signed<Lost>>,
    },
    /// What this peer acknowledged.
    Head(Signed<Head>),
    /// What this peer voted for.
    Vote(Signed<Vote>),
    /// This peer wants to leave.
    Leave(Signed<Leave>),
    /// Proof against somebody.
    Evidence(Evidence),
    /// The peer does not know what it has said: it came without a journal, or the journal may be an old one. It
    /// speaks in this life, once an entry names it.
    Joined(Life),
    /// Whose journal this is.
    Owner(PublicKey),
    /// Links for a draw that nobody else can make again.
    Reveal(Reveal),
    /// Which file on which machine this journal is, from here on.
    Place(Hash),
    /// This peer said that nothing is final for it at an index.
    Stance(Signed<Stance>),
    /// Votes that show how this peer came to what it acknowledged above round 0: after a restart it may be the only one
    /// who can.
    Votes(Vec<Signed<Vote>>),
    /// What this peer has counted of the time that players think.
    Reading(Signed<Reading>),
}

/// The bytes that begin a journal.
pub fn preamble() -> Vec<u8> {
    MAGIC.to_vec()
}

/// Writes records one behind the other.
#[derive(Clone, Debug)]
pub struct Writer {
    /// The checksum of the last record.
    last: [u8; 8],
}

impl Default for Writer {
    /// Behind the first bytes of a journal.
    fn default() -> Self {
        Self { last: *MAGIC }
    }
}

impl Writer {
    /// The next record as it stands in the journal.
    pub fn frame(&mut self, record: &Record) -> Vec<u8> {
        let bytes = codec::encode(record);
        let len =
            u32::try_from(bytes.len()).expect("records are far below the limit of a frame").to_le_bytes();
        let (length, check) = (length_check(self.last, len), checksum(self.last, &bytes));
        self.last = check;
        [&len[..], &length, &check, &bytes].concat()
    }
}

/// The records of a journal, and how many of its bytes are good: what follows is a torn record to be cut off.
pub fn read(journal: &[u8]) -> Result<(Vec<Record>, usize), OpenError> {
    read_on(journal).map(|(records, good, _)| (records, good))
}

/// The same, and what writes on behind the good bytes.
pub fn read_on(journal: &[u8]) -> Result<(Vec<Record>, usize, Writer), OpenError> {
    let Salvaged { records, good, writer, damage, .. } = salvage(journal)?;
    damage.map_or(Ok((records, good, writer)), Err)
}

/// What can be read of a journal.
#[derive(Clone, Debug)]
pub struct Salvaged {
    /// The records before the first that cannot be read.
    pub records: Vec<Record>,
    /// Where each of them ends.
    pub ends: Vec<usize>,
    /// How many bytes they take.
    pub good: usize,
    /// Writes on behind them.
    pub writer: Writer,
    /// Why the next one cannot be read, if it is not just torn.
    pub damage: Option<OpenError>,
}

/// Reads as far as a journal can be read: what follows the first damage is given up.
pub fn salvage(journal: &[u8]) -> Result<Salvaged, OpenError> {
    let mut writer = Writer::default();
    let (mut records, mut ends) = (Vec::new(), Vec::new());
    if !journal.starts_with(MAGIC) {
        // A crash may even tear the very first bytes.
        let torn = MAGIC.starts_with(journal);
        let nothing = Salvaged { records, ends, good: 0, writer, damage: None };
        return if torn { Ok(nothing) } else { Err(stranger(journal)) };
    }
    let mut good = MAGIC.len();
    let damage = loop {
        let rest = &journal[good..];
        let Some((header, body)) = rest.split_at_checked(HEADER_BYTES) else { break None };
        // Some disks show a file at its new length before its bytes: then all of them are zero.
        if rest.iter().all(|byte| *byte == 0) {
            break None;
        }
        let length = [header[0], header[1], header[2], header[3]];
        if length_check(writer.last, length) != header[4..8] {
            break Some(damaged(&records, "its length does not fit, or the record before it is missing"));
        }
        let len = u32::from_le_bytes(length) as usize;
        let Some(bytes) = body.get(..len) else { break None };
        let last = body.len() == len;
        let check = checksum(writer.last, bytes);
        if check != header[8..] {
            // The last record may have reached the disk in part, with its length but not its bytes.
            break (!last).then(|| damaged(&records, "its checksum does not fit"));
        }
        let Ok(record) = codec::decode(bytes) else { break Some(damaged(&records, "it is not a record")) };
        records.push(record);
        writer.last = check;
        good += HEADER_BYTES + len;
        ends.push(good);
    };
    Ok(Salvaged { records, ends, good, writer, damage })
}

/// What bytes are that do not begin as a journal of this version does.
fn stranger(journal: &[u8]) -> OpenError {
    let (kind, ours) = MAGIC.split_at(MAGIC.len() - VERSION_DIGITS);
    let theirs = journal.strip_prefix(kind).and_then(|rest| rest.get(..VERSION_DIGITS));
    match theirs.filter(|theirs| theirs.iter().all(u8::is_ascii_digit)) {
        Some(theirs) if theirs < ours => OpenError::Older,
        Some(_) => OpenError::Newer,
        None => OpenError::NotAJournal,
    }
}

fn damaged(before: &[Record], why: &str) -> OpenError {
    OpenError::Edited { record: before.len(), why: why.to_owned() }
}

fn checksum(last: [u8; 8], bytes: &[u8]) -> [u8; 8] {
    let hash = Hash::of(CHECK_DOMAIN, &[&last, bytes]).0;
    std::array::from_fn(|i| hash[i])
}

fn length_check(last: [u8; 8], length: [u8; 4]) -> [u8; 4] {
    let hash = Hash::of(LENGTH_DOMAIN, &[&last, &length]).0;
    std::array::from_fn(|i| hash[i])
}
