//! Pages that only tell something: the own address, the network check, the way to a table.

use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::Widget;

use super::super::form::Value;
use super::super::gather::is_host;
use super::super::known::{Check, Here, Known};
use super::super::network::Network;
use super::{Brush, middle, rows};
use crate::table::front::{Finding, Verdict};
use crate::tui::text::lobby as text;
use crate::tui::theme::Role;
use crate::tui::widgets::field::FieldView;
use crate::tui::widgets::pen::wrap;
use crate::tui::widgets::qr::Qr;

pub(super) fn draw_wait(brush: &mut Brush<'_>, area: Rect, known: &Known, now: u64) {
    let pane = middle(area, 66, 8);
    let inner = brush.pane(text::title::WAIT, true, pane);
    brush.scenery(rows(area, pane.bottom() - area.y + 1, 8));
    let Some(visit) = &known.visit else { return };
    let used = brush.sentences(rows(inner, 1, 2), &visit.what, Role::Strong);
    let seconds = now.saturating_sub(visit.since) / 1_000;
    brush.line(rows(inner, used + 1, 1), &text::wait::since(seconds), Role::Dim);
    brush.sentences(rows(inner, used + 3, 2), text::wait::ABOUT, Role::Dim);
}

/// The address and the join code; the picture for cameras only where it fits as a whole.
pub(super) fn draw_address(brush: &mut Brush<'_>, area: Rect, known: &Known) {
    let visit = known.visit.as_ref();
    let here = visit.and_then(|visit| visit.here.as_ref()).filter(|_| is_host(known));
    let Some(here) = here else {
        let sentences = match visit.map(super::super::known::Visit::people) {
            Some(people) if !people.is_empty() => vec![text::address::of_host(&people[0].name)],
            _ => text::address::NO_TABLE.map(str::to_owned).to_vec(),
        };
        let inner = brush.pane(text::title::ADDRESS, true, middle(area, 70, 11));
        let mut y = 1;
        for sentence in sentences {
            y += brush.sentences(rows(inner, y, u16::MAX), &sentence, Role::Plain) + 1;
        }
        return;
    };
    let picture = here.code.as_ref().and_then(|code| Qr::new(&code.to_uppercase(), brush.theme));
    let size = picture.as_ref().map_or((0, 0), Qr::size);
    let fits = size.0 + 32 <= area.width && size.1 <= area.height;
    let picture_width = if fits { size.0 } else { 0 };
    let columns =
        [Constraint::Fill(1), Constraint::Length(picture_width), Constraint::Length(u16::from(fits))];
    let [left, right, _] = Layout::horizontal(columns).spacing(u16::from(fits)).areas(area);
    let inner = brush.pane(text::title::ADDRESS, true, left);
    draw_whereabouts(brush, inner, here);
    if let Some(picture) = picture.filter(|_| fits) {
        picture.render(right, brush.buffer);
    }
}

/// The best addresses, without those that lead nobody here but this laptop itself; those only if there are no others.
fn addresses_for_others(here: &Here) -> Vec<String> {
    let outward = here.addresses.iter().filter(|address| !address.ip().is_loopback());
    let outward: Vec<String> = outward.take(4).map(ToString::to_string).collect();
    if outward.is_empty() { here.addresses.iter().map(ToString::to_string).collect() } else { outward }
}

fn draw_whereabouts(brush: &mut Brush<'_>, area: Rect, here: &Here) {
    let mut y = 0;
    let mut part = |brush: &mut Brush<'_>, title: &str, lines: &[String]| {
        y += brush.sentences(rows(area, y, u16::MAX), title, Role::Dim);
        for line in lines {
            y += brush.sentences(rows(area, y, u16::MAX), line, Role::Strong);
        }
        y += 1;
    };
    let addresses = addresses_for_others(here);
    if addresses.is_empty() {
        part(brush, text::address::NO_NETWORK, &[]);
    } else {
        part(brush, text::address::ADDRESSES, &addresses);
    }
    if let Some(code) = &here.code {
        part(brush, text::address::CODE, std::slice::from_ref(code));
    }
    part(brush, text::address::KEY, &[here.words.join(" ")]);
    part(brush, text::address::HOW, &[]);
}

pub(super) fn draw_network(brush: &mut Brush<'_>, area: Rect, network: &mut Network, known: &Known) {
    let inner = brush.pane(text::title::NETWORK, true, area);
    let row = network.row();
    brush.line(rows(inner, 0, 1), &row.label, Role::Strong);
    if let Value::Typed { field, blank } = row.value {
        let value = Rect {
            x: inner.x + 8.min(inner.width),
            width: inner.width.saturating_sub(8),
            ..rows(inner, 0, 1)
        };
        FieldView { field, prompt: "", hint: blank, focused: true, theme: brush.theme }
            .render(value, brush.buffer);
    }
    let Some(check) = &known.check else { return };
    brush.line(rows(inner, 2, 1), &outcome(check), outcome_role(check));
    let list = rows(inner, 4, u16::MAX);
    let lines: Vec<(String, Role)> =
        check.findings.iter().flat_map(|finding| finding_lines(brush, finding, list.width)).collect();
    network.scroll = brush.scrolled(list, &lines, network.scroll);
}

fn outcome(check: &Check) -> String {
    let (bad, notes) = check.troubles();
    match check.findings.as_slice() {
        _ if !check.done => text::network::BEGUN.to_owned(),
        [] => text::network::NOTHING.to_owned(),
        _ => text::network::verdict(bad, notes),
    }
}

fn outcome_role(check: &Check) -> Role {
    match check.troubles() {
        _ if !check.done || check.findings.is_empty() => Role::Dim,
        (0, _) => Role::Good,
        _ => Role::Alert,
    }
}

/// What was looked at with its sign, and below it what to do.
fn finding_lines(brush: &Brush<'_>, finding: &Finding, columns: u16) -> Vec<(String, Role)> {
    let glyphs = brush.theme.glyphs;
    let (sign, role) = match finding.verdict {
        Verdict::Good => (glyphs.good, Role::Good),
        Verdict::Note => (glyphs.bullet, Role::Changed),
        Verdict::Bad => (glyphs.alert, Role::Alert),
    };
    let indented = |text: &str, sign: char, role: Role| {
        let lines = wrap(text, i32::from(columns) - 2).into_iter().enumerate();
        let line = move |(at, line): (usize, String)| {
            let sign = if at == 0 { sign } else { ' ' };
            (format!("{sign} {line}"), role)
        };
        lines.map(line).collect::<Vec<_>>()
    };
    let mut lines = indented(&finding.what, sign, role);
    lines.extend(finding.advice.iter().flat_map(|advice| indented(advice, ' ', Role::Plain)));
    lines
}
