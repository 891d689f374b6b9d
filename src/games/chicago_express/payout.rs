//! Dividends, Chicago, and the end (CE-18 to CE-25).

use super::action::Company;
use super::board::{Industry, board};
use super::state::{Cause, ChicagoExpress, Phase};
use super::text;
use crate::engine::game::Notes;
use crate::engine::money::{Income, Money};
use crate::engine::seat::PerSeat;
use crate::engine::words::paid_out;

/// A reason for the game to end (CE-23).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Locomotives,
    Shares,
    Houses,
    Detroit,
}

impl ChicagoExpress {
    /// A company has placed in Chicago: its shareholders are paid, and the first time Wabash opens (CE-18,
    /// CE-19).
    pub(super) fn chicago_phase(&mut self, company: Company, notes: &mut Notes) {
        notes.say(|| text::reaches_chicago(company));
        let paid = self.pay_dividend([company].into_iter(), notes);
        notes.say(|| paid_out(&paid));
        if self.is_open(Company::Wabash) {
            self.end_turn(notes);
        } else {
            self.open_wabash(notes);
        }
    }

    /// A free locomotive on Fort Wayne, the income that Fort Wayne earns, and an auction (CE-19).
    fn open_wabash(&mut self, notes: &mut Notes) {
        let start = board().starts[Company::Wabash.index()];
        let income = Income::new(board().company(Company::Wabash).income) + self.hex_income(start);
        let charter = self.charter_mut(Company::Wabash);
        charter.hexes.insert(start.place());
        charter.income = income;
        notes.say(|| text::wabash_opens(income));
        self.open_auction(Cause::WabashOpened, Company::Wabash, self.active, notes);
    }

    /// Everybody is paid; then the game ends, or the dials go back and Detroit grows (CE-22 to CE-24).
    pub(super) fn dividend_phase(&mut self, notes: &mut Notes) {
        notes.say(text::general_dividend);
        let paid = self.pay_dividend(Company::ALL.into_iter(), notes);
        notes.say(|| paid_out(&paid));
        let endings = self.endings();
        if endings.iter().any(Option::is_some) {
            self.phase = Phase::Over;
            notes.say(|| text::game_over(endings.into_iter().flatten()));
            return;
        }
        self.dials = [0; 3];
        self.move_marker(Industry::Detroit);
        notes.say(|| text::detroit_grows(self.industry_value(Industry::Detroit)));
    }

    /// Each share pays its part of the income, rounded up, from the bank; without a share sold nobody is paid
    /// (CE-20, CE-22). Says who got how much.
    fn pay_dividend(
        &mut self,
        companies: impl Iterator<Item = Company>,
        notes: &mut Notes,
    ) -> PerSeat<Money> {
        let mut paid = PerSeat::new(self.players.seats(), Money::ZERO);
        for company in companies {
            let sold = self.shares_sold(company);
            if sold == 0 {
                continue;
            }
            let per_share = self.charter(company).income.per_share(sold);
            notes.say(|| text::share_pays(company, per_share));
            for (seat, player) in self.players.iter_mut() {
                let dividend = per_share * i64::from(player.shares[company.index()]);
                player.cash += dividend;
                paid[seat] += dividend;
            }
        }
        paid
    }

    /// The reasons for which the game would end after a dividend now (CE-23).
    pub(super) fn endings(&self) -> [Option<Ending>; 4] {
        let end = &board().figures.end;
        let enough = |left: &dyn Fn(Company) -> u8, companies: u8| {
            Company::ALL.into_iter().filter(|&c| left(c) == 0).count() >= usize::from(companies)
        };
        let holds = |ending, holds: bool| holds.then_some(ending);
        [
            holds(
                Ending::Locomotives,
                enough(&|c| self.locomotives_left(c), end.companies_without_locomotives),
            ),
            holds(Ending::Shares, enough(&|c| self.shares_left(c), end.companies_without_shares)),
            holds(Ending::Houses, self.houses_left() <= end.houses_left),
            holds(Ending::Detroit, self.industry_value(Industry::Detroit) >= end.detroit),
        ]
    }
}
