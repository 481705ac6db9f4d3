//! What the finder tries first: a plan per corner, as a score and a price for every move.
//!
//! Decides: the order and the price of moves. Refuses to know: whether anything is possible; a plan may only find
//! lines, so nothing here needs to be right. Called by the finder and, for its order, by the closure.

use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};

use super::board::{Board, Kind, Step};
use super::steps::Steps;

/// How a move serves the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Merit {
    /// Higher is tried earlier.
    pub(crate) score: i32,
    /// Depth the move uses up: 0 serves the plan, 1 is neutral, 3 works against it.
    pub(crate) price: i32,
}

const fn serves(score: i32) -> Merit {
    Merit { score: 100 + score, price: 0 }
}

const fn neutral(score: i32) -> Merit {
    Merit { score, price: 1 }
}

const fn against(score: i32) -> Merit {
    Merit { score: score - 100, price: 3 }
}

/// Distances to a set of squares, by square.
type Far = [i8; 64];

const CORNERS: [Square; 4] = [Square::A1, Square::H1, Square::A8, Square::H8];
/// Where the loser's king goes.
const TO_CORNER: [Far; 4] = each_corner(&[(0, 0)]);
/// Beside the corner: where a loser's man blocks its own king.
const TO_BESIDE: [Far; 4] = each_corner(&[(0, 1), (1, 0)]);
/// Where the winner's king helps: a knight's move from the corner.
const TO_GUARD: [Far; 4] = each_corner(&[(1, 2), (2, 1)]);

/// The squares beside each corner by rank and file.
const BESIDE: [Bitboard; 4] = [Bitboard(0x0102), Bitboard(0x8040), Bitboard(0x0201 << 48), Bitboard(0x4080 << 48)];

/// From a1 to h8 and from h1 to a8.
const DIAGONALS: [Bitboard; 2] = [Bitboard(0x8040_2010_0804_0201), Bitboard(0x0102_0408_1020_4080)];

/// For each corner the king's distance to the nearest of the targets, given as (file, rank) counted from the corner.
const fn each_corner(targets: &[(i32, i32)]) -> [Far; 4] {
    let mut all = [[0; 64]; 4];
    let mut at = 0;
    while at < 4 * 64 {
        let (corner, square) = (at / 64, (at % 64) as i32);
        let file = if corner % 2 == 0 { square % 8 } else { 7 - square % 8 };
        let rank = if corner < 2 { square / 8 } else { 7 - square / 8 };
        let (mut best, mut target) = (i32::MAX, 0);
        while target < targets.len() {
            let (across, along) = ((file - targets[target].0).abs(), (rank - targets[target].1).abs());
            let far = if across > along { across } else { along };
            best = if far < best { far } else { best };
            target += 1;
        }
        all[corner][square as usize] = best as i8;
        at += 1;
    }
    all
}

/// Drive the loser's king into one corner, block it in there, and bring the men that mate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) winner: Color,
    pub(crate) corner: usize,
    /// The winner's pawns will not promote: behave as if there were none.
    pub(crate) blocked: bool,
}

/// What the winner still needs, from the men on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// A queen or rook is there.
    Nothing,
    /// Several minor pieces are there, which mate only close to the corner.
    Nearness,
    /// Only pawns can become the mating man.
    Promotion,
    /// The loser must promote or block its own king: king and knight, or bishops of one colour.
    LoserMan,
}

impl Plan {
    /// The four corners, most promising first.
    pub(crate) fn corners(board: &Board, winner: Color) -> [Self; 4] {
        let king = board.king(!winner);
        let bishops = board.men(winner, Role::Bishop);
        let light = (bishops & Bitboard::LIGHT_SQUARES).any();
        let dark = (bishops & Bitboard::DARK_SQUARES).any();
        let mut corners = [0, 1, 2, 3];
        corners.sort_by_key(|&corner| {
            let wrong = if CORNERS[corner].is_light() { dark && !light } else { light && !dark };
            (wrong, king.distance(CORNERS[corner]), corner)
        });
        corners.map(|corner| Self { winner, corner, blocked: false })
    }

    /// A plan for an order of moves where the corner hardly matters.
    pub(crate) const fn any(winner: Color) -> Self {
        Self { winner, corner: 0, blocked: false }
    }

    pub(crate) fn need(&self, board: &Board) -> Need {
        let men = board.of(self.winner);
        let minors = (board.role(Role::Knight) | board.role(Role::Bishop)) & men;
        if (men & (board.role(Role::Queen) | board.role(Role::Rook))).any() {
            return Need::Nothing;
        }
        let bishops = minors & board.role(Role::Bishop);
        let both = (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any();
        if both || (minors != bishops && minors.count() > 1) {
            return Need::Nearness;
        }
        if !self.blocked && (men & board.role(Role::Pawn)).any() { Need::Promotion } else { Need::LoserMan }
    }

    /// Where the loser's men must do part of the work: a step off the squares that they need, or onto them.
    ///
    /// A loser's pawn needs its file to promote. The loser's king needs the corner's diagonal free of bishops, or it
    /// cannot step into the corner.
    fn out_of_the_way(&self, board: &Board, step: Step) -> Option<Merit> {
        let pawns = u64::from(board.men(!self.winner, Role::Pawn));
        let mut needed = Bitboard::EMPTY;
        if step.role != Role::Pawn {
            needed = Bitboard(if self.winner == Color::White {
                below(pawns)
            } else {
                below(pawns.swap_bytes()).swap_bytes()
            });
        }
        if step.role == Role::Bishop && board.of(self.winner).contains(step.from) {
            needed |= DIAGONALS[usize::from(self.corner == 1 || self.corner == 2)];
        }
        match (needed.contains(step.from), needed.contains(step.to)) {
            (true, false) => Some(serves(15)),
            (false, true) => Some(neutral(-30)),
            _ => None,
        }
    }

    /// A loser's man on its way to block its king in: onto a free square beside the corner, or to where it sees one.
    fn towards_block(&self, board: &Board, step: Step) -> Merit {
        let beside = BESIDE[self.corner];
        if beside.contains(step.from) {
            return neutral(-20);
        }
        let men = board.of(!self.winner) & !board.role(Role::King);
        let free = beside & !men;
        if beside.contains(step.to) {
            let in_the_kings_way = free.count() == 1 && board.king(!self.winner) != CORNERS[self.corner];
            return if in_the_kings_way { neutral(-10) } else { serves(10) };
        }
        let piece = Piece { color: !self.winner, role: step.role };
        let sees = |square| attacks::attacks(square, piece, Bitboard::EMPTY).intersects(free);
        if sees(step.to) && !sees(step.from) || step.role == Role::Knight && self.nearer(step, &TO_BESIDE) > 0 {
            return serves(5);
        }
        neutral(0)
    }

    fn nearer(&self, step: Step, far: &[Far; 4]) -> i8 {
        let far = &far[self.corner];
        far[step.from.to_usize()] - far[step.to.to_usize()]
    }

    pub(crate) fn merit(&self, board: &Board, need: Need, step: Step) -> Merit {
        if board.turn == self.winner { self.winners(board, need, step) } else { self.losers(board, need, step) }
    }

    /// Squares that stand for all others: of those with the same merit the first, of those known to score no more than
    /// `best` none.
    pub(crate) fn telling(&self, board: &Board, need: Need, steps: Steps, best: i32) -> Bitboard {
        let ours = board.turn == self.winner;
        let uniform = match steps.role {
            Role::Rook | Role::Queen => true,
            Role::Bishop => ours,
            Role::Knight => ours && !matches!(need, Need::LoserMan | Need::Nearness),
            Role::Pawn | Role::King => false,
        };
        if !uniform {
            return steps.to;
        }
        let enemies = board.of(!board.turn);
        let first = |squares: Bitboard| squares.first().map_or(Bitboard::EMPTY, Bitboard::from_square);
        let quiet = if best < neutral(0).score { first(steps.to & !enemies) } else { Bitboard::EMPTY };
        if best < serves(20).score { quiet | first(steps.to & enemies) } else { quiet }
    }

    /// The score that no move of the loser surpasses; none is known for the winner.
    pub(crate) fn top(&self, board: &Board, need: Need) -> i32 {
        if board.turn == self.winner || need == Need::LoserMan { i32::MAX } else { serves(20).score }
    }

    fn winners(&self, board: &Board, need: Need, step: Step) -> Merit {
        if let Kind::Promotion(role) = step.kind {
            return match role {
                Role::Queen => serves(60),
                Role::Knight => neutral(30),
                _ => neutral(-20),
            };
        }
        let captured =
            board.of(!self.winner).contains(step.to) && step.kind != Kind::Castle || step.kind == Kind::EnPassant;
        if captured {
            // A bishop that can never stand where the winner's bishops cannot is no help to its king, only in the way.
            let idle = need == Need::LoserMan
                && board.role_at(step.to) == Some(Role::Bishop)
                && board.men(self.winner, Role::Bishop).into_iter().all(|own| own.is_light() == step.to.is_light())
                && board.men(self.winner, Role::Knight).is_empty();
            return if need == Need::LoserMan && !idle { against(0) } else { serves(20) };
        }
        if need == Need::LoserMan
            && let Some(merit) = self.out_of_the_way(board, step)
        {
            return merit;
        }
        match step.role {
            Role::Pawn if need != Need::Nothing => serves(30 + advance(self.winner, step.to)),
            Role::Pawn => neutral(10 + advance(self.winner, step.to)),
            Role::King if step.kind == Kind::Plain => match self.nearer(step, &TO_GUARD) {
                1.. => serves(10),
                0 => neutral(0),
                _ => neutral(-10),
            },
            Role::Knight if matches!(need, Need::LoserMan | Need::Nearness) => match self.nearer(step, &TO_CORNER) {
                1.. => serves(5),
                _ => neutral(0),
            },
            _ => neutral(0),
        }
    }

    fn losers(&self, board: &Board, need: Need, step: Step) -> Merit {
        if let Kind::Promotion(role) = step.kind {
            return match (need, role) {
                (Need::LoserMan, Role::Knight) => serves(60),
                (Need::LoserMan, Role::Bishop) => serves(50),
                (Need::LoserMan, Role::Rook) => neutral(20),
                (Need::LoserMan, _) => against(0),
                (_, Role::Knight | Role::Bishop) => neutral(10),
                _ => neutral(-30),
            };
        }
        let captured =
            board.of(self.winner).contains(step.to) && step.kind != Kind::Castle || step.kind == Kind::EnPassant;
        if captured {
            return against(0);
        }
        if need == Need::LoserMan
            && step.role != Role::King
            && let Some(merit) = self.out_of_the_way(board, step)
        {
            return merit;
        }
        match step.role {
            Role::King if step.kind == Kind::Plain => match self.nearer(step, &TO_CORNER) {
                1.. => serves(20),
                0 => neutral(0),
                _ => neutral(-10),
            },
            Role::Pawn if need == Need::LoserMan => serves(30 + advance(!self.winner, step.to)),
            Role::Knight | Role::Bishop | Role::Rook | Role::Queen if need == Need::LoserMan => {
                self.towards_block(board, step)
            }
            Role::Knight | Role::Bishop if self.nearer(step, &TO_BESIDE) > 0 => neutral(5),
            _ => neutral(0),
        }
    }
}

/// All squares further down the files of these.
const fn below(squares: u64) -> u64 {
    let mut all = squares >> 8;
    all |= all >> 8;
    all |= all >> 16;
    all | all >> 32
}

/// Ranks a pawn of `color` on `square` has come.
fn advance(color: Color, square: Square) -> i32 {
    color.relative_rank(square.rank()) as i32
}
