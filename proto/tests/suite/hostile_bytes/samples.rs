//! True messages of every kind, and damage to their bytes.

use whistlestop_proto::codec;
use whistlestop_proto::contract::Accession;
use whistlestop_proto::entry::{Body, Cast, Certificate, Change, Core, Entry, Proof};
use whistlestop_proto::guard::Acked;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::journal::Record;
use whistlestop_proto::message::{Backed, Dump, Message};
use whistlestop_proto::quorum::{Life, Voter, Voters};
use whistlestop_proto::rules::{Rules, ToMove};
use whistlestop_proto::statement::{Evidence, Head, Leave, Lost, Reading, Return, Signed, Stance, Vote};

use super::{LIAR, byte, place};
use crate::sim::calm::{Calm, PLAYERS, identity};
use crate::sim::luck::Luck;

/// A valid message of every kind: those of a real game, and those that it did not need.
pub(super) fn samples(calm: &Calm) -> Vec<Message> {
    let table = calm.peers[0].table();
    let (mover, next) = calm.next_move(7);
    let index = next.core.index;
    let mut all: Vec<Message> = Vec::new();
    for bytes in &calm.said {
        let message: Message = codec::decode(bytes).expect("honest peers send this");
        let same = all.iter().filter(|other| kind(other) == kind(&message)).count();
        if same < 6 && !all.contains(&message) {
            all.push(message);
        }
    }
    let change = Change::Remove { voter: LIAR };
    let body = Body::Change(change);
    let core = Core { index, prev: next.core.prev, body, state: calm.peers[0].rules().state_hash() };
    let vote = |acked| {
        let says = Vote {
            index,
            round: 1,
            entry: core.hash(),
            change: Some(change),
            acked,
            life: 0,
            lost: Voters::NONE,
        };
        Signed::new(&identity(LIAR), &table, LIAR, says)
    };
    let head = |entry: u8| {
        let says = Head {
            index: 9,
            round: 0,
            entry: Hash([entry; 32]),
            state: Hash([0; 32]),
            life: 0,
            lost: Voters::NONE,
        };
        Signed::new(&identity(LIAR), &table, LIAR, says)
    };
    let lie = |amount| {
        let body = Body::Move { seat: LIAR, payload: vec![amount] };
        let core = Core { index: 5, prev: Hash([5; 32]), body, state: Hash([6; 32]) };
        Box::new(core.sign(&identity(LIAR), &table, 0))
    };
    let keys = |by: u8| {
        let found = calm.peers[0].accessions().find(|accession| accession.voter == by);
        Box::new(Accession::sign(&identity(LIAR), &table, LIAR, found.expect("signed").keys.clone()))
    };
    let cast =
        Cast { voter: LIAR, life: 0, acked: None, signature: vote(None).signature, lost: Voters::NONE };
    let certificate = Certificate {
        round: 1,
        votes: vec![cast],
        seal: vec![head(3)],
        lost: vec![lost(&table, LIAR, index, &[])],
        accession: Some(keys(0)),
    };
    let says =
        Head { index, round: 0, entry: next.hash(), state: next.core.state, life: 0, lost: Voters::NONE };
    all.extend([
        Message::Want(1),
        Message::Entry(Box::new(Entry { core: core.clone(), proof: Proof::Certified(certificate) })),
        Message::Entries(calm.peers[0].log().to_vec()),
        Message::Entry(Box::new(next)),
        Message::Head(Signed::new(&identity(mover), &table, mover, says)),
        Message::Vote(Box::new(Backed { vote: vote(None), support: vec![vote(None); 2] })),
        Message::Leave(Signed::new(&identity(LIAR), &table, LIAR, Leave { since: 2 })),
        Message::Return(Signed::new(&identity(LIAR), &table, LIAR, Return { since: 2, life: 9 })),
        Message::Lost(lost(&table, LIAR, index, &[])),
        Message::Lost(lost(&table, LIAR, index, &[(0, 9), (1, 10)])),
        Message::Entry(Box::new(anew(&core, &table))),
        Message::Entry(Box::new(renewed(&core, &table))),
        Message::Vote(Box::new(Backed { vote: vote_to_renew(&core, &table), support: Vec::new() })),
        Message::Stance(Signed::new(
            &identity(LIAR),
            &table,
            LIAR,
            Stance { index: 2, liar: 0, entry: None, life: 0 },
        )),
        Message::Reading(reading(calm, 700, 4)),
        Message::Reading(reading(calm, u32::MAX, 4)),
        Message::Reading(reading(calm, 9, 300)),
        Message::Entry(Box::new(time_up(calm, &core))),
        Message::Evidence(Evidence::TwoMoves(lie(1), lie(2))),
        Message::Evidence(Evidence::TwoHeads(head(1), head(2))),
        Message::Evidence(Evidence::TwoVotes(vote(None), vote(Some(Acked::first(0, Hash([1; 32])))))),
        Message::Evidence(Evidence::HeadAgainstVote(head_here(&core, &table), vote(None))),
        Message::Evidence(Evidence::TwoKeys(keys(LIAR), keys(0))),
        Message::Dump(Dump {
            cause: Hash([3; 32]),
            index: 1,
            answer: true,
            fields: calm.peers[0].rules().dump(),
        }),
    ]);
    let kinds: std::collections::BTreeSet<u8> = all.iter().map(kind).collect();
    assert_eq!(kinds.len(), 16, "a sample of every kind of message");
    all
}

/// What the liar says that it has counted, for so many seats.
fn reading(calm: &Calm, used: u32, seats: usize) -> Signed<Reading> {
    let index = u32::try_from(calm.peers[0].log().len()).expect("few") + 1;
    let says = Reading { index, life: 0, used, left: vec![1; seats] };
    Signed::new(&identity(LIAR), &calm.peers[0].table(), LIAR, says)
}

/// That the time of whoever is to move there is up, by the liar's word alone.
fn time_up(calm: &Calm, there: &Core) -> Entry {
    let mut rules = calm.peers[0].rules().clone();
    let ToMove::Seat(seat) = rules.turn() else { unreachable!("a player decides") };
    let payload = rules.auto(seat, true);
    rules.apply(seat, &payload).expect("the bot's move");
    let core = Core { body: Body::TimeUp { seat, payload }, state: rules.state_hash(), ..there.clone() };
    let says = Vote {
        index: core.index,
        round: 1,
        entry: core.hash(),
        change: Some(Change::TimeUp { seat }),
        acked: None,
        life: 0,
        lost: Voters::NONE,
    };
    let Signed { signature, .. } = Signed::new(&identity(LIAR), &calm.peers[0].table(), LIAR, says);
    let votes = vec![Cast { voter: LIAR, life: 0, acked: None, lost: Voters::NONE, signature }];
    let certificate = Certificate { round: 1, votes, seal: Vec::new(), lost: Vec::new(), accession: None };
    Entry { core, proof: Proof::Certified(certificate) }
}

/// The liar's head for another entry than the one its vote is for, at the same index.
fn head_here(core: &Core, table: &Hash) -> Signed<Head> {
    let says = Head {
        index: core.index,
        round: 0,
        entry: Hash([8; 32]),
        state: Hash([0; 32]),
        life: 0,
        lost: Voters::NONE,
    };
    Signed::new(&identity(LIAR), table, LIAR, says)
}

fn kind(message: &Message) -> u8 {
    codec::encode(message)[0]
}

/// Damage to bytes that knows how they are made up.
pub(super) fn mutate(luck: &mut Luck, bytes: &[u8], other: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..luck.between(1, 3) {
        let at = place(luck, bytes.len());
        match luck.below(9) {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << luck.below(8),
            1 if !bytes.is_empty() => bytes[at] = byte(luck),
            2 => bytes.truncate(at),
            3 => bytes.extend((0..luck.below(20)).map(|_| byte(luck))),
            // The beginning of one and the end of another.
            4 => {
                bytes.truncate(at);
                bytes.extend(&other[place(luck, other.len())..]);
            }
            // A number or length that claims far more than there is, in every width.
            5 => {
                let wide: &[u8] = match luck.below(4) {
                    0 => &[251, 255, 255],
                    1 => &[252, 255, 255, 255, 255],
                    2 => &[253, 255, 255, 255, 255, 255, 255, 255, 255],
                    _ => &[254],
                };
                bytes.splice(at..(at + 1).min(bytes.len()), wide.iter().copied());
            }
            // The same small number, written in a longer way.
            6 if !bytes.is_empty() => {
                let small = bytes[at];
                bytes.splice(at..=at, [251, small, 0]);
            }
            // Two fields of equal length in each other's place.
            7 if bytes.len() > 64 => {
                let (a, b) = (place(luck, bytes.len() - 32), place(luck, bytes.len() - 32));
                for i in 0..32 {
                    bytes.swap(a + i, b + i);
                }
            }
            _ => {
                let end = (at + place(luck, 64)).min(bytes.len());
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
        }
    }
    bytes
}

/// A start of this voter has lost its memory, and has met these.
fn lost(table: &Hash, voter: Voter, index: u32, met: &[(Voter, Life)]) -> Signed<Lost> {
    let says = Lost { index, first: index, count: 1, life: LOST + Life::from(voter), met: met.to_vec() };
    Signed::new(&identity(voter), table, voter, says)
}

/// The life of the first voter's start that has lost its memory; those of the others follow.
const LOST: Life = 9;

/// All have lost their memory and begin anew there.
fn anew(there: &Core, table: &Hash) -> Entry {
    let lives = PLAYERS.map(|voter| (voter, LOST + Life::from(voter)));
    let says = |voter: Voter| {
        let met: Vec<_> = lives.into_iter().filter(|(other, _)| *other != voter).collect();
        lost(table, voter, there.index, &met)
    };
    let core = Core { body: Body::Anew { lives: lives.to_vec() }, ..there.clone() };
    Entry { core, proof: Proof::Lost(PLAYERS.map(says).to_vec()) }
}

/// The liar's vote to let the first voter begin anew there.
fn vote_to_renew(there: &Core, table: &Hash) -> Signed<Vote> {
    let change = Change::Renew { voter: 0, life: LOST };
    let core = Core { body: Body::Change(change), ..there.clone() };
    let says = Vote {
        index: core.index,
        round: 1,
        entry: core.hash(),
        change: Some(change),
        acked: None,
        life: 0,
        lost: Voters::NONE,
    };
    Signed::new(&identity(LIAR), table, LIAR, says)
}

/// The first voter begins anew there, by the liar's word alone, as the others are said to have lost their memory.
fn renewed(there: &Core, table: &Hash) -> Entry {
    let Signed { says: Vote { index, round, entry, .. }, signature, .. } = vote_to_renew(there, table);
    let core = Core { body: Body::Change(Change::Renew { voter: 0, life: LOST }), ..there.clone() };
    let head = Head { index, round, entry, state: core.state, life: 0, lost: Voters::NONE };
    let certificate = Certificate {
        round,
        votes: vec![Cast { voter: LIAR, life: 0, acked: None, signature, lost: Voters::NONE }],
        seal: vec![Signed::new(&identity(LIAR), table, LIAR, head)],
        lost: [0, 1].map(|voter| lost(table, voter, index, &[])).to_vec(),
        accession: None,
    };
    Entry { core, proof: Proof::Certified(certificate) }
}

/// What a liar makes of an entry by which all begin anew.
type Edit = fn(&mut Vec<(Voter, Life)>, &mut Vec<Signed<Lost>>);

/// Lies about lost memories under good signatures: the liar's own, and of the others words that they once may have
/// said.
pub(super) fn signed_lies(calm: &Calm) -> Vec<Message> {
    let table = calm.peers[0].table();
    let Entry { core: next, .. } = calm.next_move(7).1;
    let there = Core { state: calm.peers[0].rules().state_hash(), ..next };
    let says = |index, life, met: &[(Voter, Life)]| {
        let says = Lost { index, first: index, count: 1, life, met: met.to_vec() };
        Signed::new(&identity(LIAR), &table, LIAR, says)
    };
    let too_many: Vec<(Voter, Life)> = (0..17).map(|voter| (voter, LOST)).collect();
    let mets: [&[(Voter, Life)]; 4] = [&[(1, 9), (0, 9)], &[(0, 9), (0, 9)], &[(0, 9), (0, 10)], &too_many];
    let mut words: Vec<Signed<Lost>> = mets.map(|met| says(there.index, LOST, met)).to_vec();
    // Of no index, of indices far away, of the life in which it speaks; and under other names.
    words.extend([0, there.index + 257, u32::MAX].map(|index| says(index, LOST, &[])));
    words.push(says(there.index, 0, &[]));
    words.extend([0, 2, 9, 15, 255].map(|voter| Signed { voter, ..says(there.index, LOST, &[]) }));
    let mut lies: Vec<Message> = words.into_iter().map(Message::Lost).collect();

    let mut entries = vec![renewed(&there, &table)];
    for edit in [<[Signed<Lost>]>::reverse, |all: &mut [Signed<Lost>]| all[1] = all[0].clone()] {
        let mut entry = renewed(&there, &table);
        if let Proof::Certified(certificate) = &mut entry.proof {
            edit(&mut certificate.lost);
        }
        entries.push(entry);
    }
    let edits: [Edit; 6] = [
        |lives, words| (lives.reverse(), words.reverse()).0,
        |lives, words| (lives[1], words[1]) = (lives[0], words[0].clone()),
        |lives, words| (lives.push(lives[0]), words.push(words[0].clone())).0,
        |lives, words| (lives.remove(0), words.remove(0), ()).2,
        |lives, _| lives[0].1 = 0,
        |lives, words| (lives.clear(), words.clear()).0,
    ];
    for edit in edits {
        let Entry { mut core, proof } = anew(&there, &table);
        let (Body::Anew { lives }, Proof::Lost(mut words)) = (&mut core.body, proof) else { continue };
        edit(lives, &mut words);
        entries.push(Entry { core, proof: Proof::Lost(words) });
    }
    // The liar's word is of another index, or leaves out whom it has met.
    let met = [(0, LOST), (1, LOST + 1)];
    for word in [says(there.index - 1, LOST + 3, &met), says(there.index, LOST + 3, &met[1..])] {
        let Entry { core, proof: Proof::Lost(mut words) } = anew(&there, &table) else { continue };
        *words.last_mut().expect("all say so") = word;
        entries.push(Entry { core, proof: Proof::Lost(words) });
    }
    for entry in entries {
        lies.push(Message::Entries(vec![entry.clone()]));
        lies.push(Message::Entry(Box::new(entry)));
    }
    lies
}

/// Records that a calm game does not need.
pub(super) fn rare_records(calm: &Calm) -> Vec<Record> {
    let mut records = vec![Record::Joined(LOST)];
    for message in samples(calm) {
        match message {
            Message::Entry(entry) => {
                let (heads, lost) = match &entry.proof {
                    Proof::Certified(certificate) => (certificate.seal.clone(), certificate.lost.clone()),
                    Proof::Lost(all) => (Vec::new(), all.clone()),
                    _ => (Vec::new(), Vec::new()),
                };
                let (index, hash) = (entry.core.index, entry.hash());
                records.push(Record::Entry(*entry));
                records.push(Record::Final { index, entry: hash, heads, votes: Vec::new(), lost });
            }
            Message::Vote(backed) => records.push(Record::Votes(vec![backed.vote])),
            Message::Stance(stance) => records.push(Record::Stance(stance)),
            Message::Reading(reading) => records.push(Record::Reading(reading)),
            Message::Reveal(reveal) => records.push(Record::Reveal(reveal)),
            _ => {}
        }
    }
    records
}
