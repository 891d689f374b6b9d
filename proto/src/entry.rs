//! Entries: everything that changes a game, each at an index of one hash chain.

use serde::{Deserialize, Serialize};

use crate::codec;
use crate::contract::{Accession, FIRST_WITNESS, SeatNumber};
use crate::guard::{Acked, final_entry};
use crate::hash::Hash;
use crate::limits::{MAX_PAYLOAD_BYTES, MAX_ROUNDS, MAX_VOTERS};
use crate::pairs::{LinkProof, PairLink};
use crate::quorum::{Life, Quorum, Roll, Voter, Voters};
use crate::repair::is_repaired;
use crate::sign::{Identity, PublicKey, Signature, Verifier};
use crate::statement::{Head, Lost, Signed, Stance, Vote};

const ENTRY_DOMAIN: &str = "whistlestop/entry/2";
const MOVE_DOMAIN: &str = "whistlestop/move/2";

/// What happened at an index, and the proof that it may have happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// What happened. Its hash is the entry's hash.
    pub core: Core,
    /// Why it counts. Two proofs of one core are as good as each other, so the hash leaves it out.
    pub proof: Proof,
}

/// What happened at an index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Core {
    /// Its place in the chain, from 1.
    pub index: u32,
    /// The hash of the entry before; at index 1 that of [`start`](crate::contract::start).
    pub prev: Hash,
    /// What happened.
    pub body: Body,
    /// The hash of the game's state afterwards.
    pub state: Hash,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Body {
    /// A player committed something.
    Move {
        /// Who.
        seat: SeatNumber,
        /// What, as the game encodes it.
        payload: Vec<u8>,
    },
    /// A draw from the links of those who took part; with a seed there are none.
    Draw {
        /// Its number, from 1.
        number: u32,
        /// The hash of the entry after which chance decided.
        base: Hash,
        /// The links by the two voters who can make each.
        links: Vec<(Voter, Voter, PairLink)>,
    },
    /// A bot moved: every peer computes what.
    Auto {
        /// On which seat.
        seat: SeatNumber,
        /// For a player who is away, not as the contract's own bot.
        stand_in: bool,
        /// What it computed, so that nobody has to wait for it again who takes the table up later.
        payload: Vec<u8>,
    },
    /// Something about the voters or the past changed.
    Change(Change),
    /// All who count have lost their memory, and begin these lives, by voter.
    Anew {
        /// All of them.
        lives: Vec<(Voter, Life)>,
    },
    /// The time of a seat is up: the stand-in makes this one move for it.
    TimeUp {
        /// Whose.
        seat: SeatNumber,
        /// What the stand-in computed.
        payload: Vec<u8>,
    },
}

impl Body {
    /// What votes call it, if they make it.
    pub const fn change(&self) -> Option<Change> {
        match self {
            Self::Change(change) => Some(*change),
            Self::TimeUp { seat, .. } => Some(Change::TimeUp { seat: *seat }),
            Self::Move { .. } | Self::Draw { .. } | Self::Auto { .. } | Self::Anew { .. } => None,
        }
    }
}

/// What a certificate can decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Change {
    /// A voter no longer counts; if it has a seat, a bot plays it, until the player returns.
    Remove {
        /// Who.
        voter: Voter,
    },
    /// A bot plays a seat, whose player still counts.
    StandIn {
        /// Which.
        seat: SeatNumber,
    },
    /// A player plays and counts again.
    Return {
        /// On which seat.
        seat: SeatNumber,
        /// In which life it speaks from now on.
        life: Life,
        /// Which keys it brings for draws ([`Accession::keys_hash`]), if it was absent when the table began and has
        /// brought none yet.
        keys: Option<Hash>,
    },
    /// Somebody without a seat counts from now on.
    Admit {
        /// Who.
        key: PublicKey,
        /// In which life it speaks.
        life: Life,
    },
    /// A voter that has lost its memory speaks in a new life from now on.
    Renew {
        /// Who.
        voter: Voter,
        /// In which life.
        life: Life,
    },
    /// The game goes back to the state after an earlier entry; needs every seat that counts.
    TakeBack {
        /// That entry's index, 0 for the start.
        to: u32,
    },
    /// The time of a seat is up. The entry is a [`Body::TimeUp`], never a [`Body::Change`].
    TimeUp {
        /// Whose.
        seat: SeatNumber,
    },
}

/// Who plays a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Holder {
    /// The player.
    Player,
    /// The contract's bot.
    Bot,
    /// The stand-in; its player still counts.
    StandIn,
    /// The stand-in; its player no longer counts.
    Removed,
}

impl Holder {
    /// Whether a bot plays, whoever the seat belongs to.
    pub const fn is_bot(self) -> bool {
        !matches!(self, Self::Player)
    }
}

/// Why an entry counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Proof {
    /// It proves itself: a bot's move, or a draw from a seed, by being computed.
    Itself,
    /// The acting seat signed it. The signature is that of its head in round 0: who moves acknowledges with that.
    Signed(Life, Signature),
    /// So many voted for it.
    Certified(Certificate),
    /// The acting seat signed it, but had voted at this index before: so it acknowledges nothing in round 0.
    Late(Life, Signature),
    /// That the links of a draw are what their makers' keys say, one for each.
    Links(Vec<LinkProof>),
    /// All others say that nothing is final for them here and that the liar is to be removed, by voter.
    Repaired(Vec<Signed<Stance>>),
    /// All who count say that they have lost their memory, and have met each other, by voter.
    Lost(Vec<Signed<Lost>>),
}

impl Proof {
    /// In which life a move was signed.
    pub const fn life(&self) -> Option<Life> {
        match self {
            Self::Signed(life, _) | Self::Late(life, _) => Some(*life),
            Self::Itself | Self::Certified(_) | Self::Links(_) | Self::Repaired(_) | Self::Lost(_) => None,
        }
    }
}

/// Enough votes for one entry in one round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certificate {
    /// The round.
    pub round: u32,
    /// Votes, by voter.
    pub votes: Vec<Cast>,
    /// Where the entry changes who counts: heads that show that it was final. Empty until it is.
    pub seal: Vec<Signed<Head>>,
    /// Where half of those who count are enough, as the rest has lost its memory: that it says so, by voter.
    pub lost: Vec<Signed<Lost>>,
    /// Where a player comes who was absent when the table began: the keys that it brings.
    pub accession: Option<Box<Accession>>,
}

/// A vote in a certificate; the rest of it stands in the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cast {
    /// Whose.
    pub voter: Voter,
    /// The signer's.
    pub life: Life,
    /// What it had acknowledged before.
    pub acked: Option<Acked<Hash>>,
    /// Whom it knew to have lost its memory.
    pub lost: Voters,
    /// Its signature.
    pub signature: Signature,
}

impl Change {
    /// Whether others count afterwards than before, or speak in other lives.
    pub const fn moves_the_quorum(self) -> bool {
        matches!(self, Self::Remove { .. } | Self::Return { .. } | Self::Admit { .. } | Self::Renew { .. })
    }
}

impl Core {
    /// The entry's hash.
    pub fn hash(&self) -> Hash {
        Hash::of(ENTRY_DOMAIN, &[&codec::encode(self)])
    }

    /// What two peers that compute different states from the same thing still agree on: the hash without the state, and
    /// without what a bot computed.
    pub fn cause(&self) -> Hash {
        let mut cause = Self { state: Hash::default(), ..self.clone() };
        if let Body::Auto { payload, .. } | Body::TimeUp { payload, .. } = &mut cause.body {
            payload.clear();
        }
        cause.hash()
    }

    /// Signs a move of the acting seat, and with it acknowledges it.
    pub fn sign(self, identity: &Identity, table: &Hash, life: Life) -> Entry {
        let signature = Signed::new(identity, table, Voter::MAX, self.first_head(life)).signature;
        Entry { core: self, proof: Proof::Signed(life, signature) }
    }

    /// Signs a move of the acting seat that has voted here before.
    pub fn sign_late(self, identity: &Identity, table: &Hash, life: Life) -> Entry {
        let signature = identity.sign(MOVE_DOMAIN, &move_bytes(table, &self.hash(), life));
        Entry { core: self, proof: Proof::Late(life, signature) }
    }

    /// What a seat says that acknowledges it in round 0.
    fn first_head(&self, life: Life) -> Head {
        let lost = Voters::NONE;
        Head { index: self.index, round: 0, entry: self.hash(), state: self.state, life, lost }
    }

    /// Whether it is a move of this voter's seat.
    pub const fn is_move_of(&self, voter: Voter) -> bool {
        matches!(self.body, Body::Move { seat, .. } if seat == voter)
    }

    /// Whether others count after it than before, or speak in other lives.
    pub const fn moves_the_quorum(&self) -> bool {
        match self.body {
            Body::Change(change) => change.moves_the_quorum(),
            Body::Anew { .. } => true,
            Body::Move { .. } | Body::Draw { .. } | Body::Auto { .. } | Body::TimeUp { .. } => false,
        }
    }
}

impl Entry {
    /// The entry's hash.
    pub fn hash(&self) -> Hash {
        self.core.hash()
    }

    /// Whether every peer computes it, so that nobody sends it while it is new.
    pub const fn is_computed(&self) -> bool {
        matches!(self.core.body, Body::Draw { .. } | Body::Auto { .. })
    }

    /// The keys that a player brings who was absent when the table began.
    pub fn accession(&self) -> Option<&Accession> {
        match &self.proof {
            Proof::Certified(certificate) => certificate.accession.as_deref(),
            _ => None,
        }
    }

    /// Of the voters whose signatures prove a change, the one with the highest number.
    pub(crate) fn last_signer(&self) -> Voter {
        let last = match &self.proof {
            Proof::Certified(Certificate { votes, seal, lost, .. }) => {
                let heads = seal.iter().map(|head| head.voter);
                votes
                    .iter()
                    .map(|cast| cast.voter)
                    .chain(heads)
                    .chain(lost.iter().map(|lost| lost.voter))
                    .max()
            }
            Proof::Repaired(stances) => stances.iter().map(|stance| stance.voter).max(),
            Proof::Lost(all) => all.iter().map(|lost| lost.voter).max(),
            Proof::Itself | Proof::Signed(..) | Proof::Late(..) | Proof::Links(_) => None,
        };
        last.unwrap_or(0)
    }

    /// The head of the acting seat that a move comes with.
    pub fn head(&self) -> Option<Signed<Head>> {
        match (&self.core.body, &self.proof) {
            (Body::Move { seat, .. }, Proof::Signed(life, signature)) => {
                Some(Signed { voter: *seat, says: self.core.first_head(*life), signature: *signature })
            }
            _ => None,
        }
    }

    /// Whether every signature in its proof is good, whoever counts. The proofs of links are looked at where the draw
    /// is.
    pub fn is_signed(&self, table: &Hash, verifiers: &[Option<Verifier>]) -> bool {
        // No honest peer could pass on a proof that holds something larger.
        if matches!(&self.core.body, Body::Move { payload, .. } if payload.len() > MAX_PAYLOAD_BYTES) {
            return false;
        }
        match (&self.core.body, &self.proof) {
            (Body::Move { .. }, Proof::Signed(..)) => {
                self.head().is_some_and(|head| head.verify(table, verifiers))
            }
            (Body::Move { seat, .. }, Proof::Late(life, signature)) => {
                let verifier = verifiers.get(usize::from(*seat)).and_then(Option::as_ref);
                let bytes = move_bytes(table, &self.hash(), *life);
                verifier.is_some_and(|verifier| verifier.verify(MOVE_DOMAIN, &bytes, signature))
            }
            (Body::Auto { .. } | Body::Draw { .. }, Proof::Itself) | (Body::Draw { .. }, Proof::Links(_)) => {
                true
            }
            (Body::Change(_) | Body::TimeUp { .. }, Proof::Certified(certificate)) => {
                let entry = self.hash();
                certificate.votes(&self.core, entry).all(|vote| vote.verify(table, verifiers))
                    && certificate.seal.iter().all(|head| head.verify(table, verifiers))
                    && certificate.lost.iter().all(|lost| lost.verify(table, verifiers))
                    && certificate.accession.iter().all(|accession| accession.verify(table, verifiers))
            }
            (Body::Anew { .. }, Proof::Lost(all)) => all.iter().all(|lost| lost.verify(table, verifiers)),
            (Body::Change(Change::Remove { .. }), Proof::Repaired(stances)) => {
                stances.iter().all(|stance| stance.verify(table, verifiers))
            }
            _ => false,
        }
    }

    /// Whether so many of those who count here stand behind it as it needs, each in the life in which it speaks.
    /// Signatures are another matter.
    pub fn is_certified(&self, roll: &Roll) -> bool {
        match (&self.core.body, &self.proof) {
            (body @ (Body::Change(_) | Body::TimeUp { .. }), Proof::Certified(certificate)) => {
                let Some(change) = body.change() else { return false };
                let rising = certificate.votes.is_sorted_by(|a, b| a.voter < b.voter);
                let agreed: Voters = certificate.votes.iter().map(|cast| cast.voter).collect();
                let said = certificate.votes.iter().map(|cast| (cast.voter, cast.lost));
                let speak = certificate.votes.iter().all(|cast| roll.speaks(cast.voter, cast.life));
                certificate.round > 0
                    && rising
                    && speak
                    && certificate.is_lost_sound(self.core.index, roll)
                    && certificate.brings_keys_of(change)
                    && has_consent(change, agreed, roll.voters)
                    && certificate.quorum(roll).is_decided_by(said)
            }
            (Body::Change(Change::Remove { voter }), Proof::Repaired(stances)) => {
                let here = stances.iter().all(|stance| {
                    let Stance { index, life, .. } = stance.says;
                    index == self.core.index && roll.speaks(stance.voter, life)
                });
                here && is_repaired(*voter, roll.voters, stances)
            }
            (Body::Anew { lives }, Proof::Lost(all)) => are_all_lost(self.core.index, roll, lives, all),
            (Body::Change(_) | Body::Anew { .. } | Body::TimeUp { .. }, _) => false,
            (Body::Move { seat, .. }, proof) => proof.life().is_some_and(|life| roll.speaks(*seat, life)),
            (Body::Draw { .. } | Body::Auto { .. }, _) => true,
        }
    }

    /// Puts the heads that made it final into it, if it changes who counts and has none yet; where they are fewer than a
    /// majority, as others are `known` to have lost their memory, also that they had.
    pub(crate) fn seal<'a>(
        &mut self,
        roll: &Roll,
        known: Voters,
        heads: impl Iterator<Item = &'a Signed<Head>>,
        lost: impl FnOnce() -> Vec<Signed<Lost>>,
    ) {
        let (entry, quorum) = (self.hash(), Quorum { lost: known, ..Quorum::of(roll.voters) });
        let Proof::Certified(certificate) = &mut self.proof else { return };
        if !self.core.moves_the_quorum() || !certificate.seal.is_empty() {
            return;
        }
        let about = |head: &&Signed<Head>| {
            let Head { entry: named, life, .. } = head.says;
            named == entry && quorum.voters.contains(head.voter) && roll.speaks(head.voter, life)
        };
        let here: Vec<Signed<Head>> = heads.filter(about).copied().collect();
        let round = final_entry(quorum, here.iter().map(Signed::ack)).map(|(round, _)| round);
        let made = here.into_iter().filter(|head| Some(head.says.round) == round);
        certificate.seal = made.take(quorum.size()).collect();
        if certificate.seal.len() < quorum.size() {
            certificate.lost = lost();
        }
    }

    /// Whether it may stand in a log: what changes who counts must show that it was final, for whoever counts behind it
    /// could have agreed on anything.
    pub fn is_sealed(&self, roll: &Roll) -> bool {
        let Proof::Certified(certificate) = &self.proof else { return true };
        let entry = self.hash();
        let about = |head: &Signed<Head>| {
            let Head { index, entry: named, life, .. } = head.says;
            index == self.core.index && named == entry && roll.speaks(head.voter, life)
        };
        let seal = &certificate.seal;
        let round = seal.first().map_or(0, |head| head.says.round);
        let one_round = round <= MAX_ROUNDS && seal.iter().all(|head| head.says.round == round);
        let sound = one_round
            && seal.is_sorted_by(|a, b| a.voter < b.voter)
            && seal.iter().all(|head| roll.voters.contains(head.voter) && about(head));
        let shown = || final_entry(certificate.quorum(roll), seal.iter().map(Signed::ack)).is_some();
        if self.core.moves_the_quorum() { sound && shown() } else { seal.is_empty() }
    }
}

impl Certificate {
    /// Those who decide, with what it shows of who has lost its memory.
    fn quorum(&self, roll: &Roll) -> Quorum {
        Quorum { lost: self.lost.iter().map(|lost| lost.voter).collect(), ..Quorum::of(roll.voters) }
    }

    /// Whether it has the keys that the change names, and none beside.
    fn brings_keys_of(&self, change: Change) -> bool {
        let named = match change {
            Change::Return { seat, keys, .. } => keys.map(|keys| (seat, keys)),
            _ => None,
        };
        self.accession.as_ref().map(|accession| (accession.voter, accession.keys_hash())) == named
    }

    /// Whether those who are said to have lost their memory here still have, each once.
    fn is_lost_sound(&self, index: u32, roll: &Roll) -> bool {
        let sound = |lost: &Signed<Lost>| lost.says.met.len() <= MAX_VOTERS && lost.holds_at(index, roll);
        self.lost.is_sorted_by(|a, b| a.voter < b.voter) && self.lost.iter().all(sound)
    }

    /// The votes, whole.
    pub fn votes<'a>(&'a self, core: &'a Core, entry: Hash) -> impl Iterator<Item = Signed<Vote>> + 'a {
        let change = core.body.change();
        self.votes.iter().map(move |cast| {
            let Cast { voter, life, acked, lost, signature } = *cast;
            let says = Vote { index: core.index, round: self.round, entry, change, acked, life, lost };
            Signed { voter, says, signature }
        })
    }
}

/// Whether all agree who must, beside a majority: to take moves back every player who counts.
pub fn has_consent(change: Change, agreed: Voters, voters: Voters) -> bool {
    let players: Voters = voters.iter().filter(|voter| *voter < FIRST_WITNESS).collect();
    !matches!(change, Change::TakeBack { .. }) || players.and(agreed) == players
}

/// Whether all who count say here that they have lost their memory and begin these lives, and each has heard all others
/// say so: an old word of somebody who has its memory again names a life that is over.
fn are_all_lost(index: u32, roll: &Roll, lives: &[(Voter, Life)], all: &[Signed<Lost>]) -> bool {
    let rising = lives.is_sorted_by(|a, b| a.0 < b.0);
    let voters: Voters = lives.iter().map(|(voter, _)| *voter).collect();
    let said = all.iter().map(|lost| (lost.voter, lost.says.life)).eq(lives.iter().copied());
    let met = |lost: &Signed<Lost>| {
        let others = lives.iter().filter(|(voter, _)| *voter != lost.voter);
        lost.says.index == index && others.eq(lost.says.met.iter())
    };
    let new = lives.iter().all(|(voter, life)| !roll.speaks(*voter, *life));
    let complete = voters == roll.voters && lives.len() == voters.len();
    rising && complete && said && new && all.iter().all(met)
}

fn move_bytes(table: &Hash, entry: &Hash, life: Life) -> Vec<u8> {
    [&table.0[..], &entry.0, &life.to_le_bytes()].concat()
}
