//! The books of a game, kept a second time from its positions alone.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::games::railroad_rivals::tests::kit::figures::{
    CUBES, all_cities, all_railroads, bag, edges, goods,
};

fn players(position: &Value) -> &Vec<Value> {
    position["players"].as_array().unwrap()
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or(0)
}

fn sum(counts: &Value) -> i64 {
    counts.as_object().unwrap().values().map(number).sum()
}

/// What holds at every moment: nothing leaves the box, links are where railroads meet, nobody is below zero.
pub(super) fn assert_invariants(position: &Value) {
    assert_cubes(position);
    assert_tiles(position);
    assert_links(position);
    for player in players(position) {
        assert!(number(&player["score"]) >= 0);
    }
    for railroad in all_railroads() {
        assert!((0..=10).contains(&number(&position["stock_values"][railroad])));
    }
}

fn assert_cubes(position: &Value) {
    let tiles = position["tiles"].as_array().unwrap();
    for (cube, all) in CUBES.into_iter().zip(bag(players(position).len())) {
        let on_tiles: i64 = tiles.iter().map(|tile| number(&tile["cubes"][cube])).sum();
        let in_row =
            i64::try_from(names(&position["row"]).iter().filter(|other| **other == cube).count()).unwrap();
        let elsewhere = number(&position["bag"][cube]) + number(&position["delivered"][cube]);
        assert_eq!(on_tiles + in_row + elsewhere, all, "{cube}");
    }
    assert!(tiles.iter().all(|tile| sum(&tile["cubes"]) <= goods(tile["tile"].as_str().unwrap())));
}

/// 37 city tiles and 48 stock tiles are somewhere, each in one place.
fn assert_tiles(position: &Value) {
    let mut cities: Vec<&str> = names(&position["market"]["cities"]);
    cities.extend(names(&position["removed"]["cities"]));
    cities.extend(position["tiles"].as_array().unwrap().iter().map(|tile| tile["tile"].as_str().unwrap()));
    cities.extend(players(position).iter().flat_map(|player| names(&player["hand"])));
    let different: BTreeSet<&str> = cities.iter().copied().collect();
    assert_eq!(different.len(), cities.len(), "a city tile is in two places");
    assert_eq!(i64::try_from(cities.len()).unwrap() + number(&position["cities_left"]), 37);
    let mut stocks: BTreeMap<&str, i64> = BTreeMap::new();
    for railroad in names(&position["market"]["stocks"]) {
        *stocks.entry(railroad).or_default() += 1;
    }
    for railroad in all_railroads() {
        let held: i64 = players(position).iter().map(|player| number(&player["stocks"][railroad])).sum();
        let outside = stocks.entry(railroad).or_default();
        *outside += held + number(&position["removed"]["stocks"][railroad]);
        assert!(*outside <= 4, "{railroad}");
    }
    assert_eq!(stocks.values().sum::<i64>() + number(&position["stocks_left"]), 48);
    assert_eq!(all_cities().len(), 37);
}

/// Every link joins two equal edges, every two equal edges that meet are linked, and locomotives are counted.
fn assert_links(position: &Value) {
    let tiles = position["tiles"].as_array().unwrap();
    let at = |tile: &Value| (number(&tile["at"][0]), number(&tile["at"][1]));
    let lying: BTreeMap<(i64, i64), [&str; 4]> = tiles
        .iter()
        .map(|tile| {
            (
                at(tile),
                edges(tile["tile"].as_str().unwrap(), u8::try_from(number(&tile["rotation"])).unwrap()),
            )
        })
        .collect();
    let mut must = BTreeSet::new();
    for (&(x, y), own) in &lying {
        for (side, other_side, there) in [(1, 3, (x + 1, y)), (2, 0, (x, y + 1))] {
            let other = lying.get(&there).map(|edges| edges[other_side]);
            if !own[side].is_empty() && other == Some(own[side]) {
                must.insert(((x, y), there, own[side]));
            }
        }
    }
    let place = |value: &Value| (number(&value[0]), number(&value[1]));
    let links = position["links"].as_array().unwrap();
    let shown =
        links.iter().map(|link| (place(&link["a"]), place(&link["b"]), link["railroad"].as_str().unwrap()));
    assert!(shown.eq(must.into_iter()), "{links:?}");
    for (seat, player) in players(position).iter().enumerate() {
        let own = links.iter().filter(|link| link["owner"] == seat).count();
        let left = if players(position).len() == 1 { 19 } else { 19 - own };
        assert_eq!(player["locomotives_left"], left);
    }
}

/// From `before` to `after` scores and stock values moved only as the rules say.
pub(super) fn assert_step(before: &Value, action: Option<&Value>, after: &Value) {
    if before["order"].is_null() || after["phase"] == "arrange" {
        return;
    }
    let mut scores: Vec<i64> = players(before).iter().map(|player| number(&player["score"])).collect();
    let mut values = before["stock_values"].clone();
    match action.and_then(|action| Some((action["type"].as_str()?, action))) {
        Some(("deliver", action)) => deliver(before, action, &mut scores, &mut values),
        Some(("bid" | "pass", action)) if after["phase"] != "bid" => {
            let high = action["amount"].as_i64().or(before["auction"]["high"].as_i64());
            let winner =
                if action["type"] == "bid" { &before["active"] } else { &before["auction"]["high_seat"] };
            if let (Some(high), Some(winner)) = (high, winner.as_u64()) {
                scores[usize::try_from(winner).unwrap()] -= high;
                assert_eq!(after["order"][0], json!(winner));
            }
        }
        _ => {}
    }
    let now: Vec<i64> = players(after).iter().map(|player| number(&player["score"])).collect();
    assert_eq!(now, scores, "after {action:?}");
    assert_eq!(after["stock_values"], values, "after {action:?}");
}

fn deliver(before: &Value, action: &Value, scores: &mut [i64], values: &mut Value) {
    let ends = [&action["from"], &action["to"]];
    let joins = |link: &&Value| ends == [&link["a"], &link["b"]] || ends == [&link["b"], &link["a"]];
    let link = before["links"].as_array().unwrap().iter().find(joins).expect("a delivery needs a link");
    let seat = usize::try_from(before["active"].as_u64().unwrap()).unwrap();
    let alone = scores.len() == 1;
    scores[seat] += if alone {
        let row = names(&before["row"]);
        i64::try_from(row.iter().rev().take(4).collect::<BTreeSet<_>>().len()).unwrap()
    } else {
        let cube = action["cube"].as_str().unwrap();
        let same =
            if scores.len() == 2 { sum(&before["delivered"]) } else { number(&before["delivered"][cube]) };
        [3, 2, 1][usize::try_from(same.min(2)).unwrap()]
    };
    if let Some(owner) =
        link["owner"].as_u64().map(|owner| usize::try_from(owner).unwrap()).filter(|owner| *owner != seat)
    {
        scores[owner] += 2;
    }
    let railroad = link["railroad"].as_str().unwrap();
    let value = &mut values[railroad];
    *value = json!((number(value) + if alone { 2 } else { 1 }).min(10));
}
