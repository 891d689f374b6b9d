//! Whose turn it is and what a turn is made of (CE-1, CE-5, CE-9, CE-10).

use serde_json::json;

use super::action::{Action, Company, Dial};
use super::board::board_hash;
use super::state::{Cause, ChicagoExpress, Phase};
use super::text::{self, Refusal};
use crate::engine::chance::Chance;
use crate::engine::game::{
    Choices, Game, Illegal, Label, Meta, Notes, Setup, SetupError, Standing, Turn, Turns,
};
use crate::engine::lot::Auctioneer;
use crate::engine::money::{Currency, Money};
use crate::engine::seat::Seat;

static META: Meta = Meta {
    id: "chicago-express",
    title: "Chicago Express",
    seats: (2, 6),
    rules_version: "1",
    earlier_rules: &[],
    currency: Currency::Dollars,
    options: &[],
    board_hash,
    rules_text: include_str!("rules.md"),
    // At most 8 dividends, 11 turns before each, and no auction outlasts the cash on the table: random games
    // take some hundred actions, games in which everybody raises by a dollar some thousand.
    max_actions: 20_000,
};

impl Game for ChicagoExpress {
    type Action = Action;

    const META: &'static Meta = &META;

    fn new(setup: &Setup) -> Result<Self, SetupError> {
        Self::set_up(setup.seats).ok_or_else(|| SetupError::seats(&META, setup.seats.into()))
    }

    fn list_choices(&self, choices: &mut Choices<Action>) {
        match &self.phase {
            Phase::BankerDraw | Phase::Over => {}
            Phase::Auction(lot) => {
                self.list_bids(lot, choices, |amount| Action::Bid { amount }, Action::Pass);
            }
            Phase::Turn => self.list_dials(choices),
            Phase::Offer => self.list_offers(choices),
            Phase::Expansion(begun) => self.list_placements(*begun, choices),
            Phase::Development => self.list_developments(choices),
        }
    }

    fn apply(&mut self, action: &Action, notes: &mut Notes) -> Result<(), Illegal> {
        match (*action, self.phase) {
            (Action::Bid { amount }, Phase::Auction(lot)) => {
                self.bid(lot, amount, notes).map_err(|bad| Refusal::BadBid(bad, lot.auction))
            }
            (Action::Pass, Phase::Auction(lot)) => {
                self.pass(lot, notes);
                Ok(())
            }
            (Action::Choose { dial }, Phase::Turn) => self.choose(dial, notes),
            (Action::Offer { company }, Phase::Offer) => self.offer(company, notes),
            (Action::Place { company, hex }, Phase::Expansion(begun)) => {
                self.place(begun, company, hex, notes)
            }
            (Action::Done, Phase::Expansion(begun)) => self.done(begun, notes),
            (Action::Develop { hex }, Phase::Development) => self.develop(hex, notes),
            (Action::Decline, Phase::Expansion(Some(_))) => Err(Refusal::DeclineAfterPlacing),
            (Action::Decline, Phase::Offer | Phase::Expansion(None) | Phase::Development) => {
                notes.say(|| text::declines(self.active));
                self.end_turn(notes);
                Ok(())
            }
            _ => Err(Refusal::NotNow(self.phase)),
        }
        .map_err(Illegal::from)
    }

    fn draw(&mut self, chance: &mut Chance, notes: &mut Notes) {
        let banker = chance.seat(self.players.seats());
        self.banker = Some(banker);
        notes.drew(|| json!({ "banker": banker }));
        notes.say(|| text::banker(banker));
        self.open_auction(Cause::Initial, Company::Prr, banker, notes);
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

impl Turns for ChicagoExpress {
    fn turn(&self) -> Turn {
        match &self.phase {
            Phase::BankerDraw => Turn::Chance,
            Phase::Auction(lot) => Turn::Seat(lot.auction.bidder()),
            Phase::Turn | Phase::Offer | Phase::Expansion(_) | Phase::Development => Turn::Seat(self.active),
            Phase::Over => Turn::Over,
        }
    }

    /// Cash alone counts; equals share a place (CE-25).
    fn standings(&self) -> Vec<Standing> {
        Standing::ranked(self.players.iter().map(|(seat, player)| (seat, player.cash)), Money::dollars)
    }

    fn rules_now(&self) -> &'static [&'static str] {
        match self.phase {
            Phase::BankerDraw => &["CE-1"],
            Phase::Auction(_) => &["CE-6", "CE-7", "CE-8"],
            Phase::Turn => &["CE-10", "CE-9"],
            Phase::Offer => &["CE-11", "CE-7"],
            Phase::Expansion(_) => &["CE-12", "CE-13", "CE-14", "CE-15"],
            Phase::Development => &["CE-16", "CE-17"],
            Phase::Over => &["CE-25", "CE-23"],
        }
    }
}

impl ChicagoExpress {
    fn list_dials(&self, choices: &mut Choices<Action>) {
        for dial in Dial::ALL {
            choices.act_if(self.check_dial(dial), Action::Choose { dial }, || text::choice_of_dial(dial));
        }
    }

    fn check_dial(&self, dial: Dial) -> Result<(), Refusal> {
        if self.is_on_red(dial) { Err(Refusal::DialOnRed(dial)) } else { Ok(()) }
    }

    /// Moves the dial; then the action is to be carried out, unless there is nothing at all to do (CE-10).
    fn choose(&mut self, dial: Dial, notes: &mut Notes) -> Result<(), Refusal> {
        self.check_dial(dial)?;
        self.dials[dial as usize] += 1;
        notes.say(|| text::chooses(self.active, dial, self.dials[dial as usize]));
        let (phase, possible) = match dial {
            Dial::Auction => (Phase::Offer, self.anything_to_offer()),
            Dial::Expansion => (Phase::Expansion(None), self.anything_to_place()),
            Dial::Development => (Phase::Development, self.anything_to_develop()),
        };
        if possible {
            self.phase = phase;
        } else {
            notes.say(|| text::nothing_to_do(self.active, dial));
            self.end_turn(notes);
        }
        Ok(())
    }

    /// The next player to the left is on (CE-5).
    pub(super) fn end_turn(&mut self, notes: &mut Notes) {
        self.begin_turn(self.active.left(self.players.seats()), notes);
    }

    /// A turn begins, after a dividend phase if one is due (CE-9).
    pub(super) fn begin_turn(&mut self, seat: Seat, notes: &mut Notes) {
        self.active = seat;
        self.phase = Phase::Turn;
        if self.dividend_due() {
            self.dividend_phase(notes);
        }
    }
}
