//! One line of text that somebody is typing.
//!
//! It never holds more than its limit, nor anything that would move a terminal's cursor.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// A line being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    text: String,
    /// Where the next character goes, in bytes; always between two characters.
    cursor: usize,
    max_bytes: usize,
}

impl Line {
    /// An empty line that takes so many bytes.
    pub const fn new(max_bytes: usize) -> Self {
        Self { text: String::new(), cursor: 0, max_bytes }
    }

    /// The same line with this text, the cursor behind it.
    #[must_use]
    pub fn with(mut self, text: &str) -> Self {
        self.clear();
        self.insert(text);
        self
    }

    /// What was typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What was typed, without the blanks around it.
    pub fn trimmed(&self) -> &str {
        self.text.trim()
    }

    /// What stands before the cursor and what behind it.
    pub fn around_cursor(&self) -> (&str, &str) {
        self.text.split_at(self.cursor)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.text.clear();
        self.cursor = 0;
    }

    /// Puts text at the cursor, as far as it fits: line ends and tabs become blanks, other control characters go.
    pub fn insert(&mut self, text: &str) {
        for c in text.chars() {
            let c = if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c };
            if c.is_control() || self.text.len() + c.len_utf8() > self.max_bytes {
                continue;
            }
            self.text.insert(self.cursor, c);
            self.cursor += c.len_utf8();
        }
    }

    /// Takes a key as people know it from every line they type; `false` if it means nothing here.
    pub fn key(&mut self, event: &KeyEvent) -> bool {
        if event.kind == KeyEventKind::Release {
            return false;
        }
        if event.modifiers.contains(KeyModifiers::CONTROL) && !event.modifiers.contains(KeyModifiers::ALT) {
            return self.control(event.code);
        }
        match event.code {
            KeyCode::Char(c) => self.insert(c.encode_utf8(&mut [0; 4])),
            KeyCode::Backspace => self.cut(self.before(), self.cursor),
            KeyCode::Delete => self.cut(self.cursor, self.behind()),
            KeyCode::Left => self.cursor = self.before(),
            KeyCode::Right => self.cursor = self.behind(),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.text.len(),
            _ => return false,
        }
        true
    }

    fn control(&mut self, code: KeyCode) -> bool {
        match code {
            KeyCode::Char('a') => self.cursor = 0,
            KeyCode::Char('e') => self.cursor = self.text.len(),
            KeyCode::Char('u') => self.cut(0, self.cursor),
            KeyCode::Char('k') => self.cut(self.cursor, self.text.len()),
            KeyCode::Char('w') => self.cut(self.word_start(), self.cursor),
            _ => return false,
        }
        true
    }

    fn cut(&mut self, from: usize, to: usize) {
        self.text.drain(from..to);
        self.cursor = from;
    }

    fn before(&self) -> usize {
        self.text[..self.cursor].char_indices().next_back().map_or(0, |(at, _)| at)
    }

    fn behind(&self) -> usize {
        self.cursor + self.text[self.cursor..].chars().next().map_or(0, char::len_utf8)
    }

    /// Where the word before the cursor begins.
    fn word_start(&self) -> usize {
        let words = self.text[..self.cursor].trim_end();
        words.rfind(char::is_whitespace).map_or(0, |blank| {
            let width = words[blank..].chars().next().map_or(0, char::len_utf8);
            blank + width
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(line: &mut Line, keys: &[(KeyModifiers, KeyCode)]) {
        for (modifiers, code) in keys {
            line.key(&KeyEvent::new(*code, *modifiers));
        }
    }

    #[test]
    fn keys_edit_the_line() {
        const NONE: KeyModifiers = KeyModifiers::NONE;
        const CONTROL: KeyModifiers = KeyModifiers::CONTROL;
        // (before, keys, text before the cursor, text behind it)
        let cases: &[(&str, &[(KeyModifiers, KeyCode)], &str, &str)] = &[
            ("", &[(NONE, KeyCode::Char('a')), (KeyModifiers::SHIFT, KeyCode::Char('B'))], "aB", ""),
            ("añb", &[(NONE, KeyCode::Left), (NONE, KeyCode::Backspace)], "a", "b"),
            ("añb", &[(NONE, KeyCode::Home), (NONE, KeyCode::Right), (NONE, KeyCode::Delete)], "a", "b"),
            ("ab", &[(NONE, KeyCode::Home), (NONE, KeyCode::Backspace), (NONE, KeyCode::Left)], "", "ab"),
            ("ab", &[(NONE, KeyCode::Delete), (NONE, KeyCode::Right)], "ab", ""),
            ("one two ", &[(CONTROL, KeyCode::Char('w'))], "one ", ""),
            ("one", &[(CONTROL, KeyCode::Char('w'))], "", ""),
            (
                "one two",
                &[(NONE, KeyCode::Left), (CONTROL, KeyCode::Char('u')), (CONTROL, KeyCode::Char('e'))],
                "o",
                "",
            ),
            ("ab", &[(CONTROL, KeyCode::Char('a')), (CONTROL, KeyCode::Char('k'))], "", ""),
            ("ab", &[(CONTROL, KeyCode::Char('c')), (NONE, KeyCode::Enter), (NONE, KeyCode::Up)], "ab", ""),
        ];
        for (before, keys, left, right) in cases {
            let mut line = Line::new(40).with(before);
            typed(&mut line, keys);
            assert_eq!(line.around_cursor(), (*left, *right), "{before:?} {keys:?}");
        }
    }

    #[test]
    fn pasted_text_is_cleaned_and_never_too_long() {
        let mut line = Line::new(8);
        line.insert("a\nb\u{1b}[c\u{7}é€");
        assert_eq!(line.text(), "a b[cé");
        line.insert("€x€");
        assert_eq!(line.text(), "a b[céx", "what fits still comes in");
        assert!(line.text().len() <= 8);
    }
}
