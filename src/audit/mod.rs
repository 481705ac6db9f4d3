//! Finished games re-judged: four witnesses of how a game ended are heard and compared.
//!
//! The witnesses: the Result tag; the result and comments after the moves; the Termination tags; and what the Laws make
//! of the moves and clocks, which is the arbiter's word. Decides: what is wrong with a record, how gravely, and by which
//! article. Refuses to know: files, threads, where output goes. Called by `uci-arbiter audit`.

mod auditor;
mod compare;
mod finding;
pub mod fix;
mod guard;
mod laws;
mod options;
mod own;
mod replay;
pub mod report;
pub mod score;
pub mod terminations;
mod told;
mod witness;

pub use auditor::{Audited, Auditor, Recorded};
pub use finding::{Finding, FindingId, Severity, UnknownId};
pub use guard::Guarded;
pub use laws::Ruling;
pub use options::{Options, Pick, Policy};
pub use told::{Claimed, Told};
