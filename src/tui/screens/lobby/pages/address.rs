//! How others reach this laptop: addresses, the join code and a picture of it.

use ratatui::layout::{Constraint, Layout};
use ratatui::widgets::Widget;

use super::super::brush::{middle, rows};
use super::super::visit::{Here, Visit};
use super::network::NetworkPage;
use super::new_table::NewTable;
use super::{Binding, Brush, Effect, Intent, Known, Page, Rect};
use crate::tui::keymap::Key;
use crate::tui::keymap::lobby as keys;
use crate::tui::text::lobby::{self as text, address as words};
use crate::tui::theme::Role;
use crate::tui::widgets::qr::Qr;

const KEYS: &[Binding<Intent>] = &[
    keys::enter(words::key::NEW_TABLE),
    keys::bind(Intent::Copy, &[Key::Char('c')], "c", words::key::COPY),
    keys::bind(Intent::Network, &[Key::Char('n')], "n", text::key::NETWORK),
    keys::HELP,
    keys::back(&[keys::ESC, Key::Char('q'), Key::Char('i')], text::key::BACK),
    keys::STOP,
];

/// The page. What it shows is in the [`Visit`].
#[derive(Debug)]
pub(super) struct Address;

impl Page for Address {
    fn keys(&self) -> &'static [Binding<Intent>] {
        KEYS
    }

    fn help(&self) -> &'static [&'static str] {
        words::HELP
    }

    fn act(&mut self, intent: Intent, known: &mut Known) -> Effect {
        let here = here(known);
        match intent {
            Intent::Copy => match here.and_then(|here| here.code.clone()) {
                Some(code) => Effect::All(vec![Effect::Copy(code), Effect::tell(words::COPIED)]),
                None => Effect::tell(words::NO_CODE),
            },
            Intent::Enter if here.is_none() => Effect::open(NewTable::new(known)),
            Intent::Network => NetworkPage::open(known),
            _ => Effect::None,
        }
    }

    fn hint(&self, binding: &Binding<Intent>, known: &Known) -> Option<&'static str> {
        let works = match binding.intent {
            Intent::Enter => known.visit.is_none(),
            Intent::Copy => known.is_host(),
            _ => true,
        };
        works.then_some(binding.words)
    }

    /// The picture for cameras is only drawn where it fits as a whole.
    fn draw(&mut self, brush: &mut Brush<'_>, area: Rect, known: &Known) {
        let Some(here) = here(known).filter(|_| known.is_host()) else {
            return draw_nowhere(brush, area, known);
        };
        let picture = here.code.as_ref().and_then(|code| Qr::new(&code.to_uppercase(), brush.theme));
        let size = picture.as_ref().map_or((0, 0), Qr::size);
        let fits = size.0 + 32 <= area.width && size.1 <= area.height;
        let picture_width = if fits { size.0 } else { 0 };
        let columns =
            [Constraint::Fill(1), Constraint::Length(picture_width), Constraint::Length(u16::from(fits))];
        let [left, right, _] = Layout::horizontal(columns).spacing(u16::from(fits)).areas(area);
        let inner = brush.pane(words::TITLE, true, left);
        draw_whereabouts(brush, inner, here);
        if let Some(picture) = picture.filter(|_| fits) {
            picture.render(right, brush.buffer);
        }
    }
}

fn here(known: &Known) -> Option<&Here> {
    known.visit.as_ref()?.here.as_ref()
}

/// Why nobody gets to a table by way of this laptop, and what does lead to one.
fn draw_nowhere(brush: &mut Brush<'_>, area: Rect, known: &Known) {
    let people = known.visit.as_ref().map(Visit::people).unwrap_or_default();
    let sentences = match people.first() {
        Some(host) => vec![words::of_host(&host.name)],
        None => words::NO_TABLE.map(str::to_owned).to_vec(),
    };
    let inner = brush.pane(words::TITLE, true, middle(area, 70, 11));
    let mut y = 1;
    for sentence in sentences {
        y += brush.sentences(rows(inner, y, u16::MAX), &sentence, Role::Plain) + 1;
    }
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
        part(brush, words::NO_NETWORK, &[]);
    } else {
        part(brush, words::ADDRESSES, &addresses);
    }
    if let Some(code) = &here.code {
        part(brush, words::CODE, std::slice::from_ref(code));
    }
    part(brush, words::KEY, &[here.words.join(" ")]);
    part(brush, words::HOW, &[]);
}

/// The best addresses, without those that lead nobody here but this laptop itself; those only if there are no others.
fn addresses_for_others(here: &Here) -> Vec<String> {
    let outward = here.addresses.iter().filter(|address| !address.ip().is_loopback());
    let outward: Vec<String> = outward.take(4).map(ToString::to_string).collect();
    if outward.is_empty() { here.addresses.iter().map(ToString::to_string).collect() } else { outward }
}
