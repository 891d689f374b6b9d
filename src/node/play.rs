//! At a table: bytes to and from the protocol, the own seat's bot, commands, and the end.

use std::collections::BTreeSet;
use std::time::Duration;

use tokio::time::Instant;

use whistlestop_proto::contract::{Contract, PROTOCOL_VERSION, Seat, SeatPlan};
use whistlestop_proto::entry::Holder;
use whistlestop_proto::error::ActError;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::rules::{Rules as _, Turn};
use whistlestop_proto::sign::PublicKey;

use super::again::next_contract;
use super::event::{Command, End, Event};
use super::front::Player;
use super::mind::MindPlan;
use super::seek::Seek;
use super::think::{Done, NO_ADVICE, fault_words};
use super::{Node, Stage, Step, table_of};
use crate::discovery::Fingerprint;
use crate::engine::any_game::Action;
use crate::table::Table;
use crate::table::event::TableEvent;
use crate::table::gather::{PROGRAM_VERSION, PhraseKey};
use crate::table::limits::MAX_CHAT_BYTES;
use crate::table::rules::Move;
use crate::table::wire::{Frame, Knock, Proposal, Refusal, Tag, Wire, protocol_frame};

/// How often a player whose seat a bot holds asks for it back.
const COME_BACK_MILLIS: Millis = 1_000;

/// How long players stay after the end for those who look on and have not heard all of it.
const AUDIENCE_MILLIS: Millis = 5_000;

/// How long a farewell is spread before the player is gone.
const FAREWELL_MILLIS: Millis = 1_500;

/// How long what happened at the table may wait to be told, so that what others wait for is sent first.
const TELL_MILLIS: Millis = 1;

/// A table and what a node knows about it.
#[derive(Debug)]
pub(super) struct Playing {
    pub(super) table: Table,
    /// Peers whom the protocol speaks to.
    pub(super) attached: BTreeSet<PublicKey>,
    /// Who proposed it and may propose the next.
    host: Option<PublicKey>,
    pub(super) more_games: u32,
    phrase: Option<PhraseKey>,
    /// How this node came here, if it looked for the table.
    pub(super) found_by: Option<Seek>,
    /// Since when no player is here whom this node could watch.
    pub(super) alone_since: Option<Millis>,
    /// The index for which the own bot has decided.
    decided: Option<u32>,
    /// When the own bot may move.
    bot_due: Option<Millis>,
    next_come_back: Millis,
    /// The own move that not all have acknowledged yet, and when it was committed.
    unanswered: Option<(u32, Instant)>,
    /// The own move that all have acknowledged, and how long that took.
    answered: Option<(u32, Duration)>,
    over_since: Option<Millis>,
    /// The next game, if it was proposed before this one was over here.
    early: Option<Box<Proposal>>,
    leaving_until: Option<Millis>,
    /// What the own slow bot or program has decided, and after which entry.
    thought_out: Option<(u32, Vec<Action>)>,
    /// Seats whose players want to play again.
    pub(super) again: BTreeSet<Seat>,
}

impl Playing {
    pub(super) fn new(
        table: Table,
        host: Option<PublicKey>,
        more_games: u32,
        phrase: Option<PhraseKey>,
    ) -> Self {
        Self {
            table,
            attached: BTreeSet::new(),
            host,
            more_games,
            phrase,
            found_by: None,
            alone_since: None,
            decided: None,
            bot_due: None,
            next_come_back: 0,
            unanswered: None,
            answered: None,
            over_since: None,
            early: None,
            leaving_until: None,
            thought_out: None,
            again: BTreeSet::new(),
        }
    }

    pub(super) fn phrase(&self) -> Option<PhraseKey> {
        self.phrase.clone()
    }

    /// When something is to be done. What is only looked at now and then, such as whether the game is over for all, is
    /// looked at with every status that the table sends.
    pub(super) fn next_due(&self) -> Millis {
        let timers = [self.bot_due, self.leaving_until];
        let asks = self.wants_seat_back() && !self.attached.is_empty();
        let come_back = asks.then_some(self.next_come_back);
        timers.into_iter().chain([come_back]).flatten().fold(self.table.poll_timeout(), Millis::min)
    }

    pub(super) fn is_seated(&self, key: &PublicKey) -> bool {
        self.table.contract().seat_of(key).is_some()
    }

    pub(super) fn name_of(&self, wanted: &PublicKey) -> Option<String> {
        self.table.contract().seats.iter().find_map(|seat| match seat {
            SeatPlan::Keyed { name, key } if key == wanted => Some(name.clone()),
            _ => None,
        })
    }

    /// The seated key with this fingerprint.
    pub(super) fn key_with(&self, fingerprint: &Fingerprint) -> Option<PublicKey> {
        self.table.contract().keyed().map(|(_, key)| key).find(|key| Fingerprint::of(key) == *fingerprint)
    }

    pub(super) fn admits(&self, proof: Option<[u8; 32]>, exporter: &[u8; 32], key: &PublicKey) -> bool {
        self.is_seated(key)
            || self.phrase.as_ref().is_none_or(|phrase| phrase.is_proved(proof, exporter, key))
    }

    /// The contract for somebody who comes to a table that is on.
    pub(super) fn answer(
        &self,
        peer: &PublicKey,
        knock: &Knock,
        admitted: bool,
    ) -> Result<Contract, Refusal> {
        if knock.protocol != PROTOCOL_VERSION {
            return Err(Refusal::Version { theirs: PROTOCOL_VERSION, program: PROGRAM_VERSION.to_owned() });
        }
        let contract = self.table.contract();
        let own = [Tag::of(&self.table.id()), Tag::of_nonce(&contract.nonce)];
        if knock.table.is_some_and(|table| !own.contains(&table)) {
            return Err(Refusal::NoSuchTable);
        }
        if !admitted {
            return Err(Refusal::PassPhrase);
        }
        if !knock.watch && !self.is_seated(peer) {
            return Err(Refusal::Full);
        }
        Ok(contract.clone())
    }

    /// If this is the host: how many games follow.
    pub(super) fn hosts(&self, me: &PublicKey) -> Option<u32> {
        (self.host == Some(*me)).then_some(self.more_games)
    }

    /// Hears who the host is, from somebody at the table. The first stays: it only decides whom to wait for.
    pub(super) fn set_host(&mut self, peer: &PublicKey, more_games: u32) {
        if self.is_seated(peer) && self.host.is_none_or(|host| host == *peer) {
            (self.host, self.more_games) = (Some(*peer), more_games);
        }
    }

    /// Whether this is the host of a table that not everybody has signed yet.
    pub(super) fn is_unsigned_of(&self, host: &PublicKey) -> bool {
        self.host == Some(*host) && !self.table.lockstep().is_started()
    }

    /// Whether nobody has been heard of for a while at the host's seat.
    pub(super) fn misses_host(&self) -> bool {
        let seat = self.host.and_then(|host| self.table.contract().seat_of(&host));
        seat.is_some_and(|seat| self.table.lockstep().is_away(seat))
    }

    /// Whether this node only watches, and has seen the end.
    pub(super) fn is_watched_to_the_end(&self) -> bool {
        self.table.seat().is_none() && self.table.is_over()
    }

    /// Whether this peer may propose the next game.
    fn may_follow(&self, peer: &PublicKey) -> bool {
        self.host == Some(*peer) && self.more_games > 0 && self.table.is_over()
    }

    /// Whether the next table that a peer names is one to go to from here.
    pub(super) fn goes_on_with(&self, peer: &PublicKey, next: &Contract, running: bool) -> bool {
        if running {
            self.is_watched_to_the_end()
        } else {
            self.may_follow(peer) || self.accepts_again(peer, next)
        }
    }

    /// Keeps the host's next game until this one is over here too: the host may hear the last signatures first.
    pub(super) fn keep_for_later(&mut self, peer: &PublicKey, proposal: &Proposal) -> bool {
        let early = self.host == Some(*peer) && self.more_games > 0 && !self.table.is_over();
        if early {
            self.early = Some(Box::new(proposal.clone()));
        }
        early
    }

    fn wants_seat_back(&self) -> bool {
        let Some(seat) = self.table.seat() else { return false };
        let bot = self.table.lockstep().holders()[usize::from(seat)] == Holder::Bot;
        bot && self.leaving_until.is_none() && !self.table.is_over()
    }

    /// Notes when everybody who is here has acknowledged the own move.
    fn note_answers(&mut self) {
        let Some((index, since)) = self.unanswered else { return };
        let lockstep = self.table.lockstep();
        let newest = lockstep.sent().map_or(self.table.index(), |entry| entry.core.index);
        let heard = lockstep.heads_received();
        let mut others = self.table.contract().keyed().filter(|(_, key)| self.attached.contains(key));
        if newest > index {
            // It was overtaken; nobody can tell any more when the last answer came.
            self.unanswered = None;
        } else if newest == index && others.all(|(seat, _)| heard.contains(&seat)) {
            self.answered = Some((index, since.elapsed()));
            self.unanswered = None;
        }
    }

    /// Whether everybody who can be asked has acknowledged the last final entry.
    fn is_settled(&self) -> bool {
        if self.table.seat().is_none() {
            return true;
        }
        let heard: Vec<_> = self.table.lockstep().heads_at_tip().collect();
        let contract = self.table.contract();
        let mut seats = contract.keyed().filter(|(_, key)| self.attached.contains(key));
        seats.all(|(seat, _)| heard.contains(&seat))
    }

    /// Whether somebody who looks on has not said yet that it has the whole game.
    fn keeps_audience_waiting(&self) -> bool {
        let lockstep = self.table.lockstep();
        self.attached.iter().any(|key| !self.is_seated(key) && !lockstep.is_level(key))
    }

    /// Whether a player who still holds a seat is not here and may not have heard the end.
    fn misses_somebody(&self, me: &PublicKey) -> bool {
        if self.table.seat().is_none() {
            return false;
        }
        let holders = self.table.lockstep().holders();
        let heard: Vec<_> = self.table.lockstep().heads_at_tip().collect();
        // Who has acknowledged the end may go before us.
        self.table.contract().keyed().any(|(seat, key)| {
            let there = key == *me || self.attached.contains(&key) || heard.contains(&seat);
            !there && holders[usize::from(seat)] != Holder::Bot
        })
    }
}

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
            && lockstep.rules().turn() == Turn::Seat(seat)
            && lockstep.holders()[usize::from(seat)] != Holder::Bot
            && playing.leaving_until.is_none();
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
            if Frame::parse(&Wire::Chat(text.clone()).frame()).is_err() {
                let why =
                    format!("say something of at most {MAX_CHAT_BYTES} bytes, without control characters");
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
            (Stage::Playing(playing), Command::Leave) if playing.table.seat().is_none() => {
                return Ok(Some(End::Left));
            }
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
        if playing.leaving_until.is_some_and(|until| now >= until) {
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
        self.next_game(next_contract(&contract)?, more_games)?;
        self.pump()
    }
}

impl Playing {
    /// Commits what the own bot or program decided. Says whether that was possible yet.
    fn commit(&mut self, now: Millis, index: u32, actions: Vec<Action>) -> anyhow::Result<bool> {
        let began = Instant::now();
        let decided = Move::new(actions.clone())?;
        match self.table.act(now, decided) {
            Ok(()) => {
                self.unanswered = Some((index + 1, began));
                self.decided = Some(index);
                self.bot_due = None;
                Ok(true)
            }
            // It becomes possible by itself.
            Err(ActError::Waiting | ActError::Recovering | ActError::NotStarted | ActError::NotYourTurn) => {
                self.thought_out = Some((index, actions));
                self.bot_due = Some(now + 50);
                Ok(false)
            }
            Err(why) => anyhow::bail!("the own bot made a move that cannot be: {why}"),
        }
    }

    fn carry_out(&mut self, now: Millis, command: Command) -> Result<(), String> {
        let done = match command {
            Command::Act(actions) => {
                let (began, index) = (Instant::now(), self.table.index() + 1);
                let done = self.table.act_json(now, &actions);
                return done.map(|()| self.unanswered = Some((index, began))).map_err(|why| why.to_string());
            }
            Command::Want(change) => self.table.want(now, change),
            Command::NoLongerWant(change) => {
                self.table.no_longer_want(change);
                Ok(())
            }
            Command::ComeBack => self.table.come_back(now),
            Command::Leave => {
                self.table.leave(now).map(|()| self.leaving_until = Some(now + FAREWELL_MILLIS))
            }
            Command::SeatBot { .. } => return Err("the seats are fixed once the game is on".to_owned()),
            Command::Advise => return Err(NO_ADVICE.to_owned()),
            Command::Ready(_) | Command::Chat(_) | Command::Quit | Command::Misunderstood(_) => Ok(()),
        };
        done.map_err(|why| why.to_string())
    }
}
