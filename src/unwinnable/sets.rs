//! Moves of whole sets of squares at once, for the static prover alone.
//!
//! Every function answers "from any square of the set". Files never wrap. The verifier does not use this module.

use shakmaty::{Bitboard, Color};

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// A step by (files, rank step in bits), squares that would leave the board dropped.
const fn step(set: u64, files: i32, ranks: i32) -> u64 {
    let mut kept = set;
    let mut left = files;
    while left > 0 {
        kept = (kept & !FILE_H) << 1;
        left -= 1;
    }
    while left < 0 {
        kept = (kept & !FILE_A) >> 1;
        left += 1;
    }
    if ranks >= 0 { kept << (8 * ranks) } else { kept >> (-8 * ranks) }
}

const DIAGONALS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const LINES: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const JUMPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn slide(set: u64, blocked: u64, directions: &[(i32, i32); 4]) -> u64 {
    let mut all = 0;
    for &(files, ranks) in directions {
        let mut front = set;
        while front != 0 {
            let next = step(front, files, ranks);
            all |= next;
            front = next & !blocked;
        }
    }
    all
}

/// Bishop moves, stopped by (and including) blocked squares.
pub(super) fn diagonals(set: Bitboard, blocked: Bitboard) -> Bitboard {
    Bitboard(slide(set.0, blocked.0, &DIAGONALS))
}

/// Rook moves, stopped by (and including) blocked squares.
pub(super) fn lines(set: Bitboard, blocked: Bitboard) -> Bitboard {
    Bitboard(slide(set.0, blocked.0, &LINES))
}

/// Knight moves.
pub(super) fn jumps(set: Bitboard) -> Bitboard {
    Bitboard(JUMPS.iter().fold(0, |all, &(files, ranks)| all | step(set.0, files, ranks)))
}

/// King moves.
pub(super) fn ring(set: Bitboard) -> Bitboard {
    Bitboard(DIAGONALS.iter().chain(&LINES).fold(0, |all, &(files, ranks)| all | step(set.0, files, ranks)))
}

/// Single pushes.
pub(super) fn push(color: Color, set: Bitboard) -> Bitboard {
    Bitboard(step(set.0, 0, color.fold_wb(1, -1)))
}

/// Pawn captures.
pub(super) fn pawn_captures(color: Color, set: Bitboard) -> Bitboard {
    let ranks = color.fold_wb(1, -1);
    Bitboard(step(set.0, 1, ranks) | step(set.0, -1, ranks))
}
