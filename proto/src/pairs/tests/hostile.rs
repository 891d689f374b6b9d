use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use super::*;
use crate::codec;
use crate::pairs::proof::prove;

/// The order of the group, little end first: the least scalar that is not canonical.
const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];

const IDENTITY: Point = Point([0; 32]);

type Published = Vec<(Voter, PublicKeys)>;

/// Each of these bytes with one bit flipped, for every bit.
fn flips<const N: usize>(bytes: [u8; N]) -> impl Iterator<Item = [u8; N]> {
    (0..8 * N).map(move |bit| {
        let mut flipped = bytes;
        flipped[bit / 8] ^= 1 << (bit % 8);
        flipped
    })
}

#[test]
fn one_flipped_bit_anywhere_is_refused() {
    let table = Table::first(3);
    let (pair, number, entry) = ((0, 2), 5, Hash([7; 32]));
    let base = base_point(&table.id, number, &entry);
    let key = table.agreed.key(pair).unwrap();
    let (link, proof) = table.keys(2).link(pair, &base).unwrap();
    assert!(verify(key, &base, pair, &link, &proof));
    for bytes in flips(proof.challenge) {
        assert!(!verify(key, &base, pair, &link, &LinkProof { challenge: bytes, ..proof }), "challenge");
    }
    for bytes in flips(proof.response) {
        assert!(!verify(key, &base, pair, &link, &LinkProof { response: bytes, ..proof }), "response");
    }
    for bytes in flips(link.0.0) {
        assert!(!verify(key, &base, pair, &PairLink(Point(bytes)), &proof), "link");
    }
    for bytes in flips(key.0) {
        assert!(!verify(&Point(bytes), &base, pair, &link, &proof), "key");
    }
    for bytes in flips(table.id.0) {
        assert!(!verify(key, &base_point(&Hash(bytes), number, &entry), pair, &link, &proof), "table");
    }
    for bytes in flips(entry.0) {
        assert!(!verify(key, &base_point(&table.id, number, &Hash(bytes)), pair, &link, &proof), "base");
    }
    for bytes in flips(number.to_le_bytes()) {
        let other = base_point(&table.id, u32::from_le_bytes(bytes), &entry);
        assert!(!verify(key, &other, pair, &link, &proof), "number");
    }
    for other in (0..=u8::MAX).flat_map(|voter| [(0, voter), (voter, 2), (voter, voter)]) {
        assert_eq!(verify(key, &base, other, &link, &proof), other == pair, "{other:?}");
    }
    let (link, backwards) = prove(table.keys(2).key(pair), (2, 0), &base);
    assert!(!verify(key, &base, (2, 0), &link, &backwards), "one name a pair, whatever its ends prove");
}

#[test]
fn valid_links_of_other_pairs_and_draws_are_refused() {
    let table = Table::first(4);
    let made = |pair: Pair, number| table.keys(pair.0).link(pair, &table.base(number)).unwrap();
    let key = |pair| table.agreed.key(pair).unwrap();
    let (link, proof) = made((0, 1), 1);
    for (other, number) in [((0, 2), 1), ((1, 2), 1), ((0, 0), 1), ((0, 1), 2)] {
        let (other_link, other_proof) = made(other, number);
        let base = table.base(1);
        assert!(!verify(key((0, 1)), &base, (0, 1), &other_link, &other_proof));
        assert!(!verify(key((0, 1)), &base, (0, 1), &other_link, &proof));
        assert!(!verify(key((0, 1)), &base, (0, 1), &link, &other_proof));
        assert!(other == (0, 1) || !verify(key(other), &base, (0, 1), &link, &proof));
    }
}

#[test]
fn who_shares_a_key_cannot_prove_another_link() {
    let table = Table::first(3);
    let (pair, base) = ((0, 1), table.base(1));
    let liar = Keys::new(&table.secrets[2].1, &table.id, 0, &[(1, table.secrets[1].1.point())]).unwrap();
    let (link, proof) = liar.link(pair, &base).unwrap();
    assert!(verify(&liar.public().pairs[0].1, &base, pair, &link, &proof), "its own key's link");
    assert!(!verify(table.agreed.key(pair).unwrap(), &base, pair, &link, &proof), "is not the pair's");
}

#[test]
fn a_scalar_in_another_form_is_refused() {
    let table = Table::first(2);
    let base = table.base(0);
    let (link, proof) = table.keys(0).link((0, 1), &base).unwrap();
    let plus_order = |bytes: [u8; 32]| {
        let mut carry = 0_u16;
        let mut sum = [0; 32];
        for (at, byte) in sum.iter_mut().enumerate() {
            carry += u16::from(bytes[at]) + u16::from(ORDER[at]);
            *byte = u8::try_from(carry & 0xff).unwrap();
            carry >>= 8;
        }
        sum
    };
    let key = table.agreed.key((0, 1)).unwrap();
    for again in [
        LinkProof { response: plus_order(proof.response), ..proof },
        LinkProof { challenge: plus_order(proof.challenge), ..proof },
    ] {
        assert!(!verify(key, &base, (0, 1), &link, &again), "the same number, written otherwise");
    }
}

#[test]
fn the_identity_and_bytes_of_no_element_are_refused_everywhere() {
    let table = Table::first(3);
    // The identity; 2^255 - 19, which reads as 0; all ones; an odd ("negative") encoding; one that no element has.
    let mut field = [0xff; 32];
    (field[0], field[31]) = (0xed, 0x7f);
    let mut odd = table.secrets[0].1.point().0;
    odd[0] |= 1;
    let mut none = [0; 32];
    none[0] = 2;
    let bad = [IDENTITY, Point(field), Point([0xff; 32]), Point(odd), Point(none)];
    let (base, pair) = (table.base(0), (0, 1));
    let (link, proof) = table.keys(0).link(pair, &base).unwrap();
    let key = table.agreed.key(pair).unwrap();
    let zero = LinkProof { challenge: [0; 32], response: [0; 32] };
    for point in bad {
        assert!(!point.is_valid(), "{point:?}");
        let made = Keys::new(&table.secrets[0].1, &table.id, 0, &[(1, point)]);
        assert_eq!(made.map(|keys| keys.public()), Err(BadPoint::Invalid(1)));
        for proof in [proof, zero] {
            assert!(!verify(key, &base, pair, &PairLink(point), &proof));
            assert!(!verify(&point, &base, pair, &link, &proof));
            assert!(!verify(&point, &base, pair, &PairLink(point), &proof));
        }
    }
}

#[test]
fn a_contract_with_a_wrong_list_makes_no_keys() {
    let table = Table::first(3);
    let [mine, other, third] = [0, 1, 2].map(|at: usize| table.secrets[at].1.point());
    let make = |list: &[_]| Keys::new(&table.secrets[0].1, &table.id, 0, list).map(|keys| keys.public());
    assert_eq!(make(&[(0, mine), (1, other)]), make(&[(1, other)]));
    assert_eq!(make(&[(2, third), (1, other)]), Ok(table.keys(0).public()), "rising, however listed");
    assert_eq!(make(&[(0, third), (1, other)]), Err(BadPoint::NotMine(0)));
    assert_eq!(make(&[(1, other), (2, third), (1, other)]), Err(BadPoint::Twice(1)));
}

#[test]
fn keys_that_do_not_agree_name_who_does_not() {
    let table = Table::of(Hash([1; 32]), &[(0, 1), (2, 2), (5, 3), (6, 4)]);
    let honest: Vec<_> = table.keys.iter().map(|(voter, keys)| (*voter, keys.public())).collect();
    let agree = |all: &[(Voter, PublicKeys)]| {
        AgreedKeys::new(table.voters, all.iter().map(|(voter, keys)| (*voter, keys)))
    };
    let with = |change: &dyn Fn(&mut Published)| {
        let mut all = honest.clone();
        change(&mut all);
        agree(&all)
    };
    assert_eq!(agree(&honest), Ok(table.agreed.clone()));
    let other = table.secrets[0].1.point();
    assert_eq!(with(&|all| all[2].1.pairs[1].1 = other), Err(BadKeys::Disagree(2, 5)));
    assert_eq!(with(&|all| all[1].1.pairs[1].1 = other), Err(BadKeys::Disagree(2, 5)));
    let two = |all: &mut Published| {
        all[3].1.pairs[0].1 = other;
        all[2].1.pairs[2].1 = other;
    };
    assert_eq!(with(&two), Err(BadKeys::Disagree(0, 6)), "the first pair");
    assert_eq!(with(&|all| all[1].1.pairs[0].1 = IDENTITY), Err(BadKeys::Invalid(2, 0)));
    assert_eq!(with(&|all| all[1].1.own = Point([0xff; 32])), Err(BadKeys::Invalid(2, 2)));
    assert_eq!(with(&|all| all[1].1.pairs.swap(0, 1)), Err(BadKeys::Unordered(2)));
    assert_eq!(with(&|all| all[0].1.pairs.truncate(2)), Err(BadKeys::Unordered(0)));
    assert_eq!(with(&|all| all[3].1.pairs.push((7, other))), Err(BadKeys::Unordered(6)));
    assert_eq!(with(&|all| all[3].0 = 4), Err(BadKeys::Stranger(4)));
    assert_eq!(with(&|all| all[3].0 = 200), Err(BadKeys::Stranger(200)));
    assert_eq!(with(&|all| all.push(all[0].clone())), Err(BadKeys::Stranger(0)));
}

#[test]
fn who_has_not_acceded_yet_is_left_out_with_its_pairs() {
    let table = Table::first(3);
    let published = [0, 2].map(|voter| (voter, table.keys(voter).public()));
    let agreed = AgreedKeys::new(table.voters, published.iter().map(|(voter, keys)| (*voter, keys))).unwrap();
    assert_eq!(agreed.key((0, 2)), table.agreed.key((0, 2)));
    assert_eq!(agreed.key((2, 2)), table.agreed.key((2, 2)));
    assert!([(0, 1), (1, 2), (1, 1), (2, 0)].into_iter().all(|pair| agreed.key(pair).is_none()));
}

#[test]
fn any_bytes_are_judged_without_a_panic() {
    let table = Table::first(3);
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut valid = 0;
    for number in 0..2_000 {
        let mut bytes = [0; 32 + 32 + 64];
        random.fill_bytes(&mut bytes);
        let (point, link, proof): (Point, PairLink, LinkProof) = codec::decode(&bytes).unwrap();
        valid += u32::from(point.is_valid());
        let pair = (bytes[0], bytes[1]);
        assert!(!verify(&point, &table.base(number), pair, &link, &proof));
        assert!(!verify(table.agreed.key((0, 1)).unwrap(), &table.base(number), (0, 1), &link, &proof));
        let made = Keys::new(&table.secrets[0].1, &table.id, bytes[2], &[(bytes[3], point)]);
        assert!(made.is_ok() == (point.is_valid() && bytes[2] != bytes[3]));
    }
    assert!((50..400).contains(&valid), "{valid} of 2,000: one in 16 encodings is an element");
}

#[test]
fn points_links_and_proofs_are_their_bytes() {
    let table = Table::first(2);
    let (link, proof) = table.keys(0).link((0, 1), &table.base(0)).unwrap();
    assert_eq!(codec::encode(&link), link.0.0);
    assert_eq!(codec::encode(&link.0), link.0.0);
    assert_eq!(codec::encode(&proof), [proof.challenge, proof.response].concat());
    let keys = table.keys(0).public();
    assert_eq!(codec::decode(&codec::encode(&keys)), Ok(keys));
}

#[test]
fn keys_of_who_is_no_voter_or_has_brought_some_already_are_refused() {
    let table = Table::first(3);
    let keys = table.keys(1).public();
    for voter in [1, 5] {
        assert_eq!(table.agreed.with(table.voters, voter, &keys), Err(BadKeys::Stranger(voter)));
    }
}
