//! The pipeline: cheap certainties first, then lines, then proofs.
//!
//! Decides: the [`Verdict`]. Refuses to know: time and history. Called by the arbiter, `solve`, and [`super::live`].
//!
//! Sound: a line is replayed on shakmaty before it is returned; an "unwinnable" comes only from the terminal test, the
//! material table, a closure that completed, or the static prover, each with its argument in its own file. What the
//! finder does not find means nothing.

use shakmaty::{Chess, Color, Position};

use super::board::{Board, Step};
use super::budget::{Budget, Meter};
use super::claims::Claims;
use super::closure::{Caps, Closed, Closure};
use super::finder::Finder;
use super::material;
use super::plan::Plan;
use super::prover;
use super::verdict::{MateLine, Proof, Spent, Verdict};

/// Restarts of the finder: which corner, how many positions.
const RESTARTS: [(usize, u64); 10] = [
    (0, 150),
    (1, 400),
    (0, 1_000),
    (2, 1_500),
    (3, 1_500),
    (1, 6_000),
    (0, 6_000),
    (2, 6_000),
    (3, 6_000),
    (0, 30_000),
];

/// Answers questions one after the other and keeps its tables between them.
#[derive(Debug, Default)]
pub struct Solver {
    finder: Finder,
    closure: Closure,
}

impl Solver {
    /// Can `winner` still checkmate, by any series of legal moves?
    ///
    /// Counters are ignored. Source: FIDE Laws 2023, 6.9 (own words).
    pub fn can_mate(&mut self, position: &Chess, winner: Color, budget: Budget<'_>) -> Answer {
        let mut meter = Meter::new(budget);
        let verdict = self.decide(position, winner, budget, &mut meter);
        Answer { verdict, nodes: meter.nodes }
    }

    fn decide(&mut self, position: &Chess, winner: Color, budget: Budget<'_>, meter: &mut Meter) -> Verdict {
        let root = Board::new(position);
        if let Some(verdict) = certain(&root, winner) {
            return verdict;
        }
        let corners = Plan::corners(&root, winner);
        let mut caps = Caps { states: 64, edges: 48 };
        for (at, (corner, nodes)) in RESTARTS.into_iter().enumerate() {
            match at {
                0 => {}
                2 => caps = Caps { states: 3_000, edges: 20_000 },
                3 => {
                    caps.edges = 0;
                    if let Some(invariant) = prover::prove(position, winner) {
                        return Verdict::Unwinnable(Proof::Static(invariant));
                    }
                }
                _ => caps.edges = 0,
            }
            if caps.edges > 0 {
                caps.states = caps.states.min(budget.states);
                if let Some(verdict) = self.close(position, &root, &corners[0], caps, meter) {
                    return verdict;
                }
            }
            if let Some(line) = self.finder.find(&root, &corners[corner], nodes, meter) {
                return Verdict::Winnable(replay(position, &root, &line));
            }
            if meter.spent() {
                return Verdict::Undetermined(Spent { nodes: meter.nodes });
            }
        }
        let caps = Caps { states: budget.states, edges: u64::MAX };
        let mut claims = Claims::default();
        match self.closure.close_deep(&root, &corners[0], caps, &mut claims, meter) {
            Closed::Mate(line) => Verdict::Winnable(replay(position, &root, &line)),
            Closed::Complete { states, .. } if !claims.proven.is_empty() => {
                Verdict::Unwinnable(Proof::Split { claims: claims.proven, states })
            }
            Closed::Complete { states, digest } => Verdict::Unwinnable(Proof::Closure { states, digest }),
            Closed::Open => Verdict::Undetermined(Spent { nodes: meter.nodes }),
        }
    }

    fn close(&mut self, position: &Chess, root: &Board, plan: &Plan, caps: Caps, meter: &mut Meter) -> Option<Verdict> {
        match self.closure.close(root, plan, caps, meter) {
            Closed::Mate(line) => Some(Verdict::Winnable(replay(position, root, &line))),
            Closed::Complete { states, digest } => Some(Verdict::Unwinnable(Proof::Closure { states, digest })),
            Closed::Open => None,
        }
    }
}

/// The verdict and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// Positions generated.
    pub nodes: u64,
}

/// Terminal positions and the material table: mate, then stalemate, then material.
fn certain(root: &Board, winner: Color) -> Option<Verdict> {
    if !root.has_step() {
        let mated = root.turn != winner && root.checkers().any();
        return Some(if mated { Verdict::Winnable(MateLine::default()) } else { Verdict::Unwinnable(Proof::Terminal) });
    }
    material::lost(root, winner).then_some(Verdict::Unwinnable(Proof::Material))
}

/// The line as moves of the position asked about, each checked to be legal.
///
/// # Panics
/// If the solver's board and shakmaty disagree: a bug, and a wrong line must not leave the module.
fn replay(position: &Chess, root: &Board, line: &[Step]) -> MateLine {
    let mut at = position.clone();
    let mut board = *root;
    let moves = line
        .iter()
        .map(|&step| {
            let m = board.to_move(step);
            assert!(at.is_legal(m), "the solver's board made an illegal move: {m:?}");
            at.play_unchecked(m);
            board = board.after(step);
            m
        })
        .collect();
    assert!(at.is_checkmate(), "the solver's line does not end in mate");
    MateLine(moves)
}
