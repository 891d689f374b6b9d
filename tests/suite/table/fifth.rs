//! A game that no registry has, at tables with signatures and journals: whoever is given it plays it, nobody else does.

use whistlestop::table::Table;
use whistlestop::table::catalog::Catalog;
use whistlestop::table::terms::{Agreed, Terms};
use whistlestop::table::verify::verify_journal;
use whistlestop_proto::contract::Contract;

use super::kit::{BOTS, Room, TestHome, bot, identity, player, terms};
use crate::common::halts::games;

fn catalog() -> Catalog {
    Catalog { games: games(), bots: BOTS }
}

fn contract() -> Contract {
    let terms = Terms { game: "halts".to_owned(), ..terms(vec![player(0), player(1), bot()]) };
    terms.contract(catalog()).unwrap()
}

#[test]
fn two_players_and_a_bot_play_it_to_the_end_and_their_journals_prove_it() {
    let homes: Vec<TestHome> = (0..2).map(|_| TestHome::new()).collect();
    let found = |(player, home): (u8, &TestHome)| {
        Table::found(0, &home.home, identity(player), contract(), catalog()).unwrap()
    };
    let tables = (0..).zip(&homes).map(found).collect();
    let mut room = Room::of(homes, tables);
    room.finish();
    let verified: Vec<_> =
        room.journals().iter().map(|bytes| verify_journal(bytes, catalog()).unwrap()).collect();
    let [a, b] = &verified[..] else { unreachable!("two players") };
    assert_eq!((a.table, a.tip, a.state, a.entries), (b.table, b.tip, b.state, b.entries));
    assert_eq!((a.over, a.proved), (true, a.entries));
    assert_eq!(a.standings, room.tables[0].game().standings());
    let listed = room.homes[0].home.tables(catalog()).unwrap();
    assert!(listed[0].table.as_ref().unwrap().over);
}

#[test]
fn a_program_without_it_says_so() {
    let why = Agreed::new(&contract(), BOTS).unwrap_err().to_string();
    assert!(why.contains("has no game \"halts\""), "{why}");
}
