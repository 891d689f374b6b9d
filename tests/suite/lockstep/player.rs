//! How the simulator plays a registered game, and how it damages one.

use serde_json::Value;
use whistlestop::engine::any_game::{ActionBytes, AnyChoice, AnyGame};
use whistlestop::engine::game::{Notes, Viewer};
use whistlestop::games;
use whistlestop::table::rules::{GameRules, MAX_MOVE_ACTIONS, Move};
use whistlestop_proto::contract::SeatNumber;
use whistlestop_proto::rules::{Rules as _, ToMove};

use super::sim::luck::Luck;
use super::sim::world::Play;

/// Numbers that are tried before the damage is an action that nobody took.
const TRIES: u32 = 8;

impl Play for GameRules {
    /// Random actions of the seat, often several, as long as it decides and up to where a move may end.
    fn payload(&self, seat: SeatNumber, luck: &mut Luck) -> Vec<u8> {
        let (turn, mut draft) = (self.game().turn(), self.game().fork());
        let (mut actions, mut whole) = (Vec::new(), 0);
        while self.turn() == ToMove::Seat(seat) && draft.turn() == turn && actions.len() < MAX_MOVE_ACTIONS {
            let action = any_action(&*draft, luck);
            draft.apply(&action, &mut Notes::ignored()).expect("a listed choice is legal");
            actions.push(action);
            if draft.turn() != turn || draft.may_pause() {
                whole = actions.len();
                if luck.permille(400) {
                    break;
                }
            }
        }
        actions.truncate(whole);
        Move::new(actions).map_or_else(|_| Vec::new(), |whole| whole.encode())
    }

    /// One number of the position differs; where no other number can be, an action was taken that nobody took.
    fn damage(&mut self, luck: &mut Luck) {
        let entry = games::find(self.game().meta().id).expect("the game is registered");
        let position = self.game().position(Viewer::Everything);
        for _ in 0..TRIES {
            let mut damaged = position.clone();
            let mut numbers = Vec::new();
            collect_numbers(&mut damaged, &mut numbers);
            let place = usize::try_from(luck.below(numbers.len() as u64)).expect("a position is short");
            let number = numbers.swap_remove(place);
            *number = (number.as_i64().unwrap_or_default() + 1).into();
            if let Ok(game) = (entry.load)(&damaged)
                && game.state_hash() != self.game().state_hash()
            {
                *self = Self::new(game, self.bots());
                return;
            }
        }
        let mut game = self.game().fork();
        match self.turn() {
            ToMove::Seat(_) => {
                let action = any_action(&*game, luck);
                game.apply(&action, &mut Notes::ignored()).expect("a listed choice is legal");
            }
            ToMove::Chance => {
                let byte = u8::try_from(luck.below(256)).expect("a byte");
                assert!(game.draw([byte; 32], &mut Notes::ignored()), "a chance turn can be drawn");
            }
            ToMove::Over => {}
        }
        *self = Self::new(game, self.bots());
    }
}

fn any_action(game: &dyn AnyGame, luck: &mut Luck) -> ActionBytes {
    let choices = game.choices();
    with_any_amount(game, luck.pick(&choices), luck)
}

fn with_any_amount(game: &dyn AnyGame, choice: &AnyChoice, luck: &mut Luck) -> ActionBytes {
    let Some(range) = choice.amount else { return choice.action.clone() };
    let steps = (range.max - range.min).dollars() / range.step.dollars();
    let step = luck.below(u64::try_from(steps).expect("a range goes up") + 1);
    let amount = range.min + range.step * i64::try_from(step).expect("a range is short");
    game.action_from_json(&choice.json_with_amount(amount)).expect("a choice with an amount is an action")
}

fn collect_numbers<'a>(value: &'a mut Value, numbers: &mut Vec<&'a mut Value>) {
    match value {
        Value::Number(_) => numbers.push(value),
        Value::Array(items) => items.iter_mut().for_each(|item| collect_numbers(item, numbers)),
        Value::Object(fields) => fields.values_mut().for_each(|field| collect_numbers(field, numbers)),
        _ => {}
    }
}
