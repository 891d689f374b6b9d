//! Who is there, who has left, who is back.

use crate::contract::{Accession, SeatNumber};
use crate::entry::Change;
use crate::event::{Owed, ProtocolEvent};
use crate::limits::{AWAY_MILLIS, MAX_RELAYS, MAX_RETURNS};
use crate::lockstep::{Lockstep, Millis};
use crate::message::Message;
use crate::pace::Pace;
use crate::quorum::Voter;
use crate::rules::{Rules, ToMove};
use crate::sign::PublicKey;
use crate::statement::{Leave, Return, Signed};

/// How far a head or vote goes: about which index, in which round, and whether it acknowledges something there. What an
/// honest voter says rises.
pub(crate) type StatementRank = (u32, u32, bool);

/// What is known of a voter's presence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Member {
    /// When anybody last heard of it.
    pub(crate) heard: Millis,
    /// The user was told that it is away.
    away: bool,
    /// What it signed that goes furthest.
    said: StatementRank,
    /// How much more of what it says is passed on.
    relays: Pace,
}

impl Member {
    pub(crate) const fn new(now: Millis) -> Self {
        Self { heard: now, away: false, said: (0, 0, false), relays: Pace::new(now, MAX_RELAYS) }
    }

    /// Whether one more thing that it says is passed on, as it is heard. What several say adds up on one link: each of
    /// so many has the same share of that, whatever the others do.
    pub(crate) fn passes_on(&mut self, sharing: u32) -> bool {
        let share = (MAX_RELAYS / sharing.max(1)).max(1);
        self.relays.take(self.heard, share, share)
    }
}

impl<R: Rules> Lockstep<R> {
    /// A sign of life of a voter.
    pub(crate) fn heard(&mut self, now: Millis, voter: Voter) {
        self.heard_at(now, now, voter);
    }

    /// A voter signed a head or a vote. Only what is of now, and goes beyond all that was heard of it, is a sign of life:
    /// anybody can say old words again, or keep them back.
    pub(crate) fn heard_say(&mut self, now: Millis, voter: Voter, said: StatementRank) {
        let tip = self.world.index;
        let member = self.members.get_mut(usize::from(voter));
        if let Some(member) = member.filter(|member| said.0 >= tip && said > member.said) {
            member.said = said;
            self.heard(now, voter);
        }
    }

    /// A sign of life of a voter at some time in the past.
    pub(crate) fn heard_at(&mut self, now: Millis, at: Millis, voter: Voter) {
        let Some(member) = self.members.get_mut(usize::from(voter)) else { return };
        member.heard = member.heard.max(at);
        if !member.away {
            return;
        }
        if now.saturating_sub(self.last_heard(now, voter)) < AWAY_MILLIS {
            self.members[usize::from(voter)].away = false;
            self.tell(ProtocolEvent::Back(voter));
        }
    }

    pub(crate) fn look_for_absent(&mut self, now: Millis) {
        if let Some(voter) = self.voter() {
            self.heard(now, voter);
        }
        let parties = self.table.contract.parties().map(|(voter, _, _)| voter);
        let all: Vec<Voter> = parties.chain(self.world.voters().iter()).collect();
        for voter in all {
            let (member, heard) = (self.members[usize::from(voter)], self.last_heard(now, voter));
            if !member.away && now.saturating_sub(heard) >= AWAY_MILLIS {
                self.members[usize::from(voter)].away = true;
                let owes = self.owes(voter);
                self.tell(ProtocolEvent::Away { voter, since_millis: heard, owes });
            }
        }
    }

    /// Whether the user was told that a voter is away.
    pub fn is_away(&self, voter: Voter) -> bool {
        self.members.get(usize::from(voter)).is_some_and(|member| member.away)
    }

    /// What the table waits for from a voter.
    pub fn owes(&self, voter: Voter) -> Owed {
        let unsigned = self.accessions.get(usize::from(voter)).is_none_or(Option::is_none);
        if unsigned && self.table.contract.founders().contains(voter) {
            return Owed::Signature;
        }
        match self.world.rules.turn() {
            ToMove::Seat(acting) if acting == voter && self.world.bot_on(voter).is_none() => Owed::Move,
            ToMove::Chance if self.owing_links().contains(&voter) => Owed::Links,
            _ => Owed::Nothing,
        }
    }

    pub(crate) fn on_leave(&mut self, now: Millis, from: PublicKey, wish: Signed<Leave>) {
        // Signed once more it is no other wish: what is passed on for that would go round for ever.
        if self.wishes.leave_of(wish.voter).is_some_and(|known| known.says == wish.says)
            || !self.is_started()
            || !self.table.has_key(wish.voter)
        {
            return;
        }
        if !wish.verify(&self.table.id, &self.table.verifiers) {
            return self.offend_for(from, wish.voter);
        }
        // An old wish can be said again by anybody.
        if self.note_leave(wish, Some(from)) {
            self.heard(now, wish.voter);
        }
    }

    /// Everybody agrees at once to the removal of who wants to leave. Says whether the wish is of now.
    pub(crate) fn note_leave(&mut self, wish: Signed<Leave>, from: Option<PublicKey>) -> bool {
        let voter = wish.voter;
        let current = self.world.roll().since.get(usize::from(voter)) == Some(&wish.says.since);
        if !current || !self.world.voters().contains(voter) {
            return false;
        }
        self.wishes.note_leave(wish);
        self.relay(&Message::Leave(wish), voter, from);
        self.tell(ProtocolEvent::Leaving(voter));
        self.agree_to_leaves();
        true
    }

    /// Where so few draw that nobody else can make the leaver's link, it is asked for first.
    pub(crate) fn agree_to_leaves(&mut self) {
        let leaving =
            self.wishes.leaves().map(|wish| wish.voter).filter(|voter| self.can_draw_without(*voter));
        let removals: Vec<Change> = leaving.map(|voter| Change::Remove { voter }).collect();
        self.wishes.agree_to(removals);
    }

    pub(crate) fn on_return(&mut self, now: Millis, from: PublicKey, wish: Signed<Return>) {
        if self.wishes.return_of(wish.voter).is_some_and(|known| known.says == wish.says)
            || !self.is_started()
            || !self.table.has_key(wish.voter)
        {
            return;
        }
        if !wish.verify(&self.table.id, &self.table.verifiers) {
            return self.offend_for(from, wish.voter);
        }
        if self.note_return(wish, Some(from)) {
            self.heard(now, wish.voter);
        }
    }

    /// Everybody agrees that a player who is back gets the seat back; but not that one who is proved to have cheated
    /// does, nor one who comes and goes without end: there the others are asked. Says whether the wish is new, and of
    /// now.
    pub(crate) fn note_return(&mut self, wish: Signed<Return>, from: Option<PublicKey>) -> bool {
        let seat = wish.voter;
        let current = self.world.roll().since.get(usize::from(seat)) == Some(&wish.says.since);
        if !current || self.world.bot_on(seat) != Some(true) {
            return false;
        }
        if !self.wishes.note_return(wish) {
            return false;
        }
        self.agree_to_returns();
        self.relay(&Message::Return(wish), seat, from);
        true
    }

    /// The change by which a player who wants the seat back gets it.
    pub fn return_of(&self, seat: SeatNumber) -> Option<Change> {
        let life = self.wishes.return_of(seat)?.says.life;
        let acceded = self.world.membership.keys().has(seat);
        let keys = self.accessions[usize::from(seat)].as_ref().map(Accession::keys_hash);
        Some(Change::Return { seat, life, keys: keys.filter(|_| !acceded) })
    }

    fn wanted_returns(&self) -> Vec<Change> {
        self.wishes.returns().filter_map(|wish| self.return_of(wish.voter)).collect()
    }

    pub(crate) fn agree_to_returns(&mut self) {
        for wish in self.wanted_returns() {
            let Change::Return { seat, .. } = wish else { continue };
            let often = self.world.membership.returns_of(seat).is_none_or(|returns| returns >= MAX_RETURNS);
            self.wishes.want_no_other_return(seat, Some(wish));
            if !often && !self.proofs.cheats().contains(seat) {
                self.wishes.agree_to([wish]);
            }
        }
    }

    /// After an entry became final: wishes that have been answered are done with.
    pub(crate) fn settle_members(&mut self) {
        let Self { wishes, world, .. } = self;
        let current = |voter: Voter, since: u32| world.roll().since[usize::from(voter)] == since;
        wishes.settle(
            |voter, wish| current(voter, wish.since) && world.voters().contains(voter),
            |seat, wish| current(seat, wish.since) && world.bot_on(seat) == Some(true),
        );
        // Whoever wanted it back wanted that as things were: it may speak in another life by now.
        let returns = self.wanted_returns();
        self.wishes.want_no_returns_but(&returns);
        self.agree_to_leaves();
        self.agree_to_returns();
        self.agree_to_removals();
    }
}
