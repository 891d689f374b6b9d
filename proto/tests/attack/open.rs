//! Attacks that are known and not answered yet.

use whistlestop_proto::contract::{Accession, DrawMode};
use whistlestop_proto::entry::{Body, Entry, Proof};
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::statement::{Return, Signed};

use crate::forge::say_to;
use crate::liar::{drops, intrude, lose_disk, lost_words, meet, open_for, parted, says_lost};
use crate::net::{Net, WATCHER, identity, to_bot};

/// Nobody lies. Two of four have lost their disks. A and B have acknowledged A's move, which is final as soon as both say that they have lost their memory. B has
/// missed that word of the last one; the others have not, and go on, and from then on the last one says it of the next index only. B holds the old index for open for ever.
#[test]
fn at_four_and_six_a_word_that_one_missed_does_not_stop_half() {
    for voters in [4, 6] {
        let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 20);
        let gone: Vec<usize> = (voters / 2..voters).collect();
        gone.iter().for_each(|peer| net.crash(*peer));
        let open = open_for(&net, 0);
        net.act(0, 3).expect("its turn");
        net.wait(1_000);
        let last = u8::try_from(voters - 1).expect("few");
        net.censor = Some(Box::new(move |_, to, message| {
            to == 1 && matches!(message, Message::Lost(word) if word.voter == last && word.says.index == open)
        }));
        gone.iter().for_each(|peer| net.join(*peer));
        net.heal_all();
        net.wait(3_000);
        net.censor = None;
        net.wait(200_000);
        assert!(
            net.lens().iter().all(|len| *len > 3),
            "{voters} voters: {:?} {}",
            net.lens(),
            net.live(1).explain()
        );
    }
}

/// A copy of B's home was started for a moment and is gone, and another is away. B's own start must stop; the others and it can let it begin
/// anew only with the one who is away.
#[test]
fn at_four_a_copy_that_is_gone_does_not_stop_the_table_while_one_is_away() {
    let mut net = Net::started(&[true; 4], DrawMode::Fresh, 60);
    intrude(&mut net, WATCHER);
    let word = says_lost(&net, 1, open_for(&net, 0), 77);
    say_to(&mut net, WATCHER, &[0, 2, 3], &word);
    net.wait(3_000);
    assert!(net.live(1).is_superseded());
    net.crash(3);
    for _ in 0..100 {
        if net.live(1).is_superseded() {
            net.crash(1);
            net.restart(1);
        }
        for peer in [0, 1, 2] {
            let _ = net.want(peer, to_bot(3));
            let _ = net.act(peer, 3);
        }
        net.wait(2_000);
    }
    assert!(net.lens().iter().all(|len| *len > 6), "{:?} {}", net.lens(), net.live(1).explain());
}

/// Nobody who counts lies. Both disks of two are lost, and have met; before they begin anew, B's is lost again. Somebody who only watches has kept the
/// old words: of them it makes another beginning for B than the one that A makes.
#[test]
fn at_two_and_three_old_words_do_not_make_a_second_beginning() {
    for voters in [2, 3] {
        let mut net = Net::started(&vec![true; voters], DrawMode::Fresh, 20);
        net.join(WATCHER);
        net.heal_all();
        net.play(0, 2);
        net.wait(1_000);
        (0..voters).for_each(|peer| net.crash(peer));
        (0..voters).for_each(|peer| net.join(peer));
        net.heal_all();
        net.wait(1_200);
        let index = open_for(&net, WATCHER);
        let last = voters - 1;
        let words: Vec<_> = (0..voters)
            .map(|voter| {
                let all = lost_words(&net, u8::try_from(voter).expect("few"));
                all.into_iter().filter(|word| word.says.index == index).next_back().expect("it said so")
            })
            .collect();
        assert!(words.iter().all(|word| word.says.met.len() == voters - 1), "they have met: {words:?}");
        let before = net.live(WATCHER).log().len();
        lose_disk(&mut net, last);
        net.wait(1_200);
        assert_eq!(open_for(&net, last), index, "nothing has begun yet");
        // It hears of A's beginning a little later.
        net.censor = Some(Box::new(move |_, to, message| {
            let anew = |entry: &Entry| matches!(entry.core.body, Body::Anew { .. });
            to == last && matches!(message, Message::Entries(all) if all.iter().any(anew))
        }));
        net.wait(8_000);
        let made = net.live(0).log().get(before).cloned();
        let Some(made) = made.filter(|entry| matches!(entry.core.body, Body::Anew { .. })) else {
            panic!("A has begun: {}", net.live(0).explain());
        };
        let lives = words.iter().map(|word| (word.voter, word.says.life)).collect();
        let mut core = made.core.clone();
        core.body = Body::Anew { lives };
        let old = Entry { core, proof: Proof::Lost(words) };
        say_to(&mut net, WATCHER, &[last], &Message::Entries(vec![old]));
        net.censor = None;
        net.wait(10_000);
        assert!(!parted(&net), "{voters} voters: {:?}", net.lens());
    }
}

/// D was absent when a copy began, and lies: it brings A and C its keys, and B other ones. While B is apart D returns with A and C. B can take neither the return nor what follows, and holds
/// it for an offence of A and C.
#[test]
fn two_accessions_of_one_who_was_absent_make_no_honest_peers_drop_each_other() {
    for lies in [false, true] {
        let net = Net::players(4);
        let (mut contract, genesis) = net.live(0).copy(net.contract.seats.clone(), [9; 16]);
        contract.absent = Voters::NONE.with(3);
        let mut copy = Net::of(contract, genesis);
        let table = copy.contract.table();
        copy.heal_all();
        copy.wait(1_000);
        // What D would bring.
        copy.join(3);
        let good = copy.live(3).accessions().find(|accession| accession.voter == 3).cloned();
        copy.crash(3);
        let good = good.expect("it signs");
        let mut keys = good.keys.clone();
        keys.own = keys.pairs[0].1;
        keys.pairs[0].1 = keys.pairs[1].1;
        let bad = Accession::sign(&identity(3), &table, 3, keys);
        copy.isolate(1);
        (0..3).for_each(|peer| meet(&mut copy, peer, 3));
        for peer in [0, 2] {
            copy.say(3, peer, &Message::Accession(Box::new(good.clone())));
        }
        let other = if lies { bad } else { good };
        copy.say(3, 1, &Message::Accession(Box::new(other)));
        let wish = Signed::new(&identity(3), &table, 3, Return { since: 0, life: 0 });
        for _ in 0..20 {
            say_to(&mut copy, 3, &[0, 2], &Message::Return(wish));
            [0, 2].iter().for_each(|peer| drop(copy.act(*peer, 3)));
            copy.wait(1_000);
        }
        assert_eq!(copy.voters(0), [0, 1, 2, 3], "{}", copy.live(0).explain());
        copy.heal_all();
        copy.wait(60_000);
        let lens = copy.lens();
        assert_eq!(drops(&copy), [], "lies {lies}");
        assert!(lens.iter().all(|len| *len == lens[0]), "lies {lies}: {lens:?} {}", copy.live(1).explain());
    }
}
