//! Set-up, turns and rounds (RW-1 to RW-3, RW-5), and the game as the engine sees it.

use serde_json::{Value, json};

use super::action::{Action, Color};
use super::board::{Baron, Card, CardSet, City, MapId, board_hash};
use super::state::{Drawing, Options, Phase, RailwaysOfTheWorld};
use super::text::{self, Refusal};
use crate::engine::chance::Chance;
use crate::engine::game::{
    Choices, Game, Illegal, Label, Meta, Notes, OptionMeta, OptionValue, Setup, SetupError, Standing, Turn,
    Turns,
};
use crate::engine::lot::Auctioneer;
use crate::engine::money::Currency;
use crate::engine::seat::Seat;

static META: Meta = Meta {
    id: "railways-of-the-world",
    title: "Railways of the World",
    seats: (2, 6),
    rules_version: "2",
    earlier_rules: &[("1", "0.1")],
    currency: Currency::Dollars,
    options: &[
        OptionMeta {
            name: "map",
            about: "the map: eastern for 2 to 6, mexico for 2 to 4 and a shorter game",
            values: &[OptionValue::Name("eastern"), OptionValue::Name("mexico")],
        },
        OptionMeta { name: "operations", about: "operations cards", values: ON },
        OptionMeta { name: "barons", about: "an open goal for each player, scored at the end", values: OFF },
        OptionMeta {
            name: "first_turn_order",
            about: "no auction in the first turn; who comes later gets money",
            values: OFF,
        },
        OptionMeta {
            name: "pay_half",
            about: "who passes in the auction pays half of his bid, and plays the earlier the later he passes",
            values: OFF,
        },
    ],
    board_hash,
    rules_text: include_str!("rules.md"),
    // 60 turns of 6 seats: each at most 56 bids and passes, 18 actions of up to 9 steps, and some cards.
    max_actions: 40_000,
};

const ON: &[OptionValue] = &[OptionValue::Flag(true), OptionValue::Flag(false)];
const OFF: &[OptionValue] = &[OptionValue::Flag(false), OptionValue::Flag(true)];

impl Game for RailwaysOfTheWorld {
    type Action = Action;

    const META: &'static Meta = &META;

    fn new(setup: &Setup) -> Result<Self, SetupError> {
        let chosen = |name: &str| setup.options.get(name);
        let flag = |name: &str, default: bool| chosen(name).and_then(Value::as_bool).unwrap_or(default);
        let name = chosen("map").and_then(Value::as_str);
        let map = MapId::ALL.into_iter().find(|map| Some(map.name()) == name).unwrap_or(MapId::Eastern);
        let options = Options {
            operations: flag("operations", true),
            barons: flag("barons", false),
            first_turn_order: flag("first_turn_order", false),
            pay_half: flag("pay_half", false),
        };
        Self::set_up(map, options, setup.seats).ok_or_else(|| {
            let figures = &map.board().figures;
            SetupError::NotTogether {
                why: text::too_many_for(&figures.name, figures.most_players, setup.seats),
            }
        })
    }

    fn list_choices(&self, choices: &mut Choices<Action>) {
        match &self.phase {
            Phase::Draw(_) | Phase::Over => {}
            Phase::Timetable => self.list_timetable(choices),
            Phase::Auction(bidding) => {
                self.list_bids(bidding, choices, |amount| Action::Bid { amount }, Action::Pass);
            }
            Phase::Action(seat) => self.list_actions(*seat, choices),
            Phase::Build(seat, building) => self.list_pieces(*seat, building, choices),
            Phase::Deliver(seat, carrying) => self.list_rides(*seat, carrying, choices),
        }
    }

    fn apply(&mut self, action: &Action, notes: &mut Notes) -> Result<(), Illegal> {
        match (*action, self.phase) {
            (Action::Bid { amount }, Phase::Auction(bidding)) => {
                self.bid(bidding, amount, notes).map_err(|bad| Refusal::BadBid(bad, bidding.auction))
            }
            (Action::Pass, Phase::Auction(bidding)) => {
                self.pass(bidding, notes);
                Ok(())
            }
            (Action::PlayCard { card }, Phase::Timetable) => self.play_timetable(card, notes),
            (Action::Pass, Phase::Timetable) => {
                self.open_auction(notes);
                Ok(())
            }
            (action, Phase::Action(seat)) => self.act(seat, action, notes),
            (Action::Piece { exit }, Phase::Build(seat, building)) => {
                self.lay_piece(seat, building, exit, notes)
            }
            (Action::Stop, Phase::Build(seat, building)) => self.stop(seat, building, notes),
            (Action::Ride { link }, Phase::Deliver(seat, carrying)) => self.ride(seat, carrying, link, notes),
            _ => Err(Refusal::NotNow(self.phase)),
        }
        .map_err(Illegal::from)
    }

    fn draw(&mut self, chance: &mut Chance, notes: &mut Notes) {
        while let Phase::Draw(drawing) = self.phase {
            match drawing {
                Drawing::Setup => self.draw_set_up(chance, notes),
                Drawing::Cubes { seat, city, count } => {
                    self.put_cubes(city, count, chance, notes);
                    self.end_action(seat, notes);
                }
                Drawing::Card => {
                    self.turn_up_cards(1, chance, notes);
                    self.next_turn(notes);
                }
            }
        }
    }

    fn describe(&self, action: &Action) -> Label {
        text::describe(self, action)
    }
}

impl Turns for RailwaysOfTheWorld {
    fn turn(&self) -> Turn {
        match &self.phase {
            Phase::Draw(_) => Turn::Chance,
            // Without a holder there is no such phase; a state from outside is audited before it is asked.
            Phase::Timetable => self.early_holder().map_or(Turn::Over, |(seat, _)| Turn::Seat(seat)),
            Phase::Auction(bidding) => Turn::Seat(bidding.auction.bidder()),
            Phase::Action(seat) | Phase::Build(seat, _) | Phase::Deliver(seat, _) => Turn::Seat(*seat),
            Phase::Over => Turn::Over,
        }
    }

    fn standings(&self) -> Vec<Standing> {
        self.all_standings()
    }

    /// A build or a delivery is one move, with the cards that are played for it (RW-9).
    fn may_pause(&self) -> bool {
        !matches!(self.phase, Phase::Build(..) | Phase::Deliver(..)) && self.played.is_empty()
    }

    fn rules_now(&self) -> &'static [&'static str] {
        match self.phase {
            Phase::Draw(Drawing::Setup) => &["RW-1", "RW-2", "RW-3"],
            Phase::Draw(_) => &["RW-3", "RW-13"],
            Phase::Timetable => &["RW-22"],
            Phase::Auction(_) => &["RW-4", "RW-6", "RW-20"],
            Phase::Action(_) => {
                &["RW-5", "RW-9", "RW-12", "RW-13", "RW-14", "RW-15", "RW-17", "RW-21", "RW-22"]
            }
            Phase::Build(..) => &["RW-8", "RW-9", "RW-10", "RW-11", "RW-6"],
            Phase::Deliver(..) => &["RW-15", "RW-16"],
            Phase::Over => &["RW-18", "RW-19"],
        }
    }
}

// Chance

impl RailwaysOfTheWorld {
    /// Cubes by city, the opener, cards, barons (RW-1 to RW-3, RW-20).
    fn draw_set_up(&mut self, chance: &mut Chance, notes: &mut Notes) {
        for city in self.board().printed_cities() {
            self.put_cubes(city, self.board().first_cubes(city, self.seats()), chance, notes);
        }
        self.first_player = chance.seat(self.seats());
        notes.drew(|| json!({ "opener": self.first_player }));
        notes.say(|| text::opens_first(self.first_player));
        self.turn_up_cards(self.board().figures.cards.face_up_per_player * self.seats(), chance, notes);
        if self.options.barons {
            self.deal_barons(chance, notes);
        }
        self.begin_turn(notes);
    }

    /// Cubes from the bag into a city, as many as there are.
    fn put_cubes(&mut self, city: City, count: u8, chance: &mut Chance, notes: &mut Notes) {
        let mut bag = self.bag();
        let mut drawn: Vec<Color> = Vec::with_capacity(count.into());
        while drawn.len() < usize::from(count)
            && let Some(kind) = bag.draw(chance)
        {
            drawn.push(Color::ALL[kind]);
            self.city_mut(city).cubes.put(kind, 1);
        }
        drawn.sort_unstable();
        if !drawn.is_empty() {
            notes.drew(|| json!({ "cubes": drawn, "city": city }));
            notes.say(|| text::gets_cubes(self, city, &drawn));
        }
    }

    /// Cards from the deck, as many as there are (RW-3).
    fn turn_up_cards(&mut self, count: u8, chance: &mut Chance, notes: &mut Notes) {
        let mut deck: Vec<Card> = self.deck().iter().collect();
        chance.shuffle(&mut deck);
        deck.truncate(count.into());
        deck.sort_unstable();
        if !deck.is_empty() {
            self.face_up = self.face_up.union(deck.iter().copied().collect());
            notes.drew(|| json!({ "cards": deck }));
            notes.say(|| text::turns_up(self, &deck));
        }
    }

    fn deal_barons(&mut self, chance: &mut Chance, notes: &mut Notes) {
        let mut barons: Vec<Baron> = self.board().barons().iter().map(|baron| baron.id).collect();
        chance.shuffle(&mut barons);
        for ((_, player), baron) in self.players.iter_mut().zip(&barons) {
            player.baron = Some(*baron);
        }
        let dealt = &barons[..usize::from(self.seats())];
        notes.drew(|| json!({ "barons": dealt }));
        for (seat, &baron) in Seat::all(self.seats()).zip(dealt) {
            notes.say(|| text::gets_baron(self, seat, baron));
        }
    }
}

// Actions and rounds

impl RailwaysOfTheWorld {
    /// Everything that a seat can do with an action, and the cards that it can play before one (RW-5).
    fn list_actions(&self, seat: Seat, choices: &mut Choices<Action>) {
        self.list_loads(seat, choices);
        self.list_upgrade(seat, choices);
        self.list_cards_to_play(seat, choices);
        self.list_cards_to_take(seat, choices);
        self.list_builds(seat, choices);
        self.list_urbanizing(choices);
        choices.act_if(self.check_unbound(), Action::Pass, text::choice_of_passing);
    }

    fn act(&mut self, seat: Seat, action: Action, notes: &mut Notes) -> Result<(), Refusal> {
        match action {
            Action::StartLink { city, side } => self.start_link(seat, city, side, notes),
            Action::ResumeLink { link } => self.resume_link(seat, link, notes),
            Action::SpecialLink { site } => self.build_special(seat, site, notes),
            Action::Urbanize { city, color } => self.urbanize(seat, city, color, notes),
            Action::Upgrade => self.upgrade(seat, notes),
            Action::Load { city, cube } => self.load(seat, city, cube, notes),
            Action::TakeCard { card, city, color } => self.take_card(seat, card, city, color, notes),
            Action::PlayCard { card } => self.play_card(seat, card, notes),
            Action::Pass => self.pass_action(seat, notes),
            Action::Piece { .. } | Action::Stop | Action::Ride { .. } | Action::Bid { .. } => {
                Err(Refusal::NotNow(self.phase))
            }
        }
    }

    fn pass_action(&mut self, seat: Seat, notes: &mut Notes) -> Result<(), Refusal> {
        self.check_unbound()?;
        notes.say(|| text::passes(seat));
        self.next_actor(seat, notes);
        Ok(())
    }

    /// Something was done.
    pub(super) fn end_action(&mut self, seat: Seat, notes: &mut Notes) {
        self.quiet = false;
        self.next_actor(seat, notes);
    }

    /// The seat acts once more, or the next does, or the next round or the end of the turn comes (RW-5).
    fn next_actor(&mut self, seat: Seat, notes: &mut Notes) {
        self.played = CardSet::EMPTY;
        if self.extra_actions > 0 {
            self.extra_actions -= 1;
            notes.say(|| text::acts_again(seat));
            self.phase = Phase::Action(seat);
            return;
        }
        let order = self.order.as_slice();
        let next = order.iter().skip_while(|&&other| other != seat).nth(1);
        match next {
            Some(&next) => self.phase = Phase::Action(next),
            None if self.round < self.board().figures.turns.rounds => self.begin_round(self.round + 1, notes),
            None => self.end_turn(notes),
        }
    }

    pub(super) fn begin_round(&mut self, round: u8, notes: &mut Notes) {
        self.round = round;
        notes.say(|| text::round_begins(round));
        let first = self.order.first().expect("somebody plays");
        self.phase = Phase::Action(first);
    }
}
