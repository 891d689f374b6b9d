//! `known_peers.toml`: who was met before, by key, so that a stranger under a known name is noticed.
//!
//! A key is pinned when something is first played with it. Nothing here decides whom to trust: it says what is known.

use serde::{Deserialize, Serialize};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::sign::PublicKey;
use whistlestop_proto::text::are_alike;

use super::config::PlayerName;
use super::home::Home;
use super::toml_file::{self, TomlError};
use crate::table::limits::{MAX_ADDRESS_BYTES, MAX_KNOWN_ADDRESSES, MAX_KNOWN_PEERS};

const FILE: &str = "known_peers.toml";

/// Who was met before, the latest last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownPeers {
    #[serde(default, rename = "peer", skip_serializing_if = "Vec::is_empty")]
    peers: Vec<KnownPeer>,
}

/// Somebody who was met before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownPeer {
    /// What they called themselves last.
    pub name: PlayerName,
    /// Who they are.
    pub key: Hex,
    /// Where they were, the latest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub addresses: Vec<String>,
    /// The table where they were met last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<Hex>,
    /// Nothing was ever played with them: they were watched, or a table with them never began. Where they are is worth
    /// knowing; their name is nobody's yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seen_only: bool,
}

/// 32 bytes as 64 digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Hex(pub [u8; 32]);

/// What meeting somebody showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// Nobody knew the key or the name.
    New,
    /// The same name and key as before.
    Known,
    /// A known key under another name.
    Renamed {
        /// The name before.
        before: PlayerName,
    },
    /// A known name, or one that looks like it, with a key that was never seen: somebody new of the same name, a new laptop, or somebody who
    /// pretends.
    OtherKey {
        /// The keys that are known under this name.
        known: Vec<PublicKey>,
    },
}

impl KnownPeers {
    /// All of them, the latest last.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &KnownPeer> {
        self.peers.iter()
    }

    /// Who has this key.
    pub fn find(&self, key: &PublicKey) -> Option<&KnownPeer> {
        self.peers.iter().find(|peer| peer.key.0 == key.0)
    }

    /// What meeting somebody would show, without remembering it. Only who was played with is known.
    pub fn look(&self, name: &PlayerName, key: &PublicKey) -> Meeting {
        let met = || self.peers.iter().filter(|peer| !peer.seen_only);
        if let Some(known) = met().find(|peer| peer.key.0 == key.0) {
            let same = known.name == *name;
            return if same { Meeting::Known } else { Meeting::Renamed { before: known.name.clone() } };
        }
        // Somebody who pretends writes the name a little differently.
        let named = met().filter(|peer| are_alike(peer.name.as_str(), name.as_str()));
        let known: Vec<PublicKey> = named.map(|peer| PublicKey(peer.key.0)).collect();
        if known.is_empty() { Meeting::New } else { Meeting::OtherKey { known } }
    }

    /// Remembers somebody to play with, and says whether anything about them is new. The first time pins the key.
    pub fn meet(&mut self, name: &PlayerName, key: &PublicKey) -> Meeting {
        self.remember(name, key, false)
    }

    /// Remembers where to find somebody with whom nothing is played yet, and says the same; no key is pinned.
    pub fn see(&mut self, name: &PlayerName, key: &PublicKey) -> Meeting {
        self.remember(name, key, true)
    }

    fn remember(&mut self, name: &PlayerName, key: &PublicKey, seen_only: bool) -> Meeting {
        let meeting = self.look(name, key);
        let place = self.peers.iter().position(|peer| peer.key.0 == key.0);
        let mut peer = place.map_or_else(
            || KnownPeer {
                name: name.clone(),
                key: Hex(key.0),
                addresses: Vec::new(),
                table: None,
                seen_only: true,
            },
            |place| self.peers.remove(place),
        );
        peer.name = name.clone();
        peer.seen_only &= seen_only;
        self.peers.push(peer);
        let over = self.peers.len().saturating_sub(MAX_KNOWN_PEERS);
        self.peers.drain(..over);
        meeting
    }

    /// Remembers where somebody known is. Says whether that is worth writing down.
    pub fn saw_at(&mut self, key: &PublicKey, address: &str) -> bool {
        let Some(peer) = self.peers.iter_mut().find(|peer| peer.key.0 == key.0) else { return false };
        if address.len() > MAX_ADDRESS_BYTES || peer.addresses.last().is_some_and(|last| last == address) {
            return false;
        }
        peer.addresses.retain(|known| known != address);
        peer.addresses.push(address.to_owned());
        let over = peer.addresses.len().saturating_sub(MAX_KNOWN_ADDRESSES);
        peer.addresses.drain(..over);
        true
    }

    /// Remembers the table where somebody known was met last.
    pub fn sat_at(&mut self, key: &PublicKey, table: &Hash) {
        if let Some(peer) = self.peers.iter_mut().find(|peer| peer.key.0 == key.0) {
            peer.table = Some(Hex(table.0));
        }
    }
}

impl Home {
    /// Who was met before.
    pub fn known_peers(&self) -> Result<KnownPeers, TomlError> {
        toml_file::load(&self.path().join(FILE))
    }

    /// Changes who is known, and gives what the change gives.
    pub fn change_known_peers<T>(&self, change: impl FnOnce(&mut KnownPeers) -> T) -> Result<T, TomlError> {
        let _alone = self.alone()?;
        let before = self.known_peers()?;
        let mut known = before.clone();
        let given = change(&mut known);
        if known != before {
            toml_file::save(&self.path().join(FILE), &known)?;
        }
        Ok(given)
    }
}

impl TryFrom<String> for Hex {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let digit = |c: char| c.to_digit(16).and_then(|value| u8::try_from(value).ok());
        let digits: Option<Vec<u8>> = text.chars().map(digit).collect();
        let bytes = digits.map(|digits| {
            digits.chunks(2).map(|pair| pair.iter().fold(0, |all, one| all << 4 | one)).collect()
        });
        let bytes: Option<Vec<u8>> = bytes.filter(|_| text.len() == 64);
        let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or_else(|| format!("{text:?} is not 64 hexadecimal digits"))
    }
}

impl From<Hex> for String {
    fn from(hex: Hex) -> Self {
        Hash(hex.0).to_string()
    }
}
