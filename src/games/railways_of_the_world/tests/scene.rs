//! What a screen sees.

use super::kit::{Stage, Table, load, piece, ride, stage, start};
use crate::engine::game::Viewer;
use crate::engine::scene::{
    Compass, Ground, Join, JoinEnd, JoinState, Marker, Panel, Place, Scene, SceneBoard, Shape,
};

fn scene(table: &Table) -> Scene {
    table.game().scene(Viewer::Spectator)
}

fn map(table: &Table) -> SceneBoard {
    scene(table).board
}

fn hex<'a>(map: &'a SceneBoard, id: &str) -> &'a Place {
    map.place(id).unwrap_or_else(|| panic!("no hex {id}"))
}

/// The first piece of track in a hex.
fn track<'a>(map: &'a SceneBoard, id: &str) -> &'a Join {
    map.joins_by_place()[id][0]
}

fn coast() -> Stage {
    stage(2).link(0, "NYC", 3, &[2]).link(1, "PHL", 3, &[3]).cubes("NYC", "yellow yellow").engine(0, 2)
}

#[test]
fn the_map_shows_land_cities_cubes_and_track() {
    let table = coast().cubes("ALB", "").set();
    let map = map(&table);
    assert_eq!((map.shape, map.places.len()), (Shape::PointedHexes, 600));
    let york = hex(&map, "NYC");
    assert_eq!((york.name.as_deref(), york.code.as_deref()), (Some("New York"), Some("NYC")));
    assert_eq!(york.takes.unwrap().letter, 'R');
    assert_eq!(york.tokens.iter().map(|cube| cube.letter).collect::<String>(), "YY");
    assert!(hex(&map, "ALB").has(Marker::Emptied));
    assert_eq!((hex(&map, "ALB").ground, hex(&map, "NYC").ground), (Ground::Town, Ground::City));
    let between = track(&map, "23,6");
    let sides = between.sides_in("23,6").unwrap();
    assert_eq!((sides, between.owner().unwrap().letter), ([Compass::East, Compass::SouthWest], 'a'));
    assert_eq!(between.state, JoinState::Complete);
    assert_eq!(hex(&map, "T_MSP").ground, Ground::Gate);
    let ridges: usize = map.places.iter().map(|hex| hex.ridges.len()).sum();
    assert_eq!(ridges, 60, "each ridge once");
}

#[test]
fn a_built_terminal_is_a_city_with_its_owner() {
    let table = stage(2).link(1, "DSM", 4, &[5, 4, 5]).special(1, "MSP", "blue").set();
    let map = map(&table);
    let terminal = hex(&map, "T_MSP");
    assert_eq!(terminal.ground, Ground::City);
    assert_eq!(terminal.owner.unwrap().letter, 'b');
}

#[test]
fn a_build_shows_where_it_goes_on_and_a_delivery_where_it_came_along() {
    let mut table = coast().set();
    table.play(start("NYC", 2)).play(piece(4));
    assert_eq!(map(&table).head, Some(JoinEnd::at("23,6", Compass::SouthEast)));
    let mut table = coast().set();
    table.play(load("NYC", "yellow")).play(ride(0));
    assert_eq!(track(&map(&table), "23,6").state, JoinState::Ridden);
    assert_eq!(map(&table).head, None);
}

#[test]
fn a_place_says_what_it_is_and_whose_track_lies_there() {
    let map = map(&coast().cubes("ALB", "").set());
    let says = |id: &str| hex(&map, id).says.as_ref().unwrap().to_string();
    assert_eq!(says("NYC"), "New York (NYC): takes R, goods waiting: Y Y");
    assert_eq!(says("ALB"), "Albany (ALB): takes no goods yet, no goods left (empty marker)");
    assert!(says("23,6").ends_with(", track of a"), "{}", says("23,6"));
    assert_eq!(says("T_MSP"), "a special link can leave the map here");
}

#[test]
fn panels_show_players_cards_and_the_income_track() {
    let table = coast().at(0, 6).bonds(0, 2).cards(0, "N_shops").face_up("S1").set();
    let scene = scene(&table);
    let tables: Vec<_> = scene
        .panels
        .iter()
        .filter_map(|panel| match panel {
            Panel::Table(table) => Some(table),
            _ => None,
        })
        .collect();
    assert_eq!(tables[0].rows[0].cells, ["4", "$0", "2", "2", "1", "$9k", "6"]);
    assert_eq!(tables[1].rows[0].cells, ["6", "$9k", "$7k", "$10k at 7"]);
    let cards: Vec<_> = scene
        .panels
        .iter()
        .filter_map(|panel| match panel {
            Panel::Cards(cards) => Some(cards),
            _ => None,
        })
        .collect();
    assert_eq!(cards[0].cards[0].worth, "goal, 1 space");
    assert_eq!(cards[1].cards[0].token.unwrap().letter, 'a');
}

#[test]
fn how_far_the_game_is_begins_with_the_most_important() {
    let progress = |stage: Stage| scene(&stage.set()).progress;
    assert_eq!(progress(stage(2)), "turn 2, round 1, 0 of 10 cities empty");
    let mut bidding = Table::new(2).unwrap();
    bidding.draw(7);
    assert_eq!(scene(&bidding).progress, "turn 1, auction, 0 of 10 cities empty");
}

#[test]
fn tables_have_money_in_thousands_and_short_heads() {
    let table = stage(2).cash(0, 12000).engine(1, 3).set();
    let Panel::Table(players) = &scene(&table).panels[0] else { panic!("the players come first") };
    assert_eq!(players.rows[0].cells, ["0", "$12k", "0", "1", "0", "$0", "0"]);
    assert_eq!(players.rows[1].cells[3], "3");
    assert!(players.columns.iter().all(|column| column.short.as_ref().is_some_and(|short| short.len() <= 4)));
}
