//! What a node does about a table that not everybody signs. Nothing can be voted there before it has started, so whoever is
//! missing is left out by beginning anew.

use whistlestop_proto::contract::SeatPlan;
use whistlestop_proto::event::Owed;

use crate::node::run::{Node, Stage};
use crate::table::front::Event;
use crate::table::terms::table_name;
use crate::table::wire::Seating;

impl Node<'_> {
    /// Goes back to where people gather, if somebody is away before everybody has signed: the host opens their seat again,
    /// and whoever misses the host looks for a table again. Looked at with every status.
    pub(super) fn mind_unsigned(&mut self) -> anyhow::Result<()> {
        let (me, now) = (self.me(), self.now());
        let Stage::Playing(session, found_by) = &mut self.stage else { return Ok(()) };
        if session.is_unsigned_of(&me) {
            return self.gather_again();
        }
        if !session.table().lockstep().is_started()
            && session.misses_host()
            && let Some(seek) = found_by.take()
        {
            let host = session.hosted().by;
            self.finish_table()?;
            self.leave_unsigned();
            // A link to somebody who is gone would only keep a new one to them from being made.
            if let Some(host) = host {
                self.network.drop_link(&host, "not heard of for a while");
            }
            let why = "the host is gone, and not everybody had signed; looking again";
            self.say(Event::Notice(why.to_owned()));
            self.seek(seek.again(now));
        }
        Ok(())
    }

    /// The host lets seats fill up again, if somebody who is away has not signed. The others keep theirs.
    fn gather_again(&mut self) -> anyhow::Result<()> {
        let (Stage::Playing(session, _), Some(hosting)) = (&self.stage, &mut self.hosting) else {
            return Ok(());
        };
        let (contract, lockstep) = (session.table().contract(), session.table().lockstep());
        let is_missing = |seat: u8| lockstep.is_away(seat) && lockstep.owes(seat) == Owed::Signature;
        if !contract.keyed().any(|(seat, _)| is_missing(seat)) {
            return Ok(());
        }
        hosting.go_on_with(session.hosted().more_games, contract.draw);
        let mut gather = hosting.gather(table_name(contract).unwrap_or_default())?;
        for (seat, plan) in (0..).zip(&contract.seats) {
            if let SeatPlan::Keyed { name, key, .. } = plan
                && (session.is_local(key) || self.network.link(key).is_some())
                && !is_missing(seat)
            {
                gather.sit(*key, name, true)?;
            }
        }
        self.finish_table()?;
        self.tell_who_is_left_out(&gather.seats());
        self.leave_unsigned();
        self.stage = Stage::Hosting(gather);
        self.gather_on()
    }

    /// Nothing stays of a new table that is left before everybody has signed: nobody could go on with it. Those who have signed
    /// and did not hear of it take who comes back for somebody who has lost the journal.
    pub(super) fn leave_unsigned(&self) {
        if let Stage::Playing(session, _) = &self.stage
            && let Err(why) = session.discard_unsigned()
        {
            tracing::warn!(%why, "an unsigned table stays on the disk");
        }
    }

    /// Says who sat at the table that not everybody signed and does not sit here.
    pub(super) fn tell_who_is_left_out(&mut self, seats: &Seating) {
        let Stage::Playing(session, _) = &self.stage else { return };
        let left_out = |plan: &SeatPlan| match plan {
            SeatPlan::Keyed { name, key, .. } if !seats.keys().any(|sits| sits == *key) => Some(name.clone()),
            SeatPlan::Keyed { .. } | SeatPlan::Bot { .. } => None,
        };
        let names: Vec<String> = session.table().contract().seats.iter().filter_map(left_out).collect();
        let names = names.join(" and ");
        self.say(Event::Notice(format!("{names} did not sign and is gone; that seat is open again")));
    }
}
