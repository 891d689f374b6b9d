//! What may be done, how it is put to a player, and why something may not.

use crate::engine::money::Money;
use crate::engine::words::Words;

/// Something the deciding player may do.
#[derive(Clone, Debug)]
pub enum Choice<A> {
    /// This action.
    Act(A),
    /// This action with an amount from `min` to `max` in steps of `step`.
    Amount {
        /// The action with some amount.
        with: fn(Money) -> A,
        /// The least.
        min: Money,
        /// The most.
        max: Money,
        /// From one amount to the next.
        step: Money,
    },
}

impl<A: Clone> Choice<A> {
    /// The action; with an amount to choose, the one with the least.
    pub fn least(&self) -> A {
        match self {
            Self::Act(action) => action.clone(),
            Self::Amount { with, min, .. } => with(*min),
        }
    }
}

/// Something that comes to mind but may not be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// What cannot be done.
    pub what: Words,
    /// Why, and by which rule.
    pub why: Illegal,
}

impl Blocked {
    /// This may not be done, for this reason.
    pub fn new(what: impl Into<Words>, why: impl Into<Illegal>) -> Self {
        Self { what: what.into(), why: why.into() }
    }
}

/// A list of choices being made. Blocked ones cost words, so they are listed only where somebody reads them.
#[derive(Clone, Debug)]
pub struct Choices<A> {
    /// What may be done.
    pub legal: Vec<Choice<A>>,
    /// What may not be done; `None` if nobody asked.
    pub blocked: Option<Vec<Blocked>>,
}

impl<A> Choices<A> {
    /// An empty list of legal choices.
    pub const fn legal_only() -> Self {
        Self { legal: Vec::new(), blocked: None }
    }

    /// An empty list that also takes blocked choices.
    pub const fn with_blocked() -> Self {
        Self { legal: Vec::new(), blocked: Some(Vec::new()) }
    }

    /// Empties the list and keeps its memory.
    pub fn clear(&mut self) {
        self.legal.clear();
        self.blocked.iter_mut().for_each(Vec::clear);
    }

    /// Adds an action.
    pub fn act(&mut self, action: A) {
        self.legal.push(Choice::Act(action));
    }

    /// Adds an action with an amount to choose.
    pub fn amount(&mut self, with: fn(Money) -> A, (min, max): (Money, Money), step: Money) {
        self.legal.push(Choice::Amount { with, min, max, step });
    }

    /// Adds an action if it is allowed, and else, where that is wanted, `what` is blocked.
    pub fn act_if<W: Into<Words>>(
        &mut self,
        allowed: Result<(), impl Into<Illegal>>,
        action: A,
        what: impl FnOnce() -> W,
    ) {
        match allowed {
            Ok(()) => self.act(action),
            Err(refusal) => self.blocked(|| [Blocked::new(what(), refusal)]),
        }
    }

    /// Adds blocked choices, if they are wanted.
    pub fn blocked<I: IntoIterator<Item = Blocked>>(&mut self, blocked: impl FnOnce() -> I) {
        if let Some(list) = &mut self.blocked {
            list.extend(blocked());
        }
    }
}

/// How an action is put to the player who may take it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// What it does, in a few words.
    pub text: Words,
    /// The place on the board that it is about, by its id in the scene.
    pub place: Option<String>,
    /// The place that it leads to from there: where several actions start at one place, this tells them apart on the
    /// board.
    pub toward: Option<String>,
    /// What it costs at once.
    pub price: Option<Money>,
    /// The kind of action it is. Where there are very many, a player first picks the kind.
    pub group: Option<&'static str>,
    /// What else a player should know before taking it, such as what a card says.
    pub more: Words,
}

/// Why an action is refused: a sentence for the player and the rule's id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why} ({rule})")]
pub struct Illegal {
    /// The sentence.
    pub why: Words,
    /// The rule: "CE-14".
    pub rule: &'static str,
}

/// Why a position cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadPosition(pub Words);

impl<T: Into<Words>> From<T> for BadPosition {
    fn from(reason: T) -> Self {
        Self(reason.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused_is_blocked_where_somebody_reads_it() {
        let no = || Illegal { why: "it rains".into(), rule: "CE-1" };
        let mut choices = Choices::with_blocked();
        choices.act_if(Ok::<(), Illegal>(()), 1, || -> String { unreachable!("it is allowed") });
        choices.act_if(Err(no()), 2, || "walk");
        assert!(matches!(choices.legal[..], [Choice::Act(1)]));
        assert_eq!(choices.blocked, Some(vec![Blocked { what: "walk".into(), why: no() }]));
        let mut unread = Choices::legal_only();
        unread.act_if(Err(no()), 2, || -> String { unreachable!("nobody reads this") });
        assert!(unread.legal.is_empty());
    }
}
