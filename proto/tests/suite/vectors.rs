//! The test vectors and sizes in `PROTOCOL.md`, computed again.
//!
//! The page is the source: its fenced `vectors` blocks hold lines `name = hex`, which may go on in indented lines. A
//! vector that is missing there, not known here or different fails the test, and the message holds the lines as they
//! should be. The last tests build some of the bytes by hand, from the page's words alone.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::sim::calm::{self, contract, identity};
use crate::sim::toy;
use serde::Serialize;
use whistlestop_proto::chance::seeded_entropy;
use whistlestop_proto::codec;
use whistlestop_proto::contract::{
    Accession, Contract, DrawMode, PROTOCOL_VERSION, Parent, SeatNumber, TimeControl, start,
};
use whistlestop_proto::entry::{Body, Cast, Certificate, Change, Core, Entry, Proof};
use whistlestop_proto::guard::Acked;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::journal::{self, Record};
use whistlestop_proto::limits::{self, MAX_ENTRIES};
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::{Backed, Dump, Hello, Message, Reveal, Status};
use whistlestop_proto::pairs::{self, Keys, LinkProof, PairLink, PublicKeys, Secret};
use whistlestop_proto::quorum::{Life, Roll, Voter, Voters};
use whistlestop_proto::restart::ProgramStart;
use whistlestop_proto::sign::Signature;
use whistlestop_proto::statement::{Evidence, Head, Leave, Lost, Reading, Return, Signed, Stance, Vote};
use whistlestop_proto::world::TableContract;

const PAGE: &str = include_str!("../../PROTOCOL.md");

/// Hex digits in a line of the page.
const LINE_DIGITS: usize = 104;

#[test]
fn the_vectors_of_the_page_are_what_the_crate_computes() {
    let page = blocks("vectors");
    let mut wrong = String::new();
    let known = Sample::new().vectors();
    for (name, bytes) in &known {
        let expected = hex(bytes);
        let said = match page.get(*name) {
            None => "is missing in",
            Some(found) if *found != expected => "differs in",
            Some(_) => continue,
        };
        write!(wrong, "\n{name} {said} PROTOCOL.md:\n{}", line(name, &expected)).expect("to memory");
    }
    for name in page.keys().filter(|name| !known.iter().any(|(other, _)| other == name)) {
        write!(wrong, "\n{name} in PROTOCOL.md is no vector of this test").expect("to memory");
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn the_sizes_of_the_page_are_right_and_moves_and_heads_keep_to_them() {
    let sample = Sample::new();
    let (first, last) = (sample.sized_move(1), sample.sized_move(MAX_ENTRIES));
    assert!(codec::encode(&last).len() <= 170, "a signed move entry with 8 bytes of payload");
    assert!(codec::encode(&sample.head(0, 0)).len() <= 140, "a head");
    let message = Message::Entry(Box::new(last.clone()));
    let sizes = [
        ("move entry, 8 bytes of payload, index 1", codec::encode(&first).len()),
        ("move entry, 8 bytes of payload, last index", codec::encode(&last).len()),
        ("the same as a message", codec::encode(&message).len()),
        ("head, index 5", codec::encode(&sample.head(0, 0)).len()),
        ("the same as a message", codec::encode(&Message::Head(sample.head(0, 0))).len()),
    ];
    for (what, bytes) in sizes {
        let row = format!("| {what} | {bytes} |");
        assert!(PAGE.contains(&row), "PROTOCOL.md should say: {row}");
    }
}

#[test]
fn the_limits_of_the_page_are_those_of_the_crate() {
    macro_rules! named {
        ($($name:ident),* $(,)?) => { [$((stringify!($name), limits::$name.to_string())),*] };
    }
    let known = named![
        MAX_FRAME_BYTES,
        MAX_SEATS,
        MAX_WITNESSES,
        MAX_VOTERS,
        MAX_NAME_BYTES,
        MAX_MARKS_PER_LETTER,
        MAX_OPTIONS,
        MAX_PAYLOAD_BYTES,
        MAX_ENTRIES,
        MAX_INCOMING,
        MAX_BATCH,
        MAX_BATCH_BYTES,
        MAX_WANTS,
        MAX_WANTS_PER_SECOND,
        MAX_STATUSES,
        MAX_STATUSES_PER_SECOND,
        MAX_OFFENDERS,
        OFFENCE_MILLIS,
        MAX_MOVES,
        MAX_CANDIDATES_TOLD,
        MAX_HEADS_PER_SEAT,
        MAX_WAITING_HEADS,
        HEAD_MILLIS,
        MAX_ROUND_JUMP,
        MAX_ROUNDS,
        MAX_VOTES,
        MAX_VOTES_PER_SECOND,
        MAX_VOTES_KEPT,
        MAX_SUPPORT,
        MAX_TAKE_BACKS,
        MAX_RETURNS,
        MAX_RENEWALS,
        RENEW_MILLIS,
        GONE_MILLIS,
        LOST_REACH,
        CATCH_UP_MILLIS,
        WORDS_OF_A_START,
        MAX_LOST_LIVES,
        MAX_LOST,
        MAX_LOST_PER_SECOND,
        PASS_ON_MILLIS,
        OUTNUMBERED_MILLIS,
        REPAIR_ROUND,
        MAX_DECIDED,
        SOLE_MILLIS,
        FAREWELL_MILLIS,
        MAX_WANTED,
        MAX_EVIDENCE_PER_SEAT,
        MAX_LINKS,
        MAX_QUEUE,
        MAX_EVENTS,
        MAX_OUTCOMES,
        MAX_UNREAD,
        MAX_SHOWN_BYTES,
        MAX_DUMP_FIELDS,
        MAX_DUMP_TRIES,
        DUMP_MILLIS,
        MAX_DUMPS,
        MAX_DUMPS_PER_SECOND,
        MAX_OFFENCES,
        MAX_MESSAGES_PER_SECOND,
        MAX_RELAYS,
        MIN_CLOCK_SECONDS,
        MAX_CLOCK_SECONDS,
        MAX_INCREMENT_SECONDS,
        OVERTIME_MILLIS,
        TICK_MILLIS,
        SETTLE_MILLIS,
        READING_PARTS,
        MAX_READINGS,
        MAX_READINGS_PER_SECOND,
        STATUS_MILLIS,
        SILENT_MILLIS,
        ROUND_MILLIS,
        AWAY_MILLIS,
    ];
    let source = include_str!("../../src/limits.rs");
    assert_eq!(source.matches("pub const ").count(), known.len(), "this test should list every limit");
    for (name, value) in &known {
        let row = format!("| `{name}` | {} | {} |", in_thousands(value), reason(source, name));
        assert!(PAGE.contains(&row), "PROTOCOL.md should say: {row}");
    }
    let rows = PAGE.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    for name in rows.filter(|name| name.chars().all(|c| c.is_ascii_uppercase() || c == '_')) {
        assert!(
            known.iter().any(|(other, _)| *other == name),
            "PROTOCOL.md names a limit that is gone: {name}"
        );
    }
}

/// What a limit's own lines say above it.
fn reason(source: &str, name: &str) -> String {
    let above = source.split(&format!("pub const {name}: ")).next().expect("there is a first part");
    let lines = above.trim_end().lines().rev().map_while(|line| line.strip_prefix("/// "));
    let lines: Vec<&str> = lines.collect();
    lines.into_iter().rev().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_page_lists_every_kind_of_message_and_record_and_no_other() {
    let sample = Sample::new();
    let messages = sample.messages().into_iter().map(|(name, message)| (name, codec::encode(&message)[0]));
    let records = sample.records().into_iter().map(|(name, record)| (name, codec::encode(&record)[0]));
    let row = |(name, tag): (&str, u8)| {
        let mut parts = name.rsplit('.');
        let (kind, number) = (parts.next().expect("a kind"), parts.next().expect("a number"));
        assert_eq!(number, tag.to_string(), "{name}");
        format!("| {tag} | {kind} |")
    };
    for (section, ours) in [
        ("## 11. Messages", messages.map(row).collect::<Vec<_>>()),
        ("## 14. Journal", records.map(row).collect()),
    ] {
        let text = PAGE.split_once(section).expect("the section").1;
        let text = text.split("\n## ").next().expect("it ends");
        let is_row = |line: &&str| line.starts_with("| ") && line.as_bytes()[2].is_ascii_digit();
        let theirs = text.lines().filter(is_row).map(|line| {
            let cells: Vec<&str> = line.splitn(4, '|').collect();
            format!("|{}|{}|", cells[1], cells[2])
        });
        assert_eq!(theirs.collect::<Vec<_>>(), ours, "{section}");
    }
}

#[test]
fn the_page_names_every_domain_and_no_other() {
    let sources = [
        include_str!("../../src/chance.rs"),
        include_str!("../../src/contract.rs"),
        include_str!("../../src/entry.rs"),
        include_str!("../../src/journal.rs"),
        include_str!("../../src/own_life.rs"),
        include_str!("../../src/pairs.rs"),
        include_str!("../../src/pairs/keys.rs"),
        include_str!("../../src/pairs/proof.rs"),
        include_str!("../../src/statement.rs"),
        include_str!("../../src/vote.rs"),
    ];
    let quoted = |text: &'static str, quote: char| {
        let parts: Vec<&str> = text.split(quote).filter(|part| part.starts_with("whistlestop/")).collect();
        parts
    };
    let mut ours: Vec<&str> = sources.iter().flat_map(|source| quoted(source, '"')).collect();
    let mut theirs = quoted(PAGE, '`');
    ours.sort_unstable();
    theirs.sort_unstable();
    theirs.dedup();
    assert_eq!(theirs, ours);
}

#[test]
fn the_table_id_is_the_hash_of_bytes_laid_out_as_the_page_says() {
    let text = |text: &str| [&[u8::try_from(text.len()).expect("short")][..], text.as_bytes()].concat();
    let player = |seat, name| {
        let point = Secret::new(&identity(seat), &[seat; 16]).point().0.to_vec();
        [vec![0], text(name), identity(seat).public().0.to_vec(), vec![seat; 16], point].concat()
    };
    let bytes = [
        vec![2],
        text("toy"),
        text("1"),
        vec![0xb0; 32],
        vec![1],
        text("length"),
        text("short"),
        vec![0],
        vec![0],
        vec![4],
        player(0, "Ada"),
        player(1, "Ben"),
        [vec![1], text("greedy-1")].concat(),
        player(3, "Cleo"),
        vec![0],
        vec![0],
        text("random-1"),
        vec![0x0e; 16],
        vec![0],
    ]
    .concat();
    assert_eq!(codec::encode(&contract(DrawMode::Fresh)), bytes);
    assert_eq!(contract(DrawMode::Fresh).table().0, in_domain("whistlestop/contract/2", &bytes));
}

#[test]
fn numbers_are_written_as_the_page_says() {
    assert_eq!(codec::encode(&250_u32), [250]);
    assert_eq!(codec::encode(&251_u32), [251, 251, 0]);
    assert_eq!(codec::encode(&65_535_u32), [251, 255, 255]);
    assert_eq!(codec::encode(&65_536_u32), [252, 0, 0, 1, 0]);
    assert_eq!(codec::encode(&(1_u64 << 32)), [253, 0, 0, 0, 0, 1, 0, 0, 0]);
    assert_eq!(codec::encode(&255_u8), [255], "a single byte stands for itself");
}

/// A peer that hears its own word about the open index, which it does not remember, has a disk that went back.
#[test]
fn the_life_of_a_peer_that_finds_out_while_it_runs_is_what_the_page_says() {
    let sample = Sample::new();
    let start = ProgramStart { place: Hash([0x91; 32]), life: 300 };
    let mut peer =
        Lockstep::found(0, identity(0), sample.contract.clone(), toy::Toy::new(4, 3), start).unwrap();
    let from = identity(1).public();
    peer.handle_connected(0, from);
    let accessions = [1, 3].map(|seat| Message::Accession(Box::new(sample.accession(seat))));
    let says = Head {
        index: 1,
        round: 0,
        entry: Hash([0xe0; 32]),
        state: Hash([0x53; 32]),
        life: 0,
        lost: Voters::NONE,
    };
    let head = Message::Head(Signed::new(&identity(0), &sample.table, 0, says));
    for message in accessions.iter().chain([&head]) {
        assert!(!peer.is_recovering());
        peer.handle_message(1, from, &codec::encode(message));
    }
    peer.handle_timeout(10);
    assert!(peer.is_recovering(), "it does not know what it has said");
    assert_eq!(peer.life().to_le_bytes().to_vec(), found_out_life(300, 1));
}

/// The life of a peer whose start had this one to spare, and whose open index is this one.
fn found_out_life(spare: u32, open: u32) -> Vec<u8> {
    let hash = in_domain("whistlestop/life/2", &[spare.to_le_bytes(), open.to_le_bytes()].concat());
    assert_ne!(hash[..4], [0; 4], "then it would be 1");
    hash[..4].to_vec()
}

/// Fixed values of everything that has bytes.
struct Sample {
    contract: Contract,
    table: Hash,
    keys: BTreeMap<Voter, Keys>,
}

impl Sample {
    fn new() -> Self {
        let contract = contract(DrawMode::Fresh);
        let table = contract.table();
        let points: Vec<_> = contract.parties().map(|(voter, _, stake)| (voter, stake.point)).collect();
        let keys = |seat: SeatNumber| {
            let secret = Secret::new(&identity(seat), &[seat; 16]);
            (seat, Keys::new(&secret, &table, seat, &points).expect("sound points"))
        };
        Self { keys: calm::PLAYERS.into_iter().map(keys).collect(), contract, table }
    }

    fn copy(&self) -> Contract {
        let parent = Parent { table: self.table, index: 300, entry: Hash([0xe1; 32]) };
        let absent = Voters::NONE.with(3);
        Contract {
            draw: DrawMode::Seed(7),
            clock: TimeControl::EachGame { seconds: 3_600, increment: 10 },
            nonce: [0x0f; 16],
            parent: Some(parent),
            absent,
            ..self.contract.clone()
        }
    }

    fn accession(&self, seat: SeatNumber) -> Accession {
        Accession::sign(&identity(seat), &self.table, seat, self.keys[&seat].public())
    }

    /// The links of the first draw, each made by its lower end.
    fn links(&self) -> Vec<(Voter, Voter, PairLink, LinkProof)> {
        let base = pairs::base_point(&self.table, 1, &self.table);
        let needed = pairs::needed(calm::PLAYERS.into_iter().collect(), Voters::NONE);
        let made = |pair: (Voter, Voter)| {
            let (link, proof) = self.keys[&pair.0].link(pair, &base).expect("an end of the pair");
            (pair.0, pair.1, link, proof)
        };
        needed.into_iter().map(made).collect()
    }

    /// The entry at index 1.
    fn draw(&self) -> Entry {
        let links = self.links().into_iter().map(|(one, other, link, _)| (one, other, link)).collect();
        let body = Body::Draw { number: 1, base: self.table, links };
        let core = Core { index: 1, prev: self.table, body, state: Hash([0x51; 32]) };
        Entry { core, proof: Proof::Links(self.links().into_iter().map(|(.., proof)| proof).collect()) }
    }

    fn core(&self, index: u32, body: Body) -> Core {
        Core { index, prev: self.draw().hash(), body, state: Hash([0x52; 32]) }
    }

    fn moved(&self, amount: u8) -> Entry {
        let body = Body::Move { seat: 0, payload: vec![amount] };
        self.core(2, body).sign(&identity(0), &self.table, 0)
    }

    /// The same by a seat that has voted there.
    fn late(&self) -> Entry {
        let body = Body::Move { seat: 0, payload: vec![4] };
        self.core(2, body).sign_late(&identity(0), &self.table, 0)
    }

    fn sized_move(&self, index: u32) -> Entry {
        let body = Body::Move { seat: 0, payload: vec![7; 8] };
        self.core(index, body).sign(&identity(0), &self.table, 0)
    }

    fn auto(&self) -> Entry {
        Entry {
            core: self.core(4, Body::Auto { seat: 2, stand_in: false, payload: vec![7] }),
            proof: Proof::Itself,
        }
    }

    fn head(&self, round: u32, salt: u8) -> Signed<Head> {
        let says = Head {
            index: 5,
            round,
            entry: Hash([0xe0 + salt; 32]),
            state: Hash([0x53; 32]),
            life: 0,
            lost: Voters::NONE,
        };
        Signed::new(&identity(0), &self.table, 0, says)
    }

    fn change() -> Change {
        Change::Remove { voter: 3 }
    }

    fn vote(&self, seat: SeatNumber, acked: Option<Acked<Hash>>) -> Signed<Vote> {
        let entry = self.core(5, Body::Change(Self::change())).hash();
        let says = Vote {
            index: 5,
            round: 1,
            entry,
            change: Some(Self::change()),
            acked,
            life: 0,
            lost: Voters::NONE,
        };
        Signed::new(&identity(seat), &self.table, seat, says)
    }

    fn plain_vote(&self) -> Signed<Vote> {
        let acked = Some(Acked::first(0, Hash([0xe0; 32])));
        let says = Vote {
            index: 5,
            round: 2,
            entry: Hash([0xe0; 32]),
            change: None,
            acked,
            life: 0,
            lost: Voters::NONE,
        };
        Signed::new(&identity(0), &self.table, 0, says)
    }

    fn leave(&self) -> Signed<Leave> {
        Signed::new(&identity(3), &self.table, 3, Leave { since: 4 })
    }

    fn cast(&self, seat: SeatNumber, index: u32, entry: Hash, change: Change, lost: Voters) -> Cast {
        let says = Vote { index, round: 1, entry, change: Some(change), acked: None, life: 0, lost };
        let signature = Signed::new(&identity(seat), &self.table, seat, says).signature;
        Cast { voter: seat, life: 0, acked: None, lost, signature }
    }

    /// The voters 0 and 1 make a change, and acknowledged it.
    fn changed(&self, index: u32, change: Change) -> Entry {
        let core = self.core(index, Body::Change(change));
        let certificate = self.certificate(&core, change, &[0, 1], Voters::NONE);
        let entry = Entry { core, proof: Proof::Certified(certificate) };
        self.assert_sealed(&entry, calm::PLAYERS.into_iter().collect());
        entry
    }

    /// These make a change and acknowledged it, and know who has lost its memory.
    fn certificate(&self, core: &Core, change: Change, voters: &[Voter], lost: Voters) -> Certificate {
        let Core { index, state, .. } = *core;
        let entry = core.hash();
        let says = Head { index, round: 1, entry, state, life: 0, lost };
        let head = |seat: &Voter| Signed::new(&identity(*seat), &self.table, *seat, says);
        let cast = |seat: &Voter| self.cast(*seat, index, entry, change, lost);
        Certificate {
            round: 1,
            votes: voters.iter().map(cast).collect(),
            seal: voters.iter().map(head).collect(),
            lost: Vec::new(),
            accession: None,
        }
    }

    fn assert_sealed(&self, entry: &Entry, voters: Voters) {
        let roll = Roll::of(voters);
        let good = entry.is_signed(&self.table, &self.contract.verifiers());
        assert!(good && entry.is_certified(&roll) && entry.is_sealed(&roll), "it may stand in a log");
    }

    fn certified(&self) -> Entry {
        self.changed(5, Self::change())
    }

    fn returned(&self) -> Entry {
        self.changed(6, Change::Return { seat: 3, life: 300, keys: None })
    }

    /// Seat 3 was absent when the table began, and brings its keys.
    fn brought(&self) -> Entry {
        let accession = self.accession(3);
        let change = Change::Return { seat: 3, life: 300, keys: Some(accession.keys_hash()) };
        let core = self.core(6, Body::Change(change));
        let certificate = self.certificate(&core, change, &[0, 1], Voters::NONE);
        let certificate = Certificate { accession: Some(Box::new(accession)), ..certificate };
        let entry = Entry { core, proof: Proof::Certified(certificate) };
        self.assert_sealed(&entry, [0, 1].into_iter().collect());
        entry
    }

    fn admitted(&self) -> Entry {
        self.changed(6, Change::Admit { key: identity(9).public(), life: 300 })
    }

    /// A start of this voter has lost its memory, and has met these.
    fn lost(&self, voter: Voter, index: u32, life: Life, met: &[(Voter, Life)]) -> Signed<Lost> {
        let says = Lost { index, first: index, count: 1, life, met: met.to_vec() };
        Signed::new(&identity(voter), &self.table, voter, says)
    }

    /// Only 0 and 1 count, and 1 has lost its memory: 0 alone lets it begin anew.
    fn renewed(&self) -> Entry {
        let change = Change::Renew { voter: 1, life: 300 };
        let core = self.core(6, Body::Change(change));
        let lost = vec![self.lost(1, 6, 300, &[])];
        let knows = Voters::NONE.with(1);
        let certificate = Certificate { lost, ..self.certificate(&core, change, &[0], knows) };
        let entry = Entry { core, proof: Proof::Certified(certificate) };
        self.assert_sealed(&entry, [0, 1].into_iter().collect());
        entry
    }

    /// All who count have lost their memory and met each other.
    fn anew(&self) -> Entry {
        let lives = [(0, 300), (1, 301), (3, 302)];
        let lost = |(voter, life): (Voter, Life)| {
            let met: Vec<_> = lives.into_iter().filter(|(other, _)| *other != voter).collect();
            self.lost(voter, 6, life, &met)
        };
        let core = self.core(6, Body::Anew { lives: lives.to_vec() });
        let entry = Entry { core, proof: Proof::Lost(lives.map(lost).to_vec()) };
        self.assert_sealed(&entry, calm::PLAYERS.into_iter().collect());
        entry
    }

    fn taken_back(&self) -> Entry {
        let change = Change::TakeBack { to: 1 };
        let core = self.core(6, Body::Change(change));
        let votes = calm::PLAYERS.map(|seat| self.cast(seat, 6, core.hash(), change, Voters::NONE)).to_vec();
        Entry {
            core,
            proof: Proof::Certified(Certificate {
                round: 1,
                votes,
                seal: Vec::new(),
                lost: Vec::new(),
                accession: None,
            }),
        }
    }

    /// The time of seat 0 is up.
    fn timed_out(&self) -> Entry {
        let change = Change::TimeUp { seat: 0 };
        let core = self.core(6, Body::TimeUp { seat: 0, payload: vec![2] });
        let certificate = self.certificate(&core, change, &[0, 1], Voters::NONE);
        let certificate = Certificate { seal: Vec::new(), ..certificate };
        let entry = Entry { core, proof: Proof::Certified(certificate) };
        self.assert_sealed(&entry, calm::PLAYERS.into_iter().collect());
        entry
    }

    fn reading(&self) -> Signed<Reading> {
        let says = Reading { index: 5, life: 0, used: 8_000, left: vec![3_600_000, 3_591_000, 0, 300] };
        Signed::new(&identity(1), &self.table, 1, says)
    }

    fn other_accession(&self) -> Accession {
        let keys = PublicKeys { own: self.keys[&1].public().own, ..self.keys[&0].public() };
        Accession::sign(&identity(0), &self.table, 0, keys)
    }

    fn wish(&self) -> Signed<Return> {
        Signed::new(&identity(3), &self.table, 3, Return { since: 5, life: 300 })
    }

    /// Voter 3 is proved to have lied.
    fn stance(&self, voter: Voter) -> Signed<Stance> {
        let says = Stance { index: 5, liar: 3, entry: None, life: 0 };
        Signed::new(&identity(voter), &self.table, voter, says)
    }

    fn repaired(&self) -> Entry {
        let stances = [0, 1].map(|voter| self.stance(voter)).to_vec();
        let entry = Entry { core: self.certified().core, proof: Proof::Repaired(stances) };
        self.assert_sealed(&entry, calm::PLAYERS.into_iter().collect());
        entry
    }

    fn evidence(&self) -> [(&'static str, Evidence); 5] {
        let proofs = [
            ("evidence.two_moves", Evidence::TwoMoves(Box::new(self.moved(4)), Box::new(self.moved(5)))),
            ("evidence.two_heads", Evidence::TwoHeads(self.head(0, 0), self.head(0, 1))),
            (
                "evidence.two_votes",
                Evidence::TwoVotes(self.vote(0, None), self.vote(0, Some(Acked::first(0, Hash([0xe0; 32]))))),
            ),
            ("evidence.head_against_vote", Evidence::HeadAgainstVote(self.head(0, 0), self.vote(0, None))),
            (
                "evidence.two_keys",
                Evidence::TwoKeys(Box::new(self.accession(0)), Box::new(self.other_accession())),
            ),
        ];
        let table = TableContract::new(self.contract.clone());
        for (name, proof) in &proofs {
            assert_eq!(proof.verify(&table), Some(0), "{name}");
        }
        proofs
    }

    fn status(&self) -> Status {
        Status {
            index: 4,
            tip: self.auto().hash(),
            accessions: [0, 1, 3].into_iter().collect(),
            heads_at_tip: [0, 1].into_iter().collect(),
            heads: vec![1, 0, 0, 0],
            votes: vec![2, 1, 0, 0],
            candidates: vec![Hash([0xe0; 32])],
            links: 0b101,
            leaves: Voters::NONE.with(3),
            returns: Voters::NONE,
            lost: Voters::NONE.with(2),
            evidence: Voters::NONE.with(0),
            hears: [1, 2].into_iter().collect(),
            ages_millis: vec![0, 120, 0, 5_000],
            readings: vec![0, 8_001, 0, 0],
        }
    }

    fn messages(&self) -> Vec<(&'static str, Message)> {
        let hello = Hello {
            protocol: PROTOCOL_VERSION,
            game: self.contract.game.clone(),
            rules: self.contract.rules.clone(),
            board: self.contract.board,
            table: self.table,
            life: 300,
        };
        let reveal =
            Reveal { number: 1, base: self.table, links: self.links().into_iter().take(1).collect() };
        let fields = vec![("heaps[0]".to_owned(), "12".to_owned())];
        let [_, (_, two_heads), ..] = self.evidence();
        vec![
            ("message.0.hello", Message::Hello(hello)),
            ("message.1.accession", Message::Accession(Box::new(self.accession(0)))),
            ("message.2.status", Message::Status(self.status())),
            ("message.3.want", Message::Want(300)),
            ("message.4.entry", Message::Entry(Box::new(self.moved(4)))),
            ("message.5.entries", Message::Entries(vec![self.draw(), self.moved(4)])),
            ("message.6.head", Message::Head(self.head(0, 0))),
            (
                "message.7.vote",
                Message::Vote(Box::new(Backed {
                    vote: self.plain_vote(),
                    support: vec![self.vote(1, None)],
                })),
            ),
            ("message.8.reveal", Message::Reveal(reveal)),
            ("message.9.leave", Message::Leave(self.leave())),
            ("message.10.return", Message::Return(self.wish())),
            ("message.11.evidence", Message::Evidence(two_heads)),
            (
                "message.12.dump",
                Message::Dump(Dump { index: 4, cause: self.auto().core.cause(), answer: true, fields }),
            ),
            ("message.13.lost", Message::Lost(self.lost(3, 5, 300, &[(0, 301)]))),
            ("message.14.stance", Message::Stance(self.stance(0))),
            ("message.15.reading", Message::Reading(self.reading())),
        ]
    }

    fn records(&self) -> Vec<(&'static str, Record)> {
        let entry = self.moved(4);
        let says = Head {
            index: 2,
            round: 0,
            entry: entry.hash(),
            state: entry.core.state,
            life: 0,
            lost: Voters::NONE,
        };
        let heads = [0, 1].map(|seat| Signed::new(&identity(seat), &self.table, seat, says)).to_vec();
        let reveal =
            Reveal { number: 1, base: self.table, links: self.links().into_iter().take(1).collect() };
        let [_, (_, two_heads), ..] = self.evidence();
        vec![
            ("journal.record.0.contract", Record::Contract(self.contract.clone())),
            ("journal.record.1.accession", Record::Accession(self.accession(0))),
            ("journal.record.2.entry", Record::Entry(entry.clone())),
            (
                "journal.record.3.final",
                Record::Final { index: 2, entry: entry.hash(), heads, votes: Vec::new(), lost: Vec::new() },
            ),
            ("journal.record.4.head", Record::Head(self.head(0, 0))),
            ("journal.record.5.vote", Record::Vote(self.vote(0, None))),
            ("journal.record.6.leave", Record::Leave(self.leave())),
            ("journal.record.7.evidence", Record::Evidence(two_heads)),
            ("journal.record.8.joined", Record::Joined(300)),
            ("journal.record.9.owner", Record::Owner(identity(0).public())),
            ("journal.record.10.reveal", Record::Reveal(reveal)),
            ("journal.record.11.place", Record::Place(Hash([0x91; 32]))),
            ("journal.record.12.stance", Record::Stance(self.stance(0))),
            ("journal.record.13.votes", Record::Votes(vec![self.vote(0, None)])),
            ("journal.record.14.reading", Record::Reading(self.reading())),
        ]
    }

    fn secret(seat: SeatNumber) -> Secret {
        Secret::new(&identity(seat), &[seat; 16])
    }

    fn entropy(&self) -> [u8; 32] {
        let links: Vec<_> =
            self.links().into_iter().map(|(one, other, link, _)| (one, other, link)).collect();
        pairs::entropy(&self.table, 1, &self.table, &links)
    }

    fn vectors(&self) -> Vec<(&'static str, Vec<u8>)> {
        let copy = self.copy();
        let bytes = |signature: &Signature| signature.0.to_vec();
        let mut all = vec![
            ("key.0", identity(0).public().0.to_vec()),
            ("key.1", identity(1).public().0.to_vec()),
            ("key.3", identity(3).public().0.to_vec()),
            ("contract", codec::encode(&self.contract)),
            ("contract.table", self.table.0.to_vec()),
            ("copy", codec::encode(&copy)),
            ("copy.table", copy.table().0.to_vec()),
            ("stake.0.point", Self::secret(0).point().0.to_vec()),
            ("stake.1.point", Self::secret(1).point().0.to_vec()),
            ("keys.0", encoded(&self.keys[&0].public())),
            ("keys.1", encoded(&self.keys[&1].public())),
            ("accession.0.signature", bytes(&self.accession(0).signature)),
            ("start", start(&self.table, &calm::PLAYERS.map(|seat| self.accession(seat))).0.to_vec()),
            ("link.0.1", encoded(&self.links()[0])),
            ("entropy.fresh", self.entropy().to_vec()),
            ("entropy.seed.7.first", seeded_entropy(7, 0).to_vec()),
            ("entropy.seed.7.second", seeded_entropy(7, 1).to_vec()),
        ];
        let entries = [
            ("entry.draw", "entry.draw.hash", self.draw()),
            ("entry.move", "entry.move.hash", self.moved(4)),
            ("entry.move.late", "entry.move.late.hash", self.late()),
            ("entry.auto", "entry.auto.hash", self.auto()),
            ("entry.remove", "entry.remove.hash", self.certified()),
            ("entry.repair", "entry.repair.hash", self.repaired()),
            ("entry.return", "entry.return.hash", self.returned()),
            ("entry.return.keys", "entry.return.keys.hash", self.brought()),
            ("entry.admit", "entry.admit.hash", self.admitted()),
            ("entry.renew", "entry.renew.hash", self.renewed()),
            ("entry.take_back", "entry.take_back.hash", self.taken_back()),
            ("entry.anew", "entry.anew.hash", self.anew()),
            ("entry.time_up", "entry.time_up.hash", self.timed_out()),
        ];
        for (name, hash_name, entry) in entries {
            all.push((name, encoded(&entry)));
            all.push((hash_name, entry.hash().0.to_vec()));
        }
        all.push(("head", encoded(&self.head(0, 0))));
        all.push(("vote.change", encoded(&self.vote(0, None))));
        all.push(("vote.plain", encoded(&self.plain_vote())));
        all.push(("leave", encoded(&self.leave())));
        all.push(("return", encoded(&self.wish())));
        all.push(("lost", encoded(&self.lost(3, 5, 300, &[]))));
        all.push(("life.300.1", found_out_life(300, 1)));
        all.extend(self.evidence().map(|(name, proof)| (name, encoded(&proof))));
        all.extend(self.messages().into_iter().map(|(name, message)| (name, encoded(&message))));
        all.push(("journal.preamble", journal::preamble()));
        let mut writer = journal::Writer::default();
        all.extend(self.records().into_iter().map(|(name, record)| (name, writer.frame(&record))));
        all
    }
}

/// The bytes of a value, which must lead back to it.
fn encoded<T: Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) -> Vec<u8> {
    let bytes = codec::encode(value);
    assert_eq!(codec::decode::<T>(&bytes).as_ref(), Ok(value));
    bytes
}

fn in_domain(domain: &str, bytes: &[u8]) -> [u8; 32] {
    *blake3::hash(&[domain.as_bytes(), &[0], bytes].concat()).as_bytes()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("to memory");
        text
    })
}

fn in_thousands(digits: &str) -> String {
    let (head, rest) = digits.split_at(digits.len() % 3);
    let groups = rest.as_bytes().chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
    [head.to_owned()]
        .into_iter()
        .chain(groups)
        .filter(|group| !group.is_empty())
        .collect::<Vec<_>>()
        .join(",")
}

/// A vector as it stands on the page.
fn line(name: &str, hex: &str) -> String {
    if hex.len() <= LINE_DIGITS - name.len() {
        return format!("{name} = {hex}\n");
    }
    let digits: Vec<char> = hex.chars().collect();
    let lines = digits.chunks(LINE_DIGITS).map(|line| format!("  {}\n", line.iter().collect::<String>()));
    format!("{name} =\n{}", lines.collect::<String>())
}

/// What the fenced blocks of this kind say, by name.
fn blocks(kind: &str) -> BTreeMap<String, String> {
    let fence = format!("```{kind}");
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    let (mut inside, mut name) = (false, String::new());
    for line in PAGE.lines() {
        if line.starts_with("```") {
            inside = line == fence;
        } else if let (true, Some((head, value))) = (inside, line.split_once('=')) {
            head.trim().clone_into(&mut name);
            let twice = found.insert(name.clone(), value.trim().to_owned());
            assert!(twice.is_none(), "{name} stands twice in PROTOCOL.md");
        } else if inside && !line.is_empty() {
            let value = found.get_mut(&name);
            value.expect("a block begins with a name").push_str(line.trim());
        }
    }
    found
}
