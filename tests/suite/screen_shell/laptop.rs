//! Tables on one laptop: practice against bots, several people at one keyboard, breaks and crashes.

use whistlestop::engine::any_game::ActionBytes;
use whistlestop::table::front::{Change, Command, End, Event, Kind, Request};
use whistlestop::table::rules::Move;

use super::kit::{Person, any_port, here, verified};

#[test]
fn a_practice_game_is_played_to_its_end_and_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut ann = Person::new(folder.path(), "Ann", any_port(), None);
    assert!(ann.kept().is_empty());
    ann.ask(Request::Open(here(&[], 2)));
    let first = ann.table();
    assert_eq!(first.seats, [0]);
    let turns = ann.play(usize::MAX);
    assert!(turns.len() > 5 && turns.iter().all(|seat| *seat == 0), "{turns:?}");
    assert!(verified(&first.journal).over);
    ann.command(Command::Ready(true));
    let second = ann.table();
    assert!(second.id != first.id && second.seats == first.seats && second.steps == 0);
    ann.play(2);
    assert_eq!(ann.go_away(), End::Quit);
    let kept = ann.kept();
    let over: Vec<bool> = kept.iter().map(|table| table.over).collect();
    assert_eq!((over, kept.iter().all(|table| table.local)), (vec![false, true], true));
    let outcome = ann.quit();
    assert!(outcome.stopped.is_none() && outcome.last == Some(Ok(End::Quit)), "{outcome:?}");
}

#[test]
fn people_at_one_keyboard_take_turns_and_each_keeps_the_same_journal() {
    let folder = tempfile::tempdir().unwrap();
    let mut ann =
        Person::new(folder.path(), "Ann", any_port(), Some(Request::Open(here(&["Ben", "Cid"], 1))));
    let table = ann.table();
    assert_eq!(table.seats, [0, 1, 2]);
    let turns = ann.play(usize::MAX);
    assert!([0, 1, 2].iter().all(|seat| turns.contains(seat)), "{turns:?}");
    assert_eq!(ann.go_away(), End::Over { games: 1 });
    let file = table.journal.file_name().unwrap();
    let own = verified(&table.journal);
    for other in ["ben", "cid"] {
        let path = folder.path().join("Ann/players").join(other).join("tables").join(file);
        let theirs = verified(&path);
        assert_eq!((theirs.table, theirs.tip, theirs.over), (own.table, own.tip, true));
    }
}

#[test]
fn a_break_ends_where_it_began_also_for_somebody_without_a_journal() {
    let folder = tempfile::tempdir().unwrap();
    let mut ann = Person::new(folder.path(), "Ann", any_port(), Some(Request::Open(here(&["Ben"], 1))));
    let table = ann.table();
    ann.play(9);
    ann.is_final();
    assert_eq!(ann.go_away(), End::Quit);
    let entries = ann.kept()[0].entries;
    for lost in [false, true] {
        if lost {
            let file = table.journal.file_name().unwrap();
            std::fs::remove_file(folder.path().join("Ann/players/ben/tables").join(file)).unwrap();
        }
        ann.ask(Request::Resume(table.journal.clone()));
        let again = ann.table();
        assert_eq!((again.id, &again.seats), (table.id, &vec![0, 1]));
        assert!(again.steps >= entries as usize, "{} of {entries}", again.steps);
        ann.play(3);
        ann.is_final();
        assert_eq!(ann.go_away(), End::Quit);
        assert!(ann.kept()[0].entries > entries);
    }
}

#[test]
fn one_key_takes_a_move_back_for_all_at_the_keyboard_and_one_seats_a_bot() {
    let folder = tempfile::tempdir().unwrap();
    let mut ann = Person::new(folder.path(), "Ann", any_port(), Some(Request::Open(here(&["Ben"], 0))));
    ann.table();
    ann.play(1);
    let index = ann.is_final();
    ann.command(Command::Want(Change::TakeBack { to: index - 1 }));
    let back = ann.event("a move taken back", |event| match event {
        Event::Final { kind: Kind::Change(Change::TakeBack { to }), .. } => Some(*to),
        _ => None,
    });
    assert_eq!(back, index - 1);
    ann.command(Command::Want(Change::Remove { voter: 1 }));
    ann.event("a bot for Ben", |event| match event {
        Event::Final { kind: Kind::Change(Change::Remove { voter: 1 }), seat, .. } => *seat,
        _ => None,
    });
    let turns = ann.play(5);
    assert!(turns.iter().all(|seat| *seat == 0), "{turns:?}");
}

#[test]
fn what_cannot_be_is_said_and_the_shell_lives_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut ann = Person::new(folder.path(), "Ann", any_port(), None);
    ann.ask(Request::Open(here(&["ann"], 0)));
    assert!(ann.ended().unwrap_err().contains("two people are called \"ann\""));
    ann.ask(Request::Open(here(&["\u{7}"], 0)));
    assert!(ann.ended().unwrap_err().contains("is no name"));
    ann.ask(Request::Open(here(&[], 0)));
    assert!(ann.ended().unwrap_err().contains("seats"));
    ann.ask(Request::Resume(folder.path().join("nothing.wsl")));
    assert!(ann.ended().unwrap_err().contains("there is no file"));
    ann.ask(Request::Open(here(&[], 1)));
    ann.table();
    ann.command(Command::Act(Move::new(vec![ActionBytes(vec![255; 3])]).unwrap()));
    let refused = |event: &Event| if let Event::Refused(why) = event { Some(why.clone()) } else { None };
    assert!(!ann.event("a refusal", refused).is_empty());
    ann.quit();
}
