use std::time::Duration;

use super::kit::{Cable, Peer};
use crate::net::limits::{Limits, MAX_FRAME_BYTES};
use crate::net::{NetEvent, Unlink, Unsent};

#[tokio::test]
async fn two_peers_exchange_frames_both_ways_in_order() {
    let (mut a, mut b) = (Peer::new(1), Peer::new(2));
    a.link(&mut b).await;
    let frames: Vec<Vec<u8>> = [1, 200, 5000, MAX_FRAME_BYTES, 1].map(|len| vec![7; len]).to_vec();
    for frame in &frames {
        a.endpoint.send(&b.key, frame).unwrap();
        b.endpoint.send(&a.key, frame).unwrap();
    }
    for frame in &frames {
        assert!(b.frame(a.key).await == *frame && a.frame(b.key).await == *frame);
    }
}

#[tokio::test]
async fn each_side_is_told_who_and_where_and_who_dialled() {
    let (mut a, mut b) = (Peer::new(1), Peer::new(2));
    a.endpoint.dial(b.address(), None);
    let NetEvent::Linked { peer, address, dialled, exporter } = a.next().await else { panic!("a link") };
    assert_eq!((peer, address, dialled), (b.key, b.address(), true));
    let there = NetEvent::Linked { peer: a.key, address: a.address(), dialled: false, exporter };
    assert_eq!(b.next().await, there);
}

#[tokio::test]
async fn both_ends_of_a_connection_and_nobody_else_derive_the_same_bytes() {
    let (mut a, mut b) = (Peer::new(1), Peer::new(2));
    let first = a.link(&mut b).await;
    a.endpoint.close(&b.key, "again");
    a.unlinked(b.key).await;
    b.unlinked(a.key).await;
    assert_ne!(a.link(&mut b).await, first);
}

#[tokio::test]
async fn what_a_node_reads_late_is_all_there_and_in_order() {
    let (mut a, mut b) = (Peer::new(1), Peer::new(2));
    a.link(&mut b).await;
    // More than the events and the windows hold, so that reading really stops in between.
    let frames = 0..1500_u32;
    for number in frames.clone() {
        a.endpoint.send(&b.key, &[&number.to_le_bytes()[..], &[0; 1020]].concat()).unwrap();
    }
    // The way back is free all the while.
    b.endpoint.send(&a.key, b"busy").unwrap();
    assert_eq!(a.frame(b.key).await, b"busy");
    for number in frames {
        assert_eq!(b.frame(a.key).await[..4], number.to_le_bytes());
    }
}

#[tokio::test]
async fn what_was_sent_before_closing_arrives_and_then_the_reason() {
    let (mut a, mut b) = (Peer::new(1), Peer::new(2));
    a.link(&mut b).await;
    for number in 0..30_u8 {
        a.endpoint.send(&b.key, &[number; 1000]).unwrap();
    }
    a.endpoint.close(&b.key, "the table is \x1b[31mfull\n");
    assert_eq!(a.endpoint.send(&b.key, b"more"), Err(Unsent::NotLinked));
    for number in 0..30 {
        assert_eq!(b.frame(a.key).await, [number; 1000]);
    }
    let reason = "the table is full".to_owned();
    assert_eq!(b.unlinked(a.key).await, Unlink::ClosedByThem { reason: reason.clone() });
    assert_eq!(a.unlinked(b.key).await, Unlink::ClosedHere { reason });
}

#[tokio::test]
async fn what_cannot_be_a_frame_is_not_sent_and_the_link_lives_on() {
    let (mut a, mut b) = (Peer::new(1), Peer::new(2));
    assert_eq!(a.endpoint.send(&b.key, b"x"), Err(Unsent::NotLinked));
    a.link(&mut b).await;
    assert_eq!(a.endpoint.send(&b.key, b""), Err(Unsent::Empty));
    let bytes = MAX_FRAME_BYTES + 1;
    assert_eq!(a.endpoint.send(&b.key, &vec![0; bytes]), Err(Unsent::TooLong { bytes }));
    a.talks_with(&mut b).await;
}

#[tokio::test]
async fn a_link_on_which_nothing_comes_any_more_ends_and_says_so() {
    let limits = Limits { idle: Duration::from_millis(400), ..Limits::default() };
    let (mut a, mut b) = (Peer::within(1, limits.clone()), Peer::within(2, limits));
    let cable = Cable::to(b.address()).await;
    a.endpoint.dial(cable.address, Some(b.key));
    a.linked(b.key).await;
    b.linked(a.key).await;
    cable.cut();
    assert_eq!(a.unlinked(b.key).await, Unlink::TimedOut { seconds: 1 });
    assert_eq!(b.unlinked(a.key).await.to_string(), "nothing was heard for 1 s");
}

#[tokio::test]
async fn a_link_on_which_nobody_speaks_stays() {
    let idle = Duration::from_secs(3);
    let limits = Limits { idle, ..Limits::default() };
    let (mut a, mut b) = (Peer::within(1, limits.clone()), Peer::within(2, limits));
    a.link(&mut b).await;
    tokio::time::sleep(idle + idle / 2).await;
    a.talks_with(&mut b).await;
}

#[tokio::test]
async fn shutdown_tells_everybody_why_after_the_last_frames() {
    let (mut a, mut b, mut c) = (Peer::new(1), Peer::new(2), Peer::new(3));
    a.link(&mut b).await;
    c.link(&mut a).await;
    a.endpoint.send(&b.key, b"farewell").unwrap();
    a.endpoint.send(&c.key, b"farewell").unwrap();
    a.endpoint.shutdown("the laptop is closed").await;
    for peer in [&mut b, &mut c] {
        assert_eq!(peer.frame(a.key).await, b"farewell");
        assert_eq!(peer.unlinked(a.key).await.to_string(), "closed by the other side: the laptop is closed");
    }
    b.link(&mut c).await;
}

#[tokio::test]
async fn shutdown_does_not_wait_for_those_who_do_not_answer_nor_for_a_node_that_does_not_listen() {
    let limits =
        Limits { idle: Duration::from_hours(1), handshake: Duration::from_hours(1), ..Limits::default() };
    let (mut a, mut b) = (Peer::within(1, limits.clone()), Peer::within(2, limits));
    let cable = Cable::to(b.address()).await;
    a.endpoint.dial(cable.address, None);
    a.linked(b.key).await;
    b.linked(a.key).await;
    for _ in 0..200 {
        b.endpoint.send(&a.key, b"that nobody reads").unwrap();
        a.endpoint.send(&b.key, &[0; 10_000]).unwrap();
    }
    cable.cut();
    a.endpoint.dial("127.0.0.1:9".parse().unwrap(), None);
    tokio::time::timeout(Duration::from_secs(30), a.endpoint.shutdown("enough"))
        .await
        .expect("it is bounded");
}

#[tokio::test]
async fn dropping_the_last_handle_ends_the_links() {
    let (mut a, mut b) = (Peer::new(1), Peer::new(2));
    a.link(&mut b).await;
    let second = a.endpoint.clone();
    drop(a.endpoint);
    second.send(&b.key, b"still here").unwrap();
    assert_eq!(b.frame(a.key).await, b"still here");
    drop(second);
    let reason = "the program ended".to_owned();
    assert_eq!(b.unlinked(a.key).await, Unlink::ClosedByThem { reason });
}
