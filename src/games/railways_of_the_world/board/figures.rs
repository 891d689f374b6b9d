//! The figures of a map, as its file is written.

use serde::{Deserialize, Serialize};

use super::super::action::Color;
use super::names::{Baron, Card, City};

/// The whole file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Figures {
    pub(in super::super) name: String,
    pub(in super::super) most_players: u8,
    pub(super) rows: Vec<String>,
    pub(super) ridges: Vec<(u16, u16, u8)>,
    pub(in super::super) income: Vec<(i64, i64)>,
    pub(super) engines: Vec<i64>,
    pub(super) end_markers: Vec<u8>,
    pub(in super::super) build: BuildFigures,
    pub(in super::super) money: MoneyFigures,
    pub(in super::super) turns: TurnFigures,
    pub(in super::super) cubes: CubeFigures,
    pub(super) new_cities: TileFigures,
    pub(in super::super) special: SpecialFigures,
    pub(super) cities: CityList,
    pub(in super::super) cards: CardList,
    pub(super) barons: BaronList,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct BuildFigures {
    pub(in super::super) pieces: u8,
    pub(in super::super) open: i64,
    pub(in super::super) water: i64,
    pub(in super::super) mountain: i64,
    pub(in super::super) ridge: i64,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct MoneyFigures {
    pub(in super::super) bond: i64,
    pub(in super::super) dividend: i64,
    pub(in super::super) urbanize: i64,
    pub(in super::super) bid_least: i64,
    pub(in super::super) bid_step: i64,
    pub(in super::super) bid_most: i64,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct TurnFigures {
    pub(in super::super) rounds: u8,
    pub(in super::super) after_the_end_is_near: u8,
    pub(in super::super) most: u8,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct CubeFigures {
    pub(in super::super) of_a_color: u8,
    pub(in super::super) urbanize: u8,
    pub(in super::super) few_players: u8,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TileFigures {
    red: u8,
    blue: u8,
    yellow: u8,
    purple: u8,
    black: u8,
}

impl TileFigures {
    pub(super) const fn of(&self, color: Color) -> u8 {
        match color {
            Color::Red => self.red,
            Color::Blue => self.blue,
            Color::Yellow => self.yellow,
            Color::Purple => self.purple,
            Color::Black => self.black,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct SpecialFigures {
    pub(in super::super) tiles: u8,
    pub(in super::super) price: i64,
    pub(super) color: Color,
    pub(in super::super) cubes: u8,
    pub(super) sites: Vec<SiteFigures>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SiteFigures {
    pub(super) gateway: City,
    pub(super) at: (u16, u16),
    pub(super) name: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CityList {
    pub(super) list: Vec<CityFigures>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CityFigures {
    pub(super) id: City,
    pub(super) at: (u16, u16),
    pub(super) cubes: u8,
    /// None for a gray city.
    pub(super) color: Option<Color>,
    pub(super) name: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct CardList {
    pub(in super::super) face_up_per_player: u8,
    pub(super) list: Vec<CardFigures>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct CardFigures {
    pub(super) id: Card,
    pub(in super::super) name: String,
    pub(in super::super) effect: Effect,
    #[serde(default)]
    pub(super) start: bool,
}

/// What a card does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(in super::super) enum Effect {
    // Goals.
    DeliveryLinks { links: u8, points: i64 },
    LinksOwned { links: u8, points: i64 },
    DeliverTo { city: City, points: i64 },
    Line { between: (City, City), points: i64 },
    EngineLevel { level: u8, points: i64 },
    // Once a turn.
    Survey { dollars: i64 },
    Dispatch { levels: u8 },
    Dining { links: u8, dollars: i64 },
    Gang { pieces: u8 },
    // At once.
    Subsidy { dollars: i64 },
    Boom { cubes: u8 },
    Revival { cubes: u8 },
    Works { dollars: i64 },
    Charter,
    Press { points: i64 },
    // From the hand.
    Grant { pieces: u8 },
    Crew,
    Powder { mountain: i64, ridge: i64 },
    Orders { levels: u8 },
    Early,
    Rights,
    // For good.
    Hotel { city: City, points: i64 },
    Bridge { dollars: i64 },
    Tunnel { dollars: i64 },
    Credit { dollars: i64 },
    Shops { dollars: i64 },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BaronList {
    pub(super) list: Vec<BaronFigures>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct BaronFigures {
    pub(in super::super) id: Baron,
    pub(in super::super) points: i64,
    pub(in super::super) goal: Goal,
}

/// What a baron wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(in super::super) enum Goal {
    FewestBonds,
    MostCash,
    LongestChain,
    MostLinks,
    BestEngine,
    /// An unbroken chain of own links between two cities.
    Line(City, City),
    /// So many own links at a city.
    Hub {
        city: City,
        links: u8,
    },
    SpecialLink,
}
