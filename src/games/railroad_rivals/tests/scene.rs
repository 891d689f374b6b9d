//! What a screen is given.

use super::kit::{Table, deliver, lay, stage};
use crate::engine::game::Viewer;
use crate::engine::scene::{Column, Compass, FigureTable as Figures, Ground, Panel, Scene, Shape};
use crate::engine::seat::Seat;

fn table<'a>(scene: &'a Scene, title: &str) -> Option<&'a Figures> {
    scene.panels.iter().find_map(|panel| match panel {
        Panel::Table(table) if table.title == title => Some(table),
        _ => None,
    })
}

fn seen_by(table: &Table, seat: u8) -> Scene {
    table.game().scene(Viewer::Seat(Seat::new(seat).unwrap()))
}

#[test]
fn tiles_show_their_edges_goods_and_links_with_owners() {
    let set = stage(3).tile("washington", [1, 0], 0).cubes([1, 0], "brown").drawn_in(1);
    let scene = seen_by(&set.delivering(0, "").set(), 0);
    assert_eq!(scene.board.shape, Shape::Squares);
    let washington = scene.board.place("1,0").unwrap();
    assert_eq!(washington.ground, Ground::Tile);
    assert_eq!((washington.name.as_deref(), washington.code.as_deref()), (Some("Washington"), Some("WAS")));
    let joins = &scene.board.joins_by_place()["1,0"];
    let at = |side| *joins.iter().find(|join| join.side_at("1,0") == Some(side)).unwrap();
    let sides = Compass::OF_SQUARE.map(at);
    let shown = sides.map(|join| (join.label.as_deref().unwrap(), join.to.is_some()));
    assert_eq!(joins.len(), 4);
    assert_eq!(shown, [("PRR", false), ("ACL", false), ("C&O", false), ("B&O", true)]);
    assert_eq!(sides[3].owner().unwrap().letter, '1', "the first player's");
    assert_eq!(washington.tokens.iter().map(|token| token.letter).collect::<String>(), "B");
}

#[test]
fn whoever_lays_sees_all_places_where_a_tile_can_go() {
    let table = stage(3).hand(0, "pittsburgh seattle boston").drawn_in(1).set();
    let scene = seen_by(&table, 0);
    let free = scene.board.places.iter().filter(|place| place.ground == Ground::Vacant);
    let free: Vec<&str> = free.map(|place| place.id.as_str()).collect();
    assert_eq!(free, ["0,-1", "1,0"]);
    let places = table.game().choices().into_iter().filter_map(|choice| choice.place);
    assert!(places.into_iter().all(|place| free.contains(&place.as_str())));
}

#[test]
fn the_tables_show_hand_market_stocks_and_players_in_their_order() {
    let set = stage(3).drawn_in(1).order(&[2, 0, 1]).value("IC", 4).stocks(1, "IC", 2).drafting();
    let scene = seen_by(&set.set(), 1);
    let players = table(&scene, "Players, in the order of play").unwrap();
    let seats: Vec<u8> = players.rows.iter().map(|row| row.seat.unwrap().number()).collect();
    assert_eq!(seats, [2, 0, 1]);
    assert_eq!(players.rows[2].cells[..3], ["20", "8", "28"]);
    assert_eq!(players.rows[0].cells[3], "3", "how many tiles, but not which");
    assert_eq!(table(&scene, "Your tiles").unwrap().rows.len(), 3);
    assert_eq!(table(&scene, "City tiles to take").unwrap().rows.len(), 3);
    let stocks = table(&scene, "Stocks").unwrap();
    let ic = stocks.rows.iter().find(|row| row.head.to_string() == "IC").unwrap();
    assert_eq!((ic.cells[0].as_str(), ic.cells[2].as_str()), ("4", "2"));
    assert!(stocks.columns.starts_with(&["worth", "1", "2", "3"].map(Column::from)));
}

#[test]
fn the_status_says_what_is_going_on() {
    let status = |table: &Table| table.game().scene(Viewer::Spectator).status.to_string();
    assert_eq!(status(&Table::new(3).unwrap()), "the game is set up");
    let mut laying = stage(3).hand(0, "pittsburgh seattle boston").drawn_in(1).set();
    assert_eq!(status(&laying), "seat 0 lays a city tile");
    laying.play(lay("pittsburgh", [1, 0], 0));
    assert_eq!(status(&laying), "goods are drawn");
    assert_eq!(status(&stage(3).drawn_in(1).bidding().set()), "seat 2 bids for the first place: no bid yet");
    let set = stage(3).tile("washington", [1, 0], 0).cubes([1, 0], "brown").drawn_in(1);
    let mut delivering = set.delivering(0, "").set();
    assert_eq!(status(&delivering), "seat 0 delivers a cube");
    delivering.play(deliver([1, 0], "brown", [0, 0]));
    assert_eq!(delivering.game().scene(Viewer::Spectator).progress, "turn 2");
}

#[test]
fn series_follow_scores_and_stock_values() {
    let scene = seen_by(&stage(4).drawn_in(1).value("IC", 4).bidding().set(), 0);
    let count = |chart: &str| scene.series.iter().filter(|series| series.chart == chart).count();
    assert_eq!((count("points"), count("points and stocks"), count("stock values")), (4, 4, 12));
}
