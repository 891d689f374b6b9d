//! Who has won (RR-11), and what a solitaire player may call himself (RR-14).

use serde_json::json;

use super::board::{Railroad, board};
use super::state::RailroadRivals;
use crate::engine::game::Standing;
use crate::engine::seat::Seat;

/// No player holds more stock tiles than there are.
const MOST_STOCKS: usize = 48;

/// What decides who stands before whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    total: i64,
    /// The worth of each stock tile plus one, highest first; zero where there is no tile.
    stocks: [u8; MOST_STOCKS],
}

impl RailroadRivals {
    /// By score and stocks together; of equals who holds the stock tile worth most, then the next and so on (RR-11).
    pub(super) fn ranking(&self) -> Vec<Standing> {
        let keys = self.players.iter().map(|(seat, _)| (seat, self.key(seat)));
        let mut standings = Standing::ranked(keys, |key| key.total);
        for standing in &mut standings {
            standing.score = self.players[standing.seat].score.dollars();
            let details = &mut standing.details;
            details.insert("stock_value", json!(self.stock_value(standing.seat)));
            details.insert("total", json!(self.total(standing.seat)));
            if self.is_solitaire() {
                details.insert("title", json!(self.title()));
            }
        }
        standings
    }

    /// Those with as much as the winner who yet do not share the victory, the winner among them; nobody if there are none.
    pub(super) fn parted_by_stocks(&self) -> Vec<Seat> {
        let ranking = self.ranking();
        let most = self.total(ranking[0].seat);
        let equal: Vec<_> = ranking.iter().filter(|standing| self.total(standing.seat) == most).collect();
        let parted = equal.iter().any(|standing| standing.rank > 1);
        if parted { equal.into_iter().map(|standing| standing.seat).collect() } else { Vec::new() }
    }

    fn key(&self, seat: Seat) -> Key {
        let mut stocks = [0; MOST_STOCKS];
        let held = &self.players[seat].stocks;
        let each = Railroad::all().flat_map(|railroad| {
            let value = self.values[railroad.index()] + 1;
            std::iter::repeat_n(value, held.count(railroad.index()).into())
        });
        stocks.iter_mut().zip(each).for_each(|(slot, value)| *slot = value);
        stocks.sort_unstable_by(|a, b| b.cmp(a));
        Key { total: self.total(seat), stocks }
    }

    /// The rank of the solitaire player, as if the game ended now (RR-14).
    pub(super) fn title(&self) -> &'static str {
        let total = self.total(Seat::default());
        let reached = board().figures.solitaire.ranks.iter().rfind(|rank| rank.from <= total);
        reached.map_or("", |rank| &rank.title)
    }
}
