//! More than 100,000 draws against one seat that does all it can to have others: flat, and each the one that was due.
//!
//! What a draw will be is settled by the entry before it. The seat sees it before anybody else does; if it likes it, it
//! reveals; if not, it withholds its links, leaves, leaves and asks to be back at once, sleeps, or reveals late, each
//! in its turn.
//!
//! 102,400 of the draws go through [`World`] alone, which decides what may happen while chance decides, which links the
//! draw then takes, and what entropy follows. All links are made by the protocol's own keys, for each draw anew, by the
//! others. To keep to some seconds, proofs are checked at every 64th draw, where the seat's own links are compared with
//! those of the others too; there are no signatures and no network. Another 512 draws go through whole peers, with all
//! of that: links, heads, votes, journals, and the reasons for which somebody is removed or returns.

use whistlestop_proto::chance::Entropy;
use whistlestop_proto::contract::{Accession, DrawMode, SeatNumber};
use whistlestop_proto::entry::{Body, Change, Entry, Holder, Proof};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::Message;
use whistlestop_proto::pairs::{Keys, Pair, base_point, entropy};
use whistlestop_proto::rules::{Rules, ToMove};
use whistlestop_proto::world::{Chain, TableContract, Unfit, World};

use super::chance::{draws, keys_of};
use crate::net::{Net, contract, identity, to_bot, to_player};
use crate::sim::toy::Toy;

/// The seat that tries for other draws.
const GRINDER: SeatNumber = 0;

/// What it does about a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conduct {
    Reveals,
    Withholds,
    Leaves,
    LeavesAndReturns,
    Sleeps,
    RevealsLate,
}

const TRICKS: [Conduct; 5] =
    [Conduct::Withholds, Conduct::Leaves, Conduct::LeavesAndReturns, Conduct::Sleeps, Conduct::RevealsLate];

/// It likes every second draw. What it does about the others changes from one to the next.
fn conduct(foreseen: &Entropy, tricks: &mut usize) -> Conduct {
    if foreseen[0] < 128 {
        return Conduct::Reveals;
    }
    *tricks += 1;
    TRICKS[*tricks % TRICKS.len()]
}

/// Pearson's chi-square stays below a quantile, given in tenths. The seeds are fixed: what passes once passes always.
fn assert_flat(counts: &[u64], quantile_tenths: u64) {
    let (all, cells) = (counts.iter().sum::<u64>(), counts.len() as u64);
    let expected = all / cells;
    assert_eq!(expected * cells, all, "as many draws as fill all cells alike");
    let squares: u64 = counts.iter().map(|count| count.abs_diff(expected).pow(2)).sum();
    assert!(10 * squares < quantile_tenths * expected, "chi-square {}", squares / expected);
}

/// Chance, then a move of seat 1, and so on without end.
#[derive(Clone, Debug)]
struct Dice {
    rolled: bool,
    last: Entropy,
}

impl Rules for Dice {
    fn turn(&self) -> ToMove {
        if self.rolled { ToMove::Seat(1) } else { ToMove::Chance }
    }

    fn apply(&mut self, _: SeatNumber, _: &[u8]) -> Result<(), String> {
        self.rolled = false;
        Ok(())
    }

    fn draw(&mut self, entropy: Entropy) {
        (self.rolled, self.last) = (true, entropy);
    }

    fn auto(&self, _: SeatNumber, _: bool) -> Vec<u8> {
        Vec::new()
    }

    fn state_hash(&self) -> Hash {
        Hash::of("dice", &[&[u8::from(self.rolled)], &self.last])
    }

    fn dump(&self) -> Vec<(String, String)> {
        vec![("last".to_owned(), format!("{:?}", self.last))]
    }
}

/// A table of three without peers: what may be decided at it, and all keys.
struct Bare {
    table: TableContract,
    keys: Vec<Keys>,
    world: World<Dice>,
}

const NO_PAST: Chain<'_> = Chain { log: &[], more: &[] };
const GENESIS: Dice = Dice { rolled: false, last: [0; 32] };

impl Bare {
    fn new(nonce: u8) -> Self {
        let mut contract = contract(&[true; 3], DrawMode::Fresh);
        contract.nonce = [nonce; 16];
        let net = Net::of(contract.clone(), Toy::new(3, 1));
        let keys: Vec<Keys> = (0..3).map(|voter| keys_of(&net, voter)).collect();
        let accession = |voter: u8| {
            let public = keys[usize::from(voter)].public();
            Accession::sign(&identity(usize::from(voter)), &contract.table(), voter, public)
        };
        let accessions: Vec<Accession> = (0..3).map(accession).collect();
        let table = TableContract::new(contract);
        let agreed = table.agreed_keys(&accessions).expect("honest keys");
        let world = World::new(&table, &accessions, agreed, GENESIS);
        Self { table, keys, world }
    }

    fn decide(&mut self, body: Body) -> Result<(), Unfit> {
        self.world = self.world.next(&self.table, NO_PAST, &GENESIS, body)?.1;
        Ok(())
    }

    /// The coming draw with its proofs, every link made by the end that `maker` names.
    fn made(&self, maker: impl Fn(Pair) -> SeatNumber) -> (Body, Proof) {
        let base = self.world.base(&self.table).expect("chance decides");
        let (mut links, mut proofs) = (Vec::new(), Vec::new());
        for pair in self.world.needed_links(&self.table) {
            let (link, proof) =
                self.keys[usize::from(maker(pair))].link(pair, &base).expect("one of its ends");
            links.push((pair.0, pair.1, link));
            proofs.push(proof);
        }
        let base = self.world.chance.expect("chance decides").base;
        (Body::Draw { number: self.world.number + 1, base, links }, Proof::Links(proofs))
    }

    /// What happens between the last entry and the draw: nothing of it changes what the draw follows, or who draws.
    fn carry_on(&mut self, conduct: Conduct) {
        let settled = (self.world.chance, self.world.number, self.world.needed_links(&self.table));
        match conduct {
            Conduct::Leaves | Conduct::LeavesAndReturns => {
                self.decide(Body::Change(to_bot(GRINDER))).expect("the others agree");
            }
            Conduct::Sleeps => {
                self.decide(Body::Change(Change::StandIn { seat: GRINDER })).expect("the others agree");
            }
            Conduct::Reveals | Conduct::Withholds | Conduct::RevealsLate => {}
        }
        if conduct == Conduct::LeavesAndReturns {
            let back = self.decide(Body::Change(to_player(GRINDER)));
            assert_eq!(back, Err(Unfit::BadChange), "not while chance decides");
        }
        let now = (self.world.chance, self.world.number, self.world.needed_links(&self.table));
        assert_eq!(now, settled, "{conduct:?}");
    }

    /// That the draw is the same with the seat's own links, and that all proofs are good.
    fn check(&self, body: &Body, proof: Proof) {
        assert_eq!(*body, self.made(|pair| pair.0).0, "as if it had revealed");
        let (core, _) = self.world.next(&self.table, NO_PAST, &GENESIS, body.clone()).expect("it is due");
        let entry = Entry { core, proof };
        assert!(self.world.after(&self.table, NO_PAST, &GENESIS, &entry).is_ok());
    }
}

/// Significance 0.1 %: the 99.9 % quantile of chi-square with 255 degrees of freedom is 330.5.
#[test]
fn a_hundred_thousand_draws_are_flat_and_none_is_rerolled_whatever_one_seat_does() {
    let mut counts = [0; 256];
    let (mut met, mut tricks) = ([0; 6], 0);
    for nonce in 0..8 {
        let mut bare = Bare::new(nonce);
        for draw in 0..12_800 {
            // The others make all links; so the seat knows the draw.
            let (body, proof) = bare.made(|pair| if pair.0 == GRINDER { pair.1 } else { pair.0 });
            let Body::Draw { number, base, links } = &body else { unreachable!("a draw") };
            let foreseen = entropy(&bare.table.id, *number, base, links);
            let conduct = conduct(&foreseen, &mut tricks);
            met[conduct as usize] += 1;
            bare.carry_on(conduct);
            if draw % 64 == 0 {
                bare.check(&body, proof);
            }
            bare.decide(body).expect("the very draw that was due");
            let drawn = bare.world.rules.last;
            assert_eq!(drawn, foreseen, "{conduct:?}");
            counts[usize::from(drawn[0])] += 1;
            if bare.world.bot_on(GRINDER).is_some() {
                bare.decide(Body::Change(to_player(GRINDER))).expect("back after the draw");
            }
            bare.decide(Body::Move { seat: 1, payload: vec![1] }).expect("its turn");
        }
    }
    assert!(met.iter().all(|met| *met > 8_000), "every conduct was met often: {met:?}");
    assert_flat(&counts, 3_305);
}

/// The links of whoever is muted by the test reach nobody; or those of all reach the grinder alone.
fn only_to_the_grinder(net: &mut Net) {
    net.censor =
        Some(Box::new(|_, to, message| to != usize::from(GRINDER) && matches!(message, Message::Reveal(_))));
}

fn none_of_the_grinder(net: &mut Net) {
    net.censor = Some(Box::new(|from, _, message| {
        from == usize::from(GRINDER) && matches!(message, Message::Reveal(_))
    }));
}

/// What the coming draw of a table of three will be, from all keys.
fn due(net: &Net, keys: &[Keys], number: u32) -> Entropy {
    let (table, last) = (net.contract.table(), net.live(1).log().last().expect("a move").hash());
    let base = base_point(&table, number, &last);
    let link = |pair: Pair| (pair.0, pair.1, keys[usize::from(pair.0)].link(pair, &base).expect("its end").0);
    entropy(&table, number, &last, &[(0, 1), (0, 2), (1, 2)].map(link))
}

/// The seat does what it can while chance decides; then the others' links get through.
fn carry_on(net: &mut Net, conduct: Conduct) {
    let grinder = usize::from(GRINDER);
    match conduct {
        Conduct::Leaves => net.leave(grinder).expect("at the table"),
        Conduct::LeavesAndReturns => {
            net.leave(grinder).expect("at the table");
            net.wait(50);
            net.come_back(grinder).expect("a bot holds its seat");
        }
        Conduct::Sleeps => net.isolate(grinder),
        Conduct::Reveals | Conduct::Withholds | Conduct::RevealsLate => {}
    }
    assert_eq!(net.turn(1), ToMove::Chance, "{conduct:?}");
    if conduct == Conduct::Reveals {
        net.censor = None;
    } else {
        none_of_the_grinder(net);
    }
    net.wait(550);
}

/// Everybody is back at the table after a draw.
fn gather(net: &mut Net) {
    net.censor = None;
    net.heal_all();
    net.wait(50);
    let grinder = usize::from(GRINDER);
    if net.live(1).holders()[grinder] == Holder::Removed {
        net.wait(500);
        // The first eight times this is all it takes.
        let _ = net.come_back(grinder);
        for peer in [1, 2] {
            let _ = net.want(peer, to_player(GRINDER));
        }
        net.wait(500);
    }
    net.wait(500);
    assert_eq!(net.live(1).holders()[grinder], Holder::Player, "{}", net.live(1).explain());
    net.traffic.clear();
    for peer in &mut net.peers {
        peer.events.clear();
        peer.records.clear();
    }
}

/// Significance 0.1 %: the 99.9 % quantile of chi-square with 15 degrees of freedom is 37.7.
#[test]
fn draws_of_whole_peers_are_flat_and_none_is_rerolled_whatever_one_seat_does() {
    let mut counts = [0; 16];
    let (mut met, mut tricks) = ([0; 6], 0);
    for nonce in 0..4 {
        let mut contract = contract(&[true; 3], DrawMode::Fresh);
        contract.nonce = [nonce; 16];
        let mut net = Net::of(contract, Toy::new(3, 129));
        let keys: Vec<Keys> = (0..3).map(|voter| keys_of(&net, voter)).collect();
        net.heal_all();
        net.settle();
        for number in 2..130 {
            for seat in 0..2_usize {
                if net.turn(1) == ToMove::Seat(u8::try_from(seat).expect("few")) {
                    net.act(seat, 3).expect("its turn");
                }
            }
            only_to_the_grinder(&mut net);
            net.act(2, 3).expect("its turn");
            let foreseen = due(&net, &keys, number);
            let conduct = conduct(&foreseen, &mut tricks);
            met[conduct as usize] += 1;
            carry_on(&mut net, conduct);
            let drawn = draws(net.live(1).log()).pop().expect("a draw");
            assert_eq!(drawn.0, number, "{conduct:?}: {}", net.live(1).explain());
            let drawn = entropy(&net.contract.table(), drawn.0, &drawn.1, &drawn.2);
            assert_eq!(drawn, foreseen, "{conduct:?}");
            counts[usize::from(drawn[0] / 16)] += 1;
            gather(&mut net);
        }
        assert_eq!(net.live(1).evidence().count(), 0, "nobody can be blamed, and nothing was gained");
    }
    assert!(met.iter().all(|met| *met > 25), "every conduct was met often: {met:?}");
    assert_flat(&counts, 377);
}
