//! What the screen knows of a table, built from events alone.
//!
//! It keeps a history of its own, so that any moment can be shown without asking anybody. What bots do is there at once
//! but shown at a pace that people can follow: [`TableView::shown`] runs after [`TableView::len`].

mod hear;
mod pace;

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::engine::any_game::AnyGame;
use crate::engine::game::{Meta, Standing, Turn, Viewer};
use crate::engine::scene::{Scene, Series};
use crate::engine::seat::Seat as EngineSeat;
use crate::engine::words::Words;
use crate::table::front::{
    Advice, Change, Contract, DrawMode, Event, Hash, Holder, Kind, Owed, SeatNow, SeatNumber, SeatPlan, Step,
    Stranded, TimeControl, Voter, seat_of, witness_name,
};
use crate::table::history::History;
use crate::table::terms::{called, table_name};

use super::text::table::hint::{PACES, USUAL_PACE};
use super::text::table::{alone, news as text};

/// Lines of talk and news that are kept; older ones are forgotten.
const MAX_LINES: usize = 500;

/// A table as a screen sees it.
#[derive(Debug)]
pub struct TableView {
    /// Its id.
    pub id: Hash,
    /// What is fixed about the game.
    pub meta: &'static Meta,
    /// What the table is called, if others could find it.
    pub table_name: Option<String>,
    /// Who sits where, from seat 0.
    pub names: Vec<String>,
    /// Seats that bots have from the start.
    pub bots: Vec<bool>,
    /// Seats of people at this screen.
    pub own: Vec<SeatNumber>,
    /// Where draws come from.
    pub draw: DrawMode,
    /// How long players may think.
    pub clock: TimeControl,
    /// Words that all at the table can compare.
    pub phrase: [&'static str; 4],
    /// Where it is kept.
    pub journal: PathBuf,
    /// How everybody is.
    pub present: Vec<SeatNow>,
    /// Everybody has signed.
    pub started: bool,
    /// This peer does not know what it has said here, and may not move before the others have told it.
    pub recovering: bool,
    /// The entry of a seat that is on the table but not final yet.
    pub sent: Option<(u32, Option<SeatNumber>)>,
    /// A newer start of this player's program plays on with a copy of this home.
    pub superseded: bool,
    /// Too few are left to decide anything.
    pub stranded: Option<Stranded>,
    /// Others went on with this table elsewhere: who began that.
    pub carried_on: Option<Vec<SeatNumber>>,
    /// What others have voted for, since the last entry.
    pub wanted: BTreeMap<Voter, Change>,
    /// How it ended.
    pub result: Option<Vec<Standing>>,
    /// Who wants to play again.
    pub again: Vec<SeatNumber>,
    /// What was proved against seats, in words.
    pub proofs: Vec<String>,
    /// The bot that thinks, and how far it is in hundredths.
    pub thinking: Option<(SeatNumber, u32)>,
    /// How far the advice is that was asked for.
    pub advising: Option<u32>,
    /// The last advice, and after which entry it holds.
    pub advice: Option<(u32, Vec<Advice>)>,
    history: History,
    /// For each entry.
    kinds: Vec<(Kind, Option<SeatNumber>)>,
    /// For each entry whether nothing that can be seen changed.
    passes: Vec<bool>,
    /// The numbers worth a chart, by name; a game lists the same ones at every moment.
    series: Vec<Series>,
    /// Their values at the start and after each entry.
    numbers: Vec<Vec<i64>>,
    /// What everybody can see after the last entry.
    open_scene: Scene,
    lines: Vec<ViewLine>,
    shown: u32,
    /// When the next entry is shown.
    next_at: Option<u64>,
    /// How long a bot's move is looked at.
    pace_millis: u64,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewLine {
    /// The entry it belongs to; talk and news belong to the entry before them.
    pub index: u32,
    /// What it is.
    pub says: Says,
}

/// What a line of the log is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Says {
    /// What a seat or chance did.
    Did {
        /// Who.
        seat: Option<SeatNumber>,
        /// What came of it, a sentence each.
        notes: Vec<Words>,
        /// It was taken back later.
        taken_back: bool,
    },
    /// Somebody said something.
    Talk {
        /// Who.
        name: String,
        /// What.
        text: String,
    },
    /// Something about the table or the network.
    News(String),
}

impl TableView {
    /// A table that the player has just come to.
    pub fn new(
        id: Hash,
        contract: &Contract,
        own: Vec<SeatNumber>,
        phrase: [&'static str; 4],
        journal: PathBuf,
        start: &dyn AnyGame,
        steps: &[Step],
    ) -> Self {
        let bots: Vec<bool> =
            contract.seats.iter().map(|plan| matches!(plan, SeatPlan::Bot { .. })).collect();
        let open_scene = start.scene(Viewer::Spectator);
        let mut view = Self {
            id,
            meta: start.meta(),
            table_name: table_name(contract).map(str::to_owned),
            names: called(contract),
            present: bots.iter().map(|bot| at_first(*bot)).collect(),
            bots,
            own,
            draw: contract.draw,
            clock: contract.clock,
            phrase,
            journal,
            started: !steps.is_empty(),
            recovering: false,
            sent: None,
            superseded: false,
            stranded: None,
            carried_on: None,
            wanted: BTreeMap::new(),
            result: None,
            again: Vec::new(),
            proofs: Vec::new(),
            thinking: None,
            advising: None,
            advice: None,
            history: History::new(start.fork()),
            kinds: Vec::new(),
            passes: Vec::new(),
            series: open_scene.series.clone(),
            numbers: vec![values(&open_scene)],
            open_scene,
            lines: Vec::new(),
            shown: 0,
            next_at: None,
            pace_millis: PACES[USUAL_PACE].0,
        };
        let people = view.bots.iter().filter(|bot| !**bot).count();
        // Where nobody sits at another screen there is nobody to compare with.
        if people > view.own.len().max(1) {
            view.news(text::compare(&view.phrase.join(" ")));
        }
        if let Some(parent) = contract.parent {
            let absent: Vec<String> =
                contract.absent.iter().filter_map(seat_of).map(|seat| view.name(seat).to_owned()).collect();
            view.news(alone::carries_on(parent.index, &absent));
            for seat in contract.absent.iter().filter_map(seat_of) {
                if let Some(present) = view.present.get_mut(usize::from(seat)) {
                    present.holder = Holder::Removed;
                }
            }
        }
        for step in steps {
            let (kind, seat) = view.guess(step);
            view.push(kind, seat, step);
        }
        view.shown = view.len();
        if view.game().turn() == Turn::Over {
            view.result = Some(view.game().standings());
        }
        view
    }

    /// The view of a table that an event speaks of.
    pub fn of(event: &Event) -> Option<Self> {
        let Event::Table { id, contract, seats, phrase, journal, start, steps } = event else { return None };
        Some(Self::new(*id, contract, seats.clone(), *phrase, journal.clone(), &**start, steps))
    }

    /// How many entries are final.
    pub fn len(&self) -> u32 {
        self.history.len()
    }

    /// Whether nothing has happened yet.
    pub fn is_empty(&self) -> bool {
        self.history.is_empty()
    }

    /// The entry up to which the screen shows the game.
    pub const fn shown(&self) -> u32 {
        self.shown
    }

    /// Whether the screen shows all that is final.
    pub fn is_level(&self) -> bool {
        self.shown == self.len()
    }

    /// The game after the last final entry.
    pub fn game(&self) -> &dyn AnyGame {
        self.history.last()
    }

    /// The game after an entry.
    pub fn at(&self, index: u32) -> Box<dyn AnyGame> {
        self.history.at(index)
    }

    /// The scene after an entry, for whoever sits at this screen.
    pub fn scene_at(&self, index: u32) -> Scene {
        self.at(index).scene(self.viewer())
    }

    /// Through whose eyes the table is shown, also its past: of several people at one screen whose turn it is now. As long
    /// as what led to that turn is still to be shown, somebody else may sit there.
    pub fn viewer(&self) -> Viewer {
        let mine = match self.game().turn() {
            Turn::Seat(seat) if self.is_level() && self.own.contains(&seat.number()) => Some(seat.number()),
            _ => self.own.first().copied().filter(|_| self.own.len() == 1),
        };
        mine.and_then(EngineSeat::new).map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// The lines of the log up to an entry.
    pub fn lines(&self, upto: u32) -> &[ViewLine] {
        let end = self.lines.partition_point(|line| line.index <= upto);
        &self.lines[..end]
    }

    /// What an entry was.
    pub fn kind(&self, index: u32) -> Option<(Kind, Option<SeatNumber>)> {
        self.kinds.get((index as usize).checked_sub(1)?).copied()
    }

    /// Whether an entry changed nothing that can be seen.
    pub fn was_pass(&self, index: u32) -> bool {
        let moves = matches!(self.kind(index), Some((Kind::Move | Kind::Bot { .. } | Kind::TimeUp, _)));
        let place = (index as usize).checked_sub(1);
        moves && place.and_then(|place| self.passes.get(place)).is_some_and(|pass| *pass)
    }

    /// The kinds of charts there are.
    pub fn charts(&self) -> Vec<&'static str> {
        let mut kinds: Vec<&'static str> = Vec::new();
        for series in &self.series {
            if !kinds.contains(&series.chart) {
                kinds.push(series.chart);
            }
        }
        kinds
    }

    /// The numbers of one kind of chart: whose, and the value after each entry up to one that was not taken back.
    pub fn chart(&self, kind: &str, upto: u32) -> Vec<(&Series, Vec<i64>)> {
        let kept = (0..=upto).zip(&self.numbers).filter(|(index, _)| !self.history.is_taken_back(*index));
        let kept: Vec<&Vec<i64>> = kept.map(|(_, numbers)| numbers).collect();
        let of_kind = self.series.iter().enumerate().filter(|(_, series)| series.chart == kind);
        of_kind
            .map(|(place, series)| {
                let values = kept.iter().filter_map(|numbers| numbers.get(place)).copied().collect();
                (series, values)
            })
            .collect()
    }

    /// What a seat is called.
    pub fn name(&self, seat: SeatNumber) -> &str {
        self.names.get(usize::from(seat)).map_or("?", String::as_str)
    }

    /// What a voter is called.
    pub fn called(&self, voter: Voter) -> String {
        seat_of(voter).map_or_else(|| witness_name(voter), |seat| self.name(seat).to_owned())
    }

    /// A text with names in it.
    pub fn named(&self, words: &Words) -> String {
        words.with_names(|seat| self.name(seat.number()).to_owned())
    }

    /// The seat of this screen that decides now, once everything before is shown.
    pub fn own_turn(&self) -> Option<SeatNumber> {
        let Turn::Seat(seat) = self.game().turn() else { return None };
        let seat = seat.number();
        let holds = self.present.get(usize::from(seat)).is_none_or(|now| !now.holder.is_bot());
        let waits = self.sent.is_some_and(|(index, _)| index > self.len());
        let ready = self.started
            && self.is_level()
            && !self.recovering
            && !self.superseded
            && self.stranded.is_none();
        (ready && self.own.contains(&seat) && holds && !waits).then_some(seat)
    }

    /// Whether a move of somebody at this screen is on the table and not final yet.
    pub fn is_own_move_sent(&self) -> bool {
        let own = |(index, seat): (u32, Option<SeatNumber>)| {
            index > self.len() && seat.is_some_and(|seat| self.own.contains(&seat))
        };
        self.sent.is_some_and(own) && self.is_level()
    }

    /// How many moves people at this screen have made.
    pub fn own_moves(&self) -> usize {
        let own = |seat: Option<SeatNumber>| seat.is_some_and(|seat| self.own.contains(&seat));
        self.kinds.iter().filter(|(kind, seat)| *kind == Kind::Move && own(*seat)).count()
    }

    /// Seats of people who are away or not linked, with the time since when.
    pub fn missing(&self) -> impl Iterator<Item = (SeatNumber, &SeatNow)> {
        let all = (0..).zip(&self.present);
        all.filter(|(seat, now)| {
            now.away_since_millis.is_some() && !now.holder.is_bot() && !self.own.contains(seat)
        })
    }

    /// Whether nobody but those at this screen plays against the bots.
    pub fn is_practice(&self) -> bool {
        self.bots.iter().filter(|bot| !**bot).count() == self.own.len()
    }

    /// How many players are in step, of how many.
    pub fn in_step(&self) -> (usize, usize) {
        let people = self.present.iter().zip(&self.bots).filter(|(_, bot)| !**bot);
        let steady = people.clone().filter(|(now, _)| now.in_step && now.away_since_millis.is_none()).count();
        (steady, people.count())
    }

    /// The newest entry that a player may ask to have taken back, with the entry to go back to: the last move of a
    /// person here, if no draw came since.
    pub fn take_back_to(&self) -> Option<u32> {
        let since = |index: &u32| !self.history.is_taken_back(*index);
        let mut latest = (1..=self.len()).rev().filter(since);
        let found = latest.find(|index| match self.kind(*index) {
            Some((Kind::Move, Some(seat))) => self.own.contains(&seat),
            Some((Kind::Draw | Kind::Change(Change::TakeBack { .. }), _)) | None => true,
            Some(_) => false,
        })?;
        matches!(self.kind(found), Some((Kind::Move, _))).then(|| found - 1)
    }
}

fn values(scene: &Scene) -> Vec<i64> {
    scene.series.iter().map(|series| series.value).collect()
}

/// How a seat is before anything was heard of it.
const fn at_first(bot: bool) -> SeatNow {
    let holder = if bot { Holder::Bot } else { Holder::Player };
    SeatNow { holder, linked: true, away_since_millis: None, in_step: true, owes: Owed::Nothing, time: None }
}
