//! Going on where a proven liar has bound an odd table's voters to different things, so that they can never agree.
//!
//! If *all* others say that nothing is final for them at the open index, the liar is removed there, and what was said
//! there is void. Whoever says so says nothing else about the index any more and takes nothing for final there, unless
//! another voter than the liar vouches for an entry, as it is final for it: then that stands, and the liar is removed
//! behind it. A voter vouches for an entry by its word, or by whatever it says about a later index of a chain that goes
//! through the entry.

use std::collections::BTreeMap;

use crate::agree::Candidate;
use crate::entry::{Body, Change, Entry, Proof};
use crate::hash::Hash;
use crate::incoming::IncomingEntries;
use crate::journal::Record;
use crate::limits::{MAX_VOTERS, PASS_ON_MILLIS, REPAIR_ROUND};
use crate::lockstep::{Lockstep, Millis};
use crate::message::Message;
use crate::quorum::{Life, Voter, Voters};
use crate::rules::Rules;
use crate::sign::PublicKey;
use crate::statement::{Signed, Stance};

/// What voters say about how the open index stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stances {
    /// Nothing is final for these.
    nothing: BTreeMap<Voter, Signed<Stance>>,
    /// Something is final for these.
    vouched: BTreeMap<Voter, (Hash, Signed<Stance>)>,
}

/// What voters said about decided indices at which somebody else says that nothing is final for it. Whoever cannot
/// answer passes the question on, and the answers.
#[derive(Debug, Default)]
pub(crate) struct DecidedStances {
    /// By index and voter, as long as somebody asks about that index.
    known: BTreeMap<(u32, Voter), Signed<Stance>>,
    /// By voter.
    asked: [Asked; MAX_VOTERS],
}

/// What a voter asks.
#[derive(Clone, Copy, Debug, Default)]
struct Asked {
    /// About the highest index: it goes on, and what it asked before is over.
    index: u32,
    /// When a question of it was passed on last.
    passed: Option<Millis>,
}

impl DecidedStances {
    /// A voter asks about an index; says whether that is of now.
    fn ask(&mut self, voter: Voter, index: u32) -> bool {
        let Some(asked) = self.asked.get_mut(usize::from(voter)).filter(|asked| index >= asked.index) else {
            return false;
        };
        asked.index = index;
        self.known.retain(|(about, _), _| self.asked.iter().any(|asked| asked.index == *about));
        true
    }

    /// Whether a voter's question is passed on now. Whatever is said again goes round once in a while, and no more.
    fn passes_on(&mut self, now: Millis, voter: Voter) -> bool {
        let asked = &mut self.asked[usize::from(voter)];
        let due = asked.passed.is_none_or(|last| now >= last.saturating_add(PASS_ON_MILLIS));
        if due {
            asked.passed = Some(now);
        }
        due
    }

    /// Keeps an answer that somebody asks for.
    fn note(&mut self, answer: Signed<Stance>) {
        let index = answer.says.index;
        if self.asked.iter().any(|asked| asked.index == index) {
            self.known.insert((index, answer.voter), answer);
        }
    }

    /// What is known about an index, but from the liar.
    fn about(&self, index: u32, liar: Voter) -> Vec<Signed<Stance>> {
        let known = self.known.range((index, 0)..=(index, Voter::MAX)).map(|(_, answer)| *answer);
        known.filter(|answer| answer.voter != liar).collect()
    }
}

impl Stances {
    /// That nothing is final for a voter.
    pub(crate) fn of(&self, voter: Voter) -> Option<Signed<Stance>> {
        self.nothing.get(&voter).copied()
    }
}

impl<R: Rules> Lockstep<R> {
    /// This peer's own word that nothing is final for it here.
    fn own_stance(&self) -> Option<Signed<Stance>> {
        self.voter().and_then(|voter| self.stances.of(voter))
    }

    /// Whether this peer says nothing here, as it has said that nothing is final for it. If something else than the
    /// repair is final for another one there will be no repair, and it goes on as usual.
    pub(crate) fn is_void(&self) -> bool {
        let Some(own) = self.own_stance() else { return false };
        let repair = self.change_core(Change::Remove { voter: own.says.liar }).map(|(_, world)| world.tip);
        let vouched = |(voter, (entry, _)): (&Voter, &(Hash, _))| {
            self.may_vouch(*voter, &own) && Some(*entry) != repair
        };
        !self.stances.vouched.iter().any(vouched)
    }

    /// Whether this peer may take an entry for final here that others have acknowledged: if it has said that nothing is
    /// final for it, only what another one vouches for.
    pub(crate) fn may_be_final(&self, entry: &Hash) -> bool {
        self.own_stance().is_none_or(|own| {
            let mut vouched = self.stances.vouched.iter();
            vouched.any(|(voter, (named, _))| named == entry && self.may_vouch(*voter, &own))
        })
    }

    /// The same for the first of these entries. Whoever counted here and speaks about a later one of them has it final.
    pub(crate) fn may_begin(&self, incoming: &IncomingEntries<R>) -> bool {
        let Some(own) = self.own_stance() else { return true };
        let Some((first, later)) = incoming.entries.split_first() else { return false };
        if matches!(first.proof, Proof::Repaired(_)) || self.may_be_final(&incoming.hashes[0]) {
            return true;
        }
        let roll = self.world.roll();
        let vouches = |(voter, life): (Voter, Life)| {
            roll.voters.contains(voter) && roll.speaks(voter, life) && self.may_vouch(voter, &own)
        };
        let far = self.far_heads.iter().filter(|head| {
            let place = (head.says.index as usize).checked_sub(self.world.index as usize + 1);
            place.filter(|place| *place > 0).and_then(|place| incoming.hashes.get(place))
                == Some(&head.says.entry)
        });
        later.iter().flat_map(signers).chain(far.map(|head| (head.voter, head.says.life))).any(vouches)
    }

    /// Nobody who is proved to lie, nor whom this peer wants removed.
    fn may_vouch(&self, voter: Voter, own: &Signed<Stance>) -> bool {
        voter != own.voter && voter != own.says.liar && !self.proofs.liars().contains(voter)
    }

    /// Everybody agrees by itself to the removal of who is proved to have cheated.
    pub(crate) fn agree_to_removals(&mut self) {
        let cheats = self.proofs.cheats().and(self.world.voters());
        let removals = cheats.iter().filter(|voter| self.can_draw_without(*voter));
        let removals: Vec<Change> = removals.map(|voter| Change::Remove { voter }).collect();
        self.wishes.agree_to(removals);
    }

    /// Says that nothing is final here, if somebody who counts is proved to have cheated and all others are there and
    /// vote, which leads nowhere; or if one of them says so.
    pub(crate) fn seek_repair(&mut self) {
        let liars = self.proofs.cheats().and(self.world.voters());
        if liars.is_empty() {
            return;
        }
        let asked = self.stances.nothing.values();
        let asked =
            asked.into_iter().any(|other| liars.contains(other.says.liar) && !liars.contains(other.voter));
        let votes_on =
            |voter| self.open.votes.latest(voter).is_some_and(|vote| vote.says.round >= REPAIR_ROUND);
        let mut others = self.world.voters().iter().filter(|voter| !liars.contains(*voter));
        if asked || others.all(votes_on) {
            self.say_nothing_is_final();
        }
    }

    fn say_nothing_is_final(&mut self) {
        let Ok(voter) = self.may_sign() else { return };
        let voters = self.world.voters();
        let liar = self.proofs.cheats().and(voters).iter().next().filter(|liar| *liar != voter);
        let (Some(liar), false) = (liar, self.stances.nothing.contains_key(&voter)) else { return };
        // Where they are even, one liar's word never binds so many that the others cannot decide.
        if voters.len().is_multiple_of(2) || self.change_core(Change::Remove { voter: liar }).is_none() {
            return;
        }
        let says = Stance { index: self.world.index + 1, liar, entry: None, life: self.life() };
        let stance = Signed::new(&self.identity, &self.table.id, voter, says);
        self.keep(&Record::Stance(stance));
        self.stances.nothing.insert(voter, stance);
        self.spread(&Message::Stance(stance), None);
    }

    /// With every status, this peer's and those of others: whoever has not heard them must, and a link may have been lost
    /// when they were passed on.
    pub(crate) fn say_stances_again(&mut self) {
        let vouched = self.stances.vouched.values().map(|(_, stance)| stance);
        for stance in self.stances.nothing.values().chain(vouched).copied().collect::<Vec<_>>() {
            self.spread(&Message::Stance(stance), None);
        }
    }

    pub(crate) fn on_stance(&mut self, now: Millis, from: PublicKey, stance: Signed<Stance>) {
        let Stance { index, liar, entry, .. } = stance.says;
        let open = self.world.index + 1;
        let vouched = self.stances.vouched.get(&stance.voter);
        let known = self.stances.nothing.get(&stance.voter) == Some(&stance)
            || vouched.is_some_and(|(_, known)| *known == stance);
        if known || index > open || !self.is_started() || !self.table.has_key(stance.voter) {
            return;
        }
        if stance.voter == liar || !stance.verify(&self.table.id, &self.table.verifiers) {
            return self.offend_for(from, stance.voter);
        }
        if !self.roll_at(index).speaks(stance.voter, stance.says.life) {
            return;
        }
        if Some(stance.voter) == self.voter() && index == open {
            let beyond = self.stances.of(stance.voter).is_none();
            self.hear_own_word(now, stance.voter, stance.says.life, beyond);
        }
        match entry {
            None if index < open => self.answer(now, from, stance),
            Some(entry) if index < open => {
                let counted = self.roll_at(index).voters.contains(stance.voter);
                if counted && self.hash_at(index) == Some(entry) {
                    self.answers.note(stance);
                }
            }
            // One word of each is enough.
            None if self.world.voters().contains(stance.voter) && self.stances.of(stance.voter).is_none() => {
                self.heard(now, stance.voter);
                self.stances.nothing.insert(stance.voter, stance);
                self.relay(&Message::Stance(stance), stance.voter, Some(from));
            }
            // It goes round once, and is said again with every status.
            Some(entry)
                if self.world.voters().contains(stance.voter)
                    && !self.stances.vouched.contains_key(&stance.voter) =>
            {
                // Whether it is a liar's word is looked at when it matters.
                self.heard(now, stance.voter);
                self.stances.vouched.insert(stance.voter, (entry, stance));
                self.relay(&Message::Stance(stance), stance.voter, Some(from));
            }
            _ => {}
        }
    }

    /// Somebody holds an index for open that is decided here. It is told so by who counted there; others pass on what such
    /// a one has answered, or else the question.
    fn answer(&mut self, now: Millis, from: PublicKey, asked: Signed<Stance>) {
        let Stance { index, liar, .. } = asked.says;
        if self.say_what_is_final(from, index, liar) {
            return;
        }
        // Whoever asked about a later index since is not stuck at this one.
        if !self.answers.ask(asked.voter, index) {
            return;
        }
        let answers = self.answers.about(index, liar);
        for answer in &answers {
            self.send(from, &Message::Stance(*answer));
        }
        if answers.is_empty() && self.answers.passes_on(now, asked.voter) {
            self.relay(&Message::Stance(asked), asked.voter, Some(from));
        }
    }

    /// Says whether it could.
    fn say_what_is_final(&mut self, from: PublicKey, index: u32, liar: Voter) -> bool {
        let roll = self.roll_at(index);
        let counts = |voter: &Voter| roll.voters.contains(*voter) && roll.speaks(*voter, self.life());
        let counted = self.voter().filter(counts);
        // Whoever says that this peer is the liar gets no answer from it.
        let counted = counted.filter(|voter| *voter != liar);
        let (Some(voter), Some(entry), false) = (counted, self.hash_at(index), self.is_silent()) else {
            return false;
        };
        let says = Stance { index, liar, entry: Some(entry), life: self.life() };
        let stance = Signed::new(&self.identity, &self.table.id, voter, says);
        self.send(from, &Message::Stance(stance));
        true
    }

    /// Removes the liar here, once all others have said that nothing is final for them. Says whether it did.
    pub(crate) fn finalise_repair(&mut self) -> bool {
        // The liar may name somebody else.
        let about = |liar: &Voter| -> Vec<Signed<Stance>> {
            let all = self.stances.nothing.values().copied();
            all.filter(|stance| stance.says.liar == *liar && stance.voter != *liar).collect()
        };
        let liars = self.proofs.cheats().and(self.world.voters());
        let said = liars.iter().map(|liar| (liar, about(&liar)));
        let all = said.into_iter().find(|(liar, said)| is_repaired(*liar, self.world.voters(), said));
        let Some((liar, stances)) = all else { return false };
        let Some((core, world)) = self.change_core(Change::Remove { voter: liar }) else { return false };
        let hash = world.tip;
        self.finalise(
            Candidate { entry: Entry { core, proof: Proof::Repaired(stances) }, hash, world, kept: false },
            None,
        );
        true
    }

    /// Takes back from the journal that this peer said so.
    pub(crate) fn recall_stance(&mut self, stance: Signed<Stance>) -> Result<(), String> {
        if !stance.verify(&self.table.id, &self.table.verifiers) {
            return Err("a statement that nobody signed".to_owned());
        }
        if stance.says.index == self.world.index + 1 {
            self.stances.nothing.insert(stance.voter, stance);
        }
        Ok(())
    }
}

/// Who says by an entry's proof that all before it is final, and in which life.
fn signers(entry: &Entry) -> Vec<(Voter, Life)> {
    match (&entry.core.body, &entry.proof) {
        (Body::Move { seat, .. }, Proof::Signed(life, _) | Proof::Late(life, _)) => vec![(*seat, *life)],
        (_, Proof::Certified(certificate)) => {
            let votes = certificate.votes.iter().map(|cast| (cast.voter, cast.life));
            votes.chain(certificate.seal.iter().map(|head| (head.voter, head.says.life))).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether all voters but the liar say that nothing is final for them.
pub(crate) fn is_repaired(liar: Voter, voters: Voters, stances: &[Signed<Stance>]) -> bool {
    let rising = stances.is_sorted_by(|a, b| a.voter < b.voter);
    let agreed = stances.iter().all(|other| other.says.liar == liar && other.says.entry.is_none());
    let said: Voters = stances.iter().map(|stance| stance.voter).collect();
    // Where two count, the one could remove the other; and an even table needs no repair.
    let odd = voters.len() > 2 && !voters.len().is_multiple_of(2);
    odd && rising && agreed && voters.contains(liar) && said == voters.without(liar)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sign::Identity;

    fn word(voter: Voter, liar: Voter, entry: Option<Hash>) -> Signed<Stance> {
        let says = Stance { index: 2, liar, entry, life: 0 };
        Signed::new(&Identity::from_secret(&[voter; 32]), &Hash::default(), voter, says)
    }

    fn answer(index: u32, voter: Voter) -> Signed<Stance> {
        let says = Stance { index, liar: 0, entry: Some(Hash::default()), life: 0 };
        Signed::new(&Identity::from_secret(&[voter; 32]), &Hash::default(), voter, says)
    }

    #[test]
    fn a_question_about_an_index_before_the_last_one_that_its_voter_asked_about_is_over() {
        let mut answers = DecidedStances::default();
        assert!(answers.ask(1, 5) && answers.ask(1, 5) && answers.ask(2, 3) && answers.ask(1, 6));
        assert!(!answers.ask(1, 5) && answers.ask(2, 4), "each voter's for itself");
        assert!(!answers.ask(u8::try_from(MAX_VOTERS).expect("few"), 9));
    }

    #[test]
    fn a_question_of_a_voter_is_passed_on_again_after_a_while() {
        let mut answers = DecidedStances::default();
        assert!(answers.passes_on(7, 1) && answers.passes_on(7, 2));
        assert!(!answers.passes_on(7 + PASS_ON_MILLIS - 1, 1));
        assert!(answers.passes_on(7 + PASS_ON_MILLIS, 1) && !answers.passes_on(8 + PASS_ON_MILLIS, 1));
    }

    #[test]
    fn answers_are_kept_as_long_as_somebody_asks_about_their_index() {
        let mut answers = DecidedStances::default();
        answers.ask(1, 5);
        answers.ask(2, 6);
        for index in [4, 5, 6] {
            for voter in [0, 3, 4] {
                answers.note(answer(index, voter));
            }
        }
        let known = |answers: &DecidedStances, index| {
            answers.about(index, 0).iter().map(|answer| (answer.says.index, answer.voter)).collect::<Vec<_>>()
        };
        assert_eq!(known(&answers, 4), [], "nobody asks about it");
        assert_eq!(known(&answers, 5), [(5, 3), (5, 4)], "but what the liar says");
        answers.ask(1, 7);
        assert_eq!((known(&answers, 5), known(&answers, 6)), (vec![], vec![(6, 3), (6, 4)]));
    }

    #[test]
    fn a_repair_is_the_word_of_all_others_in_their_order_at_an_odd_table_of_three_or_more() {
        let repaired = |count: Voter| {
            let said: Vec<_> = (1..count).map(|voter| word(voter, 0, None)).collect();
            is_repaired(0, (0..count).collect(), &said)
        };
        assert_eq!((1..=7).map(repaired).collect::<Vec<_>>(), [false, false, true, false, true, false, true]);
        let three = |said: &[Signed<Stance>]| is_repaired(0, (0..3).collect(), said);
        assert!(!three(&[word(2, 0, None), word(1, 0, None)]));
        assert!(!three(&[word(1, 0, None)]));
        assert!(!three(&[word(0, 0, None), word(1, 0, None), word(2, 0, None)]));
        assert!(!three(&[word(1, 0, None), word(2, 1, None)]));
        assert!(!three(&[word(1, 0, None), word(2, 0, Some(Hash::default()))]));
        assert!(!is_repaired(3, (0..3).collect(), &[0, 1, 2].map(|voter| word(voter, 3, None))));
    }
}
