//! Where a game starts: a legal position and what its FEN claims of the past.
//!
//! Lenient: fields after the board may be missing (EPD, two-field FENs), castling rights without king and rook at
//! home are void, an en-passant square without a capture is void, more men than a game can produce and checks that no
//! game can produce are accepted (both are well defined). Strict: everything else, and nothing may follow.

use crate::foreign::shortened;
use crate::units::HalfMoves;
use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{CastlingMode, Chess, PositionError, PositionErrorKinds};

/// A start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The position.
    pub position: Chess,
    /// Standard or Chess960 castling.
    pub mode: CastlingMode,
    /// What the FEN's counter presumes: half-moves without pawn move or capture before the start. It proves nothing.
    pub presumed: HalfMoves,
}

/// Text that is not a start position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// The text is not a FEN.
    #[error("fen: expected {expected}, got {got:?}")]
    Syntax {
        /// The field and its form.
        expected: &'static str,
        /// The text.
        got: String,
    },
    /// The FEN shows what cannot be a chess position.
    #[error("fen: expected a legal position, got {reasons} in {got:?}")]
    Illegal {
        /// What is wrong.
        reasons: String,
        /// The text.
        got: String,
    },
}

impl Start {
    /// The standard start position.
    #[must_use]
    pub fn standard() -> Self {
        Self { position: Chess::default(), mode: CastlingMode::Standard, presumed: HalfMoves(0) }
    }

    /// Reads a FEN, or the word `startpos`.
    ///
    /// # Errors
    /// The text is not a FEN, or the position not legal.
    pub fn parse(text: &str, mode: CastlingMode) -> Result<Self, StartError> {
        let text = text.trim();
        if text == "startpos" || text.is_empty() {
            return Ok(Self { mode, ..Self::standard() });
        }
        let syntax = |expected| StartError::Syntax { expected, got: shortened(text) };
        let fields = text.split_ascii_whitespace().count();
        if fields > 6 {
            return Err(syntax("at most six fields"));
        }
        if text.contains(['[', '+', '~']) {
            return Err(syntax("a standard chess FEN without pockets, promoted marks or check counters"));
        }
        let fen = Fen::from_ascii(text.as_bytes()).map_err(|error| syntax(field(&error)))?;
        let presumed = HalfMoves(fen.as_setup().halfmoves);
        let position: Chess = fen
            .into_position(mode)
            .or_else(PositionError::ignore_invalid_castling_rights)
            .or_else(PositionError::ignore_invalid_ep_square)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_too_much_material)
            .map_err(|error| StartError::Illegal { reasons: reasons(error.kinds()), got: shortened(text) })?;
        Ok(Self { position, mode, presumed })
    }

    /// The FEN of the position, castling by rook file where needed, en passant only if legal.
    #[must_use]
    pub fn fen(&self) -> String {
        Fen::from_position(&self.position, shakmaty::EnPassantMode::Legal).to_string()
    }
}

fn field(error: &ParseFenError) -> &'static str {
    match error {
        ParseFenError::InvalidFen => "the fields board, turn, castling, en passant, half-moves, move number",
        ParseFenError::InvalidBoard => "a board of eight ranks of eight squares",
        ParseFenError::InvalidPocket | ParseFenError::InvalidRemainingChecks => "a standard chess FEN",
        ParseFenError::InvalidTurn => "w or b as the side to move",
        ParseFenError::InvalidCastling => "castling rights such as KQkq, HAha or -",
        ParseFenError::InvalidEpSquare => "an en-passant square or -",
        ParseFenError::InvalidHalfmoveClock => "a number of half-moves as fifth field",
        ParseFenError::InvalidFullmoves => "a move number as sixth field",
    }
}

fn reasons(kinds: PositionErrorKinds) -> String {
    let names = [
        (PositionErrorKinds::EMPTY_BOARD, "an empty board"),
        (PositionErrorKinds::MISSING_KING, "a missing king"),
        (PositionErrorKinds::TOO_MANY_KINGS, "more than one king of a colour"),
        (PositionErrorKinds::PAWNS_ON_BACKRANK, "a pawn on the first or last rank"),
        (PositionErrorKinds::OPPOSITE_CHECK, "the side to move able to take the king"),
    ];
    let found = names.into_iter().filter(|(kind, _)| kinds.contains(*kind)).map(|(_, name)| name);
    found.collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(fen: &str) -> String {
        Start::parse(fen, CastlingMode::Standard).unwrap_err().to_string()
    }

    #[test]
    fn a_broken_fen_says_which_field() {
        assert!(error("rnbqkbnr/pppppppp w").contains("eight ranks"));
        assert!(error("4k3/8/8/8/8/8/8/4K3 x - - 0 1").contains("w or b"));
        assert!(error("4k3/8/8/8/8/8/8/4K3 w - - 0 1 junk").contains("six fields"));
        assert!(error("4k3/8/8/8/8/8/8/4K3 w - - -1 1").contains("half-moves"));
        assert!(error("4kk2/8/8/8/8/8/8/4K3 w - - 0 1").contains("more than one king"));
        assert!(error("8/8/8/8/8/8/8/4K3 w - - 0 1").contains("missing king"));
        assert!(error("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1").contains("take the king"));
        assert!(error("P3k3/8/8/8/8/8/8/6K1 w - - 0 1").contains("pawn on the first or last rank"));
        assert!(error(&"x".repeat(10_000)).len() < 400);
    }

    #[test]
    fn missing_fields_and_void_rights_are_accepted() {
        for fen in ["4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 w - -"] {
            assert!(Start::parse(fen, CastlingMode::Standard).is_ok(), "{fen}");
        }
        let void = Start::parse("k7/1R1RN3/p3p3/P3P2p/1PP4P/3K1PP1/8/8 b KQkq h3 0 1", CastlingMode::Standard).unwrap();
        assert_eq!(void.fen(), "k7/1R1RN3/p3p3/P3P2p/1PP4P/3K1PP1/8/8 b - - 0 1");
        assert_eq!(
            Start::parse("8/8/8/8/8/2k5/8/6K1 w - - 1766 1176", CastlingMode::Standard).unwrap().presumed.0,
            1766
        );
    }
}
