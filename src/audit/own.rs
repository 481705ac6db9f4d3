//! The words of this program's own tag `TerminationDetails`: a ground's name and what it rests on, as in
//! `dead-position, FIDE 5.2.2`.

use super::terminations::Cause;
use super::told::{Claimed, Told};
use crate::laws::{GameResult, Ground};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};

/// Reads them.
pub(super) fn read(text: &str) -> Option<Told> {
    let (name, rest) = text.split_once(", ").unwrap_or((text, ""));
    let ours = rest.is_empty() || rest.starts_with("FIDE ") || matches!(rest, "event rule" | "director");
    let named: StrDeserializer<'_, Error> = name.into_deserializer();
    let ground = Ground::deserialize(named).ok().filter(|_| ours)?;
    Some(Told { cause: cause(ground), says: says(ground), claimed: claimed(ground) })
}

/// The result, where the ground leaves no other.
const fn says(ground: Ground) -> Option<GameResult> {
    match ground {
        Ground::Stalemate
        | Ground::DeadPosition
        | Ground::Fivefold
        | Ground::SeventyFive
        | Ground::Threefold
        | Ground::ThreefoldClaim
        | Ground::Fifty
        | Ground::FiftyClaim
        | Ground::Agreement
        | Ground::BothFlags
        | Ground::ScoreDraw
        | Ground::MoveLimit => Some(GameResult::Draw),
        Ground::Checkmate
        | Ground::Resignation
        | Ground::TimeForfeit
        | Ground::IllegalMove
        | Ground::DefaultTime
        | Ground::Disconnect
        | Ground::QuickplayFinish
        | Ground::Director
        | Ground::Stall
        | Ground::ScoreWin
        | Ground::Tablebase => None,
    }
}

const fn claimed(ground: Ground) -> Claimed {
    match ground {
        Ground::ThreefoldClaim | Ground::FiftyClaim => Claimed::Claimed,
        Ground::Checkmate
        | Ground::Stalemate
        | Ground::DeadPosition
        | Ground::Fivefold
        | Ground::SeventyFive
        | Ground::Threefold
        | Ground::Fifty
        | Ground::Agreement
        | Ground::Resignation
        | Ground::TimeForfeit
        | Ground::BothFlags
        | Ground::IllegalMove
        | Ground::DefaultTime
        | Ground::Disconnect
        | Ground::QuickplayFinish
        | Ground::Director
        | Ground::Stall
        | Ground::ScoreDraw
        | Ground::ScoreWin
        | Ground::Tablebase
        | Ground::MoveLimit => Claimed::Unsaid,
    }
}

const fn cause(ground: Ground) -> Cause {
    match ground {
        Ground::Checkmate => Cause::Checkmate,
        Ground::Stalemate => Cause::Stalemate,
        // The only dead positions that other programs have a word for.
        Ground::DeadPosition => Cause::InsufficientMaterial,
        Ground::Fivefold => Cause::Fivefold,
        Ground::SeventyFive => Cause::SeventyFive,
        Ground::Threefold | Ground::ThreefoldClaim => Cause::Threefold,
        Ground::Fifty | Ground::FiftyClaim => Cause::Fifty,
        Ground::Agreement => Cause::Agreement,
        Ground::Resignation => Cause::Resignation,
        Ground::TimeForfeit => Cause::TimeForfeit,
        Ground::BothFlags => Cause::TimeoutDraw,
        Ground::IllegalMove => Cause::IllegalMove,
        Ground::DefaultTime => Cause::Abandoned,
        Ground::Disconnect => Cause::Disconnect,
        Ground::QuickplayFinish | Ground::Director => Cause::Manual,
        Ground::Stall => Cause::Stall,
        Ground::ScoreDraw | Ground::ScoreWin => Cause::ScoreAdjudication,
        Ground::Tablebase => Cause::TablebaseAdjudication,
        Ground::MoveLimit => Cause::MoveLimit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_words_are_understood_and_others_are_not_ours() {
        let cause = |text| read(text).map(|told| told.cause);
        assert_eq!(cause("dead-position, FIDE 5.2.2"), Some(Cause::InsufficientMaterial));
        assert_eq!(cause("score-draw, event rule"), Some(Cause::ScoreAdjudication));
        assert_eq!(cause("director, director"), Some(Cause::Manual));
        assert_eq!(cause("stalemate"), Some(Cause::Stalemate));
        assert_eq!((cause("stalemate, alas"), cause("TCEC draw rule"), cause("")), (None, None, None));
    }
}
