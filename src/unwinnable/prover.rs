//! The static prover: is there any mate by the winner in a superset of everything that can follow?
//!
//! Decides: an [`Invariant`] that no mate by the winner obeys, or nothing. Refuses to know: depth, lines, heuristics.
//! Called by the pipeline; what it returns is worth nothing until the verifier has accepted it.
//!
//! Why it is sound. Start from the smallest claim: every man stays at home, none is ever captured. Then, while some
//! move that the claim does not exclude breaks it, widen the claim: put the target into the man's set, drop the
//! "uncapturable" of whoever may stand there, drop what rested on it. Every exclusion becomes weaker as sets grow and
//! flags fall, so this ends in the smallest claim that no unexcluded move breaks, and since an exclusion is a fact
//! about the position *before* the move ([`super::invariant::Reason`]), the claim holds of every position that can follow, by induction
//! over plies. There is no circle: the last pass checks every move of every man against the finished claim.
//! Then `picture` looks for a mate among all positions that obey the claim, and more.
//!
//! Castling is taken into account without conditions: while a right exists, king and rook may stand on their castling
//! targets. Capture in passing: the square that a pawn steps over is a square where it may stand, to be captured there.

use shakmaty::{Bitboard, CastlingSide, Chess, Color, EnPassantMode, Piece, Position, Role, Square, attacks};

use super::invariant::{Invariant, Man};
use super::{exclusion, picture, sets};

/// Most men that are looked at; legal games never have more.
const MOST_MEN: usize = 32;

/// A static proof that `winner` cannot mate in whatever follows, if the method reaches that far.
#[must_use]
pub fn prove(position: &Chess, winner: Color) -> Option<Invariant> {
    prove_unless(position, winner, &|| false)
}

/// The same, given up when `stop` says so: it is asked once a pass over the men and once a square of the king.
pub(super) fn prove_unless(position: &Chess, winner: Color, stop: &dyn Fn() -> bool) -> Option<Invariant> {
    let mut growth = Growth::new(position)?;
    while growth.pass() {
        if stop() {
            return None;
        }
    }
    if picture::mate_conceivable(&growth.men, winner, stop) {
        return None;
    }
    Some(growth.into_invariant())
}

/// The smallest inductive invariant of the method, whoever would win. For tests and explanations.
#[must_use]
pub fn invariant(position: &Chess) -> Option<Invariant> {
    let mut growth = Growth::new(position)?;
    growth.finish();
    Some(growth.into_invariant())
}

/// A claim on its way to being inductive.
#[derive(Clone, Debug)]
pub(super) struct Growth {
    pub(super) men: Vec<Man>,
    pub(super) file_order: Vec<(u8, u8)>,
}

/// What one pass over the men needs to know of all of them.
pub(super) struct Facts {
    pub(super) permanent: [Bitboard; 2],
    /// Where no man of this colour can go: permanent own men and permanent kings.
    pub(super) closed: [Bitboard; 2],
    /// Where a man of this colour that is not a king may stand.
    pub(super) standing: [Bitboard; 2],
    /// Squares attacked in every position by a man of this colour.
    pub(super) guarded: [Bitboard; 2],
}

pub(super) const fn index(color: Color) -> usize {
    match color {
        Color::Black => 0,
        Color::White => 1,
    }
}

impl Growth {
    fn new(position: &Chess) -> Option<Self> {
        let board = position.board();
        if board.occupied().count() > MOST_MEN {
            return None;
        }
        let men =
            board.occupied().into_iter().filter_map(|square| board.piece_at(square).map(|piece| man(piece, square)));
        let mut growth = Self { men: men.collect(), file_order: Vec::new() };
        growth.seed_castling(position);
        growth.seed_capture_in_passing(position);
        growth.pair_pawns();
        Some(growth)
    }

    /// While a right exists, king and rook may get to their castling targets; no further condition is looked at.
    fn seed_castling(&mut self, position: &Chess) {
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let (Some(rook), Some(king)) = (position.castles().rook(color, side), position.board().king_of(color))
                else {
                    continue;
                };
                self.widen(king, side.king_to(color));
                self.widen(rook, side.rook_to(color));
            }
        }
    }

    /// A pawn that can be captured in passing now may be captured on the square it stepped over.
    fn seed_capture_in_passing(&mut self, position: &Chess) {
        if let Some(skipped) = position.ep_square(EnPassantMode::PseudoLegal) {
            let pawn = skipped.offset(position.turn().fold_wb(-8, 8));
            if let Some(pawn) = pawn {
                self.widen(pawn, skipped);
            }
        }
    }

    fn widen(&mut self, home: Square, also: Square) {
        if let Some(man) = self.men.iter_mut().find(|man| man.squares.contains(home)) {
            man.squares.add(also);
            man.permanent &= man.squares.count() == 1;
        }
    }

    fn pair_pawns(&mut self) {
        let home = |man: &Man| (man.role == Role::Pawn).then(|| man.squares.single_square()).flatten();
        for (white, lower) in self.men.iter().enumerate().filter(|(_, man)| man.color == Color::White) {
            for (black, upper) in self.men.iter().enumerate().filter(|(_, man)| man.color == Color::Black) {
                if let (Some(lower), Some(upper)) = (home(lower), home(upper))
                    && lower.file() == upper.file()
                    && lower.rank() < upper.rank()
                {
                    self.file_order.push((white as u8, black as u8));
                }
            }
        }
    }

    /// Widens the claim until no unexcluded move breaks it.
    pub(super) fn finish(&mut self) {
        while self.pass() {}
    }

    /// One look at every move of every man. True if the claim had to be widened.
    fn pass(&mut self) -> bool {
        let facts = Facts::of(&self.men);
        let mut struck = [Bitboard::EMPTY; 2];
        let mut changed = false;
        for at in 0..self.men.len() {
            let (squares, promoted, captures) = self.reach(at, &facts);
            let man = &mut self.men[at];
            struck[index(man.color)] |= captures;
            changed |= !squares.is_subset(man.squares) || !promoted.is_subset(man.promoted);
            man.squares |= squares;
            man.promoted |= promoted;
        }
        for man in &mut self.men {
            let hit = man.role != Role::King && (man.squares | man.promoted).intersects(struck[index(!man.color)]);
            changed |= hit && man.uncapturable;
            man.uncapturable &= !hit;
            man.permanent = man.uncapturable && man.promoted.is_empty() && man.squares.count() == 1;
        }
        let pairs = self.file_order.len();
        let men = &self.men;
        self.file_order.retain(|&(white, black)| one_file(&men[usize::from(white)], &men[usize::from(black)]));
        changed || pairs != self.file_order.len()
    }

    /// Where the man's next move may take it: as itself, promoted, and where such a move may capture.
    fn reach(&self, at: usize, facts: &Facts) -> (Bitboard, Bitboard, Bitboard) {
        let man = &self.men[at];
        let own = index(man.color);
        let blocked = facts.permanent[0] | facts.permanent[1];
        let open = !facts.closed[own];
        let promoted = flood(man.promoted, open, |set| {
            sets::diagonals(set, blocked) | sets::lines(set, blocked) | sets::jumps(set)
        });
        let moves = match man.role {
            Role::Pawn => {
                let captures = sets::pawn_captures(man.color, man.squares) & open & facts.standing[1 - own];
                let all = captures | self.pushes(at, blocked);
                let last = Bitboard::from_rank(man.color.fold_wb(shakmaty::Rank::Eighth, shakmaty::Rank::First));
                return (all & !last, promoted | (all & last), captures | promoted);
            }
            Role::King => flood(man.squares, open & !facts.guarded[1 - own], sets::ring),
            Role::Knight => flood(man.squares, open, sets::jumps),
            Role::Bishop => flood(man.squares, open, |set| sets::diagonals(set, blocked)),
            Role::Rook => flood(man.squares, open, |set| sets::lines(set, blocked)),
            Role::Queen => flood(man.squares, open, |set| sets::diagonals(set, blocked) | sets::lines(set, blocked)),
        };
        (moves, promoted, moves | promoted)
    }

    fn pushes(&self, at: usize, blocked: Bitboard) -> Bitboard {
        let man = &self.men[at];
        let home =
            man.squares & Bitboard::from_rank(man.color.fold_wb(shakmaty::Rank::Second, shakmaty::Rank::Seventh));
        let mut all = Bitboard::EMPTY;
        if self.file_order.iter().all(|&(white, black)| usize::from(white) != at && usize::from(black) != at) {
            let single = sets::push(man.color, man.squares) & !blocked;
            let double = sets::push(man.color, sets::push(man.color, home) & !blocked) & !blocked;
            return single | double;
        }
        for from in man.squares {
            let single = sets::push(man.color, from.into());
            let double = sets::push(man.color, single);
            if single.is_disjoint(blocked) && self.in_order(at, from, single) {
                all |= single;
            }
            if home.contains(from) && (single | double).is_disjoint(blocked) && self.in_order(at, from, single | double)
            {
                all |= double;
            }
        }
        all
    }

    /// False if some pawn that is ahead on the file for certain must stand on `way`, the squares to be stepped on.
    fn in_order(&self, at: usize, from: Square, way: Bitboard) -> bool {
        self.file_order.iter().all(|&(white, black)| {
            let (white, black) = (usize::from(white), usize::from(black));
            let (other, beyond) = if white == at {
                (&self.men[black], above(from))
            } else if black == at {
                (&self.men[white], !above(from))
            } else {
                return true;
            };
            !(other.stays_a_pawn() && (other.squares & beyond).without(from).is_subset(way))
        })
    }

    fn into_invariant(self) -> Invariant {
        let exclusions = exclusion::all(&self.men, &self.file_order);
        Invariant { men: self.men, file_order: self.file_order, exclusions }
    }
}

impl Facts {
    pub(super) fn of(men: &[Man]) -> Self {
        let mut facts = Self {
            permanent: [Bitboard::EMPTY; 2],
            closed: [Bitboard::EMPTY; 2],
            standing: [Bitboard::EMPTY; 2],
            guarded: [Bitboard::EMPTY; 2],
        };
        for man in men {
            let own = index(man.color);
            if man.permanent {
                facts.permanent[own] |= man.squares;
                facts.closed[own] |= man.squares;
                if man.role == Role::King {
                    facts.closed[1 - own] |= man.squares;
                }
            }
            if man.role != Role::King {
                facts.standing[own] |= man.squares | man.promoted;
            }
        }
        for color in Color::ALL {
            facts.guarded[index(color)] = guarded(men, color);
        }
        facts
    }
}

/// All that is reached from the set by one or more moves, within `open`.
fn flood(set: Bitboard, open: Bitboard, moves: impl Fn(Bitboard) -> Bitboard) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    let mut front = set;
    while front.any() {
        front = moves(front) & open & !reached;
        reached |= front;
    }
    reached
}

fn man(piece: Piece, square: Square) -> Man {
    Man {
        color: piece.color,
        role: piece.role,
        squares: square.into(),
        promoted: Bitboard::EMPTY,
        uncapturable: true,
        permanent: true,
    }
}

/// As pawns neither leaves the file that both stand on.
fn one_file(lower: &Man, upper: &Man) -> bool {
    let both = lower.squares | upper.squares;
    both.first().is_some_and(|square| both.is_subset(Bitboard::from_file(square.file())))
}

/// The squares of all ranks above that of `square`.
fn above(square: Square) -> Bitboard {
    let shift = 8 * (u32::from(square.rank()) + 1);
    Bitboard(u64::MAX.checked_shl(shift).unwrap_or(0))
}

/// Squares that one man of `color`, never captured and never promoted, attacks from wherever it may stand, over squares
/// where no man may stand but itself and the enemy king (which leaves its square when it moves to the attacked one).
fn guarded(men: &[Man], color: Color) -> Bitboard {
    let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for man in men.iter().filter(|man| man.color == color || man.role != Role::King) {
        let set = man.squares | man.promoted;
        twice |= once & set;
        once |= set;
    }
    let mut all = Bitboard::EMPTY;
    for man in men.iter().filter(|man| man.color == color && man.uncapturable && man.promoted.is_empty()) {
        let others = twice | (once & !man.squares);
        let mut common = Bitboard::FULL;
        for from in man.squares {
            common &= attacks::attacks(from, Piece { color, role: man.role }, others);
            if common.is_empty() {
                break;
            }
        }
        all |= common;
    }
    all
}
