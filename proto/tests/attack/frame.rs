//! An honest voter is not shown as a cheat, nor removed as one, whatever a liar tells it or of it.

use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Change, Core, Entry, Proof};
use whistlestop_proto::event::Event;
use whistlestop_proto::guard::Acked;
use whistlestop_proto::journal::{self, Record};
use whistlestop_proto::message::Message;
use whistlestop_proto::statement::{Evidence, Signed, Standing, TwoLives, Verdict, Vote};
use whistlestop_proto::told::Statements;
use whistlestop_proto::world::Table;

use crate::forge::{backed, change_core, head_for, move_core, say_to, vote_for};
use crate::liar::{
    delivered, last_begin, late_move, meet, never_cheated, possess, shown, signed_move, standing, tell,
    verdicts,
};
use crate::net::{Net, identity, key, to_bot};

// Frame and grind: repair at two

/// At two voters "all others" is the liar alone: it signs a standing against an honest voter, and has a removal that is final
/// by itself. From then on it decides, and draws, alone.
#[test]
fn at_two_a_liar_cannot_remove_the_other_by_a_repair_of_its_own() {
    let mut net = Net::players(2);
    net.play(1, 2);
    let removal = change_core(&net, 1, to_bot(1));
    possess(&mut net, 0);
    let says = Standing { index: removal.index, liar: 1, entry: None, life: 0 };
    let proof = Proof::Repaired(vec![standing(&net, 0, says)]);
    net.say(0, 1, &Message::Entries(vec![Entry { core: removal, proof }]));
    net.wait(1_000);
    assert_eq!(net.voters(1), [0, 1], "nobody proved anything against it");
}

// Frame: what is told in another order than it was said

/// B's disk is lost. It hears of its latest vote first (a status brings that one; or A has no other), and is told of the earlier ones
/// behind it; then B crashes before its life has begun, and takes its journal up again. It must still know which round it voted in last.
#[test]
fn an_honest_voter_that_is_told_its_votes_in_any_order_and_crashes_is_not_branded_as_a_cheat() {
    // The first time A has all of them.
    for missed in [0, 3] {
        let mut net = Net::players(3);
        let table = net.contract.table();
        let core = change_core(&net, 1, to_bot(2));
        let mut votes = Vec::new();
        for round in 1..=4 {
            let says =
                Vote { index: 2, round, entry: core.hash(), change: Some(to_bot(2)), acked: None, life: 0 };
            votes.push(Signed::new(&identity(1), &table, 1, says));
        }
        // B voted in four rounds for the removal of C, with A, who acknowledged nothing yet. The last vote only A has; A was away before.
        net.isolate(0);
        net.isolate(1);
        net.isolate(2);
        net.crash(1);
        let now = net.now;
        net.live_mut(0).handle_connected(now, key(1));
        net.live_mut(2).handle_connected(now, key(1));
        net.drain(0);
        net.drain(2);
        for vote in &votes[missed..] {
            net.say(1, 0, &backed(*vote, &[]));
        }
        for vote in &votes[..3] {
            net.say(1, 2, &backed(*vote, &[]));
        }
        net.live_mut(0).handle_disconnected(key(1));
        net.live_mut(2).handle_disconnected(key(1));
        net.join(1);
        net.link(0, 1);
        net.wait(2_000);
        // C tells it, too; the power fails before the life has begun.
        net.peers[1].records.clear();
        let before = net.peers[1].journal.clone();
        net.link(1, 2);
        net.settle();
        net.wait(1_000);
        assert_eq!(net.live(1).life(), 1, "{}", net.live(1).explain());
        let mut journal = before;
        for record in net.peers[1].records.clone() {
            let mut with = journal.clone();
            with.extend_from_slice(&record);
            let (records, _) = journal::read(&with).expect("sound");
            let begins = match records.last() {
                Some(Record::Life { .. }) => true,
                Some(Record::Head(head)) => head.says.life > 0,
                Some(Record::Vote(vote)) => vote.says.life > 0,
                _ => false,
            };
            if begins {
                break;
            }
            journal = with;
        }
        // That all happened before the others heard a word of the new life.
        let mut net = Net::players(3);
        net.isolate(0);
        net.isolate(1);
        net.isolate(2);
        net.crash(1);
        let now = net.now;
        net.live_mut(0).handle_connected(now, key(1));
        net.live_mut(2).handle_connected(now, key(1));
        for vote in &votes[missed..] {
            net.say(1, 0, &backed(*vote, &[]));
        }
        for vote in &votes[..3] {
            net.say(1, 2, &backed(*vote, &[]));
        }
        net.live_mut(0).handle_disconnected(key(1));
        net.live_mut(2).handle_disconnected(key(1));
        net.drain(0);
        net.drain(2);
        net.try_restore(1, &journal).expect("sound");
        net.heal_all();
        net.wait(5_000);
        assert_eq!(net.live(1).life(), 1, "{}", net.live(1).explain());
        // Its player wants something else than before the disk was lost.
        net.want(1, Change::StandIn { seat: 0 }).expect("possible");
        net.wait(20_000);
        for peer in [0, 2] {
            assert!(
                !shown(&net, peer, 1, Verdict::Cheated),
                "missed {missed}: an honest voter cheated, says {peer}"
            );
        }
    }
}

// Frame: a vote that no certificate can hold

/// The liar votes for the removal of C without saying that this is what it votes for. Such a vote in a certificate makes an entry
/// that nobody takes, and a journal that its owner cannot read.
#[test]
fn a_vote_that_does_not_say_what_it_changes_spoils_no_certificate() {
    for first in [false, true] {
        let mut net = Net::players(4);
        let removal = change_core(&net, 0, to_bot(2));
        net.crash(2);
        possess(&mut net, 3);
        let says = Vote { index: 2, round: 1, entry: removal.hash(), change: None, acked: None, life: 0 };
        let vote = backed(Signed::new(&identity(3), &net.contract.table(), 3, says), &[]);
        if first {
            say_to(&mut net, 3, &[0, 1], &vote);
        }
        for peer in [0, 1] {
            net.want(peer, to_bot(2)).expect("possible");
        }
        say_to(&mut net, 3, &[0, 1], &vote);
        net.wait(10_000);
        for peer in [0, 1] {
            net.crash(peer);
            net.restart(peer);
            net.want(peer, to_bot(2)).expect("possible");
        }
        net.heal_all();
        net.wait(10_000);
        for peer in [0, 1] {
            let dropped = |event: &Event| matches!(event, Event::Drop { .. });
            assert!(!net.has_event(peer, dropped), "{peer} dropped an honest peer");
        }
        // What it says is then as good as anybody's.
        possess(&mut net, 3);
        let honest = vote_for(&net, 3, 2, &removal, None);
        say_to(&mut net, 3, &[0, 1], &backed(honest, &[]));
        net.settle();
        let head = Message::Head(head_for(&net, 3, 2, &removal));
        say_to(&mut net, 3, &[0, 1], &head);
        assert_eq!(
            net.live(0).log().last().map(Entry::hash),
            Some(removal.hash()),
            "first {first}: {}",
            net.live(0).explain()
        );
    }
}

// Frame: what was acknowledged since when

/// A table of three while B is off.
struct WithoutB {
    net: Net,
    /// A's move, which A has not made yet.
    x: Core,
    /// What C wants instead, as an entry, and as a change.
    y: Core,
    change: Change,
}

/// A lies. C has voted for Y before it heard of X, and so acknowledges nothing in round 0.
fn without_b() -> WithoutB {
    let mut net = Net::players(3);
    let change = Change::StandIn { seat: 0 };
    let (x, y) = (move_core(&net, 0, 0, 4), change_core(&net, 2, change));
    possess(&mut net, 0);
    net.crash(1);
    net.want(2, change).expect("possible");
    WithoutB { net, x, y, change }
}

/// B acknowledged X in round 0, Y in round 1, which C never heard of, and X again in round 2; then its disk is lost. C tells it of X and X, and A, who
/// lies and knows more, of Y, behind that. B now thinks that it acknowledged nothing but X since round 0, and says so in its next vote.
#[test]
fn an_honest_voter_that_is_told_its_heads_in_any_order_is_not_branded_as_a_cheat() {
    for first in [0, 2] {
        let WithoutB { mut net, x, y, .. } = without_b();
        let late = late_move(&net, 0, &x, 0);
        net.say(0, 2, &late);
        let heads = [(0, &x), (1, &y), (2, &x)].map(|(round, core)| head_for(&net, 1, round, core));
        let its_vote = vote_for(&net, 1, 1, &x, Some(Acked { since: 0, round: 0, entry: x.hash() }));
        meet(&mut net, 2, 1);
        for head in [heads[0], heads[2]] {
            net.say(1, 2, &Message::Head(head));
        }
        net.say(1, 2, &backed(its_vote, &[]));
        net.wait(2_500);
        net.live_mut(2).handle_disconnected(key(1));
        assert_eq!(net.live(2).log().len(), 1, "nothing is decided: {}", net.live(2).explain());
        // The disk is lost.
        net.join(1);
        meet(&mut net, 1, 0);
        let statements = Statements { heads: vec![heads[1]], ..Statements::default() };
        if first == 0 {
            // It must know where the table is before it can be told.
            net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Told(_))));
        }
        net.link(1, 2);
        net.wait(600);
        if first == 0 {
            tell(&mut net, 1, 2, statements.clone());
            net.censor = None;
        }
        net.wait(4_000);
        tell(&mut net, 1, 2, statements.clone());
        net.wait(1_000);
        assert_eq!(
            (net.live(1).life(), net.live(1).is_recovering()),
            (1, false),
            "{}",
            net.live(1).explain()
        );
        net.say(0, 1, &late);
        // It wanted X in round 2, with C, who never saw that. Now it goes on to the next round.
        let again = vote_for(&net, 0, 3, &y, None);
        net.say(0, 1, &backed(again, &[]));
        net.wait(30_000);
        let begins = delivered(&net, |message| match message {
            Message::Birth(birth) if birth.voter() == 1 => Some(birth.begin.clone()),
            _ => None,
        });
        let votes = delivered(&net, |message| match message {
            Message::Vote(backed) if backed.vote.voter == 1 && backed.vote.says.life == 1 => {
                Some(backed.vote)
            }
            _ => None,
        });
        assert!(!votes.is_empty() && !begins.is_empty(), "it votes: {}", net.live(1).explain());
        let checked = Table::new(net.contract.clone());
        for vote in votes {
            let case = Evidence::HeadAgainstVote(heads[1], vote).case().expect("two statements");
            for begin in &begins {
                let lives =
                    TwoLives { begin: begin.clone(), told: Some(statements.clone()), case: case.clone() };
                let verdict = Evidence::TwoLives(Box::new(lives)).verify(&checked);
                assert_ne!(verdict, Some((1, Verdict::Cheated)), "{first} told first: {:?}", vote.says);
            }
        }
    }
}

/// B voted in round 1 for X, which it had acknowledged; C has the vote, and the head was lost on the way. So was B's disk. B is told of the vote, begins its next life
/// and crashes: its journal holds the vote alone, and B must still know of the head.
#[test]
fn an_honest_voter_that_learned_from_its_vote_what_it_acknowledged_knows_it_after_a_crash() {
    for crashes in [false, true] {
        let WithoutB { mut net, x, y, change } = without_b();
        let voted = vote_for(&net, 1, 1, &x, Some(Acked { since: 0, round: 0, entry: x.hash() }));
        meet(&mut net, 2, 1);
        net.say(1, 2, &backed(voted, &[]));
        net.live_mut(2).handle_disconnected(key(1));
        net.join(1);
        meet(&mut net, 1, 0);
        net.link(1, 2);
        net.wait(1_000);
        tell(&mut net, 1, 2, Statements::default());
        net.wait(100);
        assert_eq!((net.live(1).life(), net.live(1).is_recovering()), (1, false));
        if crashes {
            net.crash(1);
            net.restart(1);
            meet(&mut net, 1, 0);
        }
        net.want(1, change).expect("possible");
        let later = vote_for(&net, 0, 3, &y, None);
        net.say(0, 1, &backed(later, &[]));
        net.say(0, 2, &backed(later, &[]));
        net.wait(20_000);
        assert!(!shown(&net, 2, 1, Verdict::Cheated), "crashes {crashes}: an honest voter cheated");
        never_cheated(&net, 1, &[]);
    }
}

// Frame: what is told of indices that are not open

/// The liar's move is final for B and the liar; C has not heard of it yet.
fn ahead_with_the_liar() -> Net {
    let mut net = Net::players(3);
    let first = move_core(&net, 0, 0, 4);
    possess(&mut net, 0);
    net.split(&[1], &[2]);
    let sent = signed_move(&net, 0, &first, 0);
    net.say(0, 1, &sent);
    net.settle();
    assert_eq!(net.live(1).log().len(), 2, "final for B");
    net
}

/// B's disk is lost, and the liar tells it this as one for whom the index before is open.
fn lost_and_told(net: &mut Net, statements: Statements) {
    net.crash(1);
    net.join(1);
    meet(net, 1, 0);
    net.link(1, 2);
    net.wait(2_000);
    tell(net, 1, 2, statements);
    net.wait(1_000);
    assert!(net.live(1).is_recovering(), "what is told of another index counts for nothing");
}

/// B made a move at the index behind. If the telling counted, B would not take in the move, but name what it was told in its begin: when it
/// moves there again, otherwise, it knew.
#[test]
fn an_honest_voter_that_is_told_of_a_move_ahead_is_not_branded_as_a_cheat() {
    let mut net = ahead_with_the_liar();
    net.act(1, 5).expect("its turn");
    let made = net.live(1).sent().expect("it moved").clone();
    let statements = Statements { moves: vec![made], ..Statements::default() };
    lost_and_told(&mut net, statements);
}

/// The same with a vote.
#[test]
fn an_honest_voter_that_is_told_of_a_vote_ahead_is_not_branded_as_a_cheat() {
    let mut net = ahead_with_the_liar();
    let one = Change::StandIn { seat: 2 };
    let core = change_core(&net, 1, one);
    net.want(1, one).expect("possible");
    let voted = vote_for(&net, 1, 1, &core, None);
    let statements = Statements { votes: vec![voted], ..Statements::default() };
    lost_and_told(&mut net, statements);
}

// Frame: heads that are said again

/// B went on with the liar alone in its first life: X, and its own move Z behind it. Its disk is lost; nobody but the liar knows, and that conceals it. X becomes final again, and B moves otherwise behind
/// it. When its disk is lost once more, it restates that head, said one index behind where its second life began: with Z that reads "cheated".
#[test]
fn an_honest_voter_that_restates_a_head_one_further_on_is_not_branded_as_a_cheat() {
    let mut net = Net::players(3);
    let core = move_core(&net, 0, 0, 4);
    possess(&mut net, 0);
    net.isolate(1);
    let sent = signed_move(&net, 0, &core, 0);
    net.say(0, 1, &sent);
    assert_eq!(net.live(1).log().len(), 2);
    net.act(1, 4).expect("its turn");
    let before = net.live(1).sent().and_then(Entry::head).expect("its move");
    let lose = |net: &mut Net, index| {
        net.crash(1);
        net.join(1);
        meet(net, 1, 0);
        net.heal_all();
        net.wait(2_000);
        tell(net, 1, index, Statements::default());
        net.wait(2_000);
    };
    lose(&mut net, 2);
    assert_eq!((net.live(1).life(), net.live(1).is_recovering()), (1, false), "{}", net.live(1).explain());
    say_to(&mut net, 0, &[1, 2], &sent);
    net.wait(1_000);
    net.act(1, 5).expect("its turn");
    net.wait(1_000);
    assert_eq!(net.lens(), [3, 3]);
    lose(&mut net, 4);
    assert_eq!((net.live(1).life(), net.live(1).is_recovering()), (2, false), "{}", net.live(1).explain());
    let restated = delivered(&net, |message| match message {
        Message::Head(head) if head.voter == 1 && head.says.index == 3 && head.says.life == 2 => Some(*head),
        _ => None,
    });
    for head in restated {
        let Some(case) = Evidence::TwoHeads(before, head).case() else { continue };
        let lives = TwoLives { begin: last_begin(&net, 1), told: None, case };
        net.say(0, 2, &Message::Evidence(Evidence::TwoLives(Box::new(lives))));
    }
    net.wait(1_000);
    assert!(!shown(&net, 2, 1, Verdict::Cheated), "an honest voter cheated");
}

// Frame: one who counts alone

/// One counts alone, loses its disk with what nobody saw, decides otherwise, and the other returns; and once more.
#[test]
fn one_who_counts_alone_and_loses_its_disk_is_no_cheat_and_goes_on_with_who_returns() {
    let mut net = Net::started(&[true; 2], DrawMode::Fresh, 60);
    for count in 0..3_u8 {
        net.leave(1).expect("possible");
        net.wait(4_000);
        assert_eq!(net.voters(0), [0]);
        net.play(0, 2);
        net.wait(1_000);
        net.isolate(0);
        for _ in 0..3 {
            let _ = net.act(0, 4 + count);
            net.wait(500);
        }
        net.crash(0);
        net.join(0);
        net.heal_all();
        net.wait(40_000);
        assert!(!net.live(0).is_recovering(), "{}", net.live(0).explain());
        for _ in 0..3 {
            let _ = net.act(0, 7 + u8::from(count > 0));
            net.wait(500);
        }
        let _ = net.come_back(1);
        for _ in 0..20 {
            let _ = net.act(0, 3);
            net.wait(2_000);
        }
        assert_eq!(net.voters(0), [0, 1], "{count}: {}", net.live(0).explain());
        net.play(1, 4);
        never_cheated(&net, 0, &[]);
        assert!(verdicts(&net, 0).iter().all(|(_, cheated, _)| !cheated));
    }
}
