//! Links: authenticated frames of bytes between keys, over QUIC.
//!
//! Who is at the other end of a link is proved by the key of its certificate, and nothing else is: this layer never
//! looks into a frame, knows no table and no name, keeps no file and never reads the clock. It holds one link to
//! each peer, whoever dialled; hands out what arrives in order; and drops whoever sends too much, sends nonsense or
//! does not read, with a reason that both sides can show.
//!
//! Read [`Endpoint`] first, then `registry` (which of two links stays), `link` (one link) and `tls` (who is who).
//!
//! # On the wire
//!
//! TLS 1.3, mutual, ALPN `whistlestop/1`, one bidirectional stream that the dialler opens. A frame is its length (u32,
//! little-endian) and its bytes. The first frame each way is the greeting: `frame` says what it holds. A link is
//! there for the dialler once the greeting is answered, for the other side once it answers. Then every frame is the
//! node's. The reason for closing travels as the reason of QUIC's application close.

use std::net::SocketAddr;

use whistlestop_proto::sign::PublicKey;

mod accept;
mod address;
mod barred;
mod dial;
mod endpoint;
mod error;
mod frame;
mod gate;
pub mod limits;
mod link;
mod quic;
mod read;
mod reason;
mod registry;
mod shared;
mod tls;

pub use barred::Bar;
pub use endpoint::Endpoint;
pub use error::{BadCertificate, BadFrame, BindError, DialError, Unlink, Unsent};

// The name that this layer has everywhere.
#[cfg(test)]
use crate as net;

#[cfg(test)]
mod tests;

/// What happened on the network. For each peer: linked, its frames in order, unlinked, and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetEvent {
    /// There is a link to this peer, and it holds the key.
    Linked {
        /// Who.
        peer: PublicKey,
        /// From where, or where it was dialled.
        address: SocketAddr,
        /// Whether it was dialled here.
        dialled: bool,
        /// Bytes that only the two ends of this link know, the same at both: what is proved over them holds for this
        /// link alone.
        exporter: [u8; 32],
    },
    /// A frame has come.
    Frame {
        /// From whom.
        peer: PublicKey,
        /// What the node at the other end sent.
        bytes: Vec<u8>,
    },
    /// The link is gone.
    Unlinked {
        /// To whom.
        peer: PublicKey,
        /// Why.
        why: Unlink,
    },
    /// Dialling led to no link. A dial for a key that is linked by another way in the meantime ends without this.
    DialFailed {
        /// What was dialled.
        address: SocketAddr,
        /// Whom it was dialled for.
        expected: Option<PublicKey>,
        /// Why.
        why: DialError,
    },
}
