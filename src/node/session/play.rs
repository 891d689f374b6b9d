//! Playing the seats of this laptop: who is asked for a move, and what bots and programs commit.

use tokio::time::Instant;
use whistlestop_proto::error::ActError;
use whistlestop_proto::lockstep::Millis;

use crate::engine::any_game::ActionBytes;
use crate::node::options::Player;
use crate::node::players::mind::MindPlan;
use crate::node::players::think::Thinker;
use crate::node::session::Session;
use crate::node::session::local_peer::LocalPeer;
use crate::table::front::Event;
use crate::table::rules::Move;

/// How soon a move that cannot be committed yet is tried again.
const RETRY_MILLIS: Millis = 50;

/// What came of looking at whose turn it is.
#[derive(Debug)]
pub(crate) enum Played {
    /// Nothing.
    Nothing,
    /// Something was committed or asked for, which is to be carried out first.
    Something,
    /// Somebody at this laptop is to be asked for a move.
    Asks(Box<Event>),
}

impl Session {
    /// Moves if it is the turn of a bot or program of this laptop, and asks for the seat back if somebody else's bot holds it.
    /// A person or program is asked for a move only once everything that led to the turn was `told`.
    pub(crate) fn play(&mut self, now: Millis, told: bool, thinker: &mut Thinker) -> anyhow::Result<Played> {
        let asks = self.wants_seat_back() && !self.company.attached.is_empty();
        if asks && self.turn.may_come_back(now) {
            // Not possible yet; asked again in a moment.
            let _ = self.peers[0].table.come_back(now);
            return Ok(Played::Something);
        }
        let index = self.table().index();
        let Some(place) = self.to_move().filter(|_| !self.turn.was_asked(index)) else {
            self.turn.rest();
            return Ok(Played::Nothing);
        };
        let one = &self.peers[place];
        let Some(seat) = one.table.seat() else { return Ok(Played::Nothing) };
        let Player::Mind { mind, pace_millis } = &one.player else {
            if !told {
                return Ok(Played::Nothing);
            }
            let choices = one.table.game().choices();
            self.turn.asked(index);
            let left_millis = one.table.lockstep().time_of(seat).map(|time| time.left_millis);
            return Ok(Played::Asks(Box::new(Event::YourTurn { index, seat, choices, left_millis })));
        };
        if !self.turn.has_waited(now, *pace_millis) {
            return Ok(Played::Nothing);
        }
        let actions = match mind {
            MindPlan::Bot(bot) if !bot.is_slow() => bot.decide(one.table.game()),
            slow => {
                let Some(actions) = self.turn.take_thought(index) else {
                    thinker.decide(index, seat, slow, one.table.game().fork());
                    return Ok(Played::Nothing);
                };
                actions
            }
        };
        self.commit(now, place, index, actions)
    }

    /// Commits what a bot or program decided, or tries again in a moment.
    fn commit(
        &mut self,
        now: Millis,
        place: usize,
        index: u32,
        actions: Vec<ActionBytes>,
    ) -> anyhow::Result<Played> {
        let began = Instant::now();
        match self.peers[place].table.act(now, Move::new(actions.clone())?) {
            Ok(()) => {
                self.turn.asked(index);
                self.wait_for_answers(index + 1, began);
                Ok(Played::Something)
            }
            // It becomes possible by itself.
            Err(
                ActError::Waiting
                | ActError::Recovering
                | ActError::NotStarted
                | ActError::NotYourTurn
                | ActError::NotCounted
                | ActError::Left
                | ActError::TimeUp,
            ) => {
                self.turn.thought_out(now + RETRY_MILLIS, index, actions);
                Ok(Played::Nothing)
            }
            Err(why) => anyhow::bail!("the own bot made a move that cannot be: {why}"),
        }
    }

    /// Where nobody is linked there is nobody to wait for.
    pub(super) fn wait_for_answers(&mut self, index: u32, since: Instant) {
        if !self.is_offline {
            self.answers.wait(index, since);
        }
    }

    /// Whose turn it is of those at this laptop, if it is any of theirs and not a bot's.
    pub(super) fn deciding(&self) -> Option<usize> {
        self.peers.iter().position(LocalPeer::decides)
    }

    /// The same, if a move can be made now.
    fn to_move(&self) -> Option<usize> {
        if self.leaving || !self.is_level() {
            return None;
        }
        self.deciding().filter(|place| {
            let lockstep = self.peers[*place].table.lockstep();
            // What was signed before a break is on its way: it is not asked for again.
            let signed = lockstep.has_moved() || lockstep.sent().is_some();
            lockstep.is_started() && !lockstep.is_silent() && !self.company.is_older && !signed
        })
    }

    /// Whether a bot holds the seat of this player, who is here to play.
    pub(super) fn wants_seat_back(&self) -> bool {
        let table = self.table();
        let Some(seat) = table.seat() else { return false };
        let bot = table.lockstep().holders()[usize::from(seat)].is_bot();
        bot && !self.leaving && !table.is_over()
    }
}
