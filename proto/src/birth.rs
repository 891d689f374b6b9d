//! Lives that are proved: nobody begins one by saying so.
//!
//! Contradictions of two lives are a lost memory and no lie, so a life must not be had for nothing. Whoever begins one signs whose
//! answers it begins with, and shows them: that is its *birth*. Without it nothing counts that is said in this life.
//!
//! - Those who told take nothing older any more, and the birth shows that so many did that an honest voter has said nothing older
//!   two indices on. If *all* others told, they have reported all there was. Else the life counts from two indices on.
//! - Whoever told keeps what it told: who contradicts that in its new life knew better, and cheated.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use crate::codec;
use crate::entry::{Body, Entry};
use crate::guard::{acks_conflict, breaks_promise, votes_conflict};
use crate::hash::Hash;
use crate::journal::Record;
use crate::limits::{
    MAX_BIRTHS, MAX_BIRTHS_AT_ONCE, MAX_EARLY_BIRTHS, MAX_ENTRIES, MAX_LIVES, MAX_VOTERS, STATUS_MILLIS,
};
use crate::lockstep::{Lockstep, Millis};
use crate::message::{Message, Status};
use crate::quorum::{Quorum, Voter, Voters};
use crate::rules::Rules;
use crate::sign::PublicKey;
use crate::statement::{Evidence, Head, Life, Signed, Statement, TwoLives, Vote};
use crate::told::{Ask, Statements, Told};
use crate::world::Table;

const BIRTHS_DOMAIN: &str = "whistlestop/births/2";

/// A voter begins a life, with what these have told it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begin {
    /// Which life, of which start.
    pub ask: Ask,
    /// The index that was open for it. None of these was further.
    pub index: u32,
    /// Who told, by number, and the hash of what.
    pub told: Vec<(Voter, Hash)>,
}

impl Statement for Begin {
    const DOMAIN: &'static str = "whistlestop/begin/2";
}

impl Begin {
    /// Whether it is what an honest voter could sign, whoever counts.
    pub(crate) fn is_sound(&self) -> bool {
        let bounded = (1..=MAX_LIVES).contains(&self.ask.life) && self.index <= MAX_ENTRIES + 1;
        bounded && self.told.len() < MAX_VOTERS && self.told.is_sorted_by(|a, b| a.0 < b.0)
    }
}

/// A life that has begun, and what shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Birth {
    /// Signed by who begins.
    pub begin: Signed<Begin>,
    /// What those said who told it, by number.
    pub told: Vec<Signed<Told>>,
}

impl Birth {
    /// Whose.
    pub const fn voter(&self) -> Voter {
        self.begin.voter
    }

    /// Which life.
    pub const fn life(&self) -> Life {
        self.begin.says.ask.life
    }

    /// The index that was open.
    pub const fn index(&self) -> u32 {
        self.begin.says.index
    }

    /// Who told.
    pub fn tellers(&self) -> Voters {
        self.begin.says.told.iter().map(|(voter, _)| *voter).collect()
    }

    /// Whether everybody whom it names has signed that it told so.
    pub fn is_signed(&self, table: &Table) -> bool {
        let (says, about) = (&self.begin.says, self.voter());
        let fits = |(told, (voter, statements)): (&Signed<Told>, &(Voter, Hash))| {
            let named = (about, says.ask, *statements);
            let there = told.says.index <= says.index
                && (told.says.about, told.says.ask, told.says.statements) == named;
            told.voter == *voter && *voter != about && there
        };
        let named = says.is_sound()
            && self.told.len() == says.told.len()
            && self.told.iter().zip(&says.told).all(fits);
        let (id, keys) = (&table.id, &table.verifiers);
        named && self.begin.verify(id, keys) && self.told.iter().all(|told| told.verify(id, keys))
    }

    /// Whether it is only the word of who begins, without those who told.
    fn is_bare(&self, table: &Table) -> bool {
        let says = &self.begin.says;
        let bare = self.told.is_empty() && !says.told.is_empty() && says.is_sound();
        bare && self.begin.verify(&table.id, &table.verifiers)
    }

    /// Whether so many have told it, of those who counted there.
    pub fn is_enough(&self, voters: Voters) -> bool {
        let (tellers, others) = (self.tellers(), voters.without(self.voter()));
        tellers.and(others) == tellers && tellers.len() >= Quorum::of(voters).size().min(others.len())
    }

    /// Whether everybody else who counted there has told it.
    pub fn is_told_by_all(&self, voters: Voters) -> bool {
        self.tellers() == voters.without(self.voter())
    }

    /// Whether it lets its life say something at an index, if these counted where it began.
    fn allows(&self, voters: Voters, index: u32, head: bool) -> bool {
        let begun = self.index();
        let there = index >= begun.saturating_add(2)
            || (index >= begun && self.is_told_by_all(voters))
            // Acknowledging what was final already.
            || (index < begun && head);
        self.is_enough(voters) && there
    }
}

/// The births that are known.
#[derive(Debug, Default)]
pub(crate) struct Births {
    /// Those that are good. Of those with the same tellers two: an honest voter signs one.
    kept: BTreeMap<(Voter, Life, Voters, u32), Birth>,
    /// Those of indices that are not open here yet, the newest of each voter: nobody here can say who counts there, so they may be made
    /// up. They come again with every status.
    early: BTreeMap<Voter, VecDeque<Birth>>,
}

impl Births {
    /// All births of a voter, the earliest lives first, and behind them those that are early.
    pub(crate) fn of(&self, voter: Voter) -> impl DoubleEndedIterator<Item = &Birth> + Clone {
        self.kept_of(voter).chain(self.early.get(&voter).into_iter().flatten())
    }

    fn kept_of(&self, voter: Voter) -> impl DoubleEndedIterator<Item = &Birth> + Clone {
        let first = (voter, 0, Voters::NONE, 0);
        self.kept.range(first..=(voter, Life::MAX, Voters::ALL, u32::MAX)).map(|(_, birth)| birth)
    }

    /// Whether it says more than is known.
    fn is_news(&self, birth: &Birth) -> bool {
        let kept = self.kept_of(birth.voter());
        let alike = |known: &&Birth| (known.life(), known.tellers()) == (birth.life(), birth.tellers());
        let known = kept.clone().filter(alike).any(|known| known.index() == birth.index());
        // Who has so many is not heard in others: what older ones have made final must stay provable.
        !known && kept.clone().filter(alike).count() < 2 && kept.count() < MAX_BIRTHS
    }

    fn insert(&mut self, birth: Birth) {
        let key = (birth.voter(), birth.life(), birth.tellers(), birth.index());
        self.kept.insert(key, birth);
    }

    fn insert_early(&mut self, birth: Birth) {
        let early = self.early.entry(birth.voter()).or_default();
        if !early.contains(&birth) {
            early.push_back(birth);
        }
        if early.len() > MAX_EARLY_BIRTHS {
            early.pop_front();
        }
    }

    /// Takes out those that are early no more.
    fn take_early(&mut self, open: u32) -> Vec<Birth> {
        let mut due = Vec::new();
        for early in self.early.values_mut() {
            let (now, later) = std::mem::take(early).into_iter().partition(|birth| birth.index() <= open);
            *early = later;
            due.extend::<VecDeque<Birth>>(now);
        }
        due
    }
}

impl<R: Rules> Lockstep<R> {
    /// Those who counted at an index, as far as that is final.
    fn counted_at(&self, index: u32) -> Option<Voters> {
        (index <= self.world.index + 1).then(|| self.voters_at(index))
    }

    /// Births of a voter that are good.
    fn births_of(&self, voter: Voter) -> impl DoubleEndedIterator<Item = &Birth> {
        self.once_good_births_of(voter).filter(|birth| self.ends_at(birth).is_none())
    }

    /// The same, with those that are over: what was said in them may be what shows that an entry is final.
    fn once_good_births_of(&self, voter: Voter) -> impl DoubleEndedIterator<Item = &Birth> {
        let good = |birth: &&Birth| self.counted_at(birth.index()).is_some_and(|v| birth.is_enough(v));
        self.lives.births.of(voter).filter(good)
    }

    /// Who counts alone begins lives as it likes, and nobody was asked: such a life is good until others count again. Then its voter
    /// asks them.
    fn ends_at(&self, birth: &Birth) -> Option<u32> {
        let mut changes = self.quorums.iter().map(|(from, _)| *from);
        changes.find(|from| birth.told.is_empty() && *from > birth.index())
    }

    /// Whether a voter has begun this life or a later one, as far as is known.
    pub(crate) fn has_begun(&self, voter: Voter, life: Life) -> bool {
        self.births_of(voter).next_back().is_some_and(|birth| birth.life() >= life)
    }

    /// The good birth of the latest life that a voter has begun.
    pub(crate) fn last_birth(&self, voter: Voter) -> Option<&Birth> {
        self.births_of(voter).next_back()
    }

    /// Whether what a voter says in a life about an index counts; `head` if it acknowledges something.
    pub(crate) fn is_born(&self, voter: Voter, life: Life, index: u32, head: bool) -> bool {
        self.is_born_among(voter, life, (index, head), |index| self.counted_at(index))
    }

    /// The same, where others say who counted.
    pub(crate) fn is_born_among(
        &self,
        voter: Voter,
        life: Life,
        (index, head): (u32, bool),
        counted: impl Fn(u32) -> Option<Voters>,
    ) -> bool {
        let births = self.lives.births.of(voter).filter(|birth| birth.life() == life);
        let mut births = births.filter(|birth| self.ends_at(birth).is_none_or(|end| index < end));
        // Who acknowledges what was final before is heard by those who are not there yet, and know only who counts at that index.
        let judged_at = |birth: &Birth| if head { birth.index().min(index) } else { birth.index() };
        life == 0
            || births.any(|birth| counted(judged_at(birth)).is_some_and(|v| birth.allows(v, index, head)))
    }

    /// From which index on a later life of a voter is known to have begun. One that nobody was asked for outlives nothing: who
    /// counted alone may have begun it from an old disk, and what it decided before stands.
    pub(crate) fn outlived_from(&self, voter: Voter, life: Life) -> Option<u32> {
        let later = self.births_of(voter).filter(|birth| birth.life() > life && !birth.told.is_empty());
        later.map(Birth::index).min()
    }

    /// For each voter which births are known, in a number.
    pub(crate) fn known_births(&self, voter: Voter) -> u32 {
        let known: Vec<&Signed<Begin>> = self.once_good_births_of(voter).map(|birth| &birth.begin).collect();
        if known.is_empty() {
            return 0;
        }
        let Hash(hash) = Hash::of(BIRTHS_DOMAIN, &[&codec::encode(&known)]);
        u32::from_le_bytes([hash[0], hash[1], hash[2], hash[3]]).max(1)
    }

    /// Brings a neighbour births that it does not know, a few at a time.
    pub(crate) fn send_births(&mut self, now: Millis, to: PublicKey, theirs: &Status) {
        let mut missing = Vec::new();
        for voter in (0..).take(MAX_VOTERS) {
            let known = theirs.lives.get(usize::from(voter)).copied().unwrap_or(0);
            if known == self.known_births(voter) {
                continue;
            }
            // By turns, so that all of them come at last.
            let births: Vec<&Birth> = self.once_good_births_of(voter).collect();
            let turn = usize::try_from(now / STATUS_MILLIS).unwrap_or(0) % births.len().max(1);
            let next = births.iter().cycle().skip(turn).take(births.len().min(MAX_BIRTHS_AT_ONCE));
            missing.extend(next.map(|birth| Message::Birth(Box::new((*birth).clone()))));
        }
        for message in &missing {
            self.send(to, message);
        }
    }

    pub(crate) fn on_birth(&mut self, from: PublicKey, birth: Birth) {
        let voter = birth.voter();
        let known = |voter: &Voter| self.table.has_key(*voter);
        if !self.is_started() || !known(&voter) || !self.lives.births.is_news(&birth) {
            return;
        }
        if !birth.begin.says.told.iter().all(|(voter, _)| known(voter)) {
            return self.note_strange_birth(birth);
        }
        if !birth.is_signed(&self.table) {
            let signers = birth.tellers().with(voter);
            return self.offend_for(from, signers.iter().max().unwrap_or(voter));
        }
        let life = birth.life();
        match self.counted_at(birth.index()).map(|voters| birth.is_enough(voters)) {
            Some(true) => {
                self.note_birth(birth.clone());
                self.spread(&Message::Birth(Box::new(birth)), Some(from));
            }
            // Nobody will ever take it.
            Some(false) => {}
            None => {
                self.note_strange_birth(birth.clone());
                self.lives.births.insert_early(birth);
            }
        }
        if Some(voter) == self.voter() {
            // Nobody but a start of this peer signs that, and only when enough have told it.
            self.hear_own_birth(life);
        }
    }

    /// Nobody here can say yet whether it is good: it comes again. But if this peer told, too, it says where the older life ends: older words
    /// count before that, and newer ones there are held against its voter.
    fn note_strange_birth(&mut self, birth: Birth) {
        let bare = Birth { told: Vec::new(), ..birth };
        if self.has_told(&bare) && bare.is_bare(&self.table) && self.lives.note_begin(&bare.begin) {
            self.keep(&Record::Birth(Box::new(bare)));
        }
    }

    /// Whether this peer has told whoever begins this life, upon that very question.
    fn has_told(&self, birth: &Birth) -> bool {
        self.lives.told_of(birth.voter()).any(|telling| telling.told.says.ask == birth.begin.says.ask)
    }

    /// Births of the index that has just opened may have come early.
    pub(crate) fn take_up_births(&mut self) {
        let open = self.world.index + 1;
        for birth in self.lives.births.take_early(open) {
            let good = self.counted_at(birth.index()).is_some_and(|voters| birth.is_enough(voters));
            if good && self.lives.births.is_news(&birth) {
                self.note_birth(birth.clone());
                self.spread(&Message::Birth(Box::new(birth)), None);
            }
        }
    }

    pub(crate) fn note_birth(&mut self, birth: Birth) {
        self.keep(&Record::Birth(Box::new(birth.clone())));
        self.lives.note_begin(&birth.begin);
        self.lives.births.insert(birth);
    }

    /// Takes back from the journal that somebody began a life.
    pub(crate) fn recall_birth(&mut self, birth: Birth) -> Result<(), String> {
        if birth.is_bare(&self.table) {
            self.lives.note_begin(&birth.begin);
            return Ok(());
        }
        if !birth.is_signed(&self.table) {
            return Err("a life that nobody has begun".to_owned());
        }
        if self.lives.births.is_news(&birth) {
            self.lives.note_begin(&birth.begin);
            self.lives.births.insert(birth);
        }
        Ok(())
    }

    // Accusing

    /// What two statements show that contradict each other: if they are of two lives, only with the begin of the later one.
    pub(crate) fn with_begin(&self, evidence: Evidence) -> Evidence {
        let Some(case) = evidence.case() else { return evidence };
        let [older, later] = case.lives();
        if older == later {
            return evidence;
        }
        let voter = evidence.voter();
        let about = self.lives.births.of(voter).filter(|birth| birth.life() == later);
        let told = about.clone().find_map(|birth| {
            let statements = self.told_for(birth).find(|told| case.is_told(told))?;
            Some((&birth.begin, statements))
        });
        // It may have signed where it begins twice: then the one shows that it meddled, and the other does not.
        let begins = about.map(|birth| &birth.begin).chain(self.lives.begins_of(voter, later));
        let meddled = begins.clone().find(|begin| case.meddles(&begin.says));
        let (begin, told) = match (told, meddled.or_else(|| begins.into_iter().next())) {
            (Some((begin, told)), _) => (begin, Some(told.clone())),
            (None, Some(begin)) => (begin, None),
            (None, None) => return evidence,
        };
        Evidence::TwoLives(Box::new(TwoLives { begin: begin.clone(), told, case }))
    }

    /// What this peer told that a life began with.
    fn told_for<'a>(&'a self, birth: &'a Birth) -> impl Iterator<Item = &'a Statements> {
        let named = |hash: Hash| {
            birth.begin.says.told.iter().any(|(voter, told)| Some(*voter) == self.voter() && *told == hash)
        };
        let tellings = self.lives.told_of(birth.voter());
        tellings.filter(move |telling| named(telling.told.says.statements)).map(|telling| &telling.statements)
    }

    /// Holds a head against what its voter was told that it had said.
    pub(crate) fn hold_head_against_told(&mut self, head: &Signed<Head>) {
        let found = self.lives.told_of(head.voter).find_map(|telling| {
            let (heads, votes) = (telling.statements.all_heads(), &telling.statements.votes);
            let same = |known: &Signed<Head>| known.says.index == head.says.index;
            let mut twice = heads.filter(|known| same(known) && acks_conflict(&known.ack(), &head.ack()));
            let mut broken = votes.iter().filter(|vote| {
                vote.says.index == head.says.index && breaks_promise(&head.ack(), &vote.ballot())
            });
            let two_heads = twice.next().map(|known| Evidence::TwoHeads(known, *head));
            two_heads.or_else(|| broken.next().map(|vote| Evidence::HeadAgainstVote(*head, *vote)))
        });
        if let Some(evidence) = found {
            self.accuse(evidence, None);
        }
    }

    /// The same for a vote.
    pub(crate) fn hold_vote_against_told(&mut self, vote: &Signed<Vote>) {
        let found = self.lives.told_of(vote.voter).find_map(|telling| {
            let index = vote.says.index;
            let mut broken = telling
                .statements
                .all_heads()
                .filter(|head| head.says.index == index && breaks_promise(&head.ack(), &vote.ballot()));
            let mut twice =
                telling.statements.votes.iter().filter(|known| {
                    known.says.index == index && votes_conflict(&known.ballot(), &vote.ballot())
                });
            let hidden = broken.next().map(|head| Evidence::HeadAgainstVote(head, *vote));
            hidden.or_else(|| twice.next().map(|known| Evidence::TwoVotes(*known, *vote)))
        });
        if let Some(evidence) = found {
            self.accuse(evidence, None);
        }
    }

    /// The same for a move.
    pub(crate) fn hold_move_against_told(&mut self, entry: &Entry) {
        let Body::Move { seat, .. } = entry.core.body else { return };
        let twice = |known: &&Entry| {
            (known.core.index, known.core.prev) == (entry.core.index, entry.core.prev)
                && known.core != entry.core
        };
        let found =
            self.lives.told_of(seat).find_map(|telling| telling.statements.moves.iter().find(twice)).cloned();
        if let Some(known) = found {
            self.accuse(Evidence::TwoMoves(Box::new(known), Box::new(entry.clone())), None);
        }
        if let Some(head) = entry.head() {
            self.hold_head_against_told(&head);
        }
    }
}
