//! Copies in which somebody's keys do not fit: who draws then, and what hangs on it.

use whistlestop_proto::contract::{Accession, DrawMode};
use whistlestop_proto::entry::{Body, Entry};
use whistlestop_proto::journal::{self, Record};
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::rules::ToMove;

use crate::net::{Net, PLACE, identity, key, to_bot};

/// A and B, of four, go on as a copy; C and D come back one after the other. If `lies`, what B publishes for its pairs with C and D fits nothing; B's program is otherwise the same as all others.
fn four_of_whom_one_lied(lies: bool) -> Net {
    let net = Net::started(&[true; 4], DrawMode::Fresh, 40);
    assert_eq!(net.turn(0), ToMove::Seat(0));
    let (mut contract, genesis) = net.live(0).copy(net.contract.seats.clone(), [9; 16]);
    contract.absent = Voters::NONE.with(2).with(3);
    let mut copy = Net::of(contract.clone(), genesis);
    let own = copy.live(1).accessions().find(|accession| accession.voter == 1).cloned();
    let mut keys = own.expect("it signs").keys;
    if lies {
        let points = (keys.pairs[1].1, keys.pairs[2].1);
        (keys.pairs[2].1, keys.pairs[1].1) = points;
    }
    let accession = Accession::sign(&identity(1), &contract.table(), 1, keys);
    let mut writer = journal::Writer::default();
    let mut bytes = journal::preamble();
    for record in [
        Record::Contract(contract),
        Record::Owner(key(1)),
        Record::Place(PLACE),
        Record::Accession(accession),
    ] {
        bytes.extend(writer.frame(&record));
    }
    copy.crash(1);
    copy.try_restore(1, &bytes).expect("sound");
    copy.heal_all();
    copy.wait(1_000);
    assert!(copy.live(0).is_started());
    for peer in [2, 3] {
        copy.join(peer);
        copy.heal_all();
        for _ in 0..20 {
            copy.wait(1_000);
            let _ = copy.come_back(peer);
        }
    }
    assert_eq!(copy.voters(0), [0, 1, 2, 3], "{}", copy.live(0).explain());
    copy
}

/// Plays until this seat may act.
fn until(net: &mut Net, by: usize, turn: ToMove) {
    for _ in 0..60 {
        if net.turn(by) == turn {
            return;
        }
        if let ToMove::Seat(seat) = net.turn(by) {
            let _ = net.act(usize::from(seat), 3);
        }
        net.wait(500);
    }
    assert_eq!(net.turn(by), turn, "{}", net.live(by).explain());
}

/// The pairs whose links each draw took.
fn draws(net: &Net, by: usize) -> Vec<Vec<(u8, u8)>> {
    let links = |entry: &Entry| match &entry.core.body {
        Body::Draw { links, .. } => Some(links.iter().map(|(one, other, _)| (*one, *other)).collect()),
        _ => None,
    };
    net.live(by).log().iter().filter_map(links).collect()
}

/// B goes to sleep before a draw. The other three are there, and want a bot in its place.
#[test]
fn at_four_one_who_lied_about_its_keys_and_sleeps_stops_no_table() {
    for lies in [false, true] {
        let mut net = four_of_whom_one_lied(lies);
        until(&mut net, 0, ToMove::Seat(3));
        net.crash(1);
        let _ = net.act(3, 3);
        net.wait(1_000);
        let before = net.live(0).log().len();
        for _ in 0..200 {
            for peer in [0, 2, 3] {
                let _ = net.want(peer, to_bot(1));
                let _ = net.act(peer, 3);
            }
            net.wait(1_000);
        }
        assert!(
            net.lens().iter().all(|len| *len > before + 5),
            "lies {lies}: before {before}, now {:?}, voters {:?} {}",
            net.lens(),
            net.voters(0),
            net.live(0).explain()
        );
    }
}

/// A leaves, so that B, C and D count. Nobody of three may make a draw alone: it would foresee it.
#[test]
fn at_three_nobody_makes_a_draw_alone_who_lied_about_its_keys() {
    for lies in [false, true] {
        let mut net = four_of_whom_one_lied(lies);
        until(&mut net, 0, ToMove::Seat(2));
        net.leave(0).expect("possible");
        net.wait(3_000);
        net.crash(0);
        assert_eq!(net.voters(2), [1, 2, 3]);
        let before = draws(&net, 2).len();
        until(&mut net, 2, ToMove::Seat(3));
        for _ in 0..10 {
            let _ = net.act(3, 3);
            net.wait(500);
        }
        let draws = draws(&net, 2)[before..].to_vec();
        assert!(!draws.is_empty(), "lies {lies}: {}", net.live(2).explain());
        assert!(draws.iter().all(|links| links.contains(&(2, 3))), "lies {lies}: {draws:?}");
    }
}

/// B is removed and A leaves. C and D count: a draw that takes no link at all anybody can foresee, and whoever moves before it can choose it.
#[test]
fn at_two_no_draw_is_made_without_any_link() {
    for lies in [false, true] {
        let mut net = four_of_whom_one_lied(lies);
        until(&mut net, 0, ToMove::Seat(2));
        for peer in [0, 2, 3] {
            net.want(peer, to_bot(1)).expect("possible");
        }
        net.wait(3_000);
        net.crash(1);
        until(&mut net, 0, ToMove::Seat(2));
        net.leave(0).expect("possible");
        net.wait(3_000);
        net.crash(0);
        assert_eq!(net.voters(2), [2, 3]);
        let before = draws(&net, 2).len();
        until(&mut net, 2, ToMove::Seat(3));
        for _ in 0..10 {
            let _ = net.act(3, 3);
            net.wait(500);
        }
        let draws = draws(&net, 2)[before..].to_vec();
        assert!(!draws.is_empty(), "lies {lies}: {}", net.live(2).explain());
        assert!(draws.iter().all(|links| links.len() == 2), "lies {lies}: {draws:?}");
    }
}
