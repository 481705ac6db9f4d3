//! Openings: from the settings and a file's bytes to the position and moves that a game starts with.
//!
//! Decides: what a line or game of a file means, in which order openings come, which move a player's own book makes.
//! Refuses to know: files (the shell hands over their bytes), who plays. Nothing is guessed: what cannot be read is an
//! error that names its place, never the standard start position in its stead.
//!
//! A list keeps the file's bytes and where its entries begin, nothing parsed: five million lines cost their own size
//! and thirteen bytes a line. Entries are read when they are asked for; [`Book::check`] reads them all.

mod chess960;
mod epd;
mod games;
mod polyglot;
mod random;

pub use polyglot::PlayerBook;
pub use random::draw;

use super::game::Opening;
use super::settings::{OpeningOrder, OpeningSource, Openings, Variant};
use random::Random;

/// An opening that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: expected {expected}, got {got}")]
pub struct OpeningError {
    /// File and line, game or entry, from 1; or the setting.
    pub place: String,
    /// What should stand there.
    pub expected: String,
    /// What stands there.
    pub got: String,
}

/// So many faults are told at once.
const FAULTS: usize = 20;

/// The openings of an event, in the order of play.
#[derive(Debug)]
pub struct Book {
    list: List,
    /// The places in the list, in the order of play; none: as listed.
    order: Option<Vec<u32>>,
    /// What is skipped at the front.
    skipped: u32,
    seed: u64,
}

#[derive(Debug)]
enum List {
    Start(Variant),
    Epd(epd::Lines),
    Pgn(games::Games),
    Polyglot { file: polyglot::File, plies: Option<u32>, variant: Variant },
    Chess960(Vec<u16>),
    DoubleChess960(Vec<(u16, u16)>),
}

impl Book {
    /// The openings that the settings name. `bytes` are those of the file, decompressed; none where the source is no
    /// file. `seed` is the event's.
    ///
    /// # Errors
    /// The file holds no opening, is no such file at all, or a number is out of range. Single entries are not read yet.
    pub fn load(openings: &Openings, bytes: Vec<u8>, seed: u64) -> Result<Self, OpeningError> {
        let list = match &openings.source {
            OpeningSource::Start => List::Start(openings.variant),
            OpeningSource::Epd(path) => {
                List::Epd(epd::Lines::new(path.display().to_string(), bytes, openings.variant)?)
            }
            OpeningSource::Pgn(path) => {
                let name = path.display().to_string();
                List::Pgn(games::Games::new(name, bytes, openings.plies, openings.variant)?)
            }
            OpeningSource::Polyglot(path) => {
                let file = polyglot::File::new(path.display().to_string(), bytes)?;
                file.has_start(openings.variant)?;
                List::Polyglot { file, plies: openings.plies, variant: openings.variant }
            }
            OpeningSource::Chess960(numbers) => {
                chess960::check("openings.chess960", numbers.iter().copied())?;
                List::Chess960(numbers.clone())
            }
            OpeningSource::DoubleChess960(pairs) => {
                chess960::check("openings.double-chess960", pairs.iter().flat_map(|(white, black)| [*white, *black]))?;
                List::DoubleChess960(pairs.clone())
            }
        };
        let mut book = Self { list, order: None, skipped: 0, seed };
        let length = book.len();
        if length == 0 {
            let expected = "at least one opening".to_owned();
            return Err(OpeningError { place: book.place(), expected, got: "none".to_owned() });
        }
        // A start beyond the end wraps: workers of test servers count on through a book of any length.
        book.skipped = (openings.start.get() - 1) % length;
        book.order = match (&book.list, openings.order) {
            // Lines drawn by weight have no order to shuffle.
            (List::Polyglot { .. } | List::Start(_), _) | (_, OpeningOrder::Sequential) => None,
            (List::Epd(_) | List::Pgn(_) | List::Chess960(_) | List::DoubleChess960(_), OpeningOrder::Random) => {
                Some(Random::new(seed).shuffled(length))
            }
        };
        Ok(book)
    }

    /// How many openings there are before the first comes again; lines drawn from a Polyglot book never end
    /// (`u32::MAX`), and may be alike.
    #[must_use]
    pub fn len(&self) -> u32 {
        match &self.list {
            List::Start(_) => 1,
            List::Epd(lines) => lines.len(),
            List::Pgn(games) => games.len(),
            List::Polyglot { .. } => u32::MAX,
            List::Chess960(numbers) if numbers.is_empty() => chess960::COUNT,
            List::Chess960(numbers) => u32::try_from(numbers.len()).unwrap_or(u32::MAX),
            List::DoubleChess960(pairs) if pairs.is_empty() => chess960::COUNT * chess960::COUNT,
            List::DoubleChess960(pairs) => u32::try_from(pairs.len()).unwrap_or(u32::MAX),
        }
    }

    /// Never: a book without an opening cannot be loaded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The opening at a place in the order of play, from 0. After the last comes the first again.
    ///
    /// # Errors
    /// The entry cannot be read.
    pub fn opening(&self, index: u32) -> Result<Opening, OpeningError> {
        let length = u64::from(self.len().max(1));
        let place = (u64::from(index) + u64::from(self.skipped)) % length;
        let place = u32::try_from(place).unwrap_or(0);
        let listed = match &self.order {
            Some(order) => order.get(place as usize).copied().unwrap_or(place),
            None => place,
        };
        self.listed(listed)
    }

    /// Reads every opening there is; up to twenty faults are told.
    ///
    /// # Errors
    /// The entries that cannot be read, in the order of the list.
    pub fn check(&self) -> Result<(), Vec<OpeningError>> {
        let count = match self.list {
            // Any line is as good as the book: its first moves stand for it.
            List::Polyglot { .. } => 1,
            List::Start(_) | List::Epd(_) | List::Pgn(_) | List::Chess960(_) | List::DoubleChess960(_) => self.len(),
        };
        let faults: Vec<_> = (0..count).filter_map(|place| self.listed(place).err()).take(FAULTS).collect();
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    fn listed(&self, place: u32) -> Result<Opening, OpeningError> {
        match &self.list {
            List::Start(variant) => Ok(Opening { fen: None, variant: *variant, moves: Vec::new() }),
            List::Epd(lines) => lines.opening(place),
            List::Pgn(games) => games.opening(place),
            List::Polyglot { file, plies, variant } => {
                Ok(file.line(*plies, *variant, &mut Random::new(draw(self.seed, 0, place))))
            }
            List::Chess960(numbers) => {
                let number = numbers.get(place as usize).copied().map_or(place, u32::from);
                Ok(chess960::opening(number, number))
            }
            List::DoubleChess960(pairs) => {
                let (white, black) = pairs.get(place as usize).map_or_else(
                    || (place / chess960::COUNT, place % chess960::COUNT),
                    |(white, black)| (u32::from(*white), u32::from(*black)),
                );
                Ok(chess960::opening(white, black))
            }
        }
    }

    fn place(&self) -> String {
        match &self.list {
            List::Epd(lines) => lines.file().to_owned(),
            List::Pgn(games) => games.file().to_owned(),
            List::Polyglot { file, .. } => file.name().to_owned(),
            List::Start(_) | List::Chess960(_) | List::DoubleChess960(_) => "openings".to_owned(),
        }
    }
}

/// At most 80 characters of foreign text, quoted.
fn shown(text: &str) -> String {
    match text.char_indices().nth(80) {
        Some((at, _)) => format!("{:?}…", text.get(..at).unwrap_or_default()),
        None => format!("{text:?}"),
    }
}

#[cfg(test)]
mod tests;
