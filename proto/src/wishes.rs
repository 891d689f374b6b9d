//! What is wished for the seats: who wants to leave or to come back, and the changes that this peer agrees to.
//!
//! Nothing here checks a signature, and nothing happens by a wish alone: votes make a change.

use std::collections::{BTreeMap, BTreeSet};

use crate::contract::SeatNumber;
use crate::entry::Change;
use crate::limits::MAX_WANTED;
use crate::lockstep::Millis;
use crate::quorum::{Life, Voter};
use crate::statement::{Leave, Return, Signed};

/// Wishes that are not answered yet.
#[derive(Debug, Default)]
pub(crate) struct SeatWishes {
    leaves: BTreeMap<Voter, Signed<Leave>>,
    returns: BTreeMap<SeatNumber, Signed<Return>>,
    /// Changes that this peer's user agrees to.
    wanted: BTreeSet<Change>,
    /// When this peer saw that it was removed as it wished.
    removed_at: Option<Millis>,
}

impl SeatWishes {
    pub(crate) fn leave_of(&self, voter: Voter) -> Option<&Signed<Leave>> {
        self.leaves.get(&voter)
    }

    /// By voter.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = &Signed<Leave>> {
        self.leaves.values()
    }

    pub(crate) fn note_leave(&mut self, wish: Signed<Leave>) {
        self.leaves.insert(wish.voter, wish);
    }

    pub(crate) fn return_of(&self, seat: SeatNumber) -> Option<&Signed<Return>> {
        self.returns.get(&seat)
    }

    /// By seat.
    pub(crate) fn returns(&self) -> impl Iterator<Item = &Signed<Return>> {
        self.returns.values()
    }

    /// Says whether it is noted. Of two starts the one with the higher life is heard, by everybody: else their wishes
    /// would take each other's place, and be passed on, for ever. The other one asks for a new life once its voter
    /// counts.
    pub(crate) fn note_return(&mut self, wish: Signed<Return>) -> bool {
        let higher = self.return_of(wish.voter).is_none_or(|known| wish.says.life > known.says.life);
        if higher {
            self.returns.insert(wish.voter, wish);
        }
        higher
    }

    /// The changes that this peer agrees to.
    pub(crate) fn wanted(&self) -> &BTreeSet<Change> {
        &self.wanted
    }

    /// The user agrees to a change. Says whether there was room for it.
    pub(crate) fn want(&mut self, change: Change) -> bool {
        let room = self.wanted.len() < MAX_WANTED;
        if room {
            self.wanted.insert(change);
        }
        room
    }

    /// This peer agrees by itself.
    pub(crate) fn agree_to(&mut self, changes: impl IntoIterator<Item = Change>) {
        self.wanted.extend(changes);
    }

    /// It agrees no longer.
    pub(crate) fn no_longer_want(&mut self, change: &Change) {
        self.wanted.remove(change);
    }

    /// It agrees to these alone.
    pub(crate) fn want_only(&mut self, changes: BTreeSet<Change>) {
        self.wanted = changes;
    }

    /// Of the ways in which a seat could come back, it agrees to this one at most.
    pub(crate) fn want_no_other_return(&mut self, seat: SeatNumber, wish: Option<Change>) {
        self.wanted.retain(|change| {
            !matches!(change, Change::Return { seat: back, .. } if *back == seat && Some(*change) != wish)
        });
    }

    /// Of all returns it agrees to these at most.
    pub(crate) fn want_no_returns_but(&mut self, wishes: &[Change]) {
        self.wanted.retain(|change| !matches!(change, Change::Return { .. }) || wishes.contains(change));
    }

    /// Of all renewals it agrees to these at most.
    pub(crate) fn want_no_renewals_but(&mut self, lives: &[(Voter, Life)]) {
        self.wanted.retain(|change| match change {
            Change::Renew { voter, life } => lives.contains(&(*voter, *life)),
            _ => true,
        });
    }

    /// It agrees that this time is up, and no other.
    pub(crate) fn want_time_up(&mut self, seat: Option<SeatNumber>) {
        self.wanted.retain(|change| !matches!(change, Change::TimeUp { .. }));
        self.wanted.extend(seat.map(|seat| Change::TimeUp { seat }));
    }

    /// Forgets wishes that are answered: those that are not of now.
    pub(crate) fn settle(
        &mut self,
        may_leave: impl Fn(Voter, &Leave) -> bool,
        may_return: impl Fn(SeatNumber, &Return) -> bool,
    ) {
        self.leaves.retain(|voter, wish| may_leave(*voter, &wish.says));
        self.returns.retain(|seat, wish| may_return(*seat, &wish.says));
    }

    /// Whether this peer is removed; it is noted since when.
    pub(crate) fn note_removed(&mut self, now: Millis, removed: bool) {
        self.removed_at = removed.then(|| self.removed_at.unwrap_or(now));
    }

    pub(crate) fn removed_at(&self) -> Option<Millis> {
        self.removed_at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::Hash;
    use crate::sign::Identity;

    fn wish(seat: SeatNumber, life: Life) -> Signed<Return> {
        Signed::new(&Identity::from_secret(&[seat; 32]), &Hash::default(), seat, Return { since: 1, life })
    }

    #[test]
    fn of_two_starts_the_one_with_the_higher_life_is_heard() {
        let mut wishes = SeatWishes::default();
        assert!(wishes.note_return(wish(1, 5)));
        assert!(!wishes.note_return(wish(1, 5)) && !wishes.note_return(wish(1, 4)));
        assert!(wishes.note_return(wish(1, 6)) && wishes.note_return(wish(2, 1)));
        assert!(wishes.returns().eq([&wish(1, 6), &wish(2, 1)]));
    }

    #[test]
    fn a_user_wants_only_so_much_but_what_this_peer_agrees_to_by_itself_finds_a_place() {
        let mut wishes = SeatWishes::default();
        let change = |to: usize| Change::TakeBack { to: u32::try_from(to).expect("few") };
        assert!((0..MAX_WANTED).all(|to| wishes.want(change(to))));
        assert!(!wishes.want(change(MAX_WANTED)));
        wishes.agree_to([change(MAX_WANTED)]);
        assert_eq!(wishes.wanted().len(), MAX_WANTED + 1);
    }

    #[test]
    fn of_each_kind_of_change_only_what_still_holds_is_wanted() {
        let mut wishes = SeatWishes::default();
        let back = |seat, life| Change::Return { seat, life, keys: None };
        let renew = |voter, life| Change::Renew { voter, life };
        let remove = Change::Remove { voter: 1 };
        wishes.agree_to([back(1, 5), back(1, 6), back(2, 5), renew(1, 5), renew(1, 6), remove]);
        wishes.want_no_renewals_but(&[(1, 6)]);
        wishes.want_no_other_return(1, Some(back(1, 6)));
        assert_eq!(*wishes.wanted(), [back(1, 6), back(2, 5), renew(1, 6), remove].into());
        wishes.want_no_returns_but(&[back(2, 5)]);
        assert_eq!(*wishes.wanted(), [back(2, 5), renew(1, 6), remove].into());
        wishes.want_no_other_return(2, None);
        assert_eq!(*wishes.wanted(), [renew(1, 6), remove].into());
    }

    #[test]
    fn it_is_known_since_when_this_peer_is_removed() {
        let mut wishes = SeatWishes::default();
        for (now, removed, since) in
            [(1, false, None), (2, true, Some(2)), (3, true, Some(2)), (4, false, None)]
        {
            wishes.note_removed(now, removed);
            assert_eq!(wishes.removed_at(), since, "{now}");
        }
    }
}
