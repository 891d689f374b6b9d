//! A liar that says whatever fits what was heard, while links and programs come and go; then it is silent, and all
//! others are there: they go on as one table.

use std::collections::BTreeSet;

use whistlestop_proto::codec;
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Body, Change, Core, Entry};
use whistlestop_proto::guard::Acked;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::statement::{Head, Leave, Signed, Standing, Vote};

use super::liar::{blamed, delivered, drops, late_move, lost, meet, parted, possess, signed_move};
use crate::forge::{backed, change_core};
use crate::net::{Net, WATCHER, contract, identity, to_bot, witnessed};
use crate::sim::toy::Toy;

/// Numbers that look like chance.
struct Luck(u64);

impl Luck {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 11) % most.max(1) as u64).expect("few")
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        if of.is_empty() { None } else { Some(of[self.below(of.len())].clone()) }
    }
}

/// Whether every step is told.
fn tells() -> bool {
    std::env::var("THIRD_TELL").is_ok()
}

struct Search {
    net: Net,
    luck: Luck,
    liar: usize,
    honest: Vec<usize>,
    /// Moves that the liar signed.
    moves: Vec<Core>,
}

impl Search {
    fn of(seed: u64, players: usize, witnesses: usize) -> Self {
        let mut luck = Luck(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        (0..10).for_each(|_| {
            luck.below(2);
        });
        let plan = witnessed(contract(&vec![true; players], DrawMode::Fresh), witnesses);
        let mut net = Net::of(plan, Toy::new(u8::try_from(players).expect("few"), 9));
        net.heal_all();
        net.settle();
        let mut all: Vec<usize> = (0..players).chain(WATCHER..WATCHER + witnesses).collect();
        let liar = luck.below(all.len());
        let liar = if luck.below(2) == 0 { all.remove(liar) } else { all.remove(0) };
        for _ in 0..luck.below(4) {
            for peer in 0..players {
                let _ = net.act(peer, 3);
            }
        }
        possess(&mut net, liar);
        Self { net, luck, liar, honest: all, moves: Vec::new() }
    }

    fn up(&self) -> Vec<usize> {
        self.honest.iter().copied().filter(|peer| self.net.peers[*peer].live.is_some()).collect()
    }

    fn step(&mut self) {
        let up = self.up();
        let what = self.luck.below(24);
        if tells() {
            let of = |peer: &usize| {
                (*peer, self.net.live(*peer).log().len(), self.net.live(*peer).sent().map(Entry::hash))
            };
            eprintln!("{} {:?} now {what}", self.net.now, up.iter().map(of).collect::<Vec<_>>());
        }
        match what {
            0 | 1 => {
                let (a, b) = (self.luck.one(&up), self.luck.one(&up));
                if let (Some(a), Some(b)) = (a, b) {
                    self.net.cut(a, b);
                }
            }
            2 | 3 => {
                let (a, b) = (self.luck.one(&up), self.luck.one(&up));
                if let (Some(a), Some(b)) = (a, b) {
                    self.net.link(a, b);
                    self.net.settle();
                }
            }
            4 if up.len() == self.honest.len() => {
                let who = self.luck.one(&up).expect("there");
                self.net.crash(who);
            }
            5 => self.bring_back(),
            6..=8 => {
                let millis = [50, 400, 1_600, 2_500, 6_000][self.luck.below(5)];
                self.net.wait(millis);
            }
            9 | 10 => {
                for peer in up {
                    let amount = u8::try_from(1 + self.luck.below(9)).expect("few");
                    let _ = self.net.act(peer, amount);
                }
            }
            11 => {
                let change = self.change();
                if let (Some(peer), Some(change)) = (self.luck.one(&up), change) {
                    let _ = self.net.want(peer, change);
                }
            }
            _ => self.lie(),
        }
    }

    fn bring_back(&mut self) {
        for peer in self.honest.clone() {
            if self.net.peers[peer].live.is_none() {
                let journal = self.net.peers[peer].journal.clone();
                self.net.try_restore(peer, &journal).expect("sound");
                meet(&mut self.net, peer, self.liar);
                for other in self.up() {
                    if self.luck.below(2) == 0 {
                        self.net.link(peer, other);
                    }
                }
                self.net.settle();
            }
        }
    }

    fn change(&mut self) -> Option<Change> {
        let liar = u8::try_from(self.liar).expect("few");
        let seat = u8::try_from(self.luck.one(&self.honest)?).expect("few");
        Some(match self.luck.below(5) {
            0 | 1 => to_bot(liar),
            2 => Change::StandIn { seat: liar },
            // The promise is that of the voters now: nobody honest is removed.
            _ if seat < 6 => Change::StandIn { seat },
            _ => to_bot(liar),
        })
    }

    /// What the liar may speak of: hashes about the index that is open for this peer.
    fn entries(&mut self, about: usize) -> Vec<(Hash, Hash, Option<Change>)> {
        let index = u32::try_from(self.net.live(about).log().len()).expect("few") + 1;
        let state = self.net.live(about).log().last().map_or(Hash::default(), |entry| entry.core.state);
        let mut all: Vec<(Hash, Hash, Option<Change>)> = Vec::new();
        let moves = self.moves.iter().filter(|core| core.index == index);
        all.extend(moves.map(|core| (core.hash(), core.state, None)));
        for peer in self.up() {
            if let Some(sent) = self.net.live(peer).sent().filter(|entry| entry.core.index == index) {
                let change = match sent.core.body {
                    Body::Change(change) => Some(change),
                    _ => None,
                };
                all.push((sent.hash(), sent.core.state, change));
            }
        }
        if index > 1 {
            for _ in 0..2 {
                if let Some(change) = self.change() {
                    let core = change_core(&self.net, about, change);
                    all.push((core.hash(), core.state, Some(change)));
                }
            }
        }
        if self.luck.below(8) == 0 {
            all.push((Hash([7; 32]), state, None));
        }
        all
    }

    fn lie(&mut self) {
        let (net, liar) = (&self.net, self.liar);
        let voter = u8::try_from(liar).expect("few");
        let table = net.contract.table();
        let up = self.up();
        let Some(about) = self.luck.one(&up) else { return };
        let net = &self.net;
        let index = u32::try_from(net.live(about).log().len()).expect("few") + 1;
        let to: Vec<usize> = match self.luck.below(3) {
            0 => up.clone(),
            1 => vec![about],
            _ => up.iter().copied().filter(|peer| *peer == about || self.luck.below(2) == 0).collect(),
        };
        let round = u32::try_from([0, 1, 1, 2, 2, 3, 4, 5, 6, 8, 12][self.luck.below(11)]).expect("few");
        let message = match self.luck.below(12) {
            0..=2 if net.turn(about) == whistlestop_proto::rules::Turn::Seat(voter) && voter < 6 => {
                let amount = u8::try_from(1 + self.luck.below(3)).expect("few");
                let core = crate::forge::move_core(net, about, voter, amount);
                self.moves.push(core.clone());
                if self.luck.below(2) == 0 {
                    late_move(net, voter, &core, 0)
                } else {
                    signed_move(net, voter, &core, 0)
                }
            }
            0..=5 => {
                let entries = self.entries(about);
                let (Some((entry, _, change)), other) = (self.luck.one(&entries), self.luck.one(&entries))
                else {
                    return;
                };
                let acked = match (self.luck.below(4), other) {
                    (0, Some((entry, ..))) => Some(Acked::first(0, entry)),
                    (1, Some((entry, ..))) => {
                        let last = u32::try_from(self.luck.below(round.max(1) as usize)).expect("few");
                        Some(Acked { since: last / 2, round: last, entry })
                    }
                    _ => None,
                };
                let round = round.max(1);
                let says = Vote { index, round, entry, change, acked, life: 0, lost: Voters::NONE };
                let vote = Signed::new(&identity(liar), &table, voter, says);
                let support: BTreeSet<_> = delivered(&self.net, |message| match message {
                    Message::Vote(backed) if backed.vote.says.index == index => Some(backed.vote),
                    _ => None,
                })
                .into_iter()
                .map(|vote| codec::encode(&vote))
                .collect();
                let support: Vec<Signed<Vote>> =
                    support.iter().take(60).map(|bytes| codec::decode(bytes).expect("sound")).collect();
                let heard = self.luck.below(2) == 0;
                backed(vote, if heard { &support } else { &[] })
            }
            6..=9 => {
                let entries = self.entries(about);
                let Some((entry, state, _)) = self.luck.one(&entries) else { return };
                let says = Head { index, round, entry, state, life: 0, lost: Voters::NONE };
                Message::Head(Signed::new(&identity(liar), &table, voter, says))
            }
            10 => match self.luck.below(3) {
                0 => Message::Lost(lost(net, voter, index, 77, &[])),
                1 => {
                    let other = u8::try_from(self.luck.one(&up).expect("there")).expect("few");
                    let last = self.net.live(about).log().last().map(Entry::hash);
                    let entry = if self.luck.below(2) == 0 { last } else { None };
                    let says = Standing { index, liar: other, entry, life: 0 };
                    Message::Standing(Signed::new(&identity(liar), &table, voter, says))
                }
                _ => Message::Leave(Signed::new(&identity(liar), &table, voter, Leave { since: 0 })),
            },
            _ => {
                // It passes on what one of the others said to some.
                let said: Vec<Message> = delivered(&self.net, |message| match message {
                    Message::Vote(_) | Message::Head(_) | Message::Entry(_) => Some(message.clone()),
                    _ => None,
                });
                let from = said.len().saturating_sub(30);
                let Some(message) = self.luck.one(&said[from..]) else { return };
                message
            }
        };
        let bytes = codec::encode(&message);
        if tells() {
            eprintln!("{} liar to {to:?}: {message:?}", self.net.now);
        }
        for peer in to {
            self.net.inject(liar, peer, &bytes);
        }
        self.net.settle();
    }

    /// The liar is silent, and all others are there. What is wrong, if anything is.
    fn judge(&mut self) -> Option<String> {
        self.bring_back();
        self.net.heal_all();
        self.net.wait(1_000);
        let most = self.net.lens().into_iter().max().unwrap_or(0);
        for _ in 0..150 {
            for peer in self.honest.clone() {
                let _ = self.net.want(peer, to_bot(u8::try_from(self.liar).expect("few")));
                let _ = self.net.act(peer, 3);
            }
            self.net.wait(2_000);
            let lens = self.net.lens();
            if self.net.live(self.honest[0]).is_over() || lens.iter().all(|len| *len > most + 2) {
                break;
            }
        }
        let honest = self.honest.clone();
        let wrong = honest
            .iter()
            .any(|peer| blamed(&self.net, u8::try_from(*peer).expect("few")).iter().any(|(_, shown)| *shown));
        let dropped = drops(&self.net)
            .into_iter()
            .any(|(_, why)| honest.iter().any(|peer| why.contains(&format!("{:?}", crate::net::key(*peer)))));
        let over = honest.iter().all(|peer| self.net.live(*peer).is_over());
        let stuck = !over && self.net.lens().iter().any(|len| *len <= most + 2);
        let apart = parted(&self.net);
        let voters = self.honest.len() + 1;
        let odd = voters % 2 == 1;
        let bad = wrong || dropped || (apart && !odd) || (stuck && !(apart && odd));
        bad.then(|| {
            let explained: Vec<String> = honest.iter().map(|peer| self.net.live(*peer).explain()).collect();
            format!(
                "blamed {wrong} dropped {dropped} stuck {stuck} parted {apart} lens {:?} most {most}\n{}",
                self.net.lens(),
                explained.join("\n")
            )
        })
    }
}

/// Nobody lies. Disks are lost, or go back, one at a time, and players leave and return.
struct Honest {
    net: Net,
    luck: Luck,
    all: Vec<usize>,
}

impl Honest {
    fn of(seed: u64, players: usize, witnesses: usize) -> Self {
        let mut luck = Luck(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        (0..10).for_each(|_| {
            luck.below(2);
        });
        let plan = witnessed(contract(&vec![true; players], DrawMode::Fresh), witnesses);
        let mut net = Net::of(plan, Toy::new(u8::try_from(players).expect("few"), 30));
        net.heal_all();
        net.settle();
        let all = (0..players).chain(WATCHER..WATCHER + witnesses).collect();
        Self { net, luck, all }
    }

    fn up(&self) -> Vec<usize> {
        self.all.iter().copied().filter(|peer| self.net.peers[*peer].live.is_some()).collect()
    }

    fn link_some(&mut self, peer: usize) {
        for other in self.up() {
            if self.luck.below(2) == 0 {
                self.net.link(peer, other);
            }
        }
        self.net.settle();
    }

    fn step(&mut self) {
        let up = self.up();
        let (Some(a), Some(b)) = (self.luck.one(&up), self.luck.one(&up)) else { return self.bring_back() };
        let what = self.luck.below(20);
        if tells() {
            let of = |peer: &usize| {
                let live = self.net.live(*peer);
                (*peer, live.life(), live.log().len(), live.is_silent(), live.sent().map(Entry::hash))
            };
            eprintln!("{} {:?} now {what} {a} {b}", self.net.now, up.iter().map(of).collect::<Vec<_>>());
        }
        match what {
            0 | 1 => self.net.cut(a, b),
            2..=4 => {
                self.net.link(a, b);
                self.net.settle();
            }
            5 | 6 => self.net.crash(a),
            7 | 8 => self.bring_back(),
            9 | 10 => {
                let all_remember =
                    up.len() == self.all.len() && up.iter().all(|peer| !self.net.live(*peer).is_silent());
                if !all_remember {
                    return;
                }
                let journal = self.net.peers[a].journal.clone();
                self.net.crash(a);
                if self.luck.below(2) == 0 {
                    self.net.join(a);
                } else {
                    let ends = record_ends(&journal);
                    let kept = ends.len() - 1 - self.luck.below(ends.len() / 2);
                    let journal = journal[..ends[kept]].to_vec();
                    // No other disk is there.
                    let place = Hash::of("place", &[&self.net.starts.to_le_bytes()]);
                    self.net.restore_at(a, &journal, place).expect("sound");
                }
                self.link_some(a);
            }
            // Who counts alone may decide twice.
            11 if self.net.live(a).voters().len() > 2 => {
                let _ = self.net.leave(a);
            }
            11..=13 => {
                let _ = self.net.come_back(a);
            }
            14 => {
                for peer in up {
                    let _ = self.net.want(peer, Change::StandIn { seat: u8::try_from(a).expect("few") });
                }
            }
            15 | 16 => {
                let millis = [50, 700, 2_500, 6_000, 12_000][self.luck.below(5)];
                self.net.wait(millis);
            }
            _ => {
                for peer in up {
                    let amount = u8::try_from(1 + self.luck.below(9)).expect("few");
                    let _ = self.net.act(peer, amount);
                }
            }
        }
    }

    fn bring_back(&mut self) {
        for peer in self.all.clone() {
            if self.net.peers[peer].live.is_none() {
                let journal = self.net.peers[peer].journal.clone();
                let place = self.net.live_place(peer);
                self.net.restore_at(peer, &journal, place).expect("sound");
                self.link_some(peer);
            }
        }
    }

    fn judge(&mut self) -> Option<String> {
        self.bring_back();
        self.net.heal_all();
        self.net.wait(1_000);
        let most = self.net.lens().into_iter().max().unwrap_or(0);
        for _ in 0..120 {
            for peer in self.all.clone() {
                let _ = self.net.come_back(peer);
                let _ = self.net.act(peer, 3);
            }
            self.net.wait(2_000);
            if self.net.live(self.all[0]).is_over() || self.net.lens().iter().all(|len| *len > most + 3) {
                break;
            }
        }
        let accused = self.all.iter().any(|peer| self.net.live(*peer).evidence().count() > 0);
        let dropped = drops(&self.net);
        let over = self.all.iter().all(|peer| self.net.live(*peer).is_over());
        let stuck = !over && self.net.lens().iter().any(|len| *len <= most + 3);
        let apart = parted(&self.net);
        (accused || !dropped.is_empty() || stuck || apart).then(|| {
            let explained: Vec<String> = self.all.iter().map(|peer| self.net.live(*peer).explain()).collect();
            format!(
                "accused {accused} dropped {dropped:?} stuck {stuck} parted {apart} lens {:?} most {most}\n{}",
                self.net.lens(),
                explained.join("\n")
            )
        })
    }
}

/// Where the records of a journal end.
fn record_ends(journal: &[u8]) -> Vec<usize> {
    let (mut at, mut ends) = (8, Vec::new());
    while let Some(length) = journal.get(at..at + 4) {
        at += 16 + u32::from_le_bytes(length.try_into().expect("four")) as usize;
        ends.push(at);
    }
    ends
}

impl Net {
    /// Where the journal of a peer lies, by its last record that says so.
    fn live_place(&self, peer: usize) -> Hash {
        let read = whistlestop_proto::journal::read(&self.peers[peer].journal).expect("sound");
        let places = read.0.iter().filter_map(|record| match record {
            whistlestop_proto::journal::Record::Place(place) => Some(*place),
            _ => None,
        });
        places.last().expect("it lies somewhere")
    }
}

#[test]
fn whoever_loses_disks_one_after_the_other_goes_on_once_all_are_there() {
    let number =
        |name: &str, or: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(or);
    let (first, count) = (number("THIRD_FIRST", 1), number("THIRD_SEEDS", 1));
    let mut found = Vec::new();
    for seed in first..first + count {
        for (players, witnesses) in [(2, 0), (3, 0), (4, 0), (2, 1), (2, 2)] {
            let mut search = Honest::of(seed * 10 + players as u64, players, witnesses);
            let steps = 20 + search.luck.below(60);
            (0..steps).for_each(|_| search.step());
            if let Some(what) = search.judge() {
                eprintln!("FOUND seed {seed} players {players} witnesses {witnesses}: {what}");
                if tells() {
                    for peer in &search.all {
                        for entry in search.net.live(*peer).log() {
                            eprintln!("{peer}: {} {:?} {:?}", entry.core.index, entry.core.body, entry.proof);
                        }
                    }
                }
                found.push((seed, players, witnesses));
            }
        }
    }
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn whatever_a_liar_says_the_others_go_on_once_they_are_all_there() {
    let number =
        |name: &str, or: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(or);
    let (first, count) = (number("THIRD_FIRST", 1), number("THIRD_SEEDS", 1));
    let mut found = Vec::new();
    for seed in first..first + count {
        for (players, witnesses) in [(4, 0), (3, 1), (2, 2), (3, 0), (2, 1)] {
            let mut search = Search::of(seed * 10 + players as u64, players, witnesses);
            let steps = 20 + search.luck.below(60);
            (0..steps).for_each(|_| search.step());
            if let Some(what) = search.judge() {
                eprintln!("FOUND seed {seed} players {players} witnesses {witnesses}: {what}");
                found.push((seed, players, witnesses));
            }
        }
    }
    assert!(found.is_empty(), "{found:?}");
}
