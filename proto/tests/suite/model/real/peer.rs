//! One real peer: its protocol, its clock and its disk, and what is remembered about it that it may forget itself.

use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

use whistlestop_proto::codec;
use whistlestop_proto::contract::{Contract, DrawMode};
use whistlestop_proto::entry::Change;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::memo;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::{Life, Voter};
use whistlestop_proto::restart::ProgramStart;
use whistlestop_proto::rules::{Rules as _, ToMove};
use whistlestop_proto::sign::{Identity, PublicKey};

use super::facts::{Broken, Facts};
use crate::net;
use crate::sim::toy::Toy;

/// When every clock begins: no other number of a peer has as many digits, so that times are known by them.
const BEGINNING: u64 = 1_000_000_000_000;

/// A peer sleeps until the next multiple of this. Everything that it waits for falls due meanwhile: a status, and its
/// patience with a round up to the third. No multiple of it is within 100 ms of any time that the protocol knows, as
/// far as is looked.
const SLEEP_MILLIS: u64 = 2_700;

/// Where a journal lies that went back.
const ELSEWHERE: Hash = Hash([2; 32]);

/// The rounds of a game: enough that none is over while it is looked at.
const ROUNDS: u32 = 4;

/// What all peers of a table have in common.
#[derive(Debug)]
pub(crate) struct Setting {
    contract: Contract,
    identities: Vec<Identity>,
    keys: Vec<PublicKey>,
}

/// What happens to one peer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Input {
    /// It founds the table.
    Found,
    /// A link to another is there.
    Linked(usize),
    /// That link is gone.
    Unlinked(usize),
    /// Bytes come from another.
    Heard(usize, Arc<[u8]>),
    /// Heads that came have waited long enough to be checked.
    Moment,
    /// It sleeps until all that it waits for is due.
    Sleep,
    /// Its user moves.
    Move(u8),
    /// Its user wants another removed.
    Want(usize),
    /// Its user wants to leave.
    Leave,
    /// A bot has worked out what to do.
    Known,
    /// It is killed.
    Die,
    /// The same happens to it, but it is killed when so many of the records that follow from that are on the disk, and
    /// half of the next one.
    Torn(Box<Self>, usize),
    /// It is started again.
    Start(Disk),
}

/// What a peer that was killed finds of its journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Disk {
    /// All of it, where it was.
    Whole,
    /// So many records, at another place.
    Old(usize),
    /// Nothing.
    Lost,
}

/// What follows from an input.
#[derive(Clone, Debug, Default)]
pub(crate) struct Output {
    /// Bytes for others, in order.
    pub(crate) sent: Vec<(usize, Arc<[u8]>)>,
    /// How many records were stored.
    pub(crate) stored: usize,
}

/// A peer that was killed, or not started yet.
#[derive(Clone, Debug)]
pub(crate) struct Asleep {
    pub(crate) me: usize,
    pub(crate) now: u64,
    pub(crate) starts: u8,
    pub(crate) place: Hash,
    /// The records, and perhaps half of one more.
    pub(crate) disk: Vec<Arc<[u8]>>,
    pub(crate) torn: Option<Arc<[u8]>>,
    pub(crate) facts: Facts,
}

/// A peer.
pub(crate) struct Peer {
    pub(crate) rest: Asleep,
    pub(crate) live: Option<Lockstep<Toy>>,
}

thread_local! {
    /// Peers check the same signatures again and again.
    static REMEMBERS: OnceCell<()> = const { OnceCell::new() };
}

impl Setting {
    pub(crate) fn new(voters: usize) -> Self {
        let contract = net::contract(&vec![true; voters], DrawMode::Seed(1));
        let identities: Vec<Identity> = (0..voters).map(net::identity).collect();
        let keys = identities.iter().map(Identity::public).collect();
        Self { contract, identities, keys }
    }

    pub(crate) fn voters(&self) -> usize {
        self.keys.len()
    }

    /// The game of a peer. Its bots think until they are told that they know what to do.
    fn genesis(&self) -> Toy {
        let game = Toy::new(u8::try_from(self.keys.len()).expect("few seats"), ROUNDS);
        Toy { worked_out: Some(Rc::default()), ..game }
    }
}

impl Asleep {
    pub(crate) fn new(me: usize) -> Self {
        let place = net::PLACE;
        let (disk, torn, facts) = (Vec::new(), None, Facts::default());
        Self { me, now: BEGINNING, starts: 0, place, disk, torn, facts }
    }

    fn set_back(&mut self, disk: Disk) {
        let kept = match disk {
            Disk::Whole => return,
            Disk::Old(records) => records,
            Disk::Lost => 0,
        };
        self.disk.truncate(kept);
        (self.torn, self.place) = (None, ELSEWHERE);
    }
}

impl Peer {
    pub(crate) fn new(rest: Asleep) -> Self {
        REMEMBERS.with(|known| known.get_or_init(memo::remember_checks).to_owned());
        Self { rest, live: None }
    }

    /// What happens, happens. Nothing if it cannot.
    pub(crate) fn meet(&mut self, setting: &Setting, input: &Input) -> Option<Output> {
        match input {
            Input::Found => self.found(setting),
            Input::Start(disk) => self.start(setting, *disk),
            Input::Die => self.live.take().map(|_| Output::default()),
            Input::Torn(input, kept) => {
                self.take_in(setting, input)?;
                self.die_storing(*kept)
            }
            _ => {
                self.take_in(setting, input)?;
                Some(self.carry_out(setting))
            }
        }
    }

    fn take_in(&mut self, setting: &Setting, input: &Input) -> Option<()> {
        let live = self.live.as_mut()?;
        if *input == Input::Moment {
            self.rest.now = live.poll_timeout().max(self.rest.now);
        } else if *input == Input::Sleep {
            self.rest.now += SLEEP_MILLIS - (self.rest.now - BEGINNING) % SLEEP_MILLIS;
        }
        let now = self.rest.now;
        match input {
            Input::Linked(other) => live.handle_connected(now, setting.keys[*other]),
            Input::Unlinked(other) => live.handle_disconnected(setting.keys[*other]),
            Input::Heard(from, bytes) => live.handle_message(now, setting.keys[*from], bytes),
            Input::Moment | Input::Sleep => live.handle_timeout(now),
            Input::Move(amount) => live.act(now, vec![*amount]).ok()?,
            Input::Want(other) => live.want(now, Change::Remove { voter: voter(*other) }).ok()?,
            Input::Leave => live.leave(now).ok()?,
            Input::Known => {
                let game = live.rules();
                let known =
                    game.worked_out.as_ref().map(|known| known.borrow_mut().insert(game.state_hash()));
                known.filter(|new| *new)?;
                live.handle_auto_known(now);
            }
            Input::Found | Input::Start(_) | Input::Die | Input::Torn(..) => return None,
        }
        Some(())
    }

    fn next_start(&mut self) -> ProgramStart {
        self.rest.starts += 1;
        // No other start of any peer has this number.
        let life = Life::from(self.rest.starts) * 16 + Life::from(voter(self.rest.me));
        ProgramStart { place: self.rest.place, life }
    }

    fn found(&mut self, setting: &Setting) -> Option<Output> {
        let start = self.next_start();
        let (contract, genesis) = (setting.contract.clone(), setting.genesis());
        let identity = setting.identities[self.rest.me].clone();
        self.live = Lockstep::found(self.rest.now, identity, contract, genesis, start).ok();
        self.live.is_some().then(|| self.carry_out(setting))
    }

    fn start(&mut self, setting: &Setting, disk: Disk) -> Option<Output> {
        if self.live.is_some() {
            return None;
        }
        let voted = self.rest.facts.voted_last();
        self.rest.set_back(disk);
        let Some(live) = self.open(setting, disk) else {
            self.rest.facts.broken = Some(Broken::Refused);
            return Some(Output::default());
        };
        self.rest.facts.note_start(disk, voted, live.log().len());
        self.live = Some(live);
        Some(self.carry_out(setting))
    }

    /// The protocol as the disk left it; nothing if it refuses the journal, or more or less of it than what was torn.
    fn open(&mut self, setting: &Setting, disk: Disk) -> Option<Lockstep<Toy>> {
        let (start, now, genesis) = (self.next_start(), self.rest.now, setting.genesis());
        let identity = setting.identities[self.rest.me].clone();
        if disk == Disk::Lost {
            return Lockstep::join(now, identity, setting.contract.clone(), genesis, start).ok();
        }
        let whole: usize = self.rest.disk.iter().map(|record| record.len()).sum();
        let torn = self.rest.torn.take();
        let bytes: Vec<u8> = self.rest.disk.iter().chain(&torn).flat_map(|record| record.to_vec()).collect();
        let restored = Lockstep::restore(now, identity, genesis, &bytes, start).ok();
        restored.filter(|(_, good)| *good == whole).map(|(live, _)| live)
    }

    /// Carries out what the peer gives out, in the order store, transmit, event.
    fn carry_out(&mut self, setting: &Setting) -> Output {
        let mut output = Output::default();
        let Some(live) = &mut self.live else { return output };
        let Asleep { disk, facts, me, .. } = &mut self.rest;
        let voters = (0..setting.voters()).map(voter).collect();
        while let Some(record) = live.poll_store() {
            facts.note_record(voters, &record);
            disk.push(record.into());
            output.stored += 1;
        }
        while let Some((to, bytes)) = live.poll_transmit() {
            let to = setting.keys.iter().position(|key| *key == to).expect("a peer of the table");
            let message = codec::decode::<Message>(&bytes).expect("peers send messages");
            facts.note_said(voter(*me), &message);
            output.sent.push((to, bytes.into()));
        }
        while live.poll_outcome().is_some() {}
        while let Some(event) = live.poll_event() {
            facts.note_event(&event);
        }
        facts.note_log(live.log());
        output
    }

    /// Nothing that follows is sent: it would only be once all is stored.
    fn die_storing(&mut self, kept: usize) -> Option<Output> {
        let mut live = self.live.take()?;
        let mut records = std::iter::from_fn(|| live.poll_store());
        self.rest.disk.extend(records.by_ref().take(kept).map(Arc::from));
        let torn = records.next()?;
        self.rest.torn = Some(torn[..torn.len() / 2].into());
        Some(Output::default())
    }

    /// Whether heads wait to be checked, or to be told to more than the mover.
    pub(crate) fn has_waiting(&self) -> bool {
        self.live.as_ref().is_some_and(|live| live.waiting_heads() > 0)
    }

    /// Whether its user may move now.
    pub(crate) fn may_move(&self) -> bool {
        let turn = ToMove::Seat(voter(self.rest.me));
        self.live.as_ref().is_some_and(|live| live.is_started() && live.rules().turn() == turn)
    }

    pub(crate) fn is_up(&self) -> bool {
        self.live.is_some()
    }
}

pub(crate) fn voter(peer: usize) -> Voter {
    Voter::try_from(peer).expect("few peers")
}
