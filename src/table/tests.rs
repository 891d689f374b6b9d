use std::collections::BTreeMap;

use whistlestop_proto::contract::{DrawMode, Stake, TimeControl};
use whistlestop_proto::rules::{Rules as _, ToMove};

use super::*;
use crate::engine::bot::Bots;
use crate::games::GAMES;
use crate::table::rules::tests::any_legal::AnyLegal;
use crate::table::terms::Terms;

static BOTS: Bots = &[&AnyLegal];

fn alone(home: &Home) -> Table {
    let identity = Identity::from_secret(&[1; 32]);
    let player = SeatPlan::Keyed {
        name: "Ann".to_owned(),
        key: identity.public(),
        stake: Stake::new(&identity, [2; 16]),
    };
    let bot = SeatPlan::Bot { name: BOTS[0].name().to_owned() };
    let terms = Terms {
        game: GAMES[0].meta.id.to_owned(),
        options: BTreeMap::new(),
        seats: vec![player, bot],
        draw: DrawMode::Fresh,
        clock: TimeControl::None,
        stand_in: BOTS[0].name().to_owned(),
        nonce: [7; 16],
        name: None,
    };
    Table::found(0, home, identity, terms.contract(BOTS).unwrap(), BOTS).unwrap()
}

fn act(table: &mut Table) {
    let rules = table.lockstep().rules();
    assert_eq!(rules.turn(), ToMove::Seat(0));
    let payload = rules.auto(0, true);
    table.act(0, Move::decode(&payload).unwrap()).unwrap();
}

#[test]
fn after_a_failed_write_nothing_is_given_out_until_all_of_it_is_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::open(Some(folder.path().join("home"))).unwrap();
    let mut table = alone(&home);
    let watcher = Identity::from_secret(&[9; 32]).public();
    table.handle_connected(0, watcher);
    while table.poll_transmit().unwrap().is_some() {}
    while table.poll_event().is_some() {}
    table.journal.fail_for_test(b"half a record");
    act(&mut table);
    for _ in 0..3 {
        assert!(table.poll_transmit().is_err());
        assert!(table.flush().is_err());
        assert!(table.poll_event().is_none());
    }
    table.journal.heal_for_test();
    assert!(table.poll_transmit().unwrap().is_some(), "with the disk back it goes out");
    while table.poll_transmit().unwrap().is_some() {}
    let mut finals = 0;
    while let Some(event) = table.poll_event() {
        finals += usize::from(matches!(event, Event::Final { .. }));
    }
    assert!(finals > 0, "and is told");
    let (log, path) = (table.lockstep().log().to_vec(), table.path().to_path_buf());
    drop(table);
    let table = Table::resume(0, &home, Identity::from_secret(&[1; 32]), &path, BOTS).unwrap();
    assert_eq!(table.lockstep().log(), log);
}
