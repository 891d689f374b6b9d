//! What the player does at a table.

use tokio::time::Instant;
use whistlestop_proto::error::ActError;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::PublicKey;

use crate::node::players::think::{NO_ADVICE, Thinker};
use crate::node::session::Session;
use crate::node::session::ending::Farewell;
use crate::table::Table;
use crate::table::front::{Command, SeatNumber};

impl Session {
    /// Keeps a command for later while the peers of this laptop are not at the same point. Gives it back if it can be carried
    /// out now.
    pub(crate) fn keep_waiting(&mut self, command: Command) -> Option<Command> {
        if self.waiting.is_empty() && self.is_level() {
            return Some(command);
        }
        self.waiting.push_back(command);
        None
    }

    /// The next command that had to wait and need not any more.
    pub(crate) fn next_waiting(&mut self) -> Option<Command> {
        if self.is_level() { self.waiting.pop_front() } else { None }
    }

    /// Carries out what concerns the table alone; the error is a sentence for the player.
    pub(crate) fn carry_out(
        &mut self,
        now: Millis,
        command: Command,
        thinker: &mut Thinker,
    ) -> Result<(), String> {
        match command {
            Command::Act(committed) => {
                let (began, index) = (Instant::now(), self.table().index() + 1);
                let place = self.deciding().unwrap_or(0);
                self.peers[place].table.act(now, committed).map_err(|why| why.to_string())?;
                self.wait_for_answers(index, began);
                Ok(())
            }
            Command::Want(change) => self.all_agree(|table| table.want(now, change)),
            Command::GiveBack { seat } => self.all_agree(|table| table.give_back(now, seat)),
            Command::NoLongerWant(change) => {
                self.peers.iter_mut().for_each(|one| one.table.no_longer_want(change));
                Ok(())
            }
            Command::ComeBack => self.all_agree(|table| table.come_back(now)),
            Command::SeatBot { .. } => Err("the seats are fixed once the game is on".to_owned()),
            Command::Advise if self.is_offline => {
                thinker.advise(self.table().index(), self.table().game().fork());
                Ok(())
            }
            Command::Advise => Err(NO_ADVICE.to_owned()),
            Command::Misunderstood(why) => Err(why),
            Command::Ready(_) | Command::Chat(_) | Command::Leave | Command::Quit => Ok(()),
        }
    }

    /// Everybody at this laptop does the same; it is refused if nobody can.
    fn all_agree(&mut self, agree: impl Fn(&mut Table) -> Result<(), ActError>) -> Result<(), String> {
        let done: Vec<Result<(), ActError>> =
            self.peers.iter_mut().map(|one| agree(&mut one.table)).collect();
        if done.iter().any(Result::is_ok) {
            return Ok(());
        }
        done.into_iter().collect::<Result<(), ActError>>().map_err(|why| why.to_string())
    }

    /// The player leaves on purpose; the error is a sentence for them.
    pub(crate) fn leave(&mut self, now: Millis) -> Result<Farewell, String> {
        if self.is_offline {
            // Nobody stays behind for whom a bot would have to sit in.
            return Ok(Farewell::Now);
        }
        match self.peers[0].table.leave(now) {
            // Nobody else is left to play, or a bot plays already: there is nothing to stay for.
            Err(ActError::Spectator | ActError::BadChange | ActError::NotCounted) => Ok(Farewell::Now),
            Err(why) => Err(why.to_string()),
            Ok(()) => {
                self.leaving = true;
                Ok(Farewell::Later)
            }
        }
    }

    /// This player wants to play again, or no longer does: whose seat is to be told of, if that is new. Those who share a
    /// keyboard have talked about it.
    pub(crate) fn want_again(&mut self, wants: bool) -> Option<SeatNumber> {
        let seats: Vec<SeatNumber> = self.peers.iter().filter_map(|one| one.table.seat()).collect();
        let mut changed = None;
        for seat in seats {
            if self.rematch.set(seat, wants) {
                changed = Some(seat);
            }
        }
        changed.filter(|_| !self.is_offline)
    }

    /// Somebody else does: their seat, if that is new.
    pub(crate) fn hear_again(&mut self, peer: &PublicKey, wants: bool) -> Option<SeatNumber> {
        let seat = self.table().contract().seat_of(peer)?;
        self.rematch.set(seat, wants).then_some(seat)
    }

    /// Whether this player wants to play again.
    pub(crate) fn wants_again(&self) -> bool {
        self.table().seat().is_some_and(|seat| self.rematch.wants(seat))
    }
}
