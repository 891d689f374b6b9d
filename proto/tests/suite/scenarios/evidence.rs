//! A seat that signs two entries for one index has forged proof against itself.

use std::rc::Rc;

use whistlestop_proto::contract::{Accession, DrawMode};
use whistlestop_proto::entry::{Body, Change, Core, Entry};
use whistlestop_proto::error::VerifyError;
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::guard::Acked;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::rules::Rules;
use whistlestop_proto::sign::Signature;
use whistlestop_proto::statement::{Evidence, Head, Signed, Vote};
use whistlestop_proto::verify::chain::verify_chain;
use whistlestop_proto::verify::{BotMoves, verify_log, verify_log_with};
use whistlestop_proto::world::TableContract;

use super::rounds::{alone_among_others, unfounded};
use crate::forge::{backed, change_core, head_for, move_core, vote_for};
use crate::net::{Net, WATCHER, identity, to_bot};
use crate::sim::toy::Toy;

/// A move of a seat behind the log of a peer, made outside the protocol.
fn made_up(net: &Net, peer: usize, seat: u8, amount: u8) -> Entry {
    move_core(net, peer, seat, amount).sign(&identity(usize::from(seat)), &net.contract.table(), 0)
}

pub(crate) fn cheated(net: &Net, peer: usize) -> Option<(u8, Evidence)> {
    net.peers[peer].events.iter().find_map(|event| match event {
        ProtocolEvent::Contradicted { voter, evidence } => Some((*voter, (**evidence).clone())),
        _ => None,
    })
}

/// Whom the evidence convicts of a lie, by the contract alone.
pub(crate) fn prove(net: &Net, evidence: &Evidence) -> Option<u8> {
    evidence.verify(&TableContract::new(net.contract.clone()))
}

#[test]
fn two_moves_at_one_index_are_kept_shown_and_checkable_by_anybody() {
    let mut net = Net::players(4);
    net.join(WATCHER);
    net.heal_all();
    net.settle();
    let (one, two) = (made_up(&net, 0, 0, 2), made_up(&net, 0, 0, 3));
    net.say(0, 1, &Message::Entry(Box::new(one)));
    net.say(0, 2, &Message::Entry(Box::new(two)));
    net.wait(1_000);
    for peer in [1, 2, 3, WATCHER] {
        let (seat, evidence) = cheated(&net, peer).expect("everybody is told");
        assert_eq!(seat, 0);
        assert_eq!(prove(&net, &evidence), Some(0), "offline, with the contract alone");
    }
    net.wait(10_000);
    assert_eq!(net.live(1).log()[1].hash(), net.live(2).log()[1].hash(), "and the table has agreed on one");
    // It is still there after a crash.
    net.crash(1);
    net.restart(1);
    assert!(net.live(1).evidence().any(|(seat, _)| seat == 0));
}

#[test]
fn a_second_move_that_comes_long_after_is_still_proof() {
    let mut net = Net::players(3);
    let late = made_up(&net, 0, 0, 8);
    net.play(0, 5);
    net.say(0, 2, &Message::Entry(Box::new(late)));
    assert_eq!(cheated(&net, 2).map(|(seat, _)| seat), Some(0));
    assert_eq!(net.live(2).log().len(), net.live(1).log().len());
}

#[test]
fn two_heads_two_votes_and_a_head_against_a_vote_are_proofs() {
    let net = Net::players(3);
    let table = net.contract.table();
    let head = |entry: u8, round| {
        let says = Head {
            index: 2,
            round,
            entry: Hash([entry; 32]),
            state: Hash([0; 32]),
            life: 0,
            lost: Voters::NONE,
        };
        Signed::new(&identity(1), &table, 1, says)
    };
    let vote = |entry: u8, acked| {
        let says = Vote {
            index: 2,
            round: 1,
            entry: Hash([entry; 32]),
            change: None,
            acked,
            life: 0,
            lost: Voters::NONE,
        };
        Signed::new(&identity(1), &table, 1, says)
    };
    assert_eq!(prove(&net, &Evidence::TwoHeads(head(1, 0), head(2, 0))), Some(1));
    assert_eq!(prove(&net, &Evidence::TwoVotes(vote(1, None), vote(2, None))), Some(1));
    assert_eq!(prove(&net, &Evidence::HeadAgainstVote(head(1, 0), vote(2, None))), Some(1));
}

/// In which life a voter speaks follows from the chain: what it says in another one counts for nothing, so it
/// contradicts nothing.
#[test]
fn statements_of_two_lives_contradict_nothing() {
    let mut net = Net::players(3);
    let table = net.contract.table();
    let head = |entry: u8, life| {
        let says = Head {
            index: 2,
            round: 0,
            entry: Hash([entry; 32]),
            state: Hash([0; 32]),
            life,
            lost: Voters::NONE,
        };
        Signed::new(&identity(1), &table, 1, says)
    };
    let vote = |life| {
        let says = Vote {
            index: 2,
            round: 1,
            entry: Hash([3; 32]),
            change: None,
            acked: None,
            life,
            lost: Voters::NONE,
        };
        Signed::new(&identity(1), &table, 1, says)
    };
    let core = |amount| move_core(&net, 0, 0, amount);
    let moved = |amount, life| Box::new(core(amount).sign(&identity(0), &table, life));
    for (life, proved) in [(0, true), (7, false)] {
        let convicts = |evidence: Evidence| prove(&net, &evidence).is_some();
        assert_eq!(convicts(Evidence::TwoHeads(head(1, 0), head(2, life))), proved);
        assert_eq!(convicts(Evidence::HeadAgainstVote(head(1, 0), vote(life))), proved);
        assert_eq!(convicts(Evidence::TwoMoves(moved(2, 0), moved(3, life))), proved);
    }
    net.say(0, 2, &Message::Evidence(Evidence::TwoHeads(head(1, 0), head(2, 7))));
    net.wait(1_000);
    assert_eq!(cheated(&net, 2), None);
}

#[test]
fn two_sets_of_keys_for_one_table_are_proof() {
    let net = Net::players(3);
    let mut accessions = net.live(0).accessions().cloned();
    let (one, other) = (accessions.next().expect("signed"), accessions.next().expect("signed"));
    let swapped = Accession::sign(&identity(0), &net.contract.table(), 0, other.keys.clone());
    let (one, swapped, other) = (Box::new(one), Box::new(swapped), Box::new(other));
    assert_eq!(prove(&net, &Evidence::TwoKeys(one.clone(), swapped)), Some(0));
    assert_eq!(prove(&net, &Evidence::TwoKeys(one.clone(), one.clone())), None);
    assert_eq!(prove(&net, &Evidence::TwoKeys(one, other)), None, "of two voters");
}

#[test]
fn what_an_honest_seat_may_say_is_no_proof() {
    let net = Net::players(3);
    let table = net.contract.table();
    let head = |entry: u8, round, state: u8| {
        let says = Head {
            index: 2,
            round,
            entry: Hash([entry; 32]),
            state: Hash([state; 32]),
            life: 0,
            lost: Voters::NONE,
        };
        Signed::new(&identity(1), &table, 1, says)
    };
    let vote = |acked| {
        let says = Vote {
            index: 2,
            round: 1,
            entry: Hash([5; 32]),
            change: None,
            acked,
            life: 0,
            lost: Voters::NONE,
        };
        Signed::new(&identity(1), &table, 1, says)
    };
    let innocent = [
        Evidence::TwoHeads(head(1, 0, 0), head(1, 0, 0)),
        Evidence::TwoHeads(head(1, 0, 0), head(2, 1, 0)),
        Evidence::TwoHeads(head(1, 0, 0), head(1, 0, 9)),
        Evidence::TwoVotes(vote(None), vote(None)),
        Evidence::HeadAgainstVote(head(1, 0, 0), vote(Some(Acked::first(0, Hash([1; 32]))))),
        Evidence::HeadAgainstVote(head(5, 1, 0), vote(None)),
    ];
    for evidence in innocent {
        assert_eq!(prove(&net, &evidence), None, "{evidence:?}");
    }
}

#[test]
fn forged_evidence_is_refused_and_blames_nobody() {
    let mut net = Net::players(3);
    let (one, mut two) = (made_up(&net, 0, 0, 2), made_up(&net, 0, 0, 3));
    if let whistlestop_proto::entry::Proof::Signed(_, signature) = &mut two.proof {
        *signature = Signature([7; 64]);
    }
    let forged = Evidence::TwoMoves(Box::new(one.clone()), Box::new(two));
    assert_eq!(prove(&net, &forged), None);
    net.say(1, 2, &Message::Evidence(forged));
    // A true signature, but of another table.
    let says =
        Head { index: 2, round: 0, entry: Hash([1; 32]), state: Hash([1; 32]), life: 0, lost: Voters::NONE };
    let ours = Signed::new(&identity(0), &net.contract.table(), 0, says);
    let theirs = Signed::new(&identity(0), &Hash([9; 32]), 0, Head { entry: Hash([2; 32]), ..says });
    net.say(1, 2, &Message::Evidence(Evidence::TwoHeads(ours, theirs)));
    assert_eq!(cheated(&net, 2), None);
    net.finish();
}

fn finished() -> Net {
    let mut net = Net::started(&[true, true, false, true], DrawMode::Fresh, 3);
    net.isolate(0);
    net.want(1, to_bot(0)).expect("possible");
    net.want(3, to_bot(0)).expect("possible");
    net.wait(1_000);
    net.heal_all();
    net.wait(1_000);
    net.come_back(0).expect("a bot holds its seat");
    net.finish();
    net
}

#[test]
fn the_log_of_a_finished_game_is_verified_by_whoever_has_it() {
    let net = finished();
    let live = net.live(1);
    let accessions: Vec<_> = live.accessions().cloned().collect();
    let world = verify_log(&net.contract, &accessions, live.log(), &net.genesis).expect("a true log");
    assert_eq!(world.rules, *live.rules());
    let missing = verify_log(&net.contract, &accessions[1..], live.log(), &net.genesis);
    assert_eq!(missing.err(), Some(VerifyError::Accession(0)));
}

#[test]
fn an_edited_entry_is_found_wherever_it_is() {
    let net = finished();
    let live = net.live(1);
    let accessions: Vec<_> = live.accessions().cloned().collect();
    let refused_at = |log: &[Entry]| match verify_log(&net.contract, &accessions, log, &net.genesis) {
        Err(VerifyError::Entry { index, .. }) => Some(index),
        _ => None,
    };
    for (place, entry) in live.log().iter().enumerate() {
        let index = entry.core.index;
        let edited = |edit: &dyn Fn(&mut Entry)| {
            let mut log = live.log().to_vec();
            edit(&mut log[place]);
            refused_at(&log)
        };
        assert_eq!(edited(&|entry| entry.core.state.0[0] ^= 1), Some(index), "its state");
        assert_eq!(edited(&|entry| entry.core.prev.0[0] ^= 1), Some(index), "its place");
        assert!(edited(&|entry| edit_body(&mut entry.core.body)).is_some(), "its body: {entry:?}");
        let mut log = live.log().to_vec();
        log.remove(place);
        assert_eq!(
            refused_at(&log).is_some(),
            place + 1 < live.log().len(),
            "left out: only the end may be cut"
        );
    }
}

/// Whoever does not know the rules still sees who signed what, and in which order.
#[test]
fn without_the_rules_signatures_order_and_links_are_checked() {
    for net in [finished(), Net::started(&[true, true, false], DrawMode::Seed(7), 4)] {
        let mut net = net;
        net.finish();
        let live = net.live(1);
        let accessions: Vec<_> = live.accessions().cloned().collect();
        let tip = verify_chain(&net.contract, &accessions, live.log()).expect("a true log");
        assert_eq!(Some(tip), live.log().last().map(Entry::hash));
        let missing = verify_chain(&net.contract, &accessions[1..], live.log());
        assert_eq!(missing.err(), Some(VerifyError::Accession(0)));
        let last = live.log().len() - 1;
        for (place, entry) in live.log().iter().enumerate() {
            let edited = |edit: &dyn Fn(&mut Entry)| {
                let mut log = live.log().to_vec();
                edit(&mut log[place]);
                verify_chain(&net.contract, &accessions, &log).is_err()
            };
            let at = entry.core.index;
            // Nobody signs what chance or a bot did: behind the last entry nothing stands for it but the rules.
            let unsigned = matches!(entry.core.body, Body::Draw { .. } | Body::Auto { .. });
            let covered = place < last || !unsigned;
            assert!(edited(&|entry| entry.core.prev.0[0] ^= 1), "entry {at}: its place");
            assert_eq!(edited(&|entry| entry.core.state.0[0] ^= 1), covered, "entry {at}: its state");
            assert!(edited(&|entry| entry.core.index += 1), "entry {at}: its index");
            if covered && !matches!(&entry.core.body, Body::Draw { links, .. } if links.is_empty()) {
                assert!(edited(&|entry| edit_body(&mut entry.core.body)), "entry {at}: its body");
            }
        }
    }
}

fn edit_body(body: &mut Body) {
    match body {
        Body::Move { payload, .. } => payload[0] = 1 + payload[0] % 9,
        Body::Draw { links, .. } => links[0].2.0.0[0] ^= 1,
        Body::Auto { stand_in, .. } => *stand_in = !*stand_in,
        Body::TimeUp { seat, .. } => *seat += 1,
        Body::Change(change) => *change = to_bot(1),
        Body::Anew { lives } => lives[0].1 += 1,
    }
}

/// What a bot computed stands in its entry. Another payload does not become true by being written there, not even with
/// the state that the bot's own leads to.
#[test]
fn a_bots_move_is_only_what_the_bot_computes() {
    let net = finished();
    let live = net.live(1);
    let accessions: Vec<_> = live.accessions().cloned().collect();
    let autos = live.log().iter().enumerate();
    let autos = autos.filter(|(_, entry)| matches!(entry.core.body, Body::Auto { .. }));
    let mut kinds = std::collections::BTreeSet::new();
    for (place, entry) in autos {
        let before =
            verify_log(&net.contract, &accessions, &live.log()[..place], &net.genesis).expect("true");
        for honest_state in [true, false] {
            let mut log = live.log()[..=place].to_vec();
            let Body::Auto { seat, stand_in, payload } = &mut log[place].core.body else { continue };
            kinds.insert(*stand_in);
            payload[0] = 1 + payload[0] % 9;
            let mut rules = before.rules.clone();
            rules.apply(*seat, payload).expect("legal");
            if !honest_state {
                log[place].core.state = rules.state_hash();
            }
            let refused = verify_log(&net.contract, &accessions, &log, &net.genesis).err();
            assert!(
                matches!(refused, Some(VerifyError::Entry { index, .. }) if index == entry.core.index),
                "{refused:?}"
            );
        }
    }
    assert_eq!(kinds.len(), 2, "the contract's bot and the stand-in");
}

/// A bot that takes long is only asked again by who wants to know.
#[test]
fn a_slow_bots_move_is_believed_or_computed_as_one_likes() {
    let net = finished();
    let live = net.live(1);
    let accessions: Vec<_> = live.accessions().cloned().collect();
    let slow = Toy { worked_out: Some(Rc::default()), ..net.genesis.clone() };
    let verify = |log: &[Entry], bots| verify_log_with(&net.contract, &accessions, log, &slow, bots);
    let place = live.log().iter().position(|entry| matches!(entry.core.body, Body::Auto { .. }));
    let mut log = live.log()[..=place.expect("a bot has moved")].to_vec();
    let before = verify(&log[..log.len() - 1], BotMoves::Computed).expect("a true log");
    assert!(verify(&log, BotMoves::Computed).is_ok() && verify(&log, BotMoves::Believed).is_ok());
    let last = log.last_mut().expect("entries");
    let Body::Auto { payload, .. } = &mut last.core.body else { unreachable!("a bot's move") };
    payload[0] = 1 + payload[0] % 9;
    assert!(verify(&log, BotMoves::Believed).is_err(), "not if it leads to another state than it says");
    let last = log.last_mut().expect("entries");
    let Body::Auto { seat, payload, .. } = &last.core.body else { unreachable!("a bot's move") };
    let mut rules = before.rules.clone();
    rules.apply(*seat, payload).expect("legal");
    last.core.state = rules.state_hash();
    assert!(verify(&log, BotMoves::Believed).is_ok());
    let refused = verify(&log, BotMoves::Computed).expect_err("the bot is asked");
    assert!(refused.to_string().ends_with("the bot would have moved otherwise"), "{refused}");
}

#[test]
fn who_contradicts_itself_about_what_is_still_open_is_shown_at_once() {
    let open = || {
        let mut net = Net::players(4);
        net.isolate(3);
        net.live_mut(0).handle_connected(0, identity(3).public());
        net.drain(0);
        let [one, other] = [1, 2].map(|seat| change_core(&net, 0, to_bot(seat)));
        (net, one, other)
    };
    let (mut net, one, other) = open();
    net.say(3, 0, &Message::Head(head_for(&net, 3, 1, &one)));
    assert_eq!(cheated(&net, 0), None);
    net.say(3, 0, &Message::Head(head_for(&net, 3, 1, &other)));
    assert!(matches!(cheated(&net, 0), Some((3, Evidence::TwoHeads(..)))));

    let (mut net, one, other) = open();
    net.say(3, 0, &backed(vote_for(&net, 3, 2, &one, None), &[]));
    net.say(3, 0, &Message::Head(head_for(&net, 3, 2, &other)));
    assert_eq!(cheated(&net, 0), None, "a vote says nothing about what it leads to");
    net.say(3, 0, &Message::Head(head_for(&net, 3, 1, &other)));
    assert!(matches!(cheated(&net, 0), Some((3, Evidence::HeadAgainstVote(..)))));
}

/// Voter 3 has a link to peer 0 alone, and its words come from the test. The move of seat 0 is final for the others.
fn decided(before: impl Fn(&mut Net)) -> (Net, [Core; 3]) {
    let mut net = Net::players(4);
    net.crash(3);
    let now = net.now;
    net.live_mut(0).handle_connected(now, identity(3).public());
    net.drain(0);
    let [one, other] = [1, 2].map(|seat| change_core(&net, 0, to_bot(seat)));
    before(&mut net);
    net.act(0, 3).expect("its turn");
    assert_eq!(net.live(0).log().len(), 2);
    let moved = net.live(0).log()[1].core.clone();
    (net, [moved, one, other])
}

#[test]
fn who_contradicts_itself_about_what_is_decided_is_shown_however_late() {
    // A head that comes when the entry is final already, and another one for something else: at once, or some entries
    // later.
    for later in [false, true] {
        let (mut net, [moved, one, _]) = decided(|_| ());
        net.say(3, 0, &Message::Head(head_for(&net, 3, 0, &moved)));
        if later {
            net.act(1, 3).expect("its turn");
            net.act(2, 3).expect("its turn");
            assert_eq!(net.live(0).log().len(), 4);
        }
        net.say(3, 0, &Message::Head(head_for(&net, 3, 1, &one)));
        assert_eq!(cheated(&net, 0), None, "another round");
        net.say(3, 0, &Message::Head(head_for(&net, 3, 0, &one)));
        assert!(matches!(cheated(&net, 0), Some((3, Evidence::TwoHeads(..)))), "later: {later}");
    }

    // A vote from before that, and what contradicts it.
    let vote = |net: &mut Net| {
        let vote = vote_for(net, 3, 2, &change_core(net, 0, to_bot(1)), None);
        net.say(3, 0, &backed(vote, &[]));
    };
    let (mut net, [_, _, other]) = decided(vote);
    net.say(3, 0, &Message::Head(head_for(&net, 3, 1, &other)));
    assert!(matches!(cheated(&net, 0), Some((3, Evidence::HeadAgainstVote(..)))));
    let (mut net, [_, _, other]) = decided(vote);
    net.say(3, 0, &backed(vote_for(&net, 3, 2, &other, None), &[]));
    assert!(matches!(cheated(&net, 0), Some((3, Evidence::TwoVotes(..)))));

    // A vote that hides a head, and one that does not, however often it is said.
    let (mut net, [moved, one, _]) = decided(|_| ());
    net.say(3, 0, &Message::Head(head_for(&net, 3, 1, &moved)));
    let honest = vote_for(&net, 3, 2, &moved, Some(Acked::first(1, moved.hash())));
    (0..20).for_each(|_| net.say(3, 0, &backed(honest, &[])));
    assert!(
        !net.has_event(0, |event| matches!(event, ProtocolEvent::Drop { .. })) && cheated(&net, 0).is_none()
    );
    net.say(3, 0, &backed(vote_for(&net, 3, 2, &one, None), &[]));
    assert!(matches!(cheated(&net, 0), Some((3, Evidence::HeadAgainstVote(..)))));
}

/// Whatever else this peer has heard of there.
#[test]
fn a_move_that_was_acknowledged_and_another_one_that_came_final_from_others_are_proof() {
    let mut net = Net::players(5);
    net.act(0, 3).expect("its turn");
    alone_among_others(&mut net);
    let cores = [4, 5].map(|amount| move_core(&net, 0, 1, amount));
    let change = unfounded(&net, &[2, 3, 4], Change::StandIn { seat: 2 });
    net.say(2, 0, &change);
    // Late, as if it had voted before: so only the moves contradict each other.
    let [mine, others] = cores.each_ref().map(|core| {
        let late = core.clone().sign_late(&identity(1), &net.contract.table(), 0);
        Box::new(late)
    });
    net.say(1, 0, &Message::Entry(mine));
    assert_eq!(net.live(0).sent().map(Entry::hash), Some(cores[0].hash()));
    net.say(2, 0, &Message::Entries(vec![*others]));
    for voter in 2..5 {
        assert_eq!(cheated(&net, 0), None);
        net.say(usize::from(voter), 0, &Message::Head(head_for(&net, voter, 0, &cores[1])));
    }
    assert_eq!(net.live(0).log().last().map(Entry::hash), Some(cores[1].hash()));
    assert!(matches!(cheated(&net, 0), Some((1, Evidence::TwoMoves(..)))));
}
