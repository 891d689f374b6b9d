//! What must hold at every table of the model, and what must happen at times, or the model looks at too little.

use stateright::Property;
use whistlestop_proto::guard::is_certified;

use crate::model::rules::Rules;
use crate::model::statements::{Body, is_evidence};
use crate::model::table::{Last, State, Table, place};

/// The promise.
pub(crate) const ONE_FINAL: &str = "one final entry an index";
const BLAMELESS: &str = "nothing an honest voter says is evidence";
const COUNTED: &str = "every vote of an honest voter counts";
const BOUND_AT_TWO: &str = "one of two never gives up what it acknowledged";

/// An entry becomes final in round 2.
pub(crate) const LATE: &str = "final in round 2";
/// A voter gives up what it acknowledged because enough others went on without it.
pub(crate) const RELEASED: &str = "a bound voter is released";
/// A majority names another entry than what a voter acknowledged before.
pub(crate) const AGAINST: &str = "a certificate against a bound voter";
/// A voter is removed, or begins anew.
pub(crate) const REMOVED: &str = "the change is decided";
/// Something is decided behind the change.
pub(crate) const FEWER: &str = "the second index is decided by those who count behind the change";
/// Something is decided behind a move.
pub(crate) const SECOND: &str = "the second index is decided";
/// Half of the voters decide, as the others have lost their memory.
pub(crate) const HALF: &str = "half decides beside those who lost their memory";
/// Who has begun anew takes part in what is decided behind that.
pub(crate) const RENEWED: &str = "who begins anew decides with the others";
/// Two entries become final.
pub(crate) const PARTED: &str = "two entries are final at one index";

/// What is checked of a table.
pub(crate) fn of(table: &Table) -> Vec<Property<Table>> {
    let mut all = vec![
        Property::always(ONE_FINAL, one_final),
        Property::always(BLAMELESS, blameless),
        Property::always(COUNTED, honest_votes_count),
    ];
    if table.voters == 2 {
        all.push(Property::always(BOUND_AT_TWO, |table, state| !is_given_up(table, state)));
    }
    let rare = [
        Property::sometimes(LATE, |table: &Table, state| {
            table.finals(state, Body::Start).iter().any(|(_, round)| *round == 2)
        }),
        Property::sometimes(RELEASED, is_released),
        Property::sometimes(AGAINST, is_certified_against),
        Property::sometimes(REMOVED, |table, state| {
            table.finals(state, Body::Start).iter().any(|(body, _)| *body == Body::E)
        }),
        Property::sometimes(FEWER, |table, state| is_second_decided(table, state, |body| body == Body::E)),
        Property::sometimes(SECOND, |table, state| is_second_decided(table, state, |body| body != Body::E)),
        Property::sometimes(HALF, is_decided_by_half),
        Property::sometimes(RENEWED, is_decided_by_renewed),
        Property::sometimes(PARTED, |table, state| table.finals(state, Body::Start).len() > 1),
    ];
    all.extend(rare.into_iter().filter(|property| table.rare.contains(&property.name)));
    all
}

/// Never two, where the promise says so: not at an odd table with a liar that may leave evidence, nor where one of two
/// is a liar and the other has lost its memory.
fn one_final(table: &Table, state: &State) -> bool {
    let decided = table.decided(state);
    std::iter::once(Body::Start).chain(decided).all(|below| {
        if table.finals(state, below).len() < 2 {
            return true;
        }
        let quorum = table.quorum(state, below);
        let last = table.voters - 1;
        let divisible = quorum.voters.len() % 2 == 1 && quorum.voters.contains(last);
        let at = place(below);
        let is_liar_alone = quorum.voters.len() == 2 && quorum.lost.and(quorum.voters) == quorum.voters;
        match table.last {
            Last::Honest => false,
            Last::CarefulLiar => is_liar_alone && quorum.voters.contains(last),
            Last::Liar => divisible,
            Last::Stale => divisible && is_evidence(&[state.said[usize::from(last)][at], state.before[at]]),
        }
    })
}

fn blameless(table: &Table, state: &State) -> bool {
    let honest = table.honest().filter(|voter| !state.is_restored() || *voter != table.voters - 1);
    honest.into_iter().all(|voter| state.said[usize::from(voter)].iter().all(|said| !is_evidence(&[*said])))
}

fn honest_votes_count(table: &Table, state: &State) -> bool {
    // Who speaks again where it has forgotten what it said contradicts itself.
    if table.rules == Rules::RenewedHere {
        return true;
    }
    std::iter::once(Body::Start).chain(table.decided(state)).all(|below| {
        let counted = table.counted(state, below);
        // Whose disk went back unnoticed is the one liar, and may lean on a vote of its own that it has forgotten.
        let liar = state.is_restored().then_some(table.voters - 1);
        let honest = |voter| table.honest().contains(&voter) && Some(voter) != liar;
        table.votes(state, below).iter().all(|vote| !honest(vote.voter) || counted.contains(vote))
    })
}

/// Whether an honest voter voted against what it acknowledged.
fn is_given_up(table: &Table, state: &State) -> bool {
    let said = table.honest().flat_map(|voter| state.said[usize::from(voter)]);
    said.flat_map(|said| said.ballots(0))
        .any(|vote| vote.acked.is_some_and(|acked| acked.entry != vote.entry))
}

/// Whether an honest voter did so, and no certificate told it to.
fn is_released(table: &Table, state: &State) -> bool {
    if !is_given_up(table, state) {
        return false;
    }
    let votes = table.counted(state, Body::Start);
    let quorum = table.quorum(state, Body::Start);
    votes.iter().filter(|vote| table.honest().contains(&vote.voter)).any(|vote| {
        vote.acked.is_some_and(|acked| {
            let mut between = acked.round + 1..vote.round;
            acked.entry != vote.entry
                && !between.any(|round| is_certified(quorum, (round, vote.entry), votes.iter().copied()))
        })
    })
}

fn is_certified_against(table: &Table, state: &State) -> bool {
    let votes = table.counted(state, Body::Start);
    let quorum = table.quorum(state, Body::Start);
    let bound = table.honest().filter_map(|voter| state.said[usize::from(voter)][0].memory().acked);
    bound.into_iter().any(|acked| {
        let other = |round, name| name != acked.entry && round > acked.round;
        votes.iter().any(|vote| {
            other(vote.round, vote.entry)
                && is_certified(quorum, (vote.round, vote.entry), votes.iter().copied())
        })
    })
}

fn is_second_decided(table: &Table, state: &State, behind: fn(Body) -> bool) -> bool {
    table.decided(state).is_some_and(|below| behind(below) && !table.finals(state, below).is_empty())
}

fn is_decided_by_half(table: &Table, state: &State) -> bool {
    let knowing = Table { losses: 0, ..*table };
    let count = |table: &Table| table.finals(state, Body::Start).len();
    count(table) > count(&knowing)
}

fn is_decided_by_renewed(table: &Table, state: &State) -> bool {
    let (renewed, majority) = (usize::from(table.removed), table.quorum(state, Body::E).size());
    let spoke = |voter: &usize| !state.said[*voter][1].is_empty();
    state.said[renewed][0].lost
        && spoke(&renewed)
        && (0..state.said.len()).filter(spoke).count() == majority
        && is_second_decided(table, state, |body| body == Body::E)
}
