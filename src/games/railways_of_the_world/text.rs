//! All words that a player reads: notes here, those of choices, cards, refusals and the scene in the files below.

mod cards;
mod choices;
mod refusal;
mod status;

pub(super) use cards::*;
pub(super) use choices::*;
pub(super) use refusal::Refusal;
pub(super) use status::*;

use super::action::{Color, LinkId, Side};
use super::board::{Baron, Card, City, Hex, Land, Site};
use super::ending::Ending;
use super::state::{Carrying, Link, RailwaysOfTheWorld};
use crate::engine::money::Money;
use crate::engine::named::Named;
use crate::engine::seat::{PerSeat, Seat};
use crate::engine::words::listed;

// Things

/// "New York".
pub(super) fn city_name(game: &RailwaysOfTheWorld, city: City) -> &'static str {
    if city.map() == game.map { &game.board().place(city).name } else { city.name() }
}

/// "New York-Philadelphia", or how far an incomplete link has come.
pub(super) fn link_name(game: &RailwaysOfTheWorld, link: &Link) -> String {
    let from = city_name(game, link.from);
    match link.to {
        Some(to) => format!("{from}-{}", city_name(game, to)),
        None => format!("the incomplete link from {from} (pieces: {})", link.pieces.len()),
    }
}

pub(super) const fn side_name(side: Side) -> &'static str {
    ["east", "southeast", "southwest", "west", "northwest", "northeast"][side.index()]
}

const fn land_name(land: Land) -> &'static str {
    match land {
        Land::Open => "open land",
        Land::Water => "water",
        Land::Mountain => "mountain",
        Land::City(_) => "a city",
        Land::Unplayable => "nothing",
    }
}

/// "1 link", "3 links".
pub(super) fn counted(count: impl Into<i64>, what: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// " and issues 2 bonds", or nothing.
fn issuing(bonds: i64) -> String {
    if bonds == 0 { String::new() } else { format!(" and issues {}", counted(bonds, "bond")) }
}

fn cubes(drawn: &[Color]) -> String {
    listed(drawn.iter().map(|color| color.name().to_owned()).collect())
}

// Turns and money

pub(super) fn too_many_for(map: &str, most: u8, seats: u8) -> String {
    format!("the {map} map is for 2 to {most} seats, not {seats}")
}

pub(super) fn opens_first(seat: Seat) -> String {
    format!("{seat} is drawn to begin")
}

pub(super) fn gets_cubes(game: &RailwaysOfTheWorld, city: City, drawn: &[Color]) -> String {
    format!("{} gets cubes from the bag: {}", city_name(game, city), cubes(drawn))
}

pub(super) fn turns_up(game: &RailwaysOfTheWorld, cards: &[Card]) -> String {
    let names = cards.iter().map(|&card| card_name(game, card).to_owned()).collect();
    format!("{} {} turned up", listed(names), if cards.len() == 1 { "is" } else { "are" })
}

pub(super) fn gets_baron(game: &RailwaysOfTheWorld, seat: Seat, baron: Baron) -> String {
    format!("{seat} has a baron's goal: {}", baron_text(game, baron))
}

pub(super) fn turn_begins(game: &RailwaysOfTheWorld) -> String {
    format!("turn {} begins", game.turn_number)
}

pub(super) fn round_begins(round: u8) -> String {
    format!("round {round} of actions")
}

pub(super) fn gets_for_waiting(seat: Seat, gift: Money) -> String {
    format!("{seat} plays later and gets {gift}")
}

pub(super) fn opens_auction(seat: Seat) -> String {
    format!("First Player is auctioned; {seat} opens")
}

pub(super) fn bids(seat: Seat, amount: Money) -> String {
    format!("{seat} bids {amount}")
}

pub(super) fn passes(seat: Seat) -> String {
    format!("{seat} passes")
}

pub(super) fn cannot_raise(seat: Seat) -> String {
    format!("{seat} cannot raise and passes")
}

pub(super) fn pays_half(seat: Seat, cost: Money, bonds: i64) -> String {
    format!("{seat} pays {cost}, half of the last bid{}", issuing(bonds))
}

pub(super) fn wins_auction(seat: Seat, amount: Money, bonds: i64) -> String {
    format!("{seat} pays {amount}{} and is First Player", issuing(bonds))
}

pub(super) fn nobody_bids(seat: Seat) -> String {
    format!("nobody bids: {seat} is First Player for nothing")
}

pub(super) fn is_first(seat: Seat) -> String {
    format!("{seat} is First Player without an auction")
}

pub(super) fn acts_again(seat: Seat) -> String {
    format!("{seat} acts once more")
}

pub(super) fn earns(seat: Seat, income: Money, dividends: Money, bonds: i64) -> String {
    format!("{seat} earns {income} and pays {dividends} on bonds{}", issuing(bonds))
}

pub(super) fn removes_incomplete(game: &RailwaysOfTheWorld) -> String {
    let gone = game.links.iter().filter(|link| !link.is_complete());
    let gone = gone.map(|link| format!("{} of {}", link_name(game, link), link.owner)).collect();
    format!("what is incomplete is removed: {}", listed(gone))
}

pub(super) fn end_is_near(game: &RailwaysOfTheWorld) -> String {
    let last = game.last_turn.unwrap_or_default();
    format!("{} cities are empty: the game ends with turn {last}", game.markers())
}

/// What is said of an end that no rulebook knows.
const GUARD: &str = "(a guard for unattended peers, not a rule of the game)";

pub(super) fn game_over(game: &RailwaysOfTheWorld, ending: Ending) -> String {
    let reason = match ending {
        Ending::LastTurn => "enough cities are empty, and the turn after is played".to_owned(),
        Ending::Quiet => format!("two turns in a row everybody only passed {GUARD}"),
        Ending::TurnLimit => format!("turn {} is played {GUARD}", game.turn_number),
    };
    format!("the game is over: {reason}")
}

// Track

pub(super) fn starts_link(game: &RailwaysOfTheWorld, seat: Seat, city: City, side: Side) -> String {
    format!("{seat} starts a link from {} to the {}", city_name(game, city), side_name(side))
}

pub(super) fn resumes_link(game: &RailwaysOfTheWorld, seat: Seat, link: &Link) -> String {
    format!("{seat} goes on with {}", link_name(game, link))
}

pub(super) fn lays_piece(
    game: &RailwaysOfTheWorld,
    seat: Seat,
    hex: Hex,
    exit: Side,
    cost: Money,
    bonds: i64,
) -> String {
    let land = land_name(game.board().ground(hex).land);
    format!("{seat} lays track on {land} to the {} for {cost}{}", side_name(exit), issuing(bonds))
}

pub(super) fn leaves_incomplete(game: &RailwaysOfTheWorld, seat: Seat, link: LinkId) -> String {
    let name = game.link(link).map_or_else(String::new, |link| link_name(game, link));
    format!("{seat} stops: {name} must be completed this turn")
}

pub(super) fn completes_link(game: &RailwaysOfTheWorld, seat: Seat, link: &Link) -> String {
    format!("{seat} completes {}", link_name(game, link))
}

pub(super) fn builds_special(
    game: &RailwaysOfTheWorld,
    seat: Seat,
    site: Site,
    cost: Money,
    bonds: i64,
) -> String {
    let (name, gateway) = (city_name(game, site.terminal), city_name(game, site.gateway));
    format!("{seat} builds the special link from {gateway} to {name} for {cost}{}", issuing(bonds))
}

pub(super) fn bag_is_empty() -> String {
    "no cube comes: the bag is empty".to_owned()
}

pub(super) fn urbanizes(
    game: &RailwaysOfTheWorld,
    seat: Seat,
    city: City,
    color: Color,
    cost: Money,
    bonds: i64,
) -> String {
    format!("{seat} makes {} {} for {cost}{}", city_name(game, city), color.name(), issuing(bonds))
}

pub(super) fn upgrades(game: &RailwaysOfTheWorld, seat: Seat, cost: Money, bonds: i64) -> String {
    format!("{seat} buys engine {} for {cost}{}", game.players[seat].engine, issuing(bonds))
}

// Deliveries

pub(super) fn loads(game: &RailwaysOfTheWorld, seat: Seat, city: City, cube: Color) -> String {
    format!("{seat} loads a {} cube in {}", cube.name(), city_name(game, city))
}

pub(super) fn rides(game: &RailwaysOfTheWorld, cube: Color, to: City) -> String {
    format!("the {} cube rides to {}", cube.name(), city_name(game, to))
}

pub(super) fn delivers(game: &RailwaysOfTheWorld, seat: Seat, carrying: &Carrying, to: City) -> String {
    let (from, to) = (city_name(game, carrying.from), city_name(game, to));
    let links = counted(carrying.links.len(), "link");
    format!("{seat} delivers a {} cube from {from} to {to} over {links}", carrying.cube.name())
}

/// Who earns what by links ridden on.
pub(super) fn link_points(game: &RailwaysOfTheWorld, carrying: &Carrying) -> String {
    let mut points = PerSeat::new(game.seats(), 0_i64);
    let links = carrying.links.as_slice().iter().filter_map(|&id| game.link(id));
    links.for_each(|link| points[link.owner] += 1);
    let earned = points.iter().filter(|(_, points)| **points > 0);
    listed(earned.map(|(seat, points)| format!("{seat} moves up {}", counted(*points, "space"))).collect())
}

pub(super) fn hotel_pays(game: &RailwaysOfTheWorld, seat: Seat, city: City, points: i64) -> String {
    let spaces = counted(points, "space");
    format!("the hotel in {} takes {seat} up {spaces}", city_name(game, city))
}

pub(super) fn dining_pays(seat: Seat, cash: Money) -> String {
    format!("dining cars earn {seat} {cash}")
}

pub(super) fn is_empty(game: &RailwaysOfTheWorld, city: City) -> String {
    format!("{} is empty now", city_name(game, city))
}

// Cards

pub(super) fn takes_card(game: &RailwaysOfTheWorld, seat: Seat, card: Card, city: Option<City>) -> String {
    let target = city.map_or_else(String::new, |city| format!(" for {}", city_name(game, city)));
    format!("{seat} takes {}{target}", card_name(game, card))
}

pub(super) fn plays_card(game: &RailwaysOfTheWorld, seat: Seat, card: Card) -> String {
    format!("{seat} plays {}", card_name(game, card))
}

pub(super) fn achieves(game: &RailwaysOfTheWorld, seat: Seat, card: Card, points: i64) -> String {
    format!("{seat} achieves {} and moves up {}", card_name(game, card), counted(points, "space"))
}
