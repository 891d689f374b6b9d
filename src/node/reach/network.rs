//! The network as a node has it: its endpoint, its links, and hints where others are.
//!
//! A node that plays on this laptop alone has one too, on which nobody is ever linked. It never decides who is let in or
//! what is said; it keeps what belongs to a link together, and whoever misbehaves out.

use std::collections::BTreeMap;
use std::net::{Ipv6Addr, SocketAddr};
use std::time::Duration;

use tokio::sync::mpsc;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::{Identity, PublicKey};

use crate::discovery::address::with_scopes;
use crate::discovery::{Ad, DEFAULT_PORT, Fingerprint, JoinCode, Mdns, Sighting, words};
use crate::net::{Bar, BindError, Endpoint, NetEvent};
use crate::node::reach::addresses::{reachable_at, shared_of};
use crate::node::reach::book::AddressBook;
use crate::node::reach::link::LinkFacts;
use crate::node::reach::offenders::{FREE_OFFENCES, Offenders};
use crate::table::front::Event;
use crate::table::wire::{Whereabouts, Wire};

/// How often a host looks whether it can be reached elsewhere than it said: a laptop may join a network after it.
const PLACES_MILLIS: Millis = 2_000;

/// How often a player looks whether this machine has got another address.
const MOVED_MILLIS: Millis = 1_000;

/// The network as a node has it.
#[derive(Debug)]
pub(crate) struct NodeNetwork {
    /// None where nobody but those on this laptop plays.
    endpoint: Option<Endpoint>,
    mdns: Option<Mdns>,
    links: BTreeMap<PublicKey, LinkFacts>,
    book: AddressBook,
    /// Who did what no honest peer does.
    offenders: Offenders,
    /// Where it was last told that this node listens, and when that is looked at again.
    told_places: (Vec<SocketAddr>, Millis),
    /// Where it could be reached last, and when that is looked at again.
    places: (Vec<SocketAddr>, Millis),
}

/// What comes in.
#[derive(Debug, Default)]
pub(crate) struct Incoming {
    /// Of links.
    pub(crate) events: Option<mpsc::Receiver<NetEvent>>,
    /// By mDNS.
    pub(crate) sightings: Option<mpsc::Receiver<Sighting>>,
    /// Why mDNS does not work, if it should.
    pub(crate) notice: Option<String>,
}

impl NodeNetwork {
    /// No network at all.
    pub(crate) fn none() -> Self {
        Self {
            endpoint: None,
            mdns: None,
            links: BTreeMap::new(),
            book: AddressBook::default(),
            offenders: Offenders::new(0, FREE_OFFENCES),
            told_places: (Vec::new(), 0),
            places: (Vec::new(), 0),
        }
    }

    /// Listens where it was told to; by mDNS it can find and be found, if that is wanted.
    pub(crate) fn open(
        identity: &Identity,
        addresses: &[SocketAddr],
        mdns: bool,
    ) -> Result<(Self, Incoming), BindError> {
        let (endpoint, events) = listen(identity, addresses)?;
        let (mdns, sightings, notice) = match mdns.then(Mdns::start_quiet) {
            None => (None, None, None),
            Some(Ok((mdns, sightings))) => (Some(mdns), Some(sightings), None),
            Some(Err(why)) => (None, None, Some(why.to_string())),
        };
        let network = Self { endpoint: Some(endpoint), mdns, ..Self::none() };
        Ok((network, Incoming { events: Some(events), sightings, notice }))
    }

    /// Says goodbye to everybody.
    pub(crate) async fn shut_down(self, reason: &str) {
        if let Some(mdns) = self.mdns {
            mdns.stop().await;
        }
        if let Some(endpoint) = self.endpoint {
            endpoint.shutdown(reason).await;
        }
    }

    // Links

    /// A link is there.
    pub(crate) fn linked(&mut self, now: Millis, peer: PublicKey, address: SocketAddr, exporter: [u8; 32]) {
        self.links.insert(peer, LinkFacts::new(address, exporter, now));
        self.book.hint(&peer, &[address]);
        self.book.set_linked(&peer, true);
    }

    /// It is gone.
    pub(crate) fn unlinked(&mut self, peer: &PublicKey) {
        self.links.remove(peer);
        self.book.set_linked(peer, false);
    }

    /// What is known of a link.
    pub(crate) fn link(&self, peer: &PublicKey) -> Option<&LinkFacts> {
        self.links.get(peer)
    }

    /// The same, to note more.
    pub(crate) fn link_mut(&mut self, peer: &PublicKey) -> Option<&mut LinkFacts> {
        self.links.get_mut(peer)
    }

    /// Everybody who is linked.
    pub(crate) fn peers(&self) -> Vec<PublicKey> {
        self.links.keys().copied().collect()
    }

    /// Says something beside the protocol.
    pub(crate) fn send(&self, peer: &PublicKey, wire: &Wire) {
        self.send_frame(peer, &wire.frame());
    }

    /// Says several things, each to somebody.
    pub(crate) fn send_all(&self, said: &[(PublicKey, Wire)]) {
        for (peer, wire) in said {
            self.send(peer, wire);
        }
    }

    /// Sends a frame. A link that is gone or stuck is reported by its own event.
    pub(crate) fn send_frame(&self, peer: &PublicKey, frame: &[u8]) {
        if let Some(endpoint) = &self.endpoint {
            let _ = endpoint.send(peer, frame);
        }
    }

    /// Tries an address.
    pub(crate) fn dial(&self, address: SocketAddr, expected: Option<PublicKey>) {
        if let Some(endpoint) = &self.endpoint {
            endpoint.dial(address, expected);
        }
    }

    /// Closes a link, after what was sent on it.
    pub(crate) fn drop_link(&self, peer: &PublicKey, why: &str) {
        if let Some(endpoint) = &self.endpoint {
            endpoint.close(peer, why);
        }
    }

    /// Keeps places for these players, whoever else comes.
    pub(crate) fn reserve(&self, players: impl IntoIterator<Item = PublicKey>) {
        if let Some(endpoint) = &self.endpoint {
            endpoint.reserve(players);
        }
    }

    // Offences

    /// A peer did what no honest one does: it stays out for a while, and each time for longer.
    pub(crate) fn note_offence(&mut self, now: Millis, peer: &PublicKey) {
        let (Some(link), Some(endpoint)) = (self.links.get(peer), &self.endpoint) else { return };
        let ip = link.address.ip();
        self.offenders.note(now, *peer, ip);
        let bars = [Bar::Key(*peer), Bar::Address(ip)];
        for (bar, wait) in bars.into_iter().zip(self.offenders.waits(now, *peer, ip)) {
            if let Some(wait) = wait {
                endpoint.bar(bar, Duration::from_millis(wait));
            }
        }
    }

    /// The same, and its link is closed.
    pub(crate) fn drop_offender(&mut self, now: Millis, peer: &PublicKey, why: &str) {
        self.note_offence(now, peer);
        self.drop_link(peer, why);
    }

    // Where others are

    /// Wants links to these people from now on, wherever they turn up.
    pub(crate) fn expect(&mut self, people: &[PublicKey]) {
        for key in people {
            let link = self.links.get(key);
            self.book.want(*key);
            self.book.set_linked(key, link.is_some());
            if let Some(link) = link {
                self.book.hint(key, &[link.address]);
            }
        }
    }

    /// The same, and to nobody else.
    pub(crate) fn expect_only(&mut self, people: &[PublicKey]) {
        self.book.keep_only(people);
        self.expect(people);
    }

    /// Takes a hint of this machine where somebody is.
    pub(crate) fn hint(&mut self, key: &PublicKey, addresses: &[SocketAddr]) {
        self.book.hint(key, addresses);
    }

    /// Takes a hint from another machine. The interface that leads to a link-local address is each machine's own matter,
    /// and is not said: it may be any of this one.
    pub(crate) fn hint_told(&mut self, told: &Whereabouts) {
        let addresses: Vec<SocketAddr> = told.addresses.iter().copied().flat_map(with_scopes).collect();
        self.book.hint(&told.key, &addresses);
    }

    /// What is known of everybody, to pass on.
    pub(crate) fn whereabouts(&self) -> Vec<Whereabouts> {
        self.book.list()
    }

    /// Tries whoever is not linked and due.
    pub(crate) fn dial_due(&mut self, now: Millis) {
        for (key, address) in self.book.due(now) {
            self.dial(address, Some(key));
        }
    }

    /// When [`dial_due`](Self::dial_due) has something next.
    pub(crate) fn next_due(&self) -> Option<Millis> {
        self.book.next_due()
    }

    // Where this node is

    /// Whether it can find and be found by mDNS.
    pub(crate) const fn is_on_mdns(&self) -> bool {
        self.mdns.is_some()
    }

    /// Lets others on the network see what is going on here, unless it is not to be found.
    pub(crate) fn advertise(&self, ad: &Ad) -> Result<(), String> {
        self.mdns.as_ref().map_or(Ok(()), |mdns| mdns.advertise(ad).map_err(|why| why.to_string()))
    }

    /// Tells the others that there is nothing to see here any more.
    pub(crate) fn withdraw(&self) {
        if let Some(mdns) = &self.mdns {
            mdns.withdraw();
        }
    }

    /// Looks around by mDNS from now on, or does so no longer; `false` if that is to be tried again.
    pub(crate) fn search(&mut self, wanted: bool) -> bool {
        match &mut self.mdns {
            Some(mdns) if wanted => mdns.search(),
            Some(mdns) => {
                mdns.stop_search();
                true
            }
            None => true,
        }
    }

    /// The port of its links.
    pub(crate) fn port(&self) -> u16 {
        let first =
            self.endpoint.as_ref().and_then(|endpoint| endpoint.addresses().first().map(SocketAddr::port));
        first.unwrap_or(0)
    }

    /// Who of those linked has this fingerprint.
    pub(crate) fn peer_with(&self, fingerprint: &Fingerprint) -> Option<PublicKey> {
        self.links.keys().find(|key| fingerprint.is_of(key)).copied()
    }

    /// The addresses to tell others.
    pub(crate) fn shared_addresses(&self) -> Vec<SocketAddr> {
        shared_of(self.reachable())
    }

    /// Where this node listens, to be told.
    pub(crate) fn listening(&mut self, now: Millis, name: &str, key: PublicKey) -> Event {
        let addresses = self.reachable();
        self.told_places = (addresses.clone(), now + PLACES_MILLIS);
        let code = JoinCode::of(&addresses, &key);
        let code = code.map(|code| code.words().join(" "));
        Event::Listening { name: name.to_owned(), key, addresses, code, words: words::phrase(&key.0) }
    }

    /// The same, once it is time to look again, if it has changed: whoever waits for others shows it to them.
    pub(crate) fn listening_elsewhere(&mut self, now: Millis, name: &str, key: PublicKey) -> Option<Event> {
        if now < self.told_places.1 {
            return None;
        }
        self.told_places.1 = now + PLACES_MILLIS;
        (self.reachable() != self.told_places.0).then(|| self.listening(now, name, key))
    }

    /// Whether this machine has another address in place of one that it had a moment ago: what is sent to that goes nowhere.
    pub(crate) fn has_moved(&mut self, now: Millis) -> bool {
        if self.endpoint.is_none() || now < self.places.1 {
            return false;
        }
        let here = self.reachable();
        self.places.1 = now + MOVED_MILLIS;
        let before = &self.places.0;
        let lost = before.iter().any(|address| !here.contains(address));
        let new = here.iter().any(|address| !before.contains(address));
        // What is only lost may come back as it was: a cable that is out for a moment.
        if new {
            self.places.0 = here;
        }
        lost && new
    }

    /// When that is looked at again.
    pub(crate) const fn next_look(&self) -> Millis {
        self.told_places.1
    }

    /// Where others can reach this node, best first.
    fn reachable(&self) -> Vec<SocketAddr> {
        self.endpoint.as_ref().map(reachable_at).unwrap_or_default()
    }
}

/// Listens where it was told to; else at the port that others try first, if it is free, or at any.
fn listen(
    identity: &Identity,
    addresses: &[SocketAddr],
) -> Result<(Endpoint, mpsc::Receiver<NetEvent>), BindError> {
    if !addresses.is_empty() {
        return Endpoint::bind(identity, addresses);
    }
    let usual = SocketAddr::from((Ipv6Addr::UNSPECIFIED, DEFAULT_PORT));
    Endpoint::bind(identity, &[usual]).or_else(|_| Endpoint::bind(identity, &[]))
}
