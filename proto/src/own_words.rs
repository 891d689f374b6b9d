//! What a peer that has forgotten does with its own words, once it was told of them: which it keeps to, which are void, and how it
//! says them again in the life that begins.

use crate::entry::{Entry, Proof};
use crate::guard::{Acked, acks_conflict, breaks_promise, votes_conflict};
use crate::journal::Record;
use crate::lockstep::Lockstep;
use crate::message::Message;
use crate::quorum::Voter;
use crate::rules::Rules;
use crate::statement::{Head, Life, Part, Signed, Vote};
use crate::told::Telling;

impl<R: Rules> Lockstep<R> {
    /// Whether this peer keeps to its own words of this life: those of the one that it has begun, and as long as it still waits to be told
    /// of others, those too. The rest was void when its life began.
    pub(crate) const fn keeps_to(&self, life: Life) -> bool {
        life >= self.life || self.recovering.is_some()
    }

    /// All others have told what they have of this peer at the open index, and take nothing else any more. What else it knows, from an old
    /// journal or by chance, counts for nobody: it need not keep to that where it contradicts what it was told, or is for a move that
    /// nobody has.
    pub(crate) fn forget_void(&mut self, me: Voter, tellings: &[Telling]) {
        let told = |part: Part<'_>| tellings.iter().any(|telling| part.is_among(&telling.statements));
        let lost: Vec<Signed<Vote>> =
            self.open.votes.of(me).filter(|vote| self.is_for_lost_move(vote)).copied().collect();
        self.keep_own(me, |part| told(part) || !matches!(part, Part::Vote(vote) if lost.contains(vote)));
        if self.contradicts_itself(me) {
            self.keep_own(me, told);
            self.open.torn = self.contradicts_itself(me);
        }
    }

    /// Keeps to those of its own statements at the open index of which this holds, and forgets the others.
    pub(crate) fn keep_own(&mut self, me: Voter, holds: impl Fn(Part<'_>) -> bool) {
        let open = &mut self.open;
        open.candidates
            .retain(|candidate| !candidate.entry.core.is_move_of(me) || holds(Part::Move(&candidate.entry)));
        open.heads.retain(|head| head.voter != me || holds(Part::Head(head)));
        open.votes.retain(|vote| vote.voter != me || holds(Part::Vote(vote)));
        (open.acked, open.promised) = (None, 0);
        let heads: Vec<Head> = open.heads.of(me).map(|head| head.says).collect();
        for head in heads {
            self.open.acked = Some(Acked::after(self.open.acked, head.round, head.entry));
        }
        let votes: Vec<Vote> = self.open.votes.of(me).map(|vote| vote.says).collect();
        for vote in votes {
            self.remember_own_vote(&vote);
        }
        self.open.moved = self.open.candidates.iter().any(|candidate| candidate.entry.core.is_move_of(me));
    }

    /// Whether what this peer said at the open index in two lives contradicts itself: whatever it says there now contradicts one of
    /// the two.
    fn contradicts_itself(&self, me: Voter) -> bool {
        let heads: Vec<_> = self.open.heads.of(me).map(Signed::ack).collect();
        let votes: Vec<_> = self.open.votes.of(me).map(Signed::ballot).collect();
        let moves = self.open.candidates.iter().map(|candidate| &candidate.entry.core);
        let moves = moves.filter(|core| core.is_move_of(me)).count();
        let twice = heads.iter().any(|head| heads.iter().any(|other| acks_conflict(head, other)));
        let broken = heads.iter().any(|head| votes.iter().any(|vote| breaks_promise(head, vote)));
        moves > 1
            || twice
            || broken
            || votes.iter().any(|vote| votes.iter().any(|other| votes_conflict(vote, other)))
    }

    /// What the journal holds of earlier lives at the open index is void, if all others told where this one began.
    pub(crate) fn recall_void(&mut self) {
        let (Some(me), life) = (self.voter(), self.life) else { return };
        let open = self.world.index + 1;
        let begun = self.last_birth(me).is_some_and(|birth| birth.life() == life && birth.index() <= open);
        if begun && !self.is_recovering() && open >= self.sign_from {
            self.keep_own(me, |part| part.life() >= life);
        }
    }

    /// Says again, in the life that has begun, what this peer has learned that it said before: whoever told takes nothing older.
    /// That may be more than it was told of: others, who do not count, may bring its words later.
    pub(crate) fn say_again(&mut self) {
        let Some(me) = self.voter().filter(|me| self.world.voters.contains(*me)) else { return };
        if self.life == 0 || self.is_silent() || self.superseded {
            return;
        }
        self.move_again(me);
        self.acknowledge_again(me);
        self.vote_again(me);
    }

    fn move_again(&mut self, me: Voter) {
        let (life, id) = (self.life, self.table.id);
        let moves = self.open.candidates.iter().map(|candidate| &candidate.entry);
        let older = |entry: &Entry| entry.proof.life().is_some_and(|other| other < life);
        let mine = moves.filter(|entry| entry.core.is_move_of(me) && older(entry));
        let again = mine.map(|entry| match entry.proof {
            Proof::Late(..) => entry.core.clone().sign_late(&self.identity, &id, life),
            _ => entry.core.clone().sign(&self.identity, &id, life),
        });
        for entry in again.collect::<Vec<_>>() {
            self.keep(&Record::Entry(entry.clone()));
            if let Some(known) = self.open.candidates.iter_mut().find(|known| known.entry.core == entry.core)
            {
                known.entry = entry.clone();
            }
            self.spread(&Message::Entry(Box::new(entry)), None);
        }
    }

    fn acknowledge_again(&mut self, me: Voter) {
        let older = |head: &&Signed<Head>| head.says.life < self.life;
        let open: Vec<_> = self.open.heads.of(me).filter(older).copied().collect();
        // What it was told of indices that are not open yet it keeps to when they are.
        let far: Vec<_> =
            self.far_heads.iter().filter(|head| head.voter == me).filter(older).copied().collect();
        // Also what made the last entry final before this life began: whoever told at its index needs that, and may have nobody else to
        // vouch for it.
        let before = |head: &&Signed<Head>| {
            let birth = self.last_birth(me);
            birth.is_some_and(|birth| !birth.told.is_empty() && head.says.index < birth.index())
        };
        // Of a later life it may have forgotten that an older one said something else, of which nobody told it. Where two count the other
        // could not go on without it.
        let first = |head: &Signed<Head>| {
            let mut births = self.lives.births.of(me).filter(|birth| birth.life() <= head.says.life);
            let two = self.world.voters.len() == 2;
            head.says.life == 0 || (two && births.all(|birth| birth.index() < head.says.index))
        };
        let sound = |head: &&Signed<Head>| self.decided.against_head(head).is_none() && first(head);
        let tip: Vec<_> = self.tip_heads.of(me).filter(older).filter(before).filter(sound).copied().collect();
        for head in open {
            let head = self.keep_head_again(head);
            self.open.heads.insert(head);
            self.spread(&Message::Head(head), None);
        }
        for head in far {
            let head = self.keep_head_again(head);
            self.far_heads.insert(head);
        }
        for head in tip {
            let head = self.keep_head_again(head);
            self.tip_heads.insert(head);
            self.spread(&Message::Head(head), None);
        }
    }

    fn keep_head_again(&mut self, head: Signed<Head>) -> Signed<Head> {
        let says = Head { life: self.life, ..head.says };
        let again = Signed::new(&self.identity, &self.table.id, head.voter, says);
        self.keep(&Record::Head(again));
        again
    }

    /// All of them: the last may lean on those before.
    fn vote_again(&mut self, me: Voter) {
        let (life, id) = (self.life, self.table.id);
        let votes = self.open.votes.of(me).map(|vote| vote.says).filter(|vote| vote.life < life);
        for says in votes.collect::<Vec<_>>() {
            let vote = Signed::new(&self.identity, &id, me, Vote { life, ..says });
            self.keep(&Record::Vote(vote));
            self.open.votes.insert(self.quorum(), vote);
            let backed = self.backed(vote);
            self.spread(&backed, None);
        }
    }
}
