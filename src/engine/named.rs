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

/// Implements serde's traits for a [`Named`] type.
#[macro_export]
macro_rules! impl_named_serde {
    ($type:ty) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, sink: S) -> Result<S::Ok, S::Error> {
                $crate::engine::named::serialize(*self, sink)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
                $crate::engine::named::deserialize(source)
            }
        }
    };
}
