//! Text for players, with places for their names.
//!
//! The engine knows seats, not people. A sentence made here holds `{seat 2}` where a name belongs; the
//! front end says who sits there.

use std::fmt;

use serde::{Serialize, Serializer};

use super::seat::{MAX_SEATS, Seat};

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
    fn names_stand_where_seats_were_meant() {
        let [ann, ben] = [0, 4].map(|n| Seat::new(n).unwrap());
        let words = Words::from(format!("{ann} outbids {ben}"));
        assert_eq!(words.to_string(), "seat 0 outbids seat 4");
        let names = |seat: Seat| if seat == ann { "Ann".into() } else { "Ben".to_owned() };
        assert_eq!(words.with_names(names), "Ann outbids Ben");
    }
}
