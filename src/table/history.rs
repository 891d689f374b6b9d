//! The past of a table: the game after any entry, at once, also after entries that were taken back.
//!
//! A state is kept every few steps; any other is played again from the one before it. No bot is ever asked again and
//! nothing is checked: the entries were all judged before they came here.

use std::fmt;
use std::sync::Arc;

use whistlestop_proto::entry::Entry;
use whistlestop_proto::error::OpenError;
use whistlestop_proto::kept::Kept;
use whistlestop_proto::step::Step;

use crate::engine::any_game::{ActionBytes, AnyGame};
use crate::engine::game::{Heard, Notes};

use super::limits::SNAPSHOT_STEPS;
use super::rules::{Move, play};

/// The past of a table.
pub struct History {
    start: Arc<dyn AnyGame>,
    /// What each entry did, from entry 1.
    steps: Vec<Step>,
    /// What else is known of each.
    moments: Vec<Moment>,
    /// After the last entry.
    last: Arc<dyn AnyGame>,
}

/// What is kept of an entry beside what it did.
struct Moment {
    /// How many steps the state after it is away from one that is kept.
    away: u32,
    kept: Option<Arc<dyn AnyGame>>,
    /// A later entry took it back.
    taken_back: bool,
}

impl History {
    /// The past of a game that is about to begin.
    pub fn new(start: impl Into<Arc<dyn AnyGame>>) -> Self {
        let start = start.into();
        Self { last: Arc::clone(&start), start, steps: Vec::new(), moments: Vec::new() }
    }

    /// The past that the first entries of a journal tell. No signature is looked at, but every state must be the one that
    /// its entry says.
    pub fn of(kept: &Kept, start: impl Into<Arc<dyn AnyGame>>, entries: u32) -> Result<Self, OpenError> {
        let (table, draw) = (kept.contract.table(), kept.contract.draw);
        let mut history = Self::new(start);
        for Entry { core, .. } in kept.log.iter().take(entries as usize) {
            let step = Step::of(&core.body, &table, draw);
            let after = history.after(&step, &mut Notes::ignored());
            if *after.state_hash().as_bytes() != core.state.0 {
                return Err(OpenError::OtherState { index: core.index });
            }
            history.take(step, after);
        }
        Ok(history)
    }

    /// Adds what an entry did, and says what it brought about. A step that cannot be carried out changes nothing.
    pub fn push(&mut self, step: Step) -> Heard {
        let mut notes = Notes::kept();
        let after = self.after(&step, &mut notes);
        self.take(step, after);
        notes.into_heard()
    }

    fn after(&self, step: &Step, notes: &mut Notes) -> Arc<dyn AnyGame> {
        if let Step::Back { to } = step {
            return self.state(*to);
        }
        play(&self.last, step, notes).unwrap_or_else(|why| {
            tracing::error!(%why, index = self.len() + 1, "a step does not follow the last one");
            Arc::clone(&self.last)
        })
    }

    /// Adds what an entry did where it was played already, and the game after it.
    pub fn take(&mut self, step: Step, after: Arc<dyn AnyGame>) {
        let before = self.len();
        let (step, away) = match step {
            Step::Back { to } => {
                // Nothing goes back to what is not there yet.
                let to = to.min(before);
                let mut index = before;
                while index > to {
                    index = self.mark_taken_back(index);
                }
                (Step::Back { to }, self.away(to))
            }
            step => (step, self.away(before) + 1),
        };
        let keep = away >= SNAPSHOT_STEPS;
        let kept = keep.then(|| Arc::clone(&after));
        self.last = after;
        self.steps.push(step);
        self.moments.push(Moment { away: if keep { 0 } else { away }, kept, taken_back: false });
    }

    /// The state after this entry was damaged: it is played again from one that is kept before it.
    pub fn mend(&mut self, index: u32) {
        if let Some(moment) = (index as usize).checked_sub(1).and_then(|place| self.moments.get_mut(place)) {
            moment.kept = None;
        }
        if index == self.len() {
            self.last = self.played(index);
        }
    }

    /// How many entries there are.
    pub fn len(&self) -> u32 {
        u32::try_from(self.steps.len()).unwrap_or(u32::MAX)
    }

    /// Whether nothing has happened yet.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The game after the last entry.
    pub fn last(&self) -> &dyn AnyGame {
        &*self.last
    }

    /// The game after an entry, whether or not it was taken back; 0 is the start, and beyond the end is the end. It is
    /// another game at that state, to try things on; [`state`](Self::state) is the one that is kept, if it is.
    pub fn at(&self, index: u32) -> Box<dyn AnyGame> {
        self.state(index).fork()
    }

    /// The same, to be looked at.
    pub fn state(&self, index: u32) -> Arc<dyn AnyGame> {
        if index >= self.len() { Arc::clone(&self.last) } else { self.played(index) }
    }

    /// The game after an entry, from one that is kept.
    fn played(&self, index: u32) -> Arc<dyn AnyGame> {
        let mut steps: Vec<&Step> = Vec::new();
        let mut place = index;
        let kept = loop {
            let Some(step) = self.step(place) else { break &self.start };
            if let Some(kept) = self.moment(place).and_then(|moment| moment.kept.as_ref()) {
                break kept;
            }
            match step {
                Step::Back { to } => place = *to,
                step => {
                    steps.push(step);
                    place -= 1;
                }
            }
        };
        steps.into_iter().rev().fold(Arc::clone(kept), |game, step| {
            let again = play(&game, step, &mut Notes::ignored());
            debug_assert!(again.is_ok(), "what was legal once is legal again");
            again.unwrap_or(game)
        })
    }

    /// What the entries did.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What an entry did.
    pub fn step(&self, index: u32) -> Option<&Step> {
        self.steps.get((index as usize).checked_sub(1)?)
    }

    /// What an entry brought about, told again.
    pub fn told(&self, index: u32) -> Heard {
        let mut notes = Notes::kept();
        if let Some(step) = self.step(index) {
            let again = play(&self.state(index - 1), step, &mut notes);
            debug_assert!(again.is_ok(), "what was legal once is legal again");
        }
        notes.into_heard()
    }

    /// The actions of a move; none for other entries.
    pub fn actions(&self, index: u32) -> Vec<ActionBytes> {
        let Some(Step::Payload { payload, .. }) = self.step(index) else { return Vec::new() };
        Move::decode(payload).map(|whole| whole.actions().to_vec()).unwrap_or_default()
    }

    /// Whether a later entry took this one back.
    pub fn is_taken_back(&self, index: u32) -> bool {
        self.moment(index).is_some_and(|moment| moment.taken_back)
    }

    fn moment(&self, index: u32) -> Option<&Moment> {
        self.moments.get((index as usize).checked_sub(1)?)
    }

    fn away(&self, index: u32) -> u32 {
        self.moment(index).map_or(0, |moment| moment.away)
    }

    /// Marks an entry; gives the one before it in the game, past those that were taken back earlier.
    fn mark_taken_back(&mut self, index: u32) -> u32 {
        let place = index as usize - 1;
        self.moments[place].taken_back = true;
        match self.steps[place] {
            Step::Back { to } => to,
            _ => index - 1,
        }
    }
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "History({} entries)", self.len())
    }
}
