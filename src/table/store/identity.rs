//! The player's secret key on disk: made once, for the owner's eyes only.

use std::fs::{self, File};
use std::path::PathBuf;

use whistlestop_proto::sign::Identity;
use zeroize::{Zeroize as _, Zeroizing};

use super::home::{Exposed, Home};
use super::{StoreError, Told as _, read_bounded, replace};
use crate::table::limits::MAX_IDENTITY_BYTES;

const FILE: &str = "identity";
const TITLE: &str = "whistlestop identity 1";

/// Why there is no identity.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    /// It cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Others can see it.
    #[error(transparent)]
    Exposed(#[from] Exposed),
    /// The file is not what this program wrote.
    #[error(
        "{} is not an identity of this whistlestop: restore it from a copy, or move it away to become \
         somebody new",
        path.display()
    )]
    Broken {
        /// Which.
        path: PathBuf,
    },
    /// The system gives no random bytes.
    #[error("this system gives no random bytes, without which no key can be made: {0}")]
    NoLuck(getrandom::Error),
}

impl Home {
    /// The player's identity, made at the first start.
    pub fn identity(&self) -> Result<Identity, IdentityError> {
        let path = self.path().join(FILE);
        // Two windows that start at once in a new home must not make two keys.
        let alone = self.alone()?;
        if !fs::exists(&path).told("reading", &path)? {
            let mut secret = Zeroizing::new([0; 32]);
            getrandom::fill(&mut *secret).map_err(IdentityError::NoLuck)?;
            replace(&path, written(&secret).as_bytes())?;
        }
        drop(alone);
        let mut file = File::open(&path).told("reading", &path)?;
        let found = file.metadata().told("reading", &path)?;
        self.check(&path, &found, 0o077, ("read", 0o600))?;
        let text = Zeroizing::new(read_bounded(&mut file, &path, MAX_IDENTITY_BYTES)?);
        let secret = secret_in(&text).ok_or(IdentityError::Broken { path })?;
        Ok(Identity::from_secret(&secret))
    }
}

fn written(secret: &[u8; 32]) -> Zeroizing<String> {
    // Room for all of it at once, or growing would leave parts of the key behind in memory.
    let mut text = Zeroizing::new(String::with_capacity(128));
    text.push_str(TITLE);
    text.push('\n');
    for byte in secret {
        for digit in [byte >> 4, byte & 15] {
            text.push(char::from_digit(u32::from(digit), 16).unwrap_or_default());
        }
    }
    text.push('\n');
    text
}

fn secret_in(text: &[u8]) -> Option<Zeroizing<[u8; 32]>> {
    let digits = text.strip_prefix(TITLE.as_bytes())?.strip_prefix(b"\n")?.strip_suffix(b"\n")?;
    if digits.len() != 64 {
        return None;
    }
    let mut secret = Zeroizing::new([0_u8; 32]);
    for (byte, pair) in secret.iter_mut().zip(digits.chunks_exact(2)) {
        let value = |digit: u8| char::from(digit).to_digit(16);
        let (Some(high), Some(low)) = (value(pair[0]), value(pair[1])) else {
            secret.zeroize();
            return None;
        };
        *byte = u8::try_from(high << 4 | low).ok()?;
    }
    Some(secret)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_comes_back_as_it_was_written() {
        let secret: [u8; 32] = std::array::from_fn(|place| u8::try_from(place * 8 + 3).unwrap());
        assert_eq!(*secret_in(written(&secret).as_bytes()).unwrap(), secret);
    }

    #[test]
    fn what_is_no_key_is_refused() {
        let good = written(&[7; 32]);
        for broken in [
            String::new(),
            good[..good.len() - 1].to_owned(),
            good.replace("identity 1", "identity 2"),
            good.replacen("07", "0x", 1),
            format!("{}0", *good),
        ] {
            assert!(secret_in(broken.as_bytes()).is_none(), "{broken:?}");
        }
    }
}
