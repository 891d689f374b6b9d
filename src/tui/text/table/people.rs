//! Words of the page about who is here.

use crate::table::front::Holder;

/// People.
pub const TITLE: &str = "People";

/// What is behind a name.
pub fn seat_note(own: bool, bot: bool, holder: Holder, away: Option<u64>) -> String {
    match (own, bot, holder, away) {
        (_, true, ..) => "bot".to_owned(),
        (_, _, Holder::Bot | Holder::Removed, _) => "a bot plays for them".to_owned(),
        (_, _, Holder::StandIn, _) => "a bot stands in for them".to_owned(),
        (true, ..) => "you".to_owned(),
        (_, _, _, Some(seconds)) => format!("out of reach for {seconds} s"),
        _ => String::new(),
    }
}

/// How a seat is, and the time that it has left, if there is a clock.
pub fn seat_state(in_step: bool, away: bool, left: Option<&str>) -> String {
    let state = match (away, in_step) {
        (true, _) => "away",
        (false, true) => "in step",
        (false, false) => "behind",
    };
    left.map_or_else(|| state.to_owned(), |left| format!("{left}, {state}"))
}

/// What people should know about the table.
pub fn about_table(phrase: &str, journal: &str, clock: Option<String>, proofs: &[String]) -> String {
    let clock =
        clock.map_or_else(String::new, |clock| format!("## Time\nThis table has {clock}. {CLOCK}\n\n"));
    let proved = if proofs.is_empty() {
        String::new()
    } else {
        format!("## Proved\n{}\n\n{CHECKED}\n\n", proofs.join("\n\n"))
    };
    format!(
        "{proved}{clock}## Is this really our table?\nRead these words aloud; everybody at the table must see the same: **{phrase}**\n\n\
         ## Where it is kept\n{journal}\n\nEverything that is committed is there before it is sent. `whistlestop resume` goes on with it, \
         `whistlestop verify` checks every signature and draw."
    )
}

/// What a clock does.
const CLOCK: &str = "Only time counts in which the others hear you. When yours is up a bot makes that one move, and you go on. \
                     Where two play, it takes the other's own program to agree that their time is up.";

/// What a proof is good for.
const CHECKED: &str = "Both are in your journal, and anybody who has it can check them. The game goes on: what was final \
                       stays as it was.";
