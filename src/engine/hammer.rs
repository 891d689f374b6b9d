//! How an auction is likely to end, for judging positions: each bidder goes on as long as buying beats leaving the
//! share to a rival.
//!
//! An estimate for bots, no part of the rules. What a sale would mean is the game's business: it says how far ahead a
//! seat would be after it.

use super::auction::{Auction, Bid};
use super::game::Notes;
use super::lot::{Auctioneer, UnderHammer};
use super::money::Money;
use super::seat::{PerSeat, Seat};

/// What a position with a lot under the hammer is worth to a seat, by how far ahead `lead` says that it would be after
/// the likely end.
pub fn outlook<L, G>(game: &G, lot: &L, seat: Seat, lead: impl Fn(&G, Seat) -> i64) -> i64
where
    L: UnderHammer,
    G: Auctioneer<L> + Clone,
{
    hammer(game, lot, lead).outlook(seat)
}

/// What the next bidder would bid to end the auction at once as it is likely to end: see [`Hammer::hasty_bid`].
pub fn hasty_bid<L, G>(game: &G, lot: &L, lead: impl Fn(&G, Seat) -> i64) -> Option<Money>
where
    L: UnderHammer,
    G: Auctioneer<L> + Clone,
{
    hammer(game, lot, lead).hasty_bid(lot.auction().bidder())
}

fn hammer<'a, L, G>(
    game: &'a G,
    lot: &'a L,
    lead: impl Fn(&G, Seat) -> i64 + 'a,
) -> Hammer<'a, impl Fn(Seat) -> Money, impl Fn(Seat, Option<Bid>) -> i64>
where
    L: UnderHammer,
    G: Auctioneer<L> + Clone,
{
    let lead_after = move |seat, sale| {
        let mut after = game.clone();
        after.end_auction(lot, sale, &mut Notes::ignored());
        lead(&after, seat)
    };
    Hammer { auction: lot.auction(), cash: move |seat| game.purse(seat), lead_after }
}

/// How far a seat is ahead: twice its fortune less that of the best other and that of the average other. Who helps a
/// rival as much as himself gains less than who helps himself alone, and more against many than against one.
pub fn lead(fortunes: &PerSeat<i64>, seat: Seat) -> i64 {
    let rivals = || fortunes.iter().filter(|(other, _)| *other != seat).map(|(_, fortune)| *fortune);
    let count = i64::from(fortunes.seats()) - 1;
    let (best, all) = (rivals().max().unwrap_or(0), rivals().sum::<i64>());
    2 * fortunes[seat] - best - all / count.max(1)
}

/// An auction under way, and what its possible ends mean.
#[derive(Debug)]
pub struct Hammer<'a, Cash, Lead> {
    /// The auction.
    pub auction: &'a Auction,
    /// What a seat can spend.
    pub cash: Cash,
    /// How far ahead a seat would be, in the game's own unit, if the auction ended with this bid or without one.
    pub lead_after: Lead,
}

impl<Cash: Fn(Seat) -> Money, Lead: Fn(Seat, Option<Bid>) -> i64> Hammer<'_, Cash, Lead> {
    /// What the auction is worth to a seat: its likely end, but no more than the seat's own high bid is worth if nobody
    /// goes beyond it. So nobody bids more than a share is worth to him, only to drive up the price.
    pub fn outlook(&self, seat: Seat) -> i64 {
        let likely = (self.lead_after)(seat, self.likely_sale());
        match self.auction.high() {
            Some(high) if high.seat == seat => likely.min((self.lead_after)(seat, Some(high))),
            _ => likely,
        }
    }

    /// What the seat, whose turn it is, would bid to end the auction at once as it is likely to end; nothing if it would
    /// not be the buyer, or has the highest bid already.
    pub fn hasty_bid(&self, seat: Seat) -> Option<Money> {
        let highest = self.auction.highest_bid((self.cash)(seat))?;
        let sale = self.likely_sale().filter(|sale| sale.seat == seat)?;
        Some(sale.amount.clamp(self.auction.lowest_bid(), highest))
    }

    /// Who would go highest gets the share for what the next one would have paid.
    fn likely_sale(&self) -> Option<Bid> {
        let lowest = self.auction.lowest_bid();
        let mut first = self.auction.high();
        let mut price = first.map_or(lowest, |high| high.amount);
        for seat in self.auction.bidders().iter() {
            let Some(amount) = self.limit(seat) else { continue };
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

    /// The most that a seat would pay, if it can raise and would: found by halving the amounts, as a share that is too
    /// dear at some price is too dear above it too. The rival is the high bidder, or else the richest of those who
    /// could still bid.
    fn limit(&self, seat: Seat) -> Option<Money> {
        let lowest = self.auction.lowest_bid();
        let highest = self.auction.highest_bid((self.cash)(seat))?;
        let high_bidder = self.auction.high().map(|high| high.seat).filter(|&high| high != seat);
        let rival = high_bidder.or_else(|| {
            let others = self.auction.bidders().iter().filter(|&other| other != seat);
            others.max_by_key(|&other| (self.cash)(other)).filter(|&other| (self.cash)(other) >= lowest)
        });
        let wants = |amount: Money| {
            let to_rival = rival.map(|rival| Bid { seat: rival, amount: amount.min((self.cash)(rival)) });
            let bought = (self.lead_after)(seat, Some(Bid { seat, amount }));
            bought >= (self.lead_after)(seat, to_rival)
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

#[cfg(test)]
mod tests {
    use super::super::seat::SeatOrder;
    use super::*;

    /// An auction of something that is worth so much to each seat, by a seat's gain alone.
    fn likely_sale(worth: [i64; 3], cash: [i64; 3], high: Option<i64>) -> Option<(u8, i64)> {
        let first = Seat::new(0).unwrap();
        let mut auction = Auction::new(SeatOrder::clockwise_from(first, 3), Money::new(5), Money::new(1));
        if let Some(amount) = high {
            auction.bid(Money::new(amount));
        }
        let at = |figures: [i64; 3], seat: Seat| figures[usize::from(seat.number())];
        let gain = |seat: Seat, sale: Option<Bid>| match sale {
            Some(bid) if bid.seat == seat => at(worth, seat) - bid.amount.dollars(),
            _ => 0,
        };
        let hammer = Hammer { auction: &auction, cash: |seat| Money::new(at(cash, seat)), lead_after: gain };
        hammer.likely_sale().map(|bid| (bid.seat.number(), bid.amount.dollars()))
    }

    #[test]
    fn who_would_pay_most_gets_it_for_what_the_next_would_have_paid() {
        assert_eq!(likely_sale([9, 20, 12], [40; 3], None), Some((1, 12)));
        assert_eq!(likely_sale([9, 20, 12], [40, 10, 40], None), Some((2, 10)), "cash is a limit too");
        assert_eq!(likely_sale([9, 20, 12], [40; 3], Some(15)), Some((1, 16)), "a bid must be beaten");
        assert_eq!(likely_sale([9, 20, 12], [40; 3], Some(30)), Some((0, 30)));
    }

    #[test]
    fn the_lead_is_over_the_best_other_and_the_average_other() {
        let fortunes = PerSeat::from_slice(&[10, 4, 8]).unwrap();
        let leads = Seat::all(3).map(|seat| lead(&fortunes, seat));
        assert_eq!(leads.collect::<Vec<_>>(), [20 - 8 - 6, 8 - 10 - 9, 16 - 10 - 7]);
        assert_eq!(lead(&PerSeat::new(1, 5), Seat::default()), 10, "alone there is nobody to be ahead of");
    }

    #[test]
    fn what_nobody_wants_at_the_least_price_stays_unsold() {
        assert_eq!(likely_sale([4, 3, 2], [40; 3], None), None);
        assert_eq!(likely_sale([9, 9, 9], [4; 3], None), None);
    }
}
