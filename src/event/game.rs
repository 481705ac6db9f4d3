//! What is kept of a game: enough to write its PGN, count it and explain it. One journal entry holds one.

use super::mating::{Mating, Side};
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

/// What happened in a game beside its moves and weighs on the rest of it: what it cost and what it obliges to follow
/// from the Laws, so the fact alone is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Incident {
    /// The half-moves on the board when it happened, those of the opening included.
    pub ply: u32,
    /// The time since the clock was started for the move that was thought about, in nanoseconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub spent_ns: u64,
    /// What.
    #[serde(flatten)]
    pub what: Happening,
}

/// What an incident was. Moves and claims are of the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Happening {
    /// A move that the Laws do not allow, or not after the man that was touched before.
    FaultyMove {
        /// The move in UCI.
        uci: String,
    },
    /// Text that is no move, in the place of one.
    UnreadableMove {
        /// The text.
        text: String,
    },
    /// The clock was pressed without a move.
    NoMove,
    /// A claim of a draw that was refused.
    WrongClaim {
        /// The move that was announced, in UCI.
        announced: String,
    },
    /// An offer of a draw.
    Offer {
        /// Who offered.
        by: Side,
    },
    /// An engine was started anew.
    Restart {
        /// Whose.
        side: Side,
    },
}

/// What was played of a game before it was broken off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unfinished {
    /// The half-moves, those of the opening first, and the clocks' time for each.
    pub plies: Vec<Played>,
    /// What happened beside them, in order.
    pub incidents: Vec<Incident>,
}

impl Unfinished {
    /// Takes a half-move of the journal. A game that goes on tells its moves again from the first, and may be broken
    /// off again before it has told the last.
    pub fn moved(&mut self, ply: u32, played: Played) {
        let place = usize::try_from(ply).unwrap_or(usize::MAX);
        if self.plies.get(place) != Some(&played) {
            self.plies.truncate(place);
            self.plies.push(played);
            self.incidents.retain(|incident| incident.ply <= ply);
        }
    }

    /// Takes an incident of the journal, by its place among those of the game.
    pub fn happened(&mut self, index: u32, incident: Incident) {
        let place = usize::try_from(index).unwrap_or(usize::MAX);
        if self.incidents.get(place) != Some(&incident) {
            self.incidents.truncate(place);
            self.incidents.push(incident);
        }
    }

    /// Whether there is nothing to go on from.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty() && self.incidents.is_empty()
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn played(uci: &str) -> Played {
        Played { uci: uci.to_owned(), ..Played::default() }
    }

    fn fault(ply: u32) -> Incident {
        Incident { ply, spent_ns: 7, what: Happening::FaultyMove { uci: "e2e5".to_owned() } }
    }

    #[test]
    fn a_game_that_is_told_again_and_broken_off_in_the_middle_loses_nothing() {
        let mut game = Unfinished::default();
        game.happened(0, fault(0));
        game.moved(0, played("e2e4"));
        game.moved(1, played("e7e5"));
        game.happened(1, fault(2));
        let whole = game.clone();
        game.happened(0, fault(0));
        game.moved(0, played("e2e4"));
        assert_eq!(game, whole);
    }

    #[test]
    fn a_game_that_went_another_way_drops_what_came_after() {
        let mut game = Unfinished::default();
        game.happened(0, fault(0));
        game.moved(0, played("e2e4"));
        game.moved(1, played("e7e5"));
        game.happened(1, fault(2));
        game.moved(0, played("d2d4"));
        assert_eq!(game, Unfinished { plies: vec![played("d2d4")], incidents: vec![fault(0)] });
    }
}
