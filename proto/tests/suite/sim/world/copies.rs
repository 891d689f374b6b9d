//! Homes that are copied: a second laptop takes up a copy of a peer's journal, while the first goes on. In the end one
//! of the two plays, the other has seen why it does not, and nobody is called a cheat.
//!
//! Others keep one link for a key. Whoever comes new takes the place of the other with some of them; who has no link at
//! all knocks again and gets one. Whoever learns that a copy plays on is stopped by its user, who may start it again
//! once.

use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::Message;

use super::super::judge::counters::Situation;
use super::plan::Play;
use super::{Peer, Sim};

/// Where the copy lies.
const ELSEWHERE: Hash = Hash([2; 32]);

/// The two that have one key.
pub(super) struct Copies {
    pub(super) both: [usize; 2],
    /// How often one of them was told to stop, and started again.
    stops: u32,
    starts: u32,
    /// When a user stops the one that was told to.
    quits: [Option<u64>; 2],
    /// How much was on the disk of each when it was told.
    signed: [usize; 2],
}

impl<R: Play> Sim<R> {
    /// Ten times a second: copies a home when its time has come, stops what is to be stopped, knocks.
    pub(super) fn tend_copies(&mut self) -> Result<(), String> {
        if let (None, Some((peer, at))) = (&self.copies, self.plan.copied) {
            let started = self.peers[peer].live.as_ref().is_some_and(Lockstep::is_started);
            if self.now >= at && started && self.now < self.plan.heal_at {
                self.copy_home(peer);
            }
        }
        let Some(copies) = &mut self.copies else { return Ok(()) };
        let due: Vec<usize> =
            (0..2).filter(|at| copies.quits[*at].is_some_and(|at| at <= self.now)).collect();
        let both = copies.both;
        for at in due {
            self.quit(at);
        }
        for peer in both {
            self.knock(peer)?;
        }
        Ok(())
    }

    fn copy_home(&mut self, original: usize) {
        let journal = self.peers[original].journal.clone();
        let up_again = self.now + self.luck.between(50, 4_000);
        let copy = Peer { journal, place: ELSEWHERE, up_again, ..self.twin(original) };
        self.peers.push(copy);
        let both = [original, self.peers.len() - 1];
        self.copies = Some(Copies { both, stops: 0, starts: 0, quits: [None; 2], signed: [0; 2] });
        self.judge.copy_home(self.peers[original].voter);
    }

    /// Who has just started takes the place of the other with some, and who has no link with anybody does so with one.
    pub(super) fn knock(&mut self, peer: usize) -> Result<(), String> {
        let Some(other) = self.copy_of(peer).filter(|_| self.peers[peer].live.is_some()) else {
            return Ok(());
        };
        let linked = (0..self.peers.len()).any(|neighbour| self.can_talk(peer, neighbour));
        let taken: Vec<usize> =
            (0..self.peers.len()).filter(|neighbour| self.can_talk(other, *neighbour)).collect();
        if linked || taken.is_empty() || !self.luck.permille(200) {
            return Ok(());
        }
        let some = 1 + self.luck.place(taken.len());
        for neighbour in taken.into_iter().take(some) {
            self.disconnect(other, neighbour);
            self.connect(peer, neighbour)?;
        }
        Ok(())
    }

    /// The other peer with this one's key, if its home was copied.
    pub(super) fn copy_of(&self, peer: usize) -> Option<usize> {
        let [one, other] = self.copies.as_ref()?.both;
        if peer == one { Some(other) } else { (peer == other).then_some(one) }
    }

    /// Whether a copy of this peer has the link that this one would need.
    pub(super) fn is_taken(&self, a: usize, b: usize) -> bool {
        let taken =
            |one, other| self.copy_of(one).is_some_and(|copy| copy == other || self.can_talk(copy, other));
        taken(a, b) || taken(b, a)
    }

    /// A peer was told that a copy of it plays on.
    pub(super) fn note_superseded(&mut self, peer: usize, event: &ProtocolEvent) -> Result<(), String> {
        let ProtocolEvent::Superseded { .. } = event else { return Ok(()) };
        let until = self.now + self.luck.between(0, 3_000);
        let Some(copies) = &mut self.copies else {
            return Err(format!("peer {peer} stops, and nobody has a copy of it"));
        };
        copies.stops += 1;
        if copies.stops > 1 + copies.starts {
            return Err("two homes stop each other again and again".to_owned());
        }
        let at = copies.both.iter().position(|one| *one == peer).ok_or("who was not copied stops")?;
        copies.quits[at] = Some(until);
        copies.signed[at] = self.peers[peer].journal.len();
        Ok(())
    }

    /// Whoever knows that a copy of it plays on says nothing new: what it had signed before, or the
    /// other said, it may pass on.
    pub(super) fn check_silence(&self, peer: usize, message: &Message) -> Result<(), String> {
        let Some(copies) = &self.copies else { return Ok(()) };
        let told = (0..2).find(|at| copies.both[*at] == peer && copies.quits[*at].is_some());
        let signature = match message {
            Message::Head(head) if Some(head.voter) == self.peers[peer].voter => head.signature,
            Message::Vote(backed) if Some(backed.vote.voter) == self.peers[peer].voter => {
                backed.vote.signature
            }
            _ => return Ok(()),
        };
        // A move's head stands in its entry, so that only the signature is looked for.
        let before = |at: usize| &self.peers[peer].journal[..copies.signed[at]];
        let is_old = |at: usize| before(at).windows(64).any(|bytes| bytes == signature.0);
        if told.is_none_or(is_old) || self.judge.has_heard(message) {
            return Ok(());
        }
        Err(format!("peer {peer} was told to stop and says {message:?}"))
    }

    /// Whoever was told to stop is not started again by a crash. Says whether it was.
    pub(super) fn stays_down(&mut self, peer: usize) -> bool {
        let Some(copies) = &self.copies else { return false };
        let at = copies.both.iter().position(|one| *one == peer).filter(|at| copies.quits[*at].is_some());
        if let Some(at) = at {
            self.quit(at);
        }
        at.is_some()
    }

    fn quit(&mut self, at: usize) {
        let Some(copies) = &mut self.copies else { return };
        copies.quits[at] = None;
        let peer = copies.both[at];
        let again = copies.starts == 0 && self.plan.seed.is_multiple_of(2) && self.now < self.plan.heal_at;
        copies.starts += u32::from(again);
        let wait = self.luck.between(1_000, 8_000);
        self.go_down(peer);
        self.peers[peer].up_again = if again { self.now + wait } else { u64::MAX };
        self.peers[peer].stopped = !again;
        self.judge.meet(Situation::CopyStopped);
    }

    /// Whether of two homes one has stopped, or there never were two.
    pub(super) fn one_goes_on(&self) -> bool {
        let Some(copies) = &self.copies else { return true };
        copies.both.iter().filter(|peer| !self.peers[**peer].stopped).count() == 1
    }
}
