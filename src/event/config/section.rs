//! Takes keys out of TOML tables and reports what is wrong with them, each by itself, so that one bad key hides no other.

use crate::event::faults::Report;
use crate::units::Span;
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// A table of the file, and which of its keys have been asked for.
#[derive(Debug)]
pub(super) struct Section {
    /// Where it stands, with the point behind it: `time.`; empty for the file as a whole.
    at: String,
    table: Table,
    known: Vec<&'static str>,
}

impl Section {
    pub(super) fn new(at: &str, table: Table) -> Self {
        Self { at: at.to_owned(), table, known: Vec::new() }
    }

    /// The place of a key in messages.
    pub(super) fn place(&self, key: &str) -> String {
        format!("{}{key}", self.at)
    }

    /// The place of the section itself.
    pub(super) fn here(&self) -> &str {
        self.at.trim_end_matches('.')
    }

    pub(super) fn raw(&mut self, key: &'static str) -> Option<Value> {
        self.known.push(key);
        self.table.remove(key)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// The value of a key; `None` if it is missing or bad; what is bad is reported.
    pub(super) fn take<T: DeserializeOwned>(
        &mut self,
        key: &'static str,
        expected: &str,
        report: &mut Report,
    ) -> Option<T> {
        let value = self.raw(key)?;
        match T::deserialize(value.clone()) {
            Ok(read) => Some(read),
            Err(_) => {
                report.expected(&self.place(key), expected, &value.to_string());
                None
            }
        }
    }

    pub(super) fn text(&mut self, key: &'static str, report: &mut Report) -> Option<String> {
        self.take(key, "text", report)
    }

    /// A path that is written to, as it stands.
    pub(super) fn target(&mut self, key: &'static str, report: &mut Report) -> Option<PathBuf> {
        self.take(key, "a path", report)
    }

    /// A path that is read, taken from the file's folder.
    pub(super) fn origin(&mut self, key: &'static str, file: &Path, report: &mut Report) -> Option<PathBuf> {
        self.take::<PathBuf>(key, "a path", report).map(|path| beside(file, &path))
    }

    /// A length of time, not negative.
    pub(super) fn span(&mut self, key: &'static str, report: &mut Report) -> Option<Span> {
        let expected = "a time such as \"0:10\" or \"0.050\", in seconds";
        let text: String = self.take(key, expected, report)?;
        match text.parse::<Span>() {
            Ok(span) if span >= Span::ZERO => Some(span),
            Ok(_) | Err(_) => {
                report.expected(&self.place(key), expected, &format!("{text:?}"));
                None
            }
        }
    }

    /// One of some words.
    pub(super) fn word<T: Clone>(&mut self, key: &'static str, words: &[(&str, T)], report: &mut Report) -> Option<T> {
        let listed = words.iter().map(|(word, _)| format!("{word:?}")).collect::<Vec<_>>();
        let expected = match listed.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            Some(_) | None => listed.join(""),
        };
        let value = self.raw(key)?;
        let found = value.as_str().and_then(|text| words.iter().find(|(word, _)| *word == text));
        if found.is_none() {
            report.expected(&self.place(key), &expected, &value.to_string());
        }
        found.map(|(_, meaning)| meaning.clone())
    }

    /// A table below this one; an empty one if it is missing.
    pub(super) fn below(&mut self, key: &'static str, report: &mut Report) -> Self {
        let table = self.take(key, "a table", report).unwrap_or_default();
        Self::new(&format!("{}{key}.", self.at), table)
    }

    /// A table below this one, or `false` for none of it; `None` if the key is missing or bad.
    pub(super) fn below_or_off(&mut self, key: &'static str, report: &mut Report) -> Option<OnOff> {
        match self.raw(key)? {
            Value::Boolean(false) => Some(OnOff::Off),
            Value::Table(table) => Some(OnOff::On(Self::new(&format!("{}{key}.", self.at), table))),
            other => {
                report.expected(&self.place(key), "a table or false", &other.to_string());
                None
            }
        }
    }

    /// Refuses what was not asked for.
    pub(super) fn finish(self, report: &mut Report) {
        let here = self.here().to_owned();
        for (key, _) in self.table {
            report.unknown(&here, &self.known, &key);
        }
    }
}

/// A rule that is set or switched off.
#[derive(Debug)]
pub(super) enum OnOff {
    Off,
    On(Section),
}

/// A path, taken from the folder of a file.
pub(super) fn beside(file: &Path, path: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) => folder.join(path),
        None => path.to_owned(),
    }
}

/// A name as it stands; the path of a `.toml` file, taken from the folder of a file.
pub(super) fn name_or_path(file: &Path, name: String) -> String {
    let is_path = Path::new(&name).extension().is_some_and(|ending| ending == "toml");
    if is_path { beside(file, Path::new(&name)).to_string_lossy().into_owned() } else { name }
}
