//! The three answers to "can this side still checkmate?". Never a guess: a line, a proof, or what was spent.

use shakmaty::Move;

/// The answer for one position and one would-be winner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Mate is possible: this line of legal moves (both sides helping) ends with the winner giving mate.
    Winnable(MateLine),
    /// Mate is impossible, for the stated reason.
    Unwinnable(Proof),
    /// Neither was shown within the budget.
    Undetermined(Spent),
}

/// A legal co-operative line from the position asked about to a mate by the asked side. Empty if mate is on the board.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct MateLine(pub Vec<Move>);

/// Why no series of legal moves mates. Each can be checked without trusting who found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The position ends the game without a mate by the winner (stalemate, or the winner is the side mated).
    Terminal,
    /// The men on the board admit no mate by the winner wherever they stand.
    Material,
    /// Every position reachable was visited and none is a mate by the winner.
    Closure {
        /// Number of distinct reachable positions, the root among them.
        states: u64,
        /// Order-independent 128-bit digest of the set of reachable positions.
        digest: u128,
    },
}

/// What was spent on a question that stayed open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Spent {
    /// Positions expanded.
    pub nodes: u64,
}
