//! Visits again a closed set that rests on claims: a position that obeys one of them needs no further look.
//!
//! Each claim is checked first: no move breaks it and it leaves no mate to the winner, whichever position obeys it. Then
//! whatever follows from a position that obeys it obeys it too, so no mate follows. A claim knows nothing of castling
//! and of captures in passing that are possible at once, so positions with either are always gone on from.

use std::collections::HashSet;

use shakmaty::{Chess, Color, EnPassantMode, Piece, Position, Role, Square};

use super::{Bounds, VerifyError, claim, closed_set, fen, mated_by, material_lost};
use crate::unwinnable::invariant::{Invariant, Man};

/// Attempts at naming the men of one position; beyond them the position is gone on from.
const ATTEMPTS: usize = 2_000;

/// Checks that from `root`, up to positions that obey a claim, no mate by `winner` is reached in `states` positions.
pub(super) fn verify(
    root: &Chess,
    winner: Color,
    claims: &[Invariant],
    states: u64,
    bounds: Bounds<'_>,
) -> Result<(), VerifyError> {
    for (at, invariant) in claims.iter().enumerate() {
        bounds.poll(0)?;
        claim::mateless(winner, invariant).map_err(|error| VerifyError::Claim(format!("claim {at}: {error}")))?;
    }
    let mut known = HashSet::from([closed_set::key(root)]);
    let mut open = vec![root.clone()];
    let mut visited = 0;
    while let Some(position) = open.pop() {
        visited += 1;
        bounds.poll(visited)?;
        let moves = position.legal_moves();
        if moves.is_empty() && mated_by(&position, winner) {
            return Err(VerifyError::MateReached { winner, fen: fen(&position) });
        }
        if material_lost(&position, winner) || claims.iter().any(|invariant| obeys(&position, invariant)) {
            continue;
        }
        for step in moves {
            let mut next = position.clone();
            next.play_unchecked(step);
            if known.insert(closed_set::key(&next)) {
                open.push(next);
            }
        }
        let got = known.len() as u64;
        if got > states {
            return Err(VerifyError::States { expected: states, got });
        }
    }
    Ok(())
}

/// Each man on the board can be named as another man of the claim, none that must be there is missing, pawns in order.
fn obeys(position: &Chess, invariant: &Invariant) -> bool {
    if position.castles().any() || position.ep_square(EnPassantMode::Legal).is_some() {
        return false;
    }
    let board = position.board();
    let mut choices: Vec<(Square, Vec<usize>)> = Vec::new();
    for square in board.occupied() {
        let Some(piece) = board.piece_at(square) else { return false };
        let fitting: Vec<usize> =
            (0..invariant.men.len()).filter(|&at| fits(&invariant.men[at], piece, square)).collect();
        if fitting.is_empty() {
            return false;
        }
        choices.push((square, fitting));
    }
    // Those with the fewest names first, so that a wrong name shows soon.
    choices.sort_by_key(|(_, fitting)| fitting.len());
    let mut names = vec![None; invariant.men.len()];
    name(invariant, &choices, &mut names, &mut 0)
}

fn fits(man: &Man, piece: Piece, square: Square) -> bool {
    let unchanged = man.role == piece.role && man.squares.contains(square);
    let promoted =
        man.role == Role::Pawn && !matches!(piece.role, Role::Pawn | Role::King) && man.promoted.contains(square);
    man.color == piece.color && (unchanged || promoted)
}

/// Names the men on the squares left, one after the other, taking back what leads nowhere.
fn name(
    invariant: &Invariant,
    left: &[(Square, Vec<usize>)],
    names: &mut [Option<Square>],
    attempts: &mut usize,
) -> bool {
    *attempts += 1;
    let Some(((square, fitting), rest)) = left.split_first() else { return complete(invariant, names) };
    fitting.iter().any(|&at| {
        if names[at].is_some() || *attempts > ATTEMPTS {
            return false;
        }
        names[at] = Some(*square);
        let found = name(invariant, rest, names, attempts);
        if !found {
            names[at] = None;
        }
        found
    })
}

fn complete(invariant: &Invariant, names: &[Option<Square>]) -> bool {
    let present = invariant.men.iter().zip(names).all(|(man, name)| name.is_some() || !man.uncapturable);
    present
        && invariant.file_order.iter().all(|&(white, black)| {
            let pair = (names[usize::from(white)], names[usize::from(black)]);
            // One that promoted is asked for more than the claim says, which only means to look further.
            !matches!(pair, (Some(lower), Some(upper)) if lower.file() != upper.file() || lower.rank() >= upper.rank())
        })
}
