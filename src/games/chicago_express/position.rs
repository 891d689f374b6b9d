//! A game as a position that people can read and write, and back.
//!
//! A position repeats much that follows from the rest (locomotives left, houses left). Only what is needed is
//! taken from it; then the game shows its own position, and the first difference is the reason for a refusal.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::action::{Company, Dial};
use super::board::{Hex, HexSet, Industry, board};
use super::state::{Cause, Charter, ChicagoExpress, Expanding, Phase, Player, ShareLot};
use super::text::dial_name;
use crate::engine::auction::AuctionPosition;
use crate::engine::game::{BadPosition, Game as _, Load, Viewer};
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
    companies: BTreeMap<Company, CompanyPosition>,
    dials: BTreeMap<Dial, u8>,
    industry: BTreeMap<Industry, i32>,
    houses_left: u8,
    developed: Vec<Hex>,
    dividends_paid: u8,
    active: Option<Seat>,
    expanding: Option<ExpandingPosition>,
    banker: Option<Seat>,
    auction: Option<AuctionPosition<Company>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PhaseName {
    InitialAuction,
    Turn,
    Offer,
    Expansion,
    Development,
    Auction,
    WabashAuction,
    Over,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerPosition {
    cash: Money,
    shares: BTreeMap<Company, u8>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CompanyPosition {
    cash: Money,
    income: Income,
    shares_left: u8,
    locomotives_left: u8,
    open: bool,
    hexes: Vec<Hex>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpandingPosition {
    company: Company,
    placed: u8,
    chicago: bool,
}

impl Load for ChicagoExpress {
    fn position(&self, _viewer: Viewer) -> Value {
        position::show(&self.to_position())
    }

    fn from_position(shown: &Value) -> Result<Self, BadPosition> {
        let mut position: Position = position::read(shown)?;
        position.normalise();
        let game = Self::build(&position)?;
        // Counting pieces needs sets of hexes and shares that fit the box.
        game.check_components()?;
        position::agree(&position, &game.position(Viewer::Everything))?;
        Ok(game)
    }
}

impl ChicagoExpress {
    fn to_position(&self) -> Position {
        let started = self.phase != Phase::BankerDraw;
        let (expanding, auction) = match &self.phase {
            Phase::Expansion(Some(Expanding { company, placed, chicago })) => {
                (Some(ExpandingPosition { company: *company, placed: *placed, chicago: *chicago }), None)
            }
            Phase::Auction(lot) => (None, Some(lot.position())),
            _ => (None, None),
        };
        Position {
            game: Self::META.id.to_owned(),
            phase: self.phase_name(),
            players: self.players.as_slice().iter().map(PlayerPosition::from).collect(),
            companies: Company::ALL.into_iter().map(|c| (c, self.company_position(c))).collect(),
            dials: Dial::ALL.into_iter().map(|dial| (dial, self.dials[dial as usize])).collect(),
            industry: Industry::ALL.into_iter().map(|i| (i, self.industry_value(i))).collect(),
            houses_left: self.houses_left(),
            developed: Hex::all_in(&self.developed).collect(),
            dividends_paid: self.dividends_paid(),
            active: started.then_some(self.active),
            expanding,
            banker: self.banker,
            auction,
        }
    }

    fn phase_name(&self) -> PhaseName {
        match &self.phase {
            Phase::BankerDraw | Phase::Auction(ShareLot { cause: Cause::Initial, .. }) => {
                PhaseName::InitialAuction
            }
            Phase::Auction(ShareLot { cause: Cause::Offered, .. }) => PhaseName::Auction,
            Phase::Auction(ShareLot { cause: Cause::WabashOpened, .. }) => PhaseName::WabashAuction,
            Phase::Turn => PhaseName::Turn,
            Phase::Offer => PhaseName::Offer,
            Phase::Expansion(_) => PhaseName::Expansion,
            Phase::Development => PhaseName::Development,
            Phase::Over => PhaseName::Over,
        }
    }

    fn company_position(&self, company: Company) -> CompanyPosition {
        let Charter { cash, income, hexes } = *self.charter(company);
        CompanyPosition {
            cash,
            income,
            shares_left: self.shares_left(company),
            locomotives_left: self.locomotives_left(company),
            open: self.is_open(company),
            hexes: Hex::all_in(&hexes).collect(),
        }
    }

    /// Takes from a position what the rest follows from.
    fn build(shown: &Position) -> Result<Self, BadPosition> {
        let mut game = position::for_players(shown.players.len(), Self::set_up)?;
        let players: Vec<Player> = shown.players.iter().map(Player::from).collect();
        game.players = PerSeat::from_slice(&players).expect("the game is set up for so many");
        for company in Company::ALL {
            let shown = position::part("companies", &shown.companies, &company, company.name())?;
            let hexes = shown.hexes.iter().map(|hex| hex.place()).collect();
            *game.charter_mut(company) = Charter { cash: shown.cash, income: shown.income, hexes };
        }
        for dial in Dial::ALL {
            let name = dial_name(dial).to_lowercase();
            game.dials[dial as usize] = *position::part("dials", &shown.dials, &dial, &name)?;
        }
        for industry in Industry::ALL {
            let name = format!("{industry:?}");
            let shown = position::part("industry", &shown.industry, &industry, &name)?;
            let place = board().industry(industry).values.iter().position(|value| value == shown);
            let place = place.ok_or_else(|| format!("{industry:?} cannot be at {shown}"))?;
            game.boxes[industry as usize] = u8::try_from(place).expect("tracks are short");
        }
        game.developed = shown.developed.iter().map(|hex| hex.place()).collect::<HexSet>();
        game.banker = shown.banker;
        game.active = shown.active.unwrap_or_default();
        game.phase = game.phase_at(shown)?;
        Ok(game)
    }

    fn phase_at(&self, shown: &Position) -> Result<Phase, BadPosition> {
        let lot = |cause| self.lot_at(shown, cause).map(Phase::Auction);
        match shown.phase {
            PhaseName::InitialAuction if shown.banker.is_none() => Ok(Phase::BankerDraw),
            PhaseName::InitialAuction => lot(Cause::Initial),
            PhaseName::Auction => lot(Cause::Offered),
            PhaseName::WabashAuction => lot(Cause::WabashOpened),
            PhaseName::Turn => Ok(Phase::Turn),
            PhaseName::Offer => Ok(Phase::Offer),
            PhaseName::Expansion => {
                Ok(Phase::Expansion(shown.expanding.map(|ExpandingPosition { company, placed, chicago }| {
                    Expanding { company, placed, chicago }
                })))
            }
            PhaseName::Development => Ok(Phase::Development),
            PhaseName::Over => Ok(Phase::Over),
        }
    }

    fn lot_at(&self, shown: &Position, cause: Cause) -> Result<ShareLot, BadPosition> {
        self.check_components()?;
        self.check_money()?;
        let shown = lot::shown(shown.auction.as_ref(), self.players.seats())?;
        self.new_lot(cause, shown.what, shown.opener).resume(shown, |seat| self.purse(seat))
    }
}

impl Position {
    /// Lists in any order and counts of zero mean the same as sorted lists without them.
    fn normalise(&mut self) {
        self.players.iter_mut().for_each(|player| player.shares.retain(|_, count| *count > 0));
        self.companies.values_mut().for_each(|company| company.hexes.sort());
        self.developed.sort();
        self.auction.iter_mut().for_each(|auction| auction.bidders.sort());
    }
}

impl From<&Player> for PlayerPosition {
    fn from(player: &Player) -> Self {
        let shares = position::shown_counts(Company::ALL, player.shares);
        Self { cash: player.cash, shares }
    }
}

impl From<&PlayerPosition> for Player {
    fn from(shown: &PlayerPosition) -> Self {
        Self { cash: shown.cash, shares: position::read_counts(Company::ALL, &shown.shares) }
    }
}
