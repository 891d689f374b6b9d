//! A liar that is two peers. For a while it speaks to one half of the table through one, and to the other half through
//! the other, which takes up what the first had on disk a few records ago; and the halves do not hear each other. Each
//! of the two keeps the rules, so nothing that one of them says looks like a lie: it is what a disk that went back
//! unnoticed says, too.
//!
//! A liar that lies at random is found out before it has parted anybody. This one parts every table that can be parted.

use whistlestop_proto::rules::ToMove;

use super::plan::Play;
use super::{Peer, Sim, frames};

/// While the liar is two.
pub(super) struct Faces {
    /// The second of the two.
    second: usize,
    /// Which peers the second speaks to.
    side: Vec<bool>,
    until: u64,
}

impl<R: Play> Sim<R> {
    /// Ten times a second: the liar becomes two where it is to move, or at any other time; and one again.
    pub(super) fn show_faces(&mut self) -> Result<(), String> {
        let Some(first) = self.face() else { return Ok(()) };
        let until = self.faces.as_ref().map(|faces| faces.until.min(self.plan.heal_at.saturating_sub(200)));
        match until {
            Some(until) if self.now >= until => self.be_one(first),
            None if self.is_time_to_part(first) => self.be_two(first)?,
            _ => {}
        }
        Ok(())
    }

    /// The liar that was there from the beginning.
    fn face(&self) -> Option<usize> {
        let first = self.plan.two_faced.then(|| (0..self.peers.len()).find(|peer| self.is_hostile(*peer)))?;
        first.filter(|first| self.faces.is_some() || self.peers[*first].live.is_some())
    }

    fn is_time_to_part(&mut self, first: usize) -> bool {
        let Some(live) = &self.peers[first].live else { return false };
        let mine = live.seat().is_some_and(|seat| live.rules().turn() == ToMove::Seat(seat));
        let ready = live.is_started() && live.sent().is_none() && self.now + 3_000 < self.plan.heal_at;
        ready && self.luck.permille(if mine { 400 } else { 15 })
    }

    fn be_two(&mut self, first: usize) -> Result<(), String> {
        let count = self.peers.len();
        let mut side: Vec<bool> = (0..count).map(|_| self.luck.permille(500)).collect();
        let others: Vec<usize> =
            (0..count).filter(|peer| *peer != first && self.peers[*peer].voter.is_some()).collect();
        let lonely = *self.luck.pick(&others);
        if others.iter().all(|peer| side[*peer] == side[others[0]]) || self.luck.permille(300) {
            for peer in others {
                side[peer] = peer == lonely;
            }
        }
        let journal = self.older_journal(first);
        let second = self.second_face(first, journal);
        side.resize(self.peers.len(), false);
        let until = self.now + self.luck.between(300, 6_000);
        if self.luck.permille(800) {
            let apart = side.clone();
            self.cut_where(until, |a, b| apart[a] != apart[b] && a != first && b != first);
        }
        for peer in (0..count).filter(|peer| side[*peer]) {
            self.disconnect(first, peer);
        }
        self.faces = Some(Faces { second, side, until });
        self.start(second)
    }

    /// The liar's disk, without some of the last records.
    fn older_journal(&mut self, first: usize) -> Vec<u8> {
        let journal = &self.peers[first].journal;
        let frames = frames(journal);
        let dropped = self.luck.place(6.min(frames.len()));
        let end = frames[frames.len() - 1 - dropped];
        journal[..end].to_vec()
    }

    fn second_face(&mut self, first: usize, journal: Vec<u8>) -> usize {
        let peer = Peer { journal, skew: self.peers[first].skew, ..self.twin(first) };
        let known = (0..self.peers.len()).find(|peer| *peer != first && self.is_hostile(*peer));
        let second = known.unwrap_or(self.peers.len());
        if known.is_some() {
            self.peers[second] = peer;
        } else {
            self.peers.push(peer);
        }
        second
    }

    /// One of the two goes on, and the other was never there.
    fn be_one(&mut self, first: usize) {
        let Some(Faces { second, .. }) = self.faces.take() else { return };
        for face in [first, second] {
            for other in 0..self.peers.len() {
                self.disconnect(face, other);
            }
        }
        if self.luck.permille(500) && self.peers[second].live.is_some() {
            let (live, journal) =
                (self.peers[second].live.take(), std::mem::take(&mut self.peers[second].journal));
            (self.peers[first].live, self.peers[first].journal) = (live, journal);
            self.peers[first].act_at = None;
        }
        self.peers[second].live = None;
        self.peers[second].up_again = u64::MAX;
    }

    /// Whether the liar does not speak to a peer through this one of the two.
    pub(super) fn is_turned_away(&self, a: usize, b: usize) -> bool {
        let Some(faces) = &self.faces else { return false };
        let side = |peer: usize| faces.side.get(peer).copied().unwrap_or(false);
        let (one, other) = if self.is_hostile(a) { (a, b) } else { (b, a) };
        self.is_hostile(one) && side(other) != (one == faces.second)
    }
}
