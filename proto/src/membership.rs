//! Who counts, who plays each seat, and by which keys: all that entries change beside the game.
//!
//! Whoever follows a chain of entries keeps one: a peer at the table, whoever checks a log, with the rules or without,
//! and whoever reads a journal. It never asks whose turn it is. Read [`Membership::go_on`] first.

use std::sync::Arc;

use crate::contract::{Accession, Contract, FIRST_WITNESS, Seat, SeatPlan};
use crate::entry::{Body, Change, Holder};
use crate::hash::Hash;
use crate::limits::MAX_VOTERS;
use crate::pairs::AgreedKeys;
use crate::quorum::{Life, Roll, Voter, Voters};
use crate::sign::PublicKey;
use crate::world::{Table, Unfit};

/// Who counts after some entry, and who plays.
#[derive(Clone, Debug)]
pub struct Membership {
    /// Who counts, in which life each speaks, and since when.
    roll: Roll,
    /// Who plays each seat.
    holders: Vec<Holder>,
    /// How often each seat's player has returned.
    returns: Vec<u32>,
    /// How often each voter has begun a life, as it had lost its memory.
    renewals: [u32; MAX_VOTERS],
    /// Witnesses who were admitted, in order; their numbers follow those of the contract's.
    admitted: Vec<PublicKey>,
    /// The keys for draws: those of the founders, and of whoever was absent and has come since.
    keys: Arc<AgreedKeys>,
}

impl Membership {
    /// Before the first entry; the keys are those of the founders.
    pub fn new(contract: &Contract, keys: AgreedKeys) -> Self {
        let holder = |(seat, plan): (Seat, &SeatPlan)| match plan {
            SeatPlan::Keyed { .. } if contract.absent.contains(seat) => Holder::Removed,
            SeatPlan::Keyed { .. } => Holder::Player,
            SeatPlan::Bot { .. } => Holder::Bot,
        };
        Self {
            roll: Roll::of(contract.founders()),
            holders: (0..).zip(&contract.seats).map(holder).collect(),
            returns: vec![0; contract.seats.len()],
            renewals: [0; MAX_VOTERS],
            admitted: Vec::new(),
            keys: Arc::new(keys),
        }
    }

    /// Who counts at the next index, in which life each speaks, and since when.
    pub const fn roll(&self) -> Roll {
        self.roll
    }

    /// Those who count at the next index.
    pub const fn voters(&self) -> Voters {
        self.roll.voters
    }

    /// Who plays each seat.
    pub fn holders(&self) -> &[Holder] {
        &self.holders
    }

    /// Whether a bot plays the seat, and if so whether as a stand-in.
    pub fn bot_on(&self, seat: Seat) -> Option<bool> {
        match self.holders.get(usize::from(seat))? {
            Holder::Player => None,
            Holder::Bot => Some(false),
            Holder::StandIn | Holder::Removed => Some(true),
        }
    }

    /// How often a seat's player has returned.
    pub fn returns_of(&self, seat: Seat) -> Option<u32> {
        self.returns.get(usize::from(seat)).copied()
    }

    /// For each voter how often it has begun a life, as it had lost its memory.
    pub const fn renewals(&self) -> &[u32; MAX_VOTERS] {
        &self.renewals
    }

    /// How many witnesses were admitted.
    pub fn admissions(&self) -> usize {
        self.admitted.len()
    }

    /// The keys for draws.
    pub fn keys(&self) -> &AgreedKeys {
        &self.keys
    }

    /// The key of a voter, also of one who was admitted.
    pub fn key_of(&self, table: &Table, voter: Voter) -> Option<PublicKey> {
        let admitted = || {
            let first = table.number_of_admitted(0)?;
            self.admitted.get(usize::from(voter.checked_sub(first)?)).copied()
        };
        table.contract.key_of(voter).or_else(admitted)
    }

    /// The voter with this key: its latest number, if it was admitted more than once.
    pub fn voter_of(&self, table: &Table, key: &PublicKey) -> Option<Voter> {
        let admitted = || {
            let place = self.admitted.iter().rposition(|other| other == key)?;
            table.number_of_admitted(place)
        };
        let contract = table.contract.voter_of(key).filter(|voter| {
            // A witness who was removed and admitted again has a new number.
            *voter < FIRST_WITNESS || self.voters().contains(*voter)
        });
        contract.or_else(admitted).or_else(|| table.contract.voter_of(key))
    }

    /// Goes on by what an entry at this index does, or says why it makes no sense here; then this is of no use any more.
    /// `brought` are the keys of a player who was absent when the table began.
    pub fn go_on(
        &mut self,
        table: &Table,
        index: u32,
        body: &Body,
        brought: Option<&Accession>,
    ) -> Result<(), Unfit> {
        match body {
            Body::Change(Change::TakeBack { .. })
            | Body::Move { .. }
            | Body::Draw { .. }
            | Body::Auto { .. } => {}
            Body::Change(change) => {
                let (voter, life) = self.change(table, *change, brought).ok_or(Unfit::BadChange)?;
                self.roll.change(voter, index, life);
            }
            Body::Anew { lives } => {
                for (voter, life) in lives {
                    self.renew(*voter, *life).ok_or(Unfit::BadChange)?;
                    self.roll.change(*voter, index, Some(*life));
                }
            }
        }
        Ok(())
    }

    /// Makes a change, if it can be made; gives whose place it changed, and the life that it names.
    fn change(
        &mut self,
        table: &Table,
        change: Change,
        brought: Option<&Accession>,
    ) -> Option<(Voter, Option<Life>)> {
        match change {
            Change::Remove { voter } => self.remove(voter).map(|()| (voter, None)),
            Change::StandIn { seat } => self.stand_in(seat).map(|()| (seat, None)),
            Change::Return { seat, life, keys } => {
                self.bring_keys(table, seat, keys, brought)?;
                self.come_back(seat).map(|()| (seat, Some(life)))
            }
            Change::Admit { key, life } => self.admit(table, key).map(|number| (number, Some(life))),
            Change::Renew { voter, life } => self.renew(voter, life).map(|()| (voter, Some(life))),
            Change::TakeBack { .. } => None,
        }
    }

    fn remove(&mut self, voter: Voter) -> Option<()> {
        if !self.voters().contains(voter) {
            return None;
        }
        self.roll.voters = self.voters().without(voter);
        if let Some(holder) = self.holders.get_mut(usize::from(voter)) {
            *holder = Holder::Removed;
        }
        // Whose player counts can have the seat back.
        let counts = self.voters().iter().any(|voter| voter < FIRST_WITNESS);
        (counts || self.is_played()).then_some(())
    }

    fn stand_in(&mut self, seat: Seat) -> Option<()> {
        let holder = self.holders.get_mut(usize::from(seat)).filter(|holder| **holder == Holder::Player)?;
        *holder = Holder::StandIn;
        self.is_played().then_some(())
    }

    /// Whoever was absent when a copy began brings its keys when it first comes, and nobody does again: the entry names
    /// them, so all know the same.
    fn bring_keys(
        &mut self,
        table: &Table,
        seat: Seat,
        named: Option<Hash>,
        brought: Option<&Accession>,
    ) -> Option<()> {
        let Some(named) = named else { return self.keys.has(seat).then_some(()) };
        let keys = &brought.filter(|brought| (brought.voter, brought.keys_hash()) == (seat, named))?.keys;
        // Keys of somebody who has acceded are refused there.
        self.keys = Arc::new(self.keys.with(table.parties(), seat, keys).ok()?);
        Some(())
    }

    fn come_back(&mut self, seat: Seat) -> Option<()> {
        let holder = self.holders.get_mut(usize::from(seat))?;
        if !matches!(holder, Holder::StandIn | Holder::Removed) {
            return None;
        }
        *holder = Holder::Player;
        self.roll.voters = self.voters().with(seat);
        self.returns[usize::from(seat)] = self.returns[usize::from(seat)].saturating_add(1);
        Some(())
    }

    /// Gives the number of the new witness.
    fn admit(&mut self, table: &Table, key: PublicKey) -> Option<Voter> {
        let counts = self.voter_of(table, &key).is_some_and(|voter| self.voters().contains(voter));
        let number = table.number_of_admitted(self.admitted.len())?;
        if counts || table.contract.seat_of(&key).is_some() {
            return None;
        }
        self.admitted.push(key);
        self.roll.voters = self.voters().with(number);
        Some(number)
    }

    fn renew(&mut self, voter: Voter, life: Life) -> Option<()> {
        if !self.voters().contains(voter) || self.roll.speaks(voter, life) {
            return None;
        }
        self.renewals[usize::from(voter)] = self.renewals[usize::from(voter)].saturating_add(1);
        Some(())
    }

    /// Whether anybody is left to play.
    fn is_played(&self) -> bool {
        self.holders.contains(&Holder::Player)
    }
}
