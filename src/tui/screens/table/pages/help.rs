//! Help: what can be done now, the rules that apply, the keys, and all rules of the game, with a search.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Constraint, Layout, Rect};

use super::super::TableScreen;
use super::super::bar::{BarKey, SCROLL, back, worded};
use super::super::draw::TableBrush;
use super::{Stride, TablePage};
use crate::engine::scene::Panel;
use crate::tui::keymap::table::{AtTable, TABLE};
use crate::tui::text::table as text;
use crate::tui::widgets::field::Field;
use crate::tui::widgets::prose::{self, Prose};

/// Bytes of what is searched for.
const MAX_SEARCH: usize = 60;

/// The page of help.
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
    pub(super) fn go(&mut self, stride: Stride, back: bool) {
        self.scroll = match (stride, back) {
            (Stride::Line, _) => self.scroll.saturating_add_signed(if back { -1 } else { 1 }),
            (Stride::Page, _) => self.scroll.saturating_add_signed(if back { -10 } else { 10 }),
            (Stride::End, true) => 0,
            // How far it can go is known when it is drawn.
            (Stride::End, false) => usize::MAX / 2,
        };
    }

    /// Begins to search.
    pub fn find(&mut self) {
        self.search = Some(Field::with_limit(MAX_SEARCH));
    }

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

pub(super) fn keys() -> Vec<BarKey> {
    vec![
        SCROLL,
        (text::key::PAGE_KEYS, text::key::PAGE, &[AtTable::PageUp, AtTable::PageDown]),
        worded(AtTable::Find, text::key::SEARCH),
        back(),
    ]
}

impl TableScreen {
    pub(super) fn draw_help(&mut self, brush: &mut TableBrush<'_, '_>, body: Rect) {
        let page = prose::ParsedProse::parse(&brush.plain(&self.help_text()));
        let inner = brush.pane(text::help::TITLE, true, body);
        let TablePage::Help(help) = &mut self.page else { return };
        let [top, below] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(u16::from(help.search.is_some()))])
                .areas(inner);
        let most = page.height(top.width).saturating_sub(usize::from(top.height));
        if std::mem::take(&mut help.jump) && !help.wanted.is_empty() {
            let found = page.find(&help.wanted, top.width);
            let next = found.iter().find(|line| **line > help.scroll).or_else(|| found.first());
            help.scroll = next.copied().unwrap_or(help.scroll);
        }
        help.scroll = help.scroll.min(most);
        let prose = Prose { page: &page, from: help.scroll, query: &help.wanted, theme: brush.theme };
        brush.frame.render_widget(&prose, top);
        if let Some(search) = &help.search {
            let search = search.clone();
            brush.typed(text::help::PROMPT_SEARCH, &search, below);
        }
    }

    /// What can be done now, the rules that say so, the keys, then all rules.
    fn help_text(&self) -> String {
        let rules = self.view.meta.rules_text;
        let game =
            self.desk.as_ref().map_or_else(|| self.view.at(self.view.shown()), |desk| desk.game().fork());
        let now: String = game.rules_now().iter().filter_map(|rule| section(rules, rule)).collect();
        let listed = TABLE.iter().filter(|binding| !binding.words.is_empty());
        let keys: Vec<String> = listed
            .map(|binding| format!("- **{}** {}", binding.shown, text::help::long_words(binding.intent)))
            .collect();
        let status = self.view.named(&self.scene.status);
        let cards = self.scene.panels.iter().filter_map(|panel| match panel {
            Panel::Cards(cards) => Some(text::panels::cards_section(cards)),
            _ => None,
        });
        let keys = keys.join("\n") + "\n\n" + &self.columns_text();
        text::help::page(&status, &now, &cards.collect::<String>(), &keys, rules)
    }
}

/// The section of the rules with this id: its heading and all until the next.
fn section(rules: &str, id: &str) -> Option<String> {
    let start = rules.find(&format!("### {id} "))?;
    let rest = &rules[start..];
    let end = rest[3..].find("\n#").map_or(rest.len(), |end| end + 3);
    Some(format!("{}\n", &rest[..end]))
}
