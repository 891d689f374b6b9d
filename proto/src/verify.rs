//! Checking a table's log without being at the table.

pub mod chain;

use std::cmp::Ordering;

use crate::contract::{Accession, Contract};
use crate::entry::{Body, Change, Entry};
use crate::error::VerifyError;
use crate::guard::Acked;
use crate::journal::Record;
use crate::limits::MAX_ROUNDS;
use crate::lockstep::Lockstep;
use crate::rules::Rules;
use crate::statement::{Head, Signed, Vote};
use crate::world::{Past, Table, Unfit, World};

/// Signatures of a log are checked so many in a row: one by one between the moves of a game each takes longer, as
/// nothing that it needs is at hand any more.
const PROOFS_IN_A_ROW: usize = 64;

/// Whether bots are asked again what they would do when a log is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotMoves {
    /// All of them, however long they take.
    Computed,
    /// Those that take long are believed to have moved as the log says, if that leads to the state that it says.
    Believed,
}

/// Plays the entries again from the start and checks every signature, certificate, link, bot and state.
pub fn verify_log<R: Rules>(
    contract: &Contract,
    accessions: &[Accession],
    entries: &[Entry],
    genesis: &R,
) -> Result<World<R>, VerifyError> {
    verify_log_with(contract, accessions, entries, genesis, BotMoves::Computed)
}

/// The same, with bots believed if they take long.
pub fn verify_log_with<R: Rules>(
    contract: &Contract,
    accessions: &[Accession],
    entries: &[Entry],
    genesis: &R,
    bots: BotMoves,
) -> Result<World<R>, VerifyError> {
    contract.check()?;
    let (table, accessions) = signed_table(contract, accessions, entries)?;
    let keys = table.agreed_keys(&accessions)?;
    let mut world = World::new(&table, &accessions, keys, genesis.clone());
    let mut proved = Vec::new();
    for (done, entry) in entries.iter().enumerate() {
        if done % PROOFS_IN_A_ROW == 0 {
            let is_proved = |entry: &Entry| entry.is_signed(&table.id, &table.verifiers);
            proved = entries[done..].iter().take(PROOFS_IN_A_ROW).map(is_proved).collect();
        }
        let wrong = |why: String| VerifyError::Entry { index: entry.core.index, why };
        let past = Past { log: &entries[..done], more: &[] };
        if !entry.is_sealed(&world.roll()) {
            return Err(wrong("it changes who counts, and nothing shows that it was final".to_owned()));
        }
        let after = world.after_if(&table, past, genesis, entry, || proved[done % PROOFS_IN_A_ROW]);
        let after = after.map_err(|unfit| wrong(unfit.to_string()))?;
        // What the rules know already was compared just now.
        if let (Body::Auto { seat, stand_in, payload }, BotMoves::Computed) = (&entry.core.body, bots)
            && world.rules.auto_if_known(*seat, *stand_in).is_none()
            && world.rules.auto(*seat, *stand_in) != *payload
        {
            return Err(wrong(Unfit::OtherAuto.to_string()));
        }
        world = after;
    }
    Ok(world)
}

/// The table with all keys that sign in this log, and the signatures of its founders by voter, if all are there and
/// good.
fn signed_table(
    contract: &Contract,
    accessions: &[Accession],
    entries: &[Entry],
) -> Result<(Table, Vec<Accession>), VerifyError> {
    let mut table = Table::new(contract.clone());
    let founders = contract.founders();
    for voter in founders.iter() {
        let signed = accessions.iter().any(|a| a.voter == voter && a.verify(&table.id, &table.verifiers));
        if !signed {
            return Err(VerifyError::Accession(voter));
        }
    }
    let admissions = entries.iter().filter_map(|entry| match entry.core.body {
        Body::Change(Change::Admit { key, .. }) => Some(key),
        _ => None,
    });
    for (place, key) in admissions.enumerate() {
        table.admit(place, &key);
    }
    let signed = accessions.iter().filter(|accession| founders.contains(accession.voter));
    let mut accessions: Vec<Accession> = signed.cloned().collect();
    accessions.sort_by_key(|accession| accession.voter);
    Ok((table, accessions))
}

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
                    self.open.heads.insert(head);
                }
                if !lost.iter().all(|lost| lost.verify(&self.table.id, &self.table.verifiers)) {
                    return Err("somebody's loss of memory that it did not sign".to_owned());
                }
                // They are told to others, who would hold this peer for their forger.
                if !votes.iter().all(|vote| vote.verify(&self.table.id, &self.table.verifiers)) {
                    return Err("a vote that nobody signed".to_owned());
                }
                self.take_lost(&lost);
                let roll = self.world.roll();
                self.finalise(candidate, None);
                self.decided.note(index, std::iter::empty(), votes.into_iter());
                let sealed = self.log.last().is_some_and(|entry| entry.is_sealed(&roll));
                if sealed { Ok(()) } else { Err("a change of who counts that was not final".to_owned()) }
            }
            Record::Head(head) => {
                self.check_head(&head)?;
                if Some(head.voter) == self.voter() {
                    self.recall_head(&head.says);
                }
                match head.says.index.cmp(&(self.world.index + 1)) {
                    Ordering::Less => self.tip_heads.insert(head),
                    Ordering::Equal => self.open.heads.insert(head),
                    Ordering::Greater => return Err("a head ahead of the log".to_owned()),
                }
                Ok(())
            }
            Record::Vote(vote) => {
                if vote.says.round > MAX_ROUNDS || !vote.verify(&self.table.id, &self.table.verifiers) {
                    return Err("a vote that nobody signed".to_owned());
                }
                if vote.says.index == self.world.index + 1 {
                    if Some(vote.voter) == self.voter() {
                        self.remember_own_vote(&vote.says);
                    }
                    self.open.votes.insert(self.quorum(), vote);
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
                self.place = Some(place);
                Ok(())
            }
            Record::Standing(standing) => self.recall_standing(standing),
        }
    }

    /// Whoever signed a head of a round that there is not wants to make others count beyond what a number holds.
    fn check_head(&self, head: &Signed<Head>) -> Result<(), String> {
        if head.says.round > MAX_ROUNDS || !head.verify(&self.table.id, &self.table.verifiers) {
            return Err("a head that nobody signed".to_owned());
        }
        Ok(())
    }

    fn recall_entry(&mut self, entry: Entry) -> Result<(), String> {
        // What follows upon fewer signatures than all is of another table.
        if !self.is_started() {
            return Err("an entry before everybody has signed".to_owned());
        }
        let past = Past { log: &self.log, more: &[] };
        let world =
            self.world.after(&self.table, past, &self.genesis, &entry).map_err(|unfit| unfit.to_string())?;
        if let Body::Move { seat, .. } = entry.core.body {
            self.open.moved |= Some(seat) == self.voter();
        }
        let hash = world.tip;
        match self.open.candidates.iter_mut().find(|candidate| candidate.hash == hash) {
            // Decided by another proof.
            Some(known) => known.entry = entry,
            None => self.add_candidate(entry, world, None),
        }
        self.keep_candidate(&hash);
        Ok(())
    }

    /// Takes back the votes that show how this peer came to what it acknowledged.
    fn recall_votes(&mut self, votes: Vec<Signed<Vote>>) -> Result<(), String> {
        for vote in votes {
            let bounded = (1..=MAX_ROUNDS).contains(&vote.says.round);
            if !bounded || !vote.verify(&self.table.id, &self.table.verifiers) {
                return Err("a vote that nobody signed".to_owned());
            }
            let open = vote.says.index == self.world.index + 1;
            if open && self.open.votes.counts(self.quorum(), &vote) {
                self.open.votes.insert(self.quorum(), vote);
            }
        }
        Ok(())
    }

    fn recall_head(&mut self, says: &Head) {
        if says.index == self.world.index + 1 {
            self.open.acked = Some(Acked::after(self.open.acked, says.round, says.entry));
        }
    }
}
