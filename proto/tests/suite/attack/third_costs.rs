//! What is cheap to say must not be dear to hear, nor make honest peers drop each other.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use whistlestop_proto::chance::Entropy;
use whistlestop_proto::codec;
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Body, Change, Core, Entry, Proof};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::{Message, Status};
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::restart::ProgramStart;
use whistlestop_proto::rules::{Rules, ToMove};
use whistlestop_proto::statement::{Signed, Vote};

use super::liar::{drops, intrude};
use crate::forge::backed;
use crate::net::{Net, WATCHER, contract, identity, key};
use crate::sim::toy::Toy;

// Dumps

/// The move of a slow bot, as anybody may claim it; with another state if it lies.
fn claimed(rules: &mut Toy, index: u32, prev: Hash, lies: bool) -> Entry {
    let ToMove::Seat(seat) = rules.turn() else { unreachable!("a bot's turn") };
    rules.apply(seat, &[2]).expect("legal");
    let state = if lies { Hash([9; 32]) } else { rules.state_hash() };
    let body = Body::Auto { seat, stand_in: false, payload: vec![2] };
    Entry { core: Core { index, prev, body, state }, proof: Proof::Itself }
}

/// Two bots think. Two who only watch tell B of their moves, with states that these do not lead to: now of the one, now
/// of the other. Each time B tells everybody which state it computed.
#[test]
fn strangers_that_claim_other_states_do_not_make_honest_peers_drop_each_other() {
    let slow = Some(Rc::new(RefCell::new(BTreeSet::new())));
    let genesis = Toy { worked_out: slow, ..Toy::new(5, 3) };
    let mut net = Net::of(contract(&[true, true, true, false, false], DrawMode::Fresh), genesis);
    net.heal_all();
    net.settle();
    for peer in 0..3 {
        net.act(peer, 3).expect("its turn");
    }
    assert_eq!(net.turn(1), ToMove::Seat(3));
    for stranger in [WATCHER, WATCHER + 1] {
        intrude(&mut net, stranger);
    }
    net.wait(2_000);
    let last = net.live(1).log().last().expect("entries").clone();
    let open = last.core.index + 1;
    let lie = claimed(&mut net.live(1).rules().clone(), open, last.hash(), true);
    let mut rules = net.live(1).rules().clone();
    let first = claimed(&mut rules, open, last.hash(), false);
    let second = claimed(&mut rules, open + 1, first.hash(), true);
    let said = [vec![lie], vec![first, second]].map(|entries| codec::encode(&Message::Entries(entries)));
    net.traffic.clear();
    for _ in 0..750 {
        for stranger in [WATCHER, WATCHER + 1] {
            for bytes in &said {
                net.inject(stranger, 1, bytes);
            }
        }
    }
    net.settle();
    net.wait(1_000);
    let dumps = net.traffic.iter().filter(|(from, _, m)| *from == 1 && matches!(m, Message::Dump(_))).count();
    let dropped: Vec<_> = drops(&net).into_iter().filter(|(peer, _)| *peer != 1).collect();
    assert!(dropped.is_empty(), "{dumps} dumps of B: {dropped:?}");
    assert!(dumps < 100, "{dumps} dumps of B");
}

// Statuses

/// Somebody who only watches says for a second, as often as it may, that it has nothing. What it asks for so is sent
/// each time, though a request for entries would long have been ignored.
#[test]
fn a_stranger_that_says_all_the_time_that_it_has_nothing_is_not_sent_everything_each_time() {
    let mut net = Net::players(6);
    net.act(0, 3).expect("its turn");
    intrude(&mut net, WATCHER);
    net.wait(2_000);
    let last = net.live(1).log().last().expect("entries");
    let status = Status { index: last.core.index, tip: last.hash(), ..Status::default() };
    let status = codec::encode(&Message::Status(status));
    let (mut said, mut sent) = (0, 0);
    for _ in 0..1_500 {
        let now = net.now;
        let live = net.live_mut(1);
        live.handle_message(now, key(WATCHER), &status);
        said += status.len();
        while live.poll_store().is_some() {}
        while let Some((_, bytes)) = live.poll_transmit() {
            sent += bytes.len();
        }
    }
    assert!(sent < 500_000, "{said} bytes drew {sent} in one second");
}

// Take-backs

thread_local! {
    static APPLIED: Cell<u64> = const { Cell::new(0) };
}

/// A game that counts how often a move is played.
#[derive(Clone, Debug)]
struct Counted(Toy);

impl Rules for Counted {
    fn turn(&self) -> ToMove {
        self.0.turn()
    }

    fn apply(&mut self, seat: u8, payload: &[u8]) -> Result<(), String> {
        APPLIED.set(APPLIED.get() + 1);
        self.0.apply(seat, payload)
    }

    fn draw(&mut self, entropy: Entropy) {
        self.0.draw(entropy);
    }

    fn auto(&self, seat: u8, stand_in: bool) -> Vec<u8> {
        self.0.auto(seat, stand_in)
    }

    fn auto_if_known(&self, seat: u8, stand_in: bool) -> Option<Vec<u8>> {
        self.0.auto_if_known(seat, stand_in)
    }

    fn state_hash(&self) -> Hash {
        self.0.state_hash()
    }

    fn dump(&self) -> Vec<(String, String)> {
        self.0.dump()
    }
}

/// Delivers between these two until there is nothing more, and lets a moment pass.
fn pump(now: &mut u64, peers: &mut [Lockstep<Counted>; 2]) {
    for _ in 0..4 {
        *now += 1;
        for at in 0..2 {
            peers[at].handle_timeout(*now);
            while peers[at].poll_store().is_some() {}
            while let Some((to, bytes)) = peers[at].poll_transmit() {
                if to == key(1 - at) {
                    peers[1 - at].handle_message(*now, key(at), &bytes);
                }
                while peers[1 - at].poll_store().is_some() {}
            }
            while peers[at].poll_event().is_some() {}
        }
    }
}

/// A long game, and then one message: a vote with 64 others, each for taking moves back. The game is played again from
/// the start for each, though nobody agrees and nothing of it is kept, so that whoever watches can say it again.
#[test]
fn votes_for_take_backs_do_not_have_the_game_played_again_for_each() {
    let table = contract(&[true, true], DrawMode::Fresh);
    let genesis = Counted(Toy::new(2, 1_000));
    let found = |peer: usize| {
        let start = ProgramStart { life: 1, ..ProgramStart::default() };
        Lockstep::found(0, identity(peer), table.clone(), genesis.clone(), start).expect("sound")
    };
    let mut peers = [found(0), found(1)];
    let mut now = 0;
    for (at, peer) in peers.iter_mut().enumerate() {
        peer.handle_connected(now, key(1 - at));
    }
    pump(&mut now, &mut peers);
    while peers[0].log().len() < 302 {
        if let ToMove::Seat(seat) = peers[0].rules().turn() {
            let _ = peers[usize::from(seat)].act(now, vec![3]);
        }
        pump(&mut now, &mut peers);
    }
    let [me, _] = &mut peers;
    let index = u32::try_from(me.log().len()).expect("few") + 1;
    let to = me.log().iter().rfind(|e| matches!(e.core.body, Body::Draw { .. })).expect("draws").core.index;
    let change = Some(Change::TakeBack { to });
    let vote = |round: u32| {
        let entry = Hash([7; 32]);
        let says = Vote { index, round, entry, change, acked: None, life: 0, lost: Voters::NONE };
        Signed::new(&identity(1), &table.table(), 1, says)
    };
    let support: Vec<_> = (1..=64).map(vote).collect();
    let message = codec::encode(&backed(vote(65), &support));
    APPLIED.set(0);
    me.handle_message(now, key(1), &message);
    let once = APPLIED.replace(0);
    me.handle_message(now, key(1), &message);
    let again = APPLIED.get();
    assert!(
        once < 1_000 && again < 1_000,
        "{} bytes: {once} moves were played, and {again} when they came again, of a log of {index}",
        message.len()
    );
}
