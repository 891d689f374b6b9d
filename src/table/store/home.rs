//! The folder that holds all files of one player.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;
use whistlestop_proto::hash::Hash;

use super::{StoreError, Told as _, beside, make_folder, private, write_new};

const VARIABLE: &str = "WHISTLESTOP_HOME";
const FOLDER: &str = "whistlestop";
const TABLES: &str = "tables";
const LOCK: &str = ".lock";
const LOG: &str = "whistlestop.log";

/// How a journal's name ends.
pub const JOURNAL_ENDING: &str = "wsl";

/// The folder that holds all files of one player.
#[derive(Clone, Debug)]
pub struct Home {
    path: PathBuf,
    /// The user whose files these must be.
    owner: u32,
}

/// Why there is no home.
#[derive(Debug, thiserror::Error)]
pub enum HomeError {
    /// The system does not say where.
    #[error("this system names no folder for data: choose one with --home or {VARIABLE}")]
    NoFolder,
    /// It cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Others can reach into it.
    #[error(transparent)]
    Exposed(#[from] Exposed),
}

/// Why a file or folder cannot be trusted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Exposed {
    /// Others may read or change it.
    #[error("others can {verb} {}: run `chmod {mode:o} {}`, then start again", path.display(), quoted(path))]
    Others {
        /// Which.
        path: PathBuf,
        /// What others can do.
        verb: &'static str,
        /// The rights that it should have.
        mode: u32,
    },
    /// It belongs to somebody else.
    #[error(
        "{} belongs to user {owner}, not to you (user {user}): run `sudo chown {user} {}`, or choose another \
         folder with --home",
        path.display(),
        quoted(path)
    )]
    Owner {
        /// Which.
        path: PathBuf,
        /// Whose it is.
        owner: u32,
        /// Who asks.
        user: u32,
    },
}

impl Home {
    /// The given folder, else the one that `WHISTLESTOP_HOME` names, else the platform's. It is made if it is not
    /// there, and a file is written into it and removed again, so that whoever has a home can keep things there.
    pub fn open(chosen: Option<PathBuf>) -> Result<Self, HomeError> {
        Self::at(choose(chosen, env::var_os(VARIABLE))?)
    }

    fn at(path: PathBuf) -> Result<Self, HomeError> {
        let tables = path.join(TABLES);
        make_folder(&tables)?;
        let trial = beside(&path.join("trial"))?;
        let written = write_new(&trial, b"").map_err(|error| match error {
            StoreError::Denied { .. } => StoreError::Denied { path: path.clone() },
            StoreError::ReadOnly { .. } => StoreError::ReadOnly { path: path.clone() },
            other => other,
        })?;
        let owner = owner_of(&written.metadata().told("reading", &trial)?);
        fs::remove_file(&trial).told("removing", &trial)?;
        let home = Self { path, owner };
        for folder in [&home.path, &tables] {
            let found = fs::metadata(folder).told("reading", folder)?;
            home.check(folder, &found, 0o022, ("change files in", 0o700))?;
        }
        Ok(home)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where the journals are.
    pub fn tables_path(&self) -> PathBuf {
        self.path.join(TABLES)
    }

    /// The journal of a table.
    pub fn journal_path(&self, table: &Hash) -> PathBuf {
        self.tables_path().join(format!("{table}.{JOURNAL_ENDING}"))
    }

    /// The file that diagnostics are added to.
    pub fn log_file(&self) -> Result<File, StoreError> {
        let path = self.path.join(LOG);
        private(OpenOptions::new().append(true).create(true)).open(&path).told("making", &path)
    }

    /// Refuses what belongs to somebody else or gives others a right of `mask`.
    pub(super) fn check(
        &self,
        path: &Path,
        found: &Metadata,
        mask: u32,
        (verb, mode): (&'static str, u32),
    ) -> Result<(), Exposed> {
        let (user, owner) = (self.owner, owner_of(found));
        if owner != user {
            return Err(Exposed::Owner { path: path.to_path_buf(), owner, user });
        }
        if rights_of(found) & mask != 0 {
            return Err(Exposed::Others { path: path.to_path_buf(), verb, mode });
        }
        Ok(())
    }

    /// Keeps other windows of the same player out while a file is read, changed and written.
    pub(super) fn alone(&self) -> Result<File, StoreError> {
        let path = self.path.join(LOCK);
        let file = private(OpenOptions::new().write(true).create(true).truncate(false))
            .open(&path)
            .told("making", &path)?;
        file.lock().told("locking", &path)?;
        Ok(file)
    }
}

fn choose(chosen: Option<PathBuf>, variable: Option<OsString>) -> Result<PathBuf, HomeError> {
    let named = variable.filter(|path| !path.is_empty()).map(PathBuf::from);
    if let Some(path) = chosen.or(named) {
        return Ok(path);
    }
    let base = etcetera::choose_base_strategy().map_err(|_| HomeError::NoFolder)?;
    Ok(base.data_dir().join(FOLDER))
}

/// A path as a shell takes it.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "/._-+".contains(c);
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

#[cfg(unix)]
fn owner_of(found: &Metadata) -> u32 {
    use std::os::unix::fs::MetadataExt as _;
    found.uid()
}

/// Elsewhere the folders of a user are the user's own, and all files count as one user's.
#[cfg(not(unix))]
fn owner_of(_found: &Metadata) -> u32 {
    0
}

#[cfg(unix)]
fn rights_of(found: &Metadata) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    found.permissions().mode() & 0o777
}

#[cfg(not(unix))]
fn rights_of(_found: &Metadata) -> u32 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_goes_before_the_variable_and_that_before_the_platform() {
        let choose = |given: Option<&str>, variable: Option<&str>| {
            choose(given.map(PathBuf::from), variable.map(OsString::from)).unwrap()
        };
        assert_eq!(choose(Some("a"), Some("b")), Path::new("a"));
        assert_eq!(choose(None, Some("b")), Path::new("b"));
        assert!(choose(None, Some("")).ends_with(FOLDER));
        assert!(choose(None, None).ends_with(FOLDER));
    }

    #[test]
    fn commands_in_sentences_can_be_pasted() {
        assert_eq!(quoted(Path::new("/home/ann/.whistlestop")), "/home/ann/.whistlestop");
        assert_eq!(quoted(Path::new("/tmp/Ann's games")), r"'/tmp/Ann'\''s games'");
    }

    #[cfg(unix)]
    #[test]
    fn a_home_of_somebody_else_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("home");
        let mut home = Home::at(folder.clone()).unwrap();
        let user = home.owner;
        let found = fs::metadata(&folder).unwrap();
        assert_eq!(home.check(&folder, &found, 0o077, ("read", 0o700)), Ok(()));
        home.owner = user + 1;
        let refused = home.check(&folder, &found, 0o077, ("read", 0o700)).unwrap_err().to_string();
        let (path, other) = (folder.display(), user + 1);
        assert!(
            refused.starts_with(&format!("{path} belongs to user {user}, not to you (user {other})")),
            "{refused}"
        );
        assert!(refused.contains(&format!("`sudo chown {other} {path}`")), "{refused}");
    }
}
