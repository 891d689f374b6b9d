//! Homes that go away after the test, and tables that talk to each other in memory.

use std::collections::BTreeMap;

use tempfile::TempDir;
use whistlestop::bots::Random;
use whistlestop::engine::bot::{Bot as _, Bots};
use whistlestop::games::GAMES;
use whistlestop::table::Table;
use whistlestop::table::front::Event;
use whistlestop::table::rules::Move;
use whistlestop::table::store::home::Home;
use whistlestop::table::terms::Terms;
use whistlestop_proto::contract::{Contract, DrawMode, SeatPlan, Stake, TimeControl};
use whistlestop_proto::rules::{Rules as _, ToMove};
use whistlestop_proto::sign::{Identity, PublicKey};

pub(crate) static BOTS: Bots = &[&Random];

/// A home that goes away with it.
#[derive(Debug)]
pub(crate) struct TestHome {
    _folder: TempDir,
    pub(crate) home: Home,
}

impl TestHome {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::open(Some(folder.path().join("home"))).unwrap();
        Self { _folder: folder, home }
    }
}

pub(crate) fn identity(player: u8) -> Identity {
    Identity::from_secret(&[player + 1; 32])
}

pub(crate) fn key(player: u8) -> PublicKey {
    identity(player).public()
}

pub(crate) fn player(player: u8) -> SeatPlan {
    let stake = Stake::new(&identity(player), [player; 16]);
    SeatPlan::Keyed { name: format!("player {player}"), key: key(player), stake }
}

pub(crate) fn bot() -> SeatPlan {
    SeatPlan::Bot { name: Random.name().to_owned() }
}

pub(crate) fn terms(seats: Vec<SeatPlan>) -> Terms {
    Terms {
        game: GAMES[0].meta.id.to_owned(),
        options: BTreeMap::new(),
        seats,
        draw: DrawMode::Fresh,
        clock: TimeControl::None,
        stand_in: Random.name().to_owned(),
        nonce: [7; 16],
        name: None,
    }
}

/// The contract of so many players and bots at the first game.
pub(crate) fn contract(players: u8, bots: u8) -> Contract {
    let seats = (0..players).map(player).chain((0..bots).map(|_| bot())).collect();
    terms(seats).contract(BOTS).unwrap()
}

/// A table of one player and two bots, which needs nobody else.
pub(crate) fn alone(home: &Home) -> Table {
    Table::found(0, home, identity(0), contract(1, 2), BOTS).unwrap()
}

/// What the seat's bot would do, if it is the table's turn.
pub(crate) fn next_move(table: &Table) -> Option<Move> {
    let rules = table.lockstep().rules();
    let seat = table.seat().filter(|seat| rules.turn() == ToMove::Seat(*seat))?;
    let free = table.lockstep().is_started() && table.lockstep().sent().is_none();
    free.then(|| Move::decode(&rules.auto(seat, true)).unwrap())
}

/// Plays one move of a table that needs nobody else, and lets it settle.
pub(crate) fn play_alone(table: &mut Table) -> bool {
    // Who may have forgotten something gives whoever watched some time to bring it.
    for now in (0..=40_000).step_by(500) {
        if !table.lockstep().is_recovering() {
            break;
        }
        table.handle_timeout(now);
        table.flush().unwrap();
    }
    let Some(next) = next_move(table) else { return false };
    table.act(0, next).unwrap();
    table.flush().unwrap();
    true
}

/// Tables that hear each other at once.
#[derive(Debug)]
pub(crate) struct Room {
    pub(crate) homes: Vec<TestHome>,
    pub(crate) tables: Vec<Table>,
    pub(crate) events: Vec<Vec<Event>>,
    pub(crate) now: u64,
}

impl Room {
    /// So many players who found a table together.
    pub(crate) fn found(players: u8) -> Self {
        let homes: Vec<TestHome> = (0..players).map(|_| TestHome::new()).collect();
        let found = |(player, home): (u8, &TestHome)| {
            Table::found(0, &home.home, identity(player), contract(players, 0), BOTS).unwrap()
        };
        let tables = (0..).zip(&homes).map(found).collect();
        Self::of(homes, tables)
    }

    pub(crate) fn of(homes: Vec<TestHome>, tables: Vec<Table>) -> Self {
        let events = tables.iter().map(|_| Vec::new()).collect();
        let mut room = Self { homes, tables, events, now: 0 };
        room.connect();
        room
    }

    fn keys(&self) -> Vec<PublicKey> {
        (0..).take(self.tables.len()).map(key).collect()
    }

    pub(crate) fn connect(&mut self) {
        let keys = self.keys();
        for (me, table) in self.tables.iter_mut().enumerate() {
            for (_, key) in keys.iter().enumerate().filter(|(other, _)| *other != me) {
                table.handle_connected(self.now, *key);
            }
        }
    }

    /// Lets everything that is said be heard, for some milliseconds.
    pub(crate) fn wait(&mut self, millis: u64) {
        for _ in 0..millis {
            self.now += 1;
            for table in &mut self.tables {
                if self.now >= table.poll_timeout() {
                    table.handle_timeout(self.now);
                }
            }
            while self.hear() {}
        }
    }

    /// Carries what is there to be carried; says whether there was anything.
    fn hear(&mut self) -> bool {
        let keys = self.keys();
        let mut heard = false;
        for me in 0..self.tables.len() {
            while let Some((to, bytes)) = self.tables[me].poll_transmit().unwrap() {
                let to = keys.iter().position(|key| *key == to).unwrap();
                self.tables[to].handle_message(self.now, keys[me], &bytes);
                heard = true;
            }
            while let Some(event) = self.tables[me].poll_event() {
                self.events[me].push(event);
            }
        }
        heard
    }

    /// One move of whoever may.
    pub(crate) fn play_move(&mut self) {
        for table in &mut self.tables {
            if let Some(next) = next_move(table) {
                table.act(self.now, next).unwrap();
                break;
            }
        }
        self.wait(1);
    }

    pub(crate) fn finish(&mut self) {
        for _ in 0..20_000 {
            if self.tables.iter().all(Table::is_over) {
                return;
            }
            self.play_move();
        }
        panic!("the game goes on for ever");
    }

    /// The bytes of each journal.
    pub(crate) fn journals(&self) -> Vec<Vec<u8>> {
        self.tables.iter().map(|table| std::fs::read(table.path()).unwrap()).collect()
    }
}
