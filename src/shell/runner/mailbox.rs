//! What people want of an event that another process plays: entries in a file beside the journal, and a file whose
//! presence pauses it.

use crate::event::journal::{Entry, Rest};
use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The two files of a journal.
#[derive(Clone, Debug)]
pub struct Mailbox {
    orders: PathBuf,
    pause: PathBuf,
}

impl Mailbox {
    /// Beside a journal: `NAME.orders` and `NAME.pause`.
    #[must_use]
    pub fn of(journal: &Path) -> Self {
        let beside = |ending: &str| {
            let mut name = journal.as_os_str().to_owned();
            name.push(ending);
            PathBuf::from(name)
        };
        Self { orders: beside(".orders"), pause: beside(".pause") }
    }

    /// Leaves an entry.
    pub(super) fn put(&self, entry: &Entry) -> io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.orders)?;
        file.lock()?;
        file.write_all(&entry.to_line())?;
        file.sync_data()
    }

    /// Hands over what was left; it is gone only when `keep` has kept it.
    pub(super) fn take(&self, keep: impl FnOnce(Vec<Entry>) -> io::Result<()>) -> io::Result<()> {
        let mut file = match OpenOptions::new().read(true).write(true).open(&self.orders) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            opened => opened?,
        };
        file.lock()?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let mut entries = Vec::new();
        Rest::of(&bytes, |entry| entries.push(entry));
        if !entries.is_empty() {
            keep(entries)?;
        }
        file.set_len(0)
    }

    /// Whether no new games are to be begun.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.pause.exists()
    }

    /// Pauses the event, or lets it go on.
    ///
    /// # Errors
    /// The file cannot be made or removed.
    pub fn pause(&self, pause: Pause) -> io::Result<()> {
        match pause {
            Pause::Pause => std::fs::write(&self.pause, b""),
            Pause::Continue => match std::fs::remove_file(&self.pause) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                removed => removed,
            },
        }
    }
}

/// What is asked of a running event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// No new games.
    Pause,
    /// New games again.
    Continue,
}
