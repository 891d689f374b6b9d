//! Copies that begin without somebody, and a liar among those who begin them.

use whistlestop_proto::contract::Accession;
use whistlestop_proto::message::Message;
use whistlestop_proto::quorum::Voters;

use super::liar::meet;
use crate::net::{Net, identity};

/// D is away when a copy begins. A lies: what it publishes for its pair with D is the key of another pair, which only D
/// could see. D must get its seat back all the same, at the latest when A is gone.
#[test]
fn a_liar_that_begins_a_copy_keeps_nobody_out_who_was_absent() {
    for lies in [false, true] {
        let net = Net::players(4);
        let (mut contract, genesis) = net.live(0).copy(net.contract.seats.clone(), [9; 16]);
        contract.absent = Voters::NONE.with(3);
        let mut copy = Net::of(contract.clone(), genesis.clone());
        let table = copy.contract.table();
        let own = copy.live(0).accessions().find(|accession| accession.voter == 0).cloned();
        let mut keys = own.expect("it signs").keys;
        if lies {
            keys.pairs[2].1 = keys.pairs[1].1;
        }
        let accession = Accession::sign(&identity(0), &table, 0, keys);
        copy.crash(0);
        for peer in [1, 2] {
            meet(&mut copy, peer, 0);
            copy.say(0, peer, &Message::Accession(Box::new(accession.clone())));
        }
        copy.heal_all();
        copy.wait(1_000);
        assert!(copy.live(1).is_started());
        for peer in [1, 2] {
            copy.want(peer, crate::net::to_bot(0)).expect("possible");
        }
        copy.wait(5_000);
        assert_eq!(copy.voters(1), [1, 2]);
        copy.join(3);
        copy.heal_all();
        meet(&mut copy, 3, 0);
        copy.say(0, 3, &Message::Accession(Box::new(accession.clone())));
        for _ in 0..60 {
            let _ = copy.come_back(3);
            for peer in [1, 2] {
                drop(copy.act(peer, 3));
            }
            copy.wait(1_000);
        }
        assert_eq!(copy.voters(1), [1, 2, 3], "lies {lies}: {}", copy.live(1).explain());
    }
}
