//! What cannot be: one sentence, what to do, exit code 1, and nothing begun.

use super::kit::{GAME, Room};

#[test]
fn a_table_that_cannot_be_opened_is_refused_before_anybody_comes() {
    let room = Room::new();
    let cases: &[(&[&str], &[&str])] = &[
        (&["--host", "backgammon"], &["no game \"backgammon\"", "chicago-express"]),
        (&["--host", GAME, "--seats", "7"], &["2 to 6 seats", "7"]),
        (&["--host", GAME, "--seats", "1"], &["2 to 6 seats", "1"]),
        (
            &["--host", "railways-of-the-world", "--seats", "5", "--option", "map=mexico"],
            &["the Mexico map is for 2 to 4 seats, not 5"],
        ),
        (&["--host", "railroad-rivals", "--seats", "1"], &["two seats or more", "--solitaire"]),
        (&["--host", GAME, "--seats", "3", "--bots", "3"], &["no seat for you", "--bots", "--seats"]),
        (&["--host", GAME, "--bot", "clever"], &["no bot \"clever\"", "greedy/2", "random/1"]),
        (&["--host", GAME, "--bot-seats", "clever"], &["no bot \"clever\"", "greedy/2"]),
        (&["--host", GAME, "--option", "fog=on"], &["no option \"fog\"", "none"]),
        (&["--host", GAME, "--option", "fog"], &["\"fog\"", "name=value"]),
        (&["--host", GAME, "--pass-phrase", "  "], &["pass phrase is empty", "leave --pass-phrase out"]),
        (&["--join", "127.0.0.1:70000"], &["70000", "1 to 65535"]),
    ];
    for (args, parts) in cases {
        let ended = room.run("Ann", &[&["peer", "--json"], *args].concat());
        ended.refused(parts);
        let error = ended.one("error");
        assert_eq!((ended.lines.len(), &error["code"]), (1, &"arguments".into()), "{args:?}: {error}");
    }
    assert!(room.journals("Ann").is_empty());
}

#[test]
fn a_value_that_is_none_is_refused_with_what_would_be_one() {
    let room = Room::new();
    let cases: &[(&[&str], &str)] = &[
        (&["--host", GAME, "--draw", "dice"], "\"seed:\" and a number"),
        (&["--host", GAME, "--away", "soon"], "a number of seconds, or \"wait\""),
        (&["--host", GAME, "--games", "0"], "--games"),
        (&["--host", GAME, "--deadline", "0"], "--deadline"),
        (&[], "--host"),
    ];
    for (args, part) in cases {
        let ended = room.run("Ann", &[&["peer", "--json"], *args].concat());
        assert_eq!(ended.code, Some(2), "{args:?}");
        let error = ended.one("error");
        assert_eq!((ended.lines.len(), &error["code"]), (1, &"usage".into()), "{args:?}: {error}");
        let silent = room.run("Ann", &[&["peer"], *args].concat());
        assert_eq!((silent.code, silent.lines.len()), (Some(2), 0), "{args:?}");
        assert!(ended.stderr.contains(part), "{args:?}: {}", ended.stderr);
    }
}

#[test]
fn a_name_that_would_upset_a_screen_is_refused() {
    let room = Room::new();
    for name in ["a\u{1b}[2Jb", "Ann\u{200b}", "  ", &"n".repeat(65)] {
        let mut command = super::kit::whistlestop(&["peer", "--host", GAME, "--no-mdns", "--name", name]);
        command.args(["--listen", "127.0.0.1:0", "--home"]).arg(room.path("Ann"));
        super::kit::Peer::start(command).end().refused(&["--name", "1 to 64 bytes", "control characters"]);
    }
}

#[test]
fn a_port_in_use_is_named() {
    let room = Room::new();
    let mut ann = room.host("Ann", &["--seats", "2"]);
    let address = ann.address();
    let bob = room.run("Bob", &["peer", "--host", GAME, "--listen", &address.to_string()]);
    bob.refused(&[&address.port().to_string(), "in use", "choose another port"]);
    // Whoever has the port is not disturbed.
    let bob = room.join("Bob", &mut ann, &[]);
    ann.event("started");
    drop(bob);
}

#[test]
fn an_address_that_is_not_here_is_refused() {
    let room = Room::new();
    // Of a range that is for documentation only: no machine has it.
    let ended = room.run("Ann", &["peer", "--host", GAME, "--listen", "203.0.113.7:0"]);
    ended.refused(&["no address 203.0.113.7", "choose one of its own"]);
    let ended = room.run("Ann", &["peer", "--host", GAME, "--listen", "kitchen"]);
    ended.refused(&["\"kitchen\"", "192.168.1.5:7777"]);
}

#[test]
fn a_home_that_is_no_folder_is_refused() {
    let room = Room::new();
    std::fs::write(room.path("Ann"), "a file").unwrap();
    let ended = room.run("Ann", &["peer", "--host", GAME]);
    ended.refused(&["Ann", "--home"]);
    assert_eq!(std::fs::read_to_string(room.path("Ann")).unwrap(), "a file");
}

#[test]
fn there_is_nothing_to_resume_in_a_new_home() {
    let room = Room::new();
    room.run("Ann", &["resume"]).refused(&["no unfinished table", "whistlestop join", "whistlestop host"]);
    room.run("Ann", &["resume", "3f2a"]).refused(&["\"3f2a\"", "resume --list"]);
    let list = room.run("Ann", &["resume", "--list"]);
    assert_eq!((list.code, list.lines.join("\n").as_str()), (Some(0), "no unfinished tables"));
}
