//! The parts of the board page: header, turn, tables, log, bottom lines.

use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line as TextLine, Span};
use ratatui::widgets::Paragraph;

use super::super::bar::BarKey;
use super::super::desk::{Desk, MenuLine};
use super::super::pages::TablePage;
use super::super::{Pane, TableHit, TableScreen, Typing};
use super::{ROOMY, TableBrush};
use crate::engine::money::Money;
use crate::tui::text::capital;
use crate::tui::text::table as text;
use crate::tui::theme::{Role, Theme};
use crate::tui::view::{Says, ViewLine};
use crate::tui::widgets::chart::Sparks;
use crate::tui::widgets::header::Header;
use crate::tui::widgets::key_bar::{KeyBar, KeyHint};
use crate::tui::widgets::log::{Log, LogKind, LogLine};
use crate::tui::widgets::menu::{self, Amount, Menu};
use crate::tui::widgets::pen::{fit, height_of, width, wrap};

/// Lines at the bottom for a sentence that must be read.
const MOST_FOOT: u16 = 3;

impl TableScreen {
    // The first line

    pub(super) fn draw_header(&self, brush: &mut TableBrush<'_, '_>, area: Rect) {
        let title = self.view.meta.title;
        let (entry, progress) = (text::header::entry(self.entry_shown()), &*self.scene.progress);
        let long_progress = format!("{progress}   {entry}");
        // As much as there is room for: it says the most important first.
        let shorter = progress.rmatch_indices(", ").map(|(at, _)| &progress[..at]);
        let progress: Vec<&str> =
            [&*long_progress, progress].into_iter().chain(shorter).chain([&*entry]).collect();
        let (step, steady) = self.step_words();
        let short_step = step.split(',').next().unwrap_or_default().to_owned();
        let (turn, yours) = self.turn_words();
        let turn = brush.plain(&turn);
        let drawn = self.draw_words();
        let long_title = drawn.map_or_else(|| title.to_owned(), |drawn| format!("{title}  ({drawn})"));
        let name = self.view.table_name.as_deref().map(capital);
        let named = name.as_deref().map(|name| (format!("{name}: {long_title}"), format!("{name}: {title}")));
        // Of two tables of one game the name tells which this is.
        let titles: Vec<&str> = match (&named, &name) {
            (Some((long, short)), Some(name)) => vec![long, short, name],
            _ => vec![&long_title, title],
        };
        let header = Header {
            title: &titles,
            progress: &progress,
            step: &[&step, &short_step],
            out_of_step: !steady,
            turn: &[&turn],
            yours,
            theme: brush.theme,
        };
        brush.frame.render_widget(&header, area);
    }

    // The last lines

    /// A sentence that must be read may take a second line.
    pub(super) fn foot_height(&self, columns: u16, now: u64) -> u16 {
        let said = self.typing().is_none() && self.more_bar().is_empty();
        let (words, strong) = self.bottom_words(now);
        if said && strong { height_of(foot_lines(&words, columns).len()).min(MOST_FOOT) } else { 1 }
    }

    pub(super) fn draw_foot(&mut self, brush: &mut TableBrush<'_, '_>, area: Rect) {
        let more = self.more_bar();
        if !more.is_empty() {
            return self.draw_bar(brush, area, &more);
        }
        let prompt = match &self.typed {
            Typing::Talk(line) => Some((text::hint::PROMPT_TALK, line)),
            Typing::Find(line) => Some((text::hint::PROMPT_FIND, line)),
            Typing::Nothing => None,
        };
        if let Some((prompt, line)) = prompt {
            let said = self.message.as_deref().unwrap_or_default();
            let columns = u16::try_from(width(said)).unwrap_or(0);
            let [typed, message] =
                Layout::horizontal([Constraint::Fill(1), Constraint::Length(columns)]).spacing(1).areas(area);
            brush.strong(said, message);
            return brush.typed(prompt, line, typed);
        }
        let (words, strong) = self.bottom_words(brush.now);
        let role = if strong { Role::Strong } else { Role::Dim };
        let words = if area.height > 1 {
            foot_lines(&words, area.width).join("\n")
        } else {
            fit(&format!(" {words}"), area.width.into(), brush.theme.glyphs.ellipsis)
        };
        brush.frame.render_widget(Paragraph::new(words).style(brush.theme.style(role)), area);
    }

    pub(super) fn draw_keys(&mut self, brush: &mut TableBrush<'_, '_>, area: Rect) {
        let bar = self.bar();
        self.draw_bar(brush, area, &bar);
    }

    fn draw_bar(&mut self, brush: &mut TableBrush<'_, '_>, area: Rect, bar: &[BarKey]) {
        let hint = |(rank, (key, words, _)): (u8, &BarKey)| KeyHint {
            key: brush.plain(key),
            words: (*words).to_owned(),
            // More keys, help and leaving are never dropped: they are the way on and out.
            rank: if matches!(*key, "." | "?" | "q") { 0 } else { rank },
        };
        let keys: Vec<KeyHint> = (0..).zip(bar).map(hint).collect();
        let view = KeyBar { keys: &keys, theme: brush.theme };
        brush.frame.render_widget(&view, area);
        for x in area.x..area.right() {
            let clicked = view.spot_at(area, x, area.y).and_then(|(number, column)| {
                // Of several keys in one the sign decides which; the words stand for the last.
                let intents = bar[number].2;
                let signs = i32::try_from(intents.len()).unwrap_or(1);
                let sign = column * signs / width(&keys[number].key).max(1);
                intents.get(usize::try_from(sign).unwrap_or(0)).or(intents.last())
            });
            self.hits.extend(clicked.map(|intent| (Rect::new(x, area.y, 1, 1), TableHit::Key(*intent))));
        }
    }

    // The turn

    /// The lines that the turn would like to have.
    pub(super) fn turn_height(&self, theme: &Theme, columns: u16) -> u16 {
        let entries = self.menu_entries();
        let menu = Menu { entries: &entries, selected: self.menu_selected(), theme };
        height_of(self.turn_lines(theme, columns).len()) + menu.height(columns)
    }

    pub(super) fn draw_turn(&mut self, brush: &mut TableBrush<'_, '_>, area: Rect) {
        let title = match &self.page {
            TablePage::Past(_) => text::pane::PAST,
            _ if self.desk.is_some() => text::pane::TURN,
            _ => text::pane::WAIT,
        };
        let focused = self.pane == Pane::Menu && self.desk_shown().is_some();
        let inner = brush.pane(title, focused, area);
        self.hits.push((area, TableHit::Pane(Pane::Menu)));
        let said = self.turn_lines(brush.theme, inner.width);
        let rows = u16::try_from(said.len()).unwrap_or(u16::MAX).min(inner.height);
        let [top, below] = Layout::vertical([Constraint::Length(rows), Constraint::Fill(1)]).areas(inner);
        brush.frame.render_widget(Paragraph::new(said), top);
        let entries = self.menu_entries();
        let menu = Menu { entries: &entries, selected: self.menu_selected(), theme: brush.theme };
        brush.frame.render_widget(&menu, below);
        let hits = menu.hits(below).into_iter().map(|(part, hit)| match hit {
            menu::Hit::Entry(line) => (part, TableHit::Line(line)),
            menu::Hit::Less(_) => (part, TableHit::Amount { more: false }),
            menu::Hit::More(_) => (part, TableHit::Amount { more: true }),
        });
        self.hits.extend(hits);
    }

    /// What is going on, what was tried, and what came of the last move.
    fn turn_lines(&self, theme: &Theme, columns: u16) -> Vec<TextLine<'static>> {
        let strong = theme.style(Role::Strong);
        let status = self.view.named(&self.scene.status);
        let ends = self.desk_shown().is_some_and(Desk::ends_turn);
        let status = if ends { text::turn::then(&status) } else { status };
        let mut lines: Vec<TextLine<'static>> =
            wrap(&status, columns.into()).into_iter().map(|line| TextLine::styled(line, strong)).collect();
        let guide = self.guide_words().into_iter().flat_map(|words| wrap(words, columns.into()));
        lines.extend(guide.map(|line| TextLine::styled(line, theme.style(Role::Good))));
        let Some(desk) = self.desk_shown() else {
            lines.extend(self.last_lines(theme, columns));
            return lines;
        };
        // In a small window the last steps tell enough: the map and the tables show all of them.
        let currency = self.view.meta.currency;
        let hidden = if columns < ROOMY.0 / 2 { desk.picked().len().saturating_sub(2) } else { 0 };
        for (number, picked) in (1..).zip(desk.picked()).skip(hidden) {
            let price = picked.amount.or(picked.choice.price);
            let price =
                price.map(|price| format!(" {}", text::turn::price(currency, price))).unwrap_or_default();
            lines.push(tried_line(number, &self.view.named(&picked.choice.text), price, theme, columns));
        }
        lines
    }

    /// What the entry that is shown brought about.
    fn last_lines(&self, theme: &Theme, columns: u16) -> Vec<TextLine<'static>> {
        let lines = self.view.lines(self.entry_shown());
        let last = lines.iter().rev().find(|line| matches!(line.says, Says::Did { .. }));
        let Some(ViewLine { says: Says::Did { notes, .. }, .. }) = last else { return Vec::new() };
        let notes = notes.iter().flat_map(|note| wrap(&self.view.named(note), columns.into()));
        notes.map(|line| TextLine::styled(line, theme.style(Role::Plain))).collect()
    }

    fn menu_selected(&self) -> Option<usize> {
        self.desk_shown().filter(|desk| !desk.committed).map(Desk::selected)
    }

    fn menu_entries(&self) -> Vec<menu::MenuEntry> {
        let Some(desk) = self.desk_shown().filter(|desk| !desk.committed) else { return Vec::new() };
        desk.lines().iter().enumerate().map(|(number, line)| self.menu_entry(desk, number, *line)).collect()
    }

    fn menu_entry(&self, desk: &Desk, number: usize, line: MenuLine) -> menu::MenuEntry {
        let key = u32::try_from(number + 1).ok().and_then(|digit| char::from_digit(digit, 10));
        let currency = self.view.meta.currency;
        match line {
            MenuLine::Commit => {
                let text = text::turn::commit_line(desk.picked().len());
                let text = if desk.leads_to_chance() {
                    format!("{text} {}", text::turn::COMMIT_TO_CHANCE)
                } else {
                    text
                };
                menu::MenuEntry { key, text, price: total_price(desk), ..menu::MenuEntry::default() }
            }
            MenuLine::Choice(choice) => {
                let chosen = desk.choice(choice);
                let price = chosen.price.filter(|price| *price != Money::ZERO);
                let price = price.map(|price| text::turn::price(currency, price)).unwrap_or_default();
                let editing = desk.amount().filter(|entry| entry.choice == choice);
                let kind = match (editing, chosen.amount) {
                    (Some(entry), _) => menu::ChoiceKind::Amount(Amount {
                        value: entry.typed.parse().unwrap_or(0),
                        min: entry.range.min.dollars(),
                        max: entry.range.max.dollars(),
                        step: entry.range.step.dollars(),
                    }),
                    (None, _) => menu::ChoiceKind::Open,
                };
                let price = match (&kind, chosen.amount) {
                    (menu::ChoiceKind::Open, Some(range)) => text::turn::range(currency, range),
                    _ => price,
                };
                let more = self.view.named(&chosen.more);
                menu::MenuEntry { key, text: self.view.named(&chosen.text), price, more, kind }
            }
            MenuLine::Group(count, first) => {
                let group = desk.choice(first).group.unwrap_or_default();
                menu::MenuEntry {
                    key,
                    text: text::turn::group_line(group, count),
                    ..menu::MenuEntry::default()
                }
            }
            MenuLine::Place(count, first) => {
                let place = desk.choice(first).place.as_deref().unwrap_or_default();
                let name = self.scene.board.name(place).unwrap_or_else(|| place.to_owned());
                menu::MenuEntry {
                    key,
                    text: text::turn::group_line(&name, count),
                    ..menu::MenuEntry::default()
                }
            }
            MenuLine::Blocked(blocked) => {
                let blocked = desk.blocked(blocked);
                let (why, rule) = (self.view.named(&blocked.why.why), blocked.why.rule.to_owned());
                let kind = menu::ChoiceKind::Blocked { why, rule };
                menu::MenuEntry { text: self.view.named(&blocked.what), kind, ..menu::MenuEntry::default() }
            }
        }
    }

    // The log

    pub(in super::super) fn draw_log(&mut self, brush: &mut TableBrush<'_, '_>, area: Rect, whole: bool) {
        let inner = brush.pane(text::pane::LOG, self.pane == Pane::Log && !whole, area);
        let lines: Vec<LogLine> =
            self.view.lines(self.entry_shown()).iter().flat_map(|line| self.log_lines(line)).collect();
        let selected = if let TablePage::Past(past) = &self.page { Some(u64::from(past.at)) } else { None };
        let log = Log { lines: &lines, back: self.log_scroll, selected, theme: brush.theme };
        brush.frame.render_widget(&log, inner);
        self.hits.push((area, TableHit::Pane(Pane::Log)));
    }

    /// What a line of the log says; what came of an entry beyond its first sentence follows below.
    fn log_lines(&self, line: &ViewLine) -> Vec<LogLine> {
        match &line.says {
            Says::Talk { name, text } => {
                vec![LogLine {
                    who: name.clone(),
                    text: text.clone(),
                    kind: LogKind::Said,
                    ..LogLine::default()
                }]
            }
            Says::News(text) => {
                vec![LogLine { text: text.clone(), kind: LogKind::Notice, ..LogLine::default() }]
            }
            Says::Did { seat, notes, taken_back } => {
                let who = seat.map(|seat| self.view.name(seat).to_owned()).unwrap_or_default();
                let kind =
                    if *taken_back || self.view.was_pass(line.index) { LogKind::Pass } else { LogKind::Act };
                let mut lines = Vec::new();
                for (place, note) in notes.iter().enumerate() {
                    let told = self.view.named(note);
                    // The name stands before the first sentence already.
                    let rest =
                        told.strip_prefix(&format!("{who} ")).filter(|_| place == 0).map(str::to_owned);
                    let told = rest.unwrap_or(told);
                    let told = if *taken_back { text::news::taken_back(&told) } else { told };
                    let entry = (place == 0).then(|| line.index.into());
                    let who = if place == 0 { who.clone() } else { String::new() };
                    lines.push(LogLine { entry, who, text: told, kind, token: None });
                }
                lines
            }
        }
    }

    // Numbers over time

    /// One kind of number at a glance: what players have less in view than their cash.
    pub(super) fn draw_sparklines(&self, brush: &mut TableBrush<'_, '_>, area: Rect) {
        let charts = self.view.charts();
        let Some(kind) = charts.get(1).or_else(|| charts.first()).filter(|_| area.height >= 3) else {
            return;
        };
        let inner = brush.pane(&text::pane::sparklines(kind), false, area);
        let tracks = self.tracks(kind, self.view.shown(), self.desk.is_some());
        brush.frame.render_widget(&Sparks { tracks: &tracks, theme: brush.theme }, inner);
    }
}

/// The bottom line, in as many lines as it takes.
fn foot_lines(words: &str, columns: u16) -> Vec<String> {
    wrap(words, i32::from(columns) - 2).into_iter().map(|line| format!(" {line}")).collect()
}

/// What several steps cost together, where they cost anything.
fn total_price(desk: &Desk) -> String {
    let prices = desk.picked().iter().filter_map(|picked| picked.amount.or(picked.choice.price));
    let prices: Vec<Money> = prices.collect();
    if prices.len() > 1 {
        text::turn::price(desk.game().meta().currency, prices.into_iter().sum())
    } else {
        String::new()
    }
}

/// Something that was tried: its number, what it is, what it costs.
fn tried_line(number: usize, words: &str, price: String, theme: &Theme, columns: u16) -> TextLine<'static> {
    let sign = format!("({number}) ");
    let room = i32::from(columns) - width(&price) - width(&sign);
    let words = fit(words, room, theme.glyphs.ellipsis);
    let gap = usize::try_from(room - width(&words)).unwrap_or(0);
    TextLine::from(vec![
        Span::styled(sign, theme.style(Role::Draft)),
        Span::styled(words, theme.style(Role::Draft)),
        Span::raw(" ".repeat(gap)),
        Span::styled(price, theme.style(Role::Strong)),
    ])
}
