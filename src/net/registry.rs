//! Which links there are, and which of two links between the same peers stays.
//!
//! A dial passes a point of no return when it greets: from then on the other side may take the link and speak. So at
//! most one dial to a peer greets at a time (it has the *claim*), never while there is a link, and a connection from
//! that peer which comes in meanwhile is judged:
//!
//! - if both greeted, the one of the smaller key stays: the smaller side holds the other's back until its own is
//!   answered, the greater side takes the smaller's at once. So one is taken before anybody speaks on the other;
//! - a dial that has not greeted yet simply gives way.
//!
//! Whoever greets has no link of its own, so a greeting for a link that its sender dialled means that the link is dead
//! there. For a link that was dialled here it may also be an old greeting that crossed ours; age tells.

use std::collections::{BTreeMap, BTreeSet};
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Weak};

use tokio::sync::watch;
use whistlestop_proto::sign::PublicKey;

use super::barred::{Bar, Barred};
use super::error::Unlink;
use super::link::Link;
use super::shared::Shared;

/// Held by the link whose events the node is being told.
pub(super) type TellLock = tokio::sync::Mutex<()>;

/// Which links there are.
pub(super) struct Registry {
    own: PublicKey,
    most: usize,
    open: bool,
    links: BTreeMap<PublicKey, Arc<Link>>,
    claims: BTreeMap<PublicKey, watch::Receiver<()>>,
    dialling: BTreeSet<(SocketAddr, Option<PublicKey>)>,
    turns: BTreeMap<PublicKey, Weak<TellLock>>,
    /// Those at the table: there is always a place for them.
    reserved: BTreeSet<PublicKey>,
    barred: Barred,
}

/// What becomes of a connection that greets us.
pub(super) enum Admission {
    /// It is a link now.
    Taken(Arc<TellLock>),
    /// Judge again when this changes.
    Hold(watch::Receiver<()>),
    /// There is one already.
    Duplicate,
    /// There is no room.
    Full,
    /// It is kept out for a while.
    Barred,
}

/// Why there is no claim.
pub(super) enum Unclaimed {
    /// There is a link, or another dial greets.
    Already,
    /// There is no room.
    Full,
    /// It is kept out for a while.
    Barred,
}

impl Registry {
    pub(super) fn new(own: PublicKey, most: usize) -> Self {
        let (links, claims, dialling, turns) = Default::default();
        let (reserved, barred) = Default::default();
        Self { own, most, open: true, links, claims, dialling, turns, reserved, barred }
    }

    /// Keeps places for those at the table.
    pub(super) fn reserve(&mut self, keys: impl IntoIterator<Item = PublicKey>) {
        self.reserved = keys.into_iter().filter(|key| *key != self.own).take(self.most).collect();
    }

    /// Who is kept out.
    pub(super) const fn barred(&mut self) -> &mut Barred {
        &mut self.barred
    }

    /// Whether a peer is kept out. Several may share an address: those at the table are not blamed for it.
    fn is_barred(&self, peer: &PublicKey, address: Option<IpAddr>) -> bool {
        let by_address = |ip| !self.reserved.contains(peer) && self.barred.has(Bar::Address(ip));
        self.barred.has(Bar::Key(*peer)) || address.is_some_and(by_address)
    }

    /// The link to a peer.
    pub(super) fn link(&self, peer: &PublicKey) -> Option<&Arc<Link>> {
        self.links.get(peer)
    }

    /// Whether there is a link to a peer or will be once its greeting is answered.
    pub(super) fn is_near(&self, peer: &PublicKey) -> bool {
        self.links.contains_key(peer) || self.claims.contains_key(peer)
    }

    /// Takes a link out because this side closes it.
    pub(super) fn take(&mut self, peer: &PublicKey) -> Option<Arc<Link>> {
        self.links.remove(peer)
    }

    /// Takes all out, and takes none in any more.
    pub(super) fn shut(&mut self) -> Vec<Arc<Link>> {
        self.open = false;
        std::mem::take(&mut self.links).into_values().collect()
    }

    /// A link is over.
    pub(super) fn remove(&mut self, link: &Arc<Link>) {
        if self.links.get(&link.peer).is_some_and(|other| Arc::ptr_eq(other, link)) {
            self.links.remove(&link.peer);
        }
    }

    /// Judges a connection that greeted us.
    pub(super) fn admit(&mut self, link: &Arc<Link>) -> Admission {
        if self.is_barred(&link.peer, Some(link.address.ip())) {
            return Admission::Barred;
        }
        let known = self.links.get(&link.peer).map(|known| KnownLink::of(known, link));
        if known.is_none() {
            self.make_room_for(&link.peer);
        }
        let claim = self.claims.get(&link.peer);
        let hold = claim.filter(|_| self.own < link.peer);
        match rule(known, hold.is_some(), self.is_full_for(&link.peer)) {
            Ruling::Take => Admission::Taken(self.insert(link)),
            Ruling::Replace(why) => {
                if let Some(old) = self.links.get(&link.peer) {
                    old.end(why);
                }
                Admission::Taken(self.insert(link))
            }
            Ruling::Hold => hold.cloned().map_or(Admission::Duplicate, Admission::Hold),
            Ruling::Duplicate => Admission::Duplicate,
            Ruling::Full => Admission::Full,
        }
    }

    /// Takes in a link that was dialled here, once its greeting is answered.
    pub(super) fn complete(&mut self, link: &Arc<Link>) -> Option<Arc<TellLock>> {
        let taken = self.links.get(&link.peer).is_some_and(|other| !other.is_gone());
        (self.open && !taken).then(|| self.insert(link))
    }

    /// Whether there is no place for this peer, counting those that greetings under way will need, and for a stranger also
    /// those that are kept for the table.
    fn is_full_for(&self, peer: &PublicKey) -> bool {
        let near = || self.links.keys().chain(self.claims.keys().filter(|claim| *claim != peer));
        if !self.open || near().count() >= self.most {
            return true;
        }
        let strangers = near().filter(|key| !self.reserved.contains(key)).count();
        !self.reserved.contains(peer) && strangers >= self.most - self.reserved.len()
    }

    /// Where strangers came before anybody knew who is at the table, the last of them gives way to a player.
    fn make_room_for(&mut self, peer: &PublicKey) {
        if !self.open || !self.reserved.contains(peer) || !self.is_full_for(peer) {
            return;
        }
        let strangers = self.links.values().filter(|link| !self.reserved.contains(&link.peer));
        let Some(last) = strangers.max_by_key(|link| link.number).cloned() else { return };
        last.end(Unlink::GaveWay);
        self.links.remove(&last.peer);
    }

    fn insert(&mut self, link: &Arc<Link>) -> Arc<TellLock> {
        self.links.insert(link.peer, link.clone());
        self.turns.retain(|_, turn| turn.strong_count() > 0);
        let turn = self.turns.get(&link.peer).and_then(Weak::upgrade).unwrap_or_default();
        self.turns.insert(link.peer, Arc::downgrade(&turn));
        turn
    }
}

/// A link to a peer that greets us again.
#[derive(Clone, Copy, Debug)]
enum KnownLink {
    /// Its connection is over.
    Gone,
    /// It is of another start of the peer's program.
    Restarted,
    /// Its peer dialled it, and does so again.
    Theirs,
    /// It was dialled here, but long ago.
    Settled,
    /// It was dialled here, just now.
    Young,
}

impl KnownLink {
    fn of(known: &Link, newer: &Link) -> Self {
        if known.is_gone() {
            Self::Gone
        } else if known.session != newer.session {
            Self::Restarted
        } else if !known.dialled {
            Self::Theirs
        } else if known.is_settled() {
            Self::Settled
        } else {
            Self::Young
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Ruling {
    Take,
    Replace(Unlink),
    Hold,
    Duplicate,
    Full,
}

fn rule(known: Option<KnownLink>, hold: bool, full: bool) -> Ruling {
    match known {
        Some(KnownLink::Restarted) => Ruling::Replace(Unlink::Restarted),
        Some(KnownLink::Theirs | KnownLink::Settled) => Ruling::Replace(Unlink::Replaced),
        Some(KnownLink::Young) => Ruling::Duplicate,
        Some(KnownLink::Gone) | None if hold => Ruling::Hold,
        None if full => Ruling::Full,
        // A link that is gone has ended for its own reason, which the node is told.
        Some(KnownLink::Gone) | None => Ruling::Take,
    }
}

/// The right to greet a peer. Whoever waits for it is told when it is given back.
pub(super) struct Claim {
    shared: Arc<Shared>,
    peer: PublicKey,
    // Dropped after `drop` has run, so that whoever wakes finds the claim gone.
    _waiters: watch::Sender<()>,
}

impl Claim {
    pub(super) fn new(shared: &Arc<Shared>, peer: PublicKey) -> Result<Self, Unclaimed> {
        let mut registry = shared.registry();
        if registry.claims.contains_key(&peer)
            || registry.links.get(&peer).is_some_and(|link| !link.is_gone())
        {
            return Err(Unclaimed::Already);
        }
        if registry.is_barred(&peer, None) {
            return Err(Unclaimed::Barred);
        }
        registry.make_room_for(&peer);
        if registry.is_full_for(&peer) {
            return Err(Unclaimed::Full);
        }
        let (waiters, resolved) = watch::channel(());
        registry.claims.insert(peer, resolved);
        Ok(Self { shared: shared.clone(), peer, _waiters: waiters })
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.shared.registry().claims.remove(&self.peer);
    }
}

/// A dial under way: the same one is not begun twice.
pub(super) struct Dialling {
    shared: Arc<Shared>,
    what: (SocketAddr, Option<PublicKey>),
}

impl Dialling {
    /// `None` if it is already under way, or leads to a peer that is linked.
    pub(super) fn begin(
        shared: &Arc<Shared>,
        address: SocketAddr,
        expected: Option<PublicKey>,
    ) -> Option<Self> {
        let mut registry = shared.registry();
        let linked =
            expected.as_ref().and_then(|peer| registry.link(peer)).is_some_and(|link| !link.is_gone());
        let what = (address, expected);
        if linked || !registry.open || !registry.dialling.insert(what) {
            return None;
        }
        Some(Self { shared: shared.clone(), what })
    }
}

impl Drop for Dialling {
    fn drop(&mut self) {
        self.shared.registry().dialling.remove(&self.what);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dials_at_the_same_moment_leave_the_one_of_the_smaller_key() {
        // The smaller side, whose greeting is under way, holds the other's back; once it is answered it refuses it.
        assert_eq!(rule(None, true, false), Ruling::Hold);
        assert_eq!(rule(Some(KnownLink::Gone), true, false), Ruling::Hold);
        assert_eq!(rule(Some(KnownLink::Young), false, false), Ruling::Duplicate);
        // If its own came to nothing it takes the other's. The greater side never holds.
        assert_eq!(rule(None, false, false), Ruling::Take);
    }

    #[test]
    fn a_link_gives_way_when_it_must_be_dead_at_the_other_end_even_if_there_is_no_room_for_another() {
        assert_eq!(rule(Some(KnownLink::Gone), false, true), Ruling::Take);
        assert_eq!(rule(Some(KnownLink::Restarted), false, true), Ruling::Replace(Unlink::Restarted));
        assert_eq!(rule(Some(KnownLink::Theirs), true, true), Ruling::Replace(Unlink::Replaced));
        assert_eq!(rule(Some(KnownLink::Settled), false, true), Ruling::Replace(Unlink::Replaced));
    }

    #[test]
    fn nobody_new_gets_in_when_it_is_full() {
        assert_eq!(rule(None, false, true), Ruling::Full);
    }
}
