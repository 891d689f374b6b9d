//! What can happen next at a table of the model.

use stateright::{Model, Property};
use whistlestop_proto::quorum::{Voter, Voters};

use crate::model::liar::free_of_evidence;
use crate::model::properties;
use crate::model::rules::Rules;
use crate::model::statements::{Body, Entry, Record, Vote};
use crate::model::table::{Change, Last, State, Table, place};

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// A voter acknowledges an entry.
    Head(Voter, u8, Entry),
    /// A voter votes for an entry.
    Vote(Voter, u8, Entry),
    /// The last voter's disk goes back by so many of its statements.
    Forget(usize),
    /// An honest voter loses its memory of this index and of all behind it, and says so.
    Lose(Voter, usize),
    /// It speaks again at this index.
    Renew,
    /// What the careful liar says about the second index.
    Lie(Record),
    /// What it says there in the life that is over.
    LieAgain(Record),
}

impl Table {
    /// What the honest may say about what follows this.
    fn may_say(&self, state: &State, below: Body, actions: &mut Vec<Action>) {
        let at = place(below);
        let suspecting = self.quorum(state, below);
        let quorums = [suspecting.unsuspecting(), suspecting];
        let quorums = if suspecting.liars.is_empty() { &quorums[..1] } else { &quorums[..] };
        let votes = self.counted(state, below);
        for voter in self.honest().filter(|voter| suspecting.voters.contains(*voter)) {
            let said = &state.said[usize::from(voter)];
            // Who went on to the next index does not come back to this one.
            if (at == 0 && !said[1].is_empty()) || self.is_lost(state, voter, below) {
                continue;
            }
            let memory = said[at].memory();
            for round in 0..=self.rounds[at] {
                let number = u32::from(round);
                if voter == self.removed && at == 0 && self.rules.is_spoken_for(number) {
                    continue;
                }
                for entry in self.upon(below).filter(|entry| !self.is_needless(state, *entry)) {
                    let place = (number, entry);
                    let fits = round > 0 || self.moves.contains(&entry.body);
                    if fits && quorums.iter().any(|q| self.rules.may_acknowledge(*q, &memory, place, &votes))
                    {
                        actions.push(Action::Head(voter, round, entry));
                    }
                    if round > 0
                        && quorums.iter().any(|q| self.rules.may_vote(*q, voter, &memory, place, &votes))
                    {
                        actions.push(Action::Vote(voter, round, entry));
                    }
                }
            }
        }
    }

    /// Who may lose its memory next.
    fn may_lose(&self, state: &State, below: Body, actions: &mut Vec<Action>) {
        if state.losses() < self.losses {
            let voters = self.quorum(state, below).voters;
            let honest = self.honest().filter(|voter| voters.contains(*voter));
            let knowing = honest.filter(|voter| !self.is_lost(state, *voter, below));
            actions.extend(knowing.map(|voter| Action::Lose(voter, place(below))));
        }
    }

    /// Who has lost its memory at the first index speaks there again, if the rules let it: once that is decided, or
    /// where nothing decides it at once.
    fn may_renew_here(&self, state: &State) -> bool {
        let lost = state.said[usize::from(self.removed)][0].lost && !state.is_restored();
        let is_decided = || self.finals(state, Body::Start).iter().any(|(body, _)| *body == Body::E);
        self.rules == Rules::RenewedHere && lost && (self.change == Change::Remove || is_decided())
    }

    /// A careful liar that has begun anew speaks in its older life too, if the rules still take that: the two are no
    /// evidence.
    fn may_lie_again(&self, state: &State, below: Body) -> bool {
        let renewed = self.change == Change::Renew && below == Body::E && self.removed == self.voters - 1;
        let spoken = !state.said[usize::from(self.voters) - 1][1].is_empty();
        self.rules == Rules::OlderLives && renewed && spoken && !state.is_restored()
    }

    /// Voters of whom it does not matter which is which, in order; whoever names one of them names it by its new
    /// number.
    ///
    /// The order is by what they said, whomever they named with it. Of those who said the same, every order is tried,
    /// and the one is taken that leads to the least state: so all states that differ in numbers only become one.
    fn sorted(&self, mut state: State) -> State {
        let is_marked = self.rounds.len() > 1
            || matches!(self.rules, Rules::FarewellVotes | Rules::RenewedHere)
            || self.change == Change::Renew;
        let first = Voter::from(is_marked && self.removed == 0);
        let end = self.voters - Voter::from(self.last != Last::Honest);
        if self.losses == 0 {
            // Nobody is named.
            if let Some(alike) = state.said.get_mut(usize::from(first)..usize::from(end)) {
                alike.sort_unstable();
            }
            return state;
        }
        let bare = |voter: &Voter| state.said[usize::from(*voter)].map(|said| said.naming(|_| Voters::NONE));
        let mut order: Vec<Voter> = (first..end).collect();
        order.sort_by_cached_key(bare);
        if !state.said.iter().chain([&state.before]).flatten().any(Record::names_some) {
            return reordered(&state, first, &order);
        }
        let runs = order.chunk_by(|a, b| bare(a) == bare(b));
        let orders = runs.fold(vec![Vec::new()], |orders: Vec<Vec<Voter>>, run| {
            let each = |before: Vec<Voter>| {
                permutations(run).into_iter().map(move |run| [before.clone(), run].concat())
            };
            orders.into_iter().flat_map(each).collect()
        });
        orders.iter().map(|order| reordered(&state, first, order)).min().unwrap_or(state)
    }
}

/// The same state, where the voters from the first of these places on stand in this order.
fn reordered(state: &State, first: Voter, order: &[Voter]) -> State {
    let places: Vec<Voter> =
        (0..first).chain(order.iter().copied()).chain((first..16).skip(order.len())).collect();
    let now = |lost: Voters| {
        let places = (0..).zip(&places).filter(|(_, before)| lost.contains(**before));
        places.map(|(now, _)| now).collect()
    };
    let rename = |said: Record| if said.names_some() { said.naming(now) } else { said };
    let mut new = State { said: state.said, before: state.before.map(rename) };
    for (said, before) in new.said.iter_mut().zip(&places) {
        *said = state.said[usize::from(*before)].map(rename);
    }
    new
}

/// All orders of these.
fn permutations(these: &[Voter]) -> Vec<Vec<Voter>> {
    if these.is_empty() {
        return vec![Vec::new()];
    }
    let begun_by = |first: Voter| {
        let rest: Vec<Voter> = these.iter().copied().filter(|other| *other != first).collect();
        permutations(&rest).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    these.iter().copied().flat_map(begun_by).collect()
}

impl Model for Table {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        if self.last != Last::CarefulLiar {
            return vec![State::default()];
        }
        let entries: Vec<_> = self.upon(Body::Start).collect();
        let lies = free_of_evidence(self.rounds[0], &entries, &[]);
        let init = |lie| {
            let mut state = State::default();
            state.said[usize::from(self.voters) - 1][0] = lie;
            state
        };
        lies.into_iter().map(init).collect()
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        self.may_say(state, Body::Start, actions);
        self.may_lose(state, Body::Start, actions);
        if self.may_renew_here(state) {
            actions.push(Action::Renew);
        }
        let last = &state.said[usize::from(self.voters) - 1];
        if let Some(below) = self.decided(state) {
            self.may_say(state, below, actions);
            self.may_lose(state, below, actions);
            let again = self.may_lie_again(state, below);
            if self.last == Last::CarefulLiar && (last[1].is_empty() || again) {
                let others = self.entries.iter().filter(|body| **body != below);
                let elsewhere: Vec<_> = others.map(|below| Entry { below: *below, body: Body::X }).collect();
                let entries: Vec<_> = self.upon(below).collect();
                let lies = free_of_evidence(self.rounds[1], &entries, &elsewhere);
                let lie = if again { Action::LieAgain } else { Action::Lie };
                actions.extend(lies.into_iter().map(lie));
            }
        }
        if self.last == Last::Stale && !state.is_restored() {
            let said = last.iter().map(|record| record.acks(0).count() + record.ballots(0).count()).sum();
            actions.extend((1..=said).map(Action::Forget));
        }
    }

    fn next_state(&self, state: &State, action: Action) -> Option<State> {
        let mut state = *state;
        let last = usize::from(self.voters) - 1;
        match action {
            Action::Head(voter, round, entry) => {
                let known = self.known_lost(&state, voter, entry.below);
                let record = &mut state.said[usize::from(voter)][place(entry.below)];
                *record = record.with_head(round, entry, known);
            }
            Action::Vote(voter, round, entry) => {
                let known = self.known_lost(&state, voter, entry.below);
                let record = &mut state.said[usize::from(voter)][place(entry.below)];
                let acked = record.memory().acked;
                *record = record.with_vote(round, Vote { entry, acked, lost: known });
            }
            Action::Forget(statements) => {
                state.before = state.said[last];
                for _ in 0..statements {
                    let at = usize::from(!state.said[last][1].is_empty());
                    state.said[last][at] = state.said[last][at].before_last();
                }
            }
            Action::Lose(voter, at) => state.said[usize::from(voter)][at].lost = true,
            Action::Renew => state.before = std::mem::take(&mut state.said[usize::from(self.removed)]),
            Action::Lie(lie) => state.said[last][1] = lie,
            Action::LieAgain(lie) => state.before[1] = lie,
        }
        Some(self.sorted(state))
    }

    fn properties(&self) -> Vec<Property<Self>> {
        properties::of(self)
    }
}
