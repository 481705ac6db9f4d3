//! The exact material table: men that admit no mate by the winner wherever they stand.
//!
//! Sound: the three rows of the table in [`super::Proof`] are closed under legal moves (no pawn that could promote is
//! left on the side it would help, captures keep the row), and in none of them is a mate position reachable. Mate on
//! the board is tested before this table, because a position set up by hand may show a mate that no move could give.

use shakmaty::{Bitboard, Color, Role};

use super::board::Board;

/// The winner cannot mate with these men, from any position that is not already mate.
pub(crate) fn lost(board: &Board, winner: Color) -> bool {
    let men = board.of(winner);
    if men.count() == 1 {
        return true;
    }
    let loser = board.of(!winner);
    let knights = board.role(Role::Knight);
    if men.count() == 2 && (men & knights).any() {
        return (loser & !board.role(Role::King) & !board.role(Role::Queen)).is_empty();
    }
    let bishops = board.role(Role::Bishop);
    let one_colour = (bishops & Bitboard::LIGHT_SQUARES).is_empty() || (bishops & Bitboard::DARK_SQUARES).is_empty();
    one_colour
        && (men & !bishops & !board.role(Role::King)).is_empty()
        && ((knights | board.role(Role::Pawn)) & loser).is_empty()
}
