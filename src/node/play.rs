//! At a table: bytes to and from the protocol, the own seat's bot, commands, and the end.

use whistlestop_proto::error::{ActError, DropReason};
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::rules::{Rules as _, Turn};
use whistlestop_proto::sign::PublicKey;
use whistlestop_proto::text::clean;

use super::again::next_contract;
use super::event::{Command, End, Event};
use super::front::Player;
use super::mind::MindPlan;
use super::think::{Done, fault_words};
use super::{Node, Stage, Step, table_of};
use crate::table::Table;
use crate::table::event::TableEvent;
use crate::table::limits::MAX_CHAT_BYTES;
use crate::table::wire::{Frame, Tag, Wire, protocol_frame};

/// How often a player whose seat a bot holds asks for it back.
const COME_BACK_MILLIS: Millis = 1_000;

/// How long players stay after the end for those who look on and have not heard all of it.
const AUDIENCE_MILLIS: Millis = 5_000;

/// How long what happened at the table may wait to be told, so that what others wait for is sent first.
const TELL_MILLIS: Millis = 1;

impl Node<'_> {
    pub(super) fn on_protocol(&mut self, peer: PublicKey, tag: Tag, message: &[u8]) {
        let now = self.now();
        let Stage::Playing(playing) = &mut self.stage else { return };
        if playing.attached.contains(&peer) && tag == Tag::of(&playing.table.id()) {
            playing.table.handle_message(now, peer, message);
        }
    }

    /// Hands to the links what the table has to say, and only then lets the own bot think. Says whether there was anything:
    /// somebody waits for it, so the links should have their turn. What is to be told here can wait until the next thing
    /// happens, or a moment.
    pub(super) fn speak(&mut self) -> anyhow::Result<bool> {
        if let Stage::Playing(playing) = &mut self.stage {
            playing.note_answers();
        }
        let said = self.send_out()? || (self.play_own_seat(false)? && self.send_out()?);
        if said {
            let now = self.now();
            self.tell_at.get_or_insert(now + TELL_MILLIS);
        }
        Ok(said)
    }

    /// Carries out what the table gives out, until it gives nothing more.
    pub(super) fn pump(&mut self) -> Step {
        self.tell_at = None;
        if !matches!(self.stage, Stage::Playing(_)) {
            return Ok(None);
        }
        self.busy = false;
        self.carry_out_table()?;
        if let Stage::Playing(playing) = &mut self.stage
            && let Some((index, took)) = playing.answered.take()
        {
            self.say(Event::InStep { index, took });
        }
        self.busy = self.play_own_seat(true)?;
        // What that brought about is carried out first: nothing ends with something unsaid or not on disk.
        if self.busy { Ok(None) } else { self.end_if_over() }
    }

    /// Ends what there is to do at this table before the next one is taken up: both may have come at once.
    pub(super) fn finish_table(&mut self) -> anyhow::Result<()> {
        self.carry_out_table()?;
        self.count_if_over();
        Ok(())
    }

    /// Sends, keeps and tells whatever the table gives out.
    fn carry_out_table(&mut self) -> anyhow::Result<()> {
        loop {
            self.send_out()?;
            let Some(event) = table_of(&mut self.stage).and_then(Table::poll_event) else { return Ok(()) };
            self.on_table_event(event);
        }
    }

    /// Hands to the links what the table has to say, once it is on disk. Says whether that was anything.
    fn send_out(&mut self) -> anyhow::Result<bool> {
        let Some(table) = table_of(&mut self.stage) else { return Ok(false) };
        let (tag, mut sent) = (Tag::of(&table.id()), false);
        while let Some((peer, message)) = table.poll_transmit()? {
            // A link that is gone or stuck is reported by its own event.
            let _ = self.endpoint.send(&peer, &protocol_frame(tag, &message));
            sent = true;
        }
        Ok(sent)
    }

    fn on_table_event(&mut self, event: TableEvent) {
        if let TableEvent::Drop { peer, reason } = &event {
            if matches!(reason, DropReason::Offences(_) | DropReason::Flood) {
                self.note_offence(peer);
            }
            self.endpoint.close(peer, &reason.to_string());
        }
        self.note_absence(&event);
        let over = matches!(event, TableEvent::Over { .. });
        self.say(Event::At(event));
        if over {
            self.advertise();
        }
    }

    /// Moves if it is the own bot's turn, and asks for the seat back if somebody else's bot holds it. A person or program
    /// is asked for a move only once everything that led to the turn was `told`. Says whether something was done.
    fn play_own_seat(&mut self, told: bool) -> anyhow::Result<bool> {
        let now = self.now();
        let player = self.options.player.clone();
        let Stage::Playing(playing) = &mut self.stage else { return Ok(false) };
        if playing.wants_seat_back() && now >= playing.next_come_back && !playing.attached.is_empty() {
            playing.next_come_back = now + COME_BACK_MILLIS;
            // Not possible yet; asked again in a moment.
            let _ = playing.table.come_back(now);
            return Ok(true);
        }
        let Some(seat) = playing.table.seat() else { return Ok(false) };
        let lockstep = playing.table.lockstep();
        let index = playing.table.index();
        let turn = lockstep.is_started()
            && !lockstep.is_silent()
            && lockstep.rules().turn() == Turn::Seat(seat)
            && !lockstep.holders()[usize::from(seat)].is_bot()
            && !playing.leaving;
        if !turn || playing.decided == Some(index) {
            playing.bot_due = None;
            return Ok(false);
        }
        let Player::Mind { mind, pace_millis } = player else {
            if !told {
                return Ok(false);
            }
            playing.decided = Some(index);
            let choices = playing.table.game().choices();
            self.say(Event::YourTurn { index, seat, choices });
            return Ok(false);
        };
        let due = *playing.bot_due.get_or_insert(now + pace_millis);
        if now < due {
            return Ok(false);
        }
        let actions = match &mind {
            MindPlan::Bot(bot) if !bot.is_slow() => bot.decide(playing.table.game()),
            slow => {
                let known = playing.thought_out.take_if(|(after, _)| *after == index);
                let Some((_, actions)) = known else {
                    self.thinker.decide(index, seat, slow, playing.table.game().fork());
                    // Looked at again when it is thought out.
                    playing.bot_due = Some(Millis::MAX);
                    return Ok(false);
                };
                actions
            }
        };
        playing.commit(now, index, actions)
    }

    /// Starts whatever there is to think about, and tells those who look on how far it is.
    pub(super) fn think(&mut self) {
        if let Stage::Playing(playing) = &self.stage {
            self.thinker.think_for(&playing.table);
        }
        let now = self.now();
        if self.options.attended
            && let Some(event) = self.thinker.progress(now)
        {
            self.say(event);
        }
    }

    /// Something was thought out; if the table has gone on meanwhile it is of no use any more.
    pub(super) fn on_thought(&mut self, done: Done) {
        let now = self.now();
        let Stage::Playing(playing) = &mut self.stage else { return };
        match done {
            Done::Bot(thought) => playing.table.handle_thought(now, thought),
            Done::Own { index, decided, .. } => {
                playing.thought_out = Some((index, decided.actions));
                playing.bot_due = Some(now);
                if let Some(fault) = decided.fault {
                    self.say(Event::Notice(fault_words(&fault)));
                }
            }
            Done::Advice { index, advice } => self.say(Event::Advice { index, advice }),
        }
    }

    pub(super) fn on_command(&mut self, command: Command) -> Step {
        let now = self.now();
        if command == Command::Quit {
            return Ok(Some(self.end_by_quitting()));
        }
        if let Command::Misunderstood(why) = command {
            self.say(Event::Refused(why));
            return Ok(None);
        }
        if let Command::Chat(text) = command {
            let text = clean(&text, text.len());
            if Frame::parse(&Wire::Chat(text.clone()).frame()).is_err() {
                let why = format!("say something of at most {MAX_CHAT_BYTES} bytes");
                self.say(Event::Refused(why));
                return Ok(None);
            }
            let everybody: Vec<PublicKey> = self.links.keys().copied().collect();
            for peer in everybody {
                self.send(&peer, &Wire::Chat(text.clone()));
            }
            return Ok(None);
        }
        let done = match (&mut self.stage, command) {
            (Stage::Hosting(gather), Command::Ready(ready)) => {
                gather.set_ready(&self.identity.public(), ready);
                self.gather_on()?;
                return Ok(None);
            }
            (Stage::Hosting(gather), Command::SeatBot { seat, bot }) => {
                if gather.seat_bot(seat, bot) {
                    self.gather_on()?;
                } else {
                    self.say(Event::Refused("somebody sits there".to_owned()));
                }
                return Ok(None);
            }
            (Stage::Waiting { host, .. }, Command::Ready(ready)) => {
                let host = *host;
                self.send(&host, &Wire::Ready(ready));
                return Ok(None);
            }
            (Stage::Playing(playing), Command::Leave) => match playing.table.leave(now) {
                // Nobody else is left to play, or a bot plays already: there is nothing to stay for.
                Err(ActError::Spectator | ActError::BadChange | ActError::NotCounted) => {
                    return Ok(Some(End::Left));
                }
                done => done.map(|()| playing.leaving = true).map_err(|why| why.to_string()),
            },
            (Stage::Playing(playing), Command::Ready(wants)) if playing.table.is_over() => {
                if self.options.attended {
                    self.want_again(wants);
                }
                return Ok(None);
            }
            (Stage::Playing(playing), command) => playing.carry_out(now, command),
            (_, Command::Leave) => return Ok(Some(End::Left)),
            _ => Err("there is no table yet".to_owned()),
        };
        if let Err(why) = done {
            self.say(Event::Refused(why));
        }
        Ok(None)
    }

    /// What it means to stop now: whoever looks at the result of a game has stopped nothing.
    fn end_by_quitting(&self) -> End {
        match &self.stage {
            Stage::Playing(playing) if self.options.attended && playing.table.is_over() => {
                End::Over { games: self.games_played }
            }
            _ => End::Quit,
        }
    }

    /// Since when the game is over, if it is; each game is counted once.
    fn count_if_over(&mut self) -> Option<Millis> {
        let now = self.now();
        let Stage::Playing(playing) = &mut self.stage else { return None };
        if !playing.table.is_over() {
            return None;
        }
        let since = playing.over_since.get_or_insert_with(|| {
            self.games_played += 1;
            now
        });
        Some(*since)
    }

    /// When the game is over and everybody has heard of it, the next begins or the node is done.
    fn end_if_over(&mut self) -> Step {
        let now = self.now();
        let me = self.identity.public();
        let linger = self.options.linger_millis;
        let Stage::Playing(playing) = &mut self.stage else { return Ok(None) };
        if playing.may_go(now, &me) {
            return Ok(Some(End::Left));
        }
        let Some(since) = self.count_if_over() else { return Ok(None) };
        let Stage::Playing(playing) = &mut self.stage else { return Ok(None) };
        if let (Some(host), Some(next)) = (playing.host, playing.early.take()) {
            self.on_proposal(host, *next, false)?;
            return self.pump();
        }
        let listeners = now < since + linger.min(AUDIENCE_MILLIS) && playing.keeps_audience_waiting();
        if self.options.attended {
            let begun = !listeners && self.begin_again()?;
            return if begun { self.pump() } else { Ok(None) };
        }
        let waited = now >= since + linger;
        if !waited && (!playing.is_settled() || playing.misses_somebody(&me)) {
            return Ok(None);
        }
        if listeners {
            return Ok(None);
        }
        if playing.more_games == 0 {
            return Ok(Some(End::Over { games: self.games_played }));
        }
        let games = self.games_played;
        if playing.host != Some(me) {
            // The host goes on, or is gone for good.
            let host_gone = playing.host.is_none_or(|host| !self.links.contains_key(&host));
            return Ok((waited && host_gone).then_some(End::Over { games }));
        }
        let contract = playing.table.contract().clone();
        let here = |(_, key): &(_, PublicKey)| *key == me || playing.attached.contains(key);
        if !contract.keyed().all(|seat| here(&seat)) {
            self.say(Event::Notice(
                "somebody has gone, so no further game begins with these people".to_owned(),
            ));
            return Ok(Some(End::Over { games }));
        }
        let more_games = playing.more_games - 1;
        if self.call.is_none() {
            self.call(&next_contract(&contract)?, more_games)?;
        }
        // The others have yet to say what they bring.
        if self.call.is_some() { Ok(None) } else { self.pump() }
    }
}
