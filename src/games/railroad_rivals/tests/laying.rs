//! Laying tiles (RR-8).

use serde_json::{Value, json};

use super::kit::figures::goods;
use super::kit::{Table, lay, stage};
use crate::engine::chance::Chance;

#[test]
fn rr_8_a_tile_is_laid_so_that_a_railroad_meets_itself() {
    let set = stage(3).hand(0, "pittsburgh seattle boston").drawn_in(1);
    let mut table = set.set();
    // The rulebook's example: Pittsburgh beside the B&O of St. Louis, either way; and its PRR at the north.
    let must = [([0, -1], 0), ([0, -1], 2), ([1, 0], 0), ([1, 0], 2)];
    assert_eq!(table.choices(), must.map(|(at, rotation)| lay("pittsburgh", at, rotation)));
    assert_eq!(
        table.text(&lay("pittsburgh", [1, 0], 2)),
        "lay Pittsburgh east of St. Louis, upside down: link B&O"
    );
    table.play(lay("pittsburgh", [1, 0], 2));
    assert_eq!(table.link([0, 0], [1, 0]), Some(("B&O".to_owned(), Some(0))));
    assert_eq!(table.number("/players/0/locomotives_left"), 18);
    assert_eq!((table.number("/laid"), table.hand(0)), (1, vec!["boston".to_owned(), "seattle".to_owned()]));
}

#[test]
fn rr_8_the_tile_gets_its_goods() {
    let mut table = stage(3).hand(0, "pittsburgh seattle boston").drawn_in(1).set();
    table.play(lay("pittsburgh", [1, 0], 0));
    let position = table.position();
    assert_eq!((&position["phase"], &position["active"]), (&json!("draw"), &Value::Null));
    let drawn = table.draw(1);
    assert_eq!(drawn[0]["at"], json!([1, 0]));
    assert_eq!(drawn[0]["cubes"].as_array().unwrap().len(), 2);
    assert_eq!((goods("pittsburgh"), table.count("/tiles/1/cubes"), table.count("/bag")), (2, 2, 24));
    assert_eq!(table.decider(), 1);
}

#[test]
fn rr_8_a_bag_too_small_gives_what_it_has_and_an_empty_one_nothing() {
    for (left, drawn) in [(1, 1), (0, 0)] {
        let (mut table, seat) = with_cubes_left(left);
        let choice =
            table.listed("lay").into_iter().find(|choice| goods(choice["tile"].as_str().unwrap()) > 1);
        let choice = choice.unwrap_or_else(|| panic!("seat {seat} has only poor tiles"));
        let at: [i16; 2] = serde_json::from_value(choice["at"].clone()).unwrap();
        table.play(choice);
        assert_eq!(table.is_chance(), left > 0, "an empty bag is not drawn from");
        table.draw_anything();
        let cubes = table.tile(at).unwrap()["cubes"]
            .as_object()
            .unwrap()
            .values()
            .map(|n| n.as_i64().unwrap())
            .sum::<i64>();
        assert_eq!(cubes, drawn);
    }
}

#[test]
fn rr_8_a_tile_that_can_be_linked_must_be() {
    let set = stage(3).tile("cleveland", [1, 0], 0).hand(0, "el_paso memphis").drawn_in(1);
    let mut table = set.set();
    assert!(table.choices().iter().all(|choice| choice["tile"] == "memphis"));
    assert_eq!(
        table.refuse(lay("el_paso", [1, 1], 2)),
        ("RR-8", "El Paso would have no link there, and you hold a tile that can have one")
    );
    assert_eq!(
        table.blocked("lay El Paso"),
        ("RR-8", "no railroad of El Paso lies open, and you hold a tile that can be linked")
    );
    assert_eq!(table.blocked("lay no tile"), ("RR-8", "who holds a tile that fits must lay one"));
}

#[test]
fn rr_8_without_a_match_a_blank_edge_meets_a_blank_one() {
    let set = stage(3).tile("cleveland", [1, 0], 0).hand(0, "el_paso san_francisco los_angeles");
    let mut table = set.drawn_in(1).set();
    // The rulebook's example: the blank edge of El Paso at the blank edge of Cleveland.
    assert_eq!(table.choices(), [lay("el_paso", [1, 1], 2)]);
    assert_eq!(
        table.refuse(lay("el_paso", [1, 1], 0)),
        ("RR-8", "none of your tiles can be linked, and no blank edge of El Paso would meet one there")
    );
    assert_eq!(
        table.blocked("lay San Francisco"),
        ("RR-8", "nothing at the edges of San Francisco meets its like anywhere")
    );
    table.play(lay("el_paso", [1, 1], 2));
    assert_eq!(table.link([1, 0], [1, 1]), None);
    assert!(table.heard("seat 0 lays El Paso south of Cleveland, without a link"));
    assert_eq!(table.number("/players/0/locomotives_left"), 18, "the link of Cleveland only");
    assert!(table.is_chance(), "it gets its goods all the same");
}

#[test]
fn rr_8_who_can_lay_neither_is_passed() {
    let set =
        stage(3).order(&[1, 0, 2]).hand(1, "pittsburgh detroit richmond").hand(2, "memphis omaha dallas");
    let mut table = set.hand(0, "san_francisco los_angeles billings").laying(1, 0).set();
    table.play(lay("pittsburgh", [1, 0], 0)).draw(1);
    assert!(table.heard("seat 0 has no tile that fits and lays none"));
    assert_eq!((table.decider(), table.number("/laid")), (2, 1));
}

#[test]
fn rr_8_edges_that_do_not_match_may_meet() {
    // The rulebook's example: Cleveland is linked to Indianapolis, its other NYC meets the IC of St. Louis.
    let set = stage(3).tile("memphis", [-1, 0], 3).tile("indianapolis", [-1, 1], 2).hand(0, "cleveland");
    let mut table = set.drawn_in(1).set();
    table.play(lay("cleveland", [0, 1], 3));
    assert_eq!(table.link([-1, 1], [0, 1]), Some(("NYC".to_owned(), Some(0))));
    assert_eq!(table.link([0, 0], [0, 1]), None);
}

#[test]
fn rr_8_every_match_becomes_a_link() {
    let set = stage(3).first("chicago").tile("cleveland", [1, 0], 2).tile("louisville", [0, 1], 2);
    let mut table = set.owner([0, 0], [1, 0], 1).hand(0, "detroit").drawn_in(1).set();
    table.play(lay("detroit", [1, 1], 2));
    assert_eq!(table.link([1, 0], [1, 1]), Some(("NYC".to_owned(), Some(0))));
    assert_eq!(table.link([0, 1], [1, 1]), Some(("C&O".to_owned(), Some(0))));
    assert!(table.heard(
        "seat 0 lays Detroit south of Cleveland, linked by NYC to Cleveland and by C&O to Louisville"
    ));
}

#[test]
fn rr_8_tiles_are_laid_from_the_hand_at_free_places_beside_others() {
    let mut table = stage(3).hand(0, "pittsburgh seattle boston").drawn_in(1).set();
    assert_eq!(table.refuse(lay("memphis", [0, 1], 0)), ("RR-8", "you do not hold Memphis"));
    assert_eq!(table.refuse(lay("pittsburgh", [0, 0], 0)), ("RR-8", "St. Louis lies there"));
    assert_eq!(table.refuse(lay("pittsburgh", [2, 0], 0)), ("RR-8", "no tile lies beside 2, 0"));
    assert_eq!(table.refuse(lay("pittsburgh", [1, 1], 0)), ("RR-8", "no tile lies beside 1, 1"));
    assert_eq!(table.refuse(lay("pittsburgh", [i16::MAX, i16::MIN], 0)).rule(), "RR-8");
    assert!(table.not_an_action(lay("pittsburgh", [1, 0], 4)).contains("a rotation is 0 to 3 quarter turns"));
}

#[test]
fn rr_8_locomotives_are_placed_north_east_south_west_until_there_are_none() {
    let (table, [a, b]) = without_locomotives();
    assert_eq!(table.link(a, b).unwrap().1, None, "the last locomotive went to the first link");
    let left =
        table.position()["players"].as_array().unwrap().iter().any(|player| player["locomotives_left"] == 0);
    assert!(left);
}

/// A game after somebody with one locomotive left has made two links or more, and the two places of the second.
pub(super) fn without_locomotives() -> (Table, [[i16; 2]; 2]) {
    for seed in 0..200 {
        let Some(mut table) = late_game(seed, |table| one_locomotive_left(&table.position()).is_some())
        else {
            continue;
        };
        let position = one_locomotive_left(&table.position()).unwrap();
        table = Table::at(&position);
        let seat = usize::from(table.decider());
        for choice in table.listed("lay") {
            let mut after = Table::at(&position);
            let links = after.see("/links");
            after.play(choice.clone());
            let new: Vec<Value> = after
                .see("/links")
                .as_array()
                .unwrap()
                .iter()
                .filter(|link| !links.as_array().unwrap().contains(link))
                .cloned()
                .collect();
            if new.len() < 2 {
                continue;
            }
            after.draw_anything();
            let at = &choice["at"];
            // By the side of the new tile at which the other lies.
            let side = |link: &Value| {
                let other = if link["a"] == *at { &link["b"] } else { &link["a"] };
                let [dx, dy] = [0, 1].map(|i| other[i].as_i64().unwrap() - at[i].as_i64().unwrap());
                [(0, -1), (1, 0), (0, 1), (-1, 0)].iter().position(|step| *step == (dx, dy)).unwrap()
            };
            let mut new = new;
            new.sort_by_key(side);
            assert_eq!(new[0]["owner"], json!(seat));
            assert!(new[1..].iter().all(|link| link["owner"].is_null()), "{new:?}");
            assert_eq!(after.number(&format!("/players/{seat}/locomotives_left")), 0);
            if after.phase() == "lay" && goods_allow(&after, &new[1]["a"]) {
                let places = ["a", "b"].map(|end| serde_json::from_value(new[1][end].clone()).unwrap());
                // All others have laid or cannot: so that deliveries can be set up behind it.
                let mut position = after.position();
                position["laid"] = json!(1);
                return (Table::at(&position), places);
            }
        }
    }
    panic!("no game gets there");
}

fn goods_allow(table: &Table, at: &Value) -> bool {
    let bag = table.see("/bag");
    bag["brown"].as_i64().unwrap_or(0) > 0 && at.is_array()
}

/// The position with links given to the seat that is to lay until it has one locomotive left, if there are as many.
fn one_locomotive_left(position: &Value) -> Option<Value> {
    let mut position = position.clone();
    let seat = position["active"].as_u64()?;
    if position["phase"] != "lay" || position["links"].as_array()?.len() < 18 {
        return None;
    }
    let links = position["links"].as_array_mut()?;
    let other = 1 - seat;
    for (number, link) in links.iter_mut().enumerate() {
        link["owner"] = json!(if number < 18 { seat } else { other });
    }
    let rest = links.len() - 18;
    position["players"][usize::try_from(seat).unwrap()]["locomotives_left"] = json!(1);
    position["players"][usize::try_from(other).unwrap()]["locomotives_left"] = json!(19 - rest);
    Some(position)
}

/// A game for two, played at random until this holds.
fn late_game(seed: u8, holds: impl Fn(&Table) -> bool) -> Option<Table> {
    let mut chance = Chance::new([seed; 32]);
    let mut table = Table::new(2).unwrap();
    while !table.is_over() {
        if table.is_chance() {
            table.draw(u8::try_from(chance.below(256)).unwrap());
            continue;
        }
        if holds(&table) {
            return Some(table);
        }
        let mut choices: Vec<Value> =
            table.choices().into_iter().filter(|choice| choice["type"] != "bid").collect();
        let place = chance.below(u32::try_from(choices.len()).unwrap()) as usize;
        table.play(choices.swap_remove(place));
    }
    None
}

/// A game for two in which somebody is to lay while so many cubes are left in the bag: the others lie on tiles.
fn with_cubes_left(left: i64) -> (Table, u8) {
    let enough = |table: &Table| {
        let rich = table.listed("lay").iter().any(|choice| goods(choice["tile"].as_str().unwrap()) > 1);
        rich && filled(table, left).is_some()
    };
    let table = (0..100).find_map(|seed| late_game(seed, enough)).expect("some game gets there");
    let full = Table::at(&filled(&table, left).unwrap());
    let seat = full.decider();
    (full, seat)
}

/// The position with cubes from the bag on its tiles, as far as their goods allow, until so many are left.
fn filled(table: &Table, left: i64) -> Option<Value> {
    let mut position = table.position();
    let mut bag: Vec<&str> = vec![];
    for cube in ["brown", "yellow"] {
        let count = position["bag"][cube].as_i64().unwrap_or(0);
        bag.extend(std::iter::repeat_n(cube, usize::try_from(count).unwrap()));
    }
    for tile in position["tiles"].as_array_mut().unwrap() {
        let all = goods(tile["tile"].as_str().unwrap());
        let mut there: i64 =
            tile["cubes"].as_object().unwrap().values().map(|count| count.as_i64().unwrap()).sum();
        while there < all && i64::try_from(bag.len()).unwrap() > left {
            let cube = bag.pop().unwrap();
            tile["cubes"][cube] = json!(tile["cubes"][cube].as_i64().unwrap_or(0) + 1);
            there += 1;
        }
    }
    let count = |cube: &str| bag.iter().filter(|other| **other == cube).count();
    position["bag"] = json!({"brown": count("brown"), "yellow": count("yellow")});
    (i64::try_from(bag.len()).unwrap() == left).then_some(position)
}
