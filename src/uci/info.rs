//! `info` lines: lenient. A number that cannot be read is no number; unknown words are skipped.

use super::token::{content, tokens};

/// Whether a score is exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// Exact.
    #[default]
    Exact,
    /// `lowerbound`
    Lower,
    /// `upperbound`
    Upper,
}

/// A score from the engine's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Centipawns.
    Cp(i64),
    /// Moves to mate; negative if the engine is mated.
    Mate(i64),
}

/// What an `info` line says, as far as anyone here asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Info<'a> {
    /// `depth`
    pub depth: Option<u64>,
    /// `seldepth`
    pub seldepth: Option<u64>,
    /// `multipv`, 1 if absent.
    pub multipv: Option<u64>,
    /// `time` in milliseconds.
    pub time: Option<u64>,
    /// `nodes`
    pub nodes: Option<u64>,
    /// `score`
    pub score: Option<Score>,
    /// Whether the score is a bound.
    pub bound: Bound,
    /// The moves of `pv`, as text.
    pub pv: Option<&'a [u8]>,
    /// The text of `string`.
    pub string: Option<&'a [u8]>,
}

impl Score {
    /// Centipawns for comparison: a mate is more than any evaluation, a nearer mate more than a farther one.
    #[must_use]
    pub fn centipawns(self) -> i64 {
        const MATE: i64 = 1_000_000;
        match self {
            Self::Cp(cp) => cp.clamp(-MATE / 2, MATE / 2),
            Self::Mate(moves) if moves > 0 => MATE - moves.min(MATE / 4),
            Self::Mate(moves) => -MATE - moves.max(-MATE / 4),
        }
    }
}

impl<'a> Info<'a> {
    /// Reads what follows the word `info`.
    #[must_use]
    pub fn parse(text: &'a [u8]) -> Self {
        Self::read(text).0
    }

    /// The same, and the score's number: how many bytes follow it, and the word.
    fn read(text: &'a [u8]) -> (Self, Option<(usize, &'a [u8])>) {
        let mut info = Self::default();
        let mut number = None;
        let mut words = tokens(text);
        while let Some(word) = words.next() {
            match word {
                b"depth" => info.depth = unsigned(words.next()),
                b"seldepth" => info.seldepth = unsigned(words.next()),
                b"multipv" => info.multipv = unsigned(words.next()),
                b"time" => info.time = unsigned(words.next()),
                b"nodes" => info.nodes = unsigned(words.next()),
                b"score" => {
                    let score: Option<fn(i64) -> Score> = match words.next() {
                        Some(b"cp") => Some(Score::Cp),
                        Some(b"mate") => Some(Score::Mate),
                        Some(_) | None => None,
                    };
                    info.score = score.and_then(|score| {
                        let word = words.next();
                        number = word.map(|word| (words.rest.len(), word));
                        signed(word).map(score)
                    });
                }
                b"lowerbound" => info.bound = Bound::Lower,
                b"upperbound" => info.bound = Bound::Upper,
                b"pv" => {
                    info.pv = Some(words.rest());
                    break;
                }
                b"string" => {
                    info.string = Some(words.rest());
                    break;
                }
                _ => {}
            }
        }
        (info, number)
    }

    /// Whether this is the line of the best variation.
    #[must_use]
    pub fn is_main(&self) -> bool {
        self.multipv.is_none_or(|number| number == 1)
    }
}

/// A score word larger than any number is the largest number, with its sign.
fn signed(word: Option<&[u8]>) -> Option<i64> {
    let text = std::str::from_utf8(word?).ok()?;
    text.parse().ok().or_else(|| {
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
        let number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        number.then_some(if negative { i64::MIN + 1 } else { i64::MAX })
    })
}

fn unsigned(word: Option<&[u8]>) -> Option<u64> {
    signed(word).and_then(|number| u64::try_from(number).ok())
}

/// The same `info` line with an exact `score cp 0` of the main variation as `score cp 1`; `None` if it has none. All
/// other bytes stay.
#[must_use]
pub fn rewrite_zero(line: &[u8]) -> Option<Vec<u8>> {
    let text = content(line);
    let mut words = tokens(text);
    if words.next() != Some(b"info") {
        return None;
    }
    let (info, number) = Info::read(words.rest);
    if info.score != Some(Score::Cp(0)) || !info.is_main() {
        return None;
    }
    let (after, word) = number?;
    let end = line.len() - (text_end(line, text) + after);
    let start = end - word.len();
    Some([line.get(..start)?, b"1", line.get(end..)?].concat())
}

/// The bytes of the line's end.
fn text_end(line: &[u8], text: &[u8]) -> usize {
    let tail = line.iter().rev().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    let inner = text.iter().rev().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
    tail - inner.min(tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_neither_wrap_nor_panic() {
        let info = |text: &'static str| Info::parse(text.as_bytes());
        assert_eq!(info("depth 1000 score mate 130").score, Some(Score::Mate(130)));
        assert_eq!(info("depth 1000").depth, Some(1000));
        assert_eq!(info("score mate -129").score, Some(Score::Mate(-129)));
        assert_eq!(info("score cp 5.5 nodes 3").score, None);
        assert_eq!(info("score cp 5.5 nodes 3").nodes, Some(3));
        assert_eq!(info("score cp -99999999999999999999999").score, Some(Score::Cp(i64::MIN + 1)));
        assert!(Score::Cp(i64::MAX).centipawns() < Score::Mate(900).centipawns());
        assert!(Score::Mate(3).centipawns() > Score::Mate(130).centipawns());
        assert!(Score::Mate(-3).centipawns() < Score::Mate(-130).centipawns());
    }

    #[test]
    fn what_follows_an_unknown_word_is_still_read() {
        let line = b"depth 9 seldepth 12 multipv 2 score cp 16 upperbound wdl 19 977 4 nodes 88 time 7 pv g1f3 d7d5";
        let info = Info::parse(line);
        assert_eq!((info.nodes, info.time, info.bound), (Some(88), Some(7), Bound::Upper));
        assert_eq!(info.pv, Some(&b"g1f3 d7d5"[..]));
        assert!(!info.is_main());
    }

    #[test]
    fn a_string_hides_what_it_contains() {
        let info = Info::parse(b"string bestmove e2e4 score cp 3");
        assert_eq!(info.score, None);
        assert_eq!(info.string, Some(&b"bestmove e2e4 score cp 3"[..]));
    }

    #[test]
    fn a_zero_becomes_one_and_nothing_else_changes() {
        assert_eq!(
            rewrite_zero(b"info depth 0  score cp 0 pv a1a2\r\n").unwrap(),
            b"info depth 0  score cp 1 pv a1a2\r\n"
        );
        assert_eq!(rewrite_zero(b"info score cp -0\n").unwrap(), b"info score cp 1\n");
        assert_eq!(rewrite_zero(b"info score cp 10 nodes 0\n"), None);
        // The last score of a line is the one that counts.
        assert_eq!(
            rewrite_zero(b"info score cp -9 score cp 0 pv a1a2\n").unwrap(),
            b"info score cp -9 score cp 1 pv a1a2\n"
        );
        assert_eq!(rewrite_zero(b"info depth score cp 0 score cp 0\n").unwrap(), b"info depth score cp 0 score cp 1\n");
        assert_eq!(rewrite_zero(b"info multipv 2 score cp 0\n"), None);
        assert_eq!(rewrite_zero(b"info string score cp 0\n"), None);
    }
}
