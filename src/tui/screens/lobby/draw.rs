//! What the lobby looks like: a header, the page, one line for what to know, the keys.

mod forms;
mod gather;
mod home;
mod info;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::Widget;

use super::{Hit, Lobby, Page, Question, hints};
use crate::tui::keymap::spelled;
use crate::tui::text::lobby as text;
use crate::tui::theme::{Role, Theme};
use crate::tui::widgets::key_bar::{KeyBar, KeyHint};
use crate::tui::widgets::pen::{Pen, fit, width, wrap};
use crate::tui::widgets::prose::{self, Prose};

/// From this width on there is room for a pane that explains.
const ROOMY_WIDTH: u16 = 104;
/// And so wide it is.
const ABOUT_WIDTH: u16 = 42;
/// Lines for what to know: the usual, and for the longest of what goes wrong.
const NOTE_HEIGHT: (u16, u16) = (2, 6);

/// Columns before and behind them.
const NOTE_INDENT: u16 = 3;

/// What everything is drawn with.
struct Brush<'a> {
    buffer: &'a mut Buffer,
    theme: &'a Theme,
    hits: &'a mut Vec<(Rect, Hit)>,
}

impl Lobby {
    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &Theme, now: u64) {
        self.now = self.now.max(now);
        let (words, role) = self.note_words();
        let note_lines = wrap(&words, i32::from(inset(area, NOTE_INDENT).width)).len();
        let note_height = u16::try_from(note_lines).unwrap_or(u16::MAX).clamp(NOTE_HEIGHT.0, NOTE_HEIGHT.1);
        let mut hits = Vec::new();
        let mut brush = Brush { buffer: frame.buffer_mut(), theme, hits: &mut hits };
        let [head, body, note, keys] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(note_height),
            Constraint::Length(1),
        ])
        .areas(area);
        self.draw_header(&mut brush, head);
        self.draw_page(&mut brush, body);
        if let Some(scroll) = self.help {
            self.help = Some(self.draw_help(&mut brush, body, scroll));
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
        if self.known.near.is_some() && matches!(self.page(), Page::Home(_)) {
            let right = pen.width() - 1;
            pen.text_before(right, 0, &text::tables_near(self.known.near().len()), quiet);
        }
    }

    fn draw_page(&mut self, brush: &mut Brush<'_>, area: Rect) {
        let Self { pages, known, now, .. } = self;
        match pages.last_mut().expect("the first page is never taken off") {
            Page::Home(home) => home::draw(brush, area, home, known),
            Page::Name(name) => forms::draw_name(brush, area, name),
            Page::NewTable(form) => forms::draw_new_table(brush, area, form, known),
            Page::Connect(form) => forms::draw_connect(brush, area, form),
            Page::Network(network) => info::draw_network(brush, area, network, known),
            Page::Address => info::draw_address(brush, area, known),
            Page::Wait => info::draw_wait(brush, area, known, *now),
            Page::Gather(gather) => gather::draw(brush, area, gather, known),
        }
    }

    /// Covers the page; how far it is scrolled comes back, as far as that is possible.
    fn draw_help(&self, brush: &mut Brush<'_>, area: Rect, scroll: u16) -> u16 {
        brush.hits.clear();
        let inner = brush.pane(text::title::HELP, true, area);
        let columns = i32::from(inner.width);
        let mut lines: Vec<(String, Role)> = Vec::new();
        for paragraph in hints::paragraphs_of(self.page()) {
            lines
                .extend(wrap(&brush.spelled(paragraph), columns).into_iter().map(|line| (line, Role::Plain)));
            lines.push((String::new(), Role::Plain));
        }
        lines.push((text::help::KEYS.to_owned(), Role::Strong));
        let keys: Vec<String> = hints::help_keys(self.page())
            .iter()
            .map(|(key, words)| padded(&brush.spelled(key), words))
            .collect();
        // Two beside each other, read downwards.
        let half = keys.len().div_ceil(2);
        for (at, key) in keys[..half].iter().enumerate() {
            let beside = keys.get(half + at).map_or("", String::as_str);
            lines.push((padded_to(columns / 2, key) + beside, Role::Plain));
        }
        brush.scrolled(inner, &lines, scroll)
    }

    /// What is asked, what is worth knowing, or what the chosen line is about.
    fn note_words(&self) -> (String, Role) {
        match (&self.question, &self.note) {
            (Some(Question::Close(words) | Question::Quit(words)), _) => (words.clone(), Role::Changed),
            (None, Some(note)) => (note.text.clone(), if note.alert { Role::Alert } else { Role::Strong }),
            (None, None) if self.help.is_some() => (String::new(), Role::Dim),
            (None, None) => (hints::about(self.page(), &self.known), Role::Dim),
        }
    }

    /// How many lines it took comes back.
    fn draw_note(brush: &mut Brush<'_>, area: Rect, words: &str, role: Role) -> u16 {
        let sign = if role == Role::Alert { brush.theme.glyphs.alert } else { ' ' };
        let style = brush.style(role);
        brush.pen(area).glyph(1, 0, sign, style);
        brush.sentences(inset(area, NOTE_INDENT), words, role)
    }

    /// The keys; some of the lobby's stand in a second row if nothing else does.
    fn draw_keys(&self, brush: &mut Brush<'_>, area: Rect, spare: Rect) {
        let two_rows = matches!(self.page(), Page::Home(_)) && self.help.is_none() && spare.height > 0;
        let (second, first): (Vec<_>, Vec<_>) =
            hints::keys(self).into_iter().partition(|hint| two_rows && hints::is_second_row(hint.intent));
        Self::draw_key_row(brush, spare, &second);
        Self::draw_key_row(brush, area, &first);
    }

    fn draw_key_row(brush: &mut Brush<'_>, area: Rect, hints: &[hints::Hint]) {
        let hint = |hint: &hints::Hint| KeyHint {
            key: brush.spelled(hint.key),
            words: hint.words.clone(),
            rank: hint.rank,
        };
        let keys: Vec<KeyHint> = hints.iter().map(hint).collect();
        let bar = KeyBar { keys: &keys, theme: brush.theme };
        bar.render(area, brush.buffer);
        let mut x = area.left();
        while x < area.right() {
            let mut columns = 1;
            if let Some(number) = bar.key_at(area, x, area.y) {
                let KeyHint { key, words, .. } = &keys[number];
                columns = u16::try_from(width(key) + 1 + width(words)).unwrap_or(u16::MAX);
                brush.hit(Rect::new(x, area.y, columns, 1), Hit::Do(hints[number].intent));
            }
            x = x.saturating_add(columns);
        }
    }
}

impl Brush<'_> {
    fn style(&self, role: Role) -> ratatui::style::Style {
        self.theme.style(role)
    }

    fn pen(&mut self, area: Rect) -> Pen<'_> {
        Pen::new(self.buffer, area)
    }

    /// Text with the signs that this terminal has.
    fn spelled(&self, text: &str) -> String {
        spelled(text, self.theme.glyphs.ascii)
    }

    fn hit(&mut self, area: Rect, hit: Hit) {
        self.hits.push((area, hit));
    }

    /// The frame of a pane; what is inside comes back, with a column of air at each side.
    fn pane(&mut self, title: &str, focused: bool, area: Rect) -> Rect {
        let block = self.theme.pane(title, focused);
        let inner = block.inner(area);
        ratatui::widgets::Clear.render(area, self.buffer);
        block.render(area, self.buffer);
        inset(inner, 1)
    }

    /// Text broken into lines; how many there were comes back.
    fn sentences(&mut self, area: Rect, text: &str, role: Role) -> u16 {
        let style = self.style(role);
        let text = self.spelled(text);
        let lines = wrap(&text, area.width.into());
        let mut pen = self.pen(area);
        for (y, line) in (0..).zip(&lines) {
            pen.text(0, y, line, style);
        }
        u16::try_from(lines.len()).unwrap_or(u16::MAX)
    }

    /// Lines from the one that it is scrolled to, as far as that is possible; that comes back.
    fn scrolled(&mut self, area: Rect, lines: &[(String, Role)], scroll: u16) -> u16 {
        let most = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_sub(area.height);
        let from = scroll.min(most);
        for (y, (line, role)) in (0..area.height).zip(lines.iter().skip(from.into())) {
            self.line(rows(area, y, 1), line, *role);
        }
        let (up, down) = (self.theme.glyphs.more_up, self.theme.glyphs.more_down);
        let style = self.style(Role::Key);
        let mut pen = self.pen(area);
        let (right, bottom) = (pen.width() - 1, pen.height() - 1);
        if from > 0 {
            pen.glyph(right, 0, up, style);
        }
        if from < most {
            pen.glyph(right, bottom, down, style);
        }
        from
    }

    /// One line, cut where it does not fit.
    fn line(&mut self, area: Rect, text: &str, role: Role) {
        let (style, ellipsis) = (self.style(role), self.theme.glyphs.ellipsis);
        let text = fit(&self.spelled(text), area.width.into(), ellipsis);
        self.pen(area).text(0, 0, &text, style);
    }

    /// A text of headings, paragraphs and lists.
    fn prose(&mut self, area: Rect, markdown: &str) {
        let page = prose::Page::parse(&self.spelled(markdown));
        Prose { page: &page, from: 0, query: "", theme: self.theme }.render(area, self.buffer);
    }

    /// A train at the bottom of a place where nothing else is, if there is room for it.
    fn scenery(&mut self, area: Rect) {
        let style = self.style(Role::Dim);
        let height = u16::try_from(text::SCENERY.len()).unwrap_or(u16::MAX);
        let length = text::SCENERY.iter().map(|line| width(line)).max().unwrap_or(0);
        if area.height < height || i32::from(area.width) < length {
            return;
        }
        let mut pen = self.pen(area);
        let (x, y) = ((pen.width() - length) / 2, pen.height() - i32::from(height));
        for (row, line) in (y..).zip(text::SCENERY) {
            pen.text(x, row, line, style);
        }
    }

    /// Something to click that does what a key does.
    fn button(&mut self, area: Rect, words: &str, intent: crate::tui::keymap::lobby::Intent) {
        let words = self.spelled(words);
        let style = self.style(Role::Key);
        let end = self.pen(area).text(0, 0, &words, style);
        let width = u16::try_from(end).unwrap_or(0).min(area.width);
        self.hit(Rect { width, height: area.height.min(1), ..area }, Hit::Do(intent));
    }
}

/// The page and, where there is room, a pane beside it that explains.
fn with_about(area: Rect) -> (Rect, Option<Rect>) {
    if area.width < ROOMY_WIDTH {
        return (area, None);
    }
    let [page, about] =
        Layout::horizontal([Constraint::Fill(1), Constraint::Length(ABOUT_WIDTH)]).areas(area);
    (page, Some(about))
}

/// A key and what it does, in two columns.
fn padded(key: &str, words: &str) -> String {
    padded_to(8, key) + words
}

fn padded_to(columns: i32, text: &str) -> String {
    let gap = usize::try_from(columns - width(text)).unwrap_or(0);
    format!("{text}{}", " ".repeat(gap.max(1)))
}

fn inset(area: Rect, columns: u16) -> Rect {
    let cut = columns.min(area.width / 2);
    Rect { x: area.x + cut, width: area.width - 2 * cut, ..area }
}

/// The part of an area from a row on, so many rows high at most.
fn rows(area: Rect, from: u16, height: u16) -> Rect {
    let from = from.min(area.height);
    Rect { y: area.y + from, height: height.min(area.height - from), ..area }
}

/// So much in the middle of an area, or all of it.
fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect {
        x: area.x + (area.width - width) / 2,
        // A little above the middle looks like the middle.
        y: area.y + (area.height - height) * 2 / 5,
        width,
        height,
    }
}
