//! Every bound of a table that is not the protocol's own, with its reason.

/// Addresses of one node: a laptop with wire, radio and both kinds of IP has fewer.
pub const MAX_ADDRESSES: usize = 8;

/// Peers in one list of whereabouts: the seats of a table, with room for some who watch.
pub const MAX_WHEREABOUTS: usize = 16;

/// One line of chat.
pub const MAX_CHAT_BYTES: usize = 500;

/// Rounds of hashing between a pass phrase and its key, so that trying out words takes its time.
pub const PHRASE_ROUNDS: u32 = 1 << 16;
