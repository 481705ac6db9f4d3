//! What the Laws make of one game so far: replay, ruling, open claims, can-mate. Pure; the shell is `app::judge`.
//!
//! A game that ended before its moves did is judged at that ply; the moves after it are replayed, not judged.

mod answer;
mod moves;
mod open;
mod query;

pub use answer::{Answer, CanMate, Claims, Judged, RulingJson, Truth};
pub use moves::{MoveError, split as split_moves};
pub use query::{Query, QueryError};

use open::OpenQuestions;

use crate::game::clock::Clocks;
use crate::game::{
    Arbiter, Attempt, ClaimTest, Conditions, FenClock, Input, MateOracle, OpenQuestions as WhoAnswers, Record, Start,
    StartError, on_the_board,
};
use crate::laws::Edition;
use crate::units::Stamp;
use crate::unwinnable::Verdict;
use shakmaty::{CastlingMode, Color};
use std::sync::Arc;

/// Why a game could not be judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JudgeError {
    /// The start position is bad.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A move is bad.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// A judge: an edition, a policy for FEN counters, and who answers the can-mate question.
#[derive(Debug)]
pub struct Judge<F> {
    conditions: Conditions,
    oracle: F,
}

impl<F, O> Judge<F>
where
    F: Fn(&Start) -> O,
    O: MateOracle,
{
    /// A judge under an edition. `oracle` makes a fresh oracle for each game.
    pub fn new(laws: Arc<Edition>, fen_clock: FenClock, oracle: F) -> Self {
        let conditions = Conditions { fen_clock, open_questions: WhoAnswers::AskSolver, ..Conditions::standard(laws) };
        Self { conditions, oracle }
    }

    /// The edition judged by.
    pub fn laws(&self) -> &Edition {
        &self.conditions.laws
    }

    /// Judges one game.
    ///
    /// # Errors
    /// The start position or a move is bad; the message says what was expected, what came, and where.
    pub fn judge<S: AsRef<str>>(&self, fen: &str, mode: CastlingMode, moves: &[S]) -> Result<Judged, JudgeError> {
        let start = Start::parse(fen, mode)?;
        let oracle = (self.oracle)(&start);
        let mut arbiter = Arbiter::new(self.conditions.clone(), start.clone(), Clocks::unlimited(), oracle);
        let mut open = OpenQuestions::default();
        open.note(&arbiter.step(Stamp(0), Input::Begin));
        let mut tail: Option<Record> = None;
        for (index, text) in moves.iter().enumerate() {
            let record = tail.as_ref().unwrap_or_else(|| arbiter.record());
            let m = moves::read(record, text.as_ref(), index)?;
            match &mut tail {
                Some(record) => record.push(m),
                None if arbiter.ruling().is_some() => {
                    let mut record = arbiter.record().clone();
                    record.push(m);
                    tail = Some(record);
                }
                None => {
                    open.note(&arbiter.step(Stamp(0), Input::Move(Attempt::Move(m))));
                }
            }
        }
        open.settle(&mut arbiter);
        let can_mate = match &tail {
            None => Color::ALL.map(|side| arbiter.can_mate(side)),
            Some(record) => self.can_mate(record),
        };
        let record = tail.as_ref().unwrap_or_else(|| arbiter.record());
        let claims = ClaimTest { record, counts: self.laws().counts(), fen_clock: self.conditions.fen_clock }.open();
        Ok(Judged::new(self.laws().name(), record, arbiter.ruling(), &claims, can_mate))
    }

    fn can_mate(&self, record: &Record) -> [Verdict; 2] {
        let mut oracle = (self.oracle)(record.start());
        let position = record.position();
        Color::ALL.map(|side| on_the_board(position, side).unwrap_or_else(|| oracle.verdict(position, side)))
    }
}
