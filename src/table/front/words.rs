//! The sentences that all front ends say alike, about voters and what they change.

use whistlestop_proto::codec;
use whistlestop_proto::contract::{FIRST_WITNESS, SeatNumber};
use whistlestop_proto::entry::Change;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::quorum::{Quorum, Voter, Voters};
use whistlestop_proto::statement::{Evidence, Head, Vote};

use crate::engine::words::Words;

/// Under which the keys of two signatures are told apart on a screen.
const KEYS_DOMAIN: &str = "whistlestop/shown-keys/1";

/// What a change is about, in words that follow "would" or "votes to".
pub fn change_words(change: Change, called: impl Fn(Voter) -> String) -> String {
    match change {
        Change::Remove { voter } if voter < FIRST_WITNESS => format!("let a bot play for {}", called(voter)),
        Change::Remove { voter } => format!("go on without {}", called(voter)),
        Change::StandIn { seat } => format!("let a bot stand in for {}, who still has a vote", called(seat)),
        Change::Return { seat, .. } => format!("give {} the seat back", called(seat)),
        Change::Renew { voter, .. } => format!("let the laptop of {} begin anew", called(voter)),
        Change::Admit { key, .. } => format!("let {key:?} vote as a witness"),
        Change::TakeBack { to } => format!("go back to entry {to}"),
        Change::TimeUp { seat } => format!("count the time of {} as up", called(seat)),
    }
}

/// What a change has done, once it is final.
pub fn change_done(change: Change) -> Words {
    let who = |seat: SeatNumber| format!("{{seat {seat}}}");
    let said = match change {
        Change::Remove { voter } if voter < FIRST_WITNESS => {
            format!("a bot plays for {} until they are back", who(voter))
        }
        Change::Remove { voter } => format!("{} no longer has a vote", witness_name(voter)),
        Change::StandIn { seat } => format!("a bot stands in for {}, who still has a vote", who(seat)),
        Change::Return { seat, .. } => format!("{} has the seat back", who(seat)),
        Change::Renew { voter, .. } => {
            let whose = seat_of(voter).map_or_else(|| witness_name(voter), who);
            format!("all let the laptop of {whose} begin anew; nothing of the game is lost")
        }
        Change::Admit { key, .. } => format!("{key:?} has a vote as a witness from now on"),
        Change::TakeBack { to } => format!("all agreed: the game is back after entry {to}"),
        Change::TimeUp { .. } => return time_up_done(),
    };
    said.into()
}

/// What came of a time that was up.
pub fn time_up_done() -> Words {
    "the time was up: a bot made this one move".into()
}

/// By this peer's count somebody's time is up.
pub fn time_up_words(name: &str, needs_own: bool) -> String {
    if needs_own {
        format!(
            "the time of {name} is up; so few are here that their own program must agree, before a bot makes the move"
        )
    } else {
        format!("the time of {name} is up; once the others have counted it too a bot makes this one move")
    }
}

/// What has happened once all who count begin anew: what only one of them knew may not have come back.
pub fn anew_done() -> Words {
    "all laptops here had forgotten what they said, and begin anew from here; later moves may be lost".into()
}

/// Somebody had lost its memory.
pub fn renewed_words(name: &str) -> String {
    format!("the laptop of {name} had forgotten what it said here; it begins anew, and the game goes on")
}

/// How many have a vote, once others do than before.
pub fn voters_words(voters: Voters) -> String {
    match voters.len() {
        1 => "one has a vote now, and decides alone".to_owned(),
        count => format!("{count} have a vote now, and {} of them decide", Quorum::of(voters).size()),
    }
}

/// The seat of a voter; a witness has none.
pub fn seat_of(voter: Voter) -> Option<SeatNumber> {
    (voter < FIRST_WITNESS).then_some(voter)
}

/// What a witness is called.
pub fn witness_name(voter: Voter) -> String {
    format!("witness {}", u32::from(voter.saturating_sub(FIRST_WITNESS)) + 1)
}

/// What a proof shows, in a word.
pub const fn evidence_name(evidence: &Evidence) -> &'static str {
    match evidence {
        Evidence::TwoMoves(..) => "two moves at one index",
        Evidence::TwoHeads(..) => "two heads in one round",
        Evidence::TwoVotes(..) => "two votes in one round",
        Evidence::HeadAgainstVote(..) => "a head against its own vote",
        Evidence::TwoKeys(..) => "two sets of keys for draws",
    }
}

/// The two things that a proof holds, each as a person can compare it: where it was signed and its hash.
pub fn evidence_parts(evidence: &Evidence) -> [String; 2] {
    let head = |head: &Head| format!("entry {} in round {}: {:?}", head.index, head.round, head.entry);
    let vote = |vote: &Vote| format!("entry {} in round {}: {:?}", vote.index, vote.round, vote.entry);
    match evidence {
        Evidence::TwoMoves(one, other) => {
            [one, other].map(|entry| format!("entry {}: {:?}", entry.core.index, entry.hash()))
        }
        Evidence::TwoHeads(one, other) => [one, other].map(|signed| head(&signed.says)),
        Evidence::TwoVotes(one, other) => [one, other].map(|signed| vote(&signed.says)),
        Evidence::HeadAgainstVote(one, other) => [head(&one.says), vote(&other.says)],
        Evidence::TwoKeys(one, other) => [one, other]
            .map(|accession| format!("keys {:?}", Hash::of(KEYS_DOMAIN, &[&codec::encode(&accession.keys)]))),
    }
}

#[cfg(test)]
mod tests {
    use whistlestop_proto::sign::PublicKey;

    use super::*;

    const ALL: [Change; 9] = [
        Change::Remove { voter: 1 },
        Change::Remove { voter: 7 },
        Change::StandIn { seat: 1 },
        Change::Return { seat: 1, life: 0, keys: None },
        Change::Admit { key: PublicKey([0xab; 32]), life: 9 },
        Change::TakeBack { to: 4 },
        Change::Renew { voter: 1, life: 9 },
        Change::Renew { voter: 7, life: 9 },
        Change::TimeUp { seat: 1 },
    ];

    fn called(voter: Voter) -> String {
        seat_of(voter).map_or_else(|| witness_name(voter), |_| "Ben".to_owned())
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
            (8, "count the time of Ben as up", "the time was up: a bot made this one move"),
        ] {
            assert_eq!((wanted[place].as_str(), done[place].as_str()), (words, told));
        }
    }

    #[test]
    fn who_begins_anew_is_named_and_not_blamed() {
        let told = renewed_words("Ben");
        assert_eq!(
            told,
            "the laptop of Ben had forgotten what it said here; it begins anew, and the game goes on"
        );
    }

    #[test]
    fn a_witness_is_named_and_has_no_seat() {
        assert_eq!((seat_of(6), witness_name(6).as_str()), (None, "witness 1"));
        assert_eq!(voters_words([0, 2, 6].into_iter().collect()), "3 have a vote now, and 2 of them decide");
        assert_eq!(voters_words([2].into_iter().collect()), "one has a vote now, and decides alone");
    }
}
