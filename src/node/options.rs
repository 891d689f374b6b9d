//! How a node behaves, whatever it does.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::sync::mpsc;
use whistlestop_proto::lockstep::Millis;

use crate::engine::bot::Bots;
use crate::node::clock::Clock;
use crate::node::players::mind::MindPlan;
use crate::node::players::program::ProgramPlan;
use crate::node::system::stops;
use crate::table::front::StoppedBy;

/// How a node behaves, whatever it does.
#[derive(Clone, Debug)]
pub struct Options {
    /// The time that it lives in.
    pub clock: Clock,
    /// What others call this player.
    pub name: String,
    /// Where to listen; anywhere, if empty.
    pub listen: Vec<SocketAddr>,
    /// Whether to find and be found by mDNS.
    pub mdns: bool,
    /// The bots of the program.
    pub bots: Bots,
    /// Who plays this player's seat.
    pub player: Player,
    /// Who of those on this laptop is played by a program, by name.
    pub programs: BTreeMap<String, ProgramPlan>,
    /// What to do about others who are away.
    pub away: AwayPolicy,
    /// How long to stay after the last game for those who have not heard its end.
    pub linger_millis: Millis,
    /// Somebody looks at a screen: they hear how everybody is, and stay after the end until they have seen enough, or
    /// play again.
    pub attended: bool,
    /// When the whole run ends, whatever it is in the middle of, counted from its start.
    pub deadline: Option<Duration>,
}

/// Who plays a seat of this laptop.
#[derive(Clone, Debug)]
pub enum Player {
    /// Somebody behind the front end, by commands.
    Commands,
    /// A bot, or a program in any language.
    Mind {
        /// Which.
        mind: MindPlan,
        /// How long it waits before each move, so that people can follow.
        pace_millis: Millis,
    },
}

/// What to do about others who are away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AwayPolicy {
    /// Nothing: the front end decides.
    Wait,
    /// Vote for a bot on their seat when the table has waited for them so long.
    Bot {
        /// Since they were last heard of.
        after_millis: Millis,
    },
}

impl Options {
    /// Hears what stops a run; before a screen the shell hears it, and asks for the end in its own time.
    pub(crate) fn stops(&self) -> std::io::Result<Option<mpsc::Receiver<StoppedBy>>> {
        if self.attended { Ok(None) } else { stops(false, self.deadline).map(Some) }
    }

    /// Who plays the seat of this name at this laptop.
    pub(crate) fn player_called(&self, name: &str) -> Player {
        let program = self.programs.get(name).cloned();
        program.map_or_else(
            || self.player.clone(),
            |program| Player::Mind { mind: MindPlan::Program(program), pace_millis: 0 },
        )
    }
}
