//! UCI text to messages: total (no input panics), lossless (what is not understood stays bytes).
//!
//! Decides: which word a line is about, and what its arguments mean. Strict on `position`, where half an answer is a
//! wrong board; lenient on `info`, where a bad number is no number. Refuses to know: games, engines, time. Called by
//! `proxy`. Nothing here writes a line that arrived as text: whoever forwards it forwards the bytes.

mod command;
mod info;
mod position;
mod reply;
mod token;

pub use command::{Command, Go, SetOption};
pub use info::{Bound, Info, Score, rewrite_zero};
pub use position::{PositionError, PositionText, Root};
pub use reply::{Best, BestMove, Reply};
pub use token::{Tokens, content, first_word, shown, tokens};
