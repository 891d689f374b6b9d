//! Text of strangers that would drive a terminal or fool a reader: in journals, in what peers say, on every way out.

use std::fs;
use std::path::PathBuf;

use serde_json::json;
use whistlestop::table::wire::{Knock, Tag, Wire, protocol_frame};
use whistlestop_proto::codec;
use whistlestop_proto::contract::{Contract, PROTOCOL_VERSION, SeatPlan};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::journal::{self, Record, Writer};
use whistlestop_proto::message::{Dump, Hello, Message};
use whistlestop_proto::text::is_fit;

use super::kit::{Ended, Room};
use super::stranger::{Stranger, knock};

/// A title, a cleared screen, the same by one byte, text turned round, and what is not seen.
const TRICKS: &str = "Eve\u{1b}]0;gone\u{7}\u{1b}[2J\u{9b}2J\u{9d}0;x\u{9c}\u{202e}evE\u{200b}";

#[track_caller]
fn assert_fit(what: &str, said: &str) {
    let unfit = said.chars().find(|char| *char != '\n' && !is_fit(*char));
    assert_eq!(unfit, None, "{what}: {said:?}");
}

#[track_caller]
fn assert_ended_fit(what: &str, ended: &Ended) {
    ended.lines.iter().chain([&ended.stderr]).for_each(|text| assert_fit(what, text));
}

/// The journal with another contract.
fn with_contract(bytes: &[u8], change: impl FnOnce(&mut Contract)) -> (Hash, Vec<u8>) {
    let (mut records, _) = journal::read(bytes).unwrap();
    let Some(Record::Contract(contract)) = records.first_mut() else { panic!("it begins with the contract") };
    change(contract);
    let table = contract.table();
    let (mut changed, mut writer) = (journal::preamble(), Writer::default());
    for record in &records {
        changed.extend(writer.frame(record));
    }
    (table, changed)
}

/// A table of Ann with a bot, and journals of it in her home with tricks in each text of the contract.
fn tricky_home(room: &Room) -> Vec<PathBuf> {
    let mut ann = room.host("Ann", &["--seats", "2", "--bots", "1"]);
    ann.play_on(4);
    ann.tell(&json!({"cmd": "quit"}));
    ann.end();
    let bytes = fs::read(room.journal("Ann")).unwrap();
    let places: [fn(&mut Contract, &str); 5] = [
        |contract, text| {
            if let SeatPlan::Keyed { name, .. } = &mut contract.seats[0] {
                text.clone_into(name);
            }
        },
        |contract, text| contract.seats[1] = SeatPlan::Bot { name: text.to_owned() },
        |contract, text| text.clone_into(&mut contract.game),
        |contract, text| text.clone_into(&mut contract.rules),
        |contract, text| contract.options = vec![(text.to_owned(), text.to_owned())],
    ];
    let tricky = places.map(|place| with_contract(&bytes, |contract| place(contract, TRICKS)));
    let folder = room.path("Ann").join("tables");
    let write = |(table, bytes): (Hash, Vec<u8>)| {
        let path = folder.join(format!("{table}.wsl"));
        fs::write(&path, bytes).unwrap();
        path
    };
    tricky.into_iter().map(write).collect()
}

#[test]
fn journals_of_others_drive_no_terminal() {
    let room = Room::new();
    let files = tricky_home(&room);
    for args in [&["resume", "--list"][..], &["resume", "--list", "--json"]] {
        let ended = room.run("Ann", args);
        assert_eq!(ended.lines.len(), 1, "the sound one: {ended:?}");
        assert_ended_fit("resume --list", &ended);
    }
    for file in &files {
        let file = file.to_str().unwrap();
        let home = room.path("Ann");
        let here = ["--home", home.to_str().unwrap()];
        for args in [
            &["verify", file][..],
            &["verify", "--json", file],
            &[&["replay", "--text", file][..], &here].concat(),
            &[&["export", "--html", file][..], &here].concat(),
            &[&["export", "--json", file][..], &here].concat(),
        ] {
            let ended = super::kit::run(args);
            ended.refused(&[]);
            assert_ended_fit(&args.join(" "), &ended);
        }
        let resumed = room.run("Ann", &["resume", file]);
        assert_ne!(resumed.code, Some(0));
        assert_ended_fit("resume", &resumed);
    }
}

#[test]
fn what_strangers_say_drives_no_terminal() {
    let room = Room::new();
    let mut ann = room.start("Ann", &["peer", "--host", super::kit::GAME, "--seats", "2", "--bots", "1"]);
    let at = ann.line_with("you are Ann, at ");
    let address = at.rsplit(' ').next().unwrap().parse().unwrap();
    ann.line_with("your turn");
    // A knock and a chat are refused as no frames at all.
    let dirty = Wire::Knock(Knock { name: TRICKS.to_owned(), ..knock() });
    for (number, wire) in [(7, dirty), (8, Wire::Chat(TRICKS.to_owned()))] {
        let mut eve = Stranger::new(number);
        let host = eve.dial(address);
        eve.say(&host, &wire);
        assert_fit("the reason", &eve.dropped());
    }
    // Whoever watches may send what the protocol has: a greeting and a dump.
    let mut eve = Stranger::new(9);
    let host = eve.dial(address);
    eve.say(&host, &Wire::Knock(knock()));
    let table = eve
        .hear(|wire| if let Wire::Running(proposal) = wire { Some(proposal.contract.table()) } else { None });
    eve.say(&host, &Wire::Attach { table, listens: Vec::new(), more_games: None });
    let (game, rules) = (TRICKS.to_owned(), TRICKS.to_owned());
    let hello = Message::Hello(Hello {
        protocol: PROTOCOL_VERSION,
        game,
        rules,
        board: Hash::default(),
        table,
        life: 0,
    });
    let fields = vec![(TRICKS.to_owned(), TRICKS.to_owned())];
    let dump = Message::Dump(Dump { index: 0, cause: Hash::default(), answer: true, fields });
    for _ in 0..20 {
        eve.send(&host, &protocol_frame(Tag::of(&table), &codec::encode(&dump)));
        eve.send(&host, &protocol_frame(Tag::of(&table), &codec::encode(&hello)));
    }
    assert_fit("the reason", &eve.dropped());
    ann.say("quit");
    assert_ended_fit("peer", &ann.end());
}
