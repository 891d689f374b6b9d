//! Looking for a table: by mDNS, an address or a code.
//!
//! A search is told what is seen and who answers, and says where to try and whom to ask: one table at a time. It neither dials
//! nor sends, and never guesses which of two tables is meant.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use anyhow::{anyhow, bail};
use whistlestop_proto::contract::PROTOCOL_VERSION;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::PublicKey;

use crate::discovery::{Ad, AdState, Fingerprint, Sighting};
use crate::net::DialError;
use crate::node::find::candidates::Candidates;
use crate::node::find::meant::{Ambiguous, meant};
use crate::node::find::target::Target;
use crate::node::plan::phrase_key;
use crate::node::system::random;
use crate::table::front::Wish;
use crate::table::gather::PROGRAM_VERSION;
use crate::table::phrase::PhraseKey;
use crate::table::wire::{Refusal, Tag};

/// How often a table that did not answer or had no seat is asked again.
const RETRY_MILLIS: Millis = 1_000;

/// So many knocks without any answer are enough: whoever is there answers the first.
const MAX_KNOCKS: u32 = 3;

/// How long tables are listened for before one of several is chosen by itself, and before a name is taken for that of one only.
const CHOICE_MILLIS: Millis = 250;
const NAMED_MILLIS: Millis = 600;

/// A search.
#[derive(Clone, Debug)]
pub(crate) struct Seek {
    goal: Goal,
    /// Where to look, if that was said.
    places: Vec<SocketAddr>,
    until: Millis,
    next: Millis,
    /// Tables seen by mDNS.
    candidates: Candidates,
    /// Linked peers that were asked: their answers count.
    asked: BTreeMap<PublicKey, Knocks>,
    /// Why the last try failed, to tell if nothing else works.
    last_failure: Option<String>,
    /// Why a table that was seen is none to ask, to tell if there is no other.
    passed_over: Option<String>,
}

/// What is looked for, and how long.
#[derive(Clone, Debug)]
struct Goal {
    target: Target,
    watch: bool,
    phrase: Option<PhraseKey>,
    patience_millis: Millis,
    /// How long somebody who watches stays when all players are gone.
    alone_millis: Millis,
    ready: bool,
}

/// How to ask a peer for a table.
#[derive(Debug)]
pub(crate) struct Ask {
    /// For which; for whichever is there, if none.
    pub(crate) table: Option<Tag>,
    /// To watch only.
    pub(crate) watch: bool,
    /// Whether the game may begin as soon as all sit.
    pub(crate) ready: bool,
    /// The pass phrase, if one was given.
    pub(crate) phrase: Option<PhraseKey>,
}

/// Where to try now, and who is no longer waited for.
#[derive(Debug, Default)]
pub(crate) struct Tries {
    pub(crate) dials: Vec<SocketAddr>,
    pub(crate) given_up: Option<Fingerprint>,
}

/// How often a peer was asked on its link, and when last.
#[derive(Clone, Copy, Debug, Default)]
struct Knocks {
    knocks: u32,
    last: Millis,
}

impl Default for Seek {
    /// A search for nothing, of whoever never looked for a table.
    fn default() -> Self {
        Self::for_goal(
            Goal {
                target: Target::Any,
                watch: false,
                phrase: None,
                patience_millis: 0,
                alone_millis: 0,
                ready: false,
            },
            0,
        )
    }
}

impl Seek {
    /// A search, by what was seen or typed. Whoever is at a known place answers soon; others may be looked for.
    pub(crate) fn new(
        wish: &Wish,
        wait_seconds: Option<u32>,
        ready: bool,
        now: Millis,
    ) -> anyhow::Result<Self> {
        let target = Target::of(&wish.which)?;
        let millis = |usual: u32| u64::from(wait_seconds.unwrap_or(usual)) * 1000;
        let (patience_millis, alone_millis) = (millis(if target.is_wide() { 60 } else { 10 }), millis(60));
        let phrase = phrase_key(wish.pass_phrase.as_deref())?;
        let goal = Goal { target, watch: wish.watch, phrase, patience_millis, alone_millis, ready };
        Ok(Self { candidates: Candidates::new(random()?), ..Self::for_goal(goal, now) })
    }

    const fn for_goal(goal: Goal, now: Millis) -> Self {
        Self {
            until: now.saturating_add(goal.patience_millis),
            goal,
            places: Vec::new(),
            next: now,
            candidates: Candidates::new([0; 8]),
            asked: BTreeMap::new(),
            last_failure: None,
            passed_over: None,
        }
    }

    /// Finds out where to look, if that was said; the search begins then.
    pub(crate) async fn resolve(&mut self) -> anyhow::Result<()> {
        self.places = self.goal.target.places().await?;
        Ok(())
    }

    /// The same search, begun anew. What was seen while somebody sat elsewhere is not forgotten.
    pub(crate) fn again(self, now: Millis) -> Self {
        let candidates = self.candidates.again(now);
        Self { places: self.places, candidates, ..Self::for_goal(self.goal, now) }
    }

    /// A peer is no longer linked: whatever it says on another link it is asked again for. Who was asked and went has no seat
    /// to give.
    pub(crate) fn forget(&mut self, now: Millis, peer: &PublicKey) {
        if self.asked.remove(peer).is_some() && self.candidates.asked_at(peer).is_some() {
            self.candidates.pass(now);
            self.next = 0;
        }
    }

    /// Whoever hosted the table that was sat at is gone: others come first.
    pub(crate) fn avoid(&mut self, now: Millis, peer: &PublicKey) {
        self.candidates.avoid(now, peer);
    }

    /// Whether it is by mDNS that the table is to be found.
    pub(crate) const fn listens(&self) -> bool {
        matches!(self.goal.target, Target::Any | Target::Named(_) | Target::Seen(_))
    }

    pub(crate) const fn next_due(&self) -> Millis {
        self.next
    }

    pub(crate) fn dial_failed(&mut self, address: SocketAddr, why: &DialError) {
        self.last_failure = Some(format!("{address}: {why}"));
        if self.candidates.dial_failed(&address) {
            self.next = 0;
        }
    }

    /// Something was seen by mDNS.
    pub(crate) fn sighted(&mut self, now: Millis, sighting: Sighting) {
        match sighting {
            Sighting::Gone { instance } => self.candidates.lose(&instance),
            Sighting::Seen { instance, ad, addresses } => {
                if let Some(why) = self.obstacle(&ad) {
                    self.passed_over = Some(why);
                }
                if !self.fits(&ad) {
                    self.candidates.lose(&instance);
                } else if self.candidates.see(now, instance, ad, addresses) {
                    self.next = 0;
                }
            }
        }
    }

    /// Whether a table on the network may be the one that is looked for, and can be asked.
    fn fits(&self, ad: &Ad) -> bool {
        self.means(ad) && self.obstacle(ad).is_none()
    }

    /// Why a table that may be the one that is looked for cannot be asked.
    fn obstacle(&self, ad: &Ad) -> Option<String> {
        if !self.means(ad) {
            return None;
        }
        let (name, theirs) = (&ad.name, &ad.version);
        if ad.protocol != PROTOCOL_VERSION {
            return Some(format!(
                "{name} is of another version of whistlestop, {theirs}, and this is {PROGRAM_VERSION}: use the same"
            ));
        }
        let locked = ad.pass_phrase && self.goal.phrase.is_none() && self.goal.target == Target::Any;
        locked.then(|| format!("{name} has a pass phrase: ask for it and give it with --pass-phrase"))
    }

    /// Whether a table on the network may be the one that is looked for.
    fn means(&self, ad: &Ad) -> bool {
        let named = match &self.goal.target {
            Target::Any => true,
            Target::Named(name) => meant(name, ad).is_some(),
            Target::Seen(tag) => Tag(ad.gathering) == *tag,
            Target::At(_) | Target::Code(_) => return false,
        };
        let goal = &self.goal;
        let any = goal.target == Target::Any;
        let state = match ad.state {
            AdState::Open => !goal.watch,
            // By name also a player may come back without a journal.
            AdState::Playing => goal.watch || !any,
            AdState::Over => false,
        };
        let open = !any || goal.watch || ad.seats_taken < ad.seats;
        named && state && open
    }

    // Looking

    /// Where to try now, and whom not to wait for any more; nothing before it is time. Whoever is linked is asked then. Gives up
    /// with the reason when it took too long, or when several tables may be meant.
    pub(crate) fn go_on(&mut self, now: Millis) -> anyhow::Result<Option<Tries>> {
        if now >= self.until {
            return Err(self.failure());
        }
        if now < self.next {
            return Ok(None);
        }
        self.next = (now + RETRY_MILLIS).min(self.until);
        if !self.listens() {
            return Ok(Some(Tries { dials: self.places.clone(), given_up: None }));
        }
        let given_up = self.candidates.give_up(now);
        if let Some(due) = self.choice_due()
            && due <= now
        {
            let best = self.best_meaning()?;
            let is_meant = |ad: &Ad| best.is_none_or(|tag| tag == Tag(ad.gathering));
            self.candidates.choose(now, is_meant);
            let later = self.candidates.next_due(is_meant);
            self.next = later.map_or(self.next, |later| self.next.min(later.max(now + 1)));
        } else if let Some(due) = self.choice_due() {
            self.next = self.next.min(due);
        }
        Ok(Some(Tries { dials: self.candidates.dial(now).into_iter().collect(), given_up }))
    }

    /// From when on a table may be chosen: others that are here are heard of by then.
    fn choice_due(&self) -> Option<Millis> {
        let patience = match &self.goal.target {
            Target::Any => CHOICE_MILLIS,
            Target::Named(_) => NAMED_MILLIS,
            Target::Seen(_) | Target::At(_) | Target::Code(_) => 0,
        };
        Some(self.candidates.since()? + patience)
    }

    /// The one table that a name means, if it was a name.
    fn best_meaning(&self) -> Result<Option<Tag>, Ambiguous> {
        match &self.goal.target {
            Target::Named(name) => Ambiguous::check(name, self.goal.watch, self.candidates.ads()),
            _ => Ok(None),
        }
    }

    fn failure(&self) -> anyhow::Error {
        let what = self.describe();
        let seconds = self.goal.patience_millis / 1000;
        let check = "check that the host is running and `whistlestop doctor` on both";
        match (&self.last_failure, &self.passed_over, &self.goal.target) {
            (None, Some(why), _) => anyhow!("could not get to {what} within {seconds} s; {why}"),
            (Some(why), _, _) => anyhow!("could not get to {what} within {seconds} s ({why}); {check}"),
            (None, None, Target::At(_) | Target::Code(_)) => {
                anyhow!("could not get to {what} within {seconds} s (no answer so far); {check}")
            }
            (None, None, Target::Any | Target::Named(_) | Target::Seen(_)) => anyhow!(
                "found no {} within {seconds} s; `whistlestop tables` lists what is on the network, `whistlestop doctor` says why nothing may be",
                what.trim_start_matches("a ")
            ),
        }
    }

    /// How to ask a linked peer to be let in, if it is one that is looked for: whoever dials in by itself is not. The error is
    /// why its link is of no use.
    pub(crate) fn ask(
        &mut self,
        now: Millis,
        peer: &PublicKey,
        address: SocketAddr,
    ) -> Result<Option<Ask>, &'static str> {
        let Some(table) = self.table_at(peer, &address) else {
            if matches!(self.goal.target, Target::Code(_)) && self.places.contains(&address) {
                let why = "somebody with another key than the one in the join code answers";
                self.last_failure = Some(format!("{address}: {why}"));
                return Err("another key than the one in the join code");
            }
            return Ok(None);
        };
        self.candidates.is_reached(peer);
        let asked = self.asked.entry(*peer).or_default();
        if asked.knocks > 0 && now < asked.last + RETRY_MILLIS {
            return Ok(None);
        }
        *asked = Knocks { knocks: asked.knocks + 1, last: now };
        let Goal { watch, ready, .. } = self.goal;
        Ok(Some(Ask { table, watch, ready, phrase: self.goal.phrase.clone() }))
    }

    /// The table to ask for at a peer that is looked for: a certain one, or whichever is there.
    #[expect(clippy::option_option, reason = "none to ask, any that is there, a certain one")]
    fn table_at(&self, peer: &PublicKey, address: &SocketAddr) -> Option<Option<Tag>> {
        match &self.goal.target {
            Target::At(_) => self.places.contains(address).then_some(None),
            Target::Code(code) => code.expects(peer).then_some(None),
            Target::Any | Target::Named(_) | Target::Seen(_) => self.candidates.asked_at(peer).map(Some),
        }
    }

    /// Whether an answer of this peer about a table counts: somebody else must not lead whoever looks for a table astray. What
    /// mDNS says about it may have changed since: the last free seat may be the one that it gave us.
    pub(crate) fn was_asked(&self, peer: &PublicKey) -> bool {
        self.asked.contains_key(peer)
    }

    /// Whether a peer was asked often enough to have answered.
    pub(crate) fn is_silent(&self, peer: &PublicKey) -> bool {
        self.asked.get(peer).is_some_and(|asked| asked.knocks >= MAX_KNOCKS)
    }

    /// Somebody who was asked refuses. Nobody waits where the answer cannot change; elsewhere the search goes on until its
    /// time is up.
    pub(crate) fn on_refused(
        &mut self,
        now: Millis,
        peer: &PublicKey,
        refusal: &Refusal,
    ) -> anyhow::Result<()> {
        let any = self.goal.target == Target::Any;
        self.asked.remove(peer);
        if self.candidates.asked_at(peer).is_some() {
            self.candidates.pass(now);
            self.next = 0;
        }
        self.last_failure = Some(refusal.to_string());
        let may_change = match refusal {
            Refusal::Full
            | Refusal::NoSuchTable
            | Refusal::PassPhrase
            | Refusal::Unproved
            | Refusal::Guesses
            | Refusal::Crowded => any,
            Refusal::NotBegun | Refusal::Late => true,
            Refusal::Version { .. } | Refusal::Name => false,
        };
        if may_change { Ok(()) } else { bail!("{refusal}") }
    }

    // What is looked for

    /// The pass phrase, if one was given.
    pub(crate) const fn phrase(&self) -> Option<&PhraseKey> {
        self.goal.phrase.as_ref()
    }

    /// How long somebody who watches stays when all players are gone.
    pub(crate) const fn alone_millis(&self) -> Millis {
        self.goal.alone_millis
    }

    /// What is looked for, in words.
    pub(crate) fn describe(&self) -> String {
        match &self.goal.target {
            Target::Any if self.goal.watch => "a table to watch".to_owned(),
            Target::Any => "a table with a free seat".to_owned(),
            Target::Named(name) => format!("table {:?}", name.trim_start_matches("table ")),
            Target::Seen(tag) => format!("table {tag}"),
            Target::At(_) => format!("a table at {}", self.places_text()),
            Target::Code(_) => format!("the table of the code, at {}", self.places_text()),
        }
    }

    fn places_text(&self) -> String {
        self.places.iter().map(SocketAddr::to_string).collect::<Vec<_>>().join(" or ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discovery::Fingerprint;

    fn ad(name: &str, gathering: u8, state: AdState, seats_taken: u8) -> Ad {
        Ad {
            fingerprint: Fingerprint([gathering; 16]),
            name: format!("table {gathering}"),
            host: name.to_owned(),
            gathering: [gathering; 8],
            game: "chicago-express".to_owned(),
            seats_taken,
            seats: 3,
            state,
            pass_phrase: false,
            version: "0.1.0".to_owned(),
            protocol: PROTOCOL_VERSION,
            port: 7777,
        }
    }

    fn seek(target: Target, watch: bool) -> Seek {
        Seek::for_goal(Goal { target, watch, ..Seek::default().goal }, 0)
    }

    fn fits(target: Target, watch: bool, ad: &Ad) -> bool {
        seek(target, watch).fits(ad)
    }

    #[test]
    fn a_table_that_was_seen_is_found_by_its_tag_alone() {
        let seen = || Target::Seen(Tag([5; 8]));
        assert!(fits(seen(), false, &ad("Ann", 5, AdState::Open, 1)));
        assert!(!fits(seen(), false, &ad("Ann", 6, AdState::Open, 1)));
        assert!(!fits(seen(), false, &ad("0505050505050505", 6, AdState::Open, 1)), "a name is no tag");
        assert!(fits(seen(), true, &ad("Ann", 5, AdState::Playing, 3)));
        assert!(fits(seen(), false, &ad("Ann", 5, AdState::Playing, 3)), "a player may come back");
        assert!(!fits(seen(), true, &ad("Ann", 5, AdState::Over, 3)));
    }

    #[test]
    fn what_keeps_a_table_from_being_asked_is_told() {
        let obstacle = |target: Target, ad: &Ad| {
            let mut search = seek(target, false);
            let seen = Sighting::Seen { instance: "a".to_owned(), ad: ad.clone(), addresses: Vec::new() };
            search.sighted(0, seen);
            search.passed_over.map(|why| (why, search.candidates.ads().count()))
        };
        let open = ad("Ann", 5, AdState::Open, 1);
        assert_eq!(obstacle(Target::Any, &open), None);
        let locked = Ad { pass_phrase: true, ..open.clone() };
        let (why, asked) = obstacle(Target::Any, &locked).unwrap();
        assert!(why.contains("table 5") && why.contains("--pass-phrase") && asked == 0, "{why}");
        let ann = || Target::Named("ann".to_owned());
        assert_eq!(obstacle(ann(), &locked), None, "who means that table is refused by its host");
        let other = Ad { protocol: PROTOCOL_VERSION + 1, version: "9.8.7".to_owned(), ..open };
        for target in [Target::Any, ann()] {
            let (why, asked) = obstacle(target, &other).unwrap();
            assert!(why.contains("9.8.7") && why.contains(PROGRAM_VERSION) && asked == 0, "{why}");
        }
        assert_eq!(obstacle(Target::Named("ben".to_owned()), &other), None);
    }

    #[test]
    fn any_table_is_one_with_a_free_seat_and_a_name_means_one_table() {
        assert!(fits(Target::Any, false, &ad("Ann", 5, AdState::Open, 2)));
        assert!(!fits(Target::Any, false, &ad("Ann", 5, AdState::Open, 3)));
        assert!(fits(Target::Named("ANN".to_owned()), false, &ad("Ann", 5, AdState::Open, 3)));
        assert!(fits(Target::Named("0505".to_owned()), false, &ad("Ann", 5, AdState::Open, 3)));
        assert!(!fits(Target::Named("ben".to_owned()), false, &ad("Ann", 5, AdState::Open, 1)));
    }

    fn see(seek: &mut Seek, now: Millis, ad: &Ad) {
        let instance = format!("{}", ad.gathering[0]);
        let at = format!("10.0.0.{}:7777", ad.gathering[0]).parse().unwrap();
        seek.sighted(now, Sighting::Seen { instance, ad: ad.clone(), addresses: vec![at] });
    }

    fn dials(seek: &mut Seek, now: Millis) -> usize {
        seek.go_on(now).unwrap().map_or(0, |tries| tries.dials.len())
    }

    fn patient(target: Target) -> Seek {
        Seek::for_goal(Goal { target, patience_millis: 60_000, ..Seek::default().goal }, 0)
    }

    #[test]
    fn a_table_is_chosen_once_the_others_were_heard_of_and_only_one() {
        let mut seek = patient(Target::Any);
        for table in 1..=5 {
            see(&mut seek, 1_000, &ad("Ann", table, AdState::Open, 1));
        }
        assert_eq!(dials(&mut seek, 1_000), 0);
        assert_eq!(seek.next_due(), 1_000 + CHOICE_MILLIS);
        assert_eq!(dials(&mut seek, 1_000 + CHOICE_MILLIS), 1);
        assert_eq!(dials(&mut seek, 1_001 + CHOICE_MILLIS), 0);
    }

    #[test]
    fn a_name_that_two_tables_have_is_refused_with_both_and_one_seen_by_its_tag_is_asked_at_once() {
        let mut seek = patient(Target::Named("ann".to_owned()));
        see(&mut seek, 0, &ad("Ann", 5, AdState::Open, 1));
        assert_eq!(dials(&mut seek, NAMED_MILLIS - 1), 0, "another Ann may be heard of");
        see(&mut seek, NAMED_MILLIS - 1, &ad("Ann", 6, AdState::Open, 1));
        let why = seek.go_on(NAMED_MILLIS).unwrap_err().to_string();
        assert!(why.contains("table 5 of Ann") && why.contains("table 6 of Ann"), "{why}");
        let mut seek = patient(Target::Seen(Tag([5; 8])));
        see(&mut seek, 0, &ad("Ann", 5, AdState::Open, 1));
        assert_eq!(dials(&mut seek, 0), 1);
    }

    #[test]
    fn what_was_seen_while_waiting_elsewhere_is_asked_when_the_host_is_gone() {
        let mut seek = patient(Target::Any);
        see(&mut seek, 0, &ad("Ann", 5, AdState::Open, 1));
        see(&mut seek, 0, &ad("Bob", 6, AdState::Open, 1));
        let mut again = seek.again(9_000);
        assert_eq!(dials(&mut again, 9_000 + CHOICE_MILLIS), 1);
    }
}
