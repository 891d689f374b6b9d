//! Locomotives and houses on the map: expansion (CE-12 to CE-15) and development (CE-16, CE-17).

use super::action::{Action, Company};
use super::board::{Hex, HexSet, Industry, Terrain, board};
use super::state::{ChicagoExpress, Expanding, Phase};
use super::text::{self, Refusal};
use crate::engine::game::{Blocked, Choices, Notes};
use crate::engine::money::{Income, Money};
use crate::engine::named::Named;
use crate::engine::seat::Seat;

// Expansion

impl ChicagoExpress {
    /// What a locomotive of one more company costs on the hex (CE-14).
    pub(super) fn cost(&self, hex: Hex) -> Money {
        let there = i64::try_from(self.companies_at(hex).count()).expect("five companies");
        Money::new(board().hex(hex).cost) * (there + 1)
    }

    /// Hexes beside the company's network that are open to it, whatever they cost (CE-12, CE-13).
    fn open_around(&self, company: Company) -> HexSet {
        let taken = self.occupied().intersection(&board().exclusive);
        board().network.around(&self.charter(company).hexes).without(&board().closed).without(&taken)
    }

    /// Hexes that the company could take and pay for now (CE-12 to CE-14).
    fn placements(&self, company: Company) -> impl Iterator<Item = Hex> + '_ {
        let cash = self.charter(company).cash;
        let able = cash > Money::ZERO && self.locomotives_left(company) > 0;
        let around = if able { self.open_around(company) } else { HexSet::EMPTY };
        Hex::all_in(&around).filter(move |&hex| self.cost(hex) <= cash)
    }

    /// The companies of which a player may expand the network, if it can be expanded at all (CE-12).
    fn companies_of(&self, seat: Seat) -> impl Iterator<Item = Company> + '_ {
        Company::ALL.into_iter().filter(move |&company| self.shares_of(seat, company) > 0)
    }

    pub(super) fn can_expand(&self, company: Company) -> bool {
        self.placements(company).next().is_some()
    }

    pub(super) fn anything_to_place(&self) -> bool {
        self.companies_of(self.active).any(|company| self.can_expand(company))
    }

    /// Whether the expansion under way, which may not have begun, could place here (CE-12 to CE-14).
    fn check_placement(&self, begun: Option<Expanding>, company: Company, hex: Hex) -> Result<(), Refusal> {
        let charter = self.charter(company);
        let place = hex.place();
        if let Some(begun) = begun.filter(|begun| begun.company != company) {
            return Err(Refusal::OtherCompany(begun.company));
        }
        if self.shares_of(self.active, company) == 0 {
            return Err(Refusal::NoShare(company));
        }
        if charter.hexes.contains(place) {
            return Err(Refusal::AlreadyThere(company, hex));
        }
        if !board().network.around(&charter.hexes).contains(place) {
            return Err(Refusal::NotAdjacent(company, hex));
        }
        if board().closed.contains(place) {
            return Err(Refusal::StartHex(hex));
        }
        if board().exclusive.contains(place) && self.occupied().contains(place) {
            return Err(Refusal::Taken(hex));
        }
        if self.locomotives_left(company) == 0 {
            return Err(Refusal::NoLocomotives(company));
        }
        let cost = self.cost(hex);
        if cost > charter.cash {
            return Err(Refusal::TooDear { company, hex, cost, cash: charter.cash });
        }
        Ok(())
    }

    /// Whether the active player could expand the company at all, wherever to (CE-12, CE-14).
    fn check_company(&self, company: Company) -> Result<(), Refusal> {
        if self.shares_of(self.active, company) == 0 {
            Err(Refusal::NoShare(company))
        } else if self.locomotives_left(company) == 0 {
            Err(Refusal::NoLocomotives(company))
        } else if self.charter(company).cash == Money::ZERO {
            Err(Refusal::NoMoney(company))
        } else {
            Ok(())
        }
    }

    pub(super) fn list_placements(&self, begun: Option<Expanding>, choices: &mut Choices<Action>) {
        for company in Company::ALL {
            if begun.is_some_and(|begun| begun.company != company) {
                continue;
            }
            match self.check_company(company) {
                Ok(()) => {
                    self.placements(company).for_each(|hex| choices.act(Action::Place { company, hex }));
                    choices.blocked(|| self.blocked_placements(begun, company));
                }
                Err(refusal) => {
                    choices.blocked(|| [Blocked::new(text::choice_of_expansion(company), refusal)]);
                }
            }
        }
        choices.act(if begun.is_some() { Action::Done } else { Action::Decline });
    }

    /// The hexes around a network that cannot be taken, with the reason.
    fn blocked_placements(
        &self,
        begun: Option<Expanding>,
        company: Company,
    ) -> impl Iterator<Item = Blocked> + '_ {
        let around = board().network.around(&self.charter(company).hexes);
        Hex::all_in(&around).filter_map(move |hex| {
            let refusal = self.check_placement(begun, company, hex).err()?;
            Some(Blocked::new(text::choice_of_hex(company, hex), refusal))
        })
    }

    /// Places a locomotive: the company pays, its income rises, and the expansion ends when no further step is
    /// possible (CE-12, CE-14, CE-15).
    pub(super) fn place(
        &mut self,
        begun: Option<Expanding>,
        company: Company,
        hex: Hex,
        notes: &mut Notes,
    ) -> Result<(), Refusal> {
        self.check_placement(begun, company, hex)?;
        assert!(
            board().hex(hex).terrain != Terrain::Mountain || !self.developed.contains(hex.place()),
            "a developed mountain holds its one locomotive (CE-15)"
        );
        let (cost, gain) = (self.cost(hex), self.hex_income(hex));
        let charter = self.charter_mut(company);
        charter.cash -= cost;
        charter.income += gain;
        charter.hexes.insert(hex.place());
        notes.say(|| text::places(self.active, company, hex, cost, gain));
        let expanding = Expanding {
            company,
            placed: begun.map_or(0, |begun| begun.placed) + 1,
            chicago: begun.is_some_and(|begun| begun.chicago) || hex == board().chicago,
        };
        if expanding.placed >= board().figures.expansion_limit {
            self.end_expansion(expanding, notes);
        } else if self.can_expand(company) {
            self.phase = Phase::Expansion(Some(expanding));
        } else {
            notes.say(|| text::cannot_expand_further(company));
            self.end_expansion(expanding, notes);
        }
        Ok(())
    }

    /// Ends an expansion early, after at least one hex.
    pub(super) fn done(&mut self, begun: Option<Expanding>, notes: &mut Notes) -> Result<(), Refusal> {
        let expanding = begun.ok_or(Refusal::DoneBeforePlacing)?;
        notes.say(|| text::ends_expansion(self.active, expanding.company));
        self.end_expansion(expanding, notes);
        Ok(())
    }

    /// The expansion is finished first, then comes Chicago (CE-18).
    fn end_expansion(&mut self, expanding: Expanding, notes: &mut Notes) {
        if expanding.chicago {
            self.chicago_phase(expanding.company, notes);
        } else {
            self.end_turn(notes);
        }
    }
}

// Development

impl ChicagoExpress {
    fn check_development(&self, hex: Hex) -> Result<(), Refusal> {
        match board().hex(hex).industry {
            Some(industry) => self.check_industry(industry, hex),
            None => self.check_house(hex),
        }
    }

    /// A house needs the right land, a locomotive there and no house yet (CE-16).
    fn check_house(&self, hex: Hex) -> Result<(), Refusal> {
        if !board().house_sites.contains(hex.place()) {
            Err(Refusal::NotDevelopable(hex))
        } else if self.developed.contains(hex.place()) {
            Err(Refusal::AlreadyDeveloped(hex))
        } else if !self.occupied().contains(hex.place()) {
            Err(Refusal::NobodyThere(hex))
        } else if self.houses_left() == 0 {
            Err(Refusal::NoHouses)
        } else {
            Ok(())
        }
    }

    /// Wheeling and Pittsburgh move along their tracks; Detroit grows by itself (CE-17).
    fn check_industry(&self, industry: Industry, hex: Hex) -> Result<(), Refusal> {
        if !board().industry(industry).by_players {
            Err(Refusal::GrowsByItself(hex))
        } else if !self.occupied().contains(hex.place()) {
            Err(Refusal::NobodyInIndustry(hex))
        } else if self.is_on_last_box(industry) {
            Err(Refusal::LastBox(hex))
        } else {
            Ok(())
        }
    }

    fn is_on_last_box(&self, industry: Industry) -> bool {
        usize::from(self.boxes[industry as usize]) + 1 == board().industry(industry).values.len()
    }

    fn developable(&self) -> impl Iterator<Item = Hex> + '_ {
        Hex::all_in(&self.occupied()).filter(|&hex| self.check_development(hex).is_ok())
    }

    pub(super) fn anything_to_develop(&self) -> bool {
        self.developable().next().is_some()
    }

    pub(super) fn list_developments(&self, choices: &mut Choices<Action>) {
        self.developable().for_each(|hex| choices.act(Action::Develop { hex }));
        choices.act(Action::Decline);
        choices.blocked(|| {
            let named = (0..).map_while(Hex::from_number).filter(|&hex| board().hex(hex).name.is_some());
            named.filter_map(|hex| {
                let refusal = self.check_development(hex).err()?;
                Some(Blocked::new(text::choice_of_development(hex), refusal))
            })
        });
    }

    pub(super) fn develop(&mut self, hex: Hex, notes: &mut Notes) -> Result<(), Refusal> {
        self.check_development(hex)?;
        if let Some(industry) = board().hex(hex).industry {
            let gain = self.move_marker(industry);
            notes.say(|| text::develops(self, hex, gain));
        } else {
            self.developed.insert(hex.place());
            if board().hex(hex).terrain == Terrain::Forest {
                let payment = Money::new(board().figures.forest_payment);
                let owner = self.companies_at(hex).next().expect("a forest with a house has a locomotive");
                self.charter_mut(owner).cash += payment;
                notes.say(|| text::develops_forest(self, hex, owner, payment));
            } else {
                let gain = Income::new(board().hex(hex).house);
                self.raise_incomes(hex, gain);
                notes.say(|| text::develops(self, hex, gain));
            }
        }
        self.end_turn(notes);
        Ok(())
    }

    /// Moves an industrial city's marker one box on; every company there gains the difference (CE-17, CE-24).
    pub(super) fn move_marker(&mut self, industry: Industry) -> Income {
        if self.is_on_last_box(industry) {
            return Income::ZERO;
        }
        let before = self.industry_value(industry);
        self.boxes[industry as usize] += 1;
        let gain = Income::new(self.industry_value(industry) - before);
        self.raise_incomes(board().industry_hex(industry), gain);
        gain
    }

    fn raise_incomes(&mut self, hex: Hex, gain: Income) {
        for charter in &mut self.charters {
            if charter.hexes.contains(hex.place()) {
                charter.income += gain;
            }
        }
    }
}
