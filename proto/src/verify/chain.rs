//! Checking what can be checked of a table's log without its rules.
//!
//! Who signed the contract and each move, that every entry follows the one before, who counted and agreed, and that
//! draws come from the keys that voters committed to. Whether a move was legal, whose turn it was and which state it
//! led to stay open.

use crate::contract::{Accession, Contract, DrawMode, start};
use crate::entry::{Body, Change, Entry, Proof};
use crate::error::VerifyError;
use crate::hash::Hash;
use crate::limits::{MAX_ENTRIES, MAX_PAYLOAD_BYTES};
use crate::membership::Membership;
use crate::pairs::{self, LinkProof, PairLink};
use crate::quorum::Voter;
use crate::world::{TableContract, Unfit};

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
    let mut chain = ChainEnd { index: 0, tip, membership: Membership::new(contract, keys), number: 0 };
    for entry in entries {
        let wrong = |unfit: Unfit| VerifyError::Entry { index: entry.core.index, why: unfit.to_string() };
        chain.take(&table, entry).map_err(wrong)?;
    }
    Ok(chain.tip)
}

/// What is known after some entry.
struct ChainEnd {
    index: u32,
    tip: Hash,
    membership: Membership,
    /// The number of the last draw.
    number: u32,
}

impl ChainEnd {
    fn take(&mut self, table: &TableContract, entry: &Entry) -> Result<(), Unfit> {
        let core = &entry.core;
        if self.index >= MAX_ENTRIES || core.index != self.index + 1 || core.prev != self.tip {
            return Err(Unfit::NotNext);
        }
        let roll = self.membership.roll();
        let agreed = entry.is_certified(&roll) && entry.is_sealed(&roll);
        if !agreed || !entry.is_signed(&table.id, &table.verifiers) {
            return Err(Unfit::Unproved);
        }
        match &core.body {
            Body::TimeUp { .. } if !table.contract.clock.is_on() => return Err(Unfit::NotTheirTurn),
            Body::Move { payload, .. } | Body::Auto { payload, .. } | Body::TimeUp { payload, .. } => {
                if payload.len() > MAX_PAYLOAD_BYTES {
                    return Err(Unfit::Illegal(format!("more than {MAX_PAYLOAD_BYTES} bytes")));
                }
            }
            Body::Draw { number, base, links } => self.draw(table, (*number, base), links, &entry.proof)?,
            Body::Change(Change::TakeBack { to }) if *to >= core.index => return Err(Unfit::BadChange),
            Body::Change(_) | Body::Anew { .. } => {}
        }
        self.membership.go_on(table, core.index, &core.body, entry.accession())?;
        self.index = core.index;
        self.tip = entry.hash();
        Ok(())
    }

    /// What the draw follows and who takes part depends on the rules; that each link is what its makers' keys say, and
    /// that no number serves twice, does not.
    fn draw(
        &mut self,
        table: &TableContract,
        (number, base): (u32, &Hash),
        links: &[(Voter, Voter, PairLink)],
        proof: &Proof,
    ) -> Result<(), Unfit> {
        let fresh = table.contract.draw == DrawMode::Fresh;
        let rising = links.is_sorted_by(|a, b| (a.0, a.1) < (b.0, b.1));
        if number != self.number + 1 || !rising || links.is_empty() == fresh {
            return Err(Unfit::BadLinks);
        }
        let point = pairs::base_point(&table.id, number, base);
        let made = |((one, other, link), proof): (&(Voter, Voter, PairLink), &LinkProof)| {
            let key = self.membership.keys().key((*one, *other));
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
