mod hostile;
mod luck;
mod spy;
mod vectors;

use super::*;
use crate::sign::Identity;

/// A table whose voters all keep to the protocol.
struct Table {
    id: Hash,
    voters: Voters,
    secrets: Vec<(Voter, Secret)>,
    keys: Vec<(Voter, Keys)>,
    agreed: AgreedKeys,
}

impl Table {
    /// Voters with the secrets that these bytes stand for.
    fn of(id: Hash, voters: &[(Voter, u8)]) -> Self {
        let secret = |byte| Secret::new(&Identity::from_secret(&[byte; 32]), &[byte; 16]);
        let secrets: Vec<_> = voters.iter().map(|(voter, byte)| (*voter, secret(*byte))).collect();
        let points: Vec<_> = secrets.iter().map(|(voter, secret)| (*voter, secret.point())).collect();
        let keys: Vec<_> = secrets
            .iter()
            .map(|(voter, secret)| (*voter, Keys::new(secret, &id, *voter, &points).unwrap()))
            .collect();
        let published: Vec<_> = keys.iter().map(|(voter, keys)| (*voter, keys.public())).collect();
        let voters = voters.iter().map(|(voter, _)| *voter).collect();
        let agreed = AgreedKeys::new(voters, published.iter().map(|(voter, keys)| (*voter, keys))).unwrap();
        Self { id, voters, secrets, keys, agreed }
    }

    fn first(count: u8) -> Self {
        let voters: Vec<_> = (0..count).map(|voter| (voter, voter + 1)).collect();
        Self::of(Hash([9; 32]), &voters)
    }

    fn keys(&self, voter: Voter) -> &Keys {
        &self.keys.iter().find(|(other, _)| *other == voter).unwrap().1
    }

    fn base(&self, number: u32) -> Base {
        base_point(&self.id, number, &Hash([7; 32]))
    }

    fn link(&self, pair: Pair, number: u32) -> PairLink {
        self.keys(pair.0).link(pair, &self.base(number)).unwrap().0
    }

    /// A draw whose links each come from the end that `revealer` picks.
    fn draw(&self, number: u32, removed: Voters, revealer: impl Fn(Pair) -> Voter) -> Entropy {
        let base = self.base(number);
        let reveal = |pair: Pair| {
            let (link, proof) = self.keys(revealer(pair)).link(pair, &base).unwrap();
            assert!(verify(self.agreed.key(pair).unwrap(), &base, pair, &link, &proof), "{pair:?}");
            (pair.0, pair.1, link)
        };
        let links: Vec<_> = needed(self.voters, removed).into_iter().map(reveal).collect();
        entropy(&self.id, number, &Hash([7; 32]), &links)
    }
}

fn set(voters: &[Voter]) -> Voters {
    voters.iter().copied().collect()
}

#[test]
fn both_ends_make_the_same_link_and_each_proves_it() {
    let table = Table::of(Hash([3; 32]), &[(0, 5), (3, 6), (6, 7)]);
    let base = table.base(4);
    for pair in [(0, 3), (0, 6), (3, 6)] {
        let key = table.agreed.key(pair).unwrap();
        let (low, high) = (table.keys(pair.0).link(pair, &base), table.keys(pair.1).link(pair, &base));
        assert_eq!(low, high, "the very same bytes, since nonces follow from key and statement");
        let (link, proof) = low.unwrap();
        assert!(verify(key, &base, pair, &link, &proof));
        let third = [0, 3, 6].into_iter().find(|voter| *voter != pair.0 && *voter != pair.1).unwrap();
        assert!(table.keys(third).link(pair, &base).is_none(), "no key of others' pairs");
        assert!(table.keys(pair.1).link((pair.1, pair.0), &base).is_none(), "one name a pair");
    }
    let (link, proof) = table.keys(3).link((3, 3), &base).unwrap();
    assert!(verify(table.agreed.key((3, 3)).unwrap(), &base, (3, 3), &link, &proof));
    assert!(table.keys(0).link((3, 3), &base).is_none());
    assert!(table.keys(0).link((0, 3), &base_point(&Hash([4; 32]), 4, &Hash([7; 32]))).is_none());
}

#[test]
fn a_draw_is_the_same_whoever_reveals() {
    let table = Table::first(6);
    let (low, high) =
        (table.draw(2, Voters::NONE, |pair| pair.0), table.draw(2, Voters::NONE, |pair| pair.1));
    assert_eq!(low, high);
    for gone in 0..6 {
        let others = |pair: Pair| if pair.0 == gone { pair.1 } else { pair.0 };
        assert_eq!(table.draw(2, set(&[gone]), others), low, "without voter {gone}");
    }
    assert_ne!(table.draw(2, set(&[0, 1]), |pair| pair.1), low, "two who vanish take their link along");
    assert_ne!(table.draw(3, Voters::NONE, |pair| pair.0), low);
}

#[test]
fn the_order_in_which_links_come_in_does_not_matter_and_nothing_else_is_left_out() {
    let table = Table::first(3);
    let [one, two, three] = [(0, 1), (0, 2), (1, 2)].map(|pair| (pair.0, pair.1, table.link(pair, 0)));
    let draw = |links: &[_]| entropy(&table.id, 0, &Hash([7; 32]), links);
    let right = draw(&[one, two, three]);
    assert_eq!(right, draw(&[three, one, two]));
    let relabelled = (0, 1, two.2);
    let others = [
        draw(&[one, two]),
        draw(&[one, two, three, three]),
        draw(&[relabelled, (0, 2, one.2), three]),
        entropy(&Hash([8; 32]), 0, &Hash([7; 32]), &[one, two, three]),
        entropy(&table.id, 1, &Hash([7; 32]), &[one, two, three]),
        entropy(&table.id, 0, &Hash([6; 32]), &[one, two, three]),
    ];
    assert!(others.iter().all(|other| *other != right), "{others:?}");
}

#[test]
fn which_links_a_draw_needs() {
    let none = Voters::NONE;
    assert_eq!(needed(none, none), []);
    assert_eq!(needed(set(&[4]), none), [(4, 4)]);
    assert_eq!(needed(set(&[1, 7]), set(&[1, 7])), [(1, 1), (7, 7)], "own links are never left out");
    assert_eq!(needed(set(&[0, 2, 6]), none), [(0, 2), (0, 6), (2, 6)]);
    assert_eq!(needed(set(&[0, 2, 6]), set(&[2])), [(0, 2), (0, 6), (2, 6)]);
    assert_eq!(needed(set(&[0, 2, 6]), set(&[2, 6, 9])), [(0, 2), (0, 6)]);
    assert_eq!(needed((0..6).collect(), none).len(), 15);
    assert_eq!(needed((0..16).collect(), none).len(), 120);
    assert!(needed((0..16).collect(), none).is_sorted());
}

#[test]
fn everything_derives_again_and_differs_by_identity_nonce_and_table() {
    let identity = Identity::from_secret(&[1; 32]);
    let point = Secret::new(&identity, &[2; 16]).point();
    assert_eq!(point, Secret::new(&identity, &[2; 16]).point());
    assert_ne!(point, Secret::new(&identity, &[3; 16]).point());
    assert_ne!(point, Secret::new(&Identity::from_secret(&[2; 32]), &[2; 16]).point());
    let here = Table::of(Hash([1; 32]), &[(0, 1), (1, 2)]).keys(0).public();
    let there = Table::of(Hash([2; 32]), &[(0, 1), (1, 2)]).keys(0).public();
    assert!(here.own != there.own && here.pairs[0].1 != there.pairs[0].1);
    let moved = Table::of(Hash([1; 32]), &[(0, 1), (2, 2)]).keys(0).public();
    assert!(here.own == moved.own && here.pairs[0].1 != moved.pairs[0].1, "voters are part of a pair's key");
}

#[test]
fn what_is_secret_is_not_printed() {
    let table = Table::first(2);
    let secret = &table.secrets[0].1;
    assert_eq!(format!("{secret:?}"), format!("Secret({:?})", secret.point()));
    assert_eq!(format!("{:?}", table.keys(1)), "Keys(1)");
}
