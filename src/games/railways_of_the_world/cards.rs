//! Operations cards: taking and playing them (RW-17, RW-21, RW-22).

use super::action::{Action, Color};
use super::board::{Card, CardSet, City, Effect};
use super::state::RailwaysOfTheWorld;
use super::text::{self, Refusal};
use crate::engine::game::{Blocked, Choices, Notes};
use crate::engine::money::Money;
use crate::engine::seat::Seat;

/// The kinds of actions that cards are played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Build,
    Deliver,
}

/// What becomes of a card, by its symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    Goal,
    OncePerTurn,
    Immediate,
    Hand,
    Permanent,
}

impl Effect {
    pub(super) const fn symbol(self) -> Symbol {
        match self {
            Self::DeliveryLinks { .. }
            | Self::LinksOwned { .. }
            | Self::DeliverTo { .. }
            | Self::Line { .. }
            | Self::EngineLevel { .. } => Symbol::Goal,
            Self::Survey { .. } | Self::Dispatch { .. } | Self::Dining { .. } | Self::Gang { .. } => {
                Symbol::OncePerTurn
            }
            Self::Subsidy { .. }
            | Self::Boom { .. }
            | Self::Revival { .. }
            | Self::Works { .. }
            | Self::Charter
            | Self::Press { .. } => Symbol::Immediate,
            Self::Grant { .. }
            | Self::Crew
            | Self::Powder { .. }
            | Self::Orders { .. }
            | Self::Early
            | Self::Rights => Symbol::Hand,
            Self::Hotel { .. }
            | Self::Bridge { .. }
            | Self::Tunnel { .. }
            | Self::Credit { .. }
            | Self::Shops { .. } => Symbol::Permanent,
        }
    }

    /// The kind of action that it is played for.
    pub(super) const fn kind(self) -> Option<Kind> {
        match self {
            Self::Survey { .. } | Self::Gang { .. } | Self::Grant { .. } | Self::Powder { .. } => {
                Some(Kind::Build)
            }
            Self::Dispatch { .. } | Self::Orders { .. } | Self::Rights => Some(Kind::Deliver),
            _ => None,
        }
    }
}

// What played cards bind to

impl RailwaysOfTheWorld {
    /// The kind of action that the played cards are for.
    pub(super) fn bound_to(&self) -> Option<Kind> {
        self.effects(self.played).find_map(Effect::kind)
    }

    /// Whether the played cards allow this kind of action (RW-21).
    pub(super) fn check_bound(&self, kind: Kind) -> Result<(), Refusal> {
        match self.bound_to() {
            Some(bound) if bound != kind => Err(Refusal::Bound(bound)),
            _ => Ok(()),
        }
    }

    /// Whether no played card asks for a certain kind of action (RW-21).
    pub(super) fn check_unbound(&self) -> Result<(), Refusal> {
        self.bound_to().map_or(Ok(()), |bound| Err(Refusal::Bound(bound)))
    }
}

// Taking

impl RailwaysOfTheWorld {
    /// Whether the seat can take the card, leaving out what it would act on (RW-17).
    fn check_take(&self, seat: Seat, card: Card) -> Result<Effect, Refusal> {
        self.check_unbound()?;
        let effect = self.board().effect(card).filter(|_| self.face_up.contains(card));
        let effect = effect.ok_or(Refusal::NotFaceUp(card))?;
        match effect {
            _ if effect.symbol() == Symbol::Goal => Err(Refusal::GoalNotTaken),
            Effect::Works { .. } if self.upgrade_price(seat, Money::ZERO).is_none() => {
                Err(Refusal::BestEngine)
            }
            Effect::Boom { .. } | Effect::Revival { .. } if self.bag().is_empty() => Err(Refusal::BagEmpty),
            Effect::Revival { .. } if self.markers() == 0 => Err(Refusal::NoMarker),
            Effect::Charter if self.new_cities().next().is_none() => Err(Refusal::NoNewCity),
            _ => Ok(effect),
        }
    }

    /// Whether the card acts on this city and colour, and on nothing else.
    fn check_target(&self, effect: Effect, city: Option<City>, color: Option<Color>) -> Result<(), Refusal> {
        match (effect, city, color) {
            (Effect::Boom { .. }, Some(city), None) => self.check_city(city),
            (Effect::Revival { .. }, Some(city), None) => {
                self.check_city(city)?;
                if self.is_empty(city) { Ok(()) } else { Err(Refusal::HasCubes(city)) }
            }
            (Effect::Charter, Some(city), Some(color)) => self.check_new_city(city, color),
            (Effect::Boom { .. } | Effect::Revival { .. }, ..) => Err(Refusal::NeedsCity),
            (Effect::Charter, ..) => Err(Refusal::NeedsCityAndColor),
            (_, None, None) => Ok(()),
            _ => Err(Refusal::NeedsNothing),
        }
    }

    pub(super) fn list_cards_to_take(&self, seat: Seat, choices: &mut Choices<Action>) {
        if let Err(refusal) = self.check_unbound() {
            choices.blocked(|| [Blocked::new(text::choice_of_a_card(), refusal)]);
            return;
        }
        // All goals together: none of them is ever taken, and there may be many.
        let mut goals = false;
        for card in self.face_up.iter() {
            match self.check_take(seat, card) {
                Ok(effect) => self.list_taking(card, effect, choices),
                Err(Refusal::GoalNotTaken) => goals = true,
                Err(refusal) => {
                    choices.blocked(|| [Blocked::new(text::choice_of_taking(self, card), refusal)]);
                }
            }
        }
        if goals {
            choices.blocked(|| [Blocked::new(text::choice_of_a_goal(), Refusal::GoalNotTaken)]);
        }
    }

    fn list_taking(&self, card: Card, effect: Effect, choices: &mut Choices<Action>) {
        let mut take = |city, color| choices.act(Action::TakeCard { card, city, color });
        match effect {
            Effect::Boom { .. } => self.present_cities().for_each(|city| take(Some(city), None)),
            Effect::Revival { .. } => {
                let empty = self.board().printed_cities().filter(|&city| self.is_empty(city));
                empty.for_each(|city| take(Some(city), None));
            }
            Effect::Charter => self.new_cities().for_each(|(city, color)| take(Some(city), Some(color))),
            _ => take(None, None),
        }
    }

    pub(super) fn take_card(
        &mut self,
        seat: Seat,
        card: Card,
        city: Option<City>,
        color: Option<Color>,
        notes: &mut Notes,
    ) -> Result<(), Refusal> {
        let effect = self.check_take(seat, card)?;
        self.check_target(effect, city, color)?;
        notes.say(|| text::takes_card(self, seat, card, city));
        self.face_up.remove(card);
        if effect.symbol() == Symbol::Immediate {
            self.discard.insert(card);
        } else {
            self.players[seat].cards.insert(card);
        }
        match (effect, city, color) {
            (Effect::Boom { cubes } | Effect::Revival { cubes }, Some(city), _) => {
                self.draw_cubes(seat, city, cubes, notes);
                return Ok(());
            }
            (Effect::Charter, Some(city), Some(color)) => {
                self.place_tile(seat, city, color, notes);
                return Ok(());
            }
            (Effect::Subsidy { dollars }, ..) => self.players[seat].cash += Money::new(dollars),
            (Effect::Press { points }, ..) => self.advance(seat, points),
            (Effect::Works { dollars }, ..) => {
                if let Some(cost) = self.upgrade_price(seat, Money::new(dollars)) {
                    self.buy_engine(seat, cost, notes);
                }
            }
            _ => {}
        }
        self.end_action(seat, notes);
        Ok(())
    }
}

// Playing

impl RailwaysOfTheWorld {
    /// Whether the acting seat can play the card now (RW-21).
    fn check_play(&self, seat: Seat, card: Card) -> Result<(), Refusal> {
        let player = &self.players[seat];
        let effect = self.board().effect(card).filter(|_| player.cards.contains(card));
        let effect = effect.ok_or(Refusal::NotHeld(card))?;
        if player.used.contains(card) {
            return Err(Refusal::Used(card));
        }
        match (effect, effect.kind()) {
            (Effect::Crew, _) => Ok(()),
            (Effect::Early, _) => Err(Refusal::OnlyBeforeAuction),
            (_, None) => Err(Refusal::ActsByItself(card)),
            (_, Some(kind)) => {
                self.check_bound(kind)?;
                self.check_use(seat, card, kind)
            }
        }
    }

    /// A card is played only for something that can be done (RW-21).
    fn check_use(&self, seat: Seat, card: Card, kind: Kind) -> Result<(), Refusal> {
        let possible = match kind {
            Kind::Build => self.can_build(seat),
            Kind::Deliver => self.can_deliver(seat, self.played.union(CardSet::from_iter([card]))),
        };
        match kind {
            _ if possible => Ok(()),
            Kind::Build => Err(Refusal::NothingToBuild),
            Kind::Deliver => Err(Refusal::NothingToDeliver),
        }
    }

    pub(super) fn list_cards_to_play(&self, seat: Seat, choices: &mut Choices<Action>) {
        for card in self.players[seat].cards.iter() {
            let check = self.check_play(seat, card);
            choices.act_if(check, Action::PlayCard { card }, || text::choice_of_playing(self, card));
        }
    }

    /// Plays a card before an action: one for the hand is gone, one for each turn is used (RW-21).
    pub(super) fn play_card(&mut self, seat: Seat, card: Card, notes: &mut Notes) -> Result<(), Refusal> {
        self.check_play(seat, card)?;
        notes.say(|| text::plays_card(self, seat, card));
        let effect = self.board().effect(card);
        if effect.is_some_and(|effect| effect.symbol() == Symbol::Hand) {
            self.discard_from(seat, card);
        } else {
            self.players[seat].used.insert(card);
        }
        if effect == Some(Effect::Crew) {
            self.extra_actions += 1;
        } else {
            self.played.insert(card);
        }
        Ok(())
    }

    pub(super) fn discard_from(&mut self, seat: Seat, card: Card) {
        self.players[seat].cards.remove(card);
        self.discard.insert(card);
    }
}
