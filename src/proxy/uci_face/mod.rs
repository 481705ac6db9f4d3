//! The UCI face: bytes pass, a few lines are taken, a few added.
//!
//! Taken: `setoption` for our own options. Withheld: a second `bestmove` for one `go`; one that nobody waits for.
//! Added: our options before `uciok`, notes, a move in a dead position. Changed: by opt-in only.

mod answer;
mod gui;
mod judge;
mod trouble;

pub(super) use judge::pruned;

use crate::game::{OpenClaims, Ruling};
use crate::proxy::desk::Desk;
use crate::proxy::output::Output;
use crate::xboard::Outcome;
use shakmaty::{Color, Move};

/// The state of the face.
#[derive(Debug, Default)]
pub(super) struct UciFace {
    greeted: bool,
    /// How often `uci` awaits its `uciok`.
    greetings: u32,
    /// A `position` not followed yet: what stands after the word.
    unsettled: Option<Vec<u8>>,
    /// Our own move, not put on the board yet.
    own_move: Option<Move>,
    /// The epoch whose position is on the tracker's board, if that is known.
    known: Option<u64>,
    /// What may be claimed in that position.
    claims: OpenClaims,
    /// The GUI ponders: a position may be one that never comes on the board.
    ponders: bool,
    /// The arbiter has not been asked about the position on the board.
    unruled: bool,
    /// That position is the one after our own move, which the GUI has not confirmed.
    after_own: bool,
    /// The engine says that it resigns: the arbiter is asked what that comes to.
    resigning: Option<Color>,
    /// A claim of the engine, as it came: it is examined with the move.
    claimed: Option<(Outcome, Vec<u8>)>,
    /// A ruling on a position that may be such a one.
    held_ruling: Option<Ruling>,
    /// Notes that came up when nothing may be said, right after a `bestmove`.
    due: Vec<String>,
    /// A command that nobody knows was sent: the engine may say anything now.
    free_text: bool,
    /// The last position was refused.
    refused: bool,
    /// A new game was announced and no position has come since.
    announced: bool,
}

impl UciFace {
    /// Whether `uci` was heard.
    pub(super) fn is_greeted(&self) -> bool {
        self.greeted
    }

    pub(super) fn has_work(&self) -> bool {
        self.unsettled.is_some() || self.own_move.is_some()
    }

    pub(super) fn note(desk: &Desk, out: &mut Output, text: &str) {
        if desk.settings.notes {
            out.say(&format!("info string arbiter: {text}"));
        }
    }
}
