//! What must hold at one moment of the game for one.

use super::super::board::board;
use super::super::state::{Drafts, Draw, Phase, RailroadRivals, Tiles};
use crate::engine::audit::{Audit, ensure};
use crate::engine::seat::Seat;

impl RailroadRivals {
    /// Stock tiles kept so far.
    pub(in super::super) fn kept(&self) -> u32 {
        self.players.as_slice().iter().map(|player| player.stocks.total()).sum()
    }

    pub(super) fn check_solitaire(&self) -> Audit {
        let player = &self.players[Seat::default()];
        let nothing_else =
            self.delivered.is_empty() && player.drafted == Drafts::default() && self.market.cities.is_empty();
        ensure(nothing_else, || "nothing is drafted in solitaire (RR-13)")?;
        if self.map.tiles().is_empty() {
            return self.check_before_opening();
        }
        if self.options.challenge {
            self.check_first_tile(|_| true)?;
        } else {
            let lies = |(tile, at, rotation)| {
                self.map.at(at).is_some_and(|laid| laid.tile == tile && laid.rotation == rotation)
            };
            ensure(board().opening.into_iter().all(lies), || "the first tiles lie elsewhere (RR-12)")?;
        }
        let even = self.values.iter().all(|value| value % board().figures.solitaire.stock_step == 0);
        ensure(even, || "stocks rise by two in solitaire (RR-13)")?;
        let awaits_goods = matches!(self.phase, Phase::Draw(Draw::Goods(_)));
        if self.is_opening() || awaits_goods && self.map.tiles().len() == board().opening.len() {
            return self.check_opening();
        }
        self.check_turn()
    }

    /// The row is drawn and arranged before anything lies (RR-12).
    fn check_before_opening(&self) -> Audit {
        let drawn = match self.phase {
            Phase::Draw(Draw::SetUp) => 0,
            Phase::Arrange | Phase::Draw(Draw::Opening) => usize::from(board().figures.solitaire.row),
            _ => return Err("no tile lies (RR-12)".into()),
        };
        let mut start = Self::set_up(1, self.options).ok_or("nobody plays")?;
        for cube in &self.row {
            ensure(start.bag.take(cube.index()), || "there are too many cubes of a colour (RR-12)")?;
        }
        start.row.clone_from(&self.row);
        start.phase = self.phase;
        let sorted = self.phase != Phase::Arrange || self.row.is_sorted();
        ensure(
            self.row.len() == drawn && sorted && start == *self,
            || "before the first tiles lie there is nothing but the row (RR-12)",
        )
    }

    /// The tiles of a challenge are laid one after the other, and goods come once all lie (RR-14).
    fn check_opening(&self) -> Audit {
        let (tiles, all) = (self.map.tiles().len(), board().opening.len());
        ensure(self.options.challenge, || "the first tiles are laid only in a challenge (RR-14)")?;
        let waiting = usize::from(self.players[Seat::default()].hand.len()) == all - tiles;
        let bare = self.map.tiles().iter().all(|laid| laid.cubes.is_empty());
        let nothing = self.kept() == 0
            && self.removed == Tiles::default()
            && self.market == Tiles::default()
            && self.values.iter().all(|value| *value == 0)
            && (self.round, self.laid, self.last_round) == (1, 0, false)
            && self.row.len() == usize::from(board().figures.solitaire.row);
        ensure(waiting && bare && nothing, || "only tiles lie before the first turn of a challenge (RR-14)")?;
        match self.phase {
            Phase::Lay(_) => Ok(()),
            Phase::Draw(Draw::Goods(laid)) if tiles == all => self.check_awaiting_goods(laid.at),
            _ => Err("the first tiles must be laid first (RR-14)".into()),
        }
    }

    /// As much was drawn, kept and laid as the turn says (RR-13).
    fn check_turn(&self) -> Audit {
        let figures = &board().figures.solitaire;
        ensure((1..=figures.turns).contains(&self.round), || {
            format!("there are {} turns (RR-13)", figures.turns)
        })?;
        let (round, before) = (u32::from(self.round), u32::from(self.round) - 1);
        // Stocks kept, stocks to keep from, times that city tiles were drawn, city tiles drawn now.
        let (kept, open, draws, hand) = match self.phase {
            Phase::Draw(Draw::Market) => (before, 0, before, 0),
            Phase::Keep => (before, figures.stocks, before, 0),
            Phase::Draw(Draw::Cities) => (round, 0, before, 0),
            Phase::Lay(_) => (round, 0, round, figures.cities),
            Phase::Draw(Draw::Goods(_)) | Phase::Deliver(_) | Phase::Over => (round, 0, round, 0),
            _ => return Err("this does not happen in solitaire".into()),
        };
        let stocks = self.kept() == kept
            && self.market.stocks.total() == u32::from(open)
            && self.removed.stocks.total() == kept * u32::from(figures.stocks - 1);
        ensure(stocks, || "a turn draws three stocks and keeps one (RR-13)")?;
        let in_hand = self.players[Seat::default()].hand.len();
        let laid = u32::try_from(self.map.tiles().len() - board().opening.len()).unwrap_or(0);
        let outside = laid + u32::from(self.removed.cities.len()) + u32::from(in_hand);
        let cities = in_hand == u16::from(hand) && outside == draws * u32::from(figures.cities);
        let now = u32::from(self.laid);
        ensure(
            cities && laid <= before + now && now <= laid && now <= 1,
            || "a turn draws three city tiles and lays one (RR-13)",
        )?;
        self.check_row()?;
        self.check_moment(draws)
    }

    /// The row grows by one cube a turn at most.
    fn check_row(&self) -> Audit {
        let figures = &board().figures.solitaire;
        let turns = self.round - 1 + u8::from(self.phase == Phase::Over);
        let cubes = usize::from(figures.row)..=usize::from(figures.row + turns);
        ensure(cubes.contains(&self.row.len()), || "the row has another number of cubes (RR-13)")
    }

    fn check_moment(&self, draws: u32) -> Audit {
        let last = self.round == board().figures.solitaire.turns;
        let over = matches!(self.phase, Phase::Deliver(_) | Phase::Over);
        ensure(self.last_round == (last && over), || "last_round is not what the turn says (RR-13)")?;
        ensure(draws == u32::from(self.round) || self.laid == 0, || "nothing is laid yet this turn (RR-13)")?;
        match self.phase {
            Phase::Lay(seat) => {
                let fits = self.laid == 0 && self.fit_needed(self.players[seat].hand).is_some();
                ensure(fits, || "no tile fits: all would be discarded (RR-13)")
            }
            Phase::Draw(Draw::Goods(laid)) => {
                ensure(self.laid == 1, || "no tile has been laid (RR-13)")?;
                self.check_awaiting_goods(laid.at)
            }
            Phase::Deliver(_) => ensure(self.anything_to_deliver(), || "there is nothing to deliver (RR-13)"),
            Phase::Over => ensure(last, || "the game is not over (RR-13)"),
            _ => Ok(()),
        }
    }
}
