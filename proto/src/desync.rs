//! When two states differ: finding where, telling both sides, and mending what can be mended.
//!
//! Every use of the state checks its hash first, so damage is found at the very next entry. A damaged state is
//! computed again from the log; the others play on meanwhile. Where two builds compute different states from the same
//! entry nothing can be mended: each tells the other the state it computed, and both can name the first field that
//! differs.

use std::collections::{BTreeMap, BTreeSet};

use crate::entry::Entry;
use crate::event::{DesyncReport, ProtocolEvent};
use crate::hash::Hash;
use crate::limits::{DUMP_MILLIS, MAX_DUMP_FIELDS, MAX_DUMP_TRIES, MAX_FRAME_BYTES, MAX_SHOWN_BYTES};
use crate::lineage::Lineage;
use crate::lockstep::{Lockstep, Millis};
use crate::message::{Dump, Message};
use crate::rules::Rules;
use crate::sign::PublicKey;
use crate::statement::{Head, Signed};
use crate::text::clean;
use crate::world::{Chain, replay};

/// A state, field by field.
type Fields = Vec<(String, String)>;

/// An entry that leads to another state here than for others.
#[derive(Debug)]
struct Dispute {
    index: u32,
    cause: Hash,
    /// The state that it should lead to, if somebody signed that, and the one computed here.
    hashes: Option<(Hash, Hash)>,
    /// What was computed here. It is never played on.
    fields: Fields,
    /// How often the others were asked for theirs.
    asked: u32,
    /// The field that differs was named.
    named: bool,
}

/// What is looked into, and what was.
#[derive(Debug)]
pub(crate) struct Disputes {
    open: Option<Dispute>,
    /// The indices behind the last final one about which the others were asked: at each about one entry.
    indices: BTreeSet<u32>,
    /// They were asked since the last status.
    asked: bool,
    /// The last difference that a neighbour's dump showed.
    reported: Option<DesyncReport>,
    /// When the next state of long ago may be computed for somebody.
    next_dump: Millis,
}

impl Disputes {
    /// Nothing is disputed yet.
    pub(crate) const fn new(now: Millis) -> Self {
        Self { open: None, indices: BTreeSet::new(), asked: false, reported: None, next_dump: now }
    }

    /// What was computed after this, if that is what is disputed.
    fn about(&mut self, cause: &Hash) -> Option<&mut Dispute> {
        self.open.as_mut().filter(|dispute| dispute.cause == *cause)
    }
}

impl<R: Rules> Lockstep<R> {
    /// This peer's state is not what it was: computes it again, and tells a neighbour how it looked. Says whether the
    /// state is sound now.
    pub(crate) fn mend(&mut self) -> bool {
        let index = self.world.index;
        let damaged = self.world.rules.dump();
        let past = Chain { log: &self.log, more: &[] };
        let Some(mended) = self.world.mended(&self.table, past, &self.genesis) else { return false };
        if let Some(report) = first_difference(index, &damaged, &mended.dump()) {
            self.tell(ProtocolEvent::Desync(report));
        }
        self.world.rules = mended;
        self.tell(ProtocolEvent::Repaired { index });
        let (cause, fields) = (self.tip_cause(), bounded(damaged));
        if let Some(peer) = self.links.keys().next().copied() {
            self.send(peer, &Message::Dump(Dump { index, cause, answer: true, fields }));
        }
        true
    }

    /// An entry leads to another state here than it says, though this peer's state before it is sound. At an index the
    /// first such entry is looked into: whoever acts there could sign any number of them. What nobody signed must come
    /// from somebody who counts: anybody could claim any state.
    pub(crate) fn dispute(&mut self, from: PublicKey, said: &Entry, computed: Hash, rules: &R) {
        let voter = self.links.get(&from).and_then(|link| link.voter);
        let counts = voter.is_some_and(|voter| self.world.voters().contains(voter));
        if counts || !said.is_computed() {
            let core = &said.core;
            self.open_dispute(core.index, core.cause(), Some((core.state, computed)), rules.dump());
        }
    }

    /// A draw or a bot's move is computed by everybody and sent by nobody: that another build computes another state
    /// shows when a seat acknowledges, in round 0, something that is not known here.
    pub(crate) fn look_for_other_builds(&mut self) {
        let ours = self.open.candidates.iter().find(|candidate| candidate.entry.is_computed());
        let Some(ours) = ours else { return };
        let unknown =
            |head: &Signed<Head>| head.says.round == 0 && self.open.candidate(&head.says.entry).is_none();
        let index = ours.entry.core.index;
        if self.open.heads.iter().any(unknown) && !self.disputes.indices.contains(&index) {
            let (cause, fields) = (ours.entry.core.cause(), ours.world.rules.dump());
            self.open_dispute(index, cause, None, fields);
        }
    }

    fn open_dispute(&mut self, index: u32, cause: Hash, hashes: Option<(Hash, Hash)>, fields: Fields) {
        // What comes first is looked into first.
        let open =
            self.disputes.open.as_ref().filter(|dispute| dispute.asked <= MAX_DUMP_TRIES && !dispute.named);
        if open.is_none_or(|dispute| index < dispute.index) && self.disputes.indices.insert(index) {
            let fields = bounded(fields);
            self.disputes.open = Some(Dispute { index, cause, hashes, fields, asked: 0, named: false });
            if !self.disputes.asked {
                self.ask_about_dispute();
            }
        }
    }

    /// With every status, so that nobody who disputes many entries has this peer send more.
    pub(crate) fn ask_again_about_dispute(&mut self) {
        self.disputes.asked = false;
        self.ask_about_dispute();
    }

    /// Tells all neighbours what was computed here and asks what they computed, a few times. If nobody answers, the two
    /// hashes are all there is to report.
    fn ask_about_dispute(&mut self) {
        let Some(dispute) = self.disputes.open.as_mut().filter(|dispute| !dispute.named) else { return };
        dispute.asked = dispute.asked.saturating_add(1);
        if dispute.asked <= MAX_DUMP_TRIES {
            let Dispute { index, cause, .. } = *dispute;
            let dump = Dump { index, cause, answer: true, fields: dispute.fields.clone() };
            self.disputes.asked = true;
            self.spread(&Message::Dump(dump), None);
        } else if let Some((said, computed)) = dispute.hashes {
            dispute.named = true;
            let report = DesyncReport {
                index: dispute.index,
                field: "state hash".to_owned(),
                ours: computed.to_string(),
                theirs: said.to_string(),
            };
            self.tell(ProtocolEvent::Desync(report));
        }
    }

    /// What has become final is no longer disputed.
    pub(crate) fn settle_dispute(&mut self) {
        let last = self.world.index;
        self.disputes.open.take_if(|dispute| dispute.index <= last);
        self.disputes.indices.retain(|index| *index > last);
    }

    pub(crate) fn on_dump(&mut self, now: Millis, from: PublicKey, theirs: &Dump) {
        if theirs.fields.len() > MAX_DUMP_FIELDS {
            return;
        }
        // Anybody may send one, and comparing two states takes long.
        if self.links.get_mut(&from).is_none_or(|link| !link.allow_dump(now)) {
            return;
        }
        let Some(ours) = self.computed_after(now, theirs) else { return };
        if let Some(report) = first_difference(theirs.index, &ours, &theirs.fields) {
            if let Some(dispute) = self.disputes.about(&theirs.cause) {
                dispute.named = true;
            }
            // Several neighbours may show the same difference.
            if self.disputes.reported.as_ref() != Some(&report) {
                self.disputes.reported = Some(report.clone());
                self.tell(ProtocolEvent::Desync(report));
            }
        }
        if theirs.answer {
            let Dump { index, cause, .. } = *theirs;
            self.send(from, &Message::Dump(Dump { index, cause, answer: false, fields: ours }));
        }
    }

    /// The state that this peer computed after what the dump is about, cut as theirs is: else the place of the cut
    /// would pass for a difference.
    fn computed_after(&mut self, now: Millis, theirs: &Dump) -> Option<Fields> {
        if let Some(dispute) = self.disputes.about(&theirs.cause) {
            return Some(dispute.fields.clone());
        }
        if theirs.index > self.world.index {
            let mut open = self.open.candidates.iter();
            let same = open.find(|candidate| candidate.entry.core.cause() == theirs.cause)?;
            return Some(bounded(same.world.rules.dump()));
        }
        if theirs.index == self.world.index {
            return (theirs.cause == self.tip_cause()).then(|| bounded(self.world.rules.dump()));
        }
        // Asking for an old state is cheap and computing it is not.
        let log = self.log.get(..theirs.index as usize)?;
        if log.last()?.core.cause() != theirs.cause || !theirs.answer || now < self.disputes.next_dump {
            return None;
        }
        self.disputes.next_dump = now + DUMP_MILLIS;
        let past = Chain { log, more: &[] };
        Some(bounded(replay(&self.table, &self.genesis, past, &Lineage::of(log)).dump()))
    }

    fn tip_cause(&self) -> Hash {
        self.log.last().map_or(self.world.tip, |entry| entry.core.cause())
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
fn first_difference<'a>(
    index: u32,
    ours: &'a [(String, String)],
    theirs: &'a [(String, String)],
) -> Option<DesyncReport> {
    // Of fields with one name the first counts. Looking for each in a list would take thousands of times as long.
    let by_name = |fields: &'a [(String, String)]| -> BTreeMap<&'a str, &'a str> {
        fields.iter().rev().map(|(name, value)| (name.as_str(), value.as_str())).collect()
    };
    let (ours_by_name, theirs_by_name) = (by_name(ours), by_name(theirs));
    let names = ours.iter().chain(theirs).map(|(name, _)| name.as_str());
    let mut pairs = names.map(|name| (name, ours_by_name.get(name), theirs_by_name.get(name)));
    let (field, ours, theirs) = pairs.find(|(_, ours, theirs)| ours != theirs)?;
    let shown = |value: Option<&&str>| {
        value.map_or_else(|| "nothing".to_owned(), |value| clean(value, MAX_SHOWN_BYTES))
    };
    let field = clean(field, MAX_SHOWN_BYTES);
    Some(DesyncReport { index, field, ours: shown(ours), theirs: shown(theirs) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec;

    #[test]
    fn what_another_peer_dumped_is_shown_clean_and_short() {
        let field = |name: &str, value: &str| vec![(name.to_owned(), value.to_owned())];
        let tricks = "\u{1b}]0;title\u{7}\u{1b}[2Ja\u{9b}1mb\u{202e}c\u{200b}";
        let report = first_difference(1, &field("cash", "5"), &field("cash", tricks)).unwrap();
        assert_eq!((report.ours.as_str(), report.theirs.as_str()), ("5", "abc"));
        let report = first_difference(1, &[], &field(&tricks.repeat(100), "5")).unwrap();
        assert_eq!(report.field, "abc".repeat(MAX_SHOWN_BYTES)[..MAX_SHOWN_BYTES]);
    }

    #[test]
    fn a_dump_of_a_large_state_is_still_a_message() {
        let fields = vec![("field".repeat(3), "value".repeat(20)); 4_000];
        let dump = Dump { index: u32::MAX, cause: Hash([9; 32]), answer: true, fields: bounded(fields) };
        let message = Message::Dump(dump);
        assert_eq!(codec::decode(&codec::encode(&message)), Ok(message));
    }
}
