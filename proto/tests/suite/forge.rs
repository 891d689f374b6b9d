//! Entries and statements made outside the protocol, as a liar makes them.

use whistlestop_proto::contract::SeatNumber;
use whistlestop_proto::entry::{Body, Change, Core};
use whistlestop_proto::guard::Acked;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::{Backed, Message};
use whistlestop_proto::quorum::{Voter, Voters};
use whistlestop_proto::rules::Rules;
use whistlestop_proto::statement::{Head, Signed, Vote};

use crate::net::{Net, identity};

/// The entry that a change would be behind the log of a peer.
pub(crate) fn change_core(net: &Net, peer: usize, change: Change) -> Core {
    let live = net.live(peer);
    let last = live.log().last().expect("entries");
    let (index, prev, state) = (last.core.index + 1, last.hash(), live.rules().state_hash());
    Core { index, prev, body: Body::Change(change), state }
}

/// A move of a seat behind the log of a peer.
pub(crate) fn move_core(net: &Net, peer: usize, seat: SeatNumber, amount: u8) -> Core {
    let live = net.live(peer);
    let mut rules = live.rules().clone();
    rules.apply(seat, &[amount]).expect("legal");
    let last = live.log().last().expect("entries");
    let body = Body::Move { seat, payload: vec![amount] };
    Core { index: last.core.index + 1, prev: last.hash(), body, state: rules.state_hash() }
}

/// A voter's head for an entry in some round.
pub(crate) fn head_for(net: &Net, voter: Voter, round: u32, core: &Core) -> Signed<Head> {
    let says =
        Head { index: core.index, round, entry: core.hash(), state: core.state, life: 0, lost: Voters::NONE };
    Signed::new(&identity(usize::from(voter)), &net.contract.table(), voter, says)
}

/// A voter's vote for a change in some round.
pub(crate) fn vote_for(
    net: &Net,
    voter: Voter,
    round: u32,
    core: &Core,
    acked: Option<Acked<Hash>>,
) -> Signed<Vote> {
    let change = match core.body {
        Body::Change(change) => Some(change),
        _ => None,
    };
    let says =
        Vote { index: core.index, round, entry: core.hash(), change, acked, life: 0, lost: Voters::NONE };
    Signed::new(&identity(usize::from(voter)), &net.contract.table(), voter, says)
}

/// A vote as it is sent, with these to show that it counts.
pub(crate) fn backed(vote: Signed<Vote>, support: &[Signed<Vote>]) -> Message {
    Message::Vote(Box::new(Backed { vote, support: support.to_vec() }))
}

/// Says the same to several peers.
pub(crate) fn say_to(net: &mut Net, from: usize, peers: &[usize], message: &Message) {
    for peer in peers {
        net.say(from, *peer, message);
    }
}
