//! What a node does about players who are away, when nobody is there to decide it.

use std::collections::BTreeMap;

use whistlestop_proto::contract::Seat;
use whistlestop_proto::entry::{Change, Holder};
use whistlestop_proto::event::Owed;
use whistlestop_proto::lockstep::Millis;

use super::front::AwayPolicy;
use super::{Node, Stage};
use crate::table::event::TableEvent;

/// Who is away, since when.
#[derive(Debug, Default)]
pub(super) struct Absences {
    since: BTreeMap<Seat, Millis>,
    next: Option<Millis>,
}

/// How often it is looked at whom the table waits for.
const LOOK_MILLIS: Millis = 500;

impl Absences {
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    pub(super) fn next_due(&self) -> Millis {
        self.next.unwrap_or(Millis::MAX)
    }
}

impl Node<'_> {
    pub(super) fn note_absence(&mut self, event: &TableEvent) {
        let now = self.now();
        match event {
            TableEvent::Away { seat, since_millis, .. } => {
                self.absences.since.insert(*seat, *since_millis);
                self.absences.next = Some(now + LOOK_MILLIS);
            }
            TableEvent::Back { seat } => {
                self.absences.since.remove(seat);
                let change = to_bot(*seat);
                if let (Stage::Playing(playing), AwayPolicy::Bot { .. }) =
                    (&mut self.stage, self.options.away)
                {
                    playing.table.no_longer_want(change);
                }
            }
            _ => {}
        }
    }

    /// Votes for a bot where the table has waited long enough for somebody who is away.
    pub(super) fn mind_absences(&mut self) {
        let now = self.now();
        let (AwayPolicy::Bot { after_millis }, Stage::Playing(playing)) =
            (self.options.away, &mut self.stage)
        else {
            return;
        };
        if self.absences.next.is_none_or(|next| now < next) {
            return;
        }
        self.absences.next = (!self.absences.since.is_empty()).then_some(now + LOOK_MILLIS);
        for (&seat, &since) in &self.absences.since {
            let owes = playing.table.lockstep().owes(seat);
            let waits = matches!(owes, Owed::Move | Owed::Link);
            if waits && now >= since + after_millis {
                // Refused while it cannot be, and asked for again at the next look.
                let _ = playing.table.want(now, to_bot(seat));
            }
        }
    }
}

const fn to_bot(seat: Seat) -> Change {
    Change::Reseat { seat, to: Holder::Bot }
}
