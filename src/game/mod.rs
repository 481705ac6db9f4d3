//! One game under the Laws: a pure state machine ([`Arbiter`]) and what it is made of.
//!
//! Decides: the result, its ground, article and evidence; penalties; what may be claimed. Refuses to know: processes,
//! files, protocols, clocks on the wall. Called by every shell: wrap, match, event, audit and judge.

mod arbiter;
mod claims;
pub mod clock;
mod conditions;
mod fault;
mod mating;
mod message;
mod record;
mod ruling;
mod sameness;
mod start;

pub use arbiter::Arbiter;
pub use claims::{Claim, ClaimGround, ClaimTest, OpenClaims};
pub use conditions::{Conditions, Disconnection, DrawOffers, IllegalMoveRule, MisplacedClaim, OpenQuestions};
pub use fault::Fault;
pub use mating::{MateOracle, MaterialOracle, SolverOracle, on_the_board};
pub use message::{Absentees, Attempt, Decision, Effect, Input, Question, Refusal};
pub use record::{FenClock, Record};
pub use ruling::{Evidence, Ruling};
pub use sameness::{Difference, Sameness};
pub use start::{Start, StartError};
