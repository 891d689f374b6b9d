//! Cities that get a colour, and better engines (RW-13, RW-14).

use super::action::{Action, Color};
use super::board::{City, Effect};
use super::goals::Deed;
use super::state::RailwaysOfTheWorld;
use super::text::{self, Refusal};
use crate::engine::game::{Blocked, Choices, Notes};
use crate::engine::money::Money;
use crate::engine::seat::Seat;

// New cities

impl RailwaysOfTheWorld {
    /// Whether the city could get a New City tile of any colour (RW-13).
    pub(super) fn check_gray(&self, city: City) -> Result<(), Refusal> {
        self.check_city(city)?;
        if self.city(city).color.is_some() {
            Err(Refusal::NotGray(city))
        } else if Color::ALL.into_iter().all(|color| self.tiles_left(color) == 0) {
            Err(Refusal::NoTile)
        } else {
            Ok(())
        }
    }

    pub(super) fn check_new_city(&self, city: City, color: Color) -> Result<(), Refusal> {
        self.check_gray(city)?;
        if self.tiles_left(color) == 0 { Err(Refusal::NoTileOf(color)) } else { Ok(()) }
    }

    /// All pairs of a gray city and a colour of which a tile is left.
    pub(super) fn new_cities(&self) -> impl Iterator<Item = (City, Color)> + '_ {
        let left = Color::ALL.map(|color| self.tiles_left(color) > 0);
        let gray = self.board().printed_cities().filter(|&city| self.city(city).color.is_none());
        gray.flat_map(move |city| {
            let colors = Color::ALL.into_iter().filter(move |color| left[color.index()]);
            colors.map(move |color| (city, color))
        })
    }

    pub(super) fn list_urbanizing(&self, choices: &mut Choices<Action>) {
        if let Err(refusal) = self.check_unbound() {
            choices.blocked(|| [Blocked::new(text::choice_of_urbanizing(), refusal)]);
            return;
        }
        self.new_cities().for_each(|(city, color)| choices.act(Action::Urbanize { city, color }));
        choices.blocked(|| {
            let spent = Color::ALL.into_iter().filter(|&color| self.tiles_left(color) == 0);
            let spent =
                spent.map(|color| Blocked::new(text::choice_of_tile(color), Refusal::NoTileOf(color)));
            // The cities with a colour together: they can be seen, and are many.
            let colored = Blocked::new(text::choice_of_colored_city(), Refusal::OnlyGray);
            spent.chain([colored]).collect::<Vec<_>>()
        });
    }

    pub(super) fn urbanize(
        &mut self,
        seat: Seat,
        city: City,
        color: Color,
        notes: &mut Notes,
    ) -> Result<(), Refusal> {
        self.check_unbound()?;
        self.check_new_city(city, color)?;
        let cost = Money::new(self.board().figures.money.urbanize);
        let bonds = self.pay(seat, cost);
        notes.say(|| text::urbanizes(self, seat, city, color, cost, bonds));
        self.place_tile(seat, city, color, notes);
        Ok(())
    }

    /// The tile lies on the city; two cubes come from the bag (RW-13).
    pub(super) fn place_tile(&mut self, seat: Seat, city: City, color: Color, notes: &mut Notes) {
        self.city_mut(city).color = Some(color);
        self.draw_cubes(seat, city, self.board().figures.cubes.urbanize, notes);
    }
}

// Engines

impl RailwaysOfTheWorld {
    /// What the seat's next engine costs, less what cards take off; nothing beyond the last (RW-14, RW-22).
    pub(super) fn upgrade_price(&self, seat: Seat, less: Money) -> Option<Money> {
        let player = &self.players[seat];
        let shops = self.effects(player.cards).map(|effect| match effect {
            Effect::Shops { dollars } => dollars,
            _ => 0,
        });
        let price = self.board().engine_price(player.engine + 1)?;
        Some((price - less - Money::new(shops.sum())).max(Money::ZERO))
    }

    fn check_upgrade(&self, seat: Seat) -> Result<Money, Refusal> {
        self.check_unbound()?;
        self.upgrade_price(seat, Money::ZERO).ok_or(Refusal::BestEngine)
    }

    pub(super) fn list_upgrade(&self, seat: Seat, choices: &mut Choices<Action>) {
        let check = self.check_upgrade(seat).map(|_| ());
        choices.act_if(check, Action::Upgrade, text::choice_of_upgrade);
    }

    pub(super) fn upgrade(&mut self, seat: Seat, notes: &mut Notes) -> Result<(), Refusal> {
        let cost = self.check_upgrade(seat)?;
        self.buy_engine(seat, cost, notes);
        self.end_action(seat, notes);
        Ok(())
    }

    /// Pays for the next engine and has it.
    pub(super) fn buy_engine(&mut self, seat: Seat, cost: Money, notes: &mut Notes) {
        let bonds = self.pay(seat, cost);
        self.players[seat].engine += 1;
        notes.say(|| text::upgrades(self, seat, cost, bonds));
        self.award_goals(seat, Deed::Engine, notes);
    }
}
