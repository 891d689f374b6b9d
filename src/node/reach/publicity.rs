//! When a node tells and asks by mDNS: what happens within a moment is told together, and everybody takes a moment of their own.

use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::PublicKey;

use crate::discovery::Ad;

/// The shortest time between two things told of a table.
const PAUSE_MILLIS: Millis = 1_000;

/// Somebody who is missing for so long is looked for, and spoken for if they told of the table.
const MISSING_MILLIS: Millis = 2_000;

/// What is told, and when that is looked at again.
#[derive(Debug)]
pub(crate) struct Publicity {
    due: Option<Millis>,
    /// What was told last, and when.
    told: Option<(Ad, Millis)>,
    /// Since when somebody of the table is missing.
    missing_since: Option<Millis>,
    /// How much later than others this node does what all would do at once.
    moment: Millis,
}

impl Publicity {
    pub(crate) fn new(me: &PublicKey) -> Self {
        let moment = Millis::from(u16::from_le_bytes([me.0[0], me.0[1]])) % PAUSE_MILLIS;
        Self { due: None, told: None, missing_since: None, moment }
    }

    /// When it is looked at again.
    pub(crate) const fn next_due(&self) -> Option<Millis> {
        self.due
    }

    /// It is looked at then, at the latest.
    pub(crate) fn look_at(&mut self, when: Millis) {
        self.due = Some(self.due.map_or(when, |due| due.min(when)));
    }

    /// Notes whether somebody is missing; says whether they have been for long enough to do something about it. Who is alone
    /// has nobody to wait for.
    pub(crate) fn misses(&mut self, now: Millis, missing: bool, alone: bool) -> bool {
        self.missing_since = missing.then(|| self.missing_since.unwrap_or(now));
        let patience = if alone { self.moment / 2 } else { MISSING_MILLIS + self.moment };
        let Some(until) = self.missing_since.map(|since| since + patience) else { return false };
        if now < until {
            self.look_at(until);
        }
        now >= until
    }

    /// Whether this may be told now; if not, it is looked at again.
    pub(crate) fn may_tell(&mut self, now: Millis, ad: &Ad) -> bool {
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

    /// It is time to look; it is not looked at again by itself.
    pub(crate) fn is_due(&mut self, now: Millis) -> bool {
        self.due.take_if(|due| *due <= now).is_some()
    }

    /// It could not be done now.
    pub(crate) fn try_later(&mut self, now: Millis) {
        self.look_at(now + PAUSE_MILLIS);
    }

    /// Nothing is told any more; says whether anything was.
    pub(crate) fn withdraw(&mut self) -> bool {
        self.told.take().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discovery::{AdState, Fingerprint};

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
