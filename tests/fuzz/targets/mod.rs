//! What is fuzzed: one function a target. Each takes any bytes, must not panic, and asserts what holds for every input:
//! what is written reads back, a second way to the same answer gives it.
//!
//! `tests/fuzz.rs` runs them over the kept corpus with every `cargo test`; `tests/fuzz/run` links them with libFuzzer.

mod books;
mod certificates;
mod command_line;
mod compressed;
mod events;
mod files;
mod games;
mod journal;
mod messages;
mod position;
mod reports;
mod solver;
mod sources;
mod table;
mod text;
mod uci;
mod vampirc;
mod wrap;
mod xboard;

/// A name, for the command line and the folder of the corpus, and what is run.
pub(crate) type Target = (&'static str, fn(&[u8]));

/// All of them.
pub(crate) const TARGETS: [Target; 18] = [
    ("books", books::run),
    ("certificates", certificates::run),
    ("command-line", command_line::run),
    ("compressed", compressed::run),
    ("events", events::run),
    ("files", files::run),
    ("games", games::run),
    ("journal", journal::run),
    ("judge", games::judge),
    ("messages", messages::run),
    ("position", position::run),
    ("reports", reports::run),
    ("solver", solver::run),
    ("table", table::run),
    ("uci", uci::run),
    ("vampirc", vampirc::run),
    ("wrap", wrap::run),
    ("xboard", xboard::run),
];
