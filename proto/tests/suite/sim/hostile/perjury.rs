//! Lies in every kind of statement. The liar signs with a good key, so nothing of it is refused for its form.
//!
//! It says each thing to one half of the others only, and something else to the other half: what everybody hears from a
//! liar parts nobody.

use whistlestop_proto::contract::{Accession, TimeControl};
use whistlestop_proto::entry::{Body, Change, Core, Entry};
use whistlestop_proto::guard::Acked;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::{Backed, Message, Status};
use whistlestop_proto::quorum::{Life, Voter, Voters};
use whistlestop_proto::rules::ToMove;
use whistlestop_proto::sign::Identity;
use whistlestop_proto::statement::{
    Evidence, Head, Leave, Lost, Reading, Return, Signed, Stance, Statement, Vote,
};

use super::super::luck::Luck;
use super::super::world::Play;

/// What it lies about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Vice {
    /// Acknowledges anything in any round.
    Heads,
    /// Votes for anything, whatever it acknowledged.
    Votes,
    /// Votes for removals and returns that suit it.
    Changes,
    /// Votes in one round after the other, as fast as people would.
    Rounds,
    /// Makes two moves of which it acknowledges neither.
    LateMoves,
    /// Comes and goes.
    Wishes,
    /// Says that it has lost its memory.
    Lost,
    /// Says again what others said who had lost theirs.
    OldLost,
    /// Speaks in other lives.
    Lives,
    /// Says how an index stands.
    Stances,
    /// Accuses.
    Evidence,
    /// Signs the contract twice.
    Keys,
    /// Says in its status whatever hinders.
    Status,
    /// Looks at the links of others before it tells its own, if at all.
    Links,
    /// Says that times are up, or never does, and counts as it likes.
    Clocks,
}

const VICES: [Vice; 15] = [
    Vice::Heads,
    Vice::Votes,
    Vice::Changes,
    Vice::Rounds,
    Vice::LateMoves,
    Vice::Wishes,
    Vice::Lost,
    Vice::OldLost,
    Vice::Lives,
    Vice::Stances,
    Vice::Evidence,
    Vice::Keys,
    Vice::Status,
    Vice::Links,
    Vice::Clocks,
];

/// The lies of one liar.
pub(super) struct Perjury {
    vices: Vec<Vice>,
    /// Entries that were told: index, hash and state.
    known: Vec<(u32, Hash, Hash)>,
    lost: Vec<Signed<Lost>>,
    /// The last round it voted in, and where.
    round: (u32, u32),
    links: (u32, bool),
}

/// Where a lie is told.
struct Here {
    table: Hash,
    me: Voter,
    next: u32,
    prev: Hash,
    state: Hash,
    life: Life,
}

impl Perjury {
    /// A few vices: whoever has all of them is found out at once.
    pub(super) fn new(seed: u64, timed: bool) -> Self {
        let mut whim = Luck::new(seed ^ 0x0009_1e57);
        let count = whim.place(5);
        let mut vices: Vec<Vice> = (0..count).map(|_| *whim.pick(&VICES)).collect();
        if timed && whim.permille(600) {
            vices.push(Vice::Clocks);
        }
        Self { vices, known: Vec::new(), lost: Vec::new(), round: (0, 0), links: (0, false) }
    }

    fn has(&self, vice: Vice) -> bool {
        self.vices.contains(&vice)
    }

    pub(super) fn hear(&mut self, message: &Message) {
        match message {
            Message::Entry(entry) => {
                self.known.push((entry.core.index, entry.hash(), entry.core.state));
                if self.known.len() > 8 {
                    self.known.remove(0);
                }
            }
            Message::Lost(lost) if self.lost.len() < 64 => self.lost.push(lost.clone()),
            Message::Reveal(reveal) if reveal.number > self.links.0 => self.links = (reveal.number, true),
            _ => {}
        }
    }

    /// Whether links came that it may think about, once for each draw.
    pub(super) fn saw_links(&mut self) -> bool {
        let (number, new) = self.links;
        self.links = (number, false);
        new && self.has(Vice::Links)
    }

    /// What it says in place of what an honest peer would; nothing if it says just that.
    pub(super) fn twist(&self, luck: &mut Luck, message: &Message) -> Option<Vec<Message>> {
        match message {
            Message::Reveal(_) if self.has(Vice::Links) && luck.permille(700) => Some(Vec::new()),
            // It counts as it likes, and moves though its own time is up.
            Message::Reading(_) if self.has(Vice::Clocks) && luck.permille(300) => Some(Vec::new()),
            Message::Vote(backed)
                if self.has(Vice::Clocks)
                    && matches!(backed.vote.says.change, Some(Change::TimeUp { .. })) =>
            {
                Some(Vec::new())
            }
            Message::Status(status) if self.has(Vice::Status) => {
                Some(vec![Message::Status(false_status(luck, status))])
            }
            _ => None,
        }
    }

    /// What it says for no reason, to one half of the others.
    pub(super) fn lies<R: Play>(
        &mut self,
        luck: &mut Luck,
        live: &Lockstep<R>,
        identity: &Identity,
    ) -> Vec<Message> {
        let (Some(me), Some(last)) = (live.voter(), live.log().last()) else { return Vec::new() };
        if self.vices.is_empty() || !luck.permille(120) {
            return Vec::new();
        }
        let spoken_in = if self.has(Vice::Lives) { luck.number(0, 2) } else { live.life() };
        let (next, prev) = (last.core.index + 1, last.hash());
        let here =
            Here { table: live.table(), me, next, prev, state: live.rules().state_hash(), life: spoken_in };
        let vice = *luck.pick(&self.vices);
        self.lie(luck, vice, &here, live, identity)
    }

    fn lie<R: Play>(
        &mut self,
        luck: &mut Luck,
        vice: Vice,
        here: &Here,
        live: &Lockstep<R>,
        identity: &Identity,
    ) -> Vec<Message> {
        match vice {
            Vice::Heads | Vice::Lives => {
                let head = self.head(luck, here, live);
                vec![Message::Head(here.sign(identity, head))]
            }
            Vice::Votes => vec![here.vote(identity, self.vote(luck, here, live))],
            Vice::Changes => {
                let change = some_change(luck, live);
                let acked = self.acked(luck, here, live);
                let round = luck.number(1, 3);
                vec![here.vote(identity, here.for_change(change, round, acked))]
            }
            Vice::Rounds => {
                let (index, round) = self.round;
                self.round = (here.next, if index == here.next { round + 1 } else { 1 });
                let vote = self.vote(luck, here, live);
                vec![here.vote(identity, Vote { round: self.round.1, ..vote })]
            }
            Vice::LateMoves => late_move(luck, here, live, identity).into_iter().collect(),
            Vice::Wishes => {
                let since = if luck.permille(700) { since(here.me, live) } else { luck.number(0, here.next) };
                let leave = Message::Leave(here.sign(identity, Leave { since }));
                let back = Message::Return(here.sign(identity, Return { since, life: here.life }));
                vec![if luck.permille(500) { leave } else { back }]
            }
            Vice::Lost => {
                let index = luck.number(here.next.saturating_sub(1), here.next + 1);
                let met =
                    self.lost.iter().map(|lost| (lost.voter, lost.says.life)).take(luck.place(3)).collect();
                let first = luck.number(0, index);
                let lost =
                    Lost { index, first, count: luck.between(0, 1 << 40), life: luck.number(0, 3), met };
                vec![Message::Lost(here.sign(identity, lost))]
            }
            Vice::OldLost if self.lost.is_empty() => Vec::new(),
            Vice::OldLost => vec![Message::Lost(luck.pick(&self.lost).clone())],
            Vice::Stances => {
                let liar = *luck.pick(&live.voters().iter().collect::<Vec<_>>());
                let entry = luck.permille(500).then(|| self.some_entry(luck, here, live).0);
                let index = luck.number(here.next - 1, here.next);
                let stance = Stance { index, liar, entry, life: here.life };
                vec![Message::Stance(here.sign(identity, stance))]
            }
            Vice::Evidence if luck.permille(80) => {
                let head = here.sign(identity, self.head(luck, here, live));
                vec![Message::Evidence(Evidence::TwoHeads(head, head))]
            }
            Vice::Keys if luck.permille(50) => other_keys(here, live, identity)
                .map(|accession| Message::Accession(Box::new(accession)))
                .into_iter()
                .collect(),
            Vice::Clocks => clock_lies(luck, here, live, identity),
            Vice::Evidence | Vice::Keys | Vice::Status | Vice::Links => Vec::new(),
        }
    }

    /// An entry that somebody told of, or its own, or one that there is not.
    fn some_entry<R: Play>(&self, luck: &mut Luck, here: &Here, live: &Lockstep<R>) -> (Hash, Hash) {
        let mut entries: Vec<(Hash, Hash)> =
            live.sent().map(|entry| (entry.hash(), entry.core.state)).into_iter().collect();
        let told = self.known.iter().filter(|(index, ..)| *index == here.next);
        entries.extend(told.map(|(_, entry, state)| (*entry, *state)));
        if entries.is_empty() || luck.permille(100) {
            entries.push((here.prev, here.state));
        }
        *luck.pick(&entries)
    }

    fn acked<R: Play>(&self, luck: &mut Luck, here: &Here, live: &Lockstep<R>) -> Option<Acked<Hash>> {
        luck.permille(500).then(|| {
            let round = luck.number(0, 1);
            Acked { since: luck.number(0, round), round, entry: self.some_entry(luck, here, live).0 }
        })
    }

    fn head<R: Play>(&self, luck: &mut Luck, here: &Here, live: &Lockstep<R>) -> Head {
        let (entry, state) = self.some_entry(luck, here, live);
        let lost = some_voters(luck);
        Head { index: here.next, round: luck.number(0, 3), entry, state, life: here.life, lost }
    }

    fn vote<R: Play>(&self, luck: &mut Luck, here: &Here, live: &Lockstep<R>) -> Vote {
        let (entry, acked) = (self.some_entry(luck, here, live).0, self.acked(luck, here, live));
        let lost = some_voters(luck);
        Vote { index: here.next, round: luck.number(1, 4), entry, change: None, acked, life: here.life, lost }
    }
}

impl Here {
    fn sign<T: Statement>(&self, identity: &Identity, says: T) -> Signed<T> {
        Signed::new(identity, &self.table, self.me, says)
    }

    fn vote(&self, identity: &Identity, vote: Vote) -> Message {
        Message::Vote(Box::new(Backed { vote: self.sign(identity, vote), support: Vec::new() }))
    }

    /// A vote for a change that leaves the game as it is.
    fn for_change(&self, change: Change, round: u32, acked: Option<Acked<Hash>>) -> Vote {
        let core = Core { index: self.next, prev: self.prev, body: Body::Change(change), state: self.state };
        let entry = core.hash();
        let lost = Voters::NONE;
        Vote { index: self.next, round, entry, change: Some(change), acked, life: self.life, lost }
    }
}

/// Whom it says it knows to have lost their memory: nobody, all, or some.
fn some_voters(luck: &mut Luck) -> Voters {
    let some = (0..12).filter(|_| luck.permille(300)).collect();
    *luck.pick(&[Voters::NONE, Voters::ALL, some])
}

fn some_change<R: Play>(luck: &mut Luck, live: &Lockstep<R>) -> Change {
    let voters: Vec<Voter> = live.voters().iter().collect();
    let seats: Vec<u8> = (0..u8::try_from(live.holders().len()).expect("few")).collect();
    match luck.below(4) {
        0 => Change::Remove { voter: *luck.pick(&voters) },
        1 => Change::StandIn { seat: *luck.pick(&seats) },
        2 => Change::Renew { voter: *luck.pick(&voters), life: luck.number(1, 3) },
        _ => Change::Return { seat: *luck.pick(&seats), life: luck.number(0, 2), keys: None },
    }
}

/// The index of the entry that last changed a voter's place.
fn since<R: Play>(me: Voter, live: &Lockstep<R>) -> u32 {
    let about = |entry: &&Entry| match entry.core.body {
        Body::Change(Change::Remove { voter } | Change::Renew { voter, .. }) => voter == me,
        Body::Change(Change::StandIn { seat } | Change::Return { seat, .. }) => seat == me,
        _ => false,
    };
    live.log().iter().rev().find(about).map_or(0, |entry| entry.core.index)
}

/// That the time of whoever is to move is up, and what it says it has counted.
fn clock_lies<R: Play>(
    luck: &mut Luck,
    here: &Here,
    live: &Lockstep<R>,
    identity: &Identity,
) -> Vec<Message> {
    let ToMove::Seat(seat) = live.rules().turn() else { return Vec::new() };
    let left = match live.contract().clock {
        TimeControl::None => return Vec::new(),
        TimeControl::EachMove { .. } => 0,
        TimeControl::EachGame { .. } => live.holders().len(),
    };
    let any = |luck: &mut Luck| if luck.permille(500) { u32::MAX } else { luck.number(0, 30_000) };
    let left = (0..left).map(|_| if luck.permille(500) { 0 } else { any(luck) }).collect();
    let reading = Reading { index: here.next, life: here.life, used: any(luck), left };
    let mut said = vec![Message::Reading(here.sign(identity, reading))];
    let mut rules = live.rules().clone();
    if let Some(payload) = rules.auto_if_known(seat, true)
        && rules.apply(seat, &payload).is_ok()
    {
        let body = Body::TimeUp { seat, payload };
        let core = Core { index: here.next, prev: here.prev, body, state: rules.state_hash() };
        let change = Some(Change::TimeUp { seat });
        let vote =
            Vote { entry: core.hash(), change, ..here.for_change(Change::Remove { voter: seat }, 1, None) };
        said.push(here.vote(identity, vote));
    }
    said
}

/// A move that acknowledges nothing; for each half of the others another one.
fn late_move<R: Play>(
    luck: &mut Luck,
    here: &Here,
    live: &Lockstep<R>,
    identity: &Identity,
) -> Option<Message> {
    if live.rules().turn() != ToMove::Seat(here.me) || live.bot_on(here.me).is_some() {
        return None;
    }
    let (mut rules, payload) = (live.rules().clone(), live.rules().payload(here.me, luck));
    rules.apply(here.me, &payload).ok()?;
    let body = Body::Move { seat: here.me, payload };
    let core = Core { index: here.next, prev: here.prev, body, state: rules.state_hash() };
    Some(Message::Entry(Box::new(core.sign_late(identity, &here.table, here.life))))
}

fn other_keys<R: Play>(here: &Here, live: &Lockstep<R>, identity: &Identity) -> Option<Accession> {
    let mut keys = live.accessions().find(|accession| accession.voter == here.me)?.keys.clone();
    keys.own = keys.pairs.first()?.1;
    Some(Accession::sign(identity, &here.table, here.me, keys))
}

fn false_status(luck: &mut Luck, status: &Status) -> Status {
    let everybody: Voters = (0..16).collect();
    let mut status = status.clone();
    match luck.below(4) {
        0 => status.ages_millis = vec![0; 16],
        1 => status.hears = everybody,
        2 => (status.links, status.evidence) = (u64::MAX, everybody),
        _ => (status.leaves, status.returns, status.heads_at_tip) = (everybody, everybody, everybody),
    }
    status
}
