//! Takes in one input of a fuzzer. Its first byte says what the rest is: a message to a peer in a game, a journal, a
//! record behind a good journal, or a message to a peer that has lost its memory.

use std::cell::RefCell;

use crate::sim::calm::{Calm, contract, identity};
use crate::sim::toy::Toy;
use whistlestop_proto::codec;
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::journal::{self, Record};
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::Message;
use whistlestop_proto::restart::ProgramStart;
use whistlestop_proto::rules::Rules;

const ROUNDS: u32 = 3;
/// After so many messages a target is made anew: by then its neighbour is dropped, or much has piled up.
const MESSAGES: u32 = 200;

/// A peer in the middle of a game, and what it had.
struct Target {
    calm: Calm,
    /// Another start of that peer, without a journal.
    lost: Lockstep<Toy>,
    struck: u32,
}

thread_local! {
    static TARGET: RefCell<Target> = RefCell::new(Target::new());
}

impl Target {
    fn new() -> Self {
        let mut calm = Calm::new(&contract(DrawMode::Fresh), ROUNDS);
        calm.play(3);
        calm.play(4);
        let (now, from, start) =
            (calm.now, calm.keys[1], ProgramStart { life: 1_000, ..ProgramStart::default() });
        let lost = Lockstep::join(now, identity(0), contract(DrawMode::Fresh), Toy::new(4, ROUNDS), start);
        let mut lost = lost.expect("a good contract");
        lost.handle_connected(now, from);
        for accession in calm.peers[0].accessions() {
            let message = Message::Accession(Box::new(accession.clone()));
            lost.handle_message(now, from, &codec::encode(&message));
        }
        Self { calm, lost, struck: 0 }
    }

    /// The same to a peer that has lost its memory: whatever it hears, it says nothing that counts.
    fn strike_lost(&mut self, bytes: &[u8]) {
        let Self { calm, lost, .. } = self;
        calm.now += 40;
        lost.handle_message(calm.now, calm.keys[1], bytes);
        lost.handle_timeout(calm.now);
        while lost.poll_store().is_some() || lost.poll_transmit().is_some() || lost.poll_event().is_some() {}
        assert!(lost.is_started() && lost.sent().is_none(), "what is said without knowing what was");
        self.count();
    }

    fn count(&mut self) {
        self.struck += 1;
        if self.struck > MESSAGES {
            *self = Self::new();
        }
    }

    /// A neighbour says this. Nobody else says anything, so nothing may become final.
    fn strike(&mut self, bytes: &[u8]) {
        let Calm { peers, keys, now, .. } = &mut self.calm;
        *now += 40;
        let before = peers[0].log().len();
        peers[0].handle_message(*now, keys[1], bytes);
        peers[0].handle_timeout(*now);
        while peers[0].poll_store().is_some() {}
        while peers[0].poll_transmit().is_some() {}
        while peers[0].poll_event().is_some() {}
        assert_eq!(peers[0].log().len(), before, "what is final without a majority");
        self.count();
    }
}

fn restore(journal: &[u8]) {
    let start = ProgramStart { life: 1_000, ..ProgramStart::default() };
    if let Ok((peer, good)) = Lockstep::restore(0, identity(0), Toy::new(4, ROUNDS), journal, start) {
        assert!(good <= journal.len());
        let state = peer.log().last().map(|entry| entry.core.state);
        assert!(state.is_none_or(|state| state == peer.rules().state_hash()));
    }
}

/// Whatever the bytes are, nothing panics, and nothing becomes final that no majority made so.
pub(crate) fn feed(input: &[u8]) {
    let Some((kind, bytes)) = input.split_first() else { return };
    match kind {
        0 => {
            if let Ok(message) = codec::decode::<Message>(bytes) {
                assert_eq!(codec::encode(&message), bytes, "one value, one encoding");
            }
            TARGET.with_borrow_mut(|target| target.strike(bytes));
        }
        1 => {
            let _ = journal::read(bytes);
            restore(bytes);
        }
        3 => TARGET.with_borrow_mut(|target| target.strike_lost(bytes)),
        // A record under good checks, behind a good journal.
        _ => {
            let Ok(record) = codec::decode::<Record>(bytes) else { return };
            let journal = TARGET.with_borrow(|target| target.calm.journals[0].clone());
            let Ok((_, _, mut writer)) = journal::read_on(&journal) else { return };
            restore(&[journal, writer.frame(&record)].concat());
        }
    }
}
