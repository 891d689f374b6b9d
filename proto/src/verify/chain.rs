//! Checking what can be checked of a table's log without its rules.
//!
//! Who signed the contract and each move, that every entry follows the one before, who counted and agreed, and that
//! draws come from the keys that voters committed to. Whether a move was legal, whose turn it was and which state it
//! led to stay open.

use crate::contract::{Accession, Contract, DrawMode, FIRST_WITNESS, start};
use crate::entry::{Body, Change, Entry, Proof};
use crate::error::VerifyError;
use crate::hash::Hash;
use crate::limits::{MAX_ENTRIES, MAX_PAYLOAD_BYTES};
use crate::pairs::{self, AgreedKeys, Link, LinkProof};
use crate::quorum::{Roll, Voter};
use crate::world::{Table, Unfit};

use super::signed_table;

/// Checks signatures, certificates, links and order of all entries; gives the hash of the last one, which covers all
/// before it.
pub fn verify_chain(
    contract: &Contract,
    accessions: &[Accession],
    entries: &[Entry],
) -> Result<Hash, VerifyError> {
    contract.check()?;
    let (table, accessions) = signed_table(contract, accessions, entries)?;
    let tip = start(&table.id, &accessions);
    let keys = table.agreed_keys(&accessions)?;
    let mut chain =
        Chain { index: 0, tip, keys, roll: Roll::of(contract.founders()), admitted: 0, number: 0 };
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
    /// The keys for draws.
    keys: AgreedKeys,
    /// Who counts, and in which lives.
    roll: Roll,
    /// How many witnesses were admitted.
    admitted: usize,
    /// The number of the last draw.
    number: u32,
}

impl Chain {
    fn take(&mut self, table: &Table, entry: &Entry) -> Result<(), Unfit> {
        let core = &entry.core;
        if self.index >= MAX_ENTRIES || core.index != self.index + 1 || core.prev != self.tip {
            return Err(Unfit::NotNext);
        }
        let agreed = entry.is_certified(&self.roll) && entry.is_sealed(&self.roll);
        if !agreed || !entry.is_signed(&table.id, &table.verifiers) {
            return Err(Unfit::Unproved);
        }
        match &core.body {
            Body::Move { payload, .. } | Body::Auto { payload, .. } => {
                if payload.len() > MAX_PAYLOAD_BYTES {
                    return Err(Unfit::Illegal(format!("more than {MAX_PAYLOAD_BYTES} bytes")));
                }
            }
            Body::Draw { number, base, links } => self.draw(table, (*number, base), links, &entry.proof)?,
            Body::Change(change) => self.change(table, entry, *change)?,
            Body::Anew { lives } => {
                for (voter, life) in lives {
                    self.roll.change(*voter, core.index, Some(*life));
                }
            }
        }
        self.index = core.index;
        self.tip = entry.hash();
        Ok(())
    }

    fn change(&mut self, table: &Table, entry: &Entry, change: Change) -> Result<(), Unfit> {
        let index = entry.core.index;
        let Roll { voters, .. } = self.roll;
        match change {
            Change::Remove { voter } => {
                self.roll.voters = voters.without(voter);
                self.roll.change(voter, index, None);
            }
            Change::StandIn { seat } => self.roll.change(seat, index, None),
            Change::Return { seat, life, .. } if seat < FIRST_WITNESS => {
                if let Some(Accession { voter, keys, .. }) = entry.accession() {
                    let keys = self.keys.with(table.parties(), *voter, keys);
                    self.keys = keys.map_err(|_| Unfit::BadChange)?;
                }
                self.roll.voters = voters.with(seat);
                self.roll.change(seat, index, Some(life));
            }
            Change::Admit { life, .. } => {
                let number = table.number_of_admitted(self.admitted).ok_or(Unfit::BadChange)?;
                self.admitted += 1;
                self.roll.voters = voters.with(number);
                self.roll.change(number, index, Some(life));
            }
            Change::Renew { voter, life } if voters.contains(voter) => {
                self.roll.change(voter, index, Some(life));
            }
            Change::TakeBack { to } if to < index => {}
            Change::Return { .. } | Change::Renew { .. } | Change::TakeBack { .. } => {
                return Err(Unfit::BadChange);
            }
        }
        Ok(())
    }

    /// What the draw follows and who takes part depends on the rules; that each link is what its makers' keys say, and
    /// that no number serves twice, does not.
    fn draw(
        &mut self,
        table: &Table,
        (number, base): (u32, &Hash),
        links: &[(Voter, Voter, Link)],
        proof: &Proof,
    ) -> Result<(), Unfit> {
        let fresh = table.contract.draw == DrawMode::Fresh;
        let rising = links.is_sorted_by(|a, b| (a.0, a.1) < (b.0, b.1));
        if number != self.number + 1 || !rising || links.is_empty() == fresh {
            return Err(Unfit::BadLinks);
        }
        let point = pairs::base_point(&table.id, number, base);
        let made = |((one, other, link), proof): (&(Voter, Voter, Link), &LinkProof)| {
            let key = self.keys.key((*one, *other));
            key.is_some_and(|key| pairs::verify(key, &point, (*one, *other), link, proof))
        };
        let proved = match proof {
            Proof::Links(proofs) => links.len() == proofs.len() && links.iter().zip(proofs).all(made),
            _ => links.is_empty(),
        };
        if !proved {
            return Err(Unfit::BadLinks);
        }
        self.number = number;
        Ok(())
    }
}
