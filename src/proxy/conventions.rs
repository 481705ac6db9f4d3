//! What engines say beside UCI, by the conventions that grew around it: `info string xboard LINE` (Polyglot passes LINE
//! on), `info string DrawOffer` and `info string Resign`. Decides: what such a line means, whether a claim in it is
//! correct. Refuses to know: what is done about it.

use crate::game::OpenClaims;
use crate::laws::{GameResult, Ground, Topic};
use crate::proxy::desk::Desk;
use crate::proxy::words;
use crate::xboard::Outcome;
use shakmaty::{Color, Move};

/// What an `info string` says for the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// Nothing.
    Nothing,
    /// A draw is offered.
    Offer,
    /// The engine resigns.
    Resign,
    /// The game is over with this result by rule.
    Claim(Outcome),
}

/// What a claim of the engine comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Examined {
    pub(super) correct: bool,
    pub(super) ground: Option<Ground>,
    pub(super) topic: Option<Topic>,
}

impl Said {
    /// Reads the text after `info string`. A claim of one's own loss is a resignation.
    pub(super) fn read(text: &[u8], side: Option<Color>) -> Self {
        let text = text.trim_ascii();
        match text {
            b"DrawOffer" => return Self::Offer,
            b"Resign" => return Self::Resign,
            _ => {}
        }
        let Some(line) = text.strip_prefix(b"xboard").filter(|rest| rest.first().is_some_and(u8::is_ascii_whitespace))
        else {
            return Self::Nothing;
        };
        let line = line.trim_ascii();
        let word = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        match (line, Outcome::parse(word)) {
            (b"offer draw", _) => Self::Offer,
            (b"resign", _) => Self::Resign,
            (_, Some(Outcome::WhiteWins)) if side == Some(Color::Black) => Self::Resign,
            (_, Some(Outcome::BlackWins)) if side == Some(Color::White) => Self::Resign,
            (_, Some(outcome)) => Self::Claim(outcome),
            (_, None) => Self::Nothing,
        }
    }
}

/// Examines a claim that is made with the move `m`: by 9.2 and 9.3, or because the game is over already.
pub(super) fn examine(outcome: Outcome, desk: &Desk, open: &OpenClaims, m: Option<Move>) -> Examined {
    let over = desk.track.ruling().filter(|ruling| {
        let claimed = match outcome {
            Outcome::Draw => GameResult::Draw,
            Outcome::WhiteWins => GameResult::WhiteWins,
            Outcome::BlackWins => GameResult::BlackWins,
            Outcome::Unfinished => return false,
        };
        ruling.result == claimed
    });
    if let Some(ruling) = over {
        return Examined { correct: true, ground: Some(ruling.ground), topic: None };
    }
    match words::claim_with(open, m).filter(|_| outcome == Outcome::Draw) {
        Some(claim) => Examined { correct: true, ground: Some(claim.ground), topic: Some(claim.topic) },
        None => Examined { correct: false, ground: None, topic: None },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_conventions_are_read_and_nothing_else() {
        let white = |text: &str| Said::read(text.as_bytes(), Some(Color::White));
        assert_eq!(white("xboard offer draw"), Said::Offer);
        assert_eq!(white("DrawOffer\r"), Said::Offer);
        assert_eq!(white("xboard resign"), Said::Resign);
        assert_eq!(white("Resign"), Said::Resign);
        assert_eq!(white("xboard 0-1 {White resigns}"), Said::Resign);
        assert_eq!(white("xboard 1-0 {mate}"), Said::Claim(Outcome::WhiteWins));
        assert_eq!(white("xboard 1/2-1/2 {Draw by repetition}"), Said::Claim(Outcome::Draw));
        for nothing in ["", "xboard", "xboardresign", "xboard move e2e4", "I would resign", "NNUE 1/2-1/2"] {
            assert_eq!(white(nothing), Said::Nothing, "{nothing}");
        }
    }
}
