//! Who may build with which railroad, and who must (PR-11).

use super::action::{Action, Railroad};
use super::board::board;
use super::state::{Delegate, Phase, PrairieRailroads};
use super::text::{self, Refusal};
use crate::engine::game::{Blocked, Choices, Notes};
use crate::engine::seat::Seat;

impl PrairieRailroads {
    /// Whether the seat has the most shares of the railroad, or as many as anybody.
    pub(super) fn controls(&self, seat: Seat, railroad: Railroad) -> bool {
        let most = self.players.iter().map(|(other, _)| self.shares_of(other, railroad)).max();
        let own = self.shares_of(seat, railroad);
        own > 0 && Some(own) == most
    }

    pub(super) fn controllers(&self, railroad: Railroad) -> impl Iterator<Item = Seat> + '_ {
        let seats = self.players.iter().map(|(seat, _)| seat);
        seats.filter(move |&seat| self.controls(seat, railroad))
    }

    /// Whether the railroad can build anything that the card in play allows. A double is never possible without a
    /// single, so it need not be asked for.
    pub(super) fn is_able(&self, railroad: Railroad) -> bool {
        self.can_build_single(railroad) || self.western_sites(railroad).next().is_some()
    }

    pub(super) fn can_build_single(&self, railroad: Railroad) -> bool {
        self.check_single_possible(railroad).is_ok()
    }

    /// Whether the railroad can build some single segment, wherever (PR-2, PR-12).
    pub(super) fn check_single_possible(&self, railroad: Railroad) -> Result<(), Refusal> {
        self.check_means(railroad, 1, board().segment_cost(), "PR-12")?;
        if self.open_to(railroad).is_empty() { Err(Refusal::HemmedIn(railroad)) } else { Ok(()) }
    }

    /// A railroad that the seat controls and that is able to build, if there is one: then it must build with one.
    pub(super) fn able_railroad_of(&self, seat: Seat) -> Option<Railroad> {
        let mut own = Railroad::ALL.into_iter().filter(|&railroad| self.controls(seat, railroad));
        own.find(|&railroad| self.is_able(railroad))
    }

    pub(super) fn anybody_can_build(&self) -> bool {
        let single = |railroad: Railroad| self.can_build_single(railroad);
        self.able_railroad_of(self.active).is_some() || Railroad::ALL.into_iter().any(single)
    }

    /// Lists builds of the player's own railroads or, if none of them can build, to whom the build can be left.
    pub(super) fn list_constructions(&self, choices: &mut Choices<Action>) {
        let own = self.able_railroad_of(self.active);
        for railroad in Railroad::ALL {
            match self.check_use(self.active, railroad) {
                Ok(()) => self.list_builds(railroad, choices),
                Err(refusal) => {
                    choices.blocked(|| [Blocked::new(text::choice_of_railroad(railroad), refusal)]);
                }
            }
        }
        match own {
            Some(own) => {
                choices.blocked(|| [Blocked::new(text::choice_of_leaving(), Refusal::MustBuild(own))]);
            }
            None => Railroad::ALL.into_iter().for_each(|railroad| self.list_delegates(railroad, choices)),
        }
    }

    fn list_delegates(&self, railroad: Railroad, choices: &mut Choices<Action>) {
        match self.check_single_possible(railroad) {
            Ok(()) => {
                self.controllers(railroad).for_each(|seat| choices.act(Action::Delegate { railroad, seat }));
            }
            Err(refusal) => choices.blocked(|| [Blocked::new(text::choice_of_delegation(railroad), refusal)]),
        }
    }

    /// Whether the seat may build with the railroad at all, wherever.
    pub(super) fn check_use(&self, seat: Seat, railroad: Railroad) -> Result<(), Refusal> {
        if !self.controls(seat, railroad) {
            return Err(Refusal::NotControlled(railroad, self.controllers(railroad).collect()));
        }
        if self.is_able(railroad) { Ok(()) } else { self.check_single_possible(railroad) }
    }

    pub(super) fn delegate(&mut self, delegate: Delegate, notes: &mut Notes) -> Result<(), Refusal> {
        let Delegate { railroad, seat } = delegate;
        if let Some(own) = self.able_railroad_of(self.active) {
            return Err(Refusal::MustBuild(own));
        }
        self.check_single_possible(railroad)?;
        if !self.controllers(railroad).any(|controller| controller == seat) {
            return Err(Refusal::NotControlled(railroad, self.controllers(railroad).collect()));
        }
        notes.say(|| text::delegates(self.active, railroad, seat));
        self.phase = Phase::Delegated(delegate);
        Ok(())
    }
}
