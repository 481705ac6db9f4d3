//! What people and scripts read of an event: the lines of the two match runners that everybody's tools parse.
//!
//! Decides: words, blanks and decimals, from numbers that are there. Refuses to know: who prints, when, and in colour or
//! not. The forms are facts about cutechess-cli 1.5.1 and fastchess alpha 1.8.2, checked against recorded output;
//! where those programs have no word for what the Laws know, the reason says so in its own.

pub mod cutechess;
pub mod fastchess;
mod number;
mod progress;
mod reason;

pub use progress::{PlayerProgress, Progress};
pub use reason::{Failure, Termination, failure, reason, termination};

use super::game::Ending;
use super::settings::GameNumber;

/// `Started game 3 of 200 (A vs B)`; White first.
#[must_use]
pub fn started(number: GameNumber, total: u32, white: &str, black: &str) -> String {
    format!("Started game {} of {total} ({white} vs {black})", number.0)
}

/// `Finished game 3 (A vs B): 1-0 {White mates}`; White first. `final_fen` tells a bare board from another dead one.
#[must_use]
pub fn finished(number: GameNumber, white: &str, black: &str, ending: &Ending, final_fen: &str) -> String {
    let result = ending.result.map_or("*", crate::laws::GameResult::as_str);
    format!("Finished game {} ({white} vs {black}): {result} {{{}}}", number.0, reason(ending, final_fen))
}

#[cfg(test)]
mod tests;
