//! What the players think, for those who watch. Nothing of it decides anything.

use super::{Phase, Table};
use crate::event::settings::ScoresFrom;
use crate::event::watch::Insight;
use crate::game::MateOracle;
use shakmaty::Color;

impl<O: MateOracle> Table<O> {
    /// Keeps the line of play of a move that is about to be made: pondering takes its place.
    pub(super) fn keep_line(&mut self, side: Color) {
        let (_, line) = self.seats.get(side).player.thought();
        self.line.clear();
        self.line.extend_from_slice(bounded(line));
    }

    /// What the player on the move thinks; none while nobody does.
    #[must_use]
    pub fn insight(&self) -> Option<Insight> {
        let side = self.thinking().filter(|_| self.phase == Phase::Playing)?;
        let seat = self.seats.get(side);
        let (thought, line) = seat.player.thought();
        let thought = match (seat.scores, side) {
            (ScoresFrom::White, Color::Black) => thought.turned_round(),
            (ScoresFrom::White, Color::White) | (ScoresFrom::Mover, _) => thought,
        };
        // A player of a book, or one that has said nothing yet.
        thought.score?;
        Some(Insight {
            ply: ply(self.plies.len()),
            score: thought.score,
            depth: thought.depth,
            nodes: thought.nodes,
            line: bounded(line).to_vec(),
        })
    }

    /// The line of play that came with the last move.
    #[must_use]
    pub fn last_line(&self) -> Option<Insight> {
        let last = self.plies.len().checked_sub(1)?;
        let line = self.line.clone();
        (!line.is_empty()).then(|| Insight { ply: ply(last), line, ..Insight::default() })
    }
}

fn ply(ply: usize) -> u32 {
    u32::try_from(ply).unwrap_or(u32::MAX)
}

fn bounded(line: &[u8]) -> &[u8] {
    line.get(..Insight::LONGEST_LINE).unwrap_or(line)
}
