//! All words that a player reads: notes and the scene's here, those of choices and refusals in the files below.

mod choices;
mod refusal;

pub(super) use choices::*;
pub(super) use refusal::Refusal;

use super::action::{Card, Ends, Railroad};
use super::board::{City, GrowthRow, Kind, Segment, board};
use super::payout::Ending;
use super::state::{Cause, Phase, PrairieRailroads, ShareLot};
use crate::engine::auction::Bid;
use crate::engine::lot::Call;
use crate::engine::money::{Income, Money};
use crate::engine::named::Named;
use crate::engine::seat::Seat;
use crate::engine::words::{Words, listed};

// Things

pub(super) fn card_name(card: Card) -> &'static str {
    match card {
        Card::ConstructTrack => "Construct Track",
        Card::OfferStock => "Offer Stock",
        Card::PayDividends => "Pay Dividends",
    }
}

/// The heads of narrow columns.
pub(super) fn card_code(card: Card) -> &'static str {
    match card {
        Card::ConstructTrack => "CT",
        Card::OfferStock => "OS",
        Card::PayDividends => "PD",
    }
}

pub(super) fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Start => "start city, earns nothing",
        Kind::City => "city",
        Kind::Town => "town",
    }
}

pub(super) fn city_name(city: City) -> &'static str {
    &board().city(city).name
}

/// "Troy-Marysville".
pub(super) fn segment_name(segment: Segment) -> String {
    ends_name(board().track(segment).ends)
}

fn ends_name(Ends(a, b): Ends) -> String {
    format!("{}-{}", city_name(a), city_name(b))
}

/// "Sedan-Winfield-Wichita".
fn double_name([first, second]: [Ends; 2]) -> String {
    format!("{}-{}", ends_name(first), city_name(second.1))
}

// What choices and notes share

// Notes

pub(super) fn opens_first(seat: Seat) -> String {
    format!("{seat} opens the first auction")
}

pub(super) fn begins(seat: Seat) -> String {
    format!("{seat} owns the first share of MP and takes the first turn")
}

pub(super) fn plays(seat: Seat, card: Card) -> String {
    format!("{seat} plays {}", card_name(card))
}

pub(super) fn draws(seat: Seat) -> String {
    format!("{seat} draws from the deck")
}

pub(super) fn turns_up(seat: Seat, card: Card) -> String {
    format!("{seat} has drawn {}", card_name(card))
}

pub(super) fn cannot_move(seat: Seat) -> String {
    format!("{seat} has no card left and the deck is empty")
}

pub(super) fn nothing_to_offer(seat: Seat) -> String {
    format!("{seat} has nothing to offer: the card is used up")
}

pub(super) fn opens_auction(seat: Seat, lot: &ShareLot) -> String {
    let (railroad, min, opener) = (lot.what.name(), lot.auction.min(), lot.auction.opener());
    match lot.cause {
        Cause::Opening => {
            format!("the first share of {railroad} is auctioned, at least {min}; {opener} opens")
        }
        Cause::Offered => format!("a share of {railroad} is auctioned, at least {min}; {opener} opens"),
        Cause::Sold => {
            format!("{seat} puts an own share of {railroad} up for sale, at least {min}; {opener} opens")
        }
    }
}

/// What is called out while a share is under the hammer.
pub(super) fn call(railroad: Railroad, call: Call) -> Words {
    let text = match call {
        Call::Bids(Bid { seat, amount }) => format!("{seat} bids {amount} for {}", railroad.name()),
        Call::Passes(seat) => format!("{seat} passes"),
        Call::CannotBid(seat, least) => format!("{seat} cannot bid {least} and passes"),
    };
    text.into()
}

pub(super) fn buys(seat: Seat, lot: &ShareLot, seller: Seat, price: Money) -> String {
    let from = if lot.cause == Cause::Sold { format!(" from {seller}") } else { String::new() };
    format!("{seat} buys a share of {}{from} for {price}", lot.what.name())
}

pub(super) fn takes_free(seat: Seat, railroad: Railroad) -> String {
    format!("nobody bids: {seat} takes the share of {} for nothing", railroad.name())
}

pub(super) fn unsold(lot: &ShareLot, seller: Seat) -> String {
    let railroad = lot.what.name();
    match lot.cause {
        Cause::Sold => format!("nobody bids: {seller} keeps the share of {railroad}"),
        Cause::Opening | Cause::Offered => format!("nobody bids: the share of {railroad} stays unsold"),
    }
}

pub(super) fn rolls(seat: Seat, [tens, ones]: [u8; 2], row: GrowthRow) -> String {
    let (primary, secondary) = (city_name(row.primary), city_name(row.secondary));
    format!("{seat} rolls {tens} and {ones} for growth: {primary}, or else {secondary}")
}

pub(super) fn picks_growth(seat: Seat, city: City) -> String {
    format!("both have grown: {seat} picks {}", city_name(city))
}

pub(super) fn grows(game: &PrairieRailroads, city: City) -> String {
    format!("{} grows to {}{}", city_name(city), game.city_income(city), growth_gains(game, city))
}

/// ", income CRIP +$2 and MP +$1", or nothing if nobody has track there.
fn growth_gains(game: &PrairieRailroads, city: City) -> String {
    let gained = Railroad::ALL.into_iter().filter_map(|railroad| {
        let there = game.charter(railroad).track.intersection(board().touching(city)).len();
        let gain = i32::from(there) * board().figures.growth_bonus;
        (there > 0).then(|| format!("{} +${gain}", railroad.name()))
    });
    let gained: Vec<String> = gained.collect();
    if gained.is_empty() { String::new() } else { format!(", income {}", listed(gained)) }
}

pub(super) fn no_development_left() -> String {
    "nothing grows: no development cube is left".to_owned()
}

pub(super) fn all_have_grown() -> String {
    "nothing grows: every city has grown".to_owned()
}

pub(super) fn nobody_can_build() -> String {
    "no railroad can build: the turn is over".to_owned()
}

pub(super) fn delegates(seat: Seat, railroad: Railroad, builder: Seat) -> String {
    format!(
        "{seat} controls no railroad that can build and leaves a build of {} to {builder}",
        railroad.name()
    )
}

pub(super) fn builds_first(seat: Seat, railroad: Railroad, segment: Segment, gain: Income) -> String {
    format!("{seat} begins {} with {}, income +{gain}", railroad.name(), segment_name(segment))
}

pub(super) fn builds(seat: Seat, railroad: Railroad, segment: Segment, cost: Money, gain: Income) -> String {
    format!("{seat} builds {} with {} for {cost}, income +{gain}", segment_name(segment), railroad.name())
}

pub(super) fn builds_double(
    seat: Seat,
    railroad: Railroad,
    segments: [Ends; 2],
    cost: Money,
    gain: Income,
) -> String {
    format!("{seat} builds {} with {} for {cost}, income +{gain}", double_name(segments), railroad.name())
}

pub(super) fn builds_western(seat: Seat, railroad: Railroad, city: City, cost: Money) -> String {
    format!("{seat} builds the Western Build of {} with {} for {cost}", city_name(city), railroad.name())
}

pub(super) fn dividend(number: u16) -> String {
    format!("all railroads pay dividends: number {number} of {}", board().figures.ending_dividend)
}

pub(super) fn share_pays(railroad: Railroad, per_share: Money) -> String {
    format!("each share of {} pays {per_share}", railroad.name())
}

pub(super) fn final_payoff() -> String {
    "the final payoff: value and income, parted among the shares sold".to_owned()
}

pub(super) fn game_over(ending: Ending) -> String {
    let reason = match ending {
        Ending::LastDividend => "the last Pay Dividends card was played",
        Ending::NoCard => "the player to move has no card",
    };
    format!("the game is over: {reason}")
}

// The scene

/// What is going on, in one sentence.
pub(super) fn status(game: &PrairieRailroads) -> String {
    let seat = game.active;
    match game.phase {
        Phase::FirstDraw => "the first opener is drawn".to_owned(),
        Phase::Auction(lot) => {
            let railroad = lot.what.name();
            let which = match lot.cause {
                Cause::Opening => format!("the first share of {railroad}"),
                Cause::Offered => format!("a share of {railroad}, offered by {seat}"),
                Cause::Sold => format!("a share of {railroad}, sold by {seat}"),
            };
            format!("auction of {which}: {}", lot.auction.standing())
        }
        Phase::OpeningBuild(railroad) => format!("{seat} begins the track of {}", railroad.name()),
        Phase::Turn => format!("{seat} plays or draws a card"),
        Phase::CardDraw => format!("{seat} draws a card"),
        Phase::Offer => format!("{seat} offers a share"),
        Phase::GrowthRoll => format!("{seat} rolls for growth"),
        Phase::Grow => format!("{seat} picks a city that grows"),
        Phase::Construct if game.able_railroad_of(seat).is_some() => format!("{seat} builds track"),
        Phase::Construct => format!("{seat} controls no railroad that can build and names one"),
        Phase::Delegated(delegate) => {
            format!("{} builds with {} for {seat}", delegate.seat, delegate.railroad.name())
        }
        Phase::Over => "the game is over".to_owned(),
    }
}

/// How far the game is.
pub(super) fn progress(game: &PrairieRailroads) -> String {
    format!("{} of {} dividends", game.dividends_played(), board().figures.ending_dividend)
}

// Titles say what short heads of columns mean.

pub(super) const RAILROADS: &str = "Railroads: pays now, at the end";
/// Heads of the railroads' columns, and what they shrink to.
pub(super) const RAILROAD_COLUMNS: [(&str, &str); 7] = [
    ("income", "inc"),
    ("value", "val"),
    ("bid", "bid"),
    ("pays", "pay"),
    ("end", "end"),
    ("cash", "cash"),
    ("left", "left"),
];
pub(super) const RAILROADS_ABOUT: &str = "\
- **income**: what its segments earn from the cities at their ends
- **value**: $5 for each segment, $25 for a Western Build
- **bid**: the least first bid for a share, a fifth of the value
- **pays**: what each share gets at the next dividend, a fifth of the income
- **end**: what each share would get if the game ended now
- **cash**: its treasury, which pays for track
- **left**: shares unsold, of all";
pub(super) const PLAYERS: &str = "Players: next dividend, at the end";
pub(super) const PLAYERS_ABOUT: &str = "\
- **next**: what the own shares get at the next dividend
- **end**: cash and what the own shares would get if the game ended now; most wins
- **CT**, **OS**, **PD**: cards Construct Track, Offer Stock and Pay Dividends in hand; all hands lie open";
pub(super) const SHARES: &str = "Shares: [2] is two and control";
pub(super) const SHARES_ABOUT: &str = "\
- under each railroad's letter how many shares are held; a number in brackets controls the railroad and builds for it";
pub(super) const DECK: &str = "deck";

/// So many shares of a railroad, marked if they control it.
pub(super) fn holding(shares: u8, controls: bool) -> String {
    match (shares, controls) {
        (0, _) => String::new(),
        (_, true) => format!("[{shares}]"),
        (_, false) => shares.to_string(),
    }
}
