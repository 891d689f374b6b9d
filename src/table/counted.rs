//! Who counts at each entry of a log, and in which life, as its changes say. Whether these may have been made is for others to check.

use whistlestop_proto::contract::{Contract, FIRST_WITNESS};
use whistlestop_proto::entry::{Body, Change, Entry, Proof};
use whistlestop_proto::guard::final_entry;
use whistlestop_proto::limits::MAX_VOTERS;
use whistlestop_proto::quorum::{Life, Quorum, Roll, Voter};
use whistlestop_proto::statement::{Head, Lost, Signed};

/// Those who count at the next entry, and in which life each speaks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted {
    roll: Roll,
    /// The number of whoever is admitted next.
    next: usize,
}

impl Counted {
    /// Before the first entry.
    pub(super) fn new(contract: &Contract) -> Self {
        Self {
            roll: Roll::of(contract.founders()),
            next: usize::from(FIRST_WITNESS) + contract.witnesses.len(),
        }
    }

    pub(super) const fn roll(self) -> Roll {
        self.roll
    }

    /// After this entry.
    pub(super) fn go_on(&mut self, entry: &Entry) {
        let index = entry.core.index;
        match &entry.core.body {
            Body::Change(change) => self.change(index, *change),
            Body::Anew { lives } => {
                for (voter, life) in lives {
                    self.roll.change(*voter, index, Some(*life));
                }
            }
            Body::Move { .. } | Body::Draw { .. } | Body::Auto { .. } => {}
        }
    }

    fn change(&mut self, index: u32, change: Change) {
        match change {
            Change::Remove { voter } => {
                self.roll.voters = self.roll.voters.without(voter);
                self.roll.change(voter, index, None);
            }
            Change::StandIn { seat } => self.roll.change(seat, index, None),
            Change::Return { seat, life, .. } => self.count(index, seat, life),
            Change::Admit { life, .. } => {
                if let Some(number) = Voter::try_from(self.next).ok().filter(|_| self.next < MAX_VOTERS) {
                    self.count(index, number, life);
                }
                self.next += 1;
            }
            Change::Renew { voter, life } => self.roll.change(voter, index, Some(life)),
            Change::TakeBack { .. } => {}
        }
    }

    fn count(&mut self, index: u32, voter: Voter, life: Life) {
        self.roll.voters = self.roll.voters.with(voter);
        self.roll.change(voter, index, Some(life));
    }

    /// Puts the heads that made an entry final into it, if it changes who counts and came here before them; where half of those who
    /// count were enough, also that the others had lost their memory.
    pub(super) fn seal(self, entry: &mut Entry, heads: &[Signed<Head>], lost: &[Signed<Lost>]) {
        let hash = entry.hash();
        if let Proof::Certified(certificate) = &mut entry.proof
            && entry.core.moves_the_quorum()
            && certificate.seal.is_empty()
        {
            let named = lost.iter().map(|lost| lost.voter).collect();
            let quorum = Quorum { lost: named, ..Quorum::of(self.roll.voters) };
            let here = |head: &&Signed<Head>| head.says.entry == hash && quorum.voters.contains(head.voter);
            let round =
                final_entry(quorum, heads.iter().filter(here).map(Signed::ack)).map(|(round, _)| round);
            let made = heads.iter().filter(here).filter(|head| Some(head.says.round) == round);
            certificate.seal = made.take(quorum.size()).copied().collect();
            if certificate.seal.len() < quorum.size() && !lost.is_empty() {
                certificate.lost = lost.to_vec();
            }
        }
    }
}
