//! Opt-in repair of what engines spell so that GUIs do not read it: line ends, leading white space, tabs, letter case
//! and castling. Four of the faults that lose a game at once in fastchess. Never changes what a line says.

use crate::uci::{content, tokens};
use shakmaty::{Chess, Move, Position, uci::UciMove};

/// The line put right; `None` if it is right as it came.
#[must_use]
pub(super) fn white_space(line: &[u8]) -> Option<Vec<u8>> {
    let text = content(line);
    let clean = text.first().is_none_or(|byte| !byte.is_ascii_whitespace());
    if clean && line.len() == text.len() + 1 && !text.contains(&b'\t') {
        return None;
    }
    let mut fixed = text.trim_ascii_start().to_vec();
    for byte in fixed.iter_mut().filter(|byte| **byte == b'\t') {
        *byte = b' ';
    }
    fixed.push(b'\n');
    Some(fixed)
}

/// A `bestmove` line put right for the position it answers; `None` if it is right as it came, or past repair.
#[must_use]
pub(super) fn best_move(line: &[u8], position: &Chess, mode: shakmaty::CastlingMode) -> Option<(Vec<u8>, Move)> {
    let mut words = tokens(content(line));
    if words.next()? != b"bestmove" {
        return None;
    }
    let word = words.next()?;
    let m = read(word, position)?;
    let spelled = UciMove::from_move(m, mode).to_string();
    if spelled.as_bytes() == word {
        return None;
    }
    let mut fixed = format!("bestmove {spelled}").into_bytes();
    let mut after = position.clone();
    after.play_unchecked(m);
    if let (Some(b"ponder"), Some(ponder)) = (words.next(), words.next()) {
        if let Some(reply) = read(ponder, &after) {
            fixed.extend(format!(" ponder {}", UciMove::from_move(reply, mode)).bytes());
        }
    }
    fixed.push(b'\n');
    Some((fixed, m))
}

/// A move in upper case, with `=` before the promotion piece, or castling as O-O, king to rook, king two squares.
fn read(word: &[u8], position: &Chess) -> Option<Move> {
    crate::xboard::read_move(word, position).or_else(|| crate::xboard::read_move(&word.to_ascii_lowercase(), position))
}
