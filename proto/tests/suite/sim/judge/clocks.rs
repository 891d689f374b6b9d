//! How long each seat's own program had its turn before it, counted a second time: nobody's time may be up before that.

use std::collections::BTreeMap;

use whistlestop_proto::contract::{SeatNumber, TimeControl};
use whistlestop_proto::entry::{Body, Change, Entry};
use whistlestop_proto::limits::OVERTIME_MILLIS;
use whistlestop_proto::quorum::Voter;

/// What words take on their way differs, so that a pulse that comes late makes time look longer; and whoever is told what
/// others have counted may count the last of it again.
const SLACK_MILLIS: u64 = 2_500;

/// The truth about everybody's time.
pub(crate) struct Times {
    clock: TimeControl,
    /// How long words are under way at most.
    delay_millis: u64,
    left: BTreeMap<SeatNumber, u64>,
    /// How many turns of its own each has had.
    turns: BTreeMap<SeatNumber, u64>,
    /// What whoever is to move has used at this turn, and after which entry.
    used: BTreeMap<SeatNumber, u64>,
    past: Vec<(u32, BTreeMap<SeatNumber, u64>)>,
    index: u32,
}

impl Times {
    pub(crate) fn new(clock: TimeControl, delay_millis: u64) -> Self {
        Self {
            clock,
            delay_millis,
            left: BTreeMap::new(),
            turns: BTreeMap::new(),
            used: BTreeMap::new(),
            past: vec![(0, BTreeMap::new())],
            index: 0,
        }
    }

    /// A seat has its turn before it, after so many entries, while its program runs.
    pub(crate) fn pass(&mut self, seat: Voter, entries: usize, millis: u64) {
        if entries == self.index as usize {
            *self.used.entry(seat).or_default() += millis;
        }
    }

    fn left(&self, seat: SeatNumber) -> u64 {
        let TimeControl::EachGame { seconds, .. } = self.clock else { return 0 };
        self.left.get(&seat).copied().unwrap_or(u64::from(seconds) * 1_000)
    }

    /// An entry is final that nobody has seen yet. Says how much too early somebody's time was up.
    pub(crate) fn note(&mut self, entry: &Entry) -> Result<(), (SeatNumber, String)> {
        self.index = entry.core.index;
        let ended = match entry.core.body {
            Body::Move { seat, .. } | Body::TimeUp { seat, .. } | Body::Auto { seat, .. } => seat,
            Body::Draw { .. } => {
                self.past = vec![(self.index, self.left.clone())];
                return Ok(());
            }
            Body::Change(Change::TakeBack { to }) => {
                let kept = self.past.iter().take_while(|(index, _)| *index <= to).count().max(1);
                self.past.truncate(kept);
                self.left = self.past[kept - 1].1.clone();
                self.used.clear();
                return Ok(());
            }
            Body::Change(_) | Body::Anew { .. } => return Ok(()),
        };
        let used = self.used.remove(&ended).unwrap_or(0);
        self.used.clear();
        let turns = self.turns.entry(ended).or_default();
        *turns += 1;
        let counted = if matches!(self.clock, TimeControl::EachGame { .. }) { *turns } else { 1 };
        let slack = SLACK_MILLIS + counted * self.delay_millis;
        let (left, mut more) = (self.left(ended), 0);
        let allowance = match self.clock {
            TimeControl::None => u64::MAX,
            TimeControl::EachMove { seconds } => u64::from(seconds) * 1_000,
            TimeControl::EachGame { increment, .. } => {
                more = u64::from(increment) * 1_000;
                left.max(u64::from(OVERTIME_MILLIS))
            }
        };
        let (rest, more) = match entry.core.body {
            Body::TimeUp { .. } => (0, more),
            Body::Auto { .. } => (left.saturating_sub(used), 0),
            _ => (left.saturating_sub(used), more),
        };
        self.left.insert(ended, rest + more);
        self.past.push((self.index, self.left.clone()));
        let up = matches!(entry.core.body, Body::TimeUp { .. });
        if up && used.saturating_add(slack) < allowance {
            return Err((ended, format!("the time of seat {ended} was up after {used} of {allowance} ms")));
        }
        Ok(())
    }
}
