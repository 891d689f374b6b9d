//! Whoever proved a key may still send anything.

use super::kit::{Peer, Stranger, Wire, identity, reason};
use crate::net::frame;
use crate::net::limits::{Limits, MAX_FRAME_BYTES};
use crate::net::{BadFrame, NetEvent, Unlink, Unsent};

/// A peer linked with a good one and a bad one.
async fn between(limits: Limits) -> (Peer, Peer, Wire) {
    let (mut peer, mut good) = (Peer::within(1, limits), Peer::new(2));
    peer.link(&mut good).await;
    let wire = Stranger::new(3).link(peer.address()).await;
    peer.linked(identity(3).public()).await;
    (peer, good, wire)
}

/// What comes of these bytes on a fresh link: why it ended here, and what the sender was told.
async fn sent(bytes: &[u8], finish: bool) -> (Unlink, String) {
    let (mut peer, mut good, mut wire) = between(Limits::default()).await;
    wire.send.write_all(bytes).await.unwrap();
    if finish {
        wire.send.finish().unwrap();
    }
    let why = peer.unlinked(identity(3).public()).await;
    peer.talks_with(&mut good).await;
    (why, reason(&wire.connection.closed().await))
}

#[tokio::test]
async fn an_oversize_frame_is_dropped_before_it_comes() {
    let bytes = u32::try_from(MAX_FRAME_BYTES).unwrap() + 1;
    let (why, told) = sent(&bytes.to_le_bytes(), false).await;
    assert_eq!(why, Unlink::BadFrame(BadFrame::TooLong { bytes }));
    assert!(told.starts_with("you sent a bad frame: it claims "), "{told}");
}

#[tokio::test]
async fn garbage_an_empty_frame_and_a_cut_off_one_are_dropped_with_a_reason() {
    let (why, told) = sent(b"GET / HTTP/1.1\r\n\r\n", false).await;
    assert!(matches!(why, Unlink::BadFrame(BadFrame::TooLong { .. })) && told.contains("bad frame"));
    let (why, told) = sent(&[0; 4], false).await;
    assert_eq!((why, &*told), (Unlink::BadFrame(BadFrame::Empty), "you sent a bad frame: it is empty"));
    let (why, told) = sent(&[9, 0, 0, 0, 1, 2, 3], true).await;
    assert_eq!((why, &*told), (Unlink::BadFrame(BadFrame::CutOff), "you sent a bad frame: it was cut off"));
}

#[tokio::test]
async fn a_stream_that_ends_without_a_word_is_dropped_with_a_reason() {
    let mut whole = Vec::new();
    frame::write(b"a last frame", &mut whole);
    let (why, _) = sent(&whole, true).await;
    assert_eq!(why, Unlink::BadFrame(BadFrame::Ended));
    let (mut peer, mut good, mut wire) = between(Limits::default()).await;
    wire.send.reset(7_u32.into()).unwrap();
    assert_eq!(peer.unlinked(identity(3).public()).await, Unlink::BadFrame(BadFrame::Ended));
    peer.talks_with(&mut good).await;
}

#[tokio::test]
async fn a_flood_of_bytes_or_of_tiny_frames_is_dropped_with_a_reason() {
    for len in [1, 60_000] {
        let limits = Limits { flood_burst_bytes: 1_000_000, ..Limits::default() };
        let (mut peer, mut good, mut wire) = between(limits).await;
        let mut frames = Vec::new();
        while frames.len() < 60_000 {
            frame::write(&vec![1; len], &mut frames);
        }
        let flood = async { while wire.send.write_all(&frames).await.is_ok() {} };
        let ((), why) = tokio::join!(flood, peer.unlinked(identity(3).public()));
        assert_eq!(why, Unlink::Flood);
        assert_eq!(reason(&wire.connection.closed().await), "you sent more than a link may carry");
        peer.talks_with(&mut good).await;
    }
}

#[tokio::test]
async fn a_link_may_carry_more_than_its_burst_if_it_takes_its_time() {
    let limits = Limits { flood_burst_bytes: 100_000, ..Limits::default() };
    let (mut peer, _good, mut wire) = between(limits).await;
    let mut bytes = Vec::new();
    frame::write(&vec![1; 60_000], &mut bytes);
    for _ in 0..5 {
        wire.send.write_all(&bytes).await.unwrap();
        peer.frame(identity(3).public()).await;
        tokio::time::sleep(2 * crate::net::limits::REFILL).await;
    }
}

#[tokio::test]
async fn a_stalled_reader_is_dropped_with_a_reason_and_others_are_served() {
    let limits = Limits { queue_bytes: 256 * 1024, ..Limits::default() };
    let (mut peer, mut good, wire) = between(limits).await;
    let stalled = identity(3).public();
    let (mut sent, frame) = (0, vec![5; 32_000]);
    loop {
        match peer.endpoint.send(&stalled, &frame) {
            Ok(()) => sent += 32_000,
            Err(why) => {
                assert_eq!(why, Unsent::QueueFull);
                break;
            }
        }
        peer.endpoint.send(&good.key, &frame).unwrap();
        good.frame(peer.key).await;
        assert!(sent < 4_000_000, "what waits is bounded");
    }
    let why = peer.unlinked(stalled).await;
    assert!(matches!(why, Unlink::SlowReader { bytes } if bytes > 256 * 1024), "{why}");
    assert_eq!(peer.endpoint.send(&stalled, b"x"), Err(Unsent::NotLinked));
    assert_eq!(reason(&wire.connection.closed().await), "you do not read what you are sent");
    peer.talks_with(&mut good).await;
}

#[tokio::test]
async fn a_link_to_a_stalled_reader_can_be_closed_with_a_reason() {
    let (mut peer, mut good, wire) = between(Limits::default()).await;
    let stalled = identity(3).public();
    // More than the other side's stream takes, less than what makes the link be dropped by itself.
    for _ in 0..80 {
        peer.endpoint.send(&stalled, &vec![5; 32_000]).unwrap();
        peer.talks_with(&mut good).await;
    }
    peer.endpoint.close(&stalled, "enough");
    assert_eq!(peer.unlinked(stalled).await, Unlink::ClosedHere { reason: "enough".to_owned() });
    assert_eq!(reason(&wire.connection.closed().await), "enough");
}

#[tokio::test]
async fn a_peer_that_says_it_will_not_read_is_dropped() {
    let (mut peer, mut good, wire) = between(Limits::default()).await;
    let Wire { connection, send: _send, receive } = wire;
    drop(receive);
    while peer.endpoint.send(&identity(3).public(), b"hello?").is_ok() {
        tokio::task::yield_now().await;
    }
    assert_eq!(peer.unlinked(identity(3).public()).await, Unlink::BadFrame(BadFrame::Ended));
    connection.closed().await;
    peer.talks_with(&mut good).await;
}

#[tokio::test]
async fn whoever_does_not_greet_is_no_link_and_is_told_why() {
    let mut peer = Peer::new(1);
    let stranger = Stranger::new(3).dial(peer.address()).await.unwrap();
    let (mut send, _receive) = stranger.open_bi().await.unwrap();
    let mut frames = Vec::new();
    frame::write(b"let me in", &mut frames);
    send.write_all(&frames).await.unwrap();
    assert_eq!(reason(&stranger.closed().await), "you sent a bad frame: the first one is no greeting");
    // The next thing that the node hears of is somebody else.
    let mut good = Peer::new(2);
    good.link(&mut peer).await;
}

#[tokio::test]
async fn a_hostile_reason_is_made_harmless() {
    let (mut peer, _good, wire) = between(Limits::default()).await;
    wire.connection.close(7_u32.into(), "\x1b]0;owned\x07\u{202e}bye\n".as_bytes());
    let why = peer.unlinked(identity(3).public()).await;
    assert_eq!(why, Unlink::ClosedByThem { reason: "bye".to_owned() });
    assert!(matches!(peer.events.try_recv(), Err(_) | Ok(NetEvent::Unlinked { .. })));
}

#[tokio::test]
async fn nobody_can_open_a_second_stream_or_send_datagrams() {
    let (mut peer, mut good, wire) = between(Limits::default()).await;
    assert_eq!(wire.connection.max_datagram_size(), None);
    let more = async { tokio::join!(wire.connection.open_bi(), wire.connection.open_uni()) };
    tokio::select! {
        biased;
        _ = more => panic!("no stream may be opened"),
        () = async { peer.talks_with(&mut good).await } => {}
    }
}
