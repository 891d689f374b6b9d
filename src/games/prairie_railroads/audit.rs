//! What must always hold, whatever was played. A position that breaks it cannot come from a game.
//!
//! Here is what holds at all times; what holds at one moment only is in `audit/phase.rs`.

mod phase;

use super::action::{Card, Railroad};
use super::board::{City, CitySet, Segment, SegmentSet, board};
use super::state::{Charter, Phase, PrairieRailroads};
use super::text::{card_name, city_name, segment_name};
use crate::engine::audit::{Audit, MOST_MONEY, check_money, check_shares, ensure};
use crate::engine::game::Audited;
use crate::engine::money::{Income, Money};
use crate::engine::named::Named;
use crate::engine::seat::Seat;

impl Audited for PrairieRailroads {
    fn audit(&self) -> Audit {
        self.check_components()?;
        self.check_map()?;
        self.check_money()?;
        self.check_phase()
    }
}

impl PrairieRailroads {
    /// No more cards, shares and cubes than there are, and nobody who is not there (PR-1, PR-2). Counting what is left
    /// relies on this.
    pub(super) fn check_components(&self) -> Audit {
        let seats = self.players.seats();
        let seated = |seat: Seat| seat.number() < seats;
        ensure(Self::set_up(seats).is_some(), || format!("there cannot be {seats} players"))?;
        ensure(seated(self.active), || "a seat is named that is not there")?;
        match &self.phase {
            Phase::Auction(lot) => lot.check_seats(seats)?,
            Phase::Delegated(delegate) => {
                ensure(seated(delegate.seat), || "a seat is named that is not there")?;
            }
            _ => {}
        }
        for card in Card::ALL {
            let hands = self.players.as_slice().iter().map(|player| &player.hand);
            let there: u32 =
                hands.chain([&self.deck]).map(|cards| u32::from(cards.count(card.index()))).sum();
            let all = board().figures.cards.of(card);
            ensure(there <= u32::from(all), || {
                format!("there are {there} {} cards but only {all} in all", card_name(card))
            })?;
        }
        let on_map = |set: &CitySet| set.iter().all(|place| place < board().cities());
        ensure(on_map(&self.grown), || "a city has grown that is not there")?;
        let cubes = board().figures.development_cubes;
        ensure(self.grown.len() <= u16::from(cubes), || format!("more than {cubes} cities have grown"))?;
        Railroad::ALL.into_iter().try_for_each(|railroad| self.check_pieces(railroad))
    }

    fn check_pieces(&self, railroad: Railroad) -> Audit {
        let (charter, name) = (self.charter(railroad), railroad.name());
        let held = self.players.iter().map(|(_, player)| player.shares[railroad.index()]);
        check_shares(name, held, board().figures.shares)?;
        let on_map = charter.track.iter().all(|place| place < board().segments());
        ensure(on_map, || format!("{name} has track off the map"))?;
        let (built, cubes) = (charter.track.len() + u16::from(charter.western.is_some()), board().cubes());
        ensure(built <= u16::from(cubes), || format!("{name} has built {built} times but has {cubes} cubes"))
    }

    /// Track hangs together, is nobody else's, and earns what its cities are worth (PR-10, PR-12, PR-14, PR-16).
    fn check_map(&self) -> Audit {
        let growing = board().primaries.union(&board().secondaries);
        let stray = City::all_in(&self.grown.without(&growing)).next();
        ensure(stray.is_none(), || format!("{} never grows (PR-10)", stray.map_or("", city_name)))?;
        let mut built = SegmentSet::EMPTY;
        for railroad in Railroad::ALL {
            let (charter, name) = (self.charter(railroad), railroad.name());
            let twice = Segment::all_in(&built.intersection(&charter.track)).next();
            ensure(twice.is_none(), || {
                format!("{} is track of two railroads (PR-12)", twice.map_or(String::new(), segment_name))
            })?;
            built = built.union(&charter.track);
            ensure(can_be_built(railroad, &charter.track), || {
                format!(
                    "the track of {name} does not hang together from a start city along the arrows (PR-12)"
                )
            })?;
            let income: Income = Segment::all_in(&charter.track).map(|s| self.segment_income(s)).sum();
            ensure(charter.income == income, || {
                format!("the income of {name} is {} but its track makes it {income} (PR-16)", charter.income)
            })?;
            self.check_western_build(railroad)?;
        }
        Ok(())
    }

    fn check_western_build(&self, railroad: Railroad) -> Audit {
        let Charter { track, western: Some(city), .. } = self.charter(railroad) else { return Ok(()) };
        let (name, city_name) = (railroad.name(), city_name(*city));
        ensure(board().western.contains(city.place()), || {
            format!("{city_name} has no box for a Western Build (PR-14)")
        })?;
        ensure(board().reached_by(track).contains(city.place()), || {
            format!("{name} has a Western Build in {city_name} but no track there (PR-14)")
        })?;
        ensure(self.western_at(*city) == Some(railroad), || {
            format!("two railroads have the Western Build of {city_name} (PR-14)")
        })
    }

    /// Nobody is in debt, and there is no more money than arithmetic can bear. Only payouts make money, so what was let
    /// in stays within the bound however it is played on.
    pub(super) fn check_money(&self) -> Audit {
        let most = MOST_MONEY + MOST_PAYOUT * self.payouts();
        let players = self.players.iter().map(|(seat, player)| (seat.to_string(), player.cash));
        let treasury = |railroad: Railroad| (railroad.name().to_owned(), self.charter(railroad).treasury);
        check_money(players.chain(Railroad::ALL.map(treasury)), most)
    }

    /// How often the bank has paid at most: dividends, Western Builds, the final payoff.
    fn payouts(&self) -> i64 {
        let westerns = i64::try_from(self.westerns_built()).expect("six boxes");
        i64::from(self.dividends_played()) + westerns + i64::from(self.phase == Phase::Over)
    }
}

/// Whether the segments can be built one after the other from one of the railroad's start cities, each along its arrow
/// if it has one. More track only opens more, so the order does not matter.
fn can_be_built(railroad: Railroad, track: &SegmentSet) -> bool {
    track.is_empty()
        || City::all_in(&board().starts[railroad.index()]).any(|start| {
            let mut built = SegmentSet::EMPTY;
            let mut open = board().leading_from(start).intersection(track);
            while !open.is_empty() {
                built = built.union(&open);
                open = board().leading_on(&built).intersection(track).without(&built);
            }
            built == *track
        })
}

/// More than any dividend or payoff would pay if every railroad had all its cubes in the best of places.
const MOST_PAYOUT: Money = Money::new(10_000);
