//! Checking what can be checked of a table's log without its rules.
//!
//! Who signed the contract and each move, that every entry follows the one before, and that draws come from the chains
//! that the seats committed to. Whether a move was legal, whose turn it was and which state it led to stay open.

use crate::chance::{Link, is_link};
use crate::contract::{Accession, Contract, DrawMode, Seat, start};
use crate::entry::{Body, Change, Entry};
use crate::error::VerifyError;
use crate::hash::Hash;
use crate::limits::{MAX_ENTRIES, MAX_PAYLOAD_BYTES};
use crate::world::{Table, Unfit, has_spent_farewell};

use super::signed_by_all;

/// Checks signatures, certificates, links and order of all entries; gives the hash of the last one, which covers all
/// before it.
pub fn verify_chain(
    contract: &Contract,
    accessions: &[Accession],
    entries: &[Entry],
) -> Result<Hash, VerifyError> {
    contract.check()?;
    let table = Table::new(contract.clone());
    let accessions = signed_by_all(&table, accessions)?;
    let mut chain = Chain::new(&table, &accessions);
    for entry in entries {
        let wrong = |unfit: Unfit| VerifyError::Entry { index: entry.core.index, why: unfit.to_string() };
        chain.take(&table, entry).map_err(wrong)?;
    }
    Ok(chain.tip)
}

/// What is known after some entry.
struct Chain {
    index: u32,
    tip: Hash,
    /// For each seat the index of the entry that last changed its holder.
    since: Vec<u32>,
    /// The last link of each seat, with its number; the anchor at first.
    links: Vec<Option<(u32, Link)>>,
    /// The number of the last draw.
    number: u32,
}

impl Chain {
    fn new(table: &Table, accessions: &[Accession]) -> Self {
        let seats = table.contract.seats.len();
        let anchor = |seat| accessions.iter().find(|a| usize::from(a.seat) == seat).map(|a| (0, a.anchor));
        Self {
            index: 0,
            tip: start(&table.id, accessions),
            since: vec![0; seats],
            links: (0..seats).map(anchor).collect(),
            number: 0,
        }
    }

    fn take(&mut self, table: &Table, entry: &Entry) -> Result<(), Unfit> {
        let core = &entry.core;
        if self.index >= MAX_ENTRIES || core.index != self.index + 1 || core.prev != self.tip {
            return Err(Unfit::NotNext);
        }
        if !entry.is_proved(&table.contract, &table.id, &table.verifiers)
            || has_spent_farewell(&self.since, entry)
        {
            return Err(Unfit::Unproved);
        }
        match &core.body {
            Body::Move { payload, .. } | Body::Auto { payload, .. } => {
                if payload.len() > MAX_PAYLOAD_BYTES {
                    return Err(Unfit::Illegal(format!("more than {MAX_PAYLOAD_BYTES} bytes")));
                }
            }
            Body::Draw { number, links } => self.draw(table, *number, links)?,
            Body::Change(Change::Reseat { seat, .. }) => {
                *self.since.get_mut(usize::from(*seat)).ok_or(Unfit::BadChange)? = core.index;
            }
            Body::Change(Change::TakeBack { to }) => {
                if *to >= core.index {
                    return Err(Unfit::BadChange);
                }
            }
        }
        self.index = core.index;
        self.tip = entry.hash();
        Ok(())
    }

    /// Which number is due and who takes part depends on the rules; that each link is one that its seat committed to, and
    /// that no link serves twice, does not.
    fn draw(&mut self, table: &Table, number: u32, links: &[(Seat, Link)]) -> Result<(), Unfit> {
        let fresh = table.contract.draw == DrawMode::Fresh;
        let rising = links.is_sorted_by(|a, b| a.0 < b.0);
        if number <= self.number || !rising || links.is_empty() == fresh {
            return Err(Unfit::BadLinks);
        }
        for (seat, link) in links {
            let known = self.links.get(usize::from(*seat)).copied().flatten();
            if !known.is_some_and(|(at, known)| is_link(&known, at, link, number)) {
                return Err(Unfit::BadLinks);
            }
            self.links[usize::from(*seat)] = Some((number, *link));
        }
        self.number = number;
        Ok(())
    }
}
