//! How one index is decided.
//!
//! At any moment one index is open: the one behind the last final entry. Round 0 is the ordinary case: the one seat
//! that may act signs an entry (or every peer computes the draw or the bot's move), and each seat acknowledges the
//! first one it sees. Who moves has acknowledged with that: the signature is that of its head. Higher rounds are votes. The rules for an honest seat:
//!
//! 1. In one round it acknowledges at most one entry, and votes at most once.
//! 2. A vote in round r is a promise to acknowledge nothing in a round before r.
//! 3. In a round above 0 it acknowledges only what a certificate of that round (votes of a majority for one entry)
//!    names.
//! 4. Having acknowledged an entry it votes for nothing else, unless that entry can no longer become final.
//!
//! An entry is final when a majority acknowledged it in one round. Two majorities share a seat, so by 1 one round
//! certifies one entry at most, and by 2 and 4 no later certificate names another entry than a final one: this is
//! single-decree Paxos with the acting seat as the proposer of round 0. A seat acknowledges index n + 1 only when n
//! is final for it, so that there is never more than one open index.

use std::collections::BTreeMap;

use crate::chance::Link;
use crate::contract::Seat;
use crate::entry::{Body, Change, Entry, Proof, to_bot};
use crate::event::Event;
use crate::hash::Hash;
use crate::heads::Heads;
use crate::journal::Record;
use crate::limits::{
    CHAIN_LINKS, FAREWELL_ROUNDS, MAX_MOVES, MAX_ROUND_JUMP, MAX_ROUNDS, MAX_VOTES, MAX_VOTES_PER_SECOND,
    ROUND_MILLIS,
};
use crate::lockstep::{Lockstep, Millis};
use crate::message::{Message, Reveal};
use crate::pace::Pace;
use crate::rules::{Rules, Turn};
use crate::sign::PublicKey;
use crate::statement::{Evidence, Head, Signed, Vote};
use crate::world::{Unfit, World};

/// What is known about the open index.
#[derive(Debug)]
pub struct Open<R> {
    /// Entries that may come next; all of them were judged and fit.
    pub(crate) candidates: Vec<Candidate<R>>,
    /// What seats acknowledged.
    pub(crate) heads: Heads,
    /// The vote of the highest round of each seat.
    pub(crate) votes: BTreeMap<Seat, Signed<Vote>>,
    /// How many more of them are taken in.
    pace: BTreeMap<Seat, Pace>,
    /// Links for a draw.
    pub(crate) reveals: BTreeMap<Seat, Link>,
    /// What this peer acknowledged last: round and entry.
    pub(crate) acked: Option<(u32, Hash)>,
    /// The highest round this peer voted in.
    pub(crate) promised: u32,
    /// This peer has signed a move here.
    pub(crate) moved: bool,
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
            votes: BTreeMap::new(),
            pace: BTreeMap::new(),
            reveals: BTreeMap::new(),
            acked: None,
            promised: 0,
            moved: false,
            deadline: None,
        }
    }
}

impl<R> Open<R> {
    pub(crate) fn candidate(&self, hash: &Hash) -> Option<&Candidate<R>> {
        self.candidates.iter().find(|candidate| candidate.hash == *hash)
    }

    /// Whether one more vote of a seat is taken in now. What is not comes again with a status.
    pub(crate) fn takes_vote(&mut self, now: Millis, seat: Seat) -> bool {
        let pace = self.pace.entry(seat).or_insert_with(|| Pace::new(now, MAX_VOTES));
        pace.take(now, MAX_VOTES, MAX_VOTES_PER_SECOND)
    }

    /// The highest round that a peer follows others to.
    pub(crate) fn highest_round(&self) -> u32 {
        let rounds = self.votes.values().map(|vote| vote.says.round);
        rounds.filter(|round| *round <= self.promised.saturating_add(MAX_ROUND_JUMP)).max().unwrap_or(0)
    }

    /// Whether another seat has acknowledged the entry or votes for it.
    fn is_named(&self, entry: &Hash, mover: Seat) -> bool {
        self.heads.iter().any(|head| head.says.entry == *entry && head.seat != mover)
            || self.votes.values().any(|vote| vote.says.entry == *entry && vote.seat != mover)
    }

    /// Whether the head is for a known entry and the state that this peer computed too.
    pub(crate) fn is_in_step(&self, head: &Signed<Head>) -> bool {
        let candidate = self.candidate(&head.says.entry);
        candidate.is_some_and(|candidate| candidate.entry.core.state == head.says.state)
    }

    /// Whether seats want different things here, so that only votes can decide.
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
        if self.world.rules.state_hash() != self.world.state && !self.mend() {
            return;
        }
        loop {
            if self.finalise_caught_up() || self.finalise_open() {
                self.take_up_early(now);
                continue;
            }
            self.acknowledge_tip();
            self.compute_next();
            let said = self.acknowledge(now) || self.vote(now);
            if !said {
                break;
            }
        }
        self.look_for_other_builds();
        self.look_for_fork();
        let waiting = self.open.deadline.is_some_and(|deadline| now < deadline);
        if !self.is_disputed() {
            self.open.deadline = None;
        } else if !waiting {
            self.open.deadline = Some(now + self.patience());
        }
    }

    /// Whether only votes can decide: seats want different things, or one of them has left.
    pub(crate) fn is_disputed(&self) -> bool {
        self.open.is_disputed() || self.handover().is_some()
    }

    /// Peers lose patience at different times, so that not all start a round at once.
    pub(crate) fn patience(&self) -> Millis {
        let rounds = u64::from(self.open.highest_round().min(8));
        // Who has left lets the others decide first.
        let left = if self.has_left() { 4 * ROUND_MILLIS } else { 0 };
        left + ROUND_MILLIS + 250 * u64::from(self.seat.unwrap_or(0)) + 200 * rounds
    }

    // What comes next by itself

    /// Computes a draw or a bot's move as soon as it is determined.
    fn compute_next(&mut self) {
        let body = match self.world.rules.turn() {
            Turn::Over => return,
            Turn::Chance => match self.draw_body() {
                Some(body) => body,
                None => return,
            },
            Turn::Seat(seat) => match self.auto_body(seat) {
                Some(body) => body,
                None => return,
            },
        };
        if self.open.candidates.iter().any(|candidate| candidate.entry.core.body == body) {
            return;
        }
        match self.next(body) {
            Ok((core, world)) => self.add_candidate(Entry { core, proof: Proof::Itself }, world, None),
            Err(Unfit::Corrupt) if self.mend() => self.compute_next(),
            Err(unfit) => tracing::error!(%unfit, "what follows by itself does not fit"),
        }
    }

    /// The move of the bot on this seat, if there is one and it has not been computed yet, but can be.
    fn auto_body(&self, seat: Seat) -> Option<Body> {
        let stand_in = self.world.bot_on(&self.table, seat)?;
        let is_auto = |candidate: &Candidate<R>| matches!(candidate.entry.core.body, Body::Auto { .. });
        if self.open.candidates.iter().any(is_auto) {
            return None;
        }
        let payload = self.world.rules.auto_if_known(seat, stand_in)?;
        Some(Body::Auto { seat, stand_in, payload })
    }

    /// The draw, once all who take part have revealed. Reveals this peer's link once all of them have acknowledged the
    /// same head, which is final.
    fn draw_body(&mut self) -> Option<Body> {
        let drawers: Vec<Seat> = self.world.drawers(&self.table).collect();
        let (index, ready) = (self.world.index, self.unready_drawers().is_empty());
        let number = self.world.number + 1;
        // A chain that is used up has nothing left to reveal: the table waits, and can be carried on as a copy.
        if number > CHAIN_LINKS && !drawers.is_empty() {
            return None;
        }
        if let (true, Some(seat), Some(chain)) = (ready && self.may_sign().is_ok(), self.seat, &self.chain)
            && drawers.contains(&seat)
            && !self.open.reveals.contains_key(&seat)
        {
            let link = chain.link(number);
            self.open.reveals.insert(seat, link);
            self.spread(&Message::Reveal(Reveal { index: index + 1, seat, link }), None);
        }
        let link = |seat: &Seat| self.open.reveals.get(seat).map(|link| (*seat, *link));
        let links = drawers.iter().map(link).collect::<Option<Vec<_>>>()?;
        Some(Body::Draw { number, links })
    }

    /// Seats that take part in the next draw and have not acknowledged the head it follows.
    pub(crate) fn unready_drawers(&self) -> Vec<Seat> {
        let waits = |seat: &Seat| self.world.index > 0 && self.tip_heads.latest(*seat).is_none();
        self.world.drawers(&self.table).filter(waits).collect()
    }

    pub(crate) fn on_reveal(&mut self, from: PublicKey, reveal: Reveal) {
        let Reveal { index, seat, link } = reveal;
        if index != self.world.index + 1 || self.open.reveals.contains_key(&seat) || !self.is_started() {
            return;
        }
        let draws =
            self.world.rules.turn() == Turn::Chance && self.world.drawers(&self.table).any(|s| s == seat);
        if draws && self.world.is_due(seat, &link) {
            self.open.reveals.insert(seat, link);
            self.relay(&Message::Reveal(reveal), seat, Some(from));
        } else {
            self.offend(from);
        }
    }

    // Candidates

    pub(crate) fn add_candidate(&mut self, entry: Entry, world: World<R>, from: Option<PublicKey>) {
        let hash = world.tip;
        if self.open.candidate(&hash).is_some() {
            return;
        }
        if let Body::Move { seat, .. } = entry.core.body {
            let moves = self.open.candidates.iter().map(|candidate| &candidate.entry);
            let moves: Vec<Entry> =
                moves.filter(|other| matches!(other.core.body, Body::Move { .. })).cloned().collect();
            if let Some(first) = moves.first() {
                // Only one seat may move here, so a second move is its lie.
                self.accuse(Evidence::TwoMoves(Box::new(first.clone()), Box::new(entry.clone())), None);
            }
            // What somebody acknowledged must be known to all, or those who kept other ones could never agree.
            if moves.len() >= MAX_MOVES && !self.open.is_named(&hash, seat) {
                return;
            }
        }
        match entry.core.body {
            Body::Move { seat, .. } => self.relay(&Message::Entry(Box::new(entry.clone())), seat, from),
            Body::Change(_) => self.spread(&Message::Entry(Box::new(entry.clone())), from),
            // These prove themselves: every peer computes them, nothing is sent.
            Body::Draw { .. } | Body::Auto { .. } => {}
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
        if self.may_sign().is_err() {
            return false;
        }
        if let Some((round, hash)) = self.certified() {
            let newer = self.open.acked.is_none_or(|(acked, _)| round > acked);
            let free = !self.has_left() || self.hands_over(&hash) || round > FAREWELL_ROUNDS;
            if newer && round >= self.open.promised && free {
                return self.sign_head(now, round, hash);
            }
        }
        if self.open.acked.is_some() || self.open.promised > 0 || self.has_left() {
            return false;
        }
        // A bot can wait: what the players want for its seat goes first.
        let waits = self.wanted.iter().any(|change| self.change_core(*change).is_some());
        let first = self.open.candidates.iter().find(|candidate| match candidate.entry.core.body {
            Body::Move { .. } | Body::Draw { .. } => true,
            Body::Auto { .. } => !waits,
            Body::Change(_) => false,
        });
        first.map(|candidate| candidate.hash).is_some_and(|hash| self.sign_head(now, 0, hash))
    }

    /// Whether the entry gives this peer's seat to a bot: what its farewell is a vote for.
    fn hands_over(&self, entry: &Hash) -> bool {
        self.seat.is_some_and(|seat| self.change_of(entry) == Some(to_bot(seat)))
    }

    pub(crate) fn has_left(&self) -> bool {
        self.seat.is_some_and(|seat| self.is_leaving(seat))
    }

    /// Whether a seat has left and no bot has it yet. Who would leave nobody behind stays, whatever it said.
    pub(crate) fn is_leaving(&self, seat: Seat) -> bool {
        let said = self.farewells.get(&seat).is_some_and(|farewell| farewell.after <= self.world.index);
        said && self.change_core(to_bot(seat)).is_some()
    }

    fn sign_head(&mut self, now: Millis, round: u32, hash: Hash) -> bool {
        self.keep_candidate(&hash);
        let (Some(seat), Some(candidate)) = (self.seat, self.open.candidate(&hash)) else { return false };
        let entry = candidate.entry.clone();
        let says = Head { index: entry.core.index, round, entry: hash, state: entry.core.state };
        let head = Signed::new(&self.identity, &self.table.id, seat, says);
        self.keep(&Record::Head(head));
        self.open.acked = Some((round, hash));
        self.open.heads.insert(head);
        let mover = match entry.core.body {
            Body::Move { seat, .. } => self.table.contract.key_of(seat),
            Body::Draw { .. } | Body::Auto { .. } | Body::Change(_) => None,
        };
        self.say_head(now, head, mover);
        self.tell(Event::Sent(Box::new(entry)));
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
        let mut counts: BTreeMap<(u32, Hash), usize> = BTreeMap::new();
        for head in self.open.heads.iter().filter(|head| self.open.is_in_step(head)) {
            *counts.entry((head.says.round, head.says.entry)).or_default() += 1;
        }
        let enough = self.table.contract.majority();
        let chosen = counts.into_iter().find(|(_, count)| *count >= enough);
        let Some(((round, hash), _)) = chosen else { return false };
        let place = self.open.candidates.iter().position(|candidate| candidate.hash == hash);
        let candidate = self.open.candidates.swap_remove(place.expect("it was just seen there"));
        self.finalise(candidate, Some(round));
        true
    }

    /// A candidate has become final in some round; `None` if later ones cover it.
    pub(crate) fn finalise(&mut self, candidate: Candidate<R>, round: Option<u32>) {
        let Candidate { entry, hash, world, kept } = candidate;
        self.world = world;
        self.note_final(entry, hash, kept, round);
        self.drop_stale_incoming();
    }

    /// The entry that the world has just gone on by is final.
    pub(crate) fn note_final(&mut self, entry: Entry, hash: Hash, kept: bool, round: Option<u32>) {
        let open = std::mem::take(&mut self.open);
        self.tip_heads = open.heads.for_entry(&hash);
        let with_move = entry.head();
        if let Some(head) = with_move {
            self.tip_heads.insert(head);
        }
        if !kept && !open.candidate(&hash).is_some_and(|candidate| candidate.kept) {
            self.keep(&Record::Entry(entry.clone()));
        }
        // The mover's head stands in the entry.
        let proof = self.tip_heads.iter().copied().filter(|head| Some(*head) != with_move).collect();
        self.keep(&Record::Final { index: entry.core.index, entry: hash, heads: proof });
        self.steps.push(self.world.step.clone());
        self.log.push(entry.clone());
        self.take_up_far_heads();
        self.tip_round = if self.recovering.is_some() {
            // It does not know what it has said about this index, but that was about no such round.
            MAX_ROUNDS
        } else {
            let beyond = open.acked.map_or(0, |(acked, _)| acked + 1);
            round.unwrap_or(0).max(open.promised).max(beyond)
        };
        self.wanted.retain(|change| !matches!(change, Change::TakeBack { .. }));
        let wanted = std::mem::take(&mut self.wanted);
        self.wanted = wanted.into_iter().filter(|change| self.change_core(*change).is_some()).collect();
        self.settle_members();
        self.settle_dispute();
        self.tell(Event::Final(Box::new(entry)));
        if self.is_over() {
            self.tell(Event::Over);
        }
    }

    /// Acknowledges the last final entry, if this peer has not yet: draws wait for everybody's head. The round
    /// contradicts nothing this peer has said.
    fn acknowledge_tip(&mut self) {
        let Some(seat) = self.seat.filter(|seat| self.tip_heads.latest(*seat).is_none()) else { return };
        if self.world.index == 0 || self.may_sign().is_err() || self.has_left() {
            return;
        }
        let World { index, tip: entry, state, .. } = self.world;
        let head = Signed::new(
            &self.identity,
            &self.table.id,
            seat,
            Head { index, round: self.tip_round, entry, state },
        );
        self.keep(&Record::Head(head));
        self.tip_heads.insert(head);
        self.spread(&Message::Head(head), None);
    }
}
