//! Time controls as text: how they are read, printed, written in PGN, and which time class they make.
//!
//! Decides: the syntax of `tc=` and of `control = "…"`. Refuses to know: how a clock runs ([`crate::game::clock`]).
//!
//! One syntax for all places. It holds that of cutechess-cli and fastchess:
//!
//! | text | meaning |
//! |---|---|
//! | `60`, `1:00`, `1:30:00` | that much for the game: seconds, minutes:seconds, hours:minutes:seconds |
//! | `40/60` | 40 moves in that time, then again |
//! | `60+0.6` | an increment in seconds after each move |
//! | `hg60`, `hourglass 60` | an hourglass |
//! | `inf`, `infinite` | no clock |
//!
//! and beside it what those two have no words for:
//!
//! | text | meaning |
//! |---|---|
//! | `40/90:00+30, 15:00+30` | periods, one after another |
//! | `60d5` | the main time waits up to five seconds at each move |
//! | `60b3` | up to three seconds of what a move took are given back (Bronstein) |
//! | `5 per move`, `5/move` | that much for every move |

use crate::game::clock::{Bonus, Control, Period};
use crate::laws::{Edition, TimeClass};
use crate::units::Span;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::num::NonZeroU32;

/// Text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, got {got:?}")]
pub struct TimeControlError {
    /// What should stand there.
    pub expected: &'static str,
    /// What stands there.
    pub got: String,
}

/// What is said to who wrote something else altogether.
const EXPECTED: &str = "a time control such as \"40/60+0.6\", \"5:00+3\", \"40/90:00+30, 15:00+30\", \"60d5\", \"5 per \
                        move\", \"hourglass 60\" or \"inf\"";

/// No period, increment or move takes longer than this: a thousand hours.
const LONGEST: Span = Span::from_secs(3_600_000);

/// Reads a time control.
///
/// # Errors
/// It is none.
pub fn parse(text: &str) -> Result<Control, TimeControlError> {
    let bad = |expected| TimeControlError { expected, got: text.to_owned() };
    let trimmed = text.trim();
    if matches!(trimmed, "inf" | "infinite") {
        return Ok(Control::Unlimited);
    }
    if let Some(time) = trimmed.strip_prefix("hourglass").or_else(|| trimmed.strip_prefix("hg")) {
        let time = positive(time.trim()).ok_or_else(|| bad("an hourglass such as \"hourglass 60\" or \"hg60\""))?;
        return Ok(Control::Hourglass(time));
    }
    if let Some(time) = trimmed.strip_suffix("per move").or_else(|| trimmed.strip_suffix("/move")) {
        return Ok(Control::PerMove(positive(time.trim()).ok_or_else(|| bad("a time such as \"5 per move\""))?));
    }
    let mut periods = VecDeque::new();
    for part in trimmed.split(',') {
        periods.push_back(period(part.trim()).ok_or_else(|| bad(EXPECTED))?);
    }
    let open = periods.iter().rev().skip(1).any(|period| period.moves.is_none());
    if open {
        return Err(bad("a number of moves in every period but the last, as in \"40/90:00+30, 15:00+30\""));
    }
    if periods.front().is_some_and(|first| first.time == Span::ZERO) {
        return Err(bad("a time above zero before the increment: a clock that starts at zero has fallen"));
    }
    Ok(Control::Periods(periods))
}

/// A time for every move (`st=`): seconds.
///
/// # Errors
/// It is none.
pub fn parse_per_move(text: &str) -> Result<Control, TimeControlError> {
    let expected = "seconds for each move, such as \"0.5\"";
    positive(text).map(Control::PerMove).ok_or_else(|| TimeControlError { expected, got: text.to_owned() })
}

/// A length of time above zero.
fn positive(text: &str) -> Option<Span> {
    time(text).filter(|time| *time > Span::ZERO)
}

fn period(text: &str) -> Option<Period> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (self::moves(moves)?, rest),
        None => (None, text),
    };
    let mark = rest.char_indices().find(|(_, c)| matches!(c, '+' | 'd' | 'b'));
    let (main, bonus) = match mark {
        Some((at, mark)) => {
            let (main, given) = rest.split_at_checked(at)?;
            let span = time(given.get(1..)?)?;
            let bonus = match (mark, span == Span::ZERO) {
                (_, true) => Bonus::None,
                ('d', false) => Bonus::Delay(span),
                ('b', false) => Bonus::Bronstein(span),
                (_, false) => Bonus::Increment(span),
            };
            (main, bonus)
        }
        None => (rest, Bonus::None),
    };
    Some(Period { moves, time: time(main)?, bonus })
}

/// `40`; `0`, `inf` and `infinite` are no number of moves (`None` inside), anything else is nothing.
fn moves(text: &str) -> Option<Option<NonZeroU32>> {
    match text {
        "inf" | "infinite" => Some(None),
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse().ok().map(NonZeroU32::new),
        _ => None,
    }
}

/// `[[h:]m:]s[.fff][s]`, each part a decimal number, as both runners read it: `1.5:00` are ninety seconds.
fn time(text: &str) -> Option<Span> {
    let text = text.strip_suffix('s').unwrap_or(text);
    let parts = text.split(':').map(decimal).collect::<Option<Vec<_>>>()?;
    let nanos = match parts.as_slice() {
        [seconds] => *seconds,
        [minutes, seconds] => minutes.checked_mul(60)?.checked_add(*seconds)?,
        [hours, minutes, seconds] => {
            let minutes = hours.checked_mul(60)?.checked_add(*minutes)?;
            minutes.checked_mul(60)?.checked_add(*seconds)?
        }
        _ => return None,
    };
    Some(Span(nanos)).filter(|span| *span <= LONGEST)
}

/// Seconds, in digits and a point alone.
pub(super) fn span(text: &str) -> Option<Span> {
    decimal(text).map(Span).filter(|span| *span <= LONGEST)
}

/// A decimal number in billionths.
fn decimal(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(fraction) || whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let whole = if whole.is_empty() { 0 } else { whole.parse::<i64>().ok()? };
    let fraction = fraction.bytes().chain(std::iter::repeat(b'0')).take(9);
    let fraction = fraction.fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'));
    whole.checked_mul(1_000_000_000)?.checked_add(fraction)
}

/// Prints a time control so that [`parse`] reads it again.
#[must_use]
pub fn print(control: &Control) -> String {
    match control {
        Control::Unlimited => "inf".to_owned(),
        Control::PerMove(time) => format!("{} per move", seconds(*time)),
        Control::Hourglass(time) => format!("hourglass {}", seconds(*time)),
        Control::Periods(periods) => periods.iter().map(print_period).collect::<Vec<_>>().join(", "),
    }
}

fn print_period(period: &Period) -> String {
    let mut text = moves_before(period);
    let minutes = period.time >= Span::from_secs(60) && period.time.0 % 1_000_000_000 == 0;
    let time = if minutes { period.time.to_string() } else { seconds(period.time) };
    text.push_str(&time);
    text.push_str(&bonus(period));
    text
}

fn moves_before(period: &Period) -> String {
    period.moves.map_or_else(String::new, |moves| format!("{moves}/"))
}

fn bonus(period: &Period) -> String {
    match period.bonus {
        Bonus::None => String::new(),
        Bonus::Increment(span) => format!("+{}", seconds(span)),
        Bonus::Delay(span) => format!("d{}", seconds(span)),
        Bonus::Bronstein(span) => format!("b{}", seconds(span)),
    }
}

/// Seconds with as many decimals as there are.
pub(super) fn seconds(span: Span) -> String {
    let (whole, fraction) = (span.0.unsigned_abs() / 1_000_000_000, span.0.unsigned_abs() % 1_000_000_000);
    let mut text = if span.0 < 0 { "-".to_owned() } else { String::new() };
    let written = if fraction == 0 {
        write!(text, "{whole}")
    } else {
        write!(text, "{whole}.{}", format!("{fraction:09}").trim_end_matches('0'))
    };
    debug_assert!(written.is_ok(), "text takes everything");
    text
}

/// The value of the PGN tag `TimeControl`, in seconds: `40/5400+30:900+30`, `300`, `*60` for an hourglass, `1/5` for a
/// time for every move, `-` without a clock.
///
/// Source: PGN standard 1994, 9.6.1; it joins periods by colons and knows no delay. A delay or Bronstein bonus stands
/// in the place of the increment, marked `d` or `b`.
#[must_use]
pub fn pgn_time_control(control: &Control) -> String {
    match control {
        Control::Unlimited => "-".to_owned(),
        Control::PerMove(time) => format!("1/{}", seconds(*time)),
        Control::Hourglass(time) => format!("*{}", seconds(*time)),
        Control::Periods(periods) => {
            let period = |period: &Period| format!("{}{}{}", moves_before(period), seconds(period.time), bonus(period));
            periods.iter().map(period).collect::<Vec<_>>().join(":")
        }
    }
}

/// How many moves the time classes are measured by.
const MOVES: u32 = 60;

/// What a player is allotted for a game of sixty moves; `None` without a clock.
///
/// The time of all periods, of a last period that repeats as often as sixty moves need, and the bonus of each of these
/// moves. A delay counts like an increment: the Laws' glossary has one word for both.
#[must_use]
pub fn allotted(control: &Control) -> Option<Span> {
    let times = |span: Span, moves: u32| Span(span.0.saturating_mul(i64::from(moves)));
    match control {
        Control::Unlimited => None,
        Control::PerMove(time) => Some(times(*time, MOVES)),
        Control::Hourglass(time) => Some(*time),
        Control::Periods(periods) => {
            let (mut total, mut left) = (Span::ZERO, MOVES);
            for (number, period) in periods.iter().enumerate() {
                let last = number + 1 == periods.len();
                let made = match period.moves {
                    Some(moves) if last => {
                        let again = left.div_ceil(moves.get()).saturating_sub(1);
                        total = total + times(period.time, again);
                        left
                    }
                    Some(moves) => moves.get().min(left),
                    None => left,
                };
                total = total + period.time;
                total = total
                    + match period.bonus {
                        Bonus::None => Span::ZERO,
                        Bonus::Increment(span) | Bonus::Delay(span) | Bonus::Bronstein(span) => times(span, made),
                    };
                left = left.saturating_sub(made);
            }
            Some(total)
        }
    }
}

/// The time class of a game played with a clock; without one, of a standard game.
///
/// Source: FIDE Laws 2023, A.1 and B.1, with the edition's own limits.
#[must_use]
pub fn time_class(control: &Control, edition: &Edition) -> TimeClass {
    allotted(control).map_or(TimeClass::Standard, |total| TimeClass::of(edition, total, Span::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sudden(seconds: i64, bonus: Bonus) -> Control {
        Control::sudden_death(Span::from_secs(seconds), bonus)
    }

    fn periods(list: &[(u32, i64, Bonus)]) -> Control {
        let period = |(moves, time, bonus): &(u32, i64, Bonus)| Period {
            moves: NonZeroU32::new(*moves),
            time: Span::from_secs(*time),
            bonus: *bonus,
        };
        Control::Periods(list.iter().map(period).collect())
    }

    #[test]
    fn the_syntax_of_both_runners() {
        let tenth = Bonus::Increment(Span::from_millis(100));
        assert_eq!(parse("10+0.1"), Ok(sudden(10, tenth)));
        assert_eq!(parse("0:10+0.1"), Ok(sudden(10, tenth)));
        assert_eq!(parse("10s+0.1s"), Ok(sudden(10, tenth)));
        assert_eq!(parse("5:00+3"), Ok(sudden(300, Bonus::Increment(Span::from_secs(3)))));
        assert_eq!(parse("1.5:00"), Ok(sudden(90, Bonus::None)));
        let sixth = Bonus::Increment(Span::from_millis(600));
        assert_eq!(parse("40/60+0.6"), Ok(periods(&[(40, 60, sixth)])));
        assert_eq!(parse("40/1:30+1"), Ok(periods(&[(40, 90, Bonus::Increment(Span::from_secs(1)))])));
        assert_eq!(parse("0/60"), Ok(sudden(60, Bonus::None)));
        assert_eq!(parse("inf/60"), Ok(sudden(60, Bonus::None)));
        assert_eq!(parse("60+0"), Ok(sudden(60, Bonus::None)));
        assert_eq!(parse("hg60"), Ok(Control::Hourglass(Span::from_secs(60))));
        assert_eq!(parse("inf"), Ok(Control::Unlimited));
        assert_eq!(parse("infinite"), Ok(Control::Unlimited));
        assert_eq!(parse_per_move("0.25"), Ok(Control::PerMove(Span::from_millis(250))));
    }

    #[test]
    fn our_own_syntax() {
        let thirty = Bonus::Increment(Span::from_secs(30));
        assert_eq!(parse("40/90:00+30, 15:00+30"), Ok(periods(&[(40, 5400, thirty), (0, 900, thirty)])));
        assert_eq!(parse("1:30:00d5"), Ok(sudden(5400, Bonus::Delay(Span::from_secs(5)))));
        assert_eq!(parse("60b3"), Ok(sudden(60, Bonus::Bronstein(Span::from_secs(3)))));
        assert_eq!(parse("hourglass 60"), Ok(Control::Hourglass(Span::from_secs(60))));
        assert_eq!(parse("5 per move"), Ok(Control::PerMove(Span::from_secs(5))));
        assert_eq!(parse("5/move"), Ok(Control::PerMove(Span::from_secs(5))));
    }

    #[test]
    fn what_is_no_time_control_is_refused() {
        for text in [
            "",
            "40/x",
            "40/90m",
            "x/60",
            "60+",
            "60+-1",
            "+1",
            "-5",
            "1:2:3:4",
            "40/",
            "/60",
            "hg",
            "hg0",
            "0 per move",
            "60,",
            ",",
            "60,60",
            ".",
            "5:+3",
            "99999999999999999999",
            "60++1",
            "é",
            "40/60é",
            "1e3",
            "4000000",
            "60d",
        ] {
            assert!(parse(text).is_err(), "{text:?}");
        }
        let error = parse("60, 30").unwrap_err().to_string();
        assert!(error.starts_with("expected a number of moves in every period but the last"), "{error}");
        let error = parse("0+0.1").unwrap_err().to_string();
        assert!(error.starts_with("expected a time above zero"), "{error}");
        assert!(parse_per_move("0").is_err() && parse_per_move("").is_err());
    }

    #[test]
    fn pgn_writes_seconds() {
        let pgn = |text: &str| pgn_time_control(&parse(text).unwrap());
        assert_eq!(pgn("40/90:00+30, 15:00+30"), "40/5400+30:900+30");
        assert_eq!(pgn("5:00+0.6"), "300+0.6");
        assert_eq!(pgn("hg60"), "*60");
        assert_eq!(pgn("0.5 per move"), "1/0.5");
        assert_eq!(pgn("60d5"), "60d5");
        assert_eq!(pgn("inf"), "-");
    }

    #[test]
    fn the_time_class_counts_sixty_moves() {
        let edition = Edition::current();
        let class = |text: &str| time_class(&parse(text).unwrap(), &edition);
        assert_eq!(class("10:00"), TimeClass::Blitz);
        assert_eq!(class("9:00+1"), TimeClass::Blitz);
        assert_eq!(class("9:00+2"), TimeClass::Rapid);
        assert_eq!(class("9:00d2"), TimeClass::Rapid);
        assert_eq!(class("59:59"), TimeClass::Rapid);
        assert_eq!(class("1:00:00"), TimeClass::Standard);
        // Twice five minutes and forty seconds for sixty moves.
        assert_eq!(class("40/5:40"), TimeClass::Rapid);
        assert_eq!(class("40/5:00"), TimeClass::Blitz);
        assert_eq!(class("40/90:00+30, 15:00+30"), TimeClass::Standard);
        assert_eq!(class("10 per move"), TimeClass::Blitz);
        assert_eq!(class("11 per move"), TimeClass::Rapid);
        assert_eq!(class("inf"), TimeClass::Standard);
        assert_eq!(allotted(&parse("40/60+1, 20/30, 10b2").unwrap()), Some(Span::from_secs(140)));
    }

    fn any_control() -> impl Strategy<Value = Control> {
        let span = (1_i64..3_600_000_000).prop_map(|micros| Span(micros * 1_000));
        let bonus = (0..4, span.clone()).prop_map(|(kind, span)| match kind {
            0 => Bonus::None,
            1 => Bonus::Increment(span),
            2 => Bonus::Delay(span),
            _ => Bonus::Bronstein(span),
        });
        let period = (1_u32..100, span.clone(), bonus).prop_map(|(moves, time, bonus)| Period {
            moves: NonZeroU32::new(moves),
            time,
            bonus,
        });
        let several = (proptest::collection::vec(period, 1..4), any::<bool>()).prop_map(|(mut list, repeats)| {
            if let (Some(last), false) = (list.last_mut(), repeats) {
                last.moves = None;
            }
            Control::Periods(list.into())
        });
        prop_oneof![
            several,
            span.clone().prop_map(Control::PerMove),
            span.prop_map(Control::Hourglass),
            Just(Control::Unlimited)
        ]
    }

    proptest! {
        #[test]
        fn a_time_control_prints_as_it_reads(control in any_control()) {
            prop_assert_eq!(parse(&print(&control)), Ok(control));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[0-9/+:., dbhginfsperov-]{0,12}|\\PC{0,12}") {
            if let Ok(control) = parse(&text) {
                prop_assert_eq!(parse(&print(&control)), Ok(control.clone()));
                prop_assert!(!pgn_time_control(&control).is_empty());
                prop_assert!(allotted(&control).is_none_or(|total| total > Span::ZERO));
            }
        }
    }
}
