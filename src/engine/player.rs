//! What an honest engine is to the conversation: options and a choice of move.

use crate::engine::control::Control;
use crate::engine::orders::Go;
use crate::engine::output::Output;
use crate::game::Record;
use shakmaty::Move;

/// The task of one `go`.
#[derive(Debug)]
pub(super) struct Task {
    /// The game so far.
    pub(super) record: Record,
    /// The limits.
    pub(super) go: Go,
    /// The moves to choose from: legal, and among `searchmoves` if any of those is legal.
    pub(super) candidates: Vec<Move>,
}

/// A choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) best: Option<Move>,
    pub(super) ponder: Option<Move>,
}

/// An honest engine. A copy of it, settings included, thinks in a thread of its own.
pub(super) trait Player: Clone + Send + 'static {
    /// The engine's name.
    const NAME: &'static str;

    /// The `option` lines of its own.
    fn options(&self) -> Vec<String>;

    /// Takes in an option, name in lower case. Values that make no sense are ignored.
    fn set(&mut self, name: &str, value: &str);

    /// Chooses among the candidates, of which there is at least one.
    fn choose(&self, task: &Task, control: &Control, out: &Output) -> Choice;
}
