//! What everybody brings to a new table, so that nobody can choose after having seen what another brings.
//!
//! A table's id, its luck and the words that people compare all follow from its contract: whoever could choose anything in it
//! last could try until it suits. So everything but the stakes is fixed first, which is the [`draft`]; then everybody
//! promises a stake for that draft, and only when all promises are known to all are the stakes shown. Whoever calls the
//! others has promised before it hears from anybody. A stake that was shown is never used again.
//!
//! Nothing here is signed or kept, and no random number is made. Read [`Calling`] first, then [`Answering`].

use whistlestop_proto::codec;
use whistlestop_proto::contract::{Contract, SeatPlan, Stake};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::pairs::Point;
use whistlestop_proto::sign::{Identity, PublicKey};

const DRAFT_DOMAIN: &str = "whistlestop/draft/1";
const PROMISE_DOMAIN: &str = "whistlestop/stake/1";

/// Where a stake will stand.
const NO_STAKE: Stake = Stake { nonce: [0; 16], point: Point([0; 32]) };

/// The seat of a player who has not brought a stake yet.
pub const fn unstaked_seat(name: String, key: PublicKey) -> SeatPlan {
    SeatPlan::Keyed { name, key, stake: NO_STAKE }
}

/// A contract without the stakes of those who found it. Who is absent when a copy begins keeps the stake that they brought to
/// the table before it: their keys follow from it and from the new table's id.
pub fn unstaked(contract: &Contract) -> Contract {
    let mut contract = contract.clone();
    places(&mut contract).for_each(|(_, stake)| *stake = NO_STAKE);
    contract
}

/// Puts the stake of an identity where the contract names it.
pub fn bring(contract: &mut Contract, identity: &Identity, nonce: [u8; 16]) {
    let (me, own) = (identity.public(), Stake::new(identity, nonce));
    places(contract).filter(|(key, _)| *key == me).for_each(|(_, stake)| *stake = own);
}

/// All that is agreed on before anybody shows a stake.
pub fn draft(contract: &Contract) -> Hash {
    Hash::of(DRAFT_DOMAIN, &[&codec::encode(&unstaked(contract))])
}

/// What hides a stake and binds its owner to it. It holds for one draft and one key: nobody can pass it off as their own.
fn promise(draft: &Hash, key: &PublicKey, stake: &Stake) -> Hash {
    Hash::of(PROMISE_DOMAIN, &[&draft.0, &key.0, &stake.nonce, &stake.point.0])
}

/// The stakes of those who found a table, in the order of its parties.
fn places(contract: &mut Contract) -> impl Iterator<Item = (PublicKey, &mut Stake)> {
    let absent = contract.absent;
    let seats = (0..).zip(contract.seats.iter_mut()).filter_map(move |(seat, plan)| match plan {
        SeatPlan::Keyed { key, stake, .. } if !absent.contains(seat) => Some((*key, stake)),
        SeatPlan::Keyed { .. } | SeatPlan::Bot { .. } => None,
    });
    seats.chain(contract.witnesses.iter_mut().map(|witness| (witness.key, &mut witness.stake)))
}

/// Those who found a table, with what they bring.
fn founders(contract: &Contract) -> impl Iterator<Item = (&PublicKey, &Stake)> {
    let absent = contract.absent;
    let here = contract.parties().filter(move |(voter, _, _)| !absent.contains(*voter));
    here.map(|(_, key, stake)| (key, stake))
}

/// The side of whoever proposes a table.
#[derive(Clone, Debug)]
pub struct Calling {
    contract: Contract,
    draft: Hash,
    since: Millis,
    /// Those who found the table, in the order of the contract's parties.
    people: Vec<Called>,
    /// All promises are known to all.
    told: bool,
}

#[derive(Clone, Debug)]
struct Called {
    key: PublicKey,
    promise: Option<Hash>,
    stake: Option<Stake>,
}

/// What somebody shows is not what it promised, or nothing that draws can be made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it brings something else to the table than it promised")]
pub struct NotPromised;

impl Calling {
    /// Calls all who found a contract's table; the own stake, of this fresh nonce, is promised at once.
    pub fn new(contract: &Contract, identity: &Identity, nonce: [u8; 16], now: Millis) -> Self {
        let (contract, draft) = (unstaked(contract), draft(contract));
        let (me, own) = (identity.public(), Stake::new(identity, nonce));
        let called = |key: &PublicKey| {
            let stake = (*key == me).then_some(own);
            Called { key: *key, promise: stake.map(|stake| promise(&draft, &me, &stake)), stake }
        };
        let people = founders(&contract).map(|(key, _)| called(key)).collect();
        Self { contract, draft, since: now, people, told: false }
    }

    /// What they are called to.
    pub const fn draft(&self) -> Hash {
        self.draft
    }

    /// Since when.
    pub const fn since(&self) -> Millis {
        self.since
    }

    /// Everybody who is called, the caller included.
    pub fn keys(&self) -> impl Iterator<Item = PublicKey> {
        self.people.iter().map(|one| one.key)
    }

    /// Somebody promises a stake. The last promise counts until all are told.
    pub fn on_promise(&mut self, key: &PublicKey, draft: &Hash, promise: Hash) {
        if *draft == self.draft
            && !self.told
            && let Some(one) = self.people.iter_mut().find(|one| one.key == *key && one.stake.is_none())
        {
            one.promise = Some(promise);
        }
    }

    /// All promises in the order of the parties, to be told to everybody: once, when the last has come.
    pub fn promises(&mut self) -> Option<Vec<Hash>> {
        if self.told {
            return None;
        }
        let all = self.people.iter().map(|one| one.promise).collect::<Option<Vec<_>>>()?;
        self.told = true;
        Some(all)
    }

    /// Somebody shows the stake that it promised.
    pub fn on_reveal(&mut self, key: &PublicKey, draft: &Hash, stake: Stake) -> Result<(), NotPromised> {
        let found = self.people.iter_mut().find(|one| one.key == *key && one.stake.is_none());
        // What was shown in answer to an earlier call is of no use here.
        let Some(one) = found.filter(|_| *draft == self.draft && self.told) else { return Ok(()) };
        if one.promise != Some(promise(draft, key, &stake)) || !stake.point.is_valid() {
            return Err(NotPromised);
        }
        one.stake = Some(stake);
        Ok(())
    }

    /// Those whose answer is missing.
    pub fn missing(&self) -> Vec<PublicKey> {
        let answered = |one: &&Called| if self.told { one.stake.is_none() } else { one.promise.is_none() };
        self.people.iter().filter(answered).map(|one| one.key).collect()
    }

    /// The contract, once all stakes are there.
    pub fn contract(&self) -> Option<Contract> {
        let stakes = self.people.iter().map(|one| one.stake).collect::<Option<Vec<_>>>()?;
        let mut contract = self.contract.clone();
        places(&mut contract).zip(stakes).for_each(|((_, place), stake)| *place = stake);
        Some(contract)
    }
}

/// The side of whoever is called.
#[derive(Clone, Debug)]
pub struct Answering {
    draft: Hash,
    key: PublicKey,
    stake: Stake,
    /// Those of all, since the own stake was shown.
    promises: Option<Vec<Hash>>,
}

/// Why a contract is not the one that somebody was called to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadStakes {
    /// Nobody was called to it.
    #[error("this is not the table that everybody was called to, so it is not signed: ask for a new one")]
    OtherDraft,
    /// Somebody's stake is not what was promised.
    #[error(
        "what somebody brings to this table was changed after the others had shown theirs, so it is not signed: ask who proposed it"
    )]
    Changed,
}

impl Answering {
    /// Answers a call with the stake of this fresh nonce.
    pub fn new(identity: &Identity, nonce: [u8; 16], draft: Hash) -> Self {
        Self { draft, key: identity.public(), stake: Stake::new(identity, nonce), promises: None }
    }

    /// Whether it answers the same call, and has shown nothing yet.
    pub fn is_hidden_for(&self, draft: &Hash) -> bool {
        self.draft == *draft && self.promises.is_none()
    }

    /// What is promised.
    pub fn promise(&self) -> Hash {
        promise(&self.draft, &self.key, &self.stake)
    }

    /// Shows the stake, now that the promises of all are known. Never twice, and not where the own promise is missing.
    pub fn reveal(&mut self, draft: &Hash, promises: Vec<Hash>) -> Option<Stake> {
        if !self.is_hidden_for(draft) || !promises.contains(&self.promise()) {
            return None;
        }
        self.promises = Some(promises);
        Some(self.stake)
    }

    /// Whether a contract is the one of the call, with the stakes that all had promised before any was shown.
    pub fn check(&self, contract: &Contract) -> Result<(), BadStakes> {
        let promises = self.promises.as_ref().ok_or(BadStakes::OtherDraft)?;
        if draft(contract) != self.draft {
            return Err(BadStakes::OtherDraft);
        }
        let shown = founders(contract).map(|(key, stake)| promise(&self.draft, key, stake));
        let own = founders(contract).find(|(key, _)| **key == self.key).map(|(_, stake)| *stake);
        let kept = shown.eq(promises.iter().copied()) && own == Some(self.stake);
        if kept { Ok(()) } else { Err(BadStakes::Changed) }
    }
}

#[cfg(test)]
mod tests;
