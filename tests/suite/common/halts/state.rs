//! A state of the game, and what follows from it.

use serde::{Deserialize, Serialize};
use whistlestop::engine::money::Money;
use whistlestop::engine::seat::{PerSeat, Seat};

use super::board::{FOR_RESTING, PURSE, SQUARES, Square, TURNS};

/// A game under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Halts {
    /// Who has the first turn; nobody before chance has said it.
    pub(super) first: Option<Seat>,
    /// How many turns are over.
    pub(super) turns: u8,
    pub(super) cash: PerSeat<Money>,
    /// Whose halt stands on each square.
    pub(super) owners: [Option<Seat>; SQUARES],
}

impl Halts {
    pub(super) fn set_up(seats: u8) -> Option<Self> {
        let owners = [None; SQUARES];
        let game = || Self { first: None, turns: 0, cash: PerSeat::new(seats, PURSE), owners };
        (2..=4).contains(&seats).then(game)
    }

    pub(super) fn seats(&self) -> u8 {
        self.cash.seats()
    }

    /// Whose turn it is, unless the game is over (HA-6).
    pub(super) fn active(&self) -> Option<Seat> {
        let over = self.turns >= TURNS * self.seats() || self.owners.iter().all(Option::is_some);
        let first = self.first.filter(|_| !over)?;
        Seat::new((first.number() + self.turns) % self.seats())
    }

    /// How many turns the seat has had.
    pub(super) fn turns_of(&self, seat: Seat) -> u8 {
        let place =
            self.first.map_or(0, |first| (seat.number() + self.seats() - first.number()) % self.seats());
        (self.turns + self.seats() - 1 - place) / self.seats()
    }

    pub(super) fn owner(&self, square: Square) -> Option<Seat> {
        self.owners[square.index()]
    }

    pub(super) fn halts_of(&self, seat: Seat) -> impl Iterator<Item = Square> {
        Square::all().filter(move |square| self.owner(*square) == Some(seat))
    }

    /// What the seat must have left, by what it has built and how often it rested; nothing if it built more often than it
    /// had turns.
    pub(super) fn cash_due(&self, seat: Seat) -> Option<Money> {
        let built = u8::try_from(self.halts_of(seat).count()).ok()?;
        let rests = self.turns_of(seat).checked_sub(built)?;
        let spent: Money = self.halts_of(seat).map(Square::cost).sum();
        Some(PURSE + FOR_RESTING * i64::from(rests) - spent)
    }

    /// The squares between which track lies, with whose it is: each with its neighbour to the east or south.
    pub(super) fn track(&self) -> impl Iterator<Item = (Seat, Square, Square)> {
        let pairs = Square::all().flat_map(|from| [from.east(), from.south()].map(|to| Some((from, to?))));
        pairs.flatten().filter_map(|(from, to)| {
            let owner = self.owner(from)?;
            (self.owner(to) == Some(owner)).then_some((owner, from, to))
        })
    }

    /// The points of the seat (HA-6).
    pub(super) fn points(&self, seat: Seat) -> i64 {
        let track = self.track().filter(|(owner, ..)| *owner == seat).count();
        self.halts_of(seat).map(Square::earns).sum::<i64>() + i64::try_from(track).expect("track is short")
    }
}
