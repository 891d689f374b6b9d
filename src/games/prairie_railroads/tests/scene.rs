//! What a screen is given to draw.

use std::collections::BTreeSet;

use super::kit::{Table, stage};
use crate::engine::game::Viewer;
use crate::engine::scene::{
    Figure, FigureTable as Rows, Join, Marker, Panel, Place, Scene, SceneBoard, Shape, Sign,
};
use crate::engine::words::Words;

fn scene(table: &Table) -> Scene {
    table.game().scene(Viewer::Spectator)
}

fn place<'a>(board: &'a SceneBoard, id: &str) -> &'a Place {
    board.place(id).unwrap()
}

fn line<'a>(board: &'a SceneBoard, id: &str) -> &'a Join {
    board.join(id).unwrap()
}

/// The table whose title begins so.
fn rows(table: &Table, title: &str) -> Rows {
    let tables = scene(table).panels.into_iter().filter_map(|panel| match panel {
        Panel::Table(table) => Some(table),
        _ => None,
    });
    { tables }.find(|table| table.title.starts_with(title)).unwrap()
}

/// One cell, by the head of its row and of its column.
fn cell(rows: &Rows, row: &str, column: &str) -> String {
    let place = rows.columns.iter().position(|found| found.head == column).unwrap();
    let row = rows.rows.iter().find(|found| found.head == Words::from(row)).unwrap();
    assert_eq!(row.cells.len(), rows.columns.len());
    row.cells[place].clone()
}

#[test]
fn the_map_shows_every_city_and_segment_within_its_size_and_no_two_codes_overlap() {
    let board = scene(&stage(3).set()).board;
    let Shape::Free { size } = board.shape else { panic!("the map is no plane: {:?}", board.shape) };
    assert_eq!((board.places.len(), board.joins.len()), (80, 123));
    let mut cells = BTreeSet::new();
    for city in &board.places {
        assert_eq!(city.code.as_ref().unwrap().chars().count(), 3);
        let (column, row) = city.at;
        assert!((1..i16::try_from(size.0).unwrap() - 1).contains(&column), "{}", city.id);
        assert!((0..i16::try_from(size.1).unwrap()).contains(&row), "{}", city.id);
        assert!((-1..=1).all(|place| cells.insert((column + place, row))), "{} overlaps another", city.id);
    }
    for join in &board.joins {
        let ends = [&join.from, join.to.as_ref().unwrap()];
        assert!(ends.iter().all(|end| board.place(&end.place).is_some()), "{:?}", join.id);
    }
}

#[test]
fn every_sign_and_letter_is_in_the_legend_and_letters_differ() {
    let scene = scene(&stage(3).set());
    let letters: Vec<char> = scene
        .legend
        .iter()
        .filter_map(|entry| if let Sign::Token(token) = entry.sign { Some(token.letter) } else { None })
        .collect();
    assert_eq!(letters, ['C', 'A', 'K', 'T', 'S', 'M']);
    for sign in [Sign::Marker(Marker::Developed), Sign::Marker(Marker::Exit), Sign::OneWay] {
        assert!(scene.legend.iter().any(|entry| entry.sign == sign));
    }
}

#[test]
fn track_arrows_growth_and_western_builds_are_on_the_map() {
    let west = "troy marysville cuba belleville smith_center phillipsburg norton atwood st_francis";
    let table = stage(3).track("CRIP", west).western("CRIP", "st_francis").grown("cuba").set();
    let board = scene(&table).board;
    let built = line(&board, "troy-marysville");
    assert_eq!((built.tokens[0].letter, built.price, built.one_way), ('C', None, false));
    let open = line(&board, "troy-whiting");
    assert!(open.tokens.is_empty());
    assert_eq!(open.price, Some(5));
    let arrow = line(&board, "topeka-lawrence");
    assert!(arrow.one_way);
    let ends = [&arrow.from, arrow.to.as_ref().unwrap()].map(|end| end.place.as_str());
    assert_eq!(ends, ["lawrence", "topeka"], "from its tail");
    let (cuba, box_city, other) =
        (place(&board, "cuba"), place(&board, "st_francis"), place(&board, "goodland"));
    assert_eq!((&cuba.markers[..], &cuba.figures[..]), (&[Marker::Developed][..], &[Figure::Earns(2)][..]));
    assert!(box_city.has(Marker::Exit) && box_city.tokens[0].letter == 'C');
    assert!(other.has(Marker::Exit) && other.tokens.is_empty());
}

#[test]
fn the_ledger_says_what_a_railroad_earns_costs_and_pays_now_and_at_the_end() {
    let set = stage(3).track("CRIP", "troy marysville cuba concordia salina").shares(1, "CRIP", 3);
    let ledger = rows(&set.treasury("CRIP", 7).set(), "Railroads");
    for (column, shown) in [
        ("income", "$13"),
        ("value", "$20"),
        ("bid", "$4"),
        ("pays", "$3"),
        ("end", "$9"),
        ("cash", "$7"),
        ("left", "1/5"),
    ] {
        assert_eq!(cell(&ledger, "CRIP", column), shown, "{column}");
    }
    let before = rows(&Table::new(3).unwrap(), "Railroads");
    assert_eq!(cell(&before, "KP", "pays"), "", "a railroad that has not begun pays nothing");
}

#[test]
fn players_hands_and_the_deck_lie_open() {
    let table = stage(3).shares(0, "KP", 1).shares(0, "SLSF", 2).set();
    let players = rows(&table, "Players");
    let of = |seat: u8, column: &str| cell(&players, &format!("{{seat {seat}}}"), column);
    assert_eq!([of(0, "CT"), of(0, "OS"), of(0, "PD")], ["10", "6", "2"]);
    assert_eq!(["CT", "OS", "PD"].map(|card| cell(&players, "deck", card)), ["10", "6", "2"]);
    let shares = rows(&table, "Shares");
    let of = |seat: u8, letter: &str| cell(&shares, &format!("{{seat {seat}}}"), letter);
    assert_eq!([of(0, "K"), of(2, "K")], ["[1]", "[1]"], "a tie is control for both");
    assert_eq!([of(0, "S"), of(1, "S")], ["[2]", "1"]);
    assert_eq!(of(0, "A"), "");
}

#[test]
fn choices_about_a_place_name_it_and_its_price() {
    let west = "troy marysville cuba belleville smith_center phillipsburg norton atwood st_francis";
    let mut table = stage(3).track("CRIP", west).treasury("CRIP", 40).grown("hays greensburg").set();
    table.construct();
    assert_eq!(table.phase(), "grow");
    let choices = table.game().choices();
    assert!(choices.iter().all(|choice| choice.place.is_some() && choice.price.is_none()));
    table.play(super::kit::grow("pratt"));
    let of = |kind: &str| {
        let choices = table.game().choices();
        let choice = choices.into_iter().find(|choice| choice.json["type"] == kind).unwrap();
        (choice.place.unwrap(), choice.price.unwrap().dollars(), choice.text.to_string())
    };
    let (place, price, text) = of("build");
    assert_eq!((place.as_str(), price), ("atwood-colby", 5));
    assert_eq!(text, "CRIP builds Atwood-Colby for $5, income +$2");
    let (place, price, text) = of("build_double");
    assert_eq!((place.as_str(), price), ("colby-goodland", 15));
    assert_eq!(text, "CRIP builds Atwood-Colby-Goodland for $15, income +$5");
    let (place, price, text) = of("western_build");
    assert_eq!((place.as_str(), price), ("st_francis", 15));
    assert_eq!(
        text,
        "CRIP builds the Western Build of St. Francis for $15: value +$25, and each share pays $5 at once"
    );
}
