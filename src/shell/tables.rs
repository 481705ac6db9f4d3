//! Syzygy tables on disk, for the event's adjudicator.

use crate::event::adjudication::{Dtz, Tablebase, Wdl};
use shakmaty::Chess;
use shakmaty_syzygy::{MaybeRounded, Tablebase as Syzygy};
use std::io;
use std::path::{Path, PathBuf};

/// The tables of some folders. Files are opened when they are first needed.
#[derive(Debug)]
pub struct Tables(Syzygy<Chess>);

/// Folders without tables.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// A folder cannot be read.
    #[error("{path}: expected a folder of Syzygy tables, got {cause}", path = path.display())]
    Unreadable {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// A folder holds none.
    #[error("{path}: expected Syzygy tables (.rtbw, .rtbz), got none", path = path.display())]
    Empty {
        /// The folder.
        path: PathBuf,
    },
}

impl Tables {
    /// Lists the tables of the folders.
    ///
    /// # Errors
    /// See [`TablesError`].
    pub fn open<P: AsRef<Path>>(folders: &[P]) -> Result<Self, TablesError> {
        let mut tables = Syzygy::new();
        for folder in folders {
            let path = || folder.as_ref().to_owned();
            match tables.add_directory(folder) {
                Ok(0) => return Err(TablesError::Empty { path: path() }),
                Ok(_) => {}
                Err(cause) => return Err(TablesError::Unreadable { path: path(), cause }),
            }
        }
        Ok(Self(tables))
    }

    /// The most men that any of the tables has.
    #[must_use]
    pub fn men(&self) -> usize {
        self.0.max_pieces()
    }
}

impl Tablebase for Tables {
    fn wdl(&self, position: &Chess) -> Option<Wdl> {
        let wdl = self.0.probe_wdl_after_zeroing(position).ok()?;
        Some(match wdl {
            shakmaty_syzygy::Wdl::Loss => Wdl::Loss,
            shakmaty_syzygy::Wdl::BlessedLoss => Wdl::BlessedLoss,
            shakmaty_syzygy::Wdl::Draw => Wdl::Draw,
            shakmaty_syzygy::Wdl::CursedWin => Wdl::CursedWin,
            shakmaty_syzygy::Wdl::Win => Wdl::Win,
        })
    }

    fn dtz(&self, position: &Chess) -> Option<Dtz> {
        let (dtz, more) = match self.0.probe_dtz(position).ok()? {
            MaybeRounded::Precise(dtz) => (dtz, 0),
            MaybeRounded::Rounded(dtz) => (dtz, 1),
        };
        let plies = dtz.0.unsigned_abs();
        Some(Dtz { plies, at_most: plies + more })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Start;
    use shakmaty::CastlingMode;

    fn position(fen: &str) -> Chess {
        Start::parse(fen, CastlingMode::Standard).unwrap().position
    }

    #[test]
    fn real_tables_are_probed() {
        let tables = Tables::open(&["tests/data/syzygy"]).unwrap();
        assert_eq!(tables.men(), 3);
        assert_eq!(tables.wdl(&position("8/8/8/8/8/k7/8/KR6 w - - 0 1")), Some(Wdl::Win));
        assert_eq!(tables.wdl(&position("8/8/8/8/8/3k4/8/KR6 b - - 0 1")), Some(Wdl::Loss));
        assert_eq!(tables.wdl(&position("8/8/8/8/8/8/2k5/K1R5 b - - 0 1")), Some(Wdl::Draw), "the rook falls");
        assert_eq!(tables.wdl(&position("8/8/8/8/8/3k4/8/KN6 b - - 0 1")), Some(Wdl::Draw));
        assert_eq!(tables.wdl(&position("8/8/8/8/8/4k3/8/KQ6 w - - 0 1")), None, "a table that is not there");
        assert_eq!(tables.dtz(&position("8/8/8/8/8/3k4/8/KR6 w - - 0 1")), None, "no distance without DTZ tables");
    }

    #[test]
    fn folders_without_tables_are_named() {
        let error = Tables::open(&["tests/data/laws"]).unwrap_err();
        assert_eq!(error.to_string(), "tests/data/laws: expected Syzygy tables (.rtbw, .rtbz), got none");
        assert!(Tables::open(&["no/such/folder"]).unwrap_err().to_string().starts_with("no/such/folder: expected"));
    }
}
