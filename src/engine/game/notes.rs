//! What happened, told only if somebody listens.

use serde_json::Value;

use crate::engine::words::Words;

/// What an action or draw brought about, told only if somebody listens.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    heard: Option<Heard>,
}

/// What was told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// What happened, a sentence each, in order.
    pub said: Vec<Words>,
    /// Outcomes of chance, as JSON, in order.
    pub drawn: Vec<Value>,
}

impl Notes {
    /// Notes that nobody reads: nothing is put into words.
    pub const fn ignored() -> Self {
        Self { heard: None }
    }

    /// Notes that somebody reads.
    pub fn kept() -> Self {
        Self { heard: Some(Heard::default()) }
    }

    /// Tells what happened.
    pub fn say<W: Into<Words>>(&mut self, sentence: impl FnOnce() -> W) {
        if let Some(heard) = &mut self.heard {
            heard.said.push(sentence().into());
        }
    }

    /// Tells an outcome of chance.
    pub fn drew(&mut self, outcome: impl FnOnce() -> Value) {
        if let Some(heard) = &mut self.heard {
            heard.drawn.push(outcome());
        }
    }

    /// What was told; nothing if nobody listened.
    pub fn into_heard(self) -> Heard {
        self.heard.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_listening_means_no_words_are_made() {
        let mut notes = Notes::ignored();
        notes.say(|| -> String { unreachable!("nobody reads this") });
        assert_eq!(notes.into_heard(), Heard::default());
    }
}
