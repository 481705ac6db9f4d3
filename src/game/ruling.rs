//! A ruling: how a game ended, why, on whose authority, by which article and with what evidence.

use crate::laws::{Citation, GameResult, Ground, Layer};
use crate::units::{self, HalfMoves, Ply, Span};
use crate::unwinnable::Verdict;
use shakmaty::Color;
use std::fmt;

/// How a game ended. Only the arbiter makes one; a ruling by law has at least one citation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The score.
    pub result: GameResult,
    /// Why.
    pub ground: Ground,
    /// On whose authority.
    pub layer: Layer,
    /// The articles, most telling first; none only where the Laws are silent and the event or director ruled.
    pub citations: Vec<Citation>,
    /// After which half-move the game was over.
    pub ply: Ply,
    /// What anyone can check.
    pub evidence: Vec<Evidence>,
}

/// What a ruling rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The position on the board speaks for itself (mate, stalemate).
    Board,
    /// The position stood on the board at these plies.
    Occurrences(Vec<Ply>),
    /// Half-moves without pawn move or capture: what was counted, and how much of it this record itself shows.
    QuietMoves {
        /// The count that the ruling rests on.
        counted: HalfMoves,
        /// The part that was seen; the rest is a FEN's word.
        proven: HalfMoves,
    },
    /// Whether a side can still mate.
    CanMate {
        /// The would-be winner.
        side: Color,
        /// The answer with its line or proof.
        verdict: Verdict,
    },
    /// A flag.
    Flag {
        /// Whose.
        side: Color,
        /// How long it had been down.
        overrun: Span,
        /// Moves made of those required in the period, if it required any.
        made_of: Option<(u32, u32)>,
    },
    /// The illegal moves of one side so far, this one included.
    IllegalMoves {
        /// Whose.
        side: Color,
        /// How many.
        count: u8,
        /// The last, as it came.
        text: String,
    },
    /// The claimant and the announced move in UCI, if any.
    Claim {
        /// Who claimed.
        by: Color,
        /// The announced move.
        intended: Option<String>,
    },
    /// Who acted: resigned, accepted, left, was absent.
    Act {
        /// Who.
        by: Color,
    },
    /// A penalty was scaled: not FIDE.
    ScaledPenalty,
    /// What a person said, or a fact that has no form of its own.
    Words(String),
}

impl Ruling {
    /// One sentence for people, with the citations.
    #[must_use]
    pub fn text(&self) -> String {
        self.to_string()
    }

    /// The first article's number, if the ruling cites one.
    #[must_use]
    pub fn article(&self) -> Option<&str> {
        self.citations.first().map(Citation::article)
    }
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.result {
            GameResult::WhiteWins => f.write_str("White wins")?,
            GameResult::BlackWins => f.write_str("Black wins")?,
            GameResult::Draw => f.write_str("draw")?,
            GameResult::BothLose => f.write_str("both lose")?,
            GameResult::HalfZero => f.write_str("White half a point, Black none")?,
            GameResult::ZeroHalf => f.write_str("White none, Black half a point")?,
        }
        write!(f, ": {}", self.reason())?;
        for evidence in &self.evidence {
            let words = evidence.to_string();
            if !words.is_empty() {
                write!(f, "; {words}")?;
            }
        }
        match self.layer {
            Layer::Law => {}
            Layer::EventRule => f.write_str(" [event rule]")?,
            Layer::Director => f.write_str(" [director]")?,
        }
        let mut sources = self.citations.iter();
        if let Some(first) = sources.next() {
            write!(f, " ({first}")?;
            for more in sources {
                write!(f, " and {}", more.article())?;
            }
            f.write_str(")")?;
        }
        Ok(())
    }
}

impl Ruling {
    fn reason(&self) -> &'static str {
        match (self.ground, self.result) {
            (Ground::Checkmate, _) => "checkmate",
            (Ground::Stalemate, _) => "stalemate",
            (Ground::DeadPosition, _) => "dead position, neither side can mate by any series of legal moves",
            (Ground::Fivefold, _) => "fivefold repetition",
            (Ground::SeventyFive, _) => "seventy-five moves by each without pawn move or capture",
            (Ground::Threefold, _) => "threefold repetition",
            (Ground::Fifty, _) => "fifty moves by each without pawn move or capture",
            (Ground::ThreefoldClaim, _) => "correct claim of threefold repetition",
            (Ground::FiftyClaim, _) => "correct claim under the fifty-move rule",
            (Ground::Agreement, _) => "agreement",
            (Ground::Resignation, GameResult::Draw) => "resignation, but the opponent cannot mate",
            (Ground::Resignation, _) => "resignation",
            (Ground::TimeForfeit, GameResult::Draw) => "flag fall, but the opponent cannot mate",
            (Ground::TimeForfeit, _) => "flag fall",
            (Ground::BothFlags, _) => "both flags down, order unknown",
            (Ground::IllegalMove, GameResult::Draw) => "illegal moves, but the opponent cannot mate",
            (Ground::IllegalMove, _) => "illegal moves",
            (Ground::DefaultTime, _) => "not present at the default time",
            (Ground::Disconnect, GameResult::Draw) => "disconnection, but the opponent cannot mate",
            (Ground::Disconnect, _) => "disconnection",
            (Ground::QuickplayFinish, _) => "quickplay finish, drawn by the arbiter",
            (Ground::Director, _) => "decision",
            (Ground::Stall, GameResult::Draw) => "the engine no longer answers, but the opponent cannot mate",
            (Ground::Stall, _) => "the engine no longer answers",
            (Ground::FalseIllegalMoveClaim, GameResult::Draw) => {
                "a legal move is called illegal, but the opponent cannot mate"
            }
            (Ground::FalseIllegalMoveClaim, _) => "a legal move is called illegal",
            (Ground::ScoreDraw, _) => "draw by score",
            (Ground::ScoreWin, _) => "win by score",
            (Ground::Tablebase, _) => "endgame tables",
            (Ground::MoveLimit, _) => "move limit",
        }
    }
}

fn name(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board => Ok(()),
            Self::Occurrences(plies) => {
                let list = plies.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                write!(f, "the position stood at plies {list}")
            }
            Self::QuietMoves { counted, proven } if counted == proven => {
                write!(f, "{}, all seen", units::counted(counted.0, "half-move", "half-moves"))
            }
            Self::QuietMoves { counted, proven } => {
                let counted = units::counted(counted.0, "half-move", "half-moves");
                write!(f, "{counted}, {proven} of them seen, the rest on the word of the FEN")
            }
            Self::CanMate { side, verdict } => match verdict {
                Verdict::Winnable(line) => {
                    write!(f, "{} can mate in {}", name(*side), units::counted(line.0.len(), "half-move", "half-moves"))
                }
                Verdict::Unwinnable(_) => write!(f, "{} cannot mate", name(*side)),
                Verdict::Undetermined(_) => write!(f, "not proven whether {} can mate", name(*side)),
            },
            Self::Flag { side, overrun, made_of } => {
                write!(f, "{}'s flag fell", name(*side))?;
                if *overrun > Span::ZERO {
                    write!(f, " {}.{:03} ms before", overrun.as_millis(), overrun.0 / 1_000 % 1_000)?;
                }
                match made_of {
                    Some((made, of)) => write!(f, " with {made} of {of} moves made"),
                    None => Ok(()),
                }
            }
            Self::IllegalMoves { side, count, text } => {
                write!(f, "{}'s illegal move number {count}: {text}", name(*side))
            }
            Self::Claim { by, intended: Some(m) } => write!(f, "{} announced {m}", name(*by)),
            Self::Claim { by, intended: None } => write!(f, "claimed by {}", name(*by)),
            Self::Act { by } => write!(f, "{}", name(*by)),
            Self::ScaledPenalty => f.write_str("penalties scaled, which is not FIDE"),
            Self::Words(words) => f.write_str(words),
        }
    }
}
