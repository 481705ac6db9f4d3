//! What Syzygy tables say of a game with a half-move count: never more than is certain.
//!
//! WDL tables hold the value of a position right after a pawn move or capture. Later, a win stands only if the next
//! pawn move or capture, or the mate, comes before the hundredth half-move. DTZ tables say in how many half-moves it
//! comes, but may be rounded: one more may be needed. What is a draw at the count zero is one at any count.

use crate::event::settings::TablebaseFifty;
use crate::units::HalfMoves;
use shakmaty::Chess;
use std::fmt::Debug;

/// The value of a position for the side to move, right after a pawn move or capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost, but the fifty-move rule saves it.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but the fifty-move rule spoils it.
    CursedWin,
    /// Won.
    Win,
}

/// Half-moves to the next pawn move or capture, or to mate, by the side that wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dtz {
    /// So many.
    pub plies: u32,
    /// One more, if the table was rounded.
    pub at_most: u32,
}

/// Endgame tables.
pub trait Tablebase: Debug + Send + Sync {
    /// The value of a position; none if the tables do not have it.
    fn wdl(&self, position: &Chess) -> Option<Wdl>;
    /// The distance of a position that is won or lost; none if the tables do not have it.
    fn dtz(&self, position: &Chess) -> Option<Dtz>;
}

/// The certain value of a position of a game for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

/// Moves by both without pawn move or capture after which the game is drawn, in half-moves.
const FIFTY: u32 = 100;

/// What is certain of a position with that half-move count.
pub(super) fn value(
    position: &Chess,
    quiet: HalfMoves,
    fifty: TablebaseFifty,
    tables: &dyn Tablebase,
) -> Option<Value> {
    let decided = match (tables.wdl(position)?, fifty) {
        (Wdl::Draw, _) | (Wdl::CursedWin | Wdl::BlessedLoss, TablebaseFifty::Counts) => return Some(Value::Draw),
        (Wdl::CursedWin, TablebaseFifty::Ignored) => return Some(Value::Win),
        (Wdl::BlessedLoss, TablebaseFifty::Ignored) => return Some(Value::Loss),
        (Wdl::Win, _) => Value::Win,
        (Wdl::Loss, _) => Value::Loss,
    };
    match fifty {
        TablebaseFifty::Ignored => Some(decided),
        TablebaseFifty::Counts if quiet.0 == 0 => Some(decided),
        TablebaseFifty::Counts => {
            let dtz = tables.dtz(position)?;
            if quiet.0.saturating_add(dtz.at_most) <= FIFTY {
                Some(decided)
            } else if quiet.0.saturating_add(dtz.plies) > FIFTY {
                Some(Value::Draw)
            } else {
                None
            }
        }
    }
}
