//! The home and its files.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use whistlestop::table::store::StoreError;
use whistlestop::table::store::config::{BadName, Config, PlayerName};
use whistlestop::table::store::home::Home;
use whistlestop::table::store::known::{KnownPeers, Meeting};
use whistlestop::table::{OpenTableError, Table};
use whistlestop_proto::hash::Hash;

use super::kit::{BOTS, TestHome, alone, contract, identity, key, play_alone};

fn name(name: &str) -> PlayerName {
    PlayerName::new(name).unwrap()
}

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_table_that_is_open_cannot_be_opened_a_second_time() {
    let home = TestHome::new();
    let mut table = alone(&home.home);
    assert!(play_alone(&mut table));
    let again = Table::resume(0, &home.home, identity(0), table.path(), BOTS).unwrap_err();
    assert!(matches!(again, OpenTableError::Store(StoreError::Locked { .. })), "{again}");
    assert!(again.to_string().starts_with("this table is open in another window"), "{again}");
    let again = Table::join(0, &home.home, identity(0), contract(1, 2), BOTS).unwrap_err();
    assert!(matches!(again, OpenTableError::Store(StoreError::Locked { .. })), "{again}");
    let path = table.path().to_path_buf();
    drop(table);
    Table::resume(0, &home.home, identity(0), &path, BOTS).unwrap();
}

#[test]
fn the_identity_is_made_once() {
    let home = TestHome::new();
    let first = home.home.identity().unwrap().public();
    assert_eq!(home.home.identity().unwrap().public(), first);
    let again = Home::open(Some(home.home.path().to_path_buf())).unwrap();
    assert_eq!(again.identity().unwrap().public(), first);
    assert_ne!(TestHome::new().home.identity().unwrap().public(), first, "another home, another player");
}

#[test]
fn two_windows_that_start_at_once_are_one_player() {
    let home = TestHome::new();
    let ask = || home.home.identity().unwrap().public();
    let keys = std::thread::scope(|scope| {
        let asked: Vec<_> = (0..8).map(|_| scope.spawn(ask)).collect();
        asked.into_iter().map(|asked| asked.join().unwrap()).collect::<Vec<_>>()
    });
    assert!(keys.iter().all(|key| *key == keys[0]), "{keys:?}");
}

#[test]
fn a_broken_identity_is_never_replaced() {
    let home = TestHome::new();
    home.home.identity().unwrap();
    let path = home.home.path().join("identity");
    fs::write(&path, "lost").unwrap();
    let error = home.home.identity().unwrap_err().to_string();
    assert!(error.contains("is not an identity of this whistlestop"), "{error}");
    assert_eq!(fs::read_to_string(path).unwrap(), "lost");
}

#[cfg(unix)]
#[test]
fn files_are_for_their_owner_alone() {
    let home = TestHome::new();
    home.home.identity().unwrap();
    home.home.set_config(|config| config.name = Some(name("Ann"))).unwrap();
    home.home.change_known_peers(|known| known.meet(&name("Ben"), &key(1))).unwrap();
    let table = alone(&home.home);
    for folder in [home.home.path(), &home.home.tables_path()] {
        assert_eq!(mode(folder), 0o700, "{}", folder.display());
    }
    let files = ["identity", "config.toml", "known_peers.toml"].map(|file| home.home.path().join(file));
    for file in files.iter().map(AsRef::as_ref).chain([table.path()]) {
        assert_eq!(mode(file), 0o600, "{}", file.display());
    }
    let left = fs::read_dir(home.home.path()).unwrap().map(|file| file.unwrap().file_name());
    assert!(
        left.into_iter().all(|file| !file.to_string_lossy().contains(".new")),
        "nothing half done is left"
    );
}

#[cfg(unix)]
#[test]
fn a_key_that_others_can_read_is_refused_with_the_command_to_run() {
    let home = TestHome::new();
    let public = home.home.identity().unwrap().public();
    let path = home.home.path().join("identity");
    for exposed in [0o640, 0o604, 0o620, 0o660, 0o644, 0o666] {
        set_mode(&path, exposed);
        let error = home.home.identity().unwrap_err().to_string();
        let command = format!("run `chmod 600 {}`", path.display());
        assert!(error.starts_with("others can read ") && error.contains(&command), "{error}");
    }
    set_mode(&path, 0o600);
    assert_eq!(home.home.identity().unwrap().public(), public);
}

#[cfg(unix)]
#[test]
fn a_home_that_others_can_change_is_refused_with_the_command_to_run() {
    let home = TestHome::new();
    for folder in [home.home.path().to_path_buf(), home.home.tables_path()] {
        set_mode(&folder, 0o770);
        let error = Home::open(Some(home.home.path().to_path_buf())).unwrap_err().to_string();
        assert!(error.contains(&format!("run `chmod 700 {}`", folder.display())), "{error}");
        set_mode(&folder, 0o700);
    }
    Home::open(Some(home.home.path().to_path_buf())).unwrap();
}

#[test]
fn a_home_that_cannot_be_written_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Home::open(Some(file.join("home"))).unwrap_err().to_string();
    assert!(error.contains("is not in a folder") && error.contains("--home"), "{error}");
    if cfg!(target_os = "linux") {
        // Nobody, whoever they are, can make a folder there.
        let error = Home::open(Some("/proc/whistlestop".into())).unwrap_err().to_string();
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn the_name_is_kept_and_names_are_names() {
    let home = TestHome::new();
    assert_eq!(home.home.config().unwrap(), Config::default());
    home.home.set_config(|config| config.name = Some(name("Änn \"the\" Great"))).unwrap();
    assert_eq!(home.home.config().unwrap().name, Some(name("Änn \"the\" Great")));
    for bad in ["", " Ann", "Ann\n", "A\u{1b}[31mnn", &"x".repeat(65)] {
        assert_eq!(PlayerName::new(bad), Err(BadName), "{bad:?}");
    }
    for bad in ["Ann\u{200b}", "Ann\u{202e}", "Ann\u{9b}2J", "A  nn", "Ann\u{a0}B"] {
        assert_eq!(PlayerName::new(bad), Err(BadName), "{bad:?}");
    }
    assert_eq!(PlayerName::typed("  Ann \u{200b} B\u{1b}[2J "), Ok(name("Ann B")));
    assert_eq!(PlayerName::typed(" \u{200b}"), Err(BadName));
    assert_eq!(PlayerName::typed(&"x".repeat(65)), Err(BadName));
}

#[test]
fn a_broken_file_is_named_with_its_line_and_left_alone() {
    let home = TestHome::new();
    let config = home.home.path().join("config.toml");
    for (text, line, word) in [
        ("# mine\nname = \"Ann\"\ncolour = \"red\"\n", 3, "unknown field `colour`"),
        ("name = \n", 1, "config.toml"),
        ("\n\nname = 7\n", 3, "invalid type"),
        ("name = \"\"\n", 1, "a name has 1 to 64 bytes"),
    ] {
        fs::write(&config, text).unwrap();
        let error = home.home.config().unwrap_err().to_string();
        assert!(error.contains(&format!("config.toml line {line}: ")), "{error}");
        assert!(error.contains(word) && !error.contains('\n'), "{error}");
        assert!(home.home.set_config(|config| config.name = None).is_err());
        assert_eq!(fs::read_to_string(&config).unwrap(), text);
    }
    fs::write(&config, [b'a', 0xff, b'\n']).unwrap();
    assert!(home.home.config().unwrap_err().to_string().contains("line 1: not a text"));
    let known = home.home.path().join("known_peers.toml");
    fs::write(&known, "[[peer]]\nname = \"Ben\"\nkey = \"12\"\n").unwrap();
    let error = home.home.known_peers().unwrap_err().to_string();
    assert!(error.contains("known_peers.toml line ") && error.contains("64 hexadecimal digits"), "{error}");
    fs::write(&known, " ".repeat(300 * 1024)).unwrap();
    let error = home.home.known_peers().unwrap_err().to_string();
    assert!(error.contains("is longer than 262144 bytes"), "{error}");
}

#[test]
fn a_stranger_under_a_known_name_is_noticed() {
    let home = TestHome::new();
    let meet = |who: &str, player| {
        home.home.change_known_peers(|known| known.meet(&name(who), &key(player))).unwrap()
    };
    assert_eq!(meet("Ann", 1), Meeting::New);
    assert_eq!(meet("Ann", 1), Meeting::Known);
    assert_eq!(meet("Ann", 2), Meeting::OtherKey { known: vec![key(1)] });
    assert_eq!(meet("Ann", 2), Meeting::Known, "pinned at first sight");
    assert_eq!(meet("Anna", 1), Meeting::Renamed { before: name("Ann") });
    assert_eq!(home.home.known_peers().unwrap().iter().count(), 2);
    for (number, name) in (10..).zip(["ANN", "\u{410}nn", "\u{391}nn", "A\u{578}n"]) {
        let Meeting::OtherKey { known } = meet(name, number) else { panic!("{name} looks like Ann") };
        assert!(known.contains(&key(2)), "{name}");
    }
}

#[test]
fn who_was_only_seen_is_found_again_but_not_known() {
    let home = TestHome::new();
    let see = |who: &str, player| {
        home.home.change_known_peers(|known| known.see(&name(who), &key(player))).unwrap()
    };
    assert_eq!(see("Ann", 1), Meeting::New);
    assert_eq!((see("Ann", 1), see("Ann", 2)), (Meeting::New, Meeting::New), "their name is nobody's yet");
    let meet = |who: &str, player| {
        home.home.change_known_peers(|known| known.meet(&name(who), &key(player))).unwrap()
    };
    assert_eq!(meet("Ann", 2), Meeting::New);
    assert_eq!((see("Ann", 2), meet("Ann", 2)), (Meeting::Known, Meeting::Known), "once met is met");
    assert_eq!(see("Ann", 1), Meeting::OtherKey { known: vec![key(2)] });
    assert_eq!(see("\u{410}nn", 3), Meeting::OtherKey { known: vec![key(2)] }, "and one that looks like it");
    assert_eq!(home.home.known_peers().unwrap().iter().filter(|peer| peer.seen_only).count(), 2);
}

#[test]
fn addresses_and_tables_of_peers_are_remembered_within_bounds() {
    let mut known = KnownPeers::default();
    assert!(!known.saw_at(&key(1), "10.0.0.1:7777"), "nobody knows them");
    known.meet(&name("Ann"), &key(1));
    for host in 0..20 {
        assert!(known.saw_at(&key(1), &format!("10.0.0.{host}:7777")));
    }
    assert!(known.saw_at(&key(1), "10.0.0.15:7777"));
    assert!(!known.saw_at(&key(1), "10.0.0.15:7777"), "nothing new");
    assert!(!known.saw_at(&key(1), &"x".repeat(300)));
    known.sat_at(&key(1), &Hash([7; 32]));
    let ann = known.find(&key(1)).unwrap();
    assert_eq!((ann.addresses.len(), ann.addresses.last().unwrap().as_str()), (8, "10.0.0.15:7777"));
    let home = TestHome::new();
    home.home.change_known_peers(|kept| *kept = known.clone()).unwrap();
    assert_eq!(home.home.known_peers().unwrap(), known);
    for player in 2..=250 {
        known.meet(&name("Ben"), &key(player));
    }
    for player in 2..=250_u8 {
        let other = whistlestop_proto::sign::PublicKey([player; 32]);
        known.meet(&name("Cid"), &other);
    }
    assert_eq!(known.iter().count(), 256);
    assert_eq!(known.find(&key(1)), None, "the oldest are forgotten");
}
