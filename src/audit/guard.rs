//! An auditor that survives what it fails over: one game is said to be unjudgeable, and the rest is done.

use super::auditor::{Audited, Auditor};
use super::finding::{Finding, FindingId, Severity};
use super::options::Options;
use crate::game::SolverOracle;
use crate::laws::Edition;
use crate::unwinnable::Budget;
use shakmaty::Chess;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Audits games one after another, each within the solver's budgets for a game in play.
#[derive(Debug)]
pub struct Guarded {
    laws: Arc<Edition>,
    options: Options,
    auditor: Auditor<fn(&Chess) -> SolverOracle>,
}

fn oracle(position: &Chess) -> SolverOracle {
    SolverOracle::within(position, Budget::IN_PLAY, Budget::FLAG)
}

impl Guarded {
    /// By this edition and these wishes.
    #[must_use]
    pub fn new(laws: Arc<Edition>, options: Options) -> Self {
        let auditor = Auditor::new(Arc::clone(&laws), options.clone(), oracle as fn(&Chess) -> SolverOracle);
        Self { laws, options, auditor }
    }

    /// Audits one game.
    pub fn audit(&mut self, text: &[u8]) -> Audited {
        match catch_unwind(AssertUnwindSafe(|| self.auditor.audit(text))) {
            Ok(audited) => audited,
            Err(_) => {
                *self = Self::new(Arc::clone(&self.laws), self.options.clone());
                let finding = Finding {
                    id: FindingId::InternalError,
                    severity: Severity::Unjudgeable,
                    ply: None,
                    article: None,
                    text: "this program failed over the game; please report it".to_owned(),
                };
                Audited { findings: vec![finding], ..Audited::default() }
            }
        }
    }
}
