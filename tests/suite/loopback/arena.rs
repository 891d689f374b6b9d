//! `arena`: the same games from the same seed, whoever plays them and however many at once.

use serde_json::Value;

use super::kit::{Ended, GAME, Peer, Room, parse, quoted, run, whistlestop};

/// What was played, without how long it took.
fn scores(ended: &Ended) -> Value {
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    parse(&ended.lines[0])["scores"].clone()
}

#[test]
fn the_same_seed_plays_the_same_games_on_one_core_and_on_many() {
    let arena = |more: &[&str]| {
        let args = ["arena", GAME, "--bots", "greedy,random,random", "--games", "6", "--json"];
        scores(&run(&[&args, more].concat()))
    };
    let alone = arena(&["--threads", "1", "--seed", "4"]);
    assert_eq!(alone.as_array().unwrap().len(), 6);
    assert_eq!(arena(&["--threads", "3", "--seed", "4"]), alone);
    assert_ne!(arena(&["--seed", "5"]), alone);
}

#[test]
fn a_table_shows_wins_their_interval_and_seconds() {
    let ended = run(&["arena", GAME, "--bots", "greedy,random", "--games", "4"]);
    let text = ended.lines.join("\n");
    assert!(text.starts_with("chicago-express, 2 seats, 4 games from seed 1"), "{text}");
    for part in ["bot", "wins", "mean score", "s/move", "greedy", "random", "50.0%"] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
}

#[test]
fn whoever_interrupts_it_sees_what_is_done_so_far() {
    let room = Room::new();
    let asked = room.path("asked");
    let waits = format!("waits=touch {}; sleep 1000", quoted(&asked));
    let args = [
        "arena",
        GAME,
        "--bots",
        "greedy,waits",
        "--games",
        "1000000",
        "--threads",
        "1",
        "--bot-time",
        "3600",
    ];
    let mut arena = Peer::start(whistlestop(&[&args[..], &["--bot-cmd", &waits]].concat()));
    // Once its program is asked, which never answers, it is in the midst of the first game. Nobody waits for that answer.
    arena.wait_for_file(&asked);
    arena.signal("INT");
    let ended = arena.end();
    assert_eq!(ended.code, Some(130));
    let first = &ended.lines[0];
    assert!(first.contains("0 games from seed 1 (interrupted; 1000000 were to be played)"), "{first}");
}

#[test]
fn what_cannot_be_played_is_refused_in_one_sentence() {
    for (args, parts) in [
        (&["arena", "chess", "--bots", "greedy,greedy"][..], &["chess", "chicago-express"][..]),
        (&["arena", GAME, "--bots", "greedy,nobody"], &["nobody", "hard/2"]),
        (&["arena", GAME, "--bots", "greedy"], &["Chicago Express is for 2 to 6 seats, not 1"]),
        (&["arena", GAME, "--bots", "greedy,mine", "--bot-cmd", "mine"], &["NAME=COMMAND"]),
        (&["arena", GAME, "--bots", "greedy,greedy", "--bot-cmd", "mine=true"], &["mine", "--bots"]),
        (&["arena", GAME, "--bots", "greedy,hard", "--bot-cmd", "hard=true"], &["another name"]),
        (&["arena", GAME, "--bots", "greedy,greedy", "--option", "speed=1"], &["speed"]),
    ] {
        run(args).refused(parts);
    }
}
