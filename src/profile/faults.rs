//! What is wrong in a file of settings, all of it at once: each key is read by itself, so that one bad key hides no
//! other. Refuses to know: which keys there are.

use serde::de::DeserializeOwned;
use std::fmt;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// One thing that is wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The key, `quirks.history`; empty for the file as a whole.
    pub key: String,
    /// What should stand there.
    pub expected: String,
    /// What stands there.
    pub got: String,
}

/// A file that cannot be used, with everything that is wrong in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FileError {
    /// The file.
    pub file: String,
    /// What is wrong.
    pub faults: Vec<Fault>,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, Fault { key, expected, got }) in self.faults.iter().enumerate() {
            let line_end = if number == 0 { "" } else { "\n" };
            let key = if key.is_empty() { String::new() } else { format!(" {key}:") };
            write!(f, "{line_end}{}:{key} expected {expected}, got {got}", self.file)?;
        }
        Ok(())
    }
}

/// Takes keys out of tables and collects what is wrong with them.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    faults: Vec<Fault>,
}

impl Reader {
    /// Reads a file. `shape` takes what it knows out of the table; `None` if something without which there is nothing
    /// is missing, which it reports.
    ///
    /// # Errors
    /// Everything that is wrong.
    pub(crate) fn read<T>(
        text: &str,
        file: &Path,
        shape: impl FnOnce(Table, &mut Self) -> Option<T>,
    ) -> Result<T, FileError> {
        let mut reader = Self::default();
        let read = match text.parse::<Table>() {
            Ok(table) => shape(table, &mut reader),
            Err(error) => {
                let got = error.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
                reader.fault("", "a TOML file", got);
                None
            }
        };
        match (read, reader.faults.is_empty()) {
            (Some(read), true) => Ok(read),
            (_, _) => Err(FileError { file: file.display().to_string(), faults: reader.faults }),
        }
    }

    /// What was found so far.
    pub(crate) fn into_faults(self) -> Vec<Fault> {
        self.faults
    }

    pub(crate) fn fault(&mut self, key: &str, expected: &str, got: String) {
        self.faults.push(Fault { key: key.to_owned(), expected: expected.to_owned(), got });
    }

    /// The value of a key, `None` if it is missing or bad; bad values are reported.
    pub(crate) fn take<T: DeserializeOwned>(
        &mut self,
        table: &mut Table,
        at: &str,
        key: &str,
        expected: &str,
    ) -> Option<T> {
        let value: Value = table.remove(key)?;
        match T::deserialize(value.clone()) {
            Ok(read) => Some(read),
            Err(_) => {
                self.fault(&format!("{at}{key}"), expected, value.to_string());
                None
            }
        }
    }

    pub(crate) fn refuse_rest(&mut self, table: Table, at: &str, known: &[&str]) {
        for (key, _) in table {
            self.fault(at.trim_end_matches('.'), &format!("one of {}", known.join(", ")), format!("{key:?}"));
        }
    }
}

/// A path in a file, taken from the file's folder.
pub(crate) fn beside(file: &Path, path: &str) -> PathBuf {
    match file.parent() {
        Some(folder) => folder.join(path),
        None => path.into(),
    }
}
