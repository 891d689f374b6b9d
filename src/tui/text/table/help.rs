//! Words of the help page.

use crate::tui::keymap::table::AtTable;

/// Help.
pub const TITLE: &str = "Help";
/// Before a search.
pub const PROMPT_SEARCH: &str = " search: ";
/// What the rulebooks leave open, and how it is decided here.
const RULINGS: &str = include_str!("../../../../docs/rulings.md");

/// The page: what applies now, the keys, all rules of the game, and the rulings of all games.
pub fn page(status: &str, rules_now: &str, cards: &str, keys: &str, rules: &str) -> String {
    let now =
        if rules_now.is_empty() { String::new() } else { format!("## The rules that apply\n{rules_now}\n") };
    format!(
        "# Now\n{status}\n\nPick what to do (a number, Enter on the line, or a place on the map). Its effect is shown in all tables as \
         old► new. Nothing counts before you commit; u takes back a step, esc drops everything.\n\n{now}\n{cards}\n# Keys\n{keys}\n{rules}\n{RULINGS}"
    )
}

/// What a key does, for the list of keys.
pub const fn long_words(intent: AtTable) -> &'static str {
    match intent {
        AtTable::Enter => "does what the highlighted line says",
        AtTable::Pick => "picks the highlighted line, but never commits",
        AtTable::Commit => "commits what was tried so far",
        AtTable::Other => "tries another way at the same place: another tile, another turn of it",
        AtTable::Undo => "takes back the last thing tried",
        AtTable::Escape => "closes a page, or drops what was tried",
        AtTable::NextPane | AtTable::LastPane => "goes to the next pane: choices, map, log",
        AtTable::Find => "finds a place by its name, or searches this help",
        AtTable::Talk => "says something to the others",
        AtTable::History => "the past, entry by entry",
        AtTable::Charts => "charts",
        AtTable::Panels => {
            "everything that lies beside the board, with what the cards say and what the signs mean"
        }
        AtTable::Zoom => {
            "goes nearer to a map that is too large to be shown with all its detail, or shows the whole of it"
        }
        AtTable::Log => "the whole log",
        AtTable::Map => "the map alone",
        AtTable::Help => "this help",
        AtTable::Bot => "lets a bot play for whoever is out of reach",
        AtTable::Advise => "in practice: what a good bot would do, and what would probably come of it",
        AtTable::TakeBack => "asks to take back your last move; all must agree",
        AtTable::Agree => "agrees to a take-back that somebody asks for",
        AtTable::CatchUp => "shows at once what bots did; from the past back to now",
        AtTable::Faster => "shows bots faster",
        AtTable::Slower => "shows bots slower",
        AtTable::Again => "after the end: play again with the same people",
        AtTable::Result => "after the end: the result",
        AtTable::People => "who is here, and the words to compare",
        AtTable::GoOn => {
            "where too few are left to decide anything: go on with those who are here, and bots for the others until they \
             are back; where the others went on: take your seat back there"
        }
        AtTable::Save => "where too few are left to decide anything: saves and leaves",
        AtTable::Wait => "where too few are left to decide anything: waits for them",
        AtTable::More => "shows the keys that have no room at the bottom; again, hides them",
        AtTable::Leave => "leaves; your seat stays yours unless you say otherwise",
        AtTable::Up
        | AtTable::Down
        | AtTable::Left
        | AtTable::Right
        | AtTable::PageUp
        | AtTable::PageDown
        | AtTable::First
        | AtTable::Last => "moves",
    }
}
