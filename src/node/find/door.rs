//! Showing each other the pass phrase, before anybody is let in: one guess on a link, and ever fewer links for whoever
//! guesses wrong.

use std::collections::BTreeMap;
use std::net::IpAddr;

use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::PublicKey;

use crate::node::reach::link::LinkFacts;
use crate::node::reach::offenders::Offenders;
use crate::node::system::random;
use crate::table::phrase::{Answer, ExchangeContext, Host, Joiner, PhraseKey};
use crate::table::wire::{Knock, Refusal};

/// Wrong pass phrases from one key or address that are taken for mistakes.
const FREE_GUESSES: u32 = 4;

/// How far this node is with everybody who is linked.
#[derive(Debug)]
pub(crate) struct Door {
    links: BTreeMap<PublicKey, OnLink>,
    /// Who guessed wrong.
    guessers: Offenders,
}

/// How far two peers are on one link.
#[derive(Debug, Default)]
struct OnLink {
    /// What was sent to be let in, until it is answered.
    asked: Option<Joiner>,
    /// It has shown that it knows the phrase.
    proved: bool,
    /// What was answered, and to which knock, until that is proved.
    answered: Option<(Host, Box<Knock>)>,
    /// It had its guess.
    guessed: bool,
}

/// What came of an answer to this node's knock.
#[derive(Debug)]
pub(crate) enum Answered {
    /// Nothing was asked, or it was answered before: a second answer would be a second guess.
    Unasked,
    /// The host knows the phrase; this shows that so does this node.
    Known([u8; 32]),
    /// It does not.
    Wrong,
}

impl Door {
    pub(crate) const fn new() -> Self {
        Self { links: BTreeMap::new(), guessers: Offenders::new(FREE_GUESSES, FREE_GUESSES) }
    }

    /// A link is new, or gone.
    pub(crate) fn forget(&mut self, peer: &PublicKey) {
        self.links.remove(peer);
    }

    // Knocking

    /// Whether a peer that this node knocked at has shown that it knows the phrase.
    pub(crate) fn is_proved(&self, peer: &PublicKey) -> bool {
        self.links.get(peer).is_some_and(|link| link.proved)
    }

    /// What begins to show a peer that this node knows the phrase, unless both know that they do. Knocking again goes on with
    /// what was begun.
    pub(crate) fn share(
        &mut self,
        me: PublicKey,
        (peer, link): (PublicKey, &LinkFacts),
        phrase: &PhraseKey,
    ) -> anyhow::Result<Option<[u8; 32]>> {
        let on_link = self.links.entry(peer).or_default();
        if on_link.proved {
            return Ok(None);
        }
        if on_link.asked.is_none() {
            let session = ExchangeContext { exporter: &link.exporter, joiner: &me, host: &peer };
            on_link.asked = Some(Joiner::new(phrase, &session, &random()?));
        }
        Ok(on_link.asked.as_ref().map(Joiner::share))
    }

    /// The host has shown that it knows the phrase, or not: only then it learns that this node does.
    pub(crate) fn on_answer(&mut self, peer: &PublicKey, answer: &Answer) -> Answered {
        let Some(link) = self.links.get_mut(peer) else { return Answered::Unasked };
        let Some(asked) = link.asked.take() else { return Answered::Unasked };
        match asked.prove(answer) {
            Some(proof) => {
                link.proved = true;
                Answered::Known(proof)
            }
            None => Answered::Wrong,
        }
    }

    // Being knocked at

    /// What is answered to whoever knocks and has yet to show that it knows the phrase.
    pub(crate) fn answer(
        &mut self,
        now: Millis,
        me: PublicKey,
        (peer, link): (PublicKey, &LinkFacts),
        phrase: &PhraseKey,
        knock: Knock,
    ) -> Result<Answer, Refusal> {
        let on_link = self.links.entry(peer).or_default();
        let share = knock.share.ok_or(Refusal::PassPhrase)?;
        if let Some((host, _)) = on_link.answered.as_ref().filter(|(host, _)| host.is_about(&share)) {
            return Ok(host.said());
        }
        if on_link.guessed {
            return Err(Refusal::PassPhrase);
        }
        let ip = link.address.ip();
        if self.guessers.wait(now, peer, ip).is_some() {
            return Err(Refusal::Guesses);
        }
        let session = ExchangeContext { exporter: &link.exporter, joiner: &peer, host: &me };
        let random = random().map_err(|_| Refusal::PassPhrase)?;
        let host = Host::answer(phrase, &session, share, &random).ok_or(Refusal::PassPhrase)?;
        // The answer already tells whether the guess was right, so it counts until the proof is there.
        on_link.guessed = true;
        self.guessers.note(now, peer, ip);
        let answer = host.said();
        on_link.answered = Some((host, Box::new(knock)));
        Ok(answer)
    }

    /// Whoever wants in has shown that it knows the phrase, or not; nothing if it was not asked to. The knock is to be answered
    /// now.
    pub(crate) fn on_proof(
        &mut self,
        peer: PublicKey,
        ip: IpAddr,
        proof: &[u8; 32],
    ) -> Option<Result<Knock, Refusal>> {
        let (host, knock) = self.links.get_mut(&peer)?.answered.take()?;
        if !host.is_proved(proof) {
            return Some(Err(Refusal::PassPhrase));
        }
        self.guessers.take_back(peer, ip);
        Some(Ok(*knock))
    }
}
