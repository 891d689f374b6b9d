//! A journal's file: locked against a second process, appended to, and safe on disk before an append returns.
//!
//! What a record is, and which bytes of a file are good, is the protocol's matter. A failed append leaves no trace: its
//! bytes are cut off at once or, if even that fails, before the next append or at the next start.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use whistlestop_proto::hash::Hash;

use super::home::Home;
use super::{StoreError, Told as _, beside, private, read_bounded, sync_folder, write_new};
use crate::table::limits::MAX_JOURNAL_BYTES;

/// An open, locked journal.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// So many bytes are safely on disk.
    kept: u64,
    /// There may be bytes behind them.
    untidy: bool,
}

impl Journal {
    /// The journal of a table and what it holds; a new one that holds nothing, if there is none.
    pub fn open_or_create(home: &Home, table: &Hash) -> Result<(Self, Vec<u8>), StoreError> {
        let path = home.journal_path(table);
        // Nobody replaces it by a copy at the same moment.
        let _alone = home.alone()?;
        let created = private(OpenOptions::new().read(true).write(true).create_new(true)).open(&path);
        if let Ok(file) = created {
            lock(&file, &path)?;
            sync_folder(&path)?;
            return Ok((Self { file, path, kept: 0, untidy: false }, Vec::new()));
        }
        Self::open(&path)
    }

    fn open(path: &Path) -> Result<(Self, Vec<u8>), StoreError> {
        let mut file = OpenOptions::new().read(true).write(true).open(path).told("opening", path)?;
        lock(&file, path)?;
        let bytes = read_bounded(&mut file, path, MAX_JOURNAL_BYTES)?;
        let kept = bytes.len() as u64;
        Ok((Self { file, path: path.to_path_buf(), kept, untidy: false }, bytes))
    }

    /// Which file on which machine this is. A journal that was copied back from somewhere, or to another machine, is another file:
    /// it may not know all that its player has said since.
    pub fn place(&self) -> Hash {
        let machine = fs::read("/etc/machine-id").unwrap_or_default();
        Hash::of(
            "whistlestop/place/1",
            &[&(machine.len() as u64).to_le_bytes(), &machine, &file_identity(&self.file, &self.path)],
        )
    }

    /// Takes the place of this empty journal with a copy of one from elsewhere. After a crash there is all of it or
    /// nothing: a part of a player's own journal would not know what the player said.
    pub fn fill(self, home: &Home, bytes: &[u8]) -> Result<Self, StoreError> {
        let temporary = beside(&self.path)?;
        // Nobody opens the empty one any more while it is replaced.
        let _alone = home.alone()?;
        let copied = write_new(&temporary, bytes).and_then(|file| {
            lock(&file, &self.path)?;
            fs::rename(&temporary, &self.path).told("making", &self.path)?;
            Ok(file)
        });
        if copied.is_err() {
            // If it cannot even be removed, the first error says more.
            let _ = fs::remove_file(&temporary);
        }
        let file = copied?;
        sync_folder(&self.path)?;
        Ok(Self { file, path: self.path, kept: bytes.len() as u64, untidy: false })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Takes the file away. It stays locked, so that nobody takes it up meanwhile.
    pub fn remove(&self) -> Result<(), StoreError> {
        fs::remove_file(&self.path).told("removing", &self.path)?;
        sync_folder(&self.path)
    }

    /// How many bytes are safely on disk.
    pub fn len(&self) -> u64 {
        self.kept
    }

    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.kept == 0
    }

    /// Keeps this many bytes and cuts off the rest: a record that a crash tore.
    pub fn cut(&mut self, good: u64) -> Result<(), StoreError> {
        if good < self.kept || self.untidy {
            self.kept = self.kept.min(good);
            self.untidy = true;
            self.tidy()?;
        }
        Ok(())
    }

    /// Keeps these bytes beside the journal, for whoever wants to look at them; says where.
    pub fn set_aside(&self, bytes: &[u8]) -> Result<PathBuf, StoreError> {
        let aside = beside(&self.path)?.with_extension("damaged");
        write_new(&aside, bytes)?;
        Ok(aside)
    }

    /// Appends; the bytes are safely on disk when this returns.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), StoreError> {
        let len = self.kept + bytes.len() as u64;
        if len > MAX_JOURNAL_BYTES {
            return Err(StoreError::TooLong { path: self.path.clone(), most: MAX_JOURNAL_BYTES });
        }
        if self.untidy {
            self.tidy()?;
        }
        self.untidy = true;
        let written = self.write(bytes);
        if let Err(error) = written {
            // If this fails too, the next append tries again; a start cuts what is torn.
            let _ = self.tidy();
            return Err(StoreError::new("writing", &self.path, error));
        }
        self.kept = len;
        self.untidy = false;
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        // What was written last ends where the file does.
        self.file.write_all(bytes)?;
        self.file.sync_data()
    }

    fn tidy(&mut self) -> Result<(), StoreError> {
        let cut = self.file.set_len(self.kept).and_then(|()| self.file.sync_data());
        let cut = cut.and_then(|()| self.file.seek(SeekFrom::Start(self.kept)));
        cut.told("writing", &self.path)?;
        self.untidy = false;
        Ok(())
    }
}

impl Home {
    /// What the journal of a table holds, whether or not it is open elsewhere; nothing if there is none.
    pub fn journal_bytes(&self, table: &Hash) -> Result<Option<Vec<u8>>, StoreError> {
        match read_journal(&self.journal_path(table)) {
            Err(StoreError::Missing { .. }) => Ok(None),
            other => other.map(Some),
        }
    }
}

/// What a journal holds, wherever it is and whether or not it is open elsewhere.
pub fn read_journal(path: &Path) -> Result<Vec<u8>, StoreError> {
    let mut file = File::open(path).told("reading", path)?;
    read_bounded(&mut file, path, MAX_JOURNAL_BYTES)
}

/// How often a lock that somebody holds is tried again, and after how long each time.
const LOCK_TRIES: u32 = 20;
const LOCK_PAUSE: Duration = Duration::from_millis(10);

/// A process that is just being started, such as a bot's, holds the locks of whoever starts it until it runs its own program:
/// for that moment a file is locked that nobody uses.
fn lock(file: &File, path: &Path) -> Result<(), StoreError> {
    for _ in 0..LOCK_TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(LOCK_PAUSE),
            Err(TryLockError::Error(error)) => return Err(StoreError::new("locking", path, error)),
        }
    }
    Err(StoreError::Locked { path: path.to_path_buf() })
}

/// What tells a file from a copy of it: device, number and, where the system keeps it, the time of its birth.
#[cfg(unix)]
fn file_identity(file: &File, path: &Path) -> Vec<u8> {
    use std::os::unix::fs::MetadataExt as _;
    let Ok(metadata) = file.metadata() else { return path.as_os_str().as_encoded_bytes().to_vec() };
    let born = metadata.created().map(|born| format!("{born:?}")).unwrap_or_default();
    [&metadata.dev().to_le_bytes()[..], &metadata.ino().to_le_bytes(), born.as_bytes()].concat()
}

/// What tells a file from a copy of it: its path and, where the system keeps it, the time of its birth.
#[cfg(not(unix))]
fn file_identity(file: &File, path: &Path) -> Vec<u8> {
    let born = file.metadata().and_then(|metadata| metadata.created());
    let born = born.map(|born| format!("{born:?}")).unwrap_or_default();
    [path.as_os_str().as_encoded_bytes(), born.as_bytes()].concat()
}

#[cfg(test)]
impl Journal {
    /// Nothing can be written any more, as on a disk that failed, and something half written is left behind.
    pub(crate) fn fail_for_test(&mut self, torn: &[u8]) {
        let mut file = OpenOptions::new().append(true).open(&self.path).unwrap();
        file.write_all(torn).unwrap();
        self.file = File::open(&self.path).unwrap();
        self.untidy = true;
    }

    /// It can be written again.
    pub(crate) fn heal_for_test(&mut self) {
        self.file = OpenOptions::new().read(true).write(true).open(&self.path).unwrap();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn journal() -> (tempfile::TempDir, Home, Journal) {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::open(Some(folder.path().join("home"))).unwrap();
        let (journal, bytes) = Journal::open_or_create(&home, &Hash([1; 32])).unwrap();
        assert_eq!((bytes.len(), journal.is_empty()), (0, true));
        (folder, home, journal)
    }

    #[test]
    fn what_failed_halfway_is_cut_off_before_the_next_append() {
        let (_folder, _home, mut journal) = journal();
        journal.append(b"one").unwrap();
        journal.fail_for_test(b"tw");
        assert!(journal.append(b"two").is_err());
        assert!(journal.append(b"two").is_err());
        assert_eq!((fs::read(journal.path()).unwrap(), journal.len()), (b"onetw".to_vec(), 3));
        journal.heal_for_test();
        journal.append(b"2").unwrap();
        assert_eq!(fs::read(journal.path()).unwrap(), b"one2");
    }

    #[test]
    fn a_copy_takes_the_place_of_an_empty_journal_and_stays_locked() {
        let (_folder, home, journal) = journal();
        let mut journal = journal.fill(&home, b"copied").unwrap();
        assert!(matches!(Journal::open_or_create(&home, &Hash([1; 32])), Err(StoreError::Locked { .. })));
        journal.append(b" and more").unwrap();
        drop(journal);
        let (_, bytes) = Journal::open_or_create(&home, &Hash([1; 32])).unwrap();
        assert_eq!(bytes, b"copied and more");
    }

    #[test]
    fn a_file_that_is_longer_than_any_journal_is_not_read() {
        let (_folder, home, journal) = journal();
        journal.file.set_len(MAX_JOURNAL_BYTES + 1).unwrap();
        drop(journal);
        let error = Journal::open_or_create(&home, &Hash([1; 32])).unwrap_err();
        assert!(error.to_string().contains("is longer than 268435456 bytes"), "{error}");
    }
}
