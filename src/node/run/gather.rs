//! Opening a table: seats fill up, everybody is called and brings a stake, and gets the contract. The next game with the same
//! people begins in the same way.

use whistlestop_proto::contract::{Contract, Stake};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::PublicKey;

use crate::node::find::hosting::Hosting;
use crate::node::run::{BEAT_MILLIS, Node, Stage};
use crate::node::session::company::Hosted;
use crate::node::session::local_peer::LocalPeer;
use crate::node::session::{Session, laptop};
use crate::node::system::random;
use crate::table::Table;
use crate::table::front::Event;
use crate::table::store::players::Resident;
use crate::table::wire::{Proposal, Refusal, Tag, Wire};

/// How long a host listens for the names of other tables before it takes one of its own.
const NAMING_MILLIS: Millis = 500;

impl Node<'_> {
    pub(super) fn host(&mut self, hosting: Hosting) -> anyhow::Result<()> {
        let name = self.naming.free(hosting.wanted_name(), random()?);
        let mut gather = hosting.gather(&name)?;
        gather.sit(self.me(), &self.options.name, hosting.is_ready())?;
        self.hosting = Some(hosting);
        self.stage = Stage::Hosting(gather);
        self.advertise();
        if self.network.is_on_mdns() {
            self.unnamed_until = Some(self.now() + NAMING_MILLIS);
            return Ok(());
        }
        self.gather_on()
    }

    /// What a host has to look at now and then.
    pub(super) fn host_on(&mut self) -> anyhow::Result<()> {
        let (now, me) = (self.now(), self.me());
        if let Some(event) = self.network.listening_elsewhere(now, &self.options.name, me) {
            self.say(event);
        }
        if self.unnamed_until.take_if(|until| *until <= now).is_some() {
            self.mind_name()?;
            self.gather_on()?;
        }
        let Stage::Hosting(gather) = &mut self.stage else { return Ok(()) };
        let late = gather.let_go(now);
        for key in &late {
            self.network.send(key, &Wire::Refuse(Refusal::Late));
        }
        if !late.is_empty() {
            self.gather_on()?;
        }
        if now >= self.next_beat {
            self.tell_seats();
        }
        Ok(())
    }

    /// A table near has the same name: before anybody has come this one can still be called something else.
    pub(super) fn mind_name(&mut self) -> anyhow::Result<()> {
        let Stage::Hosting(gather) = &mut self.stage else { return Ok(()) };
        let (Some(hosting), name) = (&self.hosting, gather.name()) else { return Ok(()) };
        if gather.has_company() || !self.naming.must_yield(name, gather.tag()) {
            return Ok(());
        }
        gather.rename(&self.naming.free(hosting.wanted_name(), random()?));
        if self.unnamed_until.is_some() { Ok(()) } else { self.gather_on() }
    }

    /// Somebody sits here and nowhere else.
    pub(super) fn on_sit(&mut self, peer: PublicKey, gathering: Tag) -> anyhow::Result<()> {
        let Stage::Hosting(gather) = &mut self.stage else { return Ok(()) };
        if gather.settle(&peer, gathering) {
            return self.gather_on();
        }
        self.network.send(&peer, &Wire::Refuse(Refusal::Late));
        Ok(())
    }

    /// Tells everybody who sits here who does; so they hear too that the host is there.
    fn tell_seats(&mut self) {
        let Stage::Hosting(gather) = &self.stage else { return };
        let seats = gather.seats();
        for key in seats.keys() {
            self.network.send(&key, &Wire::Seats(seats.clone()));
        }
        self.next_beat = self.now() + BEAT_MILLIS;
    }

    /// The seats have changed: everybody hears of it, and if all sit and are ready they are called to the game.
    pub(super) fn gather_on(&mut self) -> anyhow::Result<()> {
        let Stage::Hosting(gather) = &self.stage else { return Ok(()) };
        // Whoever has come knows the table by its name.
        self.unnamed_until = None;
        let seats = gather.seats();
        let hosting = self.hosting.as_ref().expect("a gathering has a host, and that is this node");
        let more_games = hosting.more_games();
        let contract = hosting.contract(gather, self.options.bots);
        self.say(Event::Gathering(seats.clone()));
        self.network.reserve(seats.keys());
        self.tell_seats();
        self.advertise();
        let Some(contract) = contract else {
            self.stakes.drop_call();
            return Ok(());
        };
        self.call(&contract?, more_games)
    }

    // The call

    /// Asks all people of a contract for what they bring; the table begins when all have answered. Those of this laptop need
    /// not be asked.
    pub(super) fn call(&mut self, contract: &Contract, more_games: u32) -> anyhow::Result<()> {
        if let Stage::Playing(session, _) = &self.stage
            && session.is_offline()
        {
            let people = session.residents().cloned().collect();
            let next = laptop::begin(people, &self.options, contract.clone())?;
            self.finish_table()?;
            self.sit_down(next, None);
            return Ok(());
        }
        let said = self.stakes.call(self.now(), &self.owner.identity, contract, more_games)?;
        self.network.send_all(&said);
        self.call_on()
    }

    /// Somebody has answered, or nobody has to.
    fn call_on(&mut self) -> anyhow::Result<()> {
        let (said, begun) = self.stakes.advance(&self.owner.identity);
        self.network.send_all(&said);
        begun.map_or(Ok(()), |(contract, more_games)| self.begin(contract, more_games))
    }

    pub(super) fn on_promise(&mut self, peer: PublicKey, draft: &Hash, promise: Hash) -> anyhow::Result<()> {
        self.stakes.on_promise(&peer, draft, promise);
        self.call_on()
    }

    pub(super) fn on_reveal(&mut self, peer: PublicKey, draft: &Hash, stake: Stake) -> anyhow::Result<()> {
        if let Err(why) = self.stakes.on_reveal(&peer, draft, stake) {
            self.network.drop_link(&peer, &why.to_string());
        }
        self.call_on()
    }

    /// Gives up a call that somebody does not answer: their seat is open again or, if a game is over, they are taken to be gone.
    pub(super) fn mind_call(&mut self) -> anyhow::Result<()> {
        let Some(missing) = self.stakes.give_up(self.now()) else { return Ok(()) };
        for key in missing {
            let name = self.name_of(&key).unwrap_or_default();
            if let Stage::Hosting(gather) = &mut self.stage {
                gather.stand_up(&key);
                self.say(Event::Notice(format!("{name} does not answer; that seat is open again")));
            } else {
                self.network.drop_link(&key, "no answer to the call to the next game");
            }
        }
        self.gather_on()
    }

    /// Somebody who may propose a table asks what this player brings to it.
    pub(super) fn on_call(&mut self, peer: PublicKey, draft: Hash) -> anyhow::Result<()> {
        let welcome = match &self.stage {
            Stage::Waiting { host, .. } => *host == peer,
            Stage::Playing(session, _) => session.is_seated(&peer),
            Stage::Hosting(_) | Stage::Seeking(_) | Stage::Keeping => false,
        };
        if welcome {
            let promise = self.stakes.answer(&self.owner.identity, peer, draft)?;
            self.network.send(&peer, &promise);
        }
        Ok(())
    }

    /// All have promised: shows what this player brings.
    pub(super) fn on_promises(&mut self, peer: PublicKey, draft: Hash, promises: Vec<Hash>) {
        if let Some(stake) = self.stakes.reveal(&peer, draft, promises) {
            self.network.send(&peer, &stake);
        }
    }

    // The contract

    /// Everybody has brought a stake: the game begins, with those who gathered or with the people of the last.
    fn begin(&mut self, contract: Contract, more_games: u32) -> anyhow::Result<()> {
        self.finish_table()?;
        let phrase = match &self.stage {
            Stage::Playing(session, _) => session.hosted().phrase.clone(),
            _ => self.hosting.as_ref().and_then(Hosting::phrase).cloned(),
        };
        self.propose(&contract, more_games);
        let (now, Resident { home, identity }) = (self.now(), &self.owner);
        let table = Table::found(now, home, identity.clone(), contract, self.options.bots)?;
        let hosted = Hosted { by: Some(self.me()), more_games, phrase };
        let local = LocalPeer::on_network(self.owner.clone(), table, &self.options);
        self.sit_down(Session::on_network(now, local, &self.options, hosted, None).founded(), None);
        Ok(())
    }

    fn propose(&mut self, contract: &Contract, more_games: u32) {
        let me = self.me();
        let keys: Vec<PublicKey> = contract.keyed().map(|(_, key)| key).filter(|key| *key != me).collect();
        self.network.expect(&keys);
        let whereabouts = self.network.whereabouts();
        let proposal = Proposal { contract: contract.clone(), whereabouts, more_games };
        for key in keys {
            self.network.send(&key, &Wire::Propose(proposal.clone()));
        }
    }
}
