//! What a game is: [`Game`], and the plain types that it speaks in.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::canonical::Digest;
use super::chance::Chance;
use super::money::{Currency, Money};
use super::scene::Scene;
use super::seat::Seat;
use super::words::Words;

/// The rules of one game, as a state that actions and draws change.
///
/// The state is a pure function of set-up, actions and the entropy of draws. It holds sized integers in
/// arrays, no text of players, and nothing that a position does not show.
pub trait Game: Clone + Debug + Eq + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// One small step of one player: a bid, one hex, "done". An enum of unit and struct variants.
    type Action: Clone + Debug + Eq + Serialize + DeserializeOwned + Send + Sync;

    /// What is fixed about the game.
    const META: &'static Meta;

    /// The game at its very start. Nothing here is random: a game that must deal starts at a chance turn.
    fn new(setup: &Setup) -> Result<Self, SetupError>;

    /// Who decides now: exactly one seat, or chance, or nobody any more.
    fn turn(&self) -> Turn;

    /// Adds every action the deciding seat may take (none at a chance turn or when the game is over) and,
    /// if they are wanted, those that come to mind but are blocked.
    fn list_choices(&self, choices: &mut Choices<Self::Action>);

    /// Carries out an action of the deciding seat, all or nothing.
    fn apply(&mut self, action: &Self::Action, notes: &mut Notes) -> Result<(), Illegal>;

    /// Carries out a chance turn. Called only when [`turn`](Self::turn) says so.
    fn draw(&mut self, chance: &mut Chance, notes: &mut Notes);

    /// The action with the amount that the player chose; only called for [`Choice::Amount`].
    fn with_amount(action: &Self::Action, amount: Money) -> Self::Action;

    /// How an action is put to the deciding player.
    fn describe(&self, action: &Self::Action) -> Label;

    /// How the players stand, or stood at the end: best first, equals by seat.
    fn standings(&self) -> Vec<Standing>;

    /// What this position is worth to the seat, for bots that compare positions: more is better for the seat, in
    /// any unit of the game's own. It must be a pure function of the state in whole numbers, as all peers compute it.
    ///
    /// Asked at [quiet](Self::is_quiet) positions and, to sort out hopeless lines early, at others. A game that does
    /// not say better is judged by the seat's present score.
    fn worth(&self, seat: Seat) -> i64 {
        let standings = self.standings();
        standings.iter().find(|standing| standing.seat == seat).map_or(0, |standing| standing.score)
    }

    /// Whether [`worth`](Self::worth) can judge the position as it stands. It cannot while the deciding seat is in
    /// the midst of something, such as having named a kind of action and not yet done it: then a bot looks further.
    fn is_quiet(&self) -> bool {
        true
    }

    /// Whether the deciding seat may commit what it has done so far and go on later. It may not in the midst of what the
    /// rules make one move: then peers refuse a move that ends here.
    ///
    /// From a position where it may, every line of choices must come to one again, or to another seat, within the
    /// actions of one move.
    fn may_pause(&self) -> bool {
        true
    }

    /// What somebody in a hurry would do here, where that is as good as known without trying everything: bots ask this
    /// where they play a game out in their minds. Auctions above all, which may take dozens of bids to end as expected.
    fn hasty_action(&self) -> Option<Self::Action> {
        None
    }

    /// Puts something that could just as well be in the place of whatever the seat may not see, as hands of others: a bot
    /// that looks ahead must not look into them. A game without secrets has nothing to do here.
    fn redeal(&mut self, _seat: Seat, _chance: &mut Chance) {}

    /// The ids of the rules that say what may be done now, for whoever asks for help: the headings of
    /// [`Meta::rules_text`].
    fn rules_now(&self) -> &'static [&'static str] {
        &[]
    }

    /// Everything that a screen shows, for one viewer.
    fn scene(&self, viewer: Viewer) -> Scene;

    /// Everything that decides what happens next, as far as the viewer may see it.
    fn position(&self, viewer: Viewer) -> Value;

    /// The game at this position; a reason if it cannot stand so.
    fn from_position(position: &Value) -> Result<Self, BadPosition>;

    /// Checks what must always hold, whatever was played; the conformance suite asks after every action
    /// and a position from outside is refused with the reason.
    fn audit(&self) -> Result<(), BadPosition>;

    /// All legal choices, without the blocked ones.
    fn legal_choices(&self) -> Vec<Choice<Self::Action>> {
        let mut choices = Choices::legal_only();
        self.list_choices(&mut choices);
        choices.legal
    }
}

/// What is fixed about a game, and known before one starts.
#[derive(Debug)]
pub struct Meta {
    /// The name on the command line and in contracts: lower case with dashes.
    pub id: &'static str,
    /// The name that people read.
    pub title: &'static str,
    /// Fewest and most seats.
    pub seats: (u8, u8),
    /// Changes whenever the same actions would give another state.
    pub rules_version: &'static str,
    /// Versions of the rules before that, each with the version of this program that plays it.
    pub earlier_rules: &'static [(&'static str, &'static str)],
    /// What people bid and pay with.
    pub currency: Currency,
    /// Options with their defaults, by name.
    pub options: &'static [OptionMeta],
    /// The hash of the board's data: peers with different boards never start a table.
    pub board_hash: fn() -> Digest,
    /// The rules in our own words, a heading for each rule id.
    pub rules_text: &'static str,
    /// No game that began with its set-up has more actions than this, whatever the players do.
    pub max_actions: u32,
}

impl Meta {
    /// Whether somebody can play it alone, without bots.
    pub const fn is_for_one(&self) -> bool {
        self.seats.0 == 1
    }

    /// Fewest seats of a table where people meet.
    pub const fn fewest_together(&self) -> u8 {
        if self.is_for_one() { 2 } else { self.seats.0 }
    }
}

/// One option of a game.
#[derive(Debug)]
pub struct OptionMeta {
    /// Its name in a set-up.
    pub name: &'static str,
    /// One line on what it does.
    pub about: &'static str,
    /// The values it can have; the first is the default.
    pub values: &'static [OptionValue],
}

/// A value of an option: on or off, or one of some names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// On or off.
    Flag(bool),
    /// A name.
    Name(&'static str),
}

/// What the players agree on before a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// How many seats.
    pub seats: u8,
    /// Options that differ from their default.
    pub options: BTreeMap<String, Value>,
}

/// Why a game cannot start so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The game is not for that many.
    #[error("{title} is for {min} to {max} seats, not {seats}")]
    Seats {
        /// The game.
        title: &'static str,
        /// Fewest.
        min: u8,
        /// Most.
        max: u8,
        /// What was asked for.
        seats: i64,
    },
    /// There is no such option.
    #[error("{title} has no option {name:?}")]
    UnknownOption {
        /// The game.
        title: &'static str,
        /// What was asked for.
        name: String,
    },
    /// The option has no such value.
    #[error("option {name} cannot be {value}")]
    BadOption {
        /// The option.
        name: &'static str,
        /// What was asked for.
        value: String,
    },
    /// Seats and options are known, but not in this combination.
    #[error("{why}")]
    NotTogether {
        /// What does not go together.
        why: String,
    },
}

impl SetupError {
    /// The game is not for so many.
    pub fn seats(meta: &'static Meta, seats: i64) -> Self {
        let (min, max) = meta.seats;
        Self::Seats { title: meta.title, min, max, seats }
    }
}

impl Setup {
    /// A game for so many, without options.
    pub fn new(seats: u8) -> Self {
        Self { seats, options: BTreeMap::new() }
    }

    /// Checks the number of seats and the options against what the game says of itself.
    pub fn check(&self, meta: &'static Meta) -> Result<(), SetupError> {
        let (min, max) = meta.seats;
        if !(min..=max).contains(&self.seats) {
            return Err(SetupError::seats(meta, self.seats.into()));
        }
        for (name, value) in &self.options {
            let Some(option) = meta.options.iter().find(|option| option.name == name) else {
                return Err(SetupError::UnknownOption { title: meta.title, name: name.clone() });
            };
            if !option.values.iter().any(|known| serde_json::json!(known) == *value) {
                return Err(SetupError::BadOption { name: option.name, value: value.to_string() });
            }
        }
        Ok(())
    }
}

/// Who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This seat.
    Seat(Seat),
    /// Chance: [`Game::draw`] comes next.
    Chance,
    /// Nobody: the game is over.
    Over,
}

/// Something the deciding player may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice<A> {
    /// This action.
    Act(A),
    /// This action with an amount from `min` to `max` in steps of `step`.
    Amount {
        /// The action, holding `min`.
        action: A,
        /// The least.
        min: Money,
        /// The most.
        max: Money,
        /// From one amount to the next.
        step: Money,
    },
}

/// Something that comes to mind but may not be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// What cannot be done.
    pub what: Words,
    /// Why, and by which rule.
    pub why: Illegal,
}

impl Blocked {
    /// This may not be done, for this reason.
    pub fn new(what: impl Into<Words>, why: impl Into<Illegal>) -> Self {
        Self { what: what.into(), why: why.into() }
    }
}

/// A list of choices being made. Blocked ones cost words, so they are listed only where somebody reads them.
#[derive(Clone, Debug)]
pub struct Choices<A> {
    /// What may be done.
    pub legal: Vec<Choice<A>>,
    /// What may not be done; `None` if nobody asked.
    pub blocked: Option<Vec<Blocked>>,
}

impl<A> Choices<A> {
    /// An empty list of legal choices.
    pub const fn legal_only() -> Self {
        Self { legal: Vec::new(), blocked: None }
    }

    /// An empty list that also takes blocked choices.
    pub const fn with_blocked() -> Self {
        Self { legal: Vec::new(), blocked: Some(Vec::new()) }
    }

    /// Empties the list and keeps its memory.
    pub fn clear(&mut self) {
        self.legal.clear();
        self.blocked.iter_mut().for_each(Vec::clear);
    }

    /// Adds an action.
    pub fn act(&mut self, action: A) {
        self.legal.push(Choice::Act(action));
    }

    /// Adds an action with an amount to choose.
    pub fn amount(&mut self, action: A, (min, max): (Money, Money), step: Money) {
        self.legal.push(Choice::Amount { action, min, max, step });
    }

    /// Adds an action if it is allowed, and else, where that is wanted, `what` is blocked.
    pub fn act_if<W: Into<Words>>(
        &mut self,
        allowed: Result<(), impl Into<Illegal>>,
        action: A,
        what: impl FnOnce() -> W,
    ) {
        match allowed {
            Ok(()) => self.act(action),
            Err(refusal) => self.blocked(|| [Blocked::new(what(), refusal)]),
        }
    }

    /// Adds blocked choices, if they are wanted.
    pub fn blocked<I: IntoIterator<Item = Blocked>>(&mut self, blocked: impl FnOnce() -> I) {
        if let Some(list) = &mut self.blocked {
            list.extend(blocked());
        }
    }
}

/// How an action is put to the player who may take it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// What it does, in a few words.
    pub text: Words,
    /// The place on the board that it is about, by its id in the scene.
    pub place: Option<String>,
    /// The place that it leads to from there: where several actions start at one place, this tells them apart on the
    /// board.
    pub toward: Option<String>,
    /// What it costs at once.
    pub price: Option<Money>,
    /// The kind of action it is. Where there are very many, a player first picks the kind.
    pub group: Option<&'static str>,
    /// What else a player should know before taking it, such as what a card says.
    pub more: Words,
}

/// Why an action is refused: a sentence for the player and the rule's id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why} ({rule})")]
pub struct Illegal {
    /// The sentence.
    pub why: Words,
    /// The rule: "CE-14".
    pub rule: &'static str,
}

/// Why a position cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadPosition(pub Words);

impl<T: Into<Words>> From<T> for BadPosition {
    fn from(reason: T) -> Self {
        Self(reason.into())
    }
}

/// What an action or draw brought about, told only if somebody listens.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    heard: Option<Heard>,
}

/// What was told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// What happened, a sentence each, in order.
    pub said: Vec<Words>,
    /// Outcomes of chance, as JSON, in order.
    pub drawn: Vec<Value>,
}

impl Notes {
    /// Notes that nobody reads: nothing is put into words.
    pub const fn ignored() -> Self {
        Self { heard: None }
    }

    /// Notes that somebody reads.
    pub fn kept() -> Self {
        Self { heard: Some(Heard::default()) }
    }

    /// Tells what happened.
    pub fn say<W: Into<Words>>(&mut self, sentence: impl FnOnce() -> W) {
        if let Some(heard) = &mut self.heard {
            heard.said.push(sentence().into());
        }
    }

    /// Tells an outcome of chance.
    pub fn drew(&mut self, outcome: impl FnOnce() -> Value) {
        if let Some(heard) = &mut self.heard {
            heard.drawn.push(outcome());
        }
    }

    /// What was told; nothing if nobody listened.
    pub fn into_heard(self) -> Heard {
        self.heard.unwrap_or_default()
    }
}

/// Whose eyes see: one seat's, or all there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// What this seat may see.
    Seat(Seat),
    /// What somebody without a seat may see.
    Spectator,
    /// Everything, hidden hands too: for the rules command, tests and saved positions.
    Everything,
}

/// One player's place in the ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// Who.
    pub seat: Seat,
    /// With how much.
    pub score: i64,
    /// In which place; equals share one.
    pub rank: u8,
    /// What else the game counts, by name.
    #[serde(flatten)]
    pub details: BTreeMap<&'static str, Value>,
}

impl Standing {
    /// What the place goes by first: the score, or the `total` of games that add something to it at the end.
    pub fn total(&self) -> i64 {
        self.details.get("total").and_then(Value::as_i64).unwrap_or(self.score)
    }

    /// What else the game counts, as people read it: "stock value" and "30".
    pub fn counted(&self) -> impl Iterator<Item = (String, String)> {
        let value = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        self.details.iter().map(move |(name, shown)| (name.replace('_', " "), value(shown)))
    }

    /// The score with what else the game counts, in words: "16, stock value 30, total 46".
    pub fn account(&self) -> String {
        let details = self.counted();
        let details = details.map(|(name, shown)| format!(", {name} {shown}"));
        std::iter::once(self.score.to_string()).chain(details).collect()
    }

    /// Ranks seats by their key, highest first; equal keys share a rank. `score` shows the key.
    pub fn ranked<K: Ord + Copy>(
        seats: impl Iterator<Item = (Seat, K)>,
        score: impl Fn(K) -> i64,
    ) -> Vec<Self> {
        let mut all: Vec<(Seat, K)> = seats.collect();
        all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let rank = |key: K| 1 + all.iter().filter(|other| other.1 > key).count();
        let standing = |&(seat, key): &(Seat, K)| Self {
            seat,
            score: score(key),
            rank: u8::try_from(rank(key)).expect("ranks do not exceed seats"),
            details: BTreeMap::new(),
        };
        all.iter().map(standing).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_share_a_rank_and_stand_by_seat() {
        let cash = [30, 57, 57, 2].map(Money::new);
        let standings = Standing::ranked(Seat::all(4).zip(cash), Money::dollars);
        let shown: Vec<_> = standings.iter().map(|s| (s.seat.number(), s.score, s.rank)).collect();
        assert_eq!(shown, [(1, 57, 1), (2, 57, 1), (0, 30, 3), (3, 2, 4)]);
    }

    #[test]
    fn nobody_listening_means_no_words_are_made() {
        let mut notes = Notes::ignored();
        notes.say(|| -> String { unreachable!("nobody reads this") });
        assert_eq!(notes.into_heard(), Heard::default());
    }

    #[test]
    fn what_is_refused_is_blocked_where_somebody_reads_it() {
        let no = || Illegal { why: "it rains".into(), rule: "CE-1" };
        let mut choices = Choices::with_blocked();
        choices.act_if(Ok::<(), Illegal>(()), 1, || -> String { unreachable!("it is allowed") });
        choices.act_if(Err(no()), 2, || "walk");
        assert_eq!(choices.legal, [Choice::Act(1)]);
        assert_eq!(choices.blocked, Some(vec![Blocked { what: "walk".into(), why: no() }]));
        let mut unread = Choices::legal_only();
        unread.act_if(Err(no()), 2, || -> String { unreachable!("nobody reads this") });
        assert!(unread.legal.is_empty());
    }

    #[test]
    fn a_setup_is_checked_against_the_game() {
        static META: Meta = Meta {
            id: "toy",
            title: "Toy",
            seats: (2, 4),
            rules_version: "1",
            earlier_rules: &[],
            currency: Currency::Dollars,
            options: &[OptionMeta {
                name: "map",
                about: "which map",
                values: &[OptionValue::Name("big"), OptionValue::Name("small")],
            }],
            board_hash: || super::super::canonical::hash("toy", &0_u8),
            rules_text: "",
            max_actions: 1,
        };
        let with = |name: &str, value: Value| Setup { seats: 3, options: [(name.to_owned(), value)].into() };
        assert!(Setup::new(3).check(&META).is_ok());
        assert!(with("map", "small".into()).check(&META).is_ok());
        let refused = |setup: Setup| setup.check(&META).unwrap_err().to_string();
        assert_eq!(refused(Setup::new(5)), "Toy is for 2 to 4 seats, not 5");
        assert_eq!(refused(with("map", "huge".into())), "option map cannot be \"huge\"");
        assert_eq!(refused(with("nap", true.into())), "Toy has no option \"nap\"");
    }
}
