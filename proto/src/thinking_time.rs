//! How long each seat has thought, as one peer counts it. A pure state machine: it is told what happened, and when.
//!
//! A *turn* goes on until the seat to move has moved, or somebody has moved for it; it may take several entries, as others
//! come and go meanwhile. What is counted here decides nothing by itself: [`timing`](crate::timing) says when a peer
//! votes.

use std::collections::BTreeMap;

use crate::contract::{SeatNumber, TimeControl};
use crate::limits::{OVERTIME_MILLIS, READING_PARTS, SETTLE_MILLIS, TICK_MILLIS};
use crate::lockstep::Millis;
use crate::quorum::{Life, Quorum, Voter, Voters};
use crate::statement::{Reading, Signed};

/// The time of all seats.
#[derive(Debug)]
pub(crate) struct ThinkingTime {
    clock: TimeControl,
    /// By seat: what was left for the game when this turn began.
    left: Vec<u32>,
    /// What is used at this turn.
    used: u32,
    /// This peer has lost its memory: what others have counted goes before its own count.
    fresh: bool,
    /// What was left after the entries with these indices, since the last draw: moves may be taken back to there.
    past: Vec<(u32, Vec<u32>)>,
    /// What voters have counted at the open index.
    told: BTreeMap<Voter, Signed<Reading>>,
    /// When something was last counted at the open index.
    counted: Option<Millis>,
    /// When whoever is to move was last heard, or the index opened.
    heard: Option<Millis>,
    /// What was used when this peer last wrote it down at the open index.
    written: Option<u32>,
    /// The time ran out before any move came.
    up: bool,
}

/// How a turn ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TurnEnd {
    /// The seat moved.
    Moved,
    /// Its time was up.
    TimeUp,
    /// A stand-in moved, as the player was not there.
    StoodIn,
}

impl ThinkingTime {
    pub(crate) fn new(clock: TimeControl, seats: usize) -> Self {
        let left = match clock {
            TimeControl::EachGame { seconds, .. } => vec![seconds.saturating_mul(1_000); seats],
            TimeControl::None | TimeControl::EachMove { .. } => Vec::new(),
        };
        Self {
            clock,
            past: vec![(0, left.clone())],
            left,
            used: 0,
            fresh: false,
            told: BTreeMap::new(),
            counted: None,
            heard: None,
            written: None,
            up: false,
        }
    }

    pub(crate) fn is_on(&self) -> bool {
        self.clock.is_on()
    }

    /// What a seat has for one turn that begins now.
    pub(crate) fn allowance(&self, seat: SeatNumber) -> u32 {
        match self.clock {
            TimeControl::None => u32::MAX,
            TimeControl::EachMove { seconds } => seconds.saturating_mul(1_000),
            TimeControl::EachGame { .. } => {
                self.left.get(usize::from(seat)).copied().unwrap_or(0).max(OVERTIME_MILLIS)
            }
        }
    }

    /// What is used at this turn.
    pub(crate) fn used(&self) -> u32 {
        self.used
    }

    /// Whether this seat, which is to move, has used all that it has.
    pub(crate) fn is_over(&self, seat: SeatNumber) -> bool {
        self.is_on() && self.used >= self.allowance(seat)
    }

    /// The time ran out before any move came. Says whether that is new.
    pub(crate) fn note_up(&mut self) -> bool {
        !std::mem::replace(&mut self.up, true)
    }

    pub(crate) fn was_up(&self) -> bool {
        self.up
    }

    // Counting

    /// Time passes for the seat to move: of one step never more than [`TICK_MILLIS`] is counted.
    pub(crate) fn count(&mut self, now: Millis) {
        let step = self.step(now);
        self.used = self.used.saturating_add(step);
    }

    /// Time passes that does not count.
    pub(crate) fn pass(&mut self, now: Millis) {
        self.step(now);
    }

    /// Whoever is to move was heard, and says that it has used so much more. What it says over its own link counts by this
    /// peer's own time; what others pass on may have been held back, and counts for no more than the seat says itself.
    pub(crate) fn hear(&mut self, now: Millis, more: u32, direct: bool) {
        let step = self.step(now);
        self.used = self.used.saturating_add(if direct { step } else { step.min(more) });
        self.heard = Some(now);
    }

    fn step(&mut self, now: Millis) -> u32 {
        let passed = self.counted.map_or(0, |counted| now.saturating_sub(counted));
        self.counted = Some(now);
        u32::try_from(passed).unwrap_or(u32::MAX).min(TICK_MILLIS)
    }

    /// When whoever is to move was last heard; it has its time to be from when this is first asked.
    pub(crate) fn heard_since(&mut self, now: Millis) {
        self.heard.get_or_insert(now);
    }

    pub(crate) fn heard(&self) -> Option<Millis> {
        self.heard
    }

    // Entries

    /// A turn has ended with the entry at this index; `passed` if another decides now.
    pub(crate) fn end_turn(&mut self, index: u32, seat: SeatNumber, end: TurnEnd, passed: bool) {
        if let (TimeControl::EachGame { increment, .. }, Some(left)) =
            (self.clock, self.left.get_mut(usize::from(seat)))
        {
            let more = if passed && end != TurnEnd::StoodIn { increment.saturating_mul(1_000) } else { 0 };
            let rest = if end == TurnEnd::TimeUp { 0 } else { left.saturating_sub(self.used) };
            *left = rest.saturating_add(more);
            self.past.push((index, self.left.clone()));
        }
        self.begin_turn();
    }

    /// Chance decided: nothing before that can be taken back.
    pub(crate) fn draw(&mut self, index: u32) {
        self.past = vec![(index, self.left.clone())];
        self.begin_turn();
    }

    /// The game is back after the entry with this index, and so is the time.
    pub(crate) fn take_back(&mut self, to: u32) {
        let first = self.past.len().min(1);
        let kept = self.past.iter().take_while(|(index, _)| *index <= to).count().max(first);
        self.past.truncate(kept);
        if let Some((_, left)) = self.past.last() {
            self.left.clone_from(left);
        }
        self.begin_turn();
    }

    fn begin_turn(&mut self) {
        (self.used, self.up) = (0, false);
    }

    /// Another index is open.
    pub(crate) fn open(&mut self) {
        self.told.clear();
        (self.counted, self.heard, self.written) = (None, None, None);
    }

    // Readings

    /// Whether a reading is one of such a table.
    pub(crate) fn fits(&self, reading: &Reading) -> bool {
        self.is_on() && reading.left.len() == self.left.len()
    }

    pub(crate) fn reading(&self, index: u32, life: Life) -> Reading {
        Reading { index, life, used: self.used, left: self.left.clone() }
    }

    /// What a voter has counted at the open index.
    pub(crate) fn reading_of(&self, voter: Voter) -> Option<&Signed<Reading>> {
        self.told.get(&voter)
    }

    /// By voter.
    pub(crate) fn readings(&self) -> impl Iterator<Item = &Signed<Reading>> {
        self.told.values()
    }

    /// Whether it says more than what is known of its voter.
    pub(crate) fn is_news(&self, reading: &Signed<Reading>) -> bool {
        self.told.get(&reading.voter).is_none_or(|known| reading.says.used > known.says.used)
    }

    pub(crate) fn note(&mut self, reading: Signed<Reading>) {
        self.told.insert(reading.voter, reading);
    }

    /// Whether it is time for this peer to write down what it has counted.
    pub(crate) fn is_due(&self, seat: SeatNumber) -> bool {
        let part = (self.allowance(seat) / READING_PARTS).max(SETTLE_MILLIS);
        self.written.is_none_or(|written| self.used >= written.saturating_add(part))
    }

    pub(crate) fn note_written(&mut self) {
        self.written = Some(self.used);
    }

    /// Takes back what this peer once counted, as far as it is more than it knows.
    pub(crate) fn recall(&mut self, says: &Reading) {
        self.used = self.used.max(says.used);
        self.left.clone_from(&says.left);
    }

    /// This peer does not know any more what it has counted.
    pub(crate) fn forget(&mut self) {
        self.fresh = true;
    }

    pub(crate) fn is_fresh(&self) -> bool {
        self.fresh
    }

    /// All have lost their memory: nobody knows more.
    pub(crate) fn begin_anew(&mut self) {
        self.fresh = false;
    }

    /// Takes the smallest count of as many as are a majority, where these have counted clearly more than this peer: it was
    /// not there, or is new. One of them at least is honest, so it is no more than an honest peer has counted.
    pub(crate) fn settle(&mut self, voters: Voters, me: Option<Voter>) {
        let me = me.filter(|me| voters.contains(*me));
        let own = me.is_some() && !self.fresh;
        let others: Vec<&Reading> = self
            .told
            .values()
            .filter(|told| voters.contains(told.voter) && Some(told.voter) != me)
            .map(|told| &told.says)
            .collect();
        let size = Quorum::of(voters).size();
        let need = if me.is_some() && self.fresh { size.min(voters.len() - 1) } else { size };
        if need == 0 || others.len() + usize::from(own) < need {
            return;
        }
        // The so-many-eth most of all: so many have counted that or more.
        let agreed = |own_count: u32, count: &dyn Fn(&Reading) -> u32| {
            let mut all: Vec<u32> =
                others.iter().map(|told| count(told)).chain(own.then_some(own_count)).collect();
            all.sort_unstable_by(|a, b| b.cmp(a));
            all[need - 1]
        };
        let used = agreed(self.used, &|told| told.used);
        let left: Vec<u32> = (0..self.left.len())
            .map(|seat| {
                let spent = |left: u32| u32::MAX - left;
                u32::MAX - agreed(spent(self.left[seat]), &|told| spent(told.left[seat]))
            })
            .collect();
        if used > self.used.saturating_add(SETTLE_MILLIS) {
            self.used = used;
        }
        for (own, agreed) in self.left.iter_mut().zip(left) {
            if agreed.saturating_add(SETTLE_MILLIS) < *own {
                *own = agreed;
            }
        }
        self.fresh &= me.is_none();
    }
}

#[cfg(test)]
mod tests;
