//! The game and the seats after some entry: what the next entry is judged by.

use crate::chance::{Link, fresh_entropy, is_link, seeded_entropy};
use crate::contract::{Accession, Contract, DrawMode, Seat, SeatPlan, start};
use crate::entry::{Ballot, Body, Change, Core, Entry, Holder, Proof};
use crate::hash::Hash;
use crate::limits::{MAX_ENTRIES, MAX_PAYLOAD_BYTES};
use crate::line::Line;
use crate::rules::{Rules, Turn};
use crate::sign::Verifier;
use crate::statement::Farewell;
use crate::step::Step;

/// What does not change at a table once it has started.
#[derive(Clone, Debug)]
pub struct Table {
    /// The contract.
    pub contract: Contract,
    /// Its hash.
    pub id: Hash,
    /// The keys, ready for use.
    pub verifiers: Vec<Option<Verifier>>,
    /// The keyed seats.
    pub keyed: Vec<Seat>,
}

/// The state after an entry, with all that decides what may come next.
#[derive(Clone, Debug)]
pub struct World<R> {
    /// The game.
    pub rules: R,
    /// The index of the last entry.
    pub index: u32,
    /// Its hash; before the first what [`start`] says.
    pub tip: Hash,
    /// The hash of the game's state.
    pub state: Hash,
    /// Who plays each seat.
    pub holders: Vec<Holder>,
    /// For each seat the index of the entry that last changed its holder.
    pub since: Vec<u32>,
    /// The number of the last links that were or may have been revealed.
    pub number: u32,
    /// The last link of each seat that a draw used, with its number; the anchor at first.
    links: Vec<Option<(u32, Link)>>,
    /// The index of the last draw.
    last_draw: u32,
    /// The entries that led to the game's state, without those taken back.
    line: Line,
    /// What the last entry did to the game.
    pub(crate) step: Step,
}

/// All entries so far: those that are final and perhaps some that are being looked at.
#[derive(Clone, Copy, Debug)]
pub struct Past<'a> {
    /// Final ones, from index 1.
    pub log: &'a [Entry],
    /// Those behind them.
    pub more: &'a [Entry],
}

impl<'a> Past<'a> {
    fn at(self, index: u32) -> &'a Entry {
        let place = index as usize - 1;
        self.log.get(place).unwrap_or_else(|| &self.more[place - self.log.len()])
    }
}

/// Why an entry cannot come next.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// It does not continue the chain.
    #[error("the entry does not follow the last one")]
    NotNext,
    /// Its proof is not good.
    #[error("the entry is not signed or certified as it must be")]
    Unproved,
    /// Somebody else decides.
    #[error("it is not for this seat or chance to decide now")]
    NotTheirTurn,
    /// The rules say no.
    #[error("the rules refuse it: {0}")]
    Illegal(String),
    /// A bot's move that is not what the bot computes.
    #[error("the bot would have moved otherwise")]
    OtherAuto,
    /// A draw with wrong or missing links.
    #[error("the links of the draw are not the ones that are due")]
    BadLinks,
    /// A change that makes no sense here.
    #[error("the change cannot be made here")]
    BadChange,
    /// The state it should be judged by is no longer what it was.
    #[error("the state at hand was damaged")]
    Corrupt,
    /// The state it leads to is another than it says.
    #[error("the entry says that it leads to another state")]
    OtherState {
        /// What it says.
        said: Hash,
        /// What was computed.
        computed: Hash,
    },
}

impl Table {
    /// The table of a contract that was checked.
    pub fn new(contract: Contract) -> Self {
        let (id, verifiers) = (contract.table(), contract.verifiers());
        let keyed = contract.keyed().map(|(seat, _)| seat).collect();
        Self { contract, id, verifiers, keyed }
    }
}

impl<R: Rules> World<R> {
    /// The world before the first entry; `accessions` hold the anchors.
    pub fn new(table: &Table, accessions: &[Accession], genesis: R) -> Self {
        let seats = table.contract.seats.len();
        let anchor = |seat| accessions.iter().find(|a| usize::from(a.seat) == seat).map(|a| (0, a.anchor));
        let holder = |plan: &SeatPlan| match plan {
            SeatPlan::Keyed { .. } => Holder::Player,
            SeatPlan::Bot { .. } => Holder::Bot,
        };
        Self {
            state: genesis.state_hash(),
            rules: genesis,
            index: 0,
            tip: start(&table.id, accessions),
            holders: table.contract.seats.iter().map(holder).collect(),
            since: vec![0; seats],
            number: 0,
            links: (0..seats).map(anchor).collect(),
            last_draw: 0,
            line: Line::default(),
            step: Step::Nothing,
        }
    }

    /// The seats whose links the next draw takes; with a seed there are none.
    pub fn drawers<'a>(&'a self, table: &'a Table) -> impl Iterator<Item = Seat> + 'a {
        let fresh = table.contract.draw == DrawMode::Fresh;
        let takes_part = move |seat: &Seat| fresh && self.holders[usize::from(*seat)] == Holder::Player;
        table.keyed.iter().copied().filter(takes_part)
    }

    /// Whether this is the link that the seat owes to the next draw.
    pub fn is_due(&self, seat: Seat, link: &Link) -> bool {
        let known = self.links.get(usize::from(seat)).copied().flatten();
        known.is_some_and(|(number, known)| is_link(&known, number, link, self.number + 1))
    }

    /// Whether a bot plays the seat, and if so whether as a stand-in.
    pub fn bot_on(&self, table: &Table, seat: Seat) -> Option<bool> {
        match table.contract.seats.get(usize::from(seat))? {
            SeatPlan::Bot { .. } => Some(false),
            SeatPlan::Keyed { .. } => (self.holders[usize::from(seat)] == Holder::Bot).then_some(true),
        }
    }

    /// The game computed again from the start, which mends damage to it.
    pub fn mended(&self, table: &Table, past: Past<'_>, genesis: &R) -> Option<R> {
        let rules = replay(table, genesis, past, &self.line);
        (rules.state_hash() == self.state).then_some(rules)
    }

    /// The core of an entry with this body, if it may come next. `past` are all entries so far, `genesis` the game
    /// before them.
    pub fn next(
        &self,
        table: &Table,
        past: Past<'_>,
        genesis: &R,
        body: Body,
    ) -> Result<(Core, Self), Unfit> {
        if self.rules.state_hash() != self.state {
            return Err(Unfit::Corrupt);
        }
        let mut world = self.clone();
        world.carry_out(table, past, genesis, &body)?;
        world.state = world.rules.state_hash();
        let core = Core { index: self.index + 1, prev: self.tip, body, state: world.state };
        world.index = core.index;
        world.tip = core.hash();
        world.line.push(core.index);
        Ok((core, world))
    }

    /// Goes on by an entry that fitted when it was looked at, and has this hash.
    pub(crate) fn advance(&mut self, table: &Table, past: Past<'_>, genesis: &R, core: &Core, hash: Hash) {
        let again = match &core.body {
            // A slow bot's move was taken as it stands: so it stays, whatever the bot is known to do since.
            Body::Auto { seat, payload, .. } => self.apply(*seat, payload.clone()),
            body => self.carry_out(table, past, genesis, body),
        };
        debug_assert!(again.is_ok(), "what fitted once fits again");
        self.state = core.state;
        self.index = core.index;
        self.tip = hash;
        self.line.push(core.index);
    }

    /// The world after this entry, if it may come next: proof, turn, rules and state are all checked.
    pub fn after(&self, table: &Table, past: Past<'_>, genesis: &R, entry: &Entry) -> Result<Self, Unfit> {
        self.after_if(table, past, genesis, entry, || {
            entry.is_proved(&table.contract, &table.id, &table.verifiers)
        })
    }

    /// The same, by what was found out about its proof.
    pub(crate) fn after_if(
        &self,
        table: &Table,
        past: Past<'_>,
        genesis: &R,
        entry: &Entry,
        is_proved: impl FnOnce() -> bool,
    ) -> Result<Self, Unfit> {
        let core = &entry.core;
        if core.index != self.index + 1 || core.prev != self.tip {
            return Err(Unfit::NotNext);
        }
        if !is_proved() || has_spent_farewell(&self.since, entry) {
            return Err(Unfit::Unproved);
        }
        let (computed, world) = self.next(table, past, genesis, core.body.clone())?;
        if computed.state != core.state {
            return Err(Unfit::OtherState { said: core.state, computed: computed.state });
        }
        // Two payloads may lead to one state; the bot has computed one of them.
        if let (Body::Auto { payload: said, .. }, Step::Payload { payload: taken, .. }) =
            (&core.body, &world.step)
            && said != taken
        {
            return Err(Unfit::OtherAuto);
        }
        Ok(world)
    }

    /// Whether the seat has changed hands since this farewell.
    pub fn is_spent(&self, farewell: &Farewell) -> bool {
        is_spent(&self.since, farewell)
    }

    fn carry_out(&mut self, table: &Table, past: Past<'_>, genesis: &R, body: &Body) -> Result<(), Unfit> {
        if self.index >= MAX_ENTRIES {
            return Err(Unfit::Illegal("the table is as long as a table can be".to_owned()));
        }
        match body {
            Body::Move { seat, payload } => {
                let theirs = self.rules.turn() == Turn::Seat(*seat) && self.bot_on(table, *seat).is_none();
                if !theirs {
                    return Err(Unfit::NotTheirTurn);
                }
                if payload.len() > MAX_PAYLOAD_BYTES {
                    return Err(Unfit::Illegal(format!("more than {MAX_PAYLOAD_BYTES} bytes")));
                }
                self.apply(*seat, payload.clone())
            }
            Body::Auto { seat, stand_in, payload } => {
                if self.rules.turn() != Turn::Seat(*seat) || self.bot_on(table, *seat) != Some(*stand_in) {
                    return Err(Unfit::NotTheirTurn);
                }
                if payload.len() > MAX_PAYLOAD_BYTES {
                    return Err(Unfit::Illegal(format!("more than {MAX_PAYLOAD_BYTES} bytes")));
                }
                // What another build computed differently shows in the state that this one gets to.
                let known = self.rules.auto_if_known(*seat, *stand_in);
                self.apply(*seat, known.unwrap_or_else(|| payload.clone()))
            }
            Body::Draw { number, links } => self.draw(table, *number, links),
            Body::Change(Change::Reseat { seat, to }) => self.reseat(table, *seat, *to),
            Body::Change(Change::TakeBack { to }) => self.take_back(table, past, genesis, *to),
        }
    }

    fn apply(&mut self, seat: Seat, payload: Vec<u8>) -> Result<(), Unfit> {
        self.rules.apply(seat, &payload).map_err(Unfit::Illegal)?;
        self.step = Step::Payload { seat, payload };
        Ok(())
    }

    fn draw(&mut self, table: &Table, number: u32, links: &[(Seat, Link)]) -> Result<(), Unfit> {
        if self.rules.turn() != Turn::Chance {
            return Err(Unfit::NotTheirTurn);
        }
        let complete = self.drawers(table).eq(links.iter().map(|(seat, _)| *seat));
        let due = number == self.number + 1 && links.iter().all(|(seat, link)| self.is_due(*seat, link));
        if !complete || !due || (links.is_empty() && table.contract.draw == DrawMode::Fresh) {
            return Err(Unfit::BadLinks);
        }
        let entropy = entropy(table, number, &self.tip, links);
        self.rules.draw(entropy);
        self.step = Step::Entropy(entropy);
        for (seat, link) in links {
            self.links[usize::from(*seat)] = Some((number, *link));
        }
        self.number = number;
        self.last_draw = self.index + 1;
        for holder in &mut self.holders {
            if *holder == Holder::LeftOut {
                *holder = Holder::Player;
            }
        }
        Ok(())
    }

    fn reseat(&mut self, table: &Table, seat: Seat, to: Holder) -> Result<(), Unfit> {
        let now = *self.holders.get(usize::from(seat)).ok_or(Unfit::BadChange)?;
        let possible = match to {
            Holder::Player => now == Holder::Bot,
            Holder::Bot => now != Holder::Bot,
            Holder::LeftOut => now == Holder::Player && self.rules.turn() == Turn::Chance,
        };
        if !possible || !table.keyed.contains(&seat) || self.rules.turn() == Turn::Over {
            return Err(Unfit::BadChange);
        }
        self.skip_links(table);
        self.holders[usize::from(seat)] = to;
        // Where nobody would be left to draw, those who were left out before take part again: they may be back, and
        // the one who is missing now could otherwise hold up the draw for ever.
        if !self.has_player(table) {
            let others = table.keyed.iter().filter(|&&other| other != seat);
            for &other in others {
                if self.holders[usize::from(other)] == Holder::LeftOut {
                    self.holders[usize::from(other)] = Holder::Player;
                }
            }
        }
        // Somebody must be left to play and to draw.
        if !self.has_player(table) {
            return Err(Unfit::BadChange);
        }
        self.since[usize::from(seat)] = self.index + 1;
        self.step = Step::Nothing;
        Ok(())
    }

    fn has_player(&self, table: &Table) -> bool {
        table.keyed.iter().any(|&seat| self.holders[usize::from(seat)] == Holder::Player)
    }

    /// Links for the coming draw may have been seen already: it takes new ones.
    fn skip_links(&mut self, table: &Table) {
        if self.rules.turn() == Turn::Chance && table.contract.draw == DrawMode::Fresh {
            self.number += 1;
        }
    }

    /// To an earlier index after the last draw that was not itself taken back.
    fn take_back(&mut self, table: &Table, past: Past<'_>, genesis: &R, to: u32) -> Result<(), Unfit> {
        if to < self.last_draw || to >= self.index || (to > 0 && !self.line.contains(to)) {
            return Err(Unfit::BadChange);
        }
        // Who has seen the links and then gets a move back could choose by them.
        self.skip_links(table);
        self.line.cut_after(to);
        self.rules = replay(table, genesis, past, &self.line);
        self.step = Step::Back { to };
        Ok(())
    }
}

/// Whether a farewell in the proof is from before the seat last changed hands, and so no longer counts. `since` is the
/// index of the last change of each seat.
pub(crate) fn has_spent_farewell(since: &[u32], entry: &Entry) -> bool {
    let Proof::Certified(certificate) = &entry.proof else { return false };
    certificate.votes.iter().any(|ballot| match ballot {
        Ballot::Farewell(farewell) => is_spent(since, farewell),
        Ballot::Vote { .. } => false,
    })
}

fn is_spent(since: &[u32], farewell: &Farewell) -> bool {
    since.get(usize::from(farewell.seat)).is_none_or(|since| farewell.after < *since)
}

/// The game after these entries of the past, which were all judged before.
pub fn replay<R: Rules>(table: &Table, genesis: &R, past: Past<'_>, line: &Line) -> R {
    let mut rules = genesis.clone();
    for index in line.iter() {
        let core = &past.at(index).core;
        match &core.body {
            Body::Move { seat, payload } | Body::Auto { seat, payload, .. } => {
                let again = rules.apply(*seat, payload);
                debug_assert!(again.is_ok(), "what was legal once is legal again");
            }
            Body::Draw { number, links } => rules.draw(entropy(table, *number, &core.prev, links)),
            // Those taken back are not in the line, and seats are not part of the game.
            Body::Change(_) => {}
        }
    }
    rules
}

fn entropy(table: &Table, number: u32, head: &Hash, links: &[(Seat, Link)]) -> [u8; 32] {
    match table.contract.draw {
        DrawMode::Fresh => fresh_entropy(&table.id, number, head, links),
        DrawMode::Seed(seed) => seeded_entropy(seed, u64::from(number) - 1),
    }
}
