//! Voters without a seat, and keys that do not fit together.

use whistlestop_proto::contract::{Accession, DrawMode};
use whistlestop_proto::entry::{Change, Holder};
use whistlestop_proto::error::ActError;
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::Message;
use whistlestop_proto::pairs::BadKeys;

use super::chance::{draws, keys_of, pairs};
use crate::forge::head_for;
use crate::net::{Net, PLACE, WATCHER, identity, key, to_bot};

/// The number of the first witness: that of its peer.
const WITNESS: u8 = 6;

fn last_pairs(net: &Net, peer: usize) -> Vec<(u8, u8)> {
    pairs(draws(net.live(peer).log()).last().expect("a draw"))
}

#[test]
fn two_players_and_a_witness_go_on_without_one_of_the_players() {
    let mut net = Net::with_witnesses(2, 1);
    assert_eq!(net.voters(0), [0, 1, WITNESS]);
    let witness = net.live(WATCHER);
    assert_eq!((witness.voter(), witness.seat()), (Some(WITNESS), None));
    assert_eq!(last_pairs(&net, 0), [(0, 1), (0, 6), (1, 6)], "the witness draws");
    assert_eq!(net.act(WATCHER, 3), Err(ActError::NotYourTurn), "and does not play");
    net.act(0, 3).expect("its turn");
    net.crash(1);
    net.want(0, to_bot(1)).expect("possible");
    net.wait(3_000);
    assert_eq!(net.voters(0), [0, 1, WITNESS], "not by one alone");
    net.want(WATCHER, to_bot(1)).expect("possible");
    net.wait(5_000);
    assert_eq!(net.voters(0), [0, WITNESS]);
    net.play(0, 3);
    assert_eq!(last_pairs(&net, 0), [(0, 0), (6, 6)]);
    net.finish();
    assert_eq!(net.live(0).holders(), [Holder::Player, Holder::Removed]);
}

/// With three to draw nobody waits for the player who sleeps while chance decides.
#[test]
fn a_witness_makes_the_links_that_a_sleeping_player_does_not() {
    let mut net = Net::with_witnesses(2, 1);
    net.act(0, 3).expect("its turn");
    net.isolate(0);
    net.act(1, 3).expect("its turn");
    assert_eq!(draws(net.live(1).log()).len(), 2, "{}", net.live(1).explain());
    net.heal_all();
    net.finish();
}

#[test]
fn a_witness_admitted_by_certificate_votes_and_does_not_draw() {
    let mut net = Net::players(2);
    net.join(WATCHER);
    net.heal_all();
    net.settle();
    let admit = net.admission(0, WATCHER);
    assert_eq!(net.want(WATCHER, admit), Err(ActError::Spectator), "it cannot ask for it");
    assert_eq!(
        net.want(0, Change::Admit { key: key(1), life: 0 }),
        Err(ActError::BadChange),
        "it has a seat"
    );
    net.want(0, admit).expect("possible");
    net.wait(2_000);
    assert_eq!(net.voters(0), [0, 1]);
    net.want(1, admit).expect("possible");
    net.wait(1_000);
    assert_eq!(net.voters(WATCHER), [0, 1, WITNESS]);
    assert_eq!(net.live(WATCHER).voter(), Some(WITNESS));
    assert_eq!(net.want(0, admit), Err(ActError::BadChange), "it counts already");
    net.play(0, 3);
    assert_eq!(last_pairs(&net, 0), [(0, 0), (1, 1)]);
    // One of the players goes, and the witness is the other half of the majority.
    net.crash(1);
    net.act(0, 3).expect("its turn");
    net.wait(1_000);
    assert_eq!(net.live(0).sent(), None, "the move is final with the witness's head");
    net.want(0, to_bot(1)).expect("possible");
    net.want(WATCHER, to_bot(1)).expect("possible");
    net.wait(5_000);
    assert_eq!(net.voters(0), [0, WITNESS]);
    net.finish();
    assert_eq!(last_pairs(&net, 0), [(0, 0)]);
    // It is a voter for whoever comes later, too, and after a crash.
    net.crash(WATCHER);
    net.restart(WATCHER);
    assert_eq!(net.live(WATCHER).voter(), Some(WITNESS));
    net.join(WATCHER + 1);
    net.heal_all();
    net.wait(1_000);
    net.assert_one_table();
}

/// Whether it lost its disk or went back to one of before it was admitted: it may have said anything since.
#[test]
fn an_admitted_witness_that_lost_its_memory_begins_anew() {
    for lost in [false, true] {
        let mut net = Net::players(2);
        net.join(WATCHER);
        net.heal_all();
        net.settle();
        let before = net.peers[WATCHER].journal.clone();
        let admit = net.admission(0, WATCHER);
        net.want(0, admit).expect("possible");
        net.want(1, admit).expect("possible");
        net.wait(2_000);
        let first_life = net.live(WATCHER).life();
        assert_eq!(net.live(WATCHER).voter(), Some(WITNESS));
        assert!(!net.live(WATCHER).is_recovering(), "its admission named its life");
        assert_eq!(net.lens(), [2; 3], "nobody had to agree to anything else");
        net.play(0, 2);
        net.crash(WATCHER);
        net.restart(WATCHER);
        assert!(!net.live(WATCHER).is_recovering(), "it knows what it said");
        net.crash(WATCHER);
        if lost {
            net.join(WATCHER);
        } else {
            net.restore_at(WATCHER, &before, Hash([2; 32])).expect("sound");
        }
        // It knows nothing of its admission; nor after one more crash.
        let journal = net.peers[WATCHER].journal.clone();
        net.crash(WATCHER);
        net.restore_at(WATCHER, &journal, if lost { PLACE } else { Hash([2; 32]) }).expect("sound");
        net.heal_all();
        net.wait(5_000);
        let live = net.live(WATCHER);
        assert_eq!((live.voter(), live.is_recovering()), (Some(WITNESS), false), "lost {lost}");
        assert_ne!(live.life(), first_life);
        net.finish();
    }
}

#[test]
fn a_removed_witness_counts_no_more_and_has_a_new_number_when_it_is_admitted_again() {
    let mut net = Net::with_witnesses(2, 1);
    net.want(0, to_bot(WITNESS)).expect("possible");
    net.want(1, to_bot(WITNESS)).expect("possible");
    net.wait(1_000);
    assert_eq!(net.voters(0), [0, 1]);
    assert_eq!(net.want(WATCHER, to_bot(1)), Err(ActError::NotCounted));
    net.isolate(0);
    net.act(0, 3).expect("its turn");
    let sent = net.live(0).sent().expect("acknowledged").core.clone();
    let now = net.now;
    net.live_mut(0).handle_connected(now, key(WATCHER));
    let head = Message::Head(head_for(&net, WITNESS, 0, &sent));
    net.say(WATCHER, 0, &head);
    assert_eq!(net.live(0).log().len(), 2, "its head is worth nothing");
    net.heal_all();
    net.wait(1_000);
    let admit = net.admission(0, WATCHER);
    net.want(0, admit).expect("possible");
    net.want(1, admit).expect("possible");
    net.wait(1_000);
    assert_eq!(net.voters(0), [0, 1, WITNESS + 1]);
    assert_eq!(net.live(WATCHER).voter(), Some(WITNESS + 1));
    net.play(0, 2);
    assert_eq!(last_pairs(&net, 0), [(0, 0), (1, 1)], "who is admitted votes only");
    net.finish();
}

/// One of the two lies, and nobody else can tell which.
#[test]
fn two_who_disagree_about_their_common_key_are_both_named_and_the_table_does_not_start() {
    let mut net = Net::unlinked(&[true; 3], DrawMode::Fresh, 3);
    let mut keys = keys_of(&net, 1).public();
    assert_eq!(keys.pairs[1].0, 2);
    keys.pairs[1].1 = keys.own;
    let accession = Accession::sign(&identity(1), &net.contract.table(), 1, keys);
    net.crash(1);
    net.link(0, 2);
    net.settle();
    let now = net.now;
    for peer in [0, 2] {
        net.live_mut(peer).handle_connected(now, key(1));
        net.say(1, peer, &Message::Accession(Box::new(accession.clone())));
    }
    net.wait(3_000);
    for peer in [0, 2] {
        assert!(!net.live(peer).is_started());
        assert!(
            net.has_event(peer, |event| *event == ProtocolEvent::BadKeys(BadKeys::Disagree(1, 2))),
            "peer {peer}"
        );
        assert_eq!(net.act(peer, 3), Err(ActError::NotStarted));
    }
}
