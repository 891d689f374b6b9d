//! A small game with everything that the protocol can meet: turns, draws, illegal moves, an end.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use whistlestop_proto::chance::Entropy;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::rules::{Rules, ToMove};

/// Seats add 1 to 9 to their heap in turn; after each round everybody gets what chance gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Toy {
    pub(crate) heaps: Vec<u32>,
    pub(crate) next: Option<u8>,
    pub(crate) rounds_left: u32,
    /// What this build computes differently from all others; no part of the state.
    pub(crate) quirk: Quirk,
    /// The states in which slow bots have worked out what to do; nothing if bots are quick. Shared by all copies of a
    /// peer.
    pub(crate) worked_out: Option<Rc<RefCell<BTreeSet<Hash>>>>,
}

/// What a build computes differently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(dead_code, reason = "shared by several tests, not all of which have builds that differ")]
pub(crate) enum Quirk {
    /// Nothing.
    #[default]
    None,
    /// A seven counts as an eight.
    Sevens,
    /// A draw gives the last seat one more.
    Draws,
    /// Its bots add one more.
    Bots,
}

impl Toy {
    pub(crate) fn new(seats: u8, rounds: u32) -> Self {
        let heaps = vec![0; usize::from(seats)];
        Self { heaps, next: None, rounds_left: rounds, quirk: Quirk::None, worked_out: None }
    }
}

impl Rules for Toy {
    fn turn(&self) -> ToMove {
        match self.next {
            _ if self.rounds_left == 0 => ToMove::Over,
            None => ToMove::Chance,
            Some(seat) => ToMove::Seat(seat),
        }
    }

    fn apply(&mut self, seat: u8, payload: &[u8]) -> Result<(), String> {
        let [amount @ 1..=9] = payload else { return Err("add 1 to 9".to_owned()) };
        let more = u32::from(self.quirk == Quirk::Sevens && *amount == 7);
        self.heaps[usize::from(seat)] += u32::from(*amount) + more;
        let following = seat + 1;
        self.next = (usize::from(following) < self.heaps.len()).then_some(following);
        if self.next.is_none() {
            self.rounds_left -= 1;
        }
        Ok(())
    }

    fn draw(&mut self, entropy: Entropy) {
        for (heap, gift) in self.heaps.iter_mut().zip(entropy) {
            *heap += u32::from(gift);
        }
        if let (Quirk::Draws, Some(heap)) = (self.quirk, self.heaps.last_mut()) {
            *heap += 1;
        }
        self.next = Some(0);
    }

    fn auto(&self, seat: u8, stand_in: bool) -> Vec<u8> {
        vec![1 + seat % 5 + u8::from(stand_in) + u8::from(self.quirk == Quirk::Bots)]
    }

    fn auto_if_known(&self, seat: u8, stand_in: bool) -> Option<Vec<u8>> {
        let unknown = |known: &Rc<RefCell<BTreeSet<Hash>>>| !known.borrow().contains(&self.state_hash());
        if self.worked_out.as_ref().is_some_and(unknown) { None } else { Some(self.auto(seat, stand_in)) }
    }

    fn state_hash(&self) -> Hash {
        let heaps: Vec<u8> = self.heaps.iter().flat_map(|heap| heap.to_le_bytes()).collect();
        let next = self.next.map_or(255, |seat| seat);
        Hash::of("toy", &[&[next], &self.rounds_left.to_le_bytes(), &heaps])
    }

    fn dump(&self) -> Vec<(String, String)> {
        let heaps =
            self.heaps.iter().enumerate().map(|(seat, heap)| (format!("heaps[{seat}]"), heap.to_string()));
        let rest = [("next", format!("{:?}", self.next)), ("rounds_left", self.rounds_left.to_string())];
        heaps.chain(rest.map(|(name, value)| (name.to_owned(), value))).collect()
    }
}
