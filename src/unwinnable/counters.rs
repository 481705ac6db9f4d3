//! The other reading of "any series of legal moves": one that the seventy-five-move rule or the fifth occurrence would
//! interrupt is not playable.
//!
//! SILENT: the Laws do not say whether 9.6 limits the series that 5.2.2 and 6.9 speak of. Choice: it does not (the
//! solver ignores counters); the alternative is computed here for a line at hand, on request. A line that is cut proves
//! nothing: another might not be. [`search`] looks at all of them.

use std::collections::{HashMap, VecDeque};

use shakmaty::{Chess, Color, Move, Position};

use super::budget::{Budget, Meter};

/// Half-moves without a pawn move or capture that end the game, unless the last one mates.
const SEVENTY_FIVE: u32 = 150;

/// What 9.6 makes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counters {
    /// The line mates before 9.6 ends the game.
    Mates,
    /// After this many plies seventy-five moves by each side have passed.
    SeventyFive(usize),
    /// After this many plies a position of the line has occurred five times.
    Fivefold(usize),
}

/// Plays the line with a half-move clock that stands at `halfmoves` before it. Occurrences count from the line's start.
///
/// Source: FIDE Laws 2023, 9.6.1 and 9.6.2 (own words).
#[must_use]
pub fn under_counters(position: &Chess, halfmoves: u32, line: &[Move]) -> Counters {
    let mut now = position.clone();
    let mut clock = halfmoves;
    let mut since_zeroing = vec![now.clone()];
    for (at, &m) in line.iter().enumerate() {
        now.play_unchecked(m);
        if m.is_zeroing() {
            clock = 0;
            since_zeroing.clear();
        } else {
            clock += 1;
        }
        if at + 1 == line.len() {
            break;
        }
        if clock >= SEVENTY_FIVE {
            return Counters::SeventyFive(at + 1);
        }
        since_zeroing.push(now.clone());
        if since_zeroing.iter().filter(|&seen| *seen == now).count() >= 5 {
            return Counters::Fivefold(at + 1);
        }
    }
    Counters::Mates
}

/// What a search under 9.6 came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Playable {
    /// This line mates before 9.6 ends the game.
    Mates(Vec<Move>),
    /// No line does: this many positions were visited, each with the lowest clock that it can be reached with.
    Never(usize),
    /// The budget ended first.
    Open,
}

/// Whether any line mates before 9.6 ends the game, the half-move clock standing at `halfmoves`.
///
/// Complete: every position is visited with the lowest clock that any playable line brings to it, and whatever can be
/// played with a higher clock can be played with a lower one. A line that passes through a position twice is never
/// needed, so no position needs to occur five times.
#[must_use]
pub fn search(position: &Chess, halfmoves: u32, winner: Color, budget: Budget<'_>) -> Playable {
    struct Reached {
        clock: u32,
        from: usize,
        by: Option<Move>,
    }
    let mut meter = Meter::new(budget);
    let mut known: HashMap<Chess, usize> = HashMap::from([(position.clone(), 0)]);
    let mut reached = vec![Reached { clock: halfmoves, from: 0, by: None }];
    let mut open = VecDeque::from([(position.clone(), 0, halfmoves)]);
    while let Some((now, at, clock)) = open.pop_front() {
        if reached[at].clock < clock {
            continue;
        }
        for m in now.legal_moves() {
            if !meter.spend() || known.len() > budget.states {
                return Playable::Open;
            }
            let mut next = now.clone();
            next.play_unchecked(m);
            let clock = if m.is_zeroing() { 0 } else { clock + 1 };
            if next.turn() != winner && next.is_checkmate() {
                let mut line = vec![m];
                let mut back = at;
                while let Some(by) = reached[back].by {
                    line.push(by);
                    back = reached[back].from;
                }
                line.reverse();
                return Playable::Mates(line);
            }
            if clock >= SEVENTY_FIVE {
                continue;
            }
            let index = *known.entry(next.clone()).or_insert(reached.len());
            let here = Reached { clock, from: at, by: Some(m) };
            if index == reached.len() {
                reached.push(here);
            } else if clock < reached[index].clock {
                reached[index] = here;
            } else {
                continue;
            }
            open.push_back((next, index, clock));
        }
    }
    Playable::Never(known.len())
}
