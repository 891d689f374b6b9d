//! Numbers through the game as a picture.

use std::fmt::Write as _;

use super::board::tone;
use super::markup::escape;
use crate::engine::scene::{Token, Tone};

const WIDTH: i64 = 560;
const HEIGHT: i64 = 220;
/// Room for figures at the left, for names at the right, and above and below.
const LEFT: i64 = 36;
const RIGHT: i64 = 150;
const EDGE: i64 = 14;

/// One number through the game.
#[derive(Debug)]
pub(super) struct PageTrack {
    pub(super) name: String,
    pub(super) token: Option<Token>,
    pub(super) values: Vec<i64>,
}

/// All tracks on one scale, signed with their names.
pub(super) fn svg(tracks: &[PageTrack]) -> String {
    let all = || tracks.iter().flat_map(|track| track.values.iter().copied());
    let low = all().min().unwrap_or(0).min(0);
    let high = all().max().unwrap_or(0).max(low + 1);
    let y = |value: i64| EDGE + (high - value) * (HEIGHT - 2 * EDGE) / (high - low);
    let mut drawn = String::new();
    for value in [low, high] {
        let _ = write!(
            drawn,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{at}\" y2=\"{at}\" stroke=\"#8886\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{value}</text>",
            WIDTH - RIGHT,
            LEFT - 4,
            y(value) + 4,
            at = y(value)
        );
    }
    let mut labels: Vec<(i64, usize)> = tracks
        .iter()
        .enumerate()
        .map(|(place, track)| (track.values.last().map_or(0, |v| y(*v)), place))
        .collect();
    labels.sort_unstable();
    let mut lowest = 0;
    for (wanted, place) in labels {
        let at = wanted.max(lowest);
        lowest = at + 12;
        drawn.push_str(&line(&tracks[place], place, at, y));
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         font-family=\"sans-serif\" font-size=\"11\" fill=\"currentColor\">{drawn}</svg>"
    )
}

fn line(track: &PageTrack, place: usize, label: i64, y: impl Fn(i64) -> i64) -> String {
    const TONES: [Tone; 5] = [Tone::Red, Tone::Blue, Tone::Green, Tone::Yellow, Tone::Black];
    let (colour, _) = tone(track.token.map_or(TONES[place % TONES.len()], |token| token.tone));
    let steps = i64::try_from(track.values.len()).unwrap_or(1).max(2) - 1;
    let x = |step: i64| LEFT + step * (WIDTH - LEFT - RIGHT) / steps;
    let points: Vec<String> =
        (0..).zip(&track.values).map(|(step, value)| format!("{},{}", x(step), y(*value))).collect();
    format!(
        "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{}\"/>\
         <text x=\"{}\" y=\"{}\">{} {}</text>",
        points.join(" "),
        WIDTH - RIGHT + 6,
        label + 4,
        escape(&track.name),
        track.values.last().copied().unwrap_or(0)
    )
}
