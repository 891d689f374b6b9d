//! What a liar needs.

use std::collections::BTreeMap;

use whistlestop_proto::birth::{Begin, Birth};
use whistlestop_proto::entry::{Body, Core, Entry};
use whistlestop_proto::event::Event;
use whistlestop_proto::hash::Hash;
use whistlestop_proto::journal::{self, Record};
use whistlestop_proto::message::{Message, Status};
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::statement::{Evidence, Head, Signed, Standing, TwoLives, Verdict, Vote};
use whistlestop_proto::told::{Ask, Statements, Telling, Told};
use whistlestop_proto::world::Table;

use crate::forge::say_to;
use crate::net::{Net, identity, key, to_bot};

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
    net.has_event(peer, |event| matches!(event, Event::Forked { .. }))
}

/// The user of a peer was shown that a voter cheated, or lost its memory.
pub(crate) fn shown(net: &Net, peer: usize, who: u8, what: Verdict) -> bool {
    net.has_event(peer, |event| matches!(event, Event::Contradicted { voter, verdict, .. } if *voter == who && *verdict == what))
}

pub(crate) fn standing(net: &Net, voter: u8, says: Standing) -> Signed<Standing> {
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
        evidence: Voters::NONE,
        hears: Voters::NONE,
        ages_millis: Vec::new(),
        lives: Vec::new(),
    }
}

/// What was delivered, as this picks it.
pub(crate) fn delivered<T>(net: &Net, pick: impl Fn(&Message) -> Option<T>) -> Vec<T> {
    net.traffic.iter().filter_map(|(_, _, message)| pick(message)).collect()
}

/// The last birth of a voter that anybody heard of.
pub(crate) fn birth_of(net: &Net, voter: u8) -> Option<Birth> {
    let births = delivered(net, |message| match message {
        Message::Birth(birth) if birth.voter() == voter => Some((**birth).clone()),
        _ => None,
    });
    births.into_iter().next_back()
}

/// What others have told a voter that asked so.
pub(crate) fn tellings(net: &Net, voter: u8, ask: Ask) -> Vec<Telling> {
    delivered(net, |message| match message {
        Message::Told(telling) if telling.told.says.about == voter && telling.told.says.ask == ask => {
            Some((**telling).clone())
        }
        _ => None,
    })
}

/// The liar asks, is told, and begins its life with what it was told last.
pub(crate) fn begin_life(net: &mut Net, liar: u8, ask: Ask) -> Birth {
    let table = net.contract.table();
    let question = Message::Ask(Signed::new(&identity(usize::from(liar)), &table, liar, ask));
    let up = net.up();
    say_to(net, usize::from(liar), &up, &question);
    net.settle();
    let mut told = BTreeMap::new();
    for telling in tellings(net, liar, ask) {
        told.insert(telling.told.voter, telling.told);
    }
    let told: Vec<Signed<Told>> = told.into_values().collect();
    let index = told.iter().map(|told| told.says.index).max().expect("somebody told it");
    let named = told.iter().map(|told| (told.voter, told.says.statements)).collect();
    let begin = Begin { ask, index, told: named };
    Birth { begin: Signed::new(&identity(usize::from(liar)), &table, liar, begin), told }
}

/// Everything that a voter ever signed, as far as it was delivered, set against everything else: nothing may show that it cheated.
pub(crate) fn never_cheated(net: &Net, voter: u8, also: &[Signed<Head>]) {
    let table = Table::new(net.contract.clone());
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
    let mut births = delivered(net, |message| match message {
        Message::Birth(birth) if birth.voter() == voter => Some((**birth).clone()),
        _ => None,
    });
    births.dedup();
    let mut told: Vec<Option<Statements>> = vec![None];
    told.extend(delivered(net, |message| match message {
        Message::Told(telling) if telling.told.says.about == voter => Some(Some(telling.statements.clone())),
        _ => None,
    }));
    told.dedup();
    for evidence in cases {
        assert_ne!(evidence.verify(&table), Some((voter, Verdict::Cheated)), "{evidence:?}");
        let Some(case) = evidence.case().filter(|case| case.verify(&table).is_some()) else { continue };
        for birth in &births {
            for told in &told {
                let lives = TwoLives { begin: birth.begin.clone(), told: told.clone(), case: case.clone() };
                let verdict = Evidence::TwoLives(Box::new(lives)).verify(&table);
                assert_ne!(verdict, Some((voter, Verdict::Cheated)), "{case:?} {birth:?} {told:?}");
            }
        }
    }
}

/// A liar answers who asks, and says what it likes of what the asker said.
pub(crate) fn tell(net: &mut Net, asker: u8, index: u32, statements: Statements) {
    let ask = delivered(net, |message| match message {
        Message::Ask(ask) if ask.voter == asker => Some(ask.says),
        _ => None,
    });
    let ask = ask.into_iter().max_by_key(|ask| ask.life);
    // At two nobody but the liar hears it.
    let ask = ask.unwrap_or(Ask { life: 1, instance: net.starts });
    let told = Told { about: asker, ask, index, statements: statements.hash() };
    let told = Signed::new(&identity(0), &net.contract.table(), 0, told);
    net.say(0, usize::from(asker), &Message::Told(Box::new(Telling { told, statements })));
}

pub(crate) fn in_life(net: &Net, vote: Signed<Vote>, life: u32) -> Signed<Vote> {
    let says = Vote { life, ..vote.says };
    Signed::new(&identity(usize::from(vote.voter)), &net.contract.table(), vote.voter, says)
}

pub(crate) fn head_in_life(net: &Net, head: Signed<Head>, life: u32) -> Signed<Head> {
    let says = Head { life, ..head.says };
    Signed::new(&identity(usize::from(head.voter)), &net.contract.table(), head.voter, says)
}

pub(crate) fn verdicts(net: &Net, who: u8) -> Vec<(usize, bool, bool)> {
    let of =
        |peer| (peer, shown(net, peer, who, Verdict::Cheated), shown(net, peer, who, Verdict::MemoryLost));
    net.up().into_iter().map(of).collect()
}

pub(crate) fn question(net: &Net, who: u8, ask: Ask) -> Message {
    Message::Ask(Signed::new(&identity(usize::from(who)), &net.contract.table(), who, ask))
}

pub(crate) fn birth_with(net: &Net, voter: u8, ask: Ask, index: u32, told: Vec<Signed<Told>>) -> Birth {
    let named = told.iter().map(|told| (told.voter, told.says.statements)).collect();
    let begin = Begin { ask, index, told: named };
    let id = identity(usize::from(voter));
    Birth { begin: Signed::new(&id, &net.contract.table(), voter, begin), told }
}

pub(crate) fn last_begin(net: &Net, who: u8) -> Signed<Begin> {
    let begins = delivered(net, |message| match message {
        Message::Birth(birth) if birth.voter() == who => Some(birth.begin.clone()),
        _ => None,
    });
    begins.into_iter().max_by_key(|begin| begin.says.ask.life).expect("it has begun")
}

pub(crate) fn drops(net: &Net) -> Vec<(usize, String)> {
    let of = |peer: usize| {
        let events = net.peers[peer].events.iter().filter(|event| matches!(event, Event::Drop { .. }));
        events.map(move |event| (peer, format!("{event:?}"))).collect::<Vec<_>>()
    };
    net.up().into_iter().flat_map(of).collect()
}

/// What a peer told upon a question first, as the liar heard it.
pub(crate) fn telling_by(net: &Net, peer: usize, ask: Ask) -> Telling {
    let (records, _) = journal::read(&net.peers[peer].journal).expect("sound");
    let told = records.into_iter().find_map(|record| match record {
        Record::Told { telling, .. } if telling.told.says.ask == ask => Some(*telling),
        _ => None,
    });
    told.expect("it told upon that question")
}

pub(crate) fn told_by(net: &Net, peer: usize, ask: Ask) -> Signed<Told> {
    telling_by(net, peer, ask).told
}

pub(crate) fn asks(net: &mut Net, peers: &[usize], ask: Ask) {
    let asked = question(net, 0, ask);
    say_to(net, 0, peers, &asked);
    net.settle();
}

pub(crate) fn birth(net: &Net, ask: Ask, index: u32, tellers: &[usize]) -> Message {
    let told = tellers.iter().map(|peer| told_by(net, *peer, ask)).collect();
    Message::Birth(Box::new(birth_with(net, 0, ask, index, told)))
}

pub(crate) fn halves(voters: usize) -> (Vec<usize>, Vec<usize>) {
    let half = 1 + (voters - 1) / 2;
    (1..voters).partition(|peer| *peer < half)
}

pub(crate) const FAR: u32 = 65_000;

/// All others meet, want a bot in the liar's place, and decide about what is open.
pub(crate) fn is_decided(net: &mut Net, voters: usize, hostile: bool) {
    net.heal_all();
    for peer in 1..voters {
        let _ = net.want(peer, to_bot(0));
    }
    net.wait(200_000);
    let state = (net.lens(), verdicts(net, 0));
    assert!(
        net.lens().iter().all(|len| *len > 1),
        "{voters} voters, hostile {hostile}: {state:?} {}",
        net.live(1).explain()
    );
}

/// All others want a bot in the liar's place, and play on.
pub(crate) fn goes_on(net: &mut Net, voters: usize, hostile: bool) {
    net.wait(2_000);
    for peer in 1..voters {
        let _ = net.want(peer, to_bot(0));
    }
    for _ in 0..100 {
        for peer in 1..voters {
            let _ = net.act(peer, 3);
        }
        net.wait(2_000);
    }
    let state = (net.lens(), verdicts(net, 0));
    assert!(net.lens().iter().all(|len| *len > 3), "{voters} voters, hostile {hostile}: {state:?}");
}
