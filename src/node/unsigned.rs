//! What a node does about a table that not everybody signs. Nothing can be voted there before it has started, so whoever is
//! missing is left out by beginning anew.

use whistlestop_proto::contract::SeatPlan;
use whistlestop_proto::event::Owed;
use whistlestop_proto::sign::PublicKey;

use super::event::Event;
use super::greet::keys_in;
use super::host::fresh_nonce;
use super::{Node, Stage};
use crate::table::gather::Gather;
use crate::table::wire::Seats;

impl Node<'_> {
    /// Goes back to where people gather, if somebody is away before everybody has signed: the host opens their seat again,
    /// and whoever misses the host looks for a table again. Looked at with every status.
    pub(super) fn mind_unsigned(&mut self) -> anyhow::Result<()> {
        let (me, now) = (self.identity.public(), self.now());
        let Stage::Playing(playing) = &mut self.stage else { return Ok(()) };
        if playing.is_unsigned_of(&me) {
            return self.gather_again();
        }
        if !playing.table.lockstep().is_started()
            && playing.misses_host()
            && let Some(seek) = playing.found_by.take()
        {
            let host = playing.host;
            self.finish_table()?;
            // A link to somebody who is gone would only keep a new one to them from being made.
            if let Some(host) = host {
                self.drop_link(&host, "not heard of for a while");
            }
            let why = "the host is gone, and not everybody had signed; looking again";
            self.say(Event::Notice(why.to_owned()));
            self.seek(seek.again(now));
        }
        Ok(())
    }

    /// The host lets seats fill up again, if somebody who is away has not signed. The others keep theirs.
    fn gather_again(&mut self) -> anyhow::Result<()> {
        let (Stage::Playing(playing), Some(hosting)) = (&self.stage, &mut self.hosting) else {
            return Ok(());
        };
        let (contract, lockstep) = (playing.table.contract(), playing.table.lockstep());
        let is_missing = |seat: u8| lockstep.is_away(seat) && lockstep.owes(seat) == Owed::Signature;
        if !contract.keyed().any(|(seat, _)| is_missing(seat)) {
            return Ok(());
        }
        (hosting.games, hosting.terms.draw) = (playing.more_games + 1, contract.draw);
        let (game, phrase) = (&hosting.terms.game, hosting.phrase.clone());
        let mut gather = Gather::new(game, fresh_nonce()?, hosting.seats, &hosting.bots, phrase);
        let me = self.identity.public();
        let is_here = |key: &PublicKey| *key == me || self.links.contains_key(key);
        for (seat, plan) in (0..).zip(&contract.seats) {
            if let SeatPlan::Keyed { name, key, .. } = plan
                && is_here(key)
                && !is_missing(seat)
            {
                gather.sit(*key, name, true)?;
            }
        }
        self.finish_table()?;
        self.tell_who_is_left_out(&gather.seats());
        self.stage = Stage::Hosting(gather);
        self.gather_on()
    }

    /// Says who sat at the table that not everybody signed and does not sit here.
    pub(super) fn tell_who_is_left_out(&mut self, seats: &Seats) {
        let Stage::Playing(playing) = &self.stage else { return };
        let sitting = keys_in(seats);
        let left_out = |plan: &SeatPlan| match plan {
            SeatPlan::Keyed { name, key, .. } if !sitting.contains(key) => Some(name.clone()),
            SeatPlan::Keyed { .. } | SeatPlan::Bot { .. } => None,
        };
        let names: Vec<String> = playing.table.contract().seats.iter().filter_map(left_out).collect();
        let names = names.join(" and ");
        self.say(Event::Notice(format!("{names} did not sign and is gone; that seat is open again")));
    }
}
