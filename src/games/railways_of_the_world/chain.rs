//! The longest chain of links that visits no city twice (RW-20).
//!
//! Trying all ways can take for ever on a dense network. So the links are taken one by one, and of the parts of a chain
//! made so far only what matters for the rest is remembered: for each city that links are still to come to, whether it is
//! untouched, inside a part or at the end of one, and where the other end of that part is. Ways that agree in this are
//! one, the longest. On a map few cities have links on both sides of the sweep, so there are few of them.

use std::collections::BTreeMap;

/// More cities than any map has.
const CITIES: usize = 64;

/// For each city: itself while it is untouched, the other end of its part if it is an end, or one of the marks below.
type Parts = [u8; CITIES];

/// Nothing can be added here: it lies inside a part, or no link to it is still to come.
const DONE: u8 = 254;

/// It is the end of a part whose other end is done.
const LOOSE: u8 = 255;

/// How many links the longest chain has. The links are pairs of cities by number, in an order in which those of one city
/// are not far apart.
pub(super) fn longest_chain(links: &[(u8, u8)]) -> u8 {
    let mut best = 0;
    let untouched: Parts = std::array::from_fn(|city| u8::try_from(city).expect("64 cities"));
    let mut ways = BTreeMap::from([(untouched, 0_u8)]);
    for (place, &(a, b)) in links.iter().enumerate() {
        let later = &links[place + 1..];
        let is_last = |city: u8| later.iter().all(|link| link.0 != city && link.1 != city);
        let last = [a, b].into_iter().filter(|&city| is_last(city));
        let mut next: BTreeMap<Parts, u8> = BTreeMap::new();
        for (parts, length) in ways {
            let without = (parts, length);
            let with = joined(parts, a, b).map(|parts| (parts, length + 1));
            for (parts, length) in [without].into_iter().chain(with) {
                match last.clone().try_fold(parts, left_behind) {
                    Ok(parts) if ends(&parts) == 0 && length > 0 => best = best.max(length),
                    Ok(parts) => {
                        let known = next.entry(parts).or_default();
                        *known = length.max(*known);
                    }
                    Err(TooMany) => {}
                }
            }
        }
        ways = next;
    }
    best
}

/// A chain has two ends; parts that could not be made into one are given up.
struct TooMany;

/// The parts with a link between two cities; none if both are ends of the same part or one is done.
fn joined(mut parts: Parts, a: u8, b: u8) -> Option<Parts> {
    let [from, to] = [a, b].map(|city| parts[usize::from(city)]);
    if from == DONE || to == DONE || from == b {
        return None;
    }
    // An end becomes an inside; an untouched city becomes an end.
    for (city, other) in [(a, from), (b, to)] {
        if other != city {
            parts[usize::from(city)] = DONE;
        }
    }
    match (from, to) {
        // Both other ends are done, so this is a whole chain: nothing else may be under way.
        (LOOSE, LOOSE) => return (ends(&parts) == 0).then_some(parts),
        (LOOSE, end) | (end, LOOSE) => parts[usize::from(end)] = LOOSE,
        (from, to) => {
            parts[usize::from(from)] = to;
            parts[usize::from(to)] = from;
        }
    }
    Some(parts)
}

/// The parts once no link to the city is to come any more.
fn left_behind(mut parts: Parts, city: u8) -> Result<Parts, TooMany> {
    let other = parts[usize::from(city)];
    parts[usize::from(city)] = DONE;
    if other != city && other != DONE && other != LOOSE {
        parts[usize::from(other)] = LOOSE;
    }
    let is_loose = |city: &usize| parts[*city] == LOOSE;
    let loose = (0..CITIES).filter(is_loose).count();
    let complete = other == LOOSE && ends(&parts) > 0;
    if complete || loose > 2 { Err(TooMany) } else { Ok(parts) }
}

/// How many ends of parts can still be added to.
fn ends(parts: &Parts) -> usize {
    let is_end = |(city, end): (usize, &u8)| *end != DONE && usize::from(*end) != city;
    parts.iter().enumerate().filter(|part| is_end(*part)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::chance::Chance;

    /// The same by trying everything.
    fn tried(links: &[(u8, u8)]) -> u8 {
        fn from(links: &[(u8, u8)], at: u8, visited: u64) -> u8 {
            let next = links.iter().filter_map(|&(a, b)| match at {
                _ if at == a => Some(b),
                _ if at == b => Some(a),
                _ => None,
            });
            let free = next.filter(|city| visited & (1 << city) == 0);
            free.map(|city| 1 + from(links, city, visited | 1 << city)).max().unwrap_or(0)
        }
        (0..64).map(|city| from(links, city, 1 << city)).max().unwrap_or(0)
    }

    #[test]
    fn small_networks_are_as_one_sees_them() {
        assert_eq!(longest_chain(&[]), 0);
        assert_eq!(longest_chain(&[(0, 1)]), 1);
        assert_eq!(longest_chain(&[(0, 1), (0, 2), (0, 3)]), 2, "a star");
        assert_eq!(longest_chain(&[(0, 1), (0, 2), (1, 2)]), 2, "a ring visits no city twice");
        assert_eq!(longest_chain(&[(0, 1), (2, 3), (3, 4)]), 2, "two networks");
        assert_eq!(longest_chain(&[(0, 1), (1, 2), (1, 3), (2, 3), (3, 4)]), 4);
    }

    #[test]
    fn random_networks_are_as_trying_everything_finds_them() {
        let mut chance = Chance::new([5; 32]);
        for cities in [4, 6, 9] {
            for _ in 0..150 {
                let mut links: Vec<(u8, u8)> = Vec::new();
                for a in 0..cities {
                    links.extend((a + 1..cities).filter(|_| chance.below(3) == 0).map(|b| (a, b)));
                }
                assert_eq!(longest_chain(&links), tried(&links), "{links:?}");
            }
        }
    }
}
