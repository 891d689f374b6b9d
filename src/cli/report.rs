//! What a node tells, as lines: JSON for programs, text for people.

use std::io::{self, Write as _};
use std::net::SocketAddr;

use serde_json::{Value, json};
use whistlestop_proto::contract::{DrawMode, SeatPlan};
use whistlestop_proto::event::Owed;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::quorum::Voter;
use whistlestop_proto::sign::PublicKey;

use super::lines::{self, Form};
use crate::engine::any_game::AnyChoice;
use crate::engine::game::Standing;
use crate::table::event::{
    Kind, TableEvent, anew_done, change_done, change_words, renewed_words, seat_of, voters_words,
    witness_name,
};
use crate::table::front::{End, Event};
use crate::table::terms::{called, introduced};
use crate::table::wire::{Place, Seats};
use crate::tui::text::table::{RECOVERED, RECOVERING, SUPERSEDED, damaged};

/// Writes events, and remembers who is who.
#[derive(Debug)]
pub(super) struct Report {
    form: Form,
    /// Whether a person or program is asked for moves.
    asks: bool,
    /// Whether single moves are left out.
    quiet: bool,
    names: Vec<String>,
    /// Whether several people share the laptop.
    shared: bool,
}

impl Report {
    pub(super) fn new(form: Form, asks: bool, quiet: bool) -> Self {
        Self { form, asks, quiet, names: Vec::new(), shared: false }
    }

    /// Writes an event as one line (a turn for a person takes more).
    pub(super) fn tell(&mut self, event: &Event) -> io::Result<()> {
        if let Event::Table { contract, seats, .. } = event {
            (self.names, self.shared) = (called(contract), seats.len() > 1);
        }
        let every_move = matches!(
            event,
            Event::YourTurn { .. }
                | Event::InStep { .. }
                | Event::At(TableEvent::Sent { .. } | TableEvent::Final { .. })
        );
        if (every_move && self.quiet) || (matches!(event, Event::YourTurn { .. }) && !self.asks) {
            return Ok(());
        }
        match self.form {
            Form::Json => event_json(event).map_or(Ok(()), |json| write_line(self.form, &json.to_string())),
            Form::Text => self.text(event).map_or(Ok(()), |line| write_line(self.form, &line)),
        }
    }

    /// The last line.
    pub(super) fn end(&self, end: End) -> io::Result<()> {
        match (self.form, end) {
            (Form::Json, End::Over { games }) => {
                write_line(self.form, &json!({"event": "end", "games": games}).to_string())
            }
            (Form::Json, End::Left) => {
                write_line(self.form, &json!({"event": "end", "left": true}).to_string())
            }
            (Form::Json, End::Quit) => {
                write_line(self.form, &json!({"event": "end", "quit": true}).to_string())
            }
            (Form::Text, End::Over { .. } | End::Left) => Ok(()),
            (Form::Text, End::Quit) if self.names.is_empty() => {
                write_line(self.form, "stopped; no game had begun")
            }
            (Form::Text, End::Quit) => write_line(self.form, "saved; `whistlestop resume` goes on with it"),
        }
    }

    fn name(&self, seat: u8) -> String {
        self.names.get(usize::from(seat)).cloned().unwrap_or_else(|| format!("seat {seat}"))
    }

    fn called(&self, voter: Voter) -> String {
        seat_of(voter).map_or_else(|| witness_name(voter), |seat| self.name(seat))
    }

    /// A line for people; nothing where it would only be noise.
    fn text(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Listening { name, addresses, code, .. } => {
                let at = addresses.first().map_or_else(|| "no address".to_owned(), SocketAddr::to_string);
                let code = code.as_ref().map_or_else(String::new, |code| format!("\n  join code: {code}"));
                format!("you are {name}, at {at}{code}")
            }
            Event::Notice(text) => format!("note: {text}"),
            Event::Looking(what) => format!("looking for {what} ..."),
            Event::Gathering(seats) => format!("{}: {}", seats.game, seats_text(seats)),
            Event::Table { contract, seats, phrase, .. } => {
                let place = match &seats[..] {
                    [] => "watching".to_owned(),
                    [seat] => format!("you have seat {seat}"),
                    several => format!("{} of you share this laptop", several.len()),
                };
                let draw = match contract.draw {
                    DrawMode::Fresh => String::new(),
                    DrawMode::Seed(seed) => format!("; draws follow from seed {seed} and can be foreseen"),
                };
                // Where nobody sits at another screen there is nobody to compare with.
                let aloud = if contract.keyed().count() > seats.len() {
                    format!("\n  read this aloud, all should see the same: {}", phrase.join(" "))
                } else {
                    String::new()
                };
                format!(
                    "table of {} with {}; {place}{draw}{aloud}",
                    contract.game,
                    introduced(contract).join(", ")
                )
            }
            Event::Linked { name: Some(name), .. } => format!("{name} is connected"),
            Event::Unlinked { name: Some(name), why, .. } => format!("{name} is no longer connected: {why}"),
            Event::Linked { .. }
            | Event::Unlinked { .. }
            | Event::InStep { .. }
            | Event::Presence(_)
            | Event::Thinking { .. }
            | Event::Advice { .. } => return None,
            Event::ChangedKey { name, known, shown } => format!(
                "WARNING: {name} has another key than before ({known:?}, now {shown:?}); ask whether they have a new laptop"
            ),
            Event::Chat { name, text } => format!("{name}: {text}"),
            Event::Refused(why) => format!("that cannot be done: {why}"),
            Event::YourTurn { seat, choices, .. } => self.ask(*seat, choices),
            Event::Again { seat, wants: true } => format!("{} wants to play again", self.name(*seat)),
            Event::Again { seat, wants: false } => {
                format!("{} does not want to play again", self.name(*seat))
            }
            Event::At(event) => return self.table_text(event),
        })
    }

    fn table_text(&self, event: &TableEvent) -> Option<String> {
        Some(match event {
            TableEvent::Started => "everybody has signed: the game is on".to_owned(),
            TableEvent::Final { notes, kind, .. } => {
                let done = match kind {
                    Kind::Change(change) => Some(change_done(*change)),
                    Kind::Anew => Some(anew_done()),
                    Kind::Move | Kind::Bot { .. } | Kind::Draw | Kind::Untold => None,
                };
                let told = notes.iter().chain(&done);
                let said: Vec<String> =
                    told.map(|note| note.with_names(|seat| self.name(seat.number()))).collect();
                if said.is_empty() {
                    return None;
                }
                said.join("\n")
            }
            TableEvent::Sent { .. } => return None,
            TableEvent::Over { standings } => format!("the game is over\n{}", self.standings(standings)),
            TableEvent::BadKeys(why) => {
                format!("the table cannot start: {why}; leave it and gather again")
            }
            TableEvent::Voters(voters) => voters_words(*voters),
            TableEvent::Away { voter, owes, .. } => {
                let owes = match owes {
                    Owed::Nothing => "",
                    Owed::Move => "; it is their turn",
                    Owed::Links => "; a draw waits for them",
                    Owed::Signature => "; the table waits for their signature",
                };
                format!("{} is away{owes}", self.called(*voter))
            }
            TableEvent::Back { voter } => format!("{} is back", self.called(*voter)),
            TableEvent::Wanted { voter, change } => {
                let what = change_words(*change, |voter| self.called(voter));
                format!("{} votes to {what}", self.called(*voter))
            }
            TableEvent::Leaving { voter } if seat_of(*voter).is_some() => {
                format!("{} is leaving; a bot takes the seat", self.called(*voter))
            }
            TableEvent::Leaving { voter } => format!("{} is leaving", self.called(*voter)),
            TableEvent::Desync(report) => format!(
                "out of step at entry {}: {} is {} here and {} there",
                report.index, report.field, report.ours, report.theirs
            ),
            TableEvent::Repaired { index } => {
                format!("the state after entry {index} was computed again and is sound")
            }
            TableEvent::Recovering => format!("{RECOVERING}; quit saves and leaves"),
            TableEvent::Recovered => RECOVERED.to_owned(),
            TableEvent::Renewed { voter } => renewed_words(&self.called(*voter)),
            TableEvent::Damaged { entries, aside } => damaged(*entries, aside),
            TableEvent::Superseded => SUPERSEDED.to_owned(),
            TableEvent::Contradicted { voter, .. } => {
                format!("{} signed two things where one is allowed; the proof is kept", self.called(*voter))
            }
            TableEvent::Forked { index, .. } => format!(
                "the table has parted at entry {index}: somebody signed twice on both sides; only a copy can go on (`whistlestop resume --copy`)"
            ),
            TableEvent::Drop { reason, .. } => format!("a peer was dropped: {reason}"),
        })
    }

    fn ask(&self, seat: u8, choices: &[AnyChoice]) -> String {
        let whose =
            if self.shared { format!("{}, your turn:", self.name(seat)) } else { "your turn:".to_owned() };
        let mut lines = vec![whose];
        for (number, choice) in (1..).zip(choices) {
            let text = choice.text.with_names(|seat| self.name(seat.number()));
            let amount = choice.amount.map_or_else(String::new, |range| {
                format!("  [{number} AMOUNT, {} to {}]", range.min.dollars(), range.max.dollars())
            });
            lines.push(format!("  {number:>3}  {text}{amount}"));
        }
        lines.join("\n")
    }

    fn standings(&self, standings: &[Standing]) -> String {
        let line = |one: &Standing| {
            format!("  {}. {} with {}", one.rank, self.name(one.seat.number()), one.account())
        };
        standings.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

/// The event for programs; screens alone need to know how everybody is at every moment.
fn event_json(event: &Event) -> Option<Value> {
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
            "draw": draw_text(contract.draw), "phrase": phrase.join(" "), "journal": journal,
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
        Event::YourTurn { index, seat, choices } => {
            let choices: Vec<Value> = choices.iter().map(AnyChoice::to_json).collect();
            json!({"event": "your_turn", "index": index, "seat": seat, "choices": choices})
        }
        Event::Again { seat, wants } => json!({"event": "again", "seat": seat, "wants": wants}),
        Event::Presence(_) | Event::Thinking { .. } | Event::Advice { .. } => return None,
        Event::At(event) => event.json(),
    })
}

fn write_line(form: Form, line: &str) -> io::Result<()> {
    let mut out = lines::out(form);
    writeln!(out, "{line}")?;
    out.flush()
}

fn seats_text(seats: &Seats) -> String {
    let place = |place: &Place| match place {
        Place::Open => "(open)".to_owned(),
        Place::Bot { name } => format!("bot {name}"),
        Place::Taken { name, ready: true, .. } => name.clone(),
        Place::Taken { name, .. } => format!("{name} (not ready)"),
    };
    seats.seats.iter().map(place).collect::<Vec<_>>().join(", ")
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

pub(super) fn draw_text(draw: DrawMode) -> String {
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
