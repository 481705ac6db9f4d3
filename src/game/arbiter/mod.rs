//! The arbiter: `step(stamp, input) -> effects` and `deadline()`. No clock is read, nothing is done: effects tell the
//! shell what to do.
//!
//! The order of precedence is `laws::precedence`; this module walks it. `play` handles moves and their faults,
//! `requests` what players ask for, `rule` how games end.

mod play;
mod requests;
mod rule;

use crate::game::clock::{Clocks, FlagFall};
use crate::game::conditions::Conditions;
use crate::game::mating::MateOracle;
use crate::game::message::{Absentees, Effect, Input, Question, Refusal};
use crate::game::record::Record;
use crate::game::ruling::Ruling;
use crate::game::start::Start;
use crate::game::{ClaimTest, OpenClaims};
use crate::laws::{Citation, LostBy, Topic};
use crate::units::{Ply, Stamp};
use crate::unwinnable::Proof;
use shakmaty::{ByColor, Color, Move, Position, Square};

/// The state of one game. `O` answers the can-mate question.
///
/// Stamps count from the scheduled start of the game. Call [`Arbiter::step`] with [`Input::Begin`] first; a position
/// that ends the game by itself is ruled then, before the first move.
#[derive(Debug)]
pub struct Arbiter<O> {
    conditions: Conditions,
    record: Record,
    clocks: Clocks,
    oracle: O,
    phase: Phase,
    offers: Offers,
    illegal_moves: ByColor<u8>,
    must: Option<Must>,
    /// Whether the side to move has touched a man by an illegal move; a legal move ends it.
    touched: bool,
    /// From which ply on a side is known to be unable to mate: permanent, never asked again.
    hopeless: ByColor<Option<(Ply, Proof)>>,
}

#[derive(Clone, Debug)]
enum Phase {
    /// The clocks have not been started.
    Waiting,
    Playing,
    /// The game hangs on whether the winner can mate.
    AwaitingSolver(Cause),
    /// A person decides; the clocks are stopped.
    AwaitingDirector {
        by: Option<Color>,
        resume: Option<Color>,
    },
    Over(Ruling),
}

/// Why one side loses, unless the other cannot mate.
#[derive(Clone, Debug)]
enum Cause {
    Flag(FlagFall),
    Resignation(Color),
    IllegalMove { side: Color, text: String },
    Disconnect(Color),
    Stall(Color),
    FalseClaim(Color),
}

/// The open offers and the last one. Both players may have one open: an offer in answer to an offer refuses nothing.
#[derive(Clone, Copy, Debug, Default)]
struct Offers {
    open: ByColor<bool>,
    last: Option<Color>,
}

impl Offers {
    fn make(&mut self, by: Color) {
        *self.open.get_mut(by) = true;
        self.last = Some(by);
    }

    /// Ends a player's open offer; false if there was none.
    fn lapse(&mut self, by: Color) -> bool {
        std::mem::take(self.open.get_mut(by))
    }
}

/// What the side to move must do.
#[derive(Clone, Copy, Debug)]
enum Must {
    /// Play the move it announced.
    Play(Move),
    /// Move the man it touched or announced.
    MoveFrom(Square),
}

impl<O: MateOracle> Arbiter<O> {
    /// A game that is about to begin.
    #[must_use]
    pub fn new(conditions: Conditions, start: Start, clocks: Clocks, oracle: O) -> Self {
        Self {
            conditions,
            record: Record::new(start),
            clocks,
            oracle,
            phase: Phase::Waiting,
            offers: Offers::default(),
            illegal_moves: ByColor { white: 0, black: 0 },
            must: None,
            touched: false,
            hopeless: ByColor { white: None, black: None },
        }
    }

    /// Takes one input at its moment and tells what follows. Moments never go back.
    pub fn step(&mut self, at: Stamp, input: Input) -> Vec<Effect> {
        match (&self.phase, input) {
            (_, Input::Director(decision)) => self.direct(at, decision),
            (_, Input::Solver(question, verdict)) => self.answered(at, question, verdict),
            (Phase::Over(_), other) => self.refuse(self.asker(&other), Refusal::GameOver),
            // A request may be an offer too, and the opponent may take the draw before the director has decided.
            (Phase::AwaitingDirector { .. }, Input::Accept(by)) => self.accept(at, by),
            (Phase::AwaitingSolver(_) | Phase::AwaitingDirector { .. }, other) => {
                self.refuse(self.asker(&other), Refusal::Waiting)
            }
            (Phase::Waiting, Input::Begin) => self.begin(at),
            (Phase::Waiting, Input::Given(m)) => self.given(m),
            (Phase::Waiting, Input::Absent(absentees)) => self.absent(at, absentees),
            (Phase::Waiting, other) => self.refuse(self.asker(&other), Refusal::Waiting),
            (Phase::Playing, input) => match self.clocks.fallen(at) {
                Some(flag) => self.lose_unless_hopeless(at, Cause::Flag(flag)),
                None => self.play_on(at, input),
            },
        }
    }

    /// The flag is up and the game is on.
    fn play_on(&mut self, at: Stamp, input: Input) -> Vec<Effect> {
        match input {
            Input::Move(attempt) => self.attempt(at, attempt),
            Input::Claim(claim) => self.claim(at, claim),
            Input::Offer(by) => self.offer(by),
            Input::Accept(by) => self.accept(at, by),
            Input::Refuse(by) => self.decline(by),
            Input::Resign(by) => self.lose_unless_hopeless(at, Cause::Resignation(by)),
            Input::Disconnect(side) => self.gone(at, Cause::Disconnect(side)),
            Input::Stall(side) => self.gone(at, Cause::Stall(side)),
            Input::FalseIllegalMoveClaim(by) => self.lose_unless_hopeless(at, Cause::FalseClaim(by)),
            Input::EventRule { ground, result, words } => self.end_by_event(at, result, ground, words),
            Input::HoldClock => {
                self.clocks.stop(at);
                Vec::new()
            }
            Input::StartClock => {
                self.clocks.resume(self.record.turn(), at);
                Vec::new()
            }
            Input::BothFlags => self.both_flags(at),
            Input::RequestDraw(by) => self.request(at, by, Topic::QuickplayDraw),
            Input::RequestIncrement(by) => self.request(at, by, Topic::QuickplayIncrement),
            Input::Tick => Vec::new(),
            Input::Begin | Input::Given(_) | Input::Absent(_) => self.refuse(self.record.turn(), Refusal::NotAvailable),
            Input::Solver(..) | Input::Director(_) => Vec::new(),
        }
    }

    fn begin(&mut self, at: Stamp) -> Vec<Effect> {
        self.phase = Phase::Playing;
        self.clocks.start(self.record.turn(), at);
        self.rule_on_the_position(at)
    }

    /// When the arbiter wants to be stepped with [`Input::Tick`]: the flag of the clock that runs.
    #[must_use]
    pub fn deadline(&self) -> Option<Stamp> {
        match self.phase {
            Phase::Playing => self.clocks.deadline(),
            Phase::Waiting | Phase::AwaitingSolver(_) | Phase::AwaitingDirector { .. } | Phase::Over(_) => None,
        }
    }

    /// The ruling, once the game is over.
    #[must_use]
    pub fn ruling(&self) -> Option<&Ruling> {
        match &self.phase {
            Phase::Over(ruling) => Some(ruling),
            Phase::Waiting | Phase::Playing | Phase::AwaitingSolver(_) | Phase::AwaitingDirector { .. } => None,
        }
    }

    /// The record of the game.
    #[must_use]
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The clocks.
    #[must_use]
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The conditions of the game.
    #[must_use]
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// Whose offers of a draw are open.
    #[must_use]
    pub fn open_offers(&self) -> ByColor<bool> {
        self.offers.open
    }

    /// The only moves that the side to move may make after an announced or illegal move; `None` if it is free.
    #[must_use]
    pub fn restricted_to(&self) -> Option<Vec<Move>> {
        let must = self.must?;
        let legal = self.record.position().legal_moves();
        Some(legal.into_iter().filter(|m| must.allows(*m)).collect())
    }

    /// What the side to move may claim.
    #[must_use]
    pub fn open_claims(&self) -> OpenClaims {
        if self.lost_right_to_claim() {
            return OpenClaims::default();
        }
        let mut open = self.claim_test().open();
        if let Some(must) = self.must {
            open.threefold_with.retain(|m| must.allows(*m));
            open.fifty_with.retain(|m| must.allows(*m));
        }
        open
    }

    /// Whether the side to move has touched a man under an edition where that ends the right to claim on this move.
    fn lost_right_to_claim(&self) -> bool {
        match self.conditions.laws.rules().claim_lost_by {
            LostBy::Making => false,
            LostBy::Touching => self.touched,
        }
    }

    fn claim_test(&self) -> ClaimTest<'_> {
        ClaimTest { record: &self.record, counts: self.conditions.laws.counts(), fen_clock: self.conditions.fen_clock }
    }

    fn cite(&self, topics: &[Topic]) -> Vec<Citation> {
        topics.iter().flat_map(|topic| self.conditions.laws.cite(*topic)).cloned().collect()
    }

    fn refuse(&self, by: Color, why: Refusal) -> Vec<Effect> {
        vec![Effect::Refused { by, why, citations: Vec::new(), detail: String::new() }]
    }

    /// Who an input comes from, for a refusal.
    fn asker(&self, input: &Input) -> Color {
        match input {
            Input::Claim(claim) => claim.by,
            Input::Offer(by)
            | Input::Accept(by)
            | Input::Refuse(by)
            | Input::Resign(by)
            | Input::Disconnect(by)
            | Input::Stall(by)
            | Input::FalseIllegalMoveClaim(by)
            | Input::RequestDraw(by)
            | Input::RequestIncrement(by)
            | Input::Absent(Absentees::One(by)) => *by,
            Input::Solver(Question { side, .. }, _) => *side,
            Input::Begin
            | Input::Given(_)
            | Input::HoldClock
            | Input::StartClock
            | Input::EventRule { .. }
            | Input::Move(_)
            | Input::Tick
            | Input::BothFlags
            | Input::Absent(Absentees::Both)
            | Input::Director(_) => self.record.turn(),
        }
    }
}

impl Must {
    fn allows(self, m: Move) -> bool {
        match self {
            Self::Play(announced) => m == announced,
            Self::MoveFrom(square) => m.from() == Some(square),
        }
    }
}

impl Cause {
    fn loser(&self) -> Color {
        match self {
            Self::Flag(flag) => flag.side,
            Self::Resignation(side)
            | Self::Disconnect(side)
            | Self::Stall(side)
            | Self::FalseClaim(side)
            | Self::IllegalMove { side, .. } => *side,
        }
    }
}
