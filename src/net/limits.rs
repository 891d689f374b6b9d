//! Every bound of the network, with its reason. Whoever can send a packet is hostile until proved otherwise, and a peer
//! that proved its key may still be.

use std::time::Duration;

use whistlestop_proto::limits as proto;

/// One frame: a message of the protocol, and room for what a node puts around it.
pub const MAX_FRAME_BYTES: usize = proto::MAX_FRAME_BYTES + 1024;

/// Keys and addresses that are kept out for a while, the oldest forgotten first.
pub const MAX_BARRED: usize = 512;

/// Links at once: what a table with its spectators may have.
pub const MAX_LINKS: usize = proto::MAX_LINKS;

/// Connections that have not yet said who they are. Each costs some ten kilobytes and a signature.
pub const MAX_HALF_OPEN: usize = 32;

/// Dials under way: every address of a full table, some twice.
pub const MAX_DIALS: usize = 64;

/// Connections from one address at once; afterwards [`HANDSHAKES_PER_SECOND`]. A table of six restarted twice on one
/// machine fits. One address can hold fewer half-open connections than there are for long.
pub const HANDSHAKE_BURST: u32 = 24;

/// Connections from one address in a second, once the burst is used up.
pub const HANDSHAKES_PER_SECOND: u32 = 4;

/// Addresses that are counted; further ones must wait a second. More machines than a room holds.
pub const MAX_ADDRESSES: usize = 1024;

/// A certificate: ours has some 300 bytes.
pub const MAX_CERTIFICATE_BYTES: usize = 1024;

/// Bytes that may wait for one link behind what QUIC has taken: a whole catch-up's answers, many times what a table
/// sends while somebody's laptop sleeps.
pub const MAX_QUEUE_BYTES: usize = 4 * 1024 * 1024;

/// Memory that an emptied buffer keeps.
pub const KEPT_BUFFER_BYTES: usize = 8 * 1024;

/// Bytes that a link may receive at once: the log of the longest game.
pub const FLOOD_BURST_BYTES: u64 = 32 * 1024 * 1024;

/// Bytes a second that a link may receive for ever: a thousand times what a busy table sends.
pub const FLOOD_BYTES_PER_SECOND: u64 = 4 * 1024 * 1024;

/// What each frame counts beyond its bytes, so that many small ones are a flood too.
pub const FRAME_COST_BYTES: u64 = 64;

/// How often a link's allowance is topped up, while it is not full.
pub const REFILL: Duration = Duration::from_millis(250);

/// Events that wait for the node. When they are full nobody is read until there is room, so this is also the bound of
/// frames in memory: 4 MB at most.
pub const MAX_EVENTS: usize = 64;

/// What one link may send before it is read: many frames, and little memory.
pub const STREAM_WINDOW_BYTES: u32 = 256 * 1024;

/// The same for all of a connection. There is only one stream; handshakes need some of it.
pub const CONNECTION_WINDOW_BYTES: u32 = 1024 * 1024;

/// What QUIC keeps for sending again.
pub const SEND_WINDOW_BYTES: u64 = 512 * 1024;

/// Bytes of the handshake that may arrive out of order.
pub const CRYPTO_BUFFER_BYTES: usize = 8 * 1024;

/// A first guess of the round trip: a room, not the internet. A lost first packet is sent again after three of it.
pub const FIRST_ROUND_TRIP: Duration = Duration::from_millis(100);

/// Packets that may arrive before they are acknowledged by a packet of its own. What a peer answers carries the
/// acknowledgement along, so fewer packets are sent for nothing.
pub const ACK_AFTER_PACKETS: u32 = 10;

/// How often a silent link says that it is there.
pub const KEEP_ALIVE: Duration = Duration::from_secs(4);

/// After so long without a packet a link is gone: three lost keep-alives.
pub const IDLE: Duration = Duration::from_secs(15);

/// How long a dial waits for an answer, and each side then for the other's greeting.
pub const HANDSHAKE: Duration = Duration::from_secs(5);

/// A link older than this is replaced by one that its peer dials; a younger one may be the other half of two dials at
/// the same moment.
pub const SETTLED: Duration = Duration::from_secs(5);

/// How long closing waits for the last frames to arrive, and for the other side to hear the reason.
pub const FAREWELL: Duration = Duration::from_secs(1);

/// Players whose starts are remembered, the latest, to tell the newer of two that run at once: more than a table has peers.
pub const MAX_KNOWN_STARTS: usize = 256;

/// Starts of one player that are remembered, the latest.
pub const MAX_STARTS: usize = 8;

/// How many bytes are shown of a reason that the other side gives.
pub const MAX_REASON_BYTES: usize = 200;

/// The bounds that tests make smaller.
#[derive(Clone, Debug)]
pub(super) struct Limits {
    pub(super) links: usize,
    pub(super) half_open: usize,
    pub(super) handshake_burst: u32,
    pub(super) handshakes_per_second: u32,
    pub(super) queue_bytes: usize,
    pub(super) flood_burst_bytes: u64,
    pub(super) idle: Duration,
    pub(super) handshake: Duration,
    pub(super) settled: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            links: MAX_LINKS,
            half_open: MAX_HALF_OPEN,
            handshake_burst: HANDSHAKE_BURST,
            handshakes_per_second: HANDSHAKES_PER_SECOND,
            queue_bytes: MAX_QUEUE_BYTES,
            flood_burst_bytes: FLOOD_BURST_BYTES,
            idle: IDLE,
            handshake: HANDSHAKE,
            settled: SETTLED,
        }
    }
}
