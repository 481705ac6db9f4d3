//! A player: what is said to an engine in which order, and what its lines mean.
//!
//! Decides: the conversation with one engine, UCI or xboard. Refuses to know: the opponent, the Laws, pipes. The table
//! asks, the player writes; what the engine says comes back as [`Said`].

mod claims;
mod uci;
mod xboard;

pub use claims::Request;
pub use uci::UciPlayer;
pub use xboard::XboardPlayer;

use super::game::Score;
use super::settings::Variant;
use crate::game::clock::Control;
use crate::game::{Attempt, Record};
use crate::laws::GameResult;
use crate::units::{Span, Stamp};
use shakmaty::uci::UciMove;
use std::fmt::Write as _;

/// What an engine's line came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// Nothing that the table asks about.
    Nothing,
    /// It is ready for the game.
    Ready,
    /// It has been told to think: its clock starts now.
    Thinking,
    /// Its move.
    Moved(Answer),
    /// A search that nobody waits for any more has ended, or the handshake.
    Idle,
    /// It answers: it is there.
    Alive,
    /// A request to the arbiter or an offer to the opponent.
    Request(Request),
    /// An answer is overdue, or the engine refuses to go on: it is to be ended.
    Silent(Silence),
}

/// A move with what the engine said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move.
    pub attempt: Attempt,
    /// The move as it came.
    pub text: String,
    /// What it would like to ponder on.
    pub ponder: Option<UciMove>,
    /// What it thought.
    pub thought: Thought,
}

/// What an engine said of its search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// The last score that was no bound, or the last bound.
    pub score: Option<Score>,
    /// Its depth.
    pub depth: Option<u32>,
    /// Its selective depth.
    pub seldepth: Option<u32>,
    /// Its nodes.
    pub nodes: Option<u64>,
}

impl Thought {
    /// The same with the score from the other side.
    #[must_use]
    pub fn turned_round(self) -> Self {
        let score = self.score.map(|score| match score {
            Score::Cp(cp) => Score::Cp(cp.saturating_neg()),
            Score::Mate(moves) => Score::Mate(moves.saturating_neg()),
        });
        Self { score, ..self }
    }
}

/// What went wrong with an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// No `uciok` or `done=1` in time.
    Handshake,
    /// No `readyok` or `pong` in time.
    Ready,
    /// No move after `stop` or `?`.
    Stop,
    /// No move in the time that an engine without a clock has for one.
    Move,
    /// It calls a move of the game illegal and does not answer it (xboard).
    Refusal,
}

/// How long an engine may take for what is not its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For its handshake.
    pub handshake: Span,
    /// For `isready`.
    pub ready: Span,
    /// For a move after `stop`.
    pub stop: Span,
}

/// The limits of a search, from the clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// What White has left and gets for each move, in milliseconds.
    pub white: Option<(i64, i64)>,
    /// What Black has left and gets for each move, in milliseconds.
    pub black: Option<(i64, i64)>,
    /// Moves to the mover's next time control.
    pub moves_to_go: Option<u32>,
    /// The time for this move, in milliseconds.
    pub move_time: Option<i64>,
    /// The depth.
    pub depth: Option<u32>,
    /// The nodes.
    pub nodes: Option<u64>,
}

impl Limits {
    /// Whether a clock runs; without one nothing hurries.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.white.is_some() || self.black.is_some() || self.move_time.is_some()
    }

    /// What follows `go` or `go ponder`, with a blank before each word.
    #[must_use]
    pub fn to_uci(&self) -> String {
        let mut text = String::with_capacity(64);
        let mut put = |word: &str, value: i64| write!(text, " {word} {value}").unwrap_or(());
        if let Some((time, _)) = self.white {
            put("wtime", time);
        }
        if let Some((time, _)) = self.black {
            put("btime", time);
        }
        for (word, clock) in [("winc", self.white), ("binc", self.black)] {
            if let Some((_, bonus)) = clock.filter(|(_, bonus)| *bonus > 0) {
                put(word, bonus);
            }
        }
        if let Some(moves) = self.moves_to_go {
            put("movestogo", i64::from(moves));
        }
        if let Some(time) = self.move_time {
            put("movetime", time);
        }
        if let Some(depth) = self.depth {
            put("depth", i64::from(depth));
        }
        if let Some(nodes) = self.nodes {
            put("nodes", i64::try_from(nodes).unwrap_or(i64::MAX));
        }
        if text.is_empty() { " infinite".to_owned() } else { text }
    }
}

/// A game as it stands, for a player that is to think.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// UCI's `position` command.
    pub command: &'a str,
    /// The record.
    pub record: &'a Record,
}

/// What a player is told before a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSetup {
    /// The castling rules.
    pub variant: Variant,
    /// The opponent's name.
    pub opponent: String,
    /// The player's clock; UCI tells it with each move alone.
    pub control: Control,
    /// The depth of each search.
    pub depth: Option<u32>,
    /// The nodes of each search.
    pub nodes: Option<u64>,
}

/// A player, by the protocol of its engine.
#[derive(Debug)]
pub enum Player {
    /// UCI.
    Uci(Box<UciPlayer>),
    /// CECP.
    Xboard(Box<XboardPlayer>),
}

impl Player {
    /// The name that the engine gives itself, once it has.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Uci(player) => player.name(),
            Self::Xboard(player) => player.name(),
        }
    }

    /// Options that are to be set and that the engine does not have.
    #[must_use]
    pub fn unknown_options(&self) -> Vec<&str> {
        match self {
            Self::Uci(player) => player.unknown_options(),
            Self::Xboard(player) => player.unknown_options(),
        }
    }

    /// Whether the engine says that it plays Chess960.
    #[must_use]
    pub fn plays_chess960(&self) -> bool {
        match self {
            Self::Uci(player) => player.plays_chess960(),
            Self::Xboard(player) => player.plays_chess960(),
        }
    }

    /// Its process has been started: the handshake begins. If a game waits, it is prepared after that.
    pub fn start(&mut self, at: Stamp, out: &mut Vec<u8>) {
        match self {
            Self::Uci(player) => player.start(at, out),
            Self::Xboard(player) => player.start(at, out),
        }
    }

    /// Its process is gone.
    pub fn gone(&mut self) {
        match self {
            Self::Uci(player) => player.gone(),
            Self::Xboard(player) => player.gone(),
        }
    }

    /// Whether there is nothing to wait for.
    #[must_use]
    pub fn is_at_rest(&self) -> bool {
        match self {
            Self::Uci(player) => player.is_at_rest(),
            Self::Xboard(player) => player.is_at_rest(),
        }
    }

    /// Prepares a game; [`Said::Ready`] follows.
    pub fn new_game(&mut self, at: Stamp, setup: GameSetup, out: &mut Vec<u8>) {
        match self {
            Self::Uci(player) => player.new_game(at, setup, out),
            Self::Xboard(player) => player.new_game(at, setup, out),
        }
    }

    /// Asks for a move.
    pub fn think(&mut self, at: Stamp, situation: Situation<'_>, limits: &Limits, out: &mut Vec<u8>) -> Said {
        match self {
            Self::Uci(player) => player.think(at, situation, limits, out),
            Self::Xboard(player) => player.think(at, situation, limits, out),
        }
    }

    /// Lets it think about the position after a move that is not made yet, if it is to ponder and can. `command` is
    /// UCI's for that position.
    pub fn ponder(&mut self, command: &str, expected: UciMove, limits: &Limits, out: &mut Vec<u8>) {
        match self {
            Self::Uci(player) => player.ponder(command, expected, limits, out),
            // It does so by itself, if it was told `hard`.
            Self::Xboard(_) => {}
        }
    }

    /// The opponent has moved; [`Said::Thinking`] if the engine already thinks about just that.
    pub fn opponent_moved(&mut self, at: Stamp, m: &UciMove, out: &mut Vec<u8>) -> Said {
        match self {
            Self::Uci(player) => player.opponent_moved(at, m, out),
            Self::Xboard(_) => Said::Nothing,
        }
    }

    /// The game is over: whatever goes on is ended; [`Said::Idle`] follows unless nothing does.
    pub fn game_over(&mut self, at: Stamp, result: Option<&(GameResult, String)>, out: &mut Vec<u8>) {
        match self {
            Self::Uci(player) => player.stop(at, out),
            Self::Xboard(player) => player.game_over(at, result, out),
        }
    }

    /// Asks whether it is there at all; false if it cannot be asked.
    pub fn ask_alive(&mut self, at: Stamp, out: &mut Vec<u8>) -> bool {
        match self {
            Self::Uci(player) => player.ask_alive(at, out),
            Self::Xboard(player) => player.ask_alive(at, out),
        }
    }

    /// Whether one process plays more than one game.
    #[must_use]
    pub fn is_reusable(&self) -> bool {
        match self {
            Self::Uci(_) => true,
            Self::Xboard(player) => player.is_reusable(),
        }
    }

    /// Says good-bye.
    pub fn quit(&mut self, out: &mut Vec<u8>) {
        match self {
            Self::Uci(player) => player.quit(out),
            Self::Xboard(player) => player.quit(out),
        }
    }

    /// When an answer is overdue.
    #[must_use]
    pub fn deadline(&self) -> Option<Stamp> {
        match self {
            Self::Uci(player) => player.deadline(),
            Self::Xboard(player) => player.deadline(),
        }
    }

    /// Time has passed: [`Said::Silent`] if an answer is overdue.
    pub fn tick(&mut self, at: Stamp, out: &mut Vec<u8>) -> Said {
        match self {
            Self::Uci(player) => player.overdue(at).map_or(Said::Nothing, Said::Silent),
            Self::Xboard(player) => player.tick(at, out),
        }
    }

    /// What did not come, for a note.
    #[must_use]
    pub fn missing(&self, silence: Silence) -> &'static str {
        match (self, silence) {
            (_, Silence::Move) => "no move in time, without a clock",
            (_, Silence::Refusal) => "calls a move of the game illegal",
            (Self::Uci(_), Silence::Handshake) => "no uciok in time",
            (Self::Uci(_), Silence::Ready) => "no readyok in time",
            (Self::Uci(_), Silence::Stop) => "no bestmove after stop",
            (Self::Xboard(_), Silence::Handshake) => "no feature done=1 in time",
            (Self::Xboard(_), Silence::Ready) => "no pong in time",
            (Self::Xboard(_), Silence::Stop) => "no end of its search after \"?\"",
        }
    }

    /// The opponent offers a draw. UCI has no words for it.
    pub fn offered(&self, out: &mut Vec<u8>) {
        match self {
            Self::Uci(_) => {}
            Self::Xboard(player) => player.offered(out),
        }
    }

    /// What it has said of the search that goes on, or of the last one if none does; the line of play as it came.
    #[must_use]
    pub fn thought(&self) -> (Thought, &[u8]) {
        match self {
            Self::Uci(player) => player.thought(),
            Self::Xboard(player) => player.thought(),
        }
    }

    /// Takes one line of the engine.
    pub fn line(&mut self, at: Stamp, line: &[u8], out: &mut Vec<u8>) -> Said {
        match self {
            Self::Uci(player) => player.line(at, line, out),
            Self::Xboard(player) => player.line(at, line, out),
        }
    }
}
