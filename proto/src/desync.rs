//! When two states differ: finding where, telling both sides, and mending what can be mended.
//!
//! Every use of the state checks its hash first, so damage is found at the very next entry. A damaged state is
//! computed again from the log; the others play on meanwhile.

use crate::event::{DesyncReport, Event};
use crate::hash::Hash;
use crate::limits::{MAX_DUMP_FIELDS, MAX_FRAME_BYTES, MAX_SHOWN_CHARS};
use crate::lockstep::Lockstep;
use crate::message::{Dump, Message};
use crate::rules::Rules;
use crate::sign::PublicKey;
use crate::world::Past;

impl<R: Rules> Lockstep<R> {
    /// This peer's state is not what it was: computes it again, and tells a neighbour how it looked. Says whether the
    /// state is sound now.
    pub(crate) fn mend(&mut self) -> bool {
        let index = self.world.index;
        let damaged = self.world.rules.dump();
        let past = Past { log: &self.log, more: &[] };
        let Some(mended) = self.world.mended(&self.table, past, &self.genesis) else { return false };
        if let Some(report) = first_difference(index, &damaged, &mended.dump()) {
            self.events.push_back(Event::Desync(report));
        }
        self.world.rules = mended;
        self.events.push_back(Event::Repaired { index });
        let fields = bounded(damaged);
        if let Some(peer) = self.links.keys().next().copied() {
            self.send(peer, &Message::Dump(Dump { index, answer: true, fields }));
        }
        true
    }

    /// An entry leads to another state here than it says, though this peer's state before it is sound.
    pub(crate) fn report_other_state(&mut self, from: PublicKey, index: u32, said: Hash, computed: Hash) {
        let report = DesyncReport {
            index,
            field: "state hash".to_owned(),
            ours: computed.to_string(),
            theirs: said.to_string(),
        };
        self.events.push_back(Event::Desync(report));
        let fields = bounded(self.world.rules.dump());
        self.send(from, &Message::Dump(Dump { index: self.world.index, answer: true, fields }));
    }

    pub(crate) fn on_dump(&mut self, from: PublicKey, theirs: &Dump) {
        if theirs.fields.len() > MAX_DUMP_FIELDS || theirs.index != self.world.index {
            return;
        }
        // Cut as theirs is, or the place of the cut would pass for a difference.
        let ours = bounded(self.world.rules.dump());
        if let Some(report) = first_difference(theirs.index, &ours, &theirs.fields) {
            self.events.push_back(Event::Desync(report));
        }
        if theirs.answer {
            self.send(from, &Message::Dump(Dump { index: theirs.index, answer: false, fields: ours }));
        }
    }
}

/// As many fields as fit into one message.
fn bounded(fields: Vec<(String, String)>) -> Vec<(String, String)> {
    // Around the fields, and around each: no length takes more than nine bytes.
    let (around_all, around_each) = (64, 2 * 9);
    let mut bytes = around_all;
    let fits = |(name, value): &(String, String)| {
        bytes += around_each + name.len() + value.len();
        bytes <= MAX_FRAME_BYTES
    };
    fields.into_iter().take(MAX_DUMP_FIELDS).take_while(fits).collect()
}

/// The first field that differs, by name: a field that one side lacks counts as different.
fn first_difference(
    index: u32,
    ours: &[(String, String)],
    theirs: &[(String, String)],
) -> Option<DesyncReport> {
    let value = |fields: &[(String, String)], name: &str| {
        fields.iter().find(|(other, _)| other == name).map(|(_, value)| value.clone())
    };
    let names = ours.iter().chain(theirs).map(|(name, _)| name);
    let pairs = names.map(|name| (name, value(ours, name), value(theirs, name)));
    let (field, ours, theirs) = pairs.into_iter().find(|(_, ours, theirs)| ours != theirs)?;
    let shown = |value: Option<String>| value.map_or_else(|| "nothing".to_owned(), |value| cut(&value));
    Some(DesyncReport { index, field: cut(field), ours: shown(ours), theirs: shown(theirs) })
}

/// What another peer sent may be long.
fn cut(text: &str) -> String {
    text.chars().take(MAX_SHOWN_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec;

    #[test]
    fn a_dump_of_a_large_state_is_still_a_message() {
        let fields = vec![("field".repeat(3), "value".repeat(20)); 4_000];
        let dump = Dump { index: u32::MAX, answer: true, fields: bounded(fields) };
        let message = Message::Dump(dump);
        assert_eq!(codec::decode(&codec::encode(&message)), Ok(message));
    }
}
