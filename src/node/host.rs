//! Hosting: seats fill up, everybody gets the contract, and the next game follows the last.

use std::net::SocketAddr;

use whistlestop_proto::contract::{Contract, PROTOCOL_VERSION};
use whistlestop_proto::sign::PublicKey;

use super::event::Event;
use super::front::Hosting;
use super::playing::Playing;
use super::{Node, Stage, greet};
use crate::discovery::{Ad, AdState, Fingerprint};
use crate::table::Table;
use crate::table::gather::{Gather, PROGRAM_VERSION};
use crate::table::terms::Terms;
use crate::table::wire::{Proposal, Tag, Wire};

impl Node<'_> {
    pub(super) fn host(&mut self, hosting: Hosting) -> anyhow::Result<()> {
        let nonce = fresh_nonce()?;
        let game = hosting.terms.game.clone();
        let mut gather = Gather::new(&game, nonce, hosting.seats, &hosting.bots, hosting.phrase.clone());
        gather.sit(self.identity.public(), &self.options.name, hosting.ready)?;
        self.hosting = Some(hosting);
        self.stage = Stage::Hosting(gather);
        self.gather_on()
    }

    /// The seats have changed: everybody hears of it, and if all sit and are ready they are called to the game.
    pub(super) fn gather_on(&mut self) -> anyhow::Result<()> {
        let Stage::Hosting(gather) = &self.stage else { return Ok(()) };
        let (seats, plan, nonce) = (gather.seats(), gather.plan(), gather.nonce());
        self.say(Event::Gathering(seats.clone()));
        self.endpoint.reserve(greet::keys_in(&seats));
        for key in greet::keys_in(&seats) {
            self.send(&key, &Wire::Seats(seats.clone()));
        }
        self.advertise();
        let Some(plan) = plan else {
            self.call = None;
            return Ok(());
        };
        let hosting = self.hosting.as_ref().expect("a gathering has a host, and that is this node");
        let terms = Terms { seats: plan, nonce, ..hosting.terms.clone() };
        let more_games = hosting.games - 1;
        let contract = terms.contract(self.options.bots)?;
        self.call(&contract, more_games)
    }

    /// Everybody has brought a stake: the game begins, with those who gathered or with the people of the last.
    pub(super) fn begin(&mut self, contract: Contract, more_games: u32) -> anyhow::Result<()> {
        self.finish_table()?;
        let phrase = match &self.stage {
            Stage::Playing(playing) => playing.phrase(),
            _ => self.hosting.as_ref().and_then(|hosting| hosting.phrase.clone()),
        };
        self.propose(&contract, more_games);
        let table = self.found(contract)?;
        self.sit_down(Playing::new(table, Some(self.identity.public()), more_games, phrase));
        Ok(())
    }

    fn propose(&mut self, contract: &Contract, more_games: u32) {
        let me = self.identity.public();
        let keys: Vec<PublicKey> = contract.keyed().map(|(_, key)| key).filter(|key| *key != me).collect();
        for key in &keys {
            self.book.want(*key);
            if let Some(link) = self.links.get(key) {
                self.book.hint(key, &[link.address]);
                self.book.set_linked(key, true);
            }
        }
        let proposal = Proposal { contract: contract.clone(), whereabouts: self.book.list(), more_games };
        for key in keys {
            self.send(&key, &Wire::Propose(proposal.clone()));
        }
    }

    fn found(&mut self, contract: Contract) -> anyhow::Result<Table> {
        let table = Table::found(self.now(), &self.home, self.identity.clone(), contract, self.options.bots)?;
        Ok(table)
    }

    /// Lets others on the network see what is going on here.
    pub(super) fn advertise(&mut self) {
        let Some(mdns) = &self.mdns else { return };
        let port = self.endpoint.addresses().first().map_or(0, SocketAddr::port);
        let me = |tag: Tag, game: &str, (taken, seats): (usize, usize), state, pass_phrase| Ad {
            fingerprint: Fingerprint::of(&self.identity.public()),
            name: self.options.name.clone(),
            gathering: tag.0,
            game: game.to_owned(),
            seats_taken: u8::try_from(taken).unwrap_or(u8::MAX),
            seats: u8::try_from(seats).unwrap_or(u8::MAX),
            state,
            pass_phrase,
            version: PROGRAM_VERSION.to_owned(),
            protocol: PROTOCOL_VERSION,
            port,
        };
        let ad = match &self.stage {
            Stage::Hosting(gather) => {
                me(gather.tag(), &gather.seats().game, gather.taken(), AdState::Open, gather.has_phrase())
            }
            Stage::Playing(playing) => {
                let contract = playing.table.contract();
                let seats = contract.seats.len();
                let state = if playing.table.is_over() { AdState::Over } else { AdState::Playing };
                let tag = Tag::of(&playing.table.id());
                me(tag, &contract.game, (seats, seats), state, playing.phrase().is_some())
            }
            Stage::Seeking(_) | Stage::Waiting { .. } => return,
        };
        if let Err(why) = mdns.advertise(&ad) {
            self.say(Event::Notice(why.to_string()));
        }
    }
}

pub(super) fn fresh_nonce() -> anyhow::Result<[u8; 16]> {
    let mut nonce = [0; 16];
    getrandom::fill(&mut nonce).map_err(|why| anyhow::anyhow!("the system gave no random numbers: {why}"))?;
    Ok(nonce)
}
