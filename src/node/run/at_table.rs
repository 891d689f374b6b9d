//! The table at hand: what it gives out is sent and told, its turns are played, and what follows it is done.

use whistlestop_proto::error::DropReason;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::PublicKey;

use crate::node::players::think::Done;
use crate::node::run::{LoopStep, Node, Stage};
use crate::node::session::company::Alone;
use crate::node::session::ending::Next;
use crate::node::session::play::Played;
use crate::table::front::{Event, ProtocolEvent};
use crate::table::wire::protocol_frame;

/// How long what happened at the table may wait to be told, so that what others wait for is sent first.
const TELL_MILLIS: Millis = 1;

impl Node<'_> {
    /// Hands to the links what the table has to say, and only then lets bots of this laptop think. Says whether there was
    /// anything: somebody waits for it, so the links should have their turn. What is to be told here can wait until the next
    /// thing happens, or a moment.
    pub(super) fn speak(&mut self) -> anyhow::Result<bool> {
        if let Stage::Playing(session, _) = &mut self.stage {
            session.note_answers();
        }
        let said = self.send_out()? || (self.play(false)? && self.send_out()?);
        if said {
            let now = self.now();
            self.tell_at.get_or_insert(now + TELL_MILLIS);
        }
        Ok(said)
    }

    /// Carries out what the table gives out, until it gives nothing more.
    pub(super) fn pump(&mut self) -> LoopStep {
        self.tell_at = None;
        if !matches!(self.stage, Stage::Playing(..)) {
            return Ok(None);
        }
        self.busy = false;
        self.carry_out_table()?;
        if let Stage::Playing(session, _) = &mut self.stage
            && let Some(event) = session.poll_answers()
        {
            self.say(event);
        }
        self.busy = self.play(true)?;
        // What that brought about is carried out first: nothing ends with something unsaid or not on disk.
        if self.busy { Ok(None) } else { self.follow_up() }
    }

    /// Sends, keeps and tells whatever the table gives out.
    fn carry_out_table(&mut self) -> anyhow::Result<()> {
        loop {
            self.send_out()?;
            let now = self.now();
            let Stage::Playing(session, _) = &mut self.stage else { return Ok(()) };
            let Some(event) = session.poll_event(now) else { return Ok(()) };
            self.on_table_event(event);
        }
    }

    /// Hands to the links what the table has to say, once it is on disk. Says whether that was anything.
    fn send_out(&mut self) -> anyhow::Result<bool> {
        let now = self.now();
        let Stage::Playing(session, _) = &mut self.stage else { return Ok(false) };
        let (tag, mut sent) = (session.tag(), false);
        while let Some((peer, message)) = session.poll_transmit(now)? {
            self.network.send_frame(&peer, &protocol_frame(tag, &message));
            sent = true;
        }
        Ok(sent)
    }

    fn on_table_event(&mut self, event: Event) {
        if let Event::Protocol(ProtocolEvent::Drop { peer, reason }) = &event {
            if matches!(reason, DropReason::Offences(_) | DropReason::Flood) {
                self.network.note_offence(self.options.clock.now(), peer);
            }
            self.network.drop_link(peer, &reason.to_string());
        }
        let over = matches!(event, Event::Over { .. });
        let started = matches!(event, Event::Protocol(ProtocolEvent::Started));
        self.say(event);
        if started {
            self.pin_players();
        }
        if over {
            self.advertise();
        }
    }

    /// Plays the seats of this laptop, as far as nobody has to be waited for. Says whether something was done.
    fn play(&mut self, told: bool) -> anyhow::Result<bool> {
        let now = self.now();
        let Stage::Playing(session, _) = &mut self.stage else { return Ok(false) };
        match session.play(now, told, &mut self.thinker)? {
            Played::Nothing => Ok(false),
            Played::Something => Ok(true),
            Played::Asks(event) => {
                self.say(*event);
                Ok(false)
            }
        }
    }

    /// Ends, or begins the next game, when the game is over and everybody has heard of it; else takes up what had to wait.
    fn follow_up(&mut self) -> LoopStep {
        let now = self.now();
        let Stage::Playing(session, _) = &mut self.stage else { return Ok(None) };
        let is_linked = |peer: &PublicKey| self.network.link(peer).is_some();
        match session.next(now, &mut self.games_played, self.stakes.is_calling(), is_linked)? {
            Next::Nothing => {
                let Some(command) = session.next_waiting() else { return Ok(None) };
                let end = self.obey(command)?;
                if end.is_some() { Ok(end) } else { self.pump() }
            }
            Next::End(end, why) => {
                if let Some(why) = why {
                    self.say(Event::Notice(why.to_owned()));
                }
                Ok(Some(end))
            }
            Next::Proposed(host, proposal) => {
                self.on_proposal(host, *proposal, false)?;
                self.pump()
            }
            Next::Propose(contract, more_games) => {
                self.call(&contract, more_games)?;
                // The others have yet to say what they bring.
                if self.stakes.is_calling() { Ok(None) } else { self.pump() }
            }
        }
    }

    /// Ends what there is to do at this table before the next one is taken up: both may have come at once.
    pub(super) fn finish_table(&mut self) -> anyhow::Result<()> {
        self.carry_out_table()?;
        let now = self.now();
        if let Stage::Playing(session, _) = &mut self.stage {
            session.count_if_over(now, &mut self.games_played);
        }
        Ok(())
    }

    pub(super) fn tell_presence(&mut self) {
        if let Stage::Playing(session, _) = &mut self.stage
            && let Some(event) = session.poll_presence()
        {
            self.say(event);
        }
    }

    /// Starts whatever there is to think about, and tells those who look on how far it is.
    pub(super) fn think(&mut self) {
        if let Stage::Playing(session, _) = &self.stage {
            session.think(&mut self.thinker);
        }
        let now = self.now();
        if self.options.attended
            && let Some(event) = self.thinker.progress(now)
        {
            self.say(event);
        }
    }

    pub(super) fn on_thought(&mut self, done: Done) {
        let now = self.now();
        if let Stage::Playing(session, _) = &mut self.stage
            && let Some(event) = session.handle_thought(now, done)
        {
            self.say(event);
        }
    }

    /// Whoever only watches does not wait for ever for players who are all gone. Looked at with every status.
    pub(super) fn mind_empty_table(&mut self) -> anyhow::Result<()> {
        let now = self.now();
        let Stage::Playing(session, _) = &mut self.stage else { return Ok(()) };
        match session.note_players(now) {
            Alone::No => {}
            Alone::Since(seconds) => self.say(Event::Notice(format!(
                "no player is connected; this ends after {seconds} s without one"
            ))),
            Alone::TooLong(seconds) => {
                let path = session.table().path().display();
                anyhow::bail!(
                    "all players have been gone for {seconds} s; what was seen is kept in {path}, and `whistlestop watch` sees the rest when they are back"
                );
            }
        }
        Ok(())
    }
}
