//! What a position is worth to a seat, for bots: an estimate in whole numbers, no part of the rules.
//!
//! Only cash wins (CE-25), so everything is turned into the cash that it is likely to become:
//!
//! - Cash is what it is.
//! - A share is worth what it pays: the next dividend exactly, rounded up as it will be, and the later ones by the
//!   company's income, parted among the shares sold and some that others will buy. How many dividends are left follows
//!   from how near each end of the game is (CE-23).
//! - A company's money is worth the income that it will buy, if there is time to spend it: a little for each dollar
//!   anywhere, more if a hex that earns well is within reach. Chicago pays a dividend of its own on top (CE-18). So
//!   track toward such a hex gains as the way gets shorter, and track that leads nowhere wastes the company's money.
//! - A position is as good as the lead: half of it over the best of the others, half over their average. Whoever raises
//!   a company of which a rival holds more thus loses by it, and diluting a rival gains.
//!
//! An auction is judged by how it is likely to end ([`hammer`]). A bot that pays more than a share is worth, or expands
//! for the good of others, sees its lead shrink. The figures below are estimates; those on money, sales of shares and
//! dilution were chosen by a few hundred games of bots with different figures against each other, the rest by judgement.

mod distance;

use self::distance::{Ways, targets};
use super::action::{Action, Company, Dial};
use super::board::{Industry, board};
use super::state::{ChicagoExpress, Phase, ShareLot};
use crate::engine::game::Worth;
use crate::engine::hammer;
use crate::engine::seat::{PerSeat, Seat};

/// Dollars, dividends and shares are counted in thousandths.
const ONE: i64 = 1_000;

/// Income that a company gets for a dollar when it heads nowhere in particular. Less than a city next to it would give,
/// since there is track between cities; set higher, bots paid too much for shares.
const INCOME_OF_A_DOLLAR: i64 = 150;

/// Dollars that a company is sure to find an expansion for, and those more for each dividend to come: all companies
/// share the few expansions before a dividend.
const DOLLARS_SPENT: (i64, i64) = (2, 3);

/// Dollars a locomotive costs, so that one without locomotives has no use for money.
const DOLLARS_A_LOCOMOTIVE: i64 = 2;

/// How fast the ends come, each dividend: of the companies nearest to theirs so many shares are sold, so many
/// locomotives placed; and so many houses are built.
const SHARES_A_DIVIDEND: i64 = 3_000;
const LOCOMOTIVES_A_DIVIDEND: i64 = 8_000;
const HOUSES_A_DIVIDEND: i64 = 2_500;

/// Shares of a company that are sold from one dividend to the next, as long as there are any.
const DILUTION: i64 = 400;

/// What an expansion takes of the time between two dividends.
const TIME_OF_AN_EXPANSION: i64 = 150;

/// A goal `n` expansions away counts 4 parts of `4 + n`: money and plans change on the way.
const PATIENCE: i64 = 4;

impl Worth for ChicagoExpress {
    /// What the position is worth to a seat.
    fn worth(&self, seat: Seat) -> i64 {
        match &self.phase {
            Phase::Auction(lot) => {
                let ways = self.ways();
                hammer::outlook(self, lot, seat, |after, seat| after.lead(seat, &ways))
            }
            _ => self.lead(seat, &self.ways()),
        }
    }

    /// Once a dial is chosen its action is still to come; an auction is judged by how it is likely to end.
    fn is_quiet(&self) -> bool {
        !matches!(self.phase, Phase::Offer | Phase::Expansion(_) | Phase::Development)
    }
}

impl ChicagoExpress {
    /// What a bidder does who expects the auction to end as it is likely to, and does not want to wait for that.
    pub(super) fn hasty_bid(&self, lot: &ShareLot) -> Action {
        let ways = self.ways();
        let amount = hammer::hasty_bid(self, lot, |after, seat| after.lead(seat, &ways));
        amount.map_or(Action::Pass, |amount| Action::Bid { amount })
    }

    /// The ways of each company to its targets: they take longest to find, and no sale changes them.
    fn ways(&self) -> [Ways; 5] {
        Company::ALL.map(|company| targets().ways_from(&self.charter(company).hexes))
    }

    /// How far the seat is ahead.
    fn lead(&self, seat: Seat, ways: &[Ways; 5]) -> i64 {
        hammer::lead(&self.fortunes(ways), seat)
    }

    /// The cash that each seat is likely to have at the end.
    fn fortunes(&self, ways: &[Ways; 5]) -> PerSeat<i64> {
        let dividends = self.dividends_left();
        let values = Company::ALL.map(|company| self.share_value(company, dividends, &ways[company.index()]));
        let mut fortunes = PerSeat::new(self.players.seats(), 0);
        for (seat, player) in self.players.iter() {
            let held = player.shares.iter().zip(values).map(|(count, value)| i64::from(*count) * value);
            fortunes[seat] = player.cash.dollars() * ONE + held.sum::<i64>();
        }
        fortunes
    }

    /// The general dividends that are likely still to come: at most those until Detroit ends the game, and one more
    /// than it takes to get to another end (CE-22, CE-23).
    fn dividends_left(&self) -> i64 {
        if self.phase == Phase::Over {
            return 0;
        }
        let end = &board().figures.end;
        let nearest = |left: &dyn Fn(Company) -> u8, companies: u8| {
            let mut left = Company::ALL.map(|company| i64::from(left(company)));
            left.sort_unstable();
            left.iter().take(usize::from(companies)).sum::<i64>()
        };
        let shares = nearest(&|company| self.shares_left(company), end.companies_without_shares);
        let locomotives =
            nearest(&|company| self.locomotives_left(company), end.companies_without_locomotives);
        let houses = i64::from(self.houses_left().saturating_sub(end.houses_left));
        let until = |left: i64, pace: i64| left * ONE * ONE / pace;
        let until_end = until(shares, SHARES_A_DIVIDEND)
            .min(until(locomotives, LOCOMOTIVES_A_DIVIDEND))
            .min(until(houses, HOUSES_A_DIVIDEND));
        let boxes = board().industry(Industry::Detroit).values.len();
        let boxes = i64::try_from(boxes).expect("tracks are short");
        let until_detroit = boxes - i64::from(self.boxes[Industry::Detroit as usize]);
        (ONE + until_end).min(until_detroit * ONE)
    }

    /// How much of the time to the next dividend is left, by the two dials nearest to red (CE-9).
    fn time_to_dividend(&self) -> i64 {
        let two_nearest = |mut moves: [i64; 3]| {
            moves.sort_unstable();
            moves[0] + moves[1]
        };
        let lengths = Dial::ALL.map(|dial| i64::from(board().dial_length(dial)));
        let moved = self.dials.map(i64::from);
        let left = [lengths[0] - moved[0], lengths[1] - moved[1], lengths[2] - moved[2]];
        ONE * two_nearest(left) / two_nearest(lengths)
    }

    /// What one share of the company is likely to pay until the end.
    fn share_value(&self, company: Company, dividends: i64, ways: &Ways) -> i64 {
        let sold = self.shares_sold(company);
        if sold == 0 || dividends == 0 {
            return 0;
        }
        let income = self.charter(company).income;
        let next = income.per_share(sold).dollars() * ONE;
        let later = dividends - ONE;
        // New track earns in all later dividends, and in the next with half of the time that is left until then.
        let growing = later + self.time_to_dividend() / 2;
        let unsold = i64::from(self.shares_left(company)) * ONE;
        let parts = i64::from(sold) * ONE + unsold.min(later * DILUTION / ONE);
        // Dividends are rounded up, by nearly half a dollar a share on average (CE-22).
        let rounding = (parts - ONE) / 2 * later / ONE;
        let income = i64::from(income.dollars());
        next + (income * later + rounding + self.growth(company, growing, ways)) * ONE / parts
    }

    /// What the company's money is likely to add to its dividends, `growing` of which are still to come.
    fn growth(&self, company: Company, growing: i64, ways: &Ways) -> i64 {
        let charter = self.charter(company);
        let (cash, locomotives) = (charter.cash.dollars(), i64::from(self.locomotives_left(company)));
        if cash == 0 || locomotives == 0 {
            return 0;
        }
        let (at_once, a_dividend) = DOLLARS_SPENT;
        let spent = cash.min(at_once + a_dividend * growing / ONE).min(locomotives * DOLLARS_A_LOCOMOTIVE);
        let earns = |dollars: i64| dollars * INCOME_OF_A_DOLLAR * growing / ONE;
        let mut best_goal = 0;
        for (target, way) in ways.iter() {
            let price = i64::from(way.dollars);
            let reached = way.hexes == 0;
            if reached || price > cash || i64::from(way.hexes) > locomotives {
                continue;
            }
            let expansions = i64::from(way.hexes.div_ceil(board().figures.expansion_limit));
            let time = (growing - expansions * TIME_OF_AN_EXPANSION).max(0);
            let special = if target == board().chicago { growing.min(ONE) } else { 0 };
            let income = i64::from(self.hex_income(target).dollars());
            let gain = income * time + i64::from(charter.income.dollars()) * special;
            best_goal = best_goal.max(gain * PATIENCE / (PATIENCE + expansions) - earns(price));
        }
        earns(spent) + best_goal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::money::{Income, Money};

    fn seats() -> [Seat; 2] {
        [0, 1].map(|number| Seat::new(number).unwrap())
    }

    /// A first turn in which seat 0 holds PRR and B&O and seat 1 the other two.
    fn game() -> ChicagoExpress {
        let mut game = ChicagoExpress::set_up(2).unwrap();
        let [a, b] = seats();
        game.players[a].shares = [1, 1, 0, 0, 0];
        game.players[b].shares = [0, 0, 1, 1, 0];
        game.phase = Phase::Turn;
        game
    }

    #[test]
    fn when_the_game_is_over_money_alone_counts() {
        let [a, b] = seats();
        let mut game = game();
        game.players[a].cash = Money::new(61);
        game.phase = Phase::Over;
        assert_eq!(game.worth(a), 2 * ONE);
        assert_eq!(game.worth(b), -2 * ONE);
    }

    #[test]
    fn what_a_rivals_company_earns_is_a_loss() {
        let [a, b] = seats();
        let mut richer = game();
        richer.charter_mut(Company::Nyc).income += Income::new(2);
        assert!(richer.worth(a) < game().worth(a));
        assert!(richer.worth(b) > game().worth(b));
    }

    #[test]
    fn track_toward_a_goal_gains_and_money_without_time_is_worth_little() {
        let [a, _] = seats();
        let mut rich = game();
        rich.charter_mut(Company::Prr).cash = Money::new(40);
        let mut late = rich.clone();
        late.boxes[Industry::Detroit as usize] = 7;
        let mut late_and_poor = game();
        late_and_poor.boxes[Industry::Detroit as usize] = 7;
        let early_gain = rich.worth(a) - game().worth(a);
        let late_gain = late.worth(a) - late_and_poor.worth(a);
        assert!(early_gain > 4 * late_gain && late_gain >= 0, "{early_gain} {late_gain}");
    }

    #[test]
    fn detroit_bounds_the_dividends_to_come() {
        let mut game = game();
        assert!((ONE..=8 * ONE).contains(&game.dividends_left()));
        game.boxes[Industry::Detroit as usize] = 7;
        assert_eq!(game.dividends_left(), ONE);
    }
}
