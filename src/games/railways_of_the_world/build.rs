//! Building links piece by piece, and special links (RW-9, RW-12).

use super::action::{Action, LinkId, Side};
use super::board::{City, Effect, Site};
use super::cards::Kind;
use super::goals::Deed;
use super::state::{Building, Drawing, Link, Phase, Piece, Pieces, RailwaysOfTheWorld};
use super::text::{self, Refusal};
use super::track::{Railhead, Rails, Reach};
use crate::engine::game::{Blocked, Choices, Notes};
use crate::engine::money::Money;
use crate::engine::seat::Seat;

// What can be built

impl RailwaysOfTheWorld {
    /// Whether a link can start at this side of the city (RW-9).
    fn check_start(&self, rails: &Rails, seat: Seat, city: City, side: Side) -> Result<(), Refusal> {
        self.check_city(city)?;
        if self.board().place(city).is_terminal {
            return Err(Refusal::OnlySpecial(city));
        }
        let head = self.first_head(seat, city, side).ok_or(Refusal::LeadsNowhere(side))?;
        if let Some(link) = self.link_at(head) {
            return Err(Refusal::CitySideTaken(city, side, link));
        }
        self.check_way_on(rails, head)
    }

    /// The link whose first or last piece lies at the head and leads to the head's city.
    fn link_at(&self, head: Railhead) -> Option<LinkId> {
        let there =
            |piece: &&Piece| piece.hex == head.hex && (piece.a == head.entry || piece.b == head.entry);
        let link = self.links.iter().find(|link| link.pieces.as_slice().iter().any(|piece| there(&piece)));
        link.map(|link| link.id)
    }

    /// Whether the seat can go on with this link (RW-9, RW-11).
    fn check_resume(&self, rails: &Rails, seat: Seat, link: LinkId) -> Result<(), Refusal> {
        let link = self.link(link).ok_or(Refusal::NoLink(link))?;
        if link.is_complete() {
            return Err(Refusal::LinkComplete(link.id));
        }
        if link.owner != seat {
            return Err(Refusal::LinkOfOther(link.id, link.owner));
        }
        let goes_on = self.head_of(link).is_some_and(|head| self.fits_somehow(rails, head));
        if goes_on { Ok(()) } else { Err(Refusal::NothingFits) }
    }

    /// Whether the seat can build the special link from this city (RW-12).
    fn check_special(&self, seat: Seat, gateway: City) -> Result<Site, Refusal> {
        self.check_city(gateway)?;
        let site = self.board().site(gateway).ok_or(Refusal::NoSite(gateway))?;
        if self.is_there(site.terminal) {
            Err(Refusal::SiteTaken(gateway))
        } else if self.special_links() >= self.board().figures.special.tiles {
            Err(Refusal::NoSpecialTile)
        } else if !self.links_of(seat).any(|link| link.touches(gateway)) {
            Err(Refusal::NoLinkAtGateway(gateway))
        } else {
            Ok(site)
        }
    }

    /// Special links on the map.
    pub(super) fn special_links(&self) -> u8 {
        let built = self.board().sites.iter().filter(|site| self.is_there(site.terminal));
        u8::try_from(built.count()).expect("some sites")
    }

    /// Whether the seat can build anything at all.
    pub(super) fn can_build(&self, seat: Seat) -> bool {
        let rails = Rails::of(self);
        self.first_heads(seat).any(|head| self.fits_somehow(&rails, head))
            || self.links.iter().any(|link| self.check_resume(&rails, seat, link.id).is_ok())
            || self.board().sites.iter().any(|site| self.check_special(seat, site.gateway).is_ok())
    }

    pub(super) fn check_city(&self, city: City) -> Result<(), Refusal> {
        if self.is_there(city) { Ok(()) } else { Err(Refusal::NotOnMap(city)) }
    }
}

// Choices

impl RailwaysOfTheWorld {
    pub(super) fn list_builds(&self, seat: Seat, choices: &mut Choices<Action>) {
        if let Err(refusal) = self.check_bound(Kind::Build) {
            choices.blocked(|| [Blocked::new(text::choice_of_building(), refusal)]);
            return;
        }
        let rails = Rails::of(self);
        for link in self.links.iter().filter(|link| link.owner == seat && !link.is_complete()) {
            let check = self.check_resume(&rails, seat, link.id);
            choices
                .act_if(check, Action::ResumeLink { link: link.id }, || text::choice_of_resuming(self, link));
        }
        // Not where sea and land's end are: they can be seen.
        for head in self.first_heads(seat) {
            let (city, side) = (head.city, head.entry.facing());
            if self.fits_somehow(&rails, head) {
                choices.act(Action::StartLink { city, side });
            } else {
                // The reason names the link in the way, so it is sought only for who reads it.
                choices.blocked(|| {
                    let refusal = self.check_start(&rails, seat, city, side).err();
                    refusal.map(|refusal| Blocked::new(text::choice_of_start(self, city, side), refusal))
                });
            }
        }
        for site in &self.board().sites {
            let check = self.check_special(seat, site.gateway).map(|_| ());
            let build = Action::SpecialLink { site: site.gateway };
            choices.act_if(check, build, || text::choice_of_special(self, *site));
        }
    }

    pub(super) fn list_pieces(&self, seat: Seat, building: &Building, choices: &mut Choices<Action>) {
        let rails = Rails::of(self);
        let Some(head) = self.building_head(seat, building) else { return };
        for exit in Side::ALL {
            let check = self.check_piece(&rails, head, exit).map(|_| ());
            if check != Err(Refusal::TurnsBack) {
                choices.act_if(check, Action::Piece { exit }, || text::choice_of_piece(exit));
            }
        }
        let check = if building.placed > 0 { Ok(()) } else { Err(Refusal::NothingLaid) };
        choices.act_if(check, Action::Stop, text::choice_of_stopping);
    }
}

// Building

impl RailwaysOfTheWorld {
    pub(super) fn start_link(
        &mut self,
        seat: Seat,
        city: City,
        side: Side,
        notes: &mut Notes,
    ) -> Result<(), Refusal> {
        self.check_bound(Kind::Build)?;
        self.check_start(&Rails::of(self), seat, city, side)?;
        notes.say(|| text::starts_link(self, seat, city, side));
        let link = self.free_link_id();
        self.begin_build(seat, Building { link, city, side, placed: 0, discount_left: Money::ZERO });
        Ok(())
    }

    pub(super) fn resume_link(&mut self, seat: Seat, link: LinkId, notes: &mut Notes) -> Result<(), Refusal> {
        self.check_bound(Kind::Build)?;
        self.check_resume(&Rails::of(self), seat, link)?;
        let resumed = self.link(link).ok_or(Refusal::NoLink(link))?;
        notes.say(|| text::resumes_link(self, seat, resumed));
        let (city, side) = (resumed.from, first_side(resumed));
        self.begin_build(seat, Building { link, city, side, placed: 0, discount_left: Money::ZERO });
        Ok(())
    }

    fn begin_build(&mut self, seat: Seat, building: Building) {
        let discount_left = self.build_discount();
        self.phase = Phase::Build(seat, Building { discount_left, ..building });
    }

    /// What Survey Crew takes off this build (RW-22).
    pub(super) fn build_discount(&self) -> Money {
        let dollars = self.effects(self.played).map(|effect| match effect {
            Effect::Survey { dollars } => dollars,
            _ => 0,
        });
        Money::new(dollars.sum())
    }

    /// Lays a piece and pays for it (RW-9).
    pub(super) fn lay_piece(
        &mut self,
        seat: Seat,
        mut building: Building,
        exit: Side,
        notes: &mut Notes,
    ) -> Result<(), Refusal> {
        let head = self.building_head(seat, &building).ok_or(Refusal::NothingFits)?;
        let reach = self.check_piece(&Rails::of(self), head, exit)?;
        let price = self.piece_price(&building, head, exit, reach);
        let discount = price.min(building.discount_left);
        let cost = price - discount;
        let bonds = self.pay(seat, cost);
        notes.say(|| text::lays_piece(self, seat, head.hex, exit, cost, bonds));
        self.add_piece(&building, seat, Piece { hex: head.hex, a: head.entry, b: exit });
        building.placed += 1;
        building.discount_left -= discount;
        match reach {
            Reach::City(city) => self.complete(seat, building.link, city, notes),
            Reach::Join(other) => self.join(seat, building.link, other, notes),
            Reach::Land(_) => self.go_on(seat, building, notes),
        }
        Ok(())
    }

    fn add_piece(&mut self, building: &Building, owner: Seat, piece: Piece) {
        let id = building.link;
        let place = self.links.binary_search_by_key(&id, |link| link.id).unwrap_or_else(|place| {
            let pieces = Pieces::default();
            self.links.insert(place, Link { id, owner, from: building.city, to: None, pieces });
            place
        });
        self.links[place].pieces.push(piece);
    }

    /// The build goes on unless it has reached its limit or a dead end.
    fn go_on(&mut self, seat: Seat, building: Building, notes: &mut Notes) {
        let head = self.building_head(seat, &building);
        let fits = head.is_some_and(|head| self.fits_somehow(&Rails::of(self), head));
        if fits && building.placed < self.piece_limit() {
            self.phase = Phase::Build(seat, building);
        } else {
            notes.say(|| text::leaves_incomplete(self, seat, building.link));
            self.end_action(seat, notes);
        }
    }

    pub(super) fn stop(&mut self, seat: Seat, building: Building, notes: &mut Notes) -> Result<(), Refusal> {
        if building.placed == 0 {
            return Err(Refusal::NothingLaid);
        }
        notes.say(|| text::leaves_incomplete(self, seat, building.link));
        self.end_action(seat, notes);
        Ok(())
    }

    /// The other link's pieces follow, seen from the other end (RW-10).
    fn join(&mut self, seat: Seat, link: LinkId, other: LinkId, notes: &mut Notes) {
        let place = self.links.iter().position(|link| link.id == other).expect("a link that was found");
        let other = self.links.remove(place);
        let own = self.links.iter_mut().find(|own| own.id == link).expect("the link has a piece");
        for piece in other.pieces.as_slice().iter().rev() {
            own.pieces.push(Piece { hex: piece.hex, a: piece.b, b: piece.a });
        }
        self.complete(seat, link, other.from, notes);
    }

    fn complete(&mut self, seat: Seat, link: LinkId, to: City, notes: &mut Notes) {
        let built = self.links.iter_mut().find(|built| built.id == link).expect("the link has a piece");
        built.to = Some(to);
        let built = *built;
        notes.say(|| text::completes_link(self, seat, &built));
        self.award_goals(seat, Deed::Link(link), notes);
        self.end_action(seat, notes);
    }

    /// Builds a link that leaves the map; its terminal gets cubes (RW-12).
    pub(super) fn build_special(
        &mut self,
        seat: Seat,
        gateway: City,
        notes: &mut Notes,
    ) -> Result<(), Refusal> {
        self.check_bound(Kind::Build)?;
        let site = self.check_special(seat, gateway)?;
        let cost = self.special_price();
        let bonds = self.pay(seat, cost);
        notes.say(|| text::builds_special(self, seat, site, cost, bonds));
        let id = self.free_link_id();
        let (place, pieces) = (usize::from(id), Pieces::default());
        let link = Link { id, owner: seat, from: gateway, to: Some(site.terminal), pieces };
        self.links.insert(place, link);
        self.award_goals(seat, Deed::Link(id), notes);
        self.draw_cubes(seat, site.terminal, self.board().figures.special.cubes, notes);
        Ok(())
    }

    /// What a special link costs now (RW-12, RW-22).
    pub(super) fn special_price(&self) -> Money {
        (Money::new(self.board().figures.special.price) - self.build_discount()).max(Money::ZERO)
    }

    /// An action ends with cubes for a city, unless the bag is empty.
    pub(super) fn draw_cubes(&mut self, seat: Seat, city: City, count: u8, notes: &mut Notes) {
        if self.bag().is_empty() {
            notes.say(text::bag_is_empty);
            self.end_action(seat, notes);
        } else {
            self.phase = Phase::Draw(Drawing::Cubes { seat, city, count });
        }
    }
}

/// The side of its first city that a link leaves by.
pub(super) fn first_side(link: &Link) -> Side {
    link.pieces.as_slice().first().map_or(Side::default(), |piece| piece.a.facing())
}
