//! What `judge` answers: one shape for JSON, and the same in words.

use crate::game::{OpenClaims, Record, Ruling};
use crate::units::counted;
use crate::unwinnable::Verdict;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use shakmaty::{CastlingMode, Color, Move};
use std::fmt;

/// True, false, or not shown within the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// Shown.
    True,
    /// Refuted.
    False,
    /// Neither.
    Undetermined,
}

/// Whether each side can mate by some series of legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CanMate {
    /// White.
    pub white: Truth,
    /// Black.
    pub black: Truth,
}

/// What the side to move may claim. Moves are UCI.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Claims {
    /// 9.2.2: the position is on the board for the third time or more.
    pub threefold_now: bool,
    /// 9.2.1: announcing one of these moves.
    pub threefold_with: Vec<String>,
    /// 9.3.2: fifty moves by each without pawn move or capture have been made.
    pub fifty_now: bool,
    /// 9.3.1: announcing one of these moves.
    pub fifty_with: Vec<String>,
}

/// A ruling in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulingJson {
    /// Why the game is over.
    pub ground: &'static str,
    /// The article that says so most directly.
    pub article: Option<String>,
    /// All articles cited.
    pub articles: Vec<String>,
    /// On whose authority: `law`, `event-rule`, `director`.
    pub layer: String,
    /// One sentence.
    pub text: String,
    /// After which half-move the game was over.
    pub ply: u32,
}

/// What the Laws make of a game so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Judged {
    /// The edition.
    pub laws: String,
    /// The final position.
    pub fen: String,
    /// The side to move in it.
    pub turn: &'static str,
    /// Half-moves given. More than `ruling.ply` if the game was over earlier.
    pub plies: u32,
    /// How often the final position has occurred.
    pub occurrences: u32,
    /// Half-moves without pawn move or capture, the FEN's counter included.
    pub halfmove_clock: u32,
    /// The part of it that the moves themselves show.
    pub halfmove_clock_proven: u32,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// How the game ended, or null.
    pub ruling: Option<RulingJson>,
    /// What the side to move may claim in the final position.
    pub claims: Claims,
    /// Whether the final position is dead.
    pub dead: Truth,
    /// Whether each side can still mate in it.
    pub can_mate: CanMate,
}

/// One answer of `judge --jsonl`.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// Judged.
    Judged {
        /// The query's id.
        id: Box<RawValue>,
        /// The judgement.
        #[serde(flatten)]
        judged: Box<Judged>,
    },
    /// Bad input.
    Error {
        /// The query's id, or null.
        id: Box<RawValue>,
        /// What was expected, what came, and where.
        error: String,
    },
}

impl Serialize for Truth {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::True => to.serialize_bool(true),
            Self::False => to.serialize_bool(false),
            Self::Undetermined => to.serialize_str("undetermined"),
        }
    }
}

impl From<&Verdict> for Truth {
    fn from(verdict: &Verdict) -> Self {
        match verdict {
            Verdict::Winnable(_) => Self::True,
            Verdict::Unwinnable(_) => Self::False,
            Verdict::Undetermined(_) => Self::Undetermined,
        }
    }
}

impl Judged {
    pub(super) fn new(
        laws: &str,
        record: &Record,
        ruling: Option<&Ruling>,
        claims: &OpenClaims,
        [white, black]: [Verdict; 2],
    ) -> Self {
        let can_mate = CanMate { white: Truth::from(&white), black: Truth::from(&black) };
        let mode = record.mode();
        Self {
            laws: laws.to_owned(),
            fen: record.fen(),
            turn: name(record.turn()),
            plies: record.ply().0,
            occurrences: record.occurrences(),
            halfmove_clock: record.quiet_presumed().0,
            halfmove_clock_proven: record.quiet_proven().0,
            result: ruling.map_or("*", |ruling| ruling.result.as_str()),
            ruling: ruling.map(RulingJson::from),
            claims: Claims {
                threefold_now: claims.threefold_now,
                threefold_with: uci(&claims.threefold_with, mode),
                fifty_now: claims.fifty_now,
                fifty_with: uci(&claims.fifty_with, mode),
            },
            dead: can_mate.dead(),
            can_mate,
        }
    }
}

impl CanMate {
    fn dead(self) -> Truth {
        match (self.white, self.black) {
            (Truth::True, _) | (_, Truth::True) => Truth::False,
            (Truth::False, Truth::False) => Truth::True,
            (Truth::Undetermined, Truth::False | Truth::Undetermined) | (Truth::False, Truth::Undetermined) => {
                Truth::Undetermined
            }
        }
    }
}

impl From<&Ruling> for RulingJson {
    fn from(ruling: &Ruling) -> Self {
        Self {
            ground: ruling.ground.as_str(),
            article: ruling.article().map(str::to_owned),
            articles: ruling.citations.iter().map(|citation| citation.article().to_owned()).collect(),
            layer: ruling.layer.to_string(),
            text: ruling.to_string(),
            ply: ruling.ply.0,
        }
    }
}

fn uci(moves: &[Move], mode: CastlingMode) -> Vec<String> {
    moves.iter().map(|m| m.to_uci(mode).to_string()).collect()
}

fn name(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

impl fmt::Display for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::True => "yes",
            Self::False => "no",
            Self::Undetermined => "not determined",
        })
    }
}

/// The readable form, one fact a line.
impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "laws         {}", self.laws)?;
        writeln!(f, "position     {}", self.fen)?;
        writeln!(f, "             {} to move after {}", self.turn, counted(self.plies, "half-move", "half-moves"))?;
        writeln!(f, "occurrences  {}", self.occurrences)?;
        write!(
            f,
            "quiet        {} without pawn move or capture",
            counted(self.halfmove_clock, "half-move", "half-moves")
        )?;
        match self.halfmove_clock == self.halfmove_clock_proven {
            true => writeln!(f)?,
            false => writeln!(f, ", {} of them seen, the rest on the word of the FEN", self.halfmove_clock_proven)?,
        }
        match &self.ruling {
            None => writeln!(f, "result       * (the game goes on)")?,
            Some(ruling) => {
                writeln!(f, "result       {}", self.result)?;
                writeln!(f, "ruling       {}", ruling.text)?;
                if ruling.ply < self.plies {
                    let after = self.plies - ruling.ply;
                    writeln!(
                        f,
                        "             over after half-move {}; {after} more are given and not judged",
                        ruling.ply
                    )?;
                }
            }
        }
        writeln!(f, "claims       {}", self.claims)?;
        writeln!(f, "can mate     White: {}, Black: {}", self.can_mate.white, self.can_mate.black)?;
        write!(f, "dead         {}", self.dead)
    }
}

impl fmt::Display for Claims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut open = Vec::new();
        if self.threefold_now {
            open.push("threefold now".to_owned());
        }
        if !self.threefold_with.is_empty() {
            open.push(format!("threefold with {}", self.threefold_with.join(" ")));
        }
        if self.fifty_now {
            open.push("fifty moves now".to_owned());
        }
        match self.fifty_with.as_slice() {
            [] => {}
            moves if moves.len() <= 4 => open.push(format!("fifty moves with {}", moves.join(" "))),
            moves => open.push(format!("fifty moves with any of {} quiet moves", moves.len())),
        }
        f.write_str(if open.is_empty() { "none".to_owned() } else { open.join("; ") }.as_str())
    }
}
