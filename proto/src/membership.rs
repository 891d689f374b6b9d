//! Who counts, who plays each seat, and by which keys: all that entries change beside the game.
//!
//! Whoever follows a chain of entries keeps one: a peer at the table, whoever checks a log, with the rules or without,
//! and whoever reads a journal. It never asks whose turn it is. Read [`Membership::go_on`] first.

use std::sync::Arc;

use crate::contract::{Accession, Contract, FIRST_WITNESS, SeatNumber, SeatPlan};
use crate::entry::{Body, Change, Holder};
use crate::hash::Hash;
use crate::limits::MAX_VOTERS;
use crate::pairs::AgreedKeys;
use crate::quorum::{Life, Roll, Voter, Voters};
use crate::sign::PublicKey;
use crate::world::{TableContract, Unfit};

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
        let holder = |(seat, plan): (SeatNumber, &SeatPlan)| match plan {
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
    pub fn bot_on(&self, seat: SeatNumber) -> Option<bool> {
        match self.holders.get(usize::from(seat))? {
            Holder::Player => None,
            Holder::Bot => Some(false),
            Holder::StandIn | Holder::Removed => Some(true),
        }
    }

    /// How often a seat's player has returned.
    pub fn returns_of(&self, seat: SeatNumber) -> Option<u32> {
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
    pub fn key_of(&self, table: &TableContract, voter: Voter) -> Option<PublicKey> {
        let admitted = || {
            let first = table.number_of_admitted(0)?;
            self.admitted.get(usize::from(voter.checked_sub(first)?)).copied()
        };
        table.contract.key_of(voter).or_else(admitted)
    }

    /// The voter with this key: its latest number, if it was admitted more than once.
    pub fn voter_of(&self, table: &TableContract, key: &PublicKey) -> Option<Voter> {
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
        table: &TableContract,
        index: u32,
        body: &Body,
        brought: Option<&Accession>,
    ) -> Result<(), Unfit> {
        match body {
            Body::Change(Change::TakeBack { .. })
            | Body::Move { .. }
            | Body::Draw { .. }
            | Body::Auto { .. }
            | Body::TimeUp { .. } => {}
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
        table: &TableContract,
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
            Change::TakeBack { .. } | Change::TimeUp { .. } => None,
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

    fn stand_in(&mut self, seat: SeatNumber) -> Option<()> {
        let holder = self.holders.get_mut(usize::from(seat)).filter(|holder| **holder == Holder::Player)?;
        *holder = Holder::StandIn;
        self.is_played().then_some(())
    }

    /// Whoever was absent when a copy began brings its keys when it first comes, and nobody does again: the entry names
    /// them, so all know the same.
    fn bring_keys(
        &mut self,
        table: &TableContract,
        seat: SeatNumber,
        named: Option<Hash>,
        brought: Option<&Accession>,
    ) -> Option<()> {
        let Some(named) = named else { return self.keys.has(seat).then_some(()) };
        let keys = &brought.filter(|brought| (brought.voter, brought.keys_hash()) == (seat, named))?.keys;
        // Keys of somebody who has acceded are refused there.
        self.keys = Arc::new(self.keys.with(table.parties(), seat, keys).ok()?);
        Some(())
    }

    fn come_back(&mut self, seat: SeatNumber) -> Option<()> {
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
    fn admit(&mut self, table: &TableContract, key: PublicKey) -> Option<Voter> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{DrawMode, PROTOCOL_VERSION, Stake, TimeControl};
    use crate::pairs::{Keys, Secret};
    use crate::sign::Identity;

    fn identity(seat: SeatNumber) -> Identity {
        Identity::from_secret(&[seat + 1; 32])
    }

    /// Two players and what they begin with.
    fn begin() -> (TableContract, Membership) {
        let plan = |seat| SeatPlan::Keyed {
            name: "Ann".to_owned(),
            key: identity(seat).public(),
            stake: Stake::new(&identity(seat), [seat; 16]),
        };
        let table = TableContract::new(Contract {
            protocol: PROTOCOL_VERSION,
            game: "toy".to_owned(),
            rules: "1".to_owned(),
            board: Hash::default(),
            options: Vec::new(),
            draw: DrawMode::Fresh,
            clock: TimeControl::None,
            seats: vec![plan(0), plan(1)],
            witnesses: Vec::new(),
            absent: Voters::NONE,
            stand_in: "bot".to_owned(),
            nonce: [0; 16],
            parent: None,
        });
        let points: Vec<_> = table.contract.parties().map(|(voter, _, stake)| (voter, stake.point)).collect();
        let accede = |seat: SeatNumber| {
            let secret = Secret::new(&identity(seat), &[seat; 16]);
            let keys = Keys::new(&secret, &table.id, seat, &points).unwrap();
            Accession::sign(&identity(seat), &table.id, seat, keys.public())
        };
        let keys = table.agreed_keys(&[accede(0), accede(1)]).unwrap();
        let membership = Membership::new(&table.contract, keys);
        (table, membership)
    }

    #[test]
    fn a_change_says_since_when_and_one_that_makes_no_sense_is_refused() {
        let (table, mut now) = begin();
        let witness = identity(9).public();
        let mut change = |index, change| now.go_on(&table, index, &Body::Change(change), None).is_ok();
        assert!(
            !change(1, Change::Remove { voter: 2 })
                && !change(1, Change::Admit { key: identity(1).public(), life: 5 })
        );
        assert!(
            !change(1, Change::Renew { voter: 0, life: 0 })
                && !change(1, Change::Renew { voter: 6, life: 5 })
        );
        assert!(!change(1, Change::Return { seat: 0, life: 5, keys: None }), "it plays");
        assert!(change(1, Change::Remove { voter: 1 }) && !change(2, Change::Remove { voter: 1 }));
        assert!(change(3, Change::Return { seat: 1, life: 5, keys: None }));
        assert!(change(4, Change::StandIn { seat: 1 }) && !change(5, Change::StandIn { seat: 1 }));
        assert!(
            change(6, Change::Admit { key: witness, life: 7 })
                && !change(7, Change::Admit { key: witness, life: 8 })
        );
        assert!(change(8, Change::Remove { voter: 6 }) && change(9, Change::Admit { key: witness, life: 8 }));
        assert!(change(10, Change::Renew { voter: 0, life: 9 }));
        assert_eq!(now.voter_of(&table, &witness), Some(7), "the latest number");
        assert_eq!(now.voters(), [0, 1, 7].into_iter().collect());
        assert_eq!((now.bot_on(0), now.bot_on(1)), (None, Some(true)));
        assert_eq!((now.returns_of(1), now.renewals()[0], now.admissions()), (Some(1), 1, 2));
        let Roll { lives, since, .. } = now.roll();
        assert_eq!([0, 1, 6, 7].map(|voter| (since[voter], lives[voter])), [(10, 9), (4, 5), (8, 7), (9, 8)]);
    }

    #[test]
    fn somebody_must_be_left_to_play() {
        let (table, mut now) = begin();
        now.go_on(&table, 1, &Body::Change(Change::StandIn { seat: 0 }), None).unwrap();
        let both = now.clone().go_on(&table, 2, &Body::Change(Change::StandIn { seat: 1 }), None);
        assert_eq!(both, Err(Unfit::BadChange));
        now.go_on(&table, 2, &Body::Change(Change::Remove { voter: 1 }), None)
            .expect("seat 0 counts and can come back");
        let last = now.go_on(&table, 3, &Body::Change(Change::Remove { voter: 0 }), None);
        assert_eq!(last, Err(Unfit::BadChange));
    }
}
