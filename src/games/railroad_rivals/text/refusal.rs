//! Why an action is refused, each reason with its rule.

use super::super::action::{At, Cube};
use super::super::board::{City, Railroad};
use super::super::state::{Draw, Phase};
use super::{city_name, cube_name, points};
use crate::engine::auction::{Auction, BadBid};
use crate::engine::game::Illegal;
use crate::engine::named::Named;

/// A reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Refusal {
    NotNow(Phase),
    BadBid(BadBid, Auction),
    CityNotOpen(City),
    StockNotOpen(Railroad),
    /// In solitaire, where nothing is drafted.
    StockNotDrawn(Railroad),
    HasCity,
    HasStock,
    NotInHand(City),
    Occupied(City),
    NotBeside(At),
    MustLink(City),
    NoBlank(City),
    /// Whether it could lie with a blank edge.
    NoFit(City, bool),
    MustLay,
    NothingThere(At),
    NoCube(City, Cube),
    NotLinked(City, City),
    NoLink(City),
    MustDeliver,
    OtherCubes,
}

impl From<Refusal> for Illegal {
    fn from(refusal: Refusal) -> Self {
        Self { why: refusal.sentence().into(), rule: refusal.rule() }
    }
}

impl Refusal {
    fn rule(self) -> &'static str {
        match self {
            Self::NotNow(phase) => not_now(phase).0,
            Self::BadBid(..) => "RR-6",
            Self::CityNotOpen(_) | Self::StockNotOpen(_) | Self::HasCity | Self::HasStock => "RR-7",
            Self::NotInHand(_)
            | Self::Occupied(_)
            | Self::NotBeside(_)
            | Self::MustLink(_)
            | Self::NoBlank(_)
            | Self::NoFit(..)
            | Self::MustLay => "RR-8",
            Self::NothingThere(_)
            | Self::NoCube(..)
            | Self::NotLinked(..)
            | Self::NoLink(_)
            | Self::MustDeliver => "RR-9",
            Self::OtherCubes => "RR-12",
            Self::StockNotDrawn(_) => "RR-13",
        }
    }

    fn sentence(self) -> String {
        match self {
            Self::NotNow(phase) => not_now(phase).1.to_owned(),
            Self::BadBid(bad, auction) => bad_bid(bad, &auction),
            Self::CityNotOpen(city) => format!("{} does not lie open", city_name(city)),
            Self::StockNotOpen(railroad) | Self::StockNotDrawn(railroad) => {
                format!("no stock of {} lies open", railroad.name())
            }
            Self::HasCity => "you have taken a city this turn: take a stock".to_owned(),
            Self::HasStock => "you have taken a stock this turn: take a city".to_owned(),
            Self::NotInHand(city) => format!("you do not hold {}", city_name(city)),
            Self::Occupied(city) => format!("{} lies there", city_name(city)),
            Self::NotBeside(At(x, y)) => format!("no tile lies beside {x}, {y}"),
            Self::MustLink(city) => {
                format!("{} would have no link there, and you hold a tile that can have one", city_name(city))
            }
            Self::NoBlank(city) => {
                format!(
                    "none of your tiles can be linked, and no blank edge of {} would meet one there",
                    city_name(city)
                )
            }
            Self::NoFit(city, true) => {
                format!(
                    "no railroad of {} lies open, and you hold a tile that can be linked",
                    city_name(city)
                )
            }
            Self::NoFit(city, false) => {
                format!("nothing at the edges of {} meets its like anywhere", city_name(city))
            }
            Self::MustLay => "who holds a tile that fits must lay one".to_owned(),
            Self::NothingThere(At(x, y)) => format!("no tile lies at {x}, {y}"),
            Self::NoCube(city, cube) => format!("{} has no {} cube", city_name(city), cube_name(cube)),
            Self::NotLinked(from, to) => format!("no link joins {} and {}", city_name(from), city_name(to)),
            Self::NoLink(city) => format!("{} has no link", city_name(city)),
            Self::MustDeliver => "as long as a cube can be delivered, one must be".to_owned(),
            Self::OtherCubes => "those are not the cubes that were drawn".to_owned(),
        }
    }
}

fn bad_bid(bad: BadBid, auction: &Auction) -> String {
    match (bad, auction.high()) {
        (BadBid::TooLow(least), None) => format!("bid at least {} or pass", points(least.dollars())),
        (BadBid::TooLow(least), Some(high)) => {
            let (bid, least) = (points(high.amount.dollars()), least.dollars());
            format!("{} has bid {bid}: bid at least {least} or pass", high.seat)
        }
        (BadBid::TooHigh(score), _) => format!("you have only {} to bid with", points(score.dollars())),
        (BadBid::OffStep(step), _) => format!("bids rise by {}", points(step.dollars())),
    }
}

fn not_now(phase: Phase) -> (&'static str, &'static str) {
    match phase {
        Phase::Draw(Draw::Goods(_)) => ("RR-8", "the tile's goods must be drawn first"),
        Phase::Draw(_) => ("RR-5", "something must be drawn first"),
        Phase::Bid(_) => ("RR-6", "the first place is up for bids: bid or pass"),
        Phase::Draft => ("RR-7", "now take a tile that lies open"),
        Phase::Lay(_) => ("RR-8", "now lay a city tile"),
        Phase::Deliver(_) => ("RR-9", "now deliver a cube"),
        Phase::Arrange => ("RR-12", "now put the first cubes of the row in order"),
        Phase::Keep => ("RR-13", "now keep one of the stocks"),
        Phase::Over => ("RR-10", "the game is over"),
    }
}
