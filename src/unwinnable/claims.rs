//! Static claims as leaves of a closure: most exhaustions need only reach the next capture that shuts the position.
//!
//! Decides: whether a position obeys a claim that no mate by the winner obeys, proving a new one if that is worth a
//! try. Refuses to know: how claims are proven (the prover) and who believes them (the verifier).
//!
//! Sound: a claim is inductive, so whatever follows from a position that obeys it obeys it too, and no mate by the
//! winner does. The claims say nothing of castling rights and en-passant targets that their own root did not have, so a
//! position with either is never taken as a leaf. `obeys` names a man of the claim for every man on the board, each at
//! most once; if it misses a possible naming the position is merely visited.

use std::collections::HashMap;

use shakmaty::{Bitboard, CastlingMode, Chess, Color, FromSetup, PositionError, Role, Setup};

use super::board::{Board, side};
use super::invariant::{Invariant, Man};
use super::prover;

/// Proofs tried in one frame (same pawns, same men) before it is left to the closure.
const TRIES: u8 = 2;

/// Where fewer than one in this many tries succeeds, no more are made.
const HOPE: usize = 16;

/// Pawns of each side, and how many men of each kind.
type Frame = [u64; 3];

/// What is known of a frame.
#[derive(Debug, Default)]
struct Known {
    tries: u8,
    claims: Vec<usize>,
}

/// The claims that one closure rests on.
#[derive(Debug, Default)]
pub(crate) struct Claims {
    pub(crate) proven: Vec<Invariant>,
    frames: HashMap<Frame, Known>,
    tried: usize,
}

impl Claims {
    /// The position obeys a proven claim against `winner`; may prove a new one.
    pub(crate) fn cover(&mut self, board: &Board, winner: Color) -> bool {
        let hopeless = self.tried > 4 * HOPE && self.proven.len() * HOPE < self.tried;
        if hopeless && self.proven.is_empty() || board.castling.any() || board.ep.is_some() {
            return false;
        }
        let known = self.frames.entry(frame(board)).or_default();
        if known.claims.iter().any(|&claim| obeys(&self.proven[claim], board)) {
            return true;
        }
        if hopeless || known.tries >= TRIES {
            return false;
        }
        self.tried += 1;
        known.tries += 1;
        let Some(claim) = chess(board).and_then(|position| prover::prove(&position, winner)) else { return false };
        known.claims.push(self.proven.len());
        self.proven.push(claim);
        true
    }
}

fn frame(board: &Board) -> Frame {
    let counts = board.roles[1..5].iter().flat_map(|&role| {
        [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES]
            .into_iter()
            .flat_map(move |shade| board.colors.map(|color| (role & shade & color).count() as u64))
    });
    let pawns = board.role(Role::Pawn);
    [
        u64::from(pawns & board.colors[0]),
        u64::from(pawns & board.colors[1]),
        counts.fold(0, |sum, n| sum << 4 | n.min(15)),
    ]
}

/// Every man on the board can be named as one of the claim's men in one of its places.
fn obeys(claim: &Invariant, board: &Board) -> bool {
    let mut named = 0u32;
    let mut places = [None; 32];
    for square in board.occupied() {
        let Some(role) = board.role_at(square) else { return false };
        let on = Bitboard::from_square(square);
        let fits = |man: &Man| {
            board.colors[side(man.color)].contains(square)
                && (man.role == role && man.squares.intersects(on)
                    || man.role == Role::Pawn
                        && !matches!(role, Role::Pawn | Role::King)
                        && man.promoted.intersects(on))
        };
        let free = |&(at, man): &(usize, &Man)| at < 32 && named >> at & 1 == 0 && fits(man);
        let candidate =
            claim.men.iter().enumerate().filter(free).min_by_key(|(_, man)| (!man.uncapturable, man.squares.count()));
        let Some((at, _)) = candidate else { return false };
        named |= 1 << at;
        places[at] = Some(square);
    }
    let all = claim.men.iter().enumerate().all(|(at, man)| !man.uncapturable || named >> at & 1 == 1);
    all && claim.file_order.iter().all(|&(white, black)| {
        !matches!((places[usize::from(white)], places[usize::from(black)]),
            (Some(white), Some(black)) if white.file() != black.file() || white.rank() >= black.rank())
    })
}

fn chess(board: &Board) -> Option<Chess> {
    let mut setup = Setup::empty();
    setup.turn = board.turn;
    for square in board.occupied() {
        let color = Color::from_white(board.colors[0].contains(square));
        setup.board.set_piece_at(square, board.role_at(square)?.of(color));
    }
    Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}
