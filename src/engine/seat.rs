//! Seats: who sits where, sets and orders of seats, and one value for each seat.
//!
//! A seat is a number from 0; clockwise is rising. Names of players never appear in a state: they are a
//! matter of the table, and a text says `{seat 1}` through [`Words`](super::words::Words).

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most seats that any game has.
pub const MAX_SEATS: u8 = 6;

const SLOTS: usize = MAX_SEATS as usize;

/// One player's place at the table, counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Seat(u8);

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatSet(u8);

/// Different seats in an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatOrder {
    len: u8,
    seats: [Seat; SLOTS],
}

/// One value for each seat of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerSeat<T> {
    len: u8,
    values: [T; SLOTS],
}

impl Seat {
    /// The seat with this number, if there can be one.
    pub const fn new(number: u8) -> Option<Self> {
        if number < MAX_SEATS { Some(Self(number)) } else { None }
    }

    /// The number of the seat, from 0.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The seat to the left at a table of `seats`.
    #[must_use]
    pub const fn left(self, seats: u8) -> Self {
        Self((self.0 + 1) % seats)
    }

    /// All seats of a table of `seats`, from seat 0.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..seats.min(MAX_SEATS)).map(Self)
    }
}

/// Reads as a place for a player's name, which [`Words`](super::words::Words) fills in.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{seat {}}}", self.0)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(source)?;
        Self::new(number).ok_or_else(|| D::Error::custom(format_args!("there is no seat {number}")))
    }
}

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// Whether the seat is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// Puts the seat in.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes the seat out.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// How many seats are in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no seat is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in rising order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(MAX_SEATS).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::EMPTY;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

impl SeatOrder {
    /// All seats of a table, clockwise, beginning with `first`.
    pub fn clockwise_from(first: Seat, seats: u8) -> Self {
        let mut order = Self { len: seats, ..Self::default() };
        let mut seat = first;
        for slot in &mut order.seats[..usize::from(seats)] {
            *slot = seat;
            seat = seat.left(seats);
        }
        order
    }

    /// The seats in this order, unless one stands there twice or there are too many.
    pub fn new(seats: &[Seat]) -> Option<Self> {
        let mut order = Self { len: u8::try_from(seats.len()).ok()?, ..Self::default() };
        order.seats.get_mut(..seats.len())?.copy_from_slice(seats);
        (order.set().len() == u32::from(order.len)).then_some(order)
    }

    /// The seats, first to last.
    pub fn as_slice(&self) -> &[Seat] {
        &self.seats[..usize::from(self.len)]
    }

    /// The first seat.
    pub fn first(&self) -> Option<Seat> {
        self.as_slice().first().copied()
    }

    /// The seats without their order.
    pub fn set(&self) -> SeatSet {
        self.as_slice().iter().copied().collect()
    }

    /// All other seats once around the table, beginning after `seat`; all of them if it is not here.
    pub fn after(&self, seat: Seat) -> impl Iterator<Item = Seat> + '_ {
        let seats = self.as_slice();
        let place = seats.iter().position(|&s| s == seat);
        let (before, behind) = place.map_or((&seats[..0], seats), |i| (&seats[..i], &seats[i + 1..]));
        behind.iter().chain(before).copied()
    }
}

impl Serialize for SeatOrder {
    fn serialize<S: Serializer>(&self, sink: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(sink)
    }
}

impl<'de> Deserialize<'de> for SeatOrder {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        let seats = PerSeat::<Seat>::deserialize(source)?;
        Self::new(seats.as_slice()).ok_or_else(|| D::Error::custom("a seat stands twice in an order"))
    }
}

impl<T: Copy + Default> PerSeat<T> {
    /// The same value for each of `seats` seats.
    pub fn new(seats: u8, value: T) -> Self {
        assert!(seats <= MAX_SEATS, "no game has more than {MAX_SEATS} seats");
        let mut all = Self { len: seats, values: [T::default(); SLOTS] };
        all.values[..usize::from(seats)].fill(value);
        all
    }

    /// The values of seats 0, 1, and so on, unless there are too many.
    pub fn from_slice(values: &[T]) -> Option<Self> {
        let mut all = Self { len: u8::try_from(values.len()).ok()?, values: [T::default(); SLOTS] };
        all.values.get_mut(..values.len())?.copy_from_slice(values);
        Some(all)
    }
}

impl<T> PerSeat<T> {
    /// How many seats there are.
    pub const fn seats(&self) -> u8 {
        self.len
    }

    /// The values, from seat 0.
    pub fn as_slice(&self) -> &[T] {
        &self.values[..usize::from(self.len)]
    }

    /// Seats with their values, from seat 0.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::all(self.len).zip(&self.values)
    }

    /// Seats with their values, from seat 0, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Seat, &mut T)> {
        Seat::all(self.len).zip(&mut self.values)
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.values[..usize::from(self.len)][usize::from(seat.0)]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.values[..usize::from(self.len)][usize::from(seat.0)]
    }
}

impl<T: Serialize> Serialize for PerSeat<T> {
    fn serialize<S: Serializer>(&self, sink: S) -> Result<S::Ok, S::Error> {
        let mut list = sink.serialize_seq(Some(usize::from(self.len)))?;
        for value in self.as_slice() {
            list.serialize_element(value)?;
        }
        list.end()
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default> Deserialize<'de> for PerSeat<T> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        struct PerSeatVisitor<T>(std::marker::PhantomData<T>);

        impl<'de, T: Deserialize<'de> + Copy + Default> Visitor<'de> for PerSeatVisitor<T> {
            type Value = PerSeat<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of at most {MAX_SEATS}")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut all = PerSeat { len: 0, values: [T::default(); SLOTS] };
                while let Some(value) = list.next_element()? {
                    let slot = all.values.get_mut(usize::from(all.len));
                    *slot.ok_or_else(|| A::Error::custom("more values than seats"))? = value;
                    all.len += 1;
                }
                Ok(all)
            }
        }

        source.deserialize_seq(PerSeatVisitor(std::marker::PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(numbers: &[u8]) -> Vec<Seat> {
        numbers.iter().map(|&n| Seat::new(n).unwrap()).collect()
    }

    #[test]
    fn clockwise_goes_round_the_table_once() {
        let order = SeatOrder::clockwise_from(Seat(2), 4);
        assert_eq!(order.as_slice(), seats(&[2, 3, 0, 1]));
        assert_eq!(order.after(Seat(0)).collect::<Vec<_>>(), seats(&[1, 2, 3]));
        assert_eq!(order.first(), Some(Seat(2)));
    }

    #[test]
    fn an_order_holds_no_seat_twice_and_not_too_many() {
        assert!(SeatOrder::new(&seats(&[1, 0, 1])).is_none());
        assert!(SeatOrder::new(&seats(&[0, 1, 2, 3, 4, 5, 0])).is_none());
        assert!(SeatOrder::new(&seats(&[5, 0, 3])).is_some());
    }

    #[test]
    fn sets_list_their_seats_in_rising_order() {
        let mut set: SeatSet = seats(&[5, 1, 3]).into_iter().collect();
        set.remove(Seat(3));
        assert_eq!(set.iter().collect::<Vec<_>>(), seats(&[1, 5]));
        assert_eq!(set.len(), 2);
    }

    #[test]
    fn a_seat_beyond_the_table_is_refused_when_read() {
        assert!(serde_json::from_str::<Seat>("5").is_ok());
        assert!(serde_json::from_str::<Seat>("6").is_err());
        assert!(serde_json::from_str::<PerSeat<u8>>("[1,2,3,4,5,6,7]").is_err());
    }
}
