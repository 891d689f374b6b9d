//! Entries that neighbours tell because this peer is behind: checked one after the other, kept apart for each neighbour, and
//! final once heads of a majority lie on them.

use std::collections::BTreeSet;

use crate::contract::Seat;
use crate::entry::Entry;
use crate::hash::Hash;
use crate::lockstep::Lockstep;
use crate::rules::Rules;
use crate::sign::PublicKey;
use crate::statement::Signed;
use crate::world::{Past, Unfit, World};

/// Entries behind the last final one, as one neighbour tells them.
#[derive(Debug)]
pub(crate) struct Incoming<R> {
    pub(crate) entries: Vec<Entry>,
    pub(crate) hashes: Vec<Hash>,
    /// What the last of them leads to.
    pub(crate) world: World<R>,
}

/// What came of an entry that a neighbour tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// It is new and fits, as far as can be seen.
    New,
    /// Others have told it already.
    Known,
    /// It is of no use.
    Unfit,
}

impl<R: Rules> Lockstep<R> {
    /// Adds to what neighbours tell of entries that are final for them.
    pub(crate) fn extend_incoming(&mut self, from: PublicKey, entry: Entry) -> Told {
        if !self.is_started() {
            return Told::Unfit;
        }
        let Some(onto) = self.place_for(from, &entry) else { return Told::Known };
        let Some(link) = self.links.get(&onto) else { return Told::Unfit };
        let (world, more) = match &link.incoming {
            Some(incoming) => (&incoming.world, incoming.entries.as_slice()),
            None => (&self.world, &[][..]),
        };
        let past = Past { log: &self.log, more };
        match world.after(&self.table, past, &self.genesis, &entry) {
            Ok(world) => {
                let Some(link) = self.links.get_mut(&onto) else { return Told::Unfit };
                if let Some(incoming) = &mut link.incoming {
                    incoming.entries.push(entry);
                    incoming.hashes.push(world.tip);
                    incoming.world = world;
                } else {
                    let hashes = vec![world.tip];
                    link.incoming = Some(Incoming { entries: vec![entry], hashes, world });
                }
                Told::New
            }
            Err(Unfit::OtherState { computed, .. }) => {
                let again = world.next(&self.table, past, &self.genesis, entry.core.body.clone());
                // What others told before is as good as it was.
                self.forget_incoming(from);
                if let Ok((_, world)) = again {
                    self.dispute(&entry.core, computed, &world.rules);
                }
                Told::Unfit
            }
            Err(Unfit::Corrupt) => {
                self.forget_incoming(onto);
                self.mend();
                Told::Unfit
            }
            Err(Unfit::NotNext) => {
                self.forget_incoming(from);
                if self.follow_rival(from, &entry) {
                    return Told::New;
                }
                // The next request begins behind this peer's own last entry.
                if let Some(link) = self.links.get_mut(&from) {
                    link.apart = true;
                }
                Told::Unfit
            }
            Err(_) => {
                self.forget_incoming(from);
                self.offend(from);
                Told::Unfit
            }
        }
    }

    fn forget_incoming(&mut self, from: PublicKey) {
        if let Some(link) = self.links.get_mut(&from) {
            link.incoming = None;
        }
    }

    /// Behind which neighbour's entries this one is to be looked at: what several tell is checked once. `None` if it was.
    fn place_for(&self, from: PublicKey, entry: &Entry) -> Option<PublicKey> {
        let own = self.links.get(&from)?;
        if let Some(incoming) = &own.incoming {
            return (entry.core.index > incoming.world.index).then_some(from);
        }
        if own.apart || own.rival.is_some() {
            return Some(from);
        }
        let hash = entry.hash();
        for (peer, link) in &self.links {
            // Who has been led astray once is heard alone: a liar who is always first with what does not fit could else
            // spoil what the others tell for ever.
            let Some(incoming) = link.incoming.as_ref().filter(|_| !link.apart) else { continue };
            let place = (entry.core.index as usize).checked_sub(self.world.index as usize + 1);
            if place.and_then(|place| incoming.hashes.get(place)) == Some(&hash) {
                return None;
            }
            if incoming.world.tip == entry.core.prev {
                return Some(*peer);
            }
        }
        Some(from)
    }

    /// Makes final what heads of a majority cover in one neighbour's entries. Says whether something was.
    pub(crate) fn finalise_caught_up(&mut self) -> bool {
        let covered = self.links.iter().find_map(|(peer, link)| {
            let (count, round) = self.covered(&link.incoming.as_ref()?.hashes)?;
            Some((*peer, count, round))
        });
        let Some((peer, count, round)) = covered else { return false };
        let incoming = self.links.get_mut(&peer).and_then(|link| link.incoming.take());
        let Some(Incoming { mut entries, mut hashes, world }) = incoming else { return false };
        let rest = Incoming { entries: entries.split_off(count), hashes: hashes.split_off(count), world };
        for (place, (entry, hash)) in entries.into_iter().zip(hashes).enumerate() {
            // All was checked when it came; only its effect is computed again, instead of being kept for each.
            let past = Past { log: &self.log, more: &[] };
            self.world.advance(&self.table, past, &self.genesis, &entry.core, hash);
            self.note_final(entry, hash, false, (place + 1 == count).then_some(round));
        }
        if let Some(link) = self.links.get_mut(&peer).filter(|_| !rest.entries.is_empty()) {
            link.incoming = Some(rest);
        }
        self.drop_stale_incoming();
        true
    }

    /// How many of these entries behind the last final one are final, and in which round the last of them is.
    fn covered(&self, hashes: &[Hash]) -> Option<(usize, u32)> {
        let enough = self.table.contract.majority();
        let place = |index: u32| (index as usize).checked_sub(self.world.index as usize + 1);
        let heads = || self.open.heads.iter().chain(self.far_heads.iter());
        let on_chain: Vec<&Signed<_>> = heads()
            .filter(|head| place(head.says.index).and_then(|at| hashes.get(at)) == Some(&head.says.entry))
            .collect();
        // Only where heads lie, or right before them, can the count change.
        let places = on_chain.iter().filter_map(|head| place(head.says.index));
        let places: BTreeSet<usize> = places.flat_map(|at| [at, at.saturating_sub(1)]).collect();
        places.into_iter().rev().find_map(|at| {
            let beyond: Vec<Seat> = on_chain
                .iter()
                .filter(|head| place(head.says.index) > Some(at))
                .map(|head| head.seat)
                .collect();
            let here = on_chain.iter().filter(|head| place(head.says.index) == Some(at));
            let here: Vec<_> = here.filter(|head| !beyond.contains(&head.seat)).collect();
            let rounds = here.iter().map(|head| head.says.round).chain([0]);
            let best =
                rounds.max_by_key(|round| here.iter().filter(|head| head.says.round == *round).count())?;
            let count = here.iter().filter(|head| head.says.round == best).count();
            let beyond = beyond.iter().collect::<BTreeSet<_>>();
            (beyond.len() + count >= enough).then_some((at + 1, best))
        })
    }

    /// Forgets what neighbours told, as far as it does not follow the new last entry.
    pub(crate) fn drop_stale_incoming(&mut self) {
        let (index, tip) = (self.world.index, self.world.tip);
        for link in self.links.values_mut() {
            (link.apart, link.rival) = (false, None);
            let Some(incoming) = &mut link.incoming else { continue };
            let passed = incoming.entries.iter().take_while(|entry| entry.core.index <= index).count();
            let before = match passed.checked_sub(1) {
                Some(last) => incoming.hashes.get(last).copied(),
                None => incoming.entries.first().map(|entry| entry.core.prev),
            };
            let same = before == Some(tip);
            if same && passed < incoming.entries.len() {
                incoming.entries.drain(..passed);
                incoming.hashes.drain(..passed);
            } else {
                link.incoming = None;
            }
        }
    }
}
