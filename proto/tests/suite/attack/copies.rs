//! Attacks on copies, by somebody who was absent when they began.

use whistlestop_proto::contract::Accession;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::statement::{Return, Signed};

use super::liar::{drops, meet};
use crate::forge::say_to;
use crate::net::{Net, identity};

/// D was absent when a copy began, and lies: it brings A and C its keys, and B other ones. While B is apart D returns
/// with A and C. B can take neither the return nor what follows, and holds it for an offence of A and C.
#[test]
fn two_accessions_of_one_who_was_absent_make_no_honest_peers_drop_each_other() {
    for (lies, shared) in [(false, false), (true, false), (true, true)] {
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
        if shared {
            // Then those who share the key see at once that it is another.
            keys.pairs[0].1 = keys.pairs[1].1;
        }
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
            for peer in [0, 2] {
                drop(copy.act(peer, 3));
            }
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
