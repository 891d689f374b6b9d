//! The one auction that all games use: rising bids round the table, and who passes is out.
//!
//! Order, minimum, step and each bidder's cap are arguments; what a sale or the lack of a bid means is the
//! game's business. [`Auction::advance`] passes those who could not raise and says who decides next.

use serde::{Deserialize, Serialize};

use super::money::Money;
use super::seat::{Seat, SeatOrder, SeatSet};

/// An auction under way. The opener is the first in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Auction {
    order: SeatOrder,
    bidders: SeatSet,
    min: Money,
    step: Money,
    high: Option<Bid>,
}

/// An auction read from bytes that may be anybody's.
#[derive(Deserialize)]
struct Unchecked {
    order: SeatOrder,
    bidders: SeatSet,
    min: Money,
    step: Money,
    high: Option<Bid>,
}

impl TryFrom<Unchecked> for Auction {
    type Error = &'static str;

    fn try_from(read: Unchecked) -> Result<Self, Self::Error> {
        let Unchecked { order, bidders, min, step, high } = read;
        let among = |seat: Seat| order.set().contains(seat) && bidders.contains(seat);
        let sound = order.first().is_some()
            && step > Money::ZERO
            && bidders.iter().all(|seat| order.set().contains(seat))
            && high.is_none_or(|bid| among(bid.seat));
        if sound { Ok(Self { order, bidders, min, step, high }) } else { Err("this is no auction") }
    }
}

/// Somebody's offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bid {
    /// Who offered.
    pub seat: Seat,
    /// How much.
    pub amount: Money,
}

/// Where an auction stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuctionStage {
    /// This seat bids or passes next.
    Waiting(Seat),
    /// This seat could not raise and is out; ask again.
    Passed(Seat),
    /// The auction is over and this bid won.
    Sold(Bid),
    /// The auction is over without a bid.
    Unsold,
}

/// Why a bid is refused; as numbers alone, as positions have them, because not everybody bids dollars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadBid {
    /// It must be at least so much.
    #[error("it must be at least {}", .0.dollars())]
    TooLow(Money),
    /// It must be at most so much.
    #[error("it must be at most {}", .0.dollars())]
    TooHigh(Money),
    /// It must be the lowest bid plus a multiple of so much.
    #[error("bids rise by {}", .0.dollars())]
    OffStep(Money),
}

/// An auction as positions show it. `what` is the game's name for what is auctioned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuctionPosition<W> {
    /// What is auctioned.
    pub what: W,
    /// The opening minimum; it does not move.
    pub min: Money,
    /// The highest bid so far.
    pub high: Option<Money>,
    /// Who made it.
    pub high_seat: Option<Seat>,
    /// Who is not out, by seat.
    pub bidders: Vec<Seat>,
    /// Who was asked first.
    pub opener: Seat,
}

impl Auction {
    /// An auction in which the seats of `order` are asked in that order, round and round.
    ///
    /// # Panics
    /// If nobody takes part or `step` is not positive: a mistake in the game's code.
    pub fn new(order: SeatOrder, min: Money, step: Money) -> Self {
        assert!(order.first().is_some() && step > Money::ZERO, "an auction needs bidders and a step");
        Self { order, bidders: order.set(), min, step, high: None }
    }

    /// Who was asked first.
    pub fn opener(&self) -> Seat {
        self.order.as_slice()[0]
    }

    /// The highest bid so far.
    pub const fn high(&self) -> Option<Bid> {
        self.high
    }

    /// Who takes part, in or out.
    pub fn participants(&self) -> SeatSet {
        self.order.set()
    }

    /// Who is not out.
    pub const fn bidders(&self) -> SeatSet {
        self.bidders
    }

    /// The opening minimum.
    pub const fn min(&self) -> Money {
        self.min
    }

    /// From one bid to the next.
    pub const fn step(&self) -> Money {
        self.step
    }

    /// The lowest bid that would be taken now.
    pub fn lowest_bid(&self) -> Money {
        self.high.map_or(self.min, |high| high.amount + self.step)
    }

    /// The highest amount on the bidding scale within a bidder's `cap`, if he can bid at all.
    pub fn highest_bid(&self, cap: Money) -> Option<Money> {
        let (low, step) = (self.lowest_bid().dollars(), self.step.dollars());
        (cap.dollars() >= low).then(|| Money::new(low + (cap.dollars() - low) / step * step))
    }

    /// Who bids or passes next; nobody when the auction is over.
    pub fn to_bid(&self) -> Option<Seat> {
        match self.high {
            None => self.order.as_slice().iter().copied().find(|&seat| self.bidders.contains(seat)),
            Some(high) => self.order.after(high.seat).find(|&seat| self.bidders.contains(seat)),
        }
    }

    /// Who bids or passes next in an auction under way. One that nobody is left to decide is over, and no game keeps it; one
    /// read from outside is audited before it is asked.
    ///
    /// # Panics
    /// If nobody is left.
    pub fn bidder(&self) -> Seat {
        self.to_bid().expect("an auction under way waits for somebody")
    }

    /// Passes the next bidder if his `cap` does not let him raise, or says how the auction stands.
    ///
    /// Call it again after [`AuctionStage::Passed`], so that each forced pass can be told.
    pub fn advance(&mut self, cap: impl Fn(Seat) -> Money) -> AuctionStage {
        match (self.to_bid(), self.high) {
            (Some(seat), _) if cap(seat) >= self.lowest_bid() => AuctionStage::Waiting(seat),
            (Some(seat), _) => {
                self.bidders.remove(seat);
                AuctionStage::Passed(seat)
            }
            (None, Some(high)) => AuctionStage::Sold(high),
            (None, None) => AuctionStage::Unsold,
        }
    }

    /// Whether the next bidder may bid this with at most `cap` to spend.
    pub fn check(&self, amount: Money, cap: Money) -> Result<(), BadBid> {
        let low = self.lowest_bid();
        if amount < low {
            Err(BadBid::TooLow(low))
        } else if amount > cap {
            Err(BadBid::TooHigh(cap))
        } else if (amount - low).dollars() % self.step.dollars() != 0 {
            Err(BadBid::OffStep(self.step))
        } else {
            Ok(())
        }
    }

    /// Why a bid is refused, in a sentence for the bidder.
    pub fn explain(&self, bad: BadBid) -> String {
        match (bad, self.high) {
            (BadBid::TooLow(least), None) => format!("the first bid must be at least {least}"),
            (BadBid::TooLow(least), Some(high)) => {
                format!("{} has bid {}: bid at least {least} or pass", high.seat, high.amount)
            }
            (BadBid::TooHigh(cash), _) => format!("you have only {cash} to bid with"),
            (BadBid::OffStep(step), _) => format!("bids rise by {step}"),
        }
    }

    /// Who leads and with how much, in a few words.
    pub fn leader(&self) -> String {
        self.high.map_or("no bid yet".to_owned(), |bid| format!("{} leads with {}", bid.seat, bid.amount))
    }

    /// How the bidding stands: who leads, or what the first bid must be.
    pub fn standing(&self) -> String {
        match self.high {
            Some(_) => self.leader(),
            None => format!("{}, at least {}", self.leader(), self.min),
        }
    }

    /// The next bidder bids this, which [`check`](Self::check) allowed.
    pub fn bid(&mut self, amount: Money) {
        let seat = self.to_bid().expect("only a running auction is asked to take a bid");
        debug_assert!(self.check(amount, amount).is_ok(), "bids are checked before they are made");
        self.high = Some(Bid { seat, amount });
    }

    /// The next bidder passes and is out.
    pub fn pass(&mut self) {
        let seat = self.to_bid().expect("only a running auction is asked to take a pass");
        self.bidders.remove(seat);
    }

    /// The auction as a position shows it.
    pub fn position<W>(&self, what: W) -> AuctionPosition<W> {
        AuctionPosition {
            what,
            min: self.min,
            high: self.high.map(|bid| bid.amount),
            high_seat: self.high.map(|bid| bid.seat),
            bidders: self.bidders.iter().collect(),
            opener: self.opener(),
        }
    }

    /// This auction, just opened, taken to where `shown` says it is; a reason if it cannot be there.
    pub fn resume<W>(
        mut self,
        shown: &AuctionPosition<W>,
        cap: impl Fn(Seat) -> Money,
    ) -> Result<Self, String> {
        if shown.min != self.min {
            let (is, shown) = (self.min.dollars(), shown.min.dollars());
            return Err(format!("the auction's minimum is {is}, not {shown}"));
        }
        if shown.opener != self.opener() {
            return Err(format!("the auction's opener is {}, not {}", self.opener(), shown.opener));
        }
        let bidders: SeatSet = shown.bidders.iter().copied().collect();
        if shown.bidders.iter().any(|&seat| !self.bidders.contains(seat)) {
            return Err("the auction has a bidder who does not take part".to_owned());
        }
        self.high = match (shown.high, shown.high_seat) {
            (None, None) => None,
            (Some(amount), Some(seat)) => {
                // Asked first: a seat that is not at this table has no cap.
                if !bidders.contains(seat) {
                    return Err(format!("{seat} has the high bid and must be among the bidders"));
                }
                if let Err(bad) = self.check(amount, cap(seat)) {
                    return Err(format!("the auction's high bid cannot be {}: {bad}", amount.dollars()));
                }
                Some(Bid { seat, amount })
            }
            _ => return Err("the auction needs both of high and high_seat, or neither".to_owned()),
        };
        let in_order = self.order.as_slice().iter().map(|&seat| bidders.contains(seat));
        if self.high.is_none() && !in_order.is_sorted() {
            return Err("without a bid only those asked first can be out of the auction".to_owned());
        }
        self.bidders = bidders;
        match self.advance(cap) {
            AuctionStage::Waiting(_) => Ok(self),
            AuctionStage::Passed(seat) => Err(format!("{seat} cannot raise and would be out of the auction")),
            AuctionStage::Sold(_) | AuctionStage::Unsold => Err("the auction would be over".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::seat::PerSeat;
    use super::*;

    fn seat(number: u8) -> Seat {
        Seat::new(number).unwrap()
    }

    fn money(dollars: i64) -> Money {
        Money::new(dollars)
    }

    fn auction(opener: u8, seats: u8) -> Auction {
        Auction::new(SeatOrder::clockwise_from(seat(opener), seats), money(7), money(1))
    }

    #[test]
    fn bids_go_round_until_all_but_the_high_bidder_have_passed() {
        let mut auction = auction(1, 3);
        let cap = |_| money(40);
        auction.bid(money(7));
        assert_eq!(auction.advance(cap), AuctionStage::Waiting(seat(2)));
        auction.pass();
        auction.bid(money(9));
        assert_eq!(auction.advance(cap), AuctionStage::Waiting(seat(1)), "seat 2 has passed and stays out");
        auction.pass();
        assert_eq!(auction.advance(cap), AuctionStage::Sold(Bid { seat: seat(0), amount: money(9) }));
    }

    #[test]
    fn the_opener_may_pass_while_others_open() {
        let mut auction = auction(0, 2);
        auction.pass();
        assert_eq!(auction.advance(|_| money(40)), AuctionStage::Waiting(seat(1)));
        auction.bid(money(7));
        assert_eq!(
            auction.advance(|_| money(40)),
            AuctionStage::Sold(Bid { seat: seat(1), amount: money(7) })
        );
    }

    #[test]
    fn without_a_bid_it_ends_unsold() {
        let mut auction = auction(0, 2);
        auction.pass();
        auction.pass();
        assert_eq!(auction.advance(|_| money(40)), AuctionStage::Unsold);
    }

    #[test]
    fn who_cannot_raise_is_passed_only_when_it_is_his_turn() {
        let mut auction = auction(0, 3);
        let cap = |s: Seat| money(if s == seat(2) { 8 } else { 40 });
        auction.bid(money(8));
        assert_eq!(auction.advance(cap), AuctionStage::Waiting(seat(1)));
        assert_eq!(auction.bidders().len(), 3);
        auction.pass();
        assert_eq!(auction.advance(cap), AuctionStage::Passed(seat(2)));
        assert_eq!(auction.advance(cap), AuctionStage::Sold(Bid { seat: seat(0), amount: money(8) }));
    }

    #[test]
    fn amounts_keep_to_minimum_cap_and_step() {
        let order = SeatOrder::clockwise_from(seat(0), 2);
        let mut auction = Auction::new(order, money(1000), money(1000));
        assert_eq!(auction.check(money(999), money(9000)), Err(BadBid::TooLow(money(1000))));
        assert_eq!(auction.check(money(10_000), money(9000)), Err(BadBid::TooHigh(money(9000))));
        assert_eq!(auction.check(money(1500), money(9000)), Err(BadBid::OffStep(money(1000))));
        assert_eq!(auction.highest_bid(money(3999)), Some(money(3000)));
        auction.bid(money(3000));
        assert_eq!(auction.lowest_bid(), money(4000));
        assert_eq!(auction.highest_bid(money(3999)), None);
    }

    #[test]
    fn what_is_wrong_with_a_bid_and_who_leads_is_said_in_words() {
        let mut auction = auction(1, 3);
        let told = |auction: &Auction, amount, cap| {
            auction.explain(auction.check(money(amount), money(cap)).unwrap_err())
        };
        assert_eq!(told(&auction, 6, 40), "the first bid must be at least $7");
        assert_eq!(auction.standing(), "no bid yet, at least $7");
        auction.bid(money(9));
        assert_eq!(told(&auction, 9, 40), "{seat 1} has bid $9: bid at least $10 or pass");
        assert_eq!(told(&auction, 41, 40), "you have only $40 to bid with");
        assert_eq!(auction.standing(), "{seat 1} leads with $9");
    }

    #[test]
    fn any_order_and_a_left_out_seat_are_arguments() {
        let order = SeatOrder::new(&[seat(3), seat(0), seat(2)]).unwrap();
        let mut auction = Auction::new(order, money(1), money(1));
        assert_eq!(auction.opener(), seat(3));
        auction.bid(money(1));
        assert_eq!(auction.to_bid(), Some(seat(0)));
        auction.pass();
        assert_eq!(auction.to_bid(), Some(seat(2)));
        auction.bid(money(2));
        assert_eq!(auction.to_bid(), Some(seat(3)), "round again, without seats 0 and 1");
    }

    #[test]
    fn a_shown_auction_resumes_as_it_was_and_an_impossible_one_does_not() {
        let cap = |_| money(40);
        let mut live = auction(1, 4);
        live.pass();
        live.bid(money(7));
        live.pass();
        let shown = live.position("lot");
        assert_eq!(auction(1, 4).resume(&shown, cap), Ok(live));

        let gap =
            AuctionPosition { bidders: vec![seat(1), seat(3)], high: None, high_seat: None, ..shown.clone() };
        assert!(
            auction(1, 4).resume(&gap, cap).is_err(),
            "seat 2 cannot be out before a bid and after seat 1"
        );
        let rich = AuctionPosition { high: Some(money(41)), ..shown.clone() };
        assert_eq!(
            auction(1, 4).resume(&rich, cap),
            Err("the auction's high bid cannot be 41: it must be at most 40".to_owned()),
            "dollars or points, as the game has it"
        );
        let over = AuctionPosition { bidders: vec![seat(2)], ..shown.clone() };
        assert!(auction(1, 4).resume(&over, cap).is_err());
        let elsewhere = AuctionPosition { high_seat: Some(seat(5)), ..shown };
        let cap_at_this_table = |seat: Seat| PerSeat::new(4, money(40))[seat];
        assert_eq!(
            auction(1, 4).resume(&elsewhere, cap_at_this_table),
            Err("{seat 5} has the high bid and must be among the bidders".to_owned())
        );
    }
}
