//! Auctions of shares (PR-3, PR-6 to PR-9).

use super::action::{Action, Railroad};
use super::board::board;
use super::state::{Cause, Phase, PrairieRailroads, ShareLot};
use super::text::{self, Refusal};
use crate::engine::auction::{Auction, Bid};
use crate::engine::game::{Choices, Notes};
use crate::engine::lot::{Auctioneer, Call};
use crate::engine::money::Money;
use crate::engine::seat::{Seat, SeatOrder};
use crate::engine::words::Words;

/// Bids rise by whole dollars (PR-6).
const STEP: Money = Money::new(1);

// Offers

impl PrairieRailroads {
    /// The least that a share may fetch: a fifth of the railroad's value (PR-6).
    pub(super) fn minimum_bid(&self, railroad: Railroad) -> Money {
        self.value(railroad).div_ceil(board().figures.value_per_minimum)
    }

    /// The most unsold shares that a railroad has (PR-8).
    fn most_unsold(&self) -> u8 {
        Railroad::ALL.into_iter().map(|railroad| self.shares_left(railroad)).max().unwrap_or(0)
    }

    /// Whether an unsold share of the railroad can be put up for auction by the card in play (PR-7, PR-8).
    pub(super) fn check_offer(&self, railroad: Railroad) -> Result<(), Refusal> {
        if self.shares_left(railroad) == 0 {
            Err(Refusal::SoldOut(railroad))
        } else if self.drawn.is_some() && self.shares_left(railroad) < self.most_unsold() {
            Err(Refusal::NotMostUnsold(railroad))
        } else {
            Ok(())
        }
    }

    /// Whether the active player can put one of his own shares up for auction (PR-7, PR-8).
    pub(super) fn check_sale(&self, railroad: Railroad) -> Result<(), Refusal> {
        if self.drawn.is_some() {
            Err(Refusal::DrawnSale)
        } else if self.shares_of(self.active, railroad) == 0 {
            Err(Refusal::NoShare(railroad))
        } else {
            Ok(())
        }
    }

    pub(super) fn anything_to_offer(&self) -> bool {
        Railroad::ALL.into_iter().any(|r| self.check_offer(r).is_ok() || self.check_sale(r).is_ok())
    }

    pub(super) fn list_offers(&self, choices: &mut Choices<Action>) {
        for railroad in Railroad::ALL {
            let allowed = self.check_offer(railroad);
            choices.act_if(allowed, Action::Offer { railroad }, || text::choice_of_offer(railroad));
        }
        for railroad in Railroad::ALL {
            let allowed = self.check_sale(railroad);
            choices.act_if(allowed, Action::Sell { railroad }, || text::choice_of_sale(railroad));
        }
    }

    /// The card is used up even if there is nothing to offer (PR-9).
    pub(super) fn offer_stock(&mut self, notes: &mut Notes) {
        if self.anything_to_offer() {
            self.phase = Phase::Offer;
        } else {
            notes.say(|| text::nothing_to_offer(self.active));
            self.end_turn(notes);
        }
    }

    pub(super) fn offer(&mut self, railroad: Railroad, notes: &mut Notes) -> Result<(), Refusal> {
        self.check_offer(railroad)?;
        self.open_auction(Cause::Offered, railroad, notes);
        Ok(())
    }

    pub(super) fn sell(&mut self, railroad: Railroad, notes: &mut Notes) -> Result<(), Refusal> {
        self.check_sale(railroad)?;
        self.open_auction(Cause::Sold, railroad, notes);
        Ok(())
    }
}

// Auctions

impl PrairieRailroads {
    /// Puts a share under the hammer for the active player.
    pub(super) fn open_auction(&mut self, cause: Cause, railroad: Railroad, notes: &mut Notes) {
        let lot = self.new_lot(cause, railroad);
        notes.say(|| text::opens_auction(self.active, &lot));
        self.run_auction(lot, notes);
    }

    /// A fresh auction: the active player opens, or sells and may not bid, so that his left neighbour opens (PR-7).
    pub(super) fn new_lot(&self, cause: Cause, railroad: Railroad) -> ShareLot {
        let seats = self.players.seats();
        let order = match cause {
            Cause::Opening | Cause::Offered => SeatOrder::clockwise_from(self.active, seats),
            Cause::Sold => {
                let round = SeatOrder::clockwise_from(self.active, seats);
                SeatOrder::new(&round.as_slice()[1..]).expect("part of an order is an order")
            }
        };
        let min = match cause {
            Cause::Opening => Money::new(board().figures.opening_minimum),
            Cause::Offered | Cause::Sold => self.minimum_bid(railroad),
        };
        ShareLot { cause, what: railroad, auction: Auction::new(order, min, STEP) }
    }
}

impl Auctioneer<ShareLot> for PrairieRailroads {
    fn purse(&self, seat: Seat) -> Money {
        self.players[seat].cash
    }

    fn call(lot: &ShareLot, call: Call) -> Words {
        text::call(lot.what, call)
    }

    fn await_bid(&mut self, lot: ShareLot) {
        self.phase = Phase::Auction(lot);
    }

    /// The money goes to the railroad, or to the player whose share it was (PR-7).
    fn end_auction(&mut self, lot: &ShareLot, high: Option<Bid>, notes: &mut Notes) {
        let (railroad, seller) = (lot.what, self.active);
        if let Some(Bid { seat, amount }) = high {
            self.players[seat].cash -= amount;
            self.players[seat].shares[railroad.index()] += 1;
            if lot.cause == Cause::Sold {
                self.players[seller].cash += amount;
                self.players[seller].shares[railroad.index()] -= 1;
            } else {
                self.charter_mut(railroad).treasury += amount;
            }
            notes.say(|| text::buys(seat, lot, seller, amount));
        }
        match (lot.cause, high) {
            (Cause::Opening, Some(bid)) => self.begin_opening_build(railroad, bid.seat),
            (Cause::Opening, None) => {
                // Nobody bid: the opener takes the share free, even if he passed first (PR-3).
                let opener = lot.auction.opener();
                self.players[opener].shares[railroad.index()] += 1;
                notes.say(|| text::takes_free(opener, railroad));
                self.begin_opening_build(railroad, opener);
            }
            (Cause::Offered | Cause::Sold, Some(_)) => self.end_turn(notes),
            (Cause::Offered | Cause::Sold, None) => {
                notes.say(|| text::unsold(lot, seller));
                self.end_turn(notes);
            }
        }
    }
}

// The opening

impl PrairieRailroads {
    fn begin_opening_build(&mut self, railroad: Railroad, owner: Seat) {
        self.active = owner;
        self.phase = Phase::OpeningBuild(railroad);
    }

    /// Who got a share opens the next auction; after the last its owner takes the first turn (PR-3, PR-4).
    pub(super) fn next_opening(&mut self, built: Railroad, notes: &mut Notes) {
        if let Some(&next) = Railroad::ALL.get(built.index() + 1) {
            return self.open_auction(Cause::Opening, next, notes);
        }
        notes.say(|| text::begins(self.active));
        self.begin_turn(self.active, notes);
    }
}
