//! The core promises on games that can be shrunk: a failure names the shortest game that shows it.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use whistlestop::engine::any_game::{ActionBytes, GameEntry};
use whistlestop::engine::game::{Notes, Setup, Turn, Viewer};
use whistlestop::engine::money::Money;

use super::walk::check_soundness;
use crate::common::halts::games;
use crate::common::table::{Table, with_amount};

/// A game as a list of picks: which of the choices, and how much.
#[derive(Clone, Debug)]
struct Play {
    game: usize,
    seats: u8,
    seed: u64,
    picks: Vec<(u16, u16)>,
}

proptest! {
    #![proptest_config(config(96))]

    #[test]
    fn the_same_actions_lead_to_the_same_states(play in plays(0..400)) {
        let (actions, hashes, _) = play.carry_out();
        let mut table = play.begin();
        let mut replayed = Vec::new();
        for action in actions {
            match action {
                Some(action) => prop_assert_eq!(table.apply(&action, &mut Notes::kept()), Ok(())),
                None => table.draw(&mut Notes::kept()),
            }
            replayed.push(table.game.state_hash());
        }
        prop_assert_eq!(replayed, hashes);
    }

    #[test]
    fn games_stay_sound_and_come_back_from_positions_and_bytes(play in plays(0..400)) {
        let (.., table) = play.carry_out();
        let (game, entry) = (table.game.as_ref(), play.entry());
        check_soundness(game, play.seats);
        let loaded = (entry.load)(&game.position(Viewer::Everything));
        prop_assert_eq!(loaded.unwrap().encode(), game.encode());
        let decoded = (entry.decode)(&game.encode());
        prop_assert_eq!(decoded.unwrap().state_hash(), game.state_hash());
    }

    #[test]
    fn no_bytes_harm_a_game(play in plays(0..200), bytes in vec(any::<u8>(), 0..64)) {
        let (.., mut table) = play.carry_out();
        let before = table.game.encode();
        if table.apply(&ActionBytes(bytes.clone()), &mut Notes::kept()).is_err() {
            prop_assert_eq!(table.game.encode(), before);
        }
        prop_assert_eq!(table.game.audit(), Ok(()));
        if let Ok(decoded) = (play.entry().decode)(&bytes) {
            prop_assert_eq!(decoded.encode(), bytes);
        }
    }
}

/// Every run tries the same cases, and nothing is written beside the sources; `PROPTEST_CASES` and
/// `PROPTEST_RNG_SEED` ask for more or for others.
fn config(cases: u32) -> ProptestConfig {
    let asked = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { asked.cases } else { cases };
    let rng_seed = if asked.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { asked.rng_seed };
    ProptestConfig { cases, rng_seed, failure_persistence: None, max_shrink_iters: 2_000, ..asked }
}

fn plays(length: std::ops::Range<usize>) -> impl Strategy<Value = Play> {
    let picks = vec((any::<u16>(), any::<u16>()), length);
    (0..games().len(), any::<u8>(), any::<u64>(), picks).prop_map(|(game, seats, seed, picks)| {
        let (min, max) = games()[game].meta.seats;
        Play { game, seats: min + seats % (max - min + 1), seed, picks }
    })
}

impl Play {
    fn entry(&self) -> &'static GameEntry {
        &games()[self.game]
    }

    fn begin(&self) -> Table {
        Table::begin(self.entry(), &Setup::new(self.seats), self.seed)
    }

    /// The actions (a draw is none), the hash after each, and the table where the picks ran out.
    fn carry_out(&self) -> (Vec<Option<ActionBytes>>, Vec<whistlestop::engine::canonical::Digest>, Table) {
        let mut table = self.begin();
        let (mut actions, mut hashes) = (Vec::new(), Vec::new());
        let mut picks = self.picks.iter();
        loop {
            let action = match table.game.turn() {
                Turn::Over => break,
                Turn::Chance => None,
                Turn::Seat(_) => match picks.next() {
                    Some(&pick) => Some(picked(&table, pick)),
                    None => break,
                },
            };
            match &action {
                Some(action) => table.apply(action, &mut Notes::ignored()).expect("a listed choice"),
                None => table.draw(&mut Notes::ignored()),
            }
            table.game.audit().expect("a game that was played is sound");
            actions.push(action);
            hashes.push(table.game.state_hash());
        }
        (actions, hashes, table)
    }
}

fn picked(table: &Table, (choice, amount): (u16, u16)) -> ActionBytes {
    let choices = table.game.choices();
    let choice = &choices[usize::from(choice) % choices.len()];
    let Some(range) = choice.amount else { return choice.action.clone() };
    let steps = (range.max - range.min).dollars() / range.step.dollars() + 1;
    let above: Money = range.step * (i64::from(amount) % steps);
    with_amount(table.game.as_ref(), choice, range.min + above)
}
