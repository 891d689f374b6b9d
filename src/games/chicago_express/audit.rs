//! What must always hold, whatever was played. A position that breaks it cannot come from a game.

use super::action::{Company, Dial};
use super::board::{Hex, HexSet, board};
use super::shares::INITIAL_ORDER;
use super::state::{Cause, ChicagoExpress, Expanding, Phase, ShareLot};
use super::text::{dial_name, hex_name};
use crate::engine::audit::{Audit, MOST_MONEY, check_money, check_shares, ensure};
use crate::engine::game::Audited;
use crate::engine::lot::Auctioneer;
use crate::engine::money::{Income, Money};
use crate::engine::named::Named;
use crate::engine::seat::Seat;

impl Audited for ChicagoExpress {
    fn audit(&self) -> Audit {
        self.check_components()?;
        self.check_map()?;
        self.check_money()?;
        self.check_wabash()?;
        self.check_dials()?;
        self.check_phase()
    }
}

impl ChicagoExpress {
    /// No more shares, locomotives, houses and boxes than there are (CE-2). Counting what is left relies on
    /// this.
    pub(super) fn check_components(&self) -> Audit {
        let seats = self.players.seats();
        let seated = |seat: Seat| seat.number() < seats;
        ensure(Self::set_up(seats).is_some(), || format!("there cannot be {seats} players"))?;
        ensure(
            seated(self.active) && self.banker.is_none_or(seated),
            || "a seat is named that is not there",
        )?;
        if let Phase::Auction(lot) = &self.phase {
            lot.check_seats(seats)?;
        }
        let places = u16::try_from(board().hexes.len()).expect("160 hexes");
        let on_map = |set: &HexSet| set.iter().all(|place| place < places);
        ensure(on_map(&self.developed), || "a house stands off the map")?;
        ensure(self.developed.len() <= u16::from(board().figures.houses), || "more houses than there are")?;
        for company in Company::ALL {
            let (figures, name) = (board().company(company), company.name());
            let hexes = &self.charter(company).hexes;
            ensure(on_map(hexes), || format!("{name} has a locomotive off the map"))?;
            ensure(hexes.len() <= u16::from(figures.locomotives), || {
                format!(
                    "{name} has {} locomotives on the map but only {} in all",
                    hexes.len(),
                    figures.locomotives
                )
            })?;
            let held = self.players.iter().map(|(_, player)| player.shares[company.index()]);
            check_shares(name, held, figures.shares)?;
        }
        for (at, industry) in self.boxes.iter().zip(super::board::Industry::ALL) {
            let boxes = board().industry(industry).values.len();
            ensure(usize::from(*at) < boxes, || format!("{industry:?} is off its track"))?;
        }
        Ok(())
    }

    /// Networks hang together, keep to their hexes, and earn what their hexes are worth (CE-12, CE-13, CE-15).
    fn check_map(&self) -> Audit {
        for company in Company::ALL {
            let (charter, name) = (self.charter(company), company.name());
            let start = board().starts[company.index()];
            if !self.is_open(company) {
                ensure(company == Company::Wabash, || format!("{name} must be open"))?;
                ensure(charter.income == Income::ZERO, || format!("{name} earns before it opens"))?;
                continue;
            }
            ensure(charter.hexes.contains(start.place()), || format!("{name} is not on its start hex"))?;
            ensure(board().network.reachable(start.place(), &charter.hexes) == charter.hexes, || {
                format!("the network of {name} does not hang together")
            })?;
            let strange = charter.hexes.intersection(&board().closed);
            let strange = Hex::all_in(&strange).find(|&hex| hex != start);
            ensure(strange.is_none(), || format!("{name} is on the start hex of another"))?;
            let earned: Income = Hex::all_in(&charter.hexes).map(|hex| self.hex_income(hex)).sum();
            let income = Income::new(board().company(company).income) + earned;
            ensure(charter.income == income, || {
                format!("the income of {name} is {} but its hexes make it {income}", charter.income)
            })?;
        }
        for hex in Hex::all_in(&board().exclusive) {
            ensure(self.companies_at(hex).count() <= 1, || format!("{} has room for one", hex_name(hex)))?;
        }
        let sites = self.occupied().intersection(&board().house_sites);
        let stray = Hex::all_in(&self.developed.without(&sites)).next();
        stray.map_or(Ok(()), |hex| Err(format!("{} cannot have a house", hex_name(hex)).into()))
    }

    /// Nobody is in debt (CE-14), and there is no more money than arithmetic can bear. Only payouts make money, so
    /// what was let in stays within the bound however it is played on.
    pub(super) fn check_money(&self) -> Audit {
        let most = MOST_MONEY + MOST_PAYOUT * self.payouts();
        let players = self.players.iter().map(|(seat, player)| (seat.to_string(), player.cash));
        let companies = Company::ALL.map(|company| (company.name().to_owned(), self.charter(company).cash));
        check_money(players.chain(companies), most)
    }

    /// How often the bank has paid at most: general dividends, Chicago dividends, houses on forests.
    fn payouts(&self) -> i64 {
        let owed = self.owes_chicago();
        let in_chicago = self.companies_at(board().chicago).filter(|&company| Some(company) != owed).count();
        let chicago = i64::try_from(in_chicago).expect("five companies");
        i64::from(self.dividends_paid()) + chicago + i64::from(self.developed.len())
    }

    /// The company whose expansion under way has placed in Chicago (CE-18).
    fn owes_chicago(&self) -> Option<Company> {
        match self.phase {
            Phase::Expansion(Some(Expanding { company, chicago: true, .. })) => Some(company),
            _ => None,
        }
    }

    /// Wabash opens when the first company has finished the expansion that reached Chicago (CE-18, CE-19).
    fn check_wabash(&self) -> Audit {
        // Wabash itself opens only after another has been there.
        let mut in_chicago = self.companies_at(board().chicago).filter(|&company| company != Company::Wabash);
        let (first, another) = (in_chicago.next(), in_chicago.next());
        let open = self.is_open(Company::Wabash);
        let owed = self.owes_chicago();
        if open {
            ensure(
                first.is_some() && !(first == owed && another.is_none()),
                || "WAB is open though no company has finished an expansion to Chicago",
            )?;
            let charter = self.charter(Company::Wabash);
            let untouched = charter.hexes.len() == 1 && charter.cash == Money::ZERO;
            ensure(
                untouched || self.shares_sold(Company::Wabash) > 0,
                || "WAB has grown or has money though no share of it is sold (CE-20)",
            )
        } else {
            let reached = first.is_some() && first != owed || another.is_some();
            ensure(!reached, || "WAB must be open: Chicago has been reached")?;
            ensure(self.shares_sold(Company::Wabash) == 0, || "shares of WAB are held before it opens")?;
            ensure(self.charter(Company::Wabash).cash == Money::ZERO, || "WAB has money before it opens")
        }
    }

    /// Two dials on red are followed by a dividend before anybody chooses again (CE-9, CE-10, CE-23).
    fn check_dials(&self) -> Audit {
        for dial in Dial::ALL {
            let (at, full) = (self.dials[dial as usize], board().dial_length(dial));
            ensure(at <= full, || format!("the {} dial has only {full} steps", dial_name(dial)))?;
        }
        let chosen = match self.phase {
            Phase::BankerDraw | Phase::Auction(ShareLot { cause: Cause::Initial, .. }) => {
                return ensure(self.dials == [0; 3], || "a dial has moved before the first turn");
            }
            Phase::Turn => {
                return ensure(
                    !self.dividend_due(),
                    || "two dials are on red: a dividend would have been paid (CE-9)",
                );
            }
            Phase::Over => {
                ensure(self.dividend_due(), || "the game ends only with two dials on red (CE-23)")?;
                let all = Dial::ALL.into_iter().all(|dial| self.is_on_red(dial));
                return ensure(!all, || "a third dial cannot come to red: two bring a dividend (CE-9)");
            }
            Phase::Offer | Phase::Auction(ShareLot { cause: Cause::Offered, .. }) => Dial::Auction,
            Phase::Expansion(_) | Phase::Auction(ShareLot { cause: Cause::WabashOpened, .. }) => {
                Dial::Expansion
            }
            Phase::Development => Dial::Development,
        };
        ensure(self.dials[chosen as usize] > 0, || {
            format!("the {} dial must have moved", dial_name(chosen))
        })?;
        let mut before = self.clone();
        before.dials[chosen as usize] -= 1;
        ensure(!before.dividend_due(), || "a dividend was due before this turn's dial was moved (CE-9)")
    }

    fn check_phase(&self) -> Audit {
        match self.phase {
            Phase::BankerDraw => ensure(
                Some(self) == Self::set_up(self.players.seats()).as_ref(),
                || "before the banker is drawn everything lies as at the set-up",
            ),
            Phase::Auction(lot) => self.check_lot(&lot),
            _ => self.check_turn(),
        }
    }

    fn check_lot(&self, lot: &ShareLot) -> Audit {
        let (company, opener) = (lot.what, lot.auction.opener());
        self.check_auction(lot, self.new_lot(lot.cause, company, opener).auction)?;
        ensure(opener == self.active, || "the active seat opens the auction (CE-6)")?;
        match lot.cause {
            Cause::Initial => return self.check_initial_auction(company),
            Cause::Offered => {
                ensure(self.is_open(company), || "WAB is not open and cannot be auctioned (CE-11)")?;
                ensure(self.shares_left(company) > 0, || format!("no share of {} is left", company.name()))?;
            }
            Cause::WabashOpened => {
                ensure(company == Company::Wabash, || "a Wabash auction is of WAB (CE-19)")?;
                let fresh = self.is_open(company)
                    && self.shares_sold(company) == 0
                    && self.charter(company).hexes.len() == 1
                    && self.companies_at(board().chicago).count() == 1;
                ensure(
                    fresh,
                    || "the Wabash auction comes just after the first company reached Chicago (CE-19)",
                )?;
                let mut first = self.companies_at(board().chicago);
                ensure(
                    first.any(|company| self.shares_of(self.active, company) > 0),
                    || "the active seat owns no share of the company in Chicago (CE-19)",
                )?;
            }
        }
        self.check_turn()
    }

    /// Shares are sold one after the other, the last owner opens, and no other money or track exists (CE-4).
    fn check_initial_auction(&self, company: Company) -> Audit {
        let Some(place) = INITIAL_ORDER.into_iter().position(|other| other == company) else {
            return Err(format!("{} is not among the initial auctions (CE-4)", company.name()).into());
        };
        for other in Company::ALL {
            let sold = u8::from(INITIAL_ORDER[..place].contains(&other));
            ensure(self.shares_sold(other) == sold, || {
                format!("at this auction {sold} shares of {} must be sold (CE-4)", other.name())
            })?;
        }
        let last = place.checked_sub(1).map(|before| INITIAL_ORDER[before]);
        let opens = last.map_or(self.banker, |company| {
            self.players.iter().map(|(seat, _)| seat).find(|&seat| self.shares_of(seat, company) > 0)
        });
        ensure(opens == Some(self.active), || "the banker, then the last buyer, opens (CE-4)")?;
        let start = Self::set_up(self.players.seats()).expect("the game has its players");
        for other in Company::ALL.into_iter().filter(|&other| self.shares_sold(other) == 0) {
            ensure(self.charter(other).cash == Money::ZERO, || {
                format!("{} has money before its first share is sold (CE-4)", other.name())
            })?;
        }
        for (seat, player) in self.players.iter() {
            // One share of each is out, so what a company has is what the owner of that share paid.
            let owned = Company::ALL.into_iter().filter(|&company| self.shares_of(seat, company) > 0);
            let paid: Money = owned.map(|company| self.charter(company).cash).sum();
            let cash = start.players[seat].cash - paid;
            ensure(player.cash == cash, || format!("{seat} must have {cash} after what was paid (CE-1)"))?;
        }
        let built = self.charters.iter().zip(&start.charters).any(|(now, then)| now.hexes != then.hexes);
        ensure(!built && self.boxes == [0; 3], || "nothing is built before the first turn (CE-4)")
    }

    /// Within a turn the first shares are sold, and what is asked can be answered.
    fn check_turn(&self) -> Audit {
        ensure(self.banker.is_some(), || "the banker must have been drawn (CE-1)")?;
        for company in INITIAL_ORDER {
            let sold = self.shares_sold(company);
            ensure(sold > 0, || format!("a share of {} must have been sold (CE-4)", company.name()))?;
        }
        match self.phase {
            Phase::Offer => {
                ensure(self.anything_to_offer(), || "there is no share to offer: the turn would be over")
            }
            Phase::Development => {
                ensure(self.anything_to_develop(), || "there is nothing to develop: the turn would be over")
            }
            Phase::Expansion(None) => {
                ensure(self.anything_to_place(), || "there is nothing to place: the turn would be over")
            }
            Phase::Expansion(Some(expanding)) => self.check_expansion(expanding),
            Phase::Over => {
                ensure(self.endings().iter().any(Option::is_some), || "no reason to end holds (CE-23)")
            }
            _ => Ok(()),
        }
    }

    fn check_expansion(&self, expanding: Expanding) -> Audit {
        let Expanding { company, placed, chicago } = expanding;
        let name = company.name();
        ensure((1..board().figures.expansion_limit).contains(&placed), || {
            format!("an expansion under way has placed 1 or 2 hexes, not {placed} (CE-12)")
        })?;
        ensure(self.charter(company).hexes.len() > u16::from(placed), || {
            format!("{name} has not placed so many")
        })?;
        ensure(self.shares_of(self.active, company) > 0, || {
            format!("the active seat owns no share of {name}")
        })?;
        ensure(!chicago || self.charter(company).hexes.contains(board().chicago.place()), || {
            format!("{name} is not in Chicago")
        })?;
        ensure(self.can_expand(company), || format!("{name} cannot expand further: the turn would be over"))
    }
}

/// More than a dividend of all companies would pay if each of them earned every hex of the map.
const MOST_PAYOUT: Money = Money::new(10_000);
