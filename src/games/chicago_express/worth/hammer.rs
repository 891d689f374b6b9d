//! How an auction is likely to end: each bidder goes on as long as buying beats leaving the share to a rival.
//!
//! A limit is found by halving the amounts, as a share that is too dear at some price is too dear above it too.

use super::super::state::{ChicagoExpress, Lot};
use crate::engine::auction::Bid;
use crate::engine::game::Notes;
use crate::engine::money::Money;
use crate::engine::seat::Seat;

impl ChicagoExpress {
    /// What an auction under way is worth to a seat: its likely end, but no more than the seat's own high bid is worth if
    /// nobody goes beyond it. So nobody bids more than a share is worth to him, only to drive up the price.
    pub(super) fn outlook_in_auction(&self, lot: &Lot, seat: Seat) -> i64 {
        let likely = self.after_sale(lot, self.likely_sale(lot)).lead(seat);
        match lot.auction.high() {
            Some(high) if high.seat == seat => likely.min(self.after_sale(lot, Some(high)).lead(seat)),
            _ => likely,
        }
    }

    /// The game after the auction ended so.
    fn after_sale(&self, lot: &Lot, sale: Option<Bid>) -> Self {
        let mut after = self.clone();
        after.end_auction(lot, sale, &mut Notes::ignored());
        after
    }

    /// Who would go highest gets the share for what the next one would have paid.
    fn likely_sale(&self, lot: &Lot) -> Option<Bid> {
        let (auction, lowest) = (&lot.auction, lot.auction.lowest_bid());
        let mut first = auction.high();
        let mut price = first.map_or(lowest, |high| high.amount);
        for seat in auction.bidders().iter() {
            let Some(amount) = self.limit(lot, seat) else { continue };
            match first {
                Some(high) if high.seat == seat => {
                    first = Some(Bid { seat, amount: amount.max(high.amount) });
                }
                Some(high) if amount > high.amount => {
                    price = price.max(high.amount).max(lowest);
                    first = Some(Bid { seat, amount });
                }
                Some(_) => price = price.max(amount),
                None => first = Some(Bid { seat, amount }),
            }
        }
        first.map(|bid| Bid { amount: price.min(bid.amount), ..bid })
    }

    /// The most that a seat would pay, if it can raise and would. The rival is the high bidder, or else the richest
    /// of those who could still bid.
    fn limit(&self, lot: &Lot, seat: Seat) -> Option<Money> {
        let auction = &lot.auction;
        let lowest = auction.lowest_bid();
        let highest = auction.highest_bid(self.players[seat].cash)?;
        let rival = auction.high().map(|high| high.seat).filter(|&high| high != seat).or_else(|| {
            let others = auction.bidders().iter().filter(|&other| other != seat);
            others
                .max_by_key(|&other| self.players[other].cash)
                .filter(|&other| self.players[other].cash >= lowest)
        });
        let wants = |amount: Money| {
            let to_rival =
                rival.map(|rival| Bid { seat: rival, amount: amount.min(self.players[rival].cash) });
            let bought = self.after_sale(lot, Some(Bid { seat, amount })).lead(seat);
            bought >= self.after_sale(lot, to_rival).lead(seat)
        };
        if !wants(lowest) {
            return None;
        }
        // Always wanted at `low`, never above `high`.
        let (mut low, mut high) = (lowest.dollars(), highest.dollars());
        while low < high {
            let middle = high - (high - low) / 2;
            if wants(Money::new(middle)) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        Some(Money::new(low))
    }
}
