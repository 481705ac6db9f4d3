//! Exhaustion of walls where only bishops roam: every man but the bishops is followed exactly, the bishops are weather.
//!
//! Decides: whether no position that can follow is a mate by the winner, by visiting all *arrangements*: the board
//! without its bishops, the side to move, a capture in passing. Four bishops behind a wall make millions of positions
//! and a few hundred arrangements. Refuses to know: where the bishops are. Called by the pipeline after [`prover`],
//! with its invariant, which bounds where the bishops of each side may ever stand (their *range*).
//!
//! Why it is sound: each real move has a step here that leads to the arrangement of the position after it.
//! - A bishop's move: the same arrangement, other side to move; or an enemy man on a square of the range is taken.
//! - A move of another man, wherever a bishop in the way, a bishop to be taken or a bishop pinned would matter, is
//!   allowed. A promotion to a bishop takes the pawn off and adds that colour of squares to the range.
//! - A step is left out only if the mover's king would stand attacked for certain after it: by pawn, knight or king, or
//!   by rook or queen over squares that no bishop's range has. That is the law of chess on exactly known men, no guess.
//!
//! Mate is looked for after each step of the winner (and in the arrangement asked about): a check that this step can
//! have given (by the man that moved, or along a line that it left, or by any line after a bishop's move), and every
//! square beside the king filled by a loser's man, attacked, or possibly so by bishops. What is no mate by that test is
//! none in truth, for the test only ever says "possible" too often.

use std::collections::HashSet;

use shakmaty::{Bitboard, Board, Chess, Color, EnPassantMode, Piece, Position, Rank, Role, Square, attacks};

use super::invariant::Invariant;
use super::prover;
use super::verdict::Proof;

/// The board without bishops and what else matters.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Arrangement {
    board: Board,
    turn: Color,
    passing: Option<Square>,
    /// Where bishops may stand: White's, Black's.
    range: [Bitboard; 2],
}

/// How a step may give check.
#[derive(Clone, Copy)]
enum Check {
    /// Along any line.
    Any,
    /// By the man that moved to `to`, or along a line over `from`.
    Moved { from: Square, to: Square },
}

/// A proof that `winner` cannot mate, from at most `limit` arrangements.
#[must_use]
pub fn prove(position: &Chess, winner: Color, limit: usize) -> Option<Proof> {
    prove_unless(position, winner, limit, &|| false)
}

/// The same, given up when `stop` says so: it is asked every 16 arrangements.
pub(super) fn prove_unless(position: &Chess, winner: Color, limit: usize, stop: &dyn Fn() -> bool) -> Option<Proof> {
    let invariant = prover::invariant(position)?;
    let arrangements = exhaust(position, winner, &invariant, limit, stop)?;
    Some(Proof::Roaming { invariant, arrangements })
}

/// The number of arrangements, if all were visited within the limit and none can be a mate by `winner`.
fn exhaust(
    position: &Chess,
    winner: Color,
    invariant: &Invariant,
    limit: usize,
    stop: &dyn Fn() -> bool,
) -> Option<u64> {
    if position.castles().any() {
        return None;
    }
    let root = Arrangement::new(position, invariant);
    if root.turn != winner && root.mate_possible(Check::Any) {
        return None;
    }
    let mut known = HashSet::from([root.clone()]);
    let mut open = vec![root];
    let mut steps = Vec::new();
    let mut visited = 0_u32;
    while let Some(at) = open.pop() {
        visited += 1;
        if visited.is_multiple_of(16) && stop() {
            return None;
        }
        steps.clear();
        at.steps(&mut steps);
        for (next, check) in steps.drain(..) {
            if next.surely_attacked(at.turn) {
                continue;
            }
            if at.turn == winner && next.mate_possible(check) {
                return None;
            }
            if known.len() < limit && !known.contains(&next) {
                known.insert(next.clone());
                open.push(next);
            } else if known.len() >= limit {
                return None;
            }
        }
    }
    Some(known.len() as u64)
}

const fn side(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

impl Arrangement {
    fn new(position: &Chess, invariant: &Invariant) -> Self {
        let mut board = position.board().clone();
        let mut range = [Bitboard::EMPTY; 2];
        for man in invariant.men.iter().filter(|man| man.role == Role::Bishop) {
            range[side(man.color)] |= man.squares;
        }
        for square in board.by_role(Role::Bishop) {
            board.discard_piece_at(square);
        }
        Self { board, turn: position.turn(), passing: position.ep_square(EnPassantMode::PseudoLegal), range }
    }

    fn steps(&self, out: &mut Vec<(Self, Check)>) {
        let bishops = self.range[side(self.turn)];
        let enemies = self.board.by_color(!self.turn) & !self.board.by_role(Role::King);
        if bishops.any() {
            out.push((self.passed(), Check::Any));
            for taken in enemies & bishops {
                let mut next = self.passed();
                next.board.discard_piece_at(taken);
                out.push((next, Check::Any));
            }
        }
        let occupied = self.board.occupied();
        for from in self.board.by_color(self.turn) {
            let Some(piece) = self.board.piece_at(from) else { continue };
            if piece.role == Role::Pawn {
                self.pawn_steps(from, out);
                continue;
            }
            for to in attacks::attacks(from, piece, occupied) & (!occupied | enemies) {
                out.push((self.moved(from, to, piece), Check::Moved { from, to }));
            }
        }
    }

    fn pawn_steps(&self, from: Square, out: &mut Vec<(Self, Check)>) {
        let color = self.turn;
        let enemies = self.board.by_color(!color) & !self.board.by_role(Role::King);
        let empty = !self.board.occupied();
        for to in attacks::pawn_attacks(color, from) & (enemies | (self.range[side(!color)] & empty)) {
            self.pawn_arrives(from, to, out);
        }
        if let Some(to) = self.passing.filter(|&to| attacks::pawn_attacks(color, from).contains(to)) {
            let mut next = self.moved(from, to, Piece { color, role: Role::Pawn });
            next.board.discard_piece_at(Square::from_coords(to.file(), from.rank()));
            out.push((next, Check::Any));
        }
        let forward = color.fold_wb(8, -8);
        let Some(single) = from.offset(forward).filter(|&to| empty.contains(to)) else { return };
        self.pawn_arrives(from, single, out);
        if from.rank() != color.fold_wb(Rank::Second, Rank::Seventh) {
            return;
        }
        if let Some(double) = single.offset(forward).filter(|&to| empty.contains(to)) {
            let mut next = self.moved(from, double, Piece { color, role: Role::Pawn });
            let takers = self.board.by_piece(Piece { color: !color, role: Role::Pawn });
            next.passing = attacks::pawn_attacks(color, single).intersects(takers).then_some(single);
            out.push((next, Check::Moved { from, to: double }));
        }
    }

    fn pawn_arrives(&self, from: Square, to: Square, out: &mut Vec<(Self, Check)>) {
        let color = self.turn;
        if !matches!(to.rank(), Rank::First | Rank::Eighth) {
            out.push((self.moved(from, to, Piece { color, role: Role::Pawn }), Check::Moved { from, to }));
            return;
        }
        for role in [Role::Queen, Role::Rook, Role::Knight] {
            out.push((self.moved(from, to, Piece { color, role }), Check::Moved { from, to }));
        }
        let mut next = self.moved(from, to, Piece { color, role: Role::Bishop });
        next.board.discard_piece_at(to);
        let shade = if Bitboard::DARK_SQUARES.contains(to) { Bitboard::DARK_SQUARES } else { Bitboard::LIGHT_SQUARES };
        next.range[side(color)] |= shade;
        out.push((next, Check::Any));
    }

    fn passed(&self) -> Self {
        Self { turn: !self.turn, passing: None, ..self.clone() }
    }

    fn moved(&self, from: Square, to: Square, piece: Piece) -> Self {
        let mut next = self.passed();
        next.board.discard_piece_at(from);
        next.board.set_piece_at(to, piece);
        next
    }

    /// The king of `color` is attacked wherever the bishops are.
    fn surely_attacked(&self, color: Color) -> bool {
        let Some(king) = self.board.king_of(color) else { return true };
        let enemy = self.board.by_color(!color);
        let role = |role| self.board.by_role(role) & enemy;
        let steps = (attacks::pawn_attacks(color, king) & role(Role::Pawn))
            | (attacks::knight_attacks(king) & role(Role::Knight))
            | (attacks::king_attacks(king) & role(Role::King));
        let solid = self.board.occupied() | self.range[0] | self.range[1];
        let queens = role(Role::Queen);
        let lines = (attacks::rook_attacks(king, solid) & (role(Role::Rook) | queens))
            | (attacks::bishop_attacks(king, solid) & queens);
        (steps | lines).any()
    }

    /// Whether the king of the side to move may be mated here, by a check of the given kind.
    fn mate_possible(&self, check: Check) -> bool {
        let (loser, winner) = (self.turn, !self.turn);
        let Some(king) = self.board.king_of(loser) else { return true };
        self.check_possible(king, check)
            && (attacks::king_attacks(king) & !self.board.by_color(loser)).into_iter().all(|flight| {
                self.range[side(loser)].contains(flight)
                    || self.attackers(winner, flight, self.board.occupied().without(king)).any()
            })
    }

    fn check_possible(&self, king: Square, check: Check) -> bool {
        let attackers = self.attackers(!self.turn, king, self.board.occupied());
        match check {
            Check::Any => attackers.any(),
            Check::Moved { from, to } => {
                attackers.into_iter().any(|attacker| attacker == to || attacks::between(attacker, king).contains(from))
            }
        }
    }

    /// Squares from which a man of `color` attacks, or a bishop of that colour may attack, the target.
    fn attackers(&self, color: Color, target: Square, occupied: Bitboard) -> Bitboard {
        let own = self.board.by_color(color);
        let role = |role| self.board.by_role(role) & own;
        let diagonals = attacks::bishop_attacks(target, occupied);
        (attacks::pawn_attacks(!color, target) & role(Role::Pawn))
            | (attacks::knight_attacks(target) & role(Role::Knight))
            | (attacks::king_attacks(target) & role(Role::King))
            | (attacks::rook_attacks(target, occupied) & (role(Role::Rook) | role(Role::Queen)))
            | (diagonals & role(Role::Queen))
            | (diagonals & self.range[side(color)] & !self.board.occupied())
    }
}
