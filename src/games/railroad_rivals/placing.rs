//! Laying city tiles (RR-8), and when that brings the last turn (RR-10).

use std::ops::ControlFlow;

use super::action::Action;
use super::board::{City, CitySet, board};
use super::map::{Fit, Placement, Spot};
use super::state::{Draw, LaidTile, Phase, RailroadRivals};
use super::text::{self, Refusal};
use crate::engine::game::{Blocked, Choices, Notes};
use crate::engine::seat::Seat;

impl RailroadRivals {
    /// What a placement of one of the tiles must do now; nothing if none of them can be laid.
    ///
    /// A tile that can be linked must be. Otherwise a blank edge must meet a blank one, except among the first tiles of a
    /// challenge, which may lie anywhere (RR-14).
    pub(super) fn fit_needed(&self, tiles: CitySet) -> Option<Fit> {
        let second = if self.is_opening() { Fit::Beside } else { Fit::Blank };
        [Fit::Link, second].into_iter().find(|&fit| self.map.any_fits(tiles, fit))
    }

    pub(super) fn list_placements(&self, seat: Seat, choices: &mut Choices<Action>) {
        let hand = self.players[seat].hand;
        let Some(fit) = self.fit_needed(hand) else { return };
        let _all_shown = self.map.placements(hand, fit, |Placement { tile, at, rotation }| {
            choices.act(Action::Lay { tile, at, rotation });
            ControlFlow::<()>::Continue(())
        });
        choices.blocked(|| {
            let fits = |tile: &City| self.map.any_fits(only(*tile), fit);
            let stuck = City::all_in(&hand).filter(move |tile| !fits(tile));
            let stuck = stuck.map(|tile| {
                Blocked::new(text::choice_of_tile(tile), Refusal::NoFit(tile, self.second_fit(tile, fit)))
            });
            let pass = Blocked::new(text::choice_of_laying_nothing(), Refusal::MustLay);
            stuck.chain([pass])
        });
    }

    /// Whether a tile that does not fit as it must could lie with a blank edge, were there no other that can be linked.
    fn second_fit(&self, tile: City, fit: Fit) -> bool {
        fit == Fit::Link && self.map.any_fits(only(tile), Fit::Blank)
    }

    fn check_placement(&self, seat: Seat, placement: Placement) -> Result<Spot, Refusal> {
        let Placement { tile, at, rotation } = placement;
        let hand = self.players[seat].hand;
        if !hand.contains(tile.place()) {
            return Err(Refusal::NotInHand(tile));
        }
        if let Some(laid) = self.map.at(at) {
            return Err(Refusal::Occupied(laid.tile));
        }
        let spot = self.map.spot(at).ok_or(Refusal::NotBeside(at))?;
        let edges = board().edges(tile, rotation);
        if spot.fits(edges, Fit::Link) {
            return Ok(spot);
        }
        match self.fit_needed(hand) {
            Some(Fit::Link) => Err(Refusal::MustLink(tile)),
            Some(fit) if spot.fits(edges, fit) => Ok(spot),
            _ => Err(Refusal::NoBlank(tile)),
        }
    }

    pub(super) fn lay(&mut self, seat: Seat, placement: Placement, notes: &mut Notes) -> Result<(), Refusal> {
        let spot = self.check_placement(seat, placement)?;
        let (hand, opening) = (self.players[seat].hand, self.is_opening());
        self.players[seat].hand = hand.without(&only(placement.tile));
        notes.say(|| text::lays(self, seat, placement, &spot));
        self.put_with_links(seat, placement, &spot);
        if opening && self.is_opening() {
            return Ok(());
        }
        if !opening {
            self.laid += 1;
            self.discard_hand(notes);
        }
        if self.bag.is_empty() {
            notes.say(text::bag_is_empty);
            self.place_next(seat, notes);
        } else {
            self.phase = Phase::Draw(Draw::Goods(LaidTile { seat, at: placement.at }));
        }
        Ok(())
    }

    /// In solitaire the tiles that were drawn and not laid leave the game (RR-13).
    fn discard_hand(&mut self, notes: &mut Notes) {
        if !self.is_solitaire() {
            return;
        }
        let hand = std::mem::take(&mut self.players[Seat::default()].hand);
        if !hand.is_empty() {
            notes.say(|| text::discards(hand));
            self.removed.cities = self.removed.cities.union(&hand);
        }
    }

    /// Puts a tile down with a locomotive on each link, as long as the player has any (RR-8).
    pub(super) fn put_with_links(&mut self, seat: Seat, placement: Placement, spot: &Spot) {
        self.map.put(placement);
        for (side, _) in spot.links(board().edges(placement.tile, placement.rotation)) {
            let owner = (self.locomotives_left(seat) > 0).then_some(seat);
            self.map.link(placement.at, side, owner);
        }
    }

    /// The first player who can lays a tile (RR-8).
    pub(super) fn begin_placing(&mut self, notes: &mut Notes) {
        self.place_first_of(self.order.as_slice().to_vec(), notes);
    }

    /// The next player behind this one who can lays a tile.
    pub(super) fn place_next(&mut self, seat: Seat, notes: &mut Notes) {
        let behind = self.order.as_slice().iter().skip_while(|&&other| other != seat).skip(1);
        self.place_first_of(behind.copied().collect(), notes);
    }

    fn place_first_of(&mut self, seats: Vec<Seat>, notes: &mut Notes) {
        for seat in seats {
            if self.fit_needed(self.players[seat].hand).is_some() {
                self.phase = Phase::Lay(seat);
                return;
            }
            notes.say(|| text::cannot_lay(seat));
        }
        self.end_placing(notes);
    }

    /// The turn is the last if somebody has laid the last tile of a hand, or if there is none to come and nobody laid one
    /// (RR-10); in solitaire their number is fixed (RR-13).
    fn end_placing(&mut self, notes: &mut Notes) {
        self.discard_hand(notes);
        self.last_round = self.is_last_round();
        if self.last_round {
            notes.say(|| text::last_round(self));
        }
        self.begin_delivering(notes);
    }

    pub(super) fn is_last_round(&self) -> bool {
        if self.is_solitaire() {
            return self.round >= board().figures.solitaire.turns;
        }
        let out_of_tiles = self.players.as_slice().iter().any(|player| player.hand.is_empty());
        out_of_tiles || self.laid == 0 && self.city_pile().is_empty()
    }
}

fn only(tile: City) -> CitySet {
    [tile.place()].into_iter().collect()
}
