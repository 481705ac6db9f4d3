//! The arbiter's work on a game, apart from the game: it may take milliseconds, and lines must not wait for it.
//!
//! Decides: what is asked of the arbiter and the solver for a position. A [`Task`] owns all it needs, so that it can be
//! done on another thread; its [`Done`] is taken back if the game has not been changed meanwhile otherwise than by
//! further moves. Refuses to know: threads.

use super::oracle::{Awake, Oracle};
use crate::game::clock::{Bonus, Clocks, Control};
use crate::game::{Arbiter, Attempt, Conditions, Effect, Evidence, Input, MateOracle, Ruling, Start};
use crate::laws::{GameResult, Ground};
use crate::units::{Ply, Span, Stamp};
use crate::unwinnable::Standing;
use shakmaty::{ByColor, Color, Move, Position};

/// Follows a game when it is asked to; not past its ruling.
#[derive(Debug)]
pub(super) struct Judge {
    arbiter: Arbiter<Oracle>,
    awake: Awake,
    /// How many half-moves the arbiter has seen.
    pub(super) ruled: usize,
    begun: bool,
    /// A position past another ruling is proven dead.
    dead_tail: bool,
}

/// Which game, and how often its judge has begun anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Generation {
    pub(super) game: u64,
    pub(super) restarts: u64,
}

/// What is asked beside whether the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Nothing.
    Over,
    /// And how it ends if the flag of this side, which is to move, falls.
    FlagOf(Color),
    /// And how it ends if this side resigns.
    ResignationOf(Color),
}

/// Work to be done without the wrapper's lock.
#[derive(Debug)]
pub struct Task {
    pub(super) generation: Generation,
    pub(super) judge: Judge,
    /// Half-moves that the judge has not seen.
    pub(super) moves: Vec<Move>,
    /// The position on the board.
    pub(super) here: Start,
    /// After how many half-moves.
    pub(super) ply: usize,
    pub(super) conditions: Conditions,
    pub(super) question: Question,
}

/// A task that is done.
#[derive(Debug)]
pub struct Done {
    pub(super) generation: Generation,
    pub(super) judge: Judge,
    /// The half-moves that have been made where the questions were asked.
    pub(super) ply: usize,
    pub(super) news: Option<Ruling>,
    pub(super) dead: bool,
    pub(super) question: Question,
    pub(super) answer: Option<Ruling>,
}

impl Judge {
    pub(super) fn new(start: Start, conditions: &Conditions) -> Self {
        let awake = Awake::default();
        let oracle = Oracle::new(&start, awake.clone());
        Self {
            arbiter: Arbiter::new(conditions.clone(), start, Clocks::unlimited(), oracle),
            awake,
            ruled: 0,
            begun: false,
            dead_tail: false,
        }
    }

    pub(super) fn ruling(&self) -> Option<&Ruling> {
        self.arbiter.ruling()
    }

    fn is_dead(&self) -> bool {
        self.dead_tail || self.ruling().is_some_and(|ruling| ruling.ground == Ground::DeadPosition)
    }

    /// Where many moves are new only the last position is asked about.
    fn follow(&mut self, moves: &[Move], here: &Start, all: usize) -> Option<Ruling> {
        const FEW: usize = 4;
        let mut news = None;
        if !std::mem::replace(&mut self.begun, true) {
            self.awake.set(all < FEW);
            let effects = self.arbiter.step(Stamp(0), Input::Begin);
            hear(effects, &mut news);
        }
        for m in moves {
            if self.arbiter.ruling().is_some() {
                break;
            }
            self.awake.set(all - self.ruled <= FEW.min(2) || all < FEW);
            let effects = self.arbiter.step(Stamp(0), Input::Move(Attempt::Move(*m)));
            hear(effects, &mut news);
            self.ruled += 1;
        }
        if self.ruled < all && !self.is_dead() {
            // Past another ruling the arbiter no longer looks.
            let mut oracle = Oracle::once(here);
            let dead = |side| oracle.standing(&here.position, side) == Standing::Unwinnable;
            self.dead_tail = Color::ALL.into_iter().all(dead);
        }
        news
    }
}

impl Done {
    /// What was asked.
    #[must_use]
    pub fn question(&self) -> Question {
        self.question
    }
}

impl Task {
    /// Does it. May take milliseconds.
    #[must_use]
    pub fn run(mut self) -> Done {
        let news = self.judge.follow(&self.moves, &self.here, self.ply);
        let answer = match self.question {
            Question::Over => None,
            // A flag falls on the clock that runs.
            Question::FlagOf(side) if side != self.here.position.turn() => None,
            Question::FlagOf(side) => self.after(Some(side), Input::Tick),
            Question::ResignationOf(side) => self.after(None, Input::Resign(side)),
        };
        Done {
            generation: self.generation,
            ply: self.ply,
            dead: self.judge.is_dead(),
            judge: self.judge,
            news,
            question: self.question,
            answer: answer.filter(|ruling| ruling.result == GameResult::Draw),
        }
    }

    /// The ruling if the game ended here by this input, when the flag of a side has fallen.
    fn after(&self, flagged: Option<Color>, input: Input) -> Option<Ruling> {
        let clock = |side: Color| match flagged == Some(side) {
            true => Control::sudden_death(Span(1), Bonus::None),
            false => Control::Unlimited,
        };
        let clocks = Clocks::new(ByColor { white: clock(Color::White), black: clock(Color::Black) });
        let oracle = Oracle::once(&self.here);
        let mut arbiter = Arbiter::new(self.conditions.clone(), self.here.clone(), clocks, oracle);
        arbiter.step(Stamp(0), Input::Begin);
        arbiter.step(Stamp(2), input);
        let mut ruling = arbiter.ruling()?.clone();
        ruling.ply = Ply(u32::try_from(self.ply).unwrap_or(u32::MAX));
        for evidence in &mut ruling.evidence {
            if let Evidence::Flag { overrun, .. } = evidence {
                *overrun = Span::ZERO;
            }
        }
        Some(ruling)
    }
}

/// Without clocks, claims and offers nothing but a ruling can follow a legal move.
fn hear(effects: Vec<Effect>, news: &mut Option<Ruling>) {
    for effect in effects {
        match effect {
            Effect::Ruled(ruling) => *news = Some(ruling),
            Effect::Moved { .. }
            | Effect::Faulty { .. }
            | Effect::Adjusted { .. }
            | Effect::ClaimExamined { .. }
            | Effect::Offered { .. }
            | Effect::OfferLapsed { .. }
            | Effect::Refused { .. }
            | Effect::AskSolver(_)
            | Effect::AskDirector { .. }
            | Effect::PlayGoesOn { .. }
            | Effect::Gone { .. } => {}
        }
    }
}
