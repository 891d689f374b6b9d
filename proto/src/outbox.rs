//! What a peer has to give out: bytes to keep, bytes to send, events. Nothing is given out for sending or told while
//! something that it follows from is still to be kept.

use std::collections::VecDeque;

use crate::event::ProtocolEvent;
use crate::journal::{self, Record, Writer};
use crate::limits::MAX_EVENTS;
use crate::sign::PublicKey;

/// What waits to be given out, each in its own order.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    writer: Writer,
    store: VecDeque<Vec<u8>>,
    out: VecDeque<(PublicKey, Vec<u8>)>,
    events: VecDeque<ProtocolEvent>,
}

impl Outbox {
    /// Nothing waits; the journal goes on behind what this has written.
    pub(crate) fn behind(writer: Writer) -> Self {
        Self { writer, ..Self::default() }
    }

    /// To be appended to the journal.
    pub(crate) fn keep(&mut self, record: &Record) {
        if matches!(record, Record::Contract(_)) {
            self.store.push_back(journal::preamble());
        }
        let bytes = self.writer.frame(record);
        self.store.push_back(bytes);
    }

    /// To be sent. How much may wait for a link is for the link to say.
    pub(crate) fn send(&mut self, to: PublicKey, message: Vec<u8>) {
        self.out.push_back((to, message));
    }

    /// To be told to the user. Where nobody listens, what others can bring about any number of times is told no more; the
    /// rest is bounded by the log.
    pub(crate) fn tell(&mut self, event: ProtocolEvent) {
        let once = matches!(
            event,
            ProtocolEvent::Started
                | ProtocolEvent::Final(_)
                | ProtocolEvent::Over
                | ProtocolEvent::Voters(_)
                | ProtocolEvent::Contradicted { .. }
                | ProtocolEvent::Forked { .. }
                | ProtocolEvent::Renewed(_)
        );
        if once || self.events.len() < MAX_EVENTS {
            self.events.push_back(event);
        }
    }

    /// How many final entries the user has not been told of yet.
    pub(crate) fn untold(&self) -> usize {
        self.events.iter().filter(|event| matches!(event, ProtocolEvent::Final(_))).count()
    }

    pub(crate) fn poll_store(&mut self) -> Option<Vec<u8>> {
        self.store.pop_front()
    }

    pub(crate) fn poll_transmit(&mut self) -> Option<(PublicKey, Vec<u8>)> {
        if self.store.is_empty() { self.out.pop_front() } else { None }
    }

    pub(crate) fn poll_event(&mut self) -> Option<ProtocolEvent> {
        if self.store.is_empty() { self.events.pop_front() } else { None }
    }
}
