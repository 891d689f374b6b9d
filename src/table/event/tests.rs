use super::*;

const ALL: [Change; 8] = [
    Change::Remove { voter: 1 },
    Change::Remove { voter: 7 },
    Change::StandIn { seat: 1 },
    Change::Return { seat: 1, life: 0, keys: None },
    Change::Admit { key: PublicKey([0xab; 32]), life: 9 },
    Change::TakeBack { to: 4 },
    Change::Renew { voter: 1, life: 9 },
    Change::Renew { voter: 7, life: 9 },
];

fn called(voter: Voter) -> String {
    seat_of(voter).map_or_else(|| witness_name(voter), |_| "Ben".to_owned())
}

#[test]
fn every_change_has_a_form_for_programs() {
    let forms = ALL.map(change_json);
    let key = "ab".repeat(32);
    let expected = [
        json!({"remove": 1}),
        json!({"remove": 7}),
        json!({"stand_in": 1}),
        json!({"return": 1}),
        json!({ "admit": key }),
        json!({"take_back": 4}),
        json!({"renew": 1}),
        json!({"renew": 7}),
    ];
    assert_eq!(forms, expected);
    assert_eq!(ALL.map(seat_in), [Some(1), None, Some(1), Some(1), None, None, Some(1), None]);
    assert_eq!(Kind::Anew.json(), json!("anew"));
}

#[test]
fn every_change_is_told_in_plain_words() {
    let wanted = ALL.map(|change| change_words(change, called));
    let done = ALL.map(|change| change_done(change).with_names(|_| "Ben".to_owned()));
    for (place, words, told) in [
        (0, "let a bot play for Ben", "a bot plays for Ben until they are back"),
        (1, "go on without witness 2", "witness 2 no longer has a vote"),
        (
            2,
            "let a bot stand in for Ben, who still has a vote",
            "a bot stands in for Ben, who still has a vote",
        ),
        (3, "give Ben the seat back", "Ben has the seat back"),
        (4, "let abababab vote as a witness", "abababab has a vote as a witness from now on"),
        (5, "go back to entry 4", "all agreed: the game is back after entry 4"),
        (
            6,
            "let the laptop of Ben begin anew",
            "all let the laptop of Ben begin anew; nothing of the game is lost",
        ),
        (
            7,
            "let the laptop of witness 2 begin anew",
            "all let the laptop of witness 2 begin anew; nothing of the game is lost",
        ),
    ] {
        assert_eq!((wanted[place].as_str(), done[place].as_str()), (words, told));
    }
}

#[test]
fn who_begins_anew_is_named_and_not_blamed() {
    let of = |voter| TableEvent::Renewed { voter }.json();
    assert_eq!(of(1), json!({"event": "renewed", "seat": 1, "voter": 1}));
    assert_eq!(of(7), json!({"event": "renewed", "seat": null, "voter": 7}));
    let told = renewed_words("Ben");
    assert_eq!(
        told,
        "the laptop of Ben had forgotten what it said here; it begins anew, and the game goes on"
    );
}

#[test]
fn a_witness_is_named_and_has_no_seat() {
    let away = TableEvent::Away { voter: 6, since_millis: 3, owes: Owed::Links }.json();
    assert_eq!((&away["seat"], &away["voter"], &away["owes"]), (&Value::Null, &json!(6), &json!("link")));
    assert_eq!(voters_words([0, 2, 6].into_iter().collect()), "3 have a vote now, and 2 of them decide");
    assert_eq!(voters_words([2].into_iter().collect()), "one has a vote now, and decides alone");
}
