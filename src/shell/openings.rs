//! Reads the files that openings come from, compressed ones too, and hands their bytes to the book.

use crate::event::openings::{Book, OpeningError, PlayerBook};
use crate::event::settings::{self, OpeningSource, Openings};
use crate::pgn;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Openings that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("{path}: expected a readable file of openings, got {cause}", path = path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// What the system or the decompressor said.
        cause: io::Error,
    },
    /// The file is not what the settings say it is.
    #[error(transparent)]
    Opening(#[from] OpeningError),
}

/// The openings of an event.
///
/// # Errors
/// See [`LoadError`]. Single entries are read when they are asked for; [`Book::check`] reads all.
pub fn load(openings: &Openings, seed: u64) -> Result<Book, LoadError> {
    load_with_crc(openings, seed).map(|(book, _)| book)
}

/// The same with the CRC-32 of the file, so that another one under the same name is found out; 0 without a file.
///
/// # Errors
/// See [`LoadError`].
pub fn load_with_crc(openings: &Openings, seed: u64) -> Result<(Book, u32), LoadError> {
    let bytes = match &openings.source {
        OpeningSource::Start | OpeningSource::Chess960(_) | OpeningSource::DoubleChess960(_) => Vec::new(),
        OpeningSource::Epd(path) | OpeningSource::Pgn(path) | OpeningSource::Polyglot(path) => bytes(path)?,
    };
    let crc = crc32fast::hash(&bytes);
    Ok((Book::load(openings, bytes, seed)?, crc))
}

/// A player's own book.
///
/// # Errors
/// See [`LoadError`].
pub fn player_book(book: &settings::Book) -> Result<PlayerBook, LoadError> {
    Ok(PlayerBook::load(&book.file.display().to_string(), bytes(&book.file)?, book.moves)?)
}

fn bytes(path: &Path) -> Result<Vec<u8>, LoadError> {
    let read = || {
        let mut bytes = Vec::new();
        pgn::open(path)?.stream.read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    read().map_err(|cause| LoadError::Unreadable { path: path.to_owned(), cause })
}
