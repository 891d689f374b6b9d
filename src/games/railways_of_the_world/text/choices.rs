//! How choices are put to the player who has them, and what those are called that are blocked.

use super::super::action::{Action, Color, LinkId, Side};
use super::super::board::{Card, City, Effect, Hex, Land, Site};
use super::super::state::{Building, Carrying, Link, Phase, RailwaysOfTheWorld};
use super::super::track::{Railhead, Rails, Reach};
use super::{card_name, card_text, city_name, counted, land_name, link_name, side_name};
use crate::engine::game::Label;
use crate::engine::money::Money;
use crate::engine::named::Named;
use crate::engine::seat::Seat;
use crate::engine::short_list::ShortList;
use crate::engine::words::listed;

// Names of choices

pub(in super::super) fn choice_of_building() -> String {
    "build track".to_owned()
}

pub(in super::super) fn choice_of_start(game: &RailwaysOfTheWorld, city: City, side: Side) -> String {
    format!("build from {} to the {}", city_name(game, city), side_name(side))
}

pub(in super::super) fn choice_of_resuming(game: &RailwaysOfTheWorld, link: &Link) -> String {
    format!("go on with {} (link {})", link_name(game, link), link.id)
}

pub(in super::super) fn choice_of_special(game: &RailwaysOfTheWorld, site: Site) -> String {
    let (gateway, name) = (city_name(game, site.gateway), city_name(game, site.terminal));
    format!("build the special link from {gateway} to {name}")
}

pub(in super::super) fn choice_of_piece(exit: Side) -> String {
    format!("lay track to the {}", side_name(exit))
}

pub(in super::super) fn choice_of_stopping() -> String {
    "stop building".to_owned()
}

pub(in super::super) fn choice_of_urbanizing() -> String {
    "urbanize a city".to_owned()
}

pub(in super::super) fn choice_of_new_city(game: &RailwaysOfTheWorld, city: City) -> String {
    format!("urbanize {}", city_name(game, city))
}

pub(in super::super) fn choice_of_colored_city() -> String {
    "urbanize a city with a colour".to_owned()
}

pub(in super::super) fn choice_of_tile(color: Color) -> String {
    format!("urbanize with a {} tile", color.name())
}

pub(in super::super) fn choice_of_upgrade() -> String {
    "buy a better engine".to_owned()
}

pub(in super::super) fn choice_of_delivery() -> String {
    "deliver a cube".to_owned()
}

pub(in super::super) fn choice_of_load(game: &RailwaysOfTheWorld, city: City, cube: Color) -> String {
    format!("deliver a {} cube from {}", cube.name(), city_name(game, city))
}

pub(in super::super) fn choice_of_ride(game: &RailwaysOfTheWorld, link: &Link, at: City) -> String {
    let to = link.other_end(at).map_or("", |city| city_name(game, city));
    format!("ride to {to} on link {} of {}", link.id, link.owner)
}

pub(in super::super) fn choice_of_a_card() -> String {
    "take a card".to_owned()
}

pub(in super::super) fn choice_of_a_goal() -> String {
    "take a goal".to_owned()
}

pub(in super::super) fn choice_of_taking(game: &RailwaysOfTheWorld, card: Card) -> String {
    format!("take {}", distinct_name(game, card))
}

pub(in super::super) fn choice_of_playing(game: &RailwaysOfTheWorld, card: Card) -> String {
    format!("play {}", distinct_name(game, card))
}

/// The name of a card, with its id where another card has the same name.
fn distinct_name(game: &RailwaysOfTheWorld, card: Card) -> String {
    let name = card_name(game, card);
    let twins = game.board().cards.iter().filter(|&other| card_name(game, other) == name);
    if twins.count() > 1 { format!("{name} ({})", card.name()) } else { name.to_owned() }
}

pub(in super::super) fn choice_of_passing() -> String {
    "pass and do nothing".to_owned()
}

// Labels

/// How an action is put to the player who may take it.
pub(in super::super) fn describe(game: &RailwaysOfTheWorld, action: &Action) -> Label {
    match (*action, &game.phase) {
        (Action::Bid { .. }, _) => {
            plain("bid to be First Player; bonds pay for what you have not".to_owned())
        }
        (Action::Pass, Phase::Auction(bidding)) => describe_leaving(game, bidding.auction.bidder()),
        (Action::Pass, Phase::Timetable) => {
            plain("keep Early Timetable and let the auction begin".to_owned())
        }
        (Action::Pass, _) => plain(choice_of_passing()),
        (Action::StartLink { city, side }, Phase::Action(seat)) => describe_start(game, *seat, city, side),
        (Action::ResumeLink { link }, _) => describe_resuming(game, link),
        (Action::SpecialLink { site }, Phase::Action(seat)) => describe_special(game, *seat, site),
        (Action::Piece { exit }, Phase::Build(seat, building)) => {
            describe_piece(game, *seat, building, exit).unwrap_or_default()
        }
        (Action::Stop, _) => plain("stop here; what is incomplete goes at the end of the turn".to_owned()),
        (Action::Urbanize { city, color }, Phase::Action(seat)) => {
            describe_urbanizing(game, *seat, city, color)
        }
        (Action::Upgrade, Phase::Action(seat)) => describe_upgrade(game, *seat),
        (Action::Load { city, cube }, Phase::Action(seat)) => describe_load(game, *seat, city, cube),
        (Action::Ride { link }, Phase::Deliver(seat, carrying)) => {
            describe_ride(game, *seat, carrying, link).unwrap_or_default()
        }
        (Action::TakeCard { card, city, color }, _) => describe_taking(game, card, city, color),
        (Action::PlayCard { card }, _) => Label {
            more: card_text(game, card).into(),
            group: Some(PLAY),
            ..plain(choice_of_playing(game, card))
        },
        _ => Label::default(),
    }
}

const BUILD: &str = "Build track";
const DELIVER: &str = "Deliver goods";
const URBANIZE: &str = "Urbanize";
const TAKE: &str = "Take a card";
const PLAY: &str = "Play a card";

fn plain(text: String) -> Label {
    Label { text: text.into(), ..Label::default() }
}

/// The id of a hex in the scene: a city's is its own.
pub(in super::super) fn hex_id(game: &RailwaysOfTheWorld, hex: Hex) -> String {
    let board = game.board();
    match board.ground(hex).land {
        Land::City(city) => city.name().to_owned(),
        _ => match board.sites.iter().find(|site| board.place(site.terminal).hex == hex) {
            Some(site) => site.terminal.name().to_owned(),
            None => format!("{},{}", board.at(hex).0, board.at(hex).1),
        },
    }
}

/// "$6000, with 1 bond", so that nobody issues bonds unawares (RW-6).
fn paid(game: &RailwaysOfTheWorld, seat: Seat, cost: Money) -> String {
    match game.bonds_for(seat, cost) {
        0 => cost.to_string(),
        bonds => format!("{cost}, with {}", counted(bonds, "new bond")),
    }
}

fn describe_leaving(game: &RailwaysOfTheWorld, bidder: Seat) -> Label {
    let half = match &game.phase {
        Phase::Auction(bidding) => bidding.halves.map(|halves| game.half_bid(halves.bids[bidder])),
        _ => None,
    };
    match half.filter(|half| *half > Money::ZERO) {
        Some(half) => plain(format!("pass and pay {}, half of your bid", paid(game, bidder, half))),
        None => plain("pass and leave this auction".to_owned()),
    }
}

fn describe_start(game: &RailwaysOfTheWorld, seat: Seat, city: City, side: Side) -> Label {
    let head = game.first_head(seat, city, side);
    let land = head.map_or("", |head| land_name(game.board().ground(head.hex).land));
    Label {
        text: format!("{} ({land})", choice_of_start(game, city, side)).into(),
        place: Some(city.name().to_owned()),
        toward: head.map(|head| hex_id(game, head.hex)),
        group: Some(BUILD),
        ..Label::default()
    }
}

fn describe_resuming(game: &RailwaysOfTheWorld, link: LinkId) -> Label {
    let Some(link) = game.link(link) else { return Label::default() };
    let place = game.head_of(link).map(|head| hex_id(game, head.hex));
    Label { place, group: Some(BUILD), ..plain(choice_of_resuming(game, link)) }
}

fn describe_special(game: &RailwaysOfTheWorld, seat: Seat, gateway: City) -> Label {
    let Some(site) = game.board().site(gateway) else { return Label::default() };
    let price = game.special_price();
    let place = game.board().place(site.terminal);
    let color = place.color.map_or("", Color::name);
    let cubes = counted(place.cubes, "cube");
    Label {
        text: format!("{} for {}", choice_of_special(game, site), paid(game, seat, price)).into(),
        place: Some(site.terminal.name().to_owned()),
        price: Some(price),
        group: Some(BUILD),
        more: format!("a complete link of yours to a {color} city off the map, which gets {cubes}").into(),
        ..Label::default()
    }
}

fn describe_piece(game: &RailwaysOfTheWorld, seat: Seat, building: &Building, exit: Side) -> Option<Label> {
    let head = game.building_head(seat, building)?;
    let reach = game.check_piece(&Rails::of(game), head, exit).ok()?;
    let price = game.piece_price(building, head, exit, reach);
    let cost = price - price.min(building.discount_left);
    let leads = match reach {
        Reach::City(city) => format!(" into {}", city_name(game, city)),
        Reach::Join(link) => {
            let from = game.link(link).map_or("", |link| city_name(game, link.from));
            format!(" to your track from {from}")
        }
        Reach::Land(hex) => format!(" ({})", land_name(game.board().ground(hex).land)),
    };
    let toward = game.board().ground(head.hex).next(exit).map(|hex| hex_id(game, hex));
    Some(Label {
        text: format!("{}{leads} for {}", choice_of_piece(exit), paid(game, seat, cost)).into(),
        place: Some(hex_id(game, head.hex)),
        toward,
        price: Some(cost),
        group: Some(BUILD),
        more: so_far(game, building, head, exit, reach).into(),
    })
}

/// Why a piece costs what it does, and what is left to lay after it.
fn so_far(
    game: &RailwaysOfTheWorld,
    building: &Building,
    head: Railhead,
    exit: Side,
    reach: Reach,
) -> String {
    let ground = game.board().ground(head.hex);
    let complete = !matches!(reach, Reach::Land(_));
    let mut parts = vec![land_name(ground.land).to_owned()];
    if ground.has_ridge(head.entry) || complete && ground.has_ridge(exit) {
        parts.push("a ridge".to_owned());
    }
    if building.discount_left > Money::ZERO {
        parts.push(format!("Survey Crew takes off up to {}", building.discount_left));
    }
    let left = game.piece_limit() - building.placed - 1;
    let then = match reach {
        Reach::Land(_) => format!("{} left in this action", counted(left, "piece")),
        _ => "the link is complete".to_owned(),
    };
    format!("{}; then {then}", listed(parts))
}

fn describe_urbanizing(game: &RailwaysOfTheWorld, seat: Seat, city: City, color: Color) -> Label {
    let price = Money::new(game.board().figures.money.urbanize);
    let (what, color) = (choice_of_new_city(game, city), color.name());
    let cubes = counted(game.board().figures.cubes.urbanize, "cube");
    Label {
        text: format!("{what}: {color}, for {}", paid(game, seat, price)).into(),
        place: Some(city.name().to_owned()),
        price: Some(price),
        group: Some(URBANIZE),
        more: format!("it takes {color} cubes from now on, and gets {cubes} from the bag").into(),
        ..Label::default()
    }
}

fn describe_upgrade(game: &RailwaysOfTheWorld, seat: Seat) -> Label {
    let price = game.upgrade_price(seat, Money::ZERO);
    let level = game.players[seat].engine + 1;
    let cost = price.map_or_else(String::new, |price| paid(game, seat, price));
    let more = format!("your deliveries then go over up to {level} links");
    Label { price, more: more.into(), ..plain(format!("buy engine {level} for {cost}")) }
}

/// Where a cube can go: "Boston (2 links) or Buffalo (3)".
fn ends(game: &RailwaysOfTheWorld, ends: &[(City, u8)]) -> String {
    let end =
        |&(city, links): &(City, u8)| format!("{} over {}", city_name(game, city), counted(links, "link"));
    ends.iter().map(end).collect::<Vec<_>>().join(", ")
}

fn describe_load(game: &RailwaysOfTheWorld, seat: Seat, city: City, cube: Color) -> Label {
    let to = ends(game, &game.ends_from(seat, city, cube));
    Label {
        text: format!("{} to {to}", choice_of_load(game, city, cube)).into(),
        place: Some(city.name().to_owned()),
        group: Some(DELIVER),
        more: format!("{}{}", first_links(game, seat, city, cube), emptied(game, city)).into(),
        ..Label::default()
    }
}

/// The links that the delivery can begin with.
fn first_links(game: &RailwaysOfTheWorld, seat: Seat, city: City, cube: Color) -> String {
    let carrying = Carrying { from: city, cube, links: ShortList::default() };
    let first = game.links.iter().filter(|link| link.touches(city));
    let first = first.filter(|link| link.owner == seat || game.may_begin_anywhere());
    let ways = first.filter_map(|link| {
        let to = link.other_end(city)?;
        let ends = game.ends_after(seat, &carrying, link);
        let name = city_name(game, to);
        let (last, links) = ends.first()?;
        Some(if *last == to {
            format!("straight to {name}")
        } else {
            format!("by {name} to {} over {}", city_name(game, *last), counted(*links, "link"))
        })
    });
    format!("each link pays its owner a space; ways: {}", listed(ways.collect()))
}

fn emptied(game: &RailwaysOfTheWorld, city: City) -> String {
    let last = game.city(city).cubes.total() == 1 && !game.board().place(city).is_terminal;
    if last { "; the city is empty then".to_owned() } else { String::new() }
}

fn describe_ride(game: &RailwaysOfTheWorld, seat: Seat, carrying: &Carrying, id: LinkId) -> Option<Label> {
    let link = game.link(id)?;
    let (at, _) = game.way_so_far(carrying);
    let to = link.other_end(at)?;
    let who = if link.owner == seat { "you".to_owned() } else { link.owner.to_string() };
    let arrives = game.city(to).color == Some(carrying.cube);
    let (text, more) = if arrives {
        let name = city_name(game, to);
        (format!("deliver to {name} on link {id}: {who} +1"), earned(game, seat, carrying, link))
    } else {
        let on = ends(game, &game.ends_after(seat, carrying, link));
        let name = city_name(game, to);
        (format!("ride to {name} on link {id}: {who} +1, then to {on}"), earned(game, seat, carrying, link))
    };
    Some(Label {
        text: text.into(),
        place: Some(to.name().to_owned()),
        group: Some(DELIVER),
        more: more.into(),
        ..Label::default()
    })
}

/// Who has earned what once the cube has ridden along the link.
fn earned(game: &RailwaysOfTheWorld, seat: Seat, carrying: &Carrying, link: &Link) -> String {
    let ridden = carrying.links.as_slice().iter().filter_map(|&id| game.link(id)).chain([link]);
    let owners: Vec<Seat> = ridden.map(|link| link.owner).collect();
    let shares = Seat::all(game.seats()).filter_map(|owner| {
        let count = owners.iter().filter(|other| **other == owner).count();
        let name = if owner == seat { "you".to_owned() } else { owner.to_string() };
        (count > 0).then(|| format!("{name} +{count}"))
    });
    format!("by then: {}", listed(shares.collect()))
}

fn describe_taking(game: &RailwaysOfTheWorld, card: Card, city: Option<City>, color: Option<Color>) -> Label {
    let target = match (city, color) {
        (Some(city), Some(color)) => format!(" and make {} {}", city_name(game, city), color.name()),
        (Some(city), None) => format!(" for {}", city_name(game, city)),
        _ => String::new(),
    };
    let price = match (&game.phase, game.board().effect(card)) {
        (Phase::Action(seat), Some(Effect::Works { dollars })) => {
            game.upgrade_price(*seat, Money::new(dollars)).map(|price| (*seat, price))
        }
        _ => None,
    };
    let cost = price.map_or_else(String::new, |(seat, price)| format!(" for {}", paid(game, seat, price)));
    Label {
        place: city.map(|city| city.name().to_owned()),
        price: price.map(|(_, price)| price),
        group: Some(TAKE),
        more: card_text(game, card).into(),
        ..plain(format!("{}{target}{cost}", choice_of_taking(game, card)))
    }
}
