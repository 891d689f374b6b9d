//! Clocks as people write and read them: `90s/move`, `60m+10s`, `none`.

use whistlestop_proto::contract::TimeControl;
use whistlestop_proto::limits::{MAX_CLOCK_SECONDS, MAX_INCREMENT_SECONDS, MIN_CLOCK_SECONDS};

/// What to write instead of nonsense.
pub const CLOCK_HELP: &str = "give a clock as 90s/move for each move, or 60m+10s for the game and what each turn adds; \
                              from 5s to a week, with h, m and s, and at most 1h more a turn";

const MINUTE: u32 = 60;
const HOUR: u32 = 60 * MINUTE;

const _: () = assert!(
    MIN_CLOCK_SECONDS == 5 && MAX_CLOCK_SECONDS == 7 * 24 * HOUR && MAX_INCREMENT_SECONDS == HOUR,
    "the help names these bounds"
);

/// The clock that somebody wrote, if it is one.
pub fn parse_clock(text: &str) -> Option<TimeControl> {
    let text = text.trim();
    let clock = if text == "none" {
        TimeControl::None
    } else if let Some(time) = text.strip_suffix("/move") {
        TimeControl::EachMove { seconds: parse_seconds(time)? }
    } else {
        let (time, more) = text.split_once('+').map_or((text, None), |(time, more)| (time, Some(more)));
        let increment = more.map_or(Some(0), parse_seconds)?;
        TimeControl::EachGame { seconds: parse_seconds(time)?, increment }
    };
    clock.is_sound().then_some(clock)
}

/// Numbers with their units, the larger ones first: `1h30m`, `90s`.
fn parse_seconds(text: &str) -> Option<u32> {
    let (mut rest, mut seconds, mut below) = (text.trim(), 0_u32, u32::MAX);
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let at = rest.find(|c: char| !c.is_ascii_digit())?;
        let number: u32 = rest[..at].parse().ok()?;
        let unit = match rest.as_bytes()[at] {
            b'h' => HOUR,
            b'm' => MINUTE,
            b's' => 1,
            _ => return None,
        };
        if unit >= below {
            return None;
        }
        seconds = seconds.checked_add(number.checked_mul(unit)?)?;
        (rest, below) = (&rest[at + 1..], unit);
    }
    Some(seconds)
}

/// A clock as it is written.
pub fn clock_text(clock: TimeControl) -> Option<String> {
    match clock {
        TimeControl::None => None,
        TimeControl::EachMove { seconds } => Some(format!("{}/move", span(seconds))),
        TimeControl::EachGame { seconds, increment: 0 } => Some(span(seconds)),
        TimeControl::EachGame { seconds, increment } => {
            Some(format!("{}+{}", span(seconds), span(increment)))
        }
    }
}

/// A clock in words for people; nothing if there is none.
pub fn clock_words(clock: TimeControl) -> Option<String> {
    match clock {
        TimeControl::None => None,
        TimeControl::EachMove { seconds } => Some(format!("a clock: {} for each move", span(seconds))),
        TimeControl::EachGame { seconds, increment: 0 } => {
            Some(format!("a clock: {} for the game", span(seconds)))
        }
        TimeControl::EachGame { seconds, increment } => {
            Some(format!("a clock: {} for the game, and {} more each turn", span(seconds), span(increment)))
        }
    }
}

/// So many seconds in the largest units.
fn span(seconds: u32) -> String {
    let part = |count: u32, unit: &str| if count > 0 { format!("{count}{unit}") } else { String::new() };
    let (hours, minutes) = (seconds / HOUR, seconds % HOUR / MINUTE);
    let said = [part(hours, "h"), part(minutes, "m"), part(seconds % MINUTE, "s")].concat();
    if said.is_empty() { "0s".to_owned() } else { said }
}

/// Time that is left, as a clock shows it.
pub fn left_text(seconds: u32) -> String {
    let (hours, minutes, seconds) = (seconds / HOUR, seconds % HOUR / MINUTE, seconds % MINUTE);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let each_game = |seconds, increment| Some(TimeControl::EachGame { seconds, increment });
        let each_move = |seconds| Some(TimeControl::EachMove { seconds });
        for (text, clock) in [
            ("none", Some(TimeControl::None)),
            ("60m+10s", each_game(3_600, 10)),
            ("90s/move", each_move(90)),
            ("1m30s/move", each_move(90)),
            ("1h30m", each_game(5_400, 0)),
            (" 45m+0s ", each_game(2_700, 0)),
            ("168h", each_game(604_800, 0)),
            ("5s/move", each_move(5)),
        ] {
            assert_eq!(parse_clock(text), clock, "{text}");
        }
        for clock in [each_game(3_600, 10), each_game(2_700, 0), each_move(90), each_move(3_661)] {
            let clock = clock.unwrap();
            assert_eq!(parse_clock(&clock_text(clock).unwrap()), Some(clock));
        }
        assert_eq!(clock_text(TimeControl::None), None);
    }

    #[test]
    fn nonsense_is_no_clock() {
        for text in [
            "",
            "fast",
            "60",
            "60+10",
            "m",
            "10s5m",
            "5m5m",
            "90s/turn",
            "4s/move",
            "169h",
            "60m+61m",
            "60m+",
            "+10s",
            "-5m",
            "5 m",
            "99999999999s",
            "4294967295h",
            "60m+10s/move",
            "1h/move+5s",
        ] {
            assert_eq!(parse_clock(text), None, "{text}");
        }
    }

    #[test]
    fn a_clock_and_what_is_left_are_told_in_plain_words() {
        let words = |text| clock_words(parse_clock(text).unwrap());
        assert_eq!(words("none"), None);
        assert_eq!(words("90s/move").unwrap(), "a clock: 1m30s for each move");
        assert_eq!(words("60m").unwrap(), "a clock: 1h for the game");
        assert_eq!(words("60m+10s").unwrap(), "a clock: 1h for the game, and 10s more each turn");
        assert_eq!([0, 9, 75, 3_600, 7_325].map(left_text), ["0:00", "0:09", "1:15", "1:00:00", "2:02:05"]);
    }
}
