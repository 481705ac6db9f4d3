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
