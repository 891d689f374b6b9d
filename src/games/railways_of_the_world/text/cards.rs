//! What cards and barons are called and say.

use super::super::board::{Baron, Card, City, Effect, Goal};
use super::super::cards::Symbol;
use super::super::state::RailwaysOfTheWorld;
use super::{city_name, counted};
use crate::engine::money::Money;
use crate::engine::named::Named;

pub(in super::super) fn card_name(game: &RailwaysOfTheWorld, card: Card) -> &'static str {
    game.board().card(card).map_or_else(|| card.name(), |card| &card.name)
}

/// What becomes of a card, by its symbol.
pub(in super::super) const fn symbol_text(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Goal => "goal, never taken",
        Symbol::OncePerTurn => "kept, once a turn",
        Symbol::Immediate => "acts at once",
        Symbol::Hand => "kept, played once",
        Symbol::Permanent => "kept, acts for good",
    }
}

/// What a card does, in a sentence.
pub(in super::super) fn card_text(game: &RailwaysOfTheWorld, card: Card) -> String {
    let Some(effect) = game.board().effect(card) else { return String::new() };
    let name = |city: City| city_name(game, city);
    let dollars = Money::new;
    match effect {
        Effect::DeliveryLinks { links, points } => format!(
            "The first to deliver a cube over {} or more moves up {}.",
            counted(links, "link"),
            spaces(points)
        ),
        Effect::LinksOwned { links, points } => {
            format!("The first to complete a link and so own {} of them moves up {}.", links, spaces(points))
        }
        Effect::DeliverTo { city, points } => {
            format!("The first delivery that ends in {} takes its player up {}.", name(city), spaces(points))
        }
        Effect::Line { between: (a, b), points } => format!(
            "The first to join {} and {} by a link, as ends of a chain of own links, moves up {}.",
            name(a),
            name(b),
            spaces(points)
        ),
        Effect::EngineLevel { level, points } => {
            format!("The first to buy an engine of level {level} moves up {}.", spaces(points))
        }
        Effect::Survey { dollars: less } => {
            format!("Once a turn a build costs {} less, but never less than nothing.", dollars(less))
        }
        Effect::Dispatch { levels } => {
            format!("Once a turn a delivery goes as if the engine were {} better.", counted(levels, "level"))
        }
        Effect::Dining { links, dollars: cash } => format!(
            "Your first delivery of a turn over {links} or more links earns {}, by itself.",
            dollars(cash)
        ),
        Effect::Gang { pieces } => {
            format!("Once a turn a build may lay {} more.", counted(pieces, "piece"))
        }
        Effect::Subsidy { dollars: cash } => format!("The bank pays you {} at once.", dollars(cash)),
        Effect::Boom { cubes } => format!("{} from the bag go into any one city.", counted(cubes, "cube")),
        Effect::Revival { cubes } => {
            format!("{} from the bag go into a city that is empty.", counted(cubes, "cube"))
        }
        Effect::Works { dollars: less } => {
            format!("Buy the next engine at once for {} less, but never less than nothing.", dollars(less))
        }
        Effect::Charter => "Urbanize a gray city at once for nothing.".to_owned(),
        Effect::Press { points } => format!("Move up {} at once.", spaces(points)),
        Effect::Grant { pieces } => format!(
            "In one build the first {pieces} pieces on open land cost nothing; ridges are paid all the same."
        ),
        Effect::Crew => "Act once more after your action.".to_owned(),
        Effect::Powder { mountain, ridge } => format!(
            "In one build a piece on a mountain costs {} and a ridge {}.",
            dollars(mountain),
            dollars(ridge)
        ),
        Effect::Orders { levels } => {
            format!("One delivery goes as if the engine were {} better.", counted(levels, "level"))
        }
        Effect::Early => {
            "Before an auction: be First Player; there is no auction, and nobody pays.".to_owned()
        }
        Effect::Rights => {
            "One delivery may begin on a link of another player, who earns its space.".to_owned()
        }
        Effect::Hotel { city, points } => {
            format!("Whoever's delivery ends in {}, you move up {}.", name(city), spaces(points))
        }
        Effect::Bridge { dollars: cost } => format!("Your track on water costs {}.", dollars(cost)),
        Effect::Tunnel { dollars: cost } => format!("A ridge costs you {}.", dollars(cost)),
        Effect::Credit { dollars: less } => format!("Your bonds cost {} less each turn.", dollars(less)),
        Effect::Shops { dollars: less } => {
            format!("Your engines cost {} less, but never less than nothing.", dollars(less))
        }
    }
}

/// What a goal pays, or what becomes of another card.
pub(in super::super) fn card_worth(game: &RailwaysOfTheWorld, card: Card) -> String {
    match game.board().effect(card) {
        Some(
            Effect::DeliveryLinks { points, .. }
            | Effect::LinksOwned { points, .. }
            | Effect::DeliverTo { points, .. }
            | Effect::Line { points, .. }
            | Effect::EngineLevel { points, .. },
        ) => format!("goal, {}", spaces(points)),
        Some(effect) => symbol_text(effect.symbol()).to_owned(),
        None => String::new(),
    }
}

fn spaces(points: i64) -> String {
    counted(points, "space")
}

/// What a baron wants, and what that pays at the end.
pub(in super::super) fn baron_text(game: &RailwaysOfTheWorld, baron: Baron) -> String {
    let Some(figures) = game.board().baron(baron) else { return String::new() };
    let name = |city: City| city_name(game, city);
    let goal = match figures.goal {
        Goal::FewestBonds => "fewer bonds than anybody else".to_owned(),
        Goal::MostCash => "more money than anybody else".to_owned(),
        Goal::LongestChain => "the longest chain of own links, alone".to_owned(),
        Goal::MostLinks => "more complete links than anybody else".to_owned(),
        Goal::BestEngine => "a better engine than anybody else".to_owned(),
        Goal::Line(a, b) => format!("a chain of own links between {} and {}", name(a), name(b)),
        Goal::Hub { city, links } => format!("{links} own links at {}", name(city)),
        Goal::SpecialLink => "a special link".to_owned(),
    };
    format!("{goal} ({})", counted(figures.points, "point"))
}
