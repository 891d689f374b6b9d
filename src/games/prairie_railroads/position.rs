//! A game as a position that people can read and write, and back.
//!
//! A position repeats much that follows from the rest (value, cubes left, dividends played). Only what is needed is
//! taken from it; then the game shows its own position, and the first difference is the reason for a refusal.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::action::{Card, Ends, Railroad};
use super::board::{City, CitySet, Segment, SegmentSet, board};
use super::state::{Cards, Cause, Charter, Delegate, Phase, Player, PrairieRailroads, ShareLot};
use super::text;
use crate::engine::auction::AuctionPosition;
use crate::engine::game::{BadPosition, Game as _, Load, Turn, Turns as _, Viewer};
use crate::engine::lot::{self, Auctioneer};
use crate::engine::money::{Income, Money};
use crate::engine::named::Named;
use crate::engine::position;
use crate::engine::seat::{PerSeat, Seat};

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    game: String,
    phase: PhaseName,
    players: Vec<PlayerPosition>,
    railroads: BTreeMap<Railroad, RailroadPosition>,
    deck: BTreeMap<Card, u16>,
    dividends_played: u16,
    grown: Vec<City>,
    development_left: u8,
    active: Option<Seat>,
    deciding: Option<Seat>,
    drawn_card: Option<Card>,
    delegated: Option<Railroad>,
    auction: Option<AuctionPosition<Railroad>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PhaseName {
    FirstDraw,
    OpeningAuction,
    OpeningBuild,
    Turn,
    CardDraw,
    Offer,
    GrowthRoll,
    Grow,
    Construct,
    Delegated,
    Auction,
    Over,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerPosition {
    cash: Money,
    shares: BTreeMap<Railroad, u8>,
    hand: BTreeMap<Card, u16>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RailroadPosition {
    treasury: Money,
    income: Income,
    value: Money,
    shares_left: u8,
    cubes_left: u8,
    segments: Vec<Ends>,
    western: Option<City>,
}

impl Load for PrairieRailroads {
    fn position(&self, _viewer: Viewer) -> Value {
        position::show(&self.to_position())
    }

    fn from_position(shown: &Value) -> Result<Self, BadPosition> {
        let mut position: Position = position::read(shown)?;
        position.normalise();
        let game = Self::build_from(&position)?;
        // Counting pieces needs sets of segments, cards and shares that fit the box, and an auction that goes on.
        game.check_components()?;
        position::agree(&position, &game.position(Viewer::Everything))?;
        Ok(game)
    }
}

impl PrairieRailroads {
    fn to_position(&self) -> Position {
        let deciding = match self.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        };
        let (auction, delegated) = match &self.phase {
            Phase::Auction(lot) => (Some(lot.position()), None),
            Phase::Delegated(delegate) => (None, Some(delegate.railroad)),
            _ => (None, None),
        };
        Position {
            game: Self::META.id.to_owned(),
            phase: self.phase_name(),
            players: self.players.as_slice().iter().map(PlayerPosition::from).collect(),
            railroads: Railroad::ALL.into_iter().map(|r| (r, self.railroad_position(r))).collect(),
            deck: shown_cards(self.deck),
            dividends_played: self.dividends_played(),
            grown: City::all_in(&self.grown).collect(),
            development_left: self.development_left(),
            active: (self.phase != Phase::FirstDraw).then_some(self.active),
            deciding,
            drawn_card: self.drawn,
            delegated,
            auction,
        }
    }

    fn phase_name(&self) -> PhaseName {
        match &self.phase {
            Phase::FirstDraw => PhaseName::FirstDraw,
            Phase::Auction(ShareLot { cause: Cause::Opening, .. }) => PhaseName::OpeningAuction,
            Phase::Auction(_) => PhaseName::Auction,
            Phase::OpeningBuild(_) => PhaseName::OpeningBuild,
            Phase::Turn => PhaseName::Turn,
            Phase::CardDraw => PhaseName::CardDraw,
            Phase::Offer => PhaseName::Offer,
            Phase::GrowthRoll => PhaseName::GrowthRoll,
            Phase::Grow => PhaseName::Grow,
            Phase::Construct => PhaseName::Construct,
            Phase::Delegated(_) => PhaseName::Delegated,
            Phase::Over => PhaseName::Over,
        }
    }

    fn railroad_position(&self, railroad: Railroad) -> RailroadPosition {
        let Charter { treasury, income, track, western } = *self.charter(railroad);
        RailroadPosition {
            treasury,
            income,
            value: self.value(railroad),
            shares_left: self.shares_left(railroad),
            cubes_left: self.cubes_left(railroad),
            segments: Segment::all_in(&track).map(|segment| board().track(segment).ends).collect(),
            western,
        }
    }
}

// The way back

impl PrairieRailroads {
    /// Takes from a position what the rest follows from.
    fn build_from(shown: &Position) -> Result<Self, BadPosition> {
        let mut game = position::for_players(shown.players.len(), Self::set_up)?;
        let players = shown.players.iter().map(Player::try_from).collect::<Result<Vec<_>, _>>()?;
        game.players = PerSeat::from_slice(&players).expect("the game is set up for so many");
        for railroad in Railroad::ALL {
            let shown = position::part("railroads", &shown.railroads, &railroad, railroad.name())?;
            *game.charter_mut(railroad) = Charter::try_from(shown)?;
        }
        game.deck = cards("deck", &shown.deck)?;
        game.grown = shown.grown.iter().map(|city| city.place()).collect::<CitySet>();
        game.active = shown.active.unwrap_or_default();
        game.drawn = shown.drawn_card;
        game.phase = game.phase_at(shown)?;
        Ok(game)
    }

    fn phase_at(&self, shown: &Position) -> Result<Phase, BadPosition> {
        Ok(match shown.phase {
            PhaseName::FirstDraw => Phase::FirstDraw,
            PhaseName::OpeningAuction => Phase::Auction(self.lot_at(shown, Cause::Opening)?),
            PhaseName::OpeningBuild => {
                let bare = |railroad: &Railroad| self.charter(*railroad).track.is_empty();
                let next = Railroad::ALL.into_iter().find(bare);
                Phase::OpeningBuild(next.ok_or("every railroad has its first segment (PR-3)")?)
            }
            PhaseName::Turn => Phase::Turn,
            PhaseName::CardDraw => Phase::CardDraw,
            PhaseName::Offer => Phase::Offer,
            PhaseName::GrowthRoll => Phase::GrowthRoll,
            PhaseName::Grow => Phase::Grow,
            PhaseName::Construct => Phase::Construct,
            PhaseName::Delegated => {
                let railroad = shown.delegated.ok_or("delegated is missing")?;
                let seat = shown.deciding.ok_or("deciding is missing")?;
                Phase::Delegated(Delegate { railroad, seat })
            }
            PhaseName::Auction => {
                // Who sells his own share is not asked to bid, so his left neighbour opens.
                let own = shown.auction.as_ref().is_some_and(|auction| Some(auction.opener) != shown.active);
                Phase::Auction(self.lot_at(shown, if own { Cause::Sold } else { Cause::Offered })?)
            }
            PhaseName::Over => Phase::Over,
        })
    }

    fn lot_at(&self, shown: &Position, cause: Cause) -> Result<ShareLot, BadPosition> {
        self.check_components()?;
        self.check_money()?;
        let auction = lot::shown(shown.auction.as_ref(), self.players.seats())?;
        self.new_lot(cause, auction.what).resume(auction, |seat| self.purse(seat))
    }
}

impl Position {
    /// Lists in any order and counts of zero mean the same as sorted lists without them; hands and the deck show zeros.
    fn normalise(&mut self) {
        for player in &mut self.players {
            player.shares.retain(|_, count| *count > 0);
            add_zeros(&mut player.hand);
        }
        add_zeros(&mut self.deck);
        self.railroads.values_mut().for_each(|railroad| railroad.segments.sort());
        self.grown.sort();
        self.auction.iter_mut().for_each(|auction| auction.bidders.sort());
    }
}

fn add_zeros(cards: &mut BTreeMap<Card, u16>) {
    for card in Card::ALL {
        cards.entry(card).or_default();
    }
}

fn shown_cards(cards: Cards) -> BTreeMap<Card, u16> {
    Card::ALL.into_iter().map(|card| (card, cards.count(card.index()))).collect()
}

/// Counts that fit the box: more cannot be added up.
fn cards(whose: &str, shown: &BTreeMap<Card, u16>) -> Result<Cards, BadPosition> {
    let counts = position::read_counts(Card::ALL, shown);
    for card in Card::ALL {
        let (count, all) = (counts[card.index()], board().figures.cards.of(card));
        if count > all {
            return Err(format!("{whose} has {count} {} cards of {all}", text::card_name(card)).into());
        }
    }
    Ok(Cards::new(counts))
}

impl From<&Player> for PlayerPosition {
    fn from(player: &Player) -> Self {
        let shares = position::shown_counts(Railroad::ALL, player.shares);
        Self { cash: player.cash, shares, hand: shown_cards(player.hand) }
    }
}

impl TryFrom<&PlayerPosition> for Player {
    type Error = BadPosition;

    fn try_from(shown: &PlayerPosition) -> Result<Self, BadPosition> {
        let shares = position::read_counts(Railroad::ALL, &shown.shares);
        Ok(Self { cash: shown.cash, shares, hand: cards("a hand", &shown.hand)? })
    }
}

impl TryFrom<&RailroadPosition> for Charter {
    type Error = BadPosition;

    fn try_from(shown: &RailroadPosition) -> Result<Self, BadPosition> {
        let mut track = SegmentSet::EMPTY;
        for &ends in &shown.segments {
            let Ends(a, b) = ends;
            let segment = Segment::as_written(ends);
            let segment =
                segment.ok_or_else(|| format!("there is no segment [{:?},{:?}]", a.name(), b.name()))?;
            track.insert(segment.place());
        }
        Ok(Self { treasury: shown.treasury, income: shown.income, track, western: shown.western })
    }
}
