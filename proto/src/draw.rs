//! Links for the coming draw: this peer's own, and those of others.
//!
//! A draw takes a link of every two who draw, and either of the two can make it. So whoever draws tells all its links
//! as soon as chance decides, and the draw is there once every pair has been told by one of its ends.

use std::collections::BTreeMap;

use crate::contract::DrawMode;
use crate::entry::{Body, Proof};
use crate::hash::Hash;
use crate::journal::Record;
use crate::lockstep::Lockstep;
use crate::message::{Message, Reveal};
use crate::pairs::{self, LinkProof, Pair, PairLink};
use crate::quorum::{Voter, Voters};
use crate::rules::Rules;
use crate::sign::PublicKey;

/// Links for one draw. All of them were checked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Links {
    /// The number of the draw, and what it follows.
    draw: (u32, Hash),
    made: BTreeMap<Pair, (PairLink, LinkProof)>,
    /// This peer has told its own.
    told: bool,
}

impl Links {
    /// Those for this draw; what was for another one is forgotten.
    fn turn_to(&mut self, draw: (u32, Hash)) {
        if self.draw != draw {
            *self = Self { draw, ..Self::default() };
        }
    }
}

impl<R: Rules> Lockstep<R> {
    /// The draw, once every link is there. Tells this peer's own links first: what the draw follows is final.
    pub(crate) fn draw_body(&mut self) -> Option<(Body, Proof)> {
        let chance = self.world.chance?;
        let number = self.world.number + 1;
        if table_is_seeded(self) {
            return Some((Body::Draw { number, base: chance.base, links: Vec::new() }, Proof::Itself));
        }
        self.links_made.turn_to((number, chance.base));
        self.tell_own_links();
        self.take_up_reveals();
        let needed = self.world.needed_links(&self.table);
        let made = |pair: &Pair| Some((*pair, *self.links_made.made.get(pair)?));
        let made = needed.iter().map(made).collect::<Option<Vec<_>>>()?;
        let links = made.iter().map(|((one, other), (link, _))| (*one, *other, *link)).collect();
        let proofs = made.iter().map(|(_, (_, proof))| *proof).collect();
        Some((Body::Draw { number, base: chance.base, links }, Proof::Links(proofs)))
    }

    fn tell_own_links(&mut self) {
        let (Some(me), Some(keys)) = (self.voter(), &self.keys) else { return };
        let draws = self.world.chance.is_some_and(|chance| chance.drawers.contains(me));
        if self.links_made.told || !draws {
            return;
        }
        let Some(base) = self.world.base(&self.table) else { return };
        self.links_made.told = true;
        let mine =
            self.world.needed_links(&self.table).into_iter().filter(|pair| pair.0 == me || pair.1 == me);
        let made: Vec<_> = mine.filter_map(|pair| Some((pair, keys.link(pair, &base)?))).collect();
        self.links_made.made.extend(made.iter().copied());
        let reveal = self.reveal(made.iter().map(|(pair, _)| *pair));
        self.spread(&Message::Reveal(reveal), None);
    }

    fn reveal(&self, pairs: impl Iterator<Item = Pair>) -> Reveal {
        let made =
            |pair: Pair| self.links_made.made.get(&pair).map(|(link, proof)| (pair.0, pair.1, *link, *proof));
        let (number, base) = self.links_made.draw;
        Reveal { number, base, links: pairs.filter_map(made).collect() }
    }

    pub(crate) fn on_reveal(&mut self, from: PublicKey, reveal: &Reveal) {
        if self.coming_draw() != Some((reveal.number, reveal.base)) || !self.is_started() {
            // What was told before moves were taken back may still be on its way; but perhaps the last move is final
            // there and will be here in a moment.
            if reveal.number == self.world.number + 1
                && let Some(link) = self.links.get_mut(&from)
            {
                link.keep_reveal(reveal);
            }
            return;
        }
        let needed = self.world.needed_links(&self.table);
        self.links_made.turn_to((reveal.number, reveal.base));
        // Some may have been removed since it was sent.
        let drawers = self.world.chance.map_or(Voters::NONE, |chance| chance.drawers);
        if reveal.links.len() > pairs::needed(drawers, Voters::NONE).len() {
            return self.offend(from);
        }
        // Checking one takes long, and who was removed since has nothing to add.
        let is_new = |pair: &Pair| !self.links_made.made.contains_key(pair) && needed.contains(pair);
        let links = reveal.links.iter().map(|(one, other, link, proof)| ((*one, *other), (*link, *proof)));
        let new: BTreeMap<Pair, _> = links.filter(|(pair, _)| is_new(pair)).collect();
        if new.is_empty() {
            return;
        }
        let Some(base) = self.world.base(&self.table) else { return };
        if !new.iter().all(|(pair, (link, proof))| self.world.is_due(&base, *pair, link, proof)) {
            return self.offend(from);
        }
        let told = new.keys().copied().collect::<Vec<_>>();
        self.links_made.made.extend(new);
        let told = self.reveal(told.into_iter());
        if self.has_own_links() {
            // Whoever made it may be gone before the draw is final.
            self.keep(&Record::Reveal(told.clone()));
        }
        self.spread(&Message::Reveal(told), Some(from));
    }

    /// Links that came before what they follow was final here: nobody should have to send them again.
    fn take_up_reveals(&mut self) {
        let early = self.links.iter_mut().filter_map(|(peer, link)| Some((*peer, link.reveal.take()?)));
        for (from, reveal) in early.collect::<Vec<_>>() {
            self.on_reveal(from, &reveal);
        }
    }

    /// Takes back from the journal a link that its maker may not be there to make again.
    pub(crate) fn recall_reveal(&mut self, reveal: &Reveal) -> Result<(), String> {
        let due = self.coming_draw() == Some((reveal.number, reveal.base));
        let Some(base) = self.world.base(&self.table).filter(|_| due) else { return Ok(()) };
        self.links_made.turn_to((reveal.number, reveal.base));
        for (one, other, link, proof) in &reveal.links {
            if !self.world.is_due(&base, (*one, *other), link, proof) {
                return Err("a link for a draw that nobody made".to_owned());
            }
            self.links_made.made.insert((*one, *other), (*link, *proof));
        }
        Ok(())
    }

    /// The number of the coming draw, and what it follows.
    fn coming_draw(&self) -> Option<(u32, Hash)> {
        self.world.chance.map(|chance| (self.world.number + 1, chance.base))
    }

    fn has_link(&self, pair: Pair) -> bool {
        self.coming_draw() == Some(self.links_made.draw) && self.links_made.made.contains_key(&pair)
    }

    /// Whether so few draw that each brings a link that only it can make.
    fn has_own_links(&self) -> bool {
        self.world.needed_links(&self.table).iter().any(|(one, other)| one == other)
    }

    /// Whether the draw could do without this voter: its link is there, or others can make all of its links.
    pub(crate) fn can_draw_without(&self, voter: Voter) -> bool {
        let has = |pair: &Pair| self.has_link(*pair);
        let own = |pair: &&Pair| **pair == (voter, voter);
        self.world.needed_links(&self.table).iter().filter(own).all(has)
    }

    /// The voters without whom a link that is missing cannot be made.
    pub(crate) fn owing_links(&self) -> Vec<Voter> {
        let missing = |pair: &Pair| !self.has_link(*pair);
        let pairs = self.world.needed_links(&self.table).into_iter().filter(missing);
        let mut owing: Vec<Voter> = pairs.flat_map(|(one, other)| [one, other]).collect();
        owing.sort_unstable();
        owing.dedup();
        owing
    }

    /// Which of the links that the draw needs are there, a bit each.
    pub(crate) fn links_mask(&self) -> u64 {
        let has = |pair: &Pair| self.has_link(*pair);
        let needed = self.world.needed_links(&self.table);
        needed.iter().enumerate().filter(|(_, pair)| has(pair)).fold(0, |mask, (at, _)| mask | 1 << at)
    }

    /// Links that a neighbour lacks.
    pub(crate) fn links_missing(&self, theirs: u64) -> Option<Message> {
        let lacking = self.links_mask() & !theirs;
        let needed = self.world.needed_links(&self.table);
        let pairs = needed.into_iter().enumerate().filter(|(at, _)| lacking & (1 << at) != 0);
        (lacking != 0).then(|| Message::Reveal(self.reveal(pairs.map(|(_, pair)| pair))))
    }
}

fn table_is_seeded<R>(peer: &Lockstep<R>) -> bool {
    matches!(peer.table.contract.draw, DrawMode::Seed(_))
}
