//! The engines inside this binary, for demonstrations and tests: two honest players and one that misbehaves on purpose.
//!
//! Decides: which moves they play and how they talk. Refuses to know: the arbiter; they are engines like any other,
//! reached through a pipe. The honest ones keep nothing from one move to the next, so that the same position, history
//! and limit of depth or nodes give the same move in a fresh process as in an old one.

mod clock;
mod control;
mod orders;
mod output;
mod player;
mod random;
mod scripted;
mod search;
mod session;

pub(crate) use orders::{position as read_position, read_move};
pub use output::Output;
pub use random::Random;
pub use scripted::{Script, ScriptError};
pub use search::Search;

use std::io::BufRead;

/// The names of the engines.
pub const NAMES: [&str; 3] = ["random", "search", "scripted"];

/// Runs the legal-move player until `quit` or the end of its input.
pub fn random(input: impl BufRead, out: &Output) {
    session::converse(Random::default(), input, out);
}

/// Runs the searching player until `quit` or the end of its input.
pub fn search(input: impl BufRead, out: &Output) {
    session::converse(Search::default(), input, out);
}

/// Runs the misbehaving engine. Returns its exit code.
pub fn scripted(script: Script, input: impl BufRead + Send + 'static, out: &Output) -> u8 {
    scripted::run(script, input, out)
}
