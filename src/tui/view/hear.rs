//! What a view makes of what happens at its table: a step of its history, a line of its log, or how somebody is.

use std::sync::Arc;

use super::{MAX_LINES, Says, TableView, ViewLine, values};
use crate::engine::game::Viewer;
use crate::engine::words::Words;
use crate::table::front::{
    Change, Event, Holder, Kind, ProtocolEvent, SeatNumber, Step, Stranded, evidence_parts, renewed_words,
    seat_of, time_up_words, voters_words,
};
use crate::tui::text::table::{alone, news as text};

impl TableView {
    /// Takes in what happened at the table.
    pub fn hear(&mut self, now: u64, event: &Event) {
        match event {
            Event::Presence(present) => self.present.clone_from(present),
            Event::Chat { name, text } => self.talk(name, text),
            Event::ChangedKey { name, .. } => self.news(text::changed_key(name)),
            Event::Notice(notice) => self.news(notice.clone()),
            Event::Stranded(stranded) => self.hear_stranded(stranded),
            Event::CarriedOn { by, .. } => {
                let names: Vec<String> = by.iter().map(|seat| self.name(*seat).to_owned()).collect();
                self.news(alone::carried_on(&names, "g"));
                self.carried_on = Some(by.clone());
            }
            Event::Again { seat, wants } => {
                self.again.retain(|other| other != seat);
                if *wants {
                    self.again.push(*seat);
                }
            }
            Event::Thinking { seat, advice } => (self.thinking, self.advising) = (*seat, *advice),
            Event::Advice { index, advice } => self.advice = Some((*index, advice.clone())),
            Event::Sent { index, seat, .. } => self.sent = Some((*index, *seat)),
            Event::Final { index, seat, kind, notes, step, game, .. } if *index == self.len() + 1 => {
                self.history.take(step.clone(), Arc::clone(game));
                self.became_final(*kind, *seat, notes.clone());
                if self.next_at.is_none() {
                    self.plan_next(now);
                }
            }
            Event::Over { standings } => self.result = Some(standings.clone()),
            Event::Damaged { entries, aside } => self.news(text::damaged(*entries, aside)),
            Event::Protocol(event) => self.hear_protocol(event),
            _ => {}
        }
    }

    /// Too few are left, somebody would go on without them, or enough are here again.
    fn hear_stranded(&mut self, stranded: &Stranded) {
        let before = self.stranded.take();
        if stranded.here.is_empty() {
            return self.news(alone::ENOUGH.to_owned());
        }
        let names =
            |seats: &[SeatNumber]| seats.iter().map(|seat| self.name(*seat).to_owned()).collect::<Vec<_>>();
        let (missing, would) = (names(&stranded.missing), names(&stranded.would));
        if before.as_ref().is_none_or(|before| before.missing != stranded.missing) {
            self.news(alone::too_few(&missing));
        }
        if !would.is_empty() && before.is_none_or(|before| before.would != stranded.would) {
            self.news(alone::would_go_on(&would, &missing, stranded.here.len() > would.len()));
        }
        self.stranded = Some(stranded.clone());
    }

    fn became_final(&mut self, kind: Kind, seat: Option<SeatNumber>, notes: Vec<Words>) {
        self.started = true;
        self.note(kind, seat, notes);
        self.wanted.clear();
        let index = self.len();
        self.sent = self.sent.filter(|(sent, _)| *sent > index);
        if let (Some(to), Some(seat)) = (holder_after(kind), seat)
            && let Some(present) = self.present.get_mut(usize::from(seat))
        {
            present.holder = to;
        }
    }

    fn hear_protocol(&mut self, event: &ProtocolEvent) {
        match event {
            // Told with words of the game.
            ProtocolEvent::Sent(_) | ProtocolEvent::Final(_) | ProtocolEvent::Over => {}
            ProtocolEvent::Started => self.started = true,
            ProtocolEvent::Wanted { voter, change } => {
                self.wanted.insert(*voter, *change);
                self.news(text::wants(&self.called(*voter), *change, |voter| self.called(voter)));
            }
            ProtocolEvent::BadKeys(why) => self.news(text::bad_keys(&why.to_string())),
            ProtocolEvent::Voters(voters) => self.news(voters_words(*voters)),
            ProtocolEvent::Away { voter, owes, .. } => {
                self.news(text::is_away(&self.called(*voter), *owes));
            }
            ProtocolEvent::Back(voter) => self.news(text::is_back(&self.called(*voter))),
            ProtocolEvent::Leaving(voter) => {
                self.news(text::is_leaving(&self.called(*voter), seat_of(*voter).is_some()));
            }
            ProtocolEvent::Desync(report) => self.news(text::desync(report)),
            ProtocolEvent::Repaired { index } => self.news(text::repaired(*index)),
            ProtocolEvent::Recovering => {
                self.recovering = true;
                self.news(text::RECOVERING.to_owned());
            }
            ProtocolEvent::Recovered { .. } => {
                self.recovering = false;
                self.news(text::RECOVERED.to_owned());
            }
            ProtocolEvent::Renewed(voter) => self.news(renewed_words(&self.called(*voter))),
            ProtocolEvent::Superseded { .. } => {
                (self.recovering, self.superseded) = (false, true);
                self.news(text::SUPERSEDED.to_owned());
            }
            ProtocolEvent::Contradicted { voter, evidence } => {
                let (name, what) = (self.called(*voter), text::signed(evidence));
                self.proofs.push(text::proof(&name, what, &evidence_parts(evidence)));
                self.news(text::cheated(&name, what));
            }
            ProtocolEvent::Forked { index, .. } => self.news(text::forked(*index)),
            ProtocolEvent::TimeUp { seat, needs_own } => {
                self.news(time_up_words(self.name(*seat), *needs_own));
            }
            ProtocolEvent::Drop { reason, .. } => self.news(text::dropped(&reason.to_string())),
        }
    }

    /// Adds what somebody said.
    pub fn talk(&mut self, name: &str, text: &str) {
        let (name, text) = (name.to_owned(), text.to_owned());
        self.add_line(ViewLine { index: self.len(), says: Says::Talk { name, text } });
    }

    /// Adds something about the table or the network.
    pub fn news(&mut self, text: String) {
        self.add_line(ViewLine { index: self.len(), says: Says::News(text) });
    }

    // Entries

    /// What the entry of a step was, as far as the step tells.
    pub(super) fn guess(&self, step: &Step) -> (Kind, Option<SeatNumber>) {
        match step {
            Step::Payload { seat, .. } if self.bots[usize::from(*seat)] => {
                (Kind::Bot { stand_in: false }, Some(*seat))
            }
            Step::Payload { seat, .. } => (Kind::Move, Some(*seat)),
            Step::Entropy(_) => (Kind::Draw, None),
            Step::Back { to } => (Kind::Change(Change::TakeBack { to: *to }), None),
            Step::Nothing => (Kind::Untold, None),
        }
    }

    /// Plays an entry that was final before this view was there.
    pub(super) fn push(&mut self, kind: Kind, seat: Option<SeatNumber>, step: &Step) {
        let heard = self.history.push(step.clone());
        self.note(kind, seat, heard.said);
    }

    /// Takes in what the last entry of the history brought about.
    fn note(&mut self, kind: Kind, seat: Option<SeatNumber>, mut notes: Vec<Words>) {
        self.kinds.push((kind, seat));
        let scene = self.history.last().scene(Viewer::Spectator);
        let before = &self.open_scene;
        let same =
            (&scene.board, &scene.panels, &scene.status) == (&before.board, &before.panels, &before.status);
        self.passes.push(same);
        self.numbers.push(values(&scene));
        self.open_scene = scene;
        let index = self.len();
        if let Some(words) = text::about_entry(kind) {
            notes.push(words);
        }
        self.add_line(ViewLine { index, says: Says::Did { seat, notes, taken_back: false } });
        if let Kind::Change(Change::TakeBack { .. }) = kind {
            self.strike_out();
        }
    }

    /// Marks what was taken back.
    fn strike_out(&mut self) {
        for line in &mut self.lines {
            if let Says::Did { taken_back, .. } = &mut line.says {
                *taken_back = self.history.is_taken_back(line.index);
            }
        }
    }

    fn add_line(&mut self, line: ViewLine) {
        self.lines.push(line);
        if self.lines.len() > MAX_LINES {
            self.lines.remove(0);
        }
    }
}

/// Who plays a seat after an entry that changes it.
const fn holder_after(kind: Kind) -> Option<Holder> {
    match kind {
        Kind::Change(Change::Remove { .. }) => Some(Holder::Removed),
        Kind::Change(Change::StandIn { .. }) => Some(Holder::StandIn),
        Kind::Change(Change::Return { .. }) => Some(Holder::Player),
        _ => None,
    }
}
