//! What a position is worth to a seat, for bots: an estimate in whole numbers, no part of the rules.
//!
//! Only money wins (PR-18), so everything is turned into the money that it is likely to become:
//!
//! - Cash is what it is, and a little more as long as there are shares to be bought for it.
//! - A share is worth what it pays: a fifth of the income at each dividend to come (PR-17), and at the end its part of
//!   value and income (PR-18), parted among the shares sold and some that others will buy.
//! - A railroad's money is worth the track that it will buy, as long as there are cards to build it with: its income in
//!   half of the dividends to come, and its value and income at the end. What the next segment would earn counts, so
//!   track toward cities that earn well is better than track that leads nowhere.
//! - A Western Build that is in sight counts before it is built ([`west`]): a part of the dividend that it pays at once
//!   and of its value at the end (PR-14). The money that it will take buys no track.
//! - Cities grow, so track earns more later than now. A dividend paid now is one that is not paid then.
//! - A position is as good as the lead: half of it over the best of the others, half over their average. Whoever builds
//!   for a railroad of which a rival holds more thus loses by it.
//!
//! An auction is judged by how it is likely to end ([`hammer`]); a card that leads to chance by what the player would do
//! next, leaving the luck out. The figures below are estimates, picked after about a hundred comparisons of one bot with
//! other figures against two alike, 60 to 150 games each and nearly all with three seats. No figures won against all
//! others. Against these, eight others were tried for 60 games each: the best won 29, where 20 is an even share. With five
//! seats keeping money back was not seen to help.

mod west;

use self::west::WaysWest;
use super::action::{Action, Card, Railroad};
use super::board::{Segment, board};
use super::state::{Phase, PrairieRailroads, ShareLot};
use crate::engine::game::{Game, Notes, Turn, Turns as _, Worth};
use crate::engine::hammer;
use crate::engine::seat::{PerSeat, Seat};

/// Dollars, dividends and segments are counted in thousandths.
const ONE: i64 = 1_000;

/// What a segment earns when nothing is known of it.
const USUAL_INCOME: i64 = 4_000;

/// Of so many Construct Track cards one builds for a certain railroad.
const CARDS_A_RAILROAD: i64 = 6;

/// Shares of a railroad that are sold for each Offer Stock card left, as long as there are any.
const DILUTION: i64 = 100;

/// What a dollar in the hand is worth beyond itself while all Offer Stock cards are still to come: who has money when the
/// others have none buys shares for next to nothing. Without it bots spent everything in the opening.
const THRIFT: i64 = 300;

impl Worth for PrairieRailroads {
    /// What the position is worth to a seat.
    fn worth(&self, seat: Seat) -> i64 {
        match &self.phase {
            Phase::Auction(lot) => {
                let ahead = self.ahead();
                hammer::outlook(self, lot, seat, |after, seat| after.lead_with(seat, &ahead))
            }
            Phase::CardDraw => self.outlook_of_drawing(seat),
            Phase::GrowthRoll => self.outlook_of_building(seat),
            Phase::Delegated(delegate) => self.after_best_choice(delegate.seat, Self::lead).lead(seat),
            _ => self.lead(seat),
        }
    }

    /// Whoever has to name a share, a city or a segment is in the midst of something; an auction is judged by how it is
    /// likely to end.
    fn is_quiet(&self) -> bool {
        matches!(self.phase, Phase::Turn | Phase::Auction(_)) || self.turn() == Turn::Over
    }
}

impl PrairieRailroads {
    /// What a bidder does who expects the auction to end as it is likely to, and does not want to wait for that.
    pub(super) fn hasty_bid(&self, lot: &ShareLot) -> Action {
        let ahead = self.ahead();
        let amount = hammer::hasty_bid(self, lot, |after, seat| after.lead_with(seat, &ahead));
        amount.map_or(Action::Pass, |amount| Action::Bid { amount })
    }

    /// What lies before each railroad on the map: that takes longest to find, and no sale changes it.
    fn ahead(&self) -> Ahead {
        let incomes = Railroad::ALL.map(|railroad| {
            if self.shares_sold(railroad) == 0 && !self.is_for_sale(railroad) {
                return None;
            }
            let unbuilt = self.charter(railroad).track.is_empty();
            let open = if unbuilt { self.first_segments(railroad) } else { self.open_to(railroad) };
            Segment::all_in(&open).map(|segment| self.segment_income(segment).dollars()).max()
        });
        Ahead { incomes, ways_west: self.ways_west() }
    }

    /// Whether a share of the railroad is under the hammer, so that it may soon be worth something.
    fn is_for_sale(&self, railroad: Railroad) -> bool {
        matches!(&self.phase, Phase::Auction(lot) if lot.what == railroad)
    }

    /// What each card of the deck would bring, by how many there are of it.
    fn outlook_of_drawing(&self, seat: Seat) -> i64 {
        let with_card = |card: Card| {
            let count = i64::from(self.deck.count(card.index()));
            let mut drawn = self.clone();
            if !drawn.deck.take(card.index()) {
                return 0;
            }
            drawn.drawn = Some(card);
            drawn.carry_out(card, &mut Notes::ignored());
            let outlook = match drawn.phase {
                Phase::Offer => drawn.after_best_choice(drawn.active, Self::worth).worth(seat),
                _ => drawn.worth(seat),
            };
            count * outlook
        };
        let all = Card::ALL.map(with_card).iter().sum::<i64>();
        all / i64::from(self.deck.total()).max(1)
    }

    /// What the card's player would build if nothing grew.
    fn outlook_of_building(&self, seat: Seat) -> i64 {
        let mut building = self.clone();
        if !building.anybody_can_build() {
            return building.lead(seat);
        }
        building.phase = Phase::Construct;
        building.after_best_choice(self.active, Self::lead).lead(seat)
    }

    /// The game after the choice that is worth most to whoever decides; the first of equals.
    fn after_best_choice(&self, decider: Seat, worth: impl Fn(&Self, Seat) -> i64) -> Self {
        let after = |action: &Action| {
            let mut after = self.clone();
            after.apply(action, &mut Notes::ignored()).expect("a listed choice is legal");
            after
        };
        let mut best: Option<(i64, Self)> = None;
        for choice in self.legal_choices() {
            let action = choice.least();
            let after = after(&action);
            let worth = worth(&after, decider);
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, after));
            }
        }
        best.map_or_else(|| self.clone(), |(_, after)| after)
    }

    /// How far the seat is ahead.
    fn lead(&self, seat: Seat) -> i64 {
        self.lead_with(seat, &self.ahead())
    }

    fn lead_with(&self, seat: Seat, ahead: &Ahead) -> i64 {
        hammer::lead(&self.fortunes(ahead), seat)
    }

    /// The money that each seat is likely to have at the end.
    fn fortunes(&self, ahead: &Ahead) -> PerSeat<i64> {
        let prospects = Prospects::of(self);
        let value = |railroad| self.share_value(railroad, &prospects, ahead);
        let over = self.phase == Phase::Over;
        let values = if over { [0; 6] } else { Railroad::ALL.map(value) };
        let all_offers = i64::from(board().figures.cards.of(Card::OfferStock));
        let dollar = if over { ONE } else { ONE + THRIFT * prospects.offers / all_offers };
        let mut fortunes = PerSeat::new(self.players.seats(), 0);
        for (seat, player) in self.players.iter() {
            let held = player.shares.iter().zip(values).map(|(count, value)| i64::from(*count) * value);
            fortunes[seat] = player.cash.dollars() * dollar + held.sum::<i64>();
        }
        fortunes
    }

    /// What one share of the railroad is likely to pay until the end.
    fn share_value(&self, railroad: Railroad, prospects: &Prospects, ahead: &Ahead) -> i64 {
        let sold = i64::from(self.shares_sold(railroad));
        if sold == 0 {
            return 0;
        }
        let Prospects { dividends, builds, offers } = *prospects;
        let parts = i64::from(board().figures.dividend_parts);
        let western = self.western_chance(railroad, ahead.ways_west[railroad.index()]);
        let (segments, earned) = self.growth(railroad, builds, ahead.incomes[railroad.index()], western);
        // What is added over time earns in half of the dividends.
        let now = self.dividend_per_share(railroad).dollars() * ONE * dividends;
        let later = earned * dividends / 2 / parts;
        let income = i64::from(self.charter(railroad).income.dollars());
        let value = (self.value(railroad).dollars() + income) * ONE + western * board().figures.western_value;
        let end = value + segments * board().figures.segment_value + earned;
        let unsold = i64::from(self.shares_left(railroad)) * ONE;
        let holders = sold * ONE + unsold.min(offers * DILUTION);
        now + later + western * income / parts + end * ONE / holders
    }

    /// Segments that the railroad is likely still to build, and the income that it is likely still to gain, when a Western
    /// Build is so likely.
    fn growth(&self, railroad: Railroad, builds: i64, best: Option<i32>, western: i64) -> (i64, i64) {
        let charter = self.charter(railroad);
        let kept = self.western_cost().map_or(0, |cost| cost.dollars() * western);
        let affordable = (charter.treasury.dollars() * ONE - kept) / board().figures.segment_cost;
        let cubes = i64::from(self.cubes_left(railroad)) * ONE;
        let bought = affordable.min(cubes).min(builds * ONE / CARDS_A_RAILROAD);
        let free = if charter.track.is_empty() { ONE } else { 0 };
        let segments = best.map_or(0, |_| bought + free);
        let each = i64::midpoint(i64::from(best.unwrap_or(0)) * ONE, USUAL_INCOME);
        // Each card lets one of the cities grow.
        let cities = i64::from(board().primaries.len() + board().secondaries.len());
        let grown = 2 * i64::from(charter.track.len()) * builds * ONE / cities;
        (segments, segments * each / ONE + grown)
    }
}

/// What lies before the railroads on the map.
#[derive(Clone, Copy, Debug)]
struct Ahead {
    /// By [`Railroad`]: what its next segment would earn at best, if it can build one.
    incomes: [Option<i32>; 6],
    ways_west: WaysWest,
}

/// What is still to come for all railroads.
#[derive(Clone, Copy, Debug)]
struct Prospects {
    /// Dividends that pay: the last card ends the game instead (PR-5).
    dividends: i64,
    /// Construct Track cards.
    builds: i64,
    /// Offer Stock cards.
    offers: i64,
}

impl Prospects {
    fn of(game: &PrairieRailroads) -> Self {
        let left = |card: Card| i64::from(game.cards_left(card));
        Self {
            dividends: (left(Card::PayDividends) - 1).max(0),
            builds: left(Card::ConstructTrack),
            offers: left(Card::OfferStock),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::kit::{Stage, stage};
    use super::*;
    use crate::engine::game::Load as _;
    use crate::engine::money::{Income, Money};

    fn game(set: &Stage) -> PrairieRailroads {
        PrairieRailroads::from_position(&set.position()).unwrap()
    }

    fn seats() -> [Seat; 3] {
        [0, 1, 2].map(|number| Seat::new(number).unwrap())
    }

    #[test]
    fn when_the_game_is_over_money_alone_counts() {
        let [a, b, _] = seats();
        let over = game(&stage(3).no_cards().phase("over").cash(0, 90));
        // Twice 10 ahead, less the 10 by which the best rival and the average rival are behind.
        assert_eq!(over.worth(a), 2 * 10 * ONE);
        assert!(over.worth(b) < 0);
    }

    #[test]
    fn what_a_rivals_railroad_earns_is_a_loss() {
        let [a, b, _] = seats();
        let before = game(&stage(3));
        let mut richer = before.clone();
        richer.charter_mut(Railroad::Atsf).income += Income::new(5);
        assert!(richer.worth(a) < before.worth(a));
        assert!(richer.worth(b) > before.worth(b));
    }

    #[test]
    fn money_is_worth_what_it_can_still_build() {
        let [a, ..] = seats();
        let gain = |set: &Stage| {
            let poor = game(set);
            let mut rich = poor.clone();
            rich.charter_mut(Railroad::Crip).treasury = Money::new(20);
            rich.worth(a) - poor.worth(a)
        };
        let early = gain(&stage(3));
        let late = gain(&stage(3).no_cards().hand(0, [1, 0, 1]));
        assert!(early > 4 * late && late >= 0, "{early} {late}");
    }

    #[test]
    fn the_last_dividend_is_no_dividend() {
        let left = |set: &Stage| Prospects::of(&game(set)).dividends;
        assert_eq!(left(&stage(3)), 7);
        assert_eq!(left(&stage(3).no_cards().hand(0, [1, 0, 1])), 0);
    }

    #[test]
    fn a_card_that_leads_to_chance_is_judged_by_what_comes_of_it() {
        let [a, ..] = seats();
        let before = game(&stage(3).treasury("CRIP", 20));
        let mut building = before.clone();
        building.phase = Phase::GrowthRoll;
        assert!(building.worth(a) > before.worth(a), "a segment is built");
    }

    #[test]
    fn a_deck_of_one_kind_is_worth_what_that_card_is() {
        let [a, ..] = seats();
        let mut drawing = game(&stage(3).treasury("CRIP", 20).deck([1, 0, 0]));
        drawing.phase = Phase::CardDraw;
        let mut drawn = drawing.clone();
        assert!(drawn.deck.take(Card::ConstructTrack.index()));
        drawn.drawn = Some(Card::ConstructTrack);
        drawn.phase = Phase::GrowthRoll;
        assert_eq!(drawing.worth(a), drawn.worth(a));
    }
}
