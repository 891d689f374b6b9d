//! Proofs that are larger than a message may be.

use whistlestop_proto::codec;
use whistlestop_proto::contract::Accession;
use whistlestop_proto::entry::{Body, Cast, Certificate, Core, Entry, Proof};
use whistlestop_proto::event::Event;
use whistlestop_proto::limits::MAX_FRAME_BYTES;
use whistlestop_proto::message::Message;
use whistlestop_proto::pairs::PublicKeys;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::statement::{Signed, Vote};

use crate::forge::{backed, change_core, head_for, vote_for};
use crate::liar::{blamed, drops, lost_words, meet, possess, shown};
use crate::net::{Net, WATCHER, identity, key, to_bot};
use crate::second_words::knowing;

/// A little less than what is refused unread.
const MUCH: usize = MAX_FRAME_BYTES - 40;

/// What the liar signs beside a move of its that is final: another one, as large as a message can be.
fn huge_move(net: &Net, known: &Entry) -> Message {
    let mut length = MUCH;
    loop {
        let body = Body::Move { seat: 0, payload: vec![7; length] };
        let core = Core { body, ..known.core.clone() };
        let entry = core.sign(&identity(0), &net.contract.table(), 0);
        let message = Message::Entry(Box::new(entry));
        if codec::encode(&message).len() <= MUCH {
            return message;
        }
        length -= 1;
    }
}

/// Another accession of the liar, as large as a message can be.
fn huge_keys(net: &Net) -> Message {
    let known = net.live(1).accessions().find(|accession| accession.voter == 0).expect("it signed").clone();
    let (other, point) = known.keys.pairs[0];
    let mut length = MUCH / 33;
    loop {
        let keys = PublicKeys { own: known.keys.own, pairs: vec![(other, point); length] };
        let accession = Accession::sign(&identity(0), &net.contract.table(), 0, keys);
        let message = Message::Accession(Box::new(accession));
        if codec::encode(&message).len() <= MUCH {
            return message;
        }
        length -= 1;
    }
}

/// The liar shows one of the others that it lies, by something large.
fn huge_lie(voters: usize, lie: impl Fn(&Net) -> Message) -> Net {
    let mut net = Net::players(voters);
    net.play(1, 4);
    net.wait(1_000);
    possess(&mut net, 0);
    let lie = lie(&net);
    net.say(0, 1, &lie);
    net.wait(10_000);
    net
}

fn second_move(net: &Net) -> Message {
    let known = net.live(1).log().iter().find(|entry| entry.core.is_move_of(0)).expect("it moved").clone();
    huge_move(net, &known)
}

/// Whoever holds the proof comes back and knows what it has said.
fn comes_back(net: &mut Net, peer: usize) {
    net.crash(peer);
    let journal = net.peers[peer].journal.clone();
    let good = net.try_restore(peer, &journal).expect("it wrote that itself");
    assert_eq!(good, journal.len(), "{peer} cannot read its own journal");
    assert!(!net.live(peer).is_recovering(), "{peer} has lost its memory");
}

#[test]
fn a_huge_second_move_makes_no_honest_peers_drop_each_other() {
    for voters in [3, 4] {
        let net = huge_lie(voters, second_move);
        let honest: Vec<_> =
            drops(&net).into_iter().filter(|(_, why)| !why.contains(&format!("{:?}", key(0)))).collect();
        assert!(honest.is_empty(), "{voters}: {honest:?}");
    }
}

#[test]
fn a_huge_second_move_is_proof_for_all() {
    let net = huge_lie(3, second_move);
    assert!(shown(&net, 1, 0) && shown(&net, 2, 0), "{:?}", blamed(&net, 0));
}

#[test]
fn a_huge_second_move_costs_nobody_its_memory() {
    let mut net = huge_lie(3, second_move);
    comes_back(&mut net, 1);
}

#[test]
fn huge_second_keys_make_no_honest_peers_drop_each_other() {
    let net = huge_lie(4, huge_keys);
    let honest: Vec<_> =
        drops(&net).into_iter().filter(|(_, why)| !why.contains(&format!("{:?}", key(0)))).collect();
    assert!(honest.is_empty(), "{honest:?}");
}

#[test]
fn huge_second_keys_cost_nobody_its_memory() {
    let mut net = huge_lie(4, huge_keys);
    comes_back(&mut net, 1);
}

/// What was final for a peer at some index, when something else is final for it there later.
fn changed_its_mind(net: &Net, peer: usize) -> Option<(Core, Core)> {
    let told = net.peers[peer].events.iter().filter_map(|event| match event {
        Event::Final(entry) => Some(entry.core.clone()),
        _ => None,
    });
    let all: Vec<Core> = told.collect();
    let other = |core: &Core| all.iter().find(|other| other.index == core.index && *other != core).cloned();
    all.iter().find_map(|core| Some((core.clone(), other(core)?)))
}

/// A shows B that it lies, by something large, and votes for its own removal. B plays on alone, and is started again.
#[test]
fn at_two_a_huge_second_move_takes_nothing_back_that_was_final() {
    let mut net = huge_lie(2, second_move);
    let removal = change_core(&net, 1, to_bot(0));
    let vote = backed(vote_for(&net, 0, 1, &removal, None), &[]);
    net.say(0, 1, &vote);
    let head = Message::Head(head_for(&net, 0, 1, &removal));
    net.say(0, 1, &head);
    assert_eq!(net.voters(1), [1], "{}", net.live(1).explain());
    for _ in 0..4 {
        let _ = net.act(1, 3);
        net.wait(500);
    }
    let before = net.live(1).log().len();
    net.crash(1);
    let journal = net.peers[1].journal.clone();
    net.try_restore(1, &journal).expect("it wrote that itself");
    net.join(WATCHER);
    net.link(1, WATCHER);
    net.wait(11_000);
    meet(&mut net, 1, 0);
    // It says that it has lost its memory, and where two count A is enough then.
    let word = lost_words(&net, 1).into_iter().rfind(|word| word.says.first <= removal.index);
    if let Some(word) = word {
        let core = Core { body: Body::Change(to_bot(1)), ..removal };
        let (round, lost) = (2, Voters::NONE.with(1));
        let vote = vote_for(&net, 0, round, &core, None);
        let vote = Signed::new(&identity(0), &net.contract.table(), 0, Vote { lost, ..vote.says });
        let cast = Cast { voter: 0, life: 0, acked: None, lost, signature: vote.signature };
        let seal = vec![knowing(&net, head_for(&net, 0, round, &core), lost)];
        let certificate = Certificate { round, votes: vec![cast], seal, lost: vec![word], accession: None };
        let entry = Entry { core, proof: Proof::Certified(certificate) };
        net.say(0, 1, &Message::Entries(vec![entry]));
    }
    net.wait(5_000);
    assert_eq!(changed_its_mind(&net, 1), None);
    assert!(net.live(1).log().len() >= before);
}

/// At four a majority of honest voters is there, and none of them was ever away.
fn goes_on(lie: impl Fn(&Net) -> Message) {
    let mut net = huge_lie(4, lie);
    let before = net.live(2).log().len();
    for _ in 0..30 {
        for peer in 1..4 {
            let _ = net.want(peer, to_bot(0));
            let _ = net.act(peer, 3);
        }
        net.wait(2_000);
    }
    let lens: Vec<usize> = (1..4).map(|peer| net.live(peer).log().len()).collect();
    assert!(
        lens.iter().all(|len| *len > before || net.live(1).is_over()),
        "{before} {lens:?} {:?}",
        drops(&net)
    );
}

#[test]
fn at_four_a_small_second_move_stops_nobody() {
    goes_on(|net| {
        let known = net.live(1).log().iter().find(|entry| entry.core.is_move_of(0)).expect("it moved");
        let core = Core { body: Body::Move { seat: 0, payload: vec![7; 100] }, ..known.core.clone() };
        Message::Entry(Box::new(core.sign(&identity(0), &net.contract.table(), 0)))
    });
}

#[test]
fn at_four_a_huge_second_move_stops_nobody() {
    goes_on(second_move);
}
