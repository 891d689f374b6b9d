//! A head that is put off for a moment.

use whistlestop_proto::codec;
use whistlestop_proto::message::Message;

use super::liar::signed_move;
use crate::forge::{backed, head_for, move_core, vote_for};
use crate::net::Net;

/// B acknowledges the move of A, and tells A at once; C is to hear it at most 1 ms later. Meanwhile C's head comes, and
/// then what shows that C is further already.
#[test]
fn a_head_that_is_put_off_is_told_a_moment_later_whatever_comes_in_between() {
    let mut net = Net::players(3);
    net.wait(1_000);
    let core = move_core(&net, 1, 0, 4);
    let sent = signed_move(&net, 0, &core, 0);
    net.inject(0, 1, &codec::encode(&sent));
    assert_eq!(net.live(1).waiting_heads(), 1, "C was not told yet");
    let head = Message::Head(head_for(&net, 2, 0, &core));
    net.inject(2, 1, &codec::encode(&head));
    let mut vote = vote_for(&net, 2, 1, &core, None).says;
    vote.index += 2;
    let vote =
        whistlestop_proto::statement::Signed::new(&crate::net::identity(2), &net.contract.table(), 2, vote);
    net.inject(2, 1, &codec::encode(&backed(vote, &[])));
    let now = net.now + 2;
    assert!(net.live(1).poll_timeout() <= now, "nothing wakes B before its next status");
    net.live_mut(1).handle_timeout(now);
    net.drain(1);
    assert_eq!(net.live(1).waiting_heads(), 0);
}
