//! Numbers through the game: a line of bars each, or all in one chart.
//!
//! [`Sparks`] fits beside other things; [`StepChart`] is a whole screen. Both draw [`Track`]s on one scale, so that
//! they can be compared, and sign them with letters as well as colours.

mod sparks;
mod steps;

pub use sparks::Sparks;
pub use steps::StepChart;

use ratatui::style::Style;

use crate::engine::scene::{Token, Tone};
use crate::tui::theme::Theme;

/// One number through the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Track {
    /// Whose number it is.
    pub name: String,
    /// The sign that goes with it; without one it gets a digit.
    pub token: Option<Token>,
    /// The number after each step, oldest first.
    pub values: Vec<i64>,
    /// What the draft would make of it.
    pub next: Option<i64>,
}

/// From the lowest to the highest value of some tracks, and zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Scale {
    low: i64,
    high: i64,
}

impl Scale {
    fn of(tracks: &[Track]) -> Self {
        let values = || tracks.iter().flat_map(|track| track.values.iter().copied().chain(track.next));
        let low = values().min().unwrap_or(0).min(0);
        Self { low, high: values().max().unwrap_or(0).max(low + 1) }
    }

    /// Which of so many steps from the lowest, 0, to the highest a value is on.
    fn step(self, value: i64, steps: i64) -> i64 {
        let range = self.high - self.low;
        ((value - self.low) * (steps - 1) + range / 2).div_euclid(range).clamp(0, (steps - 1).max(0))
    }
}

impl Track {
    /// The letter or digit of a track, and its look.
    fn sign(&self, number: usize, theme: &Theme) -> (char, Style) {
        const TONES: [Tone; 6] = [Tone::Red, Tone::Blue, Tone::Yellow, Tone::Green, Tone::White, Tone::Black];
        let digit = char::from_digit(u32::try_from(number + 1).unwrap_or(0) % 10, 10).unwrap_or(' ');
        let token = self.token.unwrap_or(Token { letter: digit, tone: TONES[number % TONES.len()] });
        (token.letter, theme.tone(token.tone))
    }

    /// The value that one of so many columns stands for: the last one always for the latest.
    fn at(&self, column: usize, columns: usize) -> Option<i64> {
        let index = ((column + 1) * self.values.len()).div_ceil(columns.max(1));
        self.values.get(index.checked_sub(1)?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(values: &[i64]) -> Track {
        Track { values: values.to_vec(), ..Track::default() }
    }

    #[test]
    fn the_last_column_is_the_latest_value_however_many_there_are() {
        for count in [1, 2, 7, 100] {
            let track = track(&(0..count).collect::<Vec<_>>());
            for columns in [1, 3, 7, 80] {
                assert_eq!(track.at(columns - 1, columns), Some(count - 1));
                assert!(track.at(0, columns).is_some());
            }
        }
        assert_eq!(track(&[]).at(0, 5), None);
    }

    #[test]
    fn the_scale_holds_zero_and_every_value() {
        let scale = Scale::of(&[track(&[3, 18]), track(&[-4])]);
        assert_eq!(scale, Scale { low: -4, high: 18 });
        assert_eq!((scale.step(-4, 8), scale.step(18, 8), scale.step(7, 8)), (0, 7, 4));
        assert_eq!(Scale::of(&[]).step(0, 8), 0);
    }
}
