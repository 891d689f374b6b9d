//! The firewalls of this machine, as far as they can be read by whoever may not change them.
//!
//! Each system has its tools; what they say is read by functions that know nothing of the system they run on, so all are tried
//! everywhere.

mod chains;
mod iptables;
mod linux;
mod macos;
mod nft;
mod windows;

use super::ask::Answers;
use chains::Packet;

/// Where mDNS is spoken.
pub(crate) const MDNS_PORT: u16 = 5353;

/// The systems whose firewalls are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// And whatever else is like it.
    Linux,
    /// Windows.
    Windows,
    /// macOS.
    Macos,
}

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

impl System {
    /// This one.
    pub const fn here() -> Self {
        if cfg!(target_os = "macos") {
            Self::Macos
        } else if cfg!(windows) {
            Self::Windows
        } else {
            Self::Linux
        }
    }

    /// What is to be asked about the firewalls.
    pub(crate) fn firewall_asks(self, program: &str) -> Vec<Vec<String>> {
        match self {
            Self::Linux => linux::asks(),
            Self::Windows => windows::asks(),
            Self::Macos => macos::asks(program),
        }
    }

    /// The firewalls, by the answers. The program listens at the port.
    pub(crate) fn firewalls(self, answers: &Answers, program: &str, port: u16) -> Vec<Firewall> {
        match self {
            Self::Linux => linux::read(answers, port),
            Self::Windows => windows::read(answers),
            Self::Macos => macos::read(answers, program),
        }
    }
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

/// Whether all firewalls let others come to a table here; nothing if that cannot be told, or no firewall is known.
pub fn lets_players_in(all: &[Firewall]) -> Option<bool> {
    let each = all.iter().map(|one| match one.state {
        State::Off => Some(true),
        State::On { game, .. } => game,
        State::Unread(_) => None,
    });
    each.reduce(|so_far, one| match (so_far, one) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    })?
}

/// What comes to a table, and what is told to all.
const fn packets(port: u16) -> [Packet; 2] {
    [Packet { port, is_multicast: false }, Packet { port: MDNS_PORT, is_multicast: true }]
}

#[cfg(test)]
mod tests;
