//! The books of a game, kept a second time from its positions alone.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::games::prairie_railroads::tests::kit::figures::{
    ALL_CARDS, CARDS, RAILROADS, parted, segment, segment_income, tail,
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

    fn shares(self, seat: usize, railroad: &str) -> i64 {
        self.0["players"][seat]["shares"][railroad].as_i64().unwrap_or(0)
    }

    fn sold(self, railroad: &str) -> i64 {
        (0..self.seats()).map(|seat| self.shares(seat, railroad)).sum()
    }

    fn of(self, railroad: &str, what: &str) -> i64 {
        self.0["railroads"][railroad][what].as_i64().unwrap()
    }

    fn track(self, railroad: &str) -> BTreeSet<[&'a str; 2]> {
        let pairs = self.0["railroads"][railroad]["segments"].as_array().unwrap().iter();
        pairs.map(|pair| [0, 1].map(|end| pair[end].as_str().unwrap())).collect()
    }

    fn western(self, railroad: &str) -> Option<&'a str> {
        self.0["railroads"][railroad]["western"].as_str()
    }

    fn grown(self) -> Vec<&'a str> {
        self.0["grown"].as_array().unwrap().iter().map(|city| city.as_str().unwrap()).collect()
    }

    /// Cards of a kind in hands and deck.
    fn cards(self, card: &str) -> i64 {
        let hands = (0..self.seats()).map(|seat| self.0["players"][seat]["hand"][card].as_i64().unwrap());
        hands.sum::<i64>() + self.0["deck"][card].as_i64().unwrap()
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
    let book = Book(position);
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
    let (old, new) = (Book(before), Book(after));
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
    let (old, new) = (Book(before), Book(after));
    let mut money = Money::of(old);
    money.build(old, new, action);
    money.sell(old, action, new);
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
    assert_eq!(Money::of(new), money, "after {action:?}");
}

fn dividend_of(book: Book<'_>, railroad: &str) -> i64 {
    parted(book.earned(railroad), 5)
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
            treasuries: RAILROADS.map(|railroad| (railroad, book.of(railroad, "treasury"))).into(),
        }
    }

    fn treasury(&mut self, railroad: &str) -> &mut i64 {
        self.treasuries.get_mut(railroad).unwrap()
    }

    /// A railroad pays for what it builds, except its first segment; a Western Build pays its shareholders.
    fn build(&mut self, old: Book<'_>, new: Book<'_>, action: Option<&Value>) {
        let Some(action) = action else { return };
        let Some(railroad) = RAILROADS.into_iter().find(|&railroad| action["railroad"] == railroad) else {
            return;
        };
        match action["type"].as_str() {
            Some("build") if old.0["phase"] != "opening_build" => *self.treasury(railroad) -= 5,
            Some("build_double") => *self.treasury(railroad) -= 15,
            Some("western_build") => {
                let built = RAILROADS.into_iter().filter(|&railroad| old.western(railroad).is_some()).count();
                *self.treasury(railroad) -= 15 + 5 * i64::try_from(built).unwrap();
                self.pay(new, railroad, dividend_of(new, railroad));
            }
            _ => {}
        }
    }

    /// The buyer pays the railroad, or the player whose share it was. Shares that change hands without a bid are free.
    fn sell(&mut self, old: Book<'_>, action: Option<&Value>, new: Book<'_>) {
        let lot = &old.0["auction"];
        for (seat, railroad) in (0..old.seats()).flat_map(|seat| RAILROADS.map(|railroad| (seat, railroad))) {
            let bought = new.shares(seat, railroad) - old.shares(seat, railroad);
            assert!(bought == 0 || lot["what"] == railroad);
            if bought == 1 {
                let price = action.and_then(|action| action["amount"].as_i64());
                let price = price.or(lot["high"].as_i64()).unwrap_or(0);
                self.purses[seat] -= price;
                match (0..old.seats())
                    .find(|&other| new.shares(other, railroad) < old.shares(other, railroad))
                {
                    Some(seller) => self.purses[seller] += price,
                    None => *self.treasury(railroad) += price,
                }
            }
        }
    }

    /// The bank pays each share so much.
    fn pay(&mut self, book: Book<'_>, railroad: &str, each: i64) {
        let purses = self.purses.iter_mut().enumerate();
        purses.for_each(|(seat, purse)| *purse += each * book.shares(seat, railroad));
    }
}
