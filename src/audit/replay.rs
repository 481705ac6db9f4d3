//! The moves of one game played through quickly: what is counted on the way, and where it stops. One value serves a
//! thread for all its games, so nothing is allocated per game or move.
//!
//! Decides nothing: sameness is [`Sameness`], the counts are the edition's. Whether a game was over is the arbiter's word.

use crate::game::{FenClock, Sameness, Start};
use crate::laws::Counts;
use shakmaty::san::{San, SanError};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position, Role};

/// So many positions of a side are looked back at: ten times what any edition lets pass without pawn move or capture.
/// A record that shuffles on for ever must not cost its square.
const LOOKED_BACK: usize = 750;

/// Why the moves cannot be followed further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// Not legal here.
    Illegal,
    /// Two men could have made it.
    Ambiguous,
    /// No notation for a move.
    Unreadable,
}

/// When a condition of the Laws was first met, in half-moves from the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Met {
    pub(super) threefold: Option<u32>,
    pub(super) fivefold: Option<u32>,
    pub(super) fifty: Option<u32>,
    pub(super) seventy_five: Option<u32>,
}

#[derive(Debug)]
pub(super) struct Replay {
    pub(super) start: Start,
    pub(super) position: Chess,
    pub(super) moves: Vec<Move>,
    /// The positions since the last pawn move or capture, the one on the board last.
    keys: Vec<Sameness>,
    presumed: u32,
    pub(super) occurrences: u32,
    pub(super) quiet: u32,
    pub(super) met: Met,
    /// Moves that were not written in SAN.
    pub(super) not_san: u32,
    counts: Counts,
}

impl Replay {
    pub(super) fn new(counts: Counts) -> Self {
        let start = Start::standard();
        Self {
            position: start.position.clone(),
            start,
            moves: Vec::new(),
            keys: Vec::new(),
            presumed: 0,
            occurrences: 1,
            quiet: 0,
            met: Met::default(),
            not_san: 0,
            counts,
        }
    }

    pub(super) fn begin(&mut self, start: Start, fen_clock: FenClock) {
        self.position.clone_from(&start.position);
        self.presumed = match fen_clock {
            FenClock::Unproven => 0,
            FenClock::Trusted => start.presumed.0,
        };
        self.start = start;
        self.moves.clear();
        self.keys.clear();
        self.keys.push(Sameness::of(&self.position));
        self.occurrences = 1;
        self.quiet = self.presumed;
        self.met = Met::default();
        self.not_san = 0;
    }

    pub(super) fn plies(&self) -> u32 {
        u32::try_from(self.moves.len()).unwrap_or(u32::MAX)
    }

    /// Plays a move as written.
    pub(super) fn push(&mut self, text: &[u8]) -> Result<(), Stop> {
        let m = match San::from_ascii(text).map(|san| san.to_move(&self.position)) {
            Ok(Ok(m)) => m,
            Ok(Err(SanError::AmbiguousSan)) => return Err(Stop::Ambiguous),
            Ok(Err(SanError::IllegalSan)) | Err(_) => self.lenient(text)?,
        };
        self.position.play_unchecked(m);
        self.moves.push(m);
        if m.is_zeroing() {
            self.keys.clear();
            self.quiet = 0;
        } else {
            self.quiet = self.quiet.saturating_add(1);
        }
        let key = Sameness::of(&self.position);
        self.occurrences = 1 + self.seen(&key);
        self.keys.push(key);
        self.meet();
        Ok(())
    }

    /// How often a position stood since the last pawn move or capture: only those with the same side to move, four and
    /// more half-moves ago, can be it.
    fn seen(&self, key: &Sameness) -> u32 {
        let earlier = self.keys.iter().rev().skip(3).step_by(2).take(LOOKED_BACK).filter(|earlier| *earlier == key);
        u32::try_from(earlier.count()).unwrap_or(u32::MAX)
    }

    fn meet(&mut self) {
        let (ply, counts) = (self.plies(), &self.counts);
        if self.occurrences >= counts.threefold {
            self.met.threefold.get_or_insert(ply);
            if self.occurrences >= counts.fivefold {
                self.met.fivefold.get_or_insert(ply);
            }
        }
        if self.quiet >= counts.fifty.0 {
            self.met.fifty.get_or_insert(ply);
            if self.quiet >= counts.seventy_five.0 {
                self.met.seventy_five.get_or_insert(ply);
            }
        }
    }

    /// What programs write that is not SAN but means one move: UCI, captures without a cross, castling with zeros or
    /// small letters, promotion in brackets or without a sign, checks spelled `ch`.
    fn lenient(&mut self, text: &[u8]) -> Result<Move, Stop> {
        let text = std::str::from_utf8(text).map_err(|_| Stop::Unreadable)?;
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        if let Some(m) = bare.parse::<UciMove>().ok().and_then(|uci| uci.to_move(&self.position).ok()) {
            self.not_san += 1;
            return Ok(m);
        }
        let trimmed = text.trim_end_matches(['+', '#', '!', '?', '=']).trim_end_matches("ch").trim_end_matches("mate");
        let cleaned = match trimmed {
            "O-O" | "o-o" | "0-0" | "OO" => "O-O".to_owned(),
            "O-O-O" | "o-o-o" | "0-0-0" | "OOO" => "O-O-O".to_owned(),
            other => other.replace(['-', ':', '(', ')', '/'], "").replace("e.p.", "").replace("ep", ""),
        };
        let san: San = cleaned.parse().map_err(|_| Stop::Unreadable)?;
        let m = match san.to_move(&self.position) {
            Ok(m) => m,
            Err(SanError::AmbiguousSan) => return Err(Stop::Ambiguous),
            Err(SanError::IllegalSan) => self.with_or_without_cross(&san)?,
        };
        self.not_san += 1;
        Ok(m)
    }

    fn with_or_without_cross(&self, san: &San) -> Result<Move, Stop> {
        let San::Normal { role, file, rank, capture, to, promotion } = *san else { return Err(Stop::Illegal) };
        let other = San::Normal { role, file, rank, capture: !capture, to, promotion };
        // A pawn capture without the file it came from would be a guess.
        if role == Role::Pawn && !capture && file.is_none() {
            return Err(Stop::Illegal);
        }
        other.to_move(&self.position).map_err(|error| match error {
            SanError::AmbiguousSan => Stop::Ambiguous,
            SanError::IllegalSan => Stop::Illegal,
        })
    }

    /// The position after so many half-moves.
    pub(super) fn after(&self, ply: u32) -> Chess {
        let mut position = self.start.position.clone();
        for m in self.moves.iter().take(ply as usize) {
            position.play_unchecked(*m);
        }
        position
    }
}
