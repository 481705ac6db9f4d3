//! FEN and the spellings of moves: first line a FEN, the others moves to be made in turn.

use super::text::{choice, lines, text};
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};
use uci_arbiter::game::{Record, Start};
use uci_arbiter::xboard::{read_move, spell_move};

pub(crate) fn run(data: &[u8]) {
    let (kind, rest) = choice(data);
    let mode = CastlingMode::from_chess960(kind & 1 == 1);
    let mut lines = lines(rest, 200);
    let Ok(start) = Start::parse(&text(lines.next().unwrap_or_default()), mode) else { return };
    same(&start.position, &start.fen(), mode);
    let mut record = Record::new(start);
    for line in lines {
        let position = record.position().clone();
        every_move(&position, mode);
        // One byte is a move by number, anything else its text.
        let m = match line {
            [number] => {
                let legal = position.legal_moves();
                legal.get(usize::from(*number) % legal.len().max(1)).copied()
            }
            text => read_move(text, &position),
        };
        let Some(m) = m else { break };
        assert!(position.is_legal(m));
        let expected = record.occurrences_after(m);
        record.push(m);
        assert_eq!(record.occurrences(), expected);
        assert_eq!(record.occurrence_plies().len(), expected as usize);
        same(record.position(), &record.fen(), mode);
        assert!(record.quiet_proven() <= record.quiet_presumed());
    }
}

/// A position and its FEN are one.
fn same(position: &Chess, fen: &str, mode: CastlingMode) {
    let again = Start::parse(fen, mode).unwrap_or_else(|error| panic!("our own FEN: {error}"));
    assert_eq!(again.position, *position, "{fen}");
    assert_eq!(again.fen(), fen);
    assert_eq!(again.presumed.0, position.halfmoves(), "{fen}");
}

/// Each legal move in every spelling is that move.
fn every_move(position: &Chess, mode: CastlingMode) {
    for m in position.legal_moves() {
        let san = SanPlus::from_move(position.clone(), m).to_string();
        for spelled in [spell_move(m, mode), m.to_uci(mode).to_string(), san] {
            let read = read_move(spelled.as_bytes(), position);
            // In Chess960 a king's step may be spelled like castling in standard chess: the step is meant.
            assert!(read == Some(m) || is_castling_by_step(m, read), "{spelled} is {m:?}, read as {read:?}");
        }
    }
    let en_passant = position.legal_moves().iter().any(|m| m.is_en_passant());
    assert_eq!(position.ep_square(EnPassantMode::Legal).is_some(), en_passant);
}

fn is_castling_by_step(m: Move, read: Option<Move>) -> bool {
    m.is_castle() && read.is_some_and(|read| read.is_castle() && read.castling_side() == m.castling_side())
}
