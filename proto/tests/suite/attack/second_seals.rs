//! Seals that honest peers send on.

use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Body, Change};
use whistlestop_proto::journal::{self, Record};

use super::liar::drops;
use crate::net::{Net, WATCHER};

/// The journal of a peer as it is if the machine stops behind the entry that became final last, before the record that says so.
fn stopped_between(net: &Net, peer: usize) -> Vec<u8> {
    let (records, _) = journal::read(&net.peers[peer].journal).expect("sound");
    let last =
        records.iter().rposition(|record| matches!(record, Record::Final { .. })).expect("there is one");
    let kept: Vec<u8> = net.peers[peer].records.concat();
    assert_eq!(kept, net.peers[peer].journal);
    let mut writer = journal::Writer::default();
    let mut bytes = journal::preamble();
    records[..last].iter().for_each(|record| bytes.extend(writer.frame(record)));
    assert!(kept.starts_with(&bytes), "whole records, as they were written");
    bytes
}

/// C and D miss an entry that changes who counts. C hears it from A, and its machine stops while it writes that down; D meets C first.
#[test]
fn whoever_stops_while_it_writes_down_a_sealed_entry_is_not_dropped_for_it() {
    for (stops, admits, delay) in
        [(false, true, 3_000), (true, true, 0), (true, true, 3_000), (true, false, 3_000)]
    {
        let mut net = Net::started(&[true; 5], DrawMode::Fresh, 40);
        net.join(WATCHER);
        net.heal_all();
        net.wait(1_000);
        net.isolate(2);
        net.isolate(3);
        let change = if admits { net.admission(0, WATCHER) } else { Change::Remove { voter: 4 } };
        for peer in [0, 1, 4] {
            net.want(peer, change).expect("possible");
        }
        net.wait(3_000);
        assert!(matches!(net.live(0).log().last().expect("some").core.body, Body::Change(_)));
        net.link(0, 2);
        net.wait(1_000);
        assert_eq!(net.live(2).log().len(), net.live(0).log().len());
        let bytes = if stops { stopped_between(&net, 2) } else { net.peers[2].journal.clone() };
        net.crash(2);
        net.try_restore(2, &bytes).expect("sound");
        // The link is slow.
        net.delay_millis = delay;
        net.link(2, 3);
        net.wait(60_000);
        net.delay_millis = 0;
        let dropped = drops(&net);
        net.heal_all();
        for _ in 0..30 {
            (0..5).for_each(|peer| drop(net.act(peer, 3)));
            net.wait(1_000);
        }
        assert_eq!(dropped, [], "stops {stops}, admits {admits}, delay {delay}: {:?}", net.lens());
        let lens = net.lens();
        assert!(lens.iter().all(|len| *len == lens[0] && *len > 5), "stops {stops}: {lens:?}");
    }
}
