//! What happens at a table when something happens at one of its peers.

use std::collections::BTreeMap;

use super::book::{Book, Letter, Next};
use super::peer::{Input, Setting};
use super::space::{Action, Packet, Space, State};

/// A table while something happens at it.
pub(crate) struct Hand<'a> {
    pub(crate) setting: &'a Setting,
    pub(crate) book: &'a mut Book,
    pub(crate) space: &'a Space,
    pub(crate) state: State,
    /// What was sent since it began, from one to another.
    pub(crate) sent: Vec<(usize, usize, Letter)>,
}

impl Hand<'_> {
    /// Something happens at a peer. Says how many records follow; nothing if it cannot happen.
    pub(crate) fn meet(&mut self, peer: usize, input: Input) -> Option<usize> {
        let Next { id, sent, stored } = self.book.step(self.setting, self.state.peers[peer], input)?;
        self.state.peers[peer] = id;
        self.sent.extend(sent.into_iter().map(|(to, letter)| (peer, to, letter)));
        if !self.space.one_by_one && self.book.get(id).has_waiting {
            self.meet(peer, Input::Moment);
        }
        Some(stored)
    }

    pub(crate) fn is_up(&self, peer: usize) -> bool {
        self.book.get(self.state.peers[peer]).up
    }

    fn connect(&mut self, a: usize, b: usize) -> Option<()> {
        for (from, to) in [(a, b), (b, a)] {
            *self.state.link(from, to) = Some(Vec::new());
        }
        self.meet(a, Input::Linked(b))?;
        self.meet(b, Input::Linked(a))?;
        Some(())
    }

    fn cut(&mut self, a: usize, b: usize) {
        for (from, to) in [(a, b), (b, a)] {
            if self.state.link(from, to).take().is_some() && self.is_up(from) {
                self.meet(from, Input::Unlinked(to));
            }
        }
    }

    pub(crate) fn cut_all(&mut self, peer: usize) {
        (0..self.state.peers.len()).filter(|other| *other != peer).for_each(|other| self.cut(peer, other));
    }

    pub(crate) fn connect_all(&mut self) {
        for b in 0..self.state.peers.len() {
            for a in (0..b).filter(|a| !self.space.missing.contains(&(*a, b))).collect::<Vec<_>>() {
                if self.is_up(a) && self.is_up(b) && !self.state.is_linked(a, b) {
                    self.connect(a, b);
                }
            }
        }
    }

    /// The input of what happens at one peer, and at which.
    pub(crate) fn input(&mut self, action: Action) -> Option<(usize, Input)> {
        Some(match action {
            Action::Deliver(from, to) => {
                let link = self.state.link(from, to).as_mut()?;
                let packet = link.first_mut()?;
                let letter = packet.remove(0);
                if packet.is_empty() {
                    link.remove(0);
                }
                (to, Input::Heard(from, self.book.letter(letter)))
            }
            Action::Moment(peer) => (peer, Input::Moment),
            Action::Sleep(peer) => {
                self.state.left.sleeps[peer] -= 1;
                (peer, Input::Sleep)
            }
            Action::Move(peer, amount) => {
                self.state.left.moves[peer] -= 1;
                (peer, Input::Move(amount))
            }
            Action::Want(peer, other) => {
                let place = self.space.wants.iter().position(|want| *want == (peer, other))?;
                self.state.left.wants &= !(1 << place);
                (peer, Input::Want(other))
            }
            Action::Leave(peer) => {
                let place = self.space.leavers.iter().position(|leaver| *leaver == peer)?;
                self.state.left.leaves &= !(1 << place);
                (peer, Input::Leave)
            }
            Action::Die(peer) => {
                self.state.left.deaths -= 1;
                (peer, Input::Die)
            }
            Action::Start(peer, disk) => (peer, Input::Start(disk)),
            Action::Cut(..) | Action::Heal(..) => return None,
        })
    }

    /// Something happens; nothing if it cannot.
    pub(crate) fn act(&mut self, action: Action) -> Option<()> {
        match action {
            Action::Cut(a, b) => {
                self.state.left.cuts -= 1;
                self.cut(a, b);
                return Some(());
            }
            Action::Heal(a, b) => return self.connect(a, b),
            _ => {}
        }
        for _ in 0..self.parts(action) {
            let (peer, input) = self.input(action)?;
            self.meet(peer, input)?;
        }
        match action {
            Action::Die(peer) => self.cut_all(peer),
            Action::Start(..) => self.connect_all(),
            _ => {}
        }
        Some(())
    }

    /// How many inputs something is.
    fn parts(&mut self, action: Action) -> usize {
        match action {
            Action::Deliver(from, to) => {
                self.state.link(from, to).as_ref().and_then(|link| link.first()).map_or(0, Vec::len)
            }
            _ => 1,
        }
    }

    /// What was sent is under way from now on, where there is a link: all that went one way at once, or one by one.
    pub(crate) fn post(&mut self) {
        let mut packets: BTreeMap<(usize, usize), Packet> = BTreeMap::new();
        for (from, to, letter) in std::mem::take(&mut self.sent) {
            packets.entry((from, to)).or_default().push(letter);
        }
        let together = !self.space.one_by_one;
        for ((from, to), packet) in packets {
            if let Some(link) = self.state.link(from, to) {
                let apart = packet.iter().map(|letter| vec![*letter]);
                if together { link.push(packet) } else { link.extend(apart) }
            }
        }
    }

    /// Something happens at a peer that dies of it while it stores what follows.
    pub(crate) fn tear(&mut self, action: Action, kept: usize) -> Option<()> {
        let (peer, input) = self.input(action)?;
        self.state.left.deaths -= 1;
        self.meet(peer, Input::Torn(Box::new(input), kept))?;
        self.cut_all(peer);
        Some(())
    }

    /// Delivers until nothing is under way.
    pub(crate) fn settle(&mut self) {
        self.post();
        let voters = self.state.peers.len();
        loop {
            let mut quiet = true;
            for (from, to) in (0..voters * voters).map(|place| (place / voters, place % voters)) {
                while let Some((to, input)) = self.input(Action::Deliver(from, to)) {
                    self.meet(to, input);
                    self.post();
                    quiet = false;
                }
            }
            for peer in 0..voters {
                if self.book.get(self.state.peers[peer]).has_waiting {
                    self.meet(peer, Input::Moment);
                    self.post();
                    quiet = false;
                }
            }
            if quiet {
                return;
            }
        }
    }
}
