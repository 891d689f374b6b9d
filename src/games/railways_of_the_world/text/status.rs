//! The words of the scene.

use super::super::state::{Drawing, Phase, RailwaysOfTheWorld};
use super::{city_name, counted};

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

/// How far the game is.
pub(in super::super) fn progress(game: &RailwaysOfTheWorld) -> String {
    let needed = game.board().end_markers(game.seats());
    let end = match game.last_turn {
        Some(last) => format!("ends with turn {last}"),
        None => format!("{} of {needed} cities empty", game.markers()),
    };
    let (turn, rounds) = (game.turn_number, game.board().figures.turns.rounds);
    if game.order.as_slice().is_empty() {
        format!("turn {turn}, {end}")
    } else {
        format!("turn {turn}, round {} of {rounds}, {end}", game.round)
    }
}
