//! Why an action is refused, each reason with its rule.

use super::super::action::{Color, LinkId, Side};
use super::super::board::{Card, City};
use super::super::cards::Kind;
use super::super::state::Phase;
use super::side_name;
use crate::engine::auction::{Auction, BadBid};
use crate::engine::game::Illegal;
use crate::engine::named::Named;
use crate::engine::seat::Seat;

/// A reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Refusal {
    NotNow(Phase),
    BadBid(BadBid, Auction),
    NotOnMap(City),
    // Track.
    TurnsBack,
    SideOfHexTaken(Side),
    HexFull,
    NothingFits,
    NothingLaid,
    CitySideTaken(City, Side, LinkId),
    LeadsNowhere(Side),
    BackToStart(City),
    FacesOther(Seat),
    NoLink(LinkId),
    LinkComplete(LinkId),
    LinkOfOther(LinkId, Seat),
    OnlySpecial(City),
    NoSite(City),
    SiteTaken(City),
    NoSpecialTile,
    NoLinkAtGateway(City),
    // Cities and engines.
    NotGray(City),
    OnlyGray,
    NoTile,
    NoTileOf(Color),
    BestEngine,
    // Deliveries.
    NoCube(City, Color),
    NoFirstLink(City),
    OutOfReach(Color, u8),
    NotFromHere(LinkId, City),
    CityTwice(City),
    FirstOfOther(LinkId, Seat),
    // Cards.
    Bound(Kind),
    NotFaceUp(Card),
    GoalNotTaken,
    BagEmpty,
    NoMarker,
    NoNewCity,
    HasCubes(City),
    NeedsCity,
    NeedsCityAndColor,
    NeedsNothing,
    NotHeld(Card),
    Used(Card),
    OnlyBeforeAuction,
    OnlyTimetable,
    ActsByItself(Card),
    NothingToBuild,
    NothingToDeliver,
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
            Self::BadBid(..) => "RW-4",
            Self::TurnsBack | Self::SideOfHexTaken(_) | Self::HexFull => "RW-8",
            Self::NotOnMap(_)
            | Self::NothingFits
            | Self::NothingLaid
            | Self::CitySideTaken(..)
            | Self::BackToStart(_)
            | Self::NoLink(_)
            | Self::LinkComplete(_) => "RW-9",
            Self::LeadsNowhere(_) | Self::FacesOther(_) => "RW-10",
            Self::LinkOfOther(..) => "RW-11",
            Self::OnlySpecial(_)
            | Self::NoSite(_)
            | Self::SiteTaken(_)
            | Self::NoSpecialTile
            | Self::NoLinkAtGateway(_) => "RW-12",
            Self::NotGray(_) | Self::OnlyGray | Self::NoTile | Self::NoTileOf(_) => "RW-13",
            Self::BestEngine => "RW-14",
            Self::NoCube(..)
            | Self::NoFirstLink(_)
            | Self::OutOfReach(..)
            | Self::NotFromHere(..)
            | Self::CityTwice(_)
            | Self::FirstOfOther(..) => "RW-15",
            Self::NotFaceUp(_) | Self::GoalNotTaken => "RW-17",
            Self::Bound(_)
            | Self::NotHeld(_)
            | Self::Used(_)
            | Self::NothingToBuild
            | Self::NothingToDeliver => "RW-21",
            Self::BagEmpty
            | Self::NoMarker
            | Self::NoNewCity
            | Self::HasCubes(_)
            | Self::NeedsCity
            | Self::NeedsCityAndColor
            | Self::NeedsNothing
            | Self::OnlyBeforeAuction
            | Self::OnlyTimetable
            | Self::ActsByItself(_) => "RW-22",
        }
    }

    fn sentence(self) -> String {
        match self {
            Self::NotNow(phase) => not_now(phase).1.to_owned(),
            Self::BadBid(bad, auction) => bad_bid(bad, &auction),
            Self::NotOnMap(city) => format!("{} is not on the map", city.name()),
            Self::TurnsBack => "track cannot leave a hex by the side it came in".to_owned(),
            Self::SideOfHexTaken(side) => format!("other track lies at the {} side there", side_name(side)),
            Self::HexFull => "two pieces of track lie there, and no third fits".to_owned(),
            Self::NothingFits => "no piece of track fits there".to_owned(),
            Self::NothingLaid => "lay a piece before you stop".to_owned(),
            Self::CitySideTaken(city, side, link) => {
                format!("link {link} has the {} side of {}", side_name(side), city.name())
            }
            Self::LeadsNowhere(side) => format!("nothing can be built to the {}", side_name(side)),
            Self::BackToStart(city) => format!("a link cannot lead back to {}, where it began", city.name()),
            Self::FacesOther(owner) => format!("that would meet unfinished track of {owner}"),
            Self::NoLink(link) => format!("there is no link {link}"),
            Self::LinkComplete(link) => format!("link {link} is complete"),
            Self::LinkOfOther(link, owner) => format!("link {link} is {owner}'s to finish"),
            Self::OnlySpecial(city) => format!("only its special link leads to {}", city.name()),
            Self::NoSite(city) => format!("no special link starts in {}", city.name()),
            Self::SiteTaken(city) => format!("the special link from {} is built", city.name()),
            Self::NoSpecialTile => "all special links that there are have been built".to_owned(),
            Self::NoLinkAtGateway(city) => format!("you own no complete link at {}", city.name()),
            Self::NotGray(city) => format!("{} has a colour already", city.name()),
            Self::OnlyGray => "only gray cities are urbanized".to_owned(),
            Self::NoTile => "no New City tile is left".to_owned(),
            Self::NoTileOf(color) => format!("no {} New City tile is left", color.name()),
            Self::BestEngine => "you have the best engine there is".to_owned(),
            Self::NoCube(city, cube) => format!("no {} cube lies in {}", cube.name(), city.name()),
            Self::NoFirstLink(city) => format!("you own no complete link at {} to begin with", city.name()),
            Self::OutOfReach(cube, level) => {
                format!("no {} city can be reached that way with engine {level}", cube.name())
            }
            Self::NotFromHere(link, city) => {
                format!("link {link} does not lead on from {} to a city", city.name())
            }
            Self::CityTwice(city) => format!("the cube has been in {}", city.name()),
            Self::FirstOfOther(link, owner) => {
                format!("link {link} is {owner}'s, and a delivery begins on an own link")
            }
            Self::Bound(Kind::Build) => "you played a card for building: now build".to_owned(),
            Self::Bound(Kind::Deliver) => "you played a card for delivering: now deliver".to_owned(),
            Self::NotFaceUp(card) => format!("{} does not lie face up", card.name()),
            Self::GoalNotTaken => "a goal is never taken: it pays the first who achieves it".to_owned(),
            Self::BagEmpty => "the bag is empty".to_owned(),
            Self::NoMarker => "no city is empty".to_owned(),
            Self::NoNewCity => "no gray city is left, or no tile for one".to_owned(),
            Self::HasCubes(city) => format!("{} is not empty", city.name()),
            Self::NeedsCity => "this card needs a city and nothing else".to_owned(),
            Self::NeedsCityAndColor => "this card needs a city and a color".to_owned(),
            Self::NeedsNothing => "this card needs neither city nor color".to_owned(),
            Self::NotHeld(card) => format!("you do not hold {}", card.name()),
            Self::Used(card) => format!("you have used {} this turn", card.name()),
            Self::OnlyBeforeAuction => "it is played only before an auction".to_owned(),
            Self::OnlyTimetable => "only Early Timetable can be played before the auction".to_owned(),
            Self::ActsByItself(_) => "it acts by itself and is not played".to_owned(),
            Self::NothingToBuild => "there is nothing that you could build".to_owned(),
            Self::NothingToDeliver => "there is nothing that you could deliver with it".to_owned(),
        }
    }
}

fn bad_bid(bad: BadBid, auction: &Auction) -> String {
    match bad {
        // Bonds pay for any bid, so it is not money that bounds it.
        BadBid::TooHigh(most) => format!("nobody may bid more than {most}"),
        _ => auction.explain(bad),
    }
}

fn not_now(phase: Phase) -> (&'static str, &'static str) {
    match phase {
        Phase::Draw(_) => ("RW-2", "chance decides now"),
        Phase::Timetable => ("RW-22", "now play Early Timetable, or pass"),
        Phase::Auction(_) => ("RW-4", "an auction is under way: bid or pass"),
        Phase::Action(_) => ("RW-5", "now act: build, urbanize, upgrade, deliver, take a card or pass"),
        Phase::Build(..) => ("RW-9", "a build is under way: lay a piece or stop"),
        Phase::Deliver(..) => ("RW-15", "a delivery is under way: ride on"),
        Phase::Over => ("RW-18", "the game is over"),
    }
}
