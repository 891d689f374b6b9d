//! What the lobby knows, whatever page it shows.

use std::path::PathBuf;

use super::visit::Visit;
use crate::engine::bot::Bots;
use crate::engine::game::Meta;
use crate::table::front::{Finding, GatherSeat, KeptTable, NearState, NearTable, Tag, Verdict};
use crate::tui::text::lobby as text;

/// What the lobby knows.
#[derive(Debug)]
pub(super) struct Known {
    /// The games to choose from.
    pub(super) games: Vec<&'static Meta>,
    /// The bots to choose from, the weakest first.
    pub(super) bots: Bots,
    /// What the player is called.
    pub(super) name: Option<String>,
    /// Tables on the network, those that one can sit down at first; nothing before the first news.
    pub(super) near: Option<Vec<NearTable>>,
    /// Tables of this player, the unfinished first, each the latest first.
    pub(super) kept: Vec<KeptTable>,
    /// What a check of the network has found; nothing if none was asked for.
    pub(super) check: Option<Check>,
    /// The table one is on the way to or gathers at.
    pub(super) visit: Option<Visit>,
}

/// A check of the network.
#[derive(Debug, Default)]
pub(super) struct Check {
    pub(super) findings: Vec<Finding>,
    pub(super) done: bool,
}

impl Known {
    pub(super) fn new(games: Vec<&'static Meta>, bots: Bots) -> Self {
        assert!(
            !games.is_empty() && !bots.is_empty(),
            "there is something to play, and somebody to play it with"
        );
        Self { games, bots, name: None, near: None, kept: Vec::new(), check: None, visit: None }
    }

    pub(super) fn set_near(&mut self, mut tables: Vec<NearTable>) {
        let order = |table: &NearTable| match table.state {
            _ if can_sit(table) => 0,
            NearState::Open if table.fits => 1,
            NearState::Playing if table.fits => 2,
            NearState::Open | NearState::Playing => 3,
            NearState::Over => 4,
        };
        // A table keeps its place whatever the others do.
        tables.sort_by_cached_key(|table| (order(table), counted(&table.name), table.tag));
        self.near = Some(tables);
    }

    pub(super) fn set_kept(&mut self, mut tables: Vec<KeptTable>) {
        tables.sort_by_key(|table| table.over);
        self.kept = tables;
    }

    pub(super) fn near(&self) -> &[NearTable] {
        self.near.as_deref().unwrap_or_default()
    }

    pub(super) fn near_table(&self, tag: Tag) -> Option<&NearTable> {
        self.near().iter().find(|table| table.tag == tag)
    }

    /// This player's unfinished table that others on the network are at.
    pub(super) fn kept_near(&self, tag: Tag) -> Option<&KeptTable> {
        self.kept.iter().find(|table| table.tag == tag && !table.over)
    }

    /// Whether an unfinished table waits for this player.
    pub(super) fn waits(&self) -> bool {
        self.kept.iter().any(|table| !table.over && table.carried_on.is_none())
    }

    pub(super) fn kept_table(&self, path: &PathBuf) -> Option<&KeptTable> {
        self.kept.iter().find(|table| table.path == *path)
    }

    pub(super) fn title_of<'a>(&self, game: &'a str) -> &'a str {
        self.games.iter().find(|meta| meta.id == game).map_or(game, |meta| meta.title)
    }

    /// Names as people read them; of bots, which get names of their own at the table, how many there are.
    pub(super) fn shown_names(&self, names: &[String]) -> String {
        let is_bot = |name: &&String| self.bots.iter().any(|bot| bot.name() == *name);
        let (bots, people): (Vec<&String>, Vec<&String>) = names.iter().partition(is_bot);
        let bots = u8::try_from(bots.len()).ok().filter(|count| *count > 0).map(text::bots);
        people.into_iter().cloned().chain(bots).collect::<Vec<_>>().join(", ")
    }

    /// The bot for whoever has not chosen one: not the weakest, so that there is something to learn from.
    pub(super) fn usual_bot(&self) -> usize {
        usize::from(self.bots.len() > 1)
    }

    /// The seats where people gather.
    pub(super) fn places(&self) -> &[GatherSeat] {
        self.visit.as_ref().map_or(&[], Visit::places)
    }

    /// Whether this player has opened the table where they do.
    pub(super) fn is_host(&self) -> bool {
        self.visit.as_ref().is_some_and(Visit::is_host)
    }
}

/// Whether somebody can sit down there.
pub(super) fn can_sit(table: &NearTable) -> bool {
    table.fits && table.state == NearState::Open && table.taken < table.seats
}

/// A name as people sort it: table 9 comes before table 10.
fn counted(name: &str) -> (String, u64, String) {
    let name = name.to_lowercase();
    let digits = name.find(|letter: char| letter.is_ascii_digit()).unwrap_or(name.len());
    let (before, rest) = name.split_at(digits);
    let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..end].parse().unwrap_or(u64::MAX);
    (before.to_owned(), number, rest[end..].to_owned())
}

impl Check {
    /// How many findings are in the way, and how many are worth knowing.
    pub(super) fn troubles(&self) -> (usize, usize) {
        let count = |verdict| self.findings.iter().filter(|finding| finding.verdict == verdict).count();
        (count(Verdict::Bad), count(Verdict::Note))
    }
}
