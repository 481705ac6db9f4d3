//! The question asked after every move of a game, for next to nothing.
//!
//! Decides: whether each side can still mate, now. Refuses to know: clocks, counters, results. Called by the arbiter.
//!
//! "Unwinnable" is permanent: what follows a position without a helpmate has none either, so it is never asked again.
//! "Winnable" needs one line, which is carried from move to move. It is kept as a base, a line from an earlier position,
//! and the moves made since then, all of which can be taken back:
//! - the move made is the line's first: the rest is a line;
//! - it can be taken back: both sides undo their moves, last first, and the base begins where it began; if one move too
//!   many is to be undone, a man of the other side steps away and returns meanwhile;
//! - otherwise the base is tried from here, after a waiting move if the wrong side is to move;
//! - otherwise the solver is asked.
//!
//! Every way is played out and its moves checked to be legal before the line counts, so every line held is legal from
//! the position on the board and ends in mate by its side.

use shakmaty::{Bitboard, Chess, Color, EnPassantMode, Move, Position, Role};

use super::budget::Budget;
use super::solver::Solver;
use super::verdict::{MateLine, Proof, Spent, Verdict};

/// More moves than this are not undone.
const MOST_UNDONE: usize = 16;

/// A line that grew longer than this is looked for anew.
const LONGEST: usize = 60;

/// Waiting moves tried in front of an old line.
const WAITS: usize = 4;

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
    Line(Line),
    Never(Box<(Chess, Proof)>),
    Open(Spent),
}

/// A line from the position on the board.
#[derive(Clone, Debug)]
struct Line {
    /// Undoes the moves made since `origin`, from the position on the board.
    back: Vec<Move>,
    /// Made since `origin`.
    made: Vec<Move>,
    origin: Chess,
    /// From `origin` to the mate, last move first.
    base: Vec<Move>,
}

/// Follows one game and keeps one line or one proof per side.
#[derive(Debug)]
pub struct LiveMating {
    solver: Solver,
    position: Chess,
    known: [Known; 2],
    asked: u64,
}

impl LiveMating {
    /// Starts at a position.
    #[must_use]
    pub fn new(start: &Chess) -> Self {
        Self { solver: Solver::default(), position: start.clone(), known: [Known::Unasked, Known::Unasked], asked: 0 }
    }

    /// A move was made: `before` is the position it was made in, `after` the one it leads to.
    ///
    /// If `before` is not the position followed so far (a game taken up elsewhere), all that was known is forgotten.
    pub fn played(&mut self, before: &Chess, m: Move, after: &Chess) {
        if self.position != *before {
            self.known = [Known::Unasked, Known::Unasked];
        }
        for color in Color::ALL {
            let slot = &mut self.known[index(color)];
            match slot {
                Known::Unasked | Known::Never(_) => {}
                Known::Open(_) => *slot = Known::Unasked,
                Known::Line(line) => {
                    if !line.carry(before, m, after) {
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
                Verdict::Winnable(MateLine(mut base)) => {
                    base.reverse();
                    let origin = self.position.clone();
                    Known::Line(Line { back: Vec::new(), made: Vec::new(), origin, base })
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
            Known::Line(line) => {
                let moves = line.back.iter().chain(line.base.iter().rev()).copied();
                (&self.position, Verdict::Winnable(MateLine(moves.collect())))
            }
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

impl Line {
    /// Makes a line of `before` one of `after`. False if that did not work out; the line is then worth nothing.
    fn carry(&mut self, before: &Chess, m: Move, after: &Chess) -> bool {
        if self.made.is_empty() && self.base.last() == Some(&m) {
            self.base.pop();
            self.origin = after.clone();
            return true;
        }
        if taken_back(before, m).is_some() && shuffles(before, m) && self.made.len() < MOST_UNDONE {
            self.made.push(m);
            if self.undo(after) {
                return true;
            }
        }
        self.restart(after)
    }

    /// Finds the way back to the origin.
    fn undo(&mut self, now: &Chess) -> bool {
        let mut undone: Vec<Move> = self.made.iter().filter_map(|m| reversed(*m)).collect();
        let odd = undone.len() % 2 == 1;
        let mut back = Vec::with_capacity(undone.len() + 2);
        // The side to move undoes its own last move, which is the last but one of all.
        while undone.len() >= 2 {
            let theirs = undone.pop();
            back.extend(undone.pop());
            back.extend(theirs);
        }
        if !odd {
            return self.accept(now, back);
        }
        let mut at = now.clone();
        for &m in &back {
            if !at.is_legal(m) {
                return false;
            }
            at.play_unchecked(m);
        }
        let legal = at.legal_moves();
        let tempi = legal.iter().copied().filter(|&m| shuffles(&at, m) && taken_back(&at, m).is_some()).take(WAITS);
        tempi.into_iter().any(|away| {
            let whole = [away].into_iter().chain(undone.first().copied()).chain(reversed(away));
            self.accept(now, back.iter().copied().chain(whole).collect())
        })
    }

    fn accept(&mut self, now: &Chess, back: Vec<Move>) -> bool {
        let good = restores(now, &back, &self.origin);
        if good {
            self.back = back;
        }
        good
    }

    /// Tries the base from here.
    fn restart(&mut self, now: &Chess) -> bool {
        self.back.clear();
        self.made.clear();
        let base = || self.base.iter().rev().copied();
        if self.origin.turn() == now.turn() {
            let good = mates(now, base());
            self.origin = now.clone();
            return good;
        }
        if self.base.len() > LONGEST {
            return false;
        }
        if mates(now, base().skip(1)) {
            self.base.pop();
            self.origin = now.clone();
            return true;
        }
        let touched = self
            .base
            .iter()
            .fold(Bitboard::EMPTY, |all, m| all.with(m.to()) | m.from().map_or(Bitboard::EMPTY, Bitboard::from));
        let legal = now.legal_moves();
        let quiet = |m: &&Move| !m.is_capture() && !m.is_promotion();
        let apart = |m: &&Move| !touched.contains(m.to()) && m.from().is_some_and(|from| !touched.contains(from));
        let first = legal.iter().filter(quiet).filter(apart);
        let wait = first.take(WAITS).copied().find(|&wait| mates(now, std::iter::once(wait).chain(base())));
        self.origin = now.clone();
        self.base.extend(wait);
        wait.is_some()
    }
}

/// The move that undoes a move of a piece, without a look at the position.
fn reversed(m: Move) -> Option<Move> {
    match m {
        Move::Normal { role, from, to, capture: None, promotion: None } if role != Role::Pawn => {
            Some(Move::Normal { role, from: to, to: from, capture: None, promotion: None })
        }
        _ => None,
    }
}

/// The move that undoes a move, if it can be undone at all.
fn taken_back(before: &Chess, m: Move) -> Option<Move> {
    reversed(m).filter(|_| before.ep_square(EnPassantMode::Legal).is_none())
}

/// The move costs no castling rights.
fn shuffles(position: &Chess, m: Move) -> bool {
    match (m.role(), m.from()) {
        (Role::Pawn, _) | (_, None) => false,
        (Role::King, _) => !position.castles().has_color(position.turn()),
        (_, Some(from)) => !position.castles().castling_rights().contains(from),
    }
}

/// The moves are legal and lead back to `goal`.
fn restores(from: &Chess, moves: &[Move], goal: &Chess) -> bool {
    let mut now = from.clone();
    for &m in moves {
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
