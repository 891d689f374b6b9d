//! What a position is worth to a seat, for bots: an estimate in whole numbers, no part of the rules.
//!
//! Everything is turned into the points that it is likely to become:
//!
//! - Points are what they are.
//! - A stock tile is worth what its railroad is worth now and the loads that are likely to come to it: those left in the
//!   game are spread over the railroads by the links and open edges that they have on the table, and by who wants them to
//!   rise. So a bot lays tiles and delivers for the stocks that it holds more of than others.
//! - A link brings its owner two points whenever somebody else uses it, and all links share the loads to come.
//! - A tile in the hand is worth the edges with which it can be linked now, more where they are of railroads whose stocks
//!   the player holds.
//! - The earlier a player moves the more there is to choose from.
//! - A position is as good as the lead over the others.
//!
//! A bidding is judged by how it is likely to end ([`Hammer`]). Chance is left out: whatever is drawn comes to all alike. The
//! figures below are estimates that were not tuned against one another.

use super::action::{Rotation, Side};
use super::board::{City, Railroad, board};
use super::state::{Bidding, Phase, RailroadRivals};
use crate::engine::auction::Bid;
use crate::engine::chance::Chance;
use crate::engine::game::{Notes, Worth};
use crate::engine::hammer::{self, Hammer};
use crate::engine::seat::{PerSeat, Seat};

/// Points are counted in thousandths.
const ONE: i64 = 1_000;

/// How much a link, an open edge and a stock tile in somebody's hands draw loads to a railroad.
const LINK_PULL: i64 = 6;
const EDGE_PULL: i64 = 1;
const STOCK_PULL: i64 = 2;

/// A tile in the hand, each of its edges that could be linked now, and each stock of a railroad at its edges.
const TILE: i64 = 400;
const OPEN_EDGE: i64 = 250;
const OWN_STOCK: i64 = 120;

/// Every place nearer to the front.
const PLACE: i64 = 500;

/// Each colour among the cubes of the solitaire row that the next delivery looks at.
const ROW_COLOUR: i64 = 700;

impl Worth for RailroadRivals {
    /// What the position is worth to a seat.
    fn worth(&self, seat: Seat) -> i64 {
        match &self.phase {
            Phase::Bid(bidding) => self.outlook_in_bidding(bidding, seat),
            _ => self.lead(seat),
        }
    }

    fn redeal(&mut self, seat: Seat, chance: &mut Chance) {
        self.redeal_hands(seat, chance);
    }
}

impl RailroadRivals {
    fn outlook_in_bidding(&self, bidding: &Bidding, seat: Seat) -> i64 {
        let lead_after = |seat, sale| self.after_bidding(bidding, sale).lead(seat);
        let cash = |seat: Seat| self.players[seat].score;
        Hammer { auction: &bidding.auction, cash, lead_after }.outlook(seat)
    }

    /// The game after the bidding ended so. Who stands behind the winner is known only if nobody else bids.
    fn after_bidding(&self, bidding: &Bidding, sale: Option<Bid>) -> Self {
        let mut after = self.clone();
        after.options.ordered_bidding = false;
        if let Some(high) = sale {
            after.award_first_place(bidding.passed, high, &mut Notes::ignored());
        }
        after.phase = Phase::Draft;
        after
    }

    fn lead(&self, seat: Seat) -> i64 {
        hammer::lead(&self.fortunes(), seat)
    }

    /// The points that each seat is likely to have at the end.
    fn fortunes(&self) -> PerSeat<i64> {
        let prospects = Prospects::of(self);
        let mut fortunes = PerSeat::new(self.players.seats(), 0);
        for (seat, player) in self.players.iter() {
            let stocks = Railroad::all().map(|railroad| {
                i64::from(player.stocks.count(railroad.index())) * prospects.values[railroad.index()]
            });
            let mut fortune = player.score.dollars() * ONE + stocks.sum::<i64>();
            if self.phase != Phase::Over {
                fortune += self.hand_worth(seat, &prospects) + self.place_worth(seat);
                fortune += i64::from(self.map.links_of(seat)) * prospects.link;
            }
            fortunes[seat] = fortune;
        }
        fortunes
    }

    fn hand_worth(&self, seat: Seat, prospects: &Prospects) -> i64 {
        let player = &self.players[seat];
        let edge = |railroad: Railroad| {
            let open = if prospects.open[railroad.index()] > 0 { OPEN_EDGE } else { 0 };
            open + OWN_STOCK * i64::from(player.stocks.count(railroad.index()))
        };
        let tile = |city: City| {
            let edges = board().edges(city, Rotation::default()).into_iter().flatten();
            TILE + edges.map(edge).sum::<i64>()
        };
        // Only so many of them can still be laid.
        City::all_in(&player.hand).map(tile).sum::<i64>() * prospects.turns.min(4) / 4
    }

    fn place_worth(&self, seat: Seat) -> i64 {
        if self.is_solitaire() {
            return self.row_points() * ROW_COLOUR;
        }
        let behind = self.order.as_slice().iter().rev().take_while(|&&other| other != seat);
        i64::try_from(behind.count()).map_or(0, |places| places * PLACE)
    }
}

/// What is likely still to come.
#[derive(Clone, Copy, Debug)]
struct Prospects {
    /// Turns, the present one included.
    turns: i64,
    /// What a stock tile of each railroad is likely to be worth at the end.
    values: [i64; Railroad::COUNT],
    /// What a link is likely to bring its owner.
    link: i64,
    /// Edges of each railroad beside a free place.
    open: [i64; Railroad::COUNT],
}

impl Prospects {
    fn of(game: &RailroadRivals) -> Self {
        let (links, open) = edges_on(game);
        let pull = Railroad::map(|railroad| {
            let place = railroad.index();
            let held: u16 = game.players.as_slice().iter().map(|player| player.stocks.count(place)).sum();
            let reachable = links[place] * LINK_PULL + open[place] * EDGE_PULL;
            reachable * (STOCK_PULL + i64::from(held))
        });
        let turns = turns_left(game);
        let seats = i64::from(game.players.seats());
        let step = i64::from(if game.is_solitaire() {
            board().figures.solitaire.stock_step
        } else {
            board().figures.stock_step
        });
        let loads = turns * seats * ONE * step;
        let all = pull.iter().sum::<i64>().max(1);
        let most = i64::from(board().figures.stock_max) * ONE;
        let value = |railroad: Railroad| {
            let now = i64::from(game.values[railroad.index()]) * ONE;
            (now + loads * pull[railroad.index()] / all).min(most)
        };
        let links_in_all = links.iter().sum::<i64>().max(1);
        let used_by_others = turns * (seats - 1) * ONE * board().figures.owner_points;
        Self { turns, values: Railroad::map(value), link: used_by_others / (links_in_all + turns), open }
    }
}

/// Links and open edges of each railroad.
fn edges_on(game: &RailroadRivals) -> ([i64; Railroad::COUNT], [i64; Railroad::COUNT]) {
    let (mut links, mut open) = ([0; Railroad::COUNT], [0; Railroad::COUNT]);
    for laid in game.map.tiles() {
        for way in game.map.ways_from(laid).filter(|way| way.to > laid.at) {
            links[way.railroad.index()] += 1;
        }
        for side in Side::ALL {
            if let (Some(railroad), None) = (laid.edges()[side.index()], game.map.at(laid.at.beside(side))) {
                open[railroad.index()] += 1;
            }
        }
    }
    (links, open)
}

/// Turns that are likely to come, the present one included: the game ends when a hand is empty.
fn turns_left(game: &RailroadRivals) -> i64 {
    match game.phase {
        Phase::Over => 0,
        _ if game.is_solitaire() => i64::from(board().figures.solitaire.turns) - i64::from(game.round) + 1,
        _ if game.last_round => 1,
        _ => {
            let smallest = game.players.as_slice().iter().map(|player| player.hand.len()).min().unwrap_or(0);
            i64::from(game.city_pile().len() / u16::from(game.players.seats())) + i64::from(smallest)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::kit::{Stage, stage};
    use super::*;
    use crate::engine::game::Load as _;
    use crate::engine::named::Named;

    fn game(set: &Stage) -> RailroadRivals {
        RailroadRivals::from_position(&set.position()).unwrap()
    }

    fn seats() -> [Seat; 3] {
        [0, 1, 2].map(|number| Seat::new(number).unwrap())
    }

    #[test]
    fn a_load_for_a_stock_that_only_a_rival_holds_is_a_loss() {
        let [a, b, _] = seats();
        // Nothing of NP lies anywhere, so that no loads are expected and its worth is what it is now.
        let before = game(&stage(3).stocks(1, "NP", 2).drawn_in(1));
        let mut dearer = before.clone();
        dearer.values[Railroad::all().position(|railroad| railroad.name() == "NP").unwrap()] += 1;
        assert!(dearer.worth(a) < before.worth(a));
        assert!(dearer.worth(b) > before.worth(b));
    }

    #[test]
    fn links_and_open_edges_of_a_railroad_draw_loads_to_its_stock() {
        let [a, ..] = seats();
        let held = |railroad| game(&stage(3).stocks(0, railroad, 1).drawn_in(1)).worth(a);
        // St. Louis has an edge of IC, and nothing of NP lies anywhere.
        assert!(held("IC") > held("NP"));
    }

    #[test]
    fn the_first_place_is_worth_something_but_not_everything() {
        let [a, _, c] = seats();
        let bidding = game(&stage(3).drawn_in(1).bidding());
        let after = |amount: i64| {
            let bid = Bid { seat: c, amount: crate::engine::money::Money::new(amount) };
            let Phase::Bid(under_way) = bidding.phase else { unreachable!("a bidding was set up") };
            bidding.after_bidding(&under_way, Some(bid))
        };
        assert!(after(1).lead(c) > after(15).lead(c));
        assert!(after(0).lead(c) > bidding.lead(c), "without a price it is a gain");
        assert!(after(0).lead(a) < bidding.lead(a));
    }

    #[test]
    fn when_the_game_is_over_points_and_stocks_alone_count() {
        let [a, ..] = seats();
        let mut over = game(&stage(3).value("IC", 4).stocks(0, "IC", 1).drawn_in(1));
        over.phase = Phase::Over;
        // Twice four ahead, less nothing: both rivals have twenty.
        assert_eq!(over.worth(a), 2 * 24 * ONE - 2 * 20 * ONE);
    }
}
