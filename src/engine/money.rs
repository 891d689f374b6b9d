//! Money and income: whole dollars, checked arithmetic, division that rounds up.
//!
//! Overflow is a broken invariant, never a wrong sum: every operation here is checked.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// Whole dollars (or points, where a game bids points). Debts are negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Money(i64);

/// What people bid and pay with in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Currency {
    /// `$7`.
    Dollars,
    /// `7`: the points that are also scored.
    Points,
}

impl Currency {
    /// An amount as people read it.
    pub fn write(self, amount: Money) -> String {
        match self {
            Self::Dollars => amount.to_string(),
            Self::Points => amount.dollars().to_string(),
        }
    }
}

/// What a company earns: paid out, never spent, so not to be mixed with [`Money`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Income(i32);

const OVERFLOW: &str = "sums in a game stay far below the limits of their type";

impl Money {
    /// No money.
    pub const ZERO: Self = Self(0);

    /// So many dollars.
    pub const fn new(dollars: i64) -> Self {
        Self(dollars)
    }

    /// The number of dollars.
    pub const fn dollars(self) -> i64 {
        self.0
    }

    /// This money parted into `parts`, each rounded up to a whole dollar.
    ///
    /// # Panics
    /// If `parts` is not positive.
    #[must_use]
    pub fn div_ceil(self, parts: i64) -> Self {
        assert!(parts > 0, "money is parted among at least one");
        let rest = i64::from(self.0.rem_euclid(parts) != 0);
        Self(self.0.div_euclid(parts) + rest)
    }
}

impl Income {
    /// No income.
    pub const ZERO: Self = Self(0);

    /// So many dollars a payout.
    pub const fn new(dollars: i32) -> Self {
        Self(dollars)
    }

    /// The number of dollars a payout.
    pub const fn dollars(self) -> i32 {
        self.0
    }

    /// What each of `shares` equal shares is paid, rounded up.
    pub fn per_share(self, shares: u8) -> Money {
        Money::from(self).div_ceil(i64::from(shares))
    }
}

impl From<Income> for Money {
    fn from(income: Income) -> Self {
        Self(i64::from(income.0))
    }
}

impl Add for Money {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.checked_add(other.0).expect(OVERFLOW))
    }
}

impl Sub for Money {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.checked_sub(other.0).expect(OVERFLOW))
    }
}

impl Mul<i64> for Money {
    type Output = Self;
    fn mul(self, times: i64) -> Self {
        Self(self.0.checked_mul(times).expect(OVERFLOW))
    }
}

impl AddAssign for Money {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Money {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ZERO, Add::add)
    }
}

impl Add for Income {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.checked_add(other.0).expect(OVERFLOW))
    }
}

impl AddAssign for Income {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Income {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 0 { write!(f, "-${}", self.0.unsigned_abs()) } else { write!(f, "${}", self.0) }
    }
}

impl fmt::Display for Income {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_up_and_only_when_it_must() {
        let parts = |dollars, parts| Money::new(dollars).div_ceil(parts).dollars();
        assert_eq!(parts(22, 3), 8);
        assert_eq!(parts(24, 3), 8);
        assert_eq!(parts(0, 3), 0);
        assert_eq!(parts(1, 6), 1);
        assert_eq!(parts(-7, 2), -3);
    }

    #[test]
    fn income_per_share_is_rounded_before_it_is_multiplied() {
        assert_eq!(Income::new(17).per_share(2) * 2, Money::new(18));
    }

    #[test]
    #[should_panic(expected = "far below the limits")]
    fn overflow_is_never_a_wrong_sum() {
        let _ = Money::new(i64::MAX) + Money::new(1);
    }

    #[test]
    fn points_are_not_dollars() {
        assert_eq!(Currency::Dollars.write(Money::new(7)), "$7");
        assert_eq!(Currency::Points.write(Money::new(7)), "7");
    }

    #[test]
    fn amounts_read_as_dollars() {
        assert_eq!(Money::new(12).to_string(), "$12");
        assert_eq!(Money::new(-3).to_string(), "-$3");
    }
}
