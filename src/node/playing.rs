//! A table as a node plays at it: what it knows of the people there, and what it does for the own seat.

use std::collections::BTreeSet;
use std::time::Duration;

use tokio::time::Instant;

use whistlestop_proto::contract::{Contract, PROTOCOL_VERSION, Seat, SeatPlan};
use whistlestop_proto::error::ActError;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::quorum::{Quorum, Voter};
use whistlestop_proto::sign::PublicKey;

use super::event::Command;
use super::seek::Seek;
use super::think::NO_ADVICE;
use crate::discovery::Fingerprint;
use crate::engine::any_game::Action;
use crate::table::Table;
use crate::table::gather::PROGRAM_VERSION;
use crate::table::phrase::PhraseKey;
use crate::table::rules::Move;
use crate::table::wire::{Knock, Proposal, Refusal, Tag};

/// A table and what a node knows about it.
#[derive(Debug)]
pub(super) struct Playing {
    pub(super) table: Table,
    /// Peers whom the protocol speaks to.
    pub(super) attached: BTreeSet<PublicKey>,
    /// Who proposed it and may propose the next.
    pub(super) host: Option<PublicKey>,
    pub(super) more_games: u32,
    pub(super) phrase: Option<PhraseKey>,
    /// How this node came here, if it looked for the table.
    pub(super) found_by: Option<Seek>,
    /// Since when no player is here whom this node could watch.
    pub(super) alone_since: Option<Millis>,
    /// The index for which the own bot has decided.
    pub(super) decided: Option<u32>,
    /// When the own bot may move.
    pub(super) bot_due: Option<Millis>,
    pub(super) next_come_back: Millis,
    /// The own move that not all have acknowledged yet, and when it was committed.
    pub(super) unanswered: Option<(u32, Instant)>,
    /// The own move that all have acknowledged, and how long that took.
    pub(super) answered: Option<(u32, Duration)>,
    pub(super) over_since: Option<Millis>,
    /// The next game, if it was proposed before this one was over here.
    pub(super) early: Option<Box<Proposal>>,
    /// The player wants to leave, and stays until the table has gone on without them.
    pub(super) leaving: bool,
    /// What the own slow bot or program has decided, and after which entry.
    pub(super) thought_out: Option<(u32, Vec<Action>)>,
    /// Seats whose players want to play again.
    pub(super) again: BTreeSet<Seat>,
}

impl Playing {
    pub(super) fn new(
        table: Table,
        host: Option<PublicKey>,
        more_games: u32,
        phrase: Option<PhraseKey>,
    ) -> Self {
        Self {
            table,
            attached: BTreeSet::new(),
            host,
            more_games,
            phrase,
            found_by: None,
            alone_since: None,
            decided: None,
            bot_due: None,
            next_come_back: 0,
            unanswered: None,
            answered: None,
            over_since: None,
            early: None,
            leaving: false,
            thought_out: None,
            again: BTreeSet::new(),
        }
    }

    pub(super) fn phrase(&self) -> Option<PhraseKey> {
        self.phrase.clone()
    }

    /// When something is to be done. What is only looked at now and then, such as whether the game is over for all, is
    /// looked at with every status that the table sends.
    pub(super) fn next_due(&self) -> Millis {
        let asks = self.wants_seat_back() && !self.attached.is_empty();
        let come_back = asks.then_some(self.next_come_back);
        [self.bot_due, come_back].into_iter().flatten().fold(self.table.poll_timeout(), Millis::min)
    }

    pub(super) fn is_seated(&self, key: &PublicKey) -> bool {
        self.table.contract().seat_of(key).is_some()
    }

    pub(super) fn name_of(&self, wanted: &PublicKey) -> Option<String> {
        self.table.contract().seats.iter().find_map(|seat| match seat {
            SeatPlan::Keyed { name, key, .. } if key == wanted => Some(name.clone()),
            _ => None,
        })
    }

    /// The seated key with this fingerprint.
    pub(super) fn key_with(&self, fingerprint: &Fingerprint) -> Option<PublicKey> {
        self.table.contract().keyed().map(|(_, key)| key).find(|key| Fingerprint::of(key) == *fingerprint)
    }

    /// The contract for somebody who comes to a table that is on.
    pub(super) fn answer(
        &self,
        peer: &PublicKey,
        knock: &Knock,
        admitted: bool,
    ) -> Result<Contract, Refusal> {
        if knock.protocol != PROTOCOL_VERSION {
            return Err(Refusal::Version { theirs: PROTOCOL_VERSION, program: PROGRAM_VERSION.to_owned() });
        }
        let contract = self.table.contract();
        let own = [Tag::of(&self.table.id()), Tag::of_nonce(&contract.nonce)];
        if knock.table.is_some_and(|table| !own.contains(&table)) {
            return Err(Refusal::NoSuchTable);
        }
        if !admitted {
            return Err(Refusal::PassPhrase);
        }
        if !knock.watch && !self.is_seated(peer) {
            return Err(Refusal::Full);
        }
        Ok(contract.clone())
    }

    /// If this is the host: how many games follow.
    pub(super) fn hosts(&self, me: &PublicKey) -> Option<u32> {
        (self.host == Some(*me)).then_some(self.more_games)
    }

    /// Hears who the host is, from somebody at the table. The first stays: it only decides whom to wait for.
    pub(super) fn set_host(&mut self, peer: &PublicKey, more_games: u32) {
        if self.is_seated(peer) && self.host.is_none_or(|host| host == *peer) {
            (self.host, self.more_games) = (Some(*peer), more_games);
        }
    }

    /// Whether this is the host of a table that not everybody has signed yet.
    pub(super) fn is_unsigned_of(&self, host: &PublicKey) -> bool {
        self.host == Some(*host) && !self.table.lockstep().is_started()
    }

    /// Whether nobody has been heard of for a while at the host's seat.
    pub(super) fn misses_host(&self) -> bool {
        let seat = self.host.and_then(|host| self.table.contract().seat_of(&host));
        seat.is_some_and(|seat| self.table.lockstep().is_away(seat))
    }

    /// Whether this node only watches, and has seen the end.
    pub(super) fn is_watched_to_the_end(&self) -> bool {
        self.table.seat().is_none() && self.table.is_over()
    }

    /// Whether this peer may propose the next game.
    fn may_follow(&self, peer: &PublicKey) -> bool {
        self.host == Some(*peer) && self.more_games > 0 && self.table.is_over()
    }

    /// Whether the next table that a peer names is one to go to from here.
    pub(super) fn goes_on_with(&self, peer: &PublicKey, next: &Contract, running: bool) -> bool {
        if running {
            self.is_watched_to_the_end()
        } else {
            self.may_follow(peer) || self.accepts_again(peer, next)
        }
    }

    /// Keeps the host's next game until this one is over here too: the host may hear the last signatures first.
    pub(super) fn keep_for_later(&mut self, peer: &PublicKey, proposal: &Proposal) -> bool {
        let early = self.host == Some(*peer) && self.more_games > 0 && !self.table.is_over();
        if early {
            self.early = Some(Box::new(proposal.clone()));
        }
        early
    }

    pub(super) fn wants_seat_back(&self) -> bool {
        let Some(seat) = self.table.seat() else { return false };
        let bot = self.table.lockstep().holders()[usize::from(seat)].is_bot();
        bot && !self.leaving && !self.table.is_over()
    }

    /// Whether a player who wants to leave may go: the others know, or too few of them are here to decide anything.
    pub(super) fn may_go(&self, now: Millis, me: &PublicKey) -> bool {
        let (contract, lockstep) = (self.table.contract(), self.table.lockstep());
        let is_here = |voter: &Voter| {
            let linked = |key| key == *me || self.attached.contains(&key);
            contract.key_of(*voter).is_some_and(linked) && !lockstep.is_away(*voter)
        };
        let voters = lockstep.voters();
        let here = voters.iter().filter(is_here).count();
        let alone = here < Quorum::of(voters).size();
        self.leaving && (self.table.may_go(now) || self.table.is_over() || alone)
    }

    /// Notes when everybody who is here has acknowledged the own move.
    pub(super) fn note_answers(&mut self) {
        let Some((index, since)) = self.unanswered else { return };
        let lockstep = self.table.lockstep();
        let newest = lockstep.sent().map_or(self.table.index(), |entry| entry.core.index);
        let heard = lockstep.heads_received();
        let mut others = self.table.contract().keyed().filter(|(_, key)| self.attached.contains(key));
        if newest > index {
            // It was overtaken; nobody can tell any more when the last answer came.
            self.unanswered = None;
        } else if newest == index && others.all(|(seat, _)| heard.contains(&seat)) {
            self.answered = Some((index, since.elapsed()));
            self.unanswered = None;
        }
    }

    /// Whether everybody who can be asked has acknowledged the last final entry.
    pub(super) fn is_settled(&self) -> bool {
        if self.table.seat().is_none() {
            return true;
        }
        let heard: Vec<_> = self.table.lockstep().heads_at_tip().collect();
        let contract = self.table.contract();
        let mut seats = contract.keyed().filter(|(_, key)| self.attached.contains(key));
        seats.all(|(seat, _)| heard.contains(&seat))
    }

    /// Whether somebody who looks on has not said yet that it has the whole game.
    pub(super) fn keeps_audience_waiting(&self) -> bool {
        let lockstep = self.table.lockstep();
        self.attached.iter().any(|key| !self.is_seated(key) && !lockstep.is_level(key))
    }

    /// Whether a player who still holds a seat is not here and may not have heard the end.
    pub(super) fn misses_somebody(&self, me: &PublicKey) -> bool {
        if self.table.seat().is_none() {
            return false;
        }
        let holders = self.table.lockstep().holders();
        let heard: Vec<_> = self.table.lockstep().heads_at_tip().collect();
        // Who has acknowledged the end may go before us.
        self.table.contract().keyed().any(|(seat, key)| {
            let there = key == *me || self.attached.contains(&key) || heard.contains(&seat);
            !there && !holders[usize::from(seat)].is_bot()
        })
    }
}

impl Playing {
    /// Commits what the own bot or program decided. Says whether that was possible yet.
    pub(super) fn commit(&mut self, now: Millis, index: u32, actions: Vec<Action>) -> anyhow::Result<bool> {
        let began = Instant::now();
        let decided = Move::new(actions.clone())?;
        match self.table.act(now, decided) {
            Ok(()) => {
                self.unanswered = Some((index + 1, began));
                self.decided = Some(index);
                self.bot_due = None;
                Ok(true)
            }
            // It becomes possible by itself.
            Err(
                ActError::Waiting
                | ActError::Recovering
                | ActError::NotStarted
                | ActError::NotYourTurn
                | ActError::NotCounted
                | ActError::Left,
            ) => {
                self.thought_out = Some((index, actions));
                self.bot_due = Some(now + 50);
                Ok(false)
            }
            Err(why) => anyhow::bail!("the own bot made a move that cannot be: {why}"),
        }
    }

    pub(super) fn carry_out(&mut self, now: Millis, command: Command) -> Result<(), String> {
        let done = match command {
            Command::Act(actions) => {
                let (began, index) = (Instant::now(), self.table.index() + 1);
                let done = self.table.act_json(now, &actions);
                return done.map(|()| self.unanswered = Some((index, began))).map_err(|why| why.to_string());
            }
            Command::Want(change) => self.table.want(now, change),
            Command::GiveBack { seat } => self.table.give_back(now, seat),
            Command::NoLongerWant(change) => {
                self.table.no_longer_want(change);
                Ok(())
            }
            Command::ComeBack => self.table.come_back(now),
            Command::SeatBot { .. } => return Err("the seats are fixed once the game is on".to_owned()),
            Command::Advise => return Err(NO_ADVICE.to_owned()),
            Command::Ready(_)
            | Command::Chat(_)
            | Command::Leave
            | Command::Quit
            | Command::Misunderstood(_) => Ok(()),
        };
        done.map_err(|why| why.to_string())
    }
}
