//! The frame around the page: a header, one line for what to know, the keys.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::Widget;

use super::brush::{Brush, inset, rows};
use super::question::Question;
use super::{Lobby, LobbyHit, help};
use crate::tui::keymap::Binding;
use crate::tui::keymap::lobby::Intent;
use crate::tui::text::lobby as text;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::key_bar::{KeyBar, KeyHint};
use crate::tui::widgets::pen::{width, wrap};

/// Lines for what to know: the usual, and for the longest of what goes wrong.
const NOTE_HEIGHT: (u16, u16) = (2, 6);

/// Columns before and behind them.
const NOTE_INDENT: u16 = 3;

/// A key that can be pressed now.
type Hint = (Intent, KeyHint);

impl Lobby {
    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &Theme, now: u64) {
        self.now = self.now.max(now);
        let (words, role) = self.note_words();
        let note_lines = wrap(&words, i32::from(inset(area, NOTE_INDENT).width)).len();
        let note_height = u16::try_from(note_lines).unwrap_or(u16::MAX).clamp(NOTE_HEIGHT.0, NOTE_HEIGHT.1);
        let mut hits = Vec::new();
        let mut brush = Brush { buffer: frame.buffer_mut(), theme, now: self.now, hits: &mut hits };
        let [head, body, note, keys] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(note_height),
            Constraint::Length(1),
        ])
        .areas(area);
        self.draw_header(&mut brush, head);
        let Self { pages, known, .. } = self;
        let page = pages.last_mut().expect("the first page is never taken off");
        page.draw(&mut brush, body, known);
        if let Some(scroll) = &mut self.help {
            *scroll = help::draw(&mut brush, body, &**page, *scroll);
        }
        let used = Self::draw_note(&mut brush, note, &words, role);
        self.draw_keys(&mut brush, keys, rows(note, used, 1));
        self.hits = hits;
    }

    fn draw_header(&self, brush: &mut Brush<'_>, area: Rect) {
        let (title, quiet) = (brush.style(Role::Title), brush.style(Role::Dim));
        let mut pen = brush.pen(area);
        let x = pen.text(1, 0, text::PROGRAM, title);
        if let Some(name) = &self.known.name {
            pen.text(x + 3, 0, &text::you_are(name), quiet);
        }
        let headline = self.page().headline(&self.known);
        let right = pen.width() - 1;
        pen.text_before(right, 0, &headline, quiet);
    }

    /// What is asked, what is worth knowing, or what the chosen line is about.
    fn note_words(&self) -> (String, Role) {
        match (&self.question, &self.note) {
            (Some(Question::Close(words) | Question::Quit(words)), _) => (words.clone(), Role::Changed),
            (None, Some(note)) => (note.text.clone(), if note.alert { Role::Alert } else { Role::Strong }),
            (None, None) if self.help.is_some() => (String::new(), Role::Dim),
            (None, None) => (self.page().about(&self.known), Role::Dim),
        }
    }

    /// How many lines it took comes back.
    fn draw_note(brush: &mut Brush<'_>, area: Rect, words: &str, role: Role) -> u16 {
        let sign = if role == Role::Alert { brush.theme.glyphs.alert } else { ' ' };
        let style = brush.style(role);
        brush.pen(area).glyph(1, 0, sign, style);
        brush.sentences(inset(area, NOTE_INDENT), words, role)
    }

    /// The keys; some stand in a second row if nothing else does.
    fn draw_keys(&self, brush: &mut Brush<'_>, area: Rect, spare: Rect) {
        let apart = if self.help.is_none() && spare.height > 0 { self.page().second_row() } else { &[] };
        let (second, first): (Vec<Hint>, Vec<Hint>) =
            self.hints(brush).into_iter().partition(|(intent, _)| apart.contains(intent));
        draw_key_row(brush, spare, second);
        draw_key_row(brush, area, first);
    }

    /// The keys that do something now.
    fn hints(&self, brush: &Brush<'_>) -> Vec<Hint> {
        let covered = self.is_covered();
        let hint = |binding: &Binding<Intent>| {
            let words = if covered { Some(binding.words) } else { self.page().hint(binding, &self.known) };
            let words = words.filter(|words| !words.is_empty())?.to_owned();
            let (key, rank) = (brush.spelled(binding.shown), rank(binding.intent));
            Some((binding.intent, KeyHint { key, words, rank }))
        };
        self.keys().iter().filter_map(hint).collect()
    }
}

fn draw_key_row(brush: &mut Brush<'_>, area: Rect, hints: Vec<Hint>) {
    let (intents, keys): (Vec<Intent>, Vec<KeyHint>) = hints.into_iter().unzip();
    let bar = KeyBar { keys: &keys, theme: brush.theme };
    bar.render(area, brush.buffer);
    let mut x = area.left();
    while x < area.right() {
        let mut columns = 1;
        if let Some(number) = bar.key_at(area, x, area.y) {
            let KeyHint { key, words, .. } = &keys[number];
            columns = u16::try_from(width(key) + 1 + width(words)).unwrap_or(u16::MAX);
            brush.hit(Rect::new(x, area.y, columns, 1), LobbyHit::Do(intents[number]));
        }
        x = x.saturating_add(columns);
    }
}

/// What must be seen in the narrowest window comes first.
const fn rank(intent: Intent) -> u8 {
    match intent {
        Intent::Enter | Intent::Ready | Intent::Yes | Intent::No | Intent::Help => 0,
        Intent::Back | Intent::Quit | Intent::NewTable | Intent::Talk | Intent::Resume => 1,
        Intent::Bot | Intent::Watch | Intent::Connect | Intent::Copy => 2,
        _ => 3,
    }
}
