//! What an xboard engine is told of time: `level`, `st`, `sd`, `nps` for the game, `time` and `otim` for each move.
//!
//! Decides: how a time control is spelled. Old engines read whole seconds: a base time is rounded, to a second at
//! least; the exact clock comes with `time`. A delay is told as an increment, as nothing is nearer.

use crate::event::player::Limits;
use crate::game::clock::{Bonus, Control, Period};
use crate::units::Span;
use crate::xboard::{Command, Level};
use shakmaty::Color;

/// The time for a move where there is no clock: long enough for any depth.
const NO_CLOCK_MS: i64 = 3_600_000;

/// The commands for a game, or for a new period of it, after so many moves of the player's own. A node limit is told
/// as a second for each move that is worth that many nodes.
pub(super) fn game(control: &Control, own_moves: u32, depth: Option<u32>, nodes: Option<u64>) -> Vec<Command<'static>> {
    let mut commands = match nodes {
        Some(nodes) => vec![Command::MoveTime(1_000), Command::NodesPerSecond(nodes)],
        None => vec![level(control, own_moves)],
    };
    commands.extend(depth.map(Command::Depth));
    commands
}

fn level(control: &Control, own_moves: u32) -> Command<'static> {
    let plain = |base| Command::Level(Level { moves: 0, base: whole(base), increment: Span::ZERO });
    match control {
        Control::Unlimited => Command::MoveTime(NO_CLOCK_MS),
        Control::PerMove(time) => Command::MoveTime(time.as_millis().max(1)),
        Control::Hourglass(time) => plain(*time),
        Control::Periods(periods) => match period(control, own_moves).and_then(|index| periods.get(index)) {
            Some(Period { moves, time, bonus }) => Command::Level(Level {
                moves: moves.map_or(0, std::num::NonZeroU32::get),
                base: whole(*time),
                increment: match bonus {
                    Bonus::None => Span::ZERO,
                    Bonus::Increment(time) | Bonus::Delay(time) | Bonus::Bronstein(time) => *time,
                },
            }),
            None => Command::MoveTime(NO_CLOCK_MS),
        },
    }
}

/// In which period a player is who has made so many moves: a last one with a number of moves repeats.
pub(super) fn period(control: &Control, own_moves: u32) -> Option<usize> {
    let Control::Periods(periods) = control else { return None };
    let mut left = own_moves;
    let last = periods.len().checked_sub(1)?;
    for (index, period) in periods.iter().enumerate() {
        match period.moves {
            Some(moves) if index < last && left >= moves.get() => left -= moves.get(),
            Some(_) | None => return Some(index),
        }
    }
    Some(last)
}

/// Whole seconds, one at least.
fn whole(time: Span) -> Span {
    Span::from_secs((time.as_millis() / 1_000).max(1))
}

/// The commands before a move of `side`.
pub(super) fn clocks(limits: &Limits, side: Color) -> Vec<Command<'static>> {
    let (own, other) = match side {
        Color::White => (limits.white, limits.black),
        Color::Black => (limits.black, limits.white),
    };
    let centiseconds = |millis: i64| (millis / 10).max(1);
    let own = own.map(|(left, _)| left).or(limits.move_time);
    let other = other.map(|(left, _)| left).or(own);
    let own = own.map(|left| Command::Time(centiseconds(left)));
    let other = other.map(|left| Command::OpponentTime(centiseconds(left)));
    own.into_iter().chain(other).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;
    use std::num::NonZeroU32;

    fn told(control: &Control, own_moves: u32) -> String {
        game(control, own_moves, None, None).iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn each_control_has_its_words() {
        let secs = Span::from_secs;
        let two = Control::Periods(VecDeque::from([
            Period { moves: NonZeroU32::new(40), time: secs(5_400), bonus: Bonus::Increment(secs(30)) },
            Period { moves: None, time: secs(1_800), bonus: Bonus::Increment(secs(30)) },
        ]));
        assert_eq!(told(&two, 0), "level 40 90 30");
        assert_eq!(told(&two, 39), "level 40 90 30");
        assert_eq!(told(&two, 40), "level 0 30 30");
        let fast = Control::sudden_death(Span::from_millis(500), Bonus::Increment(Span::from_millis(10)));
        assert_eq!(told(&fast, 3), "level 0 0:01 0.010");
        assert_eq!(told(&Control::PerMove(secs(5)), 0), "st 5");
        assert_eq!(told(&Control::Unlimited, 0), "st 3600");
        assert_eq!(told(&Control::Hourglass(secs(61)), 0), "level 0 1:01 0");
        let limited = game(&Control::Unlimited, 0, Some(7), Some(20_000));
        let limited = limited.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(limited, ["st 1", "nps 20000", "sd 7"]);
    }

    #[test]
    fn a_last_period_with_moves_repeats() {
        let control = Control::Periods(VecDeque::from([Period {
            moves: NonZeroU32::new(2),
            time: Span::from_secs(10),
            bonus: Bonus::None,
        }]));
        assert_eq!(period(&control, 7), Some(0));
        assert_eq!(period(&Control::Unlimited, 7), None);
    }
}
