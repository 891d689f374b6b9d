//! Links to neighbours: sending, counting what they may send, and dropping those that are of no use.

use std::collections::BTreeMap;

use crate::codec;
use crate::contract::PROTOCOL_VERSION;
use crate::error::DropReason;
use crate::event::ProtocolEvent;
use crate::hash::Hash;
use crate::incoming::IncomingEntries;
use crate::limits::{
    MAX_DUMPS, MAX_DUMPS_PER_SECOND, MAX_LOST, MAX_LOST_PER_SECOND, MAX_MESSAGES_PER_SECOND, MAX_NAME_BYTES,
    MAX_OFFENCES, MAX_OFFENDERS, MAX_QUEUE, MAX_READINGS, MAX_READINGS_PER_SECOND, MAX_STATUSES,
    MAX_STATUSES_PER_SECOND, MAX_VOTERS, MAX_WANTS, MAX_WANTS_PER_SECOND, OFFENCE_MILLIS, SILENT_MILLIS,
};
use crate::lockstep::{Lockstep, Millis};
use crate::message::{Hello, Message, Reveal};
use crate::pace::Pace;
use crate::quorum::{Life, Voter, Voters};
use crate::rules::Rules;
use crate::sign::PublicKey;
use crate::text::is_clean;

/// What is known of a neighbour.
#[derive(Debug)]
pub(crate) struct Neighbour<R> {
    /// By which number it signs, if it does.
    pub(crate) voter: Option<Voter>,
    pub(crate) greeted: bool,
    pub(crate) blocked: bool,
    pub(crate) offences: u32,
    /// Messages that it may send.
    messages: Pace,
    /// Dumps that are looked at.
    dumps: Pace,
    /// Requests for entries that are answered.
    wants: Pace,
    /// Statuses that are answered.
    statuses: Pace,
    /// Words of each voter that it has lost its memory.
    lost: BTreeMap<Voter, Pace>,
    /// Readings of each voter.
    readings: BTreeMap<Voter, Pace>,
    /// The life in which it speaks, as it says itself.
    pub(crate) life: Life,
    pub(crate) queued: usize,
    /// When it last sent anything.
    pub(crate) heard: Millis,
    /// The last final index that it told.
    pub(crate) index: u32,
    /// That entry.
    pub(crate) tip: Hash,
    /// The last entry that it told is final for it.
    pub(crate) brought: Option<(u32, Hash)>,
    /// The seats that it told it hears from directly, a bit each.
    pub(crate) hears: Voters,
    /// What it said about the index behind the open one.
    pub(crate) early: Option<Message>,
    /// Links that it told for the next draw, before chance decides here.
    pub(crate) reveal: Option<Reveal>,
    /// Final entries that it is sending because this peer is behind.
    pub(crate) incoming: Option<IncomingEntries<R>>,
    /// What it tells does not follow what the other neighbours tell, so it is looked at alone.
    pub(crate) apart: bool,
    /// Entries of it that do not follow this peer's last one.
    pub(crate) rival: Option<Rival>,
}

/// A chain that does not follow this peer's last entry. Only hashes are followed: if heads of a majority lie on it, the
/// table has parted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rival {
    /// What stands there instead of this peer's last entry.
    pub(crate) theirs: Hash,
    /// How far it was followed, and that entry's hash.
    pub(crate) index: u32,
    pub(crate) hash: Hash,
    /// How far before this peer's last entry it was looked for where the ways part; 0 once that is found.
    pub(crate) back: u32,
}

impl<R> Neighbour<R> {
    pub(crate) fn new(now: Millis, offences: u32, voter: Option<Voter>) -> Self {
        Self {
            voter,
            greeted: false,
            blocked: false,
            offences,
            messages: Pace::new(now, MAX_MESSAGES_PER_SECOND),
            dumps: Pace::new(now, MAX_DUMPS),
            wants: Pace::new(now, MAX_WANTS),
            statuses: Pace::new(now, MAX_STATUSES),
            lost: BTreeMap::new(),
            readings: BTreeMap::new(),
            life: 0,
            queued: 0,
            heard: now,
            index: 0,
            tip: Hash::default(),
            brought: None,
            hears: Voters::NONE,
            early: None,
            reveal: None,
            incoming: None,
            apart: false,
            rival: None,
        }
    }

    /// Takes one message from the allowance of a second's worth.
    pub(crate) fn allow(&mut self, now: Millis) -> bool {
        self.messages.take(now, MAX_MESSAGES_PER_SECOND, MAX_MESSAGES_PER_SECOND)
    }

    /// Keeps what it told of the next draw, each link once.
    pub(crate) fn keep_reveal(&mut self, told: &Reveal) {
        let known = self.reveal.take().filter(|known| (known.number, known.base) == (told.number, told.base));
        let mut kept = known.unwrap_or_else(|| Reveal { links: Vec::new(), ..told.clone() });
        for link in &told.links {
            let same = |other: &(Voter, Voter, _, _)| (other.0, other.1) == (link.0, link.1);
            if kept.links.len() < MAX_VOTERS * MAX_VOTERS && !kept.links.iter().any(same) {
                kept.links.push(*link);
            }
        }
        self.reveal = Some(kept);
    }

    /// Whether it has told this entry, or says that it is its last one and has a number to sign by.
    pub(crate) fn has_told(&self, index: u32, entry: &Hash) -> bool {
        let incoming = self.incoming.as_ref().is_some_and(|incoming| incoming.hash_at(index) == Some(entry));
        incoming || (self.voter.is_some() && (self.index, &self.tip) == (index, entry))
    }

    /// Whether one more status is answered.
    pub(crate) fn allow_status(&mut self, now: Millis) -> bool {
        self.statuses.take(now, MAX_STATUSES, MAX_STATUSES_PER_SECOND)
    }

    /// Whether one more request for entries is answered.
    pub(crate) fn allow_want(&mut self, now: Millis) -> bool {
        self.wants.take(now, MAX_WANTS, MAX_WANTS_PER_SECOND)
    }

    /// Whether one more word of a voter that it has lost its memory is looked at. Whoever repeats old ones uses up
    /// nobody's turn but its own.
    pub(crate) fn allow_lost(&mut self, now: Millis, voter: Voter) -> bool {
        let pace = self.lost.entry(voter).or_insert_with(|| Pace::new(now, MAX_LOST));
        pace.take(now, MAX_LOST, MAX_LOST_PER_SECOND)
    }

    /// Whether one more reading of a voter is looked at.
    pub(crate) fn allow_reading(&mut self, now: Millis, voter: Voter) -> bool {
        let pace = self.readings.entry(voter).or_insert_with(|| Pace::new(now, MAX_READINGS));
        pace.take(now, MAX_READINGS, MAX_READINGS_PER_SECOND)
    }

    /// Whether one more dump is worth looking at.
    pub(crate) fn allow_dump(&mut self, now: Millis) -> bool {
        self.dumps.take(now, MAX_DUMPS, MAX_DUMPS_PER_SECOND)
    }
}

/// What neighbours that are gone did wrong: who comes back is no better than before.
#[derive(Debug, Default)]
pub(crate) struct PastOffenders(BTreeMap<PublicKey, (Millis, u32)>);

impl PastOffenders {
    /// A link is gone on which there were offences.
    pub(crate) fn note(&mut self, now: Millis, peer: PublicKey, offences: u32) {
        if offences == 0 {
            return;
        }
        if self.0.len() >= MAX_OFFENDERS && !self.0.contains_key(&peer) {
            let oldest = self.0.iter().min_by_key(|(_, (at, _))| *at).map(|(peer, _)| *peer);
            oldest.and_then(|oldest| self.0.remove(&oldest));
        }
        self.0.insert(peer, (now, offences));
    }

    /// What is not forgotten yet.
    pub(crate) fn of(&self, now: Millis, peer: &PublicKey) -> u32 {
        let known = self.0.get(peer).filter(|(at, _)| now.saturating_sub(*at) < OFFENCE_MILLIS);
        known.map_or(0, |(_, offences)| *offences)
    }
}

impl<R: Rules> Lockstep<R> {
    pub(crate) fn send(&mut self, to: PublicKey, message: &Message) {
        let Some(link) = self.links.get_mut(&to) else { return };
        if !link.blocked && link.queued < MAX_QUEUE {
            link.queued += 1;
            self.outbox.send(to, codec::encode(message));
        }
    }

    /// Tells all neighbours but one, who knows. What this peer has put off saying goes first.
    pub(crate) fn spread(&mut self, message: &Message, except: Option<PublicKey>) {
        self.say_heads();
        self.tell_those(message, |peer, _| Some(*peer) != except);
    }

    /// Passes on what a voter said to those who may not hear it from that voter itself. Where that is wrong, because a
    /// link has just been lost, the status makes up for it.
    pub(crate) fn relay(&mut self, message: &Message, author: Voter, from: Option<PublicKey>) {
        let Some(from) = from.filter(|_| Some(author) != self.voter()) else {
            return self.spread(message, from);
        };
        if !self.passes_on(author) {
            return;
        }
        let key = self.world.membership.key_of(&self.table, author);
        self.tell_those(message, |peer, link| {
            *peer != from && Some(*peer) != key && !link.hears.contains(author)
        });
    }

    /// The same to all but the one it came from: where a home runs twice, they may hear another start of that voter.
    pub(crate) fn relay_to_all(&mut self, message: &Message, author: Voter, from: PublicKey) {
        if self.passes_on(author) {
            self.tell_those(message, |peer, _| *peer != from);
        }
    }

    fn passes_on(&mut self, author: Voter) -> bool {
        let sharing = u32::try_from(self.table.verifiers.iter().flatten().count()).unwrap_or(u32::MAX);
        self.members.get_mut(usize::from(author)).is_some_and(|member| member.passes_on(sharing))
    }

    /// A neighbour brought something that a voter did not sign. If that one was admitted, another may have been under
    /// the same number where the table has parted: then nobody is to blame.
    pub(crate) fn offend_for(&mut self, from: PublicKey, voter: Voter) {
        if !self.table.is_admitted(voter) {
            self.offend(from);
        }
    }

    fn tell_those(&mut self, message: &Message, is_told: impl Fn(&PublicKey, &Neighbour<R>) -> bool) {
        let bytes = codec::encode(message);
        for (peer, link) in &mut self.links {
            if !link.blocked && link.queued < MAX_QUEUE && is_told(peer, link) {
                link.queued += 1;
                self.outbox.send(*peer, bytes.clone());
            }
        }
    }

    /// Whether this peer hears from a voter directly.
    pub(crate) fn hears(&self, now: Millis, voter: Voter) -> bool {
        let link = self.world.membership.key_of(&self.table, voter).and_then(|key| self.links.get(&key));
        link.is_some_and(|link| !link.blocked && now.saturating_sub(link.heard) < SILENT_MILLIS)
    }

    /// What neighbours said about the index that has just opened, before it had.
    pub(crate) fn take_up_early(&mut self, now: Millis) {
        let open = self.world.index + 1;
        let early: Vec<(PublicKey, Message)> = self
            .links
            .iter_mut()
            .filter_map(|(peer, link)| Some((*peer, link.early.take()?)))
            .filter(|(_, message)| message.index() == Some(open))
            .collect();
        for (from, message) in early {
            self.on_message(now, from, message);
        }
    }

    /// The neighbour sent what no honest peer sends.
    pub(crate) fn offend(&mut self, peer: PublicKey) {
        let Some(link) = self.links.get_mut(&peer) else { return };
        link.offences += 1;
        let offences = link.offences;
        if offences >= MAX_OFFENCES {
            self.block(peer, DropReason::Offences(offences));
        }
    }

    pub(crate) fn block(&mut self, peer: PublicKey, reason: DropReason) {
        if let Some(link) = self.links.get_mut(&peer) {
            link.blocked = true;
            link.incoming = None;
            self.tell(ProtocolEvent::Drop { peer, reason });
        }
    }

    pub(crate) fn hello(&self) -> Hello {
        let contract = &self.table.contract;
        Hello {
            protocol: PROTOCOL_VERSION,
            game: contract.game.clone(),
            rules: contract.rules.clone(),
            board: contract.board,
            table: self.table.id,
            life: self.life(),
        }
    }

    pub(crate) fn on_hello(&mut self, from: PublicKey, theirs: &Hello) {
        if [&theirs.game, &theirs.rules].iter().any(|name| !is_clean(name, MAX_NAME_BYTES)) {
            return self.offend(from);
        }
        let ours = self.hello();
        let reason = if theirs.protocol != ours.protocol {
            DropReason::Protocol { ours: ours.protocol, theirs: theirs.protocol }
        } else if theirs.game != ours.game {
            DropReason::Game { ours: ours.game, theirs: theirs.game.clone() }
        } else if theirs.rules != ours.rules {
            DropReason::Rules { ours: ours.rules, theirs: theirs.rules.clone() }
        } else if theirs.board != ours.board {
            DropReason::Board { ours: ours.board, theirs: theirs.board }
        } else if theirs.table != ours.table {
            DropReason::Table { ours: ours.table, theirs: theirs.table }
        } else {
            if let Some(link) = self.links.get_mut(&from) {
                (link.greeted, link.life) = (true, theirs.life);
            }
            return;
        };
        self.block(from, reason);
    }
}
