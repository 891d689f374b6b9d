//! Coming back: whether a peer still knows what it has said, and how it learns that from the others if it does not.
//!
//! A restart is *ordinary* if the journal is where this peer left it and nothing of it was cut off: then it goes on. Else it is
//! *suspect*: the disk may have gone back, or the home may have been copied. Then the peer signs nothing before enough others have
//! signed what they have of it; it keeps to all of that, and begins its next life.
//!
//! - Whoever tells a life takes no statement of an earlier one any more that it did not report, and keeps what it told.
//! - The life begins with a statement of its own, which names those who told ([`birth`](crate::birth)).
//! - If all other voters told, nothing that it said can turn up later. If only a majority did, somebody may hold a statement of
//!   it at the index that is open for them, or at the one behind: so it says nothing before the index behind those.
//! - Two starts that ask for the same life, because the disk was lost twice, are told apart by a number of chance. Whoever told
//!   the one shows the other that it had asked already, in its own signature, and the other asks for the next life.
//! - A peer that hears that it has begun a later life stops: somebody took up a copy of its home. If it is started again it asks,
//!   too, and then the copy stops. A question alone stops nobody: whoever asked may have given up. But where so many have
//!   answered it that those who are left cannot decide with this peer, it asks, too.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::birth::{Begin, Birth, Births};
use crate::codec;
use crate::entry::{Body, Entry, Proof};
use crate::event::Event;
use crate::guard::{Acked, acks_conflict, breaks_promise, votes_conflict};
use crate::hash::Hash;
use crate::journal::Record;
use crate::limits::{
    GIVEN_UP_MILLIS, MAX_BIRTHS, MAX_ENTRIES, MAX_LIVES, MAX_ROUNDS, MAX_STARTS, MAX_TELLINGS, MAX_TOLD,
    PASS_ON_MILLIS, SOLE_MILLIS,
};
use crate::link::Link;
use crate::lockstep::{Lockstep, Millis};
use crate::message::Message;
use crate::quorum::{Quorum, Voter, Voters};
use crate::rules::Rules;
use crate::sign::PublicKey;
use crate::statement::{Head, Life, Part, Signed, Standing, Statement, Vote};
use crate::world::Table;

const TOLD_DOMAIN: &str = "whistlestop/told/statements/2";

/// One start of the program, as the node tells it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// Which file on which machine the journal is.
    pub place: Hash,
    /// By chance: no other start has it.
    pub instance: u64,
}

/// A voter does not know what it has said, and asks: it is about to begin this life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ask {
    /// The life that it begins once it knows.
    pub life: Life,
    /// Which start asks: a peer that loses its disk twice may ask for one life twice.
    pub instance: u64,
}

/// A voter tells another all that it has of it, and takes nothing of an earlier life any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// Who asked.
    pub about: Voter,
    /// For which life, of which start.
    pub ask: Ask,
    /// The index that is open for whoever tells.
    pub index: u32,
    /// The hash of the statements that come with it.
    pub statements: Hash,
}

impl Statement for Ask {
    const DOMAIN: &'static str = "whistlestop/ask/2";
}

impl Statement for Told {
    const DOMAIN: &'static str = "whistlestop/told/2";
}

/// What a voter tells another, with the statements it has of it from the open index on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Telling {
    /// Signed by whoever tells.
    pub told: Signed<Told>,
    /// What comes with it.
    pub statements: Statements,
}

/// What a voter has said about an index or later ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statements {
    /// What it acknowledged.
    pub heads: Vec<Signed<Head>>,
    /// What it voted for.
    pub votes: Vec<Signed<Vote>>,
    /// The moves it made.
    pub moves: Vec<Entry>,
    /// That it said that nothing is final for it.
    pub standings: Vec<Signed<Standing>>,
}

impl Statements {
    /// What whoever tells them signs.
    pub fn hash(&self) -> Hash {
        Hash::of(TOLD_DOMAIN, &[&codec::encode(self)])
    }

    /// Those of them that a voter signed.
    fn signed_by(&self, who: Voter, table: &Table) -> Self {
        let Table { id, verifiers, .. } = table;
        let heads = self.heads.iter().filter(|head| head.voter == who && head.verify(id, verifiers));
        let votes = self.votes.iter().filter(|vote| vote.voter == who && vote.verify(id, verifiers));
        let moves = self.moves.iter().filter(|entry| {
            matches!(entry.core.body, Body::Move { seat, .. } if seat == who)
                && entry.is_signed(id, verifiers)
        });
        let standings = self.standings.iter();
        let standings = standings.filter(|standing| standing.voter == who && standing.verify(id, verifiers));
        Self {
            heads: heads.copied().collect(),
            votes: votes.copied().collect(),
            moves: moves.cloned().collect(),
            standings: standings.copied().collect(),
        }
    }

    /// All heads, also those that moves come with.
    pub fn all_heads(&self) -> impl Iterator<Item = Signed<Head>> + '_ {
        self.heads.iter().copied().chain(self.moves.iter().filter_map(Entry::head))
    }

    pub(crate) fn len(&self) -> usize {
        self.heads.len() + self.votes.len() + self.moves.len() + self.standings.len()
    }
}

/// A peer that does not know what it has said.
#[derive(Clone, Debug)]
pub(crate) struct Recovery {
    /// The life that it is about to begin, and which start does.
    ask: Ask,
    /// Since when.
    since: Millis,
    /// What each told it last.
    told: BTreeMap<Voter, Telling>,
    /// What was told about an index that is not open here yet.
    early: BTreeMap<Voter, Telling>,
    /// So many have told that the life has begun; it only has to wait where the others may still hold something.
    begun: bool,
}

/// What is known of the lives of others.
#[derive(Debug, Default)]
pub(crate) struct Lives {
    /// Which start this is.
    pub(crate) instance: u64,
    /// This peer has no vote as far as it knows, and would not know what it said if it had: the start that does not.
    unsure: Option<u64>,
    /// The lives that are known to have begun.
    pub(crate) births: Births,
    /// The lowest index at which each voter says that it began a life, also where those who told it are not all known yet.
    begins: BTreeMap<(Voter, Life), u32>,
    /// Whom this peer has told.
    answered: BTreeMap<Voter, Answered>,
    /// Those whose words were not taken since, as they belong to an earlier life: they must be told why.
    refused: Voters,
    /// Those who have told another start of this peer a later life than its own, and since when that is known.
    outlived: BTreeMap<Voter, (Life, Millis)>,
    /// The last question of each.
    asked: BTreeMap<Voter, Signed<Ask>>,
    /// Which life each start of a voter last asked for, and when that was passed on: two starts must hear of each other,
    /// so that neither may keep the other's question from being passed on.
    passed: BTreeMap<(Voter, u64), (Life, Millis)>,
    /// Who told whom, which life, at which index, and when that was passed on.
    told: BTreeMap<(Voter, Voter), ((Life, u32), Millis)>,
}

/// What this peer has told a voter.
#[derive(Debug)]
struct Answered {
    /// Upon which question last.
    ask: Signed<Ask>,
    /// The index that was open when it was first answered.
    first: u32,
    /// The answers, the newest last.
    told: Vec<Telling>,
}

impl Answered {
    /// Keeps an answer; says whether it is new.
    fn note(&mut self, ask: Signed<Ask>, telling: Telling) -> bool {
        if self.ask.says != ask.says {
            (self.ask, self.first) = (ask, telling.told.says.index);
        }
        if self.told.iter().any(|known| known.told == telling.told) {
            return false;
        }
        self.told.push(telling);
        if self.told.len() > MAX_TELLINGS {
            // With one that holds nothing nobody can be accused; only the newest is of use.
            let last = self.told.len() - 1;
            let empty = self.told[..last].iter().position(|known| known.statements.len() == 0);
            self.told.remove(empty.unwrap_or(0));
        }
        true
    }
}

/// Whether something is to be passed on: it is newer than what was last, or that was so long ago that it may have been lost.
fn is_due<T: PartialOrd>(last: Option<&(T, Millis)>, this: &T, now: Millis) -> bool {
    last.is_none_or(|(known, at)| this > known || (this == known && now >= at.saturating_add(PASS_ON_MILLIS)))
}

impl Lives {
    /// Whether a question is to be passed on now. Of each voter some starts are remembered.
    fn is_to_pass_on(&mut self, ask: Signed<Ask>, now: Millis) -> bool {
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
    /// Before the index at which it says that life began, it acknowledges again at most what it did: all else is a lie.
    fn has_told_since(&self, voter: Voter, life: Life, index: u32) -> bool {
        let Some(answered) = self.answered.get(&voter) else { return false };
        let asked = answered.ask.says.life;
        let later = || self.begins.range((voter, life.saturating_add(1))..=(voter, Life::MAX));
        let begun_behind =
            || later().all(|(_, from)| *from > index) && later().any(|((_, life), _)| *life >= asked);
        asked > life && index >= answered.first && !begun_behind()
    }

    /// Remembers at which index a voter says that it began a life.
    pub(crate) fn note_begin(&mut self, begin: &Signed<Begin>) {
        let place = (begin.voter, begin.says.ask.life);
        let known = self.begins.range((begin.voter, 0)..=(begin.voter, Life::MAX)).count();
        if known < MAX_BIRTHS || self.begins.contains_key(&place) {
            let from = self.begins.entry(place).or_insert(begin.says.index);
            *from = begin.says.index.min(*from);
        }
    }

    fn note_told(&mut self, ask: Signed<Ask>, telling: Telling) -> bool {
        let first = telling.told.says.index;
        let new = Answered { ask, first, told: Vec::new() };
        self.answered.entry(ask.voter).or_insert(new).note(ask, telling)
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
    // Which life counts

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
        let moves = moves.filter(|entry| matches!(entry.core.body, Body::Move { seat, .. } if seat == who));
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

    // Asking

    /// Whether this peer does not know yet what it has said.
    pub fn is_recovering(&self) -> bool {
        self.recovering.as_ref().is_some_and(|recovery| !recovery.begun)
    }

    /// Whether this peer keeps to its own words of this life: those of the one that it has begun, and as long as it still waits to be told
    /// of others, those too. The rest was void when its life began.
    pub(crate) const fn keeps_to(&self, life: Life) -> bool {
        life >= self.life || self.recovering.is_some()
    }

    /// Whether it may say nothing at the open index, since it may have said something there that it does not know of.
    pub(crate) fn is_silent(&self) -> bool {
        self.is_recovering() || self.open.torn || self.world.index + 1 < self.sign_from
    }

    /// How often this peer has had to ask what it had said.
    pub fn life(&self) -> Life {
        self.life
    }

    /// This peer does not know what it has said. With nobody else to say it to it has said nothing.
    pub(crate) fn begin_recovery(&mut self, now: Millis, instance: u64) {
        if self.table.contract.parties().count() < 2 {
            return;
        }
        self.keep(&Record::Joined(instance));
        if let Some(me) = self.voter() {
            // The journal may hold that it began a life, and end before it said so.
            let begun = self.lives.births.of(me).map(Birth::life).max().unwrap_or(0);
            let ask = Ask { life: self.life.max(begun).saturating_add(1), instance };
            self.recovering = Some(Recovery {
                ask,
                since: now,
                told: BTreeMap::new(),
                early: BTreeMap::new(),
                begun: false,
            });
            // It may have said more about the last final entry than it knows, but nothing in that round.
            self.tip_round = MAX_ROUNDS;
        } else {
            self.lives.unsure = Some(instance);
        }
    }

    /// Takes in what was told about the index that has just opened.
    pub(crate) fn take_early_told(&mut self, now: Millis) {
        let open = self.world.index + 1;
        let Some(recovery) = self.recovering.as_mut() else { return };
        let early = std::mem::take(&mut recovery.early);
        let (here, later) =
            early.into_iter().partition::<BTreeMap<_, _>, _>(|(_, t)| t.told.says.index <= open);
        recovery.early = later;
        for telling in here.into_values().filter(|telling| telling.told.says.index == open) {
            self.take_told(now, &telling);
        }
    }

    /// This peer learns that it has a vote. It may have had it before it was started, or a copy of its home may have it: unless it
    /// knows what it said it asks, also if it sees the admission happen.
    pub(crate) fn learn_of_vote(&mut self) {
        if self.me.is_some()
            && let Some(instance) = self.lives.unsure.take()
        {
            self.begin_recovery(0, instance);
        }
    }

    /// Asks all neighbours, who pass it on.
    pub(crate) fn ask_what_was_said(&mut self) {
        if let (Some(recovery), Some(voter), true) = (&self.recovering, self.voter(), self.is_started()) {
            let says = recovery.ask;
            let ask = Signed::new(&self.identity, &self.table.id, voter, says);
            self.spread(&Message::Ask(ask), None);
        }
    }

    pub(crate) fn on_ask(&mut self, now: Millis, from: PublicKey, ask: Signed<Ask>) {
        let (about, life) = (ask.voter, ask.says.life);
        if !self.is_started() || !self.table.has_key(about) {
            return;
        }
        if self.links.get_mut(&from).is_some_and(|link| !link.allow_ask(now, about)) {
            return;
        }
        if life > MAX_LIVES || !ask.verify(&self.table.id, &self.table.verifiers) {
            return self.offend(from);
        }
        if Some(about) == self.voter() {
            return self.hear_own_question(ask.says);
        }
        self.heard(now, about);
        let known = self.lives.asked.get(&about).copied();
        if let Some(later) = known.filter(|known| known.says.life > life) {
            return self.send(from, &Message::Ask(later));
        }
        self.lives.asked.insert(about, ask);
        if self.lives.is_to_pass_on(ask, now) {
            self.spread(&Message::Ask(ask), Some(from));
        }
        self.tell_what_was_said(ask);
    }

    /// Another start of this peer has asked for a life, perhaps for the very one; or this one did, before it crashed. Who lives
    /// goes on: that one may have given up.
    fn hear_own_question(&mut self, other: Ask) {
        let Some(recovery) = self.recovering.as_mut().filter(|recovery| !recovery.begun) else { return };
        let same = recovery.ask.instance == other.instance;
        if same && recovery.ask.life < other.life {
            recovery.ask = other;
            self.ask_what_was_said();
        } else if !same && recovery.ask.life <= other.life {
            self.ask_for_life_behind(other.life);
        }
    }

    fn ask_for_life_behind(&mut self, life: Life) {
        if let Some(recovery) = &mut self.recovering {
            recovery.ask.life = life.saturating_add(1).min(MAX_LIVES);
            recovery.told.clear();
            self.ask_what_was_said();
        }
    }

    /// A voter comes that asked here once: if this is an older copy of it, it will see so.
    pub(crate) fn show_last_question(&mut self, peer: PublicKey) {
        let voter = self.world.voter_of(&self.table, &peer);
        if let Some(answered) = voter.and_then(|voter| self.lives.answered.get(&voter)) {
            self.send(peer, &Message::Ask(answered.ask));
        }
    }

    /// Those whose words are not taken any more must learn why: whoever asked may have given up.
    pub(crate) fn tell_again_who_asked(&mut self) {
        for voter in std::mem::take(&mut self.lives.refused).iter() {
            let Some(answered) = self.lives.answered.get(&voter) else { continue };
            let last = answered.told.last().filter(|last| last.told.says.ask == answered.ask.says).cloned();
            if let Some(last) = last.filter(|last| !self.has_begun(voter, last.told.says.ask.life)) {
                self.spread(&Message::Told(Box::new(last)), None);
            }
        }
    }

    /// Another start of this peer has asked, and so many have told it that those who are left cannot decide with this one. If it
    /// does not begin its life either, this one asks for the life behind.
    pub(crate) fn ask_if_outlived(&mut self, now: Millis) {
        let (Some(me), None, false) = (self.voter(), &self.recovering, self.superseded) else { return };
        let own = self.life;
        // It began this life alone, and others count again: they were not asked, and do not take it.
        if own > 0 && !self.has_begun(me, own) {
            return self.begin_recovery(now, self.lives.instance);
        }
        self.lives.outlived.retain(|_, (life, _)| *life > own);
        let voters = self.world.voters;
        let refusing = self.lives.outlived.keys().copied().collect::<Voters>().and(voters);
        let waited = |(_, at): &(Life, Millis)| now >= at.saturating_add(GIVEN_UP_MILLIS);
        let enough = voters.contains(me) && voters.len() - refusing.len() < Quorum::of(voters).size();
        if enough && self.lives.outlived.values().all(waited) {
            let last = self.lives.outlived.values().map(|(life, _)| *life).max().unwrap_or(own);
            self.lives.outlived.clear();
            self.begin_recovery(now, self.lives.instance);
            self.ask_for_life_behind(last);
        }
    }

    fn tell_what_was_said(&mut self, ask: Signed<Ask>) {
        let (about, life) = (ask.voter, ask.says.life);
        let Some(me) = self.voter().filter(|me| self.world.voters.contains(*me)) else { return };
        let statements = self.statements_of(about);
        // Who waits for the rest to tell it has begun already.
        let begun = self.last_birth(about).filter(|birth| birth.life() >= life).cloned();
        let waits = begun.as_ref().is_some_and(|birth| birth.begin.says.ask == ask.says);
        let since = |other: Life| other > life || (other == life && !waits);
        let later = statements.heads.iter().any(|head| since(head.says.life))
            || statements.votes.iter().any(|vote| since(vote.says.life));
        if let Some(birth) = begun.filter(|_| !waits) {
            return self.spread(&Message::Birth(Box::new(birth)), None);
        }
        // Whoever is behind learns first what is final: the asker's older words may be needed for that.
        // A stranger's word that it is ahead is worth nothing.
        let ahead = self.links.iter().filter(|(_, link)| !link.blocked && link.index > self.world.index);
        let voters = ahead.filter_map(|(peer, _)| self.world.voter_of(&self.table, peer));
        if voters.into_iter().any(|voter| voter != about) {
            return;
        }
        // Another start has asked for this life, or a later one: whoever asks now will see so.
        let other = self.lives.answered.get(&about).map(|answered| answered.ask);
        if let Some(other) = other.filter(|other| life <= other.says.life && ask.says != other.says) {
            self.spread(&Message::Ask(other), None);
        } else if !later {
            let index = self.world.index + 1;
            let told = Told { about, ask: ask.says, index, statements: statements.hash() };
            let told = Signed::new(&self.identity, &self.table.id, me, told);
            let telling = Box::new(Telling { told, statements });
            if self.lives.note_told(ask, (*telling).clone()) {
                self.keep(&Record::Told { ask, telling: telling.clone() });
            }
            self.spread(&Message::Told(telling), None);
        } else if let Some(newest) = statements.heads.iter().max_by_key(|head| head.says.life).copied() {
            self.spread(&Message::Head(newest), None);
        }
    }

    /// What this peer has of a voter, about the open index and later ones.
    fn statements_of(&self, about: Voter) -> Statements {
        let heads = self.open.heads.of(about).filter(|head| !self.is_without_move(head));
        let heads = heads.chain(self.far_heads.iter().filter(|head| head.voter == about));
        let moves = self
            .open
            .candidates
            .iter()
            .map(|candidate| &candidate.entry)
            .filter(|entry| matches!(entry.core.body, Body::Move { seat, .. } if seat == about));
        Statements {
            heads: heads.copied().collect(),
            votes: self.open.votes.of(about).filter(|vote| !self.is_for_lost_move(vote)).copied().collect(),
            moves: moves.cloned().collect(),
            standings: self.standings.of(about).into_iter().collect(),
        }
    }

    pub(crate) fn on_told(&mut self, now: Millis, from: PublicKey, telling: &Telling) {
        let Telling { told, statements } = telling;
        let Told { about, ask, index, .. } = told.says;
        let place = (told.voter, about);
        // What was asked here is taken in, whatever another start was told.
        let due = is_due(self.lives.told.get(&place), &(ask.life, index), now)
            || self.recovering.as_ref().is_some_and(|recovery| recovery.ask == ask);
        if !due || !self.is_started() || !self.table.has_key(told.voter) {
            return;
        }
        let bounded = statements.len() <= MAX_TOLD && statements.hash() == told.says.statements;
        if !bounded || !told.verify(&self.table.id, &self.table.verifiers) {
            return self.offend(from);
        }
        self.heard(now, told.voter);
        self.lives.told.insert(place, ((ask.life, index), now));
        if Some(about) == self.voter() {
            self.take_told(now, telling);
        } else {
            self.spread(&Message::Told(Box::new(telling.clone())), Some(from));
        }
    }

    /// Takes in what a voter tells this peer of itself.
    fn take_told(&mut self, now: Millis, telling: &Telling) {
        let Told { about, ask, .. } = telling.told.says;
        // Only what this peer signed: whoever tells may make up the rest, and must not silence it by that.
        let Statements { heads, votes, moves, standings } = telling.statements.signed_by(about, &self.table);
        for head in &heads {
            self.take_own_words(head.says.life);
            if head.says.index > self.world.index + 1 && !self.far_heads.contains(head) {
                self.keep(&Record::Head(*head));
            }
            self.take_head_now(now, *head);
        }
        for vote in &votes {
            self.take_own_words(vote.says.life);
            self.take_own_vote(*vote);
        }
        for entry in &moves {
            self.take_own_words(entry.proof.life().unwrap_or(0));
            self.take_own_move(entry);
        }
        for standing in &standings {
            self.on_standing(now, self.identity.public(), *standing);
        }
        // What is decided here it need not keep to, but must not contradict.
        let decided = self.world.index;
        if decided > 0 {
            self.decided.note(decided, heads.iter().copied(), votes.iter().copied());
        }
        // What was told about an index that is not open yet was not kept to: it is taken in when that index opens, or told again. Who is
        // behind has told all that it will ever take at the later ones, too.
        let here = telling.told.says.index <= self.world.index + 1;
        if let Some(recovery) = self.recovering.as_mut().filter(|recovery| recovery.ask == ask) {
            if here {
                recovery.told.insert(telling.told.voter, telling.clone());
            } else if self.world.voters.len() == 2 {
                // Nobody else will tell it, and it need not wait to be told again.
                recovery.early.insert(telling.told.voter, telling.clone());
            }
        } else if ask.life > self.life && !self.is_recovering() {
            self.lives.outlived.entry(telling.told.voter).or_insert((ask.life, now)).0 = ask.life;
        }
        self.end_recovery(now);
    }

    /// This peer hears itself: a life that it has not begun yet, somebody else lives.
    pub(crate) fn take_own_words(&mut self, life: Life) {
        let begun = self.voter().is_some_and(|me| self.has_begun(me, life));
        if begun || self.is_recovering() {
            self.hear_own_birth(life);
        }
    }

    /// A start of this peer has begun a life.
    pub(crate) fn hear_own_birth(&mut self, life: Life) {
        if let Some(recovery) = self.recovering.as_ref().filter(|recovery| !recovery.begun) {
            if life >= recovery.ask.life {
                self.ask_for_life_behind(life);
            }
        } else if life > self.life && !self.superseded {
            self.superseded = true;
            self.keep(&Record::Superseded(life));
            self.tell(Event::Superseded { life });
        }
    }

    /// Ends the recovery once enough others have told.
    pub(crate) fn end_recovery(&mut self, now: Millis) {
        let (Some(recovery), Some(me)) = (&self.recovering, self.voter()) else { return };
        let others: Voters = self.world.voters.without(me);
        let enough = Quorum::of(self.world.voters).size().min(others.len());
        let open = self.world.index + 1;
        let here = |telling: &&Telling| {
            let told = &telling.told;
            told.says.index <= open && told.says.ask == recovery.ask && others.contains(told.voter)
        };
        let tellings: Vec<Telling> = recovery.told.values().filter(here).cloned().collect();
        let told: Voters = tellings.iter().map(|telling| telling.told.voter).collect();
        // Nobody else counts: whoever watches has what this peer once said, and brings it if it can be reached.
        let ahead = self.links.values().any(|link| link.index > self.world.index);
        // Whoever watches may claim anything, but not for ever.
        let waited = |times: u64| now >= recovery.since.saturating_add(times * SOLE_MILLIS);
        let patient = !others.is_empty() || waited(10) || (waited(1) && !ahead);
        let all = told == others;
        if recovery.begun && open >= self.sign_from {
            self.recovering = None;
            return;
        }
        if told.len() < enough || !patient || (recovery.begun && !all) {
            return;
        }
        let (first, ask) = (!recovery.begun, recovery.ask);
        self.life = ask.life;
        if others.is_empty() {
            let known: Vec<Hash> = self.open.candidates.iter().map(|candidate| candidate.hash).collect();
            self.keep_own(me, |part| !matches!(part, Part::Head(head) if !known.contains(&head.says.entry)));
        } else if all {
            self.forget_void(me, &tellings);
        }
        // Where it has contradicted itself already, and others hold both, it says nothing in any case.
        let torn = u32::from(self.open.torn);
        self.sign_from = if all { open + torn } else { open + 2 };
        self.begin_life(me, ask, open, tellings.into_iter().map(|telling| telling.told).collect());
        if first {
            self.tell(Event::Recovered { life: ask.life });
        }
        if open >= self.sign_from {
            self.recovering = None;
            self.say_again();
        } else {
            self.recovering = self.recovering.take().map(|recovery| Recovery { begun: true, ..recovery });
        }
        // Behind what was said again: from here on nothing older is this peer's.
        self.keep(&Record::Life { life: self.life, sign_from: self.sign_from });
    }

    /// Shows everybody with whose answers the life begins, before anything is said in it.
    fn begin_life(&mut self, me: Voter, ask: Ask, index: u32, told: Vec<Signed<Told>>) {
        let named = told.iter().map(|told| (told.voter, told.says.statements)).collect();
        let begin = Signed::new(&self.identity, &self.table.id, me, Begin { ask, index, told: named });
        let birth = Birth { begin, told };
        self.note_birth(birth.clone());
        self.spread(&Message::Birth(Box::new(birth)), None);
    }

    /// All others have told what they have of this peer at the open index, and take nothing else any more. What else it knows, from an old
    /// journal or by chance, counts for nobody: it need not keep to that where it contradicts what it was told, or is for a move that
    /// nobody has.
    fn forget_void(&mut self, me: Voter, tellings: &[Telling]) {
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
    fn keep_own(&mut self, me: Voter, holds: impl Fn(Part<'_>) -> bool) {
        let open = &mut self.open;
        open.candidates.retain(|candidate| {
            let own = matches!(candidate.entry.core.body, Body::Move { seat, .. } if seat == me);
            !own || holds(Part::Move(&candidate.entry))
        });
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
        let moves = self.open.candidates.iter().map(|candidate| &candidate.entry.core.body);
        self.open.moved =
            moves.into_iter().any(|body| matches!(body, Body::Move { seat, .. } if *seat == me));
    }

    /// Whether what this peer said at the open index in two lives contradicts itself: whatever it says there now contradicts one of
    /// the two.
    fn contradicts_itself(&self, me: Voter) -> bool {
        let heads: Vec<_> = self.open.heads.of(me).map(Signed::ack).collect();
        let votes: Vec<_> = self.open.votes.of(me).map(Signed::ballot).collect();
        let moves = self.open.candidates.iter().map(|candidate| &candidate.entry.core);
        let moves = moves.filter(|core| matches!(core.body, Body::Move { seat, .. } if seat == me)).count();
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
        let (life, id) = (self.life, self.table.id);
        let older = |other: Life| other < life;
        let moves = self.open.candidates.iter().map(|candidate| &candidate.entry);
        let mine = moves.filter(|entry| {
            matches!(entry.core.body, Body::Move { seat, .. } if seat == me)
                && entry.proof.life().is_some_and(older)
        });
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
        let heads = self.open.heads.of(me).map(|head| head.says).filter(|head| older(head.life));
        for says in heads.collect::<Vec<_>>() {
            let head = Signed::new(&self.identity, &id, me, Head { life, ..says });
            self.keep(&Record::Head(head));
            self.open.heads.insert(head);
            self.spread(&Message::Head(head), None);
        }
        // What it was told of indices that are not open yet it keeps to when they are.
        let far = self.far_heads.iter().filter(|head| head.voter == me && older(head.says.life));
        for says in far.map(|head| head.says).collect::<Vec<_>>() {
            let head = Signed::new(&self.identity, &id, me, Head { life, ..says });
            self.keep(&Record::Head(head));
            self.far_heads.insert(head);
        }
        // Also what made the last entry final before this life began: whoever told at its index needs that, and may have nobody else to
        // vouch for it.
        let before = |head: &Head| {
            self.last_birth(me).is_some_and(|birth| !birth.told.is_empty() && head.index < birth.index())
        };
        let tip = self.tip_heads.of(me).filter(|head| older(head.says.life) && before(&head.says));
        let tip = tip.filter(|head| self.decided.against_head(head).is_none()).map(|head| head.says);
        for says in tip.collect::<Vec<_>>() {
            let head = Signed::new(&self.identity, &id, me, Head { life, ..says });
            self.keep(&Record::Head(head));
            self.tip_heads.insert(head);
            self.spread(&Message::Head(head), None);
        }
        // All of them: the last may lean on those before.
        let votes = self.open.votes.of(me).map(|vote| vote.says).filter(|vote| older(vote.life));
        for says in votes.collect::<Vec<_>>() {
            let vote = Signed::new(&self.identity, &id, me, Vote { life, ..says });
            self.keep(&Record::Vote(vote));
            self.open.votes.insert(self.quorum(), vote);
            let backed = self.backed(vote);
            self.spread(&backed, None);
        }
    }

    /// Takes back from the journal which life this peer has begun.
    pub(crate) fn recall_life(&mut self, life: Life, sign_from: u32) {
        self.lives.unsure = None;
        (self.life, self.sign_from) = (life, sign_from);
        let waits = self.world.index + 1 < sign_from;
        let known = self.recovering.take().map_or(0, |recovery| recovery.ask.instance);
        let ask = Ask { life, instance: known };
        let recovery = Recovery { ask, since: 0, told: BTreeMap::new(), early: BTreeMap::new(), begun: true };
        self.recovering = waits.then_some(recovery);
    }

    /// Takes back from the journal what this peer has told another.
    pub(crate) fn recall_told(&mut self, ask: Signed<Ask>, telling: Telling) -> Result<(), String> {
        let Table { id, verifiers, .. } = &self.table;
        let (told, statements) = (&telling.told, &telling.statements);
        let bounded = ask.says.life <= MAX_LIVES && told.says.index <= MAX_ENTRIES + 1;
        let whole = statements.len() <= MAX_TOLD && statements.hash() == told.says.statements;
        let fits = bounded && whole && (told.says.about, told.says.ask) == (ask.voter, ask.says);
        if !fits || !ask.verify(id, verifiers) || !told.verify(id, verifiers) {
            return Err("something told that nobody signed".to_owned());
        }
        self.lives.note_told(ask, telling);
        Ok(())
    }

    /// Takes back from the journal that a copy of this peer spoke in a later life.
    pub(crate) fn recall_superseded(&mut self, life: Life) {
        self.life = self.life.max(life.min(MAX_LIVES));
        self.superseded = true;
    }
}
