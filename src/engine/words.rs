//! Text for players, with places for their names.
//!
//! The engine knows seats, not people. A sentence made here holds `{seat 2}` where a name belongs; the
//! front end says who sits there.

use std::fmt;

use serde::{Serialize, Serializer};

use super::money::Money;
use super::seat::{MAX_SEATS, PerSeat, Seat};

/// A sentence or phrase that may name seats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(String);

impl Words {
    /// The text with every seat's name filled in.
    pub fn with_names(&self, name: impl Fn(Seat) -> String) -> String {
        Seat::all(MAX_SEATS).fold(self.0.clone(), |text, seat| {
            let place = seat.to_string();
            if text.contains(&place) { text.replace(&place, &name(seat)) } else { text }
        })
    }
}

impl<T: Into<String>> From<T> for Words {
    fn from(text: T) -> Self {
        Self(text.into())
    }
}

/// "one", "one and two", "one, two and three".
pub fn listed(mut items: Vec<String>) -> String {
    match (items.pop(), items.is_empty()) {
        (None, _) => String::new(),
        (Some(last), true) => last,
        (Some(last), false) => format!("{} and {last}", items.join(", ")),
    }
}

/// Who is paid what.
pub fn paid_out(paid: &PerSeat<Money>) -> String {
    let paid = paid.iter().filter(|(_, amount)| **amount > Money::ZERO);
    let paid: Vec<_> = paid.map(|(seat, amount)| format!("{seat} gets {amount}")).collect();
    if paid.is_empty() { "nobody is paid".to_owned() } else { listed(paid) }
}

/// Without names a seat reads as `seat 2`.
impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_names(|seat| format!("seat {}", seat.number())))
    }
}

impl Serialize for Words {
    fn serialize<S: Serializer>(&self, sink: S) -> Result<S::Ok, S::Error> {
        sink.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_those_who_are_paid_are_named() {
        let paid = |dollars: [i64; 3]| paid_out(&PerSeat::from_slice(&dollars.map(Money::new)).unwrap());
        assert_eq!(paid([0, 5, 2]), "{seat 1} gets $5 and {seat 2} gets $2");
        assert_eq!(paid([0; 3]), "nobody is paid");
    }

    #[test]
    fn lists_read_as_people_write_them() {
        let read = |items: &[&str]| listed(items.iter().map(ToString::to_string).collect());
        assert_eq!([read(&[]), read(&["one"]), read(&["one", "two"])], ["", "one", "one and two"]);
        assert_eq!(read(&["one", "two", "three"]), "one, two and three");
    }

    #[test]
    fn names_stand_where_seats_were_meant() {
        let [ann, ben] = [0, 4].map(|n| Seat::new(n).unwrap());
        let words = Words::from(format!("{ann} outbids {ben}"));
        assert_eq!(words.to_string(), "seat 0 outbids seat 4");
        let names = |seat: Seat| if seat == ann { "Ann".into() } else { "Ben".to_owned() };
        assert_eq!(words.with_names(names), "Ann outbids Ben");
    }
}
