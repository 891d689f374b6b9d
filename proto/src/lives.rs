//! Whose words still count: which lives of the voters are known, and what was said in those that are over.
//!
//! Nothing is asked or answered here, and nothing that this peer said itself is looked at: only whether a statement of another may be
//! taken, although its voter has forgotten that it said it.

use std::collections::BTreeMap;

use crate::birth::{Begin, Births};
use crate::entry::{Entry, Proof};
use crate::hash::Hash;
use crate::limits::{
    MAX_ANSWERS, MAX_ANSWERS_PER_SECOND, MAX_BEGINS, MAX_BIRTHS, MAX_STARTS, MAX_TELLINGS, PASS_ON_MILLIS,
};
use crate::link::Link;
use crate::lockstep::{Lockstep, Millis};
use crate::pace::Pace;
use crate::quorum::{Voter, Voters};
use crate::rules::Rules;
use crate::sign::PublicKey;
use crate::statement::{Head, Life, Part, Signed, Standing, Vote};
use crate::told::{Ask, Telling};

/// What is known of the lives of others.
#[derive(Debug, Default)]
pub(crate) struct Lives {
    /// Which start this is.
    pub(crate) instance: u64,
    /// This peer has no vote as far as it knows, and would not know what it said if it had: the start that does not.
    pub(crate) unsure: Option<u64>,
    /// The lives that are known to have begun.
    pub(crate) births: Births,
    /// Where each voter says that it began a life, also where those who told it are not all known yet: an honest one says so twice at
    /// most.
    begins: BTreeMap<(Voter, Life), Vec<Signed<Begin>>>,
    /// Whom this peer has told.
    pub(crate) answered: BTreeMap<Voter, Answered>,
    /// Those whose words were not taken since, as they belong to an earlier life: they must be told why.
    pub(crate) refused: Voters,
    /// Those who have told another start of this peer a later life than its own, and since when that is known.
    pub(crate) outlived: BTreeMap<Voter, (Life, Millis)>,
    /// The last question of each.
    pub(crate) asked: BTreeMap<Voter, Signed<Ask>>,
    /// Which life each start of a voter last asked for, and when that was passed on: two starts must hear of each other,
    /// so that neither may keep the other's question from being passed on.
    passed: BTreeMap<(Voter, u64), (Life, Millis)>,
    /// How much more of what a voter tells is passed on.
    pub(crate) told_pace: BTreeMap<Voter, Pace>,
    /// Since when this peer waits with an answer for what others say is final.
    pub(crate) waits: BTreeMap<Voter, (Ask, Millis)>,
    /// Who told whom, which life, at which index, and when that was passed on.
    pub(crate) told: BTreeMap<(Voter, Voter), ((Life, u32), Millis)>,
}

/// What this peer has told a voter.
#[derive(Debug)]
pub(crate) struct Answered {
    /// Upon which question last.
    pub(crate) ask: Signed<Ask>,
    /// For each life that was told the index that was open when it was first.
    first: BTreeMap<Life, u32>,
    /// The answers, the newest last.
    pub(crate) told: Vec<Telling>,
    /// How many more are given.
    pace: Pace,
}

impl Answered {
    /// Keeps an answer; says whether it is new.
    fn note(&mut self, ask: Signed<Ask>, telling: Telling) -> bool {
        self.ask = ask;
        let first = self.first.entry(ask.says.life).or_insert(telling.told.says.index);
        *first = telling.told.says.index.min(*first);
        if self.told.iter().any(|known| known.told == telling.told) {
            return false;
        }
        self.told.push(telling);
        if self.told.len() > MAX_TELLINGS {
            // With one that holds nothing nobody can be accused; only the newest is of use.
            let last = self.told.len() - 1;
            let empty = self.told[..last].iter().position(|known| known.statements.len() == 0);
            empty.map(|place| self.told.remove(place));
        }
        true
    }

    /// Whether one more answer may be given. Whoever could make this peer forget what it told could contradict it unseen.
    fn has_room(&mut self, now: Millis) -> bool {
        let kept = self.told.iter().filter(|known| known.statements.len() > 0).count();
        kept < MAX_TELLINGS && self.pace.take(now, MAX_ANSWERS, MAX_ANSWERS_PER_SECOND)
    }
}

/// Whether something is to be passed on: it is newer than what was last, or that was so long ago that it may have been lost.
pub(crate) fn is_due<T: PartialOrd>(last: Option<&(T, Millis)>, this: &T, now: Millis) -> bool {
    last.is_none_or(|(known, at)| this > known || (this == known && now >= at.saturating_add(PASS_ON_MILLIS)))
}

impl Lives {
    /// Whether a question is to be passed on now. Of each voter some starts are remembered.
    pub(crate) fn is_to_pass_on(&mut self, ask: Signed<Ask>, now: Millis) -> bool {
        let Ask { life, instance } = ask.says;
        let place = (ask.voter, instance);
        if !is_due(self.passed.get(&place), &life, now) {
            return false;
        }
        self.passed.insert(place, (life, now));
        let starts = self.passed.range((ask.voter, 0)..=(ask.voter, u64::MAX));
        if starts.clone().count() > MAX_STARTS
            && let Some(oldest) = starts.min_by_key(|(_, (_, at))| *at).map(|(place, _)| *place)
        {
            self.passed.remove(&oldest);
        }
        true
    }

    /// What this peer has told a voter that it said.
    pub(crate) fn told_of(&self, voter: Voter) -> impl Iterator<Item = &Telling> {
        self.answered.get(&voter).into_iter().flat_map(|answered| &answered.told)
    }

    /// Whether this peer has told a voter a later life, at this index or an earlier one, in which the voter may say something here.
    /// Before the index at which it says that life began, it acknowledges again at most what it did: all else is a lie. A later life
    /// excuses none of those that were told before it.
    fn has_told_since(&self, voter: Voter, life: Life, index: u32) -> bool {
        let Some(answered) = self.answered.get(&voter) else { return false };
        let behind = |told: Life| {
            let mut begins = self.begins_of(voter, told).peekable();
            begins.peek().is_some() && begins.all(|begin| begin.says.index > index)
        };
        let later = answered.first.range(life.saturating_add(1)..);
        later.filter(|(_, first)| index >= **first).any(|(told, _)| !behind(*told))
    }

    /// Remembers where a voter says that it began a life; says whether that is new.
    pub(crate) fn note_begin(&mut self, begin: &Signed<Begin>) -> bool {
        let place = (begin.voter, begin.says.ask.life);
        let lives = self.begins.range((begin.voter, 0)..=(begin.voter, Life::MAX)).count();
        if lives >= MAX_BIRTHS && !self.begins.contains_key(&place) {
            return false;
        }
        let known = self.begins.entry(place).or_default();
        let new = known.len() < MAX_BEGINS && !known.contains(begin);
        if new {
            known.push(begin.clone());
        }
        new
    }

    /// Where a voter says that it began a life.
    pub(crate) fn begins_of(&self, voter: Voter, life: Life) -> impl Iterator<Item = &Signed<Begin>> + Clone {
        self.begins.get(&(voter, life)).into_iter().flatten()
    }

    pub(crate) fn note_told(&mut self, ask: Signed<Ask>, telling: Telling) -> bool {
        let pace = Pace::new(0, MAX_ANSWERS);
        let new = Answered { ask, first: BTreeMap::new(), told: Vec::new(), pace };
        self.answered.entry(ask.voter).or_insert(new).note(ask, telling)
    }

    /// What this peer tells a voter that asks: this, if it told the same before or may tell one thing more; else what it told last upon
    /// this question.
    pub(crate) fn answer(&mut self, now: Millis, ask: &Signed<Ask>, telling: Telling) -> Option<Telling> {
        let Some(answered) = self.answered.get_mut(&ask.voter) else { return Some(telling) };
        let known = answered.told.iter().any(|known| known.told == telling.told);
        // Nobody loses its memory so often, and what shows who did must have its place with everybody.
        let lives = answered.first.contains_key(&ask.says.life) || answered.first.len() < MAX_TELLINGS;
        if known || (lives && answered.has_room(now)) {
            return Some(telling);
        }
        answered.told.last().filter(|last| last.told.says.ask == ask.says).cloned()
    }
}

/// What is said, and where, as far as it matters in which life.
struct Said<'a> {
    voter: Voter,
    life: Life,
    index: u32,
    /// The entry that it names, if another voter's word for the same can save it.
    entry: Option<Hash>,
    part: Option<Part<'a>>,
}

impl<R: Rules> Lockstep<R> {
    /// Whether a head at the open index or before it counts.
    pub(crate) fn takes_head(&mut self, head: &Signed<Head>) -> bool {
        let Head { index, life, entry, .. } = head.says;
        // About what is decided it can only show a lie, or that somebody is there.
        if index <= self.world.index {
            return self
                .takes_own(head.voter, life)
                .unwrap_or_else(|| self.is_born(head.voter, life, index, true));
        }
        let part = Some(Part::Head(head));
        self.takes(&Said { voter: head.voter, life, index, entry: Some(entry), part })
    }

    /// Whether a move at the open index counts.
    pub(crate) fn takes_move(&mut self, voter: Voter, life: Life, entry: &Entry) -> bool {
        let (index, part) = (entry.core.index, Some(Part::Move(entry)));
        self.takes(&Said { voter, life, index, entry: Some(entry.hash()), part })
    }

    /// Whether a vote counts, as far as its life goes.
    pub(crate) fn takes_vote(&mut self, vote: &Signed<Vote>) -> bool {
        let (life, index, part) = (vote.says.life, vote.says.index, Some(Part::Vote(vote)));
        self.takes(&Said { voter: vote.voter, life, index, entry: None, part })
    }

    /// Whether a vote that others lean on counts, as far as its life goes. If its voter has begun a later one, and this peer did not
    /// report it, somebody else must be bound by it; `leaned` if another's vote shows that.
    pub(crate) fn takes_support(&self, vote: &Signed<Vote>, leaned: bool) -> bool {
        let (voter, Vote { life, index, .. }) = (vote.voter, vote.says);
        let born = || self.is_born(voter, life, index, false);
        let told = self.lives.has_told_since(voter, life, index);
        let outlived = told || self.outlived_from(voter, life).is_some_and(|from| index >= from);
        let reported =
            || self.lives.told_of(voter).any(|telling| Part::Vote(vote).is_among(&telling.statements));
        let counts = || !outlived || leaned || self.is_one_of_two() || reported() || self.binds_another(vote);
        self.takes_own(voter, life).unwrap_or_else(|| born() && counts())
    }

    /// Whether somebody else than its voter and this peer has acknowledged what a vote names, in its round or later.
    fn binds_another(&self, vote: &Signed<Vote>) -> bool {
        let Vote { round, entry, .. } = vote.says;
        let heads = self.open.heads.iter().map(|head| (head.voter, head.says.round, head.says.entry));
        let acked = self.open.votes.iter().filter_map(|vote| Some((vote.voter, vote.says.acked?)));
        let acked = acked.map(|(voter, acked)| (voter, acked.round, acked.entry));
        let other = |who: Voter| who != vote.voter && Some(who) != self.voter();
        heads.chain(acked).any(|(who, at, named)| other(who) && at >= round && named == entry)
    }

    /// Whether a standing counts.
    pub(crate) fn takes_standing(&mut self, standing: &Signed<Standing>) -> bool {
        let (life, index) = (standing.says.life, standing.says.index);
        self.takes(&Said { voter: standing.voter, life, index, entry: None, part: None })
    }

    /// What this peer said itself it keeps to, unless a copy of it said it; then it must be shown that there is one. What it said in
    /// an earlier life it takes as others do.
    fn takes_own(&self, voter: Voter, life: Life) -> Option<bool> {
        let own = Some(voter) == self.voter() && self.keeps_to(life);
        own.then(|| life <= self.life || self.is_recovering() || self.has_begun(voter, life))
    }

    fn takes(&mut self, said: &Said<'_>) -> bool {
        if let Some(own) = self.takes_own(said.voter, said.life) {
            return own;
        }
        let head = matches!(said.part, Some(Part::Head(_)));
        self.is_born(said.voter, said.life, said.index, head) && self.takes_older(said)
    }

    /// Whether a statement still counts although its voter may have begun a later life. It does if this peer reported it; or
    /// if it is a move that another voter acknowledged or voted for at the open index, or a head for what is final for another, and
    /// nothing is known that the voter said there since: who has not told may be bound, and the asker learns of it or says
    /// nothing at this index.
    /// Two indices behind a birth no honest voter has said anything older.
    fn takes_older(&mut self, said: &Said<'_>) -> bool {
        let Said { voter, life, index, .. } = *said;
        let told = self.lives.has_told_since(voter, life, index);
        let from = self.outlived_from(voter, life).filter(|from| index >= *from);
        if !told && from.is_none() {
            return true;
        }
        let reported =
            |part: Part<'_>| self.lives.told_of(voter).any(|telling| part.is_among(&telling.statements));
        if said.part.is_some_and(reported) {
            return true;
        }
        let long = from.is_some_and(|from| index >= from.saturating_add(2));
        let named =
            |entry: &Hash| !long && self.is_named_here(voter, entry) && !self.has_spoken_since(voter, life);
        let needed = said.entry.is_some_and(|entry| match said.part {
            Some(Part::Head(_)) => match self.world.voters.len() {
                1 => true,
                2 => named(&entry) || self.is_brought_here((voter, life), &entry),
                _ => self.is_brought_here((voter, life), &entry),
            },
            _ => named(&entry),
        });
        let saved = needed && index == self.world.index + 1;
        if !saved && from.is_none() {
            self.lives.refused = self.lives.refused.with(voter);
        }
        saved
    }

    /// Whether nothing is decided without this peer: where it is one of two that count.
    fn is_one_of_two(&self) -> bool {
        self.world.voters.len() == 2 && self.voter().is_some_and(|me| self.world.voters.contains(me))
    }

    /// Whether somebody else acknowledged an entry at the open index, or votes for it.
    fn is_named_here(&self, but: Voter, entry: &Hash) -> bool {
        let heads = self.open.heads.iter().map(|head| (head.voter, head.says.entry));
        let votes = self.open.votes.iter().map(|vote| (vote.voter, vote.says.entry));
        heads.chain(votes).any(|(other, named)| other != but && named == *entry)
    }

    /// Whether another voter tells that the first of these entries behind the last final one, or one further on, is final for it at
    /// `index` or later: an old head may be what made it so, and that one took it before it told. That somebody merely acknowledged
    /// an entry says nothing of who else did: everybody acknowledges a bot's move, and whoever told could be led by an old word where
    /// others hear a new one.
    fn is_vouched_for(&self, (but, life): (Voter, Life), chain: &[Hash], index: u32) -> bool {
        let on_chain = |(at, hash): (u32, Hash)| {
            let place = at.checked_sub(self.world.index + 1).filter(|_| at >= index);
            place.and_then(|place| chain.get(usize::try_from(place).ok()?)) == Some(&hash)
        };
        let vouches = |link: &Link<R>| link.brought.into_iter().chain([(link.index, link.tip)]).any(on_chain);
        // Who has told, too, and did not report it, could not have taken it, unless it is one of two.
        let told = |voter: Voter| {
            let last = self.lives.told.get(&(voter, but)).map(|((told, at), _)| (*told, *at));
            let births = self
                .lives
                .births
                .of(but)
                .flat_map(|birth| birth.told.iter().map(|told| (told.voter, told.says)));
            let births =
                births.filter(|(teller, _)| *teller == voter).map(|(_, told)| (told.ask.life, told.index));
            let mut tellings = last.into_iter().chain(births);
            self.world.voters.len() > 2 && tellings.any(|(told, at)| told > life && at <= index)
        };
        let others: Voters = self.world.voters.without(but).iter().filter(|voter| !told(*voter)).collect();
        let counts =
            |peer: &PublicKey| self.world.voter_of(&self.table, peer).is_some_and(|v| others.contains(v));
        self.links.iter().any(|(peer, link)| counts(peer) && vouches(link))
    }

    /// The same for an entry at the open index, whatever is told to follow it.
    fn is_brought_here(&self, but: (Voter, Life), entry: &Hash) -> bool {
        let told = self.links.values().filter_map(|link| link.incoming.as_ref());
        let mut chains =
            told.map(|incoming| &incoming.hashes[..]).filter(|chain| chain.first() == Some(entry));
        let here = self.world.index + 1;
        self.is_vouched_for(but, &[*entry], here) || chains.any(|chain| self.is_vouched_for(but, chain, here))
    }

    /// Whether a voter has said anything at the open index in a later life.
    fn has_spoken_since(&self, who: Voter, life: Life) -> bool {
        let heads = self.open.heads.of(who).map(|head| head.says.life);
        let votes = self.open.votes.of(who).map(|vote| vote.says.life);
        let moves = self.open.candidates.iter().map(|candidate| &candidate.entry);
        let moves = moves.filter(|entry| entry.core.is_move_of(who));
        heads.chain(votes).chain(moves.filter_map(|entry| entry.proof.life())).any(|other| other > life)
    }

    /// Whether a head for one of these entries behind the last final one no longer counts, since its voter has begun a later life and no
    /// other voter tells that the entry is final for it; `named` if nobody else counts there, or one who acknowledged it, too: then
    /// nothing else can be final.
    pub(crate) fn is_outlived_there(&self, head: &Signed<Head>, chain: &[Hash], named: bool) -> bool {
        let Head { index, life, .. } = head.says;
        let told = self.lives.has_told_since(head.voter, life, index);
        let from = self.outlived_from(head.voter, life).filter(|from| index >= *from);
        let reported = || {
            let mut tellings = self.lives.told_of(head.voter);
            tellings.any(|telling| Part::Head(head).is_among(&telling.statements))
        };
        let saved = || named || reported() || self.is_vouched_for((head.voter, life), chain, index);
        (told || from.is_some()) && !saved()
    }

    /// Whether the votes or words that prove a change are of lives that are known.
    pub(crate) fn are_votes_born(&self, entry: &Entry) -> bool {
        let index = entry.core.index;
        match &entry.proof {
            Proof::Certified(certificate) => {
                certificate.votes.iter().all(|cast| self.is_born(cast.voter, cast.life, index, false))
            }
            Proof::Repaired(standings) => standings
                .iter()
                .all(|standing| self.is_born(standing.voter, standing.says.life, index, false)),
            Proof::Itself | Proof::Signed(..) | Proof::Late(..) | Proof::Links(_) => true,
        }
    }
}
