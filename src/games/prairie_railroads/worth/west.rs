//! How near each railroad is to a Western Build, for judging positions: an estimate, no part of the rules.
//!
//! A Western Build pays its shareholders at once and adds as much value as five segments (PR-14), but a railroad that is
//! judged by its next segment alone never gets there: the towns of the west earn less than another loop through the
//! middle. So a box in sight counts before it is built, the more the fewer segments are lacking, and only as far as the
//! railroad has the money and those who control it hold the cards: a card from the deck builds none (PR-15).

use super::super::action::{Card, Railroad};
use super::super::board::{City, CitySet, SegmentSet, board};
use super::super::state::PrairieRailroads;
use super::ONE;
use crate::engine::seat::Seat;

/// With so many segments lacking a box is out of sight. Shares of railroads that were drawn to boxes from further away
/// were bought too dear.
const OUT_OF_SIGHT: i64 = 5;

/// How much a Western Build that could be built at once counts before it is, in thousandths: less than one that stands,
/// so that it is not put off for ever.
const AT_HAND: i64 = 700;

/// Segments that are built by each card from the hand on the way west: some are doubles.
const SEGMENTS_A_CARD: i64 = 2;

/// By [`Railroad`]: segments that are lacking to the nearest free box.
pub(super) type WaysWest = [Option<i64>; 6];

impl PrairieRailroads {
    /// How many segments each railroad lacks to a box that nobody has, by track that nobody has. Nothing if it has its
    /// Western Build, or no box is in sight.
    pub(super) fn ways_west(&self) -> WaysWest {
        let built = self.built();
        let taken = self.charters.iter().filter_map(|charter| charter.western).map(City::place).collect();
        let reached = Railroad::ALL.map(|railroad| match self.charter(railroad) {
            charter if charter.western.is_some() => CitySet::EMPTY,
            charter if charter.track.is_empty() => board().starts[railroad.index()],
            charter => board().reached_by(&charter.track),
        });
        let mut ways = [None; 6];
        // From the boxes to the railroads, so that one search serves all six.
        let mut seen = board().western.without(&taken);
        let mut newest = seen;
        for lacking in 0..OUT_OF_SIGHT {
            for (way, reached) in ways.iter_mut().zip(&reached) {
                if way.is_none() && !reached.intersection(&newest).is_empty() {
                    *way = Some(lacking);
                }
            }
            let leading = City::all_in(&newest)
                .fold(SegmentSet::EMPTY, |all, city| all.union(board().leading_to(city)));
            newest = board().reached_by(&leading.without(&built)).without(&seen);
            seen = seen.union(&newest);
        }
        ways
    }

    /// How likely the railroad is to get its Western Build, in thousandths, when so many segments are lacking.
    pub(super) fn western_chance(&self, railroad: Railroad, lacking: Option<i64>) -> i64 {
        let Some((lacking, cost)) = lacking.zip(self.western_cost()) else { return 0 };
        if i64::from(self.cubes_left(railroad)) <= lacking {
            return 0;
        }
        let price = cost.dollars() + lacking * board().figures.segment_cost;
        let money = (self.charter(railroad).treasury.dollars() * ONE / price).min(ONE);
        let hand = |seat: Seat| i64::from(self.players[seat].hand.count(Card::ConstructTrack.index()));
        let hands: i64 = self.controllers(railroad).map(hand).sum();
        let cards = (hands * ONE * SEGMENTS_A_CARD / (SEGMENTS_A_CARD + lacking)).min(ONE);
        let near = (OUT_OF_SIGHT - lacking) * ONE / OUT_OF_SIGHT;
        // Half of the money is much less than half of the way: most railroads never see the rest.
        [near, cards, money, money].into_iter().fold(AT_HAND, |chance, part| chance * part / ONE)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::board::Segment;
    use super::super::super::tests::kit::{Stage, stage};
    use super::*;
    use crate::engine::game::Load as _;
    use crate::engine::named::Named;

    /// ATSF as far as Garden City: a segment from the box of Syracuse, two from those of Tribune and Elkhart.
    fn near_syracuse() -> Stage {
        stage(3).track("ATSF", "atchison topeka emporia newton hutchinson dodge_city garden_city")
    }

    fn game(set: &Stage) -> PrairieRailroads {
        PrairieRailroads::from_position(&set.position()).unwrap()
    }

    fn way(set: &Stage) -> Option<i64> {
        game(set).ways_west()[Railroad::Atsf.index()]
    }

    fn chance(set: &Stage) -> i64 {
        let game = game(set);
        game.western_chance(Railroad::Atsf, game.ways_west()[Railroad::Atsf.index()])
    }

    #[test]
    fn the_way_west_is_counted_in_segments_that_nobody_has_built() {
        let near = near_syracuse();
        assert_eq!(way(&stage(3)), None, "a railroad that has just begun sees no box");
        assert_eq!(way(&near), Some(1));
        assert_eq!(way(&near.clone().branch("ATSF", "garden_city syracuse")), Some(0));
        let mut blocked = game(&near);
        let syracuse = Segment::all().find(|segment| board().track(*segment).id == "garden_city-syracuse");
        blocked.charter_mut(Railroad::Kp).track.insert(syracuse.unwrap().place());
        assert_eq!(blocked.ways_west()[Railroad::Atsf.index()], Some(2), "to Tribune or Elkhart");
    }

    #[test]
    fn boxes_that_are_taken_and_railroads_that_have_theirs_do_not_count() {
        let there = near_syracuse().branch("ATSF", "garden_city syracuse");
        assert_eq!(way(&there.clone().western("ATSF", "syracuse")), None);
        let mut game = game(&there);
        game.charter_mut(Railroad::Kp).western = City::from_name("syracuse");
        assert_eq!(game.ways_west()[Railroad::Atsf.index()], Some(2), "Tribune or Elkhart");
    }

    #[test]
    fn a_western_build_is_as_likely_as_money_cards_and_way_allow() {
        let rich = near_syracuse().treasury("ATSF", 40);
        assert_eq!(chance(&near_syracuse()), 0, "without money");
        assert!(chance(&near_syracuse().treasury("ATSF", 10)) < chance(&rich) / 2);
        assert_eq!(
            chance(&rich.clone().hand(1, [0, 6, 2])),
            0,
            "seat 1 controls it and has no card to build with"
        );
        assert_eq!(chance(&rich.clone().hand(0, [0, 6, 2])), chance(&rich), "seat 0 does not control it");
        let there = rich.clone().branch("ATSF", "garden_city syracuse");
        assert_eq!(chance(&there), AT_HAND);
        assert!(chance(&rich) < AT_HAND);
    }
}
