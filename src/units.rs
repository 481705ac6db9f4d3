//! Numbers with units. Time is integer nanoseconds everywhere inside; other units exist only at the edges.

use std::fmt;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

/// A moment, in nanoseconds since an epoch that the shell chose (monotonic; one epoch a game).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stamp(pub u64);

/// A length of time in nanoseconds; negative where time was overdrawn. Arithmetic saturates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span(pub i64);

/// Half-moves made since the start position of the record: 0 is the start position itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ply(pub u32);

/// A count of half-moves without a pawn move or capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfMoves(pub u32);

impl Stamp {
    /// The time from `earlier` to this moment; zero if `earlier` is later (a clock never runs backwards).
    #[must_use]
    pub fn since(self, earlier: Self) -> Span {
        Span(i64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(i64::MAX))
    }

    /// This moment plus a span; a negative span gives the same moment.
    #[must_use]
    pub fn after(self, span: Span) -> Self {
        Self(self.0.saturating_add(u64::try_from(span.0).unwrap_or(0)))
    }
}

impl Span {
    /// No time at all.
    pub const ZERO: Self = Self(0);

    /// A span of whole milliseconds.
    #[must_use]
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis.saturating_mul(1_000_000))
    }

    /// A span of whole seconds.
    #[must_use]
    pub const fn from_secs(secs: i64) -> Self {
        Self::from_millis(secs.saturating_mul(1_000))
    }

    /// Whole milliseconds, rounded towards zero: the unit of UCI.
    #[must_use]
    pub const fn as_millis(self) -> i64 {
        self.0 / 1_000_000
    }

    /// Half of it, rounded towards zero.
    #[must_use]
    pub const fn half(self) -> Self {
        Self(self.0 / 2)
    }
}

impl Add for Span {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Span {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Neg for Span {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

/// Shows `[-][h:]mm:ss[.fff]`, the fraction only if there is one.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.0.unsigned_abs() / 1_000_000;
        if self.0 < 0 {
            write!(f, "-")?;
        }
        let (hours, minutes, seconds, fraction) =
            (millis / 3_600_000, millis / 60_000 % 60, millis / 1_000 % 60, millis % 1_000);
        match hours {
            0 => write!(f, "{minutes}:{seconds:02}")?,
            _ => write!(f, "{hours}:{minutes:02}:{seconds:02}")?,
        }
        if fraction > 0 { write!(f, ".{fraction:03}") } else { Ok(()) }
    }
}

/// Text that is not a span.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a time such as \"2:00\", \"1:30:00\", \"0:00.250\" or seconds \"90\", got {0:?}")]
pub struct ParseSpanError(String);

/// Reads `[-][[h:]mm:]ss[.fff]`.
impl FromStr for Span {
    type Err = ParseSpanError;
    fn from_str(text: &str) -> Result<Self, ParseSpanError> {
        let error = || ParseSpanError(text.to_owned());
        let (negative, rest) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, fraction) = rest.split_once('.').unwrap_or((rest, ""));
        let digits = |part: &str| -> Result<i64, ParseSpanError> {
            let valid = !part.is_empty() && part.len() <= 9 && part.bytes().all(|b| b.is_ascii_digit());
            if valid { part.parse().map_err(|_| error()) } else { Err(error()) }
        };
        let parts = whole.split(':').map(digits).collect::<Result<Vec<_>, _>>()?;
        let seconds = match parts.as_slice() {
            [s] => *s,
            [m, s] if *s < 60 => m * 60 + s,
            [h, m, s] if *m < 60 && *s < 60 => h * 3_600 + m * 60 + s,
            _ => return Err(error()),
        };
        let nanos = match fraction {
            "" if !rest.contains('.') => 0,
            _ => digits(fraction)? * 10_i64.pow(9 - u32::try_from(fraction.len()).map_err(|_| error())?),
        };
        let span = Self::from_secs(seconds) + Self(nanos);
        Ok(if negative { -span } else { span })
    }
}

/// A number and what it counts: `1 game`, `2 games`.
pub fn counted<N: fmt::Display + PartialEq + From<u8>>(number: N, one: &str, more: &str) -> String {
    let noun = if number == N::from(1) { one } else { more };
    format!("{number} {noun}")
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for HalfMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_prints_as_it_reads() {
        for text in ["0:00", "2:00", "1:30:00", "0:00.250", "-0:45", "10:00:00.001"] {
            assert_eq!(text.parse::<Span>().unwrap().to_string(), text);
        }
        assert_eq!("90".parse::<Span>().unwrap(), Span::from_secs(90));
        assert_eq!("0.000000001".parse::<Span>().unwrap(), Span(1));
    }

    #[test]
    fn one_is_singular_and_every_other_number_plural() {
        let texts = [0_u32, 1, 2].map(|number| counted(number, "half-move", "half-moves"));
        assert_eq!(texts, ["0 half-moves", "1 half-move", "2 half-moves"]);
    }

    #[test]
    fn a_broken_span_says_what_was_expected() {
        for text in ["", "90m", "1:60", "1:2:3:4", "0.", ".5", "-", "1:99:00", "0.0000000001", "99999999999"] {
            assert!(text.parse::<Span>().is_err(), "{text:?}");
        }
    }
}
