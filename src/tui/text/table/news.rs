//! Words of the log: what happened at the table.

use std::path::Path;

use crate::engine::words::Words;
use crate::table::front::{
    Change, DesyncReport, Evidence, Kind, Owed, Voter, anew_done, change_done, change_words, time_up_done,
};

/// What an entry did that the game itself says nothing about.
pub fn about_entry(kind: Kind) -> Option<Words> {
    match kind {
        Kind::Change(change) => Some(change_done(change)),
        Kind::Anew => Some(anew_done()),
        Kind::TimeUp => Some(time_up_done()),
        Kind::Move | Kind::Bot { .. } | Kind::Draw | Kind::Untold => None,
    }
}

/// What is known of an entry where nobody knows the rules.
pub fn entry_without_rules(kind: Kind, seat: Option<u8>) -> Words {
    let who = seat.map(|seat| format!("{{seat {seat}}}")).unwrap_or_default();
    about_entry(kind).unwrap_or_else(|| match kind {
        Kind::Draw => "a draw".into(),
        Kind::Bot { stand_in: true } => format!("a bot moves for {who}").into(),
        _ => format!("{who} moves").into(),
    })
}

/// Something that was taken back.
pub fn taken_back(told: &str) -> String {
    format!("{told} (taken back)")
}

/// The words of the table, where others sit at other screens.
pub fn compare(phrase: &str) -> String {
    format!("the words of this table, to compare aloud: {phrase}")
}

/// Somebody known came with another key.
pub fn changed_key(name: &str) -> String {
    format!("{name} has another key than before: ask whether they have a new laptop")
}

/// Somebody wants a change.
pub fn wants(name: &str, change: Change, called: impl Fn(Voter) -> String) -> String {
    match change {
        change @ (Change::Remove { .. }
        | Change::StandIn { .. }
        | Change::Return { .. }
        | Change::Renew { .. }
        | Change::Admit { .. }
        | Change::TimeUp { .. }) => {
            format!("{name} would {}", change_words(change, called))
        }
        Change::TakeBack { to } => {
            format!("{name} asks to go back to entry {to}: y agrees, and it happens when all do")
        }
    }
}

/// A seat is away.
pub fn is_away(name: &str, owes: Owed) -> String {
    let owes = match owes {
        Owed::Nothing => "",
        Owed::Move => "; it is their turn",
        Owed::Links => "; a draw waits for them",
        Owed::Signature => "; the table waits for their signature",
    };
    format!("{name} is out of reach{owes}")
}

/// A seat is back.
pub fn is_back(name: &str) -> String {
    format!("{name} is back")
}

/// Somebody wants to leave.
pub fn is_leaving(name: &str, has_seat: bool) -> String {
    if has_seat { format!("{name} is leaving; a bot takes the seat") } else { format!("{name} is leaving") }
}

/// The table cannot start.
pub fn bad_keys(why: &str) -> String {
    format!("the table cannot start: {why}; leave it and gather again")
}

/// Two states differ.
pub fn desync(report: &DesyncReport) -> String {
    let DesyncReport { index, field, ours, theirs } = report;
    format!("not in step after entry {index}: {field} is {ours} here and {theirs} there")
}

/// This peer's state was mended.
pub fn repaired(index: u32) -> String {
    format!("repaired: the game was computed again from the journal and is sound at entry {index}")
}

/// This laptop does not know what it said, and asks to begin anew.
pub const RECOVERING: &str = "this laptop may hold an old copy of this game: it asks the others to let it begin anew, and you can move once enough of them have agreed";
/// An entry has let this laptop begin anew.
pub const RECOVERED: &str = "this laptop has begun anew here, and goes on";

/// The file of this table was damaged.
pub fn damaged(entries: usize, aside: &Path) -> String {
    format!(
        "this table's file was damaged behind entry {entries}: what followed is left out here, and the others tell it again if they are there; \
         the file as it was found is kept as {}",
        aside.display()
    )
}

/// A copy of this home plays on.
pub const SUPERSEDED: &str = "this table is played on elsewhere with a copy of your home, on another laptop or in another window; here you only watch: start the program here again to take it back";

/// What a seat has signed that nobody honest signs.
pub const fn signed(evidence: &Evidence) -> &'static str {
    match evidence {
        Evidence::TwoMoves(..) => "two different moves for one turn",
        Evidence::TwoHeads(..) => "that it saw two different games",
        Evidence::TwoVotes(..) => "two different votes on one question",
        Evidence::HeadAgainstVote(..) => "a vote against its own word",
        Evidence::TwoKeys(..) => "two different sources of its luck",
    }
}

/// A seat has cheated.
pub fn cheated(name: &str, evidence: &str) -> String {
    format!("{name} has signed {evidence}, which nobody honest does: p shows the proof")
}

/// The proof against a seat.
pub fn proof(name: &str, evidence: &str, [one, other]: &[String; 2]) -> String {
    format!("{name} has signed {evidence}, both with their own key:\n- {one}\n- {other}")
}

/// The table has parted.
pub fn forked(index: u32) -> String {
    format!("the table has parted at entry {index}: only a copy can go on (b in the lobby)")
}

/// A link was closed.
pub fn dropped(reason: &str) -> String {
    format!("a link was closed: {reason}")
}
