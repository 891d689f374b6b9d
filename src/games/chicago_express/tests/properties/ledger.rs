//! The books of a game, kept a second time from its positions alone.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::games::chicago_express::tests::kit::figures::{
    COMPANIES, Figures, income, is_forest, per_share, printed_cost,
};

/// A position to look things up in.
#[derive(Clone, Copy)]
struct Book<'a>(&'a Value);

impl<'a> Book<'a> {
    fn seats(self) -> usize {
        self.0["players"].as_array().unwrap().len()
    }

    fn cash(self, seat: usize) -> i64 {
        self.0["players"][seat]["cash"].as_i64().unwrap()
    }

    fn shares(self, seat: usize, company: &str) -> i64 {
        self.0["players"][seat]["shares"][company].as_i64().unwrap_or(0)
    }

    fn sold(self, company: &str) -> i64 {
        (0..self.seats()).map(|seat| self.shares(seat, company)).sum()
    }

    fn of(self, company: &str, what: &str) -> i64 {
        self.0["companies"][company][what].as_i64().unwrap()
    }

    fn hexes(self, company: &str) -> Vec<&'a str> {
        strings(&self.0["companies"][company]["hexes"])
    }

    fn developed(self) -> Vec<&'a str> {
        strings(&self.0["developed"])
    }

    /// The companies that have a locomotive on the hex.
    fn companies_at(self, hex: &str) -> Vec<&'static str> {
        COMPANIES.into_iter().filter(|company| self.hexes(company).contains(&hex)).collect()
    }

    fn dials(self) -> [i64; 3] {
        DIALS.map(|(dial, _)| self.0["dials"][dial].as_i64().unwrap())
    }

    fn dividends(self) -> i64 {
        self.0["dividends_paid"].as_i64().unwrap()
    }

    fn detroit(self) -> i64 {
        self.0["industry"]["Detroit"].as_i64().unwrap()
    }

    /// Whether pieces are short enough for the game to end (CE-23).
    fn used_up(self) -> bool {
        let without =
            |what: &str| COMPANIES.into_iter().filter(|company| self.of(company, what) == 0).count();
        let houses = self.0["houses_left"].as_i64().unwrap();
        without("locomotives_left") >= 3 || without("shares_left") >= 3 || houses <= 3
    }
}

const DIALS: [(&str, i64); 3] = [("auction", 3), ("expansion", 5), ("development", 4)];

fn strings(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|item| item.as_str().unwrap()).collect()
}

/// Nothing leaves the box, and each company earns what its hexes are worth.
pub(super) fn assert_pieces_and_incomes(position: &Value) {
    let book = Book(position);
    let (mut locomotives, mut shares) = (0, 0);
    for company in COMPANIES {
        let hexes = book.hexes(company);
        locomotives += usize::try_from(book.of(company, "locomotives_left")).unwrap() + hexes.len();
        shares += book.of(company, "shares_left") + book.sold(company);
        let due = income(company, &hexes, &position["industry"], &book.developed());
        assert_eq!(book.of(company, "income"), due, "the income of {company}");
        assert!(company == "WAB" || hexes.contains(&Figures::of(company).start));
    }
    assert_eq!((locomotives, shares), (103, 20));
    assert_eq!(position["houses_left"], 20 - book.developed().len());
    assert!(book.dividends() <= 8);
}

/// From `before` to `after` dials, dividends and Detroit moved as the rules say, and money only by them: created by
/// dividends and houses in forests, destroyed by building, and otherwise from a buyer to a company.
pub(super) fn assert_step(before: &Value, action: &Value, after: &Value) {
    let (old, new) = (Book(before), Book(after));
    let mut money = Money::of(old);
    money.build(old, action);
    money.sell(old, action, new);

    // Detroit grows only after a general dividend.
    let mut industry = after["industry"].clone();
    industry["Detroit"] = before["industry"]["Detroit"].clone();
    if let Some(company) = chicago_dividend(before, action, after) {
        money.pay(company, new, &industry);
    }
    let mut dials = old.dials();
    if action["type"] == "choose" {
        dials[DIALS.iter().position(|(dial, _)| action["dial"] == *dial).unwrap()] += 1;
    }
    let on_red = dials.iter().zip(DIALS).filter(|(at, (_, length))| *at == length).count();
    let dividend = on_red == 2 && before["active"] != after["active"];
    if dividend {
        for company in COMPANIES {
            money.pay(company, new, &industry);
        }
    }
    let over = dividend && (new.used_up() || old.detroit() == 8);

    assert_eq!(Money::of(new), money, "after {action}");
    assert_eq!(new.dividends(), old.dividends() + i64::from(dividend), "after {action}");
    assert_eq!(after["phase"] == "over", over, "after {action}");
    assert_eq!(new.dials(), if dividend && !over { [0; 3] } else { dials }, "after {action}");
    assert_eq!(new.detroit(), old.detroit() + i64::from(dividend && !over), "after {action}");
}

/// The company whose expansion, now finished, has placed in Chicago.
fn chicago_dividend<'a>(before: &'a Value, action: &'a Value, after: &Value) -> Option<&'a str> {
    let now = action["type"] == "place" && action["hex"] == "A2";
    let reached = now || before["expanding"]["chicago"] == true;
    let under_way = &after["expanding"];
    assert!(under_way.is_null() || under_way["chicago"] == reached, "after {action}");
    let company = action["company"].as_str().or(before["expanding"]["company"].as_str());
    company.filter(|_| reached && under_way.is_null())
}

/// Everybody's money.
#[derive(Debug, PartialEq, Eq)]
struct Money {
    purses: Vec<i64>,
    treasuries: BTreeMap<&'static str, i64>,
}

impl Money {
    fn of(book: Book<'_>) -> Self {
        Self {
            purses: (0..book.seats()).map(|seat| book.cash(seat)).collect(),
            treasuries: COMPANIES.map(|company| (company, book.of(company, "cash"))).into(),
        }
    }

    fn treasury(&mut self, company: &str) -> &mut i64 {
        self.treasuries.get_mut(company).unwrap()
    }

    /// A company pays for a hex (CE-14) or gets two dollars for a forest's house (CE-16).
    fn build(&mut self, old: Book<'_>, action: &Value) {
        let Some(hex) = action["hex"].as_str() else { return };
        let there = old.companies_at(hex);
        if let Some(company) = action["company"].as_str() {
            *self.treasury(company) -= printed_cost(hex) * i64::try_from(there.len() + 1).unwrap();
        } else if is_forest(hex) {
            *self.treasury(there[0]) += 2;
        }
    }

    /// The buyer pays the company. Shares that change hands without a bid are free (CE-4).
    fn sell(&mut self, old: Book<'_>, action: &Value, new: Book<'_>) {
        let lot = &old.0["auction"];
        for (seat, company) in (0..old.seats()).flat_map(|seat| COMPANIES.map(|company| (seat, company))) {
            let bought = new.shares(seat, company) - old.shares(seat, company);
            let hammered = lot["what"] == company;
            assert!(bought == 0 || hammered || old.0["phase"] == "initial_auction");
            if bought == 1 && hammered {
                let price = action["amount"].as_i64().or(lot["high"].as_i64()).unwrap_or(0);
                self.purses[seat] -= price;
                *self.treasury(company) += price;
            }
        }
    }

    /// The bank pays a dividend (CE-22).
    fn pay(&mut self, company: &str, new: Book<'_>, industry: &Value) {
        let sold = new.sold(company);
        if sold > 0 {
            let each = per_share(income(company, &new.hexes(company), industry, &new.developed()), sold);
            let paid = self.purses.iter_mut().enumerate();
            paid.for_each(|(seat, purse)| *purse += each * new.shares(seat, company));
        }
    }
}
