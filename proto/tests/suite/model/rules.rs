//! The rules that the model's voters keep: the product's own guards, or those with one rule switched back to what
//! version 1 did, or nearly did.

use whistlestop_proto::guard::{self, Ack, Ballot, Memory};
use whistlestop_proto::quorum::{Quorum, Voter, Voters};

use crate::model::statements::{Body, Entry};

/// Up to which round a farewell counted as a vote and a head.
pub(crate) const FAREWELL_ROUND: u32 = 1;

/// Which rules are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    /// The product's.
    Product,
    /// At an even table one fewer is enough to give up what one acknowledged, as at an odd one.
    NoSlack,
    /// Every vote counts, whatever it says about itself.
    UnjustifiedVotes,
    /// Heads for an entry are added up whatever their rounds.
    MixedRounds,
    /// Heads for an entry and heads for any entry behind it are added up.
    MixedIndices,
    /// The farewell of the one who is removed is a vote and a head for that in the first round, and later it votes
    /// again.
    FarewellVotes,
    /// Who says farewell is believed not to acknowledge anything but its removal.
    FarewellReleases,
    /// Half is enough as soon as somebody has lost its memory, though not all the others have, and whomever its words
    /// name.
    HalfBesideSome,
    /// Fewer than half are enough if all the others have lost their memory.
    FewBesideLost,
    /// Half is enough by what it said before it knew that the rest has lost its memory, too.
    Unaware,
    /// Who has lost its memory speaks again at the same index, not from the next one on.
    RenewedHere,
    /// Behind the entry that names a voter's new life its words of the older one count as well.
    OlderLives,
}

impl Rules {
    /// Whether a vote counts.
    pub(crate) fn counts(self, quorum: Quorum, ballot: &Ballot<Entry>, votes: &[Ballot<Entry>]) -> bool {
        let quorum = self.seen_by(quorum, ballot.voter);
        match self {
            Self::UnjustifiedVotes => true,
            Self::FarewellReleases => {
                let votes = votes.iter().copied().chain(farewell(quorum));
                guard::counts(quorum, ballot, votes)
            }
            _ => self.enough(quorum).any(|quorum| guard::counts(quorum, ballot, votes.iter().copied())),
        }
    }

    /// Whether a voter may acknowledge an entry.
    pub(crate) fn may_acknowledge(
        self,
        quorum: Quorum,
        memory: &Memory<Entry>,
        place: (u32, Entry),
        votes: &[Ballot<Entry>],
    ) -> bool {
        self.enough(quorum).any(|quorum| guard::may_acknowledge(quorum, memory, place, votes.iter().copied()))
    }

    /// Whether a voter may vote for an entry.
    pub(crate) fn may_vote(
        self,
        quorum: Quorum,
        me: Voter,
        memory: &Memory<Entry>,
        place: (u32, Entry),
        votes: &[Ballot<Entry>],
    ) -> bool {
        let quorum = self.seen_by(quorum, me);
        match self {
            Self::FarewellReleases => {
                let votes = votes.iter().copied().chain(farewell(quorum));
                guard::may_vote(quorum, me, memory, place, votes)
            }
            _ => self
                .enough(quorum)
                .any(|quorum| guard::may_vote(quorum, me, memory, place, votes.iter().copied())),
        }
    }

    /// Whether this entry is final by these heads for it, and in which round. `behind` acknowledged an entry that
    /// follows it.
    pub(crate) fn is_final(
        self,
        quorum: Quorum,
        heads: impl Iterator<Item = Ack<Entry>>,
        behind: Voters,
    ) -> Option<u32> {
        let heads: Vec<_> = match self {
            Self::MixedRounds => heads.map(|head| Ack { round: 0, ..head }).collect(),
            Self::MixedIndices => {
                let mut heads: Vec<_> = heads.collect();
                for one in heads.clone() {
                    heads.extend(behind.iter().map(|voter| Ack { voter, ..one }));
                }
                heads
            }
            _ => heads.collect(),
        };
        let found = self.enough(quorum).find_map(|quorum| guard::final_entry(quorum, heads.iter().copied()));
        found.map(|(round, _)| round)
    }

    /// Whether a voter that said farewell already spoke for this round by it.
    pub(crate) fn is_spoken_for(self, round: u32) -> bool {
        self == Self::FarewellVotes && round <= FAREWELL_ROUND
    }

    /// Whom a word that names these counts as naming.
    pub(crate) fn heard(self, lost: Voters) -> Voters {
        match self {
            Self::Unaware => Voters::ALL,
            _ => lost,
        }
    }

    /// Those of whom a majority is enough, and whoever else the rule lets decide.
    fn enough(self, quorum: Quorum) -> impl Iterator<Item = Quorum> {
        let Quorum { voters, lost, .. } = quorum;
        let rest: Voters = voters.iter().filter(|voter| !lost.contains(*voter)).collect();
        let all = 0..1_u16 << voters.iter().next_back().map_or(0, |last| last + 1);
        let some = all.map(|set| voters.iter().filter(|voter| set & (1 << voter) != 0).collect::<Voters>());
        let others: Vec<Voters> = match self {
            Self::HalfBesideSome if !lost.is_empty() => {
                some.filter(|set| 2 * set.len() == voters.len()).collect()
            }
            Self::FewBesideLost if rest.len() == 1 => vec![rest],
            _ => Vec::new(),
        };
        let others = others.into_iter().map(move |voters| Quorum { voters, lost: Voters::NONE, ..quorum });
        std::iter::once(quorum).chain(others)
    }

    /// Who takes itself for the proven liar asks for no slack, and ignores nobody else for it.
    fn seen_by(self, quorum: Quorum, me: Voter) -> Quorum {
        match self {
            Self::NoSlack | Self::FarewellReleases => Quorum { liars: Voters::NONE.with(me), ..quorum },
            _ => quorum,
        }
    }
}

/// That the last voter goes on without anything that somebody may be bound to.
fn farewell(quorum: Quorum) -> Option<Ballot<Entry>> {
    let voter = quorum.voters.iter().next_back()?;
    let entry = Entry { below: Body::Start, body: Body::E };
    Some(Ballot { voter, round: FAREWELL_ROUND, entry, change: false, acked: None, lost: Voters::NONE })
}
