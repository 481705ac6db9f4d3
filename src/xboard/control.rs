//! Time control as xboard tells it, and what a UCI engine is told in its place.
//!
//! `level`, `st` and `sd` stand until they are changed; `time` and `otim` come before each move. `level` and `st`
//! exclude each other, `sd` goes with either.

use crate::units::Span;
use crate::xboard::Command;
use crate::xboard::command::seconds_as_millis;
use crate::xboard::words::{number, text, words};
use shakmaty::Color;
use std::fmt;

/// `level MOVES BASE INCREMENT`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Moves in each session; 0 for the whole game in one.
    pub moves: u32,
    /// Time for a session.
    pub base: Span,
    /// Time added for each move.
    pub increment: Span,
}

/// Text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("level: expected moves, minutes[:seconds], seconds, such as \"40 5 0\" or \"0 0:30 1\", got {0:?}")]
pub struct LevelError(String);

impl Level {
    /// Reads the three arguments. Seconds may have a decimal fraction; a missing increment is none.
    ///
    /// # Errors
    /// Another shape.
    pub fn parse(arguments: &[u8]) -> Result<Self, LevelError> {
        let error = || LevelError(text(arguments).chars().take(40).collect());
        let mut words = words(arguments);
        let moves = words.next().and_then(number).ok_or_else(error)?;
        let base = words.next().and_then(minutes).ok_or_else(error)?;
        let increment = match words.next() {
            Some(word) => seconds_as_millis(word).map(Span::from_millis).ok_or_else(error)?,
            None => Span::ZERO,
        };
        Ok(Self { moves, base, increment })
    }
}

/// `5`, `0:30`, `1:01.5`.
fn minutes(word: &[u8]) -> Option<Span> {
    let mut parts = word.splitn(2, |byte| *byte == b':');
    let minutes = parts.next().and_then(number::<u32>)?;
    let millis = match parts.next() {
        Some(seconds) => seconds_as_millis(seconds)?,
        None => 0,
    };
    Some(Span::from_millis(i64::from(minutes) * 60_000 + millis))
}

/// As in the command: minutes with seconds where there are any.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (base, increment) = (self.base.as_millis(), self.increment.as_millis());
        write!(f, "{} {}", self.moves, base / 60_000)?;
        match (base / 1_000 % 60, base % 1_000) {
            (0, 0) => {}
            (seconds, 0) => write!(f, ":{seconds:02}")?,
            (seconds, millis) => write!(f, ":{seconds:02}.{millis:03}")?,
        }
        write!(f, " {}", increment / 1_000)?;
        match increment % 1_000 {
            0 => Ok(()),
            millis => write!(f, ".{millis:03}"),
        }
    }
}

/// The time control of a game so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Control {
    level: Option<Level>,
    move_time_ms: Option<i64>,
    depth: Option<u32>,
    nodes_per_second: Option<u64>,
    own_cs: Option<i64>,
    opponent_cs: Option<i64>,
}

impl Control {
    /// Takes in a command; `false` if it is not about time.
    pub fn take(&mut self, command: &Command<'_>) -> bool {
        match *command {
            Command::Level(level) => {
                self.level = Some(level);
                self.move_time_ms = None;
                let base = level.base.as_millis() / 10;
                (self.own_cs, self.opponent_cs) = (Some(base), Some(base));
            }
            Command::MoveTime(ms) => {
                self.move_time_ms = Some(ms);
                self.level = None;
            }
            Command::Depth(depth) => self.depth = Some(depth),
            Command::NodesPerSecond(nodes) => self.nodes_per_second = Some(nodes),
            Command::Time(cs) => self.own_cs = Some(cs),
            Command::OpponentTime(cs) => self.opponent_cs = Some(cs),
            // The limits of depth and nodes end with the game; the time control stays.
            Command::New => (self.depth, self.nodes_per_second) = (None, None),
            Command::Xboard | Command::Protover(_) | Command::Accepted(_) | Command::Rejected(_) => return false,
            Command::Variant(_) | Command::Quit | Command::Random | Command::Force | Command::Go => return false,
            Command::PlayOther | Command::White | Command::Black | Command::Move(_) | Command::MoveNow => return false,
            Command::Ping(_) | Command::Draw | Command::Result { .. } | Command::SetBoard(_) => return false,
            Command::Edit | Command::Hint | Command::Book | Command::Undo | Command::Remove => return false,
            Command::Hard | Command::Easy | Command::Post | Command::NoPost | Command::Analyze => return false,
            Command::ExitAnalysis | Command::Status | Command::Name(_) | Command::Rating(_) => return false,
            Command::Computer | Command::Ics(_) | Command::Pause | Command::Resume | Command::Memory(_) => {
                return false;
            }
            Command::Cores(_) | Command::EgtPath { .. } | Command::Option(_) | Command::Empty => return false,
            Command::Malformed { .. } | Command::Unknown(_) => return false,
        }
        true
    }

    /// The engine's clock, if it was told.
    #[must_use]
    pub fn own(&self) -> Option<Span> {
        self.own_cs.map(centiseconds)
    }

    /// The opponent's clock, if it was told.
    #[must_use]
    pub fn opponent(&self) -> Option<Span> {
        self.opponent_cs.map(centiseconds)
    }

    /// The level, if one is in force.
    #[must_use]
    pub const fn level(&self) -> Option<Level> {
        self.level
    }

    /// The arguments of UCI's `go` for a move of `side`, who has made `made` moves in the game. With nothing told the
    /// engine would think for ever: it gets a second.
    ///
    /// A fixed node count (`nps` with a fixed time) becomes `nodes`, as it is the only exact translation.
    #[must_use]
    pub fn go(&self, side: Color, made: u32) -> String {
        let mut words = Vec::new();
        match (self.level, self.move_time_ms) {
            (_, Some(ms)) => match self.nodes_per_second {
                Some(nps) if nps > 0 => words.push(format!("nodes {}", nodes(nps, ms))),
                Some(_) | None => words.push(format!("movetime {}", ms.max(1))),
            },
            (Some(level), None) => {
                let own = self.own_cs.map_or(level.base.as_millis(), |cs| cs.saturating_mul(10));
                let other = self.opponent_cs.map_or(own, |cs| cs.saturating_mul(10));
                let (white, black) = if side == Color::White { (own, other) } else { (other, own) };
                words.push(format!("wtime {white} btime {black}"));
                match level.increment.as_millis() {
                    0 => {}
                    millis => words.push(format!("winc {millis} binc {millis}")),
                }
                if let Some(in_session) = made.checked_rem(level.moves) {
                    words.push(format!("movestogo {}", level.moves - in_session));
                }
            }
            (None, None) => match (self.own_cs, self.opponent_cs) {
                (Some(own), other) => {
                    let (own, other) = (own.saturating_mul(10), other.unwrap_or(own).saturating_mul(10));
                    let (white, black) = if side == Color::White { (own, other) } else { (other, own) };
                    words.push(format!("wtime {white} btime {black}"));
                }
                (None, _) if self.depth.is_none() => words.push("movetime 1000".to_owned()),
                (None, _) => {}
            },
        }
        if let Some(depth) = self.depth {
            words.push(format!("depth {depth}"));
        }
        words.join(" ")
    }
}

fn centiseconds(cs: i64) -> Span {
    Span::from_millis(cs.saturating_mul(10))
}

fn nodes(per_second: u64, millis: i64) -> u64 {
    let millis = u64::try_from(millis).unwrap_or(0);
    (per_second.saturating_mul(millis) / 1_000).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(lines: &[&str]) -> Control {
        let mut control = Control::default();
        for line in lines {
            assert!(control.take(&Command::parse(line.as_bytes())), "{line}");
        }
        control
    }

    #[test]
    fn level_counts_minutes_and_seconds() {
        for (text, moves, base_ms, increment_ms) in [
            ("40 5 0", 40, 300_000, 0),
            ("0 0:30 1", 0, 30_000, 1_000),
            ("0 1:01 0", 0, 61_000, 0),
            ("0 2 0.1", 0, 120_000, 100),
            ("40 0:00.5 0.010", 40, 500, 10),
            ("60 120 30", 60, 7_200_000, 30_000),
        ] {
            let level = Level::parse(text.as_bytes()).unwrap();
            assert_eq!(
                (level.moves, level.base.as_millis(), level.increment.as_millis()),
                (moves, base_ms, increment_ms)
            );
            assert_eq!(Level::parse(level.to_string().as_bytes()), Ok(level), "prints as it reads");
        }
        assert_eq!(Level::parse(b"40 5").unwrap().increment, Span::ZERO);
        for text in ["", "40", "x 5 0", "40 5m 0", "40 -5 0", "40 1:2:3 0", "40 5 0.1.2", "99999999999 1 0"] {
            assert!(Level::parse(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn clocks_become_wtime_and_btime() {
        let told = control(&["level 40 5 0", "time 29950", "otim 30000"]);
        assert_eq!(told.go(Color::White, 1), "wtime 299500 btime 300000 movestogo 39");
        assert_eq!(told.go(Color::Black, 40), "wtime 300000 btime 299500 movestogo 40");
        let told = control(&["level 0 0:30 1", "sd 9"]);
        assert_eq!(told.go(Color::Black, 7), "wtime 30000 btime 30000 winc 1000 binc 1000 depth 9");
        assert_eq!(told.own(), Some(Span::from_secs(30)));
    }

    #[test]
    fn fixed_times_and_nodes() {
        assert_eq!(control(&["level 40 5 0", "st 5"]).go(Color::White, 0), "movetime 5000");
        assert_eq!(control(&["st 0"]).go(Color::White, 0), "movetime 1");
        assert_eq!(control(&["st 1", "nps 5000"]).go(Color::White, 0), "nodes 5000");
        assert_eq!(control(&["sd 4"]).go(Color::White, 0), "depth 4");
        assert_eq!(control(&[]).go(Color::White, 0), "movetime 1000");
        assert_eq!(control(&["time 500"]).go(Color::White, 0), "wtime 5000 btime 5000");
        assert_eq!(control(&["st 5", "level 0 1 0"]).go(Color::White, 0), "wtime 60000 btime 60000");
    }

    #[test]
    fn new_lifts_the_depth_and_keeps_the_clock() {
        assert_eq!(control(&["level 0 1 0", "sd 4", "new"]).go(Color::White, 0), "wtime 60000 btime 60000");
    }
}
