//! Any game, its types erased: actions are canonical bytes or JSON, everything else is plain data.
//!
//! Implemented once for every [`Game`]; what a game says in plain data anyway comes with its other traits as it is. Tables,
//! bots and the `rules` command see games only through this.

use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::bot::Progress;
use super::canonical::{self, Digest};
use super::chance::Chance;
use super::game::{
    Audited, BadPosition, Blocked, Choice, Choices, Game, Illegal, Label, Load, Meta, Notes, Setup,
    SetupError, Show, Turn, Turns, Worth,
};
use super::lines::Scout;
use super::money::Money;
use super::search::{self, Effort, Prospect, Tally};
use super::words::Words;

/// A game of any kind.
pub trait AnyGame: Turns + Show + Load + Audited + Worth + Debug + Send + Sync {
    /// What is fixed about it.
    fn meta(&self) -> &'static Meta;
    /// What the deciding seat may do.
    fn choices(&self) -> Vec<AnyChoice>;
    /// The same without words and places, and with JSON only where there is an amount to choose: for programs that try
    /// everything and read nothing.
    fn bare_choices(&self) -> Vec<AnyChoice>;
    /// What the deciding seat may not do, and why.
    fn blocked(&self) -> Vec<Blocked>;
    /// Carries out an action, all or nothing.
    fn apply(&mut self, action: &ActionBytes, notes: &mut Notes) -> Result<(), Refused>;
    /// Carries out the draw at a chance turn; does nothing and says `false` at any other.
    #[must_use]
    fn draw(&mut self, entropy: [u8; 32], notes: &mut Notes) -> bool;
    /// What the deciding seat would commit that looks no further than its own turn: see [`Scout::best`]. Nothing where no
    /// seat decides.
    fn best_line(&self) -> Vec<ActionBytes>;
    /// What the deciding seat could commit and what would come of it, best first: see [`search::search`].
    fn search(&self, effort: &Effort, progress: &Progress) -> Vec<AnyProspect>;
    /// The whole state as canonical bytes.
    fn encode(&self) -> Vec<u8>;
    /// The hash of the whole state.
    fn state_hash(&self) -> Digest;
    /// The action in these bytes, as JSON.
    fn action_to_json(&self, action: &ActionBytes) -> Result<Value, Refused>;
    /// The action that this JSON means.
    fn action_from_json(&self, action: &Value) -> Result<ActionBytes, Refused>;
    /// How an action is put to the deciding player; its amount, if it has one, is not part of the words.
    fn describe(&self, action: &ActionBytes) -> Result<Label, Refused>;
    /// Another game at the same state, to try things on.
    fn fork(&self) -> Box<dyn AnyGame>;
}

/// An action as canonical bytes: what is signed, sent and kept.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ActionBytes(pub Vec<u8>);

/// Something the deciding seat may do, in words, bytes and JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyChoice {
    /// The action; with an amount to choose, the one with the least.
    pub action: ActionBytes,
    /// The action as JSON, without the amount if there is one to choose.
    pub json: Value,
    /// The amounts to choose from.
    pub amount: Option<AmountRange>,
    /// What it does.
    pub text: Words,
    /// The place on the board that it is about.
    pub place: Option<String>,
    /// The place that it leads to from there.
    pub toward: Option<String>,
    /// What it costs at once.
    pub price: Option<Money>,
    /// The kind of action it is.
    pub group: Option<&'static str>,
    /// What else a player should know before taking it.
    pub more: Words,
}

/// Amounts from `min` to `max` in steps of `step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct AmountRange {
    pub min: Money,
    pub max: Money,
    pub step: Money,
}

impl AnyChoice {
    /// The choice as JSON that [`AnyGame::action_from_json`] takes, with the amount filled in.
    pub fn json_with_amount(&self, amount: Money) -> Value {
        let mut json = self.json.clone();
        json["amount"] = amount.dollars().into();
        json
    }

    /// The choice as programs are told of it: the action, what it does, and the amounts if there are any.
    pub fn to_json(&self) -> Value {
        match self.amount {
            Some(amount) => json!({ "action": self.json, "amount": amount, "text": self.text }),
            None => json!({ "action": self.json, "text": self.text }),
        }
    }
}

/// Something the deciding seat could commit, and what playing it out brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyProspect {
    /// The actions, in order.
    pub actions: Vec<ActionBytes>,
    /// What came of it.
    pub tally: Tally,
}

/// Why an action was not carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// It is no action of this game at all.
    #[error("{0}")]
    NotAnAction(String),
}

/// A game taken up from outside, or why it cannot stand so.
pub type Loaded = Result<Box<dyn AnyGame>, BadPosition>;

/// A game in the registry: how to begin, load and decode one.
#[derive(Clone, Copy, Debug)]
pub struct GameEntry {
    /// What is fixed about the game.
    pub meta: &'static Meta,
    /// Begins a game.
    pub begin: fn(&Setup) -> Result<Box<dyn AnyGame>, SetupError>,
    /// Takes up a game at a position.
    pub load: fn(&Value) -> Loaded,
    /// Takes up a game from the bytes of [`AnyGame::encode`].
    pub decode: fn(&[u8]) -> Loaded,
}

impl GameEntry {
    /// The entry of a game.
    pub const fn of<G: Game>() -> Self {
        Self { meta: G::META, begin: begin::<G>, load: load::<G>, decode: decode::<G> }
    }
}

fn begin<G: Game>(setup: &Setup) -> Result<Box<dyn AnyGame>, SetupError> {
    setup.check(G::META)?;
    Ok(Box::new(G::new(setup)?))
}

fn load<G: Game>(position: &Value) -> Loaded {
    let game = G::from_position(position)?;
    game.audit()?;
    Ok(Box::new(game))
}

fn decode<G: Game>(bytes: &[u8]) -> Loaded {
    let game: G = canonical::decode(bytes).map_err(|error| BadPosition::from(error.to_string()))?;
    game.audit()?;
    Ok(Box::new(game))
}

/// The hash of a game's whole state. Games never write their own.
pub fn state_hash<G: Game>(game: &G) -> Digest {
    canonical::hash(G::META.id, game)
}

impl<G: Game> AnyGame for G {
    fn meta(&self) -> &'static Meta {
        G::META
    }

    fn choices(&self) -> Vec<AnyChoice> {
        self.legal_choices().iter().map(|choice| any_choice(self, choice)).collect()
    }

    fn bare_choices(&self) -> Vec<AnyChoice> {
        self.legal_choices().iter().map(bare_choice::<G>).collect()
    }

    fn blocked(&self) -> Vec<Blocked> {
        let mut choices = Choices::with_blocked();
        self.list_choices(&mut choices);
        choices.blocked.unwrap_or_default()
    }

    fn apply(&mut self, action: &ActionBytes, notes: &mut Notes) -> Result<(), Refused> {
        Ok(Game::apply(self, &decode_action::<G>(action)?, notes)?)
    }

    fn draw(&mut self, entropy: [u8; 32], notes: &mut Notes) -> bool {
        let due = self.turn() == Turn::Chance;
        if due {
            Game::draw(self, &mut Chance::new(entropy), notes);
        }
        due
    }

    fn best_line(&self) -> Vec<ActionBytes> {
        match self.turn() {
            Turn::Seat(seat) => encode_actions::<G>(&Scout::default().best(self, seat).actions),
            Turn::Chance | Turn::Over => Vec::new(),
        }
    }

    fn search(&self, effort: &Effort, progress: &Progress) -> Vec<AnyProspect> {
        let any = |Prospect { actions, tally }| AnyProspect { actions: encode_actions::<G>(&actions), tally };
        search::search(self, effort, progress).into_iter().map(any).collect()
    }

    fn encode(&self) -> Vec<u8> {
        canonical::encode(self)
    }

    fn state_hash(&self) -> Digest {
        state_hash(self)
    }

    fn action_to_json(&self, action: &ActionBytes) -> Result<Value, Refused> {
        Ok(flat_json::<G>(&decode_action::<G>(action)?))
    }

    fn action_from_json(&self, action: &Value) -> Result<ActionBytes, Refused> {
        let action: G::Action = from_flat(action).map_err(Refused::NotAnAction)?;
        Ok(ActionBytes(canonical::encode(&action)))
    }

    fn describe(&self, action: &ActionBytes) -> Result<Label, Refused> {
        Ok(Game::describe(self, &decode_action::<G>(action)?))
    }

    fn fork(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
}

fn any_choice<G: Game>(game: &G, choice: &Choice<G::Action>) -> AnyChoice {
    let Label { text, place, toward, price, group, more } = game.describe(&choice.least());
    let json = json_of::<G>(choice);
    AnyChoice { json, text, place, toward, price, group, more, ..bare_choice::<G>(choice) }
}

/// A choice without what people read.
fn bare_choice<G: Game>(choice: &Choice<G::Action>) -> AnyChoice {
    let (json, amount) = match *choice {
        Choice::Act(_) => (Value::Null, None),
        Choice::Amount { min, max, step, .. } => (json_of::<G>(choice), Some(AmountRange { min, max, step })),
    };
    let Label { text, place, toward, price, group, more } = Label::default();
    let action = ActionBytes(canonical::encode(&choice.least()));
    AnyChoice { action, json, amount, text, place, toward, price, group, more }
}

fn encode_actions<G: Game>(actions: &[G::Action]) -> Vec<ActionBytes> {
    actions.iter().map(|action| ActionBytes(canonical::encode(action))).collect()
}

/// The choice as JSON, without the amount if there is one to choose.
fn json_of<G: Game>(choice: &Choice<G::Action>) -> Value {
    match choice {
        Choice::Act(action) => flat_json::<G>(action),
        Choice::Amount { .. } => {
            let mut json = flat_json::<G>(&choice.least());
            json.as_object_mut().map(|object| object.shift_remove("amount"));
            json
        }
    }
}

fn decode_action<G: Game>(action: &ActionBytes) -> Result<G::Action, Refused> {
    canonical::decode(&action.0).map_err(|error| Refused::NotAnAction(error.to_string()))
}

/// An action as people write it: `{"type":"bid","amount":9}`.
fn flat_json<G: Game>(action: &G::Action) -> Value {
    flat(serde_json::to_value(action).expect("actions are enums of plain fields"))
}

/// Turns serde's `"pass"` or `{"bid":{"amount":9}}` into `{"type":...}` with the fields beside it; a field that an action
/// can do without and has not is left out.
fn flat(tagged: Value) -> Value {
    let mut object = Map::new();
    match tagged {
        Value::Object(tagged) => {
            for (kind, fields) in tagged {
                object.insert("type".to_owned(), kind.into());
                if let Value::Object(fields) = fields {
                    object.extend(fields.into_iter().filter(|(_, value)| !value.is_null()));
                }
            }
        }
        unit => {
            object.insert("type".to_owned(), unit);
        }
    }
    object.into()
}

/// The way back from [`flat`], or what is wrong in words that do not speak of serde's forms.
fn from_flat<A: DeserializeOwned>(action: &Value) -> Result<A, String> {
    let mut fields = action.as_object().ok_or("an action is an object with a \"type\"")?.clone();
    let Some(Value::String(kind)) = fields.shift_remove("type") else {
        return Err("an action needs a \"type\" that is a text".to_owned());
    };
    let bare = serde_json::from_value::<A>(kind.as_str().into());
    match (bare, fields.keys().next()) {
        (Ok(action), None) => Ok(action),
        (Ok(_), Some(field)) => Err(format!("{kind} has no field `{field}`")),
        (Err(_), _) => {
            let tagged: Map<_, _> = [(kind, Value::Object(fields))].into_iter().collect();
            serde_json::from_value(tagged.into()).map_err(|error| error.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::{Deserialize, Serialize};

    #[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum Step {
        Pass,
        Bid { amount: u8 },
        Take { card: Option<u8> },
    }

    #[test]
    fn actions_are_flat_in_json_and_come_back() {
        for (step, shown) in [
            (Step::Pass, json!({"type": "pass"})),
            (Step::Bid { amount: 9 }, json!({"type": "bid", "amount": 9})),
            (Step::Take { card: Some(2) }, json!({"type": "take", "card": 2})),
            (Step::Take { card: None }, json!({"type": "take"})),
        ] {
            assert_eq!(flat(json!(step)), shown);
            assert_eq!(from_flat(&shown), Ok(step));
        }
    }

    #[test]
    fn what_is_no_action_is_refused_with_a_reason() {
        for (nonsense, why) in [
            (json!(null), "an action is an object with a \"type\""),
            (json!(["pass"]), "an action is an object with a \"type\""),
            (json!({"amount": 9}), "an action needs a \"type\" that is a text"),
            (json!({"type": 7}), "an action needs a \"type\" that is a text"),
            (json!({"type": "fly"}), "unknown variant `fly`, expected one of `pass`, `bid`, `take`"),
            (json!({"type": "bid"}), "missing field `amount`"),
            (json!({"type": "pass", "amount": 9}), "pass has no field `amount`"),
            (json!({"type": "bid", "amount": 9, "by": 1}), "unknown field `by`, expected `amount`"),
        ] {
            assert_eq!(from_flat::<Step>(&nonsense), Err(why.to_owned()), "{nonsense}");
        }
    }
}
