//! Looking for a table, and knocking where one may be.

use whistlestop_proto::contract::PROTOCOL_VERSION;
use whistlestop_proto::sign::PublicKey;

use crate::discovery::Sighting;
use crate::node::find::door::Answered;
use crate::node::find::seek::{Ask, Seek, Tries};
use crate::node::run::{LoopStep, Node, Stage};
use crate::table::front::Event;
use crate::table::gather::PROGRAM_VERSION;
use crate::table::phrase::Answer;
use crate::table::wire::{Knock, Refusal, Wire};

impl Node<'_> {
    pub(super) fn seek(&mut self, seek: Seek) {
        self.say(Event::Looking(seek.describe()));
        self.stakes.forget_answers();
        self.stage = Stage::Seeking(seek);
        self.advertise();
    }

    /// Tries what is due; gives up when it took too long.
    pub(super) fn seek_on(&mut self) -> LoopStep {
        let now = self.now();
        let Stage::Seeking(seek) = &mut self.stage else { return Ok(None) };
        let Some(Tries { dials, given_up }) = seek.go_on(now)? else { return Ok(None) };
        // Whoever answers there later has no seat to give any more.
        if let Some(peer) = given_up.and_then(|print| self.network.peer_with(&print)) {
            self.network.drop_link(&peer, "asked elsewhere");
        }
        for address in dials {
            self.network.dial(address, None);
        }
        // Links that are there already are asked again too.
        for peer in self.network.peers() {
            if matches!(&self.stage, Stage::Seeking(seek) if seek.is_silent(&peer)) {
                // It may have been started anew, and only the link is old.
                self.network.drop_link(&peer, "no answer");
            } else {
                self.knock(peer);
            }
        }
        Ok(None)
    }

    pub(super) fn on_sighting(&mut self, sighting: Sighting) -> LoopStep {
        let now = self.now();
        self.naming.sighted(&sighting);
        match &mut self.stage {
            Stage::Seeking(seek) => {
                seek.sighted(now, sighting);
                self.seek_on()
            }
            Stage::Playing(session, _) => {
                if let Sighting::Seen { ad, addresses, .. } = sighting
                    && let Some(key) = session.key_with(&ad.fingerprint)
                {
                    self.network.hint(&key, &addresses);
                }
                Ok(None)
            }
            Stage::Waiting { back_to, .. } => {
                back_to.sighted(now, sighting);
                Ok(None)
            }
            Stage::Keeping => Ok(None),
            Stage::Hosting(_) => self.mind_name().map(|()| None),
        }
    }

    /// Asks to be let in at a peer, if it is one that was looked for.
    pub(super) fn knock(&mut self, peer: PublicKey) {
        let now = self.now();
        let (Stage::Seeking(seek), Some(link)) = (&mut self.stage, self.network.link(&peer)) else { return };
        match seek.ask(now, &peer, link.address) {
            Ok(None) => {}
            Ok(Some(ask)) => self.send_knock(peer, &ask),
            Err(why) => self.network.drop_link(&peer, why),
        }
    }

    pub(super) fn send_knock(&mut self, peer: PublicKey, ask: &Ask) {
        let me = self.me();
        let share = match (&ask.phrase, self.network.link(&peer)) {
            (Some(phrase), Some(link)) => self.door.share(me, (peer, link), phrase).unwrap_or_else(|_| {
                let why = "the system gave no random numbers to show the pass phrase with";
                (self.tell)(Event::Notice(why.to_owned()));
                None
            }),
            _ => None,
        };
        let knock = Knock {
            protocol: PROTOCOL_VERSION,
            program: PROGRAM_VERSION.to_owned(),
            name: self.options.name.clone(),
            table: ask.table,
            watch: ask.watch,
            ready: ask.ready,
            listens: self.network.shared_addresses(),
            share,
        };
        self.network.send(&peer, &Wire::Knock(knock));
    }

    /// Whether an answer of this peer about a table counts.
    pub(super) fn was_asked(&self, peer: &PublicKey) -> bool {
        matches!(&self.stage, Stage::Seeking(seek) if seek.was_asked(peer))
    }

    /// Whether a peer that was asked has yet to show that it knows the phrase.
    pub(super) fn is_unproved(&self, peer: &PublicKey) -> bool {
        let wants = matches!(&self.stage, Stage::Seeking(seek) if seek.phrase().is_some());
        let is_linked = self.network.link(peer).is_some();
        wants && self.was_asked(peer) && is_linked && !self.door.is_proved(peer)
    }

    pub(super) fn on_refused(&mut self, peer: PublicKey, refusal: &Refusal) -> LoopStep {
        let now = self.now();
        match &mut self.stage {
            Stage::Seeking(seek) if seek.was_asked(&peer) => {
                seek.on_refused(now, &peer, refusal)?;
                self.network.drop_link(&peer, "not let in");
            }
            // The seat was held for too short a time.
            Stage::Waiting { host, .. } if *host == peer => self.look_again(),
            _ => {}
        }
        Ok(None)
    }

    /// The host has shown that it knows the phrase, or not.
    pub(super) fn on_phrase(&mut self, peer: PublicKey, answer: &Answer) -> LoopStep {
        match self.door.on_answer(&peer, answer) {
            Answered::Unasked => {}
            Answered::Known(proof) => self.network.send(&peer, &Wire::Proof(proof)),
            Answered::Wrong if self.was_asked(&peer) => {
                return self.on_refused(peer, &Refusal::PassPhrase);
            }
            Answered::Wrong => self.network.drop_link(&peer, "not the same pass phrase"),
        }
        Ok(None)
    }
}
