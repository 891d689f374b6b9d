//! Contracts that this program can play, and those that it cannot.

use whistlestop::bots::Random;
use whistlestop::engine::bot::Bot as _;
use whistlestop::games::GAMES;
use whistlestop::table::Table;
use whistlestop::table::terms::{Agreed, roster_hash, seat_names};
use whistlestop_proto::contract::{Contract, SeatPlan};
use whistlestop_proto::hash::Hash;

use super::kit::{BOTS, TestHome, bot, contract, identity, player, terms};

#[test]
fn a_contract_says_of_the_game_what_the_registry_says() {
    for entry in GAMES {
        let mut wanted = terms((0..entry.meta.seats.0).map(player).collect());
        wanted.game = entry.meta.id.to_owned();
        let contract = wanted.contract(BOTS).unwrap();
        assert_eq!(
            (contract.game.as_str(), contract.rules.as_str()),
            (entry.meta.id, entry.meta.rules_version)
        );
        assert_eq!(contract.board.to_string(), (entry.meta.board_hash)().to_string());
        let agreed = Agreed::new(&contract, BOTS).unwrap();
        assert_eq!(agreed.setup.seats, entry.meta.seats.0);
        assert_eq!(agreed.begin().unwrap().meta().id, entry.meta.id);
    }
}

#[test]
fn each_mismatch_has_a_sentence_of_its_own() {
    let good = contract(2, 1);
    let refused = |change: fn(&mut Contract)| {
        let mut contract = good.clone();
        change(&mut contract);
        let why = Agreed::new(&contract, BOTS).unwrap_err().to_string();
        let home = TestHome::new();
        let opened = Table::found(0, &home.home, identity(0), contract.clone(), BOTS).unwrap_err();
        assert_eq!(opened.to_string(), why, "a table says the same");
        assert!(!home.home.journal_path(&contract.table()).exists(), "and leaves no file");
        why
    };
    let title = GAMES[0].meta.title;
    let why = refused(|contract| contract.game = "monopoly".to_owned());
    assert!(why.starts_with("this whistlestop has no game \"monopoly\", only "), "{why}");
    let why = refused(|contract| contract.rules = "99".to_owned());
    assert!(
        why.starts_with(&format!("the table plays {title} by rules 99, this program by rules ")),
        "{why}"
    );
    let why = refused(|contract| contract.board = Hash([1; 32]));
    assert!(why.starts_with(&format!("the table has another board of {title} (01010101)")), "{why}");
    let why = refused(|contract| contract.options = vec![("fog".to_owned(), "true".to_owned())]);
    assert_eq!(why, format!("{title} has no option \"fog\""));
    let why = refused(|contract| contract.seats.truncate(1));
    assert!(why.ends_with("not 1"), "{why}");
    let why = refused(|contract| contract.seats[2] = SeatPlan::Bot { name: "deep/9".to_owned() });
    assert!(why.starts_with("this whistlestop has no bot \"deep/9\", only random/1"), "{why}");
    let why = refused(|contract| contract.stand_in = "random/2".to_owned());
    assert!(why.starts_with("this whistlestop has no bot \"random/2\""), "{why}");
    let why = refused(|contract| contract.protocol = 999);
    assert!(why.starts_with("the table speaks protocol 999, this program "), "{why}");
    let why = refused(|contract| contract.seats[1] = contract.seats[0].clone());
    assert_eq!(why, "the same key sits on two seats");
}

/// Rules change; whoever has a table of the old ones is told which program plays it.
#[test]
fn earlier_rules_are_refused_with_the_program_that_plays_them() {
    let ours = env!("CARGO_PKG_VERSION");
    for meta in GAMES.iter().map(|entry| entry.meta) {
        let mut wanted = terms((0..meta.seats.0).map(player).collect());
        wanted.game = meta.id.to_owned();
        let mut contract = wanted.contract(BOTS).unwrap();
        for (rules, plays) in meta.earlier_rules {
            contract.rules = (*rules).to_owned();
            let why = Agreed::new(&contract, BOTS).unwrap_err().to_string();
            let (title, now) = (meta.title, meta.rules_version);
            assert_eq!(
                why,
                format!(
                    "this table goes by the rules of version {rules} of {title}: whistlestop {plays} plays them, this \
                     program plays version {now}"
                )
            );
            assert_ne!(*rules, now);
            assert!(!ours.starts_with(&format!("{plays}.")), "this is whistlestop {ours}, which does not");
        }
    }
    let railways = GAMES.iter().map(|entry| entry.meta).find(|meta| meta.id == "railways-of-the-world");
    assert_eq!(railways.map(|meta| meta.earlier_rules), Some(&[("1", "0.1")][..]));
}

#[test]
fn terms_that_cannot_be_are_refused_before_there_is_a_contract() {
    let why = terms(vec![player(0)]).contract(BOTS).unwrap_err().to_string();
    assert!(why.ends_with("not 1"), "{why}");
    let mut wanted = terms(vec![player(0), bot()]);
    wanted.options.insert("fog".to_owned(), true.into());
    assert!(wanted.contract(BOTS).unwrap_err().to_string().contains("has no option \"fog\""));
    let mut wanted = terms(vec![player(0), bot()]);
    wanted.stand_in = Random.name().replace("/1", "");
    assert!(wanted.contract(BOTS).is_err(), "a bot without its version would be another one tomorrow");
}

#[test]
fn every_peer_reads_the_same_roster_and_another_table_has_another_one() {
    let (one, mut other) = (contract(2, 1), contract(2, 1));
    assert_eq!(roster_hash(&one), roster_hash(&other));
    other.nonce = [8; 16];
    assert_ne!(roster_hash(&one), roster_hash(&other));
    let SeatPlan::Keyed { key, .. } = &mut other.seats[0] else { unreachable!("a player") };
    key.0[0] ^= 1;
    assert_ne!(roster_hash(&one), roster_hash(&other));
    assert_eq!(seat_names(&one), ["player 0", "player 1", "random/1"]);
}
