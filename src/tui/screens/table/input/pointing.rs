//! Going about on the map, and what the mouse does.

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::super::desk::Desk;
use super::super::pages::TablePage;
use super::super::{KeySet, Pane, TableHit, TableScreen};
use crate::tui::keymap::table::AtTable;
use crate::tui::out::Out;
use crate::tui::widgets::board::Direction;

impl TableScreen {
    pub(super) fn move_on_map(&mut self, intent: AtTable) {
        let direction = match intent {
            AtTable::Up => Direction::Up,
            AtTable::Down => Direction::Down,
            AtTable::Left => Direction::Left,
            _ => Direction::Right,
        };
        let next = match &self.cursor {
            Some(place) => self.next_place(place, direction),
            None => self.first_place(),
        };
        if let Some(place) = next {
            self.move_cursor(place);
        }
    }

    /// Where an arrow leads. While something is going on at one place, such as the end of a track, arrows keep to the
    /// places that it can lead to.
    fn next_place(&self, from: &str, direction: Direction) -> Option<String> {
        let map = self.board_map();
        let leads_on = |desk: &Desk| {
            let here = desk.here()?;
            let spots: Vec<&str> = desk.shown().into_iter().filter_map(|number| desk.spot(number)).collect();
            let near = from == here || spots.contains(&from);
            map.neighbour_among(from, direction, |place| near && spots.contains(&place)).map(str::to_owned)
        };
        let near = self.desk.as_ref().and_then(leads_on);
        near.or_else(|| map.neighbour(from, direction).map(str::to_owned))
    }

    /// Where the cursor starts: at something that can be done.
    fn first_place(&self) -> Option<String> {
        let legal = |desk: &Desk| {
            let here = desk.here().map(str::to_owned);
            here.or_else(|| desk.shown().into_iter().find_map(|number| desk.spot(number).map(str::to_owned)))
        };
        let legal = self.desk.as_ref().and_then(legal);
        legal.or_else(|| self.board_map().middle().map(str::to_owned))
    }

    pub(super) fn move_cursor(&mut self, place: String) {
        if let Some(desk) = self.desk.as_mut().filter(|desk| desk.amount().is_none()) {
            desk.select_place(&place);
        }
        self.cursor = Some(place);
    }

    // The mouse

    pub(super) fn mouse(&mut self, mouse: MouseEvent, out: &mut Out) {
        let at = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.click(at, out),
            MouseEventKind::Down(MouseButton::Right) => self.carry_out(AtTable::Undo, out),
            MouseEventKind::ScrollUp => self.wheel(true, at),
            MouseEventKind::ScrollDown => self.wheel(false, at),
            _ => {}
        }
    }

    fn click(&mut self, at: Position, out: &mut Out) {
        self.message = None;
        let hit = self.hits.iter().rev().find(|(area, _)| area.contains(at)).map(|(_, hit)| *hit);
        let leaves = self.keys == KeySet::Leave || hit == Some(TableHit::Key(AtTable::Leave));
        if let Some(seat) = self.hand_over().filter(|_| !leaves) {
            self.holder = Some(seat);
            return;
        }
        match hit {
            // Where keys mean something else than usual, so do clicks on them.
            Some(TableHit::Key(intent)) if self.keys == KeySet::Leave || self.typing().is_some() => {
                let code = match intent {
                    AtTable::Bot => KeyCode::Char('b'),
                    AtTable::Enter => KeyCode::Enter,
                    _ => KeyCode::Esc,
                };
                self.key(&KeyEvent::from(code), out);
            }
            Some(TableHit::Key(intent)) => self.carry_out(intent, out),
            Some(TableHit::Line(line)) => self.click_line(line, out),
            Some(TableHit::Amount { more }) => self.faster(more),
            Some(TableHit::Moment(at)) => {
                if let TablePage::Past(past) = &mut self.page {
                    past.at = at;
                }
            }
            Some(TableHit::Chart(kind)) => {
                if let TablePage::Charts(charts) = &mut self.page {
                    charts.choose(kind);
                }
            }
            Some(TableHit::Pane(Pane::Map)) => self.click_map(at, out),
            Some(TableHit::Pane(pane)) => self.pane = pane,
            None => {}
        }
    }

    fn click_line(&mut self, line: usize, out: &mut Out) {
        self.pane = Pane::Menu;
        self.with_desk(out, |desk| {
            if desk.amount().is_none() || desk.selected() != line {
                desk.select(line);
            }
            desk.enter()
        });
    }

    fn click_map(&mut self, at: Position, out: &mut Out) {
        self.pane = Pane::Map;
        let Some(place) = self.board_map().place_at(at.x, at.y).map(str::to_owned) else { return };
        self.move_cursor(place.clone());
        match self.desk_shown() {
            // Where nothing is left but to commit, a click on what was tried tries it another way.
            Some(desk) if desk.ends_turn() && desk.has_other_way(Some(&place)) => {
                self.carry_out(AtTable::Other, out);
            }
            Some(_) => self.enter_place(out),
            None => {}
        }
    }

    fn wheel(&mut self, up: bool, at: Position) {
        let over = |pane: Pane| {
            self.hits.iter().any(|(area, hit)| *hit == TableHit::Pane(pane) && area.contains(at))
        };
        let chooses = self.desk.as_ref().is_some_and(|desk| desk.amount().is_some());
        if matches!(self.page, TablePage::Board) && over(Pane::Menu) && chooses {
            self.faster(up);
        } else if matches!(self.page, TablePage::Board) && over(Pane::Menu) {
            self.step_menu(if up { -1 } else { 1 });
        } else if matches!(
            self.page,
            TablePage::Past(_) | TablePage::Help(_) | TablePage::Charts(_) | TablePage::Panels(_)
        ) {
            self.arrow(if up { AtTable::Up } else { AtTable::Down });
        } else {
            self.scroll_log(up, 2);
        }
    }
}
