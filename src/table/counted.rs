//! Who counts at each entry of a log, as its changes say. Whether these may have been made is for others to check.

use whistlestop_proto::contract::{Contract, FIRST_WITNESS};
use whistlestop_proto::entry::{Body, Change, Entry, Proof};
use whistlestop_proto::guard::final_entry;
use whistlestop_proto::limits::MAX_VOTERS;
use whistlestop_proto::quorum::{Quorum, Voter, Voters};
use whistlestop_proto::statement::{Head, Signed};

/// Those who count at the next entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted {
    voters: Voters,
    /// The number of whoever is admitted next.
    next: usize,
}

impl Counted {
    /// Before the first entry.
    pub(super) fn new(contract: &Contract) -> Self {
        Self { voters: contract.founders(), next: usize::from(FIRST_WITNESS) + contract.witnesses.len() }
    }

    pub(super) const fn voters(self) -> Voters {
        self.voters
    }

    /// After this entry.
    pub(super) fn go_on(&mut self, entry: &Entry) {
        match entry.core.body {
            Body::Change(Change::Remove { voter }) => self.voters = self.voters.without(voter),
            Body::Change(Change::Return { seat }) => self.voters = self.voters.with(seat),
            Body::Change(Change::Admit { .. }) => {
                let number = Voter::try_from(self.next).ok().filter(|_| self.next < MAX_VOTERS);
                self.voters = number.map_or(self.voters, |number| self.voters.with(number));
                self.next += 1;
            }
            _ => {}
        }
    }

    /// Puts the heads that made an entry final into it, if it changes who counts and came here before them.
    pub(super) fn seal(self, entry: &mut Entry, heads: &[Signed<Head>]) {
        let hash = entry.hash();
        if let Proof::Certified(certificate) = &mut entry.proof
            && entry.core.moves_the_quorum()
            && certificate.seal.is_empty()
        {
            let quorum = Quorum::of(self.voters);
            let here = |head: &&Signed<Head>| head.says.entry == hash && self.voters.contains(head.voter);
            let round =
                final_entry(quorum, heads.iter().filter(here).map(Signed::ack)).map(|(round, _)| round);
            let made = heads.iter().filter(here).filter(|head| Some(head.says.round) == round);
            certificate.seal = made.take(quorum.size()).copied().collect();
        }
    }
}
