//! The rules of an event: the Laws, and what the event adds to them.

use crate::laws::{Edition, TimeClass};
use crate::units::Span;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;

/// The Laws and what the event adds to them.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The name of the preset that these rules began as, for the record.
    pub preset: String,
    /// The edition of the Laws.
    pub laws: Arc<Edition>,
    /// The time class; none: what the slower player's clock makes it.
    pub class: Option<TimeClass>,
    /// Claims of threefold repetition and fifty moves on the players' behalf.
    pub claims: Behalf,
    /// What an illegal move costs.
    pub illegal_moves: IllegalMovePolicy,
    /// Draws by score.
    pub draw: Option<DrawRule>,
    /// Wins by score.
    pub resign: Option<ResignRule>,
    /// A draw after so many moves by each.
    pub max_moves: Option<NonZeroU32>,
    /// Adjudication by endgame tables.
    pub tablebases: Option<TablebaseRule>,
    /// What follows trouble with an engine.
    pub trouble: TroublePolicy,
}

/// Claims on a player's behalf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behalf {
    /// A player claims for itself or not at all.
    Never,
    /// For the player whose own last score is at most this many centipawns.
    WhenNotBetter(i32),
    /// Whenever a claim is open.
    Always,
}

/// What an illegal move costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IllegalMovePolicy {
    /// What the Laws say: time for the opponent first, the game later.
    Laws,
    /// The game at once, unless the opponent cannot mate: an event rule.
    Loss,
}

/// A draw by score: both players, half-moves in a row, within a band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// From this full move on.
    pub from_move: u32,
    /// Full moves in a row; twice as many half-moves.
    pub moves: u32,
    /// The band in centipawns.
    pub score: i32,
    /// What starts the count anew beside a score outside the band.
    pub reset: DrawReset,
}

/// What starts the count of a draw rule anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReset {
    /// A pawn move or capture, as in cutechess, fastchess and TCEC.
    ByZeroing,
    /// The score alone.
    ByScoreOnly,
}

/// A win by score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// Moves in a row of one player.
    pub moves: u32,
    /// The score in centipawns that it must be at or below, negated.
    pub score: i32,
    /// Who must agree.
    pub by: ResignBy,
}

/// Whose scores a win by score needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResignBy {
    /// The loser's alone.
    Loser,
    /// Both players'.
    Both,
}

/// Adjudication by Syzygy tables. It knows the fifty-move counter unless told to ignore it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablebaseRule {
    /// The folders.
    pub paths: Vec<PathBuf>,
    /// With at most so many men on the board.
    pub men: u8,
    /// Whether a win that the fifty-move rule spoils counts as one.
    pub fifty: TablebaseFifty,
    /// Which of its answers end games.
    pub ends: TablebaseEnds,
}

/// Whether the fifty-move rule counts in tablebase positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TablebaseFifty {
    /// A win that it spoils is a draw.
    #[default]
    Counts,
    /// It is ignored.
    Ignored,
}

/// Which tablebase answers end games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TablebaseEnds {
    /// Wins and draws.
    #[default]
    Both,
    /// Wins alone.
    WinLoss,
    /// Draws alone.
    Draw,
}

/// What follows when an engine ends, hangs or does not start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TroublePolicy {
    /// What becomes of the game.
    pub game: AfterTrouble,
    /// What a forfeit gives an opponent that cannot mate.
    pub exception: TroubleException,
    /// After how many forfeits by trouble a player is out of the event; none: never.
    pub strikes: Option<NonZeroU32>,
    /// What becomes of the event after a forfeit.
    pub event: AfterForfeit,
    /// How long an engine may take for its handshake.
    pub handshake: Span,
    /// How long it may take for `isready`.
    pub ready: Span,
    /// How long after the fall of its flag, or after `stop`, a move is waited for before the engine is called stalled.
    pub stop: Span,
    /// How long an engine without a clock may take for a move, whatever it answers meanwhile.
    pub untimed_move: Span,
}

impl TroublePolicy {
    /// Where nobody says otherwise: twice what an xboard engine without a clock is told that it has for a move.
    pub const UNTIMED_MOVE: Span = Span::from_secs(7_200);
}

/// What becomes of a game whose engine ended or hung. If both engines stall together the host is at fault, and the
/// game is replayed whatever this says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AfterTrouble {
    /// It is lost.
    Forfeit,
    /// It is played again from its opening, once; then it is lost.
    ReplayOnce,
    /// The engine is started anew and plays on from the position with the time it has left, once a game; then it is
    /// lost.
    PlayOn,
}

/// What a forfeit by trouble gives an opponent that cannot mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TroubleException {
    /// A draw, by analogy with 6.9 and 7.5.5.
    Draw,
    /// The point.
    Win,
}

/// What becomes of the event after a forfeit by trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AfterForfeit {
    /// It goes on (`-recover`).
    GoOn,
    /// It is stopped when the games in play are over.
    Stop,
}
