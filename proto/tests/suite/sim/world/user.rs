//! What the people at the peers do.

use whistlestop_proto::contract::FIRST_WITNESS;
use whistlestop_proto::entry::{Change, Holder};
use whistlestop_proto::event::{Owed, ProtocolEvent};
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::quorum::Voter;
use whistlestop_proto::rules::ToMove;

use super::plan::Play;
use super::{Peer, Sim};

/// So long without an entry, and everybody gives up on who owes something.
const STUCK_MILLIS: u64 = 20_000;

/// The same where a clock runs, which says when somebody has thought too long.
const STUCK_WITH_CLOCK_MILLIS: u64 = 60_000;

impl<R: Play> Sim<R> {
    pub(super) fn on_event(&mut self, peer: usize, event: &ProtocolEvent) -> Result<(), String> {
        if !self.is_hostile(peer) {
            self.judge_event(peer, event)?;
        } else if !self.plan.two_faced {
            return Ok(());
        }
        match event {
            ProtocolEvent::Away { voter, .. } if self.peers[peer].voter.is_some() => {
                self.peers[peer].want_at.insert(*voter, self.now + self.plan.patience_millis);
            }
            ProtocolEvent::Back(voter) => {
                self.peers[peer].want_at.remove(voter);
                if let Some(live) = &mut self.peers[peer].live {
                    live.no_longer_want(Change::Remove { voter: *voter });
                    live.no_longer_want(Change::StandIn { seat: *voter });
                }
            }
            ProtocolEvent::Voters(_) => self.note_admitted(peer),
            ProtocolEvent::Recovered { .. } => {
                if let Some(situation) = self.peers[peer].forgot.take() {
                    self.judge.meet(situation);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn judge_event(&mut self, peer: usize, event: &ProtocolEvent) -> Result<(), String> {
        let voter = self.peers[peer].live.as_ref().and_then(Lockstep::voter);
        self.judge.see((peer, voter.or(self.peers[peer].voter)), event)?;
        self.note_superseded(peer, event)?;
        let ProtocolEvent::Drop { peer: key, reason } = event else { return Ok(()) };
        let other = self.peers.iter().position(|other| other.key == *key);
        if other.is_some_and(|other| !self.is_hostile(other)) {
            return Err(format!("peer {peer} drops honest peer {other:?}: {reason}"));
        }
        Ok(())
    }

    /// Who watched may count from now on.
    fn note_admitted(&mut self, peer: usize) {
        // Who was removed and admitted again has another number.
        let voter = self.peers[peer].live.as_ref().and_then(Lockstep::voter);
        if let Some(voter) = voter.filter(|voter| Some(*voter) != self.peers[peer].voter) {
            self.peers[peer].voter = Some(voter);
            self.judge.admit(voter);
        }
    }

    /// What the person at this peer does: move when it is their turn, give up on who is away, come back.
    pub(super) fn use_peer(&mut self, peer: usize) -> Result<(), String> {
        let (now, local) = (self.now, self.local(peer));
        let Some(voter) = self.peers[peer].voter else { return Ok(()) };
        let due: Vec<Voter> =
            self.peers[peer].want_at.iter().filter(|(_, at)| **at <= now).map(|(s, _)| *s).collect();
        let mut changed = false;
        for away in due {
            self.peers[peer].want_at.insert(away, now + 2_000);
            let Some(live) = &mut self.peers[peer].live else { continue };
            let bot = Change::StandIn { seat: away };
            let change = if self.plan.stands_in && away < FIRST_WITNESS {
                bot
            } else {
                Change::Remove { voter: away }
            };
            changed |= live.want(local, change).is_ok();
        }
        changed |= self.give_up_on_who_owes(peer);
        let act_at = self.peers[peer].act_at;
        let left = self.peers[peer].back_at.is_some_and(|at| now < at && now < self.plan.heal_at);
        if !left {
            self.peers[peer].back_at = None;
        }
        let Some(live) = &mut self.peers[peer].live else { return Ok(()) };
        if !live.is_started() {
            return Ok(());
        }
        let (is_witness, counts) = (voter >= FIRST_WITNESS, live.voters().contains(voter));
        if !counts || left && live.may_go(local) {
            self.peers[peer].leaving = false;
        }
        if is_witness {
            return if changed { self.drain(peer) } else { Ok(()) };
        }
        let seat = voter;
        let Some(live) = &mut self.peers[peer].live else { return Ok(()) };
        let holder = live.holders()[usize::from(seat)];
        let dozes = self.plan.dozes == Some(seat);
        let mine = live.rules().turn() == ToMove::Seat(seat) && holder == Holder::Player && !left && !dozes;
        if holder.is_bot() && !left {
            changed |= live.come_back(local).is_ok();
        }
        let mut next_act = act_at;
        if mine && act_at.is_none() {
            next_act = Some(now + self.luck.between(1, 400));
        } else if act_at.is_some_and(|at| at <= now) {
            next_act = None;
            if mine {
                let payload = live.rules().payload(seat, &mut self.luck);
                changed |= live.act(local, payload).is_ok();
            }
        }
        self.peers[peer].act_at = next_act;
        if changed { self.drain(peer) } else { Ok(()) }
    }

    /// A seat may be there and yet withhold what it owes: after a while everybody gives up on it.
    fn give_up_on_who_owes(&mut self, peer: usize) -> bool {
        let (now, local) = (self.now, self.local(peer));
        let Peer { live: Some(live), progress, voter: mine, .. } = &mut self.peers[peer] else {
            return false;
        };
        let (len, since) = *progress;
        if live.log().len() != len {
            *progress = (live.log().len(), now);
            return false;
        }
        let stuck = if self.plan.clock.is_on() { STUCK_WITH_CLOCK_MILLIS } else { STUCK_MILLIS };
        if now < since + stuck || !live.is_started() {
            return false;
        }
        progress.1 = now - stuck + 1_000;
        let owing: Vec<Voter> = live.voters().iter().filter(|voter| Some(*voter) != *mine).collect();
        let owing: Vec<Voter> =
            owing.into_iter().filter(|voter| live.owes(*voter) != Owed::Nothing).collect();
        let mut changed = false;
        for voter in owing {
            changed |= live.want(local, Change::Remove { voter }).is_ok();
        }
        changed
    }
}
