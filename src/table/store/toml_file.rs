//! Small files that people may read and edit.

use std::fs::File;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{StoreError, Told as _, read_bounded, replace};
use crate::table::limits::MAX_TOML_BYTES;

/// Why such a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TomlError {
    /// It cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It does not say what it should.
    #[error("{} line {line}: {why}: correct the line, or delete the file", path.display())]
    Broken {
        /// Which file.
        path: PathBuf,
        /// Where, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
}

/// What the file says; the default if there is none.
pub(super) fn load<T: DeserializeOwned + Default>(path: &Path) -> Result<T, TomlError> {
    let mut file = match File::open(path).told("reading", path) {
        Err(StoreError::Missing { .. }) => return Ok(T::default()),
        other => other?,
    };
    let bytes = read_bounded(&mut file, path, MAX_TOML_BYTES)?;
    parse(path, &bytes)
}

fn parse<T: DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<T, TomlError> {
    let broken = |at: usize, why: &str| {
        let line = 1 + bytes.iter().take(at).filter(|byte| **byte == b'\n').count();
        // The parser speaks in several lines, and what people see is one sentence.
        let why = why.split_whitespace().collect::<Vec<_>>().join(" ");
        TomlError::Broken { path: path.to_path_buf(), line, why }
    };
    let text = std::str::from_utf8(bytes).map_err(|error| broken(error.valid_up_to(), "not a text"))?;
    toml::from_str(text).map_err(|error| broken(error.span().map_or(0, |span| span.start), error.message()))
}

/// Replaces the file as a whole.
pub(super) fn save<T: Serialize>(path: &Path, value: &T) -> Result<(), StoreError> {
    let text = toml::to_string(value).expect("what is kept so consists of texts and lists of them");
    replace(path, text.as_bytes())
}
