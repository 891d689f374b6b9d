//! What a position is worth to a seat, for bots: an estimate in whole numbers, no part of the rules.
//!
//! Points win (RW-19), so everything is turned into the points that it is likely to become, in thousandths:
//!
//! - A space on the income track is a point. A bond is a point lost.
//! - Money is what is there and what the income track, less dividends, brings until the end. What is missing then will be
//!   bonds; what is left over buys something, but not for ever.
//! - Cubes that own links can carry are worth the spaces they will bring, the best of them most, as each takes an action:
//!   see `worth/goods.rs`. So links are worth what they open, and engines the longer ways.
//! - A build under way is worth the best link that it can still become: see `worth/promise.rs`. A delivery under way is
//!   worth the best way it can still end.
//! - What others have counts against a seat, less than its own.
//!
//! The figures below are estimates that were not tuned: with them the bot leaves players that take anything far behind.

mod goods;
mod promise;

use super::board::{Card, Effect};
use super::cards::Kind;
use super::state::{Drawing, Phase, RailwaysOfTheWorld};
use crate::engine::auction::Bid;
use crate::engine::game::{Turns as _, Worth};
use crate::engine::money::Money;
use crate::engine::seat::Seat;

/// A point is counted in thousandths.
const ONE: i64 = 1_000;

/// Turns that a game is likely to last from its start.
const USUAL_TURNS: i64 = 11;

/// What a thousand dollars are worth that will be left over.
const SURPLUS: i64 = 90;

/// What a thousand dollars are worth that will be missing: a bond gives five and costs one each turn.
const DEBT: i64 = 240;

/// More left over than this is of no use.
const USEFUL_SURPLUS: i64 = 60_000;

/// What it is worth to act first in a turn.
const FIRST: i64 = 350;

/// What it is worth for each cube that a city with an own link will get.
const CUBE: i64 = 120;

/// What no bot should do: cubes for a city that none of its links reach.
const HOPELESS: i64 = i64::MIN / 4;

/// A seat's view of a position, with what every estimate needs.
#[derive(Clone, Copy, Debug)]
struct Judge<'a> {
    game: &'a RailwaysOfTheWorld,
    seat: Seat,
    /// Turns whose pay day is still to come.
    turns: i64,
    /// What each pay day brings.
    flow: i64,
    /// What one more space on the income track is worth.
    space: i64,
}

impl Worth for RailwaysOfTheWorld {
    /// What the position is worth to a seat.
    ///
    /// While the seat is in the midst of an action, lines are only weighed against each other, so what is the same in
    /// all of them is left out: there are hundreds of ways to begin.
    fn worth(&self, seat: Seat) -> i64 {
        let judge = Judge::new(self, seat);
        match &self.phase {
            Phase::Build(builder, building) if *builder == seat => judge.holdings() + judge.promise(building),
            Phase::Deliver(mover, carrying) if *mover == seat => judge.holdings() + judge.best_end(carrying),
            Phase::Action(mover) if *mover == seat && !self.played.is_empty() => {
                judge.holdings() + judge.prospect_of_played()
            }
            Phase::Draw(Drawing::Cubes { seat: mover, city, .. })
                if *mover == seat && !self.links_of(seat).any(|link| link.touches(*city)) =>
            {
                HOPELESS
            }
            _ => judge.fortune() + judge.expected() - judge.rivals_part(),
        }
    }

    /// A build or delivery under way, or a card played for one, is judged when it is done.
    fn is_quiet(&self) -> bool {
        self.may_pause()
    }
}

impl RailwaysOfTheWorld {
    /// Turns whose pay day is still to come, as a guess.
    fn turns_left(&self) -> i64 {
        let turn = i64::from(self.turn_number);
        let limit = i64::from(self.board().figures.turns.most) - turn + 1;
        let until_end = self.last_turn.map_or_else(
            || {
                let needed = i64::from(self.board().end_markers(self.seats()));
                let left = needed - i64::from(self.markers());
                (2 + USUAL_TURNS * left / needed).min(limit)
            },
            |last| i64::from(last) - turn + 1,
        );
        match self.phase {
            Phase::Over => 0,
            Phase::Draw(Drawing::Card) => until_end - 1,
            _ => until_end,
        }
    }
}

impl<'a> Judge<'a> {
    fn new(game: &'a RailwaysOfTheWorld, seat: Seat) -> Self {
        let turns = game.turns_left();
        let flow = (game.income_of(seat) - game.dividends_of(seat)).dollars();
        let position = game.players[seat].position;
        let more = game.board().income(position + 3) - game.board().income(position);
        let space = ONE + (more.dollars() / 3) * (turns - 1).max(0) * SURPLUS / ONE;
        Self { game, seat, turns, flow, space }
    }

    /// What is about to come to the seat, or what it is about to pay.
    fn expected(&self) -> i64 {
        match &self.game.phase {
            Phase::Action(mover) if *mover == self.seat => i64::from(self.game.extra_actions) * ONE,
            Phase::Draw(Drawing::Cubes { seat, count, .. }) if *seat == self.seat => CUBE * i64::from(*count),
            Phase::Auction(bidding) => match bidding.auction.high() {
                Some(Bid { seat, amount }) if seat == self.seat => FIRST - self.price(amount),
                _ => 0,
            },
            _ => 0,
        }
    }

    /// Cards played for an action are worth what the best such action is.
    fn prospect_of_played(&self) -> i64 {
        match self.game.bound_to() {
            Some(Kind::Build) => self.best_promise(),
            Some(Kind::Deliver) => self.best_delivery(),
            None => 0,
        }
    }

    /// Points and money.
    fn holdings(&self) -> i64 {
        let player = &self.game.players[self.seat];
        let points = (player.position - player.bonds) * ONE;
        if self.game.phase == Phase::Over { points } else { points + self.money(Money::ZERO) }
    }

    /// What a seat has and is likely to gain.
    fn fortune(&self) -> i64 {
        let (game, seat) = (self.game, self.seat);
        let held = self.holdings() + self.baron() * ONE;
        if game.phase == Phase::Over {
            return held;
        }
        let first = game.order.first() == Some(seat);
        let cards: i64 = game.players[seat].cards.iter().map(|card| self.card(card)).sum();
        held + self.goods() + cards + if first { FIRST } else { 0 }
    }

    /// The baron's points, once the end is near enough to count on them.
    fn baron(&self) -> i64 {
        let has_one = self.game.players[self.seat].baron.is_some();
        if has_one && self.turns < 4 { self.game.baron_points(self.seat) } else { 0 }
    }

    /// What the seat's money will be worth, less what is spent now.
    fn money(&self, spent: Money) -> i64 {
        let cash = self.game.players[self.seat].cash - spent;
        let left = cash.dollars() + self.flow * self.turns;
        if left < 0 { left * DEBT / ONE } else { left.min(USEFUL_SURPLUS) * SURPLUS / ONE }
    }

    /// What paying this costs the seat, bonds included.
    fn price(&self, cost: Money) -> i64 {
        let figures = &self.game.board().figures.money;
        let bonds = self.game.bonds_for(self.seat, cost);
        let dividends = bonds * figures.dividend * self.turns;
        let spent = Money::new(cost.dollars() - bonds * figures.bond + dividends);
        bonds * ONE + self.money(Money::ZERO) - self.money(spent)
    }

    fn rivals_part(&self) -> i64 {
        let rivals = self.game.players.iter().filter(|(other, _)| *other != self.seat);
        let points: i64 = rivals.map(|(_, player)| player.position - player.bonds).sum();
        points * ONE / 2 / i64::from(self.game.seats() - 1)
    }

    /// What a held card is likely to bring.
    fn card(&self, card: Card) -> i64 {
        let turns = self.turns;
        match self.game.board().effect(card) {
            Some(Effect::Survey { .. } | Effect::Dispatch { .. }) => 110 * turns,
            Some(Effect::Dining { .. }) => 80 * turns,
            Some(Effect::Gang { .. }) => 30 * turns,
            Some(Effect::Hotel { .. }) => 190 * turns,
            Some(Effect::Bridge { .. } | Effect::Tunnel { .. }) => 40 * turns,
            Some(Effect::Credit { dollars }) => dollars * turns * SURPLUS / ONE,
            Some(Effect::Shops { .. }) => 150 * turns,
            Some(Effect::Grant { .. } | Effect::Crew | Effect::Orders { .. }) => 900,
            Some(Effect::Powder { .. } | Effect::Rights) => 500,
            Some(Effect::Early) => FIRST + 50,
            _ => 0,
        }
    }
}
