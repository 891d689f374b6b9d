//! Cities grow before track is built (PR-10).

use serde_json::json;

use super::action::Action;
use super::board::{City, CitySet, Kind, board};
use super::state::{Phase, PrairieRailroads};
use super::text::{self, Refusal};
use crate::engine::chance::Chance;
use crate::engine::game::{Blocked, Choices, Notes};
use crate::engine::money::Income;

impl PrairieRailroads {
    /// Rolls two dice, one after the other; the row's primary city grows, or else its secondary, or else the player
    /// picks.
    pub(super) fn roll_growth(&mut self, chance: &mut Chance, notes: &mut Notes) {
        let dice = [(); 2].map(|()| 1 + u8::try_from(chance.below(6)).expect("a die has six sides"));
        notes.drew(|| json!({ "dice": dice }));
        let row = board().growth_row(dice);
        let ungrown = [row.primary, row.secondary].into_iter().find(|city| !self.has_grown(*city));
        notes.say(|| text::rolls(self.active, dice, row));
        match ungrown {
            _ if self.development_left() == 0 => {
                notes.say(text::no_development_left);
                self.construct(notes);
            }
            Some(city) => {
                self.let_grow(city, notes);
                self.construct(notes);
            }
            None if self.free_growth().is_empty() => {
                notes.say(text::all_have_grown);
                self.construct(notes);
            }
            None => self.phase = Phase::Grow,
        }
    }

    fn has_grown(&self, city: City) -> bool {
        self.grown.contains(city.place())
    }

    /// The cities that a player may pick from: primaries, and once there is none secondaries.
    pub(super) fn free_growth(&self) -> CitySet {
        let primaries = board().primaries.without(&self.grown);
        if primaries.is_empty() { board().secondaries.without(&self.grown) } else { primaries }
    }

    pub(super) fn list_growth(&self, choices: &mut Choices<Action>) {
        let free = self.free_growth();
        City::all_in(&free).for_each(|city| choices.act(Action::Grow { city }));
        choices.blocked(|| {
            City::all().filter(move |city| !free.contains(city.place())).filter_map(|city| {
                let refusal = self.check_growth(city).err()?;
                Some(Blocked::new(text::choice_of_growth(city), refusal))
            })
        });
    }

    fn check_growth(&self, city: City) -> Result<(), Refusal> {
        if board().city(city).kind == Kind::Start {
            Err(Refusal::NeverGrows(city))
        } else if self.has_grown(city) {
            Err(Refusal::HasGrown(city))
        } else if !self.free_growth().contains(city.place()) {
            Err(Refusal::PrimariesFirst(city))
        } else {
            Ok(())
        }
    }

    pub(super) fn grow(&mut self, city: City, notes: &mut Notes) -> Result<(), Refusal> {
        self.check_growth(city)?;
        notes.say(|| text::picks_growth(self.active, city));
        self.let_grow(city, notes);
        self.construct(notes);
        Ok(())
    }

    /// A cube in the city: every segment there earns more.
    fn let_grow(&mut self, city: City, notes: &mut Notes) {
        self.grown.insert(city.place());
        for charter in &mut self.charters {
            let there = charter.track.intersection(board().touching(city)).len();
            charter.income += Income::new(board().figures.growth_bonus * i32::from(there));
        }
        notes.say(|| text::grows(self, city));
    }

    /// After growth comes the build, if any railroad is able to (PR-11).
    fn construct(&mut self, notes: &mut Notes) {
        if self.anybody_can_build() {
            self.phase = Phase::Construct;
        } else {
            notes.say(text::nobody_can_build);
            self.end_turn(notes);
        }
    }
}
