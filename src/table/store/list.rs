//! The tables of a home, as a list for people who want to go on with one.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use whistlestop_proto::hash::Hash;
use whistlestop_proto::kept::Kept;
use whistlestop_proto::quorum::Voters;
use whistlestop_proto::sign::PublicKey;

use super::home::{Home, JOURNAL_ENDING};
use super::journal::read_journal;
use super::{StoreError, Told as _};
use crate::engine::game::Turn;
use crate::table::catalog::Catalog;
use crate::table::genesis::genesis;
use crate::table::history::History;
use crate::table::limits::MAX_PARENTS;
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
    /// The table that carries this one on, if there is one here: the last, if that one was carried on too.
    pub carried_on: Option<Hash>,
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
        let copies = self.copies(files.iter().map(|file| &*file.path));
        for table in files.iter_mut().filter_map(|file| file.table.as_mut().ok()) {
            table.carried_on = last_copy(&copies, &table.table);
        }
        Ok(files)
    }

    /// The files of all tables, the latest first.
    pub fn journal_paths(&self) -> Result<Vec<PathBuf>, StoreError> {
        let folder = self.tables_path();
        let found = fs::read_dir(&folder).told("reading", &folder)?.filter_map(Result::ok);
        let mut paths: Vec<_> = found
            .filter_map(|found| Some((found.metadata().ok()?.modified().ok()?, found.path())))
            .filter(|(_, path)| path.extension().is_some_and(|ending| ending == JOURNAL_ENDING))
            .collect();
        paths.sort_by(|a, b| b.cmp(a));
        Ok(paths.into_iter().map(|(_, path)| path).collect())
    }

    /// The table that carries another one on, by their journals here: the last, if that one was carried on too.
    pub fn carried_on(&self, table: &Hash) -> Result<Option<Hash>, StoreError> {
        let paths = self.journal_paths()?;
        Ok(last_copy(&self.copies(paths.iter().map(|path| &**path)), table))
    }

    /// The journal of the table that carries on the one of a journal, or that one.
    pub fn carried_on_by(&self, path: PathBuf) -> Result<PathBuf, StoreError> {
        let contract = Kept::salvage(&read_journal(&path)?).map(|(kept, _)| kept.contract);
        // A file that cannot be read is refused where it is opened.
        let Ok(contract) = contract else { return Ok(path) };
        let copy = self.carried_on(&contract.table())?;
        Ok(copy.map_or(path, |copy| self.journal_path(&copy)))
    }

    /// Which table carries which one on; the first of several counts, and none that was not signed by all who were there.
    fn copies<'a>(&self, paths: impl Iterator<Item = &'a Path>) -> BTreeMap<Hash, Hash> {
        let mut copies = BTreeMap::new();
        for path in paths {
            let kept = read_journal(path).ok().and_then(|bytes| Kept::read(&bytes).ok());
            let Some(kept) = kept else { continue };
            let signed: Voters = kept.accessions.iter().map(|accession| accession.voter).collect();
            let founders = kept.contract.founders();
            // What lies elsewhere than it should is nobody's.
            let own = *path == self.journal_path(&kept.contract.table());
            if let Some(parent) = kept.contract.parent
                && own
                && signed.and(founders) == founders
            {
                copies.entry(parent.table).or_insert_with(|| kept.contract.table());
            }
        }
        copies
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
            carried_on: None,
            signed: entries > 0 || kept.accessions.len() >= kept.contract.founders().len(),
            name: table_name(&kept.contract).map(str::to_owned),
        })
    }
}

fn last_copy(copies: &BTreeMap<Hash, Hash>, table: &Hash) -> Option<Hash> {
    let next = |table: &Hash| copies.get(table).copied();
    std::iter::successors(next(table), next).take(MAX_PARENTS).last()
}
