//! Pages with lines to fill in.

use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::super::connect::Connect;
use super::super::form::{Row, Value};
use super::super::known::Known;
use super::super::name::Name;
use super::super::new_table::NewTable;
use super::super::{Hit, hints};
use super::{Brush, middle, rows, with_about};
use crate::tui::keymap::lobby::Intent;
use crate::tui::text::lobby as text;
use crate::tui::theme::Role;
use crate::tui::widgets::field::FieldView;

/// The longest label and its air.
const LABEL_WIDTH: u16 = 20;

/// What a form shows beside its rows.
struct Form<'a> {
    rows: Vec<Row<'a>>,
    focused: usize,
    /// What comes of it all.
    summary: &'a str,
    /// What the focused row is about.
    about: &'a str,
    /// What is wrong.
    problem: Option<&'a str>,
    /// What Enter does.
    button: &'a str,
}

pub(super) fn draw_name(brush: &mut Brush<'_>, area: Rect, name: &Name) {
    let title = if name.first { text::title::NAME } else { text::title::RENAME };
    let pane = middle(area, 66, 11);
    let inner = brush.pane(title, true, pane);
    brush.scenery(rows(area, pane.bottom() - area.y + 1, 8));
    let about = if name.first { text::WELCOME } else { text::RENAME_ABOUT };
    let used = brush.sentences(rows(inner, 1, 3), about, Role::Plain);
    let form = Form {
        rows: vec![name.row()],
        focused: 0,
        summary: "",
        about: "",
        problem: name.problem.as_deref(),
        button: text::deed::SAVE,
    };
    draw_form(brush, rows(inner, used + 2, u16::MAX), &form);
}

pub(super) fn draw_connect(brush: &mut Brush<'_>, area: Rect, form: &Connect) {
    let (page, about) = with_about(area);
    let inner = brush.pane(form.title(), true, page);
    let shown = Form {
        rows: form.rows(),
        focused: form.focused(),
        summary: "",
        about: form.about(),
        problem: form.problem.as_deref(),
        button: text::deed::JOIN,
    };
    draw_form(brush, rows(inner, 1, u16::MAX), &shown);
    if let Some(about) = about {
        let inner = brush.pane(text::title::ABOUT, false, about);
        brush.prose(inner, &hints::paragraphs(text::help::CONNECT));
    }
}

pub(super) fn draw_new_table(brush: &mut Brush<'_>, area: Rect, form: &NewTable, known: &Known) {
    let (page, about) = with_about(area);
    let inner = brush.pane(text::title::NEW_TABLE, true, page);
    let (sentence, summary) = (form.about(known), form.summary(known));
    let shown = Form {
        rows: form.rows(known),
        focused: form.focused(known),
        summary: &summary,
        about: &sentence,
        problem: form.problem.as_deref(),
        button: text::deed::OPEN,
    };
    draw_form(brush, rows(inner, 1, u16::MAX), &shown);
    if let Some(about) = about {
        let inner = brush.pane(text::title::ABOUT, false, about);
        brush.prose(inner, hints::introduction(form.meta(known)));
    }
}

/// The rows, below them what is wrong, what the chosen row is about, and a button.
fn draw_form(brush: &mut Brush<'_>, area: Rect, form: &Form<'_>) {
    let count = u16::try_from(form.rows.len()).unwrap_or(u16::MAX);
    for (at, row) in form.rows.iter().enumerate() {
        let y = u16::try_from(at).unwrap_or(u16::MAX);
        draw_row(brush, rows(area, y, 1), at, row, form.focused == at);
    }
    let mut y = count + 1;
    if !form.summary.is_empty() {
        y += brush.sentences(rows(area, y, 2), form.summary, Role::Plain);
    }
    let text_area = |y| rows(area, y, u16::MAX);
    if let Some(problem) = form.problem {
        let sign = brush.theme.glyphs.alert;
        y += brush.sentences(text_area(y), &format!("{sign} {problem}"), Role::Alert) + 1;
    } else if !form.about.is_empty() {
        y += brush.sentences(text_area(y), form.about, Role::Dim) + 1;
    }
    brush.button(rows(area, y, 1), &text::button(form.button), Intent::Enter);
}

fn draw_row(brush: &mut Brush<'_>, area: Rect, at: usize, row: &Row<'_>, focused: bool) {
    let theme = brush.theme;
    let label = brush.style(if focused { Role::Strong } else { Role::Dim });
    let mut pen = brush.pen(area);
    if focused {
        pen.glyph(0, 0, theme.glyphs.becomes, theme.style(Role::Key));
    }
    pen.text(2, 0, &row.label, label);
    brush.hit(area, Hit::Row(at));
    let start = LABEL_WIDTH.min(area.width);
    let value = Rect { x: area.x + start, width: area.width - start, ..area };
    match &row.value {
        Value::Typed { field, blank } => {
            FieldView { field, prompt: "", hint: blank, focused, theme }.render(value, brush.buffer);
        }
        Value::Chosen(text) => draw_chosen(brush, value, at, text, focused),
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
    brush.hit(cell(0), Hit::Less(at));
    brush.hit(cell(end), Hit::More(at));
}
