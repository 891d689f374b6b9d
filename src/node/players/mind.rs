//! Whoever decides without a person: a bot of the program, or a program in any language.

use crate::bots;
use crate::engine::any_game::{ActionBytes, AnyGame};
use crate::engine::bot::{Bot, Progress};

use crate::node::players::program::{Fault, Leash, Program, ProgramPlan};

/// Who decides, before it does.
#[derive(Clone, Debug)]
pub enum MindPlan {
    /// A bot.
    Bot(&'static dyn Bot),
    /// A program.
    Program(ProgramPlan),
}

/// Who decides.
#[derive(Debug)]
pub enum Mind {
    /// A bot.
    Bot(&'static dyn Bot),
    /// A program.
    Program(Program),
}

/// What was decided.
#[derive(Debug)]
pub struct Decision {
    /// The actions.
    pub actions: Vec<ActionBytes>,
    /// Why the program itself did not decide, so that the greedy bot did.
    pub fault: Option<Fault>,
}

impl MindPlan {
    /// Somebody who decides so.
    pub fn wake(&self) -> Mind {
        match self {
            Self::Bot(bot) => Mind::Bot(*bot),
            Self::Program(plan) => Mind::Program(Program::new(plan.clone())),
        }
    }
}

impl Mind {
    /// What ends it while it decides; a bot needs none.
    pub fn leash(&self) -> Option<Leash> {
        match self {
            Self::Bot(_) => None,
            Self::Program(program) => Some(program.leash()),
        }
    }

    /// What the deciding seat commits.
    pub fn decide(&mut self, game: &dyn AnyGame, progress: &Progress) -> Decision {
        let decided = match self {
            Self::Bot(bot) => Ok(bot.think(game, progress)),
            Self::Program(program) => program.decide(game),
        };
        match decided {
            Ok(actions) => Decision { actions, fault: None },
            Err(fault) => {
                let greedy = bots::find("greedy").expect("there is a greedy bot");
                Decision { actions: greedy.decide(game), fault: Some(fault) }
            }
        }
    }
}
