//! All words that a player reads.

use whistlestop::engine::game::{Illegal, Label};
use whistlestop::engine::money::Money;
use whistlestop::engine::named::Named;
use whistlestop::engine::scene::Ground;
use whistlestop::engine::seat::Seat;

use super::action::Action;
use super::board::{FOR_RESTING, Square};
use super::state::Halts;

/// Why an action is refused.
#[derive(Clone, Copy, Debug)]
pub(super) enum Refusal {
    NobodysTurn,
    Taken(Square, Seat),
    OutOfReach(Square),
    TooDear(Square, Money),
}

impl From<Refusal> for Illegal {
    fn from(refusal: Refusal) -> Self {
        let (rule, why) = match refusal {
            Refusal::NobodysTurn => ("HA-2", "it is nobody's turn".to_owned()),
            Refusal::Taken(square, owner) => ("HA-3", format!("{owner} has a halt on {}", square.name())),
            Refusal::OutOfReach(square) => ("HA-4", format!("{} borders on no halt of yours", square.name())),
            Refusal::TooDear(square, cash) => {
                ("HA-3", format!("{} costs {}, and you have {cash}", square.name(), square.cost()))
            }
        };
        Self { why: why.into(), rule }
    }
}

pub(super) fn describe(action: Action) -> Label {
    match action {
        Action::Build { square } => Label {
            text: build(square).into(),
            place: Some(square.name().to_owned()),
            price: Some(square.cost()),
            ..Label::default()
        },
        Action::Rest => Label { text: format!("rest for {FOR_RESTING}").into(), ..Label::default() },
    }
}

pub(super) fn build(square: Square) -> String {
    format!("build a halt on {} ({})", square.name(), land(square.ground()))
}

pub(super) fn builds(seat: Seat, square: Square) -> String {
    format!("{seat} builds a halt on {} for {}", square.name(), square.cost())
}

pub(super) fn rests(seat: Seat) -> String {
    format!("{seat} rests and takes {FOR_RESTING}")
}

pub(super) fn is_first(seat: Seat) -> String {
    format!("{seat} is first")
}

pub(super) fn status(game: &Halts) -> String {
    match (game.first, game.active()) {
        (None, _) => "chance says who is first".to_owned(),
        (_, Some(seat)) => format!("{seat} builds or rests"),
        (_, None) => "the game is over".to_owned(),
    }
}

pub(super) const fn land(ground: Ground) -> &'static str {
    match ground {
        Ground::Wood => "wood",
        Ground::Hill => "hill",
        Ground::Town => "town",
        _ => "open land",
    }
}

/// What a square says when somebody looks at it.
pub(super) fn square(game: &Halts, square: Square) -> String {
    let halt = game.owner(square).map_or(String::new(), |owner| format!(", halt of {owner}"));
    format!(
        "{}: {}, {} to build, worth {}{halt}",
        square.name(),
        land(square.ground()),
        square.cost(),
        square.earns()
    )
}
