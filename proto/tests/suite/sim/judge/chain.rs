//! The final entries of all honest peers: a chain, or a tree where a liar has parted the table. What follows from them
//! alone is computed here a second time: who counts, who draws, from what, and what the draw must be.

use std::collections::BTreeMap;

use whistlestop_proto::contract::{Contract, DrawMode, FIRST_WITNESS};
use whistlestop_proto::entry::{Body, Change, Entry, Proof};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::pairs::{Keys, Pair, PairLink, Point, Secret, base_point};
use whistlestop_proto::quorum::{Life, Voter, Voters};
use whistlestop_proto::sign::Identity;

/// So many links of a draw are computed again; the rest is left to other draws, for it takes long.
const LOOKED_AT: usize = 3;

/// How the table stands behind an entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Those who count at the next index.
    pub(crate) voters: Voters,
    /// Those who draw, if chance decides.
    pub(crate) drawers: Voters,
    /// What the next draw follows, if chance decides.
    base: Hash,
    draws: u32,
    admitted: u8,
    /// For each voter the index of the entry that last changed its place.
    pub(crate) since: [u32; 16],
    /// For each voter the life in which it speaks.
    pub(crate) lives: [Life; 16],
}

/// Whether an entry is the first of its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    /// It was known.
    Before,
    /// Nobody had a final entry there.
    First,
    /// Somebody has another one after the same entry.
    Parted,
    /// The two ways have parted before.
    Apart,
}

/// All final entries, by hash.
pub(crate) struct Chain {
    contract: Contract,
    table: Hash,
    secrets: BTreeMap<Voter, Identity>,
    keys: BTreeMap<Voter, Keys>,
    places: BTreeMap<Hash, Place>,
    /// The entries at each index, with what they follow.
    at: BTreeMap<u32, BTreeMap<Hash, Hash>>,
}

impl Chain {
    pub(crate) fn new(contract: Contract, secrets: BTreeMap<Voter, Identity>) -> Self {
        let table = contract.table();
        let (keys, places, at) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { contract, table, secrets, keys, places, at }
    }

    /// How the table stood before an entry.
    pub(crate) fn before(&self, entry: &Entry) -> Option<Place> {
        self.places.get(&entry.core.prev).copied()
    }

    /// Whether an entry is final for somebody.
    pub(crate) fn is_final(&self, entry: &Hash) -> bool {
        self.places.contains_key(entry)
    }

    /// How the table stands behind an entry that is final for somebody.
    pub(crate) fn behind_final(&self, entry: &Hash) -> Option<Place> {
        self.places.get(entry).copied()
    }

    /// How the table stands before an index, on one of the ways there.
    pub(crate) fn place_at(&self, index: u32) -> Option<Place> {
        let before = self.at.get(&(index.checked_sub(1)?))?.keys().next()?;
        self.places.get(before).copied()
    }

    /// How the table stood where these entries are final.
    pub(crate) fn decided(&self) -> impl Iterator<Item = (u32, Hash, Place)> + '_ {
        let all = self.at.iter().flat_map(|(index, entries)| entries.iter().map(|pair| (*index, pair)));
        all.filter_map(|(index, (entry, prev))| Some((index, *entry, *self.places.get(prev)?)))
    }

    /// Takes in a final entry.
    pub(crate) fn follow(&mut self, entry: &Entry) -> Result<Seen, String> {
        let hash = entry.hash();
        if self.places.contains_key(&hash) {
            return Ok(Seen::Before);
        }
        let (index, prev) = (entry.core.index, entry.core.prev);
        if index == 1 {
            let founders = self.contract.founders();
            let drawers = self.drawers(founders);
            let (since, lives) = ([0; 16], [0; 16]);
            let first = Place { voters: founders, drawers, base: prev, draws: 0, admitted: 0, since, lives };
            self.places.entry(prev).or_insert(first);
        }
        let before = *self.places.get(&prev).ok_or_else(|| format!("{entry:?} follows nothing"))?;
        let place = self.behind(before, entry, hash)?;
        self.places.insert(hash, place);
        let others = self.at.entry(index).or_default();
        let seen = match others.values().find(|other| **other == prev) {
            Some(_) => Seen::Parted,
            None if others.is_empty() => Seen::First,
            None => Seen::Apart,
        };
        others.insert(hash, prev);
        Ok(seen)
    }

    fn behind(&mut self, before: Place, entry: &Entry, hash: Hash) -> Result<Place, String> {
        let mut place = before;
        if let Body::Change(
            Change::Remove { voter: who }
            | Change::StandIn { seat: who }
            | Change::Return { seat: who, .. }
            | Change::Renew { voter: who, .. },
        ) = entry.core.body
        {
            place.since[usize::from(who)] = entry.core.index;
        }
        check_lives(before, entry)?;
        match &entry.core.body {
            Body::Draw { number, base, links } => {
                self.check_draw(before, (*number, *base), links)?;
                place.draws += 1;
            }
            Body::Change(Change::Remove { voter }) => place.voters = place.voters.without(*voter),
            Body::Change(Change::Return { seat, life, .. }) => {
                place.voters = place.voters.with(*seat);
                place.lives[usize::from(*seat)] = *life;
            }
            Body::Change(Change::Admit { life, .. }) => {
                let number = self.first_admitted() + place.admitted;
                place.voters = place.voters.with(number);
                place.lives[usize::from(number)] = *life;
                place.since[usize::from(number)] = entry.core.index;
                place.admitted += 1;
            }
            Body::Change(Change::Renew { voter, life }) => place.lives[usize::from(*voter)] = *life,
            Body::Anew { lives } => {
                for (voter, life) in lives {
                    place.since[usize::from(*voter)] = entry.core.index;
                    place.lives[usize::from(*voter)] = *life;
                }
            }
            Body::Move { .. } | Body::Auto { .. } | Body::TimeUp { .. } | Body::Change(_) => {}
        }
        let same_turn = match &entry.core.body {
            Body::Change(change) => !matches!(change, Change::TakeBack { .. }),
            Body::Anew { .. } => true,
            Body::Move { .. } | Body::Draw { .. } | Body::Auto { .. } | Body::TimeUp { .. } => false,
        };
        if !same_turn {
            (place.base, place.drawers) = (hash, self.drawers(place.voters));
        }
        Ok(place)
    }

    /// The draw is the one that the keys of all who draw make: nobody chose it, and there is no second one.
    fn check_draw(
        &mut self,
        before: Place,
        (number, base): (u32, Hash),
        links: &[(Voter, Voter, PairLink)],
    ) -> Result<(), String> {
        if (number, base) != (before.draws + 1, before.base) {
            return Err(format!(
                "draw {number} follows {base:?}, not as draw {} {:?}",
                before.draws + 1,
                before.base
            ));
        }
        let needed = if self.contract.draw == DrawMode::Fresh { needed(before) } else { Vec::new() };
        if !links.iter().map(|(one, other, _)| (*one, *other)).eq(needed.iter().copied()) {
            return Err(format!("draw {number} is of {links:?}, and needs {needed:?}"));
        }
        let first = usize::from(base.0[0]);
        let looked_at = (0..links.len().min(LOOKED_AT)).map(|at| links[(first + at) % links.len()]);
        for (one, other, link) in looked_at {
            if self.link((one, other), number, &base) != Some(link) {
                return Err(format!("draw {number}: another link of {one} and {other}"));
            }
        }
        Ok(())
    }

    fn link(&mut self, pair: Pair, number: u32, base: &Hash) -> Option<PairLink> {
        if !self.keys.contains_key(&pair.0) {
            let parties = self.contract.parties();
            let points: Vec<(Voter, Point)> = parties.map(|(voter, _, stake)| (voter, stake.point)).collect();
            let nonce = self.contract.parties().find(|(voter, ..)| *voter == pair.0)?.2.nonce;
            let secret = Secret::new(self.secrets.get(&pair.0)?, &nonce);
            self.keys.insert(pair.0, Keys::new(&secret, &self.table, pair.0, &points).ok()?);
        }
        let (link, _) = self.keys[&pair.0].link(pair, &base_point(&self.table, number, base))?;
        Some(link)
    }

    fn first_admitted(&self) -> Voter {
        FIRST_WITNESS + Voter::try_from(self.contract.witnesses.len()).expect("few")
    }

    fn drawers(&self, voters: Voters) -> Voters {
        voters.iter().filter(|voter| *voter < self.first_admitted()).collect()
    }
}

/// Whatever stands behind an entry was said in the lives in which its voters speak there.
fn check_lives(before: Place, entry: &Entry) -> Result<(), String> {
    let said: Vec<(Voter, Life)> = match (&entry.core.body, &entry.proof) {
        (Body::Move { seat, .. }, proof) => proof.life().map(|life| (*seat, life)).into_iter().collect(),
        (_, Proof::Certified(certificate)) => {
            let cast = certificate.votes.iter().map(|cast| (cast.voter, cast.life));
            cast.chain(certificate.seal.iter().map(|head| (head.voter, head.says.life))).collect()
        }
        (_, Proof::Repaired(stances)) => {
            stances.iter().map(|stance| (stance.voter, stance.says.life)).collect()
        }
        _ => Vec::new(),
    };
    match said.into_iter().find(|(voter, life)| before.lives[usize::from(*voter)] != *life) {
        Some((voter, life)) => Err(format!("voter {voter} does not speak in life {life}: {entry:?}")),
        None => Ok(()),
    }
}

/// The pairs whose links a draw takes: all, but for those that nobody is left of.
fn needed(before: Place) -> Vec<Pair> {
    let drawers: Vec<Voter> = before.drawers.iter().collect();
    if drawers.len() < 3 {
        return drawers.into_iter().map(|voter| (voter, voter)).collect();
    }
    let pairs = drawers.iter().flat_map(|one| drawers.iter().map(move |other| (*one, *other)));
    let is_there = |(one, other): &Pair| before.voters.contains(*one) || before.voters.contains(*other);
    pairs.filter(|(one, other)| one < other).filter(is_there).collect()
}
