//! Whoever said that nothing is final for it acknowledges nothing there any more.

use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::Proof;
use whistlestop_proto::event::Event;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::Message;
use whistlestop_proto::statement::{Evidence, Standing};

use super::liar::{delivered, intrude, possess, standing};
use crate::forge::{head_for, move_core};
use crate::net::Net;

/// C lies, which is known. B has said that nothing is final for it, as the votes lead nowhere, and A says so, too, before
/// it has heard any vote. Then A's user wants to move.
#[test]
fn who_said_that_nothing_is_final_moves_without_acknowledging_that() {
    let mut net = Net::started(&[true; 5], DrawMode::Fresh, 9);
    net.wait(1_000);
    for peer in [1, 2, 3] {
        net.crash(peer);
    }
    possess(&mut net, 4);
    intrude(&mut net, 1);
    let mut cores = [4, 5].map(|amount| move_core(&net, 0, 0, amount));
    cores[1].state = Hash([8; 32]);
    let heads = cores.map(|core| head_for(&net, 4, 0, &core));
    net.say(4, 0, &Message::Evidence(Evidence::TwoHeads(heads[0], heads[1])));
    let word = standing(&net, 1, Standing { index: 2, liar: 4, entry: None, life: 0 });
    net.say(1, 0, &Message::Standing(word));
    net.join(crate::net::WATCHER);
    net.heal_all();
    net.wait(1_000);
    let said = delivered(&net, |message| match message {
        Message::Standing(word) if word.voter == 0 && word.says.entry.is_none() => Some(*word),
        _ => None,
    });
    assert!(!said.is_empty(), "{}", net.live(0).explain());
    let done = net.act(0, 4);
    let sent: Vec<_> = net.peers[0]
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Sent(entry) if entry.core.index == 2 => Some((**entry).clone()),
            _ => None,
        })
        .collect();
    let acknowledged = sent.iter().any(|entry| matches!(entry.proof, Proof::Signed(..)));
    assert!(!acknowledged, "{done:?}: what it signed is a head in round 0");
}
