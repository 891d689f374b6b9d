//! The table: the board, what lies beside it, this player's turn, the log; and the pages that open over it.
//!
//! The state is here, in [`desk`] (the player's turn) and in [`pages`], a file each with what its keys are and how it looks.
//! `input` says what keys and the mouse do on the board, `draw` what that looks like, `words` and `bar` what is said and
//! which keys are offered. Nothing here knows which game is played.

mod alone;
mod bar;
pub mod desk;
mod draw;
mod input;
pub mod pages;
mod words;

use ratatui::layout::Rect;

use crate::engine::game::{Turn, Viewer};
use crate::engine::scene::Scene;
use crate::table::front::{Change, Command, Event, Request, SeatNumber};

use self::desk::Desk;
use self::pages::TablePage;
use self::pages::past::Past;
use crate::tui::out::{Out, Signal};
use crate::tui::text::table as text;
use crate::tui::view::TableView;
use crate::tui::widgets::board::{BoardMap, Zoom};
use crate::tui::widgets::field::Field;

/// The screen of one table.
#[derive(Debug)]
pub struct TableScreen {
    view: TableView,
    /// This player's turn, while it lasts.
    desk: Option<Desk>,
    /// The same, while nothing can be decided.
    aside: Option<Desk>,
    /// Who of several people at this laptop took it last.
    holder: Option<SeatNumber>,
    page: TablePage,
    pane: Pane,
    /// The place on the map that the arrows have reached.
    cursor: Option<String>,
    /// The place from which the listed choices lead on, such as the end of a track.
    work: Option<String>,
    /// The entry whose changes were last brought into view.
    followed: u32,
    /// How near the player wants to be to the map.
    zoom: Zoom,
    typed: Typing,
    /// One sentence about what was last asked for.
    message: Option<String>,
    keys: KeySet,
    pace: usize,
    log_scroll: usize,
    projector: bool,
    /// Whether the newcomer's hints are shown.
    guide: bool,
    /// The entry behind which the terminal was last told of this player's turn.
    rung: Option<u32>,
    /// The entry after which the bell said that time gets low.
    warned: Option<u32>,
    /// What can be clicked, as last drawn.
    hits: Vec<(Rect, TableHit)>,
    /// What was last drawn of the board, for the mouse and the arrows.
    board_area: Rect,
    scene: Scene,
}

/// What has the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pane {
    /// The choices.
    Menu,
    /// The map.
    Map,
    /// The log.
    Log,
}

/// Which keys the bottom of the screen offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeySet {
    /// What is most useful now.
    Usual,
    /// All that a small window has no room for.
    More,
    /// The ways to leave.
    Leave,
}

/// What is being typed.
#[derive(Debug)]
enum Typing {
    /// Nothing: keys are keys.
    Nothing,
    /// Something to say to the others.
    Talk(Field),
    /// The name of a place.
    Find(Field),
}

/// What a click means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TableHit {
    /// A line of the menu.
    Line(usize),
    /// More or less of the amount that is being chosen.
    Amount {
        /// Whether it is more.
        more: bool,
    },
    /// A key of the key bar.
    Key(crate::tui::keymap::table::AtTable),
    /// A moment of the past.
    Moment(u32),
    /// A kind of chart.
    Chart(usize),
    /// A pane.
    Pane(Pane),
}

impl TableScreen {
    /// The screen of the table that an event speaks of, if it does.
    pub fn of(event: &Event, projector: bool, newcomer: bool) -> Option<Self> {
        let view = TableView::of(event)?;
        let scene = view.scene_at(view.len());
        let page = if view.result.is_some() { TablePage::Result } else { TablePage::Board };
        let mut screen = Self {
            view,
            desk: None,
            aside: None,
            holder: None,
            page,
            pane: Pane::Menu,
            cursor: None,
            work: None,
            followed: 0,
            zoom: Zoom::Fit,
            typed: Typing::Nothing,
            message: None,
            keys: KeySet::Usual,
            pace: text::hint::USUAL_PACE,
            log_scroll: 0,
            projector,
            guide: newcomer,
            rung: None,
            warned: None,
            hits: Vec::new(),
            board_area: Rect::default(),
            scene,
        };
        screen.settle(&mut Out::default());
        Some(screen)
    }

    /// Opens the past at the very start.
    pub fn look_back(&mut self) {
        let mut past = Past::new(&self.view);
        past.at = 0;
        self.page = TablePage::Past(past);
        self.scene = self.shown_scene();
    }

    /// The table itself.
    pub const fn view(&self) -> &TableView {
        &self.view
    }

    /// Takes in what happened.
    pub fn hear(&mut self, now: u64, event: &Event, out: &mut Out) {
        let over = self.view.result.is_some();
        self.view.hear(now, event);
        // What is said at the bottom now is more than what came of the last key.
        if matches!(event, Event::Stranded(_) | Event::CarriedOn { .. }) {
            self.message = None;
        }
        if let Event::Refused(why) = event {
            self.message = Some(why.clone());
            if let Some(desk) = &mut self.desk {
                desk.committed = false;
            }
        }
        if !over && self.view.result.is_some() && self.view.is_level() {
            self.page = TablePage::Result;
        }
        self.settle(out);
    }

    /// The time that [`next_tick`](Self::next_tick) named has come.
    pub fn tick(&mut self, now: u64, out: &mut Out) {
        if self.view.tick(now) && self.view.is_level() && self.view.result.is_some() {
            self.page = TablePage::Result;
        }
        self.settle(out);
    }

    /// When the screen changes by itself: bots' moves one by one, and the seconds somebody has been away.
    pub fn next_tick(&self, now: u64) -> Option<u64> {
        let missing = self.view.missing().next().map(|_| (now / 1_000 + 1) * 1_000);
        [self.view.next_tick(), missing].into_iter().flatten().min()
    }

    /// Takes up this player's turn when it comes, lays it down when it is gone, and draws attention to it.
    fn settle(&mut self, out: &mut Out) {
        let (turn, index) = (self.view.own_turn(), self.view.len());
        if self.is_stranded() {
            self.aside = self.desk.take().or(self.aside.take());
        } else {
            self.desk = self.desk.take().or(self.aside.take());
        }
        let stays = |desk: &Desk| desk.index == index && (desk.committed || Some(desk.seat) == turn);
        if !self.desk.as_ref().is_some_and(stays) {
            let seat = turn.filter(|seat| self.hand_over() != Some(*seat));
            self.desk = seat.map(|seat| Desk::new(&self.view, seat));
        }
        self.follow_work();
        self.call_for_attention(turn, out);
        self.warn_of_time(turn, out);
        self.scene = self.shown_scene();
        self.follow_play();
    }

    /// The person who has to take the laptop first: nobody else should see what is only for their eyes.
    fn hand_over(&self) -> Option<SeatNumber> {
        let seat = self.view.own_turn()?;
        let eyes = |viewer| self.view.game().scene(viewer);
        let hides = || eyes(self.view.viewer()) != eyes(Viewer::Spectator);
        (self.view.own.len() > 1 && self.holder != Some(seat) && hides()).then_some(seat)
    }

    /// One bell when the turn comes from somebody else, and a title while it lasts.
    fn call_for_attention(&mut self, turn: Option<SeatNumber>, out: &mut Out) {
        let index = self.view.len();
        let title = self.view.meta.title;
        if turn.is_some() && self.rung != Some(index) && !self.projector {
            self.rung = Some(index);
            let mine =
                |(_, seat): (_, Option<SeatNumber>)| seat.is_some_and(|seat| self.view.own.contains(&seat));
            if !self.view.kind(index).is_some_and(mine) {
                out.signal(Signal::Bell);
            }
            out.signal(Signal::Title(text::header::title_turn(title)));
        } else if turn.is_none() && self.rung.is_some_and(|rung| rung < index) {
            self.rung = None;
            out.signal(Signal::Title(text::header::title(title)));
        }
    }

    /// One bell in a turn, when the time of whoever is to move here gets low.
    fn warn_of_time(&mut self, turn: Option<SeatNumber>, out: &mut Out) {
        let low = turn.and_then(|seat| self.time_of(seat)).is_some_and(|time| self.is_low(time));
        let index = self.view.len();
        if low && self.warned != Some(index) && !self.projector {
            self.warned = Some(index);
            out.signal(Signal::Bell);
        }
    }

    /// The scene that the board page shows: with the draft, or as far as is shown.
    fn shown_scene(&self) -> Scene {
        if let TablePage::Past(past) = &self.page {
            return self.view.scene_at(past.at);
        }
        match &self.desk {
            Some(desk) => desk.scene(&self.view),
            None => self.view.scene_at(self.view.shown()),
        }
    }

    /// The scene to compare with: what was before the draft, or before the entry that is looked at.
    fn scene_before(&self) -> Option<Scene> {
        if let TablePage::Past(past) = &self.page {
            return past.at.checked_sub(1).map(|before| self.view.scene_at(before));
        }
        match &self.desk {
            Some(desk) if desk.picked().is_empty() => None,
            Some(_) => Some(self.view.game().scene(self.view.viewer())),
            None if self.view.is_level() => None,
            None => self.view.shown().checked_sub(1).map(|before| self.view.scene_at(before)),
        }
    }

    /// The entry that is shown: the last, or the one that is looked at.
    fn entry_shown(&self) -> u32 {
        if let TablePage::Past(past) = &self.page { past.at } else { self.view.shown() }
    }

    /// Who decides now, as shown.
    fn turn_shown(&self) -> Turn {
        self.view.at(self.entry_shown()).turn()
    }

    fn turn_seat(&self) -> Option<SeatNumber> {
        match self.turn_shown() {
            Turn::Seat(seat) => Some(seat.number()),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// Where the places of the board are, as last drawn.
    fn board_map(&self) -> BoardMap {
        self.board_map_in(self.board_area)
    }

    fn board_map_in(&self, area: Rect) -> BoardMap {
        BoardMap::new(&self.scene.board, area, self.zoom(), self.cursor.as_deref())
    }

    /// This player's turn, unless the past is looked at: there is nothing to choose in it.
    fn desk_shown(&self) -> Option<&Desk> {
        self.desk.as_ref().filter(|_| !matches!(self.page, TablePage::Past(_)))
    }

    /// How near the map is shown: unless the player says otherwise it comes nearer where the sides of a place matter.
    fn zoom(&self) -> Zoom {
        let at_work = self.desk_shown().is_some_and(|desk| desk.here().is_some());
        if self.zoom == Zoom::Fit && at_work { Zoom::Large } else { self.zoom }
    }

    fn size_at(&self, zoom: Zoom) -> (i32, i32) {
        BoardMap::new(&self.scene.board, self.board_area, zoom, None).size()
    }

    /// Whether the map can be shown from near and from afar.
    fn can_zoom(&self) -> bool {
        self.size_at(Zoom::Small) != self.size_at(Zoom::Large)
    }

    /// Keeps what changed last in view, where the board is larger than the screen: for a room, in the past, and while
    /// others play, unless the player is about to look at something else.
    fn follow_play(&mut self) {
        let shown = self.entry_shown();
        let looks_on = self.desk.is_none() && self.pane != Pane::Map && matches!(self.page, TablePage::Board);
        let follows = self.projector || matches!(self.page, TablePage::Past(_)) || looks_on;
        let drawn = self.projector || !self.board_area.is_empty();
        if !follows || !drawn || self.followed == shown {
            return;
        }
        self.followed = shown;
        if !self.projector && self.board_map().is_whole() {
            return;
        }
        let before = shown.checked_sub(1).map(|before| self.view.scene_at(before));
        let changed = before.and_then(|before| {
            self.scene.board.changed_since(&before.board).first().map(|&place| place.to_owned())
        });
        self.cursor = changed.or(self.cursor.take());
    }

    /// Takes the cursor along to where the player is at work, whenever that is somewhere else.
    fn follow_work(&mut self) {
        let here = self.desk.as_ref().and_then(|desk| desk.here().or(self.menu_place(desk)));
        let here = here.map(str::to_owned);
        if here != self.work {
            self.cursor = here.clone().or(self.cursor.take());
            self.work = here;
        }
    }

    /// The place that the menu is about, where the map is larger than what is seen of it: what was tried last, else what
    /// is highlighted.
    fn menu_place<'a>(&self, desk: &'a Desk) -> Option<&'a str> {
        if self.pane == Pane::Map || self.board_area.is_empty() || self.board_map().is_whole() {
            return None;
        }
        match desk.picked().last() {
            Some(last) => last.choice.place.as_deref(),
            None => desk.selected_place(),
        }
    }

    fn command(out: &mut Out, command: Command) {
        out.ask(Request::Command(command));
    }

    /// What somebody asks for that this player has not agreed to.
    fn asked_for(&self) -> Option<Change> {
        let mine = |seat: &SeatNumber| self.view.own.contains(seat);
        let take_back = |change: &Change| matches!(change, Change::TakeBack { .. });
        let mut asked = self.view.wanted.iter().filter(|(seat, _)| !mine(seat)).map(|(_, change)| *change);
        let asked = asked.find(take_back)?;
        let agreed = self.view.wanted.iter().any(|(seat, change)| mine(seat) && *change == asked);
        (!agreed && !self.view.own.is_empty()).then_some(asked)
    }
}
