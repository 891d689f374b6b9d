//! Bids for the first place (RR-6).

use super::action::Action;
use super::state::{Bidding, Phase, RailroadRivals};
use super::text::{self, Refusal};
use crate::engine::auction::{Auction, Bid, Progress};
use crate::engine::game::{Choices, Notes};
use crate::engine::money::Money;
use crate::engine::seat::{Seat, SeatOrder};

/// Bids begin with a point and rise by whole points.
const STEP: Money = Money::new(1);

impl RailroadRivals {
    /// The last player is asked first, then those before him.
    pub(super) fn begin_bidding(&mut self, notes: &mut Notes) {
        notes.say(|| text::bidding_begins(self));
        self.run_bidding(self.new_bidding(), notes);
    }

    pub(super) fn new_bidding(&self) -> Bidding {
        let from_last: Vec<Seat> = self.order.as_slice().iter().rev().copied().collect();
        let order = SeatOrder::new(&from_last).expect("an order backwards is an order");
        Bidding { auction: Auction::new(order, STEP, STEP), passed: SeatOrder::default() }
    }

    pub(super) fn list_bids(&self, bidding: &Bidding, choices: &mut Choices<Action>) {
        let auction = &bidding.auction;
        if let Some(max) = auction.highest_bid(self.players[bidding.bidder()].score) {
            let min = auction.lowest_bid();
            choices.amount(Action::Bid { amount: min }, (min, max), STEP);
        }
        choices.act(Action::Pass);
    }

    pub(super) fn bid(
        &mut self,
        mut bidding: Bidding,
        amount: Money,
        notes: &mut Notes,
    ) -> Result<(), Refusal> {
        let bidder = bidding.bidder();
        let checked = bidding.auction.check(amount, self.players[bidder].score);
        checked.map_err(|bad| Refusal::BadBid(bad, bidding.auction))?;
        bidding.auction.bid(amount);
        notes.say(|| text::bids(bidder, amount));
        self.run_bidding(bidding, notes);
        Ok(())
    }

    pub(super) fn pass(&mut self, mut bidding: Bidding, notes: &mut Notes) {
        let bidder = bidding.bidder();
        notes.say(|| text::passes(bidder));
        bidding.auction.pass();
        bidding.passed = followed_by(bidding.passed, bidder);
        self.run_bidding(bidding, notes);
    }

    /// Passes those who cannot raise and, once nobody is left to ask, ends the bidding.
    fn run_bidding(&mut self, mut bidding: Bidding, notes: &mut Notes) {
        loop {
            match bidding.auction.advance(|seat| self.players[seat].score) {
                Progress::Waiting(_) => {
                    self.phase = Phase::Bid(bidding);
                    return;
                }
                Progress::Passed(seat) => {
                    notes.say(|| text::cannot_bid(seat, bidding.auction.lowest_bid()));
                    bidding.passed = followed_by(bidding.passed, seat);
                }
                Progress::Sold(high) => {
                    self.award_first_place(bidding.passed, high, notes);
                    return self.begin_drafting(notes);
                }
                Progress::Unsold => {
                    notes.say(text::nobody_bids);
                    return self.begin_drafting(notes);
                }
            }
        }
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

fn followed_by(order: SeatOrder, seat: Seat) -> SeatOrder {
    let seats: Vec<Seat> = order.as_slice().iter().copied().chain([seat]).collect();
    SeatOrder::new(&seats).expect("a pass is final")
}
