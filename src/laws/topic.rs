//! What an article of the Laws can be cited for.

use serde::Deserialize;

/// One thing that the Laws regulate and that this arbiter can cite. An edition that has no article for it is silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// When two positions are the same.
    SamePosition,
    /// A possible en-passant capture makes positions different.
    SameEnPassant,
    /// A castling right since lost makes positions different.
    SameCastling,
    /// Claim: the announced move will bring the position for the third time.
    ThreefoldIntended,
    /// Claim: the position is on the board for the third time.
    ThreefoldExisting,
    /// Claim: the announced move will complete fifty quiet moves by each.
    FiftyIntended,
    /// Claim: fifty quiet moves by each have been made.
    FiftyExisting,
    /// The right to claim is lost by making (touching for) a move.
    ClaimLost,
    /// The clock while a claim is examined.
    ClaimClock,
    /// A correct claim ends the game at once.
    ClaimCorrect,
    /// A claim is also an offer of a draw.
    ClaimIsOffer,
    /// How a draw is offered.
    DrawOffer,
    /// Repeated offers distract the opponent.
    OfferRepeated,
    /// An event may forbid draws by agreement.
    OfferForbidden,
    /// Draw without a claim: the same position five times.
    Fivefold,
    /// Draw without a claim: seventy-five quiet moves by each.
    SeventyFive,
    /// Checkmate.
    Checkmate,
    /// Resignation.
    Resignation,
    /// Stalemate.
    Stalemate,
    /// Dead position.
    DeadPosition,
    /// Draw by agreement.
    Agreement,
    /// Flag fall, and the exception where the opponent cannot mate.
    FlagFall,
    /// The number of moves to be made in each period.
    MoveRequirement,
    /// Both flags are down, order unknown, not the last period.
    BothFlagsContinue,
    /// Both flags are down, order unknown, last period.
    BothFlagsDraw,
    /// A player absent at the default time loses.
    DefaultTime,
    /// The touched or announced piece must be moved.
    TouchMove,
    /// A pawn reached the last rank and no piece was named.
    NoPromotionPiece,
    /// The clock was pressed without a move.
    NoMove,
    /// The points for a win, a draw and a loss.
    Score,
    /// A player who persistently refuses to comply loses; the arbiter sets the opponent's score.
    Refusal,
    /// Both players guilty: both lose.
    BothLose,
    /// A request in a quickplay finish that the arbiter declare a draw.
    QuickplayDraw,
    /// A request in a quickplay finish for an increment for both.
    QuickplayIncrement,
    /// Chess960 castling.
    Chess960,
}

impl Topic {
    /// Every topic.
    pub const ALL: [Self; 35] = [
        Self::SamePosition,
        Self::SameEnPassant,
        Self::SameCastling,
        Self::ThreefoldIntended,
        Self::ThreefoldExisting,
        Self::FiftyIntended,
        Self::FiftyExisting,
        Self::ClaimLost,
        Self::ClaimClock,
        Self::ClaimCorrect,
        Self::ClaimIsOffer,
        Self::DrawOffer,
        Self::OfferRepeated,
        Self::OfferForbidden,
        Self::Fivefold,
        Self::SeventyFive,
        Self::Checkmate,
        Self::Resignation,
        Self::Stalemate,
        Self::DeadPosition,
        Self::Agreement,
        Self::FlagFall,
        Self::MoveRequirement,
        Self::BothFlagsContinue,
        Self::BothFlagsDraw,
        Self::DefaultTime,
        Self::TouchMove,
        Self::NoPromotionPiece,
        Self::NoMove,
        Self::Score,
        Self::Refusal,
        Self::BothLose,
        Self::QuickplayDraw,
        Self::QuickplayIncrement,
        Self::Chess960,
    ];

    /// The key in an edition's file.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SamePosition => "same-position",
            Self::SameEnPassant => "same-en-passant",
            Self::SameCastling => "same-castling",
            Self::ThreefoldIntended => "threefold-intended",
            Self::ThreefoldExisting => "threefold-existing",
            Self::FiftyIntended => "fifty-intended",
            Self::FiftyExisting => "fifty-existing",
            Self::ClaimLost => "claim-lost",
            Self::ClaimClock => "claim-clock",
            Self::ClaimCorrect => "claim-correct",
            Self::ClaimIsOffer => "claim-is-offer",
            Self::DrawOffer => "draw-offer",
            Self::OfferRepeated => "offer-repeated",
            Self::OfferForbidden => "offer-forbidden",
            Self::Fivefold => "fivefold",
            Self::SeventyFive => "seventy-five",
            Self::Checkmate => "checkmate",
            Self::Resignation => "resignation",
            Self::Stalemate => "stalemate",
            Self::DeadPosition => "dead-position",
            Self::Agreement => "agreement",
            Self::FlagFall => "flag-fall",
            Self::MoveRequirement => "move-requirement",
            Self::BothFlagsContinue => "both-flags-continue",
            Self::BothFlagsDraw => "both-flags-draw",
            Self::DefaultTime => "default-time",
            Self::TouchMove => "touch-move",
            Self::NoPromotionPiece => "no-promotion-piece",
            Self::NoMove => "no-move",
            Self::Score => "score",
            Self::Refusal => "refusal",
            Self::BothLose => "both-lose",
            Self::QuickplayDraw => "quickplay-draw",
            Self::QuickplayIncrement => "quickplay-increment",
            Self::Chess960 => "chess960",
        }
    }

    /// The topic in a few words, for a reader.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::SamePosition => "what makes positions the same",
            Self::SameEnPassant => "en passant",
            Self::SameCastling => "castling",
            Self::ThreefoldIntended => "threefold, announced move",
            Self::ThreefoldExisting => "threefold, on the board",
            Self::FiftyIntended => "fifty moves, announced move",
            Self::FiftyExisting => "fifty moves, on the board",
            Self::ClaimLost => "right to claim lost",
            Self::ClaimClock => "clock during a claim",
            Self::ClaimCorrect => "correct claim",
            Self::ClaimIsOffer => "claim as offer",
            Self::DrawOffer => "offer of a draw",
            Self::OfferRepeated => "repeated offers",
            Self::OfferForbidden => "offers forbidden",
            Self::Fivefold => "fivefold repetition",
            Self::SeventyFive => "seventy-five moves",
            Self::Checkmate => "checkmate",
            Self::Resignation => "resignation",
            Self::Stalemate => "stalemate",
            Self::DeadPosition => "dead position",
            Self::Agreement => "agreement",
            Self::FlagFall => "flag fall",
            Self::MoveRequirement => "number of moves",
            Self::BothFlagsContinue => "both flags down, not the last period",
            Self::BothFlagsDraw => "both flags down, last period",
            Self::DefaultTime => "default time",
            Self::TouchMove => "touch-move",
            Self::NoPromotionPiece => "no promotion piece named",
            Self::NoMove => "clock pressed without a move",
            Self::Score => "score",
            Self::Refusal => "persistent refusal of the Laws",
            Self::BothLose => "both players guilty",
            Self::QuickplayDraw => "quickplay finish: draw",
            Self::QuickplayIncrement => "quickplay finish: increment",
            Self::Chess960 => "Chess960",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_the_one_that_files_use() {
        for topic in Topic::ALL {
            let read: serde_json::Result<Topic> = serde_json::from_value(topic.as_str().into());
            assert_eq!(read.ok(), Some(topic), "{}", topic.as_str());
        }
    }
}
