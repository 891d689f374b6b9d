//! What the player tells a node to do.

use whistlestop_proto::text::clean;

use crate::node::run::{LoopStep, Node, Stage};
use crate::node::session::ending::Farewell;
use crate::table::front::{Command, End, Event};
use crate::table::limits::MAX_CHAT_BYTES;
use crate::table::wire::{Frame, Wire};

impl Node<'_> {
    /// A command has come. At a table of this laptop alone it may have to wait for a moment; the wish to end never does.
    pub(super) fn on_command(&mut self, command: Command) -> LoopStep {
        let waits = !matches!(command, Command::Quit | Command::Leave);
        match &mut self.stage {
            Stage::Playing(session, _) if waits => {
                let now = session.keep_waiting(command);
                now.map_or(Ok(None), |command| self.obey(command))
            }
            _ => self.obey(command),
        }
    }

    pub(super) fn obey(&mut self, command: Command) -> LoopStep {
        let now = self.now();
        let done = match (&mut self.stage, command) {
            (Stage::Playing(session, _), Command::Quit) => {
                return Ok(session.quit(now, self.games_played));
            }
            (_, Command::Quit) => return Ok(Some(End::Quit)),
            (_, Command::Misunderstood(why)) => Err(why),
            (_, Command::Chat(text)) => self.chat(&text),
            (Stage::Hosting(gather), Command::Ready(ready)) => {
                gather.set_ready(&self.owner.identity.public(), ready);
                return self.gather_on().map(|()| None);
            }
            (Stage::Hosting(gather), Command::SeatBot { seat, bot }) => {
                if gather.seat_bot(seat, bot) {
                    return self.gather_on().map(|()| None);
                }
                Err("somebody sits there".to_owned())
            }
            (Stage::Waiting { host, .. }, Command::Ready(ready)) => {
                self.network.send(host, &Wire::Ready(ready));
                Ok(())
            }
            (Stage::Playing(session, _), Command::Leave) => match session.leave(now) {
                Ok(Farewell::Now) => return Ok(session.end_with(now, End::Left)),
                Ok(Farewell::Later) => Ok(()),
                Err(why) => Err(why),
            },
            (Stage::Playing(session, _), Command::Ready(wants)) if session.table().is_over() => {
                if self.options.attended {
                    self.want_again(wants);
                }
                Ok(())
            }
            (Stage::Playing(session, _), command) => session.carry_out(now, command, &mut self.thinker),
            (_, Command::Leave) => return Ok(Some(End::Left)),
            _ => Err("there is no table yet".to_owned()),
        };
        if let Err(why) = done {
            self.say(Event::Refused(why));
        }
        Ok(None)
    }

    /// Says something to everybody who is linked.
    fn chat(&self, text: &str) -> Result<(), String> {
        let said = Wire::Chat(clean(text, text.len()));
        if self.is_offline() {
            return Ok(());
        }
        if Frame::parse(&said.frame()).is_err() {
            return Err(format!("say something of at most {MAX_CHAT_BYTES} bytes"));
        }
        for peer in self.network.peers() {
            self.network.send(&peer, &said);
        }
        Ok(())
    }

    fn is_offline(&self) -> bool {
        matches!(&self.stage, Stage::Playing(session, _) if session.is_offline())
    }

    /// The player wants to play again, or no longer does.
    fn want_again(&mut self, wants: bool) {
        let Stage::Playing(session, _) = &mut self.stage else { return };
        let Some(seat) = session.want_again(wants) else { return };
        for key in session.others() {
            self.network.send(&key, &Wire::Ready(wants));
        }
        self.say(Event::Again { seat, wants });
    }
}
