//! Sitting down at a table, and who else is at it.

use std::net::SocketAddr;

use whistlestop_proto::contract::{Contract, SeatPlan};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::sign::PublicKey;

use crate::node::find::seek::{Ask, Seek};
use crate::node::run::{Node, Stage};
use crate::node::session::Session;
use crate::table::front::Event;
use crate::table::store::config::PlayerName;
use crate::table::store::known::Meeting;
use crate::table::wire::{Tag, Wire};

impl Node<'_> {
    /// Takes up a table, perhaps after having looked for it: links to all its people are wanted, and those that are there are
    /// told.
    pub(super) fn sit_down(&mut self, session: Session, found_by: Option<Seek>) {
        let contract = session.table().contract();
        self.network.expect_only(&session.others());
        self.network.reserve(contract.parties().map(|(_, key, _)| *key));
        if !session.is_offline() {
            self.see(&contract.clone(), &session.table().id());
        }
        self.say(session.event());
        if let Some(sent) = session.sent_event() {
            self.say(sent);
        }
        self.stakes.clear();
        self.leave_unsigned();
        let now_at = Stage::Playing(Box::new(session), found_by);
        let audience: Vec<PublicKey> = match std::mem::replace(&mut self.stage, now_at) {
            Stage::Playing(before, _) => before.attached().copied().collect(),
            _ => Vec::new(),
        };
        self.pin_players();
        for peer in self.network.peers() {
            self.attach(peer);
            // Whoever looked on at the last table hears where it goes on.
            if audience.contains(&peer) {
                self.tell_table(peer);
            }
        }
        self.advertise();
    }

    /// Takes up where those at the table were last, and says so loudly if somebody known came with another key.
    fn see(&mut self, contract: &Contract, table: &Hash) {
        let people = self.people_of(contract);
        let met = self.owner.home.change_known_peers(|known| {
            let mut meet = |(name, key): &(PlayerName, PublicKey)| {
                let meeting = known.see(name, key);
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
                    self.network.hint(&key, &places);
                    if let Meeting::OtherKey { known } = meeting {
                        let name = name.as_str().to_owned();
                        self.say(Event::ChangedKey { name, known, shown: key });
                    }
                }
            }
            Err(why) => self.say(Event::Notice(why.to_string())),
        }
    }

    /// Pins the keys of those whom this player plays with, once everybody has signed: a table that never begins, or is only
    /// watched, makes nobody known.
    pub(super) fn pin_players(&mut self) {
        let Stage::Playing(session, _) = &self.stage else { return };
        let table = session.table();
        if session.is_offline() || table.seat().is_none() || !table.lockstep().is_started() {
            return;
        }
        let people = self.people_of(table.contract());
        let pinned = self.owner.home.change_known_peers(|known| {
            for (name, key) in &people {
                known.meet(name, key);
            }
        });
        if let Err(why) = pinned {
            self.say(Event::Notice(why.to_string()));
        }
    }

    /// The others at a table.
    fn people_of(&self, contract: &Contract) -> Vec<(PlayerName, PublicKey)> {
        let me = self.me();
        let named = |seat: &SeatPlan| match seat {
            SeatPlan::Keyed { name, key, .. } if *key != me => {
                Some((PlayerName::new(name.clone()).ok()?, *key))
            }
            SeatPlan::Keyed { .. } | SeatPlan::Bot { .. } => None,
        };
        contract.seats.iter().filter_map(named).collect()
    }

    /// Tells a peer which table this node is at, and lets the protocol speak once both are at the same.
    pub(super) fn attach(&mut self, peer: PublicKey) {
        let now = self.now();
        let whereabouts = self.network.whereabouts();
        let (Stage::Playing(session, _), Some(link)) = (&mut self.stage, self.network.link(&peer)) else {
            return;
        };
        let Some(welcome) = session.attach(now, peer, link) else { return };
        let (seated, again, address) = (session.is_seated(&peer), session.wants_again(), link.address);
        let goes_on = session.wants_to_go_on().then(|| session.table().id());
        if welcome.tell_table {
            self.tell_table(peer);
        }
        if !welcome.attached {
            return;
        }
        self.network.send(&peer, &Wire::Known(whereabouts));
        self.advertise();
        if seated {
            if again {
                self.network.send(&peer, &Wire::Ready(true));
            }
            if let Some(table) = goes_on {
                self.network.send(&peer, &Wire::GoOn { table, wants: true });
            }
            self.remember_place(&peer, address);
        }
    }

    /// A peer has come to another table than before. Who is not at this one is told again where this node is, and is shown what it
    /// has of theirs.
    pub(super) fn on_new_place(&mut self, peer: PublicKey, table: &Hash) {
        self.ask_about(peer, table);
        let here = match &self.stage {
            Stage::Playing(session, _) => (session.table().id() == *table, session.is_seated(&peer)),
            _ => (false, false),
        };
        match here {
            (true, _) => self.kept.forget(&peer),
            (false, seated) => {
                let (now, home, bots) = (self.now(), &self.owner.home, self.options.bots);
                if self.kept.show(now, home, table, peer, bots) {
                    self.network.send(&peer, &Wire::Keeps { table: *table });
                }
                if seated {
                    self.tell_table(peer);
                }
            }
        }
    }

    /// Tells a peer which table this node is at.
    fn tell_table(&mut self, peer: PublicKey) {
        let listens = self.network.shared_addresses();
        let Stage::Playing(session, _) = &mut self.stage else { return };
        let table = session.tell(peer);
        self.network.send(&peer, &Wire::Attach { table, listens, more_games: session.hosts() });
    }

    /// At another address than before nothing of what is sent on a link arrives, and the others would notice only after a while:
    /// new links are made at once.
    pub(super) fn mind_places(&mut self) {
        if !self.network.has_moved(self.now()) {
            return;
        }
        for peer in self.network.peers() {
            self.network.drop_link(&peer, "this machine's address has changed");
        }
    }

    /// Remembers where somebody of the table was reached, for the next time.
    fn remember_place(&mut self, peer: &PublicKey, address: SocketAddr) {
        let saw = self.owner.home.change_known_peers(|known| known.saw_at(peer, &address.to_string()));
        if let Err(why) = saw {
            self.say(Event::Notice(why.to_string()));
        }
    }

    /// Hears from the host how many games follow; and whoever only watches goes on to the next table with the players.
    pub(super) fn follow(&mut self, peer: PublicKey, table: &Hash, more_games: Option<u32>) {
        let Stage::Playing(session, _) = &mut self.stage else { return };
        if session.table().id() == *table {
            if let Some(more_games) = more_games {
                session.set_host(&peer, more_games);
            }
        } else if session.is_watched_to_the_end() && session.is_seated(&peer) {
            let phrase = session.hosted().phrase.clone();
            self.send_knock(peer, &Ask { table: Some(Tag::of(table)), watch: true, ready: true, phrase });
        }
    }
}
