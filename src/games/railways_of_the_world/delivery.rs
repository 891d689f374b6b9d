//! Deliveries (RW-15, RW-16).

use super::action::{Action, Color, LinkId};
use super::board::{CardSet, City, CitySet, Effect};
use super::cards::Kind;
use super::goals::Deed;
use super::state::{Carrying, Link, Phase, RailwaysOfTheWorld};
use super::text::{self, Refusal};
use crate::engine::game::{Blocked, Choices, Notes};
use crate::engine::money::Money;
use crate::engine::seat::Seat;
use crate::engine::short_list::ShortList;

/// What a seat can ride on in a delivery.
#[derive(Debug)]
pub(super) struct Rides {
    /// From each city, by whoever's links.
    all: [CitySet; 64],
    /// From each city over links that a delivery may begin with.
    first: [CitySet; 64],
    /// Links of one delivery.
    level: u8,
    /// The cities of each colour.
    of_color: [CitySet; 5],
}

impl Rides {
    /// The cities that a cube can reach from `from`, whatever its colour.
    pub(super) fn reach(&self, from: City) -> CitySet {
        let start = CitySet::from_iter([from]);
        self.spread(self.first[from.index()], start, self.level)
    }

    /// The cities within `links` links, counted from before the step to `frontier`, that avoid `visited`.
    fn spread(&self, mut frontier: CitySet, visited: CitySet, links: u8) -> CitySet {
        let mut reached = CitySet::EMPTY;
        for _ in 0..links {
            frontier = frontier.without(visited).without(reached);
            if frontier.is_empty() {
                break;
            }
            reached = reached.union(frontier);
            frontier = frontier.indices().fold(CitySet::EMPTY, |all, index| all.union(self.all[index]));
        }
        reached
    }

    /// Whether a cube that has visited these cities and steps to `next` can still get to a city of its colour. The
    /// nearest such city is always reached without passing another (RW-15).
    fn arrives(&self, next: City, visited: CitySet, links: u8, cube: Color) -> bool {
        let reached = self.spread(CitySet::from_iter([next]), visited, links);
        !reached.intersection(self.of_color[cube.index()]).is_empty()
    }
}

// What can be delivered

impl RailwaysOfTheWorld {
    /// Links that one delivery of the seat may have with these cards played (RW-15, RW-22).
    pub(super) fn ride_limit(&self, seat: Seat, played: CardSet) -> u8 {
        let more = self.effects(played).map(|effect| match effect {
            Effect::Dispatch { levels } | Effect::Orders { levels } => levels,
            _ => 0,
        });
        (self.players[seat].engine + more.sum::<u8>()).min(self.board().last_engine())
    }

    /// What the seat can ride on with these cards played.
    pub(super) fn rides(&self, seat: Seat, played: CardSet) -> Rides {
        let rights = self.effects(played).any(|effect| effect == Effect::Rights);
        let mut of_color = [CitySet::EMPTY; 5];
        for (city, state) in self.board().cities().zip(&self.cities) {
            if let Some(color) = state.color {
                of_color[color.index()].insert(city);
            }
        }
        let all = self.neighbours(None);
        let first = if rights { all } else { self.neighbours(Some(seat)) };
        Rides { all, first, level: self.ride_limit(seat, played), of_color }
    }

    /// The cubes in a city that can be delivered.
    pub(super) fn cubes_to_load<'a>(&'a self, rides: &Rides, city: City) -> impl Iterator<Item = Color> + 'a {
        let reach = rides.reach(city);
        let arrives = Color::ALL.map(|cube| !reach.intersection(rides.of_color[cube.index()]).is_empty());
        let there = &self.city(city).cubes;
        Color::ALL.into_iter().filter(move |cube| arrives[cube.index()] && there.count(cube.index()) > 0)
    }

    /// Whether the seat could deliver anything with these cards played.
    pub(super) fn can_deliver(&self, seat: Seat, played: CardSet) -> bool {
        let rides = self.rides(seat, played);
        self.present_cities().any(|city| self.cubes_to_load(&rides, city).next().is_some())
    }

    fn check_load(&self, seat: Seat, city: City, cube: Color) -> Result<(), Refusal> {
        self.check_bound(Kind::Deliver)?;
        self.check_city(city)?;
        if self.city(city).cubes.count(cube.index()) == 0 {
            return Err(Refusal::NoCube(city, cube));
        }
        let rides = self.rides(seat, self.played);
        if rides.first[city.index()].is_empty() {
            return Err(Refusal::NoFirstLink(city));
        }
        if self.cubes_to_load(&rides, city).any(|color| color == cube) {
            Ok(())
        } else {
            Err(Refusal::OutOfReach(cube, rides.level))
        }
    }

    /// Where the cube is, and the cities that it has visited, that one included.
    pub(super) fn way_so_far(&self, carrying: &Carrying) -> (City, CitySet) {
        let mut at = carrying.from;
        let mut visited = CitySet::from_iter([at]);
        for &id in carrying.links.as_slice() {
            let next = self.link(id).and_then(|link| link.other_end(at));
            at = next.expect("a cube rides on complete links");
            visited.insert(at);
        }
        (at, visited)
    }

    /// Whether the cube can be moved along this link; says where it leads (RW-15).
    fn check_ride(
        &self,
        rides: &Rides,
        seat: Seat,
        carrying: &Carrying,
        id: LinkId,
    ) -> Result<City, Refusal> {
        let link = self.link(id).ok_or(Refusal::NoLink(id))?;
        let (at, visited) = self.way_so_far(carrying);
        if !link.touches(at) {
            return Err(Refusal::NotFromHere(id, at));
        }
        let next = link.other_end(at).ok_or(Refusal::NotFromHere(id, at))?;
        if visited.contains(next) {
            return Err(Refusal::CityTwice(next));
        }
        if carrying.links.is_empty() && link.owner != seat && !self.may_begin_anywhere() {
            return Err(Refusal::FirstOfOther(id, link.owner));
        }
        if rides.arrives(next, visited, rides.level - carrying.links.len(), carrying.cube) {
            Ok(next)
        } else {
            Err(Refusal::OutOfReach(carrying.cube, rides.level))
        }
    }

    /// Whether Trackage Rights lets the delivery begin on anybody's link (RW-22).
    pub(super) fn may_begin_anywhere(&self) -> bool {
        self.effects(self.played).any(|effect| effect == Effect::Rights)
    }
}

// Choices

impl RailwaysOfTheWorld {
    pub(super) fn list_loads(&self, seat: Seat, choices: &mut Choices<Action>) {
        if let Err(refusal) = self.check_bound(Kind::Deliver) {
            choices.blocked(|| [Blocked::new(text::choice_of_delivery(), refusal)]);
            return;
        }
        let rides = self.rides(seat, self.played);
        for city in self.present_cities() {
            for cube in self.cubes_to_load(&rides, city) {
                choices.act(Action::Load { city, cube });
            }
        }
        choices.blocked(|| {
            // Cubes beside an own link only: elsewhere it is plain that nothing leads away.
            let cities = self.present_cities().filter(|city| !rides.first[city.index()].is_empty());
            let cubes = cities.flat_map(|city| Color::ALL.map(|cube| (city, cube)));
            let there = cubes.filter(|(city, cube)| self.city(*city).cubes.count(cube.index()) > 0);
            let blocked = there.filter_map(|(city, cube)| {
                let refusal = self.check_load(seat, city, cube).err()?;
                Some(Blocked::new(text::choice_of_load(self, city, cube), refusal))
            });
            blocked.collect::<Vec<_>>()
        });
    }

    pub(super) fn list_rides(&self, seat: Seat, carrying: &Carrying, choices: &mut Choices<Action>) {
        let rides = self.rides(seat, self.played);
        let (at, _) = self.way_so_far(carrying);
        for link in self.links.iter().filter(|link| link.touches(at)) {
            let check = self.check_ride(&rides, seat, carrying, link.id).map(|_| ());
            choices.act_if(check, Action::Ride { link: link.id }, || text::choice_of_ride(self, link, at));
        }
    }

    /// The ends that a ride along this link leaves possible: each city of the cube's colour, with the fewest links that
    /// lead there in all.
    pub(super) fn ends_after(&self, seat: Seat, carrying: &Carrying, link: &Link) -> Vec<(City, u8)> {
        let rides = self.rides(seat, self.played);
        let (at, visited) = self.way_so_far(carrying);
        let Some(next) = link.other_end(at) else { return Vec::new() };
        let ridden = carrying.links.len();
        rides.ends(CitySet::from_iter([next]), visited, rides.level - ridden, carrying.cube, ridden, self)
    }

    /// The ends that a cube can be delivered to, each with the fewest links that lead there.
    pub(super) fn ends_from(&self, seat: Seat, city: City, cube: Color) -> Vec<(City, u8)> {
        let rides = self.rides(seat, self.played);
        let start = CitySet::from_iter([city]);
        rides.ends(rides.first[city.index()], start, rides.level, cube, 0, self)
    }
}

impl Rides {
    /// Cities of the cube's colour by the links that lead there: those passed on the way are ends, so nothing is sought
    /// beyond them.
    fn ends(
        &self,
        mut frontier: CitySet,
        visited: CitySet,
        links: u8,
        cube: Color,
        ridden: u8,
        game: &RailwaysOfTheWorld,
    ) -> Vec<(City, u8)> {
        let (mut reached, mut ends) = (visited, Vec::new());
        for count in 1..=links {
            frontier = frontier.without(reached);
            reached = reached.union(frontier);
            let arrived = frontier.intersection(self.of_color[cube.index()]);
            ends.extend(arrived.indices().map(|index| (City::on(game.map, index), ridden + count)));
            let on = frontier.without(arrived);
            frontier = on.indices().fold(CitySet::EMPTY, |all, index| all.union(self.all[index]));
        }
        ends
    }
}

// Delivering

impl RailwaysOfTheWorld {
    pub(super) fn load(
        &mut self,
        seat: Seat,
        city: City,
        cube: Color,
        notes: &mut Notes,
    ) -> Result<(), Refusal> {
        self.check_load(seat, city, cube)?;
        notes.say(|| text::loads(self, seat, city, cube));
        self.phase = Phase::Deliver(seat, Carrying { from: city, cube, links: ShortList::default() });
        Ok(())
    }

    pub(super) fn ride(
        &mut self,
        seat: Seat,
        mut carrying: Carrying,
        link: LinkId,
        notes: &mut Notes,
    ) -> Result<(), Refusal> {
        let rides = self.rides(seat, self.played);
        let next = self.check_ride(&rides, seat, &carrying, link)?;
        carrying.links.push(link);
        if self.city(next).color == Some(carrying.cube) {
            self.deliver(seat, &carrying, next, notes);
        } else {
            notes.say(|| text::rides(self, carrying.cube, next));
            self.phase = Phase::Deliver(seat, carrying);
        }
        Ok(())
    }

    /// Everything that a delivery brings about, in this order: the cube, links, hotels, dining cars, the marker, the
    /// end, goals (RW-15, RW-16).
    fn deliver(&mut self, seat: Seat, carrying: &Carrying, to: City, notes: &mut Notes) {
        let links = carrying.links.len();
        let taken = self.city_mut(carrying.from).cubes.take(carrying.cube.index());
        assert!(taken, "the carried cube lies in its city");
        notes.say(|| text::delivers(self, seat, carrying, to));
        for &id in carrying.links.as_slice() {
            let owner = self.link(id).map(|link| link.owner);
            self.advance(owner.expect("a cube rides on links"), 1);
        }
        notes.say(|| text::link_points(self, carrying));
        self.pay_hotels(to, notes);
        self.pay_dining(seat, links, notes);
        if self.is_empty(carrying.from) {
            notes.say(|| text::is_empty(self, carrying.from));
            self.latch_end(notes);
        }
        self.award_goals(seat, Deed::Delivery { links, to }, notes);
        self.end_action(seat, notes);
    }

    /// Whoever holds the hotel of the city is paid, whoever delivers (RW-22).
    fn pay_hotels(&mut self, to: City, notes: &mut Notes) {
        for seat in Seat::all(self.seats()) {
            let cards = self.players[seat].cards;
            let points = self.effects(cards).map(|effect| match effect {
                Effect::Hotel { city, points } if city == to => points,
                _ => 0,
            });
            let points = points.sum();
            if points > 0 {
                self.advance(seat, points);
                notes.say(|| text::hotel_pays(self, seat, to, points));
            }
        }
    }

    /// The first long delivery of its holder in a turn (RW-22).
    fn pay_dining(&mut self, seat: Seat, ridden: u8, notes: &mut Notes) {
        let player = &self.players[seat];
        for card in player.cards.without(player.used).iter() {
            let Some(Effect::Dining { links, dollars }) = self.board().effect(card) else { continue };
            if ridden >= links {
                let cash = Money::new(dollars);
                self.players[seat].cash += cash;
                self.players[seat].used.insert(card);
                notes.say(|| text::dining_pays(seat, cash));
            }
        }
    }
}
