//! True messages of every kind, and damage to their bytes.

use whistlestop_proto::codec;
use whistlestop_proto::contract::Accession;
use whistlestop_proto::entry::{Body, Cast, Certificate, Change, Core, Entry, Proof};
use whistlestop_proto::guard::Acked;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::{Backed, Dump, Message};
use whistlestop_proto::journal::Record;
use whistlestop_proto::quorum::{Life, Voter};
use whistlestop_proto::rules::Rules;
use whistlestop_proto::statement::{Evidence, Head, Leave, Lost, Return, Signed, Standing, Vote};

use super::calm::{Calm, PLAYERS, identity};
use super::luck::Luck;
use super::{LIAR, byte, place};

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
        let says = Vote { index, round: 1, entry: core.hash(), change: Some(change), acked, life: 0 };
        Signed::new(&identity(LIAR), &table, LIAR, says)
    };
    let head = |entry: u8| {
        let says = Head { index: 9, round: 0, entry: Hash([entry; 32]), state: Hash([0; 32]), life: 0 };
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
    let cast = Cast { voter: LIAR, life: 0, acked: None, signature: vote(None).signature };
    let certificate = Certificate {
        round: 1,
        votes: vec![cast],
        seal: vec![head(3)],
        lost: vec![lost(&table, LIAR, index, &[])],
    };
    let says = Head { index, round: 0, entry: next.hash(), state: next.core.state, life: 0 };
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
        Message::Standing(Signed::new(
            &identity(LIAR),
            &table,
            LIAR,
            Standing { index: 2, liar: 0, entry: None, life: 0 },
        )),
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
    assert_eq!(kinds.len(), 15, "a sample of every kind of message");
    all
}

/// The liar's head for another entry than the one its vote is for, at the same index.
fn head_here(core: &Core, table: &Hash) -> Signed<Head> {
    let says = Head { index: core.index, round: 0, entry: Hash([8; 32]), state: Hash([0; 32]), life: 0 };
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
    let says = Lost { index, life: LOST + Life::from(voter), met: met.to_vec() };
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

/// Records that a calm game does not need.
pub(super) fn rare_records(calm: &Calm) -> Vec<Record> {
    let mut records = vec![Record::Joined(LOST)];
    for message in samples(calm) {
        match message {
            Message::Entry(entry) => records.push(Record::Entry(*entry)),
            Message::Vote(backed) => records.push(Record::Votes(vec![backed.vote])),
            Message::Standing(standing) => records.push(Record::Standing(standing)),
            Message::Reveal(reveal) => records.push(Record::Reveal(reveal)),
            _ => {}
        }
    }
    records
}
