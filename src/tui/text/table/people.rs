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

/// How a seat is.
pub fn seat_state(in_step: bool, away: bool) -> String {
    match (away, in_step) {
        (true, _) => "away".to_owned(),
        (false, true) => "in step".to_owned(),
        (false, false) => "behind".to_owned(),
    }
}

/// What people should know about the table.
pub fn about_table(phrase: &str, journal: &str, proofs: &[String]) -> String {
    let proved = if proofs.is_empty() {
        String::new()
    } else {
        format!("## Proved\n{}\n\n{CHECKED}\n\n", proofs.join("\n\n"))
    };
    format!(
        "{proved}## Is this really our table?\nRead these words aloud; everybody at the table must see the same: **{phrase}**\n\n\
         ## Where it is kept\n{journal}\n\nEverything that is committed is there before it is sent. `whistlestop resume` goes on with it, \
         `whistlestop verify` checks every signature and draw."
    )
}

/// What a proof is good for.
const CHECKED: &str = "Both are in your journal, and anybody who has it can check them. The game goes on: what was final \
                       stays as it was.";
