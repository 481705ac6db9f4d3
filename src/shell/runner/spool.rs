//! Games that are over and wait for an earlier one to be written, where no journal keeps them: a file beside the PGN,
//! gone when all is written. After a crash it is still there.

use super::store::Store;
use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub(super) struct Spool {
    path: PathBuf,
    store: Option<Store>,
    /// Whether it held games of an earlier run.
    inherited: bool,
}

impl Spool {
    /// `NAME.waiting`; it is made when it is needed.
    pub(super) fn beside(pgn: &Path) -> Self {
        let mut name = pgn.as_os_str().to_owned();
        name.push(".waiting");
        Self { path: PathBuf::from(name), store: None, inherited: false }
    }

    pub(super) fn keep(&mut self, games: &[u8]) -> io::Result<()> {
        if games.is_empty() {
            return Ok(());
        }
        let store = match &mut self.store {
            Some(store) => store,
            none @ None => {
                let store = Store::output(&self.path, None)?;
                self.inherited = store.length() > 0;
                none.insert(store)
            }
        };
        store.push(games);
        store.write().into_result()
    }

    /// All is written elsewhere. What an earlier run has left stays.
    pub(super) fn remove(self) {
        if self.store.is_some() && !self.inherited {
            // It does no harm if it stays.
            drop(std::fs::remove_file(self.path));
        }
    }
}
