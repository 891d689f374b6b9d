//! The test vectors and sizes in `PROTOCOL.md`, computed again.
//!
//! The page is the source: its fenced `vectors` blocks hold lines `name = hex`, which may go on in indented lines. A
//! vector that is missing there, not known here or different fails the test, and the message holds the lines as they
//! should be. The last tests build some of the bytes by hand, from the page's words alone.

#[path = "sim/calm.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared by several tests")]
mod calm;
#[path = "sim/toy.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared by several tests")]
mod toy;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use calm::{contract, identity};
use serde::Serialize;
use whistlestop_proto::birth::{Begin, Birth};
use whistlestop_proto::chance::seeded_entropy;
use whistlestop_proto::codec;
use whistlestop_proto::contract::{Accession, Contract, DrawMode, PROTOCOL_VERSION, Parent, Seat, start};
use whistlestop_proto::entry::{Body, Cast, Certificate, Change, Core, Entry, Proof};
use whistlestop_proto::guard::Acked;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::journal::{self, Record};
use whistlestop_proto::limits::{self, MAX_ENTRIES};
use whistlestop_proto::message::{Backed, Dump, Hello, Message, Reveal, Status};
use whistlestop_proto::pairs::{self, Keys, Link, LinkProof, PublicKeys, Secret};
use whistlestop_proto::quorum::{Voter, Voters};
use whistlestop_proto::sign::Signature;
use whistlestop_proto::statement::{
    Case, Evidence, Head, Leave, Return, Signed, Standing, TwoLives, Verdict, Vote,
};
use whistlestop_proto::told::{Ask, Statements, Telling, Told};
use whistlestop_proto::world::Table;

const PAGE: &str = include_str!("../PROTOCOL.md");

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
        MAX_BATCH,
        MAX_BATCH_BYTES,
        MAX_WANTS,
        MAX_WANTS_PER_SECOND,
        MAX_OFFENDERS,
        OFFENCE_MILLIS,
        MAX_MOVES,
        MAX_HEADS_PER_SEAT,
        MAX_WAITING_HEADS,
        HEAD_MILLIS,
        MAX_ROUND_JUMP,
        MAX_ROUNDS,
        MAX_VOTES,
        MAX_VOTES_PER_SECOND,
        MAX_VOTES_KEPT,
        MAX_SUPPORT,
        MAX_RETURNS,
        MAX_LIVES,
        MAX_BIRTHS,
        MAX_BEGINS,
        MAX_EARLY_BIRTHS,
        MAX_BIRTHS_AT_ONCE,
        MAX_TELLINGS,
        MAX_ANSWERS,
        MAX_ANSWERS_PER_SECOND,
        MAX_TOLD_PASSED_ON,
        GIVEN_UP_MILLIS,
        MAX_ASKS,
        MAX_ASKS_PER_SECOND,
        REPAIR_ROUND,
        MAX_DECIDED,
        MAX_STARTS,
        PASS_ON_MILLIS,
        MAX_TOLD,
        SOLE_MILLIS,
        FAREWELL_MILLIS,
        MAX_WANTED,
        MAX_EVIDENCE_PER_SEAT,
        MAX_LINKS,
        MAX_QUEUE,
        MAX_EVENTS,
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
        STATUS_MILLIS,
        SILENT_MILLIS,
        ROUND_MILLIS,
        AWAY_MILLIS,
    ];
    let source = include_str!("../src/limits.rs");
    assert_eq!(source.matches("pub const ").count(), known.len(), "this test should list every limit");
    for (name, value) in &known {
        let row = format!("| `{name}` | {} |", in_thousands(value));
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

#[test]
fn the_page_names_every_domain_and_no_other() {
    let sources = [
        include_str!("../src/birth.rs"),
        include_str!("../src/chance.rs"),
        include_str!("../src/contract.rs"),
        include_str!("../src/entry.rs"),
        include_str!("../src/journal.rs"),
        include_str!("../src/pairs.rs"),
        include_str!("../src/pairs/keys.rs"),
        include_str!("../src/pairs/proof.rs"),
        include_str!("../src/statement.rs"),
        include_str!("../src/told.rs"),
        include_str!("../src/vote.rs"),
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
        let keys = |seat: Seat| {
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
            nonce: [0x0f; 16],
            parent: Some(parent),
            absent,
            ..self.contract.clone()
        }
    }

    fn accession(&self, seat: Seat) -> Accession {
        Accession::sign(&identity(seat), &self.table, seat, self.keys[&seat].public())
    }

    /// The links of the first draw, each made by its lower end.
    fn links(&self) -> Vec<(Voter, Voter, Link, LinkProof)> {
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
        let says = Head { index: 5, round, entry: Hash([0xe0 + salt; 32]), state: Hash([0x53; 32]), life: 0 };
        Signed::new(&identity(0), &self.table, 0, says)
    }

    fn change() -> Change {
        Change::Remove { voter: 3 }
    }

    fn vote(&self, seat: Seat, acked: Option<Acked<Hash>>) -> Signed<Vote> {
        let entry = self.core(5, Body::Change(Self::change())).hash();
        let says = Vote { index: 5, round: 1, entry, change: Some(Self::change()), acked, life: 0 };
        Signed::new(&identity(seat), &self.table, seat, says)
    }

    fn plain_vote(&self) -> Signed<Vote> {
        let acked = Some(Acked::first(0, Hash([0xe0; 32])));
        let says = Vote { index: 5, round: 2, entry: Hash([0xe0; 32]), change: None, acked, life: 0 };
        Signed::new(&identity(0), &self.table, 0, says)
    }

    fn leave(&self) -> Signed<Leave> {
        Signed::new(&identity(3), &self.table, 3, Leave { since: 4 })
    }

    fn cast(&self, seat: Seat, index: u32, entry: Hash, change: Change) -> Cast {
        let says = Vote { index, round: 1, entry, change: Some(change), acked: None, life: 0 };
        let signature = Signed::new(&identity(seat), &self.table, seat, says).signature;
        Cast { voter: seat, life: 0, acked: None, signature }
    }

    fn certified(&self) -> Entry {
        let core = self.core(5, Body::Change(Self::change()));
        let hash = core.hash();
        let votes = [0, 1].map(|seat| self.cast(seat, 5, hash, Self::change())).to_vec();
        let says = Head { index: 5, round: 1, entry: hash, state: core.state, life: 0 };
        let seal = [0, 1].map(|seat| Signed::new(&identity(seat), &self.table, seat, says)).to_vec();
        let entry = Entry { core, proof: Proof::Certified(Certificate { round: 1, votes, seal }) };
        let all = calm::PLAYERS.into_iter().collect();
        let good = entry.is_signed(&self.table, &self.contract.verifiers());
        assert!(good && entry.is_certified(all) && entry.is_sealed(all), "a good certificate");
        entry
    }

    fn taken_back(&self) -> Entry {
        let change = Change::TakeBack { to: 1 };
        let core = self.core(6, Body::Change(change));
        let votes = calm::PLAYERS.map(|seat| self.cast(seat, 6, core.hash(), change)).to_vec();
        Entry { core, proof: Proof::Certified(Certificate { round: 1, votes, seal: Vec::new() }) }
    }

    fn other_accession(&self) -> Accession {
        let keys = PublicKeys { own: self.keys[&1].public().own, ..self.keys[&0].public() };
        Accession::sign(&identity(0), &self.table, 0, keys)
    }

    fn wish(&self) -> Signed<Return> {
        Signed::new(&identity(3), &self.table, 3, Return { since: 5 })
    }

    fn ask(&self) -> Signed<Ask> {
        Signed::new(&identity(3), &self.table, 3, Ask { life: 1, instance: 9 })
    }

    /// Voter 3 is proved to have lied.
    fn standing(&self, voter: Voter) -> Signed<Standing> {
        let says = Standing { index: 5, liar: 3, entry: None, life: 0 };
        Signed::new(&identity(voter), &self.table, voter, says)
    }

    fn repaired(&self) -> Entry {
        let standings = [0, 1].map(|voter| self.standing(voter)).to_vec();
        let entry = Entry { core: self.certified().core, proof: Proof::Repaired(standings) };
        let all = calm::PLAYERS.into_iter().collect();
        assert!(entry.is_certified(all) && entry.is_signed(&self.table, &self.contract.verifiers()));
        entry
    }

    fn telling(&self) -> Telling {
        let says = Head { index: 5, round: 0, entry: Hash([0xe0; 32]), state: Hash([0x53; 32]), life: 0 };
        let heads = vec![Signed::new(&identity(3), &self.table, 3, says)];
        let statements = Statements { heads, votes: Vec::new(), moves: Vec::new(), standings: Vec::new() };
        let told = Told { about: 3, ask: self.ask().says, index: 5, statements: statements.hash() };
        Telling { told: Signed::new(&identity(0), &self.table, 0, told), statements }
    }

    /// Voter 3 has begun its life 1, with what voters 0 and 1 told it: voter 0 as above, voter 1 nothing.
    fn birth(&self) -> Birth {
        let nothing = Told { statements: Statements::default().hash(), ..self.telling().told.says };
        let told = vec![self.telling().told, Signed::new(&identity(1), &self.table, 1, nothing)];
        let named = told.iter().map(|told| (told.voter, told.says.statements)).collect();
        let begin = Begin { ask: self.ask().says, index: 5, told: named };
        let birth = Birth { begin: Signed::new(&identity(3), &self.table, 3, begin), told };
        let all = calm::PLAYERS.into_iter().collect();
        assert!(birth.is_signed(&Table::new(self.contract.clone())) && birth.is_told_by_all(all));
        birth
    }

    /// It was told of a head and acknowledges another entry nevertheless; or it was not told.
    fn two_lives(&self, was_told: bool) -> Evidence {
        let statements = self.telling().statements;
        let older = statements.heads[0];
        let says = Head { entry: Hash([0xe1; 32]), life: 1, ..older.says };
        let case = Case::TwoHeads(older, Signed::new(&identity(3), &self.table, 3, says));
        let told = was_told.then_some(statements);
        let evidence = Evidence::TwoLives(Box::new(TwoLives { begin: self.birth().begin, told, case }));
        let verdict = if was_told { Verdict::Cheated } else { Verdict::MemoryLost };
        assert_eq!(evidence.verify(&Table::new(self.contract.clone())), Some((3, verdict)));
        evidence
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
        let table = Table::new(self.contract.clone());
        for (name, proof) in &proofs {
            assert_eq!(proof.verify(&table), Some((0, Verdict::Cheated)), "{name}");
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
            evidence: Voters::NONE.with(0),
            hears: [1, 2].into_iter().collect(),
            ages_millis: vec![0, 120, 0, 5_000],
            lives: vec![0, 0, 0, 300],
        }
    }

    fn messages(&self) -> Vec<(&'static str, Message)> {
        let hello = Hello {
            protocol: PROTOCOL_VERSION,
            game: self.contract.game.clone(),
            rules: self.contract.rules.clone(),
            board: self.contract.board,
            table: self.table,
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
            ("message.13.ask", Message::Ask(self.ask())),
            ("message.14.told", Message::Told(Box::new(self.telling()))),
            ("message.15.standing", Message::Standing(self.standing(0))),
            ("message.16.birth", Message::Birth(Box::new(self.birth()))),
        ]
    }

    fn records(&self) -> Vec<(&'static str, Record)> {
        let entry = self.moved(4);
        let says = Head { index: 2, round: 0, entry: entry.hash(), state: entry.core.state, life: 0 };
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
                Record::Final { index: 2, entry: entry.hash(), heads, votes: Vec::new() },
            ),
            ("journal.record.4.head", Record::Head(self.head(0, 0))),
            ("journal.record.5.vote", Record::Vote(self.vote(0, None))),
            ("journal.record.6.leave", Record::Leave(self.leave())),
            ("journal.record.7.evidence", Record::Evidence(two_heads)),
            ("journal.record.8.joined", Record::Joined(9)),
            ("journal.record.9.life", Record::Life { life: 1, sign_from: 6 }),
            ("journal.record.10.owner", Record::Owner(identity(0).public())),
            ("journal.record.11.reveal", Record::Reveal(reveal)),
            ("journal.record.12.place", Record::Place(Hash([0x91; 32]))),
            ("journal.record.13.told", Record::Told { ask: self.ask(), telling: Box::new(self.telling()) }),
            ("journal.record.14.superseded", Record::Superseded(2)),
            ("journal.record.15.standing", Record::Standing(self.standing(0))),
            ("journal.record.16.birth", Record::Birth(Box::new(self.birth()))),
            ("journal.record.17.votes", Record::Votes(vec![self.vote(0, None)])),
        ]
    }

    fn secret(seat: Seat) -> Secret {
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
            ("entry.take_back", "entry.take_back.hash", self.taken_back()),
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
        all.extend(self.evidence().map(|(name, proof)| (name, encoded(&proof))));
        all.push(("evidence.two_lives.cheated", encoded(&self.two_lives(true))));
        all.push(("evidence.two_lives.memory_lost", encoded(&self.two_lives(false))));
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
