//! The least that a commit could cost.

use std::hint::black_box;
use std::time::Instant;

use ed25519_dalek::{Signer as _, SigningKey};
use whistlestop::engine::game::Setup;
use whistlestop::games::GAMES;

use crate::bare_quinn::Bare;

/// What each part costs by itself, in microseconds.
pub(crate) struct Floor {
    pub(crate) sign: f64,
    pub(crate) verify: f64,
    pub(crate) ping: f64,
    pub(crate) hash: f64,
}

impl Floor {
    pub(crate) fn measure() -> Self {
        let key = SigningKey::from_bytes(&[7; 32]);
        let message = [7; 120];
        let signature = key.sign(&message);
        let public = key.verifying_key();
        let game = (GAMES[0].begin)(&Setup::new(GAMES[0].meta.seats.0)).expect("the game is for so many");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let ping = runtime.block_on(async {
            let mut bare = Bare::new().await;
            let mut rounds = Vec::new();
            for _ in 0..31 {
                let start = Instant::now();
                for _ in 0..300 {
                    bare.ping().await;
                }
                rounds.push(start.elapsed().as_secs_f64() * 1e6 / 300.0);
            }
            median(rounds)
        });
        Self {
            sign: micros(|| {
                black_box(key.sign(black_box(&message)));
            }),
            verify: micros(|| assert!(public.verify_strict(black_box(&message), &signature).is_ok())),
            ping,
            hash: micros(|| {
                black_box(game.state_hash());
            }),
        }
    }

    pub(crate) fn of(&self, peers: u32) -> f64 {
        self.sign + f64::from(peers - 1) * (self.ping + self.verify + self.hash)
    }
}

fn micros(mut does: impl FnMut()) -> f64 {
    let round = |_| {
        let start = Instant::now();
        (0..200).for_each(|_| does());
        start.elapsed().as_secs_f64() * 1e6 / 200.0
    };
    median((0..31).map(round).collect())
}

pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
