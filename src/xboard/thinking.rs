//! Thinking output: UCI's `info … pv …` as xboard's `depth score time nodes pv`.
//!
//! Scores are from the engine's side in both protocols. Mate in N is 100000 + N in xboard.

use crate::xboard::words::{number, trim, words};

/// A score from the side of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In centipawns.
    Centipawns(i64),
    /// The engine mates in so many moves.
    Mates(u32),
    /// The engine is mated in so many moves; 0 is mate on the board.
    IsMated(u32),
}

/// The score of a mate on the board, to which the number of moves is added.
const MATE: i64 = 100_000;

impl Score {
    /// As xboard writes it. Centipawns stay below every mate.
    #[must_use]
    pub fn to_xboard(self) -> i64 {
        match self {
            Self::Centipawns(score) => score.clamp(1 - MATE, MATE - 1),
            Self::Mates(moves) => MATE.saturating_add(i64::from(moves)),
            Self::IsMated(moves) => MATE.saturating_add(i64::from(moves)).saturating_neg(),
        }
    }

    /// Reads an xboard score.
    #[must_use]
    pub fn from_xboard(score: i64) -> Self {
        let moves = u32::try_from(score.unsigned_abs().saturating_sub(MATE.unsigned_abs())).unwrap_or(u32::MAX);
        match score {
            MATE.. => Self::Mates(moves),
            _ if score <= -MATE => Self::IsMated(moves),
            _ => Self::Centipawns(score),
        }
    }

    /// The score kept within `limit` centipawns, mates included: what a runner that trusts mate scores cannot take
    /// for one. Source: cutechess ends a trusted engine's game as won from 9901 up.
    #[must_use]
    pub fn clamped(self, limit: i64) -> Self {
        match self {
            Self::Centipawns(score) => Self::Centipawns(score.clamp(-limit, limit)),
            Self::Mates(_) => Self::Centipawns(limit),
            Self::IsMated(_) => Self::Centipawns(-limit),
        }
    }
}

/// One line of thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking<'a> {
    /// The depth in plies.
    pub depth: u64,
    /// The score.
    pub score: Score,
    /// The time taken, in milliseconds.
    pub time_ms: u64,
    /// The nodes searched.
    pub nodes: u64,
    /// The line of play, bytes as they came.
    pub pv: &'a [u8],
}

impl<'a> Thinking<'a> {
    /// Reads a UCI `info` line. `None` if it shows no line of play with a score, or one that is not the best
    /// (`multipv` above 1). Keys in any order, unknown keys skipped; a number too large for its type is the largest.
    #[must_use]
    pub fn from_uci(line: &'a [u8]) -> Option<Self> {
        let line = trim(line);
        let mut rest = Words(line);
        if rest.next() != Some(b"info") {
            return None;
        }
        let (mut depth, mut time_ms, mut nodes, mut score, mut pv): (u64, u64, u64, _, &[u8]) = (0, 0, 0, None, b"");
        while let Some(key) = rest.next() {
            match key {
                b"depth" => depth = count(rest.next()?)?,
                b"time" => time_ms = count(rest.next()?)?,
                b"nodes" => nodes = count(rest.next()?)?,
                b"multipv" if rest.next()? != b"1" => return None,
                b"score" => score = Some(uci_score(rest.next()?, rest.next()?)?),
                b"string" => break,
                // The line of play runs to the end: no engine puts anything behind it.
                b"pv" => {
                    pv = trim(rest.0);
                    break;
                }
                _ => {}
            }
        }
        let score = score.filter(|_| !pv.is_empty())?;
        Some(Self { depth, score, time_ms, nodes, pv })
    }

    /// Reads an xboard line: four whole numbers and the rest. Engines mark the depth (`12.` or `12&`): the mark is
    /// dropped.
    #[must_use]
    pub fn from_xboard(line: &'a [u8]) -> Option<Self> {
        let mut rest = Words(trim(line));
        let depth = rest.next()?;
        let depth = depth.strip_suffix(b".").or_else(|| depth.strip_suffix(b"&")).unwrap_or(depth);
        Some(Self {
            depth: number(depth)?,
            score: Score::from_xboard(number(rest.next()?)?),
            time_ms: number::<u64>(rest.next()?)?.saturating_mul(10),
            nodes: number(rest.next()?)?,
            pv: trim(rest.0),
        })
    }

    /// Appends it as a line for xboard, newline included.
    pub fn write(&self, out: &mut Vec<u8>) {
        let Self { depth, score, time_ms, nodes, pv } = self;
        out.extend(format!("{depth} {} {} {nodes} ", score.to_xboard(), time_ms / 10).bytes());
        out.extend_from_slice(&words(pv).collect::<Vec<_>>().join(&b' '));
        out.push(b'\n');
    }
}

/// The words of a line one by one, with the rest of the line at hand.
struct Words<'a>(&'a [u8]);

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];
    fn next(&mut self) -> Option<&'a [u8]> {
        let text = self.0.trim_ascii_start();
        let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
        let (word, rest) = text.split_at_checked(end)?;
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }
}

/// A count; digits too many for its type give the largest.
fn count(word: &[u8]) -> Option<u64> {
    let all_digits = !word.is_empty() && word.iter().all(u8::is_ascii_digit);
    all_digits.then(|| number(word).unwrap_or(u64::MAX))
}

fn uci_score(kind: &[u8], value: &[u8]) -> Option<Score> {
    // The sign survives where the number is too large.
    let negative = value.starts_with(b"-");
    let size = count(value.strip_prefix(b"-").or_else(|| value.strip_prefix(b"+")).unwrap_or(value))?;
    let moves = u32::try_from(size).unwrap_or(u32::MAX);
    match kind {
        b"cp" => {
            let size = i64::try_from(size).unwrap_or(i64::MAX);
            Some(Score::Centipawns(if negative { -size } else { size }))
        }
        b"mate" if negative || moves == 0 => Some(Score::IsMated(moves)),
        b"mate" => Some(Score::Mates(moves)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(info: &str) -> Option<String> {
        let mut out = Vec::new();
        Thinking::from_uci(info.as_bytes())?.write(&mut out);
        assert!(Thinking::from_xboard(&out).is_some(), "{info}");
        String::from_utf8(out).ok()
    }

    #[test]
    fn info_becomes_four_numbers_and_a_line() {
        let plain = "info depth 12 seldepth 20 multipv 1 score cp 34 nodes 5678 nps 9 time 1234 pv e2e4 e7e5";
        assert_eq!(shown(plain).unwrap(), "12 34 123 5678 e2e4 e7e5\n");
        let wdl = "info depth 3 score cp -16 wdl 19 977 4 lowerbound nodes 88 time 5 hashfull 1 pv  g1f3\t d7d5\r\n";
        assert_eq!(shown(wdl).unwrap(), "3 -16 0 88 g1f3 d7d5\n");
    }

    #[test]
    fn mates_are_counted_from_100000() {
        for (uci, xboard) in [("mate 3", 100_003), ("mate -2", -100_002), ("mate 0", -100_000), ("mate -130", -100_130)]
        {
            let line = format!("info depth 1000 score {uci} nodes 1 time 0 pv e2e4");
            assert_eq!(shown(&line).unwrap(), format!("1000 {xboard} 0 1 e2e4\n"));
        }
        assert_eq!(Score::from_xboard(100_003), Score::Mates(3));
        assert_eq!(Score::from_xboard(-100_000), Score::IsMated(0));
        assert_eq!(Score::from_xboard(-99_999), Score::Centipawns(-99_999));
        assert_eq!(Score::from_xboard(i64::MIN), Score::IsMated(u32::MAX));
        assert_eq!(Score::Mates(1).clamped(9_900), Score::Centipawns(9_900));
        assert_eq!(Score::Centipawns(-12_000).clamped(9_900), Score::Centipawns(-9_900));
    }

    #[test]
    fn huge_numbers_neither_wrap_nor_panic() {
        let line = "info depth 1 score cp -99999999999999999999999 nodes 99999999999999999999999 time 0 pv e2e4";
        assert_eq!(shown(line).unwrap(), format!("1 -99999 0 {} e2e4\n", u64::MAX));
    }

    #[test]
    fn what_shows_no_best_line_is_silent() {
        for line in [
            "info string bestmove e2e4 score cp 1 pv e2e4",
            "info depth 5 currmove e2e4 currmovenumber 1",
            "info depth 5 score cp 5.5 pv e2e4",
            "info depth 5 multipv 2 score cp 5 pv e2e4",
            "info depth 5 score cp 5",
            "info depth",
            "info",
            "",
            "information depth 1 score cp 1 pv e2e4",
        ] {
            assert_eq!(shown(line), None, "{line}");
        }
    }
}
