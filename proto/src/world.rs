//! The game and the voters after some entry: what the next entry is judged by.

use crate::contract::{Accession, Contract, DrawMode, FIRST_WITNESS, SeatNumber, start};
use crate::entry::{Body, Change, Core, Entry, Proof};
use crate::hash::Hash;
use crate::limits::{MAX_ENTRIES, MAX_PAYLOAD_BYTES, MAX_VOTERS};
use crate::lineage::Lineage;
use crate::membership::Membership;
use crate::pairs::{self, AgreedKeys, BadKeys, Base, LinkProof, Pair, PairLink};
use crate::quorum::{Roll, Voter, Voters};
use crate::rules::{Rules, ToMove};
use crate::sign::{PublicKey, Verifier};
use crate::step::Step;

/// The contract of a table, ready for use: nothing of it changes once the table has started, but for witnesses that are
/// admitted.
#[derive(Clone, Debug)]
pub struct TableContract {
    /// The contract.
    pub contract: Contract,
    /// Its hash.
    pub id: Hash,
    /// The keys by voter, ready for use.
    pub verifiers: Vec<Option<Verifier>>,
    /// The keyed seats.
    pub keyed: Vec<SeatNumber>,
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
    /// Who counts and who plays.
    pub membership: Membership,
    /// While chance decides: what the draw follows.
    pub chance: Option<ChanceTurn>,
    /// How many draws there were.
    pub number: u32,
    /// The index of the last draw.
    last_draw: u32,
    /// The entries that led to the game's state, without those taken back.
    lineage: Lineage,
}

/// What a draw follows. Nothing that happens while chance decides changes it, so nobody can try for another draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChanceTurn {
    /// The hash of the entry after which chance decided.
    pub base: Hash,
    /// Those who counted there and draw: seats, and the contract's witnesses.
    pub drawers: Voters,
}

/// The chain so far: the entries that are final, and perhaps some that are being looked at.
#[derive(Clone, Copy, Debug)]
pub struct Chain<'a> {
    /// Final ones, from index 1.
    pub log: &'a [Entry],
    /// Those behind them.
    pub more: &'a [Entry],
}

impl<'a> Chain<'a> {
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

impl TableContract {
    /// The table of a contract that was checked.
    pub fn new(contract: Contract) -> Self {
        let (id, verifiers) = (contract.table(), contract.verifiers());
        let keyed = contract.keyed().map(|(seat, _)| seat).collect();
        Self { contract, id, verifiers, keyed }
    }

    /// The same with the keys of all who sign in a log: witnesses are admitted there.
    pub fn of_log(contract: &Contract, log: &[Entry]) -> Self {
        let mut table = Self::new(contract.clone());
        let admitted = log.iter().filter_map(|entry| match entry.core.body {
            Body::Change(Change::Admit { key, .. }) => Some(key),
            _ => None,
        });
        for (place, key) in admitted.enumerate() {
            table.admit(place, &key);
        }
        table
    }

    /// What an entry with this body does to the game here.
    pub fn step(&self, body: &Body) -> Step {
        Step::of(body, &self.id, self.contract.draw)
    }

    /// Everybody whom the contract names.
    pub fn parties(&self) -> Voters {
        self.contract.parties().map(|(voter, _, _)| voter).collect()
    }

    /// The keys for draws of those who have acceded, if both ends of every pair agree.
    pub fn agreed_keys<'a>(
        &self,
        accessions: impl IntoIterator<Item = &'a Accession>,
    ) -> Result<AgreedKeys, BadKeys> {
        let published = accessions.into_iter().map(|accession| (accession.voter, &accession.keys));
        AgreedKeys::new(self.parties(), published)
    }

    /// Whether anybody can sign as this voter.
    pub fn has_key(&self, voter: Voter) -> bool {
        self.verifiers.get(usize::from(voter)).is_some_and(Option::is_some)
    }

    /// Whether this number belongs to a witness who was admitted.
    pub fn is_admitted(&self, voter: Voter) -> bool {
        usize::from(voter) >= usize::from(FIRST_WITNESS) + self.contract.witnesses.len()
    }

    /// The number of a witness who is admitted as the so-manieth, from 0; `None` beyond all numbers.
    pub fn number_of_admitted(&self, place: usize) -> Option<Voter> {
        let number = usize::from(FIRST_WITNESS) + self.contract.witnesses.len() + place;
        Voter::try_from(number).ok().filter(|_| number < MAX_VOTERS)
    }

    /// From now on this key signs for the witness who was admitted as the so-manieth.
    pub fn admit(&mut self, place: usize, key: &PublicKey) {
        if let Some(voter) = self.number_of_admitted(place) {
            self.verifiers[usize::from(voter)] = Some(Verifier::new(key));
        }
    }
}

impl<R: Rules> World<R> {
    /// The world before the first entry; `accessions` are those of all founders, by voter, and `keys` those in them.
    pub fn new(table: &TableContract, accessions: &[Accession], keys: AgreedKeys, genesis: R) -> Self {
        let mut world = Self {
            state: genesis.state_hash(),
            rules: genesis,
            index: 0,
            tip: start(&table.id, accessions),
            membership: Membership::new(&table.contract, keys),
            chance: None,
            number: 0,
            last_draw: 0,
            lineage: Lineage::default(),
        };
        world.note_chance(table);
        world
    }

    /// Those who count at the next index.
    pub const fn voters(&self) -> Voters {
        self.membership.voters()
    }

    /// Who counts at the next index, in which life each speaks, and since when.
    pub const fn roll(&self) -> Roll {
        self.membership.roll()
    }

    /// Whether a bot plays the seat, and if so whether as a stand-in.
    pub fn bot_on(&self, seat: SeatNumber) -> Option<bool> {
        self.membership.bot_on(seat)
    }

    /// The links that the next draw takes, by the two voters who can make each; with a seed there are none.
    pub fn needed_links(&self, table: &TableContract) -> Vec<Pair> {
        match (self.chance, table.contract.draw) {
            (Some(chance), DrawMode::Fresh) => {
                let gone = chance.drawers.iter().filter(|voter| !self.voters().contains(*voter));
                let all = pairs::needed(chance.drawers, gone.collect());
                all.into_iter().filter(|pair| self.membership.keys().key(*pair).is_some()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What the links of the coming draw are made of.
    pub fn base(&self, table: &TableContract) -> Option<Base> {
        let chance = self.chance.filter(|_| table.contract.draw == DrawMode::Fresh)?;
        Some(pairs::base_point(&table.id, self.number + 1, &chance.base))
    }

    /// Whether this is what these two voters' keys make of the coming draw, whose base is given.
    pub fn is_due(&self, base: &Base, pair: Pair, link: &PairLink, proof: &LinkProof) -> bool {
        let draws = |voter| self.chance.is_some_and(|chance| chance.drawers.contains(voter));
        let key = self.membership.keys().key(pair).filter(|_| draws(pair.0) && draws(pair.1));
        key.is_some_and(|key| pairs::verify(key, base, pair, link, proof))
    }

    /// The game computed again from the start, which mends damage to it.
    pub fn mended(&self, table: &TableContract, past: Chain<'_>, genesis: &R) -> Option<R> {
        let rules = replay(table, genesis, past, &self.lineage);
        (rules.state_hash() == self.state).then_some(rules)
    }

    /// The core of an entry with this body, if it may come next; of a bot's move what the bot computes here. `past` are all
    /// entries so far, `genesis` the game before them.
    pub fn next(
        &self,
        table: &TableContract,
        past: Chain<'_>,
        genesis: &R,
        body: Body,
    ) -> Result<(Core, Self), Unfit> {
        self.next_with(table, past, genesis, body, None)
    }

    /// The same, with the keys that somebody brings who was absent when the table began.
    pub fn next_with(
        &self,
        table: &TableContract,
        past: Chain<'_>,
        genesis: &R,
        mut body: Body,
        brought: Option<&Accession>,
    ) -> Result<(Core, Self), Unfit> {
        if self.rules.state_hash() != self.state {
            return Err(Unfit::Corrupt);
        }
        self.judge(table, &body)?;
        let auto = match &mut body {
            Body::Auto { seat, stand_in, payload } => Some((*seat, *stand_in, payload)),
            Body::TimeUp { seat, payload } => Some((*seat, true, payload)),
            _ => None,
        };
        if let Some((seat, stand_in, payload)) = auto
            && let Some(known) = self.rules.auto_if_known(seat, stand_in)
        {
            // What another build computed differently shows in the state that this one gets to.
            *payload = known;
        }
        let mut world = self.clone();
        world.carry_out(table, past, genesis, &body, brought)?;
        let state = world.rules.state_hash();
        let core = Core { index: self.index + 1, prev: self.tip, body, state };
        let hash = core.hash();
        world.go_on(table, &core, hash);
        Ok((core, world))
    }

    /// Goes on by an entry that fitted when it was looked at, and has this hash. A slow bot's move was taken as it stands:
    /// so it stays, whatever the bot is known to do since.
    pub(crate) fn advance(
        &mut self,
        table: &TableContract,
        past: Chain<'_>,
        genesis: &R,
        entry: &Entry,
        hash: Hash,
    ) {
        let again = self.carry_out(table, past, genesis, &entry.core.body, entry.accession());
        debug_assert!(again.is_ok(), "what fitted once fits again");
        self.go_on(table, &entry.core, hash);
    }

    fn go_on(&mut self, table: &TableContract, core: &Core, hash: Hash) {
        self.state = core.state;
        self.index = core.index;
        self.tip = hash;
        self.lineage.push(core.index);
        let same_turn = match core.body {
            Body::Change(change) => !matches!(change, Change::TakeBack { .. }),
            Body::Anew { .. } => true,
            Body::Move { .. } | Body::Draw { .. } | Body::Auto { .. } | Body::TimeUp { .. } => false,
        };
        if !same_turn {
            self.note_chance(table);
        }
    }

    /// Chance may decide now: the draw follows this entry, and those who count here draw.
    fn note_chance(&mut self, table: &TableContract) {
        let contract = &table.contract;
        let first_admitted = FIRST_WITNESS + Voter::try_from(contract.witnesses.len()).unwrap_or(Voter::MAX);
        let drawers = self.voters().iter().filter(|voter| *voter < first_admitted).collect();
        let chance = ChanceTurn { base: self.tip, drawers };
        self.chance = (self.rules.turn() == ToMove::Chance).then_some(chance);
    }

    /// The world after this entry, if it may come next: proof, turn, rules and state are all checked.
    pub fn after(
        &self,
        table: &TableContract,
        past: Chain<'_>,
        genesis: &R,
        entry: &Entry,
    ) -> Result<Self, Unfit> {
        self.after_if(table, past, genesis, entry, || entry.is_signed(&table.id, &table.verifiers))
    }

    /// The same, by what was found out about its signatures.
    pub(crate) fn after_if(
        &self,
        table: &TableContract,
        past: Chain<'_>,
        genesis: &R,
        entry: &Entry,
        is_signed: impl FnOnce() -> bool,
    ) -> Result<Self, Unfit> {
        let core = &entry.core;
        if core.index != self.index + 1 || core.prev != self.tip {
            return Err(Unfit::NotNext);
        }
        if !entry.is_certified(&self.roll()) || !is_signed() || !self.are_links_proved(table, entry) {
            return Err(Unfit::Unproved);
        }
        let (computed, world) = self.next_with(table, past, genesis, core.body.clone(), entry.accession())?;
        if computed.state != core.state {
            return Err(Unfit::OtherState { said: core.state, computed: computed.state });
        }
        // Two payloads may lead to one state; the bot has computed one of them.
        if computed.body != core.body {
            return Err(Unfit::OtherAuto);
        }
        Ok(world)
    }

    fn are_links_proved(&self, table: &TableContract, entry: &Entry) -> bool {
        let Body::Draw { links, .. } = &entry.core.body else { return true };
        let Proof::Links(proofs) = &entry.proof else { return links.is_empty() };
        let Some(base) = self.base(table) else { return false };
        let due = |((one, other, link), proof): (&(Voter, Voter, PairLink), &LinkProof)| {
            self.is_due(&base, (*one, *other), link, proof)
        };
        // Checking one takes long: those that the draw does not need are not looked at.
        links.len() == proofs.len()
            && links.len() == self.needed_links(table).len()
            && links.iter().zip(proofs).all(due)
    }

    /// Whether it is time for an entry with this body. What it says to the rules and about voters is looked at where it
    /// is carried out.
    fn judge(&self, table: &TableContract, body: &Body) -> Result<(), Unfit> {
        if self.index >= MAX_ENTRIES {
            return Err(Unfit::Illegal("the table is as long as a table can be".to_owned()));
        }
        let turn = self.rules.turn();
        match body {
            Body::Move { seat, payload } => {
                let theirs = turn == ToMove::Seat(*seat) && self.bot_on(*seat).is_none();
                is_theirs_and_bounded(theirs, payload)
            }
            Body::Auto { seat, stand_in, payload } => {
                let theirs = turn == ToMove::Seat(*seat) && self.bot_on(*seat) == Some(*stand_in);
                is_theirs_and_bounded(theirs, payload)
            }
            Body::TimeUp { seat, payload } => {
                let played = turn == ToMove::Seat(*seat) && self.bot_on(*seat).is_none();
                is_theirs_and_bounded(played && table.contract.clock.is_on(), payload)
            }
            Body::Draw { number, base, links } => {
                let chance = self.chance.ok_or(Unfit::NotTheirTurn)?;
                let made = links.iter().map(|(one, other, _)| (*one, *other));
                let complete = self.needed_links(table).into_iter().eq(made);
                let due = *number == self.number + 1 && *base == chance.base;
                if complete && due { Ok(()) } else { Err(Unfit::BadLinks) }
            }
            // To an earlier index after the last draw that was not itself taken back.
            Body::Change(Change::TakeBack { to }) => {
                let there = *to == 0 || self.lineage.contains(*to);
                let possible = (self.last_draw..self.index).contains(to) && there;
                if possible { Ok(()) } else { Err(Unfit::BadChange) }
            }
            // Who comes while chance decides would draw, or not, as suits: so it waits.
            Body::Change(Change::Return { .. } | Change::Admit { .. }) if turn == ToMove::Chance => {
                Err(Unfit::BadChange)
            }
            Body::Change(_) | Body::Anew { .. } if turn == ToMove::Over => Err(Unfit::BadChange),
            Body::Change(_) | Body::Anew { .. } => Ok(()),
        }
    }

    /// Does what an entry says whose time it is.
    fn carry_out(
        &mut self,
        table: &TableContract,
        past: Chain<'_>,
        genesis: &R,
        body: &Body,
        brought: Option<&Accession>,
    ) -> Result<(), Unfit> {
        self.membership.go_on(table, self.index + 1, body, brought)?;
        if let Body::Draw { number, .. } = body {
            (self.number, self.last_draw) = (*number, self.index + 1);
        }
        match table.step(body) {
            Step::Back { to } => {
                self.lineage.cut_after(to);
                self.rules = replay(table, genesis, past, &self.lineage);
                Ok(())
            }
            step => step.play(&mut self.rules).map_err(Unfit::Illegal),
        }
    }
}

fn is_theirs_and_bounded(theirs: bool, payload: &[u8]) -> Result<(), Unfit> {
    if !theirs {
        return Err(Unfit::NotTheirTurn);
    }
    if payload.len() > MAX_PAYLOAD_BYTES {
        return Err(Unfit::Illegal(format!("more than {MAX_PAYLOAD_BYTES} bytes")));
    }
    Ok(())
}

/// The game after these entries of the past, which were all judged before.
pub fn replay<R: Rules>(table: &TableContract, genesis: &R, past: Chain<'_>, lineage: &Lineage) -> R {
    let mut rules = genesis.fork();
    for index in lineage.iter() {
        let again = table.step(&past.at(index).core.body).play(&mut rules);
        debug_assert!(again.is_ok(), "what was legal once is legal again");
    }
    rules
}
