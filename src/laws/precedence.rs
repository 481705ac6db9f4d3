//! What beats what. The one ordered list; nobody else orders grounds.

use crate::laws::Ground;

/// How an input is weighed, first to last. The arbiter takes the first step that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Was the flag down before the input arrived? Exactly zero left is down (6.1, expiration); a mate made after the
    /// fall does not count.
    FlagFirst,
    /// Is the move legal? If not, nothing else of it is looked at (7.5).
    Legality,
    /// What the move made has done to the game.
    AfterMove(Ground),
}

/// The order of precedence on one move.
///
/// Checkmate comes before the seventy-five-move rule by that rule's own words (9.6.2); stalemate before the dead
/// position only for the citation (a stalemate is trivially dead); both before repetition and counters.
/// `SILENT:` the Laws do not order fivefold and seventy-five when one move completes both; the ruling is made under
/// fivefold and cites both. The alternative has the same result.
pub const ON_A_MOVE: [Step; 9] = [
    Step::FlagFirst,
    Step::Legality,
    Step::AfterMove(Ground::Checkmate),
    Step::AfterMove(Ground::Stalemate),
    Step::AfterMove(Ground::DeadPosition),
    Step::AfterMove(Ground::Fivefold),
    Step::AfterMove(Ground::SeventyFive),
    Step::AfterMove(Ground::Threefold),
    Step::AfterMove(Ground::Fifty),
];

/// The grounds that a position can establish by itself, in order of precedence: after a move, and at the start.
pub fn after_move() -> impl Iterator<Item = Ground> {
    ON_A_MOVE.into_iter().filter_map(|step| match step {
        Step::FlagFirst | Step::Legality => None,
        Step::AfterMove(ground) => Some(ground),
    })
}
