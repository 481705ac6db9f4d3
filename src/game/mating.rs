//! The one question that the arbiter asks, and who answers it.

use crate::unwinnable::{Budget, LiveMating, MateLine, Proof, Solver, Spent, Standing, Verdict, verify};
use shakmaty::{Chess, Color, Move, Position, Role};
use std::fmt::Debug;

/// Who answers "can this side still mate by any series of legal moves?". Positions have at least one legal move.
pub trait MateOracle: Debug {
    /// The answer after every move of a game: cheap, without evidence. It may be undetermined, it must never be a guess.
    fn standing(&mut self, position: &Chess, side: Color) -> Standing;

    /// The answer that a ruling rests on, with a line or a proof that the verifier has accepted.
    fn verdict(&mut self, position: &Chess, side: Color) -> Verdict;

    /// A move was made: an oracle may keep what it learnt.
    fn played(&mut self, _before: &Chess, _m: Move, _after: &Chess) {}
}

/// Answers by the solver, and keeps a line or a proof a side from move to move.
#[derive(Debug)]
pub struct SolverOracle {
    live: LiveMating,
    position: Chess,
    in_play: Budget<'static>,
    at_the_end: Budget<'static>,
}

impl SolverOracle {
    /// An oracle for a game that starts at this position: about 2 ms a question in play, 2 s where a ruling needs it.
    #[must_use]
    pub fn new(start: &Chess) -> Self {
        Self::within(start, Budget::IN_PLAY, Budget::FLAG)
    }

    /// An oracle with budgets of its own.
    #[must_use]
    pub fn within(start: &Chess, in_play: Budget<'static>, at_the_end: Budget<'static>) -> Self {
        Self { live: LiveMating::new(start), position: start.clone(), in_play, at_the_end }
    }

    /// The verdict, or that nothing is known if the verifier does not accept it.
    fn verified(position: &Chess, side: Color, verdict: Verdict) -> Verdict {
        match verdict {
            Verdict::Undetermined(spent) => Verdict::Undetermined(spent),
            Verdict::Winnable(_) | Verdict::Unwinnable(_) => match verify(position, side, &verdict) {
                Ok(()) => verdict,
                Err(_) => Verdict::Undetermined(Spent::default()),
            },
        }
    }
}

impl MateOracle for SolverOracle {
    fn standing(&mut self, position: &Chess, side: Color) -> Standing {
        match self.position == *position {
            true => self.live.can_mate(side, self.in_play),
            false => match Solver::default().can_mate(position, side, self.in_play).verdict {
                Verdict::Winnable(_) => Standing::Winnable,
                Verdict::Unwinnable(_) => Standing::Unwinnable,
                Verdict::Undetermined(_) => Standing::Undetermined,
            },
        }
    }

    fn verdict(&mut self, position: &Chess, side: Color) -> Verdict {
        if self.position == *position {
            self.live.can_mate(side, self.at_the_end);
            let (about, verdict) = self.live.evidence(side);
            return Self::verified(about, side, verdict);
        }
        Self::verified(position, side, Solver::default().can_mate(position, side, self.at_the_end).verdict)
    }

    fn played(&mut self, before: &Chess, m: Move, after: &Chess) {
        self.live.played(before, m, after);
        self.position = after.clone();
    }
}

/// Answers by exact material facts, undetermined otherwise: for games too many to ask more of, and for tests.
///
/// The facts, all exact whatever the squares: a bare king mates nobody; without pawns on the board a lone knight mates
/// no king that has only queens; bishops of one square colour mate nobody if no man on the board can guard or block
/// a square of the other colour (no knight, no pawn, no bishop of the other colour).
#[derive(Clone, Copy, Debug, Default)]
pub struct MaterialOracle;

impl MateOracle for MaterialOracle {
    fn standing(&mut self, position: &Chess, side: Color) -> Standing {
        match cannot_mate_by_material(position, side) {
            true => Standing::Unwinnable,
            false => Standing::Undetermined,
        }
    }

    fn verdict(&mut self, position: &Chess, side: Color) -> Verdict {
        match cannot_mate_by_material(position, side) {
            true => Verdict::Unwinnable(Proof::Material),
            false => Verdict::Undetermined(Spent::default()),
        }
    }
}

/// The answer where the game is over on the board: mate or stalemate comes before any other look at a position.
#[must_use]
pub fn on_the_board(position: &Chess, side: Color) -> Option<Verdict> {
    if !position.legal_moves().is_empty() {
        return None;
    }
    Some(match position.is_check() && position.turn() != side {
        true => Verdict::Winnable(MateLine::default()),
        false => Verdict::Unwinnable(Proof::Terminal),
    })
}

/// Whether a side has two knights and nothing else against a bare king. It can mate if helped, but has no "mating
/// potential" in the sense of 1997's blitz rules: no position is reached in which mate in one cannot be avoided.
pub(super) fn two_knights_alone(position: &Chess, side: Color) -> bool {
    let board = position.board();
    let own = board.by_color(side);
    board.by_color(side.other()).count() == 1 && own.count() == 3 && (own & board.knights()).count() == 2
}

fn cannot_mate_by_material(position: &Chess, side: Color) -> bool {
    let board = position.board();
    let (own, other) = (board.by_color(side), board.by_color(side.other()));
    if own.count() == 1 {
        return true;
    }
    if (board.pawns() | (own & (board.rooks() | board.queens()))).any() {
        return false;
    }
    if (own & board.knights()).any() {
        let lone_knight = own.count() == 2;
        return lone_knight && other == other & (board.kings() | board.queens());
    }
    let (light, dark) =
        (board.bishops() & shakmaty::Bitboard::LIGHT_SQUARES, board.bishops() & shakmaty::Bitboard::DARK_SQUARES);
    let one_colour = light.is_empty() || dark.is_empty();
    one_colour && (other & board.by_role(Role::Knight)).is_empty()
}
