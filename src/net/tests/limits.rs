use std::time::Duration;

use super::kit::{Peer, Stranger};
use crate::net::limits::{Limits, MAX_LINKS};
use crate::net::{DialError, NetEvent};

const NEVER: Duration = Duration::from_secs(3600);

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
async fn half_open_connections_are_bounded_and_those_who_stay_silent_lose_their_place() {
    let limits = Limits { half_open: 2, handshake: Duration::from_millis(300), ..Limits::default() };
    let (mut host, mut guest) = (Peer::within(0, limits), Peer::new(1));
    let silent = [Stranger::new(2).dial(host.address()).await, Stranger::new(3).dial(host.address()).await];
    guest.endpoint.dial(host.address(), None);
    assert_eq!(guest.failed().await, DialError::Busy);
    for silent in silent {
        let why = silent.unwrap().closed().await;
        assert_eq!(super::kit::reason(&why), "you did not greet in time");
    }
    guest.link(&mut host).await;
}

#[tokio::test]
async fn one_address_that_tries_too_often_is_refused_and_may_come_back() {
    let limits = Limits { handshake_burst: 3, ..Limits::default() };
    let (mut host, mut guest) = (Peer::within(0, limits), Peer::new(1));
    for _ in 0..3 {
        guest.link(&mut host).await;
        guest.endpoint.close(&host.key, "and again");
        guest.unlinked(host.key).await;
        host.unlinked(guest.key).await;
    }
    guest.endpoint.dial(host.address(), Some(host.key));
    // On a slow machine a second may have passed meanwhile; then one more gets in.
    let mut refusals = 0;
    for _ in 0..20 {
        match guest.next().await {
            NetEvent::DialFailed { why, .. } => {
                assert_eq!(why, DialError::Busy);
                refusals += 1;
                break;
            }
            NetEvent::Linked { .. } => guest.endpoint.close(&host.key, "and again"),
            NetEvent::Unlinked { .. } => guest.endpoint.dial(host.address(), Some(host.key)),
            NetEvent::Frame { .. } => panic!("nobody sends"),
        }
    }
    assert_eq!(refusals, 1);
    while host.events.try_recv().is_ok() {}
    loop {
        guest.endpoint.dial(host.address(), Some(host.key));
        if matches!(guest.next().await, NetEvent::Linked { .. }) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
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
    assert!(NEVER > Duration::ZERO);
}
