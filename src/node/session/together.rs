//! Who would go on where too few are left at a table to decide anything, and where others went on: what [`stranded`](super::stranded)
//! looks at.

use std::collections::BTreeSet;

use whistlestop_proto::contract::{Contract, Parent, SeatNumber};
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::sign::PublicKey;

use crate::table::Table;
use crate::table::front::Stranded;
use crate::table::stake::unstaked;
use crate::table::wire::Proposal;

/// Who would go on, and where others did.
#[derive(Debug, Default)]
pub(crate) struct Together {
    /// Seats whose players would go on as a copy.
    pub(super) would: BTreeSet<SeatNumber>,
    /// Since when too few are here.
    pub(super) since: Option<Millis>,
    /// What was told last.
    pub(super) told: Option<Stranded>,
    /// Where others went on.
    pub(super) there: Option<There>,
    /// The player goes wherever the table went on.
    pub(super) follows: bool,
}

/// A table that carries this one on.
#[derive(Clone, Debug)]
pub(crate) struct There {
    /// Who told of it, and is at it.
    pub(crate) peer: PublicKey,
    /// Its contract, and where its people are.
    pub(crate) proposal: Proposal,
    pub(super) told: bool,
}

/// Whether a journal goes as far as a copy keeps.
pub(super) fn has_entry(table: &Table, parent: &Parent) -> bool {
    let log = table.lockstep().log();
    let Some(place) = (parent.index as usize).checked_sub(1) else { return true };
    log.get(place).is_some_and(|entry| entry.hash() == parent.entry)
}

/// Whether a contract has the terms and the people of another table.
pub(super) fn is_copy(last: &Contract, next: &Contract) -> bool {
    let bare = |contract: &Contract| {
        let whole =
            Contract { absent: Voters::NONE, parent: None, witnesses: Vec::new(), ..contract.clone() };
        Contract { nonce: [0; 16], ..unstaked(&whole) }
    };
    next.check().is_ok() && bare(last) == bare(next)
}
