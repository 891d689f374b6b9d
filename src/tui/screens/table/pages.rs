//! The pages that open over the board: the past, charts, help.

use crossterm::event::{KeyCode, KeyEvent};

use crate::tui::view::TableView;
use crate::tui::widgets::field::Field;

/// The past: the board as it was after an entry.
#[derive(Debug)]
pub struct Past {
    /// The entry that is looked at.
    pub at: u32,
}

impl Past {
    /// The past, from the last entry shown.
    pub fn new(view: &TableView) -> Self {
        Self { at: view.shown() }
    }

    /// Goes back or forth; stays within the game.
    pub fn step(&mut self, by: i32, view: &TableView) {
        self.at = self.at.saturating_add_signed(by).min(view.len());
    }
}

/// Charts: one kind of number at a time, entry by entry.
#[derive(Debug)]
pub struct Charts {
    kinds: Vec<&'static str>,
    kind: usize,
}

impl Charts {
    /// The charts of a table.
    pub fn new(view: &TableView) -> Self {
        Self { kinds: view.charts(), kind: 0 }
    }

    /// Another kind; the list goes round.
    pub fn step(&mut self, by: isize) {
        let len = isize::try_from(self.kinds.len()).unwrap_or(0).max(1);
        let kind = (isize::try_from(self.kind).unwrap_or(0) + by).rem_euclid(len);
        self.kind = usize::try_from(kind).unwrap_or(0);
    }

    /// The kind with this number.
    pub fn choose(&mut self, kind: usize) {
        self.kind = kind.min(self.kinds.len().saturating_sub(1));
    }

    /// The kind that is shown.
    pub fn kind(&self) -> &'static str {
        self.kinds.get(self.kind).copied().unwrap_or_default()
    }

    /// All kinds.
    pub fn kinds(&self) -> &[&'static str] {
        &self.kinds
    }
}

/// Help: what can be done now, the rules that apply, the keys, and all rules of the game, with a search.
#[derive(Debug, Default)]
pub struct Help {
    /// How far it is scrolled, in lines.
    pub scroll: usize,
    /// What is being typed to search for.
    pub search: Option<Field>,
    /// What is searched for.
    pub wanted: String,
    /// Go to the next place where it was found.
    pub jump: bool,
}

impl Help {
    /// Pasted text to search for.
    pub fn paste(&mut self, pasted: &str) {
        let Some(entry) = &mut self.search else { return };
        entry.insert(pasted);
        self.wanted = entry.text().to_owned();
        self.jump = true;
    }

    /// A key while something to search for is typed.
    pub fn type_search(&mut self, key: &KeyEvent) {
        let Some(entry) = &mut self.search else { return };
        match key.code {
            KeyCode::Esc => {
                self.search = None;
                self.wanted.clear();
            }
            KeyCode::Enter => {
                self.search = None;
                self.jump = true;
            }
            _ => {
                entry.key(key);
                self.wanted = entry.text().to_owned();
                self.jump = true;
            }
        }
    }
}
