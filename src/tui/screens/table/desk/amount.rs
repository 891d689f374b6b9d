//! An amount being typed.

use super::{Desk, Outcome};
use crate::engine::any_game::AmountRange;
use crate::engine::money::Money;
use crate::tui::text::table as text;

/// An amount being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AmountEntry {
    /// For which choice.
    pub choice: usize,
    /// Its bounds.
    pub range: AmountRange,
    /// What was typed; the first digit replaces what stood there.
    pub typed: String,
    fresh: bool,
}

impl AmountEntry {
    pub(super) fn new(choice: usize, range: AmountRange) -> Self {
        Self { choice, range, typed: range.min.dollars().to_string(), fresh: true }
    }
}

impl Desk {
    /// A digit of the amount.
    pub fn type_digit(&mut self, digit: char) {
        if let Some(amount) = &mut self.amount {
            if amount.fresh {
                amount.typed.clear();
            }
            amount.fresh = false;
            if amount.typed.len() < 6 {
                amount.typed.push(digit);
            }
        }
    }

    /// Takes back a digit of the amount.
    pub fn rub_out(&mut self) {
        if let Some(amount) = &mut self.amount {
            amount.typed.pop();
            amount.fresh = false;
        }
    }

    /// More or less by so many steps, within the bounds.
    pub fn change_amount(&mut self, by: i64) {
        if let Some(amount) = &mut self.amount {
            let AmountRange { min, max, step } = amount.range;
            let now = amount.typed.parse().unwrap_or_else(|_| min.dollars());
            let next = (now + by * step.dollars()).clamp(min.dollars(), max.dollars());
            (amount.typed, amount.fresh) = (next.to_string(), true);
        }
    }

    pub(super) fn confirm_amount(&mut self) -> Outcome {
        let Some(entry) = &self.amount else { return Outcome::Done };
        let AmountRange { min, max, step } = entry.range;
        let fits = |amount: &i64| {
            (min.dollars()..=max.dollars()).contains(amount)
                && (amount - min.dollars()) % step.dollars().max(1) == 0
        };
        let Some(amount) = entry.typed.parse::<i64>().ok().filter(fits) else {
            return Outcome::Say(text::turn::amount_range(self.game().meta().currency, entry.range));
        };
        let choice = self.choices[entry.choice].clone();
        self.amount = None;
        self.add(choice, Some(Money::new(amount)))
    }
}
