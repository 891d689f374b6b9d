//! What it costs to check a log and to look into the past, next to the signatures alone, and how long what is sent
//! and kept is.
//!
//! All figures come from one run, in rounds that take turns, and what counts is the ratio: a slow or busy
//! machine slows both sides. `scripts/bench` runs this.

#![expect(clippy::disallowed_types, clippy::print_stdout, clippy::cast_precision_loss)]

#[allow(unreachable_pub, reason = "the simulator's own game, as it stands there")]
#[path = "../../proto/tests/suite/sim/toy.rs"]
mod toy;

use std::hint::black_box;
use std::time::{Duration, Instant};

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use toy::Toy;
use whistlestop::bots::Random;
use whistlestop::engine::bot::Bot as _;
use whistlestop::engine::game::Setup;
use whistlestop::games::GAMES;
use whistlestop::table::history::History;
use whistlestop::table::rules::{BotSeats, GameRules, GameTerms};
use whistlestop_proto::chance::seeded_entropy;
use whistlestop_proto::codec;
use whistlestop_proto::contract::{
    Accession, Contract, DrawMode, PROTOCOL_VERSION, SeatPlan, Stake, TimeControl,
};
use whistlestop_proto::entry::{Entry, Proof};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::restart::ProgramStart;
use whistlestop_proto::rules::{Rules, ToMove};
use whistlestop_proto::sign::{Identity, PublicKey};
use whistlestop_proto::step::Step;
use whistlestop_proto::verify::verify_log;

const ROUNDS: usize = 31;
const SIGNATURES: u32 = 400;
const SEATS: u8 = 3;
/// With a draw and a move of each seat in a round this makes 500 entries.
const TOY_ROUNDS: u32 = 125;
/// The past that is looked into.
const PAST_ENTRIES: u32 = 10_000;

fn main() {
    println!("a log of {SEATS} players, draws from links of all pairs; medians of {ROUNDS} rounds\n");
    let terms = GameTerms { game: "toy".to_owned(), rules: "1".to_owned(), board: Hash::default() };
    bench("toy", terms, &Toy::new(SEATS, TOY_ROUNDS));
    for entry in GAMES {
        let game = (entry.begin)(&Setup::new(SEATS)).expect("the game is for so many");
        bench_history(entry.meta.id, &GameRules::new(game.fork(), BotSeats::all(&Random)));
        bench(entry.meta.id, GameTerms::from(entry), &GameRules::new(game, BotSeats::all(&Random)));
    }
}

fn bench<R: Rules>(name: &str, terms: GameTerms, genesis: &R) {
    let played = Played::new(terms, genesis);
    let signed = played.log.iter().filter(|entry| matches!(entry.proof, Proof::Signed(..))).count();
    let signatures = signatures();
    let mut rounds: [Vec<f64>; 3] = Default::default();
    for _ in 0..ROUNDS {
        rounds[0].push(verify_alone(&signatures));
        rounds[1].push(played.verify(genesis) / signed as f64);
        rounds[2].push(played.restore(genesis));
    }
    let [alone, checked, restored] = rounds.map(median);
    let entries = played.log.len();
    println!("{name}: {entries} entries, {signed} of them signed moves");
    row("  ed25519 verify_strict, 83 bytes", &format!("{alone:.0} ns"), "");
    let ratio = format!("{:.2} of verify_strict alone, goal 0.80", alone / checked);
    row("  replay and verify, per signed move", &format!("{checked:.0} ns"), &ratio);
    let longest = |lens: &[usize]| lens.iter().max().copied().unwrap_or_default();
    let middle = |lens: &[usize]| lens.get(lens.len() / 2).copied().unwrap_or_default();
    let most = format!("the longest {}, goal 160", longest(&played.moves));
    row("  a signed move as it is sent", &format!("{} bytes", middle(&played.moves)), &most);
    let most = format!("the longest {}", longest(&played.heads));
    row("  a signed head as it is sent", &format!("{} bytes", middle(&played.heads)), &most);
    let size = format!("{} KiB", played.journal.len() / 1024);
    row("  its journal, loaded and checked", &format!("{:.1} ms", restored / 1e6), &size);
    println!();
}

/// States of a long past: one game after another, each taken back to its start.
fn bench_history(name: &str, genesis: &GameRules) {
    let mut history = History::new(genesis.game().fork());
    let (mut rules, mut draws) = (genesis.clone(), 0);
    while history.len() < PAST_ENTRIES {
        let step = match rules.turn() {
            ToMove::Seat(seat) => Step::Payload { seat, payload: rules.auto(seat, false) },
            ToMove::Chance => {
                draws += 1;
                Step::Entropy(seeded_entropy(0, draws))
            }
            ToMove::Over => Step::Back { to: 0 },
        };
        history.push(step);
        rules = GameRules::new(history.last().fork(), genesis.bots());
    }
    let signatures = signatures();
    let (mut alone, mut all, mut longest) = (Vec::new(), Vec::new(), f64::MAX);
    for _ in 0..ROUNDS {
        alone.push(verify_alone(&signatures));
        let mut slowest: f64 = 0.0;
        let start = Instant::now();
        for index in 0..PAST_ENTRIES {
            let start = Instant::now();
            black_box(history.at(black_box(index)));
            slowest = slowest.max(per(start.elapsed(), 1));
        }
        all.push(per(start.elapsed(), PAST_ENTRIES));
        // A busy machine makes single ones slow; the slowest of a quiet round is what the code needs.
        longest = longest.min(slowest);
    }
    let (alone, all) = (median(alone), median(all));
    println!("{name}: a past of {PAST_ENTRIES} entries");
    let ratio = |figure: f64| format!("{:.2} of verify_strict", figure / alone);
    row("  any state of it", &format!("{all:.0} ns"), &ratio(all));
    row("  the slowest", &format!("{longest:.0} ns"), &format!("{}, goal 1,000,000 ns", ratio(longest)));
    println!();
}

fn row(name: &str, figure: &str, remark: &str) {
    println!("{name:<44} {figure:>12}   {remark}");
}

/// A game that three peers played to its end.
struct Played {
    contract: Contract,
    accessions: Vec<Accession>,
    log: Vec<Entry>,
    /// Of the first peer.
    journal: Vec<u8>,
    /// How long the messages of each kind were, sorted.
    moves: Vec<usize>,
    heads: Vec<usize>,
}

impl Played {
    fn new<R: Rules>(terms: GameTerms, genesis: &R) -> Self {
        let contract = contract(terms);
        let found = |seat| {
            Lockstep::found(0, identity(seat), contract.clone(), genesis.clone(), ProgramStart::default())
        };
        let peers: Vec<Lockstep<R>> = (0..SEATS).map(|seat| found(seat).expect("a good contract")).collect();
        let mut played = Self {
            accessions: Vec::new(),
            log: Vec::new(),
            journal: Vec::new(),
            moves: Vec::new(),
            heads: Vec::new(),
            contract,
        };
        played.play(peers);
        played.moves.sort_unstable();
        played.heads.sort_unstable();
        played
    }

    fn play<R: Rules>(&mut self, mut peers: Vec<Lockstep<R>>) {
        let keys: Vec<PublicKey> = (0..SEATS).map(|seat| identity(seat).public()).collect();
        for (me, peer) in peers.iter_mut().enumerate() {
            let others = keys.iter().enumerate().filter(|(other, _)| *other != me);
            others.for_each(|(_, key)| peer.handle_connected(0, *key));
        }
        let mut now = 0;
        while !peers.iter().all(Lockstep::is_over) {
            now += 1;
            for me in 0..peers.len() {
                self.serve(&mut peers, &keys, me, now);
            }
        }
        self.keep(&mut peers[0]);
        self.accessions = peers[0].accessions().cloned().collect();
        self.log = peers[0].log().to_vec();
    }

    /// What one peer has to do: move if it is its turn, keep, send.
    fn serve<R: Rules>(&mut self, peers: &mut [Lockstep<R>], keys: &[PublicKey], me: usize, now: u64) {
        let peer = &mut peers[me];
        if now >= peer.poll_timeout() {
            peer.handle_timeout(now);
        }
        let seat = peer.seat().expect("everybody has a seat");
        if peer.is_started() && peer.sent().is_none() && peer.rules().turn() == ToMove::Seat(seat) {
            let payload = peer.rules().auto(seat, false);
            peer.act(now, payload).expect("what the bot would do is legal");
        }
        self.keep(peer);
        while let Some((to, bytes)) = peers[me].poll_transmit() {
            self.measure(&bytes);
            let to = keys.iter().position(|key| *key == to).expect("a player");
            peers[to].handle_message(now, keys[me], &bytes);
        }
        while peers[me].poll_event().is_some() {}
    }

    fn keep<R: Rules>(&mut self, peer: &mut Lockstep<R>) {
        while let Some(bytes) = peer.poll_store() {
            if peer.seat() == Some(0) {
                self.journal.extend(bytes);
            }
        }
    }

    fn measure(&mut self, bytes: &[u8]) {
        match codec::decode::<Message>(bytes) {
            Ok(Message::Entry(entry)) if matches!(entry.proof, Proof::Signed(..)) => {
                self.moves.push(bytes.len());
            }
            Ok(Message::Head(_)) => self.heads.push(bytes.len()),
            _ => {}
        }
    }

    /// Nanoseconds for the whole log.
    fn verify<R: Rules>(&self, genesis: &R) -> f64 {
        let start = Instant::now();
        let world = verify_log(&self.contract, &self.accessions, black_box(&self.log), genesis);
        black_box(&world).as_ref().expect("the log is good");
        start.elapsed().as_nanos() as f64
    }

    /// Nanoseconds for the whole journal.
    fn restore<R: Rules>(&self, genesis: &R) -> f64 {
        let start = Instant::now();
        let restored = Lockstep::restore(
            0,
            identity(0),
            genesis.clone(),
            black_box(&self.journal),
            ProgramStart::default(),
        );
        let (peer, _) = black_box(&restored).as_ref().expect("the journal is good");
        assert_eq!(peer.log().len(), self.log.len(), "all of it is there again");
        start.elapsed().as_nanos() as f64
    }
}

fn identity(seat: u8) -> Identity {
    Identity::from_secret(&[seat + 1; 32])
}

fn contract(GameTerms { game, rules, board }: GameTerms) -> Contract {
    let seat = |seat| {
        let (name, identity) = (format!("player {seat}"), identity(seat));
        SeatPlan::Keyed { name, key: identity.public(), stake: Stake::new(&identity, [seat; 16]) }
    };
    Contract {
        protocol: PROTOCOL_VERSION,
        game,
        rules,
        board,
        options: Vec::new(),
        draw: DrawMode::Fresh,
        clock: TimeControl::None,
        seats: (0..SEATS).map(seat).collect(),
        witnesses: Vec::new(),
        absent: Voters::NONE,
        stand_in: Random.name().to_owned(),
        nonce: [7; 16],
        parent: None,
    }
}

/// Signatures by all players under messages as long as what a move's signature covers. How long one takes depends on
/// its bits, so there are many.
fn signatures() -> Vec<(VerifyingKey, [u8; 83], Signature)> {
    let keys: Vec<SigningKey> = (0..SEATS).map(|seat| SigningKey::from_bytes(&[seat + 1; 32])).collect();
    let sign = |number: usize| {
        let key = &keys[number % keys.len()];
        let message = std::array::from_fn(|at| (number >> (8 * (at % 2))).to_le_bytes()[0]);
        (key.verifying_key(), message, key.sign(&message))
    };
    (0..SIGNATURES as usize).map(sign).collect()
}

/// Nanoseconds a verification.
fn verify_alone(signatures: &[(VerifyingKey, [u8; 83], Signature)]) -> f64 {
    let start = Instant::now();
    for (key, message, signature) in signatures {
        key.verify_strict(black_box(message), black_box(signature)).expect("the signature is good");
    }
    per(start.elapsed(), SIGNATURES)
}

fn per(time: Duration, count: u32) -> f64 {
    time.as_nanos() as f64 / f64::from(count)
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
