//! The ways in which editions differ in behaviour, one enum each, and the numbers in which they differ.
//!
//! Refuses to know: articles and time classes ([`Edition`](crate::laws::Edition)). Read by the arbiter.

use crate::units::{HalfMoves, Span};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Whether a draw by repetition or by fifty moves needs a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnClaim {
    /// The player to move must claim it.
    OnClaim,
    /// The game ends by itself (online).
    Automatic,
}

/// The fivefold rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fivefold {
    /// No such rule (before 2014).
    None,
    /// On five consecutive alternate moves by each player: "five times in nine moves" (2014).
    NineMoves,
    /// At any time in the game (since July 2017).
    WholeGame,
}

/// The seventy-five-move rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeventyFive {
    /// No such rule (before 2014).
    None,
    /// The game ends by itself.
    Automatic,
}

/// What resignation costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Resignation {
    /// The game.
    Loses,
    /// The game, unless the opponent cannot mate by any series of legal moves (2023).
    DrawIfOpponentCannotMate,
}

/// When a draw may be agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    /// At any time.
    AnyTime,
    /// Once both have made a move (since July 2017).
    AfterOneMoveEach,
}

/// Whether a claim is also an offer of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimAsOffer {
    /// No such clause (1997).
    IsNoOffer,
    /// The opponent may simply accept it (since 2001).
    IsAnOffer,
}

/// What ends the right to claim on a move, or the opponent's answer to an offer. They differ where a move was begun and
/// not made: an illegal move touches a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LostBy {
    /// Making a move.
    Making,
    /// Touching a piece with the intention of moving or capturing it.
    Touching,
}

/// What follows an incorrect claim with an announced move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnnouncedMove {
    /// It must be played.
    MustBePlayed,
    /// It must be played as Articles 3 and 4 say: if it is illegal, another move of that piece if there is one.
    UnderTouchMove,
}

/// What follows when both flags are down and the order is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BothFlags {
    /// Play goes on; in the last period the game is drawn.
    ContinueOrDraw,
    /// The Laws proper are silent, only a guideline speaks: the director decides.
    DirectorDecides,
}

/// A pawn on the last rank and no piece named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoPromotionPiece {
    /// An illegal move: the position is restored.
    IllegalMove,
    /// An illegal move, and the pawn becomes a queen (since 2014).
    QueenAndIllegalMove,
}

/// The clock pressed without a move (UCI: `bestmove 0000`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoMove {
    /// The edition does not speak of it; the arbiter treats it as an illegal move.
    Silent,
    /// It counts as an illegal move (since 2017).
    IllegalMove,
}

/// The rules for a quickplay finish. They are a director's to apply; the arbiter does the arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quickplay {
    /// None (online).
    None,
    /// Article 10 of the Laws.
    Law,
    /// An appendix or guideline that an event may adopt.
    Guideline,
}

/// Who calls a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Calling {
    /// The arbiter.
    Arbiter,
    /// The opponent must. `SILENT:` an engine cannot call anything, so the arbiter calls at once on its behalf; the
    /// alternative, to let the fault pass, would reward the offender.
    Opponent,
}

/// What becomes of a loss if the opponent cannot mate by any series of legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum IfOpponentCannotMate {
    /// A draw.
    Draw,
    /// It stays a loss.
    Loss,
}

/// Up to where a game is blitz.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlitzLimit {
    /// This much time or less.
    UpTo(#[serde(deserialize_with = "span", serialize_with = "span_text")] Span),
    /// Less than this.
    Below(#[serde(deserialize_with = "span", serialize_with = "span_text")] Span),
}

impl BlitzLimit {
    /// Whether a game with this much time a player is blitz.
    #[must_use]
    pub fn contains(self, total: Span) -> bool {
        match self {
            Self::UpTo(limit) => total <= limit,
            Self::Below(limit) => total < limit,
        }
    }
}

/// What differs in behaviour between editions.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "each field is named after its documented type or topic")]
pub struct Rules {
    pub threefold: OnClaim,
    pub fifty: OnClaim,
    pub fivefold: Fivefold,
    pub seventy_five: SeventyFive,
    pub resignation: Resignation,
    pub agreement: Agreement,
    pub claim_as_offer: ClaimAsOffer,
    /// What costs a player the right to claim on this move (9.4).
    pub claim_lost_by: LostBy,
    /// What refuses the opponent's offer without a word.
    pub offer_refused_by: LostBy,
    pub announced_move: AnnouncedMove,
    pub both_flags: BothFlags,
    pub no_promotion_piece: NoPromotionPiece,
    pub no_move: NoMove,
    pub quickplay: Quickplay,
    /// How late a player may be before the game is lost; an event may set another.
    #[serde(deserialize_with = "span", serialize_with = "span_text")]
    pub default_time: Span,
}

/// How often and how long.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Counts {
    /// Occurrences that may be claimed.
    pub threefold: u32,
    /// Quiet half-moves that may be claimed.
    #[serde(deserialize_with = "half_moves", serialize_with = "half_moves_number")]
    pub fifty: HalfMoves,
    /// Occurrences that end the game.
    pub fivefold: u32,
    /// Quiet half-moves that end the game.
    #[serde(deserialize_with = "half_moves", serialize_with = "half_moves_number")]
    pub seventy_five: HalfMoves,
}

/// The borders of the time classes, in time a player (sixty increments counted in).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Limits {
    /// Up to where a game is blitz.
    pub blitz: BlitzLimit,
    /// A game with less is rapid, with as much or more standard.
    #[serde(deserialize_with = "span", serialize_with = "span_text")]
    pub rapid_below: Span,
}

pub(super) fn span<'de, D: Deserializer<'de>>(from: D) -> Result<Span, D::Error> {
    String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
}

fn half_moves<'de, D: Deserializer<'de>>(from: D) -> Result<HalfMoves, D::Error> {
    u32::deserialize(from).map(HalfMoves)
}

fn span_text<S: Serializer>(span: &Span, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(span)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn half_moves_number<S: Serializer>(count: &HalfMoves, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u32(count.0)
}
