//! How long somebody who comes late takes to have the whole game, over a real link. Both ends run on one thread.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::Receiver;
use tokio::time::sleep_until;
use whistlestop::net::{Endpoint, NetEvent};
use whistlestop_proto::contract::{Contract, DrawMode, PROTOCOL_VERSION, SeatPlan, Stake, TimeControl};
use whistlestop_proto::entry::Proof;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::{Lockstep, Millis};
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::restart::ProgramStart;
use whistlestop_proto::rules::{Rules as _, ToMove};
use whistlestop_proto::sign::{Identity, PublicKey};

use crate::toy::Toy;

const SEATS: u8 = 3;
/// With a draw and a move of each seat in a round this makes 10,000 entries.
const ROUNDS: u32 = 2_500;

/// What was caught up on, and how long it took.
pub(crate) struct CaughtUp {
    pub(crate) entries: usize,
    pub(crate) signed: usize,
    pub(crate) millis: f64,
}

/// Plays a long game of the simulator's, and then lets a spectator come.
pub(crate) fn catch_up() -> CaughtUp {
    let (player, played_until) = played();
    let entries = player.log().len();
    let signed = player.log().iter().filter(|entry| matches!(entry.proof, Proof::Signed(..))).count();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let took = runtime.block_on(async {
        let genesis = Toy::new(SEATS, ROUNDS);
        let spectator = Lockstep::join(
            played_until,
            identity(9),
            player.contract().clone(),
            genesis,
            ProgramStart::default(),
        );
        let mut ends =
            [End::new(&identity(0), player), End::new(&identity(9), spectator.expect("a good contract"))];
        ends[1].endpoint.dial(ends[0].endpoint.addresses()[0], None);
        let start = Instant::now();
        let now = || played_until + Millis::try_from(start.elapsed().as_millis()).expect("a short while");
        while ends[1].lockstep.log().len() < entries {
            let [player, spectator] = &mut ends;
            let due = player.lockstep.poll_timeout().min(spectator.lockstep.poll_timeout());
            let due = start + Duration::from_millis(due.saturating_sub(played_until));
            tokio::select! {
                event = player.events.recv() => player.take(now(), event),
                event = spectator.events.recv() => spectator.take(now(), event),
                () = sleep_until(due.into()) => ends.iter_mut().for_each(|end| end.wait(now())),
            }
        }
        start.elapsed()
    });
    CaughtUp { entries, signed, millis: took.as_secs_f64() * 1e3 }
}

/// One end of the link: a peer, and its network.
struct End {
    lockstep: Lockstep<Toy>,
    endpoint: Endpoint,
    events: Receiver<NetEvent>,
}

impl End {
    fn new(identity: &Identity, lockstep: Lockstep<Toy>) -> Self {
        let loopback = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let (endpoint, events) = Endpoint::bind(identity, &[loopback]).expect("loopback is free");
        Self { lockstep, endpoint, events }
    }

    fn take(&mut self, now: Millis, event: Option<NetEvent>) {
        match event.expect("the endpoint runs") {
            NetEvent::Linked { peer, .. } => self.lockstep.handle_connected(now, peer),
            NetEvent::Frame { peer, bytes } => self.lockstep.handle_message(now, peer, &bytes),
            other => unreachable!("nothing goes wrong on loop-back: {other:?}"),
        }
        self.carry_out();
    }

    fn wait(&mut self, now: Millis) {
        self.lockstep.handle_timeout(now);
        self.carry_out();
    }

    fn carry_out(&mut self) {
        while self.lockstep.poll_store().is_some() {}
        while let Some((peer, bytes)) = self.lockstep.poll_transmit() {
            self.endpoint.send(&peer, &bytes).expect("the link is there");
        }
        while self.lockstep.poll_event().is_some() {}
    }
}

/// The first of some players who have played a game to its end, alone now, and when that was.
fn played() -> (Lockstep<Toy>, Millis) {
    let contract = contract();
    let found = |seat| {
        Lockstep::found(0, identity(seat), contract.clone(), Toy::new(SEATS, ROUNDS), ProgramStart::default())
    };
    let mut peers: Vec<Lockstep<Toy>> =
        (0..SEATS).map(|seat| found(seat).expect("a good contract")).collect();
    let keys: Vec<PublicKey> = contract.keyed().map(|(_, key)| key).collect();
    for (me, peer) in peers.iter_mut().enumerate() {
        let others = keys.iter().enumerate().filter(|(other, _)| *other != me);
        others.for_each(|(_, key)| peer.handle_connected(0, *key));
    }
    // All heads are in the last peer's hands when it is over there, and a moment later in everybody's.
    let mut now = 0;
    while !peers.iter().all(|peer| peer.is_over() && peer.heads_at_tip().count() == usize::from(SEATS)) {
        now += 1;
        for me in 0..peers.len() {
            serve(&mut peers, &keys, me, now);
        }
    }
    let mut first = peers.swap_remove(0);
    for key in keys {
        first.handle_disconnected(key);
    }
    while first.poll_store().is_some() {}
    while first.poll_transmit().is_some() {}
    (first, now)
}

/// What one peer has to do: move if it is its turn, keep, send.
fn serve(peers: &mut [Lockstep<Toy>], keys: &[PublicKey], me: usize, now: Millis) {
    let peer = &mut peers[me];
    if now >= peer.poll_timeout() {
        peer.handle_timeout(now);
    }
    let seat = peer.seat().expect("everybody has a seat");
    if peer.is_started() && peer.sent().is_none() && peer.rules().turn() == ToMove::Seat(seat) {
        let payload = peer.rules().auto(seat, false);
        peer.act(now, payload).expect("what the bot would do is legal");
    }
    while peer.poll_store().is_some() {}
    while let Some((to, bytes)) = peers[me].poll_transmit() {
        let to = keys.iter().position(|key| *key == to).expect("a player");
        peers[to].handle_message(now, keys[me], &bytes);
    }
    while peers[me].poll_event().is_some() {}
}

fn identity(number: u8) -> Identity {
    Identity::from_secret(&[number + 1; 32])
}

fn contract() -> Contract {
    let seat = |seat| {
        let (name, identity) = (format!("player {seat}"), identity(seat));
        SeatPlan::Keyed { name, key: identity.public(), stake: Stake::new(&identity, [seat; 16]) }
    };
    Contract {
        protocol: PROTOCOL_VERSION,
        game: "toy".to_owned(),
        rules: "1".to_owned(),
        board: Hash::default(),
        options: Vec::new(),
        draw: DrawMode::Seed(1),
        clock: TimeControl::None,
        seats: (0..SEATS).map(seat).collect(),
        witnesses: Vec::new(),
        absent: Voters::NONE,
        stand_in: "toy/1".to_owned(),
        nonce: [7; 16],
        parent: None,
    }
}
