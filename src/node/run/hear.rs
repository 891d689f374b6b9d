//! What peers say beside the protocol: who wants in and is let in, who sits where, and which contract comes of it.

use anyhow::Context as _;
use whistlestop_proto::contract::PROTOCOL_VERSION;
use whistlestop_proto::sign::PublicKey;

use crate::node::find::seek::Seek;
use crate::node::run::{LoopStep, Node, SILENT_MILLIS, Stage};
use crate::node::session::Session;
use crate::node::session::company::Hosted;
use crate::node::session::local_peer::LocalPeer;
use crate::table::Table;
use crate::table::front::Event;
use crate::table::store::players::Resident;
use crate::table::wire::{Knock, Proposal, Refusal, Seating, Whereabouts, Wire};

impl Node<'_> {
    /// A link is there.
    pub(super) fn greet(&mut self, peer: PublicKey) {
        match &self.stage {
            Stage::Seeking(_) => self.knock(peer),
            Stage::Playing(session, _) if session.is_seated(&peer) => self.attach(peer),
            _ => {}
        }
    }

    /// It is gone.
    pub(super) fn on_unlinked(&mut self, peer: PublicKey, why: &str) -> LoopStep {
        let now = self.now();
        self.network.unlinked(&peer);
        self.door.forget(&peer);
        self.kept.forget(&peer);
        let name = self.name_of(&peer);
        self.say(Event::Unlinked { key: peer, name, why: why.to_owned() });
        match &mut self.stage {
            Stage::Hosting(gather) => {
                if gather.stand_up(&peer) {
                    self.gather_on()?;
                }
            }
            Stage::Waiting { host, .. } if *host == peer => self.look_again(),
            Stage::Playing(session, _) => {
                session.handle_disconnected(peer);
                self.stakes.drop_call_to(&peer);
                self.advertise();
            }
            Stage::Seeking(seek) => seek.forget(now, &peer),
            Stage::Waiting { .. } | Stage::Keeping => {}
        }
        Ok(None)
    }

    pub(super) fn on_wire(&mut self, peer: PublicKey, wire: Wire) -> LoopStep {
        match wire {
            Wire::Knock(knock) => return self.on_knock(peer, knock),
            Wire::Phrase(answer) => return self.on_phrase(peer, &answer),
            Wire::Proof(proof) => return self.on_proof(peer, &proof),
            // Whoever has a pass phrase hears only those who know it.
            Wire::Seats(_) | Wire::Running(_) if self.is_unproved(&peer) => {
                return self.on_refused(peer, &Refusal::Unproved);
            }
            Wire::Refuse(refusal) => return self.on_refused(peer, &refusal),
            Wire::Propose(proposal) => return self.on_proposal(peer, proposal, false),
            Wire::Running(proposal) => return self.on_proposal(peer, proposal, true),
            Wire::Seats(seats) => self.on_seats(peer, seats),
            Wire::Call { draft } => self.on_call(peer, draft)?,
            Wire::Promise { draft, promise } => self.on_promise(peer, &draft, promise)?,
            Wire::Promises { draft, promises } => self.on_promises(peer, draft, promises),
            Wire::Reveal { draft, stake } => self.on_reveal(peer, &draft, stake)?,
            Wire::Attach { table, listens, more_games } => {
                self.network.hint_told(&Whereabouts { key: peer, addresses: listens });
                let before = self.network.link_mut(&peer).map(|link| link.at.replace(table));
                self.attach(peer);
                self.follow(peer, &table, more_games);
                if before != Some(Some(table)) {
                    self.on_new_place(peer, &table);
                }
            }
            Wire::Sit { gathering } => self.on_sit(peer, gathering)?,
            Wire::Known(list) => list.iter().for_each(|told| self.network.hint_told(told)),
            Wire::Ready(ready) => self.on_ready(peer, ready)?,
            Wire::CallMe { key, port } => {
                if let Some(back) = self.network.link_mut(&peer).and_then(|link| link.call_back(port)) {
                    self.network.dial(back, Some(key));
                }
            }
            Wire::GoOn { table, wants } => {
                self.on_go_on(peer, &table, wants);
                self.mind_stranded();
            }
            Wire::Keeps { table } => {
                let now = self.now();
                if let Stage::Playing(session, _) = &mut self.stage {
                    session.hear_keeper(now, peer, &table);
                }
            }
            Wire::Chat(text) => {
                // Only those at the table have a name; what others say is not shown.
                if let Some(name) = self.name_of(&peer) {
                    self.say(Event::Chat { name, text });
                }
            }
        }
        Ok(None)
    }

    // The door

    /// Somebody wants in: at a table with a pass phrase whoever has not proved it must do so first.
    fn on_knock(&mut self, peer: PublicKey, knock: Knock) -> LoopStep {
        let phrase = match &self.stage {
            Stage::Hosting(gather) => gather.phrase().cloned(),
            // A player need not prove anything, but may want to see it proved.
            Stage::Playing(session, _) if knock.share.is_some() || !session.is_seated(&peer) => {
                session.hosted().phrase.clone()
            }
            Stage::Playing(..) => None,
            // Nobody is let in here, and whoever asks now is not let in later for it.
            Stage::Seeking(_) | Stage::Waiting { .. } | Stage::Keeping => return self.let_in(peer, &knock),
        };
        let (now, me) = (self.now(), self.me());
        let Some(link) = self.network.link_mut(&peer) else { return Ok(None) };
        let Some(phrase) = phrase else {
            link.admitted = true;
            return self.let_in(peer, &knock);
        };
        if link.admitted || knock.protocol != PROTOCOL_VERSION {
            return self.let_in(peer, &knock);
        }
        let answer = match self.door.answer(now, me, (peer, link), &phrase, knock) {
            Ok(answer) => Wire::Phrase(answer),
            Err(refusal) => Wire::Refuse(refusal),
        };
        self.network.send(&peer, &answer);
        Ok(None)
    }

    /// Whoever wants in has shown that it knows the phrase, or not.
    fn on_proof(&mut self, peer: PublicKey, proof: &[u8; 32]) -> LoopStep {
        let Some(link) = self.network.link_mut(&peer) else { return Ok(None) };
        match self.door.on_proof(peer, link.address.ip(), proof) {
            None => Ok(None),
            Some(Ok(knock)) => {
                link.admitted = true;
                self.let_in(peer, &knock)
            }
            Some(Err(refusal)) => {
                self.network.send(&peer, &Wire::Refuse(refusal));
                Ok(None)
            }
        }
    }

    /// Lets somebody in who may come in, if there is a place.
    fn let_in(&mut self, peer: PublicKey, knock: &Knock) -> LoopStep {
        let now = self.now();
        let Some(link) = self.network.link(&peer) else { return Ok(None) };
        let answer = match &mut self.stage {
            Stage::Hosting(gather) => match gather.knock(now, peer, knock) {
                Ok(()) => {
                    self.network.expect(&[peer]);
                    self.network.hint_told(&Whereabouts { key: peer, addresses: knock.listens.clone() });
                    self.gather_on()?;
                    return Ok(None);
                }
                Err(refusal) => Wire::Refuse(refusal),
            },
            Stage::Playing(session, _) => match session.answer(&peer, knock, link.admitted) {
                Ok(contract) => {
                    let whereabouts = self.network.whereabouts();
                    Wire::Running(Proposal { contract, whereabouts, more_games: 0 })
                }
                Err(refusal) => Wire::Refuse(refusal),
            },
            Stage::Seeking(_) | Stage::Waiting { .. } | Stage::Keeping => Wire::Refuse(Refusal::NoSuchTable),
        };
        self.network.send(&peer, &answer);
        Ok(None)
    }

    // The table

    /// Somebody is ready to begin, or to play again, or no longer is. Perhaps they heard the end before us.
    fn on_ready(&mut self, peer: PublicKey, ready: bool) -> anyhow::Result<()> {
        match &mut self.stage {
            Stage::Hosting(gather) => {
                if gather.set_ready(&peer, ready) {
                    self.gather_on()?;
                }
            }
            Stage::Playing(session, _) => {
                // What was said at the last table does not count at this one.
                let id = session.table().id();
                let is_here = self.network.link(&peer).is_some_and(|link| link.at == Some(id));
                if is_here && let Some(seat) = session.hear_again(&peer, ready) {
                    if !ready {
                        self.stakes.drop_call();
                    }
                    self.say(Event::Again { seat, wants: ready });
                }
            }
            Stage::Seeking(_) | Stage::Waiting { .. } | Stage::Keeping => {}
        }
        Ok(())
    }

    /// The host says who sits where.
    fn on_seats(&mut self, peer: PublicKey, seats: Seating) {
        let (me, now) = (self.me(), self.now());
        if !seats.keys().any(|key| key == me) {
            return;
        }
        let back_to = match &mut self.stage {
            // Said again, so that everybody hears that the host is there.
            Stage::Waiting { host, seats: known, heard, .. } if *host == peer && *known == seats => {
                *heard = now;
                return;
            }
            // Not everybody signed, so the host begins anew.
            Stage::Playing(session, found_by) if session.is_unsigned_of(&peer) => {
                let back_to = found_by.take().unwrap_or_default();
                self.tell_who_is_left_out(&seats);
                self.leave_unsigned();
                back_to
            }
            Stage::Seeking(seek) if seek.was_asked(&peer) => std::mem::take(seek),
            Stage::Waiting { host, back_to, .. } if *host == peer => std::mem::take(back_to),
            _ => return,
        };
        self.say(Event::Gathering(seats.clone()));
        let gathering = seats.gathering;
        let sits = matches!(&self.stage, Stage::Waiting { seats, .. } if seats.gathering == gathering);
        self.stage = Stage::Waiting { host: peer, seats, back_to, heard: now };
        if !sits {
            // Whoever else was asked has a seat held for nobody.
            self.network.send(&peer, &Wire::Sit { gathering });
            self.advertise();
        }
    }

    /// The host at whose table this player waits has gone silent.
    pub(super) fn mind_silent_host(&mut self) {
        let now = self.now();
        if let Stage::Waiting { host, heard, .. } = &self.stage
            && now >= heard + SILENT_MILLIS
        {
            self.network.drop_link(host, "not heard of for a while");
            self.look_again();
        }
    }

    /// Looks for a table again, for the host at whose table this player waited is gone or has given the seat away.
    pub(super) fn look_again(&mut self) {
        let now = self.now();
        if let Stage::Waiting { host, back_to, .. } = &mut self.stage {
            let (host, mut seek) = (*host, std::mem::take(back_to).again(now));
            seek.avoid(now, &host);
            self.seek(seek);
        }
    }

    /// A contract to sign, or that of a table that is on.
    pub(super) fn on_proposal(&mut self, peer: PublicKey, proposal: Proposal, running: bool) -> LoopStep {
        let me = self.me();
        self.finish_table()?;
        if !running
            && let Stage::Playing(session, _) = &mut self.stage
            && session.keep_for_later(&peer, &proposal)
        {
            return Ok(None);
        }
        if running
            && let Stage::Playing(session, _) = &mut self.stage
            && session.hear_of_copy(peer, &proposal)
        {
            self.mind_stranded();
            return Ok(None);
        }
        let (phrase, found_by) = match &self.stage {
            Stage::Waiting { host, back_to, .. } if *host == peer && !running => {
                (back_to.phrase().cloned(), Some(back_to.clone()))
            }
            Stage::Seeking(seek) if running && seek.was_asked(&peer) => {
                (seek.phrase().cloned(), Some(seek.clone()))
            }
            Stage::Playing(session, found_by) if session.goes_on_with(&peer, &proposal.contract, running) => {
                (session.hosted().phrase.clone(), found_by.clone())
            }
            _ => return Ok(None),
        };
        let contract = proposal.contract;
        if !running && contract.seat_of(&me).is_none() {
            anyhow::bail!("the host proposed a table without a seat for this player; ask to be let in again");
        }
        if !running && let Err(why) = self.stakes.check(&peer, &contract) {
            // At a table there is a game to stay with.
            if let Stage::Playing(..) = self.stage {
                self.say(Event::Notice(why.to_string()));
                return Ok(None);
            }
            return Err(why.into());
        }
        let (now, bots, Resident { home, identity }) = (self.now(), self.options.bots, &self.owner);
        let open = if running { Table::join } else { Table::found };
        let table = open(now, home, identity.clone(), contract, bots);
        let table = table.context("the table cannot be taken up")?;
        let local = LocalPeer::on_network(self.owner.clone(), table, &self.options);
        let hosted = Hosted { by: (!running).then_some(peer), more_games: proposal.more_games, phrase };
        let alone_millis = found_by.as_ref().map(Seek::alone_millis);
        let session = Session::on_network(now, local, &self.options, hosted, alone_millis);
        let session = if running { session } else { session.founded() };
        self.network.expect(&session.others());
        proposal.whereabouts.iter().for_each(|told| self.network.hint_told(told));
        self.sit_down(session, found_by);
        Ok(None)
    }
}
