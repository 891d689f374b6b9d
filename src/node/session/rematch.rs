//! Playing again with the same people, once the game is over and everybody who is still here says so.

use std::collections::BTreeSet;

use whistlestop_proto::contract::{Contract, DrawMode, SeatNumber, SeatPlan};
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::sign::PublicKey;

use crate::node::system::random;
use crate::table::Table;
use crate::table::stake::unstaked;

/// The contract of the next game with the same people, to which they have brought nothing yet.
pub(crate) fn next_contract(last: &Contract) -> anyhow::Result<Contract> {
    let (draw, nonce) = (next_draw(last.draw), random()?);
    Ok(Contract { draw, nonce, ..anew(last) })
}

/// What of a contract holds for the next game: nobody has brought anything to it, and nobody is missing.
fn anew(last: &Contract) -> Contract {
    unstaked(&Contract { parent: None, absent: Voters::NONE, ..last.clone() })
}

const fn next_draw(last: DrawMode) -> DrawMode {
    match last {
        DrawMode::Fresh => DrawMode::Fresh,
        // The same draws again would make the second game the first.
        DrawMode::Seed(seed) => DrawMode::Seed(seed.wrapping_add(1)),
    }
}

/// Whether a contract is that of the next game: nothing differs but the nonce, the seed, what people bring, and bots for some
/// of them.
pub(crate) fn is_next(last: &Contract, next: &Contract) -> bool {
    let (last, next) = (anew(last), unstaked(next));
    let stand_in = SeatPlan::Bot { name: last.stand_in.clone() };
    let same = |(before, after): (&SeatPlan, &SeatPlan)| before == after || *after == stand_in;
    let same_people = last.seats.len() == next.seats.len() && last.seats.iter().zip(&next.seats).all(same);
    let (seats, nonce) = (next.seats.clone(), next.nonce);
    let expected = Contract { seats, nonce, draw: next_draw(last.draw), ..last.clone() };
    same_people && nonce != last.nonce && next == expected
}

/// Who wants to play again.
#[derive(Debug, Default)]
pub(crate) struct Rematch(BTreeSet<SeatNumber>);

impl Rematch {
    /// Notes whether a seat wants to; says whether that is new.
    pub(crate) fn set(&mut self, seat: SeatNumber, wants: bool) -> bool {
        if wants { self.0.insert(seat) } else { self.0.remove(&seat) }
    }

    /// Whether a seat wants to.
    pub(crate) fn wants(&self, seat: SeatNumber) -> bool {
        self.0.contains(&seat)
    }

    /// The seats of the next game, if everybody who is here wants it and nobody who is here sits before `me`, who would have to
    /// propose it. Bots play for those who have gone.
    pub(crate) fn seats(
        &self,
        table: &Table,
        me: &PublicKey,
        is_here: impl Fn(&PublicKey) -> bool,
    ) -> Option<Vec<SeatPlan>> {
        let (contract, lockstep) = (table.contract(), table.lockstep());
        let first = contract.keyed().find(|(_, key)| is_here(key))?;
        if first.1 != *me {
            return None;
        }
        let plan = |(seat, plan): (SeatNumber, &SeatPlan)| match plan {
            SeatPlan::Bot { .. } => Some(plan.clone()),
            SeatPlan::Keyed { key, .. } if is_here(key) => self.wants(seat).then(|| plan.clone()),
            SeatPlan::Keyed { .. } => {
                // Who is only out of reach for a moment is waited for.
                let gone = lockstep.is_away(seat) || lockstep.holders()[usize::from(seat)].is_bot();
                gone.then(|| SeatPlan::Bot { name: contract.stand_in.clone() })
            }
        };
        (0..).zip(&contract.seats).map(plan).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::BOTS;
    use crate::table::stake::{bring, unstaked_seat};
    use crate::table::terms::Terms;

    fn last() -> Contract {
        let keyed = |name: &str, key| unstaked_seat(name.to_owned(), PublicKey([key; 32]));
        let bot = BOTS[0].name().to_owned();
        let terms = Terms {
            game: "chicago-express".to_owned(),
            options: std::collections::BTreeMap::new(),
            seats: vec![keyed("Ann", 1), keyed("Ben", 2), SeatPlan::Bot { name: BOTS[1].name().to_owned() }],
            draw: DrawMode::Seed(7),
            clock: whistlestop_proto::contract::TimeControl::None,
            stand_in: bot,
            nonce: [1; 16],
            name: None,
        };
        terms.contract(BOTS).unwrap()
    }

    #[test]
    fn the_next_game_has_the_same_people_or_bots_for_those_who_left() {
        let last = last();
        let next = next_contract(&last).unwrap();
        assert!(is_next(&last, &next));
        assert_eq!(next.draw, DrawMode::Seed(8), "other draws than the first time");
        let mut without_ben = next.clone();
        without_ben.seats[1] = SeatPlan::Bot { name: last.stand_in.clone() };
        assert!(is_next(&last, &without_ben));
        let mut brought = next;
        bring(&mut brought, &whistlestop_proto::sign::Identity::from_secret(&[1; 32]), [3; 16]);
        assert!(is_next(&last, &brought), "and whatever they bring");
    }

    #[test]
    fn anything_else_is_another_table() {
        let last = last();
        let next = next_contract(&last).unwrap();
        let differs = |change: fn(&mut Contract)| {
            let mut other = next.clone();
            change(&mut other);
            !is_next(&last, &other)
        };
        assert!(differs(|next| next.seats[1] = unstaked_seat("Eve".to_owned(), PublicKey([9; 32]))));
        assert!(differs(|next| next.seats.swap(0, 1)));
        assert!(differs(|next| next.seats.truncate(2)));
        assert!(differs(|next| next.seats[0] = SeatPlan::Bot { name: BOTS[1].name().to_owned() }));
        assert!(differs(|next| next.draw = DrawMode::Seed(7)));
        assert!(differs(|next| next.draw = DrawMode::Fresh));
        assert!(differs(|next| next.nonce = [1; 16]));
        assert!(differs(|next| next.rules = "other".to_owned()));
        assert!(differs(|next| next.options.push(("a".to_owned(), "b".to_owned()))));
        assert!(differs(|next| next.stand_in = BOTS[1].name().to_owned()));
    }
}
