//! Liar's moves, partitions, crashes and restarts at random.

use std::collections::BTreeMap;

use whistlestop_proto::contract::{Contract, DrawMode};
use whistlestop_proto::entry::{Body, Change, Core, Entry};
use whistlestop_proto::event::Event;
use whistlestop_proto::guard::Acked;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::Message;
use whistlestop_proto::statement::{Leave, Return, Signed, Standing, Vote};

use super::liar::{blamed, late_move, meet, never_cheated, signed_move, standing};
use crate::forge::{backed, head_for, vote_for};
use crate::net::{Net, WATCHER, contract, identity, key, to_bot, witnessed};
use crate::sim::toy::Toy;

struct Luck(u64);

impl Luck {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 11) % u64::try_from(most.max(1)).expect("few")).expect("few")
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn of<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        let at = self.below(all.len());
        all.get(at).cloned()
    }
}

/// Where a liar is, it is peer 0.
struct Table {
    net: Net,
    luck: Luck,
    /// All voters.
    all: Vec<usize>,
    honest: Vec<usize>,
    liar: bool,
    /// Disks are lost.
    lossy: bool,
    /// What was final for whom.
    told: BTreeMap<(usize, u32), Hash>,
    seen: BTreeMap<usize, usize>,
    parted: Option<String>,
    /// Everything that has been proposed.
    cores: Vec<Core>,
    votes: Vec<Signed<Vote>>,
    heads: Vec<whistlestop_proto::statement::Signed<whistlestop_proto::statement::Head>>,
    read: usize,
    trace: Vec<String>,
}

impl Table {
    fn new(seed: u64, players: usize, witnesses: usize, liar: bool, lossy: bool) -> Self {
        whistlestop_proto::memo::remember_checks();
        let mut luck = Luck(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..5 {
            luck.below(2);
        }
        let seats = vec![true; players];
        let terms: Contract = witnessed(contract(&seats, DrawMode::Seed(seed)), witnesses);
        let mut net = Net::of(terms, Toy::new(u8::try_from(players).expect("few"), 6));
        net.heal_all();
        net.settle();
        net.play(0, 1 + luck.below(3));
        net.wait(1_000);
        let all: Vec<usize> = (0..players).chain(WATCHER..WATCHER + witnesses).collect();
        let honest = all.iter().copied().filter(|peer| !liar || *peer != 0).collect();
        if liar {
            net.crash(0);
        }
        let mut table = Self {
            net,
            luck,
            all,
            honest,
            liar,
            lossy,
            told: BTreeMap::new(),
            seen: BTreeMap::new(),
            parted: None,
            cores: Vec::new(),
            votes: Vec::new(),
            heads: Vec::new(),
            read: 0,
            trace: Vec::new(),
        };
        for peer in table.honest.clone() {
            if liar {
                meet(&mut table.net, peer, 0);
            }
        }
        table
    }

    fn up(&self) -> Vec<usize> {
        self.honest.iter().copied().filter(|peer| self.net.peers[*peer].live.is_some()).collect()
    }

    fn learn(&mut self) {
        let fresh: Vec<Message> = self.net.traffic[self.read..].iter().map(|(_, _, m)| m.clone()).collect();
        self.read = self.net.traffic.len();
        for message in fresh {
            match message {
                Message::Entry(entry) => self.cores.push(entry.core),
                Message::Head(head) => self.heads.push(head),
                Message::Vote(backed) => self.votes.push(backed.vote),
                _ => {}
            }
        }
        for peer in self.up() {
            let from = self.seen.get(&peer).copied().unwrap_or(0);
            let events: Vec<Entry> = self.net.peers[peer].events[from..]
                .iter()
                .filter_map(|event| match event {
                    Event::Final(entry) => Some((**entry).clone()),
                    _ => None,
                })
                .collect();
            self.seen.insert(peer, self.net.peers[peer].events.len());
            for entry in events {
                let (index, hash) = (entry.core.index, entry.hash());
                for other in &self.all {
                    if let Some(known) = self.told.get(&(*other, index)).filter(|known| **known != hash) {
                        self.parted.get_or_insert(format!("{peer} {hash} {other} {known} at {index}"));
                    }
                }
                self.told.insert((peer, index), hash);
                self.cores.push(entry.core);
            }
        }
    }

    /// What might come next for a peer.
    fn candidates(&mut self, peer: usize) -> Vec<Core> {
        let live = self.net.live(peer);
        let Some(last) = live.log().last() else { return Vec::new() };
        let (index, prev) = (last.core.index + 1, last.hash());
        let mut found: Vec<Core> =
            self.cores.iter().filter(|core| (core.index, core.prev) == (index, prev)).cloned().collect();
        found.sort_by_key(|core| core.hash());
        found.dedup();
        use whistlestop_proto::rules::{Rules, Turn};
        let state = live.rules().state_hash();
        let of = |change| Core { index, prev, body: Body::Change(change), state };
        found.push(of(to_bot(0)));
        found.push(of(Change::StandIn { seat: 0 }));
        found.push(of(Change::StandIn { seat: 1 }));
        if live.rules().turn() == Turn::Seat(0) {
            for amount in [1, 2, 3] {
                let mut rules = live.rules().clone();
                if live.bot_on(0).is_none() && rules.apply(0, &[amount]).is_ok() {
                    let body = Body::Move { seat: 0, payload: vec![amount] };
                    found.push(Core { index, prev, body, state: rules.state_hash() });
                }
            }
        }
        found
    }

    fn lie(&mut self) {
        let up = self.up();
        let Some(about) = self.luck.of(&up) else { return };
        let cores = self.candidates(about);
        let Some(core) = self.luck.of(&cores) else { return };
        let round = u32::try_from(self.luck.below(5)).expect("few");
        let mut to: Vec<usize> = up.iter().copied().filter(|_| self.luck.one_in(2)).collect();
        if to.is_empty() {
            to.push(about);
        }
        let message = match self.luck.below(12) {
            0 | 1 if core.is_move_of(0) => {
                if self.luck.one_in(3) {
                    late_move(&self.net, 0, &core, 0)
                } else {
                    signed_move(&self.net, 0, &core, 0)
                }
            }
            0..=3 => Message::Head(head_for(&self.net, 0, round, &core)),
            4 | 5 => {
                // Goes along with somebody.
                let heads: Vec<_> =
                    self.heads.iter().filter(|head| head.says.index >= core.index).copied().collect();
                let Some(head) = self.luck.of(&heads) else { return };
                let head = Signed::new(&identity(0), &self.net.contract.table(), 0, head.says);
                Message::Head(head)
            }
            6 | 7 => {
                let votes: Vec<_> =
                    self.votes.iter().filter(|vote| vote.says.index >= core.index).copied().collect();
                let Some(vote) = self.luck.of(&votes) else { return };
                let mut says = vote.says;
                if self.luck.one_in(2) {
                    says.acked = None;
                }
                let vote = Signed::new(&identity(0), &self.net.contract.table(), 0, says);
                backed(vote, &self.support(core.index))
            }
            8 | 9 => {
                let bound = self.luck.of(&cores).expect("some");
                let acked = match self.luck.below(3) {
                    0 => None,
                    1 => Some(Acked::first(0, bound.hash())),
                    _ => Some(Acked::first(round.saturating_sub(1), bound.hash())),
                };
                let vote = vote_for(&self.net, 0, round.max(1), &core, acked);
                backed(vote, &self.support(core.index))
            }
            10 => {
                let liar = u8::try_from(self.luck.of(&self.honest.clone()).expect("some")).expect("few");
                let entry = self.luck.one_in(2).then(|| core.hash());
                Message::Standing(standing(
                    &self.net,
                    0,
                    Standing { index: core.index, liar, entry, life: 0 },
                ))
            }
            _ => {
                let table = self.net.contract.table();
                if self.luck.one_in(2) {
                    Message::Leave(Signed::new(&identity(0), &table, 0, Leave { since: 0 }))
                } else {
                    let since = u32::try_from(self.luck.below(8)).expect("few");
                    Message::Return(Signed::new(&identity(0), &table, 0, Return { since, life: 0 }))
                }
            }
        };
        if self.trace.len() < 400 {
            self.trace.push(format!("lie to {to:?}: {message:?}").chars().take(300).collect());
        }
        match &message {
            Message::Vote(backed) => self.votes.push(backed.vote),
            Message::Head(head) => self.heads.push(*head),
            _ => {}
        }
        for peer in to {
            self.net.say(0, peer, &message);
        }
        if self.luck.one_in(2) {
            self.net.settle();
        }
    }

    fn support(&mut self, index: u32) -> Vec<Signed<Vote>> {
        let about: Vec<_> = self.votes.iter().filter(|vote| vote.says.index == index).copied().collect();
        about.into_iter().filter(|_| self.luck.one_in(2)).take(20).collect()
    }

    fn step(&mut self) {
        let up = self.up();
        let any = self.luck.of(&self.honest.clone()).expect("some");
        let what = self.luck.below(24);
        if self.trace.len() < 400 {
            self.trace.push(format!("{} step {what} {any}", self.net.now));
        }
        match what {
            0..=7 if self.liar => self.lie(),
            0..=3 => {
                for peer in up {
                    let _ = self.net.act(peer, 3);
                }
            }
            4..=8 => {
                if up.contains(&any) {
                    let amount = 1 + u8::try_from(self.luck.below(4)).expect("few");
                    let _ = self.net.act(any, amount);
                }
            }
            9 => self.net.isolate(any),
            10 => {
                let other = self.luck.of(&self.honest.clone()).expect("some");
                self.net.cut(any, other);
            }
            11 | 12 => {
                let other = self.luck.of(&self.honest.clone()).expect("some");
                self.net.link(any, other);
                self.net.settle();
            }
            13 => self.heal(),
            14 | 15 => {
                let millis = u64::try_from(50 + self.luck.below(4_000)).expect("few");
                self.net.wait(millis);
            }
            16 => self.net.wait(50),
            17 => {
                if up.contains(&any) && up.len() > 1 {
                    self.net.crash(any);
                }
            }
            18 => {
                if !up.contains(&any) {
                    self.back(any);
                } else if up.contains(&any) {
                    self.net.crash(any);
                    self.back(any);
                }
            }
            19 => {
                if up.contains(&any) {
                    let of = self.luck.below(3);
                    let change = match of {
                        0 => to_bot(0),
                        1 => Change::StandIn { seat: u8::try_from(self.luck.below(2)).expect("few") },
                        _ => {
                            let len = self.net.live(any).log().len();
                            Change::TakeBack {
                                to: u32::try_from(len.saturating_sub(1 + self.luck.below(2))).expect("few"),
                            }
                        }
                    };
                    let change = if self.liar || of != 0 { change } else { Change::StandIn { seat: 0 } };
                    let _ = self.net.want(any, change);
                    if of == 2 || self.luck.one_in(2) {
                        for peer in self.up() {
                            let _ = self.net.want(peer, change);
                        }
                    }
                }
            }
            20 | 21 => {
                // Somebody repeats what was said once.
                let count = self.net.traffic.len();
                let (_, _, message) = self.net.traffic[self.luck.below(count)].clone();
                if up.contains(&any) {
                    if self.liar {
                        self.net.say(0, any, &message);
                    }
                }
            }
            22 => {
                if self.lossy && up.contains(&any) {
                    let lost = self.honest.iter().any(|peer| {
                        self.net.peers[*peer].live.as_ref().is_none_or(|live| live.is_recovering())
                    });
                    if !lost {
                        self.net.crash(any);
                        self.net.join(any);
                        for other in self.up() {
                            if self.luck.one_in(2) {
                                self.net.link(any, other);
                            }
                        }
                        self.net.settle();
                    }
                }
            }
            _ => self.net.wait(1_600),
        }
        self.learn();
    }

    fn back(&mut self, peer: usize) {
        let journal = self.net.peers[peer].journal.clone();
        self.net.try_restore(peer, &journal).expect("sound");
        self.seen.insert(peer, self.net.peers[peer].events.len());
        if self.liar {
            meet(&mut self.net, peer, 0);
        }
        for other in self.up() {
            if self.luck.one_in(2) {
                self.net.link(peer, other);
            }
        }
        self.net.settle();
    }

    fn heal(&mut self) {
        self.net.heal_all();
        self.net.settle();
    }

    fn end(&mut self) -> Result<(), String> {
        for peer in self.honest.clone() {
            if self.net.peers[peer].live.is_none() {
                self.back(peer);
            }
        }
        self.heal();
        let state = |table: &Self| {
            let all: Vec<String> = table.up().iter().map(|peer| table.net.live(*peer).explain()).collect();
            all.join("\n")
        };
        self.net.wait(5_000);
        self.learn();
        for peer in self.up() {
            for event in &self.net.peers[peer].events {
                if let Event::Drop { peer: whom, reason } = event
                    && self.honest.iter().any(|other| key(*other) == *whom)
                {
                    return Err(format!("{peer} dropped an honest peer: {reason:?}"));
                }
                if let Event::Contradicted { voter, .. } = event
                    && self.honest.contains(&usize::from(*voter))
                {
                    return Err(format!("{peer} blames {voter}"));
                }
            }
        }
        for peer in self.honest.clone() {
            never_cheated(&self.net, u8::try_from(peer).expect("few"), &[]);
        }
        if let Some(parted) = &self.parted {
            if !self.liar || self.all.len().is_multiple_of(2) {
                return Err(format!("parted: {parted}"));
            }
            self.net.wait(20_000);
            if !blamed(&self.net, 0).iter().any(|(_, shown)| *shown) {
                return Err(format!("parted without evidence: {parted}\n{}", state(self)));
            }
            return Ok(());
        }
        if self.liar && self.all.len() == 2 {
            return Ok(());
        }
        let over = |table: &Self| table.up().iter().any(|peer| table.net.live(*peer).is_over());
        let least =
            |table: &Self| table.up().iter().map(|p| table.net.live(*p).log().len()).min().unwrap_or(0);
        let before = least(self);
        for _ in 0..150 {
            if over(self) || least(self) > before + 1 {
                return Ok(());
            }
            for peer in self.up() {
                if self.liar {
                    let _ = self.net.want(peer, to_bot(0));
                }
                let _ = self.net.act(peer, 3);
            }
            self.net.wait(2_000);
        }
        Err(format!("stuck\n{}", state(self)))
    }
}

fn run(seed: u64, players: usize, witnesses: usize, liar: bool, lossy: bool) -> Result<bool, String> {
    let mut table = Table::new(seed, players, witnesses, liar, lossy);
    let steps = 20 + table.luck.below(60);
    for _ in 0..steps {
        table.step();
    }
    let parted = table.parted.is_some();
    table.end().map(|()| parted).map_err(|why| {
        format!(
            "seed {seed} players {players} witnesses {witnesses} liar {liar} lossy {lossy}: {why}\n{}",
            table.trace.join("\n")
        )
    })
}

const TABLES: [(usize, usize, bool, bool); 8] = [
    (4, 0, true, false),
    (3, 1, true, false),
    (2, 2, true, false),
    (3, 0, true, false),
    (2, 0, true, false),
    (3, 0, false, true),
    (2, 0, false, true),
    (4, 0, false, true),
];

#[test]
fn at_random_no_promise_is_broken() {
    let first: u64 = std::env::var("THIRD_FIRST").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let count: u64 = std::env::var("THIRD_COUNT").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut parted = [0; 8];
    let mut failed = Vec::new();
    for seed in first..first + count {
        for (at, (players, witnesses, liar, lossy)) in TABLES.into_iter().enumerate() {
            let done = std::panic::catch_unwind(|| run(seed, players, witnesses, liar, lossy));
            match done {
                Ok(Ok(true)) => parted[at] += 1,
                Ok(Ok(false)) => {}
                Ok(Err(why)) => failed.push(why),
                Err(_) => failed.push(format!("panic: seed {seed} {players} {witnesses} {liar} {lossy}")),
            }
        }
    }
    println!("parted {parted:?} of {count}, failed {}", failed.len());
    for why in failed.iter().take(6) {
        println!("{why}\n");
    }
    assert!(failed.is_empty());
}
