//! The other reading of "any series of legal moves": one that the seventy-five-move rule or the fifth occurrence would
//! interrupt is not playable.
//!
//! SILENT: the Laws do not say whether 9.6 limits the series that 5.2.2 and 6.9 speak of. Choice: it does not (the
//! solver ignores counters); the alternative is computed here for a line at hand, on request. A line that is cut proves
//! nothing: another might not be.

use shakmaty::{Chess, Move, Position};

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
