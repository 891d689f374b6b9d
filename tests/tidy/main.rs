//! Proves the shape of the code by reading it: who may import whom, which crate lives where, what a hashed
//! state may hold, what belongs to a game. And the pages about it: that what they point to is there.
//!
//! Every check is a function from a [`Tree`](source::Tree) to the problems it finds. The tests here run them over
//! the repository; beside each check a test plants a violation in a tree of snippets and sees it found.

mod commands;
mod crates;
mod docs;
mod games;
mod imports;
mod layout;
mod lexer;
mod names;
mod rule_ids;
mod source;
mod state;
mod terminal;
mod words;

use std::sync::LazyLock;

use source::{Problem, Tree};

static REPOSITORY: LazyLock<Tree> = LazyLock::new(Tree::of_repository);

#[track_caller]
fn assert_tidy(problems: &[Problem]) {
    let list: Vec<String> = problems.iter().map(Problem::to_string).collect();
    assert!(list.is_empty(), "{} problems:\n{}\n", list.len(), list.join("\n"));
}

#[test]
fn the_tree_is_read_at_all() {
    let files = &REPOSITORY.files;
    assert!(files.iter().any(|file| file.path == "src/engine/game.rs" && file.text.contains("trait Game")));
    assert!(files.iter().any(|file| file.path == "proto/src/lib.rs"));
    assert!(files.iter().any(|file| file.path == "README.md" && file.text.starts_with("# ")));
    assert!(files.iter().any(|file| file.path == "docs/safety.md" && file.text.starts_with("# ")));
    assert!(files.iter().all(|file| !file.path.starts_with("target/")));
}

#[test]
fn imports_point_down_only() {
    assert_tidy(&imports::check(&REPOSITORY));
}

#[test]
fn crates_depend_on_those_below_them_only() {
    assert_tidy(&imports::check_manifests(&REPOSITORY));
}

#[test]
fn modules_of_the_node_import_each_other_one_way_only() {
    assert_tidy(&imports::check_circles(&REPOSITORY));
}

#[test]
fn each_crate_and_each_door_to_the_outside_is_used_in_its_place_only() {
    assert_tidy(&crates::check(&REPOSITORY));
}

#[test]
fn the_engine_names_no_game() {
    assert_tidy(&games::check_engine(&REPOSITORY, &games::registered(&REPOSITORY)));
}

#[test]
fn every_game_has_its_folder_board_and_registry_line() {
    assert_tidy(&games::check_folders(&REPOSITORY, &games::registered(&REPOSITORY)));
}

#[test]
fn every_game_has_recorded_games() {
    assert_tidy(&games::check_fixtures(&REPOSITORY, &games::registered(&REPOSITORY)));
}

#[test]
fn every_rule_has_a_test_that_names_it() {
    assert_tidy(&rule_ids::check_rule_tests(&REPOSITORY, &games::registered(&REPOSITORY)));
}

#[test]
fn every_rule_that_a_player_is_told_of_can_be_looked_up() {
    assert_tidy(&rule_ids::check_told_rules(&REPOSITORY, &games::registered(&REPOSITORY)));
}

#[test]
fn what_is_hashed_is_the_same_on_every_machine() {
    assert_tidy(&state::check(&REPOSITORY));
}

#[test]
fn words_for_players_stand_in_one_place() {
    assert_tidy(&words::check_screens(&REPOSITORY));
}

#[test]
fn all_that_is_written_to_a_terminal_goes_through_one_filter() {
    assert_tidy(&terminal::check(&REPOSITORY));
}

#[test]
fn the_top_level_holds_only_what_the_design_lists() {
    assert_tidy(&layout::check_top_level(&REPOSITORY));
}

#[test]
fn there_is_no_mod_rs() {
    assert_tidy(&layout::check_mod_rs(&REPOSITORY));
}

#[test]
fn every_module_says_what_it_is() {
    assert_tidy(&layout::check_module_docs(&REPOSITORY));
}

#[test]
fn nothing_is_left_for_later() {
    assert_tidy(&layout::check_unfinished(&REPOSITORY));
}

#[test]
fn the_front_page_is_short() {
    assert_tidy(&docs::check_length(&REPOSITORY));
}

#[test]
fn every_link_of_a_page_leads_somewhere() {
    assert_tidy(&docs::check_links(&REPOSITORY));
}

#[test]
fn every_script_that_a_page_names_exists() {
    assert_tidy(&docs::check_scripts(&REPOSITORY));
}

#[test]
fn every_command_that_a_page_shows_is_taken() {
    assert_tidy(&commands::check(&REPOSITORY));
}

#[test]
fn every_target_that_a_page_names_exists() {
    assert_tidy(&commands::check_targets(&REPOSITORY));
}
