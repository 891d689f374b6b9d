//! How peers find each other: mDNS, a typed address, a join code.
//!
//! Everything here is a hint and nothing is proof: whoever answers at an address has still to show its key, which only
//! a link can check, against the [`Fingerprint`] that came with the hint. Text from the network is
//! bounded and cleaned before anybody sees it ([`clean`](whistlestop_proto::text::clean), [`limits`]). It never opens a link and never knows a game.
//!
//! Read [`mdns::Mdns`] first, then [`code::JoinCode`] and [`address::parse`].

pub mod ad;
pub mod address;
pub mod code;
pub mod limits;
pub mod mdns;
mod parity;
mod sightings;
pub mod words;

pub use ad::{Ad, AdState, Fingerprint};
pub use address::DEFAULT_PORT;
pub use code::JoinCode;
pub use mdns::{Mdns, MdnsError};
pub use sightings::Sighting;
