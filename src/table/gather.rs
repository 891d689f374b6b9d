//! The table before its contract: seats fill up until everybody is there and ready.
//!
//! One node, the host, owns the [`Gather`]; the others only hear of its [`Seating`]. Nothing here is signed or kept: who
//! does not like the contract that comes of it simply does not sign it. A seat is held for a moment for whoever knocks; it is
//! theirs once they have said that they sit here and nowhere else, and before that nobody is called to a contract.

use whistlestop_proto::contract::{PROTOCOL_VERSION, SeatNumber, SeatPlan};
use whistlestop_proto::limits::MAX_NAME_BYTES;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::sign::PublicKey;
use whistlestop_proto::text::{are_alike, clean};

use super::limits::HOLD_MILLIS;
use super::phrase::PhraseKey;
use super::stake::unstaked_seat;
use super::wire::{GatherSeat, Knock, Refusal, Seating, Tag, is_name};

/// The version of this program.
pub const PROGRAM_VERSION: &str = env!("CARGO_PKG_VERSION");

/// A table that is filling up.
#[derive(Clone, Debug)]
pub struct Gather {
    /// What the table is called.
    name: String,
    game: String,
    nonce: [u8; 16],
    places: Vec<GatherSeat>,
    /// Seats of those who have not yet said that they sit only here.
    held: Vec<Hold>,
    phrase: Option<PhraseKey>,
}

/// A seat that is held for somebody.
#[derive(Clone, Copy, Debug)]
struct Hold {
    key: PublicKey,
    until: Millis,
    /// Whether they are ready once they sit.
    ready: bool,
}

impl Gather {
    /// A table of this name with these bots on its last seats and the rest open.
    pub fn new(
        name: &str,
        game: &str,
        nonce: [u8; 16],
        seats: usize,
        bots: &[String],
        phrase: Option<PhraseKey>,
    ) -> Self {
        let open = seats.saturating_sub(bots.len());
        let bot = |name: &String| GatherSeat::Bot { name: name.clone() };
        let places = std::iter::repeat_n(GatherSeat::Open, open).chain(bots.iter().map(bot)).collect();
        Self { name: name.to_owned(), game: game.to_owned(), nonce, places, held: Vec::new(), phrase }
    }

    /// What the table is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Calls it something else.
    pub fn rename(&mut self, name: &str) {
        name.clone_into(&mut self.name);
    }

    /// By which others find it.
    pub fn tag(&self) -> Tag {
        Tag::of_nonce(&self.nonce)
    }

    /// What makes its contract unlike any other.
    pub fn nonce(&self) -> [u8; 16] {
        self.nonce
    }

    /// Who sits where.
    pub fn seats(&self) -> Seating {
        let (name, game) = (self.name.clone(), self.game.clone());
        Seating { gathering: self.tag(), name, game, seats: self.places.clone() }
    }

    /// Whether anybody but the host has come.
    pub fn has_company(&self) -> bool {
        self.places.iter().filter(|place| matches!(place, GatherSeat::Taken { .. })).count() > 1
    }

    /// Seats that are not open, and all.
    pub fn taken(&self) -> (usize, usize) {
        (self.places.iter().filter(|place| **place != GatherSeat::Open).count(), self.places.len())
    }

    /// Whether one must know a pass phrase.
    pub fn has_phrase(&self) -> bool {
        self.phrase.is_some()
    }

    /// The pass phrase, if it has one.
    pub const fn phrase(&self) -> Option<&PhraseKey> {
        self.phrase.as_ref()
    }

    /// Holds a seat for whoever knocks, and knows the pass phrase if there is one.
    pub fn knock(&mut self, now: Millis, key: PublicKey, knock: &Knock) -> Result<(), Refusal> {
        if knock.protocol != PROTOCOL_VERSION {
            return Err(Refusal::Version { theirs: PROTOCOL_VERSION, program: PROGRAM_VERSION.to_owned() });
        }
        if knock.table.is_some_and(|table| table != self.tag()) {
            return Err(Refusal::NoSuchTable);
        }
        if knock.watch {
            return Err(Refusal::NotBegun);
        }
        self.sit(key, &knock.name, false)?;
        self.held.push(Hold { key, until: now + HOLD_MILLIS, ready: knock.ready });
        Ok(())
    }

    /// Somebody says that they sit here and nowhere else; `false` if no seat of this gathering is theirs.
    pub fn settle(&mut self, key: &PublicKey, gathering: Tag) -> bool {
        if gathering != self.tag() || self.place_of(key).is_none() {
            return false;
        }
        if let Some(at) = self.held.iter().position(|hold| hold.key == *key) {
            let hold = self.held.swap_remove(at);
            self.set_ready(key, hold.ready);
        }
        true
    }

    /// Opens the seats again that were held for too long, and says for whom.
    pub fn let_go(&mut self, now: Millis) -> Vec<PublicKey> {
        let late = self.held.iter().filter(|hold| hold.until <= now).map(|hold| hold.key).collect::<Vec<_>>();
        for key in &late {
            self.stand_up(key);
        }
        late
    }

    /// When [`let_go`](Self::let_go) has something to do.
    pub fn next_due(&self) -> Option<Millis> {
        self.held.iter().map(|hold| hold.until).min()
    }

    /// Gives a seat to this key, its own if it has one.
    pub fn sit(&mut self, key: PublicKey, name: &str, ready: bool) -> Result<(), Refusal> {
        if !is_name(name) {
            return Err(Refusal::Name);
        }
        let own = self.place_of(&key);
        let free = self.places.iter().position(|place| *place == GatherSeat::Open);
        let seat = own.or(free).ok_or(Refusal::Full)?;
        self.places[seat] = GatherSeat::Open;
        let name = self.free_name(name);
        self.places[seat] = GatherSeat::Taken { name, key, ready };
        self.held.retain(|hold| hold.key != key);
        Ok(())
    }

    /// Says that a key is ready or not; `false` if it does not sit here.
    pub fn set_ready(&mut self, key: &PublicKey, now_ready: bool) -> bool {
        let Some(seat) = self.place_of(key) else { return false };
        if let Some(hold) = self.held.iter_mut().find(|hold| hold.key == *key) {
            hold.ready = now_ready;
        } else if let GatherSeat::Taken { ready, .. } = &mut self.places[seat] {
            *ready = now_ready;
        }
        true
    }

    /// Frees the seat of a key; `false` if it has none.
    pub fn stand_up(&mut self, key: &PublicKey) -> bool {
        let Some(seat) = self.place_of(key) else { return false };
        self.places[seat] = GatherSeat::Open;
        self.held.retain(|hold| hold.key != *key);
        true
    }

    /// Puts a bot on a seat that nobody has, or opens it again; `false` if somebody sits there or there is no such seat.
    pub fn seat_bot(&mut self, seat: SeatNumber, bot: Option<String>) -> bool {
        match self.places.get_mut(usize::from(seat)) {
            None | Some(GatherSeat::Taken { .. }) => false,
            Some(place) => {
                *place = bot.map_or(GatherSeat::Open, |name| GatherSeat::Bot { name });
                true
            }
        }
    }

    /// The seats of the contract, once all are taken and ready; what the people bring is asked for next.
    pub fn plan(&self) -> Option<Vec<SeatPlan>> {
        let seat = |place: &GatherSeat| match place {
            GatherSeat::Taken { name, key, ready: true } => Some(unstaked_seat(name.clone(), *key)),
            GatherSeat::Bot { name } => Some(SeatPlan::Bot { name: name.clone() }),
            GatherSeat::Open | GatherSeat::Taken { .. } => None,
        };
        self.places.iter().map(seat).collect()
    }

    fn place_of(&self, key: &PublicKey) -> Option<usize> {
        self.places
            .iter()
            .position(|place| matches!(place, GatherSeat::Taken { key: other, .. } if other == key))
    }

    /// Two people with one name would be taken for one: the second gets a number.
    fn free_name(&self, name: &str) -> String {
        let taken = |wanted: &str| {
            self.places
                .iter()
                .any(|place| matches!(place, GatherSeat::Taken { name, .. } if are_alike(name, wanted)))
        };
        if !taken(name) {
            return name.to_owned();
        }
        let short: String = name.chars().take(12).collect();
        // The cut may lie behind a blank.
        let numbered = (2..).map(|number| clean(&format!("{short} {number}"), MAX_NAME_BYTES));
        numbered.into_iter().find(|name| !taken(name)).expect("there are fewer seats than numbers")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u8) -> PublicKey {
        PublicKey([number; 32])
    }

    fn knock(name: &str) -> Knock {
        Knock {
            protocol: PROTOCOL_VERSION,
            program: PROGRAM_VERSION.to_owned(),
            name: name.to_owned(),
            table: None,
            watch: false,
            ready: true,
            listens: Vec::new(),
            share: None,
        }
    }

    fn table(seats: usize, bots: &[&str]) -> Gather {
        let bots: Vec<String> = bots.iter().map(|bot| (*bot).to_owned()).collect();
        Gather::new("table 7", "chicago-express", [1; 16], seats, &bots, None)
    }

    /// Knocks, and says that it sits here.
    fn come(gather: &mut Gather, key: PublicKey, knock: &Knock) -> Result<(), Refusal> {
        gather.knock(0, key, knock)?;
        assert!(gather.settle(&key, gather.tag()));
        Ok(())
    }

    fn names(gather: &Gather) -> Vec<String> {
        let name = |place: &GatherSeat| match place {
            GatherSeat::Open => "-".to_owned(),
            GatherSeat::Bot { name } | GatherSeat::Taken { name, .. } => name.clone(),
        };
        gather.seats().seats.iter().map(name).collect()
    }

    #[test]
    fn a_bot_takes_an_open_seat_and_gives_it_up_but_never_a_taken_one() {
        let mut gather = table(3, &[]);
        gather.sit(key(1), "Ann", true).unwrap();
        assert!(gather.seat_bot(2, Some("greedy/2".to_owned())));
        assert_eq!(names(&gather), ["Ann", "-", "greedy/2"]);
        assert!(!gather.seat_bot(0, Some("greedy/2".to_owned())) && !gather.seat_bot(3, None));
        assert!(gather.seat_bot(2, None));
        assert_eq!(names(&gather), ["Ann", "-", "-"]);
    }

    #[test]
    fn seats_fill_up_and_the_contract_follows_when_all_are_ready() {
        let mut gather = table(3, &["greedy/2"]);
        gather.sit(key(1), "Ann", false).unwrap();
        come(&mut gather, key(2), &knock("Bob")).unwrap();
        assert_eq!(names(&gather), ["Ann", "Bob", "greedy/2"]);
        assert!(gather.plan().is_none(), "Ann is not ready");
        assert!(gather.set_ready(&key(1), true));
        let plan = gather.plan().unwrap();
        assert_eq!(plan[0], unstaked_seat("Ann".to_owned(), key(1)));
        assert_eq!(plan[2], SeatPlan::Bot { name: "greedy/2".to_owned() });
    }

    #[test]
    fn a_full_table_refuses_and_a_seat_that_is_left_is_free_again() {
        let mut gather = table(2, &[]);
        gather.sit(key(1), "Ann", true).unwrap();
        come(&mut gather, key(2), &knock("Bob")).unwrap();
        assert_eq!(come(&mut gather, key(3), &knock("Cid")), Err(Refusal::Full));
        assert!(gather.stand_up(&key(2)));
        assert!(!gather.stand_up(&key(2)));
        assert_eq!(come(&mut gather, key(3), &knock("Cid")), Ok(()));
        assert_eq!(names(&gather), ["Ann", "Cid"]);
    }

    #[test]
    fn who_knocks_again_keeps_the_seat_and_a_second_ann_gets_a_number() {
        let mut gather = table(3, &[]);
        come(&mut gather, key(1), &knock("Ann")).unwrap();
        come(&mut gather, key(2), &knock("Ann")).unwrap();
        come(&mut gather, key(1), &knock("Ann")).unwrap();
        assert_eq!(names(&gather), ["Ann", "Ann 2", "-"]);
        let mut gather = table(2, &[]);
        gather.sit(key(1), "Ann the good one", true).unwrap();
        gather.sit(key(2), "Ann the good one", true).unwrap();
        assert_eq!(names(&gather)[1], "Ann the good 2");
        let mut gather = table(2, &[]);
        gather.sit(key(1), "Ann", true).unwrap();
        gather.sit(key(2), "\u{410}NN", true).unwrap();
        assert_eq!(names(&gather)[1], "\u{410}NN 2", "who looks like Ann gets a number too");
    }

    #[test]
    fn another_protocol_table_or_name_is_refused_with_a_sentence() {
        let mut gather = table(3, &[]);
        let mut refused = |knock: Knock| gather.knock(0, key(1), &knock).unwrap_err();
        assert!(refused(Knock { protocol: 9, ..knock("Ann") }).to_string().contains("same version"));
        let other = Some(Tag([4; 8]));
        assert_eq!(refused(Knock { table: other, ..knock("Ann") }), Refusal::NoSuchTable);
        assert_eq!(refused(Knock { watch: true, ..knock("Ann") }), Refusal::NotBegun);
        assert_eq!(refused(knock(" ")), Refusal::Name);
    }

    #[test]
    fn nobody_is_called_before_each_has_said_that_they_sit_only_here() {
        let mut gather = table(3, &[]);
        gather.sit(key(1), "Ann", true).unwrap();
        gather.knock(1_000, key(2), &knock("Bob")).unwrap();
        gather.knock(1_500, key(3), &knock("Cid")).unwrap();
        assert_eq!(
            (names(&gather), gather.taken()),
            (vec!["Ann".into(), "Bob".into(), "Cid".into()], (3, 3))
        );
        assert!(gather.settle(&key(2), gather.tag()));
        assert!(gather.plan().is_none(), "Cid may sit elsewhere");
        assert!(!gather.settle(&key(3), Tag([9; 8])), "that is another gathering");
        assert_eq!(gather.next_due(), Some(1_500 + HOLD_MILLIS));
        assert!(gather.settle(&key(3), gather.tag()));
        assert_eq!((gather.plan().map(|plan| plan.len()), gather.next_due()), (Some(3), None));
    }

    #[test]
    fn a_seat_is_held_for_a_while_and_then_open_again() {
        let mut gather = table(2, &[]);
        gather.sit(key(1), "Ann", true).unwrap();
        gather.knock(1_000, key(2), &knock("Bob")).unwrap();
        assert_eq!(gather.knock(1_001, key(3), &knock("Cid")), Err(Refusal::Full));
        assert!(gather.let_go(999 + HOLD_MILLIS).is_empty());
        assert_eq!(gather.let_go(1_000 + HOLD_MILLIS), [key(2)]);
        assert!(!gather.settle(&key(2), gather.tag()), "it is too late");
        assert_eq!(names(&gather), ["Ann", "-"]);
        come(&mut gather, key(3), &knock("Cid")).unwrap();
        assert!(gather.let_go(90_000).is_empty(), "who sits is not let go");
        // Whoever knocks where they sit is looking for a table again.
        gather.knock(90_000, key(3), &Knock { ready: false, ..knock("Cid") }).unwrap();
        assert!(gather.set_ready(&key(3), true) && gather.plan().is_none());
        assert!(gather.settle(&key(3), gather.tag()) && gather.plan().is_some());
    }
}
