//! From a link to a table: who knocks, who is let in, and which contract comes of it.

use std::net::SocketAddr;

use anyhow::Context as _;
use whistlestop_proto::sign::PublicKey;

use super::event::Event;
use super::front::{Aim, Resuming};
use super::playing::Playing;
use super::seek::Seek;
use super::{Node, Stage, Step};
use crate::discovery::address::with_scopes;
use crate::table::Table;
use crate::table::wire::{Knock, Place, Proposal, Refusal, Seats, Wire};

impl Node<'_> {
    pub(super) fn take_aim(&mut self, aim: Aim, places: Vec<SocketAddr>) -> anyhow::Result<()> {
        match aim {
            Aim::Host(hosting) => self.host(hosting),
            Aim::Join(joining) => {
                let seek = Seek::new(joining, places, self.now());
                self.seek(seek);
                Ok(())
            }
            Aim::Resume(Resuming { table, phrase, games }) => {
                let more_games = games.saturating_sub(1);
                let host = (more_games > 0).then(|| self.identity.public());
                self.sit_down(Playing::new(*table, host, more_games, phrase));
                Ok(())
            }
        }
    }

    /// A link is there.
    pub(super) fn greet(&mut self, peer: PublicKey) {
        match &self.stage {
            Stage::Seeking(_) => self.knock(peer),
            Stage::Playing(playing) if playing.is_seated(&peer) => self.attach(peer),
            _ => {}
        }
    }

    pub(super) fn on_wire(&mut self, peer: PublicKey, wire: Wire) -> Step {
        match wire {
            Wire::Knock(knock) => self.on_knock(peer, knock),
            Wire::Phrase(answer) => self.on_phrase(peer, &answer),
            Wire::Proof(proof) => self.on_proof(peer, &proof),
            // Whoever has a pass phrase hears only those who know it.
            Wire::Seats(_) | Wire::Running(_) if self.is_unproved(&peer) => {
                self.on_refused(peer, &Refusal::Unproved)
            }
            Wire::Refuse(refusal) => self.on_refused(peer, &refusal),
            Wire::Seats(seats) => {
                self.on_seats(peer, seats);
                Ok(None)
            }
            Wire::Call { draft } => {
                self.on_call(peer, draft)?;
                Ok(None)
            }
            Wire::Promise { draft, promise } => {
                self.on_promise(peer, &draft, promise)?;
                Ok(None)
            }
            Wire::Promises { draft, promises } => {
                self.on_promises(peer, draft, promises);
                Ok(None)
            }
            Wire::Reveal { draft, stake } => {
                self.on_reveal(peer, &draft, stake)?;
                Ok(None)
            }
            Wire::Propose(proposal) => self.on_proposal(peer, proposal, false),
            Wire::Running(proposal) => self.on_proposal(peer, proposal, true),
            Wire::Attach { table, listens, more_games } => {
                self.hint(&peer, &listens);
                if let Some(link) = self.links.get_mut(&peer) {
                    link.at = Some(table);
                }
                self.attach(peer);
                self.follow(peer, &table, more_games);
                Ok(None)
            }
            Wire::Known(list) => {
                for one in list {
                    self.hint(&one.key, &one.addresses);
                }
                Ok(None)
            }
            Wire::Ready(ready) => {
                match &mut self.stage {
                    Stage::Hosting(gather) => {
                        if gather.set_ready(&peer, ready) {
                            self.gather_on()?;
                        }
                    }
                    Stage::Playing(_) => self.on_wants_again(peer, ready),
                    Stage::Seeking(_) | Stage::Waiting { .. } => {}
                }
                Ok(None)
            }
            Wire::CallMe { key, port } => {
                // Once a link, and only to where the caller is: nobody can be made to dial a stranger.
                if let Some(link) = self.links.get_mut(&peer)
                    && !std::mem::replace(&mut link.called, true)
                {
                    let mut back = link.address;
                    back.set_port(port);
                    self.endpoint.dial(back, Some(key));
                }
                Ok(None)
            }
            Wire::Chat(text) => {
                // Only those at the table have a name; what others say is not shown.
                if let Some(name) = self.name_of(&peer) {
                    self.say(Event::Chat { name, text });
                }
                Ok(None)
            }
        }
    }

    /// Takes a hint from another machine. The interface that leads to a link-local address is each machine's own matter,
    /// and is not said: it may be any of this one.
    fn hint(&mut self, key: &PublicKey, told: &[SocketAddr]) {
        let addresses: Vec<SocketAddr> = told.iter().copied().flat_map(with_scopes).collect();
        self.book.hint(key, &addresses);
    }

    /// Lets somebody in who may come in, if there is a place.
    pub(super) fn let_in(&mut self, peer: PublicKey, knock: &Knock) -> Step {
        let Some(link) = self.links.get(&peer) else { return Ok(None) };
        let answer = match &mut self.stage {
            Stage::Hosting(gather) => match gather.knock(peer, knock) {
                Ok(()) => {
                    self.book.want(peer);
                    self.hint(&peer, &knock.listens);
                    self.book.set_linked(&peer, true);
                    self.gather_on()?;
                    return Ok(None);
                }
                Err(refusal) => Wire::Refuse(refusal),
            },
            Stage::Playing(playing) => match playing.answer(&peer, knock, link.admitted) {
                Ok(contract) => {
                    let more_games = 0;
                    Wire::Running(Proposal { contract, whereabouts: self.book.list(), more_games })
                }
                Err(refusal) => Wire::Refuse(refusal),
            },
            Stage::Seeking(_) | Stage::Waiting { .. } => Wire::Refuse(Refusal::NoSuchTable),
        };
        self.send(&peer, &answer);
        Ok(None)
    }

    /// The host says who sits where.
    fn on_seats(&mut self, peer: PublicKey, seats: Seats) {
        let me = self.identity.public();
        let sits = keys_in(&seats).contains(&me);
        let asked = self.was_asked(&peer);
        if let Stage::Playing(playing) = &mut self.stage
            && sits
            && playing.is_unsigned_of(&peer)
        {
            // Not everybody signed, so the host begins anew.
            let back_to = playing.found_by.take().unwrap_or_default();
            self.tell_who_is_left_out(&seats);
            self.say(Event::Gathering(seats.clone()));
            self.stage = Stage::Waiting { host: peer, seats, back_to };
            return;
        }
        let stage = std::mem::replace(&mut self.stage, Stage::Seeking(Seek::default()));
        self.stage = match stage {
            Stage::Seeking(seek) if sits && asked => {
                self.say(Event::Gathering(seats.clone()));
                Stage::Waiting { host: peer, seats, back_to: seek }
            }
            Stage::Waiting { host, back_to, .. } if host == peer && sits => {
                self.say(Event::Gathering(seats.clone()));
                Stage::Waiting { host, seats, back_to }
            }
            other => other,
        };
    }

    /// A contract to sign, or that of a table that is on.
    pub(super) fn on_proposal(&mut self, peer: PublicKey, proposal: Proposal, running: bool) -> Step {
        let me = self.identity.public();
        self.finish_table()?;
        if !running
            && let Stage::Playing(playing) = &mut self.stage
            && playing.keep_for_later(&peer, &proposal)
        {
            return Ok(None);
        }
        let (phrase, found_by) = match &self.stage {
            Stage::Waiting { host, back_to, .. } if *host == peer && !running => {
                (back_to.joining.phrase.clone(), Some(back_to.clone()))
            }
            Stage::Seeking(seek) if running && self.was_asked(&peer) => {
                (seek.joining.phrase.clone(), Some(seek.clone()))
            }
            Stage::Playing(playing) if playing.goes_on_with(&peer, &proposal.contract, running) => {
                (playing.phrase(), playing.found_by.clone())
            }
            _ => return Ok(None),
        };
        let contract = proposal.contract;
        if !running && contract.seat_of(&me).is_none() {
            anyhow::bail!("the host proposed a table without a seat for this player; ask to be let in again");
        }
        if !running && let Err(why) = self.check_stakes(&peer, &contract) {
            // At a table there is a game to stay with.
            if let Stage::Playing(_) = self.stage {
                self.say(Event::Notice(why.to_string()));
                return Ok(None);
            }
            return Err(why.into());
        }
        let (now, bots) = (self.now(), self.options.bots);
        let identity = self.identity.clone();
        let table = if running {
            Table::join(now, &self.home, identity, contract, bots)
        } else {
            Table::found(now, &self.home, identity, contract, bots)
        };
        let table = table.context("the table cannot be taken up")?;
        let keys: Vec<PublicKey> = table.contract().keyed().map(|(_, key)| key).collect();
        keys.iter().filter(|key| **key != me).for_each(|key| self.book.want(*key));
        for one in proposal.whereabouts {
            self.hint(&one.key, &one.addresses);
        }
        let host = (!running).then_some(peer);
        let mut playing = Playing::new(table, host, proposal.more_games, phrase);
        playing.found_by = found_by;
        self.sit_down(playing);
        Ok(None)
    }

    pub(super) fn on_unlinked(&mut self, peer: PublicKey, why: &str) -> Step {
        self.links.remove(&peer);
        self.book.set_linked(&peer, false);
        let name = self.name_of(&peer);
        self.say(Event::Unlinked { key: peer, name, why: why.to_owned() });
        match &mut self.stage {
            Stage::Hosting(gather) => {
                if gather.stand_up(&peer) {
                    self.gather_on()?;
                }
            }
            Stage::Waiting { host, back_to, .. } if *host == peer => {
                let seek = back_to.clone().again(self.now());
                self.seek(seek);
            }
            Stage::Playing(playing) => {
                playing.attached.remove(&peer);
                playing.table.handle_disconnected(peer);
                self.call.take_if(|call| call.needs(&peer));
            }
            Stage::Seeking(seek) => seek.forget(&peer),
            Stage::Waiting { .. } => {}
        }
        Ok(None)
    }
}

/// The keys that sit.
pub(super) fn keys_in(seats: &Seats) -> Vec<PublicKey> {
    let key = |place: &Place| match place {
        Place::Taken { key, .. } => Some(*key),
        Place::Open | Place::Bot { .. } => None,
    };
    seats.seats.iter().filter_map(key).collect()
}

/// What a key is called there.
pub(super) fn name_in(seats: &Seats, wanted: &PublicKey) -> Option<String> {
    seats.seats.iter().find_map(|place| match place {
        Place::Taken { name, key, .. } if key == wanted => Some(name.clone()),
        _ => None,
    })
}
