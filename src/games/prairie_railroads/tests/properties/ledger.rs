//! The books of a game, kept a second time from its positions alone.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::games::prairie_railroads::PrairieRailroads;
use crate::games::prairie_railroads::tests::kit::figures::{
    ALL_CARDS, CARDS, RAILROADS, parted, segment, segment_income, tail,
};
use crate::test_kit::book::{self, Funds};

type Book<'a> = book::Book<'a, PrairieRailroads>;

impl<'a> Book<'a> {
    fn of(self, railroad: &str, what: &str) -> i64 {
        self.position["railroads"][railroad][what].as_i64().unwrap()
    }

    fn track(self, railroad: &str) -> BTreeSet<[&'a str; 2]> {
        let pairs = self.position["railroads"][railroad]["segments"].as_array().unwrap().iter();
        pairs.map(|pair| [0, 1].map(|end| pair[end].as_str().unwrap())).collect()
    }

    fn western(self, railroad: &str) -> Option<&'a str> {
        self.position["railroads"][railroad]["western"].as_str()
    }

    fn grown(self) -> Vec<&'a str> {
        self.strings("/grown")
    }

    /// Cards of a kind in hands and deck.
    fn cards(self, card: &str) -> i64 {
        let hands =
            (0..self.seats()).map(|seat| self.position["players"][seat]["hand"][card].as_i64().unwrap());
        hands.sum::<i64>() + self.position["deck"][card].as_i64().unwrap()
    }

    /// What the railroad's track earns.
    fn earned(self, railroad: &str) -> i64 {
        self.track(railroad).into_iter().map(|pair| segment_income(pair, &self.grown())).sum()
    }

    fn worth(self, railroad: &str) -> i64 {
        let western = if self.western(railroad).is_some() { 25 } else { 0 };
        5 * i64::try_from(self.track(railroad).len()).unwrap() + western
    }
}

/// Nothing leaves the box, and each railroad earns and is worth what its track says.
pub(super) fn assert_pieces_and_incomes(position: &Value) {
    let book = Book::new(position);
    let mut taken = BTreeSet::new();
    for railroad in RAILROADS {
        let track = book.track(railroad);
        assert_eq!(book.of(railroad, "income"), book.earned(railroad), "the income of {railroad}");
        assert_eq!(book.of(railroad, "value"), book.worth(railroad), "the value of {railroad}");
        assert_eq!(book.of(railroad, "shares_left") + book.sold(railroad), 5);
        let built = i64::try_from(track.len()).unwrap() + i64::from(book.western(railroad).is_some());
        assert_eq!(book.of(railroad, "cubes_left") + built, 31);
        assert!(track.into_iter().all(|pair| taken.insert(pair)), "a segment is track of two railroads");
    }
    for (card, all) in CARDS.into_iter().zip(ALL_CARDS) {
        assert!((0..=all).contains(&book.cards(card)), "{card}");
    }
    let dividends = position["dividends_played"].as_i64().unwrap();
    assert_eq!(book.cards("PD") + dividends, 8);
    assert_eq!(position["development_left"], 40 - book.grown().len());
}

/// Track only grows, each new segment from a city that was reached, along its arrow if it has one.
pub(super) fn assert_track_step(before: &Value, after: &Value) {
    let (old, new) = (Book::new(before), Book::new(after));
    for railroad in RAILROADS {
        let (was, is) = (old.track(railroad), new.track(railroad));
        assert!(was.is_subset(&is), "{railroad} lost track");
        let mut reached: BTreeSet<&str> = was.iter().flatten().copied().collect();
        let mut rest: Vec<_> = is.difference(&was).copied().collect();
        assert!(rest.len() <= 2);
        if reached.is_empty() {
            reached.extend(rest.iter().flatten().filter(|city| starts(railroad).contains(city)));
        }
        while !rest.is_empty() {
            let open = |pair: &[&str; 2]| match tail(segment(pair[0], pair[1])) {
                Some(tail) => reached.contains(tail),
                None => pair.iter().any(|city| reached.contains(city)),
            };
            let next = rest.iter().position(open);
            let next = next.unwrap_or_else(|| panic!("{railroad} cannot build {rest:?}"));
            reached.extend(rest.swap_remove(next));
        }
        if let (None, Some(city)) = (old.western(railroad), new.western(railroad)) {
            assert!(was.iter().flatten().any(|&there| there == city), "{city} was reached this turn");
        }
    }
}

fn starts(railroad: &str) -> &'static [&'static str] {
    match railroad {
        "CRIP" => &["troy"],
        "ATSF" => &["atchison"],
        "KP" => &["leavenworth", "kansas_city"],
        "MKT" => &["fort_scott", "paola", "kansas_city"],
        "SLSF" => &["columbus", "fort_scott", "paola", "girard"],
        _ => &["troy", "leavenworth", "columbus", "fort_scott", "paola", "girard"],
    }
}

/// From `before` to `after` money moved only as the rules say: created by dividends and the final payoff, destroyed by
/// building and at the end, and otherwise from a buyer to a railroad or to the seller.
pub(super) fn assert_step(before: &Value, action: Option<&Value>, after: &Value) {
    let (old, new) = (Book::new(before), Book::new(after));
    let mut money = funds(old);
    build(&mut money, old, new, action);
    sell(&mut money, old, action, new);
    let over = after["phase"] == "over";
    let dividend = new.cards("PD") < old.cards("PD");
    if dividend && !over {
        for railroad in RAILROADS {
            money.pay(new, railroad, dividend_of(new, railroad));
        }
    }
    if over {
        for railroad in RAILROADS {
            let all = new.worth(railroad) + new.earned(railroad);
            money.pay(new, railroad, parted(all, new.sold(railroad)));
            *money.treasury(railroad) = 0;
        }
        let seat = usize::try_from(after["active"].as_u64().unwrap()).unwrap();
        let without_card = CARDS.iter().all(|card| after["players"][seat]["hand"][card] == 0)
            && CARDS.iter().all(|card| after["deck"][card] == 0);
        assert!(new.cards("PD") == 0 || without_card, "the game is over without a reason");
    }
    assert_eq!(funds(new), money, "after {action:?}");
}

fn dividend_of(book: Book<'_>, railroad: &str) -> i64 {
    parted(book.earned(railroad), 5)
}

fn funds(book: Book<'_>) -> Funds {
    book.funds(RAILROADS, |railroad| book.of(railroad, "treasury"))
}

/// A railroad pays for what it builds, except its first segment; a Western Build pays its shareholders.
fn build(money: &mut Funds, old: Book<'_>, new: Book<'_>, action: Option<&Value>) {
    let Some(action) = action else { return };
    let Some(railroad) = RAILROADS.into_iter().find(|&railroad| action["railroad"] == railroad) else {
        return;
    };
    match action["type"].as_str() {
        Some("build") if old.position["phase"] != "opening_build" => *money.treasury(railroad) -= 5,
        Some("build_double") => *money.treasury(railroad) -= 15,
        Some("western_build") => {
            let built = RAILROADS.into_iter().filter(|&railroad| old.western(railroad).is_some()).count();
            *money.treasury(railroad) -= 15 + 5 * i64::try_from(built).unwrap();
            money.pay(new, railroad, dividend_of(new, railroad));
        }
        _ => {}
    }
}

/// The buyer pays the railroad, or the player whose share it was. Shares that change hands without a bid are free.
fn sell(money: &mut Funds, old: Book<'_>, action: Option<&Value>, new: Book<'_>) {
    let lot = &old.position["auction"];
    for (seat, railroad) in (0..old.seats()).flat_map(|seat| RAILROADS.map(|railroad| (seat, railroad))) {
        let bought = new.shares(seat, railroad) - old.shares(seat, railroad);
        assert!(bought == 0 || lot["what"] == railroad);
        if bought == 1 {
            let price = action.and_then(|action| action["amount"].as_i64());
            let price = price.or(lot["high"].as_i64()).unwrap_or(0);
            money.purses[seat] -= price;
            match (0..old.seats()).find(|&other| new.shares(other, railroad) < old.shares(other, railroad)) {
                Some(seller) => money.purses[seller] += price,
                None => *money.treasury(railroad) += price,
            }
        }
    }
}
