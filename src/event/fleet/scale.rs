//! Clocks that follow a machine's speed: on one that searches half as fast, twice the time.

use crate::event::game::ClockScale;
use crate::game::clock::{Bonus, Control, Period};
use crate::units::Span;

/// A time control with all its times multiplied.
#[must_use]
pub fn scaled(control: &Control, scale: ClockScale) -> Control {
    let times = |span: Span| scale.times(span);
    let bonus = |bonus: Bonus| match bonus {
        Bonus::None => Bonus::None,
        Bonus::Increment(span) => Bonus::Increment(times(span)),
        Bonus::Delay(span) => Bonus::Delay(times(span)),
        Bonus::Bronstein(span) => Bonus::Bronstein(times(span)),
    };
    match control {
        Control::Unlimited => Control::Unlimited,
        Control::PerMove(span) => Control::PerMove(times(*span)),
        Control::Hourglass(span) => Control::Hourglass(times(*span)),
        Control::Periods(periods) => Control::Periods(
            periods
                .iter()
                .map(|period| Period { moves: period.moves, time: times(period.time), bonus: bonus(period.bonus) })
                .collect(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_half_as_fast_has_twice_the_time() {
        let control = Control::sudden_death(Span::from_secs(10), Bonus::Increment(Span::from_millis(100)));
        let twice = Control::sudden_death(Span::from_secs(20), Bonus::Increment(Span::from_millis(200)));
        assert_eq!(scaled(&control, ClockScale::between(2_000_000, 1_000_000)), twice);
        assert_eq!(scaled(&control, ClockScale::default()), control);
    }

    #[test]
    fn a_scale_stays_within_a_tenth_and_ten_times() {
        assert_eq!(ClockScale::between(1_000_000, 1), ClockScale::between(10, 1));
        assert_eq!(ClockScale::between(1, 1_000_000), ClockScale::between(1, 10));
        assert_eq!(ClockScale::between(1_000, 0), ClockScale::between(10, 1));
    }
}
