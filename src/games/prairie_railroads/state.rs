//! The state of a game: what lies on the table, and nothing that follows from it.

use serde::{Deserialize, Serialize};

use super::action::{Card, Railroad};
use super::board::{City, CitySet, Segment, SegmentSet, board};
use crate::engine::bag::Bag;
use crate::engine::lot;
use crate::engine::money::{Income, Money};
use crate::engine::seat::{PerSeat, Seat};

/// A game of Prairie Railroads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrairieRailroads {
    pub(super) players: PerSeat<Player>,
    /// By [`Railroad`].
    pub(super) charters: [Charter; 6],
    pub(super) deck: Cards,
    /// Cities with a development cube.
    pub(super) grown: CitySet,
    /// Whose turn it is, in an opening auction the opener, in an opening build who got the share, when the game is over
    /// who ended it. Without meaning before the first opener is drawn.
    pub(super) active: Seat,
    /// The card that was drawn from the deck this turn.
    pub(super) drawn: Option<Card>,
    pub(super) phase: Phase,
}

/// Cards by [`Card`]: a hand or the deck.
pub(super) type Cards = Bag<3>;

/// What a player owns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Player {
    pub(super) cash: Money,
    /// By [`Railroad`].
    pub(super) shares: [u8; 6],
    pub(super) hand: Cards,
}

/// A railroad's money, income and track.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Charter {
    pub(super) treasury: Money,
    pub(super) income: Income,
    pub(super) track: SegmentSet,
    /// The city beside its Western Build.
    pub(super) western: Option<City>,
}

/// What is being decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Phase {
    /// Chance names who opens the first auction.
    FirstDraw,
    /// A share is under the hammer.
    Auction(ShareLot),
    /// Who got the first share of this railroad builds its first segment.
    OpeningBuild(Railroad),
    /// The active player plays or draws a card.
    Turn,
    /// Chance turns up a card of the deck.
    CardDraw,
    /// The active player names a share to auction.
    Offer,
    /// Chance rolls the dice for growth.
    GrowthRoll,
    /// The active player names a city that grows.
    Grow,
    /// The active player builds, or says who builds.
    Construct,
    /// Somebody else builds for the active player.
    Delegated(Delegate),
    /// The game has ended.
    Over,
}

/// A share under the hammer.
pub(super) type ShareLot = lot::Lot<Cause, Railroad>;

/// Why there is an auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Cause {
    /// Before the first turn (PR-3).
    Opening,
    /// The active player offers an unsold share (PR-7, PR-8).
    Offered,
    /// The active player sells a share of his own (PR-7).
    Sold,
}

/// A build that was left to somebody who controls the railroad (PR-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Delegate {
    pub(super) railroad: Railroad,
    pub(super) seat: Seat,
}

impl PrairieRailroads {
    /// Everything in place, the first opener not yet drawn (PR-1, PR-2).
    ///
    /// `None` if the game is not for so many.
    pub(super) fn set_up(seats: u8) -> Option<Self> {
        let figures = &board().figures;
        let cash = Money::new(*figures.starting_cash.get(&seats.to_string())?);
        let hand = figures.hands.get(&seats.to_string())?.counts();
        let dealt = hand.map(|count| count * u16::from(seats));
        let deck = Card::ALL.map(|card| figures.cards.of(card) - dealt[card.index()]);
        Some(Self {
            players: PerSeat::new(seats, Player { cash, shares: [0; 6], hand: Cards::new(hand) }),
            charters: [Charter::default(); 6],
            deck: Cards::new(deck),
            grown: CitySet::EMPTY,
            active: Seat::default(),
            drawn: None,
            phase: Phase::FirstDraw,
        })
    }

    pub(super) fn charter(&self, railroad: Railroad) -> &Charter {
        &self.charters[railroad.index()]
    }

    pub(super) fn charter_mut(&mut self, railroad: Railroad) -> &mut Charter {
        &mut self.charters[railroad.index()]
    }

    pub(super) fn shares_of(&self, seat: Seat, railroad: Railroad) -> u8 {
        self.players[seat].shares[railroad.index()]
    }

    pub(super) fn shares_sold(&self, railroad: Railroad) -> u8 {
        self.players.as_slice().iter().map(|player| player.shares[railroad.index()]).sum()
    }

    pub(super) fn shares_left(&self, railroad: Railroad) -> u8 {
        board().figures.shares - self.shares_sold(railroad)
    }

    /// Cubes that the railroad can still build with (PR-2).
    pub(super) fn cubes_left(&self, railroad: Railroad) -> u8 {
        let Charter { track, western, .. } = self.charter(railroad);
        let built = track.len() + u16::from(western.is_some());
        u8::try_from(u16::from(board().cubes()) - built).expect("31 cubes")
    }

    /// Cubes for growth in the supply; every other lies in a city.
    pub(super) fn development_left(&self) -> u8 {
        u8::try_from(u16::from(board().figures.development_cubes) - self.grown.len()).expect("40 cubes")
    }

    /// Cards of a kind in all hands and the deck; every other has been played.
    pub(super) fn cards_left(&self, card: Card) -> u16 {
        let hands = self.players.as_slice().iter().map(|player| player.hand.count(card.index()));
        self.deck.count(card.index()) + hands.sum::<u16>()
    }

    /// Pay Dividends cards played so far, the last one included (PR-5).
    pub(super) fn dividends_played(&self) -> u16 {
        board().figures.cards.of(Card::PayDividends) - self.cards_left(Card::PayDividends)
    }

    /// Western Builds on the board (PR-14).
    pub(super) fn westerns_built(&self) -> usize {
        self.charters.iter().filter(|charter| charter.western.is_some()).count()
    }

    /// Who has built the segment.
    pub(super) fn builder_of(&self, segment: Segment) -> Option<Railroad> {
        Railroad::ALL.into_iter().find(|&railroad| self.charter(railroad).track.contains(segment.place()))
    }

    /// Who has built the Western Build beside the city.
    pub(super) fn western_at(&self, city: City) -> Option<Railroad> {
        Railroad::ALL.into_iter().find(|&railroad| self.charter(railroad).western == Some(city))
    }

    /// All segments that somebody has built.
    pub(super) fn built(&self) -> SegmentSet {
        self.charters.iter().fold(SegmentSet::EMPTY, |all, charter| all.union(&charter.track))
    }

    /// What a segment that ends in the city earns there now (PR-10, PR-16).
    pub(super) fn city_income(&self, city: City) -> Income {
        let bonus = if self.grown.contains(city.place()) { board().figures.growth_bonus } else { 0 };
        Income::new(board().city(city).income + bonus)
    }

    /// What a segment earns now: the incomes of both its ends (PR-16).
    pub(super) fn segment_income(&self, segment: Segment) -> Income {
        let ends = board().track(segment).ends;
        self.city_income(ends.0) + self.city_income(ends.1)
    }

    /// What the railroad's track is worth (PR-16).
    pub(super) fn value(&self, railroad: Railroad) -> Money {
        let (figures, charter) = (&board().figures, self.charter(railroad));
        let western = if charter.western.is_some() { figures.western_value } else { 0 };
        Money::new(figures.segment_value * i64::from(charter.track.len()) + western)
    }
}
