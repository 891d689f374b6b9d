//! What a node does where too few are left at a table to decide anything: whoever is there goes on as a copy once all of them
//! say so, and who comes back later finds the way there.

use anyhow::Context as _;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::sign::PublicKey;

use crate::node::find::seek::Ask;
use crate::node::run::{Node, Stage};
use crate::node::session::Session;
use crate::node::session::company::Hosted;
use crate::node::session::local_peer::LocalPeer;
use crate::node::session::together::There;
use crate::table::Table;
use crate::table::front::Event;
use crate::table::store::players::Resident;
use crate::table::wire::{Tag, Wire};

impl Node<'_> {
    /// The player would go on without those who are missing, or no longer; or wants the seat back where others went on.
    pub(super) fn go_on_together(&mut self, wants: bool) -> Result<(), String> {
        let Stage::Playing(session, _) = &mut self.stage else {
            return Err("there is no table yet".to_owned());
        };
        if wants && let Some(there) = session.take_there() {
            return self.go_there(there).map_err(|why| format!("{why:#}"));
        }
        session.would_go_on(wants)?;
        let (table, others) = (session.table().id(), session.others());
        for key in others {
            self.network.send(&key, &Wire::GoOn { table, wants });
        }
        if !wants {
            self.stakes.drop_call();
        }
        Ok(())
    }

    /// Somebody else would go on, or no longer.
    pub(super) fn on_go_on(&mut self, peer: PublicKey, table: &Hash, wants: bool) {
        let Stage::Playing(session, _) = &mut self.stage else { return };
        session.hear_would(&peer, table, wants);
        if !wants {
            self.stakes.drop_call_to(&peer);
        }
    }

    /// Looks at who is left at the table and where others went on, and tells what has changed.
    pub(super) fn mind_stranded(&mut self) -> anyhow::Result<()> {
        let now = self.now();
        let Stage::Playing(session, _) = &mut self.stage else { return Ok(()) };
        let told = session.poll_stranded(now);
        let by_itself = session.goes_on_by_itself(now);
        let there = session.poll_there();
        let enough = !session.is_stranded() && told.is_some();
        if let Some(event) = told {
            self.say(event);
        }
        if enough {
            self.stakes.drop_call();
        }
        if let Some((event, by_itself)) = there {
            self.say(event);
            if by_itself && let Err(why) = self.go_on_together(true) {
                self.say(Event::Notice(why));
            }
        } else if by_itself && let Err(why) = self.go_on_together(true) {
            self.say(Event::Notice(why));
        }
        Ok(())
    }

    /// Sits down at the table that others went on with, and takes the seat back there.
    fn go_there(&mut self, there: There) -> anyhow::Result<()> {
        self.finish_table()?;
        let Stage::Playing(session, found_by) = &mut self.stage else { return Ok(()) };
        let (phrase, found_by) = (session.hosted().phrase.clone(), found_by.clone());
        let There { peer: _, proposal, .. } = there;
        let (now, bots, Resident { home, identity }) = (self.now(), self.options.bots, &self.owner);
        let table = Table::join(now, home, identity.clone(), proposal.contract, bots);
        let table = table.context("the table that the others went on with cannot be taken up")?;
        let local = LocalPeer::on_network(self.owner.clone(), table, &self.options);
        let hosted = Hosted { by: None, more_games: 0, phrase };
        let mut session = Session::on_network(now, local, &self.options, hosted, None);
        // Perhaps they went on from there, too.
        session.follow_from_now();
        self.network.expect(&session.others());
        proposal.whereabouts.iter().for_each(|told| self.network.hint_told(told));
        self.sit_down(session, found_by);
        Ok(())
    }

    /// A peer is at another table than this node. Who sits here may have gone on with this table there.
    pub(super) fn ask_about(&mut self, peer: PublicKey, table: &Hash) {
        let Stage::Playing(session, _) = &mut self.stage else { return };
        session.note_place(peer, table);
        if session.table().id() != *table && session.asks_about(&peer) {
            let phrase = session.hosted().phrase.clone();
            self.send_knock(peer, &Ask { table: Some(Tag::of(table)), watch: false, ready: true, phrase });
        }
    }

    /// Where the copy that this node proposed is not signed by all who were there, it goes back to the table before: whoever is
    /// left there can go on anew.
    pub(super) fn mind_unsigned_copy(&mut self) -> anyhow::Result<()> {
        let Stage::Playing(session, _) = &self.stage else { return Ok(()) };
        let (contract, lockstep) = (session.table().contract(), session.table().lockstep());
        let Some(parent) = contract.parent.filter(|_| !lockstep.is_started() && !session.is_offline()) else {
            return Ok(());
        };
        if !contract.founders().iter().any(|voter| lockstep.is_away(voter)) {
            return Ok(());
        }
        let hosted = session.hosted().clone();
        let (now, bots, Resident { home, identity }) = (self.now(), self.options.bots, &self.owner);
        let path = home.journal_path(&parent.table);
        let table = Table::resume(now, home, identity.clone(), &path, bots)?;
        let local = LocalPeer::on_network(self.owner.clone(), table, &self.options);
        let session = Session::on_network(now, local, &self.options, hosted, None);
        self.say(Event::Notice(
            "not everybody signed the table to go on with; back to the one before".to_owned(),
        ));
        self.sit_down(session, None);
        Ok(())
    }
}
