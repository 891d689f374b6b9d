//! A table of the model: its voters, what was said, what counts of it, and what is final by it.
//!
//! There are no messages. All that was ever said lies open, and a voter does whatever *some part* of it would let it
//! do; since no guard is hurt by knowing more votes or heads, that is what all of it lets it do. Only the proof against
//! a liar changes what is asked for, so each voter may know of it or not. This covers loss, delay and every order. With
//! what it says, a voter names all who have lost their memory so far: to name fewer makes nothing final that would not
//! be.

use whistlestop_proto::guard::{Ack, Ballot};
use whistlestop_proto::quorum::{Quorum, Voter, Voters};

use crate::model::rules::{FAREWELL_ROUND, Rules};
use crate::model::statements::{Body, Entry, Record};

/// The most voters there are.
pub(crate) const MAX_VOTERS: usize = 4;

/// What the last voter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Last {
    /// As honest as the others.
    Honest,
    /// It has said everything there is to say.
    Liar,
    /// It has said anything that leaves no evidence against it.
    CarefulLiar,
    /// It is honest, and once its disk goes back to what it was at any time before, and it does not notice.
    Stale,
}

/// What the entry E does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// It removes a voter.
    Remove,
    /// It lets a voter that says that it has lost its memory begin anew.
    Renew,
}

/// A table, and how far it is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    /// How many voters there are.
    pub(crate) voters: Voter,
    /// What the last of them is.
    pub(crate) last: Last,
    /// What the change does.
    pub(crate) change: Change,
    /// To whom: the first, or the last.
    pub(crate) removed: Voter,
    /// How often an honest voter loses its memory, and notices it.
    pub(crate) losses: usize,
    /// What they keep.
    pub(crate) rules: Rules,
    /// What there is to decide about.
    pub(crate) entries: &'static [Body],
    /// What of it can be acknowledged in round 0.
    pub(crate) moves: &'static [Body],
    /// The highest round of each index that is looked at: one, or two.
    pub(crate) rounds: &'static [u8],
    /// What must happen at times.
    pub(crate) rare: &'static [&'static str],
}

/// All that was ever said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct State {
    /// By voter and index, as far as they remember it.
    pub(crate) said: [[Record; 2]; MAX_VOTERS],
    /// What one voter had said before it spoke again without knowing it: the last one when its disk went back.
    pub(crate) before: [Record; 2],
}

impl State {
    /// Whether the last voter's disk went back.
    pub(crate) fn is_restored(&self) -> bool {
        self.before.iter().any(|before| !before.is_empty())
    }

    /// How often somebody lost its memory.
    pub(crate) fn losses(&self) -> usize {
        self.said.iter().flatten().chain(&self.before).filter(|said| said.lost).count()
    }
}

/// At which index what follows this stands, from 0.
pub(crate) fn place(below: Body) -> usize {
    usize::from(below != Body::Start)
}

impl Table {
    /// Those that keep the rules, at least until their disk goes back.
    pub(crate) fn honest(&self) -> std::ops::Range<Voter> {
        let liars = Voter::from(matches!(self.last, Last::Liar | Last::CarefulLiar));
        0..self.voters - liars
    }

    /// The entries that can follow this.
    pub(crate) fn upon(&self, below: Body) -> impl Iterator<Item = Entry> + Clone {
        self.entries.iter().map(move |body| Entry { below, body: *body })
    }

    /// Those who count where this is final before it, with the liar among them, if anybody can know of one, and with
    /// all who say there that they have lost their memory. A liar does, and speaks on.
    pub(crate) fn quorum(&self, state: &State, below: Body) -> Quorum {
        let all: Voters = (0..self.voters).collect();
        let is_removed = below == Body::E && self.change == Change::Remove;
        let voters = if is_removed { all.without(self.removed) } else { all };
        let proved = self.last == Last::Liar || (self.last == Last::Stale && state.is_restored());
        let liars = if proved { Voters::NONE.with(self.voters - 1) } else { Voters::NONE };
        let says_lost = |voter: &Voter| {
            let renewed_here = *voter == self.spoke_before() && state.before[place(below)].lost;
            !self.honest().contains(voter) || self.is_lost(state, *voter, below) || renewed_here
        };
        let lost = if self.losses == 0 { Voters::NONE } else { all.iter().filter(says_lost).collect() };
        Quorum { voters, liars, lost }
    }

    /// Whom a voter names that says something about what follows this: all others who have lost their memory so far, if
    /// that can make a difference, else nobody.
    ///
    /// A word is asked whom it names only where fewer than a majority say the same and are enough, and then it must
    /// name all who do not ([`Quorum::is_decided_by`]). The product itself is asked whether there can be such a few
    /// with this voter among them. If not, as where the voters are odd or fewer than half of them are lost, it makes no
    /// difference whom the word names, nor does it ever whether it names its voter or somebody who does not count: such
    /// words are the same word here. What a liar says always names everybody, and is not told here.
    pub(crate) fn known_lost(&self, state: &State, voter: Voter, below: Body) -> Voters {
        let quorum = self.quorum(state, below);
        let others = quorum.lost.and(quorum.voters).without(voter);
        let some = |set: u8| quorum.voters.iter().filter(move |voter| set & (1 << voter) != 0).collect();
        let is_asked = |agreed: Voters| {
            let few = agreed.contains(voter) && agreed.len() < quorum.size();
            few && agreed.or(others) == quorum.voters && quorum.is_enough(agreed)
        };
        let is_told = (0..1 << self.voters).map(some).any(is_asked);
        if is_told { others } else { Voters::NONE }
    }

    /// Whether an honest voter does not know what it said about what follows this. What it has lost stays lost until an
    /// entry lets it begin anew.
    pub(crate) fn is_lost(&self, state: &State, voter: Voter, below: Body) -> bool {
        let said = &state.said[usize::from(voter)];
        said[1].lost || (said[0].lost && !self.is_renewed(voter, below))
    }

    /// Whether what is final before lets this voter begin anew.
    fn is_renewed(&self, voter: Voter, below: Body) -> bool {
        self.change == Change::Renew && below == Body::E && voter == self.removed
    }

    /// Who may have spoken before it forgot that.
    fn spoke_before(&self) -> Voter {
        if self.rules == Rules::RenewedHere { self.removed } else { self.voters - 1 }
    }

    /// Whether nobody honest agrees to this: who has lost nothing needs no new life.
    pub(crate) fn is_needless(&self, state: &State, entry: Entry) -> bool {
        let needed = !self.honest().contains(&self.removed) || self.is_lost(state, self.removed, entry.below);
        self.change == Change::Renew && entry.body == Body::E && !needed
    }

    /// All heads about what follows this.
    fn heads(&self, state: &State, below: Body) -> Vec<Ack<Entry>> {
        let at = place(below);
        let mut heads = Vec::with_capacity(24);
        for voter in 0..self.voters {
            heads.extend(state.said[usize::from(voter)][at].acks(voter));
        }
        heads.extend(state.before[at].acks(self.spoke_before()));
        heads.retain(|head| head.entry.below == below);
        if self.last == Last::Liar {
            let any =
                (0..=self.rounds[at]).flat_map(|round| self.upon(below).map(move |entry| (round, entry)));
            heads.extend(any.map(|(round, entry)| Ack {
                voter: self.voters - 1,
                round: u32::from(round),
                entry,
                lost: Voters::ALL,
            }));
        }
        if self.rules == Rules::FarewellVotes && at == 0 {
            let entry = Entry { below, body: Body::E };
            heads.push(Ack { voter: self.removed, round: FAREWELL_ROUND, entry, lost: Voters::ALL });
        }
        for head in &mut heads {
            head.lost = self.rules.heard(head.lost);
        }
        heads
    }

    /// What is final of all that follows this, and in which round.
    pub(crate) fn finals(&self, state: &State, below: Body) -> Vec<(Body, u32)> {
        let quorum = self.quorum(state, below);
        let heads = self.heads(state, below);
        let is_final = |entry: Entry| {
            let here = heads.iter().copied().filter(|head| head.entry == entry);
            let looked_at = place(below) + 1 < self.rounds.len();
            let behind = if looked_at { self.heads(state, entry.body) } else { Vec::new() };
            let voters = behind.iter().map(|head| head.voter).collect();
            let later = || {
                // A majority stands on it; but who counts behind a change, only the change itself can show.
                let others = behind.iter().filter(|_| entry.body != Body::E).copied();
                self.rules.is_final(self.quorum(state, entry.body), others, Voters::NONE).map(|_| 0)
            };
            let round = self.rules.is_final(quorum, here, voters).or_else(later)?;
            Some((entry.body, round))
        };
        self.upon(below).filter_map(is_final).collect()
    }

    /// What is final at the first index, if the second is looked at.
    pub(crate) fn decided(&self, state: &State) -> Option<Body> {
        if self.rounds.len() < 2 {
            None
        } else {
            self.finals(state, Body::Start).first().map(|(body, _)| *body)
        }
    }

    /// All votes about what follows this.
    pub(crate) fn votes(&self, state: &State, below: Body) -> Vec<Ballot<Entry>> {
        let at = place(below);
        let mut votes = Vec::with_capacity(16);
        for voter in 0..self.voters {
            votes.extend(state.said[usize::from(voter)][at].ballots(voter));
        }
        votes.extend(state.before[at].ballots(self.spoke_before()));
        votes.retain(|vote| vote.entry.below == below);
        let mut add = |voter, round, entry| {
            votes.push(Ballot { voter, round, entry, change: false, acked: None, lost: Voters::ALL });
        };
        if self.last == Last::Liar {
            // Who says it acknowledged nothing need show nothing, and counts wherever any other vote of its would.
            for round in 1..=self.rounds[at] {
                self.upon(below).for_each(|entry| add(self.voters - 1, u32::from(round), entry));
            }
        }
        if self.rules == Rules::FarewellVotes && at == 0 {
            add(self.removed, FAREWELL_ROUND, Entry { below, body: Body::E });
        }
        for vote in &mut votes {
            vote.lost = self.rules.heard(vote.lost);
        }
        votes
    }

    /// Those of them that count: each is shown to by others that do.
    pub(crate) fn counted(&self, state: &State, below: Body) -> Vec<Ballot<Entry>> {
        let quorum = self.quorum(state, below);
        let mut open = self.votes(state, below);
        let mut counted = Vec::with_capacity(open.len());
        loop {
            let before = counted.len();
            open.retain(|vote| {
                let counts = self.rules.counts(quorum, vote, &counted);
                if counts {
                    counted.push(*vote);
                }
                !counts
            });
            if counted.len() == before {
                return counted;
            }
        }
    }
}
