//! Where too few are left to decide anything, or others went on elsewhere: what is said of it, and which keys lead on.

use super::TableScreen;
use super::bar::{BarKey, key};
use crate::table::front::{Command, Request, SeatNumber, Stranded};
use crate::tui::keymap::table::AtTable;
use crate::tui::out::Out;
use crate::tui::text::table::alone as text;

impl TableScreen {
    /// Nothing can be decided at this table: its turns wait, and a draft is laid aside.
    pub(super) const fn is_stranded(&self) -> bool {
        self.view.stranded.is_some()
    }

    fn names(&self, seats: &[SeatNumber]) -> Vec<String> {
        seats.iter().map(|seat| self.view.name(*seat).to_owned()).collect()
    }

    /// What stands in the header in the place of a turn.
    pub(super) fn alone_turn(&self) -> Option<String> {
        let stranded = self.view.stranded.as_ref()?;
        let went_on = self.view.carried_on.is_some();
        Some(if went_on { text::WENT_ON.to_owned() } else { text::waits_for(&self.names(&stranded.missing)) })
    }

    /// The sentence at the bottom, with a key for each choice.
    pub(super) fn alone_words(&self) -> Option<String> {
        if let Some(by) = &self.view.carried_on {
            return Some(text::carried_on(&self.names(by), "g"));
        }
        let Stranded { missing, here, would } = self.view.stranded.as_ref()?;
        let (mine, theirs): (Vec<SeatNumber>, Vec<SeatNumber>) =
            would.iter().partition(|seat| self.view.own.contains(seat));
        let silent: Vec<SeatNumber> = here.iter().filter(|seat| !would.contains(seat)).copied().collect();
        let missing = self.names(missing);
        Some(match (mine.is_empty(), silent.is_empty()) {
            (false, true) => text::BEGINNING.to_owned(),
            (false, false) => text::wait_for(&self.names(&silent), &missing),
            (true, _) if theirs.is_empty() => format!("{}: {}", text::too_few(&missing), text::CHOICES),
            (true, _) => text::press_to_agree(&self.names(&theirs), &missing),
        })
    }

    /// The keys for it, the way on first.
    pub(super) fn alone_keys(&self) -> Vec<BarKey> {
        match (self.is_stranded(), self.view.carried_on.is_some()) {
            (true, _) => [AtTable::GoOn, AtTable::Save, AtTable::Wait].map(key).to_vec(),
            (false, true) => vec![key(AtTable::GoOn)],
            (false, false) => Vec::new(),
        }
    }

    pub(super) fn go_on(&mut self, out: &mut Out) {
        if self.is_stranded() || self.view.carried_on.is_some() {
            Self::command(out, Command::GoOn(true));
        } else {
            self.message = Some(text::ENOUGH_ARE_HERE.to_owned());
        }
    }

    pub(super) fn save(&mut self, out: &mut Out) {
        if self.is_stranded() {
            out.ask(Request::Away);
        }
    }

    pub(super) fn wait_on(&mut self, out: &mut Out) {
        let Some(stranded) = &self.view.stranded else { return };
        let takes_back = stranded.would.iter().any(|seat| self.view.own.contains(seat));
        self.message = Some(text::you_wait(&self.names(&stranded.missing)));
        if takes_back {
            Self::command(out, Command::GoOn(false));
        }
    }
}
