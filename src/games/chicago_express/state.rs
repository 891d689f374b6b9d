//! The state of a game: what lies on the table, and nothing that follows from it.

use serde::{Deserialize, Serialize};

use super::action::{Company, Dial};
use super::board::{Hex, HexSet, Industry, board};
use crate::engine::lot;
use crate::engine::money::{Income, Money};
use crate::engine::seat::{PerSeat, Seat};

/// A game of Chicago Express.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChicagoExpress {
    pub(super) players: PerSeat<Player>,
    /// By [`Company`].
    pub(super) charters: [Charter; 5],
    /// Moves of each [`Dial`] since the last dividend.
    pub(super) dials: [u8; 3],
    /// The box of each [`Industry`]'s marker on its track, from 0.
    pub(super) boxes: [u8; 3],
    /// Hexes with a house.
    pub(super) developed: HexSet,
    /// Who opened the first auction; drawn by chance.
    pub(super) banker: Option<Seat>,
    /// Whose turn it is, in an auction the seat that caused it, before the first turn the opener, when the
    /// game is over the seat whose turn would have begun. Without meaning before the banker is drawn.
    pub(super) active: Seat,
    pub(super) phase: Phase,
}

/// What a player owns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Player {
    pub(super) cash: Money,
    /// By [`Company`].
    pub(super) shares: [u8; 5],
}

/// A company's money, income and network. A company without a hex is not open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Charter {
    pub(super) cash: Money,
    pub(super) income: Income,
    pub(super) hexes: HexSet,
}

/// What is being decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Phase {
    /// Chance names the banker.
    BankerDraw,
    /// A share is under the hammer.
    Auction(ShareLot),
    /// The active player chooses a dial.
    Turn,
    /// The active player names a share to auction.
    Offer,
    /// The active player expands a network.
    Expansion(Option<Expanding>),
    /// The active player develops a hex.
    Development,
    /// The game has ended.
    Over,
}

/// A share under the hammer.
pub(super) type ShareLot = lot::Lot<Cause, Company>;

/// Why there is an auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Cause {
    /// Before the first turn (CE-4).
    Initial,
    /// The active player's action (CE-11).
    Offered,
    /// Wabash has opened (CE-19).
    WabashOpened,
}

/// An expansion that has placed at least one locomotive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Expanding {
    pub(super) company: Company,
    pub(super) placed: u8,
    /// It has placed in Chicago; the dividend is still owed (CE-18).
    pub(super) chicago: bool,
}

impl ChicagoExpress {
    /// Everything in place, the banker not yet drawn (CE-1 to CE-3).
    ///
    /// `None` if the game is not for so many.
    pub(super) fn set_up(seats: u8) -> Option<Self> {
        let figures = &board().figures;
        let cash = Money::new(*figures.starting_cash.get(&seats.to_string())?);
        let charters = Company::ALL.map(|company| match company {
            Company::Wabash => Charter::default(),
            _ => Charter {
                cash: Money::ZERO,
                income: Income::new(board().company(company).income),
                hexes: [board().starts[company.index()].place()].into_iter().collect(),
            },
        });
        Some(Self {
            players: PerSeat::new(seats, Player { cash, shares: [0; 5] }),
            charters,
            dials: [0; 3],
            boxes: [0; 3],
            developed: HexSet::EMPTY,
            banker: None,
            active: Seat::default(),
            phase: Phase::BankerDraw,
        })
    }

    pub(super) fn charter(&self, company: Company) -> &Charter {
        &self.charters[company.index()]
    }

    pub(super) fn charter_mut(&mut self, company: Company) -> &mut Charter {
        &mut self.charters[company.index()]
    }

    pub(super) fn is_open(&self, company: Company) -> bool {
        !self.charter(company).hexes.is_empty()
    }

    pub(super) fn shares_of(&self, seat: Seat, company: Company) -> u8 {
        self.players[seat].shares[company.index()]
    }

    pub(super) fn shares_sold(&self, company: Company) -> u8 {
        self.players.as_slice().iter().map(|player| player.shares[company.index()]).sum()
    }

    pub(super) fn shares_left(&self, company: Company) -> u8 {
        board().company(company).shares - self.shares_sold(company)
    }

    /// Locomotives on the charter; every other stands on the map.
    pub(super) fn locomotives_left(&self, company: Company) -> u8 {
        let placed = self.charter(company).hexes.len();
        u8::try_from(u16::from(board().company(company).locomotives) - placed).expect("a few dozen")
    }

    /// Houses in the supply; every other stands on a hex.
    pub(super) fn houses_left(&self) -> u8 {
        u8::try_from(u16::from(board().figures.houses) - self.developed.len()).expect("a few dozen")
    }

    /// General dividends so far: each but a last one has moved Detroit's marker (CE-24).
    pub(super) fn dividends_paid(&self) -> u8 {
        self.boxes[Industry::Detroit as usize] + u8::from(self.phase == Phase::Over)
    }

    /// The companies with a locomotive on the hex.
    pub(super) fn companies_at(&self, hex: Hex) -> impl Iterator<Item = Company> + '_ {
        Company::ALL.into_iter().filter(move |&company| self.charter(company).hexes.contains(hex.place()))
    }

    /// All hexes with a locomotive.
    pub(super) fn occupied(&self) -> HexSet {
        self.charters.iter().fold(HexSet::EMPTY, |all, charter| all.union(&charter.hexes))
    }

    /// Where the industrial city's marker stands.
    pub(super) fn industry_value(&self, industry: Industry) -> i32 {
        board().industry(industry).values[usize::from(self.boxes[industry as usize])]
    }

    /// What the hex earns now for each company that stands there (CE-15).
    pub(super) fn hex_income(&self, hex: Hex) -> Income {
        let figures = board().hex(hex);
        let value = match figures.industry {
            Some(industry) => self.industry_value(industry),
            None if self.developed.contains(hex.place()) => figures.income + figures.house,
            None => figures.income,
        };
        Income::new(value)
    }

    pub(super) fn is_on_red(&self, dial: Dial) -> bool {
        self.dials[dial as usize] >= board().dial_length(dial)
    }

    /// Whether the next turn starts with a dividend phase (CE-9).
    pub(super) fn dividend_due(&self) -> bool {
        let red = Dial::ALL.into_iter().filter(|&dial| self.is_on_red(dial)).count();
        red >= usize::from(board().figures.dials_on_red)
    }
}
