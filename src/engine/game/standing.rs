//! How the players stand.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::engine::seat::Seat;

/// One player's place in the ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// Who.
    pub seat: Seat,
    /// With how much.
    pub score: i64,
    /// In which place; equals share one.
    pub rank: u8,
    /// What else the game counts, by name.
    #[serde(flatten)]
    pub details: BTreeMap<&'static str, Value>,
}

impl Standing {
    /// What the place goes by first: the score, or the `total` of games that add something to it at the end.
    pub fn total(&self) -> i64 {
        self.details.get("total").and_then(Value::as_i64).unwrap_or(self.score)
    }

    /// What else the game counts, as people read it: "stock value" and "30".
    pub fn counted(&self) -> impl Iterator<Item = (String, String)> {
        let value = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        self.details.iter().map(move |(name, shown)| (name.replace('_', " "), value(shown)))
    }

    /// The score with what else the game counts, in words: "16, stock value 30, total 46".
    pub fn account(&self) -> String {
        let details = self.counted();
        let details = details.map(|(name, shown)| format!(", {name} {shown}"));
        std::iter::once(self.score.to_string()).chain(details).collect()
    }

    /// Ranks seats by their key, highest first; equal keys share a rank. `score` shows the key.
    pub fn ranked<K: Ord + Copy>(
        seats: impl Iterator<Item = (Seat, K)>,
        score: impl Fn(K) -> i64,
    ) -> Vec<Self> {
        let mut all: Vec<(Seat, K)> = seats.collect();
        all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let rank = |key: K| 1 + all.iter().filter(|other| other.1 > key).count();
        let standing = |&(seat, key): &(Seat, K)| Self {
            seat,
            score: score(key),
            rank: u8::try_from(rank(key)).expect("ranks do not exceed seats"),
            details: BTreeMap::new(),
        };
        all.iter().map(standing).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::money::Money;

    #[test]
    fn equals_share_a_rank_and_stand_by_seat() {
        let cash = [30, 57, 57, 2].map(Money::new);
        let standings = Standing::ranked(Seat::all(4).zip(cash), Money::dollars);
        let shown: Vec<_> = standings.iter().map(|s| (s.seat.number(), s.score, s.rank)).collect();
        assert_eq!(shown, [(1, 57, 1), (2, 57, 1), (0, 30, 3), (3, 2, 4)]);
    }
}
