//! A table of real peers as a model: where it begins, and what may happen next.

use std::sync::atomic::AtomicUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

use stateright::{Model, Property};

use super::book::{Book, Id};
use super::hand::Hand;
use super::peer::{Disk, Input, Setting};
use super::properties;
use super::space::{Action, Space, State, Step};

/// A table, and what was worked out about its peers.
pub(crate) struct Table {
    pub(crate) space: Space,
    pub(crate) setting: Setting,
    book: Mutex<Book>,
    first: State,
    /// How many records were on each disk before the opening.
    records: Vec<usize>,
    /// How many ends were played on from.
    pub(crate) played: AtomicUsize,
}

impl Table {
    /// The first draw is final, and the first seat is to move.
    pub(crate) fn new(space: Space) -> Self {
        let (setting, mut book) = (Setting::new(space.voters), Book::new());
        let voters = space.voters;
        let peers: Vec<Id> = (0..voters).map(|peer| book.begin(peer)).collect();
        let state = State { peers, links: vec![None; voters * voters], left: space.left };
        let mut hand = Hand { setting: &setting, book: &mut book, space: &space, state, sent: Vec::new() };
        for input in [Input::Found, Input::Start(Disk::Whole)] {
            for peer in 0..voters {
                if hand.is_up(peer) {
                    hand.cut_all(peer);
                    hand.meet(peer, Input::Die);
                }
                hand.meet(peer, input.clone());
            }
            hand.connect_all();
            hand.settle();
            for peer in 0..voters {
                hand.meet(peer, Input::Sleep);
            }
            hand.settle();
        }
        let records = hand.state.peers.iter().map(|id| hand.book.get(*id).records).collect();
        for action in space.opening {
            let (peer, input) = user_input(*action).expect("users open a table");
            assert!(hand.meet(peer, input).is_some(), "{action:?} cannot open a table");
            hand.post();
        }
        let first = hand.state;
        Self { space, setting, book: Mutex::new(book), first, records, played: AtomicUsize::new(0) }
    }

    pub(crate) fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hand<'a>(&'a self, book: &'a mut Book, state: &State) -> Hand<'a> {
        Hand { setting: &self.setting, book, space: &self.space, state: state.clone(), sent: Vec::new() }
    }

    fn act(&self, state: &State, step: Step) -> Option<State> {
        let mut book = self.book();
        let mut hand = self.hand(&mut book, state);
        match step {
            Step::Whole(action) => hand.act(action)?,
            Step::Torn(action, kept) => hand.tear(action, kept)?,
        }
        hand.post();
        Some(hand.state)
    }

    /// What may happen at one peer that is up.
    fn at(&self, state: &State, peer: usize) -> Vec<Action> {
        let book = self.book();
        let situation = book.get(state.peers[peer]);
        let (space, left) = (&self.space, &state.left);
        let from = (0..state.peers.len()).filter(|from| state.has_letters(*from, peer));
        let mut may: Vec<Action> = from.map(|from| Action::Deliver(from, peer)).collect();
        if situation.has_waiting {
            may.push(Action::Moment(peer));
        }
        if left.sleeps[peer] > 0 {
            may.push(Action::Sleep(peer));
        }
        if left.moves[peer] > 0 && situation.may_move {
            may.extend(space.choices.iter().map(|choice| Action::Move(peer, *choice)));
        }
        let wants = space.wants.iter().enumerate().filter(|(place, _)| left.wants & (1 << place) != 0);
        may.extend(wants.filter(|(_, want)| want.0 == peer).map(|(_, want)| Action::Want(peer, want.1)));
        let leaves = space.leavers.iter().enumerate().filter(|(place, _)| left.leaves & (1 << place) != 0);
        may.extend(leaves.filter(|(_, leaver)| **leaver == peer).map(|_| Action::Leave(peer)));
        drop(book);
        may.retain(|action| self.is_taken(state, *action));
        may
    }

    /// Whether a peer takes what its user wants to do.
    fn is_taken(&self, state: &State, action: Action) -> bool {
        let step = |(peer, input): (usize, Input)| self.book().step(&self.setting, state.peers[peer], input);
        user_input(action).is_none_or(|input| step(input).is_some())
    }

    /// How a peer that was killed may be started: its disk goes back once.
    fn starts(&self, state: &State, peer: usize) -> Vec<Disk> {
        let book = self.book();
        let situation = book.get(state.peers[peer]);
        let mut disks = vec![Disk::Whole];
        if self.space.old_disks && !situation.facts.went_back {
            disks.extend((self.records[peer]..=situation.records).map(Disk::Old));
            disks.push(Disk::Lost);
        }
        disks
    }

    /// What may fail.
    fn failures(&self, state: &State, up: &[bool], may: &[Vec<Action>], steps: &mut Vec<Step>) {
        for peer in 0..up.len() {
            if !up[peer] {
                let starts = self.starts(state, peer).into_iter();
                steps.extend(starts.map(|disk| Step::Whole(Action::Start(peer, disk))));
            } else if state.left.deaths > 0 && self.space.mortals.contains(&peer) {
                steps.push(Step::Whole(Action::Die(peer)));
                let torn = may[peer].iter().filter(|_| self.space.torn);
                let torn =
                    torn.flat_map(|action| (0..self.stores(state, *action)).map(|kept| (*action, kept)));
                steps.extend(torn.map(|(action, kept)| Step::Torn(action, kept)));
            }
        }
        for (a, b) in self.space.cuttable.iter().copied().filter(|(a, b)| up[*a] && up[*b]) {
            if !state.is_linked(a, b) {
                steps.push(Step::Whole(Action::Heal(a, b)));
            } else if state.left.cuts > 0 {
                steps.push(Step::Whole(Action::Cut(a, b)));
            }
        }
    }

    /// How many records follow from what happens at a peer.
    fn stores(&self, state: &State, action: Action) -> usize {
        let mut book = self.book();
        let mut hand = self.hand(&mut book, state);
        let stored = hand.input(action).and_then(|(peer, input)| hand.meet(peer, input));
        stored.unwrap_or(0)
    }
}

/// What a user does at a peer, if it is that.
const fn user_input(action: Action) -> Option<(usize, Input)> {
    match action {
        Action::Move(peer, amount) => Some((peer, Input::Move(amount))),
        Action::Want(peer, other) => Some((peer, Input::Want(other))),
        Action::Leave(peer) => Some((peer, Input::Leave)),
        _ => None,
    }
}

/// Peers of whom it is enough to look at what may happen next.
///
/// What happens at one peer changes that peer and what it sends behind all that is under way, so the order of what
/// happens at two peers does not matter, unless one hears of the other. So the others may wait as long as none of them
/// can be what one of these hears next: there is no link, something else is under way on it before, or that other could
/// not do anything. Every end of the table is still reached, and what must never be stays so once it is.
fn enough(state: &State, may: &[Vec<Action>]) -> Vec<usize> {
    let all = 0..may.len();
    let sets = (1_u32..1 << may.len()).map(|set| all.clone().filter(|peer| set & (1 << peer) != 0).collect());
    let size = |set: &Vec<usize>| set.iter().map(|peer| may[*peer].len()).sum::<usize>();
    let closed = sets.filter(|set: &Vec<usize>| size(set) > 0 && is_closed(state, may, set));
    closed.min_by_key(size).unwrap_or_default()
}

fn is_closed(state: &State, may: &[Vec<Action>], set: &[usize]) -> bool {
    let others: Vec<usize> = (0..may.len()).filter(|peer| !set.contains(peer)).collect();
    let mut busy: Vec<usize> = others.iter().copied().filter(|peer| !may[*peer].is_empty()).collect();
    for _ in &others {
        let reached = others
            .iter()
            .copied()
            .filter(|peer| !busy.contains(peer) && busy.iter().any(|from| state.is_linked(*from, *peer)));
        let reached: Vec<usize> = reached.collect();
        busy.extend(reached);
    }
    let heard = |to: usize, from: usize| !state.is_linked(from, to) || state.has_letters(from, to);
    set.iter().all(|to| busy.iter().all(|from| heard(*to, *from)))
}

impl Model for Table {
    type State = State;
    type Action = Step;

    fn init_states(&self) -> Vec<State> {
        vec![self.first.clone()]
    }

    fn actions(&self, state: &State, steps: &mut Vec<Step>) {
        let voters = state.peers.len();
        let up: Vec<bool> = state.peers.iter().map(|id| self.book().get(*id).up).collect();
        let at = |peer: usize| if up[peer] { self.at(state, peer) } else { Vec::new() };
        let may: Vec<Vec<Action>> = (0..voters).map(at).collect();
        self.failures(state, &up, &may, steps);
        let which = if steps.is_empty() { enough(state, &may) } else { (0..voters).collect() };
        steps.extend(which.into_iter().flat_map(|peer| may[peer].iter().copied().map(Step::Whole)));
    }

    fn next_state(&self, state: &State, step: Step) -> Option<State> {
        self.act(state, step)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        properties::of(self)
    }
}
