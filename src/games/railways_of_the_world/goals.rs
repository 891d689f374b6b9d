//! Goals: cards that pay the first player who achieves them (RW-17).
//!
//! The action itself must achieve a goal: what a player had before it, or more than a goal asks for, pays nothing.

use super::action::LinkId;
use super::board::{City, CitySet, Effect};
use super::state::{Link, RailwaysOfTheWorld};
use super::text;
use crate::engine::game::Notes;
use crate::engine::seat::Seat;

/// What a player has just done that a goal may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// Completed this link, which nobody could use before.
    Link(LinkId),
    /// Bought an engine.
    Engine,
    /// Delivered a cube over so many links to this city.
    Delivery { links: u8, to: City },
}

impl RailwaysOfTheWorld {
    /// Pays every goal that the deed achieves, by id, and discards it.
    pub(super) fn award_goals(&mut self, seat: Seat, deed: Deed, notes: &mut Notes) {
        let board = self.board();
        for card in self.face_up.iter() {
            let Some(points) = board.effect(card).and_then(|effect| self.goal_points(seat, effect, deed))
            else {
                continue;
            };
            self.face_up.remove(card);
            self.discard.insert(card);
            self.advance(seat, points);
            notes.say(|| text::achieves(self, seat, card, points));
        }
    }

    /// What a card pays the seat for the deed; nothing if it is no goal or not achieved by it.
    fn goal_points(&self, seat: Seat, effect: Effect, deed: Deed) -> Option<i64> {
        let (achieved, points) = match (effect, deed) {
            (Effect::DeliveryLinks { links, points }, Deed::Delivery { links: ridden, .. }) => {
                (ridden >= links, points)
            }
            (Effect::DeliverTo { city, points }, Deed::Delivery { to, .. }) => (to == city, points),
            (Effect::LinksOwned { links, points }, Deed::Link(_)) => {
                (self.links_of(seat).count() == usize::from(links), points)
            }
            (Effect::Line { between: (a, b), points }, Deed::Link(link)) => {
                (self.joins(link, seat, a, b), points)
            }
            (Effect::EngineLevel { level, points }, Deed::Engine) => {
                (self.players[seat].engine == level, points)
            }
            _ => (false, 0),
        };
        achieved.then_some(points)
    }

    /// Whether the seat's own links form an unbroken chain between two cities.
    pub(super) fn has_line(&self, seat: Seat, a: City, b: City) -> bool {
        is_line(self.links_of(seat), a, b)
    }

    /// Whether this link of the seat joins two cities that its other links do not.
    fn joins(&self, link: LinkId, seat: Seat, a: City, b: City) -> bool {
        let others = self.links_of(seat).filter(|other| other.id != link);
        self.has_line(seat, a, b) && !is_line(others, a, b)
    }
}

/// Whether complete links lead from one city to another.
fn is_line<'a>(links: impl Iterator<Item = &'a Link>, a: City, b: City) -> bool {
    let ends: Vec<(City, City)> = links.filter_map(|link| Some((link.from, link.to?))).collect();
    let mut reached = CitySet::from_iter([a]);
    loop {
        let before = reached;
        for &(from, to) in ends.iter().filter(|(from, to)| before.contains(*from) != before.contains(*to)) {
            reached.insert(from);
            reached.insert(to);
        }
        if reached == before || reached.contains(b) {
            return reached.contains(b);
        }
    }
}
