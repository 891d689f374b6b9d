//! Telling neighbours what they lack: have(index, hash), and the missing entries in return.
//!
//! Rejoining, resuming and watching late are all this. What is new is also spread at once from peer to peer, so that
//! two peers without a direct link hear of each other through the others; the status makes up for what was lost.

use crate::contract::Seat;
use crate::entry::{Body, Entry, Proof};
use crate::incoming::Told;
use crate::journal::Record;
use crate::limits::{MAX_BATCH, MAX_UNREAD, STATUS_MILLIS};
use crate::link::Link;
use crate::lockstep::{Lockstep, Millis};
use crate::message::{Message, Reveal, Status};
use crate::rules::Rules;
use crate::sign::PublicKey;
use crate::statement::Evidence;
use crate::world::{Past, Unfit};

impl<R: Rules> Lockstep<R> {
    pub(crate) fn status(&self, now: Millis) -> Status {
        let seats = || (0..).take(self.table.contract.seats.len());
        let mask =
            |has: &dyn Fn(Seat) -> bool| seats().filter(|s: &Seat| has(*s)).fold(0, |m, s| m | 1_u8 << s);
        let age = |seat: Seat| {
            let millis = now.saturating_sub(self.members[usize::from(seat)].heard);
            u32::try_from(millis).unwrap_or(u32::MAX)
        };
        Status {
            index: self.world.index,
            tip: self.world.tip,
            accessions: mask(&|seat| self.accessions[usize::from(seat)].is_some()),
            heads_at_tip: mask(&|seat| self.tip_heads.latest(seat).is_some()),
            heads: seats()
                .map(|seat| self.open.heads.latest(seat).map_or(0, |head| head.says.round + 1))
                .collect(),
            votes: seats().map(|seat| self.open.votes.get(&seat).map_or(0, |vote| vote.says.round)).collect(),
            // What proves itself is never sent, so that nobody could ask for it or wait for it.
            candidates: self
                .open
                .candidates
                .iter()
                .filter(|candidate| candidate.entry.proof != Proof::Itself)
                .map(|candidate| candidate.hash)
                .collect(),
            reveals: mask(&|seat| self.open.reveals.contains_key(&seat)),
            farewells: mask(&|seat| self.farewells.contains_key(&seat)),
            returns: mask(&|seat| self.returns.contains_key(&seat)),
            hears: mask(&|seat| self.hears(now, seat)),
            ages_millis: seats().map(age).collect(),
        }
    }

    pub(crate) fn on_status(&mut self, now: Millis, from: PublicKey, theirs: &Status) {
        let seats = self.table.contract.seats.len();
        let lists = [&theirs.heads, &theirs.votes, &theirs.ages_millis];
        // Seats are counted in a byte below: a longer list is not only useless, counting it would overflow.
        if lists.iter().any(|list| list.len() > seats) {
            return self.offend(from);
        }
        if let Some(link) = self.links.get_mut(&from) {
            (link.index, link.hears) = (theirs.index, theirs.hears);
        }
        for (seat, age) in (0..).zip(&theirs.ages_millis) {
            // What is told on ages by the time it took, or two slow peers would keep a dead one alive between them.
            let heard = now.saturating_sub(u64::from(*age) + STATUS_MILLIS);
            self.heard_at(now, heard, seat);
        }
        for accession in self.accessions.clone().into_iter().flatten() {
            if theirs.accessions & (1 << accession.seat) == 0 {
                self.send(from, &Message::Accession(accession));
            }
        }
        if !self.is_started() {
            return;
        }
        if theirs.index > self.world.index {
            self.note_apart(from, theirs);
            return self.ask_for_more(from);
        }
        if theirs.index == self.world.index {
            if theirs.tip == self.world.tip {
                self.send_missing(from, theirs);
                self.note_told(from, theirs);
            } else {
                // Words prove nothing: if the table has parted, heads show it.
                let heads: Vec<_> = self.tip_heads.iter().copied().collect();
                for head in &heads {
                    self.send(from, &Message::Head(*head));
                }
            }
        } else {
            self.note_told(from, theirs);
        }
    }

    /// What another neighbour tells may be a liar's: who is elsewhere must not be asked for what follows upon that.
    fn note_apart(&mut self, from: PublicKey, theirs: &Status) {
        let place = (theirs.index - self.world.index) as usize - 1;
        let elsewhere = |link: &Link<R>| {
            let told = link.incoming.as_ref().and_then(|incoming| incoming.hashes.get(place));
            told.is_some_and(|hash| *hash != theirs.tip)
        };
        let apart = self.links.values().any(elsewhere);
        if let Some(link) = self.links.get_mut(&from) {
            link.apart |= apart;
        }
    }

    /// Whoever comes late has been told how far the others are before it had all signatures under the contract.
    pub(crate) fn ask_who_is_ahead(&mut self) {
        let ahead = self.links.iter().filter(|(_, link)| link.index > self.world.index);
        for peer in ahead.map(|(peer, _)| *peer).collect::<Vec<_>>() {
            self.ask_for_more(peer);
        }
    }

    /// Asks a neighbour that is ahead for the entries behind those that it has already told, or that others have.
    fn ask_for_more(&mut self, from: PublicKey) {
        let Some(link) = self.links.get(&from) else { return };
        let told = |link: &Link<R>| link.incoming.as_ref().map(|incoming| incoming.world.index);
        let shared = || self.links.values().filter_map(told).max().filter(|_| !link.apart);
        let rival = link.rival.map(|rival| rival.index);
        let last = rival.or_else(|| told(link)).or_else(shared).unwrap_or(self.world.index);
        self.send(from, &Message::Want(last + 1));
    }

    /// A neighbour is as far as we are: sends what it lacks about the open index.
    fn send_missing(&mut self, to: PublicKey, theirs: &Status) {
        let lacks = |mask: u8, seat: Seat| mask & (1 << seat) == 0;
        let older =
            |list: &[u32], seat: Seat, than: u32| list.get(usize::from(seat)).is_none_or(|has| *has < than);
        let mut missing: Vec<Message> = Vec::new();
        let tip = self.tip_heads.iter().filter(|head| lacks(theirs.heads_at_tip, head.seat));
        missing.extend(tip.map(|head| Message::Head(*head)));
        let sent = self.open.candidates.iter().filter(|candidate| candidate.entry.proof != Proof::Itself);
        let candidates = sent.filter(|candidate| !theirs.candidates.contains(&candidate.hash));
        missing.extend(candidates.map(|candidate| Message::Entry(Box::new(candidate.entry.clone()))));
        let votes = self.open.votes.values().filter(|vote| older(&theirs.votes, vote.seat, vote.says.round));
        missing.extend(votes.map(|vote| Message::Vote(*vote)));
        let heads =
            self.open.heads.iter().filter(|head| older(&theirs.heads, head.seat, head.says.round + 1));
        missing.extend(heads.map(|head| Message::Head(*head)));
        let index = self.world.index + 1;
        let reveals = self.open.reveals.iter().filter(|(seat, _)| lacks(theirs.reveals, **seat));
        missing
            .extend(reveals.map(|(seat, link)| Message::Reveal(Reveal { index, seat: *seat, link: *link })));
        let farewells = self.farewells.values().filter(|farewell| lacks(theirs.farewells, farewell.seat));
        missing.extend(farewells.map(|farewell| Message::Farewell(*farewell)));
        let returns = self.returns.values().filter(|wish| lacks(theirs.returns, wish.seat));
        missing.extend(returns.map(|wish| Message::Return(*wish)));
        for message in &missing {
            self.send(to, message);
        }
    }

    /// A seat has told a peer without a journal all it knows. Once enough have, the peer may sign again.
    fn note_told(&mut self, from: PublicKey, theirs: &Status) {
        let Some(told) = &mut self.recovering else { return };
        let has_all = theirs.index < self.world.index || {
            let newer = |mine: Option<u32>, has: u32| mine.unwrap_or(0) >= has;
            let heads = (0..)
                .zip(&theirs.heads)
                .all(|(seat, has)| newer(self.open.heads.latest(seat).map(|head| head.says.round + 1), *has));
            let votes = (0..)
                .zip(&theirs.votes)
                .all(|(seat, has)| newer(self.open.votes.get(&seat).map(|vote| vote.says.round), *has));
            let farewells = (0..self.table.contract.seats.len())
                .filter(|seat| theirs.farewells & (1 << seat) != 0)
                .all(|seat| Seat::try_from(seat).is_ok_and(|seat| self.farewells.contains_key(&seat)));
            heads
                && votes
                && farewells
                && theirs.candidates.iter().all(|hash| self.open.candidate(hash).is_some())
        };
        if let (true, Some(seat)) = (has_all, self.table.contract.seat_of(&from)) {
            told.insert(seat);
        }
        let others = self.table.keyed.len() - 1;
        if told.len() >= self.table.contract.majority().min(others) {
            self.recovering = None;
            self.keep(&Record::Told);
        }
    }

    pub(crate) fn on_want(&mut self, from: PublicKey, index: u32) {
        // Asking is cheap and answering is not: who has not taken in the last answers gets no more.
        if self.links.get(&from).is_none_or(|link| link.queued > MAX_UNREAD) {
            return;
        }
        let Some(first) = (index as usize).checked_sub(1).filter(|first| *first <= self.log.len()) else {
            return;
        };
        let end = self.log.len().min(first + MAX_BATCH);
        if first < end {
            let batch = Message::Entries(self.log[first..end].to_vec());
            self.send(from, &batch);
        }
        if end == self.log.len() {
            let heads: Vec<_> = self.tip_heads.iter().copied().collect();
            for head in heads {
                self.send(from, &Message::Head(head));
            }
        }
    }

    pub(crate) fn on_entries(&mut self, from: PublicKey, entries: Vec<Entry>) {
        if entries.len() > MAX_BATCH {
            return self.offend(from);
        }
        let full = entries.len() == MAX_BATCH;
        let mut new = false;
        for entry in entries {
            if entry.core.index <= self.world.index {
                self.look_for_second_move(from, &entry);
                continue;
            }
            match self.extend_incoming(from, entry) {
                Told::New => new = true,
                Told::Known => {}
                Told::Unfit => return,
            }
        }
        // Who tells only what others have told already is asked again with the next status.
        if full && new {
            self.ask_for_more(from);
        }
    }

    /// An entry that may come next, or once might have.
    pub(crate) fn on_entry(&mut self, now: Millis, from: PublicKey, entry: &Entry) {
        if entry.core.index <= self.world.index {
            return self.look_for_second_move(from, entry);
        }
        // What proves itself is computed here, never taken from others.
        if entry.proof == Proof::Itself || !self.is_started() || self.open.candidate(&entry.hash()).is_some()
        {
            return;
        }
        let past = Past { log: &self.log, more: &[] };
        match self.world.after(&self.table, past, &self.genesis, entry) {
            Ok(world) => {
                if let Body::Move { seat, .. } = entry.core.body {
                    self.heard(now, seat);
                    self.open.moved |= Some(seat) == self.seat;
                }
                let hash = world.tip;
                self.add_candidate(entry.clone(), world, Some(from));
                // A move of one's own, heard of again after the journal was lost: never to be signed differently.
                if matches!(entry.core.body, Body::Move { seat, .. } if Some(seat) == self.seat) {
                    self.keep_candidate(&hash);
                }
            }
            Err(Unfit::Corrupt) => {
                if self.mend() {
                    self.on_entry(now, from, entry);
                }
            }
            Err(Unfit::OtherState { computed, .. }) => {
                if let Ok((_, world)) = self.next(entry.core.body.clone()) {
                    self.dispute(&entry.core, computed, &world.rules);
                }
            }
            Err(Unfit::NotNext) => {}
            Err(_) => self.offend(from),
        }
    }

    /// An old entry that is not the one in the log: a second move of its seat?
    fn look_for_second_move(&mut self, from: PublicKey, entry: &Entry) {
        let Some(known) = (entry.core.index as usize).checked_sub(1).and_then(|place| self.log.get(place))
        else {
            return;
        };
        let is_move = |entry: &Entry| matches!(entry.core.body, Body::Move { .. });
        if is_move(entry) && is_move(known) && known.core.prev == entry.core.prev && known.core != entry.core
        {
            // Upon one entry only one seat may move: either it signed this one too, or somebody made it up.
            let evidence = Evidence::TwoMoves(Box::new(known.clone()), Box::new(entry.clone()));
            if !self.note_evidence(evidence, None) {
                self.offend(from);
            }
        }
    }
}
