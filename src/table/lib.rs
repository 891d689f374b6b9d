//! A table: the protocol, a game, and what keeps them together.
//!
//! The one layer that knows games and the protocol both; they never see each other. It has no clock and no socket: time
//! and bytes are handed in, and only [`store`] touches the disk. Read [`Table`] first, then [`rules`] (a game as the
//! protocol plays it), [`terms`] (contracts) and [`history`].

// The layers that this crate may name, under the names that they have everywhere.
use crate as table;
use whistlestop_engine as engine;
use whistlestop_games as games;

pub mod catalog;
pub mod clock;
pub mod draft;
pub mod front;
pub mod gather;
pub mod genesis;
pub mod history;
pub mod keeper;
pub mod limits;
pub mod phrase;
pub mod recorded;
pub mod rules;
pub mod stake;
pub mod store;
pub mod terms;
pub mod thought;
pub mod unruled;
pub mod verify;
pub mod wire;

pub use whistlestop_proto::kept;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use whistlestop_proto::contract::{Contract, SeatNumber, SeatPlan};
use whistlestop_proto::entry::{Change, Entry};
use whistlestop_proto::error::{ActError, OpenError};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::kept::Kept;
use whistlestop_proto::lockstep::{Lockstep, Millis};
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::restart::ProgramStart;
use whistlestop_proto::sign::{Identity, PublicKey};
use whistlestop_proto::step::Step;

use crate::engine::any_game::AnyGame;
use crate::engine::game::Heard;

use catalog::Catalog;
use draft::Draft;
use front::{Event, Kind, ProtocolEvent};
use genesis::{GenesisError, genesis};
use history::History;
use rules::{GameRules, Move};
use store::StoreError;
use store::home::Home;
use store::journal::{Journal, read_journal};
use terms::roster_hash;
use thought::{Thought, ThoughtOut};

/// One peer at one table, with its journal: the one thing that front ends talk to.
///
/// As with [`Lockstep`], commands and `handle_*` go in and `poll_*` come out. What follows from something is given out
/// only once that is safely on disk.
#[derive(Debug)]
pub struct Table {
    lockstep: Lockstep<GameRules>,
    journal: Journal,
    history: History,
    /// What is to be kept and is not on disk yet.
    unkept: Vec<u8>,
    /// That its file was damaged, until somebody was told.
    damaged: Option<Event>,
    /// What entries brought about whose events were not asked for yet.
    heard: VecDeque<(Heard, Arc<dyn AnyGame>)>,
}

/// Why a table cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenTableError {
    /// Its file cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Its game cannot begin here.
    #[error(transparent)]
    Genesis(#[from] GenesisError),
    /// Its contract is not for this program.
    #[error(transparent)]
    Contract(OpenError),
    /// There are no random numbers.
    #[error("the system gave no random numbers: {0}")]
    NoLuck(getrandom::Error),
    /// Its file is of no use.
    #[error("{}: {why}", path.display())]
    Journal {
        /// Which.
        path: PathBuf,
        /// Why.
        why: OpenError,
    },
    /// A table that should be new has a file already.
    #[error("this table was begun before: go on with `whistlestop resume {}`", path.display())]
    Begun {
        /// The file.
        path: PathBuf,
    },
}

impl Table {
    /// A new table. It signs the contract if the identity has a seat.
    pub fn found(
        now: Millis,
        home: &Home,
        identity: Identity,
        contract: Contract,
        catalog: impl Into<Catalog>,
    ) -> Result<Self, OpenTableError> {
        let catalog = catalog.into();
        let genesis = first_state(home, &contract, catalog)?;
        let (journal, bytes) = open_journal(home, &contract.table())?;
        if !bytes.is_empty() {
            return Err(OpenTableError::Begun { path: journal.path().to_path_buf() });
        }
        let first = genesis.game().fork();
        let lockstep = Lockstep::found(now, identity, contract, genesis, start_of(&journal)?)
            .map_err(OpenTableError::Contract)?;
        Self::new(lockstep, journal, first)
    }

    /// A table that may long have started, for a spectator or for a player without a journal; if there is a journal
    /// after all, as that one left it.
    pub fn join(
        now: Millis,
        home: &Home,
        identity: Identity,
        contract: Contract,
        catalog: impl Into<Catalog>,
    ) -> Result<Self, OpenTableError> {
        let catalog = catalog.into();
        let genesis = first_state(home, &contract, catalog)?;
        let (journal, bytes) = open_journal(home, &contract.table())?;
        if !bytes.is_empty() {
            return Self::take_up(now, home, identity, journal, &bytes, catalog);
        }
        let first = genesis.game().fork();
        let lockstep = Lockstep::join(now, identity, contract, genesis, start_of(&journal)?)
            .map_err(OpenTableError::Contract)?;
        Self::new(lockstep, journal, first)
    }

    /// A table as a journal left it. A journal from elsewhere, also another player's, is copied into the home first,
    /// unless the table has a journal there: that one knows what this player said.
    pub fn resume(
        now: Millis,
        home: &Home,
        identity: Identity,
        path: &Path,
        catalog: impl Into<Catalog>,
    ) -> Result<Self, OpenTableError> {
        let broken = |why| OpenTableError::Journal { path: path.to_path_buf(), why };
        let bytes = read_journal(path)?;
        let table = Kept::salvage(&bytes).map_err(broken)?.0.contract.table();
        let (journal, own) = open_journal(home, &table)?;
        if !own.is_empty() {
            return Self::take_up(now, home, identity, journal, &own, catalog.into());
        }
        let journal = journal.fill(home, &bytes)?;
        Self::take_up(now, home, identity, journal, &bytes, catalog.into())
    }

    fn take_up(
        now: Millis,
        home: &Home,
        identity: Identity,
        mut journal: Journal,
        bytes: &[u8],
        catalog: Catalog,
    ) -> Result<Self, OpenTableError> {
        let broken = |path: &Path, why| OpenTableError::Journal { path: path.to_path_buf(), why };
        let (kept, damage) = Kept::salvage(bytes).map_err(|why| broken(journal.path(), why))?;
        let genesis = first_state(home, &kept.contract, catalog)?;
        let first = genesis.game().fork();
        let (lockstep, good) = Lockstep::restore(now, identity, genesis, bytes, start_of(&journal)?)
            .map_err(|why| broken(journal.path(), why))?;
        // What is cut off for more than a crash in the middle of a write can still be looked at.
        let aside = damage.map(|_| journal.set_aside(bytes)).transpose()?;
        journal.cut(good as u64)?;
        let entries = lockstep.log().len();
        let mut table = Self::new(lockstep, journal, first)?;
        table.damaged = aside.map(|aside| Event::Damaged { entries, aside });
        Ok(table)
    }

    /// What the protocol wants to be kept at the start is kept before anybody sees the table.
    fn new(
        lockstep: Lockstep<GameRules>,
        journal: Journal,
        first: Box<dyn AnyGame>,
    ) -> Result<Self, OpenTableError> {
        let history = History::new(first);
        let (unkept, damaged, heard) = (Vec::new(), None, VecDeque::new());
        let mut table = Self { lockstep, journal, history, unkept, damaged, heard };
        table.remember();
        table.flush()?;
        Ok(table)
    }

    // Getters

    /// The contract.
    pub fn contract(&self) -> &Contract {
        self.lockstep.contract()
    }

    /// The table's id.
    pub fn id(&self) -> Hash {
        self.lockstep.table()
    }

    /// The seat of this peer; a spectator has none.
    pub fn seat(&self) -> Option<SeatNumber> {
        self.lockstep.seat()
    }

    /// The game after the last final entry.
    pub fn game(&self) -> &dyn AnyGame {
        self.lockstep.rules().game()
    }

    /// The protocol's side of the table.
    pub fn lockstep(&self) -> &Lockstep<GameRules> {
        &self.lockstep
    }

    /// Whether the game is over, and that is final.
    pub fn is_over(&self) -> bool {
        self.lockstep.is_over()
    }

    /// What the roster phrase is made of.
    pub fn roster_hash(&self) -> Hash {
        roster_hash(self.contract())
    }

    /// Where the journal is.
    pub fn path(&self) -> &Path {
        self.journal.path()
    }

    /// The index of the last final entry.
    pub fn index(&self) -> u32 {
        u32::try_from(self.lockstep.log().len()).unwrap_or(u32::MAX)
    }

    /// The past, as far as its events were asked for.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// What the entries did that no event will tell of any more: those of a journal that was taken up, and those told.
    pub fn told_steps(&self) -> &[Step] {
        &self.history.steps()[..self.lockstep.log().len() - self.lockstep.untold()]
    }

    /// What a slow bot has to decide before the table can go on; [`handle_thought`](Self::handle_thought) takes it.
    pub fn unthought(&self) -> Option<Thought> {
        let rules = self.lockstep.rules();
        let (seat, stand_in) = self.lockstep.bot_to_move()?;
        rules.unthought(seat, stand_in).filter(|_| self.lockstep.is_started())
    }

    /// A move of this peer's seat, to be thought out.
    pub fn draft(&self) -> Draft {
        Draft::new(self.game(), self.seat())
    }

    // Commands

    /// Commits a move of this peer's seat.
    #[expect(clippy::needless_pass_by_value, reason = "a move is committed once")]
    pub fn act(&mut self, now: Millis, committed: Move) -> Result<(), ActError> {
        let done = self.lockstep.act(now, committed.encode());
        self.remember();
        done
    }

    /// Agrees to a change. It happens once enough others agree too.
    pub fn want(&mut self, now: Millis, change: Change) -> Result<(), ActError> {
        let done = self.lockstep.want(now, change);
        self.remember();
        done
    }

    /// Agrees that the player of a seat who asks for it gets it back.
    pub fn give_back(&mut self, now: Millis, seat: SeatNumber) -> Result<(), ActError> {
        let change = self.lockstep.return_of(seat).ok_or(ActError::BadChange)?;
        self.want(now, change)
    }

    /// No longer agrees to a change, unless it is already decided.
    pub fn no_longer_want(&mut self, change: Change) {
        self.lockstep.no_longer_want(change);
    }

    /// Takes its journal away: this table is not gone on with, and must be dropped.
    pub fn discard(&self) -> Result<(), StoreError> {
        self.journal.remove()
    }

    /// Wants to leave: a bot gets the seat, and [`may_go`](Self::may_go) says when this peer can go.
    pub fn leave(&mut self, now: Millis) -> Result<(), ActError> {
        let done = self.lockstep.leave(now);
        self.remember();
        done
    }

    /// Whether this peer, who wants to leave, may go without anybody having to wait for it.
    pub fn may_go(&self, now: Millis) -> bool {
        self.lockstep.may_go(now)
    }

    /// Asks for the seat back that a bot holds.
    pub fn come_back(&mut self, now: Millis) -> Result<(), ActError> {
        let done = self.lockstep.come_back(now);
        self.remember();
        done
    }

    /// The contract of a table that carries this one on as a copy from its last final entry, with these seats. Those who are
    /// `absent` keep theirs, and bots play for them until they come. Everybody whose journal of this table goes that far can
    /// [`found`](Self::found) it; this peer's does.
    pub fn copy(
        &mut self,
        seats: Vec<SeatPlan>,
        absent: Voters,
        nonce: [u8; 16],
    ) -> Result<Contract, StoreError> {
        self.flush()?;
        let copy = self.lockstep.copy(seats, nonce).0;
        // Whoever is not among the seats has no part in it.
        Ok(Contract { witnesses: Vec::new(), absent, ..copy })
    }

    // In

    /// A link to a peer is there; its key was proved by whoever made the link.
    pub fn handle_connected(&mut self, now: Millis, peer: PublicKey) {
        self.lockstep.handle_connected(now, peer);
    }

    /// A link is gone.
    pub fn handle_disconnected(&mut self, peer: PublicKey) {
        self.lockstep.handle_disconnected(peer);
    }

    /// Bytes came over a link.
    pub fn handle_message(&mut self, now: Millis, from: PublicKey, bytes: &[u8]) {
        self.lockstep.handle_message(now, from, bytes);
    }

    /// The time that [`poll_timeout`](Self::poll_timeout) named has come.
    pub fn handle_timeout(&mut self, now: Millis) {
        self.lockstep.handle_timeout(now);
    }

    /// A slow bot has decided.
    pub fn handle_thought(&mut self, now: Millis, thought: ThoughtOut) {
        self.lockstep.rules().thoughts().insert(thought);
        self.lockstep.handle_auto_known(now);
    }

    // Out

    /// Puts on disk what must be there before anything is sent or told. After an error nothing is given out until a
    /// later call succeeds: what was to be kept is still held, and tried again as a whole.
    pub fn flush(&mut self) -> Result<(), StoreError> {
        while let Some(bytes) = self.lockstep.poll_store() {
            self.unkept.extend(bytes);
        }
        if !self.unkept.is_empty() {
            self.journal.append(&self.unkept)?;
            self.unkept.clear();
        }
        Ok(())
    }

    /// The next bytes to send, and to whom; what they follow from is on disk.
    pub fn poll_transmit(&mut self) -> Result<Option<(PublicKey, Vec<u8>)>, StoreError> {
        self.flush()?;
        Ok(self.lockstep.poll_transmit())
    }

    /// The next thing to tell the user; nothing before it is on disk, so [`flush`](Self::flush) comes first.
    pub fn poll_event(&mut self) -> Option<Event> {
        if !self.unkept.is_empty() {
            return None;
        }
        // Only now: whoever waits for what was to be sent does not wait for this.
        self.remember();
        if let Some(damaged) = self.damaged.take() {
            return Some(damaged);
        }
        let event = self.lockstep.poll_event()?;
        Some(self.enrich(event))
    }

    /// When [`handle_timeout`](Self::handle_timeout) wants to be called.
    pub fn poll_timeout(&self) -> Millis {
        self.lockstep.poll_timeout()
    }

    /// Takes what has become final into the history: played once, by the protocol, it is not played again.
    fn remember(&mut self) {
        let told = self.lockstep.log().len() - self.lockstep.untold();
        while let Some((step, after)) = self.lockstep.poll_outcome() {
            // Where nothing was played the rules have heard what they had before.
            let played = matches!(step, Step::Payload { .. } | Step::Entropy(_));
            let heard = match after {
                Some(rules) => {
                    self.history.take(step, rules.shared());
                    rules.heard().filter(|_| played).cloned().unwrap_or_default()
                }
                None => self.history.push(step),
            };
            // A journal that is taken up tells nothing of what was long final.
            if self.history.steps().len() > told {
                self.heard.push_back((heard, self.history.state(self.history.len())));
            }
        }
    }

    /// What needs words of the game gets them.
    fn enrich(&mut self, event: ProtocolEvent) -> Event {
        match event {
            ProtocolEvent::Sent(entry) => {
                let (kind, seat) = Kind::of(&entry);
                Event::Sent { index: entry.core.index, seat, kind }
            }
            ProtocolEvent::Final(entry) => self.became_final(&entry),
            ProtocolEvent::Over => Event::Over { standings: self.game().standings() },
            other => {
                if let ProtocolEvent::Repaired { index } = other {
                    self.history.mend(index);
                }
                Event::Protocol(other)
            }
        }
    }

    fn became_final(&mut self, entry: &Entry) -> Event {
        let index = entry.core.index;
        let told_again = || (self.history.told(index), self.history.state(index));
        let (heard, game) = self.heard.pop_front().unwrap_or_else(told_again);
        let (kind, seat) = Kind::of(entry);
        Event::Final {
            index,
            seat,
            kind,
            actions: self.history.actions(index),
            notes: heard.said,
            drawn: heard.drawn,
            state_hash: entry.core.state,
            step: self.history.step(index).cloned().unwrap_or(Step::Nothing),
            game,
        }
    }
}

fn first_state(home: &Home, contract: &Contract, catalog: Catalog) -> Result<GameRules, OpenTableError> {
    let mut failed = None;
    let begun = genesis(contract, catalog, &mut |table| {
        home.journal_bytes(table).unwrap_or_else(|error| {
            failed = Some(error);
            None
        })
    });
    match failed {
        Some(error) => Err(error.into()),
        None => Ok(begun?.listening()),
    }
}

/// This start of the program, as the protocol wants to know it.
fn start_of(journal: &Journal) -> Result<ProgramStart, OpenTableError> {
    // 0 is the life of those who founded the table.
    let life = getrandom::u32().map_err(OpenTableError::NoLuck)?.max(1);
    Ok(ProgramStart { place: journal.place(), life })
}

/// The journal of a table; one that ends before its contract was never used, and begins anew.
fn open_journal(home: &Home, table: &Hash) -> Result<(Journal, Vec<u8>), OpenTableError> {
    let (mut journal, bytes) = Journal::open_or_create(home, table)?;
    match Kept::salvage(&bytes) {
        Err(OpenError::Empty) => {
            journal.cut(0)?;
            Ok((journal, Vec::new()))
        }
        Err(why) => Err(OpenTableError::Journal { path: journal.path().to_path_buf(), why }),
        Ok((kept, _)) if kept.contract.table() != *table => {
            let why = OpenError::OtherTable { found: kept.contract.table() };
            Err(OpenTableError::Journal { path: journal.path().to_path_buf(), why })
        }
        Ok(_) => Ok((journal, bytes)),
    }
}

#[cfg(test)]
mod tests;
