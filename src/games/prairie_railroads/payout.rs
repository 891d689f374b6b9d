//! Dividends, the final payoff and the end (PR-5, PR-14, PR-16 to PR-18).

use super::action::Railroad;
use super::board::board;
use super::state::{Phase, PrairieRailroads};
use super::text;
use crate::engine::game::Notes;
use crate::engine::money::Money;
use crate::engine::seat::{PerSeat, Seat};
use crate::engine::words::paid_out;

/// Why the game has ended (PR-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The last Pay Dividends card was played.
    LastDividend,
    /// The player to move has no card and none can be drawn.
    NoCard,
}

impl PrairieRailroads {
    /// What a share of the railroad pays at a dividend: a fifth of the income, whoever owns the others (PR-17).
    pub(super) fn dividend_per_share(&self, railroad: Railroad) -> Money {
        self.charter(railroad).income.per_share(board().figures.dividend_parts)
    }

    /// What a dividend of all railroads would pay the seat now.
    pub(super) fn dividend_of(&self, seat: Seat) -> Money {
        let payment = |r: Railroad| self.dividend_per_share(r) * i64::from(self.shares_of(seat, r));
        Railroad::ALL.into_iter().map(payment).sum()
    }

    /// What the final payoff would pay the seat now.
    pub(super) fn payoff_of(&self, seat: Seat) -> Money {
        let payment =
            |r: Railroad| self.payoff_per_share(r).unwrap_or_default() * i64::from(self.shares_of(seat, r));
        Railroad::ALL.into_iter().map(payment).sum()
    }

    /// What a share of the railroad would pay if the game ended now; nothing to say while no share is sold (PR-18).
    pub(super) fn payoff_per_share(&self, railroad: Railroad) -> Option<Money> {
        let sold = i64::from(self.shares_sold(railroad));
        let all = self.value(railroad) + Money::from(self.charter(railroad).income);
        (sold > 0).then(|| all.div_ceil(sold))
    }

    /// A Pay Dividends card is carried out: the eighth ends the game, the others pay (PR-5, PR-17).
    pub(super) fn pay_dividends(&mut self, notes: &mut Notes) {
        if self.dividends_played() >= board().figures.ending_dividend {
            return self.end_game(Ending::LastDividend, notes);
        }
        notes.say(|| text::dividend(self.dividends_played()));
        self.pay_dividend(Railroad::ALL.into_iter(), notes);
        self.end_turn(notes);
    }

    /// Each share of these railroads pays its dividend from the bank (PR-14, PR-17).
    pub(super) fn pay_dividend(&mut self, railroads: impl Iterator<Item = Railroad>, notes: &mut Notes) {
        let mut paid = PerSeat::new(self.players.seats(), Money::ZERO);
        for railroad in railroads {
            let per_share = self.dividend_per_share(railroad);
            self.pay_shares(railroad, per_share, &mut paid, notes);
        }
        notes.say(|| paid_out(&paid));
    }

    fn pay_shares(
        &mut self,
        railroad: Railroad,
        per_share: Money,
        paid: &mut PerSeat<Money>,
        notes: &mut Notes,
    ) {
        notes.say(|| text::share_pays(railroad, per_share));
        for (seat, player) in self.players.iter_mut() {
            let payment = per_share * i64::from(player.shares[railroad.index()]);
            player.cash += payment;
            paid[seat] += payment;
        }
    }

    /// Each share pays its part of value and income, and what the railroads have goes back to the bank (PR-18).
    pub(super) fn end_game(&mut self, ending: Ending, notes: &mut Notes) {
        notes.say(text::final_payoff);
        let mut paid = PerSeat::new(self.players.seats(), Money::ZERO);
        for railroad in Railroad::ALL {
            if let Some(per_share) = self.payoff_per_share(railroad) {
                self.pay_shares(railroad, per_share, &mut paid, notes);
            }
            self.charter_mut(railroad).treasury = Money::ZERO;
        }
        notes.say(|| paid_out(&paid));
        self.drawn = None;
        self.phase = Phase::Over;
        notes.say(|| text::game_over(ending));
    }
}
