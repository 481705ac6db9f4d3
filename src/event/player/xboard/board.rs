//! The board that an xboard engine has: what it was told and what it played itself.
//!
//! Decides: which moves it still lacks, how moves and positions are spelled for it, what its own words for a move
//! are. Refuses to know: when anything is said.

use super::features::{Features, Flag};
use crate::event::player::Situation;
use crate::xboard::{looks_like_move, spell_move};
use shakmaty::{CastlingMode, Chess, Color, Move, Position, san::SanPlus};

/// A position with the moves that led to it.
#[derive(Debug)]
pub(super) struct Board {
    position: Chess,
    mode: CastlingMode,
    moves: Vec<Move>,
    /// The moves that the engine was sent, as they were spelled.
    sent: Vec<String>,
}

impl Board {
    /// The start of a game.
    pub(super) fn new(situation: &Situation<'_>) -> Self {
        let start = situation.record.start();
        Self { position: start.position.clone(), mode: start.mode, moves: Vec::new(), sent: Vec::new() }
    }

    pub(super) fn position(&self) -> &Chess {
        &self.position
    }

    /// Plays a move that is legal.
    pub(super) fn play(&mut self, m: Move) {
        self.position.play_unchecked(m);
        self.moves.push(m);
    }

    /// The moves of the game that the engine does not know; none if its game has become another one.
    pub(super) fn lacks<'a>(&self, moves: &'a [Move]) -> Option<&'a [Move]> {
        moves.strip_prefix(self.moves.as_slice())
    }

    /// Plays a move of the opponent, or one that was made for the engine: as the engine is told it.
    pub(super) fn tell(&mut self, m: Move, features: &Features) -> String {
        let text = match features.has(Flag::San) {
            true => SanPlus::from_move(self.position.clone(), m).to_string(),
            false => spell_move(m, self.mode),
        };
        self.play(m);
        self.sent.push(text.clone());
        match features.has(Flag::UserMove) {
            true => format!("usermove {text}"),
            false => text,
        }
    }

    /// Whether the engine was sent this move.
    pub(super) fn has_sent(&self, text: &[u8]) -> bool {
        self.sent.iter().any(|sent| sent.as_bytes() == text)
    }
}

/// The commands that bring the start position onto the engine's board; none for the standard one.
pub(super) fn set_up(situation: &Situation<'_>, features: &Features) -> Vec<String> {
    let start = situation.record.start();
    let given = situation.command.strip_prefix("position fen ");
    let given = given.map(|text| text.split(" moves ").next().unwrap_or(text).to_owned());
    // Where the array has a thousand forms none goes without saying.
    let implied = (start.mode == CastlingMode::Chess960).then(|| start.fen());
    match given.or(implied) {
        None => Vec::new(),
        Some(fen) if features.has(Flag::SetBoard) => vec![format!("setboard {fen}")],
        Some(_) => edit(&start.position),
    }
}

/// The board put up man by man, for engines of old. They take castling as allowed where king and rook are at home.
fn edit(position: &Chess) -> Vec<String> {
    let mut lines = Vec::new();
    if position.turn() == Color::Black {
        // A move of White's gives Black the turn.
        lines.push("a2a3".to_owned());
    }
    lines.extend(["edit".to_owned(), "#".to_owned()]);
    for colour in Color::ALL {
        for (square, piece) in position.board().clone() {
            if piece.color == colour {
                lines.push(format!("{}{square}", piece.role.upper_char()));
            }
        }
        lines.push(if colour == Color::White { "c" } else { "." }.to_owned());
    }
    lines
}

/// The move in a line that is none of the protocol's, in the ways of old: `e2e4`, `1. ... e7e5`, `My move is: e7e5`.
pub(super) fn spoken_move(line: &[u8]) -> Option<&[u8]> {
    let line = line.trim_ascii();
    if looks_like_move(line) {
        return Some(line);
    }
    if let Some(rest) = line.strip_prefix(b"My move is") {
        return Some(rest.strip_prefix(b":").unwrap_or(rest).trim_ascii()).filter(|text| !text.is_empty());
    }
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let number = words.next()?.strip_suffix(b".")?;
    let is_number = !number.is_empty() && number.iter().all(u8::is_ascii_digit);
    let dots = words.next()? == b"...";
    let text = words.next()?;
    (is_number && dots && words.next().is_none()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_the_ways_of_old_are_found_and_nothing_else_is() {
        assert_eq!(spoken_move(b"e7e8q\r"), Some(b"e7e8q".as_slice()));
        assert_eq!(spoken_move(b"12. ... Nf6"), Some(b"Nf6".as_slice()));
        assert_eq!(spoken_move(b"My move is: e7e5"), Some(b"e7e5".as_slice()));
        for line in [b"12. Nf6".as_slice(), b"x. ... e4", b"1. ... e4 e5", b"hello", b"", b"My move is"] {
            assert_eq!(spoken_move(line), None, "{}", String::from_utf8_lossy(line));
        }
    }
}
