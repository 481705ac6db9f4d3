//! The one question that the arbiter asks the solver, and the cheapest answer to it.

use crate::unwinnable::{MateLine, Proof, Spent, Verdict};
use shakmaty::{Chess, Color, Move, Position, Role};
use std::fmt::Debug;

/// Who answers "can this side still mate by any series of legal moves?".
pub trait MateOracle: Debug {
    /// The answer for a position with at least one legal move. It may be undetermined; it must never be a guess.
    fn can_mate(&mut self, position: &Chess, side: Color) -> Verdict;

    /// A move was made: an oracle may keep what it learnt.
    fn played(&mut self, _before: &Chess, _m: Move, _after: &Chess) {}
}

/// Answers by exact material facts, undetermined otherwise.
///
/// The facts, all exact whatever the squares: a bare king mates nobody; without pawns on the board a lone knight mates
/// no king that has only queens; bishops of one square colour mate nobody if no man on the board can guard or block
/// a square of the other colour (no knight, no pawn, no bishop of the other colour).
#[derive(Clone, Copy, Debug, Default)]
pub struct MaterialOracle;

impl MateOracle for MaterialOracle {
    fn can_mate(&mut self, position: &Chess, side: Color) -> Verdict {
        match cannot_mate_by_material(position, side) {
            true => Verdict::Unwinnable(Proof::Material),
            false => Verdict::Undetermined(Spent::default()),
        }
    }
}

/// The answer where the game is over on the board: mate or stalemate comes before any other look at a position.
#[must_use]
pub fn on_the_board(position: &Chess, side: Color) -> Option<Verdict> {
    if !position.legal_moves().is_empty() {
        return None;
    }
    Some(match position.is_check() && position.turn() != side {
        true => Verdict::Winnable(MateLine::default()),
        false => Verdict::Unwinnable(Proof::Terminal),
    })
}

/// Whether a side has two knights and nothing else against a bare king. It can mate if helped, but has no "mating
/// potential" in the sense of 1997's blitz rules: no position is reached in which mate in one cannot be avoided.
pub(super) fn two_knights_alone(position: &Chess, side: Color) -> bool {
    let board = position.board();
    let own = board.by_color(side);
    board.by_color(side.other()).count() == 1 && own.count() == 3 && (own & board.knights()).count() == 2
}

fn cannot_mate_by_material(position: &Chess, side: Color) -> bool {
    let board = position.board();
    let (own, other) = (board.by_color(side), board.by_color(side.other()));
    if own.count() == 1 {
        return true;
    }
    if (board.pawns() | (own & (board.rooks() | board.queens()))).any() {
        return false;
    }
    if (own & board.knights()).any() {
        let lone_knight = own.count() == 2;
        return lone_knight && other == other & (board.kings() | board.queens());
    }
    let (light, dark) =
        (board.bishops() & shakmaty::Bitboard::LIGHT_SQUARES, board.bishops() & shakmaty::Bitboard::DARK_SQUARES);
    let one_colour = light.is_empty() || dark.is_empty();
    one_colour && (other & board.by_role(Role::Knight)).is_empty()
}
