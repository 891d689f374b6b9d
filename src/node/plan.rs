//! What a player plans, checked: the game and how it is played, before anybody has come.

use anyhow::{Context as _, bail};

use crate::bots::{self, BOTS};
use crate::engine::bot::Bot;
use crate::table::front::{People, Plan, PublicKey, SeatPlan};
use crate::table::phrase::PhraseKey;
use crate::table::stake::unstaked_seat;
use crate::table::terms::{Agreed, Terms};

/// The game of a plan and how it is played; who sits where, and the nonce, are filled in when all sit.
pub(crate) fn plan_terms(plan: &Plan) -> anyhow::Result<Terms> {
    let bot = find_bot(&plan.bot)?.name().to_owned();
    if plan.bots >= plan.seats {
        bail!(
            "{} bots leave no seat for you at a table of {}; use fewer bots or more seats",
            plan.bots,
            plan.seats
        );
    }
    let mut somebody = vec![SeatPlan::Bot { name: bot.clone() }; plan.seats.into()];
    somebody[0] = unstaked_seat("host".to_owned(), PublicKey([0; 32]));
    let terms = Terms {
        game: plan.game.clone(),
        options: plan.options.clone(),
        seats: somebody,
        draw: plan.draw,
        clock: plan.clock,
        stand_in: bot,
        nonce: [0; 16],
        name: plan.name.clone(),
    };
    // Refused now rather than when everybody has come.
    let contract = terms.clone().contract(BOTS)?;
    Agreed::new(&contract, BOTS)?.begin()?;
    if plan.seats < 2 && plan.people == People::Network {
        bail!(
            "a table on the network has two seats or more; to play alone there is `whistlestop play --solitaire`"
        );
    }
    Ok(terms)
}

/// The key of a pass phrase, if there is one.
pub(crate) fn phrase_key(phrase: Option<&str>) -> anyhow::Result<Option<PhraseKey>> {
    match phrase {
        Some(phrase) if phrase.trim().is_empty() => {
            bail!("the pass phrase is empty; give some words, or leave --pass-phrase out")
        }
        Some(phrase) => Ok(Some(PhraseKey::new(phrase))),
        None => Ok(None),
    }
}

/// The bot of this name, with or without its version.
pub fn find_bot(name: &str) -> anyhow::Result<&'static dyn Bot> {
    bots::find(name).with_context(|| {
        let known: Vec<&str> = BOTS.iter().map(|bot| bot.name()).collect();
        format!("there is no bot {name:?}; there is {}", known.join(", "))
    })
}
