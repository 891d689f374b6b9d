//! Auctions of shares (CE-4, CE-6 to CE-8, CE-11, CE-20).

use super::action::{Action, Company};
use super::state::{Cause, ChicagoExpress, Lot, Phase};
use super::text::{self, Refusal};
use crate::engine::auction::{Auction, Bid, Progress};
use crate::engine::game::{Blocked, Choices, Notes};
use crate::engine::money::Money;
use crate::engine::seat::{Seat, SeatOrder};

impl ChicagoExpress {
    /// The least that the next share of a company may fetch (CE-7).
    pub(super) fn minimum_bid(&self, company: Company) -> Money {
        self.charter(company).income.per_share(self.shares_sold(company) + 1)
    }

    /// Whether a share of the company can be put up for auction (CE-11).
    fn check_offer(&self, company: Company) -> Result<(), Refusal> {
        if !self.is_open(company) {
            Err(Refusal::WabashClosed)
        } else if self.shares_left(company) == 0 {
            Err(Refusal::SoldOut(company))
        } else {
            Ok(())
        }
    }

    pub(super) fn anything_to_offer(&self) -> bool {
        Company::ALL.into_iter().any(|company| self.check_offer(company).is_ok())
    }

    pub(super) fn list_offers(&self, choices: &mut Choices<Action>) {
        for company in Company::ALL {
            match self.check_offer(company) {
                Ok(()) => choices.act(Action::Offer { company }),
                Err(refusal) => choices.blocked(|| {
                    [Blocked { what: text::choice_of_offer(company).into(), why: refusal.into() }]
                }),
            }
        }
        choices.act(Action::Decline);
    }

    pub(super) fn offer(&mut self, company: Company, notes: &mut Notes) -> Result<(), Refusal> {
        self.check_offer(company)?;
        self.open_auction(Cause::Offered, company, self.active, notes);
        Ok(())
    }

    pub(super) fn list_bids(&self, lot: &Lot, choices: &mut Choices<Action>) {
        if let Some(max) = lot.auction.highest_bid(self.players[lot.bidder()].cash) {
            let min = lot.auction.lowest_bid();
            choices.amount(Action::Bid { amount: min }, (min, max), STEP);
        }
        choices.act(Action::Pass);
    }

    pub(super) fn bid(&mut self, mut lot: Lot, amount: Money, notes: &mut Notes) -> Result<(), Refusal> {
        let bidder = lot.bidder();
        lot.auction
            .check(amount, self.players[bidder].cash)
            .map_err(|bad| Refusal::BadBid(bad, lot.auction))?;
        lot.auction.bid(amount);
        notes.say(|| text::bids(bidder, amount, lot.company));
        self.run_auction(lot, notes);
        Ok(())
    }

    pub(super) fn pass(&mut self, mut lot: Lot, notes: &mut Notes) {
        notes.say(|| text::passes(lot.bidder()));
        lot.auction.pass();
        self.run_auction(lot, notes);
    }

    /// Puts a share under the hammer; the opener bids first, then clockwise (CE-6).
    pub(super) fn open_auction(&mut self, cause: Cause, company: Company, opener: Seat, notes: &mut Notes) {
        if cause == Cause::Initial {
            self.active = opener;
        }
        let lot = self.new_lot(cause, company, opener);
        notes.say(|| text::opens_auction(opener, company, lot.auction.min()));
        self.run_auction(lot, notes);
    }

    pub(super) fn new_lot(&self, cause: Cause, company: Company, opener: Seat) -> Lot {
        let order = SeatOrder::clockwise_from(opener, self.players.seats());
        Lot { cause, company, auction: Auction::new(order, self.minimum_bid(company), STEP) }
    }

    /// Passes those who cannot raise and, once nobody is left to ask, ends the auction (CE-6).
    fn run_auction(&mut self, mut lot: Lot, notes: &mut Notes) {
        loop {
            match lot.auction.advance(|seat| self.players[seat].cash) {
                Progress::Waiting(_) => {
                    self.phase = Phase::Auction(lot);
                    return;
                }
                Progress::Passed(seat) => notes.say(|| text::cannot_bid(seat, lot.auction.lowest_bid())),
                Progress::Sold(bid) => return self.end_auction(&lot, Some(bid), notes),
                Progress::Unsold => return self.end_auction(&lot, None, notes),
            }
        }
    }

    pub(super) fn end_auction(&mut self, lot: &Lot, high: Option<Bid>, notes: &mut Notes) {
        if let Some(Bid { seat, amount }) = high {
            self.players[seat].cash -= amount;
            self.charter_mut(lot.company).cash += amount;
            self.players[seat].shares[lot.company.index()] += 1;
            notes.say(|| text::buys(seat, lot.company, amount));
        }
        match (lot.cause, high) {
            (Cause::Initial, Some(bid)) => self.next_initial_auction(lot.company, bid.seat, notes),
            (Cause::Initial, None) => {
                // Nobody bid: the opener takes the share free, even without the cash to bid (CE-4).
                let opener = lot.auction.opener();
                self.players[opener].shares[lot.company.index()] += 1;
                notes.say(|| text::takes_free(opener, lot.company));
                self.next_initial_auction(lot.company, opener, notes);
            }
            (Cause::Offered | Cause::WabashOpened, Some(_)) => self.end_turn(notes),
            (Cause::Offered | Cause::WabashOpened, None) => {
                // The share stays and the dial stays moved (CE-8).
                notes.say(|| text::unsold(lot.company));
                self.end_turn(notes);
            }
        }
    }

    /// Who acquired a share opens the next auction; after the last the owner of the PRR share begins (CE-4,
    /// CE-5).
    fn next_initial_auction(&mut self, sold: Company, owner: Seat, notes: &mut Notes) {
        if let Some(next) = INITIAL_ORDER.into_iter().skip_while(|&company| company != sold).nth(1) {
            return self.open_auction(Cause::Initial, next, owner, notes);
        }
        let first = self.players.iter().find(|(_, player)| player.shares[Company::Prr.index()] > 0);
        let first = first.map(|(seat, _)| seat).expect("the first share sold was of PRR");
        notes.say(|| text::begins(first));
        self.begin_turn(first, notes);
    }
}

/// Bids rise by whole dollars (CE-6).
pub(super) const STEP: Money = Money::new(1);

/// The initial auctions: one share of each company but Wabash (CE-4).
pub(super) const INITIAL_ORDER: [Company; 4] = [Company::Prr, Company::Bo, Company::Co, Company::Nyc];
