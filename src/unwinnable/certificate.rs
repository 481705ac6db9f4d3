//! A certificate: one verdict in a text that anybody can check, without trusting who wrote it.
//!
//! One JSON object, on one line:
//!
//! ```json
//! {"fen":"...","chess960":false,"winner":"white","verdict":"winnable","line":["e2e4","..."]}
//! {"fen":"...","chess960":false,"winner":"black","verdict":"unwinnable","proof":{"closure":{"states":1152,"digest":"…"}}}
//! ```
//!
//! Decides: the form. Whether it is true, the verifier decides. Unknown keys are refused. A castling move in `line` is
//! written as king takes own rook if `chess960` is true and as the king's two steps otherwise; both are read. The FEN
//! has a capture in passing only if it is legal, and castling rights as X-FEN. `proof` is `"terminal"`, `"material"`,
//! `{"closure": …}` with a digest of 32 hexadecimal digits, `{"static": …}`, or `{"roaming": …}` with a claim and a
//! number. For claims see [`Invariant`]; sets are lists of squares in one string, exclusions are `"12 b7a6 R4"` (man,
//! from and to, reason).

use crate::foreign::{json_fault, shortened};
use serde::{Deserialize, Serialize};
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position, PositionError, Role, Square, fen::Fen,
    uci::UciMove,
};

use super::invariant::{Exclusion, Invariant, Man, Reason};
use super::verdict::{MateLine, Proof, Verdict};
use super::verifier::{Bounds, VerifyError, verify_within};

/// A position, a would-be winner and the verdict on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The position asked about.
    pub position: Chess,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
    /// The would-be winner.
    pub winner: Color,
    /// The verdict, not yet believed.
    pub verdict: Verdict,
}

/// Why a certificate was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// The text is no certificate.
    #[error("expected a certificate (one JSON object): {0}")]
    Json(String),
    /// A part of the text has no meaning.
    #[error("{part}: expected {expected}, got \"{got}\"")]
    Part {
        /// Where in the object.
        part: &'static str,
        /// What belongs there.
        expected: &'static str,
        /// What stands there.
        got: String,
    },
    /// The text is a certificate and it is not true.
    #[error(transparent)]
    Untrue(#[from] VerifyError),
}

impl Certificate {
    /// Reads a certificate; what it says is not checked.
    ///
    /// # Errors
    /// If the text is not a certificate.
    pub fn parse(text: &str) -> Result<Self, CertificateError> {
        let read = serde_json::from_str::<Text>(text);
        read.map_err(|error| CertificateError::Json(json_fault(text.as_bytes(), &error)))?.read()
    }

    /// Checks what the certificate says, within the default bounds.
    ///
    /// # Errors
    /// The first thing that is not true.
    pub fn verify(&self) -> Result<(), VerifyError> {
        self.verify_within(Bounds::default())
    }

    /// Checks what the certificate says, if that costs no more than the bounds.
    ///
    /// # Errors
    /// The first thing that is not true, or that it was too much to verify.
    pub fn verify_within(&self, bounds: Bounds<'_>) -> Result<(), VerifyError> {
        verify_within(&self.position, self.winner, &self.verdict, bounds)
    }
}

/// Prints the certificate as one line of JSON.
impl std::fmt::Display for Certificate {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = serde_json::to_string(&Text::write(self)).map_err(|_| std::fmt::Error)?;
        formatter.write_str(&text)
    }
}

/// Reads a certificate and checks what it says, within the default bounds.
///
/// # Errors
/// If the text is not a certificate, or the certificate is not true.
pub fn check(text: &str) -> Result<Certificate, CertificateError> {
    check_within(text, Bounds::default())
}

/// Reads a certificate and checks what it says, if that costs no more than the bounds.
///
/// # Errors
/// If the text is not a certificate, or the certificate is not true, or too much to verify.
pub fn check_within(text: &str, bounds: Bounds<'_>) -> Result<Certificate, CertificateError> {
    let certificate = Certificate::parse(text)?;
    certificate.verify_within(bounds)?;
    Ok(certificate)
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    fen: String,
    chess960: bool,
    winner: Side,
    verdict: Word,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    proof: Option<ProofText>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    White,
    Black,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    Winnable,
    Unwinnable,
    Undetermined,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ProofText {
    Terminal,
    Material,
    Closure(ClosureText),
    Static(StaticText),
    Roaming { claim: StaticText, arrangements: u64 },
    Split(SplitText),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClosureText {
    states: u64,
    digest: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StaticText {
    men: Vec<ManText>,
    file_order: Vec<(u8, u8)>,
    exclusions: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ManText {
    man: char,
    squares: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    promoted: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    uncapturable: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    permanent: bool,
}

fn wrong<T>(part: &'static str, expected: &'static str, got: &str) -> Result<T, CertificateError> {
    Err(CertificateError::Part { part, expected, got: shortened(got) })
}

impl Text {
    fn write(certificate: &Certificate) -> Self {
        let (verdict, line, proof) = match &certificate.verdict {
            Verdict::Winnable(MateLine(moves)) => {
                let mode = CastlingMode::from_chess960(certificate.chess960);
                (Word::Winnable, Some(moves.iter().map(|step| step.to_uci(mode).to_string()).collect()), None)
            }
            Verdict::Unwinnable(proof) => (Word::Unwinnable, None, Some(ProofText::write(proof))),
            Verdict::Undetermined(_) => (Word::Undetermined, None, None),
        };
        Self {
            fen: Fen::from_position(&certificate.position, EnPassantMode::Legal).to_string(),
            chess960: certificate.chess960,
            winner: certificate.winner.fold_wb(Side::White, Side::Black),
            verdict,
            line,
            proof,
        }
    }

    fn read(self) -> Result<Certificate, CertificateError> {
        let Ok(fen) = self.fen.parse::<Fen>() else {
            return wrong("fen", "a FEN", &self.fen);
        };
        let position = Chess::from_setup(fen.into_setup(), CastlingMode::from_chess960(self.chess960))
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check);
        let Ok(position) = position else {
            return wrong("fen", "a legal position", &self.fen);
        };
        let verdict = match (self.verdict, self.line, self.proof) {
            (Word::Winnable, Some(line), None) => Verdict::Winnable(read_line(&position, &line)?),
            (Word::Unwinnable, None, Some(proof)) => Verdict::Unwinnable(proof.read()?),
            (Word::Undetermined, None, None) => Verdict::Undetermined(super::verdict::Spent::default()),
            (Word::Winnable, _, _) => return wrong("verdict", "a line and no proof", "winnable"),
            (Word::Unwinnable, _, _) => return wrong("verdict", "a proof and no line", "unwinnable"),
            (Word::Undetermined, _, _) => return wrong("verdict", "neither line nor proof", "undetermined"),
        };
        let winner = match self.winner {
            Side::White => Color::White,
            Side::Black => Color::Black,
        };
        Ok(Certificate { position, chess960: self.chess960, winner, verdict })
    }
}

/// Turns the words of a line into moves. Whether they are legal is read here, as a word alone is no move.
fn read_line(position: &Chess, line: &[String]) -> Result<MateLine, CertificateError> {
    let mut now = position.clone();
    let mut moves = Vec::with_capacity(line.len());
    for word in line {
        let step = word.parse::<UciMove>().ok().and_then(|uci| uci.to_move(&now).ok());
        let Some(step) = step else {
            return wrong("line", "a move that is legal where it is played", word);
        };
        now.play_unchecked(step);
        moves.push(step);
    }
    Ok(MateLine(moves))
}

/// Claims that make leaves, and how many positions were visited.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SplitText {
    claims: Vec<StaticText>,
    states: u64,
}

impl ProofText {
    fn write(proof: &Proof) -> Self {
        match proof {
            Proof::Terminal => Self::Terminal,
            Proof::Material => Self::Material,
            Proof::Closure { states, digest } => {
                Self::Closure(ClosureText { states: *states, digest: format!("{digest:032x}") })
            }
            Proof::Static(invariant) => Self::Static(StaticText::write(invariant)),
            Proof::Roaming { invariant, arrangements } => {
                Self::Roaming { claim: StaticText::write(invariant), arrangements: *arrangements }
            }
            Proof::Split { claims, states } => {
                Self::Split(SplitText { claims: claims.iter().map(StaticText::write).collect(), states: *states })
            }
        }
    }

    fn read(self) -> Result<Proof, CertificateError> {
        Ok(match self {
            Self::Terminal => Proof::Terminal,
            Self::Material => Proof::Material,
            Self::Closure(closure) => match u128::from_str_radix(&closure.digest, 16) {
                Ok(digest) if closure.digest.len() == 32 => Proof::Closure { states: closure.states, digest },
                _ => return wrong("digest", "32 hexadecimal digits", &closure.digest),
            },
            Self::Static(text) => Proof::Static(text.read()?),
            Self::Roaming { claim, arrangements } => Proof::Roaming { invariant: claim.read()?, arrangements },
            Self::Split(text) => Proof::Split {
                claims: text.claims.into_iter().map(StaticText::read).collect::<Result<_, _>>()?,
                states: text.states,
            },
        })
    }
}

impl StaticText {
    fn write(invariant: &Invariant) -> Self {
        let exclusion = |it: &Exclusion| format!("{} {}{} {}", it.man, it.from, it.to, it.reason.code());
        Self {
            men: invariant.men.iter().map(ManText::write).collect(),
            file_order: invariant.file_order.clone(),
            exclusions: invariant.exclusions.iter().map(exclusion).collect(),
        }
    }

    fn read(self) -> Result<Invariant, CertificateError> {
        Ok(Invariant {
            men: self.men.iter().map(ManText::read).collect::<Result<_, _>>()?,
            file_order: self.file_order,
            exclusions: self.exclusions.iter().map(|text| read_exclusion(text)).collect::<Result<_, _>>()?,
        })
    }
}

impl ManText {
    fn write(man: &Man) -> Self {
        let letter = shakmaty::Piece { color: man.color, role: man.role }.char();
        Self {
            man: letter,
            squares: squares_text(man.squares),
            promoted: squares_text(man.promoted),
            uncapturable: man.uncapturable,
            permanent: man.permanent,
        }
    }

    fn read(&self) -> Result<Man, CertificateError> {
        let Some(role) = Role::from_char(self.man) else {
            return wrong("man", "one of PNBRQKpnbrqk", &self.man.to_string());
        };
        Ok(Man {
            color: Color::from_white(self.man.is_ascii_uppercase()),
            role,
            squares: read_squares(&self.squares)?,
            promoted: read_squares(&self.promoted)?,
            uncapturable: self.uncapturable,
            permanent: self.permanent,
        })
    }
}

fn squares_text(set: Bitboard) -> String {
    set.into_iter().map(|square| square.to_string()).collect()
}

fn read_squares(text: &str) -> Result<Bitboard, CertificateError> {
    let pairs = text.as_bytes().chunks(2);
    let squares: Option<Bitboard> = pairs.map(|pair| Square::from_ascii(pair).ok()).collect();
    squares.map_or_else(|| wrong("squares", "squares, two characters each", text), Ok)
}

fn read_exclusion(text: &str) -> Result<Exclusion, CertificateError> {
    let parts: Vec<&str> = text.split(' ').collect();
    let read = || {
        let &[man, way, code] = parts.as_slice() else { return None };
        let (from, to) = way.split_at_checked(2)?;
        Some(Exclusion {
            man: man.parse().ok()?,
            from: from.parse().ok()?,
            to: to.parse().ok()?,
            reason: Reason::ALL.into_iter().find(|reason| reason.code() == code)?,
        })
    };
    read().map_or_else(|| wrong("exclusions", "as \"12 b7a6 R4\"", text), Ok)
}
