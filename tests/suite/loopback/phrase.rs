//! Pass phrases against those who guess: at the door, and behind it.

use whistlestop::table::phrase::{ExchangeContext, Host, Joiner, PhraseKey};
use whistlestop::table::wire::{GatherSeat, Knock, Refusal, Seating, Tag, Wire};
use whistlestop_proto::sign::PublicKey;

use super::kit::{GAME, Peer, Room};
use super::stranger::{Stranger, knock};

/// What a host says to a knock at a table with a pass phrase.
enum Heard {
    Answered(Box<Wire>),
    Refused(Refusal),
}

fn try_phrase(eve: &mut Stranger, host: &PublicKey, phrase: &str, luck: u8) -> (Joiner, Heard) {
    let me = eve.identity.public();
    let session = ExchangeContext { exporter: &eve.exporter, joiner: &me, host };
    let joiner = Joiner::new(&PhraseKey::new(phrase), &session, &[luck; 64]);
    eve.say(host, &Wire::Knock(Knock { share: Some(joiner.share()), watch: false, ..knock() }));
    let heard = eve.hear(|wire| match wire {
        Wire::Phrase(_) | Wire::Seats(_) => Some(Heard::Answered(Box::new(wire))),
        Wire::Refuse(refusal) => Some(Heard::Refused(refusal)),
        _ => None,
    });
    (joiner, heard)
}

#[test]
fn a_link_gives_one_guess_and_who_guesses_wrong_gets_ever_fewer_links() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "3", "--pass-phrase", "blue train"]);
    let address = ann.address();
    let mut refused = None;
    // However slow this machine is: each wrong guess doubles the wait.
    for number in 20..40 {
        let mut eve = Stranger::new(number);
        let host = eve.dial(address);
        match try_phrase(&mut eve, &host, "red train", 1) {
            (joiner, Heard::Answered(heard)) => {
                let Wire::Phrase(answer) = *heard else { panic!("{heard:?}") };
                assert_eq!(joiner.prove(&answer), None, "the answer shows that the guess is wrong");
            }
            (_, Heard::Refused(refusal)) => {
                refused = Some((number, refusal));
                break;
            }
        }
        // Neither the right phrase nor a proof out of nothing helps on this link any more.
        assert!(matches!(
            try_phrase(&mut eve, &host, "blue train", 2).1,
            Heard::Refused(Refusal::PassPhrase)
        ));
        eve.say(&host, &Wire::Proof([7; 32]));
        assert!(matches!(
            try_phrase(&mut eve, &host, "blue train", 3).1,
            Heard::Refused(Refusal::PassPhrase)
        ));
    }
    let (tries, refusal) = refused.expect("somebody must wait");
    assert!(tries >= 24 && refusal == Refusal::Guesses, "{tries} {refusal:?}");
}

#[test]
fn who_knows_the_phrase_hears_from_the_host_that_it_does_too() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "3", "--pass-phrase", "blue train"]);
    let mut eve = Stranger::new(20);
    let host = eve.dial(ann.address());
    let (joiner, heard) = try_phrase(&mut eve, &host, " blue train", 1);
    let Heard::Answered(heard) = heard else { panic!("an answer") };
    let Wire::Phrase(answer) = *heard else { panic!("{heard:?}") };
    eve.say(&host, &Wire::Proof(joiner.prove(&answer).expect("the host knows the phrase")));
    let seats = eve.hear(|wire| if let Wire::Seats(seats) = wire { Some(seats) } else { None });
    assert!(matches!(&seats.seats[1], GatherSeat::Taken { name, .. } if name == "Eve"));
}

/// Bob, who looks for a table with this phrase where the stranger is, and his key and share.
fn bob_comes(room: &Room, mallory: &mut Stranger) -> (Peer, PublicKey, [u8; 32]) {
    let address = mallory.address().to_string();
    let bob = room.start("Bob", &["peer", "--json", "--join", &address, "--pass-phrase", "blue train"]);
    let key = mallory.linked();
    let share = mallory.hear(|wire| if let Wire::Knock(knock) = wire { Some(knock.share) } else { None });
    (bob, key, share.expect("he begins to show that he knows the phrase"))
}

#[test]
fn a_host_that_does_not_know_the_phrase_learns_nothing_and_has_no_table() {
    let room = Room::new();
    let mut mallory = Stranger::new(20);
    let (bob, key, share) = bob_comes(&room, &mut mallory);
    let me = mallory.identity.public();
    let session = ExchangeContext { exporter: &mallory.exporter, joiner: &key, host: &me };
    let guess = Host::answer(&PhraseKey::new("red train"), &session, share, &[1; 64]).unwrap();
    mallory.say(&key, &Wire::Phrase(guess.said()));
    mallory.dropped();
    bob.end().refused(&["pass phrase is not the table's"]);
    // Nor does it help to let everybody in.
    let mut mallory = Stranger::new(21);
    let (bob, key, _) = bob_comes(&room, &mut mallory);
    let place = |name: &str, key| GatherSeat::Taken { name: name.to_owned(), key, ready: true };
    let seats = vec![place("Ann", mallory.identity.public()), place("Bob", key)];
    mallory.say(
        &key,
        &Wire::Seats(Seating {
            gathering: Tag([1; 8]),
            name: "table 7".to_owned(),
            game: GAME.to_owned(),
            seats,
        }),
    );
    mallory.dropped();
    bob.end().refused(&["did not show that it knows the pass phrase"]);
}
