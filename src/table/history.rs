//! The past of a table: the game after any entry, at once, also after entries that were taken back.
//!
//! A state is kept every few steps; any other is played again from the one before it. No bot is ever asked again and
//! nothing is checked: the entries were all judged before they came here.

use std::fmt;

use whistlestop_proto::step::Step;

use crate::engine::any_game::{Action, AnyGame};
use crate::engine::game::{Heard, Notes};

use super::limits::SNAPSHOT_STEPS;
use super::rules::{Move, carry_out};

/// The past of a table.
pub struct History {
    start: Box<dyn AnyGame>,
    /// From entry 1.
    moments: Vec<Moment>,
    /// After the last entry.
    last: Box<dyn AnyGame>,
}

/// What is kept of an entry.
struct Moment {
    step: Step,
    /// How many steps the state after it is away from one that is kept.
    away: u32,
    kept: Option<Box<dyn AnyGame>>,
    /// A later entry took it back.
    taken_back: bool,
}

impl History {
    /// The past of a game that is about to begin.
    pub fn new(start: Box<dyn AnyGame>) -> Self {
        Self { last: start.fork(), start, moments: Vec::new() }
    }

    /// Adds what an entry did, and says what it brought about. A step that cannot be carried out changes nothing.
    pub fn push(&mut self, step: Step) -> Heard {
        let mut notes = Notes::kept();
        let before = self.len();
        let step = match step {
            // Nothing goes back to what is not there yet.
            Step::Back { to } => Step::Back { to: to.min(before) },
            step => step,
        };
        let mut away = self.away(before) + 1;
        match &step {
            Step::Nothing => {}
            Step::Payload { seat, payload } => match carry_out(&*self.last, *seat, payload, &mut notes) {
                Ok(after) => self.last = after,
                Err(why) => tracing::error!(%why, index = before + 1, "a step does not follow the last one"),
            },
            Step::Entropy(entropy) => {
                if !self.last.draw(*entropy, &mut notes) {
                    tracing::error!(index = before + 1, "a draw does not follow the last step");
                }
            }
            Step::Back { to } => {
                self.last = self.at(*to);
                away = self.away(*to);
                let mut index = before;
                while index > *to {
                    index = self.mark_taken_back(index);
                }
            }
        }
        let keep = away >= SNAPSHOT_STEPS;
        let kept = keep.then(|| self.last.fork());
        self.moments.push(Moment { step, away: if keep { 0 } else { away }, kept, taken_back: false });
        notes.into_heard()
    }

    /// How many entries there are.
    pub fn len(&self) -> u32 {
        u32::try_from(self.moments.len()).unwrap_or(u32::MAX)
    }

    /// Whether nothing has happened yet.
    pub fn is_empty(&self) -> bool {
        self.moments.is_empty()
    }

    /// The game after the last entry.
    pub fn last(&self) -> &dyn AnyGame {
        &*self.last
    }

    /// The game after an entry, whether or not it was taken back; 0 is the start, and beyond the end is the end.
    pub fn at(&self, index: u32) -> Box<dyn AnyGame> {
        if index >= self.len() {
            return self.last.fork();
        }
        let mut steps: Vec<&Step> = Vec::new();
        let mut place = index;
        let mut game = loop {
            let Some(moment) = self.moment(place) else { break self.start.fork() };
            if let Some(kept) = &moment.kept {
                break kept.fork();
            }
            match &moment.step {
                Step::Back { to } => place = *to,
                step => {
                    steps.push(step);
                    place -= 1;
                }
            }
        };
        for step in steps.into_iter().rev() {
            repeat(&mut game, step);
        }
        game
    }

    /// What an entry did.
    pub fn step(&self, index: u32) -> Option<&Step> {
        self.moment(index).map(|moment| &moment.step)
    }

    /// What an entry brought about, told again.
    pub fn told(&self, index: u32) -> Heard {
        let mut notes = Notes::kept();
        if let Some(moment) = self.moment(index) {
            let mut before = self.at(index - 1);
            match &moment.step {
                Step::Payload { seat, payload } => {
                    let again = carry_out(&*before, *seat, payload, &mut notes);
                    debug_assert!(again.is_ok(), "what was legal once is legal again");
                }
                Step::Entropy(entropy) => {
                    let drawn = before.draw(*entropy, &mut notes);
                    debug_assert!(drawn, "a draw is due again");
                }
                Step::Nothing | Step::Back { .. } => {}
            }
        }
        notes.into_heard()
    }

    /// The actions of a move; none for other entries.
    pub fn actions(&self, index: u32) -> Vec<Action> {
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
        let Some(moment) = (index as usize).checked_sub(1).and_then(|place| self.moments.get_mut(place))
        else {
            return 0;
        };
        moment.taken_back = true;
        match moment.step {
            Step::Back { to } => to,
            _ => index - 1,
        }
    }
}

/// Plays a step again that was played before.
fn repeat(game: &mut Box<dyn AnyGame>, step: &Step) {
    match step {
        Step::Payload { payload, .. } => {
            let whole = Move::decode(payload);
            for action in whole.iter().flat_map(Move::actions) {
                let again = game.apply(action, &mut Notes::ignored());
                debug_assert!(again.is_ok(), "what was legal once is legal again");
            }
        }
        Step::Entropy(entropy) => {
            let drawn = game.draw(*entropy, &mut Notes::ignored());
            debug_assert!(drawn, "a draw is due again");
        }
        Step::Nothing | Step::Back { .. } => {}
    }
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "History({} entries)", self.len())
    }
}
