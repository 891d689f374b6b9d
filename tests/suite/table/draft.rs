//! Moves that are thought out before they are committed.

use whistlestop::engine::any_game::ActionBytes;
use whistlestop::engine::game::Turn;
use whistlestop::table::draft::{Draft, DraftError};
use whistlestop::table::rules::BadMove;

use super::kit::{Room, TestHome, alone, play_alone};

/// Tries first choices as long as the seat decides.
fn fill(draft: &mut Draft) {
    while draft.goes_on() {
        let action = draft.game().choices()[0].action.clone();
        draft.add(action).unwrap();
    }
}

#[test]
fn every_step_of_a_draft_can_be_undone_and_the_table_knows_nothing_of_it() {
    let home = TestHome::new();
    let mut table = alone(&home.home);
    let mut longest = 0;
    for _ in 0..40 {
        let before = table.game().encode();
        let mut draft = table.draft();
        let mut states = vec![draft.game().encode()];
        while draft.goes_on() {
            let action = draft.game().choices()[0].action.clone();
            draft.add(action).unwrap();
            states.push(draft.game().encode());
        }
        longest = longest.max(draft.len());
        while let Some(state) = states.pop() {
            assert_eq!((draft.game().encode(), draft.len()), (state, states.len()));
            assert_eq!(draft.undo(), !states.is_empty());
        }
        assert_eq!(draft.actions(), Err(BadMove::Count(0)));
        assert_eq!(table.game().encode(), before);
        if !play_alone(&mut table) {
            break;
        }
    }
    assert!(longest > 1, "some turn has several actions");
}

#[test]
fn a_draft_that_is_committed_leads_where_it_showed() {
    let mut room = Room::found(2);
    for _ in 0..20 {
        let deciding = room.tables.iter().position(
            |table| matches!(table.game().turn(), Turn::Seat(seat) if Some(seat.number()) == table.seat()),
        );
        let Some(me) = deciding else {
            room.wait(1);
            continue;
        };
        let mut draft = room.tables[me].draft();
        fill(&mut draft);
        let shown = draft.game().encode();
        let heard: Vec<_> = draft.heard().flat_map(|heard| heard.said.clone()).collect();
        let index = room.tables[me].history().len() + 1;
        room.tables[me].act(room.now, draft.actions().unwrap()).unwrap();
        // Heads are checked a moment after they came.
        room.wait(5);
        for table in &room.tables {
            assert_eq!(table.history().at(index).encode(), shown);
            assert_eq!(table.history().told(index).said, heard);
        }
    }
}

#[test]
fn a_draft_stops_where_the_turn_ends_and_never_runs_into_a_draw() {
    let home = TestHome::new();
    let mut table = alone(&home.home);
    let mut ended = 0;
    while !table.is_over() {
        let mut draft = table.draft();
        fill(&mut draft);
        let more = ActionBytes(vec![0]);
        let refused = draft.add(more).unwrap_err();
        if draft.len() < 16 {
            assert_eq!(refused, DraftError::TurnEnds);
            ended += 1;
        }
        if !play_alone(&mut table) {
            break;
        }
    }
    assert!(ended > 5);
}

#[test]
fn who_does_not_decide_can_try_nothing_and_bad_actions_change_nothing() {
    let room = Room::found(2);
    let mut room = room;
    room.wait(5);
    while !matches!(room.tables[0].game().turn(), Turn::Seat(_)) {
        room.wait(1);
    }
    let Turn::Seat(seat) = room.tables[0].game().turn() else { unreachable!("just seen") };
    let (deciding, other) = (usize::from(seat.number()), 1 - usize::from(seat.number()));
    let action = room.tables[0].game().choices()[0].action.clone();
    assert_eq!(room.tables[other].draft().add(action).unwrap_err(), DraftError::NotYourTurn);
    let mut draft = room.tables[deciding].draft();
    let before = draft.game().encode();
    for nonsense in [serde_json::json!({"type": "fly"}), serde_json::json!(7)] {
        assert!(draft.game().action_from_json(&nonsense).is_err());
    }
    assert!(matches!(draft.add(ActionBytes(vec![255; 3])), Err(DraftError::Refused(_))));
    assert_eq!((draft.game().encode(), draft.is_empty()), (before, true));
    let refused = room.tables[deciding].game().action_from_json(&serde_json::json!({"type": "fly"}));
    assert!(refused.unwrap_err().to_string().contains("fly"));
}
