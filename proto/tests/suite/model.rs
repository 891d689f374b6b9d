//! Every state that a small table can reach, looked at by a model checker: whatever is lost, late or out of order,
//! whatever one liar signs, if one disk goes back unnoticed, and if voters lose their memory and say so.
//!
//! The voters ask the product's own guards (`guard.rs`, `quorum.rs`) what they may say; nothing of those is written
//! down here again. What is modelled is in [`table`], what must hold in [`properties`]. [`Rules`] can switch one rule
//! off, or back to what version 1 did: the same model then finds the fork that the rule prevents, or it would be worth
//! nothing.
//!
//! An index is decided about X and Y, two moves, and E, a change: it removes a voter, or lets it begin anew; rounds go
//! up to 2. Where the second index is looked at, its voters follow from what was decided at the first. Each space is
//! exhausted: no bound ends a search, and the number of its states is asserted. Voters of whom it does not matter which
//! is which are in order, so the states of a space are fewer than what can happen.
//!
//! | voters | the last one | rounds by index | decided about; in round 0 | states |
//! |---|---|---|---|---|
//! | 2 | honest | 2; 2 and 2 | X Y E; X Y | 562; 233,107 |
//! | 2 | lies | 2 and 2 | X Y E; X Y | 1,783 (2,161 if the liar is removed) |
//! | 3 | honest | 2 | X Y E; X Y | 66,798 |
//! | 3 | honest | 1 and 1; *2 and 0* | X E; X | 92,977; *100,447* |
//! | 3 | lies without evidence | 2 | X E; X | 66,022 |
//! | 3 | lies without evidence | 2 | X Y; X Y | 126,304 |
//! | 3 | lies without evidence | *2* | X Y E; X Y | *1,313,751* |
//! | 3 | lies without evidence | 1 and 0; *1 and 1* | X E; X | 7,084; *523,948* (4,344; *318,408* if it is removed) |
//! | 3 | lies | 2 | X Y E; X Y | 15,089 (forks, with evidence) |
//! | 3 | went back | 1 | X Y E; X Y | 42,553 (forks, with evidence) |
//! | 3 | went back | 1 and 0; *2* | X E; X | 82,631; *1,642,960* (forks, with evidence) |
//! | 4 | honest | 2 | X Y E; X Y | 270,344 |
//! | 4 | honest | 1 and 0; *1 and 1* | X E; X | 4,109; *534,430* |
//! | 4 | lies | 2 | X Y E; X Y | 66,798 |
//! | 4 | lies | 1 and 1; *2 and 0* | X E; X | 97,113 (40,937 if the liar is removed); *100,447* |
//! | 4 | lies without evidence | 1 | X Y E; X | 4,458 |
//! | 4 | went back | 1 | X Y E; X Y | 104,605 |
//!
//! What is slanted is looked at with `MODEL=full` only (`scripts/soak --model`). What a disk that went back says at
//! four is part of what a liar says there, so nothing more is to be had from more rounds.
//!
//! Honest voters may lose their memory at any time: each then says so, which a liar does from the beginning, and nothing
//! else until E lets it begin anew, where E is a renewal of the first voter. Where a liar and somebody who has lost it are
//! a majority, nothing is promised and two final entries are not held against the rules.
//!
//! | voters | the last one | lose their memory | E | rounds by index | decided about; in round 0 | states |
//! |---|---|---|---|---|---|---|
//! | 2 | honest | 1 | removes | 2 | X Y E; X Y | 4,375 |
//! | 2 | honest | 1 | removes; renews | 1 and 1 | X E; X | 5,832; 4,190 |
//! | 2 | honest | 2, one after the other | removes | 2; 1 and 1 | X Y E; X Y, and X E; X | 7,681; 14,870 |
//! | 2 | honest | up to 4 times | renews | 1 and 1 | X Y E; X Y | 69,160 |
//! | 3 | honest | 1 | renews | 1 and 0; *1 and 1* | X E; X | 6,568; *252,280* |
//! | 3 | honest | 2 | removes | 2 | X E; X | 50,706 |
//! | 3 | lies without evidence | 1 | removes; renews | 1 | X Y E; X Y | 10,026; 13,260 |
//! | 3 | lies without evidence | 1 | removes; renews | 1 and 0 | X E; X | 33,604; 23,575 |
//! | 3 | lies without evidence | 0 | renews the liar | 1 and 0 | X Y E; X Y | 89,144 |
//! | 4 | honest | 1 | renews | 1 and 0 | X E; X | 22,076 |
//! | 4 | lies | 1 | removes; renews | *2* | X Y E; X Y | *260,585*; *256,852* |
//! | 4 | lies | 1 | removes; renews | 1 and 0 | X E; X | 9,909; 6,568 |
//! | 4 | lies without evidence | 1 | removes; renews | 1 | X Y E; X Y | 33,954; 61,800 |
//! | 4 | lies without evidence | 1 | removes; renews | *1 and 0* | X E; X | *157,413*; *113,734* |
//!
//! The guards are not the whole peer. [`real`] therefore looks at tables of real peers, with messages, clocks and
//! journals. The numbers of states are right to a tenth: they change a little with what a peer remembers. The first is
//! to move; each peer that the table names sleeps once, until all that it waits for is due:
//!
//! | voters | links | what happens | who sleeps | states |
//! |---|---|---|---|---|
//! | 2 | one by one | a move, X or Y; each wants the other removed | 1; *0 1* | 1,020; *13,167* |
//! | 2 | | two moves; 1 leaves | 0 1 | 4,434 |
//! | 2 | cut once; *twice* | a move; 1 wants 0 removed | 0; *0 1* | 1,857; *38,924* |
//! | 2 | one by one | the same; one of them is killed (*1*), also while it writes | -; *0 1* | 1,391; *101,477* |
//! | 2 | | 0 moves up to twice; its disk goes back or is lost (*and it is killed again*) | 0 | 1,111; *6,632* |
//! | 2 | | a move; 1 wants 0 removed; 0's disk goes back or is lost | 0 | 6,809 |
//! | 3 | all | 0 has moved, 1 and 2 want it removed | -; *2* | 78,188; *2,461,436* |
//! | 3 | all | *0 has moved; 0 and 1 want 2 removed* | - | *149,533* |
//! | 3 | all, one is cut once | *two moves* | - | *70,523* |
//! | 3 | 0 between 1 and 2 | 0 has moved, 1 and 2 want it removed | 0 1; *0 1 2* | 3,967; *52,924* |
//! | 3 | 2 between 0 and 1 | the same | 0 1 | 3,400 |
//! | 3 | 0 between 1 and 2 | the same; any one (*1*) is killed, also while it writes | -; *0 2* | 6,959; *182,633* |
//! | 3 | 0 between 1 and 2 | *the same; two are killed, or one twice* | - | *93,431* |
//! | 3 | 0 between 1 and 2 | a move; 1 leaves | 0 | 2,187 |
//! | 3 | all | a move, X or Y; 0 is killed, also while it writes | - | 34,924 |
//! | 3 | 0 between 1 and 2 | 0 has moved; 1's disk goes back or is lost | 1 | 29,480 |
//! | 3 | 0 between 1 and 2 | *0 has moved, and may again; its disk goes back or is lost* | *0* | *66,563* |
//! | 3 | 0 between 1 and 2 | *0 has moved, 1 and 2 want it removed; 1's disk goes back or is lost* | *1* | *98,936* |

mod liar;
mod properties;
mod real;
mod rules;
mod statements;
mod steps;
mod table;

use properties::{AGAINST, FEWER, HALF, LATE, ONE_FINAL, PARTED, RELEASED, REMOVED, RENEWED, SECOND};
use rules::Rules;
use statements::Body::{E, X, Y};
use stateright::{Checker, HasDiscoveries, Model};
use table::{Change, Last, Table};

/// Three honest voters, two moves and a removal at one index.
const THREE: Table = Table {
    voters: 3,
    last: Last::Honest,
    change: Change::Remove,
    removed: 0,
    losses: 0,
    rules: Rules::Product,
    entries: &[X, Y, E],
    moves: &[X, Y],
    rounds: &[2],
    rare: &[LATE, RELEASED, AGAINST, REMOVED],
};

/// The same with one move.
const THREE_ONE_MOVE: Table = Table { entries: &[X, E], moves: &[X], ..THREE };

/// What happens at times where two indices are looked at, each in rounds 0 and 1.
const TWO_INDICES: &[&str] = &[RELEASED, AGAINST, REMOVED, FEWER, SECOND];

const TWO: Table = Table { voters: 2, rare: &[LATE, REMOVED], ..THREE };
const TWO_AND_TWO: Table = Table { rounds: &[2, 2], rare: &[LATE, REMOVED, FEWER, SECOND], ..TWO };
const FOUR: Table = Table { voters: 4, ..THREE };
const FOUR_ONE_MOVE: Table = Table { voters: 4, ..THREE_ONE_MOVE };
const FOUR_WITH_A_LIAR: Table = Table { last: Last::Liar, ..FOUR };
const CAREFUL_LIAR: Table = Table { last: Last::CarefulLiar, ..THREE_ONE_MOVE };
const CAREFUL_LIAR_TWICE: Table = Table { rounds: &[1, 0], rare: TWO_INDICES, ..CAREFUL_LIAR };
const FOUR_WITH_A_CAREFUL_LIAR: Table = Table {
    voters: 4,
    last: Last::CarefulLiar,
    removed: 3,
    moves: &[X],
    rounds: &[1],
    rare: &[RELEASED, AGAINST, REMOVED],
    ..THREE
};

/// A table, and how many states it has.
type Space = (Table, usize);

/// Whether the larger tables are looked at, too.
fn is_full() -> bool {
    std::env::var_os("MODEL").is_some_and(|value| value == "full")
}

/// Looks at every state of these tables, and with `MODEL=full` at those of the larger ones too.
#[track_caller]
fn exhaust(usual: &[Space], larger: &[Space]) {
    // A search ends early if something does not hold, and never else.
    for (table, states) in usual.iter().chain(larger.iter().filter(|_| is_full())) {
        let checker = table.checker().finish_when(HasDiscoveries::AnyFailures).spawn_bfs().join();
        checker.assert_properties();
        assert!(checker.is_done());
        assert_eq!(checker.unique_state_count(), *states, "{table:?}");
    }
}

/// The fewest steps that make two entries final at one index of this table.
#[track_caller]
fn steps_to_a_fork(table: Table) -> usize {
    let fails = |steps: &usize| {
        // The depth counts states. What a search that goes deeper comes upon need not be the nearest.
        let checker = table.checker().finish_when(HasDiscoveries::AnyFailures).target_max_depth(steps + 2);
        let checker = checker.spawn_bfs().join();
        let failed: Vec<_> =
            checker.discoveries().into_keys().filter(|name| !table.rare.contains(name)).collect();
        assert!(failed.iter().all(|name| *name == ONE_FINAL), "{failed:?}: {table:?}");
        !failed.is_empty()
    };
    (0..20).find(fails).expect("there is a fork")
}

#[test]
fn two_honest_voters_agree() {
    exhaust(&[(TWO, 562), (TWO_AND_TWO, 233_107)], &[]);
}

#[test]
fn a_liar_cannot_part_two() {
    let liar = Table { last: Last::Liar, ..TWO_AND_TWO };
    exhaust(&[(liar, 1_783), (Table { removed: 1, ..liar }, 2_161)], &[]);
}

#[test]
fn three_honest_voters_agree() {
    exhaust(&[(THREE, 66_798)], &[]);
}

#[test]
fn three_honest_voters_agree_twice() {
    let twice = Table { rounds: &[1, 1], rare: TWO_INDICES, ..THREE_ONE_MOVE };
    exhaust(&[(twice, 92_977)], &[(Table { rounds: &[2, 0], ..twice }, 100_447)]);
}

#[test]
fn four_honest_voters_agree() {
    exhaust(&[(FOUR, 270_344)], &[]);
}

#[test]
fn four_honest_voters_agree_twice() {
    let twice = Table { rounds: &[1, 0], rare: TWO_INDICES, ..FOUR_ONE_MOVE };
    exhaust(&[(twice, 4_109)], &[(Table { rounds: &[1, 1], ..twice }, 534_430)]);
}

#[test]
fn a_liar_cannot_part_four() {
    exhaust(&[(FOUR_WITH_A_LIAR, 66_798)], &[]);
}

#[test]
fn a_liar_cannot_part_four_whether_it_or_another_is_removed() {
    let twice = Table { last: Last::Liar, rounds: &[1, 1], rare: TWO_INDICES, ..FOUR_ONE_MOVE };
    let removed = Table { removed: 3, ..twice };
    exhaust(&[(removed, 40_937), (twice, 97_113)], &[(Table { rounds: &[2, 0], ..twice }, 100_447)]);
}

#[test]
fn a_liar_parts_three_only_with_evidence() {
    let two_moves =
        Table { entries: &[X, Y], moves: &[X, Y], rare: &[LATE, RELEASED, AGAINST], ..CAREFUL_LIAR };
    let three_entries = Table { last: Last::CarefulLiar, ..THREE };
    exhaust(&[(CAREFUL_LIAR, 66_022), (two_moves, 126_304)], &[(three_entries, 1_313_751)]);
    // With evidence it does: that is why three are promised no more.
    exhaust(&[(Table { last: Last::Liar, rare: &[PARTED], ..THREE }, 15_089)], &[]);
}

#[test]
fn a_liar_parts_three_only_with_evidence_whether_it_or_another_is_removed() {
    let twice = CAREFUL_LIAR_TWICE;
    let larger = Table { rounds: &[1, 1], ..twice };
    exhaust(
        &[(twice, 7_084), (Table { removed: 2, ..twice }, 4_344)],
        &[(larger, 523_948), (Table { removed: 2, ..larger }, 318_408)],
    );
}

#[test]
fn a_disk_that_went_back_cannot_part_four() {
    let four = Table { last: Last::Stale, rounds: &[1], rare: &[RELEASED, AGAINST, REMOVED], ..FOUR };
    exhaust(&[(four, 104_605)], &[]);
}

#[test]
fn a_disk_that_went_back_parts_three_only_with_evidence() {
    let rare = &[RELEASED, AGAINST, REMOVED, PARTED];
    let three = Table { last: Last::Stale, rounds: &[1], rare, ..THREE };
    let rare = &[RELEASED, AGAINST, REMOVED, FEWER, SECOND, PARTED];
    let one_move = Table { entries: &[X, E], moves: &[X], ..three };
    let twice = Table { rounds: &[1, 0], rare, ..one_move };
    exhaust(&[(three, 42_553), (twice, 82_631)], &[(Table { rounds: &[2], ..one_move }, 1_642_960)]);
}

#[test]
fn without_slack_a_liar_parts_four() {
    assert_eq!(steps_to_a_fork(Table { rules: Rules::NoSlack, ..FOUR_WITH_A_LIAR }), 6);
}

#[test]
fn with_unjustified_votes_a_liar_parts_three_without_evidence() {
    assert_eq!(steps_to_a_fork(Table { rules: Rules::UnjustifiedVotes, ..CAREFUL_LIAR }), 3);
}

#[test]
fn heads_of_different_rounds_added_up_part_three_honest_voters() {
    assert_eq!(steps_to_a_fork(Table { rules: Rules::MixedRounds, ..THREE }), 8);
}

#[test]
fn heads_of_different_indices_added_up_let_a_liar_part_three_without_evidence() {
    assert_eq!(steps_to_a_fork(Table { rules: Rules::MixedIndices, ..CAREFUL_LIAR_TWICE }), 4);
}

#[test]
fn a_farewell_that_is_a_vote_and_a_head_parts_three_honest_voters() {
    assert_eq!(steps_to_a_fork(Table { rules: Rules::FarewellVotes, ..THREE }), 6);
}

#[test]
fn a_farewell_that_is_believed_lets_a_liar_part_four_without_evidence() {
    let table = FOUR_WITH_A_CAREFUL_LIAR;
    assert_eq!(steps_to_a_fork(Table { rules: Rules::FarewellReleases, ..table }), 7);
    // It is the farewell that does it: without slack, but without farewells, this table has no fork.
    exhaust(&[(table, 4_458), (Table { rules: Rules::NoSlack, ..table }, 6_843)], &[]);
}

#[test]
fn one_of_two_goes_on_beside_the_other_that_lost_its_memory() {
    let two = Table { losses: 1, rare: &[LATE, REMOVED, HALF], ..TWO };
    let rare = &[REMOVED, FEWER, SECOND, HALF];
    let two_twice = Table { rounds: &[1, 1], entries: &[X, E], moves: &[X], rare, ..two };
    exhaust(&[(two, 4_375), (two_twice, 5_832)], &[]);
}

#[test]
fn who_lost_its_memory_begins_anew_and_decides_with_the_others() {
    let rare = &[REMOVED, FEWER, SECOND, RENEWED];
    let three = Table { losses: 1, change: Change::Renew, rounds: &[1, 0], rare, ..THREE_ONE_MOVE };
    let two = Table { voters: 2, rounds: &[1, 1], rare: &[REMOVED, FEWER, SECOND, RENEWED, HALF], ..three };
    let four = Table { voters: 4, ..three };
    let larger = Table { rounds: &[1, 1], ..three };
    exhaust(&[(two, 4_190), (three, 6_568), (four, 22_076)], &[(larger, 252_280)]);
}

#[test]
fn a_liar_cannot_part_four_beside_one_who_lost_its_memory() {
    let liar = Table { losses: 1, rare: &[LATE, REMOVED], ..FOUR_WITH_A_LIAR };
    let twice = Table {
        last: Last::Liar,
        losses: 1,
        rounds: &[1, 0],
        rare: &[REMOVED, FEWER, SECOND],
        ..FOUR_ONE_MOVE
    };
    let renewed = Table { change: Change::Renew, rare: &[REMOVED, FEWER, SECOND, RENEWED], ..twice };
    let careful = Table { last: Last::CarefulLiar, rounds: &[1], rare: &[REMOVED], ..liar };
    let careful_twice = Table { last: Last::CarefulLiar, ..twice };
    let careful_renewed = Table { last: Last::CarefulLiar, ..renewed };
    exhaust(
        &[
            (twice, 9_909),
            (renewed, 6_568),
            (careful, 33_954),
            (Table { change: Change::Renew, ..careful }, 61_800),
        ],
        &[
            (liar, 260_585),
            (Table { change: Change::Renew, ..liar }, 256_852),
            (careful_twice, 157_413),
            (careful_renewed, 113_734),
        ],
    );
}

#[test]
fn a_liar_parts_three_only_with_evidence_beside_one_who_lost_its_memory() {
    let once = Table {
        losses: 1,
        entries: &[X, Y, E],
        moves: &[X, Y],
        rounds: &[1],
        rare: &[REMOVED],
        ..CAREFUL_LIAR
    };
    let twice = Table { losses: 1, rounds: &[1, 0], rare: &[REMOVED, FEWER, SECOND], ..CAREFUL_LIAR };
    let renewed = Table { change: Change::Renew, rare: &[REMOVED, FEWER, SECOND, RENEWED], ..twice };
    let usual = [
        (once, 10_026),
        (Table { change: Change::Renew, ..once }, 13_260),
        (twice, 33_604),
        (renewed, 23_575),
    ];
    exhaust(&usual, &[]);
}

#[test]
fn half_of_four_is_not_enough_beside_one_who_lost_its_memory() {
    let four = Table { losses: 1, rules: Rules::HalfBesideSome, ..FOUR };
    assert_eq!(steps_to_a_fork(four), 5);
}

#[test]
fn one_of_three_is_not_enough_beside_two_who_lost_their_memory() {
    assert_eq!(steps_to_a_fork(Table { losses: 2, rules: Rules::FewBesideLost, ..THREE }), 5);
    // It is the one who decides alone that does it.
    exhaust(&[(Table { losses: 2, ..THREE_ONE_MOVE }, 50_706)], &[]);
}

#[test]
fn two_that_lose_their_memory_one_after_the_other_are_not_parted() {
    let two = Table { losses: 2, rare: &[REMOVED, HALF], ..TWO };
    assert_eq!(steps_to_a_fork(Table { rules: Rules::Unaware, ..two }), 4);
    let two_twice = Table { rounds: &[1, 1], ..two };
    let rare = &[REMOVED, FEWER, SECOND, HALF];
    let removed = Table { entries: &[X, E], moves: &[X], rare, ..two_twice };
    let rare = &[REMOVED, FEWER, SECOND, HALF, RENEWED];
    let renewed = Table { losses: 4, change: Change::Renew, rare, ..two_twice };
    exhaust(&[(two, 7_681), (removed, 14_870), (renewed, 69_160)], &[]);
}

#[test]
fn who_lost_its_memory_parts_three_honest_voters_if_it_speaks_at_the_same_index() {
    let here = Table { losses: 1, rules: Rules::RenewedHere, rare: &[], ..THREE_ONE_MOVE };
    assert_eq!(steps_to_a_fork(here), 8);
}

#[test]
fn words_of_an_older_life_that_count_let_a_liar_part_three_without_evidence() {
    let renewed = Table {
        change: Change::Renew,
        removed: 2,
        entries: &[X, Y, E],
        moves: &[X, Y],
        ..CAREFUL_LIAR_TWICE
    };
    assert_eq!(steps_to_a_fork(Table { rules: Rules::OlderLives, ..renewed }), 6);
    exhaust(&[(Table { rare: &[REMOVED, FEWER, SECOND], ..renewed }, 89_144)], &[]);
}
