//! Which table is looked for, by what somebody saw or typed.

use std::net::SocketAddr;

use anyhow::bail;

use crate::discovery::JoinCode;
use crate::discovery::address::{self, Typed};
use crate::table::front::{Tag, Which};

/// Which table to find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Any on the network that has a free seat (or, to watch, any that plays).
    Any,
    /// One on the network: the beginning of its id, or its host's name.
    Named(String),
    /// One that was seen on the network.
    Seen(Tag),
    /// Whoever answers at an address.
    At(Typed),
    /// Whoever answers there with that key.
    Code(JoinCode),
}

impl Target {
    /// What somebody means.
    pub(crate) fn of(which: &Which) -> anyhow::Result<Self> {
        match which {
            Which::Seen(tag) => Ok(Self::Seen(*tag)),
            Which::Typed(text) => Self::parse(text),
        }
    }

    /// What somebody typed. A code has spaces or many dashes, an address dots or colons; anything else is a table's id or
    /// its host's name, and nothing is any table.
    fn parse(text: &str) -> anyhow::Result<Self> {
        if text.trim().is_empty() {
            return Ok(Self::Any);
        }
        if JoinCode::is_likely(text) {
            return Ok(Self::Code(text.parse()?));
        }
        if text.contains(['.', ':']) {
            return Ok(Self::At(address::parse(text)?));
        }
        Ok(Self::Named(text.to_owned()))
    }

    /// Where to look, if that was said.
    pub(crate) async fn places(&self) -> anyhow::Result<Vec<SocketAddr>> {
        match self {
            Self::At(typed) => Ok(typed.clone().resolve().await?),
            Self::Code(code) => Ok(code.addresses()),
            Self::Any | Self::Named(_) | Self::Seen(_) => Ok(Vec::new()),
        }
    }

    /// Whether anybody on the network may be meant, so that it takes a while to find them.
    pub(crate) const fn is_wide(&self) -> bool {
        matches!(self, Self::Any | Self::Named(_))
    }
}

/// Where somebody is, by what was typed: an address or a join code.
pub(crate) fn address_of(text: &str) -> anyhow::Result<Typed> {
    match Target::parse(text)? {
        Target::Code(code) => Ok(Typed::Addresses(code.addresses())),
        Target::At(typed) => Ok(typed),
        Target::Any | Target::Named(_) | Target::Seen(_) => {
            bail!("{text:?} is neither an address nor a join code; try 192.168.1.7:7777")
        }
    }
}
