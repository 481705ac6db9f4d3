//! Files of EPD or FEN lines: four fields and operations, or six fields. Counters in six-field lines and in the
//! operations `hmvc` and `fmvn` are kept; the other operations say nothing about where a game starts.
//!
//! Empty lines and lines that begin with `#`, `;` or `%` are no openings.

use super::{OpeningError, shown};
use crate::event::game::Opening;
use crate::event::settings::Variant;
use crate::game::Start;
use memchr::memchr;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, EnPassantMode, Position};

/// The lines of a file.
#[derive(Debug)]
pub(super) struct Lines {
    file: String,
    bytes: Vec<u8>,
    /// Where each line that is an opening begins.
    starts: Vec<u64>,
    variant: Variant,
}

/// A line's fields.
#[derive(Debug, PartialEq, Eq)]
struct Line<'a> {
    /// Board, turn, castling, en passant.
    fields: [&'a str; 4],
    halfmoves: Option<u32>,
    fullmoves: Option<u32>,
}

impl Lines {
    pub(super) fn new(file: String, bytes: Vec<u8>, variant: Variant) -> Result<Self, OpeningError> {
        let mut starts = Vec::new();
        let mut at = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            let length = memchr(b'\n', rest).unwrap_or(rest.len());
            match rest.get(..length).unwrap_or_default().trim_ascii().first() {
                None | Some(b'#' | b';' | b'%') => {}
                Some(_) => starts.push(at as u64),
            }
            at += length + 1;
        }
        if u32::try_from(starts.len()).is_err() {
            let (expected, got) = ("fewer than 4,294,967,296 lines".to_owned(), starts.len().to_string());
            return Err(OpeningError { place: file, expected, got });
        }
        starts.shrink_to_fit();
        Ok(Self { file, bytes, starts, variant })
    }

    pub(super) fn file(&self) -> &str {
        &self.file
    }

    pub(super) fn len(&self) -> u32 {
        u32::try_from(self.starts.len()).unwrap_or(u32::MAX)
    }

    /// The opening of a line.
    pub(super) fn opening(&self, index: u32) -> Result<Opening, OpeningError> {
        let start =
            self.starts.get(index as usize).and_then(|start| usize::try_from(*start).ok()).unwrap_or(usize::MAX);
        let rest = self.bytes.get(start..).unwrap_or_default();
        let line = rest.get(..memchr(b'\n', rest).unwrap_or(rest.len())).unwrap_or_default().trim_ascii();
        let fault = |(expected, got): (String, String)| {
            let before = self.bytes.get(..start).unwrap_or_default();
            let number = memchr::memchr_iter(b'\n', before).count() + 1;
            OpeningError { place: format!("{} line {number}", self.file), expected, got }
        };
        let text = std::str::from_utf8(line)
            .map_err(|_| fault(("text in UTF-8".to_owned(), shown(&String::from_utf8_lossy(line)))))?;
        read(text, self.variant).map_err(fault)
    }
}

/// The opening that a line of text stands for, or what was expected and what came.
fn read(text: &str, variant: Variant) -> Result<Opening, (String, String)> {
    let line = Line::parse(text)?;
    let [board, turn, castling, en_passant] = line.fields;
    // EPD without counters means none: that is what every runner sends to engines.
    let (halfmoves, fullmoves) = (line.halfmoves.unwrap_or(0), line.fullmoves.unwrap_or(1));
    let fen = format!("{board} {turn} {castling} {en_passant} {halfmoves} {fullmoves}");
    position(&fen, variant)
}

/// The opening that starts from a FEN. It is Chess960 if the event is, or if its castling rights need it. The FEN is
/// written anew: void castling rights and en-passant squares that no legal capture can use are left out, so that no
/// engine or arbiter counts a position with them as another one.
pub(super) fn position(fen: &str, variant: Variant) -> Result<Opening, (String, String)> {
    let detected = || Fen::from_ascii(fen.as_bytes()).map(|fen| CastlingMode::detect(fen.as_setup()));
    let (variant, mode) = match variant {
        Variant::Standard if matches!(detected(), Ok(CastlingMode::Chess960)) => {
            (Variant::Chess960, CastlingMode::Chess960)
        }
        Variant::Standard => (Variant::Standard, CastlingMode::Standard),
        Variant::Chess960 => (Variant::Chess960, CastlingMode::Chess960),
    };
    let start = Start::parse(fen, mode).map_err(|error| match error {
        crate::game::StartError::Syntax { expected, .. } => (expected.to_owned(), shown(fen)),
        crate::game::StartError::Illegal { reasons, .. } => {
            ("a legal position".to_owned(), format!("{reasons} in {}", shown(fen)))
        }
    })?;
    if start.position.legal_moves().is_empty() {
        let over = if start.position.is_check() { "checkmate" } else { "stalemate" };
        return Err(("a position with a legal move".to_owned(), format!("{over} in {}", shown(fen))));
    }
    let fen = Fen::from_position(&start.position, EnPassantMode::Legal).to_string();
    Ok(Opening { fen: Some(fen), variant, moves: Vec::new() })
}

impl<'a> Line<'a> {
    fn parse(text: &'a str) -> Result<Self, (String, String)> {
        let fault = |expected: &str| (expected.to_owned(), shown(text));
        let mut rest = text;
        let mut fields = [""; 4];
        for field in &mut fields {
            (*field, rest) = word(rest);
        }
        if fields.iter().any(|field| field.is_empty()) {
            return Err(fault("at least the four fields board, turn, castling and en passant"));
        }
        let mut line = Self { fields, halfmoves: None, fullmoves: None };
        for counter in [&mut line.halfmoves, &mut line.fullmoves] {
            let (next, after) = word(rest);
            let digits = next.trim_end_matches(';');
            if digits.is_empty() || !digits.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
                break;
            }
            *counter = Some(digits.parse().map_err(|_| fault("counters in numbers"))?);
            rest = after;
        }
        for operation in operations(rest) {
            let (code, operand) = word(operation);
            let counter = match code {
                "hmvc" => &mut line.halfmoves,
                "fmvn" => &mut line.fullmoves,
                _ if code.starts_with(|c: char| c.is_ascii_alphabetic()) => continue,
                _ => return Err(fault("operations that begin with a letter after the fields")),
            };
            let number = operand.trim();
            *counter = Some(number.parse().map_err(|_| fault("a number after hmvc and fmvn"))?);
        }
        Ok(line)
    }
}

/// The first word and what follows it.
fn word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((text, ""))
}

/// The operations of an EPD line; a semicolon in quotes ends none.
fn operations(text: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    let ends = text.split(move |c| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    ends.map(str::trim).filter(|operation| !operation.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fen(text: &str) -> String {
        read(text, Variant::Standard).unwrap().fen.unwrap()
    }

    #[test]
    fn counters_in_fields_and_operations_are_kept() {
        assert_eq!(fen("4k3/8/8/8/8/8/4P3/4K3 w - - 99 80"), "4k3/8/8/8/8/8/4P3/4K3 w - - 99 80");
        assert_eq!(fen("4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 99; fmvn 80;"), "4k3/8/8/8/8/8/4P3/4K3 w - - 99 80");
        assert_eq!(fen("4k3/8/8/8/8/8/4P3/4K3 w - - 99 80;"), "4k3/8/8/8/8/8/4P3/4K3 w - - 99 80");
        assert_eq!(fen("4k3/8/8/8/8/8/4P3/4K3 w - -"), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        assert_eq!(
            fen("4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd7 Ke7; id \"a; hmvc 5;\"; fmvn 12"),
            "4k3/8/8/8/8/8/4P3/4K3 b - - 0 12"
        );
    }

    #[test]
    fn a_useless_en_passant_square_is_left_out() {
        assert_eq!(
            fen("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1"),
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1",
            "the capture would leave the king in check"
        );
    }

    #[test]
    fn castling_rights_that_need_it_make_a_game_chess960() {
        let needed = read("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", Variant::Standard).unwrap();
        assert_eq!(needed.variant, Variant::Chess960);
        assert_eq!(needed.fen.unwrap(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
        let standard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert_eq!(read(standard, Variant::Standard).unwrap().variant, Variant::Standard);
        assert_eq!(read(standard, Variant::Chess960).unwrap().variant, Variant::Chess960);
    }

    #[test]
    fn what_is_no_position_is_refused() {
        for (text, expected) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w -", "four fields"),
            ("junk", "four fields"),
            ("4k3/8/8/8/8/8/4P3 w - - 0 1", "eight ranks"),
            ("4k3/8/8/8/8/8/4P3/4K3 x - - 0 1", "w or b"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - -1 1", "numbers"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 77", "operations"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - hmvc x;", "after hmvc"),
            ("8/8/8/8/8/8/4P3/4K3 w - - 0 1", "a legal position"),
            ("k7/P7/K7/8/8/8/8/8 b - - 0 1", "a legal move"),
        ] {
            let (said, _) = read(text, Variant::Standard).unwrap_err();
            assert!(said.contains(expected), "{text}: {said}");
        }
    }
}
