//! Whatever takes long to think about, in threads of their own: the loop goes on, and hears when something is thought out.
//!
//! There are three places to think in, one thing at a time in each: what slow bots of the table decide, what the own seat's
//! bot or program decides, and hints. What is thought out too late is of no use and is dropped by whoever hears of it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::mpsc;
use whistlestop_proto::contract::SeatNumber;
use whistlestop_proto::lockstep::Millis;

use crate::bots;
use crate::engine::any_game::AnyGame;
use crate::engine::bot::Progress;
use crate::node::players::mind::{Decision, Mind, MindPlan};
use crate::node::players::program::{Fault, Leash};
use crate::table::Table;
use crate::table::front::Advice;
use crate::table::front::Event;
use crate::table::thought::{Thought, ThoughtKey, ThoughtOut};

/// How often it is told how far the thinking is.
const TELL_MILLIS: Millis = 200;

/// Something that was thought out.
#[derive(Debug)]
pub(crate) enum Done {
    /// A slow bot of the table has decided.
    Bot(ThoughtOut),
    /// The bot or program of an own seat has decided, after the entry with this index.
    Own { index: u32, decided: Decision },
    /// Somebody asked for advice after the entry with this index.
    Advice { index: u32, advice: Vec<Advice> },
}

/// A bot or program of an own seat. When it is dropped a program ends, also one that still thinks: nothing that was started
/// for a table outlives it.
#[derive(Debug)]
struct Awake {
    mind: Arc<Mutex<Mind>>,
    leash: Option<Leash>,
}

impl Awake {
    fn new(mind: Mind) -> Self {
        Self { leash: mind.leash(), mind: Arc::new(Mutex::new(mind)) }
    }
}

impl Drop for Awake {
    fn drop(&mut self) {
        if let Some(leash) = &self.leash {
            leash.end();
        }
    }
}

/// What is being thought about.
#[derive(Debug)]
pub(crate) struct Thinker {
    say: mpsc::UnboundedSender<Done>,
    hear: mpsc::UnboundedReceiver<Done>,
    bot: Option<(ThoughtKey, SeatNumber, Arc<Progress>)>,
    own: Option<(u32, SeatNumber, Arc<Progress>)>,
    advice: Option<(u32, Arc<Progress>)>,
    /// Bots and programs of own seats, which stay awake from one decision to the next.
    minds: BTreeMap<SeatNumber, Awake>,
    told: (Option<(SeatNumber, u32)>, Option<u32>),
    next_tell: Millis,
}

impl Thinker {
    pub(crate) fn new() -> Self {
        let (say, hear) = mpsc::unbounded_channel();
        let (minds, next_tell) = (BTreeMap::new(), 0);
        Self { say, hear, bot: None, own: None, advice: None, minds, told: (None, None), next_tell }
    }

    /// The next thing that is thought out.
    pub(crate) async fn next(&mut self) -> Option<Done> {
        let done = self.hear.recv().await?;
        match &done {
            Done::Bot(_) => self.bot = None,
            Done::Own { .. } => self.own = None,
            Done::Advice { .. } => self.advice = None,
        }
        Some(done)
    }

    /// Lets the table's slow bot think, if it has to.
    pub(crate) fn think_for(&mut self, table: &Table) {
        if self.bot.is_some() {
            return;
        }
        if let Some(thought) = table.unthought() {
            let progress = Arc::new(Progress::default());
            self.bot = Some((thought.key(), thought.seat, Arc::clone(&progress)));
            self.spawn(move || Done::Bot(Thought::think(&thought, &progress)));
        }
    }

    /// Lets the bot or program of an own seat decide, unless one is at it.
    pub(crate) fn decide(&mut self, index: u32, seat: SeatNumber, plan: &MindPlan, game: Box<dyn AnyGame>) {
        if self.own.is_some() {
            return;
        }
        let awake = self.minds.entry(seat).or_insert_with(|| Awake::new(plan.wake()));
        let (mind, progress) = (Arc::clone(&awake.mind), Arc::new(Progress::default()));
        self.own = Some((index, seat, Arc::clone(&progress)));
        self.spawn(move || {
            let mut mind = mind.lock().unwrap_or_else(PoisonError::into_inner);
            Done::Own { index, decided: mind.decide(&*game, &progress) }
        });
    }

    /// Works out some advice for whoever decides, unless that is under way.
    pub(crate) fn advise(&mut self, index: u32, game: Box<dyn AnyGame>) {
        if self.advice.is_some() {
            return;
        }
        let progress = Arc::new(Progress::default());
        self.advice = Some((index, Arc::clone(&progress)));
        self.spawn(move || {
            let prospects = bots::advise(&*game, &progress);
            let advice = prospects.iter().map(|prospect| Advice::new(&*game, prospect)).collect();
            Done::Advice { index, advice }
        });
    }

    /// When it is to be told again how far the thinking is.
    pub(crate) fn next_due(&self) -> Option<Millis> {
        let busy = self.bot.is_some() || self.own.is_some() || self.advice.is_some();
        (busy || self.told != (None, None)).then_some(self.next_tell)
    }

    /// How far the thinking is, if that has changed since it was told.
    pub(crate) fn progress(&mut self, now: Millis) -> Option<Event> {
        if now < self.next_tell {
            return None;
        }
        self.next_tell = now + TELL_MILLIS;
        let of_bot = self.bot.as_ref().map(|(_, seat, progress)| (*seat, progress));
        let of_own = self.own.as_ref().map(|(_, seat, progress)| (*seat, progress));
        let seat = of_bot.or(of_own).map(|(seat, progress)| (seat, progress.percent()));
        let advice = self.advice.as_ref().map(|(_, progress)| progress.percent());
        let differs = self.told != (seat, advice);
        self.told = (seat, advice);
        differs.then_some(Event::Thinking { seat, advice })
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "what is thought out follows from the game alone; threads only tell it"
    )]
    fn spawn(&self, think: impl FnOnce() -> Done + Send + 'static) {
        let say = self.say.clone();
        // Nobody hears it any more if the table was left meanwhile.
        std::thread::spawn(move || say.send(think()).is_ok());
    }
}

/// Why there is no advice where others sit at the table.
pub(crate) const NO_ADVICE: &str =
    "hints are for practice: where others sit at the table nobody whispers to you";

/// What whoever started a program hears of its failures.
pub(crate) fn fault_words(fault: &Fault) -> String {
    format!("the bot lost this turn to greedy: {fault}")
}
