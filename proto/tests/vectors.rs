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
use whistlestop_proto::chance::{Chain, fresh_entropy, seeded_entropy};
use whistlestop_proto::codec;
use whistlestop_proto::contract::{Accession, Contract, DrawMode, Parent, Seat, start};
use whistlestop_proto::entry::{Ballot, Body, Certificate, Change, Core, Entry, Holder, Proof};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::journal::{self, Record};
use whistlestop_proto::limits::{self, CHAIN_LINKS, MAX_ENTRIES};
use whistlestop_proto::message::{Dump, Hello, Message, Reveal, Status};
use whistlestop_proto::sign::Signature;
use whistlestop_proto::statement::{Evidence, Farewell, Head, Return, Signed, Vote};

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
fn the_sizes_of_the_page_are_right_and_a_move_entry_keeps_to_160_bytes() {
    let sample = Sample::new();
    let (first, last) = (sample.sized_move(1), sample.sized_move(MAX_ENTRIES));
    assert!(codec::encode(&last).len() <= 160, "a signed move entry with 8 bytes of payload");
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
        MAX_NAME_BYTES,
        MAX_OPTIONS,
        MAX_PAYLOAD_BYTES,
        MAX_ENTRIES,
        CHAIN_LINKS,
        MAX_BATCH,
        MAX_MOVES,
        MAX_HEADS_PER_SEAT,
        MAX_WAITING_HEADS,
        HEAD_MILLIS,
        MAX_ROUND_JUMP,
        MAX_ROUNDS,
        MAX_VOTES,
        MAX_VOTES_PER_SECOND,
        FAREWELL_ROUNDS,
        MAX_WANTED,
        MAX_EVIDENCE_PER_SEAT,
        MAX_LINKS,
        MAX_QUEUE,
        MAX_EVENTS,
        MAX_UNREAD,
        MAX_SHOWN_CHARS,
        MAX_DUMP_FIELDS,
        MAX_DUMP_TRIES,
        DUMP_MILLIS,
        MAX_DUMPS,
        MAX_DUMPS_PER_SECOND,
        MAX_OFFENCES,
        MAX_MESSAGES_PER_SECOND,
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
        include_str!("../src/chance.rs"),
        include_str!("../src/contract.rs"),
        include_str!("../src/entry.rs"),
        include_str!("../src/journal.rs"),
        include_str!("../src/statement.rs"),
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
    let player = |seat, name| [vec![0], text(name), identity(seat).public().0.to_vec()].concat();
    let bytes = [
        vec![1],
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
        text("random-1"),
        vec![0x0e; 16],
        vec![0],
    ]
    .concat();
    assert_eq!(codec::encode(&contract(DrawMode::Fresh)), bytes);
    assert_eq!(contract(DrawMode::Fresh).table().0, in_domain("whistlestop/contract/1", &bytes));
}

#[test]
fn a_chain_follows_from_secret_and_table_as_the_page_says() {
    let table = contract(DrawMode::Fresh).table();
    let root = [b"whistlestop/chain/root/1\0", &table.0[..]].concat();
    let mut link = *blake3::keyed_hash(&[1; 32], &root).as_bytes();
    let chain = Chain::new(&identity(0), &table);
    for number in (1..=CHAIN_LINKS).rev() {
        if [1, 2, 64, CHAIN_LINKS].contains(&number) {
            assert_eq!(chain.link(number).0, link, "link {number}");
        }
        link = in_domain("whistlestop/chain/link/1", &link);
    }
    assert_eq!(chain.anchor().0, link);
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
    chains: BTreeMap<Seat, Chain>,
}

impl Sample {
    fn new() -> Self {
        let contract = contract(DrawMode::Fresh);
        let table = contract.table();
        let chain = |seat| (seat, Chain::new(&identity(seat), &table));
        Self { chains: calm::PLAYERS.into_iter().map(chain).collect(), contract, table }
    }

    fn copy(&self) -> Contract {
        let parent = Parent { table: self.table, index: 300, entry: Hash([0xe1; 32]) };
        Contract { draw: DrawMode::Seed(7), nonce: [0x0f; 16], parent: Some(parent), ..self.contract.clone() }
    }

    fn accession(&self, seat: Seat) -> Accession {
        Accession::sign(&identity(seat), &self.table, seat, self.chains[&seat].anchor())
    }

    fn links(&self) -> Vec<(Seat, Hash)> {
        self.chains.iter().map(|(seat, chain)| (*seat, chain.link(1))).collect()
    }

    /// The entry at index 1.
    fn draw(&self) -> Entry {
        let body = Body::Draw { number: 1, links: self.links() };
        let core = Core { index: 1, prev: self.table, body, state: Hash([0x51; 32]) };
        Entry { core, proof: Proof::Itself }
    }

    fn core(&self, index: u32, body: Body) -> Core {
        Core { index, prev: self.draw().hash(), body, state: Hash([0x52; 32]) }
    }

    fn moved(&self, amount: u8) -> Entry {
        let body = Body::Move { seat: 0, payload: vec![amount] };
        self.core(2, body).sign(&identity(0), &self.table)
    }

    /// The same by a seat that has voted there.
    fn late(&self) -> Entry {
        let body = Body::Move { seat: 0, payload: vec![4] };
        self.core(2, body).sign_late(&identity(0), &self.table)
    }

    fn sized_move(&self, index: u32) -> Entry {
        let body = Body::Move { seat: 0, payload: vec![7; 8] };
        self.core(index, body).sign(&identity(0), &self.table)
    }

    fn auto(&self) -> Entry {
        Entry {
            core: self.core(4, Body::Auto { seat: 2, stand_in: false, payload: vec![7] }),
            proof: Proof::Itself,
        }
    }

    fn head(&self, round: u32, salt: u8) -> Signed<Head> {
        let says = Head { index: 5, round, entry: Hash([0xe0 + salt; 32]), state: Hash([0x53; 32]) };
        Signed::new(&identity(0), &self.table, 0, says)
    }

    fn change() -> Change {
        Change::Reseat { seat: 3, to: Holder::Bot }
    }

    fn vote(&self, seat: Seat, acked: Option<(u32, Hash)>) -> Signed<Vote> {
        let entry = self.core(5, Body::Change(Self::change())).hash();
        let says = Vote { index: 5, round: 1, entry, change: Some(Self::change()), acked };
        Signed::new(&identity(seat), &self.table, seat, says)
    }

    fn plain_vote(&self) -> Signed<Vote> {
        let acked = Some((0, Hash([0xe0; 32])));
        let says = Vote { index: 5, round: 2, entry: Hash([0xe0; 32]), change: None, acked };
        Signed::new(&identity(0), &self.table, 0, says)
    }

    fn farewell(&self) -> Farewell {
        Farewell::new(&identity(3), &self.table, 3, 4)
    }

    fn certified(&self) -> Entry {
        let vote = self.vote(0, None);
        let votes = vec![
            Ballot::Vote { seat: 0, acked: None, signature: vote.signature },
            Ballot::Farewell(self.farewell()),
        ];
        let proof = Proof::Certified(Certificate { round: 1, votes });
        let entry = Entry { core: self.core(5, Body::Change(Self::change())), proof };
        let verifiers = self.contract.verifiers();
        assert!(entry.is_proved(&self.contract, &self.table, &verifiers), "a good certificate");
        entry
    }

    fn taken_back(&self) -> Entry {
        let change = Change::TakeBack { to: 1 };
        let core = self.core(6, Body::Change(change));
        let ballot = |seat: Seat| {
            let says = Vote { index: 6, round: 1, entry: core.hash(), change: Some(change), acked: None };
            let signature = Signed::new(&identity(seat), &self.table, seat, says).signature;
            Ballot::Vote { seat, acked: None, signature }
        };
        let votes = calm::PLAYERS.map(ballot).to_vec();
        Entry { core: core.clone(), proof: Proof::Certified(Certificate { round: 1, votes }) }
    }

    fn other_accession(&self) -> Accession {
        Accession::sign(&identity(0), &self.table, 0, Hash([0xa0; 32]))
    }

    fn wish(&self) -> Return {
        Return::new(&identity(3), &self.table, 3, 5)
    }

    fn evidence(&self) -> [(&'static str, Evidence); 5] {
        let proofs = [
            ("evidence.two_moves", Evidence::TwoMoves(Box::new(self.moved(4)), Box::new(self.moved(5)))),
            ("evidence.two_heads", Evidence::TwoHeads(self.head(0, 0), self.head(0, 1))),
            (
                "evidence.two_votes",
                Evidence::TwoVotes(self.vote(0, None), self.vote(0, Some((0, Hash([0xe0; 32]))))),
            ),
            ("evidence.head_against_vote", Evidence::HeadAgainstVote(self.head(0, 0), self.vote(0, None))),
            ("evidence.two_anchors", Evidence::TwoAnchors(self.accession(0), self.other_accession())),
        ];
        let verifiers = self.contract.verifiers();
        for (name, proof) in &proofs {
            assert_eq!(proof.verify(&self.contract, &self.table, &verifiers), Some(0), "{name}");
        }
        proofs
    }

    fn status(&self) -> Status {
        Status {
            index: 4,
            tip: self.auto().hash(),
            accessions: 0b1011,
            heads_at_tip: 0b0011,
            heads: vec![1, 0, 0, 0],
            votes: vec![2, 1, 0, 0],
            candidates: vec![Hash([0xe0; 32])],
            reveals: 0,
            farewells: 0b1000,
            returns: 0,
            hears: 0b0110,
            ages_millis: vec![0, 120, 0, 5_000],
        }
    }

    fn messages(&self) -> Vec<(&'static str, Message)> {
        let hello = Hello {
            protocol: 1,
            game: self.contract.game.clone(),
            rules: self.contract.rules.clone(),
            board: self.contract.board,
            table: self.table,
        };
        let reveal = Reveal { index: 1, seat: 0, link: self.chains[&0].link(1) };
        let fields = vec![("heaps[0]".to_owned(), "12".to_owned())];
        let [_, (_, two_heads), ..] = self.evidence();
        vec![
            ("message.0.hello", Message::Hello(hello)),
            ("message.1.accession", Message::Accession(self.accession(0))),
            ("message.2.status", Message::Status(self.status())),
            ("message.3.want", Message::Want(300)),
            ("message.4.entry", Message::Entry(Box::new(self.moved(4)))),
            ("message.5.entries", Message::Entries(vec![self.draw(), self.moved(4)])),
            ("message.6.head", Message::Head(self.head(0, 0))),
            ("message.7.vote", Message::Vote(self.vote(0, None))),
            ("message.8.reveal", Message::Reveal(reveal)),
            ("message.9.farewell", Message::Farewell(self.farewell())),
            ("message.10.return", Message::Return(self.wish())),
            ("message.11.evidence", Message::Evidence(two_heads)),
            (
                "message.12.dump",
                Message::Dump(Dump { index: 4, cause: self.auto().core.cause(), answer: true, fields }),
            ),
        ]
    }

    fn records(&self) -> Vec<(&'static str, Record)> {
        let entry = self.moved(4);
        let says = Head { index: 2, round: 0, entry: entry.hash(), state: entry.core.state };
        let heads = [0, 1].map(|seat| Signed::new(&identity(seat), &self.table, seat, says)).to_vec();
        let [_, (_, two_heads), ..] = self.evidence();
        vec![
            ("journal.record.0.contract", Record::Contract(self.contract.clone())),
            ("journal.record.1.accession", Record::Accession(self.accession(0))),
            ("journal.record.2.entry", Record::Entry(entry.clone())),
            ("journal.record.3.final", Record::Final { index: 2, entry: entry.hash(), heads }),
            ("journal.record.4.head", Record::Head(self.head(0, 0))),
            ("journal.record.5.vote", Record::Vote(self.vote(0, None))),
            ("journal.record.6.farewell", Record::Farewell(self.farewell())),
            ("journal.record.7.evidence", Record::Evidence(two_heads)),
            ("journal.record.8.joined", Record::Joined),
            ("journal.record.9.told", Record::Told),
            ("journal.record.10.owner", Record::Owner(identity(0).public())),
        ]
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
            ("chain.0.root", self.chains[&0].link(CHAIN_LINKS).0.to_vec()),
            ("chain.0.link.2", self.chains[&0].link(2).0.to_vec()),
            ("chain.0.link.1", self.chains[&0].link(1).0.to_vec()),
            ("chain.0.anchor", self.chains[&0].anchor().0.to_vec()),
            ("accession.0.signature", bytes(&self.accession(0).signature)),
            ("start", start(&self.table, &calm::PLAYERS.map(|seat| self.accession(seat))).0.to_vec()),
            ("entropy.fresh", fresh_entropy(&self.table, 1, &self.table, &self.links()).to_vec()),
            ("entropy.seed.7.first", seeded_entropy(7, 0).to_vec()),
            ("entropy.seed.7.second", seeded_entropy(7, 1).to_vec()),
        ];
        let entries = [
            ("entry.draw", "entry.draw.hash", self.draw()),
            ("entry.move", "entry.move.hash", self.moved(4)),
            ("entry.move.late", "entry.move.late.hash", self.late()),
            ("entry.auto", "entry.auto.hash", self.auto()),
            ("entry.reseat", "entry.reseat.hash", self.certified()),
            ("entry.take_back", "entry.take_back.hash", self.taken_back()),
        ];
        for (name, hash_name, entry) in entries {
            all.push((name, encoded(&entry)));
            all.push((hash_name, entry.hash().0.to_vec()));
        }
        all.push(("head", encoded(&self.head(0, 0))));
        all.push(("vote.change", encoded(&self.vote(0, None))));
        all.push(("vote.plain", encoded(&self.plain_vote())));
        all.push(("farewell", encoded(&self.farewell())));
        all.push(("return", encoded(&self.wish())));
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
