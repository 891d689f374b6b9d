//! Every registered game in lockstep: the protocol's simulator, with real games instead of its toy.
//!
//! One seed is one run: the game, the seats, the faults and every move follow from it. `SIM_SEED=17 scripts/test
//! lockstep one_seed` repeats a run; `SIM_FIRST` and `SIM_SEEDS` choose which are run, and `scripts/soak` runs many.

mod player;
mod seeds;
#[path = "../../proto/tests/suite/sim"]
mod sim {
    pub(crate) mod hostile;
    pub(crate) mod judge;
    pub(crate) mod luck;
    pub(crate) mod world;
}

use sim::luck::Luck;
use sim::world::{Faults, Plan, Sim};
use whistlestop::bots::Random;
use whistlestop::engine::any_game::GameEntry;
use whistlestop::engine::game::Setup;
use whistlestop::games::GAMES;
use whistlestop::table::rules::{BotSeats, GameRules};
use whistlestop_proto::contract::{DrawMode, TimeControl};

/// So many in a plain `cargo test`; real games are long, and the toy has looked at the protocol from all sides.
const SEEDS: u64 = 24;

/// The game of a seed, and what happens at its table. Without faults a game lasts about half a minute; they strike for a
/// part of it or, where they hold it up, for longer, and then the rest must be played to the end.
fn plan(seed: u64) -> (&'static GameEntry, Plan) {
    let mut luck = Luck::new(seed ^ 0x009a_3e00);
    let entry = luck.pick(GAMES);
    let (fewest, most) = entry.meta.seats;
    let count = u8::try_from(luck.between(fewest.into(), most.into())).expect("few seats");
    let mut seats = vec![true; usize::from(count)];
    if count > 2 && luck.permille(300) {
        *seats.last_mut().expect("there are seats") = false;
    }
    let players: Vec<u8> = (0..count).filter(|seat| seats[usize::from(*seat)]).collect();
    let hostile = (players.len() >= 3 && luck.permille(350)).then(|| *luck.pick(&players));
    let mut severe = |most: u64| if luck.permille(500) { luck.below(most + 1) } else { 0 };
    let faults = Faults {
        drop_permille: severe(200),
        duplicate_permille: severe(150),
        delay_millis: (1, 1 + severe(300)),
        crash_permille: severe(6),
        torn_permille: 500,
        flap_permille: severe(40),
        partition_permille: severe(10),
        damage_permille: severe(4),
        skew: severe(1) > 0,
        ..Faults::default()
    };
    let draw = if luck.permille(200) { DrawMode::Seed(seed) } else { DrawMode::Fresh };
    let spectators = usize::try_from(luck.below(2)).expect("few spectators");
    let patience_millis = luck.between(500, 8_000);
    let heal_at = luck.between(10_000, 50_000);
    let witnesses = usize::from(luck.permille(250));
    let plan = Plan {
        seed,
        seats,
        witnesses,
        spectators,
        draw,
        clock: TimeControl::None,
        dozes: None,
        faults,
        hostile,
        two_faced: false,
        copied: None,
        vain_spectators: false,
        stands_in: false,
        heal_at,
        patience_millis,
        thinking_millis: 0,
    };
    (entry, plan)
}

fn run(seed: u64) -> Result<(), String> {
    let (entry, plan) = plan(seed);
    let count = u8::try_from(plan.seats.len()).expect("few seats");
    let game = (entry.begin)(&Setup::new(count)).expect("the game is for so many");
    let told = format!("{} {plan:?}", entry.meta.id);
    Sim::new(plan, GameRules::new(game, BotSeats::all(&Random)))
        .run()
        .map(drop)
        .map_err(|why| format!("{why}\n  {told}"))
}

#[test]
fn no_seed_breaks_the_table() {
    seeds::run_all(SEEDS, run);
}

#[test]
fn one_seed() {
    seeds::run_one(run);
}
