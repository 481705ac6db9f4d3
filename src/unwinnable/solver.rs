//! The pipeline: cheap certainties first, then lines, then proofs.
//!
//! Decides: the [`Verdict`]. Refuses to know: time and history. Called by the arbiter, `solve`, and [`super::live`].
//!
//! Sound: a line is replayed on shakmaty before it is returned; an "unwinnable" comes only from the terminal test, the
//! material table, a closure that completed, the static prover, or arrangements that were visited whole, each with its
//! argument in its own file. What the finder does not find means nothing.
//!
//! There is no stage for forced moves: the first closure follows a chain of only moves, cycles and all, at the price of
//! one position a move, and the finder's lines and the proofs begin at the position asked about without it.

use shakmaty::{Bitboard, Chess, Color, Move, Position, Role};

use super::board::{Board, Step};
use super::budget::{Budget, Meter};
use super::claims::Claims;
use super::closure::{Caps, Closed, Closure};
use super::finder::Finder;
use super::material;
use super::plan::{Need, Plan};
use super::verdict::{Death, MateLine, Proof, Spent, Verdict};
use super::{prover, roaming};

/// What is tried, in order.
#[derive(Clone, Copy)]
enum Stage {
    /// The finder towards a corner with depth to spare, so that it hardly ever turns back: how many positions.
    Dive(usize, u64),
    /// The finder towards a corner with as little depth as will do, and how many positions.
    Find(usize, u64),
    /// The same, as if the winner's pawns could not promote.
    FindBlocked(usize, u64),
    /// A closure where there are few moves.
    CloseCramped,
    /// A closure: positions kept, moves made.
    Close(usize, u64),
    /// A closure in depth order with claims as leaves: positions kept.
    CloseDeep(usize),
    /// The static prover.
    Prove,
    /// Arrangements around roaming bishops: how many.
    Roam(usize),
}

/// Depth of a dive: more than a line needs.
const DIVE: i32 = 40;

/// Moves that a mended line may have beyond the old one's before its dive.
const OWN_MOVES: u32 = 6;

/// Positions in the dive that ends a mended line.
const MENDING: u64 = 40;

/// Depth of the first round of a search.
const SHALLOW: i32 = 2;

const STAGES: [Stage; 33] = [
    Stage::CloseCramped,
    Stage::Dive(0, 50),
    Stage::Dive(2, 50),
    Stage::Dive(1, 50),
    Stage::Dive(3, 30),
    Stage::Dive(0, 200),
    Stage::Dive(1, 150),
    Stage::Dive(3, 200),
    Stage::Close(500, 1_000),
    Stage::Dive(2, 300),
    Stage::Dive(0, 1_000),
    Stage::Prove,
    Stage::Dive(1, 1_000),
    Stage::Dive(2, 1_000),
    Stage::Dive(3, 1_000),
    Stage::Find(1, 6_000),
    Stage::Find(0, 6_000),
    Stage::Roam(1_000),
    Stage::Close(3_000, 20_000),
    Stage::Find(2, 6_000),
    Stage::Find(3, 6_000),
    Stage::FindBlocked(0, 6_000),
    Stage::FindBlocked(1, 6_000),
    Stage::CloseDeep(40_000),
    Stage::FindBlocked(1, 30_000),
    Stage::Roam(30_000),
    Stage::Find(0, 30_000),
    Stage::CloseDeep(500_000),
    Stage::FindBlocked(0, 30_000),
    Stage::Find(1, 100_000),
    Stage::Find(0, 100_000),
    Stage::FindBlocked(0, 100_000),
    Stage::CloseDeep(usize::MAX),
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
        Answer { verdict, nodes: meter.nodes, none_within: None }
    }

    /// A proof that `winner` cannot mate, if one is to be had for about a microsecond; nothing otherwise.
    ///
    /// Terminal, material, a closure of a few dozen moves, and the static prover where pawns have locked the board.
    pub fn cheap_proof(&mut self, position: &Chess, winner: Color) -> Option<Proof> {
        let root = Board::new(position);
        match certain(&root, winner) {
            Some(Verdict::Unwinnable(proof)) => return Some(proof),
            Some(Verdict::Winnable(_) | Verdict::Undetermined(_)) => return None,
            None => {}
        }
        let mut meter = Meter::new(Budget::IN_PLAY);
        match self.closure.close_cramped(&root, &Plan::any(winner), &mut meter) {
            Closed::Complete { states, digest } => Some(Proof::Closure { states, digest }),
            Closed::Mate(_) => None,
            Closed::Open if locked(&root) => prover::prove(position, winner).map(Proof::Static),
            Closed::Open => None,
        }
    }

    /// A line made of an old one that a move has broken: each side goes on with those of its moves that are still legal,
    /// and where the line ends without a mate a short dive ends it. Nothing if that fails.
    ///
    /// `old` holds the last move, which is the winner's, first; so does the answer. Its moves are legal by the solver's
    /// board, which is compared with shakmaty in tests; unlike other lines it is not replayed here.
    pub(crate) fn mend(&mut self, position: &Chess, winner: Color, old: &[Move]) -> Option<Vec<Move>> {
        let mut board = Board::new(position);
        let mut left: [Vec<Move>; 2] = [0, 1].map(|who| old.iter().copied().skip(who).step_by(2).collect());
        let mut line = Vec::with_capacity(old.len() + 8);
        let plan = Plan::corners(&board, winner)[0];
        let mut own = 0;
        while left.iter().any(|moves| !moves.is_empty()) && own < OWN_MOVES {
            let wins = board.turn == winner;
            let moves = &mut left[usize::from(!wins)];
            let legal = (0..moves.len()).rev().find_map(|at| board.step(moves[at]).map(|step| (at, step)));
            let step = match legal {
                Some((at, step)) => {
                    moves.remove(at);
                    step
                }
                None => {
                    own += 1;
                    Finder::best(&board, &plan)?
                }
            };
            line.push(board.to_move(step));
            board = board.after(step);
            if wins && board.is_checkmate() {
                line.reverse();
                return Some(line);
            }
        }
        certain(&board, winner).is_none().then_some(())?;
        let mut meter = Meter::new(Budget::IN_PLAY);
        for step in self.finder.find(&board, &Plan::corners(&board, winner)[0], DIVE, MENDING, &mut meter)? {
            line.push(board.to_move(step));
            board = board.after(step);
        }
        line.reverse();
        Some(line)
    }

    /// The shortest line, if it has at most `plies` plies: all lines are looked at, nearest first.
    ///
    /// If none has, the verdict says what [`Solver::can_mate`] can prove with what is left of the budget, and is
    /// undetermined if a longer line exists. `none_within` says how far the search got.
    pub fn shortest(&mut self, position: &Chess, winner: Color, plies: usize, budget: Budget<'_>) -> Answer {
        let mut meter = Meter::new(budget);
        let root = Board::new(position);
        if let Some(verdict) = certain(&root, winner) {
            return Answer { verdict, nodes: meter.nodes, none_within: None };
        }
        let caps = Caps { states: budget.states, edges: u64::MAX };
        let (closed, none_within) =
            self.closure.close_within(&root, &Plan::corners(&root, winner)[0], plies, caps, &mut meter);
        let verdict = match closed {
            Closed::Mate(line) => Verdict::Winnable(replay(position, &root, &line)),
            Closed::Complete { states, digest } => Verdict::Unwinnable(Proof::Closure { states, digest }),
            Closed::Open if meter.spent() => Verdict::Undetermined(Spent { nodes: meter.nodes }),
            Closed::Open => match self.decide(position, winner, budget, &mut meter) {
                Verdict::Unwinnable(proof) => Verdict::Unwinnable(proof),
                Verdict::Winnable(_) | Verdict::Undetermined(_) => Verdict::Undetermined(Spent { nodes: meter.nodes }),
            },
        };
        let open = matches!(verdict, Verdict::Undetermined(_));
        Answer { verdict, nodes: meter.nodes, none_within: open.then_some(none_within) }
    }

    fn decide(&mut self, position: &Chess, winner: Color, budget: Budget<'_>, meter: &mut Meter) -> Verdict {
        let root = Board::new(position);
        if let Some(verdict) = certain(&root, winner) {
            return verdict;
        }
        let corners = Plan::corners(&root, winner);
        for stage in STAGES {
            if let Some(verdict) = self.stage(stage, position, &root, &corners, budget, meter) {
                return verdict;
            }
            if meter.spent() {
                return Verdict::Undetermined(Spent { nodes: meter.nodes });
            }
        }
        Verdict::Undetermined(Spent { nodes: meter.nodes })
    }

    fn close_deep(
        &mut self,
        position: &Chess,
        root: &Board,
        plan: &Plan,
        states: usize,
        meter: &mut Meter,
    ) -> Option<Verdict> {
        let mut claims = Claims::default();
        match self.closure.close_deep(root, plan, Caps { states, edges: u64::MAX }, &mut claims, meter) {
            Closed::Mate(line) => Some(Verdict::Winnable(replay(position, root, &line))),
            Closed::Complete { states, .. } if !claims.proven.is_empty() => {
                Some(Verdict::Unwinnable(Proof::Split { claims: claims.proven, states }))
            }
            Closed::Complete { states, digest } => Some(Verdict::Unwinnable(Proof::Closure { states, digest })),
            Closed::Open => None,
        }
    }

    fn stage(
        &mut self,
        stage: Stage,
        position: &Chess,
        root: &Board,
        corners: &[Plan; 4],
        budget: Budget<'_>,
        meter: &mut Meter,
    ) -> Option<Verdict> {
        let mut find = |plan: &Plan, shallow, nodes| {
            let line = self.finder.find(root, plan, shallow, nodes, meter)?;
            Some(Verdict::Winnable(replay(position, root, &line)))
        };
        match stage {
            Stage::Dive(corner, nodes) => find(&corners[corner], DIVE, nodes),
            Stage::Find(corner, nodes) => find(&corners[corner], SHALLOW, nodes),
            Stage::FindBlocked(corner, nodes) => {
                let plan = corners[corner];
                (plan.need(root) == Need::Promotion).then(|| find(&Plan { blocked: true, ..plan }, SHALLOW, nodes))?
            }
            Stage::CloseCramped => decided(position, root, self.closure.close_cramped(root, &corners[0], meter)),
            Stage::Close(states, edges) => {
                let caps = Caps { states: states.min(budget.states), edges };
                let closed = self.closure.close(root, &corners[0], caps, meter);
                decided(position, root, closed)
            }
            Stage::CloseDeep(states) => self.close_deep(position, root, &corners[0], states.min(budget.states), meter),
            Stage::Prove => prover::prove_unless(position, corners[0].winner, &|| meter.cancelled())
                .map(|claim| Verdict::Unwinnable(Proof::Static(claim))),
            Stage::Roam(_) if root.role(Role::Bishop).is_empty() => None,
            Stage::Roam(limit) => {
                let proof =
                    roaming::prove_unless(position, corners[0].winner, limit.min(budget.states), &|| meter.cancelled());
                meter.nodes += limit as u64;
                proof.map(Verdict::Unwinnable)
            }
        }
    }
}

/// What a closure without claims decides.
fn decided(position: &Chess, root: &Board, closed: Closed) -> Option<Verdict> {
    match closed {
        Closed::Mate(line) => Some(Verdict::Winnable(replay(position, root, &line))),
        Closed::Complete { states, digest } => Some(Verdict::Unwinnable(Proof::Closure { states, digest })),
        Closed::Open => None,
    }
}

/// Can `side` still checkmate, by any series of legal moves? With tables of its own; see [`Solver::can_mate`].
#[must_use]
pub fn can_mate(position: &Chess, side: Color, budget: Budget<'_>) -> Verdict {
    Solver::default().can_mate(position, side, budget).verdict
}

/// Is the position dead? Each side may cost the budget; the second is asked only if the first cannot mate.
#[must_use]
pub fn dead(position: &Chess, budget: Budget<'_>) -> Death {
    let mut solver = Solver::default();
    let mut spent = 0;
    let mut proofs = [None, None];
    for (side, proof) in [Color::White, Color::Black].into_iter().zip(&mut proofs) {
        let answer = solver.can_mate(position, side, budget);
        spent += answer.nodes;
        match answer.verdict {
            Verdict::Winnable(line) => return Death::Alive { winner: side, line },
            Verdict::Unwinnable(found) => *proof = Some(found),
            Verdict::Undetermined(_) => {}
        }
    }
    match proofs {
        [Some(white), Some(black)] => Death::Dead { white, black },
        _ => Death::Undetermined(Spent { nodes: spent }),
    }
}

/// The verdict and its cost.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// Positions generated.
    pub nodes: u64,
    /// All lines of up to this many plies were looked at and none mates. Only [`Solver::shortest`] says so.
    pub none_within: Option<usize>,
}

/// Pawns and bishops only, and no pawn of either side can step forward. A filter, no proof.
fn locked(board: &Board) -> bool {
    let heavy = board.role(Role::Queen) | board.role(Role::Rook) | board.role(Role::Knight);
    let pawns = board.role(Role::Pawn);
    let occupied = board.occupied();
    heavy.is_empty()
        && (Bitboard(u64::from(pawns & board.colors[0]) << 8) & !occupied).is_empty()
        && (Bitboard(u64::from(pawns & board.colors[1]) >> 8) & !occupied).is_empty()
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
