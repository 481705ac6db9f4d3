//! The `position` command: strict. One bad word and there is no position at all, never a shorter list.

use super::token::{shown, tokens};
use shakmaty::uci::UciMove;

/// Where the moves start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root<'a> {
    /// `startpos`
    Standard,
    /// `fen …`: the fields as they came.
    Fen(&'a str),
}

/// A `position` command that could be read. The moves are readable, not necessarily legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionText<'a> {
    /// The root.
    pub root: Root<'a>,
    /// The moves.
    pub moves: Vec<UciMove>,
}

/// Why a `position` command could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Neither `startpos` nor `fen`.
    #[error("expected startpos or fen, got '{0}'")]
    Root(String),
    /// Something other than `moves` where the moves should start.
    #[error("expected moves, got '{0}'")]
    Moves(String),
    /// A word of the list is no move.
    #[error("bad move {number} '{text}'")]
    Move {
        /// Its place in the list, from 1.
        number: usize,
        /// The word.
        text: String,
    },
}

impl<'a> PositionText<'a> {
    /// Reads what follows the word `position`.
    ///
    /// # Errors
    /// See [`PositionError`].
    pub fn parse(text: &'a [u8]) -> Result<Self, PositionError> {
        let mut words = tokens(text);
        let root = match words.next() {
            Some(b"startpos") => {
                match words.next() {
                    None | Some(b"moves") => {}
                    Some(other) => return Err(PositionError::Moves(shown(other))),
                }
                Root::Standard
            }
            Some(b"fen") => {
                let fields = words.rest();
                let mut end = fields.len();
                let mut inner = tokens(fields);
                words = loop {
                    match inner.next() {
                        None => break inner,
                        Some(b"moves") => {
                            end = fields.len() - inner.rest.len() - b"moves".len();
                            break inner;
                        }
                        Some(_) => {}
                    }
                };
                let fen = fields.get(..end).unwrap_or(fields).trim_ascii();
                Root::Fen(std::str::from_utf8(fen).map_err(|_| PositionError::Root(shown(fen)))?)
            }
            other => return Err(PositionError::Root(shown(other.unwrap_or_default()))),
        };
        let mut moves = Vec::new();
        for (index, word) in words.enumerate() {
            moves.push(
                UciMove::from_ascii(word).map_err(|_| PositionError::Move { number: index + 1, text: shown(word) })?,
            );
        }
        Ok(Self { root, moves })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spacing_does_not_matter() {
        let canonical = PositionText::parse(b"startpos moves e2e4 e7e5").unwrap();
        assert_eq!(PositionText::parse(b"  startpos \tmoves\te2e4  e7e5 \r").unwrap(), canonical);
        assert_eq!(PositionText::parse(b"startpos moves"), PositionText::parse(b"startpos"));
    }

    #[test]
    fn a_fen_of_four_fields_and_an_empty_list_are_read() {
        let text = b"fen 5rk1/2p4p/2p4r/3P4/4p1b1/1Q2NqPp/PP3P1K/R4R2 b - - moves";
        let read = PositionText::parse(text).unwrap();
        assert_eq!(read.root, Root::Fen("5rk1/2p4p/2p4r/3P4/4p1b1/1Q2NqPp/PP3P1K/R4R2 b - -"));
        assert!(read.moves.is_empty());
    }

    #[test]
    fn a_bad_word_is_an_error_and_names_its_place() {
        for (text, message) in [
            (&b"startpos moves e2e4 e9e5 g1f3"[..], "bad move 2 'e9e5'"),
            (b"startpos moves e2e4 O-O", "bad move 2 'O-O'"),
            (b"startpos moves E2E4", "bad move 1 'E2E4'"),
            (b"startpos e2e4", "expected moves, got 'e2e4'"),
            (b"", "expected startpos or fen, got ''"),
            (b"fen \xff w", "expected startpos or fen, got '\\xff w'"),
        ] {
            assert_eq!(PositionText::parse(text).unwrap_err().to_string(), message);
        }
    }
}
