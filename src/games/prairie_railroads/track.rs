//! Track on the map: first segments (PR-3), single segments (PR-12, PR-15), doubles (PR-13) and Western Builds (PR-14).

use super::action::{Action, Ends, Railroad};
use super::board::{City, CitySet, Segment, SegmentSet, board};
use super::state::{Phase, PrairieRailroads};
use super::text::{self, Refusal};
use crate::engine::game::{Blocked, Choices, Notes};
use crate::engine::money::{Income, Money};
use crate::engine::seat::Seat;

// What can be built

impl PrairieRailroads {
    /// Segments that a railroad could build from its track, whatever its means (PR-12).
    pub(super) fn open_to(&self, railroad: Railroad) -> SegmentSet {
        board().leading_on(&self.charter(railroad).track).without(&self.built())
    }

    /// Segments that a railroad could begin with (PR-3).
    pub(super) fn first_segments(&self, railroad: Railroad) -> SegmentSet {
        let starts = City::all_in(&board().starts[railroad.index()]);
        let leading = starts.fold(SegmentSet::EMPTY, |all, city| all.union(board().leading_from(city)));
        leading.without(&self.built())
    }

    /// What the next Western Build costs, as long as there is a box for one (PR-14).
    pub(super) fn western_cost(&self) -> Option<Money> {
        board().figures.western_costs.get(self.westerns_built()).copied().map(Money::new)
    }

    /// The cities where the card in play lets a railroad build a Western Build (PR-14, PR-15).
    pub(super) fn western_sites(&self, railroad: Railroad) -> impl Iterator<Item = City> + use<> {
        let charter = self.charter(railroad);
        let affordable = self.western_cost().is_some_and(|cost| cost <= charter.treasury);
        let has_means = affordable && self.cubes_left(railroad) > 0;
        let sites = if has_means && charter.western.is_none() && self.drawn.is_none() {
            let taken = self.charters.iter().filter_map(|charter| charter.western).map(City::place);
            board().western.intersection(&board().reached_by(&charter.track)).without(&taken.collect())
        } else {
            CitySet::EMPTY
        };
        City::all_in(&sites)
    }

    /// Two consecutive segments to two cities that the railroad has not reached, whatever its means (PR-13).
    pub(super) fn doubles(&self, railroad: Railroad, mut found: impl FnMut([Ends; 2])) {
        let (built, reached) = (self.built(), board().reached_by(&self.charter(railroad).track));
        let is_new = |city: City| !reached.contains(city.place());
        for first in Segment::all_in(&self.open_to(railroad)) {
            let ends = board().track(first).ends;
            let own = if is_new(ends.0) { ends.1 } else { ends.0 };
            let middle = ends.other(own);
            if !is_new(middle) {
                continue;
            }
            for second in Segment::all_in(&board().leading_from(middle).without(&built)) {
                let last = board().track(second).ends.other(middle);
                if is_new(last) {
                    found([Ends(own, middle), Ends(middle, last)]);
                }
            }
        }
    }

    /// Whether the railroad has the cubes and the money (PR-2, and the rule that states the price).
    pub(super) fn check_means(
        &self,
        railroad: Railroad,
        cubes: u8,
        cost: Money,
        rule: &'static str,
    ) -> Result<(), Refusal> {
        let treasury = self.charter(railroad).treasury;
        if self.cubes_left(railroad) < cubes {
            Err(Refusal::NoCubes(railroad, cubes))
        } else if treasury < cost {
            Err(Refusal::TooDear { railroad, cost, treasury, rule })
        } else {
            Ok(())
        }
    }

    fn check_free(&self, segment: Segment) -> Result<(), Refusal> {
        self.builder_of(segment).map_or(Ok(()), |builder| Err(Refusal::Taken(segment, builder)))
    }

    /// Whether the railroad could build the segment next (PR-12).
    fn check_single(&self, railroad: Railroad, segment: Segment) -> Result<(), Refusal> {
        self.check_free(segment)?;
        if !self.open_to(railroad).contains(segment.place()) {
            let Ends(a, b) = board().track(segment).ends;
            let reached = board().reached_by(&self.charter(railroad).track);
            let touches = reached.contains(a.place()) || reached.contains(b.place());
            return Err(if touches {
                Refusal::Arrow(segment)
            } else {
                Refusal::NotTouching(railroad, segment)
            });
        }
        self.check_means(railroad, 1, board().segment_cost(), "PR-12")
    }

    /// Whether the railroad could begin with the segment (PR-3).
    fn check_first(&self, railroad: Railroad, segment: Segment) -> Result<(), Refusal> {
        self.check_free(segment)?;
        if self.first_segments(railroad).contains(segment.place()) {
            Ok(())
        } else {
            Err(Refusal::NotFromStart(railroad, segment))
        }
    }

    /// Whether the railroad could build both segments at once (PR-13, PR-15).
    fn check_double(&self, railroad: Railroad, segments: [Ends; 2]) -> Result<(), Refusal> {
        if self.drawn.is_some() {
            return Err(Refusal::DrawnSingle);
        }
        let [first, second] = segments;
        if first.1 != second.0 {
            return Err(Refusal::NotConsecutive);
        }
        let reached = board().reached_by(&self.charter(railroad).track);
        if !reached.contains(first.0.place()) {
            return Err(Refusal::NotFromTrack(railroad, first.0));
        }
        if let Some(there) = [first.1, second.1].into_iter().find(|city| reached.contains(city.place())) {
            return Err(Refusal::AlreadyThere(railroad, there));
        }
        for ends in segments {
            let segment = Segment::between(ends).ok_or(Refusal::NoSegment(ends))?;
            self.check_free(segment)?;
            if !board().leading_from(ends.0).contains(segment.place()) {
                return Err(Refusal::Arrow(segment));
            }
        }
        self.check_double_means(railroad)
    }

    fn check_double_means(&self, railroad: Railroad) -> Result<(), Refusal> {
        self.check_means(railroad, 2, board().double_cost(), "PR-13")
    }

    /// Whether the railroad could build the Western Build beside the city (PR-14, PR-15).
    fn check_western(&self, railroad: Railroad, city: City) -> Result<(), Refusal> {
        self.check_any_western(railroad)?;
        if !board().western.contains(city.place()) {
            return Err(Refusal::NoBox(city));
        }
        if let Some(builder) = self.western_at(city) {
            return Err(Refusal::BoxTaken(city, builder));
        }
        if !board().reached_by(&self.charter(railroad).track).contains(city.place()) {
            return Err(Refusal::NotReached(railroad, city));
        }
        let cost = self.western_cost().expect("a railroad without a Western Build leaves a box free");
        self.check_means(railroad, 1, cost, "PR-14")
    }

    /// Whether the railroad may have a Western Build by this card at all, wherever.
    fn check_any_western(&self, railroad: Railroad) -> Result<(), Refusal> {
        if self.drawn.is_some() {
            Err(Refusal::DrawnSingle)
        } else if let Some(city) = self.charter(railroad).western {
            Err(Refusal::HasWestern(railroad, city))
        } else {
            Ok(())
        }
    }
}

// Choices

impl PrairieRailroads {
    pub(super) fn list_first_segments(&self, railroad: Railroad, choices: &mut Choices<Action>) {
        let open = self.first_segments(railroad);
        Segment::all_in(&open).for_each(|segment| choices.act(single(railroad, segment)));
        choices.blocked(|| {
            let starts = City::all_in(&board().starts[railroad.index()]);
            let touching = starts.fold(SegmentSet::EMPTY, |all, city| all.union(board().touching(city)));
            Segment::all_in(&touching.without(&open)).filter_map(move |segment| {
                let refusal = self.check_first(railroad, segment).err()?;
                Some(Blocked::new(text::choice_of_segment(railroad, segment), refusal))
            })
        });
    }

    /// Single segments of a railroad that has the means for one.
    pub(super) fn list_singles(&self, railroad: Railroad, choices: &mut Choices<Action>) {
        if self.check_means(railroad, 1, board().segment_cost(), "PR-12").is_ok() {
            let open = self.open_to(railroad);
            Segment::all_in(&open).for_each(|segment| choices.act(single(railroad, segment)));
        }
        choices.blocked(|| {
            let reached = board().reached_by(&self.charter(railroad).track);
            let touching =
                City::all_in(&reached).fold(SegmentSet::EMPTY, |all, city| all.union(board().touching(city)));
            let foreign = touching.without(&self.charter(railroad).track);
            Segment::all_in(&foreign).filter_map(move |segment| {
                let refusal = self.check_single(railroad, segment).err()?;
                Some(Blocked::new(text::choice_of_segment(railroad, segment), refusal))
            })
        });
    }

    /// A build that was left to somebody is a single segment (PR-11).
    pub(super) fn list_delegated(&self, railroad: Railroad, choices: &mut Choices<Action>) {
        self.list_singles(railroad, choices);
        choices.blocked(|| {
            [text::choice_of_doubles(railroad), text::choice_of_westerns(railroad)]
                .map(|what| Blocked::new(what, Refusal::OnlySingle("PR-11")))
        });
    }

    /// Everything that a railroad can build by the card in play.
    pub(super) fn list_builds(&self, railroad: Railroad, choices: &mut Choices<Action>) {
        self.list_singles(railroad, choices);
        if self.drawn.is_none() && self.check_double_means(railroad).is_ok() {
            self.doubles(railroad, |segments| choices.act(Action::BuildDouble { railroad, segments }));
        }
        self.western_sites(railroad).for_each(|city| choices.act(Action::WesternBuild { railroad, city }));
        choices.blocked(|| self.blocked_doubles_and_westerns(railroad));
    }

    fn blocked_doubles_and_westerns(&self, railroad: Railroad) -> Vec<Blocked> {
        let double =
            if self.drawn.is_some() { Err(Refusal::DrawnSingle) } else { self.check_double_means(railroad) };
        let double = double.err().map(|refusal| (text::choice_of_doubles(railroad), refusal));
        let any = self.check_any_western(railroad);
        let any = any.err().map(|refusal| (text::choice_of_westerns(railroad), refusal));
        let each = City::all_in(&board().western).filter(|_| any.is_none()).filter_map(|city| {
            let refusal = self.check_western(railroad, city).err()?;
            Some((text::choice_of_western(railroad, city), refusal))
        });
        let all: Vec<_> = double.into_iter().chain(each).collect();
        let all = all.into_iter().chain(any);
        all.map(|(what, refusal)| Blocked::new(what, refusal)).collect()
    }
}

fn check_is(railroad: Railroad, must: Railroad, rule: &'static str) -> Result<(), Refusal> {
    if railroad == must { Ok(()) } else { Err(Refusal::OtherRailroad(must, rule)) }
}

fn single(railroad: Railroad, segment: Segment) -> Action {
    Action::Build { railroad, segment: board().track(segment).ends }
}

// Building

impl PrairieRailroads {
    /// Builds one segment: a railroad's first, or by the card in play.
    pub(super) fn build(&mut self, railroad: Railroad, ends: Ends, notes: &mut Notes) -> Result<(), Refusal> {
        let segment = Segment::as_written(ends).ok_or(Refusal::NoSegment(ends))?;
        match self.phase {
            Phase::OpeningBuild(opening) => {
                check_is(railroad, opening, "PR-3")?;
                self.check_first(railroad, segment)?;
                let gain = self.lay(railroad, segment);
                notes.say(|| text::builds_first(self.active, railroad, segment, gain));
                self.next_opening(railroad, notes);
                return Ok(());
            }
            Phase::Delegated(delegate) => check_is(railroad, delegate.railroad, "PR-11")?,
            _ => self.check_use(self.active, railroad)?,
        }
        self.check_single(railroad, segment)?;
        let (builder, cost) = (self.builder(), board().segment_cost());
        self.charter_mut(railroad).treasury -= cost;
        let gain = self.lay(railroad, segment);
        notes.say(|| text::builds(builder, railroad, segment, cost, gain));
        self.end_turn(notes);
        Ok(())
    }

    /// Builds two segments by a card from the hand (PR-13).
    pub(super) fn build_double(
        &mut self,
        railroad: Railroad,
        segments: [Ends; 2],
        notes: &mut Notes,
    ) -> Result<(), Refusal> {
        self.check_may_choose()?;
        self.check_use(self.active, railroad)?;
        self.check_double(railroad, segments)?;
        let cost = board().double_cost();
        self.charter_mut(railroad).treasury -= cost;
        let laid = segments.into_iter().filter_map(Segment::between);
        let gain = laid.map(|segment| self.lay(railroad, segment)).sum();
        notes.say(|| text::builds_double(self.active, railroad, segments, cost, gain));
        self.end_turn(notes);
        Ok(())
    }

    /// Builds a Western Build by a card from the hand; its shareholders are paid at once (PR-14).
    pub(super) fn build_western(
        &mut self,
        railroad: Railroad,
        city: City,
        notes: &mut Notes,
    ) -> Result<(), Refusal> {
        self.check_may_choose()?;
        self.check_use(self.active, railroad)?;
        self.check_western(railroad, city)?;
        let cost = self.western_cost().expect("a box was free");
        let charter = self.charter_mut(railroad);
        charter.treasury -= cost;
        charter.western = Some(city);
        notes.say(|| text::builds_western(self.active, railroad, city, cost));
        self.pay_dividend([railroad].into_iter(), notes);
        self.end_turn(notes);
        Ok(())
    }

    /// Who chooses what is built.
    fn builder(&self) -> Seat {
        match self.phase {
            Phase::Delegated(delegate) => delegate.seat,
            _ => self.active,
        }
    }

    /// A first segment and a delegated build are single segments (PR-3, PR-11).
    fn check_may_choose(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::OpeningBuild(_) => Err(Refusal::OnlySingle("PR-3")),
            Phase::Delegated(_) => Err(Refusal::OnlySingle("PR-11")),
            _ => Ok(()),
        }
    }

    /// A cube on the segment; says by how much the income rises (PR-16).
    pub(super) fn lay(&mut self, railroad: Railroad, segment: Segment) -> Income {
        let gain = self.segment_income(segment);
        let charter = self.charter_mut(railroad);
        charter.track.insert(segment.place());
        charter.income += gain;
        gain
    }
}
