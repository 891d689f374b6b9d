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
//! - What others earn counts against a seat, less than its own.
//!
//! The figures below are estimates, tried in some hundred games of this bot against players that take anything and
//! against itself with other figures.

mod goods;
mod promise;

use super::board::{Card, Effect};
use super::cards::Kind;
use super::state::{Drawing, Phase, RailwaysOfTheWorld};
use crate::engine::auction::Bid;
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

/// What it is worth for each cube that a city will get at an own action.
const CUBE: i64 = 120;

impl RailwaysOfTheWorld {
    /// What the position is worth to a seat.
    pub(super) fn outlook(&self, seat: Seat) -> i64 {
        let own = self.fortune(seat);
        let under_way = match &self.phase {
            Phase::Build(builder, building) if *builder == seat => self.promise(seat, building),
            Phase::Deliver(mover, carrying) if *mover == seat => self.best_end(seat, carrying),
            Phase::Action(mover) if *mover == seat => self.prospect_of_played(seat),
            Phase::Draw(Drawing::Cubes { seat: mover, city, count }) if *mover == seat => {
                let useful = self.links_of(seat).any(|link| link.touches(*city));
                if useful { CUBE * i64::from(*count) } else { CUBE * i64::from(*count) / 4 }
            }
            Phase::Auction(bidding) => match bidding.auction.high() {
                Some(Bid { seat: high, amount }) if high == seat => FIRST - self.price_worth(seat, amount),
                _ => 0,
            },
            _ => 0,
        };
        own + under_way - self.rivals_part(seat)
    }

    /// Cards played for an action are worth what the best such action is.
    fn prospect_of_played(&self, seat: Seat) -> i64 {
        match self.bound_to() {
            Some(Kind::Build) => self.best_promise(seat),
            Some(Kind::Deliver) => self.best_delivery(seat),
            None => i64::from(self.extra_actions) * ONE,
        }
    }

    /// Turns whose pay day is still to come.
    pub(super) fn turns_left(&self) -> i64 {
        let turn = i64::from(self.turn_number);
        let limit = i64::from(self.board().figures.turns.most) - turn + 1;
        let over = matches!(self.phase, Phase::Over);
        let paid = over || self.phase == Phase::Draw(Drawing::Card);
        let until_end = match self.last_turn {
            Some(last) => i64::from(last) - turn + 1,
            None => {
                let needed = i64::from(self.board().end_markers(self.seats()));
                let left = needed - i64::from(self.markers());
                (2 + USUAL_TURNS * left / needed).min(limit)
            }
        };
        if over { 0 } else { until_end - i64::from(paid) }
    }

    /// What a seat has and is likely to gain.
    fn fortune(&self, seat: Seat) -> i64 {
        let player = &self.players[seat];
        let turns = self.turns_left();
        let points = (player.position - player.bonds + self.baron_worth(seat)) * ONE;
        if self.phase == Phase::Over {
            return points;
        }
        let first = self.order.first() == Some(seat);
        let cards: i64 = player.cards.iter().map(|card| self.card_worth(card, turns)).sum();
        points
            + self.money_worth(seat, Money::ZERO)
            + self.goods(seat)
            + cards
            + if first { FIRST } else { 0 }
    }

    /// The baron's points, once the end is near enough to count on them.
    fn baron_worth(&self, seat: Seat) -> i64 {
        if self.players[seat].baron.is_some() && self.turns_left() < 4 { self.baron_points(seat) } else { 0 }
    }

    /// What a seat's money will be worth, less what is spent now.
    fn money_worth(&self, seat: Seat, spent: Money) -> i64 {
        let turns = self.turns_left();
        let flow = (self.income_of(seat) - self.dividends_of(seat)).dollars();
        let left = self.players[seat].cash.dollars() - spent.dollars() + flow * turns;
        if left < 0 { left * DEBT / ONE } else { left.min(USEFUL_SURPLUS) * SURPLUS / ONE }
    }

    /// What paying this costs a seat, bonds included.
    pub(super) fn price_worth(&self, seat: Seat, cost: Money) -> i64 {
        let bonds = self.bonds_for(seat, cost);
        let dividends = bonds * self.board().figures.money.dividend * self.turns_left();
        let gained = bonds * self.board().figures.money.bond;
        let spent = Money::new(cost.dollars() - gained + dividends);
        bonds * ONE + self.money_worth(seat, Money::ZERO) - self.money_worth(seat, spent)
    }

    /// What one more space on the income track is worth to a seat.
    pub(super) fn space_worth(&self, seat: Seat) -> i64 {
        let position = self.players[seat].position;
        let more = self.board().income(position + 3) - self.board().income(position);
        ONE + (more.dollars() / 3) * (self.turns_left() - 1).max(0) * SURPLUS / ONE
    }

    fn rivals_part(&self, seat: Seat) -> i64 {
        let rivals = self.players.iter().filter(|(other, _)| *other != seat);
        let points: i64 = rivals.map(|(_, player)| player.position - player.bonds).sum();
        points * ONE / 2 / i64::from(self.seats() - 1)
    }

    /// What a held card is likely to bring.
    fn card_worth(&self, card: Card, turns: i64) -> i64 {
        match self.board().effect(card) {
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
