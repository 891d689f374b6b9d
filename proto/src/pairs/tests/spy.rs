use std::collections::BTreeSet;

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;

use super::*;
use crate::pairs::keys::shared_key;

/// The draw that has not been revealed.
const NEXT: u32 = 3;

/// All that went over the network before [`NEXT`] was revealed: points, keys, and the links of earlier draws.
fn traffic(table: &Table) -> Vec<Point> {
    let points = table.secrets.iter().map(|(_, secret)| secret.point());
    let keys = table.keys.iter().flat_map(|(_, keys)| {
        let public = keys.public();
        public.pairs.into_iter().map(|(_, point)| point).chain([public.own])
    });
    let pairs = needed(table.voters, Voters::NONE);
    let links = (0..NEXT).flat_map(|number| pairs.iter().map(move |pair| table.link(*pair, number).0));
    let bases = (0..=NEXT).map(|number| table.base(number).point());
    points.chain(keys).chain(links).chain(bases).collect()
}

/// The scalars that went over the network: both halves of each proof of an earlier draw.
fn told(table: &Table) -> Vec<Scalar> {
    let pairs = needed(table.voters, Voters::NONE);
    let proofs = (0..NEXT).flat_map(|number| {
        pairs.iter().map(move |pair| table.keys(pair.0).link(*pair, &table.base(number)).unwrap().1)
    });
    proofs
        .flat_map(|proof| [proof.challenge, proof.response])
        .map(|bytes| Option::from(Scalar::from_canonical_bytes(bytes)).unwrap())
        .collect()
}

/// The secrets of these voters: what they derived from their identities, and all their keys.
fn secrets(table: &Table, voters: &[Voter]) -> Vec<Scalar> {
    let of = |voter: &Voter| {
        let secret = table.secrets.iter().find(|(other, _)| other == voter).unwrap().1.scalar();
        let others = table.voters.iter().map(|other| (*voter.min(&other), *voter.max(&other)));
        let keys: Vec<Scalar> = others.map(|pair| *table.keys(*voter).key(pair).scalar).collect();
        [vec![secret], keys].concat()
    };
    voters.iter().flat_map(of).collect()
}

/// Every point that comes of one step with what the spy has: each point, each times each scalar, and sums and
/// differences of two points; and the next link of voters 0 and 1, were any of these the point that their key is hashed
/// from.
fn derivable(table: &Table, spies: &[Voter]) -> BTreeSet<Point> {
    let seen: Vec<RistrettoPoint> = traffic(table).iter().map(|point| point.element().unwrap()).collect();
    let scalars = [secrets(table, spies), told(table)].concat();
    let mut found: BTreeSet<Point> = seen.iter().map(Point::of).collect();
    for (at, one) in seen.iter().enumerate() {
        found.extend(scalars.iter().map(|scalar| Point::of(&(one * scalar))));
        found.extend(seen[at..].iter().flat_map(|two| [Point::of(&(one + two)), Point::of(&(one - two))]));
    }
    let next = table.base(NEXT).element();
    let guess = |shared: &Point| Point::of(&(next * *shared_key(&table.id, (0, 1), &shared.0)));
    let guesses: Vec<Point> = found.iter().map(guess).collect();
    found.extend(guesses);
    found
}

#[test]
fn all_but_two_who_put_everything_together_do_not_get_the_link_of_the_two() {
    let table = Table::first(4);
    let hidden = table.link((0, 1), NEXT).0;
    let spies = derivable(&table, &[2, 3]);
    assert!(!spies.contains(&hidden), "the link that they lack");
    for pair in [(0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
        assert!(spies.contains(&table.link(pair, NEXT).0), "all other links they have: {pair:?}");
    }
    assert!(derivable(&table, &[1, 2, 3]).contains(&hidden), "the search finds it once one of the two joins");
}

#[test]
fn a_spy_at_a_table_of_two_lacks_the_own_link_of_the_other() {
    let table = Table::first(2);
    let spy = derivable(&table, &[1]);
    assert!(spy.contains(&table.link((1, 1), NEXT).0));
    assert!(!spy.contains(&table.link((0, 0), NEXT).0));
}

#[test]
fn worlds_that_differ_in_a_secret_that_the_spies_lack_differ_in_every_draw() {
    let id = Hash([9; 32]);
    let worlds: Vec<Table> = [(1, 2), (11, 2), (1, 12), (11, 12)]
        .map(|(zero, one)| Table::of(id, &[(0, zero), (1, one), (2, 3), (3, 4)]))
        .into();
    for (at, world) in worlds.iter().enumerate() {
        for other in &worlds[at + 1..] {
            assert_eq!(
                world.link((2, 3), NEXT),
                other.link((2, 3), NEXT),
                "what is the spies' own is the same"
            );
            assert_eq!(world.base(NEXT).point(), other.base(NEXT).point());
            assert_ne!(world.link((0, 1), NEXT), other.link((0, 1), NEXT));
            let draw = |table: &Table, number| table.draw(number, Voters::NONE, |pair| pair.0);
            assert!((0..=NEXT).all(|number| draw(world, number) != draw(other, number)));
            // Even if every link but the hidden one were the same, the draw would not be.
            let mixed = needed(world.voters, Voters::NONE).into_iter().map(|pair| {
                let source = if pair == (0, 1) { other } else { world };
                (pair.0, pair.1, source.link(pair, NEXT))
            });
            let mixed = entropy(&id, NEXT, &Hash([7; 32]), &mixed.collect::<Vec<_>>());
            assert_ne!(mixed, draw(world, NEXT));
        }
    }
}
