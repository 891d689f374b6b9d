//! Words at the table.

use std::path::Path;

use crate::engine::any_game::AmountRange;
use crate::engine::money::{Currency, Money};
use crate::engine::scene::{Card, Cards};
use crate::engine::search::Tally;
use crate::engine::words::Words;
use crate::table::event::{Kind, anew_done, change_done, change_words};
use crate::table::front::{Change, DesyncReport, Evidence, Holder, Owed, Voter};
use crate::tui::keymap::table::AtTable;

/// How long a bot's move is looked at, with the word for it.
pub const PACES: [(u64, &str); 5] =
    [(0, "at once"), (250, "fast"), (700, "brisk"), (1_500, "steady"), (4_000, "slow")];

/// The usual one of [`PACES`].
pub const USUAL_PACE: usize = 2;

// At the table

/// What an entry did that the game itself says nothing about.
pub fn about_entry(kind: Kind) -> Option<Words> {
    match kind {
        Kind::Change(change) => Some(change_done(change)),
        Kind::Anew => Some(anew_done()),
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
        | Change::Admit { .. }) => {
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

/// The own state was mended.
pub fn repaired(index: u32) -> String {
    format!("repaired: the game was computed again from the journal and is sound at entry {index}")
}

/// This laptop does not know what it said, and asks to begin anew.
pub const RECOVERING: &str = "this laptop may hold an old copy of this game: it asks the others to let it begin anew, and you can move once enough of them have agreed";

/// The same in the header, while it would be the player's turn.
pub const ASKING: &str = "asking the others first";
/// The same at the bottom, with the way on.
pub const ASKING_WHAT: &str = "you move once the others let this laptop begin anew; q saves and leaves";

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

// The own turn

/// A commit waits for the others.
pub const WAITING_FOR_TABLE: &str = "your move is on its way; wait until the others have signed it";
/// There is no choice.
pub const NOTHING_TO_CHOOSE: &str = "there is nothing to choose";
/// There is nothing to do at a place.
pub const NOTHING_HERE: &str = "nothing can be done there now";
/// Nothing was tried.
pub const NOTHING_TO_UNDO: &str = "there is nothing to undo";
/// Nothing was tried, or nothing else can be done there.
pub const NO_OTHER_WAY: &str = "there is no other way to do this here";
/// Nothing was tried.
pub const NOTHING_TO_COMMIT: &str = "choose something first; nothing counts before you commit it";

/// A commit was asked for in the midst of what is one move.
pub const NOT_YET_WHOLE: &str = "finish what you began first, or take it back: it is one move";

/// Why a choice is blocked.
pub fn blocked(why: &str, rule: &str) -> String {
    format!("{why} ({rule})")
}

/// The menu is shorter.
pub fn no_such_line(digit: usize) -> String {
    format!("there is no choice {digit}")
}

/// What an amount must be.
pub fn amount_range(currency: Currency, range: AmountRange) -> String {
    let [min, max, step] = [range.min, range.max, range.step].map(|amount| currency.write(amount));
    if range.step == Money::new(1) {
        format!("type an amount from {min} to {max}")
    } else {
        format!("type an amount from {min} to {max} in steps of {step}")
    }
}

// Keys that lead nowhere just now

/// The name of who talks without a seat.
pub const YOU: &str = "you";
/// The result was asked for too early.
pub const NOT_OVER: &str = "the game is not over yet";
/// Space was pressed on the commit line.
pub const ENTER_COMMITS: &str = "press Enter to commit";
/// Nothing on the map is chosen.
pub const NO_CURSOR: &str = "move to a place with the arrows, or type / and its name";
/// Somebody else decides.
pub const NOT_YOUR_TURN: &str = "it is not your turn; you may look around, talk (t) or read the rules (?)";
/// Everybody is here.
pub const NOBODY_MISSING: &str = "nobody is missing";
/// There is nothing to take back.
pub const NO_TAKE_BACK: &str = "only your last move can be taken back, and none across a draw";
/// Nobody asks for anything.
pub const NOTHING_TO_AGREE: &str = "nobody asks for anything";
/// The player wants another game.
pub const WANT_AGAIN: &str = "you would play again; it begins when all who are here say so";

/// No place is called so.
pub fn no_such_place(typed: &str) -> String {
    format!("no place here is called {typed:?}")
}

/// A take-back was asked for.
pub fn asked_take_back(to: u32) -> String {
    format!("you ask to go back to entry {to}; it happens when all players agree")
}

/// How fast bots are shown.
pub fn pace(words: &str) -> String {
    format!("bots play {words}")
}

// The terminal's title, and what is left behind

/// The title of the terminal.
pub fn title(game: &str) -> String {
    if game.is_empty() { "whistlestop".to_owned() } else { format!("whistlestop: {game}") }
}

/// The title of the terminal when it is the player's turn.
pub fn title_turn(game: &str) -> String {
    format!("► your turn: {game} (whistlestop)")
}

/// Where the game is, for when the screens are gone.
pub fn kept_at(journal: &str, over: bool) -> String {
    if over {
        format!("the game is over; it is kept in {journal} (whistlestop replay shows it again)")
    } else {
        format!("the table is saved in {journal}; whistlestop resume goes on with it")
    }
}

// The header

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
/// There is nobody else to be in step with.
pub const ALONE: &str = "on this laptop";

/// The player's turn.
pub fn your_turn(name: &str) -> String {
    format!("► YOUR TURN, {}", name.to_uppercase())
}

/// What follows what was tried.
pub fn then(status: &str) -> String {
    format!("then: {status}")
}

/// Somebody else's turn.
pub fn their_turn(name: &str) -> String {
    format!("{name} is to move")
}

/// Whose turn it is, when a bot takes its time.
pub fn thinks(name: &str, percent: u32) -> String {
    format!("{name} thinks, {percent} %")
}

// Advice

/// The page of advice.
pub const PANE_ADVICE: &str = "Hint";

/// There is none now.
pub const NO_ADVICE: &str = "hints are for practice: on your own turn, with nobody but bots at the table";

/// Advice is on its way.
pub fn advising(percent: u32) -> String {
    format!("# Thinking\nYour choices are being played out: {percent} %.")
}

/// All advice, best first.
pub fn all_advice(all: &[String]) -> String {
    let list: Vec<String> = (1..).zip(all).map(|(number, one)| format!("{number}. {one}")).collect();
    format!(
        "# What looks good now\n{}\n\nEach was played out for some turns, again and again, with everybody doing what looks best to them. \
         That is an estimate: people do other things.",
        list.join("\n\n")
    )
}

/// Something that could be done, and what would probably come of it.
pub fn advice(steps: &[(String, Option<i64>)], tally: &Tally) -> String {
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

// The bottom line

/// What leaving means.
pub const ASK_LEAVE: &str = "Leave? Your seat stays yours (s, resume later), or a bot plays meanwhile (b)";
/// Somebody asks for a take-back.
pub const ASKED_TAKE_BACK: &str = "somebody asks to take moves back: y agrees; it happens when all do";
/// In the past.
pub const HINT_PAST: &str = "the board as it was; what the entry changed is marked";
/// Bots have moved on.
pub const HINT_CATCH_UP: &str = "bots are playing; n shows at once how it stands";
/// The commit line is highlighted.
pub const HINT_COMMIT: &str = "nothing counts before you commit; u takes back a step, esc all of it";
/// The draft leads to a draw.
pub const HINT_CHANCE: &str = "then chance decides: once committed, this cannot be taken back";
/// Many choices of a kind, or about a place.
pub const HINT_GROUP: &str = "Enter lists them, esc comes back; the map shows where they are";
/// Places can be picked.
pub const HINT_PLACES: &str = "pick a line, or a marked place: tab and arrows, / and its name, or a click";

/// Somebody is missing.
pub fn missing(name: &str, seconds: u64, waits: bool) -> String {
    let choices = if waits { ": wait, b lets a bot play, q saves and leaves" } else { "" };
    format!("{name} lost contact {seconds} s ago{choices}")
}

/// How to type an amount.
pub fn hint_amount(currency: Currency, within: AmountRange) -> String {
    format!("type {}, or + and -; Enter tries it", range(currency, within))
}

/// The laptop goes to somebody else.
pub fn hand_over(name: &str) -> String {
    format!("Hand the laptop to {name}. {name}: press Enter.")
}

// The key bar

/// Save and leave.
pub const KEY_SAVE: &str = "save and leave";
/// Leave for good.
pub const KEY_BOT_PLAYS_ON: &str = "a bot plays on";
/// Stay.
pub const KEY_STAY: &str = "stay";
/// Take the laptop.
pub const KEY_TAKE: &str = "here I am";
/// Say what was typed.
pub const KEY_SAY: &str = "say";
/// Go to the place.
pub const KEY_GO: &str = "go there";
/// Back.
pub const KEY_BACK: &str = "back";
/// One entry back or forth.
pub const KEY_STEP: &str = "entry by entry";
/// Ten entries.
pub const KEY_LEAP: &str = "ten";
/// Back to now.
pub const KEY_NOW: &str = "back to now";
/// Another chart.
pub const KEY_OTHER_CHART: &str = "other chart";
/// Scroll.
pub const KEY_SCROLL: &str = "scroll";
/// The keys for that.
pub const PAGE_KEYS: &str = "pgup/pgdn";
/// A page at a time.
pub const KEY_PAGE: &str = "page";
/// Search.
pub const KEY_SEARCH: &str = "search";
/// Play again.
pub const KEY_AGAIN: &str = "play again";
/// The board.
pub const KEY_BOARD: &str = "board";
/// The next pane.
pub const KEY_PANE: &str = "pane";
/// Commit.
pub const KEY_COMMIT: &str = "commit";
/// Choose.
pub const KEY_CHOOSE: &str = "choose";
/// Move on the map.
pub const KEY_MOVE: &str = "move";
/// Change the amount.
pub const KEY_AMOUNT: &str = "amount";

// Titles of panes

/// The map.
pub const PANE_MAP: &str = "Map";
/// The own turn.
pub const PANE_TURN: &str = "Your turn";
/// Somebody else's turn.
pub const PANE_WAIT: &str = "Now";
/// An entry of the past.
pub const PANE_PAST: &str = "Then";
/// The log.
pub const PANE_LOG: &str = "Log";
/// Charts.
pub const PANE_CHARTS: &str = "Charts";
/// Help.
pub const PANE_HELP: &str = "Help";
/// People.
pub const PANE_PEOPLE: &str = "People";
/// The result.
pub const PANE_RESULT: &str = "Result";
/// The line of the menu that commits.
pub fn commit_line(steps: usize) -> String {
    if steps == 1 { "Commit this".to_owned() } else { format!("Commit these {steps} steps") }
}
/// Dials.
pub const PANE_DIALS: &str = "Dials";
/// What something costs.
pub fn price(currency: Currency, price: Money) -> String {
    format!("-{}", currency.write(price))
}
/// What the signs on the map mean.
pub const PANE_SIGNS: &str = "Signs on the map";
/// Facts.
pub const PANE_FACTS: &str = "Also";
/// What can be chosen on the map.
pub const MARK_LEGAL: &str = "can be chosen";
/// The same where it costs something.
pub const MARK_PRICED: &str = "can be chosen, at this price";
/// What was tried on the map.
pub const MARK_DRAFT: &str = "tried";
/// Behind the commit line where chance follows.
pub const COMMIT_TO_CHANCE: &str = "(then chance decides: no way back)";
/// Before what is said.
pub const PROMPT_TALK: &str = " say: ";
/// Before a place.
pub const PROMPT_FIND: &str = " go to: ";
/// Before a search.
pub const PROMPT_SEARCH: &str = " search: ";
/// The column of ranks.
pub const COLUMN_RANK: &str = "place";
/// The column of scores.
pub const COLUMN_SCORE: &str = "score";

/// The title of the sparklines.
pub fn sparklines(kind: &str) -> String {
    format!("{kind}, entry by entry")
}

/// Something that was taken back.
pub fn taken_back(told: &str) -> String {
    format!("{told} (taken back)")
}

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

/// The words of the table, where others sit at other screens.
pub fn compare(phrase: &str) -> String {
    format!("the words of this table, to compare aloud: {phrase}")
}

/// What a proof is good for.
const CHECKED: &str = "Both are in your journal, and anybody who has it can check them. The game goes on: what was final \
                       stays as it was.";

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

/// What the rulebooks leave open, and how it is decided here.
const RULINGS: &str = include_str!("../../../docs/rulings.md");

/// The help page: what applies now, the keys, all rules of the game, and the rulings of all games.
pub fn help(status: &str, rules_now: &str, cards: &str, keys: &str, rules: &str) -> String {
    let now =
        if rules_now.is_empty() { String::new() } else { format!("## The rules that apply\n{rules_now}\n") };
    format!(
        "# Now\n{status}\n\nPick what to do (a number, Enter on the line, or a place on the map). Its effect is shown in all tables as \
         old► new. Nothing counts before you commit; u takes back a step, esc drops everything.\n\n{now}\n{cards}\n# Keys\n{keys}\n{rules}\n{RULINGS}"
    )
}

/// All choices of a kind, or about a place.
pub fn group_line(name: &str, count: usize) -> String {
    format!("{name} ({count} choices)")
}

/// No cards lie there.
const NO_CARDS: &str = "none";

/// The heading of cards on the help page.
pub fn cards_section(cards: &Cards) -> String {
    format!("# {}\n{}\n", cards.title, self::cards(cards))
}

/// What the columns of tables mean: the title of each, and its columns.
pub fn columns<'a>(tables: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let tables: Vec<String> = tables.map(|(title, about)| format!("## {title}\n{about}\n")).collect();
    if tables.is_empty() { String::new() } else { format!("# What the columns mean\n{}", tables.concat()) }
}

/// Cards that lie open, with what they say, for the help page.
pub fn cards(cards: &Cards) -> String {
    let owner = |card: &Card| card.token.map(|token| format!(" [{}]", token.letter)).unwrap_or_default();
    let line = |card: &Card| format!("- **{}**{} {}: {}", card.name, owner(card), card.worth, card.text);
    let lines: Vec<String> = cards.cards.iter().map(line).collect();
    if lines.is_empty() { NO_CARDS.to_owned() } else { lines.join("\n") }
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

/// The window is too small.
pub const TOO_SMALL: &str = "This window is too small for a train table.";

/// How small it is, and how large it should be.
pub fn too_small(is: (u16, u16), should: (u16, u16)) -> String {
    format!("It has {} columns and {} lines; make it at least {} by {}.", is.0, is.1, should.0, should.1)
}

/// From the least to the most.
pub fn range(currency: Currency, range: AmountRange) -> String {
    format!("{} to {}", currency.write(range.min), currency.write(range.max))
}

// A newcomer's first turns

/// Nothing was chosen yet.
pub const GUIDE_FIRST: &str = "Welcome! Enter takes the highlighted line; arrows, a number or a click another. Nothing counts yet, so \
try things out; ? explains.";
/// An amount is asked for.
pub const GUIDE_AMOUNT: &str = "Type an amount, or change it with + and -. Enter tries it out.";
/// Something was tried.
pub const GUIDE_DRAFT: &str = "This is only a draft: the tables show what it would change. Commit it with Enter, or take it back with u.";
/// The others play.
pub const GUIDE_OTHERS: &str =
    "Now the others play. The log tells what they do; h looks back at any moment of the game.";
/// A later turn.
pub const GUIDE_AGAIN: &str =
    "Your turn again. What the last moves changed is marked on the map; i draws charts.";
