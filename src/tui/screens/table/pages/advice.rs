//! What would be good to do, in practice.

use ratatui::layout::Rect;

use super::super::TableScreen;
use super::super::draw::TableBrush;
use super::TablePage;
use crate::table::front::{Advice, Command};
use crate::tui::out::Out;
use crate::tui::text::table::advice as words;

impl TableScreen {
    /// Opens the page for it, and asks unless there is advice for this moment already.
    pub(in super::super) fn ask_advice(&mut self, out: &mut Out) {
        if !self.view.is_practice() || self.view.own_turn().is_none() {
            self.message = Some(words::NONE_NOW.to_owned());
            return;
        }
        self.open(TablePage::Advice);
        let opened = matches!(self.page, TablePage::Advice);
        if opened && self.advice_now().is_none() && self.view.advising.is_none() {
            Self::command(out, Command::Advise);
        }
    }

    /// The advice that was given for this very moment.
    fn advice_now(&self) -> Option<&[Advice]> {
        let (index, advice) = self.view.advice.as_ref()?;
        (*index == self.view.len()).then_some(advice)
    }

    pub(super) fn draw_advice(&self, brush: &mut TableBrush<'_, '_>, body: Rect) {
        let inner = brush.pane(words::TITLE, false, body);
        let said = match self.advice_now() {
            Some(advice) => {
                let named = |(said, amount): &(_, Option<i64>)| (self.view.named(said), *amount);
                let all: Vec<String> = advice
                    .iter()
                    .map(|one| words::one(&one.steps.iter().map(named).collect::<Vec<_>>(), &one.tally))
                    .collect();
                words::all(&all)
            }
            None => words::thinking(self.view.advising.unwrap_or(0)),
        };
        brush.prose(&said, inner);
    }
}
