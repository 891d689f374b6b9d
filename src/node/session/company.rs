//! Who else is at the table over the network, who hosts it, and what somebody who watches does when all are gone.

use std::collections::BTreeSet;

use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::PublicKey;

use crate::table::phrase::PhraseKey;

/// Who else is at the table over the network.
#[derive(Debug, Default)]
pub(crate) struct Company {
    /// Peers whom the protocol speaks to.
    pub(crate) attached: BTreeSet<PublicKey>,
    /// Peers who are not at this table but show what they have of it.
    pub(crate) keepers: BTreeSet<PublicKey>,
    /// Peers who said that they are at another table.
    pub(crate) elsewhere: BTreeSet<PublicKey>,
    /// A newer start of this player is linked to the others, with a copy of this home.
    pub(crate) is_older: bool,
    /// Peers who were told which table this is.
    pub(crate) told: BTreeSet<PublicKey>,
    /// How the table is hosted.
    pub(crate) hosted: Hosted,
    /// How long somebody who watches stays when all players are gone; for ever, if none.
    alone_millis: Option<Millis>,
    /// Since when no player is here whom this node could watch.
    alone_since: Option<Millis>,
}

/// How a table is hosted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hosted {
    /// Who proposed it and may propose the next.
    pub(crate) by: Option<PublicKey>,
    /// How many games follow.
    pub(crate) more_games: u32,
    /// What those who want to watch must know.
    pub(crate) phrase: Option<PhraseKey>,
}

/// How it is for somebody who only watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unplayed {
    /// Somebody plays, or did a moment ago.
    No,
    /// For the first time nobody does; this ends after so many seconds.
    Since(Millis),
    /// For too long, in seconds.
    TooLong(Millis),
}

impl Company {
    pub(crate) fn new(hosted: Hosted, alone_millis: Option<Millis>) -> Self {
        Self { hosted, alone_millis, ..Self::default() }
    }

    /// A link is gone.
    pub(crate) fn forget(&mut self, peer: &PublicKey) {
        self.attached.remove(peer);
        self.keepers.remove(peer);
        self.elsewhere.remove(peer);
        self.told.remove(peer);
    }

    /// Notes whether there is anybody to watch.
    pub(crate) fn note_players(&mut self, now: Millis, any: bool) -> Unplayed {
        let Some(limit) = self.alone_millis else { return Unplayed::No };
        let before = self.alone_since;
        self.alone_since = if any { None } else { before.or(Some(now)) };
        match (any, before) {
            (false, None) => Unplayed::Since(limit / 1000),
            (false, Some(since)) if now >= since + limit => Unplayed::TooLong(limit / 1000),
            _ => Unplayed::No,
        }
    }
}
