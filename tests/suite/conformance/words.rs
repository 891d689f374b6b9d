//! What players read: choices, what is blocked and why, refusals, scenes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use whistlestop::engine::game::{Illegal, Meta, Notes, Turn, Viewer};
use whistlestop::engine::seat::Seat;

use super::walk::at_every_moment;
use crate::common::halts::games;

#[test]
fn choices_have_texts_that_tell_them_apart() {
    at_every_moment(100..103, |table, _| {
        let choices = table.game.choices();
        let texts: BTreeSet<String> = choices.iter().map(|choice| choice.text.to_string()).collect();
        assert!(texts.iter().all(|text| !text.trim().is_empty()), "a choice has no text");
        assert_eq!(texts.len(), choices.len(), "two choices read the same: {texts:?}");
        let actions: BTreeSet<_> = choices.iter().map(|choice| &choice.action).collect();
        assert_eq!(actions.len(), choices.len(), "a choice is listed twice");
    });
}

#[test]
fn what_is_blocked_is_named_with_the_reason_and_a_rule_that_can_be_looked_up() {
    at_every_moment(110..113, |table, _| {
        for blocked in table.game.blocked() {
            assert!(!blocked.what.to_string().trim().is_empty(), "{:?} blocks nothing", blocked.why);
            check_illegal(table.game.meta(), &blocked.why);
        }
    });
}

#[test]
fn what_is_told_is_told_in_words_and_only_a_draw_draws() {
    at_every_moment(120..122, |table, picks| {
        let game = table.game.as_ref();
        let (mut fork, mut notes) = (game.fork(), Notes::kept());
        match game.turn() {
            Turn::Over => return,
            Turn::Chance => assert!(fork.draw([1; 32], &mut notes)),
            Turn::Seat(_) => {
                let choices = game.choices();
                let choice = picks.one(&choices);
                fork.apply(&picks.action(game, choice), &mut notes).unwrap();
            }
        }
        let heard = notes.into_heard();
        assert!(heard.said.iter().all(|sentence| !sentence.to_string().trim().is_empty()));
        assert!(heard.drawn.is_empty() || game.turn() == Turn::Chance, "an action drew: {:?}", heard.drawn);
    });
}

#[test]
fn everybody_sees_a_scene_in_which_the_places_of_choices_can_be_found() {
    at_every_moment(130..131, |table, _| {
        let game = table.game.as_ref();
        let seats = Seat::all(table.setup.seats).map(Viewer::Seat);
        for viewer in seats.chain([Viewer::Spectator, Viewer::Everything]) {
            let scene = game.scene(viewer);
            assert!(!scene.status.to_string().trim().is_empty(), "{viewer:?} sees no status");
            if matches!(viewer, Viewer::Seat(seat) if game.turn() == Turn::Seat(seat)) {
                let board = &scene.board;
                for choice in game.choices() {
                    for id in [choice.place, choice.toward].into_iter().flatten() {
                        let known = board.place(&id).is_some() || board.join(&id).is_some();
                        assert!(known, "{id} is not on the board");
                    }
                }
            }
        }
    });
}

#[test]
fn the_rules_can_be_read() {
    for entry in games() {
        assert!(!RULE_IDS[entry.meta.id].is_empty(), "no heading of {} has a rule's id", entry.meta.id);
    }
}

/// A refusal is a sentence and the id of a rule that a heading of the game's rules names.
pub(crate) fn check_illegal(meta: &Meta, illegal: &Illegal) {
    let Illegal { why, rule } = illegal;
    assert!(!why.to_string().trim().is_empty(), "{rule} refuses without a sentence");
    assert!(is_rule_id(rule), "{rule:?} is not the id of a rule");
    assert!(RULE_IDS[meta.id].contains(rule), "{rule} has no heading in the rules of {}", meta.id);
}

/// The ids that stand in the headings of each game's rules.
static RULE_IDS: LazyLock<BTreeMap<&str, BTreeSet<&str>>> = LazyLock::new(|| {
    let ids = |meta: &Meta| {
        let headings = meta.rules_text.lines().filter(|line| line.starts_with('#'));
        let words = headings.flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric() && c != '-'));
        words.filter(|word| is_rule_id(word)).collect()
    };
    games().iter().map(|entry| (entry.meta.id, ids(entry.meta))).collect()
});

/// Some capitals, a dash and a number.
fn is_rule_id(word: &str) -> bool {
    word.split_once('-').is_some_and(|(game, number)| {
        !game.is_empty()
            && game.bytes().all(|b| b.is_ascii_uppercase())
            && number.parse::<u16>().is_ok_and(|n| n > 0)
    })
}
