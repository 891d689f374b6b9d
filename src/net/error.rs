//! Why something on the network did not work, in sentences for people.

use std::fmt;
use std::io;
use std::net::SocketAddr;

use whistlestop_proto::sign::PublicKey;

use super::limits::{HANDSHAKE, MAX_CERTIFICATE_BYTES, MAX_FRAME_BYTES};

/// Why there is no endpoint.
#[derive(Debug, thiserror::Error)]
pub enum BindError {
    /// Somebody else listens there.
    #[error(
        "port {} is already in use on this machine: stop the program that uses it (perhaps another whistlestop), or \
         choose another port",
        .0.port()
    )]
    InUse(SocketAddr),
    /// The address belongs to another machine.
    #[error("this machine has no address {}: leave it out, or choose one of its own", .0.ip())]
    NotHere(SocketAddr),
    /// The system does not allow it.
    #[error("the system does not allow listening on {0}: choose a port above 1023")]
    Denied(SocketAddr),
    /// Something else.
    #[error("cannot listen on {address}: {why}")]
    Other {
        /// Where.
        address: SocketAddr,
        /// The system's words.
        why: io::Error,
    },
    /// No certificate could be made.
    #[error("cannot make a certificate from the identity: {0}; the key file may be damaged")]
    Certificate(String),
    /// The caller forgot the runtime.
    #[error("there is no tokio runtime to run on: bind inside one")]
    NoRuntime,
}

impl BindError {
    pub(super) fn new(address: SocketAddr, why: io::Error) -> Self {
        match why.kind() {
            io::ErrorKind::AddrInUse => Self::InUse(address),
            io::ErrorKind::AddrNotAvailable => Self::NotHere(address),
            io::ErrorKind::PermissionDenied => Self::Denied(address),
            _ => Self::Other { address, why },
        }
    }
}

/// Why a certificate proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCertificate {
    /// There is more than one.
    #[error("it comes with others, but a player has exactly one")]
    Chain,
    /// There is none.
    #[error("there is none")]
    Missing,
    /// It is too long.
    #[error("it has more than {MAX_CERTIFICATE_BYTES} bytes")]
    TooLong,
    /// It is no certificate at all.
    #[error("it cannot be read")]
    Unreadable,
    /// Its key is of another kind.
    #[error("its key is not an Ed25519 key")]
    NotEd25519,
    /// Somebody else signed it, or nobody.
    #[error("it is not signed with its own key")]
    NotSelfSigned,
}

/// Why dialling led to no link.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DialError {
    /// Nobody answered.
    #[error(
        "no answer within {} s: is the address right, is whistlestop running there, and does its firewall let UDP \
         through?",
        HANDSHAKE.as_secs()
    )]
    NoAnswer,
    /// The address cannot be dialled from here.
    #[error("this address cannot be dialled: {0}")]
    Unreachable(String),
    /// Somebody else is there.
    #[error(
        "somebody else answered: expected the key {}, found {}; ask for a new code or address",
        Shown(.expected),
        Shown(.found)
    )]
    WrongKey {
        /// Whom it was dialled for.
        expected: PublicKey,
        /// Who answered.
        found: PublicKey,
    },
    /// Whatever is there speaks something else.
    #[error(
        "what answered does not speak whistlestop/1: check the port, and that both sides have the same version"
    )]
    NotWhistlestop,
    /// The other side could not prove a key.
    #[error("the other side's certificate is refused: {0}")]
    BadCertificate(BadCertificate),
    /// The other side showed a certificate whose key it does not hold.
    #[error("whoever answered could not prove its key: it shows somebody else's certificate")]
    Unproved,
    /// The other side closed the connection.
    #[error("the other side refused: {reason}")]
    Refused {
        /// Its words.
        reason: String,
    },
    /// The other side takes no more connections.
    #[error("the other side takes no more connections right now: try again in a few seconds")]
    Busy,
    /// This is our own address.
    #[error("this is the address of this very player")]
    Ourselves,
    /// There is a link to whoever is at this address.
    #[error("there already is a link to {}, who answered", Shown(.peer))]
    Already {
        /// Who answered.
        peer: PublicKey,
    },
    /// Whoever is at this address is linked to a newer start of this player.
    #[error("a newer start of this player, on another laptop or in another window, is linked there")]
    Older,
    /// There is no room for another link.
    #[error("there are already as many links or dials as there may be: close one first")]
    Full,
    /// The peer did what no honest one does.
    #[error("this peer did what no honest one does, and is kept out for a while")]
    Barred,
    /// The handshake failed in another way.
    #[error("the connection failed: {0}")]
    Failed(String),
}

/// Why a link is gone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unlink {
    /// The other side closed it.
    #[error("closed by the other side: {reason}")]
    ClosedByThem {
        /// Its words, made safe to show.
        reason: String,
    },
    /// It was closed here.
    #[error("closed here: {reason}")]
    ClosedHere {
        /// What the other side was told.
        reason: String,
    },
    /// Nothing came any more.
    #[error("nothing was heard for {seconds} s")]
    TimedOut {
        /// For how long, rounded up.
        seconds: u64,
    },
    /// The peer came back with a new link.
    #[error("replaced by a newer link of the same player")]
    Replaced,
    /// The peer was started anew and came back.
    #[error("the other side was started anew")]
    Restarted,
    /// There is a place for everybody at the table, and for as many others as are left.
    #[error("made room for a player of the table")]
    GaveWay,
    /// Too much came.
    #[error("dropped: it sent more than a link may carry")]
    Flood,
    /// What came is no frame.
    #[error("dropped: it sent a bad frame: {0}")]
    BadFrame(BadFrame),
    /// The peer does not read.
    #[error("dropped: it does not read what it is sent, {bytes} bytes are waiting")]
    SlowReader {
        /// How many were waiting.
        bytes: usize,
    },
    /// QUIC gave up.
    #[error("the connection was lost: {0}")]
    Lost(String),
}

impl Unlink {
    /// Whether the other side did what no honest one does. A program that ends amid a frame may have crashed.
    pub const fn is_offence(&self) -> bool {
        match self {
            Self::Flood => true,
            Self::BadFrame(why) => !matches!(why, BadFrame::CutOff | BadFrame::Ended),
            _ => false,
        }
    }
}

/// Why bytes are no frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadFrame {
    /// It says that it is too long.
    #[error("it claims {bytes} bytes, the most is {MAX_FRAME_BYTES}")]
    TooLong {
        /// What it says.
        bytes: u32,
    },
    /// It is empty.
    #[error("it is empty")]
    Empty,
    /// It ended in its middle.
    #[error("it was cut off")]
    CutOff,
    /// Nothing can come any more, but the link was not closed.
    #[error("the stream ended without a word")]
    Ended,
    /// The first frame was no greeting.
    #[error("the first one is no greeting")]
    NotAGreeting,
}

/// Why a frame was not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsent {
    /// There is no link to this peer.
    #[error("there is no link to this peer")]
    NotLinked,
    /// It is too long.
    #[error("a frame of {bytes} bytes is too long, the most is {MAX_FRAME_BYTES}")]
    TooLong {
        /// How long.
        bytes: usize,
    },
    /// It is empty.
    #[error("an empty frame says nothing")]
    Empty,
    /// Too much was waiting: the link is dropped.
    #[error("this peer does not read what it is sent, so its link was dropped")]
    QueueFull,
}

/// A key as people are shown it: long enough that nobody finds another with the same beginning.
struct Shown<'a>(&'a PublicKey);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.0[..12].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
