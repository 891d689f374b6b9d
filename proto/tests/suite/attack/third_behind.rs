//! Whoever is behind and meets somebody first who tells it more than is final.

use whistlestop_proto::codec;
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Body, Core, Entry, Proof};
use whistlestop_proto::message::Message;
use whistlestop_proto::rules::{Rules, ToMove};

use super::liar::{intrude, meet, signed_move};
use crate::forge::move_core;
use crate::net::{Net, WATCHER, to_bot};

/// The bot's move behind the log of a peer, as everybody computes it.
fn auto_entry(net: &Net, peer: usize) -> Entry {
    let live = net.live(peer);
    let ToMove::Seat(seat) = live.rules().turn() else { unreachable!("a bot's turn") };
    let payload = live.rules().auto(seat, false);
    let mut rules = live.rules().clone();
    rules.apply(seat, &payload).expect("legal");
    let last = live.log().last().expect("entries");
    let body = Body::Auto { seat, stand_in: false, payload };
    let core = Core { index: last.core.index + 1, prev: last.hash(), body, state: rules.state_hash() };
    Entry { core, proof: Proof::Itself }
}

/// Of three players A is gone, and B waits at a bot's turn for D, who comes back. Somebody who only watches is the first
/// to tell D what is final, and the bot's move behind it, which everybody can compute. From then on D asks B for what
/// follows upon that, which B does not have, and is never sent the heads that make the rest final.
#[test]
fn a_spectator_that_tells_more_than_is_final_keeps_nobody_behind() {
    for hostile in [false, true] {
        let mut net = Net::started(&[true, true, false, true], DrawMode::Fresh, 3);
        net.crash(3);
        net.act(0, 3).expect("its turn");
        // A acknowledges B's move, and is gone before B hears what it says about the bot's.
        net.censor = Some(Box::new(|from, _, message| {
            from == 0 && matches!(message, Message::Head(head) if head.says.index == 4)
        }));
        net.act(1, 3).expect("its turn");
        net.crash(0);
        net.censor = None;
        assert_eq!((net.live(1).log().len(), net.turn(1)), (3, ToMove::Seat(2)));
        let journal = net.peers[3].journal.clone();
        net.try_restore(3, &journal).expect("sound");
        if hostile {
            meet(&mut net, 3, WATCHER);
            let mut told = net.live(1).log()[1..].to_vec();
            told.push(auto_entry(&net, 1));
            net.inject(WATCHER, 3, &codec::encode(&Message::Entries(told)));
        }
        net.link(1, 3);
        net.wait(120_000);
        assert!(
            net.live(3).log().len() > 3 && net.live(1).log().len() > 3,
            "hostile {hostile}: two of three are there, and a spectator: {:?} {}",
            net.lens(),
            net.live(3).explain()
        );
    }
}

/// The same where it is a liar's turn, who tells its move to nobody but C. B and C, two of three, want it out.
#[test]
fn a_liar_that_tells_its_next_move_to_who_is_behind_does_not_keep_it_there() {
    for hostile in [false, true] {
        let mut net = Net::players(3);
        net.act(0, 3).expect("its turn");
        let behind = 0;
        net.crash(behind);
        net.act(1, 3).expect("its turn");
        assert_eq!((net.live(1).log().len(), net.turn(1)), (3, ToMove::Seat(2)));
        net.crash(2);
        intrude(&mut net, 2);
        let journal = net.peers[behind].journal.clone();
        net.try_restore(behind, &journal).expect("sound");
        meet(&mut net, behind, 2);
        if hostile {
            let core = move_core(&net, 1, 2, 5);
            let Message::Entry(unsent) = signed_move(&net, 2, &core, 0) else { unreachable!("an entry") };
            let mut told = net.live(1).log()[2..].to_vec();
            told.push(*unsent);
            net.inject(2, behind, &codec::encode(&Message::Entries(told)));
        }
        net.link(behind, 1);
        for peer in [behind, 1] {
            net.want(peer, to_bot(2)).expect("possible");
        }
        net.wait(120_000);
        assert!(
            [behind, 1].iter().all(|peer| net.live(*peer).log().len() > 3),
            "hostile {hostile}: {:?} {}",
            net.lens(),
            net.live(behind).explain()
        );
    }
}
