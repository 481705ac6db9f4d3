//! What can be found: stable names, and how grave a finding is.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The result is not the one that the Laws give.
    WrongResult,
    /// The result stands, the reason given for it does not.
    WrongReason,
    /// A rule ended the game earlier; the result is the same.
    MissedRule,
    /// The record contradicts itself.
    Inconsistent,
    /// The game, or the rest of it, cannot be judged.
    Unjudgeable,
    /// Worth knowing, nothing wrong.
    Note,
}

impl Severity {
    /// Every severity, the gravest first.
    pub const ALL: [Self; 6] =
        [Self::WrongResult, Self::WrongReason, Self::MissedRule, Self::Inconsistent, Self::Unjudgeable, Self::Note];

    /// The name in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WrongResult => "wrong-result",
            Self::WrongReason => "wrong-reason",
            Self::MissedRule => "missed-rule",
            Self::Inconsistent => "inconsistent",
            Self::Unjudgeable => "unjudgeable",
            Self::Note => "note",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

macro_rules! ids {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal,)+) => {
        /// What was found. The names are stable: they are what `--only` and `--ignore` take.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum FindingId { $($(#[doc = $doc])+ $name,)+ }

        impl FindingId {
            /// Every id.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The name.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text),+ }
            }

            /// What it means, in a sentence.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => concat!($($doc),+)),+ }
            }
        }
    };
}

ids! {
    /// A flag fell and the win went to a side that cannot mate.
    FlagWinImpossible = "flag-win-impossible",
    /// An illegal move lost to a side that cannot mate.
    IllegalMoveWinImpossible = "illegal-move-win-impossible",
    /// A resignation lost to a side that cannot mate.
    ResignationWinImpossible = "resignation-win-impossible",
    /// A disconnection or stall lost to a side that cannot mate.
    ForfeitWinImpossible = "forfeit-win-impossible",
    /// An adjudication gave the win to a side that cannot mate.
    AdjudicatedWinImpossible = "adjudicated-win-impossible",
    /// A win without a reason for a side that cannot mate.
    UnexplainedWinImpossible = "unexplained-win-impossible",
    /// A flag fell, the game was drawn, and the opponent can mate.
    FlagDrawMatePossible = "flag-draw-mate-possible",
    /// The final position gives another result than the one recorded.
    ResultAgainstBoard = "result-against-board",
    /// The final position ends the game for another reason than the one recorded.
    ReasonAgainstBoard = "reason-against-board",
    /// Moves after mate.
    PlayAfterMate = "play-after-mate",
    /// Moves after stalemate.
    PlayAfterStalemate = "play-after-stalemate",
    /// Moves after a dead position.
    PlayAfterDead = "play-after-dead",
    /// Moves after the fifth occurrence of a position.
    PlayAfterFivefold = "play-after-fivefold",
    /// Moves after seventy-five moves by each without pawn move or capture.
    PlayAfterSeventyFive = "play-after-seventy-five",
    /// Moves after a threefold repetition or fifty moves, where no claim is needed.
    PlayAfterAutomaticDraw = "play-after-automatic-draw",
    /// Called mate, and is none.
    NoCheckmate = "no-checkmate",
    /// Called stalemate, and is none.
    NoStalemate = "no-stalemate",
    /// Called threefold repetition, and is none.
    NoThreefold = "no-threefold",
    /// Called fivefold repetition, and is none.
    NoFivefold = "no-fivefold",
    /// Called fifty moves, and are fewer.
    NoFifty = "no-fifty",
    /// Called seventy-five moves, and are fewer.
    NoSeventyFive = "no-seventy-five",
    /// Called insufficient material, and a side can mate.
    NoDeadPosition = "no-dead-position",
    /// Drawn by threefold repetition without a claim on record.
    ThreefoldUnclaimed = "threefold-unclaimed",
    /// Drawn by the fifty-move rule without a claim on record.
    FiftyUnclaimed = "fifty-unclaimed",
    /// Played on after a threefold repetition.
    ThreefoldPassed = "threefold-passed",
    /// Played on after fifty moves without pawn move or capture.
    FiftyPassed = "fifty-passed",
    /// The Result tag and the result after the moves differ.
    TagAgainstToken = "tag-against-token",
    /// The result and the reason given for it differ.
    ResultAgainstReason = "result-against-reason",
    /// Two reasons given for the result differ.
    ReasonsDiffer = "reasons-differ",
    /// A flag is said to have fallen, or a move to be illegal, of the side that was not to move.
    LoserNotToMove = "loser-not-to-move",
    /// A clock ran out on record, and play went on or the game was not lost by it.
    FlagIgnored = "flag-ignored",
    /// An illegal move in the record.
    IllegalMove = "illegal-move",
    /// A move that several men could have made.
    AmbiguousMove = "ambiguous-move",
    /// Text that is neither move, comment nor result.
    UnreadableText = "unreadable-text",
    /// Moves in another notation than SAN.
    NotSan = "not-san",
    /// A comment that nothing closes.
    UnclosedComment = "unclosed-comment",
    /// More or fewer moves than the record says.
    MovesMissing = "moves-missing",
    /// Moves after the result.
    MovesAfterResult = "moves-after-result",
    /// No result after the moves, or no Result tag.
    ResultMissing = "result-missing",
    /// Recorded as unfinished.
    Unfinished = "unfinished",
    /// The start position cannot be read.
    BadFen = "bad-fen",
    /// The SetUp and FEN tags do not fit together.
    WrongSetup = "wrong-setup",
    /// A variant of chess that is not judged.
    Variant = "variant",
    /// Words for the end of the game that are not understood.
    UnknownTermination = "unknown-termination",
    /// This program failed over the game; the others are judged all the same.
    InternalError = "internal-error",
}

impl<'de> Deserialize<'de> for FindingId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl Serialize for FindingId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl fmt::Display for FindingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A name that is no finding's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected the id of a finding or a severity (see the README), got {0:?}")]
pub struct UnknownId(String);

impl FromStr for FindingId {
    type Err = UnknownId;
    fn from_str(text: &str) -> Result<Self, UnknownId> {
        Self::ALL.iter().copied().find(|id| id.as_str() == text).ok_or_else(|| UnknownId(text.to_owned()))
    }
}

impl FromStr for Severity {
    type Err = UnknownId;
    fn from_str(text: &str) -> Result<Self, UnknownId> {
        Self::ALL.into_iter().find(|severity| severity.as_str() == text).ok_or_else(|| UnknownId(text.to_owned()))
    }
}

/// One thing found in one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// What.
    pub id: FindingId,
    /// How grave.
    pub severity: Severity,
    /// After which half-move, where one can be named.
    pub ply: Option<u32>,
    /// The article, where one speaks of it.
    pub article: Option<String>,
    /// What is wrong, and on what evidence.
    pub text: String,
}
