//! Moves as people and programs write them: UCI or SAN, each token alone.
//!
//! Lenient: move numbers (`12.`, `12...e5`), `!` and `?`, upper-case promotion in UCI, `0-0`. Nothing else is dropped.

use crate::game::Record;
use shakmaty::{Color, Move, san::SanPlus, uci::UciMove};

/// A move that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("moves[{index}] (move {number} of {}): expected a legal move in UCI or SAN for {fen:?}, got {got:?}", name(*side))]
pub struct MoveError {
    /// Index in the list, from 0: also the number of half-moves before it.
    pub index: usize,
    /// The move number in the game as chess players count, from the FEN's.
    pub number: u32,
    /// Whose move.
    pub side: Color,
    /// The position.
    pub fen: String,
    /// The text, shortened.
    pub got: String,
}

fn name(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Reads one token in the position on the board.
pub(super) fn read(record: &Record, token: &str, index: usize) -> Result<Move, MoveError> {
    legal(record, token).ok_or_else(|| MoveError {
        index,
        number: u32::from(shakmaty::Position::fullmoves(record.position())),
        side: record.turn(),
        fen: record.fen(),
        got: token.chars().take(40).collect(),
    })
}

fn legal(record: &Record, token: &str) -> Option<Move> {
    let position = record.position();
    if let Some(m) = token.parse::<UciMove>().ok().and_then(|uci| uci.to_move(position).ok()) {
        return Some(m);
    }
    let token = match token.split_once('.') {
        Some((number, rest)) if number.bytes().all(|b| b.is_ascii_digit()) => rest.trim_start_matches('.'),
        Some(_) | None => token,
    };
    token.trim_end_matches(['!', '?']).parse::<SanPlus>().ok()?.san.to_move(position).ok()
}

/// Splits a move list as typed by people; move numbers that stand alone are dropped.
pub fn split(list: &str) -> impl Iterator<Item = &str> {
    list.split_ascii_whitespace().filter(|token| !is_number(token))
}

fn is_number(token: &str) -> bool {
    token.ends_with('.') && token.trim_end_matches('.').bytes().all(|b| b.is_ascii_digit())
}
