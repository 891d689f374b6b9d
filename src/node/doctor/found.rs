//! What an examination of the network finds.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use whistlestop_proto::sign::PublicKey;

use super::firewall::Firewall;
use super::ports::PortUse;

/// Something that was found, in the order of these.
#[derive(Debug)]
pub enum Found {
    /// An address of this machine.
    Interface(FoundAddress),
    /// How long it took to find oneself by mDNS, or why that failed.
    Mdns(Result<Duration, String>),
    /// A firewall of this machine.
    Firewall(Firewall),
    /// A port that play needs, and who listens there.
    Port(PortUse),
    /// The way to the peer that was asked, if one was.
    Peer(PeerCheck),
}

/// An address of this machine.
#[derive(Debug)]
pub struct FoundAddress {
    /// The interface.
    pub name: String,
    /// The address.
    pub address: IpAddr,
    /// Whether it leads to one other machine only, as VPNs do.
    pub is_tunnel: bool,
    /// Whether a multicast packet sent there was heard, or why not; only tried with IPv4.
    pub multicast: Option<Result<(), String>>,
}

/// The way to a peer and back.
#[derive(Debug)]
pub struct PeerCheck {
    /// Where it was looked for.
    pub addresses: Vec<SocketAddr>,
    /// Who answered and after how long, or why nobody did.
    pub there: Result<(PublicKey, Duration), String>,
    /// Whether a call from its side got through to a port that this laptop had not used before.
    pub back: Result<(), String>,
    /// Whether what it tells to all was heard here; nothing if that could not be tried.
    pub heard: Option<bool>,
}
