//! What a node tells, as lines: JSON for programs, text for people.

use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::sync::Arc;

use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::event::Owed;
use whistlestop_proto::quorum::Voter;

use super::json::{deadline_json, end_json, event_json};
use super::lines::{self, OutputForm};
use crate::engine::any_game::{AnyChoice, AnyGame};
use crate::engine::game::Standing;
use crate::engine::words::Words;
use crate::table::clock::{clock_words, left_text};
use crate::table::front::{
    End, Event, Kind, ProtocolEvent, StoppedBy, Stranded, anew_done, change_done, change_words,
    renewed_words, seat_of, time_up_done, time_up_words, voters_words, witness_name,
};
use crate::table::terms::{called, introduced, table_name};
use crate::table::wire::{GatherSeat, Seating};
use crate::tui::text::table::alone::{ENOUGH, STRANDED_LINES, carried_on, carries_on, too_few, would_go_on};
use crate::tui::text::table::news::{RECOVERED, RECOVERING, SUPERSEDED, damaged};

/// Writes events, and remembers who is who.
#[derive(Debug)]
pub(super) struct Report {
    form: OutputForm,
    /// Whether a person or program is asked for moves.
    asks: bool,
    /// Whether single moves are left out.
    quiet: bool,
    names: Vec<String>,
    /// Any state of the game that is played.
    game: Option<Arc<dyn AnyGame>>,
    /// Whether several people share the laptop.
    shared: bool,
}

impl Report {
    pub(super) fn new(form: OutputForm, asks: bool, quiet: bool) -> Self {
        Self { form, asks, quiet, names: Vec::new(), game: None, shared: false }
    }

    /// Writes an event as one line (a turn for a person takes more).
    pub(super) fn tell(&mut self, event: &Event) -> io::Result<()> {
        if let Event::Table { contract, seats, start, .. } = event {
            (self.names, self.shared) = (called(contract), seats.len() > 1);
            self.game = Some(Arc::clone(start));
        }
        let every_move = matches!(
            event,
            Event::YourTurn { .. } | Event::InStep { .. } | Event::Sent { .. } | Event::Final { .. }
        );
        if (every_move && self.quiet) || (matches!(event, Event::YourTurn { .. }) && !self.asks) {
            return Ok(());
        }
        match self.form {
            OutputForm::Json => event_json(event, self.game.as_deref())
                .map_or(Ok(()), |json| write_line(self.form, &json.to_string())),
            OutputForm::Text => self.text(event).map_or(Ok(()), |line| write_line(self.form, &line)),
        }
    }

    /// The last line; `deadline` is how many seconds the run had.
    pub(super) fn end(&self, end: End, deadline: Option<u64>) -> io::Result<()> {
        let is_late = matches!(end, End::Stopped(StoppedBy::Deadline));
        if let Some(seconds) = deadline.filter(|_| is_late) {
            let line = match self.form {
                OutputForm::Json => deadline_json(seconds).to_string(),
                OutputForm::Text => format!("the {seconds} s of --deadline are over"),
            };
            write_line(self.form, &line)?;
        }
        let line = match (self.form, end) {
            (OutputForm::Json, end) => end_json(end).to_string(),
            (OutputForm::Text, End::Over { .. } | End::Left) => return Ok(()),
            (OutputForm::Text, End::Quit | End::Stopped(_)) if self.names.is_empty() => {
                "stopped; no game had begun".to_owned()
            }
            (OutputForm::Text, End::Quit | End::Stopped(_)) => {
                "saved; `whistlestop resume` goes on with it".to_owned()
            }
        };
        write_line(self.form, &line)
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
            Event::Gathering(seats) => format!("{}, {}: {}", seats.name, seats.game, seats_text(seats)),
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
                let clock =
                    clock_words(contract.clock).map_or_else(String::new, |clock| format!("; {clock}"));
                // Where nobody sits at another screen there is nobody to compare with.
                let aloud = if contract.keyed().count() > seats.len() {
                    format!("\n  read this aloud, all should see the same: {}", phrase.join(" "))
                } else {
                    String::new()
                };
                let carried = contract.parent.map_or_else(String::new, |parent| {
                    let absent: Vec<String> =
                        contract.absent.iter().filter_map(seat_of).map(|seat| self.name(seat)).collect();
                    format!("\n  {}", carries_on(parent.index, &absent))
                });
                format!(
                    "{} of {} with {}; {place}{draw}{clock}{aloud}{carried}",
                    table_name(contract).unwrap_or("table"),
                    contract.game,
                    introduced(contract).join(", ")
                )
            }
            Event::Linked { name: Some(name), .. } => format!("{name} is connected"),
            Event::Unlinked { name: Some(name), why, .. } => format!("{name} is no longer connected: {why}"),
            Event::Linked { .. }
            | Event::Unlinked { .. }
            | Event::InStep { .. }
            | Event::Sent { .. }
            | Event::Presence(_)
            | Event::Thinking { .. }
            | Event::Advice { .. } => return None,
            Event::ChangedKey { name, known, shown } => format!(
                "WARNING: {name} has another key than before ({known:?}, now {shown:?}); ask whether they have a new laptop"
            ),
            Event::Chat { name, text } => format!("{name}: {text}"),
            Event::Refused(why) => format!("that cannot be done: {why}"),
            Event::YourTurn { seat, choices, left_millis, .. } => self.ask(*seat, choices, *left_millis),
            Event::Stranded(stranded) => self.stranded_text(stranded),
            Event::CarriedOn { by, .. } => {
                let by: Vec<String> = by.iter().map(|seat| self.name(*seat)).collect();
                carried_on(&by, "`go`")
            }
            Event::Again { seat, wants: true } => format!("{} wants to play again", self.name(*seat)),
            Event::Again { seat, wants: false } => {
                format!("{} does not want to play again", self.name(*seat))
            }
            Event::Final { notes, kind, .. } => return self.entry_text(*kind, notes),
            Event::Over { standings } => format!("the game is over\n{}", self.standings(standings)),
            Event::Damaged { entries, aside } => damaged(*entries, aside),
            Event::Protocol(event) => return self.protocol_text(event),
        })
    }

    /// What can be done where too few are left; or that enough are here again.
    fn stranded_text(&self, stranded: &Stranded) -> String {
        let names = |seats: &[u8]| seats.iter().map(|seat| self.name(*seat)).collect::<Vec<_>>();
        let Stranded { missing, here, would } = stranded;
        if here.is_empty() {
            return ENOUGH.to_owned();
        }
        let [missing, would, here] = [missing, would, here].map(|seats| names(seats));
        if would.is_empty() {
            format!("{}: {STRANDED_LINES}", too_few(&missing))
        } else {
            would_go_on(&would, &missing, here.len() > would.len())
        }
    }

    fn entry_text(&self, kind: Kind, notes: &[Words]) -> Option<String> {
        let done = match kind {
            Kind::Change(change) => Some(change_done(change)),
            Kind::Anew => Some(anew_done()),
            Kind::TimeUp => Some(time_up_done()),
            Kind::Move | Kind::Bot { .. } | Kind::Draw | Kind::Untold => None,
        };
        let told = notes.iter().chain(&done);
        let said: Vec<String> = told.map(|note| note.with_names(|seat| self.name(seat.number()))).collect();
        (!said.is_empty()).then(|| said.join("\n"))
    }

    fn protocol_text(&self, event: &ProtocolEvent) -> Option<String> {
        Some(match event {
            // Told with words of the game.
            ProtocolEvent::Sent(_) | ProtocolEvent::Final(_) | ProtocolEvent::Over => return None,
            ProtocolEvent::Started => "everybody has signed: the game is on".to_owned(),
            ProtocolEvent::BadKeys(why) => {
                format!("the table cannot start: {why}; leave it and gather again")
            }
            ProtocolEvent::Voters(voters) => voters_words(*voters),
            ProtocolEvent::Away { voter, owes, .. } => {
                let owes = match owes {
                    Owed::Nothing => "",
                    Owed::Move => "; it is their turn",
                    Owed::Links => "; a draw waits for them",
                    Owed::Signature => "; the table waits for their signature",
                };
                format!("{} is away{owes}", self.called(*voter))
            }
            ProtocolEvent::Back(voter) => format!("{} is back", self.called(*voter)),
            ProtocolEvent::Wanted { voter, change } => {
                let what = change_words(*change, |voter| self.called(voter));
                format!("{} votes to {what}", self.called(*voter))
            }
            ProtocolEvent::Leaving(voter) if seat_of(*voter).is_some() => {
                format!("{} is leaving; a bot takes the seat", self.called(*voter))
            }
            ProtocolEvent::Leaving(voter) => format!("{} is leaving", self.called(*voter)),
            ProtocolEvent::Desync(report) => format!(
                "out of step at entry {}: {} is {} here and {} there",
                report.index, report.field, report.ours, report.theirs
            ),
            ProtocolEvent::Repaired { index } => {
                format!("the state after entry {index} was computed again and is sound")
            }
            ProtocolEvent::Recovering => format!("{RECOVERING}; quit saves and leaves"),
            ProtocolEvent::Recovered { .. } => RECOVERED.to_owned(),
            ProtocolEvent::Renewed(voter) => renewed_words(&self.called(*voter)),
            ProtocolEvent::Superseded { .. } => SUPERSEDED.to_owned(),
            ProtocolEvent::Contradicted { voter, .. } => {
                format!("{} signed two things where one is allowed; the proof is kept", self.called(*voter))
            }
            ProtocolEvent::Forked { index, .. } => format!(
                "the table has parted at entry {index}: somebody signed twice on both sides; only a copy can go on (`whistlestop resume --copy`)"
            ),
            ProtocolEvent::TimeUp { seat, needs_own } => time_up_words(&self.name(*seat), *needs_own),
            ProtocolEvent::Drop { reason, .. } => format!("a peer was dropped: {reason}"),
        })
    }

    fn ask(&self, seat: u8, choices: &[AnyChoice], left_millis: Option<u32>) -> String {
        let left = left_millis
            .map_or_else(String::new, |left| format!(", {} left", left_text(left.div_ceil(1_000))));
        let whose = if self.shared {
            format!("{}, your turn{left}:", self.name(seat))
        } else {
            format!("your turn{left}:")
        };
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

fn write_line(form: OutputForm, line: &str) -> io::Result<()> {
    let mut out = lines::out(form);
    writeln!(out, "{line}")?;
    out.flush()
}

fn seats_text(seats: &Seating) -> String {
    let place = |place: &GatherSeat| match place {
        GatherSeat::Open => "(open)".to_owned(),
        GatherSeat::Bot { name } => format!("bot {name}"),
        GatherSeat::Taken { name, ready: true, .. } => name.clone(),
        GatherSeat::Taken { name, .. } => format!("{name} (not ready)"),
    };
    seats.seats.iter().map(place).collect::<Vec<_>>().join(", ")
}
