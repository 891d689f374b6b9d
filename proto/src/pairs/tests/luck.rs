use std::collections::{BTreeMap, BTreeSet};

use super::*;

const SEATS: u8 = 6;

/// So many numbers, each drawn by every set of drawers that six can make: alone, in twos and by pairs.
const NUMBERS: u32 = 1_600;

const DRAWS: u64 = 63 * NUMBERS as u64;

/// The quantiles of chi-square with 255 degrees of freedom at `x / 66` and `1 - x / 66` for x = 10^-6, rounded inwards:
/// of a million fair sources one would not keep all 33 counts within them. The run is always the same, so it must not
/// be judged by a chance that comes up now and then: at x = 10^-2 byte 19 would be too even, 180 against 182, and no
/// byte of twelve other tables out of bounds (384 counts with mean 255.1 and deviation 22.2; of a fair source 255 and
/// 22.6).
const FAIR: std::ops::Range<u64> = 149..400;

/// Chi-square of how often each byte came, rounded down, against all 256 alike.
fn chi_square(counts: &[u64; 256]) -> u64 {
    let all: u64 = counts.iter().sum();
    counts.iter().map(|count| (256 * count).abs_diff(all).pow(2)).sum::<u64>() / (256 * all)
}

#[test]
fn a_hundred_thousand_draws_show_no_bias_in_any_byte() {
    let table = Table::first(SEATS);
    let mut counts = vec![[0; 256]; 32];
    let mut seen = BTreeSet::new();
    for number in 0..NUMBERS {
        let links = all_links(&table, number);
        for drawers in 1_u8..1 << SEATS {
            let drawers = table.voters.iter().filter(|voter| drawers & 1 << voter != 0).collect();
            let links: Vec<_> =
                needed(drawers, Voters::NONE).iter().map(|pair| (pair.0, pair.1, links[pair])).collect();
            let drawn = entropy(&table.id, number, &Hash([7; 32]), &links);
            counts.iter_mut().zip(drawn).for_each(|(count, byte)| count[usize::from(byte)] += 1);
            assert!(seen.insert(drawn), "no draw comes twice");
        }
    }
    let mut together = [0; 256];
    for (place, count) in counts.iter().enumerate() {
        assert!(FAIR.contains(&chi_square(count)), "byte {place}: {}", chi_square(count));
        together.iter_mut().zip(count).for_each(|(sum, count)| *sum += count);
    }
    assert_eq!(together.iter().sum::<u64>(), 32 * DRAWS);
    assert!(FAIR.contains(&chi_square(&together)), "all bytes: {}", chi_square(&together));
}

/// All links of a number, pairs and own; without their proofs, which have no part in a draw.
fn all_links(table: &Table, number: u32) -> BTreeMap<Pair, PairLink> {
    let element = table.base(number).element();
    let own = table.voters.iter().map(|voter| (voter, voter));
    let link = |pair: Pair| {
        let key = table.keys(pair.0).key(pair);
        (pair, PairLink(Point::of(&(element * *key.scalar))))
    };
    let links: BTreeMap<_, _> = own.chain(needed(table.voters, Voters::NONE)).map(link).collect();
    if number == 0 {
        assert!(links.iter().all(|(pair, link)| *link == table.link(*pair, 0)), "those that voters make");
    }
    links
}

#[test]
fn the_measure_finds_a_small_bias_and_counts_that_are_too_even() {
    let even = [DRAWS / 256; 256];
    assert!(!FAIR.contains(&chi_square(&even)));
    let mut tilted = even;
    for count in &mut tilted[..128] {
        *count += 25;
    }
    for count in &mut tilted[128..] {
        *count -= 25;
    }
    assert!(chi_square(&tilted) > FAIR.end, "one in 16 more low bytes: {}", chi_square(&tilted));
}
