//! Checks that the audits of many games need. What else must hold is each game's own business.

use super::game::BadPosition;
use super::money::Money;

/// What a check says: nothing, or why the position cannot be.
pub type Audit = Result<(), BadPosition>;

/// Far above what a game can bring, so that people may set up what they like, and far below what arithmetic can bear.
pub const MOST_MONEY: Money = Money::new(1_000_000);

/// Refuses with a sentence unless the condition holds.
pub fn ensure<W: Into<BadPosition>>(holds: bool, otherwise: impl FnOnce() -> W) -> Audit {
    if holds { Ok(()) } else { Err(otherwise().into()) }
}

/// Nobody is in debt, and all owners together have at most `most`.
pub fn check_money(owners: impl Iterator<Item = (String, Money)>, most: Money) -> Audit {
    let mut total = Money::ZERO;
    for (owner, cash) in owners {
        ensure(cash >= Money::ZERO, || format!("{owner} has less than no money"))?;
        ensure(cash <= most, || format!("{owner} has more money than the game can pay"))?;
        total += cash;
    }
    ensure(total <= most, || "all together have more money than the game can pay")
}

/// All players together hold no more shares than a company has.
pub fn check_shares(company: &str, held: impl Iterator<Item = u8>, all: u8) -> Audit {
    let held: u32 = held.map(u32::from).sum();
    ensure(held <= u32::from(all), || format!("{held} shares of {company} are held but there are only {all}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_bounded_from_both_sides_and_in_all() {
        let check = |cash: [i64; 2]| {
            let owners = ["Ann", "Mill"].into_iter().map(str::to_owned).zip(cash.map(Money::new));
            check_money(owners, Money::new(10)).map_err(|reason| reason.to_string())
        };
        assert_eq!(check([0, 10]), Ok(()));
        assert_eq!(check([-1, 5]), Err("Ann has less than no money".to_owned()));
        assert_eq!(check([0, 11]), Err("Mill has more money than the game can pay".to_owned()));
        assert_eq!(check([6, 5]), Err("all together have more money than the game can pay".to_owned()));
    }

    #[test]
    fn shares_are_counted_without_overflow() {
        assert_eq!(check_shares("Mill", [2, 3].into_iter(), 5), Ok(()));
        let refused = check_shares("Mill", [255, 255].into_iter(), 5).unwrap_err().to_string();
        assert_eq!(refused, "510 shares of Mill are held but there are only 5");
    }
}
