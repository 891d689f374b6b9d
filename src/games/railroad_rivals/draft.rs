//! What is drawn and drafted (RR-5, RR-7).

use serde_json::json;

use super::action::{Action, Drafted};
use super::board::{City, CitySet, Railroad};
use super::state::{Phase, RailroadRivals, Stocks};
use super::text::{self, Refusal};
use crate::engine::bag::Bag;
use crate::engine::chance::Chance;
use crate::engine::game::{Blocked, Choices, Notes};
use crate::engine::seat::Seat;

// Drawing

impl RailroadRivals {
    /// Whether the city pile has a tile for each player.
    fn cities_suffice(&self) -> bool {
        self.city_pile().len() >= self.players.seats().into()
    }

    /// Deals the hands that a seat cannot see anew, out of all tiles that could be in them.
    pub(super) fn redeal_hands(&mut self, seat: Seat, chance: &mut Chance) {
        let others: Vec<Seat> = Seat::all(self.players.seats()).filter(|other| *other != seat).collect();
        let mut unseen =
            others.iter().fold(self.city_pile(), |all, other| all.union(&self.players[*other].hand));
        for other in others {
            let count = u8::try_from(self.players[other].hand.len()).expect("a hand is some tiles");
            let hand: CitySet = draw_cities(unseen, count, chance).into_iter().map(City::place).collect();
            unseen = unseen.without(&hand);
            self.players[other].hand = hand;
        }
    }

    /// Whether a turn begins with anything to draw.
    pub(super) fn market_is_to_come(&self) -> bool {
        self.cities_suffice() || !self.stock_pile().is_empty()
    }

    /// A city and a stock tile for each player or, once the city pile is too short, two stock tiles (RR-5).
    pub(super) fn draw_market(&mut self, chance: &mut Chance, notes: &mut Notes) {
        let seats = self.players.seats();
        let stocks = if self.cities_suffice() {
            self.market.cities =
                draw_cities(self.city_pile(), seats, chance).into_iter().map(City::place).collect();
            notes.drew(|| json!({ "cities": City::all_in(&self.market.cities).collect::<Vec<_>>() }));
            seats
        } else {
            self.remove_rest(notes);
            2 * seats
        };
        self.market.stocks = draw_from(&mut self.stock_pile(), stocks, chance);
        if !self.market.stocks.is_empty() {
            notes.drew(|| json!({ "stocks": listed_stocks(&self.market.stocks) }));
        }
        notes.say(|| text::market(&self.market));
        self.open_market(notes);
    }

    /// The rest of a city pile that is too short leaves the game (RR-5).
    pub(super) fn remove_rest(&mut self, notes: &mut Notes) {
        let rest = self.city_pile();
        if !rest.is_empty() {
            notes.say(|| text::rest_leaves(rest));
            self.removed.cities = self.removed.cities.union(&rest);
        }
    }

    /// From the second turn on the players bid before they draft (RR-6).
    pub(super) fn open_market(&mut self, notes: &mut Notes) {
        if self.round > 1 { self.begin_bidding(notes) } else { self.begin_drafting(notes) }
    }
}

/// So many tiles of a pile, in the order in which they were drawn; fewer if it has not as many.
pub(super) fn draw_cities(mut pile: CitySet, count: u8, chance: &mut Chance) -> Vec<City> {
    let draw = |_| {
        let left = u32::from(pile.len());
        let place = if left > 0 { chance.below(left) } else { return None };
        let city = City::all_in(&pile).nth(place as usize)?;
        pile = pile.without(&[city.place()].into_iter().collect());
        Some(city)
    };
    (0..count).filter_map(draw).collect()
}

/// Takes so many things out of a bag; fewer if it has not as many.
pub(super) fn draw_from<const KINDS: usize>(
    bag: &mut Bag<KINDS>,
    count: u8,
    chance: &mut Chance,
) -> Bag<KINDS> {
    let mut drawn = Bag::default();
    for _ in 0..count {
        bag.draw(chance).into_iter().for_each(|kind| drawn.put(kind, 1));
    }
    drawn
}

/// A railroad for each tile, by id.
pub(super) fn listed_stocks(stocks: &Stocks) -> Vec<Railroad> {
    Railroad::all().flat_map(|r| std::iter::repeat_n(r, stocks.count(r.index()).into())).collect()
}

// Drafting

impl RailroadRivals {
    pub(super) fn begin_drafting(&mut self, notes: &mut Notes) {
        self.phase = Phase::Draft;
        if self.next_drafter().is_none() {
            self.begin_placing(notes);
        }
    }

    /// Who takes a tile next: the first in order of those with the fewest who can take any.
    pub(super) fn next_drafter(&self) -> Option<Seat> {
        let able = self.order.as_slice().iter().copied().filter(|&seat| self.can_draft(seat));
        able.min_by_key(|&seat| self.players[seat].drafted.total())
    }

    fn can_draft(&self, seat: Seat) -> bool {
        let city = !self.market.cities.is_empty() && self.check_city(seat).is_ok();
        city || !self.market.stocks.is_empty() && self.check_stock(seat).is_ok()
    }

    /// Whether the market of this turn had stocks only.
    pub(super) fn only_stocks(&self) -> bool {
        let players = self.players.as_slice();
        self.market.cities.is_empty() && players.iter().all(|player| player.drafted.cities == 0)
    }

    /// Whether the player may take a city tile, if there is one.
    fn check_city(&self, seat: Seat) -> Result<(), Refusal> {
        if self.players[seat].drafted.cities == 0 { Ok(()) } else { Err(Refusal::HasCity) }
    }

    /// Whether the player may take a stock tile, if there is one.
    fn check_stock(&self, seat: Seat) -> Result<(), Refusal> {
        let most = if self.only_stocks() { 2 } else { 1 };
        if self.players[seat].drafted.stocks < most { Ok(()) } else { Err(Refusal::HasStock) }
    }

    pub(super) fn list_drafts(&self, choices: &mut Choices<Action>) {
        let Some(seat) = self.next_drafter() else { return };
        match self.check_city(seat) {
            Ok(()) => City::all_in(&self.market.cities)
                .for_each(|city| choices.act(Action::Draft(Drafted::City(city)))),
            Err(refusal) => choices.blocked(|| {
                City::all_in(&self.market.cities)
                    .map(move |city| Blocked::new(text::choice_of_city(city), refusal))
            }),
        }
        let open = Railroad::all().filter(|railroad| self.market.stocks.count(railroad.index()) > 0);
        match self.check_stock(seat) {
            Ok(()) => open.for_each(|railroad| choices.act(Action::Draft(Drafted::Stock(railroad)))),
            Err(refusal) => choices
                .blocked(|| open.map(move |railroad| Blocked::new(text::choice_of_stock(railroad), refusal))),
        }
    }

    pub(super) fn draft(&mut self, drafted: Drafted, notes: &mut Notes) -> Result<(), Refusal> {
        let seat = self.next_drafter().expect("a draft under way waits for somebody");
        match drafted {
            Drafted::City(city) => {
                if !self.market.cities.contains(city.place()) {
                    return Err(Refusal::CityNotOpen(city));
                }
                self.check_city(seat)?;
                let taken = [city.place()].into_iter().collect::<CitySet>();
                self.market.cities = self.market.cities.without(&taken);
                let player = &mut self.players[seat];
                player.hand = player.hand.union(&taken);
                player.drafted.cities += 1;
            }
            Drafted::Stock(railroad) => {
                if self.market.stocks.count(railroad.index()) == 0 {
                    return Err(Refusal::StockNotOpen(railroad));
                }
                self.check_stock(seat)?;
                let taken = self.market.stocks.take(railroad.index());
                assert!(taken, "the tile was seen there");
                let player = &mut self.players[seat];
                player.stocks.put(railroad.index(), 1);
                player.drafted.stocks += 1;
            }
        }
        notes.say(|| text::drafts(seat, drafted));
        if self.next_drafter().is_none() {
            self.begin_placing(notes);
        }
        Ok(())
    }
}
