//! Files: the one place of a table that touches the disk.
//!
//! Everything is under one folder, the [`home`](home::Home): the identity, `config.toml`, `known_peers.toml`, a journal for
//! each table, and a folder of the same kind for everybody else who plays on this laptop. Nothing here knows what is in a journal beyond its first bytes.

pub mod config;
pub mod home;
pub mod identity;
pub mod journal;
pub mod known;
pub mod list;
pub mod players;
mod toml_file;

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

/// Why something could not be read or kept.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The disk is full.
    #[error(
        "the disk is full: {} could not be written; nothing is lost and nothing was sent: make room, then go on",
        path.display()
    )]
    Full {
        /// What was being written.
        path: PathBuf,
    },
    /// Nothing can be written there at all.
    #[error(
        "{} is read-only: choose a folder that can be written with --home or WHISTLESTOP_HOME",
        path.display()
    )]
    ReadOnly {
        /// What was being written.
        path: PathBuf,
    },
    /// This user may not.
    #[error(
        "no permission for {}: choose a folder of your own with --home or WHISTLESTOP_HOME",
        path.display()
    )]
    Denied {
        /// What was being read or written.
        path: PathBuf,
    },
    /// The table is open elsewhere.
    #[error(
        "this table is open in another window ({}): go on there, or close it first",
        path.display()
    )]
    Locked {
        /// The journal.
        path: PathBuf,
    },
    /// The file is longer than any that this program writes.
    #[error("{} is longer than {most} bytes, which no file of whistlestop is", path.display())]
    TooLong {
        /// Which.
        path: PathBuf,
        /// The most there may be.
        most: u64,
    },
    /// What should be a folder is none.
    #[error("{} is not in a folder: choose another place with --home or WHISTLESTOP_HOME", path.display())]
    NoFolder {
        /// What was being read or written.
        path: PathBuf,
    },
    /// There is no such file.
    #[error("there is no file {}", path.display())]
    Missing {
        /// Which.
        path: PathBuf,
    },
    /// Anything else that the system says.
    #[error("{what} {} failed: {error}", path.display())]
    Io {
        /// What was tried.
        what: &'static str,
        /// With which file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

impl StoreError {
    pub(crate) fn new(what: &'static str, path: &Path, error: io::Error) -> Self {
        let path = path.to_path_buf();
        match error.kind() {
            // A limit on the size of files is a full disk for whoever meets it.
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                Self::Full { path }
            }
            ErrorKind::ReadOnlyFilesystem => Self::ReadOnly { path },
            ErrorKind::PermissionDenied => Self::Denied { path },
            ErrorKind::NotADirectory => Self::NoFolder { path },
            ErrorKind::NotFound => Self::Missing { path },
            _ => Self::Io { what, path, error },
        }
    }
}

/// Turns what the system says into a sentence about a file.
trait Told<T> {
    fn told(self, what: &'static str, path: &Path) -> Result<T, StoreError>;
}

impl<T> Told<T> for io::Result<T> {
    fn told(self, what: &'static str, path: &Path) -> Result<T, StoreError> {
        self.map_err(|error| StoreError::new(what, path, error))
    }
}

/// The whole file, if it is not longer than this.
fn read_bounded(file: &mut File, path: &Path, most: u64) -> Result<Vec<u8>, StoreError> {
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).told("reading", path)?;
    if bytes.len() as u64 > most {
        return Err(StoreError::TooLong { path: path.to_path_buf(), most });
    }
    Ok(bytes)
}

/// Replaces a file as a whole: after a crash there is the old one or the new one, never half of one.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let temporary = beside(path)?;
    let done = write_new(&temporary, bytes).and_then(|_| fs::rename(&temporary, path).told("writing", path));
    if done.is_err() {
        // What could not be finished is of no use; if it cannot even be removed, the first error says more.
        let _ = fs::remove_file(&temporary);
    }
    done?;
    sync_folder(path)
}

/// A new file with these bytes, safely on disk, for this user alone.
fn write_new(path: &Path, bytes: &[u8]) -> Result<File, StoreError> {
    let mut file = private(OpenOptions::new().read(true).write(true).create_new(true))
        .open(path)
        .told("making", path)?;
    file.write_all(bytes).and_then(|()| file.sync_all()).told("writing", path)?;
    Ok(file)
}

/// The name of a file beside this one that nobody else uses, and nobody can foresee.
pub fn beside(path: &Path) -> Result<PathBuf, StoreError> {
    let mut luck = [0; 8];
    let error = |error: getrandom::Error| StoreError::new("making", path, error.into());
    getrandom::fill(&mut luck).map_err(error)?;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{:016x}.new", u64::from_le_bytes(luck)));
    Ok(path.with_file_name(name))
}

/// Makes the name of a file as safe as its bytes.
fn sync_folder(path: &Path) -> Result<(), StoreError> {
    let Some(folder) = path.parent() else { return Ok(()) };
    // Elsewhere a folder cannot be opened as a file, and its entries are safe without.
    if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all()).told("writing", folder)?;
    }
    Ok(())
}

/// A file that is created is for this user alone.
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options
}

/// Makes a folder for this user alone, and those above it, unless it is there.
fn make_folder(path: &Path) -> Result<(), StoreError> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder.create(path).told("making", path)
}
