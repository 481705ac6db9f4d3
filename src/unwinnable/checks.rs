//! Which moves may give check, before they are made.
//!
//! Decides: "cannot give check" (certain) or "may". Refuses to know: whether it is mate. Called by finder and closure.
//! Sound: a check comes from the moved man on its new square, or from a slider whose line the moved man leaves; castling,
//! en passant and promotions are always answered with "may".

use shakmaty::{Bitboard, Role, Square, attacks};

use super::board::{Board, Kind, Step};

/// From where the side to move gives check.
pub(crate) struct Checks {
    knight: Bitboard,
    bishop: Bitboard,
    rook: Bitboard,
    pawn: Bitboard,
    /// Men whose move may uncover a check.
    screens: Bitboard,
    king: Square,
}

impl Checks {
    pub(crate) fn new(board: &Board) -> Self {
        let king = board.king(!board.turn);
        let occupied = board.occupied();
        Self {
            knight: attacks::knight_attacks(king),
            bishop: attacks::bishop_attacks(king, occupied),
            rook: attacks::rook_attacks(king, occupied),
            pawn: attacks::pawn_attacks(!board.turn, king),
            screens: board.screens(king, board.turn, occupied),
            king,
        }
    }

    /// False: the move does not give check.
    pub(crate) fn may_give(&self, step: Step) -> bool {
        self.squares(step.from, step.role, step.kind).contains(step.to)
    }

    /// The squares on which a man that comes from `from` may give check; on others it does not.
    pub(crate) fn squares(&self, from: Square, role: Role, kind: Kind) -> Bitboard {
        let direct = match kind {
            Kind::Plain | Kind::Double => match role {
                Role::Pawn => self.pawn,
                Role::Knight => self.knight,
                Role::Bishop => self.bishop,
                Role::Rook => self.rook,
                Role::Queen => self.rook | self.bishop,
                Role::King => Bitboard::EMPTY,
            },
            Kind::EnPassant | Kind::Castle | Kind::Promotion(_) => return Bitboard::FULL,
        };
        if self.screens.contains(from) { direct | !attacks::ray(self.king, from) } else { direct }
    }
}
