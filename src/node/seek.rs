//! Looking for a table: by mDNS, an address or a code.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use anyhow::bail;
use whistlestop_proto::contract::PROTOCOL_VERSION;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::PublicKey;

use super::event::Event;
use super::front::{Joining, Target};
use super::{Node, Stage, Step};
use crate::discovery::{Ad, AdState, Sighting};
use crate::net::DialError;
use crate::table::gather::PROGRAM_VERSION;
use crate::table::phrase::PhraseKey;
use crate::table::wire::{Knock, Refusal, Tag, Wire};

/// How often a table that did not answer or had no seat is asked again.
const RETRY_MILLIS: Millis = 1_000;

/// So many knocks without any answer are enough: whoever is there answers the first.
const MAX_KNOCKS: u32 = 3;

/// Tables that are remembered while looking: more than a hall at an event has.
const MAX_CANDIDATES: usize = 256;

/// A search.
#[derive(Clone, Debug)]
pub(super) struct Seek {
    pub(super) joining: Joining,
    /// Where to look, if that was said.
    places: Vec<SocketAddr>,
    until: Millis,
    next: Millis,
    /// Tables seen by mDNS, by their instance.
    candidates: BTreeMap<String, Candidate>,
    /// Linked peers that were asked, and how often on this link: their answers count.
    asked: BTreeMap<PublicKey, u32>,
    /// Why the last try failed, to tell if nothing else works.
    last_failure: Option<String>,
    /// Why a table that was seen is none to ask, to tell if there is no other.
    passed_over: Option<String>,
}

#[derive(Clone, Debug)]
struct Candidate {
    ad: Ad,
    addresses: Vec<SocketAddr>,
    /// Which address is next.
    turn: usize,
}

/// Which table to ask for.
enum Ask {
    /// Whichever is there.
    Any,
    /// That one.
    For(Tag),
}

impl Default for Seek {
    fn default() -> Self {
        let joining = Joining {
            target: Target::Any,
            watch: false,
            phrase: None,
            patience_millis: 0,
            alone_millis: 0,
            ready: false,
        };
        Self::new(joining, Vec::new(), 0)
    }
}

impl Seek {
    pub(super) fn new(joining: Joining, places: Vec<SocketAddr>, now: Millis) -> Self {
        let until = now.saturating_add(joining.patience_millis);
        Self {
            joining,
            places,
            until,
            next: now,
            candidates: BTreeMap::new(),
            asked: BTreeMap::new(),
            last_failure: None,
            passed_over: None,
        }
    }

    /// The same search, begun anew.
    pub(super) fn again(self, now: Millis) -> Self {
        Self::new(self.joining, self.places, now)
    }

    /// A peer is no longer linked: whatever it says on another link it is asked again for.
    pub(super) fn forget(&mut self, peer: &PublicKey) {
        self.asked.remove(peer);
    }

    pub(super) const fn next_due(&self) -> Millis {
        self.next
    }

    pub(super) fn dial_failed(&mut self, address: SocketAddr, why: &DialError) {
        self.last_failure = Some(format!("{address}: {why}"));
    }

    fn sighted(&mut self, sighting: Sighting) {
        match sighting {
            Sighting::Gone { instance } => {
                self.candidates.remove(&instance);
            }
            Sighting::Seen { instance, ad, addresses } => {
                if let Some(why) = self.obstacle(&ad) {
                    self.passed_over = Some(why);
                }
                if self.fits(&ad) && self.candidates.len() < MAX_CANDIDATES {
                    // A table that was just seen is asked at once.
                    if !self.candidates.contains_key(&instance) {
                        self.next = 0;
                    }
                    self.candidates.insert(instance, Candidate { ad, addresses, turn: 0 });
                } else {
                    self.candidates.remove(&instance);
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
                "{name}'s table is of another version of whistlestop, {theirs}, and this is {PROGRAM_VERSION}: use the same"
            ));
        }
        let locked = ad.pass_phrase && self.joining.phrase.is_none() && self.joining.target == Target::Any;
        locked.then(|| format!("{name}'s table has a pass phrase: ask for it and give it with --pass-phrase"))
    }

    /// Whether a table on the network may be the one that is looked for.
    fn means(&self, ad: &Ad) -> bool {
        let named = match &self.joining.target {
            Target::Any => true,
            Target::Named(name) => {
                let name = name.to_lowercase();
                ad.name.to_lowercase() == name || Tag(ad.gathering).to_string().starts_with(&name)
            }
            Target::Seen(tag) => Tag(ad.gathering) == *tag,
            Target::At(_) | Target::Code(_) => return false,
        };
        let joining = &self.joining;
        let any = joining.target == Target::Any;
        let state = match ad.state {
            AdState::Open => !joining.watch,
            // By name also a player may come back without a journal.
            AdState::Playing => joining.watch || !any,
            AdState::Over => false,
        };
        let open = !any || joining.watch || ad.seats_taken < ad.seats;
        named && state && open
    }

    /// Where to try now.
    fn dials(&mut self) -> Vec<SocketAddr> {
        match &self.joining.target {
            Target::At(_) | Target::Code(_) => self.places.clone(),
            Target::Any | Target::Named(_) | Target::Seen(_) => {
                let mut dials = Vec::new();
                for candidate in self.candidates.values_mut().filter(|one| !one.addresses.is_empty()) {
                    dials.push(candidate.addresses[candidate.turn % candidate.addresses.len()]);
                    candidate.turn += 1;
                }
                dials
            }
        }
    }

    /// What to ask for at a peer, if it is one that was looked for. Whoever dials in by itself is not.
    fn asks(&self, peer: &PublicKey, address: &SocketAddr) -> Option<Ask> {
        match &self.joining.target {
            Target::At(_) => self.places.contains(address).then_some(Ask::Any),
            Target::Code(code) => code.expects(peer).then_some(Ask::Any),
            Target::Any | Target::Named(_) | Target::Seen(_) => {
                let known = self.candidates.values().find(|one| one.ad.fingerprint.is_of(peer));
                known.map(|one| Ask::For(Tag(one.ad.gathering)))
            }
        }
    }

    fn places_text(&self) -> String {
        self.places.iter().map(SocketAddr::to_string).collect::<Vec<_>>().join(" or ")
    }

    fn describe(&self) -> String {
        match &self.joining.target {
            Target::Any if self.joining.watch => "a table to watch".to_owned(),
            Target::Any => "a table with a free seat".to_owned(),
            Target::Named(name) => format!("table {name:?}"),
            Target::Seen(tag) => format!("table {tag}"),
            Target::At(_) => format!("a table at {}", self.places_text()),
            Target::Code(_) => format!("the table of the code, at {}", self.places_text()),
        }
    }
}

impl Node<'_> {
    pub(super) fn seek(&mut self, seek: Seek) {
        self.say(Event::Looking(seek.describe()));
        self.answers.clear();
        self.stage = Stage::Seeking(seek);
    }

    /// Tries what is due; gives up when it took too long.
    pub(super) fn seek_on(&mut self) -> Step {
        let now = self.now();
        let Stage::Seeking(seek) = &mut self.stage else { return Ok(None) };
        if now >= seek.until {
            let what = seek.describe();
            let seconds = seek.joining.patience_millis / 1000;
            let check = "check that the host is running and `whistlestop doctor` on both";
            if let (None, Some(why)) = (&seek.last_failure, &seek.passed_over) {
                bail!("could not get to {what} within {seconds} s; {why}");
            }
            match (&seek.last_failure, &seek.joining.target) {
                (Some(why), _) => bail!("could not get to {what} within {seconds} s ({why}); {check}"),
                (None, Target::At(_) | Target::Code(_)) => {
                    bail!("could not get to {what} within {seconds} s (no answer so far); {check}")
                }
                (None, Target::Any | Target::Named(_) | Target::Seen(_)) => bail!(
                    "found no {} within {seconds} s; `whistlestop tables` lists what is on the network, `whistlestop doctor` says why nothing may be",
                    what.trim_start_matches("a ")
                ),
            }
        }
        if now >= seek.next {
            seek.next = (now + RETRY_MILLIS).min(seek.until);
            for address in seek.dials() {
                self.endpoint.dial(address, None);
            }
            // Links that are there already are asked again too.
            let linked: Vec<PublicKey> = self.links.keys().copied().collect();
            for peer in linked {
                if self.is_silent(&peer) {
                    // It may have been started anew, and only the link is old.
                    self.drop_link(&peer, "no answer");
                } else {
                    self.knock(peer);
                }
            }
        }
        Ok(None)
    }

    pub(super) fn on_sighting(&mut self, sighting: Sighting) -> Step {
        match &mut self.stage {
            Stage::Seeking(seek) => {
                seek.sighted(sighting);
                self.seek_on()
            }
            Stage::Playing(playing) => {
                if let Sighting::Seen { ad, addresses, .. } = sighting {
                    let key = playing.key_with(&ad.fingerprint);
                    if let Some(key) = key {
                        self.book.hint(&key, &addresses);
                    }
                }
                Ok(None)
            }
            Stage::Hosting(_) | Stage::Waiting { .. } => Ok(None),
        }
    }

    /// Asks to be let in at a peer, if it is one that was looked for.
    pub(super) fn knock(&mut self, peer: PublicKey) {
        let (Stage::Seeking(seek), Some(link)) = (&mut self.stage, self.links.get(&peer)) else { return };
        let Some(ask) = seek.asks(&peer, &link.address) else {
            if matches!(seek.joining.target, Target::Code(_)) && seek.places.contains(&link.address) {
                let why = "somebody with another key than the one in the join code answers";
                seek.last_failure = Some(format!("{}: {why}", link.address));
                self.drop_link(&peer, "another key than the one in the join code");
            }
            return;
        };
        let table = match ask {
            Ask::Any => None,
            Ask::For(table) => Some(table),
        };
        *seek.asked.entry(peer).or_default() += 1;
        let (watch_and_ready, phrase) =
            ((seek.joining.watch, seek.joining.ready), seek.joining.phrase.clone());
        self.send_knock(peer, table, watch_and_ready, phrase.as_ref());
    }

    pub(super) fn send_knock(
        &mut self,
        peer: PublicKey,
        table: Option<Tag>,
        (watch, ready): (bool, bool),
        phrase: Option<&PhraseKey>,
    ) {
        let share = phrase.and_then(|phrase| self.share_for(peer, phrase));
        let knock = Knock {
            protocol: PROTOCOL_VERSION,
            program: PROGRAM_VERSION.to_owned(),
            name: self.options.name.clone(),
            table,
            watch,
            ready,
            listens: self.shared_addresses(),
            share,
        };
        self.send(&peer, &Wire::Knock(knock));
    }

    /// Whether an answer of this peer about a table counts: somebody else must not lead whoever looks for a table astray.
    pub(super) fn was_asked(&self, peer: &PublicKey) -> bool {
        // What mDNS says about it may have changed since: the last free seat may be the one that it gave us.
        matches!(&self.stage, Stage::Seeking(seek) if seek.asked.contains_key(peer))
    }

    /// Whether a peer was asked often enough to have answered.
    fn is_silent(&self, peer: &PublicKey) -> bool {
        matches!(&self.stage, Stage::Seeking(seek) if seek.asked.get(peer).is_some_and(|&knocks| knocks >= MAX_KNOCKS))
    }

    /// Nobody waits where the answer cannot change; elsewhere the search goes on until its time is up.
    pub(super) fn on_refused(&mut self, peer: PublicKey, refusal: &Refusal) -> Step {
        if !self.was_asked(&peer) {
            return Ok(None);
        }
        let Stage::Seeking(seek) = &mut self.stage else { return Ok(None) };
        let any = seek.joining.target == Target::Any;
        seek.last_failure = Some(refusal.to_string());
        let may_change = match refusal {
            Refusal::Full
            | Refusal::NoSuchTable
            | Refusal::PassPhrase
            | Refusal::Unproved
            | Refusal::Guesses
            | Refusal::Crowded => any,
            Refusal::NotBegun => true,
            Refusal::Version { .. } | Refusal::Name => false,
        };
        if !may_change {
            bail!("{refusal}");
        }
        self.drop_link(&peer, "not let in");
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discovery::Fingerprint;

    fn ad(name: &str, gathering: u8, state: AdState, seats_taken: u8) -> Ad {
        Ad {
            fingerprint: Fingerprint([gathering; 16]),
            name: name.to_owned(),
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

    fn fits(target: Target, watch: bool, ad: &Ad) -> bool {
        let joining =
            Joining { target, watch, phrase: None, patience_millis: 0, alone_millis: 0, ready: false };
        Seek::new(joining, Vec::new(), 0).fits(ad)
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
            let joining = Joining {
                target,
                watch: false,
                phrase: None,
                patience_millis: 0,
                alone_millis: 0,
                ready: false,
            };
            let mut seek = Seek::new(joining, Vec::new(), 0);
            seek.sighted(Sighting::Seen { instance: "a".to_owned(), ad: ad.clone(), addresses: Vec::new() });
            seek.passed_over.map(|why| (why, seek.candidates.len()))
        };
        let open = ad("Ann", 5, AdState::Open, 1);
        assert_eq!(obstacle(Target::Any, &open), None);
        let locked = Ad { pass_phrase: true, ..open.clone() };
        let (why, asked) = obstacle(Target::Any, &locked).unwrap();
        assert!(why.contains("Ann") && why.contains("--pass-phrase") && asked == 0, "{why}");
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
}
