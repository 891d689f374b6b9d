//! Telling neighbours what they lack: have(index, hash), and the missing entries in return.
//!
//! Rejoining, resuming and watching late are all this. What is new is also spread at once from peer to peer, so that
//! two peers without a direct link hear of each other through the others; the status makes up for what was lost.

use crate::codec;
use crate::contract::Accession;
use crate::entry::{Body, Entry, Proof};
use crate::incoming::Extended;
use crate::limits::{MAX_BATCH, MAX_BATCH_BYTES, MAX_CANDIDATES_TOLD, MAX_UNREAD, MAX_VOTERS, STATUS_MILLIS};
use crate::lockstep::{Lockstep, Millis};
use crate::message::{Message, Status};
use crate::neighbour::Neighbour;
use crate::quorum::{Voter, Voters};
use crate::rules::Rules;
use crate::sign::PublicKey;
use crate::statement::Evidence;
use crate::world::{Chain, Unfit};

impl<R: Rules> Lockstep<R> {
    pub(crate) fn status(&self, now: Millis) -> Status {
        let parties =
            self.table.contract.parties().map(|(voter, _, _)| voter).chain(self.world.voters().iter());
        let last = parties.max().unwrap_or(0);
        let voters = || 0..=last;
        let mask = |has: &dyn Fn(Voter) -> bool| voters().filter(|voter| has(*voter)).collect::<Voters>();
        let age = |voter: Voter| {
            let millis = now.saturating_sub(self.members[usize::from(voter)].heard);
            u32::try_from(millis).unwrap_or(u32::MAX)
        };
        let head = |voter| self.open.heads.latest(voter).map_or(0, |head| head.says.round + 1);
        let reading =
            |voter| self.time.reading_of(voter).map_or(0, |reading| reading.says.used.saturating_add(1));
        let vote = |voter| self.open.votes.latest(voter).map_or(0, |vote| vote.says.round);
        // What everybody computes is never sent, so that nobody could ask for it or wait for it.
        let sent = self.open.candidates.iter().filter(|candidate| !candidate.entry.is_computed());
        Status {
            index: self.world.index,
            tip: self.world.tip,
            accessions: mask(&|voter| self.accessions[usize::from(voter)].is_some()),
            heads_at_tip: mask(&|voter| self.tip_heads.latest(voter).is_some()),
            heads: voters().map(head).collect(),
            votes: voters().map(vote).collect(),
            candidates: sent.take(MAX_CANDIDATES_TOLD).map(|candidate| candidate.hash).collect(),
            links: self.links_mask(),
            leaves: self.wishes.leaves().map(|wish| wish.voter).collect(),
            returns: self.wishes.returns().map(|wish| wish.voter).collect(),
            lost: self.lost.among(self.world.index + 1, &self.world.roll()),
            evidence: self.proofs.liars(),
            hears: mask(&|voter| self.hears(now, voter)),
            ages_millis: voters().map(age).collect(),
            readings: if self.time.is_on() { voters().map(reading).collect() } else { Vec::new() },
        }
    }

    pub(crate) fn on_status(&mut self, now: Millis, from: PublicKey, theirs: &Status) {
        let lists = [&theirs.heads, &theirs.votes, &theirs.ages_millis, &theirs.readings];
        // Voters are counted in a byte below: a longer list is not only useless, counting it would overflow.
        if lists.iter().any(|list| list.len() > MAX_VOTERS) {
            return self.offend(from);
        }
        if let Some(link) = self.links.get_mut(&from) {
            (link.index, link.tip, link.hears) = (theirs.index, theirs.tip, theirs.hears);
        }
        // Whoever watches may say what it likes: it must not keep anybody from being missed.
        let voter = self.links.get(&from).and_then(|link| link.voter);
        let counts = voter.is_some_and(|voter| self.world.voters().contains(voter));
        for (voter, age) in (0..).zip(theirs.ages_millis.iter().filter(|_| counts)) {
            // What is told on ages by the time it took, or two slow peers would keep a dead one alive between them.
            let heard = now.saturating_sub(u64::from(*age) + STATUS_MILLIS);
            self.heard_at(now, heard, voter);
        }
        if self.links.get_mut(&from).is_none_or(|link| !link.allow_status(now)) {
            return;
        }
        let lacks = |accession: &&Accession| !theirs.accessions.contains(accession.voter);
        for accession in self.accessions().filter(lacks).cloned().collect::<Vec<_>>() {
            self.send(from, &Message::Accession(Box::new(accession)));
        }
        for voter in self.proofs.liars().iter().filter(|voter| !theirs.evidence.contains(*voter)) {
            if let Some(proof) = self.proofs.first(voter).cloned() {
                self.send(from, &Message::Evidence(proof));
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
            } else {
                // Words prove nothing: if the table has parted, heads show it.
                let heads: Vec<_> = self.tip_heads.iter().copied().collect();
                for head in &heads {
                    self.send(from, &Message::Head(*head));
                }
                self.send_decided(from, self.world.index);
                self.seek_parting(from, theirs.tip);
            }
        }
    }

    /// What another neighbour tells may be a liar's: who is elsewhere must not be asked for what follows upon that.
    fn note_apart(&mut self, from: PublicKey, theirs: &Status) {
        let place = (theirs.index - self.world.index) as usize - 1;
        let elsewhere = |link: &Neighbour<R>| {
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

    /// Asks a neighbour that is ahead for the entries behind those that it has already told, or that others have. Of what
    /// it has not said that it has it is asked nothing: whoever was told more by others needs its heads.
    fn ask_for_more(&mut self, from: PublicKey) {
        let Some(link) = self.links.get(&from) else { return };
        let told = |link: &Neighbour<R>| link.incoming.as_ref().map(|incoming| incoming.world.index);
        let shared = || self.links.values().filter_map(told).max().filter(|_| !link.apart);
        let rival = link.rival.map(|rival| rival.index);
        let last = rival.or_else(|| told(link)).or_else(shared).unwrap_or(self.world.index);
        let first = last.min(link.index) + 1;
        self.send(from, &Message::Want(first));
    }

    /// A neighbour is as far as we are: sends what it lacks about the open index.
    fn send_missing(&mut self, to: PublicKey, theirs: &Status) {
        let older = |list: &[u32], voter: Voter, than: u32| {
            list.get(usize::from(voter)).is_none_or(|has| *has < than)
        };
        let mut missing: Vec<Message> = Vec::new();
        let tip = self.tip_heads.iter().filter(|head| !theirs.heads_at_tip.contains(head.voter));
        missing.extend(tip.map(|head| Message::Head(*head)));
        let sent = self.open.candidates.iter().filter(|candidate| !candidate.entry.is_computed());
        let candidates = sent.filter(|candidate| !theirs.candidates.contains(&candidate.hash));
        missing.extend(candidates.map(|candidate| Message::Entry(Box::new(candidate.entry.clone()))));
        let latest = self.world.voters().iter().filter_map(|voter| self.open.votes.latest(voter));
        let votes = latest.filter(|vote| older(&theirs.votes, vote.voter, vote.says.round));
        missing.extend(votes.map(|vote| self.backed(*vote)));
        let heads =
            self.open.heads.iter().filter(|head| older(&theirs.heads, head.voter, head.says.round + 1));
        missing.extend(heads.map(|head| Message::Head(*head)));
        missing.extend(self.links_missing(theirs.links));
        let leaves = self.wishes.leaves().filter(|wish| !theirs.leaves.contains(wish.voter));
        missing.extend(leaves.map(|wish| Message::Leave(*wish)));
        let returns = self.wishes.returns().filter(|wish| !theirs.returns.contains(wish.voter));
        missing.extend(returns.map(|wish| Message::Return(*wish)));
        let lost = self.lost.said(self.world.index + 1, &self.world.roll());
        missing.extend(lost.into_iter().filter(|lost| !theirs.lost.contains(lost.voter)).map(Message::Lost));
        missing.extend(self.readings_missing(&theirs.readings));
        for message in &missing {
            self.send(to, message);
        }
    }

    pub(crate) fn on_want(&mut self, now: Millis, from: PublicKey, index: u32) {
        // Asking is cheap and answering is not: who asks too often, or has not taken in the last answers, gets no more.
        if self.links.get_mut(&from).is_none_or(|link| link.queued > MAX_UNREAD || !link.allow_want(now)) {
            return;
        }
        let Some(first) = (index as usize).checked_sub(1).filter(|first| *first <= self.log.len()) else {
            return;
        };
        let mut bytes = 0;
        let fits = |entry: &&Entry| {
            bytes += codec::encode(*entry).len();
            bytes <= MAX_BATCH_BYTES
        };
        let batch: Vec<Entry> = self.log[first..].iter().take(MAX_BATCH).take_while(fits).cloned().collect();
        let end = first + batch.len();
        if first < end {
            self.send(from, &Message::Entries(batch));
            // Whoever is on another way there, or bound to something, sees who went both.
            if self.links.get(&from).is_some_and(|link| self.is_apart(link) || index == link.index + 1) {
                self.send_decided(from, index);
            }
        }
        if end == self.log.len() {
            self.send_lost(from);
            let heads: Vec<_> = self.tip_heads.iter().copied().collect();
            for head in heads {
                self.send(from, &Message::Head(head));
            }
        }
    }

    /// Whether a neighbour's last entry is not one that is final here.
    fn is_apart(&self, link: &Neighbour<R>) -> bool {
        link.index > 0 && self.hash_at(link.index) != Some(link.tip)
    }

    pub(crate) fn on_entries(&mut self, from: PublicKey, entries: Vec<Entry>) {
        if entries.len() > MAX_BATCH {
            return self.offend(from);
        }
        let last = entries.last().map(|entry| entry.core.index);
        let more = self.links.get(&from).is_some_and(|link| last.is_some_and(|last| last < link.index));
        let mut new = false;
        for entry in entries {
            if entry.core.index <= self.world.index {
                self.look_for_second_move(from, &entry);
                self.look_for_parting(from, &entry);
                continue;
            }
            match self.extend_incoming(from, entry) {
                Extended::New => new = true,
                Extended::Known => {}
                Extended::Unfit => return,
            }
        }
        // Who tells only what others have told already is asked again with the next status.
        if more && new {
            self.ask_for_more(from);
        }
    }

    /// An entry that may come next, or once might have.
    pub(crate) fn on_entry(&mut self, now: Millis, from: PublicKey, entry: &Entry) {
        if entry.core.index <= self.world.index {
            return self.look_for_second_move(from, entry);
        }
        // Its seal is made here, of the heads that came: with another's it would stand in the log as that one likes.
        if matches!(&entry.proof, Proof::Certified(certificate) if !certificate.seal.is_empty()) {
            return self.offend(from);
        }
        // What everybody computes is computed here, never taken from others.
        if entry.is_computed() || !self.is_started() || self.open.candidate(&entry.hash()).is_some() {
            return;
        }
        let past = Chain { log: &self.log, more: &[] };
        match self.world.after(&self.table, past, &self.genesis, entry) {
            Ok(world) => {
                if let (Body::Move { seat, .. }, Some(life)) = (&entry.core.body, entry.proof.life()) {
                    self.heard(now, *seat);
                    self.hear_own_word(now, *seat, life, !self.open.moved);
                }
                if let Proof::Certified(certificate) = &entry.proof {
                    let votes = certificate.votes(&entry.core, world.tip);
                    votes.for_each(|vote| self.hear_own_vote(now, &vote));
                }
                self.add_candidate(entry.clone(), world, Some(from));
            }
            Err(Unfit::Corrupt) => {
                if self.mend() {
                    self.on_entry(now, from, entry);
                }
            }
            Err(Unfit::OtherState { computed, .. }) => {
                if let Ok((_, world)) = self.next(entry.core.body.clone()) {
                    self.dispute(from, entry, computed, &world.rules);
                }
            }
            Err(Unfit::NotNext) => {}
            Err(_) => self.offend_for(from, entry.last_signer()),
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
            self.accuse_or_offend(evidence, from);
        }
    }
}
