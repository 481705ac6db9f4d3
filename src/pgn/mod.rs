//! PGN as people and programs write it: files cut into games, games into tags, moves and comments.
//!
//! Decides: where a game begins and ends, what is a move, a comment, a result. Refuses to know: what the moves mean and
//! whether they are legal. Nothing is dropped in silence: text that is no PGN comes out as [`Token::Unreadable`], which
//! is why the crate `pgn-reader` (it skips such text, and ends games at empty lines) is not used here.

mod comment;
mod open;
mod read;
mod scan;
mod split;

pub use comment::{Said, clock_left, said};
pub use open::{Opened, decompressed, list, open};
pub use read::{Game, Header, Score, Tag, Token, Tokens, text};
pub use split::{Batch, Place, Splitter};
