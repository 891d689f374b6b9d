//! How a peer comes to a table: founding it, joining it, coming back from its journal, and the signatures under the
//! contract.

use std::collections::BTreeMap;

use crate::agree::Open;
use crate::contract::{Accession, Contract, PROTOCOL_VERSION, SeatNumber};
use crate::decided::Decided;
use crate::desync::Disputes;
use crate::draw::Links;
use crate::entry::{Entry, Proof};
use crate::error::OpenError;
use crate::event::ProtocolEvent;
use crate::hash::Hash;
use crate::heads::{FarHeads, Heads};
use crate::journal::{Record, Salvaged};
use crate::limits::MAX_VOTERS;
use crate::lockstep::{Lockstep, Millis};
use crate::member::Member;
use crate::message::Message;
use crate::neighbour::PastOffenders;
use crate::outbox::Outbox;
use crate::outcomes::Outcomes;
use crate::own_life::OwnLife;
use crate::pairs::{AgreedKeys, Keys, Point, Secret};
use crate::proofs::Proofs;
use crate::proved::{ProvedPart, proved_part};
use crate::quorum::Voter;
use crate::repair::{DecidedStances, Stances};
use crate::restart::{AllLost, ProgramStart};
use crate::rolls::Rolls;
use crate::rules::Rules;
use crate::sign::{Identity, PublicKey};
use crate::statement::{Evidence, Head, Signed};
use crate::thinking_time::ThinkingTime;
use crate::waiting_heads::WaitingHeads;
use crate::wishes::SeatWishes;
use crate::world::{TableContract, World};

impl<R: Rules> Lockstep<R> {
    /// A peer at a table that is just being founded. It signs the contract if it has a seat.
    pub fn found(
        now: Millis,
        identity: Identity,
        contract: Contract,
        genesis: R,
        start: ProgramStart,
    ) -> Result<Self, OpenError> {
        let mut peer = Self::empty(now, identity, contract, genesis)?;
        peer.own.set_spare(start.life);
        peer.begin_journal(start);
        peer.accede();
        peer.agree(now);
        Ok(peer)
    }

    /// A peer that comes to a table which may long have started, without a journal: a spectator, or a player on a new
    /// machine. It signs nothing but the contract, and that it has lost its memory, before an entry names its life.
    pub fn join(
        now: Millis,
        identity: Identity,
        contract: Contract,
        genesis: R,
        start: ProgramStart,
    ) -> Result<Self, OpenError> {
        let mut peer = Self::empty(now, identity, contract, genesis)?;
        peer.own.set_spare(start.life);
        peer.begin_journal(start);
        peer.begin_life(now, start.life);
        peer.accede();
        peer.agree(now);
        Ok(peer)
    }

    /// A peer as its journal left it. What is torn or damaged is cut off; the number says after how many bytes.
    ///
    /// If it was damaged, or kept at another place before, or an entry has named another life than its own, it may be
    /// an old one, and the peer says nothing that counts before an entry names its life. The journal of another peer at
    /// the table will do too: whoever takes it up knows the game, but not what it said itself.
    pub fn restore(
        now: Millis,
        identity: Identity,
        genesis: R,
        journal: &[u8],
        start: ProgramStart,
    ) -> Result<(Self, usize), OpenError> {
        let ProvedPart { part, is_suspect, proof } = proved_part(journal, identity.public(), start.place)?;
        let Salvaged { records, good, writer, .. } = part;
        let Some(Record::Contract(contract)) = records.first() else { return Err(OpenError::NotAJournal) };
        let mut peer = Self::empty(now, identity, contract.clone(), genesis)?;
        let me = peer.identity.public();
        let mut own = false;
        for (number, record) in records.into_iter().enumerate().skip(1) {
            match &record {
                Record::Owner(key) => own = *key == me,
                // What another peer said and lost is not this one's.
                Record::Joined(_) | Record::Stance(_) if !own => continue,
                _ => {}
            }
            peer.recall(record).map_err(|why| OpenError::Edited { record: number, why })?;
        }
        // What is still open is sealed by the heads that come, if it becomes final at all.
        for candidate in &mut peer.open.candidates {
            if let Proof::Certified(certificate) = &mut candidate.entry.proof {
                certificate.seal.clear();
            }
        }
        peer.own.set_spare(start.life);
        peer.outbox = Outbox::behind(writer);
        peer.keep_proof(proof);
        // Without its own signature under the contract the journal is too young to say whether there was another.
        let named = peer.table.contract.voter_of(&peer.identity.public());
        let young = named.is_some_and(|voter| peer.accessions[usize::from(voter)].is_none());
        // A record that is only torn was never complete, so nothing that follows from it was ever sent.
        let suspect = is_suspect || peer.is_superseded();
        if !own {
            peer.note_owner();
        }
        if suspect || (peer.own.recovery().is_none() && (young || !own)) {
            peer.begin_life(now, start.life);
        } else if peer.own.recovery().is_some() {
            peer.begin_life(now, peer.life());
        }
        peer.note_place(start.place);
        peer.accede();
        peer.agree(now);
        Ok((peer, good))
    }

    /// Writes down what shows the last entry to be final, as far as it does not stand before.
    fn keep_proof(&mut self, proof: Vec<Signed<Head>>) {
        for head in proof {
            if head.says.entry == self.world.tip && !self.tip_heads.contains(&head) {
                self.keep(&Record::Head(head));
                self.tip_heads.insert(head);
            }
        }
    }

    /// The journal lies at this place from now on. Whoever finds it elsewhere has a copy of it, or an old one.
    fn note_place(&mut self, place: Hash) {
        if self.own.place() != Some(place) {
            self.own.set_place(place);
            self.keep(&Record::Place(place));
        }
    }

    fn begin_journal(&mut self, start: ProgramStart) {
        self.keep(&Record::Contract(self.table.contract.clone()));
        self.note_owner();
        self.note_place(start.place);
    }

    /// The journal is this peer's from here on: it was another's, or was cut before it said whose it is.
    fn note_owner(&mut self) {
        self.keep(&Record::Owner(self.identity.public()));
    }

    fn empty(now: Millis, identity: Identity, contract: Contract, genesis: R) -> Result<Self, OpenError> {
        contract.check()?;
        if contract.protocol != PROTOCOL_VERSION {
            return Err(OpenError::Protocol { ours: PROTOCOL_VERSION, theirs: contract.protocol });
        }
        let table = TableContract::new(contract);
        let me = table.contract.voter_of(&identity.public());
        let time = ThinkingTime::new(table.contract.clock, table.contract.seats.len());
        Ok(Self {
            keys: me.map(|voter| keys(&table, &identity, voter)).transpose()?,
            world: World::new(&table, &[], AgreedKeys::default(), genesis.fork()),
            accessions: vec![None; MAX_VOTERS],
            members: vec![Member::new(now); MAX_VOTERS],
            rolls: Rolls::new(table.contract.founders()),
            table,
            genesis,
            identity,
            me,
            started: false,
            own: OwnLife::default(),
            log: Vec::new(),
            outcomes: Outcomes::default(),
            tip_heads: Heads::default(),
            rival_heads: FarHeads::default(),
            decided: Decided::default(),
            stances: Stances::default(),
            answers: DecidedStances::default(),
            tip_round: 0,
            far_heads: FarHeads::default(),
            open: Open::default(),
            links_made: Links::default(),
            wishes: SeatWishes::default(),
            proofs: Proofs::default(),
            links: BTreeMap::new(),
            offenders: PastOffenders::default(),
            lost: AllLost::default(),
            time,
            forked: false,
            disputes: Disputes::new(now),
            waiting: WaitingHeads::default(),
            next_status: now,
            outbox: Outbox::default(),
        })
    }

    /// Signs the contract, if it names this peer and the peer has not yet.
    fn accede(&mut self) {
        if let (Some(voter), Some(keys)) = (self.voter(), &self.keys)
            && self.accessions[usize::from(voter)].is_none()
        {
            let accession = Accession::sign(&self.identity, &self.table.id, voter, keys.public());
            self.add_accession(accession, None);
        }
    }

    pub(crate) fn on_accession(&mut self, from: PublicKey, accession: Accession) {
        let known = self.accessions.get(usize::from(accession.voter)).cloned().flatten();
        if known.as_ref() == Some(&accession) {
            return;
        }
        if !accession.verify(&self.table.id, &self.table.verifiers) {
            return self.offend(from);
        }
        match known {
            None => self.add_accession(accession, Some(from)),
            Some(known) if known.keys != accession.keys => {
                self.accuse(Evidence::TwoKeys(Box::new(known), Box::new(accession)), None);
            }
            // Another signature under the same words.
            Some(_) => {}
        }
    }

    pub(crate) fn add_accession(&mut self, accession: Accession, from: Option<PublicKey>) {
        let voter = accession.voter;
        self.accessions[usize::from(voter)] = Some(accession.clone());
        self.keep(&Record::Accession(accession.clone()));
        self.relay(&Message::Accession(Box::new(accession)), voter, from);
        if !self.started {
            return self.start();
        }
        // It was absent when the table began.
        self.agree_to_returns();
    }

    /// Begins, once all who are there have signed.
    fn start(&mut self) {
        let founders = self.table.contract.founders();
        let signed = self.accessions.iter().flatten().filter(|a| founders.contains(a.voter));
        let signed: Vec<Accession> = signed.cloned().collect();
        if signed.len() < founders.len() {
            return;
        }
        match self.table.agreed_keys(&signed) {
            Err(bad) => self.tell(ProtocolEvent::BadKeys(bad)),
            Ok(keys) => {
                self.world = World::new(&self.table, &signed, keys, self.genesis.fork());
                self.started = true;
                self.tell(ProtocolEvent::Started);
                self.ask_who_is_ahead();
            }
        }
    }

    /// An entry brings somebody's keys; perhaps this peer was told others.
    pub(crate) fn note_brought_keys(&mut self, entry: &Entry) {
        let Some(brought) = entry.accession() else { return };
        match self.accessions[usize::from(brought.voter)].clone() {
            // The entry is in the journal.
            None => self.accessions[usize::from(brought.voter)] = Some(brought.clone()),
            Some(known) if known.keys != brought.keys => {
                self.accuse(Evidence::TwoKeys(Box::new(known), Box::new(brought.clone())), None);
            }
            Some(_) => {}
        }
    }

    /// The keys with this hash that a player brings who was absent when the table began.
    pub(crate) fn brought(&self, seat: SeatNumber, keys: Hash) -> Option<&Accession> {
        let told = self.accessions.get(usize::from(seat)).and_then(Option::as_ref);
        let certified = self.open.candidates.iter().filter_map(|candidate| candidate.entry.accession());
        let fits = |accession: &&Accession| (accession.voter, accession.keys_hash()) == (seat, keys);
        told.into_iter().chain(certified).find(fits)
    }
}

/// This peer's keys for draws: they follow from its identity and the contract.
fn keys(table: &TableContract, identity: &Identity, me: Voter) -> Result<Keys, OpenError> {
    let parties: Vec<(Voter, Point)> =
        table.contract.parties().map(|(voter, _, stake)| (voter, stake.point)).collect();
    let nonce = table.contract.parties().find(|(voter, _, _)| *voter == me).map(|(_, _, stake)| stake.nonce);
    let secret = Secret::new(identity, &nonce.unwrap_or_default());
    Ok(Keys::new(&secret, &table.id, me, &parties)?)
}
