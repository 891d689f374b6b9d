//! Words of the first line, and of the terminal's title.

/// The game is over.
pub const GAME_OVER: &str = "the game is over";
/// A draw is due.
pub const CHANCE_DECIDES: &str = "a draw is being made";
/// A draw is due, in large letters.
pub const CHANCE: &str = "a draw";
/// The game is over, in large letters.
pub const OVER: &str = "game over";
/// The contract is not signed by all yet.
pub const SIGNING: &str = "waiting until all have signed";
/// The same in the header, while it would be the player's turn.
pub const ASKING: &str = "asking the others first";
/// There is nobody else to be in step with.
pub const ALONE: &str = "on this laptop";

/// The player's turn.
pub fn your_turn(name: &str) -> String {
    format!("► YOUR TURN, {}", name.to_uppercase())
}

/// The time that is left to whoever is to move; in large letters when it is little.
pub fn time_left(left: &str, low: bool) -> String {
    if low { format!("ONLY {left} LEFT") } else { format!("{left} left") }
}

/// Somebody else's turn.
pub fn their_turn(name: &str) -> String {
    format!("{name} is to move")
}

/// Whose turn it is, when a bot takes its time.
pub fn thinks(name: &str, percent: u32) -> String {
    format!("{name} thinks, {percent} %")
}

/// An entry of the past.
pub fn past(at: u32, len: u32) -> String {
    format!("PAST: entry {at} of {len}")
}

/// How many are in step, and who is missing.
pub fn in_step(steady: usize, people: usize, missing: &[&str]) -> String {
    if steady == people {
        return format!("{people} in step");
    }
    if missing.is_empty() {
        return format!("{steady} of {people} in step");
    }
    format!("{steady} of {people} in step, {} away", missing.join(", "))
}

/// Draws that can be foreseen.
pub fn seeded(seed: u64) -> String {
    format!("draws from seed {seed}: foreseeable")
}

/// How far the log is.
pub fn entry(index: u32) -> String {
    format!("entry {index}")
}

/// The title of the terminal.
pub fn title(game: &str) -> String {
    if game.is_empty() { "whistlestop".to_owned() } else { format!("whistlestop: {game}") }
}

/// The title of the terminal when it is the player's turn.
pub fn title_turn(game: &str) -> String {
    format!("► your turn: {game} (whistlestop)")
}
