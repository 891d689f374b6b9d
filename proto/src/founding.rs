//! How a peer comes to a table: founding it, joining it, coming back from its journal, and the signatures under the
//! contract.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::agree::Open;
use crate::chance::Chain;
use crate::contract::{Accession, Contract, PROTOCOL_VERSION};
use crate::error::OpenError;
use crate::event::Event;
use crate::heads::{FarHeads, Heads};
use crate::journal::{self, Record, Writer};
use crate::lockstep::{Lockstep, Millis};
use crate::member::Member;
use crate::message::Message;
use crate::rules::Rules;
use crate::sign::{Identity, PublicKey};
use crate::statement::Evidence;
use crate::world::{Table, World};

impl<R: Rules> Lockstep<R> {
    /// A peer at a table that is just being founded. It signs the contract if it has a seat.
    pub fn found(now: Millis, identity: Identity, contract: Contract, genesis: R) -> Result<Self, OpenError> {
        let mut peer = Self::empty(now, identity, contract, genesis)?;
        peer.begin_journal();
        peer.accede();
        peer.agree(now);
        Ok(peer)
    }

    /// A peer that comes to a table which may long have started, without a journal: a spectator, or a player on a new
    /// machine. It signs nothing but the contract before enough seats have told it where they are.
    pub fn join(now: Millis, identity: Identity, contract: Contract, genesis: R) -> Result<Self, OpenError> {
        let mut peer = Self::empty(now, identity, contract, genesis)?;
        peer.begin_journal();
        peer.begin_recovery();
        peer.accede();
        peer.agree(now);
        Ok(peer)
    }

    /// A peer as its journal left it. A torn last record is cut off; `good` says after how many bytes.
    ///
    /// The journal of another peer at the table will do too: whoever takes it up knows the game, but not what it said
    /// itself, and signs nothing before enough seats have told it.
    pub fn restore(
        now: Millis,
        identity: Identity,
        genesis: R,
        journal: &[u8],
    ) -> Result<(Self, usize), OpenError> {
        let (records, good, writer) = journal::read_on(journal)?;
        let Some(Record::Contract(contract)) = records.first() else { return Err(OpenError::NotAJournal) };
        let mut peer = Self::empty(now, identity, contract.clone(), genesis)?;
        let own = records.get(1) == Some(&Record::Owner(peer.identity.public()));
        for (number, record) in records.into_iter().enumerate().skip(1) {
            peer.recall(record).map_err(|why| OpenError::Edited { record: number, why })?;
        }
        peer.store.clear();
        peer.writer = writer;
        peer.events.clear();
        // Without its own signature under the contract the journal is too young to say whether there was another.
        let young = peer.seat.is_some_and(|seat| peer.accessions[usize::from(seat)].is_none());
        if young || !own {
            peer.begin_recovery();
        }
        peer.accede();
        peer.agree(now);
        Ok((peer, good))
    }

    fn begin_journal(&mut self) {
        self.keep(&Record::Contract(self.table.contract.clone()));
        self.keep(&Record::Owner(self.identity.public()));
    }

    /// This peer does not know what it has said. With nobody else to say it to it has said nothing.
    fn begin_recovery(&mut self) {
        if self.seat.is_some() && self.table.keyed.len() > 1 {
            self.recovering = Some(BTreeSet::new());
            self.keep(&Record::Joined);
        }
    }

    fn empty(now: Millis, identity: Identity, contract: Contract, genesis: R) -> Result<Self, OpenError> {
        contract.check()?;
        if contract.protocol != PROTOCOL_VERSION {
            return Err(OpenError::Protocol { ours: PROTOCOL_VERSION, theirs: contract.protocol });
        }
        let table = Table::new(contract);
        let seat = table.contract.seat_of(&identity.public());
        let seats = table.contract.seats.len();
        Ok(Self {
            chain: seat.map(|_| Chain::new(&identity, &table.id)),
            world: World::new(&table, &[], genesis.clone()),
            accessions: vec![None; seats],
            members: vec![Member::new(now); seats],
            table,
            genesis,
            identity,
            seat,
            log: Vec::new(),
            steps: Vec::new(),
            tip_heads: Heads::default(),
            rival_heads: FarHeads::default(),
            tip_round: 0,
            far_heads: FarHeads::default(),
            open: Open::default(),
            farewells: BTreeMap::new(),
            returns: BTreeMap::new(),
            wanted: BTreeSet::new(),
            evidence: BTreeMap::new(),
            links: BTreeMap::new(),
            recovering: None,
            forked: false,
            dispute: None,
            reported: None,
            waiting: Vec::new(),
            check_heads_at: Millis::MAX,
            unsaid: Vec::new(),
            next_dump: now,
            next_status: now,
            writer: Writer::default(),
            store: VecDeque::new(),
            out: VecDeque::new(),
            events: VecDeque::new(),
        })
    }

    /// Signs the contract, if this peer has a seat and has not yet.
    fn accede(&mut self) {
        if let (Some(seat), Some(chain)) = (self.seat, &self.chain)
            && self.accessions[usize::from(seat)].is_none()
        {
            let accession = Accession::sign(&self.identity, &self.table.id, seat, chain.anchor());
            self.add_accession(accession, None);
        }
    }

    pub(crate) fn on_accession(&mut self, from: PublicKey, accession: Accession) {
        let known = self.accessions.get(usize::from(accession.seat)).copied().flatten();
        if known == Some(accession) {
            return;
        }
        if !accession.verify(&self.table.id, &self.table.verifiers) {
            return self.offend(from);
        }
        match known {
            None => self.add_accession(accession, Some(from)),
            Some(known) if known.anchor != accession.anchor => {
                self.accuse(Evidence::TwoAnchors(known, accession), None);
            }
            // Another signature under the same words.
            Some(_) => {}
        }
    }

    pub(crate) fn add_accession(&mut self, accession: Accession, from: Option<PublicKey>) {
        self.accessions[usize::from(accession.seat)] = Some(accession);
        self.keep(&Record::Accession(accession));
        self.relay(&Message::Accession(accession), accession.seat, from);
        if self.is_started() {
            let accessions: Vec<Accession> = self.accessions.iter().flatten().copied().collect();
            self.world = World::new(&self.table, &accessions, self.genesis.clone());
            self.tell(Event::Started);
            self.ask_who_is_ahead();
        }
    }
}
