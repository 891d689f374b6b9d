//! Bots against bots: many games on all cores, each a function of the seed and its number.
//!
//! Which core plays a game, and when it is done, changes nothing about it. Only the time that moves take differs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;
use whistlestop_proto::chance::seeded_entropy;

use crate::engine::any_game::{AnyGame, GameEntry};
use crate::engine::bot::Progress;
use crate::engine::game::{Notes, Setup, Turn};
use crate::node::players::mind::{Mind, MindPlan};
use crate::node::players::program::Leash;
use crate::node::system::{event_loop, stop_signals};
use crate::table::front::StoppedBy;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The game.
    pub entry: &'static GameEntry,
    /// Its seats and options; as many seats as there are players.
    pub setup: Setup,
    /// Who plays, in the order of the seats of the first game.
    pub minds: Vec<MindPlan>,
    /// How many games.
    pub games: u32,
    /// What all luck follows from.
    pub seed: u64,
    /// How many games are played at once.
    pub threads: usize,
}

/// One game that was played, with a result for each player in the order of [`Contest::minds`].
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Which game, from 0.
    pub number: u32,
    /// How each did.
    pub results: Vec<GameResult>,
}

/// How somebody did in a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameResult {
    /// Whether they won, and with how many: 1 alone, 2 with one other, 0 not at all.
    pub winners: u32,
    /// With which score, all counted.
    pub score: i64,
    /// How often they decided.
    pub moves: u32,
    /// How long that took together.
    pub took: Duration,
    /// How long the slowest took.
    pub slowest: Duration,
    /// Why the greedy bot had to decide for them, each time.
    pub faults: Vec<String>,
}

/// Games under way. Whoever drops this ends the programs that play; moves that bots are at are left to themselves.
#[derive(Debug)]
pub struct Workers {
    stop: Arc<AtomicBool>,
    leashes: Vec<Leash>,
}

/// What came of a contest.
#[derive(Debug)]
pub struct Ended {
    /// The games that were played to their end, by their numbers.
    pub played: Vec<PlayedGame>,
    /// What stopped it before it was done, if something did.
    pub stopped: Option<StoppedBy>,
    /// What may still be under way then.
    pub workers: Workers,
}

/// Plays a contest, and tells of each game when it is done.
pub fn run(contest: Contest, tell: &mut dyn FnMut(&PlayedGame)) -> anyhow::Result<Ended> {
    event_loop()?.block_on(async {
        let mut signals = stop_signals(false)?;
        let games = contest.games;
        let (workers, mut done) = Workers::start(contest);
        let mut played = Vec::new();
        let mut stopped = None;
        while played.len() < games as usize {
            tokio::select! {
                game = done.recv() => {
                    // Whoever panicked has said so.
                    let Some(game) = game else { break };
                    tell(&game);
                    played.push(game);
                }
                Some(by) = signals.recv() => {
                    stopped = Some(by);
                    break;
                }
            }
        }
        played.sort_by_key(|game| game.number);
        Ok(Ended { played, stopped, workers })
    })
}

impl Workers {
    /// Each takes the next game that nobody plays yet, as long as there are any.
    #[expect(
        clippy::disallowed_methods,
        reason = "a game follows from its number, whoever plays it and when"
    )]
    fn start(contest: Contest) -> (Self, mpsc::UnboundedReceiver<PlayedGame>) {
        let (tell, done) = mpsc::unbounded_channel();
        let (contest, next) = (Arc::new(contest), Arc::new(AtomicU32::new(0)));
        let stop = Arc::new(AtomicBool::new(false));
        let mut leashes = Vec::new();
        for _ in 0..contest.threads.max(1) {
            let (contest, next, stop, tell) =
                (Arc::clone(&contest), Arc::clone(&next), Arc::clone(&stop), tell.clone());
            let mut minds: Vec<Mind> = contest.minds.iter().map(MindPlan::wake).collect();
            leashes.extend(minds.iter().filter_map(Mind::leash));
            std::thread::spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= contest.games {
                        return;
                    }
                    let Some(results) = contest.play(number, &mut minds, &stop) else { return };
                    if tell.send(PlayedGame { number, results }).is_err() {
                        return;
                    }
                }
            });
        }
        (Self { stop, leashes }, done)
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.leashes.iter().for_each(Leash::end);
    }
}

impl Contest {
    /// Plays one game to its end; nothing if it was stopped. As many games as there are players have the same luck, with
    /// everybody on every seat once.
    fn play(&self, number: u32, minds: &mut [Mind], stop: &AtomicBool) -> Option<Vec<GameResult>> {
        let players = minds.len();
        let (round, turn) = (number as usize / players, number as usize % players);
        let seed = self.seed.wrapping_add(round as u64);
        let player_on = |seat: usize| (seat + turn) % players;
        let mut game = (self.entry.begin)(&self.setup).expect("the set-up was checked before");
        let mut outcomes = vec![GameResult::default(); players];
        let mut draws = 0;
        loop {
            match game.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let can_draw = game.draw(seeded_entropy(seed, draws), &mut Notes::ignored());
                    assert!(can_draw, "a chance turn can be drawn");
                    draws += 1;
                }
                Turn::Seat(_) if stop.load(Ordering::Relaxed) => return None,
                Turn::Seat(seat) => {
                    let player = player_on(seat.number().into());
                    outcomes[player].decide(&mut minds[player], &mut *game);
                }
            }
        }
        let standings = game.standings();
        let first = standings.iter().filter(|standing| standing.rank == 1).count();
        for standing in standings {
            let outcome = &mut outcomes[player_on(standing.seat.number().into())];
            outcome.score = standing.total();
            outcome.winners = if standing.rank == 1 { u32::try_from(first).unwrap_or(u32::MAX) } else { 0 };
        }
        Some(outcomes)
    }
}

impl GameResult {
    fn decide(&mut self, mind: &mut Mind, game: &mut dyn AnyGame) {
        let began = Instant::now();
        let decided = mind.decide(game, &Progress::default());
        let took = began.elapsed();
        self.moves += 1;
        self.took += took;
        self.slowest = self.slowest.max(took);
        self.faults.extend(decided.fault.map(|fault| fault.to_string()));
        for action in &decided.actions {
            let done = game.apply(action, &mut Notes::ignored());
            assert!(done.is_ok(), "a bot decides on what is legal: {done:?}");
        }
    }
}
