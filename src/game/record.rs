//! The moves and positions of one game: counts occurrences and quiet half-moves. Refuses to know what they lead to.
//!
//! A move is appended in constant time. What was seen (proven) is kept apart from what a FEN's counter presumes.

use crate::game::sameness::{Difference, Sameness};
use crate::game::start::Start;
use crate::units::{HalfMoves, Ply};
use shakmaty::{CastlingMode, Chess, Color, Move, Position};
use std::collections::HashMap;

/// Whether a FEN's half-move clock counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum FenClock {
    /// A counter proves nothing: only half-moves seen in this record count.
    #[default]
    Unproven,
    /// The counter is believed, as engines and GUIs do.
    Trusted,
}

/// The record of a game. Ply 0 is the start position, which is its own first occurrence.
#[derive(Clone, Debug)]
pub struct Record {
    start: Start,
    position: Chess,
    moves: Vec<Move>,
    keys: Vec<Sameness>,
    /// Occurrences of each position since the last pawn move or capture; none before it can come again.
    counts: HashMap<Sameness, u32>,
    /// Half-moves seen since the last pawn move or capture, or since the start.
    quiet: u32,
    /// Whether a pawn move or capture was seen: from then on the FEN's counter no longer matters.
    zeroed: bool,
}

impl Record {
    /// A record with no moves yet.
    #[must_use]
    pub fn new(start: Start) -> Self {
        let position = start.position.clone();
        let key = Sameness::of(&position);
        Self {
            start,
            position,
            moves: Vec::new(),
            keys: vec![key],
            counts: HashMap::from([(key, 1)]),
            quiet: 0,
            zeroed: false,
        }
    }

    /// Appends a move that is legal in [`Record::position`].
    pub fn push(&mut self, m: Move) {
        self.position.play_unchecked(m);
        if m.is_zeroing() {
            self.counts.clear();
            self.quiet = 0;
            self.zeroed = true;
        } else {
            self.quiet = self.quiet.saturating_add(1);
        }
        let key = Sameness::of(&self.position);
        *self.counts.entry(key).or_insert(0) += 1;
        self.keys.push(key);
        self.moves.push(m);
    }

    /// Where the game started.
    #[must_use]
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// Standard or Chess960 castling.
    #[must_use]
    pub fn mode(&self) -> CastlingMode {
        self.start.mode
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.position.turn()
    }

    /// The moves made.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The half-moves made.
    #[must_use]
    pub fn ply(&self) -> Ply {
        Ply(u32::try_from(self.moves.len()).unwrap_or(u32::MAX))
    }

    /// How often the position on the board has occurred, this time included.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        self.keys.last().and_then(|key| self.counts.get(key)).copied().unwrap_or(0)
    }

    /// How often the position after a legal move would have occurred, that time included.
    #[must_use]
    pub fn occurrences_after(&self, m: Move) -> u32 {
        if m.is_zeroing() {
            return 1;
        }
        let mut after = self.position.clone();
        after.play_unchecked(m);
        self.counts.get(&Sameness::of(&after)).copied().unwrap_or(0).saturating_add(1)
    }

    /// The plies at which the position on the board occurred, in order.
    #[must_use]
    pub fn occurrence_plies(&self) -> Vec<Ply> {
        let Some(last) = self.keys.last() else {
            return Vec::new();
        };
        let from = self.keys.len().saturating_sub(1).saturating_sub(self.quiet as usize);
        let numbered = self.keys.iter().enumerate().skip(from);
        let same = numbered.filter(|(_, key)| *key == last);
        same.filter_map(|(ply, _)| u32::try_from(ply).ok().map(Ply)).collect()
    }

    /// Whether the position on the board stood here at each of the player's last `count` turns ("five times in nine
    /// moves": on consecutive alternate moves by each player, the 2014 reading).
    #[must_use]
    pub fn consecutive_occurrences(&self, count: u32) -> bool {
        let last = self.keys.len() - 1;
        (0..count as usize)
            .all(|back| last.checked_sub(4 * back).is_some_and(|ply| self.keys.get(ply) == self.keys.get(last)))
    }

    /// Earlier positions that look the same as the one on the board and are not, with what sets them apart.
    #[must_use]
    pub fn look_alikes(&self) -> Vec<(Ply, Difference)> {
        let Some(last) = self.keys.last() else {
            return Vec::new();
        };
        let numbered = self.keys.iter().enumerate();
        numbered.filter_map(|(ply, key)| Some((Ply(u32::try_from(ply).ok()?), key.difference(last)?))).collect()
    }

    /// Half-moves without pawn move or capture that this record itself shows.
    #[must_use]
    pub fn quiet_proven(&self) -> HalfMoves {
        HalfMoves(self.quiet)
    }

    /// The same with the FEN's counter added, where no pawn move or capture has voided it.
    #[must_use]
    pub fn quiet_presumed(&self) -> HalfMoves {
        match self.zeroed {
            true => self.quiet_proven(),
            false => HalfMoves(self.quiet.saturating_add(self.start.presumed.0)),
        }
    }

    /// The count that a policy accepts.
    #[must_use]
    pub fn quiet(&self, policy: FenClock) -> HalfMoves {
        match policy {
            FenClock::Unproven => self.quiet_proven(),
            FenClock::Trusted => self.quiet_presumed(),
        }
    }

    /// The FEN of the position on the board: en passant only if legal, the counter as presumed.
    #[must_use]
    pub fn fen(&self) -> String {
        shakmaty::fen::Fen::from_position(&self.position, shakmaty::EnPassantMode::Legal).to_string()
    }
}
