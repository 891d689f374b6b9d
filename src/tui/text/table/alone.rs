//! Words where too few are left at a table to decide anything, and for who comes back after it went on.

/// Several names in a sentence.
fn all(names: &[String]) -> String {
    match names {
        [] => "the others".to_owned(),
        [one] => one.clone(),
        [front @ .., last] => format!("{} and {last}", front.join(", ")),
    }
}

/// Too few are left.
pub fn too_few(missing: &[String]) -> String {
    let is = if missing.len() == 1 { "is" } else { "are" };
    format!("{} {is} out of reach, and without them nothing can be decided", all(missing))
}

/// What can be done at a screen.
pub const CHOICES: &str = "w waits, s saves and leaves, g goes on at once with a bot for whoever is missing";
/// The same in lines of text.
pub const STRANDED_LINES: &str =
    "wait, type `go` to go on at once with a bot for whoever is missing, or `quit` to save and leave";
/// Enough are there again.
pub const ENOUGH: &str = "enough are here again: the game goes on";

/// Others would go on.
pub fn would_go_on(would: &[String], missing: &[String], waits: bool) -> String {
    let waits = if waits { "; it happens when all who are here say so" } else { "" };
    format!("{} would go on without {}{waits}", all(would), all(missing))
}

/// The same at a screen, for somebody who has not said so.
pub fn press_to_agree(would: &[String], missing: &[String]) -> String {
    format!("{} would go on without {}: press g; or w waits, s saves and leaves", all(would), all(missing))
}

/// The player would, and others have not said so.
pub fn wait_for(others: &[String], missing: &[String]) -> String {
    format!("you would go on without {}; now {} must press g (w takes it back)", all(missing), all(others))
}

/// The player waits for who is missing.
pub fn you_wait(missing: &[String]) -> String {
    format!("you wait: the game goes on when {} can be reached again", all(missing))
}

/// All who are here would.
pub const BEGINNING: &str = "you go on together ...";

/// Others went on.
pub fn carried_on(by: &[String], key: &str) -> String {
    format!("{} went on with this game without you: {key} takes your seat back there", all(by))
}

/// What a table is that carries another on.
pub fn carries_on(index: u32, absent: &[String]) -> String {
    let bots = match absent {
        [] => String::new(),
        [one] => format!("; a bot plays for {one} until they are back"),
        several => format!("; bots play for {} until they are back", all(several)),
    };
    format!("this table carries the one before on from its entry {index}{bots}")
}

/// In the header, while nothing can be decided.
pub fn waits_for(missing: &[String]) -> String {
    format!("waiting for {}", all(missing))
}

/// In the header, while the own move is not final.
pub const ON_ITS_WAY: &str = "your move is on its way";
/// In the header, where a copy of the home plays on.
pub const ELSEWHERE: &str = "played on elsewhere";
/// In the header, where the table went on elsewhere.
pub const WENT_ON: &str = "the others went on";
/// A key that means something only where too few are left.
pub const ENOUGH_ARE_HERE: &str = "enough are here to decide; b lets a bot play for who is missing";
