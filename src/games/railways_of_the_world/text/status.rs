//! The words of the scene.

use super::super::state::{Drawing, Phase, RailwaysOfTheWorld};
use super::{city_name, counted};
use crate::engine::money::Money;
use crate::engine::scene::{Ground, Join, JoinState, Marker, Place};

/// What is going on, in one sentence.
pub(in super::super) fn status(game: &RailwaysOfTheWorld) -> String {
    match &game.phase {
        Phase::Draw(Drawing::Setup) => "cubes, the first to play and cards are drawn".to_owned(),
        Phase::Draw(Drawing::Cubes { city, count, .. }) => {
            format!("{} for {} are drawn", counted(*count, "cube"), city_name(game, *city))
        }
        Phase::Draw(Drawing::Card) => "a new card is drawn".to_owned(),
        Phase::Timetable => match game.early_holder() {
            Some((seat, _)) => format!("{seat} may play Early Timetable before the auction"),
            None => String::new(),
        },
        Phase::Auction(bidding) => format!("auction of First Player: {}", bidding.auction.standing()),
        Phase::Action(seat) if game.extra_actions > 0 => {
            format!("{seat} acts, and then once more")
        }
        Phase::Action(seat) => format!("{seat} acts"),
        Phase::Build(seat, building) => {
            let left = game.piece_limit() - building.placed;
            let (from, left) = (city_name(game, building.city), counted(left, "piece"));
            format!("{seat} builds from {from}, up to {left} more")
        }
        Phase::Deliver(seat, carrying) => {
            let (at, _) = game.way_so_far(carrying);
            let (at, cube) = (city_name(game, at), carrying.cube.name());
            format!("{seat} delivers a {cube} cube, now in {at}")
        }
        Phase::Over => "the game is over".to_owned(),
    }
}

/// How far the game is, the most important first: a small window has room for the beginning only.
pub(in super::super) fn progress(game: &RailwaysOfTheWorld) -> String {
    let needed = game.board().end_markers(game.seats());
    let turn = match game.last_turn {
        Some(last) => format!("turn {} of {last}", game.turn_number),
        None => format!("turn {}", game.turn_number),
    };
    let round = match game.phase {
        Phase::Timetable | Phase::Auction(_) => "auction".to_owned(),
        _ => format!("round {}", game.round),
    };
    format!("{turn}, {round}, {} of {needed} cities empty", game.markers())
}

// The board

/// What a kind of land means on the map.
pub(in super::super) const fn ground_meaning(ground: Ground) -> &'static str {
    match ground {
        Ground::Water => "water, $3000",
        Ground::Hill => "mountain, $4000",
        Ground::City => "city with a colour: takes cubes of it",
        Ground::Town => "gray city: takes none until urbanized",
        Ground::Gate => "a special link can leave the map here",
        Ground::Sea => "nothing can be built here",
        _ => "open land, $2000",
    }
}

/// A city and its goods.
pub(in super::super) fn city_words(city: &Place) -> String {
    let letters: String = city.tokens.iter().flat_map(|token| [token.letter, ' ']).collect();
    let goods = match (letters.trim_end(), city.has(Marker::Emptied)) {
        ("", true) => "no goods left (empty marker)".to_owned(),
        ("", false) => "no goods".to_owned(),
        (letters, _) => format!("goods waiting: {letters}"),
    };
    let takes = city.takes.map_or("takes no goods yet".to_owned(), |token| format!("takes {}", token.letter));
    let owner = city.owner.map(|token| format!(", way owned by {}", token.letter)).unwrap_or_default();
    let [name, code] = [&city.name, &city.code].map(|word| word.as_deref().unwrap_or_default());
    format!("{name} ({code}): {takes}, {goods}{owner}")
}

/// Land and the track on it.
pub(in super::super) fn land_words(land: &Place, track: &[&Join]) -> String {
    let words = |piece: &&Join| {
        let state = if piece.state == JoinState::Begun { " (link not complete)" } else { "" };
        piece.owner().map_or(String::new(), |owner| format!(", track of {}{state}", owner.letter))
    };
    format!("{}{}", ground_meaning(land.ground), track.iter().map(words).collect::<String>())
}

// The panels

/// The titles of the tables.
pub(in super::super) const PLAYERS: &str = "Players";
pub(in super::super) const INCOME: &str = "Income track";

/// Points, cash, bonds, engine, complete links, income, place on the income track; each also in short. The last two are
/// the first to go where there is no room: they stand at the income track too.
pub(in super::super) const PLAYER_COLUMNS: [(&str, &str); 7] = [
    ("points", "pts"),
    ("cash", "cash"),
    ("bonds", "bnd"),
    ("engine", "eng"),
    ("links", "lnk"),
    ("income", "inc"),
    ("track", "trk"),
];

pub(in super::super) const PLAYERS_ABOUT: &str = "\
- **points**: the score if the game ended now: the place on the income track, less 1 for each bond
- **bonds**: each costs $1000 every turn and a point at the end; none is ever paid back
- **engine**: the most links that a delivery may go over
- **links**: those that are complete, so that goods can go over them
- **income**: paid at the end of each turn
- **track**: the place on the income track";

pub(in super::super) const INCOME_ABOUT: &str = "\
- **at**: the place on the track; each link that a delivery goes over takes its owner up a space
- **pays**: the income there
- **after bonds**: what is left of it once the bonds are paid for
- **next step**: the income of the next step, and from which place on";

/// Where somebody stands, what that pays, what is left of it, and where it pays differently.
pub(in super::super) const INCOME_COLUMNS: [(&str, &str); 4] =
    [("at", "at"), ("pays", "pays"), ("after bonds", "net"), ("next step", "next")];

/// "$12k": all money is in whole thousands, and tables have little room.
pub(in super::super) fn thousands(money: Money) -> String {
    if money == Money::ZERO {
        return money.to_string();
    }
    let sign = if money < Money::ZERO { "-" } else { "" };
    format!("{sign}${}k", money.dollars().abs() / 1000)
}

/// "$6k at 3".
pub(in super::super) fn next_income(pays: Money, from: i64) -> String {
    format!("{} at {from}", thousands(pays))
}
