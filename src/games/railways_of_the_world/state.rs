//! The state of a game: what lies on the table, and nothing that follows from it.

use serde::{Deserialize, Serialize};

use super::action::{Color, LinkId, Side};
use super::board::{Baron, Board, Card, CardSet, City, CitySet, Effect, Hex, MapId};
use crate::engine::auction::Auction;
use crate::engine::bag::Bag;
use crate::engine::lot::UnderHammer;
use crate::engine::money::Money;
use crate::engine::seat::{PerSeat, Seat, SeatOrder};
use crate::engine::short_list::ShortList;

/// A game of Railways of the World.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RailwaysOfTheWorld {
    pub(super) map: MapId,
    pub(super) options: Options,
    pub(super) players: PerSeat<Player>,
    /// By [`City::index`].
    pub(super) cities: Vec<CityState>,
    /// By their ids, rising.
    pub(super) links: Vec<Link>,
    pub(super) face_up: CardSet,
    pub(super) discard: CardSet,
    /// Who was First Player last, the drawn opener before the first turn. Without meaning before the set-up.
    pub(super) first_player: Seat,
    /// In which seats act this turn; empty until that is known.
    pub(super) order: SeatOrder,
    /// From 1.
    pub(super) round: u8,
    /// From 1.
    pub(super) turn_number: u8,
    /// The turn after which the game ends, once enough cities are empty (RW-18).
    pub(super) last_turn: Option<u8>,
    /// Whether every action of this turn was a pass.
    pub(super) quiet: bool,
    /// Turns in a row in which every action was a pass.
    pub(super) quiet_turns: u8,
    /// Cards played for the coming or present action (RW-21).
    pub(super) played: CardSet,
    /// Actions that the acting seat still takes after the present one.
    pub(super) extra_actions: u8,
    pub(super) phase: Phase,
}

/// What the table agreed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub(super) struct Options {
    pub(super) operations: bool,
    pub(super) barons: bool,
    pub(super) first_turn_order: bool,
    pub(super) pay_half: bool,
}

/// What a player owns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Player {
    pub(super) cash: Money,
    pub(super) bonds: i64,
    /// On the income track.
    pub(super) position: i64,
    pub(super) engine: u8,
    pub(super) cards: CardSet,
    /// Those of the cards that were used this turn.
    pub(super) used: CardSet,
    pub(super) baron: Option<Baron>,
}

/// What changes about a city.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CityState {
    /// None while it is gray.
    pub(super) color: Option<Color>,
    /// By [`Color`].
    pub(super) cubes: Bag<5>,
}

/// A railway line between two cities, or on its way from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Link {
    pub(super) id: LinkId,
    pub(super) owner: Seat,
    pub(super) from: City,
    /// None while it is incomplete.
    pub(super) to: Option<City>,
    /// From `from` on; none in a special link.
    pub(super) pieces: Pieces,
}

/// One piece of track.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Piece {
    pub(super) hex: Hex,
    /// The side toward the city that the link began at.
    pub(super) a: Side,
    /// The other side.
    pub(super) b: Side,
}

/// The most pieces of one link: four actions of a turn (three rounds and Double Shift), one with an extra piece.
pub(super) const MOST_PIECES: usize = 17;

/// The most links of one delivery: as many as the best engine.
pub(super) const MOST_RIDES: usize = 8;

pub(super) type Pieces = ShortList<Piece, MOST_PIECES>;

/// What is being decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Phase {
    /// Chance decides something.
    Draw(Drawing),
    /// Who holds Early Timetable may play it (RW-22).
    Timetable,
    /// First Player is auctioned (RW-4).
    Auction(Bidding),
    /// This seat acts.
    Action(Seat),
    /// This seat builds a link.
    Build(Seat, Building),
    /// This seat delivers a cube.
    Deliver(Seat, Carrying),
    Over,
}

/// What chance decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Drawing {
    /// Cubes, opener, cards and barons (RW-1 to RW-3, RW-20).
    Setup,
    /// So many cubes for a city, by an action of this seat.
    Cubes { seat: Seat, city: City, count: u8 },
    /// A new card after a turn (RW-3).
    Card,
}

/// The auction under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Bidding {
    pub(super) auction: Auction,
    /// What is remembered where who passes pays half (RW-20).
    pub(super) halves: Option<Halves>,
}

/// Everybody's last bid, and who dropped out in which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Halves {
    /// Zero: none.
    pub(super) bids: PerSeat<Money>,
    pub(super) dropped: SeatOrder,
}

/// A build under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Building {
    pub(super) link: LinkId,
    /// Where the link began.
    pub(super) city: City,
    pub(super) side: Side,
    /// Pieces laid in this action.
    pub(super) placed: u8,
    /// What is left of Survey Crew's discount.
    pub(super) discount_left: Money,
}

/// A delivery under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Carrying {
    pub(super) from: City,
    pub(super) cube: Color,
    /// Ridden so far.
    pub(super) links: ShortList<LinkId, MOST_RIDES>,
}

impl UnderHammer for Bidding {
    fn auction(&self) -> &Auction {
        &self.auction
    }

    fn auction_mut(&mut self) -> &mut Auction {
        &mut self.auction
    }
}

impl Link {
    /// Whether it ends in the city, and is complete.
    pub(super) fn touches(&self, city: City) -> bool {
        self.to.is_some() && (self.from == city || self.to == Some(city))
    }

    /// The end of a complete link that is not this city.
    pub(super) fn other_end(&self, city: City) -> Option<City> {
        if self.from == city { self.to } else { self.to.map(|_| self.from) }
    }

    pub(super) const fn is_complete(&self) -> bool {
        self.to.is_some()
    }
}

impl RailwaysOfTheWorld {
    /// Everything in place, nothing drawn yet (RW-1).
    ///
    /// `None` if the map is not for so many.
    pub(super) fn set_up(map: MapId, options: Options, seats: u8) -> Option<Self> {
        let board = map.board();
        if !(2..=board.figures.most_players).contains(&seats) {
            return None;
        }
        let printed = |city: City| CityState { color: board.place(city).color, ..CityState::default() };
        Some(Self {
            map,
            options,
            players: PerSeat::new(seats, Player { engine: 1, ..Player::default() }),
            cities: board.cities().map(printed).collect(),
            links: Vec::new(),
            face_up: if options.operations { board.start_cards } else { CardSet::EMPTY },
            discard: CardSet::EMPTY,
            first_player: Seat::default(),
            order: SeatOrder::default(),
            round: 1,
            turn_number: 1,
            last_turn: None,
            quiet: true,
            quiet_turns: 0,
            played: CardSet::EMPTY,
            extra_actions: 0,
            phase: Phase::Draw(Drawing::Setup),
        })
    }

    pub(super) fn board(&self) -> &'static Board {
        self.map.board()
    }

    pub(super) fn seats(&self) -> u8 {
        self.players.seats()
    }

    pub(super) fn city(&self, city: City) -> &CityState {
        &self.cities[city.index()]
    }

    pub(super) fn city_mut(&mut self, city: City) -> &mut CityState {
        &mut self.cities[city.index()]
    }

    /// Whether the city is on this map, and reached by its special link if it is a terminal (RW-12).
    pub(super) fn is_there(&self, city: City) -> bool {
        city.map() == self.map
            && (!self.board().place(city).is_terminal || self.links.iter().any(|link| link.to == Some(city)))
    }

    /// All cities that are on the map now.
    pub(super) fn present_cities(&self) -> impl Iterator<Item = City> + '_ {
        self.board().cities().filter(|&city| self.is_there(city))
    }

    /// Whether a printed city has no cube and so bears a marker (RW-16).
    pub(super) fn is_empty(&self, city: City) -> bool {
        let drawn = self.phase != Phase::Draw(Drawing::Setup);
        drawn && !self.board().place(city).is_terminal && self.city(city).cubes.is_empty()
    }

    /// Empty-city markers on the map.
    pub(super) fn markers(&self) -> u8 {
        let empty = self.board().printed_cities().filter(|&city| self.is_empty(city));
        u8::try_from(empty.count()).expect("some dozen cities")
    }

    /// Cubes that lie in no city.
    pub(super) fn bag(&self) -> Bag<5> {
        let all = u16::from(self.board().figures.cubes.of_a_color);
        let in_cities = |color: Color| self.cities.iter().map(|city| city.cubes.count(color.index())).sum();
        Bag::new(Color::ALL.map(|color| all - u16::min(all, in_cities(color))))
    }

    /// New City tiles of a colour that lie on no city.
    pub(super) fn tiles_left(&self, color: Color) -> u8 {
        let grown = self
            .board()
            .printed_cities()
            .filter(|&city| self.board().place(city).color.is_none() && self.city(city).color == Some(color));
        let placed = u8::try_from(grown.count()).expect("some dozen cities");
        self.board().tiles(color).saturating_sub(placed)
    }

    /// Cards that nobody has seen yet.
    pub(super) fn deck(&self) -> CardSet {
        if !self.options.operations {
            return CardSet::EMPTY;
        }
        let held = self.players.as_slice().iter().fold(CardSet::EMPTY, |all, player| all.union(player.cards));
        self.board().cards.without(held).without(self.face_up).without(self.discard)
    }

    pub(super) fn link(&self, id: LinkId) -> Option<&Link> {
        let place = self.links.binary_search_by_key(&id, |link| link.id).ok()?;
        Some(&self.links[place])
    }

    /// The lowest id that no link has.
    pub(super) fn free_link_id(&self) -> LinkId {
        let used = (0..).zip(&self.links).find(|(id, link)| *id != link.id);
        used.map_or_else(|| LinkId::try_from(self.links.len()).expect("a city has six sides"), |(id, _)| id)
    }

    /// The cities that a seat's complete links lead to from each city, by [`City::index`]; all links without a seat.
    pub(super) fn neighbours(&self, owner: Option<Seat>) -> [CitySet; 64] {
        let mut cities = [CitySet::EMPTY; 64];
        for link in self.links.iter().filter(|link| owner.is_none_or(|seat| link.owner == seat)) {
            if let Some(to) = link.to {
                cities[link.from.index()].insert(to);
                cities[to.index()].insert(link.from);
            }
        }
        cities
    }

    /// Complete links of a seat.
    pub(super) fn links_of(&self, seat: Seat) -> impl Iterator<Item = &Link> {
        self.links.iter().filter(move |link| link.owner == seat && link.is_complete())
    }

    /// What the cards do that a seat holds and that act by themselves or were played.
    pub(super) fn effects(&self, cards: CardSet) -> impl Iterator<Item = Effect> {
        let board = self.board();
        cards.iter().filter_map(|card| board.effect(card))
    }

    /// Who holds a card with an effect that only one card has.
    pub(super) fn holder(&self, effect: impl Fn(Effect) -> bool) -> Option<(Seat, Card)> {
        let board = self.board();
        self.players.iter().find_map(|(seat, player)| {
            let card = player.cards.iter().find(|card| board.effect(*card).is_some_and(&effect))?;
            Some((seat, card))
        })
    }
}
