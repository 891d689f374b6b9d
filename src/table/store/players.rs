//! Those who play on this laptop beside its owner: each with a folder, a key and journals of their own.

use std::fs;
use std::path::PathBuf;

use whistlestop_proto::sign::Identity;

use super::config::PlayerName;
use super::home::{Home, HomeError};
use super::identity::IdentityError;
use super::{StoreError, Told as _};

const FOLDER: &str = "players";

/// Somebody who plays on this laptop.
#[derive(Clone, Debug)]
pub struct Resident {
    /// Their folder.
    pub home: Home,
    /// Their key.
    pub identity: Identity,
}

/// Why somebody cannot play here.
#[derive(Debug, thiserror::Error)]
pub enum ResidentError {
    /// Their folder cannot be used.
    #[error(transparent)]
    Home(#[from] HomeError),
    /// Their key cannot be used.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// The folder of all of them cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Home {
    /// Who plays here under this name beside the owner, made at the first time. Names are told apart as file systems do
    /// it, without regard to capitals.
    pub fn resident(&self, name: &PlayerName) -> Result<Resident, ResidentError> {
        resident_in(self.path().join(FOLDER).join(folder_of(name)))
    }

    /// All who ever played here beside the owner.
    pub fn residents(&self) -> Result<Vec<Resident>, ResidentError> {
        let folder = self.path().join(FOLDER);
        let found = match fs::read_dir(&folder).told("reading", &folder) {
            Err(StoreError::Missing { .. }) => return Ok(Vec::new()),
            other => other?,
        };
        let mut paths = Vec::new();
        for one in found {
            let path = one.told("reading", &folder)?.path();
            if path.is_dir() {
                paths.push(path);
            }
        }
        paths.sort();
        paths.into_iter().map(resident_in).collect()
    }
}

fn resident_in(path: PathBuf) -> Result<Resident, ResidentError> {
    let home = Home::open(Some(path))?;
    let identity = home.identity()?;
    Ok(Resident { home, identity })
}

/// A name as the name of a folder on any system: letters and digits as they are, everything else by its number.
fn folder_of(name: &PlayerName) -> String {
    let as_folder = |c: char| {
        if c.is_ascii_alphanumeric() { c.to_string() } else { format!("_{:x}_", u32::from(c)) }
    };
    name.as_str().to_lowercase().chars().map(as_folder).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> PlayerName {
        PlayerName::new(text).unwrap()
    }

    #[test]
    fn a_name_never_leads_out_of_the_folder_and_no_two_share_one() {
        assert_eq!(folder_of(&name("Ben")), "ben");
        assert_eq!(folder_of(&name("../Ben")), "_2e__2e__2f_ben");
        assert_eq!(folder_of(&name("Zoë 2")), "zo_eb__20_2");
        assert_ne!(folder_of(&name("a_20_b")), folder_of(&name("a b")));
    }

    #[test]
    fn residents_keep_their_keys_and_are_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::open(Some(folder.path().join("home"))).unwrap();
        assert!(home.residents().unwrap().is_empty());
        let ben = home.resident(&name("Ben")).unwrap().identity.public();
        let cid = home.resident(&name("Cid")).unwrap().identity.public();
        assert_ne!(ben, cid);
        assert_eq!(home.resident(&name("BEN")).unwrap().identity.public(), ben);
        let all: Vec<_> = home.residents().unwrap().iter().map(|one| one.identity.public()).collect();
        assert_eq!(all, [ben, cid]);
        assert_ne!(home.identity().unwrap().public(), ben);
    }
}
