//! One line of text that a player types.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

use super::pen::{Pen, width};
use crate::table::front::is_fit;
use crate::tui::theme::{Role, Theme};

/// What has been typed, and where the next character goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    text: String,
    /// How many characters stand before the cursor.
    before: usize,
    /// The most characters it takes; none means no limit.
    limit: Option<usize>,
}

/// A field on the screen.
#[derive(Clone, Copy, Debug)]
pub struct FieldView<'a> {
    /// What is typed.
    pub field: &'a Field,
    /// What stands before it.
    pub prompt: &'a str,
    /// What stands there while nothing is typed.
    pub hint: &'a str,
    /// Whether it has the keys.
    pub focused: bool,
    /// How it looks.
    pub theme: &'a Theme,
}

impl Field {
    /// An empty field for at most so many characters.
    pub fn with_limit(limit: usize) -> Self {
        Self { limit: Some(limit), ..Self::default() }
    }

    /// What has been typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Takes the text out and leaves the field empty.
    pub fn take(&mut self) -> String {
        self.before = 0;
        std::mem::take(&mut self.text)
    }

    /// Puts another text there, the cursor behind it.
    pub fn set(&mut self, text: &str) {
        self.take();
        self.insert(text);
    }

    /// Types or pastes text; what cannot be seen is left out, as is what goes beyond the limit.
    pub fn insert(&mut self, text: &str) {
        for character in text.chars().filter(|character| is_fit(*character)) {
            if self.limit.is_some_and(|limit| self.length() >= limit) {
                return;
            }
            self.text.insert(self.byte(self.before), character);
            self.before += 1;
        }
    }

    /// Removes the character before the cursor.
    pub fn backspace(&mut self) {
        if self.before > 0 {
            self.before -= 1;
            self.delete();
        }
    }

    /// Removes the character behind the cursor.
    pub fn delete(&mut self) {
        if self.before < self.length() {
            self.text.remove(self.byte(self.before));
        }
    }

    /// Removes the word before the cursor.
    pub fn delete_word(&mut self) {
        let head = &self.text[..self.byte(self.before)];
        let is_blank = |(_, character): &(usize, char)| character.is_whitespace();
        let blank = head.trim_end().char_indices().rfind(is_blank);
        let kept = blank.map_or(0, |(at, blank)| at + blank.len_utf8());
        let characters = head[..kept].chars().count();
        self.text.replace_range(kept..self.byte(self.before), "");
        self.before = characters;
    }

    /// Takes a key as people know it from every line they type; `false` if it means nothing here.
    pub fn key(&mut self, event: &KeyEvent) -> bool {
        if event.modifiers.contains(KeyModifiers::CONTROL) && !event.modifiers.contains(KeyModifiers::ALT) {
            return self.control(event.code);
        }
        match event.code {
            KeyCode::Char(character) => self.insert(character.encode_utf8(&mut [0; 4])),
            KeyCode::Backspace => self.backspace(),
            KeyCode::Delete => self.delete(),
            KeyCode::Left => self.left(),
            KeyCode::Right => self.right(),
            KeyCode::Home => self.home(),
            KeyCode::End => self.end(),
            _ => return false,
        }
        true
    }

    fn control(&mut self, code: KeyCode) -> bool {
        match code {
            KeyCode::Char('a') => self.home(),
            KeyCode::Char('e') => self.end(),
            KeyCode::Char('w') => self.delete_word(),
            KeyCode::Char('u') => {
                self.take();
            }
            _ => return false,
        }
        true
    }

    /// Moves the cursor one character.
    pub const fn left(&mut self) {
        self.before = self.before.saturating_sub(1);
    }

    /// Moves the cursor one character.
    pub fn right(&mut self) {
        self.before = (self.before + 1).min(self.length());
    }

    /// Moves the cursor before everything.
    pub const fn home(&mut self) {
        self.before = 0;
    }

    /// Moves the cursor behind everything.
    pub fn end(&mut self) {
        self.before = self.length();
    }

    fn length(&self) -> usize {
        self.text.chars().count()
    }

    /// The byte at which the character with this number begins.
    fn byte(&self, number: usize) -> usize {
        self.text.char_indices().nth(number).map_or(self.text.len(), |(at, _)| at)
    }
}

impl Widget for &FieldView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let mut pen = Pen::new(buffer, Rect { height: area.height.min(1), ..area });
        let start = pen.text(0, 0, self.prompt, self.theme.style(Role::Key));
        let text = self.theme.style(Role::Plain);
        let head = width(&self.field.text[..self.field.byte(self.field.before)]);
        // A long text slides so that the cursor is seen.
        let slide = (head + 1 - (pen.width() - start)).max(0);
        if self.field.text.is_empty() {
            let after = start + i32::from(self.focused);
            pen.text(after, 0, self.hint, self.theme.style(Role::Dim));
        }
        let mut inside = pen.from(start);
        inside.text(-slide, 0, &self.field.text, text);
        if self.focused {
            inside.tint(head - slide, 0, 1, self.theme.style(Role::Cursor));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Field {
        let mut field = Field::default();
        field.insert(text);
        field
    }

    #[test]
    fn characters_go_in_and_out_at_the_cursor() {
        let mut field = typed("zü車");
        field.left();
        field.backspace();
        assert_eq!(field.text(), "z車");
        field.insert("w\n");
        field.delete();
        assert_eq!(field.text(), "zw");
        field.home();
        field.backspace();
        field.delete();
        assert_eq!(field.text(), "w");
        field.end();
        field.right();
        field.insert("x");
        assert_eq!(field.take(), "wx");
        assert_eq!(field, Field::default());
    }

    #[test]
    fn a_word_goes_at_once() {
        let mut field = typed("to the über  ");
        field.delete_word();
        assert_eq!(field.text(), "to the ");
        field.left();
        field.left();
        field.delete_word();
        assert_eq!(field.text(), "to e ");
        let mut field = typed("wide\u{2003}blank");
        field.delete_word();
        assert_eq!(field.text(), "wide\u{2003}");
    }

    #[test]
    fn there_is_a_limit() {
        let mut field = Field::with_limit(3);
        field.insert("abcdef");
        assert_eq!(field.text(), "abc");
        field.set("xyz!");
        assert_eq!(field.text(), "xyz");
    }
}
