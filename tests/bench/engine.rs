//! How fast the engine plays, next to the signature that every committed move costs anyway.
//!
//! All figures come from one run, in rounds that take turns, and what counts is the ratio: a slow or busy
//! machine slows both sides. `scripts/bench` runs this.

#![expect(clippy::disallowed_types, clippy::print_stdout, clippy::cast_precision_loss)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use ed25519_dalek::{Signer, SigningKey};
use whistlestop::bots::BOTS;
use whistlestop::engine::any_game::{AnyGame, GameEntry, state_hash};
use whistlestop::engine::bot::Bot;
use whistlestop::engine::chance::Chance;
use whistlestop::engine::game::{Choice, Choices, Game, Notes, Setup, Turn};
use whistlestop::engine::money::Money;
use whistlestop::games::GAMES;
use whistlestop::games::chicago_express::ChicagoExpress;
use whistlestop::games::prairie_railroads::PrairieRailroads;
use whistlestop::games::railroad_rivals::RailroadRivals;
use whistlestop::games::railways_of_the_world::RailwaysOfTheWorld;

const ROUNDS: usize = 31;
const ACTIONS: u32 = 20_000;
const SIGNATURES: u32 = 400;
const BOT_GAMES: u8 = 30;

fn main() {
    println!("one action = list all choices, pick one, apply it; medians of {ROUNDS} rounds\n");
    println!("{:<44} {:>10} {:>12} {:>10} {:>8}", "", "ns", "per second", "ratio", "goal");
    bench_game::<ChicagoExpress>(30, 6);
    bench_game::<PrairieRailroads>(20, 6);
    bench_game::<RailroadRivals>(10, 6);
    bench_game::<RailwaysOfTheWorld>(4, 3);
    println!("one decision of a bot, at every moment of games with itself and every number of seats");
    println!("{:<44} {:>10} {:>12} {:>10}", "", "decisions", "mean us", "slowest us");
    GAMES.iter().for_each(bench_bots);
}

/// Prints how long the quick bots think: the slowest decision holds up a table. `whistlestop arena` tells it of those that
/// look ahead.
fn bench_bots(entry: &GameEntry) {
    for bot in BOTS.iter().filter(|bot| !bot.is_slow()) {
        let (mut times, (min, max)) = (Vec::new(), entry.meta.seats);
        for round in 0..BOT_GAMES {
            let mut picks = Chance::new([round; 32]);
            let setup = Setup::new(min + round % (max - min + 1));
            let mut game = (entry.begin)(&setup).expect("the game is for so many");
            while game.turn() != Turn::Over {
                if game.turn() == Turn::Chance {
                    assert!(game.draw(entropy(&mut picks), &mut Notes::ignored()), "chance is on");
                    continue;
                }
                let actions = bot.decide(&*game);
                times.push(decision_time(*bot, &*game));
                // Now and then anybody moves: bots that decide by the state alone would repeat themselves.
                if picks.below(6) == 0 {
                    let choices = game.choices();
                    let place = picks.below(u32::try_from(choices.len()).expect("choices are some hundred"));
                    game.apply(&choices[place as usize].action, &mut Notes::ignored()).expect("it is listed");
                } else {
                    for action in &actions {
                        game.apply(action, &mut Notes::ignored()).expect("a bot's actions are legal");
                    }
                }
            }
        }
        let (count, slowest) = (times.len(), times.iter().copied().fold(0.0, f64::max));
        let mean = times.iter().sum::<f64>() / count as f64;
        println!(
            "{:<44} {count:>10} {mean:>12.0} {slowest:>10.0}",
            format!("{}: {}", entry.meta.id, bot.name())
        );
    }
}

/// Microseconds a decision: the best of three, since whatever else runs on the machine is not the bot's doing.
fn decision_time(bot: &dyn Bot, game: &dyn AnyGame) -> f64 {
    let times = [(); 3].map(|()| {
        let start = Instant::now();
        black_box(bot.decide(black_box(game)));
        start.elapsed().as_nanos() as f64 / 1e3
    });
    times.into_iter().fold(f64::INFINITY, f64::min)
}

fn entropy(picks: &mut Chance) -> [u8; 32] {
    std::array::from_fn(|_| u8::try_from(picks.below(256)).expect("a byte"))
}

/// Prints the rows of a game: without and with a state hash, which may cost at most `1/goal` of a verification.
fn bench_game<G: Game>(goal: u32, goal_hashed: u32) {
    let mut rounds: [Vec<f64>; 3] = Default::default();
    let mut players = [Player::<G>::new(1), Player::<G>::new(1)];
    for _ in 0..ROUNDS {
        rounds[0].push(verify());
        rounds[1].push(players[0].play(false));
        rounds[2].push(players[1].play(true));
    }
    let [verify, plain, hashed] = rounds.map(median);
    row("ed25519 verify_strict, 200 bytes", verify, None);
    row(&format!("{}: choices + apply", G::META.id), plain, Some((verify / plain, goal)));
    row(&format!("{}: the same with a state hash", G::META.id), hashed, Some((verify / hashed, goal_hashed)));
    println!();
}

fn row(name: &str, nanoseconds: f64, ratio: Option<(f64, u32)>) {
    let per_second = 1e9 / nanoseconds;
    let ratio = ratio.map_or_else(String::new, |(ratio, goal)| {
        format!("{:>10} {:>8}", format!("1/{ratio:.0}"), format!("1/{goal}"))
    });
    println!("{name:<44} {nanoseconds:>10.0} {per_second:>12.0} {ratio}");
}

/// Nanoseconds a verification.
fn verify() -> f64 {
    let key = SigningKey::from_bytes(&[7; 32]);
    let message = [42; 200];
    let (signature, public) = (key.sign(&message), key.verifying_key());
    let start = Instant::now();
    for _ in 0..SIGNATURES {
        public.verify_strict(black_box(&message), black_box(&signature)).expect("the signature is good");
    }
    per(start.elapsed(), SIGNATURES)
}

/// Random players at one game after the other, two to six of them in turn.
struct Player<G: Game> {
    game: G,
    picks: Chance,
    choices: Choices<G::Action>,
    games: u8,
}

impl<G: Game> Player<G> {
    fn new(seed: u8) -> Self {
        let mut picks = Chance::new([seed; 32]);
        Self { game: begin(0, &mut picks), picks, choices: Choices::legal_only(), games: 0 }
    }

    /// Nanoseconds an action, with a hash of the state after each if asked for.
    fn play(&mut self, hash: bool) -> f64 {
        let start = Instant::now();
        for _ in 0..ACTIONS {
            self.step();
            if hash {
                black_box(state_hash(&self.game));
            }
        }
        per(start.elapsed(), ACTIONS)
    }

    fn step(&mut self) {
        match self.game.turn() {
            Turn::Chance => self.game.draw(&mut self.picks, &mut Notes::ignored()),
            Turn::Over => {
                self.games = self.games.wrapping_add(1);
                self.game = begin(self.games, &mut self.picks);
            }
            Turn::Seat(_) => {
                self.choices.clear();
                self.game.list_choices(&mut self.choices);
                let action = pick::<G>(&self.choices.legal, &mut self.picks);
                self.game.apply(&action, &mut Notes::ignored()).expect("a listed choice is legal");
            }
        }
    }
}

fn begin<G: Game>(games: u8, picks: &mut Chance) -> G {
    let (min, max) = G::META.seats;
    let mut game = G::new(&Setup::new(min + games % (max - min + 1))).expect("the game is for so many");
    if game.turn() == Turn::Chance {
        game.draw(picks, &mut Notes::ignored());
    }
    game
}

fn pick<G: Game>(choices: &[Choice<G::Action>], picks: &mut Chance) -> G::Action {
    let end = u32::try_from(choices.len()).expect("choices are some hundred");
    match &choices[picks.below(end) as usize] {
        Choice::Act(action) => action.clone(),
        Choice::Amount { with, min, max, step } => {
            let steps = (*max - *min).dollars() / step.dollars() + 1;
            let steps = u32::try_from(steps).unwrap_or(u32::MAX);
            with(*min + Money::new(i64::from(picks.below(steps)) * step.dollars()))
        }
    }
}

fn per(time: Duration, count: u32) -> f64 {
    time.as_nanos() as f64 / f64::from(count)
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
