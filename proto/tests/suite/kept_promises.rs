//! Ways in which an honest peer could once have broken its word, given luck a hand, or fallen over. Each was a fault;
//! each stays mended.

use crate::sim::calm::{Calm, contract, identity};
use crate::sim::toy::Toy;
use whistlestop_proto::chance::Entropy;
use whistlestop_proto::codec;
use whistlestop_proto::contract::{DrawMode, SeatPlan, Stake};
use whistlestop_proto::entry::{Body, Change};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::journal::{self, Record};
use whistlestop_proto::limits::MAX_ENTRIES;
use whistlestop_proto::lockstep::Lockstep;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::{Quorum, Voters};
use whistlestop_proto::restart::ProgramStart;
use whistlestop_proto::rules::{Rules, ToMove};
use whistlestop_proto::sign::Identity;
use whistlestop_proto::statement::{Head, Signed};
use whistlestop_proto::verify::verify_log;
use whistlestop_proto::world::{Chain, TableContract};

#[test]
fn a_move_taken_back_at_a_chance_turn_does_not_leave_known_links_to_the_next_draw() {
    let contract = contract(DrawMode::Fresh);
    let mut calm = Calm::new(&contract, 3);
    while calm.peers[0].log().len() < 5 {
        assert!(calm.play(3));
    }
    let peer = &calm.peers[0];
    let accessions: Vec<_> = peer.accessions().cloned().collect();
    let genesis = Toy::new(4, 3);
    // The first round, up to the second draw but without it.
    let log = &peer.log()[..5];
    let world = verify_log(&contract, &accessions, log, &genesis).unwrap();
    assert_eq!((world.rules.turn(), world.number), (ToMove::Chance, 1));
    let table = TableContract::new(contract);
    let past = Chain { log, more: &[] };
    let body = Body::Change(Change::TakeBack { to: 4 });
    let (_, after) = world.next(&table, past, &genesis, body).unwrap();
    assert_eq!(after.rules.turn(), ToMove::Seat(3), "the last move is taken back");
    assert_eq!((after.number, after.chance), (1, None), "the draw to come is still the second");
    let again = Body::Move { seat: 3, payload: vec![3] };
    let (_, again) = after.next(&table, past, &genesis, again).unwrap();
    assert_eq!(again.rules, world.rules, "the very same move");
    let (seen, due) = (world.chance.unwrap(), again.chance.unwrap());
    assert_eq!(seen.drawers, due.drawers);
    assert_ne!(seen.base, due.base, "links that may have been revealed are of no use to the draw to come");
}

#[test]
fn a_peer_without_its_journal_says_nothing_where_it_may_have_spoken() {
    let contract = contract(DrawMode::Fresh);
    let mut calm = Calm::new(&contract, 3);
    calm.play(3);
    let (mover, first) = calm.next_move(4);
    let (_, second) = calm.next_move(5);
    assert_eq!(mover, 1);
    let table = calm.peers[0].table();
    let says = Head {
        index: first.core.index,
        round: 0,
        entry: first.hash(),
        state: first.core.state,
        life: 0,
        lost: Voters::NONE,
    };
    let head = codec::encode(&Message::Head(Signed::new(&identity(0), &table, 0, says)));

    let start = ProgramStart { life: 9, ..ProgramStart::default() };
    calm.peers[0] = Lockstep::join(calm.now, identity(0), contract, Toy::new(4, 3), start).unwrap();
    calm.journals[0].clear();
    calm.connect_all();
    let from = calm.keys[1];
    // Its own head of long ago reaches it through a neighbour before anything else does.
    let accessions: Vec<_> = calm.peers[1].accessions().cloned().collect();
    for accession in accessions {
        calm.peers[0].handle_message(
            calm.now,
            from,
            &codec::encode(&Message::Accession(Box::new(accession))),
        );
    }
    calm.peers[0].handle_message(calm.now, from, &head);
    calm.peers[0].handle_message(calm.now, from, &codec::encode(&Message::Entry(Box::new(second.clone()))));
    for _ in 0..4 {
        calm.wait(600);
    }
    assert_eq!(calm.peers[0].log(), calm.peers[1].log(), "it has caught up");
    let renewed = calm.peers[0].log().last().unwrap().core.clone();
    assert_eq!(renewed.body, Body::Change(Change::Renew { voter: 0, life: 9 }), "and begun anew");
    assert_eq!(renewed.index, first.core.index, "where it had spoken");
    assert!(!calm.peers[0].is_recovering());

    calm.peers[0].handle_message(calm.now, from, &codec::encode(&Message::Entry(Box::new(second))));
    assert!(calm.play(4) && calm.play(5), "it plays on");
    let (records, _) = journal::read(&calm.journals[0]).unwrap();
    let said = |record: &Record| match record {
        Record::Head(head) => Some((head.says.index, head.says.life)),
        Record::Vote(vote) => Some((vote.says.index, vote.says.life)),
        _ => None,
    };
    let said: Vec<_> = records.iter().filter_map(said).collect();
    let new = |(index, life): &(u32, u32)| (*index > renewed.index) && *life == 9;
    assert!(!said.is_empty() && said.iter().all(new), "only behind its new life's beginning: {said:?}");
}

#[test]
fn a_liar_with_many_moves_cannot_keep_the_others_from_agreeing_on_one() {
    let mut contract = contract(DrawMode::Seed(1));
    let player = |seat| SeatPlan::Keyed {
        name: format!("player {seat}"),
        key: identity(seat).public(),
        stake: Stake::new(&identity(seat), [seat; 16]),
    };
    contract.seats = (0..4).map(player).collect();
    let mut calm = Calm::new(&contract, 3);
    let (now, liar) = (calm.now, calm.keys[0]);
    // Each of the others hears four moves first that the rest hears later or never.
    for (peer, amounts) in (1..).zip([[1, 2, 3, 5], [4, 5, 6, 8], [7, 8, 9, 2]]) {
        for amount in amounts {
            let (_, entry) = calm.next_move(amount);
            calm.peers[peer].handle_message(now, liar, &codec::encode(&Message::Entry(Box::new(entry))));
        }
    }
    // From now on the liar is silent.
    for peer in 1..4 {
        calm.peers[peer].handle_disconnected(liar);
    }
    let before = calm.peers[1].log().len();
    for _ in 0..40 {
        calm.wait(500);
    }
    let log = &calm.peers[1].log()[before..];
    assert!(matches!(log[0].core.body, Body::Move { seat: 0, .. }), "{}", calm.peers[1].explain());
    assert_eq!(log[1].core.body, Body::Change(Change::Remove { voter: 0 }), "and then it is removed");
    assert_eq!(calm.peers[1].log(), calm.peers[2].log());
    assert_eq!(calm.peers[1].log(), calm.peers[3].log());
}

#[test]
fn a_journal_shows_by_heads_that_what_was_caught_up_with_is_final() {
    let contract = contract(DrawMode::Fresh);
    let mut calm = Calm::new(&contract, 3);
    calm.play(3);
    calm.play(4);
    let stranger = || Identity::from_secret(&[77; 32]);
    calm.peers.push(
        Lockstep::join(calm.now, stranger(), contract.clone(), Toy::new(4, 3), ProgramStart::default())
            .unwrap(),
    );
    calm.keys.push(stranger().public());
    calm.journals.push(Vec::new());
    calm.connect_all();
    calm.wait(600);
    calm.wait(600);
    assert_eq!(calm.peers[3].log(), calm.peers[0].log());
    let (records, _) = journal::read(&calm.journals[3]).unwrap();
    let last = records.iter().rev().find_map(|record| match record {
        Record::Final { heads, .. } => Some(heads.len()),
        _ => None,
    });
    assert!(last >= Some(Quorum::of(contract.founders()).size()), "{last:?} heads");
}

/// A game of nothing but draws.
#[derive(Clone, Debug)]
struct Dice(u32);

impl Rules for Dice {
    fn turn(&self) -> ToMove {
        ToMove::Chance
    }

    fn apply(&mut self, _: u8, _: &[u8]) -> Result<(), String> {
        Err("nobody decides anything".to_owned())
    }

    fn draw(&mut self, _: Entropy) {
        self.0 += 1;
    }

    fn auto(&self, _: u8, _: bool) -> Vec<u8> {
        Vec::new()
    }

    fn state_hash(&self) -> Hash {
        Hash::of("dice", &[&self.0.to_le_bytes()])
    }

    fn dump(&self) -> Vec<(String, String)> {
        vec![("draws".to_owned(), self.0.to_string())]
    }
}

#[test]
fn a_table_that_is_as_long_as_a_table_can_be_waits_instead_of_falling_over() {
    let mut contract = contract(DrawMode::Seed(7));
    contract.seats.truncate(1);
    let mut peer = Lockstep::found(0, identity(0), contract, Dice(0), ProgramStart::default()).unwrap();
    assert_eq!(peer.log().len(), MAX_ENTRIES as usize);
    peer.handle_timeout(1_000);
    assert_eq!(peer.log().len(), MAX_ENTRIES as usize);
}
