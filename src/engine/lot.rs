//! Something under the hammer: how every game runs its [`Auction`].
//!
//! A game says what a seat can bid, what is told of it and what the end means ([`Auctioneer`]); going round, passing
//! those who cannot raise and coming to an end is the same everywhere and is here. A [`Lot`] is all that most games keep of an
//! auction; one that keeps something else makes that [`UnderHammer`].

use serde::{Deserialize, Serialize};

use super::auction::{Auction, AuctionPosition, AuctionStage, BadBid, Bid};
use super::audit::{Audit, ensure};
use super::game::{BadPosition, Choices, Notes};
use super::money::Money;
use super::seat::Seat;
use super::words::Words;

/// Something under the hammer, and why it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lot<Cause, What> {
    /// Why there is an auction.
    pub cause: Cause,
    /// What is auctioned.
    pub what: What,
    /// The auction.
    pub auction: Auction,
}

/// What is called out in an auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// Somebody bids.
    Bids(Bid),
    /// Somebody passes.
    Passes(Seat),
    /// Somebody could not bid so much and is passed.
    CannotBid(Seat, Money),
}

/// What a game keeps of an auction under way.
pub trait UnderHammer {
    /// The auction.
    fn auction(&self) -> &Auction;

    /// The auction, to go on with it.
    fn auction_mut(&mut self) -> &mut Auction;
}

/// A game that holds auctions of such lots.
pub trait Auctioneer<L: UnderHammer>: Sized {
    /// The most that a seat can bid.
    fn purse(&self, seat: Seat) -> Money;

    /// What is told of a call.
    fn call(lot: &L, call: Call) -> Words;

    /// Somebody bids or passes next: the lot becomes what is being decided.
    fn await_bid(&mut self, lot: L);

    /// The auction is over: this bid has won, or nobody bid.
    fn end_auction(&mut self, lot: &L, high: Option<Bid>, notes: &mut Notes);

    /// Somebody has bid, if more is to be kept of that than the highest bid.
    fn keep_bid(&self, _lot: &mut L, _bid: Bid) {}

    /// Somebody is out, if that means more than to bid no longer.
    fn drop_out(&mut self, _lot: &mut L, _seat: Seat, _notes: &mut Notes) {}

    /// Adds what the next bidder may do: `bid` any amount in his range, or `pass`.
    fn list_bids<A>(&self, lot: &L, choices: &mut Choices<A>, bid: fn(Money) -> A, pass: A) {
        let auction = lot.auction();
        if let Some(max) = auction.highest_bid(self.purse(auction.bidder())) {
            choices.amount(bid, (auction.lowest_bid(), max), auction.step());
        }
        choices.act(pass);
    }

    /// The next bidder bids.
    fn bid(&mut self, mut lot: L, amount: Money, notes: &mut Notes) -> Result<(), BadBid> {
        let bid = Bid { seat: lot.auction().bidder(), amount };
        lot.auction().check(amount, self.purse(bid.seat))?;
        lot.auction_mut().bid(amount);
        self.keep_bid(&mut lot, bid);
        notes.say(|| Self::call(&lot, Call::Bids(bid)));
        self.run_auction(lot, notes);
        Ok(())
    }

    /// The next bidder passes and is out.
    fn pass(&mut self, mut lot: L, notes: &mut Notes) {
        let seat = lot.auction().bidder();
        notes.say(|| Self::call(&lot, Call::Passes(seat)));
        lot.auction_mut().pass();
        self.drop_out(&mut lot, seat, notes);
        self.run_auction(lot, notes);
    }

    /// Passes those who cannot raise; then somebody decides or, once nobody is left to ask, the auction ends.
    fn run_auction(&mut self, mut lot: L, notes: &mut Notes) {
        loop {
            match lot.auction_mut().advance(|seat| self.purse(seat)) {
                AuctionStage::Waiting(_) => return self.await_bid(lot),
                AuctionStage::Passed(seat) => {
                    let least = lot.auction().lowest_bid();
                    notes.say(|| Self::call(&lot, Call::CannotBid(seat, least)));
                    self.drop_out(&mut lot, seat, notes);
                }
                AuctionStage::Sold(bid) => return self.end_auction(&lot, Some(bid), notes),
                AuctionStage::Unsold => return self.end_auction(&lot, None, notes),
            }
        }
    }

    /// Checks that an auction under way is where `fresh`, the one that the game would have opened, can come to.
    fn check_auction(&self, lot: &L, fresh: Auction) -> Audit {
        let resumed = fresh.resume(&lot.auction().position(()), |seat| self.purse(seat))?;
        ensure(resumed == *lot.auction(), || "the auction is not one of this game")
    }
}

impl<Cause, What> UnderHammer for Lot<Cause, What> {
    fn auction(&self) -> &Auction {
        &self.auction
    }

    fn auction_mut(&mut self) -> &mut Auction {
        &mut self.auction
    }
}

impl<Cause, What> Lot<Cause, What> {
    /// The lot as a position shows it.
    pub fn position(&self) -> AuctionPosition<What>
    where
        What: Copy,
    {
        self.auction.position(self.what)
    }

    /// This lot, just opened, taken to where a position shows it; a reason if it cannot be there.
    pub fn resume(
        mut self,
        shown: &AuctionPosition<What>,
        purse: impl Fn(Seat) -> Money,
    ) -> Result<Self, BadPosition> {
        self.auction = self.auction.resume(shown, purse)?;
        Ok(self)
    }

    /// Checks that all who take part sit at a table of `seats`.
    pub fn check_seats(&self, seats: u8) -> Audit {
        let seated = |seat: Seat| seat.number() < seats;
        ensure(self.auction.participants().iter().all(seated), || "a bidder is not at this table")
    }
}

/// The auction that a position must show: all seats that it names sit at a table of `seats`.
pub fn shown<What>(
    auction: Option<&AuctionPosition<What>>,
    seats: u8,
) -> Result<&AuctionPosition<What>, BadPosition> {
    let auction = auction.ok_or("auction is missing")?;
    let mut named = auction.bidders.iter().chain([&auction.opener]);
    let strange = named.any(|seat| seat.number() >= seats);
    ensure(!strange, || "auction names a seat that is not at this table")?;
    Ok(auction)
}

#[cfg(test)]
mod tests {
    use super::super::game::Choice;
    use super::super::seat::SeatOrder;
    use super::*;

    /// A game that is one auction of something without a name.
    #[derive(Debug, Default)]
    struct Room {
        purses: [i64; 3],
        lot: Option<Lot<(), ()>>,
        ends: Vec<Option<Bid>>,
    }

    impl Auctioneer<Lot<(), ()>> for Room {
        fn purse(&self, seat: Seat) -> Money {
            Money::new(self.purses[usize::from(seat.number())])
        }

        fn call(_: &Lot<(), ()>, call: Call) -> Words {
            format!("{call:?}").into()
        }

        fn await_bid(&mut self, lot: Lot<(), ()>) {
            self.lot = Some(lot);
        }

        fn end_auction(&mut self, _: &Lot<(), ()>, high: Option<Bid>, _: &mut Notes) {
            self.lot = None;
            self.ends.push(high);
        }
    }

    fn seat(number: u8) -> Seat {
        Seat::new(number).unwrap()
    }

    fn fresh() -> Lot<(), ()> {
        let order = SeatOrder::clockwise_from(seat(0), 3);
        Lot { cause: (), what: (), auction: Auction::new(order, Money::new(5), Money::new(1)) }
    }

    fn room(purses: [i64; 3]) -> (Room, Vec<String>) {
        let mut room = Room { purses, ..Room::default() };
        let mut notes = Notes::kept();
        room.run_auction(fresh(), &mut notes);
        (room, told(notes))
    }

    fn told(notes: Notes) -> Vec<String> {
        notes.into_heard().said.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn it_goes_round_until_one_is_left() {
        let (mut room, told_at_first) = room([9, 7, 9]);
        assert!(told_at_first.is_empty());
        let mut notes = Notes::kept();
        room.bid(room.lot.unwrap(), Money::new(7), &mut notes).unwrap();
        assert_eq!(room.lot.unwrap().auction.bidder(), seat(2), "seat 1 cannot raise");
        room.pass(room.lot.unwrap(), &mut notes);
        assert_eq!(room.ends, [Some(Bid { seat: seat(0), amount: Money::new(7) })]);
        let told = told(notes);
        assert!(told[0].starts_with("Bids") && told[1].starts_with("CannotBid"), "{told:?}");
        assert!(told[2].starts_with("Passes") && told.len() == 3, "{told:?}");
    }

    #[test]
    fn it_ends_at_once_if_nobody_can_bid() {
        let (room, told) = room([4; 3]);
        assert_eq!(room.ends, [None]);
        assert_eq!(told.len(), 3);
    }

    #[test]
    fn what_is_listed_is_what_is_taken() {
        let (mut room, _) = room([9, 7, 9]);
        let mut choices = Choices::legal_only();
        room.list_bids(&room.lot.unwrap(), &mut choices, Some, None);
        let [Choice::Amount { min, max, .. }, Choice::Act(None)] = choices.legal[..] else {
            panic!("{choices:?}");
        };
        assert_eq!((min, max), (Money::new(5), Money::new(9)));
        let lot = room.lot.unwrap();
        for amount in [min - Money::new(1), max + Money::new(1)] {
            assert!(room.bid(lot, amount, &mut Notes::ignored()).is_err());
        }
        assert_eq!(room.lot, Some(lot), "a refused bid changes nothing");
    }

    #[test]
    fn an_auction_of_another_opening_is_not_this_games() {
        let (room, _) = room([9; 3]);
        let lot = room.lot.unwrap();
        assert_eq!(room.check_auction(&lot, fresh().auction), Ok(()));
        let order = SeatOrder::clockwise_from(seat(1), 3);
        assert!(room.check_auction(&lot, Auction::new(order, Money::new(5), Money::new(1))).is_err());
        assert!(lot.check_seats(3).is_ok() && lot.check_seats(2).is_err());
    }

    #[test]
    fn a_position_must_show_an_auction_of_people_who_are_there() {
        let position = fresh().position();
        assert!(shown(Some(&position), 3).is_ok());
        let refused = |auction, seats| shown::<()>(auction, seats).unwrap_err().to_string();
        assert_eq!(refused(None, 3), "auction is missing");
        assert_eq!(refused(Some(&position), 2), "auction names a seat that is not at this table");
        assert_eq!(fresh().resume(&position, |_| Money::new(9)), Ok(fresh()));
    }
}
