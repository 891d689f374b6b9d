//! Things of a board that people know by name: companies, hexes, cities.
//!
//! In JSON such a thing is its name, in canonical bytes its number. [`impl_named_serde!`](crate::impl_named_serde) writes both forms.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A thing with a number and a name.
pub trait Named: Copy + Sized {
    /// What such a thing is called: "company", "hex".
    const KIND: &'static str;

    /// Its number, from 0.
    fn number(self) -> u16;

    /// The thing with this number.
    fn from_number(number: u16) -> Option<Self>;

    /// Its name.
    fn name(self) -> &'static str;

    /// The thing with this name.
    fn from_name(name: &str) -> Option<Self>;
}

/// Writes a name where people read and a number where only machines do.
pub fn serialize<T: Named, S: Serializer>(thing: T, sink: S) -> Result<S::Ok, S::Error> {
    if sink.is_human_readable() { thing.name().serialize(sink) } else { thing.number().serialize(sink) }
}

/// Reads what [`serialize`] wrote.
pub fn deserialize<'de, T: Named, D: Deserializer<'de>>(source: D) -> Result<T, D::Error> {
    if source.is_human_readable() {
        let name = String::deserialize(source)?;
        T::from_name(&name)
            .ok_or_else(|| D::Error::custom(format_args!("there is no {} {}", T::KIND, quoted(&name))))
    } else {
        let number = u16::deserialize(source)?;
        T::from_number(number)
            .ok_or_else(|| D::Error::custom(format_args!("there is no {} number {number}", T::KIND)))
    }
}

/// A name from outside, cut so that an absurd one does not fill the answer.
fn quoted(name: &str) -> String {
    const SHOWN: usize = 40;
    let cut = name.chars().take(SHOWN).collect::<String>();
    if cut.len() < name.len() { format!("{cut:?}…") } else { format!("{cut:?}") }
}

/// The number of the thing with this name in a list that is sorted by its `names`.
pub fn find<T>(sorted: &[T], names: impl Fn(&T) -> &str, name: &str) -> Option<u16> {
    let place = sorted.binary_search_by(|thing| names(thing).cmp(name)).ok()?;
    u16::try_from(place).ok()
}

/// Makes an enum of things with printed names: a list of all, a place in arrays for each, [`Named`] and serde's traits.
///
/// `impl_named_enum!(Color, "colour", { Red => "red", Blue => "blue" });`
#[macro_export]
macro_rules! impl_named_enum {
    ($type:ident, $kind:literal, { $($variant:ident => $name:literal),+ $(,)? }) => {
        impl $type {
            /// All of them, in their order.
            pub(super) const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// Its place in arrays of one value each.
            pub(super) const fn index(self) -> usize {
                self as usize
            }
        }

        impl $crate::named::Named for $type {
            const KIND: &'static str = $kind;

            fn number(self) -> u16 {
                self as u16
            }

            fn from_number(number: u16) -> Option<Self> {
                Self::ALL.get(usize::from(number)).copied()
            }

            fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }

            fn from_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|thing| thing.name() == name)
            }
        }

        $crate::impl_named_serde!($type);
    };
}

/// Gives something of a board that is known by its number its places in arrays and in sets.
///
/// `impl_place!(Hex(u8), PlaceSet<3>);` for `struct Hex(u8)`.
#[macro_export]
macro_rules! impl_place {
    ($type:ident($number:ty), $set:ty) => {
        impl $type {
            /// Its place in arrays of one value each.
            pub(super) const fn index(self) -> usize {
                self.0 as usize
            }

            /// Its number in a set.
            pub(super) fn place(self) -> u16 {
                self.0.into()
            }

            /// The one with this number in a set.
            pub(super) fn from_place(place: u16) -> Option<Self> {
                <$number>::try_from(place).ok().map(Self)
            }

            /// All in a set, by number.
            pub(super) fn all_in(set: &$set) -> impl Iterator<Item = Self> + use<> {
                set.iter().filter_map(Self::from_place)
            }
        }
    };
}

/// Implements serde's traits for a [`Named`] type.
#[macro_export]
macro_rules! impl_named_serde {
    ($type:ty) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, sink: S) -> Result<S::Ok, S::Error> {
                $crate::named::serialize(*self, sink)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
                $crate::named::deserialize(source)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::super::network::PlaceSet;
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Color {
        Red,
        Blue,
    }

    crate::impl_named_enum!(Color, "colour", { Red => "red", Blue => "blue" });

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Hex(u8);

    crate::impl_place!(Hex(u8), PlaceSet<2>);

    #[test]
    fn a_named_enum_is_its_name_in_json_and_its_number_in_bytes() {
        assert_eq!(serde_json::to_value(Color::Blue).unwrap(), "blue");
        assert_eq!(serde_json::from_value::<Color>("red".into()).unwrap(), Color::Red);
        let unknown = serde_json::from_value::<Color>("green".into()).unwrap_err().to_string();
        assert_eq!(unknown, "there is no colour \"green\"");
        let bytes = super::super::canonical::encode(&Color::Blue);
        assert_eq!(bytes, [1]);
        assert_eq!(super::super::canonical::decode::<Color>(&bytes), Ok(Color::Blue));
        assert_eq!(Color::ALL.map(Color::index), [0, 1]);
    }

    #[test]
    fn places_of_a_set_come_back_by_number() {
        let all = [Hex(70), Hex(3)];
        let set = all.into_iter().map(Hex::place).collect();
        assert_eq!(Hex::all_in(&set).collect::<Vec<_>>(), [Hex(3), Hex(70)]);
        assert_eq!((Hex::from_place(256), all[0].index()), (None, 70));
    }

    #[test]
    fn things_are_found_by_name_in_a_sorted_list() {
        let towns = ["Ada", "Bird City", "Colby"];
        assert_eq!(find(&towns, |town| town, "Bird City"), Some(1));
        assert_eq!(find(&towns, |town| town, "Zurich"), None);
    }
}
