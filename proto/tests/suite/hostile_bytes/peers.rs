//! Peers in every situation: nothing that a liar says changes them.

use whistlestop_proto::codec;
use whistlestop_proto::contract::SeatNumber;
use whistlestop_proto::entry::{Body, Certificate, Change, Core, Entry, Proof};
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::journal::Record;
use whistlestop_proto::limits::{MAX_BATCH, MAX_FRAME_BYTES, OFFENCE_MILLIS};
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::{Message, Reveal, Status};
use whistlestop_proto::quorum::{Life, Voter, Voters};
use whistlestop_proto::restart::ProgramStart;
use whistlestop_proto::rules::Rules;
use whistlestop_proto::sign::{Identity, PublicKey, Signature};
use whistlestop_proto::statement::Evidence;

use super::samples::{mutate, samples, signed_lies};
use super::{LIAR, ROUNDS, byte, mid_game, place, rounds};
use crate::sim::calm::{Calm, identity, stored};
use crate::sim::luck::Luck;
use crate::sim::toy::Toy;

/// A peer under attack, and what must not change about it.
struct Target {
    what: &'static str,
    peer: Lockstep<Toy>,
    now: u64,
    log: Vec<Entry>,
    state: Hash,
    sent: Option<Entry>,
    life: Life,
    /// The attackers who are not dropped.
    linked: Vec<PublicKey>,
}

impl Target {
    fn new(what: &'static str, now: u64, mut peer: Lockstep<Toy>) -> Self {
        while peer.poll_store().is_some() || peer.poll_transmit().is_some() || peer.poll_event().is_some() {}
        let (log, state, sent) = (peer.log().to_vec(), peer.rules().state_hash(), peer.sent().cloned());
        Self { what, now, log, state, sent, life: peer.life(), linked: Vec::new(), peer }
    }

    /// Lets an attacker on this link say something, and checks that nothing came of it.
    fn strike(&mut self, from: PublicKey, bytes: &[u8]) {
        self.now += 1;
        if !self.linked.contains(&from) {
            // Whoever is dropped comes again when that is forgotten.
            self.peer.handle_disconnected(from);
            self.peer.handle_connected(self.now, from);
            self.linked.push(from);
        }
        self.peer.handle_message(self.now, from, bytes);
        if self.now.is_multiple_of(50) {
            self.peer.handle_timeout(self.now);
        }
        for record in stored(&mut self.peer) {
            // Proof against the liar is all that is worth keeping, from whomever it comes; and what it counts itself.
            let proof = matches!(&record, Record::Evidence(_));
            let own = |voter| Some(voter) == self.peer.voter();
            let counted = matches!(&record, Record::Reading(reading) if own(reading.voter));
            assert!(proof || counted, "{} was made to store {record:?} by {bytes:?}", self.what);
        }
        assert!(self.peer.evidence().all(|(seat, _)| seat == LIAR), "{} blames the honest", self.what);
        assert_eq!(self.peer.log().len(), self.log.len(), "{} was made to move by {bytes:?}", self.what);
        assert_eq!(
            self.peer.rules().state_hash(),
            self.state,
            "{} has another state by {bytes:?}",
            self.what
        );
        assert_eq!(self.peer.sent(), self.sent.as_ref(), "{} was made to sign by {bytes:?}", self.what);
        assert_eq!(self.peer.life(), self.life, "{} was made to begin anew by {bytes:?}", self.what);
        assert!(!self.peer.is_superseded(), "{} was made to stop by {bytes:?}", self.what);
        let mut answers = 0;
        while let Some((_, answer)) = self.peer.poll_transmit() {
            answers += 1;
            assert!(answer.len() <= MAX_FRAME_BYTES);
        }
        assert!(answers < 200, "{} answers {answers} messages to one", self.what);
        while let Some(event) = self.peer.poll_event() {
            if let ProtocolEvent::Drop { peer, .. } = event {
                self.linked.retain(|linked| *linked != peer);
                self.now += OFFENCE_MILLIS;
            }
        }
    }

    fn finish(&self) {
        assert_eq!(self.peer.log(), self.log, "{} has another log", self.what);
    }
}

/// Peers in every situation: at the table, waiting for a draw, not yet started, without a journal, watching.
fn targets(calm: Calm) -> Vec<Target> {
    let (now, contract, keys) = (calm.now, calm.peers[0].contract().clone(), calm.keys.clone());
    let accessions: Vec<_> = calm.peers[0].accessions().cloned().collect();
    let toy = || Toy::new(4, ROUNDS);
    let told = |mut peer: Lockstep<Toy>| {
        peer.handle_connected(now, keys[1]);
        for accession in &accessions {
            peer.handle_message(
                now,
                keys[1],
                &codec::encode(&Message::Accession(Box::new(accession.clone()))),
            );
        }
        peer
    };
    let fresh = Lockstep::found(now, identity(0), contract.clone(), toy(), ProgramStart::default())
        .expect("a good contract");
    let anew = ProgramStart { life: 1_000, ..ProgramStart::default() };
    let lost = Lockstep::join(now, identity(0), contract.clone(), toy(), anew).expect("a good contract");
    let drawing = Lockstep::found(now, identity(1), contract.clone(), toy(), ProgramStart::default())
        .expect("a good contract");
    let stranger = Identity::from_secret(&[99; 32]);
    let watching =
        Lockstep::join(now, stranger, contract, toy(), ProgramStart::default()).expect("a good contract");
    let playing = calm.peers.into_iter().next().expect("a table");
    vec![
        Target::new("the player", now, playing),
        Target::new("the peer at a draw", now, told(drawing)),
        Target::new("the peer before the start", now, fresh),
        Target::new("the peer without a journal", now, told(lost)),
        Target::new("the spectator", now, told(watching)),
    ]
}

/// Who attacks: the liar with its seat, and a stranger. What comes over the link of an honest player is that player's.
fn attackers() -> [PublicKey; 2] {
    [identity(LIAR).public(), Identity::from_secret(&[77; 32]).public()]
}

/// Whether it holds, among whatever else, the one true link that the peer at a draw waits for: then it may well draw.
fn helps(message: &Message, truths: &[Message]) -> bool {
    let Message::Reveal(said) = message else { return false };
    let reveals = truths.iter().filter_map(|truth| match truth {
        Message::Reveal(reveal) if (reveal.number, reveal.base) == (said.number, said.base) => Some(reveal),
        _ => None,
    });
    let mut missing = reveals.flat_map(|reveal| &reveal.links).filter(|link| (link.0, link.1) == (0, LIAR));
    missing.any(|link| said.links.contains(link))
}

#[test]
fn damaged_messages_change_nothing_about_a_peer() {
    let calm = mid_game();
    let truths = samples(&calm);
    let samples: Vec<Vec<u8>> = truths.iter().map(codec::encode).collect();
    for (seed, mut target) in (3..).zip(targets(calm)) {
        let mut luck = Luck::new(seed);
        for _ in 0..rounds(1_200) {
            let (one, other) = (luck.pick(&samples).clone(), luck.pick(&samples).clone());
            let bytes = mutate(&mut luck, &one, &other);
            if !samples.contains(&bytes)
                && !codec::decode(&bytes).is_ok_and(|message| helps(&message, &truths))
            {
                let from = *luck.pick(&attackers());
                target.strike(from, &bytes);
            }
        }
        target.finish();
    }
}

/// Well-formed lies: true messages with one field taken from another, or driven to its bounds.
fn lie(luck: &mut Luck, samples: &[Message]) -> Message {
    let mut one = luck.pick(samples).clone();
    let other = luck.pick(samples).clone();
    let number = *luck.pick(&[0, 1, 5, 250, 65_536, u32::MAX - 1, u32::MAX]);
    let seat = *luck.pick(&[0, 1, 2, 3, 4, 8, 255]);
    let many = place(luck, 700);
    let turn = luck.below(4);
    match (&mut one, &other) {
        (Message::Head(a), Message::Head(b)) if turn == 0 => a.signature = b.signature,
        (Message::Head(a), _) if turn == 1 => a.says.index = number,
        (Message::Head(a), _) if turn == 2 => a.says.round = number,
        (Message::Head(a), _) => a.voter = seat,
        (Message::Vote(a), Message::Vote(_)) if turn == 0 => a.support = vec![a.vote; many],
        (Message::Vote(a), _) if turn == 1 => a.vote.says.round = number,
        (Message::Vote(a), _) if turn == 2 => a.vote.says.change = Some(Change::TakeBack { to: number }),
        (Message::Vote(a), _) => a.vote.voter = seat,
        (Message::Entry(a), Message::Entry(b)) if turn == 0 => a.proof = b.proof.clone(),
        (Message::Entry(a), _) if turn == 1 => a.core.index = number,
        (Message::Entry(a), _) if turn == 2 => a.proof = Proof::Itself,
        (Message::Entry(a), _) => stretch(a, (seat, number), many),
        (Message::Entries(a), _) if turn == 0 => a.reverse(),
        (Message::Entries(a), _) if turn == 1 => a.extend(vec![a[0].clone(); MAX_BATCH]),
        (Message::Entries(a), _) if turn == 2 => a[0].core.index = number,
        (Message::Entries(a), _) => {
            a.last_mut().expect("not empty").proof = Proof::Signed(0, Signature([7; 64]));
        }
        (Message::Accession(a), Message::Accession(b)) if a != b => a.keys = b.keys.clone(),
        (Message::Accession(a), _) if turn == 0 => a.keys.pairs = vec![(seat, a.keys.own); many],
        (Message::Accession(a), _) => a.voter = seat,
        (Message::Leave(a), _) if turn < 2 => a.says.since = number,
        (Message::Leave(a), _) => a.voter = seat,
        (Message::Return(a), _) if turn == 0 => a.says.since = number,
        (Message::Return(a), _) if turn == 1 => a.says.life = number,
        (Message::Return(a), _) => a.voter = seat,
        (Message::Status(a), _) => blow_up(luck, a, number, many),
        (Message::Reveal(a), Message::Reveal(b)) if turn == 0 => a.links.clone_from(&b.links),
        (Message::Reveal(a), _) if turn == 1 => a.links = vec![a.links[0]; many],
        (Message::Reveal(a), _) if turn == 2 => a.links[0].0 = seat,
        (Message::Reveal(a), _) => *a = Reveal { number, ..a.clone() },
        (Message::Want(a), _) => *a = number,
        (Message::Evidence(Evidence::TwoHeads(a, b)), _) => {
            // Proof against somebody honest: the liar's head under another name.
            a.voter = seat % 3;
            b.voter = seat % 3;
        }
        (Message::Evidence(a), _) => *a = Evidence::TwoMoves(Box::new(forged(seat)), Box::new(forged(seat))),
        (Message::Dump(a), _) => {
            a.index = number;
            a.fields = vec![("x".repeat(many), String::new()); 60];
        }
        (Message::Hello(a), _) if turn == 0 => a.protocol = 3,
        (Message::Hello(a), _) if turn == 1 => a.game = "x".repeat(many),
        (Message::Hello(a), _) if turn == 2 => a.life = number,
        (Message::Hello(a), _) => a.board = Hash([1; 32]),
        (Message::Lost(a), Message::Lost(b)) if turn == 0 && a != b => a.says.met.clone_from(&b.says.met),
        (Message::Lost(a), _) if turn < 2 => (a.says.index, a.says.life) = (number, number),
        (Message::Lost(a), _) if turn == 2 => a.says.met = vec![(seat, number); many],
        (Message::Lost(a), _) => a.voter = seat,
        (Message::Stance(a), _) if turn == 0 => a.says.index = number,
        (Message::Stance(a), _) if turn == 1 => (a.says.liar, a.says.entry) = (seat, Some(Hash([1; 32]))),
        (Message::Stance(a), _) => a.voter = seat,
        (Message::Reading(a), _) if turn == 0 => (a.says.index, a.says.used) = (number, number),
        (Message::Reading(a), _) if turn == 1 => a.says.left = vec![number; many],
        (Message::Reading(a), _) if turn == 2 => a.says.life = number,
        (Message::Reading(a), _) => a.voter = seat,
    }
    one
}

/// Makes a list of this entry far too long.
fn stretch(entry: &mut Entry, (voter, life): (Voter, Life), many: usize) {
    if let Body::Anew { lives } = &mut entry.core.body {
        *lives = vec![(voter, life); many];
        return;
    }
    match &mut entry.proof {
        Proof::Certified(Certificate { lost, .. }) if !lost.is_empty() => *lost = vec![lost[0].clone(); many],
        _ => entry.core.body = Body::Move { seat: voter, payload: vec![1; many] },
    }
}

fn blow_up(luck: &mut Luck, status: &mut Status, number: u32, many: usize) {
    match luck.below(6) {
        0 => status.index = number,
        1 => status.heads = vec![0; many],
        2 => status.votes = vec![0; many],
        3 => status.ages_millis = vec![number; many],
        4 => status.candidates = vec![Hash([1; 32]); many],
        _ => {
            let bits = [byte(luck), byte(luck)];
            let all: Voters =
                (0..16).filter(|bit| bits[usize::from(bit / 8)] & (1 << (bit % 8)) != 0).collect();
            (status.accessions, status.heads_at_tip, status.links) = (all, all, u64::from(number) << 7);
            (status.leaves, status.returns, status.hears) = (all, all, all);
        }
    }
}

fn forged(seat: SeatNumber) -> Entry {
    let body = Body::Move { seat, payload: vec![seat] };
    let core = Core { index: 2, prev: Hash([2; 32]), body, state: Hash([2; 32]) };
    Entry { core, proof: Proof::Signed(0, Signature([3; 64])) }
}

#[test]
fn well_formed_lies_change_nothing_about_a_peer() {
    let calm = mid_game();
    let samples = samples(&calm);
    for (seed, mut target) in (11..).zip(targets(calm)) {
        let mut luck = Luck::new(seed);
        for _ in 0..rounds(1_200) {
            let message = lie(&mut luck, &samples);
            if !samples.contains(&message) && !helps(&message, &samples) {
                let from = *luck.pick(&attackers());
                target.strike(from, &codec::encode(&message));
            }
        }
        target.finish();
    }
}

/// What the liar signs about lost memories: too much, out of order, twice, far away, or without the others.
#[test]
fn lies_about_lost_memories_change_nothing_about_a_peer() {
    let lies = signed_lies(&mid_game());
    for mut target in targets(mid_game()) {
        for lie in &lies {
            for from in attackers() {
                target.strike(from, &codec::encode(lie));
            }
        }
        target.finish();
    }
}

#[test]
fn a_status_that_names_more_seats_than_a_byte_can_count_is_an_offence_and_no_more() {
    for mut target in targets(mid_game()) {
        let base = Status { ages_millis: vec![0; 4], ..Status::default() };
        let lists = [
            Status { ages_millis: vec![0; 300], ..base.clone() },
            Status { heads: vec![0; 300], ..base.clone() },
            Status { votes: vec![0; 300], ..base },
        ];
        for status in lists {
            target.strike(identity(LIAR).public(), &codec::encode(&Message::Status(status)));
        }
    }
}
