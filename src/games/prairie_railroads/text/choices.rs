//! How choices are put to the player who has them, and what those are called that are blocked.

use super::super::action::{Action, Card, Ends, Railroad};
use super::super::board::{City, Segment, board};
use super::super::state::{Phase, PrairieRailroads};
use super::{card_name, city_name, double_name, growth_gains, listed, segment_name};
use crate::engine::game::Label;
use crate::engine::money::Income;
use crate::engine::named::Named;

pub(in super::super) fn choice_of_card(card: Card) -> String {
    format!("play {}", card_name(card))
}

pub(in super::super) fn choice_of_drawing() -> String {
    "draw a card from the deck".to_owned()
}

pub(in super::super) fn choice_of_offer(railroad: Railroad) -> String {
    format!("auction an unsold share of {}", railroad.name())
}

pub(in super::super) fn choice_of_sale(railroad: Railroad) -> String {
    format!("sell your own share of {}", railroad.name())
}

pub(in super::super) fn choice_of_growth(city: City) -> String {
    format!("let {} grow", city_name(city))
}

pub(in super::super) fn choice_of_railroad(railroad: Railroad) -> String {
    format!("build with {}", railroad.name())
}

pub(in super::super) fn choice_of_segment(railroad: Railroad, segment: Segment) -> String {
    format!("{} builds {}", railroad.name(), segment_name(segment))
}

pub(in super::super) fn choice_of_doubles(railroad: Railroad) -> String {
    format!("{} builds two segments at once", railroad.name())
}

pub(in super::super) fn choice_of_westerns(railroad: Railroad) -> String {
    format!("{} builds a Western Build", railroad.name())
}

pub(in super::super) fn choice_of_western(railroad: Railroad, city: City) -> String {
    format!("{} builds the Western Build of {}", railroad.name(), city_name(city))
}

pub(in super::super) fn choice_of_delegation(railroad: Railroad) -> String {
    format!("let {} build", railroad.name())
}

pub(in super::super) fn choice_of_leaving() -> String {
    "leave the build to another player".to_owned()
}

/// The kind of a build, under which a long list is sorted.
const fn builds_of(railroad: Railroad) -> &'static str {
    match railroad {
        Railroad::Crip => "build with CRIP",
        Railroad::Atsf => "build with ATSF",
        Railroad::Kp => "build with KP",
        Railroad::Mkt => "build with MKT",
        Railroad::Slsf => "build with SLSF",
        Railroad::Mp => "build with MP",
    }
}

/// How an action is put to the player who may take it.
pub(in super::super) fn describe(game: &PrairieRailroads, action: &Action) -> Label {
    let label = |text: String| Label { text: text.into(), ..Label::default() };
    match *action {
        Action::Play { card } => label(format!("{}: {}", choice_of_card(card), effect_of(game, card))),
        Action::DrawCard => label(format!("{}: {}", choice_of_drawing(), deck(game))),
        Action::Offer { railroad } => label(format!(
            "{}, at least {}, {} left; the money goes to {}",
            choice_of_offer(railroad),
            game.minimum_bid(railroad),
            game.shares_left(railroad),
            railroad.name()
        )),
        Action::Sell { railroad } => label(format!(
            "{}, at least {}; the money goes to you",
            choice_of_sale(railroad),
            game.minimum_bid(railroad)
        )),
        Action::Grow { city } => describe_growth(game, city),
        Action::Build { railroad, segment } => describe_build(game, railroad, segment),
        Action::BuildDouble { railroad, segments } => describe_double(game, railroad, segments),
        Action::WesternBuild { railroad, city } => describe_western(game, railroad, city),
        Action::Delegate { railroad, seat } => {
            label(format!("{}: {seat} chooses the segment", choice_of_delegation(railroad)))
        }
        Action::Bid { .. } => label(match game.phase {
            Phase::Auction(lot) => {
                format!("bid for the share of {} ({})", lot.what.name(), lot.auction.leader())
            }
            _ => "bid".to_owned(),
        }),
        Action::Pass => label("pass and leave this auction".to_owned()),
    }
}

fn effect_of(game: &PrairieRailroads, card: Card) -> String {
    match card {
        Card::ConstructTrack => "a city grows, then a railroad builds".to_owned(),
        Card::OfferStock => "a share is auctioned".to_owned(),
        Card::PayDividends => {
            let (number, last) = (game.dividends_played() + 1, board().figures.ending_dividend);
            if number == last {
                format!("number {number} of {last} brings the final payoff and ends the game")
            } else {
                let own = game.dividend_of(game.active);
                format!("number {number} of {last}; you get {own}")
            }
        }
    }
}

/// "3 Construct Track, 2 Offer Stock and 1 Pay Dividends are in it".
fn deck(game: &PrairieRailroads) -> String {
    let counts = Card::ALL.map(|card| format!("{} {}", game.deck.count(card.index()), card_name(card)));
    format!("{} are in it", listed(counts.to_vec()))
}

fn describe_growth(game: &PrairieRailroads, city: City) -> Label {
    let (now, bonus) = (game.city_income(city), Income::new(board().figures.growth_bonus));
    let gains = growth_gains(game, city);
    let text = format!("{}: from {now} to {}{gains}", choice_of_growth(city), now + bonus);
    Label { text: text.into(), place: Some(city.name().to_owned()), ..Label::default() }
}

fn describe_build(game: &PrairieRailroads, railroad: Railroad, ends: Ends) -> Label {
    let Some(segment) = Segment::as_written(ends) else { return Label::default() };
    let price = match game.phase {
        Phase::OpeningBuild(_) => None,
        _ => Some(board().segment_cost()),
    };
    let cost = price.map_or("free".to_owned(), |price| format!("for {price}"));
    let gain = game.segment_income(segment);
    let text = format!("{} {cost}, income +{gain}", choice_of_segment(railroad, segment));
    Label {
        text: text.into(),
        place: Some(board().track(segment).id.clone()),
        price,
        group: Some(builds_of(railroad)),
        ..Label::default()
    }
}

fn describe_double(game: &PrairieRailroads, railroad: Railroad, segments: [Ends; 2]) -> Label {
    let laid = segments.into_iter().filter_map(Segment::between);
    let gain: Income = laid.map(|segment| game.segment_income(segment)).sum();
    let price = board().double_cost();
    let text = format!("{} builds {} for {price}, income +{gain}", railroad.name(), double_name(segments));
    let place = Segment::between(segments[1]).map(|segment| board().track(segment).id.clone());
    Label {
        text: text.into(),
        place,
        price: Some(price),
        group: Some(builds_of(railroad)),
        ..Label::default()
    }
}

fn describe_western(game: &PrairieRailroads, railroad: Railroad, city: City) -> Label {
    let price = game.western_cost();
    let cost = price.map_or(String::new(), |price| format!(" for {price}"));
    let each = game.dividend_per_share(railroad);
    let (what, value) = (choice_of_western(railroad, city), board().figures.western_value);
    let text = format!("{what}{cost}: value +${value}, and each share pays {each} at once");
    Label {
        text: text.into(),
        place: Some(city.name().to_owned()),
        price,
        group: Some(builds_of(railroad)),
        ..Label::default()
    }
}
