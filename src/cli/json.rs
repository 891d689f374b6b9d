//! What is told of tables as JSON, for programs: the one place where it gets that form.

use std::net::SocketAddr;

use serde_json::{Value, json};
use whistlestop_proto::contract::{DrawMode, SeatPlan};
use whistlestop_proto::entry::Change;
use whistlestop_proto::event::{DesyncReport, Owed};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::quorum::Quorum;
use whistlestop_proto::sign::PublicKey;

use crate::engine::any_game::{ActionBytes, AnyChoice, AnyGame};
use crate::table::clock::clock_text;
use crate::table::front::{End, Event, Kind, ProtocolEvent, StoppedBy, Stranded, evidence_name, seat_of};
use crate::table::terms::table_name;
use crate::table::wire::{GatherSeat, Seating};

/// The version of the events: it goes up when one of them changes in a way that a program could stumble over. A new event or
/// field is no such change.
const VERSION: u32 = 1;

/// An event at a table of this game, as one object with its name under `event`; nothing for what only screens need to know, such as
/// how everybody is at every moment.
pub fn event_json(event: &Event, game: Option<&dyn AnyGame>) -> Option<Value> {
    Some(match event {
        Event::Listening { name, key, addresses, code, .. } => told(
            "listening",
            json!({"name": name, "key": hex(key), "addresses": texts(addresses), "code": code}),
        ),
        Event::Notice(text) => told("notice", json!({"text": text})),
        Event::Looking(what) => told("looking", json!({"for": what})),
        Event::Gathering(seats) => json_seats(seats),
        Event::Table { id, contract, seats, phrase, journal, .. } => told(
            "table",
            json!({
                "table": id.to_string(), "name": table_name(contract), "game": contract.game, "seat": seats.first(),
                "seats": contract.seats.iter().map(json_seat).collect::<Vec<_>>(),
                "draw": draw_text(contract.draw), "clock": clock_text(contract.clock), "phrase": phrase.join(" "), "journal": journal,
                "carries_on": contract.parent.map(|parent| parent.table.to_string()),
            }),
        ),
        Event::Linked { key, name, address } => {
            told("linked", json!({"key": hex(key), "name": name, "address": address.to_string()}))
        }
        Event::Unlinked { key, name, why } => {
            told("unlinked", json!({"key": hex(key), "name": name, "why": why}))
        }
        Event::ChangedKey { name, known, shown } => told(
            "changed_key",
            json!({"name": name, "known": known.iter().map(hex).collect::<Vec<_>>(), "shown": hex(shown)}),
        ),
        Event::Chat { name, text } => told("chat", json!({"name": name, "text": text})),
        Event::Refused(why) => told("refused", json!({"why": why})),
        Event::InStep { index, took } => {
            let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
            told("in_step", json!({"index": index, "micros": micros}))
        }
        Event::YourTurn { index, seat, choices, left_millis } => {
            let choices: Vec<Value> = choices.iter().map(AnyChoice::to_json).collect();
            let mut turn = told("your_turn", json!({"index": index, "seat": seat, "choices": choices}));
            if let Some(left) = left_millis {
                turn["left_millis"] = json!(left);
            }
            turn
        }
        Event::Stranded(Stranded { missing, here, would }) => {
            told("stranded", json!({"missing": missing, "here": here, "would": would}))
        }
        Event::CarriedOn { table, by, index } => {
            told("carried_on", json!({"table": table.to_string(), "by": by, "index": index}))
        }
        Event::Again { seat, wants } => told("again", json!({"seat": seat, "wants": wants})),
        Event::Presence(_) | Event::Thinking { .. } | Event::Advice { .. } => return None,
        Event::Sent { index, seat, kind } => {
            told("sent", json!({"index": index, "seat": seat, "kind": kind_json(*kind)}))
        }
        Event::Final { index, seat, kind, actions, notes, drawn, state_hash, .. } => told(
            "final",
            json!({
                "index": index, "seat": seat, "kind": kind_json(*kind),
                "actions": game.map(|game| actions_json(game, actions)), "notes": notes, "drawn": drawn,
                "hash": state_hash.to_string(),
            }),
        ),
        Event::Over { standings } => told("over", json!({"standings": standings})),
        Event::Damaged { entries, aside } => {
            told("damaged", json!({"entries": entries, "aside": aside.display().to_string()}))
        }
        Event::Protocol(event) => return protocol_json(event),
    })
}

/// An event of this name, with what it tells. Each says by which version of the events it is to be read.
pub(super) fn told(name: &str, with: Value) -> Value {
    let mut event = json!({"v": VERSION, "event": name});
    if let (Value::Object(event), Value::Object(with)) = (&mut event, with) {
        event.extend(with);
    }
    event
}

/// The time that was given for the whole run is up.
pub(super) fn deadline_json(seconds: u64) -> Value {
    told("deadline", json!({"seconds": seconds}))
}

/// The last of all events.
pub(super) fn end_json(end: End) -> Value {
    match end {
        End::Over { games } => told("end", json!({"games": games})),
        End::Left => told("end", json!({"left": true})),
        End::Quit => told("end", json!({"quit": true, "why": "quit"})),
        End::Stopped(by) => told("end", json!({"quit": true, "why": why_stopped(by)})),
    }
}

const fn why_stopped(by: StoppedBy) -> &'static str {
    match by {
        StoppedBy::Interrupt => "interrupt",
        StoppedBy::Terminate => "terminate",
        StoppedBy::Hangup => "hangup",
        StoppedBy::Deadline => "deadline",
    }
}

/// What the protocol tells by itself; what is told with words of the game has its own events.
fn protocol_json(event: &ProtocolEvent) -> Option<Value> {
    Some(match event {
        ProtocolEvent::Sent(_) | ProtocolEvent::Final(_) | ProtocolEvent::Over => return None,
        ProtocolEvent::Started => told("started", json!({})),
        ProtocolEvent::BadKeys(why) => told("bad_keys", json!({"why": why.to_string()})),
        ProtocolEvent::Voters(voters) => told(
            "voters",
            json!({
                "voters": voters.iter().collect::<Vec<_>>(), "needed": Quorum::of(*voters).size(),
            }),
        ),
        ProtocolEvent::Away { voter, since_millis, owes } => told(
            "away",
            json!({
                "seat": seat_of(*voter), "voter": voter, "since_millis": since_millis,
                "owes": owed(*owes),
            }),
        ),
        ProtocolEvent::Back(voter) => told("back", json!({"seat": seat_of(*voter), "voter": voter})),
        ProtocolEvent::Wanted { voter, change } => told(
            "wanted",
            json!({
                "seat": seat_of(*voter), "voter": voter, "change": change_json(*change),
            }),
        ),
        ProtocolEvent::Leaving(voter) => told("leaving", json!({"seat": seat_of(*voter), "voter": voter})),
        ProtocolEvent::Desync(DesyncReport { index, field, ours, theirs }) => told(
            "desync",
            json!({
                "index": index, "field": field, "ours": ours, "theirs": theirs,
            }),
        ),
        ProtocolEvent::Repaired { index } => told("repaired", json!({"index": index})),
        ProtocolEvent::Recovering => told("recovering", json!({})),
        ProtocolEvent::Recovered { .. } => told("recovered", json!({})),
        ProtocolEvent::Renewed(voter) => told("renewed", json!({"seat": seat_of(*voter), "voter": voter})),
        ProtocolEvent::Superseded { .. } => told("superseded", json!({})),
        ProtocolEvent::Contradicted { voter, evidence } => told(
            "cheated",
            json!({
                "seat": seat_of(*voter), "voter": voter, "evidence": evidence_name(evidence),
            }),
        ),
        ProtocolEvent::Forked { index, ours, theirs } => told(
            "forked",
            json!({
                "index": index, "ours": ours.to_string(), "theirs": theirs.to_string(),
            }),
        ),
        ProtocolEvent::TimeUp { seat, needs_own } => {
            told("time_up", json!({"seat": seat, "needs_own": needs_own}))
        }
        ProtocolEvent::Drop { peer, reason } => {
            told("drop", json!({"peer": hex(peer), "reason": reason.to_string()}))
        }
    })
}

/// What an entry is.
pub(super) fn kind_json(kind: Kind) -> Value {
    match kind {
        Kind::Move => "move".into(),
        Kind::Bot { stand_in: false } => "bot".into(),
        Kind::Bot { stand_in: true } => "stand_in".into(),
        Kind::Draw => "draw".into(),
        Kind::Change(change) => change_json(change),
        Kind::Anew => "anew".into(),
        Kind::TimeUp => "time_up".into(),
        Kind::Untold => Value::Null,
    }
}

/// A change.
fn change_json(change: Change) -> Value {
    match change {
        Change::Remove { voter } => json!({ "remove": voter }),
        Change::StandIn { seat } => json!({ "stand_in": seat }),
        Change::Return { seat, .. } => json!({ "return": seat }),
        Change::Renew { voter, .. } => json!({ "renew": voter }),
        Change::Admit { key, .. } => json!({ "admit": Hash(key.0).to_string() }),
        Change::TakeBack { to } => json!({ "take_back": to }),
        Change::TimeUp { seat } => json!({ "time_up": seat }),
    }
}

/// The actions of a move, as the `rules` command shows them.
pub(super) fn actions_json(game: &dyn AnyGame, actions: &[ActionBytes]) -> Vec<Value> {
    actions.iter().filter_map(|action| game.action_to_json(action).ok()).collect()
}

fn json_seats(seats: &Seating) -> Value {
    let place = |place: &GatherSeat| match place {
        GatherSeat::Open => json!({"open": true}),
        GatherSeat::Bot { name } => json!({"bot": name}),
        GatherSeat::Taken { name, key, ready } => json!({"name": name, "key": hex(key), "ready": ready}),
    };
    let list: Vec<Value> = seats.seats.iter().map(place).collect();
    let told_of = json!({
        "id": seats.gathering.to_string(), "name": seats.name, "game": seats.game, "seats": list,
    });
    told("gathering", told_of)
}

pub(super) fn json_seat(seat: &SeatPlan) -> Value {
    match seat {
        SeatPlan::Keyed { name, key, .. } => json!({"name": name, "key": hex(key)}),
        SeatPlan::Bot { name } => json!({"bot": name}),
    }
}

fn draw_text(draw: DrawMode) -> String {
    match draw {
        DrawMode::Fresh => "fresh".to_owned(),
        DrawMode::Seed(seed) => format!("seed:{seed}"),
    }
}

pub(super) fn hex(key: &PublicKey) -> String {
    Hash(key.0).to_string()
}

fn texts(addresses: &[SocketAddr]) -> Vec<String> {
    addresses.iter().map(SocketAddr::to_string).collect()
}

const fn owed(owed: Owed) -> &'static str {
    match owed {
        Owed::Nothing => "nothing",
        Owed::Move => "move",
        Owed::Links => "link",
        Owed::Signature => "signature",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Change; 8] = [
        Change::Remove { voter: 1 },
        Change::Remove { voter: 7 },
        Change::StandIn { seat: 1 },
        Change::Return { seat: 1, life: 0, keys: None },
        Change::Admit { key: PublicKey([0xab; 32]), life: 9 },
        Change::TakeBack { to: 4 },
        Change::Renew { voter: 1, life: 9 },
        Change::Renew { voter: 7, life: 9 },
    ];

    #[test]
    fn every_change_has_a_form_for_programs() {
        let forms = ALL.map(change_json);
        let key = "ab".repeat(32);
        let expected = [
            json!({"remove": 1}),
            json!({"remove": 7}),
            json!({"stand_in": 1}),
            json!({"return": 1}),
            json!({ "admit": key }),
            json!({"take_back": 4}),
            json!({"renew": 1}),
            json!({"renew": 7}),
        ];
        assert_eq!(forms, expected);
        assert_eq!(
            ALL.map(|change| Kind::of_change(change).1),
            [Some(1), None, Some(1), Some(1), None, None, Some(1), None]
        );
        assert_eq!(kind_json(Kind::Anew), json!("anew"));
    }

    #[test]
    fn who_begins_anew_is_named_and_not_blamed() {
        let of = |voter| event_json(&Event::Protocol(ProtocolEvent::Renewed(voter)), None).unwrap();
        assert_eq!(of(1), json!({"v": 1, "event": "renewed", "seat": 1, "voter": 1}));
        assert_eq!(of(7), json!({"v": 1, "event": "renewed", "seat": null, "voter": 7}));
    }

    #[test]
    fn a_witness_has_no_seat() {
        let away = ProtocolEvent::Away { voter: 6, since_millis: 3, owes: Owed::Links };
        let away = event_json(&Event::Protocol(away), None).unwrap();
        assert_eq!((&away["seat"], &away["voter"], &away["owes"]), (&Value::Null, &json!(6), &json!("link")));
    }
}
