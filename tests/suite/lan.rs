//! Peers as programs on a network of their own, and what happens to networks: runs `scripts/lan-lab`.
//!
//! Each test is a few scenarios that belong together; `scripts/lan-lab --list` says what they are. Where this machine
//! cannot make network namespaces they are skipped, and say so.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::example;

/// What the lab answers where it cannot work.
const SKIPPED: i32 = 77;

/// In a module of their own, so that `scripts/check` can run them beside the others: they mostly wait.
mod lab {
    use super::play;

    /// The longest. Tests begin in the order of their names, so the others run beside it.
    #[test]
    fn a_cable_may_be_out_for_a_minute() {
        play(&["cable-60s"]);
    }

    #[test]
    fn peers_find_each_other_by_mdns_alone() {
        play(&["mdns-six", "two-tables"]);
    }

    #[test]
    fn two_people_find_each_other_in_the_lobby_and_play() {
        play(&["two-laptops"]);
    }

    #[test]
    fn a_program_that_makes_noise_does_not_spoil_the_screen() {
        play(&["noisy-program"]);
    }

    #[test]
    fn everybody_is_linked_where_there_are_only_link_local_addresses() {
        play(&["ipv6-only"]);
    }

    #[test]
    fn every_game_is_played_over_the_network() {
        play(&["every-game"]);
    }

    #[test]
    fn twenty_peers_play_at_five_tables() {
        play(&["twenty-peers"]);
    }

    #[test]
    fn a_crowd_seats_itself_and_the_network_stays_quiet() {
        play(&["herd", "quiet-twelve"]);
    }

    #[test]
    fn who_loses_a_host_finds_another_table_and_a_row_of_games_goes_on_with_its_own() {
        play(&["host-dies-gathering", "joiner-resumes-row", "two-anns", "new-address"]);
    }

    #[test]
    fn a_table_lives_through_loss_and_delay() {
        play(&["loss-10", "delay-40"]);
    }

    #[test]
    fn a_table_lives_through_a_pulled_cable_and_a_parted_network() {
        play(&["cable-3s", "partition-2-2"]);
    }

    #[test]
    fn a_table_lives_through_kill_9_of_one_and_of_all() {
        play(&["kill-9", "all-killed", "old-backup"]);
    }

    #[test]
    fn a_table_goes_on_without_who_leaves_and_shows_all_to_who_comes_late() {
        play(&["leaves-for-good", "late-spectator"]);
    }

    #[test]
    fn players_leave_or_vanish_down_to_the_last_and_nobody_waits_in_vain() {
        play(&["leave-politely", "vanish"]);
    }

    #[test]
    fn who_is_left_goes_on_together_and_gets_the_others_back() {
        play(&["go-on-together", "two-laptops-one-killed"]);
    }

    #[test]
    fn a_hostile_seat_neither_stops_a_table_nor_gets_others_blamed() {
        play(&["hostile"]);
    }
}

/// Runs scenarios, and fails with all that the lab said.
#[track_caller]
fn play(scenarios: &[&str]) {
    let binary = Path::new(env!("CARGO_BIN_EXE_whistlestop"));
    let lab = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/lan-lab");
    let mut command = Command::new(lab);
    command.args(scenarios).arg("--binary").arg(binary).arg("--hostile").arg(example::built("hostile"));
    let Output { status, stdout, stderr } = command.output().expect("scripts/lan-lab can be started");
    let said = format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    if status.code() == Some(SKIPPED) {
        let name = scenarios.join(", ");
        // Past the harness, which would swallow it: a skipped test must not look like a passed one.
        let line = format!("\n!!! SKIPPED, nothing was tested: {name}: {}\n", said.trim());
        std::io::stderr().write_all(line.as_bytes()).expect("standard error takes a line");
        return;
    }
    assert!(status.success(), "{said}");
}
