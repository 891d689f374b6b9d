//! Tables of real peers: 2 or 3 `Lockstep`s that run the product's code, in every order of what may happen to them.
//!
//! A state is the situation of each peer ([`book`]), what is under way between them, and what may still happen
//! ([`space`]). What happens:
//!
//! - *deliver*: what comes next on a link arrives. Each way of a link keeps its order, as a stream of the real
//!   transport does. What a peer sends another at once arrives at once, and heads are checked as soon as they came;
//!   where the page of a space says "one by one", neither is so.
//! - *moment*, *sleep*: each peer has a clock of its own. It goes on when heads that came are to be checked, and when
//!   the peer sleeps until all that it waits for is due: its status, and its patience with a round.
//! - *die*, *start*: a peer is killed at any time, also with any part of the records that follow from an input (of what
//!   arrives at once: from the first of it) on its disk and half of the next. It is started again from its whole
//!   journal, or once with a journal at another place that ends at any record since before the opening, or with none.
//!   All that was under way from and to it is lost.
//! - *cut*, *heal*: a link, with all that is under way on it.
//! - users: whoever is to move moves X or Y; one wants another removed; one leaves.
//!
//! The first draw is final and the first seat is to move; chance has a seed, and bots think all the time. What is not
//! looked at: liars and disks that go back unnoticed (the model of the guards and the simulator do), fresh draws,
//! witnesses and spectators, returns and take-backs, a status before a peer's patience with a round is over.
//!
//! Not every order is taken where two lead to the same: see `enough`. All that must hold is such that, once broken, it
//! stays so, and every end is reached. From the ends, or one of so many as the space says, all peers are up, linked and
//! awake again, and users and bots move: the table must go on ([`floor`]).
//!
//! It finds by itself: votes or moves that are not stored before they are sent, heads of different rounds added up, a
//! promise that a restart forgets, a suspect peer that signs before an entry names its life. It is not deep enough for
//! voters that ignore rule 4, for the reasons of a vote that are not stored, or for whoever still takes words of an
//! older life: those are left to the model of the guards, the scenarios and the simulator.

mod book;
mod facts;
mod floor;
mod hand;
mod peer;
mod properties;
mod space;
mod table;

use std::sync::atomic::Ordering;

use stateright::{Checker, HasDiscoveries, Model};

use facts::Rare::{Late, Recovered, Removed, SignedAgain, StartedAfterVote};
use space::{Action, Left, Space};
use table::Table;

/// Nothing happens.
const NOTHING: Left = Left { moves: [0; 3], sleeps: [0; 3], wants: 0, leaves: 0, deaths: 0, cuts: 0 };

/// Two players.
const TWO: Space = Space {
    voters: 2,
    one_by_one: false,
    choices: &[1, 2],
    opening: &[],
    wants: &[(1, 0), (0, 1)],
    leavers: &[1],
    mortals: &[0, 1],
    old_disks: false,
    torn: false,
    cuttable: &[],
    missing: &[],
    left: NOTHING,
    sample: 1,
    rare: &[],
};

/// The first moves, and the others want it removed: at first nobody has heard of anything.
const AGAINST_A_MOVE: &[Action] = &[Action::Move(0, 1), Action::Want(1, 0), Action::Want(2, 0)];

/// Three players.
const THREE: Space = Space { voters: 3, mortals: &[0, 1, 2], sample: 3, ..TWO };

/// Three players, of whom the first hears both others, and they hear of each other by it.
const LINE: Space = Space { missing: &[(1, 2)], ..THREE };

/// The same, and two of them want the first removed.
const SPLIT: Space = Space { opening: AGAINST_A_MOVE, ..LINE };

/// Looks at every state of these tables, and with `MODEL=full` at those of the larger ones too.
#[track_caller]
fn exhaust(usual: &[(Space, usize)], larger: &[(Space, usize)]) {
    for (space, states) in usual.iter().chain(larger.iter().filter(|_| crate::model::is_full())) {
        let checker =
            Table::new(*space).checker().finish_when(HasDiscoveries::AnyFailures).spawn_bfs().join();
        checker.assert_properties();
        assert!(checker.is_done());
        assert!(checker.model().played.load(Ordering::Relaxed) > 0, "no end was played on from: {space:?}");
        // Whatever a peer remembers makes states differ, so the number changes a little with the product: but not by
        // much.
        let found = checker.unique_state_count();
        assert!(found.abs_diff(*states) <= states / 10, "{found} states, some {states} expected: {space:?}");
    }
}

#[test]
fn two_agree_whatever_comes_when() {
    let one_by_one = Space { one_by_one: true, rare: &[Late], ..TWO };
    let left = Left { moves: [1, 0, 0], sleeps: [0, 1, 0], wants: 3, ..NOTHING };
    let larger = Left { sleeps: [1, 1, 0], ..left };
    exhaust(&[(Space { left, ..one_by_one }, 1_020)], &[(Space { left: larger, ..one_by_one }, 13_167)]);
}

#[test]
fn one_of_two_leaves_or_is_cut_off() {
    let leave = Left { moves: [1, 1, 0], sleeps: [1, 1, 0], leaves: 1, ..NOTHING };
    let leave = Space { left: leave, rare: &[Late, Removed], ..TWO };
    let cut = Left { moves: [1, 0, 0], sleeps: [1, 0, 0], wants: 1, cuts: 1, ..NOTHING };
    let cut = Space { cuttable: &[(0, 1)], left: cut, rare: &[Late], ..TWO };
    let twice = Left { sleeps: [1, 1, 0], cuts: 2, ..cut.left };
    exhaust(&[(leave, 4_434), (cut, 1_857)], &[(Space { left: twice, ..cut }, 38_924)]);
}

#[test]
fn one_of_two_is_started_again() {
    let torn = Space { one_by_one: true, torn: true, rare: &[StartedAfterVote], ..TWO };
    let left = Left { moves: [1, 0, 0], wants: 1, deaths: 1, ..NOTHING };
    let larger = Left { sleeps: [1, 1, 0], ..left };
    let larger = Space { mortals: &[1], sample: 10, left: larger, ..torn };
    exhaust(&[(Space { left, ..torn }, 1_391)], &[(larger, 101_477)]);
}

#[test]
fn a_disk_of_one_of_two_goes_back() {
    let old = Space { old_disks: true, mortals: &[0], rare: &[Recovered, SignedAgain], ..TWO };
    let left = Left { moves: [2, 0, 0], sleeps: [1, 0, 0], deaths: 1, ..NOTHING };
    let voted = Left { moves: [1, 0, 0], wants: 1, ..left };
    let again = Left { deaths: 2, ..left };
    exhaust(
        &[(Space { left, ..old }, 1_111), (Space { left: voted, ..old }, 6_809)],
        &[(Space { left: again, ..old }, 6_632)],
    );
}

#[test]
fn three_agree_whatever_comes_when() {
    let split = Space { opening: AGAINST_A_MOVE, rare: &[Removed], sample: 50, ..THREE };
    let wants = Space {
        opening: &[Action::Move(0, 1)],
        wants: &[(0, 2), (1, 2)],
        left: Left { wants: 3, ..NOTHING },
        rare: &[Removed],
        sample: 100,
        ..THREE
    };
    let left = Left { sleeps: [0, 0, 1], ..NOTHING };
    let late = Space { left, rare: &[Late, Removed], sample: 1_000, ..split };
    exhaust(&[(split, 78_188)], &[(wants, 149_533), (late, 2_461_436)]);
}

#[test]
fn three_on_a_line_lose_patience() {
    let late = Space { rare: &[Late, Removed], ..SPLIT };
    let left = Left { sleeps: [1, 1, 0], ..NOTHING };
    // The others hear of the mover by each other.
    let behind = Space { missing: &[(0, 1)], left, ..late };
    let larger = Left { sleeps: [1, 1, 1], ..NOTHING };
    exhaust(
        &[(Space { left, ..late }, 3_967), (behind, 3_400)],
        &[(Space { left: larger, sample: 50, ..late }, 52_924)],
    );
}

#[test]
fn one_of_three_leaves_or_is_cut_off() {
    let cut = Space {
        choices: &[1],
        cuttable: &[(0, 1)],
        left: Left { moves: [1, 1, 0], cuts: 1, ..NOTHING },
        sample: 50,
        ..THREE
    };
    let leave = Space {
        left: Left { moves: [1, 0, 0], sleeps: [1, 0, 0], leaves: 1, ..NOTHING },
        rare: &[Removed],
        ..LINE
    };
    exhaust(&[(leave, 2_187)], &[(cut, 70_523)]);
}

#[test]
fn one_of_three_is_started_again() {
    let left = Left { deaths: 1, ..NOTHING };
    let voted = Space { torn: true, left, rare: &[Removed, StartedAfterVote], ..SPLIT };
    let twice = Space { torn: false, left: Left { deaths: 2, ..left }, sample: 50, ..voted };
    let moved =
        Space { mortals: &[0], torn: true, left: Left { moves: [1, 0, 0], ..left }, sample: 50, ..THREE };
    let late = Left { sleeps: [1, 0, 1], ..left };
    let rare = &[Late, Removed, StartedAfterVote];
    let late = Space { mortals: &[1], left: late, rare, sample: 50, ..voted };
    exhaust(&[(voted, 6_959), (moved, 34_924)], &[(twice, 93_431), (late, 182_633)]);
}

#[test]
fn a_disk_of_one_of_three_goes_back() {
    let old =
        Space { old_disks: true, opening: &[Action::Move(0, 1)], rare: &[Recovered, SignedAgain], ..LINE };
    let heard = Left { moves: [0, 1, 0], sleeps: [0, 1, 0], deaths: 1, ..NOTHING };
    let heard = Space { mortals: &[1], choices: &[1], left: heard, ..old };
    let moved = Left { moves: [1, 0, 0], sleeps: [1, 0, 0], deaths: 1, ..NOTHING };
    let moved = Space { mortals: &[0], left: moved, sample: 50, ..old };
    let rare = &[Late, Removed, StartedAfterVote, Recovered, SignedAgain];
    let voted = Space { opening: AGAINST_A_MOVE, rare, sample: 50, ..heard };
    exhaust(&[(heard, 29_480)], &[(moved, 66_563), (voted, 98_936)]);
}
