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
    Some(meaning(ground))
}

/// The cause in other programs' words, and the result where the ground leaves no other.
fn meaning(ground: Ground) -> Told {
    let draw = |cause| Told::of(cause, Some(GameResult::Draw));
    let claimed = |cause| Told { claimed: Claimed::Claimed, ..draw(cause) };
    let open = |cause| Told::of(cause, None);
    match ground {
        Ground::Checkmate => open(Cause::Checkmate),
        Ground::Stalemate => draw(Cause::Stalemate),
        // The only dead positions that other programs have a word for.
        Ground::DeadPosition => draw(Cause::InsufficientMaterial),
        Ground::Fivefold => draw(Cause::Fivefold),
        Ground::SeventyFive => draw(Cause::SeventyFive),
        Ground::Threefold => draw(Cause::Threefold),
        Ground::ThreefoldClaim => claimed(Cause::Threefold),
        Ground::Fifty => draw(Cause::Fifty),
        Ground::FiftyClaim => claimed(Cause::Fifty),
        Ground::Agreement => draw(Cause::Agreement),
        Ground::Resignation => open(Cause::Resignation),
        Ground::TimeForfeit => open(Cause::TimeForfeit),
        Ground::BothFlags => draw(Cause::TimeoutDraw),
        Ground::IllegalMove => open(Cause::IllegalMove),
        Ground::DefaultTime => open(Cause::Abandoned),
        Ground::Disconnect => open(Cause::Disconnect),
        Ground::QuickplayFinish | Ground::Director => open(Cause::Manual),
        // Either way the engine did not play on.
        Ground::Stall | Ground::FalseIllegalMoveClaim => open(Cause::Stall),
        Ground::ScoreDraw => draw(Cause::ScoreAdjudication),
        Ground::ScoreWin => open(Cause::ScoreAdjudication),
        Ground::Tablebase => open(Cause::TablebaseAdjudication),
        Ground::MoveLimit => draw(Cause::MoveLimit),
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
