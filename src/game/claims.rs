//! Claims under 9.2 and 9.3: what the side to move may claim, and whether a claim stands.
//!
//! `SILENT:` an announced move that would mate or stalemate: 9.2 and 9.3 do not exclude it, the claim is examined
//! before the move is made and is correct. `SILENT:` a claim that announces a move although the position on the board
//! already satisfies the rule: it stands (and is cited as existing); the alternative is to look at the move alone.
//! `SILENT:` a claim on the wrong ground: it is examined on the ground named; a claim of `any` ground on both.

use crate::game::record::{FenClock, Record};
use crate::laws::{Counts, Topic};
use shakmaty::{Color, Move, Position, uci::UciMove};

/// What a player claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimGround {
    /// The same position for at least the third time (9.2).
    Threefold,
    /// Fifty moves by each without pawn move or capture (9.3).
    Fifty,
    /// Either.
    Any,
}

/// A player's claim of a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Who claims.
    pub by: Color,
    /// On which ground.
    pub ground: ClaimGround,
    /// The announced move, if the claim rests on one.
    pub intended: Option<UciMove>,
}

/// What the side to move may claim now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenClaims {
    /// The position is on the board for the third time or more.
    pub threefold_now: bool,
    /// Announcing one of these moves, it will be.
    pub threefold_with: Vec<Move>,
    /// Fifty quiet moves by each have been made.
    pub fifty_now: bool,
    /// Announcing one of these moves, they will have been.
    pub fifty_with: Vec<Move>,
}

/// The conditions of 9.2 and 9.3 for one position of a record.
#[derive(Clone, Copy, Debug)]
pub struct ClaimTest<'a> {
    /// The game.
    pub record: &'a Record,
    /// The edition's counts.
    pub counts: &'a Counts,
    /// Whether the FEN's counter counts.
    pub fen_clock: FenClock,
}

impl ClaimTest<'_> {
    /// Everything that may be claimed. In a position without a legal move nothing may.
    #[must_use]
    pub fn open(&self) -> OpenClaims {
        let legal = self.record.position().legal_moves();
        if legal.is_empty() {
            return OpenClaims::default();
        }
        let with = |holds: &dyn Fn(Move) -> bool| legal.iter().copied().filter(|m| holds(*m)).collect();
        OpenClaims {
            threefold_now: self.threefold_now(),
            threefold_with: if self.could_repeat() { with(&|m| self.threefold_with(m)) } else { Vec::new() },
            fifty_now: self.fifty_now(),
            fifty_with: with(&|m| self.fifty_with(m)),
        }
    }

    /// The topic under which a claim stands, or `None` if it is incorrect.
    #[must_use]
    pub fn stands(&self, ground: ClaimGround, intended: Option<Move>) -> Option<Topic> {
        let threefold = || match intended {
            _ if self.threefold_now() => Some(Topic::ThreefoldExisting),
            Some(m) if self.threefold_with(m) => Some(Topic::ThreefoldIntended),
            Some(_) | None => None,
        };
        let fifty = || match intended {
            _ if self.fifty_now() => Some(Topic::FiftyExisting),
            Some(m) if self.fifty_with(m) => Some(Topic::FiftyIntended),
            Some(_) | None => None,
        };
        match ground {
            ClaimGround::Threefold => threefold(),
            ClaimGround::Fifty => fifty(),
            ClaimGround::Any => threefold().or_else(fifty),
        }
    }

    fn threefold_now(&self) -> bool {
        self.record.occurrences() >= self.counts.threefold
    }

    fn threefold_with(&self, m: Move) -> bool {
        self.record.occurrences_after(m) >= self.counts.threefold
    }

    fn fifty_now(&self) -> bool {
        self.record.quiet(self.fen_clock) >= self.counts.fifty
    }

    /// A pawn move or capture never completes the count; from 100 half-moves on any quiet move does.
    fn fifty_with(&self, m: Move) -> bool {
        let quiet = self.record.quiet(self.fen_clock).0;
        !m.is_zeroing() && quiet.saturating_add(1) >= self.counts.fifty.0
    }

    /// No move can bring a position for the third time before four plies a cycle have been seen.
    fn could_repeat(&self) -> bool {
        self.record.quiet_proven().0 >= (4 * self.counts.threefold.saturating_sub(1)).saturating_sub(1)
    }
}
