//! What a node does about players who are away or hold up a draw, when nobody is there to decide it.

use std::collections::BTreeMap;

use whistlestop_proto::contract::SeatNumber;
use whistlestop_proto::entry::Change;
use whistlestop_proto::event::Owed;
use whistlestop_proto::lockstep::Millis;

use crate::node::options::AwayPolicy;
use crate::table::Table;
use crate::table::front::{Event, ProtocolEvent};

/// Whom the table has waited for, and since when.
#[derive(Debug, Default)]
pub(crate) struct Absences {
    away: BTreeMap<SeatNumber, Millis>,
    /// Those who are here but keep back what a draw needs. Programs send it at once; nobody has to think about it.
    withholding: BTreeMap<SeatNumber, Millis>,
}

impl Absences {
    /// Since when a seat has not been heard of.
    pub(crate) fn away_since(&self, seat: SeatNumber) -> Option<Millis> {
        self.away.get(&seat).copied()
    }

    /// Notes who is away and who is back.
    pub(crate) fn note(&mut self, now: Millis, event: &Event, policy: AwayPolicy, table: &mut Table) {
        match event {
            Event::Protocol(ProtocolEvent::Away { voter: seat, since_millis, .. }) => {
                self.away.insert(*seat, *since_millis);
            }
            Event::Protocol(ProtocolEvent::Back(seat)) => {
                let since = self.away.remove(seat);
                // Only what was voted because they were away: perhaps they came back to say that they leave.
                if let AwayPolicy::Bot { after_millis } = policy
                    && since.is_some_and(|since| now >= since + after_millis)
                {
                    table.no_longer_want(to_bot(*seat));
                }
            }
            _ => {}
        }
    }

    /// Votes for a bot where the table has waited long enough for somebody who is away, or who is here and holds up a
    /// draw. Looked at with every status that the table sends.
    pub(crate) fn mind(&mut self, now: Millis, policy: AwayPolicy, table: &mut Table) {
        let AwayPolicy::Bot { after_millis } = policy else { return };
        for (&seat, &since) in &self.away {
            let waits = matches!(table.lockstep().owes(seat), Owed::Move | Owed::Links);
            if waits && now >= since + after_millis {
                // Refused while it cannot be, and asked for again at the next look.
                let _ = table.want(now, to_bot(seat));
            }
        }
        let Self { away, withholding } = self;
        let mut holding_up = hold_up_draw(table);
        holding_up.retain(|seat| !away.contains_key(seat));
        withholding.retain(|seat, since| {
            let still = holding_up.contains(seat);
            if !still && now >= *since + after_millis {
                table.no_longer_want(to_bot(*seat));
            }
            still
        });
        for seat in holding_up {
            let since = *withholding.entry(seat).or_insert(now);
            if now >= since + after_millis {
                let _ = table.want(now, to_bot(seat));
            }
        }
    }
}

/// Who keeps a draw from being made.
fn hold_up_draw(table: &Table) -> Vec<SeatNumber> {
    let others = table.contract().keyed().map(|(seat, _)| seat).filter(|seat| Some(*seat) != table.seat());
    others.filter(|seat| table.lockstep().owes(*seat) == Owed::Links).collect()
}

const fn to_bot(seat: SeatNumber) -> Change {
    Change::Remove { voter: seat }
}
