use std::time::Duration;

use super::kit::{Peer, Stranger};
use crate::net::limits::{Limits, MAX_LINKS};
use crate::net::{Bar, DialError, NetEvent, Unlink};

const NEVER: Duration = Duration::from_hours(1);

#[tokio::test]
async fn a_hundred_links_at_once_are_bounded_and_the_rest_is_told_so() {
    let limits = Limits { half_open: 200, handshake_burst: 1000, ..Limits::default() };
    let mut host = Peer::within(0, limits);
    let mut guests: Vec<Peer> = (1..=100).map(Peer::new).collect();
    for guest in &guests {
        guest.endpoint.dial(host.address(), Some(host.key));
    }
    let (mut linked, mut refused) = (Vec::new(), 0);
    for (number, guest) in guests.iter_mut().enumerate() {
        match guest.next().await {
            NetEvent::Linked { .. } => linked.push(number),
            NetEvent::DialFailed { why: DialError::Refused { reason }, .. } => {
                assert_eq!(reason, "this peer has as many links as it takes; try again later");
                refused += 1;
            }
            other => panic!("unexpected: {other:?}"),
        }
        // The host's events wait in a bounded queue.
        while host.events.try_recv().is_ok() {}
    }
    assert_eq!((linked.len(), refused), (MAX_LINKS, 100 - MAX_LINKS));
    let last = linked[MAX_LINKS - 1];
    guests[last].endpoint.close(&host.key, "making room");
    let key = guests[last].key;
    loop {
        if matches!(host.next().await, NetEvent::Unlinked { peer, .. } if peer == key) {
            break;
        }
    }
    let newcomer = Peer::new(200);
    newcomer.endpoint.dial(host.address(), None);
    host.linked(newcomer.key).await;
}

#[tokio::test]
async fn a_full_peer_does_not_dial_further_ones() {
    let mut host = Peer::within(0, Limits { links: 1, ..Limits::default() });
    let (mut first, second) = (Peer::new(1), Peer::new(2));
    host.link(&mut first).await;
    host.endpoint.dial(second.address(), Some(second.key));
    assert_eq!(host.failed().await, DialError::Full);
    host.talks_with(&mut first).await;
}

#[tokio::test]
async fn half_open_connections_are_bounded() {
    let limits = Limits { half_open: 2, handshake: NEVER, ..Limits::default() };
    let (mut host, mut guest) = (Peer::within(0, limits), Peer::new(1));
    let silent = [Stranger::new(2).dial(host.address()).await, Stranger::new(3).dial(host.address()).await];
    guest.endpoint.dial(host.address(), None);
    assert_eq!(guest.failed().await, DialError::Busy);
    for silent in silent {
        silent.unwrap().close(0_u32.into(), b"never mind");
    }
    // Their places are free as soon as the host has heard of it.
    until_linked(&mut guest, &mut host).await;
}

#[tokio::test]
async fn those_who_do_not_greet_lose_their_place() {
    let limits = Limits { handshake: Duration::from_millis(300), ..Limits::default() };
    let host = Peer::within(0, limits);
    let silent = Stranger::new(2).dial(host.address()).await.unwrap();
    assert_eq!(super::kit::reason(&silent.closed().await), "you did not greet in time");
}

#[tokio::test]
async fn one_address_that_tries_too_often_is_refused() {
    let limits = Limits { handshake_burst: 3, handshakes_per_second: 0, ..Limits::default() };
    let (mut host, mut guest) = (Peer::within(0, limits), Peer::new(1));
    for _ in 0..3 {
        guest.link(&mut host).await;
        guest.endpoint.close(&host.key, "and again");
        guest.unlinked(host.key).await;
        host.unlinked(guest.key).await;
    }
    guest.endpoint.dial(host.address(), Some(host.key));
    assert_eq!(guest.failed().await, DialError::Busy);
}

#[tokio::test]
async fn one_address_that_tried_too_often_may_come_back() {
    let limits = Limits { handshake_burst: 1, handshakes_per_second: 1, ..Limits::default() };
    let (mut host, mut guest) = (Peer::within(0, limits), Peer::new(1));
    for _ in 0..2 {
        until_linked(&mut guest, &mut host).await;
        guest.endpoint.close(&host.key, "and again");
        guest.unlinked(host.key).await;
        host.unlinked(guest.key).await;
    }
}

/// Dials until it succeeds.
async fn until_linked(guest: &mut Peer, host: &mut Peer) {
    loop {
        guest.endpoint.dial(host.address(), Some(host.key));
        match guest.next().await {
            NetEvent::Linked { .. } => break,
            NetEvent::DialFailed { why: DialError::Busy, .. } => {}
            other => panic!("unexpected: {other:?}"),
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    host.linked(guest.key).await;
}

#[tokio::test]
async fn nobody_there_is_told_as_such() {
    let limits = Limits { handshake: Duration::from_millis(200), ..Limits::default() };
    let mut peer = Peer::within(1, limits);
    let silent = tokio::net::UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let address = silent.local_addr().unwrap();
    peer.endpoint.dial(address, None);
    // The same once more is the same dial.
    peer.endpoint.dial(address, None);
    let why = DialError::NoAnswer;
    assert_eq!(peer.next().await, NetEvent::DialFailed { address, expected: None, why: why.clone() });
    assert!(why.to_string().contains("firewall"), "{why}");
    peer.endpoint.dial("127.0.0.1:0".parse().unwrap(), None);
    assert!(matches!(peer.failed().await, DialError::Unreachable(_)));
}

#[tokio::test]
async fn whoever_answers_the_handshake_but_not_the_greeting_is_given_up() {
    let limits = Limits { handshake: Duration::from_millis(300), ..Limits::default() };
    let mut peer = Peer::within(1, limits);
    let mute = Stranger::new(2).listen();
    peer.endpoint.dial(mute, None);
    assert_eq!(peer.failed().await, DialError::NoAnswer);
}

#[tokio::test]
async fn there_is_always_a_place_for_those_at_the_table() {
    let mut host = Peer::within(0, Limits { links: 4, ..Limits::default() });
    let mut players = [Peer::new(1), Peer::new(2)];
    let mut watchers: Vec<Peer> = (3..=7).map(Peer::new).collect();
    host.endpoint.reserve([host.key, players[0].key, players[1].key]);
    for watcher in &mut watchers[..2] {
        watcher.link(&mut host).await;
    }
    watchers[2].endpoint.dial(host.address(), Some(host.key));
    assert!(matches!(watchers[2].failed().await, DialError::Refused { .. }), "two places are kept");
    for player in &mut players {
        player.link(&mut host).await;
    }
    host.talks_with(&mut watchers[0]).await;
}

#[tokio::test]
async fn the_last_stranger_gives_way_to_a_player() {
    let mut host = Peer::within(0, Limits { links: 2, ..Limits::default() });
    let (mut first, mut last, mut player) = (Peer::new(1), Peer::new(2), Peer::new(3));
    first.link(&mut host).await;
    last.link(&mut host).await;
    // Only now it is known who is at the table.
    host.endpoint.reserve([player.key]);
    player.endpoint.dial(host.address(), Some(host.key));
    player.linked(host.key).await;
    loop {
        match host.next().await {
            NetEvent::Unlinked { peer, why } => assert_eq!((peer, why), (last.key, Unlink::GaveWay)),
            NetEvent::Linked { peer, .. } => assert_eq!(peer, player.key),
            other => panic!("unexpected: {other:?}"),
        }
        if host.events.is_empty() {
            break;
        }
    }
    host.talks_with(&mut first).await;
}

#[tokio::test]
async fn who_is_barred_stays_out_with_a_word_and_players_at_the_same_address_do_not() {
    let mut host = Peer::new(0);
    let (mut culprit, mut neighbour, mut player) = (Peer::new(1), Peer::new(2), Peer::new(3));
    host.endpoint.reserve([player.key]);
    host.endpoint.bar(Bar::Key(culprit.key), NEVER);
    culprit.endpoint.dial(host.address(), Some(host.key));
    let DialError::Refused { reason } = culprit.failed().await else { panic!("refused") };
    assert_eq!(reason, "you sent what no honest peer sends; try again in some minutes");
    host.endpoint.dial(culprit.address(), Some(culprit.key));
    assert_eq!(host.failed().await, DialError::Barred);
    neighbour.link(&mut host).await;
    neighbour.endpoint.close(&host.key, "for a moment");
    neighbour.unlinked(host.key).await;
    host.unlinked(neighbour.key).await;
    host.endpoint.bar(Bar::Address(neighbour.address().ip()), NEVER);
    neighbour.endpoint.dial(host.address(), Some(host.key));
    assert!(matches!(neighbour.failed().await, DialError::Refused { .. }));
    player.link(&mut host).await;
}

#[tokio::test]
async fn a_bar_is_lifted_when_its_time_is_over() {
    let (mut host, mut guest) = (Peer::new(0), Peer::new(1));
    host.endpoint.bar(Bar::Key(guest.key), Duration::from_millis(1));
    loop {
        guest.endpoint.dial(host.address(), Some(host.key));
        match guest.next().await {
            NetEvent::Linked { .. } => break,
            NetEvent::DialFailed { why: DialError::Refused { .. }, .. } => {}
            other => panic!("unexpected: {other:?}"),
        }
    }
    host.linked(guest.key).await;
}
