//! The question asked after every move of a game, for next to nothing.
//!
//! Decides: whether each side can still mate, now. Refuses to know: clocks, counters, results. Called by the arbiter.
//!
//! "Unwinnable" is permanent: what follows a position without a helpmate has none either, so it is never asked again.
//! "Winnable" needs one line, which is carried from move to move. It is kept as a base, a line from an earlier position,
//! and a way back to that position, which is shared by both sides and grows by one short check a move:
//! - the move made is the base's first: the rest is a line;
//! - the last two moves can be taken back, the earlier first: then the position leads back to the one before both;
//! - the last move can be taken back while the other side makes a move and takes it back: to the one before it;
//! - after a capture, a pawn move or lost castling rights the base is tried as it stands, after a waiting move if the
//!   wrong side is to move;
//! - otherwise the solver is asked.
//!
//! Sound: a position that leads by legal moves to a winnable one is winnable, and each step of the way was played out
//! and its moves checked to be legal when it was taken up. So every line held is legal from the position on the board
//! and ends in mate by its side.

use shakmaty::{Bitboard, Chess, Color, EnPassantMode, Move, Position, Role};

use super::budget::Budget;
use super::solver::Solver;
use super::verdict::{MateLine, Proof, Spent, Verdict};

/// A line that began more moves ago than this is looked for anew, so that no line grows long.
const LONGEST_WAY: usize = 40;

/// A base that grew longer than this is not tried after a waiting move.
const LONGEST: usize = 60;

/// Waiting moves tried.
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

/// A line from an earlier position, to which the [`Way`] leads back.
#[derive(Clone, Debug)]
struct Line {
    /// Where the base begins, as an index into the way.
    origin: usize,
    /// Whether the line can be had from the origin, the position after it, and so on up to the one on the board.
    reached: Vec<bool>,
    /// From the origin to the mate, last move first.
    base: Vec<Move>,
}

/// The positions since the last move that cannot be taken back, and how each leads back to an earlier one.
#[derive(Clone, Debug, Default)]
struct Way {
    /// The moves made.
    made: Vec<Move>,
    /// For each position after the first: the last two moves can be taken back, first the earlier.
    pairs: Vec<bool>,
    /// For each position after the first: a move there and back of the side to move, while the last move is taken back.
    /// Looked for when a line needs it.
    tempi: Vec<Option<Option<Move>>>,
}

/// Follows one game and keeps one line or one proof per side.
#[derive(Debug)]
pub struct LiveMating {
    solver: Solver,
    position: Chess,
    known: [Known; 2],
    way: Way,
    asked: u64,
}

impl LiveMating {
    /// Starts at a position.
    #[must_use]
    pub fn new(start: &Chess) -> Self {
        let known = [Known::Unasked, Known::Unasked];
        Self { solver: Solver::default(), position: start.clone(), known, way: Way::default(), asked: 0 }
    }

    /// A move was made: `before` is the position it was made in, `after` the one it leads to.
    ///
    /// If `before` is not the position followed so far (a game taken up elsewhere), all that was known is forgotten.
    pub fn played(&mut self, before: &Chess, m: Move, after: &Chess) {
        if self.position != *before {
            self.known = [Known::Unasked, Known::Unasked];
            self.way = Way::default();
        }
        let last = self.way.made.len();
        let again = taken_back(before, m).is_some() && shuffles(before, m);
        if again {
            self.way.add(m, after);
        } else {
            self.way = Way::default();
        }
        for color in Color::ALL {
            let slot = &mut self.known[index(color)];
            match slot {
                Known::Unasked | Known::Never(_) => {}
                Known::Open(_) => *slot = Known::Unasked,
                Known::Line(line) => {
                    let kept = if line.origin == last && line.base.last() == Some(&m) {
                        line.base.pop();
                        line.begin(self.way.made.len());
                        true
                    } else if again {
                        line.follow(&mut self.way, after)
                    } else {
                        let same_turn = (last - line.origin) % 2 == 1;
                        let begun = line.restart(same_turn, after);
                        line.begin(0);
                        begun
                    };
                    if !kept {
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
                    Known::Line(Line { origin: self.way.made.len(), reached: vec![true], base })
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
                let mut moves = self.way.back(line);
                moves.extend(line.base.iter().rev());
                (&self.position, Verdict::Winnable(MateLine(moves)))
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

impl Way {
    /// A move was made that may be taken back.
    fn add(&mut self, m: Move, now: &Chess) {
        let pair = match self.made.last() {
            // Neither move captured nor cost a right, so taking back both restores the position before them.
            Some(&earlier) => leads(now, [earlier, m].into_iter().map(reversed)).is_some(),
            None => false,
        };
        self.made.push(m);
        self.pairs.push(pair);
        self.tempi.push(None);
    }

    /// The move there and back with which the last move of the way is taken back, in the position on the board.
    fn tempo(&mut self, now: &Chess) -> Option<Move> {
        let (Some(tempo), Some(&last)) = (self.tempi.last_mut(), self.made.last()) else { return None };
        *tempo.get_or_insert_with(|| {
            let legal = now.legal_moves();
            let again = legal.iter().copied().filter(|&m| shuffles(now, m) && taken_back(now, m).is_some());
            again
                .take(WAITS)
                .find(|&away| leads(now, [Some(away), reversed(last), reversed(away)].into_iter()).is_some())
        })
    }

    /// The moves from the position on the board to the line's origin.
    fn back(&self, line: &Line) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = self.made.len();
        while at > line.origin {
            if self.pairs[at - 1] && line.is_reached(at.wrapping_sub(2)) {
                moves.extend(reversed(self.made[at - 2]));
                moves.extend(reversed(self.made[at - 1]));
                at -= 2;
            } else {
                let tempo = self.tempi[at - 1].flatten();
                moves.extend(tempo);
                moves.extend(reversed(self.made[at - 1]));
                moves.extend(tempo.and_then(reversed));
                at -= 1;
            }
        }
        moves
    }
}

impl Line {
    /// The base begins at the position with this index.
    fn begin(&mut self, origin: usize) {
        self.origin = origin;
        self.reached.clear();
        self.reached.push(true);
    }

    fn is_reached(&self, at: usize) -> bool {
        at.checked_sub(self.origin).and_then(|at| self.reached.get(at)).is_some_and(|&reached| reached)
    }

    /// Makes the line one of the position on the board, after a move that may be taken back.
    fn follow(&mut self, way: &mut Way, now: &Chess) -> bool {
        let at = way.made.len();
        if at > self.origin + LONGEST_WAY {
            return false;
        }
        let reached = way.pairs[at - 1] && self.is_reached(at.wrapping_sub(2))
            || self.is_reached(at - 1) && way.tempo(now).is_some();
        self.reached.push(reached);
        reached
    }

    /// Tries the base from here.
    fn restart(&mut self, same_turn: bool, now: &Chess) -> bool {
        let base = || self.base.iter().rev().copied();
        if same_turn {
            return mates(now, base());
        }
        if self.base.len() > LONGEST {
            return false;
        }
        if mates(now, base().skip(1)) {
            self.base.pop();
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

/// Where the moves lead, if all are there and legal.
fn leads(from: &Chess, moves: impl Iterator<Item = Option<Move>>) -> Option<Chess> {
    let mut now = from.clone();
    for m in moves {
        let m = m.filter(|&m| now.is_legal(m))?;
        now.play_unchecked(m);
    }
    Some(now)
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
