//! The unit of work and its result, as they travel.

use super::names::{Digest, EventKey, Unit as UnitName, WorkerName};
use crate::event::game::{Fixture, Game, Opening};
use crate::event::settings::GameNumber;
use crate::event::table::{Again, Lost};
use serde::{Deserialize, Serialize};

/// What one worker plays in one go, on one machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// The event.
    pub event: EventKey,
    /// The event's settings, whole, by content: engines, options, time controls, rules.
    pub settings: Digest,
    /// The edition of the Laws.
    pub laws: String,
    /// The program and its version: another one does not play the unit.
    pub program: String,
    /// The games, in the order of play.
    pub games: Vec<UnitGame>,
}

/// A game of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitGame {
    /// Its place in the schedule.
    pub fixture: Fixture,
    /// Where it starts.
    pub opening: Opening,
    /// How often it was begun and given up before, as the rules of the event count it.
    pub earlier: u32,
    /// How often it was played to an end that does not count.
    pub attempt: u32,
}

impl Unit {
    /// What it is called in its event: the same games on the same attempt are the same unit.
    #[must_use]
    pub fn name(&self) -> UnitName {
        UnitName::of(self.games.iter().map(|game| (game.fixture.number.0, game.attempt)))
    }

    /// Whether a game is the rest of the pair that this unit begins.
    #[must_use]
    pub fn takes(&self, fixture: &Fixture) -> bool {
        match self.games.as_slice() {
            [only] => only.fixture.pair.is_some() && only.fixture.pair == fixture.pair,
            _ => false,
        }
    }

    /// Whether the rest of a pair could still come.
    #[must_use]
    pub fn is_half(&self) -> bool {
        matches!(self.games.as_slice(), [only] if only.fixture.pair.is_some())
    }
}

/// What came of a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitResult {
    /// The event.
    pub event: EventKey,
    /// The unit.
    pub unit: UnitName,
    /// Who played it.
    pub worker: WorkerName,
    /// The worker's run: the same worker started anew is another.
    pub run: u64,
    /// Its games, in the order of play.
    pub games: Vec<PlayedGame>,
}

/// What came of a game of a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Which.
    pub number: GameNumber,
    /// The attempt.
    pub attempt: u32,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Outcome {
    /// It was played.
    Played {
        /// The game.
        game: Box<Game>,
        /// Whether it is to be played again.
        again: Again,
        /// What White's engine did that lost it the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        white_lost: Option<Lost>,
        /// What Black's engine did that lost it the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        black_lost: Option<Lost>,
    },
    /// Its opening cannot be set up.
    Unplayable {
        /// Why.
        why: String,
    },
}
