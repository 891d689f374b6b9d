//! Who is First Player: Early Timetable, the auction, and the order of the turn (RW-4, RW-20, RW-22).

use super::action::Action;
use super::board::{Card, Effect};
use super::state::{Bidding, Halves, Phase, RailwaysOfTheWorld};
use super::text::{self, Refusal};
use crate::engine::auction::{Auction, Bid};
use crate::engine::game::{Choices, Notes};
use crate::engine::lot::{Auctioneer, Call};
use crate::engine::money::Money;
use crate::engine::seat::{PerSeat, Seat, SeatOrder};
use crate::engine::words::Words;

impl RailwaysOfTheWorld {
    /// A turn begins: with its order if that is known, else with whoever may prevent the auction, else with the auction.
    pub(super) fn begin_turn(&mut self, notes: &mut Notes) {
        self.round = 1;
        self.order = SeatOrder::default();
        notes.say(|| text::turn_begins(self));
        if self.turn_number == 1 && self.options.first_turn_order {
            self.begin_in_order(notes);
        } else if self.early_holder().is_some() {
            self.phase = Phase::Timetable;
        } else {
            self.open_auction(notes);
        }
    }

    /// The drawn opener is first, and the later one comes, the more one gets (RW-20).
    fn begin_in_order(&mut self, notes: &mut Notes) {
        let order = SeatOrder::clockwise_from(self.first_player, self.seats());
        for (place, &seat) in (0..).zip(order.as_slice()) {
            let gift = Money::new(self.board().figures.money.bid_step) * place;
            self.players[seat].cash += gift;
            if place > 0 {
                notes.say(|| text::gets_for_waiting(seat, gift));
            }
        }
        self.begin_rounds(order, notes);
    }
}

// Early Timetable

impl RailwaysOfTheWorld {
    /// Who holds Early Timetable.
    pub(super) fn early_holder(&self) -> Option<(Seat, Card)> {
        self.holder(|effect| effect == Effect::Early)
    }

    pub(super) fn list_timetable(&self, choices: &mut Choices<Action>) {
        if let Some((_, card)) = self.early_holder() {
            choices.act(Action::PlayCard { card });
        }
        choices.act(Action::Pass);
    }

    pub(super) fn play_timetable(&mut self, card: Card, notes: &mut Notes) -> Result<(), Refusal> {
        let (seat, early) = self.early_holder().ok_or(Refusal::NotHeld(card))?;
        if card != early {
            return Err(Refusal::OnlyTimetable);
        }
        notes.say(|| text::plays_card(self, seat, card));
        self.discard_from(seat, card);
        self.first_player = seat;
        notes.say(|| text::is_first(seat));
        self.begin_rounds(SeatOrder::clockwise_from(seat, self.seats()), notes);
        Ok(())
    }
}

// The auction

impl RailwaysOfTheWorld {
    pub(super) fn open_auction(&mut self, notes: &mut Notes) {
        let bidding = self.new_bidding();
        notes.say(|| text::opens_auction(bidding.auction.opener()));
        self.run_auction(bidding, notes);
    }

    /// A fresh auction: last turn's First Player opens (RW-4).
    pub(super) fn new_bidding(&self) -> Bidding {
        let money = &self.board().figures.money;
        let order = SeatOrder::clockwise_from(self.first_player, self.seats());
        let auction = Auction::new(order, Money::new(money.bid_least), Money::new(money.bid_step));
        let none = Halves { bids: PerSeat::new(self.seats(), Money::ZERO), dropped: SeatOrder::default() };
        Bidding { auction, halves: self.options.pay_half.then_some(none) }
    }

    /// Bonds pay for any bid, so only the board bounds it (RW-4).
    pub(super) fn bid_cap(&self) -> Money {
        Money::new(self.board().figures.money.bid_most)
    }

    /// Half of a bid, rounded up to a whole step.
    pub(super) fn half_bid(&self, bid: Money) -> Money {
        let step = self.board().figures.money.bid_step;
        Money::new(bid.div_ceil(2 * step).dollars() * step)
    }

    fn begin_rounds(&mut self, order: SeatOrder, notes: &mut Notes) {
        self.order = order;
        self.begin_round(1, notes);
    }
}

impl Auctioneer<Bidding> for RailwaysOfTheWorld {
    fn purse(&self, _seat: Seat) -> Money {
        self.bid_cap()
    }

    fn call(_: &Bidding, call: Call) -> Words {
        match call {
            Call::Bids(bid) => text::bids(bid.seat, bid.amount),
            Call::Passes(seat) => text::passes(seat),
            Call::CannotBid(seat, _) => text::cannot_raise(seat),
        }
        .into()
    }

    fn await_bid(&mut self, bidding: Bidding) {
        self.phase = Phase::Auction(bidding);
    }

    fn keep_bid(&self, bidding: &mut Bidding, bid: Bid) {
        if let Some(halves) = &mut bidding.halves {
            halves.bids[bid.seat] = bid.amount;
        }
    }

    /// Where that was agreed on, who passes pays half of his last bid at once (RW-20).
    fn drop_out(&mut self, bidding: &mut Bidding, seat: Seat, notes: &mut Notes) {
        let Some(halves) = &mut bidding.halves else { return };
        let dropped: Vec<Seat> = halves.dropped.as_slice().iter().copied().chain([seat]).collect();
        halves.dropped = SeatOrder::new(&dropped).expect("nobody drops out twice");
        let cost = self.half_bid(halves.bids[seat]);
        if cost > Money::ZERO {
            let bonds = self.pay(seat, cost);
            notes.say(|| text::pays_half(seat, cost, bonds));
        }
    }

    /// The winner pays and is first; without a bid it is the left neighbour of who was first before (RW-4), or, where who
    /// passes pays half, the last to pass, as if he had won for nothing (RW-20).
    fn end_auction(&mut self, bidding: &Bidding, high: Option<Bid>, notes: &mut Notes) {
        let dropped = bidding.halves.map(|halves| halves.dropped);
        let backwards = dropped.iter().flat_map(|dropped| dropped.as_slice().iter().rev().copied());
        if let Some(Bid { seat, amount }) = high {
            let bonds = self.pay(seat, amount);
            self.first_player = seat;
            notes.say(|| text::wins_auction(seat, amount, bonds));
        } else {
            let last_to_pass = backwards.clone().next();
            self.first_player = last_to_pass.unwrap_or_else(|| self.first_player.left(self.seats()));
            notes.say(|| text::nobody_bids(self.first_player));
        }
        let order = if dropped.is_some() {
            let winner = high.map(|bid| bid.seat);
            let order: Vec<Seat> = winner.into_iter().chain(backwards).collect();
            SeatOrder::new(&order).expect("the winner did not pass, and nobody passes twice")
        } else {
            SeatOrder::clockwise_from(self.first_player, self.seats())
        };
        self.begin_rounds(order, notes);
    }
}
