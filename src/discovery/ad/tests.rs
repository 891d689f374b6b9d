use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::limits::MAX_TXT_BYTES;

type Record = BTreeMap<String, Vec<u8>>;

fn ad() -> Ad {
    Ad {
        fingerprint: Fingerprint::of(&PublicKey([7; 32])),
        name: "Ada's table".to_owned(),
        gathering: [1, 2, 3, 4, 5, 6, 7, 8],
        game: "chicago-express".to_owned(),
        seats_taken: 2,
        seats: 4,
        state: AdState::Open,
        pass_phrase: true,
        version: "0.1.0".to_owned(),
        protocol: 1,
        port: 18_300,
    }
}

fn record(ad: &Ad) -> Record {
    ad.to_txt().into_iter().map(|(name, value)| (name.to_owned(), value.into_bytes())).collect()
}

fn read(record: &Record) -> Option<Ad> {
    Ad::from_txt(18_300, |name| record.get(name).map(Vec::as_slice))
}

/// As it goes over the wire: each entry with its length before it.
fn wire_bytes(ad: &Ad) -> usize {
    ad.to_txt().iter().map(|(name, value)| 1 + name.len() + 1 + value.len()).sum()
}

#[test]
fn an_ad_is_read_as_it_was_written() {
    for state in AdState::ALL {
        for pass_phrase in [false, true] {
            let ad = Ad { state, pass_phrase, ..ad() };
            assert_eq!(read(&record(&ad)), Some(ad));
        }
    }
}

#[test]
fn the_fingerprint_of_a_key_is_fixed() {
    let key = PublicKey([7; 32]);
    assert_eq!(Fingerprint::of(&key).to_string(), "0f4e06ab283b7935344f10bbf4cc5a0b");
    assert!(Fingerprint::of(&key).is_of(&key));
    assert!(!Fingerprint::of(&key).is_of(&PublicKey([8; 32])));
}

#[test]
fn the_longest_ad_stays_short() {
    let long = "é".repeat(500);
    let longest = Ad {
        name: long.clone(),
        game: long.clone(),
        version: long,
        seats_taken: 255,
        seats: 255,
        protocol: u16::MAX,
        ..ad()
    };
    assert!(wire_bytes(&longest) < MAX_TXT_BYTES, "{} bytes", wire_bytes(&longest));
    assert_eq!(read(&record(&longest)).expect("it is one of ours").name, "é".repeat(24));
}

#[test]
fn what_is_none_of_ours_is_ignored() {
    for missing in ["f", "t", "n", "g", "s", "a", "p", "v", "r"] {
        let mut record = record(&ad());
        record.remove(missing);
        assert_eq!(read(&record), None, "without {missing}");
    }
    for (name, value) in [
        ("f", "00"),
        ("f", "0000000000000000000000000000000G"),
        ("f", "ABCDEFABCDEFABCDEFABCDEFABCDEFAB"),
        ("f", "é00000000000000000000000000000"),
        ("t", ""),
        ("t", "010203040506070809"),
        ("s", ""),
        ("s", "2"),
        ("s", "5/4"),
        ("s", "2/256"),
        ("s", "-1/4"),
        ("s", "+2/4"),
        ("s", "2/4/6"),
        ("a", ""),
        ("a", "open"),
        ("p", ""),
        ("p", "yes"),
        ("r", "65536"),
        ("r", "000001"),
        ("r", " 1"),
        ("r", "٣"),
    ] {
        let mut record = record(&ad());
        record.insert(name.to_owned(), value.as_bytes().to_vec());
        assert_eq!(read(&record), None, "{name}={value}");
    }
    let good = record(&ad());
    assert_eq!(Ad::from_txt(0, |name| good.get(name).map(Vec::as_slice)), None, "port 0");
}

#[test]
fn names_of_strangers_are_cleaned_and_cut_and_unknown_entries_are_left_alone() {
    let mut record = record(&ad());
    record.insert("n".to_owned(), b"\x1b]0;owned\x07Eve\xff\x1b[2J \xe2\x80\xaeevil".to_vec());
    record.insert("g".to_owned(), "g".repeat(255).into_bytes());
    record.insert("v".to_owned(), vec![0; 255]);
    record.insert("later".to_owned(), b"something".to_vec());
    let read = read(&record).expect("it is one of ours");
    assert_eq!((read.name.as_str(), read.game.len(), read.version.as_str()), ("Eve evil", 32, ""));
}

proptest! {
    #[test]
    fn no_record_of_whatever_bytes_does_harm(
        values in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..255), 9), from in 0_usize..9, until in 0_usize..9,
    ) {
        let mut record = record(&ad());
        for (value, bytes) in record.values_mut().zip(values).take(until).skip(from) {
            *value = bytes;
        }
        if let Some(ad) = read(&record) {
            prop_assert!(wire_bytes(&ad) < MAX_TXT_BYTES);
            prop_assert!(![&ad.name, &ad.game, &ad.version].iter().any(|text| text.chars().any(char::is_control)));
        }
    }
}
