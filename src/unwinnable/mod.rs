//! Can this side still checkmate? FIDE 5.2.2 (dead position) and 6.9 (flag fall) ask a helpmate question:
//! is there *any* series of legal moves that ends with this side giving mate?
//!
//! Decides: [`Verdict`] for a position and a would-be winner. Refuses to know: the game's history, its clocks and
//! counters, time. Called by the arbiter (through `game`), by `solve` and by `audit`.

mod board;
mod budget;
mod checks;
mod closure;
mod finder;
mod key;
mod material;
mod plan;
mod solver;
mod steps;
pub mod verdict;

pub use budget::Budget;
pub use solver::{Answer, Solver};
pub use verdict::{MateLine, Proof, Spent, Verdict};
