//! Why a game ended, in the words that match runners print in braces.
//!
//! Scripts look for "on time", "disconnect", "stall", "illegal", "mates", and cutechess tells draws apart by
//! "stalemate", "material", "repetition" and "moves rule": those stand in the reasons that those programs have no word
//! for, too.

use crate::event::game::Ending;
use crate::laws::{GameResult, Ground};
use shakmaty::Color;

/// The reason in words. `final_fen` tells a bare board from another dead position.
#[must_use]
pub fn reason(ending: &Ending, final_fen: &str) -> String {
    let (Some(result), Some(ground)) = (ending.result, ending.ground) else { return "No result".to_owned() };
    let article = |usual: &str| ending.articles.first().map_or_else(|| usual.to_owned(), Clone::clone);
    match ground {
        Ground::Checkmate => format!("{} mates", winner(result).unwrap_or("Nobody")),
        Ground::Stalemate => "Draw by stalemate".to_owned(),
        Ground::DeadPosition if bare(final_fen) => "Draw by insufficient mating material".to_owned(),
        Ground::DeadPosition => format!("Draw by dead position (FIDE {})", article("5.2.2")),
        Ground::Fivefold => format!("Draw by fivefold repetition (FIDE {})", article("9.6.1")),
        Ground::SeventyFive => format!("Draw by seventy-five moves rule (FIDE {})", article("9.6.2")),
        Ground::Threefold | Ground::ThreefoldClaim => "Draw by 3-fold repetition".to_owned(),
        Ground::Fifty | Ground::FiftyClaim => "Draw by fifty moves rule".to_owned(),
        Ground::Agreement => "Draw by agreement".to_owned(),
        Ground::Resignation => {
            trouble(result, " resigns", "resign", || "Draw by resignation, insufficient mating material".to_owned())
        }
        Ground::TimeForfeit | Ground::BothFlags => trouble(result, " loses on time", "lose on time", || {
            if ground == Ground::BothFlags {
                format!("Draw by timeout of both players (FIDE {})", article("III.3.1"))
            } else {
                format!("Draw by timeout, insufficient mating material (FIDE {})", article("6.9"))
            }
        }),
        Ground::IllegalMove => {
            let tail = ending.illegal.as_ref().map_or_else(String::new, |illegal| format!(": {illegal}"));
            trouble(result, &format!(" makes an illegal move{tail}"), "make illegal moves", || {
                format!("Draw by illegal move{tail}, insufficient mating material (FIDE {})", article("7.5.5"))
            })
        }
        Ground::DefaultTime => trouble(result, " does not arrive in time", "do not arrive in time", || {
            "Draw by decision of the arbiter".to_owned()
        }),
        Ground::Disconnect => trouble(result, " disconnects", "disconnect", || "Draw by disconnection".to_owned()),
        Ground::Stall => trouble(result, "'s connection stalls", "stall", || "Draw by stalled connection".to_owned()),
        Ground::FalseIllegalMoveClaim => {
            trouble(result, " falsely claims an illegal move", "claim illegal moves", || {
                "Draw by a false claim of an illegal move".to_owned()
            })
        }
        Ground::QuickplayFinish => format!("Draw by quickplay finish (FIDE {})", article("III")),
        Ground::Director => match winner(result) {
            Some(winner) => format!("{winner} wins by decision of the director"),
            None if result == GameResult::Draw => "Draw by decision of the director".to_owned(),
            None => format!("{result} by decision of the director"),
        },
        Ground::ScoreDraw => "Draw by adjudication".to_owned(),
        Ground::ScoreWin => adjudicated(result),
        Ground::Tablebase => format!("{}: SyzygyTB", adjudicated(result)),
        Ground::MoveLimit => format!("{}: maximal game length", adjudicated(result)),
    }
}

fn adjudicated(result: GameResult) -> String {
    winner(result).map_or_else(|| "Draw by adjudication".to_owned(), |winner| format!("{winner} wins by adjudication"))
}

/// What a fault came to: a loss, a draw because the opponent cannot mate, or less for both.
fn trouble(result: GameResult, one: &str, both: &str, draw: impl FnOnce() -> String) -> String {
    match result {
        GameResult::WhiteWins | GameResult::HalfZero => format!("Black{one}"),
        GameResult::BlackWins | GameResult::ZeroHalf => format!("White{one}"),
        GameResult::Draw => draw(),
        GameResult::BothLose => format!("Both players {both}"),
    }
}

fn winner(result: GameResult) -> Option<&'static str> {
    result.winner().map(|winner| match winner {
        Color::White => "White",
        Color::Black => "Black",
    })
}

/// Whether no men but the kings and one minor piece, or bishops of one colour of square, are on the board.
fn bare(fen: &str) -> bool {
    let placement = fen.split(' ').next().unwrap_or("");
    let (mut knights, mut light, mut dark) = (0, 0, 0);
    for (rank, row) in placement.split('/').enumerate() {
        let mut file = 0;
        for piece in row.chars() {
            match piece {
                '1'..='8' => file += piece.to_digit(10).unwrap_or(0),
                'k' | 'K' => file += 1,
                'n' | 'N' => (knights, file) = (knights + 1, file + 1),
                'b' | 'B' if (rank + file as usize).is_multiple_of(2) => (light, file) = (light + 1, file + 1),
                'b' | 'B' => (dark, file) = (dark + 1, file + 1),
                _ => return false,
            }
        }
    }
    knights + light + dark <= 1 || (knights == 0 && (light == 0 || dark == 0))
}

/// The PGN tag `Termination`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// By the Laws, an agreement or a resignation.
    Normal,
    /// By a flag.
    TimeForfeit,
    /// By somebody else's decision.
    Adjudication,
    /// By an engine that was gone.
    Abandoned,
    /// By an engine that no longer answered.
    Stalled,
    /// By an illegal move.
    RulesInfraction,
    /// Not.
    Unterminated,
}

impl Termination {
    /// As the PGN standard of 1994 has it.
    #[must_use]
    pub const fn standard(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::TimeForfeit => "time forfeit",
            Self::Adjudication => "adjudication",
            Self::Abandoned | Self::Stalled => "abandoned",
            Self::RulesInfraction => "rules infraction",
            Self::Unterminated => "unterminated",
        }
    }

    /// As match runners have it, for scripts that read their files: cutechess for a stall, both for an illegal move.
    #[must_use]
    pub const fn of_runners(self) -> &'static str {
        match self {
            Self::Stalled => "stalled connection",
            Self::RulesInfraction => "illegal move",
            Self::Normal | Self::TimeForfeit | Self::Adjudication | Self::Abandoned | Self::Unterminated => {
                self.standard()
            }
        }
    }
}

/// The PGN tag `Termination` of a game.
#[must_use]
pub const fn termination(ending: &Ending) -> Termination {
    let (Some(_), Some(ground)) = (ending.result, ending.ground) else { return Termination::Unterminated };
    match ground {
        Ground::Checkmate
        | Ground::Stalemate
        | Ground::DeadPosition
        | Ground::Fivefold
        | Ground::SeventyFive
        | Ground::Threefold
        | Ground::Fifty
        | Ground::ThreefoldClaim
        | Ground::FiftyClaim
        | Ground::Agreement
        | Ground::Resignation
        | Ground::QuickplayFinish => Termination::Normal,
        Ground::TimeForfeit | Ground::BothFlags => Termination::TimeForfeit,
        Ground::IllegalMove | Ground::FalseIllegalMoveClaim => Termination::RulesInfraction,
        Ground::DefaultTime | Ground::Disconnect => Termination::Abandoned,
        Ground::Stall => Termination::Stalled,
        Ground::Director | Ground::ScoreDraw | Ground::ScoreWin | Ground::Tablebase | Ground::MoveLimit => {
            Termination::Adjudication
        }
    }
}

/// What an engine did wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Failure {
    /// It ended.
    Disconnect,
    /// It no longer answered.
    Stall,
    /// It overstepped the time.
    Time,
    /// It made an illegal move.
    IllegalMove,
}

/// Whether a game says more of an engine's faults than of its strength.
#[must_use]
pub const fn failure(ending: &Ending) -> Option<Failure> {
    match termination(ending) {
        Termination::TimeForfeit => Some(Failure::Time),
        Termination::Abandoned => Some(Failure::Disconnect),
        Termination::Stalled => Some(Failure::Stall),
        // It made no illegal move: it did not go on.
        Termination::RulesInfraction if matches!(ending.ground, Some(Ground::FalseIllegalMoveClaim)) => {
            Some(Failure::Stall)
        }
        Termination::RulesInfraction => Some(Failure::IllegalMove),
        Termination::Normal | Termination::Adjudication | Termination::Unterminated => None,
    }
}
