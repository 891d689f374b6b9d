//! Entries that neighbours tell because this peer is behind: checked one after the other, kept apart for each
//! neighbour, and final once heads of a majority lie on them.

use crate::entry::{Core, Entry, Proof};
use crate::guard::final_entry;
use crate::hash::Hash;
use crate::limits::MAX_INCOMING;
use crate::lockstep::Lockstep;
use crate::quorum::{Quorum, Roll};
use crate::rules::Rules;
use crate::sign::PublicKey;
use crate::statement::{Head, Signed};
use crate::world::{Chain, Unfit, World};

/// Entries behind the last final one, as one neighbour tells them.
#[derive(Debug)]
pub(crate) struct IncomingEntries<R> {
    pub(crate) entries: Vec<Entry>,
    pub(crate) hashes: Vec<Hash>,
    /// Who counts at each of them, and in which lives.
    rolls: Vec<Roll>,
    /// What the last of them leads to.
    pub(crate) world: World<R>,
}

impl<R> IncomingEntries<R> {
    /// The entry that was told for this index.
    pub(crate) fn hash_at(&self, index: u32) -> Option<&Hash> {
        let first = self.entries.first()?.core.index;
        self.hashes.get(index.checked_sub(first)? as usize)
    }
}

/// What came of an entry that a neighbour tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extended {
    /// It is new and fits, as far as can be seen.
    New,
    /// Others have told it already.
    Known,
    /// It is of no use.
    Unfit,
}

impl<R: Rules> Lockstep<R> {
    /// Adds to what neighbours tell of entries that are final for them.
    pub(crate) fn extend_incoming(&mut self, from: PublicKey, entry: Entry) -> Extended {
        if !self.is_started() {
            return Extended::Unfit;
        }
        let place = self.place_for(from, &entry);
        if let Some(link) = self.links.get_mut(&from) {
            link.brought = Some((entry.core.index, entry.hash()));
        }
        let Some(onto) = place else { return Extended::Known };
        let Some(link) = self.links.get(&onto) else { return Extended::Unfit };
        let (world, more) = match &link.incoming {
            Some(incoming) => (&incoming.world, incoming.entries.as_slice()),
            None => (&self.world, &[][..]),
        };
        let (past, roll) = (Chain { log: &self.log, more }, world.roll());
        // Whoever counts behind it could have agreed on anything: so it must show that those who counted before did.
        // Where the table has parted others counted there: that is no offence.
        let follows = (entry.core.index, entry.core.prev) == (world.index + 1, world.tip);
        if follows && !entry.is_sealed(&roll) {
            self.forget_incoming(from);
            self.offend_for(from, entry.last_signer());
            return Extended::Unfit;
        }
        match world.after(&self.table, past, &self.genesis, &entry) {
            Ok(world) => {
                let sealed = entry.core.moves_the_quorum();
                let Some(link) = self.links.get_mut(&onto) else { return Extended::Unfit };
                if let Some(incoming) = &mut link.incoming {
                    incoming.entries.push(entry);
                    incoming.hashes.push(world.tip);
                    incoming.rolls.push(roll);
                    incoming.world = world;
                } else {
                    let hashes = vec![world.tip];
                    link.incoming =
                        Some(IncomingEntries { entries: vec![entry], hashes, rolls: vec![roll], world });
                }
                self.bound_incoming();
                if sealed {
                    // Behind it others may sign whose keys are known only once it is final.
                    self.finalise_caught_up();
                }
                Extended::New
            }
            Err(Unfit::OtherState { computed, .. }) => {
                let (body, brought) = (entry.core.body.clone(), entry.accession());
                let again = world.next_with(&self.table, past, &self.genesis, body, brought);
                // What others told before is as good as it was.
                self.forget_incoming(from);
                if let Ok((_, world)) = again {
                    self.dispute(from, &entry, computed, &world.rules);
                }
                Extended::Unfit
            }
            Err(Unfit::Corrupt) => {
                self.forget_incoming(onto);
                self.mend();
                Extended::Unfit
            }
            Err(Unfit::NotNext) => {
                self.forget_incoming(from);
                if self.follow_rival(from, &entry) {
                    return Extended::New;
                }
                // The next request begins behind this peer's own last entry.
                if let Some(link) = self.links.get_mut(&from) {
                    link.apart = true;
                }
                Extended::Unfit
            }
            Err(_) => {
                self.forget_incoming(from);
                self.offend_for(from, entry.last_signer());
                Extended::Unfit
            }
        }
    }

    /// What those tell who cannot sign is bounded for all of them together: each of any number of strangers could else
    /// have a peer that is behind keep a whole chain.
    fn bound_incoming(&mut self) {
        let watchers = self.links.iter().filter(|(_, link)| link.voter.is_none());
        let told = watchers.filter_map(|(peer, link)| {
            Some((*peer, link.apart, link.incoming.as_ref().map(|incoming| incoming.entries.len())?))
        });
        if let Some(peer) = too_much(told, MAX_INCOMING) {
            self.forget_incoming(peer);
        }
    }

    fn forget_incoming(&mut self, from: PublicKey) {
        if let Some(link) = self.links.get_mut(&from) {
            link.incoming = None;
        }
    }

    /// Behind which neighbour's entries this one is to be looked at: what several tell is checked once. `None` if it
    /// was.
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
            let (count, round) = self.covered(link.incoming.as_ref()?)?;
            Some((*peer, count, round))
        });
        let Some((peer, count, round)) = covered else { return false };
        let incoming = self.links.get_mut(&peer).and_then(|link| link.incoming.take());
        let Some(IncomingEntries { mut entries, mut hashes, mut rolls, world }) = incoming else {
            return false;
        };
        let rest = IncomingEntries {
            entries: entries.split_off(count),
            hashes: hashes.split_off(count),
            rolls: rolls.split_off(count),
            world,
        };
        for (place, ((entry, hash), roll)) in entries.into_iter().zip(hashes).zip(rolls).enumerate() {
            // All was checked when it came; only its effect is computed again, instead of being kept for each.
            let past = Chain { log: &self.log, more: &[] };
            self.world.advance(&self.table, past, &self.genesis, &entry, hash);
            self.note_final(entry, hash, false, (place + 1 == count).then_some(round), roll);
        }
        if let Some(link) = self.links.get_mut(&peer).filter(|_| !rest.entries.is_empty()) {
            link.incoming = Some(rest);
        }
        self.drop_stale_incoming();
        true
    }

    /// How many of these entries behind the last final one are final, and in which round the last of them is: one that
    /// those who count there acknowledged in one round, and all before it.
    fn covered(&self, incoming: &IncomingEntries<R>) -> Option<(usize, u32)> {
        if !self.may_begin(incoming) {
            return None;
        }
        let places = incoming.hashes.iter().zip(&incoming.rolls).enumerate().rev();
        places.into_iter().find_map(|(at, (hash, roll))| {
            let Core { index, .. } = incoming.entries[at].core;
            match &incoming.entries[at].proof {
                // Its seal was looked at when it came.
                Proof::Certified(certificate) if incoming.entries[at].core.moves_the_quorum() => {
                    return Some((at + 1, certificate.seal.first()?.says.round));
                }
                Proof::Repaired(_) | Proof::Lost(_) => return Some((at + 1, 0)),
                _ => {}
            }
            let heads = self.open.heads.iter().chain(self.far_heads.iter());
            let here = heads.filter(|head| {
                let Head { index: about, entry, life, .. } = head.says;
                about == index && entry == *hash && roll.speaks(head.voter, life)
            });
            let quorum = Quorum { lost: self.lost.among(index, roll), ..Quorum::of(roll.voters) };
            let (round, _) = final_entry(quorum, here.map(Signed::ack))?;
            Some((at + 1, round))
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
                incoming.rolls.drain(..passed);
            } else {
                link.incoming = None;
            }
        }
    }
}

/// Whose entries are forgotten, if all of them tell more than so many: those first that have told what did not fit, then
/// who tells most.
fn too_much(told: impl Iterator<Item = (PublicKey, bool, usize)>, most: usize) -> Option<PublicKey> {
    let told: Vec<(PublicKey, bool, usize)> = told.collect();
    let all: usize = told.iter().map(|(_, _, entries)| entries).sum();
    let worst = told.into_iter().max_by_key(|(_, apart, entries)| (*apart, *entries));
    worst.filter(|_| all > most).map(|(peer, _, _)| peer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_what_all_who_watch_tell_the_most_that_led_astray_is_forgotten_first() {
        let told = |apart: [bool; 3], entries: [usize; 3]| {
            let keys = [1, 2, 3].map(|number| PublicKey([number; 32]));
            let links = keys.into_iter().zip(apart).zip(entries);
            links.map(|((peer, apart), entries)| (peer, apart, entries)).collect::<Vec<_>>()
        };
        let forgotten = |apart, entries| {
            too_much(told(apart, entries).into_iter(), 10).map(|PublicKey([number, ..])| number)
        };
        assert_eq!(forgotten([false; 3], [4, 5, 1]), None, "so many are not too many");
        assert_eq!(forgotten([false; 3], [4, 5, 2]), Some(2));
        assert_eq!(forgotten([true, false, true], [4, 5, 2]), Some(1), "an honest one is behind for long");
        assert_eq!(forgotten([false; 3], [0, 11, 0]), Some(2), "nobody has a longer chain than there can be");
    }
}
