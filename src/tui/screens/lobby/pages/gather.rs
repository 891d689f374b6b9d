//! A table before its game: who sits where, who is ready, talk.

use ratatui::layout::{Constraint, Layout};
use ratatui::widgets::Widget;

use super::super::LobbyHit;
use super::super::brush::rows;
use super::super::visit::{Said, Visit};
use super::address::Address;
use super::{Binding, Brush, Effect, Field, Intent, Known, Page, Question, Rect, Request};
use crate::engine::bot::Bot;
use crate::table::front::{Command, GatherSeat, MAX_CHAT_BYTES, SeatNumber, Seating};
use crate::tui::keymap::Key;
use crate::tui::keymap::lobby as keys;
use crate::tui::text::lobby::{self as text, gather as words};
use crate::tui::theme::Role;
use crate::tui::widgets::field::FieldView;
use crate::tui::widgets::log::{Log, LogKind, LogLine};
use crate::tui::widgets::qr::Qr;
use crate::tui::widgets::seats::{Presence, SeatLine, Seats};

const KEYS: &[Binding<Intent>] = &[
    keys::space(Intent::Ready, &[keys::SPACE, keys::ENTER], words::key::READY),
    keys::bind(Intent::Bot, &[Key::Char('b')], "b", words::key::BOT),
    keys::bind(Intent::Talk, &[Key::Char('t'), keys::TAB], "t", words::key::TALK),
    keys::bind(Intent::Address, &[Key::Char('i')], "i", words::key::ADDRESS),
    keys::bind(Intent::Up, &[keys::UP], "↑", ""),
    keys::bind(Intent::Down, &[keys::DOWN], "↓", words::key::SEAT),
    keys::HELP,
    keys::back(&[keys::ESC, Key::Char('q')], words::key::LEAVE),
    keys::STOP,
];

/// Typing to the others: nothing typed here is ever a command.
const TALK_KEYS: &[Binding<Intent>] =
    &[keys::enter(words::key::SAY), keys::back(&[keys::ESC, keys::TAB], words::key::STOP_TYPING), keys::STOP];

/// So many fit into a line of talk, whatever they are.
const MAX_CHAT_CHARS: usize = MAX_CHAT_BYTES / 4;

/// The page of a table that fills up. What is there to see is in the [`Visit`].
#[derive(Debug)]
pub(in super::super) struct GatherPage {
    /// The chosen seat.
    seat: usize,
    /// What is being typed to the others.
    talk: Field,
    /// Whether letters go there.
    talking: bool,
}

impl GatherPage {
    pub(in super::super) fn new() -> Self {
        Self { seat: 0, talk: Field::with_limit(MAX_CHAT_CHARS), talking: false }
    }

    /// Chooses a seat, the last one if there are fewer.
    fn choose(&mut self, seat: usize, known: &Known) {
        self.seat = seat.min(known.places().len().saturating_sub(1));
    }

    /// The line stays open after something was said, so that the next key is still talk and never a command.
    fn say(&mut self, known: &mut Known) -> Effect {
        let said = self.talk.take().trim().to_owned();
        if said.is_empty() {
            self.talking = false;
            return Effect::None;
        }
        let name = known.name.clone();
        if let Some(visit) = &mut known.visit {
            visit.say(name, said.clone());
        }
        Effect::Ask(Request::Command(Command::Chat(said)))
    }

    /// Puts the next bot on the chosen seat, or, behind the last, frees it. If somebody sits there, the first free
    /// seat is meant.
    fn bot(&mut self, known: &Known) -> Effect {
        if !known.is_host() {
            return Effect::tell(words::NOT_HOST);
        }
        let places = known.places();
        if let Some(GatherSeat::Taken { .. }) = places.get(self.seat)
            && let Some(free) = places.iter().position(|place| *place == GatherSeat::Open)
        {
            self.seat = free;
        }
        let bot = match places.get(self.seat) {
            Some(GatherSeat::Open) => known.bots.get(known.usual_bot()),
            Some(GatherSeat::Bot { name }) => next_bot(known, name),
            Some(GatherSeat::Taken { .. }) | None => return Effect::tell(words::SEAT_TAKEN),
        };
        let bot = bot.map(|bot| bot.name().to_owned());
        let Ok(seat) = SeatNumber::try_from(self.seat) else { return Effect::None };
        Effect::Ask(Request::Command(Command::SeatBot { seat, bot }))
    }

    /// What that is called now; nothing where there is no seat for it.
    fn bot_words(&self, known: &Known) -> Option<&'static str> {
        match known.places().get(self.seat) {
            _ if !known.is_host() => None,
            Some(GatherSeat::Bot { .. }) => Some(words::key::OTHER_BOT),
            _ => known.places().contains(&GatherSeat::Open).then_some(words::key::BOT),
        }
    }
}

impl Page for GatherPage {
    fn keys(&self) -> &'static [Binding<Intent>] {
        if self.talking { TALK_KEYS } else { KEYS }
    }

    fn help(&self) -> &'static [&'static str] {
        words::HELP
    }

    fn field(&mut self) -> Option<&mut Field> {
        self.talking.then_some(&mut self.talk)
    }

    fn act(&mut self, intent: Intent, known: &mut Known) -> Effect {
        if self.talking {
            return if intent == Intent::Enter { self.say(known) } else { Effect::None };
        }
        match intent {
            Intent::Up => self.choose(self.seat.saturating_sub(1), known),
            Intent::Down => self.choose(self.seat + 1, known),
            Intent::Talk => self.talking = true,
            Intent::Ready => return ready(known),
            Intent::Bot => return self.bot(known),
            Intent::Address => return Effect::open(Address),
            _ => {}
        }
        Effect::None
    }

    /// Only a host whose guests would lose their seats is asked.
    fn back(&mut self, known: &Known) -> Effect {
        if std::mem::take(&mut self.talking) {
            return Effect::None;
        }
        let closing = known.visit.as_ref().and_then(Visit::closing);
        closing.map_or(Effect::Leave, |words| Effect::Question(Question::Close(words)))
    }

    /// A click chooses a seat; another one on a seat without a person puts a bot there or takes it away.
    fn click(&mut self, seat: usize, known: &Known) -> Effect {
        let again = self.seat == seat && !self.talking;
        self.talking = false;
        self.choose(seat, known);
        let free = !matches!(known.places().get(seat), Some(GatherSeat::Taken { .. }) | None);
        if again && free && known.is_host() { self.bot(known) } else { Effect::None }
    }

    fn hint(&self, binding: &Binding<Intent>, known: &Known) -> Option<&'static str> {
        let host = known.is_host();
        match binding.intent {
            _ if self.talking => Some(binding.words),
            Intent::Ready => {
                let ready = own_ready(known)?;
                Some(if ready { words::key::NOT_READY } else { binding.words })
            }
            Intent::Bot => self.bot_words(known),
            Intent::Address | Intent::Down => host.then_some(binding.words),
            Intent::Back if host => Some(words::key::CLOSE),
            _ => Some(binding.words),
        }
    }

    fn about(&self, known: &Known) -> String {
        let fills = known.is_host() && known.places().contains(&GatherSeat::Open);
        if fills && !self.talking { words::HOST_ABOUT } else { words::ABOUT }.to_owned()
    }

    fn draw(&mut self, brush: &mut Brush<'_>, area: Rect, known: &Known) {
        let Some(visit) = &known.visit else { return };
        let [left, right] = Layout::horizontal([Constraint::Percentage(55), Constraint::Fill(1)]).areas(area);
        let seats = u16::try_from(visit.places().len()).unwrap_or(u16::MAX);
        let [upper, lower] =
            Layout::vertical([Constraint::Length(seats + 6), Constraint::Fill(1)]).areas(left);
        self.draw_seats(brush, upper, known, visit);
        draw_invitation(brush, lower, visit);
        self.draw_talk(brush, right, visit);
    }
}

// How it looks

impl GatherPage {
    fn draw_seats(&self, brush: &mut Brush<'_>, area: Rect, known: &Known, visit: &Visit) {
        let title = |seats: &Seating| text::table_with_game(&seats.name, known.title_of(&seats.game));
        let title = visit.seats.as_ref().map(title).unwrap_or_default();
        let inner = brush.pane(&title, !self.talking, area);
        // Only a host has something to choose a seat for.
        let chosen = Some(self.seat).filter(|_| !self.talking && visit.is_host());
        let line = |(at, place)| SeatLine { turn: chosen == Some(at), ..seat_line(at, place, visit) };
        let lines: Vec<SeatLine> = visit.places().iter().enumerate().map(line).collect();
        let seats = Seats { seats: &lines, selected: None, theme: brush.theme };
        let count = seats.height();
        seats.render(rows(inner, 0, count), brush.buffer);
        for at in 0..lines.len() {
            let y = u16::try_from(at).unwrap_or(u16::MAX);
            brush.hit(rows(inner, y, 1), LobbyHit::Row(at));
        }
        let waits = visit.waits_for();
        let said = words::waits_for(waits.free_seats, &waits.unready, waits.you);
        let role = if waits.only_you() { Role::Turn } else { Role::Strong };
        brush.sentences(rows(inner, count + 1, 3), &said, role);
    }

    fn draw_talk(&self, brush: &mut Brush<'_>, area: Rect, visit: &Visit) {
        let inner = brush.pane(words::title::TALK, self.talking, area);
        let [said, line] = Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(inner);
        let lines: Vec<LogLine> = visit.talk.iter().map(log_line).collect();
        Log { lines: &lines, back: 0, selected: None, theme: brush.theme }.render(said, brush.buffer);
        let field = FieldView {
            field: &self.talk,
            prompt: "> ",
            hint: words::TALK_BLANK,
            focused: self.talking,
            theme: brush.theme,
        };
        field.render(line, brush.buffer);
        brush.hit(area, LobbyHit::Do(Intent::Talk));
    }
}

/// Whether this player is ready; nothing without a seat.
fn own_ready(known: &Known) -> Option<bool> {
    known.visit.as_ref()?.own_ready()
}

fn ready(known: &Known) -> Effect {
    own_ready(known).map_or(Effect::None, |ready| Effect::Ask(Request::Command(Command::Ready(!ready))))
}

/// Round from the usual bot through all others, then nobody.
fn next_bot(known: &Known, name: &str) -> Option<&'static &'static dyn Bot> {
    let count = known.bots.len();
    let at = known.bots.iter().position(|bot| bot.name() == name)?;
    let next = (at + 1) % count;
    (next != known.usual_bot()).then(|| &known.bots[next])
}

fn seat_line(at: usize, place: &GatherSeat, visit: &Visit) -> SeatLine {
    match place {
        GatherSeat::Open => SeatLine {
            name: words::mark::OPEN_SEAT.to_owned(),
            presence: Presence::Free,
            state: if visit.is_host() { words::mark::BOT_KEY } else { "" }.to_owned(),
            ..SeatLine::default()
        },
        GatherSeat::Bot { name } => SeatLine {
            name: text::bot_name(name).to_owned(),
            presence: Presence::Bot,
            note: words::mark::BOT.to_owned(),
            state: words::mark::READY.to_owned(),
            ..SeatLine::default()
        },
        GatherSeat::Taken { name, key, ready } => {
            let own = visit.own_key() == Some(*key);
            let away = visit.away.contains(key);
            let marks = [(own, words::mark::YOU), (at == 0, words::mark::HOST), (away, words::mark::AWAY)];
            let marks: Vec<&str> = marks.into_iter().filter(|(is, _)| *is).map(|(_, mark)| mark).collect();
            let presence = match (away, ready) {
                (true, _) => Presence::Away,
                (false, true) => Presence::Here,
                (false, false) => Presence::Behind,
            };
            SeatLine {
                name: name.clone(),
                presence,
                own,
                note: marks.join(", "),
                state: if *ready { words::mark::READY } else { words::mark::NOT_READY }.to_owned(),
                ..SeatLine::default()
            }
        }
    }
}

/// How others come in: only the host's address leads to the table.
fn draw_invitation(brush: &mut Brush<'_>, area: Rect, visit: &Visit) {
    let inner = brush.pane(words::title::INVITE, false, area);
    let Some(here) = visit.here.as_ref().filter(|_| visit.is_host()) else {
        brush.sentences(inner, words::ROSTER, Role::Dim);
        return;
    };
    let mut y = brush.sentences(inner, words::INVITE, Role::Dim);
    let lines = here.addresses.first().map(ToString::to_string).into_iter().chain(here.code.clone());
    for line in lines {
        y += brush.sentences(rows(inner, y, u16::MAX), &line, Role::Strong);
    }
    if let Some(phrase) = &visit.pass_phrase {
        let said = words::with_phrase(phrase);
        y += brush.sentences(rows(inner, y, u16::MAX), &said, Role::Changed);
    }
    if let Some(picture) = here.code.as_ref().and_then(|code| Qr::new(&code.to_uppercase(), brush.theme)) {
        picture.render(rows(inner, y + 1, u16::MAX), brush.buffer);
    }
}

fn log_line(said: &Said) -> LogLine {
    let kind = if said.by.is_some() { LogKind::Said } else { LogKind::Notice };
    LogLine { who: said.by.clone().unwrap_or_default(), text: said.what.clone(), kind, ..LogLine::default() }
}
