//! A whole game as people play it: real peers over the network, one of them behind a real terminal.

use std::net::UdpSocket;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::pty::whistlestop;
use super::sight::Sight;

/// A peer without a screen, which is gone with the test.
struct Headless(Child);

impl Headless {
    fn join(port: u16, home: &Path, name: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_whistlestop"));
        command.args([
            "peer",
            "--join",
            &format!("127.0.0.1:{port}"),
            "--bot",
            "random",
            "--no-mdns",
            "--quiet",
        ]);
        command.args(["--listen", "127.0.0.1:0", "--name", name, "--linger", "0", "--home"]).arg(home);
        Self(command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().expect("the program starts"))
    }
}

impl Drop for Headless {
    fn drop(&mut self) {
        // If it has ended there is nothing to kill.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn free_port() -> u16 {
    UdpSocket::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

#[test]
fn three_peers_finish_a_game_with_one_of_them_behind_a_screen() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let listen = format!("127.0.0.1:{port}");
    let args =
        ["host", "chicago-express", "--seats", "3", "--no-mdns", "--listen", &listen, "--draw", "seed:7"];
    let mut ann = Sight::new(whistlestop("xterm-256color", &folder.path().join("ann"), &args));
    ann.until("Ann", |_, _| {});
    let mut others = ["Ben", "Cid"].map(|name| Headless::join(port, &folder.path().join(name), name));
    ann.until("Ben", |_, _| {});
    ann.until("Cid", |_, _| {});
    ann.pty.press(" ");
    ann.until("entry", |_, _| {});
    // Enter alone does what is highlighted: that is enough to play to the end.
    let result = ann.until("The game is over", |pty, seen| {
        if seen.contains("YOUR TURN") {
            pty.press("\r");
        }
    });
    assert!(result.contains("Ann") && result.contains("Ben") && result.contains("Cid"), "{result}");
    ann.pty.press("q");
    assert_eq!(ann.pty.ends_in_order().code(), Some(0));
    for other in &mut others {
        assert!(other.0.wait().unwrap().success(), "whoever has heard the end goes in order");
    }
}

#[test]
fn a_table_is_offered_again_after_the_program_was_killed_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home");
    let mut ann = Sight::new(whistlestop("xterm-256color", &home, &["--no-mdns"]));
    ann.until("Play now", |_, _| {});
    ann.pty.press("\r");
    ann.until("YOUR TURN", |_, _| {});
    ann.pty.press("\r\r\r");
    let before = ann.until("bids", |_, _| {});
    assert!(before.contains("Ann"), "{before}");
    ann.pty.child.kill().unwrap();
    ann.pty.child.wait().unwrap();
    let mut ann = Sight::new(whistlestop("xterm-256color", &home, &["--no-mdns"]));
    ann.until("Your tables", |_, _| {});
    ann.until("entry", |_, _| {});
    ann.pty.press("r");
    ann.until("bids", |_, _| {});
}
