//! Words of the page that opens a table.

use super::{bots, names_and};
use crate::engine::game::OptionValue;
use crate::table::front::DrawMode;

/// The title of the page.
pub const TITLE: &str = "New table";
/// What Enter does.
pub const OPEN: &str = "open the table";

/// Labels of lines.
pub mod label {
    #![allow(missing_docs, reason = "each is its own word")]
    pub const GAME: &str = "Game";
    pub const PEOPLE: &str = "Where";
    pub const OTHERS: &str = "Others here";
    pub const SEATS: &str = "Seats";
    pub const BOTS: &str = "Bots";
    pub const BOT: &str = "Which bot";
    pub const DRAW: &str = "Draws";
    pub const SEED: &str = "Seed";
}

/// What the chosen line is about.
pub mod about {
    #![allow(missing_docs, reason = "each is its own word")]
    pub const NETWORK: &str = "Others find the table by themselves, or join by your address.";
    pub const LAPTOP: &str = "Everybody plays here, one after the other. No network is used.";
    pub const OTHERS: &str = "Who else plays on this laptop, with commas between. You are in already.";
    pub const BOTS: &str = "How many seats bots play.";
    pub const SEED: &str = "Any number. The same number and the same moves give the same game.";
    pub const PHRASE: &str = "If there is one, only who knows it can sit down or watch.";
}

/// What the line for others on this laptop says while nothing is typed.
pub const OTHERS_BLANK: &str = "Ben, Chloe";
/// Where a table is played.
pub const ON_NETWORK: &str = "on the network";
/// Where a table is played.
pub const ON_LAPTOP: &str = "on this laptop";

/// What a way of drawing means.
pub fn draw_about(draw: DrawMode) -> &'static str {
    match draw {
        DrawMode::Fresh => {
            "Drawn together by all seats at the moment it is needed: nobody can foresee or steer it."
        }
        DrawMode::Seed(_) => {
            "All draws follow from a number and can be foreseen: for trying things out, or the same game twice."
        }
    }
}

/// A way of drawing.
pub fn draw_name(draw: DrawMode) -> &'static str {
    match draw {
        DrawMode::Fresh => "fresh",
        DrawMode::Seed(_) => "from a seed",
    }
}

/// A value of a game's option.
pub fn option_value(value: &OptionValue) -> &'static str {
    match value {
        OptionValue::Flag(true) => "on",
        OptionValue::Flag(false) => "off",
        OptionValue::Name(name) => name,
    }
}

/// An option's name as people read it.
pub fn option_label(name: &str) -> String {
    let words = name.replace(['_', '-'], " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What a game is for.
pub fn about_game(title: &str, (min, max): (u8, u8)) -> String {
    format!("{title} is for {min} to {max} players.")
}

/// What seats are.
pub fn about_seats((min, max): (u8, u8)) -> String {
    format!("From {min} to {max}, bots included. Bots can still be put on free seats later.")
}

/// What a bot is.
pub fn about_bot(about: &str) -> String {
    format!("{}. It also stands in for somebody who loses contact.", about.trim_end_matches('.'))
}

/// Who sits at a table to be opened.
pub fn summary(people: &[String], free: u8, bot_seats: u8) -> String {
    let mut parts = people.to_vec();
    match free {
        0 => {}
        1 => parts.push("1 free seat".to_owned()),
        many => parts.push(format!("{many} free seats")),
    }
    if bot_seats > 0 {
        parts.push(bots(bot_seats));
    }
    format!("At the table: {}.", names_and(&parts))
}

/// What is wrong with a table to be opened.
pub mod problem {
    /// Too few or too many.
    pub fn people(game: &str, (min, max): (u8, u8), here: usize) -> String {
        let what = if here < usize::from(min) { "add people or bots" } else { "take some out" };
        format!("{game} is for {min} to {max} seats, and this makes {here}: {what}.")
    }

    /// A name that cannot be shown.
    pub fn name(name: &str) -> String {
        format!("\"{name}\" cannot be a name here: use a shorter one.")
    }

    /// Two people with one name.
    pub fn twice(name: &str) -> String {
        format!("{name} is there twice: give everybody a name of their own.")
    }

    /// A seed that is no number.
    pub const SEED: &str = "A seed is a whole number, such as 7.";
}

/// What the page is about, for help.
pub const HELP: &[&str] = &[
    "Up and down choose a line, left and right change it, Enter opens the table.",
    "Others see an open table in their lobby. The game begins when all seats are taken and everybody is ready.",
    "Bots also stand in for somebody who loses contact, if the others want that.",
];
