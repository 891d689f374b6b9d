//! What must hold in every run, whatever happens.
//!
//! *Safety*, always: no two final entries at one index, but where one liar may part the table; nothing final is lost by
//! a crash; no honest voter signs two moves, two heads or two votes where it may sign one, speaks in two lives about
//! one index, breaks a promise, reveals a link before what the draw follows is final, is blamed or is dropped; a draw
//! is what the keys of those who draw make of it; moves are taken back only if every seat that counts voted for that.
//!
//! One liar may part the table only at an index where it counts and those who count are odd in number. Then nothing
//! before that index is lost, and in the end somebody honest has proof that it said two things.
//!
//! *Liveness*, once faults have ceased: the game is over for every honest peer. The liar can hold it up only
//!
//! - where the honest ones who count are no majority (of two, or alone);
//! - where it is one of two who draw, and withholds its link;
//! - where it has parted the table: only copies go on.

use std::collections::{BTreeMap, BTreeSet};

use whistlestop_proto::contract::{Contract, FIRST_WITNESS};
use whistlestop_proto::entry::{Body, Change, Entry, Proof};
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::guard::breaks_promise;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::{Message, Reveal};
use whistlestop_proto::quorum::{Life, Quorum, Voter, Voters};
use whistlestop_proto::rules::Rules;
use whistlestop_proto::sign::Identity;
use whistlestop_proto::statement::{Head, Signed, Vote};
use whistlestop_proto::world::TableContract;

mod chain;
pub(crate) mod clocks;
pub(crate) mod counters;
mod rule4;

use chain::{Chain, Place, Seen};
use clocks::Times;
use counters::{Met, Situation};
use rule4::Cast;

/// What honest peers saw and said so far.
pub(crate) struct Judge {
    honest: Vec<Voter>,
    hostile: Option<Voter>,
    table: TableContract,
    /// Those whose disk was lost or went back: that may show, as that and nothing worse.
    forgot: Voters,
    /// All entries that were final for an honest peer.
    chain: Chain,
    /// The liar has parted the table, or one who counted alone has.
    parted: bool,
    /// One who counted alone has decided twice: its home was copied, or its disk lost while nobody was there, or it
    /// says so.
    doubled: bool,
    /// Where all who counted began anew, for somebody.
    anew: BTreeSet<u32>,
    /// Whose home was copied.
    copied: Option<Voter>,
    /// What is final for voters whose home was not copied, at each index.
    held: BTreeMap<u32, Hash>,
    /// Who told links for which draw.
    revealed: BTreeMap<(u32, Hash), Voters>,
    /// Against whom somebody honest has proof of a lie.
    proved: Voters,
    /// Entries that were final for somebody without a majority in one round there; a later one must have it.
    uncovered: BTreeMap<u32, Hash>,
    /// All votes.
    cast: Cast,
    /// Who wished to return, and since when it was away.
    returns: BTreeSet<(Voter, u32)>,
    /// Of whom each peer has had proof.
    proofs: BTreeMap<usize, BTreeSet<Voter>>,
    met: Met,
    /// How far each peer has seen finals.
    seen: BTreeMap<usize, u32>,
    heads: BTreeMap<(Voter, u32, u32, Life), Signed<Head>>,
    votes: BTreeMap<(Voter, u32, u32, Life), Signed<Vote>>,
    moves: BTreeMap<(Voter, u32, Life), Hash>,
    /// In which life each honest voter spoke about an index.
    lives: BTreeMap<(Voter, u32), Life>,
    /// Who said at an index that it has lost its memory, and in which life it would speak.
    lost: BTreeSet<(Voter, u32, Life)>,
    /// How long each has thought.
    pub(crate) times: Times,
}

impl Judge {
    /// The secrets of all voters are known here.
    pub(crate) fn new(
        contract: &Contract,
        hostile: Option<Voter>,
        secrets: BTreeMap<Voter, Identity>,
        times: Times,
    ) -> Self {
        Self {
            honest: secrets.keys().copied().filter(|voter| Some(*voter) != hostile).collect(),
            hostile,
            table: TableContract::new(contract.clone()),
            forgot: Voters::NONE,
            chain: Chain::new(contract.clone(), secrets),
            parted: false,
            doubled: false,
            anew: BTreeSet::new(),
            copied: None,
            held: BTreeMap::new(),
            revealed: BTreeMap::new(),
            proved: Voters::NONE,
            uncovered: BTreeMap::new(),
            cast: Cast::default(),
            returns: BTreeSet::new(),
            proofs: BTreeMap::new(),
            met: Met::new(),
            seen: BTreeMap::new(),
            heads: BTreeMap::new(),
            votes: BTreeMap::new(),
            moves: BTreeMap::new(),
            lives: BTreeMap::new(),
            lost: BTreeSet::new(),
            times,
        }
    }

    /// The highest index about which a seat has said anything.
    pub(crate) fn last_said(&self, voter: Voter) -> u32 {
        let heads = self.heads.keys().filter(|(other, ..)| *other == voter).map(|(_, index, ..)| *index);
        let cast = self.votes.keys().filter(|(other, ..)| *other == voter).map(|(_, index, ..)| *index);
        let moves = self.moves.keys().filter(|(other, ..)| *other == voter).map(|(_, index, _)| *index);
        heads.chain(cast).chain(moves).max().unwrap_or(0)
    }
    /// The last index that a voter decided alone.
    pub(crate) fn last_alone(&self, voter: Voter) -> u32 {
        let alone = self.chain.decided().filter(|(_, _, place)| place.voters == Voters::NONE.with(voter));
        alone.map(|(index, _, _)| index).max().unwrap_or(0)
    }

    /// Who counted at the indices behind this one that are decided.
    pub(crate) fn voters_behind(&self, index: u32) -> impl Iterator<Item = Voters> {
        self.chain.decided().filter(move |(at, _, _)| *at > index).map(|(_, _, place)| place.voters)
    }

    /// How many entries a peer has seen become final.
    pub(crate) fn seen(&self, peer: usize) -> u32 {
        self.seen.get(&peer).copied().unwrap_or(0)
    }

    /// A peer has lost its disk, and with it what it had seen.
    pub(crate) fn forget(&mut self, peer: usize, voter: Option<Voter>) {
        self.seen.remove(&peer);
        self.proofs.remove(&peer);
        self.forgot = voter.into_iter().fold(self.forgot, Voters::with);
    }

    /// The home of a voter is copied: who takes the copy up may have said less than the other.
    pub(crate) fn copy_home(&mut self, voter: Option<Voter>) {
        self.copied = voter;
        self.forgot = voter.into_iter().fold(self.forgot, Voters::with);
    }

    /// Nothing final is lost by a crash, it is what it was, and it leads to the same state.
    pub(crate) fn came_back<R: Rules>(&mut self, peer: usize, live: &Lockstep<R>) -> Result<(), String> {
        let (log, seen) = (live.log(), self.seen(peer));
        if (log.len() as u64) < u64::from(seen) {
            return Err(format!(
                "peer {peer} had seen {seen} final entries and came back with {}",
                log.len()
            ));
        }
        if log.last().is_some_and(|last| last.core.state != live.rules().state_hash()) {
            return Err(format!("peer {peer} came back with another state after entry {}", log.len()));
        }
        let proofs: BTreeSet<Voter> = live.evidence().map(|(voter, _)| voter).collect();
        if self.proofs.get(&peer).is_some_and(|known| !known.is_subset(&proofs)) {
            return Err(format!("peer {peer} came back without a proof that it had"));
        }
        log.iter().try_for_each(|entry| self.check_final(live.voter(), entry))
    }

    pub(crate) fn see(
        &mut self,
        (peer, voter): (usize, Option<Voter>),
        event: &ProtocolEvent,
    ) -> Result<(), String> {
        match event {
            ProtocolEvent::Final(entry) => {
                let seen = self.seen.entry(peer).or_insert(0);
                *seen = (*seen).max(entry.core.index);
                self.check_final(voter, entry)?;
                self.check_held(voter, entry)
            }
            ProtocolEvent::Contradicted { voter, evidence } => {
                self.proofs.entry(peer).or_default().insert(*voter);
                let unproved = self.table.has_key(*voter) && evidence.verify(&self.table) != Some(*voter);
                if unproved || self.honest.contains(voter) {
                    return Err(format!("honest voter {voter} is blamed: {evidence:?}"));
                }
                self.proved = self.proved.with(*voter);
                Ok(())
            }
            // With a liar it may be its empty words; whether honest peers ever hold two final entries is looked at by
            // itself.
            ProtocolEvent::Forked { index, ours, theirs } if self.hostile.is_none() && !self.doubled => {
                Err(format!("forked at {index}: {ours:?} and {theirs:?}"))
            }
            _ => Ok(()),
        }
    }

    fn check_final(&mut self, own: Option<Voter>, entry: &Entry) -> Result<(), String> {
        let seen = self.chain.follow(entry)?;
        let Some(before) = self.chain.before(entry).filter(|_| seen != Seen::Before) else { return Ok(()) };
        if matches!(entry.core.body, Body::Anew { .. }) {
            self.anew.insert(entry.core.index);
        }
        if seen == Seen::Parted {
            // Nobody can tell a liar that decides alone, and alone again, from one who lost its disk in between.
            let alone = self.hostile.is_some_and(|liar| before.voters == Voters::NONE.with(liar));
            let anew = alone && self.anew.contains(&entry.core.index);
            self.doubled |= anew || self.may_be_doubled(before.voters);
            if !self.doubled && !self.may_be_parted(before.voters) {
                return Err(format!("two final entries at index {}, one is {entry:?}", entry.core.index));
            }
            self.parted = true;
        }
        if seen == Seen::First && !self.parted {
            self.check_time(entry)?;
        }
        self.check_consent(before, entry)?;
        self.check_return(before, entry)?;
        self.count(before, entry);
        let index = entry.core.index;
        let repaired = matches!(entry.proof, Proof::Repaired(_) | Proof::Lost(_));
        if repaired || before.voters.len() == 1 || self.is_acknowledged(own, &before, entry) {
            // What lies before it on its way is final with it.
            self.uncovered.retain(|at, _| *at > index);
        } else {
            self.uncovered.insert(index, entry.hash());
        }
        Ok(())
    }

    /// Nobody's time is up whose own program had its turn before it for clearly less than its time; but a liar's, or that
    /// of somebody who is two.
    fn check_time(&mut self, entry: &Entry) -> Result<(), String> {
        if let Body::TimeUp { seat, .. } = entry.core.body {
            let honest = self.honest.contains(&seat);
            self.met.insert(if honest { Situation::TimeUpOfHonest } else { Situation::TimeUpOfLiar });
        }
        match self.times.note(entry) {
            Err((seat, why)) if self.honest.contains(&seat) && self.copied != Some(seat) => Err(why),
            _ => Ok(()),
        }
    }

    /// Whatever two homes of one voter decide, the other voters never hold two entries at one index; but for what it
    /// decided where it counted alone.
    fn check_held(&mut self, own: Option<Voter>, entry: &Entry) -> Result<(), String> {
        if own.is_none() || own == self.copied || self.copied.is_none() || self.doubled {
            return Ok(());
        }
        let first = *self.held.entry(entry.core.index).or_insert_with(|| entry.hash());
        if first == entry.hash() {
            return Ok(());
        }
        Err(format!("voters whose home was not copied hold two entries at index {}", entry.core.index))
    }

    /// Whether two majorities of these may share the liar alone.
    fn may_be_parted(&self, voters: Voters) -> bool {
        self.hostile.is_some_and(|liar| voters.contains(liar)) && !voters.len().is_multiple_of(2)
    }

    /// Whether two homes of one who counts alone may each decide: nobody else could tell them apart.
    fn may_be_doubled(&self, voters: Voters) -> bool {
        voters.len() == 1 && voters.and(self.forgot) == voters
    }

    /// Those who decide at an index, as somebody sees them who has heard everything.
    fn quorum(&self, place: &Place) -> Quorum {
        let Place { voters, since, lives, .. } = *place;
        let still = |(voter, index, life): &&(Voter, u32, Life)| {
            *index > since[usize::from(*voter)] && *life != lives[usize::from(*voter)]
        };
        let lost = self.lost.iter().filter(still).map(|(voter, _, _)| *voter).collect();
        Quorum { lost, ..Quorum::of(voters) }
    }

    /// An honest player is back only if it wished that since it went.
    fn check_return(&self, before: Place, entry: &Entry) -> Result<(), String> {
        let Body::Change(Change::Return { seat, .. }) = entry.core.body else { return Ok(()) };
        let wished = self.returns.contains(&(seat, before.since[usize::from(seat)]));
        if wished || !self.honest.contains(&seat) {
            return Ok(());
        }
        Err(format!("seat {seat} is back without having wished it: {entry:?}"))
    }

    /// Every seat that counts has voted for a take-back. A sole voter says nothing to anybody.
    fn check_consent(&self, before: Place, entry: &Entry) -> Result<(), String> {
        let (Body::Change(Change::TakeBack { .. }), hash) = (&entry.core.body, entry.hash()) else {
            return Ok(());
        };
        let voted = |voter: &Voter| {
            let (first, last) = ((*voter, entry.core.index, 0, 0), (*voter, entry.core.index + 1, 0, 0));
            self.votes.range(first..last).any(|(_, vote)| vote.says.entry == hash)
        };
        let seats =
            before.voters.iter().filter(|voter| *voter < FIRST_WITNESS && self.honest.contains(voter));
        match seats.filter(|_| before.voters.len() > 1).find(|voter| !voted(voter)) {
            Some(seat) => Err(format!("seat {seat} has not agreed to {entry:?}")),
            None => Ok(()),
        }
    }

    fn count(&mut self, before: Place, entry: &Entry) {
        let met: &[Situation] = match &entry.core.body {
            Body::Change(Change::Remove { voter }) => {
                let bound = self.heads.range((0, 0, 0, 0)..).any(|((_, index, ..), head)| {
                    *index == entry.core.index && head.says.entry != entry.hash() && head.says.round == 0
                });
                let repaired = matches!(entry.proof, Proof::Repaired(_));
                let all = [
                    (bound && !repaired, Situation::RemovedAgainstBound),
                    (repaired, Situation::Repair),
                    (self.proved.contains(*voter), Situation::LiarRemoved),
                ];
                self.met.extend(all.into_iter().filter(|(met, _)| *met).map(|(_, situation)| situation));
                &[Situation::Removal]
            }
            Body::Change(Change::Return { .. }) => &[Situation::Return],
            Body::Change(Change::StandIn { .. }) => &[Situation::StandIn],
            Body::Change(Change::Admit { .. }) => &[Situation::Admit],
            Body::Change(Change::Renew { .. }) if is_by_half(before.voters, entry) => {
                &[Situation::Renewal, Situation::RenewedByHalf]
            }
            Body::Change(Change::Renew { .. }) => &[Situation::Renewal],
            Body::Anew { .. } => &[Situation::Anew],
            Body::Change(Change::TakeBack { .. }) => &[Situation::TakeBack],
            Body::Draw { number, base, links } if !links.is_empty() && before.drawers.len() > 2 => {
                let told = self.revealed.get(&(*number, *base)).copied().unwrap_or_default();
                let all = before.drawers.len() * (before.drawers.len() - 1) / 2;
                match (links.len() < all, before.drawers.iter().any(|voter| !told.contains(voter))) {
                    (true, _) => &[Situation::PairLeftOut, Situation::MissingDrawer],
                    (false, true) => &[Situation::MissingDrawer],
                    (false, false) => &[],
                }
            }
            Body::Change(Change::TimeUp { .. })
            | Body::TimeUp { .. }
            | Body::Draw { .. }
            | Body::Move { .. }
            | Body::Auto { .. } => &[],
        };
        self.met.extend(met);
    }

    /// A situation that only the world sees.
    pub(crate) fn meet(&mut self, situation: Situation) {
        self.met.insert(situation);
    }

    /// Somebody who watched counts from now on.
    pub(crate) fn admit(&mut self, voter: Voter) {
        if !self.honest.contains(&voter) {
            self.honest.push(voter);
        }
    }

    /// Whether a peer has had proof against a voter.
    pub(crate) fn has_proof(&self, peer: usize, voter: Voter) -> bool {
        self.proofs.get(&peer).is_some_and(|proofs| proofs.contains(&voter))
    }

    /// Whether the table has parted.
    pub(crate) fn is_parted(&self) -> bool {
        self.parted
    }

    /// What was met, at the end of a run. Whoever parted the table is proved to have lied.
    pub(crate) fn end(&mut self) -> Result<Met, String> {
        if let (Some((index, entry)), false) = (self.uncovered.first_key_value(), self.parted) {
            return Err(format!(
                "{entry:?} was final at {index}, and no majority acknowledged it in one round"
            ));
        }
        if self.parted {
            if !self.doubled && !self.hostile.is_some_and(|liar| self.proved.contains(liar)) {
                return Err("the table has parted, and nobody knows who lied".to_owned());
            }
            self.met.insert(Situation::Fork);
        }
        let mut rounds: BTreeMap<(u32, u32, Hash), Voters> = BTreeMap::new();
        for ((voter, index, round, _), head) in self.heads.iter().filter(|((_, _, round, _), _)| *round > 1) {
            let voters = rounds.entry((*index, *round, head.says.entry)).or_default();
            *voters = voters.with(*voter);
        }
        let late = self.chain.decided().any(|(index, entry, place)| {
            let here = rounds.iter().filter(|((at, _, of), _)| (*at, *of) == (index, entry));
            here.into_iter().any(|(_, heads)| self.quorum(&place).is_enough(*heads))
        });
        if late {
            self.met.insert(Situation::LateRound);
        }
        Ok(std::mem::take(&mut self.met))
    }

    /// Whoever gives up what it was bound to, without a certificate for something else, was released by so many others
    /// that the rest are no majority. It counts nobody among them of whom it has proof, and at an even table asks for
    /// one more if it has proof of nobody.
    fn check_release(&mut self, vote: &Signed<Vote>, liars: Voters) -> Result<(), String> {
        let Some(place) = self.chain.place_at(vote.says.index).filter(|_| !self.parted) else {
            return Ok(());
        };
        let voters = place.voters;
        let Some(others) = self.cast.gives_up(self.quorum(&place), vote) else {
            return Ok(());
        };
        self.met.insert(Situation::Released);
        let others = liars.iter().fold(others, Voters::without);
        let slack = usize::from(voters.len().is_multiple_of(2) && liars.and(voters).is_empty());
        if others.len() < voters.len() - Quorum::of(voters).size() + 1 + slack {
            return Err(format!("voter {} was released by {others:?} alone: {vote:?}", vote.voter));
        }
        Ok(())
    }

    /// What is not final yet is acknowledged above round 0 only if a majority of votes that may count named it there.
    fn check_certified(&self, tip: &Hash, head: &Signed<Head>) -> Result<(), String> {
        let Head { round, entry, .. } = head.says;
        let place = self.chain.behind_final(tip).filter(|_| round > 0);
        let Some(place) = place.filter(|_| !self.chain.is_final(&entry)) else { return Ok(()) };
        if self.cast.is_certified_for(self.quorum(&place), &head.says, head.voter) {
            return Ok(());
        }
        Err(format!("voter {} acknowledged what no majority named: {head:?}", head.voter))
    }

    /// Whatever anybody sends: the votes in it, whoever they are for.
    pub(crate) fn overhear(&mut self, message: &Message) {
        match message {
            Message::Vote(backed) => {
                self.cast.note(backed.vote);
                backed.support.iter().for_each(|vote| self.cast.note(*vote));
            }
            Message::Lost(lost) => {
                self.lost.insert((lost.voter, lost.says.index, lost.says.life));
            }
            Message::Entry(entry) => {
                if let Proof::Certified(certificate) = &entry.proof {
                    certificate.votes(&entry.core, entry.hash()).for_each(|vote| self.cast.note(vote));
                }
            }
            _ => {}
        }
    }

    /// Whether so many acknowledged an entry in one round as make it final, the liar always among them. Who sees it
    /// final has acknowledged it, too, but perhaps told nobody.
    fn is_acknowledged(&self, own: Option<Voter>, before: &Place, entry: &Entry) -> bool {
        let (index, hash) = (entry.core.index, entry.hash());
        let quiet: Voters = own.into_iter().chain(self.hostile).collect();
        let mut rounds: BTreeMap<u32, Vec<(Voter, Voters)>> = BTreeMap::new();
        for voter in before.voters.iter().filter(|voter| !quiet.contains(*voter)) {
            let heads = self.heads.range((voter, index, 0, 0)..(voter, index + 1, 0, 0));
            for ((_, _, round, _), head) in heads.filter(|(_, head)| head.says.entry == hash) {
                rounds.entry(*round).or_default().push((voter, head.says.lost));
            }
        }
        let quorum = self.quorum(before);
        let enough = |heads: &[(Voter, Voters)]| {
            let quiet = quiet.iter().map(|voter| (voter, Voters::ALL));
            quorum.is_decided_by(heads.iter().copied().chain(quiet))
        };
        enough(&[]) || rounds.values().any(|heads| enough(heads))
    }

    /// An honest peer signs no two entries and breaks no promise.
    /// `liars` are those of whom it has proof, and `decided` is what is final for it last, if anything is.
    pub(crate) fn hear(
        &mut self,
        seat: Option<Voter>,
        (liars, decided): (Voters, Option<(u32, Hash)>),
        message: &Message,
    ) -> Result<(), String> {
        // Also what is passed on: who was just admitted may have voted before anybody here knew its number.
        self.overhear(message);
        match message {
            Message::Head(head) if Some(head.voter) == seat => self.hear_head(decided, head),
            Message::Vote(backed) if Some(backed.vote.voter) == seat => {
                self.check_release(&backed.vote, liars)?;
                self.check_life(backed.vote.voter, backed.vote.says.index, backed.vote.says.life)?;
                // An earlier one may never have been sent by itself.
                let own = backed.support.iter().filter(|vote| Some(vote.voter) == seat);
                own.chain([&backed.vote]).try_for_each(|vote| self.hear_vote(*vote))
            }
            Message::Return(wish) if Some(wish.voter) == seat => {
                self.returns.insert((wish.voter, wish.says.since));
                Ok(())
            }
            Message::Entry(entry) => {
                if let Proof::Certified(certificate) = &entry.proof {
                    // It may have been cast where nobody was linked.
                    let own = certificate.votes(&entry.core, entry.hash());
                    own.filter(|vote| Some(vote.voter) == seat).try_for_each(|vote| self.hear_vote(vote))?;
                }
                self.hear_move(seat, entry)
            }
            Message::Entries(entries) => entries.iter().try_for_each(|entry| self.hear_move(seat, entry)),
            _ => Ok(()),
        }
    }

    fn hear_head(&mut self, decided: Option<(u32, Hash)>, head: &Signed<Head>) -> Result<(), String> {
        let says = head.says;
        // Of what has just become final nobody has told yet.
        if let Some((_, tip)) = decided.filter(|(index, _)| says.index == index + 1) {
            self.check_certified(&tip, head)?;
        }
        self.check_life(head.voter, says.index, says.life)?;
        self.check_known(head.voter, says.index, says.lost)?;
        let key = (head.voter, says.index, says.round, says.life);
        let known = *self.heads.entry(key).or_insert(*head);
        if known.says.entry != says.entry {
            return Err(format!("voter {} acknowledged two entries: {known:?} {says:?}", head.voter));
        }
        let votes = self.votes.range((head.voter, says.index, 0, 0)..(head.voter, says.index + 1, 0, 0));
        broken(votes.map(|(_, vote)| (*head, *vote)))
    }

    /// Nobody says of others that they have lost their memory who have not said so.
    fn check_known(&self, voter: Voter, index: u32, lost: Voters) -> Result<(), String> {
        let said = |other: &Voter| self.lost.iter().any(|(lost, _, _)| lost == other);
        match lost.iter().find(|other| !said(other)) {
            Some(other) => Err(format!("voter {voter} says at {index} that {other} has lost its memory")),
            None => Ok(()),
        }
    }

    /// Nobody speaks about one index in two lives, but who counted alone there, or has decided alone before and may
    /// have decided otherwise in its other home.
    fn check_life(&mut self, voter: Voter, index: u32, life: Life) -> Result<(), String> {
        let known = *self.lives.entry((voter, index)).or_insert(life);
        let alone = self.chain.place_at(index).is_some_and(|place| place.voters == Voters::NONE.with(voter));
        let twice = self.forgot.contains(voter) && self.last_alone(voter) > 0;
        if known == life || alone || twice || self.doubled || self.parted {
            return Ok(());
        }
        Err(format!("voter {voter} speaks about {index} in lives {known} and {life}"))
    }

    /// Whether a head or vote was said before.
    pub(crate) fn has_heard(&self, message: &Message) -> bool {
        match message {
            Message::Head(Signed { voter, says, .. }) => {
                self.heads.contains_key(&(*voter, says.index, says.round, says.life))
            }
            Message::Vote(backed) => {
                let Signed { voter, says, .. } = backed.vote;
                self.votes.contains_key(&(voter, says.index, says.round, says.life))
            }
            _ => false,
        }
    }

    fn hear_vote(&mut self, vote: Signed<Vote>) -> Result<(), String> {
        let Vote { index, round, life, .. } = vote.says;
        let known = *self.votes.entry((vote.voter, index, round, life)).or_insert(vote);
        if known.says != vote.says {
            return Err(format!("voter {} voted twice: {known:?} {vote:?}", vote.voter));
        }
        let heads = self.heads.range((vote.voter, index, 0, 0)..(vote.voter, index + 1, 0, 0));
        broken(heads.map(|(_, head)| (*head, vote)))
    }

    /// A link is told only once what the draw follows is final for who tells it.
    pub(crate) fn hear_reveal<R: Rules>(
        &mut self,
        voter: Option<Voter>,
        live: &Lockstep<R>,
        reveal: &Reveal,
    ) -> Result<(), String> {
        let first = live.log().first().map_or(reveal.number == 1, |entry| entry.core.prev == reveal.base);
        if !first && !live.log().iter().rev().any(|entry| entry.hash() == reveal.base) {
            return Err(format!("a link was told too early: {reveal:?}"));
        }
        let told = self.revealed.entry((reveal.number, reveal.base)).or_default();
        let own = |voter: &Voter| reveal.links.iter().any(|(one, other, ..)| one == voter || other == voter);
        *told = voter.filter(own).into_iter().fold(*told, Voters::with);
        Ok(())
    }

    /// A move comes with its seat's head; from whom it comes first tells whether the seat has said it yet.
    fn hear_move(&mut self, from: Option<Voter>, entry: &Entry) -> Result<(), String> {
        let Body::Move { seat, .. } = entry.core.body else { return Ok(()) };
        if let Some(head) = entry.head().filter(|head| Some(head.voter) == from) {
            self.hear_head(None, &head)?;
        }
        let hash = entry.hash();
        if self.honest.contains(&seat)
            && *self.moves.entry((seat, entry.core.index, entry.proof.life().unwrap_or(0))).or_insert(hash)
                != hash
        {
            return Err(format!("honest seat {seat} moved twice at {}", entry.core.index));
        }
        Ok(())
    }
}

/// Whether so few made an entry final that the rest must have lost its memory.
fn is_by_half(voters: Voters, entry: &Entry) -> bool {
    match &entry.proof {
        Proof::Certified(certificate) => certificate.seal.len() < Quorum::of(voters).size(),
        _ => false,
    }
}

fn broken(mut pairs: impl Iterator<Item = (Signed<Head>, Signed<Vote>)>) -> Result<(), String> {
    let same_life = |(head, vote): &(Signed<Head>, Signed<Vote>)| head.says.life == vote.says.life;
    match pairs.find(|pair| same_life(pair) && breaks_promise(&pair.0.ack(), &pair.1.ballot())) {
        Some((head, vote)) => Err(format!("voter {} broke its promise: {vote:?} and {head:?}", head.voter)),
        None => Ok(()),
    }
}
