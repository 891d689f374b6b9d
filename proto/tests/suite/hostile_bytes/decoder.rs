//! The decoder: whatever it takes in, it gives back byte for byte, and it believes no length without its bytes.

use whistlestop_proto::codec;
use whistlestop_proto::entry::{Body, Certificate, Entry, Proof};
use whistlestop_proto::journal::Record;
use whistlestop_proto::limits::MAX_FRAME_BYTES;
use whistlestop_proto::message::{Message, Status};

use super::samples::{mutate, samples};
use super::{byte, mid_game, rounds};
use crate::sim::luck::Luck;

/// Kinds of messages.
const KINDS: u8 = 16;

/// Decodes, and checks what every decoding promises.
fn decode_carefully(bytes: &[u8]) -> Option<Message> {
    let message = codec::decode::<Message>(bytes).ok()?;
    assert_eq!(codec::encode(&message), bytes, "one value, one encoding");
    // What is in memory is at most some dozen times what was sent: no length is believed without its bytes.
    let parts = match &message {
        Message::Entries(entries) => entries.len(),
        Message::Dump(dump) => dump.fields.len(),
        Message::Reveal(reveal) => reveal.links.len(),
        Message::Vote(backed) => backed.support.len(),
        Message::Accession(accession) => accession.keys.pairs.len(),
        Message::Status(status) => {
            let Status { candidates, heads, votes, ages_millis, readings, .. } = status;
            candidates.len() + heads.len() + votes.len() + ages_millis.len() + readings.len()
        }
        Message::Lost(lost) => lost.says.met.len(),
        Message::Reading(reading) => reading.says.left.len(),
        Message::Entry(entry) => parts_of(entry),
        _ => 0,
    };
    assert!(parts <= bytes.len(), "more parts than bytes");
    Some(message)
}

/// How many lives, votes, heads, links and the like an entry holds.
fn parts_of(entry: &Entry) -> usize {
    let body = match &entry.core.body {
        Body::Anew { lives } => lives.len(),
        Body::Draw { links, .. } => links.len(),
        Body::Move { payload, .. } | Body::Auto { payload, .. } | Body::TimeUp { payload, .. } => {
            payload.len()
        }
        Body::Change(_) => 0,
    };
    let proof = match &entry.proof {
        Proof::Certified(certificate) => {
            let Certificate { votes, seal, lost, .. } = certificate;
            votes.len() + seal.len() + lost.len()
        }
        Proof::Lost(all) => all.len(),
        Proof::Links(proofs) => proofs.len(),
        Proof::Repaired(stances) => stances.len(),
        Proof::Itself | Proof::Signed(..) | Proof::Late(..) => 0,
    };
    body + proof
}

#[test]
fn random_bytes_decode_to_nothing_or_to_themselves() {
    let mut luck = Luck::new(1);
    for _ in 0..rounds(20_000) {
        let len = luck.below(200);
        let mut bytes: Vec<u8> = (0..len).map(|_| byte(&mut luck)).collect();
        // Most of the time a tag that exists, or all would end at the first byte.
        if let (Some(tag), true) = (bytes.first_mut(), luck.permille(900)) {
            *tag %= KINDS;
        }
        decode_carefully(&bytes);
        assert!(codec::decode::<Record>(&bytes).is_err() || bytes.len() < 200);
    }
}

#[test]
fn damaged_messages_decode_to_nothing_or_to_themselves() {
    let mut luck = Luck::new(2);
    let samples: Vec<Vec<u8>> = samples(&mid_game()).iter().map(codec::encode).collect();
    let mut decoded = 0;
    for _ in 0..rounds(10_000) {
        let (one, other) = (luck.pick(&samples).clone(), luck.pick(&samples).clone());
        let bytes = mutate(&mut luck, &one, &other);
        decoded += u64::from(decode_carefully(&bytes).is_some());
    }
    assert!(decoded > 100, "damage that is never decoded tests too little: {decoded}");
}

#[test]
fn a_length_is_never_believed_without_its_bytes() {
    let wide: [&[u8]; 3] =
        [&[251, 255, 255], &[252, 255, 255, 255, 255], &[253, 255, 255, 255, 255, 255, 255, 255, 127]];
    // All but `Want`, which is a number.
    for tag in (0..KINDS).filter(|tag| *tag != 3) {
        for length in wide {
            assert_eq!(codec::decode::<Message>(&[&[tag], length].concat()), Err(codec::Malformed));
        }
    }
    for length in wide {
        assert!(codec::decode::<Vec<u8>>(length).is_err());
        assert!(codec::decode::<Vec<Entry>>(length).is_err());
        assert!(codec::decode::<Vec<(String, String)>>(length).is_err());
        assert!(codec::decode::<String>(length).is_err());
    }
    assert!(codec::decode::<Message>(&vec![5; MAX_FRAME_BYTES + 1]).is_err());
}
