//! What a peer says of itself by mDNS: [`Ad`], and how it is written into and read from a TXT record.
//!
//! An [`Ad`] that was received is what somebody said, not what is: it is bounded and clean, never true.

use std::fmt;

use whistlestop_proto::hash::Hash;
use whistlestop_proto::sign::PublicKey;
use whistlestop_proto::text::clean;

use super::limits::{MAX_AD_GAME_BYTES, MAX_AD_HOST_BYTES, MAX_AD_NAME_BYTES, MAX_AD_VERSION_BYTES};

const FINGERPRINT_DOMAIN: &str = "whistlestop/fingerprint/1";

/// What a peer tells everybody near.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ad {
    /// Whose it is, as far as it says. The link to it must show a key with this fingerprint.
    pub fingerprint: Fingerprint,
    /// What the table is called.
    pub name: String,
    /// Who tells of it: its host or, once that one is gone, another of its players.
    pub host: String,
    /// The id of the table on the network.
    pub gathering: [u8; 8],
    /// The id of the game.
    pub game: String,
    /// Seats that are taken.
    pub seats_taken: u8,
    /// All seats.
    pub seats: u8,
    /// What the table is doing.
    pub state: AdState,
    /// Whether joining needs a pass phrase.
    pub pass_phrase: bool,
    /// The version of the program.
    pub version: String,
    /// The version of the protocol.
    pub protocol: u16,
    /// The port of its links.
    pub port: u16,
}

/// What an advertised table is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AdState {
    /// It waits for players.
    Open,
    /// It plays; one may watch.
    Playing,
    /// The game has ended.
    Over,
}

/// The short form of a key: enough to recognise who was meant, since nobody can make a second key with it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fingerprint(pub [u8; 16]);

impl Fingerprint {
    /// The fingerprint of a key.
    pub fn of(key: &PublicKey) -> Self {
        let hash = Hash::of(FINGERPRINT_DOMAIN, &[&key.0]);
        let (first, _) = hash.0.split_first_chunk().expect("a hash has 32 bytes");
        Self(*first)
    }

    /// Whether this is the fingerprint of the key.
    pub fn is_of(&self, key: &PublicKey) -> bool {
        *self == Self::of(key)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Short, for logs.
impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0[..4].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Ad {
    /// Whether it tells of a table at all: what only tries the network out has no seats.
    pub const fn is_of_table(&self) -> bool {
        self.seats > 0
    }

    /// The entries of its TXT record. Its texts are cleaned and cut, so that the record stays within
    /// [`MAX_TXT_BYTES`](super::limits::MAX_TXT_BYTES); the port has a record of its own.
    pub(crate) fn to_txt(&self) -> [(&'static str, String); 10] {
        [
            ("f", self.fingerprint.to_string()),
            ("t", format!("{:016x}", u64::from_be_bytes(self.gathering))),
            ("n", clean(&self.name, MAX_AD_NAME_BYTES)),
            ("h", clean(&self.host, MAX_AD_HOST_BYTES)),
            ("g", clean(&self.game, MAX_AD_GAME_BYTES)),
            ("s", format!("{}/{}", self.seats_taken, self.seats)),
            ("a", self.state.letter().to_owned()),
            ("p", u8::from(self.pass_phrase).to_string()),
            ("v", clean(&self.version, MAX_AD_VERSION_BYTES)),
            ("r", self.protocol.to_string()),
        ]
    }

    /// Reads a TXT record; nothing if it is none of ours. Names are cleaned; numbers, ids and states must be right.
    /// Entries that are unknown are left to later versions.
    pub(crate) fn from_txt<'a>(port: u16, entry: impl Fn(&str) -> Option<&'a [u8]>) -> Option<Self> {
        let text = |name: &str| str::from_utf8(entry(name)?).ok();
        let shown = |name: &str, max| Some(clean(&String::from_utf8_lossy(entry(name)?), max));
        let (taken, seats) = text("s")?.split_once('/')?;
        let ad = Self {
            fingerprint: Fingerprint(from_hex(text("f")?)?),
            name: shown("n", MAX_AD_NAME_BYTES)?,
            host: shown("h", MAX_AD_HOST_BYTES)?,
            gathering: from_hex(text("t")?)?,
            game: shown("g", MAX_AD_GAME_BYTES)?,
            seats_taken: from_decimal(taken)?.try_into().ok()?,
            seats: from_decimal(seats)?.try_into().ok()?,
            state: AdState::from_letter(text("a")?)?,
            pass_phrase: from_decimal(text("p")?)? == 1,
            version: shown("v", MAX_AD_VERSION_BYTES)?,
            protocol: from_decimal(text("r")?)?,
            port,
        };
        (port != 0 && ad.seats_taken <= ad.seats).then_some(ad)
    }
}

impl AdState {
    const ALL: [Self; 3] = [Self::Open, Self::Playing, Self::Over];

    const fn letter(self) -> &'static str {
        match self {
            Self::Open => "o",
            Self::Playing => "p",
            Self::Over => "e",
        }
    }

    fn from_letter(letter: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.letter() == letter)
    }
}

/// Exactly so many bytes from lower-case hexadecimal digits.
pub(crate) fn from_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits = text.as_bytes();
    if digits.len() != 2 * N || !digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')) {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, at) in bytes.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(text.get(at..at + 2)?, 16).ok()?;
    }
    Some(bytes)
}

/// A number of digits only: the standard library also takes a sign.
fn from_decimal(text: &str) -> Option<u16> {
    let plain = (1..=5).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests;
