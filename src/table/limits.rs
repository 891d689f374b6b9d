//! Every bound of tables and their files, with its reason.

/// A journal: the longest table has 65,536 entries, each kept with its heads in about a kilobyte, and votes have room
/// beside them. A longer file is none of ours, and none is read into memory without this bound.
pub const MAX_JOURNAL_BYTES: u64 = 256 * 1024 * 1024;

/// `config.toml` and `known_peers.toml`: the latter, full, has a third of this.
pub const MAX_TOML_BYTES: u64 = 256 * 1024;

/// The identity file: two short lines.
pub const MAX_IDENTITY_BYTES: u64 = 1024;

/// How many steps a state of the past is away from one that is kept. An action takes some microseconds, so that any
/// state is there within a fraction of a millisecond; ten thousand entries keep three hundred states.
pub const SNAPSHOT_STEPS: u32 = 32;

/// Peers that are remembered, the latest: more than anybody meets at an event.
pub const MAX_KNOWN_PEERS: usize = 256;

/// Addresses of one peer that are remembered, the latest: a laptop has a few networks.
pub const MAX_KNOWN_ADDRESSES: usize = 8;

/// An address as text: a name of a host is at most 253 bytes long, a port has six.
pub const MAX_ADDRESS_BYTES: usize = 260;

/// Tables that carry each other on as copies: nobody parts from a table that often.
pub const MAX_PARENTS: usize = 16;

/// Tables that a node is not at but shows to those who come late: one or two, and a night at an event has a few more.
pub const MAX_KEEPERS: usize = 4;

/// Addresses of one node: a laptop with wire, radio and both kinds of IP has fewer.
pub const MAX_ADDRESSES: usize = 8;

/// Peers in one list of whereabouts: the seats of a table, with room for some who watch.
pub const MAX_WHEREABOUTS: usize = 16;

/// One line of chat.
pub const MAX_CHAT_BYTES: usize = 500;

/// The name of a table: what a line of a list can show.
pub const MAX_TABLE_NAME_BYTES: usize = 32;

/// How long a host holds a seat for whoever knocked and has not yet said that it sits there.
pub const HOLD_MILLIS: u64 = 2_000;

/// What one link may say beside the protocol, at once: everybody sits down and gets up again a few times.
pub const WIRE_BURST: u64 = 128;

/// And in a second, for ever: people chat more slowly, and nodes hardly speak once a game is on.
pub const WIRE_PER_SECOND: u64 = 16;

/// Rounds of hashing between a pass phrase and its key, so that trying out words takes its time.
pub const PHRASE_ROUNDS: u32 = 1 << 16;

/// Decisions of slow bots that are held at once. One is needed at a time; more are there after take-backs.
pub const MAX_THOUGHTS: usize = 64;
