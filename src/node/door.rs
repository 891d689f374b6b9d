//! Showing each other the pass phrase, before anybody is let in: one guess on a link, and ever fewer links for whoever
//! guesses wrong.

use whistlestop_proto::contract::PROTOCOL_VERSION;
use whistlestop_proto::sign::PublicKey;

use super::event::Event;
use super::{Node, Stage, Step};
use crate::table::phrase::{Answer, Host, Joiner, PhraseKey, Session};
use crate::table::wire::{Knock, Refusal, Wire};

/// Wrong pass phrases from one key or address that are taken for mistakes.
pub(super) const FREE_GUESSES: u32 = 4;

/// How far two peers are on one link.
#[derive(Debug)]
pub(super) struct PhraseState {
    /// What was sent to be let in, until it is answered.
    asked: Option<Joiner>,
    /// It has shown that it knows the phrase.
    proved: bool,
    /// What was answered, and to which knock, until that is proved.
    answered: Option<(Host, Box<Knock>)>,
    /// It had its guess.
    guessed: bool,
}

impl PhraseState {
    pub(super) const fn new() -> Self {
        Self { asked: None, proved: false, answered: None, guessed: false }
    }
}

impl Node<'_> {
    /// What begins to show a peer that this node knows the phrase. Knocking again goes on with what was begun.
    pub(super) fn share_for(&mut self, peer: PublicKey, phrase: &PhraseKey) -> Option<[u8; 32]> {
        let me = self.identity.public();
        let link = self.links.get_mut(&peer).filter(|link| !link.phrase.proved)?;
        if link.phrase.asked.is_none() {
            let session = Session { exporter: &link.exporter, joiner: &me, host: &peer };
            link.phrase.asked = random().map(|random| Joiner::new(phrase, &session, &random));
        }
        let share = link.phrase.asked.as_ref().map(Joiner::share);
        if share.is_none() {
            self.say(Event::Notice(
                "the system gave no random numbers to show the pass phrase with".to_owned(),
            ));
        }
        share
    }

    /// Whether a peer that was asked has yet to show that it knows the phrase.
    pub(super) fn is_unproved(&self, peer: &PublicKey) -> bool {
        let wants = matches!(&self.stage, Stage::Seeking(seek) if seek.joining.phrase.is_some());
        wants && self.was_asked(peer) && self.links.get(peer).is_some_and(|link| !link.phrase.proved)
    }

    /// Somebody wants in: at a table with a pass phrase whoever has not proved it must do so first.
    pub(super) fn on_knock(&mut self, peer: PublicKey, knock: Knock) -> Step {
        let phrase = match &self.stage {
            Stage::Hosting(gather) => gather.phrase().cloned(),
            // A player need not prove anything, but may want to see it proved.
            Stage::Playing(playing) if knock.share.is_some() || !playing.is_seated(&peer) => playing.phrase(),
            Stage::Playing(_) => None,
            // Nobody is let in here, and whoever asks now is not let in later for it.
            Stage::Seeking(_) | Stage::Waiting { .. } => return self.let_in(peer, &knock),
        };
        let Some(link) = self.links.get_mut(&peer) else { return Ok(None) };
        let Some(phrase) = phrase else {
            link.admitted = true;
            return self.let_in(peer, &knock);
        };
        if link.admitted || knock.protocol != PROTOCOL_VERSION {
            return self.let_in(peer, &knock);
        }
        match self.answer_share(peer, &phrase, knock) {
            Ok(answer) => self.send(&peer, &Wire::Phrase(answer)),
            Err(refusal) => self.send(&peer, &Wire::Refuse(refusal)),
        }
        Ok(None)
    }

    fn answer_share(&mut self, peer: PublicKey, phrase: &PhraseKey, knock: Knock) -> Result<Answer, Refusal> {
        let (now, me) = (self.now(), self.identity.public());
        let link = self.links.get_mut(&peer).ok_or(Refusal::PassPhrase)?;
        let share = knock.share.ok_or(Refusal::PassPhrase)?;
        if let Some((host, _)) = link.phrase.answered.as_ref().filter(|(host, _)| host.is_about(&share)) {
            return Ok(host.said());
        }
        if link.phrase.guessed {
            return Err(Refusal::PassPhrase);
        }
        let ip = link.address.ip();
        if self.guessers.wait(now, peer, ip).is_some() {
            return Err(Refusal::Guesses);
        }
        let session = Session { exporter: &link.exporter, joiner: &peer, host: &me };
        let host = random().and_then(|random| Host::answer(phrase, &session, share, &random));
        let host = host.ok_or(Refusal::PassPhrase)?;
        // The answer already tells whether the guess was right, so it counts until the proof is there.
        link.phrase.guessed = true;
        self.guessers.note(now, peer, ip);
        let answer = host.said();
        link.phrase.answered = Some((host, Box::new(knock)));
        Ok(answer)
    }

    /// The host has shown that it knows the phrase, or not: only then it learns that this node does.
    pub(super) fn on_phrase(&mut self, peer: PublicKey, answer: &Answer) -> Step {
        let Some(link) = self.links.get_mut(&peer) else { return Ok(None) };
        // One answer counts: a second one would be a second guess.
        let Some(asked) = link.phrase.asked.take() else { return Ok(None) };
        if let Some(proof) = asked.prove(answer) {
            link.phrase.proved = true;
            self.send(&peer, &Wire::Proof(proof));
            return Ok(None);
        }
        if self.was_asked(&peer) {
            return self.on_refused(peer, &Refusal::PassPhrase);
        }
        self.drop_link(&peer, "not the same pass phrase");
        Ok(None)
    }

    /// Whoever wants in has shown that it knows the phrase, or not.
    pub(super) fn on_proof(&mut self, peer: PublicKey, proof: &[u8; 32]) -> Step {
        let Some(link) = self.links.get_mut(&peer) else { return Ok(None) };
        let Some((host, knock)) = link.phrase.answered.take() else { return Ok(None) };
        if !host.is_proved(proof) {
            self.send(&peer, &Wire::Refuse(Refusal::PassPhrase));
            return Ok(None);
        }
        link.admitted = true;
        let ip = link.address.ip();
        self.guessers.take_back(peer, ip);
        self.let_in(peer, &knock)
    }
}

fn random() -> Option<[u8; 64]> {
    let mut bytes = [0; 64];
    getrandom::fill(&mut bytes).ok().map(|()| bytes)
}
