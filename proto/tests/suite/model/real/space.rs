//! What may happen at a table of real peers, and how it stands.

use super::book::{Id, Letter};
use super::facts::Rare;
use super::peer::Disk;

/// The most voters there are.
pub(crate) const MAX_VOTERS: usize = 3;

/// What may happen at a table, and how often.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space {
    pub(crate) voters: usize,
    /// Whether messages that were sent together arrive one by one, and heads that came wait to be checked.
    pub(crate) one_by_one: bool,
    /// What movers choose from.
    pub(crate) choices: &'static [u8],
    /// What has happened when the table is first looked at; nothing of what follows has been delivered.
    pub(crate) opening: &'static [Action],
    /// Who may want whom removed, once each.
    pub(crate) wants: &'static [(usize, usize)],
    /// Who may leave.
    pub(crate) leavers: &'static [usize],
    /// Who may be killed.
    pub(crate) mortals: &'static [usize],
    /// Whether disks may go back or be lost.
    pub(crate) old_disks: bool,
    /// Whether a peer may be killed while it stores something.
    pub(crate) torn: bool,
    /// Links that may be cut.
    pub(crate) cuttable: &'static [(usize, usize)],
    /// Links that are never there.
    pub(crate) missing: &'static [(usize, usize)],
    /// How often each may happen.
    pub(crate) left: Left,
    /// One of so many ends is played on from.
    pub(crate) sample: u64,
    pub(crate) rare: &'static [Rare],
}

/// How often something may still happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Left {
    /// Of each.
    pub(crate) moves: [u8; MAX_VOTERS],
    /// Of each.
    pub(crate) sleeps: [u8; MAX_VOTERS],
    /// By place in the list, a bit each.
    pub(crate) wants: u8,
    /// By place in the list, a bit each.
    pub(crate) leaves: u8,
    pub(crate) deaths: u8,
    pub(crate) cuts: u8,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) peers: Vec<Id>,
    /// What is under way from one to another; nothing where there is no link.
    pub(crate) links: Vec<Option<Vec<Packet>>>,
    pub(crate) left: Left,
}

/// What arrives together.
pub(crate) type Packet = Vec<Letter>;

/// What may happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// What was sent together next arrives, from one at another.
    Deliver(usize, usize),
    /// Heads that came have waited long enough to be checked.
    Moment(usize),
    /// A peer sleeps until all that it waits for is due.
    Sleep(usize),
    /// A user moves.
    Move(usize, u8),
    /// A user wants another removed.
    Want(usize, usize),
    /// A user wants to leave.
    Leave(usize),
    /// A link is cut, with all that is under way on it.
    Cut(usize, usize),
    /// It is there again.
    Heal(usize, usize),
    /// A peer is killed, and its links are gone.
    Die(usize),
    /// It is started again, with all its links.
    Start(usize, Disk),
}

/// What happens, perhaps while the disk writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// It happens.
    Whole(Action),
    /// It happens to a peer that is killed when so many of the records that follow are on its disk, and half of the
    /// next.
    Torn(Action, usize),
}

impl State {
    pub(crate) fn link(&mut self, from: usize, to: usize) -> &mut Option<Vec<Packet>> {
        let voters = self.peers.len();
        &mut self.links[from * voters + to]
    }

    pub(crate) fn is_linked(&self, from: usize, to: usize) -> bool {
        self.links[from * self.peers.len() + to].is_some()
    }

    pub(crate) fn has_letters(&self, from: usize, to: usize) -> bool {
        self.links[from * self.peers.len() + to].as_ref().is_some_and(|link| !link.is_empty())
    }
}
