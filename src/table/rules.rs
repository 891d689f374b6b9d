//! Games as the protocol sees them: the only adapter between the two.
//!
//! [`GameRules`] is any registered game behind the protocol's [`Rules`]; a [`Move`] is what a seat commits at once, as
//! the bytes that are signed. Nothing here knows which game it is, or how bytes travel.

use std::sync::Arc;

use serde_json::Value;
use whistlestop_proto::chance::Entropy;
use whistlestop_proto::contract::SeatNumber;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::limits::{MAX_PAYLOAD_BYTES, MAX_SEATS};
use whistlestop_proto::rules::{Rules, ToMove};
use whistlestop_proto::step::Step;

use crate::engine::any_game::{ActionBytes, AnyGame, GameEntry, Refused};
use crate::engine::bot::{Bot, Progress};
use crate::engine::canonical;
use crate::engine::game::{self, Heard, Notes, Viewer};

use super::thought::{Thought, Thoughts};

/// Actions of one move: the longest turn of any game, as a player drafts it, is shorter.
pub const MAX_MOVE_ACTIONS: usize = 16;

/// A registered game, as the protocol plays it. A clone shares the game until one of the two plays on.
#[derive(Clone, Debug)]
pub struct GameRules {
    game: Arc<dyn AnyGame>,
    /// What the last step brought about, if anybody listens: else nothing is put into words.
    heard: Option<Arc<Heard>>,
    bots: BotSeats,
    thoughts: Thoughts,
}

/// Which bot plays which seat, and which stands in for players who are away.
#[derive(Clone, Copy, Debug)]
pub struct BotSeats {
    seats: [Option<&'static dyn Bot>; MAX_SEATS],
    stand_in: &'static dyn Bot,
}

/// What a seat commits at once: some actions, carried out together or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move(Vec<ActionBytes>);

/// What a contract says of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTerms {
    /// The game's id.
    pub game: String,
    /// The version of its rules.
    pub rules: String,
    /// The hash of its board.
    pub board: Hash,
}

/// Why something is no move, or none that can be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadMove {
    /// The bytes do not hold a list of actions.
    #[error("these bytes are not a move")]
    NotAMove,
    /// It has none or too many.
    #[error("a move has 1 to {MAX_MOVE_ACTIONS} actions, not {0}")]
    Count(usize),
    /// It is longer than the protocol carries.
    #[error("a move has at most {MAX_PAYLOAD_BYTES} bytes, not {0}")]
    Length(usize),
    /// The seat may not decide now.
    #[error("it is not the turn of seat {0}")]
    NotTheirTurn(SeatNumber),
    /// A seat decides, or the game is over.
    #[error("nothing is to be drawn now")]
    NotChance,
    /// The turn went to another seat or to chance before the last action: nobody may decide on what is not yet known.
    #[error("the turn is over after {0} actions, and the move goes on")]
    GoesOn(usize),
    /// It stops in the midst of what the rules make one move.
    #[error("a move may not end after these {0} actions: finish what was begun")]
    Unfinished(usize),
    /// An action is not possible.
    #[error("action {number}: {why}")]
    Refused {
        /// Which action, from 1.
        number: usize,
        /// Why.
        why: Refused,
    },
}

impl GameRules {
    /// The rules of this game, from where it stands, with these bots.
    pub fn new(game: impl Into<Arc<dyn AnyGame>>, bots: BotSeats) -> Self {
        Self { game: game.into(), heard: None, bots, thoughts: Thoughts::default() }
    }

    /// The same rules; what each step brings about is to be heard.
    #[must_use]
    pub fn listening(self) -> Self {
        Self { heard: Some(Arc::default()), ..self }
    }

    /// What the last step brought about, if anybody listens.
    pub fn heard(&self) -> Option<&Heard> {
        self.heard.as_deref()
    }

    fn go_on(&mut self, step: &Step) -> Result<(), BadMove> {
        let mut notes = if self.heard.is_some() { Notes::kept() } else { Notes::ignored() };
        self.game = play(&self.game, step, &mut notes)?;
        self.heard = self.heard.is_some().then(|| Arc::new(notes.into_heard()));
        Ok(())
    }

    /// What slow bots have decided.
    pub fn thoughts(&self) -> &Thoughts {
        &self.thoughts
    }

    /// What a slow bot has to decide before this seat can move, if it has not yet.
    pub(super) fn unthought(&self, seat: SeatNumber, stand_in: bool) -> Option<Thought> {
        let bot = self.bots.on(seat, stand_in);
        if !bot.is_slow() {
            return None;
        }
        let thought = Thought { seat, stand_in, state: self.state_hash(), game: self.shared(), bot };
        self.thoughts.get(&thought.key()).is_none().then_some(thought)
    }

    /// The game.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// The game, for whoever keeps it.
    pub fn shared(&self) -> Arc<dyn AnyGame> {
        Arc::clone(&self.game)
    }

    /// The bots.
    pub fn bots(&self) -> BotSeats {
        self.bots
    }
}

impl BotSeats {
    /// The bots of seats, from seat 0; players have none. Seats beyond those a table can have are left out.
    pub fn new(
        seats: impl IntoIterator<Item = Option<&'static dyn Bot>>,
        stand_in: &'static dyn Bot,
    ) -> Self {
        let mut all = [None; MAX_SEATS];
        for (place, bot) in all.iter_mut().zip(seats) {
            *place = bot;
        }
        Self { seats: all, stand_in }
    }

    /// One bot for every seat, and to stand in.
    pub fn all(bot: &'static dyn Bot) -> Self {
        Self { seats: [Some(bot); MAX_SEATS], stand_in: bot }
    }

    /// What the bot of this seat, or the stand-in, commits. A bot that errs must not hold up the table: then it is the
    /// first thing that is legal, the same on every machine.
    fn decide(&self, game: &dyn AnyGame, seat: SeatNumber, stand_in: bool) -> Vec<u8> {
        decide(self.on(seat, stand_in), game, seat, &Progress::default())
    }

    /// The bot of this seat, or the stand-in.
    fn on(&self, seat: SeatNumber, stand_in: bool) -> &'static dyn Bot {
        let own = self.seats.get(usize::from(seat)).copied().flatten();
        own.filter(|_| !stand_in).unwrap_or(self.stand_in)
    }
}

/// What a bot commits for a seat; the first thing that is legal if it errs.
pub(super) fn decide(bot: &dyn Bot, game: &dyn AnyGame, seat: SeatNumber, progress: &Progress) -> Vec<u8> {
    let decided = Move::new(bot.think(game, progress)).map(|decided| decided.encode());
    let tried = decided.and_then(|payload| {
        carry_out(game, seat, &payload, &mut Notes::ignored())?;
        Ok(payload)
    });
    tried.unwrap_or_else(|why| {
        tracing::error!(bot = bot.name(), %why, "a bot decided on what is no move");
        Move(first_choices(game, seat)).encode()
    })
}

/// The first thing that is legal, and so on as long as a move may not end.
fn first_choices(game: &dyn AnyGame, seat: SeatNumber) -> Vec<ActionBytes> {
    let (mut game, mut actions) = (game.fork(), Vec::new());
    while actions.len() < MAX_MOVE_ACTIONS
        && let Some(choice) = game.choices().into_iter().next()
    {
        game.apply(&choice.action, &mut Notes::ignored()).expect("a listed choice is legal");
        actions.push(choice.action);
        if turn(&*game) != ToMove::Seat(seat) || game.may_pause() {
            break;
        }
    }
    actions
}

/// The game after a step; the given one stays as it is. To go back is for whoever keeps the past: here that changes
/// nothing.
pub(super) fn play(
    game: &Arc<dyn AnyGame>,
    step: &Step,
    notes: &mut Notes,
) -> Result<Arc<dyn AnyGame>, BadMove> {
    match step {
        Step::Nothing | Step::Back { .. } => Ok(Arc::clone(game)),
        Step::Payload { seat, payload } => carry_out(&**game, *seat, payload, notes),
        Step::Entropy(entropy) => {
            let mut game = game.fork();
            if game.draw(*entropy, notes) { Ok(game.into()) } else { Err(BadMove::NotChance) }
        }
    }
}

/// The game after a move of a seat.
fn carry_out(
    game: &dyn AnyGame,
    seat: SeatNumber,
    payload: &[u8],
    notes: &mut Notes,
) -> Result<Arc<dyn AnyGame>, BadMove> {
    let decides = |game: &dyn AnyGame| turn(game) == ToMove::Seat(seat);
    if !decides(game) {
        return Err(BadMove::NotTheirTurn(seat));
    }
    let mut game = game.fork();
    let actions = Move::decode(payload)?.0;
    for (done, action) in actions.iter().enumerate() {
        if !decides(&*game) {
            return Err(BadMove::GoesOn(done));
        }
        let refused = |why| BadMove::Refused { number: done + 1, why };
        game.apply(action, notes).map_err(refused)?;
    }
    if decides(&*game) && !game.may_pause() {
        return Err(BadMove::Unfinished(actions.len()));
    }
    Ok(game.into())
}

impl Rules for GameRules {
    fn fork(&self) -> Self {
        Self { game: self.game.fork().into(), ..self.clone() }
    }

    fn turn(&self) -> ToMove {
        turn(&*self.game)
    }

    fn apply(&mut self, seat: SeatNumber, payload: &[u8]) -> Result<(), String> {
        self.go_on(&Step::Payload { seat, payload: payload.to_vec() }).map_err(|bad| bad.to_string())
    }

    fn draw(&mut self, entropy: Entropy) {
        self.go_on(&Step::Entropy(entropy)).expect("the protocol draws at chance turns only");
    }

    /// What the seat's bot decides; nothing where it is not the seat's turn.
    fn auto(&self, seat: SeatNumber, stand_in: bool) -> Vec<u8> {
        if self.turn() != ToMove::Seat(seat) {
            return Vec::new();
        }
        self.bots.decide(&*self.game, seat, stand_in)
    }

    /// What a slow bot has been worked out to do; others are asked at once.
    fn auto_if_known(&self, seat: SeatNumber, stand_in: bool) -> Option<Vec<u8>> {
        if self.turn() == ToMove::Seat(seat) && self.bots.on(seat, stand_in).is_slow() {
            return self.thoughts.get(&(self.state_hash(), stand_in));
        }
        Some(self.auto(seat, stand_in))
    }

    /// The engine's own hash of the state, byte for byte.
    fn state_hash(&self) -> Hash {
        Hash(*self.game.state_hash().as_bytes())
    }

    /// The whole position, a line for each field: `companies.PRR.cash`.
    fn dump(&self) -> Vec<(String, String)> {
        let mut fields = Vec::new();
        flatten(String::new(), &self.game.position(Viewer::Everything), &mut fields);
        fields
    }
}

impl Move {
    /// A move of these actions, in this order.
    pub fn new(actions: Vec<ActionBytes>) -> Result<Self, BadMove> {
        if !(1..=MAX_MOVE_ACTIONS).contains(&actions.len()) {
            return Err(BadMove::Count(actions.len()));
        }
        let this = Self(actions);
        match this.encode().len() {
            0..=MAX_PAYLOAD_BYTES => Ok(this),
            long => Err(BadMove::Length(long)),
        }
    }

    /// The actions.
    pub fn actions(&self) -> &[ActionBytes] {
        &self.0
    }

    /// The canonical bytes: the number of actions, then each with its length before it.
    pub fn encode(&self) -> Vec<u8> {
        let actions: Vec<&[u8]> = self.0.iter().map(|action| action.0.as_slice()).collect();
        canonical::encode(&actions)
    }

    /// The move with exactly these bytes.
    pub fn decode(payload: &[u8]) -> Result<Self, BadMove> {
        if payload.len() > MAX_PAYLOAD_BYTES {
            return Err(BadMove::Length(payload.len()));
        }
        let actions: Vec<Vec<u8>> = canonical::decode(payload).map_err(|_| BadMove::NotAMove)?;
        Self::new(actions.into_iter().map(ActionBytes).collect())
    }
}

impl From<&GameEntry> for GameTerms {
    fn from(entry: &GameEntry) -> Self {
        let meta = entry.meta;
        Self {
            game: meta.id.to_owned(),
            rules: meta.rules_version.to_owned(),
            board: Hash(*(meta.board_hash)().as_bytes()),
        }
    }
}

/// Who decides, as the protocol says it.
pub(super) fn turn(game: &dyn AnyGame) -> ToMove {
    match game.turn() {
        game::Turn::Seat(seat) => ToMove::Seat(seat.number()),
        game::Turn::Chance => ToMove::Chance,
        game::Turn::Over => ToMove::Over,
    }
}

/// Lists without anything in them that has a name are one field: what is missing in one shows there and moves
/// nothing else.
fn flatten(path: String, value: &Value, fields: &mut Vec<(String, String)>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let dot = if path.is_empty() { "" } else { "." };
                flatten(format!("{path}{dot}{key}"), value, fields);
            }
        }
        Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
            for (place, item) in items.iter().enumerate() {
                flatten(format!("{path}[{place}]"), item, fields);
            }
        }
        plain => fields.push((path, plain.to_string())),
    }
}

#[cfg(test)]
pub(super) mod tests;
