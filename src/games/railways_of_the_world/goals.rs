//! Goals: cards that pay the first player who achieves them (RW-17).

use super::board::{City, CitySet, Effect};
use super::state::RailwaysOfTheWorld;
use super::text;
use crate::engine::game::Notes;
use crate::engine::seat::Seat;

/// What a player has just done that a goal may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// Completed a link.
    Link,
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
            (Effect::LinksOwned { links, points }, Deed::Link) => {
                (self.links_of(seat).count() >= usize::from(links), points)
            }
            (Effect::Line { between: (a, b), points }, Deed::Link) => (self.has_line(seat, a, b), points),
            (Effect::EngineLevel { level, points }, Deed::Engine) => {
                (self.players[seat].engine >= level, points)
            }
            _ => (false, 0),
        };
        achieved.then_some(points)
    }

    /// Whether the seat's own links form an unbroken chain between two cities.
    pub(super) fn has_line(&self, seat: Seat, a: City, b: City) -> bool {
        let links = self.neighbours(Some(seat));
        let mut reached = CitySet::from_iter([a]);
        loop {
            let next = reached.indices().fold(reached, |all, index| all.union(links[index]));
            if next.contains(b) || next == reached {
                return next.contains(b);
            }
            reached = next;
        }
    }
}
