//! Everything that goes wrong from time to time.

use whistlestop_proto::entry::Change;
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::quorum::{Quorum, Voters};

use super::super::hostile::Hostile;
use super::super::judge::counters::Situation;
use super::plan::{Faults, Play};
use super::{Sim, TROUBLE_MILLIS, pair};

impl<R: Play> Sim<R> {
    /// Ten times a second something may go wrong, and links come back that are no longer cut.
    pub(super) fn trouble(&mut self) -> Result<(), String> {
        self.next_trouble = self.now + TROUBLE_MILLIS;
        let healed = self.now >= self.plan.heal_at;
        let faults = if healed { Faults::default() } else { self.plan.faults.clone() };
        let count = self.peers.len();
        if self.luck.permille(faults.partition_permille) {
            let side: Vec<bool> = (0..count).map(|_| self.luck.permille(500)).collect();
            let until = self.now + self.luck.between(500, 12_000);
            self.cut_where(until, |a, b| side[a] != side[b]);
        }
        if self.luck.permille(faults.flap_permille) {
            let flapping = pair(self.luck.place(count), self.luck.place(count));
            let until = self.now + self.luck.between(100, 3_000);
            self.cut_where(until, |a, b| (a, b) == flapping);
        }
        for a in 0..count {
            for b in a + 1..count {
                let both = self.peers[a].live.is_some() && self.peers[b].live.is_some();
                if both && !self.is_cut(a, b) && !self.can_talk(a, b) {
                    self.connect(a, b)?;
                }
            }
        }
        for peer in 0..count {
            if self.luck.permille(faults.crash_permille) {
                self.crash(peer);
            }
            let damaged = self.luck.permille(faults.damage_permille) && !self.is_hostile(peer);
            if let (true, Some(live)) = (damaged, &mut self.peers[peer].live) {
                live.damage_for_test(|rules: &mut R| rules.damage(&mut self.luck));
            }
            if faults.sleep_permille > 0 && self.luck.permille(faults.sleep_permille) {
                self.fall_asleep(peer);
            }
            if self.luck.permille(faults.leave_permille) {
                self.leave(peer)?;
            }
        }
        if self.luck.permille(faults.take_back_permille) {
            self.take_back()?;
        }
        if faults.admit_permille > 0 && self.luck.permille(faults.admit_permille) {
            self.admit()?;
        }
        if !healed {
            self.hostile_nonsense();
            self.perjure();
            self.think_about_links()?;
        }
        self.show_faces()?;
        self.tend_copies()
    }

    fn hostile_nonsense(&mut self) {
        let Some(mut hostile) = self.hostile.take() else { return };
        let count = self.peers.len();
        let me = (0..count).find(|peer| self.is_hostile(*peer)).expect("the hostile peer has a seat");
        let identity = self.identity(me);
        for to in (0..count).filter(|to| *to != me) {
            for bytes in hostile.nonsense(&mut self.luck, self.peers[me].live.as_ref(), &identity) {
                self.post(me, to, bytes, 0);
            }
        }
        self.hostile = Some(hostile);
    }

    /// The liar says one thing to one half of the others, and another to the rest.
    fn perjure(&mut self) {
        let Some(mut hostile) = self.hostile.take() else { return };
        let liars: Vec<usize> = (0..self.peers.len()).filter(|peer| self.is_hostile(*peer)).collect();
        for me in liars {
            let identity = self.identity(me);
            for half in 0..2 {
                let said = hostile.perjure(&mut self.luck, self.peers[me].live.as_ref(), &identity);
                for to in (0..self.peers.len()).filter(|to| *to != me && to % 2 == half) {
                    for bytes in &said {
                        self.post(me, to, bytes.clone(), 0);
                    }
                }
            }
        }
        self.hostile = Some(hostile);
    }

    /// The liar has seen links of others and knows the draw before them: it goes, sleeps, or waits.
    fn think_about_links(&mut self) -> Result<(), String> {
        if !self.hostile.as_mut().is_some_and(Hostile::saw_links) {
            return Ok(());
        }
        let Some(me) = (0..self.peers.len()).find(|peer| self.is_hostile(*peer)) else { return Ok(()) };
        match self.luck.below(3) {
            0 => self.leave_alone(me),
            1 => {
                self.go_down(me);
                self.peers[me].up_again = self.now + self.luck.between(500, 8_000);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Everybody who is there wants a spectator to count.
    fn admit(&mut self) -> Result<(), String> {
        let Some(watcher) = self.peers.iter().find(|peer| peer.voter.is_none()) else { return Ok(()) };
        let key = watcher.key;
        for peer in 0..self.peers.len() {
            let now = self.local(peer);
            if let Some(live) = &mut self.peers[peer].live {
                // Who only watches, or is behind, cannot want it.
                let _ = live.admission_of(&key).map(|change| live.want(now, change));
                self.drain(peer)?;
            }
        }
        Ok(())
    }

    /// Everybody who is there wants to take back a few moves.
    fn take_back(&mut self) -> Result<(), String> {
        let longest =
            self.peers.iter().filter_map(|peer| peer.live.as_ref()).map(|live| live.log().len()).max();
        let to =
            u32::try_from(longest.unwrap_or(0)).expect("short games").saturating_sub(self.luck.number(1, 3));
        for peer in 0..self.peers.len() {
            let now = self.local(peer);
            if let Some(live) = &mut self.peers[peer].live {
                // Who is not at the same entry, or only watches, cannot want it.
                let _ = live.want(now, Change::TakeBack { to });
                self.drain(peer)?;
            }
        }
        Ok(())
    }

    /// Somebody leaves, and perhaps others with them. What may be demanded then stands in
    /// [`Judge`](super::super::judge::Judge).
    fn leave(&mut self, first: usize) -> Result<(), String> {
        let others = (0..self.peers.len()).filter(|peer| *peer != first).collect::<Vec<_>>();
        let together = others.into_iter().filter(|_| self.luck.permille(250)).collect::<Vec<_>>();
        [first].into_iter().chain(together).try_for_each(|peer| self.leave_alone(peer))
    }

    fn leave_alone(&mut self, peer: usize) -> Result<(), String> {
        let (now, back_at) = (self.local(peer), self.now + self.luck.between(1_000, 15_000));
        let Some(live) = &mut self.peers[peer].live else { return Ok(()) };
        if live.leave(now).is_ok() {
            self.peers[peer].leaving = true;
            self.peers[peer].back_at = Some(back_at);
            self.drain(peer)?;
        }
        Ok(())
    }

    pub(super) fn cut_where(&mut self, until: u64, apart: impl Fn(usize, usize) -> bool) {
        for a in 0..self.peers.len() {
            for b in a + 1..self.peers.len() {
                if apart(a, b) {
                    self.cut.insert((a, b), until);
                    self.disconnect(a, b);
                }
            }
        }
    }

    /// The peer is gone. Of a record being written some bytes may have reached the disk; or the disk is gone too.
    pub(super) fn crash(&mut self, peer: usize) {
        let Some(mut live) = self.peers[peer].live.take() else { return };
        if self.luck.permille(self.plan.faults.lost_permille) && self.can_lose_its_journal(peer, &live) {
            self.peers[peer].journal.clear();
            self.peers[peer].lost = true;
            self.peers[peer].forgot = Some(Situation::RecoveredLost);
            self.judge.forget(peer, self.peers[peer].voter);
        } else if self.luck.permille(self.plan.faults.stale_permille)
            && self.can_lose_its_journal(peer, &live)
        {
            let len = self.luck.place(self.peers[peer].journal.len() + 1);
            self.peers[peer].journal.truncate(len);
            self.peers[peer].stale = true;
            self.peers[peer].forgot = Some(Situation::RecoveredStale);
            self.judge.forget(peer, self.peers[peer].voter);
        } else if self.luck.permille(self.plan.faults.torn_permille) {
            let torn = live.poll_store().unwrap_or_else(|| vec![1, 2, 3]);
            let len = self.luck.place(torn.len());
            self.peers[peer].journal.extend_from_slice(&torn[..len]);
        }
        self.go_down(peer);
        self.peers[peer].up_again = self.now + self.luck.between(50, 9_000);
    }

    /// The peer's process ends.
    pub(super) fn go_down(&mut self, peer: usize) {
        self.peers[peer].live = None;
        for other in (0..self.peers.len()).filter(|other| *other != peer) {
            self.disconnect(peer, other);
        }
        self.peers[peer].act_at = None;
        self.peers[peer].thinking = None;
        self.peers[peer].want_at.clear();
        self.peers[peer].asleep = None;
    }

    /// Whatever its peer has said, a disk may be lost or go back as long as a majority of those who count keep theirs, or
    /// one of two: where so many go back what was final can be lost, and nothing can prevent that. A liar beside them is
    /// one fault more.
    fn can_lose_its_journal(&self, peer: usize, live: &Lockstep<R>) -> bool {
        let Some(voter) = self.peers[peer].voter else { return true };
        let voters = live.voters();
        let is_sound = |other: &super::Peer<R>| {
            let recovering = other.live.as_ref().is_some_and(Lockstep::is_recovering);
            !other.lost_now() && other.forgot.is_none() && !recovering
        };
        let others = (0..self.peers.len()).filter(|other| *other != peer);
        let sound: Vec<usize> = others
            .filter(|other| is_sound(&self.peers[*other]) && self.peers[*other].voter.is_some())
            .collect();
        // Also where somebody is behind: there others may have counted.
        let behind = sound.iter().map(|other| self.judge.seen(*other)).min().unwrap_or(0);
        let sound: Voters = sound.into_iter().filter_map(|other| self.peers[other].voter).collect();
        let left = |voters: Voters| {
            let sound = sound.and(voters).len();
            sound >= Quorum::of(voters).size() || (sound == 1 && voters.len() == 2) || !voters.contains(voter)
        };
        let enough = left(voters) && self.judge.voters_behind(behind).all(left);
        // What somebody decided alone only those know who have seen it.
        let watched =
            (0..self.peers.len()).filter(|other| *other != peer).map(|other| self.judge.seen(other));
        let held = watched.max().is_some_and(|seen| seen >= self.judge.last_alone(voter));
        let lies = self.plan.hostile.is_some() || self.plan.copied.is_some();
        live.is_started() && enough && held && !lies
    }
}
