//! The tables of a home, as a list for people who want to go on with one.

use std::fs;
use std::path::{Path, PathBuf};

use whistlestop_proto::hash::Hash;
use whistlestop_proto::kept::Kept;
use whistlestop_proto::sign::PublicKey;

use super::home::{Home, JOURNAL_ENDING};
use super::journal::read_journal;
use super::{StoreError, Told as _};
use crate::engine::game::Turn;
use crate::table::catalog::Catalog;
use crate::table::genesis::genesis;
use crate::table::history::History;
use crate::table::terms::{seat_names, table_name};

/// A file among the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFile {
    /// Where it is.
    pub path: PathBuf,
    /// When it was last written, in milliseconds since 1970: to sort by, for clocks may be wrong.
    pub modified_millis: u64,
    /// The table in it, or why there is none, in a sentence.
    pub table: Result<TableSummary, String>,
}

/// A table in a few words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSummary {
    /// Its id.
    pub table: Hash,
    /// The game's id.
    pub game: String,
    /// Who sits there, from seat 0.
    pub names: Vec<String>,
    /// The keys of the seats that have one.
    pub keys: Vec<PublicKey>,
    /// How many entries are final.
    pub entries: u32,
    /// Whether the game is over.
    pub over: bool,
    /// Whether everybody has signed it; a table that not everybody signed never began.
    pub signed: bool,
    /// What it is called, if others could find it.
    pub name: Option<String>,
}

impl Home {
    /// All tables, the latest first. Games are played again to see where they stand, but signatures are not checked:
    /// that is done when one is opened.
    pub fn tables(&self, catalog: impl Into<Catalog>) -> Result<Vec<TableFile>, StoreError> {
        let catalog = catalog.into();
        let folder = self.tables_path();
        let mut files = Vec::new();
        for found in fs::read_dir(&folder).told("reading", &folder)? {
            let found = found.told("reading", &folder)?;
            let path = found.path();
            if path.extension().is_none_or(|ending| ending != JOURNAL_ENDING) {
                continue;
            }
            // A file that went away meanwhile is none.
            let Ok(about) = found.metadata() else { continue };
            let since =
                about.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
            let modified_millis = since.and_then(|since| u64::try_from(since.as_millis()).ok()).unwrap_or(0);
            let table = self.summary(&path, catalog);
            files.push(TableFile { path, modified_millis, table });
        }
        files.sort_by(|a, b| b.modified_millis.cmp(&a.modified_millis).then_with(|| a.path.cmp(&b.path)));
        Ok(files)
    }

    fn summary(&self, path: &Path, catalog: Catalog) -> Result<TableSummary, String> {
        let bytes = read_journal(path).map_err(|error| error.to_string())?;
        let kept = Kept::read(&bytes).map_err(|why| why.to_string())?;
        let mut earlier = |table: &Hash| self.journal_bytes(table).ok().flatten();
        let genesis = genesis(&kept.contract, catalog, &mut earlier).map_err(|why| why.to_string())?;
        let entries = kept.entries();
        let history = History::of(&kept, genesis.shared(), entries).map_err(|why| why.to_string())?;
        Ok(TableSummary {
            table: kept.contract.table(),
            game: kept.contract.game.clone(),
            names: seat_names(&kept.contract),
            keys: kept.contract.keyed().map(|(_, key)| key).collect(),
            entries,
            over: history.last().turn() == Turn::Over,
            signed: entries > 0 || kept.accessions.len() >= kept.contract.founders().len(),
            name: table_name(&kept.contract).map(str::to_owned),
        })
    }
}
