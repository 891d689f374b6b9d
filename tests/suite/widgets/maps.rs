//! Where places lie: arrows reach all of them, the mouse hits what is seen, typed letters find them.

use std::collections::{BTreeMap, BTreeSet};

use ratatui::layout::Rect;
use whistlestop::engine::game::{Setup, Viewer};
use whistlestop::engine::scene::{Ground, SceneBoard, Shape};
use whistlestop::games::GAMES;
use whistlestop::tui::widgets::board::{BoardMap, BoardView, Direction, Zoom};

use super::boards;
use super::picture::{PLAIN, drawn};
use super::track_board;

const AREAS: [Rect; 5] = [
    Rect::new(0, 0, 200, 60),
    Rect::new(3, 2, 77, 22),
    Rect::new(0, 1, 41, 21),
    Rect::new(5, 5, 30, 9),
    Rect::new(0, 0, 5, 3),
];

const ZOOMS: [Zoom; 3] = [Zoom::Fit, Zoom::Large, Zoom::Small];

/// The boards of all games at their start, and those of kinds that no game has yet.
fn boards() -> Vec<SceneBoard> {
    let board = |entry: &whistlestop::engine::any_game::GameEntry| {
        let game = (entry.begin)(&Setup::new(entry.meta.seats.0)).expect("a game for the fewest");
        game.scene(Viewer::Spectator).board
    };
    GAMES.iter().map(board).chain([boards::graph(), boards::tiles(), track_board::tracks()]).collect()
}

fn hexes() -> SceneBoard {
    boards().into_iter().find(|board| board.shape == Shape::FlatHexes).expect("a game is played on hexes")
}

#[test]
fn arrows_reach_every_place_from_every_place() {
    for board in boards() {
        let map = BoardMap::new(&board, AREAS[1], Zoom::Fit, None);
        // Found once for all: from each of hundreds of places the way leads through all the others.
        let directions = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
        let beside = |place| directions.map(|direction| map.neighbour(place, direction));
        let beside: BTreeMap<&str, _> = map.places().map(|place| (place, beside(place))).collect();
        for start in map.places() {
            let (mut reached, mut waiting) = (BTreeSet::from([start]), vec![start]);
            while let Some(place) = waiting.pop() {
                let next = beside[place].into_iter().flatten();
                waiting.extend(next.filter(|&next| reached.insert(next)));
            }
            let missed: Vec<&str> = map.places().filter(|place| !reached.contains(place)).collect();
            assert!(missed.is_empty(), "from {start} no arrow leads to {missed:?}");
        }
    }
}

#[test]
fn going_one_way_and_back_leads_home_on_hexes() {
    use Direction::{Down, Left, Right, Up};
    let board = hexes();
    let map = BoardMap::new(&board, AREAS[1], Zoom::Fit, None);
    let walk = |from, steps: &[Direction]| {
        steps.iter().try_fold(from, |place, &direction| map.neighbour(place, direction))
    };
    for (steps, end) in
        [(&[Up, Down][..], "K4"), (&[Right, Left], "K4"), (&[Right, Right, Right], "N4"), (&[Left], "J4")]
    {
        assert_eq!(walk("K4", steps), Some(end), "{steps:?}");
    }
}

#[test]
fn going_on_and_on_comes_to_every_place_that_counts_and_round_again() {
    for board in boards() {
        let map = BoardMap::new(&board, AREAS[1], Zoom::Fit, None);
        let some: BTreeSet<&str> = map.places().step_by(2).collect();
        let counts = |id: &str| some.contains(id);
        let wanted = some.len();
        // A board of tiles begins with nothing on it.
        let Some(first) = map.next(None, counts) else {
            assert_eq!(wanted, 0);
            continue;
        };
        let rest = std::iter::successors(Some(first), |&id| map.next(Some(id), counts));
        let round: Vec<&str> = rest.take(wanted + 1).collect();
        assert_eq!(round.iter().collect::<BTreeSet<_>>().len(), wanted);
        assert_eq!(round.last(), Some(&first));
        assert_eq!(map.previous(Some(round[1]), counts), Some(first), "and back");
    }
}

#[test]
fn arrows_can_be_kept_to_some_places() {
    let board = hexes();
    let map = BoardMap::new(&board, AREAS[1], Zoom::Fit, None);
    let cities = ["CHI", "FTW", "PIT", "NYC"].map(|code| map.matches(code)[0]);
    let [chicago, fort_wayne, pittsburgh, new_york] = cities;
    let step = |from, direction| map.neighbour_among(from, direction, |id| cities.contains(&id));
    assert_eq!(step(chicago, Direction::Right), Some(fort_wayne));
    assert_eq!(step(fort_wayne, Direction::Right), Some(pittsburgh));
    assert_eq!(step(new_york, Direction::Right), None);
}

#[test]
fn a_line_of_a_graph_is_hit_anywhere_along_it() {
    let board = boards::graph();
    let map = BoardMap::new(&board, AREAS[0], Zoom::Fit, None);
    let marks = BTreeMap::new();
    let view = BoardView { board: &board, marks: &marks, cursor: None, zoom: Zoom::Fit, theme: &PLAIN };
    let buffer = drawn(&view, (200, 60));
    let strokes = buffer.area.positions().filter(|&at| "-|".contains(buffer[at].symbol()));
    let missed: Vec<_> = strokes.filter(|at| map.place_at(at.x, at.y).is_none()).collect();
    assert!(missed.is_empty(), "nothing is hit at {missed:?}");
}

#[test]
fn a_click_hits_the_place_that_is_drawn_there() {
    for board in boards() {
        for (area, zoom) in AREAS.into_iter().flat_map(|area| ZOOMS.map(|zoom| (area, zoom))) {
            let map = BoardMap::new(&board, area, zoom, None);
            for place in map.places() {
                let Some(rect) = map.rect(place) else { continue };
                assert_eq!(rect.intersection(area), rect, "{place} stays inside");
                for position in rect.positions() {
                    assert_eq!(map.place_at(position.x, position.y), Some(place), "{position}");
                }
            }
            assert_eq!(map.place_at(area.right(), area.y), None);
            assert_eq!(map.place_at(area.x, area.bottom()), None);
        }
    }
}

#[test]
fn what_is_written_on_a_hex_is_inside_its_rectangle() {
    let board = hexes();
    let marks = BTreeMap::new();
    for (size, zoom) in
        [(200, 60), (77, 22), (41, 21)].into_iter().flat_map(|size| ZOOMS.map(|zoom| (size, zoom)))
    {
        let view = BoardView { board: &board, marks: &marks, cursor: None, zoom, theme: &PLAIN };
        let buffer = drawn(&view, size);
        let map = view.map(buffer.area);
        for hex in &board.places {
            let (Some(code), Some(rect)) = (&hex.code, map.rect(&hex.id)) else { continue };
            let line: String = (rect.x..rect.right()).map(|x| buffer[(x, rect.y)].symbol()).collect();
            let whole = map.is_whole();
            assert!(line.contains(code) || !whole, "{code} is not in {line:?} ({size:?}, {zoom:?})");
        }
    }
}

#[test]
fn the_place_under_the_cursor_is_always_in_view() {
    for board in boards() {
        for (area, zoom) in AREAS.into_iter().flat_map(|area| ZOOMS.map(|zoom| (area, zoom))) {
            // Every third is enough to come to all sides of the map.
            for place in BoardMap::new(&board, area, zoom, None).places().step_by(3) {
                let map = BoardMap::new(&board, area, zoom, Some(place));
                assert!(map.rect(place).is_some(), "{place} in {area} at {zoom:?}");
            }
        }
    }
}

#[test]
fn all_six_neighbours_of_a_large_hex_touch_it() {
    let board = hexes();
    let map = BoardMap::new(&board, AREAS[0], Zoom::Large, None);
    let at: BTreeMap<(i16, i16), &str> = board.places.iter().map(|hex| (hex.at, &*hex.id)).collect();
    for hex in &board.places {
        let home = map.rect(&hex.id).expect("all are seen");
        // One column more: the sides that it shares with the hexes to the right.
        let wide = Rect { x: home.x.saturating_sub(1), width: home.width + 2, ..home };
        let tall = Rect { y: home.y.saturating_sub(1), height: home.height + 2, ..home };
        let steps = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];
        let beside: BTreeSet<&str> =
            steps.iter().filter_map(|(q, r)| at.get(&(hex.at.0 + q, hex.at.1 + r)).copied()).collect();
        let touching = map.places().filter(|&id| id != hex.id).filter(|id| {
            let other = map.rect(id).expect("all are seen");
            other.intersects(wide) || other.intersects(tall)
        });
        assert_eq!(touching.collect::<BTreeSet<_>>(), beside, "around {}", hex.id);
    }
}

#[test]
fn going_up_and_down_keeps_to_a_column_of_track() {
    let board = track_board::tracks();
    let map = BoardMap::new(&board, AREAS[1], Zoom::Fit, None);
    let column = |direction, from| {
        let rest = std::iter::successors(Some(from), |&place| map.neighbour(place, direction));
        rest.collect::<Vec<&str>>()
    };
    let down: Vec<String> = (0..8).map(|row| format!("5,{row}")).collect();
    assert_eq!(column(Direction::Down, "5,0"), down);
    assert_eq!(column(Direction::Up, "5,7").len(), 8, "and back");
    assert_eq!(map.neighbour("5,3", Direction::Right), Some("6,3"));
}

#[test]
fn nothing_is_hit_at_sea() {
    let board = track_board::tracks();
    for zoom in ZOOMS {
        let map = BoardMap::new(&board, AREAS[0], zoom, None);
        let sea = board.places.iter().filter(|hex| hex.ground == Ground::Sea);
        let hit: Vec<_> = sea.filter(|hex| map.rect(&hex.id).is_some()).collect();
        assert!(hit.is_empty(), "{hit:?}");
    }
}

#[test]
fn all_six_neighbours_touch_a_hex_of_track_from_near_and_from_afar() {
    let board = track_board::tracks();
    for zoom in [Zoom::Large, Zoom::Small] {
        let map = BoardMap::new(&board, AREAS[0], zoom, None);
        let home = map.rect("5,4").expect("all are seen");
        let wide = Rect { x: home.x - 1, width: home.width + 2, ..home };
        let tall = Rect { y: home.y - 1, height: home.height + 2, ..home };
        let touching = map.places().filter(|&id| id != "5,4").filter(|id| {
            let other = map.rect(id).expect("all are seen");
            other.intersects(wide) || other.intersects(tall)
        });
        let beside = ["4,4", "6,4", "4,3", "5,3", "4,5", "5,5"];
        assert_eq!(touching.collect::<BTreeSet<_>>(), BTreeSet::from(beside), "{zoom:?}");
    }
}

#[test]
fn typed_letters_find_a_place_by_code_name_or_id() {
    let board = hexes();
    let map = BoardMap::new(&board, AREAS[1], Zoom::Fit, None);
    let first = |typed: &str| map.matches(typed).first().copied();
    assert_eq!(first("pit"), Some("K4"));
    assert_eq!(first("new y"), Some("S3"));
    assert_eq!(first("york"), Some("S3"));
    assert_eq!(first("a3"), Some("A3"));
    assert_eq!(first("Col"), Some("F5"));
    assert_eq!(first("xyz"), None);
    assert_eq!(first("  "), None);
    assert!(map.matches("c").len() > 3, "several places begin so");
}
