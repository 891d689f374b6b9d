//! How choices are put to the player who has them, and what those are called that are blocked.

use super::super::action::{Action, At, Cube, Drafted, Rotation, Side};
use super::super::board::{City, Railroad, board};
use super::super::map::{Placement, Spot};
use super::super::state::{Phase, RailroadRivals};
use super::{
    city_name, cube_name, leader, no_locomotive, points, row_named, side_name, spot_name, tile_at, turn_name,
    value_change,
};
use crate::engine::game::{Label, Turn, Turns as _};
use crate::engine::named::Named;
use crate::engine::seat::Seat;
use crate::engine::words::listed;

pub(in super::super) fn choice_of_city(city: City) -> String {
    format!("take the city {}", city_name(city))
}

pub(in super::super) fn choice_of_stock(railroad: Railroad) -> String {
    format!("take a stock of {}", railroad.name())
}

pub(in super::super) fn choice_of_keeping(railroad: Railroad) -> String {
    format!("keep a stock of {}", railroad.name())
}

pub(in super::super) fn choice_of_tile(city: City) -> String {
    format!("lay {}", city_name(city))
}

pub(in super::super) fn choice_of_laying_nothing() -> String {
    "lay no tile".to_owned()
}

pub(in super::super) fn choice_of_origin(city: City) -> String {
    format!("deliver from {}", city_name(city))
}

pub(in super::super) fn choice_of_no_delivery() -> String {
    "deliver nothing".to_owned()
}

/// The id of a place in scenes.
pub(in super::super) fn place_id(At(x, y): At) -> String {
    format!("{x},{y}")
}

/// How an action is put to the player who may take it.
pub(in super::super) fn describe(game: &RailroadRivals, action: &Action) -> Label {
    let label = |text: String| Label { text: text.into(), ..Label::default() };
    let seat = match game.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance | Turn::Over => Seat::default(),
    };
    match *action {
        Action::Bid { .. } => label(match &game.phase {
            Phase::Bid(bidding) => format!(
                "bid for the first place ({}; you have {})",
                leader(&bidding.auction),
                points(game.players[seat].score.dollars())
            ),
            _ => "bid".to_owned(),
        }),
        Action::Pass => label("pass and leave the bidding".to_owned()),
        Action::Draft(Drafted::City(city)) => {
            label(format!("{}: {}", choice_of_city(city), tile_summary(city)))
        }
        Action::Draft(Drafted::Stock(railroad)) => {
            label(format!("{}: {}", choice_of_stock(railroad), stock_summary(game, seat, railroad)))
        }
        Action::Keep { stock } => {
            label(format!("{}: {}", choice_of_keeping(stock), stock_summary(game, seat, stock)))
        }
        Action::Arrange { row } => label(format!("begin the row with {}", row_named(&row))),
        Action::Lay { tile, at, rotation } => {
            describe_placement(game, seat, Placement { tile, at, rotation })
        }
        Action::Deliver { from, cube, to } => describe_delivery(game, seat, (from, cube, to)),
    }
}

/// "NYC, -, PRR, B&O; 3 goods".
fn tile_summary(city: City) -> String {
    let edges = board().edges(city, Rotation::default()).map(|edge| edge.map_or("blank", Named::name));
    format!("{}; {}", edges.join(", "), goods(city))
}

fn goods(city: City) -> String {
    match board().tile(city).goods {
        1 => "1 cube".to_owned(),
        more => format!("{more} cubes"),
    }
}

/// "worth 3 now, you hold 1".
fn stock_summary(game: &RailroadRivals, seat: Seat, railroad: Railroad) -> String {
    let held = game.players[seat].stocks.count(railroad.index());
    format!("worth {} now, you hold {held}", game.values[railroad.index()])
}

fn describe_placement(game: &RailroadRivals, seat: Seat, placement: Placement) -> Label {
    let Placement { tile, at, rotation } = placement;
    let Some(spot) = game.map.spot(at) else { return Label::default() };
    let place = spot_name(game, &spot, placement);
    let links = links_offered(game, seat, placement, &spot);
    let text = format!("{} {place}, {}: {links}", choice_of_tile(tile), turn_name(rotation));
    Label {
        text: text.into(),
        place: Some(place_id(at)),
        group: Some(city_name(tile)),
        more: as_it_lies(placement).into(),
        ..Label::default()
    }
}

/// "link B&O", "links NYC and C&O to Louisville": the first is to the tile by which the place is named.
fn links_offered(game: &RailroadRivals, seat: Seat, placement: Placement, spot: &Spot) -> String {
    let links = spot.links(board().edges(placement.tile, placement.rotation));
    let named = links.enumerate().map(|(number, (side, railroad))| match number {
        0 => railroad.name().to_owned(),
        _ => format!("{} to {}", railroad.name(), tile_at(game, spot.at.beside(side))),
    });
    let named: Vec<String> = named.collect();
    let short = no_locomotive(game, seat, named.len());
    match named.len() {
        0 => "no link".to_owned(),
        1 => format!("link {}{short}", listed(named)),
        _ => format!("links {}{short}", listed(named)),
    }
}

/// "north PRR, east B&O, south PRR, west B&O; 2 cubes".
fn as_it_lies(Placement { tile, rotation, .. }: Placement) -> String {
    let edges = board().edges(tile, rotation);
    let sides = Side::ALL
        .map(|side| format!("{} {}", side_name(side), edges[side.index()].map_or("blank", Named::name)));
    format!("{}; {}", sides.join(", "), goods(tile))
}

fn describe_delivery(game: &RailroadRivals, seat: Seat, (from, cube, to): (At, Cube, At)) -> Label {
    let Some(way) = game.map.way(from, to) else { return Label::default() };
    let gain = game.gain(seat, cube, way);
    let mut brought = vec![format!("you score {}", gain.points)];
    brought.extend(gain.owner.map(|(owner, points)| format!("{owner} {points} for the link")));
    let change = value_change(game, &gain);
    let held = game.players[seat].stocks.count(gain.railroad.index());
    let text = format!(
        "{} from {} to {} by {}: {}; {change}, you hold {held}",
        cube_name(cube),
        tile_at(game, from),
        tile_at(game, to),
        way.railroad.name(),
        listed(brought),
    );
    Label {
        text: text.into(),
        place: Some(place_id(from)),
        toward: Some(place_id(to)),
        group: Some(cube_name(cube)),
        ..Label::default()
    }
}
