//! Before a table begins everybody brings a stake, and nobody chooses after having seen another's: see
//! [`stake`](crate::table::stake).
//!
//! One side calls and collects, the other promises and shows. Neither sends anything by itself.

use std::collections::BTreeMap;

use whistlestop_proto::contract::{Contract, Stake};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::limits::AWAY_MILLIS;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::{Identity, PublicKey};

use crate::node::system::random;
use crate::table::stake::{Answering, BadStakes, Calling, NotPromised};
use crate::table::wire::Wire;

/// The call of this node, if it makes one, and its answers to others.
#[derive(Debug, Default)]
pub(crate) struct Stakes {
    call: Option<StakeCall>,
    /// What was answered to those who may propose a table.
    answers: BTreeMap<PublicKey, Answering>,
}

/// A call that others answer, and how many games follow.
#[derive(Debug)]
struct StakeCall {
    calling: Calling,
    more_games: u32,
}

/// What to say, and to whom.
type ToSend = Vec<(PublicKey, Wire)>;

impl Stakes {
    /// At a new table nothing holds any more.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whoever looks for another table owes nobody an answer.
    pub(crate) fn forget_answers(&mut self) {
        self.answers.clear();
    }

    // Calling

    /// Whether others are being asked.
    pub(crate) const fn is_calling(&self) -> bool {
        self.call.is_some()
    }

    /// When the call is given up: as late as somebody who does not sign.
    pub(crate) fn until(&self) -> Option<Millis> {
        self.call.as_ref().map(|call| call.calling.since() + AWAY_MILLIS)
    }

    /// Asks all people of a contract for what they bring, unless that is under way. [`advance`](Self::advance) follows.
    pub(crate) fn call(
        &mut self,
        now: Millis,
        identity: &Identity,
        contract: &Contract,
        more_games: u32,
    ) -> anyhow::Result<ToSend> {
        let calling = Calling::new(contract, identity, random()?, now);
        let draft = calling.draft();
        if self.call.as_ref().is_some_and(|call| call.calling.draft() == draft) {
            return Ok(ToSend::new());
        }
        let said = to_others(&calling, identity, &Wire::Call { draft });
        self.call = Some(StakeCall { calling, more_games });
        Ok(said)
    }

    /// Somebody has answered, or nobody has to: what is said next, and the contract with how many games follow once
    /// everybody has brought a stake.
    pub(crate) fn advance(&mut self, identity: &Identity) -> (ToSend, Option<(Contract, u32)>) {
        let mut said = ToSend::new();
        let Some(StakeCall { calling, more_games }) = &mut self.call else { return (said, None) };
        while let Some(promises) = calling.promises() {
            let told = Wire::Promises { draft: calling.draft(), promises };
            said.extend(to_others(calling, identity, &told));
        }
        let begun = calling.contract().map(|contract| (contract, *more_games));
        self.call.take_if(|_| begun.is_some());
        (said, begun)
    }

    /// Somebody promises a stake.
    pub(crate) fn on_promise(&mut self, peer: &PublicKey, draft: &Hash, promise: Hash) {
        if let Some(call) = &mut self.call {
            call.calling.on_promise(peer, draft, promise);
        }
    }

    /// Somebody shows the stake that they promised.
    pub(crate) fn on_reveal(
        &mut self,
        peer: &PublicKey,
        draft: &Hash,
        stake: Stake,
    ) -> Result<(), NotPromised> {
        self.call.as_mut().map_or(Ok(()), |call| call.calling.on_reveal(peer, draft, stake))
    }

    /// Those who have not answered in time; their call is given up.
    pub(crate) fn give_up(&mut self, now: Millis) -> Option<Vec<PublicKey>> {
        let until = self.until()?;
        let call = self.call.take_if(|_| now >= until)?;
        Some(call.calling.missing())
    }

    /// The call is no longer of use.
    pub(crate) fn drop_call(&mut self) {
        self.call = None;
    }

    /// Somebody is gone: a call that needs them is given up.
    pub(crate) fn drop_call_to(&mut self, peer: &PublicKey) {
        self.call.take_if(|call| call.calling.keys().any(|key| key == *peer));
    }

    // Answering

    /// What this player promises to whoever may propose a table. What was promised and not shown still holds; what was shown
    /// is never used again.
    pub(crate) fn answer(
        &mut self,
        identity: &Identity,
        peer: PublicKey,
        draft: Hash,
    ) -> anyhow::Result<Wire> {
        let known = self.answers.get(&peer).filter(|answer| answer.is_hidden_for(&draft)).cloned();
        let answer = match known {
            Some(answer) => answer,
            None => Answering::new(identity, random()?, draft),
        };
        let promise = answer.promise();
        self.answers.insert(peer, answer);
        Ok(Wire::Promise { draft, promise })
    }

    /// All have promised: what this player brings.
    pub(crate) fn reveal(&mut self, peer: &PublicKey, draft: Hash, promises: Vec<Hash>) -> Option<Wire> {
        let stake = self.answers.get_mut(peer)?.reveal(&draft, promises)?;
        Some(Wire::Reveal { draft, stake })
    }

    /// Whether a contract is what this player was called to, with what everybody had promised.
    pub(crate) fn check(&self, peer: &PublicKey, contract: &Contract) -> Result<(), BadStakes> {
        self.answers.get(peer).ok_or(BadStakes::OtherDraft)?.check(contract)
    }
}

fn to_others(calling: &Calling, identity: &Identity, wire: &Wire) -> ToSend {
    let others = calling.keys().filter(|key| *key != identity.public());
    others.map(|key| (key, wire.clone())).collect()
}
