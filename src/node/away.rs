//! What a node does about players who are away or hold up a draw, when nobody is there to decide it; and when there is nobody
//! left to watch.

use std::collections::BTreeMap;

use whistlestop_proto::contract::Seat;
use whistlestop_proto::entry::Change;
use whistlestop_proto::event::Owed;
use whistlestop_proto::lockstep::Millis;

use super::event::Event;
use super::front::AwayPolicy;
use super::{Node, Stage};
use crate::table::Table;
use crate::table::event::TableEvent;

/// Whom the table has waited for, and since when.
#[derive(Debug, Default)]
pub(super) struct Absences {
    away: BTreeMap<Seat, Millis>,
    /// Those who are here but keep back what a draw needs. Programs send it at once; nobody has to think about it.
    withholding: BTreeMap<Seat, Millis>,
}

impl Absences {
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Since when a seat has not been heard of.
    pub(super) fn away_since(&self, seat: Seat) -> Option<Millis> {
        self.away.get(&seat).copied()
    }
}

impl Node<'_> {
    pub(super) fn note_absence(&mut self, event: &TableEvent) {
        match event {
            TableEvent::Away { voter: seat, since_millis, .. } => {
                self.absences.away.insert(*seat, *since_millis);
            }
            TableEvent::Back { voter: seat } => {
                let (now, since) = (self.now(), self.absences.away.remove(seat));
                // Only what was voted because they were away: perhaps they came back to say that they leave.
                if let (Stage::Playing(playing), AwayPolicy::Bot { after_millis }) =
                    (&mut self.stage, self.options.away)
                    && since.is_some_and(|since| now >= since + after_millis)
                {
                    playing.table.no_longer_want(to_bot(*seat));
                }
            }
            _ => {}
        }
    }

    /// Votes for a bot where the table has waited long enough for somebody who is away, or who is here and holds up a
    /// draw. Looked at with every status that the table sends.
    pub(super) fn mind_absences(&mut self) {
        let now = self.now();
        let (AwayPolicy::Bot { after_millis }, Stage::Playing(playing)) =
            (self.options.away, &mut self.stage)
        else {
            return;
        };
        let table = &mut playing.table;
        for (&seat, &since) in &self.absences.away {
            let waits = matches!(table.lockstep().owes(seat), Owed::Move | Owed::Links);
            if waits && now >= since + after_millis {
                // Refused while it cannot be, and asked for again at the next look.
                let _ = table.want(now, to_bot(seat));
            }
        }
        let Absences { away, withholding } = &mut self.absences;
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

impl Node<'_> {
    /// Whoever only watches does not wait for ever for players who are all gone. Looked at with every status.
    pub(super) fn mind_empty_table(&mut self) -> anyhow::Result<()> {
        let now = self.now();
        let Stage::Playing(playing) = &mut self.stage else { return Ok(()) };
        let Some(joining) = playing.found_by.as_ref().map(|seek| &seek.joining) else { return Ok(()) };
        let company = playing.attached.iter().any(|key| playing.is_seated(key));
        if company || playing.table.seat().is_some() || playing.table.is_over() {
            playing.alone_since = None;
            return Ok(());
        }
        let seconds = joining.alone_millis / 1000;
        let Some(since) = playing.alone_since else {
            playing.alone_since = Some(now);
            self.say(Event::Notice(format!(
                "no player is connected; this ends after {seconds} s without one"
            )));
            return Ok(());
        };
        if now >= since + joining.alone_millis {
            let path = playing.table.path().display();
            anyhow::bail!(
                "all players have been gone for {seconds} s; what was seen is kept in {path}, and `whistlestop watch` sees the rest when they are back"
            );
        }
        Ok(())
    }
}

/// Who keeps a draw from being made.
fn hold_up_draw(table: &Table) -> Vec<Seat> {
    let others = table.contract().keyed().map(|(seat, _)| seat).filter(|seat| Some(*seat) != table.seat());
    others.filter(|seat| table.lockstep().owes(*seat) == Owed::Links).collect()
}

const fn to_bot(seat: Seat) -> Change {
    Change::Remove { voter: seat }
}
