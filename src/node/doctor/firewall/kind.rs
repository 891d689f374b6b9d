//! Which firewalls there are, and what they do.

use super::chains::Packet;

/// Where mDNS is spoken.
pub(crate) const MDNS_PORT: u16 = 5353;

/// A firewall, and what it does with packets that nobody here asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Firewall {
    /// Which.
    pub kind: Kind,
    /// What it does.
    pub state: State,
}

/// Which firewall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The simple one of Ubuntu.
    Ufw,
    /// The one with zones, of Fedora.
    Firewalld,
    /// The filter of Linux itself.
    Nftables,
    /// The one before it.
    Iptables,
    /// That of Windows.
    Windows,
    /// The one of macOS, which asks by program.
    Macos,
}

/// What a firewall does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It is there and does nothing.
    Off,
    /// It filters.
    On {
        /// Whether others get to a table here; nothing if that cannot be told.
        game: Option<bool>,
        /// Whether what is told to all is heard here.
        mdns: Option<bool>,
    },
    /// It may filter, and why nobody knows.
    Unread(String),
}

impl Kind {
    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ufw => "ufw",
            Self::Firewalld => "firewalld",
            Self::Nftables => "nftables",
            Self::Iptables => "iptables",
            Self::Windows => "Windows Firewall",
            Self::Macos => "the firewall of macOS",
        }
    }
}

/// What comes to a table, and what is told to all.
pub(super) const fn packets(port: u16) -> [Packet; 2] {
    [Packet { port, is_multicast: false }, Packet { port: MDNS_PORT, is_multicast: true }]
}
