//! What is said at a table of the model: entries, and what one voter said about one index.

use whistlestop_proto::guard::{Ack, Acked, Ballot, Memory, acks_conflict, breaks_promise, votes_conflict};
use whistlestop_proto::quorum::{Voter, Voters};

/// The highest round there is.
pub(crate) const MAX_ROUND: u8 = 2;

/// What an entry does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Body {
    /// Nothing: it is where the table begins.
    Start,
    /// One move of the acting voter.
    X,
    /// Another.
    Y,
    /// A change that removes one voter.
    E,
}

/// An entry: what it does, and upon which one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Entry {
    /// What the entry before it does.
    pub(crate) below: Body,
    /// What it does.
    pub(crate) body: Body,
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.below {
            Body::Start => write!(f, "{:?}", self.body),
            below => write!(f, "{below:?}.{:?}", self.body),
        }
    }
}

/// What a vote says; whose it is and in which round is where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Vote {
    /// For what.
    pub(crate) entry: Entry,
    /// What the voter says that it acknowledged last.
    pub(crate) acked: Option<Acked<Entry>>,
    /// Whom it knows to have lost its memory.
    pub(crate) lost: Voters,
}

/// What one voter said about one index in one life: at most one head and one vote a round. The order in which it did
/// follows from that.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Record {
    /// By round, from 0: what, and whom the voter knows to have lost its memory.
    pub(crate) heads: [Option<(Entry, Voters)>; MAX_ROUND as usize + 1],
    /// By round, from 1.
    pub(crate) votes: [Option<Vote>; MAX_ROUND as usize],
    /// That it has lost its memory: it says nothing else any more.
    pub(crate) lost: bool,
}

impl std::fmt::Debug for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut told = f.debug_map();
        for head in self.acks(0) {
            told.entry(&format_args!("head {}", head.round), &(head.entry, head.lost));
        }
        for vote in self.ballots(0) {
            told.entry(&format_args!("vote {}", vote.round), &(vote.entry, vote.acked, vote.lost));
        }
        if self.lost {
            told.entry(&"lost", &self.lost);
        }
        told.finish()
    }
}

impl Record {
    /// Whether nothing was said.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The same, naming others than it named.
    #[must_use]
    pub(crate) fn naming(mut self, renamed: impl Fn(Voters) -> Voters) -> Self {
        for (_, lost) in self.heads.iter_mut().flatten() {
            *lost = renamed(*lost);
        }
        for vote in self.votes.iter_mut().flatten() {
            vote.lost = renamed(vote.lost);
        }
        self
    }

    /// Whether it names voters as lost, but not simply everybody.
    pub(crate) fn names_some(&self) -> bool {
        self.naming(|lost| if lost == Voters::ALL { lost } else { Voters::NONE }) != *self
    }

    /// The heads, as a voter's.
    pub(crate) fn acks(self, voter: Voter) -> impl Iterator<Item = Ack<Entry>> + Clone {
        (0..).zip(self.heads).filter_map(move |(round, head)| {
            let (entry, lost) = head?;
            Some(Ack { voter, round, entry, lost })
        })
    }

    /// The votes, as a voter's.
    pub(crate) fn ballots(self, voter: Voter) -> impl DoubleEndedIterator<Item = Ballot<Entry>> + Clone {
        (1..=MAX_ROUND).zip(self.votes).filter_map(move |(round, vote)| {
            let Vote { entry, acked, lost } = vote?;
            Some(Ballot { voter, round: u32::from(round), entry, change: false, acked, lost })
        })
    }

    /// What the voter remembers who said this.
    pub(crate) fn memory(&self) -> Memory<Entry> {
        let promised = self.ballots(0).map(|vote| vote.round).max().unwrap_or(0);
        let acked = self.acks(0).fold(None, |last, head| Some(Acked::after(last, head.round, head.entry)));
        Memory { promised, acked }
    }

    /// The same with one more head.
    #[must_use]
    pub(crate) fn with_head(mut self, round: u8, entry: Entry, lost: Voters) -> Self {
        let head = self.heads[usize::from(round)].replace((entry, lost));
        assert_eq!(head, None, "a second head in round {round}");
        self
    }

    /// The same with one more vote.
    #[must_use]
    pub(crate) fn with_vote(mut self, round: u8, vote: Vote) -> Self {
        let other = self.votes[usize::from(round) - 1].replace(vote);
        assert_eq!(other, None, "a second vote in round {round}");
        self
    }

    /// The same without what an honest voter said last: its last head, unless its last vote tells of that head.
    #[must_use]
    pub(crate) fn before_last(mut self) -> Self {
        let (head, vote) = (self.acks(0).last(), self.ballots(0).next_back());
        let told = |vote: &Ballot<Entry>| {
            vote.acked.map(|last| (last.round, last.entry)) == head.map(|head| (head.round, head.entry))
        };
        match (head, vote) {
            (_, Some(vote)) if told(&vote) => self.votes[vote.round as usize - 1] = None,
            (Some(head), _) => self.heads[head.round as usize] = None,
            (None, _) => {}
        }
        self
    }
}

/// Whether what somebody said in these lives proves that they broke the rules.
pub(crate) fn is_evidence(lives: &[Record]) -> bool {
    let heads = || lives.iter().flat_map(|life| life.acks(0));
    let votes = || lives.iter().flat_map(|life| life.ballots(0));
    heads().any(|a| heads().any(|b| acks_conflict(&a, &b)) || votes().any(|vote| breaks_promise(&a, &vote)))
        || votes().any(|a| votes().any(|b| votes_conflict(&a, &b)))
}
