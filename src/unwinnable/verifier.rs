//! The verifier: believes nobody. Every answer that reaches a ruling has passed it.
//!
//! Decides whether a [`Verdict`] is true of a position, from the position, the verdict and shakmaty's move generation
//! alone. It shares no code with finder, closure or prover: what they look up, it works out again, slowly and plainly.
//! Refuses to know: how the answer was found. Called by the pipeline, by `verify` and by tests.
//!
//! - A line is replayed: each move legal, at the end mate by the winner.
//! - A closed set is visited again with an own set of exact positions; number and digest must agree (`closed_set`).
//! - A static claim is checked move by move, then for mates (`claim`); arrangements are visited again
//!   (`arrangements`); a closed set that rests on claims is visited again as far as they leave it open (`split`).
//! - Terminal and material are worked out below.
//!
//! # Why lost material is lost, whatever the squares (own reasoning)
//! Only the *loser's* king is ever to be mated; call it k, and the winner's king W. Nobody has a pawn to promote, but
//! in the first case, and captures only lead from one lost case to another.
//! 1. *The winner has a bare king.* A king gives no check, and a bare king stays bare.
//! 2. *King and one knight against king and queens.* Put k at the origin and the checking knight at (1, 2). The squares
//!    (0, 1) and (1, 1) are next to the knight, so a queen there takes it; the winner's men there would be lost to k or
//!    be W beside k. So W must cover both, and the only square for that, not beside k, is (0, 2). Then (1, 0), which is
//!    on the board as the knight's file is, is neither attacked by the knight nor by W, so a queen must fill it; it
//!    takes the knight over (1, 1), or a queen on (1, 1) does. Nothing is ever pinned: the winner has no line pieces.
//! 3. *King and bishops on one colour against king, queens, rooks and bishops on that colour.* k stands on the bishops'
//!    colour, else it is never in check. Its neighbours by rank and file are of the other colour: no bishop attacks
//!    them. W, not beside k, covers at most one of them. All others are filled by queens or rooks (bishops of that
//!    colour cannot stand there). The check comes along one diagonal (two at once cannot be: a bishop that leaves one
//!    diagonal of k never lands on the other). Its first square next to k touches two of k's neighbours by rank and
//!    file (both, also in a corner and on an edge, are on the board as that square is); at most one is W's, so a
//!    queen or rook stands beside that square and steps onto it, taking the bishop or stopping the check. Unpinned: a
//!    bishop never pins along rank or file. So it is no mate.

mod arrangements;
mod claim;
mod closed_set;
mod split;

use crate::units::counted;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position, Role, fen::Fen};

use super::verdict::{Proof, Verdict};

/// Why a verdict was not accepted: what was expected and what came.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// An open question proves nothing.
    #[error("expected a line or a proof, got an undetermined answer")]
    Undetermined,
    /// A move of the line is not legal where it is played.
    #[error("ply {ply}: expected a legal move, got {got} in {fen}")]
    IllegalMove {
        /// Number of the move in the line, from 1.
        ply: usize,
        /// The move, as UCI.
        got: String,
        /// Where.
        fen: String,
    },
    /// The line does not end in mate by the winner.
    #[error("expected mate by {winner} after {}, got {fen}", counted(*plies, "ply", "plies"))]
    NoMate {
        /// Who was to mate.
        winner: Color,
        /// Length of the line.
        plies: usize,
        /// Where it ends.
        fen: String,
    },
    /// The position is not the end of the game, or is mate by the winner.
    #[error("expected stalemate, or mate against {winner}, got {fen}")]
    NotTerminal {
        /// Who was not to mate.
        winner: Color,
        /// The position.
        fen: String,
    },
    /// The material of the winner can mate somewhere.
    #[error("expected lost material of {winner}, got {fen}")]
    MaterialNotLost {
        /// Who was not to mate.
        winner: Color,
        /// The position.
        fen: String,
    },
    /// The closed set has a mate in it.
    #[error("expected no mate by {winner} in the closed set, got {fen}")]
    MateReached {
        /// Who was not to mate.
        winner: Color,
        /// The mate.
        fen: String,
    },
    /// The closed set is of another size.
    #[error("expected {expected} positions in the closed set, got {got}")]
    States {
        /// As stated.
        expected: u64,
        /// As counted; counting stops soon after the stated number.
        got: u64,
    },
    /// The closed set is another one.
    #[error("expected the digest {expected:032x} of the closed set, got {got:032x}")]
    Digest {
        /// As stated.
        expected: u128,
        /// As computed.
        got: u128,
    },
    /// The proof asks for more than the verifier was told to visit; it may be true.
    #[error("expected at most {most} positions to visit, got {got}")]
    TooLarge {
        /// The bound.
        most: u64,
        /// As stated by the proof.
        got: u64,
    },
    /// The verifier was told to stop; the proof may be true.
    #[error("expected time to verify, got a cancellation")]
    Cancelled,
    /// The static claim does not hold.
    #[error("static claim: {0}")]
    Claim(String),
}

/// What verifying one verdict may cost: hostile certificates state what they like.
#[derive(Clone, Copy)]
pub struct Bounds<'a> {
    /// Positions visited again at most, about 150 bytes each at worst. An arrangement counts as four.
    pub states: u64,
    /// True ends the verification.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl std::fmt::Debug for Bounds<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bounds").field("states", &self.states).finish_non_exhaustive()
    }
}

impl Default for Bounds<'_> {
    /// 50 million positions, more than the solver ever keeps; no hook.
    fn default() -> Self {
        Self { states: 50_000_000, stop: &|| false }
    }
}

impl Bounds<'_> {
    fn allow(&self, states: u64) -> Result<(), VerifyError> {
        if states > self.states {
            return Err(VerifyError::TooLarge { most: self.states, got: states });
        }
        Ok(())
    }

    /// Asks the hook now and then.
    fn poll(&self, visited: usize) -> Result<(), VerifyError> {
        if visited.is_multiple_of(256) && (self.stop)() {
            return Err(VerifyError::Cancelled);
        }
        Ok(())
    }
}

/// Whether the verdict is true of the position, for the would-be winner, within the default bounds.
///
/// # Errors
/// The first thing in the verdict that does not hold. An undetermined verdict is never accepted.
pub fn verify(position: &Chess, winner: Color, verdict: &Verdict) -> Result<(), VerifyError> {
    verify_within(position, winner, verdict, Bounds::default())
}

/// Whether the verdict is true of the position, for the would-be winner, if that costs no more than the bounds.
///
/// # Errors
/// The first thing in the verdict that does not hold, or that it was too much to verify.
pub fn verify_within(
    position: &Chess,
    winner: Color,
    verdict: &Verdict,
    bounds: Bounds<'_>,
) -> Result<(), VerifyError> {
    match verdict {
        Verdict::Winnable(line) => line_mates(position, winner, &line.0),
        Verdict::Unwinnable(proof) => match proof {
            Proof::Terminal => terminal(position, winner),
            Proof::Material => material(position, winner),
            Proof::Closure { states, digest } => {
                bounds.allow(*states)?;
                closed_set::verify(position, winner, *states, *digest, bounds)
            }
            Proof::Static(invariant) => claim::verify(position, winner, invariant),
            Proof::Roaming { invariant, arrangements } => {
                bounds.allow(arrangements.saturating_mul(4))?;
                claim::inductive(position, invariant)?;
                arrangements::verify(position, winner, invariant, *arrangements, bounds)
            }
            Proof::Split { claims, states } => {
                bounds.allow(*states)?;
                split::verify(position, winner, claims, *states, bounds)
            }
        },
        Verdict::Undetermined(_) => Err(VerifyError::Undetermined),
    }
}

fn line_mates(position: &Chess, winner: Color, line: &[Move]) -> Result<(), VerifyError> {
    let mut now = position.clone();
    for (at, step) in line.iter().enumerate() {
        if !now.legal_moves().contains(step) {
            let got = step.to_uci(shakmaty::CastlingMode::Chess960).to_string();
            return Err(VerifyError::IllegalMove { ply: at + 1, got, fen: fen(&now) });
        }
        now.play_unchecked(*step);
    }
    if mated_by(&now, winner) {
        return Ok(());
    }
    Err(VerifyError::NoMate { winner, plies: line.len(), fen: fen(&now) })
}

fn terminal(position: &Chess, winner: Color) -> Result<(), VerifyError> {
    if position.legal_moves().is_empty() && !mated_by(position, winner) {
        return Ok(());
    }
    Err(VerifyError::NotTerminal { winner, fen: fen(position) })
}

fn material(position: &Chess, winner: Color) -> Result<(), VerifyError> {
    if material_lost(position, winner) && !mated_by(position, winner) {
        return Ok(());
    }
    Err(VerifyError::MaterialNotLost { winner, fen: fen(position) })
}

/// Mate on the board, given by `winner`.
fn mated_by(position: &Chess, winner: Color) -> bool {
    position.turn() != winner && position.is_checkmate()
}

/// The three cases of the module's text.
fn material_lost(position: &Chess, winner: Color) -> bool {
    let board = position.board();
    let of = |color: Color, role: Role| board.by_color(color) & board.by_role(role);
    let (own, other) = (board.by_color(winner), board.by_color(!winner));
    let (knights, bishops) = (of(winner, Role::Knight), of(winner, Role::Bishop));
    if own.count() == 1 {
        return true;
    }
    if own.count() == 2 && knights.any() {
        return other.count() == 1 + of(!winner, Role::Queen).count();
    }
    let one_colour = |squares: shakmaty::Bitboard| {
        squares.is_subset(shakmaty::Bitboard::DARK_SQUARES) || squares.is_subset(shakmaty::Bitboard::LIGHT_SQUARES)
    };
    own.count() == 1 + bishops.count()
        && of(!winner, Role::Pawn).is_empty()
        && of(!winner, Role::Knight).is_empty()
        && one_colour(bishops | of(!winner, Role::Bishop))
}

fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}
