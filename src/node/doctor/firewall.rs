//! The firewalls of this machine, as far as they can be read by whoever may not change them.
//!
//! Each system has its tools; what they say is read by functions that know nothing of the system they run on, so all are tried
//! everywhere.

mod chains;
mod iptables;
mod kind;
mod linux;
mod macos;
mod nft;
mod windows;

pub(crate) use self::kind::MDNS_PORT;
pub use self::kind::{Firewall, Kind, State};

use super::ask::Answers;

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

#[cfg(test)]
mod tests;
