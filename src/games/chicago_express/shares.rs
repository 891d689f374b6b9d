//! Auctions of shares (CE-4, CE-6 to CE-8, CE-11, CE-20).

use super::action::{Action, Company};
use super::state::{Cause, ChicagoExpress, Phase, ShareLot};
use super::text::{self, Refusal};
use crate::engine::auction::{Auction, Bid};
use crate::engine::game::{Choices, Notes};
use crate::engine::lot::{Auctioneer, Call};
use crate::engine::money::Money;
use crate::engine::seat::{Seat, SeatOrder};
use crate::engine::words::Words;

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
            let allowed = self.check_offer(company);
            choices.act_if(allowed, Action::Offer { company }, || text::choice_of_offer(company));
        }
        choices.act(Action::Decline);
    }

    pub(super) fn offer(&mut self, company: Company, notes: &mut Notes) -> Result<(), Refusal> {
        self.check_offer(company)?;
        self.open_auction(Cause::Offered, company, self.active, notes);
        Ok(())
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

    pub(super) fn new_lot(&self, cause: Cause, company: Company, opener: Seat) -> ShareLot {
        let order = SeatOrder::clockwise_from(opener, self.players.seats());
        ShareLot { cause, what: company, auction: Auction::new(order, self.minimum_bid(company), STEP) }
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

impl Auctioneer<ShareLot> for ChicagoExpress {
    fn purse(&self, seat: Seat) -> Money {
        self.players[seat].cash
    }

    fn call(lot: &ShareLot, call: Call) -> Words {
        text::call(lot.what, call)
    }

    fn await_bid(&mut self, lot: ShareLot) {
        self.phase = Phase::Auction(lot);
    }

    fn end_auction(&mut self, lot: &ShareLot, high: Option<Bid>, notes: &mut Notes) {
        if let Some(Bid { seat, amount }) = high {
            self.players[seat].cash -= amount;
            self.charter_mut(lot.what).cash += amount;
            self.players[seat].shares[lot.what.index()] += 1;
            notes.say(|| text::buys(seat, lot.what, amount));
        }
        match (lot.cause, high) {
            (Cause::Initial, Some(bid)) => self.next_initial_auction(lot.what, bid.seat, notes),
            (Cause::Initial, None) => {
                // Nobody bid: the opener takes the share free, even without the cash to bid (CE-4).
                let opener = lot.auction.opener();
                self.players[opener].shares[lot.what.index()] += 1;
                notes.say(|| text::takes_free(opener, lot.what));
                self.next_initial_auction(lot.what, opener, notes);
            }
            (Cause::Offered | Cause::WabashOpened, Some(_)) => self.end_turn(notes),
            (Cause::Offered | Cause::WabashOpened, None) => {
                // The share stays and the dial stays moved (CE-8).
                notes.say(|| text::unsold(lot.what));
                self.end_turn(notes);
            }
        }
    }
}

/// Bids rise by whole dollars (CE-6).
const STEP: Money = Money::new(1);

/// The initial auctions: one share of each company but Wabash (CE-4).
pub(super) const INITIAL_ORDER: [Company; 4] = [Company::Prr, Company::Bo, Company::Co, Company::Nyc];
