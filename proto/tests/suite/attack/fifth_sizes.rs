//! A journal with very much in it.

use std::collections::BTreeMap;

use whistlestop_proto::chance::Entropy;
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Body, Core};
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::journal::{self, Record};
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::restart::ProgramStart;
use whistlestop_proto::rules::{Rules, ToMove};
use whistlestop_proto::sign::PublicKey;

use crate::net::{PLACE, WATCHER, contract, identity, key};

/// A game in which the first seat says whatever it likes.
#[derive(Clone, Debug)]
struct Loose(Hash);

impl Rules for Loose {
    fn turn(&self) -> ToMove {
        ToMove::Seat(0)
    }

    fn apply(&mut self, _: u8, payload: &[u8]) -> Result<(), String> {
        self.0 = Hash::of("loose", &[&self.0.0, payload]);
        Ok(())
    }

    fn draw(&mut self, _: Entropy) {}

    fn auto(&self, _: u8, _: bool) -> Vec<u8> {
        Vec::new()
    }

    fn state_hash(&self) -> Hash {
        self.0
    }

    fn dump(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}

/// Peers in memory, all linked.
#[derive(Default)]
struct Table {
    now: u64,
    peers: BTreeMap<PublicKey, Lockstep<Loose>>,
    stored: BTreeMap<PublicKey, Vec<u8>>,
    events: BTreeMap<PublicKey, Vec<ProtocolEvent>>,
}

impl Table {
    fn add(&mut self, peer: usize, live: Lockstep<Loose>) {
        let others: Vec<PublicKey> = self.peers.keys().copied().collect();
        self.peers.insert(key(peer), live);
        for other in others {
            self.peers.get_mut(&other).expect("there").handle_connected(self.now, key(peer));
            self.peers.get_mut(&key(peer)).expect("there").handle_connected(self.now, other);
        }
    }

    fn remove(&mut self, peer: usize) {
        self.peers.remove(&key(peer));
        for live in self.peers.values_mut() {
            live.handle_disconnected(key(peer));
        }
    }

    /// Carries everything for a while.
    fn wait(&mut self, millis: u64) {
        let end = self.now + millis;
        while self.now < end {
            self.now += 10;
            let mut letters = Vec::new();
            for (from, live) in &mut self.peers {
                live.handle_timeout(self.now);
                let stored = self.stored.entry(*from).or_default();
                while let Some(bytes) = live.poll_store() {
                    stored.extend_from_slice(&bytes);
                }
                while let Some((to, bytes)) = live.poll_transmit() {
                    letters.push((*from, to, bytes));
                }
                let events = self.events.entry(*from).or_default();
                while let Some(event) = live.poll_event() {
                    events.push(event);
                }
            }
            for (from, to, bytes) in letters {
                if let Some(live) = self.peers.get_mut(&to) {
                    live.handle_message(self.now, from, &bytes);
                }
            }
        }
    }
}

/// A, who moves, gives its journal to somebody who watches. In it stand very many moves of its own for one index.
#[test]
fn whoever_took_up_a_journal_with_very_many_moves_is_not_dropped() {
    for moves in [9_u32, 2_100] {
        let begin = Loose(Hash([1; 32]));
        let contract = contract(&[true, true, true], DrawMode::Fresh);
        let mut table = Table::default();
        for peer in 0..3 {
            let start = ProgramStart { place: PLACE, life: 7 + u32::try_from(peer).expect("few") };
            let live = Lockstep::found(0, identity(peer), contract.clone(), begin.clone(), start);
            table.add(peer, live.expect("sound"));
        }
        table.wait(2_000);
        let mut journal = table.stored[&key(0)].clone();
        let prev = {
            let live = table.peers.get_mut(&key(0)).expect("there");
            assert!(live.is_started());
            live.act(table.now, vec![0]).expect("its turn");
            live.sent().expect("it moved").core.prev
        };
        table.remove(0);
        let (_, _, mut writer) = journal::read_on(&journal).expect("sound");
        for number in 1..=moves {
            let payload = number.to_le_bytes().to_vec();
            let state = Hash::of("loose", &[&begin.0.0, &payload]);
            let core = Core { index: 1, prev, body: Body::Move { seat: 0, payload }, state };
            let entry = core.sign_late(&identity(0), &contract.table(), 0);
            journal.extend_from_slice(&writer.frame(&Record::Entry(entry)));
        }
        let start = ProgramStart { place: PLACE, life: 70 };
        let (live, _) =
            Lockstep::restore(table.now, identity(WATCHER), begin, &journal, start).expect("it is sound");
        table.add(WATCHER, live);
        table.wait(6_000);
        let dropped: Vec<&ProtocolEvent> = table
            .events
            .values()
            .flatten()
            .filter(|event| matches!(event, ProtocolEvent::Drop { .. }))
            .collect();
        assert!(dropped.is_empty(), "{moves} moves: {dropped:?}");
    }
}
