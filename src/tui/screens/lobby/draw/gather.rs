//! The table before its game.

use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::Widget;

use super::super::Hit;
use super::super::gather::{Gather, is_host, places, waits_for};
use super::super::known::{Here, Known, Said, Visit};
use super::{Brush, rows};
use crate::table::front::Place;
use crate::tui::keymap::lobby::Intent;
use crate::tui::text::lobby as text;
use crate::tui::theme::Role;
use crate::tui::widgets::field::FieldView;
use crate::tui::widgets::log::{Log, LogKind, LogLine};
use crate::tui::widgets::qr::Qr;
use crate::tui::widgets::seats::{Presence, SeatLine, Seats};

pub(super) fn draw(brush: &mut Brush<'_>, area: Rect, gather: &Gather, known: &Known) {
    let Some(visit) = &known.visit else { return };
    let [left, right] = Layout::horizontal([Constraint::Percentage(55), Constraint::Fill(1)]).areas(area);
    let seats = u16::try_from(places(known).len()).unwrap_or(u16::MAX);
    let [upper, lower] = Layout::vertical([Constraint::Length(seats + 6), Constraint::Fill(1)]).areas(left);
    draw_seats(brush, upper, gather, known, visit);
    draw_invitation(brush, lower, known, visit);
    draw_talk(brush, right, gather, visit);
}

fn draw_seats(brush: &mut Brush<'_>, area: Rect, gather: &Gather, known: &Known, visit: &Visit) {
    let game = visit.seats.as_ref().map_or("", |seats| known.title_of(&seats.game));
    let inner = brush.pane(game, !gather.talking, area);
    // Only a host has something to choose a seat for.
    let chosen = Some(gather.seat).filter(|_| !gather.talking && is_host(known));
    let line = |(at, place)| SeatLine { turn: chosen == Some(at), ..seat_line(at, place, known, visit) };
    let lines: Vec<SeatLine> = places(known).iter().enumerate().map(line).collect();
    let seats = Seats { seats: &lines, selected: None, theme: brush.theme };
    let count = seats.height();
    seats.render(rows(inner, 0, count), brush.buffer);
    for at in 0..lines.len() {
        let y = u16::try_from(at).unwrap_or(u16::MAX);
        brush.hit(rows(inner, y, 1), Hit::Row(at));
    }
    let (free, unready, you) = waits_for(known);
    let words = text::gather::waits_for(free, &unready, you);
    let role = if you && free == 0 && unready.is_empty() { Role::Turn } else { Role::Strong };
    brush.sentences(rows(inner, count + 1, 3), &words, role);
}

fn seat_line(at: usize, place: &Place, known: &Known, visit: &Visit) -> SeatLine {
    match place {
        Place::Open => SeatLine {
            name: text::mark::OPEN_SEAT.to_owned(),
            presence: Presence::Free,
            state: if is_host(known) { text::mark::BOT_KEY } else { "" }.to_owned(),
            ..SeatLine::default()
        },
        Place::Bot { name } => SeatLine {
            name: text::bot_name(name).to_owned(),
            presence: Presence::Bot,
            note: text::mark::BOT.to_owned(),
            state: text::mark::READY.to_owned(),
            ..SeatLine::default()
        },
        Place::Taken { name, key, ready } => {
            let own = known.own_key() == Some(*key);
            let away = visit.away.contains(key);
            let marks = [(own, text::mark::YOU), (at == 0, text::mark::HOST), (away, text::mark::AWAY)];
            let marks: Vec<&str> = marks.into_iter().filter(|(is, _)| *is).map(|(_, mark)| mark).collect();
            SeatLine {
                name: name.clone(),
                presence: if away {
                    Presence::Away
                } else if *ready {
                    Presence::Here
                } else {
                    Presence::Behind
                },
                own,
                note: marks.join(", "),
                state: if *ready { text::mark::READY } else { text::mark::NOT_READY }.to_owned(),
                ..SeatLine::default()
            }
        }
    }
}

/// How others come in: only the host's address leads to the table.
fn draw_invitation(brush: &mut Brush<'_>, area: Rect, known: &Known, visit: &Visit) {
    let inner = brush.pane(text::title::INVITE, false, area);
    let here = visit.here.as_ref().filter(|_| is_host(known));
    let Some(here) = here else {
        brush.sentences(inner, text::gather::ROSTER, Role::Dim);
        return;
    };
    let mut y = brush.sentences(inner, text::gather::INVITE, Role::Dim);
    let lines = here.addresses.first().map(ToString::to_string).into_iter().chain(here.code.clone());
    for line in lines {
        y += brush.sentences(rows(inner, y, u16::MAX), &line, Role::Strong);
    }
    if let Some(phrase) = &visit.pass_phrase {
        let words = text::gather::with_phrase(phrase);
        y += brush.sentences(rows(inner, y, u16::MAX), &words, Role::Changed);
    }
    draw_picture(brush, rows(inner, y + 1, u16::MAX), here);
}

fn draw_picture(brush: &mut Brush<'_>, area: Rect, here: &Here) {
    if let Some(picture) = here.code.as_ref().and_then(|code| Qr::new(&code.to_uppercase(), brush.theme)) {
        picture.render(area, brush.buffer);
    }
}

fn draw_talk(brush: &mut Brush<'_>, area: Rect, gather: &Gather, visit: &Visit) {
    let inner = brush.pane(text::title::TALK, gather.talking, area);
    let [said, line] = Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(inner);
    let lines: Vec<LogLine> = visit.talk.iter().map(log_line).collect();
    Log { lines: &lines, back: 0, selected: None, theme: brush.theme }.render(said, brush.buffer);
    let field = FieldView {
        field: &gather.talk,
        prompt: "> ",
        hint: text::blank::TALK,
        focused: gather.talking,
        theme: brush.theme,
    };
    field.render(line, brush.buffer);
    brush.hit(area, Hit::Do(Intent::Talk));
}

fn log_line(said: &Said) -> LogLine {
    let kind = if said.by.is_some() { LogKind::Said } else { LogKind::Notice };
    LogLine { who: said.by.clone().unwrap_or_default(), text: said.what.clone(), kind, ..LogLine::default() }
}
