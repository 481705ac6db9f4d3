//! Moves as xboard spells them: `e2e4`, `e7e8q`, castling `e1g1` in standard chess and `O-O` in Chess960.
//!
//! Lenient: `0-0` and `o-o`, upper-case promotion letters, `e7e8=q`, king takes rook in both modes, SAN.

use shakmaty::{CastlingMode, CastlingSide, Chess, Move, san::SanPlus, uci::UciMove};

/// Whether a line without a command word can only be a move.
#[must_use]
pub fn looks_like_move(line: &[u8]) -> bool {
    let square = |file: &u8, rank: &u8| (b'a'..=b'h').contains(file) && (b'1'..=b'8').contains(rank);
    match line {
        [f1, r1, f2, r2] => square(f1, r1) && square(f2, r2),
        castles if castling(castles).is_some() => true,
        [f1, r1, f2, r2, piece] | [f1, r1, f2, r2, b'=', piece] => {
            square(f1, r1) && square(f2, r2) && piece.is_ascii_alphabetic()
        }
        _ => false,
    }
}

fn castling(text: &[u8]) -> Option<CastlingSide> {
    match text {
        b"O-O" | b"o-o" | b"0-0" => Some(CastlingSide::KingSide),
        b"O-O-O" | b"o-o-o" | b"0-0-0" => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

/// The legal move that the text spells, if there is one.
#[must_use]
pub fn read_move(text: &[u8], position: &Chess) -> Option<Move> {
    let text = text.trim_ascii();
    if let Some(side) = castling(text) {
        let castles = |m: &Move| m.castling_side() == Some(side);
        return shakmaty::Position::legal_moves(position).into_iter().find(castles);
    }
    let text = std::str::from_utf8(text).ok()?;
    if text.len() <= 6 && looks_like_move(text.as_bytes()) {
        let coordinates = text.replace('=', "").to_ascii_lowercase();
        return coordinates.parse::<UciMove>().ok()?.to_move(position).ok();
    }
    text.parse::<SanPlus>().ok()?.san.to_move(position).ok()
}

/// The move as xboard wants it.
#[must_use]
pub fn spell_move(m: Move, mode: CastlingMode) -> String {
    match (m.castling_side(), mode) {
        (Some(CastlingSide::KingSide), CastlingMode::Chess960) => "O-O".to_owned(),
        (Some(CastlingSide::QueenSide), CastlingMode::Chess960) => "O-O-O".to_owned(),
        (Some(_) | None, _) => UciMove::from_move(m, mode).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Start;

    fn spelled(fen: &str, mode: CastlingMode, text: &str) -> Option<String> {
        let start = Start::parse(fen, mode).unwrap();
        read_move(text.as_bytes(), &start.position).map(|m| spell_move(m, mode))
    }

    #[test]
    fn castling_in_standard_chess() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for (text, expected) in
            [("e1g1", "e1g1"), ("e1h1", "e1g1"), ("O-O", "e1g1"), ("0-0-0", "e1c1"), ("o-o", "e1g1"), ("e1a1", "e1c1")]
        {
            assert_eq!(spelled(fen, CastlingMode::Standard, text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn castling_in_chess960() {
        let fen = "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1";
        for (text, expected) in [("O-O", "O-O"), ("f1g1", "O-O"), ("f1b1", "O-O-O"), ("f1e1", "f1e1")] {
            assert_eq!(spelled(fen, CastlingMode::Chess960, text).as_deref(), Some(expected), "{text}");
        }
        let corner = "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1";
        for text in ["e1h1", "e1g1", "O-O"] {
            assert_eq!(spelled(corner, CastlingMode::Chess960, text).as_deref(), Some("O-O"), "{text}");
        }
    }

    #[test]
    fn promotion() {
        let fen = "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1";
        for (text, expected) in [("e7e8q", "e7e8q"), ("e7e8N", "e7e8n"), ("e7e8=r", "e7e8r"), ("e8=Q", "e7e8q")] {
            assert_eq!(spelled(fen, CastlingMode::Standard, text).as_deref(), Some(expected), "{text}");
        }
        for text in ["e7e8", "e7e8k", "e7e8x", "", "@@@@", "e1e2q", "O-O", "e2e4", "\u{e9}7e8"] {
            assert_eq!(spelled(fen, CastlingMode::Standard, text), None, "{text}");
        }
    }

    #[test]
    fn bare_moves_are_told_from_words() {
        for text in ["e2e4", "e7e8q", "e7e8=Q", "O-O", "0-0-0"] {
            assert!(looks_like_move(text.as_bytes()), "{text}");
        }
        for text in ["hint", "exit", "e2e", "e2e9", "e2e45", "Nf3", "draw", "bk", "e2e4 e7e5", ""] {
            assert!(!looks_like_move(text.as_bytes()), "{text}");
        }
    }
}
