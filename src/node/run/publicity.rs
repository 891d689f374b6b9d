//! What a node tells by mDNS and whether it looks around: as little as will do, for everybody on the network hears it.
//!
//! One player tells of a table: its host or, once that one is gone, whoever is there and has the lowest seat. Whoever sits and
//! is linked to all others looks for nobody, and begins again when somebody has been missing for a while. What happens within a
//! moment is told together, and everybody takes a moment of their own.

use whistlestop_proto::contract::PROTOCOL_VERSION;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::PublicKey;

use crate::discovery::{Ad, AdState, Fingerprint};
use crate::node::run::{Node, Stage};
use crate::table::front::Event;
use crate::table::gather::PROGRAM_VERSION;
use crate::table::terms::table_name;
use crate::table::wire::Tag;

/// The shortest time between two things told of a table.
const PAUSE_MILLIS: Millis = 1_000;

/// Somebody who is missing for so long is looked for, and spoken for if they told of the table.
const MISSING_MILLIS: Millis = 2_000;

/// What is told, and when that is looked at again.
#[derive(Debug)]
pub(super) struct Publicity {
    due: Option<Millis>,
    /// What was told last, and when.
    told: Option<(Ad, Millis)>,
    /// Since when somebody of the table is missing.
    missing_since: Option<Millis>,
    /// How much later than others this node does what all would do at once.
    moment: Millis,
}

impl Publicity {
    pub(super) fn new(me: &PublicKey) -> Self {
        let moment = Millis::from(u16::from_le_bytes([me.0[0], me.0[1]])) % PAUSE_MILLIS;
        Self { due: None, told: None, missing_since: None, moment }
    }

    /// When it is looked at again.
    pub(super) const fn next_due(&self) -> Option<Millis> {
        self.due
    }

    fn look_at(&mut self, when: Millis) {
        self.due = Some(self.due.map_or(when, |due| due.min(when)));
    }

    /// Notes whether somebody is missing; says whether they have been for long enough to do something about it. Who is alone
    /// has nobody to wait for.
    fn misses(&mut self, now: Millis, missing: bool, alone: bool) -> bool {
        self.missing_since = missing.then(|| self.missing_since.unwrap_or(now));
        let patience = if alone { self.moment / 2 } else { MISSING_MILLIS + self.moment };
        let Some(until) = self.missing_since.map(|since| since + patience) else { return false };
        if now < until {
            self.look_at(until);
        }
        now >= until
    }

    /// Whether this may be told now; if not, it is looked at again.
    fn may_tell(&mut self, now: Millis, ad: &Ad) -> bool {
        match &self.told {
            Some((told, _)) if told == ad => false,
            Some((_, at)) if now < at + PAUSE_MILLIS => {
                self.look_at(self.told.as_ref().map_or(now, |(_, at)| at + PAUSE_MILLIS));
                false
            }
            _ => {
                self.told = Some((ad.clone(), now));
                true
            }
        }
    }
}

impl Node<'_> {
    /// What others on the network see of what is going on here may have changed.
    pub(super) fn advertise(&mut self) {
        let now = self.now();
        self.publicity.look_at(now);
    }

    /// Looks at it, if it is time: tells of the table or has it told by somebody else, and looks around or stops.
    pub(super) fn publish(&mut self) {
        let now = self.now();
        if self.publicity.due.is_none_or(|due| now < due) {
            return;
        }
        self.publicity.due = None;
        let (missing, alone) = match &self.stage {
            Stage::Playing(session, _) => session.misses_anybody(),
            Stage::Hosting(_) | Stage::Seeking(_) | Stage::Waiting { .. } => (false, false),
        };
        let missed = self.publicity.misses(now, missing, alone);
        self.network.search(match &self.stage {
            // Until somebody has come, the table can be called something else.
            Stage::Hosting(gather) => !gather.has_company(),
            Stage::Seeking(seek) => seek.listens(),
            Stage::Waiting { .. } => false,
            Stage::Playing(..) => missed,
        });
        let Some(ad) = self.ad(missed) else {
            if self.publicity.told.take().is_some() {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn ad(seats_taken: u8) -> Ad {
        Ad {
            fingerprint: Fingerprint([1; 16]),
            name: "table 7".to_owned(),
            host: "Ann".to_owned(),
            gathering: [0; 8],
            game: "chicago-express".to_owned(),
            seats_taken,
            seats: 4,
            state: AdState::Open,
            pass_phrase: false,
            version: "0.1.0".to_owned(),
            protocol: 1,
            port: 18_300,
        }
    }

    #[test]
    fn what_happens_within_a_moment_is_told_together() {
        let mut publicity = Publicity::new(&PublicKey([0; 32]));
        assert!(publicity.may_tell(0, &ad(1)));
        assert!(!publicity.may_tell(10, &ad(1)) && publicity.next_due().is_none(), "that is known");
        assert!(!publicity.may_tell(10, &ad(2)));
        assert_eq!(publicity.next_due(), Some(PAUSE_MILLIS));
        assert!(publicity.may_tell(PAUSE_MILLIS, &ad(4)));
    }

    #[test]
    fn who_is_missing_is_looked_for_after_a_while_and_by_everybody_at_another_moment() {
        let mut late = PublicKey([0; 32]);
        late.0[0] = 200;
        let (mut publicity, mut later) = (Publicity::new(&PublicKey([0; 32])), Publicity::new(&late));
        assert!(!publicity.misses(0, true, false) && !later.misses(0, true, false));
        assert_eq!((publicity.next_due(), later.next_due()), (Some(2_000), Some(2_200)));
        assert!(publicity.misses(2_000, true, false));
        assert!(!publicity.misses(2_001, false, false), "there again");
        assert!(!publicity.misses(2_002, true, false), "and gone again, for a moment");
        assert!(later.misses(100, true, true), "who is alone does not wait for the others");
    }
}
