//! What the lobby knows, whatever page it shows.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::PathBuf;

use crate::engine::bot::Bots;
use crate::engine::game::Meta;
use crate::table::front::{
    Finding, KeptTable, NearState, NearTable, Place, PublicKey, Request, Seats, Tag, Verdict,
};
use crate::tui::text::lobby as text;

/// Lines of talk that are kept; nobody scrolls back further before a game.
const MAX_TALK: usize = 200;

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
    /// Own tables, the unfinished first, each the latest first.
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

/// A table one is on the way to or gathers at.
#[derive(Debug, Default)]
pub(super) struct Visit {
    /// What goes on before there is anything to see.
    pub(super) what: String,
    /// When it began.
    pub(super) since: u64,
    /// How others reach this laptop meanwhile.
    pub(super) here: Option<Here>,
    /// Who sits where.
    pub(super) seats: Option<Seats>,
    /// Who sits there but cannot be heard.
    pub(super) away: BTreeSet<PublicKey>,
    /// What was said and what happened.
    pub(super) talk: Vec<Said>,
    /// What others must know to come in, if this player opened the table.
    pub(super) pass_phrase: Option<String>,
}

/// How others reach this laptop.
#[derive(Clone, Debug)]
pub(super) struct Here {
    pub(super) key: PublicKey,
    pub(super) addresses: Vec<SocketAddr>,
    pub(super) code: Option<String>,
    pub(super) words: [&'static str; 4],
}

/// A line of talk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    /// Who said it; nobody if it just happened.
    pub(super) by: Option<String>,
    pub(super) what: String,
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
            NearState::Open if table.fits => 0,
            NearState::Playing if table.fits => 1,
            NearState::Open | NearState::Playing => 2,
            NearState::Over => 3,
        };
        tables.sort_by_key(order);
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

    /// The own unfinished table that others on the network are at.
    pub(super) fn kept_near(&self, tag: Tag) -> Option<&KeptTable> {
        self.kept.iter().find(|table| table.tag == tag && !table.over)
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

    pub(super) fn own_key(&self) -> Option<PublicKey> {
        Some(self.visit.as_ref()?.here.as_ref()?.key)
    }
}

impl Check {
    /// How many findings are in the way, and how many are worth knowing.
    pub(super) fn troubles(&self) -> (usize, usize) {
        let count = |verdict| self.findings.iter().filter(|finding| finding.verdict == verdict).count();
        (count(Verdict::Bad), count(Verdict::Note))
    }
}

impl Visit {
    pub(super) fn new(what: String, request: &Request) -> Self {
        let pass_phrase = match request {
            Request::Open(plan) => plan.pass_phrase.clone(),
            _ => None,
        };
        Self { what, pass_phrase, ..Self::default() }
    }

    pub(super) fn say(&mut self, by: Option<String>, what: String) {
        if self.talk.len() == MAX_TALK {
            self.talk.remove(0);
        }
        self.talk.push(Said { by, what });
    }

    /// Takes in who sits where now, and tells of what is new about others.
    pub(super) fn sit(&mut self, seats: Seats) {
        let own = self.here.as_ref().map(|here| here.key);
        let before = self.seats.replace(seats);
        let now = people(self.seats.as_ref());
        // At the first look nobody has just come.
        let Some(before) = before.as_ref().map(|seats| people(Some(seats))) else { return };
        let mut told = Vec::new();
        for person in now.iter().filter(|person| Some(person.key) != own) {
            let ready_before = before.iter().find(|other| other.key == person.key).map(|other| other.ready);
            if ready_before.is_none() {
                told.push(text::gather::sat_down(&person.name));
            }
            if person.ready && ready_before != Some(true) {
                told.push(text::gather::is_ready(&person.name));
            }
        }
        for person in before.iter().filter(|person| now.iter().all(|other| other.key != person.key)) {
            // Of who lost contact that was already told.
            if !self.away.remove(&person.key) {
                told.push(text::gather::stood_up(&person.name));
            }
        }
        for what in told {
            self.say(None, what);
        }
    }

    pub(super) fn people(&self) -> Vec<Person> {
        people(self.seats.as_ref())
    }
}

/// Somebody on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Person {
    pub(super) name: String,
    pub(super) key: PublicKey,
    pub(super) ready: bool,
}

fn people(seats: Option<&Seats>) -> Vec<Person> {
    let person = |place: &Place| match place {
        Place::Taken { name, key, ready } => Some(Person { name: name.clone(), key: *key, ready: *ready }),
        Place::Open | Place::Bot { .. } => None,
    };
    seats.map_or_else(Vec::new, |seats| seats.seats.iter().filter_map(person).collect())
}
