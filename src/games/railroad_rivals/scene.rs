//! The game as a screen sees it.

use std::ops::ControlFlow;

use super::action::{At, Cube, Side};
use super::board::{City, CitySet, Railroad, board};
use super::map::Laid;
use super::position::sees_hand;
use super::state::{Cubes, Phase, RailroadRivals};
use super::text;
use crate::engine::game::{Show, Viewer};
use crate::engine::named::Named;
use crate::engine::scene::{
    Column, Compass, FigureTable, Ground, Join, JoinEnd, LegendEntry, Panel, Place, Row, Scene, SceneBoard,
    Series, Shape, Sign, Token, Tone,
};
use crate::engine::seat::Seat;

impl Show for RailroadRivals {
    fn scene(&self, viewer: Viewer) -> Scene {
        let laid = self.map.tiles();
        let free = self.free_places(viewer).into_iter();
        let free = free.map(|at| Place {
            id: text::place_id(at),
            name: Some(text::whereabouts(self, at)),
            at: (at.0, at.1),
            ground: Ground::Vacant,
            ..Place::default()
        });
        Scene {
            status: text::status(self).into(),
            progress: text::progress(self),
            board: SceneBoard {
                shape: Shape::Squares,
                places: laid.iter().map(tile).chain(free).collect(),
                joins: laid.iter().flat_map(|laid| self.sides(laid)).collect(),
                head: None,
            },
            panels: self.panels(viewer),
            series: self.series(),
            legend: self.legend(),
        }
    }
}

impl RailroadRivals {
    /// Where the hand of whoever lays a tile now can go. It tells something of the hand, so only who may see that sees it.
    fn free_places(&self, viewer: Viewer) -> Vec<At> {
        let Phase::Lay(seat) = self.phase else { return Vec::new() };
        let hand = self.players[seat].hand;
        let Some(fit) = self.fit_needed(hand).filter(|_| sees_hand(viewer, seat)) else { return Vec::new() };
        let mut places = Vec::new();
        let _all_shown = self.map.placements(hand, fit, |placement| {
            places.push(placement.at);
            ControlFlow::<()>::Continue(())
        });
        places.dedup();
        places
    }

    /// What stands at the sides of a tile. A link is told by the western or northern of its two tiles, as it is kept.
    fn sides(&self, laid: &Laid) -> Vec<Join> {
        let ways: Vec<_> = self.map.ways_from(laid).collect();
        let end = |at: At, side: Side| JoinEnd::at(text::place_id(at), Compass::OF_SQUARE[side.index()]);
        let side = |side: Side| {
            let label = laid.edges()[side.index()]?.name().to_owned();
            let to = laid.at.beside(side);
            let way = ways.iter().find(|way| way.to == to);
            let told_there = way.is_some() && matches!(side, Side::North | Side::West);
            (!told_there).then(|| Join {
                from: end(laid.at, side),
                to: way.map(|way| end(way.to, side.opposite())),
                tokens: way.and_then(|way| way.owner).map(player_token).into_iter().collect(),
                label: Some(label),
                ..Join::default()
            })
        };
        Side::ALL.into_iter().filter_map(side).collect()
    }

    fn panels(&self, viewer: Viewer) -> Vec<Panel> {
        let mut panels = vec![self.players_panel()];
        let own = self.players.iter().filter(|(seat, _)| sees_hand(viewer, *seat));
        // Also while it is empty: tables that come and go in the midst of a turn are hard to compare.
        let held = own.map(|(_, player)| player.hand).reduce(|all, hand| all.union(&hand));
        panels.extend(held.map(|held| tiles_panel(text::HAND, held)));
        panels.push(self.stocks_panel());
        // Last of the tables: whoever drafts has the same in the list of choices.
        if !self.market.cities.is_empty() {
            panels.push(tiles_panel(text::MARKET, self.market.cities));
        }
        panels.push(Panel::Facts(text::facts(self)));
        panels
    }

    /// Scores, what the stocks are worth, and the tiles and locomotives that are left; in the order of play.
    fn players_panel(&self) -> Panel {
        let in_order = self.order.as_slice().iter().copied();
        let seats: Vec<Seat> = match self.order.first() {
            Some(_) => in_order.collect(),
            None => Seat::all(self.players.seats()).collect(),
        };
        let row = |seat: Seat| Row {
            head: seat.to_string().into(),
            token: Some(player_token(seat)),
            seat: Some(seat),
            cells: self.player_cells(seat),
        };
        let columns = text::PLAYER_COLUMNS.map(|(head, short)| Column::new(head, short)).to_vec();
        let title = if self.is_solitaire() { text::PLAYER } else { text::PLAYERS }.to_owned();
        Panel::Table(FigureTable {
            title,
            about: text::PLAYERS_ABOUT,
            columns,
            rows: seats.into_iter().map(row).collect(),
        })
    }

    fn player_cells(&self, seat: Seat) -> Vec<String> {
        let player = &self.players[seat];
        let engines =
            if self.is_solitaire() { String::new() } else { self.locomotives_left(seat).to_string() };
        vec![
            player.score.dollars().to_string(),
            self.stock_value(seat).to_string(),
            self.total(seat).to_string(),
            player.hand.len().to_string(),
            engines,
        ]
    }

    /// What each railroad's stock is worth, who holds how many, and how many lie open or are still to come.
    fn stocks_panel(&self) -> Panel {
        let pile = self.stock_pile();
        let some = |count: u16| if count == 0 { String::new() } else { count.to_string() };
        let row = |railroad: Railroad| {
            let place = railroad.index();
            let held = self.players.as_slice().iter().map(|player| some(player.stocks.count(place)));
            let worth = [self.values[place].to_string()].into_iter();
            let others = [some(self.market.stocks.count(place)), some(pile.count(place))];
            Row {
                head: railroad.name().into(),
                token: None,
                seat: None,
                cells: worth.chain(held).chain(others).collect(),
            }
        };
        let players = Seat::all(self.players.seats()).map(|seat| Column::from(player_token(seat).letter));
        let columns = [Column::from("worth")].into_iter().chain(players);
        let columns = columns.chain(["open", "pile"].map(Column::from)).collect();
        let title = text::STOCKS.to_owned();
        Panel::Table(FigureTable {
            title,
            about: text::STOCKS_ABOUT,
            columns,
            rows: Railroad::all().map(row).collect(),
        })
    }

    fn series(&self) -> Vec<Series> {
        let player = |chart, value: fn(&Self, Seat) -> i64| {
            self.players.iter().map(move |(seat, _)| Series {
                chart,
                name: seat.to_string().into(),
                token: Some(player_token(seat)),
                value: value(self, seat),
            })
        };
        let stocks = Railroad::all().map(|railroad| Series {
            chart: "stock values",
            name: railroad.name().into(),
            token: None,
            value: self.values[railroad.index()].into(),
        });
        let totals = player("points and stocks", Self::total);
        let points = player("points", |game, seat| game.players[seat].score.dollars());
        totals.chain(points).chain(stocks).collect()
    }

    fn legend(&self) -> Vec<LegendEntry> {
        let all = board().bag(self.players.seats()).unwrap_or_default();
        let used = Cube::ALL.into_iter().filter(|cube| all.count(cube.index()) > 0);
        let cubes =
            used.map(|cube| LegendEntry { sign: Sign::Token(token(cube)), meaning: text::cube_name(cube) });
        let owner = LegendEntry { sign: Sign::Token(player_token(Seat::default())), meaning: text::OWNER };
        cubes.chain([owner]).collect()
    }
}

fn tile(laid: &Laid) -> Place {
    let figures = board().tile(laid.tile);
    Place {
        id: text::place_id(laid.at),
        name: Some(figures.name.clone()),
        code: Some(figures.code.clone()),
        at: (laid.at.0, laid.at.1),
        ground: Ground::Tile,
        tokens: cubes_on(laid.cubes).collect(),
        ..Place::default()
    }
}

/// City tiles with what stands at their edges, as they are printed.
fn tiles_panel(title: &str, cities: CitySet) -> Panel {
    let row = |city: City| Row {
        head: text::city_name(city).into(),
        token: None,
        seat: None,
        cells: text::tile_edges(city).into_iter().chain([board().tile(city).goods.to_string()]).collect(),
    };
    let edges = ["N", "E", "S", "W"].map(Column::from);
    let columns = edges.into_iter().chain([Column::new("goods", "gds")]).collect();
    Panel::Table(FigureTable {
        title: title.to_owned(),
        about: text::TILES_ABOUT,
        columns,
        rows: City::all_in(&cities).map(row).collect(),
    })
}

fn cubes_on(cubes: Cubes) -> impl Iterator<Item = Token> {
    Cube::ALL
        .into_iter()
        .flat_map(move |cube| std::iter::repeat_n(token(cube), cubes.count(cube.index()).into()))
}

fn token(cube: Cube) -> Token {
    let (letter, tone) = match cube {
        Cube::Black => ('K', Tone::Black),
        Cube::Brown => ('B', Tone::Brown),
        Cube::Gray => ('G', Tone::Gray),
        Cube::Yellow => ('Y', Tone::Yellow),
    };
    Token { letter, tone }
}

/// A number for each player, so that none is taken for a cube.
fn player_token(seat: Seat) -> Token {
    let (letter, tone) = match seat.number() {
        0 => ('1', Tone::Red),
        1 => ('2', Tone::Blue),
        2 => ('3', Tone::Green),
        3 => ('4', Tone::Orange),
        _ => ('5', Tone::Purple),
    };
    Token { letter, tone }
}
