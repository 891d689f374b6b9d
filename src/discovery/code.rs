//! Join codes: words that carry an address, a port and the fingerprint of a key, to be read aloud; and pictures of them.
//!
//! A code says where to dial and whom to expect there, so whoever answers with another key is refused. It never says
//! what is played there.
//!
//! The bits, in order: two for the kind of address and one for whether a port follows (else it is
//! [`DEFAULT_PORT`]); the address, without what its kind already says; the port; 56 bits of the fingerprint; zeros to
//! fill the last word. Two check words follow (`parity`). In a home network that makes nine words.
//!
//! A host on several networks has a second layout, whose check words fit no code of the first: one bit for whether a port
//! follows and one for whether there are two or three addresses; each address behind its kind; port, fingerprint, zeros.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use qrcode::{Color, QrCode};
use thiserror::Error;
use whistlestop_proto::sign::PublicKey;
use whistlestop_proto::text::clean;

use super::ad::Fingerprint;
use super::address::{DEFAULT_PORT, can_be_dialled, with_scopes};
use super::limits::{MAX_TYPED_CODE_BYTES, MAX_TYPED_WORD_CHARS};
use super::parity::{CHECK_WORDS, CodeLayout, ParityVerdict, judge, protect};
use super::words::{BITS_PER_WORD, nearest, number, word};

const KIND_BITS: usize = 2;
const PORT_BITS: usize = 16;
const PRINT_BYTES: usize = 7;

/// Empty modules around a QR code, without which many cameras do not find it.
const QUIET_ZONE: usize = 4;

/// Fewer words than any code has, more than host names have.
const LIKELY_WORDS: usize = 5;

/// Addresses in a code: cable, wireless and one more network. Each makes it longer.
pub const MAX_CODE_ADDRESSES: usize = 3;

/// Where to dial and whom to expect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinCode {
    /// Up to [`MAX_CODE_ADDRESSES`], all with one port.
    addresses: Vec<SocketAddr>,
    print: [u8; PRINT_BYTES],
}

/// Why words are no join code.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CodeError {
    /// There is no word in it.
    #[error("there are no words in it: type the join code as the host's screen shows it")]
    Empty,
    /// It is longer than any code.
    #[error("it is too long for a join code: type only the words that the host's screen shows")]
    TooLong,
    /// A word that is not in the list.
    #[error("word {place}, \"{typed}\", is in no join code: {}", meant(*.nearest))]
    UnknownWord {
        /// Which one, counted from 1.
        place: usize,
        /// What was typed.
        typed: String,
        /// What may have been meant.
        nearest: Option<&'static str>,
    },
    /// A word that is in the list but wrong here.
    #[error("word {place}, \"{typed}\", does not fit the others: {}", meant(Some(*.fits)))]
    WrongWord {
        /// Which one, counted from 1.
        place: usize,
        /// The word that was typed.
        typed: &'static str,
        /// The word that fits.
        fits: &'static str,
    },
    /// Words are missing or too many.
    #[error(
        "this join code has {expected} words, but {typed} were typed: compare them with the host's screen"
    )]
    WrongCount {
        /// How many were typed.
        typed: usize,
        /// How many there must be.
        expected: usize,
    },
    /// More than one word is wrong.
    #[error("several words are wrong or out of order: compare each with the host's screen")]
    WrongWords,
    /// All is well with the words, but this version would not have made them.
    #[error(
        "this join code says nothing that this version understands: get the same version of whistlestop as the host, or type its address"
    )]
    Strange,
}

fn meant(word: Option<&str>) -> String {
    word.map_or_else(
        || "look at it again on the host's screen".to_owned(),
        |word| format!("did you mean \"{word}\"?"),
    )
}

/// How an address is written: those of home networks are shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AddressKind {
    Home,
    Ten,
    V4,
    V6,
}

impl JoinCode {
    /// The code for a key at an address; nothing if nobody can be dialled there. The scope of a link-local address is
    /// left out: it is the dialling machine's own.
    pub fn new(address: SocketAddr, key: &PublicKey) -> Option<Self> {
        let address = SocketAddr::new(address.ip().to_canonical(), address.port());
        let (print, _) = Fingerprint::of(key).0.split_first_chunk().map(|(print, rest)| (*print, rest))?;
        can_be_dialled(&address).then(|| Self { addresses: vec![address], print })
    }

    /// The code for a key at the first of these addresses and, if that is one of IPv4, at others of IPv4 with its port: those of
    /// IPv6 would make it twice as long.
    pub fn of(addresses: &[SocketAddr], key: &PublicKey) -> Option<Self> {
        let code = Self::new(*addresses.first()?, key)?;
        let first = code.addresses[0];
        let is_plain = |one: &SocketAddr| one.is_ipv4() && !one.ip().is_loopback() && can_be_dialled(one);
        let mut all = vec![first];
        for other in
            addresses.iter().filter(|one| is_plain(one) && is_plain(&first) && one.port() == first.port())
        {
            if !all.contains(other) {
                all.push(*other);
            }
        }
        all.truncate(MAX_CODE_ADDRESSES);
        Some(Self { addresses: all, ..code })
    }

    /// Where to dial: the addresses or, for a link-local one, that address on each interface of this machine.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.addresses.iter().copied().flat_map(with_scopes).collect()
    }

    /// Whether this is the key to expect there.
    pub fn expects(&self, key: &PublicKey) -> bool {
        self.is_about(&Fingerprint::of(key))
    }

    /// Whether this is the fingerprint of the key to expect there.
    pub fn is_about(&self, fingerprint: &Fingerprint) -> bool {
        fingerprint.0.starts_with(&self.print)
    }

    /// Whether a text looks like a code rather than like an address or a name, right or not.
    pub fn is_likely(text: &str) -> bool {
        let other = |char: char| !char.is_alphabetic() && !char.is_whitespace() && char != '-';
        !text.contains(other) && typed_words(text).count() >= LIKELY_WORDS
    }

    /// Its words.
    pub fn words(&self) -> Vec<&'static str> {
        let mut numbers = self.numbers();
        protect(&mut numbers, if self.addresses.len() == 1 { CodeLayout::One } else { CodeLayout::Several });
        numbers.into_iter().map(word).collect()
    }

    /// A picture of it for a camera: see [`qr`]. In capitals, which make the smaller picture.
    pub fn qr(&self) -> Vec<String> {
        qr(&self.to_string().to_uppercase())
    }

    fn numbers(&self) -> Vec<u16> {
        let port = self.addresses[0].port();
        let has_port = u128::from(port != DEFAULT_PORT);
        let mut bits = Bits::default();
        if let [address] = self.addresses[..] {
            bits.push(u128::from(AddressKind::of(address.ip()).number()), KIND_BITS);
            bits.push(has_port, 1);
            bits.push_address(address.ip());
        } else {
            bits.push(has_port, 1);
            bits.push(u128::from(self.addresses.len() == MAX_CODE_ADDRESSES), 1);
            for address in &self.addresses {
                bits.push(u128::from(AddressKind::of(address.ip()).number()), KIND_BITS);
                bits.push_address(address.ip());
            }
        }
        if port != DEFAULT_PORT {
            bits.push(u128::from(port), PORT_BITS);
        }
        self.print.iter().for_each(|&byte| bits.push(u128::from(byte), 8));
        bits.into_words()
    }

    /// Reads words without their check words.
    fn from_numbers(numbers: &[u16], layout: CodeLayout) -> Option<Self> {
        let mut bits = Bits::of_words(numbers);
        let (has_port, ips) = bits.take_head(layout)?;
        let port = if has_port { u16::try_from(bits.take(PORT_BITS)?).ok()? } else { DEFAULT_PORT };
        let mut print = [0; PRINT_BYTES];
        for byte in &mut print {
            *byte = u8::try_from(bits.take(8)?).ok()?;
        }
        let code = Self { addresses: ips.into_iter().map(|ip| SocketAddr::new(ip, port)).collect(), print };
        // One code for one thing: whatever could be said in another way is not ours.
        let good = code.addresses.iter().all(can_be_dialled) && code.numbers() == numbers;
        good.then_some(code)
    }
}

impl fmt::Display for JoinCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words().join("-"))
    }
}

/// Reads what somebody typed: in any case, with anything but letters between the words, numbers before them, each word
/// whole or by its first four letters.
impl FromStr for JoinCode {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Self, CodeError> {
        if text.len() > MAX_TYPED_CODE_BYTES {
            return Err(CodeError::TooLong);
        }
        let mut numbers = Vec::new();
        for typed in typed_words(text) {
            numbers.push(number(typed).ok_or_else(|| unknown(numbers.len() + 1, typed))?);
        }
        if numbers.is_empty() {
            return Err(CodeError::Empty);
        }
        // Words that fit one layout never fit the other.
        for layout in [CodeLayout::One, CodeLayout::Several] {
            if numbers.len() > CHECK_WORDS && judge(&numbers, layout) == ParityVerdict::Right {
                let words = &numbers[..numbers.len() - CHECK_WORDS];
                return Self::from_numbers(words, layout).ok_or(CodeError::Strange);
            }
        }
        let wrong = [CodeLayout::One, CodeLayout::Several]
            .into_iter()
            .find_map(|layout| wrong_word(&numbers, layout));
        let (typed, expected) = (numbers.len(), expected_words(&numbers));
        Err(match (wrong, expected) {
            (Some(wrong), _) => wrong,
            (None, Some(expected)) if typed != expected => CodeError::WrongCount { typed, expected },
            (None, _) => CodeError::WrongWords,
        })
    }
}

/// The one word that is wrong, if there would be a code with another in its place.
fn wrong_word(numbers: &[u16], layout: CodeLayout) -> Option<CodeError> {
    let ParityVerdict::WrongAt { place, fits } = judge(numbers, layout) else { return None };
    let mut right = numbers.to_vec();
    right[place] = fits;
    let words = right.get(..right.len().checked_sub(CHECK_WORDS)?)?;
    JoinCode::from_numbers(words, layout)?;
    Some(CodeError::WrongWord { place: place + 1, typed: word(numbers[place]), fits: word(fits) })
}

fn typed_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !char.is_alphabetic()).filter(|word| !word.is_empty())
}

fn unknown(place: usize, typed: &str) -> CodeError {
    let shown: String = typed.chars().take(MAX_TYPED_WORD_CHARS).collect();
    CodeError::UnknownWord { place, typed: clean(&shown, shown.len()), nearest: nearest(typed) }
}

/// How many words the code has that these are of, as far as their beginning says it. Those of several addresses are longer than
/// what their first word would say of one.
fn expected_words(numbers: &[u16]) -> Option<usize> {
    let expected = |layout| {
        let mut bits = Bits::of_words(numbers);
        let (has_port, _) = bits.take_head(layout)?;
        let port = if has_port { PORT_BITS } else { 0 };
        Some((bits.taken + port + 8 * PRINT_BYTES).div_ceil(BITS_PER_WORD) + CHECK_WORDS)
    };
    let one = Bits::of_words(&numbers[..1]).expected_of_one();
    let several = || expected(CodeLayout::Several).filter(|_| numbers.len() > one + 1);
    several().or(Some(one))
}

impl AddressKind {
    const ALL: [Self; 4] = [Self::Home, Self::Ten, Self::V4, Self::V6];

    const fn of(ip: IpAddr) -> Self {
        match ip {
            IpAddr::V4(address) => match address.octets() {
                [192, 168, ..] => Self::Home,
                [10, ..] => Self::Ten,
                _ => Self::V4,
            },
            IpAddr::V6(_) => Self::V6,
        }
    }

    const fn number(self) -> u8 {
        self as u8
    }

    fn from_number(number: u128) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| u128::from(kind.number()) == number)
    }

    /// The bits of an address that the kind does not already say.
    const fn bits(self) -> usize {
        match self {
            Self::Home => 16,
            Self::Ten => 24,
            Self::V4 => 32,
            Self::V6 => 128,
        }
    }

    fn address(self, bits: u128) -> Option<IpAddr> {
        let before: u32 = match self {
            Self::Home => 0xc0a8_0000,
            Self::Ten => 0x0a00_0000,
            Self::V4 => 0,
            Self::V6 => return Some(Ipv6Addr::from_bits(bits).into()),
        };
        Some(Ipv4Addr::from_bits(before | u32::try_from(bits).ok()?).into())
    }
}

/// Bits in a row.
#[derive(Debug, Default)]
struct Bits {
    bits: Vec<bool>,
    taken: usize,
}

impl Bits {
    fn push(&mut self, value: u128, count: usize) {
        self.bits.extend((0..count).rev().map(|bit| value & (1 << bit) != 0));
    }

    fn take(&mut self, count: usize) -> Option<u128> {
        let bits = self.bits.get(self.taken..self.taken + count)?;
        self.taken += count;
        Some(bits.iter().fold(0, |value, &bit| value << 1 | u128::from(bit)))
    }

    /// An address, without what its kind already says.
    fn push_address(&mut self, ip: IpAddr) {
        let address = match ip {
            IpAddr::V4(address) => u128::from(address.to_bits()),
            IpAddr::V6(address) => address.to_bits(),
        };
        self.push(address, AddressKind::of(ip).bits());
    }

    fn take_kind(&mut self) -> Option<AddressKind> {
        self.take(KIND_BITS).and_then(AddressKind::from_number)
    }

    /// Whether a port follows, and the addresses.
    fn take_head(&mut self, layout: CodeLayout) -> Option<(bool, Vec<IpAddr>)> {
        match layout {
            CodeLayout::One => {
                let kind = self.take_kind()?;
                let has_port = self.take(1)? == 1;
                Some((has_port, vec![kind.address(self.take(kind.bits())?)?]))
            }
            CodeLayout::Several => {
                let has_port = self.take(1)? == 1;
                let count = if self.take(1)? == 1 { MAX_CODE_ADDRESSES } else { 2 };
                let mut ips = Vec::new();
                for _ in 0..count {
                    let kind = self.take_kind()?;
                    ips.push(kind.address(self.take(kind.bits())?)?);
                }
                Some((has_port, ips))
            }
        }
    }

    /// How many words a code of one address has that begins so.
    fn expected_of_one(&mut self) -> usize {
        let kind = self.take_kind().expect("two bits name one of four kinds");
        let port = if self.take(1) == Some(1) { PORT_BITS } else { 0 };
        (KIND_BITS + 1 + kind.bits() + port + 8 * PRINT_BYTES).div_ceil(BITS_PER_WORD) + CHECK_WORDS
    }

    fn of_words(words: &[u16]) -> Self {
        let mut bits = Self::default();
        for &word in words {
            bits.push(u128::from(word), BITS_PER_WORD);
        }
        bits
    }

    fn into_words(mut self) -> Vec<u16> {
        self.bits.resize(self.bits.len().next_multiple_of(BITS_PER_WORD), false);
        let value = |bits: &[bool]| bits.iter().fold(0, |value, &bit| value << 1 | u16::from(bit));
        self.bits.chunks(BITS_PER_WORD).map(value).collect()
    }
}

/// A text as a QR code, two rows of modules in a line of half blocks. What is drawn is the light part, with a quiet zone
/// of its own: it is to be shown light on dark. No lines if the text is too long for any QR code, which no join code is.
pub fn qr(text: &str) -> Vec<String> {
    let Ok(code) = QrCode::new(text) else { return Vec::new() };
    let width = code.width();
    let inside = QUIET_ZONE..QUIET_ZONE + width;
    let modules = code.to_colors();
    let is_light = |x: usize, y: usize| {
        !(inside.contains(&x) && inside.contains(&y))
            || modules[(y - QUIET_ZONE) * width + (x - QUIET_ZONE)] == Color::Light
    };
    let side = width + 2 * QUIET_ZONE;
    let half_blocks = |x: usize, y: usize| match (is_light(x, y), is_light(x, y + 1)) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    };
    (0..side).step_by(2).map(|y| (0..side).map(|x| half_blocks(x, y)).collect()).collect()
}

#[cfg(test)]
mod tests;
