//! Tables on the network: shells that find each other by a typed address.

use std::net::SocketAddr;

use whistlestop::table::front::{Command, End, Event, Owed, Request, SeatNow};
use whistlestop::table::wire::GatherSeat;

use super::kit::{Person, any_port, at, on_network, verified};

/// How many sit, and how many of them are ready.
fn gathered(event: &Event) -> Option<(usize, usize)> {
    let Event::Gathering(seats) = event else { return None };
    let taken = seats.seats.iter().filter(|place| matches!(place, GatherSeat::Taken { .. })).count();
    let ready =
        seats.seats.iter().filter(|place| matches!(place, GatherSeat::Taken { ready: true, .. })).count();
    Some((taken, ready))
}

fn over(event: &Event) -> Option<()> {
    matches!(event, Event::Over { .. }).then_some(())
}

#[track_caller]
fn wait_for(person: &mut Person, wanted: (usize, usize)) {
    person.event("seats", |event| (gathered(event) == Some(wanted)).then_some(()));
}

/// Ann's table with Ben, both ready to play, and where it is.
fn two_at_a_table(folder: &std::path::Path, listen: SocketAddr) -> (Person, Person, SocketAddr) {
    let mut ann = Person::new(folder, "Ann", listen, Some(Request::Open(on_network(3, 0))));
    let address = ann.address();
    let mut ben = Person::new(folder, "Ben", any_port(), Some(at(address, false)));
    wait_for(&mut ann, (2, 0));
    wait_for(&mut ben, (2, 0));
    ann.command(Command::SeatBot { seat: 2, bot: Some("random/1".to_owned()) });
    ben.command(Command::Ready(true));
    wait_for(&mut ann, (2, 1));
    ann.command(Command::Ready(true));
    (ann, ben, address)
}

#[test]
fn two_shells_gather_talk_play_and_play_again_while_one_watches() {
    let folder = tempfile::tempdir().unwrap();
    let (mut ann, mut ben, address) = two_at_a_table(folder.path(), any_port());
    let (first, theirs) = (ann.table(), ben.table());
    assert_eq!((first.id, &first.seats[..], &theirs.seats[..]), (theirs.id, &[0][..], &[1][..]));
    ben.command(Command::Chat("all aboard!".to_owned()));
    let said = |event: &Event| match event {
        Event::Chat { name, text } => Some(format!("{name}: {text}")),
        _ => None,
    };
    assert_eq!(ann.event("a word", said), "Ben: all aboard!");
    let mut eve = Person::new(folder.path(), "Eve", any_port(), Some(at(address, true)));
    assert_eq!((eve.table().id, true), (first.id, true));
    play_out(&mut ann, &mut ben);
    eve.event("the end", over);
    assert_eq!(verified(&first.journal).tip, verified(&theirs.journal).tip);

    ann.command(Command::Ready(true));
    let again =
        |event: &Event| if let Event::Again { seat, wants } = event { Some((*seat, *wants)) } else { None };
    assert_eq!(ben.event("Ann's wish", again), (0, true));
    ben.command(Command::Ready(true));
    let (second, theirs, watched) = (ann.table(), ben.table(), eve.table());
    assert!(second.id == theirs.id && second.id == watched.id && second.id != first.id);
    assert!(watched.seats.is_empty());
    for person in [&mut ann, &mut ben] {
        assert_eq!(person.go_away(), End::Quit);
    }
    eve.quit();
}

/// Both play until both have seen the end.
fn play_out(ann: &mut Person, ben: &mut Person) {
    std::thread::scope(|scope| {
        let other = scope.spawn(|| ben.play(usize::MAX));
        assert!(ann.play(usize::MAX).iter().all(|seat| *seat == 0));
        assert!(other.join().unwrap().iter().all(|seat| *seat == 1));
    });
}

#[test]
fn whoever_stays_plays_again_with_a_bot_for_whoever_left() {
    let folder = tempfile::tempdir().unwrap();
    let (mut ann, mut ben, _) = two_at_a_table(folder.path(), any_port());
    let first = ann.table();
    ben.table();
    play_out(&mut ann, &mut ben);
    ann.command(Command::Ready(true));
    assert_eq!(ben.go_away(), End::Over { games: 1 });
    // He is missed before a bot takes his place.
    let second = ann.table();
    assert!(second.id != first.id && second.seats == [0]);
    assert!(!ann.play(3).is_empty());
    ann.quit();
    ben.quit();
}

#[test]
fn presence_tells_who_is_linked_and_in_step_and_who_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let (mut ann, mut ben, _) = two_at_a_table(folder.path(), any_port());
    ann.table();
    ben.table();
    // Whoever goes before signing is not missed: that seat opens again.
    let is_well = |seat: &SeatNow| seat.linked && seat.in_step && seat.owes != Owed::Signature;
    let all_well = |event: &Event| match event {
        Event::Presence(seats) => seats.iter().all(is_well).then_some(()),
        _ => None,
    };
    ann.event("everybody here", all_well);
    assert_eq!(ben.go_away(), End::Quit);
    ann.event("Ben gone", |event| match event {
        Event::Presence(seats) => (!seats[1].linked).then_some(()),
        _ => None,
    });
    let since = ann.event("Ben away", |event| match event {
        Event::Presence(seats) => seats[1].away_since_millis,
        _ => None,
    });
    assert!(since > 0, "in the time of the screen");
    ann.quit();
}

#[test]
fn one_program_opens_table_after_table_at_one_port() {
    let folder = tempfile::tempdir().unwrap();
    // A port that is free now; nothing else of this machine asks for one by number.
    let listen = std::net::UdpSocket::bind(any_port()).unwrap().local_addr().unwrap();
    let mut ann = Person::new(folder.path(), "Ann", listen, None);
    for _ in 0..3 {
        ann.ask(Request::Open(on_network(2, 0)));
        assert_eq!(ann.address(), listen);
        wait_for(&mut ann, (1, 0));
        assert_eq!(ann.go_away(), End::Quit);
    }
    ann.quit();
}

#[test]
fn a_table_that_does_not_answer_is_told_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let mut ann = Person::new(folder.path(), "Ann", any_port(), None);
    ann.ask(at("127.0.0.1:9".parse().unwrap(), false));
    assert!(ann.ended().unwrap_err().contains("could not get to a table at 127.0.0.1:9"));
    ann.quit();
}
