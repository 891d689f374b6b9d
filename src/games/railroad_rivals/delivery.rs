//! Delivering goods (RR-9, RR-13).

use super::action::{Action, At, Cube};
use super::board::{Railroad, board};
use super::map::Way;
use super::state::{Cubes, Phase, RailroadRivals};
use super::text::{self, Refusal};
use crate::engine::game::{Blocked, Choices, Notes};
use crate::engine::money::Money;
use crate::engine::seat::Seat;

/// What a delivery brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gain {
    /// To whoever delivers.
    pub(super) points: i64,
    /// To the owner of the link, if that is somebody else.
    pub(super) owner: Option<(Seat, i64)>,
    /// The railroad, whose stock then is worth so much.
    pub(super) railroad: Railroad,
    pub(super) value: u8,
}

impl RailroadRivals {
    pub(super) fn list_deliveries(&self, choices: &mut Choices<Action>) {
        for laid in self.map.tiles() {
            for cube in laid.colours() {
                let ways = self.map.ways_from(laid);
                ways.for_each(|way| choices.act(Action::Deliver { from: laid.at, cube, to: way.to }));
            }
        }
        choices.blocked(|| {
            let stuck =
                self.map.tiles().iter().filter(|laid| {
                    laid.colours().next().is_some() && self.map.ways_from(laid).next().is_none()
                });
            let stuck =
                stuck.map(|laid| Blocked::new(text::choice_of_origin(laid.tile), Refusal::NoLink(laid.tile)));
            let pass = Blocked::new(text::choice_of_no_delivery(), Refusal::MustDeliver);
            stuck.chain([pass])
        });
    }

    /// Whether any cube lies on a tile with a link.
    pub(super) fn anything_to_deliver(&self) -> bool {
        let mut laid = self.map.tiles().iter();
        laid.any(|laid| !laid.cubes.is_empty() && self.map.ways_from(laid).next().is_some())
    }

    fn check_delivery(&self, from: At, cube: Cube, to: At) -> Result<Way, Refusal> {
        let laid = self.map.at(from).ok_or(Refusal::NothingThere(from))?;
        if laid.cubes.count(cube.index()) == 0 {
            return Err(Refusal::NoCube(laid.tile, cube));
        }
        let there = self.map.at(to).ok_or(Refusal::NothingThere(to))?;
        self.map.way(from, to).ok_or(Refusal::NotLinked(laid.tile, there.tile))
    }

    /// What it brings to deliver a cube of a colour over a link.
    pub(super) fn gain(&self, seat: Seat, cube: Cube, way: Way) -> Gain {
        let figures = &board().figures;
        let solitaire = &figures.solitaire;
        let step = if self.is_solitaire() { solitaire.stock_step } else { figures.stock_step };
        let owner = way.owner.filter(|&owner| owner != seat).map(|owner| (owner, figures.owner_points));
        let points = if self.is_solitaire() { self.row_points() } else { self.colour_points(cube) };
        let value = (self.values[way.railroad.index()] + step).min(figures.stock_max);
        Gain { points, owner, railroad: way.railroad, value }
    }

    /// Fewer points the more cubes of the colour were delivered this turn (RR-9). With two players all colours count as
    /// one (RR-4).
    fn colour_points(&self, cube: Cube) -> i64 {
        let before = match self.players.seats() {
            2 => self.delivered.total(),
            _ => u32::from(self.delivered.count(cube.index())),
        };
        let points = &board().figures.delivery_points;
        points[usize::try_from(before).map_or(points.len() - 1, |before| before.min(points.len() - 1))]
    }

    pub(super) fn deliver(
        &mut self,
        seat: Seat,
        (from, cube, to): (At, Cube, At),
        notes: &mut Notes,
    ) -> Result<(), Refusal> {
        let way = self.check_delivery(from, cube, to)?;
        let gain = self.gain(seat, cube, way);
        notes.say(|| text::delivers(self, seat, (from, cube, to), &gain));
        let taken = self.map.at_mut(from).is_some_and(|laid| laid.cubes.take(cube.index()));
        assert!(taken, "the cube was seen there");
        self.players[seat].score += Money::new(gain.points);
        if let Some((owner, points)) = gain.owner {
            self.players[owner].score += Money::new(points);
        }
        self.values[gain.railroad.index()] = gain.value;
        if self.is_solitaire() {
            self.row.push(cube);
        } else {
            self.delivered.put(cube.index(), 1);
        }
        self.deliver_next(seat, notes);
        Ok(())
    }

    pub(super) fn begin_delivering(&mut self, notes: &mut Notes) {
        let first = self.order.as_slice()[0];
        self.let_deliver(Some(first), notes);
    }

    fn deliver_next(&mut self, seat: Seat, notes: &mut Notes) {
        let mut behind = self.order.as_slice().iter().skip_while(|&&other| other != seat).skip(1);
        self.let_deliver(behind.next().copied(), notes);
    }

    /// The player delivers if there is anything to deliver; if there is not, there is nothing for those behind either.
    fn let_deliver(&mut self, seat: Option<Seat>, notes: &mut Notes) {
        match seat {
            Some(seat) if self.anything_to_deliver() => self.phase = Phase::Deliver(seat),
            Some(_) => {
                notes.say(text::nothing_to_deliver);
                self.end_delivering(notes);
            }
            None => self.end_delivering(notes),
        }
    }

    /// What was delivered goes back into the bag, and the turn is over.
    fn end_delivering(&mut self, notes: &mut Notes) {
        for cube in Cube::ALL {
            self.bag.put(cube.index(), self.delivered.count(cube.index()));
        }
        self.delivered = Cubes::default();
        self.end_turn(notes);
    }
}
