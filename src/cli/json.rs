//! What is told of tables as JSON, for programs: the one place where it gets that form.

use std::net::SocketAddr;

use serde_json::{Value, json};
use whistlestop_proto::contract::{DrawMode, SeatPlan};
use whistlestop_proto::entry::Change;
use whistlestop_proto::event::{DesyncReport, Owed};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::quorum::Quorum;
use whistlestop_proto::sign::PublicKey;

use crate::engine::any_game::{Action, AnyChoice, AnyGame};
use crate::table::clock::clock_text;
use crate::table::front::{End, Event, Kind, ProtocolEvent, evidence_name, seat_of};
use crate::table::wire::{Place, Seats};

/// An event at a table of this game, as one object with its name under `event`; nothing for what only screens need to know, such as
/// how everybody is at every moment.
pub fn event_json(event: &Event, game: Option<&dyn AnyGame>) -> Option<Value> {
    Some(match event {
        Event::Listening { name, key, addresses, code, .. } => {
            json!({"event": "listening", "name": name, "key": hex(key), "addresses": texts(addresses), "code": code})
        }
        Event::Notice(text) => json!({"event": "notice", "text": text}),
        Event::Looking(what) => json!({"event": "looking", "for": what}),
        Event::Gathering(seats) => json_seats(seats),
        Event::Table { id, contract, seats, phrase, journal, .. } => json!({
            "event": "table", "table": id.to_string(), "game": contract.game, "seat": seats.first(),
            "seats": contract.seats.iter().map(json_seat).collect::<Vec<_>>(),
            "draw": draw_text(contract.draw), "clock": clock_text(contract.clock), "phrase": phrase.join(" "), "journal": journal,
        }),
        Event::Linked { key, name, address } => {
            json!({"event": "linked", "key": hex(key), "name": name, "address": address.to_string()})
        }
        Event::Unlinked { key, name, why } => {
            json!({"event": "unlinked", "key": hex(key), "name": name, "why": why})
        }
        Event::ChangedKey { name, known, shown } => {
            json!({"event": "changed_key", "name": name, "known": known.iter().map(hex).collect::<Vec<_>>(), "shown": hex(shown)})
        }
        Event::Chat { name, text } => json!({"event": "chat", "name": name, "text": text}),
        Event::Refused(why) => json!({"event": "refused", "why": why}),
        Event::InStep { index, took } => {
            let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
            json!({"event": "in_step", "index": index, "micros": micros})
        }
        Event::YourTurn { index, seat, choices, left_millis } => {
            let choices: Vec<Value> = choices.iter().map(AnyChoice::to_json).collect();
            let mut turn = json!({"event": "your_turn", "index": index, "seat": seat, "choices": choices});
            if let Some(left) = left_millis {
                turn["left_millis"] = json!(left);
            }
            turn
        }
        Event::Again { seat, wants } => json!({"event": "again", "seat": seat, "wants": wants}),
        Event::Presence(_) | Event::Thinking { .. } | Event::Advice { .. } => return None,
        Event::Sent { index, seat, kind } => {
            json!({"event": "sent", "index": index, "seat": seat, "kind": kind_json(*kind)})
        }
        Event::Final { index, seat, kind, actions, notes, drawn, state_hash, .. } => json!({
            "event": "final", "index": index, "seat": seat, "kind": kind_json(*kind),
            "actions": game.map(|game| actions_json(game, actions)), "notes": notes, "drawn": drawn,
            "hash": state_hash.to_string(),
        }),
        Event::Over { standings } => json!({"event": "over", "standings": standings}),
        Event::Damaged { entries, aside } => {
            json!({"event": "damaged", "entries": entries, "aside": aside.display().to_string()})
        }
        Event::Protocol(event) => return protocol_json(event),
    })
}

/// The last of all events.
pub(super) fn end_json(end: End) -> Value {
    match end {
        End::Over { games } => json!({"event": "end", "games": games}),
        End::Left => json!({"event": "end", "left": true}),
        End::Quit => json!({"event": "end", "quit": true}),
    }
}

/// What the protocol tells by itself; what is told with words of the game has its own events.
fn protocol_json(event: &ProtocolEvent) -> Option<Value> {
    Some(match event {
        ProtocolEvent::Sent(_) | ProtocolEvent::Final(_) | ProtocolEvent::Over => return None,
        ProtocolEvent::Started => json!({"event": "started"}),
        ProtocolEvent::BadKeys(why) => json!({"event": "bad_keys", "why": why.to_string()}),
        ProtocolEvent::Voters(voters) => json!({
            "event": "voters", "voters": voters.iter().collect::<Vec<_>>(), "needed": Quorum::of(*voters).size(),
        }),
        ProtocolEvent::Away { voter, since_millis, owes } => json!({
            "event": "away", "seat": seat_of(*voter), "voter": voter, "since_millis": since_millis,
            "owes": owed(*owes),
        }),
        ProtocolEvent::Back(voter) => json!({"event": "back", "seat": seat_of(*voter), "voter": voter}),
        ProtocolEvent::Wanted { voter, change } => json!({
            "event": "wanted", "seat": seat_of(*voter), "voter": voter, "change": change_json(*change),
        }),
        ProtocolEvent::Leaving(voter) => {
            json!({"event": "leaving", "seat": seat_of(*voter), "voter": voter})
        }
        ProtocolEvent::Desync(DesyncReport { index, field, ours, theirs }) => json!({
            "event": "desync", "index": index, "field": field, "ours": ours, "theirs": theirs,
        }),
        ProtocolEvent::Repaired { index } => json!({"event": "repaired", "index": index}),
        ProtocolEvent::Recovering => json!({"event": "recovering"}),
        ProtocolEvent::Recovered { .. } => json!({"event": "recovered"}),
        ProtocolEvent::Renewed(voter) => {
            json!({"event": "renewed", "seat": seat_of(*voter), "voter": voter})
        }
        ProtocolEvent::Superseded { .. } => json!({"event": "superseded"}),
        ProtocolEvent::Contradicted { voter, evidence } => json!({
            "event": "cheated", "seat": seat_of(*voter), "voter": voter, "evidence": evidence_name(evidence),
        }),
        ProtocolEvent::Forked { index, ours, theirs } => json!({
            "event": "forked", "index": index, "ours": ours.to_string(), "theirs": theirs.to_string(),
        }),
        ProtocolEvent::TimeUp { seat, needs_own } => {
            json!({"event": "time_up", "seat": seat, "needs_own": needs_own})
        }
        ProtocolEvent::Drop { peer, reason } => {
            json!({"event": "drop", "peer": hex(peer), "reason": reason.to_string()})
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
pub(super) fn actions_json(game: &dyn AnyGame, actions: &[Action]) -> Vec<Value> {
    actions.iter().filter_map(|action| game.action_to_json(action).ok()).collect()
}

fn json_seats(seats: &Seats) -> Value {
    let place = |place: &Place| match place {
        Place::Open => json!({"open": true}),
        Place::Bot { name } => json!({"bot": name}),
        Place::Taken { name, key, ready } => json!({"name": name, "key": hex(key), "ready": ready}),
    };
    let list: Vec<Value> = seats.seats.iter().map(place).collect();
    json!({"event": "gathering", "id": seats.gathering.to_string(), "game": seats.game, "seats": list})
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
        assert_eq!(of(1), json!({"event": "renewed", "seat": 1, "voter": 1}));
        assert_eq!(of(7), json!({"event": "renewed", "seat": null, "voter": 7}));
    }

    #[test]
    fn a_witness_has_no_seat() {
        let away = ProtocolEvent::Away { voter: 6, since_millis: 3, owes: Owed::Links };
        let away = event_json(&Event::Protocol(away), None).unwrap();
        assert_eq!((&away["seat"], &away["voter"], &away["owes"]), (&Value::Null, &json!(6), &json!("link")));
    }
}
