//! Bytes that no honest peer sends, against everything that reads bytes: the decoder, a peer in the middle of a game
//! and the journal.
//!
//! Everything follows from fixed seeds, so a failure repeats itself. `HOSTILE_ROUNDS=200` makes it two hundred times
//! as long. `scripts/soak` drives the same entry points with a coverage-guided fuzzer: `codec::decode::<Message>(bytes)`,
//! `journal::read(bytes)` (with `Lockstep::restore` behind it), and [`Target::strike`] on a peer of [`targets`].

#[path = "sim/calm.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared by several tests")]
mod calm;
#[path = "sim/luck.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared by several tests")]
mod luck;
#[path = "sim/toy.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared by several tests")]
mod toy;

use calm::{Calm, PLAYERS, contract, identity, stored};
use luck::Luck;
use toy::Toy;
use whistlestop_proto::codec;
use whistlestop_proto::contract::{DrawMode, Seat};
use whistlestop_proto::entry::{Ballot, Body, Certificate, Change, Core, Entry, Holder, Proof};
use whistlestop_proto::error::OpenError;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::journal::{self, Record};
use whistlestop_proto::limits::{MAX_BATCH, MAX_FRAME_BYTES};
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::{Dump, Message, Reveal, Status};
use whistlestop_proto::rules::{Rules, Turn};
use whistlestop_proto::sign::{Identity, PublicKey, Signature};
use whistlestop_proto::statement::{Evidence, Farewell, Head, Return, Signed, Vote};
use whistlestop_proto::verify::verify_log;

const ROUNDS: u32 = 4;

/// The one seat that lies in these tests: it signed what the samples of evidence prove.
const LIAR: Seat = 3;

fn rounds(usual: u64) -> u64 {
    usual * std::env::var("HOSTILE_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

fn place(luck: &mut Luck, len: usize) -> usize {
    usize::try_from(luck.below(len.max(1) as u64)).expect("it came from a usize")
}

fn byte(luck: &mut Luck) -> u8 {
    u8::try_from(luck.below(256)).expect("a byte")
}

/// A game that has gone on for a while and waits for the move of seat 1.
fn mid_game() -> Calm {
    let mut calm = Calm::new(&contract(DrawMode::Fresh), ROUNDS);
    for amount in [3, 4, 5, 6] {
        assert!(calm.play(amount));
    }
    assert_eq!(calm.peers[0].rules().turn(), Turn::Seat(1));
    calm
}

// (a) and (b): the decoder

/// A valid message of every kind: those of a real game, and those that it did not need.
fn samples(calm: &Calm) -> Vec<Message> {
    let table = calm.peers[0].table();
    let (mover, next) = calm.next_move(7);
    let index = next.core.index;
    let mut all: Vec<Message> = Vec::new();
    for bytes in &calm.said {
        let message: Message = codec::decode(bytes).expect("honest peers send this");
        let same = all.iter().filter(|other| kind(other) == kind(&message)).count();
        if same < 6 && !all.contains(&message) {
            all.push(message);
        }
    }
    let change = Change::Reseat { seat: LIAR, to: Holder::Bot };
    let body = Body::Change(change);
    let core = Core { index, prev: next.core.prev, body, state: calm.peers[0].rules().state_hash() };
    let vote = |acked| {
        let says = Vote { index, round: 1, entry: core.hash(), change: Some(change), acked };
        Signed::new(&identity(LIAR), &table, LIAR, says)
    };
    let head = |entry: u8| {
        let says = Head { index: 9, round: 0, entry: Hash([entry; 32]), state: Hash([0; 32]) };
        Signed::new(&identity(LIAR), &table, LIAR, says)
    };
    let lie = |amount| {
        let body = Body::Move { seat: LIAR, payload: vec![amount] };
        let core = Core { index: 5, prev: Hash([5; 32]), body, state: Hash([6; 32]) };
        Box::new(core.sign(&identity(LIAR), &table))
    };
    let ballot = Ballot::Vote { seat: LIAR, acked: None, signature: vote(None).signature };
    let certificate = Certificate { round: 1, votes: vec![ballot] };
    let says = Head { index, round: 0, entry: next.hash(), state: next.core.state };
    all.extend([
        Message::Want(1),
        Message::Entry(Box::new(Entry { core: core.clone(), proof: Proof::Certified(certificate) })),
        Message::Entries(calm.peers[0].log().to_vec()),
        Message::Entry(Box::new(next)),
        Message::Head(Signed::new(&identity(mover), &table, mover, says)),
        Message::Vote(vote(None)),
        Message::Farewell(Farewell::new(&identity(LIAR), &table, LIAR, 2)),
        Message::Return(Return::new(&identity(LIAR), &table, LIAR, 2)),
        Message::Evidence(Evidence::TwoMoves(lie(1), lie(2))),
        Message::Evidence(Evidence::TwoHeads(head(1), head(2))),
        Message::Evidence(Evidence::TwoVotes(vote(None), vote(Some((0, Hash([1; 32])))))),
        Message::Dump(Dump {
            cause: Hash([3; 32]),
            index: 1,
            answer: true,
            fields: calm.peers[0].rules().dump(),
        }),
    ]);
    let kinds: std::collections::BTreeSet<u8> = all.iter().map(kind).collect();
    assert_eq!(kinds.len(), 13, "a sample of every kind of message");
    all
}

fn kind(message: &Message) -> u8 {
    codec::encode(message)[0]
}

/// Damage to bytes that knows how they are made up.
fn mutate(luck: &mut Luck, bytes: &[u8], other: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..luck.between(1, 3) {
        let at = place(luck, bytes.len());
        match luck.below(9) {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << luck.below(8),
            1 if !bytes.is_empty() => bytes[at] = byte(luck),
            2 => bytes.truncate(at),
            3 => bytes.extend((0..luck.below(20)).map(|_| byte(luck))),
            // The beginning of one and the end of another.
            4 => {
                bytes.truncate(at);
                bytes.extend(&other[place(luck, other.len())..]);
            }
            // A number or length that claims far more than there is, in every width.
            5 => {
                let wide: &[u8] = match luck.below(4) {
                    0 => &[251, 255, 255],
                    1 => &[252, 255, 255, 255, 255],
                    2 => &[253, 255, 255, 255, 255, 255, 255, 255, 255],
                    _ => &[254],
                };
                bytes.splice(at..(at + 1).min(bytes.len()), wide.iter().copied());
            }
            // The same small number, written in a longer way.
            6 if !bytes.is_empty() => {
                let small = bytes[at];
                bytes.splice(at..=at, [251, small, 0]);
            }
            // Two fields of equal length in each other's place.
            7 if bytes.len() > 64 => {
                let (a, b) = (place(luck, bytes.len() - 32), place(luck, bytes.len() - 32));
                for i in 0..32 {
                    bytes.swap(a + i, b + i);
                }
            }
            _ => {
                let end = (at + place(luck, 64)).min(bytes.len());
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
        }
    }
    bytes
}

/// Decodes, and checks what every decoding promises.
fn decode_carefully(bytes: &[u8]) -> Option<Message> {
    let message = codec::decode::<Message>(bytes).ok()?;
    assert_eq!(codec::encode(&message), bytes, "one value, one encoding");
    // What is in memory is at most some dozen times what was sent: no length is believed without its bytes.
    let parts = match &message {
        Message::Entries(entries) => entries.len(),
        Message::Dump(dump) => dump.fields.len(),
        Message::Status(status) => {
            status.candidates.len() + status.heads.len() + status.votes.len() + status.ages_millis.len()
        }
        _ => 0,
    };
    assert!(parts <= bytes.len(), "more parts than bytes");
    Some(message)
}

#[test]
fn random_bytes_decode_to_nothing_or_to_themselves() {
    let mut luck = Luck::new(1);
    for _ in 0..rounds(20_000) {
        let len = luck.below(200);
        let mut bytes: Vec<u8> = (0..len).map(|_| byte(&mut luck)).collect();
        // Most of the time a tag that exists, or all would end at the first byte.
        if let (Some(tag), true) = (bytes.first_mut(), luck.permille(900)) {
            *tag %= 13;
        }
        decode_carefully(&bytes);
        assert!(codec::decode::<Record>(&bytes).is_err() || bytes.len() < 200);
    }
}

#[test]
fn damaged_messages_decode_to_nothing_or_to_themselves() {
    let mut luck = Luck::new(2);
    let samples: Vec<Vec<u8>> = samples(&mid_game()).iter().map(codec::encode).collect();
    let mut decoded = 0;
    for _ in 0..rounds(10_000) {
        let (one, other) = (luck.pick(&samples).clone(), luck.pick(&samples).clone());
        let bytes = mutate(&mut luck, &one, &other);
        decoded += u64::from(decode_carefully(&bytes).is_some());
    }
    assert!(decoded > 100, "damage that is never decoded tests too little: {decoded}");
}

#[test]
fn a_length_is_never_believed_without_its_bytes() {
    let wide: [&[u8]; 3] =
        [&[251, 255, 255], &[252, 255, 255, 255, 255], &[253, 255, 255, 255, 255, 255, 255, 255, 127]];
    // All but `Want`, which is a number.
    for tag in (0..13).filter(|tag| *tag != 3) {
        for length in wide {
            assert_eq!(codec::decode::<Message>(&[&[tag], length].concat()), Err(codec::Malformed));
        }
    }
    for length in wide {
        assert!(codec::decode::<Vec<u8>>(length).is_err());
        assert!(codec::decode::<Vec<Entry>>(length).is_err());
        assert!(codec::decode::<Vec<(String, String)>>(length).is_err());
        assert!(codec::decode::<String>(length).is_err());
    }
    assert!(codec::decode::<Message>(&vec![5; MAX_FRAME_BYTES + 1]).is_err());
}

// (c): peers

/// A peer under attack, and what must not change about it.
struct Target {
    what: &'static str,
    peer: Lockstep<Toy>,
    now: u64,
    log: Vec<Entry>,
    state: Hash,
    sent: Option<Entry>,
}

impl Target {
    fn new(what: &'static str, now: u64, mut peer: Lockstep<Toy>) -> Self {
        while peer.poll_store().is_some() || peer.poll_transmit().is_some() || peer.poll_event().is_some() {}
        let (log, state, sent) = (peer.log().to_vec(), peer.rules().state_hash(), peer.sent().cloned());
        Self { what, peer, now, log, state, sent }
    }

    /// Lets an attacker on this link say something, and checks that nothing came of it.
    fn strike(&mut self, from: PublicKey, bytes: &[u8]) {
        self.now += 1;
        // Whoever is dropped just comes again.
        self.peer.handle_connected(self.now, from);
        self.peer.handle_message(self.now, from, bytes);
        if self.now.is_multiple_of(50) {
            self.peer.handle_timeout(self.now);
        }
        for record in stored(&mut self.peer) {
            // Proof against the liar is the one thing that is worth keeping, from whomever it comes.
            let proof = matches!(&record, Record::Evidence(_));
            assert!(proof, "{} was made to store {record:?} by {bytes:?}", self.what);
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
        let mut answers = 0;
        while let Some((_, answer)) = self.peer.poll_transmit() {
            answers += 1;
            assert!(answer.len() <= MAX_FRAME_BYTES);
        }
        assert!(answers < 200, "{} answers {answers} messages to one", self.what);
        while self.peer.poll_event().is_some() {}
    }

    fn finish(&self) {
        assert_eq!(self.peer.log(), self.log, "{} has another log", self.what);
    }
}

/// Peers in every situation: at the table, waiting for a draw, not yet started, without a journal, watching.
fn targets(calm: Calm) -> Vec<Target> {
    let (now, contract, keys) = (calm.now, calm.peers[0].contract().clone(), calm.keys.clone());
    let accessions: Vec<_> = calm.peers[0].accessions().copied().collect();
    let toy = || Toy::new(4, ROUNDS);
    let told = |mut peer: Lockstep<Toy>| {
        peer.handle_connected(now, keys[1]);
        for accession in &accessions {
            peer.handle_message(now, keys[1], &codec::encode(&Message::Accession(*accession)));
        }
        peer
    };
    let fresh = Lockstep::found(now, identity(0), contract.clone(), toy()).expect("a good contract");
    let lost = Lockstep::join(now, identity(0), contract.clone(), toy()).expect("a good contract");
    let drawing = Lockstep::found(now, identity(1), contract.clone(), toy()).expect("a good contract");
    let stranger = Identity::from_secret(&[99; 32]);
    let watching = Lockstep::join(now, stranger, contract, toy()).expect("a good contract");
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

#[test]
fn damaged_messages_change_nothing_about_a_peer() {
    let calm = mid_game();
    let samples: Vec<Vec<u8>> = samples(&calm).iter().map(codec::encode).collect();
    for (seed, mut target) in (3..).zip(targets(calm)) {
        let mut luck = Luck::new(seed);
        for _ in 0..rounds(1_200) {
            let (one, other) = (luck.pick(&samples).clone(), luck.pick(&samples).clone());
            let bytes = mutate(&mut luck, &one, &other);
            if !samples.contains(&bytes) {
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
        (Message::Head(a), _) => a.seat = seat,
        (Message::Vote(a), Message::Vote(b)) if turn == 0 => a.signature = b.signature,
        (Message::Vote(a), _) if turn == 1 => a.says.round = number,
        (Message::Vote(a), _) if turn == 2 => a.says.change = Some(Change::TakeBack { to: number }),
        (Message::Vote(a), _) => a.seat = seat,
        (Message::Entry(a), Message::Entry(b)) if turn == 0 => a.proof = b.proof.clone(),
        (Message::Entry(a), _) if turn == 1 => a.core.index = number,
        (Message::Entry(a), _) if turn == 2 => a.proof = Proof::Itself,
        (Message::Entry(a), _) => a.core.body = Body::Move { seat, payload: vec![1; many] },
        (Message::Entries(a), _) if turn == 0 => a.reverse(),
        (Message::Entries(a), _) if turn == 1 => a.extend(vec![a[0].clone(); MAX_BATCH]),
        (Message::Entries(a), _) if turn == 2 => a[0].core.index = number,
        (Message::Entries(a), _) => {
            a.last_mut().expect("not empty").proof = Proof::Signed(Signature([7; 64]));
        }
        (Message::Accession(a), Message::Accession(b)) if a != b => a.anchor = b.anchor,
        (Message::Accession(a), _) => a.seat = seat,
        (Message::Farewell(a), _) if turn < 2 => a.after = number,
        (Message::Farewell(a), _) => a.seat = seat,
        (Message::Return(a), _) if turn < 2 => a.since = number,
        (Message::Return(a), _) => a.seat = seat,
        (Message::Status(a), _) => blow_up(luck, a, number, many),
        (Message::Reveal(a), Message::Reveal(b)) if turn == 0 => a.link = b.link,
        (Message::Reveal(a), _) => *a = Reveal { index: number, seat, link: a.link },
        (Message::Want(a), _) => *a = number,
        (Message::Evidence(Evidence::TwoHeads(a, b)), _) => {
            // Proof against somebody honest: the liar's head under another name.
            a.seat = seat % 3;
            b.seat = seat % 3;
        }
        (Message::Evidence(a), _) => *a = Evidence::TwoMoves(Box::new(forged(seat)), Box::new(forged(seat))),
        (Message::Dump(a), _) => {
            a.index = number;
            a.fields = vec![("x".repeat(many), String::new()); 60];
        }
        (Message::Hello(a), _) if turn == 0 => a.protocol = 2,
        (Message::Hello(a), _) if turn == 1 => a.game = "x".repeat(many),
        (Message::Hello(a), _) => a.board = Hash([1; 32]),
    }
    one
}

fn blow_up(luck: &mut Luck, status: &mut Status, number: u32, many: usize) {
    match luck.below(6) {
        0 => status.index = number,
        1 => status.heads = vec![0; many],
        2 => status.votes = vec![0; many],
        3 => status.ages_millis = vec![number; many],
        4 => status.candidates = vec![Hash([1; 32]); many],
        _ => {
            let all = byte(luck);
            (status.accessions, status.heads_at_tip, status.reveals) = (all, all, all);
            (status.farewells, status.returns, status.hears) = (all, all, all);
        }
    }
}

fn forged(seat: Seat) -> Entry {
    let body = Body::Move { seat, payload: vec![seat] };
    let core = Core { index: 2, prev: Hash([2; 32]), body, state: Hash([2; 32]) };
    Entry { core, proof: Proof::Signed(Signature([3; 64])) }
}

#[test]
fn well_formed_lies_change_nothing_about_a_peer() {
    let calm = mid_game();
    let samples = samples(&calm);
    for (seed, mut target) in (11..).zip(targets(calm)) {
        let mut luck = Luck::new(seed);
        for _ in 0..rounds(1_200) {
            let message = lie(&mut luck, &samples);
            if !samples.contains(&message) {
                let from = *luck.pick(&attackers());
                target.strike(from, &codec::encode(&message));
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

// (c): journals

/// The journal of a player after a few entries, with a farewell, a vote and evidence in it as well.
fn a_journal() -> (Vec<u8>, Vec<Entry>) {
    let mut calm = mid_game();
    for message in samples(&calm) {
        if let Message::Evidence(_) = message {
            let (now, from) = (calm.now, calm.keys[1]);
            calm.peers[0].handle_message(now, from, &codec::encode(&message));
        }
    }
    let now = calm.now;
    calm.peers[0]
        .want(now, Change::Reseat { seat: LIAR, to: Holder::Bot })
        .expect("a change that can be made");
    calm.peers[0].leave(now).expect("a player may leave");
    while let Some(bytes) = calm.peers[0].poll_store() {
        calm.journals[0].extend(bytes);
    }
    let log = calm.peers[0].log().to_vec();
    let kinds: std::collections::BTreeSet<u8> =
        framed(&calm.journals[0]).iter().map(|frame| frame[HEADER_BYTES]).collect();
    assert_eq!(kinds.len(), 9, "a record of every kind");
    (calm.journals.swap_remove(0), log)
}

const PREAMBLE_BYTES: usize = 8;
const HEADER_BYTES: usize = 16;

/// The frames of a journal.
fn framed(journal: &[u8]) -> Vec<Vec<u8>> {
    let (records, good) = journal::read(journal).expect("a sound journal");
    assert_eq!(good, journal.len());
    frames_of(&records)
}

fn frames_of(records: &[Record]) -> Vec<Vec<u8>> {
    let mut writer = journal::Writer::default();
    records.iter().map(|record| writer.frame(record)).collect()
}

fn joined(frames: &[Vec<u8>]) -> Vec<u8> {
    [journal::preamble(), frames.concat()].concat()
}

fn restore(journal: &[u8]) -> Result<(Lockstep<Toy>, usize), OpenError> {
    Lockstep::restore(0, identity(0), Toy::new(4, ROUNDS), journal)
}

/// What must hold of any journal that is taken: the log checks out and is the beginning of what was played.
fn is_sound(restored: &Lockstep<Toy>, log: &[Entry]) {
    assert!(log.starts_with(restored.log()), "entries that nobody played");
    let accessions: Vec<_> = restored.accessions().copied().collect();
    if !restored.log().is_empty() {
        let toy = Toy::new(4, ROUNDS);
        let world =
            verify_log(restored.contract(), &accessions, restored.log(), &toy).expect("it checks out");
        assert_eq!(world.rules, *restored.rules());
    }
}

#[test]
fn a_journal_cut_at_any_byte_ends_at_its_last_whole_record() {
    let (journal, _) = a_journal();
    let frames = framed(&journal);
    let mut ends = vec![PREAMBLE_BYTES];
    for frame in frames.iter().take(14) {
        ends.push(ends.last().expect("not empty") + frame.len());
    }
    for cut in 0..*ends.last().expect("not empty") {
        let (records, good) = journal::read(&journal[..cut]).expect("a torn tail is never an error");
        let whole = ends.iter().filter(|end| **end <= cut).count();
        assert_eq!(records.len(), whole.saturating_sub(1), "cut at {cut}");
        assert_eq!(good, if whole == 0 { 0 } else { ends[whole - 1] }, "cut at {cut}");
    }
}

#[test]
fn a_peer_comes_back_from_a_journal_that_was_torn_anywhere_behind_the_contract() {
    let (journal, log) = a_journal();
    let mut end = PREAMBLE_BYTES;
    for (number, frame) in framed(&journal).iter().enumerate() {
        let torn = end + frame.len() / 2;
        let restored = restore(&journal[..torn]);
        if number == 0 {
            assert_eq!(restored.err(), Some(OpenError::NotAJournal), "without a contract there is no table");
        } else {
            let (peer, good) = restored.expect("a torn tail is never an error");
            assert_eq!(good, end);
            is_sound(&peer, &log);
        }
        end += frame.len();
    }
    // A disk that shows the new length before the bytes.
    let (peer, good) = restore(&[&journal[..], &[0; 300]].concat()).expect("zeros are a torn tail");
    assert_eq!(good, journal.len());
    is_sound(&peer, &log);
}

#[test]
fn no_damage_to_bytes_makes_a_journal_lose_a_record_that_is_not_its_last() {
    let (journal, _) = a_journal();
    let (records, _) = journal::read(&journal).unwrap();
    let last = journal.len() - framed(&journal).last().unwrap().len();
    let mut luck = Luck::new(20);
    let check = |damaged: &[u8], at: usize| match journal::read(damaged) {
        Ok((found, good)) => {
            assert!(at >= last, "damage at {at} was taken for a torn tail");
            assert_eq!((found.len(), good), (records.len() - 1, last));
        }
        Err(OpenError::Edited { record, .. }) => assert!(record < records.len()),
        Err(other) => assert!(at < PREAMBLE_BYTES && other == OpenError::NotAJournal, "{at}: {other}"),
    };
    // Every bit of every header, where it hurts most; then anywhere.
    let mut start = PREAMBLE_BYTES;
    for frame in framed(&journal) {
        for bit in 0..HEADER_BYTES * 8 {
            let at = start + bit / 8;
            let mut damaged = journal.clone();
            damaged[at] ^= 1 << (bit % 8);
            if start < 1_500 || bit < 32 {
                check(&damaged, at);
            }
        }
        start += frame.len();
    }
    for _ in 0..rounds(500) {
        let at = place(&mut luck, journal.len());
        let mut damaged = journal.clone();
        damaged[at] ^= 1 << luck.below(8);
        check(&damaged, at);
    }
}

#[test]
fn a_record_taken_out_of_the_middle_is_missed() {
    let (journal, _) = a_journal();
    let frames = framed(&journal);
    for missing in 0..frames.len() - 1 {
        let mut edited = frames.clone();
        edited.remove(missing);
        let why = journal::read(&joined(&edited)).err();
        assert!(
            matches!(why, Some(OpenError::Edited { record, .. }) if record == missing),
            "{missing}: {why:?}"
        );
        let mut doubled = frames.clone();
        doubled.insert(missing, frames[missing].clone());
        assert!(journal::read(&joined(&doubled)).is_err(), "{missing} stands twice");
        let mut swapped = frames.clone();
        swapped.swap(missing, missing + 1);
        assert!(journal::read(&joined(&swapped)).is_err(), "{missing} stands behind the next");
    }
}

/// Whoever edits a journal can also compute its checks again.
#[test]
fn an_edited_journal_is_refused_with_a_sentence_or_holds_only_what_checks_out() {
    let (journal, log) = a_journal();
    let (records, _) = journal::read(&journal).unwrap();
    let mut luck = Luck::new(21);
    let (mut refused, mut taken) = (0, 0);
    for _ in 0..rounds(70) {
        let mut edited = records.clone();
        let (a, b) = (place(&mut luck, edited.len()), place(&mut luck, edited.len()));
        match luck.below(4) {
            0 => edited.swap(a, b),
            1 => drop(edited.remove(a)),
            2 => edited.insert(b, edited[a].clone()),
            _ => edited[a] = records[b].clone(),
        }
        match restore(&joined(&frames_of(&edited))) {
            Ok((peer, _)) => {
                is_sound(&peer, &log);
                taken += 1;
            }
            Err(why) => {
                assert!(why.to_string().len() > 10, "a sentence: {why}");
                refused += 1;
            }
        }
    }
    assert!(refused > 10 && taken > 0, "{refused} refused, {taken} taken");
}

#[test]
fn records_changed_under_new_checksums_are_refused_or_check_out() {
    let (journal, log) = a_journal();
    let (records, _) = journal::read(&journal).unwrap();
    let bodies: Vec<Vec<u8>> = records.iter().map(codec::encode).collect();
    let mut luck = Luck::new(22);
    let mut decoded = 0;
    for _ in 0..rounds(1_500) {
        let at = place(&mut luck, bodies.len());
        let other = luck.pick(&bodies).clone();
        let Ok(record) = codec::decode::<Record>(&mutate(&mut luck, &bodies[at], &other)) else { continue };
        decoded += 1;
        if decoded > rounds(90) {
            break;
        }
        let mut edited = records.clone();
        edited[at] = record;
        match restore(&joined(&frames_of(&edited))) {
            // Another contract is another table, on which nothing else of the journal would fit.
            Ok((peer, _)) => is_sound(&peer, &log),
            Err(why) => assert!(why.to_string().len() > 10, "a sentence: {why}"),
        }
    }
    assert!(decoded > 20, "damage that is never decoded tests too little: {decoded}");
}

#[test]
fn random_bytes_are_no_journal() {
    let mut luck = Luck::new(23);
    for _ in 0..rounds(2_000) {
        let len = luck.below(120);
        let bytes: Vec<u8> = (0..len).map(|_| byte(&mut luck)).collect();
        let behind = [journal::preamble(), bytes.clone()].concat();
        if let Ok((records, good)) = journal::read(&behind) {
            assert!(records.is_empty() && good == PREAMBLE_BYTES && len < HEADER_BYTES as u64);
        }
        if let Ok((records, good)) = journal::read(&bytes) {
            assert!(records.is_empty() && good == 0);
        }
    }
    assert!(PLAYERS.contains(&LIAR));
}

/// Inputs for a fuzzer to begin with, out of a real game: see `tests/fuzz/bytes.rs`.
#[test]
fn samples_for_a_fuzzer_are_written_where_one_asks_for_them() {
    let Ok(folder) = std::env::var("HOSTILE_SAMPLES") else { return };
    let (journal, _) = a_journal();
    let (records, _) = journal::read(&journal).unwrap();
    let messages = samples(&mid_game());
    let inputs = messages.iter().map(|message| [vec![0], codec::encode(message)].concat());
    let inputs = inputs.chain([[&[1], &journal[..]].concat()]);
    let inputs = inputs.chain(records.iter().map(|record| [vec![2], codec::encode(record)].concat()));
    std::fs::create_dir_all(&folder).unwrap();
    for (number, bytes) in inputs.enumerate() {
        std::fs::write(format!("{folder}/{number}"), bytes).unwrap();
    }
}
