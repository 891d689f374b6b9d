//! Taking up what this peer's own journal holds, record by record, as it was when each was written.
//!
//! Everything is checked as if it came from others: a disk can lie, too. What a journal holds for whoever is not at the
//! table is in [`kept`](crate::kept).

use crate::entry::{Body, Entry};
use crate::hash::Hash;
use crate::journal::Record;
use crate::limits::MAX_ROUNDS;
use crate::lockstep::Lockstep;
use crate::rules::Rules;
use crate::statement::{Head, Lost, Signed, Vote};
use crate::world::Chain;

impl<R: Rules> Lockstep<R> {
    /// Takes a record of this peer's own journal back; the reason if it cannot be one.
    pub(crate) fn recall(&mut self, record: Record) -> Result<(), String> {
        match record {
            Record::Contract(_) => Err("a second contract".to_owned()),
            Record::Accession(accession) => {
                if !accession.verify(&self.table.id, &self.table.verifiers) {
                    return Err(format!("voter {} did not sign the contract so", accession.voter));
                }
                // Taking it again would begin the table anew.
                if self.accessions[usize::from(accession.voter)].is_some() {
                    return Err(format!("voter {} signed the contract before", accession.voter));
                }
                self.add_accession(accession, None);
                Ok(())
            }
            Record::Entry(entry) => self.recall_entry(entry),
            Record::Final { index, entry, heads, votes, lost } => {
                self.recall_final(index, entry, heads, votes, &lost)
            }
            Record::Head(head) => {
                self.check_head(&head)?;
                if head.says.index > self.world.index + 1 {
                    return Err("a head ahead of the log".to_owned());
                }
                self.recall_head(head);
                Ok(())
            }
            Record::Vote(vote) => {
                if vote.says.round > MAX_ROUNDS || !vote.verify(&self.table.id, &self.table.verifiers) {
                    return Err("a vote that nobody signed".to_owned());
                }
                if self.is_new_vote(&vote) {
                    self.recall_vote(vote);
                }
                Ok(())
            }
            Record::Votes(votes) => self.recall_votes(votes),
            Record::Owner(_) => Ok(()),
            Record::Leave(wish) => {
                if !wish.verify(&self.table.id, &self.table.verifiers) {
                    return Err("a wish to leave that nobody signed".to_owned());
                }
                self.note_leave(wish, None);
                Ok(())
            }
            Record::Reveal(reveal) => self.recall_reveal(&reveal),
            Record::Evidence(evidence) => {
                self.accuse(evidence, None);
                Ok(())
            }
            Record::Joined(life) => {
                self.begin_life(0, life);
                Ok(())
            }
            Record::Place(place) => {
                self.own.set_place(place);
                Ok(())
            }
            Record::Stance(stance) => self.recall_stance(stance),
            Record::Reading(reading) => self.recall_reading(&reading),
        }
    }

    /// Whoever signed a head of a round that there is not wants to make others count beyond what a number holds.
    fn check_head(&self, head: &Signed<Head>) -> Result<(), String> {
        if head.says.round > MAX_ROUNDS || !head.verify(&self.table.id, &self.table.verifiers) {
            return Err("a head that nobody signed".to_owned());
        }
        Ok(())
    }

    fn recall_final(
        &mut self,
        index: u32,
        entry: Hash,
        heads: Vec<Signed<Head>>,
        votes: Vec<Signed<Vote>>,
        lost: &[Signed<Lost>],
    ) -> Result<(), String> {
        if index != self.world.index + 1 {
            return Err("an entry is missing".to_owned());
        }
        let place = self.open.candidates.iter().position(|candidate| candidate.hash == entry);
        let candidate = self.open.candidates.swap_remove(place.ok_or("a final entry is missing")?);
        for head in heads {
            if head.says.index != index {
                return Err("a head of another entry".to_owned());
            }
            self.check_head(&head)?;
            self.recall_head(head);
        }
        if !lost.iter().all(|lost| lost.verify(&self.table.id, &self.table.verifiers)) {
            return Err("somebody's loss of memory that it did not sign".to_owned());
        }
        // They are told to others, who would hold this peer for their forger.
        if !votes.iter().all(|vote| vote.verify(&self.table.id, &self.table.verifiers)) {
            return Err("a vote that nobody signed".to_owned());
        }
        self.take_lost(lost);
        let roll = self.world.roll();
        self.finalise(candidate, None);
        self.decided.note(index, std::iter::empty(), votes.into_iter());
        let sealed = self.log.last().is_some_and(|entry| entry.is_sealed(&roll));
        if sealed { Ok(()) } else { Err("a change of who counts that was not final".to_owned()) }
    }

    fn recall_entry(&mut self, entry: Entry) -> Result<(), String> {
        // What follows upon fewer signatures than all is of another table.
        if !self.is_started() {
            return Err("an entry before everybody has signed".to_owned());
        }
        let past = Chain { log: &self.log, more: &[] };
        let world =
            self.world.after(&self.table, past, &self.genesis, &entry).map_err(|unfit| unfit.to_string())?;
        if let Body::Move { seat, .. } = entry.core.body {
            self.open.moved |= Some(seat) == self.voter();
        }
        let hash = world.tip;
        if let Some(known) = self.open.candidates.iter_mut().find(|candidate| candidate.hash == hash) {
            // Decided by another proof.
            known.entry = entry;
        } else {
            self.accuse_of_two_moves(&entry);
            // Whatever is in a journal was acknowledged, or named by enough: the reason stands behind it. Of moves behind
            // which there is none the journal of somebody else may hold any number.
            self.open.forget_idle_move();
            self.take_candidate(entry, world, None);
        }
        self.keep_candidate(&hash);
        Ok(())
    }

    /// Takes back the votes that show how this peer came to what it acknowledged.
    fn recall_votes(&mut self, votes: Vec<Signed<Vote>>) -> Result<(), String> {
        let sound = |vote: &Signed<Vote>| {
            (1..=MAX_ROUNDS).contains(&vote.says.round) && vote.verify(&self.table.id, &self.table.verifiers)
        };
        if !votes.iter().all(sound) {
            return Err("a vote that nobody signed".to_owned());
        }
        let mut waiting: Vec<Signed<Vote>> =
            votes.into_iter().filter(|vote| self.is_new_vote(vote)).collect();
        // One may lean on another of its own round, which stands behind it.
        while let Some(place) = waiting.iter().position(|vote| self.open.votes.counts(self.quorum(), vote)) {
            self.open.votes.insert(self.quorum(), waiting.remove(place));
        }
        Ok(())
    }

    /// A vote that this peer, or whoever wrote the journal, cast. This peer keeps to its own, whether or not it can still
    /// show that it counts.
    fn recall_vote(&mut self, vote: Signed<Vote>) {
        if Some(vote.voter) == self.voter() {
            self.remember_own_vote(&vote.says);
            self.open.votes.insert(self.quorum(), vote);
        } else {
            self.take_vote(vote);
        }
    }
}
