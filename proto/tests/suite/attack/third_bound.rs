//! Whoever is bound to something can show why, however much a liar has said: nobody lies who holds the table up.

use whistlestop_proto::entry::{Cast, Certificate, Entry, Proof};
use whistlestop_proto::guard::Acked;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::statement::{Signed, Vote};

use super::liar::{blamed, delivered, intrude, late_move, possess};
use crate::forge::{backed, move_core, say_to, vote_for};
use crate::net::{Net, WATCHER, identity, to_bot};

/// All honest voters of four are there: B, C and D. They must decide.
fn all_three_decide(net: &mut Net, what: &str) {
    net.heal_all();
    net.wait(200_000);
    let lens = [1, 2, 3].map(|peer| net.live(peer).log().len());
    assert!(
        lens.iter().all(|len| *len > 1),
        "{what}: {lens:?} {:?} {}",
        blamed(net, 0),
        net.live(2).explain()
    );
}

/// C sleeps. B and D have voted before the liar's late move came; with its vote they name it in round 2 and are bound.
/// The liar goes on to vote for it with them, round after round, and acknowledges it in none, which is no lie. At last
/// everybody has forgotten the votes of round 2, by which B and D show why they are bound.
#[test]
fn at_four_a_liar_that_votes_with_the_others_for_long_does_not_make_them_forget_why_they_are_bound() {
    for rounds in [6, 80] {
        let mut net = Net::players(4);
        let core = move_core(&net, 1, 0, 4);
        net.crash(2);
        possess(&mut net, 0);
        for peer in [1, 3] {
            net.want(peer, to_bot(0)).expect("possible");
        }
        let late = late_move(&net, 0, &core, 0);
        say_to(&mut net, 0, &[1, 3], &late);
        for round in 2..=rounds {
            let vote = vote_for(&net, 0, round, &core, None);
            say_to(&mut net, 0, &[1, 3], &backed(vote, &[]));
            net.wait(4_000);
        }
        assert_eq!(net.live(1).sent().map(Entry::hash), Some(core.hash()), "{}", net.live(1).explain());
        assert_eq!(net.live(1).log().len(), 1);
        net.restart(2);
        all_three_decide(&mut net, &format!("{rounds} rounds"));
    }
}

fn vote_of(net: &Net, voter: u8, round: u32, entry: Hash, acked: Option<Acked<Hash>>) -> Signed<Vote> {
    let says = Vote { index: 2, round, entry, change: None, acked, life: 0, lost: Voters::NONE };
    Signed::new(&identity(usize::from(voter)), &net.contract.table(), voter, says)
}

/// The last vote of a voter in a round that was delivered.
fn heard_vote(net: &Net, voter: u8, round: u32) -> Signed<Vote> {
    let heard = delivered(net, |message| match message {
        Message::Vote(backed) if (backed.vote.voter, backed.vote.says.round) == (voter, round) => {
            Some(backed.vote)
        }
        _ => None,
    });
    assert!(!heard.is_empty(), "voter {voter} has not voted in round {round}");
    heard[0]
}

/// C sleeps, and B and D do not hear each other. The liar draws both through some rounds by votes for nothing; in each
/// they vote for its late move. Then it shows both what the other said, with votes of its own of which each leans on a
/// majority of the round before, and so on its own last one: they would be bound by the last, for reasons that fill more
/// than a message. But whoever is bound to something says since when, and not each time since the last time: such votes
/// do not count.
#[test]
fn at_four_a_liar_whose_votes_lean_on_each_other_makes_nobody_bound_by_more_than_it_can_show() {
    for last in [8, 28] {
        let mut net = Net::players(4);
        let core = move_core(&net, 1, 0, 4);
        let x = core.hash();
        net.crash(2);
        possess(&mut net, 0);
        net.split(&[1], &[3]);
        for (peer, hears) in [(1, WATCHER), (3, WATCHER + 1)] {
            net.join(hears);
            net.isolate(hears);
            net.link(peer, hears);
        }
        net.wait(1_000);
        intrude(&mut net, 0);
        for peer in [1, 3] {
            net.want(peer, to_bot(0)).expect("possible");
        }
        let late = late_move(&net, 0, &core, 0);
        say_to(&mut net, 0, &[1, 3], &late);
        for round in 2..=last {
            let nothing = vote_of(&net, 0, round, Hash([7; 32]), None);
            say_to(&mut net, 0, &[1, 3], &backed(nothing, &[]));
            net.wait(5_000);
        }
        let own = |round: u32| {
            let acked = (round > 2).then(|| Acked::first(round - 1, x));
            vote_of(&net, 0, round, x, acked)
        };
        let own: Vec<_> = (2..=last).map(own).collect();
        let said = |voter| (2..=last).map(|round| heard_vote(&net, voter, round)).collect::<Vec<_>>();
        let both = [(1, said(3)), (3, said(1))];
        for watcher in [WATCHER, WATCHER + 1] {
            net.crash(watcher);
        }
        for (peer, others) in both {
            assert!(others.iter().all(|vote| vote.says.entry == x), "{others:?}");
            let support = [&own[..own.len() - 1], &others].concat();
            net.say(0, peer, &backed(*own.last().expect("votes"), &support));
        }
        net.settle();
        for peer in [1, 3] {
            assert_eq!(net.live(peer).sent().map(Entry::hash), None, "{}", net.live(peer).explain());
        }
        // The two meet, and vote once more: what they said when they were free is not their last word.
        net.link(1, 3);
        net.wait(20_000);
        assert_eq!(net.live(1).log().len(), 1);
        net.restart(2);
        all_three_decide(&mut net, &format!("up to round {last}"));
    }
}

/// D has acknowledged the liar's move in round 0. B and C vote for the liar's removal in rounds 1 and 2, C goes on to
/// round 3 alone, and then hears the liar's vote of round 2 for the removal, together with the proof that it lies: so for
/// C a majority named the removal, too late to acknowledge it. The liar shows B and D the certificate before they have
/// the proof: for them its vote counts for nothing, and they do not look at it again. From then on C votes for the
/// removal, which was named, and B and D for the move, to which D is bound, for ever: C, which is free, never says why.
/// A random search has found this.
#[test]
fn at_four_whoever_alone_knows_that_something_was_named_holds_nobody_up() {
    let mut net = Net::players(4);
    let x = move_core(&net, 1, 0, 4);
    possess(&mut net, 0);
    net.isolate(3);
    let late = late_move(&net, 0, &x, 0);
    net.say(0, 3, &late);
    assert_eq!(net.live(3).sent().map(Entry::hash), Some(x.hash()));
    let removal = crate::forge::change_core(&net, 1, to_bot(0));
    for peer in [1, 2] {
        net.want(peer, to_bot(0)).expect("possible");
    }
    let nothing = |net: &Net, round| backed(vote_of(net, 0, round, Hash([7; 32]), None), &[]);
    let message = nothing(&net, 2);
    net.say(0, 2, &message);
    net.settle();
    let others = [1, 2].map(|voter| heard_vote(&net, voter, 2));
    assert!(others.iter().all(|vote| vote.says.entry == removal.hash()));
    net.split(&[1], &[2]);
    let message = nothing(&net, 3);
    net.say(0, 2, &message);
    let own = vote_for(&net, 0, 2, &removal, Some(Acked::first(0, Hash([9; 32]))));
    net.say(0, 2, &backed(own, &[]));
    net.settle();
    assert_eq!(net.live(2).sent().map(Entry::hash), None);
    let cast = |vote: &Signed<Vote>| {
        let Vote { acked, life, lost, .. } = vote.says;
        Cast { voter: vote.voter, life, acked, lost, signature: vote.signature }
    };
    let votes = [own, others[0], others[1]].iter().map(cast).collect();
    let certificate = Certificate { round: 2, votes, seal: Vec::new(), lost: Vec::new(), accession: None };
    let entry = Entry { core: removal, proof: Proof::Certified(certificate) };
    for peer in [1, 3] {
        net.say(0, peer, &Message::Entry(Box::new(entry.clone())));
    }
    all_three_decide(&mut net, "C alone knows");
}
