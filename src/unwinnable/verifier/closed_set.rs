//! Recomputes a closed set: every position, each once, none a mate by the winner; then number and digest.
//!
//! The set and the digest are defined at [`Proof`](super::super::verdict::Proof). A position is remembered whole, as its
//! 256 bits of codes, so that no two are taken for one. The count stops one beyond the stated number.

use std::collections::HashSet;

use shakmaty::{Chess, Color, EnPassantMode, Position, Role};

use super::{Bounds, VerifyError, fen, mated_by, material_lost};

/// Four-bit codes of 64 squares: number `i` holds bit `i` of each code.
pub(super) type Key = [u64; 4];

/// Checks that the closed set of `root` has `states` positions with this digest, and no mate by `winner`.
pub(super) fn verify(
    root: &Chess,
    winner: Color,
    states: u64,
    digest: u128,
    bounds: Bounds<'_>,
) -> Result<(), VerifyError> {
    let mut known: HashSet<Key> = HashSet::new();
    let mut sum: u128 = 0;
    let mut open = vec![root.clone()];
    known.insert(key(root));
    let mut visited = 0;
    while let Some(position) = open.pop() {
        visited += 1;
        bounds.poll(visited)?;
        sum = sum.wrapping_add(hash(&key(&position)));
        let moves = position.legal_moves();
        if moves.is_empty() && mated_by(&position, winner) {
            return Err(VerifyError::MateReached { winner, fen: fen(&position) });
        }
        if material_lost(&position, winner) {
            continue;
        }
        for step in moves {
            let mut next = position.clone();
            next.play_unchecked(step);
            if known.insert(key(&next)) {
                open.push(next);
            }
        }
        let got = known.len() as u64;
        if got > states {
            return Err(VerifyError::States { expected: states, got });
        }
    }
    let got = known.len() as u64;
    if got != states {
        return Err(VerifyError::States { expected: states, got });
    }
    if sum != digest {
        return Err(VerifyError::Digest { expected: digest, got: sum });
    }
    Ok(())
}

pub(super) fn key(position: &Chess) -> Key {
    let board = position.board();
    let mut codes = Key::default();
    for square in board.occupied() {
        let Some(piece) = board.piece_at(square) else { continue };
        let plain = match piece.role {
            Role::Pawn => 1,
            Role::Knight => 2,
            Role::Bishop => 3,
            Role::Rook => 4,
            Role::Queen => 5,
            Role::King => 6,
        };
        let code = if piece.role == Role::King && piece.color == position.turn() {
            15
        } else if piece.role == Role::Rook && position.castles().castling_rights().contains(square) {
            7
        } else {
            plain + piece.color.fold_wb(0, 8)
        };
        put(&mut codes, square, code);
    }
    if let Some(target) = position.ep_square(EnPassantMode::Legal) {
        put(&mut codes, target, 8);
    }
    codes
}

fn put(codes: &mut Key, square: shakmaty::Square, code: u64) {
    for (bit, plane) in codes.iter_mut().enumerate() {
        *plane |= (code >> bit & 1) << u32::from(square);
    }
}

fn hash(codes: &Key) -> u128 {
    let half = |seed: u64| {
        let first = mix(seed ^ codes[0]).wrapping_add(codes[1]);
        let second = mix(first) ^ codes[2];
        mix(mix(second).wrapping_add(codes[3]))
    };
    u128::from(half(0x243f_6a88_85a3_08d3)) << 64 | u128::from(half(0x1319_8a2e_0370_7344))
}

fn mix(value: u64) -> u64 {
    let mut x = value;
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
