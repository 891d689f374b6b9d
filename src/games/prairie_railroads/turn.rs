//! Whose turn it is and what a turn is made of (PR-1, PR-4, PR-5).

use serde_json::json;

use super::action::{Action, Card, Railroad};
use super::board::board_hash;
use super::payout::Ending;
use super::state::{Cause, Delegate, Phase, PrairieRailroads};
use super::text::{self, Refusal};
use crate::engine::chance::Chance;
use crate::engine::game::{
    Choices, Game, Illegal, Label, Meta, Notes, Setup, SetupError, Standing, Turn, Turns,
};
use crate::engine::lot::Auctioneer;
use crate::engine::money::{Currency, Money};
use crate::engine::seat::Seat;

static META: Meta = Meta {
    id: "prairie-railroads",
    title: "Prairie Railroads",
    seats: (3, 5),
    rules_version: "1",
    earlier_rules: &[],
    currency: Currency::Dollars,
    options: &[],
    board_hash,
    rules_text: include_str!("rules.md"),
    // 72 turns at most, and no auction outlasts the cash on the table: random games take some hundred actions, games
    // in which everybody raises by a dollar some thousand.
    max_actions: 20_000,
};

impl Game for PrairieRailroads {
    type Action = Action;

    const META: &'static Meta = &META;

    fn new(setup: &Setup) -> Result<Self, SetupError> {
        Self::set_up(setup.seats).ok_or_else(|| SetupError::seats(&META, setup.seats.into()))
    }

    fn list_choices(&self, choices: &mut Choices<Action>) {
        match &self.phase {
            Phase::FirstDraw | Phase::CardDraw | Phase::GrowthRoll | Phase::Over => {}
            Phase::Auction(lot) => {
                self.list_bids(lot, choices, |amount| Action::Bid { amount }, Action::Pass);
            }
            Phase::OpeningBuild(railroad) => self.list_first_segments(*railroad, choices),
            Phase::Turn => self.list_cards(choices),
            Phase::Offer => self.list_offers(choices),
            Phase::Grow => self.list_growth(choices),
            Phase::Construct => self.list_constructions(choices),
            Phase::Delegated(delegate) => self.list_delegated(delegate.railroad, choices),
        }
    }

    fn apply(&mut self, action: &Action, notes: &mut Notes) -> Result<(), Illegal> {
        let building = matches!(self.phase, Phase::OpeningBuild(_) | Phase::Construct | Phase::Delegated(_));
        match (*action, self.phase) {
            (Action::Bid { amount }, Phase::Auction(lot)) => {
                self.bid(lot, amount, notes).map_err(|bad| Refusal::BadBid(bad, lot.auction))
            }
            (Action::Pass, Phase::Auction(lot)) => {
                self.pass(lot, notes);
                Ok(())
            }
            (Action::Play { card }, Phase::Turn) => self.play(card, notes),
            (Action::DrawCard, Phase::Turn) => self.draw_card(notes),
            (Action::Offer { railroad }, Phase::Offer) => self.offer(railroad, notes),
            (Action::Sell { railroad }, Phase::Offer) => self.sell(railroad, notes),
            (Action::Grow { city }, Phase::Grow) => self.grow(city, notes),
            (Action::Build { railroad, segment }, _) if building => self.build(railroad, segment, notes),
            (Action::BuildDouble { railroad, segments }, _) if building => {
                self.build_double(railroad, segments, notes)
            }
            (Action::WesternBuild { railroad, city }, _) if building => {
                self.build_western(railroad, city, notes)
            }
            (Action::Delegate { railroad, seat }, Phase::Construct) => {
                self.delegate(Delegate { railroad, seat }, notes)
            }
            _ => Err(Refusal::NotNow(self.phase)),
        }
        .map_err(Illegal::from)
    }

    fn draw(&mut self, chance: &mut Chance, notes: &mut Notes) {
        match self.phase {
            Phase::CardDraw => self.turn_up_card(chance, notes),
            Phase::GrowthRoll => self.roll_growth(chance, notes),
            _ => self.draw_opener(chance, notes),
        }
    }

    fn describe(&self, action: &Action) -> Label {
        text::describe(self, action)
    }

    fn hasty_action(&self) -> Option<Action> {
        match &self.phase {
            Phase::Auction(lot) => Some(self.hasty_bid(lot)),
            _ => None,
        }
    }
}

impl Turns for PrairieRailroads {
    fn turn(&self) -> Turn {
        match &self.phase {
            Phase::FirstDraw | Phase::CardDraw | Phase::GrowthRoll => Turn::Chance,
            Phase::Auction(lot) => Turn::Seat(lot.auction.bidder()),
            Phase::Delegated(delegate) => Turn::Seat(delegate.seat),
            Phase::OpeningBuild(_) | Phase::Turn | Phase::Offer | Phase::Grow | Phase::Construct => {
                Turn::Seat(self.active)
            }
            Phase::Over => Turn::Over,
        }
    }

    /// Money alone counts; equals share a place (PR-18).
    fn standings(&self) -> Vec<Standing> {
        Standing::ranked(self.players.iter().map(|(seat, player)| (seat, player.cash)), Money::dollars)
    }

    fn rules_now(&self) -> &'static [&'static str] {
        match self.phase {
            Phase::FirstDraw => &["PR-4"],
            Phase::Auction(_) => &["PR-6", "PR-9"],
            Phase::OpeningBuild(_) => &["PR-3", "PR-12"],
            Phase::Turn => &["PR-5", "PR-17"],
            Phase::CardDraw => &["PR-8", "PR-15"],
            Phase::Offer => &["PR-7", "PR-8", "PR-9"],
            Phase::GrowthRoll | Phase::Grow => &["PR-10"],
            Phase::Construct => &["PR-11", "PR-12", "PR-13", "PR-14", "PR-15"],
            Phase::Delegated(_) => &["PR-11", "PR-12"],
            Phase::Over => &["PR-18"],
        }
    }
}

impl PrairieRailroads {
    /// Chance names who opens the first auction (PR-3).
    fn draw_opener(&mut self, chance: &mut Chance, notes: &mut Notes) {
        self.active = chance.seat(self.players.seats());
        notes.drew(|| json!({ "first": self.active }));
        notes.say(|| text::opens_first(self.active));
        self.open_auction(Cause::Opening, Railroad::Crip, notes);
    }

    fn list_cards(&self, choices: &mut Choices<Action>) {
        for card in Card::ALL {
            choices.act_if(self.check_card(card), Action::Play { card }, || text::choice_of_card(card));
        }
        choices.act_if(self.check_deck(), Action::DrawCard, text::choice_of_drawing);
    }

    fn check_card(&self, card: Card) -> Result<(), Refusal> {
        let held = self.players[self.active].hand.count(card.index()) > 0;
        if held { Ok(()) } else { Err(Refusal::NoCard(card)) }
    }

    fn check_deck(&self) -> Result<(), Refusal> {
        if self.deck.is_empty() { Err(Refusal::DeckEmpty) } else { Ok(()) }
    }

    fn play(&mut self, card: Card, notes: &mut Notes) -> Result<(), Refusal> {
        if !self.players[self.active].hand.take(card.index()) {
            return Err(Refusal::NoCard(card));
        }
        notes.say(|| text::plays(self.active, card));
        self.carry_out(card, notes);
        Ok(())
    }

    fn draw_card(&mut self, notes: &mut Notes) -> Result<(), Refusal> {
        self.check_deck()?;
        notes.say(|| text::draws(self.active));
        self.phase = Phase::CardDraw;
        Ok(())
    }

    fn turn_up_card(&mut self, chance: &mut Chance, notes: &mut Notes) {
        let kind = self.deck.draw(chance).expect("a card is drawn only from a deck that has one");
        let card = Card::ALL[kind];
        self.drawn = Some(card);
        notes.drew(|| json!({ "card": card }));
        notes.say(|| text::turns_up(self.active, card));
        self.carry_out(card, notes);
    }

    /// The card has left its hand or the deck and is carried out.
    pub(super) fn carry_out(&mut self, card: Card, notes: &mut Notes) {
        match card {
            Card::ConstructTrack => self.phase = Phase::GrowthRoll,
            Card::OfferStock => self.offer_stock(notes),
            Card::PayDividends => self.pay_dividends(notes),
        }
    }

    /// The next player to the left is on (PR-4).
    pub(super) fn end_turn(&mut self, notes: &mut Notes) {
        self.begin_turn(self.active.left(self.players.seats()), notes);
    }

    /// A turn begins, unless there is no card for it (PR-5).
    pub(super) fn begin_turn(&mut self, seat: Seat, notes: &mut Notes) {
        self.active = seat;
        self.drawn = None;
        self.phase = Phase::Turn;
        if !self.can_move() {
            notes.say(|| text::cannot_move(seat));
            self.end_game(Ending::NoCard, notes);
        }
    }

    /// Whether the active player has a card or can draw one.
    pub(super) fn can_move(&self) -> bool {
        !self.deck.is_empty() || !self.players[self.active].hand.is_empty()
    }
}
