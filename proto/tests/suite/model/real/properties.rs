//! What must hold at every table of real peers.

use stateright::Property;

use super::facts::{Broken, Rare};
use super::floor;
use super::space::State;
use super::table::Table;

const ONE_FINAL: &str = "one final entry an index";
const BLAMELESS: &str = "nobody is blamed for what it did not do";
const KEPT: &str = "what was final and stored is there after a restart";
const ONE_TONGUE: &str = "nobody contradicts itself in one life";
const SOUND: &str = "no honest peer is astray, dropped or refused";
const GOES_ON: &str = "once all is there again the table goes on";

const REMOVED: &str = "a removal became final";
const LATE: &str = "something became final in round 2";
const STARTED_AFTER_VOTE: &str = "a restart where it had voted";
const RECOVERED: &str = "a recovery ended";
const SIGNED_AGAIN: &str = "a later life was spoken in";

pub(crate) fn of(table: &Table) -> Vec<Property<Table>> {
    let mut all = vec![
        Property::always(ONE_FINAL, one_final),
        Property::always(BLAMELESS, blameless),
        Property::always(KEPT, |table, state| !has_broken(table, state, |b| b == Broken::Lost)),
        Property::always(ONE_TONGUE, |table, state| !has_broken(table, state, |b| b == Broken::TwoTongues)),
        Property::always(SOUND, |table, state| {
            !has_broken(table, state, |b| matches!(b, Broken::Astray | Broken::Drops | Broken::Refused))
        }),
        Property::always(GOES_ON, floor::goes_on),
    ];
    let rare = [
        (Rare::Removed, Property::sometimes(REMOVED, |t: &Table, s| has_seen(t, s, Rare::Removed))),
        (Rare::Late, Property::sometimes(LATE, |t, s| has_seen(t, s, Rare::Late))),
        (
            Rare::StartedAfterVote,
            Property::sometimes(STARTED_AFTER_VOTE, |t, s| has_seen(t, s, Rare::StartedAfterVote)),
        ),
        (Rare::Recovered, Property::sometimes(RECOVERED, |t, s| has_seen(t, s, Rare::Recovered))),
        (Rare::SignedAgain, Property::sometimes(SIGNED_AGAIN, |t, s| has_seen(t, s, Rare::SignedAgain))),
    ];
    all.extend(
        rare.into_iter().filter(|(rare, _)| table.space.rare.contains(rare)).map(|(_, property)| property),
    );
    all
}

fn has_seen(table: &Table, state: &State, rare: Rare) -> bool {
    let book = table.book();
    state.peers.iter().any(|id| book.get(*id).facts.seen.contains(&rare))
}

fn has_broken(table: &Table, state: &State, how: fn(Broken) -> bool) -> bool {
    let book = table.book();
    state.peers.iter().any(|id| book.get(*id).facts.broken.is_some_and(how))
}

fn one_final(table: &Table, state: &State) -> bool {
    let book = table.book();
    let finals = || state.peers.iter().map(|id| &book.get(*id).facts.finals);
    let same = finals().all(|one| finals().all(|other| one.iter().zip(other).all(|(a, b)| a == b)));
    same && !state.peers.iter().any(|id| book.get(*id).facts.broken == Some(Broken::Replaced))
}

/// There is no liar at these tables, and a lost memory is nobody's fault.
fn blameless(table: &Table, state: &State) -> bool {
    let book = table.book();
    state.peers.iter().all(|id| book.get(*id).facts.blamed.is_empty())
}
