//! Words of the page of advice.

use crate::engine::money::Money;
use crate::engine::search::Tally;

/// The page of advice.
pub const TITLE: &str = "Hint";
/// There is none now.
pub const NONE_NOW: &str = "hints are for practice: on your own turn, with nobody but bots at the table";

/// Advice is on its way.
pub fn thinking(percent: u32) -> String {
    format!("# Thinking\nYour choices are being played out: {percent} %.")
}

/// All advice, best first.
pub fn all(all: &[String]) -> String {
    let list: Vec<String> = (1..).zip(all).map(|(number, one)| format!("{number}. {one}")).collect();
    format!(
        "# What looks good now\n{}\n\nEach was played out for some turns, again and again, with everybody doing what looks best to them. \
         That is an estimate: people do other things.",
        list.join("\n\n")
    )
}

/// Something that could be done, and what would probably come of it.
pub fn one(steps: &[(String, Option<i64>)], tally: &Tally) -> String {
    let step = |(words, amount): &(String, Option<i64>)| match amount {
        Some(amount) => format!("{words}, {}", Money::new(*amount)),
        None => words.clone(),
    };
    let steps = steps.iter().map(step).collect::<Vec<_>>().join(", then ");
    let playouts = i64::from(tally.playouts);
    if playouts == 0 {
        return format!("**{steps}**: there is nothing else to do.");
    }
    let (wins, score, margin) = (tally.wins / 10 / playouts, tally.score / playouts, tally.margin / playouts);
    let tries = if playouts == 1 { "1 try".to_owned() } else { format!("{playouts} tries") };
    // Scores of a game that is not over leave out what counts most: what is still to come.
    if tally.ended < tally.playouts {
        return format!(
            "**{steps}**: in front in {wins} % of {tries}, counting what is still to come; the score by then is about {score}."
        );
    }
    let lead = match margin {
        1.. => format!("{margin} ahead of the best other"),
        0 => "level with the best other".to_owned(),
        _ => format!("{} behind the best other", -margin),
    };
    format!("**{steps}**: wins {wins} % of {tries}, with a score of about {score}, {lead}.")
}
