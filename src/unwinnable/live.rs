//! The question asked after every move of a game, for next to nothing.
//!
//! Decides: whether each side can still mate, now. Refuses to know: clocks, counters, results. Called by the arbiter.
//!
//! "Unwinnable" is permanent: what follows a position without a helpmate has none either, so it is never asked again.
//! "Winnable" needs one line, which is carried from move to move:
//! - the move made is the line's first: the rest is a line;
//! - it can be undone: a man of the other side steps away, the move is taken back, the man returns, and the old line
//!   begins where it began (the three moves are checked to be legal and to restore the position);
//! - otherwise the old line is tried without its first move, and after a waiting move of the side now to move;
//! - otherwise the solver is asked.
//!
//! So every line held is legal from the position on the board and ends in mate by its side.

use shakmaty::{Chess, Color, EnPassantMode, Move, Position, Role};

use super::budget::Budget;
use super::solver::Solver;
use super::verdict::{MateLine, Proof, Spent, Verdict};

/// A line that grew longer than this is looked for anew.
const LONGEST: usize = 90;

/// Waiting moves tried in front of an old line.
const WAITS: usize = 3;

/// What is known of one side, without its evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A line is at hand.
    Winnable,
    /// Proven impossible, for the rest of the game.
    Unwinnable,
    /// Not decided within the budget.
    Undetermined,
}

#[derive(Clone, Debug)]
enum Known {
    Unasked,
    /// The line, last move first.
    Line(Vec<Move>),
    Never(Box<(Chess, Proof)>),
    Open(Spent),
}

/// Follows one game and keeps one line or one proof per side.
#[derive(Debug)]
pub struct LiveMating {
    solver: Solver,
    position: Chess,
    known: [Known; 2],
    scratch: Vec<Move>,
    asked: u64,
}

impl LiveMating {
    /// Starts at a position.
    #[must_use]
    pub fn new(start: &Chess) -> Self {
        Self {
            solver: Solver::default(),
            position: start.clone(),
            known: [Known::Unasked, Known::Unasked],
            scratch: Vec::new(),
            asked: 0,
        }
    }

    /// A move was made: `before` is the position it was made in, `after` the one it leads to.
    ///
    /// If `before` is not the position followed so far (a game taken up elsewhere), all that was known is forgotten.
    pub fn played(&mut self, before: &Chess, m: Move, after: &Chess) {
        if self.position != *before {
            self.known = [Known::Unasked, Known::Unasked];
        }
        for color in Color::ALL {
            let Self { known, scratch, .. } = self;
            let slot = &mut known[index(color)];
            match slot {
                Known::Unasked | Known::Never(_) => {}
                Known::Open(_) => *slot = Known::Unasked,
                Known::Line(line) => {
                    if !carry(line, before, m, after, scratch) {
                        *slot = Known::Unasked;
                    }
                }
            }
        }
        self.position = after.clone();
    }

    /// Can this side still mate, in the position now on the board?
    pub fn can_mate(&mut self, side: Color, budget: Budget<'_>) -> Standing {
        let known = &mut self.known[index(side)];
        let ask = match known {
            Known::Unasked => true,
            Known::Line(_) | Known::Never(_) => false,
            Known::Open(spent) => spent.nodes < budget.nodes,
        };
        if ask {
            self.asked += 1;
            *known = match self.solver.can_mate(&self.position, side, budget).verdict {
                Verdict::Winnable(MateLine(mut line)) => {
                    line.reverse();
                    Known::Line(line)
                }
                Verdict::Unwinnable(proof) => Known::Never(Box::new((self.position.clone(), proof))),
                Verdict::Undetermined(spent) => Known::Open(spent),
            };
        }
        match known {
            Known::Line(_) => Standing::Winnable,
            Known::Never(_) => Standing::Unwinnable,
            Known::Unasked | Known::Open(_) => Standing::Undetermined,
        }
    }

    /// Neither side can mate any more. Asks the second side only if the first cannot.
    ///
    /// Source: FIDE Laws 2023, 5.2.2 (own words).
    pub fn is_dead(&mut self, budget: Budget<'_>) -> Standing {
        let first = if matches!(self.known[1], Known::Never(_)) { Color::Black } else { Color::White };
        match self.can_mate(first, budget) {
            Standing::Unwinnable => self.can_mate(!first, budget),
            Standing::Winnable => Standing::Winnable,
            Standing::Undetermined => match self.can_mate(!first, budget) {
                Standing::Winnable => Standing::Winnable,
                Standing::Unwinnable | Standing::Undetermined => Standing::Undetermined,
            },
        }
    }

    /// How often the solver had to be asked so far.
    #[must_use]
    pub fn asked(&self) -> u64 {
        self.asked
    }

    /// The evidence for the last answer: a line from the position on the board, or a proof and the position of this
    /// game that it is about, which may be an earlier one.
    #[must_use]
    pub fn evidence(&self, side: Color) -> (&Chess, Verdict) {
        match &self.known[index(side)] {
            Known::Unasked => (&self.position, Verdict::Undetermined(Spent::default())),
            Known::Line(line) => (&self.position, Verdict::Winnable(MateLine(line.iter().rev().copied().collect()))),
            Known::Never(proof) => (&proof.0, Verdict::Unwinnable(proof.1.clone())),
            Known::Open(spent) => (&self.position, Verdict::Undetermined(*spent)),
        }
    }
}

const fn index(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

/// Makes a line of `before` (last move first) one of `after`. False if that did not work out.
fn carry(line: &mut Vec<Move>, before: &Chess, m: Move, after: &Chess, scratch: &mut Vec<Move>) -> bool {
    if line.last() == Some(&m) {
        line.pop();
        return true;
    }
    if line.is_empty() {
        return false;
    }
    let replies = after.legal_moves();
    if line.len() + 3 <= LONGEST
        && let Some(back) = taken_back(before, m)
    {
        for &away in replies.iter().filter(|away| shuffles(after, **away)) {
            if let Some(home) = taken_back(after, away)
                && restores(after, [away, back, home], before)
            {
                line.extend([home, back, away]);
                return true;
            }
        }
    }
    let first = line.pop();
    if mates(after, line.iter().rev().copied()) {
        return true;
    }
    line.extend(first);
    scratch.clear();
    scratch.extend(replies.iter().copied().filter(|wait| !wait.is_capture() && !wait.is_promotion()));
    let step = scratch.len().div_ceil(WAITS).max(1);
    for &wait in scratch.iter().step_by(step) {
        if line.len() < LONGEST && mates(after, std::iter::once(wait).chain(line.iter().rev().copied())) {
            line.push(wait);
            return true;
        }
    }
    false
}

/// The move that undoes a move, if it can be undone at all.
fn taken_back(before: &Chess, m: Move) -> Option<Move> {
    match m {
        Move::Normal { role, from, to, capture: None, promotion: None } if role != Role::Pawn => {
            Some(Move::Normal { role, from: to, to: from, capture: None, promotion: None })
        }
        _ => None,
    }
    .filter(|_| before.ep_square(EnPassantMode::Legal).is_none())
}

/// The move costs no castling rights.
fn shuffles(position: &Chess, m: Move) -> bool {
    match (m.role(), m.from()) {
        (Role::Pawn, _) | (_, None) => false,
        (Role::King, _) => !position.castles().has_color(position.turn()),
        (_, Some(from)) => !position.castles().castling_rights().contains(from),
    }
}

/// The three moves are legal and lead back to `goal`.
fn restores(from: &Chess, moves: [Move; 3], goal: &Chess) -> bool {
    let mut now = from.clone();
    for m in moves {
        if !now.is_legal(m) {
            return false;
        }
        now.play_unchecked(m);
    }
    now == *goal
}

/// The moves are legal and the last one mates. The mating side follows from the number of moves, which the line had
/// before: who moved last stays who moves last.
fn mates(from: &Chess, moves: impl Iterator<Item = Move>) -> bool {
    let mut now = from.clone();
    for m in moves {
        if !now.is_legal(m) {
            return false;
        }
        now.play_unchecked(m);
    }
    now.is_checkmate()
}
