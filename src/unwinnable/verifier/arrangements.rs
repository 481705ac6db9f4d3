//! Visits again every arrangement of a position: the board without its bishops, which may be anywhere in their range.
//!
//! What an arrangement is, its steps and its mates, and why that is sound, is defined at
//! [`Proof::Roaming`](super::super::verdict::Proof). Written on a plain array of squares, walked ray by ray.

use std::collections::HashSet;

use shakmaty::{Bitboard, Chess, Color, EnPassantMode, Piece, Position, Role, Square};

use super::{Bounds, VerifyError};
use crate::unwinnable::invariant::Invariant;

/// The board without bishops, the side to move, the square stepped over, White's and Black's range.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Arrangement {
    squares: [Option<Piece>; 64],
    turn: Color,
    stepped_over: Option<Square>,
    range: [Bitboard; 2],
}

/// The last step: from where to where, or any if lines may have opened anywhere.
type Last = Option<(Square, Square)>;

/// Files and ranks to go.
type Way = (i32, i32);

const STRAIGHT: [Way; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const SLANTED: [Way; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [Way; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Checks that there are that many arrangements and that none can be a mate by `winner`. The claim that bounds the
/// bishops is known to be inductive.
pub(super) fn verify(
    root: &Chess,
    winner: Color,
    invariant: &Invariant,
    arrangements: u64,
    bounds: Bounds<'_>,
) -> Result<(), VerifyError> {
    let refuse = |why: String| Err(VerifyError::Claim(why));
    if root.castles().any() {
        return refuse("expected no castling right where only bishops roam".to_owned());
    }
    let root = Arrangement::of(root, invariant);
    if root.turn != winner && root.may_be_mate(None) {
        return refuse(format!("expected no mate by {winner}, got a possible one in the position asked about"));
    }
    let mut known = HashSet::from([root.clone()]);
    let mut open = vec![root];
    let mut visited = 0;
    while let Some(now) = open.pop() {
        visited += 1;
        bounds.poll(visited)?;
        for (next, last) in now.steps() {
            if next.certainly_attacked(now.turn) {
                continue;
            }
            if now.turn == winner && next.may_be_mate(last) {
                return refuse(format!("expected no mate by {winner}, got a possible one after {last:?}"));
            }
            if known.insert(next.clone()) {
                open.push(next);
            }
        }
        if known.len() as u64 > arrangements {
            return refuse(format!("expected {arrangements} arrangements, got {}", known.len()));
        }
    }
    if known.len() as u64 != arrangements {
        return refuse(format!("expected {arrangements} arrangements, got {}", known.len()));
    }
    Ok(())
}

fn go(from: Square, way: Way) -> Option<Square> {
    let file = u32::try_from(i32::from(from.file()) + way.0).ok()?;
    let rank = u32::try_from(i32::from(from.rank()) + way.1).ok()?;
    (file < 8 && rank < 8).then(|| Square::new(rank * 8 + file))
}

/// Every square seen from `from` along the ways, each way up to and including the first where `stop` holds.
fn see(from: Square, ways: &[Way], far: bool, stop: impl Fn(Square) -> bool) -> Vec<Square> {
    let mut seen = Vec::new();
    for &way in ways {
        let mut at = from;
        while let Some(next) = go(at, way) {
            seen.push(next);
            if !far || stop(next) {
                break;
            }
            at = next;
        }
    }
    seen
}

/// Whether `middle` lies strictly between the ends, on a line.
fn between(one: Square, middle: Square, other: Square) -> bool {
    STRAIGHT.iter().chain(&SLANTED).any(|&way| {
        let line = see(one, &[way], true, |square| square == other);
        line.last() == Some(&other) && middle != other && line.contains(&middle)
    })
}

const fn side(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

const fn forward(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

impl Arrangement {
    fn of(position: &Chess, invariant: &Invariant) -> Self {
        let followed = |square| position.board().piece_at(square).filter(|piece| piece.role != Role::Bishop);
        let range = [Color::White, Color::Black].map(|color| {
            let bishops = invariant.men.iter().filter(|man| man.role == Role::Bishop && man.color == color);
            bishops.fold(Bitboard::EMPTY, |all, man| all | man.squares)
        });
        Self {
            squares: Square::ALL.map(followed),
            turn: position.turn(),
            stepped_over: position.ep_square(EnPassantMode::PseudoLegal),
            range,
        }
    }

    fn on(&self, square: Square) -> Option<Piece> {
        self.squares[usize::from(square)]
    }

    fn holds(&self, square: Square, color: Color, role: Role) -> bool {
        self.on(square) == Some(Piece { color, role })
    }

    /// Empty, or an enemy man that can be taken.
    fn enterable(&self, square: Square) -> bool {
        self.on(square).is_none_or(|piece| piece.color != self.turn && piece.role != Role::King)
    }

    fn without_step(&self) -> Self {
        Self { turn: !self.turn, stepped_over: None, ..self.clone() }
    }

    fn with_step(&self, from: Square, to: Square, becomes: Piece) -> Self {
        let mut next = self.without_step();
        next.squares[usize::from(from)] = None;
        next.squares[usize::from(to)] = Some(becomes);
        next
    }

    fn steps(&self) -> Vec<(Self, Last)> {
        let mut all = Vec::new();
        let bishops = self.range[side(self.turn)];
        if bishops.any() {
            all.push((self.without_step(), None));
        }
        for taken in bishops {
            if self.on(taken).is_some() && self.enterable(taken) {
                let mut next = self.without_step();
                next.squares[usize::from(taken)] = None;
                all.push((next, None));
            }
        }
        for from in Square::ALL {
            let Some(piece) = self.on(from).filter(|piece| piece.color == self.turn) else { continue };
            if piece.role == Role::Pawn {
                self.pawn(from, &mut all);
                continue;
            }
            let goals = self.goals(from, piece.role);
            all.extend(
                goals
                    .into_iter()
                    .filter(|&to| self.enterable(to))
                    .map(|to| (self.with_step(from, to, piece), Some((from, to)))),
            );
        }
        all
    }

    fn goals(&self, from: Square, role: Role) -> Vec<Square> {
        let full = |square| self.on(square).is_some();
        let both = [STRAIGHT, SLANTED].concat();
        match role {
            Role::Knight => see(from, &KNIGHT, false, full),
            Role::King => see(from, &both, false, full),
            Role::Rook => see(from, &STRAIGHT, true, full),
            Role::Queen => see(from, &both, true, full),
            // Bishops are not on the board, pawns are looked at apart.
            Role::Bishop | Role::Pawn => Vec::new(),
        }
    }

    fn pawn(&self, from: Square, all: &mut Vec<(Self, Last)>) {
        let (color, ahead) = (self.turn, forward(self.turn));
        let pawn = Piece { color, role: Role::Pawn };
        for to in see(from, &[(-1, ahead), (1, ahead)], false, |_| true) {
            if self.stepped_over == Some(to) {
                let mut next = self.with_step(from, to, pawn);
                next.squares[usize::from(Square::from_coords(to.file(), from.rank()))] = None;
                all.push((next, None));
            }
            let bishop_there = self.on(to).is_none() && self.range[side(!color)].contains(to);
            if bishop_there || (self.on(to).is_some() && self.enterable(to)) {
                self.arrive(from, to, all);
            }
        }
        let Some(one) = go(from, (0, ahead)).filter(|&one| self.on(one).is_none()) else { return };
        self.arrive(from, one, all);
        let home = i32::from(from.rank()) == color.fold_wb(1, 6);
        if let Some(two) = go(one, (0, ahead)).filter(|&two| home && self.on(two).is_none()) {
            let mut next = self.with_step(from, two, pawn);
            let beside = see(two, &[(-1, 0), (1, 0)], false, |_| true);
            if beside.into_iter().any(|square| self.holds(square, !color, Role::Pawn)) {
                next.stepped_over = Some(one);
            }
            all.push((next, Some((from, two))));
        }
    }

    fn arrive(&self, from: Square, to: Square, all: &mut Vec<(Self, Last)>) {
        let color = self.turn;
        let last = matches!(i32::from(to.rank()), 0 | 7);
        let roles: &[Role] = if last { &[Role::Knight, Role::Rook, Role::Queen] } else { &[Role::Pawn] };
        all.extend(roles.iter().map(|&role| (self.with_step(from, to, Piece { color, role }), Some((from, to)))));
        if last {
            let mut next = self.with_step(from, to, Piece { color, role: Role::Bishop });
            next.squares[usize::from(to)] = None;
            let dark = Bitboard::DARK_SQUARES.contains(to);
            next.range[side(color)] |= if dark { Bitboard::DARK_SQUARES } else { Bitboard::LIGHT_SQUARES };
            all.push((next, None));
        }
    }

    fn king(&self, color: Color) -> Option<Square> {
        Square::ALL.into_iter().find(|&square| self.holds(square, color, Role::King))
    }

    /// Men other than bishops that attack the target, lines ending where `stop` holds.
    fn attackers(&self, by: Color, target: Square, stop: impl Fn(Square) -> bool) -> Vec<Square> {
        let mut all = Vec::new();
        let back = -forward(by);
        let mut keep = |seen: Vec<Square>, roles: &[Role]| {
            all.extend(seen.into_iter().filter(|&square| roles.iter().any(|&role| self.holds(square, by, role))));
        };
        keep(see(target, &[(-1, back), (1, back)], false, |_| true), &[Role::Pawn]);
        keep(see(target, &KNIGHT, false, |_| true), &[Role::Knight]);
        keep(see(target, &[STRAIGHT, SLANTED].concat(), false, |_| true), &[Role::King]);
        keep(see(target, &STRAIGHT, true, &stop), &[Role::Rook, Role::Queen]);
        keep(see(target, &SLANTED, true, &stop), &[Role::Queen]);
        all
    }

    /// The king of `color` is attacked, wherever the bishops stand within their ranges.
    fn certainly_attacked(&self, color: Color) -> bool {
        let perhaps_full =
            |square: Square| self.on(square).is_some() || self.range.iter().any(|range| range.contains(square));
        self.king(color).is_none_or(|king| !self.attackers(!color, king, perhaps_full).is_empty())
    }

    /// Squares from which the target is, or by a bishop may be, attacked; `through` is left by the king.
    fn perhaps_attackers(&self, by: Color, target: Square, through: Option<Square>) -> Vec<Square> {
        let full = |square: Square| self.on(square).is_some() && Some(square) != through;
        let mut all = self.attackers(by, target, full);
        let slanted = see(target, &SLANTED, true, full);
        let bishop = |square: &Square| self.on(*square).is_none() && self.range[side(by)].contains(*square);
        all.extend(slanted.into_iter().filter(bishop));
        all
    }

    /// Whether the side to move may be mated here by the step that was last.
    fn may_be_mate(&self, last: Last) -> bool {
        let (loser, winner) = (self.turn, !self.turn);
        let Some(king) = self.king(loser) else { return true };
        let gives_check =
            |&attacker: &Square| last.is_none_or(|(from, to)| attacker == to || between(attacker, from, king));
        if !self.perhaps_attackers(winner, king, None).iter().any(gives_check) {
            return false;
        }
        see(king, &[STRAIGHT, SLANTED].concat(), false, |_| true).into_iter().all(|flight| {
            let own = self.on(flight).is_some_and(|piece| piece.color == loser);
            own || self.range[side(loser)].contains(flight)
                || !self.perhaps_attackers(winner, flight, Some(king)).is_empty()
        })
    }
}
