//! All words that a player reads: choices, notes, refusals.

use super::action::{Action, Company, Dial};
use super::board::{Hex, Terrain, board};
use super::payout::Ending;
use super::state::{Cause, ChicagoExpress, Phase};
use crate::engine::auction::{Auction, BadBid, Bid};
use crate::engine::game::{Illegal, Label};
use crate::engine::lot::Call;
use crate::engine::money::{Income, Money};
use crate::engine::named::Named;
use crate::engine::seat::Seat;
use crate::engine::words::{Words, listed};

// Things

pub(super) fn dial_name(dial: Dial) -> &'static str {
    match dial {
        Dial::Auction => "Auction",
        Dial::Expansion => "Expansion",
        Dial::Development => "Development",
    }
}

pub(super) fn terrain_name(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Plain => "plain",
        Terrain::Forest => "forest",
        Terrain::Mountain => "mountain",
        Terrain::City => "city",
        Terrain::Industrial => "industrial city",
        Terrain::Start => "start city",
        Terrain::Chicago => "Chicago",
    }
}

/// "Binghamton", or "the forest R2" where there is no name.
pub(super) fn hex_name(hex: Hex) -> String {
    let figures = board().hex(hex);
    match &figures.name {
        Some(name) => format!("{name} ({})", figures.id),
        None => format!("the {} {}", terrain_name(figures.terrain), figures.id),
    }
}

// Choices

pub(super) fn choice_of_dial(dial: Dial) -> String {
    match dial {
        Dial::Auction => "auction a share".to_owned(),
        Dial::Expansion => "expand a network".to_owned(),
        Dial::Development => "develop a hex".to_owned(),
    }
}

pub(super) fn choice_of_offer(company: Company) -> String {
    format!("auction a share of {}", company.name())
}

pub(super) fn choice_of_expansion(company: Company) -> String {
    format!("expand {}", company.name())
}

pub(super) fn choice_of_hex(company: Company, hex: Hex) -> String {
    format!("expand {} to {}", company.name(), hex_name(hex))
}

pub(super) fn choice_of_development(hex: Hex) -> String {
    format!("develop {}", hex_name(hex))
}

/// How an action is put to the player who may take it.
pub(super) fn describe(game: &ChicagoExpress, action: &Action) -> Label {
    let label = |text: String| Label { text: text.into(), ..Label::default() };
    match *action {
        Action::Choose { dial } => {
            let (at, full) = (game.dials[dial as usize], board().dial_length(dial));
            let red = if at + 1 == full { ", which puts it on red" } else { "" };
            label(format!(
                "{}: the {} dial moves to {} of {full}{red}",
                choice_of_dial(dial),
                dial_name(dial),
                at + 1
            ))
        }
        Action::Offer { company } => {
            let least = game.minimum_bid(company);
            label(format!(
                "{}, at least {least}, {} left",
                choice_of_offer(company),
                game.shares_left(company)
            ))
        }
        Action::Place { company, hex } => {
            let (cost, gain) = (game.cost(hex), game.hex_income(hex));
            let text = format!("{} for {cost}{}", choice_of_hex(company, hex), gained(gain));
            Label { place: Some(hex.name().to_owned()), price: Some(cost), ..label(text) }
        }
        Action::Develop { hex } => {
            let text = format!("{}: {}", choice_of_development(hex), development_effect(game, hex));
            Label { place: Some(hex.name().to_owned()), ..label(text) }
        }
        Action::Done => label("end the expansion here".to_owned()),
        Action::Decline => label("do nothing".to_owned()),
        Action::Bid { .. } => label(match game.phase {
            Phase::Auction(lot) => {
                format!("bid for the share of {} ({})", lot.what.name(), lot.auction.leader())
            }
            _ => "bid".to_owned(),
        }),
        Action::Pass => label("pass and leave this auction".to_owned()),
    }
}

fn gained(gain: Income) -> String {
    if gain == Income::ZERO { String::new() } else { format!(", income +{gain}") }
}

fn development_effect(game: &ChicagoExpress, hex: Hex) -> String {
    let figures = board().hex(hex);
    let companies = names(game.companies_at(hex));
    match (figures.industry, figures.terrain) {
        (Some(industry), _) => {
            let at = usize::from(game.boxes[industry as usize]);
            let values = &board().industry(industry).values;
            let (now, next) = (values[at], values.get(at + 1).copied().unwrap_or(values[at]));
            format!("from {now} to {next}, income +${} for {companies}", next - now)
        }
        (None, Terrain::Forest) => format!("{companies} gets ${}", board().figures.forest_payment),
        (None, _) => format!("income +${} for {companies}", figures.house),
    }
}

/// "PRR", "PRR and NYC", "PRR, B&O and NYC".
fn names(companies: impl Iterator<Item = Company>) -> String {
    listed(companies.map(|company| company.name().to_owned()).collect())
}

// Notes

pub(super) fn banker(seat: Seat) -> String {
    format!("{seat} is the banker and opens the first auction")
}

pub(super) fn begins(seat: Seat) -> String {
    format!("{seat} owns the first share of PRR and takes the first turn")
}

pub(super) fn chooses(seat: Seat, dial: Dial, at: u8) -> String {
    let full = board().dial_length(dial);
    let red = if at == full { ", on red" } else { "" };
    format!("{seat} chooses {}: its dial is at {at} of {full}{red}", dial_name(dial))
}

pub(super) fn nothing_to_do(seat: Seat, dial: Dial) -> String {
    let what = match dial {
        Dial::Auction => "no share can be auctioned",
        Dial::Expansion => "no network of theirs can grow",
        Dial::Development => "no hex can be developed",
    };
    format!("{seat} does nothing: {what}")
}

pub(super) fn declines(seat: Seat) -> String {
    format!("{seat} does nothing")
}

pub(super) fn opens_auction(opener: Seat, company: Company, min: Money) -> String {
    format!("a share of {} is auctioned, at least {min}; {opener} opens", company.name())
}

/// What is called out while a share is under the hammer.
pub(super) fn call(company: Company, call: Call) -> Words {
    let text = match call {
        Call::Bids(Bid { seat, amount }) => format!("{seat} bids {amount} for {}", company.name()),
        Call::Passes(seat) => format!("{seat} passes"),
        Call::CannotBid(seat, least) => format!("{seat} cannot bid {least} and passes"),
    };
    text.into()
}

pub(super) fn buys(seat: Seat, company: Company, price: Money) -> String {
    format!("{seat} buys a share of {} for {price}", company.name())
}

pub(super) fn takes_free(seat: Seat, company: Company) -> String {
    format!("nobody bids: {seat} takes the share of {} for nothing", company.name())
}

pub(super) fn unsold(company: Company) -> String {
    format!("nobody bids: the share of {} stays where it is", company.name())
}

pub(super) fn places(seat: Seat, company: Company, hex: Hex, cost: Money, gain: Income) -> String {
    format!("{seat} expands {} to {} for {cost}{}", company.name(), hex_name(hex), gained(gain))
}

pub(super) fn ends_expansion(seat: Seat, company: Company) -> String {
    format!("{seat} ends the expansion of {}", company.name())
}

pub(super) fn cannot_expand_further(company: Company) -> String {
    format!("the expansion ends: {} can take no further hex", company.name())
}

pub(super) fn develops(game: &ChicagoExpress, hex: Hex, gain: Income) -> String {
    let companies = names(game.companies_at(hex));
    format!("{} develops {}: income +{gain} for {companies}", game.active, hex_name(hex))
}

pub(super) fn develops_forest(game: &ChicagoExpress, hex: Hex, owner: Company, payment: Money) -> String {
    format!("{} develops {}: {} gets {payment}", game.active, hex_name(hex), owner.name())
}

pub(super) fn reaches_chicago(company: Company) -> String {
    format!("{} has reached Chicago and pays a dividend", company.name())
}

pub(super) fn wabash_opens(income: Income) -> String {
    format!("Wabash opens in Fort Wayne with an income of {income}")
}

pub(super) fn general_dividend() -> String {
    "two dials are on red: all companies pay dividends".to_owned()
}

pub(super) fn share_pays(company: Company, per_share: Money) -> String {
    format!("each share of {} pays {per_share}", company.name())
}

pub(super) fn detroit_grows(value: i32) -> String {
    format!("the dials go back and Detroit is now at {value}")
}

pub(super) fn game_over(endings: impl Iterator<Item = Ending>) -> String {
    let reasons = endings.map(|ending| {
        let reason = match ending {
            Ending::Locomotives => "three companies have no locomotives left",
            Ending::Shares => "three companies have no shares left",
            Ending::Houses => "three houses or fewer are left",
            Ending::Detroit => "Detroit has reached 8",
        };
        reason.to_owned()
    });
    format!("the game is over: {}", listed(reasons.collect()))
}

// The scene

pub(super) const COMPANIES_ABOUT: &str = "\
- **income**: shared out among the shares at each dividend
- **pays**: what each share gets at the next dividend, the income divided by the shares sold
- **cash**: its treasury, which pays for track
- **left**: shares unsold, of all
- **loco**: locomotives left; each hex takes one";

pub(super) const PLAYERS_ABOUT: &str = "\
- under each company how many of its shares are held
- **next dividend**: what these shares get when two dials are on red";

/// What is going on, in one sentence.
pub(super) fn status(game: &ChicagoExpress) -> String {
    let seat = game.active;
    match game.phase {
        Phase::BankerDraw => "a banker is drawn".to_owned(),
        Phase::Auction(lot) => {
            let company = lot.what.name();
            let which = match lot.cause {
                Cause::Initial => format!("the first share of {company}"),
                Cause::Offered => format!("a share of {company}, offered by {seat}"),
                Cause::WabashOpened => "the first share of Wabash, just opened".to_owned(),
            };
            format!("auction of {which}: {}", lot.auction.standing())
        }
        Phase::Turn => format!("{seat} chooses a dial"),
        Phase::Offer => format!("{seat} may auction a share"),
        Phase::Expansion(None) => format!("{seat} may expand a network"),
        Phase::Expansion(Some(begun)) => {
            let limit = board().figures.expansion_limit;
            format!("{seat} expands {}: {} of {limit} hexes", begun.company.name(), begun.placed)
        }
        Phase::Development => format!("{seat} may develop a hex"),
        Phase::Over => "the game is over".to_owned(),
    }
}

/// How far the game is.
pub(super) fn progress(game: &ChicagoExpress) -> String {
    let paid = game.dividends_paid();
    format!("{paid} of at most {} dividends", board().figures.end.detroit)
}

// Refusals

/// Why an action is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    NotNow(Phase),
    DialOnRed(Dial),
    SoldOut(Company),
    WabashClosed,
    BadBid(BadBid, Auction),
    OtherCompany(Company),
    NoShare(Company),
    AlreadyThere(Company, Hex),
    NotAdjacent(Company, Hex),
    StartHex(Hex),
    Taken(Hex),
    NoLocomotives(Company),
    NoMoney(Company),
    TooDear { company: Company, hex: Hex, cost: Money, cash: Money },
    DoneBeforePlacing,
    DeclineAfterPlacing,
    NotDevelopable(Hex),
    AlreadyDeveloped(Hex),
    NobodyThere(Hex),
    NoHouses,
    GrowsByItself(Hex),
    NobodyInIndustry(Hex),
    LastBox(Hex),
}

impl From<Refusal> for Illegal {
    fn from(refusal: Refusal) -> Self {
        let (rule, why) = refusal.rule_and_sentence();
        Self { why: why.into(), rule }
    }
}

impl Refusal {
    fn rule_and_sentence(self) -> (&'static str, String) {
        match self {
            Self::NotNow(phase) => not_now(phase),
            Self::DialOnRed(dial) => ("CE-10", format!("the {} dial is on red", dial_name(dial))),
            Self::SoldOut(company) => ("CE-11", format!("no share of {} is left", company.name())),
            Self::WabashClosed => ("CE-11", "Wabash opens only when a company reaches Chicago".to_owned()),
            Self::BadBid(bad, auction) => {
                let opening = matches!(bad, BadBid::TooLow(_)) && auction.high().is_none();
                (if opening { "CE-7" } else { "CE-6" }, auction.explain(bad))
            }
            Self::OtherCompany(company) => ("CE-12", format!("this expansion is of {}", company.name())),
            Self::NoShare(company) => ("CE-12", format!("you own no share of {}", company.name())),
            Self::AlreadyThere(company, hex) => {
                ("CE-12", format!("{} already has a locomotive on {}", company.name(), hex_name(hex)))
            }
            Self::NotAdjacent(company, hex) => {
                ("CE-12", format!("{} is not beside the network of {}", hex_name(hex), company.name()))
            }
            Self::DoneBeforePlacing => {
                ("CE-12", "nothing has been placed yet: place a locomotive or decline".to_owned())
            }
            Self::DeclineAfterPlacing => {
                ("CE-12", "a locomotive has been placed: place another or be done".to_owned())
            }
            Self::StartHex(hex) => ("CE-13", format!("{} is closed to other companies", hex_name(hex))),
            Self::Taken(hex) => {
                ("CE-13", format!("{} has room for one locomotive and is taken", hex_name(hex)))
            }
            Self::NoLocomotives(company) => ("CE-14", format!("{} has no locomotive left", company.name())),
            Self::NoMoney(company) => ("CE-14", format!("{} has no money to build with", company.name())),
            Self::TooDear { company, hex, cost, cash } => {
                ("CE-14", format!("{} costs {cost} and {} has only {cash}", hex_name(hex), company.name()))
            }
            Self::NotDevelopable(hex) => ("CE-16", format!("{} cannot be developed", hex_name(hex))),
            Self::AlreadyDeveloped(hex) => ("CE-16", format!("{} already has a house", hex_name(hex))),
            Self::NobodyThere(hex) => ("CE-16", format!("no locomotive stands on {}", hex_name(hex))),
            Self::NoHouses => ("CE-16", "no house is left in the supply".to_owned()),
            Self::GrowsByItself(hex) => {
                ("CE-17", format!("{} grows by itself after each general dividend", hex_name(hex)))
            }
            Self::NobodyInIndustry(hex) => ("CE-17", format!("no locomotive stands on {}", hex_name(hex))),
            Self::LastBox(hex) => ("CE-17", format!("{} is on the last box of its track", hex_name(hex))),
        }
    }
}

fn not_now(phase: Phase) -> (&'static str, String) {
    let (rule, what) = match phase {
        Phase::BankerDraw => ("CE-1", "the banker must be drawn first"),
        Phase::Auction(_) => ("CE-6", "an auction is under way: bid or pass"),
        Phase::Turn => ("CE-10", "the turn begins with the choice of a dial"),
        Phase::Offer => ("CE-11", "now offer a share for auction or decline"),
        Phase::Expansion(None) => ("CE-12", "now place a locomotive or decline"),
        Phase::Expansion(Some(_)) => ("CE-12", "now place another locomotive or be done"),
        Phase::Development => ("CE-16", "now develop a hex or decline"),
        Phase::Over => ("CE-23", "the game is over"),
    };
    (rule, what.to_owned())
}
