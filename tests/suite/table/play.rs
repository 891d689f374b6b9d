//! Whole games through the files.

use serde_json::json;
use whistlestop::cli::json::event_json;
use whistlestop::engine::game::Turn;
use whistlestop::table::front::{Event, Kind, ProtocolEvent};
use whistlestop::table::genesis::GenesisError;
use whistlestop::table::verify::{VerifyJournalError, verify_journal, verify_journal_after};
use whistlestop::table::{OpenTableError, Table};
use whistlestop_proto::entry::{Body, Change};
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::rules::Rules as _;
use whistlestop_proto::step::Step;

use super::kit::{BOTS, Room, TestHome, alone, bot, contract, identity, key, play_alone, player};

#[test]
fn two_players_play_a_whole_game_and_their_journals_are_of_the_same_game() {
    let mut room = Room::found(2);
    room.finish();
    let journals = room.journals();
    let verified: Vec<_> = journals.iter().map(|bytes| verify_journal(bytes, BOTS).unwrap()).collect();
    let [a, b] = &verified[..] else { unreachable!("two players") };
    assert_eq!((a.table, a.tip, a.state, a.entries), (b.table, b.tip, b.state, b.entries));
    assert_eq!((a.over, a.torn_bytes, a.proved), (true, 0, a.entries));
    assert_eq!(a.standings, room.tables[0].game().standings());
    assert_eq!(a.roster, room.tables[1].roster_hash());
    assert_eq!((a.owner, b.owner), (Some(key(0)), Some(key(1))));
    assert!(a.evidence.is_empty());
}

#[test]
fn events_tell_every_entry_once_in_order_and_then_the_end() {
    let mut room = Room::found(2);
    room.finish();
    for (table, events) in room.tables.iter().zip(&room.events) {
        assert!(matches!(events[0], Event::Protocol(ProtocolEvent::Started)));
        let mut next = 1;
        for event in events {
            let Event::Final { index, seat, kind, actions, notes, drawn, state_hash, .. } = event else {
                continue;
            };
            let again = table.history().told(*index);
            assert_eq!(
                (notes, drawn),
                (&again.said, &again.drawn),
                "entry {index} in the words of its own time"
            );
            assert_eq!(*index, next);
            next += 1;
            let entry = &table.lockstep().log()[*index as usize - 1];
            let json = event_json(event, Some(table.game())).unwrap();
            assert_eq!(*state_hash, entry.core.state);
            match &entry.core.body {
                Body::Move { seat: mover, .. } => {
                    assert_eq!((*kind, *seat), (Kind::Move, Some(*mover)));
                    let told = json["actions"].as_array().unwrap();
                    assert!(told.iter().all(|action| action["type"].is_string()), "{told:?}");
                    assert!(!actions.is_empty() && told.len() == actions.len());
                }
                Body::Draw { .. } => {
                    assert_eq!((*kind, *seat, actions.len()), (Kind::Draw, None, 0));
                    assert!(!drawn.is_empty());
                }
                other => panic!("nobody did {other:?}"),
            }
            assert_eq!((&json["event"], json["index"].as_u64()), (&"final".into(), Some((*index).into())));
        }
        assert_eq!(next as usize, table.lockstep().log().len() + 1);
        let standings = table.game().standings();
        assert!(matches!(events.last(), Some(Event::Over { standings: told }) if *told == standings));
    }
    let notes = |event: &Event| matches!(event, Event::Final { notes, .. } if !notes.is_empty());
    assert!(room.events[1].iter().any(notes), "something is told in words");
}

#[test]
fn both_come_back_from_their_journals_and_play_on() {
    let mut room = Room::found(2);
    (0..30).for_each(|_| room.play_move());
    let before: Vec<_> = room.tables.iter().map(|table| table.lockstep().log().to_vec()).collect();
    let Room { homes, tables, now, .. } = room;
    let paths: Vec<_> = tables.iter().map(|table| table.path().to_path_buf()).collect();
    drop(tables);
    let resumed = (0..).zip(&homes).zip(&paths);
    let tables: Vec<Table> = resumed
        .map(|((player, home), path)| Table::resume(now, &home.home, identity(player), path, BOTS).unwrap())
        .collect();
    for (table, log) in tables.iter().zip(&before) {
        assert!(table.lockstep().log().starts_with(log), "what was final is still there");
        assert_eq!(table.history().len() as usize, table.lockstep().log().len());
        assert_eq!(table.history().last().state_hash(), table.game().state_hash());
    }
    let mut room = Room::of(homes, tables);
    room.now = now;
    room.finish();
    assert_eq!(room.tables[0].lockstep().log(), room.tables[1].lockstep().log());
}

#[test]
fn a_player_who_lost_everything_goes_on_from_the_journal_of_another() {
    let mut room = Room::found(3);
    (0..30).for_each(|_| room.play_move());
    let path = room.tables[0].path().to_path_buf();
    let log = room.tables[0].lockstep().log().to_vec();
    let fresh = TestHome::new();
    let taken = Table::resume(room.now, &fresh.home, identity(2), &path, BOTS).unwrap();
    assert_eq!(taken.lockstep().log(), log);
    assert_eq!(taken.path(), fresh.home.journal_path(&taken.id()));
    room.tables[2] = taken;
    room.homes[2] = fresh;
    room.connect();
    room.wait(1_500);
    room.finish();
    let verified =
        room.journals().iter().map(|bytes| verify_journal(bytes, BOTS).unwrap().tip).collect::<Vec<_>>();
    assert!(verified.iter().all(|tip| *tip == verified[0]));
}

#[test]
fn whoever_joins_takes_up_the_journal_that_is_there_and_who_founds_twice_is_told() {
    let home = TestHome::new();
    let mut table = alone(&home.home);
    (0..5).for_each(|_| assert!(play_alone(&mut table)));
    let log = table.lockstep().log().to_vec();
    drop(table);
    let again = Table::found(0, &home.home, identity(0), contract(1, 2), BOTS).unwrap_err();
    assert!(matches!(again, OpenTableError::Begun { .. }), "{again}");
    assert!(again.to_string().contains("whistlestop resume"), "{again}");
    let table = Table::join(0, &home.home, identity(0), contract(1, 2), BOTS).unwrap();
    assert_eq!(table.lockstep().log(), log);
}

/// The last entries carry the heads of fewer than the table began with: they count, since fewer have a vote.
#[test]
fn a_journal_is_proved_to_its_end_by_those_who_counted_there() {
    let mut room = Room::found(3);
    (0..6).for_each(|_| room.play_move());
    room.tables[2].leave(room.now).unwrap();
    assert!(!room.tables[2].may_go(room.now), "its removal is not final");
    room.wait(500);
    assert!(room.tables[2].may_go(room.now));
    let removed = Kind::Change(Change::Remove { voter: 2 });
    for events in &room.events {
        let done = |event: &&Event| matches!(event, Event::Final { kind, .. } if *kind == removed);
        let event = events.iter().find(done).unwrap();
        let json = event_json(event, None).unwrap();
        assert_eq!((&json["kind"], &json["seat"]), (&json!({"remove": 2}), &json!(2)));
        let told = |wanted: ProtocolEvent| {
            events.iter().any(|event| matches!(event, Event::Protocol(event) if *event == wanted))
        };
        assert!(told(ProtocolEvent::Leaving(2)));
        assert!(told(ProtocolEvent::Voters([0, 1].into_iter().collect())));
    }
    room.tables.pop();
    for table in &mut room.tables {
        table.handle_disconnected(key(2));
    }
    room.finish();
    for bytes in room.journals() {
        let verified = verify_journal(&bytes, BOTS).unwrap();
        assert_eq!((verified.over, verified.proved), (true, verified.entries));
    }
}

#[test]
fn entries_that_were_taken_back_can_still_be_looked_at() {
    let mut room = Room::found(2);
    (0..12).for_each(|_| room.play_move());
    let table = &room.tables[0];
    let last_draw = table.lockstep().steps().rposition(|step| matches!(step, Step::Entropy(_)));
    let to = u32::try_from(last_draw.map_or(0, |place| place + 1)).unwrap();
    let len = table.history().len();
    assert!(to < len, "there is something to take back");
    let states: Vec<_> = (0..=len).map(|index| table.history().at(index).encode()).collect();
    for table in &mut room.tables {
        table.want(room.now, Change::TakeBack { to }).unwrap();
    }
    room.wait(500);
    for table in &room.tables {
        let history = table.history();
        assert_eq!((history.len(), history.step(len + 1)), (len + 1, Some(&Step::Back { to })));
        assert_eq!(table.game().encode(), states[to as usize]);
        assert_eq!(history.at(len + 1).encode(), states[to as usize]);
        for (index, state) in (0..=len).zip(&states) {
            assert_eq!(history.at(index).encode(), *state, "entry {index}");
            assert_eq!(history.is_taken_back(index), index > to, "entry {index}");
        }
    }
    room.finish();
    let (table, entries) = (&room.tables[1], room.tables[1].history().len());
    for (index, entry) in (1..=entries).zip(table.lockstep().log()) {
        assert_eq!(*table.history().at(index).state_hash().as_bytes(), entry.core.state.0, "entry {index}");
    }
    let verified = verify_journal(&room.journals()[0], BOTS).unwrap();
    assert_eq!(verified.entries, entries);
}

#[test]
fn history_never_asks_a_bot_again() {
    let home = TestHome::new();
    let mut table = alone(&home.home);
    while play_alone(&mut table) {}
    assert!(table.is_over());
    let bots = table.lockstep().log().iter().filter(|entry| matches!(entry.core.body, Body::Auto { .. }));
    assert!(bots.count() > 20);
    for (index, entry) in (1..).zip(table.lockstep().log()) {
        if let Body::Auto { seat, .. } = entry.core.body {
            let Some(Step::Payload { seat: mover, payload }) = table.history().step(index) else {
                panic!("a bot's move is a payload");
            };
            assert_eq!(*mover, seat);
            let mut before = table.lockstep().rules().clone();
            before = whistlestop::table::rules::GameRules::new(table.history().at(index - 1), before.bots());
            assert_eq!(before.auto(seat, false), *payload, "the bot decides so there");
        }
    }
}

#[test]
fn a_copy_goes_on_where_the_table_stood_with_bots_for_those_who_are_gone() {
    let mut room = Room::found(2);
    (0..25).for_each(|_| room.play_move());
    let table = &mut room.tables[0];
    let (state, parent) = (table.game().encode(), std::fs::read(table.path()).unwrap());
    let copy = table.copy(vec![player(0), bot()], Voters::NONE, [9; 16]).unwrap();
    let home = &room.homes[0].home;
    let mut copied = Table::found(0, home, identity(0), copy.clone(), BOTS).unwrap();
    assert_eq!(copied.history().at(0).encode(), state);
    while play_alone(&mut copied) {}
    assert!(copied.is_over());
    let bytes = std::fs::read(copied.path()).unwrap();
    let path = copied.path().to_path_buf();
    let tip = copied.lockstep().log().last().unwrap().hash();
    drop(copied);
    let again = Table::resume(0, home, identity(0), &path, BOTS).unwrap();
    assert!(again.is_over());
    assert_eq!(
        verify_journal(&bytes, BOTS).unwrap_err(),
        VerifyJournalError::Genesis(GenesisError::ParentMissing(room.tables[0].id()))
    );
    let verified = verify_journal_after(&bytes, BOTS, &mut |_| Some(parent.clone())).unwrap();
    assert_eq!((verified.tip, verified.over), (tip, true));
    let stranger = TestHome::new();
    let missing = Table::found(0, &stranger.home, identity(0), copy, BOTS).unwrap_err().to_string();
    assert!(missing.contains("whose journal is not here"), "{missing}");
}

#[test]
fn the_list_of_tables_says_where_each_stands() {
    let home = TestHome::new();
    let mut over = alone(&home.home);
    while play_alone(&mut over) {}
    let mut open = Table::found(0, &home.home, identity(1), contract(2, 0), BOTS).unwrap();
    open.flush().unwrap();
    std::fs::write(home.home.tables_path().join("letter.wsl"), "dear all").unwrap();
    std::fs::write(home.home.tables_path().join("notes.txt"), "not a table").unwrap();
    let files = home.home.tables(BOTS).unwrap();
    assert_eq!(files.len(), 3);
    assert!(files.is_sorted_by(|a, b| a.modified_millis >= b.modified_millis));
    let found = |table: &Table| {
        let file = files.iter().find(|file| file.path == table.path()).unwrap();
        file.table.clone().unwrap()
    };
    let summary = found(&over);
    assert_eq!((summary.table, summary.over), (over.id(), true));
    assert_eq!(summary.entries as usize, over.lockstep().log().len());
    assert_eq!(summary.names[0], "player 0");
    assert_eq!(over.game().turn(), Turn::Over);
    let summary = found(&open);
    assert_eq!((summary.over, summary.entries), (false, 0));
    assert_eq!(summary.names, ["player 0", "player 1"]);
    let letter = files.iter().find(|file| file.path.ends_with("letter.wsl")).unwrap();
    assert_eq!(letter.table, Err("this is not a journal of whistlestop".to_owned()));
}
