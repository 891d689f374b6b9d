//! A list that is never long, kept in place: states with such lists are copied without asking for memory.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// At most `MOST` values in an order.
#[derive(Clone, Copy)]
pub struct ShortList<T, const MOST: usize> {
    len: u8,
    values: [T; MOST],
}

impl<T: Copy + Default, const MOST: usize> ShortList<T, MOST> {
    /// These values, unless there are too many.
    pub fn new(values: &[T]) -> Option<Self> {
        let mut list = Self { len: u8::try_from(values.len()).ok()?, ..Self::default() };
        list.values.get_mut(..values.len())?.copy_from_slice(values);
        Some(list)
    }

    /// Puts a value at the end.
    ///
    /// # Panics
    /// If the list is full: whoever fills it knows how many there can be.
    pub fn push(&mut self, value: T) {
        self.values[usize::from(self.len)] = value;
        self.len += 1;
    }
}

impl<T, const MOST: usize> ShortList<T, MOST> {
    /// The values, first to last.
    pub fn as_slice(&self) -> &[T] {
        &self.values[..usize::from(self.len)]
    }

    /// How many there are.
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl<T: Copy + Default, const MOST: usize> Default for ShortList<T, MOST> {
    fn default() -> Self {
        Self { len: 0, values: [T::default(); MOST] }
    }
}

impl<T: fmt::Debug, const MOST: usize> fmt::Debug for ShortList<T, MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

impl<T: PartialEq, const MOST: usize> PartialEq for ShortList<T, MOST> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Eq, const MOST: usize> Eq for ShortList<T, MOST> {}

impl<T: Serialize, const MOST: usize> Serialize for ShortList<T, MOST> {
    fn serialize<S: Serializer>(&self, sink: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(sink)
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const MOST: usize> Deserialize<'de> for ShortList<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        struct ShortListVisitor<T, const MOST: usize>(PhantomData<T>);

        impl<'de, T: Deserialize<'de> + Copy + Default, const MOST: usize> Visitor<'de>
            for ShortListVisitor<T, MOST>
        {
            type Value = ShortList<T, MOST>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of at most {MOST}")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut all = ShortList::default();
                while let Some(value) = list.next_element()? {
                    if usize::from(all.len) == MOST {
                        return Err(A::Error::custom(format_args!("more than {MOST} in a list")));
                    }
                    all.push(value);
                }
                Ok(all)
            }
        }

        source.deserialize_seq(ShortListVisitor(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::canonical;

    type Three = ShortList<u8, 3>;

    #[test]
    fn it_holds_what_was_put_in_and_no_more_than_it_can() {
        let mut list = Three::new(&[7, 5]).unwrap();
        list.push(9);
        assert_eq!((list.as_slice(), list.len()), (&[7, 5, 9][..], 3));
        assert_eq!(Three::new(&[1, 2, 3, 4]), None);
    }

    #[test]
    fn its_bytes_are_those_of_any_list_and_too_many_are_refused() {
        let list = Three::new(&[7, 5]).unwrap();
        assert_eq!(canonical::encode(&list), canonical::encode(&vec![7_u8, 5]));
        assert_eq!(canonical::decode::<Three>(&[2, 7, 5]), Ok(list));
        assert!(canonical::decode::<Three>(&[4, 1, 2, 3, 4]).is_err());
    }

    #[test]
    fn equal_lists_are_equal_whatever_was_there_before() {
        let other = Three { len: 1, values: [7, 8, 9] };
        assert_eq!(Three::new(&[7]), Some(other));
    }
}
