//! A question as text: `FEN [white|black]`, with anything after it.
//!
//! Decides: the position and the would-be winner. Refuses to know: the answer. Called by `solve`.
//!
//! Granted, because the files people have need it: a FEN of two to six fields; text after it; castling rights without
//! king or rook at home and an en-passant target without a pawn (neither can ever be used); impossible checks and more
//! men than a game can bring about (the question is well defined). Refused: anything else that no game can show.

use crate::foreign::shortened;
use shakmaty::{CastlingMode, Chess, Color, FromSetup, Position, PositionError, fen::Fen};

/// A position and a would-be winner.
#[derive(Clone, Debug)]
pub struct Query {
    /// The position.
    pub position: Chess,
    /// How castling is written: Chess960 if the rights need it.
    pub mode: CastlingMode,
    /// Who is to mate.
    pub winner: Color,
    /// The half-move clock of the FEN, 0 if it has none.
    pub halfmoves: u32,
}

/// Why a line is no question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, got \"{got}\"")]
pub struct QueryError {
    /// What belongs there.
    pub expected: String,
    /// What stands there, shortened.
    pub got: String,
}

fn wrong<T>(expected: &str, got: &str) -> Result<T, QueryError> {
    Err(QueryError { expected: expected.to_owned(), got: shortened(got) })
}

impl Query {
    /// Reads `FEN [white|black]`. Without a winner it is the side that is not to move.
    ///
    /// # Errors
    /// The first field that has no meaning, or why no game can show the position.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some(board) = words.first().filter(|word| word.matches('/').count() == 7) else {
            return wrong("a FEN, as \"8/8/8/8/8/8/8/8 w - -\"", text);
        };
        let Some(turn) = words.get(1).filter(|word| matches!(**word, "w" | "b")) else {
            return wrong("w or b after the board", words.get(1).copied().unwrap_or(""));
        };
        let is_winner = |word: &str| word.eq_ignore_ascii_case("white") || word.eq_ignore_ascii_case("black");
        let fields = words[2..].iter().take_while(|word| !is_winner(word)).take(4).copied();
        let fields: Vec<&str> = fields.collect();
        let mut fen = format!("{board} {turn}");
        let mut used = 2;
        for (at, default) in ["-", "-"].into_iter().enumerate() {
            let field = fields
                .get(at)
                .copied()
                .filter(|field| at > 0 || is_castling(field))
                .filter(|field| at == 0 || is_target(field));
            if field.is_some() && used == 2 + at {
                used += 1;
            }
            fen.push(' ');
            fen.push_str(field.filter(|_| used == 3 + at).unwrap_or(default));
        }
        let number = |at: usize| words.get(at).and_then(|word| word.parse::<u32>().ok());
        let halfmoves = number(used).filter(|_| used == 4);
        if halfmoves.is_some() {
            used += 1 + usize::from(number(used + 1).is_some());
        }
        let winner = match words.get(used) {
            Some(word) if word.eq_ignore_ascii_case("white") => Some(Color::White),
            Some(word) if word.eq_ignore_ascii_case("black") => Some(Color::Black),
            Some(word) if is_nearly_a_winner(word) => return wrong("white or black after the FEN", word),
            Some(_) | None => None,
        };
        let (position, mode) = read(&fen)?;
        let winner = winner.unwrap_or_else(|| !position.turn());
        Ok(Self { position, mode, winner, halfmoves: halfmoves.unwrap_or(0) })
    }
}

/// A slip of the pen would be answered for the other side.
fn is_nearly_a_winner(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    ["white", "black"].iter().any(|winner| strsim::damerau_levenshtein(&word, winner) <= 2)
}

fn is_castling(field: &str) -> bool {
    field == "-"
        || !field.is_empty()
            && field.len() <= 4
            && field.chars().all(|c| matches!(c.to_ascii_lowercase(), 'a'..='h' | 'k' | 'q'))
}

fn is_target(field: &str) -> bool {
    field == "-" || field.parse::<shakmaty::Square>().is_ok()
}

fn read(fen: &str) -> Result<(Chess, CastlingMode), QueryError> {
    let Ok(read) = fen.parse::<Fen>() else { return wrong("a FEN", fen) };
    let setup = read.into_setup();
    let mode = CastlingMode::detect(&setup);
    let position = Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square);
    match position {
        Ok(position) => Ok((position, mode)),
        Err(error) => wrong(&format!("a position that a game can show ({error})"), fen),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fens_of_two_to_six_fields_and_trailing_text_are_read() {
        for (text, winner, halfmoves) in [
            ("8/8/8/8/8/1k6/8/K7 b", Color::White, 0),
            ("8/8/8/8/8/1k6/8/K7 b black", Color::Black, 0),
            ("8/8/8/8/8/1k6/8/K7 b - - white", Color::White, 0),
            ("8/8/8/8/8/1k6/8/K7 w - - 12 45 abcdefgh", Color::Black, 12),
            ("8/8/8/8/8/1k6/8/K7 w - - 12 45 White game-7", Color::White, 12),
            ("8/8/8/8/8/1k6/8/K7 w KQ e3 3 4", Color::Black, 3),
            ("8/8/8/8/8/1k6/8/K7 b game-7", Color::White, 0),
        ] {
            let query = Query::parse(text).unwrap();
            assert_eq!((query.winner, query.halfmoves), (winner, halfmoves), "{text}");
        }
    }

    #[test]
    fn a_bad_line_says_what_was_expected_and_got() {
        let error = Query::parse("hello").unwrap_err().to_string();
        assert!(error.starts_with("expected a FEN") && error.ends_with("got \"hello\""), "{error}");
        assert!(Query::parse("8/8/8/8/8/8/8/K7 w - -").unwrap_err().to_string().contains("king"));
        assert!(Query::parse("8/8/8/8/8/1k6/8/K7 x - -").unwrap_err().to_string().contains("w or b"));
        let slip = Query::parse("8/8/8/8/8/1k6/8/K7 w - - whtie").unwrap_err().to_string();
        assert_eq!(slip, "expected white or black after the FEN, got \"whtie\"");
        assert!(Query::parse("").is_err());
    }
}
