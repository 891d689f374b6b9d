//! Laptops that sleep, and the time that passes for those who are awake.

use whistlestop_proto::contract::FIRST_WITNESS;

use super::super::judge::counters::Situation;
use super::Sim;
use super::plan::Play;

impl<R: Play> Sim<R> {
    /// Until then nothing happens. Whoever has its turn before it, on a laptop that is awake, uses that time.
    pub(super) fn let_time_pass(&mut self, until: u64) {
        let millis = until - self.now;
        self.now = until;
        if !self.plan.clock.is_on() || millis == 0 {
            return;
        }
        let awake = self.peers.iter().filter(|peer| peer.asleep.is_none());
        let running = awake.filter_map(|peer| {
            let (live, seat) = (peer.live.as_ref()?, peer.voter.filter(|voter| *voter < FIRST_WITNESS)?);
            live.time_of(seat).filter(|time| time.is_running).map(|_| (seat, live.log().len()))
        });
        for (seat, entries) in running.collect::<Vec<_>>() {
            self.judge.times.pass(seat, entries, millis);
        }
    }

    pub(super) fn fall_asleep(&mut self, peer: usize) {
        if self.peers[peer].live.is_some() && self.peers[peer].asleep.is_none() {
            let until = self.now + self.luck.between(300, 20_000);
            self.peers[peer].asleep = Some((self.now, until));
            self.judge.meet(Situation::Sleep);
        }
    }

    /// Whether it still sleeps. The clock of whoever wakes up has gone on, or has not.
    pub(super) fn is_asleep(&mut self, peer: usize) -> bool {
        let Some((since, until)) = self.peers[peer].asleep else { return false };
        if self.now >= until {
            self.peers[peer].asleep = None;
            if self.luck.permille(500) {
                self.peers[peer].skew -= self.now - since;
            }
        }
        self.now < until
    }
}
