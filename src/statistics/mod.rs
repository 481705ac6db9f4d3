//! What results say of the difference in strength between two players, or many.
//!
//! Decides: tallies of games and of pairs of games, Elo and normalised Elo with their intervals, likelihood of
//! superiority, log-likelihood ratios and when a sequential test is over, ratings of many players. Refuses to know: who the players are, how
//! games end, what is printed. Called by `audit` and `event`.

pub mod ratings;
mod sample;
mod sprt;
mod tally;

pub use sample::{Estimate, Sample, Zeros, elo_of, score_of};
pub use sprt::{Basis, Bounds, Sprt, SprtModel, SprtState};
pub use tally::{PairTally, Tally};
