//! Sitting down at a table, and who else is at it.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;

use whistlestop_proto::contract::{Contract, SeatPlan};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::sign::PublicKey;

use super::event::Event;
use super::playing::Playing;
use super::presence::Presence;
use super::{Node, Stage};
use crate::discovery::words;
use crate::table::store::config::PlayerName;
use crate::table::store::known::Meeting;
use crate::table::wire::{Tag, Wire};

impl Node<'_> {
    /// Takes up a table: links to all its people are wanted, and those that are there are told.
    pub(super) fn sit_down(&mut self, playing: Playing) {
        let me = self.identity.public();
        let contract = playing.table.contract().clone();
        let id = playing.table.id();
        let keys: Vec<PublicKey> = contract.keyed().map(|(_, key)| key).filter(|key| *key != me).collect();
        self.book.keep_only(&keys);
        self.endpoint.reserve(contract.parties().map(|(_, key, _)| *key));
        for key in &keys {
            self.book.want(*key);
            self.book.set_linked(key, self.links.contains_key(key));
            if let Some(link) = self.links.get(key) {
                self.book.hint(key, &[link.address]);
            }
        }
        self.meet(&contract, &id);
        let (seats, journal) = (playing.table.seat().into_iter().collect(), playing.table.path().to_owned());
        let phrase = words::phrase(&playing.table.roster_hash().0);
        let start = Arc::from(playing.table.history().at(0));
        let steps = playing.table.told_steps().to_vec();
        self.say(Event::Table { id, contract: Box::new(contract), seats, phrase, journal, start, steps });
        self.absences.clear();
        self.answers.clear();
        self.call = None;
        self.presence = Presence::default();
        let before = std::mem::replace(&mut self.stage, Stage::Playing(Box::new(playing)));
        let audience = match before {
            Stage::Playing(before) => before.attached,
            _ => BTreeSet::new(),
        };
        let linked: Vec<PublicKey> = self.links.keys().copied().collect();
        for peer in linked {
            if let Some(link) = self.links.get_mut(&peer) {
                link.told = false;
            }
            self.attach(peer);
            // Whoever looked on at the last table hears where it goes on.
            if audience.contains(&peer) {
                self.tell_table(peer);
            }
        }
        self.advertise();
    }

    /// Pins who is new, takes up where they were last, and says so loudly if somebody known came with another key.
    fn meet(&mut self, contract: &Contract, table: &Hash) {
        let me = self.identity.public();
        let named = |seat: &SeatPlan| match seat {
            SeatPlan::Keyed { name, key, .. } if *key != me => {
                Some((PlayerName::new(name.clone()).ok()?, *key))
            }
            SeatPlan::Keyed { .. } | SeatPlan::Bot { .. } => None,
        };
        let people: Vec<(PlayerName, PublicKey)> = contract.seats.iter().filter_map(named).collect();
        let met = self.home.change_known_peers(|known| {
            let mut meet = |(name, key): &(PlayerName, PublicKey)| {
                let meeting = known.meet(name, key);
                known.sat_at(key, table);
                let places = known.find(key).map_or(&[][..], |peer| &peer.addresses);
                let places: Vec<SocketAddr> = places.iter().filter_map(|text| text.parse().ok()).collect();
                (name.clone(), *key, meeting, places)
            };
            people.iter().map(&mut meet).collect::<Vec<_>>()
        });
        match met {
            Ok(met) => {
                for (name, key, meeting, places) in met {
                    self.book.hint(&key, &places);
                    if let Meeting::OtherKey { known } = meeting {
                        let name = name.as_str().to_owned();
                        self.say(Event::ChangedKey { name, known, shown: key });
                    }
                }
            }
            Err(why) => self.say(Event::Notice(why.to_string())),
        }
    }

    /// Remembers where somebody of the table was reached, for the next time.
    fn remember_place(&mut self, peer: &PublicKey, address: SocketAddr) {
        let saw = self.home.change_known_peers(|known| known.saw_at(peer, &address.to_string()));
        if let Err(why) = saw {
            self.say(Event::Notice(why.to_string()));
        }
    }

    /// Tells a peer which table this node is at, and lets the protocol speak once both are at the same.
    pub(super) fn attach(&mut self, peer: PublicKey) {
        let now = self.now();
        let whereabouts = self.book.list();
        let (Stage::Playing(playing), Some(link)) = (&mut self.stage, self.links.get(&peer)) else { return };
        let theirs = link.at == Some(playing.table.id());
        let seated = playing.is_seated(&peer);
        if !seated && !(theirs && (link.admitted || playing.phrase().is_none())) {
            return;
        }
        let (told, address) = (link.told, link.address);
        if !told {
            self.tell_table(peer);
        }
        let Stage::Playing(playing) = &mut self.stage else { return };
        if theirs && playing.attached.insert(peer) {
            playing.table.handle_connected(now, peer);
            let again = seated && playing.wants_again();
            self.send(&peer, &Wire::Known(whereabouts));
            if again {
                self.send(&peer, &Wire::Ready(true));
            }
            if seated {
                self.remember_place(&peer, address);
            }
        }
    }

    /// Tells a peer which table this node is at.
    fn tell_table(&mut self, peer: PublicKey) {
        let (me, listens) = (self.identity.public(), self.shared_addresses());
        let (Stage::Playing(playing), Some(link)) = (&self.stage, self.links.get_mut(&peer)) else { return };
        link.told = true;
        let attach = Wire::Attach { table: playing.table.id(), listens, more_games: playing.hosts(&me) };
        self.send(&peer, &attach);
    }

    /// Hears from the host how many games follow; and whoever only watches goes on to the next table with the players.
    pub(super) fn follow(&mut self, peer: PublicKey, table: &Hash, more_games: Option<u32>) {
        let Stage::Playing(playing) = &mut self.stage else { return };
        if playing.table.id() == *table {
            if let Some(more_games) = more_games {
                playing.set_host(&peer, more_games);
            }
        } else if playing.is_watched_to_the_end() && playing.is_seated(&peer) {
            let phrase = playing.phrase();
            self.send_knock(peer, Some(Tag::of(table)), (true, true), phrase.as_ref());
        }
    }
}
