//! What becomes of a table when nothing fails any more.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::peer::{Disk, Input, Peer, Setting};
use super::space::State;
use super::table::Table;
use stateright::Model as _;

/// So often all peers sleep before the table must have gone on.
const PATIENCE: usize = 60;

/// Never so many messages follow from one.
const MANY: usize = 20_000;

/// Peers that all hear each other.
struct Floor<'a> {
    setting: &'a Setting,
    peers: Vec<Peer>,
    letters: VecDeque<(usize, usize, Arc<[u8]>)>,
}

impl Floor<'_> {
    fn meet(&mut self, peer: usize, input: &Input) {
        let output = self.peers[peer].meet(self.setting, input).unwrap_or_default();
        self.letters.extend(output.sent.into_iter().map(|(to, bytes)| (peer, to, bytes)));
    }

    fn gather(&mut self) {
        let voters = self.peers.len();
        for peer in 0..voters {
            if !self.peers[peer].is_up() {
                self.meet(peer, &Input::Start(Disk::Whole));
            }
        }
        self.letters.clear();
        for (a, b) in (0..voters * voters).map(|place| (place / voters, place % voters)) {
            if a != b {
                self.meet(a, &Input::Linked(b));
            }
        }
        self.settle();
    }

    fn settle(&mut self) {
        let mut count = 0;
        loop {
            while let Some((from, to, bytes)) = self.letters.pop_front() {
                count += 1;
                assert!(count < MANY, "messages follow from each other without end");
                self.meet(to, &Input::Heard(from, bytes));
            }
            let waiting: Vec<usize> =
                (0..self.peers.len()).filter(|peer| self.peers[*peer].has_waiting()).collect();
            if waiting.is_empty() {
                return;
            }
            for peer in waiting {
                self.meet(peer, &Input::Moment);
            }
        }
    }

    fn len(&self, peer: usize) -> usize {
        self.peers[peer].live.as_ref().map_or(0, |live| live.log().len())
    }

    /// Everybody moves whose turn it is, bots, too, and time passes.
    fn pass(&mut self) {
        for peer in 0..self.peers.len() {
            if self.peers[peer].may_move() {
                self.meet(peer, &Input::Move(3));
                self.settle();
            }
        }
        for peer in 0..self.peers.len() {
            self.meet(peer, &Input::Known);
            self.meet(peer, &Input::Sleep);
            self.settle();
        }
    }
}

/// Whether this is no end of a table, or none that is played on from, or all peers come to know two more entries than
/// anybody does now.
pub(crate) fn goes_on(table: &Table, state: &State) -> bool {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    if !hasher.finish().is_multiple_of(table.space.sample) {
        return true;
    }
    let mut steps = Vec::new();
    table.actions(state, &mut steps);
    if !steps.is_empty() {
        return true;
    }
    table.played.fetch_add(1, Ordering::Relaxed);
    let peers = {
        let book = table.book();
        state.peers.iter().map(|id| book.wake(&table.setting, *id)).collect()
    };
    let mut floor = Floor { setting: &table.setting, peers, letters: VecDeque::new() };
    floor.gather();
    let all = 0..floor.peers.len();
    let goal = all.clone().map(|peer| floor.len(peer)).max().unwrap_or(0) + 2;
    for _ in 0..PATIENCE {
        if all.clone().all(|peer| floor.len(peer) >= goal) {
            return floor.peers.iter().all(|peer| peer.rest.facts.broken.is_none());
        }
        floor.pass();
    }
    false
}
