//! Tables whose people all sit at this laptop: one [`Table`] each, with bytes passed in memory and no network at all.
//!
//! The same protocol, journals, events and commands as everywhere else: what is shown is the table of the laptop's
//! owner, and a move is committed by whoever's turn it is.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};
use tokio::sync::mpsc;
use whistlestop_proto::contract::{Contract, Seat, SeatPlan};
use whistlestop_proto::error::ActError;
use whistlestop_proto::lockstep::Millis;
use whistlestop_proto::rules::{Rules as _, Turn};
use whistlestop_proto::sign::{Identity, PublicKey};
use whistlestop_proto::text::are_alike;

use super::again::next_contract;
use super::event::{Command, Commands, End, Event};
use super::front::{Options, plan_terms};
use super::host::fresh_nonce;
use super::mind::MindPlan;
use super::next;
use super::presence::{Presence, seats_now};
use super::think::{Done, Thinker, fault_words};
use crate::discovery::words;
use crate::engine::any_game::Action;
use crate::table::Table;
use crate::table::front::{People, Plan};
use crate::table::kept::Kept;
use crate::table::rules::Move;
use crate::table::stake::{bring, unstaked_seat};
use crate::table::store::config::PlayerName;
use crate::table::store::home::Home;
use crate::table::store::journal::read_journal;
use crate::table::store::players::Resident;
use crate::table::terms::{Terms, seat_names};

/// How long an end waits for the tables to come to the same point, which takes them some milliseconds.
const LEVEL_MILLIS: Millis = 1_000;

/// What to play.
#[derive(Debug)]
pub enum LocalAim {
    /// A new table for the people of the plan, who must be [`People::Here`].
    New(Plan),
    /// One that was begun, by its journal.
    Resume(PathBuf),
    /// A copy of one that was begun, by its journal, for those of its people who are on this laptop.
    CarryOn(PathBuf),
}

/// Runs a table of this laptop to its end.
pub fn run(
    home: Home,
    identity: Identity,
    options: Options,
    aim: &LocalAim,
    commands: Commands,
    tell: &mut dyn FnMut(Event),
) -> anyhow::Result<End> {
    super::event_loop()?.block_on(async {
        let signals = options.stop_signals()?;
        let owner = Resident { home, identity };
        let mut local = match aim {
            LocalAim::New(plan) => Local::found(owner, options, plan, tell)?,
            LocalAim::Resume(path) => Local::resume(&owner, options, path, tell)?,
            LocalAim::CarryOn(path) => Local::carry_on(&owner, options, path, tell)?,
        };
        local.go_on(commands.0, signals).await
    })
}

/// The keys of everybody who plays on this laptop: a table where nobody else sits needs no network.
pub fn keys_here(home: &Home) -> anyhow::Result<Vec<PublicKey>> {
    let owner = Resident { home: home.clone(), identity: home.identity()? };
    Ok(household(&owner)?.iter().map(|one| one.identity.public()).collect())
}

/// Whether all people of a journal's table are on this laptop.
pub fn is_local(home: &Home, path: &Path) -> anyhow::Result<bool> {
    let here = keys_here(home)?;
    Ok(contract_of(path)?.keyed().all(|(_, key)| here.contains(&key)))
}

/// Whether several people share this laptop at a journal's table.
pub fn is_shared(home: &Home, path: &Path) -> anyhow::Result<bool> {
    Ok(contract_of(path)?.keyed().count() > 1 && is_local(home, path)?)
}

/// A table and all who sit at it.
struct Local<'a> {
    options: Options,
    people: Vec<Resident>,
    /// One for each of the people, in the same order; the owner's is the first.
    tables: Vec<Table>,
    /// The index for which somebody was asked for a move.
    asked: Option<u32>,
    /// Commands that came while the tables were not at the same point: a moment later they are.
    waiting: VecDeque<Command>,
    /// How it ends, once everybody has heard and kept everything or this time has come.
    ending: Option<(End, Millis)>,
    presence: Presence,
    games_played: u32,
    counted: bool,
    thinker: Thinker,
    tell: &'a mut dyn FnMut(Event),
}

impl<'a> Local<'a> {
    fn new(options: Options, people: Vec<Resident>, tell: &'a mut dyn FnMut(Event)) -> Self {
        Self {
            options,
            people,
            tables: Vec::new(),
            asked: None,
            waiting: VecDeque::new(),
            ending: None,
            presence: Presence::default(),
            games_played: 0,
            counted: false,
            thinker: Thinker::new(),
            tell,
        }
    }

    fn found(
        owner: Resident,
        options: Options,
        plan: &Plan,
        tell: &'a mut dyn FnMut(Event),
    ) -> anyhow::Result<Self> {
        let terms = plan_terms(plan)?;
        let People::Here(others) = &plan.people else { bail!("people on the network need a network") };
        let mut names = vec![PlayerName::new(options.name.clone())?];
        let mut people = vec![owner];
        for name in others {
            let name = PlayerName::typed(name).with_context(|| format!("{name:?} is no name"))?;
            let known = |other: &PlayerName| are_alike(other.as_str(), name.as_str());
            if names.iter().any(known) {
                bail!(
                    "two people are called {:?}; give each a name of their own, and do not name yourself again",
                    name.as_str()
                );
            }
            people.push(people[0].home.resident(&name)?);
            names.push(name);
        }
        let seats = seat(&names, &people, plan, &terms)?;
        let contract = Terms { seats, nonce: fresh_nonce()?, ..terms }.contract(options.bots)?;
        let mut local = Self::new(options, people, tell);
        local.begin(contract)?;
        Ok(local)
    }

    /// Takes a table up again. Whoever lost their journal goes on from that of the owner.
    fn resume(
        owner: &Resident,
        options: Options,
        path: &Path,
        tell: &'a mut dyn FnMut(Event),
    ) -> anyhow::Result<Self> {
        let contract = contract_of(path)?;
        if let Some(name) = options.programs.keys().find(|name| !seat_names(&contract).contains(name)) {
            bail!("nobody at this table is called {name:?}");
        }
        let here = household(owner)?;
        let mut people = Vec::new();
        for (_, key) in contract.keyed() {
            let one = here.iter().find(|one| one.identity.public() == key);
            people.push(one.cloned().context("somebody at this table is not on this laptop")?);
        }
        let mut local = Self::new(options, people, tell);
        let now = local.now();
        let bots = local.options.bots;
        let resume = |one: &Resident| Table::resume(now, &one.home, one.identity.clone(), path, bots);
        local.tables = local.people.iter().map(resume).collect::<Result<_, _>>()?;
        local.sit_down();
        Ok(local)
    }

    /// Begins a table that carries another on from its last final entry. Whoever is not here can decide nothing about it, so
    /// bots play for them; the other table stays as it is.
    fn carry_on(
        owner: &Resident,
        options: Options,
        path: &Path,
        tell: &'a mut dyn FnMut(Event),
    ) -> anyhow::Result<Self> {
        let (now, bots) = (options.clock.now(), options.bots);
        let mut left = Table::resume(now, &owner.home, owner.identity.clone(), path, bots)?;
        if left.is_over() {
            bail!("the game of this table is over: there is nothing to carry on");
        }
        let here = household(owner)?;
        let (mut people, mut seats) = (Vec::new(), Vec::new());
        for plan in &left.contract().seats {
            let one = match plan {
                SeatPlan::Keyed { key, .. } => here.iter().find(|one| one.identity.public() == *key),
                SeatPlan::Bot { .. } => None,
            };
            people.extend(one.cloned());
            seats.push(match plan {
                SeatPlan::Keyed { .. } if one.is_none() => {
                    SeatPlan::Bot { name: left.contract().stand_in.clone() }
                }
                _ => plan.clone(),
            });
        }
        if people.is_empty() {
            bail!("nobody on this laptop has a seat at this table");
        }
        let contract = left.copy(seats, fresh_nonce()?)?;
        // Its journal is read once more, to begin where it ends.
        drop(left);
        let mut local = Self::new(options, people, tell);
        local.begin(contract)?;
        Ok(local)
    }

    /// Begins a table. Nobody here can choose by what another brings: one program makes up all of it.
    fn begin(&mut self, mut contract: Contract) -> anyhow::Result<()> {
        for one in &self.people {
            bring(&mut contract, &one.identity, fresh_nonce()?);
        }
        let (now, bots) = (self.now(), self.options.bots);
        let found =
            |one: &Resident| Table::found(now, &one.home, one.identity.clone(), contract.clone(), bots);
        self.tables = self.people.iter().map(found).collect::<Result<_, _>>()?;
        self.sit_down();
        Ok(())
    }

    /// Everybody is linked to everybody, and the front end hears of the table.
    fn sit_down(&mut self) {
        let now = self.now();
        let keys: Vec<PublicKey> = self.people.iter().map(|one| one.identity.public()).collect();
        for (own, table) in keys.iter().zip(&mut self.tables) {
            for key in keys.iter().filter(|key| *key != own) {
                table.handle_connected(now, *key);
            }
        }
        (self.asked, self.counted, self.presence) = (None, false, Presence::default());
        // Nobody at the keyboard plays for a program.
        let seats = self.tables.iter().filter_map(Table::seat);
        let seats = seats.filter(|seat| self.program_on(*seat).is_none()).collect();
        let table = self.shown();
        let event = Event::Table {
            id: table.id(),
            contract: Box::new(table.contract().clone()),
            seats,
            phrase: words::phrase(&table.roster_hash().0),
            journal: table.path().to_owned(),
            start: Arc::from(table.history().at(0)),
            steps: table.told_steps().to_vec(),
        };
        self.say(event);
    }

    async fn go_on(
        &mut self,
        mut commands: mpsc::Receiver<Command>,
        mut signals: Option<mpsc::Receiver<()>>,
    ) -> anyhow::Result<End> {
        loop {
            self.pump()?;
            while self.are_level()
                && let Some(command) = self.waiting.pop_front()
            {
                self.carry_out(command)?;
                self.pump()?;
            }
            self.ask();
            self.think();
            self.tell_presence();
            self.count_if_over();
            if let Some((end, until)) = self.ending
                && (self.are_level() || self.now() >= until)
            {
                return Ok(end);
            }
            let due = self.tables.iter().map(Table::poll_timeout).min().unwrap_or(Millis::MAX);
            let thinking = self.thinker.next_due().filter(|_| self.options.attended);
            let due = due.min(thinking.unwrap_or(Millis::MAX));
            tokio::select! {
                biased;
                Some(command) = commands.recv() => self.on_command(command),
                Some(()) = next(&mut signals) => self.on_command(Command::Quit),
                Some(done) = self.thinker.next() => self.on_thought(done),
                () = tokio::time::sleep_until(self.options.clock.at(due)) => {
                    let now = self.now();
                    self.tables.iter_mut().for_each(|table| table.handle_timeout(now));
                }
            }
        }
    }

    /// Passes on what the tables say to each other until they have nothing more to say, and tells what happened.
    fn pump(&mut self) -> anyhow::Result<()> {
        loop {
            let now = self.now();
            let mut quiet = true;
            for from in 0..self.tables.len() {
                while let Some((to, bytes)) = self.tables[from].poll_transmit()? {
                    quiet = false;
                    let sender = self.people[from].identity.public();
                    let receiver = self.people.iter().position(|one| one.identity.public() == to);
                    if let Some(place) = receiver {
                        self.tables[place].handle_message(now, sender, &bytes);
                    }
                }
            }
            for place in 0..self.tables.len() {
                while let Some(event) = self.tables[place].poll_event() {
                    // All tables tell the same.
                    if place == 0 {
                        self.say(Event::At(event));
                    }
                }
            }
            if quiet {
                return Ok(());
            }
        }
    }

    /// Whether all have heard everything that the others said: then they know the same, and nothing is under way. Who has lost its journal
    /// cannot act before the others have told it what it said.
    fn are_level(&self) -> bool {
        let entries = self.shown().index();
        self.tables.iter().all(|table| {
            let lockstep = table.lockstep();
            let ready = lockstep.is_started() && !lockstep.is_recovering();
            ready && lockstep.sent().is_none() && table.index() == entries
        })
    }

    /// Asks whoever's turn it is for a move, once.
    fn ask(&mut self) {
        let index = self.shown().index();
        if !self.are_level() || self.asked == Some(index) {
            return;
        }
        let Some(place) = self.deciding() else { return };
        self.asked = Some(index);
        let table = &self.tables[place];
        let Some(seat) = table.seat() else { return };
        if let Some(program) = self.program_on(seat) {
            self.thinker.decide(index, seat, &program, table.game().fork());
            return;
        }
        let choices = table.game().choices();
        self.say(Event::YourTurn { index, seat, choices });
    }

    /// The program that plays a seat of this laptop, if it is not a person's.
    fn program_on(&self, seat: Seat) -> Option<MindPlan> {
        match self.shown().contract().seats.get(usize::from(seat))? {
            SeatPlan::Keyed { name, .. } => self.options.programs.get(name).cloned().map(MindPlan::Program),
            SeatPlan::Bot { .. } => None,
        }
    }

    /// Starts whatever there is to think about, and tells those who look on how far it is.
    fn think(&mut self) {
        for table in &self.tables {
            self.thinker.think_for(table);
        }
        let now = self.now();
        if self.options.attended
            && let Some(event) = self.thinker.progress(now)
        {
            self.say(event);
        }
    }

    /// Something was thought out; all tables need to know what a bot does.
    fn on_thought(&mut self, done: Done) {
        let (now, last) = (self.now(), self.shown().index());
        match done {
            Done::Bot(thought) => {
                self.tables.iter_mut().for_each(|table| table.handle_thought(now, thought.clone()));
            }
            Done::Own { index, seat, decided } if index == last => {
                if let Some(fault) = decided.fault {
                    self.say(Event::Notice(fault_words(&fault)));
                }
                if let Err(why) = self.commit(now, seat, decided.actions) {
                    self.say(Event::Refused(why));
                }
            }
            // The game has gone on or back, and the seat is asked again.
            Done::Own { .. } => self.asked = None,
            Done::Advice { index, advice } => self.say(Event::Advice { index, advice }),
        }
    }

    /// Whose turn it is, if it is a person's.
    fn deciding(&self) -> Option<usize> {
        let decides = |table: &Table| {
            let lockstep = table.lockstep();
            table.seat().is_some_and(|seat| {
                lockstep.rules().turn() == Turn::Seat(seat) && !lockstep.holders()[usize::from(seat)].is_bot()
            })
        };
        self.tables.iter().position(decides)
    }

    /// Commits what a program decided for its seat.
    fn commit(&mut self, now: Millis, seat: Seat, actions: Vec<Action>) -> Result<(), String> {
        let decided = Move::new(actions).map_err(|why| why.to_string())?;
        let table = self.tables.iter_mut().find(|table| table.seat() == Some(seat));
        table.map_or(Ok(()), |table| table.act(now, decided)).map_err(|why| why.to_string())
    }

    fn tell_presence(&mut self) {
        if self.options.attended {
            let now = seats_now(self.shown(), |_| true, |_| None);
            if let Some(event) = self.presence.changed(now) {
                self.say(event);
            }
        }
    }

    /// Whoever looks at a screen looks at the result as long as they like; for others the end is the end.
    fn count_if_over(&mut self) {
        if self.shown().is_over() && !std::mem::replace(&mut self.counted, true) {
            self.games_played += 1;
            if !self.options.attended {
                self.end_with(End::Over { games: self.games_played });
            }
        }
    }

    fn end_with(&mut self, end: End) {
        self.ending = Some((end, self.now() + LEVEL_MILLIS));
    }

    fn on_command(&mut self, command: Command) {
        match command {
            Command::Quit if self.shown().is_over() => self.end_with(End::Over { games: self.games_played }),
            Command::Quit => self.end_with(End::Quit),
            // Nobody stays behind for whom a bot would have to sit in.
            Command::Leave => self.end_with(End::Left),
            command => self.waiting.push_back(command),
        }
    }

    fn carry_out(&mut self, command: Command) -> anyhow::Result<()> {
        let (now, over) = (self.now(), self.shown().is_over());
        let refused = match command {
            Command::Act(actions) => {
                let place = self.deciding().unwrap_or(0);
                self.tables[place].act_json(now, &actions).err().map(|why| why.to_string())
            }
            Command::Want(change) => self.all_agree(|table| table.want(now, change)),
            Command::GiveBack { seat } => self.all_agree(|table| table.give_back(now, seat)),
            Command::NoLongerWant(change) => {
                self.tables.iter_mut().for_each(|table| table.no_longer_want(change));
                None
            }
            Command::ComeBack => self.all_agree(|table| table.come_back(now)),
            // Those who share a keyboard have talked about it.
            Command::Ready(true) if over => {
                let contract = next_contract(self.shown().contract())?;
                self.begin(contract)?;
                None
            }
            Command::SeatBot { .. } => Some("the seats are fixed once the game is on".to_owned()),
            Command::Advise => {
                let (index, game) = (self.shown().index(), self.shown().game().fork());
                self.thinker.advise(index, game);
                None
            }
            Command::Misunderstood(why) => Some(why),
            Command::Ready(_) | Command::Chat(_) | Command::Quit | Command::Leave => None,
        };
        if let Some(why) = refused {
            self.say(Event::Refused(why));
        }
        Ok(())
    }

    /// Everybody at the table does the same; it is refused if nobody can.
    fn all_agree(&mut self, agree: impl Fn(&mut Table) -> Result<(), ActError>) -> Option<String> {
        let done: Vec<Result<(), ActError>> = self.tables.iter_mut().map(agree).collect();
        if done.iter().any(Result::is_ok) {
            return None;
        }
        done.into_iter().find_map(Result::err).map(|why| why.to_string())
    }

    /// The table that is shown.
    fn shown(&self) -> &Table {
        self.tables.first().expect("nobody sits down without a table")
    }

    fn now(&self) -> Millis {
        self.options.clock.now()
    }

    fn say(&mut self, event: Event) {
        (self.tell)(event);
    }
}

fn contract_of(path: &Path) -> anyhow::Result<Contract> {
    let kept = Kept::read(&read_journal(path)?);
    Ok(kept.map_err(|why| anyhow::anyhow!("{}: {why}", path.display()))?.contract)
}

/// The people on the first seats, and bots on the rest.
fn seat(
    names: &[PlayerName],
    people: &[Resident],
    plan: &Plan,
    terms: &Terms,
) -> anyhow::Result<Vec<SeatPlan>> {
    if names.len() + usize::from(plan.bots) != usize::from(plan.seats) {
        bail!("{} people and {} bots do not fill {} seats", names.len(), plan.bots, plan.seats);
    }
    let keyed = names
        .iter()
        .zip(people)
        .map(|(name, one)| unstaked_seat(name.as_str().to_owned(), one.identity.public()));
    let bot = SeatPlan::Bot { name: terms.stand_in.clone() };
    Ok(keyed.chain(std::iter::repeat_n(bot, plan.bots.into())).collect())
}

/// Everybody whose key is on this laptop, its owner first.
fn household(owner: &Resident) -> anyhow::Result<Vec<Resident>> {
    let mut all = vec![owner.clone()];
    all.extend(owner.home.residents()?);
    Ok(all)
}
