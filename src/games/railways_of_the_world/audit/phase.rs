//! What must hold at one moment of the game.

use super::super::board::{City, Effect};
use super::super::build::first_side;
use super::super::cards::{Kind, Symbol};
use super::super::ending::QUIET_TURNS;
use super::super::state::{Bidding, Building, Carrying, Drawing, Phase, RailwaysOfTheWorld};
use super::super::text::city_name;
use super::super::track::Rails;
use crate::engine::audit::{Audit, ensure};
use crate::engine::game::{Choices, Game};
use crate::engine::money::Money;
use crate::engine::seat::{Seat, SeatOrder};

impl RailwaysOfTheWorld {
    /// Turns and rounds are counted from one. Counting the actions had relies on this.
    pub(super) fn check_time(&self) -> Audit {
        let turns = &self.board().figures.turns;
        ensure((1..=turns.most).contains(&self.turn_number), || "there is no such turn (RW-18)")?;
        ensure((1..=turns.rounds).contains(&self.round), || "there is no such round (RW-5)")
    }

    pub(super) fn check_phase(&self) -> Audit {
        if self.is_before_set_up() {
            let fresh = Self::set_up(self.map, self.options, self.seats());
            return ensure(
                fresh.as_ref() == Some(self),
                || "before the set-up is drawn nothing has happened (RW-1)",
            );
        }
        self.check_end_is_near()?;
        self.check_quiet()?;
        self.check_order()?;
        self.check_played()?;
        match &self.phase {
            Phase::Draw(Drawing::Cubes { seat, city, count }) => self.check_cubes_due(*seat, *city, *count),
            Phase::Draw(Drawing::Card) => {
                ensure(!self.deck().is_empty(), || "the deck is empty (RW-3)")?;
                self.check_between_turns()?;
                ensure(self.ending().is_none(), || "the game would be over (RW-18)")
            }
            Phase::Timetable => {
                ensure(self.early_holder().is_some(), || "nobody holds Early Timetable (RW-22)")?;
                self.check_before_rounds()
            }
            Phase::Auction(bidding) => {
                self.check_before_rounds()?;
                self.check_bidding(bidding)
            }
            Phase::Draw(Drawing::Setup) | Phase::Action(_) => Ok(()),
            Phase::Build(seat, building) => self.check_building(*seat, building),
            Phase::Deliver(seat, carrying) => self.check_carrying(*seat, carrying),
            Phase::Over => {
                self.check_between_turns()?;
                ensure(self.ending().is_some(), || "no reason to end holds (RW-18)")
            }
        }
    }

    /// The turn after which the game ends is this one or the next (RW-18).
    fn check_end_is_near(&self) -> Audit {
        let more = self.board().figures.turns.after_the_end_is_near;
        let near = |last: u8| (self.turn_number..=self.turn_number.saturating_add(more)).contains(&last);
        ensure(self.last_turn.is_none_or(near), || "last_turn is too near or too far (RW-18)")?;
        let enough = self.markers() >= self.board().end_markers(self.seats());
        ensure(
            !enough || self.last_turn.is_some(),
            || "enough cities are empty, so last_turn must be set (RW-18)",
        )
    }

    fn check_quiet(&self) -> Audit {
        let ended = matches!(self.phase, Phase::Over | Phase::Draw(Drawing::Card));
        let before = if ended { self.turn_number } else { self.turn_number - 1 };
        ensure(
            self.quiet_turns <= before.min(QUIET_TURNS),
            || "there cannot have been so many quiet turns (RW-18)",
        )?;
        let over = self.phase == Phase::Over;
        ensure(over || self.quiet_turns < QUIET_TURNS, || "the game would be over (RW-18)")?;
        let nobody_acted = matches!(
            self.phase,
            Phase::Timetable | Phase::Auction(_) | Phase::Over | Phase::Draw(Drawing::Card)
        );
        let first = self.round == 1 && self.mover().is_some() && self.mover() == self.order.first();
        // With Double Shift the first to act may have acted already.
        let untouched = first && !self.is_discarded(Effect::Crew);
        ensure(self.quiet || !(nobody_acted || untouched), || "nobody has acted this turn yet (RW-18)")
    }

    /// Who acts, builds, delivers, or whose cubes are drawn.
    fn mover(&self) -> Option<Seat> {
        match self.phase {
            Phase::Action(seat)
            | Phase::Build(seat, _)
            | Phase::Deliver(seat, _)
            | Phase::Draw(Drawing::Cubes { seat, .. }) => Some(seat),
            _ => None,
        }
    }

    /// The order of the turn is known once somebody acts, and begins with the First Player (RW-5).
    fn check_order(&self) -> Audit {
        if self.phase == Phase::Over {
            return ensure(
                self.order == SeatOrder::default(),
                || "when the game is over there is no order (RW-18)",
            );
        }
        let waiting = matches!(self.phase, Phase::Timetable | Phase::Auction(_));
        if waiting {
            return ensure(
                self.order == SeatOrder::default() && self.round == 1,
                || "before the First Player is known there is no order, and the round is 1 (RW-5)",
            );
        }
        let whole = self.order.set().len() == u32::from(self.seats());
        ensure(
            whole && self.order.first() == Some(self.first_player),
            || "the order holds everybody, the First Player first (RW-5)",
        )?;
        let clockwise = SeatOrder::clockwise_from(self.first_player, self.seats());
        ensure(
            self.options.pay_half || self.order == clockwise,
            || "the order is clockwise from the First Player (RW-5)",
        )
    }

    /// Cards in play are of one kind, were used or discarded, and lead to an action of their kind (RW-21).
    fn check_played(&self) -> Audit {
        let board = self.board();
        let acting = self.mover();
        ensure(
            acting.is_some() || self.played.is_empty() && self.extra_actions == 0,
            || "cards are played by whoever acts (RW-21)",
        )?;
        let Some(seat) = acting else { return Ok(()) };
        let crew = self.is_discarded(Effect::Crew);
        ensure(self.extra_actions <= u8::from(crew), || "nobody has played Double Shift (RW-22)")?;
        for card in self.played.iter() {
            let effect = board.effect(card);
            let spent = match effect.map(Effect::symbol) {
                Some(Symbol::Hand) => self.discard.contains(card),
                Some(Symbol::OncePerTurn) => self.players[seat].used.contains(card),
                _ => false,
            };
            ensure(spent, || "a played card is neither used nor discarded (RW-21)")?;
            let kind = effect.and_then(Effect::kind);
            ensure(
                kind.is_some() && kind == self.bound_to(),
                || "the played cards are not for one kind of action (RW-21)",
            )?;
        }
        let fits = match (self.bound_to(), &self.phase) {
            (Some(Kind::Build), Phase::Action(_)) => self.can_build(seat),
            (Some(Kind::Deliver), Phase::Action(_)) => self.can_deliver(seat, self.played),
            // A special link may draw cubes.
            (Some(kind), phase) => (kind == Kind::Deliver) == matches!(phase, Phase::Deliver(..)),
            (None, _) => true,
        };
        ensure(fits, || "the played cards are for another action (RW-21)")
    }

    fn is_discarded(&self, effect: Effect) -> bool {
        self.effects(self.discard).any(|discarded| discarded == effect)
    }

    /// Actions that the seat has ended this turn, at most.
    pub(super) fn actions_had(&self, seat: Seat) -> u32 {
        if matches!(self.phase, Phase::Timetable | Phase::Auction(_) | Phase::Over)
            || self.phase == Phase::Draw(Drawing::Card)
        {
            return 0;
        }
        let order = self.order.as_slice();
        let place = |seat: Seat| order.iter().position(|&other| other == seat);
        let acted = self.mover().is_some_and(|mover| place(seat) < place(mover));
        // The further action of Double Shift is had once it is no longer to come.
        let to_come = if self.mover() == Some(seat) { self.extra_actions } else { 0 };
        let further = u32::from(self.is_discarded(Effect::Crew)).saturating_sub(to_come.into());
        u32::from(self.round) - 1 + u32::from(acted) + further
    }

    /// Nothing of the turn is left: no incomplete link, no used card.
    fn check_between_turns(&self) -> Audit {
        let rounds = self.board().figures.turns.rounds;
        ensure(self.round == rounds, || "a turn ends after its last round (RW-5)")?;
        self.check_nothing_used()
    }

    fn check_nothing_used(&self) -> Audit {
        let used = self.players.as_slice().iter().any(|player| !player.used.is_empty());
        ensure(!used, || "used cards are fresh again after the income (RW-21)")
    }

    fn check_before_rounds(&self) -> Audit {
        ensure(
            self.turn_number > 1 || !self.options.first_turn_order,
            || "there is no auction in the first turn (RW-20)",
        )?;
        self.check_nothing_used()
    }

    /// The auction is one that the game would have opened, and goes on (RW-4, RW-20).
    fn check_bidding(&self, bidding: &Bidding) -> Audit {
        let fresh = self.new_bidding();
        let resumed = fresh.auction.resume(&bidding.auction.position(()), |_| self.bid_cap())?;
        ensure(resumed == bidding.auction, || "the auction is not one of this game (RW-4)")?;
        ensure(
            bidding.halves.is_some() == self.options.pay_half,
            || "bids and dropped go with the option pay_half (RW-20)",
        )?;
        let Some(halves) = bidding.halves else { return Ok(()) };
        let out = |seat: Seat| !bidding.auction.bidders().contains(seat);
        let dropped = halves.dropped.set();
        let all_out = Seat::all(self.seats()).all(|seat| dropped.contains(seat) == out(seat));
        ensure(
            halves.bids.seats() == self.seats() && all_out,
            || "dropped are those who bid no more, and everybody has a bid (RW-20)",
        )?;
        let high = bidding.auction.high();
        for (seat, &bid) in halves.bids.iter() {
            let leads = high.is_some_and(|high| high.seat == seat);
            let most = high.map_or(Money::ZERO, |high| high.amount);
            let fits = if leads { bid == most } else { bid < most || bid == Money::ZERO };
            let step = self.board().figures.money.bid_step;
            let whole = bid >= Money::ZERO && bid.dollars() % step == 0;
            ensure(fits && whole, || format!("the last bid of {seat} cannot be {bid} (RW-4)"))?;
        }
        Ok(())
    }

    /// The build has begun as it says, and goes on (RW-9).
    fn check_building(&self, seat: Seat, building: &Building) -> Audit {
        let placed = building.placed;
        ensure(placed < self.piece_limit(), || "the build would be over (RW-9)")?;
        if let Some(link) = self.link(building.link) {
            ensure(
                link.owner == seat && !link.is_complete(),
                || "the link being built is not the builder's, or is complete (RW-9)",
            )?;
            let begins = first_side(link) == building.side && link.from == building.city;
            ensure(begins, || "building does not say where its link began (RW-9)")?;
            ensure(placed <= link.pieces.len(), || "more pieces were placed than there are (RW-9)")?;
        } else {
            let free = building.link == self.free_link_id() && placed == 0;
            ensure(free, || "a new link has the lowest free id and no piece (RW-9)")?;
        }
        let terminal = self.board().place(building.city).is_terminal;
        ensure(!terminal, || "no track leads from a terminal (RW-12)")?;
        let head = self.building_head(seat, building);
        let goes_on = head.is_some_and(|head| self.fits_somehow(&Rails::of(self), head));
        ensure(goes_on, || "no piece fits: the build would be over (RW-9)")?;
        let discount = self.build_discount();
        let left = building.discount_left;
        let untouched = placed > 0 || left == discount;
        ensure(
            (Money::ZERO..=discount).contains(&left) && untouched,
            || "the discount that is left cannot be so much (RW-22)",
        )
    }

    /// The cube lies where it was loaded, has ridden as it may, and can arrive (RW-15).
    fn check_carrying(&self, seat: Seat, carrying: &Carrying) -> Audit {
        let here = self.is_there(carrying.from);
        let there = here && self.city(carrying.from).cubes.count(carrying.cube.index()) > 0;
        ensure(there, || "the carried cube is still counted in its city (RW-15)")?;
        let mut at = carrying.from;
        let mut visited = vec![at];
        for (place, &id) in carrying.links.as_slice().iter().enumerate() {
            let link = self.link(id).filter(|link| link.touches(at));
            let own = link.is_some_and(|link| link.owner == seat);
            ensure(
                place > 0 || own || self.may_begin_anywhere(),
                || "a delivery begins on an own link (RW-15)",
            )?;
            let next = link.and_then(|link| link.other_end(at));
            let next = next.ok_or("the cube has ridden on what is no way (RW-15)")?;
            ensure(!visited.contains(&next), || "the cube has been in a city twice (RW-15)")?;
            ensure(self.city(next).color != Some(carrying.cube), || {
                format!("the cube would have been delivered in {} (RW-15)", city_name(self, next))
            })?;
            at = next;
            visited.push(at);
        }
        let ridden = carrying.links.len();
        ensure(ridden < self.ride_limit(seat, self.played), || "the engine does not go so far (RW-15)")?;
        let mut rides = Choices::legal_only();
        self.list_choices(&mut rides);
        ensure(!rides.legal.is_empty(), || "the delivery cannot be completed (RW-15)")
    }

    /// Cubes are drawn for a city that an action has just given some (RW-12, RW-13, RW-22).
    fn check_cubes_due(&self, seat: Seat, city: City, count: u8) -> Audit {
        ensure(!self.bag().is_empty(), || "the bag is empty: nothing would be drawn (RW-13)")?;
        let due = |effect: Effect| match effect {
            Effect::Boom { cubes } => self.is_there(city) && count == cubes,
            Effect::Revival { cubes } => self.is_empty(city) && count == cubes,
            _ => false,
        };
        let by_card = self.effects(self.discard).any(due);
        let (board, place) = (self.board(), self.board().place(city));
        let new = !place.is_terminal && place.color.is_none() && self.city(city).color.is_some();
        let urbanized = new && count == board.figures.cubes.urbanize;
        let owned = self.links_of(seat).any(|link| link.to == Some(city));
        let bare = self.city(city).cubes.is_empty();
        let special = place.is_terminal && owned && bare && count == board.figures.special.cubes;
        let builds = self.bound_to().is_none_or(|_| special);
        ensure((by_card || urbanized || special) && builds, || {
            format!("no action brings {count} cubes to {} (RW-13)", city_name(self, city))
        })
    }
}
