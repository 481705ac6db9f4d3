//! Which moves may give check, before they are made.
//!
//! Decides: "cannot give check" (certain) or "may". Refuses to know: whether it is mate. Called by finder and closure.
//! Sound: a check comes from the moved man on its new square, or from a slider whose line the moved man leaves; castling,
//! en passant and promotions are always answered with "may".

use std::cell::OnceCell;

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
    /// Squares beside the king to which it may go now, once it has to; worked out when a check needs it.
    flights: OnceCell<Bitboard>,
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
            flights: OnceCell::new(),
        }
    }

    /// True: after this checking move the king has a flight that the moved man does not attack. False means nothing, and
    /// an attack that the move uncovers is overlooked: good enough to find mates, not to deny them.
    pub(crate) fn leaves_flight(&self, board: &Board, step: Step) -> bool {
        if step.kind != Kind::Plain || self.screens.contains(step.from) {
            return false;
        }
        let us = board.turn;
        let without = board.occupied().without(self.king);
        let flights = *self
            .flights
            .get_or_init(|| attacks::king_attacks(self.king) & !board.of(!us) & !board.danger(us, without));
        let covered = || match step.role {
            Role::Pawn => attacks::pawn_attacks(us, step.to),
            Role::Knight => attacks::knight_attacks(step.to),
            Role::Bishop => attacks::bishop_attacks(step.to, without.without(step.from)),
            Role::Rook => attacks::rook_attacks(step.to, without.without(step.from)),
            Role::Queen => attacks::queen_attacks(step.to, without.without(step.from)),
            Role::King => attacks::king_attacks(step.to),
        };
        flights.any() && (flights.without(step.to) & !covered()).any()
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
