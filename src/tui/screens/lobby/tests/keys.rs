//! The tables of keys, wherever one can be.

use super::fixture::{Stage, bob, me, place};
use crate::tui::keymap::Key;

/// A stage wherever there are keys of their own.
fn everywhere() -> Vec<(&'static str, Stage)> {
    let hosting = || Stage::hosting(&[place(me(), false), place(bob(), true)]);
    let mut all = vec![("home", Stage::named()), ("gather", hosting())];
    for keys in ["+", "c", "i", "n", "y", "enter", "?", "/"] {
        all.push((keys, Stage::named()));
    }
    all.extend([("t", hosting()), ("esc", hosting())]);
    for (keys, stage) in all.iter_mut().skip(2) {
        stage.press(keys);
    }
    all
}

#[test]
fn no_key_means_two_things_and_every_key_can_be_named() {
    for (place, stage) in everywhere() {
        let table = stage.lobby.keys();
        for (at, binding) in table.iter().enumerate() {
            assert!(!binding.shown.is_empty(), "{place}: {:?}", binding.intent);
            for other in &table[at + 1..] {
                let shared = binding.keys.iter().find(|key| other.keys.contains(key));
                assert_eq!(shared, None, "{place}: {:?} and {:?}", binding.intent, other.intent);
            }
        }
    }
}

#[test]
fn where_letters_are_typed_no_letter_is_a_command() {
    let mut seen = 0;
    for (place, mut stage) in everywhere() {
        if stage.lobby.is_covered() || stage.lobby.page_mut().field().is_none() {
            continue;
        }
        seen += 1;
        let keys = stage.lobby.keys().iter().flat_map(|binding| binding.keys);
        assert_eq!(keys.filter(|key| matches!(key, Key::Char(_))).count(), 0, "{place}");
    }
    // The address, the network check, the name, what a table is found by, and talk.
    assert_eq!(seen, 5);
}
