//! `config.toml`: what a player set once.

use serde::{Deserialize, Serialize};
use whistlestop_proto::limits::MAX_NAME_BYTES;
use whistlestop_proto::text::{clean, is_clean};

use super::home::Home;
use super::toml_file::{self, TomlError};

const FILE: &str = "config.toml";

/// What a player set once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// What the others call this player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<PlayerName>,
}

/// A name that a seat line can show.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlayerName(String);

/// Why something is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a name has 1 to {MAX_NAME_BYTES} bytes, no blanks around it and no control characters, nor others that cannot be seen"
)]
pub struct BadName;

impl PlayerName {
    /// The name, if it is one.
    pub fn new(name: impl Into<String>) -> Result<Self, BadName> {
        let name = name.into();
        if is_clean(&name, MAX_NAME_BYTES) { Ok(Self(name)) } else { Err(BadName) }
    }

    /// The name in what somebody typed: without blanks around it, and without what cannot be seen.
    pub fn typed(text: &str) -> Result<Self, BadName> {
        Self::new(clean(text, text.len()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for PlayerName {
    type Error = BadName;

    fn try_from(name: String) -> Result<Self, BadName> {
        Self::new(name)
    }
}

impl From<PlayerName> for String {
    fn from(name: PlayerName) -> Self {
        name.0
    }
}

impl Home {
    /// What the player set.
    pub fn config(&self) -> Result<Config, TomlError> {
        toml_file::load(&self.path().join(FILE))
    }

    /// Changes what the player set.
    pub fn set_config(&self, change: impl FnOnce(&mut Config)) -> Result<Config, TomlError> {
        let _alone = self.alone()?;
        let mut config = self.config()?;
        change(&mut config);
        toml_file::save(&self.path().join(FILE), &config)?;
        Ok(config)
    }
}
