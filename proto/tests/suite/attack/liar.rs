//! What a liar needs.

use whistlestop_proto::entry::{Body, Core, Entry};
use whistlestop_proto::event::ProtocolEvent;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::{Message, Status};
use whistlestop_proto::quorum::{Life, Voter, Voters};
use whistlestop_proto::statement::{Evidence, Head, Lost, Signed, Stance, Vote};
use whistlestop_proto::world::TableContract;

use crate::net::{Net, identity, key};

/// A peer has a link to somebody whose words come from a test.
pub(crate) fn meet(net: &mut Net, peer: usize, who: usize) {
    let now = net.now;
    net.live_mut(peer).handle_connected(now, key(who));
    net.drain(peer);
}

/// The liar's own program is off; what it says comes from a test, over links to all of the others.
pub(crate) fn possess(net: &mut Net, liar: usize) {
    net.crash(liar);
    intrude(net, liar);
}

/// A spectator whose words come from a test.
pub(crate) fn intrude(net: &mut Net, who: usize) {
    for peer in net.up() {
        meet(net, peer, who);
    }
}

pub(crate) fn signed_move(net: &Net, liar: u8, core: &Core, life: u32) -> Message {
    Message::Entry(Box::new(core.clone().sign(&identity(usize::from(liar)), &net.contract.table(), life)))
}

pub(crate) fn late_move(net: &Net, liar: u8, core: &Core, life: u32) -> Message {
    Message::Entry(Box::new(core.clone().sign_late(
        &identity(usize::from(liar)),
        &net.contract.table(),
        life,
    )))
}

pub(crate) fn forked(net: &Net, peer: usize) -> bool {
    net.has_event(peer, |event| matches!(event, ProtocolEvent::Forked { .. }))
}

pub(crate) fn stance(net: &Net, voter: u8, says: Stance) -> Signed<Stance> {
    Signed::new(&identity(usize::from(voter)), &net.contract.table(), voter, says)
}

pub(crate) fn status_of(net: &Net, index: u32) -> Status {
    Status {
        index,
        tip: Hash([9; 32]),
        accessions: net.contract.founders(),
        heads_at_tip: Voters::NONE,
        heads: Vec::new(),
        votes: Vec::new(),
        candidates: Vec::new(),
        links: 0,
        leaves: Voters::NONE,
        returns: Voters::NONE,
        lost: Voters::NONE,
        evidence: Voters::NONE,
        hears: Voters::NONE,
        ages_millis: Vec::new(),
        readings: Vec::new(),
    }
}

/// What was delivered, as this picks it.
pub(crate) fn delivered<T>(net: &Net, pick: impl Fn(&Message) -> Option<T>) -> Vec<T> {
    net.traffic.iter().filter_map(|(_, _, message)| pick(message)).collect()
}

pub(crate) fn in_life(net: &Net, vote: Signed<Vote>, life: u32) -> Signed<Vote> {
    let says = Vote { life, ..vote.says };
    Signed::new(&identity(usize::from(vote.voter)), &net.contract.table(), vote.voter, says)
}

pub(crate) fn head_in_life(net: &Net, head: Signed<Head>, life: u32) -> Signed<Head> {
    let says = Head { life, ..head.says };
    Signed::new(&identity(usize::from(head.voter)), &net.contract.table(), head.voter, says)
}

pub(crate) fn drops(net: &Net) -> Vec<(usize, String)> {
    let of = |peer: usize| {
        let events =
            net.peers[peer].events.iter().filter(|event| matches!(event, ProtocolEvent::Drop { .. }));
        events.map(move |event| (peer, format!("{event:?}"))).collect::<Vec<_>>()
    };
    net.up().into_iter().flat_map(of).collect()
}

/// The user of a peer was shown that a voter cheated.
pub(crate) fn shown(net: &Net, peer: usize, who: u8) -> bool {
    net.has_event(peer, |event| matches!(event, ProtocolEvent::Contradicted { voter, .. } if *voter == who))
}

/// Who of those that are up was shown that.
pub(crate) fn blamed(net: &Net, who: u8) -> Vec<(usize, bool)> {
    net.up().into_iter().map(|peer| (peer, shown(net, peer, who))).collect()
}

/// A voter's word that it has lost its memory.
pub(crate) fn lost(net: &Net, voter: Voter, index: u32, life: Life, met: &[(Voter, Life)]) -> Signed<Lost> {
    // As new and as far back as it can claim to be.
    let says = Lost { index, first: 0, count: net.now, life, met: met.to_vec() };
    Signed::new(&identity(usize::from(voter)), &net.contract.table(), voter, says)
}

/// The same as it is sent.
pub(crate) fn says_lost(net: &Net, voter: Voter, index: u32, life: Life) -> Message {
    Message::Lost(lost(net, voter, index, life, &[]))
}

/// The words of a voter that it has lost its memory, as they were delivered.
pub(crate) fn lost_words(net: &Net, voter: Voter) -> Vec<Signed<Lost>> {
    delivered(net, |message| match message {
        Message::Lost(lost) if lost.voter == voter => Some(lost.clone()),
        _ => None,
    })
}

/// The index that is open for a peer.
pub(crate) fn open_for(net: &Net, peer: usize) -> u32 {
    u32::try_from(net.live(peer).log().len()).expect("few") + 1
}

/// The peer's disk is lost, and it comes back without a journal, with links to all.
pub(crate) fn lose_disk(net: &mut Net, peer: usize) {
    net.crash(peer);
    net.join(peer);
    net.heal_all();
}

/// No two peers that are up hold different entries for final at one index.
pub(crate) fn parted(net: &Net) -> bool {
    let up = net.up();
    let differ = |a: usize, b: usize| {
        let logs = net.live(a).log().iter().zip(net.live(b).log());
        logs.into_iter().any(|(one, other)| one.hash() != other.hash())
    };
    up.iter().any(|a| up.iter().any(|b| differ(*a, *b)))
}

/// Everything that a voter ever signed, as far as it was delivered, set against everything else: nothing may show that
/// it cheated.
pub(crate) fn never_cheated(net: &Net, voter: u8, also: &[Signed<Head>]) {
    let table = TableContract::new(net.contract.clone());
    let moves = delivered(net, |message| match message {
        Message::Entry(entry) if matches!(entry.core.body, Body::Move { seat, .. } if seat == voter) => {
            Some((**entry).clone())
        }
        _ => None,
    });
    let mut heads = delivered(net, |message| match message {
        Message::Head(head) if head.voter == voter => Some(*head),
        _ => None,
    });
    heads.extend(also.iter().copied().chain(moves.iter().filter_map(Entry::head)));
    heads.sort_by_key(|head| (head.says.index, head.says.round, head.says.life, head.says.entry));
    heads.dedup();
    let mut ballots = delivered(net, |message| match message {
        Message::Vote(backed) if backed.vote.voter == voter => Some(backed.vote),
        _ => None,
    });
    ballots.dedup();
    let mut cases = Vec::new();
    for (at, head) in heads.iter().enumerate() {
        cases.extend(heads[at + 1..].iter().map(|other| Evidence::TwoHeads(*head, *other)));
        cases.extend(ballots.iter().map(|ballot| Evidence::HeadAgainstVote(*head, *ballot)));
    }
    for (at, ballot) in ballots.iter().enumerate() {
        cases.extend(ballots[at + 1..].iter().map(|other| Evidence::TwoVotes(*ballot, *other)));
    }
    for (at, entry) in moves.iter().enumerate() {
        let twice = |other: &Entry| Evidence::TwoMoves(Box::new(entry.clone()), Box::new(other.clone()));
        cases.extend(moves[at + 1..].iter().map(twice));
    }
    for evidence in cases {
        assert_ne!(evidence.verify(&table), Some(voter), "{evidence:?}");
    }
}
