//! The solver's own board: small, copied for every move, with an exact key.
//!
//! Decides: what the position is after a move, and whether two positions are the same. Refuses to know: move counters
//! and history. Used by the finder and the closure only; `shakmaty::Chess` is converted at the edge, every line goes
//! back through it, and tests compare the two by perft and random games.

use shakmaty::{Bitboard, CastlingSide, Chess, Color, EnPassantMode, Move, Position, Role, Square, attacks};

/// How a move is made, beyond "from here to there".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain,
    /// A pawn's double step: it may leave an en-passant target.
    Double,
    EnPassant,
    /// King from `from` castles with the rook on `to`.
    Castle,
    Promotion(Role),
}

/// One legal move on a [`Board`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) role: Role,
    pub(crate) kind: Kind,
}

/// The exact identity of a position: the square codes of [`super::Proof`] as four bit planes. Never all zero.
pub(crate) type Key = [u64; 4];

/// A position: who stands where, whose turn, castling rights by rook, and the en-passant target if it is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// Indexed by role, pawn first.
    pub(crate) roles: [Bitboard; 6],
    /// Indexed by [`side`].
    pub(crate) colors: [Bitboard; 2],
    /// Rooks that may still castle.
    pub(crate) castling: Bitboard,
    /// Set only if some pawn can legally capture there.
    pub(crate) ep: Option<Square>,
    pub(crate) turn: Color,
}

/// Index of a colour: white 0, black 1.
pub(crate) const fn side(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

const fn slot(role: Role) -> usize {
    role as usize - 1
}

impl Board {
    /// Takes over a position; counters are dropped.
    pub(crate) fn new(position: &Chess) -> Self {
        let b = position.board();
        Self {
            roles: Role::ALL.map(|role| b.by_role(role)),
            colors: [b.white(), b.black()],
            castling: position.castles().castling_rights(),
            ep: position.ep_square(EnPassantMode::Legal),
            turn: position.turn(),
        }
    }

    pub(crate) fn of(&self, color: Color) -> Bitboard {
        self.colors[side(color)]
    }

    pub(crate) fn role(&self, role: Role) -> Bitboard {
        self.roles[slot(role)]
    }

    pub(crate) fn men(&self, color: Color, role: Role) -> Bitboard {
        self.of(color) & self.role(role)
    }

    pub(crate) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The square of the king; a position without one cannot be made from a `Chess`.
    pub(crate) fn king(&self, color: Color) -> Square {
        self.men(color, Role::King).first().unwrap_or(Square::A1)
    }

    pub(crate) fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.role(role).contains(square))
    }

    /// The men of `by` that attack `square` when `occupied` is occupied.
    pub(crate) fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let straight = self.role(Role::Rook) | self.role(Role::Queen);
        let diagonal = self.role(Role::Bishop) | self.role(Role::Queen);
        self.of(by)
            & (attacks::rook_attacks(square, occupied) & straight
                | attacks::bishop_attacks(square, occupied) & diagonal
                | attacks::knight_attacks(square) & self.role(Role::Knight)
                | attacks::king_attacks(square) & self.role(Role::King)
                | attacks::pawn_attacks(!by, square) & self.role(Role::Pawn))
    }

    /// The men that give check to the side to move.
    pub(crate) fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.turn), !self.turn, self.occupied())
    }

    fn take(&mut self, square: Square, color: Color) {
        let off = !Bitboard::from_square(square);
        for role in &mut self.roles {
            *role &= off;
        }
        self.colors[side(color)] &= off;
        self.castling &= off;
    }

    fn put(&mut self, square: Square, color: Color, role: Role) {
        let on = Bitboard::from_square(square);
        self.roles[slot(role)] |= on;
        self.colors[side(color)] |= on;
    }

    /// The position after a legal move.
    pub(crate) fn after(&self, step: Step) -> Self {
        let us = self.turn;
        let mut next = *self;
        next.turn = !us;
        next.ep = None;
        match step.kind {
            Kind::Castle => {
                let wing = wing(step);
                next.take(step.from, us);
                next.take(step.to, us);
                next.put(wing.king_to(us), us, Role::King);
                next.put(wing.rook_to(us), us, Role::Rook);
                next.castling &= !Bitboard::from_rank(wing.king_to(us).rank());
                return next;
            }
            Kind::EnPassant => next.take(behind(step), !us),
            Kind::Plain | Kind::Double | Kind::Promotion(_) => {
                if self.of(!us).contains(step.to) {
                    next.take(step.to, !us);
                }
            }
        }
        let from = Bitboard::from_square(step.from);
        next.roles[slot(step.role)] ^= from;
        next.colors[side(us)] ^= from;
        let role = if let Kind::Promotion(role) = step.kind { role } else { step.role };
        next.put(step.to, us, role);
        if next.castling.any() {
            next.castling &= !from;
            if step.role == Role::King {
                next.castling &= !next.of(us);
            }
        }
        if step.kind == Kind::Double {
            let target = Square::from_coords(step.from.file(), behind_rank(us));
            let pawns = attacks::pawn_attacks(us, target) & next.men(!us, Role::Pawn);
            if pawns.into_iter().any(|from| next.en_passant_is_safe(from, target)) {
                next.ep = Some(target);
            }
        }
        next
    }

    /// No later move can bring this position back: a pawn move, a capture, or castling rights lost.
    pub(crate) fn is_irreversible(&self, step: Step) -> bool {
        step.role == Role::Pawn
            || self.occupied().contains(step.to)
            || self.castling.contains(step.from)
            || self.castling.any() && step.role == Role::King
    }

    /// May the pawn on `from` capture en passant on `to` without leaving its king in check?
    pub(crate) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let captured = Square::from_coords(to.file(), from.rank());
        let occupied = self.occupied().without(from).without(captured).with(to);
        let attackers = self.attackers(self.king(self.turn), !self.turn, occupied);
        attackers.without(captured).is_empty()
    }

    /// Exact: equal keys mean equal positions, and the other way round.
    pub(crate) fn key(&self) -> Key {
        let [pawns, knights, bishops, rooks, queens, kings] = self.roles.map(u64::from);
        let castling = u64::from(self.castling);
        let ep = self.ep.map_or(0, |s| u64::from(Bitboard::from_square(s)));
        let mover = kings & u64::from(self.of(self.turn));
        [
            pawns | bishops | queens | castling | mover,
            knights | bishops | kings | castling,
            rooks | queens | kings,
            u64::from(self.colors[1]) & !castling | mover | ep,
        ]
    }

    /// The position with this key, which must come from [`Board::key`].
    pub(crate) fn from_key([p0, p1, p2, p3]: Key) -> Self {
        let mover = p0 & p1 & p2 & p3;
        let castling = p0 & p1 & p2 & !p3;
        let kings = p1 & p2 & !castling;
        let ep = p3 & !p0 & !p1 & !p2;
        let last = 0xffff_ffff_0000_0000;
        let other_king = kings & !mover;
        let turn = Color::from_black(other_king & p3 == 0);
        let black = p3 & !ep & !mover | castling & last | if turn == Color::Black { mover } else { 0 };
        let occupied = (p0 | p1 | p2) & !ep;
        let roles = [p0 & !p1 & !p2, p1 & !p0 & !p2, p0 & p1 & !p2, p2 & !p0 & !p1 | castling, p0 & p2 & !p1, kings];
        Self {
            roles: roles.map(Bitboard),
            colors: [Bitboard(occupied & !black), Bitboard(black)],
            castling: Bitboard(castling),
            ep: Bitboard(ep).first(),
            turn,
        }
    }

    /// The move as shakmaty writes it.
    pub(crate) fn to_move(self, step: Step) -> Move {
        match step.kind {
            Kind::Castle => Move::Castle { king: step.from, rook: step.to },
            Kind::EnPassant => Move::EnPassant { from: step.from, to: step.to },
            Kind::Plain | Kind::Double | Kind::Promotion(_) => Move::Normal {
                role: step.role,
                from: step.from,
                capture: self.role_at(step.to),
                to: step.to,
                promotion: if let Kind::Promotion(role) = step.kind { Some(role) } else { None },
            },
        }
    }
}

/// The side a castling move goes to.
pub(crate) fn wing(step: Step) -> CastlingSide {
    CastlingSide::from_king_side(step.from < step.to)
}

/// The square of the pawn that an en-passant move captures.
fn behind(step: Step) -> Square {
    Square::from_coords(step.to.file(), step.from.rank())
}

/// The rank that a double step of `color` passes over.
const fn behind_rank(color: Color) -> shakmaty::Rank {
    match color {
        Color::White => shakmaty::Rank::Third,
        Color::Black => shakmaty::Rank::Sixth,
    }
}
