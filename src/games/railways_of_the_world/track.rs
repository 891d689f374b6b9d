//! Where a piece of track fits and what it costs (RW-8, RW-10, RW-11).

use super::action::{LinkId, Side};
use super::board::{City, Effect, Hex, Land};
use super::state::{Building, Link, Piece, RailwaysOfTheWorld};
use super::text::Refusal;
use crate::engine::money::Money;
use crate::engine::seat::Seat;

/// More hexes than any map has.
const HEXES: usize = 600;

/// Which sides of each hex bear track.
#[derive(Debug)]
pub(super) struct Rails([u8; HEXES]);

/// Where the next piece of a link would lie, and whose link it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Railhead {
    pub(super) owner: Seat,
    /// Where the link began.
    pub(super) city: City,
    /// The hex that the piece would lie in.
    pub(super) hex: Hex,
    /// The side by which the link comes in.
    pub(super) entry: Side,
}

/// What a piece leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// A hex, where the link can go on.
    Land(Hex),
    /// A city: the link is complete.
    City(City),
    /// Another incomplete link of the same player: both are complete.
    Join(LinkId),
}

/// What track costs a seat with the cards that it holds and has played (RW-11, RW-22).
#[derive(Clone, Copy, Debug)]
pub(super) struct Rates {
    open: i64,
    water: i64,
    mountain: i64,
    ridge: i64,
    /// Pieces on open land that cost nothing, of those laid in this action.
    free_open: u8,
}

impl Rails {
    pub(super) fn of(game: &RailwaysOfTheWorld) -> Self {
        let mut rails = Self([0; HEXES]);
        for link in &game.links {
            for piece in link.pieces.as_slice() {
                rails.0[piece.hex.index()] |= piece.a.bit() | piece.b.bit();
            }
        }
        rails
    }

    const fn has(&self, hex: Hex, side: Side) -> bool {
        self.0[hex.index()] & side.bit() != 0
    }

    /// Whether two pieces lie there already (RW-8).
    const fn is_full(&self, hex: Hex) -> bool {
        self.0[hex.index()].count_ones() >= 4
    }
}

impl RailwaysOfTheWorld {
    /// Where a link that starts at this side of a city would begin.
    pub(super) fn first_head(&self, owner: Seat, city: City, side: Side) -> Option<Railhead> {
        let board = self.board();
        let hex = board.ground(board.place(city).hex).next(side)?;
        Some(Railhead { owner, city, hex, entry: side.facing() })
    }

    /// Where links that start at any side of any city would begin, where that is land: by city, then by side.
    pub(super) fn first_heads(&self, owner: Seat) -> impl Iterator<Item = Railhead> + use<> {
        let starts = self.board().starts.iter();
        starts.map(move |start| Railhead {
            owner,
            city: start.city,
            hex: start.hex,
            entry: start.side.facing(),
        })
    }

    /// Where an incomplete link would go on.
    pub(super) fn head_of(&self, link: &Link) -> Option<Railhead> {
        let &Piece { hex, b, .. } = link.pieces.as_slice().last()?;
        let hex = self.board().ground(hex).next(b)?;
        Some(Railhead { owner: link.owner, city: link.from, hex, entry: b.facing() })
    }

    /// Where the build under way goes on.
    pub(super) fn building_head(&self, seat: Seat, building: &Building) -> Option<Railhead> {
        match self.link(building.link) {
            Some(link) => self.head_of(link),
            None => self.first_head(seat, building.city, building.side),
        }
    }

    /// What a piece from the head to this side leads to, or why it does not fit.
    pub(super) fn check_piece(&self, rails: &Rails, head: Railhead, exit: Side) -> Result<Reach, Refusal> {
        self.check_room(rails, head)?;
        self.check_exit(rails, head, exit)
    }

    /// The same where a piece can lie at the head.
    fn check_exit(&self, rails: &Rails, head: Railhead, exit: Side) -> Result<Reach, Refusal> {
        let Railhead { owner, city, hex, entry } = head;
        if exit == entry {
            return Err(Refusal::TurnsBack);
        }
        if rails.has(hex, exit) {
            return Err(Refusal::SideOfHexTaken(exit));
        }
        let board = self.board();
        let next = board.ground(hex).next(exit).ok_or(Refusal::LeadsNowhere(exit))?;
        match board.ground(next).land {
            Land::Unplayable => Err(Refusal::LeadsNowhere(exit)),
            Land::City(other) if other == city => Err(Refusal::BackToStart(city)),
            Land::City(other) => Ok(Reach::City(other)),
            _ if !rails.has(next, exit.facing()) => Ok(Reach::Land(next)),
            _ => self.check_join(owner, city, next, exit.facing()),
        }
    }

    /// Whether a piece could lie at the head at all.
    fn check_room(&self, rails: &Rails, head: Railhead) -> Result<(), Refusal> {
        if !self.board().ground(head.hex).is_playable() {
            Err(Refusal::LeadsNowhere(head.entry.facing()))
        } else if rails.is_full(head.hex) {
            Err(Refusal::HexFull)
        } else if rails.has(head.hex, head.entry) {
            Err(Refusal::SideOfHexTaken(head.entry))
        } else {
            Ok(())
        }
    }

    /// Track on that side of the next hex is somebody's free end: only an own one can be joined (RW-10).
    fn check_join(&self, owner: Seat, city: City, hex: Hex, side: Side) -> Result<Reach, Refusal> {
        let ends_there = |link: &&Link| {
            let last = link.pieces.as_slice().last();
            !link.is_complete() && last.is_some_and(|piece| (piece.hex, piece.b) == (hex, side))
        };
        match self.links.iter().find(ends_there) {
            Some(link) if link.owner != owner => Err(Refusal::FacesOther(link.owner)),
            Some(link) if link.from == city => Err(Refusal::BackToStart(city)),
            Some(link) => Ok(Reach::Join(link.id)),
            None => Err(Refusal::SideOfHexTaken(side)),
        }
    }

    /// Whether any piece fits at the head; the reason is that of the hex if nothing can lie there, and otherwise that
    /// nothing leads on.
    pub(super) fn check_way_on(&self, rails: &Rails, head: Railhead) -> Result<(), Refusal> {
        self.check_room(rails, head)?;
        let fits = Side::ALL.into_iter().any(|exit| self.check_exit(rails, head, exit).is_ok());
        if fits { Ok(()) } else { Err(Refusal::NothingFits) }
    }

    /// Whether any piece fits at the head.
    pub(super) fn fits_somehow(&self, rails: &Rails, head: Railhead) -> bool {
        self.check_way_on(rails, head).is_ok()
    }

    /// The rates for the seat's track in this action.
    pub(super) fn rates(&self, seat: Seat) -> Rates {
        let figures = &self.board().figures.build;
        let mut rates = Rates {
            open: figures.open,
            water: figures.water,
            mountain: figures.mountain,
            ridge: figures.ridge,
            free_open: 0,
        };
        for effect in self.effects(self.players[seat].cards) {
            match effect {
                Effect::Bridge { dollars } => rates.water = rates.water.min(dollars),
                Effect::Tunnel { dollars } => rates.ridge = rates.ridge.min(dollars),
                _ => {}
            }
        }
        // Who merely holds these pays as ever: they count for the action that they are played for.
        for effect in self.effects(self.played) {
            match effect {
                Effect::Grant { pieces } => rates.free_open += pieces,
                Effect::Powder { mountain, ridge } => {
                    rates.mountain = rates.mountain.min(mountain);
                    rates.ridge = rates.ridge.min(ridge);
                }
                _ => {}
            }
        }
        rates
    }

    /// What a piece costs before Survey Crew's discount (RW-11).
    ///
    /// A ridge counts where the link comes in, and where it leaves only if it is complete there: whoever goes on from a
    /// free end pays for that ridge then.
    pub(super) fn piece_price(&self, building: &Building, head: Railhead, exit: Side, reach: Reach) -> Money {
        let (rates, board) = (self.rates(head.owner), self.board());
        let ground = board.ground(head.hex);
        let terrain = match ground.land {
            Land::Open if self.open_pieces(building) < rates.free_open => 0,
            Land::Open => rates.open,
            Land::Water => rates.water,
            _ => rates.mountain,
        };
        let completes = !matches!(reach, Reach::Land(_));
        let ridges = i64::from(ground.has_ridge(head.entry)) + i64::from(completes && ground.has_ridge(exit));
        Money::new(terrain + ridges * rates.ridge)
    }

    /// Pieces on open land that this build has laid so far.
    fn open_pieces(&self, building: &Building) -> u8 {
        let Some(link) = self.link(building.link) else { return 0 };
        let pieces = link.pieces.as_slice();
        let laid = &pieces[pieces.len().saturating_sub(building.placed.into())..];
        let open = laid.iter().filter(|piece| self.board().ground(piece.hex).land == Land::Open);
        u8::try_from(open.count()).expect("five pieces at most")
    }

    /// Pieces that one build may lay (RW-9, RW-22).
    pub(super) fn piece_limit(&self) -> u8 {
        let more = self.effects(self.played).map(|effect| match effect {
            Effect::Gang { pieces } => pieces,
            _ => 0,
        });
        self.board().figures.build.pieces + more.sum::<u8>()
    }
}
