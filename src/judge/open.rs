//! Dead-position questions that stayed open while a game was replayed, answered once at its end.
//!
//! Deadness is permanent: if the last open position is not dead, none before it was; if it is, the first dead one is
//! found by halving. So a long game costs one long search, or a few, never one a move.

use crate::game::{Arbiter, Effect, Input, MateOracle, Question};
use crate::units::Stamp;
use crate::unwinnable::{Budget, Proof, Solver, Spent, Verdict, verify};
use shakmaty::Color;

/// The open questions since the last position in which some side was seen to be able to mate.
#[derive(Debug, Default)]
pub(super) struct OpenQuestions {
    open: Vec<Question>,
}

impl OpenQuestions {
    /// Takes note of what a move caused: a question, or none because the position was settled.
    pub(super) fn note(&mut self, effects: &[Effect]) {
        let question = effects.iter().find_map(|effect| match effect {
            Effect::AskSolver(question) => Some(question.clone()),
            Effect::Moved { .. }
            | Effect::Faulty { .. }
            | Effect::Adjusted { .. }
            | Effect::ClaimExamined { .. }
            | Effect::Offered { .. }
            | Effect::OfferLapsed { .. }
            | Effect::Refused { .. }
            | Effect::AskDirector { .. }
            | Effect::PlayGoesOn { .. }
            | Effect::Gone { .. }
            | Effect::Ruled(_) => None,
        });
        match question {
            Some(question) => self.open.push(question),
            None => self.open.clear(),
        }
    }

    /// Answers what is open and lets the arbiter rule at the first dead position, if there is one.
    pub(super) fn settle<O: MateOracle>(self, arbiter: &mut Arbiter<O>) {
        let dead = |question: &Question| Color::ALL.map(|side| proof(question, side));
        let Some(last) = self.open.last() else { return };
        let [Some(_), Some(_)] = dead(last) else { return };
        let (mut low, mut high) = (0, self.open.len() - 1);
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.open.get(middle).map(dead) {
                Some([Some(_), Some(_)]) => high = middle,
                Some(_) | None => low = middle + 1,
            }
        }
        let Some(first) = self.open.get(high) else { return };
        for (side, proof) in Color::ALL.into_iter().zip(dead(first)) {
            if let Some(proof) = proof {
                arbiter.step(Stamp(0), Input::Solver(Question { side, ..first.clone() }, Verdict::Unwinnable(proof)));
            }
        }
    }
}

/// The proof that a side cannot mate in the position asked about, accepted by the verifier.
fn proof(question: &Question, side: Color) -> Option<Proof> {
    let verdict = Solver::default().can_mate(&question.position, side, Budget::FLAG).verdict;
    match verdict {
        Verdict::Unwinnable(ref found) => verify(&question.position, side, &verdict).ok().map(|()| found.clone()),
        Verdict::Winnable(_) | Verdict::Undetermined(Spent { .. }) => None,
    }
}
