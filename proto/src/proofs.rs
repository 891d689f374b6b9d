//! Proofs that voters said two things, and who is known by them.

use std::collections::BTreeMap;

use crate::event::ProtocolEvent;
use crate::journal::Record;
use crate::limits::MAX_EVIDENCE_PER_SEAT;
use crate::lockstep::Lockstep;
use crate::message::Message;
use crate::quorum::{Voter, Voters};
use crate::rules::Rules;
use crate::sign::PublicKey;
use crate::statement::Evidence;

/// All that is proved against anybody. Each proof was checked.
#[derive(Debug, Default)]
pub(crate) struct Proofs {
    by_voter: BTreeMap<Voter, Vec<Evidence>>,
    cheats: Voters,
    liars: Voters,
}

impl Proofs {
    /// Those who are proved to have cheated, since they last came back by a vote: everybody wants them removed.
    pub(crate) const fn cheats(&self) -> Voters {
        self.cheats
    }

    /// Those who ever were: their word releases nobody.
    pub(crate) const fn liars(&self) -> Voters {
        self.liars
    }

    /// Each with whom it is about.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Voter, &Evidence)> {
        self.by_voter.iter().flat_map(|(voter, proofs)| proofs.iter().map(|proof| (*voter, proof)))
    }

    /// The first against a voter, which already says it all.
    pub(crate) fn first(&self, voter: Voter) -> Option<&Evidence> {
        self.by_voter.get(&voter)?.first()
    }

    fn contains(&self, evidence: &Evidence) -> bool {
        self.iter().any(|(_, known)| known == evidence)
    }

    /// A proof against a voter; says whether it is kept. Who was forgiven and lies again is shown again.
    fn note(&mut self, voter: Voter, evidence: &Evidence) -> bool {
        let first = !self.cheats.contains(voter);
        self.liars = self.liars.with(voter);
        self.cheats = self.cheats.with(voter);
        let known = self.by_voter.entry(voter).or_default();
        let new = first || known.len() < MAX_EVIDENCE_PER_SEAT;
        if new {
            known.push(evidence.clone());
        }
        new
    }

    /// The others voted for the return of a voter: if it was proved to have cheated, they knew that.
    pub(crate) fn forgive(&mut self, voter: Voter) {
        self.cheats = self.cheats.without(voter);
    }
}

impl<R: Rules> Lockstep<R> {
    /// Keeps the proof that a voter said two things, if it is one and new, and tells it on; says whether it proves anything.
    pub(crate) fn note_evidence(&mut self, evidence: Evidence, except: Option<PublicKey>) -> bool {
        if self.proofs.contains(&evidence) {
            return true;
        }
        let Some(voter) = evidence.verify(&self.table) else { return false };
        let liar = !self.proofs.liars.contains(voter);
        let new = self.proofs.note(voter, &evidence);
        self.agree_to_removals();
        if new {
            self.keep(&Record::Evidence(evidence.clone()));
            self.spread(&Message::Evidence(evidence.clone()), except);
            self.tell(ProtocolEvent::Contradicted { voter, evidence: Box::new(evidence) });
        }
        if liar && self.is_started() {
            // What was no excuse for a vote may be one now.
            self.take_certified_votes();
        }
        true
    }

    /// The same where a proof is at hand.
    pub(crate) fn accuse(&mut self, evidence: Evidence, except: Option<PublicKey>) {
        let _ = self.note_evidence(evidence, except);
    }

    /// The same for what a neighbour brought: if nobody signed two things there, the neighbour made it up.
    pub(crate) fn accuse_or_offend(&mut self, evidence: Evidence, from: PublicKey) {
        if evidence.verify(&self.table).is_none() {
            return self.offend_for(from, evidence.voter());
        }
        self.accuse(evidence, None);
    }

    pub(crate) fn on_evidence(&mut self, from: PublicKey, evidence: Evidence) {
        // Whoever is behind does not know yet who was admitted.
        if !self.table.has_key(evidence.voter()) {
            return;
        }
        let voter = evidence.voter();
        if !self.note_evidence(evidence, Some(from)) {
            self.offend_for(from, voter);
        }
    }
}
