//! Two check words for a list of words: any one wrong word is found and named, any two are noticed for sure.
//!
//! A Reed-Solomon code over the field of 2,048 elements, one for each word: the words, each times the power of the
//! generator at its place, sum up to fixed values. Nothing here knows what the words carry.

/// The field's polynomial, x^11 + x^2 + 1; it is primitive, so the powers of x run through all elements but zero.
const POLYNOMIAL: u32 = 0b1000_0000_0101;

/// What words carry. Their sums are not zero and differ, so that words of one layout are never taken for those of another, nor
/// for those of a later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeLayout {
    /// One address.
    One,
    /// Several.
    Several,
}

impl CodeLayout {
    /// What the sums must be.
    const fn target(self) -> Sums {
        match self {
            Self::One => (0x3b1, 0x5d3),
            Self::Several => (0x1e5, 0x2a7),
        }
    }
}

/// The plain sum and the sum with powers.
type Sums = (u16, u16);

/// Check words added by [`protect`].
pub(crate) const CHECK_WORDS: usize = 2;

/// What [`judge`] finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParityVerdict {
    /// The words fit together.
    Right,
    /// They would, with another word at this place.
    WrongAt { place: usize, fits: u16 },
    /// More than one is wrong.
    Wrong,
}

/// Adds the check words.
pub(crate) fn protect(words: &mut Vec<u16>, layout: CodeLayout) {
    let (first, second) = (power(words.len()), power(words.len() + 1));
    words.extend([0; CHECK_WORDS]);
    let (plain, powered) = off_target(words, layout);
    // a + b = plain, a * first + b * second = powered; adding and subtracting are the same here.
    let b = times(powered ^ times(plain, first), inverse(first ^ second));
    let at = words.len() - CHECK_WORDS;
    words[at] = plain ^ b;
    words[at + 1] = b;
}

/// Says whether words with their check words fit together.
pub(crate) fn judge(words: &[u16], layout: CodeLayout) -> ParityVerdict {
    let (plain, powered) = off_target(words, layout);
    if (plain, powered) == (0, 0) {
        return ParityVerdict::Right;
    }
    // One word that is off by `plain` puts the second sum off by that times the power of its place.
    let place = (0..words.len()).find(|&place| plain != 0 && times(plain, power(place)) == powered);
    place.map_or(ParityVerdict::Wrong, |place| ParityVerdict::WrongAt { place, fits: words[place] ^ plain })
}

fn off_target(words: &[u16], layout: CodeLayout) -> Sums {
    let mut sums = layout.target();
    for (place, &word) in words.iter().enumerate() {
        sums.0 ^= word;
        sums.1 ^= times(word, power(place));
    }
    sums
}

fn times(a: u16, b: u16) -> u16 {
    let mut product = 0;
    for bit in (0..11).rev() {
        product <<= 1;
        if product & (1 << 11) != 0 {
            product ^= POLYNOMIAL;
        }
        if b & (1 << bit) != 0 {
            product ^= u32::from(a);
        }
    }
    u16::try_from(product).expect("the product was reduced to eleven bits")
}

/// The generator to this power.
fn power(exponent: usize) -> u16 {
    (0..exponent).fold(1, |power, _| times(power, 2))
}

/// One over `a`, which is not zero: its 2,046th power, which is that of all bits but the lowest.
fn inverse(a: u16) -> u16 {
    let mut square = a;
    let mut product = 1;
    for _ in 1..11 {
        square = times(square, square);
        product = times(product, square);
    }
    product
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_powers_of_the_generator_are_all_elements_but_zero() {
        let powers: BTreeSet<u16> = (0..2047).map(power).collect();
        assert_eq!(powers, (1..2048).collect());
    }

    #[test]
    fn every_element_times_its_inverse_is_one() {
        for a in 1..2048 {
            assert_eq!(times(a, inverse(a)), 1);
        }
    }

    #[test]
    fn every_wrong_word_at_every_place_is_named_with_what_fits() {
        let mut words = vec![5, 2047, 0, 1024, 77];
        protect(&mut words, CodeLayout::One);
        assert_eq!(judge(&words, CodeLayout::One), ParityVerdict::Right);
        assert_ne!(judge(&words, CodeLayout::Several), ParityVerdict::Right, "that is another layout");
        for place in 0..words.len() {
            for wrong in (0..2048).filter(|&wrong| wrong != words[place]) {
                let mut typed = words.clone();
                typed[place] = wrong;
                assert_eq!(
                    judge(&typed, CodeLayout::One),
                    ParityVerdict::WrongAt { place, fits: words[place] }
                );
            }
        }
    }

    #[test]
    fn any_two_wrong_words_are_noticed() {
        let mut words = vec![9, 8];
        protect(&mut words, CodeLayout::One);
        for a in (0..2048).step_by(11) {
            for b in (0..2048).step_by(13) {
                for (i, j) in [(0, 1), (0, 3), (1, 2), (2, 3)] {
                    let mut typed = words.clone();
                    (typed[i], typed[j]) = (a, b);
                    assert_eq!(
                        judge(&typed, CodeLayout::One) == ParityVerdict::Right,
                        typed == words,
                        "{typed:?}"
                    );
                }
            }
        }
    }
}
