//! Words of the page that tells how it ended.

/// The result.
pub const TITLE: &str = "Result";
/// The column of ranks.
pub const COLUMN_RANK: &str = "place";
/// The column of scores.
pub const COLUMN_SCORE: &str = "score";

/// Who won.
pub fn won(winners: &[&str]) -> String {
    match winners {
        [] => "The game is over.".to_owned(),
        [one] => format!("The game is over. {one} wins!"),
        several => format!("The game is over. {} share the victory.", several.join(" and ")),
    }
}

/// Who wants to play again.
pub fn again(wanting: &[&str]) -> String {
    if wanting.is_empty() {
        "Press **a** to play again with the same people, **h** to look back, **q** to leave.".to_owned()
    } else {
        format!("{} would play again: press **a** to join in.", wanting.join(", "))
    }
}
