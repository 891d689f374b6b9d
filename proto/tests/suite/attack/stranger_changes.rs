//! Somebody who only watches tells everybody what it heard, a little changed. Seeded, so that what it finds can be
//! found again.

use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Change, Entry, Proof};
use whistlestop_proto::message::Message;
use whistlestop_proto::statement::{Head, Lost, Signed};

use super::liar::{drops, intrude, parted};
use crate::net::{Net, WATCHER, to_bot};

/// Numbers that look like chance.
struct Luck(u64);

impl Luck {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % u64::try_from(most).expect("few")).expect("few")
    }
}

/// Everything that was heard so far.
#[derive(Default)]
struct Heard {
    heads: Vec<Signed<Head>>,
    lost: Vec<Signed<Lost>>,
}

/// The entry with another proof that may be as good.
fn changed(luck: &mut Luck, heard: &Heard, seals: bool, mut entry: Entry) -> Entry {
    let core = entry.core.clone();
    match &mut entry.proof {
        Proof::Certified(certificate) => match luck.below(if seals { 6 } else { 3 }) {
            0 if !heard.lost.is_empty() => {
                certificate.lost.push(heard.lost[luck.below(heard.lost.len())].clone());
                certificate.lost.sort_by_key(|lost| lost.voter);
            }
            1 => drop(certificate.votes.pop()),
            2 => certificate.lost.clear(),
            3 => drop(certificate.seal.pop()),
            4 if !heard.heads.is_empty() => certificate.seal.push(heard.heads[luck.below(heard.heads.len())]),
            _ => {
                let own = heard.heads.iter().filter(|head| head.says.entry == core.hash());
                certificate.seal = own.copied().take(1 + luck.below(4)).collect();
            }
        },
        Proof::Links(proofs) => drop(proofs.pop()),
        Proof::Signed(life, signature) => entry.proof = Proof::Late(*life, *signature),
        Proof::Late(life, signature) => entry.proof = Proof::Signed(*life, *signature),
        Proof::Lost(all) => drop(all.pop()),
        Proof::Itself | Proof::Repaired(_) => {}
    }
    entry
}

fn watched(seed: u64, voters: usize, seals: bool) {
    let mut luck = Luck(seed);
    let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 40);
    net.join(WATCHER + 1);
    net.heal_all();
    net.wait(1_000);
    net.delay_millis = 60;
    intrude(&mut net, WATCHER);
    let (mut told_before, mut delivered) = (Heard::default(), 0);
    for step in 0..600_usize {
        let who = luck.below(voters);
        let seat = u8::try_from(who).expect("few");
        match luck.below(400) {
            0 => (0..voters).for_each(|peer| drop(net.want(peer, to_bot(seat)))),
            1 => (0..voters).for_each(|peer| drop(net.want(peer, Change::StandIn { seat }))),
            2 if net.up().len() > voters => {
                net.crash(who);
                net.join(who);
                net.heal_all();
                (0..voters).for_each(|peer| super::liar::meet(&mut net, peer, WATCHER));
            }
            3 => {
                net.crash(WATCHER + 1);
                net.join(WATCHER + 1);
                net.heal_all();
                super::liar::meet(&mut net, WATCHER + 1, WATCHER);
            }
            4..10 => drop(net.come_back(who)),
            _ => {}
        }
        if step % 8 == 0 {
            (0..voters).for_each(|peer| drop(net.act(peer, 3)));
        }
        net.wait(50);
        let new: Vec<Message> =
            net.traffic[delivered..].iter().map(|(_, _, message)| message.clone()).collect();
        delivered = net.traffic.len();
        let up = net.up();
        for message in new {
            let told = match message {
                Message::Head(head) => {
                    told_before.heads.push(head);
                    continue;
                }
                Message::Lost(lost) => {
                    told_before.lost.push(lost);
                    continue;
                }
                Message::Entry(entry) => {
                    Message::Entry(Box::new(changed(&mut luck, &told_before, seals, *entry)))
                }
                Message::Entries(mut entries) if !entries.is_empty() => {
                    let at = luck.below(entries.len());
                    entries[at] = changed(&mut luck, &told_before, seals, entries[at].clone());
                    Message::Entries(entries)
                }
                _ => continue,
            };
            let to = up[luck.below(up.len())];
            net.say(WATCHER, to, &told);
        }
    }
    net.delay_millis = 0;
    net.wait(20_000);
    assert!(!parted(&net), "seed {seed}");
    let stranger = format!("{:?}", crate::net::key(WATCHER));
    let dropped: Vec<_> = drops(&net).into_iter().filter(|(_, what)| !what.contains(&stranger)).collect();
    assert_eq!(dropped, [], "seed {seed}");
    for peer in net.up() {
        net.crash(peer);
        let journal = net.peers[peer].journal.clone();
        let read = net.try_restore(peer, &journal).map_err(|why| why.to_string());
        assert_eq!(read, Ok(journal.len()), "seed {seed}, peer {peer}");
    }
}

#[test]
fn proofs_that_who_watches_has_changed_part_spoil_and_drop_nobody() {
    for seed in 0..4 {
        watched(seed, 3 + usize::try_from(seed % 4).expect("few"), false);
    }
}

#[test]
fn seals_that_who_watches_has_changed_part_spoil_and_drop_nobody() {
    for seed in 0..4 {
        watched(seed, 3 + usize::try_from(seed % 4).expect("few"), true);
    }
}
