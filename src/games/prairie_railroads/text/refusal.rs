//! Why an action is refused, each reason with its rule.

use super::super::action::{Card, Ends, Railroad};
use super::super::board::{City, Segment, board};
use super::super::state::Phase;
use super::{card_name, city_name, ends_name, listed, segment_name};
use crate::engine::auction::{Auction, BadBid};
use crate::engine::game::Illegal;
use crate::engine::money::Money;
use crate::engine::named::Named;
use crate::engine::seat::SeatSet;

/// A reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Refusal {
    NotNow(Phase),
    NoCard(Card),
    DeckEmpty,
    BadBid(BadBid, Auction),
    SoldOut(Railroad),
    NoShare(Railroad),
    NotMostUnsold(Railroad),
    DrawnSale,
    NeverGrows(City),
    HasGrown(City),
    PrimariesFirst(City),
    NotControlled(Railroad, SeatSet),
    MustBuild(Railroad),
    OtherRailroad(Railroad, &'static str),
    OnlySingle(&'static str),
    NoCubes(Railroad, u8),
    TooDear { railroad: Railroad, cost: Money, treasury: Money, rule: &'static str },
    HemmedIn(Railroad),
    NoSegment(Ends),
    Taken(Segment, Railroad),
    NotTouching(Railroad, Segment),
    Arrow(Segment),
    NotFromStart(Railroad, Segment),
    NotConsecutive,
    NotFromTrack(Railroad, City),
    NotReached(Railroad, City),
    AlreadyThere(Railroad, City),
    NoBox(City),
    BoxTaken(City, Railroad),
    HasWestern(Railroad, City),
    DrawnSingle,
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
            Self::OtherRailroad(_, rule) | Self::OnlySingle(rule) | Self::TooDear { rule, .. } => rule,
            Self::NoCubes(..) => "PR-2",
            Self::NotFromStart(..) => "PR-3",
            Self::NoCard(_) | Self::DeckEmpty => "PR-5",
            Self::BadBid(..) => "PR-6",
            Self::SoldOut(_) | Self::NoShare(_) => "PR-7",
            Self::NotMostUnsold(_) | Self::DrawnSale => "PR-8",
            Self::NeverGrows(_) | Self::HasGrown(_) | Self::PrimariesFirst(_) => "PR-10",
            Self::NotControlled(..) | Self::MustBuild(_) => "PR-11",
            Self::HemmedIn(_)
            | Self::NoSegment(_)
            | Self::Taken(..)
            | Self::NotTouching(..)
            | Self::Arrow(_) => "PR-12",
            Self::NotConsecutive | Self::NotFromTrack(..) | Self::AlreadyThere(..) => "PR-13",
            Self::NoBox(_) | Self::BoxTaken(..) | Self::HasWestern(..) | Self::NotReached(..) => "PR-14",
            Self::DrawnSingle => "PR-15",
        }
    }

    fn sentence(self) -> String {
        match self {
            Self::NotNow(phase) => not_now(phase).1.to_owned(),
            Self::NoCard(card) => format!("you hold no {} card", card_name(card)),
            Self::DeckEmpty => "the deck is empty".to_owned(),
            Self::BadBid(bad, auction) => auction.explain(bad),
            Self::SoldOut(railroad) => format!("every share of {} is sold", railroad.name()),
            Self::NoShare(railroad) => format!("you own no share of {}", railroad.name()),
            Self::NotMostUnsold(railroad) => {
                format!(
                    "the card was drawn, and other railroads have more unsold shares than {}",
                    railroad.name()
                )
            }
            Self::DrawnSale => "a drawn card offers unsold shares only".to_owned(),
            Self::NeverGrows(city) => format!("{} is a start city and never grows", city_name(city)),
            Self::HasGrown(city) => format!("{} has grown already", city_name(city)),
            Self::PrimariesFirst(city) => {
                format!("{} is a secondary city, and some primary has not grown yet", city_name(city))
            }
            Self::NotControlled(railroad, by) => {
                format!("{} is controlled by {}", railroad.name(), seats(by))
            }
            Self::MustBuild(railroad) => {
                format!("you control {}, which can build: build it yourself", railroad.name())
            }
            Self::OtherRailroad(railroad, _) => format!("it is {} that builds now", railroad.name()),
            Self::OnlySingle(_) => "only a single segment is built now".to_owned(),
            Self::NoCubes(railroad, 1) => format!("{} has no cube left", railroad.name()),
            Self::NoCubes(railroad, needed) => {
                format!("{} has fewer than {needed} cubes left", railroad.name())
            }
            Self::TooDear { railroad, cost, treasury, .. } => {
                format!("it costs {cost} and {} has {treasury}", railroad.name())
            }
            Self::HemmedIn(railroad) => {
                format!("no open segment leads on from the track of {}", railroad.name())
            }
            Self::NoSegment(ends) => format!("the board has no segment {}", ends_name(ends)),
            Self::Taken(segment, by) => format!("{} is track of {}", segment_name(segment), by.name()),
            Self::NotTouching(railroad, segment) => {
                format!("{} does not touch the track of {}", segment_name(segment), railroad.name())
            }
            Self::Arrow(segment) => {
                let tail = board().track(segment).tail.map_or("its tail", city_name);
                format!("the arrow of {} can be followed only from {tail}", segment_name(segment))
            }
            Self::NotFromStart(railroad, segment) => {
                format!("{} does not lead from a start city of {}", segment_name(segment), railroad.name())
            }
            Self::NotConsecutive => "the second segment must go on where the first ends".to_owned(),
            Self::AlreadyThere(railroad, city) => {
                format!(
                    "{} already has track in {}: both cities must be new",
                    railroad.name(),
                    city_name(city)
                )
            }
            Self::NotFromTrack(railroad, city) | Self::NotReached(railroad, city) => {
                format!("the track of {} does not reach {}", railroad.name(), city_name(city))
            }
            Self::NoBox(city) => format!("{} has no box for a Western Build", city_name(city)),
            Self::BoxTaken(city, by) => format!("{} has taken the box of {}", by.name(), city_name(city)),
            Self::HasWestern(railroad, city) => {
                format!("{} has its one Western Build in {}", railroad.name(), city_name(city))
            }
            Self::DrawnSingle => "the card was drawn and allows only a single segment".to_owned(),
        }
    }
}

fn seats(set: SeatSet) -> String {
    listed(set.iter().map(|seat| seat.to_string()).collect())
}

fn not_now(phase: Phase) -> (&'static str, &'static str) {
    match phase {
        Phase::FirstDraw => ("PR-3", "who opens the first auction must be drawn first"),
        Phase::Auction(_) => ("PR-6", "an auction is under way: bid or pass"),
        Phase::OpeningBuild(_) => ("PR-3", "now build the railroad's first segment"),
        Phase::Turn => ("PR-5", "a turn is a card: play one or draw one"),
        Phase::CardDraw => ("PR-5", "a card is being drawn"),
        Phase::Offer => ("PR-7", "now offer a share"),
        Phase::GrowthRoll => ("PR-10", "the dice for growth are being rolled"),
        Phase::Grow => ("PR-10", "now pick a city that grows"),
        Phase::Construct => ("PR-11", "now build, or say who builds"),
        Phase::Delegated(_) => ("PR-11", "now build one segment"),
        Phase::Over => ("PR-5", "the game is over"),
    }
}
