//! What can be wrong with a move that was sent.

use crate::laws::Topic;
use std::fmt;

/// A fault in a move. Each counts as one illegal move, however many things are wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Not a legal move in the position.
    Illegal(String),
    /// The clock pressed without a move: `0000`, `(none)`, nothing.
    NoMove,
    /// Text that is no move at all.
    Unreadable(String),
    /// A pawn reached the last rank and no piece was named.
    NoPromotionPiece(String),
    /// A legal move, but the touched or announced piece had to be moved.
    NotTheTouchedPiece(String),
}

impl Fault {
    /// The topic under which the Laws speak of it, beside the scale for illegal moves.
    #[must_use]
    pub const fn topic(&self) -> Option<Topic> {
        match self {
            Self::Illegal(_) | Self::Unreadable(_) => None,
            Self::NoMove => Some(Topic::NoMove),
            Self::NoPromotionPiece(_) => Some(Topic::NoPromotionPiece),
            Self::NotTheTouchedPiece(_) => Some(Topic::TouchMove),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(text) => write!(f, "{text} is not legal here"),
            Self::NoMove => f.write_str("no move"),
            Self::Unreadable(text) => write!(f, "{text:?} is not a move"),
            Self::NoPromotionPiece(text) => write!(f, "{text} names no promotion piece"),
            Self::NotTheTouchedPiece(text) => write!(f, "{text} does not move the touched or announced piece"),
        }
    }
}
