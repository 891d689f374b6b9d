//! An event of every kind that a table tells, made by the code.

use std::time::Duration;

use serde_json::Value;
use whistlestop::cli::json::event_json;
use whistlestop::table::front::{
    Change, DesyncReport, Event, Evidence, GatherSeat, Kind, Owed, ProtocolEvent, Seating, Stranded, Tag,
};
use whistlestop_proto::error::DropReason;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::pairs::BadKeys;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::sign::{Identity, PublicKey};
use whistlestop_proto::statement::{Head, Signed};

const KEY: PublicKey = PublicKey([0xab; 32]);

const CHANGES: [Change; 6] = [
    Change::Remove { voter: 7 },
    Change::StandIn { seat: 5 },
    Change::Return { seat: 1, life: 0, keys: None },
    Change::Admit { key: KEY, life: 9 },
    Change::TakeBack { to: 4 },
    Change::Renew { voter: 1, life: 9 },
];

/// Told by real peers, whose every line is checked.
pub(crate) const LIVE: [&str; 7] = ["table", "your_turn", "final", "over", "deadline", "end", "error"];

pub(crate) fn samples() -> Vec<Value> {
    let name = || Some("Ann".to_owned());
    let places = vec![
        GatherSeat::Open,
        GatherSeat::Bot { name: "greedy/2".to_owned() },
        GatherSeat::Taken { name: "Ann".to_owned(), key: KEY, ready: false },
    ];
    let address = "[fe80::1]:18300".parse().unwrap();
    let kinds = [
        Kind::Move,
        Kind::Bot { stand_in: false },
        Kind::Bot { stand_in: true },
        Kind::Draw,
        Kind::Anew,
        Kind::Untold,
    ];
    let kinds = kinds.into_iter().chain(CHANGES.map(Kind::Change));
    let mut events = vec![
        Event::Listening {
            name: "Ann".to_owned(),
            key: KEY,
            addresses: vec![address],
            code: Some("able blimp".to_owned()),
            words: ["able"; 4],
        },
        Event::Listening {
            name: "Ann".to_owned(),
            key: KEY,
            addresses: Vec::new(),
            code: None,
            words: ["able"; 4],
        },
        Event::Notice("the cable is out".to_owned()),
        Event::Looking("a table".to_owned()),
        Event::Gathering(Seating {
            gathering: Tag([7; 8]),
            name: "table 7".to_owned(),
            game: "chicago-express".to_owned(),
            seats: places,
        }),
        Event::Linked { key: KEY, name: name(), address },
        Event::Linked { key: KEY, name: None, address },
        Event::Unlinked { key: KEY, name: name(), why: "gone".to_owned() },
        Event::ChangedKey { name: "Ann".to_owned(), known: vec![KEY], shown: KEY },
        Event::Chat { name: "Ann".to_owned(), text: "\u{1b}[2J".to_owned() },
        Event::Refused("not your turn".to_owned()),
        Event::InStep { index: 1, took: Duration::MAX },
        Event::Again { seat: 5, wants: true },
        Event::Stranded(Stranded { missing: vec![1], here: vec![0, 2], would: vec![2] }),
        Event::Stranded(Stranded::default()),
        Event::CarriedOn { table: Hash([7; 32]), by: vec![0, 2], index: 40 },
        Event::Damaged { entries: 3, aside: "a.wsl".into() },
    ];
    events.extend(kinds.map(|kind| Event::Sent { index: u32::MAX, seat: None, kind }));
    events.extend(of_the_protocol().into_iter().map(Event::Protocol));
    events.iter().map(|event| event_json(event, None).expect("programs hear of it")).collect()
}

fn of_the_protocol() -> Vec<ProtocolEvent> {
    let head = |byte| {
        let hash = Hash([byte; 32]);
        let head = Head { index: 1, round: 0, entry: hash, state: hash, life: 0, lost: Voters::default() };
        Signed::new(&Identity::from_secret(&[1; 32]), &Hash([7; 32]), 0, head)
    };
    let mut events = vec![
        ProtocolEvent::Started,
        ProtocolEvent::BadKeys(BadKeys::Disagree(0, 1)),
        ProtocolEvent::Voters([0, 2, 6].into_iter().collect()),
        ProtocolEvent::Back(6),
        ProtocolEvent::Leaving(1),
        ProtocolEvent::Desync(DesyncReport {
            index: 3,
            field: "players.0.cash".to_owned(),
            ours: "7".to_owned(),
            theirs: "8".to_owned(),
        }),
        ProtocolEvent::Repaired { index: 3 },
        ProtocolEvent::Recovering,
        ProtocolEvent::Recovered { life: 1 },
        ProtocolEvent::Renewed(1),
        ProtocolEvent::Superseded { life: 2 },
        ProtocolEvent::Contradicted { voter: 6, evidence: Box::new(Evidence::TwoHeads(head(1), head(2))) },
        ProtocolEvent::Forked { index: 1, ours: Hash([1; 32]), theirs: Hash([2; 32]) },
        ProtocolEvent::TimeUp { seat: 1, needs_own: true },
        ProtocolEvent::Drop { peer: KEY, reason: DropReason::Flood },
    ];
    let owed = [Owed::Nothing, Owed::Move, Owed::Links, Owed::Signature];
    events.extend(owed.map(|owes| ProtocolEvent::Away { voter: 6, since_millis: 3, owes }));
    events.extend(CHANGES.map(|change| ProtocolEvent::Wanted { voter: 0, change }));
    events
}
