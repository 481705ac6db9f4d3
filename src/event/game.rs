//! What is kept of a game: enough to write its PGN, count it and explain it. One journal entry holds one.

use super::mating::Mating;
use super::settings::{GameNumber, PlayerId, Variant};
use crate::laws::{GameResult, Ground, Layer};
use crate::units::Span;
use serde::{Deserialize, Serialize};

/// A game of the schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fixture {
    /// Its number.
    pub number: GameNumber,
    /// Its round, from 1 (the PGN tag `Round`).
    pub round: u32,
    /// Its place among the games of one encounter, from 1.
    pub game: u32,
    /// White.
    pub white: PlayerId,
    /// Black.
    pub black: PlayerId,
    /// Its opening, by place in the list of openings, from 0.
    pub opening: u32,
    /// The pair of games with one opening and changed colours that it belongs to, if it does; from 0.
    pub pair: Option<u32>,
}

/// Where a game starts: a position and the moves that are made for the players.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The FEN, as complete as it was given; none: the standard start position.
    pub fen: Option<String>,
    /// Whether castling is by Chess960 rules.
    pub variant: Variant,
    /// The moves, in UCI.
    pub moves: Vec<String>,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// Its place in the schedule.
    pub fixture: Fixture,
    /// Where it started.
    pub opening: Opening,
    /// Its half-moves, those of the opening first.
    pub plies: Vec<Played>,
    /// How it ended.
    pub ending: Ending,
    /// When it started, in milliseconds since 1970 UTC.
    pub started: u64,
    /// When it ended, in milliseconds since 1970 UTC.
    pub ended: u64,
    /// The final position.
    pub final_fen: String,
    /// Illegal moves, penalties, claims refused, late moves explained: in order, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Who played it for the event; none: the event's own machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<Host>,
}

impl Game {
    /// A game that has begun, at that time in milliseconds since 1970 UTC, and has no moves yet.
    #[must_use]
    pub const fn begun(fixture: Fixture, opening: Opening, at: u64) -> Self {
        Self {
            fixture,
            opening,
            plies: Vec::new(),
            ending: Ending::none(),
            started: at,
            ended: at,
            final_fen: String::new(),
            notes: Vec::new(),
            host: None,
        }
    }
}

/// A machine that played a game for an event of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Host {
    /// The worker's name.
    pub worker: String,
    /// What the clocks' times were multiplied with there.
    #[serde(default, skip_serializing_if = "ClockScale::is_one")]
    pub scale: ClockScale,
}

/// What a clock's times are multiplied with, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ClockScale(u32);

impl Default for ClockScale {
    fn default() -> Self {
        Self(1_000)
    }
}

impl ClockScale {
    /// For a machine of this speed, in nodes a second, where the times are meant for `reference`; within a tenth and
    /// ten times.
    #[must_use]
    pub fn between(reference: u64, speed: u64) -> Self {
        let thousandths = u128::from(reference) * 1_000 / u128::from(speed.max(1));
        Self(u32::try_from(thousandths).unwrap_or(u32::MAX).clamp(100, 10_000))
    }

    /// A span, multiplied.
    #[must_use]
    pub fn times(self, span: Span) -> Span {
        let nanos = i128::from(span.0) * i128::from(self.0) / 1_000;
        Span(i64::try_from(nanos).unwrap_or(i64::MAX))
    }

    fn is_one(&self) -> bool {
        *self == Self::default()
    }
}

impl std::fmt::Display for ClockScale {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "{}.{:03}", self.0 / 1_000, self.0 % 1_000)
    }
}

/// A half-move that was played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// The move in UCI; castling as the king's step in standard chess, as king takes rook in Chess960.
    #[serde(rename = "m")]
    pub uci: String,
    /// By whose thought.
    #[serde(default, skip_serializing_if = "Source::is_player")]
    pub by: Source,
    /// The player's last score, from its own side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// The depth of that score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The selective depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seldepth: Option<u32>,
    /// The nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The time it took, in nanoseconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub spent_ns: u64,
    /// What the player had left after it, in milliseconds, any increment included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<i64>,
}

/// By whose thought a half-move was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The player's.
    #[default]
    Player,
    /// The opening's or a book's.
    Book,
}

impl Source {
    fn is_player(&self) -> bool {
        *self == Self::Player
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands references")]
fn is_zero(value: &u64) -> bool {
    *value == 0
}

/// A score from the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Moves to mate; negative if the mover is mated; 0: is mated.
    Mate(i32),
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The score; none if the game was broken off.
    pub result: Option<GameResult>,
    /// Why; none if the game was broken off.
    pub ground: Option<Ground>,
    /// On whose authority.
    pub layer: Layer,
    /// The articles, most telling first, as `9.6.1`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub articles: Vec<String>,
    /// The edition's name.
    pub laws: String,
    /// The ruling in one sentence, with evidence and sources.
    pub text: String,
    /// The illegal move as it came, where one ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illegal: Option<String>,
    /// Who could still mate, where the ruling rests on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mating: Vec<Mating>,
}

impl Ending {
    /// Of a game that has not ended.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            result: None,
            ground: None,
            layer: Layer::Law,
            articles: Vec::new(),
            laws: String::new(),
            text: String::new(),
            illegal: None,
            mating: Vec::new(),
        }
    }
}
