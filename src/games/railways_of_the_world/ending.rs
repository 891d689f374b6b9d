//! The end of a turn and of the game, and who has won (RW-18 to RW-20).

use serde_json::json;

use super::board::{CardSet, City, Goal};
use super::chain::longest_chain;
use super::state::{Drawing, Link, Phase, RailwaysOfTheWorld};
use super::text;
use crate::engine::game::{Notes, Standing};
use crate::engine::seat::{Seat, SeatOrder};

/// Turns in a row without anything but passes that end the game (RW-18).
pub(super) const QUIET_TURNS: u8 = 2;

/// Why the game has ended (RW-18).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The turn after enough cities were empty is over.
    LastTurn,
    /// Nobody did anything for two turns.
    Quiet,
    /// The board's limit is reached.
    TurnLimit,
}

impl RailwaysOfTheWorld {
    /// The first time that enough cities are empty, one more turn is left (RW-18).
    pub(super) fn latch_end(&mut self, notes: &mut Notes) {
        let enough = self.markers() >= self.board().end_markers(self.seats());
        if enough && self.last_turn.is_none() {
            let more = self.board().figures.turns.after_the_end_is_near;
            self.last_turn = Some(self.turn_number + more);
            notes.say(|| text::end_is_near(self));
        }
    }

    /// All rounds are over: income, dividends, incomplete links away; then the end, a new card or the next turn.
    pub(super) fn end_turn(&mut self, notes: &mut Notes) {
        self.quiet_turns = if self.quiet { self.quiet_turns + 1 } else { 0 };
        self.quiet = true;
        self.pay_income(notes);
        if self.links.iter().any(|link| !link.is_complete()) {
            notes.say(|| text::removes_incomplete(self));
            self.links.retain(Link::is_complete);
        }
        for (_, player) in self.players.iter_mut() {
            player.used = CardSet::EMPTY;
        }
        if let Some(ending) = self.ending() {
            self.phase = Phase::Over;
            self.order = SeatOrder::default();
            notes.say(|| text::game_over(self, ending));
        } else if self.deck().is_empty() {
            self.next_turn(notes);
        } else {
            self.phase = Phase::Draw(Drawing::Card);
        }
    }

    /// Why the game ends with the turn that has just ended.
    pub(super) fn ending(&self) -> Option<Ending> {
        if self.last_turn.is_some_and(|last| self.turn_number >= last) {
            Some(Ending::LastTurn)
        } else if self.quiet_turns >= QUIET_TURNS {
            Some(Ending::Quiet)
        } else {
            (self.turn_number >= self.board().figures.turns.most).then_some(Ending::TurnLimit)
        }
    }

    pub(super) fn next_turn(&mut self, notes: &mut Notes) {
        self.turn_number += 1;
        self.begin_turn(notes);
    }
}

// Points

impl RailwaysOfTheWorld {
    /// Points, then links, then money decide (RW-19).
    pub(super) fn all_standings(&self) -> Vec<Standing> {
        let keys = Seat::all(self.seats()).map(|seat| {
            let links = self.links_of(seat).count();
            (seat, (self.points(seat), links, self.players[seat].cash))
        });
        let mut standings = Standing::ranked(keys, |key| key.0);
        for standing in &mut standings {
            let player = &self.players[standing.seat];
            standing.details = [
                ("position", json!(player.position)),
                ("bonds", json!(player.bonds)),
                ("barons", json!(self.baron_points(standing.seat))),
                ("links", json!(self.links_of(standing.seat).count())),
                ("cash", json!(player.cash)),
            ]
            .into();
        }
        standings
    }

    /// Points of a seat if the game ended now (RW-19).
    pub(super) fn points(&self, seat: Seat) -> i64 {
        self.players[seat].position - self.players[seat].bonds + self.baron_points(seat)
    }

    /// What the seat's baron pays (RW-20).
    pub(super) fn baron_points(&self, seat: Seat) -> i64 {
        let baron = self.players[seat].baron.and_then(|baron| self.board().baron(baron));
        baron.map_or(0, |baron| if self.satisfies(seat, baron.goal) { baron.points } else { 0 })
    }

    fn satisfies(&self, seat: Seat, goal: Goal) -> bool {
        let alone = |value: &dyn Fn(Seat) -> i64| {
            let own = value(seat);
            Seat::all(self.seats()).filter(|&other| other != seat).all(|other| value(other) < own)
        };
        match goal {
            Goal::FewestBonds => alone(&|seat| -self.players[seat].bonds),
            Goal::MostCash => alone(&|seat| self.players[seat].cash.dollars()),
            Goal::LongestChain => alone(&|seat| self.chain_of(seat).into()),
            Goal::MostLinks => alone(&|seat| i64::try_from(self.links_of(seat).count()).expect("few links")),
            Goal::BestEngine => alone(&|seat| self.players[seat].engine.into()),
            Goal::Line(a, b) => self.has_line(seat, a, b),
            Goal::Hub { city, links } => {
                self.links_of(seat).filter(|link| link.touches(city)).count() >= usize::from(links)
            }
            Goal::SpecialLink => self.links_of(seat).any(|link| link.pieces.is_empty()),
        }
    }

    /// Links of the seat's longest chain.
    pub(super) fn chain_of(&self, seat: Seat) -> u8 {
        // From the west to the east, so that the links of a city are near each other.
        let column = |city: City| (self.board().at(self.board().place(city).hex).0, city);
        let mut links: Vec<_> = self
            .links_of(seat)
            .filter_map(|link| {
                let (a, b) = (column(link.from), column(link.to?));
                Some(if a < b { (a, b) } else { (b, a) })
            })
            .collect();
        links.sort_unstable();
        links.dedup();
        let number = |city: City| u8::try_from(city.index()).expect("64 cities");
        let links: Vec<(u8, u8)> = links.iter().map(|(a, b)| (number(a.1), number(b.1))).collect();
        longest_chain(&links)
    }
}
