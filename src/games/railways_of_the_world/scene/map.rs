//! The map as a screen sees it.

use super::super::action::{Color, Side};
use super::super::board::{City, Hex, Land};
use super::super::state::{Phase, RailwaysOfTheWorld};
use super::super::text::{self, city_name, hex_id};
use super::{cube_token, owner_token};
use crate::engine::named::Named;
use crate::engine::scene::{Compass, Ground, Join, JoinEnd, JoinState, Marker, Place, SceneBoard, Shape};

impl RailwaysOfTheWorld {
    pub(super) fn shown_board(&self) -> SceneBoard {
        let mut board = SceneBoard {
            shape: Shape::PointedHexes,
            places: self.board().hexes().map(|hex| self.shown_hex(hex)).collect(),
            joins: self.shown_track(),
            head: self.shown_head(),
        };
        let said = words(&board);
        for (place, words) in board.places.iter_mut().zip(said) {
            place.says = Some(words.into());
        }
        board
    }

    fn shown_hex(&self, hex: Hex) -> Place {
        let board = self.board();
        let (column, row) = board.at(hex);
        let small = |number: u16| i16::try_from(number).expect("a map has some dozen rows");
        let site = board.sites.iter().find(|site| board.place(site.terminal).hex == hex);
        let city = match (board.ground(hex).land, site) {
            (Land::City(city), _) => Some(city),
            (_, Some(site)) if self.is_there(site.terminal) => Some(site.terminal),
            _ => None,
        };
        let ground = match (board.ground(hex).land, site) {
            (Land::Open, _) => Ground::Plain,
            (Land::Water, _) => Ground::Water,
            (Land::Mountain, _) => Ground::Hill,
            (Land::Unplayable, None) => Ground::Sea,
            (Land::Unplayable, Some(_)) if city.is_none() => Ground::Gate,
            _ if city.is_some_and(|city| self.city(city).color.is_none()) => Ground::Town,
            _ => Ground::City,
        };
        let ridges = Side::ALL[..3].iter().filter(|side| board.ground(hex).has_ridge(**side));
        Place {
            id: hex_id(self, hex),
            at: (small(column), small(row)),
            ground,
            // Each ridge is told by one of its two hexes.
            ridges: ridges.copied().map(shown_side).collect(),
            ..city.map_or_else(Place::default, |city| self.shown_city(city))
        }
    }

    /// What a city adds to its hex.
    fn shown_city(&self, city: City) -> Place {
        let state = self.city(city);
        let cubes = Color::ALL.into_iter().flat_map(|color| {
            std::iter::repeat_n(cube_token(color), state.cubes.count(color.index()).into())
        });
        let special = self.links.iter().find(|link| link.pieces.is_empty() && link.to == Some(city));
        Place {
            name: Some(city_name(self, city).to_owned()),
            code: Some(city.name().trim_start_matches("T_").to_owned()),
            takes: state.color.map(cube_token),
            tokens: cubes.collect(),
            owner: special.map(|link| owner_token(link.owner)),
            markers: self.is_empty(city).then_some(Marker::Emptied).into_iter().collect(),
            ..Place::default()
        }
    }

    /// All pieces of track, each inside its hex.
    fn shown_track(&self) -> Vec<Join> {
        let ridden = match &self.phase {
            Phase::Deliver(_, carrying) => carrying.links.as_slice(),
            _ => &[],
        };
        let pieces = self.links.iter().flat_map(|link| {
            let state = match link.is_complete() {
                true if ridden.contains(&link.id) => JoinState::Ridden,
                true => JoinState::Complete,
                false => JoinState::Begun,
            };
            link.pieces.as_slice().iter().map(move |piece| Join {
                from: JoinEnd::at(hex_id(self, piece.hex), shown_side(piece.a)),
                to: Some(JoinEnd::at(hex_id(self, piece.hex), shown_side(piece.b))),
                tokens: vec![owner_token(link.owner)],
                state,
                ..Join::default()
            })
        });
        pieces.collect()
    }

    fn shown_head(&self) -> Option<JoinEnd> {
        let Phase::Build(seat, building) = &self.phase else { return None };
        let head = self.building_head(*seat, building)?;
        Some(JoinEnd::at(hex_id(self, head.hex), shown_side(head.entry)))
    }
}

/// What each place says when somebody looks at it.
fn words(board: &SceneBoard) -> Vec<String> {
    let track = board.joins_by_place();
    let words = |place: &Place| match &place.code {
        Some(_) => text::city_words(place),
        None => text::land_words(place, track.get(&*place.id).map_or(&[], Vec::as_slice)),
    };
    board.places.iter().map(words).collect()
}

fn shown_side(side: Side) -> Compass {
    Compass::OF_POINTED_HEX[side.index()]
}
