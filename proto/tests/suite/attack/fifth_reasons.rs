//! What others came to by a vote of a liar they can show, whatever it says later.

use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Cast, Certificate, Change, Core, Entry, Proof};
use whistlestop_proto::guard::Acked;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::statement::{Head, Signed, Vote};

use super::liar::{blamed, delivered, meet};
use crate::forge::{backed, change_core, move_core};
use crate::net::{Net, identity, key, to_bot};

/// A vote of D, the liar.
fn says(
    net: &Net,
    round: u32,
    entry: Hash,
    change: Option<Change>,
    acked: Option<Acked<Hash>>,
) -> Signed<Vote> {
    let says = Vote { index: 2, round, entry, change, acked, life: 0, lost: Voters::NONE };
    Signed::new(&identity(3), &net.contract.table(), 3, says)
}

/// A change with a certificate of B's and C's votes, and one of D that counts for nothing.
fn half_certified(net: &Net, core: &Core, change: Change, votes: &[Signed<Vote>]) -> Message {
    let worthless = says(net, 1, core.hash(), Some(change), Some(Acked::first(9, Hash([7; 32]))));
    let cast = |vote: &Signed<Vote>| {
        let Vote { acked, life, lost, .. } = vote.says;
        Cast { voter: vote.voter, life, acked, lost, signature: vote.signature }
    };
    let votes = votes.iter().chain([&worthless]).map(cast).collect();
    let certificate = Certificate { round: 1, votes, seal: Vec::new(), lost: Vec::new(), accession: None };
    Message::Entry(Box::new(Entry { core: core.clone(), proof: Proof::Certified(certificate) }))
}

/// A has moved and is alone; B and C want a bot to play for it. D votes in round 2 for the hash of another change, as if it
/// were none: so A is free, and votes with B and C. What it says does not reach C. A and B acknowledge what the three
/// named; then D votes for that other change as what it is, as
/// far as some hear of that, and is gone. C is back, with A and B, for good.
fn a_vote_that_is_taken_back(told: &[usize]) {
    let mut net = Net::started(&[true; 4], DrawMode::Fresh, 9);
    net.wait(1_000);
    net.crash(3);
    let change = Change::StandIn { seat: 0 };
    let wanted = change_core(&net, 1, change);
    let other = change_core(&net, 1, to_bot(2));
    let low = (1..=9).find(|amount| move_core(&net, 0, 0, *amount).hash() < wanted.hash());
    net.isolate(0);
    net.act(0, low.expect("a change with a high hash")).expect("its turn");
    for peer in [1, 2] {
        net.want(peer, change).expect("possible");
    }
    let first = |voter: u8| {
        let votes = delivered(&net, |message| match message {
            Message::Vote(backed) if backed.vote.voter == voter => Some(backed.vote),
            _ => None,
        });
        *votes.first().expect("it voted")
    };
    let half = half_certified(&net, &wanted, change, &[first(1), first(2)]);
    // From now on C hears of B alone, and of B its votes that lean on nothing.
    net.censor = Some(Box::new(|_, to, message| match message {
        Message::Vote(backed) => to == 2 && (backed.vote.voter != 1 || backed.vote.says.acked.is_some()),
        Message::Status(_) | Message::Hello(_) => false,
        _ => to == 2,
    }));
    for peer in [0, 1] {
        meet(&mut net, peer, 3);
    }
    let bound =
        Head { index: 2, round: 9, entry: wanted.hash(), state: wanted.state, life: 0, lost: Voters::NONE };
    let bound = Message::Head(Signed::new(&identity(3), &net.contract.table(), 3, bound));
    let second = says(&net, 2, other.hash(), None, None);
    for message in [&half, &bound, &backed(second, &[])] {
        for peer in [0, 1] {
            net.say(3, peer, message);
        }
    }
    net.settle();
    net.link(0, 1);
    net.wait(1_000);
    let acked = |peer: usize| net.live(peer).sent().map(Entry::hash);
    assert_eq!((acked(0), acked(1)), (Some(wanted.hash()), Some(wanted.hash())), "{}", net.live(0).explain());
    assert_eq!(acked(2), None, "{}", net.live(2).explain());
    let third = says(&net, 3, other.hash(), Some(to_bot(2)), None);
    for peer in told {
        meet(&mut net, *peer, 3);
        net.say(3, *peer, &backed(third, &[]));
    }
    for peer in 0..3 {
        net.live_mut(peer).handle_disconnected(key(3));
    }
    net.wait(1_000);
    assert!(blamed(&net, 3).iter().all(|(_, shown)| !shown), "nothing shows that D lies");
    net.censor = None;
    net.heal_all();
    net.wait(2_000);
    assert!(
        net.live(0).log().len() > 1,
        "told {told:?}: {}\n{}",
        net.live(0).explain(),
        net.live(2).explain()
    );
}

#[test]
fn at_four_a_vote_that_freed_somebody_frees_it_for_all_whatever_is_said_later() {
    a_vote_that_is_taken_back(&[]);
    a_vote_that_is_taken_back(&[0, 1]);
}

#[test]
fn at_four_a_vote_that_freed_somebody_frees_it_for_who_knows_better_what_it_is_for() {
    a_vote_that_is_taken_back(&[]);
    a_vote_that_is_taken_back(&[2]);
}
