//! What is kept of a game: enough to write its PGN, count it and explain it. One journal entry holds one.

use super::mating::Mating;
use super::settings::{GameNumber, PlayerId, Variant};
use crate::laws::{GameResult, Ground, Layer};
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
