//! The books of a game, kept a second time from its positions alone.

use serde_json::Value;

use crate::games::chicago_express::ChicagoExpress;
use crate::games::chicago_express::tests::kit::figures::{
    COMPANIES, Figures, income, is_forest, per_share, printed_cost,
};
use crate::test_kit::book::{self, Funds};

type Book<'a> = book::Book<'a, ChicagoExpress>;

impl<'a> Book<'a> {
    fn of(self, company: &str, what: &str) -> i64 {
        self.position["companies"][company][what].as_i64().unwrap()
    }

    fn hexes(self, company: &str) -> Vec<&'a str> {
        self.strings(&format!("/companies/{company}/hexes"))
    }

    fn developed(self) -> Vec<&'a str> {
        self.strings("/developed")
    }

    /// The companies that have a locomotive on the hex.
    fn companies_at(self, hex: &str) -> Vec<&'static str> {
        COMPANIES.into_iter().filter(|company| self.hexes(company).contains(&hex)).collect()
    }

    fn dials(self) -> [i64; 3] {
        DIALS.map(|(dial, _)| self.position["dials"][dial].as_i64().unwrap())
    }

    fn dividends(self) -> i64 {
        self.position["dividends_paid"].as_i64().unwrap()
    }

    fn detroit(self) -> i64 {
        self.position["industry"]["Detroit"].as_i64().unwrap()
    }

    /// Whether pieces are short enough for the game to end (CE-23).
    fn used_up(self) -> bool {
        let without =
            |what: &str| COMPANIES.into_iter().filter(|company| self.of(company, what) == 0).count();
        let houses = self.position["houses_left"].as_i64().unwrap();
        without("locomotives_left") >= 3 || without("shares_left") >= 3 || houses <= 3
    }
}

const DIALS: [(&str, i64); 3] = [("auction", 3), ("expansion", 5), ("development", 4)];

/// Nothing leaves the box, and each company earns what its hexes are worth.
pub(super) fn assert_pieces_and_incomes(position: &Value) {
    let book = Book::new(position);
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
    let (old, new) = (Book::new(before), Book::new(after));
    let mut money = funds(old);
    build(&mut money, old, action);
    sell(&mut money, old, action, new);

    // Detroit grows only after a general dividend.
    let mut industry = after["industry"].clone();
    industry["Detroit"] = before["industry"]["Detroit"].clone();
    if let Some(company) = chicago_dividend(before, action, after) {
        pay(&mut money, company, new, &industry);
    }
    let mut dials = old.dials();
    if action["type"] == "choose" {
        dials[DIALS.iter().position(|(dial, _)| action["dial"] == *dial).unwrap()] += 1;
    }
    let on_red = dials.iter().zip(DIALS).filter(|(at, (_, length))| *at == length).count();
    let dividend = on_red == 2 && before["active"] != after["active"];
    if dividend {
        for company in COMPANIES {
            pay(&mut money, company, new, &industry);
        }
    }
    let over = dividend && (new.used_up() || old.detroit() == 8);

    assert_eq!(funds(new), money, "after {action}");
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

fn funds(book: Book<'_>) -> Funds {
    book.funds(COMPANIES, |company| book.of(company, "cash"))
}

/// A company pays for a hex (CE-14) or gets two dollars for a forest's house (CE-16).
fn build(money: &mut Funds, old: Book<'_>, action: &Value) {
    let Some(hex) = action["hex"].as_str() else { return };
    let there = old.companies_at(hex);
    if let Some(company) = action["company"].as_str() {
        *money.treasury(company) -= printed_cost(hex) * i64::try_from(there.len() + 1).unwrap();
    } else if is_forest(hex) {
        *money.treasury(there[0]) += 2;
    }
}

/// The buyer pays the company. Shares that change hands without a bid are free (CE-4).
fn sell(money: &mut Funds, old: Book<'_>, action: &Value, new: Book<'_>) {
    let lot = &old.position["auction"];
    for (seat, company) in (0..old.seats()).flat_map(|seat| COMPANIES.map(|company| (seat, company))) {
        let bought = new.shares(seat, company) - old.shares(seat, company);
        let hammered = lot["what"] == company;
        assert!(bought == 0 || hammered || old.position["phase"] == "initial_auction");
        if bought == 1 && hammered {
            let price = action["amount"].as_i64().or(lot["high"].as_i64()).unwrap_or(0);
            money.purses[seat] -= price;
            *money.treasury(company) += price;
        }
    }
}

/// The bank pays a dividend (CE-22).
fn pay(money: &mut Funds, company: &str, new: Book<'_>, industry: &Value) {
    let sold = new.sold(company);
    if sold > 0 {
        let earned = income(company, &new.hexes(company), industry, &new.developed());
        money.pay(new, company, per_share(earned, sold));
    }
}
