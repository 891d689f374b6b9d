//! Pass phrases: two peers show each other that they know the same one, and nobody learns anything that helps to guess it.
//!
//! This is `CPace` (draft-irtf-cfrg-cpace) over ristretto255, with blake3 for the hashes, between a [`Joiner`] who speaks first
//! and a [`Host`], and with tags that confirm the key, the host's first. The phrase decides the generator; each side sends a
//! random multiple of it, which looks the same for every phrase, so a recorded exchange says nothing about guesses. Who
//! takes part learns whether *one* guess was right, and needs a new exchange for the next. The session id binds the
//! exchange to one link (its TLS exporter) and to both keys: nothing that is passed on proves anything elsewhere.
//!
//! How many exchanges somebody gets is the node's matter. Nothing here reads a clock or draws random numbers.

use curve25519_dalek::ristretto::{CompressedRistretto, RistrettoPoint};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::IsIdentity as _;
use serde::{Deserialize, Serialize};
use whistlestop_proto::hash::Hash;
use whistlestop_proto::sign::PublicKey;

use super::limits::PHRASE_ROUNDS;

/// A multiple of the generator, or a tag: what is sent.
pub type Bytes = [u8; 32];

/// A pass phrase, made slow to guess for whoever gets hold of a key. Never sent.
#[derive(Clone, PartialEq, Eq)]
pub struct PhraseKey(Hash);

/// What an exchange belongs to.
#[derive(Clone, Copy, Debug)]
pub struct ExchangeContext<'a> {
    /// Of the link: known to its two ends only.
    pub exporter: &'a [u8; 32],
    /// Who wants in.
    pub joiner: &'a PublicKey,
    /// Who is asked.
    pub host: &'a PublicKey,
}

/// Whoever wants in, having sent its share.
#[derive(Clone)]
pub struct Joiner {
    id: Hash,
    secret: Scalar,
    share: Bytes,
}

/// Whoever is asked, having answered.
#[derive(Clone)]
pub struct Host {
    share: Bytes,
    answer: Answer,
    wanted: Bytes,
}

/// What a host answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Its share.
    pub share: Bytes,
    /// That it knows the phrase, if the joiner does.
    pub proof: Bytes,
}

impl PhraseKey {
    /// The key of a pass phrase.
    pub fn new(phrase: &str) -> Self {
        let mut key = Hash::of("whistlestop/phrase/2", &[phrase.trim().as_bytes()]);
        for _ in 0..PHRASE_ROUNDS {
            key = Hash::of("whistlestop/phrase/round/2", &[&key.0]);
        }
        Self(key)
    }

    /// The generator of one session: nobody knows how those of two phrases relate.
    fn generator(&self, id: &Hash) -> RistrettoPoint {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"whistlestop/phrase/generator/2\0").update(&self.0.0).update(&id.0);
        let mut wide = [0; 64];
        hasher.finalize_xof().fill(&mut wide);
        RistrettoPoint::from_uniform_bytes(&wide)
    }
}

impl ExchangeContext<'_> {
    fn id(&self) -> Hash {
        Hash::of("whistlestop/phrase/session/2", &[self.exporter, &self.joiner.0, &self.host.0])
    }
}

impl Joiner {
    /// Begins an exchange, with random bytes that are never used again.
    pub fn new(phrase: &PhraseKey, session: &ExchangeContext<'_>, random: &[u8; 64]) -> Self {
        let id = session.id();
        let (secret, share) = share(phrase, &id, random);
        Self { id, secret, share }
    }

    /// What to send first.
    pub const fn share(&self) -> Bytes {
        self.share
    }

    /// The proof for a host that has shown that it knows the phrase; nothing for one that has not.
    pub fn prove(&self, answer: &Answer) -> Option<Bytes> {
        let key = key(&self.id, &self.secret, &answer.share, [&self.share, &answer.share])?;
        is_same(&tag(HOST_DOMAIN, &key), &answer.proof).then(|| tag(JOINER_DOMAIN, &key))
    }
}

impl Host {
    /// Answers somebody's share, with random bytes that are never used again; not at all if it is no share.
    pub fn answer(
        phrase: &PhraseKey,
        session: &ExchangeContext<'_>,
        theirs: Bytes,
        random: &[u8; 64],
    ) -> Option<Self> {
        let id = session.id();
        let (secret, own) = share(phrase, &id, random);
        let key = key(&id, &secret, &theirs, [&theirs, &own])?;
        let answer = Answer { share: own, proof: tag(HOST_DOMAIN, &key) };
        Some(Self { share: theirs, answer, wanted: tag(JOINER_DOMAIN, &key) })
    }

    /// What to send back.
    pub const fn said(&self) -> Answer {
        self.answer
    }

    /// Whether this is the share that was answered.
    pub fn is_about(&self, share: &Bytes) -> bool {
        self.share == *share
    }

    /// Whether the joiner has shown that it knows the phrase.
    pub fn is_proved(&self, proof: &Bytes) -> bool {
        is_same(&self.wanted, proof)
    }
}

const HOST_DOMAIN: &str = "whistlestop/phrase/host/2";
const JOINER_DOMAIN: &str = "whistlestop/phrase/joiner/2";

fn share(phrase: &PhraseKey, id: &Hash, random: &[u8; 64]) -> (Scalar, Bytes) {
    let secret = Scalar::from_bytes_mod_order_wide(random);
    (secret, (phrase.generator(id) * secret).compress().to_bytes())
}

/// The common key; none if the other's share is no point, or one that would leave our secret out.
fn key(id: &Hash, secret: &Scalar, theirs: &Bytes, shares: [&Bytes; 2]) -> Option<Hash> {
    let common = CompressedRistretto(*theirs).decompress()? * secret;
    if common.is_identity() {
        return None;
    }
    let common = common.compress().to_bytes();
    Some(Hash::of("whistlestop/phrase/key/2", &[&id.0, &common, shares[0], shares[1]]))
}

fn tag(domain: &str, key: &Hash) -> Bytes {
    Hash::of(domain, &[&key.0]).0
}

/// Takes as long for different ones.
fn is_same(one: &Bytes, other: &Bytes) -> bool {
    one.iter().zip(other).fold(0, |bits, (a, b)| bits | (a ^ b)) == 0
}

impl std::fmt::Debug for PhraseKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PhraseKey")
    }
}

impl std::fmt::Debug for Joiner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Joiner")
    }
}

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Host")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXPORTER: [u8; 32] = [9; 32];
    const JOINER: PublicKey = PublicKey([1; 32]);
    const HOST: PublicKey = PublicKey([2; 32]);

    fn session<'a>() -> ExchangeContext<'a> {
        ExchangeContext { exporter: &EXPORTER, joiner: &JOINER, host: &HOST }
    }

    /// Whether each is convinced: the joiner, then the host.
    fn exchange(theirs: (&str, &ExchangeContext<'_>), ours: (&str, &ExchangeContext<'_>)) -> (bool, bool) {
        let joiner = Joiner::new(&PhraseKey::new(theirs.0), theirs.1, &[3; 64]);
        let host = Host::answer(&PhraseKey::new(ours.0), ours.1, joiner.share(), &[4; 64]).unwrap();
        let proof = joiner.prove(&host.said());
        (proof.is_some(), proof.is_some_and(|proof| host.is_proved(&proof)))
    }

    #[test]
    fn who_knows_the_phrase_is_let_in_and_knows_that_the_host_does() {
        assert_eq!(exchange((" blue train", &session()), ("blue train ", &session())), (true, true));
        assert_eq!(exchange(("red train", &session()), ("blue train", &session())), (false, false));
    }

    #[test]
    fn an_exchange_is_worth_something_on_its_link_and_between_its_keys_only() {
        let other = PublicKey([7; 32]);
        for there in [
            ExchangeContext { exporter: &[8; 32], ..session() },
            ExchangeContext { joiner: &other, ..session() },
            ExchangeContext { host: &other, ..session() },
            ExchangeContext { joiner: &HOST, host: &JOINER, ..session() },
        ] {
            assert_eq!(exchange(("a", &session()), ("a", &there)), (false, false), "{there:?}");
        }
    }

    #[test]
    fn neither_tag_stands_for_the_other() {
        let phrase = PhraseKey::new("a");
        let joiner = Joiner::new(&phrase, &session(), &[3; 64]);
        let host = Host::answer(&phrase, &session(), joiner.share(), &[4; 64]).unwrap();
        assert!(!host.is_proved(&host.said().proof));
        let mirrored = Answer { share: joiner.share(), proof: host.said().proof };
        assert_eq!(joiner.prove(&mirrored), None);
    }

    #[test]
    fn shares_that_are_no_points_or_the_neutral_one_are_refused() {
        let phrase = PhraseKey::new("a");
        for bad in [[0; 32], [0xff; 32], [1; 32]] {
            assert!(Host::answer(&phrase, &session(), bad, &[4; 64]).is_none());
            let joiner = Joiner::new(&phrase, &session(), &[3; 64]);
            assert_eq!(joiner.prove(&Answer { share: bad, proof: [0; 32] }), None);
        }
    }

    /// Who listened has both shares and both tags. With the right phrase in hand they fit no better than with a wrong one:
    /// for every phrase there are secrets that give just these shares, and the key needs one of the secrets.
    #[test]
    fn a_recorded_exchange_fits_every_phrase() {
        let right = PhraseKey::new("blue train");
        let recorded = Joiner::new(&right, &session(), &[3; 64]).share();
        for guess in ["blue train", "red train"] {
            let host = Host::answer(&PhraseKey::new(guess), &session(), recorded, &[4; 64]);
            assert!(host.is_some(), "any share may be of any phrase");
        }
        let again = Joiner::new(&right, &session(), &[5; 64]).share();
        assert_ne!(recorded, again, "shares never come again");
    }

    /// Other programs must compute the same.
    #[test]
    fn the_exchange_is_what_it_was() {
        let phrase = PhraseKey::new("blue train");
        let joiner = Joiner::new(&phrase, &session(), &[3; 64]);
        let host = Host::answer(&phrase, &session(), joiner.share(), &[4; 64]).unwrap();
        let proof = joiner.prove(&host.said()).unwrap();
        let all = [joiner.share(), host.said().share, host.said().proof, proof]
            .map(|bytes| Hash(bytes).to_string());
        assert_eq!(
            all,
            [
                "f839564f38d0ab662283007ee16d8bf259abe6547bb3736c200e1e8f5410d50b",
                "a4fade1a1e5a6da02fa75bf3f280123c70ddf19b1bc4282b3ce11e6a05a5f620",
                "e5b6922ec5717db6d5bb7b9ac75856ef24cb8ddf396e1122ca125161c4ac6be5",
                "5177e1990632388a22ae94b3aa4d0d55a050e2924cbd9c53cffdc75406b5c38c"
            ]
        );
    }
}
