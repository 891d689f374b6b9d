//! Payments with bonds, income and dividends (RW-6, RW-7).

use super::board::Effect;
use super::state::RailwaysOfTheWorld;
use super::text;
use crate::engine::game::Notes;
use crate::engine::money::Money;
use crate::engine::seat::Seat;

impl RailwaysOfTheWorld {
    /// Bonds that a seat must issue to pay this: as few as will do (RW-6).
    pub(super) fn bonds_for(&self, seat: Seat, cost: Money) -> i64 {
        let short = (cost - self.players[seat].cash).dollars().max(0);
        Money::new(short).div_ceil(self.board().figures.money.bond).dollars()
    }

    /// Pays the bank, issuing the bonds that are needed; says how many.
    pub(super) fn pay(&mut self, seat: Seat, cost: Money) -> i64 {
        let bonds = self.bonds_for(seat, cost);
        let worth = Money::new(self.board().figures.money.bond) * bonds;
        let player = &mut self.players[seat];
        player.bonds += bonds;
        player.cash = player.cash + worth - cost;
        bonds
    }

    /// What a seat's bonds cost it each turn (RW-7, RW-22).
    pub(super) fn dividends_of(&self, seat: Seat) -> Money {
        let player = &self.players[seat];
        let relief = self.effects(player.cards).map(|effect| match effect {
            Effect::Credit { dollars } => dollars,
            _ => 0,
        });
        let relief = Money::new(relief.sum());
        let all = Money::new(self.board().figures.money.dividend) * player.bonds;
        (all - relief).max(Money::ZERO)
    }

    /// What the income track pays a seat.
    pub(super) fn income_of(&self, seat: Seat) -> Money {
        self.board().income(self.players[seat].position)
    }

    /// Everybody is paid and pays; whoever is short issues bonds that pay from the next turn on (RW-7).
    pub(super) fn pay_income(&mut self, notes: &mut Notes) {
        for seat in Seat::all(self.seats()) {
            let (income, dividends) = (self.income_of(seat), self.dividends_of(seat));
            self.players[seat].cash += income;
            let bonds = self.pay(seat, dividends);
            notes.say(|| text::earns(seat, income, dividends, bonds));
        }
    }

    /// Moves a seat up the income track.
    pub(super) fn advance(&mut self, seat: Seat, spaces: i64) {
        self.players[seat].position += spaces;
    }
}
