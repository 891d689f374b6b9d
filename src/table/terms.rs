//! Contracts and the games of a program: making a contract from what people choose, and judging one that came from elsewhere.
//!
//! Nothing here signs anything. Read [`Terms`] first, then [`Agreed`].

use std::collections::BTreeMap;

use serde_json::Value;
use whistlestop_proto::contract::{BadContract, Contract, DrawMode, PROTOCOL_VERSION, SeatPlan, TimeControl};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::quorum::Voters;

use crate::engine::any_game::{AnyGame, GameEntry};
use crate::engine::game::{Meta, OptionValue, Setup, SetupError};

use super::catalog::Catalog;
use super::rules::{BotSeats, GameTerms};
use super::wire::is_table_name;

/// The option of a contract that no game has: what the table is called.
const NAME_OPTION: &str = "table";

const ROSTER_DOMAIN: &str = "whistlestop/roster/1";

/// What people choose about a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The game's id.
    pub game: String,
    /// Options that differ from their default.
    pub options: BTreeMap<String, Value>,
    /// The seats, from 0.
    pub seats: Vec<SeatPlan>,
    /// Where entropy comes from.
    pub draw: DrawMode,
    /// How long players may think.
    pub clock: TimeControl,
    /// The bot that takes over for a player who is away, with its version.
    pub stand_in: String,
    /// Makes two tables of the same people different.
    pub nonce: [u8; 16],
    /// What the table is called, if others can find it.
    pub name: Option<String>,
}

/// A contract that this program can play.
#[derive(Clone, Debug)]
pub struct Agreed {
    /// The game.
    pub entry: &'static GameEntry,
    /// How it begins.
    pub setup: Setup,
    /// Who plays for whom.
    pub bots: BotSeats,
}

/// Why this program cannot play a contract.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTerms {
    /// It breaks a bound of the protocol.
    #[error(transparent)]
    Contract(#[from] BadContract),
    /// It speaks another version of the protocol.
    #[error(
        "the table speaks protocol {theirs}, this program {ours}: everybody needs the same version of whistlestop"
    )]
    Protocol {
        /// Ours.
        ours: u16,
        /// The contract's.
        theirs: u16,
    },
    /// There is no such game.
    #[error("this whistlestop has no game {game:?}, only {known}: a newer version may have it")]
    Game {
        /// What was asked for.
        game: String,
        /// What there is.
        known: String,
    },
    /// The rules are of an earlier version, which an earlier program plays.
    #[error(
        "this table goes by the rules of version {theirs} of {game}: whistlestop {plays} plays them, this program \
         plays version {ours}"
    )]
    Earlier {
        /// The game.
        game: &'static str,
        /// Ours.
        ours: &'static str,
        /// The contract's.
        theirs: &'static str,
        /// The program that plays those.
        plays: &'static str,
    },
    /// The rules are of a version that this program has never heard of.
    #[error(
        "the table plays {game} by rules {theirs}, this program by rules {ours}: everybody needs the same version of whistlestop"
    )]
    Rules {
        /// The game.
        game: &'static str,
        /// Ours.
        ours: &'static str,
        /// The contract's.
        theirs: String,
    },
    /// The board is another one.
    #[error(
        "the table has another board of {game} ({theirs:?}) than this program ({ours:?}): everybody needs the same version of whistlestop"
    )]
    Board {
        /// The game.
        game: &'static str,
        /// Ours.
        ours: Hash,
        /// The contract's.
        theirs: Hash,
    },
    /// The number of seats or an option does not fit the game.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// There is no such bot.
    #[error(
        "this whistlestop has no bot {name:?}, only {known}: choose one of these, or use the same version"
    )]
    Bot {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
}

impl Terms {
    /// The contract of these terms, with the rules and the board of the game as this program has them.
    pub fn contract(self, catalog: impl Into<Catalog>) -> Result<Contract, BadTerms> {
        let catalog = catalog.into();
        let entry = catalog.game(&self.game)?;
        let setup = Setup { seats: seat_count(&self.seats), options: self.options };
        setup.check(entry.meta)?;
        let GameTerms { game, rules, board } = GameTerms::from(entry);
        let contract = Contract {
            protocol: PROTOCOL_VERSION,
            game,
            rules,
            board,
            options: options_as_text(&setup, self.name),
            draw: self.draw,
            clock: self.clock,
            seats: self.seats,
            witnesses: Vec::new(),
            absent: Voters::NONE,
            stand_in: self.stand_in,
            nonce: self.nonce,
            parent: None,
        };
        Agreed::new(&contract, catalog)?;
        Ok(contract)
    }
}

impl Agreed {
    /// Judges a contract by what this program can play.
    pub fn new(contract: &Contract, catalog: impl Into<Catalog>) -> Result<Self, BadTerms> {
        let catalog = catalog.into();
        contract.check()?;
        if table_name(contract).is_some_and(|name| !is_table_name(name)) {
            return Err(BadContract::Name.into());
        }
        if contract.protocol != PROTOCOL_VERSION {
            return Err(BadTerms::Protocol { ours: PROTOCOL_VERSION, theirs: contract.protocol });
        }
        let entry = catalog.game(&contract.game)?;
        let (game, ours) = (entry.meta.title, GameTerms::from(entry));
        if contract.rules != ours.rules {
            return Err(other_rules(entry.meta, &contract.rules));
        }
        if contract.board != ours.board {
            return Err(BadTerms::Board { game, ours: ours.board, theirs: contract.board });
        }
        let options = options_from_text(entry.meta, &contract.options)?;
        let setup = Setup { seats: seat_count(&contract.seats), options };
        setup.check(entry.meta)?;
        let bot = |plan: &SeatPlan| match plan {
            SeatPlan::Keyed { .. } => Ok(None),
            SeatPlan::Bot { name } => catalog.bot(name).map(Some),
        };
        let seats = contract.seats.iter().map(bot).collect::<Result<Vec<_>, _>>()?;
        let bots = BotSeats::new(seats, catalog.bot(&contract.stand_in)?);
        Ok(Self { entry, setup, bots })
    }

    /// The game at its very start; a copy starts elsewhere.
    pub fn begin(&self) -> Result<Box<dyn AnyGame>, BadTerms> {
        Ok((self.entry.begin)(&self.setup)?)
    }
}

impl BadTerms {
    /// Whether other rules, boards or bots are all that is wrong: then what was signed can be checked all the same.
    pub const fn is_of_another_program(&self) -> bool {
        matches!(
            self,
            Self::Earlier { .. }
                | Self::Rules { .. }
                | Self::Board { .. }
                | Self::Bot { .. }
                | Self::Game { .. }
        )
    }
}

/// Why a table of these rules cannot be played here.
fn other_rules(meta: &'static Meta, theirs: &str) -> BadTerms {
    let (game, ours) = (meta.title, meta.rules_version);
    match meta.earlier_rules.iter().find(|(rules, _)| *rules == theirs) {
        Some((theirs, plays)) => BadTerms::Earlier { game, ours, theirs, plays },
        None => BadTerms::Rules { game, ours, theirs: theirs.to_owned() },
    }
}

/// What the people of a contract call their table; nothing at a table that nobody else could find.
pub fn table_name(contract: &Contract) -> Option<&str> {
    contract.options.iter().find(|(name, _)| name == NAME_OPTION).map(|(_, value)| value.as_str())
}

/// What the roster phrase is made of: all keys, by seat, and the table's id.
pub fn roster_hash(contract: &Contract) -> Hash {
    let keys: Vec<u8> = contract.keyed().flat_map(|(seat, key)| [&[seat][..], &key.0].concat()).collect();
    Hash::of(ROSTER_DOMAIN, &[&contract.table().0, &keys])
}

/// What bots of the program are called at a table.
const BOT_NAMES: [&str; 6] = ["Casey", "Nellie", "Otto", "Pearl", "Rufus", "Tilda"];

/// What people call the seats, from 0: bots of the program get a name each, so that two of them can be told apart.
pub fn called(contract: &Contract) -> Vec<String> {
    let is_person = |wanted: &str| {
        contract.seats.iter().any(|plan| matches!(plan, SeatPlan::Keyed { name, .. } if name == wanted))
    };
    let mut free = BOT_NAMES.iter().filter(|name| !is_person(name));
    let name = |plan: &SeatPlan| match plan {
        SeatPlan::Keyed { name, .. } => name.clone(),
        SeatPlan::Bot { name } => free.next().map_or_else(|| name.clone(), |name| (*name).to_owned()),
    };
    contract.seats.iter().map(name).collect()
}

/// The same with what bots are: "Casey (bot greedy/2)".
pub fn introduced(contract: &Contract) -> Vec<String> {
    let introduce = |(plan, called): (&SeatPlan, String)| match plan {
        SeatPlan::Bot { name } => format!("{called} (bot {name})"),
        SeatPlan::Keyed { .. } => called,
    };
    contract.seats.iter().zip(called(contract)).map(introduce).collect()
}

/// The names of the seats in the contract, from 0.
pub fn seat_names(contract: &Contract) -> Vec<String> {
    let name = |plan: &SeatPlan| match plan {
        SeatPlan::Keyed { name, .. } | SeatPlan::Bot { name } => name.clone(),
    };
    contract.seats.iter().map(name).collect()
}

/// More seats than fit into a byte are too many for any game.
fn seat_count(seats: &[SeatPlan]) -> u8 {
    u8::try_from(seats.len()).unwrap_or(u8::MAX)
}

/// Names stand as they are, on and off as `true` and `false`; beside them stands what the table is called.
fn options_as_text(setup: &Setup, name: Option<String>) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let chosen = setup.options.iter().map(|(name, value)| (name.clone(), text(value)));
    let all: BTreeMap<_, _> = chosen.chain(name.map(|name| (NAME_OPTION.to_owned(), name))).collect();
    all.into_iter().collect()
}

fn options_from_text(
    meta: &'static Meta,
    options: &[(String, String)],
) -> Result<BTreeMap<String, Value>, SetupError> {
    let value = |(name, text): &(String, String)| {
        let unknown = || SetupError::UnknownOption { title: meta.title, name: name.clone() };
        let option = meta.options.iter().find(|option| option.name == name).ok_or_else(unknown)?;
        let same = |value: &&OptionValue| match value {
            OptionValue::Flag(on) => on.to_string() == *text,
            OptionValue::Name(name) => name == text,
        };
        let bad = || SetupError::BadOption { name: option.name, value: text.clone() };
        let found = option.values.iter().find(same).ok_or_else(bad)?;
        Ok((name.clone(), serde_json::json!(found)))
    };
    options.iter().filter(|(name, _)| name != NAME_OPTION).map(value).collect()
}
