//! Opening a table: seats fill up, everybody is called and brings a stake, and gets the contract. The next game with the same
//! people begins in the same way.

use whistlestop_proto::contract::{Contract, PROTOCOL_VERSION, Stake};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::sign::PublicKey;

use crate::discovery::{Ad, AdState, Fingerprint};
use crate::node::find::hosting::Hosting;
use crate::node::run::{Node, Stage};
use crate::node::session::company::Hosted;
use crate::node::session::local_peer::LocalPeer;
use crate::node::session::{Session, laptop};
use crate::table::Table;
use crate::table::front::Event;
use crate::table::gather::PROGRAM_VERSION;
use crate::table::store::players::Resident;
use crate::table::wire::{Proposal, Tag, Wire};

impl Node<'_> {
    pub(super) fn host(&mut self, hosting: Hosting) -> anyhow::Result<()> {
        let mut gather = hosting.gather()?;
        gather.sit(self.me(), &self.options.name, hosting.is_ready())?;
        self.hosting = Some(hosting);
        self.stage = Stage::Hosting(gather);
        self.gather_on()
    }

    /// The seats have changed: everybody hears of it, and if all sit and are ready they are called to the game.
    pub(super) fn gather_on(&mut self) -> anyhow::Result<()> {
        let Stage::Hosting(gather) = &self.stage else { return Ok(()) };
        let seats = gather.seats();
        let hosting = self.hosting.as_ref().expect("a gathering has a host, and that is this node");
        let more_games = hosting.more_games();
        let contract = hosting.contract(gather, self.options.bots);
        self.say(Event::Gathering(seats.clone()));
        self.network.reserve(seats.keys());
        for key in seats.keys() {
            self.network.send(&key, &Wire::Seats(seats.clone()));
        }
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
        self.sit_down(Session::on_network(now, local, &self.options, hosted, None), None);
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

    /// Lets others on the network see what is going on here.
    pub(super) fn advertise(&mut self) {
        let (tag, game, (taken, seats), state, pass_phrase) = match &self.stage {
            Stage::Hosting(gather) => {
                let game = gather.seats().game;
                (gather.tag(), game, gather.taken(), AdState::Open, gather.has_phrase())
            }
            Stage::Playing(session, _) => {
                let contract = session.table().contract();
                let seats = contract.seats.len();
                let state = if session.table().is_over() { AdState::Over } else { AdState::Playing };
                let locked = session.hosted().phrase.is_some();
                (session.tag(), contract.game.clone(), (seats, seats), state, locked)
            }
            Stage::Seeking(_) | Stage::Waiting { .. } | Stage::Keeping => return,
        };
        let Tag(gathering) = tag;
        let told = self.network.advertise(|port| Ad {
            fingerprint: Fingerprint::of(&self.owner.identity.public()),
            name: self.options.name.clone(),
            gathering,
            game,
            seats_taken: u8::try_from(taken).unwrap_or(u8::MAX),
            seats: u8::try_from(seats).unwrap_or(u8::MAX),
            state,
            pass_phrase,
            version: PROGRAM_VERSION.to_owned(),
            protocol: PROTOCOL_VERSION,
            port,
        });
        if let Err(why) = told {
            self.say(Event::Notice(why));
        }
    }
}
