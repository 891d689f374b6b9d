//! How one index is decided.
//!
//! At any moment one index is open: the one behind the last final entry. Round 0 is the ordinary case: the one seat
//! that may act signs an entry (or every peer computes the draw or the bot's move), and each voter acknowledges the
//! first one it sees. Who moves has acknowledged with that: the signature is that of its head. Higher rounds are votes;
//! what they may say and what of it counts stands in [`guard`].
//!
//! An entry is final when a majority acknowledged it in one round. A voter acknowledges index n + 1 only when n
//! is final for it, so that there is never more than one open index, and who counts there is known to all.

use std::collections::BTreeMap;

use crate::contract::SeatNumber;
use crate::entry::{Body, Change, Entry, Proof};
use crate::event::ProtocolEvent;
use crate::guard::{self, Acked, Memory};
use crate::hash::Hash;
use crate::heads::Heads;
use crate::journal::Record;
use crate::limits::{
    MAX_MOVES, MAX_ROUND_JUMP, MAX_SUPPORT, MAX_VOTERS, MAX_VOTES, MAX_VOTES_PER_SECOND, ROUND_MILLIS,
};
use crate::lockstep::{Lockstep, Millis};
use crate::message::Message;
use crate::pace::Pace;
use crate::quorum::{Quorum, Roll, Voter};
use crate::repair::Stances;
use crate::rules::{Rules, ToMove};
use crate::sign::PublicKey;
use crate::statement::{Evidence, Head, Signed};
use crate::votes::Votes;
use crate::world::{Unfit, World};

/// What is known about the open index.
#[derive(Debug)]
pub struct Open<R> {
    /// Entries that may come next; all of them were judged and fit.
    pub(crate) candidates: Vec<Candidate<R>>,
    /// What voters acknowledged.
    pub(crate) heads: Heads,
    /// What they voted for.
    pub(crate) votes: Votes,
    /// How many more votes of each are taken in.
    pace: BTreeMap<(PublicKey, Voter), Pace>,
    /// What this peer acknowledged last.
    pub(crate) acked: Option<Acked<Hash>>,
    /// The highest round this peer voted in.
    pub(crate) promised: u32,
    /// This peer has signed a move here.
    pub(crate) moved: bool,
    /// The take-backs that were looked at: where each leads to, if it can be made.
    pub(crate) take_backs: BTreeMap<u32, Option<Hash>>,
    /// How many of them each voter asked for.
    pub(crate) asked_back: BTreeMap<Voter, u32>,
    /// How many statuses this peer has sent.
    pub(crate) statuses: usize,
    /// When votes that do not agree are repeated in a higher round.
    pub(crate) deadline: Option<Millis>,
}

/// An entry that may come next, and what it leads to.
#[derive(Debug)]
pub(crate) struct Candidate<R> {
    pub(crate) entry: Entry,
    pub(crate) hash: Hash,
    pub(crate) world: World<R>,
    /// It is in the journal.
    pub(crate) kept: bool,
}

impl<R> Default for Open<R> {
    fn default() -> Self {
        Self {
            candidates: Vec::new(),
            heads: Heads::default(),
            votes: Votes::default(),
            pace: BTreeMap::new(),
            acked: None,
            promised: 0,
            moved: false,
            take_backs: BTreeMap::new(),
            asked_back: BTreeMap::new(),
            statuses: 0,
            deadline: None,
        }
    }
}

impl<R> Open<R> {
    pub(crate) fn candidate(&self, hash: &Hash) -> Option<&Candidate<R>> {
        self.candidates.iter().find(|candidate| candidate.hash == *hash)
    }

    /// The moves among the candidates.
    pub(crate) fn moves(&self) -> impl Iterator<Item = &Entry> {
        let entries = self.candidates.iter().map(|candidate| &candidate.entry);
        entries.filter(|entry| matches!(entry.core.body, Body::Move { .. }))
    }

    /// Forgets the oldest move that nobody names, if there are more than anybody needs.
    pub(crate) fn forget_idle_move(&mut self) {
        let idle = |candidate: &Candidate<R>| match candidate.entry.core.body {
            Body::Move { seat, .. } => !self.is_named(&candidate.hash, seat),
            _ => false,
        };
        let mut places = self.candidates.iter().enumerate().filter(|(_, candidate)| idle(candidate));
        let oldest = places.next().map(|(place, _)| place);
        if let (Some(oldest), true) = (oldest, places.count() >= MAX_MOVES) {
            self.candidates.remove(oldest);
        }
    }

    /// A neighbour is gone.
    pub(crate) fn forget_neighbour(&mut self, peer: &PublicKey) {
        self.pace.retain(|(from, _), _| from != peer);
    }

    /// Whether one more vote of a voter is taken in now. What is not comes again with a status.
    pub(crate) fn takes_vote(&mut self, now: Millis, from: PublicKey, voter: Voter) -> bool {
        let pace = self.pace.entry((from, voter)).or_insert_with(|| Pace::new(now, MAX_VOTES));
        pace.take(now, MAX_VOTES, MAX_VOTES_PER_SECOND)
    }

    /// The highest round that a peer follows others to.
    pub(crate) fn highest_round(&self) -> u32 {
        let rounds = self.votes.iter().map(|vote| vote.says.round);
        rounds.filter(|round| *round <= self.promised.saturating_add(MAX_ROUND_JUMP)).max().unwrap_or(0)
    }

    /// The highest round in which this peer has said anything.
    pub(crate) fn last_round(&self) -> u32 {
        self.promised.max(self.acked.map_or(0, |acked| acked.round))
    }

    /// Whether another voter has acknowledged the entry or votes for it.
    fn is_named(&self, entry: &Hash, mover: SeatNumber) -> bool {
        self.heads.iter().any(|head| head.says.entry == *entry && head.voter != mover)
            || self.votes.iter().any(|vote| vote.says.entry == *entry && vote.voter != mover)
    }

    /// Whether the head is for a known entry and the state that this peer computed too.
    pub(crate) fn is_in_step(&self, head: &Signed<Head>) -> bool {
        let candidate = self.candidate(&head.says.entry);
        candidate.is_some_and(|candidate| candidate.entry.core.state == head.says.state)
    }

    /// Whether voters want different things here, so that only votes can decide.
    pub(crate) fn is_disputed(&self) -> bool {
        let mut entries = self.heads.iter().map(|head| head.says.entry);
        let first = entries.next();
        !self.votes.is_empty() || entries.any(|entry| Some(entry) != first)
    }
}

impl<R: Rules> Lockstep<R> {
    /// Goes as far as what is known allows.
    pub(crate) fn agree(&mut self, now: Millis) {
        if !self.is_started() {
            return;
        }
        self.keep_time(now);
        loop {
            if self.finalise_caught_up()
                || self.finalise_repair()
                || self.finalise_open()
                || self.finalise_anew(now)
            {
                self.take_up_early(now);
                continue;
            }
            self.acknowledge_tip();
            self.compute_next();
            self.agree_to_leaves();
            self.agree_to_renewals(now);
            self.agree_to_time_up();
            let said = self.acknowledge(now) || self.vote(now);
            if !said {
                break;
            }
        }
        self.say_lost(now);
        self.seek_repair();
        self.look_for_other_builds();
        self.look_for_fork();
        let removed = self.voter().is_some_and(|voter| !self.world.voters().contains(voter));
        self.wishes.note_removed(now, removed);
        let waiting = self.open.deadline.is_some_and(|deadline| now < deadline);
        if !self.open.is_disputed() {
            self.open.deadline = None;
        } else if !waiting {
            self.open.deadline = Some(now + self.patience());
        }
    }

    /// Peers lose patience at different times, so that not all start a round at once.
    pub(crate) fn patience(&self) -> Millis {
        let rounds = u64::from(self.open.highest_round().min(8));
        ROUND_MILLIS + 250 * u64::from(self.voter().unwrap_or(0)) + 200 * rounds
    }

    // What comes next by itself

    /// Computes a draw or a bot's move as soon as it is determined.
    fn compute_next(&mut self) {
        let next = match self.world.rules.turn() {
            ToMove::Over => None,
            ToMove::Chance => self.draw_body(),
            ToMove::Seat(seat) => self.auto_body(seat).map(|body| (body, Proof::Itself)),
        };
        let Some((body, proof)) = next else { return };
        if self.open.candidates.iter().any(|candidate| candidate.entry.core.body == body) {
            return;
        }
        match self.next(body) {
            Ok((core, world)) => self.add_candidate(Entry { core, proof }, world, None),
            Err(Unfit::Corrupt) if self.mend() => self.compute_next(),
            Err(unfit) => tracing::error!(%unfit, "what follows by itself does not fit"),
        }
    }

    /// The move of the bot on this seat, if there is one and it has not been computed yet, but can be.
    fn auto_body(&self, seat: SeatNumber) -> Option<Body> {
        let stand_in = self.world.bot_on(seat)?;
        let is_auto = |candidate: &Candidate<R>| matches!(candidate.entry.core.body, Body::Auto { .. });
        if self.open.candidates.iter().any(is_auto) {
            return None;
        }
        let payload = self.world.rules.auto_if_known(seat, stand_in)?;
        Some(Body::Auto { seat, stand_in, payload })
    }

    // Candidates

    /// Adds an entry that may come next, unless there are as many moves as anybody needs.
    pub(crate) fn add_candidate(&mut self, entry: Entry, world: World<R>, from: Option<PublicKey>) {
        let hash = world.tip;
        if self.open.candidate(&hash).is_some() {
            return;
        }
        self.accuse_of_two_moves(&entry);
        if let Body::Move { seat, .. } = entry.core.body {
            // What somebody acknowledged must be known to all, or those who kept other ones could never agree.
            if self.open.moves().count() >= MAX_MOVES && !self.open.is_named(&hash, seat) {
                return;
            }
        }
        self.take_candidate(entry, world, from);
    }

    /// Only one seat may move at an index, so a second move is its lie.
    pub(crate) fn accuse_of_two_moves(&mut self, entry: &Entry) {
        let is_move = matches!(entry.core.body, Body::Move { .. });
        let first = self.open.moves().next().filter(|_| is_move).cloned();
        if let Some(first) = first {
            self.accuse(Evidence::TwoMoves(Box::new(first), Box::new(entry.clone())), None);
        }
    }

    /// Adds an entry that may come next, and tells the others.
    pub(crate) fn take_candidate(&mut self, entry: Entry, world: World<R>, from: Option<PublicKey>) {
        let hash = world.tip;
        match entry.core.body {
            Body::Move { seat, .. } => self.relay(&Message::Entry(Box::new(entry.clone())), seat, from),
            Body::Change(_) | Body::TimeUp { .. } => {
                self.spread(&Message::Entry(Box::new(entry.clone())), from);
            }
            // These prove themselves: every peer computes them, or gets them as final.
            Body::Draw { .. } | Body::Auto { .. } | Body::Anew { .. } => {}
        }
        self.note_brought_keys(&entry);
        if let Body::Change(Change::TakeBack { to }) = entry.core.body {
            // The game was played again for it: its votes count, however many others their voters have asked for.
            self.open.take_backs.insert(to, Some(hash));
        }
        if let Proof::Certified(certificate) = &entry.proof {
            // Whoever is bound to it may have no other way to show why.
            for vote in certificate.votes(&entry.core, hash).collect::<Vec<_>>() {
                self.take_vote(vote);
            }
            self.take_lost(&certificate.lost);
        }
        let head = entry.head();
        self.open.candidates.push(Candidate { entry, hash, world, kept: false });
        if let Some(head) = head {
            self.note_move_head(head);
        }
    }

    // Acknowledging

    /// Acknowledges what may be acknowledged now. Says whether something was.
    fn acknowledge(&mut self, now: Millis) -> bool {
        if self.may_sign().is_err() || self.is_void() {
            return false;
        }
        let memory = Memory { promised: self.open.promised, acked: self.open.acked };
        if let Some((round, hash)) = self.certified()
            && guard::may_acknowledge(self.quorum(), &memory, (round, hash), self.open.votes.ballots())
        {
            return self.sign_head(now, round, hash);
        }
        if memory.acked.is_some() || memory.promised > 0 {
            return false;
        }
        self.look_at_wanted_take_backs();
        // A bot can wait: what the players want for its seat goes first.
        let waits = self.wants_something();
        let first = self.open.candidates.iter().find(|candidate| match candidate.entry.core.body {
            Body::Move { .. } | Body::Draw { .. } => !self.is_too_late(&candidate.hash),
            Body::Auto { .. } => !waits,
            Body::Change(_) | Body::Anew { .. } | Body::TimeUp { .. } => false,
        });
        first.map(|candidate| candidate.hash).is_some_and(|hash| self.sign_head(now, 0, hash))
    }

    fn sign_head(&mut self, now: Millis, round: u32, hash: Hash) -> bool {
        self.keep_candidate(&hash);
        let (Some(voter), Some(candidate)) = (self.voter(), self.open.candidate(&hash)) else { return false };
        let entry = candidate.entry.clone();
        let says = Head {
            index: entry.core.index,
            round,
            entry: hash,
            state: entry.core.state,
            life: self.life(),
            lost: self.quorum().lost,
        };
        let head = Signed::new(&self.identity, &self.table.id, voter, says);
        let acked = Acked::after(self.open.acked, round, hash);
        // Also if it only acknowledges the same again: whoever named it may have lied there.
        if round > 0 {
            for part in self.open.votes.behind(self.quorum(), round, hash).chunks(MAX_SUPPORT) {
                self.keep(&Record::Votes(part.to_vec()));
            }
        }
        self.keep(&Record::Head(head));
        self.open.acked = Some(acked);
        self.open.votes.bind(self.open.acked);
        self.open.heads.insert(head);
        let mover = match entry.core.body {
            Body::Move { seat, .. } => self.table.contract.key_of(seat),
            _ => None,
        };
        self.say_head(now, head, mover);
        self.tell(ProtocolEvent::Sent(Box::new(entry)));
        true
    }

    /// Writes a candidate into the journal, once.
    pub(crate) fn keep_candidate(&mut self, hash: &Hash) {
        let found =
            self.open.candidates.iter_mut().find(|candidate| candidate.hash == *hash && !candidate.kept);
        if let Some(candidate) = found {
            candidate.kept = true;
            let record = Record::Entry(candidate.entry.clone());
            self.keep(&record);
        }
    }

    // Becoming final

    /// Makes a candidate final that a majority acknowledged in one round. Says whether there was one.
    fn finalise_open(&mut self) -> bool {
        let quorum = self.quorum();
        if self.open.heads.len() < quorum.least() {
            return false;
        }
        let fits = |head: &&Signed<Head>| self.open.is_in_step(head) && self.may_be_final(&head.says.entry);
        let in_step = self.open.heads.iter().filter(fits);
        let chosen = guard::final_entry(quorum, in_step.map(Signed::ack));
        let Some((round, hash)) = chosen else { return false };
        let place = self.open.candidates.iter().position(|candidate| candidate.hash == hash);
        let candidate = self.open.candidates.swap_remove(place.expect("it was just seen there"));
        self.finalise(candidate, Some(round));
        true
    }

    /// A candidate has become final in some round; `None` if later ones cover it.
    pub(crate) fn finalise(&mut self, candidate: Candidate<R>, round: Option<u32>) {
        let Candidate { entry, hash, world, kept } = candidate;
        let roll = self.world.roll();
        self.world = world;
        self.note_final(entry, hash, kept, round, roll);
        self.drop_stale_incoming();
    }

    /// The entry that the world has just gone on by is final; `roll` has those who counted there.
    pub(crate) fn note_final(
        &mut self,
        mut entry: Entry,
        hash: Hash,
        kept: bool,
        round: Option<u32>,
        roll: Roll,
    ) {
        let open = std::mem::take(&mut self.open);
        self.stances = Stances::default();
        // Heads at the entry before that came since it was final.
        let late = std::mem::take(&mut self.tip_heads);
        self.decided.note(entry.core.index - 1, late.iter().copied(), std::iter::empty());
        self.decided.note(entry.core.index, open.heads.iter().copied(), open.votes.iter().copied());
        self.accuse_of_second_move(&entry, &open);
        self.tip_heads = open.heads.for_entry(&hash);
        let with_move = entry.head();
        if let Some(head) = with_move {
            self.tip_heads.insert(head);
        }
        // A seat can sign one move in two ways; only one of them is its head, too.
        let same = |candidate: &Candidate<R>| candidate.kept && candidate.entry.proof == entry.proof;
        let kept = kept || open.candidate(&hash).is_some_and(same);
        if !kept || matches!(entry.proof, Proof::Repaired(_) | Proof::Lost(_)) {
            self.keep(&Record::Entry(entry.clone()));
        }
        let lost = self.lost.among(entry.core.index, &roll);
        let quorum = Quorum { lost, ..Quorum::of(roll.voters) };
        let index = entry.core.index;
        entry.seal(&roll, quorum.lost, self.tip_heads.iter(), || self.lost.said(index, &roll));
        if let Proof::Certified(certificate) = &entry.proof {
            // Perhaps it was acknowledged here without them, and came back final from others.
            certificate.seal.iter().for_each(|head| {
                self.tip_heads.insert(*head);
            });
        }
        // The mover's head stands in the entry.
        let heads = self.tip_heads.iter().copied().filter(|head| Some(*head) != with_move).collect();
        // What made it final, and the last words beside: a liar's later votes must not take the place of its lie.
        let mut cast = round.map_or_else(Vec::new, |round| open.votes.behind(quorum, round, hash));
        let cast_first = cast.len().saturating_sub(MAX_SUPPORT);
        cast.drain(..cast_first);
        let others = open.votes.iter().rev().filter(|vote| !cast.contains(vote)).take(MAX_VOTERS);
        cast.extend(others.copied().collect::<Vec<_>>());
        // Words of the lost belong only to what fewer than a majority decided. Those in its proof stand in the entry.
        let many =
            guard::final_entry(Quorum::of(roll.voters), self.tip_heads.iter().map(Signed::ack)).is_some();
        let lost = if many { Vec::new() } else { self.lost.said(entry.core.index, &roll) };
        self.keep(&Record::Final { index: entry.core.index, entry: hash, heads, votes: cast, lost });
        self.note_brought_keys(&entry);
        self.note_voters(&entry);
        self.note_time(&entry);
        self.outcomes.note(self.world.rules.clone());
        self.log.push(entry.clone());
        self.take_up_far_heads();
        let beyond = open.acked.map_or(0, |acked| acked.round + 1);
        self.tip_round = round.unwrap_or(0).max(open.promised).max(beyond);
        let wanted = self.wishes.wanted().iter().filter(|change| !matches!(change, Change::TakeBack { .. }));
        let wanted = wanted.copied().filter(|change| self.change_core(*change).is_some()).collect();
        self.wishes.want_only(wanted);
        self.settle_members();
        self.settle_lost();
        self.settle_dispute();
        self.tell(ProtocolEvent::Final(Box::new(entry)));
        if self.is_over() {
            self.tell(ProtocolEvent::Over);
        }
    }

    /// A move that was kept here, and is not the one that came final from others: its seat signed both.
    fn accuse_of_second_move(&mut self, entry: &Entry, open: &Open<R>) {
        let is_move = |entry: &Entry| matches!(entry.core.body, Body::Move { .. });
        let kept = open.candidates.iter().map(|candidate| &candidate.entry);
        let other = kept.into_iter().find(|kept| is_move(kept) && kept.core != entry.core);
        if let Some(other) = other.filter(|_| is_move(entry)).cloned() {
            self.accuse(Evidence::TwoMoves(Box::new(entry.clone()), Box::new(other)), None);
        }
    }

    /// After an entry became final: who counts now, by which keys, and as whom this peer signs.
    fn note_voters(&mut self, entry: &Entry) {
        if let Body::Change(Change::Admit { key, .. }) = entry.core.body {
            self.table.admit(self.world.membership.admissions() - 1, &key);
        }
        if let Body::Change(Change::Remove { voter: seat } | Change::StandIn { seat }) = entry.core.body {
            // Whoever wanted it back wanted that as things were: it may have gone since.
            self.wishes.want_no_other_return(seat, None);
        }
        if let Body::Change(Change::Renew { voter, .. }) = entry.core.body {
            self.tell(ProtocolEvent::Renewed(voter));
        }
        if let Body::Anew { lives } = &entry.core.body {
            for (voter, _) in lives {
                self.tell(ProtocolEvent::Renewed(*voter));
            }
        }
        if let Body::Change(Change::Return { seat, .. }) = entry.core.body {
            self.proofs.forgive(seat);
        }
        if entry.core.moves_the_quorum() {
            let before = self.rolls.note(entry.core.index + 1, self.world.roll());
            self.me = self.world.membership.voter_of(&self.table, &self.identity.public());
            for (key, link) in &mut self.links {
                link.voter = self.world.membership.voter_of(&self.table, key);
            }
            if before != self.world.voters() {
                self.tell(ProtocolEvent::Voters(self.world.voters()));
            }
        }
    }

    /// Acknowledges the last final entry, if this peer has not yet: draws wait for everybody's head. The round
    /// contradicts nothing this peer has said.
    fn acknowledge_tip(&mut self) {
        let Some(voter) = self.voter().filter(|voter| self.tip_heads.latest(*voter).is_none()) else {
            return;
        };
        // About an index before its life this peer does not know what it has said.
        let before = !self.roll_at(self.world.index).speaks(voter, self.life());
        let silent = before || self.is_silent() || !self.world.voters().contains(voter);
        if self.world.index == 0 || !self.is_started() || silent {
            return;
        }
        let World { index, tip: entry, state, .. } = self.world;
        let head = Signed::new(
            &self.identity,
            &self.table.id,
            voter,
            Head {
                index,
                round: self.tip_round,
                entry,
                state,
                life: self.life(),
                lost: self.lost.among(index, &self.roll_at(index)),
            },
        );
        self.keep(&Record::Head(head));
        self.tip_heads.insert(head);
        self.spread(&Message::Head(head), None);
    }
}
