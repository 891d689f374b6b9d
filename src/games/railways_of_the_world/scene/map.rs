//! The map as a screen sees it.

use super::super::action::{Color, Side};
use super::super::board::{City, Hex, Land};
use super::super::state::{Phase, RailwaysOfTheWorld};
use super::super::text::{city_name, hex_id};
use super::{cube_token, owner_token};
use crate::engine::named::Named;
use crate::engine::scene::{Board, Ground, Head, HexSide, TrackCity, TrackHex, TrackMap, TrackPiece};

impl RailwaysOfTheWorld {
    pub(super) fn track_map(&self) -> Board {
        let hexes = self.board().hexes().map(|hex| self.track_hex(hex));
        Board::Tracks(TrackMap { hexes: self.with_track(hexes.collect()), head: self.shown_head() })
    }

    fn track_hex(&self, hex: Hex) -> TrackHex {
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
        TrackHex {
            id: hex_id(self, hex),
            at: (small(column), small(row)),
            ground,
            city: city.map(|city| self.track_city(city)),
            pieces: Vec::new(),
            // Each ridge is told by one of its two hexes.
            ridges: Side::ALL[..3]
                .iter()
                .filter(|side| board.ground(hex).has_ridge(**side))
                .copied()
                .map(shown_side)
                .collect(),
        }
    }

    fn track_city(&self, city: City) -> TrackCity {
        let state = self.city(city);
        let cubes = Color::ALL.into_iter().flat_map(|color| {
            std::iter::repeat_n(cube_token(color), state.cubes.count(color.index()).into())
        });
        let special = self.links.iter().find(|link| link.pieces.is_empty() && link.to == Some(city));
        TrackCity {
            name: city_name(self, city).to_owned(),
            code: city.name().trim_start_matches("T_").to_owned(),
            takes: state.color.map(cube_token),
            goods: cubes.collect(),
            emptied: self.is_empty(city),
            owner: special.map(|link| owner_token(link.owner)),
        }
    }

    /// The hexes with the track that lies on them.
    fn with_track(&self, mut hexes: Vec<TrackHex>) -> Vec<TrackHex> {
        let ridden = match &self.phase {
            Phase::Deliver(_, carrying) => carrying.links.as_slice(),
            _ => &[],
        };
        for link in &self.links {
            for piece in link.pieces.as_slice() {
                hexes[piece.hex.index()].pieces.push(TrackPiece {
                    sides: [shown_side(piece.a), shown_side(piece.b)],
                    owner: owner_token(link.owner),
                    complete: link.is_complete(),
                    ridden: ridden.contains(&link.id),
                });
            }
        }
        hexes
    }

    fn shown_head(&self) -> Option<Head> {
        let Phase::Build(seat, building) = &self.phase else { return None };
        let head = self.building_head(*seat, building)?;
        Some(Head { hex: hex_id(self, head.hex), from: shown_side(head.entry) })
    }
}

fn shown_side(side: Side) -> HexSide {
    HexSide::ALL[side.index()]
}
