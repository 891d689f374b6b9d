//! Before a table begins everybody brings a stake, and nobody chooses after having seen another's: see
//! [`stake`](crate::table::stake).

use whistlestop_proto::contract::{Contract, Stake};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::limits::AWAY_MILLIS;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::PublicKey;

use super::event::Event;
use super::host::fresh_nonce;
use super::{Node, Stage};
use crate::table::stake::{Answering, BadStakes, Calling};
use crate::table::wire::Wire;

/// A call that others answer, and how many games follow.
#[derive(Debug)]
pub(super) struct Call {
    calling: Calling,
    more_games: u32,
}

impl Call {
    /// When it is given up: as late as somebody who does not sign.
    pub(super) const fn until(&self) -> Millis {
        self.calling.since() + AWAY_MILLIS
    }

    /// Whether somebody's answer is needed.
    pub(super) fn needs(&self, peer: &PublicKey) -> bool {
        self.calling.keys().any(|key| key == *peer)
    }
}

impl Node<'_> {
    /// Asks all people of a contract for what they bring, unless that is under way; the table begins when all have answered.
    pub(super) fn call(&mut self, contract: &Contract, more_games: u32) -> anyhow::Result<()> {
        let (me, now) = (self.identity.public(), self.now());
        let calling = Calling::new(contract, &self.identity, fresh_nonce()?, now);
        let draft = calling.draft();
        if self.call.as_ref().is_some_and(|call| call.calling.draft() == draft) {
            return Ok(());
        }
        let others: Vec<PublicKey> = calling.keys().filter(|key| *key != me).collect();
        for key in others {
            self.send(&key, &Wire::Call { draft });
        }
        self.call = Some(Call { calling, more_games });
        self.call_on()
    }

    /// Somebody has answered, or nobody has to.
    fn call_on(&mut self) -> anyhow::Result<()> {
        let me = self.identity.public();
        let Some(Call { calling, more_games }) = &mut self.call else { return Ok(()) };
        if let Some(promises) = calling.promises() {
            let told = Wire::Promises { draft: calling.draft(), promises };
            let others: Vec<PublicKey> = calling.keys().filter(|key| *key != me).collect();
            for key in others {
                self.send(&key, &told);
            }
            return self.call_on();
        }
        let (Some(contract), more_games) = (calling.contract(), *more_games) else { return Ok(()) };
        self.call = None;
        self.begin(contract, more_games)
    }

    pub(super) fn on_promise(&mut self, peer: PublicKey, draft: &Hash, promise: Hash) -> anyhow::Result<()> {
        if let Some(call) = &mut self.call {
            call.calling.on_promise(&peer, draft, promise);
        }
        self.call_on()
    }

    pub(super) fn on_reveal(&mut self, peer: PublicKey, draft: &Hash, stake: Stake) -> anyhow::Result<()> {
        if let Some(call) = &mut self.call
            && let Err(why) = call.calling.on_reveal(&peer, draft, stake)
        {
            self.drop_link(&peer, &why.to_string());
        }
        self.call_on()
    }

    /// Gives up a call that somebody does not answer: their seat is open again or, if a game is over, they are taken to be gone.
    pub(super) fn mind_call(&mut self) -> anyhow::Result<()> {
        let now = self.now();
        let Some(call) = self.call.take_if(|call| now >= call.until()) else { return Ok(()) };
        for key in call.calling.missing() {
            let name = self.name_of(&key).unwrap_or_default();
            if let Stage::Hosting(gather) = &mut self.stage {
                gather.stand_up(&key);
                self.say(Event::Notice(format!("{name} does not answer; that seat is open again")));
            } else {
                self.drop_link(&key, "no answer to the call to the next game");
            }
        }
        self.gather_on()
    }

    /// Somebody who may propose a table asks what this player brings to it.
    pub(super) fn on_call(&mut self, peer: PublicKey, draft: Hash) -> anyhow::Result<()> {
        let welcome = match &self.stage {
            Stage::Waiting { host, .. } => *host == peer,
            Stage::Playing(playing) => playing.is_seated(&peer),
            Stage::Hosting(_) | Stage::Seeking(_) => false,
        };
        if !welcome {
            return Ok(());
        }
        // What was promised and not shown still holds; what was shown is never used again.
        let known = self.answers.get(&peer).filter(|answer| answer.is_hidden_for(&draft)).cloned();
        let answer = match known {
            Some(answer) => answer,
            None => Answering::new(&self.identity, fresh_nonce()?, draft),
        };
        self.send(&peer, &Wire::Promise { draft, promise: answer.promise() });
        self.answers.insert(peer, answer);
        Ok(())
    }

    /// All have promised: shows what this player brings.
    pub(super) fn on_promises(&mut self, peer: PublicKey, draft: Hash, promises: Vec<Hash>) {
        let answer = self.answers.get_mut(&peer);
        if let Some(stake) = answer.and_then(|answer| answer.reveal(&draft, promises)) {
            self.send(&peer, &Wire::Reveal { draft, stake });
        }
    }

    /// Whether a contract is what this player was called to, with what everybody had promised.
    pub(super) fn check_stakes(&self, peer: &PublicKey, contract: &Contract) -> Result<(), BadStakes> {
        self.answers.get(peer).ok_or(BadStakes::OtherDraft)?.check(contract)
    }
}
