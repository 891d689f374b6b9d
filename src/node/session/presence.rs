//! How the people at a table are, told whenever it changes.

use whistlestop_proto::contract::SeatNumber;
use whistlestop_proto::entry::Holder;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::PublicKey;

use crate::table::Table;
use crate::table::front::{Event, Owed, SeatNow, SeatPlan, TimeLeft};

/// What was told last.
#[derive(Debug, Default)]
pub(crate) struct ToldPresence(Vec<SeatNow>);

impl ToldPresence {
    /// The event, if this differs from what was told before.
    pub(crate) fn changed(&mut self, now: Vec<SeatNow>) -> Option<Event> {
        if now == self.0 {
            return None;
        }
        self.0.clone_from(&now);
        Some(Event::Presence(now))
    }
}

/// How each seat is, from what the table knows and who is linked and away.
pub(crate) fn seats_now(
    table: &Table,
    linked: impl Fn(&PublicKey) -> bool,
    away_since: impl Fn(SeatNumber) -> Option<Millis>,
) -> Vec<SeatNow> {
    let lockstep = table.lockstep();
    let acknowledged: Vec<SeatNumber> = lockstep.heads_at_tip().collect();
    let nothing_yet = lockstep.log().is_empty();
    let seats = (0..).zip(&table.contract().seats).zip(lockstep.holders());
    seats
        .map(|((seat, plan), &holder)| {
            let key = match plan {
                SeatPlan::Keyed { key, .. } => Some(key),
                SeatPlan::Bot { .. } => None,
            };
            // Every peer computes what a bot does.
            let computed = key.is_none() || holder.is_bot();
            SeatNow {
                holder: if key.is_none() { Holder::Bot } else { holder },
                linked: key.is_none_or(&linked),
                away_since_millis: key.and_then(|_| away_since(seat)),
                in_step: computed || nothing_yet || acknowledged.contains(&seat),
                owes: key.map_or(Owed::Nothing, |_| lockstep.owes(seat)),
                time: lockstep.time_of(seat).map(|time| TimeLeft {
                    seconds: time.left_millis.div_ceil(1_000),
                    runs: time.is_running,
                }),
            }
        })
        .collect()
}
