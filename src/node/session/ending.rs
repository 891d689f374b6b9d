//! How a session ends, and what follows it.

use whistlestop_proto::contract::Contract;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::quorum::{Quorum, Voter};
use whistlestop_proto::sign::PublicKey;

use crate::node::session::Session;
use crate::node::session::rematch::next_contract;
use crate::table::front::End;
use crate::table::wire::Proposal;

/// How long players stay after the end for those who look on and have not heard all of it.
const AUDIENCE_MILLIS: Millis = 5_000;

/// How long an end waits for the peers of this laptop to come to the same point, which takes them some milliseconds.
const LEVEL_MILLIS: Millis = 1_000;

/// When somebody who leaves may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Farewell {
    /// There is nothing to stay for.
    Now,
    /// Once the table has gone on without them.
    Later,
}

/// What follows.
#[derive(Debug)]
pub(crate) enum Next {
    /// The table goes on, or somebody is waited for.
    Nothing,
    /// This is the end; perhaps with a reason that a person may want to know.
    End(End, Option<&'static str>),
    /// The next game, proposed by its host before this one was over here.
    Proposed(PublicKey, Box<Proposal>),
    /// The next game, which this node has to propose, and how many follow it.
    Propose(Box<Contract>, u32),
}

impl Next {
    fn end(end: Option<End>) -> Self {
        end.map_or(Self::Nothing, |end| Self::End(end, None))
    }
}

impl Session {
    /// Ends the session as soon as it may.
    pub(crate) fn end_with(&mut self, now: Millis, end: End) -> Option<End> {
        self.ending = Some((end, now + LEVEL_MILLIS));
        self.ended(now)
    }

    /// How it has ended, if it was told to and may.
    fn ended(&self, now: Millis) -> Option<End> {
        let (end, until) = self.ending?;
        (self.is_level() || now >= until).then_some(end)
    }

    /// What it means to stop now, after so many games: whoever looks at the result of one has stopped nothing.
    pub(crate) fn quit(&mut self, now: Millis, games: u32) -> Option<End> {
        let looks = (self.manners.attended || self.is_offline) && self.table().is_over();
        self.end_with(now, if looks { End::Over { games } } else { End::Quit })
    }

    /// Since when the game is over, if it is; each game is counted once.
    pub(crate) fn count_if_over(&mut self, now: Millis, games: &mut u32) -> Option<Millis> {
        if self.table().is_over() && self.over_since.is_none() {
            self.over_since = Some(now);
            *games += 1;
        }
        self.over_since
    }

    /// What follows, once all that happened is told: when the game is over and everybody has heard of it, the next begins or
    /// this is the end. While this node `is_calling` others to the next game, nothing else does.
    pub(crate) fn next(
        &mut self,
        now: Millis,
        games: &mut u32,
        is_calling: bool,
        is_linked: impl Fn(&PublicKey) -> bool,
    ) -> anyhow::Result<Next> {
        if let Some(end) = self.ended(now) {
            return Ok(Next::End(end, None));
        }
        if self.may_go(now) {
            return Ok(Next::End(End::Left, None));
        }
        if !is_calling && let Some(copy) = self.copy_together()? {
            return Ok(Next::Propose(Box::new(copy), self.hosts().unwrap_or(0)));
        }
        let Some(since) = self.count_if_over(now, games) else { return Ok(Next::Nothing) };
        let host = self.company.hosted.by;
        if let (Some(host), Some(next)) = (host, self.early.take()) {
            return Ok(Next::Proposed(host, next));
        }
        let linger = self.manners.linger_millis;
        if now < since + linger.min(AUDIENCE_MILLIS) && self.keeps_audience_waiting() {
            return Ok(Next::Nothing);
        }
        // Whoever looks at a screen looks at the result as long as they like; for others the end is the end.
        if self.manners.attended {
            return if is_calling { Ok(Next::Nothing) } else { self.rematch() };
        }
        let waited = now >= since + linger;
        if !waited && (!self.is_settled() || self.misses_somebody()) {
            return Ok(Next::Nothing);
        }
        let (games, more_games) = (*games, self.company.hosted.more_games);
        if more_games == 0 {
            return Ok(Next::end(self.end_with(now, End::Over { games })));
        }
        if host != Some(self.peers[0].key()) {
            // The host goes on, or is gone for good.
            let host_gone = host.is_none_or(|host| !is_linked(&host));
            return Ok(Next::end((waited && host_gone).then_some(End::Over { games })));
        }
        let contract = self.table().contract();
        if !contract.keyed().all(|(_, key)| self.is_here(&key)) {
            let why = "somebody has gone, so no further game begins with these people";
            return Ok(Next::End(End::Over { games }, Some(why)));
        }
        if is_calling {
            return Ok(Next::Nothing);
        }
        Ok(Next::Propose(Box::new(next_contract(contract)?), more_games - 1))
    }

    /// The next game with the same people, if everybody wants it and it is for this peer to propose it.
    fn rematch(&self) -> anyhow::Result<Next> {
        if !self.wants_again() {
            return Ok(Next::Nothing);
        }
        let is_here = |key: &PublicKey| self.is_here(key);
        let Some(seats) = self.rematch.seats(self.table(), &self.peers[0].key(), is_here) else {
            return Ok(Next::Nothing);
        };
        let contract = Contract { seats, ..next_contract(self.table().contract())? };
        Ok(Next::Propose(Box::new(contract), 0))
    }

    /// Whether a player who wants to leave may go: the others know, or too few of them are here to decide anything.
    fn may_go(&self, now: Millis) -> bool {
        if !self.leaving {
            return false;
        }
        let (contract, lockstep) = (self.table().contract(), self.table().lockstep());
        let is_here = |voter: &Voter| {
            contract.key_of(*voter).is_some_and(|key| self.is_here(&key)) && !lockstep.is_away(*voter)
        };
        let voters = lockstep.voters();
        let alone = voters.iter().filter(is_here).count() < Quorum::of(voters).size();
        self.table().may_go(now) || self.table().is_over() || alone
    }

    /// Whether everybody who can be asked has acknowledged the last final entry.
    fn is_settled(&self) -> bool {
        if self.table().seat().is_none() {
            return true;
        }
        let heard: Vec<_> = self.table().lockstep().heads_at_tip().collect();
        let mut seats =
            self.table().contract().keyed().filter(|(_, key)| self.company.attached.contains(key));
        seats.all(|(seat, _)| heard.contains(&seat))
    }

    /// Whether somebody who looks on has not said yet that it has the whole game.
    fn keeps_audience_waiting(&self) -> bool {
        let lockstep = self.table().lockstep();
        self.company.attached.iter().any(|key| !self.is_seated(key) && !lockstep.is_level(key))
    }

    /// Whether a player who still holds a seat is not here and may not have heard the end.
    fn misses_somebody(&self) -> bool {
        if self.table().seat().is_none() {
            return false;
        }
        let holders = self.table().lockstep().holders();
        let heard: Vec<_> = self.table().lockstep().heads_at_tip().collect();
        // Who has acknowledged the end may go before us.
        self.table().contract().keyed().any(|(seat, key)| {
            let there = self.is_here(&key) || heard.contains(&seat);
            !there && !holders[usize::from(seat)].is_bot()
        })
    }
}
