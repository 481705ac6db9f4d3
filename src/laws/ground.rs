//! Why a game ends, with which result, and on whose authority.

use serde::{Deserialize, Serialize};
use shakmaty::Color;
use std::fmt;

/// Every score that the Laws allow a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// White wins.
    #[serde(rename = "1-0")]
    WhiteWins,
    /// Black wins.
    #[serde(rename = "0-1")]
    BlackWins,
    /// A draw.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// Both lose.
    #[serde(rename = "0-0")]
    BothLose,
    /// White scores a half, Black nothing.
    #[serde(rename = "1/2-0")]
    HalfZero,
    /// Black scores a half, White nothing.
    #[serde(rename = "0-1/2")]
    ZeroHalf,
}

impl GameResult {
    /// The result where `winner` wins.
    #[must_use]
    pub const fn win(winner: Color) -> Self {
        match winner {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// The winner, if one side won.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::WhiteWins => Some(Color::White),
            Self::BlackWins => Some(Color::Black),
            Self::Draw | Self::BothLose | Self::HalfZero | Self::ZeroHalf => None,
        }
    }

    /// As PGN and match runners write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::BothLose => "0-0",
            Self::HalfZero => "1/2-0",
            Self::ZeroHalf => "0-1/2",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// The king is mated.
    Checkmate,
    /// No legal move, no check.
    Stalemate,
    /// Neither side can mate by any series of legal moves.
    DeadPosition,
    /// The same position five times.
    Fivefold,
    /// Seventy-five quiet moves by each.
    SeventyFive,
    /// The same position three times, where no claim is needed (online).
    Threefold,
    /// Fifty quiet moves by each, where no claim is needed (online).
    Fifty,
    /// A correct claim of threefold repetition.
    ThreefoldClaim,
    /// A correct claim of the fifty-move rule.
    FiftyClaim,
    /// A draw offer was accepted.
    Agreement,
    /// A player resigned.
    Resignation,
    /// A flag fell.
    TimeForfeit,
    /// Both flags are down and nobody knows which fell first.
    BothFlags,
    /// Illegal moves up to the number that loses.
    IllegalMove,
    /// Not present at the default time.
    DefaultTime,
    /// A player left the game; the Laws are silent, the event's rules decide.
    Disconnect,
    /// The arbiter drew a quickplay finish at a player's request.
    QuickplayFinish,
    /// A person decided.
    Director,
    /// An engine no longer answers; the Laws are silent, the event's rules decide.
    Stall,
    /// An engine calls a legal move of its opponent illegal and does not play on; the event's rules decide.
    FalseIllegalMoveClaim,
    /// Both players' scores said draw for long enough (event rule).
    ScoreDraw,
    /// The scores said win for long enough (event rule).
    ScoreWin,
    /// The endgame tables know the result (event rule).
    Tablebase,
    /// So many moves were enough (event rule).
    MoveLimit,
}

impl Ground {
    /// The name in JSON, rule tests and PGN tags.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::DeadPosition => "dead-position",
            Self::Fivefold => "fivefold",
            Self::SeventyFive => "seventy-five",
            Self::Threefold => "threefold",
            Self::Fifty => "fifty",
            Self::ThreefoldClaim => "threefold-claim",
            Self::FiftyClaim => "fifty-claim",
            Self::Agreement => "agreement",
            Self::Resignation => "resignation",
            Self::TimeForfeit => "time-forfeit",
            Self::BothFlags => "both-flags",
            Self::IllegalMove => "illegal-move",
            Self::DefaultTime => "default-time",
            Self::Disconnect => "disconnect",
            Self::QuickplayFinish => "quickplay-finish",
            Self::Director => "director",
            Self::Stall => "stall",
            Self::FalseIllegalMoveClaim => "false-illegal-move-claim",
            Self::ScoreDraw => "score-draw",
            Self::ScoreWin => "score-win",
            Self::Tablebase => "tablebase",
            Self::MoveLimit => "move-limit",
        }
    }
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// On whose authority the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layer {
    /// An article of the Laws.
    Law,
    /// A rule of the event that the Laws do not contain.
    EventRule,
    /// A person decided.
    Director,
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Law => "law",
            Self::EventRule => "event-rule",
            Self::Director => "director",
        })
    }
}
