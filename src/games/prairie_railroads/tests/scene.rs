//! What a screen is given to draw.

use std::collections::BTreeSet;

use super::kit::{Table, stage};
use crate::engine::game::Viewer;
use crate::engine::scene::{Board, Edge, Graph, Node, Panel, Scene, Sign, Table as Rows};
use crate::engine::words::Words;

fn scene(table: &Table) -> Scene {
    table.game().scene(Viewer::Spectator)
}

fn graph(table: &Table) -> Graph {
    match scene(table).board {
        Board::Graph(graph) => graph,
        other => panic!("the map is no graph: {other:?}"),
    }
}

fn node<'a>(graph: &'a Graph, id: &str) -> &'a Node {
    graph.nodes.iter().find(|node| node.id == id).unwrap()
}

fn edge<'a>(graph: &'a Graph, id: &str) -> &'a Edge {
    graph.edges.iter().find(|edge| edge.id == id).unwrap()
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
    let graph = graph(&stage(3).set());
    assert_eq!((graph.nodes.len(), graph.edges.len()), (80, 123));
    let mut cells = BTreeSet::new();
    for node in &graph.nodes {
        assert_eq!(node.code.chars().count(), 3);
        let (column, row) = node.at;
        assert!((1..i16::try_from(graph.size.0).unwrap() - 1).contains(&column), "{}", node.id);
        assert!((0..i16::try_from(graph.size.1).unwrap()).contains(&row), "{}", node.id);
        assert!((-1..=1).all(|place| cells.insert((column + place, row))), "{} overlaps another", node.id);
    }
    for edge in &graph.edges {
        assert!(edge.ends.iter().all(|end| graph.nodes.iter().any(|node| node.id == *end)), "{}", edge.id);
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
    for sign in [Sign::Developed, Sign::Exit, Sign::OneWay] {
        assert!(scene.legend.iter().any(|entry| entry.sign == sign));
    }
}

#[test]
fn track_arrows_growth_and_western_builds_are_on_the_map() {
    let west = "troy marysville cuba belleville smith_center phillipsburg norton atwood st_francis";
    let table = stage(3).track("CRIP", west).western("CRIP", "st_francis").grown("cuba").set();
    let graph = graph(&table);
    let built = edge(&graph, "troy-marysville");
    assert_eq!((built.tokens[0].letter, built.price, built.one_way), ('C', None, false));
    let open = edge(&graph, "troy-whiting");
    assert!(open.tokens.is_empty());
    assert_eq!(open.price, Some(5));
    let arrow = edge(&graph, "topeka-lawrence");
    assert!(arrow.one_way);
    assert_eq!(arrow.ends, ["lawrence", "topeka"], "from its tail");
    let (cuba, box_city, other) =
        (node(&graph, "cuba"), node(&graph, "st_francis"), node(&graph, "goodland"));
    assert_eq!((cuba.developed, cuba.income, cuba.exit), (true, 2, false));
    assert!(box_city.exit && box_city.tokens[0].letter == 'C');
    assert!(other.exit && other.tokens.is_empty());
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
