//! A journal as news: what is in it, and what is appended to it.

use crate::event::journal::{Damage, Rest};
use crate::event::watch::News;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

/// Reads a journal that may grow, without disturbing whoever writes it.
#[derive(Debug)]
pub struct Follower {
    path: PathBuf,
    read: u64,
    lines: usize,
}

impl Follower {
    /// Begins at the beginning.
    #[must_use]
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), read: 0, lines: 0 }
    }

    /// What has been appended since this was asked last.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn news(&mut self, mut take: impl FnMut(News)) -> io::Result<Vec<Damage>> {
        let mut file = File::open(&self.path)?;
        if file.metadata()?.len() <= self.read {
            return Ok(Vec::new());
        }
        file.seek(SeekFrom::Start(self.read))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let rest = Rest::of(&bytes, |entry| {
            take(News::Entry(Box::new(entry)));
        });
        let good = usize::try_from(rest.good).unwrap_or(bytes.len());
        let before = self.lines;
        self.lines += bytes.get(..good).unwrap_or_default().iter().filter(|byte| **byte == b'\n').count();
        self.read += rest.good;
        Ok(rest.damage.into_iter().map(|damage| Damage { line: damage.line + before, ..damage }).collect())
    }
}
