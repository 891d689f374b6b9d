//! Whose turn it is and what a turn is made of (RR-1, RR-2, RR-4).

use serde_json::json;

use super::action::{Action, At, Cube, Rotation};
use super::board::{City, CitySet, board, board_hash};
use super::draft::{draw_cities, draw_from};
use super::map::Placement;
use super::state::{Cubes, Drafts, Draw, LaidTile, Options, Phase, RailroadRivals};
use super::text::{self, Refusal};
use crate::engine::chance::Chance;
use crate::engine::game::{
    Choices, Game, Illegal, Label, Meta, Notes, OptionMeta, OptionValue, Setup, SetupError, Standing, Turn,
    Turns,
};
use crate::engine::lot::Auctioneer;
use crate::engine::money::{Currency, Money};
use crate::engine::seat::{Seat, SeatOrder};

static META: Meta = Meta {
    id: "railroad-rivals",
    title: "Railroad Rivals",
    seats: (1, 5),
    rules_version: "1",
    earlier_rules: &[],
    currency: Currency::Points,
    options: &[
        OptionMeta {
            name: "ordered_bidding",
            about: "who passes takes the last free place in the order",
            values: &[OptionValue::Flag(false), OptionValue::Flag(true)],
        },
        OptionMeta {
            name: "challenge",
            about: "solitaire begins with three random tiles",
            values: &[OptionValue::Flag(false), OptionValue::Flag(true)],
        },
    ],
    board_hash,
    rules_text: include_str!("rules.md"),
    // Fewer than fifty turns, and no bidding outlasts the points on the track: random games take some hundred actions,
    // games in which everybody raises by a point some thousand.
    max_actions: 20_000,
};

impl Game for RailroadRivals {
    type Action = Action;

    const META: &'static Meta = &META;

    fn new(setup: &Setup) -> Result<Self, SetupError> {
        let game = Self::set_up(setup.seats, Options::of(setup));
        game.ok_or_else(|| SetupError::seats(&META, setup.seats.into()))
    }

    fn list_choices(&self, choices: &mut Choices<Action>) {
        match &self.phase {
            Phase::Draw(_) | Phase::Over => {}
            Phase::Bid(bidding) => {
                self.list_bids(bidding, choices, |amount| Action::Bid { amount }, Action::Pass);
            }
            Phase::Draft => self.list_drafts(choices),
            Phase::Lay(seat) => self.list_placements(*seat, choices),
            Phase::Deliver(_) => self.list_deliveries(choices),
            Phase::Arrange => self.list_arrangements(choices),
            Phase::Keep => self.list_keeps(choices),
        }
    }

    fn apply(&mut self, action: &Action, notes: &mut Notes) -> Result<(), Illegal> {
        match (*action, self.phase) {
            (Action::Bid { amount }, Phase::Bid(bidding)) => {
                self.bid(bidding, amount, notes).map_err(|bad| Refusal::BadBid(bad, bidding.auction))
            }
            (Action::Pass, Phase::Bid(bidding)) => {
                self.pass(bidding, notes);
                Ok(())
            }
            (Action::Draft(drafted), Phase::Draft) => self.draft(drafted, notes),
            (Action::Lay { tile, at, rotation }, Phase::Lay(seat)) => {
                self.lay(seat, Placement { tile, at, rotation }, notes)
            }
            (Action::Deliver { from, cube, to }, Phase::Deliver(seat)) => {
                self.deliver(seat, (from, cube, to), notes)
            }
            (Action::Arrange { row }, Phase::Arrange) => self.arrange(row, notes),
            (Action::Keep { stock }, Phase::Keep) => self.keep(stock, notes),
            _ => Err(Refusal::NotNow(self.phase)),
        }
        .map_err(Illegal::from)
    }

    /// All outcomes up to the next decision.
    fn draw(&mut self, chance: &mut Chance, notes: &mut Notes) {
        while let Phase::Draw(draw) = self.phase {
            match draw {
                Draw::SetUp if self.is_solitaire() => self.draw_row(chance, notes),
                Draw::SetUp => self.draw_set_up(chance, notes),
                Draw::Opening => self.draw_opening(chance, notes),
                Draw::Market if self.is_solitaire() => self.draw_stocks(chance, notes),
                Draw::Market => self.draw_market(chance, notes),
                Draw::Cities => self.draw_hand(chance, notes),
                Draw::Goods(laid) => self.draw_goods_of(laid, chance, notes),
            }
        }
    }

    fn describe(&self, action: &Action) -> Label {
        text::describe(self, action)
    }
}

impl Turns for RailroadRivals {
    fn turn(&self) -> Turn {
        match &self.phase {
            Phase::Draw(_) => Turn::Chance,
            Phase::Bid(bidding) => Turn::Seat(bidding.auction.bidder()),
            Phase::Draft => Turn::Seat(self.next_drafter().expect("a draft under way waits for somebody")),
            Phase::Lay(seat) | Phase::Deliver(seat) => Turn::Seat(*seat),
            Phase::Arrange | Phase::Keep => Turn::Seat(Seat::default()),
            Phase::Over => Turn::Over,
        }
    }

    fn standings(&self) -> Vec<Standing> {
        self.ranking()
    }

    fn rules_now(&self) -> &'static [&'static str] {
        match self.phase {
            Phase::Draw(Draw::SetUp | Draw::Opening) if self.is_solitaire() => &["RR-12"],
            Phase::Draw(Draw::SetUp) => &["RR-1", "RR-2", "RR-3", "RR-4"],
            Phase::Draw(_) if self.is_solitaire() => &["RR-13"],
            Phase::Draw(_) => &["RR-5", "RR-8"],
            Phase::Bid(_) => &["RR-6"],
            Phase::Draft => &["RR-5", "RR-7"],
            Phase::Lay(_) if self.is_opening() => &["RR-14", "RR-8"],
            Phase::Lay(_) if self.is_solitaire() => &["RR-8", "RR-13"],
            Phase::Lay(_) => &["RR-8", "RR-10"],
            Phase::Deliver(_) if self.is_solitaire() => &["RR-13", "RR-9"],
            Phase::Deliver(_) => &["RR-9", "RR-4"],
            Phase::Arrange => &["RR-12", "RR-13"],
            Phase::Keep => &["RR-13", "RR-14"],
            Phase::Over if self.is_solitaire() => &["RR-14"],
            Phase::Over => &["RR-11"],
        }
    }
}

// Turns

impl RailroadRivals {
    pub(super) fn begin_turn(&mut self, notes: &mut Notes) {
        notes.say(|| text::turn_begins(self));
        if self.is_solitaire() || self.market_is_to_come() {
            self.phase = Phase::Draw(Draw::Market);
        } else {
            self.remove_rest(notes);
            self.open_market(notes);
        }
    }

    pub(super) fn end_turn(&mut self, notes: &mut Notes) {
        if self.last_round {
            self.phase = Phase::Over;
            let equals = self.parted_by_stocks();
            if !equals.is_empty() {
                notes.say(|| text::stocks_decide(&equals));
            }
            notes.say(|| text::game_over(self));
            return;
        }
        self.round += 1;
        self.laid = 0;
        self.players.iter_mut().for_each(|(_, player)| player.drafted = Drafts::default());
        self.begin_turn(notes);
    }
}

// Chance

impl RailroadRivals {
    /// Order, first tile, what leaves the game for two, and hands (RR-1, RR-2, RR-4).
    fn draw_set_up(&mut self, chance: &mut Chance, notes: &mut Notes) {
        self.draw_order(chance, notes);
        let start = draw_cities(board().starts, 1, chance);
        notes.drew(|| json!({ "start": start[0] }));
        notes.say(|| text::lies_first(start[0]));
        let at = At::default();
        self.map.put(Placement { tile: start[0], at, rotation: Rotation::default() });
        self.draw_goods(at, board().tile(start[0]).goods, chance, notes);
        if self.players.seats() == 2 {
            let removed = draw_cities(self.city_pile(), board().figures.two_players.cities_removed, chance);
            self.removed.cities = removed.into_iter().map(City::place).collect();
            notes.drew(|| json!({ "removed": City::all_in(&self.removed.cities).collect::<Vec<_>>() }));
            notes.say(text::tiles_removed);
        }
        for seat in Seat::all(self.players.seats()) {
            let dealt = draw_cities(self.city_pile(), board().figures.hand, chance);
            self.players[seat].hand = dealt.into_iter().map(City::place).collect::<CitySet>();
        }
        notes.drew(|| {
            let hands = self.players.as_slice().iter();
            let hands: Vec<Vec<City>> = hands.map(|player| City::all_in(&player.hand).collect()).collect();
            json!({ "hand": hands })
        });
        notes.say(text::hands_dealt);
        self.begin_turn(notes);
    }

    fn draw_order(&mut self, chance: &mut Chance, notes: &mut Notes) {
        let mut seats: Vec<Seat> = Seat::all(self.players.seats()).collect();
        chance.shuffle(&mut seats);
        self.order = SeatOrder::new(&seats).expect("shuffled seats are an order");
        let figures = &board().figures;
        for (place, seat) in (0..).zip(seats) {
            self.players[seat].score = Money::new(figures.first_score + place * figures.score_step);
        }
        notes.drew(|| json!({ "order": self.order }));
        notes.say(|| text::order_drawn(self));
    }

    /// The goods of a tile that was laid; then the next player is on (RR-8).
    fn draw_goods_of(&mut self, laid: LaidTile, chance: &mut Chance, notes: &mut Notes) {
        if self.is_solitaire() && self.map.tiles().len() == board().opening.len() {
            return self.draw_challenge_goods(laid.at, chance, notes);
        }
        let goods = self.map.at(laid.at).map_or(0, |laid| board().tile(laid.tile).goods);
        self.draw_goods(laid.at, goods, chance, notes);
        self.place_next(laid.seat, notes);
    }

    /// Puts so many cubes on the tile at a place; fewer if the bag has not as many.
    pub(super) fn draw_goods(&mut self, at: At, count: u8, chance: &mut Chance, notes: &mut Notes) {
        let drawn = draw_from(&mut self.bag, count, chance);
        if drawn.is_empty() {
            return;
        }
        let laid = self.map.at_mut(at).expect("goods come to a tile that lies");
        laid.cubes = drawn;
        let tile = laid.tile;
        notes.drew(|| json!({ "cubes": listed_cubes(drawn), "at": at }));
        notes.say(|| text::goods_drawn(tile, drawn));
    }
}

/// A colour for each cube, by name.
pub(super) fn listed_cubes(cubes: Cubes) -> Vec<Cube> {
    Cube::ALL
        .into_iter()
        .flat_map(|cube| std::iter::repeat_n(cube, cubes.count(cube.index()).into()))
        .collect()
}
