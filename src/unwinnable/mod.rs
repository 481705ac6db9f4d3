//! Can this side still checkmate? FIDE 5.2.2 (dead position) and 6.9 (flag fall) ask a helpmate question:
//! is there *any* series of legal moves that ends with this side giving mate?
//!
//! Decides: [`Verdict`] for a position and a would-be winner. Refuses to know: the game's history, its clocks and
//! counters, time. Called by the arbiter (through `game`), by `solve` and by `audit`.

pub mod certificate;
pub mod counters;
pub mod invariant;
pub mod live;
pub mod prover;
pub mod query;
pub mod roaming;
pub mod verdict;
pub mod verifier;

mod board;
mod budget;
mod checks;
mod claims;
mod closure;
mod exclusion;
mod finder;
mod key;
mod material;
mod picture;
mod plan;
mod sets;
mod solver;
mod steps;

pub use budget::Budget;
pub use invariant::Invariant;
pub use live::{LiveMating, Standing};
pub use solver::{Answer, Solver, can_mate, dead};
pub use verdict::{Death, MateLine, Proof, Spent, Verdict};
pub use verifier::{Bounds, VerifyError, verify, verify_within};
