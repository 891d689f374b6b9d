//! One link between two peers, whoever dials and however often.

use std::time::Duration;

use super::kit::{Cable, Peer, Stranger, identity};
use crate::net::limits::Limits;
use crate::net::{DialError, NetEvent, Unlink};

const NEVER: Duration = Duration::from_secs(3600);

/// What a peer was told until it was unlinked: links, frames, ends.
async fn story(peer: &mut Peer, other: &Peer) -> (u32, Vec<Vec<u8>>) {
    let (mut links, mut frames) = (0, Vec::new());
    loop {
        match peer.next().await {
            NetEvent::Linked { peer, .. } => {
                assert_eq!(peer, other.key);
                links += 1;
            }
            NetEvent::Frame { bytes, .. } => frames.push(bytes),
            NetEvent::DialFailed { why: DialError::Already { .. }, expected: None, .. } => {}
            NetEvent::Unlinked { why: Unlink::ClosedByThem { reason }, .. } if reason == "done" => {
                return (links, frames);
            }
            NetEvent::Unlinked { why: Unlink::ClosedHere { reason }, .. } if reason == "done" => {
                return (links, frames);
            }
            other => panic!("unexpected: {other:?}"),
        }
    }
}

#[tokio::test]
async fn simultaneous_dials_leave_one_link_and_lose_nothing_sent_on_it() {
    for round in 0..40 {
        let (mut a, mut b) = (Peer::new(2 * round), Peer::new(2 * round + 1));
        let named = round % 2 == 0;
        // Several times too, as a node does that hears of an address in several ways.
        for _ in 0..1 + round % 3 {
            a.endpoint.dial(b.address(), named.then_some(b.key));
            b.endpoint.dial(a.address(), named.then_some(a.key));
        }
        for (peer, other) in [(&a, b.key), (&b, a.key)] {
            // As soon as it is linked, each sends.
            while peer.endpoint.send(&other, b"first").is_err() {
                tokio::task::yield_now().await;
            }
            peer.endpoint.send(&other, b"second").unwrap();
        }
        // The first frame of each has arrived when both have two frames, so none can be on its way any more.
        while a.events.len() < 3 || b.events.len() < 3 {
            tokio::task::yield_now().await;
        }
        a.endpoint.close(&b.key, "done");
        let expected = (1, vec![b"first".to_vec(), b"second".to_vec()]);
        assert_eq!(story(&mut a, &b).await, expected, "round {round}");
        assert_eq!(story(&mut b, &a).await, expected, "round {round}");
    }
}

#[tokio::test]
async fn dialling_a_linked_peer_again_is_harmless() {
    let (mut a, mut b) = (Peer::new(1), Peer::new(2));
    a.link(&mut b).await;
    a.endpoint.dial(b.address(), Some(b.key));
    b.endpoint.dial(a.address(), Some(a.key));
    a.talks_with(&mut b).await;
    // Whoever dialled an address without a name is told who is there.
    b.endpoint.dial(a.address(), None);
    assert_eq!(b.failed().await, DialError::Already { peer: a.key });
    a.talks_with(&mut b).await;
}

#[tokio::test]
async fn a_restarted_peer_replaces_its_dead_link_at_once() {
    let (mut a, mut b) = (Peer::new(1), Peer::new(2));
    for dialled_by_a in [true, false] {
        let cable = Cable::to(if dialled_by_a { b.address() } else { a.address() }).await;
        let (from, to) = if dialled_by_a { (&a, &b) } else { (&b, &a) };
        from.endpoint.dial(cable.address, Some(to.key));
        a.linked(b.key).await;
        b.linked(a.key).await;
        cable.cut();
        b = Peer::new(2);
        b.endpoint.dial(a.address(), Some(a.key));
        assert_eq!(a.unlinked(b.key).await, Unlink::Restarted);
        a.linked(b.key).await;
        b.linked(a.key).await;
        a.talks_with(&mut b).await;
        b.endpoint.close(&a.key, "once more");
        a.unlinked(b.key).await;
        b.unlinked(a.key).await;
    }
}

/// A peer that lost its link, which the other side dialled and still holds.
async fn half_a_link(settled: Duration) -> (Peer, Peer) {
    let limits = Limits { settled, ..Limits::default() };
    let (mut a, mut b) = (Peer::within(1, limits), Peer::new(2));
    let cable = Cable::to(b.address()).await;
    a.endpoint.dial(cable.address, Some(b.key));
    a.linked(b.key).await;
    b.linked(a.key).await;
    cable.cut();
    b.endpoint.close(&a.key, "never heard");
    b.unlinked(a.key).await;
    (a, b)
}

#[tokio::test]
async fn a_peer_that_dials_again_replaces_a_link_that_is_not_young() {
    let (mut a, mut b) = half_a_link(Duration::ZERO).await;
    b.endpoint.dial(a.address(), Some(a.key));
    assert_eq!(a.unlinked(b.key).await, Unlink::Replaced);
    a.linked(b.key).await;
    b.linked(a.key).await;
    a.talks_with(&mut b).await;
}

#[tokio::test]
async fn a_young_link_is_not_replaced_and_the_dialler_is_told_to_try_again() {
    let (a, mut b) = half_a_link(NEVER).await;
    b.endpoint.dial(a.address(), Some(a.key));
    let why = b.failed().await.to_string();
    assert!(why.contains("older link") && why.contains("try again"), "{why}");
}

#[tokio::test]
async fn a_link_that_its_dialler_dials_again_is_replaced_however_young() {
    let limits = Limits { settled: NEVER, ..Limits::default() };
    let mut a = Peer::within(1, limits);
    let (stranger, key) = (Stranger::new(2), identity(2).public());
    let first = stranger.link(a.address()).await;
    a.linked(key).await;
    let _second = stranger.link(a.address()).await;
    assert_eq!(a.unlinked(key).await, Unlink::Replaced);
    a.linked(key).await;
    assert_eq!(super::kit::reason(&first.connection.closed().await), "replaced by a newer link");
}

#[tokio::test]
async fn a_peer_that_closes_and_comes_back_at_once_is_linked_again() {
    let (mut a, mut b) = (Peer::new(1), Peer::new(2));
    a.link(&mut b).await;
    for _ in 0..20 {
        b.endpoint.close(&a.key, "just looking");
        b.unlinked(a.key).await;
        b.endpoint.dial(a.address(), Some(a.key));
        a.unlinked(b.key).await;
        a.linked(b.key).await;
        b.linked(a.key).await;
    }
    a.talks_with(&mut b).await;
}
