//! What a node is to do, in the words that front ends have for it.

use std::path::PathBuf;

use crate::node::find::hosting::Hosting;
use crate::node::find::seek::Seek;
use crate::table::front::{Plan, Wish};

/// What a node is to do.
#[derive(Clone, Debug)]
pub enum Aim {
    /// Open a table, on the network or on this laptop as its plan says.
    Open {
        /// Which.
        plan: Plan,
        /// How many games in a row.
        games: u32,
        /// Whether to begin as soon as all sit, without being told.
        ready: bool,
    },
    /// Find a table on the network.
    Find {
        /// Which.
        wish: Wish,
        /// How long to look for it, if that was said.
        wait_seconds: Option<u32>,
        /// Whether the game may begin as soon as all sit, without being told.
        ready: bool,
    },
    /// Go on with a table on the network.
    Resume {
        /// Its journal.
        path: PathBuf,
        /// What those who want to watch must know.
        pass_phrase: Option<String>,
        /// How many games in a row, this one included; more than one makes this node the host of the others.
        games: u32,
    },
    /// Go on with a table whose people are all on this laptop, by its journal.
    ResumeHere(PathBuf),
    /// Carry a table on as a copy, by its journal, for those of its people who are on this laptop.
    CarryOn(PathBuf),
    /// Sit at no table, and show those that are here to players of them who come late, until told to stop.
    Keep,
}

impl Aim {
    /// Whether it can be done at all, as far as that can be said before anything is begun.
    pub fn check(&self) -> anyhow::Result<()> {
        match self {
            Self::Open { plan, games, ready } => Hosting::new(plan, *games, *ready).map(drop),
            Self::Find { wish, wait_seconds, ready } => Seek::new(wish, *wait_seconds, *ready, 0).map(drop),
            Self::Resume { .. } | Self::ResumeHere(_) | Self::CarryOn(_) | Self::Keep => Ok(()),
        }
    }
}
