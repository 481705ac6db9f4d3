//! The move to answer in a dead position: nothing changes the result, so the one that ends the game soonest.
//!
//! A runner that does not know dead positions ends the game by its own repetition rule. So: a move that stalemates,
//! else the move that brings the position seen most often, else the move back, and never a pawn move, a capture or a
//! king or rook move that loses castling rights if there is another.

use crate::game::Record;
use shakmaty::{Move, Position};

/// The move; `None` if there is no legal one.
#[must_use]
pub(super) fn shortest_way(record: &Record) -> Option<Move> {
    let position = record.position();
    let last_own = record.moves().iter().rev().nth(1);
    position.legal_moves().into_iter().max_by_key(|m| {
        let mut after = position.clone();
        after.play_unchecked(*m);
        let ends = after.legal_moves().is_empty();
        let reversible = !m.is_zeroing() && after.castles().castling_rights() == position.castles().castling_rights();
        let seen = record.occurrences_after(*m);
        let back = last_own.is_some_and(|own| own.from() == Some(m.to()) && Some(own.to()) == m.from());
        // The opponent can go back only if he is not in check and has a quiet move: few forced replies, more freedom.
        let free = after.legal_moves().iter().any(|reply| !reply.is_zeroing());
        (ends, reversible, seen, back, free)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Start;
    use shakmaty::CastlingMode;

    #[test]
    fn two_wrapped_sides_repeat_three_times_in_eight_plies() {
        let start = Start::parse("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/3RK3 w - - 0 1", CastlingMode::Standard).unwrap();
        let mut record = Record::new(start);
        for _ in 0..8 {
            let m = shortest_way(&record).unwrap();
            record.push(m);
        }
        assert_eq!(record.occurrences(), 3);
    }

    #[test]
    fn castling_rights_are_kept_if_that_is_possible() {
        let start = Start::parse("4k3/8/8/8/8/8/8/R3K2N w Q - 0 1", CastlingMode::Standard).unwrap();
        let m = shortest_way(&Record::new(start)).unwrap();
        assert_eq!(m.role(), shakmaty::Role::Knight);
    }
}
