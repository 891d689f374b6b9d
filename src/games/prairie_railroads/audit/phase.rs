//! What must hold at one moment of the game.

use super::super::action::{Card, Railroad};
use super::super::board::{City, board};
use super::super::state::{Cause, Charter, Phase, PrairieRailroads, ShareLot};
use super::super::text::card_name;
use crate::engine::audit::{Audit, ensure};
use crate::engine::game::Illegal;
use crate::engine::lot::Auctioneer;
use crate::engine::money::Money;
use crate::engine::named::Named;
use crate::engine::seat::Seat;

impl PrairieRailroads {
    pub(super) fn check_phase(&self) -> Audit {
        match self.phase {
            Phase::FirstDraw => ensure(
                Some(self) == Self::set_up(self.players.seats()).as_ref(),
                || "before the first opener is drawn everything lies as at the set-up (PR-1)",
            ),
            Phase::Auction(lot) if lot.cause == Cause::Opening => {
                self.check_lot(&lot)?;
                self.check_opening(lot.what, false)
            }
            Phase::OpeningBuild(railroad) => self.check_opening(railroad, true),
            _ => self.check_turn(),
        }
    }

    /// Shares are sold and railroads begun one after the other, and no other money or track exists (PR-3). `sold`: the
    /// share is sold, its railroad not yet begun.
    fn check_opening(&self, railroad: Railroad, sold: bool) -> Audit {
        let start = Self::set_up(self.players.seats()).expect("the game has its players");
        let untouched = self.deck == start.deck && self.grown == start.grown && self.drawn.is_none();
        ensure(untouched, || "no card is played before the first turn (PR-3)")?;
        for other in Railroad::ALL {
            let shares = u8::from(other < railroad || sold && other == railroad);
            ensure(self.shares_sold(other) == shares, || {
                format!("at this point {shares} shares of {} must be sold (PR-3)", other.name())
            })?;
            let Charter { treasury, track, western, .. } = self.charter(other);
            ensure(track.len() == u16::from(other < railroad) && western.is_none(), || {
                format!("{} must have {} segments now (PR-3)", other.name(), u8::from(other < railroad))
            })?;
            ensure(shares > 0 || *treasury == Money::ZERO, || {
                format!("{} has money before its first share is sold (PR-3)", other.name())
            })?;
        }
        let last = Railroad::ALL.into_iter().rfind(|&other| self.shares_sold(other) > 0);
        ensure(
            last.is_none_or(|last| self.shares_of(self.active, last) > 0),
            || "who got the last share is on (PR-3)",
        )?;
        for (seat, player) in self.players.iter() {
            ensure(player.hand == start.players[seat].hand, || {
                format!("{seat} must have the hand that was dealt (PR-1)")
            })?;
            // One share of each is out, so what a railroad has is what the owner of that share paid.
            let owned = Railroad::ALL.into_iter().filter(|&other| self.shares_of(seat, other) > 0);
            let paid: Money = owned.map(|other| self.charter(other).treasury).sum();
            let cash = start.players[seat].cash - paid;
            ensure(player.cash == cash, || format!("{seat} must have {cash} after what was paid (PR-1)"))?;
        }
        Ok(())
    }

    /// The auction is one that the game would have opened, and goes on (PR-6, PR-7).
    fn check_lot(&self, lot: &ShareLot) -> Audit {
        self.check_auction(lot, self.new_lot(lot.cause, lot.what).auction)
    }

    /// Within a turn every railroad is begun, the card in play has left its place, and what is asked can be answered.
    fn check_turn(&self) -> Audit {
        for railroad in Railroad::ALL {
            let name = railroad.name();
            ensure(self.shares_sold(railroad) > 0, || {
                format!("a share of {name} must have been sold (PR-3)")
            })?;
            ensure(!self.charter(railroad).track.is_empty(), || {
                format!("{name} must have its first segment (PR-3)")
            })?;
        }
        if self.phase == Phase::Over {
            return self.check_end();
        }
        ensure(
            self.dividends_played() < board().figures.ending_dividend,
            || "the last Pay Dividends card has ended the game (PR-5)",
        )?;
        self.check_card_in_play()?;
        match self.phase {
            Phase::Turn => ensure(self.can_move(), || "the active seat has no card: the game is over (PR-5)"),
            Phase::CardDraw => ensure(!self.deck.is_empty(), || "the deck is empty (PR-5)"),
            Phase::Offer => ensure(
                self.anything_to_offer(),
                || "there is no share to offer: the turn would be over (PR-9)",
            ),
            Phase::Auction(lot) => {
                let offered = match lot.cause {
                    Cause::Sold => self.check_sale(lot.what),
                    Cause::Opening | Cause::Offered => self.check_offer(lot.what),
                };
                offered.map_err(|refusal| Illegal::from(refusal).why)?;
                self.check_lot(&lot)
            }
            Phase::Grow => self.check_free_growth(),
            Phase::Construct => {
                ensure(self.anybody_can_build(), || "no railroad can build: the turn would be over (PR-11)")
            }
            Phase::Delegated(delegate) => self.check_delegated(delegate.railroad, delegate.seat),
            _ => Ok(()),
        }
    }

    /// What is being carried out was played from the hand, or drawn from the deck this turn.
    fn check_card_in_play(&self) -> Audit {
        let card = match self.phase {
            Phase::Offer | Phase::Auction(_) => Some(Card::OfferStock),
            Phase::GrowthRoll | Phase::Grow | Phase::Construct | Phase::Delegated(_) => {
                Some(Card::ConstructTrack)
            }
            _ => None,
        };
        ensure(self.drawn.is_none() || self.drawn == card, || "another card would have been drawn (PR-5)")?;
        card.map_or(Ok(()), |card| {
            ensure(self.cards_left(card) < board().figures.cards.of(card), || {
                format!("no {} card has been played (PR-5)", card_name(card))
            })
        })
    }

    fn check_free_growth(&self) -> Audit {
        let grown = |city: City| self.grown.contains(city.place());
        let both = board().growth_rows().any(|row| grown(row.primary) && grown(row.secondary));
        ensure(both, || "a city is picked only if both of a row have grown (PR-10)")?;
        let possible = self.development_left() > 0 && !self.free_growth().is_empty();
        ensure(possible, || "there is nothing to grow (PR-10)")
    }

    fn check_delegated(&self, railroad: Railroad, seat: Seat) -> Audit {
        let name = railroad.name();
        ensure(self.controls(seat, railroad), || format!("{seat} does not control {name} (PR-11)"))?;
        ensure(self.can_build_single(railroad), || format!("{name} cannot build (PR-11)"))?;
        let own = self.able_railroad_of(self.active);
        ensure(own.is_none(), || "the active seat controls a railroad that can build (PR-11)")
    }

    /// One of the two ends has come, and everything is paid (PR-5, PR-18).
    fn check_end(&self) -> Audit {
        let last = self.dividends_played() >= board().figures.ending_dividend;
        ensure(last || !self.can_move(), || "no reason to end holds (PR-5)")?;
        ensure(self.drawn.is_none(), || "no card is in play when the game is over")?;
        let rich = Railroad::ALL.into_iter().find(|&r| self.charter(r).treasury != Money::ZERO);
        ensure(rich.is_none(), || "treasuries are empty when the game is over (PR-18)")
    }
}
