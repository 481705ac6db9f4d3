//! Record 222: the coded time control.

use crate::event::time_control;
use crate::game::clock::{Bonus, Control, Period};
use crate::units::Span;
use std::collections::VecDeque;
use std::fmt;
use std::num::NonZeroU32;

/// A coded time control: periods of `M/S+I`, seconds all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clock {
    /// The same for both.
    Both(Vec<Period>),
    /// `W300-B240`.
    Each {
        /// White's.
        white: Vec<Period>,
        /// Black's.
        black: Vec<Period>,
    },
}

impl Clock {
    /// The code of a time control; none: the format has no word for delays, hourglasses, times for each move, and
    /// games without a clock.
    #[must_use]
    pub fn of(control: &Control) -> Option<Self> {
        let Control::Periods(periods) = control else { return None };
        let is_known = |period: &Period| matches!(period.bonus, Bonus::None | Bonus::Increment(_));
        periods.iter().all(is_known).then(|| Self::Both(periods.iter().copied().collect()))
    }

    /// The time control, where it is the same for both.
    #[must_use]
    pub fn control(&self) -> Option<Control> {
        match self {
            Self::Both(periods) => Some(Control::Periods(periods.iter().copied().collect())),
            Self::Each { .. } => None,
        }
    }

    pub(super) fn read(text: &str) -> Option<Self> {
        let Some(white) = text.strip_prefix('W') else { return periods(text).map(Self::Both) };
        let (white, black) = white.split_once("-B")?;
        Some(Self::Each { white: periods(white)?, black: periods(black)? })
    }
}

/// Seconds may have decimals, which the format does not speak of: engines play with tenths.
impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = |periods: &[Period]| {
            time_control::pgn_time_control(&Control::Periods(periods.iter().copied().collect::<VecDeque<_>>()))
        };
        match self {
            Self::Both(periods) => f.write_str(&code(periods)),
            Self::Each { white, black } => write!(f, "W{}-B{}", code(white), code(black)),
        }
    }
}

fn periods(text: &str) -> Option<Vec<Period>> {
    text.split(':').map(period).collect()
}

fn period(text: &str) -> Option<Period> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse::<NonZeroU32>().ok()?), rest),
        None => (None, text),
    };
    let (time, bonus) = match rest.split_once('+') {
        Some((time, bonus)) => (time, Some(time_control::span(bonus)?)),
        None => (rest, None),
    };
    let bonus = bonus.filter(|bonus| *bonus != Span::ZERO).map_or(Bonus::None, Bonus::Increment);
    Some(Period { moves, time: time_control::span(time)?, bonus })
}
