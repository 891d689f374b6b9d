//! Every bound of discovery, with its reason. Anybody on the network can say anything by mDNS, as often as they like.

use std::time::Duration;

/// Tables and peers that are remembered at once: an event with fifty tables and all their players. Beyond it newcomers
/// are ignored, so that a flood cannot push out those already seen.
pub const MAX_SIGHTINGS: usize = 256;

/// Addresses of one sighting: a laptop with cable, wireless and a tunnel, each with both kinds of address.
pub const MAX_ADDRESSES: usize = 8;

/// Sightings that wait for the node. Behind it they are merged, one for each instance, never more.
pub const SIGHTING_QUEUE: usize = 64;

/// What an advertisement says beside its address: it still fits into one packet with all its addresses.
pub const MAX_TXT_BYTES: usize = 240;

/// The name of a table in an advertisement: what a line of a list can show.
pub const MAX_AD_NAME_BYTES: usize = 48;

/// Who tells of it: what a line of a list can show.
pub const MAX_AD_HOST_BYTES: usize = 48;

/// The id of a game in an advertisement: twice the longest one so far.
pub const MAX_AD_GAME_BYTES: usize = 32;

/// The program's version in an advertisement: "10.20.30-beta.4" and a bit.
pub const MAX_AD_VERSION_BYTES: usize = 16;

/// A typed address: the longest host name, a scope and a port.
pub const MAX_TYPED_ADDRESS_BYTES: usize = 300;

/// A typed join code: twice the longest code with numbers before its words.
pub const MAX_TYPED_CODE_BYTES: usize = 512;

/// How much of a word that somebody typed is looked at and shown again.
pub const MAX_TYPED_WORD_CHARS: usize = 24;

/// How long a name may take to become an address. People wait for it.
pub const RESOLVE_TIME: Duration = Duration::from_secs(5);

/// How long `name.local` is asked for by mDNS before the system is asked: machines in the room answer within a second.
pub const RESOLVE_LOCAL_TIME: Duration = Duration::from_secs(2);

/// How long the end waits for the goodbye to be sent. It takes milliseconds; a program that ends must end.
pub const STOP_TIME: Duration = Duration::from_millis(500);

/// The pause before a search that a flood has ended begins again, so that the flood does not keep a core busy.
pub const SEARCH_AGAIN_TIME: Duration = Duration::from_millis(100);

/// How often mDNS looks for new interfaces: a laptop that joins the wireless network is seen within a second of it.
pub const INTERFACE_CHECK_SECONDS: u32 = 1;
