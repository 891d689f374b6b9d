//! One voter that signs anything at all: what it can do, what it cannot, and what it leaves behind.

use whistlestop_proto::entry::{Change, Core};
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::guard::{Acked, Ballot, Memory, may_vote};
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::{Quorum, Voters};
use whistlestop_proto::statement::{Leave, Return, Signed};

use super::evidence::{cheated, prove};
use crate::forge::{backed, change_core, head_for, move_core, say_to, vote_for};
use crate::net::{Net, WATCHER, identity, key, to_bot};

/// The liar's own program is off; what it says comes from a test, over links to all of the others.
pub(crate) fn possess(net: &mut Net, liar: usize) {
    net.crash(liar);
    let now = net.now;
    for peer in net.up() {
        net.live_mut(peer).handle_connected(now, key(liar));
        net.drain(peer);
    }
}

fn signed_move(net: &Net, liar: u8, core: &Core) -> Message {
    let entry = core.clone().sign(&identity(usize::from(liar)), &net.contract.table(), 0);
    Message::Entry(Box::new(entry))
}

pub(crate) fn late_move(net: &Net, liar: u8, core: &Core) -> Message {
    let entry = core.clone().sign_late(&identity(usize::from(liar)), &net.contract.table(), 0);
    Message::Entry(Box::new(entry))
}

fn leave_of(net: &Net, liar: u8, since: u32) -> Message {
    let identity = identity(usize::from(liar));
    Message::Leave(Signed::new(&identity, &net.contract.table(), liar, Leave { since }))
}

pub(crate) fn has_forked(net: &Net) -> bool {
    let forked = |event: &ProtocolEvent| matches!(event, ProtocolEvent::Forked { .. });
    net.up().into_iter().any(|peer| net.has_event(peer, forked))
}

/// Seats A, B, C, D; C is to move. It sends X to A and B, who acknowledge it, and says to all that it leaves; D, who
/// has not X, votes for C's removal. C votes for it too, gives A and B its head for the removal in round 1, and D its
/// head for X in round 0.
///
/// In version 1 the farewell alone told A and B that X could not become final any more: they took up the handover with
/// C, and D made X final with A's and B's first heads. Here a wish is no vote, head or excuse, and at four a bound
/// voter goes on only after three others went on without it. C may also sign X as late, so that it has not acknowledged
/// it before it says so to D.
#[test]
fn one_liar_at_a_table_of_four_never_makes_two_entries_final() {
    for order in 0..32_u32 {
        let [wish_first, hidden, meet_first, head_first, late] = [1, 2, 4, 8, 16].map(|bit| order & bit != 0);
        let mut net = Net::players(4);
        net.play(0, 2);
        let (mine, removal) = (move_core(&net, 0, 2, 9), change_core(&net, 0, to_bot(2)));
        possess(&mut net, 2);
        net.isolate(3);
        let now = net.now;
        net.live_mut(3).handle_connected(now, key(2));
        let wish = leave_of(&net, 2, 0);
        if wish_first {
            net.say(2, 3, &wish);
        }
        let sent = if late { late_move(&net, 2, &mine) } else { signed_move(&net, 2, &mine) };
        say_to(&mut net, 2, &[0, 1], &sent);
        net.settle();
        assert!(net.live(0).log().len() >= 3 && net.live(3).log().len() == 3);
        say_to(&mut net, 2, &[0, 1, 3], &wish);
        if meet_first {
            net.heal_all();
            net.censor = Some(Box::new(|_, to, message| to == 3 && matches!(message, Message::Entry(_))));
            net.settle();
        }
        let acked = if hidden { None } else { Some(Acked::first(0, mine.hash())) };
        let vote = backed(vote_for(&net, 2, 1, &removal, acked), &[]);
        let heads = |net: &mut Net| {
            let (first, second) = (head_for(net, 2, 0, &mine), head_for(net, 2, 1, &removal));
            say_to(net, 2, &[0, 1], &Message::Head(second));
            net.say(2, 3, &Message::Head(first));
        };
        if head_first {
            heads(&mut net);
        }
        say_to(&mut net, 2, &[0, 1, 3], &vote);
        net.settle();
        net.wait(5_000);
        net.heal_all();
        net.censor = None;
        net.settle();
        heads(&mut net);
        net.wait(20_000);
        assert!(!has_forked(&net), "order {order}");
        net.assert_one_table();
        let found = net.live(0).log()[3].hash();
        assert_eq!(found, mine.hash(), "order {order}: A and B were bound to it, and it is everybody's");
    }
}

/// The rule behind it: two others who say that they went on without X may be a liar and one who never had it.
#[test]
fn at_four_a_bound_voter_is_released_by_three_others_and_by_two_only_if_the_liar_is_known() {
    let all = Quorum::of((0..4).collect());
    let memory = Memory { promised: 0, acked: Some(Acked::first(0, 'X')) };
    let went_on =
        |voter| Ballot { voter, round: 1, entry: 'E', change: false, acked: None, lost: Voters::NONE };
    let may = |quorum, others: &[u8]| {
        let votes: Vec<_> = others.iter().map(|voter| went_on(*voter)).collect();
        may_vote(quorum, 0, &memory, (1, 'E'), votes.into_iter())
    };
    assert!(!may(all, &[2, 3]) && may(all, &[1, 2, 3]));
    let proved = Quorum { liars: Voters::NONE.with(2), ..all };
    assert!(!may(proved, &[2, 3]) && may(proved, &[1, 3]));
}

/// A, the liar, has moved: X, which is final for B with A's own head. To C it votes for its removal, and says
/// truthfully that it acknowledged X. In version 1 that vote counted: C and A certified the removal, and C made it
/// final; no two of A's statements contradict each other.
#[test]
fn a_vote_against_what_its_voter_acknowledged_counts_for_nothing_without_support() {
    let mut net = Net::players(3);
    let (mine, removal) = (move_core(&net, 0, 0, 9), change_core(&net, 0, to_bot(0)));
    possess(&mut net, 0);
    net.split(&[1], &[2]);
    let sent = signed_move(&net, 0, &mine);
    net.say(0, 1, &sent);
    assert_eq!(net.live(1).log().len(), 2, "X is final for B");
    net.want(2, to_bot(0)).expect("possible");
    let vote = vote_for(&net, 0, 1, &removal, Some(Acked::first(0, mine.hash())));
    let again = vote_for(&net, 0, 2, &removal, Some(Acked::first(0, mine.hash())));
    for message in [
        backed(vote, &[]),
        backed(vote, &[vote]),
        backed(again, &[vote]),
        Message::Head(head_for(&net, 0, 1, &removal)),
        Message::Head(head_for(&net, 0, 2, &removal)),
    ] {
        net.say(0, 2, &message);
        net.wait(2_000);
        assert_eq!(net.live(2).log().len(), 1, "{}", net.live(2).explain());
    }
    let wanted = |event: &ProtocolEvent| matches!(event, ProtocolEvent::Wanted { voter: 0, .. });
    assert!(!net.has_event(2, wanted), "it is not even told of");
    net.link(1, 2);
    net.wait(5_000);
    assert_eq!(net.live(2).log()[1].hash(), mine.hash());
    net.assert_one_table();
    assert!(!has_forked(&net));
}

/// The same vote without the word about X counts, and at three the table parts: but now the liar has signed two things
/// that anybody can hold side by side, and both parts are shown them.
#[test]
fn at_three_a_liar_can_part_the_table_and_leaves_evidence() {
    let mut net = Net::players(3);
    let (mine, removal) = (move_core(&net, 0, 0, 9), change_core(&net, 0, to_bot(0)));
    possess(&mut net, 0);
    net.split(&[1], &[2]);
    let sent = signed_move(&net, 0, &mine);
    net.say(0, 1, &sent);
    net.want(2, to_bot(0)).expect("possible");
    let vote = vote_for(&net, 0, 1, &removal, None);
    net.say(0, 2, &backed(vote, &[]));
    let head = Message::Head(head_for(&net, 0, 1, &removal));
    net.say(0, 2, &head);
    assert_eq!(net.live(1).log()[1].hash(), mine.hash());
    assert_eq!(net.live(2).log()[1].hash(), removal.hash());
    net.link(1, 2);
    net.wait(3_000);
    for peer in [1, 2] {
        assert!(
            net.has_event(peer, |event| matches!(event, ProtocolEvent::Forked { index: 2, .. })),
            "peer {peer}"
        );
        let (voter, evidence) =
            cheated(&net, peer).unwrap_or_else(|| unreachable!("evidence at peer {peer}"));
        assert_eq!((voter, prove(&net, &evidence)), (0, Some(0)));
    }
}

/// Seat 4 has acknowledged X, as has the mover. The liar has not, but has a head for what follows upon X. In version 1
/// the three were added up; the liar could acknowledge another entry than X with others, and contradict nothing it
/// said.
#[test]
fn heads_at_an_index_and_beyond_it_are_never_added_up() {
    let mut net = Net::players(5);
    net.isolate(4);
    net.act(0, 3).expect("its turn");
    net.act(1, 3).expect("its turn");
    let log = net.live(0).log().to_vec();
    let now = net.now;
    net.live_mut(4).handle_connected(now, key(0));
    net.say(0, 4, &Message::Entry(Box::new(log[1].clone())));
    assert!(net.live(4).sent().is_some(), "X is acknowledged");
    net.say(0, 4, &Message::Entries(log[1..].to_vec()));
    let beyond = Message::Head(head_for(&net, 2, 0, &log[2].core));
    net.say(0, 4, &beyond);
    assert_eq!(net.live(4).log().len(), 1, "two at X and one beyond it are not three at X");
    let at = Message::Head(head_for(&net, 3, 0, &log[1].core));
    net.say(0, 4, &at);
    assert_eq!(net.live(4).log().len(), 2, "three at X");
}

#[test]
fn heads_at_an_index_and_beyond_it_make_nothing_final_for_who_catches_up() {
    let mut net = Net::players(3);
    net.act(0, 3).expect("its turn");
    net.act(1, 3).expect("its turn");
    let log = net.live(0).log().to_vec();
    net.join(WATCHER);
    let now = net.now;
    net.live_mut(WATCHER).handle_connected(now, key(0));
    for accession in net.live(0).accessions().cloned().collect::<Vec<_>>() {
        net.say(0, WATCHER, &Message::Accession(Box::new(accession)));
    }
    net.say(0, WATCHER, &Message::Entries(log.clone()));
    for (voter, place) in [(0, 0), (1, 1), (2, 2)] {
        let head = Message::Head(head_for(&net, voter, 0, &log[place].core));
        net.say(0, WATCHER, &head);
        assert_eq!(net.live(WATCHER).log().len(), 0, "each alone at its index");
    }
    let head = Message::Head(head_for(&net, 0, 0, &log[2].core));
    net.say(0, WATCHER, &head);
    assert_eq!(net.live(WATCHER).log().len(), 3, "two of three at the last cover all before it");
}

/// Whoever kept an old wish can send it again. In version 1 a farewell was good for ever.
#[test]
fn a_spent_wish_to_leave_or_to_return_is_worth_nothing() {
    let mut net = Net::players(3);
    net.act(0, 3).expect("its turn");
    net.leave(0).expect("at the table");
    let removed = net.live(1).log().len();
    net.come_back(0).expect("a bot holds its seat");
    net.wait(1_000);
    assert_eq!(net.voters(1), [0, 1, 2]);
    let len = net.live(1).log().len();
    let since = u32::try_from(removed).expect("few");
    let table = net.contract.table();
    let returned = Message::Return(Signed::new(&identity(0), &table, 0, Return { since, life: 0 }));
    for wish in [leave_of(&net, 0, 0), leave_of(&net, 0, since), returned.clone()] {
        for peer in [1, 2] {
            net.say(WATCHER, peer, &wish);
            net.say(0, peer, &wish);
        }
        net.wait(3_000);
    }
    assert_eq!(net.live(1).log().len(), len, "nothing came of it");
    net.leave(0).expect("at the table");
    net.wait(500);
    assert_eq!(net.voters(1), [1, 2]);
    let len = net.live(1).log().len();
    net.say(0, 1, &returned);
    net.say(0, 2, &returned);
    net.wait(3_000);
    assert_eq!((net.live(1).log().len(), net.voters(1)), (len, vec![1, 2]), "nor of the old return");
    let removals = net.live(1).log().iter().filter(|entry| {
        entry.core.body == whistlestop_proto::entry::Body::Change(Change::Remove { voter: 0 })
    });
    assert_eq!(removals.count(), 2);
}

/// At three a liar can give each of the others another move, and part them. Whoever meets the other part knows who it
/// was, however far it has gone on since.
#[test]
fn who_has_gone_on_still_knows_who_parted_the_table() {
    let mut net = Net::players(3);
    possess(&mut net, 0);
    net.split(&[1], &[2]);
    let (one, other) = (move_core(&net, 1, 0, 3), move_core(&net, 1, 0, 4));
    let (first, second) = (signed_move(&net, 0, &one), signed_move(&net, 0, &other));
    say_to(&mut net, 0, &[1], &first);
    say_to(&mut net, 0, &[2], &second);
    net.settle();
    let before = net.live(1).log().len();
    net.act(1, 5).expect("its turn");
    let follows = net.live(1).sent().expect("it was just sent").core.clone();
    let head = head_for(&net, 0, 0, &follows);
    say_to(&mut net, 0, &[1], &Message::Head(head));
    net.settle();
    net.wait(10);
    assert_eq!(net.live(1).log().len(), before + 1, "the liar helps it on");
    net.link(1, 2);
    net.wait(3_000);
    for peer in [1, 2] {
        assert!(net.has_event(peer, |event| matches!(event, ProtocolEvent::Forked { .. })), "{peer}");
        assert!(net.live(peer).evidence().any(|(voter, _)| voter == 0), "{peer}");
    }
}
