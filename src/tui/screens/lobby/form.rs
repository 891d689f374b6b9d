//! Lines to fill in, for the pages that have some: their keys, and how they look.

use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::LobbyHit;
use super::brush::{Brush, rows};
use crate::tui::keymap::Binding;
use crate::tui::keymap::lobby::{self as keys, Intent};
use crate::tui::text::lobby as text;
use crate::tui::theme::Role;
use crate::tui::widgets::field::{Field, FieldView};

/// Letters belong to the lines.
pub(super) const KEYS: &[Binding<Intent>] = &[
    keys::enter(text::key::GO),
    keys::bind(Intent::Up, &[keys::UP, keys::BACK_TAB], "↑", ""),
    keys::bind(Intent::Down, &[keys::DOWN, keys::TAB], "↓", text::key::NEXT_LINE),
    keys::bind(Intent::Less, &[keys::LEFT], "←", ""),
    keys::bind(Intent::More, &[keys::RIGHT], "→", text::key::CHANGE),
    keys::bind(Intent::Help, &[keys::F1], "F1", text::key::HELP),
    keys::back(&[keys::ESC], text::key::BACK),
    keys::STOP,
];

/// The longest label and its air.
const LABEL_WIDTH: u16 = 20;

/// What a form shows.
pub(super) struct Form<'a> {
    pub(super) rows: Vec<RowView<'a>>,
    pub(super) focused: usize,
    /// What comes of it all.
    pub(super) summary: &'a str,
    /// What the focused row is about.
    pub(super) about: &'a str,
    /// What is wrong.
    pub(super) problem: Option<&'a str>,
    /// What Enter does.
    pub(super) button: &'a str,
}

/// A line of a form.
pub(super) struct RowView<'a> {
    label: String,
    value: Value<'a>,
}

/// What stands on it.
enum Value<'a> {
    /// One of several, changed with left and right.
    Chosen(String),
    /// Something typed; `blank` stands there as long as nothing is.
    Typed { field: &'a Field, blank: &'static str },
}

/// A field with something in it.
pub(super) fn filled(max_chars: usize, text: &str) -> Field {
    let mut field = Field::with_limit(max_chars);
    field.set(text);
    field
}

impl<'a> RowView<'a> {
    pub(super) fn chosen(label: &str, value: &str) -> Self {
        Self { label: label.to_owned(), value: Value::Chosen(value.to_owned()) }
    }

    pub(super) fn typed(label: &str, field: &'a Field, blank: &'static str) -> Self {
        Self { label: label.to_owned(), value: Value::Typed { field, blank } }
    }

    fn draw(&self, brush: &mut Brush<'_>, area: Rect, at: usize, focused: bool) {
        let theme = brush.theme;
        let label = brush.style(if focused { Role::Strong } else { Role::Dim });
        let mut pen = brush.pen(area);
        if focused {
            pen.glyph(0, 0, theme.glyphs.becomes, theme.style(Role::Key));
        }
        pen.text(2, 0, &self.label, label);
        brush.hit(area, LobbyHit::Row(at));
        let start = LABEL_WIDTH.min(area.width);
        let value = Rect { x: area.x + start, width: area.width - start, ..area };
        match &self.value {
            Value::Typed { field, blank } => {
                FieldView { field, prompt: "", hint: blank, focused, theme }.render(value, brush.buffer);
            }
            Value::Chosen(text) => draw_chosen(brush, value, at, text, focused),
        }
    }
}

impl Form<'_> {
    /// The rows, below them what is wrong, what the chosen row is about, and a button.
    pub(super) fn draw(&self, brush: &mut Brush<'_>, area: Rect) {
        let count = u16::try_from(self.rows.len()).unwrap_or(u16::MAX);
        for (at, row) in self.rows.iter().enumerate() {
            let y = u16::try_from(at).unwrap_or(u16::MAX);
            row.draw(brush, rows(area, y, 1), at, self.focused == at);
        }
        let mut y = count + 1;
        if !self.summary.is_empty() {
            y += brush.sentences(rows(area, y, 2), self.summary, Role::Plain);
        }
        let text_area = |y| rows(area, y, u16::MAX);
        if let Some(problem) = self.problem {
            let sign = brush.theme.glyphs.alert;
            y += brush.sentences(text_area(y), &format!("{sign} {problem}"), Role::Alert) + 1;
        } else if !self.about.is_empty() {
            y += brush.sentences(text_area(y), self.about, Role::Dim) + 1;
        }
        brush.button(rows(area, y, 1), &text::button(self.button), Intent::Enter);
    }
}

/// A value between two arrows that can be clicked.
fn draw_chosen(brush: &mut Brush<'_>, area: Rect, at: usize, text: &str, focused: bool) {
    let theme = brush.theme;
    let arrow = theme.style(if focused { Role::Key } else { Role::Dim });
    let mut pen = brush.pen(area);
    pen.glyph(0, 0, theme.glyphs.arrows.left, arrow);
    let role = if focused { Role::Strong } else { Role::Plain };
    let end = pen.text(2, 0, text, theme.style(role)) + 1;
    pen.glyph(end, 0, theme.glyphs.arrows.right, arrow);
    let end = u16::try_from(end).unwrap_or(0);
    let cell =
        |x: u16| Rect { x: area.x + x.min(area.width), width: 2.min(area.width.saturating_sub(x)), ..area };
    brush.hit(cell(0), LobbyHit::Less(at));
    brush.hit(cell(end), LobbyHit::More(at));
}
