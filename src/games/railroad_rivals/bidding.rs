//! Bids for the first place (RR-6).

use super::state::{Bidding, Phase, RailroadRivals};
use super::text;
use crate::engine::auction::{Auction, Bid};
use crate::engine::game::Notes;
use crate::engine::lot::{Auctioneer, Call};
use crate::engine::money::Money;
use crate::engine::seat::{Seat, SeatOrder};
use crate::engine::words::Words;

/// Bids begin with a point and rise by whole points.
const STEP: Money = Money::new(1);

impl RailroadRivals {
    /// The last player is asked first, then those before him.
    pub(super) fn begin_bidding(&mut self, notes: &mut Notes) {
        notes.say(|| text::bidding_begins(self));
        self.run_auction(self.new_bidding(), notes);
    }

    pub(super) fn new_bidding(&self) -> Bidding {
        let from_last: Vec<Seat> = self.order.as_slice().iter().rev().copied().collect();
        let order = SeatOrder::new(&from_last).expect("an order backwards is an order");
        Bidding { auction: Auction::new(order, STEP, STEP), passed: SeatOrder::default() }
    }

    /// The winner pays and moves first. The others keep their order or, by the option, stand the farther back the earlier
    /// they passed. (Where nobody bids, both leave the order as it was: the last in it passes first.)
    pub(super) fn award_first_place(&mut self, passed: SeatOrder, high: Bid, notes: &mut Notes) {
        self.players[high.seat].score -= high.amount;
        let others: Vec<Seat> = if self.options.ordered_bidding {
            passed.as_slice().iter().rev().copied().collect()
        } else {
            self.order.as_slice().iter().copied().filter(|&seat| seat != high.seat).collect()
        };
        let order: Vec<Seat> = [high.seat].into_iter().chain(others).collect();
        self.order = SeatOrder::new(&order).expect("all but the winner have passed once");
        notes.say(|| text::wins_first_place(self, high));
    }
}

impl Auctioneer<Bidding> for RailroadRivals {
    fn purse(&self, seat: Seat) -> Money {
        self.players[seat].score
    }

    fn call(_: &Bidding, call: Call) -> Words {
        match call {
            Call::Bids(bid) => text::bids(bid.seat, bid.amount),
            Call::Passes(seat) => text::passes(seat),
            Call::CannotBid(seat, least) => text::cannot_bid(seat, least),
        }
        .into()
    }

    fn await_bid(&mut self, bidding: Bidding) {
        self.phase = Phase::Bid(bidding);
    }

    fn drop_out(&mut self, bidding: &mut Bidding, seat: Seat, _: &mut Notes) {
        let passed: Vec<Seat> = bidding.passed.as_slice().iter().copied().chain([seat]).collect();
        bidding.passed = SeatOrder::new(&passed).expect("a pass is final");
    }

    fn end_auction(&mut self, bidding: &Bidding, high: Option<Bid>, notes: &mut Notes) {
        match high {
            Some(high) => self.award_first_place(bidding.passed, high, notes),
            None => notes.say(text::nobody_bids),
        }
        self.begin_drafting(notes);
    }
}
