//! A position being set up.

use serde_json::{Value, json};

use super::Table;
use crate::engine::game::Load as _;
use crate::engine::named::Named;
use crate::games::railways_of_the_world::RailwaysOfTheWorld;
use crate::games::railways_of_the_world::action::{Color, Side};
use crate::games::railways_of_the_world::board::{Board, City, Land, MapId};

/// What is set so far: a position without what follows from the rest.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    board: &'static Board,
    position: Value,
}

/// So many players on the eastern map, at seat 0's first action of turn 2. Nobody has anything. Each city has one cube,
/// black, blue, purple, red, yellow in turn. No card lies face up: the start cards are gone.
pub(crate) fn stage(players: usize) -> Stage {
    stage_on(MapId::Eastern, players)
}

/// The same on any map.
pub(crate) fn stage_on(map: MapId, players: usize) -> Stage {
    let board = map.board();
    let player = json!({
        "cash": 0, "bonds": 0, "position": 0, "engine": 1, "cards": [], "used": [], "baron": null
    });
    let cities = board.printed_cities().enumerate().map(|(place, city)| {
        let color = board.place(city).color.map_or("gray", Color::name);
        let cube = Color::ALL[place % 5].name();
        (city.name().to_owned(), json!({"color": color, "cubes": {cube: 1}, "empty": false}))
    });
    let starts: Vec<&str> = board.start_cards.iter().map(Named::name).collect();
    let position = json!({
        "game": "railways-of-the-world", "map": map.name(),
        "options": {"operations": true, "barons": false, "first_turn_order": false, "pay_half": false},
        "phase": "action", "players": vec![player; players], "cities": Value::Object(cities.collect()),
        "links": [], "building": null, "carrying": null, "bag": {}, "new_cities": [],
        "face_up": [], "discard": starts, "deck_left": 0, "first_player": 0,
        "order": (0..players).collect::<Vec<_>>(), "round": 1, "turn_number": 2, "last_turn": null,
        "active": 0, "played": [], "extra_actions": 0, "quiet": true, "quiet_turns": 0,
        "drawing": null, "auction": null,
    });
    Stage { board, position }
}

impl Stage {
    /// Sets a value by its JSON pointer.
    pub(crate) fn with(mut self, pointer: &str, value: impl Into<Value>) -> Self {
        *self.position.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value.into();
        self
    }

    fn player(self, seat: usize, what: &str, value: impl Into<Value>) -> Self {
        self.with(&format!("/players/{seat}/{what}"), value)
    }

    pub(crate) fn cash(self, seat: usize, dollars: i64) -> Self {
        self.player(seat, "cash", dollars)
    }

    /// Every player has so much.
    pub(crate) fn all_have(self, dollars: i64) -> Self {
        let players = self.position["players"].as_array().unwrap().len();
        (0..players).fold(self, |stage, seat| stage.cash(seat, dollars))
    }

    pub(crate) fn bonds(self, seat: usize, bonds: i64) -> Self {
        self.player(seat, "bonds", bonds)
    }

    /// Where the seat stands on the income track.
    pub(crate) fn at(self, seat: usize, position: i64) -> Self {
        self.player(seat, "position", position)
    }

    pub(crate) fn engine(self, seat: usize, level: u8) -> Self {
        self.player(seat, "engine", level)
    }

    /// The seat holds these cards as well.
    pub(crate) fn cards(mut self, seat: usize, cards: &str) -> Self {
        let held = self.position["players"][seat]["cards"].as_array_mut().unwrap();
        held.extend(cards.split_whitespace().map(Value::from));
        self
    }

    /// These cards lie face up as well.
    pub(crate) fn face_up(mut self, cards: &str) -> Self {
        for card in cards.split_whitespace() {
            self.position["discard"].as_array_mut().unwrap().retain(|gone| gone != card);
            self.position["face_up"].as_array_mut().unwrap().push(card.into());
        }
        self
    }

    /// These cards are gone as well.
    pub(crate) fn discarded(mut self, cards: &str) -> Self {
        let gone = self.position["discard"].as_array_mut().unwrap();
        gone.extend(cards.split_whitespace().map(Value::from));
        self
    }

    /// Every card of the map that is not gone.
    pub(crate) fn all_cards(&self) -> Vec<String> {
        let gone = self.position["discard"].as_array().unwrap();
        let cards = self.board.cards.iter().map(Named::name).filter(|card| !gone.iter().any(|g| g == card));
        // Only goals, hand cards and those that act at once are ever discarded.
        cards.filter(|card| !card.starts_with("P_") && !card.starts_with("N_")).map(str::to_owned).collect()
    }

    /// A city has exactly these cubes: "red red blue".
    pub(crate) fn cubes(self, city: &str, cubes: &str) -> Self {
        let mut counts = serde_json::Map::new();
        for color in cubes.split_whitespace() {
            let count = counts.get(color).and_then(Value::as_u64).unwrap_or(0);
            counts.insert(color.to_owned(), (count + 1).into());
        }
        self.with(&format!("/cities/{city}/cubes"), Value::Object(counts))
            .with(&format!("/cities/{city}/empty"), cubes.is_empty())
    }

    /// A gray city has been given this colour.
    pub(crate) fn color(self, city: &str, color: &str) -> Self {
        self.with(&format!("/cities/{city}/color"), color)
    }

    /// The seat owns a link that leaves the city by this side and each hex by these: complete if that leads to a city.
    pub(crate) fn link(mut self, owner: u8, city: &str, side: u8, exits: &[u8]) -> Self {
        let board = self.board;
        let mut at = board.place(City::from_name(city).unwrap()).hex;
        let mut leaving = Side::new(side).unwrap();
        let mut pieces = Vec::new();
        for &exit in exits {
            at = board.ground(at).next(leaving).unwrap();
            pieces.push(json!({"hex": board.at(at), "a": leaving.facing(), "b": exit}));
            leaving = Side::new(exit).unwrap();
        }
        let end = board.ground(at).next(leaving).unwrap();
        let to = match board.ground(end).land {
            Land::City(to) => Some(to.name()),
            _ => None,
        };
        let links = self.position["links"].as_array_mut().unwrap();
        links.push(json!({
            "id": links.len(), "owner": owner, "from": city, "to": to, "pieces": pieces,
            "complete": to.is_some(),
        }));
        self
    }

    /// The seat owns the special link from this city; its terminal has these cubes.
    pub(crate) fn special(mut self, owner: u8, gateway: &str, cubes: &str) -> Self {
        let terminal = format!("T_{gateway}");
        let color = self.board.place(City::from_name(&terminal).unwrap()).color.unwrap().name();
        let links = self.position["links"].as_array_mut().unwrap();
        links.push(json!({
            "id": links.len(), "owner": owner, "from": gateway, "to": terminal, "pieces": [], "complete": true,
        }));
        self.position["cities"][&terminal] = json!({"color": color, "cubes": {}, "empty": false});
        self.cubes(&terminal, cubes).with(&format!("/cities/{terminal}/empty"), false)
    }

    /// So many printed cities are empty, the last of the file first.
    pub(crate) fn emptied(self, count: usize) -> Self {
        let cities: Vec<City> = self.board.printed_cities().collect();
        cities.iter().rev().take(count).fold(self, |stage, city| stage.cubes(city.name(), ""))
    }

    /// The bag has only so many cubes: all others lie in these cities, and those in the first few.
    pub(crate) fn bag_of(self, cubes: &str, rest: &str) -> Self {
        let mut left = std::collections::BTreeMap::<&str, usize>::new();
        for color in Color::ALL {
            left.insert(color.name(), 25);
        }
        for cube in cubes.split_whitespace() {
            *left.get_mut(cube).unwrap() -= 1;
        }
        let cities = self.position["cities"].as_object().unwrap();
        for (name, city) in cities.iter().filter(|(name, _)| *name != rest) {
            for (color, count) in city["cubes"].as_object().unwrap() {
                let there = usize::try_from(count.as_u64().unwrap()).unwrap();
                let of_color = left.get_mut(color.as_str()).unwrap();
                *of_color = of_color.checked_sub(there).unwrap_or_else(|| panic!("{name}"));
            }
        }
        let all: Vec<String> = left.iter().map(|(color, count)| format!("{color} ").repeat(*count)).collect();
        self.cubes(rest, &all.concat())
    }

    pub(crate) fn round(self, round: u8) -> Self {
        self.with("/round", round)
    }

    pub(crate) fn turn(self, turn: u8) -> Self {
        self.with("/turn_number", turn)
    }

    pub(crate) fn active(self, seat: u8) -> Self {
        self.with("/active", seat)
    }

    /// It is the last action of the turn.
    pub(crate) fn last_action(self) -> Self {
        let last = self.position["players"].as_array().unwrap().len() - 1;
        self.round(3).with("/active", last)
    }

    pub(crate) fn option(self, name: &str) -> Self {
        self.with(&format!("/options/{name}"), true)
    }

    pub(crate) fn position(&self) -> Value {
        let mut position = self.position.clone();
        let cities = position["cities"].as_object().unwrap();
        let count = |color: &str| -> u64 {
            cities.values().map(|city| city["cubes"][color].as_u64().unwrap_or(0)).sum()
        };
        let bag = Color::ALL.map(|color| (color.name().to_owned(), json!(25 - count(color.name()))));
        let bag = bag.into_iter().filter(|(_, count)| *count != 0).collect();
        let grown = |color: Color| {
            let gray = self.board.printed_cities().filter(|&city| self.board.place(city).color.is_none());
            gray.filter(|city| cities[city.name()]["color"] == color.name()).count()
        };
        let tiles = Color::ALL.into_iter().flat_map(|color| {
            let left = usize::from(self.board.tiles(color)) - grown(color);
            std::iter::repeat_n(json!(color.name()), left)
        });
        let tiles: Vec<Value> = tiles.collect();
        let listed = |list: &Value| list.as_array().unwrap().len();
        let held = position["players"].as_array().unwrap().iter().map(|player| listed(&player["cards"]));
        let seen = held.sum::<usize>() + listed(&position["face_up"]) + listed(&position["discard"]);
        let all = self.board.cards.iter().count();
        position["deck_left"] = (all - seen).into();
        position["bag"] = Value::Object(bag);
        position["new_cities"] = tiles.into();
        position
    }

    /// The game at this position.
    pub(crate) fn game(&self) -> RailwaysOfTheWorld {
        RailwaysOfTheWorld::from_position(&self.position()).unwrap()
    }

    /// The table at this position.
    pub(crate) fn set(&self) -> Table {
        Table::at(&self.position())
    }
}
