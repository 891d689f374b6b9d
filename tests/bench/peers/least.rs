//! The least program that does what the floor counts: it signs, and sends over bare quinn to as many processes as there are
//! other peers; each of them verifies, hashes a state and sends back.
//!
//! It does so in the rhythm of the moves that it is compared with. After a pause of some milliseconds a processor has
//! forgotten most of what makes a loop fast, which neither side can help.

use std::hint::black_box;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use ed25519_dalek::{Signature, Signer as _, SigningKey};
use rustls::pki_types::CertificateDer;
use whistlestop::engine::game::Setup;
use whistlestop::games::GAMES;

use crate::bare_quinn::{Bare, Echo};

/// The argument that makes this program the other end.
pub(crate) const OTHER_END: &str = "other-end";

const ROUNDS: usize = 200;
const KEY: [u8; 32] = [7; 32];
const MESSAGE: [u8; 120] = [7; 120];

/// What the other end does, until it is ended.
pub(crate) fn run_other_end() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let echo = Echo::new();
        println!("{}", serde_json::json!((echo.address, echo.certificate.as_ref())));
        std::io::stdout().flush().expect("somebody reads");
        let key = SigningKey::from_bytes(&KEY);
        let (public, signature): (_, Signature) = (key.verifying_key(), key.sign(&MESSAGE));
        let game = (GAMES[0].begin)(&Setup::new(GAMES[0].meta.seats.0)).expect("the game is for so many");
        echo.run(|_| {
            assert!(public.verify_strict(black_box(&MESSAGE), black_box(&signature)).is_ok());
            black_box(game.state_hash());
        })
        .await;
    });
}

/// How long that takes with so many processes, in microseconds.
pub(crate) fn least(peers: u32, pause: Duration) -> Vec<f64> {
    let mut ends: Vec<OtherEnd> = (1..peers).map(|_| OtherEnd::start()).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let mut links = Vec::new();
        for end in &mut ends {
            let (address, certificate) = end.place();
            links.push(Bare::dial(address, certificate).await);
        }
        let key = SigningKey::from_bytes(&KEY);
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            tokio::time::sleep(pause).await;
            let start = Instant::now();
            black_box(key.sign(black_box(&MESSAGE)));
            for link in &mut links {
                link.send().await;
            }
            for link in &mut links {
                link.receive().await;
            }
            times.push(start.elapsed().as_secs_f64() * 1e6);
        }
        times
    })
}

/// A process at the other end, ended with this value.
struct OtherEnd {
    process: Child,
}

impl OtherEnd {
    fn start() -> Self {
        let program = std::env::current_exe().expect("this program has a file");
        let process = Command::new(program).arg(OTHER_END).stdout(Stdio::piped()).spawn();
        Self { process: process.expect("the program starts") }
    }

    /// Where it listens, and what it proves to be.
    fn place(&mut self) -> (SocketAddr, CertificateDer<'static>) {
        let mut line = String::new();
        let out = self.process.stdout.take().expect("it is asked once");
        BufReader::new(out).read_line(&mut line).expect("it says where it is");
        let (address, certificate): (_, Vec<u8>) = serde_json::from_str(&line).expect("as it was written");
        (address, certificate.into())
    }
}

impl Drop for OtherEnd {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
