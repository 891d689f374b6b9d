//! What every peer does in every situation, worked out once.
//!
//! A peer depends on nothing but what happened to it. So a situation of a peer is what was on its disk when it was
//! started, and all that happened to it since; what one more input leads to is worked out by waking a peer up and
//! letting all of that happen to it again. Two situations are one if nothing tells them apart: not the whole `Debug`
//! text of the peer, not its disk, and not what is remembered about it ([`Facts`]). Only times are compared in steps of
//! 50 ms, as no time that the protocol knows is so near to how far a clock can be; the `Debug` text has no signatures
//! and the first 4 bytes of hashes, which say as much.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use whistlestop_proto::codec;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::Message;

use super::facts::Facts;
use super::peer::{Asleep, Input, Output, Peer, Setting};

/// A situation of a peer.
pub(crate) type Id = u32;

/// A message.
pub(crate) type Letter = u32;

/// What is known of a situation.
#[derive(Debug)]
pub(crate) struct Situation {
    from: Arc<Asleep>,
    since: Vec<Input>,
    pub(crate) facts: Facts,
    pub(crate) up: bool,
    pub(crate) may_move: bool,
    pub(crate) has_waiting: bool,
    /// How many records are on its disk.
    pub(crate) records: usize,
}

/// What an input leads to.
#[derive(Clone, Debug)]
pub(crate) struct Next {
    pub(crate) id: Id,
    pub(crate) sent: Vec<(usize, Letter)>,
    pub(crate) stored: usize,
}

/// So many peers are kept awake.
const MAX_AWAKE: usize = 4_000;

/// How many books there are.
static BOOKS: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static AWAKE: RefCell<BTreeMap<(usize, Id), Peer>> = const { RefCell::new(BTreeMap::new()) };
}

/// All that was worked out.
#[derive(Debug)]
pub(crate) struct Book {
    number: usize,
    situations: Vec<Situation>,
    known: BTreeMap<(usize, Hash), Id>,
    letters: Vec<Arc<[u8]>>,
    letter_ids: BTreeMap<Vec<u8>, Letter>,
    steps: BTreeMap<(Id, Input), Option<Next>>,
}

impl Book {
    pub(crate) fn new() -> Self {
        Self {
            number: BOOKS.fetch_add(1, Ordering::Relaxed),
            situations: Vec::new(),
            known: BTreeMap::new(),
            letters: Vec::new(),
            letter_ids: BTreeMap::new(),
            steps: BTreeMap::new(),
        }
    }

    pub(crate) fn get(&self, id: Id) -> &Situation {
        &self.situations[id as usize]
    }

    pub(crate) fn letter(&self, letter: Letter) -> Arc<[u8]> {
        self.letters[letter as usize].clone()
    }

    /// The situation of a peer before anything happened.
    pub(crate) fn begin(&mut self, me: usize) -> Id {
        self.note(&Peer::new(Asleep::new(me)), None)
    }

    /// What an input leads to; nothing if it cannot happen.
    pub(crate) fn step(&mut self, setting: &Setting, id: Id, input: Input) -> Option<Next> {
        let place = (id, input);
        if let Some(known) = self.steps.get(&place) {
            return known.clone();
        }
        let awake = AWAKE.with_borrow_mut(|awake| awake.remove(&(self.number, id)));
        let mut peer = awake.unwrap_or_else(|| self.wake(setting, id));
        let output = peer.meet(setting, &place.1);
        let next = output.map(|Output { sent, stored }| {
            let sent = sent.into_iter().map(|(to, bytes)| (to, self.post(bytes))).collect();
            let known = self.situations.len();
            let id = self.note(&peer, Some(&place));
            if id as usize == known {
                self.keep_awake(id, peer);
            }
            Next { id, sent, stored }
        });
        self.steps.insert(place, next.clone());
        next
    }

    /// A peer in this situation.
    pub(crate) fn wake(&self, setting: &Setting, id: Id) -> Peer {
        let Situation { from, since, .. } = self.get(id);
        let mut peer = Peer::new((**from).clone());
        for input in since {
            peer.meet(setting, input);
        }
        peer
    }

    /// A peer that will be needed soon: what happens to it next need not wait until all before has happened to it
    /// again.
    fn keep_awake(&self, id: Id, peer: Peer) {
        AWAKE.with_borrow_mut(|awake| {
            awake.insert((self.number, id), peer);
            if awake.len() > MAX_AWAKE {
                awake.pop_first();
            }
        });
    }

    fn note(&mut self, peer: &Peer, place: Option<&(Id, Input)>) -> Id {
        let mark = (peer.rest.me, fingerprint(peer));
        if let Some(known) = self.known.get(&mark) {
            return *known;
        }
        let (from, since) = match place.filter(|_| peer.is_up()) {
            Some((before, input)) => {
                let before = self.get(*before);
                (before.from.clone(), before.since.iter().chain([input]).cloned().collect())
            }
            None => (Arc::new(peer.rest.clone()), Vec::new()),
        };
        let id = Id::try_from(self.situations.len()).expect("few situations");
        self.situations.push(Situation {
            from,
            since,
            facts: peer.rest.facts.clone(),
            up: peer.is_up(),
            may_move: peer.may_move(),
            has_waiting: peer.has_waiting(),
            records: peer.rest.disk.len(),
        });
        self.known.insert(mark, id);
        id
    }

    /// A message, by what it says; how long ago somebody was heard of matters in steps of 50 ms.
    fn post(&mut self, bytes: Arc<[u8]>) -> Letter {
        let mut says = bytes.to_vec();
        if let Ok(Message::Status(mut status)) = codec::decode(&bytes) {
            status.ages_millis.iter_mut().for_each(|age| *age -= *age % 50);
            says = codec::encode(&Message::Status(status));
        }
        let next = Letter::try_from(self.letters.len()).expect("few letters");
        let letter = *self.letter_ids.entry(says).or_insert(next);
        if letter == next {
            self.letters.push(bytes);
        }
        letter
    }
}

fn fingerprint(peer: &Peer) -> Hash {
    let Asleep { me, now, starts, place, disk, torn, facts } = &peer.rest;
    let mut text = Text::default();
    write!(text, "{:?} {me} {now} {starts} {place:?} {torn:?} {facts:?}", peer.live)
        .expect("a text takes all");
    let disk: Vec<u8> = disk.iter().flat_map(|record| record.to_vec()).collect();
    Hash::of("situation", &[text.finish().as_bytes(), &[0], &disk])
}

/// A text in which times are rounded: numbers of 13 digits.
#[derive(Default)]
struct Text {
    done: String,
    digits: String,
}

impl Text {
    fn end_number(&mut self) {
        if let (13, Ok(time)) = (self.digits.len(), self.digits.parse::<u64>()) {
            write!(self.done, "{}", time / 50).expect("a text takes all");
        } else {
            self.done.push_str(&self.digits);
        }
        self.digits.clear();
    }

    fn finish(mut self) -> String {
        self.end_number();
        self.done
    }
}

impl fmt::Write for Text {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        for letter in more.chars() {
            if letter.is_ascii_digit() {
                self.digits.push(letter);
            } else {
                self.end_number();
                self.done.push(letter);
            }
        }
        Ok(())
    }
}
