//! What the words of a record say about a game's end.

use super::terminations::Cause;
use crate::laws::GameResult;

/// What words say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// The cause.
    pub cause: Cause,
    /// The result that they imply, if any.
    pub says: Option<GameResult>,
    /// Whether the draw was claimed.
    pub claimed: Claimed,
}

/// Whether words say that a draw was claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// They do not say.
    Unsaid,
    /// It was: for the position on the board, or with an announced move, which is not in the record.
    Claimed,
}

impl Told {
    /// Words that tell of no claim.
    #[must_use]
    pub const fn of(cause: Cause, says: Option<GameResult>) -> Self {
        Self { cause, says, claimed: Claimed::Unsaid }
    }
}
