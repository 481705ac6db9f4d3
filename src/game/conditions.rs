//! Under what conditions a game is played: the edition, its time class, and the choices the Laws leave to the event.

use crate::game::record::FenClock;
use crate::laws::penalty::PenaltyScale;
use crate::laws::{ClassRules, Edition, Supervision, TimeClass};
use crate::units::Span;
use std::sync::Arc;

/// What follows when a player's connection or process is gone. `SILENT:` the Laws do not know machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Disconnection {
    /// The clock runs on and the flag falls (6.9): what the Laws give by themselves.
    #[default]
    FlagFalls,
    /// The game is lost at once by event rule, unless the opponent cannot mate (by analogy with 6.9 and 7.5.5).
    LosesAtOnce,
    /// The game is lost at once by event rule, whatever the opponent has left.
    LosesInAnyCase,
}

/// What an illegal move costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum IllegalMoveRule {
    /// What the Laws say for the time class.
    #[default]
    Laws,
    /// The game at once by event rule, unless the opponent cannot mate.
    LosesAtOnce,
}

/// A claim by the side that is not to move. `SILENT:` 9.5 does not say whether it is punished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum MisplacedClaim {
    /// Refused and punished as an incorrect claim.
    #[default]
    Penalised,
    /// Refused, no more.
    RefusedOnly,
}

/// Whether draws may be agreed in this event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum DrawOffers {
    /// As the Laws say.
    #[default]
    Allowed,
    /// The event's regulations forbid them (9.1.1).
    Forbidden,
}

/// What to do with a can-mate question that the arbiter's own oracle leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum OpenQuestions {
    /// Nobody else to ask: the game goes on, a flag fall loses, and the ruling says "not proven".
    #[default]
    StayOpen,
    /// Ask the shell for a longer search.
    AskSolver,
}

/// The conditions of a game.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// The Laws.
    pub laws: Arc<Edition>,
    /// Standard, rapid or blitz.
    pub class: TimeClass,
    /// Whether the Competition Rules apply in full.
    pub supervision: Supervision,
    /// Whether a FEN's half-move clock counts.
    pub fen_clock: FenClock,
    /// A factor on time penalties; anything but 1 is not FIDE.
    pub penalty_scale: PenaltyScale,
    /// How late a player may be, where the event has set a time of its own.
    pub default_time: Option<Span>,
    /// What a lost connection costs.
    pub disconnection: Disconnection,
    /// What an illegal move costs.
    pub illegal_moves: IllegalMoveRule,
    /// What a claim out of turn costs.
    pub misplaced_claim: MisplacedClaim,
    /// Whether draws may be agreed.
    pub draw_offers: DrawOffers,
    /// Who answers what the arbiter's oracle leaves open.
    pub open_questions: OpenQuestions,
}

impl Conditions {
    /// Standard chess, supervised, everything else as the edition and the defaults say.
    #[must_use]
    pub fn standard(laws: Arc<Edition>) -> Self {
        Self {
            laws,
            class: TimeClass::Standard,
            supervision: Supervision::Supervised,
            fen_clock: FenClock::default(),
            penalty_scale: PenaltyScale::FIDE,
            default_time: None,
            disconnection: Disconnection::default(),
            illegal_moves: IllegalMoveRule::default(),
            misplaced_claim: MisplacedClaim::default(),
            draw_offers: DrawOffers::default(),
            open_questions: OpenQuestions::default(),
        }
    }

    /// The edition's rules for this game's time class.
    #[must_use]
    pub fn class_rules(&self) -> &ClassRules {
        self.laws.class(self.class, self.supervision)
    }
}
