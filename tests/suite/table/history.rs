//! The past is what the recorded games say it was.

use std::fs;
use std::path::Path;

use serde_json::Value;
use whistlestop::engine::game::{Notes, Setup, Turn};
use whistlestop::games;
use whistlestop::table::history::History;
use whistlestop::table::rules::Move;
use whistlestop_proto::chance::seeded_entropy;
use whistlestop_proto::step::Step;

/// The past of a recorded game, and the state's hash after each step: of the game played action by action, which is
/// compared with the recorded hashes. Those actions that the rules make one move are one step of the past.
fn recorded(path: &Path) -> (History, Vec<String>) {
    let text = fs::read_to_string(path).unwrap();
    let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let header = lines.next().unwrap();
    let entry = games::find(header["game"].as_str().unwrap()).unwrap();
    let setup = Setup {
        seats: u8::try_from(header["seats"].as_u64().unwrap()).unwrap(),
        options: serde_json::from_value(header["options"].clone()).unwrap(),
    };
    let seed = header["draw_seed"].as_u64().unwrap();
    let mut game = (entry.begin)(&setup).unwrap();
    let mut history = History::new(game.fork());
    let (mut hashes, mut draws, mut actions) = (Vec::new(), 0, Vec::new());
    for line in lines {
        let step = match game.turn() {
            Turn::Chance => {
                let entropy = seeded_entropy(seed, draws);
                assert!(game.draw(entropy, &mut Notes::ignored()));
                draws += 1;
                Some(Step::Entropy(entropy))
            }
            Turn::Seat(seat) => {
                let action = game.action_from_json(&line["action"]).unwrap();
                game.apply(&action, &mut Notes::ignored()).unwrap();
                actions.push(action);
                let goes_on = game.turn() == Turn::Seat(seat) && !game.may_pause();
                (!goes_on).then(|| {
                    let whole = Move::new(std::mem::take(&mut actions)).unwrap();
                    Step::Payload { seat: seat.number(), payload: whole.encode() }
                })
            }
            Turn::Over => None,
        };
        let hash = game.state_hash().to_string();
        if let Some(recorded) = line.get("hash") {
            assert!(hash.starts_with(recorded.as_str().unwrap()), "{}: {line}", path.display());
        }
        if let Some(step) = step {
            history.push(step);
            hashes.push(hash);
        }
    }
    (history, hashes)
}

#[test]
fn every_state_of_every_recorded_game_is_there_again() {
    let mut games = 0;
    for entry in games::GAMES {
        let folder = Path::new("tests/fixtures").join(entry.meta.id.replace('-', "_"));
        for file in fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "jsonl") {
                continue;
            }
            let (history, hashes) = recorded(&path);
            assert_eq!(history.len() as usize, hashes.len());
            for (index, hash) in (1..).zip(&hashes) {
                let found = history.at(index).state_hash().to_string();
                assert_eq!(&found, hash, "{} after step {index}", path.display());
            }
            games += 1;
        }
    }
    assert!(games >= 25, "{games} games");
}

/// A game that is played to its end again and again, each time taken back to somewhere within it.
#[test]
fn a_long_past_full_of_take_backs_is_what_it_was() {
    let (one, hashes) = recorded(Path::new("tests/fixtures/chicago_express/random-3.jsonl"));
    let mut history = History::new(one.at(0));
    // The entry that stands for each step of the recorded game, and the step that each entry led to.
    let mut entries = vec![0; hashes.len() + 1];
    let mut steps: Vec<usize> = Vec::new();
    let mut at = 0;
    for round in 1..=40 {
        for (step, entry) in entries.iter_mut().enumerate().skip(at + 1) {
            history.push(one.step(u32::try_from(step).unwrap()).unwrap().clone());
            *entry = history.len();
            steps.push(step);
        }
        at = (round * 37) % hashes.len();
        history.push(Step::Back { to: entries[at] });
        steps.push(at);
        // The take-back stands for that step now, as far as a further one is concerned.
        entries[at] = if round % 2 == 0 { history.len() } else { entries[at] };
    }
    assert!(history.len() > 2_000, "{}", history.len());
    for (index, step) in (1..).zip(&steps) {
        let expected = step.checked_sub(1).map_or("", |place| &hashes[place]);
        assert!(history.at(index).state_hash().to_string().starts_with(expected), "after entry {index}");
    }
    assert_eq!(history.at(u32::MAX).encode(), history.last().encode(), "beyond the end is the end");
}

#[test]
fn what_an_entry_brought_about_is_told_again_in_the_same_words() {
    let (one, _) = recorded(Path::new("tests/fixtures/chicago_express/shares-4.jsonl"));
    let mut again = History::new(one.at(0));
    for index in 1..=one.len() {
        let heard = again.push(one.step(index).unwrap().clone());
        assert_eq!(heard, one.told(index), "step {index}");
    }
}

/// Whoever shares its states may share one that was damaged.
#[test]
fn a_state_that_was_damaged_is_played_again_from_one_before_it() {
    let (one, hashes) = recorded(Path::new("tests/fixtures/chicago_express/shares-4.jsonl"));
    assert!(one.len() > 64, "some states are kept");
    for damaged in [1, 32, 33, 64, one.len()] {
        let mut again = History::new(one.at(0));
        for index in 1..=one.len() {
            let after = one.state(if index == damaged { 0 } else { index });
            again.take(one.step(index).unwrap().clone(), after);
        }
        again.mend(damaged);
        for (index, hash) in (1..).zip(&hashes) {
            let found = again.state(index).state_hash().to_string();
            assert!(found.starts_with(hash), "{damaged} was damaged: after step {index}");
        }
    }
}
