//! Where too few are left at a table to decide anything: who is missing, who would go on without them, and the copy that
//! follows. And what somebody who comes back late hears: that the table went on, and where.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context as _, bail};
use whistlestop_proto::contract::{Contract, Parent, SeatNumber};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::quorum::{Quorum, Voter, Voters};
use whistlestop_proto::sign::PublicKey;

use crate::node::options::{AlonePolicy, Options, Player};
use crate::node::session::Session;
use crate::node::session::company::Hosted;
use crate::node::session::local_peer::LocalPeer;
use crate::node::system::random;
use crate::table::Table;
use crate::table::front::{Event, Stranded, seat_of};
use crate::table::stake::{bring, unstaked};
use crate::table::store::players::Resident;
use crate::table::wire::Proposal;

/// Who would go on, and where others did.
#[derive(Debug, Default)]
pub(crate) struct Together {
    /// Seats whose players would go on as a copy.
    would: BTreeSet<SeatNumber>,
    /// Since when too few are here.
    since: Option<Millis>,
    /// What was told last.
    told: Option<Stranded>,
    /// Where others went on.
    there: Option<There>,
    /// The player goes wherever the table went on.
    follows: bool,
}

/// A table that carries this one on, with a seat for this player.
#[derive(Clone, Debug)]
pub(crate) struct There {
    /// Who told of it, and is at it.
    pub(crate) peer: PublicKey,
    /// Its contract, and where its people are.
    pub(crate) proposal: Proposal,
    told: bool,
}

impl Session {
    /// How it is, if too few of those who count are here to decide anything.
    fn stranded(&self) -> Option<Stranded> {
        let lockstep = self.table().lockstep();
        let plays = self.table().seat().is_some() && lockstep.is_started() && !self.table().is_over();
        if self.is_offline || self.leaving || !plays || lockstep.is_superseded() || self.company.is_older {
            return None;
        }
        let voters = lockstep.voters();
        let (here, gone): (Vec<Voter>, Vec<Voter>) = voters.iter().partition(|voter| self.is_heard(*voter));
        if here.len() >= Quorum::of(voters).size() {
            return None;
        }
        let here = self.survivors();
        let would = self.together.would.iter().copied().filter(|seat| here.contains(seat)).collect();
        Some(Stranded { missing: gone.into_iter().filter_map(seat_of).collect(), here, would })
    }

    /// Whether a voter can decide with the others at this table, as far as this peer hears.
    fn is_heard(&self, voter: Voter) -> bool {
        let (lockstep, key) = (self.table().lockstep(), self.table().contract().key_of(voter));
        let elsewhere = key.is_some_and(|key| self.company.elsewhere.contains(&key));
        lockstep.voter() == Some(voter) || !(lockstep.is_away(voter) || elsewhere)
    }

    /// The seats of those who are here at this table, also where bots play for them.
    fn survivors(&self) -> Vec<SeatNumber> {
        let lockstep = self.table().lockstep();
        let here = |key: &PublicKey, seat| {
            self.is_local(key) || (self.company.attached.contains(key) && !lockstep.is_away(seat))
        };
        self.table().contract().keyed().filter(|(seat, key)| here(key, *seat)).map(|(seat, _)| seat).collect()
    }

    /// Whether too few are left at this table to decide anything.
    pub(crate) fn is_stranded(&self) -> bool {
        self.together.told.is_some()
    }

    /// Looks at who is here, and says what is to be told of it.
    pub(crate) fn poll_stranded(&mut self, now: Millis) -> Option<Event> {
        let stranded = self.stranded();
        if stranded.is_none() {
            self.together.would.clear();
        }
        self.together.since = stranded.is_some().then(|| self.together.since.unwrap_or(now));
        if stranded == self.together.told {
            return None;
        }
        self.together.told.clone_from(&stranded);
        Some(Event::Stranded(stranded.unwrap_or_default()))
    }

    /// Whether this node is to go on by itself, without being told.
    pub(crate) fn goes_on_by_itself(&self, now: Millis) -> bool {
        let AlonePolicy::Copy { after_millis } = self.manners.alone else { return false };
        self.together.since.is_some_and(|since| now >= since + after_millis) && !self.wants_to_go_on()
    }

    /// When that is.
    pub(super) fn goes_on_at(&self) -> Option<Millis> {
        let AlonePolicy::Copy { after_millis } = self.manners.alone else { return None };
        self.together.since.filter(|_| !self.wants_to_go_on()).map(|since| since + after_millis)
    }

    /// Whether this player would go on without those who are missing.
    pub(crate) fn wants_to_go_on(&self) -> bool {
        self.table().seat().is_some_and(|seat| self.together.would.contains(&seat))
    }

    /// This player would go on, or no longer; the error is a sentence for them.
    pub(crate) fn would_go_on(&mut self, wants: bool) -> Result<(), String> {
        let seat = self.table().seat().ok_or("you only watch this table")?;
        if !wants {
            self.together.would.remove(&seat);
            return Ok(());
        }
        if self.stranded().is_none() {
            return Err("enough are here to decide: who is missing can be given a bot".to_owned());
        }
        self.together.would.insert(seat);
        Ok(())
    }

    /// Somebody else would, or no longer.
    pub(crate) fn hear_would(&mut self, peer: &PublicKey, table: &Hash, wants: bool) {
        let Some(seat) = self.table().contract().seat_of(peer) else { return };
        if self.table().id() != *table {
            return;
        }
        if wants {
            self.together.would.insert(seat)
        } else {
            self.together.would.remove(&seat)
        };
    }

    /// The contract of the copy, if all who are here would go on and it is for this peer to propose it.
    pub(super) fn copy_together(&mut self) -> anyhow::Result<Option<Contract>> {
        let Some(Stranded { here, would, .. }) = self.stranded() else { return Ok(None) };
        let first = here.first().copied() == self.table().seat();
        let lockstep = self.table().lockstep();
        let level = |key: PublicKey| self.is_local(&key) || lockstep.is_as_far(&key);
        let all_level = here.iter().all(|seat| self.table().contract().key_of(*seat).is_some_and(level));
        if here != would || !first || !all_level {
            return Ok(None);
        }
        let players = self.table().contract().keyed().map(|(seat, _)| seat);
        let absent: Voters = players.filter(|seat| !here.contains(seat)).collect();
        let seats = self.table().contract().seats.clone();
        Ok(Some(self.peers[0].table.copy(seats, absent, random()?)?))
    }

    /// Whether a contract is the copy that this player would go on with: from where this table stands, and without nobody
    /// who is here.
    pub(super) fn agrees_to_copy(&self, peer: &PublicKey, next: &Contract) -> bool {
        let (table, lockstep) = (self.table(), self.table().lockstep());
        let tip = lockstep.log().last().map(|entry| (entry.core.index, entry.hash()));
        let stands = next.parent.is_some_and(|parent| {
            let same = tip.is_none_or(|tip| tip == (parent.index, parent.entry));
            parent.table == table.id() && same && parent.index == table.index()
        });
        let here = self.survivors();
        let nobody_left_out = !here.iter().any(|seat| next.absent.contains(*seat));
        self.is_seated(peer)
            && self.wants_to_go_on()
            && stands
            && nobody_left_out
            && is_copy(table.contract(), next)
    }

    // Where others went on

    /// A peer says which table it is at.
    pub(crate) fn note_place(&mut self, peer: PublicKey, table: &Hash) {
        if *table == self.table().id() {
            self.company.elsewhere.remove(&peer);
        } else {
            self.company.elsewhere.insert(peer);
        }
    }

    /// Whether to ask somebody of this table about the other table that they are at.
    pub(crate) fn asks_about(&self, peer: &PublicKey) -> bool {
        self.table().seat().is_some() && self.is_seated(peer) && !self.table().is_over() && !self.is_offline
    }

    /// Hears of a table that carries this one on; says whether it does, with a seat for this player.
    pub(crate) fn hear_of_copy(&mut self, peer: PublicKey, proposal: &Proposal) -> bool {
        if !self.asks_about(&peer) || !self.is_carried_on_by(&proposal.contract) {
            return false;
        }
        let known = self.together.there.as_ref().is_some_and(|there| {
            there.proposal.contract == proposal.contract && self.company.elsewhere.contains(&there.peer)
        });
        if !known {
            self.together.there = Some(There { peer, proposal: proposal.clone(), told: false });
        }
        true
    }

    /// Whether another table carries on this one, or the one that this one carries on too: of such two those with more
    /// founders stay where they are.
    fn is_carried_on_by(&self, other: &Contract) -> bool {
        let (table, mine) = (self.table(), self.table().contract());
        let Some(parent) = other.parent else { return false };
        let rank = |contract: &Contract| (contract.founders().len(), std::cmp::Reverse(contract.table()));
        let beside = mine.parent.is_some_and(|own| own.table == parent.table) && rank(other) > rank(mine);
        let seated = table.seat().is_some() && other.seat_of(&self.peers[0].key()) == table.seat();
        seated && is_copy(mine, other) && (parent.table == table.id() || beside)
    }

    /// What is to be told of where others went on, once; and whether this node goes there without being told.
    pub(crate) fn poll_there(&mut self) -> Option<(Event, bool)> {
        let by_itself = self.together.follows
            || matches!(self.peers[0].player, Player::Mind { .. })
            || self.manners.alone != AlonePolicy::Wait;
        let Session { peers, together, .. } = self;
        let there = together.there.as_mut().filter(|there| !there.told)?;
        let contract = &there.proposal.contract;
        let parent = contract.parent?;
        if parent.table == peers[0].table.id() && !has_entry(&peers[0].table, &parent) {
            return None;
        }
        there.told = true;
        let by = contract.founders().iter().filter_map(seat_of).collect();
        Some((Event::CarriedOn { table: contract.table(), by, index: parent.index }, by_itself))
    }

    /// Where to go, if others went on elsewhere and that was told.
    pub(crate) fn take_there(&mut self) -> Option<There> {
        self.together.there.take_if(|there| there.told)
    }

    /// From now on this player goes wherever the table went on.
    pub(crate) fn follow_from_now(&mut self) {
        self.together.follows = true;
    }
}

/// Begins a table that carries another on from its last final entry. Those who are not on this laptop keep their seats: bots play
/// for them until they come.
pub(crate) fn carry_on(owner: &Resident, options: &Options, path: &Path) -> anyhow::Result<Session> {
    let (now, bots) = (options.clock.now(), options.bots);
    let (home, identity) = (&owner.home, &owner.identity);
    let mut left = Table::resume(now, home, identity.clone(), path, bots)?;
    if left.is_over() {
        bail!("the game of this table is over: there is nothing to carry on");
    }
    let me = left.seat().context("nobody on this laptop has a seat at this table")?;
    let players = left.contract().keyed().map(|(seat, _)| seat);
    let absent: Voters = players.filter(|seat| *seat != me).collect();
    let seats = left.contract().seats.clone();
    let mut contract = left.copy(seats, absent, random()?)?;
    // Its journal is read once more, to begin where it ends.
    drop(left);
    bring(&mut contract, identity, random()?);
    let table = Table::found(now, home, identity.clone(), contract, bots)?;
    let local = LocalPeer::on_network(owner.clone(), table, options);
    Ok(Session::on_network(now, local, options, Hosted::default(), None))
}

/// Whether a journal goes as far as a copy keeps.
fn has_entry(table: &Table, parent: &Parent) -> bool {
    let log = table.lockstep().log();
    let Some(place) = (parent.index as usize).checked_sub(1) else { return true };
    log.get(place).is_some_and(|entry| entry.hash() == parent.entry)
}

/// Whether a contract has the terms and the people of another table.
fn is_copy(last: &Contract, next: &Contract) -> bool {
    let bare = |contract: &Contract| {
        let whole =
            Contract { absent: Voters::NONE, parent: None, witnesses: Vec::new(), ..contract.clone() };
        Contract { nonce: [0; 16], ..unstaked(&whole) }
    };
    next.check().is_ok() && bare(last) == bare(next)
}
