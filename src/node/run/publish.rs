//! What a node tells by mDNS and whether it looks around: as little as will do, for everybody on the network hears it.
//!
//! One player tells of a table: its host or, once that one is gone, whoever is there and has the lowest seat. Whoever sits and
//! is linked to all others looks for nobody, and begins again when somebody has been missing for a while. What happens within a
//! moment is told together, and everybody takes a moment of their own.

use whistlestop_proto::contract::PROTOCOL_VERSION;

use crate::discovery::{Ad, AdState, Fingerprint};
use crate::node::run::{Node, Stage};
use crate::table::front::Event;
use crate::table::gather::PROGRAM_VERSION;
use crate::table::terms::table_name;
use crate::table::wire::Tag;

impl Node<'_> {
    /// What others on the network see of what is going on here may have changed.
    pub(super) fn advertise(&mut self) {
        let now = self.now();
        self.publicity.look_at(now);
    }

    /// Looks at it, if it is time: tells of the table or has it told by somebody else, and looks around or stops.
    pub(super) fn publish(&mut self) {
        let now = self.now();
        if !self.publicity.is_due(now) {
            return;
        }
        let (missing, alone) = match &self.stage {
            Stage::Playing(session, _) => session.misses_anybody(),
            Stage::Hosting(_) | Stage::Seeking(_) | Stage::Waiting { .. } | Stage::Keeping => (false, false),
        };
        let missed = self.publicity.misses(now, missing, alone);
        let searches = self.network.search(match &self.stage {
            // Until somebody has come, the table can be called something else.
            Stage::Hosting(gather) => !gather.has_company(),
            Stage::Seeking(seek) => seek.listens(),
            Stage::Waiting { .. } | Stage::Keeping => false,
            Stage::Playing(..) => missed,
        });
        if !searches {
            self.publicity.try_later(now);
        }
        let Some(ad) = self.ad(missed) else {
            if self.publicity.withdraw() {
                self.network.withdraw();
            }
            return;
        };
        if self.publicity.may_tell(now, &ad)
            && let Err(why) = self.network.advertise(&ad)
        {
            self.say(Event::Notice(why));
        }
    }

    /// What this node tells of its table; nothing if another does. Somebody may have been `missed` for a while.
    fn ad(&self, missed: bool) -> Option<Ad> {
        let (tag, name, game, (taken, seats), state, pass_phrase) = match &self.stage {
            Stage::Hosting(gather) if self.unnamed_until.is_none() => {
                let seats = gather.seats();
                (gather.tag(), seats.name, seats.game, gather.taken(), AdState::Open, gather.has_phrase())
            }
            Stage::Playing(session, _) if session.tells(missed) => {
                let contract = session.table().contract();
                let seats = contract.seats.len();
                let state = if session.table().is_over() { AdState::Over } else { AdState::Playing };
                let locked = session.hosted().phrase.is_some();
                let id = || session.tag().to_string().chars().take(8).collect();
                let name = table_name(contract).map_or_else(id, str::to_owned);
                (session.tag(), name, contract.game.clone(), (seats, seats), state, locked)
            }
            _ => return None,
        };
        let Tag(gathering) = tag;
        Some(Ad {
            fingerprint: Fingerprint::of(&self.me()),
            name,
            host: self.name_of(&self.me()).unwrap_or_else(|| self.options.name.clone()),
            gathering,
            game,
            seats_taken: u8::try_from(taken).unwrap_or(u8::MAX),
            seats: u8::try_from(seats).unwrap_or(u8::MAX),
            state,
            pass_phrase,
            version: PROGRAM_VERSION.to_owned(),
            protocol: PROTOCOL_VERSION,
            port: self.network.port(),
        })
    }
}
