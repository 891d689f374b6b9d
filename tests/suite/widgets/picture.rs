//! Buffers as text that can be compared: what stands in the cells and, where it matters, how it looks.

use std::fmt::Write;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use ratatui::widgets::Widget;
use whistlestop::tui::theme::{ASCII, Backdrop, Depth, Theme, UNICODE};

pub(crate) const DARK: Theme = Theme { depth: Depth::True, backdrop: Backdrop::Dark, glyphs: &UNICODE };
pub(crate) const LIGHT: Theme = Theme { backdrop: Backdrop::Light, ..DARK };
pub(crate) const MONO: Theme = Theme { depth: Depth::Mono, ..DARK };
pub(crate) const PLAIN: Theme = Theme { glyphs: &ASCII, ..MONO };
pub(crate) const ANSI16: Theme = Theme { depth: Depth::Ansi16, ..DARK };
pub(crate) const ANSI256: Theme = Theme { depth: Depth::Ansi256, ..DARK };

/// What a widget draws in an area of this size.
pub(crate) fn drawn<'a, W>(widget: &'a W, (columns, rows): (u16, u16)) -> Buffer
where
    &'a W: Widget,
{
    let area = Rect::new(0, 0, columns, rows);
    let mut buffer = Buffer::empty(area);
    widget.render(area, &mut buffer);
    buffer
}

/// The characters, line by line.
pub(crate) fn text(buffer: &Buffer) -> String {
    let line = |cells: &[ratatui::buffer::Cell]| {
        let line: String = cells.iter().map(ratatui::buffer::Cell::symbol).collect();
        format!("{}\n", line.trim_end())
    };
    buffer.content.chunks(usize::from(buffer.area.width).max(1)).map(line).collect()
}

/// The characters, then a letter for the look of each cell, then what the letters mean.
pub(crate) fn styled(buffer: &Buffer) -> String {
    let mut looks: Vec<String> = Vec::new();
    let mut map = String::new();
    for line in buffer.content.chunks(usize::from(buffer.area.width).max(1)) {
        let letters: String = line.iter().map(|cell| letter(&mut looks, look(cell))).collect();
        map += letters.trim_end_matches('.');
        map.push('\n');
    }
    let mut picture = format!("{}{}\n{map}{}\n", text(buffer), "-".repeat(20), "-".repeat(20));
    for (number, look) in looks.iter().enumerate() {
        writeln!(picture, "{} {look}", LETTERS[number]).expect("a text can be written");
    }
    picture
}

const LETTERS: [char; 40] = {
    let mut letters = ['?'; 40];
    let (mut i, mut letter) = (0, b'a');
    while i < 40 {
        letters[i] = letter as char;
        letter = if letter == b'z' { b'A' } else { letter + 1 };
        i += 1;
    }
    letters
};

fn letter(looks: &mut Vec<String>, look: String) -> char {
    if look.is_empty() {
        return '.';
    }
    let number = looks.iter().position(|known| *known == look).unwrap_or_else(|| {
        looks.push(look);
        looks.len() - 1
    });
    LETTERS[number]
}

fn look(cell: &ratatui::buffer::Cell) -> String {
    let color = |name: &str, color: Color| match color {
        Color::Reset => String::new(),
        color => format!("{name} {color} "),
    };
    let modifiers = [
        (Modifier::BOLD, "bold "),
        (Modifier::DIM, "dim "),
        (Modifier::UNDERLINED, "underlined "),
        (Modifier::REVERSED, "reversed "),
    ];
    let modifiers = modifiers.into_iter().filter(|(modifier, _)| cell.modifier.contains(*modifier));
    let modifiers: String = modifiers.map(|(_, name)| name).collect();
    let look = format!("{}{}{modifiers}", color("on", cell.bg), color("fg", cell.fg));
    look.trim_end().to_owned()
}
