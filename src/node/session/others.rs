//! Others at the table: who comes to it, who hosts it, and which table is gone to from here.

use whistlestop_proto::contract::{Contract, PROTOCOL_VERSION};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::PublicKey;

use crate::node::reach::link::LinkFacts;
use crate::node::session::Session;
use crate::node::session::rematch::is_next;
use crate::table::front::{Event, ProtocolEvent};
use crate::table::gather::PROGRAM_VERSION;
use crate::table::wire::{Knock, Proposal, Refusal, Tag};

/// What is to be said to a peer that has come to this table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Welcome {
    /// Which table this is, for the first time.
    pub(crate) tell_table: bool,
    /// Where everybody is, and whether this player wants to play again: the protocol speaks from now on.
    pub(crate) attached: bool,
}

impl Session {
    /// Somebody is linked who may be at this table: `link` says what they said and proved. Nothing is said to whoever may not
    /// look on.
    pub(crate) fn attach(&mut self, now: Millis, peer: PublicKey, link: &LinkFacts) -> Option<Welcome> {
        let theirs = link.at == Some(self.table().id());
        let may_look_on = theirs && (link.admitted || self.company.hosted.phrase.is_none());
        if !(self.is_seated(&peer) || may_look_on) {
            return None;
        }
        let tell_table = self.company.told.insert(peer);
        let attached = theirs && self.company.attached.insert(peer);
        if attached {
            self.company.keepers.remove(&peer);
            self.peers[0].table.handle_connected(now, peer);
        }
        Some(Welcome { tell_table, attached })
    }

    /// A peer that is not at this table shows what it has of it.
    pub(crate) fn hear_keeper(&mut self, now: Millis, peer: PublicKey, table: &Hash) {
        let theirs = self.table().id() == *table && self.is_seated(&peer);
        if theirs && !self.company.attached.contains(&peer) && self.company.keepers.insert(peer) {
            self.peers[0].table.handle_connected(now, peer);
        }
    }

    /// A newer start of this player is at the table: what is to be told of it, once. That one goes on, and here is only what was
    /// final before.
    pub(crate) fn note_newer_start(&mut self) -> Option<Event> {
        let first = !std::mem::replace(&mut self.company.is_older, true);
        let told = self.table().lockstep().is_superseded();
        let life = self.table().lockstep().life();
        (first && !told).then_some(Event::Protocol(ProtocolEvent::Superseded { life }))
    }

    /// Tells a peer which table this is.
    pub(crate) fn tell(&mut self, peer: PublicKey) -> Hash {
        self.company.told.insert(peer);
        self.table().id()
    }

    /// A link is new, and nothing was said on it.
    pub(crate) fn untell(&mut self, peer: &PublicKey) {
        self.company.told.remove(peer);
    }

    /// The contract for somebody who comes to a table that is on.
    pub(crate) fn answer(
        &self,
        peer: &PublicKey,
        knock: &Knock,
        admitted: bool,
    ) -> Result<Contract, Refusal> {
        if knock.protocol != PROTOCOL_VERSION {
            return Err(Refusal::Version { theirs: PROTOCOL_VERSION, program: PROGRAM_VERSION.to_owned() });
        }
        let contract = self.table().contract();
        let own = [self.tag(), Tag::of_nonce(&contract.nonce)];
        if knock.table.is_some_and(|table| !own.contains(&table)) {
            return Err(Refusal::NoSuchTable);
        }
        if !admitted {
            return Err(Refusal::PassPhrase);
        }
        if !knock.watch && !self.is_seated(peer) {
            return Err(Refusal::Full);
        }
        Ok(contract.clone())
    }

    /// Hears who the host is, from somebody at the table. The first stays: it only decides whom to wait for.
    pub(crate) fn set_host(&mut self, peer: &PublicKey, more_games: u32) {
        let seated = self.is_seated(peer);
        let hosted = &mut self.company.hosted;
        if seated && hosted.by.is_none_or(|host| host == *peer) {
            (hosted.by, hosted.more_games) = (Some(*peer), more_games);
        }
    }

    /// If this is the host: how many games follow.
    pub(crate) fn hosts(&self) -> Option<u32> {
        let hosted = &self.company.hosted;
        (hosted.by == Some(self.peers[0].key())).then_some(hosted.more_games)
    }

    /// Whether this is the host of a table that not everybody has signed yet.
    pub(crate) fn is_unsigned_of(&self, host: &PublicKey) -> bool {
        self.company.hosted.by == Some(*host) && !self.table().lockstep().is_started()
    }

    /// Whether this player is the one who tells others on the network of the table: its host or, if that one left or has been
    /// `missed` for a while, the first who is here.
    pub(crate) fn tells(&self, missed: bool) -> bool {
        let (me, contract) = (self.peers[0].key(), self.table().contract());
        let mut keyed = contract.keyed();
        let hosted = self.company.hosted.by.and_then(|host| Some((contract.seat_of(&host)?, host)));
        let Some((seat, host)) = hosted.or_else(|| keyed.next()) else { return false };
        if self.is_offline() || host == me {
            return !self.is_offline();
        }
        let has_left = self.table().lockstep().holders()[usize::from(seat)].is_bot();
        let is_vacant = !self.is_here(&host) && (missed || has_left);
        let first = contract.keyed().find(|(_, key)| self.is_here(key));
        is_vacant && first.is_some_and(|(_, key)| key == me)
    }

    /// Whether somebody who plays here is not linked, and whether nobody is who does. For those whose seats bots hold nobody looks:
    /// they find the table.
    pub(crate) fn misses_anybody(&self) -> (bool, bool) {
        let holders = self.table().lockstep().holders();
        let me = self.peers[0].key();
        let others = || {
            self.table()
                .contract()
                .keyed()
                .filter(|(seat, key)| *key != me && !holders[usize::from(*seat)].is_bot())
        };
        let here = others().filter(|(_, key)| self.is_here(key)).count();
        let watches = self.table().seat().is_none();
        // Once the game is over everybody may go.
        let wanted = !self.is_offline() && !self.table().is_over();
        let missing = wanted && if watches { here == 0 } else { here < others().count() };
        (missing, missing && here == 0)
    }

    /// Whether nobody has been heard of for a while at the host's seat.
    pub(crate) fn misses_host(&self) -> bool {
        let seat = self.company.hosted.by.and_then(|host| self.table().contract().seat_of(&host));
        seat.is_some_and(|seat| self.table().lockstep().is_away(seat))
    }

    /// Whether this node only watches, and has seen the end.
    pub(crate) fn is_watched_to_the_end(&self) -> bool {
        self.table().seat().is_none() && self.table().is_over()
    }

    /// Whether the next table that a peer names is one to go to from here.
    pub(crate) fn goes_on_with(&self, peer: &PublicKey, next: &Contract, running: bool) -> bool {
        if running {
            return self.is_watched_to_the_end();
        }
        let hosted = &self.company.hosted;
        let follows = hosted.by == Some(*peer) && hosted.more_games > 0;
        let again = self.wants_again() && self.is_seated(peer) && is_next(self.table().contract(), next);
        (self.table().is_over() && (follows || again)) || self.agrees_to_copy(peer, next)
    }

    /// Keeps the host's next game until this one is over here too: the host may hear the last signatures first.
    pub(crate) fn keep_for_later(&mut self, peer: &PublicKey, proposal: &Proposal) -> bool {
        let hosted = &self.company.hosted;
        let early = hosted.by == Some(*peer) && hosted.more_games > 0 && !self.table().is_over();
        if early {
            self.early = Some(Box::new(proposal.clone()));
        }
        early
    }
}
