//! What a player can do.

use serde::{Deserialize, Serialize};

use super::board::Square;

/// One step of one player (HA-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Action {
    /// Builds a halt (HA-3).
    Build {
        /// Where.
        square: Square,
    },
    /// Takes money instead (HA-5).
    Rest,
}
