//! All words that a player reads: notes and the scene's here, those of choices and refusals in the files below.

mod choices;
mod refusal;

pub(super) use choices::*;
pub(super) use refusal::Refusal;

use super::action::{At, Cube, Drafted, Rotation, Side};
use super::board::{City, CitySet, Railroad, board};
use super::delivery::Gain;
use super::map::{Placement, Spot};
use super::state::{Cubes, Draw, Phase, RailroadRivals, Stocks, Tiles};
use crate::engine::auction::{Auction, Bid};
use crate::engine::money::Money;
use crate::engine::named::Named;
use crate::engine::seat::Seat;
use crate::engine::words::listed;

// Things

pub(super) fn city_name(city: City) -> &'static str {
    &board().tile(city).name
}

pub(super) fn cube_name(cube: Cube) -> &'static str {
    match cube {
        Cube::Black => "black",
        Cube::Brown => "brown",
        Cube::Gray => "gray",
        Cube::Yellow => "yellow",
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::North => "north",
        Side::East => "east",
        Side::South => "south",
        Side::West => "west",
    }
}

fn turn_name(rotation: Rotation) -> &'static str {
    ["as printed", "turned right", "upside down", "turned left"][rotation.index()]
}

fn points(points: i64) -> String {
    if points == 1 { "1 point".to_owned() } else { format!("{points} points") }
}

/// "1 stock tile", "2 stock tiles".
pub(super) fn stock_tiles(count: u8) -> String {
    if count == 1 { "1 stock tile".to_owned() } else { format!("{count} stock tiles") }
}

/// The tile that lies somewhere, for sentences about places where one does.
fn tile_at(game: &RailroadRivals, at: At) -> &'static str {
    game.map.at(at).map_or("a free place", |laid| city_name(laid.tile))
}

/// "east of St. Louis", by the tile at one side of a spot.
fn beside(game: &RailroadRivals, at: At, side: Side) -> String {
    format!("{} of {}", side_name(side.opposite()), tile_at(game, at.beside(side)))
}

/// Where a spot is: beside the first tile that it is linked to, or else beside any.
fn spot_name(game: &RailroadRivals, spot: &Spot, placement: Placement) -> String {
    let linked = spot.links(board().edges(placement.tile, placement.rotation)).next();
    linked.map_or_else(|| whereabouts(game, spot.at), |(side, _)| beside(game, spot.at, side))
}

/// Where a free place is: beside the first tile, by side, that lies next to it.
pub(super) fn whereabouts(game: &RailroadRivals, at: At) -> String {
    let side = Side::ALL.into_iter().find(|&side| game.map.at(at.beside(side)).is_some());
    side.map_or_else(|| place_id(at), |side| beside(game, at, side))
}

fn city_names(cities: CitySet) -> String {
    listed(City::all_in(&cities).map(|city| city_name(city).to_owned()).collect())
}

/// "2 brown and 1 yellow".
fn cubes_named(cubes: Cubes) -> String {
    let some = Cube::ALL.into_iter().filter(|cube| cubes.count(cube.index()) > 0);
    listed(some.map(|cube| format!("{} {}", cubes.count(cube.index()), cube_name(cube))).collect())
}

/// "IC, NYC twice and UP".
fn stocks_named(stocks: &Stocks) -> String {
    let some = Railroad::all().filter(|railroad| stocks.count(railroad.index()) > 0);
    let named = |railroad: Railroad| match stocks.count(railroad.index()) {
        1 => railroad.name().to_owned(),
        2 => format!("{} twice", railroad.name()),
        count => format!("{} {count} times", railroad.name()),
    };
    listed(some.map(named).collect())
}

/// "brown, yellow, brown".
fn row_named(row: &[Cube]) -> String {
    row.iter().map(|&cube| cube_name(cube)).collect::<Vec<_>>().join(", ")
}

fn leader(auction: &Auction) -> String {
    let high = auction.high();
    high.map_or("no bid yet".to_owned(), |bid| {
        format!("{} leads with {}", bid.seat, points(bid.amount.dollars()))
    })
}

fn order_named(game: &RailroadRivals) -> String {
    listed(game.order.as_slice().iter().map(ToString::to_string).collect())
}

// Notes of the set-up and of chance

pub(super) fn order_drawn(game: &RailroadRivals) -> String {
    format!("the order of play is {}", order_named(game))
}

pub(super) fn lies_first(city: City) -> String {
    format!("{} lies first", city_name(city))
}

pub(super) fn tiles_removed() -> String {
    let figures = &board().figures.two_players;
    let stocks = stock_tiles(figures.stocks_removed);
    format!("{} city tiles and {stocks} of each railroad leave the game", figures.cities_removed)
}

pub(super) fn hands_dealt() -> String {
    format!("everybody is dealt {} city tiles", board().figures.hand)
}

pub(super) fn turn_begins(game: &RailroadRivals) -> String {
    format!("turn {} begins", game.round)
}

pub(super) fn market(market: &Tiles) -> String {
    let cities = city_names(market.cities);
    let stocks = stocks_named(&market.stocks);
    match (market.cities.is_empty(), market.stocks.is_empty()) {
        (false, false) => format!("drawn are the cities {cities} and the stocks {stocks}"),
        (false, true) => format!("drawn are the cities {cities}; no stock is left"),
        (true, _) => format!("drawn are the stocks {stocks}"),
    }
}

pub(super) fn rest_leaves(rest: CitySet) -> String {
    format!("too few city tiles are left: {} of them leave the game, stocks are drawn instead", rest.len())
}

pub(super) fn goods_drawn(tile: City, drawn: Cubes) -> String {
    format!("{} gets {}", city_name(tile), cubes_named(drawn))
}

pub(super) fn bag_is_empty() -> String {
    "the bag is empty: the tile gets no goods".to_owned()
}

pub(super) fn row_drawn(row: &[Cube]) -> String {
    format!("drawn for the row are {}", row_named(row))
}

pub(super) fn row_arranged(row: &[Cube]) -> String {
    format!("the row begins with {}", row_named(row))
}

pub(super) fn opening_laid(game: &RailroadRivals) -> String {
    format!("{} lie linked", city_names(game.map.cities()))
}

pub(super) fn hand_drawn(hand: CitySet) -> String {
    format!("drawn are {}", city_names(hand))
}

// Notes of play

pub(super) fn bidding_begins(game: &RailroadRivals) -> String {
    format!("the first place is up for bids; the order is {}", order_named(game))
}

pub(super) fn bids(seat: Seat, amount: Money) -> String {
    format!("{seat} bids {}", points(amount.dollars()))
}

pub(super) fn passes(seat: Seat) -> String {
    format!("{seat} passes")
}

pub(super) fn cannot_bid(seat: Seat, least: Money) -> String {
    format!("{seat} cannot bid {} and passes", points(least.dollars()))
}

pub(super) fn nobody_bids() -> String {
    "nobody bids: the order stays as it is".to_owned()
}

pub(super) fn wins_first_place(game: &RailroadRivals, high: Bid) -> String {
    let paid = points(high.amount.dollars());
    format!("{} pays {paid} and moves first; the order is {}", high.seat, order_named(game))
}

pub(super) fn drafts(seat: Seat, drafted: Drafted) -> String {
    match drafted {
        Drafted::City(city) => format!("{seat} takes the city {}", city_name(city)),
        Drafted::Stock(railroad) => format!("{seat} takes a stock of {}", railroad.name()),
    }
}

pub(super) fn lays(game: &RailroadRivals, seat: Seat, placement: Placement, spot: &Spot) -> String {
    let place = spot_name(game, spot, placement);
    format!("{seat} lays {} {place}{}", city_name(placement.tile), links_made(game, seat, placement, spot))
}

/// ", linked by IC to Chicago and by B&O to St. Louis", "without a link".
fn links_made(game: &RailroadRivals, seat: Seat, placement: Placement, spot: &Spot) -> String {
    let links: Vec<_> = spot.links(board().edges(placement.tile, placement.rotation)).collect();
    let named = |(side, railroad): &(Side, Railroad)| {
        format!("by {} to {}", railroad.name(), tile_at(game, spot.at.beside(*side)))
    };
    let without = no_locomotive(game, seat, links.len());
    if links.is_empty() {
        return ", without a link".to_owned();
    }
    format!(", linked {}{without}", listed(links.iter().map(named).collect()))
}

/// Says for how many links the player has no locomotive left, if any.
fn no_locomotive(game: &RailroadRivals, seat: Seat, links: usize) -> String {
    match links.saturating_sub(game.locomotives_left(seat).into()) {
        0 => String::new(),
        1 => "; no locomotive is left for one of them".to_owned(),
        more => format!("; no locomotive is left for {more} of them"),
    }
}

pub(super) fn cannot_lay(seat: Seat) -> String {
    format!("{seat} has no tile that fits and lays none")
}

pub(super) fn discards(tiles: CitySet) -> String {
    format!("{} leave the game", city_names(tiles))
}

pub(super) fn last_round(game: &RailroadRivals) -> String {
    let out = game.players.iter().filter(|(_, player)| player.hand.is_empty());
    let out: Vec<String> = out.map(|(seat, _)| seat.to_string()).collect();
    let figures = &board().figures.solitaire;
    match (game.is_solitaire(), out.len()) {
        (true, _) => format!("turn {} is the last", figures.turns),
        (false, 0) => {
            "no city tile is left to draw and nobody has laid one: this turn is the last".to_owned()
        }
        (false, 1) => format!("{} has no city tile left: this turn is the last", listed(out)),
        (false, _) => format!("{} have no city tile left: this turn is the last", listed(out)),
    }
}

pub(super) fn delivers(
    game: &RailroadRivals,
    seat: Seat,
    (from, cube, to): (At, Cube, At),
    gain: &Gain,
) -> String {
    let (from, to) = (tile_at(game, from), tile_at(game, to));
    let railroad = gain.railroad.name();
    let owner = gain.owner.map_or(String::new(), |(owner, more)| format!(", {owner} {more} for the link"));
    let way = format!("{seat} delivers {} from {from} to {to}", cube_name(cube));
    format!("{way} by {railroad}: {}{owner}, {}", points(gain.points), value_change(game, gain))
}

/// "IC 3 to 4", "IC stays at 10".
fn value_change(game: &RailroadRivals, gain: &Gain) -> String {
    let (name, now) = (gain.railroad.name(), game.values[gain.railroad.index()]);
    if now == gain.value {
        format!("{name} stays at {now}")
    } else {
        format!("{name} {now} to {}", gain.value)
    }
}

pub(super) fn nothing_to_deliver() -> String {
    "no cube lies on a tile with a link: nothing more is delivered".to_owned()
}

pub(super) fn keeps(seat: Seat, stock: Railroad, others: &Stocks) -> String {
    let others = stocks_named(others);
    let gone = if others.is_empty() { String::new() } else { format!("; {others} leave the game") };
    format!("{seat} keeps a stock of {}{gone}", stock.name())
}

pub(super) fn stocks_decide(equals: &[Seat]) -> String {
    format!(
        "{} are equal: their best stock tiles decide",
        listed(equals.iter().map(ToString::to_string).collect())
    )
}

pub(super) fn game_over(game: &RailroadRivals) -> String {
    if game.is_solitaire() {
        let total = points(game.total(Seat::default()));
        return format!("the game is over: {total} make a {}", game.title());
    }
    "the game is over: stocks are added to the scores".to_owned()
}

// The scene

/// What is going on, in one sentence.
pub(super) fn status(game: &RailroadRivals) -> String {
    match &game.phase {
        Phase::Draw(Draw::SetUp) => "the game is set up".to_owned(),
        Phase::Draw(Draw::Goods(_)) => "goods are drawn".to_owned(),
        Phase::Draw(_) => "tiles are drawn".to_owned(),
        Phase::Bid(bidding) => {
            format!("{} bids for the first place: {}", bidding.auction.bidder(), leader(&bidding.auction))
        }
        Phase::Draft => {
            let seat = game.next_drafter().map_or(String::new(), |seat| seat.to_string());
            let kinds = if game.only_stocks() { "a stock" } else { "a city or a stock" };
            format!("{seat} takes {kinds}")
        }
        Phase::Lay(seat) if game.is_opening() => format!("{seat} lays the first tiles"),
        Phase::Lay(seat) => format!("{seat} lays a city tile"),
        Phase::Deliver(seat) => format!("{seat} delivers a cube"),
        Phase::Arrange => format!("{} puts the first cubes of the row in order", Seat::default()),
        Phase::Keep => format!("{} keeps one of the stocks", Seat::default()),
        Phase::Over if game.is_solitaire() => format!("the game is over: {}", game.title()),
        Phase::Over => "the game is over".to_owned(),
    }
}

/// How far the game is.
pub(super) fn progress(game: &RailroadRivals) -> String {
    if game.is_solitaire() {
        return format!("turn {} of {}", game.round, board().figures.solitaire.turns);
    }
    let last = if game.last_round { ", the last" } else { "" };
    format!("turn {}{last}", game.round)
}

/// The titles of the tables.
pub(super) const PLAYERS: &str = "Players, in the order of play";
pub(super) const PLAYER: &str = "Your score";
/// Scores, what the stocks are worth, both together, city tiles held, locomotives left; each also in short.
pub(super) const PLAYER_COLUMNS: [(&str, &str); 5] =
    [("points", "pts"), ("stocks", "stk"), ("total", "sum"), ("hand", "hand"), ("locomotives", "loco")];
pub(super) const PLAYERS_ABOUT: &str = "\
- **points**: scored so far; bids are paid with them
- **stocks**: what the own stocks are worth now
- **total**: both together, which decides who wins
- **hand**: city tiles held, seen by their owner alone
- **locomotives**: left to mark own links with";
pub(super) const HAND: &str = "Your tiles";
pub(super) const MARKET: &str = "City tiles to take";
pub(super) const TILES_ABOUT: &str = "\
- **N**, **E**, **S**, **W**: the railroad at each edge of the tile as it is printed; it may be turned
- **goods**: cubes that come with it";
pub(super) const STOCKS: &str = "Stocks";
pub(super) const STOCKS_ABOUT: &str = "\
- **worth**: what each stock counts at the end; it rises with every load that the railroad carries
- under each player's number how many they hold
- **open**: can be taken now; **pile**: still to come";

/// What a number at a link means.
pub(super) const OWNER: &str = "the link's owner";

/// What stands at the edges of a tile as it is printed.
pub(super) fn tile_edges(city: City) -> [String; 4] {
    board().edges(city, Rotation::default()).map(|edge| edge.map_or("-".to_owned(), |r| r.name().to_owned()))
}

/// What else is worth knowing.
pub(super) fn facts(game: &RailroadRivals) -> Vec<(String, String)> {
    let fact = |name: &str, value: String| (name.to_owned(), value);
    let or_nothing = |text: String| if text.is_empty() { "nothing".to_owned() } else { text };
    // What the next choice depends on comes first: a small window has room for little.
    let mut facts = if game.is_solitaire() {
        vec![
            fact("the next delivery scores", game.row_points().to_string()),
            fact("the row", or_nothing(row_named(&game.row))),
            fact("as it stands", game.title().to_owned()),
        ]
    } else {
        vec![fact("delivered this turn", or_nothing(cubes_named(game.delivered)))]
    };
    facts.push(fact("in the bag", or_nothing(cubes_named(game.bag))));
    facts.push(fact("city tiles to come", game.city_pile().len().to_string()));
    facts.push(fact("stock tiles to come", game.stock_pile().total().to_string()));
    facts
}
