//! Nobody can see a draw before the choice that leads to it, and every draw follows from its base alone.

use std::collections::BTreeSet;

use whistlestop_proto::chance::seeded_entropy;
use whistlestop_proto::contract::DrawMode;
use whistlestop_proto::entry::{Body, Entry};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::message::Message;
use whistlestop_proto::pairs::{Keys, Pair, PairLink, Point, Secret, base_point, entropy};
use whistlestop_proto::rules::{Rules, ToMove};

use crate::net::{Net, identity, to_bot};

/// The keys of a voter, as it computes them from its identity and the contract.
pub(crate) fn keys_of(net: &Net, voter: u8) -> Keys {
    let parties: Vec<_> = net.contract.parties().map(|(other, _, stake)| (other, stake.point)).collect();
    let nonce = net.contract.parties().find(|(other, _, _)| *other == voter).map(|(_, _, stake)| stake.nonce);
    let secret = Secret::new(&identity(usize::from(voter)), &nonce.expect("a voter of the contract"));
    Keys::new(&secret, &net.contract.table(), voter, &parties).expect("good points")
}

/// The link of a pair for a draw, made by the lower of its ends.
pub(crate) fn link_of(net: &Net, pair: Pair, number: u32, base: &Hash) -> PairLink {
    let base = base_point(&net.contract.table(), number, base);
    keys_of(net, pair.0).link(pair, &base).expect("its end").0
}

/// A draw as it stands in a log: its number, base and links.
pub(crate) type Draw = (u32, Hash, Vec<(u8, u8, PairLink)>);

pub(crate) fn draws(log: &[Entry]) -> Vec<Draw> {
    let draw = |entry: &Entry| match &entry.core.body {
        Body::Draw { number, base, links } => Some((*number, *base, links.clone())),
        _ => None,
    };
    log.iter().filter_map(draw).collect()
}

/// The pairs of a draw.
pub(crate) fn pairs(draw: &Draw) -> Vec<Pair> {
    draw.2.iter().map(|(one, other, _)| (*one, *other)).collect()
}

/// The numbers of the draws for which any link was ever told.
fn revealed(net: &Net) -> BTreeSet<u32> {
    let told = net.traffic.iter().filter_map(|(_, _, message)| match message {
        Message::Reveal(reveal) => Some(reveal.number),
        _ => None,
    });
    told.collect()
}

/// Draws count on, each follows the last entry before chance decided, and no link serves two of them.
fn assert_sound(log: &[Entry]) {
    let all = draws(log);
    assert!(all.iter().map(|draw| draw.0).eq((1..).take(all.len())), "each number once: {all:?}");
    let links: Vec<PairLink> = all.iter().flat_map(|draw| draw.2.iter().map(|(_, _, link)| *link)).collect();
    assert_eq!(links.iter().collect::<BTreeSet<_>>().len(), links.len(), "a link was used twice");
}

#[test]
fn a_move_that_is_not_final_reveals_nothing() {
    let mut net = Net::players(4);
    net.play(0, 3);
    net.split(&[2, 3], &[0, 1]);
    net.act(3, 3).expect("its turn");
    net.wait(5_000);
    assert_eq!(revealed(&net), [1].into(), "only the opening draw was revealed");
    net.heal_all();
    net.wait(1_000);
    assert_eq!(revealed(&net), [1, 2].into());
    assert_eq!(net.turn(0), ToMove::Seat(0));
}

#[test]
fn every_draw_takes_one_link_of_every_two_who_draw_and_follows_the_entry_before_chance_decided() {
    for count in 1..=6_u8 {
        let mut net = Net::players(usize::from(count));
        net.finish();
        let log = net.live(0).log();
        assert_sound(log);
        for (place, entry) in log.iter().enumerate() {
            let Body::Draw { number, base, links } = &entry.core.body else { continue };
            assert_eq!(*base, entry.core.prev, "no change came between");
            let above = |one| (one + 1..count).map(move |other| (one, other));
            let own = || (0..count).map(|voter| (voter, voter)).collect();
            let due: Vec<Pair> = if count < 3 { own() } else { (0..count).flat_map(above).collect() };
            assert_eq!(pairs(&(*number, *base, links.clone())), due, "entry {place} of {count}");
            for (one, other, link) in links {
                assert_eq!(*link, link_of(&net, (*one, *other), *number, base));
            }
        }
    }
}

/// A spy holds all of seat 0 and hears all that seat 0 hears. Whatever it puts in place of the one link that seats 1
/// and 2 alone can make, it does not get the draw; with it, it does.
#[test]
fn a_spy_with_all_secrets_but_those_of_two_cannot_compute_a_draw_before_the_reveal() {
    let mut net = Net::players(3);
    net.play(0, 2);
    net.censor = Some(Box::new(|_, to, message| to == 0 && !matches!(message, Message::Entry(_))));
    net.act(2, 3).expect("its turn");
    net.wait(2_000);
    assert_eq!(net.turn(0), ToMove::Chance, "seat 0 knows that the last move is final");
    assert!(revealed(&net).contains(&2), "and has told its own links");

    let table = net.contract.table();
    let base = net.live(0).log()[3].hash();
    let own = |other: u8| link_of(&net, (0, other), 2, &base);
    let rules = net.live(0).rules().clone();
    let drawn_with = |link: PairLink| {
        let mut rules = rules.clone();
        rules.draw(entropy(&table, 2, &base, &[(0, 1, own(1)), (0, 2, own(2)), (1, 2, link)]));
        rules
    };
    // All points that ever reached seat 0, and all that it can make of this base.
    let mut guesses: Vec<PairLink> = vec![own(1), own(2), PairLink(Point(base.0)), PairLink(Point(table.0))];
    for (_, _, message) in net.traffic.iter().filter(|(_, to, _)| *to == 0) {
        match message {
            Message::Reveal(reveal) => guesses.extend(reveal.links.iter().map(|(_, _, link, _)| *link)),
            Message::Accession(accession) => {
                let shared = accession.keys.pairs.iter().map(|(_, point)| *point);
                guesses.extend(shared.chain([accession.keys.own]).map(PairLink));
            }
            _ => {}
        }
    }
    assert!(guesses.len() > 8, "the spy has something to try");
    let tried: Vec<_> = guesses.iter().map(|guess| drawn_with(*guess)).collect();
    let with_it = drawn_with(link_of(&net, (1, 2), 2, &base));

    net.censor = None;
    net.wait(2_000);
    assert_eq!(net.live(0).log().len(), 5);
    let drawn = net.live(0).rules().clone();
    assert!(tried.iter().all(|guessed| *guessed != drawn), "nothing the spy had gives the draw");
    assert_eq!(with_it, drawn, "the one link was all that was missing");
}

#[test]
fn the_choice_before_a_draw_changes_the_draw() {
    let gifts = |last: u8| {
        let mut net = Net::players(2);
        net.act(0, 3).expect("its turn");
        let heaps = net.live(0).rules().heaps.clone();
        net.act(1, last).expect("its turn");
        net.wait(500);
        let after = net.live(0).rules().heaps.clone();
        vec![after[0] - heaps[0], after[1] - heaps[1] - u32::from(last)]
    };
    assert_ne!(gifts(3), gifts(4), "so that even who knew all keys would have to choose first");
}

#[test]
fn in_seed_mode_a_draw_follows_from_seed_and_number_alone() {
    let mut net = Net::started(&[true, true], DrawMode::Seed(42), 2);
    net.finish();
    let mut rules = net.genesis.clone();
    let mut number = 0;
    for entry in net.live(0).log() {
        match &entry.core.body {
            Body::Move { seat, payload } => rules.apply(*seat, payload).expect("it was legal"),
            Body::Draw { links, .. } => {
                assert!(links.is_empty());
                rules.draw(seeded_entropy(42, number));
                number += 1;
            }
            _ => {}
        }
    }
    assert_eq!(rules, *net.live(0).rules());
}

#[test]
fn who_was_removed_draws_again_only_when_it_is_back() {
    let mut net = Net::players(3);
    net.isolate(1);
    net.want(0, to_bot(1)).expect("possible");
    net.want(2, to_bot(1)).expect("possible");
    net.wait(1_000);
    net.play(0, 4);
    let last = draws(net.live(0).log()).pop().expect("a draw");
    assert_eq!((last.0, pairs(&last)), (2, vec![(0, 0), (2, 2)]), "two draw with links of their own");
    net.heal_all();
    net.wait(1_000);
    net.come_back(1).expect("a bot holds its seat");
    net.finish();
    let last = draws(net.live(0).log()).pop().expect("a draw");
    assert_eq!((last.0, pairs(&last)), (3, vec![(0, 1), (0, 2), (1, 2)]));
    assert_sound(net.live(0).log());
}

#[test]
fn a_restart_while_chance_decides_changes_nothing_about_the_draw() {
    let honest = |count| {
        let mut net = Net::players(count);
        net.play(0, count + 1);
        draws(net.live(0).log()).pop().expect("a draw")
    };
    for count in [2, 3] {
        let mut net = Net::players(count);
        net.play(0, count - 1);
        net.censor = Some(Box::new(|_, _, message| matches!(message, Message::Reveal(_))));
        net.act(count - 1, 3).expect("its turn");
        net.wait(1_000);
        for peer in 0..count {
            net.crash(peer);
            net.restart(peer);
            net.wait(1_000);
        }
        assert_eq!(net.turn(0), ToMove::Chance, "all links are on their way");
        net.censor = None;
        net.wait(1_000);
        assert_eq!(draws(net.live(0).log()).pop(), Some(honest(count)));
        net.finish();
        assert_sound(net.live(0).log());
    }
}
