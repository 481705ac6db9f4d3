//! Who answers the can-mate question for the wrapper, and when it is asked at all.

use crate::game::{MateOracle, SolverOracle, Start};
use crate::unwinnable::{Budget, Spent, Standing, Verdict};
use shakmaty::{Chess, Color, Move};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the oracle may be asked: not while many moves are replayed at once, for a dead position stays dead and the
/// last one tells.
#[derive(Clone, Debug, Default)]
pub(super) struct Awake(Arc<AtomicBool>);

impl Awake {
    pub(super) fn set(&self, awake: bool) {
        self.0.store(awake, Ordering::Relaxed);
    }
}

/// The solver, on a budget for games in play: there is no time to find out more while the clocks run.
#[derive(Debug)]
pub struct Oracle {
    solver: SolverOracle,
    awake: Awake,
}

impl Oracle {
    pub(super) fn new(start: &Start, awake: Awake) -> Self {
        Self { solver: SolverOracle::within(&start.position, Budget::IN_PLAY, Budget::IN_PLAY), awake }
    }

    /// An oracle for one question.
    pub(super) fn once(start: &Start) -> Self {
        let awake = Awake::default();
        awake.set(true);
        Self::new(start, awake)
    }
}

impl MateOracle for Oracle {
    fn standing(&mut self, position: &Chess, side: Color) -> Standing {
        match self.awake.0.load(Ordering::Relaxed) {
            true => self.solver.standing(position, side),
            false => Standing::Undetermined,
        }
    }

    fn verdict(&mut self, position: &Chess, side: Color) -> Verdict {
        match self.awake.0.load(Ordering::Relaxed) {
            true => self.solver.verdict(position, side),
            false => Verdict::Undetermined(Spent::default()),
        }
    }

    fn played(&mut self, before: &Chess, m: Move, after: &Chess) {
        self.solver.played(before, m, after);
    }
}
