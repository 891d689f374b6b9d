//! What a liar can say without leaving evidence.

use whistlestop_proto::guard::Acked;
use whistlestop_proto::quorum::Voters;

use crate::model::statements::{Entry, Record, Vote, is_evidence};

/// Everything that can be said about an index in these rounds, about these entries and with heads for these others too,
/// that holds no evidence and to which nothing can be added without evidence.
///
/// It says that it knows of everybody's loss. To say less helps no liar: more votes and heads never forbid anybody
/// anything.
pub(crate) fn free_of_evidence(rounds: u8, entries: &[Entry], elsewhere: &[Entry]) -> Vec<Record> {
    let mut all = vec![Record::default()];
    for round in 0..=rounds {
        let heads = entries.iter().chain(elsewhere);
        let heads: Vec<_> =
            heads.map(|entry| Record::default().with_head(round, *entry, Voters::ALL)).collect();
        all = each_with(&all, &heads);
    }
    for round in 1..=rounds {
        all = each_with(&all, &votes(round, entries));
    }
    all.iter().copied().filter(|said| !all.iter().any(|more| more != said && holds(more, said))).collect()
}

/// Every vote that can be cast in a round.
fn votes(round: u8, entries: &[Entry]) -> Vec<Record> {
    let rounds = (0..u32::from(round)).flat_map(|round| (0..=round).map(move |since| (since, round)));
    let acked = rounds.flat_map(|(since, round)| {
        entries.iter().map(move |entry| Some(Acked { since, round, entry: *entry }))
    });
    let acked: Vec<_> = std::iter::once(None).chain(acked).collect();
    let votes = entries
        .iter()
        .flat_map(|entry| acked.iter().map(|acked| Vote { entry: *entry, acked: *acked, lost: Voters::ALL }));
    votes.map(|vote| Record::default().with_vote(round, vote)).collect()
}

/// Each of these, alone and with each of the others, as far as that is no evidence.
fn each_with(these: &[Record], others: &[Record]) -> Vec<Record> {
    let both = these.iter().flat_map(|a| others.iter().map(move |b| joined(a, b)));
    these.iter().copied().chain(both.filter(|said| !is_evidence(&[*said]))).collect()
}

fn joined(a: &Record, b: &Record) -> Record {
    let mut joined = *a;
    for (head, other) in joined.heads.iter_mut().zip(b.heads) {
        *head = head.or(other);
    }
    for (vote, other) in joined.votes.iter_mut().zip(b.votes) {
        *vote = vote.or(other);
    }
    joined
}

fn holds(more: &Record, less: &Record) -> bool {
    joined(less, more) == *more
}
